//! Many cases side by side, none of which may hold up the others.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread,
    time::Duration,
};

use super::run::{Fault, Trial};

/// A game of two dozen half-moves takes a few milliseconds.
const LONGEST: Duration = Duration::from_secs(10);

/// Cases tried at the same time: a table has a processor of its own.
const LANES: usize = 2;

type Faults = Vec<(Fault, String)>;

/// What each case differs in, in the order given.
pub(crate) fn try_all(trials: &[Trial], side_by_side: bool) -> Vec<Faults> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(vec![Faults::new(); trials.len()]);
    thread::scope(|scope| {
        for _ in 0..if side_by_side { LANES } else { 1 } {
            scope.spawn(|| {
                let mut lane = Lane::new();
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(trial) = trials.get(index) else { return };
                    let faults = lane.try_it(trial);
                    found.lock().expect("no lane fails")[index] = faults;
                }
            });
        }
    });
    found.into_inner().expect("no lane fails")
}

/// A thread that tries cases; one that does not come back is left behind.
struct Lane {
    to: Sender<Trial>,
    from: Receiver<Faults>,
}

impl Lane {
    fn new() -> Lane {
        let (to, trials) = channel::<Trial>();
        let (found, from) = channel();
        thread::spawn(move || {
            for trial in trials {
                if found.send(trial.differences()).is_err() {
                    return;
                }
            }
        });
        Lane { to, from }
    }

    fn try_it(&mut self, trial: &Trial) -> Faults {
        let stuck = |what: &str| vec![(Fault::Stuck, what.to_owned())];
        if self.to.send(trial.clone()).is_err() {
            *self = Lane::new();
            return stuck("it failed");
        }
        let faults = match self.from.recv_timeout(LONGEST) {
            Ok(faults) => return faults,
            Err(RecvTimeoutError::Disconnected) => stuck("it failed"),
            Err(RecvTimeoutError::Timeout) => stuck("it takes longer than ten seconds"),
        };
        *self = Lane::new();
        faults
    }
}
