//! The languages.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_name_languages_and_others_are_none() {
        for language in Language::ALL {
            assert_eq!(Language::from_tag(language.tag()), Some(language));
            assert!(Language::TAGS.contains(language.tag()));
        }
        assert_eq!(Language::from_tag("fr"), None);
    }
}
