//! The languages.

use std::str::FromStr;

use thiserror::Error;

/// A language in which the Laws are printed, and people are told things.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, PartialOrd, Ord, Hash)]
pub enum Language {
    /// Arabic; read from right to left.
    Arabic,
    /// English.
    #[default]
    English,
    /// German.
    German,
    /// Greek.
    Greek,
    /// Italian.
    Italian,
    /// Russian.
    Russian,
}

/// No language of ours has this tag.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{found:?} is no language that is spoken here: {}", Language::TAGS)]
pub struct Unknown {
    /// What stood in its place.
    pub found: String,
}

impl Language {
    /// Every language, in the order of their tags.
    pub const ALL: [Language; 6] =
        [Language::Arabic, Language::German, Language::Greek, Language::English, Language::Italian, Language::Russian];

    /// The tags, for who wrote another word.
    pub const TAGS: &str = "ar, de, el, en, it or ru";

    /// Its tag (BCP 47), which is also its catalogues' folder: `de`.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Language::Arabic => "ar",
            Language::English => "en",
            Language::German => "de",
            Language::Greek => "el",
            Language::Italian => "it",
            Language::Russian => "ru",
        }
    }

    /// The language of this tag.
    #[must_use]
    pub fn from_tag(tag: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.tag() == tag)
    }

    /// Whether it is read from right to left.
    #[must_use]
    pub const fn is_right_to_left(self) -> bool {
        matches!(self, Language::Arabic)
    }
}

impl FromStr for Language {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Language, Unknown> {
        Language::from_tag(text).ok_or_else(|| Unknown { found: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_name_languages_and_others_are_refused_by_name() {
        for language in Language::ALL {
            assert_eq!(language.tag().parse(), Ok(language));
            assert!(Language::TAGS.contains(language.tag()));
        }
        let error = "fr".parse::<Language>().expect_err("not spoken here").to_string();
        assert_eq!(error, "\"fr\" is no language that is spoken here: ar, de, el, en, it or ru");
    }
}
