//! The page of one table in a real browser.

use std::net::SocketAddr;

use protocols::Color;
use serde_json::{Value, json};
use touchmove::{
    game::record::{AlertState, Board, BoardState, Body, Certainty, MoveStatus, Phase, Uci},
    publish::web,
    turn::{AlertKind, Severity},
};

use crate::{
    common::console::no_hall,
    driver::Browser,
    records::{self, TABLE, alert, board, clock, game, illegal_move, moved, record, status, touched_and_returned},
};

const NEXT: &str = "document.querySelector('#moves [data-ply=\"8\"]')";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_shows_the_game_and_follows_it() {
    let Some(browser) = Browser::start().await else { return };
    let (web, _commands) = web::start(SocketAddr::from(([127, 0, 0, 1], 0)), vec![TABLE.to_owned()], no_hall(), None)
        .await
        .expect("a free port");
    let at = web.address();

    // A quiet game of seven plies, one of them worked out, one corrected.
    for ply in 1..=7 {
        let (state, certainty) = match ply {
            3 => (MoveStatus::Corrected, Certainty::Seen),
            4 => (MoveStatus::Completed, Certainty::Inferred),
            _ => (MoveStatus::Completed, Certainty::Seen),
        };
        web.record(&record(ply.into(), Body::Move(moved(ply, state, certainty))));
    }
    web.record(&record(7, Body::Game(Box::new(game(7, Vec::new())))));
    let (_, _, fen) = records::LINE[6];
    let placement = fen.split(' ').next().expect("a placement");
    web.record(&record(7, Body::Board(board(placement, &[], true))));
    web.record(&record(7, Body::Clock(clock(4_325_000, 3_911_400, Some(Color::Black)))));
    web.record(&record(7, Body::Status(status(BoardState::Connected))));

    browser.look("light", 1280, 860).await;
    browser.open(&format!("http://{at}/")).await;
    browser.wait("document.querySelector('#banner').dataset.level === 'calm'").await;
    let pieces = browser.pieces().await;
    assert_eq!(pieces.len(), 32);
    assert_eq!(
        (&pieces["a4"], &pieces["e8"], &pieces["f3"]),
        (&json!("white bishop"), &json!("black king"), &json!("white knight"))
    );
    assert_eq!(browser.marked("last-move").await, json!(["a4", "b5"]));
    assert_eq!(browser.text("#top .name").await, "Sonja Graf");
    assert_eq!(browser.text("#bottom .name").await, "Vera Menchik");
    assert_eq!(browser.text("#top .faults").await, "1 illegal move");
    assert_eq!(browser.text("#bottom .time").await, "1:12:05");
    assert_eq!(browser.text("#moves").await, "1. e4 e5 2. Nf3✎ Nc6≈ 3. Bb5 a6 4. Ba4");
    assert_eq!(browser.text("#board-status").await, "Board connected");
    assert_eq!(browser.text("#banner").await, "Nothing needs attention");
    let moves = browser.run("return [3, 4, 5].map(p => document.querySelector(`[data-ply=\"${p}\"]`).className)").await;
    assert_eq!(moves, json!(["move corrected", "move inferred", "move"]));

    // Black's clock runs by itself, White's stands.
    let shown = browser.text("#top .time").await;
    browser.wait(&format!("document.querySelector('#top .time').textContent !== {shown:?}")).await;
    assert!(browser.text("#top .time").await < shown);
    assert_eq!(browser.text("#bottom .time").await, "1:12:05");
    browser.photograph("quiet-light").await;

    // A knight goes up: a ghost, not a difference that needs anyone.
    web.record(&record(7, Body::Board(board("r1bqkb1r/1ppp1ppp/p1n5/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R", &["g8"], false))));
    browser.wait("document.querySelector('#sensed').textContent.startsWith('In the air')").await;
    assert_eq!(browser.pieces().await["g8"], "black knight in-air");
    assert_eq!(browser.text("#sensed").await, "In the air: black knight from g8.");
    assert_eq!(browser.marked("differs").await, json!([]));

    // It lands where it may not, and the clock is pressed.
    web.record(&record(
        7,
        Body::Board(board("r1bqkb1r/1ppp1ppp/p1n3n1/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R", &["g8"], false)),
    ));
    let mut touched = touched_and_returned();
    web.record(&record(8, Body::Alert(touched.clone())));
    web.record(&record(9, Body::Alert(illegal_move())));
    web.record(&record(9, Body::Clock(clock(4_325_000, 3_908_000, Some(Color::White)))));
    browser.wait("document.querySelector('#banner').dataset.level === 'ruling'").await;
    assert_eq!(browser.marked("differs").await, json!(["g6"]));
    let ids = browser
        .run(
            "return [...document.querySelectorAll('#alerts-open .alert')].map(e => [e.dataset.id, e.dataset.severity])",
        )
        .await;
    assert_eq!(ids, json!([["a-illegal", "ruling"], ["a-touch", "notice"]]));
    let first = browser.text("#alerts-open .alert").await;
    for part in
        ["Ruling", "Illegal move completed", "Art. 7.5.1 · 2023", "the knight cannot go from g8 to g6.", "move 4"]
    {
        assert!(first.contains(part), "{part:?} is not in {first:?}");
    }
    assert!(browser.text("#banner").await.starts_with("Ruling needed Black completed an illegal move"));
    assert_eq!(browser.run("return document.title").await, "(1) Table 12");
    for (name, scheme, width, height) in [
        ("ruling-light", "light", 1280, 860),
        ("ruling-dark", "dark", 1280, 860),
        ("ruling-phone", "dark", 390, 844),
        ("ruling-phone-light", "light", 390, 844),
    ] {
        browser.look(scheme, width, height).await;
        let png = browser.photograph(name).await;
        assert!(png.len() > 20_000, "{name} has {} bytes", png.len());
        let wide = browser.run("return document.documentElement.scrollWidth").await;
        assert!(wide.as_u64().is_some_and(|wide| wide <= width.into()), "{name} is {wide} wide");
    }
    let (light, dark) = (background(&browser, "light").await, background(&browser, "dark").await);
    assert_ne!(light, dark);
    browser.look("light", 1280, 860).await;

    // By keyboard: the alert shows its squares; the sensors' view shows the knight where it stands.
    assert_eq!(browser.marked("pointed").await, json!([]));
    browser.run("document.querySelector('#alerts-open .alert').focus()").await;
    browser.wait("[...document.querySelectorAll('cg-board square.pointed')].filter(e => e.style.display !== 'none').length === 2").await;
    browser.run("document.querySelector('input[value=sensed]').click()").await;
    browser.wait("[...document.querySelectorAll('cg-board piece')].some(e => e.cgKey === 'g6')").await;
    assert_eq!(browser.pieces().await["g6"], "black knight");
    browser.run("document.querySelector('input[value=judged]').click(); document.activeElement.blur()").await;

    // The right move at last: made, then completed; the alerts are dealt with; White is at the end of his time.
    web.record(&record(10, Body::Move(moved(8, MoveStatus::Made, Certainty::Seen))));
    browser.wait(&format!("{NEXT}?.classList.contains('made')")).await;
    web.record(&record(11, Body::Move(moved(8, MoveStatus::Completed, Certainty::Seen))));
    touched.state = AlertState::Dismissed;
    web.record(&record(12, Body::Alert(touched)));
    web.record(&record(12, Body::Game(Box::new(game(8, Vec::new())))));
    let placement = records::LINE[7].2.split(' ').next().expect("a placement");
    web.record(&record(12, Body::Board(board(placement, &[], true))));
    web.record(&record(12, Body::Clock(clock(9_400, 3_900_000, None))));
    browser.wait("document.querySelector('#banner').dataset.level === 'calm'").await;
    browser.wait(&format!("!{NEXT}.classList.contains('made')")).await;
    assert_eq!(browser.pieces().await["f6"], "black knight");
    assert_eq!(browser.text("#bottom .time").await, "0:09.4");
    assert_eq!(browser.text("#alerts-past summary").await, "Earlier (2)");
    assert_eq!(browser.run("return document.title").await, TABLE);

    // A board that knows only where pieces stand: one is missing, one is too many.
    let occupied = Board {
        placement: None,
        occupied: Some("bdee25101121ef8f".to_owned()),
        in_air: vec![],
        agrees: false,
        sensors: Default::default(),
    };
    web.record(&record(12, Body::Board(occupied)));
    browser.wait("document.querySelectorAll('cg-board square.differs').length > 0").await;
    let expected = "The board differs: e1 is empty, should hold the white king; a3 holds a piece, should be empty.";
    assert_eq!(browser.text("#sensed").await, expected);
    assert_eq!(browser.marked("differs").await, json!(["a3", "e1"]));
    web.record(&record(12, Body::Board(board(placement, &[], true))));

    // A move that was reported and then was not made after all.
    let mut extra = moved(8, MoveStatus::Made, Certainty::Seen);
    (extra.ply, extra.uci, extra.san) = (9, Uci::new("e1g1").expect("a move"), "O-O".into());
    extra.status = MoveStatus::Retracted;
    web.record(&record(13, Body::Move(extra)));
    browser.wait("document.querySelector('[data-ply=\"9\"]')?.classList.contains('retracted')").await;
    assert_eq!(browser.marked("last-move").await, json!(["f6", "g8"]));

    // A lost board needs someone while the game goes on, less so when it is over.
    web.record(&record(13, Body::Status(status(BoardState::Lost))));
    browser.wait("document.querySelector('#banner').dataset.level === 'warning'").await;
    assert_eq!(browser.text("#board-status").await, "Board lost");
    assert_eq!(browser.text("#sensed").await, "When last seen: The board shows the position of the game.");
    let mut over = game(8, Vec::new());
    over.phase = Phase::Over;
    over.turn = None;
    over.result = "1/2-1/2";
    over.players.black = Some("<img src=x onerror=alert(1)>".to_owned());
    over.termination = Some("draw by agreement".to_owned());
    web.record(&record(13, Body::Game(Box::new(over))));
    browser.wait("document.querySelector('#banner').dataset.level === 'notice'").await;

    // What the computer lacks is for the arbiter to know, too.
    let mut full = status(BoardState::Connected);
    full.errors = vec!["disk-full".to_owned()];
    web.record(&record(13, Body::Status(full)));
    browser.wait("document.querySelector('#banner strong').textContent === 'Disk full'").await;
    assert_eq!(browser.text("#result").await, "½–½ draw by agreement");
    assert_eq!(browser.text("#top .name").await, "<img src=x onerror=alert(1)>");
    browser.photograph("over-light").await;

    // Nothing was asked of anyone else, and nothing was refused.
    let asked = browser.run("return performance.getEntriesByType('resource').map(e => new URL(e.name).host)").await;
    let asked = asked.as_array().expect("a list");
    assert!(asked.len() > 8);
    assert!(asked.iter().all(|host| host == &at.to_string()), "{asked:?}");
    assert_eq!(browser.complaints().await, json!([]));

    // The server goes away and comes back with another state.
    web.shutdown().await;
    browser.wait("document.querySelector('#banner').dataset.level === 'lost'").await;
    browser.photograph("no-connection-light").await;
    let (web, _commands) = web::start(at, vec![TABLE.to_owned()], no_hall(), None).await.expect("the same port");
    let cross = alert("a-mate", AlertKind::GameEndedCheckmate, "5.1.1", Severity::Ruling, &[], "Checkmate.");
    web.record(&record(20, Body::Game(Box::new(game(2, vec![cross])))));
    browser.wait("document.querySelector('#moves').textContent === '1.e4e5'").await;
    assert_eq!(browser.text("#banner").await, "Ruling needed Checkmate.");
    web.shutdown().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_says_what_is_wrong_with_board_and_broker() {
    let Some(browser) = Browser::start().await else { return };
    let at = SocketAddr::from(([127, 0, 0, 1], 0));
    let (web, _commands) = web::start(at, vec![TABLE.to_owned()], no_hall(), None).await.expect("a free port");
    let told = |state: BoardState, trouble: Option<&str>, broker: Option<&str>| {
        let mut status = status(state);
        status.board.trouble = trouble.map(str::to_owned);
        status.broker_trouble = broker.map(str::to_owned);
        web.record(&record(7, Body::Status(status)));
    };
    let mut unfound = status(BoardState::Searching);
    (unfound.board.kind, unfound.board.port, unfound.board.serial) = (None, None, None);
    unfound.board.trouble = Some("there is no serial port; is the board plugged in?".to_owned());
    web.record(&record(0, Body::Status(unfound)));
    browser.look("light", 1280, 860).await;
    browser.open(&format!("http://{}/", web.address())).await;
    browser.wait("document.querySelector('#banner').textContent.includes('serial port')").await;
    let said = "Waiting Looking for a board. There is no serial port; is the board plugged in?";
    assert_eq!(browser.text("#banner").await, said);
    told(BoardState::Searching, Some("it answers, but has not told what stands on its squares"), None);
    browser.wait("document.querySelector('#banner').dataset.level === 'notice'").await;
    let said = "Board not read It answers, but has not told what stands on its squares.";
    assert_eq!(browser.text("#banner").await, said);

    web.record(&record(7, Body::Game(Box::new(game(7, Vec::new())))));
    let gone = "/dev/serial/by-id/usb-DGT_Projects_DGT_e-Board_24211-if00 is not there";
    for (name, state, trouble, broker, level, said) in [
        ("broker", BoardState::Connected, None, Some("Connection refused (os error 111)"), "notice",
            "Broker not reached Connection refused (os error 111). Programs that read over MQTT hear nothing until it is \
             back; it is kept for them.".to_owned()),
        ("lost", BoardState::Lost, Some(gone), Some("the broker does not answer"), "warning", format!("Board lost {}.", gone)),
    ] {
        told(state, trouble, broker);
        browser.wait(&format!("document.querySelector('#banner').dataset.level === '{level}' && document.querySelector('#banner').textContent.includes({:?})", said.split(' ').next().unwrap_or_default())).await;
        assert_eq!(browser.text("#banner").await, said);
        for (look, scheme, width, height) in [
            ("light", "light", 1280, 860),
            ("dark", "dark", 1280, 860),
            ("phone", "light", 390, 844),
            ("phone-dark", "dark", 390, 844),
        ] {
            browser.look(scheme, width, height).await;
            // The board takes its size after the page; a window of a phone would give way to what is too wide.
            browser.wait(&format!("document.documentElement.scrollWidth <= {width}")).await;
            browser.photograph(&format!("trouble-{name}-{look}")).await;
        }
    }
    told(BoardState::Connected, None, None);
    browser.wait("document.querySelector('#banner').dataset.level === 'calm'").await;
    assert_eq!(browser.complaints().await, json!([]));
    web.shutdown().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_list_shows_which_table_needs_someone() {
    let Some(browser) = Browser::start().await else { return };
    let tables = ["Table 11", TABLE, "Table 13", "Table 14"].map(str::to_owned).to_vec();
    let (web, _commands) =
        web::start(SocketAddr::from(([127, 0, 0, 1], 0)), tables, no_hall(), None).await.expect("a free port");
    for (table, plies, state) in
        [("Table 11", 5, BoardState::Connected), (TABLE, 7, BoardState::Connected), ("Table 13", 3, BoardState::Lost)]
    {
        let mut of_table = record(7, Body::Game(Box::new(game(plies, Vec::new()))));
        of_table.table = table.into();
        web.record(&of_table);
        of_table.body = Body::Status(status(state));
        web.record(&of_table);
    }
    browser.look("light", 1280, 500).await;
    browser.open(&format!("http://{}/", web.address())).await;
    browser.wait("document.querySelectorAll('#tables a').length === 4").await;
    web.record(&record(8, Body::Alert(illegal_move())));
    browser.wait("document.querySelectorAll('#tables a')[1].dataset.level === 'ruling'").await;
    let levels = browser.run("return [...document.querySelectorAll('#tables a')].map(e => e.dataset.level)").await;
    assert_eq!(levels, json!(["calm", "ruling", "warning", "calm"]));
    let mut away = status(BoardState::Connected);
    away.broker_trouble = Some("the broker does not answer".to_owned());
    let mut of_table = record(7, Body::Status(away));
    of_table.table = "Table 11".into();
    web.record(&of_table);
    browser.wait("document.querySelector('#tables a').dataset.level === 'notice'").await;
    let row = browser.run("return document.querySelector('#tables a').innerText.replace(/\\s+/g, ' ')").await;
    assert!(row.as_str().is_some_and(|row| row.ends_with("Broker not reached")), "{row}");
    let row = browser.run("return document.querySelectorAll('#tables a')[1].innerText.replace(/\\s+/g, ' ')").await;
    assert_eq!(row, "Table 12 Vera Menchik – Sonja Graf 4. Ba4 Ruling needed");
    browser.photograph("list-light").await;
    browser.look("dark", 390, 600).await;
    browser.photograph("list-phone-dark").await;
    browser.run("document.querySelectorAll('#tables a')[1].click()").await;
    browser.wait("document.querySelector('#banner')?.dataset.level === 'ruling'").await;
    assert_eq!(browser.text("h1").await, TABLE);
    assert_eq!(browser.complaints().await, json!([]));
    web.shutdown().await;
}

async fn background(browser: &Browser, scheme: &str) -> Value {
    browser.look(scheme, 1280, 860).await;
    browser.run("return getComputedStyle(document.body).backgroundColor").await
}
