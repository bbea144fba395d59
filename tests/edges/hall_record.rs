//! The hall's record over restarts, and of what is decided by other ways than its page.

use serde_json::{Value, json};

use super::hall::{Hall, Table};
use crate::common::{
    console::{JSON, Page, Person},
    http,
    mqtt::{Kind, TestBroker},
    service::{SPANISH, folder},
};

/// An arbiter at a table's own computer gives a command by its page.
async fn at_the_table(table: &Table, command: Value) {
    let answer = http::post(table.at, "/table/7/command", &[JSON], &command.to_string()).await;
    assert_eq!((answer.status, &answer.json()["ok"]), (200, &json!(true)), "{answer:?}");
}

fn decided<'a>(page: &'a Page, command: &str) -> Vec<&'a Value> {
    page.entries.values().filter(|entry| entry["command"] == command || entry["name"] == command).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_decided_at_a_tables_own_computer_stands_in_the_record_also_while_the_hall_is_away() {
    let broker = TestBroker::start(Kind::Mosquitto).await;
    let state = folder();
    let mut hall = Hall::start(&state, broker.address(), 0);
    let port = hall.at.port();
    let anna = Person::chief(hall.at, "Anna").await;
    let mut page = anna.page(&[]).await;
    let table = Table::start(broker.address(), "7", &SPANISH);
    page.until("the last move", |page| page.plies("7") == 8).await;
    let adjust = json!({ "by": "Felt tip", "command": "adjust-clock", "player": "black", "ms": 60_000 });
    at_the_table(&table, adjust).await;
    at_the_table(&table, json!({ "by": "Felt tip", "command": "set-result", "result": "0-1" })).await;
    page.until("both", |page| decided(page, "adjust-clock").len() + decided(page, "set-result").len() == 2).await;
    for (command, effect) in [
        ("adjust-clock", json!({ "effect": "clock-adjusted", "player": "black", "ms": 60_000 })),
        ("set-result", json!({ "effect": "result-final", "result": "0-1", "reason": null })),
    ] {
        let entry = decided(&page, command)[0];
        assert_eq!((&entry["what"], &entry["by"]), (&json!("decided-elsewhere"), &json!("Felt tip")), "{entry}");
        assert_eq!(entry["done"], json!([effect]));
    }

    // What she decides herself stands there once, though the table tells it to everybody.
    let acts = json!([{ "command": "adjust-clock", "player": "white", "ms": 120_000 }]);
    let request = json!({ "request": "act", "id": "adj-1", "table": "7", "acts": acts });
    let first = anna.post("/api/request", &request).await.json();
    let number = first["entry"].as_u64().unwrap_or_else(|| panic!("{first}"));
    page.until("it is done", |page| page.entries.get(&number).is_some_and(|entry| entry["state"] == "done")).await;
    assert_eq!(decided(&page, "adjust-clock").len(), 2);

    // The hall dies; meanwhile it goes on at the table; her program asks again for what it had no answer to.
    hall.program.signal("KILL");
    drop((hall, page));
    at_the_table(&table, json!({ "by": "Clara", "command": "reopen" })).await;
    hall = Hall::start(&state, broker.address(), port);
    let mut page = anna.page(&[]).await;
    page.until("what was decided meanwhile", |page| !decided(page, "reopen").is_empty()).await;
    assert_eq!(decided(&page, "reopen")[0]["by"], "Clara");
    let again = anna.post("/api/request", &request).await.json();
    assert_eq!(again, first, "the same answer");
    page.until("the table", |page| page.tables.contains_key("7")).await;
    assert_eq!(page.request(json!({ "request": "unshelve", "case": "none" })).await["refused"], "no-such-case");
    assert_eq!(decided(&page, "adjust-clock").len(), 2, "{:#?}", page.entries);
    assert_eq!(decided(&page, "set-result").len(), 1, "{:#?}", page.entries);
    drop(hall.program);
}
