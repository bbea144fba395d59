//! Publishing, against the embedded broker and against mosquitto: the same list for both.

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    ops::Deref,
    process::{Command, Stdio},
    sync::Mutex,
    time::{Duration, Instant},
};

use rumqttc::v5::mqttbytes::v5::PublishProperties;
use serde_json::{Value, json};
use tokio::{sync::mpsc, time::timeout};
use touchmove::{
    game::{
        command::{GivenCommand, MAX_COMMAND_BYTES},
        journal::{Batch, Durability, Item},
        record::Record,
    },
    publish::{
        broker::{Broker, BrokerError},
        mqtt::{
            self, DisconnectReason, Link, Publisher, ResponseTo,
            settings::{MqttVersion, Settings},
        },
        payload::{self, ArbiterMessage},
    },
    store::{Journal, Notice, Store, TableStore},
};

use crate::common::mqtt::{
    Kind, Memory, Message, PATIENCE, Proxy, Reader, TestBroker, alert, board, clock, free_address, game,
    mosquitto_program, moved, own_pass, status, touch, turn, write_secret,
};

/// Runs each test of the list against both brokers.
macro_rules! against_both {
    ($($name:ident),* $(,)?) => {
        mod embedded {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                super::$name(super::Kind::Embedded).await;
            })*
        }
        mod mosquitto {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                super::$name(super::Kind::Mosquitto).await;
            })*
        }
    };
}

against_both! {
    a_broker_that_forgets_everything_gets_all_state_and_all_waiting_records,
    a_broker_that_remembers_has_everything_for_a_reader_who_was_away,
    a_client_that_knows_only_mqtt_3_reads_along,
    a_connection_that_goes_dead_without_a_word_is_given_up_and_made_anew,
    a_command_is_answered_on_the_reply_topic_and_on_the_response_topic,
    a_late_subscriber_gets_the_whole_state_at_once,
    a_shutdown_says_offline_itself_and_loses_nothing,
    commands_sent_while_the_daemon_is_away_arrive_and_retained_ones_do_not,
    every_leaf_has_the_flags_of_the_contract,
    every_record_arrives_in_order_through_a_connection_cut_again_and_again,
    presence_is_repeated_and_a_resync_repeats_state,
    the_public_channel_lags_by_the_delay_and_never_carries_what_is_for_arbiters,
    the_will_says_offline_when_the_connection_is_gone_for_good,
    two_daemons_for_one_table_are_told_so,
}

/// Runs each test of the list against NATS, where it is there: all that MQTT 3.1.1 has words for.
macro_rules! against_nats {
    ($($name:ident),* $(,)?) => {
        mod nats {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                if crate::common::nats::program().is_some() {
                    super::$name(super::Kind::Nats).await;
                }
            })*
        }
    };
}

against_nats! {
    a_broker_that_forgets_everything_gets_all_state_and_all_waiting_records,
    a_command_over_mqtt_3_is_answered_on_the_reply_topic,
    a_connection_that_goes_dead_without_a_word_is_given_up_and_made_anew,
    a_late_subscriber_gets_the_whole_state_at_once,
    a_shutdown_says_offline_itself_and_loses_nothing,
    commands_sent_while_the_daemon_is_away_arrive_and_retained_ones_do_not,
    every_record_arrives_in_order_through_a_connection_cut_again_and_again,
    names_that_a_broker_does_not_take_are_named,
    presence_is_repeated_and_a_resync_repeats_state,
    state_is_repeated_for_nodes_that_have_an_old_one,
    the_public_channel_lags_by_the_delay_and_never_carries_what_is_for_arbiters,
    the_will_says_offline_when_the_connection_is_gone_for_good,
    two_daemons_for_one_table_are_told_so,
}

/// The topics of the numbered records.
const NUMBERED: [&str; 3] = ["chess/t1/arbiter/move", "chess/t1/arbiter/turn", "chess/t1/arbiter/alert"];

/// What a reader of them subscribes to, who wants them in the order of `seq`: NATS keeps the order of each subscription on
/// its own.
fn numbered_of(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Embedded | Kind::Mosquitto => &NUMBERED,
        Kind::Nats => &["chess/t1/arbiter/#"],
    }
}

fn settings(broker: SocketAddr) -> Settings {
    let (username, password) = (Some("touchmove".to_owned()), Some(own_pass()));
    Settings { url: format!("mqtt://{broker}"), username, password, ..Settings::default() }
}

/// A table that publishes as the service does: what it says is kept first, and in the outbox by that.
struct Table {
    publisher: Publisher,
    journal: Journal,
    notices: Mutex<mpsc::UnboundedReceiver<Notice>>,
    _store: Store,
}

impl Deref for Table {
    type Target = Publisher;

    fn deref(&self) -> &Publisher {
        &self.publisher
    }
}

impl Table {
    fn keep(&self, item: Item) {
        let ticket = self.journal.keep(Batch { items: vec![item] }, Durability::Now).expect("room");
        let mut notices = self.notices.lock().expect("whole");
        loop {
            match notices.try_recv() {
                Ok(Notice::Kept(kept)) if kept == ticket => break,
                Ok(Notice::More) => self.publisher.nudge(),
                Ok(Notice::Kept(_) | Notice::Trouble(_)) => {}
                Err(mpsc::error::TryRecvError::Empty) => std::thread::sleep(Duration::from_micros(200)),
                Err(mpsc::error::TryRecvError::Disconnected) => panic!("the journal has ended"),
            }
        }
    }

    fn record(&self, record: &Record) {
        if record.body.is_journaled() {
            let line = serde_json::to_string(record).expect("JSON");
            self.keep(Item::Record { seq: record.seq, line, waiting: payload::waiting(record).expect("short") });
        }
        self.publisher.publish(record).expect("room");
    }

    async fn shutdown(&self) {
        self.publisher.shutdown_by(tokio::time::Instant::now() + Duration::from_secs(2)).await;
    }

    fn reply(&self, text: &str, to: Option<&ResponseTo>) {
        let waiting = ArbiterMessage::reply(text.to_owned()).expect("short").into_waiting().ok();
        self.keep(Item::Reply { id: None, reply: text.to_owned(), waiting });
        self.publisher.answer(text, to);
    }
}

fn start(settings: &Settings) -> (Table, mpsc::Receiver<mqtt::Command>) {
    let (store, mut tables) = Store::in_memory(&["t1".to_owned()], 64_000_000).expect("memory");
    let TableStore { journal, outbox, notices } = tables.remove(0);
    let (publisher, commands) = Publisher::start(settings, "t1", Box::new(outbox)).expect("good settings");
    (Table { publisher, journal, notices: Mutex::new(notices), _store: store }, commands)
}

fn publish(table: &Table, records: impl IntoIterator<Item = Record>) {
    for record in records {
        table.record(&record);
    }
}

async fn up(publisher: &Publisher) {
    let mut link = publisher.link();
    timeout(PATIENCE, link.wait_for(|link| matches!(link, Link::Up { .. }))).await.expect("in time").expect("running");
}

async fn down(publisher: &Publisher) -> DisconnectReason {
    let mut link = publisher.link();
    let link = timeout(PATIENCE, link.wait_for(|link| matches!(link, Link::Down(_)))).await.expect("in time");
    match &*link.expect("running") {
        Link::Down(trouble) => trouble.clone(),
        link => panic!("{link:?}"),
    }
}

/// Waits until the broker has acknowledged everything.
async fn idle(publisher: &Publisher) {
    let idle = async {
        while publisher.queued() > 0 {
            tokio::task::yield_now().await;
        }
    };
    timeout(PATIENCE, idle).await.expect("all acknowledged");
}

/// One record after the other of the three numbered kinds.
fn numbered(seq: u64) -> Record {
    match seq % 3 {
        0 => alert(seq),
        1 => moved(seq),
        _ => turn(seq),
    }
}

/// Reads numbered records until `last` has come; gives each `seq` in order of arrival.
async fn sequence(reader: &mut Reader, last: u64) -> Vec<u64> {
    let mut all = Vec::new();
    while all.last() != Some(&last) {
        let message = reader.find(|message| NUMBERED.contains(&message.topic.as_str())).await;
        let record = message.json();
        let seq = record["seq"].as_u64().expect("numbered");
        let kind = ["alert", "move", "turn"][(seq % 3) as usize];
        assert_eq!(record["type"], kind, "a repeat is the same record");
        all.push(seq);
    }
    all
}

/// First arrivals, in order.
fn firsts(all: &[u64]) -> Vec<u64> {
    let mut seen = std::collections::BTreeSet::new();
    all.iter().copied().filter(|seq| seen.insert(*seq)).collect()
}

async fn a_late_subscriber_gets_the_whole_state_at_once(kind: Kind) {
    let broker = TestBroker::start(kind).await;
    let (publisher, _commands) = start(&settings(broker.address()));
    publish(&publisher, [status(1), game(1), board(1), clock(1), moved(1)]);
    publisher.pgn("1. e4 *").expect("short");
    let mut witness = Reader::start(broker.address(), "witness", &["chess/t1/#"]).await;
    let mut seen = std::collections::BTreeSet::new();
    while seen.len() < 7 {
        let message = witness.next().await;
        if message.leaf() != "arbiter/move" && message.leaf() != "public/move" {
            seen.insert(message.leaf().to_owned());
        }
    }
    // And nothing is still on its way.
    idle(&publisher).await;
    let mut late = Reader::start(broker.address(), "late", &["chess/t1/#"]).await;
    let mut state = BTreeMap::new();
    while state.len() < 7 {
        let message = late.next().await;
        assert!(message.retained, "{message:?}");
        state.insert(message.leaf().to_owned(), message);
    }
    let leaves: Vec<&str> = state.keys().map(String::as_str).collect();
    assert_eq!(
        leaves,
        ["arbiter/board", "arbiter/clock", "arbiter/game", "public/clock", "public/game", "public/pgn", "status"]
    );
    assert_eq!(state["public/pgn"].payload, "1. e4 *");
    assert_eq!(state["arbiter/game"].json()["alerts"][0]["id"], "a1");
    let presence = state["status"].json();
    assert_eq!((&presence["online"], &presence["board"]["kind"]), (&json!(true), &json!("dgt")));
    publisher.shutdown().await;
}

async fn every_leaf_has_the_flags_of_the_contract(kind: Kind) {
    let broker = TestBroker::start(kind).await;
    let mut reader = Reader::start(broker.address(), "reader", &["chess/#"]).await;
    let (publisher, _commands) = start(&settings(broker.address()));
    up(&publisher).await;
    publish(&publisher, [status(1), game(1), board(1), clock(1), touch(1), moved(1), alert(2), turn(3)]);
    publisher.pgn("1. e4 *").expect("short");
    publisher.reply("{\"id\":\"1\",\"ok\":true}", None);
    let mut flags = BTreeMap::new();
    while flags.len() < 13 {
        let message = reader.next().await;
        assert_eq!(message.properties.payload_format_indicator, Some(1), "{message:?}");
        flags.insert(message.leaf().to_owned(), (message.qos, message.retained));
    }
    let expected = [
        ("arbiter/alert", (1, false)),
        ("arbiter/board", (0, true)),
        ("arbiter/clock", (0, true)),
        ("arbiter/game", (1, true)),
        ("arbiter/move", (1, false)),
        ("arbiter/reply", (1, false)),
        ("arbiter/touch", (0, false)),
        ("arbiter/turn", (1, false)),
        ("public/clock", (0, true)),
        ("public/game", (1, true)),
        ("public/move", (1, false)),
        ("public/pgn", (1, true)),
        ("status", (1, true)),
    ];
    let found: Vec<(&str, (u8, bool))> = flags.iter().map(|(leaf, flags)| (leaf.as_str(), *flags)).collect();
    assert_eq!(found, expected);
    publisher.shutdown().await;
}

async fn the_will_says_offline_when_the_connection_is_gone_for_good(kind: Kind) {
    let broker = TestBroker::start(kind).await;
    let proxy = Proxy::start(broker.address()).await;
    let mut reader = Reader::start(broker.address(), "reader", &["chess/t1/status"]).await;
    let (publisher, _commands) = start(&settings(proxy.address()));
    publish(&publisher, [status(5)]);
    reader.find(|message| message.json()["board"]["kind"] == "dgt").await;
    // The next connection's will tells what was known when it began.
    proxy.cut();
    reader.find(|message| message.json()["online"] == false).await;
    reader.find(|message| message.json()["online"] == true).await;
    proxy.close();
    let will = reader.find(|message| message.json()["online"] == false).await.json();
    assert_eq!((&will["type"], &will["table"], &will["seq"]), (&json!("status"), &json!("t1"), &json!(5)));
    assert_eq!(will["board"]["port"], "/dev/ttyUSB0");
    let mut late = Reader::start(broker.address(), "late", &["chess/t1/status"]).await;
    let retained = late.next().await;
    assert!(retained.retained && retained.json()["online"] == false);
}

async fn every_record_arrives_in_order_through_a_connection_cut_again_and_again(kind: Kind) {
    const RECORDS: u64 = 5_000;
    const CUTS: usize = 15;
    let broker = TestBroker::start(kind).await;
    // In the middle of packets, and sometimes before anything is acknowledged.
    let budget = |number| (number < CUTS).then_some(1_000 + number * 7_919 % 80_000);
    let proxy = Proxy::cutting(broker.address(), budget).await;
    let mut reader = Reader::start(broker.address(), "reader", numbered_of(kind)).await;
    let (publisher, _commands) = start(&settings(proxy.address()));
    publish(&publisher, (1..=RECORDS).map(numbered));
    let all = sequence(&mut reader, RECORDS).await;
    assert_eq!(firsts(&all), (1..=RECORDS).collect::<Vec<_>>());
    assert_eq!(proxy.connections(), CUTS + 1);
    let repeats = all.len() - RECORDS as usize;
    assert!(repeats <= 32 * CUTS, "{repeats} repeats");
    println!("{kind:?}: {RECORDS} records through {CUTS} cuts, {repeats} repeats");
    idle(&publisher).await;
    publisher.shutdown().await;
}

async fn a_broker_that_remembers_has_everything_for_a_reader_who_was_away(kind: Kind) {
    let mut broker = TestBroker::start(kind).await;
    let reader = Reader::start(broker.address(), "reader", &NUMBERED).await;
    let (publisher, _commands) = start(&settings(broker.address()));
    up(&publisher).await;
    reader.vanish().await;
    publish(&publisher, (1..=100).map(numbered));
    idle(&publisher).await;
    broker.stop().await;
    down(&publisher).await;
    publish(&publisher, (101..=300).map(numbered));
    broker.start_again(Memory::Kept).await;
    let mut link = publisher.link();
    let up = |link: &Link| *link == Link::Up { session_present: true };
    timeout(PATIENCE, link.wait_for(up)).await.expect("in time").expect("running");
    idle(&publisher).await;
    let mut reader = Reader::start(broker.address(), "reader", &NUMBERED).await;
    let all = sequence(&mut reader, 300).await;
    assert_eq!(firsts(&all), (1..=300).collect::<Vec<_>>());
    publisher.shutdown().await;
}

async fn a_broker_that_forgets_everything_gets_all_state_and_all_waiting_records(kind: Kind) {
    let mut broker = TestBroker::start(kind).await;
    let proxy = Proxy::start(broker.address()).await;
    let (publisher, mut commands) = start(&settings(proxy.address()));
    publish(&publisher, [status(1), game(1)]);
    publish(&publisher, (1..=100).map(numbered));
    idle(&publisher).await;
    proxy.close();
    down(&publisher).await;
    broker.kill().await;
    publish(&publisher, (101..=300).map(numbered));
    assert_eq!(publisher.queued(), 200 + (101..=300).filter(|seq| seq % 3 == 1).count());
    broker.start_again(Memory::Lost).await;
    let mut reader = Reader::start(broker.address(), "reader", numbered_of(kind)).await;
    let mut state = Reader::start(broker.address(), "state", &["chess/t1/status", "chess/t1/+/game"]).await;
    proxy.open();
    let all = sequence(&mut reader, 300).await;
    assert_eq!(firsts(&all), (101..=300).collect::<Vec<_>>());
    let mut leaves = std::collections::BTreeSet::new();
    while leaves.len() < 3 {
        leaves.insert(state.next().await.leaf().to_owned());
    }
    // The subscription to commands is back, too; it was asked for before the first record.
    state.publish("chess/t1/arbiter/command", "{}", PublishProperties::default()).await;
    let command = timeout(PATIENCE, commands.recv()).await.expect("in time").expect("running");
    assert_eq!(command.given, Ok(GivenCommand::read("{}")));
    publisher.shutdown().await;
}

async fn a_command_is_answered_on_the_reply_topic_and_on_the_response_topic(kind: Kind) {
    let broker = TestBroker::start(kind).await;
    let (publisher, mut commands) = start(&settings(broker.address()));
    up(&publisher).await;
    let mut arbiter = Reader::start(broker.address(), "arbiter", &["answers/7", "chess/t1/arbiter/reply"]).await;
    let asked = PublishProperties {
        response_topic: Some("answers/7".to_owned()),
        correlation_data: Some(vec![0, 255, 7].into()),
        ..PublishProperties::default()
    };
    let text = json!({ "id": "c1", "command": "identify" }).to_string();
    // The subscription may still be on its way to the broker: ask until heard.
    let command = loop {
        arbiter.publish("chess/t1/arbiter/command", text.clone(), asked.clone()).await;
        if let Ok(command) = timeout(Duration::from_secs(2), commands.recv()).await {
            break command.expect("running");
        }
    };
    assert_eq!(command.given, Ok(GivenCommand::read(&text)));
    let reply = json!({ "id": "c1", "ok": true }).to_string();
    publisher.reply(&reply, command.response_to.as_ref());
    let mut answers = BTreeMap::new();
    while answers.len() < 2 {
        let message = arbiter.next().await;
        assert_eq!(message.payload, reply);
        answers.insert(message.topic.clone(), message);
    }
    assert_eq!(answers["answers/7"].properties.correlation_data.as_deref(), Some(&[0, 255, 7][..]));
    assert_eq!(answers["chess/t1/arbiter/reply"].properties.correlation_data, None);

    for (bad, reason) in [
        (vec![b' '; MAX_COMMAND_BYTES + 1], "the command is too long: at most 16384 bytes are taken"),
        (vec![0xff, b'{'], "the command is no UTF-8 text: invalid utf-8 sequence of 1 bytes from index 0"),
    ] {
        arbiter.publish("chess/t1/arbiter/command", bad, asked.clone()).await;
        let refused = timeout(PATIENCE, commands.recv()).await.expect("in time").expect("running");
        // As the service answers it, once that is kept.
        let error = refused.given.expect_err("it is refused");
        let answer = json!({ "id": null, "ok": false, "error": error }).to_string();
        publisher.reply(&answer, refused.response_to.as_ref());
        let refusal = arbiter.find(|message| message.topic == "answers/7").await.json();
        assert_eq!(refusal, json!({ "id": null, "ok": false, "error": reason }));
    }
    assert!(commands.try_recv().is_err());
    publisher.shutdown().await;
}

async fn a_command_over_mqtt_3_is_answered_on_the_reply_topic(kind: Kind) {
    let broker = TestBroker::start(kind).await;
    let (publisher, mut commands) = start(&settings(broker.address()));
    up(&publisher).await;
    let mut arbiter = Reader::start_in_three(broker.address(), "arbiter", &["chess/t1/arbiter/reply"]).await;
    let text = json!({ "id": "c1", "command": "identify" }).to_string();
    // The subscription may still be on its way to the broker: ask until heard.
    let command = loop {
        arbiter.publish("chess/t1/arbiter/command", text.clone(), PublishProperties::default()).await;
        if let Ok(command) = timeout(Duration::from_secs(2), commands.recv()).await {
            break command.expect("running");
        }
    };
    assert_eq!((&command.given, &command.response_to), (&Ok(GivenCommand::read(&text)), &None));
    let reply = json!({ "id": "c1", "ok": true }).to_string();
    publisher.reply(&reply, command.response_to.as_ref());
    assert_eq!(arbiter.next().await.payload, reply);
    publisher.shutdown().await;
}

async fn state_is_repeated_for_nodes_that_have_an_old_one(kind: Kind) {
    let broker = TestBroker::start(kind).await;
    let mut reader = Reader::start(broker.address(), "reader", &["chess/t1/#"]).await;
    let heartbeat = Duration::from_millis(200);
    let (publisher, _commands) = start(&Settings { heartbeat, ..settings(broker.address()) });
    publish(&publisher, [game(1)]);
    for leaf in ["arbiter/game", "public/game", "arbiter/game", "public/game"] {
        reader.find(|message| message.leaf() == leaf).await;
    }
    publisher.shutdown().await;
}

async fn names_that_a_broker_does_not_take_are_named(kind: Kind) {
    let broker = TestBroker::start(kind).await;
    for prefix in ["city.open", "city open"] {
        let settings = Settings { prefix: prefix.to_owned(), ..settings(broker.address()) };
        let (publisher, _commands) = start(&settings);
        let trouble = down(&publisher).await;
        assert!(matches!(&trouble, DisconnectReason::Names { .. }), "{trouble:?}");
        assert!(trouble.to_string().contains("no spaces and no dots in mqtt.prefix"), "{trouble}");
        publisher.shutdown().await;
    }
}

/// What a broker makes of a client that is told to speak to it in one version of MQTT.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_version_of_mqtt_that_is_set_is_the_one_that_is_spoken() {
    let broker = TestBroker::start(Kind::Mosquitto).await;
    for (version, answers) in [(MqttVersion::Auto, true), (MqttVersion::Five, true), (MqttVersion::Three, false)] {
        let (publisher, mut commands) = start(&Settings { version, ..settings(broker.address()) });
        up(&publisher).await;
        let arbiter = Reader::start(broker.address(), "arbiter", &["chess/t1/arbiter/reply"]).await;
        let asked = PublishProperties { response_topic: Some("answers/7".to_owned()), ..PublishProperties::default() };
        let command = loop {
            arbiter.publish("chess/t1/arbiter/command", "{}", asked.clone()).await;
            if let Ok(command) = timeout(Duration::from_secs(2), commands.recv()).await {
                break command.expect("running");
            }
        };
        assert_eq!(command.response_to.is_some(), answers, "{version:?}");
        publisher.shutdown().await;
    }
    let Some(_) = crate::common::nats::program() else { return };
    let broker = TestBroker::start(Kind::Nats).await;
    let (publisher, _commands) = start(&Settings { version: MqttVersion::Five, ..settings(broker.address()) });
    assert_eq!(down(&publisher).await, DisconnectReason::Lost, "it is never spoken to in another one");
    publisher.shutdown().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_several_addresses_the_next_is_tried_where_one_does_not_answer() {
    let (first, second) = (free_address(), TestBroker::start(Kind::Mosquitto).await);
    let urls = Settings { url: format!("mqtt://{first} mqtt://{}", second.address()), ..Settings::default() };
    let (publisher, _commands) = start(&urls);
    publish(&publisher, (1..=10).map(numbered));
    idle(&publisher).await;
    publisher.shutdown().await;
}

async fn commands_sent_while_the_daemon_is_away_arrive_and_retained_ones_do_not(kind: Kind) {
    let broker = TestBroker::start(kind).await;
    let mut arbiter =
        Reader::start(broker.address(), "arbiter", &["chess/t1/status", "chess/t1/arbiter/command"]).await;
    let (publisher, _commands) = start(&settings(broker.address()));
    up(&publisher).await;
    publisher.shutdown().await;
    arbiter.find(|message| message.leaf() == "status" && message.json()["online"] == false).await;
    arbiter.retain("chess/t1/arbiter/command", "{\"id\":\"retained\"}").await;
    arbiter.find(|message| message.payload.contains("retained")).await;
    arbiter.publish("chess/t1/arbiter/command", "{\"id\":\"2\"}", PublishProperties::default()).await;
    arbiter.find(|message| message.payload.contains('2') && message.leaf() == "arbiter/command").await;

    // Both were sent while the session waited, so both arrive, once.
    let (publisher, mut commands) = start(&settings(broker.address()));
    let mut arrivals = Vec::new();
    for expected in ["{\"id\":\"retained\"}", "{\"id\":\"2\"}"] {
        let command = timeout(PATIENCE, commands.recv()).await.expect("in time").expect("running");
        assert_eq!(command.given, Ok(GivenCommand::read(expected)));
        arrivals.push(command.arrival.expect("QoS 1"));
    }
    publisher.kept(arrivals[0]);
    publisher.shutdown().await;

    // What was not kept comes again. Connecting and subscribing once more does not bring the retained one back.
    let (publisher, mut commands) = start(&settings(broker.address()));
    up(&publisher).await;
    let command = timeout(PATIENCE, commands.recv()).await.expect("in time").expect("running");
    assert_eq!(command.given, Ok(GivenCommand::read("{\"id\":\"2\"}")));
    let arrival = command.arrival.expect("QoS 1");
    assert_eq!((arrival.packet, arrival.repeated), (arrivals[1].packet, true));
    let ask = "{\"id\":\"3\"}";
    arbiter.publish("chess/t1/arbiter/command", ask, PublishProperties::default()).await;
    let command = timeout(PATIENCE, commands.recv()).await.expect("in time").expect("running");
    assert_eq!(command.given, Ok(GivenCommand::read(ask)));
    publisher.shutdown().await;
}

async fn the_public_channel_lags_by_the_delay_and_never_carries_what_is_for_arbiters(kind: Kind) {
    const DELAY: Duration = Duration::from_millis(1_500);
    let broker = TestBroker::start(kind).await;
    let mut public = Reader::start(broker.address(), "public", &["chess/+/public/#"]).await;
    let (publisher, _commands) = start(&Settings { public_delay: DELAY, ..settings(broker.address()) });
    up(&publisher).await;
    let begun = Instant::now();
    publish(&publisher, [status(1), touch(0), moved(1), alert(2), turn(3), board(3), clock(3), game(3), moved(4)]);
    publisher.reply("{\"id\":\"1\",\"ok\":true}", None);
    publisher.pgn("1. e4 *").expect("short");
    let mut seen: Vec<Message> = Vec::new();
    while seen.len() < 5 {
        let message = public.next().await;
        assert!(begun.elapsed() >= DELAY, "{message:?} after {:?}", begun.elapsed());
        seen.push(message);
    }
    publisher.shutdown().await;
    seen.extend(public.arrived());
    let moves: Vec<u64> = seen
        .iter()
        .filter(|message| message.leaf() == "public/move")
        .filter_map(|m| m.json()["seq"].as_u64())
        .collect();
    assert_eq!(moves, [1, 4]);
    assert_eq!(seen.len(), 5);
    for message in &seen {
        for secret in ["alert", "obligation", "touched", "illegal_moves", "touch-move-violated"] {
            assert!(!message.payload.contains(secret), "{message:?}");
        }
    }
}

async fn a_connection_that_goes_dead_without_a_word_is_given_up_and_made_anew(kind: Kind) {
    let broker = TestBroker::start(kind).await;
    let proxy = Proxy::start(broker.address()).await;
    let mut reader = Reader::start(broker.address(), "reader", numbered_of(kind)).await;
    let (publisher, _commands) = start(&Settings { keep_alive: Duration::from_secs(5), ..settings(proxy.address()) });
    up(&publisher).await;
    proxy.freeze();
    publish(&publisher, (1..=100).map(numbered));
    // With long messages among them, on which the client may get stuck while it writes.
    for _ in 0..20 {
        publisher.pgn(&"x".repeat(1_000_000)).expect("short");
        publish(&publisher, [alert(102)]);
    }
    assert_eq!(down(&publisher).await, DisconnectReason::Silent);
    let all = sequence(&mut reader, 102).await;
    assert_eq!(firsts(&all)[..100], (1..=100).collect::<Vec<_>>());
    idle(&publisher).await;
    publisher.shutdown().await;
}

async fn a_shutdown_says_offline_itself_and_loses_nothing(kind: Kind) {
    let broker = TestBroker::start(kind).await;
    // By one subscription: between two a NATS server keeps no order.
    let mut reader = Reader::start(broker.address(), "reader", &["chess/t1/#"]).await;
    let (publisher, _commands) = start(&settings(broker.address()));
    publish(&publisher, (1..=50).map(alert));
    publish(&publisher, [status(50)]);
    let begun = Instant::now();
    publisher.shutdown().await;
    assert!(begun.elapsed() < Duration::from_secs(3));
    assert_eq!(publisher.queued(), 0);
    let mut alerts = Vec::new();
    loop {
        let record: Value = reader.next().await.json();
        match record["type"].as_str() {
            Some("alert") => alerts.push(record["seq"].as_u64().expect("numbered")),
            _ if record["online"] == false => {
                assert!(record["at"].is_string(), "said by itself, not by the will: {record}");
                break;
            }
            _ => {}
        }
    }
    assert_eq!(alerts, (1..=50).collect::<Vec<_>>(), "offline is the last word");
    assert_eq!(*publisher.link().borrow(), Link::Stopped);
}

async fn presence_is_repeated_and_a_resync_repeats_state(kind: Kind) {
    let broker = TestBroker::start(kind).await;
    let mut reader = Reader::start(broker.address(), "reader", &["chess/t1/#"]).await;
    let heartbeat = Duration::from_millis(200);
    let (publisher, _commands) = start(&Settings { heartbeat, ..settings(broker.address()) });
    publish(&publisher, [game(1)]);
    let mut times = std::collections::BTreeSet::new();
    while times.len() < 4 {
        let message = reader.find(|message| message.leaf() == "status").await.json();
        assert_eq!(message["online"], true);
        times.insert(message["at"].as_str().expect("a time").to_owned());
    }
    reader.arrived();
    publisher.resync();
    reader.find(|message| message.leaf() == "arbiter/game").await;
    reader.find(|message| message.leaf() == "public/game").await;
    publisher.shutdown().await;
}

async fn two_daemons_for_one_table_are_told_so(kind: Kind) {
    let broker = TestBroker::start(kind).await;
    let (first, _commands) = start(&settings(broker.address()));
    up(&first).await;
    let (second, _more) = start(&settings(broker.address()));
    let mut link = first.link();
    let told = |link: &Link| matches!(link, Link::Down(DisconnectReason::TakenOver | DisconnectReason::Unstable));
    timeout(PATIENCE, link.wait_for(told)).await.expect("in time").expect("running");
    second.shutdown().await;
    first.shutdown().await;
}

async fn a_client_that_knows_only_mqtt_3_reads_along(kind: Kind) {
    let broker = TestBroker::start(kind).await;
    let (publisher, _commands) = start(&settings(broker.address()));
    publish(&publisher, [status(1), game(1)]);
    publisher.pgn("1. e4 *").expect("short");
    let mut ready = Reader::start(broker.address(), "ready", &["chess/t1/public/pgn"]).await;
    ready.next().await;
    for version in ["311", "5"] {
        let port = broker.address().port().to_string();
        let child = Command::new(mosquitto_program("mosquitto_sub"))
            .args(["-h", "127.0.0.1", "-p", &port, "-V", version, "-q", "1", "-t", "chess/t1/#", "-C", "4", "-W", "30"])
            .args(["-F", "%t %r %p"])
            .stdin(Stdio::null())
            .output();
        let output = child.expect("mosquitto_sub runs");
        assert!(output.status.success(), "{output:?}");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        let mut topics: Vec<&str> = text.lines().filter_map(|line| line.split_whitespace().next()).collect();
        topics.sort_unstable();
        assert_eq!(topics, ["chess/t1/arbiter/game", "chess/t1/public/game", "chess/t1/public/pgn", "chess/t1/status"]);
        assert!(text.contains("chess/t1/public/pgn 1 1. e4 *"), "{text}");
    }
    publisher.shutdown().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_alert_that_the_broker_refuses_is_kept_and_arrives_once_it_may() {
    let write = "topic write chess/t1/arbiter/move\ntopic write chess/t1/arbiter/turn\ntopic read #\n";
    let settings_text = "allow_anonymous true\nacl_file FOLDER/acl\n";
    let broker = TestBroker::mosquitto(settings_text, &[("acl", write)]).await;
    let mut reader = Reader::start(broker.address(), "reader", &NUMBERED).await;
    let nameless = Settings { username: None, password: None, ..settings(broker.address()) };
    let (publisher, _commands) = start(&nameless);
    publish(&publisher, [moved(1), turn(2), alert(3), moved(4), turn(5)]);
    let mut seen = Vec::new();
    while seen.len() < 4 {
        seen.push(reader.next().await.json()["seq"].as_u64().expect("numbered"));
    }
    assert_eq!(seen, [1, 2, 4, 5], "what is allowed goes on");
    assert!(publisher.queued() >= 1);
    broker.rewrite("acl", &format!("{write}topic write chess/t1/arbiter/alert\n"));
    let late = reader.find(|message| message.leaf() == "arbiter/alert").await;
    assert_eq!(late.json()["seq"], 3);
    publisher.shutdown().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_password_is_named_and_the_right_one_gets_in() {
    let folder = tempfile::tempdir().expect("a folder");
    let users = folder.path().join("users");
    std::fs::write(&users, "").expect("written");
    let made =
        Command::new(mosquitto_program("mosquitto_passwd")).arg("-b").arg(&users).args(["anna", "sesame"]).status();
    assert!(made.expect("mosquitto_passwd runs").success());
    let users = std::fs::read_to_string(&users).expect("readable");
    let settings_text = "allow_anonymous false\npassword_file FOLDER/users\n";
    let broker = TestBroker::mosquitto(settings_text, &[("users", &users)]).await;
    let password_file = folder.path().join("password");
    for (password, expected) in [("wrong", None), ("sesame", Some(()))] {
        write_secret(&password_file, password);
        let settings = Settings {
            username: Some("anna".to_owned()),
            password: None,
            password_file: Some(password_file.clone()),
            ..settings(broker.address())
        };
        let (publisher, _commands) = start(&settings);
        match expected {
            None => assert_eq!(down(&publisher).await, DisconnectReason::Credentials),
            Some(()) => up(&publisher).await,
        }
        publisher.shutdown().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tls_lets_in_whom_the_authority_vouches_for_and_names_what_is_wrong_otherwise() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    for (name, subject) in [("server", "/CN=localhost"), ("other", "/CN=other")] {
        let made = Command::new("openssl")
            .args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"])
            .args(["-subj", subject, "-addext", "subjectAltName=DNS:localhost"])
            .args(["-addext", "basicConstraints=critical,CA:FALSE"])
            .arg("-keyout")
            .arg(file(&format!("{name}.key")))
            .arg("-out")
            .arg(file(&format!("{name}.pem")))
            .output()
            .expect("openssl runs: run the tests with tests/run, which installs it");
        assert!(made.status.success(), "{made:?}");
    }
    let read = |name: &str| std::fs::read_to_string(file(name)).expect("readable");
    let settings_text = "allow_anonymous true\ncertfile FOLDER/server.pem\nkeyfile FOLDER/server.key\n\
                         cafile FOLDER/other.pem\nrequire_certificate true\n";
    let files =
        [("server.pem", read("server.pem")), ("server.key", read("server.key")), ("other.pem", read("other.pem"))];
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let broker = TestBroker::mosquitto(settings_text, &files).await;
    let good = Settings {
        url: format!("mqtts://localhost:{}", broker.address().port()),
        ca_file: Some(file("server.pem")),
        client_cert_file: Some(file("other.pem")),
        client_key_file: Some(file("other.key")),
        ..Settings::default()
    };
    let (publisher, _commands) = start(&good);
    up(&publisher).await;
    publisher.shutdown().await;

    let address = format!("mqtts://127.0.0.1:{}", broker.address().port());
    let stranger = (Some(file("server.pem")), Some(file("server.key")));
    for (what, settings) in [
        ("an authority that never vouched for it", Settings { ca_file: Some(file("other.pem")), ..good.clone() }),
        ("a name that is not in its certificate", Settings { url: address, ..good.clone() }),
        ("no certificate of ours", Settings { client_cert_file: None, client_key_file: None, ..good.clone() }),
        (
            "a certificate of ours that it does not know",
            Settings { client_cert_file: stranger.0, client_key_file: stranger.1, ..good.clone() },
        ),
    ] {
        let (publisher, _commands) = start(&settings);
        let trouble = down(&publisher).await;
        let names_it = |text: &str| text.to_lowercase().contains("cert") || text.contains("UnknownCA");
        assert!(matches!(&trouble, DisconnectReason::Tls { text } if names_it(text)), "{what}: {trouble:?}");
        publisher.shutdown().await;
    }

    let plain = Settings {
        url: good.url.replace("mqtts", "mqtt"),
        ca_file: None,
        client_cert_file: None,
        client_key_file: None,
        ..good
    };
    let (publisher, _commands) = start(&plain);
    assert_eq!(down(&publisher).await, DisconnectReason::Lost);
    publisher.shutdown().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_broker_is_named_and_awaited() {
    let address = free_address();
    let (publisher, _commands) = start(&settings(address));
    let trouble = down(&publisher).await;
    assert!(matches!(&trouble, DisconnectReason::Network { text } if text.contains("refused")), "{trouble:?}");
    publish(&publisher, [alert(1)]);
    let folder = tempfile::tempdir().expect("a folder");
    let broker = Broker::start(address, folder.path(), own_pass()).await.expect("it starts");
    idle(&publisher).await;
    publisher.shutdown().await;
    broker.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_broker_on_the_same_port_is_refused_by_name_and_keeps_its_hands_off() {
    let folder = tempfile::tempdir().expect("a folder");
    // Another program may take a port between its being found free and its being used.
    let first = loop {
        match Broker::start(free_address(), &folder.path().join("first"), own_pass()).await {
            Ok(broker) => break broker,
            Err(BrokerError::PortTaken { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    };
    let storage = folder.path().join("second");
    let error = Broker::start(first.address(), &storage, own_pass()).await.expect_err("taken");
    assert!(matches!(error, BrokerError::PortTaken { listen } if listen == first.address()), "{error}");
    assert!(!storage.exists());
    assert!(folder.path().join("first").is_dir());
    assert!(!std::path::Path::new("mqtt_storage").exists(), "nothing in the working directory");
    let address = first.address();
    first.stop().await;
    // A program that another test starts holds our sockets for the instant before it becomes itself.
    let until = Instant::now() + Duration::from_secs(5);
    let again = loop {
        match Broker::start(address, &folder.path().join("first"), own_pass()).await {
            Ok(broker) => break broker,
            Err(BrokerError::PortTaken { .. }) if Instant::now() < until => {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            Err(error) => panic!("the port is free again: {error}"),
        }
    };
    again.stop().await;
    let any = SocketAddr::from(([127, 0, 0, 1], 0));
    let any = Broker::start(any, &folder.path().join("any"), own_pass()).await.expect("free");
    assert_ne!(any.address().port(), 0);
    any.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_broker_inside_is_for_this_computer_and_does_without_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let wide = SocketAddr::from(([0, 0, 0, 0], 0));
    let error = Broker::start(wide, folder.path(), own_pass()).await.expect_err("for other computers");
    assert!(matches!(error, BrokerError::NotHere { listen } if listen == wide), "{error}");
    let file = folder.path().join("file");
    std::fs::write(&file, "").expect("written");
    let any = SocketAddr::from(([127, 0, 0, 1], 0));
    let broker = Broker::start(any, &file, own_pass()).await.expect("a file is no folder, and none is needed");
    let (publisher, _commands) = start(&settings(broker.address()));
    publish(&publisher, [alert(1)]);
    idle(&publisher).await;
    publisher.shutdown().await;
    broker.stop().await;
}
