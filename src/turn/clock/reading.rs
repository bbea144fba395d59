//! The clock is read: whether the game has begun (6.6), presses that only the readings show (6.2.1), and what a press added.

use protocols::Color;

use super::press_clock::Change;
use crate::{board::ClockTimes, turn::TurnMachine};

impl TurnMachine {
    /// A reading of the clock.
    pub(in crate::turn) fn clock_read(&mut self, times: ClockTimes) {
        match times.running {
            Some(_) if self.phase.is_setting_up() => self.game_is_on_already(),
            Some(_) => self.clock.begins(),
            None if self.nothing_has_happened() => self.clock.is_not_started(),
            None => {}
        }
        let stood = self.clock.stands();
        let Change { was, is, is_back } = self.clock.read(self.now, times);
        let ran_for_opponent = was.running == Some(self.turn.by.other());
        if (stood || ran_for_opponent) && is.running == Some(self.turn.by) {
            self.clock_given_back();
        }
        if let Some(control) = &self.settings.time_control {
            self.flags.read(control, was, is);
        }
        // A clock that is back, or has been started again, runs for who is at move: the other's press was not seen, or it was
        // for the arbiter to start it (6.2.1, 7.5.1). A press that was seen is judged as any other.
        if (is_back || stood)
            && self.phase.is_playing()
            && !self.presses.is_open_by(self.turn.by)
            && is.running == Some(self.turn.by.other())
            && self.turn.made.as_ref().is_some_and(|made| self.shows(&made.m))
        {
            self.complete_turn();
        }
        self.complete_if_pressed_in_gap();
        self.tell_successor();
    }

    /// Whether nothing has been played since the pieces were set up.
    pub(super) fn nothing_has_happened(&self) -> bool {
        self.turn.touches.is_empty()
            && self.turn.made.is_none()
            && self.waiting.is_empty()
            && self.completed_by.is_none()
            && self.turn.ply == 1
            && !self.presses.has_board_changed()
    }

    /// What the last press added to the player's clock (7.1), in milliseconds: as readings show it, else as the time control
    /// says.
    pub(in crate::turn) fn increment_of_press(&self, by: Color) -> Option<u32> {
        let read = self.presses.last_at().and_then(|pressed_at| self.clock.added_by_press(by, pressed_at));
        read.or_else(|| {
            let control = self.settings.time_control.as_ref()?;
            self.flags.increment_ms(control, by)
        })
    }
}
