//! Touched pieces and what they oblige to: Articles 4.3, 4.4 and 4.5.

use std::ptr;

use protocols::{Color, Piece, Role, Square};

use crate::{
    rules::{LegalMove, Position, Variant},
    turn::{Clause, GameTime, Timing},
};

/// A piece touched in a turn, where it stood when the turn began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Touch {
    /// Where it stood.
    pub square: Square,
    /// The piece.
    pub piece: Piece,
    /// When it was first lifted.
    pub at: GameTime,
    /// Whether it has stood settled on another square since: then it was moved, not adjusted.
    pub stood_elsewhere: bool,
}

/// The touches of one turn, each piece once, in the order in which they count.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Touches {
    list: Vec<Touch>,
    /// Own and opponent's piece left within one scan, in the other order than counted.
    reordered: bool,
}

impl Touches {
    pub(super) fn iter(&self) -> impl Iterator<Item = &Touch> {
        self.list.iter()
    }

    pub(super) fn list(&self) -> &[Touch] {
        &self.list
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(super) fn clear(&mut self) {
        *self = Touches::default();
    }

    pub(super) fn has(&self, square: Square) -> bool {
        self.list.iter().any(|touch| touch.square == square)
    }

    pub(super) fn remove(&mut self, square: Square) -> Option<Touch> {
        let index = self.list.iter().position(|touch| touch.square == square)?;
        Some(self.list.remove(index))
    }

    pub(super) fn retain(&mut self, keep: impl Fn(&Touch) -> bool) {
        self.list.retain(keep);
    }

    /// None has been seen on another square.
    pub(super) fn were_only_lifted(&mut self) {
        self.list.iter_mut().for_each(|touch| touch.stood_elsewhere = false);
    }

    /// Only the first so many.
    pub(super) fn truncate(&mut self, count: usize) {
        self.list.truncate(count);
    }

    pub(super) fn stood_elsewhere(&mut self, square: Square) {
        if let Some(touch) = self.list.iter_mut().find(|touch| touch.square == square) {
            touch.stood_elsewhere = true;
        }
    }

    /// Adds a touch by the player of `own`'s colour. Lifts within `scan_tie_ms` have no order: own before opponent's
    /// (4.3.3, last sentence), king before rook. Each piece counts once.
    pub(super) fn add(&mut self, touch: Touch, own: Color, timing: &Timing) {
        if self.has(touch.square) {
            return;
        }
        let rank =
            |touch: &Touch| (touch.piece.color != own, touch.piece.role == Role::Rook && touch.piece.color == own);
        let mut index = self.list.len();
        while index > 0
            && touch.at.since(self.list[index - 1].at) <= u64::from(timing.scan_tie_ms)
            && rank(&touch) < rank(&self.list[index - 1])
        {
            index -= 1;
            self.reordered |= self.list[index].piece.color != touch.piece.color;
        }
        self.list.insert(index, touch);
    }

    /// The touches in the order in which the board reported them, where that differs in colour (4.3.3).
    pub(super) fn as_reported(&self) -> Option<Touches> {
        let mut list = self.list.clone();
        list.sort_by_key(|touch| touch.at);
        self.reordered.then_some(Touches { list, reordered: false })
    }
}

/// What touches oblige to: a row of the table in `article4.md`, section 3.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Duty {
    /// Which row of the table applied.
    pub(super) row: Row,
    /// The own piece that binds.
    pub(super) own: Option<Square>,
    /// The opponent's piece that binds.
    pub(super) opponent: Option<Square>,
    /// The moves allowed.
    pub(super) allowed: Vec<LegalMove>,
}

/// The rows of the table of obligations, by what was touched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Row {
    /// Row 8: both colours, the first own piece can take the first of the opponent's (4.3.3).
    Captures,
    /// Row 9: both colours, the first touched piece that can be moved or captured (4.3.3).
    EitherColour,
    /// Row 2, or nothing touched can move (4.5).
    Free,
    /// Row 4: king and rook touched, castling illegal (4.4.3).
    IntendedCastling,
    /// Row 3: king, then rook (4.4.1).
    KingThenRook,
    /// Row 7: only the opponent's pieces (4.3.2).
    OnlyOpponent,
    /// Row 6: only own pieces (4.3.1).
    OnlyOwn,
    /// Row 5: rook, then king (4.4.2).
    RookThenKing,
}

impl Row {
    /// The clause that a move outside the row breaks.
    pub(super) fn clause(self) -> Clause {
        match self {
            Row::Captures | Row::EitherColour => Clause::BothTouched,
            Row::Free | Row::OnlyOwn | Row::RookThenKing => Clause::OwnTouched,
            Row::IntendedCastling => Clause::IntendedCastlingIllegal,
            Row::KingThenRook => Clause::KingAndRook,
            Row::OnlyOpponent => Clause::OpponentTouched,
        }
    }
}

/// The obligation of rows 2 to 9, for the side to move of `position`.
pub(super) fn duty(position: &Position, legal: &[LegalMove], touches: &Touches) -> Duty {
    let us = position.turn();
    let own: Vec<&Touch> = touches.iter().filter(|touch| touch.piece.color == us).collect();
    let opponents: Vec<&Touch> = touches.iter().filter(|touch| touch.piece.color != us).collect();
    let moves_of = |square: Square| filter(legal, |m| m.moves_piece_on(square));
    let captures_of = |square: Square| filter(legal, |m| m.capture == Some(square));
    let free = || Duty { row: Row::Free, own: None, opponent: None, allowed: legal.to_vec() };

    // An opponent's piece that was touched before the king and can be captured comes first (4.3.3).
    let before_own = |touch: &&Touch| own.first().is_none_or(|first| !ptr::eq(*touch, *first));
    let captured_first = touches.iter().take_while(before_own).any(|touch| !captures_of(touch.square).is_empty());
    if !captured_first && let Some(duty) = castling_duty(position, legal, &own) {
        return duty;
    }
    match (own.first(), opponents.first()) {
        (None, None) => free(),
        (Some(_), None) => own
            .iter()
            .map(|touch| (touch.square, moves_of(touch.square)))
            .find(|(_, moves)| !moves.is_empty())
            .map_or_else(free, |(square, allowed)| Duty {
                row: Row::OnlyOwn,
                own: Some(square),
                opponent: None,
                allowed,
            }),
        (None, Some(_)) => opponents
            .iter()
            .map(|touch| (touch.square, captures_of(touch.square)))
            .find(|(_, moves)| !moves.is_empty())
            .map_or_else(free, |(square, allowed)| Duty {
                row: Row::OnlyOpponent,
                own: None,
                opponent: Some(square),
                allowed,
            }),
        (Some(first_own), Some(first_opponent)) => {
            let captures =
                filter(legal, |m| m.moves_piece_on(first_own.square) && m.capture == Some(first_opponent.square));
            if !captures.is_empty() {
                return Duty {
                    row: Row::Captures,
                    own: Some(first_own.square),
                    opponent: Some(first_opponent.square),
                    allowed: captures,
                };
            }
            for touch in touches.iter() {
                let is_own = touch.piece.color == us;
                let allowed = if is_own { moves_of(touch.square) } else { captures_of(touch.square) };
                if !allowed.is_empty() {
                    let (own, opponent) = if is_own { (Some(touch.square), None) } else { (None, Some(touch.square)) };
                    return Duty { row: Row::EitherColour, own, opponent, allowed };
                }
            }
            free()
        }
    }
}

/// Rows 3 to 5: the first two own pieces touched are the king and a rook that could castle with it (4.4.1 to 4.4.3).
fn castling_duty(position: &Position, legal: &[LegalMove], own: &[&Touch]) -> Option<Duty> {
    let [first, second, ..] = own else { return None };
    let king_first = first.piece.role == Role::King && second.piece.role == Role::Rook;
    let rook_first = first.piece.role == Role::Rook && second.piece.role == Role::King;
    let (king, rook) = match (king_first, rook_first) {
        (true, _) => (first.square, second.square),
        (_, true) => (second.square, first.square),
        _ => return None,
    };
    if !is_castling_corner(position, rook) || king.rank() != rook.rank() || !is_castling_king(position, king) {
        return None;
    }
    let with_this_rook = |m: &LegalMove| m.castling.is_some_and(|castling| castling.rook_from == rook);
    let or_free = |allowed: Vec<LegalMove>, row, own| {
        if allowed.is_empty() {
            Duty { row, own: None, opponent: None, allowed: legal.to_vec() }
        } else {
            Duty { row, own: Some(own), opponent: None, allowed }
        }
    };
    if king_first {
        let castling = filter(legal, with_this_rook);
        if !castling.is_empty() {
            return Some(Duty { row: Row::KingThenRook, own: Some(king), opponent: None, allowed: castling });
        }
        return Some(or_free(filter(legal, |m| m.from == king), Row::IntendedCastling, king));
    }
    // In Chess960 a castling that moves only the rook is begun with it: 4.4.2 does not bar that one.
    let rook_moves = filter(legal, |m| m.moves_piece_on(rook));
    if !rook_moves.is_empty() {
        return Some(Duty { row: Row::RookThenKing, own: Some(rook), opponent: None, allowed: rook_moves });
    }
    let king_moves = filter(legal, |m| m.from == king && !with_this_rook(m));
    if !king_moves.is_empty() {
        return Some(Duty { row: Row::RookThenKing, own: Some(king), opponent: None, allowed: king_moves });
    }
    let allowed = filter(legal, |m| !with_this_rook(m));
    Some(Duty { row: Row::RookThenKing, own: None, opponent: None, allowed })
}

/// Whether a king on `square` may be meant to castle, be it allowed or not: on the e-file in chess. In Chess960 a rook that
/// may castle tells that its king may.
fn is_castling_king(position: &Position, square: Square) -> bool {
    match position.variant() {
        Variant::Chess => square.file() == 4,
        Variant::Chess960 => true,
    }
}

/// Whether a rook on `square` is where castling begins for it: a corner in chess, the first rank in Chess960.
fn is_castling_corner(position: &Position, square: Square) -> bool {
    let back = if position.turn() == Color::White { 0 } else { 7 };
    let corner = match position.variant() {
        Variant::Chess => matches!(square.file(), 0 | 7),
        Variant::Chess960 => position.castling_rooks(position.turn()).contains(&square),
    };
    square.rank() == back && corner
}

fn filter(legal: &[LegalMove], keep: impl Fn(&LegalMove) -> bool) -> Vec<LegalMove> {
    legal.iter().filter(|m| keep(m)).cloned().collect()
}
