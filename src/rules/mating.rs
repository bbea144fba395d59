//! Who can still checkmate, as the Laws ask it (5.2.2, 6.9, 7.5.5).

use protocols::Color;

use super::{Position, position::to_color, winnable};

/// Whether somebody can checkmate by some series of legal moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Winnable {
    /// He can: a series is known.
    Can,
    /// He cannot: it is proved.
    Cannot,
    /// Not decided within the nodes allowed.
    Undetermined,
}

/// Whose checkmate is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// Either player's: where neither can checkmate the position is dead (5.2.2).
    Either,
    /// This player's (6.9, 7.5.5).
    Player(Color),
}

/// The question who can still checkmate.
///
/// Mostly plain [at a glance](MateQuestion::glance); where it is not, [the search](MateQuestion::search) may take long
/// and can be made anywhere: its answer depends on the question alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MateQuestion {
    /// The position.
    pub position: Position,
    /// Whose checkmate is asked for.
    pub by: By,
    /// Positions that may be looked at, for each player asked about.
    pub nodes: u64,
}

impl MateQuestion {
    /// What is plain without a search, in microseconds.
    #[must_use]
    pub fn glance(&self) -> Winnable {
        self.ask(|chess, color| match winnable::at_a_glance(chess, color) {
            Some(true) => Winnable::Can,
            Some(false) => Winnable::Cannot,
            None => Winnable::Undetermined,
        })
    }

    /// The answer, looking at no more than [`nodes`](MateQuestion::nodes) positions for each player asked about.
    #[must_use]
    pub fn search(&self) -> Winnable {
        self.ask(|chess, color| match winnable::analyse(chess, color, self.nodes).verdict {
            winnable::Verdict::Undetermined => Winnable::Undetermined,
            winnable::Verdict::Unwinnable(_) => Winnable::Cannot,
            winnable::Verdict::Winnable(_) => Winnable::Can,
        })
    }

    fn ask(&self, can_mate: impl Fn(&shakmaty::Chess, shakmaty::Color) -> Winnable) -> Winnable {
        let Some(chess) = self.position.chess() else { return Winnable::Undetermined };
        let players = match &self.by {
            By::Either => &[Color::White, Color::Black][..],
            By::Player(color) => std::slice::from_ref(color),
        };
        let mut answer = Winnable::Cannot;
        for &color in players {
            match can_mate(chess, to_color(color)) {
                Winnable::Can => return Winnable::Can,
                Winnable::Cannot => {}
                Winnable::Undetermined => answer = Winnable::Undetermined,
            }
        }
        answer
    }
}
