//! The arbiter says what was played: one half-move was another, or the next one is told, and what follows is replayed.

use std::sync::Arc;

use super::Refusal;
use protocols::{Color, Piece, Square, registry::Sensing};

use crate::{
    rules::{LegalMove, Position, Sight, Uci, Unwritten, lines_to},
    turn::{
        Alert, AlertKind, AlertState, MoveOutput, MoveStatus, TurnMachine, TurnOutput,
        findings::{Mismatch, Nature},
        phase::stopped::Stopped,
        played::MoveMade,
        sense::sensed_board::SensedBoard,
        signs::Kings,
        state::{Made, OpenPress, Turn, Waiting},
    },
};

impl TurnMachine {
    /// This ply was the move that is written so.
    pub(in crate::turn) fn set_move(&mut self, ply: u32, written: &str) -> Result<(), Refusal> {
        if self.is_stopped_at(ply) {
            return self.set_replacement(written);
        }
        let moves = Arc::clone(self.played.moves());
        let index = moves.iter().position(|made| made.ply == ply);
        let stood = self.irregularities.stood_at(ply);
        let (index, before, since) = match (index, stood) {
            (Some(index), _) => (index, moves[index].before.clone(), index + 1),
            // An irregularity was let stand there.
            (None, Some(before)) => {
                let index = moves.iter().position(|made| made.ply > ply).unwrap_or(moves.len());
                (index, before.clone(), index)
            }
            (None, None) => return self.set_next_move(ply, written),
        };
        // Parse before anything changes: the new move and all that follow it must be legal.
        let named = named_move(&before, ply, written)?;
        let uci = named.to_uci().as_str().to_owned();
        let stands = moves.get(index).filter(|made| made.ply == ply).map(|made| made.uci);
        let is_as_it_stands = Some(named.to_uci()) == stands;
        let mut position = before.play(&named);
        let mut line = vec![Set { ply, before: before.clone(), m: named.clone(), inferred: false }];
        let others = if is_as_it_stands { None } else { self.inferred_otherwise(&position, &moves[since..]) };
        let followed = others.as_deref().unwrap_or(&moves[since..]);
        for MoveMade { ply, uci, inferred, .. } in followed {
            let Some(m) = position.legal_move(uci.as_str()) else {
                let refused = Refusal::IllegalMove { ply: *ply, uci: uci.as_str().to_owned() };
                // What was inferred is no reason to refuse his word, nor is what was made behind it.
                let unseen = line.iter().position(|set| set.inferred).or(inferred.then_some(line.len()));
                let unseen = unseen.filter(|_| !is_as_it_stands && self.settings.sensing == Sensing::Identity);
                let Some(unseen) = unseen else { return Err(refused) };
                self.set_move_before_unseen(index, &line[..unseen]);
                return Ok(());
            };
            let next = position.play(&m);
            line.push(Set { ply: *ply, before: position, m, inferred: *inferred });
            position = next;
        }
        // What was played unseen is open until all of it is known.
        let unseen = self.recovery.alert;
        let asked = self.settle_open_alerts(AlertState::Cleared, |alert| {
            alert.kind == AlertKind::MoveAmbiguous && alert.ply == ply && unseen != Some(alert.number)
        });
        // His word that it was the move that stands changes nothing; after the end it may be meant to.
        if is_as_it_stands {
            let idle = asked.is_empty() && self.phase.is_over();
            return if idle { Err(Refusal::StandsAlready { ply, uci }) } else { Ok(()) };
        }
        // What was owed is done with the move that it is now.
        self.settle_open_alerts(AlertState::Lapsed, |alert| {
            let moves_it =
                || alert.squares.iter().any(|square| *square == named.from || Some(*square) == named.capture);
            let is_done = match alert.kind {
                AlertKind::TouchedPieceReturned => moves_it(),
                kind => kind.is_breach() && alert.legal.contains(&named.to_uci()),
            };
            is_done && alert.ply == ply && alert.by == Some(named.piece.color)
        });
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
        // What nobody saw comes behind what he corrects.
        let unseen = self.phase.is_unexplained().then(|| self.take_unseen());
        let over = self.play_on_from(ply);
        let held = self.restart_at(ply, before, index);
        if let Some(unseen) = unseen {
            self.look_from_corrected(unseen);
        }
        self.say_line(&line);
        let next = line.last().map_or(ply, |set| set.ply) + 1;
        // Their players have still to press.
        self.waiting = waiting.into_iter().map(|waiting| self.on_line(waiting, &line)).collect();
        self.go_on_after(position, next, meanwhile, over, held);
        Ok(())
    }

    /// The moves `since` a half-move that the arbiter says, where some of those inferred behind it, on a board that does not
    /// tell pieces, do not follow from `position`: others that lead to the same board. `None`: they follow, or none lead there.
    fn inferred_otherwise(&self, position: &Position, since: &[MoveMade]) -> Option<Vec<MoveMade>> {
        let inferred = since.iter().take_while(|made| made.inferred).count();
        let (unseen, seen) = since.split_at(inferred);
        let follow = || position.follow(unseen.iter().map(|made| made.uci)).is_some();
        if self.settings.sensing == Sensing::Identity || follow() {
            return None;
        }
        let end = seen.first().map_or(self.position(), |made| &made.before);
        let found = lines_to(position, Sight::Pieces(*end.placement()), inferred, Some(end.turn())).into_found().0;
        let line = found.into_iter().find(|line| line.len() == inferred)?;
        let mut at = position.clone();
        let others = unseen.iter().zip(&line).map(|(made, m)| {
            let next = at.play(m);
            MoveMade { uci: m.to_uci(), before: std::mem::replace(&mut at, next), ..made.clone() }
        });
        Some(others.collect::<Vec<MoveMade>>().into_iter().chain(seen.iter().cloned()).collect())
    }

    /// A half-move was another, and something that was inferred after it does not follow: from the first move on that was
    /// inferred all is taken back, and the rest is the arbiter's to say. The `line` are the moves that stay.
    fn set_move_before_unseen(&mut self, index: usize, line: &[Set]) {
        let (Some(first), Some(last)) = (line.first(), line.last()) else { return };
        let over = self.play_on_from(first.ply);
        let moves = Arc::clone(self.played.moves());
        let next = last.ply + 1;
        for made in moves[index..].iter().rev().filter(|made| made.ply >= next) {
            self.say_retracted(made);
        }
        let held = self.restart_at(first.ply, first.before.clone(), index);
        self.lapse_alerts_of_moves_from(next);
        self.let_be_said_again_from(next);
        self.say_line(line);
        let position = last.before.play(&last.m);
        self.turn = Turn::new(next, position.clone(), *position.placement());
        self.leave_to_the_arbiter();
        self.go_on_after(position, next, None, over, held);
    }

    /// A move that waits for its press, where the moves before it, or it, are these now.
    fn on_line(&self, waiting: Waiting, line: &[Set]) -> Waiting {
        let Some(Set { ply, before, m, inferred }) = line.iter().find(|set| set.ply == waiting.turn.ply) else {
            return waiting;
        };
        let turn = if waiting.m == *m {
            waiting.turn.on(before.clone())
        } else {
            // What shows another move has still to be put right, and is none.
            Turn { set_by_arbiter: true, ..Turn::new(*ply, before.clone(), *self.sensed.board()) }
        };
        let made = Some(Made::new(before, m.clone(), None, *inferred));
        Waiting { turn: Turn { made, ..turn }, m: m.clone() }
    }

    /// What the player at the move has done so far, where his turn began with the pieces as in this position.
    fn in_progress_on(&self, position: &Position) -> Option<Meanwhile> {
        let turn = &self.turn;
        let plays = self.phase.is_followed() && !self.awaits_restoring() && self.imposed.is_none();
        let begun = self.waiting.len() <= 1 && turn.made.is_none() && turn.empty_press.is_none();
        let fits = turn.by == position.turn() && turn.stood == *position.placement() && !turn.set_by_arbiter;
        (plays && begun && fits).then(|| Meanwhile {
            turn: turn.clone(),
            sensed: self.sensed.clone(),
            press: self.presses.open(),
            kings: self.kings,
        })
    }

    /// The move to be made, told by the arbiter because the sensors could not.
    fn set_next_move(&mut self, ply: u32, written: &str) -> Result<(), Refusal> {
        let position = self.position().clone();
        let next = self.turn.ply + u32::from(self.turn.made.is_some());
        if ply != next {
            return Err(Refusal::TooFewMoves { have: next.saturating_sub(1), wanted: ply });
        }
        let m = named_move(&position, ply, written)?;
        let over = self.over_whatever_was_played();
        if self.phase.is_over() && over.is_none() {
            self.not_ended_by_moves_from(next - 1);
            self.say_reopened();
        }
        self.play_on();
        if self.turn.made.is_some() {
            self.complete_turn();
        }
        let after = position.play(&m);
        // What he said before led to what the board shows, and there are more moves than those.
        let is_led_on = over.as_ref().is_some_and(|over| !over.is_decided)
            && !self.phase.is_unexplained()
            && self.shows_but_for_a_sign(&position)
            && !self.shows_but_for_a_sign(&after);
        self.unseen_move_set(&m);
        self.say_set(Set { ply, before: position, m, inferred: false });
        self.stopped = None;
        let held = self.sensed.held_from_rest();
        self.go_on_after(after, ply + 1, None, over, held);
        if is_led_on {
            self.leave_to_the_arbiter();
        }
        self.ask_about_the_rest();
        Ok(())
    }

    /// The arbiter says which move replaces the illegal one (7.5.1); what was played since must be legal behind it, and counts.
    fn set_replacement(&mut self, written: &str) -> Result<(), Refusal> {
        let Some(turn) = self.stopped.as_ref().map(|stopped| (*stopped.turn).clone()) else { return Ok(()) };
        let first = turn.ply;
        let mut position = turn.position.clone();
        let mut line = Vec::new();
        let named = named_move(&position, first, written)?.to_uci();
        let since = self.played_since_stop();
        for (ply, uci) in (first..).zip([named.as_str()].into_iter().chain(since.iter().map(Uci::as_str))) {
            let Some(m) = position.legal_move(uci) else {
                return Err(Refusal::IllegalMove { ply, uci: uci.to_owned() });
            };
            let next = position.play(&m);
            line.push(Set { ply, before: std::mem::replace(&mut position, next), m, inferred: false });
        }
        let over = self.over_whatever_was_played();
        if self.phase.is_over() && over.is_none() {
            self.say_reopened();
        }
        let account = self.account_of(&Turn { made: None, broken: None, ..turn.clone() });
        self.say_account(account);
        let by = turn.by;
        self.play_on();
        let moves = Arc::clone(self.played.moves());
        let keep = moves.iter().position(|made| made.ply >= first).unwrap_or(moves.len());
        let next = first + line.len() as u32;
        for made in moves.iter().rev().filter(|made| made.ply >= next) {
            self.say_retracted(made);
        }
        let held = self.restart_at(first, turn.position, keep);
        self.say_line(&line);
        let alone = next == first + 1;
        self.go_on_after(position, next, None, over, held);
        if alone {
            // He has still to put it on the board, and may press for it (6.2.1).
            self.presses.late_may_come(by);
        }
        Ok(())
    }

    /// How the game is over, if it is so by something else than its moves: the arbiter's word, a flag, illegal moves, the
    /// kings' sign.
    fn over_whatever_was_played(&self) -> Option<ResultThatStays> {
        let mut open = self.alerts.iter().filter(|alert| alert.state.is_open()).map(|alert| alert.kind);
        let by_moves = open.clone().any(AlertKind::is_end_by_a_move);
        let otherwise = open.any(|kind| matches!(kind.nature(), Nature::Claim | Nature::EndOtherwise));
        let stays = self.phase.is_over() && (self.phase.is_decided() || (otherwise && !by_moves));
        let over = self.phase.over().filter(|_| stays)?;
        Some(ResultThatStays {
            stopped: self.stopped.clone(),
            kings: self.kings,
            is_decided: over.is_decided,
            pressed: over.pressed,
            flags: over.flags.clone(),
        })
    }

    /// Play goes on: whether the kings show a result all the same, that they showed before and nobody has decided on.
    fn show_result_anew(&mut self) -> bool {
        let shown = self.settle_open_alerts(AlertState::Lapsed, |alert| alert.kind == AlertKind::ResultSignalled);
        (!shown.is_empty() || self.was_result_shown_as_it_was()) && self.follow_sign_shown()
    }

    /// The game is before this half-move again. Gives what was in the hand, and where each piece had rested.
    pub(in crate::turn) fn restart_at(&mut self, ply: u32, position: Position, moves: usize) -> Vec<(Square, Piece)> {
        self.know_again();
        self.forget_standing_from(ply);
        self.irregularities.forget_stood_from(ply);
        self.waiting.clear();
        self.stopped = None;
        self.presses.closes();
        self.imposed = None;
        self.played.restart_after(moves, position.clone());
        self.turn = Turn::new(ply, position.clone(), *position.placement());
        let held = self.sensed.held_from_rest();
        self.sensed.forget_hands();
        self.refresh_turn();
        held
    }

    /// Play goes on from here, with what has been done in this turn already; or the game is over as it was.
    fn go_on_after(
        &mut self,
        position: Position,
        ply: u32,
        meanwhile: Option<Meanwhile>,
        over: Option<ResultThatStays>,
        held: Vec<(Square, Piece)>,
    ) {
        self.played.reach(position.clone());
        if let Some(Meanwhile { turn, sensed, press, kings }) = meanwhile {
            self.turn = Turn { ply, ..turn.on(position) };
            (self.sensed, self.kings) = (sensed, kings);
            self.presses.put_back(press);
            self.refresh_turn();
            self.judge_ending_told();
            // What no move explained may be one now.
            return self.apply_rules(None);
        }
        self.show_where_squares_do(&position);
        self.turn = Turn {
            set_by_arbiter: true,
            held_when_set: held,
            ..Turn::new(ply, position.clone(), *self.sensed.board())
        };
        self.sensed.forget_hands();
        self.presses.closes();
        self.imposed = None;
        self.refresh_turn();
        if let Some(ResultThatStays { stopped, kings, is_decided, pressed, flags }) = over {
            if self.phase.is_unexplained() {
                self.recovery.result_stands = true;
                self.infer_until_the_end();
                self.recovery.result_stands = false;
                self.know_again_if_shown();
            }
            self.stopped =
                stopped.filter(|stopped| stopped.turn.position.placement() == self.turn.position.placement());
            self.kings = kings;
            self.phase.end(|over| {
                (over.is_decided, over.is_end_unjudged, over.pressed) = (is_decided, true, pressed);
                over.flags = flags;
            });
            return;
        }
        self.judge_ending_told();
        let differs = |alert: &Alert| alert.kind == AlertKind::PositionMismatch;
        let is_shown = *self.sensed.board() == *position.placement();
        if self.phase.is_over() || (is_shown && !self.is_played_on_unseen()) {
            self.know_again();
            self.settle_open_alerts(AlertState::Cleared, differs);
        } else if self.phase.is_unexplained() {
            // One of the moves that nobody saw is told; the rest may be plain now.
            self.reconstruct_from_what_was_told();
        } else if !self.show_result_anew() && !self.alerts.iter().any(|alert| alert.state.is_open() && differs(alert)) {
            // Of several moves that he says, one after the other, all but the last leave the board as it is.
            let squares = position.placement().differences(self.sensed.board()).collect();
            self.alert_mismatch_on(Mismatch::NotPutRight { by: position.turn() }, self.turn.ply, squares);
        }
    }

    /// The squares of this position are occupied, and no others: where they are all that is known, the board shows it.
    fn show_where_squares_do(&mut self, position: &Position) {
        let placement = position.placement();
        if self.settings.sensing == Sensing::Occupancy && self.sensed.board().occupied() == placement.occupied() {
            self.sensed.show(*placement);
        }
    }

    /// Play goes on from this half-move, which was another. Gives how the game is over all the same.
    fn play_on_from(&mut self, ply: u32) -> Option<ResultThatStays> {
        let over = self.over_whatever_was_played();
        self.end_not_in_doubt_from(ply);
        if over.is_none() {
            self.not_ended_by_moves_from(ply);
            self.say_reopened();
        }
        self.play_on();
        over
    }

    /// Says the moves of a line and takes them down, but for the position that the last one leads to.
    fn say_line(&mut self, line: &[Set]) {
        for set in line {
            self.say_set(set.clone());
            self.played.reach(set.before.play(&set.m));
        }
        self.played.leave_last();
    }

    fn say_set(&mut self, set: Set) {
        let Set { ply, before, m, inferred } = set;
        self.played.record_move(ply, &before, &m, inferred);
        self.output.push_back(TurnOutput::Move(MoveOutput { ply, before, m, status: MoveStatus::Corrected, inferred }));
    }
}

/// The legal move that the arbiter has written, in UCI or in SAN.
fn named_move(position: &Position, ply: u32, written: &str) -> Result<LegalMove, Refusal> {
    position.written_move(written).map_err(|why| match why {
        Unwritten::Ambiguous => Refusal::Ambiguous { ply, written: written.to_owned() },
        Unwritten::Illegal => Refusal::IllegalMove { ply, uci: written.to_owned() },
    })
}

/// A half-move as the arbiter's words leave it.
#[derive(Clone)]
struct Set {
    ply: u32,
    before: Position,
    m: LegalMove,
    /// Nobody has said or seen it.
    inferred: bool,
}

/// How a game is over while the arbiter corrects its moves.
struct ResultThatStays {
    /// The illegal move that has cost the game.
    stopped: Option<Stopped>,
    kings: Kings,
    is_decided: bool,
    pressed: Option<Color>,
    /// Whose flags have fallen since.
    flags: Vec<Color>,
}

/// What has been done in a turn while the arbiter corrects moves before it.
struct Meanwhile {
    turn: Turn,
    sensed: SensedBoard,
    press: Option<OpenPress>,
    kings: Kings,
}
