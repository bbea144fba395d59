//! What a connection may cost: how long its packets are, how far its reader is behind, what it leaves unfinished.
//!
//! The broker behind has bounds in messages alone, and waits for slow readers with whoever publishes. So a reader that is
//! far behind is cut off before the broker's own bounds are reached: no table ever waits for it.

use std::{
    collections::VecDeque,
    fmt,
    time::{Duration, Instant},
};

use super::frames::{Frame, Frames};

/// Longest packet of a client that is not the service itself, in bytes. A command has 16 KiB at most.
pub(super) const MAX_PACKET_BYTES: usize = 64 * 1_024;

/// Longest properties of a message of such a client, in bytes (MQTT 5.0, section 3.3.2.3). Each of its readers has a copy
/// of them, while all have the same payload.
pub(super) const MAX_PROPERTIES_BYTES: usize = 512;

/// What a copy of a message takes at most besides its topic and properties, in bytes: the packet, its table of properties,
/// and its sender's client id, which the broker adds to them.
const COPY_BYTES: usize = 1_024;

/// How much memory a byte of properties takes: two short texts of seven bytes on the wire are 120 in memory.
const PROPERTY_WEIGHT: usize = 18;

/// Most messages that a client may have without acknowledgement.
pub(super) const WINDOW: u16 = 64;

/// Most bytes of messages that a client may leave half published (QoS 2).
const MAX_HELD_BYTES: usize = 128 * 1_024;

/// How long a client may take nothing. What it owes is paid off while it takes what comes.
const MAX_STALL: Duration = Duration::from_secs(5);

/// How long the broker may let a client wait without holding it against him.
const MAX_PAUSE: Duration = Duration::from_secs(60);

/// What an acknowledgement pays off of that: 50 a second are enough. Each message that waits is a file of its own.
const ACKNOWLEDGEMENT: Duration = Duration::from_millis(20);

/// How long a message may be without acknowledgement.
const MAX_UNACKNOWLEDGED: Duration = Duration::from_secs(10);

/// The versions in a CONNECT of MQTT 3.1.1 and 5.
const V3_1_1: u8 = 4;
const V5: u8 = 5;

/// Why a client is cut off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Cut {
    /// It acknowledges too slowly.
    Acknowledges,
    /// The answer to it has no form in its version of MQTT.
    Form,
    /// It leaves too much half published.
    Held,
    /// It sends a packet that is too long.
    Long,
    /// Too much waits for all, and the most for it, or the longest.
    Owed,
    /// It reads too slowly.
    Reads,
    /// It wants more retained than there is room for.
    Retains,
    /// Too many others come, and it has not said who it is.
    Waits,
}

/// What is known of one connection.
#[derive(Debug)]
pub(super) struct Meter {
    /// Whether it is the service's own.
    is_own: bool,
    inbound: Frames,
    outbound: Frames,
    version: Option<u8>,
    /// How long the properties are of all messages that came, until somebody asks; in bytes.
    properties: usize,
    /// Most messages without acknowledgement that the broker sends it.
    window: usize,
    /// The messages that were sent and are not acknowledged, by packet identifier, the oldest first. An acknowledgement of
    /// what was never sent changes nothing.
    unacknowledged: VecDeque<(u16, Sent)>,
    /// What messages take that are half published, likewise, in bytes.
    held: VecDeque<(u16, usize)>,
    /// The packet identifiers of those that are whole now, until somebody asks.
    released: Vec<u16>,
    /// Whether its socket takes nothing now.
    is_blocked: bool,
    /// Since when it waits for its turn to say something; meanwhile it is sent nothing.
    paused: Option<Instant>,
    /// Whether it takes nothing since `settled`.
    is_stalled: bool,
    /// How long it took nothing, less what is paid off.
    stalled: Duration,
    settled: Instant,
    /// How many bytes wait for it, at most, and since when it has taken none of them.
    owed: usize,
    owed_since: Option<Instant>,
    /// How many of them came since the last look, and whether it took nothing meanwhile.
    fresh: usize,
    was_behind: bool,
}

/// A message that was sent.
#[derive(Debug, Clone, Copy)]
struct Sent {
    at: Instant,
    /// How many bytes of it wait until it is acknowledged.
    bytes: usize,
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Cut::Acknowledges => "it acknowledges too slowly",
            Cut::Form => "it is refused something, for which its version of MQTT has no answer",
            Cut::Held => "it leaves too much half published",
            Cut::Long => "it sends a packet that is too long",
            Cut::Owed => "too much waits for all who read, and the most for it, or the longest",
            Cut::Reads => "it reads too slowly",
            Cut::Retains => "it wants more retained than there is room for",
            Cut::Waits => "it has not said who it is, and others come",
        })
    }
}

/// What a message takes in memory for each who is sent it, in bytes, without its payload: that is there once for all.
pub(super) fn copy_bytes(topic: &str, properties: usize) -> usize {
    weight(topic.len(), properties)
}

fn weight(topic: usize, properties: usize) -> usize {
    properties.saturating_mul(PROPERTY_WEIGHT).saturating_add(COPY_BYTES + topic)
}

impl Meter {
    pub(super) fn new(now: Instant) -> Meter {
        Meter {
            is_own: false,
            inbound: Frames::default(),
            outbound: Frames::default(),
            version: None,
            properties: 0,
            window: usize::from(WINDOW),
            unacknowledged: VecDeque::new(),
            held: VecDeque::new(),
            released: Vec::new(),
            is_blocked: false,
            paused: None,
            is_stalled: false,
            stalled: Duration::ZERO,
            settled: now,
            owed: 0,
            owed_since: None,
            fresh: 0,
            was_behind: false,
        }
    }

    /// The service's own connections have no bounds here: it keeps its own.
    pub(super) fn exempt(&mut self) {
        self.is_own = true;
    }

    /// The broker will send it so many messages at most before it acknowledges one.
    pub(super) fn opens(&mut self, window: u16) {
        self.window = usize::from(window.clamp(1, WINDOW));
    }

    /// Takes what the client sent. `Err`: it is to be cut off.
    pub(super) fn received(&mut self, bytes: &[u8], now: Instant) -> Result<(), Cut> {
        let (mut cut, mut paid) = (None, 0);
        let waited_for = self.unacknowledged.len();
        let (version, unacknowledged, held) = (&mut self.version, &mut self.unacknowledged, &mut self.held);
        let (properties, released, is_own) = (&mut self.properties, &mut self.released, self.is_own);
        self.inbound.feed(bytes, |frame| {
            match frame.kind() {
                1 if version.is_none() => *version = frame.byte(6),
                3 => {
                    let length = if *version == Some(V5) && !is_own { frame.properties() } else { 0 };
                    *properties = properties.saturating_add(length);
                    if length > MAX_PROPERTIES_BYTES {
                        cut = cut.or(Some(Cut::Long));
                    }
                    if frame.qos() == 2 {
                        let bytes = frame.bytes.saturating_add(length.saturating_mul(PROPERTY_WEIGHT));
                        let bytes = remove(held, frame.id()).unwrap_or(0).max(bytes);
                        held.push_back((frame.id(), bytes));
                    }
                }
                4 | 7 => paid += remove(unacknowledged, frame.id()).map_or(0, |sent| sent.bytes),
                5 if is_refusal(frame) => paid += remove(unacknowledged, frame.id()).map_or(0, |sent| sent.bytes),
                6 => {
                    remove(held, frame.id());
                    if !is_own {
                        released.push(frame.id());
                    }
                }
                _ => {}
            }
            if frame.bytes > MAX_PACKET_BYTES {
                cut = cut.or(Some(Cut::Long));
            }
            if held.iter().map(|(_, bytes)| bytes).sum::<usize>() > MAX_HELD_BYTES {
                cut = cut.or(Some(Cut::Held));
            }
        });
        if self.inbound.begun().is_some_and(|bytes| bytes > MAX_PACKET_BYTES) {
            cut = cut.or(Some(Cut::Long));
        }
        self.pays(paid, now);
        self.settle(now);
        // Who acknowledges steadily takes what comes, though the broker always waits for him.
        let acknowledged = waited_for.saturating_sub(self.unacknowledged.len());
        self.stalled = self.stalled.saturating_sub(ACKNOWLEDGEMENT * u32::try_from(acknowledged).unwrap_or(u32::MAX));
        match cut {
            Some(cut) if !self.is_own => Err(cut),
            Some(_) | None => Ok(()),
        }
    }

    /// How long the properties are of all messages that came since this was last asked, in bytes.
    pub(super) fn take_properties(&mut self) -> usize {
        std::mem::take(&mut self.properties)
    }

    /// The packet identifiers of messages that were half published and go to their readers now, since this was last asked.
    pub(super) fn take_released(&mut self) -> Vec<u16> {
        std::mem::take(&mut self.released)
    }

    /// Whether bytes that begin so may be sent. A client of MQTT 3.1.1 understands no reason code, and takes a refusal
    /// for something broken, or for success; it is to be cut off instead (MQTT 3.1.1, section 3.3.5).
    pub(super) fn may_send(&self, bytes: &[u8]) -> Result<(), Cut> {
        if self.version != Some(V3_1_1) || !self.outbound.is_between() {
            return Ok(());
        }
        match bytes {
            [first, length, ..] if matches!(first >> 4, 4..=7) && *length > 2 => Err(Cut::Form),
            // The broker ends the connection itself, but would say so in words of MQTT 5.
            [first, ..] if matches!(first >> 4, 14 | 15) => Err(Cut::Form),
            _ => Ok(()),
        }
    }

    /// Takes what the client was sent.
    pub(super) fn sent(&mut self, bytes: &[u8], now: Instant) {
        let (mut paid, is_five) = (0, self.version == Some(V5));
        let unacknowledged = &mut self.unacknowledged;
        self.outbound.feed(bytes, |frame| {
            let copy = weight(frame.topic(), if is_five { frame.properties() } else { 0 });
            // Of what was retained it has a payload of its own.
            let bytes = if frame.is_retained() { copy.saturating_add(frame.bytes) } else { copy };
            let sent = match frame.kind() {
                3 if frame.qos() == 0 => return paid += bytes,
                3 => Sent { at: now, bytes },
                // What a session has left over from before: the end of an exchange of QoS 2.
                6 => Sent { at: now, bytes: 0 },
                _ => return,
            };
            // Sent once more it waits since it was sent first.
            if unacknowledged.iter().all(|(id, _)| *id != frame.id()) {
                unacknowledged.push_back((frame.id(), sent));
            }
        });
        self.pays(paid, now);
        self.is_blocked = false;
        self.settle(now);
    }

    /// The client takes nothing now.
    pub(super) fn stalls(&mut self, now: Instant) {
        self.is_blocked = true;
        self.settle(now);
    }

    /// It waits for its turn to say something: meanwhile nothing that it says is read.
    pub(super) fn pauses(&mut self, now: Instant) {
        self.settle(now);
        (self.paused, self.was_behind) = (Some(now), true);
    }

    /// It was its turn. The wait was the broker's, and is not held against it.
    pub(super) fn goes_on(&mut self, now: Instant) {
        let Some(since) = self.paused.take() else { return };
        let wait = now.saturating_duration_since(since);
        self.settled += wait;
        self.unacknowledged.iter_mut().for_each(|(_, sent)| sent.at += wait);
    }

    /// It is sent so much more, in bytes, which waits until it is.
    pub(super) fn owes(&mut self, bytes: usize, now: Instant) {
        if bytes > 0 {
            self.owed = self.owed.saturating_add(bytes);
            self.owed_since.get_or_insert(now);
            self.fresh = self.fresh.saturating_add(bytes);
        }
    }

    /// Since when it has taken nothing of what waits for it, and how many bytes that is, at most.
    pub(super) fn debt(&self) -> Option<(Instant, usize)> {
        self.owed_since.map(|since| (since, self.owed))
    }

    /// Forgets what came before the last look, where nothing was in the way since: it has that by now, or the broker has
    /// dropped it. To be called every second or so.
    pub(super) fn look(&mut self) {
        let is_behind = self.paused.is_some() || self.takes_nothing();
        if !is_behind && !self.was_behind {
            let unacknowledged: usize = self.unacknowledged.iter().map(|(_, sent)| sent.bytes).sum();
            self.owed = self.owed.min(self.fresh.saturating_add(unacknowledged));
            self.owed_since = self.owed_since.filter(|_| self.owed > 0);
        }
        (self.fresh, self.was_behind) = (0, is_behind);
    }

    /// Why it is to be cut off by now, if it is.
    pub(super) fn overdue(&self, now: Instant) -> Option<Cut> {
        let waits = |since: Instant| now.saturating_duration_since(since) < MAX_PAUSE;
        if self.is_own || self.paused.is_some_and(waits) {
            return None;
        }
        let stalls = if self.is_stalled { now.saturating_duration_since(self.settled) } else { Duration::ZERO };
        if self.stalled + stalls > MAX_STALL {
            return Some(Cut::Reads);
        }
        let (_, oldest) = self.unacknowledged.front()?;
        (now.saturating_duration_since(oldest.at) > MAX_UNACKNOWLEDGED).then_some(Cut::Acknowledges)
    }

    /// Whether its socket takes nothing, or the broker waits for its acknowledgements.
    fn takes_nothing(&self) -> bool {
        self.is_blocked || self.unacknowledged.len() >= self.window
    }

    /// It has taken so much, in bytes.
    fn pays(&mut self, bytes: usize, now: Instant) {
        if bytes > 0 {
            self.owed = self.owed.saturating_sub(bytes);
            self.owed_since = (self.owed > 0).then_some(now);
        }
    }

    /// Adds up the time in which it took nothing, and pays off for that in which it took what came.
    fn settle(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.settled);
        self.stalled = if self.is_stalled { self.stalled + passed } else { self.stalled.saturating_sub(passed) };
        self.settled = now;
        self.is_stalled = self.takes_nothing();
        self.was_behind |= self.is_stalled;
    }
}

/// Takes out what has this packet identifier.
fn remove<T>(from: &mut VecDeque<(u16, T)>, id: u16) -> Option<T> {
    let place = from.iter().position(|(other, _)| *other == id)?;
    from.remove(place).map(|(_, what)| what)
}

/// Whether a PUBREC ends the delivery: no PUBCOMP follows (MQTT 5.0, section 4.3.3).
fn is_refusal(frame: &Frame) -> bool {
    frame.byte(2).is_some_and(|code| code >= 0x80)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MESSAGE: [u8; 8] = message(1);

    /// A message of QoS 1 with this identifier.
    const fn message(id: u8) -> [u8; 8] {
        [0x32, 6, 0, 1, b't', 0, id, b'x']
    }

    fn after(start: Instant, ms: u64) -> Instant {
        start + Duration::from_millis(ms)
    }

    fn connected(version: u8, now: Instant) -> Meter {
        let mut meter = Meter::new(now);
        let connect = [0x10, 13, 0, 4, b'M', b'Q', b'T', b'T', version, 2, 0, 60, 0, 1, b'a'];
        meter.received(&connect, now).expect("nothing is wrong");
        meter
    }

    #[test]
    fn a_message_that_is_not_acknowledged_in_time_ends_the_connection() {
        let start = Instant::now();
        let mut meter = connected(5, start);
        meter.sent(&MESSAGE, start);
        meter.sent(&message(2), after(start, 4_000));
        assert_eq!(meter.overdue(after(start, 9_900)), None);
        assert_eq!(meter.overdue(after(start, 10_100)), Some(Cut::Acknowledges));
        meter.received(&[0x40, 2, 0, 7], after(start, 10_100)).expect("nothing is wrong");
        assert_eq!(meter.overdue(after(start, 10_100)), Some(Cut::Acknowledges), "that was never sent");
        meter.received(&[0x40, 2, 0, 1], after(start, 10_100)).expect("nothing is wrong");
        assert_eq!(meter.overdue(after(start, 10_100)), None);
        assert_eq!(meter.overdue(after(start, 14_100)), Some(Cut::Acknowledges));
        meter.received(&[0x40, 2, 0, 2], after(start, 14_100)).expect("nothing is wrong");
        assert_eq!(meter.overdue(after(start, 100_000)), None);
    }

    #[test]
    fn a_reader_that_takes_nothing_or_next_to_nothing_is_cut_off_and_a_slow_one_is_not() {
        let start = Instant::now();
        let mut silent = connected(5, start);
        silent.stalls(start);
        assert_eq!(silent.overdue(after(start, 4_900)), None);
        assert_eq!(silent.overdue(after(start, 5_100)), Some(Cut::Reads));
        let (mut trickles, mut slow) = (connected(5, start), connected(5, start));
        for second in 0..20 {
            let at = |ms: u64| after(start, second * 1_000 + ms);
            trickles.stalls(at(10));
            trickles.sent(&[0x30], at(1_000));
            slow.stalls(at(0));
            slow.sent(&[0x30], at(400));
            slow.sent(&[0x00], at(999));
        }
        assert_eq!(trickles.overdue(after(start, 20_000)), Some(Cut::Reads));
        assert_eq!(slow.overdue(after(start, 20_000)), None);
    }

    #[test]
    fn long_packets_and_much_that_is_half_published_end_the_connection() {
        let start = Instant::now();
        let long = [0x30, 0x81, 0x80, 0x04];
        let begun = [&long[..], &[0; 7]].concat();
        assert_eq!(connected(5, start).received(&begun, start), Err(Cut::Long));
        let mut own = connected(5, start);
        own.exempt();
        assert_eq!(own.received(&begun, start), Ok(()));

        let half = |id: u8| [&[0x34, 0x80, 0x80, 0x02, 0, 0, 0, id][..], &[0; 32_764]].concat();
        let mut meter = connected(5, start);
        for id in 1..=3 {
            meter.received(&half(id), start).expect("there is room");
        }
        meter.received(&[0x62, 2, 0, 1], start).expect("finished");
        meter.received(&half(4), start).expect("there is room again");
        meter.received(&half(4), start).expect("the same once more");
        meter.received(&[0x62, 2, 0, 9], start).expect("nothing is wrong");
        assert_eq!((meter.take_released(), meter.take_released()), (vec![1, 9], vec![]));
        assert_eq!(meter.received(&half(5), start), Err(Cut::Held), "what was never begun was not finished");
    }

    #[test]
    fn long_properties_end_the_connection_in_the_version_that_has_them() {
        let start = Instant::now();
        // A user property whose name is empty, and a payload.
        let message = |value: usize| {
            let (value_length, properties) = ([(value >> 8) as u8, value as u8], value + 5);
            let length = [properties as u8 | 0x80, (properties >> 7) as u8];
            let body = [&[0, 1, b't'][..], &length, &[0x26, 0, 0], &value_length, &vec![b'v'; value], b"x"].concat();
            [&[0x30, body.len() as u8 | 0x80, (body.len() >> 7) as u8][..], &body].concat()
        };
        let (most, more) = (message(MAX_PROPERTIES_BYTES - 5), message(MAX_PROPERTIES_BYTES - 4));
        let mut meter = connected(5, start);
        for byte in [&most[..], &most].concat() {
            meter.received(&[byte], start).expect("it is short enough");
        }
        assert_eq!((meter.take_properties(), meter.take_properties()), (2 * MAX_PROPERTIES_BYTES, 0));
        assert_eq!(meter.received(&more, start), Err(Cut::Long));
        let mut old = connected(4, start);
        assert_eq!((old.received(&more, start), old.take_properties()), (Ok(()), 0), "there it is the payload");
        let mut own = connected(5, start);
        own.exempt();
        assert_eq!(own.received(&more, start), Ok(()));
    }

    #[test]
    fn a_client_that_acknowledges_one_message_now_and_then_is_cut_off() {
        let start = Instant::now();
        let mut meter = connected(5, start);
        meter.opens(1);
        for count in 0..3 {
            let at = u64::from(count) * 2_000;
            meter.sent(&message(count), after(start, at));
            assert_eq!(meter.overdue(after(start, at)), None, "{count}");
            meter.received(&[0x40, 2, 0, count], after(start, at + 1_900)).expect("nothing is wrong");
        }
        assert_eq!(
            meter.overdue(after(start, 5_900)),
            Some(Cut::Reads),
            "the broker waited for it nearly all the time"
        );

        let mut quick = connected(5, start);
        quick.opens(1);
        for count in 0..100 {
            quick.sent(&message(count), after(start, u64::from(count) * 100));
            quick.received(&[0x40, 2, 0, count], after(start, u64::from(count) * 100 + 30)).expect("nothing is wrong");
        }
        assert_eq!(quick.overdue(after(start, 10_000)), None);
    }

    #[test]
    fn a_client_that_acknowledges_steadily_may_always_be_waited_for() {
        let start = Instant::now();
        let mut meter = connected(5, start);
        meter.opens(1);
        for count in 0..1_000 {
            let at = after(start, count * 16);
            let id = u8::try_from(count % 250).expect("it is below 250");
            meter.sent(&message(id), at);
            meter.received(&[0x40, 2, 0, id], at + Duration::from_millis(15)).expect("nothing is wrong");
            assert_eq!(meter.overdue(at), None, "{count}");
        }
    }

    #[test]
    fn what_the_broker_lets_a_client_wait_is_not_held_against_it() {
        let start = Instant::now();
        let mut meter = connected(5, start);
        meter.sent(&MESSAGE, start);
        meter.pauses(after(start, 1_000));
        assert_eq!(meter.overdue(after(start, 15_000)), None);
        meter.goes_on(after(start, 16_000));
        assert_eq!(meter.overdue(after(start, 24_000)), None);
        assert_eq!(meter.overdue(after(start, 25_500)), Some(Cut::Acknowledges));
    }

    #[test]
    fn what_waits_is_owed_until_it_is_sent_and_acknowledged() {
        let start = Instant::now();
        let mut meter = connected(5, start);
        // Of QoS 0, retained.
        let shown = [0x31, 6, 0, 1, b't', 0, b'x', b'x'];
        meter.owes(weight(1, 0) + shown.len(), start);
        meter.owes(2 * weight(1, 0), after(start, 10));
        assert_eq!(meter.debt(), Some((start, 3 * weight(1, 0) + shown.len())));
        meter.sent(&shown, after(start, 20));
        assert_eq!(meter.debt(), Some((after(start, 20), 2 * weight(1, 0))));
        let message = |id: u8| [0x32, 6, 0, 1, b't', 0, id, 0];
        meter.sent(&message(1), after(start, 30));
        assert_eq!(meter.debt(), Some((after(start, 20), 2 * weight(1, 0))));
        meter.received(&[0x40, 2, 0, 1], after(start, 40)).expect("nothing is wrong");
        assert_eq!(meter.debt(), Some((after(start, 40), weight(1, 0))));
        meter.sent(&message(2), after(start, 60));
        meter.received(&[0x40, 2, 0, 2], after(start, 70)).expect("nothing is wrong");
        assert_eq!(meter.debt(), None);
    }

    #[test]
    fn what_is_never_sent_is_forgotten_where_nothing_is_in_the_way() {
        let start = Instant::now();
        let mut meter = connected(5, start);
        meter.owes(1_000, start);
        meter.look();
        assert_eq!(meter.debt(), Some((start, 1_000)), "it may be on its way");
        meter.owes(10, after(start, 1_000));
        meter.look();
        assert_eq!(meter.debt(), Some((start, 10)));
        meter.look();
        assert_eq!(meter.debt(), None);

        meter.owes(1_000, after(start, 3_000));
        meter.look();
        meter.stalls(after(start, 3_100));
        meter.sent(&[0xd0, 0], after(start, 3_200));
        meter.look();
        assert_eq!(meter.debt(), Some((after(start, 3_000), 1_000)), "it took nothing for a while");
        meter.pauses(after(start, 3_300));
        meter.goes_on(after(start, 3_300));
        meter.look();
        assert_eq!(meter.debt(), Some((after(start, 3_000), 1_000)), "it was its turn only now");
        meter.look();
        assert_eq!(meter.debt(), None);
        meter.owes(5_000, after(start, 4_000));
        meter.sent(&MESSAGE, after(start, 4_100));
        meter.look();
        meter.look();
        let unacknowledged = weight(1, usize::from(b'x'));
        assert_eq!(meter.debt(), Some((after(start, 4_000), unacknowledged)), "it has not acknowledged that");
    }

    #[test]
    fn a_client_of_the_older_mqtt_gets_no_answer_of_the_newer() {
        let start = Instant::now();
        let (old, new) = (connected(4, start), connected(5, start));
        for refusal in [&[0x40, 4, 0, 1, 0x97, 0][..], &[0x50, 3, 0, 1, 0x87], &[0xe0, 2, 0x8e, 0]] {
            assert_eq!((old.may_send(refusal), new.may_send(refusal)), (Err(Cut::Form), Ok(())), "{refusal:02x?}");
        }
        for answer in [&[0x40, 2, 0, 1][..], &[0x90, 3, 0, 1, 0x80], &[0xd0, 0], &MESSAGE] {
            assert_eq!(old.may_send(answer), Ok(()), "{answer:02x?}");
        }
    }
}
