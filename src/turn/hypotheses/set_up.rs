//! Pieces that are set up: for a position that the arbiter has given, or for the next game.

use std::sync::Arc;

use protocols::{Placement, SquareSet};

use crate::{
    board::{BoardReading, Event},
    rules::Variant,
    turn::{
        hypotheses::{Hypotheses, hypothesis::Hypothesis},
        sense::{scan::Seen, sensed_board::SensedBoard},
    },
};

impl Hypotheses {
    /// What is seen while the pieces are being set up for a position that the arbiter has given. Which piece is in which
    /// hand means nothing: the squares alone are followed until they are those of the position.
    pub(super) fn see_set_up(&mut self, seen: Seen) {
        match seen.event {
            Event::Drop { square, .. } => self.occupied |= 1 << square.index(),
            Event::Lift { square, .. } => self.occupied &= !(1 << square.index()),
            Event::Placement(BoardReading::Occupied(bits)) => self.occupied = bits,
            Event::Placement(BoardReading::Pieces(placement)) => self.occupied = placement.occupied(),
            Event::Clock(_) | Event::Flag { .. } | Event::Link { .. } | Event::Press { .. } | Event::Time => {
                return self.all[0].take(seen, &mut self.alert_number);
            }
        }
        let occupied = self.occupied;
        self.all[0].see_set_up(seen, occupied, &mut self.alert_number);
        self.look_for_first_position();
    }

    /// All squares of the first position are occupied, and no other: the pieces have been set up, if nothing else
    /// explains it. Which piece stands where a Chess960 game begins, only the arbiter can tell.
    pub(super) fn look_for_first_position(&mut self) {
        let initial = Placement::initial();
        if self.occupied != initial.occupied() {
            return;
        }
        let explained = |hypothesis: &Hypothesis| {
            let machine = &hypothesis.machine;
            let view = machine.view();
            let played = machine.agrees() || view == machine.turn.stood || machine.turn.match_board(&view).is_some();
            machine.phase.is_playing() && hypothesis.unidentified.is_empty() && played
        };
        if self.machine().turn.position.variant() != Variant::Chess || self.all.iter().any(explained) {
            return;
        }
        self.settle_on_what_was_told();
        self.all[0].set_up(initial, &mut self.alert_number);
    }

    /// The squares are those of the position that the arbiter's word has led to, which the pieces were not put in before: they
    /// are put right now, whatever was lifted and put down for it.
    pub(super) fn look_whether_put_right(&mut self) {
        for hypothesis in &mut self.all {
            let machine = &hypothesis.machine;
            let given = machine.turn.position.placement();
            if machine.turn.set_by_arbiter && machine.turn.stood != *given && machine.sensed.board() != given {
                hypothesis.stand_as_said(self.occupied, &mut self.alert_number);
            }
        }
    }

    /// What was told of the game stands, its end as well as its moves: what is done to the pieces as they are set up again is
    /// no evidence of what was played.
    fn settle_on_what_was_told(&mut self) {
        match self.all.iter().position(|hypothesis| !hypothesis.departs) {
            Some(told) => self.all[..=told].rotate_right(1),
            None => {
                let best = &mut self.all[0];
                best.departs = false;
                best.untold = Arc::default();
            }
        }
        // A capture that no sensor showed and nobody pressed for would explain one of the pieces swept up.
        if self.all[0].has_made_unseen_capture()
            && let Some(sure) = self.sure.take_if(|sure| sure.played.moves().len() == self.told.moves.len())
        {
            let best = &mut self.all[0];
            (best.machine, best.untold) = (sure, Arc::default());
        }
        self.settle_on_best();
    }
}

impl Hypothesis {
    /// Whether the pieces are being set up for a position that the arbiter has given.
    pub(super) fn is_set_up_by_word(&self) -> bool {
        let machine = &self.machine;
        machine.phase.is_followed() && machine.turn.set_by_arbiter && machine.turn.is_being_set_up()
    }

    /// These squares are occupied while the pieces are set up for a position that the arbiter has given; once they are all
    /// of its squares, and no others, they stand as he has said.
    fn see_set_up(&mut self, seen: Seen, occupied: u64, numbers: &mut u32) {
        self.take(Seen { event: Event::Time, ..seen }, numbers);
        let machine = &mut *self.machine;
        machine.link.hear(&seen.event);
        if let Event::Placement(_) = seen.event {
            machine.link.comes_back();
        }
        let given = *machine.turn.position.placement();
        let stands = given.occupied() == occupied;
        let board = if stands { given } else { being_set_up(occupied, &machine.turn.stood, &given) };
        machine.sensed = SensedBoard::new(board);
        if stands {
            machine.put_in_order(board);
            self.idle_lifts = 0;
        } else if let Event::Lift { .. } = seen.event {
            self.idle_lifts += 1;
        }
        self.collect();
        *numbers = self.machine.alerts.last_number();
    }

    /// The arbiter has said where the game goes on. Where these squares are occupied and are those of his position, the
    /// pieces were put right before he said it: who has put which of them where means nothing.
    pub(super) fn stand_as_said(&mut self, occupied: u64, numbers: &mut u32) {
        let machine = &mut *self.machine;
        let given = *machine.turn.position.placement();
        let is_said = machine.phase.is_followed() && machine.turn.set_by_arbiter && machine.turn.made.is_none();
        if !is_said || machine.is_suspended() || given.occupied() != occupied {
            return;
        }
        self.unidentified.clear();
        machine.sensed = SensedBoard::new(given);
        machine.put_in_order(given);
        self.collect();
        *numbers = self.machine.alerts.last_number();
    }

    /// The pieces have been set up for a new game.
    fn set_up(&mut self, placement: Placement, numbers: &mut u32) {
        self.unidentified.clear();
        self.machine.sensed = SensedBoard::new(placement);
        self.machine.look_outside_play();
        self.collect();
        *numbers = self.machine.alerts.last_number();
    }
}

/// What stands on these squares while the pieces go from where they stood to the position given. Of most nobody knows.
fn being_set_up(occupied: u64, stood: &Placement, given: &Placement) -> Placement {
    let mut board = Placement::EMPTY;
    for square in SquareSet::from_bits(occupied).iter() {
        let other = || stood.pieces().find(|(square, _)| occupied >> square.index() & 1 == 0).map(|(_, piece)| piece);
        let piece = stood.at(square).or_else(|| given.at(square)).or_else(other);
        board.set(square, piece.or_else(|| stood.pieces().next().map(|(_, piece)| piece)));
    }
    board
}
