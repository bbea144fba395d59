//! What stands on the squares: single reports and whole readings, and how the board lies.

use protocols::{At, Remembered, Square, SquareContent, registry::Sensing};

use super::{
    BoardReader, PRESS_WAIT_DISPUTED_MS,
    held::{Report, Wait},
    orientation::{self, Orientation},
    past::LookEnd,
    shadow::{Change, Judgement, Squares},
};

impl BoardReader {
    /// One square has changed for all that is known.
    pub(super) fn report(&mut self, square: Square, content: SquareContent) {
        let report = match self.shadow.report(square, content) {
            Change::Dropped(content) => Report::Drop { square, content },
            Change::Lifted(content) => Report::Lift { square, content },
            Change::Nothing => return,
            Change::Unfounded => {
                self.asking.changed(self.now);
                return;
            }
        };
        self.changed_since_press = true;
        self.push(report);
        self.past.finds(self.now);
        self.compare_soon();
        self.orient();
    }

    /// The whole board was reported.
    pub(super) fn board(&mut self, squares: &Squares) {
        let squares = &self.undoubted(squares);
        let known_since = self.asking.answered(self.now);
        let believed = self.shadow.squares().copied();
        match self.shadow.read(squares) {
            Judgement::First => {
                let is_deaf = self.past.is_deaf();
                let is_told = std::mem::replace(&mut self.link_told, true);
                if !is_told {
                    self.push(Report::Link { up: true });
                }
                if !is_told || !is_deaf {
                    self.push(Report::Board(Box::new(*squares)));
                }
                self.changed_since_press = true;
                // Its log may have come later than it was waited for.
                let is_made_up = (!is_deaf || self.past.has_come_early()) && self.look_back(squares);
                self.tell_early_flags();
                // What it was asked before, by whoever listened then, may have kept it from looking.
                if is_deaf || self.may_be_deaf {
                    self.look_again(squares, is_made_up);
                }
                // A second reading shows that this one was right, and that the board answers.
                self.asking.ask(self.now);
            }
            Judgement::Confirmed => {
                self.past.is_read(self.now, known_since);
                self.asking.satisfied();
                self.held.release(known_since);
            }
            Judgement::Adopted => {
                self.shadow.adopt(squares);
                self.adopted(squares, believed);
                self.past.is_read(self.now, known_since);
                if self.shadow.is_confirmed() {
                    self.asking.satisfied();
                    self.held.release(known_since);
                } else {
                    self.asking.ask(self.now);
                }
            }
            Judgement::Partly(squares) => {
                self.shadow.adopt_partly(&squares);
                self.adopted(&squares, believed);
                self.held.prolong(PRESS_WAIT_DISPUTED_MS);
                self.asking.ask(self.now);
            }
            Judgement::Surprising => {
                self.counters.placements_surprising += 1;
                self.held.prolong(PRESS_WAIT_DISPUTED_MS);
                self.doubt(&believed.unwrap_or(*squares));
                self.asking.ask(self.now);
            }
        }
        self.orient();
    }

    /// These squares are believed now, and not what was before.
    fn adopted(&mut self, squares: &Squares, believed: Option<Squares>) {
        self.counters.placements_adopted += 1;
        self.changed_since_press = true;
        self.counters.events_lost += self.held.correct(self.now, squares, &believed.unwrap_or(*squares));
    }

    /// The board is back. Where it does not show what the game's log knows of it, its own log may tell what was done; gives
    /// whether it has.
    fn look_back(&mut self, squares: &Squares) -> bool {
        // A board that tells no pieces apart remembers none.
        let orientation = self.orientation.filter(|_| self.settings.sensing == Sensing::Identity);
        let lies = self.past.look_back(self.now, squares, orientation);
        if let Some(orientation) = lies {
            self.made_up_for(squares, orientation);
        }
        lies.is_some()
    }

    /// The board has told what it remembers.
    pub(super) fn remembers(&mut self, past: Vec<Remembered>) {
        if !self.past.stop_waiting() {
            // It has been greeted anew although its port was there all the time: it was away from its line.
            if self.shadow.squares().is_some() && std::mem::take(&mut self.link_told) {
                self.end_look(true);
                self.shadow.disconnected();
                self.sensors.disconnected();
                let mut says = Vec::new();
                self.clock.disconnected(&mut says);
                self.clock_says(says);
                self.held.release_all();
                self.push(Report::Link { up: false });
            }
            self.past.comes_early(past);
        } else if let (Some(squares), Some(orientation)) = (self.shadow.squares().copied(), self.orientation) {
            if let Some(orientation) = self.past.comes(&past, &squares, orientation) {
                self.made_up_for(&squares, orientation);
            }
            self.push(Report::Look);
            self.read_anew(&squares);
        }
    }

    /// The log that was waited for has not come, or will not any more. The board may have been sending it all the same, and
    /// what was done meanwhile it has not seen.
    pub(super) fn does_not_remember(&mut self) {
        if let Some(squares) = self.shadow.squares().copied().filter(|_| self.may_be_deaf) {
            self.held.look_since_silent(self.now);
            self.read_anew(&squares);
        }
    }

    /// A dump of the log takes seconds, and what changes meanwhile comes in the order of a scan.
    fn read_anew(&mut self, squares: &Squares) {
        self.past.is_deaf_since(self.now, squares);
        self.shadow.disconnected();
        self.asking.ask(self.now);
    }

    /// The board shows these squares, for which its log has made up where it `is_made_up`, and looks at them again; what it
    /// tells meanwhile waits.
    fn look_again(&mut self, squares: &Squares, is_made_up: bool) {
        self.past.looks_again(self.now, squares, is_made_up);
        if !self.held.is_look_awaited() {
            self.push(Report::Look);
        }
    }

    /// What a board that looks again has found was done while it did not: where that is more than one hand's work, it has no
    /// order. Where the board `goes`, it has not looked at every square.
    pub(super) fn end_look(&mut self, goes: bool) {
        let end = self.past.end_of_look(self.now, goes);
        match (end, self.shadow.squares()) {
            (Some(LookEnd::Asks), _) => self.asking.ask_at(self.now),
            (Some(LookEnd::Done { has_changed, by }), Some(squares)) => {
                self.held.found(self.now, has_changed, by, squares);
            }
            (Some(LookEnd::Done { .. } | LookEnd::GivenUp), _) if self.held.leave_unseen_since_look() => {
                self.link_told = false;
            }
            (Some(LookEnd::Done { .. } | LookEnd::GivenUp) | None, _) => {}
        }
    }

    /// What was done while nobody listened goes out before what the board shows now, which lies so. What came since the
    /// board is back is in its log, too.
    fn made_up_for(&mut self, squares: &Squares, orientation: Orientation) {
        self.held.superseded(self.now, squares);
        if self.settings.orientation.fixed().is_none() {
            self.orientation = Some(orientation);
        }
    }

    /// The board may not be as believed: holds what comes after until that is known, unless something waits already.
    pub(super) fn doubt(&mut self, believed: &Squares) {
        if self.asking.is_answered() && self.held.waits().next().is_none() {
            let until = self.now + PRESS_WAIT_DISPUTED_MS;
            self.push(Report::Doubt(Some(Wait { until, from: At::default(), board: Box::new(*believed) })));
        }
    }

    /// Has the whole board compared: at once where a press waits, else when the squares are quiet.
    pub(super) fn compare_soon(&mut self) {
        self.asking.changed(self.now);
        if self.held.waits().next().is_some() {
            self.asking.ask(self.now);
        }
    }

    /// Finds the orientation, where it may be found.
    pub(super) fn orient(&mut self) {
        if self.settings.orientation.fixed().is_some() {
            return;
        }
        let Some(squares) = self.shadow.squares() else { return };
        match self.orientation {
            None => {
                let expected = self.expectation.as_ref().map(|expectation| &expectation.placement);
                self.orientation = match self.settings.sensing {
                    Sensing::Identity => orientation::find(squares, expected).or_else(|| self.of_strangers(squares)),
                    Sensing::Occupancy => orientation::find_by_occupancy(squares, expected),
                };
            }
            // No game leads to the first position seen from the other side: the pieces were set up turned round.
            Some(known) => {
                if let Some(found) = orientation::from_first_position(squares)
                    && found != known
                {
                    let squares = *squares;
                    self.orientation = Some(found);
                    self.push(Report::Board(Box::new(squares)));
                }
            }
        }
    }

    /// What the sensors can really tell.
    pub(super) fn sensed(&self, content: SquareContent) -> SquareContent {
        match (self.settings.sensing, content) {
            (Sensing::Occupancy, SquareContent::Piece(_)) => SquareContent::Occupied,
            (Sensing::Identity | Sensing::Occupancy, content) => content,
        }
    }
}
