//! Why there is no connection to the broker, in words a person can act on.

use std::io;

use rumqttc::v5::{
    ConnectionError, StateError, TlsError,
    mqttbytes::{
        self,
        v5::{ConnectReturnCode, DisconnectReasonCode},
    },
};

use crate::{game::outbox::OutboxError, publish::payload::PayloadError};

/// Why a connection to the broker did not come about, or ended. Never tells a secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DisconnectReason {
    /// The broker does not do what `touchmove` needs.
    #[error("the broker does not support {what}")]
    Broker {
        /// What it lacks.
        what: &'static str,
    },
    /// The broker closed the connection and gave a reason.
    #[error("the broker closed the connection: {reason}")]
    Closed {
        /// MQTT's name of the reason, and what the broker added.
        reason: String,
    },
    /// User name or password are wrong, or this user may not connect.
    #[error("the broker refused the user name, the password, or this user's access")]
    Credentials,
    /// The client library and this program disagree about what was sent.
    #[error("packet ids got out of step")]
    OutOfStep,
    /// The connection broke off.
    #[error("the connection broke off")]
    Lost,
    /// The broker breaks off, and the names of our topics have what not every broker takes there.
    #[error("{broken}; NATS takes no spaces and no dots in mqtt.prefix and a table's name")]
    Names {
        /// How it broke off.
        broken: Box<DisconnectReason>,
    },
    /// The network did not let the connection come about or go on.
    #[error("{text}")]
    Network {
        /// What the system said.
        text: String,
    },
    /// The outbox failed.
    #[error("{text}")]
    Outbox {
        /// What it said.
        text: String,
    },
    /// The broker sent something that is not MQTT.
    #[error("the broker does not speak MQTT as expected: {text}")]
    Protocol {
        /// What the client said.
        text: String,
    },
    /// The broker refused the connection.
    #[error("the broker refused the connection: {reason}")]
    Refused {
        /// MQTT's name of the reason.
        reason: String,
    },
    /// The broker does not answer.
    #[error("the broker does not answer")]
    Silent,
    /// Another client with the same id connected: the same table is published twice. Not every broker says so in a
    /// way that the client understands: see [`Unstable`](DisconnectReason::Unstable).
    #[error("another client publishes the same table: two daemons have the same prefix and table name")]
    TakenOver,
    /// TLS failed.
    #[error("TLS failed: {text}")]
    Tls {
        /// What the TLS library said.
        text: String,
    },
    /// The broker accepts, and soon breaks off, again and again.
    #[error(
        "the connection breaks off again and again; do two daemons have the same prefix and table name, or the broker a rule against us?"
    )]
    Unstable,
    /// The broker speaks another version of MQTT.
    #[error("the broker does not speak {what}")]
    Version {
        /// The version that it was spoken to in.
        what: &'static str,
    },
}

impl DisconnectReason {
    /// The same, with a word on the names of our topics where it may be for them that the broker breaks off, which MQTT
    /// 3.1.1 has no way to say.
    pub(super) fn with_names(self, prefix: &str, table: &str) -> DisconnectReason {
        let are_odd = [prefix, table].iter().any(|name| name.contains([' ', '.']));
        match self {
            DisconnectReason::Lost | DisconnectReason::Unstable if are_odd => {
                DisconnectReason::Names { broken: Box::new(self) }
            }
            reason => reason,
        }
    }
}

impl From<ConnectionError> for DisconnectReason {
    fn from(error: ConnectionError) -> DisconnectReason {
        match error {
            ConnectionError::ConnectionRefused(code) => refused(code),
            ConnectionError::Io(error) => network(&error),
            ConnectionError::MqttState(error) => state(error),
            ConnectionError::NotConnAck(_) => no_connack(),
            ConnectionError::RequestsDone => DisconnectReason::OutOfStep,
            ConnectionError::Timeout(_) => DisconnectReason::Silent,
            ConnectionError::Tls(error) => tls(error),
        }
    }
}

/// The same over MQTT 3.1.1, where a broker that closes the connection gives no reason.
impl From<rumqttc::ConnectionError> for DisconnectReason {
    fn from(error: rumqttc::ConnectionError) -> DisconnectReason {
        use rumqttc::{ConnectReturnCode, ConnectionError, StateError, mqttbytes};

        match error {
            ConnectionError::ConnectionRefused(code) => match code {
                ConnectReturnCode::BadUserNamePassword | ConnectReturnCode::NotAuthorized => {
                    DisconnectReason::Credentials
                }
                ConnectReturnCode::RefusedProtocolVersion => DisconnectReason::Version { what: "MQTT 3.1.1" },
                code => DisconnectReason::Refused { reason: format!("{code:?}") },
            },
            ConnectionError::Io(error) => network(&error),
            ConnectionError::MqttState(error) => match error {
                StateError::AwaitPingResp => DisconnectReason::Silent,
                StateError::ConnectionAborted => DisconnectReason::Lost,
                StateError::Deserialization(mqttbytes::Error::Io(error)) | StateError::Io(error) => network(&error),
                StateError::CollisionTimeout | StateError::Unsolicited(_) => DisconnectReason::OutOfStep,
                error => DisconnectReason::Protocol { text: error.to_string() },
            },
            ConnectionError::FlushTimeout | ConnectionError::NetworkTimeout => DisconnectReason::Silent,
            ConnectionError::NotConnAck(_) => no_connack(),
            ConnectionError::RequestsDone => DisconnectReason::OutOfStep,
            ConnectionError::Tls(error) => tls(error),
        }
    }
}

impl From<OutboxError> for DisconnectReason {
    fn from(error: OutboxError) -> DisconnectReason {
        DisconnectReason::Outbox { text: error.to_string() }
    }
}

impl From<PayloadError> for DisconnectReason {
    fn from(error: PayloadError) -> DisconnectReason {
        DisconnectReason::Outbox { text: error.to_string() }
    }
}

fn no_connack() -> DisconnectReason {
    DisconnectReason::Protocol { text: "it did not answer with CONNACK".to_owned() }
}

fn tls(error: TlsError) -> DisconnectReason {
    match error {
        TlsError::Io(error) => tls_io(&error),
        error => DisconnectReason::Tls { text: error.to_string() },
    }
}

fn refused(code: ConnectReturnCode) -> DisconnectReason {
    match code {
        ConnectReturnCode::BadUserNamePassword | ConnectReturnCode::NotAuthorized => DisconnectReason::Credentials,
        ConnectReturnCode::RefusedProtocolVersion | ConnectReturnCode::UnsupportedProtocolVersion => {
            DisconnectReason::Version { what: "MQTT 5" }
        }
        ConnectReturnCode::QoSNotSupported => DisconnectReason::Broker { what: "QoS 1" },
        ConnectReturnCode::RetainNotSupported => DisconnectReason::Broker { what: "retained messages" },
        code => DisconnectReason::Refused { reason: format!("{code:?}") },
    }
}

fn state(error: StateError) -> DisconnectReason {
    match error {
        StateError::AwaitPingResp => DisconnectReason::Silent,
        StateError::ConnectionAborted => DisconnectReason::Lost,
        StateError::Deserialization(mqttbytes::Error::Io(error)) | StateError::Io(error) => network(&error),
        StateError::ServerDisconnect { reason_code: DisconnectReasonCode::SessionTakenOver, .. } => {
            DisconnectReason::TakenOver
        }
        StateError::ServerDisconnect { reason_code, reason_string } => DisconnectReason::Closed {
            reason: match reason_string {
                Some(text) => format!("{reason_code:?}, {text:?}"),
                None => format!("{reason_code:?}"),
            },
        },
        StateError::CollisionTimeout | StateError::Unsolicited(_) => DisconnectReason::OutOfStep,
        error => DisconnectReason::Protocol { text: error.to_string() },
    }
}

fn network(error: &io::Error) -> DisconnectReason {
    // A broker that dislikes our certificate may say so only once the handshake is over (TLS 1.3).
    if let Some(error) = error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>()) {
        return DisconnectReason::Tls { text: error.to_string() };
    }
    match error.kind() {
        io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset | io::ErrorKind::UnexpectedEof => {
            DisconnectReason::Lost
        }
        io::ErrorKind::TimedOut => DisconnectReason::Silent,
        _ => DisconnectReason::Network { text: error.to_string() },
    }
}

/// The handshake's failures come wrapped in IO errors.
fn tls_io(error: &io::Error) -> DisconnectReason {
    match error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>()) {
        Some(error) => DisconnectReason::Tls { text: error.to_string() },
        None if error.kind() == io::ErrorKind::UnexpectedEof => DisconnectReason::Tls {
            text: "the broker closed the connection during the handshake; is this its TLS port?".to_owned(),
        },
        None => network(error),
    }
}
