//! The arbiter's word: it settles what the machine only proposes, and puts right what sensors could not tell.

use std::sync::Arc;

use protocols::Color;

use super::{AlertKind, AlertState, HeldFor, MoveStanding, Outcome, Said, Stage, Turn, TurnMachine, wood::Wood};
use crate::rules::{History, Position};

/// What an arbiter does.
#[derive(Debug, Clone)]
pub enum Act {
    /// He has seen this alert.
    Acknowledge(u32),
    /// The proposed ruling holds.
    Confirm(u32),
    /// What the alert says did not happen, or "I adjust" was said.
    Dismiss(u32),
    /// The illegal move of this alert stands; play goes on from the board as it is.
    LetStand(u32),
    /// A new game begins.
    NewGame(Box<Position>),
    /// This ply was another move; what follows is replayed.
    SetMove {
        /// Half-move, from 1.
        ply: u32,
        /// The move, in UCI.
        uci: String,
    },
    /// Play goes on from this position.
    SetPosition(Box<Position>),
    /// The game has this result.
    SetResult(Outcome),
    /// So many half-moves are taken back.
    TakeBack(u32),
}

/// Why an act is impossible. It has changed nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// A move that would follow is not legal.
    #[error("ply {ply}: {uci} is not legal there")]
    IllegalMove {
        /// Half-move, from 1.
        ply: u32,
        /// The move.
        uci: String,
    },
    /// Nothing illegal is waiting to be decided.
    #[error("no illegal move is waiting to be decided")]
    NothingHeld,
    /// No such alert, or not one that this can be done to.
    #[error("there is no open alert number {0} of this game to which this can be done")]
    NoSuchAlert(u32),
    /// The game has fewer half-moves.
    #[error("there are only {have} half-moves, {wanted} were named")]
    TooFewMoves {
        /// How many there are.
        have: u32,
        /// How many were named.
        wanted: u32,
    },
    /// The ruling leaves the result open.
    #[error("alert number {0} leaves the result open: set it with set-result")]
    Undecided(u32),
}

impl TurnMachine {
    /// Does what the arbiter says.
    ///
    /// # Errors
    /// [`Refusal`], with nothing changed.
    pub fn act(&mut self, act: Act) -> Result<(), Refusal> {
        self.rule_now();
        match act {
            Act::Acknowledge(number) => {
                self.open_alert(number)?;
                self.change_alert(number, |alert| alert.state = AlertState::Acknowledged);
            }
            Act::Confirm(number) => self.confirm(number)?,
            Act::Dismiss(number) => self.dismiss(number)?,
            Act::LetStand(number) => self.let_stand(number)?,
            Act::NewGame(position) => self.begin_game(*position, &[]),
            Act::SetMove { ply, uci } => self.set_move(ply, &uci)?,
            Act::SetPosition(position) => self.set_position(*position),
            Act::SetResult(outcome) => {
                self.stage = Stage::Over;
                self.press = None;
                self.said.push_back(Said::Over(Outcome { proposed: false, ..outcome }));
            }
            Act::TakeBack(plies) => self.take_back(plies)?,
        }
        Ok(())
    }

    fn open_alert(&self, number: u32) -> Result<AlertKind, Refusal> {
        self.alerts
            .iter()
            .find(|alert| {
                alert.number == number && matches!(alert.state, AlertState::Raised | AlertState::Acknowledged)
            })
            .map(|alert| alert.kind)
            .ok_or(Refusal::NoSuchAlert(number))
    }

    /// The proposed ruling holds: a result becomes final, anything else is done with.
    fn confirm(&mut self, number: u32) -> Result<(), Refusal> {
        let kind = self.open_alert(number)?;
        let outcome = self.outcome_of(number);
        let ends = matches!(
            kind,
            AlertKind::FlagFall
                | AlertKind::GameEndInDoubt
                | AlertKind::ResultSignalled
                | AlertKind::RulingGameDrawn
                | AlertKind::RulingGameLost
        );
        if ends && outcome.is_none() {
            return Err(Refusal::Undecided(number));
        }
        self.change_alert(number, |alert| alert.state = AlertState::Cleared);
        if let Some(outcome) = outcome.filter(|_| ends) {
            self.stage = Stage::Over;
            self.said.push_back(Said::Over(outcome));
        }
        Ok(())
    }

    /// The result that an alert says has come about, or would come about if it is confirmed.
    pub(super) fn outcome_of(&self, number: u32) -> Option<Outcome> {
        let alert = self.alerts.iter().find(|alert| alert.number == number)?;
        let text = |key: &str| alert.data.get(key).and_then(|value| value.as_str());
        let results = ["1-0", "0-1", "1/2-1/2"];
        let (result, termination) = match alert.kind {
            AlertKind::FlagFall => (text("result")?, "time forfeit"),
            AlertKind::GameEnded75Moves
            | AlertKind::GameEndedCheckmate
            | AlertKind::GameEndedDeadPosition
            | AlertKind::GameEndedFivefold
            | AlertKind::GameEndedStalemate => (text("result")?, "by itself"),
            AlertKind::ResultSignalled => (text("result")?, "signalled by the kings"),
            AlertKind::RulingGameDrawn => ("1/2-1/2", "rules infraction"),
            AlertKind::RulingGameLost => {
                (if text("loser")? == Color::White.name() { "0-1" } else { "1-0" }, "rules infraction")
            }
            AlertKind::GameEndInDoubt if text("would_be")? == AlertKind::GameEndedCheckmate.name() => {
                (if alert.by? == Color::White { "1-0" } else { "0-1" }, "checkmate")
            }
            AlertKind::GameEndInDoubt => ("1/2-1/2", "drawn by position"),
            _ => return None,
        };
        let result = results.into_iter().find(|known| *known == result)?;
        Some(Outcome { result, termination: termination.to_owned(), proposed: false })
    }

    /// It did not happen: what hangs on it falls with it.
    fn dismiss(&mut self, number: u32) -> Result<(), Refusal> {
        let kind = self.open_alert(number)?;
        self.change_alert(number, |alert| alert.state = AlertState::Dismissed);
        match kind {
            AlertKind::FlagFall
            | AlertKind::ResultSignalled
            | AlertKind::RulingGameDrawn
            | AlertKind::RulingGameLost => {
                if self.stage == Stage::Over {
                    self.stage = Stage::Playing;
                    self.result_signalled = false;
                    self.flags.clear();
                    self.said.push_back(Said::Reopened);
                }
                self.uncount(kind);
            }
            AlertKind::RulingAddTime => self.uncount(kind),
            AlertKind::IllegalMoveCompleted | AlertKind::PressWithoutMove | AlertKind::PromotionMissing => {
                self.dismiss_irregularity();
            }
            AlertKind::TouchedPieceReturned => {
                let square = self
                    .alerts
                    .iter()
                    .find(|alert| alert.number == number)
                    .and_then(|alert| alert.squares.first().copied());
                if let Some(square) = square {
                    self.turn.touches.remove(square);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// An illegal move that was counted was none.
    fn uncount(&mut self, kind: AlertKind) {
        let by = match &self.held {
            Some(held) => held.turn.by,
            None if self.turn.made.is_none() && self.turn.completed => self.turn.by,
            None => self.turn.by.other(),
        };
        if matches!(kind, AlertKind::RulingAddTime | AlertKind::RulingGameDrawn | AlertKind::RulingGameLost) {
            let count = self.illegal_moves.of_mut(by);
            *count = count.saturating_sub(1);
        }
    }

    fn dismiss_irregularity(&mut self) {
        if let Some(held) = &self.held {
            let proposals = held.proposals.clone();
            self.illegal_moves = held.count_before;
            for number in proposals {
                self.change_alert(number, |alert| alert.state = AlertState::Dismissed);
            }
            self.resume_before_irregularity();
        }
        self.turn.empty_press = None;
        self.turn.completed = false;
    }

    /// The illegal move stands: play goes on from the board as it is, whatever any rules library says of it.
    fn let_stand(&mut self, number: u32) -> Result<(), Refusal> {
        let kind = self.open_alert(number)?;
        if !matches!(kind, AlertKind::IllegalMoveCompleted | AlertKind::PressWithoutMove | AlertKind::PromotionMissing)
        {
            return Err(Refusal::NoSuchAlert(number));
        }
        let held = self.held.take();
        let (turn, proposals, before) = match held {
            Some(held) => (*held.turn, held.proposals, held.count_before),
            None if self.turn.empty_press.is_some() => (self.turn.clone(), Vec::new(), self.illegal_moves),
            None => return Err(Refusal::NothingHeld),
        };
        self.illegal_moves = before;
        self.change_alert(number, |alert| alert.state = AlertState::Cleared);
        for number in proposals {
            self.change_alert(number, |alert| alert.state = AlertState::Lapsed);
        }
        let position = if kind == AlertKind::PressWithoutMove {
            turn.position.pass()
        } else {
            Position::from_placement(&self.wood.board, turn.by.other(), &turn.position)
        };
        let account = self.account_of(&turn);
        self.say_account(account);
        self.stage = Stage::Playing;
        self.go_on_from(position, turn.ply + 1);
        Ok(())
    }

    fn set_position(&mut self, position: Position) {
        let ply = self.turn.ply + u32::from(self.turn.made.is_some());
        self.stage = Stage::Playing;
        self.waiting.clear();
        self.go_on_from(position, ply);
    }

    /// Play goes on from a position that no legal move led to.
    fn go_on_from(&mut self, position: Position, ply: u32) {
        self.lost = false;
        self.held = None;
        self.press = None;
        self.imposed = None;
        self.watching = false;
        self.result_signalled = false;
        self.history.push(position.clone());
        self.turn = Turn { set_by_arbiter: true, ..Turn::new(ply, position.clone(), self.wood.board) };
        self.wood = Wood::new(self.wood.board);
        self.said.push_back(Said::PositionSet(position));
        self.refresh_turn();
    }

    /// The moves made so far, oldest first, with the position before each.
    fn made_so_far(&self) -> Vec<(u32, Position, String)> {
        self.moves.to_vec()
    }

    fn take_back(&mut self, plies: u32) -> Result<(), Refusal> {
        let made = self.made_so_far();
        let have = made.len() as u32;
        if plies == 0 || plies > have {
            return Err(Refusal::TooFewMoves { have, wanted: plies });
        }
        let keep = (have - plies) as usize;
        let Some((ply, position, _)) = made.get(keep).cloned() else { return Ok(()) };
        for (ply, before, uci) in made[keep..].iter().rev() {
            self.say_retracted(*ply, before, uci);
        }
        self.restart_at(ply, position, keep);
        Ok(())
    }

    fn set_move(&mut self, ply: u32, uci: &str) -> Result<(), Refusal> {
        let made = self.made_so_far();
        let Some(index) = made.iter().position(|(at, _, _)| *at == ply) else {
            return self.set_next_move(ply, uci);
        };
        // Parse before anything changes: the new move and all that follow it must be legal.
        let illegal = |ply, uci: &str| Refusal::IllegalMove { ply, uci: uci.to_owned() };
        let mut position = made[index].1.clone();
        let mut line = Vec::new();
        for (offset, (at, _, old)) in made[index..].iter().enumerate() {
            let uci = if offset == 0 { uci } else { old };
            let m = position.legal_move(uci).ok_or_else(|| illegal(*at, uci))?;
            let next = position.play(&m);
            line.push((*at, position, m));
            position = next;
        }
        let (first, before) = (made[index].0, made[index].1.clone());
        self.restart_at(first, before, index);
        for (at, before, m) in line {
            self.say_set(at, before.clone(), m.clone());
            self.history.push(before.play(&m));
        }
        let next = made[made.len() - 1].0 + 1;
        self.history.truncate(self.history.len() - 1);
        self.go_on_after(position, next);
        Ok(())
    }

    /// The move to be made, told by the arbiter because the sensors could not.
    fn set_next_move(&mut self, ply: u32, uci: &str) -> Result<(), Refusal> {
        let position = self.position().clone();
        let next = self.turn.ply + u32::from(self.turn.made.is_some());
        if ply != next {
            return Err(Refusal::TooFewMoves { have: next.saturating_sub(1), wanted: ply });
        }
        let m = position.legal_move(uci).ok_or_else(|| Refusal::IllegalMove { ply, uci: uci.to_owned() })?;
        if self.turn.made.is_some() {
            self.complete_turn();
        }
        let after = position.play(&m);
        self.say_set(ply, position, m);
        self.held = None;
        self.go_on_after(after, ply + 1);
        Ok(())
    }

    fn restart_at(&mut self, ply: u32, position: Position, moves: usize) {
        self.lost = false;
        Arc::make_mut(&mut self.moves).truncate(moves);
        self.waiting.clear();
        self.held = None;
        self.press = None;
        self.imposed = None;
        self.stage = Stage::Playing;
        self.result_signalled = false;
        self.history = History::from_moves(self.first_positions(), &self.moves, position.clone());
        self.turn = Turn::new(ply, position.clone(), *position.placement());
        self.wood = Wood::new(self.wood.board);
        self.said.push_back(Said::Reopened);
        self.refresh_turn();
    }

    fn go_on_after(&mut self, position: Position, ply: u32) {
        let was_lost = std::mem::take(&mut self.lost);
        self.history.push(position.clone());
        self.turn = Turn { set_by_arbiter: true, ..Turn::new(ply, position.clone(), self.wood.board) };
        self.wood = Wood::new(self.wood.board);
        self.stage = Stage::Playing;
        self.press = None;
        self.imposed = None;
        self.refresh_turn();
        if self.wood.board == *position.placement() {
            return;
        }
        if was_lost {
            // One of the moves that nobody saw is told; the rest may be plain now.
            self.lost = true;
            self.find_again();
        } else {
            self.tell_mismatch(position.turn());
        }
    }

    fn say_retracted(&mut self, ply: u32, before: &Position, uci: &str) {
        if let Some(m) = before.legal_move(uci) {
            self.said.push_back(Said::Move(super::MoveSaid {
                ply,
                before: before.clone(),
                m,
                status: MoveStanding::Retracted,
                inferred: false,
            }));
        }
    }

    fn say_set(&mut self, ply: u32, before: Position, m: crate::rules::LegalMove) {
        self.remember_move(ply, &before, &m);
        self.said.push_back(Said::Move(super::MoveSaid {
            ply,
            before,
            m,
            status: MoveStanding::Corrected,
            inferred: false,
        }));
    }

    /// Positions given before the first move of this log or game.
    fn first_positions(&self) -> Vec<Position> {
        self.given_history.clone()
    }

    /// Whether the illegal move that is held is one that a reply could let stand.
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.held.as_ref().is_some_and(|held| held.kind != HeldFor::Promotion)
    }
}
