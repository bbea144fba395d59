//! The positions that games begin from (2.3, Guidelines II.2).

use protocols::{Color, Piece, Placement, Role, Square};
use shakmaty::{Chess, EnPassantMode, Position as _};

use super::Position;
use crate::rules::{
    Variant,
    convert::{to_board, to_square},
};

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
}
