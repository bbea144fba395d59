//! One move, packed.

use shakmaty::{Role, Square};

/// A move in sixteen bits: from, to and what else happens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Step(u16);

/// What a step does besides going from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// From the king's square to the rook's.
    Castle,
    DoubleStep,
    EnPassant,
    Plain,
    Promote(Role),
}

impl Step {
    pub(super) fn new(from: Square, to: Square, kind: Kind) -> Step {
        let code = match kind {
            Kind::Plain => 0,
            Kind::Promote(Role::Knight) => 1,
            Kind::Promote(Role::Bishop) => 2,
            Kind::Promote(Role::Rook) => 3,
            Kind::Promote(Role::King | Role::Pawn | Role::Queen) => 4,
            Kind::Castle => 5,
            Kind::EnPassant => 6,
            Kind::DoubleStep => 7,
        };
        Step((from.to_u32() | to.to_u32() << 6 | code << 12) as u16)
    }

    pub(super) fn from(self) -> Square {
        Square::new(u32::from(self.0) & 63)
    }

    pub(super) fn to(self) -> Square {
        Square::new(u32::from(self.0) >> 6 & 63)
    }

    pub(super) fn kind(self) -> Kind {
        match self.0 >> 12 {
            0 => Kind::Plain,
            1 => Kind::Promote(Role::Knight),
            2 => Kind::Promote(Role::Bishop),
            3 => Kind::Promote(Role::Rook),
            4 => Kind::Promote(Role::Queen),
            5 => Kind::Castle,
            6 => Kind::EnPassant,
            _ => Kind::DoubleStep,
        }
    }
}
