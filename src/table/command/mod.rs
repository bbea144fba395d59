//! An arbiter's commands: read, checked, done once, answered (`docs/interfaces.md`, commands).

mod error;
mod object;
mod players;
mod read;
mod replies;
mod rulings;

use std::sync::Arc;

use serde_json::Value;

use super::{
    Happening, Output, Table,
    alert_log::{Decision, Settlement},
    words::{EDITION, REGIME, SUPERVISION, VARIANT},
};
use crate::{
    game::{
        command::{GivenCommand, MAX_ID_BYTES},
        persons::Persons,
        record::Players,
    },
    rules::{GameResult, Position, Variant},
    turn::{Act, Laws, Outcome, Refusal, Termination},
};

pub use error::CommandError;
pub use read::{Unfinished, check_command};
pub(super) use replies::Replies;

use read::{Command, NewGame, WHOLE_FROM_1, read};

/// Longest reason given for not carrying a command out, in characters: it may repeat what was found.
const MAX_REASON: usize = 400;

/// Longest move as it may be written, in bytes: `Qa1xb2=Q++!?` and a few more.
const MAX_MOVE: usize = 32;

/// Longest command that is told whole to others once it is done, in bytes.
const MAX_DID: usize = 1_024;

/// A command without its id, its giver and its game; of a long one the name alone.
fn done(given: &GivenCommand) -> Value {
    let mut object = given.object().ok().and_then(Value::as_object).cloned().unwrap_or_default();
    object.retain(|key, _| !matches!(key.as_str(), "id" | "by" | "game"));
    let whole = Value::Object(object);
    if whole.to_string().len() <= MAX_DID { whole } else { serde_json::json!({ "command": whole["command"] }) }
}

impl Table {
    /// Carries out a command, and answers it.
    pub(super) fn command(&mut self, given: &GivenCommand) {
        // What has come about before it is none of its doing.
        self.drain_machine();
        let id = given.id().map(str::to_owned);
        if let Some(text) = id.as_ref().and_then(|id| self.replies.remembered(id)) {
            self.out.push_back(Output::Reply { id, text });
            return;
        }
        let read = read(given);
        let meant = read.as_ref().map_or(Ok(()), |read| self.is_meant_of(read.game.as_deref()));
        // A log may be replayed under another name: what was refused for its game would be done there.
        if given.object().is_ok() && meant.is_ok() {
            self.out.push_back(Output::Seen(self.game_now, Happening::Command(given.clone())));
        }
        let decides = read.as_ref().is_ok_and(|read| read.command.decides());
        let (game, at) = (Arc::clone(&self.id), self.game_now);
        let by: Option<Arc<str>> = read.as_ref().ok().and_then(|read| read.by.as_deref()).map(Arc::from);
        let outcome = read.and_then(|read| {
            meant?;
            self.deciding = Some(Decision { command: read.command.name(), by: by.clone(), at: self.game_now });
            self.carry_out(read.command)
        });
        let mut reply = match &outcome {
            Ok(None) => serde_json::json!({ "id": id, "ok": true }),
            Ok(Some(claim)) => serde_json::json!({ "id": id, "ok": true, "claim": claim }),
            Err(error) => {
                let reason: String = error.to_string().chars().take(MAX_REASON).collect();
                let mut refusal = serde_json::json!({ "id": id, "ok": false, "error": reason });
                if let Some(words) = error.words() {
                    refusal["words"] = serde_json::to_value(words).unwrap_or_default();
                }
                if let CommandError::Settled { settlement, .. } = error {
                    refusal["settled"] = settlement.to_json();
                }
                refusal
            }
        };
        if outcome.is_ok() && decides {
            reply["did"] = done(given);
            reply["decided_ms"] = at.0.into();
            reply["game"] = (*game).into();
        }
        if let Some(by) = by {
            reply["by"] = (*by).into();
        }
        let text = reply.to_string();
        if let Some(id) = &id {
            self.replies.remember(id.clone(), text.clone());
        }
        self.out.push_back(Output::Reply { id, text });
        self.shown.stale = true;
        self.drain_machine();
        self.deciding = None;
    }

    /// Does what an arbiter says; who comes too late hears who has decided.
    pub(super) fn act(&mut self, act: Act) -> Result<(), CommandError> {
        self.observer.act(act).map_err(|refusal| match refusal {
            Refusal::NoSuchAlert(number) => self.settled(number, refusal),
            _ => CommandError::Impossible(refusal),
        })
    }

    fn settled(&self, number: u32, refusal: Refusal) -> CommandError {
        match self.alerts.course(number).filter(|course| !course.state.is_open()) {
            Some(course) => CommandError::Settled { number, settlement: Settlement::of(course, self.game_now) },
            None => CommandError::Impossible(refusal),
        }
    }

    /// Does it; gives what the answer has to tell besides.
    fn carry_out(&mut self, command: Command) -> Result<Option<Value>, CommandError> {
        let act = match command {
            Command::Acknowledge { alert } => Act::Acknowledge(self.alert_number(&alert)?),
            Command::AdjustClock(raw) => self.adjust_clock(raw)?,
            Command::Claim(claim) => return self.claim(claim).map(Some),
            Command::Confirm { alert } => Act::Confirm(self.alert_number(&alert)?),
            Command::Dismiss { alert } => Act::Dismiss(self.alert_number(&alert)?),
            Command::Identify if self.lights.identify(self.now) => return Ok(None),
            Command::Identify => {
                return Err(CommandError::NoLights);
            }
            Command::LetStand { alert } => Act::LetStand(self.alert_number(&alert)?),
            Command::NewGame(new) => return self.new_game(new).map(|()| None),
            Command::Register(raw) => self.register(&raw)?,
            Command::Reopen => Act::Reopen,
            Command::Resume => return self.set_suspended(Act::Resume).map(|()| None),
            Command::Resync { seq } => {
                self.out.push_back(Output::Resync(seq));
                self.announce();
                return Ok(None);
            }
            Command::SetIllegalMoves(raw) => self.illegal_moves(&raw)?,
            Command::SetMove { ply: 0, .. } => return Err(CommandError::value("ply", "0".to_owned(), WHOLE_FROM_1)),
            Command::SetMove { uci, .. } if uci.trim().is_empty() || uci.len() > MAX_MOVE => {
                return Err(CommandError::value("uci", uci, "a move in UCI or SAN"));
            }
            Command::SetMove { ply, uci } => Act::SetMove { ply, written: uci },
            Command::SetPlayers(new) => return self.set_players(new).map(|()| None),
            Command::SetPosition { fen } => {
                let variant = self.observer.machine().position().variant();
                Act::SetPosition(Box::new(position("fen", &fen, variant)?))
            }
            Command::SetResult { result, termination } => {
                let result = GameResult::from_name(&result).ok_or(CommandError::Value {
                    field: "result",
                    found: result,
                    expected: "1-0, 0-1 or 1/2-1/2",
                })?;
                players::check_text("termination", termination.as_deref())?;
                let termination = termination.map_or(Termination::ArbitersDecision, Termination::ArbitersWords);
                Act::SetResult(Outcome { result, termination, proposed: false })
            }
            Command::Suspend => return self.set_suspended(Act::Suspend).map(|()| None),
            Command::TakeBack { plies: 0 } => return Err(CommandError::value("plies", "0".to_owned(), WHOLE_FROM_1)),
            Command::TakeBack { plies } => Act::TakeBack(plies),
        };
        self.act(act).map(|()| None)
    }

    /// Suspends play, or has it resumed.
    fn set_suspended(&mut self, act: Act) -> Result<(), CommandError> {
        if self.is_over() {
            return Err(CommandError::Over);
        }
        let suspended = matches!(act, Act::Suspend);
        self.observer.act(act)?;
        self.suspended = suspended;
        Ok(())
    }

    fn new_game(&mut self, new: NewGame) -> Result<(), CommandError> {
        let mut settings = self.next.settings.as_ref().map_or(self.settings, |(settings, _)| *settings);
        let laws = settings.laws;
        let edition = EDITION.read(new.edition, CommandError::value)?;
        let regime = REGIME.read(new.regime, CommandError::value)?;
        let supervision = SUPERVISION.read(new.supervision, CommandError::value)?;
        let kept = (regime.is_none() && supervision.is_none()).then_some(laws.supervision);
        let variant =
            VARIANT.read(new.variant, CommandError::value)?.unwrap_or(self.observer.machine().position().variant());
        let first = match &new.fen {
            Some(fen) => position("fen", fen, variant)?,
            None => Position::first_of(variant),
        };
        settings.laws = Laws::new(edition.unwrap_or(laws.edition), regime.unwrap_or(laws.regime), supervision.or(kept));
        let players = new.players.map(Players::from).unwrap_or_default();
        players::are_names(&players)?;
        self.may_begin(new.abandon)?;
        self.observer.act(Act::NewGame(Box::new(first)))?;
        self.take_next();
        self.settings = settings;
        self.next.players = players;
        self.next.persons = Persons::default();
        self.drain_machine();
        Ok(())
    }

    /// Whether a command that names this game is meant of the one that is on: it may have waited on its way.
    fn is_meant_of(&self, game: Option<&str>) -> Result<(), CommandError> {
        match game {
            Some(game) if game != &*self.id && !self.is_of_renamed_log(game) => {
                Err(CommandError::OtherGame { game: self.id.to_string() })
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Whether this is the id of a game that this log never had: the log was written under another id, and its commands
    /// mean the game that is on.
    fn is_of_renamed_log(&self, game: &str) -> bool {
        let of_session = game.strip_prefix(&*self.session).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        self.codec.is_none() && !of_session
    }

    /// The number of one of this game's alerts, by its id.
    fn alert_number(&self, id: &str) -> Result<u32, CommandError> {
        let number = id.rsplit_once('#').filter(|(game, _)| *game == &*self.id || self.is_of_renamed_log(game));
        number.and_then(|(_, number)| number.parse().ok()).ok_or_else(|| CommandError::Value {
            field: "alert",
            found: id.chars().take(MAX_ID_BYTES).collect(),
            expected: "the id of an alert of this game",
        })
    }
}

fn position(field: &'static str, fen: &str, variant: Variant) -> Result<Position, CommandError> {
    Position::from_fen(fen, variant).map_err(|_| CommandError::Value {
        field,
        found: fen.chars().take(MAX_ID_BYTES).collect(),
        expected: "a FEN of a possible position",
    })
}

#[cfg(test)]
mod tests;
