//! The words of alerts. A language is a file of its own; nothing else composes sentences.

mod english;

use crate::turn::Alert;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turn::samples;

    #[test]
    fn every_finding_has_words() {
        for alert in samples::all() {
            let sentence = sentence(Language::English, &alert);
            assert!(sentence.ends_with(['.', ':']) && sentence.len() > 20, "{}: {sentence}", alert.kind);
            assert!(!sentence.contains("  ") && sentence.starts_with(char::is_uppercase), "{}: {sentence}", alert.kind);
        }
    }
}
