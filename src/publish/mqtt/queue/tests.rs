use std::ops::{Deref, DerefMut};

use serde_json::Value;
use tokio::sync::mpsc::UnboundedReceiver;

use super::*;
use crate::{
    game::{
        journal::{Batch, Begun, Durability, Item as Kept},
        record::MoveStatus,
    },
    publish::{
        mqtt::streams::{FIRST_HOLD_MS, MAX_HOLD_MS},
        payload::waiting,
        samples,
    },
    store::{Journal, Notice, Store, TableStore},
};

/// A queue as the service has it: in front of the journal's outbox.
struct Kit {
    queue: Queue,
    journal: Journal,
    notices: UnboundedReceiver<Notice>,
    store: Store,
}

impl Deref for Kit {
    type Target = Queue;

    fn deref(&self) -> &Queue {
        &self.queue
    }
}

impl DerefMut for Kit {
    fn deref_mut(&mut self) -> &mut Queue {
        &mut self.queue
    }
}

impl Kit {
    /// Keeps something, as a table's input leaves it.
    fn keep(&mut self, item: Kept) {
        let ticket = self.journal.keep(Batch { items: vec![item] }, Durability::Now).expect("room");
        self.until(Notice::Kept(ticket));
    }

    fn until(&mut self, expected: Notice) {
        while self.notices.blocking_recv().expect("the journal runs") != expected {}
    }

    /// Keeps a record, and publishes it then.
    fn record(&mut self, at: PublisherTime, record: &Record) -> Result<(), RecordError> {
        if record.body.is_journaled() {
            let line = serde_json::to_string(record).expect("JSON");
            self.keep(Kept::Record { seq: record.seq, line, waiting: waiting(record)? });
        }
        self.queue.publish(at, record)
    }
}

fn queue(delay_ms: u64) -> Kit {
    let topics = Topics::new("chess", "t1").expect("good names");
    let (store, mut tables) = Store::in_memory(&["t1".to_owned()], 64_000_000).expect("memory");
    let TableStore { journal, outbox, notices } = tables.remove(0);
    let queue = Queue::new(PublisherTime(0), topics, Box::new(outbox), delay_ms).expect("memory");
    Kit { queue, journal, notices, store }
}

fn moved(seq: u64) -> Record {
    samples::record(seq, Body::Move(samples::moved(1, 0, MoveStatus::Made)))
}

fn alert(seq: u64) -> Record {
    samples::record(seq, Body::Alert(samples::alert()))
}

/// Everything that may go out at `at`, as leaf and `seq`.
fn drain(queue: &mut Queue, at: u64) -> Vec<(String, u64)> {
    taken(queue, at).into_iter().map(|(leaf, seq, _)| (leaf, seq)).collect()
}

fn taken(queue: &mut Queue, at: u64) -> Vec<(String, u64, Sending)> {
    let mut all = Vec::new();
    while let Some(ready) = queue.next(PublisherTime(at), Room::Any).expect("memory") {
        let payload: Value = serde_json::from_str(&ready.payload).unwrap_or_default();
        let leaf = ready.topic.strip_prefix("chess/t1/").unwrap_or(&ready.topic).to_owned();
        all.push((leaf, payload["seq"].as_u64().unwrap_or_default(), ready.item));
    }
    all
}

fn named(expected: &[(&str, u64)]) -> Vec<(String, u64)> {
    expected.iter().map(|(leaf, seq)| ((*leaf).to_owned(), *seq)).collect()
}

#[test]
fn the_public_is_not_told_when_only_the_arbiters_learn_something() {
    let mut queue = queue(0);
    queue.connected(usize::MAX);
    let mut game = samples::game();
    queue.record(PublisherTime(1), &samples::record(2, Body::Game(Box::new(game.clone())))).expect("room");
    drain(&mut queue, 2);
    (game.alerts, game.clock) = ([].into(), None);
    queue.record(PublisherTime(3), &samples::record(3, Body::Game(Box::new(game.clone())))).expect("room");
    assert_eq!(drain(&mut queue, 4), named(&[("arbiter/game", 3)]));
    game.termination = Some("agreed".to_owned());
    queue.record(PublisherTime(5), &samples::record(4, Body::Game(Box::new(game)))).expect("room");
    assert_eq!(drain(&mut queue, 6), named(&[("arbiter/game", 4), ("public/game", 4)]));
}

#[test]
fn presence_goes_first_then_state_then_the_streams_in_order() {
    let mut queue = queue(0);
    queue.record(PublisherTime(1), &moved(1)).expect("room");
    queue.record(PublisherTime(1), &alert(2)).expect("room");
    queue.record(PublisherTime(1), &samples::record(2, Body::Game(Box::new(samples::game())))).expect("room");
    queue.connected(usize::MAX);
    queue.refresh_status(None).expect("short");
    let expected = [
        ("status", 2),
        ("arbiter/game", 2),
        ("public/game", 2),
        ("arbiter/move", 1),
        ("arbiter/alert", 2),
        ("public/move", 1),
    ];
    assert_eq!(drain(&mut queue, 2), named(&expected));
    assert_eq!(drain(&mut queue, 3), []);
    assert_eq!(queue.queued(), 3, "nothing is acknowledged yet");
    queue.disconnected();
    queue.connected(usize::MAX);
    assert_eq!(drain(&mut queue, 4), named(&expected), "all of it again on the next connection");
}

#[test]
fn what_was_acknowledged_is_not_sent_again() {
    let mut queue = queue(0);
    for seq in 1..=200 {
        queue.record(PublisherTime(1), &alert(seq)).expect("room");
    }
    queue.connected(usize::MAX);
    for (_, seq, item) in taken(&mut queue, 2) {
        if seq <= 150 {
            queue.taken(item).expect("memory");
        }
    }
    assert_eq!(queue.queued(), 50);
    queue.disconnected();
    queue.connected(usize::MAX);
    let again: Vec<u64> = drain(&mut queue, 3).into_iter().map(|(_, seq)| seq).collect();
    assert_eq!(again, (151..=200).collect::<Vec<_>>());
}

#[test]
fn the_public_sees_nothing_before_the_delay_is_over_not_even_after_a_restart() {
    let mut queue = queue(5_000);
    queue.connected(usize::MAX);
    queue.record(PublisherTime(1_000), &moved(1)).expect("room");
    queue.pgn(PublisherTime(1_001), "1. e4 *".to_owned()).expect("short");
    assert_eq!(drain(&mut queue, 5_999), named(&[("arbiter/move", 1)]));
    assert_eq!(queue.next_deadline(PublisherTime(5_999)), Some(PublisherTime(6_000)));
    assert_eq!(drain(&mut queue, 6_000), named(&[("public/move", 1)]));
    assert_eq!(drain(&mut queue, 6_001), named(&[("public/pgn", 0)]));

    let Kit { queue: Queue { topics, streams: Streams { outbox, .. }, .. }, store, .. } = queue;
    let mut queue = Queue::new(PublisherTime(100), topics, outbox, 5_000).expect("memory");
    queue.connected(usize::MAX);
    assert_eq!(drain(&mut queue, 5_099), named(&[("arbiter/move", 1)]));
    assert_eq!(drain(&mut queue, 5_100), named(&[("public/move", 1)]));
    store.close();
}

#[test]
fn a_repeated_record_goes_to_the_arbiters_only_and_takes_no_state_back() {
    let mut queue = queue(0);
    queue.connected(usize::MAX);
    queue.keep(Kept::Begun(Box::new(Begun {
        game: "g".to_owned(),
        kind: "dgt".to_owned(),
        header: "{}".to_owned(),
        seq: 0,
        at: "2026-01-01T00:00:00.000Z".to_owned(),
        expire: None,
    })));
    queue.record(PublisherTime(0), &moved(1)).expect("room");
    queue.record(PublisherTime(0), &samples::record(1, Body::Clock(samples::clock()))).expect("room");
    queue.record(PublisherTime(0), &alert(9)).expect("room");
    queue.refresh_status(None).expect("short");
    let before = drain(&mut queue, 1);
    assert_eq!(before.last(), named(&[("public/move", 1)]).last());
    queue.keep(Kept::Repeat(0));
    // They are read from the journal.
    assert_eq!(drain(&mut queue, 2), []);
    queue.until(Notice::More);
    assert_eq!(drain(&mut queue, 3), named(&[("arbiter/move", 1), ("arbiter/alert", 9)]));
}

#[test]
fn touches_are_told_only_to_those_who_listen_now() {
    let mut queue = queue(0);
    let touch = samples::one_of_each().into_iter().find(|record| matches!(record.body, Body::Touch(_)));
    let touch = touch.expect("one of each");
    queue.record(PublisherTime(1), &touch).expect("room");
    queue.connected(usize::MAX);
    assert_eq!(drain(&mut queue, 2), []);
    for _ in 0..MAX_TOUCHES + 5 {
        queue.record(PublisherTime(3), &touch).expect("room");
    }
    assert_eq!(drain(&mut queue, 3).len(), MAX_TOUCHES);
}

#[test]
fn a_shut_window_lets_only_unacknowledged_messages_through() {
    let mut queue = queue(0);
    queue.connected(usize::MAX);
    queue.record(PublisherTime(1), &alert(1)).expect("room");
    queue.record(PublisherTime(1), &samples::record(1, Body::Clock(samples::clock()))).expect("room");
    let ready = queue.next(PublisherTime(1), Room::Unacknowledged).expect("memory").expect("the clock");
    assert_eq!((ready.item, ready.retained), (Sending::State(Leaf::ArbiterClock), true));
    let ready = queue.next(PublisherTime(1), Room::Unacknowledged).expect("memory").expect("the public clock");
    assert_eq!(ready.item, Sending::State(Leaf::PublicClock));
    assert_eq!(queue.next(PublisherTime(1), Room::Unacknowledged).expect("memory"), None);
    assert_eq!(queue.next(PublisherTime(1), Room::None).expect("memory"), None);
    assert_eq!(drain(&mut queue, 1), named(&[("arbiter/alert", 1)]));
}

#[test]
fn refused_records_are_kept_and_offered_again_in_order_while_other_leaves_go_on() {
    let mut queue = queue(0);
    queue.connected(usize::MAX);
    for seq in [1, 3] {
        queue.record(PublisherTime(0), &alert(seq)).expect("room");
        queue.record(PublisherTime(0), &moved(seq + 1)).expect("room");
    }
    for (leaf, _, item) in taken(&mut queue, 1) {
        if leaf == "arbiter/alert" {
            queue.refused(PublisherTime(1), item);
        } else {
            queue.taken(item).expect("memory");
        }
    }
    queue.record(PublisherTime(2), &alert(5)).expect("room");
    queue.record(PublisherTime(2), &moved(6)).expect("room");
    let next = taken(&mut queue, 2);
    assert_eq!(
        next.iter().map(|(leaf, seq, _)| (leaf.as_str(), *seq)).collect::<Vec<_>>(),
        [("arbiter/move", 6), ("public/move", 6)]
    );
    assert_eq!(queue.next_deadline(PublisherTime(2)), Some(PublisherTime(1 + FIRST_HOLD_MS)));
    assert_eq!(drain(&mut queue, FIRST_HOLD_MS), []);
    let again = taken(&mut queue, 1 + FIRST_HOLD_MS);
    assert_eq!(again.iter().map(|(_, seq, _)| *seq).collect::<Vec<_>>(), [1, 3, 5]);
    // Refused once more: the pause doubles.
    queue.refused(PublisherTime(2_000), again[0].2);
    assert_eq!(queue.next_deadline(PublisherTime(2_000)), Some(PublisherTime(2_000 + 2 * FIRST_HOLD_MS)));
    for (_, _, item) in &again[1..] {
        queue.taken(*item).expect("memory");
    }
    assert_eq!(drain(&mut queue, 2_000 + 2 * FIRST_HOLD_MS), named(&[("arbiter/alert", 1)]));
}

#[test]
fn a_record_longer_than_the_broker_takes_holds_up_nothing_else() {
    let mut queue = queue(0);
    let mut long = samples::alert();
    long.text = "x".repeat(10_000);
    queue.record(PublisherTime(0), &samples::record(1, Body::Alert(long))).expect("room");
    queue.record(PublisherTime(0), &moved(2)).expect("room");
    queue.record(PublisherTime(0), &alert(3)).expect("room");
    queue.connected(5_000);
    let others = named(&[("arbiter/move", 2), ("arbiter/alert", 3), ("public/move", 2)]);
    assert_eq!(drain(&mut queue, 1), others);
    assert_eq!(queue.queued(), 4, "the alert is kept");
    assert_eq!(drain(&mut queue, 1 + 2 * MAX_HOLD_MS), [], "and tried no more on this connection");
    queue.connected(usize::MAX);
    assert_eq!(drain(&mut queue, 2 + 2 * MAX_HOLD_MS)[0], named(&[("arbiter/alert", 1)])[0]);
}

#[test]
fn answers_go_to_the_outbox_and_to_their_response_topic_with_the_correlation_data() {
    let mut queue = queue(0);
    let to = ResponseTo { topic: "replies/7".to_owned(), correlation: Some(vec![1, 2]) };
    let waiting = ArbiterMessage::reply("{}".to_owned()).expect("short").into_waiting().ok();
    queue.keep(Kept::Reply { id: None, reply: "{}".to_owned(), waiting });
    queue.answer("{}", Some(&to));
    queue.connected(usize::MAX);
    let response = queue.next(PublisherTime(0), Room::Any).expect("memory").expect("a response");
    assert_eq!(
        (response.topic.as_str(), response.correlation, response.retained),
        ("replies/7", Some(vec![1, 2]), false)
    );
    let reply = queue.next(PublisherTime(0), Room::Any).expect("memory").expect("a reply");
    assert_eq!(reply.topic, "chess/t1/arbiter/reply");
}

#[test]
fn after_the_last_word_nothing_more_is_said() {
    let mut queue = queue(0);
    queue.connected(usize::MAX);
    queue.refresh_status(None).expect("short");
    assert_eq!(queue.farewell(None).expect("short"), None);
    queue.say_farewell();
    assert_eq!(drain(&mut queue, 1), named(&[("status", 0)]));
    let last = queue.farewell(None).expect("short").expect("due");
    assert!(last.retained && last.payload.contains("\"online\":false"));
    queue.record(PublisherTime(2), &alert(1)).expect("room");
    assert_eq!(drain(&mut queue, 2), []);
    queue.taken(last.item).expect("memory");
    assert!(queue.farewell_taken());
    assert_eq!(queue.queued(), 1);
}
