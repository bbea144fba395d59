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
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    fn fill(seats: &Seats, from: impl Fn(u16) -> String, count: u16, asks: bool) -> Vec<Seat> {
        let mut all = Vec::new();
        for number in 0..count {
            if let Some(seat) = seats.seat(address(&from(number)), false) {
                if asks {
                    seat.asks();
                }
                all.push(seat);
            }
        }
        all
    }

    fn open(seats: &Seats) -> usize {
        seats.room().taken.len()
    }

    /// Everybody has been here, and at what he does, for so much longer.
    fn passes(seats: &Seats, by: Duration) {
        let before = |at: Instant| at.checked_sub(by).expect("the computer runs longer");
        for taken in seats.room().taken.values_mut() {
            (taken.since, taken.still) = (before(taken.since), taken.still.map(before));
        }
    }

    fn is_here(seat: &Seat) -> bool {
        seat.seats.room().taken.contains_key(&seat.number)
    }

    fn is_answered(seat: &Seat) {
        seat.asks();
        seat.is_given();
        seat.is_written();
    }

    #[test]
    fn a_hall_that_is_one_network_has_a_larger_share() {
        let seats = Seats::default();
        let _others = fill(&seats, |number| format!("10.1.0.{number}"), 60, true);
        let _hall = fill(&seats, |number| format!("fe80::1:{number:x}"), 300, true);
        assert_eq!(open(&seats), 60 + 96);
        assert!(seats.seat(address("10.0.0.7"), false).is_some());
        let seats = Seats::default();
        let _others = fill(&seats, |number| format!("10.1.0.{number}"), 60, true);
        let _one = fill(&seats, |number| format!("2001:db8::{number:x}"), 300, true);
        assert_eq!(open(&seats), STRANGE.crowded);
    }

    #[test]
    fn a_crowd_behind_one_address_is_served_where_nobody_else_comes_and_others_beside_it() {
        let seats = Seats::default();
        let crowd = fill(&seats, |_| "10.0.0.66".to_owned(), 100, true);
        assert_eq!(crowd.len(), 100, "a hall's spectators");
        assert!(crowd.iter().all(is_here));
        let more = fill(&seats, |_| "10.0.0.66".to_owned(), 100, true);
        assert_eq!(more.len(), 20, "nobody has more than his share from three quarters on");
        let others = fill(&seats, |number| format!("10.0.1.{number}"), 60, true);
        assert_eq!((others.len(), open(&seats)), (40, STRANGE.all), "what was left is theirs");
        assert!(seats.seat(address("10.0.0.7"), false).is_none(), "everybody is being answered");
        // One of the crowd goes for another address as soon as he may.
        is_answered(&crowd[7]);
        let newcomer = seats.seat(address("10.0.0.7"), false).expect("a place");
        assert!(!is_here(&crowd[7]) && is_here(&newcomer));
    }

    #[test]
    fn one_address_has_its_share_and_whoever_asks_gets_in_there_too() {
        let seats = Seats::default();
        let half_open = fill(&seats, |_| "10.0.0.66".to_owned(), 300, false);
        assert_eq!((half_open.len(), open(&seats)), (300, STRANGE.crowded), "others of them go");
        assert!(seats.seat(address("10.0.0.66"), false).is_some());
        assert!(seats.seat(address("10.0.0.7"), false).is_some());
        // Those who ask are not sent away for one who has not, but for those who have been answered.
        let seats = Seats::default();
        let busy = fill(&seats, |_| "10.0.0.66".to_owned(), 300, true);
        assert_eq!(busy.len(), STRANGE.crowded);
        assert!(seats.seat(address("10.0.0.66"), false).is_none());
        assert!(seats.seat(address("10.0.0.7"), false).is_some());
        is_answered(&busy[3]);
        assert!(seats.seat(address("10.0.0.66"), false).is_some());
        assert_eq!(open(&seats), STRANGE.crowded - 1, "he went who had been answered");
        assert!(busy[0].is_wanted(), "of a row that is nearly full");
        drop(busy);
        assert!(seats.seat(address("10.0.0.66"), false).is_some());
    }

    #[test]
    fn who_floods_an_address_sends_nobody_away_who_has_just_come_there() {
        for flooded in ["10.0.0.7", "10.0.0.66"] {
            let seats = Seats::default();
            let _flood = fill(&seats, |_| "10.0.0.66".to_owned(), 300, false);
            let newcomer = seats.seat(address(flooded), false).expect("a place");
            let _more = fill(&seats, |_| "10.0.0.66".to_owned(), 60, false);
            assert!(is_here(&newcomer), "{flooded}");
        }
        // From many addresses alike.
        let seats = Seats::default();
        let _flood = fill(&seats, |number| format!("10.1.{}.{}", number / 200, number % 200), 300, false);
        let newcomer = seats.seat(address("10.0.0.7"), false).expect("a place");
        let _more = fill(&seats, |number| format!("10.2.0.{number}"), 79, false);
        assert!(is_here(&newcomer));
        // Nobody can reckon out who goes, and a second later it is the oldest.
        let seats = Seats::default();
        let flood = fill(&seats, |_| "10.0.0.66".to_owned(), 120, false);
        passes(&seats, NEW);
        assert!(seats.seat(address("10.0.0.66"), false).is_some_and(|newcomer| is_here(&newcomer)));
        assert!(!is_here(&flood[0]) && flood[1..].iter().all(is_here));
    }

    #[test]
    fn an_answer_is_one_when_it_has_been_taken() {
        let seats = Seats::default();
        let crowd = fill(&seats, |_| "10.0.0.66".to_owned(), 300, true);
        let one = &crowd[5];
        let is_full = || seats.seat(address("10.0.0.66"), false).is_none();
        one.is_given();
        assert!(is_full(), "it is still to be written");
        one.stands_still();
        assert!(is_full(), "on a bad network a second is nothing");
        passes(&seats, STILL - NEW);
        assert!(is_full());
        // Something is taken, and then nothing again.
        one.moves();
        one.stands_still();
        passes(&seats, NEW);
        assert!(is_full() && is_here(one));
        one.is_written();
        assert!(!is_full() && !is_here(one), "all of it was taken");
        // More is asked before the last answer is written.
        let two = &crowd[6];
        two.is_given();
        two.asks();
        two.is_written();
        let next = seats.seat(address("10.0.0.66"), false).expect("the place that has become free");
        next.asks();
        assert!(is_full() && is_here(two));
        // Who takes nothing for long goes.
        two.stands_still();
        passes(&seats, STILL);
        assert!(!is_full() && !is_here(two));
    }

    #[test]
    fn answers_that_take_long_keep_no_other_address_out() {
        let seats = Seats::default();
        let alone = seats.seat(address("10.0.0.7"), false).expect("a place");
        alone.asks();
        let slow = fill(&seats, |number| format!("10.0.1.{}", number / 32), 200, true);
        assert_eq!(open(&seats), STRANGE.all);
        assert!(seats.seat(address("10.0.0.8"), false).is_none());
        passes(&seats, LONG);
        assert!(seats.seat(address("10.0.1.1"), false).is_none(), "it has its share");
        assert!(seats.seat(address("10.0.0.8"), false).is_some());
        assert!(is_here(&alone) && !is_here(&slow[0]));
    }

    #[tokio::test]
    async fn who_goes_is_of_the_address_that_holds_most() {
        let seats = Seats::default();
        let alone = seats.seat(address("10.0.0.7"), false).expect("a place");
        let many = fill(&seats, |number| format!("10.0.1.{}", number % 8), 300, false);
        assert_eq!((open(&seats), many.iter().filter(|seat| is_here(seat)).count()), (STRANGE.all, STRANGE.all - 1));
        let gone = many.iter().find(|seat| !is_here(seat)).expect("many");
        gone.cut().await;
        let waits = tokio::time::timeout(Duration::from_millis(50), alone.cut());
        assert!(waits.await.is_err(), "he came first, and is one");
        // Many addresses with one each: the oldest of all goes.
        let seats = Seats::default();
        let many = fill(&seats, |number| format!("10.1.{}.{}", number / 200, number % 200), STRANGE.all as u16, false);
        assert_eq!((many.len(), open(&seats)), (STRANGE.all, STRANGE.all));
        passes(&seats, NEW);
        assert!(seats.seat(address("10.0.0.7"), false).is_some());
        many[0].cut().await;
        assert!(many[1..].iter().all(is_here));
    }

    #[test]
    fn who_is_known_is_not_among_those_who_go_for_strangers() {
        let seats = Seats::default();
        let known = seats.seat(address("10.0.0.7"), true).expect("a place");
        assert!(row(&known) == Row::Strange, "the reserve is for when it matters");
        let _flood = fill(&seats, |number| format!("10.1.{}.{}", number / 200, number % 200), 119, false);
        let known = seats.seat(address("10.0.0.7"), true).expect("a place");
        assert!(row(&known) == Row::Reserve);
        let _more = fill(&seats, |number| format!("10.2.{}.{}", number / 200, number % 200), 1_000, false);
        assert!(is_here(&known));
        // Who floods from a known address has no more than its share of both.
        let flood: Vec<Seat> = (0..300).filter_map(|_| seats.seat(address("10.0.0.7"), true)).collect();
        assert_eq!(flood.iter().filter(|seat| is_here(seat) && row(seat) == Row::Reserve).count(), RESERVE.of_one - 1);
        let other = seats.seat(address("10.0.0.8"), true).expect("a place");
        assert!(row(&other) == Row::Reserve && open(&seats) <= STRANGE.all + RESERVE.all);
    }

    fn row(seat: &Seat) -> Row {
        seat.seats.room().taken.get(&seat.number).map(|taken| taken.row).expect("he is here")
    }

    #[test]
    fn a_few_addresses_full_of_websockets_keep_nobody_else_out() {
        let seats = Seats::default();
        let alone = seats.seat(address("10.0.0.7"), false).expect("a place");
        alone.stays();
        let staying = fill(&seats, |number| format!("10.0.1.{}", number / 32), 200, true);
        staying.iter().for_each(Seat::stays);
        assert_eq!(open(&seats), STRANGE.all);
        assert!(seats.seat(address("10.0.1.1"), false).is_none(), "it has its share, and all of that is in use");
        let newcomer = seats.seat(address("10.0.0.8"), false).expect("a place");
        assert!(is_here(&alone) && is_here(&newcomer));
        assert!(!is_here(&staying[0]), "the oldest of an address that has many goes");
    }

    #[test]
    fn who_is_known_who_is_here_and_who_is_signed_in_has_places_that_nobody_else_takes() {
        let seats = Seats::default();
        let busy = fill(&seats, |number| format!("10.0.1.{}", number % 40), 1_000, true);
        assert_eq!(busy.len(), STRANGE.all);
        assert!(seats.seat(address("10.0.0.7"), false).is_none());
        let known = seats.seat(address("10.0.0.7"), true).expect("a place of the reserve");
        assert!(seats.seat(address("127.0.0.1"), false).is_some());
        assert!(seats.seat(address("::1"), false).is_some());
        // One who has signed in leaves the row to others, up to his share.
        assert!(!is_signed_in(&known));
        known.sign_in("eve", Digest([1; 32]));
        assert!(is_signed_in(&known) && !known.is_wanted());
        busy[0].sign_in("bob", Digest([2; 32]));
        let next = seats.seat(address("10.0.0.8"), false).expect("the place that has become free");
        assert!(next.is_wanted());
        let shared = signed_in_at(&seats, OF_SESSION + 5, |_| Digest([2; 32]));
        assert_eq!(shared.iter().filter(|seat| is_signed_in(seat)).count(), OF_SESSION - 1);
    }

    /// So many places at this computer, each with a session of the same account.
    fn signed_in_at(seats: &Seats, count: usize, session: impl Fn(usize) -> Digest) -> Vec<Seat> {
        let mut all = Vec::new();
        for number in 0..count {
            let Some(seat) = seats.seat(address("127.0.0.1"), false) else { break };
            seat.asks();
            seat.sign_in("bob", session(number));
            all.push(seat);
        }
        all
    }

    fn is_signed_in(seat: &Seat) -> bool {
        seat.seats.room().taken.get(&seat.number).is_some_and(|taken| taken.row == Row::SignedIn)
    }

    #[test]
    fn an_account_has_its_share_however_many_sessions_it_has() {
        let seats = Seats::default();
        let all = signed_in_at(&seats, OF_ACCOUNT + 20, |number| Digest([number as u8; 32]));
        assert_eq!(all.iter().filter(|seat| is_signed_in(seat)).count(), OF_ACCOUNT);
        let other = seats.seat(address("10.0.0.7"), false).expect("a place");
        other.sign_in("eve", Digest([255; 32]));
        assert!(is_signed_in(&other));
    }

    #[test]
    fn a_session_that_has_ended_keeps_no_place() {
        let seats = Seats::default();
        let seat = seats.seat(address("10.0.0.7"), false).expect("a place");
        let (mine, others) = (Digest([1; 32]), Digest([2; 32]));
        assert_eq!(seat.begins_to_be_asked_about(Some(mine)), Some(mine));
        assert_eq!(seat.begins_to_be_asked_about(Some(mine)), None, "somebody asks");
        seat.sign_in("eve", mine);
        seat.was_asked_about();
        assert_eq!(seat.begins_to_be_asked_about(Some(mine)), None, "it was known a moment ago");
        if let Some(holder) = seats.room().taken.get_mut(&seat.number).and_then(|taken| taken.holder.as_mut()) {
            holder.known = Instant::now().checked_sub(2 * ASK_AGAIN).expect("the computer runs longer");
        }
        // A browser that has signed out shows nothing any more, and a proxy brings others on the same connection.
        assert_eq!(seat.begins_to_be_asked_about(None), Some(mine));
        seat.was_asked_about();
        assert_eq!(seat.begins_to_be_asked_about(Some(others)), Some(mine));
        seat.sign_out(others);
        assert!(!seat.is_wanted() && is_signed_in(&seat));
        seat.sign_out(mine);
        assert!(seat.is_wanted() && !is_signed_in(&seat));
    }

    #[test]
    fn of_ipv6_a_subscriber_is_one() {
        let seats = Seats::default();
        let all = fill(&seats, |number| format!("2001:db8:1:2::{number:x}"), 300, true);
        assert_eq!(all.len(), STRANGE.crowded);
        assert!(seats.seat(address("2001:db8:1:3::1"), false).is_some());
    }
}
