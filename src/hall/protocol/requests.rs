//! What somebody at a page wants, and the answer.

use serde::{Deserialize, Serialize};

use crate::event::{Board, Player};
use crate::hall::{
    actions::{act::Act, offers::Offer, outcome::Outcome},
    decisions::{
        entry::{Entry, First},
        search::Filter,
    },
    protocol::rounds::{EventFields, Who},
    records::{Game, Players},
    time::Time,
};

/// Longest id of a request, in bytes.
pub const MAX_ID: usize = 64;

/// Most acts in a request.
pub const MAX_ACTS: usize = 8;

/// The game as who acts has seen it: what was meant for it is not done to another.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct AsOf {
    /// Its id.
    pub game: String,
    /// Half-moves.
    pub plies: usize,
    /// The result.
    pub result: String,
}

impl AsOf {
    /// The game as it is now.
    #[must_use]
    pub fn of(game: &Game) -> AsOf {
        AsOf { game: game.id.clone(), plies: game.moves.len(), result: game.result.clone() }
    }
}

/// A table's game as who acts has seen it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct TableAsOf {
    /// The table.
    pub table: String,
    /// Its game.
    pub as_of: AsOf,
}

/// A request. Its `id` names it: the same one again gets the same answer, and does nothing.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(tag = "request", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Request {
    /// Somebody has not come by the default time, and has lost (6.7.1).
    Absent {
        /// Names it.
        id: String,
        /// The section; absent: the one that there is.
        #[serde(default)]
        section: Option<String>,
        /// The round.
        round: u16,
        /// The board.
        board: Board,
        /// Who plays there, as seen.
        #[serde(default)]
        players: Option<Players>,
        /// Who has not come.
        who: Who,
        /// Whether he has said that he will not come: then the default time is not waited for.
        #[serde(default)]
        announced: bool,
    },
    /// Do these, one after the other; where one is refused, those behind it are not done.
    Act {
        /// Names it.
        id: String,
        /// At this table.
        table: String,
        /// About this case.
        #[serde(default)]
        case: Option<String>,
        /// As offered, or as filled in.
        acts: Vec<Act>,
        /// What was in sight; without it an act that names no alert is done to whatever there is.
        #[serde(default)]
        as_of: Option<AsOf>,
    },
    /// A round is over.
    EndRound {
        /// Names it.
        id: String,
        /// The section; absent: that round of every section.
        #[serde(default)]
        section: Option<String>,
        /// The round.
        round: u16,
        /// The boards without a result, as seen.
        #[serde(default)]
        missing: Vec<Board>,
    },
    /// Facts of the event.
    Event {
        /// Names it.
        id: String,
        /// These.
        set: Box<EventFields>,
    },
    /// I go.
    Go {
        /// Names it.
        id: String,
        /// To this case, or all of a group.
        case: String,
    },
    /// I do not go after all.
    GoNot {
        /// Names it.
        id: String,
        /// To this case, or all of a group.
        case: String,
    },
    /// Take over a comparison that was shown.
    Import {
        /// Names it.
        id: String,
        /// Its digest.
        digest: String,
    },
    /// What can be done at a table, whatever waits there?
    Offers {
        /// Names it.
        id: String,
        /// That one.
        table: String,
    },
    /// Another table, board or player for a pairing.
    Pair {
        /// Names it.
        id: String,
        /// The section; absent: the one that there is.
        #[serde(default)]
        section: Option<String>,
        /// The round.
        round: u16,
        /// The board.
        board: Board,
        /// Who plays there, as seen.
        #[serde(default)]
        players: Option<Players>,
        /// Another table; empty: that of its board.
        #[serde(default)]
        table: Option<String>,
        /// Another board; who is there gets this one.
        #[serde(default)]
        to: Option<Board>,
        /// Who has White, whole.
        #[serde(default)]
        white: Option<Box<Player>>,
        /// Who has Black, whole.
        #[serde(default)]
        black: Option<Box<Player>>,
        /// The colours are the other way round.
        #[serde(default)]
        swap_colours: bool,
    },
    /// What would these do?
    Preview {
        /// Names it.
        id: String,
        /// At this table.
        table: String,
        /// These.
        acts: Vec<Act>,
    },
    /// A result by hand.
    RoundResult {
        /// Names it.
        id: String,
        /// The section; absent: the one that there is.
        #[serde(default)]
        section: Option<String>,
        /// The round.
        round: u16,
        /// The board.
        board: Board,
        /// Who plays there, as seen.
        #[serde(default)]
        players: Option<Players>,
        /// The result; `*`: none.
        result: String,
        /// The result that it replaces.
        #[serde(default)]
        replaces: Option<String>,
    },
    /// Which entries of the record are these?
    Search {
        /// Names it.
        id: String,
        /// These.
        filter: Filter,
    },
    /// Seen.
    Seen {
        /// Names it.
        id: String,
        /// This case, or all of a group.
        case: String,
    },
    /// Put aside for a time.
    Shelve {
        /// Names it.
        id: String,
        /// This case, or all of a group.
        case: String,
        /// For so long: 1 to 3,600 seconds.
        for_s: u32,
    },
    /// A round begins.
    StartRound {
        /// Names it.
        id: String,
        /// The section; absent: that round of every section.
        #[serde(default)]
        section: Option<String>,
        /// The round.
        round: u16,
        /// When it began, if not now.
        #[serde(default)]
        start: Option<Time>,
        /// Games that are left for it, as seen.
        #[serde(default)]
        abandon: Vec<TableAsOf>,
        /// Games that are taken for those of its pairings, as seen.
        #[serde(default)]
        adopt: Vec<TableAsOf>,
    },
    /// Take an entry of the record back.
    TakeBack {
        /// Names it.
        id: String,
        /// Its number.
        entry: u64,
    },
    /// Back from the shelf before its time.
    Unshelve {
        /// Names it.
        id: String,
        /// This case.
        case: String,
    },
}

impl Request {
    /// Its id.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Request::Absent { id, .. }
            | Request::Act { id, .. }
            | Request::EndRound { id, .. }
            | Request::Event { id, .. }
            | Request::Go { id, .. }
            | Request::GoNot { id, .. }
            | Request::Import { id, .. }
            | Request::Offers { id, .. }
            | Request::Pair { id, .. }
            | Request::Preview { id, .. }
            | Request::RoundResult { id, .. }
            | Request::Search { id, .. }
            | Request::Seen { id, .. }
            | Request::Shelve { id, .. }
            | Request::StartRound { id, .. }
            | Request::TakeBack { id, .. }
            | Request::Unshelve { id, .. } => id,
        }
    }
}

/// Why a request is not met.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(tag = "refused", rename_all = "kebab-case")]
pub enum Refusal {
    /// It was taken back already.
    AlreadyTakenBack,
    /// The game is not any more as it was when that was decided.
    Changed {
        /// How it is.
        now: AsOf,
    },
    /// A field has a value that it cannot have.
    BadValue {
        /// The field.
        field: String,
        /// What it may have.
        expected: String,
    },
    /// The file is not as it was shown against what is here now, or was not shown: it is to be looked at again.
    ComparisonOld,
    /// His game has moves: he has come.
    HasPlayed,
    /// This account may not do that there.
    NotAllowed,
    /// There is no such pairing.
    NoSuchPairing,
    /// There is no such round.
    NoSuchRound,
    /// There is no such case any more, or never was.
    NoSuchCase,
    /// There is no such entry.
    NoSuchEntry,
    /// There is no such table.
    NoSuchTable,
    /// Nothing takes it back: it is undone by hand, as the table's offers allow.
    NothingTakesItBack,
    /// It was decided in another game than the one that is on.
    OtherGame,
    /// Only the chief arbiter does that: shelves a ruling, or says how a round is.
    OnlyChief,
    /// Others play there than was seen.
    PairingChanged {
        /// These.
        now: Players,
    },
    /// A result is there already; it is replaced only where the request names it.
    ResultStands {
        /// It.
        result: String,
    },
    /// These boards have no result.
    ResultsMissing {
        /// These.
        boards: Vec<Board>,
    },
    /// The round is over.
    RoundOver,
    /// The round has not been started.
    RoundNotOn,
    /// Somebody else was first.
    Second {
        /// Who did what.
        first: First,
    },
    /// The table is off the network: nothing can be decided there.
    TableAway,
    /// The default time has not passed.
    TooEarly {
        /// When it has.
        until: Time,
    },
}

/// The answer to a request.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
pub struct Answer {
    /// The request's.
    pub id: String,
    /// Why not; absent where it was done or is on its way.
    #[serde(default, flatten, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Refusal>,
    /// The entry of the record that tells what becomes of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<u64>,
    /// What they would do, to a preview.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// What can be done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offers: Option<Vec<Offer>>,
    /// The entries, newest first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entries: Option<Vec<Entry>>,
}

impl Answer {
    /// It was done, or is on its way.
    #[must_use]
    pub fn done(id: &str) -> Answer {
        Answer { id: id.to_owned(), refusal: None, entry: None, outcome: None, offers: None, entries: None }
    }

    /// It was not done.
    #[must_use]
    pub fn refused(id: &str, refusal: Refusal) -> Answer {
        Answer { refusal: Some(refusal), ..Answer::done(id) }
    }
}
