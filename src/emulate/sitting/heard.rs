//! What players hear from the arbiter and see of his decisions.

use std::collections::{BTreeMap, BTreeSet};

use protocols::{Color, Placement};
use serde_json::Value;

/// Something that players hear.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Heard {
    /// Something waits for the arbiter, or does not any more.
    Alert {
        /// Number of the record.
        seq: u64,
        /// Which.
        id: String,
        /// What it is about.
        kind: String,
        /// Whether it waits.
        is_open: bool,
        /// Whether the arbiter has to look, or to act.
        is_urgent: bool,
        /// Time that is due to this player, in milliseconds, and what the press added to the other's, to be taken off;
        /// `None` where none is, or not any more.
        time: Option<(Color, u32, u32)>,
        /// UCI moves one of which is owed by this decision of the arbiter's, if its move is taken back.
        owed: Vec<String>,
    },
    /// The state of the game.
    Game(GameHeard),
    /// UCI moves one of which is owed now in this game by who has touched something.
    Owed {
        /// The game's id.
        game: String,
        /// The moves; none where all are free.
        moves: Vec<String>,
    },
    /// A move has been taken back or corrected.
    Revised,
}

/// The state of the game as the arbiter has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameHeard {
    /// Its id.
    pub id: String,
    /// Number of the last record that it counts.
    pub seq: u64,
    /// `setup`, `playing`, `suspended` or `over`.
    pub phase: String,
    /// The position.
    pub fen: String,
    /// Who has the move.
    pub turn: Option<Color>,
    /// UCI moves that are left to who has touched something.
    pub owed: Vec<String>,
    /// Whether the record lags behind what is played.
    pub is_interrupted: bool,
    /// Whether somebody has said who plays it.
    pub is_named: bool,
}

impl Heard {
    /// What players hear of a message of a table, of this leaf of its topics, if they hear anything.
    #[must_use]
    pub fn read(leaf: &str, body: &Value) -> Option<Heard> {
        match leaf {
            "arbiter/alert" => {
                let state = text(body, "state");
                let is_open = matches!(state.as_str(), "raised" | "acknowledged");
                let is_urgent = matches!(text(body, "severity").as_str(), "ruling" | "warning");
                // Time that was not due after all is not put on the clock.
                let time = if matches!(state.as_str(), "dismissed" | "lapsed") { None } else { due(body) };
                Some(Heard::Alert {
                    seq: number(body, "seq"),
                    id: text(body, "id"),
                    kind: text(body, "kind"),
                    is_open,
                    is_urgent,
                    time,
                    owed: if text(body, "decided") == "confirm" { texts(&body["legal"]) } else { Vec::new() },
                })
            }
            "arbiter/game" => Some(Heard::Game(GameHeard {
                id: text(body, "id"),
                seq: number(body, "seq"),
                phase: text(body, "phase"),
                fen: text(body, "fen"),
                turn: color(&body["turn"]),
                owed: owed(&body["obligation"]),
                is_interrupted: body["interrupted"] == true,
                is_named: !body["players"]["white"].is_null(),
            })),
            "arbiter/duty" => Some(Heard::Owed { game: text(body, "game"), moves: owed(&body["obligation"]) }),
            "arbiter/move" if matches!(text(body, "status").as_str(), "corrected" | "retracted") => {
                Some(Heard::Revised)
            }
            _ => None,
        }
    }
}

impl GameHeard {
    /// How the pieces stand.
    #[must_use]
    pub fn placement(&self) -> Option<Placement> {
        self.fen.split(' ').next()?.parse().ok()
    }
}

/// What players know.
#[derive(Debug, Clone, Default)]
pub(super) struct Knowledge {
    game: Option<GameHeard>,
    /// The last game that was begun.
    begun: Option<String>,
    /// What waits: kind, and whether it is urgent.
    open: BTreeMap<String, (String, bool)>,
    /// Kinds that have been told since it was asked last.
    told: BTreeSet<String>,
    /// Number of the last alert that was told.
    seq: u64,
    /// Time that is due, by alert, as long as the clock has not been set.
    due: BTreeMap<String, (Color, u32, u32)>,
    /// An arbiter has changed what was played.
    is_changed: bool,
    /// Moves one of which is owed, by the last decision.
    owed: Vec<String>,
    /// An arbiter has begun another game.
    is_another_game: bool,
}

impl Knowledge {
    pub(super) fn hear(&mut self, heard: Heard) {
        match heard {
            Heard::Alert { seq, id, kind, is_open, is_urgent, time, owed } => {
                if !owed.is_empty() {
                    self.owed = owed;
                }
                self.seq = self.seq.max(seq);
                self.told.insert(kind.clone());
                match time {
                    // Told again with what became of it, it is no more time than before.
                    Some(time) if is_open => {
                        self.due.insert(id.clone(), time);
                    }
                    Some(_) => {}
                    None => {
                        self.due.remove(&id);
                    }
                }
                if is_open {
                    self.open.insert(id, (kind, is_urgent));
                } else {
                    self.open.remove(&id);
                }
            }
            Heard::Game(game) => {
                if let Some(before) = &self.game {
                    let stood = before.phase == "over" || before.phase == "suspended";
                    self.is_changed |= before.id == game.id && stood && game.phase == "playing";
                }
                // Pieces that merely stand ready are no game yet: somebody says who plays it.
                let begins = game.is_named && self.begun.as_ref() != Some(&game.id);
                if begins && self.begun.replace(game.id.clone()).is_some() {
                    self.is_changed = true;
                    self.is_another_game = true;
                    self.open.clear();
                    self.due.clear();
                    self.owed.clear();
                }
                self.game = Some(game);
            }
            Heard::Owed { game, moves } => {
                if let Some(known) = self.game.as_mut().filter(|known| known.id == game) {
                    known.owed = moves;
                }
            }
            Heard::Revised => self.is_changed = true,
        }
    }

    pub(super) fn game(&self) -> Option<&GameHeard> {
        self.game.as_ref()
    }

    pub(super) fn is_over(&self) -> bool {
        self.is("over")
    }

    /// Whether the game is over, and nothing of it waits for the arbiter.
    pub(super) fn is_settled(&self) -> bool {
        let is_current = |game: &GameHeard| game.seq >= self.seq;
        self.is_over() && self.game.as_ref().is_some_and(is_current) && !self.is_open(&["result-signalled"])
    }

    pub(super) fn is_suspended(&self) -> bool {
        self.is("suspended")
    }

    pub(super) fn is_interrupted(&self) -> bool {
        self.game.as_ref().is_some_and(|game| game.is_interrupted)
    }

    /// Whether somebody has the move, by all that has been told.
    pub(super) fn may_play(&self) -> bool {
        let current = |game: &GameHeard| game.seq >= self.seq && game.phase == "playing" && game.turn.is_some();
        self.game.as_ref().is_some_and(current)
    }

    /// Whether an arbiter has changed what was played, since that was taken up.
    pub(super) fn is_changed(&self) -> bool {
        self.is_changed
    }

    pub(super) fn take_changed(&mut self) {
        self.is_changed = false;
    }

    /// UCI moves one of which is owed, as far as the arbiter has said so.
    pub(super) fn owed(&self) -> &[String] {
        &self.owed
    }

    pub(super) fn take_owed(&mut self) {
        self.owed.clear();
    }

    /// Whether another game is on, since that was taken up.
    pub(super) fn is_another_game(&self) -> bool {
        self.is_another_game
    }

    pub(super) fn take_another_game(&mut self) -> bool {
        std::mem::take(&mut self.is_another_game)
    }

    /// From now on what is told is news.
    pub(super) fn forget_told(&mut self) {
        self.told.clear();
    }

    pub(super) fn is_told(&self, kinds: &[&str]) -> bool {
        kinds.iter().any(|kind| self.told.contains(*kind))
    }

    /// Whether one of these waits, or anything urgent.
    pub(super) fn is_open(&self, kinds: &[&str]) -> bool {
        self.open.values().any(|(kind, is_urgent)| *is_urgent || kinds.contains(&kind.as_str()))
    }

    /// The time that is due, which is then put on the clock.
    pub(super) fn take_due(&mut self) -> Vec<(Color, u32, u32)> {
        std::mem::take(&mut self.due).into_values().collect()
    }

    fn is(&self, phase: &str) -> bool {
        self.game.as_ref().is_some_and(|game| game.phase == phase)
    }
}

/// The time that is due to somebody.
fn due(body: &Value) -> Option<(Color, u32, u32)> {
    let (kind, data) = (&body["kind"], &body["data"]);
    if kind != "ruling-add-time" {
        return None;
    }
    let ms = |key: &str| data[key].as_u64().and_then(|ms| u32::try_from(ms).ok());
    Some((color(&data["to"])?, ms("ms")?, ms("increment_ms").unwrap_or(0)))
}

/// What is left to play to who has touched something.
fn owed(obligation: &Value) -> Vec<String> {
    if obligation["own"].is_null() && obligation["opp"].is_null() {
        return Vec::new();
    }
    texts(&obligation["legal"])
}

fn texts(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

fn color(value: &Value) -> Option<Color> {
    match value.as_str()? {
        "black" => Some(Color::Black),
        "white" => Some(Color::White),
        _ => None,
    }
}

fn text(body: &Value, key: &str) -> String {
    body[key].as_str().unwrap_or_default().to_owned()
}

fn number(body: &Value, key: &str) -> u64 {
    body[key].as_u64().unwrap_or_default()
}
