//! Why a command is not carried out, before it is said in a language.

use super::{Value, Words};
use crate::turn::Refusal;

impl Words {
    /// Why the arbiter's act is impossible.
    #[must_use]
    pub fn of_refusal(refusal: &Refusal) -> Words {
        let words = Words::new;
        match refusal {
            Refusal::AlreadyTold(number) => words("command-already-told").number("n", *number),
            Refusal::Ambiguous { ply, written } => words("command-ambiguous").number("ply", *ply).written(written),
            Refusal::EndedByMove => words("command-ended-by-move"),
            Refusal::IllegalMove { ply, uci } => words("command-illegal-move").number("ply", *ply).written(uci),
            Refusal::NoSuchAlert(number) => words("command-no-such-alert").number("n", *number),
            Refusal::NoSuchClaim => words("command-no-such-claim"),
            Refusal::NotInPlay => words("command-not-in-play"),
            Refusal::NotOver => words("command-not-over"),
            Refusal::NotToMove(color) => words("command-not-to-move").by(*color),
            Refusal::NothingHeld => words("command-nothing-held"),
            Refusal::StandsAlready { ply, uci } => words("command-stands-already").number("ply", *ply).written(uci),
            Refusal::TooFewMoves { have, wanted } => {
                words("command-too-few-moves").number("count", *have).number("n", *wanted)
            }
            Refusal::Undecided(number) => words("command-undecided").number("n", *number),
        }
    }

    /// The alert of this number is settled: by which command, given by whom, or in which state it ended; at which event
    /// time, and how long ago, both in milliseconds.
    #[must_use]
    pub fn of_settled(
        number: u32,
        decided: &'static str,
        is_by_command: bool,
        by: Option<&str>,
        at_ms: u64,
        ago_ms: u64,
    ) -> Words {
        let who = match (is_by_command, by) {
            (false, _) => "itself",
            (true, None) => "arbiter",
            (true, Some(_)) => "named",
        };
        Words::new("command-settled")
            .number("n", number)
            .word("decided", decided)
            .word("who", who)
            .with("name", Value::Name(by.unwrap_or_default().to_owned()))
            .number("seconds", u32::try_from(ago_ms / 1_000).unwrap_or(u32::MAX))
            .with("ms", Value::Text(at_ms.to_string()))
    }

    /// The game of this id would be left with so many half-moves and no result.
    #[must_use]
    pub fn of_unfinished(game: &str, plies: usize) -> Words {
        Words::new("command-unfinished")
            .with("game", Value::Text(game.to_owned()))
            .number("n", u32::try_from(plies).unwrap_or(u32::MAX))
    }

    /// A command was meant of another game than the one that is on, which this names.
    pub fn of_other_game(game: &str) -> Words {
        Words::new("command-other-game").with("game", Value::Text(game.to_owned()))
    }

    fn written(self, written: &str) -> Words {
        self.with("written", Value::Text(written.to_owned()))
    }
}
