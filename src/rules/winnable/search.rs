//! The search: every position reachable from the first one, the promising ones first, none twice.

use shakmaty::{Bitboard, Color, Square, attacks};

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

struct Node {
    key: Key,
    parent: u32,
    /// The next one in the same bucket.
    next: u32,
    step: Step,
    open: bool,
}

/// The positions met, and where to go on.
pub(super) struct Search {
    nodes: Vec<Node>,
    /// Indices into `nodes`, open addressing; `NONE` is free.
    table: Vec<u32>,
    buckets: Vec<u32>,
    lowest: usize,
    /// The first node that has not been taken in order of age.
    oldest: u32,
}

impl Search {
    pub(super) fn new() -> Search {
        Search { nodes: Vec::new(), table: vec![NONE; 1 << 10], buckets: vec![NONE; BUCKETS], lowest: BUCKETS, oldest: 0 }
    }

    /// The number of different positions stored so far.
    pub(super) fn size(&self) -> u64 {
        self.nodes.len() as u64
    }

    /// Looks for a mate by White from `root`, storing at most `budget` positions.
    pub(super) fn run(&mut self, root: &Board, budget: u64, statics: bool) -> Found {
        if root.is_mate() {
            return if root.turn == Color::Black { Found::Mate(Vec::new()) } else { Found::Exhausted };
        }
        self.insert(root.key(), NONE, Step::default(), 0);
        let mut steps = Steps::new();
        let mut turn = 0u32;
        loop {
            turn += 1;
            let Some(index) = (if turn % 8 == 0 { self.pop_oldest() } else { self.pop_best() }) else {
                return Found::Exhausted;
            };
            let Some(node) = self.nodes.get_mut(index as usize) else { return Found::Exhausted };
            node.open = false;
            let board = Board::from_key(&node.key);
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
                let dead = irreversible && statics && mobility::is_hopeless(&next);
                self.insert(key, index, step, if dead { BUCKETS } else { score(&next) });
            }
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

    fn insert(&mut self, key: Key, parent: u32, step: Step, bucket: usize) {
        let index = self.nodes.len() as u32;
        let mut next = NONE;
        if let Some(head) = self.buckets.get_mut(bucket) {
            next = *head;
            *head = index;
            self.lowest = self.lowest.min(bucket);
        }
        self.nodes.push(Node { key, parent, next, step, open: bucket < BUCKETS });
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

    fn pop_best(&mut self) -> Option<u32> {
        while let Some(head) = self.buckets.get_mut(self.lowest) {
            if *head == NONE {
                self.lowest += 1;
                continue;
            }
            let index = *head;
            let node = self.nodes.get(index as usize)?;
            *head = node.next;
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

fn score(board: &Board) -> usize {
    let king = board.king(Color::Black);
    let occupied = board.occupied();
    let attacked = board.attacked(Color::White, occupied & !Bitboard::from_square(king));
    let flights = attacks::king_attacks(king) & !board.black & !attacked;
    let white = board.white;
    let hunter = board.king(Color::White);
    let mut sum = 3 * flights.count() + 2 * edge(king) + hunter.distance(king).max(2) as usize - 2;
    if (board.queens & white).any() {
    } else if (board.rooks & white).any() {
        sum += 3;
    } else {
        let mut least = 40;
        for sq in board.pawns & white {
            let rank = sq.rank() as usize;
            let ahead = (Bitboard::from_file(sq.file()).0 >> sq.to_u32() >> 1) << sq.to_u32() << 1;
            least = least.min(3 * (7 - rank) + 8 * (Bitboard(ahead) & occupied).count());
        }
        let minors = ((board.knights | board.bishops) & white).count();
        sum += 6 + least.min(if minors >= 2 { 14 } else if minors == 1 { 20 } else { 40 });
    }
    sum.min(BUCKETS - 1)
}

fn edge(king: Square) -> usize {
    let (file, rank) = (king.file().to_usize(), king.rank().to_usize());
    file.min(7 - file) + rank.min(7 - rank)
}
