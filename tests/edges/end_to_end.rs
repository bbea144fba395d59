//! The whole way: an emulated board on a pseudo-terminal, the service, a broker, and somebody else's client.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::Stdio,
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use touchmove::turn::ANSWER_MS;

use crate::common::{
    missing::shared,
    programs::{Output, Program, free_port, mosquitto, touchmove},
    service::{
        AFTER_FOUR, Message, SPANISH, START, assert_each_once_in_order, broker, broker_port, emulator, folder,
        is_board, journaled, log, message, moves_made, moves_of, service, subscriber, unplug, write,
    },
    terminal::terminal,
};

#[test]
fn the_demo_ends_by_itself_and_shows_every_move_and_both_breaches() {
    let mut demo = Program::start(touchmove(["demo", "--speed", "16", "--ports-free"]), Output::Out);
    let status = demo.ended();
    let said = demo.seen.join("\n");
    assert_eq!(status.code(), Some(0), "{said}");
    assert!(demo.seen[0].contains("http://127.0.0.1:"), "{said}");
    for part in ["touch-move-violated", "illegal-move-completed", "ruling-add-time", "game-ended-checkmate"] {
        assert!(said.contains(part), "{part} is not in\n{said}");
    }
    let game = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 \
                Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#";
    let mut lines = demo.seen.iter();
    for san in game.split(' ') {
        let told = |line: &&String| {
            line.split_whitespace().any(|word| word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.') == san)
        };
        assert!(lines.any(|line| told(&line)), "{san} is missing or out of order in\n{said}");
    }
    assert!(said.contains("[Result \"1-0\"]"), "{said}");
}

#[test]
fn a_game_survives_a_lost_board_and_a_late_reader_gets_the_whole_state() {
    let folder = folder();
    let (_broker, port) = broker(&folder);
    let mut reader = subscriber(port, "1", "#");
    let first = write(&folder, "first.jsonl", &log(START, 0, &SPANISH[..4]));
    let second = write(&folder, "second.jsonl", &log(AFTER_FOUR, 4, &SPANISH[4..]));

    let mut board = emulator(&folder, "dgt", &["--events", &first]);
    let mut service = service(&folder, "dgt", &format!("mqtt.url = \"mqtt://127.0.0.1:{port}\""), &[]);
    message(&mut reader, "board", is_board("connected"));
    message(&mut reader, "fourth half-move", |message| message.leaf == "arbiter/move" && message.body()["ply"] == 4);
    assert_eq!(board.ended().code(), Some(0));
    message(&mut reader, "loss of the board", is_board("lost"));

    let mut board = emulator(&folder, "dgt", &["--events", &second]);
    message(&mut reader, "board again", is_board("connected"));
    message(&mut reader, "eighth half-move", |message| message.leaf == "arbiter/move" && message.body()["ply"] == 8);
    assert_eq!(board.ended().code(), Some(0));
    message(&mut reader, "loss of the board", is_board("lost"));

    let mut late = subscriber(port, "1", "#");
    for leaf in ["status", "arbiter/game", "arbiter/board", "arbiter/clock", "public/game", "public/pgn"] {
        if !late.seen.iter().filter_map(|line| Message::read(line)).any(|message| message.leaf == leaf) {
            message(&mut late, leaf, |message| message.leaf == leaf);
        }
    }
    let kept: Vec<Message> = late.seen.iter().filter_map(|line| Message::read(line)).collect();
    assert!(kept.iter().all(|message| message.retained), "{kept:?}");
    let of = |leaf: &str| kept.iter().find(|message| message.leaf == leaf).expect("just awaited");
    let expected = moves_of(&SPANISH);
    assert_eq!(of("arbiter/game").body()["moves"], json!(expected));
    assert!(of("public/pgn").text.contains("[Event"), "{}", of("public/pgn").text);

    service.signal("KILL");
    service.ended();
    let will = message(&mut reader, "will", |message| message.leaf == "status" && message.body()["online"] == false);
    assert_eq!(will.body()["type"], "status");
    let records = journaled(&reader);
    assert_each_once_in_order(&records);
    assert_eq!(moves_made(&records), expected);
}

#[test]
fn a_told_service_stops_within_two_seconds_and_says_that_it_is_offline() {
    let folder = folder();
    let (_broker, port) = broker(&folder);
    let mut reader = subscriber(port, "1", "status");
    for signal in ["TERM", "INT"] {
        let mut service = service(&folder, "dgt", &format!("mqtt.url = \"mqtt://127.0.0.1:{port}\""), &[]);
        message(&mut reader, "presence", |message| message.body()["online"] == true);
        let told = Instant::now();
        service.signal(signal);
        assert_eq!(service.ended().code(), Some(0));
        assert!(told.elapsed().as_secs_f64() < 2.0, "{:?}", told.elapsed());
        message(&mut reader, "absence", |message| message.body()["online"] == false);
    }
}

#[test]
fn a_table_without_its_board_leaves_the_others_alone_and_a_capture_tells_the_same_game() {
    let folder = folder();
    let log = write(&folder, "log.jsonl", &log(START, 0, &SPANISH));
    let _board = emulator(&folder, "dgt", &["--events", &log, "--stay"]);
    let other = "[[table]]\nname = \"2\"\nboard.port = \"/nowhere/board\"\n";
    let captures = folder.path().join("captures");
    let config = format!("broker.listen = \"127.0.0.1:0\"\ncapture.dir = \"{}\"\n{other}", captures.display());
    let mut service = service(&folder, "dgt", &config, &[]);
    let port = broker_port(&mut service);
    let mut reader = subscriber(port, "+", "#");
    // State may overtake the records that led to it.
    message(&mut reader, "game", |message| {
        message.leaf == "arbiter/game" && message.body()["moves"].as_array().is_some_and(|moves| moves.len() == 8)
    });
    message(&mut reader, "completion", |message| {
        message.leaf == "arbiter/move" && message.body()["ply"] == 8 && message.body()["status"] == "completed"
    });
    let tables: Vec<Value> = reader
        .seen
        .iter()
        .filter_map(|line| Message::read(line))
        .filter(|message| message.leaf == "status")
        .map(|message| message.body())
        .collect();
    assert!(tables.iter().any(|status| status["table"] == "2" && status["board"]["state"] == "searching"));
    assert!(tables.iter().all(|status| status["table"] == "1" || status["board"]["state"] == "searching"));

    service.signal("TERM");
    assert_eq!(service.ended().code(), Some(0));
    let capture = fs::read_dir(&captures).expect("it was made").next().expect("a capture").expect("an entry").path();
    let mut command = touchmove(["replay", "--board", "dgt"]);
    command.arg(&capture);
    let mut replay = Program::start(command, Output::Out);
    let last = replay.rest().last().expect("a record").clone();
    let game: Value = serde_json::from_str(&last).expect("a JSON object a line");
    assert_eq!(game["moves"], json!(moves_of(&SPANISH)));
}

#[test]
fn a_dead_position_is_found_beside_the_game_and_told_at_its_own_time() {
    const BLOCKED: &str = "8/1p6/kPp5/2P5/1pP5/1P6/8/2K5 w - - 0 60";
    let folder = folder();
    let (_broker, port) = broker(&folder);
    let mut reader = subscriber(port, "1", "#");
    let still = write(&folder, "still.jsonl", &log(BLOCKED, 0, &[]));
    let moving = write(&folder, "moving.jsonl", &log(BLOCKED, 0, &[("c1", "d2")]));

    let board = emulator(&folder, "dgt", &["--events", &still, "--stay"]);
    let _service = service(&folder, "dgt", &format!("mqtt.url = \"mqtt://127.0.0.1:{port}\""), &[]);
    message(&mut reader, "board", is_board("connected"));
    let mut command = mosquitto("mosquitto_pub");
    let set = json!({ "id": "1", "command": "set-position", "fen": BLOCKED });
    command.args(["-h", "127.0.0.1", "-q", "1", "-t", "chess/1/arbiter/command", "-m", &set.to_string()]);
    assert!(command.args(["-p", &port.to_string()]).status().expect("it runs").success());
    message(&mut reader, "reply", |message| message.leaf == "arbiter/reply" && message.body()["ok"] == true);
    unplug(&folder, board);
    message(&mut reader, "loss of the board", is_board("lost"));

    let _board = emulator(&folder, "dgt", &["--events", &moving, "--stay"]);
    let made = message(&mut reader, "move", |message| message.leaf == "arbiter/move").body();
    let told = message(&mut reader, "end of the game", |message| {
        message.leaf == "arbiter/alert" && message.body()["kind"] == "game-ended-dead-position"
    });
    let later = |record: &Value| record["t_ms"].as_u64().expect("a time");
    assert_eq!((&made["uci"], later(&told.body()) - later(&made)), (&json!("c1d2"), ANSWER_MS));
}

/// How a recording is cut into pieces.
#[derive(Debug, Clone, Copy)]
enum Cut {
    AsRecorded,
    ByteByByte,
    Random,
}

/// A recording as a capture with times, cut anew.
fn recut(recording: &Path, cut: Cut) -> String {
    use touchmove::serial::capture::{Direction, Reader, Spacing};
    let spacing = Spacing::of_messages(9_600);
    let text = fs::read(recording).expect("readable");
    let mut lines = String::new();
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let mut last_ms = 0;
    for chunk in Reader::new(&text[..], "recording", spacing) {
        let chunk = chunk.expect("a good recording");
        if chunk.direction == Direction::Tx {
            continue;
        }
        let mut rest = &chunk.bytes[..];
        while !rest.is_empty() {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let length = match cut {
                Cut::AsRecorded => rest.len(),
                Cut::ByteByByte => 1,
                Cut::Random => 1 + random as usize % 20,
            };
            let (piece, after) = rest.split_at(length.min(rest.len()));
            let hex: String = piece.iter().map(|byte| format!("{byte:02x}")).collect();
            // The pieces of one reading follow each other as fast as the wire is.
            let behind = (chunk.bytes.len() - rest.len()) as u64 * 10_000 / 9_600;
            last_ms = last_ms.max(chunk.t_ms + behind);
            lines += &format!("{{\"t_ms\":{last_ms},\"dir\":\"rx\",\"hex\":\"{hex}\"}}\n");
            rest = after;
        }
    }
    lines
}

/// What was told of a recorded game.
struct Told {
    /// By which command, and in which cut.
    by: String,
    /// The moves as they stand at the end.
    game: Value,
    /// Every alert of severity `warning` or `ruling`: the recording must justify it.
    severe: Vec<Value>,
}

impl Told {
    /// The kinds of those alerts.
    fn kinds(&self) -> Vec<&str> {
        self.severe.iter().map(|alert| alert["kind"].as_str().expect("a kind")).collect()
    }
}

/// The alerts of severity `warning` and `ruling`.
fn severe(records: &[Value]) -> Vec<Value> {
    let is_severe = |record: &&Value| record["severity"] == "warning" || record["severity"] == "ruling";
    records.iter().filter(is_severe).cloned().collect()
}

/// Has `replay` read a recording as it is, and plays it to the service in every cut, so many times faster than
/// real.
fn told_of(recording: &str, speed: &str) -> Vec<Told> {
    let Some(path) = shared(&format!("boards/captures/{recording}")) else { return Vec::new() };
    let mut replay = touchmove(["replay", "--board", "dgt"]);
    let output = replay.arg(&path).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let records: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let game = records.last().expect("a game").clone();
    assert_eq!(json!(moves_made(&records)), game["moves"], "what was made one by one, and the game at the end");
    let mut told = vec![Told { by: "replay".to_owned(), game, severe: severe(&records) }];
    for cut in [Cut::AsRecorded, Cut::ByteByByte, Cut::Random] {
        let folder = folder();
        let mut service = service(&folder, "dgt", "broker.listen = \"127.0.0.1:0\"", &["--speed", speed]);
        let port = broker_port(&mut service);
        let mut reader = subscriber(port, "1", "#");
        let capture = write(&folder, "capture.jsonl", &recut(&path, cut));
        let mut board = emulator(&folder, "dgt", &["--speed", speed, "--capture", &capture]);
        assert_eq!(board.ended().code(), Some(0));
        message(&mut reader, "loss of the board", is_board("lost"));
        service.signal("TERM");
        assert_eq!(service.ended().code(), Some(0));
        // What was on its way came before the word that the table is offline.
        let is_offline = |message: &Message| message.leaf == "status" && message.body()["online"] == false;
        message(&mut reader, "absence", is_offline);
        let records = journaled(&reader);
        assert_each_once_in_order(&records);
        let mut games = reader.seen.iter().filter_map(|line| Message::read(line));
        let game = games.rfind(|message| message.leaf == "arbiter/game").expect("a game").body();
        assert_eq!(json!(moves_made(&records)), game["moves"], "{cut:?}");
        told.push(Told { by: format!("run, {cut:?}"), game, severe: severe(&records) });
    }
    told
}

/// The moves in a file of numbered ones.
fn numbered_moves(path: &PathBuf) -> Vec<String> {
    let text = fs::read_to_string(path).expect("readable");
    let is_move = |word: &&str| !word.ends_with('.') && !["*", "1-0", "0-1", "1/2-1/2"].contains(word);
    text.split_whitespace().filter(is_move).map(str::to_owned).collect()
}

#[test]
fn the_recording_of_a_blitz_game_gives_its_moves_however_it_is_cut() {
    for told in told_of("arnsholt-dgtdriver/1.inbytes", "5") {
        let Told { by, game, severe } = &told;
        let expected = numbered_moves(&shared("boards/captures/arnsholt-dgtdriver/1.uci").expect("beside the other"));
        assert_eq!(expected.len(), 57);
        assert_eq!((&game["moves"], &game["result"]), (&json!(expected), &json!("*")), "{by}");
        assert_eq!(told.kinds(), [""; 0], "{by}: {severe:?}");
    }
}

#[test]
fn the_recording_of_a_game_lost_on_time_gives_its_moves_however_it_is_cut() {
    for told in told_of("arnsholt-dgtdriver/johan.inbytes", "5") {
        let Told { by, game, severe } = &told;
        let expected =
            numbered_moves(&shared("boards/captures/arnsholt-dgtdriver/johan.pgn").expect("beside the other"));
        assert_eq!(expected.len(), 43);
        assert_eq!(game["sans"], json!(expected), "{by}");
        // Black's time runs out after White's 22nd move.
        assert_eq!(told.kinds(), ["flag-fall"], "{by}: {severe:?}");
    }
}

/// The moves of a game that was recorded without a list of them, as its positions show them one by one.
const READ_ONCE_A_SECOND: &str = "a4 e5 Nf3 Nc6 d3 a5 c4 Qf6 Nc3 d6 Qd2 Be7 e4 Bg4 Nd5 Qe6 Qg5 Bxf3 gxf3 Bxg5 Bxg5 Qd7 \
    O-O-O b5 axb5 Nb4 d4 exd4 Rxd4 f6 Bf4 Ne7 b6 Qa4 bxc7 Qc2#";

#[test]
fn the_recording_of_a_board_read_once_a_second_gives_its_moves_however_it_is_cut() {
    let expected: Vec<&str> = READ_ONCE_A_SECOND.split_whitespace().collect();
    assert_eq!(expected.len(), 36);
    for told in told_of("derived/dgt-acarabott-poll1hz-chunks.jsonl", "20") {
        let Told { by, game, severe } = &told;
        assert_eq!(game["sans"], json!(expected), "{by}");
        assert_eq!((&game["phase"], &game["result"]), (&json!("over"), &json!("0-1")), "{by}");
        assert_eq!(told.kinds(), ["game-ended-checkmate"], "{by}: {severe:?}");
    }
}

#[test]
fn a_board_that_is_recognised_first_loses_nothing_of_what_it_says_meanwhile() {
    let Some(recording) = shared("boards/captures/arnsholt-dgtdriver/1.inbytes") else { return };
    let moves = numbered_moves(&recording.with_extension("uci"));
    let folder = folder();
    let mut board = emulator(&folder, "dgt", &["--capture", &recording.display().to_string()]);
    let mut service = service(&folder, "auto", "broker.listen = \"127.0.0.1:0\"", &[]);
    let mut reader = subscriber(broker_port(&mut service), "1", "#");
    assert_eq!(board.ended().code(), Some(0));
    message(&mut reader, "loss of the board", is_board("lost"));
    service.signal("TERM");
    let is_offline = |message: &Message| message.leaf == "status" && message.body()["online"] == false;
    message(&mut reader, "absence", is_offline);
    assert_eq!((moves.len(), moves_made(&journaled(&reader))), (57, moves));
}

#[test]
fn a_board_that_answers_and_never_shows_its_position_is_told() {
    let folder = folder();
    // A clock's reading every two seconds, as recorded, and nothing else.
    let lines: Vec<String> = (0..10)
        .map(|n| format!("{{\"t_ms\":{},\"dir\":\"rx\",\"hex\":\"8d000a20030220030208\"}}", n * 2_000))
        .collect();
    let capture = write(&folder, "clock.jsonl", &lines.join("\n"));
    let mut board = emulator(&folder, "dgt", &["--capture", &capture]);
    let mut service = service(&folder, "dgt", "broker.listen = \"127.0.0.1:0\"", &[]);
    let mut reader = subscriber(broker_port(&mut service), "1", "#");
    let has_trouble = |message: &Message| {
        message.leaf == "status"
            && message.body()["board"]["trouble"]
                .as_str()
                .is_some_and(|trouble| trouble.contains("what stands on its squares"))
    };
    let status = message(&mut reader, "trouble", has_trouble).body();
    assert_eq!(status["board"]["state"], "searching", "{status}");
    let mut seen = reader.seen.iter().filter_map(|line| Message::read(line));
    assert!(!seen.any(|message| is_board("connected")(&message)), "{:?}", reader.seen);
    let told = "The board answers, but has not told what stands on its squares";
    service.until("warning", |line| line.contains(told));
    assert_eq!(board.ended().code(), Some(0));
    service.signal("TERM");
    service.ended();
    assert_eq!(service.seen.iter().filter(|line| line.contains(told)).count(), 1);
}

#[test]
fn a_broker_that_is_not_reached_is_told_on_the_page_until_it_is() {
    let folder = folder();
    let port = free_port();
    let mut service = service(&folder, "dgt", &format!("mqtt.url = \"mqtt://127.0.0.1:{port}\""), &[]);
    let line = service.until("page", |line| line.contains("The page is served."));
    let line: Value = serde_json::from_str(&line).expect("a JSON object a line");
    let page = line["address"].as_str().expect("an address").to_owned();
    let tables = || {
        let mut stream = TcpStream::connect(&page).expect("it listens");
        let request = format!("GET /tables HTTP/1.1\r\nHost: {page}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer
    };
    let is_away = || tables().contains("\"broker_away\":true");
    assert!(!is_away(), "it has only just begun");
    let wait = |away: bool| {
        let until = Instant::now() + Duration::from_secs(60);
        while is_away() != away {
            assert!(Instant::now() < until, "{}", tables());
            thread::sleep(Duration::from_millis(100));
        }
    };
    wait(true);
    let conf = write(&folder, "late.conf", &format!("listener {port} 127.0.0.1\nallow_anonymous true\n"));
    let mut command = mosquitto("mosquitto");
    command.args(["-c", &conf]);
    let _broker = Program::start(command, Output::Err);
    wait(false);
}

#[test]
fn on_a_terminal_the_demo_keeps_page_and_broker_until_enter() {
    let (person, of_program, _) = terminal().expect("a pseudo-terminal");
    let mut command = touchmove(["demo", "--speed", "50", "--ports-free"]);
    let output = of_program.try_clone().expect("another handle");
    command.stdin(Stdio::from(of_program)).stdout(Stdio::from(output)).stderr(Stdio::inherit());
    let mut demo = command.spawn().expect("it runs");
    drop(command);
    let mut lines = BufReader::new(person.try_clone().expect("another handle")).lines();
    let asked = lines.by_ref().map_while(Result::ok).find(|line| line.contains("until you press Enter"));
    let asked = asked.expect("it says how it ends");
    let page = asked.split_once("http://").and_then(|(_, rest)| rest.split_once('/')).expect("an address").0.to_owned();
    let tables = || {
        let mut stream = TcpStream::connect(&page).expect("the page is there");
        let request = format!("GET /tables HTTP/1.1\r\nHost: {page}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer
    };
    thread::sleep(Duration::from_secs(2));
    assert_eq!(demo.try_wait().expect("a child can be waited for"), None, "it ended by itself");
    let shown = tables();
    assert!(shown.contains("\"board\":\"connected\"") && shown.contains("\"result\":\"1-0\""), "{shown}");
    (&person).write_all(b"\n").expect("Enter is pressed");
    let ended = demo.wait().expect("it ends");
    assert_eq!(ended.code(), Some(0));
}

#[test]
fn long_commands_show_how_far_they_are_on_a_terminal_alone() {
    let folder = folder();
    let games: String = (0..6_000).map(|_| log(START, 0, &SPANISH[..4]) + "\n").collect();
    let path = write(&folder, "games.jsonl", &games);
    let records = || fs::File::create(folder.path().join("records.jsonl")).expect("a file");
    let piped = touchmove(["replay", &path]).stdout(records()).output().expect("it runs");
    assert_eq!((piped.status.code(), piped.stderr.as_slice()), (Some(0), &b""[..]));

    let (person, of_program, _) = terminal().expect("a pseudo-terminal");
    let mut command = touchmove(["replay", &path]);
    command.stdin(Stdio::null()).stdout(records()).stderr(Stdio::from(of_program));
    let mut replay = command.spawn().expect("it runs");
    drop(command);
    let mut shown = Vec::new();
    // Ends with an error where nobody has the terminal any more.
    let _ = (&person).read_to_end(&mut shown);
    assert_eq!(replay.wait().expect("it ends").code(), Some(0));
    let shown = String::from_utf8(shown).expect("UTF-8");
    assert!(shown.contains("games.jsonl: ") && shown.contains(" %"), "{shown:?}");
    assert!(shown.ends_with("\r\u{1b}[K"), "what was shown stays: {shown:?}");
}
