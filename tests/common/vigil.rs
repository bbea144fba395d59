//! Whether the record ever lagged behind what was played without a word that calls the arbiter, and whether he was ever
//! called while it did not.

use std::collections::{BTreeMap, BTreeSet};

use protocols::At;
use touchmove::{
    emulate::ExpectedPly,
    game::record::{AlertState, Body, MoveStatus, Record},
    table::ClockOffset,
    turn::{AlertKind, Severity},
};

/// How long after a press the record, or the call, may come, in milliseconds: pieces that slow boards read, and the wait of
/// the call itself.
const PATIENCE_MS: u64 = 6_000;

/// So begins what is said of a call that was none.
pub(crate) const CALLED: &str = "called";

/// How many half-moves may be missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lag(pub(crate) usize);

impl Lag {
    /// Where pieces are known, one: that which has just been pressed.
    #[allow(dead_code, reason = "not every test plays on boards that know their pieces")]
    pub(crate) const OF_PIECES: Lag = Lag(1);
    /// On squares, those that wait for the evidence besides: a capture that no sensor shows is told from a piece still in
    /// the hand only by later moves, of which 13 are followed before they are told.
    #[allow(dead_code, reason = "not every test plays on boards of squares")]
    pub(crate) const OF_SQUARES: Lag = Lag(14);
}

#[derive(Debug)]
enum Told {
    /// An alert that calls the arbiter is open, or no more.
    Call { id: String, open: bool },
    /// What a half-move is now.
    Move { ply: u32, uci: Option<String> },
    /// That play is not recorded.
    NotRecorded,
    /// That the game is over.
    Over,
}

/// What bears on that among the records of a game.
#[derive(Debug, Default)]
pub(crate) struct Vigil {
    told: Vec<(At, Told)>,
}

impl Vigil {
    pub(crate) fn hear(&mut self, record: &Record) {
        // No stretch is made up for here, so that hands and records count alike.
        let at = ClockOffset::NONE.input_time(record.t_ms);
        match &record.body {
            Body::Move(said) => {
                let uci = (said.status != MoveStatus::Retracted).then(|| said.uci.to_string());
                self.told.push((at, Told::Move { ply: said.ply, uci }));
            }
            Body::Alert(alert) => {
                let raised = alert.state == AlertState::Raised;
                let ends = alert.kind == AlertKind::ResultSignalled || alert.kind.name().starts_with("game-ended");
                if raised && ends {
                    self.told.push((at, Told::Over));
                }
                if raised && alert.kind == AlertKind::PlayNotRecorded {
                    self.told.push((at, Told::NotRecorded));
                }
                if matches!(alert.severity, Severity::Ruling | Severity::Warning) {
                    let open = raised || alert.state == AlertState::Acknowledged;
                    self.told.push((at, Told::Call { id: alert.id.clone(), open }));
                }
            }
            _ => {}
        }
    }

    /// Where more than `lag` half-moves had been made and pressed, but not recorded, and nothing open called the arbiter;
    /// and where he was called although fewer than two were.
    pub(crate) fn faults(&self, played: &[ExpectedPly], lag: Lag) -> Vec<String> {
        let mut faults = Vec::new();
        let mut standing: BTreeMap<u32, &str> = BTreeMap::new();
        let mut open: BTreeSet<&str> = BTreeSet::new();
        let missing = |standing: &BTreeMap<u32, &str>, at: At| {
            let pressed = played.iter().filter(|ply| ply.pressed_at.is_some_and(|pressed| pressed <= at));
            pressed.filter(|ply| standing.get(&(ply.ply as u32)) != Some(&ply.uci.as_str())).count()
        };
        let mut due = played.iter().filter_map(|ply| ply.pressed_at).peekable();
        let end = played.iter().filter_map(|ply| ply.pressed_at).max().unwrap_or(At(0)) + PATIENCE_MS;
        let after = (end, Told::Over);
        for (at, told) in self.told.iter().filter(|(at, _)| *at < end).chain([&after]) {
            while let Some(pressed) = due.next_if(|pressed| *pressed + PATIENCE_MS <= *at) {
                let missing = missing(&standing, pressed);
                if missing > lag.0 && open.is_empty() {
                    faults.push(format!("silent at {} ms: {missing} half-moves are missing", pressed.0 + PATIENCE_MS));
                }
            }
            match told {
                Told::Call { id, open: true } => {
                    open.insert(id);
                }
                Told::Call { id, open: false } => {
                    open.remove(id.as_str());
                }
                Told::Move { ply, uci: Some(uci) } => {
                    standing.insert(*ply, uci);
                }
                Told::Move { ply, uci: None } => {
                    standing.remove(ply);
                }
                Told::NotRecorded if missing(&standing, *at) < 2 => {
                    faults.push(format!("{CALLED} at {} ms although the record was whole", at.0));
                }
                Told::NotRecorded => {}
                // What is done with the pieces after that is no play.
                Told::Over => break,
            }
        }
        faults
    }
}
