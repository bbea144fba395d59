//! What electronic chess boards say on the wire, as plain data.
//!
//! One folder a board. A board's [`Codec`] turns received bytes into
//! [`SensorEvent`]s and says which bytes to send; it does no IO, reads no
//! clock and knows nothing of the rules of chess. The same folder holds the
//! board's [`Device`], the other end of the wire, for emulation and tests.
//! [`registry`] is the one list of the boards.
//!
//! Squares here are the board's own: as if the player of the white pieces sat
//! where the maker assumes. Which way round the board really lies is found
//! one stage later, from the position.

pub mod certabo;
mod commands;
pub mod dgt;
mod dice;
mod gathered;
pub mod ichessone;
mod kind;
mod listener;
pub mod millennium;
pub mod openline;
pub mod registry;
mod snapshot;
mod sudden;
pub mod tabutronic;
mod talker;
mod time;
mod words;

use kind::Sensing;

pub use dice::Dice;
pub use time::{At, LineTime};
pub use words::{Color, ParseWordError, Piece, Placement, Role, Square, SquareContent, SquareSet, WordKind};

/// Longest run of received bytes a codec may keep while a message is incomplete, in bytes.
///
/// The longest message of any board is DGT's EEPROM dump, 7,939 bytes.
pub const MAX_PARTIAL_MESSAGE: usize = 8_192;

/// A board's wire protocol, seen from the computer: bytes in, events and bytes out.
///
/// A codec also holds the conversation: it greets the board, asks for
/// positions, keeps the line alive, and notices a board that has gone silent.
/// Feed it one input, then [`poll`](Codec::poll) until nothing comes.
pub trait Codec: Send + std::fmt::Debug {
    /// The port has just been opened or opened again: forget half messages and greet the board.
    fn opened(&mut self, at: At);

    /// Bytes arrived, in any cut: one at a time or a thousand at once give the same events.
    fn receive(&mut self, at: At, bytes: &[u8]);

    /// Time has passed; does whatever was due at or before `at`.
    fn tick(&mut self, at: At);

    /// When [`tick`](Codec::tick) wants to be called next, if at all.
    fn next_deadline(&self) -> Option<At>;

    /// Asks the board for its whole position; the answer comes as [`SensorEvent::Placement`].
    fn request_placement(&mut self, at: At);

    /// Asks the board what it remembers; the answer comes as [`SensorEvent::Past`]. Gives whether one will come: not from
    /// boards that remember nothing, nor from those that have told it unasked.
    fn request_past(&mut self, at: At) -> bool {
        let _ = at;
        false
    }

    /// Whether the board looks at no square while it sends what it remembers, and so finds at once what was done meanwhile.
    fn is_deaf_while_it_tells(&self) -> bool {
        false
    }

    /// Lights these squares, in the board's own numbering, and no others. They stay so until the next call or the next
    /// [`opened`](Codec::opened). Nothing on a board without lights ([`registry::Lights::None`]).
    fn light(&mut self, at: At, squares: SquareSet) {
        let _ = (at, squares);
    }

    /// These pieces stand on the board, in its own numbering, for as long as it has shown what it shows: a codec that
    /// must learn which piece is which ([`Calibration::Wanted`]) takes them as known from now on, as far as they do
    /// not contradict what it knows. Nothing on other boards.
    fn learn(&mut self, at: At, placement: &Placement) {
        let _ = (at, placement);
    }

    /// Takes back what an earlier codec wanted kept ([`CodecOutput::Keep`]), before the port is opened.
    ///
    /// # Errors
    /// [`UnreadableMemory`] where the text is not of this codec's making; the codec is then as if it had been told
    /// nothing.
    fn recall(&mut self, kept: &str) -> Result<(), UnreadableMemory> {
        let _ = kept;
        Ok(())
    }

    /// The next thing to do, in order; `None` when the last input is dealt with.
    fn poll(&mut self) -> Option<CodecOutput>;
}

/// A text that a codec cannot take back with [`Codec::recall`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadableMemory {
    /// The line, from 1.
    pub line: usize,
    /// What is there.
    pub found: String,
    /// What may be there.
    pub expected: &'static str,
}

impl std::fmt::Display for UnreadableMemory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: found {:?}, expected {}", self.line, self.found, self.expected)
    }
}

impl std::error::Error for UnreadableMemory {}

/// What a codec wants done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CodecOutput {
    /// The board said something.
    Event(SensorEvent),
    /// Keep this text, in place of what was kept before, and give it back with [`Codec::recall`] to the next codec for
    /// this board. A few kilobytes at most.
    Keep(String),
    /// Write these bytes to the board.
    Send(Vec<u8>),
}

/// What a board said, in the vocabulary all boards share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SensorEvent {
    /// State of the board's battery.
    Battery {
        /// Charge left, 0..=100 percent.
        percent: u8,
        /// Whether it is being charged.
        charging: bool,
    },
    /// Whether the pieces on the board are known, where that has to be learnt.
    Calibration(Calibration),
    /// A reading of the clock connected to the board.
    Clock(ClockReading),
    /// One square changed.
    Field {
        /// The square, in the board's own numbering.
        square: Square,
        /// What stands there now.
        content: SquareContent,
    },
    /// The board told who it is; sent again whenever more is known.
    Identity {
        /// Serial number as the board prints it.
        serial: Option<String>,
        /// Firmware version, `main.sub`.
        firmware: Option<String>,
        /// What its sensors tell of a square, where the board says so itself.
        sensing: Option<Sensing>,
    },
    /// The sensor of a square said what cannot be, and that was passed over: the square counts as unchanged.
    Misread(Square),
    /// Something on the wire made no sense and was passed over.
    Noise(Noise),
    /// What the board remembers, oldest first: its own log of what happened, whether or not anybody listened, up to
    /// now. What it has told itself since the port was opened is in it, too. Empty where it could not be read.
    Past(Vec<Remembered>),
    /// A reading of all 64 squares, in the order of [`Square::index`]: a1 first, h8 last.
    Placement([SquareContent; 64]),
    /// Whether the board answers.
    Presence(Presence),
    /// The clock was pressed on this side, told by a board that knows of presses but not of times.
    Press(Side),
}

/// One thing that a board remembers, without its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remembered {
    /// The whole board was so.
    Board(Placement),
    /// One square changed.
    Field {
        /// The square, in the board's own numbering.
        square: Square,
        /// What stood there then.
        content: SquareContent,
        /// Whether it changed within a quarter of a second of the change before: their order may be that of a scan.
        close: bool,
    },
    /// Something may have happened that the board does not remember: it had no power.
    Gap,
    /// The log was sent, which may keep a board from looking for seconds: what was done meanwhile follows without its order.
    Sent,
    /// The player on this side pressed the clock.
    Press {
        /// Whose time stopped.
        side: Side,
        /// What the clock showed for him then, in milliseconds.
        ms: u32,
    },
}

/// Whether a codec knows which piece is which on a board whose sensors tell pieces apart but not what they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Calibration {
    /// Every piece on the board is known.
    Complete,
    /// Some piece on the board is not known: it is told as [`SquareContent::Occupied`] until
    /// [`Codec::learn`] has told what it is.
    Wanted,
}

/// Whether a board that is plugged in answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// It answered the greeting, or spoke again after a silence.
    Answering,
    /// Nothing came for too long although it was asked.
    Silent,
}

/// Why received bytes were passed over. Counted, never an error: lines are noisy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Noise {
    /// What was wrong.
    pub kind: NoiseKind,
    /// How many bytes were dropped.
    pub skipped_bytes: usize,
}

/// Kinds of [`Noise`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoiseKind {
    /// A checksum or parity did not fit.
    Checksum,
    /// A message of known kind with a length it cannot have.
    Length,
    /// A message broke off and another began.
    Truncated,
    /// Bytes outside any message.
    Unframed,
    /// A field has a value that it cannot have (square above 63, 75 minutes).
    Value,
}

/// A reading of the chess clock, seen from the clock's front.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockReading {
    /// The left player's display.
    pub left: ClockFace,
    /// The right player's display.
    pub right: ClockFace,
    /// The side whose lever end is high, that is, whose time runs when the clock runs.
    pub lever_high: Side,
    /// Whether the clock is running.
    pub running: bool,
    /// False where the board says that no clock is connected; the times then mean nothing.
    pub connected: bool,
    /// Whether the clock says that its battery is low.
    pub battery_low: bool,
    /// The side to move by a mark that the clock sends besides its lever, where it sends one.
    ///
    /// Makers disagree on which side the mark names, so it may be the one whose lever end is low. It is worth
    /// something all the same: mark and lever change together, so a lever that moves alone is a damaged byte.
    pub turn: Option<Side>,
}

/// One player's half of a [`ClockReading`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockFace {
    /// Time shown, in milliseconds; 0..=35_999_000 on DGT (hours have one digit).
    pub ms: u32,
    /// What the display says of the flag.
    pub flag: Flag,
    /// Whether the display shows a time-per-move indicator (increment or delay).
    pub increment_shown: bool,
}

/// The flag on one side of a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flag {
    /// Fallen, and the clock stands at zero: the last period is over.
    FallenAndStopped,
    /// Fallen and shown; the clock may run on in the next period.
    Shown,
    /// Not fallen.
    Up,
}

/// A side of the clock, seen from its front.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Left.
    Left,
    /// Right.
    Right,
}

impl Side {
    /// The other side.
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

/// The wooden world an emulated board stands in: what is where at an instant.
pub trait World {
    /// What the sensor under a square would read at `at`, the square in the board's own numbering.
    ///
    /// A piece near a border may excite two squares, or the wrong one.
    fn content(&self, square: Square, at: At) -> SquareContent;

    /// Which of the pieces that look alike it is that [`content`](World::content) names, from 0: some boards tell every
    /// piece from every other. It stays with the piece wherever that goes. Nothing is meant where no piece is named.
    fn number(&self, square: Square, at: At) -> u8;

    /// What the clock shows at `at`; `None` without a clock.
    fn clock(&self, at: At) -> Option<ClockReading>;

    /// The pieces under all sensors, where they stay so from now until `to`; `None` where that is not known.
    fn still_until(&self, _to: At) -> Option<Placement> {
        None
    }
}

/// A board's address on a line that several share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BusAddress(u16);

impl BusAddress {
    /// All boards on the line.
    pub const ALL: BusAddress = BusAddress(0);

    /// Highest address.
    pub const MAX: u16 = 0x3fff;

    /// The address of this number, 0..=[`MAX`](BusAddress::MAX).
    #[must_use]
    pub const fn new(number: u16) -> Option<BusAddress> {
        if number <= BusAddress::MAX { Some(BusAddress(number)) } else { None }
    }

    /// The address as a number.
    #[must_use]
    pub const fn number(self) -> u16 {
        self.0
    }

    /// Its high and low seven bits.
    #[must_use]
    pub const fn bytes(self) -> [u8; 2] {
        [(self.0 >> 7) as u8, (self.0 & 0x7f) as u8]
    }

    /// The address of these high and low seven bits; `None` where one has more.
    #[must_use]
    pub const fn from_bytes([high, low]: [u8; 2]) -> Option<BusAddress> {
        if high < 0x80 && low < 0x80 { Some(BusAddress((high as u16) << 7 | low as u16)) } else { None }
    }
}

impl std::fmt::Display for BusAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A line that several boards share: whose turn it is, and whom what arrives is for.
///
/// It stands between the port and the boards' codecs, each of which sees only what its own board says, as if it had a
/// line of its own. Feed it one input, then [`poll`](Bus::poll) until nothing comes.
pub trait Bus: Send + std::fmt::Debug {
    /// The port has just been opened or opened again: forget what was under way.
    fn opened(&mut self, at: LineTime);

    /// The codec of this board wants these bytes sent.
    fn send(&mut self, at: LineTime, board: BusAddress, bytes: &[u8]);

    /// Bytes arrived, in any cut.
    fn receive(&mut self, at: LineTime, bytes: &[u8]);

    /// Time has passed; does whatever was due at or before `at`.
    fn tick(&mut self, at: LineTime);

    /// When [`tick`](Bus::tick) wants to be called next, if at all.
    fn next_deadline(&self) -> Option<LineTime>;

    /// The next thing to do, in order; `None` when the last input is dealt with.
    fn poll(&mut self) -> Option<BusOutput>;
}

/// What a shared line wants done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BusOutput {
    /// These bytes came from this board.
    Deliver(BusAddress, Vec<u8>),
    /// Write these bytes to the line.
    Send(Vec<u8>),
}

/// How well the sensors of an emulated board work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SensorNoise {
    /// Several times worse than measured, and every fault that the board's kind can have.
    Heavy,
    /// As recordings of such boards show; the board's README names them.
    Measured,
    /// Perfectly.
    #[default]
    None,
}

/// An emulated board: the other end of the wire from a [`Codec`].
///
/// It scans the squares of its [`World`] as its maker's hardware does, answers
/// commands, and produces the bytes a real board would send.
pub trait Device: Send + std::fmt::Debug {
    /// From now on the sensors work only so well; the same seed makes the same faults. For faults of a kind of board's
    /// own, such as tags read wrong: what any sensor suffers is the [`World`]'s to show.
    fn disturb(&mut self, noise: SensorNoise, seed: u64) {
        let _ = (noise, seed);
    }

    /// The squares that are lit, in the board's own numbering, as somebody sees them who looks at it.
    fn lit(&self) -> SquareSet {
        SquareSet::EMPTY
    }

    /// The computer sent bytes.
    fn receive(&mut self, at: At, bytes: &[u8]);

    /// Lets the board work until `at`: every scan due by then reads the world as it is at that scan's time.
    fn advance(&mut self, at: At, world: &dyn World);

    /// When [`advance`](Device::advance) wants to be called next, if nothing is received before.
    fn next_deadline(&self) -> At;

    /// The next bytes for the computer and the instant they leave the board, in order; never later than the
    /// time given to the last call.
    fn poll(&mut self) -> Option<(At, Vec<u8>)>;
}
