//! A position with the side to move: legal moves, where they lead, and the ends the rules know (5.1.1, 5.2).

mod castling;
mod first;
mod text;

use std::{
    fmt,
    sync::{Arc, OnceLock, Weak},
};

use protocols::{Color, Piece, Placement, Role, Square};
use shakmaty::{Chess, EnPassantMode, Move, Position as _, Setup};

use super::{
    LegalMove, Uci, Variant,
    convert::{from_board, from_color, from_square, to_board, to_color},
    irregular,
};

pub use castling::CastlingRefusal;
pub use text::{FenError, Unwritten};

/// How a position ends the game by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The side to move is checkmated (5.1.1).
    Checkmate,
    /// The side to move has no legal move and is not in check (5.2.1).
    Stalemate,
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

    /// The position after these moves, each of which is legal where it is made.
    pub(crate) fn play_all(&self, line: &[LegalMove]) -> Position {
        line.iter().fold(self.clone(), |position, m| position.play(m))
    }

    /// The position after these moves, and the moves as they are from here; `None` where one is not legal.
    pub(crate) fn follow(&self, moves: impl IntoIterator<Item = Uci>) -> Option<(Position, Vec<LegalMove>)> {
        moves.into_iter().try_fold((self.clone(), Vec::new()), |(position, mut line), uci| {
            let m = position.legal_move(uci.as_str())?;
            let next = position.play(&m);
            line.push(m);
            Some((next, line))
        })
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

    fn setup(&self) -> Setup {
        match &self.0.core {
            Core::Lawful(chess) => chess.to_setup(EnPassantMode::Legal),
            Core::Irregular(setup) => setup.clone(),
        }
    }

    /// A line of moves that are legal one after the other.
    pub(super) fn legal_line(&self, line: &[shakmaty::Move]) -> Vec<LegalMove> {
        let chess960 = self.0.variant == Variant::Chess960;
        let turns = [self.turn(), self.turn().other()].into_iter().cycle();
        line.iter().zip(turns).map(|(&m, turn)| LegalMove::new(m, turn, chess960)).collect()
    }
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

#[cfg(test)]
mod tests {
    use super::*;

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
