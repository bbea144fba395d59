//! Rounds pushed to a stand-in for Lichess by the real program, while that answers well, slowly, wrongly, not at all: in
//! the end it has the round as it stands, and everybody whom it concerns was told what was wrong.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::Path,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tokio::time::sleep;

use super::broadcast::{begin, command, start, table_at, wait};
use crate::common::{
    console::{Page, Person},
    lichess_site::{Mood, Site, berserk},
    service::{START, broker, emulator, folder, log, table, write},
};

const ID: &str = "AbCd1234";
const TOKEN: &str = "lip_f1rstT0ken";

fn write_token(path: &Path, token: &str) {
    fs::write(path, format!("{token}\n")).expect("written");
    fs::set_permissions(path, fs::Permissions::from_mode(0o600)).expect("set");
}

fn lichess(page: &Page) -> &Value {
    page.outputs.get("lichess").unwrap_or(&Value::Null)
}

/// Until the page says that it is so: up or not, and in which words.
async fn until(page: &mut Page, up: bool, words: &str) {
    page.until(&format!("Lichess up {up}: {words}"), |page| {
        let state = lichess(page);
        state["up"] == up && state["trouble"].as_str().unwrap_or_default().contains(words)
    })
    .await;
}

async fn until_line(site: &Site, line: &str) {
    let begun = Instant::now();
    while site.lines(ID).first().map(String::as_str) != Some(line) {
        assert!(begun.elapsed() < Duration::from_secs(90), "no {line}: {:?}", site.lines(ID));
        sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_silence_wrong_answers_a_refused_token_and_a_lost_network_lichess_has_the_round_as_it_stands() {
    let state = folder();
    let mut site = Site::start(ID, TOKEN).await;
    let token_file = state.path().join("token");
    write_token(&token_file, TOKEN);
    let events = write(&state, "game.jsonl", &log(START, 0, &[]));
    let _board = emulator(&state, "dgt", &["--events", &events, "--stay"]);
    let config = format!(
        "state_dir = \"{}\"\nweb.listen = \"127.0.0.1:0\"\nmqtt.url = \"mqtt://127.0.0.1:9\"\n\
         [broadcast.lichess]\nurl = \"http://{}\"\ntoken_file = \"{}\"\nrounds = {{ 1 = \"{ID}\" }}\n{}",
        state.path().display(),
        site.at,
        token_file.display(),
        table(&state, "1", "dgt")
    );
    let (mut service, at) = start(&state, "run", &config);
    let anna = Person::chief(at, "Anna").await;
    // An event that wants everybody else to wait a quarter of an hour: Lichess waits by itself.
    let mut page = begin(&anna).await;
    wait("both boards", || site.lines(ID).len() == 2).await;
    let names =
        site.look(|kept| kept.rounds[ID].boards.iter().map(|board| board.tag("White").to_owned()).collect::<Vec<_>>());
    assert_eq!(names, ["Łukasik, Paweł", "Tanaka, Haruto"]);
    until(&mut page, true, "").await;
    // Nobody has set a delay there, though the event wants one.
    page.until("the note", |page| lichess(page)["note"].as_str().is_some_and(|note| note.contains("held back 0 s")))
        .await;

    // Each correction, a move taken back among them: that board says that Lichess shows it still.
    let set = |id: &str, ply: u32, uci: &str| json!({ "id": id, "command": "set-move", "ply": ply, "uci": uci });
    command(at, set("1", 1, "e2e4")).await;
    command(at, set("2", 2, "e7e5")).await;
    until_line(&site, "e4 e5").await;
    command(at, set("3", 2, "c7c5")).await;
    until_line(&site, "e4 c5").await;
    command(at, json!({ "id": "4", "command": "take-back", "plies": 1 })).await;
    page.until("what stays there", |page| {
        lichess(page)["boards"][0]["text"].as_str().is_some_and(|text| text.contains("taken back"))
    })
    .await;
    let board = lichess(&page)["boards"][0].clone();
    assert_eq!((&board["round"], &board["board"], board.get("section")), (&json!(1), &json!(1), None));
    assert_eq!(site.lines(ID)[0], "e4 c5");
    command(at, set("5", 2, "g8f6")).await;
    until_line(&site, "e4 Nf6").await;
    page.until("nothing to be said", |page| lichess(page).get("boards").is_none()).await;

    // It takes a move and never answers; then answers wrongly. Told once, and complete again.
    site.be(Mood::Silent);
    command(at, set("6", 3, "e4e5")).await;
    until(&mut page, false, "does not answer in time").await;
    service.until("the trouble", |line| line.contains("Not all is pushed to Lichess"));
    for (status, body) in [(200, "<html>busy</html>"), (503, ""), (200, "{}")] {
        site.be(Mood::Garbled(status, body.to_owned()));
        sleep(Duration::from_secs(3)).await;
    }
    command(at, set("7", 4, "f6d5")).await;
    site.be(Mood::Slow(Duration::from_secs(4)));
    until_line(&site, "e4 Nf6 e5 Nd5").await;
    until(&mut page, true, "").await;
    service.until("the end of it", |line| line.contains("All is pushed to Lichess again"));

    // Another token is wanted: told so; it is taken from the file as soon as it is there, and is never said.
    site.be(Mood::Well);
    site.trust("lip_sec0ndT0ken");
    command(at, set("8", 5, "d2d4")).await;
    until(&mut page, false, "does not know the token (401): No such token").await;
    fs::remove_file(&token_file).expect("removed");
    fs::write(&token_file, "lip_sec0ndT0ken").expect("written");
    fs::set_permissions(&token_file, fs::Permissions::from_mode(0o644)).expect("set");
    sleep(Duration::from_secs(6)).await;
    assert_eq!(lichess(&page)["up"], false, "a file that everybody can read is none");
    write_token(&token_file, "lip_sec0ndT0ken");
    until_line(&site, "e4 Nf6 e5 Nd5 d4").await;
    until(&mut page, true, "").await;

    // It leads elsewhere: nobody there sees the token.
    let other = Site::start(ID, "none").await;
    site.be(Mood::Leads(format!("http://{}/api/broadcast/round/{ID}/push", other.at)));
    command(at, set("9", 6, "d7d6")).await;
    until(&mut page, false, "leads elsewhere").await;
    assert!(other.look(|kept| kept.asked.is_empty()));
    site.be(Mood::Well);
    site.trust("lip_th1rdT0ken");
    write_token(&token_file, "lip_th1rdT0ken");
    until_line(&site, "e4 Nf6 e5 Nd5 d4 d6").await;

    // Off the network, while others go on; a game has a result, and another gets one by hand.
    site.stop();
    command(at, json!({ "id": "10", "command": "set-result", "result": "1-0" })).await;
    let result = json!({ "request": "round-result", "round": 1, "board": { "number": 2 }, "result": "1/2-1/2" });
    assert!(page.request(result).await.get("refused").is_none());
    site.again().await;
    wait("all of it", || {
        site.look(|kept| kept.rounds[ID].boards.iter().map(|board| board.tag("Result").to_owned()).collect::<Vec<_>>())
            == ["1-0", "1/2-1/2"]
    })
    .await;
    until_line(&site, "e4 Nf6 e5 Nd5 d4 d6").await;
    until(&mut page, true, "").await;

    // Who broadcasts is told, too; who only looks is not.
    let mut carl = anna.add("Carl", json!({ "role": "broadcaster" })).await.page(&[]).await;
    until(&mut carl, true, "").await;
    let mut dora = anna.add("Dora", json!({ "role": "display" })).await.page(&[]).await;
    dora.until("something", |page| page.version > 0).await;
    dora.settle().await;
    assert!(dora.outputs.is_empty());

    // What berserk sends of the same text is the same to it.
    let text = site.look(|kept| kept.text.clone());
    let third = Site::start(ID, "lip_b").await;
    if berserk(third.at, ID, "lip_b", &text).await {
        let boards = |site: &Site| {
            site.look(|kept| kept.rounds[ID].boards.iter().map(|board| board.tags.clone()).collect::<Vec<_>>())
        };
        assert_eq!((third.lines(ID), boards(&third)), (site.lines(ID), boards(&site)));
    }

    let (faults, asked) = site.look(|kept| (kept.faults.clone(), kept.asked.clone()));
    assert!(faults.is_empty(), "{faults:?}");
    assert!(asked.windows(2).all(|pair| pair[1].at - pair[0].at >= Duration::from_millis(1_800)), "{asked:?}");
    assert!(asked.iter().all(|asked| asked.games == 2 && asked.round == ID));
    let log = service.so_far().join("\n");
    assert!(!log.contains("T0ken"), "{log}");
    println!("{} requests, {} bytes", asked.len(), asked.iter().map(|asked| asked.bytes).sum::<usize>());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hall_that_was_killed_sends_only_what_lichess_has_not_got() {
    let state = folder();
    let site = Site::start(ID, TOKEN).await;
    let token_file = state.path().join("token");
    write_token(&token_file, TOKEN);
    let (_broker, port) = broker(&state);
    let (_board, _service, tables) = table_at(&state, port);
    let at_broker = format!("state_dir = \"{}\"\nmqtt.url = \"mqtt://127.0.0.1:{port}\"\n", state.path().display());
    let hall_config = |listen: u16| {
        format!(
            "{at_broker}web.listen = \"127.0.0.1:{listen}\"\n[broadcast.lichess]\nurl = \"http://{}\"\ntoken_file = \"{}\"\n\
             rounds = {{ 1 = \"https://lichess.org/broadcast/lakeside/round-1/{ID}\" }}\n",
            site.at,
            token_file.display()
        )
    };
    let (mut hall, at) = start(&state, "hall", &hall_config(0));
    let anna = Person::chief(at, "Anna").await;
    let _page = begin(&anna).await;
    command(tables, json!({ "id": "1", "command": "set-move", "ply": 1, "uci": "e2e4" })).await;
    until_line(&site, "e4").await;
    // What is acknowledged is kept within a second or two.
    sleep(Duration::from_secs(3)).await;
    let asked = site.look(|kept| kept.asked.len());
    hall.signal("KILL");
    hall.ended();
    let (mut hall, at) = start(&state, "hall", &hall_config(at.port()));
    sleep(Duration::from_secs(4)).await;
    assert_eq!(site.look(|kept| kept.asked.len()), asked, "it has all of it");
    // Killed once more, and something is played meanwhile.
    hall.signal("KILL");
    hall.ended();
    command(tables, json!({ "id": "2", "command": "set-move", "ply": 2, "uci": "c7c5" })).await;
    let (_hall, _) = start(&state, "hall", &hall_config(at.port()));
    until_line(&site, "e4 c5").await;
    assert_eq!(site.look(|kept| kept.faults.clone()), Vec::<String>::new());
}
