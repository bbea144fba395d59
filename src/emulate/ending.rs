//! What hands do around a game: adjusting and starting before it, showing the result and setting up again after it.

use protocols::{At, Color, Piece, Placement, Role, Square};

use super::{
    hands::{Deed, Hands},
    motion::Motion,
    world::ClockSetting,
};
use crate::rules::{GameResult, pgn::PgnGame};

impl Hands {
    /// Everything up to the start of the clock, from now on.
    pub(super) fn begin(&mut self, game: &PgnGame) {
        let first = game.first_to_move;
        let by_button = self.dice.chance(self.habits.start_by_button);
        if self.has_clock() {
            let setting = ClockSetting {
                white_ms: self.control().initial(game, Color::White),
                black_ms: self.control().initial(game, Color::Black),
                running: None,
                lever_high: if by_button { first } else { first.other() },
                increment_shown: self.control().increment_ms > 0,
            };
            self.set_clock(self.at, setting, None);
        }
        self.at = self.at + self.dice.between(1_000, 4_000);
        if self.dice.chance(self.habits.adjust_before) {
            for _ in 0..self.dice.between(1, 4) {
                self.adjust_one();
            }
        }
        self.at = self.at + self.dice.between(2_000, 8_000);
        if let Some((_, setting)) = self.clock.filter(|_| self.has_clock()) {
            // Black's press starts White's clock (6.6).
            let setting = ClockSetting { running: Some(first), lever_high: first, ..setting };
            self.set_clock(self.at, setting, if by_button { None } else { Some(first.other()) });
        }
        self.thinks_since = self.at;
    }

    fn adjust_one(&mut self) {
        let standing: Vec<(Square, Piece)> = self.board.pieces().collect();
        let Some(&(square, piece)) = self.dice.pick(&standing) else { return };
        let air = self.air();
        let back_at = self.moves(Motion::lifted(piece, square, self.at).held(air).put(square));
        self.at = back_at + self.pause();
    }

    /// The end of a game: the flag or the stopping of the clock, and the kings in the centre. Gives back when the
    /// result stood on the board, if it was shown.
    pub(super) fn end(&mut self, game: &PgnGame) -> Option<At> {
        self.at = self.at.max(self.quiet_until);
        self.stop_clock(game);
        let to_move = if game.moves.len().is_multiple_of(2) { game.first_to_move } else { game.first_to_move.other() };
        let shown = game.result.filter(|_| self.dice.chance(self.habits.kings_in_centre));
        let shown_at = shown.and_then(|result| self.show_result(result, to_move));
        self.at = self.at + self.dice.between(3_000, 8_000);
        shown_at
    }

    fn stop_clock(&mut self, game: &PgnGame) {
        let Some((since, setting)) = self.clock else { return };
        let on_time = game.tag("Termination").is_some_and(|tag| tag.to_ascii_lowercase().contains("time"));
        let loser = match game.result {
            Some(GameResult::BlackWins) => Some(Color::White),
            Some(GameResult::WhiteWins) => Some(Color::Black),
            Some(GameResult::Draw) | None => None,
        };
        let now = setting.after(self.at.since(since));
        if let Some(loser) = loser.filter(|&loser| on_time && setting.running == Some(loser) && game.ending.is_none()) {
            let left_ms = self.dice.between(2_000, 8_000);
            self.set_clock(self.at, now.with(loser, left_ms as u32), None);
            self.at = self.at + left_ms;
            self.deeds.push(Deed::Flag { at: self.at, by: loser });
        } else {
            self.at = self.at + self.dice.between(1_000, 6_000);
            let stopped = setting.after(self.at.since(since));
            self.set_clock(self.at, ClockSetting { running: None, ..stopped }, None);
        }
        self.at = self.at + self.dice.between(1_000, 3_000);
    }

    /// Both kings on light centre squares: White won; on dark ones: Black won; one on each: drawn.
    pub(super) fn show_result(&mut self, result: GameResult, to_move: Color) -> Option<At> {
        let king = |color| {
            let piece = Piece { color, role: Role::King };
            self.board.pieces().find(|&(_, standing)| standing == piece).map(|(square, _)| square)
        };
        let (white, black) = (king(Color::White)?, king(Color::Black)?);
        let centre = |name: &str| name.parse::<Square>().ok();
        let (light, dark) = ([centre("e4")?, centre("d5")?], [centre("d4")?, centre("e5")?]);
        let ways: Vec<(Square, Square)> = match result {
            GameResult::WhiteWins => vec![(light[0], light[1]), (light[1], light[0])],
            GameResult::BlackWins => vec![(dark[0], dark[1]), (dark[1], dark[0])],
            GameResult::Draw => light
                .iter()
                .flat_map(|&light| dark.iter().flat_map(move |&dark| [(light, dark), (dark, light)]))
                .collect(),
        };
        // A king that stands right already is left there; no king goes where the other one stands.
        let fitting: Vec<(Square, Square)> = ways
            .into_iter()
            .filter(|&(to_white, to_black)| to_white != black && to_black != white)
            .filter(|&(to_white, to_black)| {
                let stands = |king: Square, to: Square| king == to || !ends_on_centre(result, king);
                stands(white, to_white) && stands(black, to_black)
            })
            .collect();
        let &(to_white, to_black) = self.dice.pick(&fitting)?;
        let mut steps = vec![(Color::White, white, to_white), (Color::Black, black, to_black)];
        let near =
            |from: Square, to: Square| from.file().abs_diff(to.file()) <= 1 && from.rank().abs_diff(to.rank()) <= 1;
        let could_be_move = steps.iter().any(|&(color, from, to)| color == to_move && near(from, to));
        let mover_first =
            if could_be_move { self.dice.chance(self.habits.king_step_first) } else { self.dice.chance(0.5) };
        if mover_first != (to_move == Color::White) {
            steps.reverse();
        }
        for (color, from, to) in steps.into_iter().filter(|(_, from, to)| from != to) {
            self.king_to_centre(Piece { color, role: Role::King }, from, to);
        }
        Some(self.at)
    }

    fn king_to_centre(&mut self, king: Piece, from: Square, to: Square) {
        let standing = self.board.at(to);
        if let Some(piece) = standing.filter(|_| self.dice.chance(0.7)) {
            self.moves(Motion::lifted(piece, to, self.at).held(500));
            self.board.set(to, None);
            self.at = self.at + self.pause();
        }
        let air = self.air();
        let down_at = self.moves(Motion::lifted(king, from, self.at).held(air).put(to));
        if let Some(piece) = self.board.at(to) {
            self.moves(Motion::lifted(piece, to, down_at).held(500));
        }
        self.board.set(from, None);
        self.board.set(to, Some(king));
        self.at = down_at + self.pause();
    }

    /// Sets the pieces up for another game, one after the other, from the board and from the box.
    pub(super) fn set_up(&mut self, wanted: &Placement) {
        self.at = self.at + self.dice.between(2_000, 10_000);
        self.put_right(wanted);
        self.at = self.at + self.dice.between(2_000, 5_000);
    }

    /// Takes off all pieces that stand where they should not: so it never looks as if all but one were set up, and that one
    /// had moved.
    pub(super) fn take_off_wrong(&mut self, wanted: &Placement) {
        let wrong: Vec<Square> = self.board.differences(wanted).collect();
        for square in wrong {
            if let Some(piece) = self.board.set(square, None) {
                self.moves(Motion::lifted(piece, square, self.at).held(300));
                self.at = self.at + self.dice.between(150, 350);
            }
        }
        self.at = self.at + self.dice.between(500, 1_000);
    }

    /// Puts the pieces so, one after the other, from the board and from the box.
    pub(super) fn put_right(&mut self, wanted: &Placement) {
        // Each round puts one piece right or takes one wrong piece off, so 128 are more than enough.
        for _ in 0..128 {
            let wrong: Vec<Square> = self.board.differences(wanted).collect();
            let open: Vec<(Square, Piece)> = wrong
                .iter()
                .filter(|&&square| self.board.at(square).is_none())
                .filter_map(|&square| wanted.at(square).map(|piece| (square, piece)))
                .collect();
            if let Some(&(to, piece)) = self.dice.pick(&open) {
                let from = wrong.iter().copied().find(|&square| self.board.at(square) == Some(piece));
                let air = self.dice.between(200, 500);
                let down_at = match from {
                    Some(from) => self.moves(Motion::lifted(piece, from, self.at).held(air).put(to)),
                    None => self.moves(Motion::from_box(piece, self.at).held(air).put(to)),
                };
                if let Some(from) = from {
                    self.board.set(from, None);
                }
                self.board.set(to, Some(piece));
                self.at = down_at + self.dice.between(100, 400);
            } else if let Some(&square) = self.dice.pick(&wrong) {
                if let Some(piece) = self.board.set(square, None) {
                    self.moves(Motion::lifted(piece, square, self.at).held(300));
                }
                self.at = self.at + self.dice.between(300, 600);
            } else {
                break;
            }
        }
    }
}

/// Whether this is a square on which a king shows this result.
fn ends_on_centre(result: GameResult, square: Square) -> bool {
    let centre = (3..=4).contains(&square.file()) && (3..=4).contains(&square.rank());
    centre
        && match result {
            GameResult::BlackWins => !square.is_light(),
            GameResult::Draw => true,
            GameResult::WhiteWins => square.is_light(),
        }
}
