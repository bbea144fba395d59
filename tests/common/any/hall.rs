//! Anything that a hall can hear, as lines; what is none of them is passed over.
//!
//! | line | what |
//! |---|---|
//! | `>7 {..}` | a record of table 7 for arbiters |
//! | `~7 {..}` | a record of it for the public |
//! | `<7 {..}` | its answer to a command |
//! | `?{..}`, `!{..}` | a request of the chief arbiter, of an arbiter of section A |
//! | `=..` | a file of pairings, shown and not yet taken over; a bar ends each of its lines |
//! | `@7 A`, `-7` | table 7 is in section A, is no more |
//! | `+250`, `^250` | so many milliseconds pass, are set on the computer's clock |
//! | `.` | the hall begins anew with what was kept |

use std::collections::BTreeSet;

use serde_json::{Value, json};
use touchmove::hall::{
    core::{Hall, Output},
    decisions::{entry::Entry, search::Filter},
    keep::Row,
    people::{Account, Role},
    protocol::requests::Request,
    records::RecordError,
    rounds::ResultsFile,
    table::Place,
    time::Time,
};

/// When it begins.
pub(crate) const BEGIN: Time = Time(1_795_000_000_000);

/// Most lines that are heard.
const MOST_LINES: usize = 300;

/// Most times in a row that it may be due without any time passing.
const MOST_IDLE: usize = 20;

/// Longest that passes at once, or is set: some 300 years.
const LONGEST_MS: i64 = 10_000_000_000_000;

/// Tells it all.
pub(crate) fn tell(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut venue = Venue::default();
    for line in text.lines().take(MOST_LINES) {
        venue.hear(line);
        venue.settle();
    }
    venue.restart();
    venue.settle();
}

/// A hall with those who look at it.
pub(crate) struct Venue {
    pub(crate) hall: Hall,
    pub(crate) now: Time,
    rows: Vec<Row>,
    /// Of the file that was shown last.
    digest: String,
    asked: u32,
    version: u64,
}

impl Default for Venue {
    fn default() -> Venue {
        let mut venue =
            Venue { hall: Hall::new("a"), now: BEGIN, rows: Vec::new(), digest: String::new(), asked: 0, version: 0 };
        venue.settle();
        venue
    }
}

impl Venue {
    pub(crate) fn hear(&mut self, line: &str) {
        let mut letters = line.chars();
        let (kind, rest) = (letters.next(), letters.as_str());
        let (table, text) = rest.split_once(' ').unwrap_or((rest, ""));
        match kind {
            Some('>') => self.take(table, |hall, now| hall.record(table, text, now)),
            Some('~') => self.take(table, |hall, now| hall.public_record(table, text, now)),
            Some('<') => self.take(table, |hall, now| hall.reply(table, text, now)),
            Some('?') => self.ask(&chief(), rest),
            Some('!') => self.ask(&arbiter(), rest),
            Some('=') => {
                let file = rest.replace('|', "\n").into_bytes();
                if let Ok(comparison) = self.hall.compare(&chief(), "r.pgn", file, None, None) {
                    self.digest = comparison.digest;
                }
            }
            Some('@') => {
                let place = Place { section: Some(text.to_owned()), ..Place::default() };
                self.hall.place(table, place, self.now);
            }
            Some('-') => self.hall.remove(rest),
            Some('+') => self.now = self.now.plus(milliseconds(rest).max(0)),
            Some('^') => {
                let by_ms = milliseconds(rest);
                self.hall.clock_set(by_ms);
                self.now = self.now.plus(by_ms);
            }
            Some('.') => self.restart(),
            Some(_) | None => {}
        }
    }

    /// What is no record changes nothing.
    fn take(&mut self, table: &str, take: impl FnOnce(&mut Hall, Time) -> Result<(), RecordError>) {
        let was_known = self.hall.table(table).is_some();
        if let Err(error) = take(&mut self.hall, self.now) {
            assert!(!error.to_string().is_empty());
            assert_eq!(self.hall.table(table).is_some(), was_known, "a table of which no record came");
            self.nothing_came_of_it();
        }
    }

    /// A request that is refused changes nothing, and one that is made again gets the same answer.
    fn ask(&mut self, account: &Account, json: &str) {
        let Ok(mut asked @ Value::Object(_)) = serde_json::from_str(json) else { return };
        if asked.get("id").is_none() {
            self.asked += 1;
            asked["id"] = json!(format!("q{}", self.asked));
        }
        if asked["digest"] == "$" {
            asked["digest"] = json!(self.digest);
        }
        let Ok(request) = serde_json::from_value::<Request>(asked) else { return };
        let answer = self.hall.request(account, request.clone(), self.now);
        if answer.refusal.is_some() {
            self.nothing_came_of_it();
        }
        self.settle();
        let is_question = answer.outcome.is_some() || answer.offers.is_some() || answer.entries.is_some();
        if !is_question {
            assert_eq!(self.hall.request(account, request, self.now), answer);
            self.nothing_came_of_it();
        }
    }

    fn nothing_came_of_it(&mut self) {
        let next = self.hall.poll();
        assert!(next.is_none(), "{next:?}");
        self.hall.settle(self.now);
        assert_eq!(self.hall.version(), self.version, "something else is shown");
    }

    fn drain(&mut self) {
        while let Some(output) = self.hall.poll() {
            match output {
                Output::Command { json, .. } => drop(serde_json::from_str::<Value>(&json).expect("JSON")),
                Output::Keep(row) => {
                    let text = row.to_json().expect("JSON");
                    let again = Row::from_json(&text).expect("as it was kept");
                    assert_eq!(again.to_json().expect("JSON"), text);
                    self.rows.push(again);
                }
            }
        }
    }

    /// What is due now is done now, and then over; pages get what is theirs.
    pub(crate) fn settle(&mut self) {
        let is_due = |hall: &Hall, now: Time| hall.next_deadline().is_some_and(|due| due <= now);
        let mut idle = 0;
        loop {
            self.hall.settle(self.now);
            self.drain();
            if !is_due(&self.hall, self.now) {
                break;
            }
            idle += 1;
            assert!(idle < MOST_IDLE, "{:?} never passes, now {:?}", self.hall.next_deadline(), self.now);
        }
        let everything = BTreeSet::from(["7".to_owned()]);
        let of_chief = self.hall.changes(&chief(), self.version, &everything, self.now);
        serde_json::to_string(&of_chief).expect("JSON");
        let of_screen = self.hall.changes(&screen(), self.version, &everything, self.now);
        assert!(of_screen.tables.is_empty() && of_screen.cases.is_empty() && of_screen.entries.is_empty());
        assert!(of_screen.details.is_empty() && of_screen.rounds.is_empty() && of_screen.order.is_none());
        self.version = self.hall.version();
        for kind in [ResultsFile::Csv, ResultsFile::Pgn, ResultsFile::Trf] {
            // Whether there is any, is not the question.
            let _ = self.hall.results(&chief(), kind, None, None);
        }
    }

    fn restart(&mut self) {
        self.hall.keep_all();
        self.drain();
        let entries = |hall: &Hall| hall.entries(&chief(), &Filter::default()).cloned().collect::<Vec<Entry>>();
        let before = entries(&self.hall);
        self.hall = Hall::from_rows("b", self.rows.iter().cloned(), self.now);
        let after = entries(&self.hall);
        assert_eq!(after.get(..before.len()), Some(&before[..]), "the record after a restart");
        self.version = 0;
    }
}

fn milliseconds(text: &str) -> i64 {
    text.trim().parse().unwrap_or(0_i64).clamp(-LONGEST_MS, LONGEST_MS)
}

fn account(name: &str, role: Role) -> Account {
    Account { name: name.to_owned(), role }
}

fn chief() -> Account {
    account("Anna Weber", Role::Chief {})
}

fn arbiter() -> Account {
    account("Bruno Costa", Role::Arbiter { sections: Some(BTreeSet::from(["A".to_owned()])) })
}

fn screen() -> Account {
    account("Screen", Role::Display {})
}
