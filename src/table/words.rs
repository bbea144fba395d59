//! The words of commands and logs: which a field may hold, and what each means.

use protocols::registry::Sensing;

use super::ClockWatch;
use crate::{
    rules::Variant,
    turn::{ClockUse, Contact, Edition, Regime, Supervision, TimeControl},
    words::Language,
};

/// A field that holds one of a few words, or is absent.
pub(super) struct Word<T> {
    field: &'static str,
    read: fn(&str) -> Option<T>,
    /// The words, for who wrote another.
    expected: &'static str,
}

pub(super) const CLOCK: Word<(ClockUse, ClockWatch)> = Word {
    field: "clock",
    read: |name| match name {
        "auto" => Some((ClockUse::None, ClockWatch::ShowsItself)),
        "auto-present" => Some((ClockUse::Present, ClockWatch::ShowsItself)),
        "none" => Some((ClockUse::None, ClockWatch::Known)),
        _ => None,
    },
    expected: "none, auto or auto-present, or no such field",
};

pub(super) const CONTACT: Word<Contact> =
    Word { field: "begin.contact", read: Contact::from_name, expected: "away or kept" };

pub(super) const EDITION: Word<Edition> =
    Word { field: "edition", read: Edition::from_name, expected: "2005, 2009, 2014, 2018 or 2023" };

pub(super) const LANGUAGE: Word<Language> =
    Word { field: "language", read: Language::from_tag, expected: Language::TAGS };

pub(super) const REGIME: Word<Regime> =
    Word { field: "regime", read: Regime::from_name, expected: "standard, rapid or blitz" };

pub(super) const SENSING: Word<Sensing> = Word {
    field: "sensing",
    read: |name| match name {
        "identity" => Some(Sensing::Identity),
        "occupancy" => Some(Sensing::Occupancy),
        _ => None,
    },
    expected: "identity or occupancy",
};

pub(super) const SUPERVISION: Word<Supervision> =
    Word { field: "supervision", read: Supervision::from_name, expected: "full or limited" };

pub(super) const TIME_CONTROL: Word<TimeControl> = Word {
    field: "time_control",
    read: |text| text.parse().ok(),
    expected: "a time control in the notation of PGN, such as 40/5400+30:1800+30",
};

pub(super) const VARIANT: Word<Variant> =
    Word { field: "variant", read: Variant::from_name, expected: "chess or chess960" };

impl<T> Word<T> {
    /// What the word means; `None` where it is absent.
    ///
    /// # Errors
    /// What `refuse` makes of the field, another word found there, and the words expected.
    pub(super) fn read<E>(
        &self,
        found: Option<String>,
        refuse: impl FnOnce(&'static str, String, &'static str) -> E,
    ) -> Result<Option<T>, E> {
        match found {
            None => Ok(None),
            Some(word) => match (self.read)(&word) {
                Some(meaning) => Ok(Some(meaning)),
                None => Err(refuse(self.field, word, self.expected)),
            },
        }
    }
}
