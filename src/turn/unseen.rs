//! Moves that nobody saw: what was played while the board was away, found again where it shows, and never guessed.

use protocols::{At, Color, Piece, Placement, Role, Square, registry::Sensing};

use super::{
    AlertKind, AlertState, ClockUse, Stage, TurnMachine,
    convention::is_kings_step,
    physical::POLLED_SETTLE_MS,
    wood::{Fresh, Wood},
};
use crate::rules::{LegalMove, Lines, MAX_LINE_PLIES, Position, Sight, lines_to};

/// Longest stretch read off two whole-board readings of a board that was never away, in plies.
const POLLED_PLIES: usize = 2;

/// A move of which only the lift was seen, the reply that took the piece, and one more that would explain the board as
/// well, in plies.
const RECAPTURED_PLIES: usize = 3;

/// So often may pieces come to rest with both players' pieces where no move explains them before it is told that the game
/// is not known any more: they may be correcting a mistake.
const MAX_UNEXPLAINED: u8 = 3;

/// Longest stretch that a board may show with a piece of the next move in the air, in plies.
const IN_AIR_PLIES: usize = 2;

/// Longest stretch that a board may show with a piece in the air that has not moved in it, in plies.
const MAX_HELD_PLIES: usize = 6;

/// Longest stretch between two positions in which all pieces rest, while the lines played before are not known, in plies.
const FOLLOWED_PLIES: usize = 4;

/// Most lines that are followed at the same time.
const MAX_FOLLOWED: usize = 128;

/// Most boards remembered of a game that is played on while it is not known what was played before.
const MAX_SEEN: usize = 400;

/// How many of them are tried, after the arbiter's word, as the first that his line leads to: a piece may have rested on
/// its way.
const MAX_RETRACED: usize = 4;

/// Most lines told to the arbiter.
const MAX_TOLD: usize = 8;

/// How often a position of which nothing is known is looked for, at each piece that comes to rest and each press: longer
/// lines than are looked for could no more explain it.
const MAX_TRIES: usize = 3 * MAX_LINE_PLIES;

/// How long a press or the next move has to say what was played before the arbiter is told that it is not known, in
/// milliseconds.
const TELL_AFTER_MS: u64 = 2_000;

/// How long a move beside a piece that no move explains may wait for a later reading to explain it, in milliseconds: slow
/// boards take seconds to believe that a square is empty.
const TELL_LATE_MS: u64 = 20_000;

/// Whether the piece of the last of some moves that nobody saw is known to have been let go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LastPiece {
    /// It came to rest, was pressed on or answered, or the arbiter has said so.
    Rests,
    /// A whole reading has shown it there at one instant: it may be on its way.
    MayMoveOn,
}

/// How often it has been searched for what was played.
#[derive(Debug, Clone, Default)]
pub(super) struct Tries(usize);

impl Tries {
    /// Whether it is worth another search, which is counted.
    pub(super) fn once_more(&mut self) -> bool {
        self.0 = self.0.saturating_add(1);
        self.0 <= MAX_TRIES
    }

    fn is_spent(&self) -> bool {
        self.0 >= MAX_TRIES
    }
}

/// What is known of moves that nobody saw while the board shows a position that nothing explains for certain.
#[derive(Debug, Clone, Default)]
pub(super) struct Unseen {
    /// Lines of moves from the last known position to the board as it last rested; one of them was played, if they are `all`.
    lines: Vec<Vec<LegalMove>>,
    /// Whether no other line is as short.
    all: bool,
    /// The boards seen since, each as it rested, and who had the move behind a press.
    seen: Vec<(Placement, Option<Color>)>,
    /// Whether there were more of them than are remembered.
    seen_too_much: bool,
    /// So many moves at least were made before any of them, as the clock tells.
    at_least: usize,
    /// How far the moves have come that the arbiter has said since.
    said: SaidUpTo,
    /// Searches from the last known position so far.
    tries: Tries,
    /// Searches for what a board may mean that need not have been at rest.
    glances: Tries,
    /// Who has pressed on the board as it last rested, and what it showed.
    pressed: Option<(Color, Placement)>,
    /// When to tell that nothing is known for certain, unless it has been told.
    tell_at: Option<At>,
    /// When to look for what was played, unless the board is explained by then.
    look_at: Option<At>,
    /// The game was begun by the arbiter's word, with the pieces elsewhere: they may be still to be set up, and nothing is
    /// told before a press.
    may_be_set_up: bool,
    /// The board as one whole reading has shown it, and when that will have been so long enough: until then a piece may be
    /// on its way.
    read: Option<(Placement, At)>,
    /// How often in a row a piece has come to rest with pieces of both players where no move explains them.
    unexplained: u8,
    /// The alert that has told it.
    pub(super) alert: Option<u32>,
}

/// Whether the board that is back shows a piece on the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum InAir {
    No,
    /// As many moves explain the board with it captured, and with it in the hand.
    Perhaps,
    Yes,
}

/// A piece that had come down elsewhere just before the board went away. It may have been on its way, but its player has
/// touched it, and nothing but a breach of 4.3 has him move another first.
#[derive(Debug, Clone)]
pub(super) struct MovedBeforeGap {
    /// The position in which it was moved.
    position: Position,
    piece: Piece,
    /// Where it stood in it.
    home: Square,
    /// Where it had come down.
    landed: Square,
}

/// How far the moves that the arbiter has said have come in the boards that were seen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum SaidUpTo {
    /// Not to the first of them.
    #[default]
    Before,
    /// To the first of those that are left.
    First,
    /// Past some, to none of those that are left.
    Between,
}

/// Through how many of the boards seen the lines could be followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Retraced {
    /// Through all of them.
    All,
    /// Through so many of them only.
    UpTo(usize),
}

impl TurnMachine {
    /// The board was away and shows what no single move explains: nothing is judged before it is known what was played.
    /// `to_move` is who has the move behind a press.
    pub(super) fn find_again(&mut self, to_move: Option<Color>) {
        let board = self.wood.board;
        self.begin_to_look();
        self.unseen.read = None;
        self.unseen.may_be_set_up &= to_move.is_none();
        let is_as_known = board == *self.position().placement();
        // Where moves that may have been made are known, and one was pressed, pieces have gone and come back.
        let found = if is_as_known && (self.plies_pressed() == 0 || self.unseen.lines.is_empty()) {
            self.turn.stood = board;
            true
        } else {
            match self.lines_unseen(to_move) {
                Lines::One(line) => {
                    if self.settings.clock == ClockUse::None {
                        self.withdraw_misjudged();
                    }
                    self.infer_line(&line, &board, LastPiece::Rests);
                    // It was pressed while it was not known yet.
                    if self.turn.made.is_some() && self.unseen.pressed == Some((self.turn.by, board)) {
                        self.complete_turn();
                    }
                    true
                }
                Lines::Several { lines, all } => {
                    self.unseen.lines = lines;
                    self.unseen.all = all;
                    false
                }
                Lines::None | Lines::Undecided => {
                    self.unseen.lines.clear();
                    false
                }
            }
        };
        if found {
            self.unseen.lines.clear();
            return self.know_again();
        }
        self.remember_seen(to_move);
        self.lost = true;
        // The kings in the centre, where no legal game has both; or set up for the next game meanwhile.
        if self.signs_of_the_end() {
            return;
        }
        // Pressed before the board was away: it cannot be judged by what the board shows now.
        self.press = None;
        if self.unseen.alert.is_none() && !self.unseen.may_be_set_up {
            self.unseen.tell_at.get_or_insert(self.now + TELL_AFTER_MS);
        }
        // What stands here now is no stranger when it is next lifted.
        self.wood.settle_homes();
    }

    /// The board has just been read as it is, and nobody knows for how long it has been so: what was played is looked for
    /// once it has stayed so, or something tells that the pieces on it are at rest; where it shows a piece on the move, once
    /// that has landed.
    pub(super) fn find_again_as_read(&mut self, pressed: Option<Color>) {
        let board = self.wood.board;
        self.begin_to_look();
        let rests_ms = match self.shows_in_air(board) {
            InAir::Yes => return self.wait_for_landing(),
            // What seems to have been captured may be in the hand that goes on: the next thing done will tell.
            InAir::Perhaps => TELL_LATE_MS,
            InAir::No => POLLED_SETTLE_MS,
        };
        if let Some(by) = pressed {
            self.unseen.pressed = Some((by, board));
        }
        // Whoever has pressed has let go; of the other player's piece that says nothing.
        let ends_with_press = |line: &Vec<LegalMove>| line.last().map(|m| m.piece.color) == pressed;
        let let_go = pressed.is_some() && rests_ms == POLLED_SETTLE_MS;
        if let_go && self.lines_shown().iter().all(ends_with_press) {
            return self.find_again(pressed.map(Color::other));
        }
        if board == *self.position().placement() {
            return self.find_again(None);
        }
        self.lost = true;
        self.press = None;
        if self.unseen.read.is_none_or(|(read, _)| read != board) {
            self.unseen.read = Some((board, self.now + rests_ms));
        }
        if self.unseen.alert.is_none() {
            self.unseen.tell_at.get_or_insert(self.now + rests_ms + (TELL_AFTER_MS - POLLED_SETTLE_MS));
        }
        self.wood.settle_homes();
    }

    /// The lines that would explain the board as it is.
    fn lines_shown(&mut self) -> Vec<Vec<LegalMove>> {
        let lines = match self.follow_on(None) {
            Some(followed) => followed,
            None if self.unseen.glances.once_more() => self.search_lines(None),
            None => Lines::None,
        };
        lines.into_found().0
    }

    /// Pieces leave these squares while it is not known what was played. One may be that which a whole reading has just
    /// shown there on its way: then the reading tells nothing. Any others tell that those shown were at rest.
    pub(super) fn leave_while_lost(&mut self, squares: &[Square]) {
        if !self.lost || self.unseen.read.is_none() || squares.is_empty() {
            return;
        }
        let ends_there = |m: &LegalMove| m.steps().any(|(_, to)| squares.contains(&to));
        if self.lines_shown().iter().any(|line| line.last().is_some_and(ends_there)) {
            self.unseen.read = None;
        } else {
            self.find_again(None);
        }
    }

    /// Remembers what the board shows, to be followed later: where presses are seen, what was pressed, for a piece may rest
    /// on its way.
    fn remember_seen(&mut self, to_move: Option<Color>) {
        let Unseen { seen, seen_too_much, .. } = &mut self.unseen;
        let counts = to_move.is_some() || self.settings.clock == ClockUse::None;
        if !counts || seen.last() == Some(&(self.wood.board, to_move)) {
            return;
        }
        *seen_too_much |= seen.len() >= MAX_SEEN;
        if !*seen_too_much {
            seen.push((self.wood.board, to_move));
        }
    }

    /// It is known what was played: by the board, or by the arbiter's word.
    pub(super) fn know_again(&mut self) {
        self.lost = false;
        if let Some(number) = self.unseen.alert.take() {
            self.settle_open_alerts(AlertState::Cleared, |alert| alert.number == number);
        }
    }

    /// A piece has come to rest. Without a clock nobody says whose turn is over: where both players' pieces now stand as no
    /// move explains, play has gone on behind what the sensors missed, and it is looked for what was played.
    pub(super) fn watch_play_on(&mut self, fresh: Fresh) {
        if !self.is_judged_by_replies() || self.turn.pending.is_some() {
            return;
        }
        let own = fresh.piece.color;
        let is_astray = |color: Color| self.has_strays(self.position().placement(), &self.view(), color);
        let (astray, others_astray) = (is_astray(own), is_astray(own.other()));
        if !astray || !others_astray {
            self.unseen.unexplained = 0;
        }
        if !astray && !others_astray {
            self.unseen.look_at = None;
        }
        // The reply to a move of which only the lift was seen takes the piece where it had just come down.
        let plies = match (astray, others_astray) {
            (true, true) => MAX_LINE_PLIES,
            (true, false) if own != self.turn.by => RECAPTURED_PLIES,
            (_, _) => return,
        };
        if self.follows_line_ending_with(fresh, plies) || !others_astray {
            return;
        }
        self.unseen.unexplained = self.unseen.unexplained.saturating_add(1);
        if self.unseen.unexplained >= MAX_UNEXPLAINED {
            self.find_again(None);
        }
    }

    /// The board shows this move only if a piece of the opponent's stands where he had no right to leave it: then more may
    /// have been played than was seen, and it is looked for.
    pub(super) fn is_beside_strays(&mut self, m: &LegalMove, fresh: Option<Fresh>) -> bool {
        let view = self.view();
        let after = m.after(self.turn.position.placement());
        let beside =
            after != view && self.is_judged_by_replies() && self.has_strays(&after, &view, self.turn.by.other());
        if beside && !fresh.is_some_and(|fresh| self.follows_line_ending_with(fresh, MAX_LINE_PLIES)) {
            // What has left may be read only later than what has come.
            self.unseen.look_at.get_or_insert(self.now + TELL_LATE_MS);
        }
        beside
    }

    /// Whether nothing but the next move tells that one is completed, and the pieces are known.
    fn is_judged_by_replies(&self) -> bool {
        let settled = self.stage == Stage::Playing && !self.lost && self.held.is_none() && self.imposed.is_none();
        let without_clock = self.settings.clock == ClockUse::None && self.settings.sensing == Sensing::Identity;
        settled && without_clock && !self.turn.set_by_arbiter
    }

    /// Whether a piece of a player's has gone from where this position has it to where it does not: not one from the box,
    /// nor one that is being put back for the next game or shows the result.
    fn has_strays(&self, position: &Placement, view: &Placement, color: Color) -> bool {
        let differs: Vec<Square> = position.differences(view).collect();
        let has_left = |piece: Piece| differs.iter().any(|&square| position.at(square) == Some(piece));
        let arrived = differs.iter().filter_map(|&square| Some((square, view.at(square)?)));
        arrived
            .into_iter()
            .any(|(square, piece)| piece.color == color && has_left(piece) && !self.is_tidied(square, piece))
    }

    /// Takes the only line that leads to the board as it is and ends with what the piece coming to rest has just done: the
    /// others were seen to rest before it. Gives whether there is one.
    fn follows_line_ending_with(&mut self, fresh: Fresh, plies: usize) -> bool {
        let alone = self.wood.fresh.iter().all(|other| other.square == fresh.square);
        let home = self.wood.home(fresh.square);
        if fresh.early || !alone || home.is_none() {
            return false;
        }
        let found = lines_to(self.position(), Sight::Pieces(self.wood.board), plies, None).into_found();
        let (lines, true) = found else { return false };
        let is_last = |m: &LegalMove| m.steps().any(|(from, to)| home == Some(from) && to == fresh.square);
        let mut ending = lines.into_iter().filter(|line| line.last().is_some_and(is_last));
        let (Some(line), None) = (ending.next(), ending.next()) else { return false };
        let board = self.wood.board;
        self.withdraw_misjudged();
        self.infer_line(&line, &board, LastPiece::Rests);
        true
    }

    /// What was told of pieces that no move explained, now that moves explain them.
    fn withdraw_misjudged(&mut self) {
        let astray: Vec<Square> = self.position().placement().differences(&self.wood.board).collect();
        let ply = self.turn.ply;
        self.settle_open_alerts(AlertState::Cleared, |alert| {
            let now = alert.ply >= ply;
            let still = alert.squares.iter().all(|square| astray.contains(square));
            match alert.kind {
                AlertKind::DisplacedPieces => now || still,
                AlertKind::IllegalDisplacement | AlertKind::OffTurnTouch => now,
                _ => false,
            }
        });
    }

    /// The board that is back shows a piece on the move: where it lands will tell what was played.
    fn wait_for_landing(&mut self) {
        self.unseen.read = None;
        self.lost = true;
        if self.unseen.alert.is_none() {
            self.unseen.tell_at.get_or_insert(self.now + TELL_LATE_MS);
        }
    }

    /// Both players have pressed while the board was away: a move that was made already, or one that nobody saw, and the
    /// one in reply.
    pub(super) fn both_have_moved_unseen(&mut self) {
        self.begin_to_look();
        self.lost = true;
        self.unseen.at_least += if self.turn.made.is_some() { 1 } else { 2 };
    }

    /// The game begins with the pieces elsewhere: they are still to be set up, or it has gone on for a while. Until that is
    /// known nothing on the board is a move.
    pub(super) fn begin_lost(&mut self) {
        // Whose time does not run has pressed for the move that he made last.
        let pressed = self.clock.running.map(|runs| (runs.other(), self.wood.board));
        self.unseen = Unseen { may_be_set_up: true, pressed, ..Unseen::default() };
        self.lost = true;
    }

    /// The board goes away: remembers the piece that the player to move has just put down elsewhere.
    pub(super) fn note_moved_before_gap(&mut self) {
        self.moved_before_gap = None;
        // In a position that is not known its first move is not known either.
        if self.lost {
            return;
        }
        let position = self.position();
        let moved = |(landed, home): (Square, Option<Square>)| {
            let (home, piece) = (home?, self.wood.board.at(landed)?);
            let is_from_there = position.placement().at(home) == Some(piece);
            is_from_there.then(|| MovedBeforeGap { position: position.clone(), piece, home, landed })
        };
        self.moved_before_gap = self.wood.just_moved(position.turn()).into_iter().find_map(moved);
    }

    fn begin_to_look(&mut self) {
        if !self.lost {
            self.unseen = Unseen { alert: self.unseen.alert, ..Unseen::default() };
        }
    }

    /// When the arbiter is to be told that moves were made which are not known.
    pub(super) fn unseen_due_at(&self) -> Option<At> {
        match self.stage {
            Stage::Playing if self.lost => {
                [self.unseen.tell_at, self.unseen.read.map(|(_, rests)| rests)].into_iter().flatten().min()
            }
            Stage::Playing => self.unseen.look_at,
            // A flag has fallen meanwhile.
            Stage::Over => self.unseen.tell_at.filter(|_| self.lost),
            Stage::Setup => None,
        }
    }

    /// Whether it is known what was played, or the next move will tell, if a board that was away shows this.
    #[must_use]
    pub fn explains(&self, board: &Placement) -> bool {
        self.is_within_a_move(board)
            || self.is_one_in_air(*board)
            || lines_to(self.position(), Sight::Pieces(*board), MAX_LINE_PLIES, None).has_one_shortest()
    }

    /// Nothing has said in time what was played.
    pub(super) fn unseen_due(&mut self) {
        if !self.lost {
            self.unseen.look_at = None;
            if self.is_judged_by_replies() && self.turn.made.is_none() {
                self.find_again(None);
            }
            return;
        }
        if self.stage == Stage::Playing && self.unseen.read.is_some_and(|(_, rests)| rests <= self.now) {
            return self.find_again(None);
        }
        self.tell_unseen();
    }

    /// The players show the result while it is not known what was played: the arbiter is told before it is over. Kings
    /// that have gone to the centre, and what was taken off there for them, say nothing of moves.
    pub(super) fn tell_unseen_before_sign(&mut self) {
        let board = self.wood.board;
        let has_come = |square| board.at(square).is_some_and(|piece| piece.role != Role::King);
        let moved = self.position().placement().differences(&board).any(has_come);
        if self.lost && moved && self.unseen.alert.is_none() {
            self.tell_unseen();
        }
        self.unseen.tell_at = None;
    }

    /// The next game begins before the arbiter has been told that it is not known how the last one went on.
    pub(super) fn tell_unseen_before_next_game(&mut self) {
        if self.stage == Stage::Over && self.lost && self.unseen.tell_at.is_some() {
            self.tell_unseen();
        }
    }

    /// Tells the arbiter that moves were made which are not known.
    fn tell_unseen(&mut self) {
        self.unseen.tell_at = None;
        let told: Vec<_> = self.unseen.lines.iter().take(MAX_TOLD).cloned().collect();
        self.unseen.alert = Some(if told.is_empty() { self.tell_lost() } else { self.tell_ambiguous_line(&told) });
    }

    /// What may have been played, up to the board as it is now.
    fn lines_unseen(&mut self, to_move: Option<Color>) -> Lines {
        match self.follow_on(to_move) {
            Some(followed) => followed,
            None if self.unseen.tries.once_more() => self.search_lines(to_move),
            None => Lines::None,
        }
    }

    /// The lines that are known, up to the board as it is now; `None` where it must be searched for others.
    fn follow_on(&mut self, to_move: Option<Color>) -> Option<Lines> {
        let followed = self.follow_lines(&self.wood.board, to_move);
        if followed.is_none() && self.unseen.all && !self.unseen.lines.is_empty() {
            // None of them was played: what had been put down before the gap was no move.
            self.moved_before_gap = None;
        }
        followed
    }

    fn search_lines(&self, to_move: Option<Color>) -> Lines {
        let lines = lines_to(self.position(), Sight::Pieces(self.wood.board), MAX_LINE_PLIES, to_move);
        self.as_moved_before_gap(self.with_all_presses(lines))
    }

    /// Of several lines, those that begin with the piece that had come down elsewhere before the board went away: with
    /// what it did if it stands there still, else with what would have taken it there or across there, else with it at all.
    fn as_moved_before_gap(&self, lines: Lines) -> Lines {
        let (Lines::Several { lines: several, all: true }, Some(moved)) = (&lines, &self.moved_before_gap) else {
            return lines;
        };
        if moved.position != *self.position() {
            return lines;
        }
        let begin_with = |fits: &dyn Fn((Square, Square)) -> bool| {
            let fits = |m: &LegalMove| m.steps().any(|step| step.0 == moved.home && fits(step));
            several.iter().filter(|line| line.first().is_some_and(fits)).cloned().collect::<Vec<_>>()
        };
        let stands = self.wood.board.at(moved.landed) == Some(moved.piece);
        let went_across = |(from, to)| to == moved.landed || (!stands && is_across(from, moved.landed, to));
        let mut begun = begin_with(&went_across);
        if begun.is_empty() {
            begun = begin_with(&|_| true);
        }
        match begun.len() {
            0 => lines,
            1 => Lines::One(begun.remove(0)),
            _ => Lines::Several { lines: begun, all: true },
        }
    }

    /// The lines in which each player has moved as often as has been seen from the presses.
    fn with_all_presses(&self, lines: Lines) -> Lines {
        let plies = self.plies_pressed();
        match lines {
            Lines::One(line) if line.len() < plies => Lines::None,
            Lines::Several { mut lines, all } => {
                lines.retain(|line| line.len() >= plies);
                match lines.len() {
                    0 => Lines::None,
                    1 if all => Lines::One(lines.remove(0)),
                    _ => Lines::Several { lines, all },
                }
            }
            lines => lines,
        }
    }

    /// How many moves the presses tell that were made since the position was known.
    fn plies_pressed(&self) -> usize {
        let mut turn = self.position().turn();
        let to_move = self.unseen.seen.iter().filter_map(|(_, to_move)| *to_move);
        let pressed = to_move.filter(|&to_move| std::mem::replace(&mut turn, to_move) != to_move).count();
        pressed.max(self.unseen.at_least)
    }

    /// How the lines go on that may have been played before: each later board rules some of them out. `None` where they
    /// are not known, or a press shows that none of them was played. Without a clock no press tells how many moves were
    /// made: lines with too many ways to go on stay as they are then, for one of them was played.
    fn follow_lines(&self, board: &Placement, to_move: Option<Color>) -> Option<Lines> {
        let Unseen { lines, all: true, .. } = &self.unseen else { return None };
        if lines.is_empty() {
            return None;
        }
        let stay = || {
            let without_clock = self.settings.clock == ClockUse::None;
            without_clock.then(|| Lines::Several { lines: lines.clone(), all: true })
        };
        let mut ends: Vec<(Position, Lines)> = Vec::new();
        let mut followed: Vec<Vec<LegalMove>> = Vec::new();
        for line in lines {
            let end = line.iter().fold(self.position().clone(), |position, m| position.play(m));
            let known = ends.iter().position(|(other, _)| *other == end);
            let index = known.unwrap_or_else(|| {
                let on = line_from(&end, board, FOLLOWED_PLIES, to_move);
                ends.push((end, on));
                ends.len() - 1
            });
            match &ends[index].1 {
                Lines::None => {}
                Lines::One(on) => followed.push([&line[..], on].concat()),
                Lines::Several { lines: on, all: true } => {
                    followed.extend(on.iter().map(|on| [&line[..], on].concat()))
                }
                Lines::Several { all: false, .. } | Lines::Undecided => return stay(),
            }
            if followed.len() > MAX_FOLLOWED {
                return stay();
            }
        }
        let Some(shortest) = followed.iter().map(Vec::len).min() else {
            // A piece may rest on its way; once the clock is pressed, none does.
            return to_move.is_none().then(|| Lines::Several { lines: lines.clone(), all: true });
        };
        followed.retain(|line| line.len() <= shortest + 1);
        followed.sort_by_key(Vec::len);
        Some(if followed.len() == 1 {
            Lines::One(followed.remove(0))
        } else {
            Lines::Several { lines: followed, all: true }
        })
    }

    /// The arbiter has said what the next of the moves was that nobody saw.
    pub(super) fn unseen_move_set(&mut self, m: &LegalMove) {
        self.unseen.tries = Tries::default();
        self.unseen.at_least = self.unseen.at_least.saturating_sub(1);
        self.unseen.lines.retain(|line| line.first() == Some(m));
        for line in &mut self.unseen.lines {
            line.remove(0);
        }
    }

    /// The arbiter has said one of the moves that nobody saw: where there were too many lines to follow, there may be few
    /// enough now. They are followed through the boards that have been seen since; tells through how many of them.
    fn retrace(&mut self) -> Retraced {
        self.pass_what_was_said();
        if self.unseen.all && !self.unseen.lines.is_empty() {
            return Retraced::All;
        }
        self.unseen.lines.clear();
        let position = self.position().clone();
        let seen = std::mem::take(&mut self.unseen.seen);
        let (mut stopped, mut skipped) = (None, None);
        let mut searches = 0;
        for (index, (board, to_move)) in seen.iter().enumerate() {
            let begun = !self.unseen.lines.is_empty();
            // What is in the hand there would be taken for captured.
            if !begun && searches < MAX_RETRACED && self.shows_in_air(*board) != InAir::No {
                searches += 1;
                skipped = skipped.or(Some(index));
                continue;
            }
            let lines = if begun {
                self.follow_lines(board, *to_move)
            } else {
                searches += 1;
                Some(line_from(&position, board, MAX_LINE_PLIES, *to_move))
            };
            match lines {
                Some(Lines::One(line)) => {
                    (self.unseen.lines, self.unseen.all) = (vec![line], true);
                    skipped = None;
                }
                Some(Lines::Several { lines, all: true }) => {
                    (self.unseen.lines, self.unseen.all) = (lines, true);
                    skipped = None;
                }
                // A piece may have rested on its way.
                Some(Lines::None) if begun || (to_move.is_none() && searches < MAX_RETRACED) => {}
                // One may show a piece in the air, of a reply begun before the press; the next must be explained.
                _ if begun && skipped.is_none() => skipped = Some(index),
                _ => {
                    stopped = skipped.or(Some(index));
                    break;
                }
            }
        }
        let followed = stopped.or(skipped).or(self.unseen.seen_too_much.then_some(seen.len()));
        self.unseen.seen = seen;
        match followed {
            None if !self.unseen.lines.is_empty() => Retraced::All,
            None => Retraced::UpTo(0),
            Some(boards) => Retraced::UpTo(boards),
        }
    }

    /// Looks again what was played, after the arbiter's word.
    pub(super) fn find_again_from_what_was_said(&mut self) {
        // Up to now, or not at all: a line to where the pieces stood before may be one back.
        if self.retrace() != Retraced::All {
            self.unseen.lines.clear();
        }
        self.find_again(None);
    }

    /// Boards that the moves said by the arbiter have come to are done with. They come one by one from the first of them:
    /// the same position may have been on the board again much later.
    fn pass_what_was_said(&mut self) {
        let position = self.position();
        let (placement, turn) = (*position.placement(), position.turn());
        let is_shown = |(board, to_move): &(Placement, Option<Color>)| {
            *board == placement && to_move.is_none_or(|color| color == turn)
        };
        let Unseen { seen, said, .. } = &mut self.unseen;
        match (seen.iter().take(MAX_RETRACED).position(is_shown), *said) {
            (Some(passed), _) => {
                seen.drain(..passed);
                *said = SaidUpTo::First;
            }
            (None, SaidUpTo::First) => {
                seen.drain(..1.min(seen.len()));
                *said = SaidUpTo::Between;
            }
            (None, SaidUpTo::Before | SaidUpTo::Between) => {}
        }
    }

    /// The game is over, whatever was played: what is known of that, up to the last board that moves explain, is taken
    /// down. The rest stays for the arbiter to say.
    pub(super) fn infer_until_the_end(&mut self) {
        let retraced = self.retrace();
        let ([line], true) = (&self.unseen.lines[..], self.unseen.all) else {
            if retraced != Retraced::All {
                self.unseen.lines.clear();
            }
            return;
        };
        let (mut line, board) = (line.clone(), self.wood.board);
        // A king's step that nobody pressed is half of the sign that has ended the game.
        let is_pressed = |m: &LegalMove| {
            let shows = |(board, to_move): &(Placement, Option<Color>)| {
                to_move.is_some() && board.at(m.to) == Some(m.arriving())
            };
            self.unseen.seen.iter().any(shows)
        };
        line.pop_if(|last| is_kings_step(last) && !is_pressed(last));
        let end = line.iter().fold(self.position().clone(), |position, m| position.play(m));
        // The kings stand where they show the result, in place of what stood there.
        let is_king = |piece: Option<Piece>| piece.is_some_and(|piece| piece.role == Role::King);
        let for_the_sign = |square: Square| match board.at(square) {
            None => is_king(end.placement().at(square)),
            piece => is_king(piece),
        };
        let explained = retraced == Retraced::All && end.placement().differences(&board).all(for_the_sign);
        let is_last_pressed =
            |(board, to_move): &(Placement, Option<Color>)| board == end.placement() && *to_move == Some(end.turn());
        let pressed = retraced == Retraced::All && self.unseen.seen.last().is_some_and(is_last_pressed);
        self.infer_line(&line, &board, LastPiece::Rests);
        if pressed && self.turn.made.is_some() {
            self.complete_turn();
        }
        // The pieces may have to be put right by hand.
        self.turn.set_by_arbiter = true;
        self.unseen.lines.clear();
        match retraced {
            Retraced::UpTo(boards) => {
                self.unseen.seen.drain(..boards);
            }
            Retraced::All => self.unseen.seen.clear(),
        }
        self.unseen.said = SaidUpTo::Between;
        if explained {
            self.know_again();
        }
    }

    /// A player has pressed, and what he has done is not what could be seen of it: pieces were gone when the board came
    /// back. Gives whether it is looked for again.
    pub(super) fn find_what_went_unseen(&mut self, by: Color) -> bool {
        if !self.turn.gone_unseen || self.turn.made.is_some() {
            return false;
        }
        self.find_again(Some(by.other()));
        if !self.lost && self.turn.made.is_some() && self.turn.by == by {
            self.complete_turn();
        }
        true
    }

    /// A player has pressed while the position is not known: nothing of his is in the air any more.
    pub(super) fn look_at_press_while_lost(&mut self, by: Color) {
        if !self.is_a_piece_on_the_move() || !self.is_one_in_air(self.wood.board) {
            self.find_again(Some(by.other()));
        }
        self.unseen.pressed = self.lost.then_some((by, self.wood.board));
    }

    /// Whether the board that is back is best explained by a piece on the move, after a move or two that nobody saw:
    /// one in the air, without which only more moves explain it, in which it was captured, or none do; or a captured
    /// one seen where it was carried across.
    pub(super) fn is_one_in_air(&self, board: Placement) -> bool {
        self.shows_in_air(board) == InAir::Yes
    }

    fn shows_in_air(&self, board: Placement) -> InAir {
        let position = self.position();
        let agreed = position.placement();
        let count = |on: &Placement, piece: Piece| on.pieces().filter(|(_, other)| *other == piece).count();
        let shortest = |board: Placement, plies: usize| {
            if board == *agreed {
                return Some(0);
            }
            let (lines, _) = lines_to(position, Sight::Pieces(board), plies, None).into_found();
            lines.iter().map(Vec::len).min()
        };
        let has_king = |color| count(&board, Piece { color, role: Role::King }) > 0;
        if !has_king(Color::White) || !has_king(Color::Black) {
            return InAir::Yes;
        }
        // Captured in a long line, it may be in the hand after one that is no longer.
        let longest = if self.unseen.tries.is_spent() { IN_AIR_PLIES } else { MAX_LINE_PLIES };
        let as_it_is = shortest(board, longest);
        let plies = as_it_is.unwrap_or(0).clamp(IN_AIR_PLIES, MAX_HELD_PLIES);
        let gone = agreed
            .pieces()
            .filter(|(square, piece)| board.at(*square).is_none() && count(&board, *piece) < count(agreed, *piece));
        let gone = gone.map(|(square, piece)| (square, Some(piece), plies));
        let carried = agreed.differences(&board).filter(|square| board.at(*square).is_some());
        let carried = carried.map(|square| (square, None, IN_AIR_PLIES));
        let changed = gone.chain(carried).filter_map(|(square, piece, plies)| {
            let mut with = board;
            with.set(square, piece);
            shortest(with, plies)
        });
        match (changed.chain(self.begun_after(&board)).min(), as_it_is) {
            (Some(changed), Some(as_it_is)) if changed == as_it_is => InAir::Perhaps,
            (Some(changed), Some(as_it_is)) if changed > as_it_is => InAir::No,
            (Some(_), _) => InAir::Yes,
            (None, _) => InAir::No,
        }
    }

    /// After how many moves that nobody saw the board shows the next one begun.
    fn begun_after(&self, board: &Placement) -> Option<usize> {
        let mut reached = vec![self.position().clone()];
        for plies in 0..=IN_AIR_PLIES {
            if reached.iter().any(|position| is_begun_from(position, board)) {
                return Some(plies);
            }
            if plies < IN_AIR_PLIES {
                reached =
                    reached.iter().flat_map(|from| from.legal_moves().into_iter().map(|m| from.play(&m))).collect();
            }
        }
        None
    }

    /// Whether the board shows the position of the game, or one that is at most a move away: no piece out of place but
    /// such as are in the air.
    pub(super) fn is_within_a_move(&self, placement: &Placement) -> bool {
        self.explains_in_air(placement) || self.turn.match_board(placement).is_some() || self.is_half_castled(placement)
    }

    /// Whether the king has made his step of a castling, and the rook not yet its own.
    fn is_half_castled(&self, placement: &Placement) -> bool {
        self.turn.legal.iter().filter(|m| m.castling.is_some()).any(|m| {
            let mut step = *self.position().placement();
            let king = step.set(m.from, None);
            step.set(m.to, king);
            let rook = m.castling.map(|castling| castling.rook_from);
            step.differences(placement).all(|square| placement.at(square).is_none() && rook == Some(square))
        })
    }

    /// Whether the board only lacks pieces of the position of the game that may be in the air: a single one, or those of
    /// a move that is being made, by either player. More are missing when pieces of a kind have been exchanged, or have
    /// been swept off.
    fn explains_in_air(&self, board: &Placement) -> bool {
        let position = self.position();
        let Some(missing) = missing(position.placement(), board) else { return false };
        match missing.len() {
            0 | 1 => true,
            2 => is_begun_from(position, board) || is_begun_from(&position.pass(), board),
            _ => matches!(lines_to(position, Sight::Pieces(*board), MAX_LINE_PLIES, None), Lines::None),
        }
    }

    /// Moves that went by between two whole readings of a board that is asked from time to time: taken down if one line of
    /// more than a single move explains them.
    pub(super) fn line_polled(&mut self, placement: &Placement) -> bool {
        if self.turn.match_board(placement).is_some() && self.turn.made.is_none() {
            return false;
        }
        match lines_to(self.position(), Sight::Pieces(*placement), POLLED_PLIES, None) {
            Lines::One(line) if line.len() > 1 || self.turn.made.is_some() => {
                self.infer_line(&line, placement, LastPiece::MayMoveOn);
                true
            }
            Lines::None | Lines::One(_) | Lines::Several { .. } | Lines::Undecided => false,
        }
    }

    /// Takes a line of moves that nobody saw; all but the last have been answered, and so completed.
    pub(super) fn infer_line(&mut self, line: &[LegalMove], placement: &Placement, last: LastPiece) {
        while !self.waiting.is_empty() {
            self.complete_waiting(0);
        }
        self.press = None;
        self.imposed = None;
        self.wood = Wood::new(*placement);
        for (index, m) in line.iter().enumerate() {
            if self.turn.made.is_some() {
                self.complete_turn();
            }
            self.turn.stood = *self.turn.position.placement();
            self.turn.touches.clear();
            self.turn.release = None;
            self.turn.displaced.clear();
            let may_move_on = index + 1 == line.len() && last == LastPiece::MayMoveOn;
            if may_move_on {
                self.wood.arrived_unseen(m, self.now, self.now + POLLED_SETTLE_MS);
            }
            self.make_as(m.clone(), may_move_on.then_some(m.to), true);
            if self.stage != Stage::Playing {
                break;
            }
        }
    }
}

/// The moves from this position to this board, none if it shows this position.
fn line_from(from: &Position, board: &Placement, plies: usize, to_move: Option<Color>) -> Lines {
    if from.placement() != board {
        lines_to(from, Sight::Pieces(*board), plies, to_move)
    } else if to_move.is_none_or(|color| color == from.turn()) {
        Lines::One(Vec::new())
    } else {
        Lines::None
    }
}

/// The squares whose pieces the board lacks; `None` where it shows anything else than this placement.
fn missing(placement: &Placement, board: &Placement) -> Option<Vec<Square>> {
    let differs: Vec<Square> = placement.differences(board).collect();
    differs.iter().all(|&square| board.at(square).is_none()).then_some(differs)
}

/// Whether a piece that is moved from one square to another may come to this one on its way: where it goes straight, only
/// to one between them; a knight's way is anybody's guess.
fn is_across(from: Square, square: Square, to: Square) -> bool {
    let step = |from: Square, to: Square| {
        let by = |from: u8, to: u8| i16::from(to) - i16::from(from);
        (by(from.file(), to.file()), by(from.rank(), to.rank()))
    };
    let (whole, part) = (step(from, to), step(from, square));
    let is_straight = whole.0 == 0 || whole.1 == 0 || whole.0.abs() == whole.1.abs();
    let length = |(files, ranks): (i16, i16)| files.abs().max(ranks.abs());
    let same_way = part.0 * length(whole) == whole.0 * length(part) && part.1 * length(whole) == whole.1 * length(part);
    !is_straight || (same_way && length(part) < length(whole))
}

/// Whether the board shows this position with a move begun: its piece in the air, and perhaps what it takes, or the rook.
fn is_begun_from(position: &Position, board: &Placement) -> bool {
    let Some(missing) = missing(position.placement(), board) else { return false };
    let lifts = |m: &LegalMove, square: &Square| {
        m.from == *square
            || m.capture == Some(*square)
            || m.castling.is_some_and(|castling| castling.rook_from == *square)
    };
    (1..=2).contains(&missing.len())
        && position.legal_moves().iter().any(|m| missing.iter().all(|square| lifts(m, square)))
}
