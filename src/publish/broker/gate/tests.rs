use mqtt5::{ConnectOptions, WillMessage};

use super::*;
use crate::publish::broker::guests::MAX_RETAINED;

fn gate() -> (Arc<Gate>, mpsc::Receiver<String>) {
    Gate::new(Secret::new("p4ss".to_owned()))
}

fn from(port: u16) -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], port))
}

fn connect(id: &str) -> ConnectPacket {
    ConnectPacket::new(ConnectOptions::new(id).protocol_options)
}

fn with_will(id: &str, will: WillMessage) -> ConnectPacket {
    ConnectPacket { will: Some(will), ..connect(id) }
}

fn will(topic: &str) -> WillMessage {
    WillMessage::new(topic, b"gone".to_vec()).with_retain(true)
}

/// Has a client come in from this port, as the broker does.
fn comes(gate: &Gate, port: u16, connect: &ConnectPacket) -> Result<(u64, Arc<Line>), Refusal> {
    let (number, line) = gate.comes(from(port), Instant::now()).expect("a place");
    if let Err(refusal) = gate.decide(connect, from(port), Instant::now()) {
        gate.goes(from(port), number);
        return Err(refusal);
    }
    drop(gate.on_client_connect(ClientConnectEvent {
        client_id: connect.client_id.as_str().into(),
        user_id: None,
        clean_start: true,
        session_expiry_interval: 0,
        will_topic: None,
        will_payload: None,
        will_qos: None,
        will_retain: None,
    }));
    Ok((number, line))
}

fn message(id: &str, topic: &str) -> ClientPublishEvent {
    ClientPublishEvent {
        client_id: id.into(),
        user_id: None,
        topic: topic.into(),
        payload: b"x".to_vec().into(),
        qos: QoS::AtMostOnce,
        retain: false,
        packet_id: None,
        response_topic: None,
        correlation_data: None,
    }
}

/// Has a client publish something, as the broker does. `Err`: it is cut off.
fn publishes(gate: &Gate, message: &ClientPublishEvent) -> Result<(), ()> {
    gate.says(&message.client_id, &message.topic, Instant::now());
    gate.weigh(message, Instant::now()).map(drop)
}

fn retained(id: &str, topic: &str) -> ClientPublishEvent {
    ClientPublishEvent { retain: true, ..message(id, topic) }
}

fn is_retained(gate: &Gate, topic: &str, payload: &[u8]) {
    gate.retains(&RetainedSetEvent {
        topic: topic.into(),
        payload: payload.to_vec().into(),
        qos: QoS::AtMostOnce,
        cleared: payload.is_empty(),
    });
}

fn says_goodbye(gate: &Gate, id: &str) {
    drop(gate.on_client_disconnect(ClientDisconnectEvent {
        client_id: id.into(),
        user_id: None,
        reason: ReasonCode::Success,
        unexpected: false,
    }));
}

#[test]
fn when_too_much_waits_the_one_goes_for_whom_most_waits_the_longest() {
    let (gate, _forgotten) = gate();
    let (_, first) = comes(&gate, 1, &connect("first")).expect("let in");
    let filters = ["#", "+/#", "noise/#", "noise/+"];
    assert!(filters.iter().all(|filter| gate.subscribes("first", filter).is_some()));
    assert!(gate.subscribes("first", "noise/a").is_none(), "it would be a fifth copy");
    assert!(gate.subscribes("first", "#").is_none(), "it has that from the same packet");
    comes(&gate, 2, &connect("loud")).expect("let in");
    let noise = message("loud", "noise/a");
    publishes(&gate, &noise).expect("short enough");
    let copy = copy_bytes("noise/a", 0);
    assert_eq!(first.debt().map(|(_, bytes)| bytes), Some(4 * copy));

    let (_, second) = comes(&gate, 3, &connect("second")).expect("let in");
    let (_, other) = comes(&gate, 4, &connect("other")).expect("let in");
    assert!(gate.subscribes("second", "#").is_some());
    assert!(gate.subscribes("other", "chess/#").is_some());
    let mut count = 1;
    while first.was_cut().is_none() {
        publishes(&gate, &noise).expect("short enough");
        count += 1;
    }
    assert_eq!(first.was_cut(), Some(Cut::Owed));
    assert_eq!((second.was_cut(), other.was_cut()), (None, None));
    assert_eq!(count, MAX_OWED / (5 * copy) + 1);
    assert_eq!((second.debt().map(|(_, bytes)| bytes), other.debt()), (Some((count - 1) * copy), None));
    assert!(gate.has_room(MAX_OWED / 2), "what waited for it is none of the others' business");
}

#[test]
fn what_was_half_published_waits_once_it_is_released() {
    let (gate, _forgotten) = gate();
    let (_, line) = comes(&gate, 1, &connect("reader")).expect("let in");
    comes(&gate, 2, &connect("slow")).expect("let in");
    let half = ClientPublishEvent { qos: QoS::ExactlyOnce, packet_id: Some(7), ..message("slow", "t") };
    publishes(&gate, &half).expect("short enough");
    assert!(gate.subscribes("reader", "#").is_some());
    assert_eq!(line.debt(), None);
    let owed = || line.debt().map(|(_, bytes)| bytes);
    gate.releases(from(2), &[8, 7], Instant::now());
    assert_eq!(owed(), Some(copy_bytes("t", 0)));
    gate.releases(from(2), &[7], Instant::now());
    assert_eq!(owed(), Some(copy_bytes("t", 0)), "once");
}

#[test]
fn what_is_retained_waits_for_who_is_shown_it() {
    let (gate, _forgotten) = gate();
    let (_, line) = comes(&gate, 1, &connect("reader")).expect("let in");
    is_retained(&gate, "a/1", b"one");
    is_retained(&gate, "a/2", b"two");
    is_retained(&gate, "b", b"three");
    let shown = gate.subscribes("reader", "a/+").expect("granted");
    assert_eq!(shown.bytes, 2 * (copy_bytes("a/1", 0) + 3));
    assert!(shown.line.is_some_and(|shown| Arc::ptr_eq(&shown, &line)));
    assert!(gate.subscribes("reader", "c").is_some_and(|shown| shown.line.is_none()));
}

#[test]
fn what_is_to_be_retained_when_somebody_is_gone_takes_a_place_as_long_as_it_may_come() {
    let (gate, _forgotten) = gate();
    comes(&gate, 1, &connect("x")).expect("let in");
    for number in 0..MAX_RETAINED {
        publishes(&gate, &retained("x", &format!("x/{number}"))).expect("there is room");
        is_retained(&gate, &format!("x/{number}"), b"x");
    }
    assert_eq!(comes(&gate, 2, &with_will("y", will("y"))).err(), Some(Refusal::Retains));
    comes(&gate, 2, &with_will("y", will("x/1"))).expect("that is counted already");
    is_retained(&gate, "x/0", b"");
    comes(&gate, 3, &with_will("z", will("z"))).expect("there is room again");
    assert_eq!(comes(&gate, 4, &with_will("a", will("a"))).err(), Some(Refusal::Retains));
    says_goodbye(&gate, "z");
    let (number, _) = comes(&gate, 4, &with_will("a", will("a"))).expect("the other's will not come");
    gate.goes(from(4), number);
    let mut delayed = with_will("b", will("b"));
    delayed.properties.set_session_expiry_interval(60);
    if let Some(will) = &mut delayed.will {
        will.properties.will_delay_interval = Some(60);
    }
    let (number, _) = comes(&gate, 5, &delayed).expect("nor does that");
    gate.goes(from(5), number);
    publishes(&gate, &retained("x", "x/64")).expect_err("that of the last is still to come");
    assert_eq!(gate.kept_by_others().len(), MAX_RETAINED - 1);
    is_retained(&gate, "b", b"gone");
    assert_eq!(gate.kept_by_others().len(), MAX_RETAINED);
}

#[test]
fn nothing_is_kept_for_others_where_it_would_not_be_found_again() {
    let (gate, _forgotten) = gate();
    let (_, line) = comes(&gate, 1, &connect("x")).expect("let in");
    publishes(&gate, &message("x", "$x")).expect("it is not kept");
    publishes(&gate, &retained("x", "$x")).expect_err("refused");
    assert_eq!(line.was_cut(), Some(Cut::Retains));
}

#[test]
fn a_will_is_no_longer_than_a_message() {
    let (gate, _forgotten) = gate();
    let mut long = will("a");
    long.properties.user_properties = vec![(String::new(), "v".repeat(MAX_PROPERTIES_BYTES - 5))];
    comes(&gate, 1, &with_will("a", long.clone())).expect("short enough");
    long.properties.content_type = Some("t".to_owned());
    assert_eq!(comes(&gate, 2, &with_will("b", long)).err(), Some(Refusal::Long));
    let topic = "t".repeat(MAX_TOPIC_BYTES + 1);
    assert_eq!(comes(&gate, 3, &with_will("c", will(&topic))).err(), Some(Refusal::Long));
}

#[test]
fn sessions_are_counted_after_a_restart_whatever_their_client_ids() {
    let (gate, mut forgotten) = gate();
    let services = (0..40).map(|number| format!("touchmove-chess-{number}"));
    gate.remembers(Some(services.clone().collect()));
    let others = (0..MAX_SESSIONS + 2).map(|number| format!("touchmove-other-{number}"));
    gate.found(services.chain(others).collect(), Vec::new(), []);
    let gone: Vec<String> = std::iter::from_fn(|| forgotten.try_recv().ok()).collect();
    assert_eq!(gone, ["touchmove-other-0", "touchmove-other-1"]);
}

#[test]
fn where_no_services_are_known_they_are_told_by_their_client_ids() {
    let (gate, mut forgotten) = gate();
    gate.remembers(None);
    let services = (0..40).map(|number| format!("touchmove-chess-{number}"));
    let others = (0..=MAX_SESSIONS).map(|number| format!("other-{number}"));
    gate.found(services.chain(others).collect(), Vec::new(), []);
    let gone: Vec<String> = std::iter::from_fn(|| forgotten.try_recv().ok()).collect();
    assert_eq!(gone, ["other-0"]);
}

#[test]
fn the_client_id_of_a_service_of_before_is_anothers_only_if_it_does_not_come_back() {
    let (gate, _forgotten) = gate();
    let services = ["touchmove-chess-1", "touchmove-chess-2"].map(str::to_owned);
    gate.remembers(Some(services.into()));
    let mut own = connect("touchmove-chess-1");
    own.password = Some(b"p4ss".to_vec());
    assert_eq!(comes(&gate, 1, &connect("touchmove-chess-1")).err(), Some(Refusal::Id));
    assert_eq!(gate.new_services(), None);
    let later = Instant::now() + CLAIM;
    gate.decide(&own, from(2), later).expect("let in");
    assert_eq!(gate.decide(&connect("touchmove-chess-1"), from(3), later), Err(Refusal::Id));
    gate.decide(&connect("touchmove-chess-2"), from(3), later).expect("nobody else has come");
    assert_eq!(gate.new_services(), Some(vec!["touchmove-chess-1".to_owned()]));
    assert_eq!(gate.new_services(), None);
}
