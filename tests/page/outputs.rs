//! How the outputs of a broadcast stand, in a real browser: a line where one fails, a mark at each board that is not shown
//! there as it stands, and nothing where all is well.

use std::{fs, net::SocketAddr, os::unix::fs::PermissionsExt, path::Path};

use serde_json::{Value, json};

use crate::{
    common::{
        console::{JSON, PASSWORD},
        http,
        lichess_site::{Mood, Site},
        pairings::pairings,
        programs::{Output, Program, touchmove},
        service::{START, emulator, folder, log, table, write},
    },
    console::{Person, SIZES},
    driver::Browser,
};

const ID: &str = "AbCd1234";

fn write_token(path: &Path, token: &str) {
    fs::write(path, token).expect("written");
    fs::set_permissions(path, fs::Permissions::from_mode(0o600)).expect("set");
}

async fn command(at: SocketAddr, command: Value) {
    let answer = http::post(at, "/table/1/command", &[JSON], &command.to_string()).await;
    assert_eq!(answer.json()["ok"], true, "{command}: {answer:?}");
}

impl Person {
    async fn is_as_wide_as_the_screen(&self, what: &str) {
        for (size, width, height) in SIZES {
            self.browser.look("light", width, height).await;
            let wide = self.browser.run("return document.documentElement.scrollWidth > innerWidth").await;
            assert_eq!(wide, false, "{what} at {size} is wider than the screen");
        }
        self.browser.look("light", 1440, 900).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_lichess_does_not_take_is_drawn_for_chief_and_broadcaster() {
    let Some(browser) = Browser::start().await else { return };
    let state = folder();
    let site = Site::start(ID, "first").await;
    site.look(|kept| kept.delay_s = Some(900));
    let token_file = state.path().join("token");
    write_token(&token_file, "first");
    let events = write(&state, "game.jsonl", &log(START, 0, &[]));
    let _board = emulator(&state, "dgt", &["--events", &events, "--stay"]);
    let config = format!(
        "state_dir = \"{}\"\nweb.listen = \"127.0.0.1:0\"\nmqtt.url = \"mqtt://127.0.0.1:9\"\n\
         [broadcast.lichess]\nurl = \"http://{}\"\ntoken_file = \"{}\"\nrounds = {{ 6 = \"{ID}\" }}\n{}",
        state.path().display(),
        site.at,
        token_file.display(),
        table(&state, "1", "dgt")
    );
    let config = write(&state, "touchmove.toml", &config);
    let mut service = Program::start(touchmove(["run", "--log-format", "json", "--config", &config]), Output::Err);
    let line = service.until("page", |line| line.contains("The page is served."));
    let line: Value = serde_json::from_str(&line).expect("a JSON object a line");
    let at: SocketAddr = line["address"].as_str().and_then(|address| address.parse().ok()).expect("an address");

    let anna = Person { browser, at };
    anna.browser.look("light", 1440, 900).await;
    anna.begins_at_round().await;
    anna.choose("r6.pgn", &pairings("Lakeside Open", 6, &["Moreau, Elise", "Tanaka, Haruto"])).await;
    anna.click("[data-act=take-over]").await;
    anna.click("[data-act=start]").await;
    anna.reads(".rv-r", "Every table has its players.").await;

    // A move taken back stays there: said at its board, and in a line without alarm.
    let set = |id: &str, uci: &str| json!({ "id": id, "command": "set-move", "ply": 1, "uci": uci });
    command(at, set("1", "e2e4")).await;
    while site.lines(ID) != ["e4"] {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert_eq!(anna.browser.run("return document.querySelectorAll('.out, .omark').length").await, 0);
    command(at, json!({ "id": "2", "command": "take-back", "plies": 1 })).await;
    let words = "shows 1 half-move that was taken back, until another move comes";
    anna.reads(".pt .st .omark", &format!("Lichess: {words}")).await;
    anna.reads(".out:not(.bad)", &format!("Round 6, board 1: {words}.")).await;
    anna.is_as_wide_as_the_screen("a board's mark").await;

    // Refused: a line with alarm, for the broadcaster, too.
    site.be(Mood::Says(404, String::new()));
    command(at, set("3", "d2d4")).await;
    anna.reads(".out.bad", "Lichess behind for").await;
    anna.reads(".out.bad", "round 6: Lichess has no such round (404).").await;
    anna.is_as_wide_as_the_screen("a failing output").await;
    let carl = json!({ "do": "add", "name": "Carl", "role": "broadcaster", "password": PASSWORD });
    let sign_in = json!({ "name": "Carl", "password": PASSWORD });
    let script = format!(
        "const done = arguments[0];
         const post = (path, body) => fetch(path, {{method: 'POST', headers: {{'Content-Type': 'application/json'}}, body: JSON.stringify(body)}});
         post('/api/people', {carl}).then(() => post('/api/sign-out', {{}})).then(() => post('/api/sign-in', {sign_in}))
             .then(answer => done(answer.status), error => done(String(error)))"
    );
    assert_eq!(anna.browser.command("execute/async", json!({ "script": script, "args": [] })).await, 204);
    anna.browser.open(&format!("http://{at}/")).await;
    anna.reads(".ps .out.bad", "Lichess has no such round (404).").await;

    // Well again: nothing is drawn.
    site.be(Mood::Well);
    site.trust("second");
    write_token(&token_file, "second");
    anna.browser.wait("!document.querySelector('.out')").await;
    assert_eq!(site.lines(ID), ["d4"]);
}
