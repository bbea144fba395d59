//! Files of pairing programs: what one would change, and results to take along.

use axum::{
    body::{Body, to_bytes},
    extract::{Query, State},
    http::{HeaderMap, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use serde_json::json;

use super::{Console, answers, guard, hall::Ask, people::refuse, visitor::Visitor};
use crate::{
    hall::rounds::{FileRefusal, ResultsFile, WriteError},
    publish::content::PGN,
};

/// Longest file that is taken, in bytes; what is longer than can be read is told by the reader.
const MAX_BODY: usize = (8 << 20) + 1;

/// What a file is about, where it does not say so itself.
#[derive(Debug, Default, Deserialize)]
pub(super) struct About {
    section: Option<String>,
    round: Option<u16>,
}

/// What a file would change. Nothing is changed by it.
pub(super) async fn import(
    State(console): State<Console>,
    visitor: Visitor,
    Query(About { section, round }): Query<About>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    if !guard::is_same_origin(&headers) {
        return answers::refused(StatusCode::FORBIDDEN, "other-origin");
    }
    let Some(shown) = visitor.shown else { return answers::unknown() };
    // Whoever may not is not let send megabytes first.
    match console.hall.ask(|reply| Ask::Known { shown, reply }).await {
        Some(Some(known)) if known.account.is_chief() => {}
        Some(Some(_)) => return answers::not_allowed(),
        Some(None) => return answers::unknown(),
        None => return answers::gone(),
    }
    let Ok(bytes) = to_bytes(body, MAX_BODY).await else {
        return answers::refused(StatusCode::PAYLOAD_TOO_LARGE, "too-long");
    };
    let (name, bytes) = (file_name(&headers), bytes.to_vec());
    match console.hall.ask(|reply| Ask::Compare { shown, name, bytes, section, round, reply }).await {
        Some(Some(Ok(comparison))) => axum::Json(comparison).into_response(),
        Some(Some(Err(FileRefusal::OnlyChief))) => answers::not_allowed(),
        Some(Some(Err(refusal))) => (StatusCode::UNPROCESSABLE_ENTITY, axum::Json(refusal)).into_response(),
        Some(None) => refuse(&console, &visitor).await,
        None => answers::gone(),
    }
}

/// The file's name: letters beyond ASCII come as in a URL.
fn file_name(headers: &HeaderMap) -> String {
    #[derive(Deserialize)]
    struct Named {
        name: String,
    }
    let told = headers.get("x-file-name").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let decoded = format!("/?name={told}").parse::<Uri>().ok().and_then(|uri| Query::<Named>::try_from_uri(&uri).ok());
    let encoded = decoded.filter(|_| told.contains('%') && !told.contains(['&', '#', '+']));
    encoded.map_or_else(|| told.to_owned(), |Query(named)| named.name)
}

/// Results as PGN.
pub(super) async fn results_pgn(state: State<Console>, visitor: Visitor, about: Query<About>) -> Response {
    results(state, visitor, about, (ResultsFile::Pgn, "results.pgn", PGN)).await
}

/// The report that was read, with its results.
pub(super) async fn results_trf(state: State<Console>, visitor: Visitor, about: Query<About>) -> Response {
    // The letters are those of the report: which ones, its reader knows.
    results(state, visitor, about, (ResultsFile::Trf, "results.trf", "application/octet-stream")).await
}

/// Results as CSV.
pub(super) async fn results_csv(state: State<Console>, visitor: Visitor, about: Query<About>) -> Response {
    results(state, visitor, about, (ResultsFile::Csv, "results.csv", "text/csv; charset=utf-8")).await
}

async fn results(
    State(console): State<Console>,
    visitor: Visitor,
    Query(About { section, round }): Query<About>,
    (kind, name, content): (ResultsFile, &str, &'static str),
) -> Response {
    let Some(shown) = visitor.shown else { return answers::unknown() };
    match console.hall.ask(|reply| Ask::Results { shown, kind, section, round, reply }).await {
        Some(Some(Ok(bytes))) => {
            let named = format!("attachment; filename=\"{name}\"");
            ([(header::CONTENT_TYPE, content.to_owned()), (header::CONTENT_DISPOSITION, named)], bytes).into_response()
        }
        Some(Some(Err(WriteError::NoSuchRound))) => answers::nothing(),
        Some(Some(Err(error))) => {
            let word = match &error {
                WriteError::NoReport => "no-report",
                WriteError::NoSuchRound => "nothing-there",
                WriteError::Section => "section",
                WriteError::Trf(_) => "trf",
            };
            let answer = json!({ "refused": word, "error": error.to_string() });
            (StatusCode::UNPROCESSABLE_ENTITY, axum::Json(answer)).into_response()
        }
        Some(None) => refuse(&console, &visitor).await,
        None => answers::gone(),
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn the_name_of_a_file_comes_as_it_is_or_as_in_a_url() {
        for (told, name) in [
            ("r6.pgn", "r6.pgn"),
            ("Runde%206%20M%C3%BCnchen.pgn", "Runde 6 München.pgn"),
            ("a&b%20.trf", "a&b%20.trf"),
            ("50%.csv", "50%.csv"),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert("x-file-name", HeaderValue::from_static(told));
            assert_eq!(file_name(&headers), name);
        }
    }
}
