//! Which move comes next.

use protocols::{Color, Placement, Role};

use super::{GameHeard, Sitting};
use crate::rules::pgn::{PgnGame, PgnMove, read_games};

/// How many half-moves are played after the game has left its way for good.
const FREE_PLIES: u32 = 24;

/// So much is a move worth that comes in the game that should have been, a pawn being 100.
const OF_THE_GAME: i32 = 250;

/// Where the game is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// Elsewhere, for at most so many half-moves more.
    Free(u32),
    /// After so many half-moves of the game that is to be played.
    Main(usize),
}

/// What comes next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Next {
    /// This.
    Move(PgnMove),
    /// That the arbiter knows what has been played is waited for.
    NotYet,
    /// Nothing: the player who has the move thinks, and thinks.
    None,
}

impl Sitting {
    /// The move that comes next.
    pub(super) fn next_move(&mut self) -> Next {
        let planned = match self.way {
            Way::Main(ply) => match self.game.moves.get(ply) {
                Some(planned) => Some(planned.clone()),
                None => return Next::None,
            },
            Way::Free(0) => return Next::None,
            Way::Free(_) => None,
        };
        let owed = self.known.owed();
        if let Some(planned) = planned.as_ref().filter(|planned| owed.is_empty() || owed.contains(&planned.uci)) {
            return Next::Move(planned.clone());
        }
        let stands = |game: &&GameHeard| game.placement() == Some(self.hands.board) && game.turn.is_some();
        match self.known.game().filter(stands).filter(|_| self.known.may_play()).cloned() {
            // What is owed cannot be played where the arbiter has let the move stand.
            Some(game) => self.choose(&game, planned.is_some()).or(planned).map_or(Next::None, Next::Move),
            None => Next::NotYet,
        }
    }

    /// This has been played. Gives whether the game is over by it.
    pub(super) fn goes_on(&mut self, played: &PgnMove) -> bool {
        self.known.take_owed();
        let turn = played.piece.color.other();
        match self.way {
            Way::Main(ply) if self.game.moves.get(ply).is_some_and(|planned| planned.uci == played.uci) => {
                self.way = Way::Main(ply + 1);
                ply + 1 == self.game.moves.len() && self.game.ending.is_some()
            }
            Way::Main(_) => {
                self.way = self.way_from(&self.hands.board, turn, FREE_PLIES);
                false
            }
            Way::Free(left) => {
                self.way = self.way_from(&self.hands.board, turn, left.saturating_sub(1));
                false
            }
        }
    }

    /// Where the game is after an arbiter's decision.
    pub(super) fn find_way(&mut self, placement: &Placement, turn: Color) {
        self.way = self.way_from(placement, turn, FREE_PLIES);
        if let Way::Main(ply) = self.way {
            // What should have happened before this has happened, or does not any more.
            self.scenes.retain(|scene| scene.ply >= ply);
        }
    }

    fn way_from(&self, placement: &Placement, turn: Color, left: u32) -> Way {
        let first = self.game.first_to_move;
        let to_move = |ply: usize| if ply.is_multiple_of(2) { first } else { first.other() };
        let plies = (0..=self.game.moves.len()).rev().filter(|&ply| to_move(ply) == turn);
        // Of a position that comes again the last time.
        let found = plies.into_iter().find(|&ply| self.game.placement_after(ply) == *placement);
        found.map_or(Way::Free(left), Way::Main)
    }

    /// A sensible move in a position that was not to come: nothing is left hanging where it can be helped.
    /// With `owed_alone` one that the arbiter has said to be owed, or none.
    fn choose(&mut self, game: &GameHeard, owed_alone: bool) -> Option<PgnMove> {
        let legal = legal_in(&game.fen)?;
        let owed = if game.owed.is_empty() { self.known.owed() } else { &game.owed };
        let due: Vec<&PgnMove> = legal.iter().filter(|played| owed.contains(&played.uci)).collect();
        let legal: Vec<&PgnMove> = if due.is_empty() && !owed_alone { legal.iter().collect() } else { due };
        let worth: Vec<(i32, &PgnMove)> = legal.iter().map(|played| (self.worth(&game.fen, played), *played)).collect();
        let best = worth.iter().map(|&(worth, _)| worth).max()?;
        let best: Vec<&PgnMove> = worth.into_iter().filter(|&(worth, _)| worth == best).map(|(_, m)| m).collect();
        self.hands.dice.pick(&best).map(|&played| played.clone())
    }

    fn worth(&self, fen: &str, played: &PgnMove) -> i32 {
        let gain = played.captured.map_or(0, |(_, victim)| value(victim.role));
        let promoted = played.promotion.map_or(0, value);
        let Some(after) = position(fen, &played.san) else { return i32::MIN };
        if after.ending.is_some() {
            // Mate is welcome; a stalemate is seldom meant.
            return if played.san.ends_with('#') { 100_000 } else { 0 };
        }
        let lost = after.legal_after(1).iter().filter_map(|reply| Some(value(reply.captured?.1.role))).max();
        let of_the_game = self.game.moves.iter().any(|planned| planned.uci == played.uci);
        gain + promoted - lost.unwrap_or(0) + if of_the_game { OF_THE_GAME } else { 0 }
    }
}

/// The legal moves of a position.
fn legal_in(fen: &str) -> Option<Vec<PgnMove>> {
    Some(position(fen, "")?.legal_after(0))
}

/// A position, and a move made in it.
fn position(fen: &str, san: &str) -> Option<PgnGame> {
    let text = format!(
        "[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{} *\n",
        if san.is_empty() { String::new() } else { numbered(fen, san) }
    );
    read_games(text.as_bytes()).next()?.ok().filter(|game| game.broke_off.is_none())
}

/// A move with its number.
fn numbered(fen: &str, san: &str) -> String {
    let dots = if fen.split(' ').nth(1) == Some("b") { "..." } else { "." };
    let number = fen.split(' ').nth(5).unwrap_or("1");
    format!("{number}{dots} {san}")
}

/// What a piece is worth, a pawn being 100.
fn value(role: Role) -> i32 {
    match role {
        Role::Bishop | Role::Knight => 300,
        Role::King => 0,
        Role::Pawn => 100,
        Role::Queen => 900,
        Role::Rook => 500,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emulate::sitting::{Heard, Planned, Setting};

    fn sitting(moves: &str) -> Sitting {
        let game = read_games(moves.as_bytes()).next().expect("a game").expect("readable");
        let first = Planned { game, scenes: Vec::new(), clocks_ms: (None, None) };
        Sitting::new(Setting { first, next: Vec::new(), thinks_ms: (1, 2), seed: 1 })
    }

    #[test]
    fn after_a_decision_the_game_goes_on_where_its_position_stands() {
        let mut sitting = sitting("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *");
        let placement = sitting.game.placement_after(3);
        sitting.find_way(&placement, Color::Black);
        assert_eq!(sitting.way, Way::Main(3));
        sitting.find_way(&placement, Color::White);
        assert_eq!(sitting.way, Way::Free(FREE_PLIES));
    }

    #[test]
    fn off_its_way_a_piece_is_taken_and_none_left_hanging_and_what_is_owed_is_played() {
        // White's knight on f3 can take on e5, where it is not taken back; the queen's capture on d5 loses her.
        let fen = "4k3/8/2p5/3pn3/8/3Q1N2/8/4K3 w - - 0 1";
        for (owed, played) in [(vec![], "f3e5"), (vec!["e1e2".to_owned()], "e1e2")] {
            let mut sitting = sitting("1. e4 e5 *");
            let game = GameHeard {
                id: "g".to_owned(),
                seq: 1,
                phase: "playing".to_owned(),
                fen: fen.to_owned(),
                turn: Some(Color::White),
                owed,
                is_interrupted: false,
                is_named: true,
            };
            sitting.hands.board = game.placement().expect("a placement");
            sitting.find_way(&sitting.hands.board.clone(), Color::White);
            assert_eq!(sitting.next_move(), Next::NotYet, "the arbiter has not said it");
            sitting.known.hear(Heard::Game(game));
            match sitting.next_move() {
                Next::Move(next) => assert_eq!(next.uci, played),
                next => panic!("{next:?}"),
            }
        }
    }

    #[test]
    fn who_owes_another_move_by_the_arbiters_decision_plays_one_and_who_may_let_it_stand_goes_on() {
        // Black has touched his knight on b8 and played another piece.
        let decided = |owed: &[&str]| Heard::Alert {
            seq: 2,
            id: "g#1".to_owned(),
            kind: "touch-move-violated".to_owned(),
            is_open: false,
            is_urgent: false,
            time: None,
            owed: owed.iter().map(|owed| (*owed).to_owned()).collect(),
        };
        for (plies, owed, expected) in [(3, "b8c6", Some("b8c6")), (4, "b8c6", None)] {
            let mut sitting = sitting("1. e4 e5 2. Nf3 Nf6 3. Bb5 a6 *");
            let placement = sitting.game.placement_after(plies);
            let turn = if plies % 2 == 0 { Color::White } else { Color::Black };
            sitting.hands.board = placement;
            sitting.find_way(&placement, turn);
            sitting.known.hear(decided(&[owed]));
            let side = if turn == Color::White { 'w' } else { 'b' };
            sitting.known.hear(Heard::Game(GameHeard {
                id: "g".to_owned(),
                seq: 3,
                phase: "playing".to_owned(),
                fen: format!("{placement} {side} KQkq - 0 3"),
                turn: Some(turn),
                owed: Vec::new(),
                is_interrupted: false,
                is_named: true,
            }));
            let planned = sitting.game.moves[plies].uci.clone();
            match sitting.next_move() {
                Next::Move(next) => assert_eq!(next.uci, expected.unwrap_or(&planned)),
                next => panic!("{next:?}"),
            }
        }
    }
}
