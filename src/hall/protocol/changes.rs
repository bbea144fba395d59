//! What is new since a version: the stream from the hall to a page.

use serde::{Deserialize, Serialize};

use crate::hall::{
    actions::offers::Offer,
    decisions::entry::Entry,
    protocol::rounds::{EventView, RoundView},
    queue::Queued,
    records::{Color, Players},
    table::{
        Place,
        view::{ClockView, TableDetail, TableView},
    },
    time::Time,
};

/// A case as a page has it.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
pub struct CaseView {
    /// The case, and who says what of it.
    #[serde(flatten)]
    pub queued: Queued,
    /// What can be done, the proposal first.
    pub offers: Vec<Offer>,
}

/// What is new. Whatever is absent is as it was.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize)]
pub struct Changes {
    /// What to ask from the next time.
    pub version: u64,
    /// Whether this is all there is: what the page had before is void.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub whole: bool,
    /// The hall's time.
    pub now: Time,
    /// Tables, each whole.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<TableView>,
    /// Tables as the public sees them: for displays and broadcasters, who get nothing else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub public: Vec<PublicView>,
    /// Tables that are no more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<String>,
    /// Cases, each whole.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cases: Vec<CaseView>,
    /// Cases that wait no more, by id.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ended: Vec<String>,
    /// The list in its order, where that has changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Vec<String>>,
    /// Entries of the record, new or changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<Entry>,
    /// The tables that the page looks at closely, each whole.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<TableDetail>,
    /// The event, whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<EventView>,
    /// Rounds, each whole.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<RoundView>,
}

impl Changes {
    /// Whether nothing is new.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let Changes {
            version: _,
            now: _,
            whole,
            tables,
            public,
            removed,
            cases,
            ended,
            order,
            entries,
            details,
            event,
            rounds,
        } = self;
        !whole
            && tables.is_empty()
            && public.is_empty()
            && removed.is_empty()
            && cases.is_empty()
            && ended.is_empty()
            && order.is_none()
            && entries.is_empty()
            && details.is_empty()
            && event.is_none()
            && rounds.is_empty()
    }
}

/// A table as the public sees it: made of the public's records alone, which come late on purpose.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize)]
pub struct PublicView {
    /// Its name.
    pub table: String,
    /// Where it stands in the event.
    pub place: Place,
    /// `setup`, `playing`, `suspended` or `over`; empty before the first game.
    pub phase: String,
    /// The game's id.
    pub game: String,
    /// Who plays.
    pub players: Players,
    /// What is known of them besides, by colour.
    pub persons: serde_json::Map<String, serde_json::Value>,
    /// The position.
    pub fen: String,
    /// `chess` or `chess960`.
    pub variant: String,
    /// Who has the move.
    pub turn: Option<Color>,
    /// Half-moves.
    pub plies: usize,
    /// The last move, UCI and SAN.
    pub last: Option<(String, String)>,
    /// `*` until it is final.
    pub result: String,
    /// How it ended.
    pub termination: Option<String>,
    /// The clock.
    pub clock: Option<ClockView>,
}
