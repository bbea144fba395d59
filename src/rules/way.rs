//! The way over the board from one square to another.

use protocols::Square;
use shakmaty::attacks;

use super::convert::to_square;

/// Whether a square is one of these two, or lies between them on a rank, file or diagonal.
#[must_use]
pub fn is_on_way(from: Square, to: Square, square: Square) -> bool {
    let between = attacks::between(to_square(from), to_square(to));
    square == from || square == to || between.contains(to_square(square))
}
