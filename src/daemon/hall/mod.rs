//! The hall at work: one task owns it, whoever's records it is fed with.
//!
//! | file | question |
//! |---|---|
//! | `task` | how is the hall fed, kept, and asked |
//! | `source` | where do records come from, and commands go to |
//! | `own` | the tables of this program as a source |
//! | `strangers` | what becomes of what tables say that nobody knows |
//! | `keeper` | where is kept what it keeps |
//! | `air` | when are rounds told to everybody |
//! | `shelf`, `folder` | where do their texts stand, and how are they written into files |
//! | `lichess` | how are they pushed to Lichess |
//! | `livechess` | how is LiveChess' interface fed and served |
//! | `standing` | how does an output of theirs stand |
//! | `steady` | how much time has passed, whatever the clocks say |

mod air;
mod folder;
mod keeper;
mod lichess;
mod livechess;
mod own;
mod shelf;
mod source;
mod standing;
mod steady;
mod strangers;
mod task;

use std::{net::SocketAddr, path::Path, time::Duration};

use tokio::{
    sync::{mpsc, watch},
    task::JoinHandle,
    time::timeout,
};
use tracing::{error, info, warn};

use self::{
    air::Air,
    keeper::Keeper,
    task::{Task, Tell},
};
pub(crate) use self::{
    own::{Feed, OwnTables},
    source::Source,
};
use crate::{
    daemon::config::{Config, HostName},
    hall::{
        accounts::{Accounts, manage::Manage, session::Visit},
        core::Hall,
        people::Role,
        time::Time,
    },
    publish::{
        console::{
            self,
            hall::{BrokerState, Desk},
        },
        mqtt::{Link, follow::Heard},
    },
    store::hall::{HallStore, HallStoreError},
};

/// How long the end of it may take: what waits for the disk is kept.
const END_WITHIN: Duration = Duration::from_secs(2);

/// A hall that is about to begin.
#[derive(Debug)]
pub(crate) struct Opened {
    /// Tells our connection to the broker from those of others like us, also after a restart.
    pub(crate) id: String,
    /// The code by which the chief arbiter's account is made from another computer; `None`: there are accounts.
    pub(crate) code: Option<String>,
    hall: Hall,
    accounts: Accounts,
    store: HallStore,
}

/// A running hall.
#[derive(Debug)]
pub(crate) struct Running {
    /// Ends with the hall, and has said so where it failed.
    task: JoinHandle<()>,
    stop: watch::Sender<bool>,
    failed: watch::Receiver<bool>,
}

/// Takes up what was kept in a database; `None`: in memory.
pub(crate) fn open(file: Option<&Path>) -> Result<Opened, HallStoreError> {
    let store = match file {
        Some(file) => HallStore::open(file)?,
        None => HallStore::in_memory()?,
    };
    let now = now();
    let random = || console::name().unwrap_or_else(|| now.0.to_string());
    let id = store.word("id", random)?;
    // Ids of commands that decide nothing must differ from those of the run before.
    let hall = Hall::from_rows(&random(), store.rows()?, now);
    let (accounts, sessions) = store.people()?;
    let mut accounts = Accounts::from_rows(accounts, sessions);
    let code = if accounts.are_none() { console::secret() } else { None };
    if let Some(code) = &code {
        accounts.set_up_by(console::digest(code));
    }
    Ok(Opened { id, code, hall, accounts, store })
}

/// Takes up what was kept, or begins in memory where that cannot be had: tables go on whatever becomes of the hall.
pub(crate) fn open_or_forget(file: &Path) -> Result<Opened, HallStoreError> {
    open(Some(file)).or_else(|error| {
        warn!(
            %error, file = %file.display(),
            "The console keeps nothing: accounts and decisions are in memory, and gone when this ends."
        );
        open(None)
    })
}

impl Opened {
    /// Begins. To be called within a tokio runtime.
    pub(crate) fn run(
        self,
        config: &Config,
        source: Source,
        heard: mpsc::Receiver<Heard>,
        desk: Desk,
    ) -> Result<Running, HallStoreError> {
        let Opened { id, hall, accounts, store, .. } = self;
        let (stop, stopped) = watch::channel(false);
        let Desk { asks, news, broker, known, served, outputs } = desk;
        known.send_replace(accounts.addresses());
        let air = Air::start(config, &id, store.broadcast()?, source.tables(), &served, &outputs);
        if let Source::Broker(follower) = &source {
            tokio::spawn(tell_broker(follower.link(), broker));
        }
        let task = Task::new(hall, accounts, Keeper::new(store), source, Tell { news, known, air });
        Ok(Running::watch(tokio::spawn(task.run(asks, heard, stopped)), stop))
    }

    /// Makes the chief arbiter's account of this name, without a password, where nobody has one yet, and gives the link
    /// that signs him in once, in the next minutes. `None`: it cannot be had.
    pub(crate) fn welcome(&mut self, name: &str, page: SocketAddr) -> Option<String> {
        if !self.accounts.are_none() {
            return None;
        }
        let (code, now) = (console::secret()?, now());
        let add = Manage::Add { name: name.to_owned(), role: Role::Chief {}, password: None };
        let link = Manage::Link { name: name.to_owned() };
        let visit = Visit { digest: Some(console::digest(&code)), ..Visit::default() };
        let made = self.accounts.manage(add, Visit::default(), now);
        let made = made.and_then(|_| self.accounts.manage(link, visit, now));
        match made {
            Ok(_) => Some(format!("http://{page}/#/enter/{code}")),
            Err(refusal) => {
                warn!(?refusal, name, "The chief arbiter's account cannot be made.");
                None
            }
        }
    }

    /// The link by which the chief arbiter gets in, where nobody has an account yet; it is logged.
    pub(crate) fn invite(&self, page: SocketAddr, is_encrypted: bool) -> Option<String> {
        let code = self.code.as_deref()?;
        let scheme = if is_encrypted { "https" } else { "http" };
        let host = if page.ip().is_unspecified() {
            let name = HostName::of_process(&[]);
            match name {
                HostName::Named(name) => format!("{name}:{}", page.port()),
                HostName::Kept | HostName::Unfit(_) => format!("localhost:{}", page.port()),
            }
        } else {
            page.to_string()
        };
        let link = format!("{scheme}://{host}/#/setup/{code}");
        info!(link, "Nobody has an account yet. This link makes the chief arbiter's, until somebody has one.");
        Some(link)
    }
}

impl Running {
    /// Watches over a hall's task, so that a failure is told when it happens and not at the end.
    fn watch(task: JoinHandle<()>, stop: watch::Sender<bool>) -> Running {
        let (tell, failed) = watch::channel(false);
        let task = tokio::spawn(async move {
            if let Err(error) = task.await {
                error!(%error, "The hall has failed, which is a bug: its console answers nobody until it is started again.");
                tell.send_replace(true);
            }
        });
        Running { task, stop, failed }
    }

    /// Waits until the hall has failed, which is a bug; for good where it does not.
    pub(crate) async fn failed(&self) {
        if self.failed.clone().wait_for(|failed| *failed).await.is_err() {
            std::future::pending::<()>().await;
        }
    }

    /// Keeps what is to be kept, and ends.
    pub(crate) async fn stop(self) {
        self.stop.send_replace(true);
        match timeout(END_WITHIN, self.task).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => error!(%error, "What watches over the hall had failed, which is a bug."),
            Err(_) => warn!("The disk is too slow for the hall's last words."),
        }
    }
}

/// Tells pages whether the broker is reached.
async fn tell_broker(mut link: watch::Receiver<Link>, tell: watch::Sender<Option<BrokerState>>) {
    loop {
        let (up, trouble) = match &*link.borrow_and_update() {
            Link::Up { .. } => (true, None),
            Link::Connecting | Link::Stopped => (false, None),
            Link::Down(reason) => (false, Some(reason.to_string())),
        };
        tell.send_if_modified(|state| {
            let since = state.as_ref().filter(|state| state.up == up).map_or_else(now, |state| state.since);
            let new = Some(BrokerState { up, since, trouble });
            let differs = *state != new;
            *state = new;
            differs
        });
        if link.changed().await.is_err() {
            return;
        }
    }
}

/// The time of day.
fn now() -> Time {
    Time(jiff::Timestamp::now().as_millisecond())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_hall_that_fails_is_told_when_it_does_and_one_that_ends_is_not() {
        let task = tokio::spawn(std::future::pending());
        let abort = task.abort_handle();
        let running = Running::watch(task, watch::channel(false).0);
        assert!(timeout(Duration::from_millis(20), running.failed()).await.is_err(), "it runs");
        abort.abort();
        timeout(END_WITHIN, running.failed()).await.expect("it is told");
        running.stop().await;

        let (stop, mut stopped) = watch::channel(false);
        let task = tokio::spawn(async move { drop(stopped.wait_for(|stop| *stop).await) });
        let running = Running::watch(task, stop.clone());
        stop.send_replace(true);
        assert!(timeout(Duration::from_millis(20), running.failed()).await.is_err(), "it has ended as it should");
        running.stop().await;
    }
}
