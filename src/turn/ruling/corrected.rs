//! An irregularity put right: the position before it is restored, or a legal move replaces it (7.5.1).

use protocols::{Color, Placement, SquareSet};

use crate::{
    rules::{LegalMove, Lines, Sight, Uci, lines_to},
    turn::{
        TurnMachine,
        duty::Touches,
        findings::{Alert, AlertKind, Finding},
        laws::Clause,
        phase::stopped::{Beside, Course, MAX_UNSEEN_PLIES, StopReason, Stopped},
        sense::sensed_board::{Landing, SensedBoard, Whole},
        state::Turn,
    },
};

/// Most half-moves that are replayed behind a corrected move: players notice, or the arbiter comes.
const MAX_REPLAYED: usize = 40;

/// Who has seen the move that replaces an illegal one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Witness {
    Nobody,
    Sensors,
}

impl TurnMachine {
    /// Play is stopped: has the position before the irregularity been restored, or the illegal move been replaced by a legal
    /// one? Gives whether the look ends here.
    pub(in crate::turn) fn apply_rules_while_stopped(&mut self, landing: Option<Landing>) -> bool {
        let is_back = |stopped: &mut Stopped| {
            let stood = stopped.turn.stood;
            stopped.reason == StopReason::Dismissed && stopped.wrong != stood && *self.sensed.board() == stood
        };
        if !self.sensed.is_something_landing() && self.stopped.take_if(is_back).is_some() {
            // There was nothing, he said: the turn goes on with the pieces where they stood.
            return false;
        }
        let Some(stopped) = self.stopped.as_ref().filter(|stopped| stopped.blocks()) else { return false };
        if self.sensed.is_something_landing() {
            return true;
        }
        if *self.sensed.board() == stopped.turn.stood {
            self.go_back_before((*stopped.turn).clone());
            self.stopped = None;
            self.alert_restored();
            return true;
        }
        if let Some((m, line)) = self.replacement_shown() {
            self.follow_replacement(m, &line, landing, Witness::Sensors);
            return true;
        }
        let in_air = |color| self.sensed.in_air(color).next().is_some();
        if !in_air(Color::White) && !in_air(Color::Black) {
            self.follow_sign_shown();
        }
        true
    }

    /// The game may be over by a ruling that the arbiter takes back: what is played in place of the illegal move is followed.
    pub(in crate::turn) fn follow_replacement_while_over(&mut self, landing: Option<Landing>) {
        let followed = self.awaits_restoring() && self.phase.is_over() && !self.phase.is_unexplained();
        if !followed || self.sensed.is_something_landing() {
            return;
        }
        if let Some((m, line)) = self.replacement_shown() {
            self.follow_replacement(m, &line, landing, Witness::Sensors);
        }
    }

    /// The board was away, and shows neither the illegal move nor what may be done about it next: it has been replaced and
    /// answered meanwhile, where one line of legal moves leads from the position before it to what stands there. `pressed` is
    /// whether the clock was pressed; else the next move will tell. Gives whether it is so.
    pub(in crate::turn) fn follow_replacement_unseen(&mut self, placement: &Placement, pressed: bool) -> bool {
        let Some(stopped) = self.stopped.as_ref().filter(|stopped| stopped.blocks() && self.phase.is_playing()) else {
            return false;
        };
        let sight = Sight::Pieces(*placement);
        let is_explained =
            |beside: &Option<Beside>| beside.as_ref().is_some_and(|beside| beside.game.is_within_a_move(placement));
        let is_known = is_explained(&stopped.if_it_stands) || is_explained(&stopped.if_replaced);
        // Where it may as well stand, and have been answered, nothing tells.
        if is_known || *placement == stopped.turn.stood || stopped.may_stand(sight) {
            return false;
        }
        let Lines::One(line) = lines_to(&stopped.turn.position, sight, MAX_UNSEEN_PLIES, None) else { return false };
        let Some((m, behind)) = line.split_first().filter(|(_, behind)| !behind.is_empty()) else { return false };
        self.sensed = SensedBoard::new(*placement);
        self.follow_replacement(m.clone(), behind, None, Witness::Nobody);
        if pressed && let Some(beside) = self.stopped.as_mut().and_then(|stopped| stopped.if_replaced.as_mut()) {
            beside.decided_by_ply = beside.reply_ply.saturating_sub(1);
            self.take_other_course();
        }
        true
    }

    /// The legal move that stands on the board in place of the illegal one, if one does, with what was played since and is
    /// legal behind it.
    fn replacement_shown(&self) -> Option<(LegalMove, Vec<LegalMove>)> {
        let stopped = self.stopped.as_ref()?;
        let turn = &stopped.turn;
        let board = self.sensed.board();
        if let Some(m) = stopped.replacement_on(board) {
            return Some((m.clone(), Vec::new()));
        }
        let since = self.played_since_stop();
        if since.is_empty() || since.len() > MAX_REPLAYED {
            return None;
        }
        // Nearly every move leaves something where no move since has been: only the others are replayed.
        let changed: SquareSet = since.iter().flat_map(|uci| uci.squares_changed().iter()).collect();
        let may_lead_here = |m: &&LegalMove| {
            m.after(turn.position.placement()).differences(board).all(|square| changed.contains(square))
        };
        // What has been taken since where the illegal move had left it was never put right.
        let stands = |m: &&LegalMove| board.at(m.to) == Some(m.arriving());
        let replayed = |m: &LegalMove| {
            let (end, line) = turn.position.play(m).follow(since.iter().copied())?;
            (end.placement() == board).then(|| (m.clone(), line))
        };
        turn.legal.iter().filter(stands).filter(may_lead_here).find_map(replayed)
    }

    /// A legal move stands on the board in place of the illegal one (7.5.1). Until its player presses, or its opponent has
    /// replied and he has moved on, it may be a piece on its way; what was played since has been answered already.
    fn follow_replacement(&mut self, m: LegalMove, line: &[LegalMove], landing: Option<Landing>, witness: Witness) {
        let Some(stopped) = &self.stopped else { return };
        let board = self.sensed.board();
        let is_followed = |beside: &Beside| stopped.shows(beside.game.position().placement(), board);
        if stopped.if_replaced.as_ref().is_some_and(is_followed) {
            return;
        }
        let depth = self.course.map_or(0, |course| course.depth) + 1;
        let mut game = self.part();
        let Some(Stopped { turn, touched, .. }) = game.stopped.take() else { return };
        let (by, reply_ply) = (turn.by, turn.ply + 1);
        let course = Course { depth, reason: StopReason::Dismissed, by, reply_ply, tells_that_it_stands: false };
        game.course = Some(course);
        if game.phase.is_over() {
            game.play_on();
        }
        game.replace_by(*turn, &touched, m, landing, witness);
        game.replay_behind(line);
        let mut beside = Beside::of(game, reply_ply, self.alerts.last_number());
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
    fn replace_by(&mut self, turn: Turn, touched: &Touches, m: LegalMove, landing: Option<Landing>, witness: Witness) {
        let put_back = self.is_castling_put_back(&m, landing);
        self.go_back_before(turn);
        for touch in touched.iter().filter(|touch| m.takes_up(touch.square)) {
            self.turn.touches.add(*touch, self.turn.by, &self.settings.timing);
        }
        self.take_moved_pieces_as_touched(&m);
        if put_back {
            // The rook may go home next: only the press tells that it stays.
            let rook = Some(m.to);
            return self.make_as(m, rook, false);
        }
        if witness == Witness::Nobody {
            return self.make_as(m, None, true);
        }
        self.make(m, landing);
    }

    /// What was played since counts behind the replacement.
    fn replay_behind(&mut self, line: &[LegalMove]) {
        for m in line {
            if self.phase.is_playing() {
                self.complete_turn();
            }
            if self.phase.is_playing() {
                self.turn.stood = *self.turn.position.placement();
                self.make_as(m.clone(), None, true);
            }
        }
        if self.phase.is_playing() && !line.is_empty() {
            self.complete_turn();
        }
    }

    /// The illegal move has been replaced: the game in which it was is the one that counts.
    pub(in crate::turn) fn replace(&mut self) {
        if let Some(beside) = self.stopped.take().and_then(|stopped| stopped.if_replaced) {
            self.go_on_with(beside);
        }
    }

    /// Who has pressed last while nothing was judged has completed the move that replaces his illegal one.
    pub(in crate::turn) fn press_replacement(&mut self, pressed: Option<Color>) {
        let Some(stopped) = self.stopped.as_mut().filter(|stopped| pressed == Some(stopped.turn.by)) else { return };
        if let (Some(by), Some(beside)) = (pressed, &mut stopped.if_replaced) {
            beside.game_mut().pressed(by);
            self.take_other_course();
        }
    }

    /// Where the move that replaces the illegal one has ended the game, it is over. Nothing does while the illegal move is
    /// about to cost the game.
    pub(in crate::turn) fn take_replacement_that_ends(&mut self) {
        let Some(stopped) = self.stopped.as_ref().filter(|stopped| !stopped.would_end_game) else { return };
        if !self.phase.is_over() && stopped.if_replaced.as_ref().is_some_and(Beside::is_ended_by_replacement) {
            self.replace();
        }
    }

    /// Whether the arbiter's word on this half-move is one on the irregularity that nobody has decided on.
    pub(in crate::turn) fn is_stopped_at(&self, ply: u32) -> bool {
        let is_it = |stopped: &Stopped| stopped.turn.ply == ply && (stopped.blocks() || stopped.is_replied_to());
        self.stopped.as_ref().is_some_and(is_it)
    }

    /// The moves played since play was stopped, as they are if the irregularity stands.
    pub(in crate::turn) fn played_since_stop(&self) -> Vec<Uci> {
        let beside = self.stopped.as_ref().and_then(|stopped| stopped.if_it_stands.as_ref());
        let since = beside.into_iter().flat_map(|beside| {
            let moves = beside.game.played.moves().iter();
            moves.filter(|made| made.ply >= beside.reply_ply).map(|made| made.uci)
        });
        since.collect()
    }

    /// The turn in which the irregularity happened is in progress again, with what was touched and released in it.
    pub(in crate::turn) fn go_back_before(&mut self, turn: Turn) {
        let binds = self.settings.laws.release_binds_replacement();
        self.turn = turn;
        self.turn.made = None;
        self.turn.pending = None;
        self.turn.empty_press = None;
        self.turn.displaced.clear();
        if !binds {
            self.turn.release = None;
        }
        // Until the pieces are back, each still belongs where it stood when the turn began.
        if *self.sensed.board() == self.turn.stood {
            self.sensed.begin_turn_after(None, Whole::No);
        }
        self.presses.closes();
    }

    fn alert_restored(&mut self) {
        self.turn.completed = false;
        self.raise(
            Alert::new(Finding::PositionRestored { by: self.turn.by })
                .article(self.settings.laws.article(Clause::Of(AlertKind::PositionRestored))),
        );
    }
}
