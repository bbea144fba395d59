//! The search: every position reachable from the first one, the promising ones first, none twice.

use shakmaty::{Bitboard, Color, Rank, Square, attacks};

use super::board::{Board, Key};
use super::material;
use super::mobility;
use super::moves::{Step, Steps};

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// Everything reachable was looked at: nowhere is there a mate.
    Exhausted,
    /// The steps that lead to mate.
    Mate(Vec<Step>),
    /// The budget ran out first.
    Spent,
}

const NONE: u32 = u32::MAX;
/// Priorities are clamped to this many buckets.
const BUCKETS: usize = 512;
const NOVELTY: usize = 3;
const QUEUES: usize = 4;

struct Node {
    key: Key,
    parent: u32,
    /// The next one in the same bucket.
    next: [u32; QUEUES],
    step: Step,
    open: bool,
}

/// The positions met, and where to go on.
pub(super) struct Search {
    nodes: Vec<Node>,
    /// Indices into `nodes`, open addressing; `NONE` is free.
    table: Vec<u32>,
    buckets: [Vec<u32>; QUEUES],
    lowest: [usize; QUEUES],
    seen: Vec<[u64; 12]>,
    /// The first node that has not been taken in order of age.
    oldest: u32,
}

impl Search {
    pub(super) fn new() -> Search {
        Search { nodes: Vec::new(), table: vec![NONE; 1 << 10], buckets: std::array::from_fn(|_| vec![NONE; BUCKETS]), lowest: [BUCKETS; QUEUES], seen: vec![[0; 12]; BUCKETS * QUEUES], oldest: 0 }
    }

    /// The number of different positions stored so far.
    pub(super) fn size(&self) -> u64 {
        self.nodes.len() as u64
    }

    /// Looks for a mate by White from `root`, storing at most `budget` positions.
    pub(super) fn run(&mut self, root: &Board, budget: u64, statics: bool, tracks: &[Vec<Step>]) -> Found {
        if root.is_mate() {
            return if root.turn == Color::Black { Found::Mate(Vec::new()) } else { Found::Exhausted };
        }
        self.insert(root.key(), NONE, Step::default(), [0; QUEUES]);
        for track in tracks {
            self.lay(root, track);
        }
        let mut steps = Steps::new();
        let mut turn = 0u32;
        loop {
            turn += 1;
            let Some(index) = (match turn % 16 { 0 | 8 => self.pop_oldest(), 1 => self.pop_best(0), 3 => self.pop_best(1), 5 => self.pop_best(2), 7 => self.pop_best(3), _ => { let q = (0..QUEUES).min_by_key(|q| self.lowest[*q]).unwrap_or(0); self.pop_best(q) } }) else {
                return Found::Exhausted;
            };
            let Some(node) = self.nodes.get_mut(index as usize) else { return Found::Exhausted };
            node.open = false;
            let board = Board::from_key(&node.key);
            if option_env!("DBGON").is_some() && turn < 400 { let s = score(&board); println!("{turn} h{s:?} {:?} K{} k{} n{} b{} r{}", board.turn, board.king(Color::White), board.king(Color::Black), board.knights.first().map_or("-".to_string(), |s| s.to_string()), board.bishops.first().map_or("-".to_string(), |s| s.to_string()), board.rooks.first().map_or("-".to_string(), |s| s.to_string())); }
            board.steps(&mut steps);
            for &step in steps.as_slice() {
                let next = board.after(step);
                if next.turn == Color::Black && next.is_mate() {
                    let mut line = vec![step];
                    self.trace(index, &mut line);
                    return Found::Mate(line);
                }
                let irreversible = next.occupied().count() != board.occupied().count() || next.pawns != board.pawns;
                if irreversible && material::is_hopeless(&next) {
                    continue;
                }
                if self.size() >= budget {
                    return Found::Spent;
                }
                let key = next.key();
                if self.find(&key).is_some() {
                    continue;
                }
                let dead = irreversible && statics && self.size() > 2000 && mobility::is_hopeless(&next);
                let rated = if dead { [BUCKETS; QUEUES] } else { self.rate(&next, step) };
                self.insert(key, index, step, rated);
            }
        }
    }

    fn rate(&mut self, next: &Board, step: Step) -> [usize; QUEUES] {
        let mut all = score(next);
        let role = next.role_at(step.to()).map_or(0, |role| role as usize - 1) + if next.turn == Color::White { 6 } else { 0 };
        let bit = 1u64 << step.to().to_u32();
        for (q, place) in all.iter_mut().enumerate() {
            let seen = &mut self.seen[q * BUCKETS + *place][role];
            if *seen & bit != 0 {
                *place = (*place + NOVELTY).min(BUCKETS - 1);
            }
            *seen |= bit;
        }
        all
    }

    /// Takes in the positions along a line, for the search to go on from.
    fn lay(&mut self, root: &Board, track: &[Step]) {
        let mut board = *root;
        let mut parent = 0;
        for &step in track {
            if step == Step::default() {
                break;
            }
            board = board.after(step);
            let key = board.key();
            parent = match self.find(&key) {
                Some(index) => index,
                None => {
                    let rated = self.rate(&board, step);
                    self.insert(key, parent, step, rated);
                    self.nodes.len() as u32 - 1
                }
            };
        }
    }

    fn trace(&self, mut index: u32, line: &mut Vec<Step>) {
        while let Some(node) = self.nodes.get(index as usize) {
            if node.parent == NONE {
                break;
            }
            line.push(node.step);
            index = node.parent;
        }
        line.reverse();
    }

    fn find(&self, key: &Key) -> Option<u32> {
        let mask = self.table.len() - 1;
        let mut at = key.spread() as usize & mask;
        while let Some(&index) = self.table.get(at) {
            if index == NONE {
                return None;
            }
            if self.nodes.get(index as usize).is_some_and(|node| node.key == *key) {
                return Some(index);
            }
            at = (at + 1) & mask;
        }
        None
    }

    fn insert(&mut self, key: Key, parent: u32, step: Step, bucket: [usize; QUEUES]) {
        let index = self.nodes.len() as u32;
        let mut next = [NONE; QUEUES];
        for q in 0..QUEUES {
            if let Some(head) = self.buckets[q].get_mut(bucket[q]) {
                next[q] = *head;
                *head = index;
                self.lowest[q] = self.lowest[q].min(bucket[q]);
            }
        }
        self.nodes.push(Node { key, parent, next, step, open: bucket[0] < BUCKETS });
        if self.nodes.len() * 2 > self.table.len() {
            let size = self.table.len() * 2;
            self.table.clear();
            self.table.resize(size, NONE);
            for index in 0..self.nodes.len() {
                self.place(index as u32);
            }
        } else {
            self.place(index);
        }
    }

    fn place(&mut self, index: u32) {
        let mask = self.table.len() - 1;
        let Some(node) = self.nodes.get(index as usize) else { return };
        let mut at = node.key.spread() as usize & mask;
        while let Some(slot) = self.table.get_mut(at) {
            if *slot == NONE {
                *slot = index;
                return;
            }
            at = (at + 1) & mask;
        }
    }

    fn pop_best(&mut self, q: usize) -> Option<u32> {
        while let Some(head) = self.buckets[q].get_mut(self.lowest[q]) {
            if *head == NONE {
                self.lowest[q] += 1;
                continue;
            }
            let index = *head;
            let node = self.nodes.get(index as usize)?;
            *head = node.next[q];
            if node.open {
                return Some(index);
            }
        }
        None
    }

    fn pop_oldest(&mut self) -> Option<u32> {
        while let Some(node) = self.nodes.get(self.oldest as usize) {
            let index = self.oldest;
            self.oldest += 1;
            if node.open {
                return Some(index);
            }
        }
        None
    }
}

/// How far a position looks from a mate in each of the four corners; small is near.
fn score(board: &Board) -> [usize; QUEUES] {
    let king = board.king(Color::Black);
    let hunter = board.king(Color::White);
    let occupied = board.occupied();
    let white = board.white;
    let attacked = board.attacked(Color::White, occupied & !Bitboard::from_square(king));
    let flights = (attacks::king_attacks(king) & !board.black & !attacked).count();
    let walls = (board.pawns & occupied) | super::board::pawn_attacks(board.pawns & white, Color::White);
    let walk = corner_walk(king, walls);
    let armed = if (board.queens & white).any() {
        0
    } else if (board.rooks & white).any() {
        3
    } else {
        let promotion = (board.pawns & white)
            .into_iter()
            .map(|pawn| 3 * (7 - pawn.rank() as usize) + 8 * (ahead(pawn) & occupied).count())
            .min();
        12 + promotion.unwrap_or(60)
    };
    let mut all = [0; QUEUES];
    for (index, place) in all.iter_mut().enumerate() {
        let goal = GOALS[index];
        let strong = armed + hunter.distance(goal).max(2) as usize - 2;
        let near = if armed < 12 { strong } else { strong.min(blocked_corner(board, index)) };
        *place = (6 * walk[index] + 2 * near + flights).min(BUCKETS - 1);
    }
    all
}

const GOALS: [Square; QUEUES] = [Square::A1, Square::H1, Square::A8, Square::H8];

/// Steps of a king from `king` to each corner.
fn corner_walk(king: Square, walls: Bitboard) -> [usize; QUEUES] {
    let mut all = [12; QUEUES];
    let mut seen = Bitboard::from_square(king);
    for steps in 0..12 {
        for (place, goal) in all.iter_mut().zip(GOALS) {
            if seen.contains(goal) {
                *place = steps.min(*place);
            }
        }
        let row = seen | (seen & !Bitboard::from_file(shakmaty::File::H)).shift(1) | (seen & !Bitboard::from_file(shakmaty::File::A)).shift(-1);
        let next = seen | ((row | row.shift(8) | row.shift(-8)) & !walls);
        if next == seen {
            break;
        }
        seen = next;
    }
    all
}

fn ahead(pawn: Square) -> Bitboard {
    Bitboard(0x0101_0101_0101_0100u64 << pawn.to_u32())
}

/// Mates by minor pieces alone: the black king in a corner, White's king a knight's or two steps away, a black man on
/// the one square neither denies.
const CORNERS: [[(Square, Square); 4]; QUEUES] = {
    use Square::{A2, A3, A6, A7, B1, B3, B6, B8, C1, C2, C7, C8, F1, F2, F7, F8, G1, G3, G6, G8, H2, H3, H6, H7};
    [
        [(B3, B1), (A3, B1), (C2, A2), (C1, A2)],
        [(G3, G1), (H3, G1), (F2, H2), (F1, H2)],
        [(B6, B8), (A6, B8), (C7, A7), (C8, A7)],
        [(G6, G8), (H6, G8), (F7, H7), (F8, H7)],
    ]
};

fn blocked_corner(board: &Board, index: usize) -> usize {
    let hunter = board.king(Color::White);
    let white = board.white;
    let bishops = board.bishops & white;
    let both = !bishops.is_disjoint_const(Bitboard::LIGHT_SQUARES) && !bishops.is_disjoint_const(Bitboard::DARK_SQUARES);
    let bound = !bishops.is_empty() && !both && (board.knights & white).is_empty();
    let pair = both || (board.knights & white).count() + bishops.count() > 1;
    if bound && bishops.is_disjoint_const(Bitboard::LIGHT_SQUARES) == GOALS[index].is_light() {
        return 60;
    }
    let mut men = board.black & !board.kings & !board.queens;
    if bound {
        men &= !board.rooks;
    }
    let mut best = 60;
    for (post, block) in CORNERS[index] {
        let walk = hunter.distance(post) as usize;
        if walk >= best {
            continue;
        }
        let mut stop = 20;
        for man in men {
            let steps = if board.pawns.contains(man) {
                let down = man.rank() as usize;
                if man.file() == block.file() && man.rank() >= block.rank() && block.rank() != Rank::First {
                    man.rank() as usize - block.rank() as usize
                } else {
                    down + 3
                }
            } else if man == block {
                0
            } else if board.bishops.contains(man) && man.is_light() != block.is_light() {
                12
            } else {
                1 + (man.distance(block) as usize + 1) / 2
            };
            stop = stop.min(steps);
        }
        if pair {
            stop = stop.min(2);
        }
        best = best.min(walk + 2 * stop);
    }
    best
}
