//! One case: what the sensors see, what the Laws make of it, and what the turn machine made of it.

use std::collections::BTreeMap;

use protocols::{At, registry::Sensing};
use serde_json::json;
use touchmove::{
    board::Event,
    rules::{Position, Variant},
    turn::{
        Account, Alert, AlertState, ClockUse, GameTime, Given, Laws, Observer, PerPlayer, Settings, Severity, Start,
        Supervision, TurnOutput,
    },
};

use super::{
    chess::Diagram,
    laws::Expected,
    occupancy::{self, Outcome},
};
use crate::common::event_log;

/// Cases shown whole of those that fail in one family.
const SHOWN: usize = 2;

/// A case.
#[derive(Debug, Clone)]
pub(crate) struct Trial {
    /// What it shows, in a few words.
    pub(crate) family: String,
    /// How, where there are several ways.
    pub(crate) way: String,
    pub(crate) fen: String,
    pub(crate) chess960: bool,
    pub(crate) laws: Laws,
    pub(crate) clock: ClockUse,
    pub(crate) illegal_moves: PerPlayer<u32>,
    pub(crate) events: Vec<(At, Event)>,
    pub(crate) expect: Expect,
}

/// What the Laws make of it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Expect {
    /// The half-moves judged, from the first.
    pub(crate) plies: Vec<ExpectedPly>,
    /// Every alert above `info`, and those of `info` that must be there too.
    pub(crate) alerts: Vec<Expected>,
}

/// What becomes of a half-move.
#[derive(Debug, Clone)]
pub(crate) struct ExpectedPly {
    /// In UCI.
    pub(crate) made: Option<String>,
    /// `None` where it is not judged.
    pub(crate) completed: Option<bool>,
    /// The moves owed, in UCI, sorted: none where nothing was broken; `None` where it is not judged.
    pub(crate) owed: Option<Vec<String>>,
}

/// What the machine made of a case.
#[derive(Debug, Default)]
struct Heard {
    accounts: BTreeMap<u32, Account>,
    alerts: BTreeMap<u32, Alert>,
}

/// What went wrong in one case.
#[derive(Debug, Default)]
struct Verdict {
    wrong: Vec<String>,
    missed: Vec<String>,
    false_alarms: Vec<String>,
}

impl Trial {
    /// A case of standard clocks and no illegal moves so far.
    pub(crate) fn new(family: impl Into<String>, way: impl Into<String>, diagram: &Diagram, laws: Laws) -> Trial {
        Trial {
            family: family.into(),
            way: way.into(),
            fen: diagram.fen(),
            chess960: diagram.is_chess960(),
            laws,
            clock: ClockUse::Present,
            illegal_moves: PerPlayer::default(),
            events: Vec::new(),
            expect: Expect::default(),
        }
    }

    fn position(&self) -> Position {
        let variant = if self.chess960 { Variant::Chess960 } else { Variant::Chess };
        Position::from_fen(&self.fen, variant).expect("a possible position")
    }

    /// Which squares are occupied when the case begins: bit 0 = a1.
    pub(crate) fn occupied(&self) -> u64 {
        self.position().placement().occupied()
    }

    fn run(&self, sensing: Sensing) -> Heard {
        let position = self.position();
        let settings = Settings { laws: self.laws, clock: self.clock, sensing, ..Settings::default() };
        let given = Given { illegal_moves: self.illegal_moves, ..Given::default() };
        let events = match sensing {
            Sensing::Identity => self.events.clone(),
            Sensing::Occupancy => occupancy::seen(self.occupied(), &self.events),
        };
        let mut observer = Observer::new(settings, Start::Playing(position), given);
        let mut heard = Heard::default();
        for (at, event) in events {
            observer.handle(GameTime(at.0), event);
        }
        observer.finish();
        while let Some(said) = observer.poll() {
            match said {
                TurnOutput::Alert(alert) => {
                    heard.alerts.insert(alert.number, *alert);
                }
                TurnOutput::Turn(account) => {
                    heard.accounts.insert(account.ply, account);
                }
                TurnOutput::Ask(_)
                | TurnOutput::GameBegun(_)
                | TurnOutput::Move(_)
                | TurnOutput::Over(_)
                | TurnOutput::PositionSet(_)
                | TurnOutput::Reopened => {}
            }
        }
        heard
    }

    fn judge(&self) -> Verdict {
        let heard = self.run(Sensing::Identity);
        let mut verdict = Verdict::default();
        for (ply, expected) in (1..).zip(&self.expect.plies) {
            let Some(account) = heard.accounts.get(&ply) else {
                verdict.wrong.push(format!("half-move {ply}: no account of it"));
                continue;
            };
            let made = account.made.map(|made| made.to_string());
            if made != expected.made {
                verdict.wrong.push(format!("half-move {ply}: made {made:?}, due {:?}", expected.made));
            }
            if expected.completed.is_some_and(|completed| completed != account.completed) {
                verdict.wrong.push(format!("half-move {ply}: completed {}", account.completed));
            }
            if expected.owed.as_ref().is_some_and(|owed| *owed != account.legal) {
                verdict.wrong.push(format!("half-move {ply}: owed {:?}, due {:?}", account.legal, expected.owed));
            }
        }
        let mut raised: Vec<Expected> = heard
            .alerts
            .values()
            .filter(|alert| !matches!(alert.state, AlertState::Cleared | AlertState::Dismissed))
            .map(|alert| Expected { kind: alert.kind, article: alert.article, severity: alert.severity })
            .collect();
        for expected in &self.expect.alerts {
            match raised.iter().position(|alert| alert == expected) {
                Some(index) => {
                    raised.remove(index);
                }
                None => verdict.missed.push(show(expected)),
            }
        }
        raised.retain(|alert| alert.severity != Severity::Info);
        verdict.false_alarms.extend(raised.iter().map(show));
        verdict
    }

    /// What the same hands come to where only occupied squares are told.
    pub(crate) fn on_occupancy_board(&self) -> Outcome {
        let heard = self.run(Sensing::Occupancy);
        let is_open = |alert: &&Alert| !matches!(alert.state, AlertState::Cleared | AlertState::Dismissed);
        let told = heard.alerts.values().filter(is_open).find(|alert| {
            let due = |expected: &Expected| expected.kind == alert.kind && expected.article == alert.article;
            alert.severity != Severity::Info && !self.expect.alerts.iter().any(due)
        });
        let kind = told.map(|alert| alert.kind.name());
        let made: Vec<Option<String>> = (1..)
            .zip(&self.expect.plies)
            .map(|(ply, _)| heard.accounts.get(&ply).and_then(|account| Some(account.made?.to_string())))
            .collect();
        let mut due = self.expect.plies.iter().map(|ply| &ply.made);
        // A half-move that came to nothing is late, or waits for the arbiter; another one is wrong.
        if due.clone().eq(&made) {
            Outcome::Due(kind)
        } else if made.iter().any(|made| made.is_some() && due.next() != Some(made)) {
            Outcome::Other(kind)
        } else {
            Outcome::Open(kind)
        }
    }

    /// The case as an event log, to be replayed by itself.
    pub(crate) fn log(&self, sensing: Sensing) -> String {
        let mut header = json!({
            "log": "touchmove/1",
            "id": format!("{}, {}", self.family, self.way),
            "edition": self.laws.edition.name(),
            "regime": self.laws.regime.name(),
            "supervision": if self.laws.supervision == Supervision::Full { "full" } else { "limited" },
            "variant": if self.chess960 { "chess960" } else { "chess" },
            "fen": self.fen,
            "given": { "illegal_moves": { "white": self.illegal_moves.white, "black": self.illegal_moves.black } },
        });
        if self.clock == ClockUse::None {
            header["clock"] = json!("none");
        }
        match sensing {
            Sensing::Identity => event_log::lines(&header, &self.events),
            Sensing::Occupancy => {
                header["sensing"] = json!("occupancy");
                event_log::lines(&header, &occupancy::seen(self.occupied(), &self.events))
            }
        }
    }
}

fn show(alert: &Expected) -> String {
    format!("{} {} {}", alert.kind, alert.article, alert.severity.name())
}

/// Counts of one family.
#[derive(Debug, Default, Clone, Copy)]
struct Count {
    cases: usize,
    wrong: usize,
    missed: usize,
    false_alarms: usize,
}

/// What all cases came to, by family.
#[derive(Debug, Default)]
pub(crate) struct Report {
    counts: BTreeMap<String, Count>,
    shown: Vec<String>,
    failed: usize,
}

impl Report {
    /// Tries a case, and takes down what it came to.
    pub(crate) fn take(&mut self, trial: &Trial) {
        let verdict = trial.judge();
        let count = self.counts.entry(trial.family.clone()).or_default();
        count.cases += 1;
        count.wrong += usize::from(!verdict.wrong.is_empty());
        count.missed += usize::from(!verdict.missed.is_empty());
        count.false_alarms += usize::from(!verdict.false_alarms.is_empty());
        let all = [&verdict.wrong[..], &verdict.missed[..], &verdict.false_alarms[..]];
        if all.iter().all(|part| part.is_empty()) {
            return;
        }
        self.failed += 1;
        let sort = format!("{}: wrong {:?}\n  missed {:?}\n  false alarms {:?}", trial.family, all[0], all[1], all[2]);
        if self.shown.iter().filter(|shown| shown.starts_with(&trial.family)).count() < SHOWN {
            self.shown.push(format!("{sort}\n{}", trial.log(Sensing::Identity)));
        }
    }

    /// Prints the counts, and fails if anything was missed or told without need.
    pub(crate) fn close(self, what: &str) {
        println!("{:<46} {:>8} {:>12} {:>7} {:>13}", what, "cases", "wrong moves", "misses", "false alarms");
        let mut total = Count::default();
        for (family, count) in &self.counts {
            let Count { cases, wrong, missed, false_alarms } = count;
            println!("{family:<46} {cases:>8} {wrong:>12} {missed:>7} {false_alarms:>13}");
            total.cases += cases;
            total.wrong += wrong;
            total.missed += missed;
            total.false_alarms += false_alarms;
        }
        let Count { cases, wrong, missed, false_alarms } = total;
        println!("{:<46} {cases:>8} {wrong:>12} {missed:>7} {false_alarms:>13}", "all");
        assert!(self.failed == 0, "{} of {cases} cases differ from the Laws:\n{}", self.failed, self.shown.join("\n"));
    }
}
