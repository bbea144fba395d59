//! The next game where its first position was never seen: begun by what its first moves show, or told to be on.

use std::collections::VecDeque;

use protocols::{Color, Piece, Placement, Role, Square, SquareSet, registry::Sensing};

use super::{
    ClockUse, Stage, TurnMachine,
    alert::{Alert, AlertKind},
    laws::Clause,
};
use crate::{
    board::looks_like_first,
    rules::{LegalMove, Lines, MAX_LINE_PLIES, Position, Sight, Variant, lines_to},
};

/// Most pieces remembered that came down while no game is on.
const MAX_DOWNS: usize = 4 * MAX_LINE_PLIES;

/// Most moves of a game that are looked for where only the board after them is known: with more, pieces could have been
/// captured that are merely still to be set up, and those that captured them be back.
const SHOWN_PLIES: usize = 7;

/// How often the first moves of a game are looked for before the pieces are seen to be set up anew.
const MAX_SEARCHES: u8 = 36;

/// On so many squares a board differs at least from the end of the last game whose pieces have been set up again.
const SET_UP_AGAIN: usize = 9;

/// So many presses in turn, each after a move of the player's, are a game that is played.
const PLAYED_PRESSES: u8 = 4;

/// Most squares that change from one press to the next: those of castling, and a reply begun before either press.
const MAX_CHANGED: usize = 8;

/// What is seen while no game is on.
#[derive(Debug, Clone, Default)]
pub(super) struct BetweenGames {
    /// What has come down since the pieces were being set up, nearly all of them on their first squares and none
    /// elsewhere, or found anew; in order; `None` for a piece that a whole reading showed.
    downs: Option<VecDeque<Option<(Square, Piece)>>>,
    /// The board as it was read when it was last back.
    found: Option<Placement>,
    /// Who has pressed last, and what the board showed then.
    pressed: Option<(Color, Placement)>,
    /// How many presses in turn were each for a move, up to that.
    presses: u8,
    /// Who has pressed while the board is away.
    pressed_in_gap: Option<Color>,
    /// How often the first moves of a game have been looked for.
    searches: u8,
}

impl BetweenGames {
    /// A piece has come down; `None` where only a whole reading shows it.
    pub(super) fn put_down(&mut self, piece: Option<(Square, Piece)>) {
        let Some(downs) = &mut self.downs else { return };
        if downs.len() == MAX_DOWNS {
            downs.pop_front();
        }
        downs.push_back(piece);
    }

    /// The piece put down last, where it was seen coming down.
    fn last_down(&self) -> Option<(Square, Piece)> {
        self.downs.as_ref()?.back().copied().flatten()
    }

    /// Whether the pieces of this line were seen coming down in its order.
    fn has_seen(&self, line: &[LegalMove]) -> bool {
        let mut downs = self.downs.iter().flatten().flatten();
        line.iter().all(|m| downs.any(|down| *down == (m.to, m.arriving())))
    }

    /// Whether it is worth another search.
    fn search_once_more(&mut self) -> bool {
        self.searches = self.searches.saturating_add(1);
        self.searches <= MAX_SEARCHES
    }

    /// Takes a press down; gives how many in turn were each for a move.
    fn press(&mut self, by: Color, board: Placement) -> u8 {
        let is_in_turn = self.pressed.is_some_and(|(before, then)| before != by && is_a_move(by, &then, &board));
        self.presses = if is_in_turn { self.presses.saturating_add(1) } else { 1 };
        self.pressed = Some((by, board));
        self.presses
    }
}

impl TurnMachine {
    /// While no game is on: looks whether nearly all pieces stand on their first squares, and none elsewhere.
    pub(super) fn watch_set_up(&mut self) {
        if is_nearly_first(&self.wood.board) {
            self.between_games.downs = Some(VecDeque::new());
            self.between_games.searches = 0;
        }
    }

    /// The board is back while no game is on. The pieces may have been set up while it was away, and some have moved since.
    pub(super) fn found_between_games(&mut self) {
        let board = self.wood.board;
        let last = self.position().placement();
        if self.stage == Stage::Setup || last.differences(&board).count() >= SET_UP_AGAIN {
            self.between_games.downs.get_or_insert_default();
            self.between_games.searches = 0;
        }
        self.between_games.found = Some(board);
        if let Some(by) = self.between_games.pressed_in_gap.take() {
            self.pressed_between_games(by, false);
        }
    }

    /// The clock is pressed while no game is known to be on. One is where the board shows its first moves, the last of
    /// them his who has pressed; and where presses follow moves for a while, whatever the board shows. `before_board` is
    /// whether the board is still to be read that they are for.
    pub(super) fn pressed_between_games(&mut self, by: Color, before_board: bool) {
        if self.settings.sensing != Sensing::Identity || self.awaits_restored_position() {
            return;
        }
        if before_board {
            self.between_games.pressed_in_gap = Some(by);
            return;
        }
        let presses = self.between_games.press(by, self.wood.board);
        if self.begins_with_press(by) || presses < PLAYED_PRESSES || self.unseen.alert.is_some() {
            return;
        }
        self.tell_game_not_known(
            "Moves are made and the clock is pressed although no game is on here: the first position of one was not seen. \
             Set the position, and play will be followed.",
        );
    }

    /// Whether a game has begun as the board shows it now that `by` has pressed.
    fn begins_with_press(&mut self, by: Color) -> bool {
        let board = self.wood.board;
        let first = Placement::initial();
        let all_home = board.pieces().all(|(square, piece)| first.at(square) == Some(piece));
        if all_home || !self.may_have_begun() || !self.between_games.search_once_more() {
            return false;
        }
        let (mut lines, all) = lines_from_first(&board, SHOWN_PLIES, None);
        // The shortest must be his: he has not pressed for the other's move.
        let ends_with_his = |line: &Vec<LegalMove>| line.last().is_some_and(|m| m.piece.color == by);
        if !lines.first().is_some_and(ends_with_his) {
            return false;
        }
        lines.retain(ends_with_his);
        if let Some((square, piece)) = self.between_games.last_down() {
            let ends_there =
                |line: &Vec<LegalMove>| line.last().is_some_and(|m| (m.to, m.arriving()) == (square, piece));
            retain_if_any(&mut lines, ends_there);
        }
        self.retain_seen(&mut lines);
        self.begin_with(lines, all, by.other());
        if let Some(successor) = &mut self.successor
            && let Some((_, times)) = &mut successor.clock
        {
            times.running = Some(by.other());
        }
        true
    }

    /// A piece is about to be lifted while no game is known to be on. Whether one is all the same: the pieces had been set
    /// up, but for what a stalled line or a pulled cable has hidden, and one line of two moves or more leads from the first
    /// position to the piece put down last, with the player who lifts now to move. Then it begins; where several lines do,
    /// with its first moves open. A single move may be a piece set up on a wrong square.
    pub(super) fn game_on_before_lift(&mut self, square: Square) -> bool {
        if self.stage == Stage::Playing || !self.may_have_begun() || self.awaits_restored_position() {
            return false;
        }
        let board = self.wood.board;
        let last = self.between_games.last_down();
        let as_found = self.between_games.found == Some(board);
        let Some(lifted) = board.at(square).filter(|_| last.is_some() || as_found) else { return false };
        let by = lifted.color;
        let clock_stands =
            self.settings.clock != ClockUse::None && !self.readings.is_empty() && self.clock.running.is_none();
        let is_no_move = |(last, piece): (Square, Piece)| piece.color == by || self.is_tidied(last, piece);
        if last.is_some_and(is_no_move) || clock_stands || !self.between_games.search_once_more() {
            return false;
        }
        let plies = if last.is_some() { MAX_LINE_PLIES } else { SHOWN_PLIES };
        let (mut lines, all) = lines_from_first(&board, plies, Some(by));
        lines.retain(|line| {
            let ends_with = |m: &LegalMove| last.is_none_or(|last| last == (m.to, m.arriving()));
            line.len() > 1 && line.last().is_some_and(ends_with)
        });
        self.retain_seen(&mut lines);
        if lines.is_empty() {
            return false;
        }
        self.begin_with(lines, all, by);
        true
    }

    /// Where the pieces of some lines were seen coming down in their order, the others are out.
    fn retain_seen(&self, lines: &mut Vec<Vec<LegalMove>>) {
        retain_if_any(lines, |line| self.between_games.has_seen(line));
    }

    /// A game has begun with one of these lines, or with others if they are not `all`; `to_move` has the move.
    fn begin_with(&mut self, lines: Vec<Vec<LegalMove>>, all: bool, to_move: Color) {
        let first = Position::initial();
        match &lines[..] {
            [line] if all => {
                self.tell_new_game(
                    "A new game has begun, whose first position was not seen: its first moves are inferred.",
                );
                self.begin_game_after(first, line, None);
            }
            _ => {
                self.tell_new_game(
                    "A new game has begun, whose first moves were not seen: several orders of them fit.",
                );
                self.begin_game_after(first, &[], Some(to_move));
            }
        }
    }

    /// Whether a game may have begun that was not seen to: the pieces had been set up for one.
    fn may_have_begun(&self) -> bool {
        let is_chess = self.turn.position.variant() == Variant::Chess;
        is_chess && self.settings.sensing == Sensing::Identity && self.between_games.downs.is_some()
    }

    /// Whether the position before an illegal move is to be put back, whose ruling is proposed only.
    fn awaits_restored_position(&self) -> bool {
        self.held.is_some() && !self.decided
    }

    /// The clock runs although the first position was never seen: a game is on. Found from its beginning where one short
    /// line explains the board, else for the arbiter to say.
    pub(super) fn game_is_on_already(&mut self) {
        let board = self.wood.board;
        let kings =
            |color| board.pieces().filter(|(_, piece)| *piece == Piece { color, role: Role::King }).count() == 1;
        if self.unseen.alert.is_some() || !kings(Color::White) || !kings(Color::Black) {
            return;
        }
        let first = Position::first_of(self.turn.position.variant());
        if let Lines::One(line) = lines_to(&first, Sight::Pieces(board), MAX_LINE_PLIES, None) {
            self.begin_game_after(first, &line, None);
            return;
        }
        self.tell_game_not_known(
            "The clock runs but the first position was never seen here: set the position, and play will be followed.",
        );
    }

    /// Tells that a game is on which is not known.
    pub(super) fn tell_game_not_known(&mut self, text: &str) {
        let article = self.settings.laws.article(Clause::Of(AlertKind::PositionMismatch));
        let alert = Alert::new(AlertKind::PositionMismatch).article(article).text(text);
        self.unseen.alert = Some(self.raise_numbered(alert));
    }
}

/// The lines from the first position to this board, shorter ones first, and whether no other is as short.
fn lines_from_first(board: &Placement, plies: usize, to_move: Option<Color>) -> (Vec<Vec<LegalMove>>, bool) {
    match lines_to(&Position::initial(), Sight::Pieces(*board), plies, to_move) {
        Lines::One(line) => (vec![line], true),
        Lines::Several { lines, all } => (lines, all),
        Lines::None | Lines::Undecided => (Vec::new(), false),
    }
}

/// Keeps those that are so, if any is.
fn retain_if_any<T>(all: &mut Vec<T>, is_so: impl Fn(&T) -> bool) {
    if all.iter().any(&is_so) {
        all.retain(is_so);
    }
}

/// Whether a move of this player's may have led from one board to the other, the opponent's reply being begun before
/// either.
fn is_a_move(by: Color, before: &Placement, after: &Placement) -> bool {
    let arrived = |square: Square| after.at(square).is_some_and(|piece| piece.color == by);
    let changed = || before.differences(after);
    changed().count() <= MAX_CHANGED && changed().any(arrived)
}

/// Whether nearly all pieces stand as in the first position, and none elsewhere.
fn is_nearly_first(board: &Placement) -> bool {
    let first = Placement::initial();
    looks_like_first(SquareSet::from_bits(board.occupied()))
        && board.pieces().all(|(square, piece)| first.at(square) == Some(piece))
}
