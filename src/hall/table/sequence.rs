//! Which of a table's numbered records are known, and when to ask for those that are not.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::hall::time::Time;

/// How long a missing record is waited for before it is asked for, in milliseconds: topics overtake one another.
pub const PATIENCE_MS: i64 = 2_000;

/// How long after each asking the answer is waited for, in milliseconds. After the last one it is given up.
pub const RETRIES_MS: [i64; 4] = [15_000, 60_000, 300_000, 900_000];

/// Of how many records it is remembered which they were, to tell a repeat from a journal that was lost: some three games.
/// They are written with each change of what is kept of a table.
const MARKS_KEPT: usize = 1_024;

/// What a numbered record is to somebody who counts them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    /// Another record had this number: the table counts anew.
    Contradicts,
    /// It was not known.
    New,
    /// It is known already.
    Repeat,
}

/// The numbers of a table's records.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Sequence {
    /// All up to this one are known, or were given up.
    complete_to: u64,
    /// Those known above it.
    above: BTreeSet<u64>,
    /// The highest number that the table has spoken of.
    highest: u64,
    /// How many were given up: asked for and not kept there any more.
    missing: u64,
    /// What each of the last ones is.
    #[serde(with = "pairs")]
    marks: BTreeMap<u64, u64>,
    #[serde(skip)]
    asking: Option<Asking>,
}

/// A map as a list of pairs: keys of JSON are texts.
mod pairs {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(map: &BTreeMap<u64, u64>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(map)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<u64, u64>, D::Error> {
        Ok(Vec::<(u64, u64)>::deserialize(deserializer)?.into_iter().collect())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Asking {
    due: Time,
    times: usize,
}

impl Sequence {
    /// Takes a record of this number; `mark` says which it is.
    pub fn take(&mut self, seq: u64, mark: u64, now: Time) -> Taken {
        match self.marks.get(&seq) {
            Some(known) if *known != mark => return Taken::Contradicts,
            Some(_) => return Taken::Repeat,
            None => {}
        }
        if seq == 0 || self.above.contains(&seq) {
            return Taken::Repeat;
        }
        // Of those before the marks each is known, unless some were given up: then this may be one.
        let is_before =
            self.marks.len() == MARKS_KEPT && self.marks.first_key_value().is_some_and(|(first, _)| seq < *first);
        if is_before && seq <= self.complete_to && self.missing == 0 {
            return Taken::Repeat;
        }
        self.marks.insert(seq, mark);
        while self.marks.len() > MARKS_KEPT {
            self.marks.pop_first();
        }
        // What was given up, or comes from before the marks, is not missed; it may be told all the same.
        if seq <= self.complete_to {
            self.missing = self.missing.saturating_sub(1);
            return Taken::New;
        }
        self.above.insert(seq);
        self.highest = self.highest.max(seq);
        let before = self.complete_to;
        while let Some(next) = self.complete_to.checked_add(1).filter(|next| self.above.remove(next)) {
            self.complete_to = next;
        }
        if self.complete_to > before {
            // What was missing comes: the rest is waited for anew.
            self.asking = None;
        }
        self.wait(now);
        Taken::New
    }

    /// The table speaks as of this number.
    pub fn hear_of(&mut self, seq: u64, now: Time) {
        self.highest = self.highest.max(seq);
        self.wait(now);
    }

    /// The clock was set.
    pub fn clock_set(&mut self, by_ms: i64) {
        if let Some(asking) = &mut self.asking {
            asking.due = asking.due.plus(by_ms);
        }
    }

    /// The table can be asked again, after it could not.
    pub fn begin_asking(&mut self, now: Time) {
        self.asking = None;
        self.wait(now);
    }

    fn wait(&mut self, now: Time) {
        if self.is_open() && self.asking.is_none() {
            self.asking = Some(Asking { due: now.plus(PATIENCE_MS), times: 0 });
        }
    }

    /// Whether records are missing that may still come.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.highest > self.complete_to
    }

    /// Up to which number all are known, or were given up.
    #[must_use]
    pub fn complete_to(&self) -> u64 {
        self.complete_to
    }

    /// The highest number that the table has spoken of.
    #[must_use]
    pub fn highest(&self) -> u64 {
        self.highest
    }

    /// How many records were given up.
    #[must_use]
    pub fn missing(&self) -> u64 {
        self.missing
    }

    /// When [`poll`](Sequence::poll) has something to say.
    #[must_use]
    pub fn next_deadline(&self) -> Option<Time> {
        self.asking.filter(|_| self.is_open()).map(|asking| asking.due)
    }

    /// The number after which to ask for the records again, where it is time to.
    pub fn poll(&mut self, now: Time) -> Option<u64> {
        let asking = self.asking.filter(|asking| self.is_open() && asking.due <= now)?;
        let Some(wait_ms) = RETRIES_MS.get(asking.times) else {
            self.give_up();
            return None;
        };
        self.asking = Some(Asking { due: now.plus(*wait_ms), times: asking.times + 1 });
        Some(self.complete_to)
    }

    /// The table does not have them any more.
    fn give_up(&mut self) {
        let span = self.highest - self.complete_to;
        self.missing += span - self.above.len() as u64;
        self.complete_to = self.highest;
        self.above.clear();
        self.asking = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Time = Time(1_000_000);

    #[test]
    fn there_is_no_number_behind_the_last() {
        let mut sequence = Sequence::default();
        sequence.hear_of(u64::MAX - 1, NOW);
        let mut now = NOW;
        while let Some(due) = sequence.next_deadline() {
            now = due;
            sequence.poll(now);
        }
        assert_eq!((sequence.complete_to(), sequence.missing()), (u64::MAX - 1, u64::MAX - 1));
        assert_eq!(sequence.take(u64::MAX, 7, now), Taken::New);
        assert_eq!(sequence.complete_to(), u64::MAX);
    }

    #[test]
    fn what_is_told_once_more_is_no_news_however_long_ago_it_was() {
        let mut sequence = Sequence::default();
        for seq in 1..=5_000 {
            assert_eq!(sequence.take(seq, seq + 7, NOW), Taken::New);
        }
        assert_eq!(sequence.marks.len(), MARKS_KEPT);
        for seq in (1..=5_000).step_by(37) {
            assert_eq!(sequence.take(seq, seq + 7, NOW), Taken::Repeat, "{seq}");
        }
        assert_eq!(sequence.take(4_999, 1, NOW), Taken::Contradicts);
    }

    #[test]
    fn any_order_and_any_repeats_are_complete_in_the_end() {
        let mut sequence = Sequence::default();
        for seq in [3, 1, 3, 5, 4, 1, 2] {
            sequence.take(seq, seq, NOW);
        }
        assert!(!sequence.is_open());
        assert_eq!(sequence.next_deadline(), None);
        assert_eq!(sequence.take(4, 4, NOW), Taken::Repeat);
        assert_eq!(sequence.take(4, 7, NOW), Taken::Contradicts);
    }

    #[test]
    fn a_gap_is_asked_for_and_given_up_where_nothing_comes() {
        let mut sequence = Sequence::default();
        sequence.take(1, 1, NOW);
        sequence.take(4, 4, NOW);
        assert_eq!(sequence.poll(NOW.plus(PATIENCE_MS - 1)), None, "it may be on its way");
        let mut now = NOW.plus(PATIENCE_MS);
        for wait in RETRIES_MS {
            assert_eq!(sequence.poll(now), Some(1));
            assert_eq!(sequence.poll(now), None);
            now = now.plus(wait);
        }
        assert_eq!(sequence.poll(now), None);
        assert_eq!((sequence.is_open(), sequence.missing()), (false, 2));
    }

    #[test]
    fn a_gap_is_asked_for_and_given_up_though_new_records_come_all_the_time() {
        let mut sequence = Sequence::default();
        sequence.take(1, 1, NOW);
        let (mut now, mut asked) = (NOW, 0);
        for seq in 3..5_000 {
            sequence.take(seq, seq, now);
            now = now.plus(500);
            asked += u32::from(sequence.poll(now) == Some(1));
        }
        assert_eq!(asked, RETRIES_MS.len() as u32);
        assert_eq!((sequence.is_open(), sequence.missing(), sequence.above.len()), (false, 1, 0));
    }

    #[test]
    fn what_was_missing_and_comes_in_parts_is_waited_for_anew_with_each() {
        let mut sequence = Sequence::default();
        sequence.take(5, 5, NOW);
        assert_eq!(sequence.poll(NOW.plus(PATIENCE_MS)), Some(0));
        sequence.take(1, 1, NOW.plus(3_000));
        assert_eq!(sequence.next_deadline(), Some(NOW.plus(3_000 + PATIENCE_MS)));
    }

    #[test]
    fn a_state_as_of_a_later_number_tells_of_a_gap() {
        let mut sequence = Sequence::default();
        sequence.hear_of(7, NOW);
        assert_eq!(sequence.poll(NOW.plus(PATIENCE_MS)), Some(0));
        for seq in 1..=7 {
            sequence.take(seq, seq, NOW.plus(3_000));
        }
        assert_eq!((sequence.next_deadline(), sequence.missing()), (None, 0));
    }
}
