//! The position from which the game began: right, or a new game (7.2.1), or too late to claim (A.4.1.2).

use super::{
    Turn, TurnMachine,
    findings::{Advisory, Alert, AlertKind, Finding},
    laws::Clause,
};
use crate::rules::{Position, Variant};

impl TurnMachine {
    /// Judges the first position of the game (7.2.1), or what it costs once it can no longer be claimed (A.4.1.2).
    pub(super) fn judge_first_position(&mut self, initial: &Position) {
        let wrong = match initial.variant() {
            Variant::Chess => initial.placement() != Position::initial().placement(),
            Variant::Chess960 => !initial.is_chess960_start(),
        };
        if !wrong {
            return;
        }
        let laws = self.settings.laws;
        let too_late = laws.setup_claim_moves().is_some_and(|moves| self.turn.position.fullmoves() > moves);
        if !too_late {
            return self.raise(
                Alert::new(Finding::InitialPositionWrong)
                    .article(laws.article(Clause::Of(AlertKind::InitialPositionWrong)))
                    .squares(initial.placement().differences(Position::initial().placement()).collect::<Vec<_>>()),
            );
        }
        let (kings, rooks) = initial.misplaced_castling_pieces();
        let position = self.turn.position.clone();
        let mut forbidden = rooks;
        for &king in &kings {
            forbidden.extend(position.castling_rooks(king));
        }
        self.forbidden_castling = kings;
        let position = position.without_castling(&forbidden);
        self.history.truncate(self.history.len() - 1);
        self.history.push(position.clone());
        self.turn = Turn::new(self.turn.ply, position, self.wood.board);
        self.raise(
            Alert::new(Finding::CastlingForbiddenSetup)
                .article(laws.article(Clause::Of(AlertKind::CastlingForbiddenSetup)))
                .advisory(Advisory::Yes),
        );
    }
}
