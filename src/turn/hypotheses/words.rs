//! What the arbiter has said of half-moves, kept for when he says otherwise: what was seen since his first word is then
//! explained anew, as though he had said the second one at first.

use std::{collections::BTreeSet, sync::Arc};

use crate::{
    rules::Winnable,
    turn::{
        Act, Alert, AlertKind, AlertState, GameTime, Question, Refusal, TurnOutput,
        findings::Rarity,
        hypotheses::{Hypotheses, cost, hypothesis::Hypothesis, told::Told},
        sense::scan::{Flicker, Seen},
    },
};

/// Of so many half-moves his word is kept.
const MAX_WORDS: usize = 4;

/// So much that happened since his first word is kept: behind more of it, no word is heard again.
const MAX_SINCE: usize = 2_000;

/// His words of half-moves, and what has happened since.
#[derive(Debug, Clone, Default)]
pub(super) struct Words {
    said: Vec<Word>,
    since: Vec<Since>,
}

/// He has said what a half-move was.
#[derive(Debug, Clone)]
struct Word {
    ply: u32,
    /// All hypotheses as they were before.
    before: Box<Hypotheses>,
    /// How much had happened when he said it.
    heard_at: usize,
}

/// What has happened, and when.
#[derive(Debug, Clone)]
struct Since {
    at: GameTime,
    event: Happened,
}

#[derive(Debug, Clone)]
pub(super) enum Happened {
    /// The arbiter has acted on an alert, by the number that was told, or on something else.
    Acted(Act),
    Answered(Question, Winnable),
    Flickered(Flicker),
    Said(Said),
    Seen {
        seen: Seen,
        lift_follows: bool,
    },
}

/// What he has said that a half-move was, in UCI or in SAN.
#[derive(Debug, Clone)]
pub(super) struct Said {
    ply: u32,
    /// `None`: none of the moves that were named.
    written: Option<String>,
}

impl Words {
    /// Keeps what has happened, if it is behind a word.
    pub(super) fn note(&mut self, at: GameTime, event: impl FnOnce() -> Happened) {
        if self.said.is_empty() {
            return;
        }
        if self.since.len() >= MAX_SINCE {
            return self.forget();
        }
        self.since.push(Since { at, event: event() });
    }

    /// What was said can be said otherwise no more.
    pub(super) fn forget(&mut self) {
        *self = Words::default();
    }

    fn keep(&mut self, at: GameTime, said: Said, before: Hypotheses) {
        let heard_at = self.since.len();
        if !self.said.iter().any(|word| word.ply == said.ply) && self.said.len() < MAX_WORDS {
            self.said.push(Word { ply: said.ply, before: Box::new(before), heard_at });
        }
        self.note(at, || Happened::Said(said));
    }

    /// His first word of this half-move.
    fn first_of(&self, ply: u32) -> Option<usize> {
        self.said.iter().position(|word| word.ply == ply)
    }
}

impl Hypotheses {
    /// The arbiter acts, and may say of a half-move something else than before.
    ///
    /// # Errors
    /// [`Refusal`], with nothing changed.
    pub(in crate::turn) fn act(&mut self, act: Act) -> Result<(), Refusal> {
        // He decides on what he was told, not on what may be told once it is sure.
        if let Act::Acknowledge(number) | Act::Confirm(number) | Act::Dismiss(number) | Act::LetStand(number) = act
            && !self.told.alerts.contains_key(&number)
        {
            return Err(Refusal::NoSuchAlert(number));
        }
        let said = match &act {
            Act::SetMove { ply, written } => Some(Said { ply: *ply, written: Some(written.clone()) }),
            Act::Confirm(number) => self.asked_moves(*number).and_then(|(ply, moves)| match moves[..] {
                [uci] => Some(Said { ply, written: Some(uci.as_str().to_owned()) }),
                _ => None,
            }),
            Act::Dismiss(number) => self.asked_moves(*number).map(|(ply, _)| Said { ply, written: None }),
            _ => None,
        };
        let Some(said) = said else {
            let outcome = self.act_once(act.clone());
            if outcome.is_ok() {
                self.note_act(act);
            }
            return outcome;
        };
        match self.hear_otherwise(&said, &act) {
            Some(outcome) => outcome,
            None => self.hear(said, act),
        }
    }

    /// He has done something else: it can be done again behind another word, unless it makes the position anew or parts what
    /// counts from what does not.
    fn note_act(&mut self, act: Act) {
        match act {
            Act::Acknowledge(_)
            | Act::AdjustClock(..)
            | Act::Claim(_)
            | Act::Confirm(_)
            | Act::Dismiss(_)
            | Act::LetStand(_)
            | Act::Register { .. }
            | Act::SetIllegalMoves(_)
            | Act::SetResult(_) => self.words.note(self.now, || Happened::Acted(act)),
            Act::NewGame(_)
            | Act::Reopen
            | Act::Resume
            | Act::SetMove { .. }
            | Act::SetPosition(_)
            | Act::Suspend
            | Act::TakeBack(_) => self.words.forget(),
        }
    }

    /// Takes his word, and keeps what was before it.
    fn hear(&mut self, said: Said, act: Act) -> Result<(), Refusal> {
        let before = self.without_words();
        let outcome = self.act_once(act);
        if outcome.is_ok() {
            self.words.keep(self.now, said, before);
        }
        outcome
    }

    fn without_words(&mut self) -> Hypotheses {
        let words = std::mem::take(&mut self.words);
        let mut before = self.clone();
        before.output.clear();
        self.words = words;
        before
    }

    /// Takes a word that is not the first of its half-move: as though it were, if that leaves less irregular than to take it
    /// now. `None`: it is the first, or it is what stands.
    fn hear_otherwise(&mut self, said: &Said, act: &Act) -> Option<Result<(), Refusal>> {
        let Said { ply, written: Some(written) } = said else { return None };
        let first = self.words.first_of(*ply)?;
        if self.all[0].has_made(*ply, written) {
            return None;
        }
        let again = self.heard_again(first, written)?;
        let number = self.words.said[first].before.alert_number;
        let mut now = self.clone();
        let outcome = now.hear(said.clone(), act.clone());
        // Those included that count only if an irregularity stands.
        let is_whole = now.all[0].half_moves() >= again.all[0].half_moves();
        if outcome.is_ok() && is_whole && now.irregular_since(number) < again.irregular_since(number) {
            *self = now;
        } else {
            self.go_on_as(again);
        }
        Some(Ok(()))
    }

    /// All hypotheses as they would be if he had said this instead of that first word.
    fn heard_again(&self, first: usize, written: &str) -> Option<Hypotheses> {
        let Word { ply, before, heard_at } = &self.words.said[first];
        let since = &self.words.since[*heard_at..];
        let mut again = (**before).clone();
        again.alert_number = self.alert_number;
        again.words = Words { said: self.words.said[..first].to_vec(), since: self.words.since[..*heard_at].to_vec() };
        let said = Said { ply: *ply, written: Some(written.to_owned()) };
        again.hear_said(said).ok()?;
        let mut heard = BTreeSet::from([*ply]);
        let last_of = |ply: u32| {
            since.iter().rev().find_map(|since| match &since.event {
                Happened::Said(said) if said.ply == ply && said.written.is_some() => Some(said),
                _ => None,
            })
        };
        for Since { at, event } in since {
            again.run_due(*at);
            again.now = again.now.max(*at);
            match event {
                Happened::Said(said) if heard.contains(&said.ply) => {}
                // His last word of a half-move is heard where he said the first. One that does not follow any more is none.
                Happened::Said(said) => {
                    let last = last_of(said.ply).unwrap_or(said);
                    if again.hear_said(last.clone()).is_ok() {
                        heard.insert(said.ply);
                    }
                }
                Happened::Acted(act) => {
                    if let Some(now) = again.act_named_as_in(&self.told, act)
                        && again.act_once(now).is_ok()
                    {
                        again.note_act(act.clone());
                    }
                }
                Happened::Answered(question, answer) => again.answer(question, *answer),
                Happened::Flickered(flicker) => {
                    again.words.note(*at, || event.clone());
                    again.flickered(*flicker);
                }
                Happened::Seen { seen, lift_follows } => {
                    again.words.note(*at, || event.clone());
                    again.see(*seen, *lift_follows);
                    again.tell();
                }
            }
            if again.beginning().is_some() {
                return None;
            }
        }
        again.run_due(self.now);
        again.now = again.now.max(self.now);
        let begins_anew = again.output.iter().any(|said| matches!(said, TurnOutput::GameBegun(_)));
        (again.beginning().is_none() && !begins_anew).then_some(again)
    }

    fn hear_said(&mut self, said: Said) -> Result<(), Refusal> {
        match said.written.clone() {
            Some(written) => self.hear(said.clone(), Act::SetMove { ply: said.ply, written }),
            None => Ok(()),
        }
    }

    /// What he did about an alert that was told, by the number that it has here. `None`: there is none here.
    fn act_named_as_in(&self, told: &Told, act: &Act) -> Option<Act> {
        let here = |number: u32| {
            let alerts = &self.all[0].machine.alerts;
            let known = told.alerts.get(&number)?;
            let same = alerts.get(number).filter(|mine| mine.repeats(known));
            same.or_else(|| alerts.iter().rev().find(|mine| mine.repeats(known))).map(|mine| mine.number)
        };
        Some(match act {
            Act::Acknowledge(number) => Act::Acknowledge(here(*number)?),
            Act::Confirm(number) => Act::Confirm(here(*number)?),
            Act::Dismiss(number) => Act::Dismiss(here(*number)?),
            Act::LetStand(number) => Act::LetStand(here(*number)?),
            act => act.clone(),
        })
    }

    /// How irregular the best hypothesis is, with what has been raised since the alert of this number. What lawful players
    /// do now and then does not count.
    fn irregular_since(&self, number: u32) -> u32 {
        let best = &self.all[0];
        let alerts = best.machine.alerts.iter().filter(|alert| alert.number > number && !alert.taken_back);
        let raised =
            alerts.filter(|alert| alert.state != AlertState::Cleared && alert.kind != AlertKind::PlayNotRecorded);
        let is_grave = |alert: &&Alert| matches!(alert.kind.rarity(), Rarity::Blunder | Rarity::Irregular);
        let grave = raised.filter(is_grave).map(|alert| cost::of(alert.kind));
        let differs = (best.machine.sensed.board().occupied() ^ self.occupied).count_ones();
        grave.sum::<u32>() + differs * cost::DISPLACED + best.strain()
    }

    /// What was heard again is what happened: what differs from what has been told is corrected.
    fn go_on_as(&mut self, mut again: Hypotheses) {
        again.scan = std::mem::take(&mut self.scan);
        // What is told of the record as a whole stays until that is whole again.
        let of_record = |alert: &&Alert| alert.kind == AlertKind::PlayNotRecorded && alert.state.is_open();
        for alert in self.told.alerts.values().filter(of_record) {
            again.machines().for_each(|machine| machine.alerts.adopt(alert));
        }
        for (mine, known) in self.told.partners_of(again.machine().alerts.as_slice()) {
            again.renumber(mine, known.number);
            if known.state == AlertState::Acknowledged {
                for machine in again.machines() {
                    // One that never raised it has nothing to acknowledge.
                    let _ = machine.act(Act::Acknowledge(known.number));
                    machine.output.clear();
                }
            }
        }
        let mut teller = Hypothesis::new(again.machine().clone());
        let (asks, said): (Vec<_>, Vec<_>) =
            again.output.drain(..).partition(|said| matches!(said, TurnOutput::Ask(_)));
        teller.untold = Arc::new(said.into_iter().map(Arc::new).collect());
        let news = teller.revision_of(&mut self.told);
        let unanswered = |said: &TurnOutput| match said {
            TurnOutput::Ask(question) => again.asked.iter().any(|asked| asked.mate == question.mate),
            _ => false,
        };
        let asks: Vec<TurnOutput> = asks.into_iter().filter(unanswered).collect();
        self.told.take_open_from(&again.told);
        let told = std::mem::take(&mut self.told);
        again.machines().for_each(|machine| machine.alerts.adopt_fallen(told.alerts.values()));
        again.told = told;
        again.output = std::mem::take(&mut self.output);
        again.output.extend(news.into_iter().chain(asks));
        again.timer.take();
        *self = again;
    }

    /// An alert raised under one number is known under another.
    fn renumber(&mut self, from: u32, to: u32) {
        self.all.iter_mut().for_each(|hypothesis| hypothesis.renumber(from, to));
        if let Some(sure) = self.sure.as_deref_mut() {
            sure.renumber_alert(from, to);
        }
        let told = &mut self.told;
        told.ambiguous
            .values_mut()
            .chain(told.astray.iter_mut())
            .filter(|number| **number == from)
            .for_each(|n| *n = to);
    }
}
