//! Why Lichess does not show what is pushed, as messages of the catalogues.

use crate::words::{Value, Words};

fn counted(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// A message that may repeat what somebody else has said.
fn with_error(id: &'static str, error: Option<&str>) -> Words {
    let said = if error.is_some() { "yes" } else { "no" };
    Words::new(id).word("said", said).with("error", Value::Name(error.unwrap_or_default().to_owned()))
}

/// No answer came in time.
pub(crate) fn no_answer() -> Words {
    Words::new("push-no-answer")
}

/// Lichess cannot be reached.
pub(crate) fn not_reached(cause: &str) -> Words {
    with_error("push-not-reached", Some(cause))
}

/// The connection has failed on the way.
pub(crate) fn broken(cause: &str) -> Words {
    with_error("push-broken", Some(cause))
}

/// The answer is longer than anything that is read.
pub(crate) fn answer_too_long(bytes: usize) -> Words {
    Words::new("push-answer-too-long").number("n", counted(bytes))
}

/// It was not asked: this computer cannot, for this reason.
pub(crate) fn not_asked(reason: &str) -> Words {
    with_error("push-not-asked", Some(reason))
}

/// What was answered with a status that says enough.
pub(super) fn of_status(status: u16, error: Option<&str>) -> Words {
    match status {
        401 => with_error("push-token-unknown", error),
        403 => with_error("push-token-not-allowed", error),
        404 => with_error("push-no-such-round", error),
        413 => Words::new("push-round-too-long"),
        429 => Words::new("push-too-many-requests"),
        300..=399 => Words::new("push-leads-elsewhere").number("status", status.into()),
        408 | 500.. => with_error("push-fails", error).number("status", status.into()),
        200..=299 => with_error("push-answer-unreadable", error),
        _ => with_error("push-refused", error).number("status", status.into()),
    }
}

/// The whole round is refused.
pub(super) fn round_refused(error: &str) -> Words {
    with_error("push-round-refused", Some(error))
}

/// It goes nowhere.
pub(super) fn no_round() -> Words {
    Words::new("push-no-round")
}

/// Lichess holds a round back for so many seconds only, and the event wants so many.
pub(super) fn too_early(held_back_s: u32, wanted_s: i64) -> Words {
    Words::new("push-too-early").number("seconds", held_back_s).number("n", u32::try_from(wanted_s).unwrap_or(u32::MAX))
}

/// More boards than Lichess shows.
pub(super) fn too_many_boards() -> Words {
    Words::new("push-board-too-many")
}

/// A game longer than Lichess takes.
pub(super) fn game_too_long() -> Words {
    Words::new("push-board-too-long")
}

/// What Lichess says of a game that it does not take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It has said so.
    Said(String),
    /// It says nothing of the game.
    Nothing,
    /// It says neither how many moves it has nor what is wrong.
    Neither,
}

/// Lichess does not take a game; with so many of its half-moves, or nothing but names and result, it shows it all the
/// same, or (`None`) nothing of it is new there.
pub(super) fn game_refused(refusal: &Refusal, shown: Option<usize>) -> Words {
    let (why, error) = match refusal {
        Refusal::Said(error) => ("said", error.as_str()),
        Refusal::Nothing => ("nothing", ""),
        Refusal::Neither => ("neither", ""),
    };
    let what = match shown {
        None => "nothing",
        Some(0) => "names",
        Some(_) => "moves",
    };
    Words::new("push-board-refused")
        .word("why", why)
        .with("error", Value::Name(error.to_owned()))
        .word("shown", what)
        .number("n", counted(shown.unwrap_or(0)))
}

/// Lichess has read another number of half-moves than were sent.
pub(super) fn miscounted(counted_there: usize, sent: usize) -> Words {
    Words::new("push-board-miscounted").number("count", counted(counted_there)).number("n", counted(sent))
}

/// So many half-moves are shown that were taken back.
pub(super) fn excess(half_moves: usize) -> Words {
    Words::new("push-board-excess").number("n", counted(half_moves))
}

/// Behind so many half-moves the game cannot be shown.
pub(super) fn shown_up_to(half_moves: usize) -> Words {
    Words::new("push-board-up-to").number("n", counted(half_moves))
}
