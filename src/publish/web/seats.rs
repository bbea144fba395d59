//! Who has a connection: so many of one address, so many in all, and nobody is locked out by those who only hold places.
//!
//! | row | who | how many |
//! |---|---|---|
//! | local | this computer, and proxies on it | of one address, in all |
//! | strange | all others, until they show a session that is good | of one address, in all |
//! | reserve | addresses that somebody has signed in from before, where the strangers' row is full | of one address, in all |
//! | signed in | who has shown a session that is good, until it has ended | of one session, of one account, in all |
//!
//! Where a row is full, whoever has waited longest in it without a whole request goes: of the same address, else of the
//! address that has most of those; then one who was answered and asks nothing more. Who connects and asks is served at
//! once, however many others connect and ask nothing. WebSockets stay; where the whole row is full of them, the address that
//! has most of several gives one.

use std::{
    collections::BTreeMap,
    net::IpAddr,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use crate::hall::accounts::session::Digest;
use crate::publish::console::{Ends, is_of_a_hall, subscriber};

/// Most of one address and in all, by row.
const LOCAL: Bounds = Bounds { of_one: 96, all: 128 };
const STRANGE: Bounds = Bounds { of_one: 32, all: 160 };
const RESERVE: Bounds = Bounds { of_one: 8, all: 32 };
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

#[derive(Debug, Clone, Copy)]
struct Bounds {
    of_one: usize,
    all: usize,
}

impl Bounds {
    /// Most of an address.
    fn of(self, is_of_a_hall: bool) -> usize {
        if is_of_a_hall { self.all * OF_A_HALL.0 / OF_A_HALL.1 } else { self.of_one }
    }
}

/// All places. Clones are the same ones.
#[derive(Debug, Clone, Default)]
pub(super) struct Seats(Arc<Mutex<Room>>);

#[derive(Debug, Default)]
struct Room {
    next: u64,
    taken: BTreeMap<u64, Taken>,
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
    cut: Ends,
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
    /// A request is answered.
    Asks,
    /// The answer is ready, and nothing more was asked yet.
    Answered,
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
}

impl Seats {
    /// A place for a connection from an address; `is_known`: somebody has signed in from there before. `None`: there is
    /// none, and none can be made.
    pub(super) fn seat(&self, address: IpAddr, is_known: bool) -> Option<Seat> {
        let mut room = self.room();
        let row = if address.to_canonical().is_loopback() { Row::Local } else { Row::Strange };
        let (address, is_of_a_hall) = (subscriber(address), is_of_a_hall(address));
        let row = [Some(row), is_known.then_some(Row::Reserve)]
            .into_iter()
            .flatten()
            .find(|row| room.make_place(*row, &address, is_of_a_hall))?;
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
                cut: cut.clone(),
            },
        );
        drop(room);
        Some(Seat { seats: self.clone(), number, cut, is_asked_about: AtomicBool::new(false) })
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

    /// A whole request has come.
    pub(super) fn asks(&self) {
        self.is_at(State::Asks);
    }

    /// The answer to the request is ready, all of it.
    pub(super) fn is_answered(&self) {
        self.is_at(State::Answered);
    }

    /// It has become a WebSocket, which goes on for as long as both ends like.
    pub(super) fn stays(&self) {
        self.is_at(State::Stays);
    }

    fn is_at(&self, state: State) {
        if let Some(taken) = self.seats.room().taken.get_mut(&self.number) {
            taken.state = state;
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
        let mut of_row = 0;
        let mut of_one = 0;
        for taken in room.taken.values().filter(|taken| taken.row == mine.row) {
            of_row += 1;
            of_one += usize::from(taken.address == mine.address);
        }
        of_row * TIGHT > bounds.all || of_one * TIGHT > bounds.of(mine.is_of_a_hall)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.seats.room().taken.remove(&self.number);
    }
}

impl Room {
    /// Whether there is a place for one more, if need be that of somebody who has not asked anything yet.
    fn make_place(&mut self, row: Row, address: &str, is_of_a_hall: bool) -> bool {
        let Some(bounds) = row.bounds() else { return false };
        let in_row = |taken: &&Taken| taken.row == row;
        let of_one = self.taken.values().filter(in_row).filter(|taken| taken.address == address).count();
        if of_one >= bounds.of(is_of_a_hall) {
            return self.cut_one(row, Some(address));
        }
        self.taken.values().filter(in_row).count() < bounds.all || self.cut_one(row, None)
    }

    /// Ends who has waited longest without asking, at this address or at the one that has most of those.
    fn cut_one(&mut self, row: Row, address: Option<&str>) -> bool {
        let waiting_in = |state: State| {
            let mut waiting: BTreeMap<&str, (usize, u64)> = BTreeMap::new();
            for (number, taken) in &self.taken {
                let is_meant = address.is_none_or(|address| taken.address == address);
                if taken.row == row && taken.state == state && is_meant {
                    waiting.entry(&taken.address).or_insert((0, *number)).0 += 1;
                }
            }
            waiting.values().max_by_key(|(count, oldest)| (*count, std::cmp::Reverse(*oldest))).copied()
        };
        let most = waiting_in(State::Silent).or_else(|| waiting_in(State::Answered));
        // Of an address's own share none goes that is in use, nor one that is an address's only one.
        let staying = || waiting_in(State::Stays).filter(|(count, _)| address.is_none() && *count > 1);
        let oldest = most.or_else(staying).map(|(_, oldest)| oldest);
        let Some(taken) = oldest.and_then(|oldest| self.taken.remove(&oldest)) else { return false };
        taken.cut.end();
        true
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

    #[test]
    fn a_hall_that_is_one_network_has_a_larger_share() {
        let seats = Seats::default();
        let _hall = fill(&seats, |number| format!("fe80::1:{number:x}"), 300, true);
        assert_eq!(open(&seats), 96);
        assert!(seats.seat(address("10.0.0.7"), false).is_some());
        let seats = Seats::default();
        let _one = fill(&seats, |number| format!("2001:db8::{number:x}"), 300, true);
        assert_eq!(open(&seats), STRANGE.of_one);
    }

    #[test]
    fn one_address_has_its_share_and_whoever_asks_gets_in_there_too() {
        let seats = Seats::default();
        let half_open = fill(&seats, |_| "10.0.0.66".to_owned(), 300, false);
        assert_eq!((half_open.len(), open(&seats)), (300, STRANGE.of_one), "the oldest go");
        assert!(seats.seat(address("10.0.0.66"), false).is_some());
        assert!(seats.seat(address("10.0.0.7"), false).is_some());
        // Those who ask are not sent away for one who has not, but for those who have been answered.
        let seats = Seats::default();
        let busy = fill(&seats, |_| "10.0.0.66".to_owned(), 300, true);
        assert_eq!(busy.len(), STRANGE.of_one);
        assert!(seats.seat(address("10.0.0.66"), false).is_none());
        assert!(seats.seat(address("10.0.0.7"), false).is_some());
        busy[3].is_answered();
        assert!(seats.seat(address("10.0.0.66"), false).is_some());
        assert_eq!(open(&seats), STRANGE.of_one - 1, "he went who had been answered");
        assert!(busy[0].is_wanted(), "of a share that is full");
        drop(busy);
        assert!(seats.seat(address("10.0.0.66"), false).is_some());
    }

    #[tokio::test]
    async fn who_goes_is_of_the_address_that_holds_most() {
        let seats = Seats::default();
        let alone = seats.seat(address("10.0.0.7"), false).expect("a place");
        let many = fill(&seats, |number| format!("10.0.1.{}", number % 8), 300, false);
        assert_eq!(open(&seats), STRANGE.all);
        many[0].cut().await;
        let waits = tokio::time::timeout(std::time::Duration::from_millis(50), alone.cut());
        assert!(waits.await.is_err(), "he came first, and is one");
        // Many addresses with one each: the oldest of all goes.
        let seats = Seats::default();
        let many = fill(&seats, |number| format!("10.1.{}.{}", number / 200, number % 200), 300, false);
        assert_eq!((many.len(), open(&seats)), (300, STRANGE.all));
        many[139].cut().await;
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
        assert!(seats.room().taken.contains_key(&alone.number) && seats.room().taken.contains_key(&newcomer.number));
        assert!(!seats.room().taken.contains_key(&staying[0].number), "the oldest of an address that has many goes");
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
        let all = fill(&seats, |number| format!("2001:db8:1:2::{number:x}"), 100, true);
        assert_eq!(all.len(), STRANGE.of_one);
        assert!(seats.seat(address("2001:db8:1:3::1"), false).is_some());
    }
}
