//! A game as the Laws record it: pieces, mover, counters, moves. Small, and not the product's: attacks come from the
//! chess crate's tables, the rest is read from the text.

use protocols::{Color, Piece, Placement, Role, Square};

/// A game in progress.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Game {
    pub(crate) board: Placement,
    pub(crate) turn: Color,
    /// Of `KQkq`, what is left.
    castling: String,
    /// Half-moves since a pawn moved or a piece was captured (9.3, 9.6.2).
    halfmoves: u32,
    /// The number of the move that is next.
    fullmoves: u32,
    /// The legal moves made so far, in UCI.
    pub(crate) moves: Vec<String>,
}

/// A move in UCI, as hands see it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Played {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) arriving: Piece,
    /// Where the captured piece stands.
    pub(crate) victim: Option<Square>,
    /// Where the rook goes from and to.
    pub(crate) rook: Option<(Square, Square)>,
}

impl Game {
    /// From a FEN of six fields; the square of a capture en passant is not kept, the first move is given.
    pub(crate) fn from_fen(fen: &str) -> Game {
        let fields: Vec<&str> = fen.split(' ').collect();
        Game {
            board: fields[0].parse().expect("a placement"),
            turn: if fields[1] == "w" { Color::White } else { Color::Black },
            castling: fields[2].replace('-', ""),
            halfmoves: fields[4].parse().expect("half-moves"),
            fullmoves: fields[5].parse().expect("moves"),
            moves: Vec::new(),
        }
    }

    /// Its FEN. The moves of this proof never leave a pawn to be captured en passant.
    pub(crate) fn fen(&self) -> String {
        let turn = if self.turn == Color::White { 'w' } else { 'b' };
        let castling = if self.castling.is_empty() { "-" } else { &self.castling };
        format!("{} {turn} {castling} - {} {}", self.board, self.halfmoves, self.fullmoves)
    }

    /// Reads a legal move of the side to move.
    pub(crate) fn read(&self, uci: &str) -> Played {
        let (from, to) = (square(&uci[..2]), square(&uci[2..4]));
        let piece = self.board.at(from).expect("a piece to move");
        let promoted = uci.chars().nth(4).and_then(|letter| Piece::from_letter(letter.to_ascii_uppercase()));
        let sideways = from.file() != to.file();
        let passing = piece.role == Role::Pawn && sideways && self.board.at(to).is_none();
        let victim = if passing { Square::from_coords(to.file(), from.rank()) } else { Some(to) };
        let castles = piece.role == Role::King && from.file().abs_diff(to.file()) == 2;
        let corner = |file| Square::from_coords(file, from.rank()).expect("on the board");
        Played {
            from,
            to,
            arriving: promoted.map_or(piece, |promoted| Piece { color: piece.color, ..promoted }),
            victim: victim.filter(|victim| self.board.at(*victim).is_some()),
            rook: castles.then(|| if to.file() == 6 { (corner(7), corner(5)) } else { (corner(0), corner(3)) }),
        }
    }

    /// The pieces after a legal move.
    pub(crate) fn board_after(&self, uci: &str) -> Placement {
        let played = self.read(uci);
        let mut board = self.board;
        if let Some(victim) = played.victim {
            board.set(victim, None);
        }
        board.set(played.from, None);
        board.set(played.to, Some(played.arriving));
        if let Some((from, to)) = played.rook {
            let rook = board.set(from, None);
            board.set(to, rook);
        }
        board
    }

    /// A legal move is made.
    pub(crate) fn play(&mut self, uci: &str) {
        let board = self.board_after(uci);
        self.stand(board);
        self.moves.push(uci.to_owned());
    }

    /// The side to move has brought about this board, legally or not: his move, as far as anything is counted (1.3,
    /// 3.8.2.1, 9.3).
    pub(crate) fn stand(&mut self, board: Placement) {
        let count = |board: &Placement, color| board.pieces().filter(|(_, piece)| piece.color == color).count();
        let captured = count(&board, self.turn.other()) < count(&self.board, self.turn.other());
        let pawns = |board: &Placement| -> Vec<Square> {
            board.pieces().filter(|(_, piece)| piece.role == Role::Pawn).map(|(square, _)| square).collect()
        };
        let irreversible = captured || pawns(&board) != pawns(&self.board);
        self.halfmoves = if irreversible { 0 } else { self.halfmoves + 1 };
        self.fullmoves += u32::from(self.turn == Color::Black);
        let home = |name: &str| board.at(square(name)) == self.board.at(square(name));
        self.castling.retain(|right| match right {
            'K' => home("e1") && home("h1"),
            'Q' => home("e1") && home("a1"),
            'k' => home("e8") && home("h8"),
            _ => home("e8") && home("a8"),
        });
        self.board = board;
        self.turn = self.turn.other();
    }

    /// Whether this is a lawful step of one piece to an empty square: no capture, castling, double step or promotion.
    pub(crate) fn is_quiet(&self, uci: &str) -> bool {
        let (from, to) = (square(&uci[..2]), square(&uci[2..4]));
        let Some(piece) = self.board.at(from).filter(|piece| piece.color == self.turn) else { return false };
        if self.board.at(to).is_some() {
            return false;
        }
        let forward = if piece.color == Color::White { 1 } else { -1 };
        let goes = if piece.role == Role::Pawn {
            from.file() == to.file() && from.rank() as i8 + forward == to.rank() as i8 && !matches!(to.rank(), 0 | 7)
        } else {
            let board = crate_board(&self.board);
            shakmaty::attacks::attacks(crate_square(from), crate_piece(piece), board.occupied())
                .contains(crate_square(to))
        };
        let board = crate_board(&self.board_after(uci));
        let color = crate_color(self.turn);
        let checked = board.king_of(color).is_none_or(|king| board.attacks_to(king, !color, board.occupied()).any());
        goes && !checked
    }
}

pub(crate) fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

/// A position or a move, seen from the other side of the board: the first rank becomes the eighth.
pub(crate) fn mirrored_fen(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let swap = |text: &str| -> String {
        let other = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        text.chars().map(other).collect()
    };
    let ranks: Vec<String> = fields[0].split('/').rev().map(swap).collect();
    let turn = if fields[1] == "w" { "b" } else { "w" };
    let mut castling: Vec<char> = swap(fields[2]).chars().collect();
    castling.sort_unstable();
    let castling: String = castling.into_iter().collect();
    format!("{} {turn} {castling} {} {} {}", ranks.join("/"), mirrored(fields[3]), fields[4], fields[5])
}

/// The same for squares in a text: `e2e4` becomes `e7e5`.
pub(crate) fn mirrored(text: &str) -> String {
    let other = |c: char| match c {
        '1'..='8' => char::from(b'1' + b'8' - c as u8),
        c => c,
    };
    text.chars().map(other).collect()
}

fn crate_color(color: Color) -> shakmaty::Color {
    if color == Color::White { shakmaty::Color::White } else { shakmaty::Color::Black }
}

fn crate_piece(piece: Piece) -> shakmaty::Piece {
    shakmaty::Piece::from_char(piece.letter()).expect("a piece")
}

fn crate_square(square: Square) -> shakmaty::Square {
    shakmaty::Square::new(square.index() as u32)
}

fn crate_board(placement: &Placement) -> shakmaty::Board {
    let mut board = shakmaty::Board::empty();
    for (square, piece) in placement.pieces() {
        board.set_piece_at(crate_square(square), crate_piece(piece));
    }
    board
}
