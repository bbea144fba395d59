//! The position from which the game began: right, or a new game (7.2.1), or too late to claim (A.4.1.2).

use protocols::{Color, Piece, Placement, Role, Square, registry::Sensing};

use crate::{
    rules::{Position, Variant},
    turn::{
        TurnMachine, TurnOutput,
        between::next_game::is_set_up_wrongly,
        findings::{Advisory, Alert, AlertKind, AlertState, Finding},
        laws::Clause,
        state::Turn,
    },
};

/// What is known of a wrong first position.
#[derive(Debug, Clone, Default)]
pub(in crate::turn) struct FirstPosition {
    /// The first position, if it was wrong and can still be claimed (7.2.1).
    wrong: Option<Position>,
    /// Who may not castle for a wrong set-up that can no longer be claimed (A.4.1.2).
    forbidden_castling: Vec<Color>,
}

impl FirstPosition {
    /// Who may not castle for it.
    pub(in crate::turn) fn forbidden_castling(&self) -> &[Color] {
        &self.forbidden_castling
    }
}

impl TurnMachine {
    /// Judges the first position of the game (7.2.1), or what it costs once it can no longer be claimed (A.4.1.2).
    pub(in crate::turn) fn judge_first_position(&mut self, initial: &Position) {
        let wrong = match initial.variant() {
            Variant::Chess => initial.placement() != Position::initial().placement(),
            Variant::Chess960 => !initial.is_chess960_start(),
        };
        if !wrong {
            return;
        }
        self.first_position.wrong = Some(initial.clone());
        if self.is_set_up_too_late_to_claim() {
            return self.lose_claim_of_set_up();
        }
        let right = *Position::initial().placement();
        self.alert_wrong_set_up(initial.placement().differences(&right).collect());
    }

    /// The first move is made on a board that knows its pieces: some of them do not stand where the game has them. What is
    /// only missing may not have been read.
    pub(in crate::turn) fn judge_set_up_played_from(&mut self) {
        let (stood, first) = (self.turn.stood, *self.turn.position.placement());
        let begins = self.played.history().len() == 1
            && self.turn.position.fullmoves() == 1
            && self.first_position.wrong.is_none();
        if !begins || self.settings.sensing != Sensing::Identity || self.turn.set_by_arbiter {
            return;
        }
        let wrong: Vec<Square> = first.differences(&stood).filter(|&square| stood.at(square).is_some()).collect();
        // A piece of the opponent's may have been moved already, before its turn (1.2).
        let has_moved = |square: &Square| first.at(*square).is_none();
        if wrong.is_empty() || wrong.iter().all(has_moved) {
            return;
        }
        self.first_position.wrong = Some(Position::from_placement(&stood, self.turn.by, &self.turn.position));
        self.alert_wrong_set_up(first.differences(&stood).collect());
        self.follow_from_set_up(&stood);
    }

    /// The clock is pressed while the pieces may still be being set up, and no move from the first position explains the
    /// board: one may from where they have been set up, be it wrong. Else nothing is judged.
    pub(in crate::turn) fn look_for_move_from_wrong_set_up(&mut self) {
        let stood = self.turn.stood;
        if self.settings.sensing != Sensing::Identity || !is_set_up_wrongly(&stood) {
            return;
        }
        let from = Position::from_placement(&stood, self.turn.by, &self.turn.position);
        let shown = from.legal_moves().into_iter().find(|m| m.after(&stood) == *self.sensed.board());
        if let Some(m) = shown {
            self.make_as(m, None, false);
            if self.phase.is_playing() {
                self.complete_turn();
            }
        }
    }

    /// The pieces were still to be set up, and all have been, some in one another's places: from here the first move may be
    /// played, or they are put right. Gives whether that is so.
    pub(in crate::turn) fn take_wrong_set_up(&mut self) -> bool {
        let is_set_up = self.may_still_be_set_up() && self.wrong_set_up_shown().is_some();
        if is_set_up {
            self.know_again();
            self.turn.stands_now(*self.sensed.board());
            self.turn.being_set_up = true;
            self.sensed.forget_hands();
        }
        is_set_up
    }

    /// What is played from a wrong set-up is taken down from there: the pieces go as they stand, until the arbiter acts.
    fn follow_from_set_up(&mut self, stood: &Placement) {
        if !is_set_up_wrongly(stood) {
            return;
        }
        let position = Position::from_placement(stood, self.turn.by, &self.turn.position);
        self.played.begin_from(position.clone());
        self.output.push_back(TurnOutput::PositionSet(position.clone()));
        let turn = std::mem::replace(&mut self.turn, Turn::new(1, position.clone(), *stood));
        self.turn = turn.on(position);
    }

    /// A move has been completed: the wrong set-up may be too late to claim now (A.4.1; 2.4 of Annex 2).
    pub(in crate::turn) fn lapse_claim_of_set_up(&mut self) {
        if self.first_position.wrong.is_some() && self.is_set_up_too_late_to_claim() {
            self.settle_open_alerts(AlertState::Lapsed, |alert| alert.kind == AlertKind::InitialPositionWrong);
            self.lose_claim_of_set_up();
        }
    }

    fn is_set_up_too_late_to_claim(&self) -> bool {
        self.settings.laws.setup_claim_moves().is_some_and(|moves| self.turn.position.fullmoves() > moves)
    }

    fn alert_wrong_set_up(&mut self, squares: Vec<Square>) {
        self.raise(
            Alert::new(Finding::InitialPositionWrong)
                .article(self.settings.laws.article(Clause::Of(AlertKind::InitialPositionWrong)))
                .squares(squares),
        );
    }

    /// Play goes on from the wrong set-up, and whoever has a piece misplaced may not castle with it, as far as the edition
    /// says so.
    fn lose_claim_of_set_up(&mut self) {
        let Some(initial) = self.first_position.wrong.take() else { return };
        let laws = self.settings.laws;
        let (mut kings, mut rooks) = initial.misplaced_castling_pieces();
        if laws.only_swapped_king_and_queen_forbid_castling() {
            kings.retain(|&king| has_swapped_king_and_queen(&initial, king));
            rooks.clear();
        }
        if kings.is_empty() && rooks.is_empty() {
            return;
        }
        let mut forbidden = rooks;
        for &king in &kings {
            forbidden.extend(self.turn.position.castling_rooks(king));
        }
        self.first_position.forbidden_castling = kings;
        let position = self.turn.position.without_castling(&forbidden);
        self.played.leave_last();
        self.played.reach(position.clone());
        let (may_claim, may_claim_draw) = (std::mem::take(&mut self.turn.may_claim), self.turn.may_claim_draw);
        self.turn = Turn { may_claim, may_claim_draw, ..Turn::new(self.turn.ply, position, self.turn.stood) };
        self.raise(
            Alert::new(Finding::CastlingForbiddenSetup)
                .article(laws.article(Clause::Of(AlertKind::CastlingForbiddenSetup)))
                .advisory(Advisory::Yes),
        );
    }
}

/// Whether the king of this player stood on his queen's square and she on his.
fn has_swapped_king_and_queen(initial: &Position, color: Color) -> bool {
    let back = if color == Color::White { 0 } else { 7 };
    let stands = |file, role| {
        let Some(square) = Square::from_coords(file, back) else { return false };
        initial.placement().at(square) == Some(Piece { color, role })
    };
    stands(3, Role::King) && stands(4, Role::Queen)
}
