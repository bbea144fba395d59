//! What is set of the event.

use super::held::{HeldEvent, HeldSection, MAX_SECTIONS};
use crate::{
    event::{Event, Fact, MAX_DEFAULT_MIN},
    hall::{
        core::{Hall, Output},
        keep::Row,
        people::Account,
        protocol::{
            requests::Refusal,
            rounds::{EventFields, RoundDone, RoundNote, SectionFields},
        },
        time::Time,
    },
};

/// Longest delay, in seconds: a day.
const MAX_DELAY_S: u32 = 86_400;

/// Highest number of a round, and of a table.
const MAX_NUMBER: (u16, u16) = (99, 9_999);

/// The facts that are told as text.
pub(super) fn texts(fields: &EventFields) -> impl Iterator<Item = (Fact, &str)> {
    [
        (Fact::Name, &fields.name),
        (Fact::Site, &fields.site),
        (Fact::FirstDay, &fields.begin),
        (Fact::LastDay, &fields.end),
        (Fact::Federation, &fields.federation),
        (Fact::TimeControl, &fields.time_control),
        (Fact::Edition, &fields.edition),
        (Fact::Regime, &fields.regime),
    ]
    .into_iter()
    .filter_map(|(fact, text)| Some((fact, text.as_deref()?)))
}

/// A fact as the page names it.
fn field(fact: Fact) -> &'static str {
    match fact {
        Fact::Edition => "edition",
        Fact::Federation => "federation",
        Fact::FirstDay => "begin",
        Fact::LastDay => "end",
        Fact::Name => "name",
        Fact::Regime => "regime",
        Fact::Site => "site",
        Fact::TimeControl => "time_control",
    }
}

fn bad(field: &str, expected: &str) -> Refusal {
    Refusal::BadValue { field: field.to_owned(), expected: expected.to_owned() }
}

impl HeldEvent {
    /// The event with these facts.
    fn with(&self, set: &EventFields) -> Result<HeldEvent, Refusal> {
        let mut event = self.clone();
        if set.begin.is_some() && set.end.is_some() {
            // Each is checked against the other as it will be.
            (event.facts.first_day, event.facts.last_day) = (None, None);
        }
        for (fact, text) in texts(set) {
            event.facts.set(fact, text).map_err(|expected| bad(field(fact), expected))?;
        }
        if let Some(rounds) = set.rounds {
            if !(1..=MAX_NUMBER.0).contains(&rounds) {
                return Err(bad("rounds", "1 to 99"));
            }
            event.facts.rounds = Some(rounds);
        }
        if let Some(minutes) = set.default_time_min {
            if minutes > MAX_DEFAULT_MIN {
                return Err(bad("default_time_min", "0 to 720"));
            }
            event.default_time_min = Some(minutes);
        }
        if let Some(delay_s) = set.delay_s {
            if delay_s > MAX_DELAY_S {
                return Err(bad("delay_s", "0 to 86400"));
            }
            event.delay_s = delay_s;
        }
        for section in &set.sections {
            event.place(section)?;
        }
        Ok(event)
    }

    fn place(&mut self, SectionFields { name, first_table }: &SectionFields) -> Result<(), Refusal> {
        if !(1..=MAX_NUMBER.1).contains(first_table) {
            return Err(bad("first_table", "1 to 9999"));
        }
        // No name means the one section, whatever it is called.
        let only = self.sections.len() == 1;
        let meant = |section: &&mut HeldSection| section.name == *name || name.is_none() && only;
        if let Some(section) = self.sections.iter_mut().find(meant) {
            section.first_table = *first_table;
            return Ok(());
        }
        if self.sections.len() >= MAX_SECTIONS {
            return Err(bad("sections", "64 sections at most"));
        }
        if let Some(name) = name
            && !is_name(name)
        {
            return Err(bad("sections", "names of 1 to 256 bytes without control characters"));
        }
        self.sections.push(HeldSection { name: name.clone(), first_table: *first_table, players: Vec::new() });
        Ok(())
    }
}

impl Hall {
    /// Sets facts of the event.
    pub(super) fn set_event(&mut self, account: &Account, set: EventFields, now: Time) -> Result<u64, Refusal> {
        let event = self.rounds.event.with(&set)?;
        if event == self.rounds.event {
            return Err(bad("set", "something that is otherwise now"));
        }
        self.rounds.event = event;
        self.keep_event();
        let note = RoundNote { section: None, number: None, board: None, done: RoundDone::Event { set } };
        Ok(self.note(account, "event", note, now))
    }

    pub(super) fn keep_event(&mut self) {
        let event = Box::new(self.rounds.event.clone());
        self.out.push_back(Output::Keep(Row::Event { event }));
        self.rounds.event_changed = true;
        self.rounds.marked = true;
    }
}

/// Whether a section can be called so.
pub(super) fn is_name(name: &str) -> bool {
    !name.trim().is_empty() && Event::default().set(Fact::Name, name).is_ok()
}
