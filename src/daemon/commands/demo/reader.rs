//! The demo's own reader of the broker.

use std::time::Duration;

use rumqttc::v5::{
    AsyncClient, Event, EventLoop, Incoming, MqttOptions,
    mqttbytes::{QoS, v5::Publish},
};
use serde_json::Value;
use tokio::{sync::mpsc, task::JoinHandle};
use tracing::warn;

use crate::daemon::Error;

/// Most messages that wait to be told.
const MAX_MESSAGES: usize = 256;

/// Longest time in which something must happen that is due at once.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);

/// Name of the demo's table.
pub(super) const TABLE: &str = "demo";

/// A message from the broker.
#[derive(Debug, Clone)]
pub(super) struct Message {
    /// The last part of its topic.
    pub(super) leaf: String,
    pub(super) text: String,
    /// The text as JSON; null where it is none.
    pub(super) body: Value,
}

impl Message {
    pub(super) fn new(publish: &Publish) -> Message {
        let topic = String::from_utf8_lossy(&publish.topic);
        let leaf = topic.splitn(3, '/').nth(2).unwrap_or_default().to_owned();
        let text = String::from_utf8_lossy(&publish.payload).into_owned();
        let body = serde_json::from_str(&text).unwrap_or(Value::Null);
        Message { leaf, text, body }
    }

    pub(super) fn is_connected(&self) -> bool {
        self.leaf == "status" && self.body["board"]["state"] == "connected"
    }
}

/// A client of the broker, as anybody's program might be one.
pub(super) struct Reader {
    pub(super) client: AsyncClient,
    pub(super) messages: mpsc::Receiver<Message>,
    pub(super) task: JoinHandle<()>,
}

impl Reader {
    /// Connects and subscribes to everything of the table.
    pub(super) async fn start(broker: &str) -> Result<Reader, Error> {
        let (host, port) = broker.rsplit_once(':').unwrap_or((broker, "1883"));
        let options = MqttOptions::new("touchmove-demo-reader", host, port.parse().unwrap_or(1883));
        let (client, event_loop) = AsyncClient::new(options, 16);
        client
            .try_subscribe(format!("chess/{TABLE}/#"), QoS::AtLeastOnce)
            .map_err(|_| late("the broker was not reached"))?;
        let (sender, messages) = mpsc::channel(MAX_MESSAGES);
        Ok(Reader { client, messages, task: tokio::spawn(read(event_loop, sender)) })
    }

    /// Gives a command.
    pub(super) fn say(&self, command: &Value) {
        let topic = format!("chess/{TABLE}/arbiter/command");
        if let Err(error) = self.client.try_publish(topic, QoS::AtLeastOnce, false, command.to_string()) {
            warn!(%error, "The players' names are not told.");
        }
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn read(mut event_loop: EventLoop, sender: mpsc::Sender<Message>) {
    loop {
        match event_loop.poll().await {
            Ok(Event::Incoming(Incoming::Publish(publish))) => {
                if sender.send(Message::new(&publish)).await.is_err() {
                    return;
                }
            }
            Ok(Event::Incoming(_) | Event::Outgoing(_)) => {}
            Err(error) => {
                warn!(%error, "The broker is gone.");
                return;
            }
        }
    }
}

pub(super) fn late(what: &'static str) -> Error {
    Error::TooLate { what, seconds: PATIENCE.as_secs() }
}
