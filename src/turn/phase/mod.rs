//! Where a game is: its phases, what each holds, and what leaves it.
//!
//! Two things lie across the phases and are fields of their own: play may be suspended in any of them, and an irregularity
//! that nobody has decided on ([`Stopped`](stopped::Stopped)) may stop play or wait beside it.

pub(in crate::turn) mod stopped;

use protocols::Color;

use crate::turn::{phase::stopped::Beside, played::Line};

/// Where a game is.
#[derive(Debug, Clone, Default)]
pub(in crate::turn) enum Phase {
    /// The pieces are being set up, and nothing on the board is a move. It is left by the first position, by a clock that
    /// runs, and by the arbiter's word: then the game is [played](Phase::Playing).
    #[default]
    SettingUp,
    /// The game is played, and all its moves are known. It is left when something [ends the game](Phase::Over), and when the
    /// board shows what [no move explains](Phase::Unexplained).
    Playing,
    /// The game is played, and it is not known how it came to what the board shows: nothing is judged. It is left when the
    /// recovery or the arbiter tells what [was played](Phase::Playing), and when something [ends the game](Phase::Over).
    Unexplained,
    /// The game is over, or a result is proposed: nothing more is told but a result and a new game. It is left when the
    /// arbiter says so, or what had ended it turns out not to have happened: then the game is [played](Phase::Playing).
    Over(Box<Over>),
}

/// A game that is over, or for which a result is proposed.
#[derive(Debug, Clone, Default)]
pub(in crate::turn) struct Over {
    /// The arbiter has said what the result is: nothing else changes it.
    pub(in crate::turn) is_decided: bool,
    /// It is not known what was played before.
    pub(in crate::turn) is_unexplained: bool,
    /// The arbiter has corrected moves since, and nobody has asked yet whether those end the game.
    pub(in crate::turn) is_end_unjudged: bool,
    /// Who has pressed last since.
    pub(in crate::turn) pressed: Option<Color>,
    /// Whose flags have fallen since, in the order of their fall: they count if nothing had ended the game before.
    pub(in crate::turn) flags: Vec<Color>,
    /// The game as it goes on all the same, if the arbiter reopens it.
    pub(in crate::turn) if_reopened: Option<Beside>,
}

impl Phase {
    /// Whether the game is on, however much of it is known.
    pub(in crate::turn) fn is_playing(&self) -> bool {
        matches!(self, Phase::Playing | Phase::Unexplained)
    }

    /// Whether the game is on, and all its moves are known.
    pub(in crate::turn) fn is_followed(&self) -> bool {
        matches!(self, Phase::Playing)
    }

    pub(in crate::turn) fn is_setting_up(&self) -> bool {
        matches!(self, Phase::SettingUp)
    }

    /// Whether the game is over or a result is proposed.
    pub(in crate::turn) fn is_over(&self) -> bool {
        self.over().is_some()
    }

    /// Whether it is not known what was played.
    pub(in crate::turn) fn is_unexplained(&self) -> bool {
        matches!(self, Phase::Unexplained) || self.over().is_some_and(|over| over.is_unexplained)
    }

    /// Whether the arbiter has said what the result is.
    pub(in crate::turn) fn is_decided(&self) -> bool {
        self.over().is_some_and(|over| over.is_decided)
    }

    pub(in crate::turn) fn over(&self) -> Option<&Over> {
        if let Phase::Over(over) = self { Some(over) } else { None }
    }

    pub(in crate::turn) fn over_mut(&mut self) -> Option<&mut Over> {
        if let Phase::Over(over) = self { Some(over) } else { None }
    }

    /// The game is on: it has begun, or goes on after all. Gives what was known of its being over.
    pub(in crate::turn) fn play(&mut self) -> Option<Box<Over>> {
        let phase = if self.is_unexplained() { Phase::Unexplained } else { Phase::Playing };
        match std::mem::replace(self, phase) {
            Phase::Over(over) => Some(over),
            Phase::Playing | Phase::SettingUp | Phase::Unexplained => None,
        }
    }

    /// The game is over. What was known of its being over stays, but for what this changes.
    pub(in crate::turn) fn end(&mut self, change: impl FnOnce(&mut Over)) {
        let is_unexplained = self.is_unexplained();
        let mut over = match std::mem::take(self) {
            Phase::Over(over) => over,
            Phase::Playing | Phase::SettingUp | Phase::Unexplained => {
                Box::new(Over { is_unexplained, ..Over::default() })
            }
        };
        change(&mut over);
        *self = Phase::Over(over);
    }

    /// It is not known any more what was played. While the pieces are set up nothing is.
    pub(in crate::turn) fn lose_track(&mut self) {
        match self {
            Phase::SettingUp => {}
            Phase::Playing | Phase::Unexplained => *self = Phase::Unexplained,
            Phase::Over(over) => over.is_unexplained = true,
        }
    }

    /// It is known what was played.
    pub(in crate::turn) fn explain(&mut self) {
        match self {
            Phase::Playing | Phase::SettingUp => {}
            Phase::Unexplained => *self = Phase::Playing,
            Phase::Over(over) => over.is_unexplained = false,
        }
    }

    /// What two phases have in common that go on alike.
    pub(in crate::turn) fn key(&self) -> PhaseKey<'_> {
        match self {
            Phase::SettingUp => PhaseKey::SettingUp,
            Phase::Playing => PhaseKey::Playing,
            Phase::Unexplained => PhaseKey::Unexplained,
            Phase::Over(over) => {
                let Over { is_decided, is_unexplained, is_end_unjudged, pressed, flags, if_reopened } = &**over;
                PhaseKey::Over {
                    is_decided: *is_decided,
                    is_unexplained: *is_unexplained,
                    is_end_unjudged: *is_end_unjudged,
                    pressed: *pressed,
                    flags,
                    if_reopened: if_reopened.as_ref().map(Beside::line),
                }
            }
        }
    }
}

/// What makes two phases alike: see [`Phase::key`].
#[derive(Debug, PartialEq)]
pub(in crate::turn) enum PhaseKey<'a> {
    SettingUp,
    Playing,
    Unexplained,
    Over {
        is_decided: bool,
        is_unexplained: bool,
        is_end_unjudged: bool,
        pressed: Option<Color>,
        flags: &'a [Color],
        if_reopened: Option<Line<'a>>,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_ends_before_its_moves_are_known_is_over_and_still_unexplained() {
        let mut phase = Phase::Playing;
        phase.lose_track();
        phase.end(|_| ());
        assert!(phase.is_over() && phase.is_unexplained() && !phase.is_playing());
        phase.explain();
        assert!(phase.is_over() && !phase.is_unexplained());
    }

    #[test]
    fn a_game_that_goes_on_after_all_is_as_unexplained_as_it_was() {
        let mut phase = Phase::Unexplained;
        phase.end(|over| over.pressed = Some(Color::Black));
        let over = phase.play();
        assert_eq!(over.and_then(|over| over.pressed), Some(Color::Black));
        assert!(matches!(phase, Phase::Unexplained));
        assert!(phase.play().is_none() && phase.is_playing());
    }

    #[test]
    fn what_the_arbiter_has_decided_stays_decided_when_something_else_would_end_the_game() {
        let mut phase = Phase::Playing;
        phase.end(|over| over.is_decided = true);
        phase.end(|_| ());
        assert!(phase.is_decided());
        phase.play();
        assert!(!phase.is_decided());
    }

    #[test]
    fn nothing_is_unexplained_while_the_pieces_are_set_up() {
        let mut phase = Phase::SettingUp;
        phase.lose_track();
        assert!(phase.is_setting_up() && !phase.is_unexplained());
        phase.play();
        assert!(matches!(phase, Phase::Playing));
    }

    #[test]
    fn phases_go_on_alike_only_where_they_hold_the_same() {
        let (mut one, mut other) = (Phase::Playing, Phase::Playing);
        assert_eq!(one.key(), other.key());
        one.end(|_| ());
        assert_ne!(one.key(), other.key());
        other.end(|over| over.is_end_unjudged = true);
        assert_ne!(one.key(), other.key());
    }
}
