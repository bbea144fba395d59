//! What players wait for who have called the arbiter.

use super::heard::Knowledge;

/// Somebody's decision is waited for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wait {
    /// It is about one of these; where there are none, play is suspended.
    kinds: &'static [&'static str],
}

impl Wait {
    /// A decision about one of these kinds of alerts. To be made before what it is about is done.
    pub(super) fn decision(kinds: &'static [&'static str]) -> Wait {
        Wait { kinds }
    }

    /// That play goes on.
    pub(super) fn for_play() -> Wait {
        Wait { kinds: &[] }
    }

    /// Whether it has been decided, and there is nothing else to be decided first.
    pub(super) fn is_settled_by(&self, known: &Knowledge) -> bool {
        if known.is_over() || known.is_another_game() {
            return true;
        }
        let is_asked = self.kinds.is_empty() || known.is_told(self.kinds);
        is_asked && !known.is_open(self.kinds) && known.may_play()
    }
}

#[cfg(test)]
mod tests {
    use protocols::Color;

    use super::*;
    use crate::emulate::sitting::{GameHeard, Heard};

    fn alert(seq: u64, kind: &str, is_open: bool, is_urgent: bool) -> Heard {
        Heard::Alert {
            seq,
            id: format!("g#{kind}"),
            kind: kind.to_owned(),
            is_open,
            is_urgent,
            time: None,
            owed: Vec::new(),
        }
    }

    fn game(seq: u64, phase: &str) -> Heard {
        let (id, fen) = ("g".to_owned(), "8/8/8/8/8/8/8/K1k5 w - - 0 1".to_owned());
        let turn = Some(Color::White);
        Heard::Game(GameHeard {
            id,
            seq,
            phase: phase.to_owned(),
            fen,
            turn,
            owed: Vec::new(),
            is_interrupted: false,
            is_named: true,
        })
    }

    #[test]
    fn players_go_on_once_all_is_decided_and_the_game_is_told_as_decided() {
        let (wait, mut known) = (Wait::decision(&["promotion-missing"]), Knowledge::default());
        for (heard, settles) in [
            (game(3, "playing"), false),
            (alert(4, "promotion-missing", true, true), false),
            (alert(5, "ruling-add-time", true, true), false),
            (game(5, "playing"), false),
            (alert(6, "promotion-missing", false, true), false),
            (alert(7, "ruling-add-time", false, true), false),
            (game(5, "playing"), false),
            (game(7, "playing"), true),
        ] {
            known.hear(heard.clone());
            assert_eq!(wait.is_settled_by(&known), settles, "{heard:?}");
        }
    }

    #[test]
    fn a_game_that_is_over_is_waited_for_no_more_and_a_suspended_one_until_it_goes_on() {
        let mut known = Knowledge::default();
        known.hear(game(3, "suspended"));
        assert!(!Wait::for_play().is_settled_by(&known));
        known.hear(game(3, "playing"));
        assert!(Wait::for_play().is_settled_by(&known));
        assert!(!Wait::decision(&["flag-fall"]).is_settled_by(&known));
        known.hear(game(4, "over"));
        assert!(Wait::decision(&["flag-fall"]).is_settled_by(&known));
    }
}
