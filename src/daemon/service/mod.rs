//! The service: broker, page and tables, started together and stopped together.

pub(crate) mod watchdog;

mod supervisor;

use std::{
    collections::HashMap,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use tokio::{
    sync::{Mutex, mpsc, oneshot, watch},
    task::spawn_blocking,
    time::{Instant, timeout},
};
use tracing::{Instrument, info_span, warn};

use crate::{
    daemon::{
        Error,
        clock::Clock,
        config::{self, Config, convert},
        hall::{self, Feed, OwnTables, Source},
        metrics::{self, TableMetrics, Watched},
        table::{self, Inbox, Parts},
    },
    publish::{
        broker::{Broker, BrokerError},
        console::hall::HallHandle,
        mqtt::Publisher,
        secret::Secret,
        web::{self, Certificate, WebHandle},
    },
    serial::{Links, Places, Wanted},
    store::{Store, StoreError, TableStore},
};

/// Longest time that a stop sends what waits, from its beginning.
const FLUSH: Duration = Duration::from_secs(2);

/// How long a stop waits for the journal to be closed.
const CLOSE: Duration = Duration::from_secs(1);

/// Largest journal in memory, in bytes.
const MAX_IN_MEMORY: u64 = 64_000_000;

/// What the console keeps in the state folder.
const CONSOLE: &str = "console.sqlite";

/// How long the embedded broker outlives the tables.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// The name by which the tables come to the embedded broker.
const OWN: &str = "touchmove";

/// What a service needs to know besides its configuration.
#[derive(Debug, Clone)]
pub(crate) struct Options {
    /// The configuration's file, for messages.
    pub(crate) file: Option<PathBuf>,
    /// Where the broker keeps what it keeps.
    pub(crate) state_dir: PathBuf,
    /// Where ports are looked for.
    pub(crate) places: Places,
    /// How much faster than real the tables' time runs; see [`Clock`].
    pub(crate) speed: f64,
    /// The name of a chief arbiter who is given an account at once, and a link that signs him in; without one the link
    /// at the first start lets him make it.
    pub(crate) chief: Option<&'static str>,
}

impl Default for Options {
    fn default() -> Options {
        Options { file: None, state_dir: PathBuf::new(), places: Places::default(), speed: 1.0, chief: None }
    }
}

/// A running service.
#[derive(Debug)]
pub(crate) struct Service {
    /// The embedded broker, where no other is configured.
    broker: Option<Broker>,
    /// By which that broker knows the tables.
    pass: Option<Secret>,
    broker_url: String,
    web: WebHandle,
    /// `None` until the tables run.
    hall: Option<hall::Running>,
    /// By how much the public's view of the console is late.
    delay: watch::Sender<Duration>,
    /// How the chief arbiter gets in, where nobody has an account yet.
    invitation: Option<String>,
    tables: Vec<Running>,
    stop: watch::Sender<bool>,
    store: Store,
}

/// A table that runs.
#[derive(Debug)]
struct Running {
    config: watch::Sender<config::Table>,
    metrics: Arc<TableMetrics>,
    publisher: Publisher,
    /// When its thread has ended.
    ended: oneshot::Receiver<()>,
}

impl Service {
    /// Starts everything. Must be called in a Tokio runtime.
    pub(crate) async fn start(config: &Config, options: Options) -> Result<Service, Error> {
        // The page first: what it needs is had or not had at once, and nothing is to be undone.
        let names: Vec<String> = config.tables.iter().map(|table| table.name.clone()).collect();
        let certificate = config.web.cert_file.as_deref().zip(config.web.key_file.as_deref());
        let certificate = certificate.map(|(cert, key)| Certificate::load(cert, key)).transpose()?;
        let (handle, desk) = HallHandle::new(&config.hall.title);
        let (web, from_web) = web::start(config.web.listen, names.clone(), handle, certificate.as_ref()).await?;
        let (store, table_stores) = open_store(config, &options, &names)?;
        let (broker, pass) = match &config.mqtt.url {
            Some(_) => (None, None),
            None => {
                let (broker, pass) = start_broker(config, &options).await?;
                (Some(broker), Some(pass))
            }
        };
        let broker_url = match (&config.mqtt.url, &broker) {
            (Some(url), _) => url.to_string(),
            (None, Some(broker)) => format!("mqtt://{}", broker.address()),
            (None, None) => String::new(),
        };
        let (stop, stopped) = watch::channel(false);
        let file = config.hall.file.clone().unwrap_or_else(|| options.state_dir.join(CONSOLE));
        let mut opened = hall::open_or_forget(&file).map_err(|source| Error::Hall { file: file.clone(), source })?;
        let invitation = match options.chief {
            Some(name) => opened.welcome(name, web.address()),
            None => opened.invite(web.address(), certificate.is_some()),
        };
        let (delay, delayed) = watch::channel(convert::public_delay(config));
        let (feed, heard) = Feed::start(delayed);
        let (hall, tables) = (None, Vec::new());
        let mut service = Service { broker, pass, broker_url, web, hall, delay, invitation, tables, stop, store };
        match service.start_tables(config, &options, table_stores, &feed, &stopped) {
            Ok(to_tables) => {
                let own = OwnTables::new(&feed, to_tables.clone(), options.state_dir.clone());
                match opened.run(config, Source::Own(own), heard, desk) {
                    Ok(running) => service.hall = Some(running),
                    Err(source) => {
                        service.stop().await;
                        return Err(Error::Hall { file, source });
                    }
                }
                tokio::spawn(deal(from_web, to_tables));
                let watched = service.watched();
                service.web.serve_metrics(move || metrics::render(&watched));
                Ok(service)
            }
            Err(error) => {
                service.stop().await;
                Err(error)
            }
        }
    }

    fn start_tables(
        &mut self,
        config: &Config,
        options: &Options,
        stores: Vec<TableStore>,
        feed: &Feed,
        stop: &watch::Receiver<bool>,
    ) -> Result<HashMap<String, mpsc::Sender<web::Command>>, Error> {
        let wanted: Vec<Wanted> = config.tables.iter().map(convert::wanted).collect();
        let links = Links::of(&wanted, options.places.clone());
        let clock = Clock::start(options.speed);
        let mut mqtt = convert::mqtt_settings(config, self.broker_url.clone());
        if let Some(pass) = &self.pass {
            (mqtt.username, mqtt.password) = (Some(OWN.to_owned()), Some(pass.clone()));
        }
        let mut to_tables = HashMap::new();
        for ((table, wanted), store) in config.tables.iter().zip(wanted).zip(stores) {
            let name = table.name.clone();
            let TableStore { journal, outbox, notices } = store;
            let started = Publisher::start(&mqtt, &name, Box::new(outbox));
            let (publisher, from_mqtt) = started.map_err(|source| Error::Publish {
                file: options.file.clone(),
                table: name.clone(),
                source: Box::new(source),
            })?;
            let (to_table, from_web) = mpsc::channel(web::MAX_COMMANDS);
            let captures = config.capture.dir.as_deref().map(Path::to_owned);
            let metrics = Arc::new(TableMetrics::new(name.clone()));
            let parts = Parts {
                clock,
                wanted,
                links: links.clone(),
                state_dir: options.state_dir.clone(),
                captures: captures.map(|dir| (dir, u64::from(config.capture.max_mb) * 1_000_000)),
                keep_days: config.journal.keep_days,
                publisher: publisher.clone(),
                web: self.web.clone(),
                hall: feed.clone(),
                metrics: Arc::clone(&metrics),
            };
            let (config, changes) = watch::channel(table.clone());
            let inbox = Arc::new(Mutex::new(Inbox {
                config: changes,
                from_mqtt,
                from_web,
                journal,
                notices,
                stop: stop.clone(),
            }));
            let run = move || table::run(parts.clone(), Arc::clone(&inbox));
            let span = info_span!("table", name);
            let kept = supervisor::keep(Arc::clone(&metrics), stop.clone(), run).instrument(span);
            let ended = supervisor::start(&name, kept).map_err(Error::Runtime)?;
            self.tables.push(Running { config, metrics, publisher, ended });
            to_tables.insert(name, to_table);
        }
        Ok(to_tables)
    }

    /// What a watchdog needs to know of the tables.
    pub(crate) fn watched(&self) -> Vec<Watched> {
        let watched =
            |table: &Running| Watched { metrics: Arc::clone(&table.metrics), publisher: table.publisher.clone() };
        self.tables.iter().map(watched).collect()
    }

    /// Takes over what a changed configuration may change while the service runs.
    pub(crate) fn take_over(&self, config: &Config) {
        let delay = convert::public_delay(config);
        self.delay.send_replace(delay);
        for running in &self.tables {
            running.publisher.set_public_delay(delay);
            let name = &running.metrics.table;
            if let Some(table) = config.tables.iter().find(|table| table.name == *name) {
                running.config.send_if_modified(|old| {
                    // The rest of it is fixed at the start.
                    let new = config::Table {
                        laws: config::Laws { variant: old.laws.variant, ..table.laws.clone() },
                        timing: table.timing,
                        ..old.clone()
                    };
                    let differs = *old != new;
                    *old = new;
                    differs
                });
            }
        }
    }

    /// Waits until the hall has failed, which is a bug; for good where it does not. The tables go on without it.
    pub(crate) async fn hall_failed(&self) {
        match &self.hall {
            Some(hall) => hall.failed().await,
            None => std::future::pending().await,
        }
    }

    /// Where the page is.
    pub(crate) fn page(&self) -> SocketAddr {
        self.web.address()
    }

    /// How the chief arbiter gets in, where nobody has an account yet.
    pub(crate) fn invitation(&self) -> Option<&str> {
        self.invitation.as_deref()
    }

    /// Where the broker is, `mqtt://host:port`.
    pub(crate) fn broker(&self) -> &str {
        &self.broker_url
    }

    /// Ends everything: what waits is sent where the broker takes it within two seconds, every table is told to be
    /// offline, all ports are closed.
    pub(crate) async fn stop(self) {
        let Service { broker, web, hall, tables, stop, store, .. } = self;
        stop.send_replace(true);
        let flushed = Instant::now() + FLUSH;
        let page = tokio::spawn(web.shutdown());
        let mut ending = tokio::task::JoinSet::new();
        for Running { publisher, ended, .. } in tables {
            ending.spawn(async move {
                // One that panicked has ended, too.
                let _ = ended.await;
                publisher.shutdown_by(flushed).await;
            });
        }
        while ending.join_next().await.is_some() {}
        let _ = page.await;
        if let Some(hall) = hall {
            hall.stop().await;
        }
        // A disk that hangs must not keep the service from ending: what is committed is safe.
        let _ = timeout(CLOSE, spawn_blocking(|| store.close())).await;
        if let Some(broker) = broker {
            // Its readers are to hear that the tables are offline before their connections end.
            tokio::time::sleep(LAST_WORDS).await;
            broker.stop().await;
        }
    }
}

/// Starts the embedded broker; with it, by what it knows the tables.
async fn start_broker(config: &Config, options: &Options) -> Result<(Broker, Secret), Error> {
    let no_chance = || BrokerError::Unusable { text: "the system gives no random numbers".to_owned() };
    let pass = Secret::by_chance().ok_or_else(no_chance)?;
    let broker = Broker::start(config.broker.listen, &options.state_dir.join("broker"), pass.clone()).await?;
    Ok((broker, pass))
}

/// Opens the journal, in memory where the folder cannot be written.
fn open_store(config: &Config, options: &Options, names: &[String]) -> Result<(Store, Vec<TableStore>), Error> {
    let max_bytes = u64::from(config.journal.max_mb) * 1_000_000;
    match Store::open(&options.state_dir, names, max_bytes) {
        Err(error @ (StoreError::Database { .. } | StoreError::File { .. })) => {
            warn!(
                %error, state_dir = %options.state_dir.display(),
                "Nothing can be kept there: games and what waits for the broker are in memory, and gone when this ends."
            );
            Ok(Store::in_memory(names, max_bytes.min(MAX_IN_MEMORY))?)
        }
        opened => Ok(opened?),
    }
}

/// Hands the page's commands to their tables.
async fn deal(mut from_web: mpsc::Receiver<web::Command>, to_tables: HashMap<String, mpsc::Sender<web::Command>>) {
    while let Some(command) = from_web.recv().await {
        if let Some(to_table) = to_tables.get(&command.table) {
            // A full table drops the command, and with it the way to its sender, who is told so.
            let _ = to_table.try_send(command);
        }
    }
}
