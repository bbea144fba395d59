//! Our squares, men and boards as the chess crate has them, and back.

use protocols::{Color, Piece, Placement, Role, Square};

pub(super) fn from_square(square: shakmaty::Square) -> Square {
    Square::wrapping(u32::from(square) as u8)
}

pub(super) fn to_square(square: Square) -> shakmaty::Square {
    shakmaty::Square::new(square.index() as u32)
}

pub(super) fn from_role(role: shakmaty::Role) -> Role {
    match role {
        shakmaty::Role::Pawn => Role::Pawn,
        shakmaty::Role::Knight => Role::Knight,
        shakmaty::Role::Bishop => Role::Bishop,
        shakmaty::Role::Rook => Role::Rook,
        shakmaty::Role::Queen => Role::Queen,
        shakmaty::Role::King => Role::King,
    }
}

pub(super) fn to_role(role: Role) -> shakmaty::Role {
    match role {
        Role::Pawn => shakmaty::Role::Pawn,
        Role::Knight => shakmaty::Role::Knight,
        Role::Bishop => shakmaty::Role::Bishop,
        Role::Rook => shakmaty::Role::Rook,
        Role::Queen => shakmaty::Role::Queen,
        Role::King => shakmaty::Role::King,
    }
}

pub(super) fn from_color(color: shakmaty::Color) -> Color {
    if color.is_white() { Color::White } else { Color::Black }
}

pub(super) fn to_color(color: Color) -> shakmaty::Color {
    shakmaty::Color::from_white(color == Color::White)
}

pub(super) fn from_board(board: &shakmaty::Board) -> Placement {
    let mut placement = Placement::EMPTY;
    for (square, piece) in board.iter() {
        placement.set(from_square(square), Some(Piece { color: from_color(piece.color), role: from_role(piece.role) }));
    }
    placement
}

/// Whether a player attacks a square (3.1).
pub(crate) fn is_attacked(placement: &Placement, square: Square, by: Color) -> bool {
    let board = to_board(placement);
    board.attacks_to(to_square(square), to_color(by), board.occupied()).any()
}

pub(super) fn to_board(placement: &Placement) -> shakmaty::Board {
    let mut board = shakmaty::Board::empty();
    for (square, piece) in placement.pieces() {
        board.set_piece_at(to_square(square), to_role(piece.role).of(to_color(piece.color)));
    }
    board
}
