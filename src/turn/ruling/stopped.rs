//! Play stopped by an irregularity, and the two ways on from it: it is put right, or it stands.
//!
//! An illegal move completed, a press without a move and a pawn left on the last rank (7.5.1 to 7.5.3) leave it open which
//! game goes on. The machine itself waits for the position before to be restored. Beside it the same machine follows two
//! [other games](Beside) in silence: the one that goes on if the irregularity stands, and the one in which the legal move
//! that the board shows now replaces the illegal one. The opponent's reply, where the Laws let it decide (A.4.2), or the
//! arbiter's word, however late, makes the first the game that counts; the player's press on his corrected move makes it
//! the second. Nothing that was played meanwhile is lost.

use std::sync::Arc;

use protocols::{At, Color, Placement};

use crate::{
    board::Event,
    turn::{
        MoveStanding, PerPlayer, Touch, TurnMachine, TurnOutput,
        duty::Touches,
        findings::{Alert, AlertKind, Severity},
        played::{Line, MoveMade},
        sense::{
            scan::{Scan, Seen},
            sensed_board::Whole,
        },
        state::Turn,
    },
};

/// Most things remembered that would be said in the game beside; older ones are forgotten.
const MAX_OUTPUT: usize = 4_096;

/// So deep may irregularities lie in each other that nobody has decided on.
const MAX_DEPTH: usize = 3;

/// What has stopped play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) enum StopReason {
    /// The arbiter says that there was no irregularity, and the board has still to show what was played.
    Dismissed,
    /// An illegal move was completed (7.5.1). Nothing counts until it is put right or stands.
    IllegalMove,
    /// A press without a move (7.5.3). Its player may simply go on.
    Pass,
    /// The same, and he has gone on behind his opponent's reply, which his turn does not know: nothing counts, as after an
    /// illegal move.
    PassPlayedOn,
    /// A pawn was left on the last rank (7.5.2). Play goes on with the queen that the Laws have put.
    Promotion,
}

/// Play stopped by an irregularity that nobody has decided on yet.
#[derive(Debug, Clone)]
pub(in crate::turn) struct Stopped {
    /// The turn in which it happened.
    pub(in crate::turn) turn: Box<Turn>,
    pub(in crate::turn) reason: StopReason,
    /// Number of the alert that tells of it.
    pub(in crate::turn) alert: u32,
    /// Alerts that propose something, to lapse when the irregularity stands.
    pub(in crate::turn) proposals: Vec<u32>,
    /// One of them would end the game, unless the opponent's reply lets the irregularity stand: nobody has the move.
    pub(in crate::turn) would_end_game: bool,
    /// Completed illegal moves before this one.
    pub(in crate::turn) count_before: PerPlayer<u32>,
    /// The arbiter has intervened (A.4.2): only his word lets it stand now, and what was proposed has been done.
    pub(in crate::turn) confirmed: bool,
    /// What has been touched since; it counts if it is a part of the move that replaces the illegal one.
    pub(in crate::turn) touched: Touches,
    pub(in crate::turn) if_it_stands: Option<Beside>,
    /// A legal move stands on the board in place of the illegal one.
    pub(in crate::turn) if_replaced: Option<Beside>,
    /// How often such a move has been followed.
    pub(in crate::turn) replacements: u32,
    /// The board when play was stopped.
    pub(in crate::turn) wrong: Placement,
    /// The player's clock runs again, and he has not pressed since.
    pub(in crate::turn) clock_given_back: bool,
}

/// A game that is followed in silence beside the one that waits, and may turn out to be the one that counts.
#[derive(Debug, Clone)]
pub(in crate::turn) struct Beside {
    pub(in crate::turn) game: Arc<TurnMachine>,
    /// The half-move with which the opponent replies.
    pub(super) reply_ply: u32,
    /// The half-move whose completion decides for it, of a move that replaces an illegal one.
    pub(super) decided_by_ply: u32,
    /// Alerts up to this number were raised before the two games parted.
    pub(super) alerts_before: u32,
}

/// What a game that is followed beside another knows of that.
#[derive(Debug, Clone, Copy)]
pub(in crate::turn) struct Course {
    /// In how many irregularities that nobody has decided on it lies.
    pub(super) depth: usize,
    pub(super) reason: StopReason,
    /// Whose irregularity it is.
    pub(super) by: Color,
    /// The half-move with which the opponent replies.
    pub(super) reply_ply: u32,
    /// The reply lets the irregularity stand, which is still to be told.
    pub(super) tells_that_it_stands: bool,
}

impl Beside {
    pub(in crate::turn) fn of(mut game: TurnMachine, reply_ply: u32, alerts_before: u32) -> Beside {
        game.questions.drop_all();
        game.scan = Scan::default();
        Beside { game: Arc::new(game), reply_ply, decided_by_ply: reply_ply.saturating_sub(1), alerts_before }
    }

    /// What is compared of the moves made in it.
    pub(in crate::turn) fn line(&self) -> Line<'_> {
        self.game.played.line()
    }

    /// Whether the opponent has made a move in reply.
    pub(in crate::turn) fn is_replied_to(&self) -> bool {
        let game = &self.game;
        (game.turn.ply == self.reply_ply && game.turn.made.is_some()) || game.turn.ply > self.reply_ply
    }

    /// Whether the opponent has replied with an illegal move.
    pub(in crate::turn) fn is_replied_to_illegally(&self) -> bool {
        self.game.stopped.as_ref().is_some_and(|stopped| stopped.reason == StopReason::IllegalMove)
    }

    /// Whether the move that replaces the illegal one has been completed; where play had gone on before it was put right,
    /// whether it has gone on from there.
    pub(in crate::turn) fn is_replacement_completed(&self) -> bool {
        let of_it =
            |waiting: &crate::turn::state::Waiting| waiting.turn.ply == self.decided_by_ply && !waiting.turn.completed;
        self.game.turn.ply > self.decided_by_ply && !self.game.waiting.iter().any(of_it)
    }

    /// Whether the move that replaces the illegal one, put down for good, has ended the game: it needs no press (6.2.1.1).
    pub(in crate::turn) fn is_ended_by_replacement(&self) -> bool {
        let game = &self.game;
        let ends =
            |alert: &Alert| alert.number > self.alerts_before && alert.kind.is_end_by_a_move() && alert.state.is_open();
        game.phase.is_over() && game.turn.ply == self.decided_by_ply && game.alerts.iter().any(ends)
    }

    /// Whether it shows what was played beyond doubt: nothing had to be ruled on, and the board agrees.
    pub(in crate::turn) fn is_followed_surely(&self) -> bool {
        let game = &self.game;
        let calls = |alert: &Alert| {
            let since = alert.number > self.alerts_before;
            since && matches!(alert.severity, Severity::Ruling | Severity::Warning)
        };
        let plays = game.phase.is_playing()
            && game.successor.is_none()
            && !game.phase.is_unexplained()
            && !game.awaits_restoring();
        // A piece taken off as soon as it had come down: the next one to come down tells who took it.
        let is_explained = || game.is_within_a_move(game.sensed.board()) || game.is_taken_off();
        plays && !game.alerts.iter().any(calls) && is_explained()
    }

    /// Whether the board shows the position of this game.
    pub(in crate::turn) fn is_shown(&self) -> bool {
        self.game.phase.is_playing() && self.game.agrees()
    }

    /// Whether the irregularity of this alert waits there as well, and nothing else has come since.
    pub(in crate::turn) fn waits_for_ruling_on(&self, alert: Option<u32>) -> bool {
        let game = &self.game;
        let stopped = game.stopped.as_ref().filter(|stopped| Some(stopped.alert) == alert);
        stopped.is_some() && game.phase.is_playing() && game.successor.is_none()
    }

    pub(in crate::turn) fn game_mut(&mut self) -> &mut TurnMachine {
        Arc::make_mut(&mut self.game)
    }

    fn due(&self) -> Option<At> {
        let due = || self.game.next_timer().map(|(due, _)| due);
        if self.game.successor.is_some() { None } else { due() }
    }
}

/// Who lets an irregularity stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) enum StandsBy {
    /// The arbiter's word.
    Arbiter,
    /// The opponent's illegal move in reply: this one has been completed and counts, too.
    IllegalReply,
    /// The opponent's next move (A.4.2).
    Reply,
}

impl Stopped {
    /// Whether nothing counts until the irregularity is put right or stands.
    pub(in crate::turn) fn blocks(&self) -> bool {
        matches!(self.reason, StopReason::IllegalMove | StopReason::PassPlayedOn)
    }

    /// Whether a proposal or the alert itself is this one.
    pub(in crate::turn) fn is_about(&self, number: u32) -> bool {
        self.alert == number || self.proposals.contains(&number)
    }

    pub(in crate::turn) fn renumber_alert(&mut self, renumber: impl Fn(&mut u32)) {
        renumber(&mut self.alert);
        self.proposals.iter_mut().for_each(&renumber);
        self.turn.empty_press.iter_mut().for_each(|press| renumber(&mut press.alert));
    }
}

impl TurnMachine {
    /// Play stops until the arbiter acts, the irregularity is put right, or the opponent lets it stand.
    pub(in crate::turn) fn stop(
        &mut self,
        reason: StopReason,
        alert: u32,
        proposals: Vec<u32>,
        count_before: PerPlayer<u32>,
    ) {
        self.presses.closes();
        let turn = Box::new(self.turn.clone());
        let if_it_stands = self.if_it_stands(&turn, reason, count_before);
        let would_end_game = self.would_end_game(&proposals);
        self.stopped = Some(Stopped {
            turn,
            reason,
            alert,
            proposals,
            would_end_game,
            count_before,
            confirmed: false,
            touched: Touches::default(),
            if_it_stands,
            if_replaced: None,
            replacements: 0,
            wrong: *self.sensed.board(),
            clock_given_back: false,
        });
        self.follow_if_reopened();
    }

    /// The same for a pawn left on the last rank, whose turn goes on with the queen that the Laws put: `left` is the machine
    /// before that.
    pub(in crate::turn) fn stop_beside_queen(&mut self, left: TurnMachine, alert: u32, proposals: Vec<u32>) {
        let count_before = left.illegal_moves();
        let mut turn = Box::new(left.turn.clone());
        let if_it_stands = left.if_it_stands(&turn, StopReason::Promotion, count_before);
        turn.stood = *left.sensed.board();
        turn.completed = true;
        let would_end_game = self.would_end_game(&proposals);
        let (confirmed, touched, if_replaced) = (false, Touches::default(), None);
        self.stopped = Some(Stopped {
            turn,
            reason: StopReason::Promotion,
            alert,
            proposals,
            would_end_game,
            count_before,
            confirmed,
            touched,
            if_it_stands,
            if_replaced,
            replacements: 0,
            wrong: *self.sensed.board(),
            clock_given_back: false,
        });
        self.follow_if_reopened();
    }

    /// Whether one of these proposals ends the game, and may still lapse by the opponent's reply.
    pub(in crate::turn) fn would_end_game(&self, proposals: &[u32]) -> bool {
        let ends = |alert: &Alert| {
            proposals.contains(&alert.number)
                && matches!(alert.kind, AlertKind::RulingGameLost | AlertKind::RulingGameDrawn)
        };
        self.settings.laws.reply_lets_illegal_move_stand() && self.alerts.iter().any(ends)
    }

    /// A proposal may have fallen that would have ended the game.
    pub(in crate::turn) fn look_again_whether_game_would_end(&mut self) {
        let open = |number: &&u32| self.alerts.get(**number).is_some_and(|alert| alert.state.is_open());
        let Some(stopped) = &self.stopped else { return };
        let proposals: Vec<u32> = stopped.proposals.iter().filter(open).copied().collect();
        let would_end_game = stopped.would_end_game && self.would_end_game(&proposals);
        self.stopped.iter_mut().for_each(|stopped| stopped.would_end_game = would_end_game);
    }

    /// The game as it goes on if what has happened in this turn stands.
    fn if_it_stands(&self, turn: &Turn, reason: StopReason, count_before: PerPlayer<u32>) -> Option<Beside> {
        let depth = self.course.map_or(0, |course| course.depth) + 1;
        if depth > MAX_DEPTH {
            return None;
        }
        let position = match reason {
            StopReason::Pass | StopReason::PassPlayedOn => turn.position.pass(),
            StopReason::Dismissed | StopReason::IllegalMove | StopReason::Promotion => {
                turn.position.after_irregular_move(self.sensed.board())
            }
        };
        let mut game = TurnMachine { stopped: None, ..self.clone() };
        game.output.clear();
        game.imposed = None;
        game.irregularities.set_counts(count_before);
        game.play_on();
        game.played.reach(position.clone());
        game.output.push_back(TurnOutput::PositionSet(position.clone()));
        let (by, reply_ply) = (turn.by, turn.ply + 1);
        game.turn = Turn::new(reply_ply, position, *game.sensed.board());
        game.sensed.begin_turn_after(None, Whole::No);
        game.refresh_turn();
        let tells_that_it_stands = self.settings.laws.reply_lets_illegal_move_stand();
        game.course = Some(Course { depth, reason, by, reply_ply, tells_that_it_stands });
        Some(Beside::of(game, reply_ply, self.alerts.last_number()))
    }

    /// Whether nothing counts until the position before an illegal move is restored, the move is replaced, or the arbiter
    /// acts: what is lifted meanwhile is put back.
    pub(in crate::turn) fn awaits_restoring(&self) -> bool {
        self.stopped.as_ref().is_some_and(Stopped::blocks)
    }

    /// Who had pressed without a move presses again behind his opponent's reply: both have let it go, and his second move is
    /// no move of the turn that he still has. Gives whether play waits for the arbiter, or for the position before.
    pub(in crate::turn) fn stop_for_play_behind_pass(&mut self) -> bool {
        let replied = |stopped: &Stopped| stopped.if_it_stands.as_ref().is_some_and(Beside::is_replied_to);
        let passed = |stopped: &&mut Stopped| stopped.reason == StopReason::Pass && replied(stopped);
        let Some(stopped) = self.stopped.as_mut().filter(passed) else { return false };
        stopped.reason = StopReason::PassPlayedOn;
        // What he has touched and released since is no part of the turn that he still has.
        self.turn = (*stopped.turn).clone();
        self.turn.displaced.clear();
        true
    }

    /// The number of the open ruling on an irregularity behind which nothing counts.
    pub(in crate::turn) fn open_ruling_on_stop(&self) -> Option<u32> {
        let stopped = self.stopped.as_ref().filter(|stopped| stopped.blocks())?;
        let rules = |alert: &&Alert| alert.number == stopped.alert && alert.severity == Severity::Ruling;
        self.alerts.iter().find(rules).filter(|alert| alert.state.is_open()).map(|alert| alert.number)
    }

    /// A piece is touched while nothing counts: if it turns out to be a part of the move that replaces the illegal one, it
    /// is touched in that turn.
    pub(in crate::turn) fn touched_while_stopped(&mut self, touch: Touch) {
        let (by, timing) = (self.turn.by, self.settings.timing);
        if let Some(stopped) = &mut self.stopped {
            stopped.touched.add(touch, by, &timing);
        }
    }

    /// What one sensor has shown reaches the games beside as well. Gives whether one of them is the one that counts now, and
    /// has taken it.
    pub(in crate::turn) fn follow_beside(&mut self, seen: Seen) -> bool {
        for beside in self.beside() {
            beside.game_mut().take(seen);
            beside.game_mut().bound_output();
        }
        self.take_other_course()
    }

    /// How often a move in place of an illegal one has been followed.
    pub(in crate::turn) fn replacements(&self) -> u32 {
        self.stopped.as_ref().map_or(0, |stopped| stopped.replacements)
    }

    /// A game beside parted from this one while this was being taken, which may have settled the piece before: what it has
    /// not seen of it reaches it too.
    pub(in crate::turn) fn catch_up_beside(&mut self, seen: Seen) {
        let board = *self.sensed.board();
        let Some(beside) = self.stopped.as_mut().and_then(|stopped| stopped.if_replaced.as_mut()) else { return };
        if matches!(seen.event, Event::Press { .. }) || *beside.game.sensed.board() != board {
            beside.game_mut().take(seen);
            self.take_other_course();
        }
    }

    /// Lets the games beside do what is due.
    pub(in crate::turn) fn follow_beside_until(&mut self, now: At) {
        for beside in self.beside() {
            beside.game_mut().advance(now);
        }
        self.take_other_course();
    }

    /// Play is suspended, or resumed, in the games beside as well.
    pub(in crate::turn) fn stop_or_go_on_beside(&mut self, act: fn(&mut TurnMachine)) {
        self.games_beside().for_each(act);
    }

    /// When something becomes due in a game beside.
    pub(in crate::turn) fn beside_due(&self) -> Option<At> {
        let stands = self.stopped.as_ref().and_then(|stopped| stopped.if_it_stands.as_ref());
        let replaced = self.stopped.as_ref().and_then(|stopped| stopped.if_replaced.as_ref());
        let reopened = self.phase.over().and_then(|over| over.if_reopened.as_ref());
        [stands, replaced, reopened].into_iter().flatten().filter_map(Beside::due).min()
    }

    /// The games that are followed beside this one.
    pub(in crate::turn) fn games_beside(&mut self) -> impl Iterator<Item = &mut TurnMachine> {
        self.beside().map(Beside::game_mut)
    }

    fn beside(&mut self) -> impl Iterator<Item = &mut Beside> {
        let stopped = self.stopped.iter_mut().flat_map(|stopped| [&mut stopped.if_it_stands, &mut stopped.if_replaced]);
        stopped.chain(self.phase.over_mut().map(|over| &mut over.if_reopened)).flatten()
    }

    /// Keeps what the game beside would say within bounds.
    fn bound_output(&mut self) {
        let surplus = self.output.len().saturating_sub(MAX_OUTPUT);
        self.output.drain(..surplus);
    }

    /// Whether the opponent has still to reply to an irregularity: a press of his only gives the clock back.
    pub(in crate::turn) fn may_give_clock_back(&self) -> bool {
        self.course.is_some_and(|course| course.reply_ply == self.turn.ply && course.by != self.turn.by)
    }

    /// The player of the stopped turn has made his move. If his opponent has played on before, the arbiter may still say that
    /// this is what counts.
    pub(in crate::turn) fn no_more_stopped(&mut self) {
        let replied = |stopped: &Stopped| stopped.if_it_stands.as_ref().is_some_and(Beside::is_replied_to);
        self.stopped.take_if(|stopped| stopped.reason != StopReason::Promotion && !replied(stopped));
    }

    /// A move has been completed, and the board shows the game as it is: nobody plays the other one.
    pub(in crate::turn) fn no_more_stopped_if_agreed(&mut self) {
        if self.imposed.is_none() && self.agrees() {
            self.stopped.take_if(|stopped| !stopped.blocks());
        }
    }

    /// Where a move stands that is no part of the game that goes on.
    pub(in crate::turn) fn say_retracted(&mut self, made: &MoveMade) {
        self.played.forget_move(made.ply);
        if let Some(m) = made.before.legal_move(made.uci.as_str()) {
            let (ply, before) = (made.ply, made.before.clone());
            let status = MoveStanding::Retracted;
            self.output.push_back(TurnOutput::Move(crate::turn::MoveOutput {
                ply,
                before,
                m,
                status,
                inferred: false,
            }));
        }
    }
}
