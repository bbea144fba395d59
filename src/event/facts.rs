//! The event and its sections.

use serde::{Deserialize, Serialize};

use super::{Date, Player, Round};
use crate::{
    game::persons::{check_name, is_federation},
    turn::{Edition, Regime, TimeControl},
};

/// Longest default time, in minutes: a day's round.
pub const MAX_DEFAULT_MIN: u16 = 720;

/// An event: what all its sections share, and the sections.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Event {
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Where it is held.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site: Option<String>,
    /// The federation that holds it: FIDE's code of three letters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub federation: Option<String>,
    /// First day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_day: Option<Date>,
    /// Last day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_day: Option<Date>,
    /// Time control in the notation of PGN, which is also that of TRF26's 222, such as `5400+30`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_control: Option<String>,
    /// Edition of the Laws; the newest where none is said.
    #[serde(default, with = "edition", skip_serializing_if = "Option::is_none")]
    pub edition: Option<Edition>,
    /// Standard, rapid or blitz; that of the time control where none is said.
    #[serde(default, with = "regime", skip_serializing_if = "Option::is_none")]
    pub regime: Option<Regime>,
    /// Who comes later than this after the round's start loses (6.7.1), in minutes, 0 to 720. Zero where the
    /// regulations say nothing, as the Laws have it.
    #[serde(default)]
    pub default_time_min: u16,
    /// Rounds of the event, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u16>,
    /// The sections, each paired for itself.
    #[serde(default)]
    pub sections: Vec<Section>,
}

impl Event {
    /// The section of that name.
    #[must_use]
    pub fn section(&self, name: Option<&str>) -> Option<&Section> {
        self.sections.iter().find(|section| section.name.as_deref() == name)
    }

    /// Edition of the Laws: as said, or the newest.
    #[must_use]
    pub fn edition_in_force(&self) -> Edition {
        self.edition.unwrap_or(Edition::E2023)
    }

    /// After how many minutes who is absent has lost where the regulations say nothing: by the Laws of 2005 an hour (6.7),
    /// since then none (6.6 of 2009, 6.7 of 2014, 6.7.1).
    #[must_use]
    pub fn default_time_of_laws_min(&self) -> u16 {
        match self.edition_in_force() {
            Edition::E2005 => 60,
            Edition::E2009 | Edition::E2014 | Edition::E2018 | Edition::E2023 => 0,
        }
    }

    /// The article by which who comes too late has lost.
    #[must_use]
    pub fn article_of_default_time(&self) -> &'static str {
        match self.edition_in_force() {
            Edition::E2005 | Edition::E2014 => "6.7",
            Edition::E2009 => "6.6",
            Edition::E2018 | Edition::E2023 => "6.7.1",
        }
    }

    /// Sets a fact by its text; an empty one takes it away.
    ///
    /// # Errors
    /// What the text may be; nothing has changed.
    pub fn set(&mut self, fact: Fact, text: &str) -> Result<(), &'static str> {
        let text = text.trim();
        let said = (!text.is_empty()).then_some(text);
        let name = || match check_name("name", said) {
            Ok(()) => Ok(said.map(str::to_owned)),
            Err(error) => Err(error.expected),
        };
        let day = || said.map(str::parse::<Date>).transpose().map_err(|_| "a date, such as 2026-11-24");
        match fact {
            Fact::Edition => {
                self.edition =
                    known(said, Edition::from_name, "an edition of the Laws: 2005, 2009, 2014, 2018 or 2023")?;
            }
            Fact::Federation => {
                let code = said.map(str::to_uppercase);
                if !code.as_deref().is_none_or(is_federation) {
                    return Err("a code of FIDE's of three letters");
                }
                self.federation = code;
            }
            Fact::FirstDay => {
                let day = day()?;
                if day.zip(self.last_day).is_some_and(|(first, last)| first > last) {
                    return Err("a day not after the last one");
                }
                self.first_day = day;
            }
            Fact::LastDay => {
                let day = day()?;
                if day.zip(self.first_day).is_some_and(|(last, first)| first > last) {
                    return Err("a day not before the first one");
                }
                self.last_day = day;
            }
            Fact::Name => self.name = name()?,
            Fact::Regime => self.regime = known(said, Regime::from_name, "standard, rapid or blitz")?,
            Fact::Site => self.site = name()?,
            Fact::TimeControl => {
                let expected = "a time control as PGN writes it, such as 5400+30";
                if said.is_some_and(|text| text.parse::<TimeControl>().is_err()) {
                    return Err(expected);
                }
                self.time_control = said.map(str::to_owned);
            }
        }
        Ok(())
    }

    /// The regime: as said, or by the time that a game of 60 moves gives each player (Appendix A.1, B.1): standard from
    /// 60 minutes, blitz up to 10.
    #[must_use]
    pub fn regime(&self) -> Option<Regime> {
        self.regime.or_else(|| {
            let control: TimeControl = self.time_control.as_deref()?.parse().ok()?;
            let first = control.periods().first()?;
            let base: u64 = control.periods().iter().map(|period| u64::from(period.base_ms)).sum();
            let total = base + 60 * u64::from(first.increment_ms);
            Some(match total / 1_000 {
                ..=600 => Regime::Blitz,
                601..3_600 => Regime::Rapid,
                3_600.. => Regime::Standard,
            })
        })
    }
}

/// A fact of an event that is told as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fact {
    /// Edition of the Laws.
    Edition,
    /// FIDE's code of three letters.
    Federation,
    /// First day.
    FirstDay,
    /// Last day.
    LastDay,
    /// Its name.
    Name,
    /// Standard, rapid or blitz.
    Regime,
    /// Where it is held.
    Site,
    /// In the notation of PGN.
    TimeControl,
}

/// A word of the Laws, if one is said.
fn known<T>(
    said: Option<&str>,
    read: impl Fn(&str) -> Option<T>,
    expected: &'static str,
) -> Result<Option<T>, &'static str> {
    said.map(|text| read(text).ok_or(expected)).transpose()
}

/// A section of an event: the players who meet each other.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Section {
    /// Its name; none where the event has one section.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Every player that is known, also those who do not play in a round.
    #[serde(default)]
    pub players: Vec<Player>,
    /// The rounds that are known, by number.
    #[serde(default)]
    pub rounds: Vec<Round>,
}

impl Section {
    /// The round of that number.
    #[must_use]
    pub fn round(&self, number: u16) -> Option<&Round> {
        self.rounds.iter().find(|round| round.number == number)
    }
}

/// Reads and writes a word of the Laws by its name.
macro_rules! by_name {
    ($module:ident, $kind:ty) => {
        mod $module {
            use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

            #[allow(clippy::ref_option, reason = "serde hands on a reference to the field")]
            pub(super) fn serialize<S: Serializer>(value: &Option<$kind>, to: S) -> Result<S::Ok, S::Error> {
                value.map(<$kind>::name).serialize(to)
            }

            pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<$kind>, D::Error> {
                let name = Option::<String>::deserialize(from)?;
                let known = |name: String| <$kind>::from_name(&name).ok_or_else(|| D::Error::custom(name));
                name.map(known).transpose()
            }
        }
    };
}

by_name!(edition, crate::turn::Edition);
by_name!(regime, crate::turn::Regime);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_regime_follows_from_the_time_control() {
        for (control, regime) in [
            ("5400+30", Regime::Standard),
            ("40/6000+30:900+30", Regime::Standard),
            ("900+10", Regime::Rapid),
            ("3600", Regime::Standard),
            ("3599", Regime::Rapid),
            ("180+2", Regime::Blitz),
            ("600", Regime::Blitz),
        ] {
            let event = Event { time_control: Some(control.to_owned()), ..Event::default() };
            assert_eq!(event.regime(), Some(regime), "{control}");
            let said = Event { regime: Some(Regime::Blitz), ..event };
            assert_eq!(said.regime(), Some(Regime::Blitz));
        }
        assert_eq!(Event::default().regime(), None);
    }

    #[test]
    fn an_event_is_kept_and_read_back() {
        let event = Event {
            name: Some("Open".to_owned()),
            edition: Some(Edition::E2018),
            regime: Some(Regime::Rapid),
            first_day: Date::new(2026, 11, 24).ok(),
            sections: vec![Section::default()],
            ..Event::default()
        };
        let json = serde_json::to_string(&event).expect("JSON");
        assert!(json.contains(r#""edition":"2018","regime":"rapid""#), "{json}");
        assert_eq!(serde_json::from_str::<Event>(&json).expect("read"), event);
    }
}
