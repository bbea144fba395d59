//! What a picture of the board shows beside what the words say: marks stand on the position that they are about.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::{
    common::service::START,
    console::{Hall, Person},
    driver::Browser,
};

/// Lifts and drops in their order, presses, and hands that rest, as an event log.
pub(crate) fn hands(deeds: &[(&str, &str)]) -> String {
    let mut lines = vec![json!({ "log": "touchmove/1", "fen": START })];
    let mut running = "white";
    let mut t_ms = 0;
    for (deed, square) in deeds {
        t_ms += if *deed == "wait" { 6_000 } else { 600 };
        if *deed == "wait" {
            continue;
        }
        let mut event = if *deed == "press" {
            running = if running == "white" { "black" } else { "white" };
            json!({ "ev": "clock", "white_ms": 300_000, "black_ms": 300_000, "running": running })
        } else {
            json!({ "ev": deed, "sq": square })
        };
        event["t_ms"] = json!(t_ms);
        lines.push(event);
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// 1. e4 e5; White touches b1, puts it back and plays Nf3; Nc6; the bishop goes from f1 to b6, which no bishop does.
const TWO_BREACHES: [(&str, &str); 17] = [
    ("lift", "e2"),
    ("drop", "e4"),
    ("press", ""),
    ("lift", "e7"),
    ("drop", "e5"),
    ("press", ""),
    ("lift", "b1"),
    ("drop", "b1"),
    ("lift", "g1"),
    ("drop", "f3"),
    ("press", ""),
    ("lift", "b8"),
    ("drop", "c6"),
    ("press", ""),
    ("lift", "f1"),
    ("drop", "b6"),
    ("press", ""),
];

impl Person {
    /// The squares on which a mark stands, on the board found by a selector, seen from White.
    async fn marked(&self, board: &str, mark: &str) -> BTreeSet<String> {
        let script = format!(
            "return [...document.querySelectorAll({:?})].map(e => 'abcdefgh'[Math.floor(e.cx.baseVal.value)] + (8 - Math.floor(e.cy.baseVal.value)))",
            format!("{board} .{mark}")
        );
        let found = self.browser.run(&script).await;
        found.as_array().expect("squares").iter().map(|square| square.as_str().expect("text").to_owned()).collect()
    }
}

fn squares(all: &[&str]) -> BTreeSet<String> {
    all.iter().map(|square| (*square).to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn marks_stand_on_the_position_that_they_are_about() {
    let Some(browser) = Browser::start().await else { return };
    let hall = Hall::of(&[("1", &hands(&TWO_BREACHES))]);
    let anna = Person { browser, at: hall.at };
    anna.browser.look("light", 1440, 900).await;
    anna.sign_in_first().await;

    // The breach of touch-move is told as one, with what was touched, played and owed on the position before it.
    anna.look_at("#/queue").await;
    anna.browser.wait("document.querySelectorAll('.qi').length === 2").await;
    anna.reads(".qi.notice", "Touched piece not moved").await;
    anna.click(".qi.notice").await;
    anna.reads(".dt h2", "Nf3").await;
    assert_eq!(anna.marked(".dt-board .brd", "m-touch").await, squares(&["b1"]));
    assert_eq!(anna.marked(".dt-board .brd", "m-owed").await, squares(&["a3", "c3"]));
    let hands = anna.browser.text(".touches").await;
    assert!(hands.contains("b1") && hands.contains("g1") && hands.contains("f3"), "{hands}");

    // The illegal move is decided; now White owes a bishop's move, and the older case still waits.
    anna.click(".qi.ruling").await;
    anna.click(".dt > .acts [data-act=confirm]").await;
    anna.reads(".toast", "1st illegal move").await;
    anna.look_at("#/table/1").await;
    anna.reads(".cb-x", "White touched his knight on b1").await;
    anna.reads(".note", "f1").await;
    assert_eq!(anna.marked(".bigb .brd", "m-touch").await, squares(&["f1"]));
    // A bishop on f1 with the pawn on e4: along f1-a6 and nowhere else.
    assert_eq!(anna.marked(".bigb .brd", "m-owed").await, squares(&["a6", "b5", "c4", "d3", "e2"]));
    for (size, width, height) in [("1440", 1440, 900), ("1024", 1024, 768), ("390", 390, 844)] {
        anna.browser.look("light", width, height).await;
        anna.browser.photograph(&format!("console-marks-{size}")).await;
    }
    let none: Value = anna.browser.complaints().await;
    assert!(!none.to_string().contains("TypeError"), "{none}");
}

/// 1. e4 e5; White touches b1, puts it back and plays Nf3: a notice.
const ONE_BREACH: &[(&str, &str)] = TWO_BREACHES.split_at(11).0;

/// 1. a3 a6; the kings say that White has won; all goes home, and the next game begins by 1. d4.
const NEXT_GAME: [(&str, &str); 21] = [
    ("lift", "a2"),
    ("drop", "a3"),
    ("press", ""),
    ("lift", "a7"),
    ("drop", "a6"),
    ("press", ""),
    ("lift", "e1"),
    ("drop", "e4"),
    ("lift", "e8"),
    ("drop", "d5"),
    ("wait", ""),
    ("lift", "e4"),
    ("drop", "e1"),
    ("lift", "d5"),
    ("drop", "e8"),
    ("lift", "a3"),
    ("drop", "a2"),
    ("lift", "a6"),
    ("drop", "a7"),
    ("wait", ""),
    ("lift", "d2"),
];

const LONG_NAME: &str = "Maximiliana Konstantinopolskaya-Strand";

impl Person {
    /// What is wider than its place, or lies over something else.
    async fn overflows(&self) -> Value {
        self.browser
            .run(
                "const found = [];
                 if (document.documentElement.scrollWidth > innerWidth) found.push('the page: ' + document.documentElement.scrollWidth);
                 const box = e => e.getBoundingClientRect();
                 const shown = s => [...document.querySelectorAll(s)].filter(e => box(e).width);
                 const [brand] = shown('.brand'), [nav] = shown('.nav'), [end] = shown('.top-end');
                 const isBar = box(nav).top < box(document.querySelector('.top')).bottom;
                 if (isBar && box(brand).right > box(nav).left) found.push('the title');
                 for (const e of shown('.brand b, .me span')) if (box(e).right > box(e.parentElement.closest('.brand, .me')).right + 1) found.push(e.className + e.textContent);
                 if (end && box(end).right > innerWidth) found.push('the end of the head');
                 for (const e of shown('.acc th, .acc td, .acc .linkb, .rec td, .rec .how, .tile .res, .tile .say')) {
                   const within = e.closest('.card, .tile');
                   if (within && box(e).right > box(within).right + 1) found.push(e.textContent);
                 }
                 return found;",
            )
            .await
    }

    /// Asks the hall as the page does.
    async fn request(&self, request: &Value) {
        let script = format!(
            "return fetch('/api/request', {{ method: 'POST', headers: {{ 'Content-Type': 'application/json' }}, body: {:?} }}).then(r => r.text())",
            request.to_string()
        );
        self.browser.run(&script).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn long_titles_names_and_refusals_stay_in_their_places_and_results_are_seen() {
    let Some(browser) = Browser::start().await else { return };
    let title = "36th Lakeside International Open 2026 of the Northern Counties";
    let hall = Hall::titled(title, &[("1", &hands(ONE_BREACH)), ("2", &hands(&NEXT_GAME))]);
    let anna = Person { browser, at: hall.at };
    anna.browser.look("light", 1440, 900).await;
    anna.sign_in_as(LONG_NAME).await;

    // A result by hand with the players in sight, who have no names; a notice does not hide it.
    anna.look_at("#/table/1").await;
    anna.reads(".cb-x", "White touched his knight on b1").await;
    anna.command("set-result").await;
    anna.browser.wait("document.querySelectorAll('dialog .dlg-b .pl').length === 2").await;
    anna.browser.photograph("console-result-form-1440").await;
    anna.browser.look("light", 390, 844).await;
    anna.browser.photograph("console-result-form-390").await;
    anna.browser.look("light", 1440, 900).await;
    anna.click("dialog [data-act='1-0']").await;
    anna.reads(".tv-h", "1-0").await;
    anna.look_at("#/wall").await;
    anna.reads(".tile .res", "1-0").await;
    anna.reads(".tile .say", "Touched piece not moved").await;

    // The result that the kings have told is asked for, though the next game is set up.
    anna.look_at("#/queue").await;
    anna.reads(".qi", "Game before: kings in the centre, 1-0").await;

    // What the table refuses is told short; whose clock was adjusted is told.
    let act = |id: &str, act: Value| json!({ "request": "act", "id": id, "table": "1", "acts": [act] });
    anna.request(&act("a", json!({ "command": "set-move", "ply": 2, "uci": "B".repeat(2_000) }))).await;
    anna.look_at("#/record").await;
    anna.reads(".rec .how", "refused").await;
    let refused = anna.browser.run("return [...document.querySelectorAll('.rec .how')].map(e => e.textContent).find(t => t.includes('refused'))").await;
    assert!(refused.as_str().is_some_and(|text| text.len() < 300), "{refused}");
    anna.request(&act("b", json!({ "command": "adjust-clock", "player": "white", "ms": 120_000 }))).await;
    anna.reads(".rec .dn", "White + 2:00").await;
    assert!(!anna.browser.text(".rec").await.contains("No clock connected"), "that is no decision");

    for (size, width, height) in [("1440", 1440, 900), ("1024", 1024, 768), ("390", 390, 844)] {
        anna.browser.look("light", width, height).await;
        for (view, ready) in
            [("wall", ".tile"), ("queue", ".qi"), ("table/1", ".mvb"), ("record", ".rec"), ("people", ".acc")]
        {
            anna.look_at(&format!("#/{view}")).await;
            anna.browser.wait(&format!("document.querySelector({ready:?})")).await;
            anna.browser.photograph(&format!("console-long-{}-{size}", view.replace('/', "-"))).await;
            assert_eq!(anna.overflows().await, json!([]), "{view} at {size}");
        }
        anna.reads(".acc .linkb", "127.0.0.1").await;
    }

    // Confirmed, it is that game's, and the one that is on goes on.
    anna.browser.look("light", 1440, 900).await;
    anna.look_at("#/queue").await;
    anna.browser
        .run("[...document.querySelectorAll('.qi')].find(e => e.textContent.includes('Game before')).click()")
        .await;
    anna.reads(".dt h2", "the next game is on at this table").await;
    anna.browser.photograph("console-game-before-1440").await;
    anna.click(".dt > .acts [data-act=confirm]").await;
    anna.reads(".toast", "Result 1-0").await;
    anna.browser.wait("![...document.querySelectorAll('.qi')].some(e => e.textContent.includes('Game before'))").await;
    anna.look_at("#/table/2").await;
    anna.reads(".finds", "1-0").await;
    assert!(!anna.browser.text(".tv-h").await.contains("1-0"), "nothing is done to the game that is on");
    anna.complains_of_nothing().await;
}
