//! Who has a connection: so many of one address, so many in all, and nobody is locked out by those who only hold places.
//!
//! | row | who | how many |
//! |---|---|---|
//! | local | this computer, and proxies on it | of one address, in all |
//! | strange | all others, until they show a session that is good | of one address, in all |
//! | reserve | where somebody has signed in from before, once the strangers' row is crowded | of one address, in all |
//! | signed in | who has shown a session that is good, until it has ended | of one session, of one account, in all |
//!
//! **Share.** All spectators of a hall may have one address. So an address may have what is free until a row is
//! crowded, at three quarters of it; from then on nobody gets more than his share, and what is left is for other
//! addresses. A crowd is served where nobody else comes, and so is whoever else comes beside a crowd. The reserve is
//! always shared out: strangers who flood their row must not reach whoever has signed in before, neither by its places
//! nor by sending him away.
//!
//! **Who goes.** Where a row is full, somebody goes for a newcomer: of the same address where that has its share, else
//! of the address that has most of those who may go. These are, the first first: who has asked nothing for a second;
//! who was answered, to the last byte, and asks nothing more; who does not take his answer; who has just come. Of those
//! who have just come one goes by chance, and none of the newer half: who connects has time for the way of his request,
//! however fast somebody else connects from the same address, and nobody can reckon out whose turn it is. Who is being
//! answered stays. So do WebSockets, streams and answers that take long; where the whole row is full of them, the
//! address that has most of several gives one.

use std::{
    collections::BTreeMap,
    hash::{BuildHasher as _, RandomState},
    net::IpAddr,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use crate::hall::accounts::session::Digest;
use crate::publish::console::{Ends, is_of_a_hall, subscriber};

/// Most of one address once a row is crowded, when it is, and most in all, by row.
const LOCAL: Bounds = Bounds { of_one: 96, crowded: 96, all: 128 };
const STRANGE: Bounds = Bounds { of_one: 32, crowded: 120, all: 160 };
const RESERVE: Bounds = Bounds { of_one: 8, crowded: 0, all: 32 };
/// The same of those who have signed in: of one session, of one account, and in all.
const OF_SESSION: usize = 32;
const OF_ACCOUNT: usize = 96;
const SIGNED_IN: usize = 400;

/// After so long it is asked again whether a session is still good.
const ASK_AGAIN: Duration = Duration::from_secs(10);

/// The share, in parts of the whole, of a hall that counts as one address.
const OF_A_HALL: (usize, usize) = (3, 5);

/// How full a row, or an address's share of it, may be before connections end with each answer, in parts of it.
const TIGHT: usize = 2;

/// How long who has come may say nothing before he goes first.
const NEW: Duration = Duration::from_secs(1);

/// How long an answer may stand still before who does not take it goes: on a bad network a second is nothing.
const STILL: Duration = Duration::from_secs(2);

/// After how long an answer that is being taken is like a WebSocket: its address may have to give one of several.
const LONG: Duration = Duration::from_secs(10);

#[derive(Debug, Clone, Copy)]
struct Bounds {
    of_one: usize,
    /// From so many on an address has no more than its share.
    crowded: usize,
    all: usize,
}

impl Bounds {
    /// Most of an address, where so many are in the row.
    fn of(self, is_of_a_hall: bool, in_row: usize) -> usize {
        if in_row < self.crowded {
            self.all
        } else if is_of_a_hall {
            self.all * OF_A_HALL.0 / OF_A_HALL.1
        } else {
            self.of_one
        }
    }
}

/// All places. Clones are the same ones.
#[derive(Debug, Clone, Default)]
pub(super) struct Seats(Arc<Mutex<Room>>);

#[derive(Debug, Default)]
struct Room {
    next: u64,
    /// By their numbers: who came first is first.
    taken: BTreeMap<u64, Taken>,
    /// Of its hashes nobody outside can tell any.
    chance: RandomState,
}

#[derive(Debug)]
struct Taken {
    address: String,
    is_of_a_hall: bool,
    row: Row,
    /// The row in which it was before somebody signed in.
    before: Row,
    /// Who has signed in, in that row.
    holder: Option<Holder>,
    /// The session that was shown here has ended: so does the connection, with its next answer.
    has_ended: bool,
    state: State,
    /// Since when it is that.
    since: Instant,
    /// Since when nothing of what is written was taken, where something is written.
    still: Option<Instant>,
    cut: Ends,
}

impl Taken {
    /// Why he may go, if he may.
    fn reason(&self, now: Instant) -> Option<Reason> {
        let has_been = |since: Instant, long: Duration| now.saturating_duration_since(since) >= long;
        match self.state {
            State::Answered => Some(Reason::IsAnswered),
            State::Asks if self.still.is_some_and(|since| has_been(since, STILL)) => Some(Reason::TakesNothing),
            State::Asks => has_been(self.since, LONG).then_some(Reason::Stays),
            State::Silent if has_been(self.since, NEW) => Some(Reason::SaysNothing),
            State::Silent => Some(Reason::IsNew),
            State::Stays => Some(Reason::Stays),
        }
    }
}

/// Why somebody may be sent away for another, the best reason first: they are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Reason {
    /// He has said nothing whole for a while.
    SaysNothing,
    /// He was answered, and asks nothing more.
    IsAnswered,
    /// He does not take his answer.
    TakesNothing,
    /// He has just come.
    IsNew,
    /// He may stay where there is room, as WebSockets do.
    Stays,
}

/// Who has signed in.
#[derive(Debug)]
struct Holder {
    account: String,
    session: Digest,
    /// When it was last known that the session is good.
    known: Instant,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Row {
    Local,
    Reserve,
    SignedIn,
    Strange,
}

impl Row {
    /// Of those who have signed in nobody is sent away for another.
    fn bounds(self) -> Option<Bounds> {
        match self {
            Row::Local => Some(LOCAL),
            Row::Reserve => Some(RESERVE),
            Row::Strange => Some(STRANGE),
            Row::SignedIn => None,
        }
    }
}

/// What is going on at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// The answer is written, all of it, and nothing more was asked yet.
    Answered,
    /// A request is answered.
    Asks,
    /// No whole request has come yet.
    Silent,
    /// It is a WebSocket.
    Stays,
}

/// A connection's place, free again when it is dropped.
#[derive(Debug)]
pub(super) struct Seat {
    seats: Seats,
    number: u64,
    cut: Ends,
    /// The hall is being asked about the session that was shown here.
    is_asked_about: AtomicBool,
    /// The connection has taken all of the answer, and may not have written it yet.
    is_given: AtomicBool,
    /// What is written stands still.
    is_still: AtomicBool,
}

impl Seats {
    /// A place for a connection from an address; `is_known`: somebody has signed in from there before. `None`: there is
    /// none, and none can be made.
    pub(super) fn seat(&self, address: IpAddr, is_known: bool) -> Option<Seat> {
        let mut room = self.room();
        let row = if address.to_canonical().is_loopback() { Row::Local } else { Row::Strange };
        let (address, is_of_a_hall) = (subscriber(address), is_of_a_hall(address));
        // Nobody is sent away while there is a place; and in the reserve no stranger sends anybody away.
        let reserve = is_known.then_some(Row::Reserve);
        let rows = if room.is_crowded(row) { [reserve, Some(row)] } else { [Some(row), reserve] };
        let free = rows.into_iter().flatten().find(|row| room.has_place(*row, &address, is_of_a_hall));
        let row = match free {
            Some(row) => row,
            None => {
                [Some(row), reserve].into_iter().flatten().find(|row| room.make_place(*row, &address, is_of_a_hall))?
            }
        };
        let number = room.next;
        room.next += 1;
        let cut = Ends::default();
        room.taken.insert(
            number,
            Taken {
                address,
                is_of_a_hall,
                row,
                before: row,
                holder: None,
                has_ended: false,
                state: State::Silent,
                since: Instant::now(),
                still: None,
                cut: cut.clone(),
            },
        );
        drop(room);
        Some(Seat {
            seats: self.clone(),
            number,
            cut,
            is_asked_about: AtomicBool::new(false),
            is_given: AtomicBool::new(false),
            is_still: AtomicBool::new(false),
        })
    }

    fn room(&self) -> MutexGuard<'_, Room> {
        // Whoever failed while he held it has left it whole: each change is one step.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Seat {
    /// Ends when the place is needed by somebody else, or its connection is to end.
    pub(super) async fn cut(&self) {
        self.cut.ended().await;
    }

    /// Ends it from elsewhere.
    pub(super) fn ends(&self) -> Ends {
        self.cut.clone()
    }

    /// The session that is to be asked about, if nobody is asking: that of whoever has signed in here, from time to time,
    /// whatever is shown now; else the one that is shown. From now on somebody asks.
    pub(super) fn begins_to_be_asked_about(&self, shown: Option<Digest>) -> Option<Digest> {
        let session = match &self.seats.room().taken.get(&self.number)?.holder {
            Some(holder) => Some(holder.session).filter(|_| holder.known.elapsed() >= ASK_AGAIN),
            None => shown,
        };
        session.filter(|_| !self.is_asked_about.swap(true, Ordering::Relaxed))
    }

    /// Nobody asks any more.
    pub(super) fn was_asked_about(&self) {
        self.is_asked_about.store(false, Ordering::Relaxed);
    }

    /// A whole request has come, or is being answered.
    pub(super) fn asks(&self) {
        self.is_at(State::Asks);
    }

    /// The connection has taken all of the answer, or all that it wants of it. It may still have to write it.
    pub(super) fn is_given(&self) {
        self.is_given.store(true, Ordering::Relaxed);
    }

    /// The other end has taken all that was written so far.
    pub(super) fn is_written(&self) {
        self.moves();
        if self.is_given.load(Ordering::Relaxed) {
            self.is_at(State::Answered);
        }
    }

    /// The other end takes what is written.
    pub(super) fn moves(&self) {
        if self.is_still.swap(false, Ordering::Relaxed) {
            self.change(|taken| taken.still = None);
        }
    }

    /// The other end takes nothing of what is written.
    pub(super) fn stands_still(&self) {
        if !self.is_still.swap(true, Ordering::Relaxed) {
            self.change(|taken| taken.still = Some(Instant::now()));
        }
    }

    /// It has become a WebSocket, which goes on for as long as both ends like.
    pub(super) fn stays(&self) {
        self.is_at(State::Stays);
    }

    fn is_at(&self, state: State) {
        // What was given before was of another request.
        self.is_given.store(false, Ordering::Relaxed);
        self.change(|taken| (taken.state, taken.since) = (state, Instant::now()));
    }

    fn change(&self, change: impl FnOnce(&mut Taken)) {
        if let Some(taken) = self.seats.room().taken.get_mut(&self.number) {
            change(taken);
        }
    }

    /// A good session of this account was shown. Where it has its share of places already, this one stays in its row.
    pub(super) fn sign_in(&self, account: &str, session: Digest) {
        let mut room = self.seats.room();
        let (mut of_session, mut of_account, mut all) = (0, 0, 0);
        for (number, taken) in &room.taken {
            if let Some(holder) = taken.holder.as_ref().filter(|_| *number != self.number) {
                all += 1;
                of_account += usize::from(holder.account == account);
                of_session += usize::from(holder.session == session);
            }
        }
        if let Some(taken) = room.taken.get_mut(&self.number)
            && of_session < OF_SESSION
            && of_account < OF_ACCOUNT
            && all < SIGNED_IN
        {
            taken.row = Row::SignedIn;
            taken.holder = Some(Holder { account: account.to_owned(), session, known: Instant::now() });
        }
    }

    /// The session is good no more: the place is in its row again, and the connection ends with its next answer.
    pub(super) fn sign_out(&self, session: Digest) {
        if let Some(taken) = self.seats.room().taken.get_mut(&self.number)
            && taken.holder.take_if(|holder| holder.session == session).is_some()
        {
            (taken.row, taken.has_ended) = (taken.before, true);
        }
    }

    /// Whether others soon need the place, or its session has ended, so that it is not to be kept for another request.
    pub(super) fn is_wanted(&self) -> bool {
        let room = self.seats.room();
        let Some(mine) = room.taken.get(&self.number) else { return false };
        if mine.has_ended {
            return true;
        }
        let Some(bounds) = mine.row.bounds() else { return false };
        let (in_row, of_one) = room.count(mine.row, &mine.address);
        in_row * TIGHT > bounds.all || of_one * TIGHT > bounds.of(mine.is_of_a_hall, in_row)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.seats.room().taken.remove(&self.number);
    }
}

impl Room {
    /// How many are in a row, and how many of them of an address.
    fn count(&self, row: Row, address: &str) -> (usize, usize) {
        let (mut in_row, mut of_one) = (0, 0);
        for taken in self.taken.values().filter(|taken| taken.row == row) {
            in_row += 1;
            of_one += usize::from(taken.address == address);
        }
        (in_row, of_one)
    }

    /// Whether nobody gets more than his share in a row.
    fn is_crowded(&self, row: Row) -> bool {
        let in_row = self.taken.values().filter(|taken| taken.row == row).count();
        row.bounds().is_some_and(|bounds| in_row >= bounds.crowded)
    }

    /// Whether there is a place for one more.
    fn has_place(&self, row: Row, address: &str, is_of_a_hall: bool) -> bool {
        let Some(bounds) = row.bounds() else { return false };
        let (in_row, of_one) = self.count(row, address);
        in_row < bounds.all && of_one < bounds.of(is_of_a_hall, in_row)
    }

    /// Makes a place for one more where there is none: somebody goes. Gives whether there is one now.
    fn make_place(&mut self, row: Row, address: &str, is_of_a_hall: bool) -> bool {
        let Some(bounds) = row.bounds() else { return false };
        let (in_row, of_one) = self.count(row, address);
        // Who has his share has it at his own cost.
        let of = (of_one >= bounds.of(is_of_a_hall, in_row)).then_some(address);
        self.cut_one(row, of)
    }

    /// Ends who has the best reason to go, at this address or at the one that has most of those. Gives whether anybody
    /// has.
    fn cut_one(&mut self, row: Row, address: Option<&str>) -> bool {
        let goes = self.who_goes(row, address);
        let Some(taken) = goes.and_then(|goes| self.taken.remove(&goes)) else { return false };
        taken.cut.end();
        true
    }

    fn who_goes(&self, row: Row, address: Option<&str>) -> Option<u64> {
        let now = Instant::now();
        let mut may_go: Vec<(Reason, u64, &str)> = Vec::new();
        for (number, taken) in self.taken.iter().filter(|(_, taken)| taken.row == row) {
            if address.is_none_or(|address| taken.address == address)
                && let Some(reason) = taken.reason(now)
            {
                may_go.push((reason, *number, taken.address.as_str()));
            }
        }
        let best = may_go.iter().map(|(reason, ..)| *reason).min()?;
        may_go.retain(|(reason, ..)| *reason == best);
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for (.., address) in &may_go {
            *counts.entry(*address).or_default() += 1;
        }
        let most = counts.values().copied().max()?;
        may_go.retain(|(.., address)| counts.get(*address) == Some(&most));
        let place = match best {
            Reason::IsNew => self.by_chance(may_go.len().div_ceil(2)),
            // Of an address's own share none goes that is in use, nor one that is an address's only one.
            Reason::Stays if address.is_some() || most < 2 => return None,
            Reason::IsAnswered | Reason::SaysNothing | Reason::Stays | Reason::TakesNothing => 0,
        };
        may_go.get(place).map(|(_, number, _)| *number)
    }

    /// One of the first so many, from 0.
    fn by_chance(&self, of: usize) -> usize {
        let hash = self.chance.hash_one(self.next);
        usize::try_from(hash % of.max(1) as u64).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
