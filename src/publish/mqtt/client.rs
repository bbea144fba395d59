//! One connection to a broker, in whichever version of MQTT it is spoken: the client library's two clients as one.
//!
//! What only MQTT 5 has (why a message is refused, where an answer is wanted, how many messages may be on their way,
//! when a session ends) is absent or at its widest in MQTT 3.1.1; whoever connects copes with that.

use std::{string::FromUtf8Error, time::Duration};

use rumqttc::{
    Outgoing,
    mqttbytes::QoS as OldQos,
    v5::{
        self,
        mqttbytes::{
            QoS,
            v5::{Filter, PubAckReason, PublishProperties, RetainForwardRule, SubscribeReasonCode},
        },
    },
};

use super::{
    arrivals::MAX_TELLING,
    disconnect_reason::DisconnectReason,
    route::Version,
    settings::{Address, Endpoint},
    window::MAX_HANDED,
};
use crate::publish::topics::Delivery;

/// Longest packet taken from the broker, in bytes.
const MAX_PACKET_BYTES: u32 = 1_024 * 1_024;

/// Longest packet that MQTT can tell the length of, in bytes (MQTT 3.1.1, section 2.2.3).
const LONGEST_PACKET: usize = 268_435_455;

/// How long a broker that is asked to keeps the session, and with it what is said to us while we are away.
const SESSION_EXPIRY: Duration = Duration::from_secs(4 * 3_600);

/// Most messages on the way to the broker without acknowledgement, and so most duplicates after a break.
pub(super) const WINDOW: usize = 32;

/// Packet ids that the client uses before it starts again at 1; above [`WINDOW`], so that none comes up while in use.
pub(super) const PACKET_IDS: u16 = 64;

/// Capacity of the client's channel. What is in it is lost to the client at a break, so it is short.
const CHANNEL: usize = MAX_HANDED + MAX_TELLING + 2;

/// How long a connection may take to be made, in seconds, unless said otherwise.
pub(super) const CONNECT_WITHIN_S: u64 = 5;

/// How long the client for MQTT 3.1.1 may take to hand one packet to the network, in seconds.
const WRITE_WITHIN_S: u64 = 30;

/// How a connection is to be opened.
pub(super) struct Opening<'a> {
    /// Who we are to the broker.
    pub(super) id: String,
    pub(super) address: &'a Address,
    pub(super) endpoint: &'a Endpoint,
    pub(super) keep_alive: Duration,
    /// In how many seconds it must be made.
    pub(super) within_s: u64,
    /// Most messages that the broker may send before we have acknowledged any; MQTT 3.1.1 cannot say so.
    pub(super) receive: u16,
    /// What the broker publishes when we are gone.
    pub(super) will: Option<Will>,
}

/// What the broker publishes for us, at least once.
pub(super) struct Will {
    pub(super) topic: String,
    pub(super) payload: String,
    pub(super) retained: bool,
}

/// What a client wants to hear, with acknowledgement. What it asks to be spared, MQTT 3.1.1 sends all the same.
pub(super) struct Wanted {
    pub(super) filter: String,
    pub(super) without_own: bool,
    pub(super) without_retained: bool,
}

/// A message to publish.
pub(super) struct Outbound {
    pub(super) topic: String,
    pub(super) delivery: Delivery,
    pub(super) retained: bool,
    pub(super) payload: String,
    pub(super) content_type: &'static str,
    pub(super) correlation: Option<Vec<u8>>,
}

/// What happens on a connection.
#[derive(Debug)]
pub(super) enum Event {
    /// The broker has let us in.
    Accepted(Accepted),
    /// An acknowledgement of ours was taken over by the client.
    AckSent,
    /// The broker has taken a message over, or refuses it.
    Acknowledged {
        packet: u16,
        /// Why it is refused, in MQTT's name of the reason.
        refusal: Option<String>,
    },
    /// A message came.
    Arrived(Arrived),
    /// We have taken our leave.
    Disconnected,
    /// Nothing that matters here.
    Other,
    /// The client waits for an acknowledgement before it can go on, which it never needs to.
    Stuck,
    /// The client has taken a message over and given it this packet id, 0 where it needs none.
    Sent(u16),
    /// Whether we shall hear what we want to; MQTT's names of the reasons why not.
    Subscribed(Vec<String>),
}

/// What the broker says when it lets us in.
#[derive(Debug)]
pub(super) struct Accepted {
    /// It remembers us.
    pub(super) session_present: bool,
    /// What it lacks of what `touchmove` needs.
    pub(super) lacks: Option<&'static str>,
    /// Whether it keeps retained messages.
    pub(super) retains: bool,
    /// Most messages that may be on their way to it at once.
    pub(super) window: usize,
    /// Longest packet that it takes, in bytes.
    pub(super) max_packet: usize,
}

/// A message that came.
#[derive(Debug)]
pub(super) struct Arrived {
    /// Empty where it is no UTF-8.
    pub(super) topic: String,
    pub(super) text: Result<String, FromUtf8Error>,
    /// Its packet id, where it wants to be acknowledged.
    pub(super) packet: Option<u16>,
    /// It may have come before.
    pub(super) repeated: bool,
    /// It was there before we asked for it.
    pub(super) retained: bool,
    /// Where its sender wants the answer, and by which correlation data.
    pub(super) response: Option<(String, Option<Vec<u8>>)>,
}

/// The client did not take what it has room for.
#[derive(Debug)]
pub(super) struct NotTaken;

impl From<NotTaken> for DisconnectReason {
    fn from(NotTaken: NotTaken) -> DisconnectReason {
        DisconnectReason::OutOfStep
    }
}

/// Takes what is to be said.
pub(super) enum Client {
    Five(v5::AsyncClient),
    Three(rumqttc::AsyncClient),
}

/// Tells what happens.
pub(super) enum Events {
    Five(Box<v5::EventLoop>),
    Three(Box<rumqttc::EventLoop>),
}

/// A client that connects as soon as its events are asked for.
pub(super) fn open(opening: Opening<'_>, version: Version) -> (Client, Events) {
    match version {
        Version::Five => {
            let (client, events) = v5::AsyncClient::new(options_of_five(opening), CHANNEL);
            (Client::Five(client), Events::Five(Box::new(events)))
        }
        Version::Three => {
            let within_s = opening.within_s;
            let (client, mut events) = rumqttc::AsyncClient::new(options_of_three(opening), CHANNEL);
            let mut network = events.network_options();
            network.set_tcp_nodelay(true);
            network.set_connection_timeout(within_s);
            events.set_network_options(network);
            (Client::Three(client), Events::Three(Box::new(events)))
        }
    }
}

fn options_of_five(opening: Opening<'_>) -> v5::MqttOptions {
    let Opening { id, address, endpoint, keep_alive, within_s, receive, will } = opening;
    let mut options = v5::MqttOptions::new(id, &address.host, address.port);
    options
        .set_transport(endpoint.transport.clone())
        .set_keep_alive(keep_alive)
        .set_connection_timeout(within_s)
        .set_clean_start(false)
        .set_manual_acks(true)
        .set_session_expiry_interval(Some(u32::try_from(SESSION_EXPIRY.as_secs()).unwrap_or(u32::MAX)))
        .set_max_packet_size(Some(MAX_PACKET_BYTES))
        .set_receive_maximum(Some(receive))
        .set_outgoing_inflight_upper_limit(PACKET_IDS);
    if let Some(Will { topic, payload, retained }) = will {
        options.set_last_will(v5::mqttbytes::v5::LastWill::new(topic, payload, QoS::AtLeastOnce, retained, None));
    }
    if let Some((user, password)) = &endpoint.credentials {
        options.set_credentials(user, password.reveal());
    }
    let mut network = options.network_options();
    network.set_tcp_nodelay(true);
    options.set_network_options(network);
    options
}

fn options_of_three(opening: Opening<'_>) -> rumqttc::MqttOptions {
    let Opening { id, address, endpoint, keep_alive, within_s: _, receive: _, will } = opening;
    let mut options = rumqttc::MqttOptions::new(id, &address.host, address.port);
    let incoming = usize::try_from(MAX_PACKET_BYTES).unwrap_or(usize::MAX);
    options
        .set_transport(endpoint.transport.clone())
        .set_keep_alive(keep_alive)
        .set_clean_session(false)
        .set_manual_acks(true)
        .set_max_packet_size(incoming, LONGEST_PACKET)
        .set_inflight(PACKET_IDS);
    if let Some(Will { topic, payload, retained }) = will {
        options.set_last_will(rumqttc::LastWill::new(topic, payload, OldQos::AtLeastOnce, retained));
    }
    if let Some((user, password)) = &endpoint.credentials {
        options.set_credentials(user, password.reveal());
    }
    options
}

impl Client {
    pub(super) fn publish(&self, message: Outbound) -> Result<(), NotTaken> {
        let Outbound { topic, delivery, retained, payload, content_type, correlation } = message;
        match self {
            Client::Five(client) => {
                let qos = match delivery {
                    Delivery::AtLeastOnce => QoS::AtLeastOnce,
                    Delivery::AtMostOnce => QoS::AtMostOnce,
                };
                let properties = PublishProperties {
                    payload_format_indicator: Some(1),
                    content_type: Some(content_type.to_owned()),
                    correlation_data: correlation.map(Into::into),
                    ..PublishProperties::default()
                };
                client.try_publish_with_properties(topic, qos, retained, payload, properties).map_err(|_| NotTaken)
            }
            Client::Three(client) => {
                let qos = match delivery {
                    Delivery::AtLeastOnce => OldQos::AtLeastOnce,
                    Delivery::AtMostOnce => OldQos::AtMostOnce,
                };
                client.try_publish(topic, qos, retained, payload).map_err(|_| NotTaken)
            }
        }
    }

    pub(super) fn subscribe(&self, wanted: impl IntoIterator<Item = Wanted>) -> Result<(), NotTaken> {
        match self {
            Client::Five(client) => {
                let filters = wanted.into_iter().map(|Wanted { filter, without_own, without_retained }| {
                    let mut filter = Filter::new(filter, QoS::AtLeastOnce);
                    filter.nolocal = without_own;
                    if without_retained {
                        filter.retain_forward_rule = RetainForwardRule::Never;
                    }
                    filter
                });
                client.try_subscribe_many(filters).map_err(|_| NotTaken)
            }
            Client::Three(client) => {
                let filters = wanted
                    .into_iter()
                    .map(|Wanted { filter, .. }| rumqttc::SubscribeFilter::new(filter, OldQos::AtLeastOnce));
                client.try_subscribe_many(filters).map_err(|_| NotTaken)
            }
        }
    }

    /// Acknowledges what came with this packet id.
    pub(super) fn acknowledge(&self, packet: u16) -> Result<(), NotTaken> {
        match self {
            Client::Five(client) => {
                let mut arrived = v5::mqttbytes::v5::Publish::new("", QoS::AtLeastOnce, Vec::new(), None);
                arrived.pkid = packet;
                client.try_ack(&arrived).map_err(|_| NotTaken)
            }
            Client::Three(client) => {
                let mut arrived = rumqttc::Publish::new("", OldQos::AtLeastOnce, Vec::new());
                arrived.pkid = packet;
                client.try_ack(&arrived).map_err(|_| NotTaken)
            }
        }
    }

    pub(super) fn disconnect(&self) -> Result<(), NotTaken> {
        match self {
            Client::Five(client) => client.try_disconnect().map_err(|_| NotTaken),
            Client::Three(client) => client.try_disconnect().map_err(|_| NotTaken),
        }
    }
}

impl Events {
    /// The next thing that happens. To be waited for until it has: what is just being written is lost else.
    pub(super) async fn next(&mut self) -> Result<Event, DisconnectReason> {
        match self {
            Events::Five(events) => Ok(of_five(events.poll().await?)),
            Events::Three(events) => {
                let event = events.poll().await?;
                if matches!(event, rumqttc::Event::Incoming(rumqttc::Incoming::ConnAck(_))) {
                    // It bounds each writing by the same time as the connecting: too short for a long message on a slow line.
                    events.network_options.set_connection_timeout(WRITE_WITHIN_S);
                }
                Ok(of_three(event))
            }
        }
    }

    /// After how long without traffic the broker is asked whether it is there. It may want another time than ours.
    pub(super) fn keep_alive(&self) -> Duration {
        match self {
            Events::Five(events) => events.options.keep_alive(),
            Events::Three(events) => events.mqtt_options.keep_alive(),
        }
    }
}

fn of_five(event: v5::Event) -> Event {
    match event {
        v5::Event::Incoming(v5::Incoming::ConnAck(answer)) => {
            let properties = answer.properties.as_ref();
            let lacks_qos = properties.and_then(|properties| properties.max_qos) == Some(0);
            let ids = properties.and_then(|properties| properties.receive_max).unwrap_or(PACKET_IDS);
            let max_packet = properties.and_then(|properties| properties.max_packet_size);
            Event::Accepted(Accepted {
                session_present: answer.session_present,
                lacks: lacks_qos.then_some("QoS 1"),
                retains: properties.and_then(|properties| properties.retain_available) != Some(0),
                window: window(ids),
                max_packet: max_packet.map_or(usize::MAX, |bytes| usize::try_from(bytes).unwrap_or(usize::MAX)),
            })
        }
        v5::Event::Incoming(v5::Incoming::PubAck(answer)) => Event::Acknowledged {
            packet: answer.pkid,
            refusal: match answer.reason {
                PubAckReason::NoMatchingSubscribers | PubAckReason::Success => None,
                reason @ (PubAckReason::ImplementationSpecificError
                | PubAckReason::NotAuthorized
                | PubAckReason::PacketIdentifierInUse
                | PubAckReason::PayloadFormatInvalid
                | PubAckReason::QuotaExceeded
                | PubAckReason::TopicNameInvalid
                | PubAckReason::UnspecifiedError) => Some(format!("{reason:?}")),
            },
        },
        v5::Event::Incoming(v5::Incoming::Publish(publish)) => {
            let properties = publish.properties.unwrap_or_default();
            let correlation = properties.correlation_data.map(|data| data.to_vec());
            Event::Arrived(Arrived {
                topic: String::from_utf8(publish.topic.to_vec()).unwrap_or_default(),
                text: String::from_utf8(publish.payload.into()),
                packet: (publish.qos != QoS::AtMostOnce).then_some(publish.pkid),
                repeated: publish.dup,
                retained: publish.retain,
                response: properties.response_topic.map(|topic| (topic, correlation)),
            })
        }
        v5::Event::Incoming(v5::Incoming::SubAck(answer)) => {
            let refused = |code: &SubscribeReasonCode| !matches!(code, SubscribeReasonCode::Success(_));
            let refused = answer.return_codes.iter().filter(|code| refused(code));
            Event::Subscribed(refused.map(|code| format!("{code:?}")).collect())
        }
        v5::Event::Incoming(_) => Event::Other,
        v5::Event::Outgoing(outgoing) => of_outgoing(&outgoing),
    }
}

fn of_three(event: rumqttc::Event) -> Event {
    match event {
        rumqttc::Event::Incoming(rumqttc::Incoming::ConnAck(answer)) => Event::Accepted(Accepted {
            session_present: answer.session_present,
            lacks: None,
            retains: true,
            window: window(PACKET_IDS),
            max_packet: LONGEST_PACKET,
        }),
        rumqttc::Event::Incoming(rumqttc::Incoming::PubAck(answer)) => {
            Event::Acknowledged { packet: answer.pkid, refusal: None }
        }
        rumqttc::Event::Incoming(rumqttc::Incoming::Publish(publish)) => Event::Arrived(Arrived {
            topic: publish.topic,
            text: String::from_utf8(publish.payload.into()),
            packet: (publish.qos != OldQos::AtMostOnce).then_some(publish.pkid),
            repeated: publish.dup,
            retained: publish.retain,
            response: None,
        }),
        rumqttc::Event::Incoming(rumqttc::Incoming::SubAck(answer)) => {
            let refused = |code: &rumqttc::SubscribeReasonCode| *code == rumqttc::SubscribeReasonCode::Failure;
            let refused = answer.return_codes.iter().filter(|code| refused(code));
            Event::Subscribed(refused.map(|code| format!("{code:?}")).collect())
        }
        rumqttc::Event::Incoming(_) => Event::Other,
        rumqttc::Event::Outgoing(outgoing) => of_outgoing(&outgoing),
    }
}

fn of_outgoing(outgoing: &Outgoing) -> Event {
    match outgoing {
        Outgoing::AwaitAck(_) => Event::Stuck,
        Outgoing::Disconnect => Event::Disconnected,
        Outgoing::PubAck(_) => Event::AckSent,
        Outgoing::Publish(packet) => Event::Sent(*packet),
        Outgoing::PingReq
        | Outgoing::PingResp
        | Outgoing::PubComp(_)
        | Outgoing::PubRec(_)
        | Outgoing::PubRel(_)
        | Outgoing::Subscribe(_)
        | Outgoing::Unsubscribe(_) => Event::Other,
    }
}

/// Most messages on their way, where the broker takes so many packet ids: the subscription takes one, too.
fn window(ids: u16) -> usize {
    usize::from(ids.min(PACKET_IDS)).saturating_sub(1).clamp(1, WINDOW)
}
