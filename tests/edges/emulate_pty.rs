//! An emulated board on a pseudo-terminal, read through its link as a program would.

use std::{collections::VecDeque, time::Duration};

use protocols::{At, Device, Piece, Placement, Square, SquareContent, World};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    sync::oneshot,
    time::timeout,
};
use tokio_serial::SerialPortBuilderExt;
use touchmove::{
    emulate::{
        Begin, Breach, Committed, DEMO_BREACHES, DEMO_PGN, End, Facing, Habits, Play, Pty, PtyError, Script, Settings,
        Show, emulate, events,
    },
    rules::pgn::{PgnGame, read_games},
};

/// A board simpler than any real one: every 50 ms it tells squares that have changed, `e4P` or `e4.`, and `B` asks
/// it for all of them.
#[derive(Debug, Default)]
struct Letters {
    shown: Vec<char>,
    next_scan: u64,
    output: VecDeque<(At, Vec<u8>)>,
    asked: bool,
}

impl Device for Letters {
    fn receive(&mut self, at: At, bytes: &[u8]) {
        if bytes.contains(&b'B') {
            self.asked = true;
            for (square, letter) in Square::all().zip(&self.shown) {
                self.output.push_back((at, format!("{square}{letter}\n").into_bytes()));
            }
        }
    }

    fn advance(&mut self, at: At, world: &dyn World) {
        self.shown.resize(64, '.');
        while self.next_scan <= at.0 {
            let scan = At(self.next_scan);
            for square in Square::all() {
                let letter = match world.content(square, scan) {
                    SquareContent::Piece(piece) => piece.letter(),
                    SquareContent::Empty | SquareContent::Occupied => '.',
                };
                if std::mem::replace(&mut self.shown[square.index()], letter) != letter && self.asked {
                    self.output.push_back((scan, format!("{square}{letter}\n").into_bytes()));
                }
            }
            self.next_scan += 50;
        }
    }

    fn next_deadline(&self) -> At {
        At(self.next_scan)
    }

    fn poll(&mut self) -> Option<(At, Vec<u8>)> {
        self.output.pop_front()
    }
}

fn demo_game() -> PgnGame {
    read_games(DEMO_PGN.as_bytes()).next().expect("a game").expect("that can be read")
}

/// Asks the board at a link and reads it until it is gone or nothing comes for two seconds.
async fn placements_seen(link: &std::path::Path) -> Vec<Placement> {
    let mut port = tokio_serial::new(link.to_string_lossy(), 9_600).open_native_async().expect("the board's port");
    port.write_all(b"B").await.expect("the board listens");
    let mut seen = Vec::new();
    let mut shown = Placement::EMPTY;
    let mut line = Vec::new();
    let mut buffer = [0; 1_024];
    while let Ok(Ok(count)) = timeout(Duration::from_secs(2), port.read(&mut buffer)).await {
        if count == 0 {
            break;
        }
        for &byte in &buffer[..count] {
            if byte != b'\n' {
                line.push(byte);
                continue;
            }
            let text = String::from_utf8(std::mem::take(&mut line)).expect("letters");
            let square: Square = text[..2].parse().expect("a square");
            shown.set(square, Piece::from_letter(text.chars().nth(2).expect("a letter")));
            seen.push(shown);
        }
    }
    seen
}

fn settings(speed: f64) -> Settings {
    Settings { speed, begin: Begin::WhenAsked(Duration::from_millis(20)), end: End::WhenPlayed }
}

/// Every position of the game must be seen, in order.
fn assert_seen(seen: &[Placement], game: &PgnGame) {
    let mut later = seen.iter();
    for ply in 0..=game.moves.len() {
        let wanted = game.placement_after(ply);
        assert!(later.any(|shown| *shown == wanted), "the position after half-move {ply} was not seen: {wanted}");
    }
}

#[tokio::test]
async fn games_played_by_hands_are_seen_whole_through_the_link_and_the_link_goes() {
    let folder = tempfile::tempdir().expect("a folder");
    let link = folder.path().join("board");
    let pty = Pty::open(&link).expect("a pseudo-terminal");
    assert_eq!(std::fs::canonicalize(&link).expect("the link leads somewhere"), pty.port());
    let mut play = Play::new(demo_game(), Habits::measured().with_thinking(0.0), 7).held();
    for (ply, breach) in DEMO_BREACHES {
        play = play.with_breach(ply, breach);
    }
    let show = Show::Games {
        device: Box::new(Letters::default()),
        play: Box::new(play),
        more: Box::new(std::iter::once(demo_game())),
    };
    let (traffic, seen) =
        tokio::join!(emulate(pty, show, settings(100.0), std::future::pending()), placements_seen(&link));
    let traffic = traffic.expect("the terminal works");
    assert!(traffic.received == 1 && traffic.lost == 0 && traffic.sent > 1_000, "{traffic:?}");
    assert_seen(&seen, &demo_game());
    // The second game follows on the first one's board.
    let first = seen.iter().rposition(|shown| *shown == Placement::initial()).expect("set up again");
    assert_seen(&seen[first..], &demo_game());
    assert!(std::fs::symlink_metadata(&link).is_err(), "the link is still there");
    println!("{traffic:?}, {} changes seen", seen.len());
}

#[tokio::test]
async fn an_event_log_is_seen_through_the_link() {
    let folder = tempfile::tempdir().expect("a folder");
    let link = folder.path().join("board");
    let pty = Pty::open(&link).expect("a pseudo-terminal");
    let game = demo_game();
    let events = events(&game, Habits::clean().with_thinking(0.0), 1);
    let script = Box::new(Script::new(game.initial, Facing::Normal, events));
    let show = Show::Events { device: Box::new(Letters::default()), script };
    let (traffic, seen) =
        tokio::join!(emulate(pty, show, settings(100.0), std::future::pending()), placements_seen(&link));
    traffic.expect("the terminal works");
    assert_seen(&seen, &game);
}

#[tokio::test]
async fn a_capture_is_sent_as_it_was_received_whatever_the_computer_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let link = folder.path().join("board");
    let pty = Pty::open(&link).expect("a pseudo-terminal");
    let chunks = vec![(At(5_000), b"a1R\nb".to_vec()), (At(5_200), b"1N\n".to_vec()), (At(6_000), b"a1.\n".to_vec())];
    let (traffic, seen) = tokio::join!(
        emulate(pty, Show::Capture(chunks), settings(10.0), std::future::pending()),
        placements_seen(&link)
    );
    assert_eq!(traffic.expect("the terminal works").sent, 12);
    let seen: Vec<String> = seen.iter().map(ToString::to_string).collect();
    assert_eq!(seen, ["8/8/8/8/8/8/8/R7", "8/8/8/8/8/8/8/RN6", "8/8/8/8/8/8/8/1N6"]);
}

#[tokio::test]
async fn a_board_nobody_reads_loses_bytes_and_stops_when_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let link = folder.path().join("board");
    let pty = Pty::open(&link).expect("a pseudo-terminal");
    // More than the system keeps for a terminal.
    let chunks = (0..64).map(|_| (At(0), vec![b'x'; 4_096])).collect();
    let settings = Settings { speed: 1_000.0, begin: Begin::AtOnce, end: End::WhenPlayed };
    let board = emulate(pty, Show::Capture(chunks), settings, std::future::pending());
    let traffic = timeout(Duration::from_secs(20), board).await.expect("it does not hang").expect("it ends");
    assert!(traffic.lost > 0 && traffic.sent + traffic.lost == 64 * 4_096, "{traffic:?}");
    let pty = Pty::open(&link).expect("the link is free again");
    let (stop, stopped) = oneshot::channel::<()>();
    let settings = Settings { end: End::Stay, ..settings };
    let board = emulate(pty, Show::Capture(Vec::new()), settings, async {
        stopped.await.expect("told to stop");
    });
    let (traffic, told) = tokio::join!(board, async { stop.send(()) });
    told.expect("the board was there to be told");
    assert_eq!(traffic.expect("it stops").sent, 0);
    assert!(std::fs::symlink_metadata(&link).is_err(), "the link is still there");
}

#[tokio::test]
async fn a_link_that_leads_to_a_living_board_is_not_taken() {
    let folder = tempfile::tempdir().expect("a folder");
    let link = folder.path().join("board");
    let first = Pty::open(&link).expect("a pseudo-terminal");
    let error = Pty::open(&link).expect_err("the link is taken");
    assert!(matches!(&error, PtyError::LinkInUse { target, .. } if target == first.port()), "{error}");
    drop(first);
    assert_eq!(Pty::open(&link).expect("the link is free again").link(), link);
}

#[test]
fn the_demo_commits_its_breaches_and_plays_the_game_all_the_same() {
    let game = demo_game();
    for seed in 0..50 {
        let mut play = Play::new(game.clone(), Habits::measured(), seed);
        for (ply, breach) in DEMO_BREACHES {
            play = play.with_breach(ply, breach);
        }
        while let Some(deadline) = play.next_deadline() {
            play.advance(deadline);
        }
        for (expected, played) in play.expected().iter().zip(&game.moves) {
            assert_eq!((&expected.uci, expected.placement), (&played.uci, game.placement_after(expected.ply)));
            let wanted = DEMO_BREACHES.iter().find(|(ply, _)| *ply == expected.ply).map(|(_, breach)| *breach);
            let found = expected.breach.map(|committed| match committed {
                Committed::IllegalMove { from, to, pressed_at, restored_at } => {
                    assert_eq!(from, played.from);
                    let legal = game.legal_after(expected.ply - 1);
                    assert!(!legal.iter().any(|legal| legal.from == from && legal.to == to), "{from}{to} is legal");
                    assert!(pressed_at < restored_at && restored_at < expected.touched_at);
                    Breach::IllegalMove
                }
                Committed::TouchMove { touched, lifted_at } => {
                    assert!(touched != played.from && lifted_at < expected.touched_at);
                    let legal = game.legal_after(expected.ply - 1);
                    assert!(legal.iter().any(|legal| legal.from == touched), "{touched} cannot move");
                    Breach::TouchMove
                }
            });
            assert_eq!(found, wanted, "seed {seed}, half-move {}", expected.ply);
        }
        assert_eq!(play.expected().len(), 33);
    }
}
