//! A table on MQTT: give it records, take its commands.
//!
//! Each table has a connection of its own, with the client id `touchmove-<prefix>-<table>`: MQTT gives one will to a
//! connection, and the will must mark exactly this table offline, on its own topic, for everybody who reads only
//! that.

mod arrivals;
mod back_off;
mod client;
mod connection;
mod disconnect_reason;
pub mod follow;
mod queue;
mod route;
pub mod settings;
mod shared;
mod streams;
mod window;

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::{
    sync::{Notify, mpsc, watch},
    time::Instant,
};
use tracing::{Instrument, info_span};

pub use self::{
    arrivals::Arrival,
    disconnect_reason::DisconnectReason,
    queue::{RecordError, ResponseTo},
    shared::{Command, Link, MAX_COMMANDS},
};
use self::{
    connection::Task,
    queue::Queue,
    route::Route,
    settings::{Endpoint, Settings, SettingsError},
    shared::{MAX_REFUSED, Shared, millis},
};
use crate::{
    game::{
        outbox::{Outbox, OutboxError},
        record::Record,
    },
    publish::{
        time::PublisherTime,
        topics::{NameError, Topics},
    },
};

/// Why a publisher could not start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// Prefix or table name cannot be a level of a topic.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The outbox failed.
    #[error(transparent)]
    Outbox(#[from] OutboxError),
    /// The settings cannot be used.
    #[error(transparent)]
    Settings(#[from] SettingsError),
}

/// One table's publisher. Clones are handles to the same one; when the last is dropped, it stops without a flush.
#[derive(Debug, Clone)]
pub struct Publisher {
    shared: Arc<Shared>,
    stop: Arc<watch::Sender<Option<Instant>>>,
    link: watch::Receiver<Link>,
}

impl Publisher {
    /// Starts publishing for `table`, and gives the commands that come in for it. To be called within a tokio runtime.
    ///
    /// # Errors
    /// [`StartError`], naming the setting. That the broker cannot be reached is no error: see [`link`](Publisher::link).
    pub fn start(
        settings: &Settings,
        table: &str,
        outbox: Box<dyn Outbox>,
    ) -> Result<(Publisher, mpsc::Receiver<Command>), StartError> {
        let topics = Topics::new(&settings.prefix, table)?;
        let endpoint = Endpoint::load(settings)?;
        let delay_ms = held_back_ms(settings.public_delay);
        let shared = Arc::new(Shared {
            queue: Mutex::new(Queue::new(PublisherTime(0), topics, outbox, delay_ms)?),
            kept: Mutex::default(),
            wake: Notify::new(),
            started: Instant::now(),
        });
        let (command_sender, commands) = mpsc::channel(MAX_COMMANDS + MAX_REFUSED);
        let (stop_sender, stop) = watch::channel(None);
        let (link_sender, link) = watch::channel(Link::Connecting);
        let task = Task {
            route: Route::new(endpoint.addresses.clone(), endpoint.version),
            endpoint,
            keep_alive: settings.keep_alive,
            heartbeat: settings.heartbeat,
            shared: Arc::clone(&shared),
            commands: command_sender,
            stop,
            link: link_sender,
            connections: 0,
            sessions: 0,
            refusals: 0,
        };
        tokio::spawn(task.run().instrument(info_span!("mqtt", table)));
        Ok((Publisher { shared, stop: Arc::new(stop_sender), link }, commands))
    }

    /// Publishes a record that is kept. What of it belongs to a stream is in the outbox already, written there together
    /// with the journal ([`waiting`](super::payload::waiting)); the rest is state. Never waits for the network.
    ///
    /// # Errors
    /// [`RecordError`]: the record, or part of it, will not be published.
    pub fn publish(&self, record: &Record) -> Result<(), RecordError> {
        self.with(|queue, at| queue.publish(at, record))
    }

    /// Publishes the game's PGN text, after the delay.
    ///
    /// # Errors
    /// [`RecordError::Payload`] when it is too long.
    pub fn pgn(&self, text: &str) -> Result<(), RecordError> {
        self.with(|queue, at| queue.pgn(at, text.to_owned()))
    }

    /// Publishes an answer that is in the outbox already where its sender wants it.
    pub fn answer(&self, text: &str, to: Option<&ResponseTo>) {
        self.with(|queue, _| queue.answer(text, to));
    }

    /// A command is kept, or not to be looked at: the broker may forget it, and all that came before it. One that it is
    /// never told of is delivered again when the table connects again.
    pub fn kept(&self, arrival: Arrival) {
        self.shared.kept.lock().unwrap_or_else(PoisonError::into_inner).push(arrival);
        self.nudge();
    }

    /// There is more in the outbox.
    pub fn nudge(&self) {
        self.shared.wake.notify_one();
    }

    /// Publishes all retained state again; public state that is held back stays so.
    pub fn resync(&self) {
        self.with(|queue, _| queue.resync());
    }

    /// Holds what becomes public from now on back for so long.
    pub fn set_public_delay(&self, delay: Duration) {
        self.with(|queue, _| queue.set_public_delay(held_back_ms(delay)));
    }

    /// How many records wait for the broker.
    #[must_use]
    pub fn queued(&self) -> usize {
        self.shared.queue().queued()
    }

    /// How many records were lost for want of room since the start.
    #[must_use]
    pub fn lost(&self) -> u64 {
        self.shared.queue().lost()
    }

    /// Where the connection stands, now and from now on.
    #[must_use]
    pub fn link(&self) -> watch::Receiver<Link> {
        self.link.clone()
    }

    /// Flushes until then at the longest, publishes that the table is offline, and ends the connection. What could not be
    /// sent stays in the outbox.
    pub async fn shutdown_by(&self, flushed: Instant) {
        self.stop.send_if_modified(|deadline| {
            let first = deadline.is_none();
            deadline.get_or_insert(flushed);
            first
        });
        let mut link = self.link.clone();
        // An error means that the task is gone, which is as good.
        let _ = link.wait_for(|link| *link == Link::Stopped).await;
    }

    fn with<T>(&self, act: impl FnOnce(&mut Queue, PublisherTime) -> T) -> T {
        let outcome = act(&mut self.shared.queue(), self.shared.at());
        self.shared.wake.notify_one();
        outcome
    }
}

/// The delay in whole milliseconds, one more than it says: what is read off the clock at its beginning is rounded down,
/// and nothing may become public early.
fn held_back_ms(delay: Duration) -> u64 {
    if delay.is_zero() { 0 } else { millis(delay).saturating_add(1) }
}
