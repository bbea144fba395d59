//! What is counted of a table: shared by its task, which counts, and by those who look.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use crate::game::record::BoardState;

/// One table's counts and signs of life.
#[derive(Debug)]
pub(super) struct TableMetrics {
    /// The table's name.
    pub(super) table: String,
    /// Journaled records: `seq` of the last one.
    pub(super) records: Count,
    /// Turns of the task's loop; also while nothing happens.
    pub(super) turns: Count,
    /// How often the task failed and was started again.
    pub(super) restarts: Count,
    board: AtomicU8,
    hangs: AtomicBool,
}

/// A number that only grows. Every order of reading and counting will do, for nothing else hangs on it.
#[derive(Debug, Default)]
pub(super) struct Count(AtomicU64);

impl Count {
    pub(super) fn add(&self, more: u64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    pub(super) fn raise_to(&self, number: u64) {
        self.0.fetch_max(number, Ordering::Relaxed);
    }

    pub(super) fn now(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl TableMetrics {
    pub(super) fn new(table: String) -> TableMetrics {
        let board = AtomicU8::new(code(BoardState::Searching));
        TableMetrics {
            table,
            records: Count::default(),
            turns: Count::default(),
            restarts: Count::default(),
            board,
            hangs: AtomicBool::new(false),
        }
    }

    pub(super) fn set_board(&self, state: BoardState) {
        self.board.store(code(state), Ordering::Relaxed);
    }

    pub(super) fn is_board_connected(&self) -> bool {
        self.board.load(Ordering::Relaxed) == code(BoardState::Connected)
    }

    /// Whether the task has stood still for too long.
    pub(super) fn set_hangs(&self, hangs: bool) {
        self.hangs.store(hangs, Ordering::Relaxed);
    }

    pub(super) fn hangs(&self) -> bool {
        self.hangs.load(Ordering::Relaxed)
    }
}

fn code(state: BoardState) -> u8 {
    match state {
        BoardState::Connected => 0,
        BoardState::Lost => 1,
        BoardState::Searching => 2,
        BoardState::Stale => 3,
    }
}
