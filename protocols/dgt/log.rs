//! The emulated board's log memory: what happened, kept over a lost connection.
//!
//! One ring of records, each told by its first byte. The ring's oldest bytes
//! may be the rest of a record that was overwritten.

use std::collections::VecDeque;

use super::{
    clock::digits,
    wire::{code_of, place},
};
use crate::{At, ClockFace, Placement, Side, Square};

/// Data bytes in a dump of the log.
pub(super) const LOG_BYTES: usize = 0x1f00;

/// Two updates closer than this are marked as such, in milliseconds.
const CLOSE_MS: u64 = 250;

/// So many squares of the outer ranks may be vacated before a begin position is looked for again.
const LEFT_BEGIN: u32 = 2;

/// The two ranks at each side of the board, as in [`Placement::occupied`].
const OUTER_RANKS: u64 = 0xffff_0000_0000_ffff;

// One-byte records.
const POWER_UP: u8 = 0x6a;
const END: u8 = 0x6b;
const FOUR_ROWS: u8 = 0x6c;
const EMPTY_BOARD: u8 = 0x6d;
const DOWNLOADED: u8 = 0x6e;
const BEGIN: u8 = 0x6f;
const BEGIN_TURNED: u8 = 0x7a;
const START: u8 = 0x7b;
const NOTHING: u8 = 0x7f;
/// What memory holds that was never written; reads as "nothing" too.
const BLANK: u8 = 0x00;

// First bytes of longer records.
const UPDATE: u8 = 0x40;
const CLOSE: u8 = 0x10;
const RIGHT_STOPPED: u8 = 0x60;
const LEFT_STOPPED: u8 = 0x70;

/// The log.
#[derive(Debug)]
pub(super) struct Log {
    /// The last [`LOG_BYTES`] - 1 bytes written, oldest first; the end mark takes the last place in a dump.
    bytes: VecDeque<u8>,
    /// The squares of the last two records, newest last, where these are updates.
    recent: [Option<Square>; 2],
    /// When the last update was written.
    updated: Option<At>,
    /// Whether a begin position is looked for.
    seeking: bool,
    /// Whether the board was empty at the last look.
    empty: bool,
    /// Bytes written since the memory was new.
    written: u64,
    /// Up to where a computer on a bus has fetched what was written.
    fetched: u64,
    /// Where the last start of a game was written.
    started: Option<u64>,
}

impl Log {
    /// The memory of a new board.
    pub(super) fn new() -> Log {
        Log {
            bytes: VecDeque::from(vec![BLANK; LOG_BYTES - 1]),
            recent: [None; 2],
            updated: None,
            seeking: true,
            empty: true,
            written: 0,
            fetched: 0,
            started: None,
        }
    }

    /// Power came.
    pub(super) fn power_up(&mut self) {
        for byte in [NOTHING, NOTHING, NOTHING, POWER_UP] {
            self.tag(byte);
        }
        self.updated = None;
        self.seeking = true;
        self.empty = true;
    }

    /// A square changed; `code` is the piece code of what stands there now.
    pub(super) fn update(&mut self, square: Square, code: u8, at: At) {
        let close = self.updated.is_some_and(|updated| at.since(updated) < CLOSE_MS);
        let first = UPDATE | if close { CLOSE } else { 0 } | code;
        // One piece that keeps changing must not wash the game out of the memory: its third record in a row
        // takes the second one's place, so that the last one still says what stands there.
        // One that was fetched already stays, for what comes in its place would not be.
        if self.recent == [Some(square); 2] && self.written >= self.fetched + 2 {
            self.written -= 2;
            self.bytes.truncate(LOG_BYTES - 3);
            self.bytes.push_front(BLANK);
            self.bytes.push_front(BLANK);
        }
        self.push(&[first, place(square)]);
        self.recent = [self.recent[1], Some(square)];
        self.updated = Some(at);
    }

    /// One side's time stopped because the clock was pressed.
    pub(super) fn stopped(&mut self, side: Side, face: &ClockFace) {
        let [hours, minutes, seconds] = digits(face.ms);
        let first = match side {
            Side::Left => LEFT_STOPPED,
            Side::Right => RIGHT_STOPPED,
        };
        self.push(&[first | hours, minutes, seconds]);
        self.recent = [None; 2];
    }

    /// Looks at the whole board after it changed.
    ///
    /// A begin position is written once; the next is looked for when more than
    /// two squares of the outer ranks have been vacated, so that a first move,
    /// or a piece put straight, does not begin another game.
    pub(super) fn look(&mut self, board: &Placement) {
        let occupied = board.occupied();
        if occupied == 0 && !self.empty {
            self.tag(EMPTY_BOARD);
        }
        self.empty = occupied == 0;
        if !self.seeking {
            self.seeking = (occupied & OUTER_RANKS).count_ones() < OUTER_RANKS.count_ones() - LEFT_BEGIN;
        } else if occupied == OUTER_RANKS {
            self.seeking = false;
            self.tag(if *board == Placement::initial() {
                BEGIN
            } else if *board == Placement::initial().turned() {
                BEGIN_TURNED
            } else {
                FOUR_ROWS
            });
        }
    }

    /// The data of a dump, oldest bytes first; the log then remembers that it was fetched.
    pub(super) fn dump(&mut self) -> Vec<u8> {
        let mut data: Vec<u8> = self.bytes.iter().copied().collect();
        data.push(END);
        self.tag(DOWNLOADED);
        data
    }

    /// What was written since this was last asked, for a computer on a bus.
    pub(super) fn changes(&mut self) -> Vec<u8> {
        self.recent = [None; 2];
        let from = std::mem::replace(&mut self.fetched, self.written);
        self.between(from, self.written)
    }

    /// Writes that a game starts, and everything on the board.
    pub(super) fn start(&mut self, board: &Placement) {
        self.started = Some(self.written);
        self.tag(START);
        for (square, piece) in board.pieces() {
            self.push(&[UPDATE | code_of(Some(piece)), place(square)]);
        }
    }

    /// What was written since the last start and has been fetched; empty where there was none or it is overwritten.
    pub(super) fn since_start(&self) -> Vec<u8> {
        self.started.map_or(Vec::new(), |started| self.between(started, self.fetched))
    }

    /// The bytes written from one count to another, as far as they are kept.
    fn between(&self, from: u64, to: u64) -> Vec<u8> {
        let oldest = self.written.saturating_sub(self.bytes.len() as u64);
        let skip = self.bytes.len() as u64 - (self.written - from.max(oldest).min(to));
        self.bytes.iter().skip(skip as usize).take(to.saturating_sub(from.max(oldest)) as usize).copied().collect()
    }

    fn tag(&mut self, byte: u8) {
        self.push(&[byte]);
        self.recent = [None; 2];
    }

    fn push(&mut self, record: &[u8]) {
        self.written += record.len() as u64;
        self.bytes.drain(..record.len());
        self.bytes.extend(record);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> Square {
        name.parse().expect("a square")
    }

    /// What was written since the memory was new.
    fn written(log: &mut Log) -> Vec<u8> {
        let data = log.dump();
        assert_eq!(data.len(), LOG_BYTES);
        data.into_iter().skip_while(|&byte| byte == BLANK).collect()
    }

    #[test]
    fn a_game_begins_with_a_tag_and_the_times_of_stopped_sides() {
        let mut log = Log::new();
        log.power_up();
        log.look(&Placement::initial());
        log.update(square("e2"), 0x00, At(1_000));
        log.update(square("e4"), 0x01, At(1_249));
        log.stopped(Side::Left, &ClockFace { ms: 299_000, flag: crate::Flag::Up, increment_shown: false });
        log.update(square("e7"), 0x00, At(1_499));
        assert_eq!(
            written(&mut log),
            [0x7f, 0x7f, 0x7f, 0x6a, 0x6f, 0x40, 0x34, 0x51, 0x24, 0x70, 0x04, 0x59, 0x40, 0x0c, 0x6b]
        );
        // The next dump shows that there was one.
        assert!(written(&mut log).ends_with(&[0x0c, 0x6e, 0x6b]));
    }

    #[test]
    fn a_piece_that_keeps_changing_does_not_fill_the_log() {
        let mut log = Log::new();
        for turn in 0..1_000 {
            log.update(square("a1"), 0x00, At(turn * 600));
            log.update(square("a1"), 0x02, At(turn * 600 + 300));
        }
        log.update(square("b1"), 0x00, At(900_000));
        assert_eq!(written(&mut log), [0x40, 0x38, 0x42, 0x38, 0x40, 0x39, 0x6b]);
    }

    #[test]
    fn a_begin_position_is_looked_for_again_when_more_than_two_squares_are_vacated() {
        let mut log = Log::new();
        let mut board = Placement::initial().turned();
        log.look(&board);
        let mut vacate = |log: &mut Log, names: &[&str]| {
            for name in names {
                board.set(square(name), None);
            }
            log.look(&board);
            board = Placement::initial();
            log.look(&board);
        };
        vacate(&mut log, &["a1", "b1"]);
        assert_eq!(written(&mut log), [BEGIN_TURNED, END]);
        vacate(&mut log, &["a1", "b1", "c1"]);
        assert!(written(&mut log).ends_with(&[DOWNLOADED, BEGIN, END]));
        log.look(&Placement::EMPTY);
        log.look(&Placement::EMPTY);
        let mut mixed = Placement::initial();
        mixed.set(square("a1"), mixed.at(square("b1")));
        log.look(&mixed);
        assert!(written(&mut log).ends_with(&[DOWNLOADED, EMPTY_BOARD, FOUR_ROWS, END]));
    }

    #[test]
    fn the_oldest_bytes_are_overwritten() {
        let mut log = Log::new();
        for turn in 0..5_000 {
            log.update(square(if turn % 2 == 0 { "a1" } else { "h8" }), 0x02, At(turn * 250));
        }
        let data = log.dump();
        // The memory holds an odd number of bytes beside the end mark: it begins in the middle of a record.
        assert_eq!(data[..3], [0x38, 0x42, 0x07]);
        assert_eq!(data[LOG_BYTES - 3..], [0x42, 0x07, END]);
    }
}
