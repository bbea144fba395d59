//! Wrong passwords, met ever more slowly: whoever guesses waits, and nobody else.
//!
//! Three counts. Of an **address**: it may be wrong a few times, then it waits, twice as long each time. Of an address **at
//! an account**: the same, sooner. Of an **account**, from wherever: where many are wrong, an address gets fewer tries
//! for nothing. An account is never closed: a right password from an address that has not been guessing gets in at once,
//! however many others guess.
//!
//! Where no account can be meant, by a name that is too long for one, the address alone counts: nothing is remembered
//! that a guesser can make as long as he likes.

use std::collections::BTreeMap;

use crate::hall::time::Time;

/// How often an address may be wrong before it waits, and how often at one account.
const FREE: (u32, u32) = (10, 4);

/// How often an address may be wrong at an account that is being guessed at from everywhere.
const FREE_UNDER_ATTACK: u32 = 1;

/// So many wrong passwords at one account are an attack.
const ATTACK: u32 = 20;

/// The first wait, and the longest, in milliseconds.
const WAIT_MS: (i64, i64) = (1_000, 60_000);

/// After how long without a wrong password all is forgotten, in milliseconds.
const FORGET_MS: i64 = 15 * 60_000;

/// Most addresses and accounts remembered; the quietest go first.
const MOST: usize = 10_000;

/// Wrong passwords so far.
#[derive(Debug, Default)]
pub struct Attempts {
    tries: BTreeMap<Key, Tries>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Account(String),
    Address(String),
    Pair(String, String),
}

#[derive(Debug, Clone, Copy, Default)]
struct Tries {
    wrong: u32,
    last: Time,
    next: Time,
    /// `last` and `next` before the last attempt.
    before: (Time, Time),
}

impl Attempts {
    /// The clock was set.
    pub fn clock_set(&mut self, by_ms: i64) {
        for tries in self.tries.values_mut() {
            (tries.last, tries.next) = (tries.last.plus(by_ms), tries.next.plus(by_ms));
            tries.before = (tries.before.0.plus(by_ms), tries.before.1.plus(by_ms));
        }
    }

    /// Somebody at an address wants to try a password: it counts as wrong until it is known to be
    /// [`right`](Attempts::right), so that many at once are no more than many after another. `account`: at which name,
    /// which is kept; `None`: at one that no account can have.
    ///
    /// # Errors
    /// So many milliseconds are to be waited first.
    pub fn attempt(&mut self, account: Option<&str>, from: &str, now: Time) -> Result<(), i64> {
        self.forget(now);
        let address = Key::Address(from.to_owned());
        let pair = account.map(|account| Key::Pair(from.to_owned(), account.to_owned()));
        let known = [Some(&address), pair.as_ref()].into_iter().flatten().filter_map(|key| self.tries.get(key));
        let wait_ms = known.map(|tries| tries.next).max().map_or(0, |next| next.since(now));
        if wait_ms > 0 {
            return Err(wait_ms);
        }
        let attacked = account.map(|account| Key::Account(account.to_owned()));
        let at_account = attacked.as_ref().and_then(|attacked| self.tries.get(attacked));
        let under_attack = at_account.is_some_and(|tries| tries.wrong >= ATTACK);
        self.count(address, Some(FREE.0), now);
        if let Some(pair) = pair {
            self.count(pair, Some(if under_attack { FREE_UNDER_ATTACK } else { FREE.1 }), now);
        }
        if let Some(attacked) = attacked {
            self.count(attacked, None, now);
        }
        Ok(())
    }

    /// One wrong password more. Who has had more than so many for nothing waits; `None`: nobody does.
    fn count(&mut self, key: Key, free: Option<u32>, now: Time) {
        let tries = self.tries.entry(key).or_default();
        tries.before = (tries.last, tries.next);
        (tries.wrong, tries.last) = (tries.wrong.saturating_add(1), now);
        if let Some(over) = free.and_then(|free| tries.wrong.checked_sub(free)) {
            let wait = WAIT_MS.0.saturating_mul(1 << over.min(20)).min(WAIT_MS.1);
            tries.next = now.plus(wait);
        }
    }

    /// The password of the last attempt was right. Guesses at other accounts from the same address are not forgotten.
    pub fn right(&mut self, account: &str, from: &str) {
        self.tries.remove(&Key::Pair(from.to_owned(), account.to_owned()));
        for key in [Key::Address(from.to_owned()), Key::Account(account.to_owned())] {
            if let Some(tries) = self.tries.get_mut(&key) {
                tries.wrong = tries.wrong.saturating_sub(1);
                (tries.last, tries.next) = tries.before;
            }
        }
    }

    fn forget(&mut self, now: Time) {
        self.tries.retain(|_, tries| now.since(tries.last) < FORGET_MS);
        while self.tries.len() > MOST {
            let quietest = self.tries.iter().min_by_key(|(_, tries)| (tries.wrong, tries.last)).map(|(key, _)| key);
            let Some(quietest) = quietest.cloned() else { break };
            self.tries.remove(&quietest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many guesses an address gets in so long.
    fn guesses(attempts: &mut Attempts, account: &str, from: &str, (begin, end): (i64, i64)) -> usize {
        let mut all = 0;
        let mut now = begin;
        while now < end {
            match attempts.attempt(Some(account), from, Time(now)) {
                Ok(()) => (all, now) = (all + 1, now + 10),
                Err(wait_ms) => now += wait_ms,
            }
        }
        all
    }

    #[test]
    fn who_guesses_waits_longer_each_time_and_nobody_else() {
        let mut attempts = Attempts::default();
        let hour = guesses(&mut attempts, "Anna", "10.0.0.66", (0, 3_600_000));
        assert!((50..80).contains(&hour), "{hour} guesses in an hour");
        // Anna mistypes once, then is right; both at once.
        assert_eq!(attempts.attempt(Some("Anna"), "10.0.0.7", Time(3_600_000)), Ok(()));
        assert_eq!(attempts.attempt(Some("anna"), "10.0.0.7", Time(3_600_100)), Ok(()));
        attempts.right("Anna", "10.0.0.7");
        assert_eq!(attempts.attempt(Some("Anna"), "10.0.0.7", Time(3_600_200)), Ok(()));
    }

    #[test]
    fn an_address_cannot_guess_at_one_account_after_another_nor_free_itself_by_its_own() {
        let mut attempts = Attempts::default();
        let mut all = 0;
        for account in 0..1_000 {
            let name = account.to_string();
            all += usize::from(attempts.attempt(Some(&name), "10.0.0.66", Time(0)).is_ok());
            if attempts.attempt(Some("Eve"), "10.0.0.66", Time(0)).is_ok() {
                attempts.right("Eve", "10.0.0.66");
            }
        }
        assert!(all <= FREE.0 as usize + 1, "{all} guesses at once");
    }

    #[test]
    fn who_is_right_makes_nobody_wait_at_an_address_where_many_have_mistyped() {
        let mut attempts = Attempts::default();
        let mut now = 0;
        for name in 0..16 {
            now += attempts.attempt(Some(&name.to_string()), "10.0.0.1", Time(now)).err().unwrap_or_default();
            let _ = attempts.attempt(Some(&name.to_string()), "10.0.0.1", Time(now));
        }
        now += WAIT_MS.1;
        for name in ["Anna", "Bruno", "Carla"] {
            assert_eq!(attempts.attempt(Some(name), "10.0.0.1", Time(now)), Ok(()), "{name}");
            attempts.right(name, "10.0.0.1");
        }
        assert!(attempts.attempt(Some("Eve"), "10.0.0.1", Time(now)).is_ok());
        assert!(
            attempts.attempt(Some("Eve"), "10.0.0.1", Time(now)).is_err(),
            "and mistakes are not forgotten by that"
        );
    }

    #[test]
    fn from_many_addresses_each_gets_few_guesses_once_it_is_an_attack() {
        let mut attempts = Attempts::default();
        let mut all = 0;
        for address in 0..100 {
            all += guesses(&mut attempts, "Anna", &format!("10.1.0.{address}"), (0, 900));
        }
        assert!(all <= ATTACK as usize + 4 + 100, "{all} guesses");
        assert_eq!(
            attempts.attempt(Some("Anna"), "10.0.0.7", Time(900)),
            Ok(()),
            "who has not guessed is not kept waiting"
        );
    }

    #[test]
    fn what_is_remembered_is_bounded_and_forgotten() {
        let mut attempts = Attempts::default();
        for address in 0..MOST {
            let _ = attempts.attempt(Some("Anna"), &address.to_string(), Time(0));
        }
        assert!(attempts.tries.len() <= MOST + 3);
        let _ = attempts.attempt(Some("Anna"), "late", Time(FORGET_MS));
        assert_eq!(attempts.tries.len(), 3);
    }

    #[test]
    fn at_a_name_that_no_account_can_have_the_address_waits_and_nothing_else_is_kept() {
        let mut attempts = Attempts::default();
        let all = (0..1_000).filter(|_| attempts.attempt(None, "10.0.0.66", Time(0)).is_ok()).count();
        assert_eq!((all, attempts.tries.len()), (FREE.0 as usize, 1));
        assert!(attempts.attempt(Some("Anna"), "10.0.0.66", Time(0)).is_err(), "nor has he tries left at another");
        assert_eq!(attempts.attempt(Some("Anna"), "10.0.0.7", Time(0)), Ok(()));
    }
}
