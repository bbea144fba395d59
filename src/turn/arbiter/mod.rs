//! The arbiter's word: it settles what the machine only proposes, and puts right what sensors could not tell.

pub(super) mod claims;
pub(super) mod register;
pub(super) mod suspend;

use std::sync::Arc;

use protocols::{At, Color};

use crate::{
    rules::{History, LegalMove, Position},
    turn::{
        Alert, AlertKind, AlertState, Finding, GameResult, MoveStanding, Outcome, PerPlayer, Said, TurnMachine,
        arbiter::{claims::Verified, register::Irregular},
        between::signals::Kings,
        clock::press::OpenPress,
        findings::{ClaimKind, ClockAdjustment},
        ruling::{
            mating::Ended,
            stopped::{StandsBy, StopReason, Stopped},
        },
        sense::wood::Wood,
        state::{Made, MoveMade, Stage, Turn, Waiting},
    },
};

/// What an arbiter does.
#[derive(Debug, Clone)]
pub enum Act {
    /// He has seen this alert.
    Acknowledge(u32),
    /// He has adjusted the clock by hand, at this time.
    AdjustClock(ClockAdjustment, At),
    /// A player has claimed something, and this is what has come of looking into it.
    Claim(Box<Verified>),
    /// The proposed ruling holds.
    Confirm(u32),
    /// What the alert says did not happen, or "I adjust" was said.
    Dismiss(u32),
    /// The illegal move of this alert stands; play goes on from the board as it is.
    LetStand(u32),
    /// A new game begins.
    NewGame(Box<Position>),
    /// He has seen an irregularity himself.
    Register {
        /// What it is.
        what: Irregular,
        /// Whose.
        player: Color,
        /// When.
        at: At,
    },
    /// The game is not over: nothing is taken back, and what has been played since counts.
    Reopen,
    /// Play goes on from what the board shows.
    Resume,
    /// So many illegal moves have been completed.
    SetIllegalMoves(PerPlayer<u32>),
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
    /// Play stands still: nothing counts until it is resumed.
    Suspend,
    /// So many half-moves are taken back.
    TakeBack(u32),
}

/// Why an act is impossible. It has changed nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// An alert tells of it already.
    #[error("alert number {0} of this game tells of it already: confirm or dismiss that one")]
    AlreadyTold(u32),
    /// A move that would follow is not legal.
    #[error("ply {ply}: {uci} is not legal there")]
    IllegalMove {
        /// Half-move, from 1.
        ply: u32,
        /// The move.
        uci: String,
    },
    /// The last move has ended the game.
    #[error("the last move has ended the game: correct it with set-move, or take it back")]
    EndedByMove,
    /// The edition in force knows no such claim.
    #[error("the Laws in force know no such claim")]
    NoSuchClaim,
    /// Nobody has the move.
    #[error("no game is being played in which somebody has the move")]
    NotInPlay,
    /// Somebody claims who does not have the move.
    #[error("{} does not have the move", .0.name())]
    NotToMove(Color),
    /// The game is not over.
    #[error("the game is not over")]
    NotOver,
    /// Nothing illegal is waiting to be decided.
    #[error("no illegal move is waiting to be decided")]
    NothingHeld,
    /// No such alert, or not one that this can be done to.
    #[error("there is no open alert number {0} of this game to which this can be done")]
    NoSuchAlert(u32),
    /// The game is over, and the half-move is that one already.
    #[error("the game is over, and ply {ply} is {uci} already: nothing would change")]
    StandsAlready {
        /// Half-move, from 1.
        ply: u32,
        /// The move.
        uci: String,
    },
    /// The game has fewer half-moves.
    #[error("the game has {have} half-moves, the command names {wanted}")]
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
        let stops = matches!(act, Act::Resume | Act::Suspend);
        match act {
            Act::Acknowledge(number) => {
                self.open_alert(number)?;
                self.change_alert(number, |alert| alert.state = AlertState::Acknowledged);
            }
            Act::AdjustClock(adjustment, at) => self.adjust_clock(adjustment, at),
            Act::Claim(verified) => self.claim(*verified),
            Act::Confirm(number) => self.confirm(number)?,
            Act::Dismiss(number) => self.dismiss(number)?,
            Act::LetStand(number) => self.let_stand(number)?,
            Act::NewGame(position) => self.begin_game(*position),
            Act::Register { what, player, at } => self.register(what, player, at)?,
            Act::Reopen => self.reopen_by_arbiter()?,
            Act::Resume => {
                self.stop_or_go_on_beside(TurnMachine::resume);
                self.resume();
            }
            Act::SetIllegalMoves(counts) => self.count_illegal_moves(counts),
            Act::SetMove { ply, uci } => self.set_move(ply, &uci)?,
            Act::SetPosition(position) => self.set_position(*position),
            Act::SetResult(outcome) => {
                self.press = None;
                self.decide(Outcome { proposed: false, ..outcome });
            }
            Act::Suspend => {
                self.stop_or_go_on_beside(TurnMachine::suspend);
                self.suspend();
            }
            Act::TakeBack(plies) => self.take_back(plies)?,
        }
        if !stops {
            self.keep_suspended();
        }
        self.end_overtaken();
        Ok(())
    }

    fn open_alert(&self, number: u32) -> Result<AlertKind, Refusal> {
        self.alerts
            .iter()
            .find(|alert| alert.number == number && alert.state.is_open())
            .map(|alert| alert.kind)
            .ok_or(Refusal::NoSuchAlert(number))
    }

    /// The proposed ruling holds: a result becomes final, anything else is done with.
    fn confirm(&mut self, number: u32) -> Result<(), Refusal> {
        let kind = self.open_alert(number)?;
        let outcome = self.outcome_of(number);
        let ends = matches!(
            kind,
            AlertKind::ClaimMade
                | AlertKind::FlagFall
                | AlertKind::GameEndInDoubt
                | AlertKind::ResultSignalled
                | AlertKind::RulingGameDrawn
                | AlertKind::RulingGameLost
        );
        let ends = ends && !(kind == AlertKind::ClaimMade && outcome.is_none());
        if ends && outcome.is_none() {
            return Err(Refusal::Undecided(number));
        }
        self.follow_confirmed(number)?;
        self.change_alert(number, |alert| alert.state = AlertState::Cleared);
        self.confirm_stopped(number);
        if let Some(outcome) = outcome.filter(|_| ends) {
            self.decide(outcome);
        }
        Ok(())
    }

    /// The result that an alert says has come about, or would come about if it is confirmed.
    pub(in crate::turn) fn outcome_of(&self, number: u32) -> Option<Outcome> {
        let alert = self.alerts.iter().find(|alert| alert.number == number)?;
        let result = alert.finding.result()?;
        let termination = match alert.kind {
            AlertKind::ClaimMade => claimed(alert)?.termination(),
            AlertKind::FlagFall => "time forfeit",
            kind if kind.is_end_by_a_move() => "by itself",
            AlertKind::ResultSignalled => "signalled by the kings",
            AlertKind::RulingGameDrawn | AlertKind::RulingGameLost => "rules infraction",
            AlertKind::GameEndInDoubt if result == GameResult::Draw => "drawn by position",
            AlertKind::GameEndInDoubt => "checkmate",
            _ => return None,
        };
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
                self.uncount(number);
                self.reopen();
            }
            AlertKind::RulingAddTime => {
                self.uncount(number);
            }
            AlertKind::IllegalMoveCompleted | AlertKind::PressWithoutMove | AlertKind::PromotionMissing => {
                self.dismiss_irregularity(number, kind);
            }
            AlertKind::ClaimMade => self.reject_claim(number),
            kind if kind.is_breach() => self.dismiss_breach(number),
            AlertKind::TouchedPieceReturned => self.was_adjusted(number),
            _ => {}
        }
        Ok(())
    }

    /// "I adjust" was said (4.2.1): the piece was not touched, and a breach that rests on it alone was none.
    fn was_adjusted(&mut self, number: u32) {
        let Some(returned) = self.alerts.iter().find(|alert| alert.number == number) else { return };
        let (ply, squares) = (returned.ply, returned.squares.clone());
        if ply == self.turn.ply {
            for square in &squares {
                self.turn.touches.remove(*square);
                self.turn.from_before.remove(*square);
            }
        }
        let rests_on_it = |alert: &&Alert| {
            let breach = matches!(alert.kind, AlertKind::CastlingRookFirst | AlertKind::TouchMoveViolated);
            breach && alert.advisory && alert.ply == ply && alert.squares == squares
        };
        let breaches: Vec<u32> = self.alerts.iter().filter(rests_on_it).map(|alert| alert.number).collect();
        for breach in breaches.into_iter().filter(|breach| self.open_alert(*breach).is_ok()).collect::<Vec<_>>() {
            self.change_alert(breach, |alert| alert.state = AlertState::Dismissed);
            self.dismiss_breach(breach);
        }
    }

    /// Article 4 was not broken: nothing is owed, and there is nothing to claim (4.8).
    fn dismiss_breach(&mut self, number: u32) {
        let Some(alert) = self.alerts.iter().find(|alert| alert.number == number) else { return };
        let (kind, ply) = (alert.kind, alert.ply);
        let waiting = self.waiting.iter_mut().map(|waiting| &mut waiting.turn);
        if let Some(turn) = waiting.chain([&mut self.turn]).find(|turn| turn.ply == ply) {
            turn.breaches.retain(|breach| *breach != kind);
            if turn.breaches.is_empty() {
                turn.broken = None;
            }
        }
        if self.turn.ply == ply + 1 {
            self.turn.may_claim.retain(|breach| *breach != kind);
        }
        self.settle_ending_in_doubt(ply);
    }

    /// No breach of Article 4 is left that could put the end of the game in doubt.
    fn settle_ending_in_doubt(&mut self, ply: u32) {
        let open = |alert: &&Alert| alert.state.is_open();
        let mut of_ply = self.alerts.iter().filter(open).filter(|alert| alert.ply == ply);
        if self.stage != Stage::Playing || of_ply.clone().any(|alert| alert.kind.is_breach()) {
            return;
        }
        let in_doubt = of_ply.find(|alert| alert.kind == AlertKind::GameEndInDoubt);
        let Some((number, by, kind)) = in_doubt.and_then(|alert| Some((alert.number, alert.by?, would_be(alert)?)))
        else {
            return;
        };
        self.change_alert(number, |alert| alert.state = AlertState::Cleared);
        self.end_by_position(kind, Ended { by, ply, in_doubt: false });
    }

    /// It was no illegal move after all: what was proposed falls, the count is as before.
    fn dismiss_irregularity(&mut self, number: u32, kind: AlertKind) {
        let proposals = self.uncount(number);
        let open: Vec<u32> = proposals.into_iter().filter(|number| self.open_alert(*number).is_ok()).collect();
        let mut would_end = false;
        for proposal in open {
            self.change_alert(proposal, |alert| alert.state = AlertState::Dismissed);
            let ends = |alert: &Alert| alert.number == proposal && alert.kind != AlertKind::RulingAddTime;
            would_end |= self.alerts.iter().any(ends);
        }
        match kind {
            // The pawn was exchanged, only the board did not show it: the promotion stands.
            AlertKind::PromotionMissing
                if self.stopped.as_ref().is_none_or(|stopped| stopped.reason == StopReason::Promotion) =>
            {
                self.stopped = None;
                self.proposed_end = false;
            }
            _ => {
                // Another one may have come since.
                if self.stopped.as_ref().is_some_and(|stopped| stopped.alert == number) {
                    self.dismiss_stopped();
                }
                if self.turn.empty_press.take_if(|press| press.alert == number).is_some() {
                    self.turn.completed &= self.turn.made.is_some();
                }
            }
        }
        if would_end {
            self.reopen();
        }
    }

    /// The illegal move stands, with whatever has been played since: what any rules library says of it does not matter.
    fn let_stand(&mut self, number: u32) -> Result<(), Refusal> {
        if self.stopped.as_ref().is_some_and(|stopped| stopped.alert == number) {
            self.let_it_stand(StandsBy::Arbiter);
            return Ok(());
        }
        match self.open_alert(number)? {
            AlertKind::IllegalMoveCompleted | AlertKind::PressWithoutMove | AlertKind::PromotionMissing => {
                Err(Refusal::NothingHeld)
            }
            _ => Err(Refusal::NoSuchAlert(number)),
        }
    }

    fn set_position(&mut self, position: Position) {
        let stopped = self.stopped.take().filter(|stopped| stopped.reason == StopReason::IllegalMove);
        let turn = stopped.map_or_else(|| self.turn.clone(), |stopped| *stopped.turn);
        let made = turn.made.is_some();
        let next = if made { turn.by.other() } else { turn.by };
        // Where the other player has the move now, the turn is over, whatever was made of it.
        let over = made || position.turn() != next;
        if over {
            let account = self.account_of(&turn);
            self.say_account(account);
        }
        let ply = turn.ply + u32::from(made) + u32::from(position.turn() != next);
        self.waiting.clear();
        self.go_on_from(position, ply);
    }

    /// Play goes on from a position that no legal move led to.
    pub(in crate::turn) fn go_on_from(&mut self, position: Position, ply: u32) {
        self.know_again();
        self.no_more_between_games();
        self.stopped = None;
        self.press = None;
        self.imposed = None;
        self.watching = false;
        self.play_on();
        self.history.push(position.clone());
        self.turn = Turn { set_by_arbiter: true, ..Turn::new(ply, position.clone(), self.wood.board) };
        self.wood = Wood::new(self.wood.board);
        self.said.push_back(Said::PositionSet(position));
        self.refresh_turn();
    }

    fn take_back(&mut self, plies: u32) -> Result<(), Refusal> {
        let moves = Arc::clone(&self.moves);
        let have = moves.len() as u32;
        if plies == 0 || plies > have {
            return Err(Refusal::TooFewMoves { have, wanted: plies });
        }
        let keep = (have - plies) as usize;
        let Some(MoveMade { ply, before, .. }) = moves.get(keep).cloned() else { return Ok(()) };
        for made in moves[keep..].iter().rev() {
            self.say_retracted(made);
        }
        let standing = self.standing_at(ply);
        self.play_again();
        self.restart_at(ply, before, keep);
        // What still stands there is no move: the pieces are put back by hand.
        self.turn.stood = self.wood.board;
        self.turn.set_by_arbiter = true;
        if let Some(standing) = standing {
            self.reinstate(&standing);
        }
        self.lapse_alerts_of_moves_from(ply);
        self.let_be_said_again_from(ply);
        Ok(())
    }

    /// What was said of moves that are taken back is true no more; illegal moves were completed all the same.
    fn lapse_alerts_of_moves_from(&mut self, ply: u32) {
        let stays = |kind: AlertKind| {
            matches!(
                kind,
                AlertKind::FlagFall
                    | AlertKind::IllegalMoveCompleted
                    | AlertKind::NewGameSetUp
                    | AlertKind::PressWithoutMove
                    | AlertKind::PromotionMissing
                    | AlertKind::ResultSignalled
                    | AlertKind::RulingAddTime
                    | AlertKind::RulingGameDrawn
                    | AlertKind::RulingGameLost
            )
        };
        let touched = self.turn.touches.clone();
        let is_owed = |alert: &Alert| {
            let returned = alert.kind == AlertKind::TouchedPieceReturned && alert.ply == ply;
            returned && alert.squares.iter().all(|square| touched.has(*square))
        };
        self.settle_open_alerts(AlertState::Lapsed, |alert| alert.ply >= ply && !stays(alert.kind) && !is_owed(alert));
    }

    fn set_move(&mut self, ply: u32, uci: &str) -> Result<(), Refusal> {
        if self.is_stopped_at(ply) {
            return self.set_replacement(uci);
        }
        let moves = Arc::clone(&self.moves);
        let index = moves.iter().position(|made| made.ply == ply);
        let stood = self.stood.iter().rev().find(|stood| stood.ply == ply);
        let (index, before, since) = match (index, stood) {
            (Some(index), _) => (index, moves[index].before.clone(), index + 1),
            // An irregularity was let stand there.
            (None, Some(stood)) => {
                let index = moves.iter().position(|made| made.ply > ply).unwrap_or(moves.len());
                (index, stood.before.clone(), index)
            }
            (None, None) => return self.set_next_move(ply, uci),
        };
        // Parse before anything changes: the new move and all that follow it must be legal.
        let mut position = before.clone();
        let mut line = Vec::new();
        let named = [(ply, uci.to_owned())].into_iter();
        for (ply, uci) in named.chain(moves[since..].iter().map(|made| (made.ply, made.uci.as_str().to_owned()))) {
            let Some(m) = position.legal_move(&uci) else { return Err(Refusal::IllegalMove { ply, uci }) };
            let next = position.play(&m);
            line.push((ply, position, m));
            position = next;
        }
        let stands = moves.get(index).filter(|made| made.ply == ply).map(|made| made.uci);
        // What was played unseen is open until all of it is known.
        let unseen = self.unseen.alert;
        let asked = self.settle_open_alerts(AlertState::Cleared, |alert| {
            alert.kind == AlertKind::MoveAmbiguous && alert.ply == ply && unseen != Some(alert.number)
        });
        // His word that it was the move that stands changes nothing; after the end it may be meant to.
        if line.first().is_some_and(|(_, _, m)| Some(m.to_uci()) == stands) {
            let idle = asked.is_empty() && self.stage == Stage::Over;
            return if idle { Err(Refusal::StandsAlready { ply, uci: uci.to_owned() }) } else { Ok(()) };
        }
        let meanwhile = self.in_progress_on(&position);
        let mut waiting = std::mem::take(&mut self.waiting);
        match &self.turn.made {
            Some(_) if self.turn.completed => {
                let account = self.account_of(&self.turn);
                self.say_account(account);
            }
            Some(made) => waiting.push(Waiting { turn: self.turn.clone(), m: made.m.clone() }),
            None => {}
        }
        let over = self.over_whatever_was_played();
        self.end_not_in_doubt_from(ply);
        if over.is_none() {
            self.not_ended_by_moves_from(ply);
            self.say_reopened();
        }
        self.play_on();
        self.restart_at(ply, before, index);
        for (at, before, m) in &line {
            self.say_set(*at, before.clone(), m.clone());
            self.history.push(before.play(m));
        }
        let next = line.last().map_or(ply, |(ply, _, _)| *ply) + 1;
        self.history.truncate(self.history.len() - 1);
        // Their players have still to press.
        self.waiting = waiting.into_iter().map(|waiting| self.on_line(waiting, &line)).collect();
        self.go_on_after(position, next, meanwhile, over);
        Ok(())
    }

    /// A move that waits for its press, where the moves before it, or it, are these now.
    fn on_line(&self, waiting: Waiting, line: &[(u32, Position, LegalMove)]) -> Waiting {
        let Some((ply, before, m)) = line.iter().find(|(ply, _, _)| *ply == waiting.turn.ply) else { return waiting };
        let turn = if waiting.m == *m {
            waiting.turn.on(before.clone())
        } else {
            // What shows another move has still to be put right, and is none.
            Turn { set_by_arbiter: true, ..Turn::new(*ply, before.clone(), self.wood.board) }
        };
        let made = Some(Made::new(before, m.clone(), None, false));
        Waiting { turn: Turn { made, ..turn }, m: m.clone() }
    }

    /// What the player at the move has done so far, where his turn began with the pieces as in this position.
    fn in_progress_on(&self, position: &Position) -> Option<Meanwhile> {
        let turn = &self.turn;
        let plays = self.stage == Stage::Playing && !self.lost && !self.awaits_restoring() && self.imposed.is_none();
        let begun = self.waiting.len() <= 1 && turn.made.is_none() && turn.empty_press.is_none();
        let fits = turn.by == position.turn() && turn.stood == *position.placement() && !turn.set_by_arbiter;
        (plays && begun && fits).then(|| Meanwhile {
            turn: turn.clone(),
            wood: self.wood.clone(),
            press: self.press,
            kings: self.kings,
        })
    }

    /// The move to be made, told by the arbiter because the sensors could not.
    fn set_next_move(&mut self, ply: u32, uci: &str) -> Result<(), Refusal> {
        let position = self.position().clone();
        let next = self.turn.ply + u32::from(self.turn.made.is_some());
        if ply != next {
            return Err(Refusal::TooFewMoves { have: next.saturating_sub(1), wanted: ply });
        }
        let m = position.legal_move(uci).ok_or_else(|| Refusal::IllegalMove { ply, uci: uci.to_owned() })?;
        let over = self.over_whatever_was_played();
        if self.stage == Stage::Over && over.is_none() {
            self.not_ended_by_moves_from(next - 1);
            self.say_reopened();
        }
        self.play_on();
        if self.turn.made.is_some() {
            self.complete_turn();
        }
        let after = position.play(&m);
        self.unseen_move_set(&m);
        self.say_set(ply, position, m);
        self.stopped = None;
        self.go_on_after(after, ply + 1, None, over);
        Ok(())
    }

    /// The arbiter says which move replaces the illegal one (7.5.1); what was played since must be legal behind it, and counts.
    fn set_replacement(&mut self, uci: &str) -> Result<(), Refusal> {
        let Some(turn) = self.stopped.as_ref().map(|stopped| (*stopped.turn).clone()) else { return Ok(()) };
        let first = turn.ply;
        let mut position = turn.position.clone();
        let mut line = Vec::new();
        let since = self.played_since_stop();
        for (ply, uci) in (first..).zip([uci.to_owned()].into_iter().chain(since)) {
            let Some(m) = position.legal_move(&uci) else { return Err(Refusal::IllegalMove { ply, uci }) };
            let next = position.play(&m);
            line.push((ply, std::mem::replace(&mut position, next), m));
        }
        let over = self.over_whatever_was_played();
        if self.stage == Stage::Over && over.is_none() {
            self.say_reopened();
        }
        let account = self.account_of(&Turn { made: None, broken: None, ..turn.clone() });
        self.say_account(account);
        self.play_on();
        self.proposed_end = false;
        let moves = Arc::clone(&self.moves);
        let keep = moves.iter().position(|made| made.ply >= first).unwrap_or(moves.len());
        let next = first + line.len() as u32;
        for made in moves.iter().rev().filter(|made| made.ply >= next) {
            self.say_retracted(made);
        }
        self.restart_at(first, turn.position, keep);
        for (ply, before, m) in line {
            let after = before.play(&m);
            self.say_set(ply, before, m);
            self.history.push(after);
        }
        self.history.truncate(self.history.len() - 1);
        self.go_on_after(position, next, None, over);
        Ok(())
    }

    /// How the game is over, if it is so by something else than its moves: the arbiter's word, a flag, illegal moves, the
    /// kings' sign.
    fn over_whatever_was_played(&self) -> Option<Over> {
        let mut open = self.alerts.iter().filter(|alert| alert.state.is_open()).map(|alert| alert.kind);
        let by_moves = open.clone().any(AlertKind::is_end_by_a_move);
        let otherwise = open.any(|kind| {
            matches!(
                kind,
                AlertKind::ClaimMade
                    | AlertKind::FlagFall
                    | AlertKind::ResultSignalled
                    | AlertKind::RulingGameDrawn
                    | AlertKind::RulingGameLost
            )
        });
        let stays = self.stage == Stage::Over && (self.decided || (otherwise && !by_moves));
        stays.then(|| Over {
            stopped: self.stopped.clone(),
            kings: self.kings,
            decided: self.decided,
            proposed_end: self.proposed_end,
            pressed: self.pressed_while_over,
        })
    }

    /// Play goes on: whether the kings show a result all the same, that they showed before and nobody has decided on.
    fn shows_result_anew(&mut self) -> bool {
        let shown = self.settle_open_alerts(AlertState::Lapsed, |alert| alert.kind == AlertKind::ResultSignalled);
        (!shown.is_empty() || self.was_result_shown_as_it_was()) && self.signs_of_the_end()
    }

    /// What was said to have ended the game by a move from this ply on did not: where another did, it is said anew.
    fn not_ended_by_moves_from(&mut self, ply: u32) {
        self.lapse_for_good(|alert| alert.ply >= ply && alert.kind.is_end_by_a_move());
    }

    /// The same of an end that was in doubt.
    fn end_not_in_doubt_from(&mut self, ply: u32) {
        self.lapse_for_good(|alert| alert.ply >= ply && alert.kind == AlertKind::GameEndInDoubt);
    }

    /// Such alerts lapse, and may be raised anew.
    fn lapse_for_good(&mut self, such: impl Fn(&Alert) -> bool) {
        self.settle_open_alerts(AlertState::Lapsed, &such);
        self.alerts.iter_mut().filter(|alert| such(alert)).for_each(|alert| alert.taken_back = true);
    }

    fn restart_at(&mut self, ply: u32, position: Position, moves: usize) {
        self.know_again();
        self.forget_standing_from(ply);
        self.stood.retain(|stood| stood.ply < ply);
        Arc::make_mut(&mut self.moves).truncate(moves);
        self.waiting.clear();
        self.stopped = None;
        self.press = None;
        self.imposed = None;
        let before_moves = self.moves.iter().map(|made| made.before.clone());
        self.history = History::of_game(self.first_positions(), before_moves, position.clone());
        self.turn = Turn::new(ply, position.clone(), *position.placement());
        self.wood = Wood::new(self.wood.board);
        self.refresh_turn();
    }

    /// Play goes on from here, with what has been done in this turn already; or the game is over as it was.
    fn go_on_after(&mut self, position: Position, ply: u32, meanwhile: Option<Meanwhile>, over: Option<Over>) {
        self.history.push(position.clone());
        if let Some(Meanwhile { turn, wood, press, kings }) = meanwhile {
            self.turn = Turn { ply, ..turn.on(position) };
            (self.wood, self.press, self.kings) = (wood, press, kings);
            self.refresh_turn();
            self.judge_ending_told();
            // What no move explained may be one now.
            return self.look(None);
        }
        self.turn = Turn { set_by_arbiter: true, ..Turn::new(ply, position.clone(), self.wood.board) };
        self.wood = Wood::new(self.wood.board);
        self.press = None;
        self.imposed = None;
        self.refresh_turn();
        if let Some(Over { stopped, kings, decided, proposed_end, pressed }) = over {
            if self.lost {
                self.result_stands = true;
                self.infer_until_the_end();
                self.result_stands = false;
            }
            self.end_unjudged = true;
            self.stopped =
                stopped.filter(|stopped| stopped.turn.position.placement() == self.turn.position.placement());
            self.stage = Stage::Over;
            (self.kings, self.decided) = (kings, decided);
            (self.proposed_end, self.pressed_while_over) = (proposed_end, pressed);
            return;
        }
        self.judge_ending_told();
        let differs = |alert: &Alert| alert.kind == AlertKind::PositionMismatch;
        if self.stage == Stage::Over || self.wood.board == *position.placement() {
            self.know_again();
            self.settle_open_alerts(AlertState::Cleared, differs);
        } else if self.lost {
            // One of the moves that nobody saw is told; the rest may be plain now.
            self.find_again_from_what_was_said();
        } else if !self.shows_result_anew() && !self.alerts.iter().any(|alert| alert.state.is_open() && differs(alert))
        {
            // Of several moves that he says, one after the other, all but the last leave the board as it is.
            self.tell_mismatch(position.turn());
        }
    }

    fn say_set(&mut self, ply: u32, before: Position, m: LegalMove) {
        self.remember_move(ply, &before, &m);
        self.said.push_back(Said::Move(crate::turn::MoveSaid {
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
}

/// How a game is over while the arbiter corrects its moves.
struct Over {
    /// The illegal move that has cost the game.
    stopped: Option<Stopped>,
    kings: Kings,
    decided: bool,
    proposed_end: bool,
    pressed: Option<Color>,
}

/// What has been done in a turn while the arbiter corrects moves before it.
struct Meanwhile {
    turn: Turn,
    wood: Wood,
    press: Option<OpenPress>,
    kings: Kings,
}

/// How the game would be over by the position that is in doubt.
fn would_be(in_doubt: &Alert) -> Option<AlertKind> {
    match &in_doubt.finding {
        Finding::GameEndInDoubt { would_be, .. } => Some(*would_be),
        _ => None,
    }
}

/// What was claimed, where an alert tells of a claim.
fn claimed(alert: &Alert) -> Option<ClaimKind> {
    match &alert.finding {
        Finding::ClaimMade { claim, .. } => Some(*claim),
        _ => None,
    }
}
