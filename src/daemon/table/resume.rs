//! A game taken up again where an earlier run of the service has left it: its log makes the table what it was.

use std::panic::{AssertUnwindSafe, catch_unwind};

use protocols::{
    At, Codec,
    registry::{self, Board},
};
use serde::Deserialize;
use serde_json::Value;
use tracing::{error, warn};

use crate::{
    board::{self, Orientation},
    game::{
        journal::{Kept, KeptGame, Wholeness},
        record::Record,
    },
    table::{Happening, Header, Input, Line, LogError, MAX_SEQ, Output, Source, Table, read_line},
    turn::{GameTime, Settings},
};

/// Longest time that a kept log may lack at its end, in milliseconds: readings of the clock are in no durability.
const LACKING_MS: u64 = 2_000;

/// Why a game cannot be taken up again. What is kept of it stays where it is.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ResumeError {
    #[error("its board is of a kind not known here: {0}")]
    Board(String),
    #[error("its log, {0}")]
    Log(#[from] LogError),
    #[error("its log has no header")]
    NoHeader,
    #[error("the table fails over its log, which is a bug")]
    Panic,
    #[error("some of it is missing")]
    Partial,
}

/// A table as it was.
pub(crate) struct Resumed {
    pub(crate) table: Table,
    pub(crate) board: Board,
    pub(crate) session: String,
    /// What it is played by.
    pub(crate) settings: Settings,
    /// How far its inputs have come.
    pub(crate) last: At,
}

/// `seq` of the last journaled record kept, and the last time named.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Reached {
    pub(crate) seq: u64,
    pub(crate) at: GameTime,
}

/// How far what is kept of a game reaches.
pub(crate) fn reached(kept: &KeptGame) -> Reached {
    #[derive(Deserialize, Default)]
    struct Numbers {
        seq: Option<u64>,
        t_ms: Option<u64>,
    }
    let numbers = |line: &String| serde_json::from_str::<Numbers>(line).unwrap_or_default();
    // However damaged the journal is, there is room for what comes.
    let seq = kept.last_seq.max(numbers(&kept.header).seq.unwrap_or(0)).min(MAX_SEQ);
    let header: Value = serde_json::from_str(&kept.header).unwrap_or_default();
    let begun_at = header.pointer("/begin/t_ms").and_then(Value::as_u64);
    let lines = [kept.records.last(), kept.events.last()];
    let at = lines.into_iter().flatten().filter_map(|line| numbers(line).t_ms).chain(begun_at).max().unwrap_or(0);
    Reached { seq, at: GameTime(at) }
}

/// Takes up the game that was on.
pub(crate) fn resume(
    kept: &Kept,
    codec: impl Fn(&Board) -> Box<dyn Codec>,
    reading: impl Fn(&Board) -> board::Settings,
) -> Result<Resumed, ResumeError> {
    let Some(game) = &kept.game else { return Err(ResumeError::NoHeader) };
    let Line::Game(header, _) = read_line(&game.header, 1)? else { return Err(ResumeError::NoHeader) };
    let known = registry::board(&game.kind).ok_or_else(|| ResumeError::Board(game.kind.clone()))?;
    let board = Board { sensing: header.settings.sensing, ..*known };
    let (session, settings) = (header.session.clone(), header.settings);
    let reached = reached(game);
    let source = Source::Board(codec(&board), reading(&board));
    let rebuilt = catch_unwind(AssertUnwindSafe(|| rebuild(*header, source, game)));
    let (mut table, records) = rebuilt.map_err(|_| ResumeError::Panic)??;
    if let Some(difference) = difference(&game.records, &records) {
        if game.wholeness == Wholeness::Partial {
            return Err(ResumeError::Partial);
        }
        error!(
            game = game.id, %difference,
            "The game's log gives other rulings than were published, as another version may; what was published stands."
        );
    }
    let orientation = game.orientation.as_deref().and_then(Orientation::from_name);
    let last = table.clock_offset().input_time(reached.at) + LACKING_MS;
    table.resume(kept.replies.clone(), orientation, reached.seq);
    Ok(Resumed { table, board, session, settings, last })
}

/// Makes the table of a log; gives that and the journaled records it made.
fn rebuild(header: Header, source: Source, game: &KeptGame) -> Result<(Table, Vec<Record>), ResumeError> {
    let mut table = Table::of(header, source);
    let mut records = Vec::new();
    feed(&mut table, game, |output| {
        if let Output::Record(record) = output
            && record.body.is_journaled()
        {
            records.push(*record);
        }
    })?;
    Ok((table, records))
}

/// Feeds a game's log to a table at its beginning; time goes on after it for as long as anything was said.
pub(crate) fn feed(table: &mut Table, game: &KeptGame, mut hear: impl FnMut(Output)) -> Result<(), ResumeError> {
    let mut take = |table: &mut Table, at: GameTime, input: Input<'_>| {
        table.handle(table.clock_offset().input_time(at), input);
        std::iter::from_fn(|| table.poll()).for_each(&mut hear);
    };
    for (number, line) in (2..).zip(&game.events) {
        let Line::Event(at, happening) = read_line(line, number)? else { return Err(ResumeError::NoHeader) };
        match &happening {
            Happening::ClockGone => take(table, at, Input::ClockGone),
            Happening::Command(json) => take(table, at, Input::Command(json)),
            Happening::Event(event) => take(table, at, Input::Event(*event)),
        }
    }
    take(table, reached(game).at, Input::Tick);
    Ok(())
}

/// What a journaled record rules. All else of it, its words before all, is another version's to say otherwise.
#[derive(Debug, PartialEq, Eq, Deserialize)]
struct Ruled {
    r#type: String,
    seq: u64,
    ply: Option<u32>,
    by: Option<String>,
    /// Of an alert: what it tells, and what has become of it.
    kind: Option<String>,
    state: Option<String>,
    #[serde(default)]
    squares: Vec<String>,
    /// Of a move: which, and what has become of it.
    uci: Option<String>,
    status: Option<String>,
    /// Of a turn: what was made, and whether the clock was pressed.
    made: Option<String>,
    completed: Option<bool>,
}

/// The first place where the records rule otherwise.
fn difference(kept: &[String], made: &[Record]) -> Option<String> {
    let mut made = made.iter().map(|record| serde_json::to_value(record).unwrap_or_default());
    for line in kept {
        let Some(made) = made.next() else { return Some(format!("published {line}, now nothing")) };
        let (was, is) = (serde_json::from_str::<Ruled>(line), Ruled::deserialize(&made));
        if !matches!((was, is), (Ok(was), Ok(is)) if was == is) {
            return Some(format!("published {line}, now {made}"));
        }
    }
    made.next().map(|made| format!("published nothing, now {made}"))
}

/// What the board shows once it is back, compared with the game that was taken up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comparison {
    /// Done, or nothing was taken up.
    Done,
    /// The board has not shown itself yet; so many half-moves were known.
    Due { plies: usize },
}

impl Comparison {
    /// Tells, once the board has shown itself, what came of it.
    pub(crate) fn tell(&mut self, table: &Table) {
        let Comparison::Due { plies } = *self else { return };
        *self = Comparison::Done;
        let found = table.plies().saturating_sub(plies);
        if !table.agrees() {
            warn!("The board shows another position than the game had: it is followed once it can be explained.");
        } else if found > 0 {
            warn!(found, "The board shows moves made meanwhile: they are found again.");
        } else {
            tracing::info!("The board shows the position of the game.");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        game::{journal::GameSummary, record::Body},
        publish::samples,
    };

    #[test]
    fn other_words_are_no_other_ruling_and_another_square_is() {
        let alert = samples::record(1, Body::Alert(samples::alert()));
        let kept = |change: fn(&mut Value)| {
            let mut record = serde_json::to_value(&alert).expect("JSON");
            record["at"] = "2026-01-01T00:00:00.000Z".into();
            change(&mut record);
            difference(&[record.to_string()], std::slice::from_ref(&alert))
        };
        assert_eq!(kept(|record| record["text"] = "In other words.".into()), None);
        assert_eq!(kept(|record| record["severity"] = "a word of tomorrow".into()), None);
        for (key, value) in [
            ("squares", serde_json::json!(["a1"])),
            ("kind", "flag-fall".into()),
            ("ply", 77.into()),
            ("state", "lapsed".into()),
            ("seq", 2.into()),
        ] {
            let mut record = serde_json::to_value(&alert).expect("JSON");
            record[key] = value;
            assert!(difference(&[record.to_string()], std::slice::from_ref(&alert)).is_some(), "{key}");
        }
        assert!(difference(&[], std::slice::from_ref(&alert)).is_some());
        assert!(difference(&["{".to_owned()], std::slice::from_ref(&alert)).is_some());
    }

    fn kept(header: &str) -> KeptGame {
        KeptGame {
            id: "g".to_owned(),
            kind: "dgt".to_owned(),
            orientation: None,
            begun: String::new(),
            header: header.to_owned(),
            events: Vec::new(),
            records: Vec::new(),
            last_seq: 0,
            summary: GameSummary::default(),
            wholeness: Wholeness::Whole,
        }
    }

    #[test]
    fn a_game_of_which_nothing_else_is_kept_reaches_to_its_beginning() {
        let Reached { seq, at } = reached(&kept(r#"{"log":"touchmove/1","seq":7,"begin":{"t_ms":900000}}"#));
        assert_eq!((seq, at), (7, GameTime(900_000)));
    }

    #[test]
    fn records_have_room_behind_a_number_that_no_header_may_have() {
        let Reached { seq, .. } = reached(&kept(r#"{"log":"touchmove/1","seq":18446744073709551615}"#));
        assert_eq!(seq, MAX_SEQ);
    }
}
