//! What speaks against a hypothesis: the irregularities it needs, each at its price.
//!
//! Prices only order hypotheses; no unit has a meaning of its own. What
//! lawful players do now and then costs a little, what they must not do costs
//! more than any number of such habits within a turn.

use protocols::Role;

use crate::turn::{AlertKind, findings::Rarity};

/// Hypotheses so much more doubtful than the best are still believed in: what separates them is habit, not evidence.
pub(super) const BELIEVED: u32 = 4;

/// Hypotheses so much more doubtful than the best are dropped.
pub(super) const HOPELESS: u32 = 20;

/// A piece came down on its victim, and no sensor showed it.
pub(super) const UNSEEN_CAPTURE: u32 = 2;

/// The same by a piece from the centre, the clock having been stopped: rather it was taken off to make room for the kings that
/// show the result.
pub(super) const CAPTURE_FROM_CENTRE: u32 = 8;

/// The square of a piece that one taken up can take has been empty and is occupied again, and the piece was not taken: the
/// taker has gone elsewhere.
pub(super) const VICTIM_SPARED: u32 = 3;

/// A half-move was made while the board was away.
pub(super) const UNSEEN_MOVE: u32 = 1;

/// A piece stands where nothing puts one.
pub(super) const STRANGER: u32 = 8;

/// It has stood there for longer than the lift that explains it may be late: a promotion piece apart, no board piece is it.
pub(super) const STRANGER_FOR_LONG: u32 = 16;

/// The clock is pressed, and it stands there still.
pub(super) const STILL_STRANGE: u32 = 16;

/// A piece has come down whose lift is still to come.
pub(super) const LATE_LIFT: u32 = 1;

/// The lift of a piece comes long after it has come down elsewhere: its square is one that the sensors see badly.
pub(super) const VERY_LATE_LIFT: u32 = 3;

/// A piece stands where no move takes it, and may still be put right.
pub(super) const DISPLACED: u32 = 6;

/// A piece was moved by the player who does not have the move, in answer to what is no move.
pub(super) const REPLY_TO_NOTHING: u32 = 10;

/// The clock is pressed, or the log at its end, with the piece still in the hand.
pub(super) const HELD_ON: u32 = 3;

/// A press while nothing is being played.
pub(super) const IDLE_PRESS: u32 = 5;

/// So many pieces are lifted at the end of a game to show its result.
pub(super) const TIDYING_LIFTS: u32 = 4;

/// So many pieces are lifted in a turn: its own, a victim, the opponent's next, and some that are adjusted.
pub(super) const TURN_LIFTS: u32 = 6;

/// Another lift while no move is made.
pub(super) const IDLE_LIFT: u32 = 1;

/// After so many lifts without a move, and the board other than the game has it, the game is not what is being played.
pub(super) const ASTRAY_LIFTS: u32 = 12;

/// So many pieces are lifted besides to set up a position that the arbiter has given: each twice at most.
pub(super) const LIFTS_TO_SET_UP: u32 = 64;

/// The opponent lifts a piece of his that is no victim while a player has his own in the air.
pub(super) const REPLY_TO_HAND: u32 = 3;

/// A player has another piece of his in the air than the one that he moves, or the two that castle.
pub(super) const IN_HAND: u32 = 3;

/// A king is in a hand still, the clock having been stopped.
pub(super) const KING_HELD: u32 = 6;

/// A piece that has just been captured is put down on the board, where it did not stand.
pub(super) const VICTIM_PUT_DOWN: u32 = 16;

/// The sensors show what cannot be.
pub(super) const IMPOSSIBLE: u32 = 20;

/// What it takes to believe that a pawn has become this, where no sensor tells.
pub(super) fn of_promotion_to(role: Role) -> u32 {
    match role {
        Role::Knight => 5,
        Role::Bishop | Role::Rook => 6,
        Role::King | Role::Pawn | Role::Queen => 0,
    }
}

/// What it takes to believe that this has happened.
pub(super) fn of(kind: AlertKind) -> u32 {
    match kind.rarity() {
        Rarity::Blunder => 15,
        Rarity::Irregular => 10,
        Rarity::Slip => 5,
        Rarity::Habit => 3,
        Rarity::Usual => 1,
        Rarity::Expected => 0,
    }
}
