//! Who may still castle, and why not (3.8.2).

use protocols::{Color, Piece, Role, Square};
use shakmaty::Setup;

use super::Position;
use crate::rules::{
    CastlingSide,
    convert::{from_square, to_square},
    irregular,
    legal::side_towards,
};

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

impl Position {
    /// The squares of the rooks with which `color` still has the right to castle.
    #[must_use]
    pub fn castling_rooks(&self, color: Color) -> Vec<Square> {
        let back = if color == Color::White { shakmaty::Rank::First } else { shakmaty::Rank::Eighth };
        self.setup().castling_rights.into_iter().filter(|rook| rook.rank() == back).map(from_square).collect()
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
}
