//! How much time players have and take.

use protocols::{Color, Dice};

use super::world::MAX_CLOCK_MS;
use crate::rules::pgn::PgnGame;

/// Longest time a player is taken to think, in milliseconds.
const MOST_SPENT_MS: u32 = 3_600_000;

/// How much time the players have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Control {
    /// Each player's time at the beginning, in milliseconds.
    pub(super) initial_ms: u32,
    /// Added for every move, in milliseconds.
    pub(super) increment_ms: u32,
}

/// Seconds spent on a move, at the 1st, 5th, 10th, 25th, 50th, 75th, 90th, 95th and 99th percent of moves.
///
/// From the times that electronic boards recorded in 32,000 moves of a World Cup and a Candidates Tournament.
const CLASSICAL: [u64; 9] = [2, 4, 5, 12, 53, 181, 409, 610, 1_191];
const RAPID: [u64; 9] = [1, 1, 2, 3, 10, 29, 63, 93, 176];
const BLITZ: [u64; 9] = [1, 1, 1, 2, 4, 10, 22, 33, 65];
const PERCENTS: [u64; 9] = [1, 5, 10, 25, 50, 75, 90, 95, 99];

impl Control {
    /// What the game's tags and clock comments say, else 90 minutes and 30 seconds a move.
    pub(super) fn of(game: &PgnGame) -> Control {
        let tag = game.tag("TimeControl").unwrap_or_default();
        let (initial, increment) = stated(tag);
        // In prose LiveChess says "an increment of 30 seconds per move".
        let spoken = tag.split_once("increment of ").and_then(|(_, rest)| leading_seconds(rest));
        let first_clock = game.moves.iter().take(2).filter_map(|played| played.clock_ms).max();
        Control {
            initial_ms: initial.or(first_clock).unwrap_or(90 * 60_000).clamp(60_000, MAX_CLOCK_MS),
            increment_ms: increment.or(spoken).unwrap_or(if initial.is_some() { 0 } else { 30_000 }).min(600_000),
        }
    }

    /// Time from the start of the mover's clock to the end of his move, in milliseconds.
    ///
    /// As the game's comments say; else as players of such a control take, but never so much that time runs out.
    pub(super) fn spent(&self, game: &PgnGame, index: usize, left_ms: u32, dice: &mut Dice) -> u64 {
        let Some(played) = game.moves.get(index) else { return 0 };
        let before = index.checked_sub(2).and_then(|before| game.moves.get(before)).and_then(|before| before.clock_ms);
        if let Some(elapsed) = played.elapsed_ms {
            // Recorded times spent of a day and more are errors of the clock or its reader.
            return u64::from(elapsed.min(MOST_SPENT_MS));
        }
        if let (Some(before), Some(after)) = (before, played.clock_ms) {
            return u64::from(before.saturating_add(self.increment_ms).saturating_sub(after));
        }
        let sampled = self.sample(dice);
        sampled.min(u64::from(left_ms) / 12)
    }

    fn sample(&self, dice: &mut Dice) -> u64 {
        // The FIDE measure: time for sixty moves, over an hour is classical, over ten minutes rapid.
        let sixty = u64::from(self.initial_ms) + 60 * u64::from(self.increment_ms);
        let table = if sixty >= 3_600_000 {
            CLASSICAL
        } else if sixty > 600_000 {
            RAPID
        } else {
            BLITZ
        };
        let percent = dice.between(1, 99);
        let upper = PERCENTS.iter().position(|&known| percent <= known).unwrap_or(8).max(1);
        let (low, high) = (upper - 1, upper);
        let span = PERCENTS[high] - PERCENTS[low];
        let into = percent.saturating_sub(PERCENTS[low]);
        (table[low] * 1_000) + (table[high] - table[low]) * 1_000 * into / span + dice.between(0, 999)
    }

    /// The times at the beginning, each player's.
    pub(super) fn initial(&self, game: &PgnGame, color: Color) -> u32 {
        let first = usize::from(game.first_to_move != color);
        match game.moves.get(first) {
            // What the player had before the first move that tells the time.
            Some(played) => played.clock_ms.map_or(self.initial_ms, |clock| {
                let spent = u64::from(played.elapsed_ms.unwrap_or(self.increment_ms));
                let before = (u64::from(clock) + spent).saturating_sub(u64::from(self.increment_ms));
                u32::try_from(before).unwrap_or(MAX_CLOCK_MS).clamp(1_000, MAX_CLOCK_MS)
            }),
            None => self.initial_ms,
        }
    }
}

/// Time and increment of a `TimeControl` tag, `5400+30` or `40/7200:3600`, in milliseconds.
fn stated(tag: &str) -> (Option<u32>, Option<u32>) {
    let period = tag.split(':').next().unwrap_or_default();
    let period = period.split_once('/').map_or(period, |(_, time)| time);
    let (time, increment) = period.split_once('+').map_or((period, None), |(time, more)| (time, Some(more)));
    let ms = |text: &str| text.trim().parse::<u32>().ok().and_then(|seconds| seconds.checked_mul(1_000));
    (ms(time).filter(|&ms| ms > 0), increment.and_then(ms))
}

fn leading_seconds(text: &str) -> Option<u32> {
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    digits.parse::<u32>().ok()?.checked_mul(1_000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::pgn::read_games;

    fn control(tag: &str, moves: &str) -> Control {
        let text = format!("[TimeControl \"{tag}\"]\n\n{moves} *");
        Control::of(&read_games(text.as_bytes()).next().expect("a game").expect("readable"))
    }

    #[test]
    fn a_control_is_read_from_the_tag_or_the_clocks() {
        for (tag, moves, initial, increment) in [
            ("5400+30", "1. e4", 5_400_000, 30_000),
            ("40/7200:3600", "1. e4", 7_200_000, 0),
            ("180", "1. e4", 180_000, 0),
            ("-", "1. e4 {[%clk 1:30:55]} e5 {[%clk 1:30:50]}", 5_455_000, 30_000),
            (": 90 minutes with an increment of 15 seconds per move", "1. e4", 5_400_000, 15_000),
            ("99999999+99999999", "1. e4", 5_400_000, 30_000),
        ] {
            assert_eq!(
                control(tag, moves),
                Control { initial_ms: initial, increment_ms: increment },
                "{tag:?} {moves:?}"
            );
        }
    }

    #[test]
    fn sampled_times_have_about_the_measured_median() {
        let mut dice = Dice::new(3);
        for (tag, median) in [("5400+30", 53_000), ("900+10", 10_000), ("180+2", 4_000)] {
            let control = control(tag, "1. e4");
            let mut times: Vec<u64> = (0..2_001).map(|_| control.sample(&mut dice)).collect();
            times.sort_unstable();
            assert!(times[1_000].abs_diff(median) * 5 < median, "{tag}: {}", times[1_000]);
        }
    }
}
