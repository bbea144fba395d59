//! What the hands did: lifts, drops and presses in order, for who asks afterwards.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::hall::{
    records::{Clock, Color, Touch},
    time::Time,
};

/// Most deeds kept of a game: the last minutes.
const KEPT: usize = 400;

/// What a hand did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Deed {
    /// Put a piece down.
    Drop,
    /// Took a piece off.
    Lift,
    /// Pressed the clock: worked out from whose time runs.
    Press,
}

/// One deed.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct Hand {
    /// Event time, in milliseconds.
    pub t_ms: u64,
    /// Time of day.
    pub at: Time,
    /// What.
    pub ev: Deed,
    /// Whose hand, as presumed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Color>,
    /// The square.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sq: Option<String>,
    /// The piece, a FEN letter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
}

/// The deeds of the game that is on.
///
/// Touches are told once and not kept by the table: what was done while the hall was away stands in the table's log.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Hands {
    game: String,
    deeds: VecDeque<Hand>,
    running: Option<Color>,
}

impl Hands {
    /// Takes a lift or a drop.
    pub fn touch(&mut self, touch: Touch, t_ms: u64, at: Time) {
        let ev = match touch.ev.as_str() {
            "lift" => Deed::Lift,
            "drop" => Deed::Drop,
            _ => return,
        };
        if touch.game != self.game && self.game.is_empty() {
            self.game.clone_from(&touch.game);
        }
        if touch.game != self.game {
            *self = Hands { game: touch.game, running: self.running, ..Hands::default() };
        }
        self.push(Hand { t_ms, at, ev, by: touch.by, sq: Some(touch.sq), piece: touch.piece });
    }

    /// Takes a reading of the clock: where the other's time runs from now on, the clock was pressed. Gives whether it was.
    pub fn clock(&mut self, clock: Clock, t_ms: u64, at: Time) -> bool {
        let before = std::mem::replace(&mut self.running, clock.running);
        let pressed = before.zip(clock.running).filter(|(before, now)| before != now);
        if let Some((before, _)) = pressed {
            self.press(before, t_ms, at);
        }
        pressed.is_some()
    }

    /// Takes a press that is known.
    pub fn press(&mut self, by: Color, t_ms: u64, at: Time) {
        self.push(Hand { t_ms, at, ev: Deed::Press, by: Some(by), sq: None, piece: None });
    }

    /// None yet; this player's time runs.
    #[must_use]
    pub fn from_running(running: Option<Color>) -> Hands {
        Hands { running, ..Hands::default() }
    }

    fn push(&mut self, deed: Hand) {
        // What comes again is there already.
        if self.deeds.contains(&deed) {
            return;
        }
        let place = self.deeds.iter().rposition(|known| known.t_ms <= deed.t_ms).map_or(0, |index| index + 1);
        self.deeds.insert(place, deed);
        while self.deeds.len() > KEPT {
            self.deeds.pop_front();
        }
    }

    /// The game that they are of.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.game
    }

    /// All that are kept, in order.
    pub fn all(&self) -> impl Iterator<Item = &Hand> {
        self.deeds.iter()
    }

    /// Those from one event time to another, both included.
    #[must_use]
    pub fn between(&self, from_ms: u64, to_ms: u64) -> Vec<Hand> {
        self.deeds.iter().filter(|deed| (from_ms..=to_ms).contains(&deed.t_ms)).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_press_is_seen_by_whose_time_runs() {
        let mut hands = Hands::default();
        let clock = |running| Clock { running, ..Clock::default() };
        hands.clock(clock(Some(Color::White)), 10, Time(10));
        let touch = |ev: &str, sq: &str| Touch {
            ply: 1,
            ev: ev.to_owned(),
            sq: sq.to_owned(),
            piece: None,
            by: Some(Color::White),
            game: "g".to_owned(),
        };
        hands.touch(touch("lift", "e2"), 20, Time(20));
        hands.touch(touch("drop", "e4"), 30, Time(30));
        hands.touch(touch("drop", "e4"), 30, Time(30));
        hands.clock(clock(Some(Color::Black)), 40, Time(40));
        hands.clock(clock(None), 50, Time(50));
        let all: Vec<(Deed, Option<Color>)> = hands.all().map(|deed| (deed.ev, deed.by)).collect();
        let white = Some(Color::White);
        assert_eq!(all, [(Deed::Lift, white), (Deed::Drop, white), (Deed::Press, white)]);
        assert_eq!(hands.between(25, 45).len(), 2);
    }
}
