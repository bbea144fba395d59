//! Which way round the board lies: where White sits, seen from the board's own numbering.

use protocols::{Color, Piece, Placement, Role, Side, Square, SquareContent};

/// Which way round a board lies.
///
/// A board numbers its squares as if White sat where its maker assumes, and
/// says nothing when White sits opposite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Orientation {
    /// White sits where the maker assumes: the board's squares are the game's.
    Normal,
    /// White sits opposite: the board's a1 is the game's h8, and White is on the right of the clock.
    Turned,
}

impl Orientation {
    /// Its name, as in the configuration.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Orientation::Normal => "normal",
            Orientation::Turned => "turned",
        }
    }

    /// The orientation of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Orientation> {
        [Orientation::Normal, Orientation::Turned].into_iter().find(|orientation| orientation.name() == name)
    }

    /// The game's square for one of the board's, and the other way too.
    #[must_use]
    pub fn square(self, square: Square) -> Square {
        match self {
            Orientation::Normal => square,
            Orientation::Turned => square.turned(),
        }
    }

    /// The player on this side of the clock.
    #[must_use]
    pub fn player(self, side: Side) -> Color {
        match (self, side) {
            (Orientation::Normal, Side::Left) | (Orientation::Turned, Side::Right) => Color::White,
            (Orientation::Normal, Side::Right) | (Orientation::Turned, Side::Left) => Color::Black,
        }
    }

    /// The board as the game sees it.
    pub(super) fn squares(self, board: &[SquareContent; 64]) -> [SquareContent; 64] {
        let mut squares = *board;
        if self == Orientation::Turned {
            squares.reverse();
        }
        squares
    }
}

/// How the orientation of a board is to be known (`board.orientation` in the configuration).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OrientationSetting {
    /// Found from the position.
    #[default]
    Auto,
    /// As the maker assumes.
    Normal,
    /// White sits opposite.
    Turned,
}

impl OrientationSetting {
    /// Every setting.
    pub const ALL: [OrientationSetting; 3] =
        [OrientationSetting::Auto, OrientationSetting::Normal, OrientationSetting::Turned];

    /// The word in the configuration.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            OrientationSetting::Auto => "auto",
            OrientationSetting::Normal => "normal",
            OrientationSetting::Turned => "turned",
        }
    }

    /// The orientation that this setting prescribes, if it does.
    pub(super) fn fixed(self) -> Option<Orientation> {
        match self {
            OrientationSetting::Auto => None,
            OrientationSetting::Normal => Some(Orientation::Normal),
            OrientationSetting::Turned => Some(Orientation::Turned),
        }
    }
}

/// Fewest pieces on first squares from which an orientation is concluded without a complete first position.
const MIN_AT_HOME: usize = 16;

/// How many times more pieces must be at home one way round than the other.
const AT_HOME_RATIO: usize = 4;

/// Most squares by which a board may differ from the game's position and still tell its orientation.
const MAX_DIFFERENCES: usize = 6;

/// The orientation in which the board shows a first position, if it shows one: of chess, or of Chess960.
pub(super) fn from_first_position(board: &[SquareContent; 64]) -> Option<Orientation> {
    let placement = pieces(board)?;
    if is_first_position(&placement) {
        Some(Orientation::Normal)
    } else if is_first_position(&placement.turned()) {
        Some(Orientation::Turned)
    } else {
        None
    }
}

/// The orientation that a board tells, given what the game says should stand on it; `None` while it is open.
pub(super) fn find(board: &[SquareContent; 64], expected: Option<&Placement>) -> Option<Orientation> {
    from_first_position(board)
        .or_else(|| expected.and_then(|expected| from_expectation(board, expected)))
        .or_else(|| from_first_squares(board))
}

/// The same for a board that cannot tell pieces apart.
///
/// The first position looks the same from both sides; it is then read as the maker assumes.
pub(super) fn find_by_occupancy(board: &[SquareContent; 64], expected: Option<&Placement>) -> Option<Orientation> {
    let initial = Placement::initial();
    if differences(board, &initial) == 0 {
        Some(Orientation::Normal)
    } else {
        expected.and_then(|expected| from_expectation(board, expected))
    }
}

/// The orientation in which the board differs clearly less from what the game expects.
fn from_expectation(board: &[SquareContent; 64], expected: &Placement) -> Option<Orientation> {
    let [normal, turned] = [Orientation::Normal, Orientation::Turned]
        .map(|orientation| differences(&orientation.squares(board), expected));
    let clear = |less: usize, more: usize| less <= MAX_DIFFERENCES && more > 2 * less;
    if clear(normal, turned) {
        Some(Orientation::Normal)
    } else if clear(turned, normal) {
        Some(Orientation::Turned)
    } else {
        None
    }
}

/// The orientation in which by far the most pieces stand on first squares of their kind.
///
/// Too few pieces, as while they are being set up, tell nothing.
fn from_first_squares(board: &[SquareContent; 64]) -> Option<Orientation> {
    let placement = pieces(board)?;
    let initial = Placement::initial();
    let at_home =
        |placement: &Placement| placement.pieces().filter(|&(square, piece)| initial.at(square) == Some(piece)).count();
    let (normal, turned) = (at_home(&placement), at_home(&placement.turned()));
    let clear = |more: usize, less: usize| more >= MIN_AT_HOME && less * AT_HOME_RATIO <= more;
    if clear(normal, turned) {
        Some(Orientation::Normal)
    } else if clear(turned, normal) {
        Some(Orientation::Turned)
    } else {
        None
    }
}

/// How many of the game's squares show something else than expected, as far as the sensors can tell.
pub(super) fn differences(squares: &[SquareContent; 64], expected: &Placement) -> usize {
    Square::all().filter(|&square| !agrees(squares[square.index()], expected.at(square))).count()
}

pub(super) fn agrees(content: SquareContent, expected: Option<Piece>) -> bool {
    match content {
        SquareContent::Empty => expected.is_none(),
        SquareContent::Occupied => expected.is_some(),
        SquareContent::Piece(piece) => expected == Some(piece),
    }
}

/// The pieces on a board that can tell them all apart.
pub(super) fn pieces(board: &[SquareContent; 64]) -> Option<Placement> {
    let mut placement = Placement::EMPTY;
    for square in Square::all() {
        match board[square.index()] {
            SquareContent::Empty => {}
            SquareContent::Occupied => return None,
            SquareContent::Piece(piece) => {
                placement.set(square, Some(piece));
            }
        }
    }
    Some(placement)
}

/// Whether this is a first position of chess or of Chess960, read from White's side.
fn is_first_position(placement: &Placement) -> bool {
    if *placement == Placement::initial() {
        return true;
    }
    let at = |file: u8, rank: u8| Square::from_coords(file, rank).and_then(|square| placement.at(square));
    let mut roles = Vec::with_capacity(8);
    for file in 0..8 {
        let pawns = at(file, 1) == Some(Piece { color: Color::White, role: Role::Pawn })
            && at(file, 6) == Some(Piece { color: Color::Black, role: Role::Pawn });
        match (at(file, 0), at(file, 7)) {
            (Some(white), Some(black))
                if pawns && white.color == Color::White && black.color == Color::Black && white.role == black.role =>
            {
                roles.push(white.role);
            }
            _ => return false,
        }
    }
    roles.sort_unstable();
    let set = [Role::Knight, Role::Knight, Role::Bishop, Role::Bishop, Role::Rook, Role::Rook, Role::Queen, Role::King];
    roles == set && placement.pieces().count() == 32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(fen: &str) -> [SquareContent; 64] {
        let placement: Placement = fen.parse().expect("a placement");
        let mut board = [SquareContent::Empty; 64];
        for (square, piece) in placement.pieces() {
            board[square.index()] = SquareContent::Piece(piece);
        }
        board
    }

    fn turned(fen: &str) -> [SquareContent; 64] {
        Orientation::Turned.squares(&board(fen))
    }

    #[test]
    fn a_first_position_tells_the_orientation_both_ways() {
        for fen in ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB"] {
            assert_eq!(from_first_position(&board(fen)), Some(Orientation::Normal));
            assert_eq!(from_first_position(&turned(fen)), Some(Orientation::Turned));
        }
    }

    #[test]
    fn back_ranks_that_do_not_mirror_each_other_are_no_first_position() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
            "qnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/QNBQKBNR",
        ] {
            assert_eq!(from_first_position(&board(fen)), None, "{fen}");
        }
    }

    #[test]
    fn most_pieces_on_first_squares_tell_the_orientation() {
        let fen = "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R";
        assert_eq!(find(&board(fen), None), Some(Orientation::Normal));
        assert_eq!(find(&turned(fen), None), Some(Orientation::Turned));
    }

    #[test]
    fn few_pieces_leave_the_orientation_open() {
        for fen in ["8/8/8/8/8/8/8/8", "8/8/8/8/8/8/PPPPPPPP/8", "8/5k2/3r4/8/8/3R4/2K5/8"] {
            assert_eq!(find(&board(fen), None), None, "{fen}");
            assert_eq!(find(&board(fen), Some(&Placement::initial())), None, "{fen}");
        }
    }

    #[test]
    fn the_position_of_the_game_tells_the_orientation_of_an_endgame() {
        let fen = "8/5k2/3r4/8/8/8/2K5/8";
        let expected: Placement = fen.parse().expect("a placement");
        assert_eq!(find(&board(fen), Some(&expected)), Some(Orientation::Normal));
        assert_eq!(find(&turned(fen), Some(&expected)), Some(Orientation::Turned));
        let lifted = "8/5k2/8/8/8/8/2K5/8";
        assert_eq!(find(&turned(lifted), Some(&expected)), Some(Orientation::Turned));
    }

    #[test]
    fn a_position_that_looks_the_same_from_both_sides_tells_nothing() {
        let fen = "8/8/3R4/8/8/4R3/8/8";
        let expected: Placement = fen.parse().expect("a placement");
        assert_eq!(find(&board(fen), Some(&expected)), None);
    }

    #[test]
    fn white_is_on_the_left_of_the_clock_unless_the_board_is_turned() {
        assert_eq!(Orientation::Normal.player(Side::Left), Color::White);
        assert_eq!(Orientation::Turned.player(Side::Left), Color::Black);
        assert_eq!(Orientation::Turned.player(Side::Right), Color::White);
    }
}
