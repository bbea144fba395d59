//! Screens as everybody fetches them: with a delay of their own, behind the secret, and only where they are switched on.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::{
    broadcast::{begin, command, start, until},
    common::{
        console::Person,
        http::{self, Answer},
        service::{START, emulator, folder, log, table, write},
    },
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn screens_have_a_delay_of_their_own_and_are_where_they_are_switched_on() {
    const DELAY: Duration = Duration::from_secs(3);
    let state = folder();
    let events = write(&state, "game.jsonl", &log(START, 0, &[]));
    let _board = emulator(&state, "dgt", &["--events", &events, "--stay"]);
    let config = |broadcast: &str| {
        format!(
            "state_dir = \"{}\"\nweb.listen = \"127.0.0.1:0\"\nmqtt.url = \"mqtt://127.0.0.1:9\"\n{broadcast}{}",
            state.path().display(),
            table(&state, "1", "dgt")
        )
    };
    let both = config(&format!(
        "[broadcast.pgn]\nhttp = true\ndelay_s = 0\nsecret = \"k7Qm2xVd\"\n[broadcast.screens]\nhttp = true\nsecret = \"k7Qm2xVd\"\ndelay_s = {}\n",
        DELAY.as_secs()
    ));
    let (mut service, at) = start(&state, "run", &both);
    let anna = Person::chief(at, "Anna").await;
    let _page = begin(&anna).await;
    let (games, screen) = ("/broadcast/k7Qm2xVd/games.pgn", "/broadcast/k7Qm2xVd/screen.json");
    let first = until(at, screen, "the round", |text| text.contains("Łukasik, Paweł")).await;
    assert_eq!(first.header("content-type"), "application/json");
    assert_eq!(first.header("cache-control"), "public, max-age=1");
    assert_eq!((first.header("access-control-allow-origin"), first.header("set-cookie")), ("*", ""));
    assert_eq!(first.json()["delay_s"], DELAY.as_secs());
    let now = |answer: &Answer| answer.header("touchmove-now").parse::<i64>().expect("a time");
    let begun = Instant::now();
    let again = http::ask(at, "GET", screen, &[("If-None-Match", first.header("etag"))], "").await;
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    assert!((0..=begun.elapsed().as_millis() as i64 + 1_000).contains(&(now(&again) - now(&first))));

    // A move is in the PGN at once, and on the screens when it is old enough.
    let said = Instant::now();
    command(at, json!({ "id": "1", "command": "set-move", "ply": 1, "uci": "e2e4" })).await;
    until(at, games, "the move", |text| text.contains("1. e4")).await;
    assert!(said.elapsed() < DELAY);
    let told = until(at, screen, "the move", |text| text.contains("\"san\":\"e4\"")).await;
    assert!(said.elapsed() >= DELAY, "told after {:?}", said.elapsed());
    assert_eq!(told.json()["sections"][0]["boards"][0]["last"]["squares"], json!(["e2", "e4"]));
    assert_eq!(http::get(at, "/broadcast/k7Qm2xVd/round-1/screen.json").await.body, told.body);

    // The page and all that it is made of stand below the same address, and nowhere without the secret.
    let page = http::get(at, "/broadcast/k7Qm2xVd/screen/").await;
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    assert!(page.header("content-security-policy").starts_with("default-src 'self'"));
    let linked = page.body.split("href=\"").chain(page.body.split("src=\"")).skip(1);
    let linked: Vec<&str> =
        linked.filter_map(|rest| rest.split('"').next()).filter(|file| file.starts_with("page/")).collect();
    assert!(linked.len() > 5, "{linked:?}");
    for file in &linked {
        assert_eq!(http::get(at, &format!("/broadcast/k7Qm2xVd/screen/{file}")).await.status, 200, "{file}");
    }
    let almost = http::get(at, "/broadcast/k7Qm2xVd/screen?board=3").await;
    assert_eq!((almost.status, almost.header("location")), (308, "screen/?board=3"));
    for path in ["screen.json", "screen/", "screen", "screen/page/css/screen.css", "k7Qm2xVe/screen.json"] {
        assert_eq!(http::get(at, &format!("/broadcast/{path}")).await.status, 404, "{path}");
    }
    for path in ["screen/page/../../mod.rs", "screen/page/nothing.js", "screen/main.js", "screens/"] {
        assert_eq!(http::get(at, &format!("/broadcast/k7Qm2xVd/{path}")).await.status, 404, "{path}");
    }

    // What was told stands at once after a restart; switched off, nothing is there, and PGN goes on.
    service.signal("TERM");
    service.ended();
    let (mut service, at) = start(&state, "run", &both);
    let told = until(at, screen, "what was told", |text| text.contains("Łukasik")).await;
    assert_eq!(told.json()["sections"][0]["boards"][0]["last"]["san"], "e4");
    service.signal("TERM");
    service.ended();
    let (_service, at) = start(&state, "run", &config("[broadcast.pgn]\nhttp = true\ndelay_s = 0\n"));
    until(at, "/broadcast/games.pgn", "the round", |text| text.contains("Łukasik")).await;
    for path in ["screen.json", "screen/", "screen"] {
        assert_eq!(http::get(at, &format!("/broadcast/{path}")).await.status, 404, "{path}");
    }
}
