//! Every kind of board the whole way: emulated on a pseudo-terminal, asked, read by the service, told by the broker.

use std::time::{Duration, Instant};

use protocols::registry::{BOARDS, Board, Models, Sensing};
use serde_json::{Value, json};

use touchmove::rules::{LegalMove, Position};

use crate::common::service::{
    Message, SPANISH, START, assert_each_once_in_order, broker, broker_port, emulator, folder, is_board, journaled,
    log, message, moves_made, moves_of, service, service_of, subscriber, table, write,
};

/// How much faster than real everything goes.
const FAST: &str = "3";

/// Plays the first moves of a Spanish game on an emulated board, and judges what the service tells of them.
fn plays(kind: &str, sensing: &str) {
    let folder = folder();
    let log = write(&folder, "log.jsonl", &log(START, 0, &SPANISH));
    let arguments = ["--sensing", sensing, "--events", &log, "--speed", FAST, "--stay"];
    let _board = emulator(&folder, kind, &arguments);
    let mut service = service(&folder, kind, "broker.listen = \"127.0.0.1:0\"", &["--speed", FAST]);
    let port = broker_port(&mut service);
    let mut reader = subscriber(port, "1", "#");
    let status = message(&mut reader, "board", is_board("connected")).body();
    assert_eq!(status["board"]["kind"], kind);
    message(&mut reader, "last half-move", |message| {
        message.leaf == "arbiter/game" && message.body()["moves"].as_array().is_some_and(|moves| moves.len() == 8)
    });
    service.signal("TERM");
    assert_eq!(service.ended().code(), Some(0));
    message(&mut reader, "absence", |message| message.leaf == "status" && message.body()["online"] == false);
    let records = journaled(&reader);
    assert_each_once_in_order(&records);
    assert_eq!(moves_made(&records), moves_of(&SPANISH), "{kind}, {sensing}");
    // Where presses could be seen, there were none.
    let is_alert = |record: &&Value| record["type"] == "alert" && record["kind"] != "opponent-replied-before-press";
    let alerts: Vec<_> = records.iter().filter(is_alert).collect();
    assert_eq!(json!(alerts), json!([]), "{kind}, {sensing}");
}

/// The same, but only every lift and drop is judged.
fn touches(kind: &str, sensing: &str) {
    let folder = folder();
    let log = write(&folder, "log.jsonl", &log(START, 0, &SPANISH));
    let arguments = ["--sensing", sensing, "--events", &log, "--speed", FAST, "--stay"];
    let _board = emulator(&folder, kind, &arguments);
    let mut service = service(&folder, kind, "broker.listen = \"127.0.0.1:0\"", &["--speed", FAST]);
    let port = broker_port(&mut service);
    let mut reader = subscriber(port, "1", "#");
    for (from, to) in SPANISH {
        for (ev, square) in [("lift", from), ("drop", to)] {
            let told = message(&mut reader, ev, |message| message.leaf == "arbiter/touch").body();
            assert_eq!((&told["ev"], &told["sq"]), (&json!(ev), &json!(square)), "{kind}, {sensing}");
        }
    }
}

/// Does it for every kind of board whose sensors tell this, each on a port of its own, all at the same time. Boards that
/// share a line have tests of their own.
fn with_every_board(sensing: Sensing, test: fn(&str, &str)) {
    let name = match sensing {
        Sensing::Identity => "identity",
        Sensing::Occupancy => "occupancy",
    };
    let has_it =
        |board: &&Board| board.shared.is_none() && (board.models == Models::Differ || board.sensing == sensing);
    let kinds: Vec<&str> = BOARDS.iter().filter(has_it).map(|board| board.kind).collect();
    assert!(kinds.len() > 2, "{kinds:?}");
    std::thread::scope(|scope| {
        for kind in kinds {
            scope.spawn(move || test(kind, name));
        }
    });
}

#[test]
fn a_game_on_every_kind_of_board_that_tells_pieces() {
    with_every_board(Sensing::Identity, plays);
}

#[test]
fn every_touch_on_every_kind_of_board_that_tells_squares_only() {
    with_every_board(Sensing::Occupancy, touches);
}

/// So many half-moves without captures, the same each time, whatever they are worth.
fn quiet_game(plies: usize) -> Vec<(String, String)> {
    let mut position = Position::initial();
    let mut moves = Vec::new();
    while moves.len() < plies {
        let quiet = |m: &&LegalMove| m.capture.is_none() && m.castling.is_none() && m.promotion.is_none();
        let legal = position.legal_moves();
        let legal: Vec<&LegalMove> = legal.iter().filter(quiet).collect();
        let m = legal[(7 * moves.len() + 3) % legal.len()];
        moves.push((m.from.to_string(), m.to.to_string()));
        position = position.play(m);
    }
    moves
}

#[test]
fn forty_half_moves_made_while_the_service_was_stopped_come_out_of_the_boards_log() {
    const PLIES: usize = 45;
    let folder = folder();
    let (_broker, port) = broker(&folder);
    let mut reader = subscriber(port, "1", "#");
    let moves = quiet_game(PLIES);
    let moves: Vec<(&str, &str)> = moves.iter().map(|(from, to)| (from.as_str(), to.as_str())).collect();
    let log = write(&folder, "log.jsonl", &log(START, 0, &moves));
    let fast = "4";
    let board = emulator(&folder, "dgt", &["--events", &log, "--speed", fast, "--stay"]);
    let config = format!("mqtt.url = \"mqtt://127.0.0.1:{port}\"");
    let mut first = service(&folder, "dgt", &config, &["--speed", fast]);
    let made = |ply: usize| {
        move |message: &Message| {
            message.leaf == "arbiter/move" && message.body()["ply"] == ply && message.body()["status"] == "made"
        }
    };
    message(&mut reader, "fourth half-move", made(4));
    first.signal("TERM");
    assert_eq!(first.ended().code(), Some(0));
    // The board does not know that nobody listens; the hands need 525 ms for a move, and play on to the end.
    std::thread::sleep(Duration::from_millis(525 * PLIES as u64));
    let _second = service(&folder, "dgt", &config, &["--speed", fast]);
    message(&mut reader, "last half-move", made(PLIES));
    // Touches have their own way to the broker, and may come behind what follows from them.
    let (_, last) = moves[PLIES - 1];
    let until = Instant::now() + Duration::from_secs(20);
    let is_told = |lines: &[String]| {
        let mut touches = lines.iter().rev().filter_map(|line| Message::read(line));
        let touch = touches.find(|message| message.leaf == "arbiter/touch").map(|message| message.body());
        touch.is_some_and(|touch| touch["ev"] == "drop" && touch["sq"] == last)
    };
    while Instant::now() < until && !is_told(reader.so_far()) {
        std::thread::sleep(Duration::from_millis(50));
    }
    let records = journaled(&reader);
    assert_each_once_in_order(&records);
    assert_eq!(moves_made(&records), moves_of(&moves));
    let seen = records.iter().filter(|record| record["type"] == "move").all(|record| record["certainty"] == "seen");
    assert!(seen, "the sensors saw all of it");
    let touches = reader.seen.iter().filter_map(|line| Message::read(line));
    let touches: Vec<Value> =
        touches.filter(|message| message.leaf == "arbiter/touch").map(|message| message.body()).collect();
    let told: Vec<(&str, &str)> =
        touches.iter().filter_map(|touch| Some((touch["ev"].as_str()?, touch["sq"].as_str()?))).collect();
    let played: Vec<(&str, &str)> = moves.iter().flat_map(|(from, to)| [("lift", *from), ("drop", *to)]).collect();
    // Touches are told in order, and only while there is a connection: what the board's log had before the second service
    // had one is the one gap. What had been told when the first ended, and was not kept yet, is told again.
    assert!(told.len() <= played.len() + 2, "{told:?}");
    let (mut next, mut gaps) = (0, 0);
    for touch in &told {
        let is_again = played.get(next) != Some(touch) && played[next.saturating_sub(2)..next].contains(touch);
        if !is_again {
            let later = played[next..].iter().position(|played| played == touch);
            let at = next + later.unwrap_or_else(|| panic!("{touch:?} is out of order in {told:?}"));
            gaps += usize::from(at > next && at > 8);
            next = at + 1;
        }
    }
    gaps += usize::from(next < played.len());
    assert!(gaps <= 1, "{told:?}");
    let severe = |record: &&Value| record["severity"] == "warning" || record["severity"] == "ruling";
    let alerts: Vec<&Value> = records.iter().filter(severe).collect();
    assert_eq!(json!(alerts), json!([]));
    board.signal("TERM");
}

#[test]
fn eight_games_on_one_line_of_a_tournament_bus() {
    let folder = folder();
    // Eight boards take some seconds to be greeted in turn; the clocks stand there from the start.
    let mut lines: Vec<Value> =
        log(START, 0, &SPANISH).lines().map(|line| serde_json::from_str(line).expect("an event")).collect();
    for event in lines.iter_mut().skip(1) {
        event["t_ms"] = json!(event["t_ms"].as_u64().expect("a time") + 10_000);
    }
    lines.insert(1, json!({ "t_ms": 0, "ev": "clock", "white_ms": 300_000, "black_ms": 300_000, "running": "white" }));
    let log: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let log = write(&folder, "log.jsonl", &log);
    let fast = "1.5";
    let _boards = emulator(&folder, "dgt-bus", &["--boards", "8", "--events", &log, "--speed", fast, "--stay"]);
    let numbers = 1..=8;
    let tables: String = numbers
        .clone()
        .map(|number| table(&folder, &number.to_string(), "dgt-bus") + &format!("board.address = {number}\n"))
        .collect();
    let mut service = service_of(&folder, &tables, "broker.listen = \"127.0.0.1:0\"", &["--speed", fast]);
    let port = broker_port(&mut service);
    let mut readers: Vec<_> = numbers.clone().map(|number| subscriber(port, &number.to_string(), "#")).collect();
    for reader in &mut readers {
        message(reader, "last half-move", |message| {
            message.leaf == "arbiter/game" && message.body()["moves"].as_array().is_some_and(|moves| moves.len() == 8)
        });
    }
    service.signal("TERM");
    assert_eq!(service.ended().code(), Some(0));
    let mut delays = Vec::new();
    for (number, mut reader) in numbers.zip(readers) {
        message(&mut reader, "absence", |message| message.leaf == "status" && message.body()["online"] == false);
        let records = journaled(&reader);
        assert_each_once_in_order(&records);
        assert_eq!(moves_made(&records), moves_of(&SPANISH), "table {number}");
        let touches = reader.seen.iter().filter_map(|line| Message::read(line));
        let touches: Vec<Value> =
            touches.filter(|message| message.leaf == "arbiter/touch").map(|message| message.body()).collect();
        let told: Vec<(&str, &str)> =
            touches.iter().filter_map(|touch| Some((touch["ev"].as_str()?, touch["sq"].as_str()?))).collect();
        let played: Vec<(&str, &str)> =
            SPANISH.iter().flat_map(|(from, to)| [("lift", *from), ("drop", *to)]).collect();
        assert_eq!(told, played, "table {number}");
        // A move takes 2,100 ms: the lift comes after 700, the drop 700 later.
        delays.extend(touches.iter().enumerate().map(|(index, touch)| {
            let happened = index as u64 / 2 * 2_100 + index as u64 % 2 * 700;
            touch["t_ms"].as_u64().expect("a time") - happened
        }));
        let is_alert = |record: &&Value| record["type"] == "alert" && record["severity"] != "info";
        let alerts: Vec<_> = records.iter().filter(is_alert).collect();
        assert_eq!(json!(alerts), json!([]), "table {number}");
    }
    // When the boards began is not known here: the quickest is the measure.
    delays.sort_unstable();
    let later = |share: usize| delays[(delays.len() - 1) * share / 100] - delays[0];
    println!(
        "{} touches of 8 boards on one line, none lost: half within {} ms of the quickest, all within {} ms",
        delays.len(),
        later(50),
        later(100)
    );
}
