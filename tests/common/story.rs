//! Anything that can be told to a table, written as bytes: a generator draws them, a fuzzer changes them, and scenarios
//! can be written so. Every byte string is a story.
//!
//! | bytes | what |
//! |---|---|
//! | laws, mode | edition, regime, supervision; variant, sensing, clock, source, where it begins |
//! | length, text | the first position as FEN, where the mode says so |
//! | gap, kind, operands | an input, so long after the one before; as many as there are |

use protocols::{
    At, Color, Piece, Placement, Square,
    registry::{BOARDS, Sensing},
};
use serde_json::json;
use touchmove::game::command::GivenCommand;
use touchmove::{
    board::{self, BoardReading, ClockTimes, Event, OrientationSetting},
    game::pgn::Tags,
    rules::{LegalMove, Position, Variant},
    table::{Happening, Header, Input, Setup, Source, Table},
    turn::{ClockUse, Edition, GameTime, Given, Laws, Regime, Settings, Start, Supervision},
};

/// Times from one input to the next, in milliseconds: around every time by which sensors are read, and far beyond.
const GAPS: [u64; 15] = [0, 1, 5, 20, 29, 31, 99, 101, 199, 399, 401, 501, 801, 5_000, 3_600_000];

/// Gap code for a time of its own, in four bytes.
const OWN_GAP: u8 = 15;

/// Gap code for a time that jumps: forwards by centuries once, later backwards.
const JUMP: u8 = 16;

const GAP_CODES: u8 = 17;

const PIECES: &str = "PNBRQKpnbrqk";

const SUPERVISIONS: [Option<Supervision>; 3] = [None, Some(Supervision::Full), Some(Supervision::Limited)];

const CHESS960: u8 = 1;
const OCCUPANCY: u8 = 2;
const NO_CLOCK: u8 = 4;
const BOARD: u8 = 8;
const FROM_SETUP: u8 = 16;
const FROM_FEN: u8 = 32;

/// A story being read.
pub(crate) struct Story<'a> {
    rest: &'a [u8],
    now: u64,
    setup: Setup,
    board: Option<usize>,
}

/// One thing told.
#[derive(Debug)]
pub(crate) enum Told {
    Bytes(Vec<u8>),
    Closed,
    Command(GivenCommand),
    Event(Event),
    Opened,
    Tick,
}

impl Told {
    pub(crate) fn input(&self) -> Input<'_> {
        match self {
            Told::Bytes(bytes) => Input::Bytes(bytes),
            Told::Closed => Input::Closed,
            Told::Command(json) => Input::Command(json),
            Told::Event(event) => Input::Event(*event),
            Told::Opened => Input::Opened,
            Told::Tick => Input::Tick,
        }
    }
}

/// What a story may refer to: the game as it stands.
pub(crate) struct Present<'a> {
    pub(crate) position: Option<&'a Position>,
    pub(crate) game: &'a str,
    pub(crate) deadline: Option<At>,
}

impl<'a> Story<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Story<'a> {
        let mut story = Story { rest: bytes, now: 0, setup: setup(), board: None };
        let (laws, mode) = (usize::from(story.byte()), story.byte());
        let has = |bit: u8| mode & bit != 0;
        let variant = if has(CHESS960) { Variant::Chess960 } else { Variant::Chess };
        story.setup.settings = Settings {
            laws: Laws::new(Edition::ALL[laws % 5], Regime::ALL[laws / 5 % 3], SUPERVISIONS[laws / 15 % 3]),
            sensing: if has(OCCUPANCY) { Sensing::Occupancy } else { Sensing::Identity },
            clock: if has(NO_CLOCK) { ClockUse::None } else { ClockUse::Present },
            ..Settings::default()
        };
        story.setup.start = if has(FROM_FEN) {
            let length = usize::from(story.byte());
            let text = String::from_utf8_lossy(story.take(length)).into_owned();
            Start::Playing(Position::from_any_fen(&text, variant).unwrap_or_else(|_| Position::first_of(variant)))
        } else if has(FROM_SETUP) {
            Start::Setup(variant)
        } else {
            Start::Playing(Position::first_of(variant))
        };
        if has(BOARD) {
            story.board = Some(usize::from(story.byte()) % BOARDS.len());
        }
        story
    }

    /// The table it is told to.
    pub(crate) fn table(&self) -> Table {
        let source = match self.board {
            None => Source::Log,
            Some(index) => {
                let reading =
                    board::Settings { orientation: OrientationSetting::Auto, sensing: self.setup.settings.sensing };
                Source::Board((BOARDS[index].codec)(), reading)
            }
        };
        Table::new(self.setup.clone(), source)
    }

    /// The next things told, each with its time; `None` at the end.
    pub(crate) fn next(&mut self, present: &Present<'_>) -> Option<Vec<(At, Told)>> {
        if self.rest.is_empty() {
            return None;
        }
        let gap = self.byte() % GAP_CODES;
        self.now = match gap {
            OWN_GAP => self.now.saturating_add(u64::from(self.four())),
            JUMP if self.now < 1 << 50 => 1 << 50,
            JUMP => 1_000,
            code => self.now.saturating_add(GAPS[usize::from(code)]),
        };
        let now = At(self.now);
        let event = |event| Some(vec![(now, Told::Event(event))]);
        match self.byte() % 16 {
            0 => event(Event::Lift { square: self.square(), piece: self.piece() }),
            1 => event(Event::Drop { square: self.square(), piece: self.piece() }),
            2 => event(Event::Press { by: self.color() }),
            3 => event(Event::Flag { by: self.color() }),
            4 => {
                let known = self.byte();
                let (white, black) = (self.four(), self.four());
                event(Event::Clock(ClockTimes {
                    white_ms: (known & 1 != 0).then_some(white),
                    black_ms: (known & 2 != 0).then_some(black),
                    running: [None, Some(Color::White), Some(Color::Black), None][usize::from(known >> 2 & 3)],
                }))
            }
            5 => {
                let mut placement = Placement::EMPTY;
                for square in Square::all().step_by(2) {
                    let pair = self.byte();
                    placement.set(square, piece_of(pair & 0x0f));
                    if let Some(next) = Square::from_coords(square.file() + 1, square.rank()) {
                        placement.set(next, piece_of(pair >> 4));
                    }
                }
                event(Event::Placement(BoardReading::Pieces(placement)))
            }
            6 => {
                let (low, high) = (u64::from(self.four()), u64::from(self.four()));
                event(Event::Placement(BoardReading::Occupied(high << 32 | low)))
            }
            7 => event(Event::Link { up: self.byte() & 1 != 0 }),
            8 => event(Event::Time),
            9 => {
                let length = usize::from(self.byte());
                let text = String::from_utf8_lossy(self.take(length)).into_owned();
                Some(vec![(now, Told::Command(GivenCommand::read(&text)))])
            }
            10 => Some(vec![(now, Told::Command(GivenCommand::read(&self.command(present))))]),
            11 => Some(self.play(present)),
            12 => {
                let placement = present.position.map_or(Placement::EMPTY, |position| *position.placement());
                let reading = if self.byte() & 1 == 0 {
                    BoardReading::Pieces(placement)
                } else {
                    BoardReading::Occupied(placement.occupied())
                };
                event(Event::Placement(reading))
            }
            13 => {
                let due = present.deadline.unwrap_or(now);
                self.now = self.now.max(due.0.min(1 << 51));
                Some(vec![(due, Told::Tick)])
            }
            14 => {
                let length = usize::from(self.byte());
                Some(vec![(now, Told::Bytes(self.take(length).to_vec()))])
            }
            _ => Some(vec![(now, if self.byte() & 1 == 0 { Told::Opened } else { Told::Closed })]),
        }
    }

    /// A command that makes sense, as far as its form goes.
    fn command(&mut self, present: &Present<'_>) -> String {
        let (kind, number, id) = (self.byte(), self.byte(), self.byte());
        let alert = format!("{}#{number}", present.game);
        let fen = present.position.map(Position::fen);
        let mut command = match kind % 14 {
            0 => json!({ "command": "acknowledge", "alert": alert }),
            1 => json!({ "command": "confirm", "alert": alert }),
            2 => json!({ "command": "dismiss", "alert": alert }),
            3 => json!({ "command": "let-stand", "alert": alert }),
            4 => json!({ "command": "take-back", "plies": number }),
            5 => {
                let moves = present.position.map(Position::legal_moves).unwrap_or_default();
                let uci = pick(&moves, usize::from(id)).map(LegalMove::uci);
                json!({ "command": "set-move", "ply": number, "uci": uci })
            }
            6 => json!({ "command": "set-position", "fen": fen }),
            7 => {
                let result = ["1-0", "0-1", "1/2-1/2", "*"][usize::from(number % 4)];
                json!({ "command": "set-result", "result": result })
            }
            8 => json!({ "command": "suspend" }),
            9 => json!({ "command": "resume" }),
            10 => json!({ "command": "resync", "seq": number }),
            11 => json!({ "command": "identify" }),
            12 => {
                let edition = Edition::ALL[usize::from(number % 5)].name();
                let regime = Regime::ALL[usize::from(number / 5 % 3)].name();
                json!({ "command": "new-game", "edition": edition, "regime": regime, "abandon": true })
            }
            _ => {
                let players = json!({ "white": "A", "black": "B" });
                json!({ "command": "new-game", "fen": fen, "players": players, "abandon": number % 2 == 0 })
            }
        };
        command["id"] = json!(id.to_string());
        command.to_string()
    }

    /// A legal move made by hands: victim off, piece over, rook over, clock pressed; some of it left out or turned round.
    fn play(&mut self, present: &Present<'_>) -> Vec<(At, Told)> {
        let (choice, manner, pace) = (self.byte(), self.byte(), self.byte());
        let Some(position) = present.position else { return Vec::new() };
        let moves = position.legal_moves();
        let Some(m) = pick(&moves, usize::from(choice)) else { return Vec::new() };
        let identity = self.setup.settings.sensing == Sensing::Identity;
        let known = |piece: Piece| identity.then_some(piece);
        let standing = |square: Square| position.placement().at(square).and_then(known);
        let mut events = Vec::new();
        let lift = |square| Event::Lift { square, piece: standing(square) };
        if let Some(victim) = m.capture.filter(|_| manner & 1 == 0) {
            events.push(lift(victim));
        }
        events.push(lift(m.from));
        events.push(Event::Drop { square: m.to, piece: known(m.arriving()) });
        if let Some(castling) = m.castling {
            let rook = Piece { color: m.piece.color, role: protocols::Role::Rook };
            events.push(lift(castling.rook_from));
            events.push(Event::Drop { square: castling.rook_to, piece: known(rook) });
        }
        match manner >> 1 & 3 {
            1 => events.reverse(),
            2 => drop(events.pop()),
            _ => {}
        }
        if manner & 8 == 0 {
            events.push(Event::Press { by: position.turn() });
        }
        let step = GAPS[usize::from(pace % 15)].min(5_000);
        let timed = events.into_iter().map(|event| {
            self.now = self.now.saturating_add(step);
            (At(self.now), Told::Event(event))
        });
        timed.collect()
    }

    fn byte(&mut self) -> u8 {
        self.take(1).first().copied().unwrap_or(0)
    }

    fn four(&mut self) -> u32 {
        self.take(4).iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte))
    }

    fn take(&mut self, length: usize) -> &'a [u8] {
        let (taken, rest) = self.rest.split_at(length.min(self.rest.len()));
        self.rest = rest;
        taken
    }

    fn square(&mut self) -> Square {
        Square::wrapping(self.byte())
    }

    fn piece(&mut self) -> Option<Piece> {
        piece_of(self.byte() % 13)
    }

    fn color(&mut self) -> Color {
        if self.byte() & 1 == 0 { Color::White } else { Color::Black }
    }
}

/// A game of an event log as a story.
pub(crate) fn write(header: &Header, happenings: &[(GameTime, Happening)]) -> Vec<u8> {
    let index = |found: Option<usize>| found.unwrap_or(0) as u8;
    let laws = header.settings.laws;
    let edition = index(Edition::ALL.iter().position(|edition| *edition == laws.edition));
    let regime = index(Regime::ALL.iter().position(|regime| *regime == laws.regime));
    let supervision = index(SUPERVISIONS.iter().position(|supervision| *supervision == Some(laws.supervision)));
    let bit = |set: bool, bit: u8| if set { bit } else { 0 };
    let mode = FROM_FEN
        | bit(header.position().variant() == Variant::Chess960, CHESS960)
        | bit(header.settings.sensing == Sensing::Occupancy, OCCUPANCY)
        | bit(header.settings.clock == ClockUse::None, NO_CLOCK);
    let fen = header.position().fen();
    let mut bytes = vec![edition + 5 * regime + 15 * supervision, mode, fen.len() as u8];
    bytes.extend(fen.as_bytes());
    let mut last = 0;
    for (at, happening) in happenings {
        let gap = at.0.saturating_sub(last);
        last = at.0;
        match GAPS.iter().position(|known| *known == gap) {
            Some(code) => bytes.push(code as u8),
            None => {
                bytes.push(OWN_GAP);
                bytes.extend((gap as u32).to_le_bytes());
            }
        }
        match happening {
            // No such event can be told here.
            Happening::ClockGone => {}
            Happening::Command(given) => {
                let text = given.json();
                let text = &text.as_bytes()[..text.len().min(255)];
                bytes.extend([9, text.len() as u8]);
                bytes.extend(text);
            }
            Happening::Event(event) => write_event(event, &mut bytes),
        }
    }
    bytes
}

fn write_event(event: &Event, bytes: &mut Vec<u8>) {
    let color = |color: Color| u8::from(color == Color::Black);
    let code =
        |piece: Option<Piece>| piece.and_then(|piece| PIECES.find(piece.letter())).map_or(0, |index| index as u8 + 1);
    match *event {
        Event::Clock(ClockTimes { white_ms, black_ms, running }) => {
            let runs = running.map_or(0, |running| 1 + color(running));
            let known = u8::from(white_ms.is_some()) | u8::from(black_ms.is_some()) << 1 | runs << 2;
            bytes.extend([4, known]);
            bytes.extend(white_ms.unwrap_or(0).to_le_bytes());
            bytes.extend(black_ms.unwrap_or(0).to_le_bytes());
        }
        Event::Drop { square, piece } => bytes.extend([1, square.index() as u8, code(piece)]),
        Event::Flag { by } => bytes.extend([3, color(by)]),
        Event::Lift { square, piece } => bytes.extend([0, square.index() as u8, code(piece)]),
        Event::Link { up } => bytes.extend([7, u8::from(up)]),
        Event::Placement(BoardReading::Occupied(bits)) => {
            bytes.push(6);
            bytes.extend(bits.to_le_bytes());
        }
        Event::Placement(BoardReading::Pieces(placement)) => {
            bytes.push(5);
            let codes: Vec<u8> = Square::all().map(|square| code(placement.at(square))).collect();
            bytes.extend(codes.chunks(2).map(|pair| pair[0] | pair[1] << 4));
        }
        Event::Press { by } => bytes.extend([2, color(by)]),
        Event::Time => bytes.push(8),
    }
}

fn piece_of(code: u8) -> Option<Piece> {
    let index = usize::from(code).checked_sub(1)?;
    PIECES.chars().nth(index).and_then(Piece::from_letter)
}

fn pick(moves: &[LegalMove], choice: usize) -> Option<&LegalMove> {
    moves.get(choice % moves.len().max(1))
}

fn setup() -> Setup {
    Setup {
        name: "1".to_owned(),
        session: "s".to_owned(),
        settings: Settings::default(),
        start: Start::Playing(Position::initial()),
        given: Given::default(),
        seq: 0,
        tags: Tags::default(),
        language: touchmove::words::Language::English,
    }
}
