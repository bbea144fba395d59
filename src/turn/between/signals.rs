//! Signs that are no moves: kings in the centre for the result, all pieces back home for a new game.

use protocols::{Color, Piece, Placement, Role, Square};

use crate::{
    rules::{GameResult, LegalMove, Position, Variant},
    turn::{
        ClockUse, GameTime, Outcome, Termination, TurnMachine, TurnOutput,
        findings::{Alert, AlertKind, AlertState, Contradiction, Finding, NewGameSign, Severity},
        sense::sensed_board::Landing,
        signs::{Kings, Sign, is_centre, is_first_rank_of, is_kings_step, result_shown},
        state::{Displaced, ReleaseKind, Turn, Waiting},
    },
};

/// How long two kings must stand in the centre to show a result where one of them stood there in play, in milliseconds:
/// its player may not have put it down yet for the sign.
const SIGN_WAIT_MS: u64 = 5_000;

impl TurnMachine {
    /// Looks at the board when no game is being played.
    pub(in crate::turn) fn look_outside_play(&mut self) {
        self.watch_set_up();
        if self.is_restored_while_over() {
            return;
        }
        if self.first_position_shown().is_some() {
            if let Some(position) = self.next_game_shown().filter(|_| !self.has_come_back_to_first_position()) {
                self.begin_next_game(position);
            }
        } else if self.phase.is_over() && self.kings != Kings::Result {
            self.follow_sign(result_shown(self.sensed.board()).map(Sign::Result));
        }
    }

    /// Whether the moves of a game have led back to its first position, where a result is proposed only: nobody has set the
    /// pieces up, and its players may go on (9.2).
    fn has_come_back_to_first_position(&self) -> bool {
        self.phase.is_over()
            && !self.phase.is_decided()
            && self.kings != Kings::Result
            && !self.played.moves().is_empty()
            && *self.position().placement() == *self.sensed.board()
    }

    /// Whether the position before an illegal move is on the board again whose ruling is still proposed only: it is
    /// restored for the arbiter (7.5.1), be it the first position of all.
    fn is_restored_while_over(&self) -> bool {
        self.phase.is_over()
            && !self.phase.is_decided()
            && self.stopped.as_ref().is_some_and(|stopped| *self.sensed.board() == stopped.turn.stood)
    }

    /// Both kings in the centre, or all pieces back home, where no legal move explains it.
    pub(in crate::turn) fn sign_shown(&self) -> Option<Sign> {
        result_shown(self.sensed.board()).map(Sign::Result).or_else(|| self.next_game_shown().map(Sign::NextGame))
    }

    /// Takes this sign, or that there is none. A result counts at once, but where one of the kings stands as the game has
    /// left it: then it must stay so.
    pub(in crate::turn) fn follow_sign(&mut self, sign: Option<Sign>) {
        if !matches!(sign, Some(Sign::Result(_))) {
            self.kings = Kings::Nothing;
        }
        match sign {
            Some(Sign::NextGame(position)) => self.begin_next_game(position),
            Some(Sign::Result(result)) if !self.is_a_king_where_it_played() => self.result_signalled(result),
            Some(Sign::Result(result)) => {
                let is_waited_for = matches!(self.kings, Kings::Perhaps { result: before, .. } if before == result);
                let due = self.now + SIGN_WAIT_MS;
                self.kings = if is_waited_for { self.kings } else { Kings::Perhaps { result, due } };
            }
            None => {}
        }
    }

    /// The result that the kings show with the one that has just come down, be that a step it could make: the other was put in
    /// the centre before for nothing else.
    pub(in crate::turn) fn result_shown_by_last_king(&self, landing: Landing) -> Option<GameResult> {
        let shown = result_shown(self.sensed.board()).filter(|_| landing.piece.role == Role::King);
        shown.filter(|_| !self.is_a_king_where_it_played())
    }

    /// Takes the sign that the board shows. Gives whether it shows one.
    pub(in crate::turn) fn follow_sign_shown(&mut self) -> bool {
        let sign = self.sign_shown();
        let is_shown = sign.is_some();
        self.follow_sign(sign);
        is_shown
    }

    /// Whether the kings stand as if to show a result, which the arbiter may have dismissed.
    pub(in crate::turn) fn are_kings_in_the_centre(&self) -> bool {
        result_shown(self.sensed.board()).is_some()
    }

    /// The kings have stood long enough.
    pub(in crate::turn) fn sign_due(&mut self) {
        let shown = result_shown(self.sensed.board());
        if let Kings::Perhaps { result, .. } = std::mem::take(&mut self.kings)
            && shown == Some(result)
        {
            self.result_signalled(result);
        }
    }

    /// When what the kings may show counts.
    pub(in crate::turn) fn sign_due_at(&self) -> Option<GameTime> {
        match self.kings {
            Kings::Perhaps { due, .. } => Some(due),
            Kings::Nothing | Kings::Result => None,
        }
    }

    /// Whether one of the kings in the centre has not been put there for the sign, but stands as the game has left it.
    fn is_a_king_where_it_played(&self) -> bool {
        let position = self.position_before_kings_step();
        self.sensed.board().pieces().any(|(square, piece)| {
            piece.role == Role::King && is_centre(square) && position.placement().at(square) == Some(piece)
        })
    }

    /// The last position, without a king's step to the centre that nobody pressed: that may be half of the sign. A move
    /// in reply, or the end of the game, has made it a move.
    fn position_before_kings_step(&self) -> &Position {
        match (&self.turn.made, self.waiting.last()) {
            _ if !self.phase.is_playing() => self.position(),
            (Some(made), _) if is_kings_step(&made.m) => &self.turn.position,
            (None, Some(waiting)) if is_unpressed_kings_step(waiting) => &waiting.turn.position,
            _ => self.position(),
        }
    }

    fn result_signalled(&mut self, result: GameResult) {
        self.kings = Kings::Result;
        self.remember_sign();
        let mut step = None;
        if self.phase.is_playing() {
            self.alert_unseen_before_sign();
            self.promote_before_sign();
            step = self.retract_kings_step();
            self.turn.touches.clear();
            self.turn.release = None;
            self.turn.displaced.clear();
        }
        self.alert_result(result, step);
        if self.phase.is_playing() {
            self.output.push_back(TurnOutput::Over(Outcome {
                result,
                termination: Termination::SignalledByKings,
                proposed: true,
            }));
        }
        self.phase.end(|_| ());
        self.presses.closes();
    }

    /// Says which result the kings show, and what speaks against it: it never overrules the arbiter's. A step that was
    /// taken for a part of the sign may have been a move that nobody pressed; he is told of it.
    fn alert_result(&mut self, result: GameResult, step: Option<LegalMove>) {
        let against = self.contradictions(result);
        let severity = if against.is_empty() { Severity::Info } else { Severity::Warning };
        let not_counted = step.map(|step| step.to_uci());
        let alert = Alert::new(Finding::ResultSignalled { result, against, not_counted })
            .article("convention")
            .severity(severity);
        self.raise(alert);
    }

    /// What position, clock and flags have against a result that the players show.
    fn contradictions(&self, result: GameResult) -> Vec<Contradiction> {
        let winner = result.winner();
        let position = self.position();
        let ended = self.alerts.iter().rev().find_map(|alert| {
            let open = !matches!(alert.state, AlertState::Dismissed | AlertState::Lapsed);
            ended_by(alert.kind).filter(|_| open).map(|by| (by, alert.finding.result()))
        });
        let mut against = Vec::new();
        match ended {
            Some((by, Some(due))) if due != result => against.push(by),
            Some(_) => {}
            // A flag that only the players may call, and only one is down (A.4.d of 2009).
            None if winner.is_some_and(|winner| self.flags.is_only_down(winner)) => against.push(Contradiction::Flag),
            None => {}
        }
        let has_time = |color: Color| self.clock.time_left(color).is_none_or(|ms| ms > 0);
        if ended.is_none()
            && against.is_empty()
            && winner.is_some_and(|winner| !has_time(winner) && has_time(winner.other()))
        {
            against.push(Contradiction::Clock);
        }
        let laws = self.settings.laws;
        let bare = |color: Color| position.placement().pieces().filter(|(_, piece)| piece.color == color).count() == 1;
        if ended.is_none() && laws.resignation_draws_if_opponent_cannot_mate() && winner.is_some_and(bare) {
            against.push(Contradiction::CannotMate);
        }
        if ended.is_none() && laws.agreement_needs_a_move_each() && winner.is_none() && position.fullmoves() == 1 {
            against.push(Contradiction::NoMoveEach);
        }
        against
    }

    /// An unpressed king move to the centre, followed by the other king: the sign of the result, not a move. Gives the
    /// move that it might have been.
    fn retract_kings_step(&mut self) -> Option<LegalMove> {
        let board = *self.sensed.board();
        // A king that has gone on from there had been moved.
        let stands = |m: &LegalMove| board.at(m.to) == Some(m.piece);
        let step = match &self.turn.made {
            Some(made) => Some(made.m.clone()).filter(|m| is_kings_step(m) && stands(m)),
            None => {
                let is_step = |waiting: &mut Waiting| is_unpressed_kings_step(waiting) && stands(&waiting.m);
                self.waiting.pop_if(is_step).map(|last| self.go_back_to(last))
            }
        };
        if let Some(step) = &step {
            self.retract_step_of(step.clone());
        }
        // What was touched for the sign has cost nobody his right to claim.
        let ply = self.turn.ply;
        self.withdraw(|alert| alert.kind == AlertKind::ClaimRightLost && alert.ply >= ply);
        step
    }

    /// Whether the king that has made a move goes on to the centre or in it, perhaps to show the result. Without a clock no
    /// press tells; the opponent's next piece does.
    pub(in crate::turn) fn may_go_to_the_centre(&self, made: &LegalMove, now: &LegalMove) -> bool {
        self.settings.clock == ClockUse::None && made.from == now.from && made != now && is_kings_step(now)
    }

    /// The opponent takes up a piece in reply. Unless it is his king, which may go to the centre too, the king's step there
    /// was played.
    pub(in crate::turn) fn decide_kings_step(&mut self) {
        let opponent = self.turn.by.other();
        let Some(made) = self.turn.made.as_ref().map(|made| made.m.clone()) else { return };
        if self.sensed.in_air(opponent).any(|held| held.piece.role == Role::King) {
            return;
        }
        let Some(board) = self.sensed.with_returned(opponent) else { return };
        let now = self.turn.match_board(&board).filter(|now| self.may_go_to_the_centre(&made, now)).cloned();
        if let Some(now) = now {
            self.correct(made, now, None);
        }
    }

    /// The opponent's king has been taken up behind a king's step to the centre. He comes down elsewhere: it was no sign, and
    /// the step was played.
    pub(in crate::turn) fn decide_waiting_kings_step(&mut self, landed: Landing) {
        let king = |color| Piece { color, role: Role::King };
        let may_have_gone_on = self.waiting.last().is_some_and(|waiting| {
            let (m, board) = (&waiting.m, self.sensed.board());
            let stands_on = |(square, piece): (Square, Piece)| piece == m.piece && square != m.to && is_centre(square);
            m.piece == king(self.turn.by.other()) && !waiting.turn.completed && board.pieces().any(stands_on)
        });
        let without_clock = self.settings.clock == ClockUse::None;
        if without_clock && may_have_gone_on && landed.piece == king(self.turn.by) && !is_centre(landed.square) {
            self.sensed.undo_landing(landed);
            if let Some(now) = self.earlier_move_on() {
                self.correct_earlier_move(now);
            }
            self.sensed.land_again(landed);
        }
    }

    /// The king's step was no move; where he had been put down for another before, that was it (4.7).
    fn retract_step_of(&mut self, step: LegalMove) {
        let released = self.turn.release.as_ref().filter(|release| release.kind == ReleaseKind::Square);
        let first = released.and_then(|release| release.allowed.first()).filter(|first| **first != step).cloned();
        match first {
            Some(first) => self.take_back_to(first),
            None => self.retract(),
        }
    }

    fn retract_waiting(&mut self, waiting: Waiting) {
        self.say_move_of(&waiting.turn, &waiting.m, crate::turn::MoveStatus::Retracted);
        self.go_back_to(waiting);
        self.turn.made = None;
    }

    /// The first position of the next game, if the board shows it and the present game does not.
    pub(in crate::turn) fn next_game_shown(&self) -> Option<Position> {
        let position = self.first_position_shown()?;
        let is_this_one = self.phase.is_playing() && *self.position() == position;
        // The pieces pass through it while the board is put in order after the arbiter has corrected the first moves.
        let passes = self.phase.is_playing() && self.turn.set_by_arbiter && self.turn.position.fullmoves() <= 2;
        (!is_this_one && !passes).then_some(position)
    }

    /// The pieces have been set up for the next game.
    pub(in crate::turn) fn begin_next_game(&mut self, position: Position) {
        self.retract_moves_home(position.placement());
        self.alert_new_game(NewGameSign::PiecesHome);
        self.begin_game(position);
    }

    /// A game comes after this one.
    pub(in crate::turn) fn alert_new_game(&mut self, sign: NewGameSign) {
        if !self.phase.is_setting_up() {
            // What stood out of place stood so on its way home.
            let ply = self.turn.ply;
            self.settle_open_alerts(AlertState::Lapsed, |alert| {
                alert.ply == ply && matches!(alert.kind, AlertKind::DisplacedPieces | AlertKind::IllegalDisplacement)
            });
            self.raise(Alert::new(Finding::NewGameSetUp(sign)).article("convention"));
        }
    }

    /// The last moves that nobody pressed, and whose pieces went to where the next game has them, were no moves: the
    /// pieces were being set up again. Without a clock nobody can tell.
    fn retract_moves_home(&mut self, first: &Placement) {
        if !self.phase.is_playing() || self.settings.clock == ClockUse::None {
            return;
        }
        let went_home = |m: &LegalMove| first.at(m.to) == Some(m.arriving());
        match &self.turn.made {
            Some(made) if !went_home(&made.m) || self.presses.is_open() => return,
            Some(_) => self.retract(),
            None => {}
        }
        while let Some(waiting) = self.waiting.pop_if(|waiting| !waiting.turn.completed && went_home(&waiting.m)) {
            self.retract_waiting(waiting);
        }
    }

    /// The first position of the variant that the board shows, if it does.
    pub(in crate::turn) fn first_position_shown(&self) -> Option<Position> {
        match self.turn.position.variant() {
            Variant::Chess => (*self.sensed.board() == Placement::initial()).then(Position::initial),
            Variant::Chess960 => Position::chess960_start(self.sensed.board()),
        }
    }

    /// Play begins from this position.
    pub(in crate::turn) fn set_going(&mut self, position: Position) {
        self.phase.play();
        self.turn = Turn::new(1, position.clone(), *position.placement());
        self.presses.late_may_come(position.turn().other());
        self.clock.game_begins();
        self.played.begin_from(position);
    }

    /// Whether the player holds his king, and of his other pieces only such as he took off the centre before: he makes
    /// room there to show the result.
    pub(in crate::turn) fn is_room_made_for_king(&self) -> bool {
        let mut own = self.sensed.in_air(self.turn.by);
        let king = self.sensed.in_air(self.turn.by).find(|held| held.piece.role == Role::King);
        king.is_some_and(|king| own.all(|held| held == king || (is_centre(held.left) && held.at <= king.at)))
    }

    /// Whether a displaced piece is on its way home or to the centre: players tidying up, not playing.
    pub(in crate::turn) fn is_tidying(&self, displaced: Displaced) -> bool {
        self.is_tidied(displaced.square, displaced.piece)
    }

    /// Whether a piece that no move explains stands where it does for the next game, or to show the result.
    pub(in crate::turn) fn is_tidied(&self, square: Square, piece: Piece) -> bool {
        let home = match self.turn.position.variant() {
            Variant::Chess => Placement::initial().at(square) == Some(piece),
            Variant::Chess960 => is_first_rank_of(piece, square),
        };
        home || (piece.role == Role::King && is_centre(square))
    }
}

/// What an alert says has ended the game, if it does: the result of its finding is what is due.
fn ended_by(kind: AlertKind) -> Option<Contradiction> {
    match kind {
        AlertKind::FlagFall => Some(Contradiction::Flag),
        AlertKind::RulingGameDrawn | AlertKind::RulingGameLost => Some(Contradiction::IllegalMoves),
        kind if kind.is_end_by_a_move() => Some(Contradiction::Position),
        _ => None,
    }
}

/// Whether a move that was not pressed on may be half of the sign.
fn is_unpressed_kings_step(waiting: &Waiting) -> bool {
    !waiting.turn.completed && is_kings_step(&waiting.m)
}
