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
pub enum Trouble {
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
    /// The broker sent something that is not MQTT 5.
    #[error("the broker does not speak MQTT 5 as expected: {text}")]
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
    /// way that the client understands: see [`Unstable`](Trouble::Unstable).
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
}

impl From<ConnectionError> for Trouble {
    fn from(error: ConnectionError) -> Trouble {
        match error {
            ConnectionError::ConnectionRefused(code) => refused(code),
            ConnectionError::Io(error) => network(&error),
            ConnectionError::MqttState(error) => state(error),
            ConnectionError::NotConnAck(_) => Trouble::Protocol { text: "it did not answer with CONNACK".to_owned() },
            ConnectionError::RequestsDone => Trouble::OutOfStep,
            ConnectionError::Timeout(_) => Trouble::Silent,
            ConnectionError::Tls(TlsError::Io(error)) => tls_io(&error),
            ConnectionError::Tls(error) => Trouble::Tls { text: error.to_string() },
        }
    }
}

impl From<OutboxError> for Trouble {
    fn from(error: OutboxError) -> Trouble {
        Trouble::Outbox { text: error.to_string() }
    }
}

impl From<PayloadError> for Trouble {
    fn from(error: PayloadError) -> Trouble {
        Trouble::Outbox { text: error.to_string() }
    }
}

fn refused(code: ConnectReturnCode) -> Trouble {
    match code {
        ConnectReturnCode::BadUserNamePassword | ConnectReturnCode::NotAuthorized => Trouble::Credentials,
        ConnectReturnCode::RefusedProtocolVersion | ConnectReturnCode::UnsupportedProtocolVersion => {
            Trouble::Broker { what: "MQTT 5" }
        }
        ConnectReturnCode::QoSNotSupported => Trouble::Broker { what: "QoS 1" },
        ConnectReturnCode::RetainNotSupported => Trouble::Broker { what: "retained messages" },
        code => Trouble::Refused { reason: format!("{code:?}") },
    }
}

fn state(error: StateError) -> Trouble {
    match error {
        StateError::AwaitPingResp => Trouble::Silent,
        StateError::ConnectionAborted => Trouble::Lost,
        StateError::Deserialization(mqttbytes::Error::Io(error)) | StateError::Io(error) => network(&error),
        StateError::ServerDisconnect { reason_code: DisconnectReasonCode::SessionTakenOver, .. } => Trouble::TakenOver,
        StateError::ServerDisconnect { reason_code, reason_string } => Trouble::Closed {
            reason: match reason_string {
                Some(text) => format!("{reason_code:?}, {text:?}"),
                None => format!("{reason_code:?}"),
            },
        },
        StateError::CollisionTimeout | StateError::Unsolicited(_) => Trouble::OutOfStep,
        error => Trouble::Protocol { text: error.to_string() },
    }
}

fn network(error: &io::Error) -> Trouble {
    // A broker that dislikes our certificate may say so only once the handshake is over (TLS 1.3).
    if let Some(error) = error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>()) {
        return Trouble::Tls { text: error.to_string() };
    }
    match error.kind() {
        io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset | io::ErrorKind::UnexpectedEof => Trouble::Lost,
        io::ErrorKind::TimedOut => Trouble::Silent,
        _ => Trouble::Network { text: error.to_string() },
    }
}

/// The handshake's failures come wrapped in IO errors.
fn tls_io(error: &io::Error) -> Trouble {
    match error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>()) {
        Some(error) => Trouble::Tls { text: error.to_string() },
        None if error.kind() == io::ErrorKind::UnexpectedEof => Trouble::Tls {
            text: "the broker closed the connection during the handshake; is this its TLS port?".to_owned(),
        },
        None => network(error),
    }
}
