//! The pictures of the documents: views of a hall in which all that arbiters are called for waits at once.
//!
//! Each run makes them and holds what they show against `pictures.txt`, so that they stay true. Where
//! `TOUCHMOVE_PICTURES` is set, `docs/` and `pictures.txt` get them as they are now.

use std::{fs, path::Path, time::Duration};

use protocols::Color;
use serde_json::{Value, json};
use touchmove::{
    rules::{
        GameResult,
        pgn::{PgnGame, PgnMove, read_games},
    },
    words::Language,
};

use crate::{
    common::console::{PASSWORD, Person},
    console::Hall,
    driver::Browser,
    words,
};

/// Largest picture, in bytes: documents are read over slow lines, too.
const MAX_BYTES: usize = 150_000;

/// Each picture: its name, the view, and size in pixels.
const PICTURES: [(&str, &str, u32, u32); 4] = [
    ("wall", "#/wall", 1180, 720),
    ("queue", "#/queue", 1180, 800),
    ("table", "#/table/4", 1180, 800),
    ("phone", "#/queue", 390, 844),
];

/// What is in sight, a line each, whatever the time: states, words and buttons. By name, as who waits longest may change.
const SHOWN: &str = r"
    const text = e => e.textContent.replace(/\s+/g, ' ').trim();
    const timeless = s => s.replace(/\d+(:\d\d)+(\.\d)?/g, '0:00').replace(/for 0:00|[▶▸]/g, '').trim();
    const seen = e => e.getClientRects().length && getComputedStyle(e).visibility !== 'hidden';
    const all = selector => [...document.querySelectorAll('main ' + selector)].filter(seen);
    const lines = [
        ...all('.chip').map(e => 'filter: ' + text(e)),
        ...all('.tile').map(e => 'tile: ' + ['.no', '.tag', '.say, .res'].map(s => e.querySelector(s)).filter(Boolean).map(text).join(' | ')),
        ...all('.qi').map(e => 'case: ' + text(e)),
        ...all('h1, h2, h3').map(e => 'heading: ' + text(e)),
        ...all('.acts button').map(e => 'button: ' + text(e)),
    ];
    return lines.map(timeless).sort();";

/// White and Black of each table.
const PLAYERS: [(&str, &str); 12] = [
    ("Okonkwo, Adaeze", "Lindqvist, Per"),
    ("Moreau, Élise", "Tanaka, Haruto"),
    ("Papadopoulou, Eleni", "Kowalczyk, Jan"),
    ("Ferri, Luca", "Kaya, Deniz"),
    ("Haddad, Samir", "Novák, Tereza"),
    ("Bergström, Nils", "Petrenko, Oksana"),
    ("Silva, João", "Krüger, Hanna"),
    ("Nguyen, Thi Mai", "Vaidyanathan, Ravi"),
    ("Rossi, Chiara", "O'Brien, Niamh"),
    ("Ivanov, Pavel", "Mbeki, Thandi"),
    ("Horvat, Ana", "Suzuki, Ren"),
    ("Dubois, Marc", "Larsen, Ida"),
];

/// The table that is unplugged and plugged in again, from 0: after so many half-moves, and so many half-moves later.
const UNPLUGGED: usize = 10;
const BEFORE: usize = 6;
const MEANWHILE: usize = 12;

/// How many times slower than other hands those are whose every touch counts, so that a busy computer, which sends
/// and reads in bursts, makes no flicker of them.
const SLOWLY: u64 = 5;

/// A game as a board tells it, with what happens at its end.
struct Script {
    lines: Vec<Value>,
    t_ms: u64,
    slower: u64,
    /// White's and Black's time.
    clocks_ms: [u64; 2],
    plies: u64,
}

impl Script {
    /// The first half-moves of a game.
    fn of(game: &PgnGame, plies: usize) -> Script {
        let mut script = Script::new();
        script.clock(Some(Color::White));
        for played in &game.moves[..plies] {
            script.made(played);
        }
        script
    }

    fn new() -> Script {
        let lines = vec![json!({ "log": "touchmove/1" })];
        Script { lines, t_ms: 0, slower: 1, clocks_ms: [5_400_000; 2], plies: 0 }
    }

    fn slowly(mut self) -> Script {
        self.slower = SLOWLY;
        self
    }

    fn event(&mut self, after_ms: u64, mut event: Value) {
        self.t_ms += after_ms * self.slower;
        event["t_ms"] = json!(self.t_ms);
        self.lines.push(event);
    }

    fn lift(&mut self, square: impl ToString) {
        self.event(250, json!({ "ev": "lift", "sq": square.to_string() }));
    }

    fn drop(&mut self, square: impl ToString) {
        self.event(200, json!({ "ev": "drop", "sq": square.to_string() }));
    }

    fn carry(&mut self, from: impl ToString, to: impl ToString) {
        self.lift(from);
        self.drop(to);
    }

    fn clock(&mut self, running: Option<Color>) {
        let running = running.map(|color| if color == Color::White { "white" } else { "black" });
        let [white_ms, black_ms] = self.clocks_ms;
        self.event(250, json!({ "ev": "clock", "white_ms": white_ms, "black_ms": black_ms, "running": running }));
    }

    /// Who has the move has thought, and presses.
    fn press(&mut self) {
        let mover = (self.plies % 2) as usize;
        self.clocks_ms[mover] -= 7_000 + self.plies * 13_000 % 90_000;
        self.plies += 1;
        self.clock(Some(if mover == 0 { Color::Black } else { Color::White }));
    }

    fn made(&mut self, played: &PgnMove) {
        if let Some((square, _)) = played.captured {
            self.lift(square);
        }
        self.carry(played.from, played.to);
        if let Some((from, to)) = played.castling_rook {
            self.carry(from, to);
        }
        self.press();
    }

    fn text(&self) -> String {
        self.lines.iter().map(|line| format!("{line}\n")).collect()
    }
}

fn games() -> Vec<PgnGame> {
    let text = include_str!("../../src/emulate/demo/round.pgn");
    read_games(text.as_bytes()).map(|game| game.expect("readable")).collect()
}

/// What happens at each table, the first one's first.
fn scripts() -> Vec<Script> {
    let games = games();
    let until_end = |game: &PgnGame| Script::of(game, game.moves.len());
    let begun = |index: usize, plies| Script::of(&games[index], plies);
    let mut scripts = Vec::new();
    scripts.push(begun(12, 19));
    // The bishop goes where no bishop goes.
    let mut script = begun(0, 6).slowly();
    script.carry("c1", "g4");
    script.press();
    scripts.push(script);
    // The knight is touched, the rook moved.
    let mut script = begun(2, 11).slowly();
    script.carry("b8", "b8");
    script.made(&games[2].moves[11]);
    scripts.push(script);
    // The rook is moved first in castling.
    let mut script = begun(3, 11).slowly();
    script.carry("h8", "f8");
    script.carry("e8", "g8");
    script.press();
    scripts.push(script);
    scripts.push(begun(13, 20));
    // White resigns: the kings go to dark squares in the centre.
    assert_eq!(games[5].result, Some(GameResult::BlackWins));
    let mut script = until_end(&games[5]).slowly();
    script.clock(None);
    script.carry("e1", "d4");
    script.lift("e5");
    script.carry("e8", "e5");
    scripts.push(script);
    // Mate.
    scripts.push(until_end(&games[6]));
    let mut script = begun(7, 10);
    script.event(1_000, json!({ "ev": "flag", "by": "white" }));
    scripts.push(script);
    // Its board is lost later.
    scripts.push(begun(8, 14));
    scripts.push(begun(14, 17));
    scripts.push(begun(UNPLUGGED, BEFORE));
    scripts.push(until_end(&games[16]));
    scripts
}

/// What a board shows that is plugged in again: many half-moves more than it last told, and then some that it tells.
fn plugged_in_again() -> String {
    let game = &games()[UNPLUGGED];
    let mut script = Script::new().slowly();
    script.event(0, json!({ "ev": "placement", "fen": game.placement_after(BEFORE + MEANWHILE).to_string() }));
    script.plies = (BEFORE + MEANWHILE) as u64;
    script.clock(Some(Color::White));
    for played in &game.moves[BEFORE + MEANWHILE..][..3] {
        script.made(played);
    }
    script.text()
}

/// Tells that a view has all that it shows.
fn is_there(name: &str) -> &'static str {
    match name {
        "wall" => "document.querySelectorAll('main .tile').length === 12",
        "table" => "document.querySelector('main .mvb') && document.querySelector('main .tv .acts, main .cb')",
        _ => "document.querySelectorAll('main .qi').length === 8",
    }
}

/// Lets everything happen that waits in the pictures, and the chief arbiter decide what does not.
async fn come_about(hall: &mut Hall, chief: &Person) {
    let mut page = chief.page(&[]).await;
    for ((white, black), number) in PLAYERS.iter().zip(1..) {
        let players = json!({ "command": "set-players", "white": { "name": white }, "black": { "name": black } });
        let answer = page.request(json!({ "request": "act", "table": number.to_string(), "acts": [players] })).await;
        assert_eq!(answer.get("refused"), None, "{answer}");
    }
    let waiting = [
        ("2", "illegal-move-completed"),
        ("3", "touch-move-violated"),
        ("4", "castling-rook-first"),
        ("6", "result-signalled"),
        ("7", "game-ended-checkmate"),
        ("8", "flag-fall"),
        ("12", "game-ended-checkmate"),
    ];
    for (table, kind) in waiting {
        page.until(&format!("{kind} at table {table}"), |page| {
            let mut of_table = page.cases.values().filter(|case| case["tables"][0] == table);
            of_table.any(|case| case["alerts"].to_string().contains(kind))
        })
        .await;
    }
    page.until("games that go on", |page| {
        [("1", 19), ("5", 20), ("9", 14), ("10", 17), ("11", 6)]
            .iter()
            .all(|&(table, plies)| page.plies(table) == plies)
    })
    .await;
    // One result is confirmed already.
    let case = page.case("12", "game-ended-checkmate").expect("a case").clone();
    let offers = case["offers"].as_array().expect("offers");
    let offer = offers.iter().find(|offer| offer["name"] == "confirm").expect("an offer");
    let act = json!({ "request": "act", "table": "12", "case": case["id"], "acts": offer["acts"] });
    let answer = page.request(act).await;
    assert_eq!(answer.get("refused"), None, "{answer}");
    hall.unplug(UNPLUGGED);
    page.until("table 11 without its board", |page| page.case("11", "board-lost").is_some()).await;
    hall.plug_in(UNPLUGGED, &plugged_in_again());
    page.until("play-not-recorded at table 11", |page| page.case("11", "play-not-recorded").is_some()).await;
    page.until("table 11 with its board", |page| page.case("11", "board-lost").is_none()).await;
    hall.unplug(8);
    page.until("board lost", |page| page.case("9", "board-lost").is_some()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_pictures_of_the_documents_are_of_the_console_as_it_is() {
    let Some(browser) = Browser::start().await else { return };
    let games: Vec<(String, String)> =
        scripts().iter().zip(1..).map(|(script, number)| (number.to_string(), script.text())).collect();
    let games: Vec<(&str, &str)> = games.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let mut hall = Hall::titled("Lakeside Open", &games);
    let chief = Person::chief(hall.at, "Anna Weber").await;
    come_about(&mut hall, &chief).await;

    browser.look("light", 1180, 720).await;
    browser.open(&format!("http://{}/", hall.at)).await;
    browser.wait("document.querySelector('input[name=password]')").await;
    for (field, text) in [("name", "Anna Weber"), ("password", PASSWORD)] {
        let script = format!(
            "const field = document.querySelector('input[name={field}]');
             field.value = {text:?};
             field.dispatchEvent(new InputEvent('input', {{bubbles: true}}));"
        );
        browser.run(&script).await;
    }
    browser.run("document.querySelector('form button[type=submit]').click()").await;
    browser.wait("document.querySelector('.tile.lost') && document.querySelector('.tile.done')").await;

    let mut shown = String::new();
    let mut pictures = Vec::new();
    for (name, view, width, height) in PICTURES {
        browser.look("light", width, height).await;
        browser.run(&format!("location.hash = {view:?}")).await;
        browser.wait(is_there(name)).await;
        if name == "queue" {
            let illegal = "[...document.querySelectorAll('.qi.ruling')].find(e => e.textContent.includes('Moreau'))";
            browser.wait(illegal).await;
            browser.run(&format!("{illegal}.click()")).await;
            browser.wait("document.querySelector('.dt h2, .dt h1')?.textContent.includes('illegal')").await;
        }
        // What moves, like a message that goes away, has gone.
        tokio::time::sleep(Duration::from_millis(300)).await;
        let picture = browser.picture().await;
        assert!(picture.len() < MAX_BYTES, "{name}: {} bytes", picture.len());
        assert_eq!(&picture[8..12], b"WEBP", "{name}");
        let lines = browser.run(SHOWN).await;
        let lines: Vec<&str> = lines.as_array().expect("lines").iter().filter_map(Value::as_str).collect();
        assert!(lines.len() > 8, "{name}: {lines:?}");
        shown += &format!("# {name}, {width} by {height}\n{}\n\n", lines.join("\n"));
        pictures.push((name, picture));
    }

    // The same views in every other language, and nothing loaded anew for it.
    browser.run("window.isLoadedOnce = true").await;
    for language in Language::ALL.into_iter().filter(|language| *language != Language::English) {
        words::speak(&browser, language).await;
        for (name, view, width, height) in PICTURES {
            browser.look(if name == "wall" { "dark" } else { "light" }, width, height).await;
            browser.run(&format!("location.hash = {view:?}")).await;
            browser.wait(is_there(name)).await;
            words::is_told_well(&browser, language, name).await;
        }
    }
    assert_eq!(browser.run("return window.isLoadedOnce").await, true);

    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let kept = root.join("tests/page/pictures.txt");
    if std::env::var_os("TOUCHMOVE_PICTURES").is_some() {
        fs::write(&kept, &shown).expect("written");
        for (name, picture) in pictures {
            fs::write(root.join(format!("docs/{name}.webp")), picture).expect("written");
        }
    }
    let kept = fs::read_to_string(&kept).expect("what the pictures show");
    assert_eq!(
        shown.lines().collect::<Vec<_>>(),
        kept.lines().collect::<Vec<_>>(),
        "the documents' pictures are of another console: TOUCHMOVE_PICTURES=1 cargo test --test page pictures::"
    );
    let arbiters = fs::read_to_string(root.join("docs/arbiters.md")).expect("readable");
    for (name, ..) in PICTURES {
        assert!(arbiters.contains(&format!("({name}.webp)")), "docs/arbiters.md does not show {name}.webp");
        let bytes = fs::metadata(root.join(format!("docs/{name}.webp"))).expect("a picture").len();
        assert!(bytes < MAX_BYTES as u64, "{name}: {bytes} bytes");
    }
}
