//! Play stopped by an irregularity, and the two ways on from it: it is put right, or it stands.
//!
//! An illegal move completed, a press without a move and a pawn left on the last rank (7.5.1 to 7.5.3) leave it open which
//! game goes on. The machine itself waits for the position before to be restored. Beside it the same machine follows two
//! [other games](Beside) in silence: the one that goes on if the irregularity stands, and the one in which the legal move
//! that the board shows now replaces the illegal one. The opponent's reply, where the Laws let it decide (A.4.2), or the
//! arbiter's word, however late, makes the first the game that counts; the player's press on his corrected move makes it
//! the second. Nothing that was played meanwhile is lost.

use std::sync::Arc;

use protocols::{At, Color, Square};

use crate::{
    board::Event,
    rules::{LegalMove, Position, Uci},
    turn::{
        MoveStanding, PerPlayer, Said, Touch, TurnMachine,
        duty::Touches,
        findings::{Alert, AlertKind, AlertState, Finding, Severity},
        laws::Clause,
        sense::{
            scan::{Scan, Seen},
            wood::{Fresh, Whole},
        },
        state::{Stage, Turn},
    },
};

/// Most irregularities remembered that stand in one game.
const MAX_STOOD: usize = 32;

/// Most half-moves that are replayed behind a corrected move: players notice, or the arbiter comes.
const MAX_REPLAYED: usize = 40;

/// Most things remembered that would be said in the game beside; older ones are forgotten.
const MAX_UNSAID: usize = 4_096;

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
}

/// A game that is followed in silence beside the one that waits, and may turn out to be the one that counts.
#[derive(Debug, Clone)]
pub(in crate::turn) struct Beside {
    game: Arc<TurnMachine>,
    /// The half-move with which the opponent replies.
    reply_ply: u32,
    /// The half-move whose completion decides for it, of a move that replaces an illegal one.
    decided_by_ply: u32,
    /// Alerts up to this number were raised before the two games parted.
    alerts_before: u32,
}

/// What a game that is followed beside another knows of that.
#[derive(Debug, Clone, Copy)]
pub(in crate::turn) struct Course {
    /// In how many irregularities that nobody has decided on it lies.
    depth: usize,
    reason: StopReason,
    /// Whose irregularity it is.
    by: Color,
    /// The half-move with which the opponent replies.
    reply_ply: u32,
    /// The reply lets the irregularity stand, which is still to be told.
    tells_that_it_stands: bool,
}

impl Beside {
    pub(in crate::turn) fn of(mut game: TurnMachine, reply_ply: u32, alerts_before: u32) -> Beside {
        game.asked.clear();
        game.scan = Scan::default();
        Beside { game: Arc::new(game), reply_ply, decided_by_ply: reply_ply.saturating_sub(1), alerts_before }
    }

    /// The moves made in it.
    pub(in crate::turn) fn line(&self) -> Vec<(u32, Uci)> {
        self.game.moves.iter().map(|made| (made.ply, made.uci)).collect()
    }

    /// Whether the opponent has made a move in reply.
    fn is_replied_to(&self) -> bool {
        let game = &self.game;
        (game.turn.ply == self.reply_ply && game.turn.made.is_some()) || game.turn.ply > self.reply_ply
    }

    /// Whether the opponent has replied with an illegal move.
    fn is_replied_to_illegally(&self) -> bool {
        self.game.stopped.as_ref().is_some_and(|stopped| stopped.reason == StopReason::IllegalMove)
    }

    /// Whether the move that replaces the illegal one has been completed; where play had gone on before it was put right,
    /// whether it has gone on from there.
    fn is_replacement_completed(&self) -> bool {
        let of_it =
            |waiting: &crate::turn::state::Waiting| waiting.turn.ply == self.decided_by_ply && !waiting.turn.completed;
        self.game.turn.ply > self.decided_by_ply && !self.game.waiting.iter().any(of_it)
    }

    /// Whether it shows what was played beyond doubt: nothing had to be ruled on, and the board agrees.
    pub(in crate::turn) fn is_followed_surely(&self) -> bool {
        let game = &self.game;
        let calls = |alert: &Alert| {
            let since = alert.number > self.alerts_before;
            since && matches!(alert.severity, Severity::Ruling | Severity::Warning)
        };
        let plays = game.stage == Stage::Playing && game.successor.is_none() && !game.lost && !game.awaits_restoring();
        plays && !game.alerts.iter().any(calls) && game.is_within_a_move(&game.wood.board)
    }

    pub(in crate::turn) fn game_mut(&mut self) -> &mut TurnMachine {
        Arc::make_mut(&mut self.game)
    }

    fn due(&self) -> Option<At> {
        let due = || self.game.next_timer().map(|(due, _)| due);
        if self.game.successor.is_some() { None } else { due() }
    }
}

/// A half-move that was an irregularity, and stands.
#[derive(Debug, Clone)]
pub(in crate::turn) struct Stood {
    pub(in crate::turn) ply: u32,
    /// The position it was made in.
    pub(in crate::turn) before: Position,
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
    fn blocks(&self) -> bool {
        self.reason == StopReason::IllegalMove
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
        self.press = None;
        let turn = Box::new(self.turn.clone());
        let if_it_stands = self.if_it_stands(&turn, reason, count_before);
        self.stopped = Some(Stopped {
            turn,
            reason,
            alert,
            proposals,
            count_before,
            confirmed: false,
            touched: Touches::default(),
            if_it_stands,
            if_replaced: None,
            replacements: 0,
        });
    }

    /// The same for a pawn left on the last rank, whose turn goes on with the queen that the Laws put: `left` is the machine
    /// before that.
    pub(in crate::turn) fn stop_beside_queen(&mut self, left: TurnMachine, alert: u32, proposals: Vec<u32>) {
        let count_before = left.illegal_moves;
        let mut turn = Box::new(left.turn.clone());
        let if_it_stands = left.if_it_stands(&turn, StopReason::Promotion, count_before);
        turn.stood = left.wood.board;
        turn.completed = true;
        let (confirmed, touched, if_replaced) = (false, Touches::default(), None);
        self.stopped = Some(Stopped {
            turn,
            reason: StopReason::Promotion,
            alert,
            proposals,
            count_before,
            confirmed,
            touched,
            if_it_stands,
            if_replaced,
            replacements: 0,
        });
    }

    /// The game as it goes on if what has happened in this turn stands.
    fn if_it_stands(&self, turn: &Turn, reason: StopReason, count_before: PerPlayer<u32>) -> Option<Beside> {
        let depth = self.course.map_or(0, |course| course.depth) + 1;
        if depth > MAX_DEPTH {
            return None;
        }
        let position = match reason {
            StopReason::Pass => turn.position.pass(),
            StopReason::Dismissed | StopReason::IllegalMove | StopReason::Promotion => {
                turn.position.after_irregular_move(&self.wood.board)
            }
        };
        let mut game = TurnMachine { stopped: None, ..self.clone() };
        game.said.clear();
        game.imposed = None;
        game.proposed_end = false;
        game.illegal_moves = count_before;
        game.play_on();
        game.history.push(position.clone());
        game.said.push_back(Said::PositionSet(position.clone()));
        let (by, reply_ply) = (turn.by, turn.ply + 1);
        game.turn = Turn::new(reply_ply, position, game.wood.board);
        game.wood.begin_turn_after(None, Whole::No);
        game.refresh_turn();
        let tells_that_it_stands = self.settings.laws.reply_lets_illegal_move_stand();
        game.course = Some(Course { depth, reason, by, reply_ply, tells_that_it_stands });
        Some(Beside::of(game, reply_ply, self.alert_count))
    }

    /// Whether nothing counts until the position before an illegal move is restored, the move is replaced, or the arbiter
    /// acts: what is lifted meanwhile is put back.
    pub(in crate::turn) fn awaits_restoring(&self) -> bool {
        self.stopped.as_ref().is_some_and(Stopped::blocks)
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
            beside.game_mut().bound_unsaid();
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
        let board = self.wood.board;
        let Some(beside) = self.stopped.as_mut().and_then(|stopped| stopped.if_replaced.as_mut()) else { return };
        if matches!(seen.event, Event::Press { .. }) || beside.game.wood.board != board {
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
        let stopped = self.stopped.iter().flat_map(|stopped| [&stopped.if_it_stands, &stopped.if_replaced]);
        stopped.chain([&self.if_reopened]).flatten().filter_map(Beside::due).min()
    }

    /// The games that are followed beside this one.
    pub(in crate::turn) fn games_beside(&mut self) -> impl Iterator<Item = &mut TurnMachine> {
        self.beside().map(Beside::game_mut)
    }

    fn beside(&mut self) -> impl Iterator<Item = &mut Beside> {
        let stopped = self.stopped.iter_mut().flat_map(|stopped| [&mut stopped.if_it_stands, &mut stopped.if_replaced]);
        stopped.chain([&mut self.if_reopened]).flatten()
    }

    /// Where something has decided for one of the games beside, that is the one that counts.
    fn take_other_course(&mut self) -> bool {
        let Some(stopped) = &self.stopped else { return false };
        if self.stage == Stage::Over && !self.proposed_end {
            return false;
        }
        let by_reply = match stopped.reason {
            StopReason::Dismissed => true,
            StopReason::IllegalMove | StopReason::Pass => self.reply_may_let_stand(stopped),
            StopReason::Promotion => self.reply_may_let_stand(stopped) && self.is_pawn_left(stopped),
        };
        let is_replaced = |beside: &Beside| {
            let replied = beside.is_replied_to() && beside.decided_by_ply < beside.reply_ply;
            beside.is_replacement_completed() || (by_reply && replied)
        };
        if stopped.if_replaced.as_ref().is_some_and(is_replaced) {
            self.replace();
            return true;
        }
        match &stopped.if_it_stands {
            // The opponent has made his next move: the irregularity can no longer be corrected (A.4.2).
            Some(beside) if by_reply && beside.is_replied_to() => self.let_it_stand(StandsBy::Reply),
            Some(beside) if by_reply && beside.is_replied_to_illegally() => self.let_it_stand(StandsBy::IllegalReply),
            Some(_) | None => return false,
        }
        true
    }

    fn reply_may_let_stand(&self, stopped: &Stopped) -> bool {
        self.settings.laws.reply_lets_illegal_move_stand() && !stopped.confirmed
    }

    /// Whether the pawn still stands on the last rank, or was taken there.
    fn is_pawn_left(&self, stopped: &Stopped) -> bool {
        self.imposed.is_some_and(|imposed| {
            let now = self.wood.board.at(imposed.square);
            let stood = stopped.turn.stood.at(imposed.square);
            now == stood || now.is_some_and(|piece| piece.color != imposed.piece.color)
        })
    }

    /// The irregularity stands: the game that was followed beside is the one that counts, with all that was played in it.
    /// What was proposed lapses, and the count is as before, unless the arbiter had it done.
    pub(in crate::turn) fn let_it_stand(&mut self, by: StandsBy) {
        let Some(stopped) = self.stopped.take() else { return };
        let Stopped { turn, alert, proposals, reason, confirmed, count_before, mut if_it_stands, .. } = stopped;
        let stands = Stood { ply: turn.ply, before: turn.position.clone() };
        self.drop_rulings();
        let reopened = self.stage == Stage::Over || self.proposed_end;
        let ply = turn.ply;
        for made in self.moves.clone().iter().rev().filter(|made| made.ply >= ply) {
            self.say_retracted(made);
        }
        if reopened {
            self.say_reopened();
        }
        if by == StandsBy::IllegalReply {
            let player = turn.by;
            let counted = self.illegal_moves.of(player).saturating_sub(*count_before.of(player));
            if let Some(beside) = &mut if_it_stands {
                *beside.game_mut().illegal_moves.of_mut(player) += counted;
            }
        } else if !confirmed {
            self.uncount(alert);
            for number in proposals {
                self.settle_open_alerts(AlertState::Lapsed, |alert| alert.number == number);
            }
        }
        if by == StandsBy::Arbiter {
            self.settle_open_alerts(AlertState::Cleared, |open| open.number == alert);
            // What was said of the other course is true no more.
            let parted = if_it_stands.as_ref().map_or(u32::MAX, |beside| beside.alerts_before);
            self.withdraw(|alert| alert.number > parted && !alert.kind.counts_each_time());
        }
        if reason != StopReason::Dismissed || turn.completed {
            let account = self.account_of(&Turn { made: None, broken: None, ..(*turn).clone() });
            self.say_account(account);
        }
        match if_it_stands {
            Some(beside) => self.go_on_with(beside),
            None => {
                let position = turn.position.after_irregular_move(&self.wood.board);
                self.go_on_from(position, ply + 1);
            }
        }
        if self.stood.len() < MAX_STOOD {
            self.stood.push(stands);
        }
    }

    /// The game followed beside is this one from now on.
    pub(in crate::turn) fn go_on_with(&mut self, beside: Beside) {
        let Beside { game, alerts_before, .. } = beside;
        let mut next = Arc::unwrap_or_clone(game);
        let shift = self.alert_count.saturating_sub(alerts_before);
        for number in (alerts_before + 1..=next.alert_count).rev().filter(|_| shift > 0) {
            next.renumber_alert(number, number + shift);
        }
        next.alert_count += shift;
        let mut said = std::mem::take(&mut self.said);
        for mut later in std::mem::take(&mut next.said) {
            match &mut later {
                Said::Alert(alert) if alert.number <= alerts_before => continue,
                Said::Alert(alert) => alert.number += shift,
                // Whatever is still open is worked out when it is due.
                Said::Ask(_) => continue,
                Said::GameBegun(_) | Said::Move(_) | Said::Over(_) | Said::PositionSet(_) => {}
                Said::Reopened | Said::Turn(_) => {}
            }
            said.push_back(later);
        }
        let mut alerts = std::mem::take(&mut self.alerts);
        alerts.extend(next.alerts.drain(..).filter(|alert| alert.number > alerts_before + shift));
        next.said = said;
        next.alerts = alerts;
        next.scan = std::mem::take(&mut self.scan);
        next.now = next.now.max(self.now);
        next.questions = next.questions.max(self.questions);
        let mut irregularities = std::mem::take(&mut self.irregularities);
        irregularities.extend(next.irregularities.drain(..).filter(|known| known.alert > alerts_before + shift));
        next.irregularities = irregularities;
        next.course = self.course;
        *self = next;
    }

    /// Keeps what the game beside would say within bounds.
    fn bound_unsaid(&mut self) {
        let surplus = self.said.len().saturating_sub(MAX_UNSAID);
        self.said.drain(..surplus);
    }

    /// The arbiter has confirmed the ruling: the irregularity stands only if he says so.
    pub(in crate::turn) fn confirm_stopped(&mut self, number: u32) {
        let Some(stopped) = self.stopped.as_mut().filter(|stopped| stopped.is_about(number)) else { return };
        let (by, first) = (stopped.turn.by, !std::mem::replace(&mut stopped.confirmed, true));
        let counted = self.illegal_moves.of(by) > stopped.count_before.of(by);
        if let Some(beside) = stopped.if_it_stands.as_mut().map(Beside::game_mut) {
            beside.tells_not_that_it_stands();
            *beside.illegal_moves.of_mut(by) += u32::from(first && counted);
        }
    }

    /// The arbiter says that there was no irregularity. Whoever has played on since has played; else the turn goes on.
    pub(in crate::turn) fn dismiss_stopped(&mut self) {
        if self.stopped.as_ref().and_then(|stopped| stopped.if_it_stands.as_ref()).is_some_and(Beside::is_replied_to) {
            if let Some(stopped) = &mut self.stopped {
                stopped.reason = StopReason::Dismissed;
            }
            return self.let_it_stand(StandsBy::Arbiter);
        }
        let mut stopped = self.stopped.take();
        if let Some(stopped) = &stopped {
            self.go_back_before((*stopped.turn).clone());
        }
        self.turn.completed &= self.turn.made.is_some();
        if let Some(stopped) = &mut stopped {
            stopped.reason = StopReason::Dismissed;
            stopped.turn.completed = false;
            if let Some(beside) = stopped.if_it_stands.as_mut().map(Beside::game_mut) {
                beside.tells_not_that_it_stands();
            }
        }
        self.stopped = stopped;
    }

    /// Play is stopped: has the position before the irregularity been restored, or the illegal move been replaced by a legal
    /// one? Gives whether the look ends here.
    pub(in crate::turn) fn look_while_stopped(&mut self, fresh: Option<Fresh>) -> bool {
        let Some(stopped) = self.stopped.as_ref().filter(|stopped| stopped.blocks()) else { return false };
        if !self.wood.fresh.iter().all(|fresh| fresh.early) {
            return true;
        }
        if self.wood.board == stopped.turn.stood {
            self.go_back_before((*stopped.turn).clone());
            self.stopped = None;
            self.tell_restored();
            return true;
        }
        if let Some((m, line)) = self.replacement_shown() {
            self.follow_replacement(m, &line, fresh);
            return true;
        }
        let in_air = |color| self.wood.in_air(color).next().is_some();
        if !in_air(Color::White) && !in_air(Color::Black) {
            self.signs_of_the_end();
        }
        true
    }

    /// The legal move that stands on the board in place of the illegal one, if one does, with what was played since and is
    /// legal behind it.
    fn replacement_shown(&self) -> Option<(LegalMove, Vec<LegalMove>)> {
        let turn = &self.stopped.as_ref()?.turn;
        let board = &self.wood.board;
        if let Some(m) = turn.match_board(board) {
            return Some((m.clone(), Vec::new()));
        }
        let since = self.played_since_stop();
        let replayed = |m: &LegalMove| {
            let (end, line) = replay(turn.position.play(m), &since)?;
            (end.placement() == board).then(|| (m.clone(), line))
        };
        let few = !since.is_empty() && since.len() <= MAX_REPLAYED;
        few.then(|| turn.legal.iter().find_map(replayed)).flatten()
    }

    /// A legal move stands on the board in place of the illegal one (7.5.1). Until its player presses, or its opponent has
    /// replied and he has moved on, it may be a piece on its way; what was played since has been answered already.
    fn follow_replacement(&mut self, m: LegalMove, line: &[LegalMove], fresh: Option<Fresh>) {
        let board = self.wood.board;
        let is_followed = |beside: &Beside| *beside.game.position().placement() == board;
        if self.stopped.as_ref().and_then(|stopped| stopped.if_replaced.as_ref()).is_some_and(is_followed) {
            return;
        }
        let depth = self.course.map_or(0, |course| course.depth) + 1;
        let mut game = self.clone();
        game.said.clear();
        let Some(Stopped { turn, touched, .. }) = game.stopped.take() else { return };
        let (by, reply_ply) = (turn.by, turn.ply + 1);
        let course = Course { depth, reason: StopReason::Dismissed, by, reply_ply, tells_that_it_stands: false };
        game.course = Some(course);
        game.replace_by(*turn, &touched, m, fresh);
        game.replay_behind(line);
        let mut beside = Beside::of(game, reply_ply, self.alert_count);
        if !line.is_empty() {
            // The position may be one through which the pieces are only being put back.
            beside.decided_by_ply = reply_ply + line.len() as u32;
        }
        if let Some(stopped) = &mut self.stopped {
            stopped.if_replaced = Some(beside);
            stopped.replacements += 1;
        }
    }

    /// This move is made in place of the illegal one: it is judged by what was touched and released before (4.3, 4.7).
    fn replace_by(&mut self, turn: Turn, touched: &Touches, m: LegalMove, fresh: Option<Fresh>) {
        self.go_back_before(turn);
        let is_part = |square: Square| {
            let rook = m.castling.map(|castling| castling.rook_from);
            square == m.from || m.capture == Some(square) || rook == Some(square)
        };
        for touch in touched.iter().filter(|touch| is_part(touch.square)) {
            self.turn.touches.add(*touch, self.turn.by, &self.settings.timing);
        }
        self.take_moved_pieces_as_touched(&m);
        self.make(m, fresh);
    }

    /// What was played since counts behind the replacement.
    fn replay_behind(&mut self, line: &[LegalMove]) {
        for m in line {
            if self.stage == Stage::Playing {
                self.complete_turn();
            }
            if self.stage == Stage::Playing {
                self.turn.stood = *self.turn.position.placement();
                self.make_as(m.clone(), None, true);
            }
        }
        if self.stage == Stage::Playing && !line.is_empty() {
            self.complete_turn();
        }
    }

    /// The illegal move has been replaced: the game in which it was is the one that counts.
    fn replace(&mut self) {
        if let Some(beside) = self.stopped.take().and_then(|stopped| stopped.if_replaced) {
            self.go_on_with(beside);
        }
    }

    /// Whether the arbiter's word on this half-move is one on the irregularity that nobody has decided on.
    pub(in crate::turn) fn is_stopped_at(&self, ply: u32) -> bool {
        let replied = |stopped: &Stopped| stopped.if_it_stands.as_ref().is_some_and(Beside::is_replied_to);
        self.stopped.as_ref().is_some_and(|stopped| stopped.turn.ply == ply && (stopped.blocks() || replied(stopped)))
    }

    /// The moves played since play was stopped, as they are if the irregularity stands.
    pub(in crate::turn) fn played_since_stop(&self) -> Vec<String> {
        let beside = self.stopped.as_ref().and_then(|stopped| stopped.if_it_stands.as_ref());
        let since = beside.into_iter().flat_map(|beside| {
            beside
                .game
                .moves
                .iter()
                .filter(|made| made.ply >= beside.reply_ply)
                .map(|made| made.uci.as_str().to_owned())
        });
        since.collect()
    }

    /// The turn in which the irregularity happened is in progress again, with what was touched and released in it.
    fn go_back_before(&mut self, turn: Turn) {
        let binds = self.settings.laws.release_binds_replacement();
        self.proposed_end = false;
        self.turn = turn;
        self.turn.made = None;
        self.turn.pending = None;
        self.turn.empty_press = None;
        self.turn.displaced.clear();
        if !binds {
            self.turn.release = None;
        }
        // Until the pieces are back, each still belongs where it stood when the turn began.
        if self.wood.board == self.turn.stood {
            self.wood.begin_turn_after(None, Whole::No);
        }
        self.press = None;
    }

    fn tell_restored(&mut self) {
        self.turn.completed = false;
        self.raise(
            Alert::new(Finding::PositionRestored { by: self.turn.by })
                .article(self.settings.laws.article(Clause::Of(AlertKind::PositionRestored))),
        );
    }

    /// In the game that goes on if an irregularity stands, the opponent has made his move: it does.
    pub(in crate::turn) fn tell_that_it_stands(&mut self) {
        let Some(Course { reason, by, .. }) = self.course.filter(|course| course.tells_that_it_stands) else { return };
        self.tells_not_that_it_stands();
        if reason != StopReason::Pass || self.settings.laws.empty_press_is_illegal_move() {
            self.raise(
                Alert::new(Finding::IllegalMoveStands { by })
                    .article(self.settings.laws.article(Clause::Of(AlertKind::IllegalMoveStands)))
                    .ply(self.turn.ply - 1),
            );
        }
        self.watch_illegal_position();
    }

    /// The reply lets nothing stand any more.
    fn tells_not_that_it_stands(&mut self) {
        self.course.iter_mut().for_each(|course| course.tells_that_it_stands = false);
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
    pub(in crate::turn) fn say_retracted(&mut self, made: &crate::turn::state::MoveMade) {
        self.forget_move(made.ply);
        if let Some(m) = made.before.legal_move(made.uci.as_str()) {
            let (ply, before) = (made.ply, made.before.clone());
            let status = MoveStanding::Retracted;
            self.said.push_back(Said::Move(crate::turn::MoveSaid { ply, before, m, status, inferred: false }));
        }
    }
}

/// The position that these moves lead to, and the moves as they are from there; `None` where one is not legal.
pub(in crate::turn) fn replay(from: Position, moves: &[String]) -> Option<(Position, Vec<LegalMove>)> {
    moves.iter().try_fold((from, Vec::new()), |(position, mut line), uci| {
        let m = position.legal_move(uci)?;
        let next = position.play(&m);
        line.push(m);
        Some((next, line))
    })
}
