//! Moves in positions that no rules library accepts.
//!
//! Where an illegal move stands (rapid and blitz, or the arbiter's word), play
//! goes on from the board as it is: both kings may be in check, a pawn may
//! stand on the last rank, a king may be gone. Pieces still move by Article 3.

use shakmaty::{
    Bitboard, Board, CastlingMode, CastlingSide, Color, Move, MoveList, Rank, Role, Setup, Square, attacks,
};

/// The moves of the side to move that Article 3 allows, as far as the position lets one say.
///
/// A player with exactly one king may not leave it attacked (3.9.2); with none or several that rule says nothing.
pub(super) fn legal_moves(setup: &Setup, mode: CastlingMode) -> MoveList {
    let mut moves = MoveList::new();
    let us = setup.turn;
    for from in setup.board.by_color(us) {
        match setup.board.role_at(from) {
            Some(Role::Pawn) => pawn_moves(setup, from, &mut moves),
            Some(role) => {
                let reach = attacks::attacks(from, role.of(us), setup.board.occupied()) & !setup.board.by_color(us);
                for to in reach {
                    push(
                        &mut moves,
                        Move::Normal { role, from, capture: setup.board.role_at(to), to, promotion: None },
                    );
                }
            }
            None => {}
        }
    }
    castlings(setup, mode, &mut moves);
    // Taking a king is no move, whatever led to its standing in check (1.4.1).
    moves.retain(|m| m.capture() != Some(Role::King) && !leaves_king_attacked(setup, *m));
    moves
}

/// Whether the only king of `color` is attacked.
pub(super) fn is_in_check(board: &Board, color: Color) -> bool {
    only_king(board, color).is_some_and(|king| board.attacks_to(king, !color, board.occupied()).any())
}

/// The position after a move; counters and rights as in a lawful game.
pub(super) fn play(setup: &Setup, m: Move) -> Setup {
    let mut after = setup.clone();
    after.ep_square = None;
    after.halfmoves = if m.is_zeroing() { 0 } else { setup.halfmoves.saturating_add(1) };
    if let (Role::Pawn, Some(from), to) = (m.role(), m.from(), m.to())
        && from.rank().distance(to.rank()) == 2
    {
        after.ep_square = Square::new((u32::from(from) + u32::from(to)) / 2).into();
    }
    for square in [m.from(), Some(m.to())].into_iter().flatten() {
        after.castling_rights.discard(square);
    }
    if m.role() == Role::King {
        let back = if setup.turn.is_white() { Rank::First } else { Rank::Eighth };
        after.castling_rights &= !Bitboard::from_rank(back);
    }
    place(&mut after.board, setup.turn, m);
    after.turn = !setup.turn;
    if setup.turn.is_black() {
        after.fullmoves = setup.fullmoves.saturating_add(1);
    }
    after
}

fn push(moves: &mut MoveList, m: Move) {
    // A MoveList holds more moves than any position has; a board of nothing but queens is cut off, not a panic.
    if moves.len() < moves.capacity() {
        moves.push(m);
    }
}

fn pawn_moves(setup: &Setup, from: Square, moves: &mut MoveList) {
    let us = setup.turn;
    let (step, first, last) =
        if us.is_white() { (8, Rank::Second, Rank::Eighth) } else { (-8, Rank::Seventh, Rank::First) };
    let occupied = setup.board.occupied();
    let mut arrive = |to: Square, capture: Option<Role>| {
        if to.rank() == last {
            for promotion in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                push(moves, Move::Normal { role: Role::Pawn, from, capture, to, promotion: Some(promotion) });
            }
        } else {
            push(moves, Move::Normal { role: Role::Pawn, from, capture, to, promotion: None });
        }
    };
    if let Some(to) = from.offset(step).filter(|&to| !occupied.contains(to)) {
        arrive(to, None);
        if let Some(to) = to.offset(step).filter(|&to| from.rank() == first && !occupied.contains(to)) {
            arrive(to, None);
        }
    }
    for to in attacks::pawn_attacks(us, from) & setup.board.by_color(!us) {
        arrive(to, setup.board.role_at(to));
    }
    if let Some(to) = setup.ep_square.filter(|&to| attacks::pawn_attacks(us, from).contains(to)) {
        push(moves, Move::EnPassant { from, to });
    }
}

fn castlings(setup: &Setup, mode: CastlingMode, moves: &mut MoveList) {
    let us = setup.turn;
    let Some(king) = only_king(&setup.board, us) else { return };
    let back = if us.is_white() { Rank::First } else { Rank::Eighth };
    if king.rank() != back || (mode.is_standard() && king.file() != shakmaty::File::E) {
        return;
    }
    let rooks = setup.castling_rights & Bitboard::from_rank(back) & setup.board.by_piece(Role::Rook.of(us));
    for rook in rooks {
        let side = if king < rook { CastlingSide::KingSide } else { CastlingSide::QueenSide };
        let (king_to, rook_to) = (side.king_to(us), side.rook_to(us));
        let path = attacks::between(king, rook)
            | attacks::between(king, king_to)
            | attacks::between(rook, rook_to)
            | Bitboard::from_square(king_to)
            | Bitboard::from_square(rook_to);
        let others = setup.board.occupied() & !Bitboard::from_square(king) & !Bitboard::from_square(rook);
        let king_path = attacks::between(king, king_to) | Bitboard::from_square(king) | Bitboard::from_square(king_to);
        let attacked = king_path.into_iter().any(|square| setup.board.attacks_to(square, !us, others).any());
        if (path & others).is_empty() && !attacked {
            push(moves, Move::Castle { king, rook });
        }
    }
}

fn leaves_king_attacked(setup: &Setup, m: Move) -> bool {
    let mut board = setup.board.clone();
    place(&mut board, setup.turn, m);
    is_in_check(&board, setup.turn)
}

fn place(board: &mut Board, us: Color, m: Move) {
    match m {
        Move::Normal { role, from, to, promotion, .. } => {
            board.discard_piece_at(from);
            board.set_piece_at(to, promotion.unwrap_or(role).of(us));
        }
        Move::EnPassant { from, to } => {
            board.discard_piece_at(from);
            board.discard_piece_at(Square::from_coords(to.file(), from.rank()));
            board.set_piece_at(to, Role::Pawn.of(us));
        }
        Move::Castle { king, rook } => {
            let side = if king < rook { CastlingSide::KingSide } else { CastlingSide::QueenSide };
            board.discard_piece_at(king);
            board.discard_piece_at(rook);
            board.set_piece_at(side.king_to(us), Role::King.of(us));
            board.set_piece_at(side.rook_to(us), Role::Rook.of(us));
        }
        Move::Put { role, to } => board.set_piece_at(to, role.of(us)),
    }
}

fn only_king(board: &Board, color: Color) -> Option<Square> {
    let mut kings = board.by_piece(Role::King.of(color)).into_iter();
    match (kings.next(), kings.next()) {
        (Some(king), None) => Some(king),
        _ => None,
    }
}
