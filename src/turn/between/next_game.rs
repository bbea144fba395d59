//! The next game where its first position was never seen: begun by what its first moves show, or told to be on.

use std::collections::VecDeque;

use protocols::{Color, Piece, Placement, Role, Square, SquareSet, registry::Sensing};

use crate::{
    board::looks_like_first,
    rules::{LegalMove, Lines, MAX_LINE_PLIES, Position, Sight, Variant, lines_to},
    turn::{
        ClockUse, TurnMachine,
        findings::{Alert, AlertKind, AlertState, Finding, Mismatch, NewGameSign, Severity, UnknownGame},
        laws::Clause,
        phase::stopped::Beside,
        recovery::Tries,
        signs::Kings,
    },
};

/// Most pieces remembered that came down while no game is on.
const MAX_DOWNS: usize = 4 * MAX_LINE_PLIES;

/// Most moves of a game that are looked for at a press: with more, pieces could have been captured that are merely still to
/// be set up, and those that captured them be back.
const PRESSED_PLIES: usize = 7;

/// On so many squares a board differs at least from the end of the last game whose pieces have been set up again.
const SET_UP_AGAIN: usize = 9;

/// So many presses in turn, each after a move of the player's, are a game that is played.
pub(in crate::turn) const PLAYED_PRESSES: u8 = 4;

/// So many pieces at least of a game that is played stand where neither the first position nor the end of the last game has
/// them: what is being set up stands on the squares of the one or the other.
const PLAYED_PIECES: usize = 4;

/// Most squares that change from one press to the next: those of castling, and a reply begun before either press.
pub(in crate::turn) const MAX_CHANGED: usize = 8;

/// What is seen while no game is on.
#[derive(Debug, Clone, Default)]
pub(in crate::turn) struct BetweenGames {
    /// What has been put down since the pieces were being set up; `None` before.
    downs: Option<Downs>,
    /// The position that was set up last, where all pieces stand on first squares and not as the Laws have them.
    wrong: Option<Position>,
    /// Who has pressed last, and what the board showed then.
    pressed: Option<(Color, Placement)>,
    /// How many presses in turn were each for a move, up to that.
    presses: u8,
    /// Who has pressed last while the board was away, and how many presses in turn there were.
    unseen: Option<(Color, u8)>,
    /// Searches for the first moves of a game since the pieces were last seen to be set up.
    tries: Tries,
    /// The alert that a game is on which is not known.
    pub(in crate::turn) told: Option<u32>,
}

/// What has been put down since the pieces were being set up.
#[derive(Debug, Clone, Default)]
struct Downs {
    /// In order; `None` for a piece that a whole reading showed.
    pieces: VecDeque<Option<(Square, Piece)>>,
    /// Whether nearly all pieces were seen on their first squares and none elsewhere, rather than the board to be another
    /// after it had been away.
    nearly_first: bool,
}

impl BetweenGames {
    /// A piece has come down; `None` where only a whole reading shows it.
    fn put_down(&mut self, piece: Option<(Square, Piece)>) {
        let Some(Downs { pieces, .. }) = &mut self.downs else { return };
        if pieces.len() == MAX_DOWNS {
            pieces.pop_front();
        }
        pieces.push_back(piece);
    }

    /// This player has pressed, and the board has not shown itself since it was away.
    pub(in crate::turn) fn pressed_unseen(&mut self, by: Color) {
        let (last, presses) = self.unseen.unwrap_or((by.other(), 0));
        self.unseen = Some((by, presses.saturating_add(u8::from(last != by))));
    }

    /// The board shows itself again. Gives how many presses in turn there were while it was away.
    pub(in crate::turn) fn take_unseen(&mut self) -> u8 {
        self.unseen.take().map_or(0, |(_, presses)| presses)
    }

    /// The piece put down last, where it was seen coming down.
    fn last_down(&self) -> Option<(Square, Piece)> {
        self.downs.as_ref()?.pieces.back().copied().flatten()
    }

    /// Whether the pieces of this line were seen coming down in its order.
    fn has_seen(&self, line: &[LegalMove]) -> bool {
        let mut downs = self.downs.iter().flat_map(|downs| &downs.pieces).flatten();
        line.iter().all(|m| downs.any(|down| *down == (m.to, m.arriving())))
    }
}

impl TurnMachine {
    /// Whether so much stands elsewhere than in the last known position that no piece or two are out of place: another game
    /// is on the board, or none.
    pub(in crate::turn) fn is_another_game(&self, board: &Placement) -> bool {
        self.position().placement().differences(board).count() >= SET_UP_AGAIN
    }

    /// Whether nearly all pieces stand on their first squares, and none elsewhere.
    pub(in crate::turn) fn is_nearly_set_up(&self) -> bool {
        is_nearly_first(self.sensed.board())
    }

    /// While no game is on: looks whether nearly all pieces stand on their first squares, and none elsewhere; or all of
    /// them on first squares, though not each on its own.
    pub(in crate::turn) fn watch_set_up(&mut self) {
        let is_right = is_nearly_first(self.sensed.board()) && self.is_some_piece_back();
        let wrong = if is_right { None } else { self.wrong_set_up_shown() };
        if is_right || wrong.is_some() {
            let downs = Some(Downs { nearly_first: true, ..Downs::default() });
            self.between_games =
                BetweenGames { downs, wrong, tries: Tries::default(), ..std::mem::take(&mut self.between_games) };
        }
    }

    /// Whether a piece has been put back on its first square since the game was over, or the kings have shown the result.
    /// Of a short game nearly all pieces stand there still, and those in the hand may be playing on.
    fn is_some_piece_back(&self) -> bool {
        let (first, last, board) = (Placement::initial(), self.position().placement(), self.sensed.board());
        let mut astray = first.differences(last).peekable();
        astray.peek().is_none()
            || !self.phase.is_over()
            || self.kings == Kings::Result
            || astray.any(|square| first.at(square) == board.at(square))
    }

    /// Whether what stands on the board is explained by the game that was over: its players have gone on.
    fn is_played_on_after_end(&self) -> bool {
        let beside = self.phase.over().and_then(|over| over.if_reopened.as_ref());
        let has_gone_on = |beside: &Beside| beside.game.played.moves().len() > self.played.moves().len();
        beside.is_some_and(|beside| has_gone_on(beside) && beside.is_followed_surely())
    }

    /// The position that the board shows where all pieces have been set up, some in one another's places.
    pub(in crate::turn) fn wrong_set_up_shown(&self) -> Option<Position> {
        let knows_pieces = self.settings.sensing == Sensing::Identity;
        let first = Position::first_of(self.turn.position.variant());
        (knows_pieces && self.first_position_shown().is_none() && is_set_up_wrongly(self.sensed.board()))
            .then(|| Position::from_placement(self.sensed.board(), Color::White, &first))
    }

    /// The board is back while no game is on: the pieces may have been set up while it was away, or another game be on, of
    /// which so many presses in turn tell.
    pub(in crate::turn) fn found_between_games(&mut self, presses: u8) {
        if self.phase.is_over() && self.between_games.downs.is_none() && self.is_another_game(self.sensed.board()) {
            self.between_games.downs = Some(Downs::default());
            self.between_games.tries = Tries::default();
        }
        let is_set_up = self.between_games.downs.is_some() && self.settings.sensing == Sensing::Identity;
        if is_set_up && presses >= PLAYED_PRESSES && self.is_in_play() && !self.awaits_restored_position() {
            self.tell_moves_after_end();
        }
    }

    /// Whether pieces stand as in a game that is neither at its beginning nor the last one.
    fn is_in_play(&self) -> bool {
        let (first, last) = (Placement::initial(), self.position().placement());
        let board = self.sensed.board();
        let is_elsewhere =
            |(square, piece): &(Square, Piece)| ![first.at(*square), last.at(*square)].contains(&Some(*piece));
        // Where all stand on first squares it is another first position.
        board.occupied() != first.occupied() && board.pieces().filter(is_elsewhere).count() >= PLAYED_PIECES
    }

    /// Tells that a game is on of which nothing is known, once.
    fn tell_moves_after_end(&mut self) {
        // Where a result is only proposed, what proposes it calls the arbiter.
        let is_told_otherwise = self.is_played_on_after_end() && !self.phase.is_decided();
        if self.phase.is_over() && !is_told_otherwise && self.between_games.told.is_none() {
            let number = self.raise_game_not_known(UnknownGame::MovesAfterEnd);
            self.between_games.told = Some(number);
        }
    }

    /// A piece comes down while no game is on; `None` where only a whole reading shows it.
    pub(in crate::turn) fn put_down_between_games(&mut self, piece: Option<(Square, Piece)>) {
        let is_adjusted = piece.is_some_and(|(square, piece)| self.sensed.left_last(square, piece));
        if !is_adjusted {
            self.between_games.put_down(piece);
        }
    }

    /// The clock is pressed while no game is known to be on. One is where a line of two moves or more leads from the first
    /// position to the board and ends with the piece that the presser was seen to put down last; and, known or not, where
    /// presses follow moves for a while.
    pub(in crate::turn) fn pressed_between_games(&mut self, by: Color) {
        let is_set_up = self.between_games.downs.is_some() && self.settings.sensing == Sensing::Identity;
        if !is_set_up || self.awaits_restored_position() {
            return;
        }
        let board = *self.sensed.board();
        let is_in_turn =
            self.between_games.pressed.is_some_and(|(before, then)| before != by && self.is_a_move(by, &then, &board));
        let between = &mut self.between_games;
        between.presses = if is_in_turn { between.presses.saturating_add(1) } else { 1 };
        between.pressed = Some((by, board));
        if !self.is_played_on_after_end() && self.begin_game_on_press(by) {
            return;
        }
        if self.between_games.presses >= PLAYED_PRESSES {
            self.tell_moves_after_end();
        }
    }

    /// Whether a game has begun as the board shows it now that `by` has pressed.
    fn begin_game_on_press(&mut self, by: Color) -> bool {
        let is_his = |(square, piece): &(Square, Piece)| piece.color == by && !self.is_tidied(*square, *piece);
        let Some(last) = self.between_games.last_down().filter(is_his) else { return false };
        let is_chess = self.turn.position.variant() == Variant::Chess;
        let wrong = self.between_games.wrong.clone();
        let may_begin = wrong.is_some() || (is_chess && self.clock.was_read());
        if !may_begin || !self.between_games.tries.once_more() {
            return false;
        }
        // A single move may be a piece set up on a wrong square, unless all had been set up already.
        let (least, first) = (if wrong.is_some() { 1 } else { 2 }, wrong.unwrap_or_else(Position::initial));
        let (mut lines, all) = lines_from(&first, self.sensed.board(), PRESSED_PLIES, None);
        // The shortest must be his: he has not pressed for the other's move.
        let is_his = |line: &Vec<LegalMove>| line.len() >= least && line.last().is_some_and(|m| m.piece.color == by);
        if !lines.first().is_some_and(is_his) {
            return false;
        }
        lines.retain(|line| ends_with(line, last));
        self.retain_seen(&mut lines);
        if lines.is_empty() {
            return false;
        }
        self.begin_with(first, lines, all, by.other());
        if let Some((_, times)) = self.successor.as_mut().and_then(|successor| successor.clock.as_mut()) {
            times.running = Some(by.other());
        }
        true
    }

    /// A piece is about to be lifted while no game is known to be on. Whether one is all the same: the pieces had been set
    /// up, but for what a stalled line or a pulled cable has hidden, and one line of two moves or more leads from the first
    /// position to the piece put down last, with the player who lifts now to move. Then it begins; where several lines do,
    /// with its first moves open. A single move may be a piece set up on a wrong square.
    pub(in crate::turn) fn begin_game_on_lift(&mut self, square: Square) -> bool {
        let wrong = self.between_games.wrong.clone();
        let is_chess = wrong.is_some() || self.turn.position.variant() == Variant::Chess;
        let identity = self.settings.sensing == Sensing::Identity && is_chess;
        let nearly_first = self.between_games.downs.as_ref().is_some_and(|downs| downs.nearly_first);
        if self.phase.is_playing()
            || !identity
            || !nearly_first
            || self.awaits_restored_position()
            || self.is_played_on_after_end()
        {
            return false;
        }
        let (Some((last, piece)), Some(lifted)) = (self.between_games.last_down(), self.sensed.at(square)) else {
            return false;
        };
        let by = lifted.color;
        let clock_stands = self.settings.clock != ClockUse::None && self.clock.stands();
        if piece.color == by || self.is_tidied(last, piece) || clock_stands || !self.between_games.tries.once_more() {
            return false;
        }
        // Without a clock nobody presses: the reply tells that the move before it was one.
        let least = if wrong.is_some() && self.settings.clock == ClockUse::None { 1 } else { 2 };
        let first = wrong.unwrap_or_else(Position::initial);
        let (mut lines, all) = lines_from(&first, self.sensed.board(), MAX_LINE_PLIES, Some(by));
        lines.retain(|line| line.len() >= least && ends_with(line, (last, piece)));
        self.retain_seen(&mut lines);
        if lines.is_empty() {
            return false;
        }
        self.begin_with(first, lines, all, by);
        true
    }

    /// Where the pieces of some lines were seen coming down in their order, the others are out.
    fn retain_seen(&self, lines: &mut Vec<Vec<LegalMove>>) {
        retain_if_any(lines, |line| self.between_games.has_seen(line));
    }

    /// A game has begun from here with one of these lines, or with others if they are not `all`; `to_move` has the move.
    fn begin_with(&mut self, first: Position, lines: Vec<Vec<LegalMove>>, all: bool, to_move: Color) {
        match &lines[..] {
            [line] if all => {
                self.alert_new_game(NewGameSign::FirstMoves);
                self.begin_game_after(first, line, None);
            }
            _ => {
                self.alert_new_game(NewGameSign::FirstMovesInSomeOrder);
                self.begin_game_after(first, &[], Some(to_move));
            }
        }
    }

    /// Whether the position before an illegal move is to be put back, whose ruling is proposed only.
    fn awaits_restored_position(&self) -> bool {
        self.awaits_restoring() && !self.phase.is_decided()
    }

    /// The clock runs although the first position was never seen: a game is on. Found from its beginning where one short
    /// line explains the board, else for the arbiter to say.
    pub(in crate::turn) fn game_is_on_already(&mut self) {
        let board = *self.sensed.board();
        let kings =
            |color| board.pieces().filter(|(_, piece)| *piece == Piece { color, role: Role::King }).count() == 1;
        if self.recovery.alert.is_some() || !kings(Color::White) || !kings(Color::Black) {
            return;
        }
        let first = Position::first_of(self.turn.position.variant());
        if let Lines::One(line) = lines_to(&first, Sight::Pieces(board), MAX_LINE_PLIES, None) {
            self.begin_game_after(first, &line, None);
            return;
        }
        self.alert_game_not_known(UnknownGame::ClockRuns);
    }

    /// Tells that a game is on which is not known.
    pub(in crate::turn) fn alert_game_not_known(&mut self, sign: UnknownGame) {
        self.recovery.alert = Some(self.raise_game_not_known(sign));
    }

    fn raise_game_not_known(&mut self, sign: UnknownGame) -> u32 {
        let alert = self.game_not_known(sign);
        self.raise_numbered(alert)
    }

    /// That a game is on which is not known.
    pub(in crate::turn) fn game_not_known(&self, sign: UnknownGame) -> Alert {
        let article = self.settings.laws.article(Clause::Of(AlertKind::PositionMismatch));
        Alert::new(Finding::PositionMismatch(Mismatch::GameUnknown(sign))).article(article).severity(Severity::Warning)
    }

    /// Whether the game is over for its players: by the arbiter's word, or the kings have shown the result.
    pub(in crate::turn) fn is_ended_by_players(&self) -> bool {
        let shown = |alert: &Alert| alert.kind == AlertKind::ResultSignalled && alert.state.is_open();
        self.phase.is_decided() || (self.phase.is_over() && self.alerts.iter().any(shown))
    }

    /// Whether the arbiter has been told that a game is on which is not known.
    pub(in crate::turn) fn is_unknown_game_told(&self) -> bool {
        let number = self.between_games.told.or(self.recovery.alert);
        let mut told = self.alerts.iter().filter(|alert| Some(alert.number) == number && alert.state.is_open());
        told.any(|alert| matches!(alert.finding, Finding::PositionMismatch(Mismatch::GameUnknown(_))))
    }

    /// A game is on that is known.
    pub(in crate::turn) fn no_more_between_games(&mut self) {
        if let Some(number) = std::mem::take(&mut self.between_games).told {
            self.settle_open_alerts(AlertState::Cleared, |alert| alert.number == number);
        }
    }

    /// Whether a move of this player's may have led from one board to the other, the opponent's reply being begun before
    /// either: a piece has gone from one square to another, and not to where the next game has it.
    fn is_a_move(&self, by: Color, before: &Placement, after: &Placement) -> bool {
        let changed = || before.differences(after);
        let has_left =
            |piece: Piece| changed().any(|square| before.at(square) == Some(piece) && after.at(square) != Some(piece));
        let has_moved = |square: Square| {
            after.at(square).is_some_and(|piece| piece.color == by && has_left(piece) && !self.is_tidied(square, piece))
        };
        changed().count() <= MAX_CHANGED && changed().any(has_moved)
    }
}

/// The lines from a first position to this board, shorter ones first, and whether no other is as short.
fn lines_from(
    first: &Position,
    board: &Placement,
    plies: usize,
    to_move: Option<Color>,
) -> (Vec<Vec<LegalMove>>, bool) {
    lines_to(first, Sight::Pieces(*board), plies, to_move).into_found()
}

/// Keeps those that are so, if any is.
fn retain_if_any<T>(all: &mut Vec<T>, is_so: impl Fn(&T) -> bool) {
    if all.iter().any(&is_so) {
        all.retain(is_so);
    }
}

/// Whether the last move of the line puts this piece there.
fn ends_with(line: &[LegalMove], (square, piece): (Square, Piece)) -> bool {
    line.last().is_some_and(|m| (m.to, m.arriving()) == (square, piece))
}

/// Whether nearly all pieces stand as in the first position, and none elsewhere.
fn is_nearly_first(board: &Placement) -> bool {
    let first = Placement::initial();
    looks_like_first(SquareSet::from_bits(board.occupied()))
        && board.pieces().all(|(square, piece)| first.at(square) == Some(piece))
}

/// Whether all pieces of a game stand on the first squares, and some in one another's places. The same seen from the other
/// side of the board is no wrong set-up.
pub(in crate::turn) fn is_set_up_wrongly(board: &Placement) -> bool {
    let first = Placement::initial();
    let pieces = |board: &Placement| {
        let mut pieces: Vec<_> = board.pieces().map(|(_, piece)| (piece.color as u8, piece.role as u8)).collect();
        pieces.sort_unstable();
        pieces
    };
    board.occupied() == first.occupied()
        && *board != first
        && *board != first.turned()
        && pieces(board) == pieces(&first)
}
