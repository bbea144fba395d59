//! Words and forms of DGT's programs: what LiveChess' files and its interface have in common.
//!
//! Its readers are strict in different ways: some stop at a key that is missing, some at one that they do not know, some at
//! a number in quotes. So every key is written, with `null` where nothing is known, and numbers are numbers.

use protocols::Role;
use serde::Serialize;
use uuid::Uuid;

use super::{
    clocks::Reading,
    line::{Line, LineMove},
    results::Outcome,
    text::{is_timestamp, shown_name},
    told::{Told, ToldGame, ToldRound},
};
use crate::{
    event::Player,
    hall::{protocol::rounds::RoundState, records::Color},
    rules::{Position, Variant},
};

/// The first position of chess among the 960.
const STANDARD: u16 = 518;

/// Of which our names for tournaments and games are made.
const NAMES: Uuid = Uuid::from_u128(0x6a2f_31c4_5d0b_4e8e_9a57_1e60_c4b2_73d9);

/// A player.
#[derive(Debug, Serialize)]
pub(super) struct PlayerForm<'a> {
    fname: Option<&'a str>,
    mname: Option<&'a str>,
    lname: String,
    title: Option<&'a str>,
    federation: Option<&'a str>,
    gender: Option<&'a str>,
    fideid: Option<i32>,
}

/// A clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(super) struct ClockForm {
    /// Seconds left.
    white: Option<u32>,
    /// Seconds left.
    black: Option<u32>,
    /// Whether White's time runs; `None`: both stand.
    run: Option<bool>,
    /// When it showed this, in milliseconds.
    time: i64,
}

impl<'a> PlayerForm<'a> {
    /// One of a board's players. His family name stands before the comma where there is one; otherwise nobody can tell.
    pub(super) fn of(player: &'a Player, color: protocols::Color, board: u16) -> PlayerForm<'a> {
        let (family, given) = match player.name.split_once(',') {
            Some((family, given)) if !family.trim().is_empty() && !given.trim().is_empty() => {
                (family.trim().to_owned(), Some(given.trim()))
            }
            Some(_) | None => (shown_name(player, color, board), None),
        };
        PlayerForm {
            fname: given,
            mname: None,
            lname: family,
            title: player.person.title.as_deref(),
            federation: player.person.federation.as_deref(),
            gender: None,
            // A larger number, which nobody has, would have some readers refuse the whole round.
            fideid: player.person.fide_id.and_then(|id| i32::try_from(id).ok()),
        }
    }
}

impl ClockForm {
    pub(super) fn of(reading: Reading) -> ClockForm {
        let seconds = |player: Color| reading.clock.times.of(player).map(|ms| ms / 1_000);
        ClockForm {
            white: seconds(Color::White),
            black: seconds(Color::Black),
            run: reading.clock.running.map(|running| running == Color::White),
            time: reading.at.0,
        }
    }

    /// The same where both times are known: readers of the interface take no other one.
    pub(super) fn whole(self) -> Option<ClockForm> {
        (self.white.is_some() && self.black.is_some()).then_some(self)
    }
}

/// A result as these programs say it; `None` while there is none. What they have no word for stays as it is scored.
pub(super) fn result(outcome: &Outcome) -> Option<&'static str> {
    match outcome.result {
        "*" => None,
        "0-1" => Some("BLACKWIN"),
        "1-0" => Some("WHITEWIN"),
        "1/2-1/2" => Some("DRAW"),
        scored => Some(scored),
    }
}

/// The moves of a game, each as a text: in SAN, and the seconds left behind it where a clock is read; otherwise `+` and
/// the seconds that it took. A game that did not begin from a first position has none: readers begin there.
pub(super) fn moves(game: &ToldGame) -> Vec<String> {
    let line = game.line.as_ref().filter(|line| start_number(line).is_some());
    line.map(|line| line.moves.iter().map(written).collect()).unwrap_or_default()
}

fn written(played: &LineMove) -> String {
    match (played.left_ms, played.spent_ms) {
        (Some(left_ms), _) => format!("{} {}", played.san, left_ms / 1_000),
        (None, Some(spent_ms)) => format!("{} +{}", played.san, spent_ms / 1_000),
        (None, None) => played.san.clone(),
    }
}

/// The number of the first position; what was no first one counts as that of chess.
pub(super) fn chess960(game: &ToldGame) -> u16 {
    game.line.as_ref().and_then(start_number).unwrap_or(STANDARD)
}

/// What is to be said of a game that its moves do not tell.
pub(super) fn comment(game: &ToldGame) -> Option<String> {
    let mut said = Vec::new();
    if let Some(line) = &game.line {
        if start_number(line).is_none() && !line.is_empty() {
            let sans: Vec<&str> = line.moves.iter().map(|played| played.san.as_str()).collect();
            said.push(format!("The game began from {}: {}.", line.from.fen(), sans.join(" ")));
        }
        said.extend(line.rest.as_ref().map(super::text::of_rest));
    }
    if game.interrupted {
        said.push("Play goes on that is not being recorded: moves may follow later.".to_owned());
    }
    said.extend(game.outcome.termination.clone());
    (!said.is_empty()).then(|| said.join(" "))
}

/// The number of the line's first position: of chess, or of one of the 960; `None`: of neither.
fn start_number(line: &Line) -> Option<u16> {
    match line.from.variant() {
        Variant::Chess => (line.from == Position::initial()).then_some(STANDARD),
        Variant::Chess960 => {
            let is_first = Position::chess960_start(line.from.placement()).is_some_and(|first| first == line.from);
            is_first.then(|| number_of(&line.from)).flatten()
        }
    }
}

/// The number of a first position among the 960, from 0: bishop of the light squares, that of the dark ones, queen,
/// knights, in this order.
fn number_of(position: &Position) -> Option<u16> {
    let rank: Vec<Role> = (0..8)
        .filter_map(|file| Some(position.placement().at(protocols::Square::from_coords(file, 0)?)?.role))
        .collect();
    let bishops: Vec<usize> = places(&rank, Role::Bishop);
    let light = bishops.iter().find(|file| *file % 2 == 1)? / 2;
    let dark = bishops.iter().find(|file| *file % 2 == 0)? / 2;
    let without = |rank: &[Role], role| rank.iter().copied().filter(|other| *other != role).collect::<Vec<_>>();
    let rank = without(&rank, Role::Bishop);
    let queen = *places(&rank, Role::Queen).first()?;
    let rank = without(&rank, Role::Queen);
    let [one, two] = places(&rank, Role::Knight)[..] else { return None };
    let pairs = (0..5).flat_map(|one| (one + 1..5).map(move |two| (one, two)));
    let knights = pairs.into_iter().position(|pair| pair == (one, two))?;
    u16::try_from(light + 4 * (dark + 4 * (queen + 6 * knights))).ok()
}

fn places(rank: &[Role], role: Role) -> Vec<usize> {
    rank.iter().enumerate().filter(|(_, other)| **other == role).map(|(file, _)| file).collect()
}

/// The day of a round, year first: its own, else that on which it began.
pub(super) fn date(round: &ToldRound) -> Option<String> {
    let begun = || round.start.map(|start| start.to_string()).filter(|start| is_timestamp(start));
    round.date.map(|date| date.to_string()).or_else(|| begun().map(|start| start[..10].to_owned()))
}

/// Whether a game of a round is being played, or about to be.
pub(super) fn is_on(round: &ToldRound, game: &ToldGame) -> bool {
    round.state == RoundState::On && game.outcome.result == "*"
}

/// The event's name, and the section's.
pub(super) fn name(told: &Told, section: Option<&str>) -> Option<String> {
    match (&told.event.name, section) {
        (Some(event), Some(section)) => Some(format!("{event}, {section}")),
        (Some(name), None) => Some(name.clone()),
        (None, section) => section.map(str::to_owned),
    }
}

/// Names a section's tournament for good, as these programs name theirs.
pub(super) fn tournament_id(origin: &str, section: Option<&str>) -> String {
    id(&["tournament", origin, section.unwrap_or_default()])
}

/// Names a game for good.
pub(super) fn game_id(game: &ToldGame) -> String {
    id(&["game", &game.id])
}

fn id(parts: &[&str]) -> String {
    Uuid::new_v5(&NAMES, parts.join("\n").as_bytes()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_positions_have_the_numbers_that_they_are_known_by() {
        for (number, rank) in [
            (0, "bbqnnrkr"),
            (518, "rnbqkbnr"),
            (534, "rnbkqbnr"),
            (539, "rnkqbnrb"),
            (692, "rbbqknnr"),
            (959, "rkrnnqbb"),
        ] {
            let fen = format!("{rank}/pppppppp/8/8/8/8/PPPPPPPP/{} w KQkq - 0 1", rank.to_uppercase());
            let position = Position::from_any_fen(&fen, Variant::Chess960).expect("a position");
            assert_eq!(number_of(&position), Some(number), "{rank}");
        }
    }
}
