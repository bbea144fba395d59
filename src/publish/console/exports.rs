//! What can be taken along: the record of decisions, the records of a game, its PGN.

use axum::{
    extract::{Path, Query, State},
    http::header,
    response::{IntoResponse, Response},
};
use serde::Deserialize;

use super::{Console, answers, hall::Ask, people::refuse, visitor::Visitor};
use crate::{
    hall::decisions::{
        entry::Entry,
        export::{code_words, csv, json},
        search::Filter,
    },
    publish::content::{JSON, PGN},
};

/// The record of decisions as CSV.
pub(super) async fn record_csv(
    State(console): State<Console>,
    visitor: Visitor,
    Query(filter): Query<Filter>,
) -> Response {
    match entries(&console, &visitor, filter).await {
        Ok(entries) => file("record.csv", "text/csv; charset=utf-8", csv(&entries, code_words)),
        Err(refusal) => refusal,
    }
}

/// The record of decisions as JSON.
pub(super) async fn record_json(
    State(console): State<Console>,
    visitor: Visitor,
    Query(filter): Query<Filter>,
) -> Response {
    match entries(&console, &visitor, filter).await.map(|entries| json(&entries)) {
        Ok(Ok(text)) => file("record.json", JSON, text),
        Ok(Err(_)) => answers::gone(),
        Err(refusal) => refusal,
    }
}

async fn entries(console: &Console, visitor: &Visitor, filter: Filter) -> Result<Vec<Entry>, Response> {
    let Some(shown) = visitor.shown else { return Err(answers::unknown()) };
    match console.hall.ask(|reply| Ask::Entries { shown, filter, reply }).await {
        Some(Some(entries)) => Ok(entries),
        Some(None) => Err(refuse(console, visitor).await),
        None => Err(answers::gone()),
    }
}

#[derive(Deserialize)]
pub(super) struct Which {
    game: Option<String>,
}

/// The records of a game, one a line: the log for an appeal.
pub(super) async fn records(
    State(console): State<Console>,
    visitor: Visitor,
    Path(table): Path<String>,
    Query(Which { game }): Query<Which>,
) -> Response {
    let Some(shown) = visitor.shown else { return answers::unknown() };
    match console.hall.ask(|reply| Ask::Records { shown, table, game, reply }).await {
        Some(Some(lines)) => {
            let text = lines.iter().map(|line| format!("{line}\n")).collect();
            file("records.jsonl", "application/jsonl; charset=utf-8", text)
        }
        Some(None) => refuse(&console, &visitor).await,
        None => answers::gone(),
    }
}

/// The game as PGN.
pub(super) async fn pgn(State(console): State<Console>, visitor: Visitor, Path(table): Path<String>) -> Response {
    let Some(shown) = visitor.shown else { return answers::unknown() };
    match console.hall.ask(|reply| Ask::Pgn { shown, table, reply }).await {
        Some(Some(Some(text))) => file("game.pgn", PGN, text),
        Some(Some(None)) => answers::nothing(),
        Some(None) => refuse(&console, &visitor).await,
        None => answers::gone(),
    }
}

/// A file that the browser puts among others of that name.
fn file(name: &str, kind: &'static str, text: String) -> Response {
    let named = format!("attachment; filename=\"{name}\"");
    ([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, named)], text).into_response()
}
