//! How the board is heard: lift by lift and drop by drop, or by readings of the whole of it alone; and whether it is away.

use crate::board::Event;

/// How long a piece known only from whole-board readings must stay, in milliseconds: boards are asked once a second.
pub(in crate::turn) const POLLED_SETTLE_MS: u64 = 1_500;

/// How the board is heard.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::turn) struct Link {
    polled: bool,
    away: bool,
    /// Whether a game was on when it went away.
    left_in_play: bool,
}

impl Link {
    /// The board tells something. A lift or a drop shows that it tells what happens when it does.
    pub(in crate::turn) fn hear(&mut self, event: &Event) {
        self.polled &= !matches!(event, Event::Drop { .. } | Event::Lift { .. });
    }

    /// The whole board has been read, while it was here: until a lift or a drop is told, it is only asked from time to time.
    pub(in crate::turn) fn read_whole(&mut self) {
        self.polled = true;
    }

    /// The board is away from now on: what it shows next may be several moves later. `in_play` is whether a game is on.
    pub(in crate::turn) fn goes_away(&mut self, in_play: bool) {
        if !self.away {
            self.left_in_play = in_play;
        }
        self.away = true;
    }

    /// The board has shown itself. Gives whether it had been away.
    pub(in crate::turn) fn comes_back(&mut self) -> bool {
        std::mem::take(&mut self.away)
    }

    /// Whether what the board shows is known from whole readings alone.
    pub(in crate::turn) fn is_polled(&self) -> bool {
        self.polled
    }

    /// Whether the board is away, or has not shown itself since.
    pub(in crate::turn) fn is_away(&self) -> bool {
        self.away
    }

    /// Whether the board is away, or has not shown itself since, and a game was on when it went.
    pub(in crate::turn) fn has_left_in_play(&self) -> bool {
        self.away && self.left_in_play
    }

    /// What is compared of it; every field is named, so that none can be added without an answer.
    pub(in crate::turn) fn key(&self) -> (bool, bool) {
        let Link {
            // One for all: the events are the same.
            polled: _,
            away,
            left_in_play: _,
        } = self;
        (*away, self.has_left_in_play())
    }
}

#[cfg(test)]
mod tests {
    use protocols::Square;

    use super::*;

    fn lift() -> Event {
        Event::Lift { square: Square::all().next().expect("a square"), piece: None }
    }

    #[test]
    fn a_board_that_has_told_nothing_is_neither_polled_nor_away() {
        let link = Link::default();
        assert!(!link.is_polled());
        assert!(!link.is_away());
    }

    #[test]
    fn a_board_read_as_a_whole_is_polled_until_it_tells_a_lift() {
        let mut link = Link::default();
        link.read_whole();
        link.hear(&Event::Time);
        assert!(link.is_polled(), "time passing says nothing of the board");
        link.hear(&lift());
        assert!(!link.is_polled());
    }

    #[test]
    fn a_board_that_comes_back_has_been_away_only_once() {
        let mut link = Link::default();
        assert!(!link.comes_back());
        link.goes_away(true);
        link.goes_away(true);
        assert!(link.is_away());
        assert!(link.comes_back());
        assert!(!link.is_away());
        assert!(!link.comes_back());
    }

    #[test]
    fn going_away_does_not_change_how_the_board_tells() {
        let mut link = Link::default();
        link.read_whole();
        link.goes_away(true);
        link.comes_back();
        assert!(link.is_polled());
    }

    #[test]
    fn boards_compare_by_whether_they_are_away() {
        let (mut here, mut away) = (Link::default(), Link::default());
        here.read_whole();
        assert_eq!(here.key(), away.key());
        away.goes_away(true);
        assert_ne!(here.key(), away.key());
    }
}
