//! Which moves a table has made since a position that a client gives.

use std::sync::{Arc, OnceLock};

use protocols::Placement;

use super::super::{line::LineMove, told::ToldGame};
use crate::rules::Position;

/// A table's game with the positions that it has come to: these are worked out once, for all who listen to the table.
#[derive(Debug)]
pub(super) struct Course {
    /// The game, as it is told.
    pub(super) game: Arc<ToldGame>,
    /// What stands where and who has the move, before and after each half-move, once somebody has wanted it.
    positions: OnceLock<Vec<Arc<str>>>,
}

impl Course {
    /// The course of a game; `before` is that of the same table as it was told before.
    pub(super) fn new(game: Arc<ToldGame>, before: Option<&Arc<Course>>) -> Course {
        let positions = before.and_then(|before| before.gone_on(&game));
        Course { game, positions: positions.map(OnceLock::from).unwrap_or_default() }
    }

    fn positions(&self) -> &[Arc<str>] {
        self.positions.get_or_init(|| {
            let Some(line) = &self.game.line else { return Vec::new() };
            played_on(vec![essence_of(&line.from)], line.from.clone(), &line.moves)
        })
    }

    /// The positions of a game that only goes on from this one, where these are known: a move that is told costs no
    /// more after two hundred others.
    fn gone_on(&self, game: &ToldGame) -> Option<Vec<Arc<str>>> {
        let known = self.positions.get()?;
        let (before, line) = (self.game.line.as_ref()?, game.line.as_ref()?);
        let (same, new) = line.moves.split_at_checked(before.moves.len())?;
        let is_same =
            line.from == before.from && same.iter().zip(&before.moves).all(|(one, other)| one.uci == other.uci);
        let is_whole = known.len() == before.moves.len() + 1;
        (is_same && is_whole).then(|| played_on(known.clone(), before.after.clone(), new))
    }
}

/// These positions, and those after each of these moves from the last of them.
fn played_on(mut positions: Vec<Arc<str>>, mut last: Position, moves: &[LineMove]) -> Vec<Arc<str>> {
    for played in moves {
        let Some(m) = last.legal_move(&played.uci) else { break };
        last = last.play(&m);
        positions.push(essence_of(&last));
    }
    positions
}

/// From which position a client wants to be told moves, and where in the game that is.
#[derive(Debug)]
pub(super) struct Since {
    /// As the client gave it.
    pub(super) fen: String,
    /// What stands where, and who has the move.
    essence: String,
    /// The game in which it was found, and after how many half-moves.
    found: Option<(String, usize)>,
    /// Where it was looked for last.
    sought: Option<Arc<Course>>,
}

/// The moves since then: a part of a game, of which nothing is copied.
#[derive(Debug, Clone, Default)]
pub(super) struct Moves {
    /// The game; `None`: there are no moves.
    course: Option<Arc<Course>>,
    /// How many half-moves of the game come before them.
    from: usize,
    /// How many they are.
    pub(super) count: usize,
    /// Whether the board shows the position after them.
    pub(super) matches: bool,
}

impl Moves {
    /// They in SAN.
    pub(super) fn sans(&self) -> impl Iterator<Item = &str> {
        self.part().iter().map(|played| played.san.as_str())
    }

    /// With how many moves both begin.
    pub(super) fn in_common(&self, others: &Moves) -> usize {
        let course = |moves: &Moves| moves.course.as_ref().map(Arc::as_ptr);
        if course(self) == course(others) && self.from == others.from {
            return self.count.min(others.count);
        }
        self.sans().zip(others.sans()).take_while(|(one, other)| one == other).count()
    }

    /// The first of them. Where these are all, the board fits as it does.
    pub(super) fn first(self, count: usize) -> Moves {
        Moves { count, matches: self.matches && count == self.count, ..self }
    }

    fn part(&self) -> &[LineMove] {
        let line = self.course.as_ref().and_then(|course| course.game.line.as_ref());
        line.and_then(|line| line.moves.get(self.from..self.from + self.count)).unwrap_or_default()
    }
}

impl Since {
    /// `None`: that is no position.
    pub(super) fn new(fen: &str) -> Option<Since> {
        let mut parts = fen.split_whitespace();
        let placement: Placement = parts.next()?.parse().ok()?;
        let turn = parts.next().filter(|turn| *turn == "b").unwrap_or("w");
        let essence = format!("{placement} {turn}");
        Some(Since { fen: fen.to_owned(), essence, found: None, sought: None })
    }

    /// The moves that a table's game has made since then; none where it has not come to that position.
    pub(super) fn moves(&mut self, course: Option<&Arc<Course>>) -> Moves {
        let Some((course, line)) = course.and_then(|course| Some((course, course.game.line.as_ref()?))) else {
            return Moves::default();
        };
        if !self.sought.as_ref().is_some_and(|before| Arc::ptr_eq(before, course)) {
            self.find(course);
            self.sought = Some(Arc::clone(course));
        }
        let Some((_, from)) = &self.found else { return Moves::default() };
        Moves {
            course: Some(Arc::clone(course)),
            from: *from,
            count: line.moves.len().saturating_sub(*from),
            matches: line.rest.is_none() && !course.game.interrupted,
        }
    }

    /// Finds the position in the game. A client means where the game is now; later on it stays where it was found, since a
    /// position may come again.
    fn find(&mut self, course: &Course) {
        let (game, positions) = (&course.game.id, course.positions());
        let is_there = |place: usize| positions.get(place).is_some_and(|position| **position == *self.essence);
        if self.found.as_ref().is_some_and(|(known, place)| known == game && is_there(*place)) {
            return;
        }
        let mut places = (0..positions.len()).filter(|place| is_there(*place));
        let place = if self.sought.is_none() { places.next_back() } else { places.next() };
        self.found = place.map(|place| (game.clone(), place));
    }
}

fn essence_of(position: &Position) -> Arc<str> {
    let fen = position.fen();
    let mut parts = fen.split(' ');
    format!("{} {}", parts.next().unwrap_or_default(), parts.next().unwrap_or_default()).into()
}
