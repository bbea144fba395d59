//! What is known of a table's board and of the broker, as `status` records tell it.

use std::{path::PathBuf, time::Duration};

use protocols::{Presence, registry::Board};
use tokio::{sync::watch, time::Instant};

use crate::{
    board::Health,
    game::record::{BoardState, BoardStatus},
    publish::mqtt::Link,
};

/// How long the broker may be out of reach before the page says so: a restart of it is no trouble.
const BROKER_AWAY: Duration = Duration::from_secs(5);

/// Whether the broker is reached, as the page tells it.
#[derive(Debug)]
pub(super) struct BrokerWatch {
    link: watch::Receiver<Link>,
    /// Since when it has been out of reach.
    away: Option<Instant>,
    /// Why it is out of reach, once that has lasted.
    pub(super) trouble: Option<String>,
}

impl BrokerWatch {
    pub(super) fn new(link: watch::Receiver<Link>, now: Instant) -> BrokerWatch {
        BrokerWatch { link, away: Some(now), trouble: None }
    }

    /// Looks how the connection stands; tells whether there is news.
    pub(super) fn look(&mut self, now: Instant) -> bool {
        let why = match &*self.link.borrow() {
            Link::Connecting => Some("the broker has not answered yet".to_owned()),
            Link::Down(trouble) => Some(trouble.to_string()),
            Link::Stopped | Link::Up { .. } => None,
        };
        let trouble = match why {
            Some(why) => (*self.away.get_or_insert(now) + BROKER_AWAY <= now).then_some(why),
            None => {
                self.away = None;
                None
            }
        };
        let is_news = trouble != self.trouble;
        self.trouble = trouble;
        is_news
    }
}

/// What is known of a table's board.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    open: bool,
    /// Whether a board has ever shown its position.
    known: bool,
    /// Whether an earlier run has known one.
    remembered: bool,
    presence: Option<Presence>,
    /// Whether a silent board has not answered even on a port opened anew.
    gone: bool,
    kind: Option<&'static str>,
    port: Option<PathBuf>,
    serial: Option<String>,
    /// Why no board is found, or is of no use.
    trouble: Option<String>,
}

impl Watch {
    /// The port has been opened.
    pub(crate) fn opened(&mut self, board: &Board, port: PathBuf, serial: Option<String>) {
        self.open = true;
        self.trouble = None;
        self.forget_presence();
        self.kind = Some(board.kind);
        self.port = Some(port);
        self.serial = serial.or(self.serial.take());
    }

    /// A game is taken up that was played on a board of this kind: where that is not found, it is lost.
    pub(crate) fn remembered(&mut self, board: &Board) {
        self.remembered = true;
        self.kind = Some(board.kind);
    }

    /// No board is found, and why.
    pub(crate) fn failing(&mut self, why: String) {
        self.known |= self.remembered;
        self.trouble = Some(why);
    }

    /// The board answers, but nobody knows what stands on it.
    pub(crate) fn blind(&mut self) {
        self.trouble = Some("it answers, but has not told what stands on its squares".to_owned());
    }

    /// The port has been closed.
    pub(crate) fn closed(&mut self) {
        self.open = false;
        self.presence = None;
    }

    /// A silent board does not answer on its port opened anew: it is switched off, or hangs elsewhere.
    pub(crate) fn gone(&mut self) {
        self.known |= self.remembered;
        self.gone = true;
    }

    /// The board has told something of itself.
    pub(crate) fn told(&mut self, health: &Health) {
        // Without its position there is nothing to follow, however well it answers.
        let presence = health.presence.filter(|presence| *presence != Presence::Answering || health.placed);
        match presence {
            Some(_) => self.presence = presence,
            None => self.forget_presence(),
        }
        if health.placed {
            self.trouble = None;
        }
        self.gone &= presence != Some(Presence::Answering);
        self.known |= presence == Some(Presence::Answering);
        if health.serial.is_some() {
            self.serial.clone_from(&health.serial);
        }
    }

    /// A port opened anew tells nothing new of a board that was silent.
    fn forget_presence(&mut self) {
        self.presence = self.presence.filter(|presence| *presence == Presence::Silent);
    }

    /// For a record. A port that is open counts for nothing until a board has shown its position on it.
    pub(crate) fn status(&self) -> BoardStatus {
        let state = match (self.open, self.presence) {
            (true, Some(Presence::Answering)) => BoardState::Connected,
            (true, Some(Presence::Silent)) if !self.gone => BoardState::Stale,
            (true, Some(Presence::Silent) | None) | (false, _) if self.known => BoardState::Lost,
            (true, Some(Presence::Silent) | None) | (false, _) => BoardState::Searching,
        };
        BoardStatus {
            state,
            kind: self.kind.map(str::to_owned),
            port: self.port.as_ref().map(|port| port.display().to_string()),
            serial: self.serial.clone(),
            heard_ms: None,
            trouble: self.trouble.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use protocols::registry::BOARDS;

    use super::*;

    fn health(presence: Presence) -> Health {
        Health { presence: Some(presence), placed: true, serial: Some("25805".to_owned()), ..Health::default() }
    }

    /// Of a board that answers, and has not told what stands on it.
    fn unplaced() -> Health {
        Health { placed: false, ..health(Presence::Answering) }
    }

    #[test]
    fn a_board_that_shows_no_position_is_in_trouble_until_it_does() {
        let mut watch = Watch::default();
        watch.opened(&BOARDS[0], "/dev/ttyUSB0".into(), None);
        watch.told(&unplaced());
        assert_eq!(watch.status().state, BoardState::Searching);
        watch.blind();
        watch.told(&unplaced());
        let status = watch.status();
        assert_eq!(status.state, BoardState::Searching);
        assert!(status.trouble.is_some_and(|trouble| trouble.contains("what stands on its squares")));
        watch.told(&health(Presence::Answering));
        let status = watch.status();
        assert_eq!((status.state, status.trouble), (BoardState::Connected, None));
        // Once it is known, an answer without a position leaves it what it was.
        watch.told(&health(Presence::Silent));
        watch.opened(&BOARDS[0], "/dev/ttyUSB0".into(), None);
        watch.told(&unplaced());
        assert_eq!(watch.status().state, BoardState::Stale);
        watch.closed();
        watch.opened(&BOARDS[0], "/dev/ttyUSB0".into(), None);
        watch.told(&unplaced());
        assert_eq!(watch.status().state, BoardState::Lost);
    }

    #[test]
    fn a_board_that_an_earlier_run_has_known_is_lost_once_it_is_not_found() {
        let mut watch = Watch::default();
        watch.remembered(&BOARDS[0]);
        assert_eq!(watch.status().state, BoardState::Searching, "it is looked for");
        watch.failing("/dev/ttyUSB0 is not there".to_owned());
        let status = watch.status();
        assert_eq!((status.state, status.kind.as_deref()), (BoardState::Lost, Some(BOARDS[0].kind)));
        // Switched off behind its adapter, which is there.
        let mut watch = Watch::default();
        watch.remembered(&BOARDS[0]);
        watch.opened(&BOARDS[0], "/dev/ttyUSB0".into(), None);
        watch.told(&health(Presence::Silent));
        assert_eq!(watch.status().state, BoardState::Stale);
        watch.gone();
        assert_eq!(watch.status().state, BoardState::Lost);
    }

    #[test]
    fn a_board_is_searched_connected_stale_lost_and_connected_again() {
        let mut watch = Watch::default();
        assert_eq!(watch.status().state, BoardState::Searching);
        watch.failing("no board answers".to_owned());
        assert_eq!(watch.status().trouble.as_deref(), Some("no board answers"));
        watch.opened(&BOARDS[0], "/dev/ttyUSB0".into(), None);
        assert_eq!(watch.status().trouble, None);
        assert_eq!(watch.status().state, BoardState::Searching, "nothing has answered yet");
        watch.told(&health(Presence::Answering));
        assert_eq!(watch.status().state, BoardState::Connected);
        watch.told(&health(Presence::Silent));
        assert_eq!(watch.status().state, BoardState::Stale);
        watch.opened(&BOARDS[0], "/dev/ttyUSB0".into(), None);
        assert_eq!(watch.status().state, BoardState::Stale, "still silent");
        watch.gone();
        assert_eq!(watch.status().state, BoardState::Lost, "silent on a port opened anew");
        watch.told(&health(Presence::Silent));
        assert_eq!(watch.status().state, BoardState::Lost);
        watch.told(&health(Presence::Answering));
        assert_eq!(watch.status().state, BoardState::Connected);
        watch.closed();
        assert_eq!(watch.status().state, BoardState::Lost);
        watch.opened(&BOARDS[0], "/dev/ttyUSB1".into(), None);
        assert_eq!(watch.status().state, BoardState::Lost, "nothing has answered yet");
        watch.told(&health(Presence::Answering));
        let status = watch.status();
        assert_eq!(status.state, BoardState::Connected);
        assert_eq!(status.kind.as_deref(), Some(BOARDS[0].kind));
        assert_eq!((status.port.as_deref(), status.serial.as_deref()), (Some("/dev/ttyUSB1"), Some("25805")));
    }
}
