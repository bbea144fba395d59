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
