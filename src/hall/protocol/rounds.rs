//! The event and its rounds, as pages have them.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{
    event::{Board, ByeKind, Player},
    hall::{records::Players, time::Time},
};

/// The event.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct EventView {
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Where it is held.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site: Option<String>,
    /// First day, year first: `2026-11-24`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begin: Option<String>,
    /// Last day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// The federation that holds it: FIDE's three letters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub federation: Option<String>,
    /// As PGN writes it: `5400+30`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_control: Option<String>,
    /// Edition of the Laws that the tables get: as said, or the newest.
    pub edition: String,
    /// `standard`, `rapid` or `blitz`: as said, or that of the time control.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regime: Option<String>,
    /// Rounds of the event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u16>,
    /// Default time (6.7.1), in minutes: as said, or that of the Laws where nothing is said: none, by those of 2005 an
    /// hour.
    pub default_time_min: u16,
    /// How much later the public is told what happens, in seconds: 900 in a new event.
    pub delay_s: u32,
    /// The sections, in order; one without a name where the event has one.
    #[serde(default)]
    pub sections: Vec<SectionView>,
}

/// A section of the event.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct SectionView {
    /// Its name; absent where the event has one section.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The table of its board 1; those of the others follow.
    pub first_table: u16,
    /// How many players are known.
    pub players: usize,
}

/// What a round is doing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RoundState {
    /// It has been started.
    On,
    /// It was ended.
    Over,
    /// It has not been started.
    #[default]
    Planned,
}

/// A round.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct RoundView {
    /// Its section; absent where the event has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// Its number.
    pub number: u16,
    /// What it is doing.
    pub state: RoundState,
    /// Its day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// When it began: the default time counts from here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Time>,
    /// From when on who is absent has lost (6.7.1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default_at: Option<Time>,
    /// The file that it was last read from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Who plays whom, in the order of the boards.
    pub pairings: Vec<PairingView>,
    /// Who has no opponent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub byes: Vec<ByeView>,
    /// The boards that have no result.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<Board>,
    /// Whether a TRF was read of which the results can be written back into it.
    pub trf: bool,
}

/// What a pairing is doing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PairingState {
    /// Somebody has not come, and lost by that.
    Absent,
    /// It has a result.
    Over,
    /// Its table has the names, and its game is set up or on.
    Playing,
    /// Its table has not been told yet.
    #[default]
    Waiting,
}

/// Two players who meet.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct PairingView {
    /// Its board: `{"number":3}`, in a match of teams `{"of_match":2,"number":3}`.
    pub board: Board,
    /// The table, by name, where it is played or is to be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// Who has White.
    pub white: Player,
    /// Who has Black.
    pub black: Player,
    /// `*`, `1-0`, `0-1`, `1/2-1/2`, `0-0`, `1/2-0`, `0-1/2`; not played: `+:-`, `-:+`, `-:-`; less than a move by each
    /// and so not rated: with `(U)` behind it.
    pub result: String,
    /// Who gave the result by hand; absent where the table tells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// What the table says, where that is another result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table_result: Option<String>,
    /// Its game, once the table has begun it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// What it is doing.
    pub state: PairingState,
    /// For what the table waits, of a round that is on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waits: Option<Waits>,
}

/// Why a table has not been told its players.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(tag = "for", rename_all = "kebab-case")]
pub enum Waits {
    /// It is on its way.
    Answer,
    /// No board has been found there yet. It is told by itself.
    Board,
    /// A game is on there: it is left alone, and told by itself once that game is over. `start-round` with `abandon`
    /// leaves that game; with `adopt` that game is this pairing's, and gets its names.
    Game {
        /// Its id.
        game: String,
        /// Half-moves.
        plies: usize,
        /// Its result.
        result: String,
        /// Who plays it.
        players: Players,
    },
    /// Another pairing of a round that is on has this table.
    OtherPairing {
        /// Its section.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        section: Option<String>,
        /// Its board.
        board: Board,
    },
    /// The table has refused. `start-round` tries again.
    Refused {
        /// Why, in English.
        error: String,
        /// What that is made of, so that it can be told in another.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        words: Option<Map<String, Value>>,
    },
    /// No table of this name has been heard. It is told by itself once it is.
    Table,
    /// It is off the network. It is told by itself once it is back.
    TableAway,
}

/// A player without opponent.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct ByeView {
    /// Who.
    pub player: Player,
    /// `forfeit-loss`, `forfeit-win`, `full`, `half`, `pairing-allocated` or `zero`.
    pub kind: ByeKind,
}

/// What is to be set of the event. What is absent stays; an empty text takes it away.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct EventFields {
    /// Its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Where it is held.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site: Option<String>,
    /// First day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub begin: Option<String>,
    /// Last day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// FIDE's three letters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub federation: Option<String>,
    /// As PGN writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_control: Option<String>,
    /// Edition of the Laws, such as `2023`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// `standard`, `rapid` or `blitz`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regime: Option<String>,
    /// Rounds, 1 to 99.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u16>,
    /// Minutes, 0 to 720.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default_time_min: Option<u16>,
    /// Seconds, 0 to 86,400.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delay_s: Option<u32>,
    /// The table of board 1 of each section that is named here.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sections: Vec<SectionFields>,
}

/// Where a section plays.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SectionFields {
    /// Its name; absent: that of the one section.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The table of its board 1, 1 to 9,999.
    pub first_table: u16,
}

/// A comparison that was shown: what a file would change.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
pub struct Comparison {
    /// Names it, with all that it was compared with: `import` takes over exactly this, or is refused.
    pub digest: String,
    /// The file's name.
    pub file: String,
    /// `csv`, `pgn`, `trf16`, `trf26` or `xlsx`.
    pub kind: String,
    /// Facts of the event that it tells and the hall has not: they would be taken over.
    #[serde(default)]
    pub event: EventFields,
    /// Of each section its latest round with pairings.
    pub rounds: Vec<RoundComparison>,
    /// What it says besides, and cannot be kept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub omitted: Vec<FileFault>,
    /// Whether nothing would change.
    pub as_before: bool,
}

/// What a file would change in a round.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct RoundComparison {
    /// Its section.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// Its number.
    pub number: u16,
    /// Its day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// What it is doing here; absent: it is not known yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<RoundState>,
    /// The pairings as they would be, by board.
    pub pairings: Vec<PairingComparison>,
    /// The byes as they would be.
    pub byes: Vec<ByeComparison>,
    /// Pairings that would be no more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<PairingGone>,
    /// Players who had a bye, and would be nowhere.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone_byes: Vec<ByeView>,
    /// Players of whom something else is told than before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<PlayerComparison>,
}

/// A pairing as it would be.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct PairingComparison {
    /// Its board.
    pub board: Board,
    /// Its table, where the file or a decision names one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// Who has White.
    pub white: Player,
    /// Who has Black.
    pub black: Player,
    /// Its result.
    pub result: String,
    /// How it differs.
    #[serde(flatten)]
    pub change: Change,
    /// A game with moves is on: it keeps its table; with other players it is no pairing's any more until it is over.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_play: bool,
}

/// How a pairing differs.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(tag = "change", rename_all = "kebab-case")]
pub enum Change {
    /// It does not.
    AsBefore,
    /// One of the two is another.
    Changed {
        /// Who had White, if another.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        white_was: Option<Box<Player>>,
        /// Who had Black, if another.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        black_was: Option<Box<Player>>,
    },
    /// The same two at another board.
    Moved {
        /// That was.
        from: Board,
        /// Whether the colours are the other way round, too.
        swapped: bool,
    },
    /// They were not paired before.
    New,
    /// The colours are the other way round.
    Swapped,
}

/// A bye as it would be.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct ByeComparison {
    /// Who has it.
    #[serde(flatten)]
    pub bye: ByeView,
    /// Whether there was none before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub new: bool,
    /// What it was before, if another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub was: Option<ByeKind>,
}

/// A pairing that would be no more.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct PairingGone {
    /// Its board.
    pub board: Board,
    /// Who had White.
    pub white: Player,
    /// Who had Black.
    pub black: Player,
}

/// A player of whom something else is told.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct PlayerComparison {
    /// As before.
    pub was: Player,
    /// As he would be.
    pub now: Player,
}

/// Where a file is wrong, or says what cannot be kept.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct FileFault {
    /// Line, or row of a sheet, from 1; absent where it is the file as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Column in characters, from 1; of a sheet its column, of CSV the field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// The sheet's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sheet: Option<String>,
    /// The place in words: `line 31, column 97`, `sheet "Round 5", cell G12`.
    pub place: String,
    /// What stands there.
    pub found: String,
    /// What may stand there, in words.
    pub expected: String,
    /// The same as a code, such as `result`.
    pub code: String,
    /// The line as a whole, of a text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// What an entry of the record says of a round.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct RoundNote {
    /// The section.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// The round; absent where it is the event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u16>,
    /// The board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<Board>,
    /// What was done.
    #[serde(flatten)]
    pub done: RoundDone,
}

/// What was done in a round.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(tag = "did", rename_all = "kebab-case")]
pub enum RoundDone {
    /// Who has not come has lost.
    Absent {
        /// Who: `white`, `black` or `both`.
        who: Who,
        /// The default time then, in minutes; absent: he had said that he will not come.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        default_time_min: Option<u16>,
        /// What the result was.
        was: String,
        /// What it is.
        now: String,
    },
    /// A game that was on is this pairing's.
    Adopted {},
    /// It got another board.
    Board {
        /// That it had.
        from: Board,
        /// That it has.
        to: Board,
    },
    /// It was ended.
    Ended {
        /// Without these boards' results.
        missing: Vec<Board>,
    },
    /// Facts of the event were set.
    Event {
        /// These.
        set: EventFields,
    },
    /// A file was taken over.
    Imported {
        /// Its name.
        file: String,
        /// Pairings that were there before just so.
        as_before: usize,
        /// Pairings that were changed, moved, swapped or new.
        changed: usize,
        /// Pairings that are no more.
        gone: usize,
    },
    /// Who plays was changed.
    Players {
        /// Who had White.
        white_was: String,
        /// Who has White.
        white: String,
        /// Who had Black.
        black_was: String,
        /// Who has Black.
        black: String,
    },
    /// A result was given by hand.
    Result {
        /// What it was.
        was: String,
        /// What it is.
        now: String,
    },
    /// It was started.
    Started {
        /// When it began.
        start: Time,
    },
    /// It got another table.
    Table {
        /// That it had.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<String>,
        /// That it has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<String>,
    },
    /// A table was told who plays, and by which laws.
    Told {},
}

/// Who has not come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Who {
    /// Black.
    Black,
    /// Neither has come.
    Both,
    /// White.
    White,
}
