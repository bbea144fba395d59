//! A client's connection with its [`Meter`]: whoever must can end it.

use std::{
    future::poll_fn,
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, Waker},
    time::{Duration, Instant},
};

use tokio::time::sleep;

use super::meter::{Cut, Meter};

/// A connection as the gate has it.
#[derive(Debug)]
pub(super) struct Line(Mutex<State>);

#[derive(Debug)]
pub(super) struct State {
    pub(super) meter: Meter,
    cut: Option<Cut>,
    pub(super) reader: Option<Waker>,
    pub(super) writer: Option<Waker>,
    /// Who waits for its turn to say something.
    waiter: Option<Waker>,
    pub(super) was_listened_to: bool,
}

impl Line {
    pub(super) fn new(now: Instant) -> Arc<Line> {
        Arc::new(Line(Mutex::new(State {
            meter: Meter::new(now),
            cut: None,
            reader: None,
            writer: None,
            waiter: None,
            was_listened_to: false,
        })))
    }

    /// Ends the connection: whatever is read or written fails, and nobody waits for it.
    pub(super) fn cut(&self, why: Cut) {
        let mut state = self.state();
        state.cut.get_or_insert(why);
        for waker in [state.reader.take(), state.writer.take(), state.waiter.take()].into_iter().flatten() {
            waker.wake();
        }
    }

    /// Why it was cut off, if it was.
    pub(super) fn was_cut(&self) -> Option<Cut> {
        self.state().cut
    }

    /// Whether the broker has asked it for what it says.
    pub(super) fn was_listened_to(&self) -> bool {
        self.state().was_listened_to
    }

    /// It is the service's own.
    pub(super) fn exempt(&self) {
        self.state().meter.exempt();
    }

    /// Its client has said who it is, and takes so many messages before it acknowledges one.
    pub(super) fn opens(&self, window: u16) {
        self.state().meter.opens(window);
    }

    /// Why it is to be cut off by now, if it is. To be asked every second or so.
    pub(super) fn overdue(&self, now: Instant) -> Option<Cut> {
        let meter = &mut self.state().meter;
        meter.look();
        meter.overdue(now)
    }

    /// How long the properties are of all messages that came since this was last asked, in bytes.
    pub(super) fn take_properties(&self) -> usize {
        self.state().meter.take_properties()
    }

    /// Its client is sent so much more, in bytes, which waits until it is.
    pub(super) fn owes(&self, bytes: usize, now: Instant) {
        self.state().meter.owes(bytes, now);
    }

    /// Since when its client has taken nothing of what waits for it, and how many bytes that is, at most.
    pub(super) fn debt(&self) -> Option<(Instant, usize)> {
        self.state().meter.debt()
    }

    /// Waits so long, or until it is cut off. Meanwhile its client is not read, and sent nothing.
    pub(super) async fn waits(&self, time: Duration) {
        self.state().meter.pauses(Instant::now());
        tokio::select! {
            () = sleep(time) => {}
            () = poll_fn(|cx| self.poll_cut(cx)) => {}
        }
        self.state().meter.goes_on(Instant::now());
    }

    fn poll_cut(&self, cx: &mut Context<'_>) -> Poll<()> {
        let mut state = self.state();
        if state.cut.is_some() {
            return Poll::Ready(());
        }
        state.waiter = Some(cx.waker().clone());
        Poll::Pending
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        // Nobody panics while holding it; if somebody did, numbers are all there is in it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    pub(super) fn check(&mut self, found: Result<(), Cut>) -> io::Result<()> {
        if let Err(why) = found {
            self.cut.get_or_insert(why);
        }
        match self.cut {
            Some(why) => Err(io::Error::new(io::ErrorKind::ConnectionAborted, why.to_string())),
            None => Ok(()),
        }
    }
}
