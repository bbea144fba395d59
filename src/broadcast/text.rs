//! A game as PGN, for readers that take one game a board.

use std::sync::Arc;

use protocols::Color;

use super::{
    line::{Line, Rest},
    results::is_of_standard,
    told::ToldGame,
};
use crate::{
    event::Player,
    game::pgn::{Line as Movetext, clock_comment, person_tags, write_tag},
    rules::{Position, Variant},
    turn::TimeControl,
};

/// Up to this a first number of `a+b` is taken for minutes by Lichess, in seconds.
const TAKEN_FOR_MINUTES_S: u32 = 180;

impl ToldGame {
    /// Its PGN; it ends with a line break.
    #[must_use]
    pub fn pgn(&self) -> Arc<str> {
        Arc::clone(self.pgn.get_or_init(|| text(self).into()))
    }
}

/// The game's text; it ends with a line break.
fn text(game: &ToldGame) -> String {
    let ToldGame { outcome, line, .. } = game;
    let control = game.time_control.as_deref();
    let is_read = control.is_some_and(is_read_by_all);
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| write_tag(&mut text, name, value);
    tag("Event", &game.event);
    tag("Site", game.site.as_deref().unwrap_or("?"));
    let start = game.start.map(|start| start.to_string()).filter(|start| is_timestamp(start));
    let utc_date = start.as_ref().map(|start| start[..10].replace('-', "."));
    let date = game.date.map(|date| date.written('.')).or_else(|| utc_date.clone());
    tag("Date", date.as_deref().unwrap_or("????.??.??"));
    let round = game.round.map(|round| format!("{round}.{}", game.board));
    tag("Round", round.as_deref().unwrap_or("?"));
    tag("White", &shown_name(&game.white, Color::White, game.board));
    tag("Black", &shown_name(&game.black, Color::Black, game.board));
    tag("Result", outcome.result);
    tag("Board", &game.board.to_string());
    for (color, player) in [("White", &game.white), ("Black", &game.black)] {
        for (name, value) in person_tags(&player.person) {
            tag(&format!("{color}{name}"), &value);
        }
    }
    if let Some(section) = &game.section {
        tag("Section", section);
    }
    if let Some(control) = control.filter(|_| is_read) {
        tag("TimeControl", control);
    }
    if let (Some(date), Some(start)) = (&utc_date, &start) {
        tag("UTCDate", date);
        tag("UTCTime", &start[11..19]);
    }
    tag("GameId", &game.id);
    if let Some(termination) = &outcome.termination {
        tag("Termination", termination);
    }
    if let Some(Line { from, .. }) = line {
        let is_chess960 = from.variant() == Variant::Chess960;
        if is_chess960 {
            tag("Variant", "Chess960");
        }
        if is_chess960 || *from != Position::initial() {
            tag("SetUp", "1");
            tag("FEN", &from.fen());
        }
    }
    text.push('\n');
    let mut movetext = Movetext::new(&mut text);
    if let Some(control) = control.filter(|_| !is_read) {
        comment(&mut movetext, &format!("Time control: {control}."));
    }
    if let Some(line) = line {
        moves(&mut movetext, line);
    }
    if game.interrupted {
        comment(&mut movetext, "Play goes on that is not being recorded: moves may follow later.");
    }
    movetext.word(if is_of_standard(outcome.result) { outcome.result } else { "*" });
    text.push('\n');
    text
}

/// Whether a text is `YYYY-MM-DDThh:mm:ss` and something behind it: a time outside these years is written otherwise.
pub(super) fn is_timestamp(text: &str) -> bool {
    let has = |at: usize, letter: u8| text.as_bytes().get(at) == Some(&letter);
    text.is_ascii() && text.len() >= 19 && has(4, b'-') && has(7, b'-') && has(10, b'T')
}

/// A name that no reader passes over: Lichess drops a game without a word where a player has neither a number of FIDE's
/// nor a name of at least two letters.
pub(super) fn shown_name(player: &Player, color: Color, board: u16) -> String {
    let name = player.name.trim();
    let is_name = name.chars().count() > 1 && !name.eq_ignore_ascii_case("unknown");
    if is_name {
        return player.name.clone();
    }
    let side = match color {
        Color::Black => "Black",
        Color::White => "White",
    };
    match name {
        "" | "?" => format!("Board {board} {side}"),
        letter if letter.chars().count() == 1 => format!("Board {board} {side} ({letter})"),
        _ => format!("Board {board} {side}"),
    }
}

/// Whether every reader takes a time control as it is meant: seconds, or seconds and increment, in one period; and no so
/// small a number that some take it for minutes. Lichess reads no other one, and takes the tournament's own for it.
fn is_read_by_all(control: &str) -> bool {
    let plain = control.bytes().all(|letter| letter.is_ascii_digit() || letter == b'+');
    let base = control.split('+').next().and_then(|base| base.parse::<u32>().ok());
    plain
        && control.parse::<TimeControl>().is_ok_and(|control| control.periods().len() == 1)
        && base.is_some_and(|base| base > TAKEN_FOR_MINUTES_S)
}

fn moves(movetext: &mut Movetext<'_>, line: &Line) {
    let mut numbered = false;
    for played in &line.moves {
        match played.by {
            Color::White => movetext.word(&format!("{}.", played.number)),
            Color::Black if !numbered => movetext.word(&format!("{}...", played.number)),
            Color::Black => {}
        }
        movetext.word(&played.san);
        numbered = true;
        if let Some(ms) = played.left_ms {
            movetext.word(&clock_comment(ms));
            numbered = false;
        }
    }
    if let Some(rest) = &line.rest {
        comment(movetext, &of_rest(rest));
    }
}

/// What is said of a game behind the moves that readers can play through.
pub(super) fn of_rest(rest: &Rest) -> String {
    let mut told = "From here the game goes on from a position that no legal move leads to.".to_owned();
    if !rest.sans.is_empty() {
        told += &format!(" Played since: {}.", rest.sans.join(" "));
    }
    if !rest.fen.is_empty() {
        told += &format!(" Position now: {}.", rest.fen);
    }
    told
}

/// A comment. What would end it is left out.
fn comment(movetext: &mut Movetext<'_>, text: &str) {
    movetext.words(&format!("{{{}}}", text.replace(['{', '}'], "")));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hall::time::Time;

    #[test]
    fn only_a_time_of_day_makes_a_date() {
        assert!(is_timestamp(&Time(1_795_000_000_000).to_string()));
        for no_time in [i64::MIN, i64::MAX, -100_000_000_000_000] {
            let written = Time(no_time).to_string();
            assert!(!is_timestamp(&written), "{written}");
        }
    }
}
