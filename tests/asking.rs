//! Every kind of board of the registry, emulated on a pseudo-terminal: it is recognised, and no other kind instead.

use std::time::Duration;

use protocols::{
    Device, Placement,
    registry::{BOARDS, Board},
};
use tokio::{sync::oneshot, time::timeout};
use touchmove::{
    emulate::{Begin, End, Facing, Pty, Script, Settings, Show, emulate},
    serial::{Claims, NoAnswer, ask},
};

/// Longer than asking for every kind takes; only a failing test waits so long.
const PATIENCE: Duration = Duration::from_secs(90);

/// Asks a port with this board on it for these kinds.
async fn asked(board: &Board, kinds: &[Board]) -> Result<(Board, Option<String>), NoAnswer> {
    let folder = tempfile::tempdir().expect("a folder");
    let link = folder.path().join("board");
    let pty = Pty::open(&link).expect("a pseudo-terminal");
    let device: Box<dyn Device> = (board.device)(board.usual());
    let script = Box::new(Script::new(Placement::initial(), Facing::Normal, Vec::new()));
    let settings = Settings { speed: 1.0, begin: Begin::AtOnce, end: End::Stay };
    let (stop, stopped) = oneshot::channel::<()>();
    let emulated = emulate(pty, Show::Events { device, script }, settings, async {
        // Also where the asking has failed, and the other end is dropped.
        let _ = stopped.await;
    });
    let asking = async {
        let answer = timeout(PATIENCE, ask(&link, kinds, &Claims::default())).await.expect("it ends");
        drop(stop);
        answer.map(|(_, answer)| (answer.board, answer.serial))
    };
    let (traffic, answer) = tokio::join!(emulated, asking);
    traffic.expect("the terminal works");
    answer
}

#[tokio::test]
async fn every_kind_is_recognised_among_all_the_others() {
    let mut asking = tokio::task::JoinSet::new();
    for board in BOARDS {
        asking.spawn(async move { (board, asked(board, BOARDS).await) });
    }
    while let Some(answered) = asking.join_next().await {
        let (board, answer) = answered.expect("no panic");
        let (found, serial) = answer.unwrap_or_else(|error| panic!("{}: {error}", board.kind));
        println!("{}: found as {}, serial number {serial:?}", board.kind, found.kind);
        assert_eq!(found.kind, board.kind);
    }
}

#[tokio::test]
async fn no_kind_takes_another_for_itself() {
    let mut asking = tokio::task::JoinSet::new();
    for board in BOARDS {
        let others: Vec<Board> = BOARDS.iter().filter(|other| other.kind != board.kind).copied().collect();
        asking.spawn(async move { (board, asked(board, &others).await) });
    }
    while let Some(answered) = asking.join_next().await {
        let (board, answer) = answered.expect("no panic");
        match answer {
            Err(NoAnswer::Silent { .. }) => {}
            other => panic!("{}: {other:?}", board.kind),
        }
    }
}
