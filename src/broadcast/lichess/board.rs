//! A board as Lichess shows it: it never takes moves away, and takes a game whole or not at all.

use super::trouble::{self, Refusal};
use crate::{broadcast::told::ToldGame, words::Words};

/// How a game is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    /// With all its moves.
    Whole,
    /// With the moves that Lichess has taken before.
    Known,
    /// Without moves: names and result.
    Bare,
}

/// What is known of a board there.
#[derive(Debug, Default)]
pub(super) struct ShownBoard {
    /// The moves that Lichess shows, as far as that is known.
    line: Vec<String>,
    refused: Option<Refused>,
    /// How many half-moves were sent and how many were read, where these differ.
    miscounted: Option<(usize, usize)>,
}

/// Moves that Lichess does not take.
#[derive(Debug)]
struct Refused {
    line: Vec<String>,
    /// What it said.
    error: Refusal,
    /// How the game is sent since.
    form: Form,
    /// Whether it takes it so.
    is_taken: bool,
}

/// Why a game is not sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unsent {
    /// There are more boards than Lichess shows.
    TooMany,
    /// It is longer than a game may be.
    TooLong,
}

impl ShownBoard {
    /// A board that shows moves which this program has taken back before it was started again.
    pub(super) fn with(line: Vec<String>) -> ShownBoard {
        ShownBoard { line, ..ShownBoard::default() }
    }

    /// With how many of its moves a game is to be sent.
    pub(super) fn plies(&self, game: &ToldGame) -> usize {
        let line = line_of(game);
        match self.refusal_of(&line).map(|refused| refused.form) {
            None | Some(Form::Whole) => line.len(),
            Some(Form::Known) => common(&self.line, &line),
            Some(Form::Bare) => 0,
        }
    }

    /// Lichess has read so many half-moves of so many that were sent, or says what is wrong. Gives whether the game is to
    /// be sent in another form.
    pub(super) fn answered(&mut self, sent: &[String], result: &Result<usize, Refusal>) -> bool {
        match result {
            Ok(counted) => {
                self.miscounted = (*counted != sent.len()).then_some((sent.len(), *counted));
                match &mut self.refused {
                    // What was refused begins otherwise.
                    Some(refused) if begins(sent, &refused.line) || !begins(&refused.line, sent) => {
                        self.refused = None;
                    }
                    Some(refused) => refused.is_taken = true,
                    None => {}
                }
                let read = &sent[..(*counted).min(sent.len())];
                if !begins(&self.line, read) {
                    self.line = read.to_vec();
                }
                false
            }
            Err(error) => {
                self.miscounted = None;
                let known = self.refused.take().filter(|refused| begins(&refused.line, sent));
                let (line, tried) = match known {
                    Some(refused) => (refused.line, refused.form),
                    None => (sent.to_vec(), Form::Whole),
                };
                let known = common(&self.line, &line);
                let form = match tried {
                    Form::Whole if known > 0 && known < line.len() => Form::Known,
                    Form::Whole | Form::Known if !line.is_empty() => Form::Bare,
                    // Nothing of it is taken: it is sent as it is, and waits for a correction.
                    Form::Whole | Form::Known | Form::Bare => Form::Whole,
                };
                let is_other = form != Form::Whole;
                self.refused = Some(Refused { line, error: error.clone(), form, is_taken: false });
                is_other
            }
        }
    }

    /// All of the game is acknowledged, maybe before this program was started.
    pub(super) fn stands(&mut self, game: &ToldGame) {
        let line = line_of(game);
        let is_whole = self.refusal_of(&line).is_none() && self.miscounted.is_none();
        if is_whole && !begins(&self.line, &line) {
            self.line = line.into_iter().map(str::to_owned).collect();
        }
    }

    /// The moves that Lichess shows, where those are more than the game has.
    pub(super) fn excess(&self, game: &ToldGame) -> Option<&[String]> {
        let line = line_of(game);
        (self.line.len() > line.len() && begins(&self.line, &line)).then_some(&self.line)
    }

    /// What is to be said of the board.
    pub(super) fn troubles(&self, game: &ToldGame, unsent: Option<Unsent>) -> Vec<Words> {
        let line = line_of(game);
        let mut all = Vec::new();
        match unsent {
            Some(Unsent::TooMany) => all.push(trouble::too_many_boards()),
            Some(Unsent::TooLong) => all.push(trouble::game_too_long()),
            None => {}
        }
        if let Some(refused) = self.refusal_of(&line) {
            let shown = refused.is_taken.then(|| common(&self.line, &line));
            all.push(trouble::game_refused(&refused.error, shown));
        } else if let Some((sent, counted)) = self.miscounted.filter(|(sent, _)| *sent == line.len()) {
            all.push(trouble::miscounted(counted, sent));
        }
        if let Some(shown) = self.excess(game) {
            all.push(trouble::excess(shown.len() - line.len()));
        }
        if let Some(line) = game.line.as_ref().filter(|line| line.rest.is_some()) {
            all.push(trouble::shown_up_to(line.moves.len()));
        }
        all
    }

    fn refusal_of(&self, line: &[&str]) -> Option<&Refused> {
        self.refused.as_ref().filter(|refused| begins(line, &refused.line))
    }
}

/// A game's moves.
pub(super) fn line_of(game: &ToldGame) -> Vec<&str> {
    game.line.iter().flat_map(|line| &line.moves).map(|played| &*played.uci).collect()
}

/// How many moves two lines begin with alike.
fn common(one: &[impl AsRef<str>], other: &[impl AsRef<str>]) -> usize {
    one.iter().zip(other).take_while(|(one, other)| one.as_ref() == other.as_ref()).count()
}

/// Whether a line begins with another.
fn begins(line: &[impl AsRef<str>], with: &[impl AsRef<str>]) -> bool {
    common(line, with) == with.len()
}
