//! Moves that nobody saw: what was played while the board was away, found again where it shows, and never guessed.

mod asking;
mod before;
mod in_air;
mod lines;
mod played_on;
mod while_suspended;

use protocols::{Color, Piece, Placement, Role, Square};

pub(in crate::turn) use crate::turn::recovery::{before::MovedBeforeGap, while_suspended::Suspended};
use crate::{
    rules::{LegalMove, Lines, MAX_LINE_PLIES, Position, Sight, lines_to},
    turn::{
        AlertState, ClockUse, GameTime, TurnMachine,
        phase::Phase,
        recovery::{
            in_air::InAir,
            lines::{ToldUpTo, is_for_kings},
        },
        sense::{
            link::POLLED_SETTLE_MS,
            sensed_board::{Landing, SensedBoard},
        },
        signs::is_centre,
        unrecorded::has_moved_a_piece,
    },
};

/// Longest stretch read off two whole-board readings of a board that was never away, in plies.
const POLLED_PLIES: usize = 2;

/// So many plies that nobody pressed are added at most to those that the arbiter says.
const MOST_ADDED: usize = 2;

/// Most boards remembered of a game that is played on while it is not known what was played before.
const MAX_SEEN: usize = 400;

/// How often a position of which nothing is known is looked for, at each piece that comes to rest and each press: longer
/// lines than are looked for could no more explain it.
const MAX_TRIES: usize = 3 * MAX_LINE_PLIES;

/// How long a press or the next move has to say what was played before the arbiter is told that it is not known, in
/// milliseconds.
const TELL_AFTER_MS: u64 = 2_000;

/// How long a move beside a piece that no move explains may wait for a later reading to explain it, in milliseconds: slow
/// boards take seconds to believe that a square is empty.
const TELL_LATE_MS: u64 = 20_000;

/// Most squares on which two pieces put elsewhere make a difference.
const DISPLACED_SQUARES: usize = 4;

/// Whether the piece of the last of some moves that nobody saw is known to have been let go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) enum LastPiece {
    /// It came to rest, was pressed on or answered, or the arbiter has said so.
    Rests,
    /// A whole reading has shown it there at one instant: it may be on its way.
    MayMoveOn,
}

/// How often it has been searched for what was played.
#[derive(Debug, Clone, Default, PartialEq)]
pub(in crate::turn) struct Tries(usize);

impl Tries {
    /// Whether it is worth another search, which is counted.
    pub(in crate::turn) fn once_more(&mut self) -> bool {
        self.0 = self.0.saturating_add(1);
        self.0 <= MAX_TRIES
    }

    fn is_spent(&self) -> bool {
        self.0 >= MAX_TRIES
    }
}

/// A board that was seen while it is not known what was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct BoardSeen {
    board: Placement,
    /// Who had the move on it, behind a press.
    to_move: Option<Color>,
    /// Whether moves were known then that lead to it: it was not misread, and what was played has come by it.
    is_led_to: bool,
}

/// What is known of moves that nobody saw while the board shows a position that nothing explains for certain.
#[derive(Debug, Clone, Default)]
pub(in crate::turn) struct Recovery {
    /// Lines of moves from the last known position to the board as it last rested; one of them was played, if they are `all`.
    lines: Vec<Vec<LegalMove>>,
    /// Whether no other line is as short.
    all: bool,
    /// The boards seen since, each as it rested. Where presses are seen, one that was not pressed is there only if it was
    /// read whole, stayed so, and moves were known to lead to it.
    seen: Vec<BoardSeen>,
    /// Whether there were more of them than are remembered.
    seen_too_much: bool,
    /// The board at the end of the game, behind all that was seen: as the kings showed the result on it, the flag fell, or the
    /// arbiter said the result.
    at_end: Option<Placement>,
    /// The arbiter has said moves while the board was away: what is left is told when it is back.
    owes_rest: bool,
    /// So many moves at least were made before any of them, as the clock tells.
    at_least: usize,
    /// How far the moves have come that the arbiter has said since.
    told_up_to: ToldUpTo,
    /// How many he has said since they have come to one of the boards seen, or to none any more.
    told_beyond: usize,
    /// So many plies that nobody pressed are added at most to those that the arbiter says, once he has begun to.
    most_added: Option<usize>,
    /// How many moves were known when he began to.
    said_from: usize,
    /// Searches from the last known position so far.
    tries: Tries,
    /// Searches for what a board may mean that need not have been at rest.
    glances: Tries,
    /// Who has pressed on the board as it last rested, and what it showed.
    pressed: Option<(Color, Placement)>,
    /// When to tell that nothing is known for certain, unless it has been told.
    tell_at: Option<GameTime>,
    /// When to look for what was played, unless the board is explained by then.
    look_at: Option<GameTime>,
    /// The game was begun by the arbiter's word, with the pieces elsewhere: they may be still to be set up, and nothing is
    /// told before a press.
    may_be_set_up: bool,
    /// The board as one whole reading has shown it, and when that will have been so long enough: until then a piece may be
    /// on its way.
    read: Option<(Placement, GameTime)>,
    /// How often in a row a piece has come to rest with pieces of both players where no move explains them.
    unexplained: u8,
    /// The game is over, whatever was played: what is inferred ends nothing.
    pub(in crate::turn) result_stands: bool,
    /// The alert that has told it.
    pub(in crate::turn) alert: Option<u32>,
}

/// What separates what is known in two hypotheses: see [`Recovery::key`].
#[derive(Debug, PartialEq)]
pub(in crate::turn) struct RecoveryKey<'a> {
    lines: &'a [Vec<LegalMove>],
    all: bool,
    seen: &'a [BoardSeen],
    at_end: Option<Placement>,
    owes_rest: bool,
    at_least: usize,
    told_up_to: ToldUpTo,
    told_beyond: usize,
    most_added: Option<usize>,
    said_from: usize,
    tries: [&'a Tries; 2],
    pressed: Option<(Color, Placement)>,
    due: [Option<GameTime>; 2],
    may_be_set_up: bool,
    read: Option<(Placement, GameTime)>,
    unexplained: u8,
    is_told: bool,
}

impl Recovery {
    /// No search is worth another try.
    fn give_up(&mut self) {
        let spent = Tries(MAX_TRIES);
        (self.tries, self.glances) = (spent.clone(), spent);
    }

    /// What of it separates hypotheses.
    pub(in crate::turn) fn key(&self) -> RecoveryKey<'_> {
        let Recovery {
            lines,
            all,
            seen,
            // It follows from what was seen.
            seen_too_much: _,
            at_end,
            owes_rest,
            at_least,
            told_up_to,
            told_beyond,
            most_added,
            said_from,
            tries,
            glances,
            pressed,
            tell_at,
            look_at,
            may_be_set_up,
            read,
            unexplained,
            // Never between two events.
            result_stands: _,
            // Numbered by each for itself.
            alert,
        } = self;
        RecoveryKey {
            lines,
            all: *all,
            seen,
            at_end: *at_end,
            owes_rest: *owes_rest,
            at_least: *at_least,
            told_up_to: *told_up_to,
            told_beyond: *told_beyond,
            most_added: *most_added,
            said_from: *said_from,
            tries: [tries, glances],
            pressed: *pressed,
            due: [*tell_at, *look_at],
            may_be_set_up: *may_be_set_up,
            read: *read,
            unexplained: *unexplained,
            is_told: alert.is_some(),
        }
    }
}

impl TurnMachine {
    /// The board was away and shows what no single move explains: nothing is judged before it is known what was played.
    /// `to_move` is who has the move behind a press.
    pub(in crate::turn) fn reconstruct(&mut self, to_move: Option<Color>) {
        let board = *self.sensed.board();
        self.begin_to_look();
        let stayed = self.recovery.read.take().is_some_and(|(read, rests)| read == board && rests <= self.now);
        // Once the arbiter's words lead to what it shows, the pieces are set up.
        let is_said = self.recovery.most_added.is_some() && self.shows_but_for_a_sign(self.position());
        self.recovery.may_be_set_up &= to_move.is_none() && !is_said;
        // While the pieces may still be on their way to the first position, no board on that way is a move, nor a sign.
        let is_begun = !self.recovery.may_be_set_up || self.recovery.pressed.is_some_and(|(_, shown)| shown == board);
        let is_as_known = board == *self.position().placement();
        let found = if self.comes_up_with_words(to_move) {
            self.recovery.lines.clear();
            false
        } else if is_as_known && !self.has_gone_and_come_back() {
            if self.turn.set_by_arbiter && self.turn.stood != board {
                self.put_in_order(board);
            }
            self.turn.stood = board;
            true
        } else {
            match self.lines_unseen(to_move) {
                // After the end nothing more is made: several moves that came before it are his to say.
                Lines::One(line)
                    if !is_begun || (self.phase.is_over() && line.len() > 1) || self.is_his_to_say(&line, to_move) =>
                {
                    self.recovery.lines = vec![line];
                    self.recovery.all = true;
                    false
                }
                Lines::One(line) => {
                    if self.settings.clock == ClockUse::None {
                        self.withdraw_misjudged();
                    }
                    self.infer_line(&line, &board, LastPiece::Rests);
                    // It was pressed while it was not known yet.
                    if self.turn.made.is_some() && self.recovery.pressed == Some((self.turn.by, board)) {
                        self.complete_turn();
                    }
                    true
                }
                Lines::Several { lines, all } => {
                    self.recovery.lines = lines;
                    self.recovery.all = all;
                    false
                }
                Lines::None | Lines::Undecided => {
                    self.recovery.lines.clear();
                    false
                }
            }
        };
        if found {
            self.recovery.lines.clear();
            return self.know_again();
        }
        self.remember_seen(to_move, stayed);
        self.phase.lose_track();
        // The kings in the centre, where no legal game has both; or set up for the next game meanwhile.
        if is_begun && self.follow_sign_shown() {
            return;
        }
        // Pressed before the board was away: it cannot be judged by what the board shows now.
        self.presses.closes();
        if (self.recovery.alert.is_none() && !self.recovery.may_be_set_up) || self.recovery.owes_rest {
            self.recovery.tell_at.get_or_insert(self.now + TELL_AFTER_MS);
        }
        // What stands here now is no stranger when it is next lifted.
        self.sensed.settle_homes();
    }

    /// Whether the line is the arbiter's to say. Whatever leads somewhere in three moves leads there in five, with pieces
    /// that go to and fro: once he has begun to say what was played, no more than two half-moves that nobody pressed are
    /// added to it; none where he has taken back what was inferred, nor back to what was on the board before: he may be
    /// ahead of it.
    fn is_his_to_say(&self, line: &[LegalMove], to_move: Option<Color>) -> bool {
        self.recovery.most_added.is_some_and(|most| match self.plies_unpressed(line, to_move) {
            0 => false,
            unpressed => unpressed > most || self.leads_back(line),
        })
    }

    /// Whether a line leads back to where the moves that the arbiter has said have come by.
    fn leads_back(&self, line: &[LegalMove]) -> bool {
        let end = self.position().play_all(line);
        self.has_been(end.placement())
    }

    /// Whether the moves that the arbiter has said have come by a position with these pieces.
    fn has_been(&self, board: &Placement) -> bool {
        let mut said = self.played.moves().iter().skip(self.recovery.said_from);
        self.recovery.most_added.is_some() && said.any(|made| made.before.placement() == board)
    }

    /// The board has just been read as it is, and nobody knows for how long it has been so: what was played is looked for
    /// once it has stayed so, or something tells that the pieces on it are at rest; where it shows a piece on the move, once
    /// that has landed.
    pub(in crate::turn) fn find_again_as_read(&mut self, pressed: Option<Color>) {
        let board = *self.sensed.board();
        self.begin_to_look();
        // Where a press says whose move it is, a piece of his may be in the air that has moved before, unseen.
        let rests_ms = match self.shows_in_air_of(board, pressed.map(Color::other)) {
            InAir::Yes => return self.wait_for_landing(),
            // What seems to have been captured may be in the hand that goes on: the next thing done will tell.
            InAir::Perhaps => TELL_LATE_MS,
            InAir::No => POLLED_SETTLE_MS,
        };
        if let Some(by) = pressed {
            self.recovery.pressed = Some((by, board));
        }
        // Whoever has pressed has let go; of the other player's piece that says nothing.
        let ends_with_press = |line: &Vec<LegalMove>| line.last().map(|m| m.piece.color) == pressed;
        let let_go = pressed.is_some() && rests_ms == POLLED_SETTLE_MS;
        if let_go && self.lines_shown().iter().all(ends_with_press) {
            return self.reconstruct(pressed.map(Color::other));
        }
        if board == *self.position().placement() {
            return self.reconstruct(None);
        }
        self.phase.lose_track();
        self.presses.closes();
        if self.recovery.read.is_none_or(|(read, _)| read != board) {
            self.recovery.read = Some((board, self.now + rests_ms));
        }
        if self.recovery.alert.is_none() || self.recovery.owes_rest {
            self.recovery.tell_at.get_or_insert(self.now + rests_ms + (TELL_AFTER_MS - POLLED_SETTLE_MS));
        }
        self.sensed.settle_homes();
    }

    /// Pieces leave these squares while it is not known what was played. One may be that which a whole reading has just
    /// shown there on its way: then the reading tells nothing. Any others tell that those shown were at rest.
    pub(in crate::turn) fn leave_while_lost(&mut self, squares: &[Square]) {
        if !self.phase.is_unexplained() || self.recovery.read.is_none() || squares.is_empty() {
            return;
        }
        let ends_there = |m: &LegalMove| m.steps().any(|(_, to)| squares.contains(&to));
        if self.lines_shown().iter().any(|line| line.last().is_some_and(ends_there)) {
            self.recovery.read = None;
        } else {
            self.reconstruct(None);
        }
    }

    /// Remembers what the board shows, to be followed later: where presses are seen, what was pressed, for a piece may rest
    /// on its way; and what `stayed` as it was read.
    fn remember_seen(&mut self, to_move: Option<Color>, stayed: bool) {
        let leads = !self.recovery.lines.is_empty();
        // Of lines that are not all, the one that was played may be none.
        let is_led_to = leads && self.recovery.all;
        let counts = to_move.is_some() || (stayed && leads) || self.settings.clock == ClockUse::None;
        self.remember(BoardSeen { board: *self.sensed.board(), to_move, is_led_to }, counts);
    }

    /// Remembers a board that was pressed on while a piece of the reply was in the hand.
    fn remember_pressed(&mut self, board: Placement, to_move: Color) {
        self.remember(BoardSeen { board, to_move: Some(to_move), is_led_to: false }, true);
    }

    fn remember(&mut self, shown: BoardSeen, counts: bool) {
        let Recovery { seen, seen_too_much, .. } = &mut self.recovery;
        let is_same = |last: &&mut BoardSeen| (last.board, last.to_move) == (shown.board, shown.to_move);
        if let Some(last) = seen.last_mut().filter(is_same) {
            last.is_led_to |= shown.is_led_to;
            return;
        }
        if !counts {
            return;
        }
        *seen_too_much |= seen.len() >= MAX_SEEN;
        if !*seen_too_much {
            seen.push(shown);
        }
    }

    /// It is known what was played: by the board, or by the arbiter's word.
    pub(in crate::turn) fn know_again(&mut self) {
        self.phase.explain();
        // Where the board has come to what the arbiter has said, the last move but one may still want its press.
        if self.recovery.most_added.is_some() && self.turn.made.is_none() {
            self.presses.late_may_come(self.turn.by);
        }
        if let Some(number) = self.recovery.alert.take() {
            self.settle_open_alerts(AlertState::Cleared, |alert| alert.number == number);
        }
    }

    /// What is known of moves that nobody saw, for a game of which an earlier move is corrected. What was asked about them
    /// was asked of another position.
    pub(in crate::turn) fn take_unseen(&mut self) -> Recovery {
        let asked = self.recovery.alert.take();
        self.settle_open_alerts(AlertState::Lapsed, |alert| asked == Some(alert.number));
        let told = asked.map(|_| self.now);
        let unseen = std::mem::take(&mut self.recovery);
        Recovery { tell_at: told.or(unseen.tell_at), ..unseen }
    }

    /// They are looked for behind the corrected move.
    pub(in crate::turn) fn look_from_corrected(&mut self, unseen: Recovery) {
        let (tries, glances) = (Tries::default(), Tries::default());
        self.recovery = Recovery { lines: Vec::new(), all: false, tries, glances, ..unseen };
        self.phase.lose_track();
    }

    /// The arbiter has taken back what was inferred, or moves before some that are not known: what was played instead is his
    /// to say, until his words lead to what the board shows. Kings in the centre say nothing of moves.
    pub(in crate::turn) fn leave_to_the_arbiter(&mut self) {
        if self.shows_but_for_a_sign(self.position()) {
            return;
        }
        self.phase.lose_track();
        // The pieces may be put back meanwhile.
        let tell_at = Some(self.now + TELL_LATE_MS);
        let said_from = self.played.moves().len();
        self.recovery = Recovery { most_added: Some(0), said_from, tell_at, ..Recovery::default() };
    }

    /// The game is over. Whether the arbiter's words have led to what the board shows, or showed last before pieces were put
    /// away.
    pub(in crate::turn) fn know_again_if_shown(&mut self) {
        let position = self.position().clone();
        if self.shows_but_for_a_sign(&position) || self.was_shown_before_put_away(&position) {
            self.know_again();
        }
    }

    /// Whether the board showed this position at the end of the game, but for kings that show a result; or, where that is not
    /// known, last before most pieces were put away.
    fn was_shown_before_put_away(&self, position: &Position) -> bool {
        match &self.recovery.at_end {
            Some(at_end) => {
                position.placement().differences(at_end).all(|square| is_for_kings(position, at_end, square))
            }
            None => {
                self.is_another_game(self.sensed.board())
                    && self.recovery.seen.last().is_some_and(|shown| shown.board == *position.placement())
            }
        }
    }

    /// The board that is back shows a piece on the move: where it lands will tell what was played.
    fn wait_for_landing(&mut self) {
        self.recovery.read = None;
        self.phase.lose_track();
        if self.recovery.alert.is_none() {
            self.recovery.tell_at.get_or_insert(self.now + TELL_LATE_MS);
        }
    }

    /// Both players have pressed while the board was away: a move that was made already, or one that nobody saw, and the
    /// one in reply.
    pub(in crate::turn) fn both_have_moved_unseen(&mut self) {
        self.have_moved_unseen(if self.turn.made.is_some() { 1 } else { 2 });
    }

    /// So many moves were made while the board was away, as the presses tell.
    pub(in crate::turn) fn have_moved_unseen(&mut self, moves: usize) {
        self.begin_to_look();
        self.phase.lose_track();
        self.recovery.at_least += moves;
    }

    /// The game begins with the pieces elsewhere: they are still to be set up, or it has gone on for a while. Until that is
    /// known nothing on the board is a move.
    pub(in crate::turn) fn begin_lost(&mut self) {
        // Whose time does not run has pressed for the move that he made last.
        let pressed = self.clock.running().map(|runs| (runs.other(), *self.sensed.board()));
        self.recovery = Recovery { may_be_set_up: true, pressed, ..Recovery::default() };
        self.phase.lose_track();
    }

    fn begin_to_look(&mut self) {
        if !self.phase.is_unexplained() {
            self.recovery = Recovery { alert: self.recovery.alert, ..Recovery::default() };
        }
    }

    /// Whether nothing tells yet that the pieces have been set up for the game that the arbiter has begun.
    pub(in crate::turn) fn may_still_be_set_up(&self) -> bool {
        self.phase.is_unexplained() && self.recovery.may_be_set_up
    }

    /// So many half-moves at least were made that are not known, of those that the arbiter has been told of: as many as the
    /// shortest line that explains the board has. Where none does, and more has changed than by a piece or two put
    /// elsewhere, one of each player's who has moved a piece.
    pub(in crate::turn) fn least_unseen(&self) -> usize {
        if !self.phase.is_unexplained() || self.recovery.alert.is_none() {
            return 0;
        }
        if let Some(shortest) = self.recovery.lines.iter().map(Vec::len).min() {
            return shortest;
        }
        let before = self.position().placement();
        let is_played_on = before.differences(self.sensed.board()).count() > DISPLACED_SQUARES;
        let has_moved = |by| is_played_on && has_moved_a_piece(by, before, self.sensed.board());
        // One at least, or the position would be known.
        [Color::White, Color::Black].into_iter().filter(|&by| has_moved(by)).count().max(1)
    }

    /// When the arbiter is to be told that moves were made which are not known.
    pub(in crate::turn) fn recovery_due_at(&self) -> Option<GameTime> {
        match &self.phase {
            Phase::Unexplained => {
                [self.recovery.tell_at, self.recovery.read.map(|(_, rests)| rests)].into_iter().flatten().min()
            }
            Phase::Playing => self.recovery.look_at,
            // A flag has fallen meanwhile.
            Phase::Over(over) => self.recovery.tell_at.filter(|_| over.is_unexplained),
            Phase::SettingUp => None,
        }
    }

    /// Nothing has said in time what was played.
    pub(in crate::turn) fn recovery_due(&mut self) {
        if !self.phase.is_unexplained() {
            self.recovery.look_at = None;
            if self.is_judged_by_replies() && self.turn.made.is_none() {
                self.reconstruct(None);
            }
            return;
        }
        if self.phase.is_playing() && self.recovery.read.is_some_and(|(_, rests)| rests <= self.now) {
            // A board that is away shows nothing that rests.
            if self.link.is_away() {
                self.recovery.read = None;
            } else {
                self.reconstruct(None);
            }
            // The arbiter may be due to be told at the same instant.
            if !self.phase.is_unexplained() || self.recovery.tell_at.is_none_or(|due| due > self.now) {
                return;
            }
        }
        // A piece may have been on its way, and is home again.
        if self.phase.is_over() && self.shows_but_for_a_sign(self.position()) {
            self.recovery.tell_at = None;
            return self.know_again();
        }
        self.alert_unseen();
    }

    /// The players show the result while it is not known what was played: the arbiter is told before it is over. Kings
    /// that have gone to the centre, and what was taken off there for them, say nothing of moves; what is missing elsewhere
    /// was captured.
    pub(in crate::turn) fn alert_unseen_before_sign(&mut self) {
        let (board, known) = (*self.sensed.board(), *self.position().placement());
        let is_a_move = |square| match board.at(square) {
            Some(piece) => piece.role != Role::King,
            None => !is_centre(square) && known.at(square).is_some_and(|piece| piece.role != Role::King),
        };
        // Who had the move has pressed: he has made one, though a king now stands where he has captured.
        let by = self.position().turn();
        let has_pressed = self.recovery.seen.iter().any(|shown| shown.to_move == Some(by.other()));
        let moved = has_pressed || known.differences(&board).any(is_a_move);
        let follows_his_words = self.recovery.alert.is_some() && self.recovery.tell_at.is_some();
        if self.phase.is_unexplained() && (follows_his_words || (moved && self.recovery.alert.is_none())) {
            self.alert_unseen();
        }
        self.recovery.tell_at = None;
    }

    /// The kings show the result: what is not known was played up to the board as it is now, whatever it shows later.
    pub(in crate::turn) fn remember_sign(&mut self) {
        if self.phase.is_unexplained() {
            self.recovery.at_end = Some(*self.sensed.board());
        }
    }

    /// The same where the game ends otherwise, unless it was over already.
    pub(in crate::turn) fn remember_end(&mut self) {
        if self.phase.is_playing() {
            self.remember_sign();
        }
    }

    /// The game has ended while the board was away, and what it shows now is not what is known: which moves came before the
    /// end only the arbiter can tell, who is asked. Pieces that are set up again are none.
    pub(in crate::turn) fn ask_what_came_before_the_end(&mut self) {
        let (board, known) = (*self.sensed.board(), *self.position().placement());
        let men = |placement: &Placement, by| placement.pieces().filter(|(_, piece)| piece.color == by).count();
        let is_later = |by| men(&board, by) <= men(&known, by);
        let is_played_on = [Color::White, Color::Black].into_iter().all(is_later) && !self.is_nearly_set_up();
        let is_as_known = self.shows_but_for_a_sign(self.position());
        if self.phase.is_unexplained() || self.phase.is_decided() || is_as_known || !is_played_on {
            return;
        }
        self.begin_to_look();
        self.phase.lose_track();
        let found = match self.lines_unseen(None) {
            Lines::One(line) => Some(vec![line]),
            Lines::Several { lines, all: true } => Some(lines),
            Lines::None | Lines::Several { all: false, .. } | Lines::Undecided => None,
        };
        self.recovery.all = found.is_some();
        self.recovery.lines = found.unwrap_or_default();
        self.recovery.seen = vec![BoardSeen { board, to_move: None, is_led_to: !self.recovery.lines.is_empty() }];
        (self.recovery.most_added, self.recovery.said_from) = (Some(0), self.played.moves().len());
        self.recovery.tell_at = Some(self.now + TELL_AFTER_MS);
    }

    /// The next game begins before the arbiter has been told that it is not known how the last one went on.
    pub(in crate::turn) fn alert_unseen_before_next_game(&mut self) {
        if self.phase.is_over() && self.phase.is_unexplained() && self.recovery.tell_at.is_some() {
            self.alert_unseen();
        }
    }

    /// A player has pressed, and what he has done is not what could be seen of it: pieces were gone when the board came
    /// back. Gives whether it is looked for again.
    pub(in crate::turn) fn find_what_went_unseen(&mut self, by: Color) -> bool {
        if !self.turn.gone_unseen || self.turn.made.is_some() {
            return false;
        }
        self.reconstruct(Some(by.other()));
        if !self.phase.is_unexplained() && self.turn.made.is_some() && self.turn.by == by {
            self.complete_turn();
        }
        true
    }

    /// Whether the player who has moved last has put another piece down since the board came back without one of his
    /// opponent's: he has pressed for that, and the opponent has replied unseen.
    pub(in crate::turn) fn has_moved_behind_unseen_reply(&self, by: Color) -> bool {
        let known = self.turn.position.placement();
        let put_down = |(square, piece): (Square, Piece)| piece.color == by && known.at(square) != Some(piece);
        self.turn.begun_unseen && by != self.turn.by && self.sensed.board().pieces().any(put_down)
    }

    /// A player has pressed while the position is not known: nothing of his is in the air any more. The reply may be: hands
    /// are quicker than the clock is told, above all behind a look at the whole board.
    pub(in crate::turn) fn look_at_press_while_lost(&mut self, by: Color) {
        let (board, replies) = (*self.sensed.board(), by.other());
        self.recovery.may_be_set_up = false;
        let is_reply = |landing: &&Landing| {
            landing.piece.color == replies && self.sensed.home(landing.square) != Some(landing.square)
        };
        if let Some(reply) = self.sensed.landings().last().filter(is_reply).map(|landing| landing.square) {
            // He has pressed for the move before, whatever the next press says of the reply.
            let mut before = board;
            before.set(reply, None);
            self.remember_pressed(before, replies);
        } else if self.is_a_piece_on_the_move() && self.is_one_in_air(board)
            || self.shows_in_air_of(board, Some(replies)) != InAir::No
        {
            // Where it lands will tell.
            self.remember_pressed(board, replies);
            let rests = self.now + TELL_LATE_MS;
            self.recovery.read = Some((board, rests));
            if let Some(tell_at) = &mut self.recovery.tell_at {
                *tell_at = rests + (TELL_AFTER_MS - POLLED_SETTLE_MS);
            }
        } else {
            self.reconstruct(Some(replies));
        }
        self.recovery.pressed = self.phase.is_unexplained().then_some((by, board));
    }

    /// Moves that went by between two whole readings of a board that is asked from time to time: taken down if one line of
    /// more than a single move explains them.
    pub(in crate::turn) fn take_polled_line(&mut self, placement: &Placement) -> bool {
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
    pub(in crate::turn) fn infer_line(&mut self, line: &[LegalMove], placement: &Placement, last: LastPiece) {
        while !self.waiting.is_empty() {
            self.complete_waiting(0);
        }
        self.presses.closes();
        self.imposed = None;
        self.sensed = SensedBoard::new(*placement);
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
                self.sensed.arrived_unseen(m, self.now, self.now + POLLED_SETTLE_MS);
            }
            self.make_as(m.clone(), may_move_on.then_some(m.to), true);
            if !self.phase.is_playing() {
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
