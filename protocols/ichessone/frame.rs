//! What goes over the line, and where it begins and ends.
//!
//! Messages have no check. What tells a good one is its head, its length, and that all of it can be so: three of the
//! sixteen values of a square mean nothing, and no set has so many pieces as text or a shifted message would show.

use crate::{
    At, Color, MAX_PARTIAL_MESSAGE, Noise, NoiseKind, Piece, Placement, Role, Square, SquareSet, gathered::Gathered,
    kind,
};

/// How its serial port is set (BearChess).
pub(super) const LINE: kind::Line =
    kind::Line { baud: 115_200, data_bits: 8, parity: kind::Parity::None, stop_bits: 1 };

/// After so long without a byte, in milliseconds, what has begun is given up.
pub(super) const SILENCE_MS: u64 = 200;

/// What every message of the board begins with. No square of a position holds its lower half.
const HEAD: u8 = b'=';

/// The state of the battery: whether it is being charged, and percent.
const BATTERY: u8 = b'b';

/// A position: two squares a byte.
const POSITION: u8 = b'p';

/// Bytes of a position behind its head.
const SQUARES: usize = 32;

/// Longest message, in bytes.
const MAX_MESSAGE: usize = 2 + SQUARES;

const _: () = assert!(MAX_MESSAGE <= MAX_PARTIAL_MESSAGE);

/// What stands on a square, by its value.
const LETTERS: &[u8; 13] = b".PNBRQKpnbrqk";

/// Most pieces of a kind that a side can be seen to have: those of the set, with every pawn promoted and a spare queen,
/// and two that stand on a border and are read on both sides of it. There is one king to stand there.
const MOST: [(Role, usize); 6] = [
    (Role::Pawn, 8 + 2),
    (Role::Knight, 10 + 2),
    (Role::Bishop, 10 + 2),
    (Role::Rook, 10 + 2),
    (Role::Queen, 10 + 2),
    (Role::King, 1 + 1),
];

/// The same of all its pieces together.
const MOST_PIECES: usize = 16 + 1 + 2;

/// Begins a command for the lights.
const LIGHTS: &[u8] = b"EL";

/// Bytes of a command for the lights behind its beginning: two of colour, a row of lights beyond the eighth rank, the
/// eighth rank to the first, a row before the first, how, and for how long.
const LIGHTS_REST: usize = 14;

/// Brightness 8 of 15 and red 15 of 15; green and blue 0. Sources do not agree which of the last two is which.
const RED: [u8; 2] = [0x8f, 0x00];

/// All other lights off, no flashing.
const ONLY: u8 = 0x01;

/// Until the next command.
const FOR_EVER: u8 = 0xff;

/// The other commands: words without an end.
const WORDS: [(&[u8], Command); 4] =
    [(b"RB", Command::Battery), (b"RP", Command::Position), (b"CPOFF", Command::Quiet), (b"CPIRQ", Command::Updates)];

/// A message of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Message {
    /// The state of its battery.
    Battery {
        /// Charge left, 0..=100.
        percent: u8,
        /// Whether it is being charged.
        charging: bool,
    },
    /// What stands where.
    Position(Placement),
}

/// A command to the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Command {
    /// Asks for the state of the battery.
    Battery,
    /// Lights these squares and no others.
    Light(SquareSet),
    /// Lights these squares, too.
    LightMore(SquareSet),
    /// Asks for the position.
    Position,
    /// No position unasked any more.
    Quiet,
    /// A position whenever it changes.
    Updates,
}

/// What bytes begin with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading<T> {
    /// It may become something.
    Begun,
    /// This, so many bytes long.
    Whole(T, usize),
    /// Nothing: the first byte is to be passed over.
    Wrong(NoiseKind),
}

impl Message {
    /// Reads the message that these bytes begin with.
    pub(super) fn read(bytes: &[u8]) -> Reading<Message> {
        match *bytes {
            [] | [HEAD] | [HEAD, BATTERY] => Reading::Begun,
            [HEAD, BATTERY, 0 | 1] => Reading::Begun,
            [HEAD, BATTERY, charging @ (0 | 1), percent @ 0..=100, ..] => {
                Reading::Whole(Message::Battery { percent, charging: charging == 1 }, 4)
            }
            [HEAD, BATTERY, HEAD, ..] => Reading::Wrong(NoiseKind::Truncated),
            [HEAD, BATTERY, ..] => Reading::Wrong(NoiseKind::Value),
            [HEAD, POSITION, ref squares @ ..] => position(squares),
            _ => Reading::Wrong(NoiseKind::Unframed),
        }
    }

    /// The bytes on the wire.
    pub(super) fn bytes(&self) -> Vec<u8> {
        match self {
            Message::Battery { percent, charging } => vec![HEAD, BATTERY, u8::from(*charging), *percent],
            Message::Position(placement) => {
                let value = |place: u8| {
                    let letter = placement.at(at_place(place)).map_or('.', Piece::letter);
                    (0u8..).zip(LETTERS).find(|&(_, &known)| char::from(known) == letter).map_or(0, |(value, _)| value)
                };
                let squares = (0..SQUARES as u8).map(|byte| value(2 * byte) << 4 | value(2 * byte + 1));
                [HEAD, POSITION].into_iter().chain(squares).collect()
            }
        }
    }
}

/// The square in this place of a position: a8 first, h1 last, like a page.
fn at_place(place: u8) -> Square {
    // Turning the rank round swaps a8 = 0 for a1 = 0 and leaves the file alone.
    Square::wrapping(place ^ 0o70)
}

/// A position, as far as it has come.
fn position(squares: &[u8]) -> Reading<Message> {
    let mut placement = Placement::EMPTY;
    for (byte, &squares) in (0u8..).zip(squares.iter().take(SQUARES)) {
        for (place, value) in [(2 * byte, squares >> 4), (2 * byte + 1, squares & 0x0f)] {
            let Some(&letter) = LETTERS.get(usize::from(value)) else {
                let another = squares == HEAD;
                return Reading::Wrong(if another { NoiseKind::Truncated } else { NoiseKind::Value });
            };
            placement.set(at_place(place), Piece::from_letter(char::from(letter)));
        }
    }
    if squares.len() < SQUARES {
        Reading::Begun
    } else if is_possible(&placement) {
        Reading::Whole(Message::Position(placement), MAX_MESSAGE)
    } else {
        Reading::Wrong(NoiseKind::Value)
    }
}

/// Whether a set of pieces can be seen so.
fn is_possible(placement: &Placement) -> bool {
    [Color::Black, Color::White].into_iter().all(|color| {
        let of_color = || placement.pieces().filter(move |(_, piece)| piece.color == color);
        let of_role = |role| of_color().filter(move |(_, piece)| piece.role == role).count();
        of_color().count() <= MOST_PIECES && MOST.into_iter().all(|(role, most)| of_role(role) <= most)
    })
}

impl Command {
    /// The bytes on the wire.
    pub(super) fn bytes(self) -> Vec<u8> {
        let lights = |squares: SquareSet, how: u8| {
            // The eighth rank comes first, and bit 0 is the a-file: the highest byte of our own numbers.
            let ranks = squares.bits().to_be_bytes();
            [LIGHTS, &RED, &[0], &ranks, &[0, how, FOR_EVER]].concat()
        };
        match self {
            Command::Light(squares) => lights(squares, ONLY),
            Command::LightMore(squares) => lights(squares, 0),
            Command::Battery | Command::Position | Command::Quiet | Command::Updates => {
                let word = WORDS.into_iter().find(|&(_, command)| command == self);
                word.map_or(Vec::new(), |(word, _)| word.to_vec())
            }
        }
    }

    /// Reads the command that these bytes begin with.
    pub(super) fn read(bytes: &[u8]) -> Reading<Command> {
        if let Some(rest) = bytes.strip_prefix(LIGHTS) {
            return rest
                .first_chunk()
                .map_or(Reading::Begun, |rest| Reading::Whole(Command::of_lights(rest), LIGHTS.len() + LIGHTS_REST));
        }
        if let Some((word, command)) = WORDS.into_iter().find(|(word, _)| bytes.starts_with(word)) {
            return Reading::Whole(command, word.len());
        }
        let mut words = WORDS.into_iter().map(|(word, _)| word).chain([LIGHTS]);
        if words.any(|word| word.starts_with(bytes)) { Reading::Begun } else { Reading::Wrong(NoiseKind::Unframed) }
    }

    fn of_lights(rest: &[u8; LIGHTS_REST]) -> Command {
        let &[dim_red, green_blue, _, a, b, c, d, e, f, g, h, _, how, _] = rest;
        let dark = dim_red >> 4 == 0 || dim_red & 0x0f | green_blue == 0;
        let ranks = u64::from_be_bytes([a, b, c, d, e, f, g, h]);
        let squares = SquareSet::from_bits(if dark { 0 } else { ranks });
        if how & ONLY == ONLY { Command::Light(squares) } else { Command::LightMore(squares) }
    }
}

/// What was cut.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Cut {
    /// A message.
    Message(Message),
    /// Bytes that are none.
    Noise(Noise),
}

/// The cutter: push bytes, then take what they gave. Holds at most [`MAX_MESSAGE`] bytes.
#[derive(Debug, Default)]
pub(super) struct Framer {
    gathered: Gathered<SILENCE_MS>,
}

impl Framer {
    /// Takes one byte; gives what it ends, in order.
    pub(super) fn push(&mut self, at: At, byte: u8) -> Vec<Cut> {
        let mut cuts = self.expire(at);
        self.gathered.push(at, byte);
        while !self.gathered.begun().is_empty() {
            match Message::read(self.gathered.begun()) {
                Reading::Begun => break,
                Reading::Whole(message, length) => {
                    cuts.extend(self.gathered.take(length).map(Cut::Noise));
                    cuts.push(Cut::Message(message));
                }
                // What looked like its beginning was none: a byte on, not a message on.
                Reading::Wrong(kind) => self.gathered.pass_over(kind, 1),
            }
        }
        cuts
    }

    /// Gives up what has waited for too long.
    pub(super) fn expire(&mut self, at: At) -> Vec<Cut> {
        self.gathered.expire(at).map(Cut::Noise).into_iter().collect()
    }

    /// When [`expire`](Framer::expire) will have something to say.
    pub(super) fn deadline(&self) -> Option<At> {
        self.gathered.deadline()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first position, as PicoChess's tests have it.
    const START: [u8; 34] = [
        0x3d, 0x70, 0xa8, 0x9b, 0xc9, 0x8a, 0x77, 0x77, 0x77, 0x77, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0x11, 0x11, 0x11, 0x11, 0x42, 0x35, 0x63, 0x24,
    ];

    fn initial() -> Cut {
        Cut::Message(Message::Position(Placement::initial()))
    }

    fn noise(kind: NoiseKind, skipped_bytes: usize) -> Cut {
        Cut::Noise(Noise { kind, skipped_bytes })
    }

    fn cut(bytes: &[u8]) -> Vec<Cut> {
        let mut framer = Framer::default();
        let mut cuts: Vec<Cut> = bytes.iter().flat_map(|&byte| framer.push(At(0), byte)).collect();
        cuts.extend(framer.expire(At(SILENCE_MS)));
        cuts
    }

    fn positions(cuts: &[Cut]) -> Vec<Placement> {
        let position = |cut: &Cut| match cut {
            Cut::Message(Message::Position(placement)) => Some(*placement),
            Cut::Message(Message::Battery { .. }) | Cut::Noise(_) => None,
        };
        cuts.iter().filter_map(position).collect()
    }

    fn square(name: &str) -> Square {
        name.parse().expect("a square")
    }

    #[test]
    fn the_first_position_reads_like_a_page() {
        assert_eq!(cut(&START), [initial()]);
        assert_eq!(Message::Position(Placement::initial()).bytes(), START);
        // PicoChess's tests: the pawn of the h-file has gone a square on.
        let mut moved = START;
        (moved[25], moved[29]) = (0x01, 0x10);
        let placement = "rnbqkbnr/pppppppp/8/8/8/7P/PPPPPPP1/RNBQKBNR".parse().expect("a placement");
        assert_eq!(cut(&moved), [Cut::Message(Message::Position(placement))]);
    }

    #[test]
    fn every_value_of_a_square_is_a_piece_or_nonsense() {
        for (value, letter) in (0u8..).zip(".PNBRQKpnbrqk".chars()) {
            let mut bytes = [0; 34];
            (bytes[0], bytes[1], bytes[2], bytes[33]) = (0x3d, 0x70, value << 4, value);
            let [placement] = positions(&cut(&bytes))[..] else { panic!("{letter} is no position") };
            let piece = Piece::from_letter(letter);
            assert_eq!((placement.at(square("a8")), placement.at(square("h1"))), (piece, piece), "{value:x}");
            let others = placement.pieces().filter(|&(at, _)| at != square("a8") && at != square("h1"));
            assert_eq!(others.count(), 0, "{value:x}");
            assert_eq!(Message::Position(placement).bytes(), bytes);
        }
        for value in 0x0d..=0x0f {
            for wrong in [value << 4, value] {
                for place in 2..34 {
                    let mut bytes = START;
                    bytes[place] = wrong;
                    assert_eq!(cut(&bytes), [noise(NoiseKind::Value, 34)], "{wrong:02x} in {place}");
                }
            }
        }
    }

    #[test]
    fn what_no_set_of_pieces_can_show_is_refused() {
        for (squares, good) in [
            ("qqqqqqqq/qqqpppp1/8/8/8/8/8/8", true),
            ("qqqqqqqq/qqqqpppp/8/8/8/8/8/k7", true),
            ("qqqqqqqq/qqqqq3/8/8/8/8/8/8", false),
            ("8/pppppppp/pp6/8/8/8/8/8", true),
            ("8/pppppppp/ppp5/8/8/8/8/8", false),
            ("KK6/8/8/8/8/8/8/8", true),
            ("KKK5/8/8/8/8/8/8/8", false),
            ("KK6/kk6/8/8/8/8/8/8", true),
            ("rnbqkbnr/pppppppp/qrr5/8/8/8/8/8", true),
            ("rnbqkbnr/pppppppp/qrrr4/8/8/8/8/8", false),
            ("8/8/8/8/8/8/8/8", true),
        ] {
            let placement: Placement = squares.parse().expect("a placement");
            assert_eq!(positions(&cut(&Message::Position(placement).bytes())).len(), usize::from(good), "{squares}");
        }
        // Text behind what might be a head, no letter of which is nonsense.
        assert_eq!(positions(&cut(b"=pall that a scribe will write here")), []);
    }

    #[test]
    fn rubbish_between_messages_is_counted_and_passed_over() {
        let bytes = [&[0x98, 0x76, 0x54, 0x32, 0x10], &START[..], b"=", &START, b"=p\x11", &START, b"=bRP=", &START];
        assert_eq!(
            cut(&bytes.concat()),
            [
                noise(NoiseKind::Unframed, 5),
                initial(),
                noise(NoiseKind::Unframed, 1),
                initial(),
                noise(NoiseKind::Truncated, 3),
                initial(),
                noise(NoiseKind::Value, 5),
                initial(),
            ]
        );
    }

    #[test]
    fn a_message_is_found_behind_the_end_or_the_beginning_of_another() {
        for length in 1..START.len() {
            let end = cut(&[&START[length..], &START].concat());
            assert_eq!(end, [noise(NoiseKind::Unframed, START.len() - length), initial()], "from {length}");
            let beginning = cut(&[&START[..length], &START].concat());
            let kind = if length == 1 { NoiseKind::Unframed } else { NoiseKind::Truncated };
            assert_eq!(beginning, [noise(kind, length), initial()], "up to {length}");
        }
    }

    #[test]
    fn a_lost_or_doubled_byte_spoils_one_message_only() {
        for (index, &byte) in START.iter().enumerate() {
            let mut short = START.to_vec();
            short.remove(index);
            let mut long = START.to_vec();
            long.insert(index, byte);
            let lost = cut(&[&short[..], &START, &START].concat());
            assert_eq!(positions(&lost), [Placement::initial(); 2], "{index}");
            // One shifted position may be read, which the next does not bear out; never more.
            let doubled = positions(&cut(&[&long[..], &START, &START].concat()));
            assert!(doubled.len() <= 3 && doubled.ends_with(&[Placement::initial(); 2]), "{index}");
        }
    }

    #[test]
    fn the_battery_is_read_and_what_it_cannot_say_is_not() {
        let battery = |percent, charging| Cut::Message(Message::Battery { percent, charging });
        // PicoChess's tests; and 61, which is the byte of a head.
        for (bytes, expected) in [
            ([0x3d, 0x62, 0x01, 0x64], battery(100, true)),
            ([0x3d, 0x62, 0x00, 0x58], battery(88, false)),
            ([0x3d, 0x62, 0x00, 0x04], battery(4, false)),
            ([0x3d, 0x62, 0x00, 0x3d], battery(61, false)),
            ([0x3d, 0x62, 0x02, 0x58], noise(NoiseKind::Value, 4)),
            ([0x3d, 0x62, 0x01, 0x65], noise(NoiseKind::Value, 4)),
        ] {
            if let Cut::Message(message) = &expected {
                assert_eq!(message.bytes(), bytes);
            }
            assert_eq!(cut(&bytes), [expected], "{bytes:02x?}");
        }
        assert_eq!(cut(&[&[0x3d, 0x62], &START[..]].concat()), [noise(NoiseKind::Truncated, 2), initial()]);
    }

    #[test]
    fn what_has_begun_waits_and_is_given_up() {
        let mut framer = Framer::default();
        assert_eq!(framer.deadline(), None);
        for &byte in &START[..20] {
            assert_eq!(framer.push(At(0), byte), []);
        }
        assert_eq!(framer.expire(At(SILENCE_MS - 1)), []);
        for &byte in &START[20..33] {
            assert_eq!(framer.push(At(SILENCE_MS - 1), byte), []);
        }
        assert_eq!(framer.push(At(2 * SILENCE_MS - 2), START[33]), [initial()]);
        assert_eq!(framer.deadline(), None);
        assert_eq!(framer.push(At(1_000), 0x3d), []);
        assert_eq!(framer.push(At(1_000 + SILENCE_MS), 0x3d), [noise(NoiseKind::Truncated, 1)]);
    }

    #[test]
    fn nothing_is_kept_beyond_a_message() {
        let mut framer = Framer::default();
        for byte in (0..=255).cycle().take(10_000).chain([0x3d, 0x70]).chain([0; 100]) {
            framer.push(At(0), byte);
            assert!(framer.gathered.begun().len() < MAX_MESSAGE);
        }
    }

    #[test]
    fn commands_are_as_other_programs_send_them() {
        let set = |names: &[&str]| names.iter().map(|name| square(name)).collect::<SquareSet>();
        assert_eq!(Command::Battery.bytes(), b"RB");
        assert_eq!(Command::Position.bytes(), b"RP");
        assert_eq!(Command::Updates.bytes(), b"CPIRQ");
        assert_eq!(Command::Quiet.bytes(), b"CPOFF");
        // PicoChess's tests but for the colour, and the maker's example of a1 and h8.
        let e2_e4 = [0x45, 0x4c, 0x8f, 0x00, 0, 0, 0, 0, 0, 0x10, 0, 0x10, 0, 0, 0x01, 0xff];
        assert_eq!(Command::Light(set(&["e2", "e4"])).bytes(), e2_e4);
        let corners = [0x45, 0x4c, 0x8f, 0x00, 0, 0x80, 0, 0, 0, 0, 0, 0, 0x01, 0, 0x01, 0xff];
        assert_eq!(Command::Light(set(&["a1", "h8"])).bytes(), corners);
        assert_eq!(Command::Light(SquareSet::EMPTY).bytes()[4..], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x01, 0xff]);
    }

    #[test]
    fn every_command_reads_back_and_nothing_else_does() {
        let some = SquareSet::from_bits(0x8000_0010_0200_0001);
        let commands = [Command::Light(some), Command::LightMore(some), Command::Light(SquareSet::EMPTY)];
        for command in commands.into_iter().chain(WORDS.map(|(_, command)| command)) {
            let bytes = command.bytes();
            assert_eq!(Command::read(&bytes), Reading::Whole(command, bytes.len()));
            assert_eq!(Command::read(&[&bytes[..], b"RP"].concat()), Reading::Whole(command, bytes.len()));
            for length in 0..bytes.len() {
                assert_eq!(Command::read(&bytes[..length]), Reading::Begun, "{command:?} up to {length}");
            }
        }
        for text in ["RX", "P", "CPM250", "E0", "CPIRR", " RP", "\0", "rp"] {
            assert_eq!(Command::read(text.as_bytes()), Reading::Wrong(NoiseKind::Unframed), "{text:?}");
        }
        // No brightness, and no colour.
        for colour in [[0x0f, 0xff], [0xf0, 0x00]] {
            let mut bytes = Command::Light(some).bytes();
            bytes[2..4].copy_from_slice(&colour);
            assert_eq!(Command::read(&bytes), Reading::Whole(Command::Light(SquareSet::EMPTY), 16));
        }
    }
}
