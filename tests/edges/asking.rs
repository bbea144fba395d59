//! Every kind of board of the registry, emulated on a pseudo-terminal: it is recognised, and no other kind instead.

use std::time::Duration;

use protocols::{
    Placement,
    registry::{BOARDS, Board, Model},
};
use tokio::{sync::oneshot, time::timeout};
use touchmove::{
    emulate::{Begin, End, Facing, Pty, Script, Settings, Show, emulate},
    serial::{Claims, NoAnswer, ask},
};

/// Longer than asking for every kind takes; only a failing test waits so long.
const PATIENCE: Duration = Duration::from_secs(90);

/// Asks a port for these kinds that has such a board on it, or two where such boards share a line.
async fn asked(board: &Board, kinds: &[Board]) -> Result<(Board, Option<String>), NoAnswer> {
    let folder = tempfile::tempdir().expect("a folder");
    let link = folder.path().join("board");
    let pty = Pty::open(&link).expect("a pseudo-terminal");
    let models = match board.shared {
        Some(_) => vec![Model { serial: 7, ..board.usual() }, Model { serial: 1_025, ..board.usual() }],
        None => vec![board.usual()],
    };
    let shows: Vec<Show> = models
        .into_iter()
        .map(|model| {
            let script = Box::new(Script::new(Placement::initial(), Facing::Normal, Vec::new()));
            Show::Events { device: (board.device)(model), script }
        })
        .collect();
    let settings = Settings { speed: 1.0, begin: Begin::AtOnce, end: End::Stay };
    let (stop, stopped) = oneshot::channel::<()>();
    let emulated = emulate(pty, shows, settings, async {
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
        // A board that shares a line and one alone on it are the same device: that both are told apart, where both are
        // asked for, is shown above.
        let is_other =
            |other: &&Board| other.kind != board.kind && board.shared.is_none_or(|shared| shared.alone != other.kind);
        let others: Vec<Board> = BOARDS.iter().filter(is_other).copied().collect();
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
