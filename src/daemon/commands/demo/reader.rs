//! The demo's own reader of the broker.

use std::time::Duration;

use rumqttc::v5::{
    AsyncClient, Event, EventLoop, Incoming, MqttOptions,
    mqttbytes::{QoS, v5::Publish},
};
use serde_json::Value;
use tokio::{sync::mpsc, task::JoinHandle, time::sleep};
use tracing::warn;

use crate::daemon::Error;

/// Most messages that wait to be told.
const MAX_MESSAGES: usize = 256;

/// Longest time in which something must happen that is due at once.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);

/// How long after a connection has broken another one is tried.
const AGAIN: Duration = Duration::from_secs(1);

/// Name of the demo's table.
pub(super) const TABLE: &str = "demo";

/// A message from the broker.
#[derive(Debug, Clone)]
pub(super) struct Message {
    /// The table.
    pub(super) table: String,
    /// The last part of its topic.
    pub(super) leaf: String,
    pub(super) text: String,
    /// The text as JSON; null where it is none.
    pub(super) body: Value,
}

impl Message {
    pub(super) fn new(publish: &Publish) -> Message {
        let topic = String::from_utf8_lossy(&publish.topic);
        let mut levels = topic.splitn(3, '/').skip(1).map(str::to_owned);
        let (table, leaf) = (levels.next().unwrap_or_default(), levels.next().unwrap_or_default());
        let text = String::from_utf8_lossy(&publish.payload).into_owned();
        let body = serde_json::from_str(&text).unwrap_or(Value::Null);
        Message { table, leaf, text, body }
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
    /// Connects and subscribes to these topics.
    pub(super) fn start(broker: &str, filters: &[&str]) -> Reader {
        let (host, port) = broker.rsplit_once(':').unwrap_or((broker, "1883"));
        let options = MqttOptions::new("touchmove-demo-reader", host, port.parse().unwrap_or(1883));
        let (client, event_loop) = AsyncClient::new(options, MAX_MESSAGES);
        let (sender, messages) = mpsc::channel(MAX_MESSAGES);
        let filters = filters.iter().map(|filter| (*filter).to_owned()).collect();
        let task = tokio::spawn(read(client.clone(), filters, event_loop, sender));
        Reader { client, messages, task }
    }

    /// Gives a table a command.
    pub(super) fn say(&self, table: &str, command: &Value) {
        let topic = format!("chess/{table}/arbiter/command");
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

/// Reads until nobody listens any more. Where the connection breaks, as when the computer has slept, there is another one.
async fn read(client: AsyncClient, filters: Vec<String>, mut event_loop: EventLoop, sender: mpsc::Sender<Message>) {
    loop {
        match event_loop.poll().await {
            Ok(Event::Incoming(Incoming::ConnAck(_))) => {
                for filter in &filters {
                    if let Err(error) = client.try_subscribe(filter, QoS::AtLeastOnce) {
                        warn!(%error, "The broker is not listened to.");
                    }
                }
            }
            Ok(Event::Incoming(Incoming::Publish(publish))) => {
                if sender.send(Message::new(&publish)).await.is_err() {
                    return;
                }
            }
            Ok(Event::Incoming(_) | Event::Outgoing(_)) => {}
            Err(error) => {
                warn!(%error, "The broker is gone, and tried again.");
                sleep(AGAIN).await;
            }
        }
    }
}

pub(super) fn late(what: &'static str) -> Error {
    Error::TooLate { what, seconds: PATIENCE.as_secs() }
}
