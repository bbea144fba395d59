//! An event log played on a table top instead of hands.

use std::collections::VecDeque;

use protocols::{At, Color, Piece, Placement, Square};

use super::{
    motion::Motion,
    world::{ClockSetting, Facing, MAX_CLOCK_MS, TableTop},
};
use crate::board::{BoardReading, Event};

/// Events played on a [`TableTop`] at their times, counted from the first one.
///
/// What no wooden board can do is passed over: losing the link, time, and a reading of occupied squares only.
#[derive(Debug, Clone)]
pub struct Script {
    world: TableTop,
    board: Placement,
    events: VecDeque<(At, Event)>,
    /// The first event's time in the log, and when it is to happen; `None` while held.
    shift: Option<(At, At)>,
    clock: Option<(At, ClockSetting)>,
    /// What was lifted last, for logs that do not tell pieces.
    in_hand: Option<Piece>,
    now: At,
}

impl Script {
    /// A table top with these pieces, on which nothing happens before [`begin`](Script::begin).
    #[must_use]
    pub fn new(initial: Placement, facing: Facing, events: Vec<(At, Event)>) -> Script {
        Script {
            world: TableTop::new(initial, facing),
            board: initial,
            events: events.into(),
            shift: None,
            clock: None,
            in_hand: None,
            now: At(0),
        }
    }

    /// Lets the first event happen at `at`; nothing where it has begun already.
    pub fn begin(&mut self, at: At) {
        let first = self.events.front().map_or(At(0), |&(first, _)| first);
        self.shift.get_or_insert((first, at.max(self.now)));
    }

    /// The world, good for every instant from the last but one call of [`advance`](Script::advance) to
    /// [`next_deadline`](Script::next_deadline).
    #[must_use]
    pub fn world(&self) -> &TableTop {
        &self.world
    }

    /// Lets everything happen that is due by `at`.
    pub fn advance(&mut self, at: At) {
        self.world.forget_before(self.now);
        self.now = self.now.max(at);
        while let Some(due) = self.next_deadline().filter(|&due| due <= self.now) {
            if let Some((_, event)) = self.events.pop_front() {
                self.happen(due, event);
            }
        }
    }

    /// When the next event happens; `None` after the last one and before [`begin`](Script::begin).
    #[must_use]
    pub fn next_deadline(&self) -> Option<At> {
        let (first, begins) = self.shift?;
        self.events.front().map(|(at, _)| begins + at.since(first))
    }

    /// Whether all events have happened.
    #[must_use]
    pub fn finished(&self) -> bool {
        self.events.is_empty()
    }

    fn happen(&mut self, at: At, event: Event) {
        match event {
            Event::Clock(times) => {
                let known = self.clock.map_or(STOPPED, |(since, setting)| setting.after(at.since(since)));
                let setting = ClockSetting {
                    white_ms: times.white_ms.unwrap_or(known.white_ms).min(MAX_CLOCK_MS),
                    black_ms: times.black_ms.unwrap_or(known.black_ms).min(MAX_CLOCK_MS),
                    running: times.running,
                    lever_high: times.running.unwrap_or(known.lever_high),
                    ..known
                };
                self.set_clock(at, setting);
            }
            Event::Drop { square, piece } => {
                if let Some(piece) = piece.or(self.in_hand) {
                    self.put(square, piece, at);
                }
            }
            Event::Flag { by } => {
                if let Some((since, setting)) = self.clock {
                    let fallen = setting.after(at.since(since)).with(by, 0);
                    self.set_clock(at, ClockSetting { running: Some(by), ..fallen });
                }
            }
            Event::Lift { square, .. } => self.lift(square, at),
            Event::Link { .. } | Event::Placement(BoardReading::Occupied(_)) | Event::Time => {}
            Event::Placement(BoardReading::Pieces(placement)) => {
                let wrong: Vec<Square> = self.board.differences(&placement).collect();
                for square in wrong {
                    match placement.at(square) {
                        Some(piece) => self.put(square, piece, at),
                        None => self.lift(square, at),
                    }
                }
            }
            Event::Press { by } => {
                let known = self.clock.map_or(STOPPED, |(since, setting)| setting.after(at.since(since)));
                let other = by.other();
                self.set_clock(at, ClockSetting { running: Some(other), lever_high: other, ..known });
            }
        }
    }

    fn lift(&mut self, square: Square, at: At) {
        if let Some(piece) = self.board.set(square, None) {
            self.in_hand = Some(piece);
            self.world.set_in_motion(Motion::lifted(piece, square, at));
        }
    }

    fn put(&mut self, square: Square, piece: Piece, at: At) {
        self.board.set(square, Some(piece));
        self.world.set_in_motion(Motion::from_box(piece, at).put(square));
    }

    fn set_clock(&mut self, at: At, setting: ClockSetting) {
        self.clock = Some((at, setting));
        self.world.set_clock(at, setting);
    }
}

/// A clock before the log tells of one.
const STOPPED: ClockSetting = ClockSetting {
    white_ms: 5_400_000,
    black_ms: 5_400_000,
    running: None,
    lever_high: Color::White,
    increment_shown: false,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        emulate::{Habits, Play, events_and_expected},
        rules::pgn::read_games,
    };

    #[test]
    fn the_events_of_hands_played_again_leave_the_same_board_and_clock() {
        let game = read_games(crate::emulate::DEMO_PGN.as_bytes()).next().expect("a game").expect("readable");
        for seed in 0..20 {
            let (events, expected) = events_and_expected(Play::new(game.clone(), Habits::unruly(), seed));
            let mut script = Script::new(game.initial, Facing::Normal, events.clone());
            script.begin(At(5_000));
            for ply in &expected {
                let at = ply.made_at + 5_000;
                while let Some(deadline) = script.next_deadline().filter(|&deadline| deadline <= at) {
                    script.advance(deadline);
                }
                script.advance(at);
                assert_eq!(script.world().at_rest(at), ply.placement, "seed {seed}, half-move {}", ply.ply);
            }
            while let Some(deadline) = script.next_deadline() {
                script.advance(deadline);
            }
            assert!(script.finished());
            let told = script.world().clock_at(script.now).map(|clock| clock.running);
            assert_eq!(told, Some(None), "the clock is stopped after the game");
        }
    }

    #[test]
    fn a_log_without_pieces_puts_down_what_was_lifted() {
        let square = |name: &str| name.parse::<Square>().expect("a square");
        let events = vec![
            (At(100), Event::Lift { square: square("e2"), piece: None }),
            (At(900), Event::Drop { square: square("e4"), piece: None }),
        ];
        let mut script = Script::new(Placement::initial(), Facing::Normal, events);
        assert_eq!(script.next_deadline(), None);
        script.begin(At(0));
        script.advance(At(2_000));
        assert_eq!(script.world().at_rest(At(2_000)).to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR");
        assert!(script.finished());
    }
}
