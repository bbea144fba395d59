//! What people read of alerts and of how games end, in their language.
//!
//! A finding becomes [`Words`]: which message, with which values. A catalogue, one folder for each language, makes a
//! sentence of them. The words stand in the alert's record, so that whoever reads it can have the same sentence in his
//! own language; the console does so with the same catalogues.

mod catalogue;
mod language;
mod refused;
mod told;

pub use self::{
    language::Language,
    told::{Touched, Value, Words},
};

use crate::turn::Termination;

/// The sentence, or two, that these words make.
#[must_use]
pub fn tell(language: Language, words: &Words) -> String {
    catalogue::tell(language, words)
}

/// How a game has ended, in a few English words: as PGN and records have it.
#[must_use]
pub fn termination(termination: &Termination) -> &str {
    match termination {
        Termination::ArbitersDecision => "arbiter's decision",
        Termination::ArbitersWords(words) => words,
        Termination::Checkmate => "checkmate",
        Termination::DeadPosition => "dead position",
        Termination::DrawnByPosition => "drawn by position",
        Termination::FiftyMovesClaimed => "fifty moves, claimed",
        Termination::FivefoldRepetition => "fivefold repetition",
        Termination::IllegalMoves => "illegal moves",
        Termination::IllegalMovesOpponentCannotMate => "illegal moves, opponent cannot checkmate",
        Termination::IllegalPosition => "illegal position",
        Termination::QuickplayFinish => "quickplay finish",
        Termination::RulesInfraction => "rules infraction",
        Termination::SeventyFiveMoves => "75 moves",
        Termination::SignalledByKings => "signalled by the kings",
        Termination::Stalemate => "stalemate",
        Termination::ThreefoldClaimed => "threefold repetition, claimed",
        Termination::TimeForfeit => "time forfeit",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use protocols::Color;

    use super::*;
    use crate::turn::{Refusal, samples};

    #[test]
    fn the_arbiters_words_are_left_as_they_are() {
        let told = Termination::ArbitersWords("agreed at the board".to_owned());
        assert_eq!(termination(&told), "agreed at the board");
        assert_eq!(termination(&Termination::ArbitersDecision), "arbiter's decision");
    }

    #[test]
    fn the_catalogue_says_how_games_end_as_records_do() {
        let said: BTreeSet<&str> = include_str!("en/alerts.ftl")
            .lines()
            .filter(|line| line.starts_with("termination-"))
            .map(|line| line.split_once(" = ").expect("a text").1)
            .collect();
        let all = [
            Termination::ArbitersDecision,
            Termination::Checkmate,
            Termination::DeadPosition,
            Termination::DrawnByPosition,
            Termination::FiftyMovesClaimed,
            Termination::FivefoldRepetition,
            Termination::IllegalMoves,
            Termination::IllegalMovesOpponentCannotMate,
            Termination::IllegalPosition,
            Termination::QuickplayFinish,
            Termination::RulesInfraction,
            Termination::SeventyFiveMoves,
            Termination::SignalledByKings,
            Termination::Stalemate,
            Termination::ThreefoldClaimed,
            Termination::TimeForfeit,
        ];
        assert_eq!(said, all.iter().map(termination).collect());
    }

    #[test]
    fn every_refusal_has_words_in_every_language() {
        let uci = || "e2e4".to_owned();
        let refusals = [
            Refusal::AlreadyTold(2),
            Refusal::Ambiguous { ply: 7, written: "Nd2".to_owned() },
            Refusal::EndedByMove,
            Refusal::IllegalMove { ply: 7, uci: uci() },
            Refusal::NoSuchAlert(2),
            Refusal::NoSuchClaim,
            Refusal::NotInPlay,
            Refusal::NotOver,
            Refusal::NotToMove(Color::Black),
            Refusal::NothingHeld,
            Refusal::StandsAlready { ply: 7, uci: uci() },
            Refusal::TooFewMoves { have: 1, wanted: 5 },
            Refusal::Undecided(2),
        ];
        let settled = |is_by_command, by| Words::of_settled(2, "dismiss", is_by_command, by, 7_000, 2_000);
        let more = [
            Words::new("command-no-lights"),
            Words::new("command-nothing-to-suspend"),
            Words::of_other_game("s/2"),
            Words::of_unfinished("s/2", 40),
            settled(false, None),
            settled(true, None),
            settled(true, Some("Anna")),
        ];
        let mut told = BTreeSet::new();
        for language in Language::ALL {
            for words in refusals.iter().map(Words::of_refusal).chain(more.clone()) {
                let sentence = tell(language, &words);
                let what = format!("{}, {}: {sentence}", language.tag(), words.id);
                assert!(sentence.chars().count() > 15 && !sentence.contains(['{', '}', '$']), "{what}");
                let kept = serde_json::to_value(&words).expect("JSON");
                let read = Words::read(kept.as_object().expect("an object")).expect("words");
                assert_eq!(tell(language, &read), sentence);
                assert!(told.insert(sentence), "another has said so: {what}");
            }
        }
    }

    #[test]
    fn every_finding_has_words_in_every_language() {
        for language in Language::ALL {
            for alert in samples::all() {
                let sentence = tell(language, &Words::of(&alert));
                let what = format!("{}, {}: {sentence}", language.tag(), alert.kind);
                assert!(sentence.ends_with('.') && sentence.chars().count() > 15, "{what}");
                assert!(!sentence.contains("  ") && !sentence.contains(['{', '}', '$']), "{what}");
                // Of what is written in other letters only names of moves, squares and articles are Latin.
                if matches!(language, Language::Arabic | Language::Greek | Language::Russian) {
                    let is_word =
                        |part: &&str| part.chars().all(|c| c.is_ascii_alphabetic()) && part.len() > 1 && *part != "O";
                    let parts = sentence.split(|c: char| !c.is_alphanumeric() && !"=+#-".contains(c));
                    assert_eq!(parts.filter(|part| !part.is_empty()).find(is_word), None, "{what}");
                }
                let first = sentence.chars().next().expect("a letter");
                assert!(first.is_uppercase() || language == Language::Arabic, "{what}");
            }
        }
    }
}
