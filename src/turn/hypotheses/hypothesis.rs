//! One hypothesis of what the sensors have shown.

use std::{
    collections::{VecDeque, hash_map::DefaultHasher},
    hash::{Hash, Hasher},
    sync::Arc,
};

use protocols::{Color, Piece, Role, Square};

use crate::{
    board::Event,
    rules::{LegalMove, Uci},
    turn::{
        Act, Alert, AlertKind, GameTime, Question, Refusal, TurnMachine, TurnOutput,
        hypotheses::cost,
        phase::{Phase, stopped::Beside},
        sense::{scan::Seen, sensed_board::InHand},
        signs::Kings,
        state::{Displaced, Telling},
    },
};

/// Most things said that a hypothesis keeps while something else is believed; older ones are forgotten.
const MAX_UNTOLD: usize = 4_096;

/// How long after a piece has come down elsewhere its leaving may be reported, in milliseconds: a square that flickers is
/// believed only once it has been empty for 700, and a scan takes up to 250.
pub(super) const LATE_MS: u64 = 1_000;

/// A turn machine that was told which piece each lift and drop was.
#[derive(Debug, Clone)]
pub(super) struct Hypothesis {
    pub(super) machine: Box<TurnMachine>,
    /// Squares on which a piece stands that nothing explains so far, since when.
    pub(super) unidentified: Vec<(Square, GameTime)>,
    /// What it took to believe this so far, against the least doubtful hypothesis.
    pub(super) cost: u32,
    /// What the machine has said since the last that was told of this hypothesis; shared with those that part from it until
    /// one of them says more.
    pub(super) untold: Arc<VecDeque<Arc<TurnOutput>>>,
    /// Questions of its machine that have not been handed on.
    pub(super) questions: Vec<Question>,
    /// Something else has been told than this hypothesis says.
    pub(super) departs: bool,
    /// Alerts up to this number have been counted into the cost.
    pub(super) counted: u32,
    /// Presses in a row that no move went before.
    pub(super) idle_presses: u32,
    /// Lifts since nothing is played any more, or since the last move.
    pub(super) idle_lifts: u32,
    /// How many moves had been made at the last lift.
    pub(super) moves_at_lift: usize,
    /// How many moves had been made at the last press.
    pub(super) moves_at_press: usize,
    /// Pieces have been swept up behind a capture that no sensor showed.
    pub(super) sweeps_up: bool,
    /// The log has ended.
    pub(super) ended: bool,
}

impl Hypothesis {
    pub(super) fn new(machine: TurnMachine) -> Hypothesis {
        let mut hypothesis = Hypothesis {
            machine: Box::new(machine),
            unidentified: Vec::new(),
            cost: 0,
            untold: Arc::default(),
            questions: Vec::new(),
            departs: false,
            counted: 0,
            idle_presses: 0,
            idle_lifts: 0,
            moves_at_lift: 0,
            moves_at_press: 0,
            sweeps_up: false,
            ended: false,
        };
        hypothesis.collect();
        hypothesis.cost = 0;
        hypothesis
    }

    /// Lets the machine take an event.
    pub(super) fn take(&mut self, seen: Seen, numbers: &mut u32) {
        self.machine.alerts.number_after(*numbers);
        self.machine.take(seen);
        self.charge_idleness(&seen.event);
        self.collect();
        *numbers = self.machine.alerts.last_number();
    }

    /// Lets the machine do what is due.
    pub(super) fn run(&mut self, due: GameTime, numbers: &mut u32) {
        self.machine.alerts.number_after(*numbers);
        self.machine.advance(due);
        self.collect();
        *numbers = self.machine.alerts.last_number();
    }

    /// The arbiter acts.
    ///
    /// # Errors
    /// [`Refusal`], with nothing changed.
    pub(super) fn act(&mut self, act: Act, numbers: &mut u32) -> Result<(), Refusal> {
        self.machine.alerts.number_after(*numbers);
        let outcome = self.machine.act(act);
        self.collect();
        *numbers = self.machine.alerts.last_number();
        outcome
    }

    /// The log has ended: what waited in the machine is said.
    pub(super) fn end(&mut self) {
        self.ended = true;
        self.machine.finish();
        self.collect();
    }

    /// What speaks against it, in the units of [`cost`](super::cost).
    pub(super) fn cost(&self) -> u32 {
        self.cost + self.strain()
    }

    /// What the board looks like now by this hypothesis, as far as it is irregular but may still be put right.
    pub(super) fn strain(&self) -> u32 {
        let machine = &self.machine;
        let unidentified: u32 = self.unidentified.iter().map(|stranger| self.strangeness(*stranger)).sum();
        match &machine.phase {
            Phase::SettingUp => return unidentified,
            Phase::Over(_) if machine.kings == Kings::Result => return unidentified,
            Phase::Over(_) => return unidentified + self.misplaced() * cost::DISPLACED,
            Phase::Playing | Phase::Unexplained => {}
        }
        let is_pressed_on =
            machine.turn.made.is_none() && machine.presses.open().is_some_and(|press| press.by == machine.turn.by);
        // What the machine overlooks because pieces are being tidied up is still no move.
        let stands = |displaced: &&Displaced| {
            displaced.telling != Telling::Done && machine.sensed.at(displaced.square) == Some(displaced.piece)
        };
        let displaced = match machine.turn.displaced.iter().filter(stands).count() as u32 * cost::DISPLACED {
            // Once the grace of the press is over it will be an illegal move.
            1.. if is_pressed_on => cost::of(AlertKind::IllegalMoveCompleted),
            displaced => displaced,
        };
        let in_air = machine.turn.made.is_none() && machine.sensed.in_air(machine.turn.by).next().is_some();
        let taken_up = self.ended && self.is_last_piece_off();
        let held_on = if taken_up || (in_air && (machine.presses.is_open() || self.ended)) { cost::HELD_ON } else { 0 };
        let in_hand = (self.spare_in_hand(Color::White) + self.spare_in_hand(Color::Black)) * cost::IN_HAND;
        unidentified + displaced + held_on + in_hand + self.irregular_behind_stop() + self.kings_held()
    }

    /// Kings that are in a hand still though the clock has been stopped: they are put down in the centre then, to show the
    /// result.
    fn kings_held(&self) -> u32 {
        let machine = &self.machine;
        let is_king = |held: &&InHand| held.piece.role == Role::King && held.home.is_some() && !held.overwritten;
        let kings = machine.sensed.hand().iter().filter(is_king).count() as u32;
        if machine.clock.is_stopped() { kings * cost::KING_HELD } else { 0 }
    }

    /// What is irregular in the game that has been played on behind an irregularity: it was as rare there as elsewhere. Who puts
    /// a position right has not been replied to.
    fn irregular_behind_stop(&self) -> u32 {
        let irregular = |beside: &Beside| {
            let kinds = beside.irregularities().filter(|kind| kind.is_irregularity());
            kinds.map(cost::of).sum::<u32>()
        };
        let played_on = self.beside().filter(|beside| beside.is_replied_to());
        played_on.map(irregular).min().unwrap_or(0)
    }

    /// Whether the piece that could make this move without a trace is in the air, and nobody has pressed.
    pub(super) fn is_making(&self, m: &LegalMove) -> bool {
        let machine = &self.machine;
        let pressed = machine.presses.is_open() || machine.turn.empty_press.is_some();
        machine.turn.made.is_none()
            && !pressed
            && machine.sensed.in_air(m.piece.color).any(|held| held.home == Some(m.from))
    }

    /// Whether the piece that has made the last move, not completed yet, is off its square.
    fn is_last_piece_off(&self) -> bool {
        let machine = &self.machine;
        let made = machine.turn.made.as_ref().map(|made| &made.m);
        let last = made.or(machine.waiting.last().map(|waiting| &waiting.m));
        last.is_some_and(|m| machine.sensed.at(m.to).is_none())
    }

    /// Pieces of a player's in the air that no move of his needs: one is moved, or king and rook castle.
    fn spare_in_hand(&self, color: Color) -> u32 {
        let roles = || {
            let in_air = self.machine.sensed.hand().iter().filter(|held| held.home.is_some());
            in_air.map(|held| held.piece).filter(|piece| piece.color == color).map(|piece| piece.role)
        };
        let is_castling = roles().any(|role| role == Role::King) && roles().any(|role| role == Role::Rook);
        (roles().count() as u32).saturating_sub(if is_castling { 2 } else { 1 })
    }

    /// Pieces that stand where the game has none; kings are where they show the result.
    fn misplaced(&self) -> u32 {
        let machine = &self.machine;
        // The irregularity that stopped the game has been counted, and its players may go on all the same.
        if self.beside().any(|beside| beside.game.is_within_a_move(beside.game.sensed.board())) {
            return 0;
        }
        let last = machine.position();
        let misplaced = |(square, piece): &(Square, Piece)| {
            piece.role != Role::King && last.placement().at(*square) != Some(*piece)
        };
        machine.sensed.board().pieces().filter(misplaced).count() as u32
    }

    /// Half-moves made so far, those included that count only if an irregularity stands or has been put right.
    pub(super) fn half_moves(&self) -> usize {
        let beside = self.beside().map(|beside| beside.game.played.moves().len());
        beside.fold(self.machine.played.moves().len(), usize::max)
    }

    /// The games that are followed beside one that waits.
    fn beside(&self) -> impl Iterator<Item = &Beside> {
        let stopped = self.machine.stopped.as_ref().into_iter();
        stopped.flat_map(|stopped| [&stopped.if_it_stands, &stopped.if_replaced]).flatten()
    }

    /// The same, and the one that is followed beside a game that is over.
    pub(super) fn games_beside(&self) -> impl Iterator<Item = &TurnMachine> {
        let reopened = self.machine.phase.over().and_then(|over| over.if_reopened.as_ref());
        self.beside().chain(reopened).map(|beside| &*beside.game)
    }

    /// What separates hypotheses that cost the same when a word settles which counts: whether what is on the board is no
    /// position of the game, nor one of those beside it, and how irregular these are.
    pub(super) fn doubt(&self) -> (bool, u32) {
        let reopened = self.machine.phase.over().and_then(|over| over.if_reopened.as_ref());
        let beside = || self.beside().chain(reopened);
        let reached = |beside: &&Beside| beside.game.played.moves().len() >= self.half_moves();
        let irregularity = |beside: &Beside| {
            let in_air = [Color::White, Color::Black].map(|color| beside.game.sensed.in_air(color).count() as u32);
            beside.irregularities().map(cost::of).sum::<u32>() + in_air.iter().sum::<u32>() * cost::IN_HAND
        };
        let irregular = beside().filter(reached).map(irregularity).min().unwrap_or(0);
        let is_shown = |game: &TurnMachine| {
            let view = game.view();
            view == *game.position().placement() || game.turn.match_board(&view).is_some()
        };
        let shown = is_shown(&self.machine) || beside().any(|beside| is_shown(&beside.game));
        (!shown, irregular)
    }

    /// What it takes to believe that a piece has stood there since, and nothing has put it there.
    pub(super) fn strangeness(&self, (square, since): (Square, GameTime)) -> u32 {
        match self.machine.now {
            now if now > since + LATE_MS && !matches!(square.rank(), 0 | 7) => {
                cost::STRANGER_FOR_LONG + self.strange_when_pressed(since)
            }
            now if now >= self.strange_from(since) || self.is_pressed_on_at_once(since) => {
                cost::STRANGER + self.strange_when_pressed(since)
            }
            _ => cost::LATE_LIFT,
        }
    }

    /// What it costs besides that the clock was pressed on a piece that had only just come down, and that nothing explained
    /// then or since: it was put down, however soon the press came.
    fn strange_when_pressed(&self, since: GameTime) -> u32 {
        let stays = self.machine.now >= self.strange_from(since);
        if stays && self.is_pressed_on_at_once(since) { cost::STILL_STRANGE } else { 0 }
    }

    /// Whether the last press came when the piece that came down then could not be strange yet.
    fn is_pressed_on_at_once(&self, since: GameTime) -> bool {
        let press = self.machine.presses.last_at();
        press.is_some_and(|press| since <= press && press < self.strange_from(since))
    }

    /// From when on a piece that came down is strange: the lift that explains it should have come by then.
    fn strange_from(&self, since: GameTime) -> GameTime {
        since + u64::from(self.machine.settings.timing.settle_ms)
    }

    /// When something becomes due, or something that it shows becomes strange.
    pub(super) fn next_timer(&self) -> Option<GameTime> {
        let strange = self.unidentified.iter().map(|(_, since)| *since);
        let strange = strange.flat_map(|since| [self.strange_from(since), since + LATE_MS + 1]);
        let strange = strange.filter(|from| *from > self.machine.now);
        let due = self.machine.next_timer().map(|(due, _)| due);
        due.into_iter().chain(strange).min()
    }

    /// A machine that waits for the arbiter, or to which the game is over, finds nothing irregular any more: but the
    /// longer the players go on, the less it is believed.
    fn charge_idleness(&mut self, event: &Event) {
        let machine = &self.machine;
        let idle = !machine.phase.is_playing() || machine.awaits_restoring() || machine.turn.empty_press.is_some();
        match event {
            Event::Press { by } => {
                self.cost += if self.presses_with_piece_in_hand(*by) { cost::HELD_ON } else { 0 };
                let machine = &self.machine;
                let moves = self.half_moves();
                let without_move = moves <= self.moves_at_press;
                self.moves_at_press = moves;
                self.idle_presses = if without_move { self.idle_presses + 1 } else { 0 };
                // One is common: it starts the clock, comes late, or follows the last move.
                self.cost += if self.idle_presses > 1 { cost::IDLE_PRESS } else { 0 };
                // A piece that is still unexplained when the clock is pressed was not just early.
                let strange = self.unidentified.iter().filter(|(_, since)| machine.now >= self.strange_from(*since));
                self.cost += strange.count() as u32 * cost::STILL_STRANGE;
            }
            Event::Lift { .. } => {
                let moves = self.half_moves();
                let without_move = moves <= self.moves_at_lift;
                self.moves_at_lift = moves;
                self.idle_lifts = if without_move { self.idle_lifts + 1 } else { 1 };
                let usual = if idle { cost::TIDYING_LIFTS } else { cost::TURN_LIFTS };
                self.cost += if self.idle_lifts > usual { cost::IDLE_LIFT } else { 0 };
            }
            Event::Clock(_)
            | Event::Drop { .. }
            | Event::Flag { .. }
            | Event::Link { .. }
            | Event::Placement(_)
            | Event::Time => {}
        }
    }

    /// Whether a player whose turn is over presses with a piece of his in the air that the opponent cannot be taking.
    fn presses_with_piece_in_hand(&self, by: Color) -> bool {
        let machine = &self.machine;
        let is_victim = |home: Square| machine.turn.legal.iter().any(|m| m.capture == Some(home));
        machine.phase.is_playing()
            && machine.turn.by != by
            && machine.sensed.in_air(by).filter_map(|held| held.home).any(|home| !is_victim(home))
    }

    /// Whether pieces have been taken up since the game was over, or a king has left its place: the players may be showing
    /// the result.
    pub(super) fn may_be_tidied_up(&self) -> bool {
        let machine = &self.machine;
        let is_away =
            |(square, piece): (Square, Piece)| piece.role == Role::King && machine.sensed.at(square) != Some(piece);
        match &machine.phase {
            Phase::Over(_) => machine.played.moves().len() <= self.moves_at_lift,
            Phase::Playing | Phase::Unexplained => machine.position().placement().pieces().any(is_away),
            Phase::SettingUp => false,
        }
    }

    /// Takes what the machine has said, and counts what is irregular in it.
    pub(super) fn collect(&mut self) {
        for said in std::mem::take(&mut self.machine.output) {
            if let TurnOutput::Alert(alert) = &said
                && alert.number > self.counted
                && alert.state.is_open()
            {
                self.cost +=
                    if self.is_reply_to_nothing(alert) { cost::REPLY_TO_NOTHING } else { cost::of(alert.kind) };
            }
            if matches!(said, TurnOutput::GameBegun(_)) {
                self.counted = 0;
            }
            if let TurnOutput::Ask(question) = said {
                self.questions.push(question);
                continue;
            }
            Arc::make_mut(&mut self.untold).push_back(Arc::new(said));
        }
        self.counted = self.machine.alerts.last_number();
        while self.untold.len() > MAX_UNTOLD {
            Arc::make_mut(&mut self.untold).pop_front();
        }
    }

    /// An alert raised under one number is known under another from now on, also in what is still to be told.
    pub(super) fn renumber(&mut self, from: u32, to: u32) {
        self.machine.renumber_alert(from, to);
        let is_it = |said: &Arc<TurnOutput>| matches!(&**said, TurnOutput::Alert(alert) if alert.number == from);
        if from == to || !self.untold.iter().any(is_it) {
            return;
        }
        for said in Arc::make_mut(&mut self.untold).iter_mut().filter(|said| is_it(said)) {
            if let TurnOutput::Alert(alert) = Arc::make_mut(said) {
                alert.number = to;
            }
        }
    }

    /// Whether a piece was moved off turn that answers no move: it stands where nothing puts it, as a displaced one does.
    fn is_reply_to_nothing(&self, alert: &Alert) -> bool {
        let machine = &self.machine;
        let has_left = |square: &Square| machine.sensed.at(*square) != machine.turn.stood.at(*square);
        alert.kind == AlertKind::OffTurnTouch
            && alert.ply == machine.turn.ply
            && machine.turn.made.is_none()
            && alert.squares.iter().any(has_left)
    }

    /// The moves made so far.
    pub(super) fn line(&self) -> impl Iterator<Item = (u32, Uci)> {
        self.machine.played.moves().iter().map(|made| (made.ply, made.uci))
    }

    /// Whether this ply was the move that is written so, in UCI or in SAN.
    pub(super) fn has_made(&self, ply: u32, written: &str) -> bool {
        let mut made = self.machine.played.moves().iter().filter(|made| made.ply == ply);
        made.any(|made| {
            made.uci.as_str() == written || made.before.written_move(written).is_ok_and(|m| m.to_uci() == made.uci)
        })
    }

    /// The same for hypotheses by the same moves.
    pub(super) fn line_hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.line().for_each(|made| made.hash(&mut hasher));
        hasher.finish()
    }

    /// What pawns have become so far, and what the one now on the last rank is taken to become.
    pub(super) fn promotions(&self) -> (Vec<(u32, Uci)>, Option<Role>) {
        (self.line().filter(|(_, uci)| uci.is_promotion()).collect(), self.machine.turn.promotes_to)
    }

    /// Whether the game cannot have gone so any more: the sensors show other squares, or pieces are moved again and again
    /// that no move of this game moves.
    pub(super) fn is_astray(&self, occupied: u64) -> bool {
        let machine = &self.machine;
        if !machine.phase.is_playing() || machine.awaits_restoring() || machine.is_suspended() {
            return false;
        }
        let strange = self.unidentified.iter().fold(0, |bits, (square, _)| bits | 1 << square.index());
        let differs = machine.sensed.board().occupied() | strange != occupied;
        let set_up_by = if self.is_set_up_by_word() { cost::LIFTS_TO_SET_UP } else { 0 };
        differs || (self.idle_lifts > cost::ASTRAY_LIFTS + set_up_by && !machine.agrees())
    }
}
