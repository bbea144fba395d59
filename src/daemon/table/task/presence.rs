//! How the board and the table are doing, as it is told; a board that is silent or blind.

use std::time::Duration;

use protocols::Presence;
use tokio::time::Instant;
use tracing::{debug, info, warn};

use super::{BLIND, NOT_RECORDED, Task};
use crate::{
    board::Health,
    daemon::clock::date,
    game::record::{BoardState, BoardStatus, Body, Record, Status},
};

/// How long a board may be silent before its port is opened anew, and the longest such time: it may hang on another port
/// by now, or its adapter may only come to itself that way.
const REOPEN: (Duration, Duration) = (Duration::from_secs(5), Duration::from_secs(60));

impl Task {
    pub(super) fn health(&mut self, health: &Health) {
        debug!(?health, "The device told of itself.");
        if let Some(serial) = &health.serial
            && self.port.identified(serial.clone()).is_err()
        {
            debug!("The port takes no more: the board's serial number is told it later.");
        }
        match health.presence {
            Some(Presence::Answering) => self.silent = None,
            Some(Presence::Silent) => {
                self.silent.get_or_insert_with(|| (Instant::now() + REOPEN.0, REOPEN.0));
            }
            None => {}
        }
        match (health.presence, health.placed) {
            (_, true) => (self.blind, self.blind_pause) = (None, BLIND),
            (Some(Presence::Answering), false) => {
                self.blind.get_or_insert_with(|| Instant::now() + self.blind_pause);
            }
            (Some(Presence::Silent) | None, false) => self.blind = None,
        }
        self.watch.told(health);
        self.tell_change();
    }

    /// Without a position there is no game, however well the board answers.
    pub(super) fn tell_if_blind(&mut self, now: Instant) {
        if self.blind.is_some_and(|due| due <= now) {
            let kind = self.board.map(|board| board.kind);
            warn!(kind, "The board answers, but has not told what stands on its squares: no game is followed.");
            self.blind_pause *= 2;
            self.blind = Some(now + self.blind_pause);
            self.watch.blind();
            self.tell_change();
        }
    }

    /// A board that has gone silent may hang on another port by now.
    pub(super) fn reopen_if_silent(&mut self, now: Instant) {
        if let Some((due, pause)) = self.silent.filter(|(due, _)| *due <= now) {
            debug!(?due, "The board is silent: its port is opened anew.");
            if pause > REOPEN.0 {
                self.watch.gone();
                self.tell_change();
            }
            let pause = (pause * 2).min(REOPEN.1);
            // Where the link takes no command now, it will the next time.
            let _ = self.port.reopen();
            self.silent = Some((now + pause, pause));
        }
    }

    /// Tells the presence where it has changed.
    pub(super) fn tell_change(&mut self) {
        let board = self.watch.status();
        self.metrics.set_board(board.state);
        let before = self.told.as_ref().map(|told| BoardStatus { heard_ms: None, ..told.board.clone() });
        let before = before.as_ref();
        if before == Some(&board) {
            return;
        }
        if before.map(|before| before.state) != Some(board.state) {
            match board.state {
                BoardState::Connected => info!(kind = board.kind, serial = board.serial, "The board answers."),
                BoardState::Lost => warn!(kind = board.kind, port = board.port, "The board is lost."),
                BoardState::Searching => {}
                BoardState::Stale => warn!(kind = board.kind, port = board.port, "The board has gone silent."),
            }
        }
        self.tell_presence();
    }

    pub(super) fn each_minute(&mut self) {
        if let Some(table) = &mut self.table {
            self.metrics.counters(&mut self.counted, table.counters().unwrap_or_default());
            // Games may begin on any day of the weeks that a service runs.
            table.set_date(date());
        }
        self.tell_presence();
    }

    pub(super) fn tell_presence(&mut self) {
        let lost = self.publisher.lost();
        let mut errors = self.output.errors();
        self.metrics.set_unkept(!errors.is_empty());
        if std::mem::replace(&mut self.lost, lost) < lost {
            errors.push("outbox-full".to_owned());
        }
        if self.is_interrupted() {
            errors.push(NOT_RECORDED.to_owned());
        }
        let status = Status {
            online: true,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            board: BoardStatus { heard_ms: self.metrics.silence().map(millis), ..self.watch.status() },
            queued: self.publisher.queued() as u64,
            uptime_s: self.metrics.uptime().as_secs(),
            faults: self.metrics.faults(&self.publisher),
            errors,
            broker_trouble: None,
        };
        self.told = Some(status.clone());
        let t_ms = self.clock_offset().game_time(self.clock.now());
        let table = self.config.name.as_str().into();
        let record =
            self.dated(Record { body: Body::Status(status.clone()), game: None, table, seq: self.seq, t_ms, at: None });
        let trouble = self.broker.trouble.clone();
        self.output.presence(status, trouble, |status| Record { body: Body::Status(status), ..record.clone() });
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
