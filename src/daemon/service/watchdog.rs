//! Watches over the tables, and tells systemd that they live: sd_notify(3).
//!
//! A thread of its own, since a task could not run any more where the tables hold up all others. It looks at the turns
//! that each table's task has counted: an idle table turns, too, so one that stands still hangs. Then systemd's
//! watchdog is fed no more, and systemd starts the service again, which a thread in an endless loop leaves no other way
//! to do. A table that merely failed was started again alone long before ([`supervisor`](super::supervisor)).

use std::{
    io,
    sync::{
        Arc,
        mpsc::{RecvTimeoutError, Sender, channel},
    },
    thread::JoinHandle,
    time::Duration,
};

use sd_notify::NotifyState;
use tracing::{error, info, warn};

use crate::daemon::metrics::{TableMetrics, Watched};

/// How long a table may stand still where systemd does not say how patient it is: more than a slow memory card takes.
const PATIENCE: Duration = Duration::from_secs(15);

/// How often to look, at most.
const LOOK: Duration = Duration::from_millis(500);

/// The thread that watches. Ends when it is dropped.
#[derive(Debug)]
pub(crate) struct Watchdog {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Watchdog {
    /// Begins to watch over these tables.
    pub(crate) fn start(tables: Vec<Watched>) -> io::Result<Watchdog> {
        let (stop, stopped) = channel();
        let asked_for = sd_notify::watchdog_enabled();
        // Half of systemd's patience is for the table, the rest for what comes between.
        let patience = asked_for.map_or(PATIENCE, |every| every / 2);
        let pause = LOOK.min(patience / 4);
        let mut rounds = Rounds::new(tables.iter().map(|table| Arc::clone(&table.metrics)), patience, pause);
        let thread = std::thread::Builder::new().name("watchdog".to_owned()).spawn(move || {
            let mut told = String::new();
            loop {
                match (rounds.look(), asked_for) {
                    (Verdict::AllLive, Some(_)) => notify(&[NotifyState::Watchdog]),
                    (Verdict::AllLive, None) | (Verdict::Hanging, _) => {}
                }
                let status = in_words(&tables);
                if status != told {
                    notify(&[NotifyState::Status(&status)]);
                    told = status;
                }
                if stopped.recv_timeout(pause) != Err(RecvTimeoutError::Timeout) {
                    return;
                }
            }
        })?;
        Ok(Watchdog { stop: Some(stop), thread: Some(thread) })
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            // A panic in it has been reported by the thread itself.
            let _ = thread.join();
        }
    }
}

/// Everything runs.
pub(crate) fn ready() {
    notify(&[NotifyState::Ready]);
}

/// The configuration is being read again; [`ready`] ends that.
pub(crate) fn reloading() {
    match NotifyState::monotonic_usec_now() {
        Ok(now) => notify(&[NotifyState::Reloading, now]),
        Err(error) => warn!(%error, "The time of a reload cannot be told."),
    }
}

/// Whether systemd has started the service, and starts it again.
pub(crate) fn is_supervised() -> bool {
    std::env::var_os("NOTIFY_SOCKET").is_some()
}

/// The service cannot start, for this reason, and waits before it ends.
pub(crate) fn held_back(why: &str) {
    notify(&[NotifyState::Status(&format!("Cannot start: {why}"))]);
}

/// The service is about to end.
pub(crate) fn stopping() {
    notify(&[NotifyState::Stopping, NotifyState::Status("Stopping: what waits is being sent.")]);
}

/// Nothing happens where systemd did not start the service.
fn notify(states: &[NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(states) {
        warn!(%error, "systemd cannot be told.");
    }
}

/// What a look at the tables came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    AllLive,
    Hanging,
}

/// The looks at the tables so far.
#[derive(Debug)]
struct Rounds {
    tables: Vec<Standing>,
    /// So many looks in a row without a turn, and the table hangs. Looks are counted, not seconds: where the whole
    /// computer stood still, nobody looked either.
    most: u32,
    patience: Duration,
}

#[derive(Debug)]
struct Standing {
    metrics: Arc<TableMetrics>,
    turns: u64,
    looks: u32,
}

impl Rounds {
    fn new(tables: impl Iterator<Item = Arc<TableMetrics>>, patience: Duration, pause: Duration) -> Rounds {
        let most = u32::try_from(patience.as_millis() / pause.as_millis().max(1)).unwrap_or(u32::MAX);
        let tables = tables.map(|metrics| Standing { turns: metrics.turns.now(), metrics, looks: 0 }).collect();
        Rounds { tables, most: most.max(2), patience }
    }

    fn look(&mut self) -> Verdict {
        let mut verdict = Verdict::AllLive;
        for Standing { metrics, turns, looks } in &mut self.tables {
            let now = metrics.turns.now();
            *looks = if now == *turns { looks.saturating_add(1) } else { 0 };
            *turns = now;
            let hangs = *looks >= self.most;
            if hangs {
                verdict = Verdict::Hanging;
            }
            if hangs == metrics.hangs() {
                continue;
            }
            metrics.set_hangs(hangs);
            let (table, seconds) = (&metrics.table, self.patience.as_secs());
            if hangs {
                error!(
                    table,
                    seconds, "A table stands still, which is a bug; systemd is left to start the service again."
                );
            } else {
                info!(table, "The table goes on.");
            }
        }
        verdict
    }
}

/// The state of the service in one line.
fn in_words(tables: &[Watched]) -> String {
    let hanging: Vec<&str> =
        tables.iter().filter(|table| table.metrics.hangs()).map(|table| table.metrics.table.as_str()).collect();
    if !hanging.is_empty() {
        return format!("Table {} stands still.", hanging.join(", "));
    }
    let connected = tables.iter().filter(|table| table.metrics.is_board_connected()).count();
    let boards = match (connected, tables.len()) {
        (1, 1) => "The board is connected".to_owned(),
        (0, 1) => "Looking for the board".to_owned(),
        (connected, all) => format!("{connected} of {all} boards are connected"),
    };
    let up = tables.iter().filter(|table| table.is_published()).count();
    let broker = if up == tables.len() { "the broker is connected" } else { "the broker is away" };
    let waiting = match tables.iter().map(|table| table.publisher.queued()).sum() {
        0_usize => String::new(),
        1 => ", one record waits".to_owned(),
        queued => format!(", {queued} records wait"),
    };
    format!("{boards}; {broker}{waiting}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounds(names: &[&str], looks: u32) -> (Vec<Arc<TableMetrics>>, Rounds) {
        let tables: Vec<_> = names.iter().map(|name| Arc::new(TableMetrics::new((*name).to_owned()))).collect();
        let rounds = Rounds::new(tables.iter().cloned(), Duration::from_secs(looks.into()), Duration::from_secs(1));
        (tables, rounds)
    }

    #[test]
    fn tables_that_turn_live_and_one_that_stands_still_hangs_until_it_turns_again() {
        let (tables, mut rounds) = rounds(&["1", "2"], 5);
        for _ in 0..100 {
            tables.iter().for_each(|table| table.turns.add(1));
            assert_eq!(rounds.look(), Verdict::AllLive);
        }
        for look in 1..=10 {
            tables[0].turns.add(1);
            let expected = if look < 5 { Verdict::AllLive } else { Verdict::Hanging };
            assert_eq!(rounds.look(), expected, "look {look}");
        }
        assert_eq!((tables[0].hangs(), tables[1].hangs()), (false, true));
        tables.iter().for_each(|table| table.turns.add(1));
        assert_eq!(rounds.look(), Verdict::AllLive);
        assert!(!tables[1].hangs());
    }

    #[test]
    fn a_service_without_tables_lives() {
        let (_, mut rounds) = rounds(&[], 5);
        assert_eq!(rounds.look(), Verdict::AllLive);
    }
}
