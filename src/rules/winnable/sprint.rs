//! The quick way to a mate: one line, played straight towards a mating picture, without turning back.
//!
//! Most positions allow the same few mates: the black king goes to the edge, the white king or another piece guards
//! the square in front of it, and a queen or rook strikes. A sprint picks such a picture, lets both sides walk to it
//! and tries every check on the way. It proves what it finds by the line itself and decides nothing else.

use shakmaty::{Bitboard, Color, Rank, Role, Square, attacks};

use super::board::Board;
use super::material;
use super::moves::{Kind, Step, Steps};

/// Plans tried, best first.
const PLANS: usize = 3;
/// Half-moves after which a plan is given up.
const MOST_PLIES: usize = 40;

/// What both sides walk to.
struct Plan {
    /// Where the black king shall stand.
    goal: Square,
    /// The square in front of it, where a queen mates if guarded.
    strike: Square,
    /// Steps of the black king to `goal`, by square.
    black_walk: [u8; 64],
    /// Steps of the white king to where it guards `strike`, by square.
    white_walk: [u8; 64],
    /// The squares before the pawn that shall promote, and steps of the white king to the pawn that blocks it:
    /// while White has neither queen nor rook.
    second: Bitboard,
    lane: Bitboard,
    lane_walk: Option<[u8; 64]>,
}

/// Looks for a mate along a few straight lines.
///
/// Returns the line, and adds the positions met to `nodes`.
pub(super) fn run(root: &Board, nodes: &mut u64, tracks: &mut Vec<Vec<Step>>) -> Option<Vec<Step>> {
    if ((root.queens | root.rooks | root.pawns) & root.white).is_empty() {
        return None;
    }
    let mut tried = Bitboard::EMPTY;
    for _ in 0..PLANS {
        let plan = Plan::of(root, tried)?;
        tried |= Bitboard::from_square(plan.goal);
        let mut line = [Step::default(); MOST_PLIES];
        let debug = std::env::var("DBG").is_ok();
        if debug { eprintln!("PLAN goal {} strike {}", plan.goal, plan.strike); }
        if let Some(len) = plan.play(root, &mut line, nodes) {
            return line.get(..len).map(<[Step]>::to_vec);
        }
        tracks.push(line.to_vec());
    }
    None
}

const DBGON: bool = option_env!("DBGON").is_some();
const FAR: u8 = 20;

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
    // A wall itself counts as one step further than the best square beside it: a king may stand on it now.
    for sq in walls & !goals {
        let best = attacks::king_attacks(sq).into_iter().map(|beside| far[beside.to_usize()]).min();
        far[sq.to_usize()] = best.unwrap_or(FAR).min(FAR - 1) + 1;
    }
    far
}

/// The squares before a white pawn.
fn ahead(pawn: Square) -> Bitboard {
    Bitboard(0x0101_0101_0101_0100u64 << pawn.to_u32())
}

fn second_line(goal: Square) -> Bitboard {
    match (goal.file().to_usize(), goal.rank().to_usize()) {
        (_, 0) => Bitboard::from_rank(Rank::Second),
        (_, 7) => Bitboard::from_rank(Rank::Seventh),
        (0, _) => Bitboard::from_file(shakmaty::File::B),
        _ => Bitboard::from_file(shakmaty::File::G),
    }
}

pub fn par(n: &str, d: i32) -> i32 { if DBGON { std::env::var(n).map_or(d, |s| s.parse().unwrap()) } else { d } }
fn around(from: Bitboard) -> Bitboard {
    let not_h = !Bitboard::from_file(shakmaty::File::H);
    let not_a = !Bitboard::from_file(shakmaty::File::A);
    let row = from | ((from & not_h).shift(1)) | ((from & not_a).shift(-1));
    row | row.shift(8) | row.shift(-8)
}

const EDGE: Bitboard = Bitboard(0xff81_8181_8181_81ff);

/// The square in front of an edge square, seen from the edge; diagonally in a corner.
fn front_of(goal: Square) -> Square {
    let inward = |index: usize| match index {
        0 => 1,
        7 => 6,
        other => other as u32,
    };
    let (file, rank) = (inward(goal.file().to_usize()), inward(goal.rank().to_usize()));
    Square::from_coords(shakmaty::File::new(file), Rank::new(rank))
}

impl Plan {
    fn of(board: &Board, tried: Bitboard) -> Option<Plan> {
        let black_king = board.king(Color::Black);
        let occupied = board.occupied();
        let helpers = helper_attacks(board, occupied);
        let guarded = board.attacked(Color::White, occupied & !Bitboard::from_square(black_king));
        // Where the black king gets without anybody's help.
        let free = !(board.black | guarded) | Bitboard::from_square(black_king);
        let (goal, free) = Plan::goal(board, tried, helpers, free)
            .map(|goal| (goal, free))
            .or_else(|| {
                let free = !(board.black & board.pawns);
                Plan::goal(board, tried, helpers, free).map(|goal| (goal, free))
            })?;
        let strike = front_of(goal);
        let posts = attacks::king_attacks(strike) & !attacks::king_attacks(goal) & !Bitboard::from_square(goal);
        let mut lane = Bitboard::EMPTY;
        let mut lane_walk = None;
        let armed = ((board.queens | board.rooks) & board.white).any();
        if !armed {
            let pawns = board.black & board.pawns;
            let fixed = |lane: Bitboard| (lane & (pawns | board.white & board.pawns)).count();
            if let Some(pawn) = (board.pawns & board.white)
                .into_iter()
                .min_by_key(|pawn| 7 - pawn.rank() as usize + 5 * fixed(ahead(*pawn)))
            {
                lane = ahead(pawn);
                if (lane & pawns).any() {
                    let walls = (board.white & board.pawns) | super::board::pawn_attacks(pawns, Color::Black);
                    lane_walk = Some(walk(lane & pawns, walls));
                }
            }
        }
        Some(Plan {
            goal,
            strike,
            second: second_line(goal),
            black_walk: walk(Bitboard::from_square(goal), !free),
            white_walk: walk(posts, (board.white & board.pawns) | board.attacked(Color::Black, occupied)),
            lane,
            lane_walk,
        })
    }

    /// The edge square where a mate costs least.
    fn goal(board: &Board, tried: Bitboard, helpers: Bitboard, free: Bitboard) -> Option<Square> {
        let black_king = board.king(Color::Black);
        let white_king = board.king(Color::White);
        let mut best = None;
        let mut seen = Bitboard::from_square(black_king);
        let mut front = seen;
        for steps in 0..6u32 {
            for goal in front & EDGE & !tried {
                let strike = front_of(goal);
                let need = if helpers.contains(strike) { 0 } else { white_king.distance(strike).saturating_sub(1) };
                let mut cost = par("C_MAX",2) as u32 * steps.max(need) + steps * par("C_S",0) as u32 + need * par("C_N",1) as u32;
                if board.black.contains(strike) {
                    cost += par("C_B",3) as u32;
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

    /// Plays the plan; the number of steps when it ends in mate.
    fn play(&self, root: &Board, line: &mut [Step; MOST_PLIES], nodes: &mut u64) -> Option<usize> {
        let mut board = *root;
        let mut steps = Steps::new();
        let mut last = [Step::default(); 2];
        for (ply, place) in line.iter_mut().enumerate() {
            *nodes += 1;
            if let Some(step) = self.black_king_step(&board) {
                *place = step;
                last[1] = step;
                board = board.after(step);
                continue;
            }
            board.steps(&mut steps);
            let step = if board.turn == Color::White {
                if let Some(step) = mating_step(&board, &steps) {
                    *place = step;
                    return Some(ply + 1);
                }
                self.white_step(&board, &steps, last[0])?
            } else {
                self.black_step(&board, &steps, last[1])?
            };
            *place = step;
            if DBGON { eprint!("{}{} ", step.from(), step.to()); if ply % 20 == 19 { eprintln!() } }
            last[usize::from(board.turn == Color::Black)] = step;
            let lost = board.turn == Color::Black && board.white.contains(step.to());
            board = board.after(step);
            if lost && material::is_hopeless(&board) {
                return None;
            }
        }
        None
    }

    /// A step of the black king towards its goal, if there is one to take at once.
    fn black_king_step(&self, board: &Board) -> Option<Step> {
        let king = board.king(Color::Black);
        if board.turn != Color::Black || king == self.goal {
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

    fn white_step(&self, board: &Board, steps: &Steps, last: Step) -> Option<Step> {
        let white = board.white;
        let armed = ((board.queens | board.rooks) & white).any();
        let crowded = (board.black & !board.kings).count() < 3;
        let occupied = board.occupied();
        let reach_strike = attacks::queen_attacks(self.strike, occupied);
        let king = board.king(Color::Black);
        let ring = attacks::king_attacks(king);
        let straight = attacks::rook_attacks(king, occupied);
        let slanted = attacks::bishop_attacks(king, occupied);
        let away = king != self.goal;
        let goal_straight = attacks::rook_attacks(self.goal, occupied);
        let goal_slanted = attacks::bishop_attacks(self.goal, occupied);
        let heavy_pair = ((board.queens | board.rooks) & white).more_than_one();
        let king_walk = match &self.lane_walk {
            Some(walk) if !armed && (self.lane & board.black & board.pawns).any() => walk,
            _ => &self.white_walk,
        };
        if armed {
            let from = board.king(Color::White);
            let far = king_walk[from.to_usize()];
            let towards = |step: &&Step| step.from() == from && king_walk[step.to().to_usize()] < far;
            if let Some(step) = steps.as_slice().iter().take_while(|step| step.from() == from).find(towards) {
                if !crowded || board.after(*step).can_move() {
                    return Some(*step);
                }
            }
        }
        let mut best = (i32::MIN, Step::default());
        for &step in steps.as_slice() {
            let (from, to) = (step.from(), step.to());
            let mut worth = 0i32;
            match step.kind() {
                Kind::Promote(Role::Queen) => worth += 100,
                Kind::Promote(Role::Rook) => worth += 99,
                Kind::Promote(_) => worth -= 50,
                Kind::Castle | Kind::DoubleStep | Kind::EnPassant | Kind::Plain => {}
            }
            if board.kings.contains(from) {
                worth += 10
                    * (i32::from(king_walk[from.to_usize()]) - i32::from(king_walk[to.to_usize()]));
                if step.kind() == Kind::Castle {
                    worth -= 10;
                }
            } else if board.rooks.contains(from) {
                if straight.contains(to) {
                    worth -= par("W_CHECK", 2);
                }
                if away {
                    worth -= par("W_GOAL", 8) * (i32::from(goal_straight.contains(to)) - i32::from(goal_straight.contains(from)));
                }
                if heavy_pair {
                    worth += par("W_SECOND", 6) * (i32::from(self.second.contains(to)) - i32::from(self.second.contains(from)));
                }
            } else if board.queens.contains(from) {
                if straight.contains(to) || slanted.contains(to) {
                    worth -= par("W_CHECK", 2);
                }
                if away {
                    let hit = goal_straight | goal_slanted;
                    worth -= par("W_GOAL", 8) * (i32::from(hit.contains(to)) - i32::from(hit.contains(from)));
                }
                if heavy_pair {
                    worth += par("W_SECOND", 6) * (i32::from(self.second.contains(to)) - i32::from(self.second.contains(from)));
                }
                let before = reach_strike.contains(from);
                let after = reach_strike.contains(to);
                worth += par("W_STR",8) * (i32::from(after) - i32::from(before));
            } else if board.pawns.contains(from) {
                if !armed {
                    let blocks = (ahead(to) & occupied).count() as i32;
                    worth += 30 + 4 * to.rank() as i32 - 12 * blocks;
                } else {
                    worth += par("W_PAWN",1);
                }
            }
            if board.black.contains(to) {
                worth += if armed { par("W_CAP",9) } else { 6 };
            }
            if from == last.to() && to == last.from() {
                worth -= par("W_BACK", 15);
            }
            if !armed && !board.pawns.contains(from) {
                worth += 6 * (i32::from(self.lane.contains(from)) - i32::from(self.lane.contains(to)));
            }
            if worth <= best.0 {
                continue;
            }
            // A piece next to the black king, unguarded, may have to be taken.
            if ring.contains(to)
                && !board.kings.contains(from)
                && !board.attackers(to, Color::White, occupied & !Bitboard::from_square(from)).without(from).any()
            {
                worth -= par("W_ADJ",20);
                if worth <= best.0 {
                    continue;
                }
            }
            // A black king with few men beside it must not be left without a move.
            if crowded || ring.contains(to) {
                let next = board.after(step);
                if !next.can_move() {
                    continue;
                }
            }
            best = (worth, step);
        }
        (best.0 > i32::MIN).then_some(best.1)
    }

    fn black_step(&self, board: &Board, steps: &Steps, last: Step) -> Option<Step> {
        let occupied = board.occupied();
        let strike = Bitboard::from_square(self.strike);
        let slanted = attacks::bishop_attacks(self.strike, occupied);
        let straight = attacks::rook_attacks(self.strike, occupied);
        let knights = attacks::knight_attacks(self.strike);
        let ring = attacks::king_attacks(self.goal);
        let mut valuable = (board.queens | board.rooks) & board.white;
        let armed = valuable.any();
        if !armed {
            valuable = board.pawns & board.white;
        }
        let white_king = board.king(Color::White);
        let mut best = (i32::MIN, Step::default());
        for &step in steps.as_slice() {
            let (from, to) = (step.from(), step.to());
            let mut worth = 0i32;
            if board.kings.contains(from) {
                worth += 10
                    * (i32::from(self.black_walk[from.to_usize()]) - i32::from(self.black_walk[to.to_usize()]));
                worth -= par("B_KING",1);
            } else {
                let defends = |sq: Square| {
                    (board.knights.contains(from) && knights.contains(sq))
                        || ((board.bishops | board.queens).contains(from) && slanted.contains(sq))
                        || ((board.rooks | board.queens).contains(from) && straight.contains(sq))
                };
                worth += par("B_DEF",8) * (i32::from(defends(from)) - i32::from(defends(to)));
                if to == self.goal || strike.contains(to) {
                    worth -= par("B_ON",6);
                }
                if board.pawns.contains(from) {
                    worth -= par("B_KING",1);
                }
                if attacks::queen_attacks(to, occupied).contains(white_king) {
                    worth -= par("B_CHECK", 9);
                }
                worth += par("B_BLOCK", 1) * (i32::from(ring.contains(to)) - i32::from(ring.contains(from)));
            }
            if !armed {
                worth += 6 * (i32::from(self.lane.contains(from)) - i32::from(self.lane.contains(to)));
            }
            if valuable.contains(to) {
                worth -= par("B_VAL",60);
            } else if board.white.contains(to) {
                worth -= par("B_CAP",-1);
            }
            if from == last.to() && to == last.from() {
                worth += par("B_BACK", -8);
            }
            if worth > best.0 {
                best = (worth, step);
            }
        }
        (best.0 > i32::MIN).then_some(best.1)
    }
}

/// What White's men other than king and queens attack.
fn helper_attacks(board: &Board, occupied: Bitboard) -> Bitboard {
    let white = board.white;
    let mut all = super::board::pawn_attacks(board.pawns & white, Color::White);
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

/// A step that mates at once, among the plain checks.
fn mating_step(board: &Board, steps: &Steps) -> Option<Step> {
    let king = board.king(Color::Black);
    let occupied = board.occupied();
    let straight = attacks::rook_attacks(king, occupied);
    let slanted = attacks::bishop_attacks(king, occupied);
    let leaps = attacks::knight_attacks(king);
    let pawns = attacks::pawn_attacks(Color::Black, king);
    let checks = |role: Role, to: Square| match role {
        Role::Bishop => slanted.contains(to),
        Role::King => false,
        Role::Knight => leaps.contains(to),
        Role::Pawn => pawns.contains(to),
        Role::Queen => straight.contains(to) || slanted.contains(to),
        Role::Rook => straight.contains(to),
    };
    let any = straight | slanted | leaps;
    for &step in steps.as_slice() {
        if !any.contains(step.to()) {
            continue;
        }
        let role = match step.kind() {
            Kind::Promote(role) => role,
            Kind::Castle | Kind::DoubleStep | Kind::EnPassant | Kind::Plain => {
                board.role_at(step.from()).unwrap_or(Role::King)
            }
        };
        if checks(role, step.to()) && !board.after(step).can_move() {
            return Some(step);
        }
    }
    None
}
