//! The arbiter's word: it settles what the machine only proposes, and puts right what sensors could not tell.

pub(super) mod claims;
pub(super) mod correct;
pub(super) mod decide;
mod put_right;
pub(super) mod register;
pub(super) mod suspend;

use std::sync::Arc;

use protocols::{Color, registry::Sensing};

use crate::{
    rules::Position,
    turn::{
        Alert, AlertKind, AlertState, Finding, GameTime, Mismatch, Outcome, PerPlayer, TurnMachine, TurnOutput,
        arbiter::{claims::Verified, register::Irregular},
        findings::{ClockAdjustment, Nature, Of},
        phase::stopped::Stopped,
        played::MoveMade,
        state::Turn,
    },
};

/// What an arbiter does.
#[derive(Debug, Clone)]
pub enum Act {
    /// He has seen this alert.
    Acknowledge(u32),
    /// He has adjusted the clock by hand, at this time.
    AdjustClock(ClockAdjustment, GameTime),
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
        at: GameTime,
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
        /// The move, as it was written: in UCI or SAN.
        written: String,
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
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// An alert tells of it already.
    AlreadyTold(u32),
    /// Several moves are written so.
    Ambiguous {
        /// Half-move, from 1.
        ply: u32,
        /// What was written.
        written: String,
    },
    /// A move that would follow is not legal.
    IllegalMove {
        /// Half-move, from 1.
        ply: u32,
        /// The move.
        uci: String,
    },
    /// The last move has ended the game.
    EndedByMove,
    /// The edition in force knows no such claim.
    NoSuchClaim,
    /// Nobody has the move.
    NotInPlay,
    /// Somebody claims who does not have the move.
    NotToMove(Color),
    /// The game is not over.
    NotOver,
    /// Nothing illegal is waiting to be decided.
    NothingHeld,
    /// No such alert, or not one that this can be done to.
    NoSuchAlert(u32),
    /// The game is over, and the half-move is that one already.
    StandsAlready {
        /// Half-move, from 1.
        ply: u32,
        /// The move.
        uci: String,
    },
    /// The game has fewer half-moves.
    TooFewMoves {
        /// How many there are.
        have: u32,
        /// How many were named.
        wanted: u32,
    },
    /// The ruling leaves the result open.
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
            Act::Dismiss(number) => {
                self.dismiss(number)?;
                self.follow_counts();
            }
            Act::LetStand(number) => self.let_stand(number)?,
            Act::NewGame(position) => self.begin_game(*position),
            Act::Register { what, player, at } => self.register(what, player, at)?,
            Act::Reopen => self.reopen_by_arbiter()?,
            Act::Resume => {
                self.stop_or_go_on_beside(TurnMachine::resume);
                self.resume();
            }
            Act::SetIllegalMoves(counts) => {
                self.count_illegal_moves(counts);
                self.follow_counts();
            }
            Act::SetMove { ply, written } => self.set_move(ply, &written)?,
            Act::SetPosition(position) => self.set_position(*position),
            Act::SetResult(outcome) => {
                self.presses.closes();
                self.decide(Outcome { proposed: false, ..outcome });
            }
            Act::Suspend => {
                self.suspend();
                // Also those that it has parted from just now.
                self.stop_or_go_on_beside(TurnMachine::suspend);
            }
            Act::TakeBack(plies) => self.take_back(plies)?,
        }
        if !stops {
            self.keep_suspended();
        }
        self.take_replacement_that_ends();
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

    fn set_position(&mut self, position: Position) {
        let stopped = self.stopped.take().filter(Stopped::blocks);
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
        match (self.phase.is_over(), self.is_unknown_game_told()) {
            (true, false) => self.take_end_back(),
            // It may be another game that is on: how this one ended stays.
            (true, true) => {}
            (false, _) => self.lapse_ends(|_| false),
        }
        // Whatever was put for a pawn, he has said what stands there.
        let is_of_a_pawn =
            |alert: &Alert| matches!(alert.finding, Finding::PositionMismatch(Mismatch::NotTheQueen { .. }));
        self.settle_open_alerts(AlertState::Lapsed, is_of_a_pawn);
        self.go_on_from(position, ply);
        self.turn.being_set_up = self.turn.is_to_be_set_up();
    }

    /// Play goes on from a position that no legal move led to.
    pub(in crate::turn) fn go_on_from(&mut self, position: Position, ply: u32) {
        self.know_again();
        self.no_more_between_games();
        self.stopped = None;
        self.presses.closes();
        self.imposed = None;
        self.watching = false;
        self.play_on();
        self.played.reach(position.clone());
        let held_when_set = self.sensed.held_from_rest();
        self.turn =
            Turn { set_by_arbiter: true, held_when_set, ..Turn::new(ply, position.clone(), *self.sensed.board()) };
        self.sensed.forget_hands();
        self.output.push_back(TurnOutput::PositionSet(position));
        self.refresh_turn();
    }

    fn take_back(&mut self, plies: u32) -> Result<(), Refusal> {
        let moves = Arc::clone(self.played.moves());
        // An illegal move that stands is a half-move, too.
        let mut made: Vec<(u32, Position)> = moves.iter().map(|made| (made.ply, made.before.clone())).collect();
        made.extend(self.irregularities.stood().filter(|(ply, _)| moves.iter().all(|made| made.ply != *ply)));
        made.sort_by_key(|(ply, _)| *ply);
        let have = made.len() as u32;
        if plies == 0 || plies > have {
            return Err(Refusal::TooFewMoves { have, wanted: plies });
        }
        let (ply, before) = made.swap_remove((have - plies) as usize);
        let keep = moves.iter().take_while(|made| made.ply < ply).count();
        for made in moves[keep..].iter().rev() {
            self.say_retracted(made);
        }
        let standing = self.standing_at(ply);
        // A queen that the Laws have put for a pawn was no guess (7.5.2).
        let is_of_the_laws = |made: &MoveMade| {
            self.alerts.iter().any(|alert| alert.kind == AlertKind::PromotionMissing && alert.ply == made.ply)
        };
        let is_guessed = |made: &MoveMade| made.inferred && !is_of_the_laws(made);
        let unseen = self.settings.sensing == Sensing::Identity
            && (self.phase.is_unexplained() || moves[keep..].iter().any(is_guessed));
        self.play_again();
        self.turn.held_when_set = self.restart_at(ply, before, keep);
        // What could still be pressed for is taken back.
        self.presses.none_is_late();
        // What still stands there is no move: the pieces are put back by hand.
        self.turn.stood = *self.sensed.board();
        self.turn.set_by_arbiter = true;
        self.turn.being_set_up = self.turn.is_to_be_set_up();
        if let Some(standing) = standing {
            self.reinstate(&standing);
        }
        self.lapse_alerts_of_moves_from(ply);
        self.let_be_said_again_from(ply);
        if unseen {
            self.leave_to_the_arbiter();
        }
        Ok(())
    }

    /// What was said of moves that are taken back is true no more; illegal moves were completed all the same.
    fn lapse_alerts_of_moves_from(&mut self, ply: u32) {
        let touched = self.turn.touches.clone();
        let is_owed = |alert: &Alert| {
            let returned = alert.kind == AlertKind::TouchedPieceReturned && alert.ply == ply;
            returned && alert.squares.iter().all(|square| touched.has(*square))
        };
        self.settle_open_alerts(AlertState::Lapsed, |alert| {
            alert.ply >= ply && alert.kind.of() != Of::Game && !is_owed(alert)
        });
    }

    /// Whatever has ended the game has not: play goes on elsewhere.
    fn take_end_back(&mut self) {
        self.flags.count_no_more();
        self.drop_rulings();
        self.lapse_ends(|nature| nature == Nature::EndOtherwise);
        self.say_reopened();
    }

    /// What would end the game by a move, or by a claim of one, would not from another position; nor what else is such an end.
    fn lapse_ends(&mut self, is_end_too: fn(Nature) -> bool) {
        self.lapse_for_good(|alert| match alert.kind.nature() {
            Nature::EndByAMove | Nature::EndInDoubt => true,
            Nature::Claim => alert.finding.result().is_some(),
            nature @ (Nature::Breach | Nature::EndOtherwise | Nature::Irregularity | Nature::Plain | Nature::Touch) => {
                is_end_too(nature)
            }
        });
    }

    /// What was said to have ended the game by a move from this ply on did not: where another did, it is said anew.
    fn not_ended_by_moves_from(&mut self, ply: u32) {
        self.lapse_for_good(|alert| alert.ply >= ply && alert.kind.is_end_by_a_move());
    }

    /// The same of an end that was in doubt.
    pub(in crate::turn) fn end_not_in_doubt_from(&mut self, ply: u32) {
        self.lapse_for_good(|alert| alert.ply >= ply && alert.kind == AlertKind::GameEndInDoubt);
    }

    /// Such alerts lapse, and may be raised anew.
    fn lapse_for_good(&mut self, such: impl Fn(&Alert) -> bool) {
        self.settle_open_alerts(AlertState::Lapsed, &such);
        self.alerts.take_back(such);
    }
}
