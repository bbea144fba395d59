//! The few words of chess that boards and everything above them share.

use std::{
    fmt::{self, Write as _},
    iter,
    str::FromStr,
};

/// The colour of a piece or a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// Black.
    Black,
    /// White.
    White,
}

impl Color {
    /// The opponent's colour.
    #[must_use]
    pub fn other(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// `"white"` or `"black"`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Color::Black => "black",
            Color::White => "white",
        }
    }
}

/// What a piece is (Article 2.2), in the order of the Laws' table of pieces turned round: pawn to king.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Pawn.
    Pawn,
    /// Knight.
    Knight,
    /// Bishop.
    Bishop,
    /// Rook.
    Rook,
    /// Queen.
    Queen,
    /// King.
    King,
}

impl Role {
    /// The English name, as an arbiter would say it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Role::Pawn => "pawn",
            Role::Knight => "knight",
            Role::Bishop => "bishop",
            Role::Rook => "rook",
            Role::Queen => "queen",
            Role::King => "king",
        }
    }

    /// The upper-case FEN letter.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Role::Pawn => 'P',
            Role::Knight => 'N',
            Role::Bishop => 'B',
            Role::Rook => 'R',
            Role::Queen => 'Q',
            Role::King => 'K',
        }
    }
}

/// A chess piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub role: Role,
}

impl Piece {
    /// A piece from its FEN letter, upper case for White; `None` for any other character.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Piece> {
        let role = match letter.to_ascii_uppercase() {
            'P' => Role::Pawn,
            'N' => Role::Knight,
            'B' => Role::Bishop,
            'R' => Role::Rook,
            'Q' => Role::Queen,
            'K' => Role::King,
            _ => return None,
        };
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        Some(Piece { color, role })
    }

    /// The FEN letter, upper case for White.
    #[must_use]
    pub fn letter(self) -> char {
        match self.color {
            Color::White => self.role.letter(),
            Color::Black => self.role.letter().to_ascii_lowercase(),
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.letter())
    }
}

/// A square of the board, a1 = 0, b1 = 1, ... h8 = 63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with this index, 0..=63.
    #[must_use]
    pub const fn new(index: u8) -> Option<Square> {
        if index < 64 { Some(Square(index)) } else { None }
    }

    /// The square on file 0..=7 (a to h) and rank 0..=7 (1 to 8).
    #[must_use]
    pub const fn from_coords(file: u8, rank: u8) -> Option<Square> {
        if file < 8 && rank < 8 { Some(Square(rank * 8 + file)) } else { None }
    }

    /// The square whose index is the last six bits of `bits`.
    #[must_use]
    pub const fn wrapping(bits: u8) -> Square {
        Square(bits & 63)
    }

    /// All squares, a1 first, h8 last.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..64).map(Square)
    }

    /// 0 for a1 up to 63 for h8.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 for the a-file up to 7 for the h-file.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 % 8
    }

    /// 0 for the first rank up to 7 for the eighth.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 / 8
    }

    /// The same square seen from the other side of the board: a1 becomes h8.
    #[must_use]
    pub const fn turned(self) -> Square {
        Square(63 - self.0)
    }

    /// Whether the square is light (Article 2.1: h1 is).
    #[must_use]
    pub const fn is_light(self) -> bool {
        (self.file() + self.rank()) % 2 == 1
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char((b'a' + self.file()) as char)?;
        f.write_char((b'1' + self.rank()) as char)
    }
}

/// Some of the squares of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SquareSet(u64);

impl SquareSet {
    /// No square.
    pub const EMPTY: SquareSet = SquareSet(0);

    /// All squares.
    pub const ALL: SquareSet = SquareSet(u64::MAX);

    /// The squares whose bits are set: bit 0 = a1, bit 7 = h1, bit 63 = h8.
    #[must_use]
    pub const fn from_bits(bits: u64) -> SquareSet {
        SquareSet(bits)
    }

    /// A bit for each square, as [`from_bits`](SquareSet::from_bits) takes them.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a square is one of them.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 == 1
    }

    /// Adds a square.
    pub fn insert(&mut self, square: Square) {
        self.0 |= 1 << square.index();
    }

    /// Takes a square out.
    pub fn remove(&mut self, square: Square) {
        self.0 &= !(1 << square.index());
    }

    /// The squares, a1 first.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        let mut left = self.0;
        iter::from_fn(move || {
            let first = (left != 0).then(|| Square(left.trailing_zeros() as u8))?;
            left &= left - 1;
            Some(first)
        })
    }

    /// The same squares seen from the other side of the board.
    #[must_use]
    pub const fn turned(self) -> SquareSet {
        SquareSet(self.0.reverse_bits())
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}

/// A word that could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseWordError {
    /// What was expected.
    pub expected: WordKind,
    /// What came instead.
    pub found: String,
}

/// What a [`ParseWordError`] expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordKind {
    /// The placement field of a FEN: eight ranks of eight squares.
    Placement,
    /// A square, `a1` to `h8`.
    Square,
}

impl fmt::Display for ParseWordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let expected = match self.expected {
            WordKind::Placement => "the placement field of a FEN, eight ranks of eight squares",
            WordKind::Square => "a square, a1 to h8",
        };
        write!(f, "found {:?}, expected {expected}", self.found)
    }
}

impl std::error::Error for ParseWordError {}

impl FromStr for Square {
    type Err = ParseWordError;

    fn from_str(text: &str) -> Result<Square, ParseWordError> {
        match *text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Ok(Square((rank - b'1') * 8 + file - b'a')),
            _ => Err(ParseWordError { expected: WordKind::Square, found: text.to_owned() }),
        }
    }
}

/// What a sensor says of one square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SquareContent {
    /// Nothing stands there.
    Empty,
    /// Something stands there; the board cannot tell what.
    Occupied,
    /// This piece stands there.
    Piece(Piece),
}

/// Which piece stands where: the wooden board, without whose turn it is.
///
/// A byte for each square, so that two boards are compared and copied at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Placement([u8; 64]);

/// What the bytes of a [`Placement`] mean.
const CONTENTS: [Option<Piece>; 13] = {
    const ROLES: [Role; 6] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
    let mut contents = [None; 13];
    let mut index = 0;
    while index < ROLES.len() {
        contents[1 + index] = Some(Piece { color: Color::Black, role: ROLES[index] });
        contents[7 + index] = Some(Piece { color: Color::White, role: ROLES[index] });
        index += 1;
    }
    contents
};

/// The byte of a [`Placement`] that means this.
const fn byte_of(content: Option<Piece>) -> u8 {
    match content {
        None => 0,
        Some(Piece { color: Color::Black, role }) => 1 + role as u8,
        Some(Piece { color: Color::White, role }) => 7 + role as u8,
    }
}

impl Placement {
    /// The empty board.
    pub const EMPTY: Placement = Placement([0; 64]);

    /// The first position (Article 2.3).
    #[must_use]
    pub fn initial() -> Placement {
        let mut placement = Placement::EMPTY;
        let back =
            [Role::Rook, Role::Knight, Role::Bishop, Role::Queen, Role::King, Role::Bishop, Role::Knight, Role::Rook];
        for (file, role) in (0u8..).zip(back) {
            for (rank, color, role) in [
                (0, Color::White, role),
                (1, Color::White, Role::Pawn),
                (6, Color::Black, Role::Pawn),
                (7, Color::Black, role),
            ] {
                placement.0[usize::from(rank * 8 + file)] = byte_of(Some(Piece { color, role }));
            }
        }
        placement
    }

    /// What stands on a square.
    #[must_use]
    pub fn at(&self, square: Square) -> Option<Piece> {
        CONTENTS.get(usize::from(self.0[square.index()])).copied().flatten()
    }

    /// Puts a piece on a square, or empties it; gives back what stood there.
    pub fn set(&mut self, square: Square, piece: Option<Piece>) -> Option<Piece> {
        let before = self.at(square);
        self.0[square.index()] = byte_of(piece);
        before
    }

    /// Every occupied square with its piece, a1 first.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Square::all().filter_map(|square| self.at(square).map(|piece| (square, piece)))
    }

    /// The squares on which two placements differ, a1 first.
    pub fn differences<'a>(&'a self, other: &'a Placement) -> impl Iterator<Item = Square> + 'a {
        Square::all().filter(|&square| self.0[square.index()] != other.0[square.index()])
    }

    /// The same pieces seen from the other side of the board.
    #[must_use]
    pub fn turned(&self) -> Placement {
        let mut squares = self.0;
        squares.reverse();
        Placement(squares)
    }

    /// Which squares are occupied: bit 0 = a1, bit 7 = h1, bit 63 = h8.
    #[must_use]
    pub fn occupied(&self) -> u64 {
        self.0.iter().enumerate().fold(0, |bits, (index, &content)| bits | u64::from(content != 0) << index)
    }
}

/// The FEN letters of a [`Placement`]'s bytes, from 1 on.
const LETTERS: &[u8; 12] = b"pnbrqkPNBRQK";

/// Most letters of a FEN's placement field: a piece on every square, and what parts the ranks.
const MOST_LETTERS: usize = 64 + 7;

impl fmt::Debug for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl fmt::Display for Placement {
    /// The placement field of a FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = [0; MOST_LETTERS];
        let mut len = 0;
        let mut push = |letter: u8| {
            text[len] = letter;
            len += 1;
        };
        for (index, rank) in self.0.chunks_exact(8).rev().enumerate() {
            if index > 0 {
                push(b'/');
            }
            let mut empty = 0;
            for content in rank {
                match content.checked_sub(1).and_then(|piece| LETTERS.get(usize::from(piece))) {
                    Some(letter) => {
                        if empty > 0 {
                            push(b'0' + std::mem::take(&mut empty));
                        }
                        push(*letter);
                    }
                    None => empty += 1,
                }
            }
            if empty > 0 {
                push(b'0' + empty);
            }
        }
        f.write_str(str::from_utf8(&text[..len]).unwrap_or_default())
    }
}

impl FromStr for Placement {
    type Err = ParseWordError;

    fn from_str(text: &str) -> Result<Placement, ParseWordError> {
        let error = || ParseWordError { expected: WordKind::Placement, found: text.to_owned() };
        let mut placement = Placement::EMPTY;
        let ranks: Vec<&str> = text.split('/').collect();
        if ranks.len() != 8 {
            return Err(error());
        }
        for (rank, row) in (0u8..8).rev().zip(ranks) {
            let mut file = 0;
            for letter in row.chars() {
                if let Some(run) = letter.to_digit(10) {
                    if !(1..=8).contains(&run) {
                        return Err(error());
                    }
                    file += run as u8;
                } else {
                    let piece = Piece::from_letter(letter).ok_or_else(error)?;
                    let square = Square::from_coords(file, rank).ok_or_else(error)?;
                    placement.set(square, Some(piece));
                    file += 1;
                }
                if file > 8 {
                    return Err(error());
                }
            }
            if file != 8 {
                return Err(error());
            }
        }
        Ok(placement)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_position_reads_as_in_every_fen() {
        let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        assert_eq!(Placement::initial().to_string(), text);
        assert_eq!(text.parse(), Ok(Placement::initial()));
        assert_eq!(Placement::initial().occupied(), 0xffff_0000_0000_ffff);
    }

    #[test]
    fn a_square_holds_what_was_put_on_it() {
        let square = Square(12);
        let mut placement = Placement::EMPTY;
        let mut before = None;
        for color in [Color::Black, Color::White] {
            for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
                let piece = Some(Piece { color, role });
                assert_eq!(placement.set(square, piece), before);
                assert_eq!(placement.at(square), piece);
                before = piece;
            }
        }
        assert_eq!(placement.set(square, None), before);
        assert_eq!(placement, Placement::EMPTY);
    }

    #[test]
    fn a_placement_with_a_rank_too_long_or_too_short_is_refused() {
        for text in [
            "",
            "8/8/8/8/8/8/8",
            "8/8/8/8/8/8/8/9",
            "8/8/8/8/8/8/8/7",
            "8/8/8/8/8/8/8/4P4",
            "8/8/8/8/8/8/8/8/8",
            "x7/8/8/8/8/8/8/8",
        ] {
            assert!(text.parse::<Placement>().is_err(), "{text:?} was accepted");
        }
    }

    #[test]
    fn a_set_holds_what_was_put_in_and_turns_with_the_board() {
        let names = ["a1", "e4", "h8"];
        let mut set: SquareSet = names.iter().map(|name| name.parse::<Square>().expect("a square")).collect();
        assert_eq!(set.iter().map(|square| square.to_string()).collect::<Vec<_>>(), names);
        assert_eq!(set.bits(), 0x8000_0000_1000_0001);
        assert_eq!(set.turned().iter().map(|square| square.to_string()).collect::<Vec<_>>(), ["a1", "d5", "h8"]);
        set.remove("e4".parse().expect("a square"));
        assert_eq!(set, set.turned());
        assert_eq!(SquareSet::ALL.iter().count(), 64);
        assert!(SquareSet::EMPTY.is_empty() && !set.is_empty());
    }

    #[test]
    fn h1_is_light_and_turning_the_board_twice_changes_nothing() {
        let h1: Square = "h1".parse().expect("h1 is a square");
        assert!(h1.is_light());
        assert_eq!(h1.turned().to_string(), "a8");
        assert_eq!(Placement::initial().turned().turned(), Placement::initial());
    }
}
