//! The game over, for good or until the arbiter says otherwise, and reopened.
//!
//! Players may go on behind a result that was a mistake. The game is followed beside, as it is [behind an
//! irregularity](super::stopped): once it is reopened, nothing of what was played is lost. A flag that falls meanwhile is
//! remembered, and told if the end is dismissed. What has ended the game has ended those beside its irregularities as well;
//! where it has not, they go on too, in silence.

use protocols::Color;

use crate::turn::{
    Alert, AlertKind, AlertState, Outcome, Refusal, TurnMachine, TurnOutput,
    phase::{
        Over,
        stopped::{Beside, Course, StopReason},
    },
    signs::Kings,
};

impl TurnMachine {
    /// The game is over, or a result is proposed.
    pub(in crate::turn) fn end_play(&mut self) {
        self.presses.closes();
        self.remember_end();
        let goes_on = (self.phase.is_playing() && self.course.is_none()).then(|| {
            let mut game = self.part();
            // There nothing has ended it, whatever may go on behind its irregularities.
            let is_end = |alert: &Alert| matches!(alert.kind, AlertKind::FlagFall | AlertKind::ResultSignalled);
            game.nothing_has_ended_games_beside(is_end);
            game.flags.take_waiting();
            Beside::of(game, self.turn.ply, self.alerts.last_number())
        });
        self.phase.end(|over| over.if_reopened = goes_on.or(over.if_reopened.take()));
    }

    /// The same where an irregularity ends the game (7.5.5), and waits in the game that goes on beside as any other does.
    pub(in crate::turn) fn follow_if_reopened(&mut self) {
        if self.course.is_some() || self.phase.is_playing() || self.phase.is_decided() {
            return;
        }
        let mut game = self.part();
        game.flags.take_waiting();
        game.play_on();
        // Once it is over likewise, it waits for the arbiter.
        let (depth, reason, by) = (1, StopReason::Dismissed, self.turn.by);
        game.course = Some(Course { depth, reason, by, reply_ply: 0, tells_that_it_stands: false });
        if game.imposed.is_some() && game.turn.completed {
            game.complete_turn();
        }
        let beside = Beside::of(game, self.turn.ply, self.alerts.last_number());
        self.phase.end(|over| over.if_reopened = Some(beside));
    }

    /// The arbiter says that the game is not over.
    pub(in crate::turn) fn reopen_by_arbiter(&mut self) -> Result<(), Refusal> {
        if !self.phase.is_over() {
            return Err(Refusal::NotOver);
        }
        if self.position().ending().is_some() {
            return Err(Refusal::EndedByMove);
        }
        self.phase.end(|over| over.is_decided = false);
        // He says that no flag has ended it, either.
        self.no_flag_has_fallen_since();
        self.settle_open_alerts(AlertState::Dismissed, |alert| {
            let claimed = alert.kind == AlertKind::ClaimMade && alert.finding.result().is_some();
            let shown = matches!(alert.kind, AlertKind::FlagFall | AlertKind::ResultSignalled);
            claimed || shown || alert.kind.is_end_by_a_move()
        });
        self.reopen();
        self.nothing_has_ended_games_beside(|alert| alert.kind == AlertKind::FlagFall);
        Ok(())
    }

    /// The arbiter has said that what such alerts tell has not ended the game: neither has it ended the games that are
    /// followed beside, and there nobody was told.
    pub(in crate::turn) fn nothing_has_ended_games_beside(&mut self, such: impl Fn(&Alert) -> bool + Copy) {
        for game in self.games_beside() {
            // What is still being worked out there is known here.
            game.rule_now();
            let ends = |alert: &&Alert| alert.state.is_open() && such(alert);
            let number = game.alerts.iter().rev().find(ends).map(|alert| alert.number);
            if let Some(number) = number.filter(|_| game.phase.is_over()) {
                game.unsay_end(number);
                let told = game.output.len();
                game.reopen();
                let is_reopened = |said: &TurnOutput| matches!(said, TurnOutput::Reopened);
                let reopened = game.output.iter().skip(told).position(is_reopened);
                reopened.and_then(|reopened| game.output.remove(told + reopened));
            }
            game.nothing_has_ended_games_beside(such);
        }
    }

    /// What has fallen since the game was thought over is forgotten, also in the games that are followed beside.
    fn no_flag_has_fallen_since(&mut self) {
        self.phase.over_mut().into_iter().for_each(|over| over.flags.clear());
        self.games_beside().for_each(TurnMachine::no_flag_has_fallen_since);
    }

    /// An alert and the end that it proposes, of a game followed beside, have not been told yet and will not be.
    fn unsay_end(&mut self, number: u32) {
        let is_of_it = |said: &TurnOutput| matches!(said, TurnOutput::Alert(alert) if alert.number == number);
        let raised = self.output.iter().position(is_of_it);
        let is_end = |said: &TurnOutput| matches!(said, TurnOutput::Over(_));
        let end = raised.and_then(|raised| self.output.iter().skip(raised).position(is_end).map(|end| raised + end));
        end.and_then(|end| self.output.remove(end));
        self.output.retain(|said| !is_of_it(said));
        self.alerts.unsay(number);
    }

    /// The result is what the arbiter says, whatever else was proposed.
    pub(in crate::turn) fn decide(&mut self, outcome: Outcome) {
        self.end_play();
        self.phase.end(|over| over.is_decided = true);
        self.output.push_back(TurnOutput::Over(outcome));
    }

    /// Nothing has ended the game. Gives what was known of its being over.
    pub(in crate::turn) fn play_on(&mut self) -> Option<Box<Over>> {
        self.kings = Kings::Nothing;
        self.phase.play()
    }

    /// The game that was over is the one that is played.
    pub(in crate::turn) fn say_reopened(&mut self) {
        self.no_more_between_games();
        self.output.push_back(TurnOutput::Reopened);
    }

    /// Play goes on after a game that was over, or may have been.
    pub(in crate::turn) fn play_again(&mut self) {
        self.play_on();
        self.say_reopened();
    }

    /// What had ended the game, or would have, did not happen: play goes on, unless the arbiter has given a result.
    pub(in crate::turn) fn reopen(&mut self) {
        self.look_again_whether_game_would_end();
        if !self.phase.is_over() || self.phase.is_decided() {
            return;
        }
        let Some(over) = self.play_on() else { return };
        let mut over = *over;
        let flags = std::mem::take(&mut over.flags);
        self.go_on_after_end(over);
        self.judge_flags_fallen_since(flags);
    }

    /// Play goes on after what had seemed to be the end.
    fn go_on_after_end(&mut self, over: Over) {
        let Over { pressed, is_end_unjudged, if_reopened, .. } = over;
        let waits_for = self.stopped.as_ref().map(|stopped| stopped.alert);
        let beside = if_reopened.filter(|beside| beside.is_followed_surely() || beside.waits_for_ruling_on(waits_for));
        let down_before = self.flags.down();
        if let Some(stopped) = &mut self.stopped {
            stopped.would_end_game = false;
        }
        self.flags.count_no_more();
        self.say_reopened();
        if let Some(beside) = beside {
            // There it is known, or asked for itself.
            self.know_again();
            self.go_on_with(beside);
            self.flags.only_count_since(down_before);
            return;
        }
        // Beside a loss that is no more, the illegal move may have been replaced, or let stand.
        if self.take_other_course() {
            self.flags.only_count_since(down_before);
            return;
        }
        if is_end_unjudged {
            match self.turn.made {
                Some(_) => self.judge_ending(),
                None => self.judge_ending_told(),
            }
            if self.phase.is_over() {
                return;
            }
        }
        // The queen that the Laws have put stands, and the move is completed with the press.
        if self.imposed.is_some() && self.turn.completed {
            self.complete_turn();
        }
        self.see_what_was_played(pressed);
    }

    /// Nobody judged what happened while the game was thought over: what the board shows now tells what was played.
    /// `pressed` pressed last meanwhile.
    fn see_what_was_played(&mut self, pressed: Option<Color>) {
        if self.stopped.is_some() {
            self.apply_rules(None);
            self.press_replacement(pressed);
            return;
        }
        // The pawn may stand still for which the Laws have put a queen.
        let board = self.view();
        if board == *self.position().placement() {
            self.sensed.settle_homes();
        } else if self.is_within_a_move(&board) {
            self.apply_rules(None);
        } else if !self.are_kings_in_the_centre() {
            self.sensed.forget_hands();
            self.reconstruct(pressed.map(Color::other));
        }
        if self.phase.is_playing() && pressed == Some(self.turn.by) && self.turn.made.is_some() {
            self.complete_turn();
        }
    }
}
