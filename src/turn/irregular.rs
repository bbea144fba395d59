//! Irregularities: illegal moves, penalties, positions restored or left to stand (Article 7 and the appendices).

use protocols::{Color, Role, Square};

use super::{
    Held, HeldFor, Imposed, Irregularity, MAX_IRREGULARITIES, Made, MoveStanding, Outcome, PerPlayer, Said, Stage,
    Turn, TurnMachine,
    alert::{Advisory, Alert, AlertKind, AlertState, Severity, uci_sorted},
    ask::Matter,
    laws::{BothKingsInCheck, Clause, IllegalMoveRegime, PromotionUnfinished, win_for},
    look::name,
    say::ordinal,
    wood::Whole,
};
use crate::rules::{By, LegalMove, Position, Winnable};

impl TurnMachine {
    /// The clock was pressed in a position that no legal move explains (7.5.1).
    pub(super) fn illegal_move_completed(&mut self) {
        self.tell_all_displaced();
        self.excuse_empty_press();
        self.turn.completed = true;
        let by = self.turn.by;
        let standing = Position::from_placement(&self.wood.board, by.other(), &self.turn.position);
        let must_act = self.settings.laws.arbiter_must_act(
            BothKingsInCheck(standing.both_in_check()),
            PromotionUnfinished(standing.has_pawn_on_last_rank()),
        );
        let severity = if self.only_opponent_acts() && !must_act { Severity::Notice } else { Severity::Ruling };
        let due = self.owed_after_illegal_move().allowed;
        let restore = format!(": the position before it is set up again, and he must play {}", self.list_text(&due));
        let then = match self.settings.laws.illegal_moves() {
            IllegalMoveRegime::LostAtOnce => "",
            IllegalMoveRegime::OpponentClaims if !must_act => "",
            IllegalMoveRegime::Corrected | IllegalMoveRegime::OpponentClaims => &restore,
        };
        let alert = self.raise_numbered(
            Alert::new(AlertKind::IllegalMoveCompleted)
                .article(self.settings.laws.illegal_move_article(AlertKind::IllegalMoveCompleted))
                .by(by)
                .squares(self.turn.stood.differences(&self.view()).collect::<Vec<_>>())
                .legal(&due)
                .severity(severity)
                .text(format!("{} has completed an illegal move{then}.", name(by))),
        );
        self.consequences(alert, must_act);
    }

    /// What an illegal move leads to, by the regime: a penalty proposed, or a claim only the opponent can make.
    fn consequences(&mut self, alert: u32, must_act: bool) {
        let by = self.turn.by;
        let before = self.illegal_moves;
        let proposals = if self.only_opponent_acts() && !must_act {
            self.ask_for_claim(by);
            Vec::new()
        } else {
            let proposals = self.propose_penalty(by);
            self.remember_irregularity(alert, by, &proposals);
            proposals
        };
        self.turn.displaced.clear();
        self.hold(HeldFor::IllegalMove, alert, proposals, before);
    }

    /// What only the opponent can claim: in blitz the game, as far as he can checkmate.
    pub(super) fn ask_for_claim(&mut self, by: Color) {
        let (ply, opponent) = (self.turn.ply, by.other());
        match self.settings.laws.regime {
            super::Regime::Blitz => {
                let matter = Matter::Claim { by, ply };
                if let Some(answer) = self.ask(self.turn.position.clone(), By::Player(opponent), matter) {
                    self.tell_blitz_claim(by, ply, answer);
                }
            }
            super::Regime::Rapid | super::Regime::Standard => {
                let alert = self.claim_alert(by, ply).data("claim", "illegal-move");
                self.raise(alert);
            }
        }
    }

    pub(super) fn tell_blitz_claim(&mut self, by: Color, ply: u32, opponent_mates: Winnable) {
        let alert = self.claim_alert(by, ply);
        self.raise(match opponent_mates {
            Winnable::Can => alert.data("claim", "win"),
            Winnable::Cannot => {
                let text = format!("{} He cannot checkmate: he may claim a draw.", alert.text);
                alert.data("claim", "draw").text(text)
            }
            Winnable::Undetermined => {
                let text = format!(
                    "{} Whether he can checkmate, or may only claim a draw, cannot be decided: look.",
                    alert.text
                );
                alert.data("claim", "win").data("or", "draw").advisory(Advisory::Yes).text(text)
            }
        });
    }

    fn claim_alert(&self, by: Color, ply: u32) -> Alert {
        let opponent = by.other();
        Alert::new(AlertKind::OpponentMayClaim)
            .article(self.settings.laws.illegal_move_article(AlertKind::IllegalMoveCompleted))
            .by(opponent)
            .ply(ply)
            .data("by", opponent.name())
            .text(format!(
                "Only {} can have {}'s illegal move ruled on, by a claim before he makes his next move.",
                name(opponent),
                name(by)
            ))
    }

    /// Proposes what the Laws require for a completed illegal move (7.5.5). Gives the proposals' alert numbers.
    pub(super) fn propose_penalty(&mut self, by: Color) -> Vec<u32> {
        let laws = self.settings.laws;
        *self.illegal_moves.of_mut(by) += 1;
        let count = *self.illegal_moves.of(by);
        let opponent = by.other();
        let lost = match laws.illegal_moves() {
            IllegalMoveRegime::LostAtOnce => true,
            IllegalMoveRegime::Corrected | IllegalMoveRegime::OpponentClaims => count >= laws.losing_illegal_move(),
        };
        if !lost {
            return vec![self.propose_time(by, opponent)];
        }
        let ply = self.turn.ply;
        let answer = if laws.draws_if_opponent_cannot_mate() {
            self.ask(self.reinstated_position(), By::Player(opponent), Matter::Penalty { by, ply, count })
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

    /// An irregularity that counts as an illegal move, with what has been proposed for it.
    pub(super) fn remember_irregularity(&mut self, alert: u32, by: Color, proposals: &[u32]) {
        if self.irregularities.len() == MAX_IRREGULARITIES {
            self.irregularities.pop_front();
        }
        self.irregularities.push_back(Irregularity { alert, by, proposals: proposals.to_vec(), counted: true });
    }

    /// The irregularity that this alert tells of, or proposes something for, counts as an illegal move no more. Gives
    /// the proposals that hang on it.
    pub(super) fn uncount(&mut self, number: u32) -> Vec<u32> {
        let of_it = |known: &&mut Irregularity| known.alert == number || known.proposals.contains(&number);
        // The same alert may have been raised more than once in a turn: the last time is meant.
        let Some(known) = self.irregularities.iter_mut().rev().find(of_it) else { return Vec::new() };
        if std::mem::take(&mut known.counted) {
            let count = self.illegal_moves.of_mut(known.by);
            *count = count.saturating_sub(1);
        }
        known.proposals.clone()
    }

    /// The limit of illegal moves is reached: lost, or drawn where the opponent cannot checkmate (7.5.5). Gives the
    /// alert's number.
    fn rule_game_lost(&mut self, by: Color, ply: u32, count: u32, opponent_mates: Winnable) -> u32 {
        let article = self.settings.laws.game_lost_article();
        let (player, opponent) = (name(by), name(by.other()));
        let which = if self.settings.laws.illegal_moves() == IllegalMoveRegime::LostAtOnce {
            format!("{player} has completed an illegal move")
        } else {
            format!("{player} has completed his {} illegal move", ordinal(count))
        };
        let lost = Alert::new(AlertKind::RulingGameLost).data("loser", by.name());
        let (alert, result, how) = match opponent_mates {
            Winnable::Can => {
                (lost.text(format!("{which}: {opponent} wins.")), Some(win_for(by.other())), "illegal moves")
            }
            Winnable::Cannot => (
                Alert::new(AlertKind::RulingGameDrawn)
                    .text(format!("{which}: the game is drawn, for {opponent} cannot checkmate.")),
                Some("1/2-1/2"),
                "illegal moves, opponent cannot checkmate",
            ),
            Winnable::Undetermined => (
                lost.data("or", AlertKind::RulingGameDrawn.name()).advisory(Advisory::Yes).text(format!(
                    "{which}: {opponent} wins, or draws if he cannot checkmate any more, which cannot be decided: look."
                )),
                None,
                "",
            ),
        };
        let number = self.raise_numbered(alert.article(article).by(by).ply(ply));
        self.proposed_end |= self.settings.laws.reply_lets_illegal_move_stand();
        self.stop_for_ruling();
        if let Some(result) = result {
            self.say_proposed_end(result, how);
        }
        number
    }

    /// The same, for a question whose answer came later.
    pub(super) fn rule_game_lost_late(&mut self, by: Color, ply: u32, count: u32, opponent_mates: Winnable) {
        let number = self.rule_game_lost(by, ply, count, opponent_mates);
        if let Some(last) = self.irregularities.back_mut().filter(|last| last.by == by) {
            last.proposals.push(number);
        }
        match self.held.as_mut() {
            Some(held) => held.proposals.push(number),
            // The position has been restored meanwhile.
            None => self.proposed_end = false,
        }
    }

    /// Nobody plays on until the arbiter has spoken, but where the opponent may let the illegal move stand.
    fn stop_for_ruling(&mut self) {
        if !self.settings.laws.reply_lets_illegal_move_stand() {
            self.stage = Stage::Over;
            self.press = None;
        }
    }

    fn propose_time(&mut self, by: Color, opponent: Color) -> u32 {
        let (ms, article) = self.settings.laws.added_time();
        let minutes = if ms == 60_000 { "one minute" } else { "two minutes" };
        let which = ordinal(*self.illegal_moves.of(by));
        let mut alert = Alert::new(AlertKind::RulingAddTime)
            .article(article)
            .by(by)
            .data("to", opponent.name())
            .data("ms", ms)
            .text(format!("{} gets {minutes} more for {}'s {which} illegal move.", name(opponent), name(by)));
        if let Some(increment_ms) = self.increment_of_press(by) {
            alert = alert.data("increment_ms", increment_ms);
        }
        self.raise_numbered(alert)
    }

    /// What the illegal press added to the player's clock (7.1): as readings show it, else as the time control says.
    fn increment_of_press(&self, by: Color) -> Option<u32> {
        self.increment_read(by).or_else(|| {
            let control = self.settings.time_control.as_ref()?;
            self.periods.increment_ms(control, by)
        })
    }

    fn increment_read(&self, by: Color) -> Option<u32> {
        let (pressed_at, _) = self.clock_before_press?;
        let (read_at, last) = self.clock_read_before(pressed_at)?;
        let (before, after) = (last.of(by)?, self.clock.of(by)?);
        let elapsed = if last.running == Some(by) { pressed_at.since(read_at) } else { 0 };
        let expected = u64::from(before).saturating_sub(elapsed);
        let added = u64::from(after).checked_sub(expected)?;
        let seconds = (added + 500) / 1_000;
        (seconds > 0 && self.clock != last).then(|| u32::try_from(seconds * 1_000).unwrap_or(u32::MAX))
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
    pub(super) fn promotion_missing(&mut self, square: Square, promotions: &[LegalMove]) {
        let laws = self.settings.laws;
        let by = self.turn.by;
        self.turn.completed = true;
        let must_act = laws.arbiter_must_act(BothKingsInCheck(false), PromotionUnfinished(true));
        let notice = self.only_opponent_acts() && !must_act;
        let queen = promotions.iter().find(|m| m.promotion == Some(Role::Queen)).cloned();
        let then = if laws.queen_is_put() {
            ": it becomes a queen, and an illegal move is counted"
        } else if notice {
            ", which is an illegal move"
        } else {
            ", which is an illegal move: the position before it is set up again, and he must promote"
        };
        let text = format!("{} pressed the clock with his pawn still on {square}{then}.", name(by));
        let legal: Vec<LegalMove> = if laws.queen_is_put() {
            queen.clone().into_iter().collect()
        } else {
            self.owed_after_illegal_move().allowed
        };
        let alert = self.raise_numbered(
            Alert::new(AlertKind::PromotionMissing)
                .article(laws.illegal_move_article(AlertKind::PromotionMissing))
                .by(by)
                .squares([square])
                .legal(&legal)
                .severity(if notice { Severity::Notice } else { Severity::Ruling })
                .text(text),
        );
        let (true, Some(queen)) = (laws.queen_is_put(), queen) else {
            return self.consequences(alert, must_act);
        };
        if let Some(release) = self.turn.release.as_mut() {
            release.allowed = vec![queen.clone()];
        }
        if laws.illegal_moves() == IllegalMoveRegime::LostAtOnce {
            return self.consequences(alert, must_act);
        }
        self.impose_queen(alert, queen);
    }

    fn impose_queen(&mut self, alert: u32, queen: LegalMove) {
        let by = self.turn.by;
        let before = self.illegal_moves;
        self.turn.broken = Some(self.owed());
        self.imposed = Some(Imposed { square: queen.to, piece: queen.arriving() });
        self.turn.made = Some(Made::new(&self.turn.position, queen, None, true));
        self.say_move(MoveStanding::Made);
        let proposals = self.propose_penalty(by);
        self.remember_irregularity(alert, by, &proposals);
        if self.stage != Stage::Playing {
            return;
        }
        let turn = Box::new(self.turn.clone());
        let pawn_stands = self.wood.board;
        self.complete_turn();
        if self.settings.laws.reply_lets_illegal_move_stand() {
            let mut turn = turn;
            turn.stood = pawn_stands;
            self.held = Some(Held { turn, kind: HeldFor::Promotion, alert, proposals, count_before: before });
        }
    }

    /// What the move that replaces an illegal one may be (7.5.1: 4.3 and 4.7 apply; 2005 names 4.3 only).
    pub(super) fn owed_after_illegal_move(&self) -> super::touch::Duty {
        if self.settings.laws.release_binds_replacement() {
            self.owed()
        } else {
            super::touch::duty(&self.turn.position, &self.turn.legal, &self.turn.touches)
        }
    }

    /// Limited rapid and blitz: the opponent may reply from the board as it stands.
    pub(super) fn await_reply_to_illegal_move(&mut self, kind: HeldFor) {
        let by = self.turn.by;
        let position = match kind {
            HeldFor::Pass => self.turn.position.pass(),
            HeldFor::IllegalMove | HeldFor::Promotion => {
                Position::from_placement(&self.wood.board, by.other(), &self.turn.position)
            }
        };
        let stood = self.wood.board;
        self.turn = Turn::new(self.turn.ply + 1, position, stood);
        self.wood.begin_turn_after(None, Whole::No);
    }

    /// Whether nothing counts until the position before an illegal move is restored, or the arbiter acts: what is lifted
    /// meanwhile is put back, and a reply is void.
    pub(super) fn awaits_restoring(&self) -> bool {
        self.held.is_some() && !self.settings.laws.reply_lets_illegal_move_stand()
    }

    /// Play is held: has the position before the irregularity been restored? Gives whether the look ends here.
    pub(super) fn look_while_held(&mut self) -> bool {
        let Some(held) = &self.held else { return false };
        let kind = held.kind;
        let standing = self.settings.laws.reply_lets_illegal_move_stand();
        let nothing_in_air =
            self.wood.in_air(Color::White).next().is_none() && self.wood.in_air(Color::Black).next().is_none();
        let settled = self.wood.fresh.iter().all(|fresh| fresh.early);
        match kind {
            HeldFor::IllegalMove if settled && self.wood.board == held.turn.stood => {
                self.resume_before_irregularity();
                self.tell_restored();
                true
            }
            HeldFor::IllegalMove if !standing => {
                if nothing_in_air {
                    self.signs_of_the_end();
                }
                true
            }
            HeldFor::Pass if self.player_goes_on_after_pass() => {
                let touches = self.turn.touches.list().to_vec();
                self.resume_before_irregularity();
                // What he has touched since, he has touched in his own turn.
                let own = self.turn.by;
                for touch in touches.into_iter().filter(|touch| touch.piece.color == own) {
                    self.take_touch(touch);
                }
                false
            }
            HeldFor::IllegalMove | HeldFor::Pass | HeldFor::Promotion => false,
        }
    }

    /// After a press without a move the same player acts on: the pass does not stand.
    fn player_goes_on_after_pass(&self) -> bool {
        let Some(held) = &self.held else { return false };
        let own = held.turn.by;
        self.turn.made.is_none()
            && self
                .wood
                .board
                .pieces()
                .any(|(square, piece)| piece.color == own && held.turn.stood.at(square) != Some(piece))
    }

    pub(super) fn resume_before_irregularity(&mut self) {
        let Some(held) = self.held.take() else { return };
        let binds = self.settings.laws.release_binds_replacement();
        self.proposed_end = false;
        self.turn = *held.turn;
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
            Alert::new(AlertKind::PositionRestored)
                .article(self.settings.laws.article(Clause::Of(AlertKind::PositionRestored)))
                .by(self.turn.by)
                .text("The position before the illegal move is on the board again."),
        );
    }

    /// A press while play is held: the opponent completes the reply that lets the illegal move stand, or it is void.
    pub(super) fn pressed_while_held(&mut self, by: Color) {
        if self.settings.laws.reply_lets_illegal_move_stand() && by == self.turn.by {
            self.press = Some(super::press::OpenPress::new(self.now, by));
            self.complete_if_agreed(super::press::Sure::OfAll);
        }
    }

    /// The opponent has made his next move: the illegal move can no longer be corrected (A.4.2).
    pub(super) fn let_illegal_move_stand(&mut self) {
        let Some(held) = self.held.take() else { return };
        let pawn_left = held.kind == HeldFor::Promotion && self.pawn_was_left(&held);
        if held.kind == HeldFor::Promotion && !pawn_left {
            return;
        }
        self.illegal_moves = held.count_before;
        if let Some(known) = self.irregularities.back_mut().filter(|known| known.by == held.turn.by) {
            known.counted = false;
        }
        self.drop_rulings();
        if std::mem::take(&mut self.proposed_end) {
            self.say_reopened();
        }
        for number in held.proposals.clone() {
            self.change_alert(number, |alert| alert.state = AlertState::Lapsed);
        }
        let by = held.turn.by;
        if pawn_left {
            self.retract_imposed(&held);
        } else {
            let account = self.account_of(&held.turn);
            self.say_account(account);
            self.history.push(self.turn.position.clone());
            self.said.push_back(Said::PositionSet(self.turn.position.clone()));
        }
        if held.kind != HeldFor::Pass || self.settings.laws.empty_press_is_illegal_move() {
            self.raise(
                Alert::new(AlertKind::IllegalMoveStands)
                    .article(self.settings.laws.article(Clause::Of(AlertKind::IllegalMoveStands)))
                    .by(by)
                    .ply(held.turn.ply)
                    .text(format!("{} has moved: {}'s illegal move stands.", name(by.other()), name(by))),
            );
        }
        self.watch_illegal_position();
    }

    /// Whether the board shows a reply to a pawn that was left on the last rank and stands there still, or is taken: it
    /// is judged from there, not from the queen that the Laws would have put.
    pub(super) fn is_pawn_left_answered(&self) -> bool {
        let Some(held) = self.held.as_ref().filter(|held| held.kind == HeldFor::Promotion) else { return false };
        let standing = pawn_standing(held);
        let leads_here = |m: &LegalMove| m.after(standing.placement()) == self.wood.board;
        self.pawn_was_left(held) && standing.legal_moves().iter().any(leads_here)
    }

    /// Whether the pawn still stood on the last rank when the opponent moved.
    fn pawn_was_left(&self, held: &Held) -> bool {
        self.imposed.is_some_and(|imposed| {
            let now = self.wood.board.at(imposed.square);
            let stood = held.turn.stood.at(imposed.square);
            now == stood || now.is_some_and(|piece| piece.color != imposed.piece.color)
        })
    }

    /// The queen that the Laws would have put was not: the pawn stands, and the reply is legal from there.
    fn retract_imposed(&mut self, held: &Held) {
        self.imposed = None;
        self.forget_move(held.turn.ply);
        if let Some(made) = &held.turn.made {
            self.said.push_back(Said::Move(super::MoveSaid {
                ply: held.turn.ply,
                before: held.turn.position.clone(),
                m: made.m.clone(),
                status: MoveStanding::Retracted,
                inferred: made.inferred,
            }));
        }
        let mut account = self.account_of(&held.turn);
        account.made = None;
        self.say_account(account);
        let position = pawn_standing(held);
        self.history.truncate(self.history.len().saturating_sub(1));
        self.history.push(position.clone());
        self.said.push_back(Said::PositionSet(position.clone()));
        let made = self.turn.made.clone();
        self.turn.legal = position.legal_moves().into();
        self.turn.free = uci_sorted(&*self.turn.legal).into();
        self.turn.position = position;
        self.turn.stood = held.turn.stood;
        if let Some(made) = made {
            let same = self
                .turn
                .legal
                .iter()
                .find(|m| m.from == made.m.from && m.to == made.m.to && m.promotion == made.m.promotion);
            let same = same.cloned();
            if let Some(m) = same {
                self.turn.made = Some(Made::new(&self.turn.position, m, made.early, made.inferred));
            }
        }
    }

    /// An illegal move stands and the position is still illegal: wait for the next move, then draw (A.4.4).
    pub(super) fn watch_illegal_position(&mut self) {
        let Some(made) = self.turn.made.as_ref().filter(|_| self.stage == Stage::Playing) else { return };
        let after = made.after.clone();
        if !self.settings.laws.watches_illegal_positions() || !is_illegal(&after) {
            return;
        }
        self.watching = true;
        let alert = Alert::new(AlertKind::IllegalPositionWatch)
            .article(self.settings.laws.article(Clause::Of(AlertKind::IllegalPositionWatch)))
            .data("action", "wait-one-move-then-draw")
            .text("The illegal position still stands: wait until the next move is completed; if it stands then, the game is drawn.");
        self.raise(alert);
    }

    /// The watched position is still illegal when the move is completed: drawn (A.4.4).
    pub(super) fn judge_watched_position(&mut self, after: &Position) {
        if !std::mem::take(&mut self.watching) || !is_illegal(after) {
            return;
        }
        self.raise(
            Alert::new(AlertKind::RulingGameDrawn)
                .article(self.settings.laws.article(Clause::Of(AlertKind::IllegalPositionWatch)))
                .text("The illegal position still stands after one more move: the game is drawn."),
        );
        self.propose_end("1/2-1/2", "illegal position");
    }

    /// A result that a ruling proposes: nobody has the move until the arbiter has spoken.
    pub(super) fn propose_end(&mut self, result: &'static str, how: &str) {
        self.stage = Stage::Over;
        self.press = None;
        self.say_proposed_end(result, how);
    }

    fn say_proposed_end(&mut self, result: &'static str, how: &str) {
        self.said.push_back(Said::Over(Outcome { result, termination: how.to_owned(), proposed: true }));
    }

    /// The illegal-move counts, as the arbiter sets them.
    pub fn set_illegal_moves(&mut self, counts: PerPlayer<u32>) {
        self.illegal_moves = counts;
    }
}

/// The position with the pawn still on its last rank.
fn pawn_standing(held: &Held) -> Position {
    Position::from_placement(&held.turn.stood, held.turn.by.other(), &held.turn.position)
}

fn is_illegal(position: &Position) -> bool {
    position.both_in_check() || position.has_pawn_on_last_rank()
}
