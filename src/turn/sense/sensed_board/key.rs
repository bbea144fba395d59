//! What must be the same in two sensed boards for one of them to be enough.
//!
//! Every field is named here, so that none can be added without an answer: it goes into the key, or it is named with a
//! `_` and the reason why it separates nothing.

use protocols::{Piece, Placement, Square};

use super::{InHand, Landing, SensedBoard};

/// What separates two sensed boards: two with equal keys have the same to come.
#[derive(Debug, PartialEq)]
pub(in crate::turn) struct SensedKey<'a> {
    board: &'a Placement,
    hand: HandKey<'a>,
    landings: LandingsKey<'a>,
    homes: &'a [(Square, Option<Square>)],
}

/// A piece in the air: which, its home, the square it left, the one it rested on, and whether it was overwritten.
type InHandKey = (Piece, Option<Square>, Square, Option<Square>, bool);

/// A piece that has come down: where, which, whether nothing explains it, and whether it counts as put down already.
type LandingKey = (Square, Piece, bool, bool);

impl SensedBoard {
    /// What is compared of it.
    pub(in crate::turn) fn key(&self) -> SensedKey<'_> {
        let SensedBoard {
            board,
            hand,
            landings,
            // Only while it is judged.
            judged: _,
            homes,
        } = self;
        SensedKey { board, hand: HandKey(hand), landings: LandingsKey(landings), homes }
    }
}

/// The pieces in the air.
#[derive(Debug)]
struct HandKey<'a>(&'a [InHand]);

impl PartialEq for HandKey<'_> {
    fn eq(&self, other: &HandKey<'_>) -> bool {
        // What has gone to the box follows from the moves.
        let in_air = |held: &&InHand| held.home.is_some();
        self.0.iter().filter(in_air).map(in_hand_key).eq(other.0.iter().filter(in_air).map(in_hand_key))
    }
}

/// The pieces that have come down.
#[derive(Debug)]
struct LandingsKey<'a>(&'a [Landing]);

impl PartialEq for LandingsKey<'_> {
    fn eq(&self, other: &LandingsKey<'_>) -> bool {
        self.0.iter().map(landing_key).eq(other.0.iter().map(landing_key))
    }
}

fn in_hand_key(held: &InHand) -> InHandKey {
    let InHand {
        piece,
        home,
        left,
        rested,
        // A capture that no sensor showed is given the time of one event or another.
        at: _,
        overwritten,
    } = *held;
    (piece, home, left, rested, overwritten)
}

fn landing_key(landing: &Landing) -> LandingKey {
    let Landing {
        square,
        piece,
        // As with what is in the hand.
        at: _,
        settles: _,
        // It is told with the piece once that leaves.
        rested: _,
        unexplained,
        early,
    } = *landing;
    (square, piece, unexplained, early)
}
