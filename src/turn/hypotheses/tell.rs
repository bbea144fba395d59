//! What is told, and when: once all hypotheses that are believed say it, or once the best must be taken.

use std::{collections::BTreeSet, sync::Arc};

use protocols::SquareSet;

use crate::{
    rules::{LegalMove, Position, Uci},
    turn::{
        Alert, AlertKind, AlertState, Finding, Mismatch, MoveOutput, MoveStatus, TurnOutput,
        clock::press::LeftPawn,
        hypotheses::{Hypotheses, cost, hypothesis::Hypothesis, told::Told},
        laws::Clause,
        played::MoveMade,
        signs::Kings,
        unrecorded::{RecordNow, RecordStanding},
    },
};

/// So many half-moves wait at most for the evidence that decides between hypotheses. Then the best is told, as
/// inferred, and corrected if it proves wrong.
const MAX_WAITING_PLIES: u32 = 12;

/// So many wait where every hypothesis that is believed contradicts what has been told: there the record is wrong, and
/// not only late.
const MAX_WAITING_BEHIND_WRONG: u32 = 4;

/// So many half-moves told behind a move settle that it was completed.
const SETTLED_PLIES: u32 = 4;

impl Hypotheses {
    /// Tells what is sure now.
    pub(super) fn tell(&mut self) {
        let believed = self.believed().len();
        // What departs from what has been told must be surer than that to replace it.
        let fitting: Vec<usize> = (0..believed).filter(|&index| !self.all[index].departs).collect();
        if !self.tell_shared_ends(&fitting, believed) {
            self.tell_fitting(fitting, believed);
        }
        self.tell_astray(believed);
        self.drop_overtaken();
    }

    /// Tells of the hypotheses believed those that fit what has been told, if one is sure or waits no longer.
    fn tell_fitting(&mut self, fitting: Vec<usize>, believed: usize) {
        match fitting[..] {
            [best, ..] if self.all[best].is_doubted_for_sweeping() => {}
            [index] => self.tell_one(index, Alone::from(believed == 1)),
            [] if believed == 1 && self.is_borne_out(0) => self.revise(Alone::Yes),
            [] if self.waited_plies(0) > MAX_WAITING_PLIES => {
                self.tell_ambiguous(believed);
                self.revise(Alone::No);
            }
            [] => {}
            [best, ..] if fitting.len() == believed && self.say_the_same(believed) => self.tell_one(best, Alone::No),
            _ => {
                self.tell_ambiguous(believed);
                // One that has found moves so long is right against one that finds none, and would wait for ever.
                let waited_enough = |index: &usize| {
                    self.waited_plies(*index) > MAX_WAITING_PLIES && !self.rules_on_a_guess(*index, believed)
                };
                if let Some(index) = fitting.into_iter().find(waited_enough) {
                    self.tell_one(index, Alone::No);
                }
            }
        }
    }

    /// Whether so many hypotheses say the same moves and alerts, and something at all: only what was touched on the way is
    /// open, or whether a captured piece was seen to leave.
    fn say_the_same(&self, believed: usize) -> bool {
        let counts = |said: &&Arc<TurnOutput>| match &***said {
            TurnOutput::Alert(alert) => alert.kind != AlertKind::SlideInferred,
            said => !matches!(said, TurnOutput::Turn(_)),
        };
        let said = |index: usize| self.all[index].untold.iter().filter(counts);
        let is_same = |(one, other): (&Arc<TurnOutput>, &Arc<TurnOutput>)| match (&**one, &**other) {
            (TurnOutput::Move(one), TurnOutput::Move(other)) => {
                (one.ply, one.m.to_uci(), one.status) == (other.ply, other.m.to_uci(), other.status)
            }
            _ => is_same(one, other),
        };
        let says_it = |other: usize| said(other).count() == said(0).count() && said(0).zip(said(other)).all(is_same);
        said(0).next().is_some() && (1..believed).all(says_it)
    }

    /// Drops what contradicts settled play: a press that was empty, where the told game has a move that was completed by it
    /// and answered, and has gone on from there. Nothing that comes later makes that press empty again.
    fn drop_overtaken(&mut self) {
        if self.all.len() == 1 || self.all.iter().all(|hypothesis| hypothesis.departs) {
            return;
        }
        let told = &self.told;
        let Some(last) = told.moves.keys().next_back().copied() else { return };
        let overtaken = |alert: &&Alert| {
            alert.kind == AlertKind::PressWithoutMove
                && alert.ply + SETTLED_PLIES <= last
                && told.moves.contains_key(&alert.ply)
                && !told.alerts.values().any(|known| alert.repeats(known))
        };
        let followed = self.all.len();
        self.all.retain(|hypothesis| {
            !hypothesis.departs || !hypothesis.machine.alerts.iter().any(|alert| overtaken(&alert))
        });
        if self.all.len() < followed {
            self.timer.take();
        }
    }

    /// What the record of the game is like. What the best hypothesis has, and is about to be told, counts as recorded
    /// while no more waits than may wait for the evidence.
    pub(in crate::turn) fn record_now(&self) -> RecordNow {
        let best = &self.all[0].machine;
        let (told, followed) = (self.told.moves.len(), best.played.moves().len());
        let fits = self.believed().iter().any(|hypothesis| !hypothesis.departs);
        let most = if fits { MAX_WAITING_PLIES + 1 } else { MAX_WAITING_BEHIND_WRONG };
        let waits = followed.saturating_sub(told) <= most as usize;
        let standing = match best.record_standing() {
            RecordStanding::Whole if best.is_over() && best.sensed.board().occupied() != self.occupied => {
                best.standing_behind_end()
            }
            RecordStanding::Whole if !waits || best.sensed.board().occupied() != self.occupied => {
                RecordStanding::Behind
            }
            standing => standing,
        };
        RecordNow { half_moves: if waits { followed } else { told }, standing, unseen: best.made_beside_board() }
    }

    /// Tells that nothing explains any more what the sensors show, or that something does again.
    fn tell_astray(&mut self, believed: usize) {
        let astray = self.all.iter().take(believed).all(|hypothesis| hypothesis.is_astray(self.occupied));
        match self.told.astray {
            None if astray => {
                let explained = self.machine().sensed.board().occupied();
                let differs = SquareSet::from_bits(explained ^ self.occupied);
                let alert = Alert::new(Finding::PositionMismatch(Mismatch::NoGameFits))
                    .article(self.settings.laws.article(Clause::Of(AlertKind::PositionMismatch)))
                    .squares(differs.iter());
                self.told.astray = Some(self.raise_in_all(alert));
            }
            Some(number) if !astray && self.all[0].machine.agrees() => {
                self.told.astray = None;
                self.clear_in_all(number);
            }
            Some(_) | None => {}
        }
    }

    /// An alert of what the hypotheses together show: told by the one that is sure, and every other has it.
    pub(in crate::turn) fn raise_in_all(&mut self, alert: Alert) -> u32 {
        // What a hypothesis has said besides waits until it is believed.
        let (teller, told_of) = match self.sure.as_deref_mut() {
            Some(sure) => (sure, 0),
            None => {
                let best = &mut *self.all[0].machine;
                let waiting = best.output.len();
                (best, waiting)
            }
        };
        teller.alerts.number_after(self.alert_number);
        let number = teller.raise_numbered(alert);
        self.alert_number = teller.alerts.last_number();
        let alert = teller.alerts.get(number).cloned();
        let news = self.told.take_down(teller.output.split_off(told_of));
        self.output.extend(news);
        for machine in self.machines() {
            alert.iter().for_each(|alert| machine.alerts.adopt(alert));
        }
        number
    }

    /// What such an alert told of is no longer so: that is told once.
    pub(in crate::turn) fn clear_in_all(&mut self, number: u32) {
        let mut cleared = None;
        for machine in self.machines() {
            if !machine.settle_open_alerts(AlertState::Cleared, |alert| alert.number == number).is_empty() {
                cleared = machine.output.pop_back();
            }
        }
        let news = self.told.take_down(cleared);
        self.output.extend(news);
    }

    /// Hypotheses that were believed are followed no longer: where they have another move than the best, what was
    /// told to be ambiguous stays so.
    pub(super) fn remember_undecided(&mut self, dropped: &[Hypothesis]) {
        let best = &self.all[0];
        let believed = best.cost() + cost::BELIEVED;
        for other in dropped.iter().filter(|other| other.cost() <= believed) {
            for ply in self.told.ambiguous.keys() {
                let move_of = |hypothesis: &Hypothesis| {
                    hypothesis.line().find(|(at, _)| at == ply).map(|(_, uci)| uci.to_owned())
                };
                if move_of(other) != move_of(best) {
                    self.told.undecided.insert(*ply);
                }
            }
        }
    }

    /// Half-moves that this hypothesis has gone on since it was last sure what was played.
    pub(super) fn waited_plies(&self, index: usize) -> u32 {
        self.all[index].machine.turn.ply.saturating_sub(self.machine().turn.ply)
    }

    /// Whether a move has been completed since this hypothesis could have been told: a revision waits for it. Against an end
    /// that was told more of them speak: pieces are set up again in any order.
    fn is_borne_out(&self, index: usize) -> bool {
        self.waited_plies(index) > if self.told.over { MAX_WAITING_BEHIND_WRONG } else { 0 }
    }

    /// This hypothesis is what happened, as far as anybody can tell.
    pub(super) fn tell_one(&mut self, index: usize, alone: Alone) {
        self.sure = None;
        self.all[..=index].rotate_right(1);
        if alone == Alone::Yes {
            self.clear_ambiguous();
        }
        let batch: Vec<Arc<TurnOutput>> = Arc::unwrap_or_clone(std::mem::take(&mut self.all[0].untold)).into();
        if batch.is_empty() {
            return;
        }
        for other in &mut self.all[1..] {
            other.hear(&batch);
        }
        if batch.iter().any(|said| matches!(**said, TurnOutput::GameBegun(_))) {
            self.all.truncate(1);
            self.settings = self.all[0].machine.settings;
            self.words.forget();
        }
        let news = self.told.take_down(batch.into_iter().map(Arc::unwrap_or_clone));
        self.output.extend(news);
    }

    /// Another hypothesis than the one told, now the best, has proved right: what differs is corrected, and what
    /// followed replayed.
    pub(super) fn revise(&mut self, alone: Alone) {
        self.sure = None;
        if alone == Alone::Yes {
            self.clear_ambiguous();
        }
        let said = self.all[0].revision_of(&mut self.told);
        self.output.extend(said);
        for other in &mut self.all[1..] {
            other.departs = true;
        }
    }

    /// Only one hypothesis is left: what was ambiguous is decided. Not by what is done to the pieces after the game, nor
    /// by kings on their way to the centre: what is irregular in that is no evidence of what was played.
    fn clear_ambiguous(&mut self) {
        if self.all[0].may_be_tidied_up() {
            return;
        }
        for (ply, number) in std::mem::take(&mut self.told.ambiguous) {
            if self.told.undecided.contains(&ply) {
                self.told.ambiguous.insert(ply, number);
            } else {
                self.all[0].machine.settle_open_alerts(AlertState::Cleared, |alert| alert.number == number);
            }
        }
        self.all[0].collect();
    }

    /// Tells of every half-move that has been completed and that the hypotheses believed do not agree on; once the kings
    /// have shown a result, of the last one, too: nothing is in the hand any more, so it was made or it was not.
    fn tell_ambiguous(&mut self, believed: usize) {
        let Some(sure) = self.sure.as_deref() else { return };
        let (first, last) = (sure.turn.ply, self.all[0].machine.turn.ply);
        for ply in first..last {
            let candidates = self.candidates(believed, ply);
            if candidates.len() > 1 && !self.told.ambiguous.contains_key(&ply) {
                self.tell_ambiguous_ply(ply, &candidates);
            }
        }
        if !self.is_result_shown() || self.told.ambiguous.contains_key(&last) {
            return;
        }
        let candidates = self.candidates(believed, last);
        let is_lacked = || self.all[..believed].iter().any(|hypothesis| !hypothesis.line().any(|(ply, _)| ply == last));
        if candidates.len() > 1 || (!candidates.is_empty() && is_lacked()) {
            self.tell_ambiguous_ply(last, &candidates);
        }
    }

    /// The hypotheses that are believed: as good as the best, or nearly so.
    pub(super) fn believed(&self) -> &[Hypothesis] {
        let most = self.all[0].cost() + cost::BELIEVED;
        let count = self.all.iter().take_while(|hypothesis| hypothesis.cost() <= most).count();
        &self.all[..count]
    }

    /// Whether the kings have shown a result.
    pub(super) fn is_result_shown(&self) -> bool {
        self.all[0].machine.kings == Kings::Result
    }

    /// The half-moves from this one on are made anew: what was open of them is no more.
    pub(super) fn forget_ambiguous(&mut self, from: u32) {
        for (ply, number) in self.told.ambiguous.split_off(&from) {
            self.told.undecided.remove(&ply);
            self.clear_in_all(number);
        }
    }

    /// The arbiter has said what this half-move was: what is open of later ones is asked without the moves that are not
    /// legal any more.
    pub(super) fn narrow_ambiguous_behind(&mut self, ply: u32) {
        let open: Vec<(u32, u32)> =
            self.told.ambiguous.range(ply + 1..).map(|(open, number)| (*open, *number)).collect();
        for (open, number) in open {
            let machine = &self.all[0].machine;
            let made = machine.played.moves().iter().find(|made| made.ply == open);
            let next = (machine.turn.ply == open).then(|| machine.position());
            let before = made.map(|made| &made.before).or(next).cloned();
            let asked = self.told.alerts.get(&number).map(|alert| alert.legal.clone()).unwrap_or_default();
            let legal: Vec<LegalMove> = before
                .iter()
                .flat_map(|before| asked.iter().filter_map(|uci| before.legal_move(uci.as_str())))
                .collect();
            match before {
                Some(before) if legal.len() > 1 => self.narrow_question(open, number, &before, &legal),
                _ => self.settle_question(open, number),
            }
        }
    }

    /// Tells once that such an alert is about this now.
    fn change_in_all(&mut self, number: u32, to: &Alert) {
        let mut changed = None;
        for machine in self.machines() {
            let told = machine.output.len();
            machine.change_alert(number, |alert| alert.asks_now(to.clone()));
            if machine.output.len() > told {
                changed = machine.output.pop_back();
            }
        }
        let news = self.told.take_down(changed);
        self.output.extend(news);
    }

    /// The half-move of which this alert asks what was played, and the moves that it names.
    pub(super) fn asked_moves(&self, number: u32) -> Option<(u32, Vec<Uci>)> {
        let (ply, _) = self.told.ambiguous.iter().find(|(_, known)| **known == number)?;
        let asked = self.told.alerts.values().find(|alert| alert.number == number)?;
        Some((*ply, asked.legal.clone()))
    }

    /// What the hypotheses believed say that a half-move was, each with the position before it.
    pub(super) fn candidates(&self, believed: usize, ply: u32) -> Vec<(Position, LegalMove)> {
        let mut candidates: Vec<(Position, LegalMove)> = Vec::new();
        for hypothesis in &self.all[..believed] {
            if let Some(made) = hypothesis.machine.played.moves().iter().find(|made| made.ply == ply)
                && !candidates.iter().any(|(_, m)| m.to_uci() == made.uci)
                && let Some(m) = made.before.legal_move(made.uci.as_str())
            {
                candidates.push((made.before.clone(), m));
            }
        }
        candidates
    }

    pub(super) fn tell_ambiguous_ply(&mut self, ply: u32, candidates: &[(Position, LegalMove)]) {
        let (before, _) = &candidates[0];
        let moves: Vec<LegalMove> = candidates.iter().map(|(_, m)| m.clone()).collect();
        let alert = self.machine().ambiguous(ply, before, &moves, Clause::CaptureMade, LeftPawn::RuledOut);
        let number = self.raise_in_all(alert);
        self.told.ambiguous.insert(ply, number);
    }

    /// The arbiter says which move a ply was: the hypotheses that have it are kept, if there are any.
    pub(super) fn keep_where(&mut self, ply: u32, written: &str) -> bool {
        let has = |hypothesis: &Hypothesis| hypothesis.has_made(ply, written);
        if !self.all.iter().any(has) || self.all.len() == 1 {
            return false;
        }
        // An illegal move was told there, which he replaces; that there was none is not believed.
        let best = &self.all[0];
        let is_told_illegal = !best.departs && best.machine.is_stopped_at(ply);
        if is_told_illegal && !self.believed().iter().any(has) {
            return false;
        }
        self.told.undecided.remove(&ply);
        if let Some(number) = self.told.ambiguous.remove(&ply) {
            self.clear_in_all(number);
        }
        self.all.retain(has);
        // What he has said need not be borne out by moves; what is still open after it is told so.
        if self.all.iter().all(|hypothesis| hypothesis.departs) {
            self.revise(Alone::from(self.all.len() == 1));
            for open in ply..self.all[0].machine.turn.ply {
                let candidates = self.candidates(self.all.len(), open);
                if candidates.len() > 1 && !self.told.ambiguous.contains_key(&open) {
                    self.tell_ambiguous_ply(open, &candidates);
                }
            }
        }
        self.tell();
        self.clear_agreed();
        let unseen = self.all[0].machine.recovery.alert;
        let is_asked_of_it =
            |alert: &&Alert| alert.kind == AlertKind::MoveAmbiguous && alert.ply == ply && alert.state.is_open();
        // What was played unseen is open until all of it is known.
        let asked = self.told.alerts.values().filter(is_asked_of_it).map(|alert| alert.number);
        for number in asked.filter(|number| unseen != Some(*number)).collect::<Vec<_>>() {
            self.clear_in_all(number);
        }
        true
    }

    /// Whatever is open is asked without the moves that no hypothesis has any more; where one is left that all have, it is open
    /// no more.
    pub(super) fn clear_agreed(&mut self) {
        // What is done to the pieces after the game is no evidence of what was played.
        let followed = if self.all[0].may_be_tidied_up() { self.all.len() } else { self.believed().len() };
        for (ply, number) in self.told.ambiguous.clone() {
            if self.told.undecided.contains(&ply) {
                continue;
            }
            let candidates = self.candidates(followed, ply);
            let all_have = self.all[..followed].iter().all(|hypothesis| hypothesis.line().any(|(at, _)| at == ply));
            let legal: Vec<LegalMove> = candidates.iter().map(|(_, m)| m.clone()).collect();
            match &candidates[..] {
                [] => self.settle_question(ply, number),
                [_] if all_have => self.settle_question(ply, number),
                [(before, _), ..] => self.narrow_question(ply, number, before, &legal),
            }
        }
    }

    fn settle_question(&mut self, ply: u32, number: u32) {
        self.told.ambiguous.remove(&ply);
        self.told.undecided.remove(&ply);
        self.clear_in_all(number);
    }

    /// Of the moves that such an alert names only these are left, if they are fewer.
    fn narrow_question(&mut self, ply: u32, number: u32, before: &Position, left: &[LegalMove]) {
        let Some(asked) = self.told.alerts.get(&number).filter(|alert| alert.state.is_open()) else { return };
        let legal: Vec<LegalMove> = left.iter().filter(|m| asked.legal.contains(&m.to_uci())).cloned().collect();
        if legal.is_empty() || legal.len() >= asked.legal.len() {
            return;
        }
        let narrowed = self.machine().ambiguous(ply, before, &legal, Clause::CaptureMade, LeftPawn::RuledOut);
        self.change_in_all(number, &narrowed);
    }

    /// Gives up all hypotheses but the best.
    pub(super) fn settle_on_best(&mut self) {
        let given_up = self.all.split_off(1);
        self.remember_undecided(&given_up);
        if self.all[0].departs { self.revise(Alone::No) } else { self.tell_one(0, Alone::No) }
    }
}

/// Whether anything else is believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Alone {
    No,
    Yes,
}

impl Alone {
    pub(super) fn from(alone: bool) -> Alone {
        if alone { Alone::Yes } else { Alone::No }
    }
}

impl Hypothesis {
    /// Something is told: what this hypothesis says too need not be told again; where it says something else, it
    /// departs from what is known.
    fn hear(&mut self, told: &[Arc<TurnOutput>]) {
        if self.departs {
            return;
        }
        let agrees = told.len() <= self.untold.len() && told.iter().zip(&*self.untold).all(|(a, b)| is_same(a, b));
        if !agrees {
            self.departs = true;
            return;
        }
        let mine: Vec<_> = Arc::make_mut(&mut self.untold).drain(..told.len()).collect();
        for (said, mine) in told.iter().zip(mine) {
            if let (TurnOutput::Alert(said), TurnOutput::Alert(mine)) = (&**said, &*mine) {
                self.renumber(mine.number, said.number);
            }
        }
    }

    /// Whether it undoes no move that has been told.
    pub(super) fn keeps(&self, told: &Told) -> bool {
        told.moves.iter().all(|(ply, (_, uci))| self.line().any(|made| made == (*ply, *uci)))
    }

    /// What must be told so that this hypothesis is, instead of what has been.
    pub(super) fn revision_of(&mut self, told: &mut Told) -> Vec<TurnOutput> {
        let mut news: Vec<TurnOutput> = Vec::new();
        // Alerts of what did not happen fall; those of the same things keep their numbers.
        for alert in told.alerts.values() {
            let is_it = |mine: &&Alert| mine.number == alert.number || mine.repeats(alert);
            let partner = self.machine.alerts.iter().find(is_it).map(|mine| mine.number);
            match partner {
                Some(number) => self.machine.renumber_alert(number, alert.number),
                None if alert.state.is_open() || alert.is_over_by_itself() => {
                    news.push(TurnOutput::Alert(Box::new(Alert { state: AlertState::Cleared, ..alert.clone() })));
                }
                None => {}
            }
        }
        let moves = self.machine.played.moves().clone();
        let gone = told.moves.keys().rev().filter(|ply| !moves.iter().any(|made| made.ply == **ply));
        for ply in gone {
            let (before, uci) = &told.moves[ply];
            news.extend(move_said(*ply, before, *uci, MoveStatus::Retracted));
        }
        let mut first_changed = None;
        let mut newly_completed = BTreeSet::new();
        for MoveMade { ply, before, uci, .. } in moves.iter() {
            let status = match told.moves.get(ply) {
                // What follows a move that changes is said anew with it.
                Some((position, move_told)) if position == before && move_told == uci && first_changed.is_none() => {
                    None
                }
                Some(_) => Some(MoveStatus::Corrected),
                None => Some(MoveStatus::Made),
            };
            if let Some(status) = status {
                first_changed.get_or_insert(*ply);
                news.extend(move_said(*ply, before, *uci, status));
            }
            let is_open = status == Some(MoveStatus::Made) || (status.is_none() && !told.completed.contains(ply));
            if is_open && self.machine.has_completed(*ply) {
                newly_completed.insert(*ply);
                news.extend(move_said(*ply, before, *uci, MoveStatus::Completed));
            }
        }
        let is_said_anew = |ply: u32| newly_completed.contains(&ply) || first_changed.is_some_and(|first| ply >= first);
        if told.over && self.machine.phase.is_playing() {
            news.push(TurnOutput::Reopened);
        }
        let mut accounted = BTreeSet::new();
        for said in Arc::unwrap_or_clone(std::mem::take(&mut self.untold)) {
            match Arc::unwrap_or_clone(said) {
                TurnOutput::Turn(account) if is_said_anew(account.ply) => {
                    accounted.insert(account.ply);
                    news.push(TurnOutput::Turn(account));
                }
                TurnOutput::Over(outcome) if self.machine.phase.is_over() => {
                    news.push(TurnOutput::Over(outcome));
                }
                TurnOutput::PositionSet(position) => news.push(TurnOutput::PositionSet(position)),
                TurnOutput::Alert(_)
                | TurnOutput::Ask(_)
                | TurnOutput::GameBegun(_)
                | TurnOutput::Move(_)
                | TurnOutput::Over(_)
                | TurnOutput::Reopened
                | TurnOutput::Turn(_) => {}
            }
        }
        let lacks_account = |made: &&MoveMade| is_said_anew(made.ply) && !accounted.contains(&made.ply);
        let repeated = moves.iter().filter(lacks_account).filter_map(|made| told.account_to_repeat(made.ply, made.uci));
        news.extend(repeated.map(TurnOutput::Turn));
        // What was raised and is gone already is no news.
        let is_known = |alert: &&Alert| alert.state != AlertState::Cleared || told.alerts.contains_key(&alert.number);
        let alerts = self.machine.alerts.iter().filter(is_known);
        news.extend(alerts.map(|alert| TurnOutput::Alert(Box::new(alert.clone()))));
        self.departs = false;
        told.take_down(news)
    }
}

/// Whether two hypotheses say the same; numbers of alerts are their own.
fn is_same(one: &Arc<TurnOutput>, other: &Arc<TurnOutput>) -> bool {
    match (&**one, &**other) {
        _ if Arc::ptr_eq(one, other) => true,
        (TurnOutput::Alert(one), TurnOutput::Alert(other)) => {
            Alert { number: 0, ..(**one).clone() } == Alert { number: 0, ..(**other).clone() }
        }
        (one, other) => one == other,
    }
}

fn move_said(ply: u32, before: &Position, uci: Uci, status: MoveStatus) -> Option<TurnOutput> {
    let m = before.legal_move(uci.as_str())?;
    Some(TurnOutput::Move(MoveOutput { ply, before: before.clone(), m, status, inferred: true }))
}
