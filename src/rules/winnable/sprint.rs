//! The quick way to a mate: one line, played straight towards a mating picture, without turning back.
//!
//! Most positions allow the same few mates. A sprint takes a [`Plan`], lets both sides walk to it and tries every
//! check on the way. It proves what it finds by the line itself and decides nothing else: where it fails, the search
//! goes on from its lines. The worths below only order moves; they were chosen by the number of positions it takes.

use shakmaty::{Bitboard, Color, Rank, Role, Square, attacks};

use super::board::Board;
use super::material;
use super::moves::{Limits, Steps, pawn_kinds};
use super::plan::{Guard, Plan, ahead, is_armed};
use super::step::{Kind, Step};

/// Plans tried, best first.
const PLANS: usize = 8;
/// Half-moves after which a plan is given up.
const MOST_PLIES: usize = 40;
/// With fewer black men than this beside the king, White watches for stalemate.
const CROWD: usize = 3;

/// What a run of sprints came to.
#[derive(Debug, Default)]
pub(super) struct Sprints {
    /// The line that mates, if one was found.
    pub(super) mate: Option<Vec<Step>>,
    /// The lines that did not.
    pub(super) tracks: Vec<Vec<Step>>,
    /// Positions met.
    pub(super) nodes: u64,
}

/// Looks for a mate along a few straight lines, meeting at most `budget` positions.
pub(super) fn run(root: &Board, budget: u64) -> Sprints {
    let mut sprints = Sprints::default();
    if (root.white & (root.queens | root.rooks | root.pawns)).is_empty() {
        return sprints;
    }
    let mut tried = Bitboard::EMPTY;
    for _ in 0..PLANS {
        let Some(plan) = Plan::of(root, tried) else { break };
        tried |= Bitboard::from_square(plan.goal);
        let plies = budget.saturating_sub(sprints.nodes).min(MOST_PLIES as u64) as usize;
        let mut line = Vec::with_capacity(MOST_PLIES);
        let mates = plan.play(root, plies, &mut line);
        sprints.nodes += line.len() as u64;
        if mates {
            sprints.mate = Some(line);
            break;
        }
        sprints.tracks.push(line);
    }
    sprints
}

impl Plan {
    /// Plays the plan for at most `plies`; whether the line ends in mate.
    fn play(&self, root: &Board, plies: usize, line: &mut Vec<Step>) -> bool {
        let mut board = *root;
        let mut steps = Steps::new();
        // The last move of each side, so as not to go back and forth.
        let (mut white_last, mut black_last) = (Step::default(), Step::default());
        while line.len() < plies {
            let step = match board.turn {
                Color::Black => {
                    let step = self.black_king_step(&board).or_else(|| self.black_step(&board, black_last, &mut steps));
                    black_last = step.unwrap_or_default();
                    step
                }
                Color::White => {
                    let limits = Limits::of(&board);
                    board.checks(&limits, &mut steps);
                    if let Some(step) = steps.as_slice().iter().copied().find(|step| !board.after(*step).can_move()) {
                        line.push(step);
                        return true;
                    }
                    let step = self
                        .white_king_step(&board)
                        .or_else(|| self.white_step(&board, &limits, white_last, &mut steps));
                    white_last = step.unwrap_or_default();
                    step
                }
            };
            let Some(step) = step else { return false };
            line.push(step);
            let loss = board.white.contains(step.to());
            board = board.after(step);
            if loss && material::is_hopeless(&board) {
                return false;
            }
        }
        false
    }

    /// A step of the black king towards its goal, if there is one to take at once.
    fn black_king_step(&self, board: &Board) -> Option<Step> {
        let king = board.king(Color::Black);
        if king == self.goal {
            return None;
        }
        let far = self.black_walk[king.to_usize()];
        let beyond = board.occupied() & !Bitboard::from_square(king);
        (attacks::king_attacks(king) & !board.occupied())
            .into_iter()
            .filter(|to| self.black_walk[to.to_usize()] < far)
            .find(|to| board.attackers(*to, Color::White, beyond).is_empty())
            .map(|to| Step::new(king, to, Kind::Plain))
    }

    /// Where White's king walks, if it does: to its post, or to the black pawns in the way of the pawn that shall promote.
    fn king_walk(&self, board: &Board) -> Option<&[u8; 64]> {
        match (&self.lane_walk, &self.guard) {
            (Some(walk), _) if !is_armed(board) && (self.lane & board.black & board.pawns).any() => Some(walk),
            (_, Guard::King(walk)) => Some(walk),
            (_, Guard::Piece(..) | Guard::There) => None,
        }
    }

    /// White's pieces of which one shall be the guard.
    fn guards(&self, board: &Board) -> Bitboard {
        match self.guard {
            Guard::Piece(Role::Bishop, _) => board.bishops & board.white,
            Guard::Piece(..) => board.knights & board.white,
            Guard::King(_) | Guard::There => Bitboard::EMPTY,
        }
    }

    /// A step of the white king that brings it nearer, if White has a queen or a rook and there is one to take at once.
    fn white_king_step(&self, board: &Board) -> Option<Step> {
        if !is_armed(board) {
            return None;
        }
        let king = board.king(Color::White);
        let walk = self.king_walk(board)?;
        let near = walk[king.to_usize()];
        let nearer = attacks::king_attacks(king).into_iter().filter(|to| walk[to.to_usize()] < near).collect();
        board.king_walks(nearer).next().filter(|step| is_crowded(board) || board.after(*step).can_move())
    }

    /// The step that is worth most; of equals the first. `steps` is room for some.
    fn white_step(&self, board: &Board, limits: &Limits, last: Step, steps: &mut Steps) -> Option<Step> {
        let white = board.white;
        let heavy = (board.queens | board.rooks) & white;
        let (armed, crowded) = (is_armed(board), is_crowded(board));
        let king_walk = self.king_walk(board);
        let nearer = |walk: &[u8; 64], step: Step| {
            i32::from(walk[step.from().to_usize()]) - i32::from(walk[step.to().to_usize()])
        };
        let mut guards = self.guards(board);
        if let Guard::Piece(_, walk) = &self.guard {
            // Where one guards, the others have no need to.
            let there: Bitboard = guards.into_iter().filter(|sq| walk[sq.to_usize()] == 0).collect();
            guards = if there.any() { there } else { guards };
        }
        let white_king = board.king(Color::White);
        let occupied = board.occupied();
        let to_strike = attacks::queen_attacks(self.strike, occupied);
        let mut near_strike = Bitboard::EMPTY;
        if (board.queens & white).any() && !(board.queens & white).intersects_const(to_strike) {
            near_strike = to_strike;
            for sq in to_strike & !white {
                near_strike |= attacks::queen_attacks(sq, occupied);
            }
        }
        let king = board.king(Color::Black);
        let ring = attacks::king_attacks(king);
        let straight = attacks::rook_attacks(king, occupied);
        let slanted = attacks::bishop_attacks(king, occupied);
        let (goal_straight, goal_slanted) = if king == self.goal {
            (Bitboard::EMPTY, Bitboard::EMPTY)
        } else {
            (attacks::rook_attacks(self.goal, occupied), attacks::bishop_attacks(self.goal, occupied))
        };
        let second = if heavy.more_than_one() { self.second } else { Bitboard::EMPTY };
        let goal_lines = goal_straight | goal_slanted;
        let capture = if armed { 9 } else { 6 };
        let mut best = Best::default();
        let consider = |step: Step, best: &mut Best| {
            let (from, to) = (step.from(), step.to());
            let gain = |of: Bitboard| i32::from(of.contains(to)) - i32::from(of.contains(from));
            let mut worth = match step.kind() {
                Kind::Castle => -10,
                Kind::Promote(Role::Queen) => 100,
                Kind::Promote(Role::Rook) => 99,
                Kind::Promote(_) => -50,
                Kind::DoubleStep | Kind::EnPassant | Kind::Plain => 0,
            };
            if from == white_king {
                worth += king_walk.map_or(0, |walk| 10 * nearer(walk, step));
            } else if let (true, Guard::Piece(_, walk)) = (guards.contains(from), &self.guard) {
                worth += 10 * nearer(walk, step);
            } else if board.rooks.contains(from) {
                // A check that does not mate drives the king away, and so does watching where it shall go.
                worth -= 2 * i32::from(straight.contains(to)) + 8 * gain(goal_straight);
                worth += 6 * gain(second);
            } else if board.queens.contains(from) {
                worth -= 2 * i32::from((straight | slanted).contains(to)) + 8 * gain(goal_lines);
                worth += 6 * gain(second) + 13 * gain(to_strike) + 10 * gain(near_strike);
            } else if board.pawns.contains(from) {
                let blocks = (ahead(to) & occupied).count() as i32;
                worth += if armed { 1 } else { 30 + 4 * to.rank().to_u32() as i32 - 12 * blocks };
            }
            if board.black.contains(to) {
                worth += capture;
            }
            if from == last.to() && to == last.from() {
                worth -= 15;
            }
            if !board.pawns.contains(from) {
                worth -= 6 * gain(self.lane);
            }
            if worth <= best.worth {
                return;
            }
            if ring.contains(to) && from != white_king {
                // A piece next to the black king, unguarded, may have to be taken.
                let left = occupied & !Bitboard::from_square(from);
                if board.attackers(to, Color::White, left).without(from).is_empty() {
                    worth -= 20;
                    if worth <= best.worth {
                        return;
                    }
                }
            }
            if (crowded && !ring.contains(to)) || board.after(step).can_move() {
                *best = Best { step: Some(step), worth };
            }
        };
        for step in board.king_walks(Bitboard::FULL) {
            consider(step, &mut best);
        }
        board.each_man(limits, |from, targets| {
            let gain = |of: Bitboard| i32::from(of.intersects_const(targets)) - i32::from(of.contains(from));
            let leaves = |of: Bitboard| i32::from(of.contains(from));
            // No step of this man is worth more.
            let at_most = i32::from(board.black.intersects_const(targets)) * capture
                + if board.pawns.contains(from) {
                    let promotes = targets.intersects_const(Bitboard::from_rank(Rank::Eighth));
                    if armed && !promotes { 1 } else { i32::MAX / 2 }
                } else if board.rooks.contains(from) {
                    8 * leaves(goal_straight) + 6 * gain(second) + 6 * leaves(self.lane)
                } else if board.queens.contains(from) {
                    8 * leaves(goal_lines)
                        + 6 * gain(second)
                        + 13 * gain(to_strike)
                        + 10 * gain(near_strike)
                        + 6 * leaves(self.lane)
                } else {
                    // As far as a guard ever is.
                    6 * leaves(self.lane) + 200 * leaves(guards)
                };
            if at_most > best.worth {
                each_step(board, from, targets, |step| consider(step, &mut best));
            }
        });
        board.rare_steps(limits, steps);
        for step in steps.as_slice() {
            consider(*step, &mut best);
        }
        best.step
    }

    /// The step that is worth most; of equals the first. `steps` is room for some.
    fn black_step(&self, board: &Board, last: Step, steps: &mut Steps) -> Option<Step> {
        let limits = Limits::of(board);
        let occupied = board.occupied();
        let slanted = attacks::bishop_attacks(self.strike, occupied);
        let straight = attacks::rook_attacks(self.strike, occupied);
        let leaps = attacks::knight_attacks(self.strike);
        let ring = attacks::king_attacks(self.goal);
        let keep_off = Bitboard::from_square(self.goal) | Bitboard::from_square(self.strike);
        let white_lines = attacks::queen_attacks(board.king(Color::White), occupied);
        let heavy = (board.queens | board.rooks) & board.white;
        let valuable = if heavy.any() { heavy | self.guards(board) } else { board.pawns & board.white };
        let lane = if heavy.any() { Bitboard::EMPTY } else { self.lane };
        let king = board.king(Color::Black);
        let defended = |from: Square| {
            if board.knights.contains(from) {
                leaps
            } else if board.bishops.contains(from) {
                slanted
            } else if board.rooks.contains(from) {
                straight
            } else if board.queens.contains(from) {
                straight | slanted
            } else {
                Bitboard::EMPTY
            }
        };
        let mut best = Best::default();
        let consider = |step: Step, best: &mut Best| {
            let (from, to) = (step.from(), step.to());
            let gain = |of: Bitboard| i32::from(of.contains(to)) - i32::from(of.contains(from));
            let mut worth = -6 * gain(lane);
            if from == king {
                let walk = |sq: Square| i32::from(self.black_walk[sq.to_usize()]);
                worth += 10 * (walk(from) - walk(to)) - 1;
            } else {
                worth += gain(ring) - 8 * gain(defended(from));
                worth -= 6 * i32::from(keep_off.contains(to)) + i32::from(board.pawns.contains(from));
                worth -= 9 * i32::from(white_lines.contains(to));
            }
            if valuable.contains(to) {
                worth -= 60;
            } else if board.white.contains(to) {
                worth += 1;
            }
            if from == last.to() && to == last.from() {
                worth -= 8;
            }
            if worth > best.worth {
                *best = Best { step: Some(step), worth };
            }
        };
        for step in board.king_walks(Bitboard::FULL) {
            consider(step, &mut best);
        }
        board.each_man(&limits, |from, targets| {
            let defended = defended(from);
            let leaves = |of: Bitboard| i32::from(of.contains(from));
            let free = targets & !(lane | defended | keep_off | white_lines | valuable);
            let (free, loss) = if free.any() { (free, 0) } else { (targets, 6) };
            let meets = |of: Bitboard| i32::from(of.intersects_const(free));
            // No step of this man is worth more.
            let at_most = 6 * leaves(lane) + meets(ring) - leaves(ring) + 8 * leaves(defended) - leaves(board.pawns)
                + meets(board.white)
                - loss;
            if at_most > best.worth {
                each_step(board, from, targets, |step| consider(step, &mut best));
            }
        });
        board.rare_steps(&limits, steps);
        for step in steps.as_slice() {
            consider(*step, &mut best);
        }
        best.step
    }
}

/// The best step so far.
struct Best {
    step: Option<Step>,
    worth: i32,
}

impl Default for Best {
    fn default() -> Best {
        Best { step: None, worth: i32::MIN }
    }
}

/// Every step of a man to its targets, other than captures in passing and castling.
fn each_step(board: &Board, from: Square, targets: Bitboard, mut visit: impl FnMut(Step)) {
    let is_pawn = board.pawns.contains(from);
    for to in targets {
        for kind in if is_pawn { pawn_kinds(from, to) } else { &[Kind::Plain] } {
            visit(Step::new(from, to, *kind));
        }
    }
}

/// Whether Black has so many men that stalemate is far.
fn is_crowded(board: &Board) -> bool {
    (board.black & !board.kings).count() >= CROWD
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Chess, fen::Fen};

    use super::*;

    /// Middle games with the kings far from each other.
    const MIDDLE_GAMES: [&str; 3] = [
        "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
        "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7",
        "r2q1rk1/pp1nbppp/2p1pn2/3p1b2/2PP4/1QN1PN2/PP2BPPP/R1B2RK1 w - - 4 9",
    ];

    fn board(fen: &str, side: Color) -> Board {
        let fen: Fen = fen.parse().expect("a FEN");
        let pos: Chess = fen.into_position(CastlingMode::Standard).expect("a position");
        Board::of(&pos, side).0
    }

    #[test]
    fn no_king_has_to_walk_where_a_minor_piece_can_guard_for_a_queen() {
        for fen in MIDDLE_GAMES {
            for side in Color::ALL {
                let root = board(fen, side);
                let plan = Plan::of(&root, Bitboard::EMPTY).expect("a plan");
                assert!(!matches!(plan.guard, Guard::King(_)), "{fen}, {side:?}: the king has to walk");
                let sprints = run(&root, 1_000);
                assert!(sprints.mate.is_some() && sprints.tracks.is_empty(), "{fen}, {side:?}: not by the first plan");
            }
        }
    }
}
