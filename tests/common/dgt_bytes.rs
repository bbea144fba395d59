//! A table whose DGT board speaks byte by byte as the test says: whole readings, single squares, the clock.

use protocols::{At, Piece, Placement, Square, dgt::DgtCodec, registry::Sensing};
use touchmove::{
    board::{self, OrientationSetting},
    game::pgn::Tags,
    rules::Variant,
    table::{Input, Output, Setup, Source, Table},
    turn::{Given, Settings, Start},
};

/// A board and its table.
pub(crate) struct DgtBoard {
    pub(crate) table: Table,
    pub(crate) now: At,
    /// What stands on it, in its own numbering.
    pub(crate) stands: Placement,
    pub(crate) said: Vec<Output>,
    /// What comes in one heap.
    held: Option<Vec<u8>>,
}

/// What a table is set up with that plays its first game so.
pub(crate) fn setup(start: Start, settings: Settings) -> Setup {
    Setup {
        name: "1".to_owned(),
        session: "s".to_owned(),
        settings,
        start,
        given: Given::default(),
        seq: 0,
        tags: Tags::default(),
        language: touchmove::words::Language::English,
    }
}

impl DgtBoard {
    /// A board without pieces, just opened; the table waits for a first position.
    pub(crate) fn empty(variant: Variant, settings: Settings) -> DgtBoard {
        DgtBoard::showing(Placement::EMPTY, variant, settings)
    }

    /// The same with these pieces on it.
    pub(crate) fn showing(stands: Placement, variant: Variant, settings: Settings) -> DgtBoard {
        let reading = board::Settings { orientation: OrientationSetting::Auto, sensing: Sensing::Identity };
        let source = Source::Board(Box::new(DgtCodec::new()), reading);
        let table = Table::new(setup(Start::Setup(variant), settings), source);
        let mut board = DgtBoard { table, now: At(0), stands, said: Vec::new(), held: None };
        board.open();
        board
    }

    /// The port is opened, and the board answers with all its pieces.
    pub(crate) fn open(&mut self) {
        self.table.handle(self.now, Input::Opened);
        self.dump();
    }

    /// The port is gone.
    pub(crate) fn close(&mut self) {
        self.table.handle(self.now, Input::Closed);
        self.drain();
    }

    /// The whole board (0x86).
    pub(crate) fn dump(&mut self) {
        let codes = dgt_order().map(|square| code(self.stands.at(square)));
        let bytes: Vec<u8> = [0x86, 0, 67].into_iter().chain(codes).collect();
        self.say(&bytes);
    }

    /// One square (0x8e).
    pub(crate) fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.stands.set(square, piece);
        let number = dgt_order().position(|other| other == square).expect("a square");
        self.say(&[0x8e, 0, 5, number as u8, code(piece)]);
    }

    /// A piece goes from one square to another.
    pub(crate) fn go(&mut self, from: &str, to: &str) {
        let [from, to] = [from, to].map(|name| name.parse::<Square>().expect("a square"));
        let piece = self.stands.at(from);
        self.put(from, None);
        self.rest(500);
        self.put(to, piece);
    }

    /// The clock (0x8d), running on this side: seconds of each.
    pub(crate) fn clock(&mut self, left_s: u32, right_s: u32, runs: Runs) {
        let face = |s: u32| [s / 3_600, s / 60 % 60, s % 60].map(|part| (part / 10 * 16 + part % 10) as u8);
        // Bit 0: running; bit 1: the lever is high on the right; bits 3 and 4: left or right at move.
        let status = match runs {
            Runs::Left => 0b00_1001,
            Runs::Right => 0b01_0011,
        };
        let bytes: Vec<u8> =
            [0x8d, 0, 10].into_iter().chain(face(right_s)).chain(face(left_s)).chain([status]).collect();
        self.say(&bytes);
    }

    /// A message that no clock is there (0x8d with its bit for that).
    pub(crate) fn clock_gone(&mut self) {
        self.say(&[0x8d, 0, 10, 0, 0, 0, 0, 0, 0, 0x20]);
    }

    /// Time passes, and the board answers what it is asked.
    pub(crate) fn rest(&mut self, ms: u64) {
        let until = self.now + ms;
        while self.now < until {
            self.table.handle(self.now, Input::Tick);
            self.dump();
        }
    }

    /// What is done comes in one heap.
    pub(crate) fn at_once(&mut self, deeds: impl FnOnce(&mut Self)) {
        self.held = Some(Vec::new());
        deeds(self);
        let heap = self.held.take().unwrap_or_default();
        self.say(&heap);
    }

    fn say(&mut self, bytes: &[u8]) {
        if let Some(held) = &mut self.held {
            return held.extend(bytes);
        }
        self.now = self.now + 150;
        self.table.handle(self.now, Input::Bytes(bytes));
        self.drain();
    }

    fn drain(&mut self) {
        self.said.extend(std::iter::from_fn(|| self.table.poll()));
    }
}

/// Whose clock runs, by the side of the board.
#[derive(Clone, Copy)]
pub(crate) enum Runs {
    Left,
    Right,
}

/// DGT's numbers: a8 is 0, h1 is 63.
fn dgt_order() -> impl Iterator<Item = Square> {
    (0..8).rev().flat_map(|rank| (0..8).filter_map(move |file| Square::from_coords(file, rank)))
}

fn code(piece: Option<Piece>) -> u8 {
    piece.map_or(0, |piece| 1 + "PRNBKQprnbkq".find(piece.letter()).expect("a piece") as u8)
}
