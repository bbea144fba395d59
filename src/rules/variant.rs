//! The variants that are played.

use shakmaty::CastlingMode;

/// The variant played: the Laws' chess, or Chess960 (Guidelines II).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Variant {
    /// Chess.
    #[default]
    Chess,
    /// Chess960.
    Chess960,
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

    /// How the rules library has castling then.
    pub(super) fn mode(self) -> CastlingMode {
        match self {
            Variant::Chess => CastlingMode::Standard,
            Variant::Chess960 => CastlingMode::Chess960,
        }
    }
}
