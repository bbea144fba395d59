//! What mere material decides.

use shakmaty::Bitboard;

use super::board::Board;

/// Whether White can never mate, whatever Black does, with the pieces on the board; where they stand plays no part.
///
/// True in three cases; each stays true after every move, because none leaves White a pawn to promote and the last
/// two leave Black none either.
///
/// 1. A lone king gives no check.
/// 2. King and one knight against king and queens. The knight checks from a knight's leap, say from (1,2) with the
///    king on (0,0). A queen on (0,1), (1,1) or (1,0) could take it (nothing pins a queen), so White's king must guard
///    all three, which lie on the board since the knight does. A king that guards (0,1) and (1,1) without standing
///    next to (0,0) stands on (0,2) (or on the knight's own square), and from there it does not guard (1,0).
/// 3. King and bishops that all run on squares of one colour, against rooks, queens and bishops of that colour. The
///    last bishop checks along a diagonal, say from the side of (1,1) with the king on (0,0). The squares (1,0) and
///    (0,1) are of the other colour: only the king's guard or a black rook or queen can deny them. That rook or queen,
///    which no bishop can pin, could go to (1,1) and so end the check; and a king that guards both (1,0) and (0,1)
///    stands next to (0,0) or on it.
pub(super) fn is_hopeless(board: &Board) -> bool {
    let white = board.white;
    if ((board.pawns | board.rooks | board.queens) & white).any() {
        return false;
    }
    let knights = board.knights & white;
    let bishops = board.bishops & white;
    let black_rest = board.black & !board.kings & !board.queens;
    if bishops.is_empty() {
        return knights.is_empty() || (!knights.more_than_one() && black_rest.is_empty());
    }
    let all = board.bishops;
    let one_colour = all.is_disjoint_const(Bitboard::LIGHT_SQUARES) || all.is_disjoint_const(Bitboard::DARK_SQUARES);
    knights.is_empty() && one_colour && ((board.pawns | board.knights) & board.black).is_empty()
}
