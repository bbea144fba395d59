//! A round in a real browser: from the file of pairings to twelve tables that play, and back to a file.

use std::{fs, net::SocketAddr, time::Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{
    common::{
        console::PASSWORD,
        mqtt::{Kind, TestBroker},
        pairings::{self, PLAYERS},
        programs::{Output, Program, touchmove},
        service::{SPANISH, START, emulator, folder, log, table, write},
    },
    console::{Person, SIZES, tools},
    driver::Browser,
};

const TABLES: usize = 12;

/// Boards of each computer.
const EACH: usize = 4;

/// How long after a board was found the first piece is lifted, in milliseconds: the round has begun by then.
const UNTIL_PLAY_MS: u64 = 15_000;

/// Games without moves of the evening's round.
fn pairings(players: &[&str]) -> String {
    pairings::pairings("Lakeside Open 2026", 6, players)
}

/// The game that is played at each table, a while after its board was found.
fn game() -> String {
    let later = |line: &str| {
        let mut event: Value = serde_json::from_str(line).expect("a JSON object a line");
        if let Some(t_ms) = event["t_ms"].as_u64() {
            event["t_ms"] = json!(t_ms + UNTIL_PLAY_MS);
        }
        format!("{event}\n")
    };
    let game = log(START, 0, &SPANISH);
    let mut lines: Vec<String> = game.lines().map(later).collect();
    // From here on time is counted.
    let clock = json!({ "t_ms": 0, "ev": "clock", "white_ms": 300_000, "black_ms": 300_000, "running": null });
    lines.insert(1, format!("{clock}\n"));
    lines.concat()
}

fn served(program: &mut Program) -> SocketAddr {
    let line = program.until("page", |line| line.contains("The page is served."));
    let line: Value = serde_json::from_str(&line).expect("a JSON object a line");
    line["address"].as_str().and_then(|address| address.parse().ok()).expect("an address")
}

/// Three computers with four boards each, and the hall's computer; the boards are not switched on yet.
struct Venue {
    at: SocketAddr,
    places: Vec<TempDir>,
    boards: Vec<Program>,
    _programs: Vec<Program>,
    _broker: TestBroker,
    _state: Vec<TempDir>,
}

impl Venue {
    async fn open() -> Venue {
        let broker = TestBroker::start(Kind::Mosquitto).await;
        let places: Vec<TempDir> = (0..TABLES).map(|_| folder()).collect();
        let mut state = vec![folder()];
        let config = |folder: &TempDir, more: &str| {
            let text = format!(
                "state_dir = \"{}\"\nweb.listen = \"127.0.0.1:0\"\nmqtt.url = \"mqtt://{}\"\n{more}",
                folder.path().display(),
                broker.address()
            );
            write(folder, "touchmove.toml", &text)
        };
        let run = |command: &str, config: &str| {
            Program::start(touchmove([command, "--log-format", "json", "--config", config]), Output::Err)
        };
        let mut hall = run("hall", &config(&state[0], "hall.title = \"Lakeside\"\n"));
        let at = served(&mut hall);
        let mut programs = vec![hall];
        for (computer, places) in places.chunks(EACH).enumerate() {
            let tables: Vec<String> = (1..)
                .zip(places)
                .map(|(number, place)| table(place, &(computer * EACH + number).to_string(), "dgt"))
                .collect();
            state.push(folder());
            programs.push(run("run", &config(&state[computer + 1], &tables.concat())));
        }
        Venue { at, places, boards: Vec::new(), _programs: programs, _broker: broker, _state: state }
    }

    fn switch_on(&mut self) {
        for place in &self.places {
            let events = write(place, "game.jsonl", &game());
            self.boards.push(emulator(place, "dgt", &["--events", &events, "--stay"]));
        }
    }
}

impl Person {
    /// The chief arbiter, who makes his account, and looks at the round.
    pub(crate) async fn begins_at_round(&self) {
        self.browser.open(&format!("http://{}/", self.at)).await;
        self.browser.wait("document.querySelector('input[autocomplete=new-password]')").await;
        self.type_in("input[name=name]", "Anna Weber").await;
        self.type_in("input[name=password]", PASSWORD).await;
        self.click("form button[type=submit]").await;
        self.browser.wait("document.querySelector('.nav')").await;
        self.look_at("#/round").await;
    }

    /// Chooses a file, as the browser's own window would give it.
    pub(crate) async fn choose(&self, name: &str, text: &str) {
        let script = format!(
            "const field = document.querySelector('.choose input[type=file]');
             const files = new DataTransfer();
             files.items.add(new File([{text:?}], {name:?}));
             field.files = files.files;
             field.dispatchEvent(new Event('change', {{bubbles: true}}));"
        );
        self.browser.run(&script).await;
    }

    /// Drops a file there.
    async fn drop(&self, name: &str, text: &str) {
        let script = format!(
            "const dataTransfer = new DataTransfer();
             dataTransfer.items.add(new File([{text:?}], {name:?}));
             const drop = kind => new DragEvent(kind, {{dataTransfer, bubbles: true, cancelable: true}});
             document.querySelector('.rv-g').dispatchEvent(drop('dragover'));
             document.querySelector('.rv-g').dispatchEvent(drop('drop'));"
        );
        self.browser.run(&script).await;
    }

    /// Goes there by the keyboard alone, and presses it.
    async fn tab_and_enter(&self, selector: &str) {
        self.browser.wait(&format!("document.querySelector('{selector}:not(:disabled)')")).await;
        for _ in 0..80 {
            if self.browser.run(&format!("return document.activeElement.matches({selector:?})")).await == true {
                self.browser.key("\u{e007}").await;
                return;
            }
            self.browser.key("\u{e004}").await;
        }
        panic!("Tab does not come to {selector}");
    }

    /// Pictures of the round in all sizes, and whether everybody can use it.
    async fn looks_at_round(&self, name: &str, axe: Option<&str>) {
        for (size, width, height) in SIZES {
            for scheme in ["light", "dark"] {
                self.browser.look(scheme, width, height).await;
                self.browser.photograph(&format!("round-{name}-{size}-{scheme}")).await;
                let wide = self.browser.run("return document.documentElement.scrollWidth > innerWidth").await;
                assert_eq!(wide, false, "round, {name}, at {size} is wider than the screen");
                if let Some(axe) = axe {
                    self.is_accessible(axe, &format!("round, {name}, at {size}, {scheme}")).await;
                }
            }
        }
        self.browser.look("light", 1440, 900).await;
    }

    /// What the hall answers to a request.
    async fn asks(&self, request: &Value) -> Value {
        let script = format!(
            "const done = arguments[0];
             fetch('/api/request', {{method: 'POST', headers: {{'Content-Type': 'application/json'}}, body: JSON.stringify({request})}})
                 .then(answer => answer.json()).then(done, error => done(String(error)))"
        );
        self.browser.command("execute/async", json!({ "script": script, "args": [] })).await
    }

    async fn fetches(&self, path: &str) -> String {
        let script = format!(
            "const done = arguments[0];
             fetch({path:?}).then(answer => answer.text()).then(done, error => done(String(error)))"
        );
        let text = self.browser.command("execute/async", json!({ "script": script, "args": [] })).await;
        text.as_str().expect("text").to_owned()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn from_the_file_to_twelve_tables_that_play_and_back_to_a_file() {
    let Some(browser) = Browser::start().await else { return };
    let axe = tools()
        .map(|tools| fs::read_to_string(tools.join("node_modules/axe-core/axe.min.js")).expect("axe-core is there"));
    let axe = axe.as_deref();
    let mut venue = Venue::open().await;
    let anna = Person { browser, at: venue.at };
    anna.browser.look("light", 1440, 900).await;
    anna.begins_at_round().await;
    anna.reads(".drop", "No pairings yet").await;
    anna.looks_at_round("empty", axe).await;

    // A wrong file is told with its place, and changes nothing.
    let wrong = pairings(&PLAYERS).replacen("[Result \"*\"]", "[Result \"2-0\"]", 1);
    anna.choose("r6-wrong.pgn", &wrong).await;
    anna.reads(".err", "r6-wrong.pgn, line 6, column 10: found “2-0”").await;
    assert_eq!(anna.browser.text(".err mark").await, "2-0");
    assert_eq!(anna.browser.run("return document.querySelectorAll('.stp .ok').length").await, 0);
    anna.looks_at_round("wrong", axe).await;
    // The browser notes each answer that is no: these are meant.
    for complaint in anna.browser.complaints().await.as_array().expect("a list") {
        let message = complaint["message"].as_str().unwrap_or_default();
        assert!(message.contains("/api/me") || message.contains("/api/import"), "{complaint}");
    }

    // What was printed the evening before is taken over by the keyboard alone.
    let mut evening = PLAYERS;
    evening[4] = "Rossi, Paolo";
    evening.swap(6, 7);
    evening.swap(16, 18);
    evening.swap(17, 19);
    anna.drop("r6-evening.pgn", &pairings(&evening)).await;
    anna.reads(".sum", "12 new").await;
    anna.tab_and_enter("[data-act=take-over]").await;
    anna.reads(".toast", "Taken over: r6-evening.pgn").await;
    anna.reads(".card-h", "not started").await;
    anna.browser.wait("document.querySelectorAll('.prog .wait').length === 12").await;
    anna.looks_at_round("planned", axe).await;

    // Who has said that he will not come has lost; he comes after all.
    anna.click("[data-pairing='11']").await;
    anna.click("dialog [data-act=absent-black]").await;
    anna.reads(".pt", "did not come").await;
    anna.click("[data-pairing='11']").await;
    anna.browser.wait("document.querySelector('dialog details')").await;
    anna.browser.run("document.querySelector('dialog details').open = true").await;
    anna.click("dialog [data-act='*']").await;
    anna.reads("dialog .lost-list", "+:- is taken away.").await;
    anna.click("dialog [data-act=yes]").await;
    anna.browser.wait("!document.querySelector('.pt').textContent.includes('did not come')").await;

    // What is said of the event; a new one holds the public back by a quarter of an hour.
    anna.click("[data-act=event]").await;
    anna.browser.wait("document.querySelector('dialog input[name=delay_min]')").await;
    assert_eq!(anna.browser.run("return document.querySelector('dialog input[name=delay_min]').value").await, "15");
    anna.type_in("dialog input[name=default_time_min]", "30").await;
    anna.looks_at_round("event", axe).await;
    anna.click("dialog [data-act=save]").await;
    anna.reads(".toast", "The event is changed").await;

    // The morning's file is shown with what differs; put away, it changes nothing.
    let morning = pairings(&PLAYERS);
    anna.choose("r6.pgn", &morning).await;
    anna.reads(".sum", "8 as before").await;
    anna.reads(".pt .dif", "White was: Rossi, Paolo.").await;
    anna.reads(".pt .dif", "Colours were the other way round.").await;
    anna.reads(".pt .dif", "Was board 10.").await;
    anna.reads("[data-act=take-over]", "Take over 4 differences").await;
    anna.looks_at_round("compare", axe).await;
    anna.click("[data-act=put-away]").await;
    anna.reads(".pt", "Rossi, Paolo").await;

    // Boards are switched on. From the file to twelve tables that have their players, by clicks.
    venue.switch_on();
    anna.browser.wait("document.querySelectorAll('.prog .ok').length === 12").await;
    let begun = Instant::now();
    anna.choose("r6.pgn", &morning).await;
    anna.click("[data-act=take-over]").await;
    anna.click("[data-act=start]").await;
    anna.reads(".rv-r", "Every table has its players.").await;
    let told = begun.elapsed();
    eprintln!("from the file to twelve tables with their players, by clicks: {:.1} s", told.as_secs_f64());
    assert!(told.as_secs() < 60, "{told:?}");

    anna.reads(".rv-r", "loses, unless you decide otherwise (6.7.1)").await;

    // Twelve tables play, under the names of the morning's file.
    anna.browser
        .wait("[...document.querySelectorAll('.pt .st')].filter(e => e.textContent.includes('move ')).length === 12")
        .await;
    eprintln!("and to the first moves of all twelve: {:.1} s", begun.elapsed().as_secs_f64());
    anna.looks_at_round("on", axe).await;
    anna.look_at("#/table/3").await;
    anna.reads(".bigb", "Tanaka, Haruto").await;
    anna.look_at("#/round").await;

    // A name is put right while the game is on.
    anna.click("[data-pairing='5']").await;
    anna.browser.wait("document.querySelectorAll('dialog details').length === 2").await;
    anna.browser.run("document.querySelectorAll('dialog details')[1].open = true").await;
    anna.type_in("dialog input[name=white-name]", "Papadopoulou-Grey, Eleni").await;
    anna.click("dialog [data-act=pair]").await;
    anna.reads(".pt", "Papadopoulou-Grey, Eleni").await;
    anna.look_at("#/table/5").await;
    anna.reads(".bigb", "Papadopoulou-Grey").await;
    anna.look_at("#/round").await;

    // A result by hand, with the position in sight; what is missing is listed, and the round does not end so by itself.
    anna.reads(".miss li", "move ").await;
    anna.click(".miss li:first-child .quick button").await;
    anna.browser.wait("document.querySelector('dialog .brd')").await;
    anna.looks_at_round("result", axe).await;
    anna.click("dialog [data-act='1-0']").await;
    anna.reads(".card-h", "1 of 12").await;
    anna.click("[data-act=end]").await;
    anna.reads("dialog .lost-list", "No result of boards 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 12.").await;
    anna.browser.wait("document.activeElement?.textContent === 'Cancel'").await;
    anna.browser.key("\u{e00c}").await;
    anna.browser.wait("!document.querySelector('dialog')").await;
    for board in 2..=TABLES {
        let result = if board == 7 { "1/2-0" } else { "1/2-1/2" };
        let id = format!("result-{board}");
        let request =
            json!({ "request": "round-result", "id": id, "round": 6, "board": { "number": board }, "result": result });
        let answer = anna.asks(&request).await;
        assert!(answer.get("refused").is_none(), "{answer}");
    }
    anna.reads(".card-h", "12 of 12").await;
    anna.click("[data-act=end]").await;
    anna.reads(".card-h", "over").await;

    // The results as files: those of the buttons.
    let links = "return [...document.querySelectorAll('.exp a')].map(a => a.getAttribute('href')).join(' ')";
    assert_eq!(anna.browser.run(links).await, "/api/results.pgn?round=6 /api/results.csv?round=6");
    let pgn = anna.fetches("/api/results.pgn?round=6").await;
    let results = |result: &str| pgn.matches(&format!("[Result \"{result}\"]")).count();
    assert_eq!((results("1-0"), results("1/2-1/2"), results("1/2-0")), (1, 10, 1), "{pgn}");
    assert!(pgn.contains("[White \"Papadopoulou-Grey, Eleni\"]"), "{pgn}");
    anna.look_at("#/record").await;
    anna.reads(".rec", "r6.pgn: 8 as before, 4 changed or new, 0 no longer paired").await;
    anna.looks_at_round("record", axe).await;
    anna.complains_of_nothing().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_names_no_section_is_asked_for_it_and_sections_begin_together() {
    let Some(browser) = Browser::start().await else { return };
    let state = folder();
    let text = format!(
        "state_dir = \"{}\"\nweb.listen = \"127.0.0.1:0\"\nmqtt.url = \"mqtt://127.0.0.1:9\"\n",
        state.path().display()
    );
    let config = write(&state, "touchmove.toml", &text);
    let mut hall = Program::start(touchmove(["hall", "--log-format", "json", "--config", &config]), Output::Err);
    let anna = Person { browser, at: served(&mut hall) };
    anna.browser.look("light", 1440, 900).await;
    anna.begins_at_round().await;
    let of = |section: &str, players: &[&str]| {
        pairings(players).replace("[Site", &format!("[Section \"{section}\"]\n[Site"))
    };
    for (section, players) in [("Open A", &PLAYERS[..4]), ("Open B", &PLAYERS[4..8])] {
        anna.choose("r6.pgn", &of(section, players)).await;
        anna.click("[data-act=take-over]").await;
        anna.browser.wait("!document.querySelector('[data-act=take-over]')").await;
    }

    // A file that says nothing of a section, where there are two.
    anna.choose("late.pgn", &pairings(&["Tanaka, Haruto", "Rossi, Paolo"])).await;
    anna.reads(".err", "late.pgn does not say which section it is of.").await;
    anna.browser.run("[...document.querySelectorAll('.err .btn')].find(e => e.textContent === 'Open B').click()").await;
    anna.reads(".pt .dif", "Black was: Horvat, Ana.").await;
    anna.reads(".pt .gone", "Mbeki, Thandi").await;

    // Somebody else has changed something meanwhile: it is shown again, not taken over.
    let other = json!({ "request": "pair", "id": "other", "section": "Open B", "round": 6, "board": { "number": 1 },
        "black": { "name": "Kaya, Deniz" } });
    assert!(anna.asks(&other).await.get("refused").is_none());
    anna.click("[data-act=take-over]").await;
    anna.reads(".errm", "Something has changed since this was shown.").await;
    anna.reads(".pt .dif", "Black was: Kaya, Deniz.").await;
    anna.click("[data-act=put-away]").await;

    anna.reads("[data-act=start]", "Start round 6 in all 2 sections").await;
    anna.click("[data-act=start]").await;
    anna.reads(".stn", "no such table is heard").await;
    let states = "return [...document.querySelectorAll('.rv-bar option')].map(o => o.textContent).join('; ')";
    assert_eq!(anna.browser.run(states).await, "Round 6, Open A; Round 6, Open B");
    anna.browser
        .run("const choice = document.querySelector('.rv-bar select'); choice.value = '6 Open B'; choice.dispatchEvent(new Event('change', {bubbles: true}))")
        .await;
    anna.reads(".pt", "Kaya, Deniz").await;
    anna.reads(".card-h", "being played").await;
    let links = "return [...document.querySelectorAll('.exp a')].map(a => a.getAttribute('href')).join(' ')";
    assert_eq!(
        anna.browser.run(links).await,
        "/api/results.pgn?round=6&section=Open+B /api/results.csv?round=6&section=Open+B"
    );
    assert!(anna.fetches("/api/results.csv?round=6&section=Open+B").await.contains("Kaya, Deniz"));
}
