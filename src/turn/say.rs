//! Saying it: alerts raised once, moves, accounts of turns.

use std::sync::Arc;

use protocols::Square;

use crate::{
    rules::LegalMove,
    turn::{
        Account, MoveOutput, MoveStatus, TurnMachine, TurnOutput,
        findings::{Alert, AlertKind, AlertState, NamedMove, Of, Owed, Raised, Severity, uci_sorted},
        signs::Kings,
        state::Turn,
    },
};

impl TurnMachine {
    /// Raises an alert, unless the same has been said of the same things.
    pub(super) fn raise(&mut self, alert: Alert) {
        self.raise_numbered(alert);
    }

    /// The same; gives the number of the alert raised, or of the one that said so before.
    pub(super) fn raise_numbered(&mut self, mut alert: Alert) -> u32 {
        if alert.ply == 0 {
            alert.ply = self.turn.ply;
        }
        if self.settings.laws.article_4_only_when_asked() && alert.kind.is_article_4() {
            alert.severity = Severity::Info;
        }
        let Raised { number, news } = self.alerts.raise(alert, &mut self.turn.withdrawn);
        self.tell_alerts(news);
        number
    }

    /// Tells what has become of alerts.
    pub(super) fn tell_alerts(&mut self, news: impl IntoIterator<Item = Alert>) {
        self.output.extend(news.into_iter().map(|alert| TurnOutput::Alert(Box::new(alert))));
    }

    /// Changes an alert already raised, and says so if that changed anything.
    pub(super) fn change_alert(&mut self, number: u32, change: impl FnOnce(&mut Alert)) {
        let changed = self.alerts.change(number, change);
        self.tell_alerts(changed);
    }

    /// All open alerts that fall under this now stand so; gives their numbers.
    pub(super) fn settle_open_alerts(&mut self, state: AlertState, falls: impl Fn(&Alert) -> bool) -> Vec<u32> {
        let settled = self.alerts.settle_open(state, falls);
        let numbers = settled.iter().map(|alert| alert.number).collect();
        self.tell_alerts(settled);
        numbers
    }

    /// The move kept the obligation: pieces lifted and put back were adjusted, for all that matters.
    pub(super) fn settle_returned_pieces(&mut self) {
        self.settle_returned(|_| true);
    }

    /// The move broke it: still nothing is owed for a piece that cannot be moved or captured (4.5).
    pub(super) fn settle_returned_pieces_without_moves(&mut self) {
        let legal = self.turn.legal.clone();
        self.settle_returned(|square| !legal.iter().any(|m| m.takes_up(square)));
    }

    fn settle_returned(&mut self, which: impl Fn(Square) -> bool) {
        let ply = self.turn.ply;
        let numbers: Vec<u32> = self
            .alerts
            .iter()
            .filter(|alert| alert.kind == AlertKind::TouchedPieceReturned && alert.ply == ply)
            .filter(|alert| alert.squares.iter().all(|square| which(*square)))
            .map(|alert| alert.number)
            .collect();
        for number in numbers {
            self.change_alert(number, |alert| alert.severity = Severity::Info);
        }
    }

    /// What was said of a move that was not made falls with it.
    pub(super) fn lapse_obligation_alerts(&mut self) {
        let ply = self.turn.ply;
        let settled =
            self.settle_open_alerts(AlertState::Cleared, |alert| alert.ply == ply && alert.kind.of() == Of::Move);
        self.turn.withdrawn.extend(settled);
    }

    /// Says where the move of the turn in progress stands.
    pub(super) fn say_move(&mut self, status: MoveStatus) {
        let Some(made) = self.turn.made.clone() else { return };
        let (ply, before) = (self.turn.ply, self.turn.position.clone());
        match status {
            MoveStatus::Retracted => self.played.forget_move(ply),
            MoveStatus::Completed | MoveStatus::Corrected | MoveStatus::Made => {
                self.played.record_move(ply, &before, &made.m, made.inferred);
            }
        }
        self.output.push_back(TurnOutput::Move(MoveOutput {
            ply: self.turn.ply,
            before: self.turn.position.clone(),
            m: made.m,
            status,
            inferred: made.inferred,
        }));
    }

    /// Says where the move of an earlier turn stands.
    pub(super) fn say_move_of(&mut self, turn: &Turn, m: &LegalMove, status: MoveStatus) {
        if status == MoveStatus::Retracted {
            self.played.forget_move(turn.ply);
        }
        let inferred = turn.made.as_ref().is_some_and(|made| made.inferred);
        self.output.push_back(TurnOutput::Move(MoveOutput {
            ply: turn.ply,
            before: turn.position.clone(),
            m: m.clone(),
            status,
            inferred,
        }));
    }

    pub(super) fn say_account(&mut self, account: Account) {
        self.output.push_back(TurnOutput::Turn(account));
    }

    /// The account of a turn as it stands. Where nothing is touched, all legal moves are free.
    pub(super) fn account_of(&self, turn: &Turn) -> Account {
        let account = self.account_without_free(turn);
        let is_free = turn.is_untouched() && self.is_obligation_shown(turn);
        if is_free { Account { legal: turn.free().to_vec(), ..account } } else { account }
    }

    fn is_obligation_shown(&self, turn: &Turn) -> bool {
        !self.phase.is_over() || self.kings != Kings::Result || turn.made.is_some()
    }

    /// The same without the moves that are free where nothing is touched.
    pub(super) fn account_without_free(&self, turn: &Turn) -> Account {
        let shown = self.is_obligation_shown(turn);
        let free = turn.is_untouched();
        let owed = match (&turn.made, &turn.broken) {
            _ if free || !shown => None,
            (_, Some(broken)) => Some(broken.clone()),
            (Some(_), None) => None,
            (None, None) => {
                let machine_turn = turn;
                Some(match &machine_turn.release {
                    Some(release) if !turn.completed || self.settings.laws.release_binds_replacement() => {
                        crate::turn::play::release::duty_after_release(release)
                    }
                    _ => crate::turn::duty::duty(&turn.position, &turn.legal, &turn.touches),
                })
            }
        };
        Account {
            ply: turn.ply,
            by: turn.by,
            touched: turn.touches.list().to_vec(),
            own: owed.as_ref().and_then(|owed| owed.own),
            opponent: owed.as_ref().and_then(|owed| owed.opponent),
            legal: owed.map_or_else(Vec::new, |owed| uci_sorted(&owed.allowed)),
            made: turn.made.as_ref().map(|made| made.m.to_uci()),
            completed: turn.completed,
        }
    }

    /// The accounts of turns that have not ended when the log does.
    pub(super) fn account_for_open_turns(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        for waiting in waiting {
            let account = self.account_of(&waiting.turn);
            self.say_account(account);
        }
        if !self.phase.is_setting_up() {
            let account = self.account_of(&self.turn);
            self.say_account(account);
        }
    }

    /// Moves of the turn in progress, with their names.
    pub(super) fn named(&self, moves: &[LegalMove]) -> Arc<[NamedMove]> {
        NamedMove::list(&self.turn.position, moves)
    }

    /// What is owed in the turn in progress: these moves.
    pub(super) fn owed_named(&self, allowed: &[LegalMove]) -> Owed {
        if allowed.len() > 1 && allowed.len() == self.turn.legal.len() {
            Owed::AnyLegalMove
        } else {
            Owed::OneOf(self.named(allowed))
        }
    }

    /// An alert raised under one number is known under another from now on.
    pub(super) fn renumber_alert(&mut self, from: u32, to: u32) {
        let renumber = |number: &mut u32| {
            if *number == from {
                *number = to;
            }
        };
        self.alerts.renumber(from, to);
        self.recovery.alert.iter_mut().chain(self.between_games.told.iter_mut()).for_each(renumber);
        self.turn.empty_press.iter_mut().for_each(|press| renumber(&mut press.alert));
        self.irregularities.renumber(renumber);
        if let Some(stopped) = self.stopped.as_mut() {
            stopped.renumber_alert(renumber);
        }
    }
}
