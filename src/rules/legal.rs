//! A legal move, as the turn stage needs it: what leaves, what arrives, what is taken.

use std::fmt;

use protocols::{Color, Piece, Placement, Role, Square};

use super::{
    Uci,
    convert::{from_role, from_square, to_square},
};

/// A move that is legal in the position that gave it (3.10.1).
///
/// Only a [`Position`](super::Position) makes one.
#[derive(Clone, PartialEq, Eq)]
pub struct LegalMove {
    /// Where the moving piece leaves; the king's square when castling.
    pub from: Square,
    /// Where it arrives; the king's square of arrival when castling.
    pub to: Square,
    /// The piece that moves: a pawn when promoting, the king when castling (3.8.2).
    pub piece: Piece,
    /// The square of the captured piece: `to`, or the pawn's square en passant (3.7.4).
    pub capture: Option<Square>,
    /// What the pawn becomes (3.7.5).
    pub promotion: Option<Role>,
    /// The rook's part, when castling.
    pub castling: Option<Castling>,
    pub(super) inner: shakmaty::Move,
    chess960: bool,
}

/// The rook's part of a castling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Castling {
    /// Which side.
    pub side: CastlingSide,
    /// Where the rook stands.
    pub rook_from: Square,
    /// Where it arrives.
    pub rook_to: Square,
}

/// The side of a castling: towards the h-file or the a-file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CastlingSide {
    /// Short, towards the h-file.
    King,
    /// Long, towards the a-file.
    Queen,
}

impl LegalMove {
    pub(super) fn new(inner: shakmaty::Move, color: Color, chess960: bool) -> LegalMove {
        let piece = |role| Piece { color, role };
        match inner {
            shakmaty::Move::Normal { role, from, capture, to, promotion } => LegalMove {
                from: from_square(from),
                to: from_square(to),
                piece: piece(from_role(role)),
                capture: capture.map(|_| from_square(to)),
                promotion: promotion.map(from_role),
                castling: None,
                inner,
                chess960,
            },
            shakmaty::Move::EnPassant { from, to } => LegalMove {
                from: from_square(from),
                to: from_square(to),
                piece: piece(Role::Pawn),
                capture: Some(from_square(shakmaty::Square::from_coords(to.file(), from.rank()))),
                promotion: None,
                castling: None,
                inner,
                chess960,
            },
            shakmaty::Move::Castle { king, rook } => {
                let side = if king < rook { CastlingSide::King } else { CastlingSide::Queen };
                let (king_file, rook_file) = match side {
                    CastlingSide::King => (shakmaty::File::G, shakmaty::File::F),
                    CastlingSide::Queen => (shakmaty::File::C, shakmaty::File::D),
                };
                let on = |file| from_square(shakmaty::Square::from_coords(file, king.rank()));
                LegalMove {
                    from: from_square(king),
                    to: on(king_file),
                    piece: piece(Role::King),
                    capture: None,
                    promotion: None,
                    castling: Some(Castling { side, rook_from: from_square(rook), rook_to: on(rook_file) }),
                    inner,
                    chess960,
                }
            }
            // Crazyhouse only; no position here ever gives one.
            shakmaty::Move::Put { role, to } => LegalMove {
                from: from_square(to),
                to: from_square(to),
                piece: piece(from_role(role)),
                capture: None,
                promotion: None,
                castling: None,
                inner,
                chess960,
            },
        }
    }

    /// The piece that stands on [`to`](LegalMove::to) afterwards.
    #[must_use]
    pub fn arriving(&self) -> Piece {
        Piece { color: self.piece.color, role: self.promotion.unwrap_or(self.piece.role) }
    }

    /// From where to where its pieces go: one, and the rook where it is castling.
    pub fn steps(&self) -> impl Iterator<Item = (Square, Square)> {
        let rook = self.castling.map(|castling| (castling.rook_from, castling.rook_to));
        [(self.from, self.to)].into_iter().chain(rook)
    }

    /// The placement this move leads to from the one it is made in.
    #[must_use]
    pub fn after(&self, placement: &Placement) -> Placement {
        let mut after = *placement;
        after.set(self.from, None);
        if let Some(square) = self.capture {
            after.set(square, None);
        }
        if let Some(castling) = self.castling {
            let rook = Piece { color: self.piece.color, role: Role::Rook };
            after.set(castling.rook_from, None);
            after.set(castling.rook_to, Some(rook));
        }
        after.set(self.to, Some(self.arriving()));
        after
    }

    /// Whether a first touch of the piece on `square` can be met by this move (4.3.1): the moving piece, the king
    /// alone when castling (3.8.2). In Chess960 a castling in which only the rook changes its square is met by
    /// touching that rook.
    #[must_use]
    pub fn moves_piece_on(&self, square: Square) -> bool {
        self.from == square
            || self.castling.is_some_and(|castling| self.from == self.to && castling.rook_from == square)
    }

    /// Whether a hand takes up the piece on `square` to make this move: the one that moves, the one captured, or the rook
    /// of a castling.
    #[must_use]
    pub fn takes_up(&self, square: Square) -> bool {
        self.capture == Some(square) || self.steps().any(|(from, _)| from == square)
    }

    /// UCI: castling `e1g1`, in Chess960 king takes own rook.
    #[must_use]
    pub fn uci(&self) -> String {
        self.to_uci().to_string()
    }

    /// The same, as a value that is cheap to copy.
    #[must_use]
    pub fn to_uci(&self) -> Uci {
        let mode = if self.chess960 { shakmaty::CastlingMode::Chess960 } else { shakmaty::CastlingMode::Standard };
        Uci::of(&self.inner.to_uci(mode))
    }
}

impl fmt::Debug for LegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.uci())
    }
}

/// A pseudo-legal castling rook's corner, for callers that know only the king's two squares.
pub(super) fn side_towards(king: Square, to: Square) -> CastlingSide {
    if to_square(king) < to_square(to) { CastlingSide::King } else { CastlingSide::Queen }
}

#[cfg(test)]
mod tests {
    use protocols::Square;

    use crate::rules::{Position, Variant};

    /// The squares of the pieces that a move takes up.
    fn taken_up(fen: &str, variant: Variant, uci: &str) -> Vec<String> {
        let position = Position::from_fen(fen, variant).expect("a position");
        let m = position.legal_move(uci).expect("a legal move");
        Square::all().filter(|square| m.takes_up(*square)).map(|square| square.to_string()).collect()
    }

    #[test]
    fn a_move_takes_up_its_piece_the_one_it_captures_and_the_rook_of_a_castling() {
        let castles = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1";
        assert_eq!(taken_up(castles, Variant::Chess, "e1e2"), ["e1"]);
        assert_eq!(taken_up(castles, Variant::Chess, "a1a8"), ["a1", "a8"]);
        assert_eq!(taken_up(castles, Variant::Chess, "e1g1"), ["e1", "h1"]);
        assert_eq!(taken_up(castles, Variant::Chess, "e1c1"), ["a1", "e1"]);
        // In passing the pawn taken is not where the other arrives.
        assert_eq!(taken_up(castles, Variant::Chess, "e5d6"), ["d5", "e5"]);
        assert_eq!(taken_up("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", Variant::Chess960, "f1g1"), ["f1", "g1"]);
    }
}
