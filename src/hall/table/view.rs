//! What is shown of a table: on the wall, and on its own page.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{
    Outcome, Place, Table,
    hands::Hand,
    link::Link,
    scoresheet::{self, Entry},
    told::StandingAlert,
};
use crate::{
    hall::{
        records::{Board, Color, Game, Obligation, PerPlayer, Players, Touched},
        time::Time,
    },
    rules::{Position, Variant},
};

/// What a table is doing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Doing {
    /// The game is over, its result final.
    Over,
    /// A game is on.
    Playing,
    /// A result is proposed and waits for the arbiter.
    Proposed,
    /// The pieces are being set up.
    Setup,
    /// The arbiter has suspended play.
    Suspended,
    /// It has told of no game yet.
    #[default]
    Unknown,
}

/// A table on the wall.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize)]
pub struct TableView {
    /// Its name.
    pub table: String,
    /// Where it stands in the event.
    pub place: Place,
    /// What it is doing.
    pub doing: Doing,
    /// Its game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameView>,
    /// Its clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockView>,
    /// What the board shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<Board>,
    /// Network and wire.
    pub link: Link,
    /// Records that were lost for good.
    pub missing: u64,
    /// Whether records are still being fetched.
    pub catching_up: bool,
}

/// A game on the wall.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize)]
pub struct GameView {
    /// Its id.
    pub id: String,
    /// Edition of the Laws.
    pub edition: String,
    /// `standard`, `rapid` or `blitz`.
    pub regime: String,
    /// `chess` or `chess960`.
    pub variant: String,
    /// The position.
    pub fen: String,
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
    /// The players' names.
    pub players: Players,
    /// What is known of them besides, by colour.
    pub persons: Map<String, Value>,
    /// Completed illegal moves.
    pub illegal_moves: PerPlayer,
    /// Whether what is played is not being recorded.
    pub interrupted: bool,
}

/// The clock as last told. Whoever shows it counts down from `at` while it runs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct ClockView {
    /// White's time, in milliseconds.
    pub white_ms: Option<u32>,
    /// Black's time, in milliseconds.
    pub black_ms: Option<u32>,
    /// Whose time runs.
    pub running: Option<Color>,
    /// When it was read.
    pub at: Time,
}

/// A table on its own page, besides what the wall has.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize)]
pub struct TableDetail {
    /// Its name.
    pub table: String,
    /// Where the game began.
    pub initial_fen: String,
    /// The moves.
    pub moves: Vec<Entry>,
    /// What the hands did.
    pub hands: Vec<Hand>,
    /// What the turn in progress has touched.
    pub touched: Vec<Touched>,
    /// What that obliges to; nothing where nothing is touched.
    pub obligation: Obligation,
    /// The game's alerts that are no private findings, ended ones too.
    pub alerts: Vec<StandingAlert>,
    /// The games before this one.
    pub outcomes: Vec<Outcome>,
}

impl Table {
    /// What it is doing.
    #[must_use]
    pub fn doing(&self) -> Doing {
        let Some(game) = self.game() else { return Doing::Unknown };
        match game.phase.as_str() {
            "over" => Doing::Over,
            "playing" if game.turn.is_none() && game.result == "*" => Doing::Proposed,
            "playing" => Doing::Playing,
            "setup" => Doing::Setup,
            "suspended" => Doing::Suspended,
            _ => Doing::Unknown,
        }
    }

    /// The table on the wall.
    #[must_use]
    pub fn view(&self, name: &str) -> TableView {
        TableView {
            table: name.to_owned(),
            place: self.place.clone(),
            doing: self.doing(),
            game: self.game().map(game_view),
            clock: self.clock_view(),
            board: self.board().map(|(_, board)| board.clone()),
            link: self.shown_link(),
            missing: self.missing(),
            catching_up: self.is_catching_up(),
        }
    }

    /// The link, with its last word only where that is old: it would be news each second.
    fn shown_link(&self) -> Link {
        let link = self.link();
        let heard = if link.away_since().is_some() { link.heard } else { Time::default() };
        Link { heard, started: Time::default(), listening: Time::default(), ..link.clone() }
    }

    /// The clock by the latest of what tells it: its own record, or the game's.
    #[must_use]
    pub fn clock_view(&self) -> Option<ClockView> {
        let own = self.clock.as_ref().map(|held| (held.said, held.what));
        let of_game = self.game.as_ref().and_then(|held| Some((held.said, held.what.clock?)));
        let (said, clock) = match (own, of_game) {
            (Some(own), Some(of_game)) if of_game.0.t_ms > own.0.t_ms && of_game.1.times != own.1.times => of_game,
            (Some(own), _) => own,
            (None, of_game) => of_game?,
        };
        let (white_ms, black_ms) = (clock.times.white_ms, clock.times.black_ms);
        Some(ClockView { white_ms, black_ms, running: clock.running, at: said.at })
    }

    /// The table on its own page.
    #[must_use]
    pub fn detail(&self, name: &str) -> TableDetail {
        let Some(game) = self.game() else { return TableDetail { table: name.to_owned(), ..TableDetail::default() } };
        let (touched, obligation) = self.duty();
        let is_shown = |standing: &StandingAlert| standing.alert.severity != crate::hall::records::Urgency::Private;
        TableDetail {
            table: name.to_owned(),
            initial_fen: game.initial_fen.clone(),
            moves: self.moves(),
            hands: self.hands().all().cloned().collect(),
            touched,
            obligation,
            alerts: self.alerts().into_iter().filter(is_shown).collect(),
            outcomes: self.outcomes.clone(),
        }
    }

    /// The moves of the game that is on: by their records where these are all known, else by the game's state.
    #[must_use]
    pub fn moves(&self) -> Vec<Entry> {
        let Some(game) = self.game() else { return Vec::new() };
        let entries = self.told.get(&game.id).map(|told| told.sheet.entries()).unwrap_or_default();
        let are_all =
            entries.len() == game.moves.len() && entries.iter().zip(&game.moves).all(|(one, uci)| one.uci == *uci);
        if are_all { entries } else { scoresheet::without_records(&game.moves, &game.sans) }
    }
}

fn game_view(game: &Game) -> GameView {
    GameView {
        id: game.id.clone(),
        edition: game.edition.clone(),
        regime: game.regime.clone(),
        variant: game.variant.clone(),
        fen: game.fen.clone(),
        turn: game.turn,
        plies: game.moves.len(),
        last: game.moves.last().cloned().zip(game.sans.last().cloned()),
        result: game.result.clone(),
        termination: game.termination.clone(),
        players: game.players.clone(),
        persons: game.persons.clone(),
        illegal_moves: game.illegal_moves,
        interrupted: game.interrupted,
    }
}

/// A move by both its names.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct NamedMove {
    /// UCI.
    pub uci: String,
    /// SAN; the UCI where the position does not know it.
    pub san: String,
}

/// The names of moves in a position.
#[must_use]
pub fn named(fen: &str, variant: &str, moves: &[String]) -> Vec<NamedMove> {
    let variant = Variant::from_name(variant).unwrap_or(Variant::Chess);
    let position = if moves.is_empty() { None } else { Position::from_any_fen(fen, variant).ok() };
    let san = |uci: &String| {
        let position = position.as_ref()?;
        position.legal_move(uci).map(|found| position.san(&found).to_string())
    };
    moves.iter().map(|uci| NamedMove { uci: uci.clone(), san: san(uci).unwrap_or_else(|| uci.clone()) }).collect()
}
