//! The rules of chess as the proof knows them: the chess crate read directly, not through the product's `rules`.

use protocols::{Color, Piece, Placement, Role, Square};
use shakmaty::{CastlingMode, CastlingSide, Chess, EnPassantMode, Position as _, fen::Fen, uci::UciMove};
use touchmove::{
    rules::winnable::{Verdict, analyse},
    turn::Nodes,
};

/// A position with all that the proof asks of it.
#[derive(Debug, Clone)]
pub(crate) struct Diagram {
    chess: Chess,
    mode: CastlingMode,
    /// Which piece stands where.
    pub(crate) placement: Placement,
    /// Who has the move.
    pub(crate) turn: Color,
    /// Every legal move.
    pub(crate) moves: Vec<Move>,
}

/// A legal move as hands see it: what leaves, what comes, what goes to the box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Move {
    pub(crate) uci: String,
    /// The piece that moves: the king in castling, the pawn in a promotion.
    pub(crate) piece: Piece,
    pub(crate) from: Square,
    pub(crate) to: Square,
    /// What stands on `to` afterwards.
    pub(crate) arriving: Piece,
    /// The captured piece and where it stands.
    pub(crate) victim: Option<(Square, Piece)>,
    /// Where the rook goes from and to, in castling.
    pub(crate) rook: Option<(Square, Square)>,
}

/// What kind of thing hands do in a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Quiet,
    Capture,
    EnPassant,
    CastlingShort,
    CastlingLong,
    /// Chess960: only the king or only the rook has to move.
    CastlingOfOne,
    /// Chess960: king and rook both move, not both as in chess.
    CastlingShuffled,
    Promotion,
    PromotionWithCapture,
}

/// How a position ends the game by itself (5.1.1, 5.2.1, 5.2.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Checkmate,
    Dead,
    Stalemate,
}

impl Diagram {
    /// A position from its FEN, the counters of moves set to their beginning; `None` where it is not possible.
    pub(crate) fn from_fen(fen: &str, mode: CastlingMode) -> Option<Diagram> {
        let fields: Vec<&str> = fen.split_whitespace().take(4).collect();
        let fen: Fen = fields.join(" ").parse().ok()?;
        Some(Diagram::new(fen.into_position(mode).ok()?, mode))
    }

    fn new(chess: Chess, mode: CastlingMode) -> Diagram {
        let mut placement = Placement::EMPTY;
        for (square, piece) in chess.board().iter() {
            placement.set(square_of(square), Piece::from_letter(piece.char()));
        }
        let turn = if chess.turn().is_white() { Color::White } else { Color::Black };
        let moves = chess.legal_moves().into_iter().map(|m| read_move(&chess, m, mode)).collect();
        Diagram { chess, mode, placement, turn, moves }
    }

    pub(crate) fn fen(&self) -> String {
        Fen::from_position(&self.chess, EnPassantMode::Legal).to_string()
    }

    pub(crate) fn is_chess960(&self) -> bool {
        self.mode == CastlingMode::Chess960
    }

    /// The position after one of its moves.
    pub(crate) fn after(&self, m: &Move) -> Diagram {
        let uci: UciMove = m.uci.parse().expect("UCI");
        let played = uci.to_move(&self.chess).expect("a move of this position");
        Diagram::new(self.chess.clone().play(played).expect("a legal move"), self.mode)
    }

    pub(crate) fn is_check(&self) -> bool {
        self.chess.is_check()
    }

    /// How the position ends the game. Who can still mate is proven elsewhere, against what other programs found.
    pub(crate) fn end(&self) -> Option<End> {
        if self.chess.is_checkmate() {
            Some(End::Checkmate)
        } else if self.chess.is_stalemate() {
            Some(End::Stalemate)
        } else {
            let cannot =
                |side| matches!(analyse(&self.chess, side, Nodes::default().each_move).verdict, Verdict::Unwinnable(_));
            (cannot(shakmaty::Color::White) && cannot(shakmaty::Color::Black)).then_some(End::Dead)
        }
    }

    /// Pieces of one colour, with their squares.
    pub(crate) fn pieces(&self, color: Color) -> Vec<(Square, Piece)> {
        self.placement.pieces().filter(|(_, piece)| piece.color == color).collect()
    }

    pub(crate) fn king(&self, color: Color) -> Square {
        let king = Piece { color, role: Role::King };
        self.placement.pieces().find(|(_, piece)| *piece == king).expect("a king").0
    }

    /// The legal moves of the piece on a square. Castling counts as the king's (3.8.2); where in Chess960 the king stays
    /// and only the rook has to move, as the rook's too.
    pub(crate) fn moves_of(&self, square: Square) -> Vec<Move> {
        let by_rook_alone = |m: &Move| m.from == m.to && m.rook.is_some_and(|(rook, _)| rook == square);
        self.moves.iter().filter(|m| m.from == square || by_rook_alone(m)).cloned().collect()
    }

    /// The legal moves that capture the piece on a square.
    pub(crate) fn captures_of(&self, square: Square) -> Vec<Move> {
        self.moves.iter().filter(|m| m.victim.is_some_and(|(on, _)| on == square)).cloned().collect()
    }

    /// The squares of the rooks with which the side to move has the right to castle (3.8.2.1).
    pub(crate) fn castling_rooks(&self) -> Vec<Square> {
        let castles = self.chess.castles();
        let rook = |side| castles.rook(self.chess.turn(), side);
        [CastlingSide::KingSide, CastlingSide::QueenSide].into_iter().filter_map(rook).map(square_of).collect()
    }
}

impl Move {
    pub(crate) fn kind(&self) -> Kind {
        if let Some((rook_from, rook_to)) = self.rook {
            let as_in_chess = self.from.file() == 4 && matches!(rook_from.file(), 0 | 7);
            return match () {
                () if self.from == self.to || rook_from == rook_to => Kind::CastlingOfOne,
                () if !as_in_chess => Kind::CastlingShuffled,
                () if self.to.file() == 6 => Kind::CastlingShort,
                () => Kind::CastlingLong,
            };
        }
        match (self.piece != self.arriving, self.victim) {
            (true, Some(_)) => Kind::PromotionWithCapture,
            (true, None) => Kind::Promotion,
            (false, Some((square, _))) if square != self.to => Kind::EnPassant,
            (false, Some(_)) => Kind::Capture,
            (false, None) => Kind::Quiet,
        }
    }

    pub(crate) fn promotes(&self) -> bool {
        self.piece != self.arriving
    }
}

fn read_move(chess: &Chess, m: shakmaty::Move, mode: CastlingMode) -> Move {
    let at = |square| chess.board().piece_at(square).and_then(|piece| Piece::from_letter(piece.char()));
    let color = if chess.turn().is_white() { Color::White } else { Color::Black };
    let uci = m.to_uci(mode).to_string();
    let from = m.from().expect("no piece comes from nowhere in chess");
    let piece = at(from).expect("a piece moves");
    if let Some(side) = m.castling_side() {
        let file = |file: char| square_of(format!("{file}{}", from.rank()).parse().expect("a square"));
        let (king_to, rook_to) = match side {
            CastlingSide::KingSide => (file('g'), file('f')),
            CastlingSide::QueenSide => (file('c'), file('d')),
        };
        let rook = Some((square_of(m.to()), rook_to));
        return Move { uci, piece, from: square_of(from), to: king_to, arriving: piece, victim: None, rook };
    }
    let victim_on = if m.is_en_passant() { shakmaty::Square::from_coords(m.to().file(), from.rank()) } else { m.to() };
    let promoted = m.promotion().and_then(|role| Piece::from_letter(role.upper_char()));
    Move {
        uci,
        piece,
        from: square_of(from),
        to: square_of(m.to()),
        arriving: promoted.map_or(piece, |promoted| Piece { color, ..promoted }),
        victim: at(victim_on).map(|victim| (square_of(victim_on), victim)),
        rook: None,
    }
}

fn square_of(square: shakmaty::Square) -> Square {
    Square::wrapping(u32::from(square) as u8)
}

/// Whether both kings stand in check, in a position that need not be possible.
pub(crate) fn both_kings_in_check(placement: &Placement) -> bool {
    let mut board = shakmaty::Board::empty();
    for (square, piece) in placement.pieces() {
        let piece = shakmaty::Piece::from_char(piece.letter()).expect("a piece");
        board.set_piece_at(shakmaty::Square::new(square.index() as u32), piece);
    }
    [shakmaty::Color::White, shakmaty::Color::Black]
        .into_iter()
        .all(|color| board.king_of(color).is_some_and(|king| board.attacks_to(king, !color, board.occupied()).any()))
}
