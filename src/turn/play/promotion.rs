//! Promotions whose new piece no sensor tells, and moves that the sensors leave open (3.7.5, 4.4.4).

use protocols::{Color, Piece, Placement, Role, Square, registry::Sensing};

use crate::{
    rules::{LegalMove, Position},
    turn::{
        TurnMachine,
        clock::press::LeftPawn,
        findings::{Alert, AlertKind, AmbiguousMove, Finding, Mismatch, NamedMove},
        laws::Clause,
        phase::stopped::StopReason,
        played::MoveMade,
    },
};

impl TurnMachine {
    /// The arbiter has said that the pawn was exchanged in time, and another piece stands in its place than the queen that
    /// was put for it: that is the move. Gives whether it is.
    pub(in crate::turn) fn take_piece_chosen(&mut self) -> bool {
        let Some(imposed) = self.imposed.filter(|_| !self.is_queen_required()) else { return false };
        let put = self.sensed.at(imposed.square).filter(|put| *put != imposed.piece);
        let moves = self.played.moves().iter().rev();
        let chosen = put.and_then(|put| {
            moves
                .filter(|made| made.before.turn() == put.color)
                .find_map(|made| Some((made.ply, promoted_to(made, imposed.square, put)?)))
        });
        let is_taken = chosen.is_some_and(|(ply, m)| self.set_move(ply, m.to_uci().as_str()).is_ok());
        if is_taken {
            self.presses.late_may_come(imposed.piece.color);
        }
        is_taken
    }

    /// The first piece that was put for the pawn of this half-move had not been chosen, and another one stands there: that
    /// is the move.
    pub(in crate::turn) fn take_piece_put_last(&mut self, ply: u32) {
        let made = self.played.moves().iter().rev().find(|made| made.ply == ply);
        let put = made.and_then(|made| {
            let square = made.before.legal_move(made.uci.as_str())?.to;
            promoted_to(made, square, self.sensed.at(square)?)
        });
        if let Some(put) = put {
            // What was played behind the other piece may not follow from this one: then he has to say what was.
            let _ = self.set_move(ply, put.to_uci().as_str());
        }
    }

    /// Whether a pawn was left on the last rank, and nobody has said otherwise: a queen is put for it (7.5.2).
    fn is_queen_required(&self) -> bool {
        self.stopped.as_ref().is_some_and(|stopped| stopped.reason == StopReason::Promotion)
    }

    /// Whether a press only belongs to putting the queen (7.5.2): of the opponent, who gives the clock back for it before he
    /// has done anything, or of the player who has put it.
    pub(in crate::turn) fn is_press_for_the_queen(&self, by: Color) -> bool {
        let left = self.stopped.as_ref().filter(|_| self.is_queen_required());
        left.is_some_and(|stopped| {
            let gives_back = self.imposed.is_some() && self.turn.is_untouched() && self.turn.displaced.is_empty();
            let next = self.turn.ply == stopped.turn.ply + 1 && self.turn.made.is_none();
            next && (by == stopped.turn.by || gives_back)
        })
    }

    /// The promotions left by the pawn's release on the last rank.
    pub(in crate::turn) fn promotions_released(&self, ignoring: &[Square]) -> Vec<LegalMove> {
        self.turn
            .release
            .as_ref()
            .filter(|release| release.allowed.iter().all(|m| m.promotion.is_some()))
            .filter(|release| {
                let others = |square: Square| {
                    release.allowed.iter().all(|m| m.from != square && m.to != square && m.capture != Some(square))
                };
                self.turn
                    .stood
                    .differences(self.sensed.board())
                    .all(|square| ignoring.contains(&square) || !others(square))
            })
            .map(|release| release.allowed.clone())
            .unwrap_or_default()
    }

    /// Occupancy: one piece is missing and nothing new stands: the capture is inferred (4.7.1).
    pub(in crate::turn) fn alert_slide(&mut self, m: &LegalMove) {
        let named = NamedMove::new(&self.turn.position, m);
        self.raise(
            Alert::new(Finding::SlideInferred { by: self.turn.by, m: named })
                .article(self.settings.laws.article(Clause::Of(AlertKind::SlideInferred)))
                .squares([m.from, m.to]),
        );
    }

    /// Occupancy: what stands on the last rank when the clock is pressed is taken for the new piece at once; the reply
    /// may take it off soon.
    pub(in crate::turn) fn promote_unseen(&mut self) {
        if self.settings.sensing == Sensing::Occupancy && self.turn.made.is_none() && self.pawn_on_last_rank().is_some()
        {
            // The opponent may hold the piece already with which he replies.
            let reply: Vec<Square> = self.sensed.in_air(self.turn.by.other()).filter_map(|held| held.home).collect();
            let promotions = self.promotions_released(&reply);
            if !promotions.is_empty() {
                self.presses.closes();
                self.assume_promotion(&promotions, LeftPawn::Possible);
            }
        }
    }

    /// Occupancy: the players show a result, or the log ends, with the pawn left on the last rank. What the kings leave
    /// and stand on does not count.
    pub(in crate::turn) fn promote_before_sign(&mut self) {
        if self.settings.sensing != Sensing::Occupancy || self.turn.made.is_some() || !self.phase.is_playing() {
            return;
        }
        let kings = |placement: &Placement| {
            let kings = placement.pieces().filter(|(_, piece)| piece.role == Role::King).map(|(square, _)| square);
            kings.collect::<Vec<_>>()
        };
        let passed = [kings(self.sensed.board()), kings(self.turn.position.placement())].concat();
        let promotions = self.promotions_released(&passed);
        if !promotions.is_empty() {
            self.assume_promotion(&promotions, LeftPawn::NotPressed);
        }
    }

    /// The promotion piece is not known: a queen is assumed (3.7.5), unless another kind is being tried.
    pub(in crate::turn) fn assume_promotion(&mut self, promotions: &[LegalMove], or: LeftPawn) {
        self.alert_ambiguous(Clause::PromotionChoice, promotions, or);
        let Some(m) = self.assumed_of(promotions).cloned() else { return };
        self.sensed.lay(m.from, m.to, m.arriving());
        self.make_as(m, None, true);
        if self.phase.is_playing() && or != LeftPawn::NotPressed {
            self.complete_turn();
        }
    }

    /// The promotion that is assumed.
    pub(in crate::turn) fn assumed_of<'a>(&self, promotions: &'a [LegalMove]) -> Option<&'a LegalMove> {
        let role = self.turn.promotes_to.unwrap_or(Role::Queen);
        promotions.iter().find(|m| m.promotion == Some(role))
    }

    fn alert_ambiguous(&mut self, clause: Clause, candidates: &[LegalMove], or: LeftPawn) {
        let alert = self.ambiguous(self.turn.ply, &self.turn.position, candidates, clause, or);
        self.raise(alert);
    }

    /// That the sensors fit several moves of a half-move, to be told.
    pub(in crate::turn) fn ambiguous(
        &self,
        ply: u32,
        before: &Position,
        candidates: &[LegalMove],
        clause: Clause,
        or: LeftPawn,
    ) -> Alert {
        let unknown = match (clause, or) {
            (Clause::PromotionChoice, LeftPawn::Possible) => AmbiguousMove::PromotionOrMissing,
            (Clause::PromotionChoice, LeftPawn::RuledOut | LeftPawn::NotPressed) => AmbiguousMove::Promotion,
            _ => AmbiguousMove::Move,
        };
        let named = NamedMove::list(before, candidates);
        let mut alert = Alert::new(Finding::MoveAmbiguous { by: before.turn(), candidates: named, unknown })
            .article(self.settings.laws.article(clause))
            .squares(candidates.first().map(|m| m.from))
            .legal(candidates);
        alert.ply = ply;
        alert
    }

    /// That nobody saw the moves, and these lines explain the board, to be told. Whether a single move was played that it
    /// shows is asked as of any other.
    pub(in crate::turn) fn ambiguous_line(&self, lines: &[Vec<LegalMove>]) -> Alert {
        // The first of them, which `set-move` can name.
        let ply = self.turn.ply + u32::from(self.turn.made.is_some());
        if let [line] = lines
            && line.len() == 1
        {
            return self.ambiguous(ply, self.position(), line, Clause::CaptureMade, LeftPawn::RuledOut);
        }
        let lines = lines.iter().map(|line| line.iter().map(LegalMove::to_uci).collect()).collect();
        let mut alert = Alert::new(Finding::MoveAmbiguousLine { by: self.position().turn(), lines })
            .article(self.settings.laws.article(Clause::CaptureMade));
        alert.ply = ply;
        alert
    }

    /// That the board shows a position which no few legal moves explain, to be told.
    pub(in crate::turn) fn position_unknown(&self) -> Alert {
        let agreed = *self.position().placement();
        let mut alert = Alert::new(Finding::PositionMismatch(Mismatch::Unexplained { by: self.turn.by }))
            .article(self.settings.laws.article(Clause::Of(AlertKind::PositionMismatch)))
            .squares(agreed.differences(self.sensed.board()));
        alert.ply = self.turn.ply;
        alert
    }
}

/// The same move of a pawn to this square, which becomes this piece there.
fn promoted_to(made: &MoveMade, square: Square, piece: Piece) -> Option<LegalMove> {
    let is_same = |m: &LegalMove| m.to_uci().as_str().get(..4) == made.uci.as_str().get(..4);
    let is_it = |m: &LegalMove| m.to == square && m.promotion.is_some() && m.arriving() == piece && is_same(m);
    made.before.legal_moves().into_iter().find(is_it)
}
