//! How near a position looks to a mate: what the search takes first. Only the order depends on it, no verdict.

use shakmaty::{Bitboard, Color, Rank, Square, attacks};

use super::board::{Board, pawn_attacks};
use super::plan::{ahead, around};

/// Mates are looked for in each of the four corners at once.
pub(super) const CORNERS: usize = 4;
/// Scores are below this.
pub(super) const WORST: usize = 256;

/// A score for each corner; small is near.
pub(super) type Scores = [usize; CORNERS];

const GOALS: [Square; CORNERS] = [Square::A1, Square::H1, Square::A8, Square::H8];
/// For a corner White attacks before the king is in it.
const WATCHED: usize = 2;
/// Where a score for something out of reach ends.
const NEVER: usize = 60;
/// Steps to a corner that cannot be reached.
const NO_WALK: usize = 12;

/// A mate by minor pieces alone: White's king on the first square, a knight's leap or two steps from the corner, a
/// black man on the second, the one square beside the corner that neither king nor checking piece denies.
const CORNER_MATES: [[(Square, Square); 4]; CORNERS] = [
    [(Square::B3, Square::B1), (Square::A3, Square::B1), (Square::C2, Square::A2), (Square::C1, Square::A2)],
    [(Square::G3, Square::G1), (Square::H3, Square::G1), (Square::F2, Square::H2), (Square::F1, Square::H2)],
    [(Square::B6, Square::B8), (Square::A6, Square::B8), (Square::C7, Square::A7), (Square::C8, Square::A7)],
    [(Square::G6, Square::G8), (Square::H6, Square::G8), (Square::F7, Square::H7), (Square::F8, Square::H7)],
];

/// Leaps of a knight from each square to where it checks a king in the corner.
const LEAPS: [[u8; 64]; CORNERS] = {
    let mut all = [[u8::MAX; 64]; CORNERS];
    let mut corner = 0;
    while corner < CORNERS {
        let mut seen = attacks::knight_attacks(GOALS[corner]);
        let mut leaps = 0;
        while leaps < 8 {
            let mut next = seen;
            let mut square = 0;
            while square < 64 {
                let sq = Square::new(square);
                if seen.contains(sq) {
                    if all[corner][square as usize] == u8::MAX {
                        all[corner][square as usize] = leaps;
                    }
                    next = next.with_const(attacks::knight_attacks(sq));
                }
                square += 1;
            }
            seen = next;
            leaps += 1;
        }
        corner += 1;
    }
    all
};

/// Scores a position: steps of the black king to the corner count most, then what White still lacks, then flights.
pub(super) fn of(board: &Board) -> Scores {
    let king = board.king(Color::Black);
    let white_king = board.king(Color::White);
    let occupied = board.occupied();
    let white = board.white;
    let attacked = board.attacked(Color::White, occupied & !Bitboard::from_square(king));
    let flights = (attacks::king_attacks(king) & !board.black & !attacked).count();
    let walks = corner_walks(king, board.pawns | pawn_attacks(board.pawns & white, Color::White));
    let force = if (board.queens & white).any() {
        0
    } else if (board.rooks & white).any() {
        3
    } else {
        let steps = |pawn: Square| 3 * (7 - pawn.rank().to_usize()) + 8 * (ahead(pawn) & occupied).count();
        12 + (board.pawns & white).into_iter().map(steps).min().unwrap_or(NEVER)
    };
    let minors = (force >= 12).then(|| Minors::of(board));
    let mut scores = [0; CORNERS];
    for (corner, score) in scores.iter_mut().enumerate() {
        let near = force + (white_king.distance(GOALS[corner]) as usize).saturating_sub(2);
        let near = minors.as_ref().map_or(near, |minors| near.min(minors.distance(board, corner, near.min(NEVER))));
        // White must not watch the corner before the king is in it.
        let watched = if king != GOALS[corner] && attacked.contains(GOALS[corner]) { WATCHED } else { 0 };
        *score = (6 * walks[corner] + 2 * near + flights + watched).min(WORST - 1);
    }
    scores
}

/// Steps of a king from `king` to each corner.
fn corner_walks(king: Square, walls: Bitboard) -> Scores {
    let mut walks = [NO_WALK; CORNERS];
    let mut seen = Bitboard::from_square(king);
    for steps in 0..NO_WALK {
        for (walk, goal) in walks.iter_mut().zip(GOALS) {
            if seen.contains(goal) {
                *walk = steps.min(*walk);
            }
        }
        let next = seen | (around(seen) & !walls);
        if next == seen {
            break;
        }
        seen = next;
    }
    walks
}

/// What a mate by minor pieces has to reckon with.
struct Minors {
    /// The colour of the corner where White's bishops can mate, if that is bound.
    light: Option<bool>,
    /// Two minor pieces can do without a black man's help; bishops of one colour count as one.
    pair: bool,
    /// Black men that can fill a square without defending: a queen never, a rook not against bishops.
    fillers: Bitboard,
    /// White's knights, if it has no bishop.
    knights: Bitboard,
}

impl Minors {
    fn of(board: &Board) -> Minors {
        let bishops = board.bishops & board.white;
        let knights = board.knights & board.white;
        let on_light = bishops.intersects_const(Bitboard::LIGHT_SQUARES);
        let on_dark = bishops.intersects_const(Bitboard::DARK_SQUARES);
        let light = (knights.is_empty() && on_light != on_dark).then_some(on_light);
        let rooks = if light.is_some() { board.rooks } else { Bitboard::EMPTY };
        Minors {
            light,
            pair: knights.count() + usize::from(on_light) + usize::from(on_dark) > 1,
            knights: if bishops.is_empty() { knights } else { Bitboard::EMPTY },
            fillers: board.black & !board.kings & !board.queens & !rooks,
        }
    }

    /// A bishop's mate without the king: black men on both squares beside the corner that it cannot deny.
    fn filled(&self, board: &Board, corner: usize) -> usize {
        let [(_, one), _, (_, other), _] = CORNER_MATES[corner];
        if self.light.is_none() || self.fillers.count() < 2 {
            return NEVER;
        }
        let nearest = |to: Square, men: Bitboard| {
            men.into_iter().map(|man| (fill_steps(board, man, to), man)).min_by_key(|(steps, _)| *steps)
        };
        let Some((first, man)) = nearest(one, self.fillers) else { return NEVER };
        let second = nearest(other, self.fillers.without(man)).map_or(NEVER, |(steps, _)| steps);
        2 * (first + second)
    }

    /// About how many moves the nearest bishop needs to the diagonal of the corner, as far as pawns leave it open.
    fn line_moves(&self, board: &Board, corner: usize) -> usize {
        if self.light.is_none() {
            return 0;
        }
        let pawns = board.pawns;
        let line = attacks::bishop_attacks(GOALS[corner], pawns) & !(pawns & board.white);
        let moves = |bishop: Square| {
            let first = attacks::bishop_attacks(bishop, pawns) & !(pawns & board.white);
            if line.contains(bishop) || first.intersects_const(line) {
                0
            } else if first.into_iter().any(|sq| attacks::bishop_attacks(sq, pawns).intersects_const(line)) {
                1
            } else {
                3
            }
        };
        (board.bishops & board.white).into_iter().map(moves).min().unwrap_or(0)
    }

    /// About how many moves such a mate takes in the corner, at most `limit`.
    fn distance(&self, board: &Board, corner: usize, limit: usize) -> usize {
        if self.light.is_some_and(|light| light != GOALS[corner].is_light()) {
            return limit;
        }
        let leaps = self.knights.into_iter().map(|knight| LEAPS[corner][knight.to_usize()]).min().unwrap_or(0);
        let white_king = board.king(Color::White);
        let mut least = limit.saturating_sub(usize::from(leaps));
        for (post, filled) in CORNER_MATES[corner] {
            let walk = white_king.distance(post) as usize;
            if walk >= least {
                continue;
            }
            // From beside the corner a bishop takes the knight on the square this post leaves it, a rook checks.
            let leap = attacks::knight_attacks(GOALS[corner]).contains(post);
            let out = if leap && self.knights.any() { board.bishops | board.rooks } else { Bitboard::EMPTY };
            let fill = (self.fillers & !out).into_iter().map(|man| fill_steps(board, man, filled)).min().unwrap_or(20);
            least = least.min(walk + 2 * if self.pair { fill.min(2) } else { fill });
        }
        let least = least.min(self.filled(board, corner)) + usize::from(leaps);
        if least < limit { limit.min(least + self.line_moves(board, corner)) } else { limit }
    }
}

/// About how many moves a black man needs to a square; a pawn may have to promote first.
fn fill_steps(board: &Board, man: Square, to: Square) -> usize {
    let rank = man.rank().to_usize();
    if man == to {
        0
    } else if board.pawns.contains(man) {
        if man.file() == to.file() && man.rank() > to.rank() && to.rank() != Rank::First {
            rank - to.rank().to_usize()
        } else {
            rank + 3
        }
    } else if board.bishops.contains(man) && man.is_light() != to.is_light() {
        12
    } else {
        1 + (man.distance(to) as usize).div_ceil(2)
    }
}
