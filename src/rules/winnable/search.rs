//! The search: every position reachable from the first one, the promising ones first, none twice.
//!
//! It never follows a line to a depth and comes back: each position is stored once, under its exact [`Key`], with the
//! one it came from. So it ends by itself when everything reachable was met, and a mate's line is read off backwards.

use shakmaty::Color;

use super::board::{Board, Key};
use super::known::Known;
use super::material;
use super::moves::Steps;
use super::score::{self, CORNERS, Scores, WORST};
use super::step::Step;

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

/// No node.
const NONE: u32 = u32::MAX;
/// Added to the score of a position whose last move brought nothing new at its score: the man moved has stood there
/// before in a position that looked equally near. Keeps the search from walking all over a plain.
const STALE: usize = 3;
/// Positions taken before the blocked ones are sorted out one by one; most searches are over by then.
pub(super) const PROOFS_AFTER: u32 = 200;
/// Positions taken before that is tried once more for the first one, with more effort.
const AGAIN_AFTER: u32 = 20_000;
/// Looks by roaming from the first position, and once more.
const LOOKS: [usize; 2] = [8_000, 60_000];
/// Half-moves followed at most where each is the only one.
const MOST_FORCED: usize = 100;
/// Positions stored before the blocked ones are sorted out already when they are met.
const STATICS_AT_ONCE: usize = 2_000;
/// Slots of the table at the start; it doubles.
const FIRST_SLOTS: usize = 1 << 10;
/// Kinds of men: six of each colour.
const KINDS: usize = 12;

struct Node {
    key: Key,
    parent: u32,
    /// The next one with the same score, for each corner.
    next: [u32; CORNERS],
    step: Step,
    /// Not yet taken.
    open: bool,
    /// Came by a pawn move or a capture.
    fresh: bool,
}

/// The positions waiting for one corner, by score; within a score the youngest first.
struct Queue {
    heads: Vec<u32>,
    /// No position with a lower score waits.
    lowest: usize,
    /// Which kinds of men have come to which squares, by score.
    visits: Vec<[u64; KINDS]>,
}

/// The positions met, and where to go on.
pub(super) struct Search {
    nodes: Vec<Node>,
    /// Places in `nodes`, open addressing, at most half full.
    table: Vec<u32>,
    queues: [Queue; CORNERS],
    /// The first node that may still wait in order of age.
    oldest: u32,
    known: Known,
    proofs_after: u32,
}

impl Search {
    /// A search that has met nothing, and asks whether a position is blocked once it has taken so many.
    pub(super) fn new(proofs_after: u32) -> Search {
        let queue = || Queue { heads: vec![NONE; WORST], lowest: WORST, visits: vec![[0; KINDS]; WORST] };
        Search {
            nodes: Vec::new(),
            table: vec![NONE; FIRST_SLOTS],
            queues: std::array::from_fn(|_| queue()),
            oldest: 0,
            known: Known::default(),
            proofs_after,
        }
    }

    /// The number of different positions stored so far.
    pub(super) fn size(&self) -> u64 {
        self.nodes.len() as u64
    }

    /// Looks for a mate by White from `root`, storing at most `budget` positions; those along `tracks` come first.
    pub(super) fn run(&mut self, root: &Board, tracks: &[Vec<Step>], budget: u64) -> Found {
        if budget == 0 {
            return Found::Spent;
        }
        self.insert(root.key(), NONE, Step::default(), Some([0; CORNERS]), false);
        for track in tracks {
            self.lay(root, track, budget);
        }
        let mut steps = Steps::new();
        let mut taken = 0;
        while let Some(index) = self.take(taken) {
            taken += 1;
            let Some(node) = self.nodes.get_mut(index as usize) else { break };
            node.open = false;
            let board = Board::from_key(&node.key);
            let fresh = node.fresh;
            let proofs = self.proofs_after < u32::MAX;
            let looks = if taken == AGAIN_AFTER { LOOKS[1] } else { LOOKS[0] };
            if proofs && (taken == self.proofs_after || taken == AGAIN_AFTER) && self.is_hopeless_from(root, looks) {
                return Found::Exhausted;
            }
            if taken > self.proofs_after && self.is_hopeless(&board, fresh, taken) {
                continue;
            }
            board.steps(&mut steps);
            for &step in steps.as_slice() {
                let next = board.after(step);
                if next.turn == Color::Black && next.is_mate() {
                    return Found::Mate(self.line(index, step));
                }
                let for_good = next.pawns != board.pawns || next.occupied().count() != board.occupied().count();
                if for_good && material::is_hopeless(&next) {
                    continue;
                }
                let key = next.key();
                if self.find(&key).is_some() {
                    continue;
                }
                if self.size() >= budget {
                    return Found::Spent;
                }
                let at_once = for_good && taken > self.proofs_after && self.nodes.len() > STATICS_AT_ONCE;
                let blocked = at_once && self.known.is_hopeless(&next);
                let scores = if blocked { None } else { Some(self.rate(&next, step)) };
                self.insert(key, index, step, scores, for_good);
            }
        }
        Found::Exhausted
    }

    /// Whether the first position is proved hopeless, by itself or by what each move and those forced by it lead to.
    fn is_hopeless_from(&mut self, root: &Board, looks: usize) -> bool {
        let mut steps = Steps::new();
        let first = forced(*root, &mut steps);
        if self.known.roam_far(root, looks) || self.known.is_hopeless(&first) {
            return true;
        }
        first.steps(&mut steps);
        let children: Vec<Board> = steps.as_slice().iter().map(|step| first.after(*step)).collect();
        if looks == LOOKS[1] {
            // What is proved of one of them is used by the search, though the others may stay open.
            for child in &children {
                self.known.roam_far(child, looks / children.len().max(1));
            }
        }
        // What roaming has proved says nothing of a mate that is on the board already.
        let hopeless = |child: &Board| {
            let child = forced(*child, &mut steps);
            !child.is_mate() && (self.known.is_proven(&child) || self.known.is_hopeless(&child))
        };
        !children.is_empty() && children.iter().all(hopeless)
    }

    /// Whether a position about to be taken need not be looked at.
    fn is_hopeless(&mut self, board: &Board, fresh: bool, taken: u32) -> bool {
        self.known.is_proven(board) || (fresh && (self.known.is_hopeless(board) || self.known.roam(board, taken)))
    }

    /// The next node: mostly of the corner that looks nearest, now and then of each other corner and of the oldest.
    fn take(&mut self, taken: u32) -> Option<u32> {
        match taken % 16 {
            0 | 8 => self.take_oldest(),
            turn @ (1 | 3 | 5 | 7) => self.take_best(turn as usize / 2),
            _ => {
                let nearest = (0..CORNERS).min_by_key(|corner| self.queues[*corner].lowest);
                self.take_best(nearest.unwrap_or(0))
            }
        }
    }

    fn take_best(&mut self, corner: usize) -> Option<u32> {
        let queue = &mut self.queues[corner];
        while let Some(head) = queue.heads.get_mut(queue.lowest) {
            let index = *head;
            let Some(node) = self.nodes.get(index as usize) else {
                queue.lowest += 1;
                continue;
            };
            *head = node.next[corner];
            if node.open {
                return Some(index);
            }
        }
        None
    }

    fn take_oldest(&mut self) -> Option<u32> {
        while let Some(node) = self.nodes.get(self.oldest as usize) {
            let index = self.oldest;
            self.oldest += 1;
            if node.open {
                return Some(index);
            }
        }
        None
    }

    fn rate(&mut self, next: &Board, step: Step) -> Scores {
        let mut scores = score::of(next);
        let colour = if next.turn == Color::White { KINDS / 2 } else { 0 };
        let kind = next.role_at(step.to()).map_or(0, |role| role as usize - 1) + colour;
        let spot = 1u64 << step.to().to_u32();
        for (score, queue) in scores.iter_mut().zip(&mut self.queues) {
            let visits = &mut queue.visits[*score][kind];
            if *visits & spot != 0 {
                *score = (*score + STALE).min(WORST - 1);
            }
            *visits |= spot;
        }
        scores
    }

    /// Stores the positions along a line, for the search to go on from.
    fn lay(&mut self, root: &Board, track: &[Step], budget: u64) {
        let mut board = *root;
        let mut parent = 0;
        for &step in track {
            board = board.after(step);
            if material::is_hopeless(&board) || self.size() >= budget {
                break;
            }
            let key = board.key();
            parent = match self.find(&key) {
                Some(index) => index,
                None => {
                    let scores = self.rate(&board, step);
                    self.insert(key, parent, step, Some(scores), true)
                }
            };
        }
    }

    /// The steps to a node, and one more.
    fn line(&self, mut index: u32, last: Step) -> Vec<Step> {
        let mut line = vec![last];
        while let Some(node) = self.nodes.get(index as usize).filter(|node| node.parent != NONE) {
            line.push(node.step);
            index = node.parent;
        }
        line.reverse();
        line
    }

    fn find(&self, key: &Key) -> Option<u32> {
        let mask = self.table.len() - 1;
        let mut slot = key.spread() as usize & mask;
        loop {
            let index = self.table[slot];
            let node = self.nodes.get(index as usize)?;
            if node.key == *key {
                return Some(index);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Stores a position, to be taken by its scores or, without any, never.
    fn insert(&mut self, key: Key, parent: u32, step: Step, scores: Option<Scores>, fresh: bool) -> u32 {
        let index = self.nodes.len() as u32;
        let mut next = [NONE; CORNERS];
        if let Some(scores) = scores {
            for ((queue, next), score) in self.queues.iter_mut().zip(&mut next).zip(scores) {
                *next = std::mem::replace(&mut queue.heads[score], index);
                queue.lowest = queue.lowest.min(score);
            }
        }
        self.nodes.push(Node { key, parent, next, step, open: scores.is_some(), fresh });
        if self.nodes.len() * 2 > self.table.len() {
            let slots = self.table.len() * 2;
            self.table.clear();
            self.table.resize(slots, NONE);
            for index in 0..self.nodes.len() as u32 {
                self.place(index);
            }
        } else {
            self.place(index);
        }
        index
    }

    fn place(&mut self, index: u32) {
        let mask = self.table.len() - 1;
        let mut slot = self.nodes[index as usize].key.spread() as usize & mask;
        while self.table[slot] != NONE {
            slot = (slot + 1) & mask;
        }
        self.table[slot] = index;
    }
}

/// The position after all moves that are the only ones.
fn forced(mut board: Board, steps: &mut Steps) -> Board {
    for _ in 0..MOST_FORCED {
        board.steps(steps);
        let [step] = steps.as_slice() else { break };
        board = board.after(*step);
    }
    board
}
