//! Whose numbers a table's records have: each start of a table has its own name, with which the ids of its games begin.
//!
//! Numbers go on from one start to the next, unless the journal was lost. Then the table counts anew, and what is still
//! heard of the session before is old. A second table of the same name looks just so, and so does the state that a broker
//! kept. So a session that was left is not lost: if it says something that is later than all that it had said, it is at
//! work, and is heard again.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::hall::time::Time;

/// How many sessions that were left are remembered.
const LEFT_KEPT: usize = 64;

/// How often in a row one session may follow another at once.
const AT_ONCE: u32 = 2;

/// How long the next change has to wait then, in milliseconds; twice as long with each.
const FIRST_HOLD_MS: i64 = 10_000;

/// At most so long.
const LONGEST_HOLD_MS: i64 = 300_000;

/// How long only one of two tables must have spoken to be taken for the only one, in milliseconds.
const ALONE_MS: i64 = 900_000;

/// When something was said, by the table itself. Its clock may be wrong, and be set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
pub struct Word {
    /// Event time, in milliseconds: it only goes on within a session.
    pub t_ms: u64,
    /// Time of day by the table's clock.
    #[serde(default)]
    pub at: Option<Time>,
}

impl Word {
    fn is_after(self, known: Word) -> bool {
        self.t_ms > known.t_ms || self.at.zip(known.at).is_some_and(|(at, known)| at > known)
    }
}

/// Two tables of one name, as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Contest {
    since: Time,
    /// When both had spoken last.
    heard: Time,
    /// When the one was left for the other.
    changed: Time,
    changes: u32,
}

/// The sessions of a table.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Sessions {
    on: String,
    /// The last word of the one that is on.
    last: Option<Word>,
    left: Vec<String>,
    /// The last words of those that were left, and of others that were not followed.
    words: BTreeMap<String, Word>,
    contest: Option<Contest>,
}

/// What is kept of them.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
pub struct Kept {
    session: String,
    retired: Vec<String>,
    // An older version kept no words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    last_word: Option<Word>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    words: BTreeMap<String, Word>,
}

impl Sessions {
    /// As they were kept.
    #[must_use]
    pub fn from_kept(kept: Kept) -> Sessions {
        let Kept { session, retired, last_word, words } = kept;
        Sessions { on: session, last: last_word, left: retired, words, contest: None }
    }

    /// What is to be kept.
    #[must_use]
    pub fn kept(&self) -> Kept {
        Kept { session: self.on.clone(), retired: self.left.clone(), last_word: self.last, words: self.words.clone() }
    }

    /// The one whose numbers are counted; empty where none was heard.
    #[must_use]
    pub fn on(&self) -> &str {
        &self.on
    }

    /// Whether it was on and was left.
    #[must_use]
    pub fn is_left(&self, session: &str) -> bool {
        self.left.iter().any(|left| left == session)
    }

    /// A session says something in its turn.
    pub fn hear(&mut self, session: String, word: Word) {
        if self.on == session {
            if self.last.is_none_or(|last| !last.is_after(word)) {
                self.last = Some(word);
            }
            return;
        }
        self.words.remove(&session);
        (self.on, self.last) = (session, Some(word));
    }

    /// Whether a session that is not on is to be followed: what it says is no echo of what was before.
    pub fn speaks_up(&mut self, session: &str, word: Word, now: Time) -> bool {
        let known = self.words.get(session).copied();
        let is_echo = match known {
            Some(known) => !word.is_after(known),
            // Of one that an older version left it is not known what it had said: the next word shows whether it lives.
            None if self.is_left(session) => true,
            None => word.at.zip(self.last.and_then(|last| last.at)).is_some_and(|(at, last)| at < last),
        };
        if is_echo {
            if known.is_none() {
                self.words.insert(session.to_owned(), word);
                while self.words.len() > 2 * LEFT_KEPT {
                    self.words.pop_first();
                }
            }
            return false;
        }
        !self.is_left(session) || self.contest(now)
    }

    /// One that was left is back. Gives whether it is its turn: two that speak all the time are not to follow each other
    /// with each word, for all of it is asked for anew each time.
    fn contest(&mut self, now: Time) -> bool {
        let known = self.contest.filter(|contest| now.since(contest.heard) < ALONE_MS);
        let contest = known.unwrap_or(Contest { since: now, heard: now, changed: now, changes: 0 });
        let doublings = contest.changes.saturating_sub(AT_ONCE).min(16);
        let hold_ms = (FIRST_HOLD_MS << doublings).min(LONGEST_HOLD_MS);
        let is_due = contest.changes < AT_ONCE || now.since(contest.changed) >= hold_ms;
        let (changed, changes) = if is_due { (now, contest.changes + 1) } else { (contest.changed, contest.changes) };
        self.contest = Some(Contest { heard: now, changed, changes, ..contest });
        is_due
    }

    /// Another session is on, and the one before is left.
    pub fn follow(&mut self, session: String) {
        let before = std::mem::replace(&mut self.on, session);
        self.left.retain(|left| *left != self.on);
        self.words.remove(&self.on);
        let last = self.last.take();
        if before.is_empty() || before == self.on {
            return;
        }
        if let Some(last) = last {
            self.words.insert(before.clone(), last);
        }
        self.left.push(before);
        let over = self.left.len().saturating_sub(LEFT_KEPT);
        for forgotten in self.left.drain(..over) {
            self.words.remove(&forgotten);
        }
    }

    /// Since when two tables of this name speak.
    #[must_use]
    pub fn contested_since(&self) -> Option<Time> {
        self.contest.map(|contest| contest.since)
    }

    /// Time passes.
    pub fn pass(&mut self, now: Time) {
        self.contest = self.contest.filter(|contest| now.since(contest.heard) < ALONE_MS);
    }

    /// When [`pass`](Sessions::pass) changes something.
    #[must_use]
    pub fn next_deadline(&self) -> Option<Time> {
        self.contest.map(|contest| contest.heard.plus(ALONE_MS))
    }

    /// The hall's clock was set. Words are by the tables' clocks.
    pub fn clock_set(&mut self, by_ms: i64) {
        if let Some(Contest { since, heard, changed, .. }) = &mut self.contest {
            for time in [since, heard, changed] {
                *time = time.plus(by_ms);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Time = Time(1_000_000);

    fn word(t_ms: u64, at: i64) -> Word {
        Word { t_ms, at: Some(Time(at)) }
    }

    fn two() -> Sessions {
        let mut sessions = Sessions::default();
        sessions.hear("a".to_owned(), word(500, 1_500));
        assert!(sessions.speaks_up("b", word(10, 2_000), NOW));
        sessions.follow("b".to_owned());
        sessions.hear("b".to_owned(), word(10, 2_000));
        sessions
    }

    #[test]
    fn one_that_was_left_is_followed_again_once_it_says_something_later() {
        let mut sessions = two();
        assert!(!sessions.speaks_up("a", word(500, 1_500), NOW), "it is told again");
        assert!(!sessions.speaks_up("a", word(400, 1_400), NOW), "it comes late");
        assert_eq!(sessions.contested_since(), None);
        assert!(sessions.speaks_up("a", word(501, 1_501), NOW));
        assert_eq!(sessions.contested_since(), Some(NOW));
        let mut sessions = two();
        assert!(sessions.speaks_up("a", word(501, 900), NOW), "its clock was set back");
        let mut sessions = two();
        assert!(sessions.speaks_up("a", word(300, 1_600), NOW), "event time was taken up from a copy");
    }

    #[test]
    fn what_was_said_before_all_that_is_known_is_an_echo_until_more_is_said() {
        let mut sessions = two();
        assert!(!sessions.speaks_up("old", word(7_000, 1_999), NOW));
        assert!(!sessions.speaks_up("old", word(7_000, 1_999), NOW));
        assert!(sessions.speaks_up("old", word(7_001, 2_000), NOW), "a clock that goes slow");
        assert_eq!(sessions.contested_since(), None, "it was never on");
        assert!(sessions.speaks_up("undated", Word { t_ms: 0, at: None }, NOW));
    }

    #[test]
    fn two_that_speak_all_the_time_follow_each_other_less_and_less_often() {
        let mut sessions = two();
        let (mut changes, mut last_changes) = (0, 0);
        for second in 1..7_200_u32 {
            let now = NOW.plus(i64::from(second) * 1_000);
            for name in ["a", "b"] {
                let word = word(1_000 + u64::from(second), now.0);
                if sessions.on() == name {
                    sessions.hear(name.to_owned(), word);
                } else if sessions.speaks_up(name, word, now) {
                    sessions.follow(name.to_owned());
                    sessions.hear(name.to_owned(), word);
                    changes += 1;
                    last_changes += u32::from(second > 3_600);
                }
            }
            sessions.pass(now);
            assert_eq!(sessions.contested_since(), Some(NOW.plus(1_000)), "it is told once");
        }
        assert!(changes > 10 && changes < 40 && last_changes <= 12, "{changes} {last_changes}");
        let due = sessions.next_deadline().expect("an end");
        sessions.pass(due);
        assert_eq!(sessions.contested_since(), None, "only one has spoken since");
    }

    #[test]
    fn what_an_older_version_kept_is_read_and_heals_with_the_second_word() {
        let kept: Kept = serde_json::from_str(r#"{"session":"b","retired":["a"]}"#).expect("kept");
        let mut sessions = Sessions::from_kept(kept);
        assert!(!sessions.speaks_up("a", word(500, 1_500), NOW));
        assert!(sessions.speaks_up("a", word(501, 1_501), NOW));
        let sessions = two();
        let text = serde_json::to_string(&sessions.kept()).expect("JSON");
        assert_eq!(Sessions::from_kept(serde_json::from_str(&text).expect("kept")), sessions);
    }

    #[test]
    fn memory_is_bounded() {
        let mut sessions = Sessions::default();
        for number in 0..1_000 {
            let name = format!("s{number:04}");
            sessions.follow(name.clone());
            sessions.hear(name, word(1, 100_000 + number));
            assert!(!sessions.speaks_up(&format!("e{number}"), word(1, 1), NOW));
        }
        assert!(sessions.left.len() <= LEFT_KEPT && sessions.words.len() <= 2 * LEFT_KEPT);
    }
}
