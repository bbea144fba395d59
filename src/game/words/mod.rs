//! The words of alerts, and of how games end. A language is a file of its own; nothing else composes sentences.

mod english;

use crate::turn::{Alert, Termination};

/// A language in which alerts are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
}

/// One plain sentence, or two, that tell what an alert is about.
#[must_use]
pub fn sentence(language: Language, alert: &Alert) -> String {
    match language {
        Language::English => english::sentence(alert),
    }
}

/// How a game has ended, in a few words.
#[must_use]
pub fn termination(language: Language, termination: &Termination) -> &str {
    match language {
        Language::English => english::termination(termination),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turn::samples;

    #[test]
    fn the_arbiters_words_are_left_as_they_are() {
        let told = Termination::ArbitersWords("agreed at the board".to_owned());
        assert_eq!(termination(Language::English, &told), "agreed at the board");
        assert_eq!(termination(Language::English, &Termination::ArbitersDecision), "arbiter's decision");
    }

    #[test]
    fn every_finding_has_words() {
        for alert in samples::all() {
            let sentence = sentence(Language::English, &alert);
            assert!(sentence.ends_with(['.', ':']) && sentence.len() > 20, "{}: {sentence}", alert.kind);
            assert!(!sentence.contains("  ") && sentence.starts_with(char::is_uppercase), "{}: {sentence}", alert.kind);
        }
    }
}
