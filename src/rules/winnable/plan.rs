//! A mating picture that both sides can walk to, and the ways there.

use shakmaty::{Bitboard, Color, File, Rank, Role, Square, attacks};

use super::board::{Board, pawn_attacks};

/// Squares along the edge of the board.
const EDGE: Bitboard = Bitboard(0xff81_8181_8181_81ff);
/// Steps that no king and no knight ever needs: the square cannot be reached.
const FAR: u8 = 20;
/// The black king is fewer steps than this away from where it is mated.
const LONGEST_WALK: u32 = 6;
/// A knight is fewer steps than this away from where it guards.
const LONGEST_RIDE: u32 = 4;
/// What it costs that a black man stands on the striking square, and that one can take there.
const COST_OF_MAN: u32 = 3;
const COST_OF_DEFENDER: u32 = 3;

/// What both sides walk to: the black king at the edge, the square in front of it guarded, a queen or rook to strike.
pub(super) struct Plan {
    /// Where the black king shall stand.
    pub(super) goal: Square,
    /// The square in front of it, where a queen mates if guarded.
    pub(super) strike: Square,
    /// The line next to the edge: a second queen or rook there holds the king at the edge.
    pub(super) second: Bitboard,
    /// Steps of the black king to `goal`, by square.
    pub(super) black_walk: [u8; 64],
    /// Who guards `strike`.
    pub(super) guard: Guard,
    /// The squares before the pawn that shall promote; empty if White has a queen or a rook.
    pub(super) lane: Bitboard,
    /// Steps of the white king to the black pawns in the lane, if there are any.
    pub(super) lane_walk: Option<[u8; 64]>,
}

/// Who shall guard the striking square.
pub(super) enum Guard {
    /// The king, with its steps to where it does, by square.
    King([u8; 64]),
    /// A knight or bishop, with the steps of such a piece.
    Piece(Role, [u8; 64]),
    /// Somebody does already, where White has a queen or two rooks.
    There,
}

impl Plan {
    /// The plan that costs least, leaving out the goals already `tried`; `None` when there is no other.
    pub(super) fn of(board: &Board, tried: Bitboard) -> Option<Plan> {
        let black_king = board.king(Color::Black);
        let occupied = board.occupied();
        let helpers = helper_attacks(board, occupied);
        let guarded = board.attacked(Color::White, occupied & !Bitboard::from_square(black_king));
        // First where the black king gets without anybody's help, then where only its pawns are in the way.
        let mut free = !(board.black | guarded) | Bitboard::from_square(black_king);
        let goal = goal(board, tried, helpers, free).or_else(|| {
            free = !(board.black & board.pawns);
            goal(board, tried, helpers, free)
        })?;
        let strike = front_of(goal);
        let guard = if !is_strong(board) {
            None
        } else if helpers.contains(strike) {
            Some(Guard::There)
        } else {
            let piece = nearest_piece(board, strike, steps_to_guard(board, strike));
            piece.map(|(_, role)| Guard::Piece(role, guard_walk(board, strike, role)))
        };
        let posts = attacks::king_attacks(strike) & !attacks::king_attacks(goal) & !Bitboard::from_square(goal);
        let walls = || (board.white & board.pawns) | board.attacked(Color::Black, occupied);
        let (lane, lane_walk) = lane(board);
        Some(Plan {
            goal,
            strike,
            second: second_line(goal),
            black_walk: walk(Bitboard::from_square(goal), !free),
            guard: guard.unwrap_or_else(|| Guard::King(walk(posts, walls()))),
            lane,
            lane_walk,
        })
    }
}

/// Whether White has a queen or a rook.
pub(super) fn is_armed(board: &Board) -> bool {
    ((board.queens | board.rooks) & board.white).any()
}

/// Whether White mates sooner with a minor piece's help than with its king's: with a queen or two rooks.
fn is_strong(board: &Board) -> bool {
    (board.queens & board.white).any() || (board.rooks & board.white).more_than_one()
}

/// The squares before a white pawn, up to the last rank.
pub(super) fn ahead(pawn: Square) -> Bitboard {
    Bitboard(0x0101_0101_0101_0100_u64 << pawn.to_u32())
}

/// The squares themselves and all beside them.
pub(super) fn around(from: Bitboard) -> Bitboard {
    let row = from | (from & !Bitboard::from_file(File::H)).shift(1) | (from & !Bitboard::from_file(File::A)).shift(-1);
    row | row.shift(8) | row.shift(-8)
}

/// The edge square where a mate costs least.
fn goal(board: &Board, tried: Bitboard, helpers: Bitboard, free: Bitboard) -> Option<Square> {
    let occupied = board.occupied();
    let strong = is_strong(board);
    let mut best = None;
    let mut seen = Bitboard::from_square(board.king(Color::Black));
    let mut front = seen;
    for steps in 0..LONGEST_WALK {
        for goal in front & EDGE & !tried {
            let strike = front_of(goal);
            let king = steps_to_guard(board, strike);
            let need = if helpers.contains(strike) {
                0
            } else if strong {
                nearest_piece(board, strike, king).map_or(king, |(steps, _)| steps)
            } else {
                king
            };
            // Both walk at the same time; a black man on the striking square has to be taken first, and what could take
            // there goes away.
            let mut cost = 2 * steps.max(need) + need + COST_OF_MAN * u32::from(board.black.contains(strike));
            if strong {
                let defenders = board.attackers(strike, Color::Black, occupied) & !board.kings;
                cost += COST_OF_DEFENDER * defenders.count() as u32;
            }
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, goal));
            }
        }
        front = around(front) & free & !seen;
        seen |= front;
    }
    best.map(|(_, goal)| goal)
}

/// Steps of the white king to where it guards a square, as if nothing stood in its way.
fn steps_to_guard(board: &Board, strike: Square) -> u32 {
    board.king(Color::White).distance(strike).saturating_sub(1)
}

/// After how few steps a knight or bishop guards a square, and which; `None` where that is no fewer than `limit`.
fn nearest_piece(board: &Board, strike: Square, limit: u32) -> Option<(u32, Role)> {
    let occupied = board.occupied();
    let posts = attacks::bishop_attacks(strike, occupied) & !board.white;
    let reaches = |from: Square| attacks::bishop_attacks(from, occupied).intersects_const(posts);
    if limit > 1 && (board.bishops & board.white).into_iter().any(reaches) {
        return Some((1, Role::Bishop));
    }
    let knights = board.knights & board.white;
    let mut front = attacks::knight_attacks(strike);
    for steps in 0..limit.min(LONGEST_RIDE) {
        if front.intersects_const(knights) {
            return Some((steps, Role::Knight));
        }
        front = leaps(front & !(board.white & !knights));
    }
    None
}

/// Steps of a bishop or knight from each square to where it guards another; a bishop is taken to come anywhere.
fn guard_walk(board: &Board, strike: Square, role: Role) -> [u8; 64] {
    if role == Role::Bishop {
        let mut far = [1; 64];
        for sq in attacks::bishop_attacks(strike, board.occupied()) & !board.white {
            far[sq.to_usize()] = 0;
        }
        return far;
    }
    let mut far = [FAR; 64];
    let mut front = attacks::knight_attacks(strike);
    let mut seen = front;
    for steps in 0..LONGEST_RIDE {
        for sq in front {
            far[sq.to_usize()] = steps as u8;
        }
        front = leaps(front & !(board.white & !board.knights)) & !seen;
        seen |= front;
    }
    far
}

fn leaps(from: Bitboard) -> Bitboard {
    from.into_iter().map(attacks::knight_attacks).fold(Bitboard::EMPTY, |all, leaps| all | leaps)
}

/// The lane of the pawn that promotes soonest, and the white king's way to what blocks it.
fn lane(board: &Board) -> (Bitboard, Option<[u8; 64]>) {
    if is_armed(board) {
        return (Bitboard::EMPTY, None);
    }
    let theirs = board.black & board.pawns;
    let ours = board.white & board.pawns;
    let cost = |pawn: &Square| 7 - pawn.rank().to_usize() + 5 * (ahead(*pawn) & board.pawns).count();
    let Some(pawn) = ours.into_iter().min_by_key(cost) else { return (Bitboard::EMPTY, None) };
    let lane = ahead(pawn);
    let blockers = lane & theirs;
    let walk = blockers.any().then(|| walk(blockers, ours | pawn_attacks(theirs, Color::Black)));
    (lane, walk)
}

/// Steps of a king from each square to the nearest of `goals` without entering `walls`.
fn walk(goals: Bitboard, walls: Bitboard) -> [u8; 64] {
    let mut far = [FAR; 64];
    let mut seen = goals;
    let mut front = goals;
    for steps in 0..FAR {
        if front.is_empty() {
            break;
        }
        for sq in front {
            far[sq.to_usize()] = steps;
        }
        front = around(front) & !seen & !walls;
        seen |= front;
    }
    // A king may stand on a wall now: it is one step further than the best square beside it.
    for sq in walls & !goals {
        let best = attacks::king_attacks(sq).into_iter().map(|beside| far[beside.to_usize()]).min();
        far[sq.to_usize()] = best.unwrap_or(FAR).min(FAR - 1) + 1;
    }
    far
}

/// The square in front of an edge square, seen from the edge; diagonally in a corner.
fn front_of(goal: Square) -> Square {
    let inward = |index: u32| index.clamp(1, 6);
    Square::from_coords(File::new(inward(goal.file().to_u32())), Rank::new(inward(goal.rank().to_u32())))
}

fn second_line(goal: Square) -> Bitboard {
    match (goal.file(), goal.rank()) {
        (_, Rank::First) => Bitboard::from_rank(Rank::Second),
        (_, Rank::Eighth) => Bitboard::from_rank(Rank::Seventh),
        (File::A, _) => Bitboard::from_file(File::B),
        _ => Bitboard::from_file(File::G),
    }
}

/// What White's men other than king and queens attack.
fn helper_attacks(board: &Board, occupied: Bitboard) -> Bitboard {
    let white = board.white;
    let mut all = pawn_attacks(board.pawns & white, Color::White);
    for sq in board.knights & white {
        all |= attacks::knight_attacks(sq);
    }
    for sq in board.bishops & white {
        all |= attacks::bishop_attacks(sq, occupied);
    }
    for sq in board.rooks & white {
        all |= attacks::rook_attacks(sq, occupied);
    }
    all
}
