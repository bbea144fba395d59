//! The clock's words, and how long a press waits for the board to bear out what is on it.

use protocols::{At, Side};

use super::{
    BoardReader, PRESS_WAIT_DISPUTED_MS, PRESS_WAIT_MS,
    asking::QUIET_MS,
    clock::Says,
    held::{Press, Report, Wait},
    orientation,
    sensors::Sign,
};

impl BoardReader {
    pub(super) fn clock_says(&mut self, says: Vec<Says>) {
        for said in says {
            match said {
                Says::BatteryLow(low) => self.tell(|health| health.clock_battery_low = Some(low)),
                Says::Connected(connected) => self.tell(|health| health.clock_connected = Some(connected)),
                Says::Flag(side) => self.flag(side),
                Says::Press { by, doubtful } => self.press(by, doubtful),
                Says::Settled { press, times } => self.held.settle(press, times),
                Says::Times { reading, doubtful } => {
                    self.past.hears_clock(self.now, reading);
                    self.end_look(false);
                    self.push(Report::Clock { reading, doubtful });
                }
            }
        }
    }

    pub(super) fn press(&mut self, by: Side, doubtful: bool) {
        self.let_go(Sign::Pressed);
        // With nothing changed since the last press, what did change may have been lost.
        if !std::mem::take(&mut self.changed_since_press) {
            self.shadow.doubt();
        }
        // A piece still in the hand may be down already, its report due with the board's next scan.
        let settled = self.shows_expectation();
        let wait = match self.shadow.squares() {
            Some(squares) if self.asking.is_answered() && !(settled && self.shadow.is_confirmed()) => Some(Wait {
                until: self.now + if self.shadow.is_disputed() { PRESS_WAIT_DISPUTED_MS } else { PRESS_WAIT_MS },
                from: if settled { At::default() } else { self.now + QUIET_MS },
                board: Box::new(*squares),
            }),
            Some(_) | None => None,
        };
        if let Some(wait) = &wait {
            if settled {
                self.asking.ask(self.now);
            } else {
                self.asking.ask_at(wait.from);
            }
        }
        self.push(Report::Press(Press { by, doubtful, wait }));
    }

    /// Whether the board shows the position that the game expects, as far as both are known.
    fn shows_expectation(&self) -> bool {
        match (&self.expectation, self.orientation, self.shadow.squares()) {
            (Some(expectation), Some(orientation), Some(squares)) => {
                orientation::differences(&orientation.squares(squares), &expectation.placement) == 0
            }
            (None, _, _) | (_, None, _) | (_, _, None) => true,
        }
    }
}
