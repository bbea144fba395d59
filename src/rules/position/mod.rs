//! A position with the side to move: legal moves, SAN, FEN, and the ends the rules know (5.1.1, 5.2).

use std::{
    fmt,
    sync::{Arc, OnceLock, Weak},
};

use protocols::{Color, Piece, Placement, Role, Square};
use shakmaty::{
    CastlingMode, Chess, EnPassantMode, Move, Position as _, Setup,
    fen::Fen,
    san::{San, SanPlus, Suffix},
};

use super::{
    CastlingSide, LegalMove, Uci,
    convert::{from_board, from_color, from_square, to_board, to_color, to_square},
    irregular,
    legal::side_towards,
};

/// The variant played: the Laws' chess, or Chess960 (Guidelines II).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Variant {
    /// Chess.
    #[default]
    Chess,
    /// Chess960.
    Chess960,
}

/// Why a text is no move of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unwritten {
    /// Several legal moves are written so.
    Ambiguous,
    /// No legal move is written so.
    Illegal,
}

impl Variant {
    /// The word in records and configuration.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Variant::Chess => "chess",
            Variant::Chess960 => "chess960",
        }
    }

    /// The variant of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Variant> {
        [Variant::Chess, Variant::Chess960].into_iter().find(|variant| variant.name() == name)
    }

    fn mode(self) -> CastlingMode {
        match self {
            Variant::Chess => CastlingMode::Standard,
            Variant::Chess960 => CastlingMode::Chess960,
        }
    }
}

/// How a position ends the game by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The side to move is checkmated (5.1.1).
    Checkmate,
    /// The side to move has no legal move and is not in check (5.2.1).
    Stalemate,
}

/// A FEN that is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FenError {
    /// The text is not a FEN.
    #[error("{fen:?} is not a FEN: {reason}")]
    Syntax {
        /// What was given.
        fen: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The text is a FEN, of a position that cannot be.
    #[error("the position {fen:?} cannot be: {reason}")]
    Position {
        /// What was given.
        fen: String,
        /// What is wrong with it.
        reason: String,
    },
}

/// A position: which piece stands where, whose turn it is, who may still castle or take in passing.
///
/// Cheap to clone. Two positions are equal when Article 9.2.2 (2018) counts them as the same.
#[derive(Clone)]
pub struct Position(Arc<Shared>);

/// Of so many moves played from a position is remembered where they led.
const KEPT_MOVES: usize = 4;

/// A position and what has been worked out of it so far, shared by its copies.
struct Shared {
    core: Core,
    variant: Variant,
    placement: Placement,
    fen: OnceLock<Arc<str>>,
    /// Somebody can still checkmate.
    winnable: OnceLock<()>,
    /// Where moves that were played from it led, as long as somebody keeps that: who plays the same again shares what is
    /// known there.
    after: [OnceLock<(Move, Weak<Shared>)>; KEPT_MOVES],
}

enum Core {
    /// What Article 3 can lead to.
    Lawful(Chess),
    /// What only an illegal move that stands can lead to.
    Irregular(Setup),
}

impl Position {
    /// The first position (2.3).
    #[must_use]
    pub fn initial() -> Position {
        Position::lawful(Chess::new(), Variant::Chess)
    }

    /// The position a game of this variant begins from when nothing else is said: for Chess960, start position 518.
    #[must_use]
    pub fn first_of(variant: Variant) -> Position {
        Position::lawful(Chess::new(), variant)
    }

    /// The Chess960 start position that this placement shows, if it is one of the 960 (Guidelines II.2).
    #[must_use]
    pub fn chess960_start(placement: &Placement) -> Option<Position> {
        let initial = Placement::initial();
        let pawns_home = Square::all()
            .filter(|square| (1..7).contains(&square.rank()))
            .all(|square| placement.at(square) == initial.at(square));
        let rank: Vec<Role> = (0..8)
            .filter_map(|file| {
                let (white, black) = (Square::from_coords(file, 0)?, Square::from_coords(file, 7)?);
                let (white, black) = (placement.at(white)?, placement.at(black)?);
                (white.color == Color::White && black.color == Color::Black && white.role == black.role)
                    .then_some(white.role)
            })
            .collect();
        let on = |role: Role| {
            rank.iter().enumerate().filter(|(_, other)| **other == role).map(|(file, _)| file).collect::<Vec<_>>()
        };
        let (rooks, kings, bishops) = (on(Role::Rook), on(Role::King), on(Role::Bishop));
        let (&[a, h], &[king], &[one, two]) = (&rooks[..], &kings[..], &bishops[..]) else { return None };
        let drawn = pawns_home
            && rank.len() == 8
            && on(Role::Knight).len() == 2
            && on(Role::Queen).len() == 1
            && (a..h).contains(&king)
            && (one + two) % 2 == 1;
        if !drawn {
            return None;
        }
        let mut setup = Chess::new().to_setup(EnPassantMode::Legal);
        setup.board = to_board(placement);
        setup.castling_rights = shakmaty::Bitboard::EMPTY;
        for file in [a, h] {
            for rank in [0, 7] {
                setup.castling_rights.add(to_square(Square::from_coords(file as u8, rank)?));
            }
        }
        Some(Position::from_setup(setup, Variant::Chess960))
    }

    /// Whether this is one of the 960 start positions of Chess960.
    #[must_use]
    pub fn is_chess960_start(&self) -> bool {
        Position::chess960_start(&self.0.placement).is_some()
    }

    /// Seen as a first position: the players whose king, and the corners whose rook, was not where it belongs (2.3).
    #[must_use]
    pub fn misplaced_castling_pieces(&self) -> (Vec<Color>, Vec<Square>) {
        let initial = Placement::initial();
        let wrong = |square: &Square| self.0.placement.at(*square) != initial.at(*square);
        let kings = [Color::White, Color::Black]
            .into_iter()
            .filter(|&color| {
                let king = Piece { color, role: Role::King };
                initial.pieces().any(|(square, piece)| piece == king && wrong(&square))
            })
            .collect();
        let corners = initial.pieces().filter(|(_, piece)| piece.role == Role::Rook).map(|found| found.0);
        (kings, corners.filter(wrong).collect())
    }

    /// A position from a FEN that Article 3 can make sense of.
    ///
    /// # Errors
    /// [`FenError`], with what is wrong. Castling rights and en passant squares that cannot be are dropped.
    pub fn from_fen(fen: &str, variant: Variant) -> Result<Position, FenError> {
        let position = Position::from_any_fen(fen, variant)?;
        match &position.0.core {
            Core::Lawful(_) => Ok(position),
            Core::Irregular(setup) => Err(FenError::Position { fen: fen.to_owned(), reason: refusal(setup, variant) }),
        }
    }

    /// A position from a FEN, be it one that only illegal moves lead to.
    ///
    /// # Errors
    /// [`FenError::Syntax`].
    pub fn from_any_fen(fen: &str, variant: Variant) -> Result<Position, FenError> {
        let parsed: Fen = fen.parse().map_err(|error: shakmaty::fen::ParseFenError| FenError::Syntax {
            fen: fen.to_owned(),
            reason: error.to_string(),
        })?;
        Ok(Position::from_setup(parsed.into(), variant))
    }

    /// The position of this placement with `turn` to move, nobody castling unless `like` still may and king and rook stand there.
    #[must_use]
    pub fn from_placement(placement: &Placement, turn: Color, like: &Position) -> Position {
        let mut setup = like.setup();
        setup.board = to_board(placement);
        setup.turn = to_color(turn);
        setup.ep_square = None;
        setup.castling_rights = setup
            .castling_rights
            .into_iter()
            .filter(|&rook| like.0.placement.at(from_square(rook)) == placement.at(from_square(rook)))
            .collect();
        for color in [Color::Black, Color::White] {
            let king = |placement: &Placement| {
                placement.pieces().find(|(_, piece)| *piece == Piece { color, role: Role::King })
            };
            if king(&like.0.placement).map(|found| found.0) != king(placement).map(|found| found.0) {
                let back = if color == Color::White { shakmaty::Rank::First } else { shakmaty::Rank::Eighth };
                setup.castling_rights &= !shakmaty::Bitboard::from_rank(back);
            }
        }
        Position::from_setup(setup, like.0.variant)
    }

    /// The position where an illegal move from this one stands that led to this placement: the other side is to move, and the
    /// move counts as one of Article 3 would, for the half-move clock (9.3, 9.6.2), the move number, and a capture in
    /// passing (3.7).
    #[must_use]
    pub fn after_irregular_move(&self, placement: &Placement) -> Position {
        let by = self.turn();
        let mut setup = Position::from_placement(placement, by.other(), self).setup();
        let pawn = Piece { color: by, role: Role::Pawn };
        let gone = |piece: Piece, from: &Placement, to: &Placement| {
            from.pieces().filter(|&(square, other)| other == piece && to.at(square) != Some(piece)).collect::<Vec<_>>()
        };
        let (left, arrived) = (gone(pawn, &self.0.placement, placement), gone(pawn, placement, &self.0.placement));
        let count = |on: &Placement| on.pieces().filter(|(_, piece)| piece.color != by).count();
        let zeroes = !left.is_empty() || !arrived.is_empty() || count(placement) < count(&self.0.placement);
        let before = self.setup();
        setup.halfmoves = if zeroes { 0 } else { before.halfmoves.saturating_add(1) };
        setup.fullmoves = before.fullmoves.saturating_add(u32::from(by == Color::Black));
        if let ([(from, _)], [(to, _)]) = (&left[..], &arrived[..]) {
            let (first, fourth) = if by == Color::White { (1, 3) } else { (6, 4) };
            if from.file() == to.file() && (from.rank(), to.rank()) == (first, fourth) {
                let passed = (from.index() + to.index()) as u32 / 2;
                setup.ep_square =
                    Some(shakmaty::Square::new(passed)).filter(|&passed| !setup.board.occupied().contains(passed));
            }
        }
        Position::from_setup(setup, self.0.variant)
    }

    fn from_setup(setup: Setup, variant: Variant) -> Position {
        let placement = from_board(&setup.board);
        let chess = setup
            .clone()
            .position::<Chess>(variant.mode())
            .or_else(shakmaty::PositionError::ignore_invalid_castling_rights)
            .or_else(shakmaty::PositionError::ignore_invalid_ep_square)
            .or_else(shakmaty::PositionError::ignore_impossible_check)
            .or_else(shakmaty::PositionError::ignore_too_much_material);
        match chess {
            Ok(chess) => Position::of_core(Core::Lawful(chess), variant, placement),
            Err(_) => Position::of_core(Core::Irregular(setup), variant, placement),
        }
    }

    fn of_core(core: Core, variant: Variant, placement: Placement) -> Position {
        let (fen, winnable, after) = (OnceLock::new(), OnceLock::new(), Default::default());
        Position(Arc::new(Shared { core, variant, placement, fen, winnable, after }))
    }

    fn lawful(chess: Chess, variant: Variant) -> Position {
        let placement = from_board(chess.board());
        Position::of_core(Core::Lawful(chess), variant, placement)
    }

    /// The same position without the right to castle with the rooks on these squares.
    #[must_use]
    pub fn without_castling(&self, rooks: &[Square]) -> Position {
        let mut setup = self.setup();
        for &rook in rooks {
            setup.castling_rights.discard(to_square(rook));
        }
        Position::from_setup(setup, self.0.variant)
    }

    /// Whether this is the same object: then all is the same, counters included. `false` says nothing.
    #[must_use]
    pub fn is_copy_of(&self, other: &Position) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// The variant.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.0.variant
    }

    /// Which piece stands where.
    #[must_use]
    pub fn placement(&self) -> &Placement {
        &self.0.placement
    }

    /// Who has the move (1.3).
    #[must_use]
    pub fn turn(&self) -> Color {
        from_color(match &self.0.core {
            Core::Lawful(chess) => chess.turn(),
            Core::Irregular(setup) => setup.turn,
        })
    }

    /// Whether no rules library would accept this position: only an illegal move that stands leads to it.
    #[must_use]
    pub fn is_irregular(&self) -> bool {
        matches!(self.0.core, Core::Irregular(_))
    }

    /// Half-moves since the last capture or pawn move (9.3, 9.6.2).
    #[must_use]
    pub fn halfmoves(&self) -> u32 {
        match &self.0.core {
            Core::Lawful(chess) => chess.halfmoves(),
            Core::Irregular(setup) => setup.halfmoves,
        }
    }

    /// Number of the full move, from 1.
    #[must_use]
    pub fn fullmoves(&self) -> u32 {
        match &self.0.core {
            Core::Lawful(chess) => chess.fullmoves().get(),
            Core::Irregular(setup) => setup.fullmoves.get(),
        }
    }

    /// Every legal move (3.10.1), in an order that depends on the position alone.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<LegalMove> {
        let turn = self.turn();
        let chess960 = self.0.variant == Variant::Chess960;
        self.moves().into_iter().map(|m| LegalMove::new(m, turn, chess960)).collect()
    }

    fn moves(&self) -> shakmaty::MoveList {
        match &self.0.core {
            Core::Lawful(chess) => chess.legal_moves(),
            Core::Irregular(setup) => irregular::legal_moves(setup, self.0.variant.mode()),
        }
    }

    /// The legal move with this UCI text, if there is one. Castling may be written either way.
    #[must_use]
    pub fn legal_move(&self, uci: &str) -> Option<LegalMove> {
        let (named, mode) = (Uci::new(uci)?, self.0.variant.mode());
        let moves = self.moves();
        let is_named = |m: &&Move, mode: CastlingMode| Uci::of(&m.to_uci(mode)) == named;
        let other_way = |m: &&Move| {
            let castles = m.is_castle();
            castles && (is_named(m, CastlingMode::Chess960) || is_named(m, CastlingMode::Standard))
        };
        let found = moves.iter().find(|m| is_named(m, mode)).or_else(|| moves.iter().find(other_way))?;
        Some(LegalMove::new(*found, self.turn(), self.0.variant == Variant::Chess960))
    }

    /// The legal move that people have written so: in UCI, or in SAN with or without its signs.
    ///
    /// # Errors
    /// [`Unwritten`].
    pub fn written_move(&self, text: &str) -> Result<LegalMove, Unwritten> {
        if let Some(m) = self.legal_move(text) {
            return Ok(m);
        }
        let bare = text.trim_end_matches(['+', '#', '!', '?']);
        let bare = match bare {
            "0-0" => "O-O",
            "0-0-0" => "O-O-O",
            _ => bare,
        };
        let san = San::from_ascii(bare.as_bytes()).map_err(|_| Unwritten::Illegal)?;
        let mut fitting = self.moves().into_iter().filter(|m| san.matches(*m));
        match (fitting.next(), fitting.next()) {
            (Some(m), None) => Ok(LegalMove::new(m, self.turn(), self.0.variant == Variant::Chess960)),
            (Some(_), Some(_)) => Err(Unwritten::Ambiguous),
            (None, _) => Err(Unwritten::Illegal),
        }
    }

    /// The position after a move of this position.
    #[must_use]
    pub fn play(&self, m: &LegalMove) -> Position {
        for known in &self.0.after {
            let mut played = None;
            let (kept, after) = known.get_or_init(|| {
                let after = played.insert(self.play_anew(m));
                (m.inner, Arc::downgrade(&after.0))
            });
            let kept = played.or_else(|| after.upgrade().filter(|_| *kept == m.inner).map(Position));
            if let Some(after) = kept {
                return after;
            }
        }
        self.play_anew(m)
    }

    fn play_anew(&self, m: &LegalMove) -> Position {
        match &self.0.core {
            Core::Lawful(chess) => {
                let mut chess = chess.clone();
                chess.play_unchecked(m.inner);
                let placement = m.after(&self.0.placement);
                Position::of_core(Core::Lawful(chess), self.0.variant, placement)
            }
            Core::Irregular(setup) => Position::from_setup(irregular::play(setup, m.inner), self.0.variant),
        }
    }

    /// The same pieces with the other side to move: what a press without a move that stands leads to.
    #[must_use]
    pub fn pass(&self) -> Position {
        let mut setup = self.setup();
        setup.turn = !setup.turn;
        setup.ep_square = None;
        setup.halfmoves = setup.halfmoves.saturating_add(1);
        setup.fullmoves = setup.fullmoves.saturating_add(u32::from(self.turn() == Color::Black));
        Position::from_setup(setup, self.0.variant)
    }

    /// The move in SAN, as PGN writes it, with `+` or `#`.
    #[must_use]
    pub fn san(&self, m: &LegalMove) -> String {
        match &self.0.core {
            Core::Lawful(chess) => SanPlus::from_move(chess.clone(), m.inner).to_string(),
            Core::Irregular(_) => {
                let after = self.play(m);
                let suffix = match (after.is_check(), after.moves().is_empty()) {
                    (true, true) => Some(Suffix::Checkmate),
                    (true, false) => Some(Suffix::Check),
                    (false, _) => None,
                };
                SanPlus { san: San::disambiguate(m.inner, &self.moves()), suffix }.to_string()
            }
        }
    }

    /// FEN with six fields; the en passant square only where such a capture is legal. Chess960: Shredder's
    /// castling letters only where `KQkq` would be ambiguous (X-FEN).
    #[must_use]
    pub fn fen(&self) -> String {
        self.shared_fen().to_string()
    }

    /// The same, written once for a position and all its copies.
    #[must_use]
    pub fn shared_fen(&self) -> &Arc<str> {
        let write = || match &self.0.core {
            Core::Lawful(chess) if self.0.variant == Variant::Chess => self.plain_fen(chess),
            Core::Lawful(chess) => Fen::from_position(chess, EnPassantMode::Legal).to_string(),
            Core::Irregular(setup) => {
                Fen::try_from_setup(setup.clone()).unwrap_or_else(shakmaty::fen::LossyFenError::ignore).to_string()
            }
        };
        self.0.fen.get_or_init(|| write().into())
    }

    /// FEN where no castling needs other letters than `KQkq`. One is written for every position of every game, and the
    /// rules library takes a long way round.
    fn plain_fen(&self, chess: &Chess) -> String {
        let rights =
            shakmaty::Color::ALL.into_iter().flat_map(|color| shakmaty::CastlingSide::ALL.map(|side| (color, side)));
        let may_castle = |(color, side): (_, _)| chess.castles().has(color, side);
        let castling: String =
            rights.zip("KQkq".chars()).filter(|(right, _)| may_castle(*right)).map(|(_, letter)| letter).collect();
        let castling = if castling.is_empty() { "-" } else { &castling };
        let passing = chess.ep_square(EnPassantMode::Legal).map_or_else(|| "-".to_owned(), |square| square.to_string());
        let turn = chess.turn().char();
        format!("{} {turn} {castling} {passing} {} {}", self.0.placement, self.halfmoves(), self.fullmoves())
    }

    /// Whether the side to move is in check (3.9.1).
    #[must_use]
    pub fn is_check(&self) -> bool {
        match &self.0.core {
            Core::Lawful(chess) => chess.is_check(),
            Core::Irregular(setup) => irregular::is_in_check(&setup.board, setup.turn),
        }
    }

    /// Whether both kings are in check.
    #[must_use]
    pub fn both_in_check(&self) -> bool {
        let board = to_board(&self.0.placement);
        irregular::is_in_check(&board, shakmaty::Color::White) && irregular::is_in_check(&board, shakmaty::Color::Black)
    }

    /// Whether a pawn stands on its last rank.
    #[must_use]
    pub fn has_pawn_on_last_rank(&self) -> bool {
        self.0.placement.pieces().any(|(square, piece)| piece.role == Role::Pawn && is_last_rank(square, piece.color))
    }

    /// How this position ends the game, when the side to move has no legal move. Whether it is dead (5.2.2) is a
    /// [question](super::MateQuestion) of its own.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ending_with(&self.legal_moves())
    }

    /// The same, where the position's `legal` moves are at hand.
    #[must_use]
    pub fn ending_with(&self, legal: &[LegalMove]) -> Option<Ending> {
        let Core::Lawful(chess) = &self.0.core else { return None };
        legal.is_empty().then(|| if chess.is_check() { Ending::Checkmate } else { Ending::Stalemate })
    }

    /// Remembers that somebody can still checkmate.
    pub(super) fn set_winnable(&self) {
        self.0.winnable.get_or_init(|| ());
    }

    /// Whether somebody is known to be able to checkmate still.
    pub(super) fn is_known_winnable(&self) -> bool {
        self.0.winnable.get().is_some()
    }

    /// The position as the rules library has it; `None` where that would not accept it.
    pub(super) fn chess(&self) -> Option<&Chess> {
        match &self.0.core {
            Core::Lawful(chess) => Some(chess),
            Core::Irregular(_) => None,
        }
    }

    /// Why the king may not castle to that side, when he may not (3.8.2).
    #[must_use]
    pub fn castling_refusal(&self, side: CastlingSide) -> CastlingRefusal {
        let setup = self.setup();
        let king =
            self.0.placement.pieces().find(|(_, piece)| *piece == Piece { color: self.turn(), role: Role::King });
        let back = if setup.turn.is_white() { shakmaty::Rank::First } else { shakmaty::Rank::Eighth };
        let has_right = king.is_some_and(|(king, _)| {
            setup
                .castling_rights
                .into_iter()
                .any(|rook| rook.rank() == back && side_towards(king, from_square(rook)) == side)
        });
        match king {
            Some((king, _)) if has_right => self.prevented(&setup, to_square(king), side),
            _ => CastlingRefusal::RightLost,
        }
    }

    /// What prevents a castling for which the right is there (3.8.2.2).
    fn prevented(&self, setup: &Setup, king: shakmaty::Square, side: CastlingSide) -> CastlingRefusal {
        let towards = |rook: &shakmaty::Square| {
            rook.rank() == king.rank() && side_towards(from_square(king), from_square(*rook)) == side
        };
        let Some(rook) = setup.castling_rights.into_iter().find(towards) else { return CastlingRefusal::RightLost };
        let wing = if side == CastlingSide::King {
            shakmaty::CastlingSide::KingSide
        } else {
            shakmaty::CastlingSide::QueenSide
        };
        let king_to = shakmaty::Square::from_coords(wing.king_to_file(), king.rank());
        let rook_to = shakmaty::Square::from_coords(wing.rook_to_file(), king.rank());
        let with = |from, to| shakmaty::attacks::between(from, to).with(to);
        let path = (with(king, king_to) | with(rook, rook_to)).without(king).without(rook);
        if (path & setup.board.occupied()).any() {
            CastlingRefusal::PieceBetween
        } else if irregular::is_in_check(&setup.board, setup.turn) {
            CastlingRefusal::InCheck
        } else {
            CastlingRefusal::Attacked
        }
    }

    fn setup(&self) -> Setup {
        match &self.0.core {
            Core::Lawful(chess) => chess.to_setup(EnPassantMode::Legal),
            Core::Irregular(setup) => setup.clone(),
        }
    }

    /// What Article 3 can lead to; `None` of a position that only an illegal move led to.
    pub(super) fn lawful_core(&self) -> Option<&Chess> {
        match &self.0.core {
            Core::Lawful(chess) => Some(chess),
            Core::Irregular(_) => None,
        }
    }

    /// A line of moves that are legal one after the other.
    pub(super) fn legal_line(&self, line: &[shakmaty::Move]) -> Vec<LegalMove> {
        let chess960 = self.0.variant == Variant::Chess960;
        let turns = [self.turn(), self.turn().other()].into_iter().cycle();
        line.iter().zip(turns).map(|(&m, turn)| LegalMove::new(m, turn, chess960)).collect()
    }

    /// The squares of the rooks with which `color` still has the right to castle.
    #[must_use]
    pub fn castling_rooks(&self, color: Color) -> Vec<Square> {
        let back = if color == Color::White { shakmaty::Rank::First } else { shakmaty::Rank::Eighth };
        self.setup().castling_rights.into_iter().filter(|rook| rook.rank() == back).map(from_square).collect()
    }
}

/// Why a castling is not allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CastlingRefusal {
    /// For now: a square that the king crosses or reaches is attacked (3.8.2.2).
    Attacked,
    /// For now: the king is in check (3.8.2.2).
    InCheck,
    /// For now: a piece stands in the way of king or rook (3.8.2.2).
    PieceBetween,
    /// For good: king or rook has moved (3.8.2.1).
    RightLost,
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        if self.is_copy_of(other) {
            return true;
        }
        match (&self.0.core, &other.0.core) {
            (Core::Lawful(a), Core::Lawful(b)) => a == b,
            (Core::Irregular(a), Core::Irregular(b)) => {
                a.board == b.board
                    && a.turn == b.turn
                    && a.castling_rights == b.castling_rights
                    && a.ep_square == b.ep_square
            }
            (Core::Lawful(_), Core::Irregular(_)) | (Core::Irregular(_), Core::Lawful(_)) => false,
        }
    }
}

impl Eq for Position {}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.shared_fen())
    }
}

/// Whether `square` is on the last rank for a pawn of `color`.
pub(crate) fn is_last_rank(square: Square, color: Color) -> bool {
    square.rank() == if color == Color::White { 7 } else { 0 }
}

fn refusal(setup: &Setup, variant: Variant) -> String {
    match setup.clone().position::<Chess>(variant.mode()) {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_known_by_its_uci_and_by_its_san_however_it_is_signed() {
        let read = |fen: &str, text: &str| {
            let position = Position::from_fen(fen, Variant::Chess).expect("a position");
            position.written_move(text).map(|m| m.to_uci().as_str().to_owned())
        };
        let first = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for text in ["g1f3", "Nf3", "Ngf3", "Ng1f3", "Nf3!?"] {
            assert_eq!(read(first, text), Ok("g1f3".to_owned()), "{text}");
        }
        assert_eq!(read(first, "e4"), Ok("e2e4".to_owned()));
        for text in ["", "Nf4", "Nxf3", "exd5", "nf3", "Sf3", "--", "O-O", "é"] {
            assert_eq!(read(first, text), Err(Unwritten::Illegal), "{text}");
        }
        let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        for (text, uci) in [("O-O", "e1g1"), ("0-0", "e1g1"), ("O-O-O", "e1c1"), ("Rxh8+", "h1h8"), ("e1g1", "e1g1")] {
            assert_eq!(read(castling, text), Ok(uci.to_owned()), "{text}");
        }
        let knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
        assert_eq!(read(knights, "Nd2"), Err(Unwritten::Ambiguous));
        assert_eq!(read(knights, "Nbd2"), Ok("b1d2".to_owned()));
        assert_eq!(read("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a8=N"), Ok("a7a8n".to_owned()));
        assert_eq!(read("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a8"), Err(Unwritten::Illegal));
    }

    #[test]
    fn a_fen_is_the_one_that_the_rules_library_writes() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 12 40",
            "r3k2r/8/8/8/8/8/8/R3K2R w Qk - 0 7",
            "4k3/8/8/8/8/8/8/4K2R w - - 99 120",
            "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
            // Nobody can take in passing here.
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        ] {
            let position = Position::from_fen(fen, Variant::Chess).expect("a position");
            let library = Fen::from_position(position.chess().expect("a lawful one"), EnPassantMode::Legal);
            assert_eq!(position.fen(), library.to_string());
        }
    }

    /// The position after this move, of which it is known that it is legal.
    fn after(position: &Position, uci: &str) -> Position {
        position.play(&position.legal_move(uci).expect("a legal move"))
    }

    #[test]
    fn what_was_played_first_is_no_answer_for_another_move() {
        let first = Position::initial();
        let (once, other, again) = (after(&first, "e2e4"), after(&first, "d2d4"), after(&first, "e2e4"));
        assert_eq!(once.fen(), again.fen());
        assert_ne!(once.fen(), other.fen());
        assert!(Arc::ptr_eq(&once.0, &again.0), "what is known of it is shared");
    }

    #[test]
    fn where_a_move_led_is_let_go_with_the_last_that_keeps_it() {
        let first = Position::initial();
        let known = |first: &Position| {
            first.0.after.iter().filter_map(OnceLock::get).filter(|(_, after)| after.strong_count() > 0).count()
        };
        let kept = after(&first, "e2e4");
        drop(after(&first, "d2d4"));
        assert_eq!(known(&first), 1);
        drop(kept);
        assert_eq!(known(&first), 0);
    }
}
