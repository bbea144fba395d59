//! What Lichess answers to a push.

use serde::Deserialize;

use super::trouble::{self, Refusal};
use crate::words::Words;

/// How long nothing is sent after Lichess has had too many requests, where it does not say: as its API's rules want it.
const LIMITED_MS: i64 = 60_000;

/// The longest wait that it is granted, in seconds.
const MAX_RETRY_AFTER_S: u32 = 3_600;

/// Longest text of Lichess's that is repeated, in characters.
const MAX_SAID: usize = 200;

/// What came of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Nothing came, or no whole answer; maybe it was taken, maybe not.
    Nothing {
        /// Why.
        trouble: Words,
    },
    /// An HTTP answer.
    Said {
        /// Its status.
        status: u16,
        /// `Retry-After`, where it is a number of seconds.
        retry_after_s: Option<u32>,
        /// Its body.
        body: Vec<u8>,
    },
    /// It was not asked at all, since something is missing here.
    Unasked {
        /// What.
        trouble: Words,
    },
}

/// What an answer means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It may go better soon.
    Failed { trouble: Words },
    /// Too many requests.
    Limited { wait_ms: i64 },
    /// It does not mend by itself.
    Refused { trouble: Words },
    /// The boards' results, in the order in which they were sent.
    Taken(Vec<Taken>),
    /// The request was too long.
    TooLarge,
}

/// What Lichess says of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Taken {
    /// `GameId`, where it repeats it.
    pub(super) id: Option<String>,
    /// How many half-moves it has read, or why it has taken none of it.
    pub(super) moves: Result<usize, Refusal>,
}

#[derive(Deserialize)]
struct Said {
    games: Option<Vec<SaidGame>>,
    error: Option<serde_json::Value>,
}

#[derive(Deserialize)]
struct SaidGame {
    #[serde(default)]
    tags: serde_json::Map<String, serde_json::Value>,
    moves: Option<usize>,
    error: Option<String>,
}

/// What an answer to a request with so many boards means.
pub(super) fn read(answer: &Answer, boards: usize) -> Verdict {
    let (status, retry_after_s, body) = match answer {
        Answer::Nothing { trouble } => return Verdict::Failed { trouble: trouble.clone() },
        Answer::Unasked { trouble } => return Verdict::Refused { trouble: trouble.clone() },
        Answer::Said { status, retry_after_s, body } => (*status, *retry_after_s, body),
    };
    let said: Option<Said> = serde_json::from_slice(body).ok();
    let error = said.as_ref().and_then(|said| said.error.as_ref()).map(|error| match error.as_str() {
        Some(text) => quoted(text),
        None => quoted(&error.to_string()),
    });
    let trouble = || trouble::of_status(status, error.as_deref());
    match status {
        413 => return Verdict::TooLarge,
        429 => {
            let wait_ms = retry_after_s.map_or(LIMITED_MS, |s| i64::from(s.clamp(1, MAX_RETRY_AFTER_S)) * 1_000);
            return Verdict::Limited { wait_ms };
        }
        300..=399 | 401 | 403 | 404 => return Verdict::Refused { trouble: trouble() },
        408 | 500.. => return Verdict::Failed { trouble: trouble() },
        _ => {}
    }
    match said.and_then(|said| said.games) {
        Some(games) => match is_of_round(&games, boards) {
            Some(trouble) => Verdict::Refused { trouble },
            None => Verdict::Taken(games.into_iter().map(taken).collect()),
        },
        None if (200..300).contains(&status) => Verdict::Failed { trouble: trouble() },
        None => Verdict::Refused { trouble: trouble() },
    }
}

/// By how many seconds a round is held back, as the description of the round with this id says.
pub(super) fn held_back_s(body: &[u8], id: &str) -> Option<u32> {
    let said: serde_json::Value = serde_json::from_slice(body).ok()?;
    let round = said.get("round").filter(|round| round["id"] == id)?;
    match round.get("delay") {
        // Where it has none it says nothing of it.
        None => Some(0),
        Some(delay) => delay.as_u64().and_then(|delay| delay.try_into().ok()),
    }
}

/// An error that is said as if it were a board's, and is the round's: it names no board, though several were sent, or says
/// that the round has a source of its own.
fn is_of_round(games: &[SaidGame], boards: usize) -> Option<Words> {
    let [only] = games else { return None };
    let error = only.error.as_deref().filter(|_| only.tags.is_empty())?;
    (boards > 1 || error.contains("upstream")).then(|| trouble::round_refused(&quoted(error)))
}

fn taken(game: SaidGame) -> Taken {
    let id = game.tags.get("GameId").and_then(|id| id.as_str()).map(str::to_owned);
    let moves = match (game.error, game.moves) {
        (Some(error), _) => Err(Refusal::Said(quoted(&error))),
        (None, Some(moves)) => Ok(moves),
        (None, None) => Err(Refusal::Neither),
    };
    Taken { id, moves }
}

/// What somebody else says, on one line and not too long.
fn quoted(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line: String = words.join(" ").chars().filter(|letter| !letter.is_control()).collect();
    match line.char_indices().nth(MAX_SAID) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::{Language, tell};

    fn english(trouble: &Words) -> String {
        tell(Language::English, trouble)
    }

    fn said(status: u16, body: &str) -> Answer {
        Answer::Said { status, retry_after_s: None, body: body.as_bytes().to_vec() }
    }

    #[test]
    fn every_board_has_its_result() {
        let body = r#"{"games":[{"tags":{"White":"A","GameId":"x-1"},"moves":2},{"tags":{},"error":"No move\nfound: Pawn a8"}]}"#;
        let expected = Verdict::Taken(vec![
            Taken { id: Some("x-1".to_owned()), moves: Ok(2) },
            Taken { id: None, moves: Err(Refusal::Said("No move found: Pawn a8".to_owned())) },
        ]);
        assert_eq!(read(&said(200, body), 2), expected);
        // Whatever the status: boards that were taken were taken.
        assert_eq!(read(&said(400, body), 2), expected);
    }

    #[test]
    fn what_is_said_of_a_board_and_meant_of_the_round_is_the_rounds() {
        let upstream = r#"{"games":[{"tags":{},"error":"The relay has an upstream URL, and cannot be pushed to."}]}"#;
        for boards in [1, 2] {
            let verdict = read(&said(200, upstream), boards);
            assert!(
                matches!(&verdict, Verdict::Refused { trouble } if english(trouble).contains("upstream URL")),
                "{verdict:?}"
            );
        }
        let of_board = r#"{"games":[{"tags":{},"error":"Cannot parse"}]}"#;
        assert!(matches!(read(&said(200, of_board), 1), Verdict::Taken(_)));
        assert!(matches!(read(&said(200, of_board), 2), Verdict::Refused { .. }));
    }

    #[test]
    fn what_may_go_better_is_told_from_what_does_not_mend_by_itself() {
        for (status, body) in [(200, "<html>"), (200, "{}"), (200, ""), (502, "<html>"), (503, "{\"error\":\"busy\"}")]
        {
            assert!(matches!(read(&said(status, body), 1), Verdict::Failed { .. }), "{status} {body}");
        }
        for (status, body) in [
            (401, "{\"error\":\"No such token\"}"),
            (403, ""),
            (404, ""),
            (400, "{\"error\":\"PGN\"}"),
            (302, ""),
            (418, ""),
        ] {
            assert!(matches!(read(&said(status, body), 1), Verdict::Refused { .. }), "{status} {body}");
        }
        let text = "x".repeat(100_000);
        let Verdict::Refused { trouble } = read(&said(400, &format!("{{\"error\":\"{text}\"}}")), 1) else {
            panic!("refused")
        };
        let text = english(&trouble);
        assert!(text.len() < 300 && !text.contains('\n'));
        assert_eq!(read(&said(413, ""), 1), Verdict::TooLarge);
    }

    #[test]
    fn a_round_says_by_how_much_it_is_held_back() {
        for (body, expected) in [
            (r#"{"round":{"id":"AbCd1234","delay":900},"tour":{}}"#, Some(900)),
            (r#"{"round":{"id":"AbCd1234"},"tour":{}}"#, Some(0)),
            (r#"{"round":{"id":"EfGh5678","delay":900}}"#, None),
            (r#"{"round":{"id":"AbCd1234","delay":"900"}}"#, None),
            (r#"{"error":"no"}"#, None),
            ("<html>", None),
        ] {
            assert_eq!(held_back_s(body.as_bytes(), "AbCd1234"), expected, "{body}");
        }
    }

    #[test]
    fn it_is_waited_as_long_as_it_says() {
        for (retry_after_s, wait_ms) in
            [(None, 60_000), (Some(5), 5_000), (Some(0), 1_000), (Some(1_000_000), 3_600_000)]
        {
            let answer = Answer::Said { status: 429, retry_after_s, body: Vec::new() };
            assert_eq!(read(&answer, 1), Verdict::Limited { wait_ms });
        }
    }
}
