//! Irregularities: illegal moves, penalties, positions restored or left to stand (Article 7 and the appendices).

use protocols::{Color, Role, Square};

use crate::{
    rules::{By, GameResult, LegalMove, MateQuestion, Position, Winnable},
    turn::{
        MoveStatus, Outcome, PerPlayer, Termination, TurnMachine, TurnOutput,
        findings::{
            Advisory, Alert, AlertKind, Claim, DrawRuling, Finding, OpponentMates, PawnLeft, Severity, Witness,
        },
        laws::{BothKingsInCheck, Clause, IllegalMoveConsequence, PromotionUnfinished},
        phase::stopped::StopReason,
        ruling::{irregularities::Recount, mating::AskedAbout},
        state::{Imposed, Made, ReleaseKind},
    },
};

impl TurnMachine {
    /// The clock was pressed in a position that no legal move explains (7.5.1).
    pub(in crate::turn) fn illegal_move_completed(&mut self) {
        self.alert_all_displaced();
        self.excuse_empty_press();
        self.turn.completed = true;
        let by = self.turn.by;
        let standing = self.turn.position.after_irregular_move(self.sensed.board());
        let must_act = self.settings.laws.arbiter_must_act(
            BothKingsInCheck(standing.both_in_check()),
            PromotionUnfinished(standing.has_pawn_on_last_rank()),
        );
        let severity = if self.only_opponent_acts() && !must_act { Severity::Notice } else { Severity::Ruling };
        let due = self.owed_after_illegal_move().allowed;
        let owed = match self.settings.laws.illegal_moves() {
            IllegalMoveConsequence::LostAtOnce => None,
            IllegalMoveConsequence::OpponentClaims if !must_act => None,
            IllegalMoveConsequence::Corrected | IllegalMoveConsequence::OpponentClaims
                if self.loses_by_illegal_move() =>
            {
                None
            }
            IllegalMoveConsequence::Corrected | IllegalMoveConsequence::OpponentClaims => Some(self.owed_named(&due)),
        };
        let alert = self.raise_numbered(
            Alert::new(Finding::IllegalMoveCompleted { by, owed, witness: Witness::Sensors })
                .article(self.settings.laws.illegal_move_article(AlertKind::IllegalMoveCompleted))
                .squares(self.turn.stood.differences(&self.view()).collect::<Vec<_>>())
                .legal(&due)
                .severity(severity),
        );
        self.consequences(alert, must_act);
    }

    /// What an illegal move leads to, by the regime: a penalty proposed, or a claim only the opponent can make.
    fn consequences(&mut self, alert: u32, must_act: bool) {
        let by = self.turn.by;
        let before = self.illegal_moves();
        let proposals = if self.only_opponent_acts() && !must_act {
            self.ask_for_claim(by, self.turn.ply);
            Vec::new()
        } else {
            let proposals = self.propose_penalty(by);
            self.remember_irregularity(alert, by, &proposals);
            proposals
        };
        self.turn.displaced.clear();
        self.stop(StopReason::IllegalMove, alert, proposals, before);
    }

    /// What only the opponent can claim: in blitz the game, as far as he can checkmate.
    pub(in crate::turn) fn ask_for_claim(&mut self, by: Color, ply: u32) {
        let opponent = by.other();
        if self.settings.laws.illegal_move_may_cost_the_game_by_claim() {
            let matter = AskedAbout::Claim { by, ply };
            if let Some(answer) = self.ask(self.turn.position.clone(), By::Player(opponent), matter) {
                self.alert_blitz_claim(by, ply, answer);
            }
        } else {
            let alert = self.claim_alert(by, ply, Claim::IllegalMove);
            self.raise(alert);
        }
    }

    pub(in crate::turn) fn alert_blitz_claim(&mut self, by: Color, ply: u32, opponent_mates: Winnable) {
        let (claim, advisory) = match opponent_mates {
            Winnable::Can => (Claim::Win, Advisory::No),
            Winnable::Cannot => (Claim::Draw, Advisory::No),
            Winnable::Undetermined => (Claim::WinOrDraw, Advisory::Yes),
        };
        let alert = self.claim_alert(by, ply, claim).advisory(advisory);
        self.raise(alert);
    }

    fn claim_alert(&self, by: Color, ply: u32, claim: Claim) -> Alert {
        Alert::new(Finding::OpponentMayClaim { by: by.other(), claim })
            .article(self.settings.laws.illegal_move_article(AlertKind::IllegalMoveCompleted))
            .ply(ply)
    }

    /// Whether one more illegal move of the player to move ends the game (7.5.5): nothing is set up again for him.
    fn loses_by_illegal_move(&self) -> bool {
        self.irregularities.count_of(self.turn.by) + 1 >= self.settings.laws.losing_illegal_move()
    }

    /// Proposes what the Laws require for a completed illegal move (7.5.5). Gives the proposals' alert numbers.
    pub(in crate::turn) fn propose_penalty(&mut self, by: Color) -> Vec<u32> {
        let laws = self.settings.laws;
        self.irregularities.add(by, 1);
        let count = self.irregularities.count_of(by);
        let opponent = by.other();
        let lost = match laws.illegal_moves() {
            IllegalMoveConsequence::LostAtOnce => true,
            IllegalMoveConsequence::Corrected | IllegalMoveConsequence::OpponentClaims => {
                count >= laws.losing_illegal_move()
            }
        };
        if !lost {
            let increment_ms = self.increment_of_press(by);
            return vec![self.propose_time(by, self.turn.ply, increment_ms)];
        }
        let ply = self.turn.ply;
        let answer = if laws.draws_if_opponent_cannot_mate() {
            self.ask(self.reinstated_position(), By::Player(opponent), AskedAbout::Penalty { by, ply, count })
        } else {
            Some(Winnable::Can)
        };
        match answer {
            Some(answer) => vec![self.rule_game_lost(by, ply, count, answer)],
            None => {
                self.stop_for_ruling();
                Vec::new()
            }
        }
    }

    /// Proposes that the game is lost by this player's illegal moves, whatever has still to be worked out for that. Gives
    /// the alert's number.
    pub(in crate::turn) fn propose_loss_now(&mut self, by: Color, ply: u32) -> u32 {
        let (count, nodes) = (self.irregularities.count_of(by), self.settings.nodes.ruling);
        let answer = if self.settings.laws.draws_if_opponent_cannot_mate() {
            MateQuestion { position: self.reinstated_position(), by: By::Player(by.other()), nodes }.search()
        } else {
            Winnable::Can
        };
        self.rule_game_lost(by, ply, count, answer)
    }

    /// Remembers an irregularity that counts, with what has been proposed for it.
    pub(in crate::turn) fn remember_irregularity(&mut self, alert: u32, by: Color, proposals: &[u32]) {
        let increment_ms = self.increment_of_press(by);
        self.irregularities.remember(alert, by, proposals, increment_ms);
    }

    /// The irregularity that this alert tells of, or proposes something for, counts as an illegal move no more. Gives
    /// the proposals that hang on it.
    pub(in crate::turn) fn uncount(&mut self, number: u32) -> Vec<u32> {
        let Some(known) = self.irregularities.uncount(number) else { return Vec::new() };
        if known.counted {
            self.recount(known.alert, known.by, Recount::OneLess);
        }
        known.proposals
    }

    /// The limit of illegal moves is reached: lost, or drawn where the opponent cannot checkmate (7.5.5). Gives the
    /// alert's number.
    fn rule_game_lost(&mut self, by: Color, ply: u32, count: u32, opponent_mates: Winnable) -> u32 {
        let article = self.settings.laws.game_lost_article();
        let is_counted = self.settings.laws.illegal_moves() != IllegalMoveConsequence::LostAtOnce;
        let count = is_counted.then_some(count);
        let lost = |opponent| Alert::new(Finding::RulingGameLost { by, count, opponent });
        let (alert, end) = match opponent_mates {
            Winnable::Can => {
                (lost(OpponentMates::Can), Some((GameResult::win_for(by.other()), Termination::IllegalMoves)))
            }
            Winnable::Cannot => (
                Alert::new(Finding::RulingGameDrawn(DrawRuling::IllegalMoves { by, count })),
                Some((GameResult::Draw, Termination::IllegalMovesOpponentCannotMate)),
            ),
            Winnable::Undetermined => (lost(OpponentMates::Undecided).advisory(Advisory::Yes), None),
        };
        let number = self.raise_numbered(alert.article(article).ply(ply));
        self.stop_for_ruling();
        if let Some((result, how)) = end {
            self.say_proposed_end(result, how);
        }
        number
    }

    /// The same, for a question whose answer came later.
    pub(in crate::turn) fn rule_game_lost_late(&mut self, by: Color, ply: u32, count: u32, opponent_mates: Winnable) {
        let number = self.rule_game_lost(by, ply, count, opponent_mates);
        self.irregularities.propose_for_last(by, number);
        // The position may have been restored meanwhile.
        if let Some(stopped) = &mut self.stopped {
            stopped.proposals.push(number);
            stopped.would_end_game = self.settings.laws.reply_lets_illegal_move_stand();
        }
    }

    /// Nobody plays on until the arbiter has spoken, but where the opponent may let the illegal move stand.
    fn stop_for_ruling(&mut self) {
        if !self.settings.laws.reply_lets_illegal_move_stand() {
            self.phase.end(|_| ());
            self.presses.closes();
        }
    }

    /// Proposes the time that the opponent gets for an illegal move in this half-move. Gives the alert's number.
    pub(in crate::turn) fn propose_time(&mut self, by: Color, ply: u32, increment_ms: Option<u32>) -> u32 {
        let (ms, article) = self.settings.laws.added_time();
        let count = self.irregularities.count_of(by);
        let time = Alert::new(Finding::RulingAddTime { by, count, ms, increment_ms });
        self.raise_numbered(time.article(article).ply(ply))
    }

    /// The position that is reinstated, or the one the Laws impose: what a losing illegal move is judged on.
    fn reinstated_position(&self) -> Position {
        if let Some(made) = &self.turn.made {
            return made.after.clone();
        }
        let promotions = if self.settings.laws.queen_is_put() { self.promotions_released(&[]) } else { Vec::new() };
        match promotions.iter().find(|m| m.promotion == Some(Role::Queen)) {
            Some(queen) => self.turn.position.play(queen),
            None => self.turn.position.clone(),
        }
    }

    /// Pressed with the pawn on the last rank (7.5.2).
    pub(in crate::turn) fn promotion_missing(&mut self, square: Square, promotions: &[LegalMove]) {
        let laws = self.settings.laws;
        let by = self.turn.by;
        self.turn.completed = true;
        let must_act = laws.arbiter_must_act(BothKingsInCheck(false), PromotionUnfinished(true));
        let notice = self.only_opponent_acts() && !must_act;
        let queen = promotions.iter().find(|m| m.promotion == Some(Role::Queen)).cloned();
        let then = if laws.queen_is_put() {
            PawnLeft::BecomesQueen
        } else if notice || self.loses_by_illegal_move() {
            PawnLeft::IllegalMove
        } else {
            PawnLeft::SetUpAgain
        };
        let legal: Vec<LegalMove> = if laws.queen_is_put() {
            queen.clone().into_iter().collect()
        } else {
            self.owed_after_illegal_move().allowed
        };
        let alert = self.raise_numbered(
            Alert::new(Finding::PromotionMissing { by, square, then })
                .article(laws.illegal_move_article(AlertKind::PromotionMissing))
                .squares([square])
                .legal(&legal)
                .severity(if notice { Severity::Notice } else { Severity::Ruling }),
        );
        let (true, Some(queen)) = (laws.queen_is_put(), queen) else {
            return self.consequences(alert, must_act);
        };
        if let Some(release) = self.turn.release.as_mut() {
            (release.kind, release.allowed) = (ReleaseKind::PawnLeft, vec![queen.clone()]);
        }
        if laws.illegal_moves() == IllegalMoveConsequence::LostAtOnce {
            return self.consequences(alert, must_act);
        }
        self.impose_queen(alert, queen);
    }

    fn impose_queen(&mut self, alert: u32, queen: LegalMove) {
        let by = self.turn.by;
        let left = self.clone();
        self.turn.broken = Some(self.owed());
        self.imposed = Some(Imposed { square: queen.to, piece: queen.arriving() });
        self.turn.made = Some(Made::new(&self.turn.position, queen, None, true));
        self.say_move(MoveStatus::Made);
        self.judge_ending();
        let proposals = self.propose_penalty(by);
        self.remember_irregularity(alert, by, &proposals);
        if self.phase.is_playing() {
            self.complete_turn();
        }
        self.stop_beside_queen(left, alert, proposals);
    }

    /// What the move that replaces an illegal one may be (7.5.1: 4.3 and 4.7 apply; 2005 names 4.3 only).
    pub(in crate::turn) fn owed_after_illegal_move(&self) -> crate::turn::duty::Duty {
        if self.settings.laws.release_binds_replacement() {
            self.owed()
        } else {
            crate::turn::duty::duty(&self.turn.position, &self.turn.legal, &self.turn.touches)
        }
    }

    /// An illegal move stands and the position is still illegal: wait for the next move, then draw (A.4.4).
    pub(in crate::turn) fn watch_illegal_position(&mut self) {
        let Some(made) = self.turn.made.as_ref().filter(|_| self.phase.is_playing()) else { return };
        let after = made.after.clone();
        if !self.settings.laws.watches_illegal_positions() || !is_illegal(&after) {
            return;
        }
        self.watching = true;
        let alert = Alert::new(Finding::IllegalPositionWatch)
            .article(self.settings.laws.article(Clause::Of(AlertKind::IllegalPositionWatch)));
        self.raise(alert);
    }

    /// The watched position is still illegal when the move is completed: drawn (A.4.4).
    pub(in crate::turn) fn judge_watched_position(&mut self, after: &Position) {
        if !std::mem::take(&mut self.watching) || !is_illegal(after) {
            return;
        }
        self.raise(
            Alert::new(Finding::RulingGameDrawn(DrawRuling::IllegalPosition))
                .article(self.settings.laws.article(Clause::Of(AlertKind::IllegalPositionWatch))),
        );
        self.propose_end(GameResult::Draw, Termination::IllegalPosition);
    }

    /// A result that a ruling proposes: nobody has the move until the arbiter has spoken.
    pub(in crate::turn) fn propose_end(&mut self, result: GameResult, how: Termination) {
        self.end_play();
        self.say_proposed_end(result, how);
    }

    fn say_proposed_end(&mut self, result: GameResult, how: Termination) {
        self.output.push_back(TurnOutput::Over(Outcome { result, termination: how, proposed: true }));
    }

    /// The illegal-move counts, as the arbiter sets them.
    pub(in crate::turn) fn set_illegal_moves(&mut self, counts: PerPlayer<u32>) {
        self.irregularities.set_counts(counts);
    }
}

fn is_illegal(position: &Position) -> bool {
    position.both_in_check() || position.has_pawn_on_last_rank()
}
