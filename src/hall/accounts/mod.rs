//! Accounts: who has one, who is signed in, and how wrong passwords are met.
//!
//! A value like the hall beside it: digests of secrets, time and addresses come from outside, rows to keep go out.
//! Passwords are never seen here: what they are checked against goes out, and whether they were right comes in.

pub mod attempts;
pub mod manage;
mod names;
pub mod session;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use self::{
    attempts::Attempts,
    manage::{AccountView, Manage, Managed, PeopleRefusal},
    names::{given_key, good_name, key, look_alike},
    session::{Digest, IDLE_MS, Kind, SEEN_MS, Session, SessionView, Visit},
};
use super::{people::Account, time::Time};

/// How long a link that is valid once is valid, in milliseconds.
pub const LINK_MS: i64 = 15 * 60_000;

/// Most links that wait to be used.
const MAX_LINKS: usize = 100;

/// Most sessions of one account; the one that has been silent longest goes.
const MAX_SESSIONS: usize = 50;

/// Most addresses remembered of an account; the one that came first goes.
const MAX_ADDRESSES: usize = 8;

/// Most keys of one account.
pub(super) const MAX_KEYS: usize = 20;

/// What is kept of accounts, as rows; `None`: no more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PeopleRow {
    /// An account, by its name.
    Account(String, Option<Kept>),
    /// A session, by its id.
    Session(String, Option<Session>),
}

/// An account as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct Kept {
    /// Whose, and what it may do.
    #[serde(flatten)]
    pub account: Account,
    /// What its password is checked against (PHC string of argon2id); absent: it is entered by links alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
    /// When it was made.
    pub made: Time,
    /// Where it was last signed in from, oldest first, also after those sessions have ended.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<String>,
}

/// Who asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// His account.
    pub account: Account,
    /// His session's id.
    pub session: String,
    /// What it is shown by.
    pub kind: Kind,
}

#[derive(Debug, Clone)]
struct Link {
    digest: Digest,
    account: String,
    until: Time,
}

/// All accounts of a hall.
#[derive(Debug, Default)]
pub struct Accounts {
    accounts: BTreeMap<String, Kept>,
    sessions: BTreeMap<Digest, Session>,
    /// Those of them that were seen since this program began, by its clock; with how long one that was kept had been
    /// silent before, in milliseconds. `None`: it has begun since.
    seen_here: BTreeMap<Digest, Option<i64>>,
    links: Vec<Link>,
    /// Opens the first start to another computer.
    setup: Option<Digest>,
    attempts: Attempts,
    out: Vec<PeopleRow>,
}

impl Accounts {
    /// The computer's clock was set by so much: who must wait waits as long as before, links are valid as long, and so
    /// is who has been here since the program began. A computer without a clock of its own begins with an old time, and
    /// hears the right one in the middle of a round.
    ///
    /// A session that was kept has been silent for longer than that old time told, and ends where that was too long.
    /// One that nobody has shown yet has its times from before, and they stay.
    pub fn clock_set(&mut self, by_ms: i64) {
        self.attempts.clock_set(by_ms);
        self.links.iter_mut().for_each(|link| link.until = link.until.plus(by_ms));
        let mut over = Vec::new();
        for (digest, silent_ms) in &mut self.seen_here {
            let Some(session) = self.sessions.get_mut(digest) else { continue };
            session.seen = session.seen.plus(by_ms);
            match silent_ms {
                Some(silent_ms) => {
                    *silent_ms = silent_ms.saturating_add(by_ms);
                    if session.kind == Kind::Browser && *silent_ms >= IDLE_MS {
                        over.push(session.id.clone());
                    }
                }
                None => session.since = session.since.plus(by_ms),
            }
            self.out.push(PeopleRow::Session(session.id.clone(), Some(session.clone())));
        }
        for id in over {
            self.end(&id);
        }
    }

    /// Accounts as they were kept.
    #[must_use]
    pub fn from_rows(accounts: Vec<Kept>, sessions: Vec<Session>) -> Accounts {
        let accounts: BTreeMap<String, Kept> =
            accounts.into_iter().map(|kept| (key(&kept.account.name), kept)).collect();
        let sessions = sessions.into_iter().filter(|session| accounts.contains_key(&key(&session.account)));
        let sessions = sessions.map(|session| (session.digest, session)).collect();
        Accounts { accounts, sessions, ..Accounts::default() }
    }

    /// Whether nobody has an account yet.
    #[must_use]
    pub fn are_none(&self) -> bool {
        self.accounts.is_empty()
    }

    /// From now on this code opens the first start to other computers, too.
    pub fn set_up_by(&mut self, code: Digest) {
        self.setup = Some(code);
    }

    /// From where somebody has signed in before: these are not made to wait behind others.
    #[must_use]
    pub fn addresses(&self) -> BTreeSet<String> {
        self.accounts.values().flat_map(|kept| kept.from.iter().cloned()).collect()
    }

    /// What is to be kept.
    pub fn drain(&mut self) -> Vec<PeopleRow> {
        std::mem::take(&mut self.out)
    }

    /// Who shows this, if anybody does who is signed in.
    pub fn known(&mut self, shown: &Digest, now: Time) -> Option<Known> {
        let session = self.sessions.get_mut(shown)?;
        if session.is_over(now) {
            let id = session.id.clone();
            self.end(&id);
            return None;
        }
        let silent_ms = now.since(session.seen);
        // What was kept may be by another clock than this one, which may be set yet.
        let is_first = !self.seen_here.contains_key(shown);
        if is_first || silent_ms >= SEEN_MS {
            session.seen = now;
            self.out.push(PeopleRow::Session(session.id.clone(), Some(session.clone())));
        }
        if is_first {
            self.seen_here.insert(*shown, Some(silent_ms));
        }
        let kept = self.accounts.get(&key(&session.account))?;
        Some(Known { account: kept.account.clone(), session: session.id.clone(), kind: session.kind })
    }

    /// Somebody wants to sign in: what his password is to be checked against; nothing, where there is no such account
    /// or it has none. A name that no account can have, such as an empty one, counts for the address alone, and is not
    /// kept.
    ///
    /// # Errors
    /// He is to wait for so many milliseconds first.
    pub fn attempt(&mut self, name: &str, from: &str, now: Time) -> Result<Option<String>, i64> {
        let name = given_key(name);
        self.attempts.attempt(name.as_deref(), from, now)?;
        Ok(name.and_then(|name| self.accounts.get(&name)?.password.clone()))
    }

    /// The password was right, as far as it was checked against `password`.
    pub fn sign_in(&mut self, name: &str, password: &str, visit: Visit, now: Time) -> Option<Account> {
        let kept = self.accounts.get(&key(name))?;
        // It may have been changed while it was checked.
        if kept.password.as_deref() != Some(password) {
            return None;
        }
        let account = kept.account.clone();
        self.attempts.right(&key(name), &visit.from);
        self.begin(&account, visit, Kind::Browser, now);
        Some(account)
    }

    /// Nobody has an account: makes the chief arbiter's, and signs him in. `shown` is the code of the printed link;
    /// `None`: he is at this computer.
    ///
    /// # Errors
    /// [`PeopleRefusal`].
    pub fn set_up(
        &mut self,
        name: &str,
        password: String,
        shown: Option<Digest>,
        visit: Visit,
        now: Time,
    ) -> Result<Account, PeopleRefusal> {
        if !self.are_none() || shown.is_some_and(|shown| self.setup != Some(shown)) {
            return Err(PeopleRefusal::NotAllowed);
        }
        let name = good_name(name)?;
        let account = Account { name, role: super::people::Role::Chief {} };
        self.put(Kept { account: account.clone(), password: Some(password), made: now, from: Vec::new() });
        self.setup = None;
        self.begin(&account, visit, Kind::Browser, now);
        Ok(account)
    }

    /// Somebody shows the code of a link: valid once.
    pub fn enter(&mut self, code: &Digest, visit: Visit, now: Time) -> Option<Account> {
        self.links.retain(|link| link.until > now);
        let at = self.links.iter().position(|link| link.digest == *code)?;
        let Link { account, .. } = self.links.swap_remove(at);
        let account = self.accounts.get(&key(&account))?.account.clone();
        self.begin(&account, visit, Kind::Browser, now);
        Some(account)
    }

    /// Ends a session. Gives whether there was one.
    pub fn end(&mut self, id: &str) -> bool {
        let Some(digest) = self.sessions.values().find(|session| session.id == id).map(|session| session.digest) else {
            return false;
        };
        self.sessions.remove(&digest);
        self.seen_here.remove(&digest);
        self.out.push(PeopleRow::Session(id.to_owned(), None));
        true
    }

    /// What an account's own password is checked against.
    #[must_use]
    pub fn password_of(&self, name: &str) -> Option<String> {
        self.accounts.get(&key(name))?.password.clone()
    }

    /// An account gives itself another password; `session` stays, its others end.
    ///
    /// # Errors
    /// [`PeopleRefusal`].
    pub fn change_password(&mut self, name: &str, password: String, session: &str) -> Result<(), PeopleRefusal> {
        let kept = self.accounts.get(&key(name)).ok_or(PeopleRefusal::NoSuchAccount)?;
        let kept = Kept { password: Some(password), ..kept.clone() };
        self.put(kept);
        self.end_links(name);
        self.end_all(name, Some(session), Kind::Browser);
        Ok(())
    }

    /// Everybody, with his sessions.
    #[must_use]
    pub fn views(&self, now: Time) -> Vec<AccountView> {
        let of = |name: &str, kind: Kind| -> Vec<SessionView> {
            let of = |session: &&Session| {
                key(&session.account) == key(name) && session.kind == kind && !session.is_over(now)
            };
            let mut all: Vec<SessionView> = self.sessions.values().filter(of).map(SessionView::from).collect();
            all.sort_by_key(|session| session.since);
            all
        };
        let view = |kept: &Kept| AccountView {
            account: kept.account.clone(),
            has_password: kept.password.is_some(),
            sessions: of(&kept.account.name, Kind::Browser),
            keys: of(&kept.account.name, Kind::Key),
        };
        self.accounts.values().map(view).collect()
    }

    /// Does what a chief arbiter wants done. `visit` is for a key or link that comes of it.
    ///
    /// # Errors
    /// [`PeopleRefusal`]; nothing has changed.
    pub fn manage(&mut self, what: Manage, visit: Visit, now: Time) -> Result<Managed, PeopleRefusal> {
        match what {
            Manage::Add { name, role, password } => {
                let name = good_name(&name)?;
                if self.accounts.contains_key(&key(&name)) {
                    return Err(PeopleRefusal::NameTaken);
                }
                let mut names = self.accounts.values().map(|kept| &kept.account.name);
                if let Some(alike) = names.find(|known| look_alike(known, &name)) {
                    return Err(PeopleRefusal::NameAlike { name: alike.clone() });
                }
                self.put(Kept { account: Account { name, role }, password, made: now, from: Vec::new() });
                Ok(Managed::default())
            }
            Manage::Change { name, role, password } => {
                let known = self.accounts.get(&key(&name)).ok_or(PeopleRefusal::NoSuchAccount)?.clone();
                let role = role.unwrap_or_else(|| known.account.role.clone());
                let is_other_role = role != known.account.role;
                let account = Account { role, ..known.account };
                if !account.is_chief() {
                    self.is_not_last_chief(&name)?;
                }
                let is_new = password.is_some();
                // A link opens what it was made for, and to nobody who is to be kept out from now on.
                if is_new || is_other_role {
                    self.end_links(&name);
                }
                self.put(Kept { account, password: password.or(known.password), ..known });
                if is_new {
                    self.end_all(&name, None, Kind::Browser);
                }
                Ok(Managed::default())
            }
            Manage::Remove { name } => {
                if !self.accounts.contains_key(&key(&name)) {
                    return Err(PeopleRefusal::NoSuchAccount);
                }
                self.is_not_last_chief(&name)?;
                self.accounts.remove(&key(&name));
                self.end_links(&name);
                for kind in [Kind::Browser, Kind::Key] {
                    self.end_all(&name, None, kind);
                }
                self.out.push(PeopleRow::Account(key(&name), None));
                Ok(Managed::default())
            }
            Manage::Link { name } => {
                let kept = self.accounts.get(&key(&name)).ok_or(PeopleRefusal::NoSuchAccount)?;
                let Some(digest) = visit.digest else { return Err(PeopleRefusal::NotAllowed) };
                self.links.retain(|link| link.until > now);
                if self.links.len() >= MAX_LINKS {
                    self.links.remove(0);
                }
                let until = now.plus(LINK_MS);
                self.links.push(Link { digest, account: kept.account.name.clone(), until });
                Ok(Managed { until: Some(until) })
            }
            Manage::Key { name } => {
                let account = self.accounts.get(&key(&name)).ok_or(PeopleRefusal::NoSuchAccount)?.account.clone();
                let is_key = |session: &&Session| key(&session.account) == key(&name) && session.kind == Kind::Key;
                if self.sessions.values().filter(is_key).count() >= MAX_KEYS {
                    return Err(PeopleRefusal::TooMany);
                }
                self.begin(&account, visit, Kind::Key, now);
                Ok(Managed::default())
            }
            Manage::EndSession { id } => {
                if self.end(&id) {
                    Ok(Managed::default())
                } else {
                    Err(PeopleRefusal::NoSuchSession)
                }
            }
        }
    }

    fn is_not_last_chief(&self, name: &str) -> Result<(), PeopleRefusal> {
        let is_other_chief = |(known, kept): (&String, &Kept)| *known != key(name) && kept.account.is_chief();
        let is_chief = self.accounts.get(&key(name)).is_some_and(|kept| kept.account.is_chief());
        if is_chief && !self.accounts.iter().any(is_other_chief) { Err(PeopleRefusal::LastChief) } else { Ok(()) }
    }

    fn put(&mut self, kept: Kept) {
        let name = key(&kept.account.name);
        self.out.push(PeopleRow::Account(name.clone(), Some(kept.clone())));
        self.accounts.insert(name, kept);
    }

    fn begin(&mut self, account: &Account, visit: Visit, kind: Kind, now: Time) {
        let Visit { id, digest: Some(digest), from, agent } = visit else { return };
        let mut of: Vec<(Time, String)> = self
            .sessions
            .values()
            .filter(|session| key(&session.account) == key(&account.name) && session.kind == Kind::Browser)
            .map(|session| (session.seen, session.id.clone()))
            .collect();
        of.sort();
        let over = (of.len() + 1).saturating_sub(MAX_SESSIONS);
        if kind == Kind::Browser {
            for (_, id) in of.into_iter().take(over) {
                self.end(&id);
            }
        }
        if let Some(kept) = self.accounts.get(&key(&account.name)).filter(|kept| !kept.from.contains(&from)) {
            let mut kept = kept.clone();
            kept.from.push(from.clone());
            let over = kept.from.len().saturating_sub(MAX_ADDRESSES);
            kept.from.drain(..over);
            self.put(kept);
        }
        let account = account.name.clone();
        let session = Session { id, digest, account, kind, since: now, seen: now, from, agent };
        self.out.push(PeopleRow::Session(session.id.clone(), Some(session.clone())));
        self.sessions.insert(digest, session);
        self.seen_here.insert(digest, None);
    }

    fn end_links(&mut self, name: &str) {
        self.links.retain(|link| key(&link.account) != key(name));
    }

    fn end_all(&mut self, name: &str, but: Option<&str>, kind: Kind) {
        let is_meant = |session: &&Session| {
            key(&session.account) == key(name) && session.kind == kind && Some(&*session.id) != but
        };
        let all: Vec<String> = self.sessions.values().filter(is_meant).map(|session| session.id.clone()).collect();
        for id in all {
            self.end(&id);
        }
    }
}

#[cfg(test)]
mod tests;
