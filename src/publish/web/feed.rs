//! What one table's page shows: the state for those who come, the records for those who are there.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
};

use serde_json::{Value, json};
use tokio::{
    sync::{broadcast, watch},
    time::Instant,
};

use crate::game::record::{
    Alert, AlertState, BoardState, Body, Game, Move, MoveStatus, Phase, Players, Record, San, Uci,
};

/// Records a browser may be behind before it is sent away.
const MAX_BEHIND: usize = 1024;

/// Plies whose move records are kept for browsers that come later; the oldest go first.
const MAX_PLIES: usize = 1_000;

/// Open alerts kept; the oldest go first.
const MAX_OPEN: usize = 200;

/// Alerts kept that are no longer open; the oldest go first.
const MAX_PAST: usize = 50;

/// A record, written once for all who read it.
#[derive(Debug, Clone)]
pub(super) struct Line {
    /// Counts the records given to this feed, from 1; not the record's own `seq`.
    pub(super) number: u64,
    /// The record's `seq`.
    pub(super) seq: u64,
    /// The record.
    pub(super) json: Arc<str>,
}

/// What a browser is told first.
#[derive(Debug)]
pub(super) struct Snapshot {
    /// JSON: what a record cannot say.
    pub(super) hello: String,
    /// The records that stand.
    pub(super) lines: Vec<Line>,
    /// [`Line::number`] of the last record that `lines` takes into account.
    pub(super) joined: u64,
}

/// One table's page, fed from one side and read from the other. Feeding never waits for readers.
#[derive(Debug)]
pub(super) struct Feed {
    table: String,
    state: watch::Sender<State>,
    live: broadcast::Sender<Line>,
}

impl Feed {
    pub(super) fn new(table: String) -> Feed {
        Feed { table, state: watch::Sender::new(State::default()), live: broadcast::Sender::new(MAX_BEHIND) }
    }

    pub(super) fn table(&self) -> &str {
        &self.table
    }

    pub(super) fn record(&self, record: &Record) {
        self.state.send_modify(|state| {
            // Sent from within, so that numbers go out in order whoever feeds. Failing means that nobody looks.
            if let Some(line) = state.take(record) {
                let _ = self.live.send(line);
            }
        });
    }

    pub(super) fn pgn(&self, text: String) {
        self.state.send_modify(|state| state.pgn = Some(text.into()));
    }

    /// The state and what follows it. A record may come in both; [`Snapshot::joined`] tells.
    pub(super) fn join(&self) -> (Snapshot, broadcast::Receiver<Line>) {
        // In this order nothing is missed: a record is in the state before it is sent.
        let live = self.live.subscribe();
        (self.state.borrow().snapshot(&self.table), live)
    }

    pub(super) fn game(&self) -> Option<Line> {
        self.state.borrow().game.clone()
    }

    pub(super) fn latest_pgn(&self) -> Option<Arc<str>> {
        self.state.borrow().pgn.clone()
    }

    /// One entry of the list of tables.
    pub(super) fn summary(&self) -> Value {
        let state = self.state.borrow();
        let mut summary = json!({
            "table": self.table,
            "board": state.board_state,
            "phase": state.phase,
            "players": state.players,
            "result": state.result,
            "plies": state.plies,
            "san": state.last_san,
            "alerts": state.open.iter().map(|open| open.severity).collect::<Vec<_>>(),
        });
        if state.is_broker_away {
            summary["broker_away"] = true.into();
        }
        summary
    }
}

#[derive(Debug, Default)]
struct State {
    number: u64,
    board: Option<Line>,
    clock: Option<Line>,
    clock_read: Option<Instant>,
    game: Option<Line>,
    /// Later than `game`, where it is there.
    duty: Option<Line>,
    status: Option<Line>,
    pgn: Option<Arc<str>>,
    /// The current record of each ply.
    moves: BTreeMap<u32, KeptMove>,
    /// Oldest first.
    open: VecDeque<KeptAlert>,
    /// Oldest first.
    past: VecDeque<Line>,
    board_state: Option<BoardState>,
    is_broker_away: bool,
    phase: Option<Phase>,
    players: Players,
    result: Option<&'static str>,
    plies: usize,
    last_san: Option<San>,
}

#[derive(Debug)]
struct KeptMove {
    uci: Uci,
    status: MoveStatus,
    line: Line,
}

#[derive(Debug)]
struct KeptAlert {
    id: String,
    severity: &'static str,
    line: Line,
}

impl State {
    /// Takes a record in; gives it back as the line to send. `None` where it cannot be written as JSON, which no record
    /// we make can cause.
    fn take(&mut self, record: &Record) -> Option<Line> {
        let json = serde_json::to_string(record).ok()?;
        self.number += 1;
        let line = Line { number: self.number, seq: record.seq, json: json.into() };
        match &record.body {
            Body::Alert(alert) => self.take_alert(alert, line.clone()),
            Body::Board(_) => self.board = Some(line.clone()),
            Body::Clock(_) => {
                self.clock = Some(line.clone());
                self.clock_read = Some(Instant::now());
            }
            Body::Duty(_) => self.duty = Some(line.clone()),
            Body::Game(game) => self.take_game(game, record, line.clone()),
            Body::Move(made) => self.take_move(made, line.clone()),
            Body::Status(status) => {
                self.board_state = Some(status.board.state);
                self.is_broker_away = status.broker_trouble.is_some();
                self.status = Some(line.clone());
            }
            Body::Reply(_) | Body::Touch(_) | Body::Turn(_) => {}
        }
        Some(line)
    }

    fn take_alert(&mut self, alert: &Alert, line: Line) {
        self.open.retain(|open| open.id != alert.id);
        match alert.state {
            AlertState::Raised => {
                self.open.push_back(KeptAlert { id: alert.id.clone(), severity: alert.severity.name(), line });
                if self.open.len() > MAX_OPEN {
                    self.open.pop_front();
                }
            }
            AlertState::Acknowledged | AlertState::Cleared | AlertState::Dismissed | AlertState::Lapsed => {
                self.past.push_back(line);
                if self.past.len() > MAX_PAST {
                    self.past.pop_front();
                }
            }
        }
    }

    /// The game says itself which moves stand and which alerts are open: what it no longer knows is dropped here.
    fn take_game(&mut self, game: &Game, record: &Record, line: Line) {
        let uci = |ply: u32| game.moves.get((ply as usize).checked_sub(1)?);
        let next = game.moves.len() + 1;
        self.moves.retain(|&ply, kept| match kept.status {
            MoveStatus::Retracted => ply as usize == next,
            MoveStatus::Completed | MoveStatus::Corrected | MoveStatus::Made => uci(ply) == Some(&kept.uci),
        });
        self.open.retain(|open| game.alerts.iter().any(|alert| alert.id == open.id));
        for alert in game.alerts.iter().filter(|alert| alert.state == AlertState::Raised) {
            if self.open.iter().any(|open| open.id == alert.id) {
                continue;
            }
            let whole = Record { body: Body::Alert(alert.clone()), ..record.clone() };
            if let Ok(json) = serde_json::to_string(&whole) {
                self.take_alert(alert, Line { json: json.into(), ..line.clone() });
            }
        }
        self.phase = Some(game.phase);
        self.players = game.players.clone();
        self.result = Some(game.result);
        self.plies = game.moves.len();
        self.last_san = game.sans.last().copied();
        self.game = Some(line);
        self.duty = None;
    }

    fn take_move(&mut self, made: &Move, line: Line) {
        // Records come in order, so the later one has the higher revision, or belongs to a new game.
        self.moves.insert(made.ply, KeptMove { uci: made.uci, status: made.status, line });
        if self.moves.len() > MAX_PLIES {
            self.moves.pop_first();
        }
        if made.status != MoveStatus::Retracted && made.ply as usize >= self.plies {
            self.plies = made.ply as usize;
            self.last_san = Some(made.san);
        }
    }

    fn snapshot(&self, table: &str) -> Snapshot {
        let age = self.clock_read.map(|read| read.elapsed().as_millis());
        let hello = json!({
            "table": table,
            "clock_age_ms": age.map(|age| u64::try_from(age).unwrap_or(u64::MAX)),
            "version": env!("CARGO_PKG_VERSION"),
        });
        let lines = (self.game.iter())
            .chain(&self.duty)
            .chain(self.moves.values().map(|kept| &kept.line))
            .chain(&self.board)
            .chain(&self.clock)
            .chain(&self.status)
            .chain(&self.past)
            .chain(self.open.iter().map(|open| &open.line))
            .cloned()
            .collect();
        Snapshot { hello: hello.to_string(), lines, joined: self.number }
    }
}
