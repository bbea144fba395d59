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

/// Most bytes of messages that a client may leave half published (QoS 2).
const MAX_HELD_BYTES: usize = 128 * 1_024;

/// How long a client may take nothing. What it owes is paid off while it takes what comes.
const MAX_STALL: Duration = Duration::from_secs(5);

/// How long a message may be without acknowledgement.
const MAX_UNACKNOWLEDGED: Duration = Duration::from_secs(10);

/// The version in a CONNECT of MQTT 3.1.1.
const V3_1_1: u8 = 4;

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
    /// When each message was sent that is not acknowledged, by its packet identifier, the oldest first. An acknowledgement of
    /// what was never sent changes nothing.
    unacknowledged: VecDeque<(u16, Instant)>,
    /// The lengths of messages that are half published, likewise.
    held: VecDeque<(u16, usize)>,
    stalled_since: Option<Instant>,
    /// How long it took nothing, less what is paid off.
    stalled: Duration,
    paid: Instant,
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Cut::Acknowledges => "it acknowledges too slowly",
            Cut::Form => "it is refused something, for which its version of MQTT has no answer",
            Cut::Held => "it leaves too much half published",
            Cut::Long => "it sends a packet that is too long",
            Cut::Reads => "it reads too slowly",
            Cut::Retains => "it wants more retained than there is room for",
            Cut::Waits => "it has not said who it is, and others come",
        })
    }
}

impl Meter {
    pub(super) fn new(now: Instant) -> Meter {
        Meter {
            is_own: false,
            inbound: Frames::default(),
            outbound: Frames::default(),
            version: None,
            unacknowledged: VecDeque::new(),
            held: VecDeque::new(),
            stalled_since: None,
            stalled: Duration::ZERO,
            paid: now,
        }
    }

    /// The service's own connections have no bounds here: it keeps its own.
    pub(super) fn exempt(&mut self) {
        self.is_own = true;
    }

    /// Takes what the client sent. `Err`: it is to be cut off.
    pub(super) fn received(&mut self, bytes: &[u8]) -> Result<(), Cut> {
        let mut cut = None;
        let (version, unacknowledged, held) = (&mut self.version, &mut self.unacknowledged, &mut self.held);
        self.inbound.feed(bytes, |frame| {
            match frame.kind() {
                1 if version.is_none() => *version = frame.byte(6),
                3 if frame.qos() == 2 => {
                    let bytes = remove(held, frame.id()).unwrap_or(0).max(frame.bytes);
                    held.push_back((frame.id(), bytes));
                }
                4 | 7 => drop(remove(unacknowledged, frame.id())),
                5 if is_refusal(frame) => drop(remove(unacknowledged, frame.id())),
                6 => drop(remove(held, frame.id())),
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
        match cut {
            Some(cut) if !self.is_own => Err(cut),
            Some(_) | None => Ok(()),
        }
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
        self.settle(now);
        if let Some(since) = self.stalled_since.take() {
            self.stalled += now.saturating_duration_since(since);
        }
        let unacknowledged = &mut self.unacknowledged;
        self.outbound.feed(bytes, |frame| {
            if frame.kind() == 3 && frame.qos() > 0 {
                // Sent once more it waits since it was sent first.
                if unacknowledged.iter().all(|(id, _)| *id != frame.id()) {
                    unacknowledged.push_back((frame.id(), now));
                }
            }
        });
    }

    /// The client takes nothing now.
    pub(super) fn stalls(&mut self, now: Instant) {
        self.settle(now);
        self.stalled_since.get_or_insert(now);
    }

    /// Why it is to be cut off by now, if it is.
    pub(super) fn overdue(&self, now: Instant) -> Option<Cut> {
        if self.is_own {
            return None;
        }
        let stalls = self.stalled_since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since));
        if self.stalled + stalls > MAX_STALL {
            return Some(Cut::Reads);
        }
        let (_, oldest) = self.unacknowledged.front()?;
        (now.saturating_duration_since(*oldest) > MAX_UNACKNOWLEDGED).then_some(Cut::Acknowledges)
    }

    /// Pays off for the time in which it took what came.
    fn settle(&mut self, now: Instant) {
        if self.stalled_since.is_none() {
            self.stalled = self.stalled.saturating_sub(now.saturating_duration_since(self.paid));
        }
        self.paid = now;
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
        meter.received(&connect).expect("nothing is wrong");
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
        meter.received(&[0x40, 2, 0, 7]).expect("nothing is wrong");
        assert_eq!(meter.overdue(after(start, 10_100)), Some(Cut::Acknowledges), "that was never sent");
        meter.received(&[0x40, 2, 0, 1]).expect("nothing is wrong");
        assert_eq!(meter.overdue(after(start, 10_100)), None);
        assert_eq!(meter.overdue(after(start, 14_100)), Some(Cut::Acknowledges));
        meter.received(&[0x40, 2, 0, 2]).expect("nothing is wrong");
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
        assert_eq!(connected(5, start).received(&begun), Err(Cut::Long));
        let mut own = connected(5, start);
        own.exempt();
        assert_eq!(own.received(&begun), Ok(()));

        let half = |id: u8| [&[0x34, 0x80, 0x80, 0x02, 0, 0, 0, id][..], &[0; 32_764]].concat();
        let mut meter = connected(5, start);
        for id in 1..=3 {
            meter.received(&half(id)).expect("there is room");
        }
        meter.received(&[0x62, 2, 0, 1]).expect("finished");
        meter.received(&half(4)).expect("there is room again");
        meter.received(&half(4)).expect("the same once more");
        meter.received(&[0x62, 2, 0, 9]).expect("nothing is wrong");
        assert_eq!(meter.received(&half(5)), Err(Cut::Held), "what was never begun was not finished");
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
