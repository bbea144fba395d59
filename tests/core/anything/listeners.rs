//! The same for whoever listens to a network, or reads files that others have made: real ones, damaged.

use std::{fs, path::Path};

use proptest::{collection::vec, prelude::*, sample::Index};
use serde_json::{Value, json};
use touchmove::{
    daemon::config,
    table::{Line, Replay, read_line},
};

use super::{Bytes, cases};
use crate::common::any::{
    air, broker, capture, client, command, config as any_config, hall, journal, page, pairings, winnable, workbook,
};

/// A broker names a topic by a number that it has never given, for which the client leaves by itself (MQTT 5.0, section
/// 3.3.2.3.4): who has not been told to stop comes again.
#[test]
fn what_a_broker_must_not_say_stops_neither_table_nor_hall() {
    const UNKNOWN_ALIAS: [u8; 12] = [0x32, 10, 0, 0, 0x13, 0xef, 3, 0x23, 0x25, 0x93, b'{', b'}'];
    for who in [2, 6] {
        client::hear(&[&[who][..], &UNKNOWN_ALIAS].concat());
    }
}

/// A byte of the schema is none of UTF-8, which rusqlite takes for granted in the name of a column; its format is one that
/// SQLite does not know, which it calls an error in general; and a column has another name than ours.
#[test]
fn a_journal_whose_schema_cannot_be_read_is_set_aside() {
    for damages in [&[10, 0, 5, 12, 0, 15, 0x9d, 0x80][..], &[0, 0, 47, 0x90], &[0, 12, 16, 0xff]] {
        journal::open(damages);
    }
}

/// What fuzzing begins with: by the name of the folder it belongs in, and the name of the file.
pub(super) type Seed = (String, String, Vec<u8>);

/// A target of fuzzing: its name, what it does, and what it begins with.
type Target = (&'static str, fn(&[u8]), fn() -> Vec<(String, Vec<u8>)>);

const TARGETS: [Target; 14] = [
    ("air", air::hear, of_air),
    ("broker", broker::send, of_broker),
    ("capture", capture::read, of_capture),
    ("client", client::hear, of_client),
    ("command", command::give, of_command),
    ("config", any_config::read, of_config),
    ("hall", hall::tell, of_hall),
    ("journal", journal::open, of_journal),
    ("lichess", air::answer, of_lichess),
    ("livechess", air::answer, of_livechess),
    ("page", page::send, of_page),
    ("pairings", pairings::import, of_pairings),
    ("winnable", winnable::ask, of_winnable),
    ("workbook", workbook::import, of_workbook),
];

/// All that targets begin with.
pub(super) fn seeds() -> Vec<Seed> {
    let of = |(target, _, seeds): &Target| {
        let named = |(name, bytes)| ((*target).to_owned(), name, bytes);
        seeds().into_iter().map(named).collect::<Vec<Seed>>()
    };
    let mut all: Vec<Seed> = TARGETS.iter().flat_map(of).collect();
    // The same bytes as the broker's, whoever cuts them.
    let frames = of_broker().into_iter().map(|(name, bytes)| ("frames".to_owned(), name, bytes));
    all.extend(frames);
    all
}

/// Takes a seed, where it is one of these.
pub(super) fn take(target: &str, bytes: &[u8]) {
    if let Some((_, take, _)) = TARGETS.iter().find(|(name, ..)| *name == target) {
        take(bytes);
    }
}

/// Damages of a seed: where, what with, and in which way.
type Damages = Vec<(Index, Index, u8, u8)>;

fn damages() -> impl Strategy<Value = (Index, Damages)> {
    (any::<Index>(), vec((any::<Index>(), any::<Index>(), any::<u8>(), 0_u8..7), 1..7))
}

/// One of the seeds, damaged.
fn damaged(seeds: &[(String, Vec<u8>)], (which, damages): &(Index, Damages)) -> Bytes {
    let mut bytes = which.get(seeds).1.clone();
    for (from, to, byte, way) in damages {
        if bytes.is_empty() {
            break;
        }
        let (one, other) = (from.index(bytes.len()), to.index(bytes.len()));
        let (first, last) = (one.min(other), one.max(other));
        match way {
            0 => bytes[first] = *byte,
            1 => bytes.insert(first, *byte),
            2 => drop(bytes.drain(first..last.min(first + 8))),
            3 => bytes.truncate(last),
            4 => {
                let piece = bytes[first..last.min(first + 40)].to_vec();
                bytes.splice(first..first, piece);
            }
            5 => exchange(&mut bytes, first, last),
            _ => number(&mut bytes, first, *byte),
        }
    }
    Bytes(bytes)
}

/// Two lines change places.
fn exchange(bytes: &mut Vec<u8>, first: usize, last: usize) {
    let mut lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
    let line_of = |at: usize| bytes[..at].iter().filter(|byte| **byte == b'\n').count();
    lines.swap(line_of(first), line_of(last));
    *bytes = lines.join(&b'\n');
}

/// A number becomes one at which something ends.
fn number(bytes: &mut Vec<u8>, from: usize, choice: u8) {
    const ENDS: [&str; 9] = [
        "0",
        "-1",
        "255",
        "65536",
        "4294967295",
        "9007199254740993",
        "9223372036854775807",
        "18446744073709551615",
        "1e400",
    ];
    let Some(begin) = bytes[from..].iter().position(u8::is_ascii_digit).map(|at| from + at) else { return };
    let digits = bytes[begin..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    bytes.splice(begin..begin + digits, ENDS[usize::from(choice) % ENDS.len()].bytes());
}

macro_rules! damaged {
    ($($name:ident: $target:literal;)*) => {
        proptest! {
            #![proptest_config(cases())]
            $(#[test]
            fn $name(damage in damages()) {
                let (_, take, seeds) = TARGETS.iter().find(|(name, ..)| *name == $target).expect("a target");
                thread_local! {
                    static SEEDS: std::cell::OnceCell<Vec<(String, Vec<u8>)>> = const { std::cell::OnceCell::new() };
                }
                let bytes = SEEDS.with(|known| damaged(known.get_or_init(seeds), &damage));
                take(&bytes.0);
            })*
        }
    };
}

damaged! {
    a_board_that_was_recorded_is_read_or_refused_with_its_line: "capture";
    a_broadcast_bears_whatever_tables_say: "air";
    a_configuration_is_read_or_refused_with_its_line: "config";
    a_file_of_pairings_is_read_as_it_is_written_or_refused_with_the_place: "pairings";
    a_hall_bears_whatever_it_hears_and_what_it_refuses_changes_nothing: "hall";
    a_journal_is_read_as_far_as_it_is_whole: "journal";
    a_table_refuses_a_command_without_any_change: "command";
    a_workbook_is_read_or_refused_with_the_place: "workbook";
    a_table_and_a_hall_bear_whatever_a_broker_says: "client";
    clients_of_livechess_are_answered_whatever_they_ask: "livechess";
    pushes_bear_whatever_lichess_answers: "lichess";
    questions_who_can_win_are_answered_or_refused_with_their_line: "winnable";
    the_broker_serves_the_service_whatever_others_send: "broker";
    the_page_serves_others_whatever_somebody_sends: "page";
}

fn file(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)).expect("a file of ours")
}

/// So many worked cases of the Laws, spread over all of them: what each is called, and its log.
fn logs(count: usize) -> Vec<(String, String)> {
    let text = String::from_utf8(file("scenarios/laws.jsonl")).expect("UTF-8");
    let lines: Vec<&str> = text.lines().collect();
    let log = |number: usize| Some((format!("case-{number}"), (*lines.get(number)?).to_owned()));
    (0..lines.len()).step_by((lines.len() / count).max(1)).filter_map(log).collect()
}

fn of_air() -> Vec<(String, Vec<u8>)> {
    let of = |(name, log): (String, String)| {
        let game = match read_line(&log, 1) {
            Ok(Line::Game(header, _)) => header.id(),
            _ => "g".to_owned(),
        };
        let records: String = air::said(&log).iter().map(|json| format!(">1 {json}\n")).collect();
        (name, format!("#1 {game}\n{records}+5000\n.\n*1 1/2-1/2\n").into_bytes())
    };
    let mut all: Vec<(String, Vec<u8>)> = logs(30).into_iter().map(of).collect();
    let pgn = touchmove::emulate::DEMO_PGN.replace('\n', "|");
    all.push(("pgn".to_owned(), format!("#1 g\n:1 {pgn}\n+5000\n").into_bytes()));
    all
}

/// A PUBLISH, of MQTT 5 with a content type.
fn publish(topic: &str, payload: &str, qos: u8, retain: u8, version: u8) -> Vec<u8> {
    let mut body = vec![0, topic.len() as u8];
    body.extend(topic.as_bytes());
    if qos > 0 {
        body.extend([0, 9]);
    }
    if version == 5 {
        body.extend([5, 0x03, 0, 2, b'a', b'b']);
    }
    body.extend(payload.as_bytes());
    [&[0x30 | qos << 1 | retain, body.len() as u8][..], &body].concat()
}

fn of_broker() -> Vec<(String, Vec<u8>)> {
    let subscribe = |version: u8| -> Vec<u8> {
        let properties: &[u8] = if version == 5 { &[0] } else { &[] };
        let body = [&[0, 7][..], properties, &[0, 3, b't', b'/', b'#', 1]].concat();
        [&[0x82, body.len() as u8][..], &body].concat()
    };
    let will = [
        0x10, 25, 0, 4, b'M', b'Q', b'T', b'T', 5, 0x2e, 0, 60, 0, 0, 1, b'w', 0, 0, 3, b't', b'/', b'w', 0, 2, b'o',
        b'h',
    ];
    let mut all = Vec::new();
    for (how, version) in [(0, 4), (0, 5), (1, 5), (2, 4), (3, 5), (4, 5), (6, 4), (7, 5)] {
        let mut bytes = vec![how];
        if how & 3 == 0 {
            bytes.extend(broker::connect(version, "s", None));
        }
        bytes.extend(subscribe(version));
        for (qos, retain) in [(0, 1), (1, 0), (2, 1)] {
            bytes.extend(publish("t/1", "{\"x\":1}", qos, retain, version));
        }
        // PUBREL, UNSUBSCRIBE, PINGREQ, and the end.
        bytes.extend([0x62, 2, 0, 9, 0x40, 2, 0, 1, 0xc0, 0, 0xe0, 0]);
        all.push((format!("{how}-{version}"), bytes));
    }
    all.push(("will".to_owned(), [&[0][..], &will, &[0xc0, 0]].concat()));
    all.push(("auth".to_owned(), [&[3][..], &[0xf0, 2, 0x18, 0]].concat()));
    all
}

/// Captures of every form: of a DGT board, cut from its page, and the times at their ends.
fn of_capture() -> Vec<(String, Vec<u8>)> {
    let forms = [
        "{\"t_ms\":12,\"dir\":\"rx\",\"hex\":\"8e00053400\"}\n{\"t_ms\":3000,\"dir\":\"tx\",\"hex\":\"4b\"}\n",
        "{\"dir\":\"rx\",\"hex\":\"8e 00 05 34 00\",\"poll\":1.5}\n\n{\"dir\":\"rx\",\"hex\":\"\",\"poll\":31622400}\n",
        "jgAFNAA=\njgAFNAE=\n",
        "{\"t_ms\":31622400000,\"dir\":\"rx\",\"hex\":\"00\"}\n{\"dir\":\"rx\",\"hex\":\"01\"}\n",
    ];
    let speed = |number: usize| if number == 3 { 0 } else { 32 };
    forms
        .iter()
        .enumerate()
        .map(|(number, text)| (number.to_string(), [&[speed(number)], text.as_bytes()].concat()))
        .collect()
}

/// What brokers say to tables and halls: acknowledgements, commands, records, the end.
fn of_client() -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    for how in 0..8_u8 {
        let version = if how & 1 == 0 { 5 } else { 4 };
        let end: &[u8] = if version == 5 { &[0] } else { &[] };
        let suback = [&[0x90, 3 + end.len() as u8, 0, 1], end, &[1]].concat();
        let mut bytes = [&[how][..], &suback, &[0x40, 2, 0, 1, 0x40, 2, 0, 2, 0xd0, 0]].concat();
        bytes.extend(publish("chess/1/command", r#"{"command":"suspend","id":"1"}"#, 1, 0, version));
        bytes.extend(publish("chess/1/arbiter/state", r#"{"type":"status","online":true}"#, 1, 1, version));
        bytes.extend(publish("chess/1/move", "", 0, 0, version));
        bytes.extend([&[0x62, 2, 0, 9, 0xe0, end.len() as u8], end].concat());
        all.push((how.to_string(), bytes));
    }
    all.push(("refused-5".to_owned(), vec![0, 0x20, 3, 0, 0x87, 0]));
    all.push(("refused-3".to_owned(), vec![1, 0x20, 2, 0, 5]));
    all.push(("limits".to_owned(), vec![2, 0xd0, 0, 0x20, 10, 1, 0, 7, 0x21, 0, 1, 0x27, 0, 0, 0, 40]));
    all
}

/// Damages of the journal: of its header, of a page's, of a text.
fn of_journal() -> Vec<(String, Vec<u8>)> {
    let damages = [vec![0, 0, 18, 9], vec![0, 0, 100, 5, 0, 16, 0, 13], vec![0, 40, 7, b'x', 1, 0, 0, 0], Vec::new()];
    damages.into_iter().enumerate().map(|(number, bytes)| (number.to_string(), bytes)).collect()
}

/// Every command of the worked cases, and those that none of them has.
fn of_command() -> Vec<(String, Vec<u8>)> {
    let text = String::from_utf8(file("scenarios/laws.jsonl")).expect("UTF-8");
    let mut all = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| line.contains("\"command\"")) {
        let Ok(log) = serde_json::from_str::<Value>(line) else { continue };
        let events = log["events"].as_array().into_iter().flatten();
        let commands = events.filter(|event| event["ev"] == "command").map(|event| event["command"].to_string() + "\n");
        let given = commands.collect::<String>().replace(log["id"].as_str().unwrap_or("-"), "s");
        all.push((format!("case-{number}"), format!("e2e4\ne7e5\ng1g3\n+500\n{given}").into_bytes()));
    }
    // Every tenth is enough: many are alike.
    let mut all: Vec<(String, Vec<u8>)> = all.into_iter().step_by(10).collect();
    let others = [
        r#"{"command":"suspend","id":"1","by":"A"}"#,
        "d2d4",
        r#"{"command":"resume","id":"2"}"#,
        r#"{"command":"set-players","id":"3","white":{"name":"A","rating":2310,"title":"FM"},"black":{"name":"B"}}"#,
        r#"{"command":"set-position","id":"4","fen":"4k3/8/8/8/8/8/8/4K2R w K - 0 1"}"#,
        r#"{"command":"take-back","id":"5","plies":1}"#,
        r#"{"command":"set-move","id":"6","ply":1,"uci":"d2d4"}"#,
        r#"{"command":"set-result","id":"7","result":"1/2-1/2","termination":"agreed"}"#,
        r#"{"command":"reopen","id":"8"}"#,
        r#"{"command":"identify"}"#,
        r#"{"command":"resync","id":"9","seq":2}"#,
        r#"{"command":"new-game","id":"10","fen":"4k3/8/8/8/8/8/8/4K2R w K - 0 1","edition":"2023","regime":"blitz","abandon":true}"#,
        "h1h7",
    ];
    all.push(("others".to_owned(), others.join("\n").into_bytes()));
    all
}

fn of_config() -> Vec<(String, Vec<u8>)> {
    // Every key stands there once, those in comments with an example.
    let uncommented: String = config::show()
        .lines()
        .map(|line| line.strip_prefix("# ").filter(|line| line.contains(" = ")).unwrap_or(line).to_owned() + "\n")
        .collect();
    vec![
        ("shown".to_owned(), config::show().into_bytes()),
        ("set".to_owned(), uncommented.into_bytes()),
        ("packaged".to_owned(), file("../systemd/touchmove.toml")),
        (
            "tables".to_owned(),
            b"[mqtt]\nurl = \"mqtts://broker.example, mqtts://b.example:1\"\nusername = \"t\"\npassword_file = \"/p\"\n\
              [[table]]\nname = \"1\"\nboard.serial = \"25805\"\nlaws.time_control = \"5400+30\"\n[[table]]\nname = \"2\"\n\
              board.port = \"/dev/ttyUSB0\"\nboard.kind = \"dgt-bus\"\nboard.address = 5\nlaws.regime = \"blitz\"\n\
              [broadcast.lichess]\ntoken_file = \"/t\"\nrounds = { 1 = \"AbCd1234\", \"A 2\" = \"EfGh5678\" }\n"
                .to_vec(),
        ),
    ]
}

/// What a table says of a log to its arbiters, with times of day, as the hall hears it.
fn heard_of(log: &str) -> String {
    let mut lines = String::new();
    let replayed = Replay::with_whole_state().run(log.as_bytes(), &mut |record| {
        let mut said = serde_json::to_value(record).expect("JSON");
        let t_ms = said["t_ms"].as_i64().unwrap_or(0);
        said["at"] = json!(hall::BEGIN.plus(t_ms).to_string());
        let sign = if said["type"] == "reply" { '<' } else { '>' };
        lines += &format!("{sign}7 {said}\n");
        Ok(())
    });
    replayed.expect("a log");
    lines
}

/// Worked cases as halls hear them, with what is offered to be done; and a round from its file to its end.
fn of_hall() -> Vec<(String, Vec<u8>)> {
    let of = |(name, log): (String, String)| {
        let mut venue = hall::Venue::default();
        let mut lines = String::from("@7 A\n");
        for line in heard_of(&log).lines() {
            lines += &format!("{line}\n");
            venue.hear(line);
            venue.settle();
        }
        let cases = venue.hall.case_views().flat_map(|view| {
            let id = &view.queued.case.id;
            let table = view.queued.case.tables.first();
            let steps = ["seen", "go", "go-not", "unshelve"].map(|step| json!({ "request": step, "case": id }));
            let shelved = json!({ "request": "shelve", "case": id, "for_s": 60 });
            let done = view.offers.iter().take(2).flat_map(move |offer| {
                let preview = json!({ "request": "preview", "table": table, "acts": offer.acts });
                [preview, json!({ "request": "act", "table": table, "case": id, "acts": offer.acts })]
            });
            steps.into_iter().chain([shelved]).chain(done).collect::<Vec<Value>>()
        });
        cases.for_each(|request| lines += &format!("?{request}\n"));
        lines += "+2500\n?{\"request\":\"take-back\",\"entry\":1}\n!{\"request\":\"search\",\"filter\":{\"text\":\"a\"}}\n.\n";
        lines += "!{\"request\":\"offers\",\"table\":\"7\"}\n";
        (name, lines.into_bytes())
    };
    let mut all: Vec<(String, Vec<u8>)> = logs(40).into_iter().map(of).collect();
    for name in ["python-trf.trf", "sharly-chess.trf", "sharly-chess.pgn"] {
        let text = String::from_utf8(file(&format!("pairings/{name}"))).expect("UTF-8").replace('\n', "|");
        let status = json!({ "type": "status", "online": true, "seq": 0, "t_ms": 0, "at": hall::BEGIN.to_string(),
            "board": { "state": "connected", "kind": "dgt", "port": "/dev/ttyACM0", "serial": null } });
        let requests = [
            r#"{"request":"import","digest":"$"}"#,
            r#"{"request":"event","set":{"name":"Open","default_time_min":30,"regime":"","time_control":"5400+30"}}"#,
            r#"{"request":"pair","round":3,"board":{"number":1},"table":"2"}"#,
            r#"{"request":"pair","round":3,"board":{"number":1},"to":{"number":2}}"#,
            r#"{"request":"pair","round":3,"board":{"number":2},"white":{"name":"New, Name","title":"FM"},"swap_colours":true}"#,
            r#"{"request":"start-round","round":3}"#,
            r#"{"request":"absent","round":3,"board":{"number":1},"who":"black","announced":true}"#,
            r#"{"request":"round-result","round":3,"board":{"number":2},"result":"1-0"}"#,
            r#"{"request":"end-round","round":3,"missing":[{"number":3},{"number":4}]}"#,
        ];
        let requests: String = requests.iter().map(|request| format!("?{request}\n")).collect();
        let lines = format!(">1 {status}\n>2 {status}\n~2 {status}\n={text}\n{requests}+1000\n={text}\n.\n");
        all.push((name.to_owned(), lines.into_bytes()));
    }
    all
}

fn of_lichess() -> Vec<(String, Vec<u8>)> {
    let taken = r#"{"games":[{"tags":{"GameId":"x-6-1"},"moves":2},{"tags":{},"error":"No move found: Pawn a8"}]}"#;
    let round = r#"{"round":{"id":"AbCd1234","delay":900},"tour":{}}"#;
    let lines = [
        ("taken", format!("%200 - {taken}\n&{round}\n+60000\n%200 - {taken}\n.\n")),
        ("limited", format!("%429 5 {{\"error\":\"slow\"}}\n+6000\n%413 - \n+2000\n%200 - {taken}\n")),
        ("failed", "%502 - <html>\n+2000\n%401 - {\"error\":{\"x\":[1]}}\n+60000\n%200 - {\"games\":[]}\n".to_owned()),
    ];
    lines.into_iter().map(|(name, text)| (name.to_owned(), text.into_bytes())).collect()
}

fn of_livechess() -> Vec<(String, Vec<u8>)> {
    let frames = [
        r#"{"call":"eboards","id":1}"#,
        r#"{"call":"tournaments","id":"2"}"#,
        r#"{"call":"subscribe","id":3,"param":{"feed":"eboardevent","id":9,"param":{"serialnr":"1"}}}"#,
        r#"{"call":"call","id":4,"param":{"id":9,"method":"setup","param":{"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}}}"#,
        r#"{"call":"call","id":5,"param":{"id":9,"method":"flip"}}"#,
        r#"{"call":"round","id":6,"param":{"uuid":"x","round":0}}"#,
        r#"{"call":"unsubscribe","id":7,"param":{"id":9}}"#,
    ];
    let asked: String = frames.iter().map(|frame| format!("${frame}\n")).collect();
    let news = "*1 1-0\n+5000\n$x\n*1 *\n+5000\n";
    let addresses = "/eboards\n/tournaments\n/tournament/x\n/round/x/0\n/game/x\n";
    vec![("asked".to_owned(), format!("+5000\n{asked}{news}{asked}{addresses}").into_bytes())]
}

fn of_page() -> Vec<(String, Vec<u8>)> {
    let get = |path: &str| (path.replace('/', "_"), page::request("GET", path, ""));
    let post = |path: &str, body: &str| (path.replace('/', "_"), page::request("POST", path, body));
    let mut all: Vec<(String, Vec<u8>)> = [
        "/",
        "/tables",
        "/table/1/game",
        "/table/%31/pgn",
        "/metrics",
        "/console/main.js",
        "/api/me",
        "/api/record.csv?text=a&by=B&from=1&how=by-itself",
        "/api/record.json?table=1",
        "/api/table/1/records.jsonl?game=s",
        "/api/results.pgn?section=A&round=3",
        "/broadcast/games.pgn",
        "/nothing",
    ]
    .map(get)
    .to_vec();
    all.push(post("/table/1/command", r#"{"command":"suspend","id":"1"}"#));
    all.push(post("/api/request", r#"{"request":"go","id":"p3-18","case":"s-7#1"}"#));
    all.push(post("/api/import?name=r.csv&round=2", "Board,White,Black,Result\n1,A,B,1-0\n"));
    all.push(post("/api/sign-in", r#"{"name":"A","password":"correct horse"}"#));
    all.push(post("/api/enter", r#"{"code":"x"}"#));
    all.push(post("/api/people", r#"{"people":"add","name":"B"}"#));
    let cookie = "GET /api/me HTTP/1.1\r\nHost: 127.0.0.1:80\r\nCookie: a=b; touchmove-8080=x\r\nOrigin: http://127.0.0.1:80\r\n\
                  X-Forwarded-For: 10.0.0.1, ::1\r\nX-Forwarded-Proto: https\r\nSec-Fetch-Site: same-origin\r\n\r\n";
    all.push(("cookie".to_owned(), cookie.as_bytes().to_vec()));
    let socket = "GET /api/live HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer k\r\nConnection: Upgrade\r\n\
                  Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    let frame = [&[0x81, 0x80 | 13, 0, 0, 0, 0][..], b"{\"look\":[\"1\"]}", &[0x88, 0x80, 0, 0, 0, 0]].concat();
    all.push(("socket".to_owned(), [socket.as_bytes(), &frame].concat()));
    all
}

fn of_pairings() -> Vec<(String, Vec<u8>)> {
    let names = ["python-trf.trf", "sharly-chess.trf", "sharly-chess.pgn", "python-chess.pgn", "chess-results.xlsx"];
    let mut all = names.map(|name| (name.to_owned(), file(&format!("pairings/{name}")))).to_vec();
    let table = "Ergebnis;Schwarz;Schwarz Elo;Brett;Weiß;Weiß Titel\n;Müller, Jörg;1900;2;\"Groß; Eva\";FM\n\
                 1-0;Weiss, Jan;;1;Çelik, Ada;\n;spielfrei;;;Öz, Can;\n";
    all.push(("table.csv".to_owned(), table.as_bytes().to_vec()));
    let ours = "Section,Round,Board,Match,Table,White No.,White,Result,Black No.,Black,White Team,Black Fed\n\
                A,2,1,3,7,4,\"Silva, João\",+/-,5,\"Dubois, Marc\",Motor,FRA\nA,2,,,,6,\"Kaya, Deniz\",H,,bye,,\n";
    all.push(("ours.csv".to_owned(), ours.as_bytes().to_vec()));
    all
}

fn of_winnable() -> Vec<(String, Vec<u8>)> {
    let lines = [
        "8/8/8/8/8/5K1k/8/6Q1 w - - 0 1\n\n8/8/8/8/8/5K1k/8/6Q1 w - - black\n",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 white\n",
        "4k3/8/8/2p1p1p1/1pPpPpPp/1P1P1P1P/8/4K1B1 b - - 0 1\nx\n8/8/8/8/8/8/8/8 w - -\n",
        "bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w FDfd - 0 1\n",
    ];
    lines.iter().enumerate().map(|(number, text)| (number.to_string(), text.as_bytes().to_vec())).collect()
}

fn of_workbook() -> Vec<(String, Vec<u8>)> {
    let parts = workbook::parts(&file("pairings/chess-results.xlsx"));
    vec![("chess-results".to_owned(), parts.into_bytes())]
}
