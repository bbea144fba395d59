//! Readings of the whole board: what differs from what was known of it has been lifted or put down unseen.

use protocols::{Color, Piece, Placement, Role, Square};

use crate::{
    board::BoardReading,
    turn::{TurnMachine, clock::presses::PressedInGap, play::settle::Source, sense::sensed_board::SensedBoard},
};

/// Most squares that change between two readings while every lift and drop is heard: those of a castling.
const MOST_AT_ONCE: usize = 4;

/// So many half-moves at most are found for what they are, however often has been pressed for them.
const MOST_FOUND_WITHOUT_PRESSES: usize = 2;

impl TurnMachine {
    /// A reading of the whole board: what differs was lifted or dropped unseen.
    pub(in crate::turn) fn placement_read(&mut self, reading: BoardReading) {
        // What an occupancy board reads comes as the pieces that explain it.
        let BoardReading::Pieces(placement) = reading else { return self.unidentified_read(reading) };
        let ended_unseen = self.link.has_left_in_play() && self.phase.is_over();
        let away = self.link.comes_back();
        let unseen = if away { self.between_games.take_unseen() } else { 0 };
        let in_gap = self.presses.take_pressed_in_gap();
        let pressed = in_gap.map(|pressed| pressed.last);
        let moves = in_gap.map(|pressed| self.moves_pressed_in(pressed)).filter(|&n| n > MOST_FOUND_WITHOUT_PRESSES);
        if let Some(moves) = moves {
            self.have_moved_unseen(moves);
        }
        self.take_placement(placement, away, pressed, moves.is_some());
        if ended_unseen && self.successor.is_none() {
            self.ask_what_came_before_the_end();
        }
        if away && !self.phase.is_playing() && self.successor.is_none() {
            return self.found_between_games(unseen);
        }
        // Without a move nothing is ruled: what was done before the press was not seen.
        if let Some(by) = pressed.filter(|_| !self.phase.is_unexplained()) {
            self.settle_all();
            if by == self.turn.by && self.turn.made.is_some() {
                self.put_down_for_good();
                self.pressed(by);
            }
        }
    }

    /// `away` is whether the board was; `pressed` who has pressed last meanwhile: since then the other may have moved.
    /// `is_counted` is whether it is known how many moves were pressed for.
    fn take_placement(&mut self, placement: Placement, away: bool, pressed: Option<Color>, is_counted: bool) {
        let unheard = !away && self.has_changed_unheard(&placement);
        if !away {
            self.link.read_whole();
        }
        // Who has pressed has moved: what is missing is not in his hand for that move.
        let has_moved = pressed == Some(self.turn.by) && self.turn.made.is_none();
        self.turn.gone_unseen |= away && placement != *self.turn.position.placement();
        if !away {
            let changed = self.sensed.board().differences(&placement);
            let left: Vec<Square> = changed.filter(|&square| placement.at(square).is_none()).collect();
            self.leave_while_lost(&left);
        }
        if placement == *self.sensed.board() && !self.phase.is_unexplained() && !has_moved {
            return;
        }
        if away && self.awaits_restoring() && self.follow_replacement_unseen(&placement, pressed.is_some()) {
            return;
        }
        if !self.phase.is_playing() || self.awaits_restoring() {
            return self.apply_differences(&placement);
        }
        if !self.phase.is_unexplained() && self.is_being_put_in_order() && placement == *self.turn.position.placement()
        {
            self.sensed = SensedBoard::new(placement);
            return self.put_in_order(placement);
        }
        let is_known = |machine: &Self| match has_moved {
            true => placement == *machine.turn.position.placement() || machine.turn.match_board(&placement).is_some(),
            false => machine.is_within_a_move(&placement),
        };
        let both_pressed = away && !is_counted && self.clock.both_have_pressed_in_gap(self.turn.by);
        let pressed = if both_pressed { Some(self.turn.by.other()) } else { pressed };
        if self.phase.is_unexplained() || both_pressed || ((away || unheard) && !is_known(self)) {
            self.sensed = SensedBoard::new(placement);
            if both_pressed {
                self.both_have_moved_unseen();
            }
            return self.find_again_as_read(pressed);
        }
        // What has left and stands nowhere yet is in a hand: a capture begins like an exchange whose last piece is not down yet.
        let before = *self.sensed.board();
        let has_arrived = before.differences(&placement).any(|square| placement.at(square).is_some());
        if !away && has_arrived && self.take_polled_line(&placement) {
            return;
        }
        if self.turn.match_board(&placement).is_none() && self.begin_next_if_shown(placement) {
            return;
        }
        let ply = self.turn.ply;
        self.apply_differences(&placement);
        // The reply may have begun with what is gone.
        let begun_unseen = away && self.turn.ply != ply;
        self.turn.gone_unseen |= begun_unseen;
        self.turn.begun_unseen |= begun_unseen;
    }

    /// How many half-moves were pressed for that are not known, while the board was away: both players have pressed in turns.
    fn moves_pressed_in(&self, pressed: PressedInGap) -> usize {
        if !self.phase.is_followed() || self.awaits_restoring() {
            return 0;
        }
        // Who has made his move may have pressed for that first.
        pressed.in_turns - usize::from(pressed.first != self.position().turn())
    }

    /// Whether more has changed at one instant than hands do, on a board that tells each lift and drop: what was done was not
    /// heard, and is no more to be judged than if the board had been away.
    fn has_changed_unheard(&self, placement: &Placement) -> bool {
        let board = self.sensed.board();
        let arrived = board.differences(placement).filter(|&square| placement.at(square).is_some()).count();
        !self.link.is_polled() && arrived > 1 && board.differences(placement).count() > MOST_AT_ONCE
    }

    /// A whole reading shows a first position that no move explains: the pieces need not be followed one by one.
    fn begin_next_if_shown(&mut self, placement: Placement) -> bool {
        let before = self.sensed.show(placement);
        let next = self.next_game_shown();
        let begins = next.is_some();
        match next {
            Some(position) => self.begin_next_game(position),
            None => _ = self.sensed.show(before),
        }
        begins
    }

    fn apply_differences(&mut self, placement: &Placement) {
        let before = *self.sensed.board();
        let own = self.turn.by;
        let rank = |piece: Piece| (piece.color != own, piece.role == Role::Rook);
        let mut left: Vec<(Square, Piece)> = before
            .differences(placement)
            .filter(|&square| placement.at(square).is_none())
            .filter_map(|square| before.at(square).map(|piece| (square, piece)))
            .collect();
        left.sort_by_key(|(_, piece)| rank(*piece));
        // Three or more gone at once and nowhere to be seen were swept off, not touched (4.2.2).
        let arrived = before.differences(placement).filter(|&square| placement.at(square).is_some()).count();
        let swept = left.len() >= arrived + 3;
        for (square, _) in left {
            self.lift_piece(square, swept);
        }
        for (square, piece) in before.differences(placement).filter_map(|square| Some((square, placement.at(square)?)))
        {
            self.drop_piece(square, piece, Source::Reading);
        }
    }
}
