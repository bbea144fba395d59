//! The arbiter's word, which settles what the sensors left open.

use std::sync::Arc;

use protocols::{Piece, Square};

use crate::{
    rules::Uci,
    turn::{
        Act, Refusal, TurnMachine,
        hypotheses::{
            Hypotheses, cost,
            hypothesis::Hypothesis,
            squares::{see_on, show_where_lines_lead},
        },
    },
};

/// So many hypotheses are tried for the arbiter's word.
const MAX_TRIED: usize = 8;

/// What a word leaves irregular: the cost, the squares that differ, and the doubt in between.
type Irregular = (u32, u32, (bool, u32));

impl Hypotheses {
    /// The arbiter's word settles what the sensors left open.
    ///
    /// # Errors
    /// [`Refusal`], with nothing changed.
    pub(super) fn act_once(&mut self, act: Act) -> Result<(), Refusal> {
        // He acts now, however long ago anything was last seen.
        let now = self.now;
        self.machines().for_each(|machine| machine.now = machine.now.max(now));
        let mut is_answer = false;
        if let Act::Confirm(number) | Act::Dismiss(number) = act
            && let Some((ply, moves)) = self.asked_moves(number)
        {
            self.hear_answer(ply, &moves, &act);
            is_answer = true;
        }
        let outcome = self.take(act);
        if is_answer && outcome.is_ok() {
            self.clear_agreed();
        }
        outcome
    }

    fn take(&mut self, act: Act) -> Result<(), Refusal> {
        match &act {
            Act::SetMove { ply, written } if self.keep_where(*ply, written) => Ok(()),
            // These are no word on what was played: what is open stays so.
            Act::Acknowledge(_)
            | Act::AdjustClock(..)
            | Act::Claim(_)
            | Act::Register { .. }
            | Act::SetIllegalMoves(_) => self.act_on_what_is_open(&act),
            Act::Confirm(_) | Act::Dismiss(_) if !self.decides_on_stop(&act) && !self.decides_on_end(&act) => {
                self.act_on_what_is_open(&act)
            }
            _ => {
                let first = self.best_for(&act)?;
                self.all[..=first].rotate_right(1);
                let act = self.as_told(act);
                if matches!(act, Act::Resume | Act::Suspend) {
                    self.see_all_held();
                }
                self.settle_on_best();
                if matches!(act, Act::Reopen) {
                    self.show_what_was_played_meanwhile();
                }
                let taken_up = if matches!(act, Act::Resume) { self.look_after_suspension() } else { Vec::new() };
                let makes_anew = matches!(act, Act::Reopen | Act::SetPosition(_) | Act::TakeBack(_));
                let set = if let Act::SetMove { ply, .. } = &act { Some(*ply) } else { None };
                let outcome = self.all[0].act(act, &mut self.alert_number);
                if makes_anew && outcome.is_ok() {
                    self.forget_ambiguous(self.all[0].machine.turn.ply);
                }
                if (makes_anew || set.is_some()) && outcome.is_ok() {
                    self.all[0].stand_as_said(self.occupied, &mut self.alert_number);
                }
                self.keep_in_hand(&taken_up);
                self.settings = self.all[0].machine.settings;
                self.tell();
                if let (Some(ply), true) = (set, outcome.is_ok()) {
                    self.narrow_ambiguous_behind(ply);
                }
                outcome
            }
        }
    }

    /// He takes back what he has been told: what waits in the best hypothesis goes with it, and is not told for that.
    fn as_told(&mut self, act: Act) -> Act {
        let best = &mut self.all[0];
        let (Act::TakeBack(plies), Some(sure), false) = (&act, self.sure.as_deref(), best.departs) else { return act };
        let waiting = best.machine.played.moves().len().saturating_sub(self.told.moves.len());
        best.untold = Arc::default();
        best.machine.alerts = sure.alerts.clone();
        best.machine.alerts.number_after(self.alert_number);
        best.machine.irregularities = sure.irregularities.clone();
        Act::TakeBack(plies.saturating_add(u32::try_from(waiting).unwrap_or(u32::MAX)))
    }

    /// The arbiter answers what was played, where that decides between hypotheses: the only move that is named, or none of
    /// those that are.
    fn hear_answer(&mut self, ply: u32, moves: &[Uci], act: &Act) {
        let has = |hypothesis: &Hypothesis| moves.iter().any(|uci| hypothesis.has_made(ply, uci.as_str()));
        let was_played = matches!(act, Act::Confirm(_));
        let agrees = |hypothesis: &Hypothesis| has(hypothesis) == was_played;
        if (!was_played || moves.len() == 1) && self.all.iter().any(agrees) {
            self.all.retain(agrees);
        }
    }

    /// Whether he confirms or dismisses what has stopped play in the best hypothesis: of the games followed beside it his
    /// word decides which counts.
    fn decides_on_stop(&self, act: &Act) -> bool {
        let (Act::Confirm(number) | Act::Dismiss(number)) = *act else { return false };
        self.all[0].machine.stopped.as_ref().is_some_and(|stopped| stopped.is_about(number))
    }

    /// The believed hypothesis in which his word leads to the least that is irregular; where he says what was played, to
    /// the squares that are occupied, or to most of them. One that contradicts what has been told is none. Nothing is told
    /// for the sake of what is refused.
    ///
    /// # Errors
    /// [`Refusal`] of the best, where no other takes it.
    fn best_for(&self, act: &Act) -> Result<usize, Refusal> {
        let says_what_was_played = match act {
            Act::SetMove { .. } => true,
            Act::Confirm(_)
            | Act::Dismiss(_)
            | Act::LetStand(_)
            | Act::Reopen
            | Act::SetResult(_)
            | Act::Suspend
            | Act::TakeBack(_) => false,
            Act::Acknowledge(_)
            | Act::AdjustClock(..)
            | Act::Claim(_)
            | Act::NewGame(_)
            | Act::Register { .. }
            | Act::Resume
            | Act::SetIllegalMoves(_)
            | Act::SetPosition(_) => return Ok(0),
        };
        let believed = self.all[0].cost() + cost::BELIEVED;
        let fits = |other: &Hypothesis| !other.departs && other.cost() <= believed;
        let open_to_word = says_what_was_played || !self.all.iter().any(fits);
        let mut best: Option<(Irregular, usize)> = None;
        let mut refusal = None;
        let candidates = self.all.iter().take_while(|other| other.cost() <= believed);
        let candidates = candidates.enumerate().filter(|(_, other)| open_to_word || !other.departs);
        for (index, hypothesis) in candidates.take(MAX_TRIED) {
            let mut tried = hypothesis.clone();
            match tried.act(act.clone(), &mut self.alert_number.clone()) {
                Ok(()) => {
                    let shown = tried.machine.position().placement().occupied();
                    let differs = (shown ^ self.occupied).count_ones();
                    let key = if says_what_was_played {
                        (0, differs, (hypothesis.departs, 0))
                    } else {
                        // Once the game is over, nothing is irregular that has not been put right.
                        let judged = if tried.machine.phase.is_over() { hypothesis } else { &tried };
                        (judged.cost(), differs, hypothesis.doubt())
                    };
                    if best.is_none_or(|(least, _)| key < least) {
                        best = Some((key, index));
                    }
                }
                Err(refused) => {
                    refusal.get_or_insert(refused);
                }
            }
        }
        match (best, refusal) {
            (None, Some(refused)) => Err(refused),
            (best, _) => Ok(best.map_or(0, |(_, index)| index)),
        }
    }

    /// What the arbiter does whatever was played: what is open stays so.
    fn act_on_what_is_open(&mut self, act: &Act) -> Result<(), Refusal> {
        let is_open = self.sure.is_some();
        self.keep_sure();
        let outcome = self.act_on_all(act);
        if !is_open {
            self.sure = None;
        }
        outcome
    }

    /// What the arbiter does about an alert while it is open how things went on: every hypothesis is told.
    fn act_on_all(&mut self, act: &Act) -> Result<(), Refusal> {
        let mut outcome = Ok(());
        // An alert that it raises has one number everywhere.
        let number = self.alert_number;
        if let Some(sure) = self.sure.as_deref_mut() {
            sure.alerts.number_after(number);
            outcome = sure.act(act.clone());
            self.alert_number = sure.alerts.last_number();
            self.output.extend(self.told.take_down(std::mem::take(&mut sure.output)));
        }
        if outcome.is_ok() {
            for hypothesis in &mut self.all {
                hypothesis.machine.alerts.number_after(number);
                // A hypothesis that never raised it has nothing to change.
                let _ = hypothesis.machine.act(act.clone());
                hypothesis.machine.output.clear();
            }
        }
        outcome
    }

    /// What is held back has happened before an act that parts what counts from what does not.
    fn see_all_held(&mut self) {
        while self.beginning().is_none() {
            if let Some(flicker) = self.scan.pop_flicker() {
                self.flickered(flicker);
                continue;
            }
            let Some(seen) = self.scan.pop_anyhow() else { break };
            let lift_follows = self.scan.holds_lift_close_to(seen.at, &self.settings.timing);
            self.now = self.now.max(seen.at);
            self.see(seen, lift_follows);
        }
    }

    /// Play is to go on: the pieces are where the occupied squares say, in every game that is followed. Gives those that
    /// have only been taken up meanwhile, for they are still in somebody's hand.
    fn look_after_suspension(&mut self) -> Vec<(Square, Piece)> {
        let occupied = self.occupied;
        let hypothesis = &mut self.all[0];
        let machine = &mut *hypothesis.machine;
        if !machine.is_suspended() || machine.sensed.board().occupied() == occupied {
            return Vec::new();
        }
        hypothesis.unidentified.clear();
        if let Some(held) = in_hand_at_resumption(machine, occupied) {
            let with_held = held.iter().fold(occupied, |bits, square| bits | 1 << square.index());
            see_on(machine, with_held);
            machine.games_beside().filter(|game| game.is_suspended()).for_each(|game| see_on(game, with_held));
            return held.into_iter().filter_map(|square| Some((square, machine.sensed.at(square)?))).collect();
        }
        let stood = *machine.sensed.board();
        let held: Vec<_> = machine.sensed.hand().iter().filter_map(|held| Some((held.home?, held.piece))).collect();
        see_on(machine, occupied);
        machine.games_beside().filter(|game| game.is_suspended()).for_each(|game| see_on(game, occupied));
        if occupied & !stood.occupied() != 0 {
            return Vec::new();
        }
        let taken_up = stood.pieces().filter(|(square, _)| occupied >> square.index() & 1 == 0);
        let still_held = held.into_iter().filter(|(home, _)| occupied >> home.index() & 1 == 0);
        still_held.chain(taken_up).collect()
    }

    /// The game is to go on that was over: in every game that is followed the pieces are where moves have put them since.
    fn show_what_was_played_meanwhile(&mut self) {
        let occupied = self.occupied;
        self.all[0].unidentified.clear();
        let machine = &mut *self.all[0].machine;
        show_where_lines_lead(machine, occupied);
        machine.games_beside().for_each(|game| show_where_lines_lead(game, occupied));
    }

    /// What was taken up while play was suspended is in the hand.
    fn keep_in_hand(&mut self, taken_up: &[(Square, Piece)]) {
        let machine = &mut *self.all[0].machine;
        hold(machine, taken_up);
        machine.games_beside().for_each(|game| hold(game, taken_up));
        self.timer.take();
    }
}

/// Where the pieces stood that were taken up last before play goes on, if the rest is in order with them put back.
fn in_hand_at_resumption(machine: &TurnMachine, occupied: u64) -> Option<Vec<Square>> {
    let held: Vec<Square> = machine.suspended.as_ref()?.squares_in_hand().collect();
    let with_held = held.iter().fold(occupied, |bits, square| bits | 1 << square.index());
    if held.is_empty() || held.iter().any(|square| occupied >> square.index() & 1 == 1) {
        return None;
    }
    let mut tried = machine.clone();
    see_on(&mut tried, with_held);
    tried.resume();
    (tried.phase.is_followed() && tried.view() == *tried.position().placement()).then_some(held)
}

/// These pieces are in the air, unless a move has captured them or they have come elsewhere.
fn hold(game: &mut TurnMachine, taken_up: &[(Square, Piece)]) {
    let captured = game.turn.made.as_ref().and_then(|made| made.m.capture);
    for &(square, piece) in taken_up {
        let held = game.sensed.hand().iter().any(|held| held.home == Some(square));
        if !held && game.sensed.at(square) == Some(piece) {
            game.sensed.lift(square, game.now);
        } else if !held && game.sensed.at(square).is_none() && captured != Some(square) {
            game.sensed.left_unseen(square, piece, game.now);
        }
    }
}
