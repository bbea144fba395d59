//! A case as an event log, what a replay says of it, and how far that is what the Laws say.

use std::collections::BTreeMap;

use protocols::{Color, registry::Sensing};
use serde_json::{Value, json};
use touchmove::{
    table::Replay,
    turn::{Laws, Supervision},
};

use super::{
    corrections::{Due, Penalty, Told},
    model::Game,
    play::{Act, Pace, Word},
};

/// A case, ready to be tried.
#[derive(Debug, Clone)]
pub(crate) struct Trial {
    /// Names it: irregularity and colour, laws, correction, pace, sensing, illegal moves before.
    pub(crate) id: String,
    pub(crate) fen: String,
    /// How the pieces stood when the game began, where that is told.
    pub(crate) initial_fen: Option<String>,
    pub(crate) by: Color,
    pub(crate) laws: Laws,
    pub(crate) sensing: Sensing,
    pub(crate) pace: Pace,
    pub(crate) illegal_moves: u32,
    pub(crate) acts: Vec<Act>,
    pub(crate) due: Due,
    /// Whether its event log is printed as it is replayed.
    pub(crate) shown: bool,
}

/// How a case differs from the Laws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fault {
    /// An alert that nothing calls for.
    False,
    /// An alert or a consequence is missing.
    Missed,
    /// A word of the arbiter was refused.
    Refused,
    /// What is played is not recorded, and nobody is told.
    Silent,
    /// It took longer than any game may, or failed.
    Stuck,
    /// The record differs.
    Wrong,
}

impl Fault {
    pub(crate) const ALL: [Fault; 6] =
        [Fault::False, Fault::Missed, Fault::Refused, Fault::Silent, Fault::Stuck, Fault::Wrong];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Fault::False => "false",
            Fault::Missed => "missed",
            Fault::Refused => "refused",
            Fault::Silent => "silent",
            Fault::Stuck => "stuck",
            Fault::Wrong => "wrong",
        }
    }
}

/// Alerts that accuse a player of a breach of Article 4.
const BREACHES: [&str; 6] = [
    "castling-abandoned",
    "castling-rook-first",
    "promotion-piece-changed",
    "promotion-piece-invalid",
    "released-then-moved",
    "touch-move-violated",
];

/// What a replay has said so far.
#[derive(Default)]
struct Heard {
    /// By number, as they stand.
    alerts: BTreeMap<String, Value>,
    /// Ids in the order of raising.
    order: Vec<String>,
    game: Value,
    refused: Vec<String>,
}

impl Heard {
    fn take(&mut self, record: &Value) {
        match record["type"].as_str() {
            Some("alert") => {
                let id = record["id"].as_str().expect("an id").to_owned();
                if !self.alerts.contains_key(&id) {
                    self.order.push(id.clone());
                }
                self.alerts.insert(id, record.clone());
            }
            Some("game") => self.game = record.clone(),
            Some("reply") if record["ok"] != true => self.refused.push(record["error"].to_string()),
            _ => {}
        }
    }

    fn moves(&self) -> Vec<&str> {
        self.game["moves"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
    }

    /// The alert of one of these kinds that was raised last and is open; the kinds that come first count more.
    fn last(&self, kinds: &[&str]) -> Option<&str> {
        let of_kind = |kind: &&str| {
            self.order.iter().rev().find(|id| self.alerts[*id]["kind"] == **kind && is_open(&self.alerts[*id]))
        };
        kinds.iter().find_map(of_kind).map(String::as_str)
    }

    /// Whether something open calls the arbiter.
    fn calls(&self) -> bool {
        let calls = |alert: &Value| matches!(alert["severity"].as_str(), Some("ruling" | "warning"));
        self.alerts.values().any(|alert| is_open(alert) && calls(alert))
    }
}

fn is_open(alert: &Value) -> bool {
    matches!(alert["state"].as_str(), Some("acknowledged" | "raised"))
}

impl Trial {
    /// What differs from the Laws.
    pub(crate) fn differences(&self) -> Vec<(Fault, String)> {
        let mut faults = Vec::new();
        let heard = self.replayed(&mut faults);
        self.compare(&heard, &mut faults);
        faults.sort();
        faults.dedup();
        faults
    }

    fn header(&self) -> Value {
        let (name, other) = (self.by.name(), self.by.other().name());
        let mut header = json!({
            "log": "touchmove/1",
            "id": self.id,
            "edition": self.laws.edition.name(),
            "regime": self.laws.regime.name(),
            "supervision": if self.laws.supervision == Supervision::Full { "full" } else { "limited" },
            "sensing": if self.sensing == Sensing::Identity { "identity" } else { "occupancy" },
            "fen": self.fen,
            "given": { "illegal_moves": { name: self.illegal_moves, other: 0 } },
        });
        if let Some(initial_fen) = &self.initial_fen {
            header["given"]["initial_fen"] = json!(initial_fen);
        }
        header
    }

    fn replayed(&self, faults: &mut Vec<(Fault, String)>) -> Heard {
        let mut replay = Replay::with_whole_state();
        let mut heard = Heard::default();
        let mut give = |heard: &mut Heard, line: &Value| {
            if self.shown {
                println!("{line}");
            }
            let mut said = Vec::new();
            let outcome = replay.line(&line.to_string(), &mut |record| {
                said.push(serde_json::to_value(record)?);
                Ok(())
            });
            outcome.unwrap_or_else(|error| panic!("{}: {error}", self.id));
            said.iter().for_each(|record| heard.take(record));
        };
        give(&mut heard, &self.header());
        let mut now = 1_000;
        for act in &self.acts {
            let mut event = match act {
                Act::Drop(at, piece) => json!({ "ev": "drop", "sq": at.to_string(), "piece": piece.to_string() }),
                Act::Lift(at, piece) => json!({ "ev": "lift", "sq": at.to_string(), "piece": piece.to_string() }),
                Act::Look(_) | Act::Say(_) => json!({ "ev": "time" }),
                Act::Placement(placement) => json!({ "ev": "placement", "fen": placement.to_string() }),
                Act::Press(by) => json!({ "ev": "press", "by": by.name() }),
                Act::Wait(ms) => {
                    now += ms;
                    continue;
                }
            };
            now += self.pace.ms();
            event["t_ms"] = json!(now);
            if let (Sensing::Occupancy, Some(event)) = (self.sensing, event.as_object_mut()) {
                event.remove("piece");
            }
            give(&mut heard, &event);
            match act {
                Act::Look(lawful) if heard.moves().len() + 2 <= *lawful && !heard.calls() => {
                    let recorded = heard.moves().len();
                    faults.push((Fault::Silent, format!("{recorded} of {lawful} half-moves recorded")));
                }
                Act::Say(word) => match command(word, &heard) {
                    Some(command) => give(&mut heard, &json!({ "ev": "command", "command": command, "t_ms": now })),
                    None => faults.push((Fault::Missed, format!("nothing open to {word:?}"))),
                },
                Act::Drop(..) | Act::Lift(..) | Act::Look(_) | Act::Placement(_) | Act::Press(_) | Act::Wait(_) => {}
            }
        }
        let mut said = Vec::new();
        let finished = replay.finish(&mut |record| {
            said.push(serde_json::to_value(record)?);
            Ok(())
        });
        finished.expect("nothing is written");
        said.iter().for_each(|record| heard.take(record));
        heard
    }

    fn compare(&self, heard: &Heard, faults: &mut Vec<(Fault, String)>) {
        let due = &self.due;
        let mut closest: Option<Vec<String>> = None;
        for record in &due.records {
            let wrong = self.record_differs(heard, record);
            if closest.as_ref().is_none_or(|closest| wrong.len() < closest.len()) {
                closest = Some(wrong);
            }
        }
        let wrong = closest.unwrap_or_default();
        let whole = wrong.is_empty();
        faults.extend(wrong.into_iter().map(|wrong| (Fault::Wrong, wrong)));
        let count = heard.game["illegal_moves"][self.by.name()].as_u64().unwrap_or_default();
        if !due.counts.iter().any(|due| u64::from(*due) == count) {
            faults.push((Fault::Wrong, format!("illegal moves {count}, due {:?}", due.counts)));
        }
        if heard.game["illegal_moves"][self.by.other().name()] != 0 {
            faults.push((Fault::False, "an illegal move of the other player is counted".to_owned()));
        }
        let missing = due.records.iter().map(|record| record.moves.len()).min().unwrap_or_default();
        if missing >= heard.moves().len() + 2 && !heard.calls() {
            faults.push((Fault::Silent, "lost half-moves, and nothing open at the end".to_owned()));
        }
        self.compare_alerts(heard, faults);
        for error in &heard.refused {
            // What has lapsed or stands already cannot be decided any more.
            if !self.may_be_refused() {
                faults.push((Fault::Refused, error.clone()));
            }
        }
        // The record is whole: nothing may say that it is not.
        let tells_of_a_gap = |alert: &&Value| {
            is_open(alert)
                && alert["severity"] == "warning"
                && !BREACHES.iter().any(|kind| alert["kind"] == *kind)
                && !alert["kind"].as_str().is_some_and(|kind| kind.starts_with("castling-"))
        };
        if let (true, Some(alert)) = (whole && !self.is_held(), heard.alerts.values().find(tells_of_a_gap)) {
            faults.push((Fault::False, format!("{} open though the record is whole", alert["kind"])));
        }
    }

    /// Whether what hands play on is void, and stays so.
    fn is_held(&self) -> bool {
        let lawful =
            self.acts.iter().rev().find_map(|act| if let Act::Look(lawful) = act { Some(*lawful) } else { None });
        lawful.is_some_and(|lawful| self.due.records.iter().any(|record| record.moves.len() < lawful))
    }

    fn may_be_refused(&self) -> bool {
        self.laws.supervision == Supervision::Limited
    }

    fn record_differs(&self, heard: &Heard, record: &Game) -> Vec<String> {
        let mut wrong = Vec::new();
        let game = &heard.game;
        let mut compare = |what: &str, found: &Value, due: Value| {
            if *found != due {
                wrong.push(format!("{what} {found}, due {due}"));
            }
        };
        compare("moves", &game["moves"], json!(record.moves));
        if let Some(result) = self.due.result {
            compare("result", &game["result"], json!(result));
            return wrong;
        }
        compare("result", &game["result"], json!("*"));
        // A position that no half-move has left may still have its capture in passing.
        let without_passing = |fen: &str| {
            let mut fields: Vec<&str> = fen.split(' ').collect();
            fields.get_mut(3).into_iter().for_each(|passing| *passing = "-");
            fields.join(" ")
        };
        let fen = match game["fen"].as_str() {
            Some(fen) if record.moves.is_empty() => json!(without_passing(fen)),
            _ => game["fen"].clone(),
        };
        compare("fen", &fen, json!(record.fen()));
        if !self.due.stopped {
            compare("turn", &game["turn"], json!(record.turn.name()));
        }
        wrong
    }

    fn compare_alerts(&self, heard: &Heard, faults: &mut Vec<(Fault, String)>) {
        let due = &self.due;
        let mut expected = due.alerts.clone();
        let mut breached = false;
        for id in &heard.order {
            let alert = &heard.alerts[id];
            let (kind, severity) = (alert["kind"].as_str().unwrap_or(""), alert["severity"].as_str().unwrap_or(""));
            let is = |due: &crate::proof::laws::Expected| {
                kind == due.kind.name() && alert["article"] == due.article && severity == due.severity.name()
            };
            if let Some(index) = expected.iter().position(is) {
                let due = expected.remove(index);
                let claim = due.kind.name() == "opponent-may-claim";
                let by = if claim { self.by.other() } else { self.by };
                if alert["by"].as_str().is_some_and(|found| found != by.name()) {
                    faults.push((Fault::Wrong, format!("{kind} is said of {}", alert["by"])));
                }
                if kind.starts_with("ruling-") || kind == "initial-position-wrong" {
                    self.compare_penalty(alert, faults);
                }
                continue;
            }
            breached |= BREACHES.contains(&kind);
            let accuses = BREACHES.contains(&kind) && matches!(severity, "ruling" | "warning") && !due.breach;
            // Begun to be put right within the time that board and clock may differ, it may look so.
            if due.told == Told::Maybe && kind == "press-without-move" && expected.len() == due.alerts.len() {
                expected.remove(0);
                continue;
            }
            let irregular = matches!(kind, "illegal-move-completed" | "press-without-move" | "promotion-missing");
            if severity == "ruling" || irregular || accuses {
                let (article, by, state) = (&alert["article"], &alert["by"], &alert["state"]);
                faults.push((Fault::False, format!("{kind} {article} {severity} of {by}, {state}")));
            }
        }
        if due.told == Told::Must {
            faults.extend(
                expected
                    .iter()
                    .map(|due| (Fault::Missed, format!("{} {} {}", due.kind, due.article, due.severity.name()))),
            );
        }
        if due.breach && !breached {
            faults.push((Fault::Missed, "the breach of Article 4".to_owned()));
        }
    }

    fn compare_penalty(&self, alert: &Value, faults: &mut Vec<(Fault, String)>) {
        let state = &alert["state"];
        let right = match self.due.penalty {
            Penalty::Any => true,
            Penalty::Gone => !is_open(alert),
            Penalty::Kept => *state != "lapsed" && *state != "dismissed",
        };
        if !right {
            faults.push((Fault::Wrong, format!("{} is {state}, due {:?}", alert["kind"], self.due.penalty)));
        }
        if alert["kind"] == "ruling-add-time" {
            let minutes = crate::proof::laws::minutes(self.laws);
            if alert["data"]["ms"] != minutes * 60_000 || alert["data"]["to"] != self.by.other().name() {
                faults.push((Fault::Wrong, format!("added time {}", alert["data"])));
            }
        }
    }
}

/// A word as a command; `None` where nothing is open that it could be said of.
fn command(word: &Word, heard: &Heard) -> Option<Value> {
    const IRREGULAR: [&str; 4] =
        ["illegal-move-completed", "promotion-missing", "press-without-move", "initial-position-wrong"];
    const PROPOSED: [&str; 8] = [
        "ruling-game-lost",
        "ruling-game-drawn",
        "ruling-add-time",
        "opponent-may-claim",
        "illegal-move-completed",
        "promotion-missing",
        "press-without-move",
        "initial-position-wrong",
    ];
    let of = |name: &str, kinds: &[&str]| {
        // Where nothing is open any more, what was raised is named: the arbiter reads what he was told.
        let raised = || heard.order.iter().find(|id| kinds.iter().any(|kind| heard.alerts[*id]["kind"] == *kind));
        let id = heard.last(kinds).or_else(|| raised().map(String::as_str))?;
        Some(json!({ "command": name, "alert": id }))
    };
    match word {
        Word::Confirm => of("confirm", &PROPOSED),
        Word::Dismiss => of("dismiss", &IRREGULAR),
        Word::LetStand => of("let-stand", &IRREGULAR),
        Word::NewGame => Some(json!({ "command": "new-game" })),
        Word::Resume => Some(json!({ "command": "resume" })),
        Word::SetMove(uci) => Some(json!({ "command": "set-move", "ply": 1, "uci": uci })),
        Word::Suspend => Some(json!({ "command": "suspend" })),
    }
}
