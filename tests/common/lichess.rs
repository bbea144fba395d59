//! What a broadcast of Lichess makes of a text, by the rules in its source: which games it drops, which it takes for
//! which of those it has, and what becomes of their moves. No code of theirs: a checker written from its rules.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use shakmaty::{CastlingMode, Chess, Position as _, Role, Square, fen::Fen, san::San};

/// A body is shorter than this.
const MAX_BODY: usize = 512 * 1_024;

/// Games beyond are not looked at.
const MAX_GAMES: usize = 100;

/// Longest game, in characters.
const MAX_GAME: usize = 100_000;

/// A game, as its text says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Game {
    pub(crate) tags: BTreeMap<String, String>,
    pub(crate) sans: Vec<String>,
    /// Of its text, in characters.
    length: usize,
}

/// What became of a game of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Became {
    /// A player has neither a name nor a number of FIDE's.
    Dropped,
    /// A board that was not there.
    New,
    /// The board that was there, by its place.
    Updated(usize),
}

/// A round, as Lichess keeps it.
#[derive(Debug, Default)]
pub(crate) struct Round {
    pub(crate) boards: Vec<Game>,
    /// Whether it looks at `GameId`, which it prefers to everything else.
    pub(crate) by_id: bool,
    /// A move that it does not take, in SAN.
    pub(crate) hates: Option<String>,
}

impl Game {
    pub(crate) fn tag(&self, name: &str) -> &str {
        self.tags.get(name).map_or("", String::as_str)
    }

    /// One text: tags, a blank line, moves.
    pub(crate) fn read(text: &str) -> Game {
        let mut tags = BTreeMap::new();
        let mut moves = String::new();
        for line in text.lines() {
            let tag = line.strip_prefix('[').and_then(|rest| rest.strip_suffix("\"]"));
            match tag.and_then(|tag| tag.split_once(" \"")) {
                Some((name, value)) if moves.is_empty() => {
                    let value = value.replace("\\\"", "\"").replace("\\\\", "\\");
                    tags.insert(name.to_owned(), value);
                }
                _ => moves += &format!("{line} "),
            }
        }
        let mut plain = String::new();
        let mut depth = 0;
        for letter in moves.chars() {
            match letter {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ if depth == 0 => plain.push(letter),
                _ => {}
            }
        }
        let is_move = |word: &&str| !word.ends_with('.') && !["*", "1-0", "0-1", "1/2-1/2"].contains(word);
        let sans = plain.split_whitespace().filter(is_move).map(str::to_owned).collect();
        Game { tags, sans, length: text.chars().count() }
    }

    /// All games of a text: they are parted only where a blank line is followed by a tag.
    pub(crate) fn read_all(text: &str) -> Vec<Game> {
        let text = text.replace('\r', "");
        let mut parts: Vec<String> = Vec::new();
        for part in text.split("\n\n").filter(|part| !part.trim().is_empty()) {
            match parts.last_mut() {
                Some(last) if !part.starts_with('[') => *last += &format!("\n\n{part}"),
                _ => parts.push(part.to_owned()),
            }
        }
        parts.iter().map(|part| Game::read(part)).collect()
    }

    /// How many moves can be played; a king that was put in the centre at the end is passed over.
    fn play(&self) -> Result<usize, String> {
        let from = match self.tags.get("FEN") {
            Some(fen) => {
                let mode =
                    if self.tag("Variant") == "Chess960" { CastlingMode::Chess960 } else { CastlingMode::Standard };
                let fen: Fen = fen.parse().map_err(|_| "Invalid FEN".to_owned())?;
                fen.into_position::<Chess>(mode).map_err(|error| error.to_string())?
            }
            None => Chess::default(),
        };
        if self.length > MAX_GAME {
            return Err("The game is too long".to_owned());
        }
        let mut position = from;
        for (place, written) in self.sans.iter().enumerate() {
            let san: San =
                written.trim_end_matches(['+', '#']).parse().map_err(|_| format!("Cannot parse {written}"))?;
            match san.to_move(&position) {
                Ok(m) => position.play_unchecked(m),
                Err(_) if place + 1 == self.sans.len() && is_king_in_the_centre(&san) => return Ok(place),
                Err(_) => return Err(format!("No move found: {written}")),
            }
        }
        Ok(self.sans.len())
    }

    fn fide_id(&self, color: &str) -> Option<u32> {
        self.tag(&format!("{color}FideId")).parse().ok().filter(|id| *id > 0)
    }

    fn has_players(&self) -> bool {
        ["White", "Black"].iter().all(|color| {
            let name = self.tag(color).trim();
            let is_name = name.chars().count() > 1 && !name.eq_ignore_ascii_case("unknown");
            is_name || self.fide_id(color).is_some()
        })
    }

    fn round_and_board(&self) -> (Option<u32>, Option<u32>) {
        let (round, behind) = self.tag("Round").split_once('.').unwrap_or((self.tag("Round"), ""));
        let board = if self.tag("Board").is_empty() { behind } else { self.tag("Board") };
        (round.parse().ok(), board.parse().ok())
    }

    fn are_same_players(&self, other: &Game) -> bool {
        let ids = |game: &Game| game.fide_id("White").zip(game.fide_id("Black"));
        match (ids(self), ids(other)) {
            (Some(one), Some(two)) => one == two,
            _ => ["White", "Black"].iter().all(|color| self.tag(color) == other.tag(color)),
        }
    }

    fn is_same(&self, other: &Game, by_id: bool) -> bool {
        if by_id && !self.tag("GameId").is_empty() && self.tag("GameId") == other.tag("GameId") {
            return true;
        }
        let is_same_event = self.tag("Event") == other.tag("Event") && self.tag("Site") == other.tag("Site");
        let (here, there) = (self.round_and_board(), other.round_and_board());
        is_same_event && here.0.is_some() && here == there && self.are_same_players(other)
    }
}

impl Round {
    /// A text comes in.
    pub(crate) fn take(&mut self, text: &str) -> Vec<Became> {
        Game::read_all(text).into_iter().map(|game| self.take_game(game)).collect()
    }

    fn take_game(&mut self, game: Game) -> Became {
        if !game.has_players() {
            return Became::Dropped;
        }
        let by_id = self.by_id;
        match self.boards.iter().position(|board| board.is_same(&game, by_id)) {
            Some(place) => {
                let board = &mut self.boards[place];
                // A shorter list that begins the same takes no move away.
                let is_shortened = board.sans.starts_with(&game.sans);
                let sans = if is_shortened { board.sans.clone() } else { game.sans.clone() };
                *board = Game { sans, ..game };
                Became::Updated(place)
            }
            None => {
                self.boards.push(game);
                Became::New
            }
        }
    }

    /// What the route for pushes answers: a status, and a body. A game that cannot be played through changes nothing.
    pub(crate) fn push(&mut self, body: &str) -> (u16, Value) {
        if body.len() >= MAX_BODY {
            return (413, json!({ "error": "Request Entity Too Large" }));
        }
        let mut parsed: Vec<(Game, Result<usize, String>)> = Vec::new();
        for game in Game::read_all(body).into_iter().take(MAX_GAMES) {
            let hated = self.hates.as_ref().filter(|san| game.sans.contains(san));
            let played = match hated {
                Some(san) => Err(format!("No move found: {san}")),
                None => game.play(),
            };
            parsed.push((game, played));
        }
        let mut taken = Vec::new();
        let mut said = Vec::new();
        for (mut game, played) in parsed {
            match played {
                Ok(moves) => {
                    said.push(json!({ "tags": game.tags, "moves": moves }));
                    game.sans.truncate(moves);
                    taken.push(game);
                }
                Err(error) => said.push(json!({ "tags": game.tags, "error": error })),
            }
        }
        let places: Vec<Option<usize>> = taken
            .into_iter()
            .map(|game| match self.take_game(game) {
                Became::Dropped => None,
                Became::New => Some(self.boards.len() - 1),
                Became::Updated(place) => Some(place),
            })
            .collect();
        // The boards are put into the order of the text where it has all of them.
        let order: Vec<usize> = places.into_iter().flatten().collect();
        let is_whole =
            order.iter().collect::<BTreeSet<_>>().len() == self.boards.len() && order.len() == self.boards.len();
        if is_whole {
            self.boards = order.into_iter().map(|place| self.boards[place].clone()).collect();
        }
        (200, json!({ "games": said }))
    }
}

fn is_king_in_the_centre(san: &San) -> bool {
    let centre = [Square::D4, Square::D5, Square::E4, Square::E5];
    matches!(san, San::Normal { role: Role::King, to, .. } if centre.contains(to))
}
