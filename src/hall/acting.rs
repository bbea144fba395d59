//! What arbiters ask for, checked, sent, and what becomes of it.

use serde::Deserialize;

use super::{
    actions::{
        act::Act,
        offers::{Offer, RESULTS, offers_at},
        outcome::{outcome_of, said_by},
    },
    core::{Hall, Output},
    decisions::entry::{Entry, First, State, What},
    jobs::{Job, Late, named_by},
    keep::Row,
    people::Account,
    protocol::requests::{Answer, AsOf, MAX_ACTS, MAX_ID, Refusal, Request},
    queue::{
        case::Case,
        marks::{LONGEST_SHELF_MS, Mark, StepKind},
        severity::Severity,
    },
    records::{Reply, Settled},
    table::Table,
    time::Time,
};

/// Most entries in the answer to a search.
const ENTRIES_FOUND: usize = 1_000;

/// For how long after a decision an answer to it still counts that comes after a restart, in milliseconds: what is left of
/// it would be done to another round's game later.
const LATEST_ANSWER_MS: i64 = 24 * 3_600_000;

impl Hall {
    /// Meets a request, or says why not. The same request again gets the same answer, and does nothing; one that was not
    /// allowed is looked at anew.
    pub fn request(&mut self, account: &Account, request: Request, now: Time) -> Answer {
        let id = request.id().to_owned();
        if id.is_empty() || id.len() > MAX_ID {
            let shortened: String = id.chars().take(MAX_ID).collect();
            return Answer::refused(&shortened, bad("id", "1 to 64 bytes"));
        }
        if let Some(answer) = self.remembered(account, &id) {
            return answer;
        }
        let answer = self.meet(account, &id, request, now).unwrap_or_else(|refusal| Answer::refused(&id, refusal));
        let is_question = answer.outcome.is_some() || answer.offers.is_some() || answer.entries.is_some();
        if !is_question {
            self.remember(account, &answer, now);
        }
        answer
    }

    fn meet(&mut self, account: &Account, id: &str, request: Request, now: Time) -> Result<Answer, Refusal> {
        if !account.is_arbiter() {
            return Err(Refusal::NotAllowed);
        }
        match request {
            Request::Absent { .. }
            | Request::EndRound { .. }
            | Request::Event { .. }
            | Request::Import { .. }
            | Request::Pair { .. }
            | Request::RoundResult { .. }
            | Request::StartRound { .. } => self.meet_round(account, id, request, now),
            Request::Act { table, case, acts, as_of, .. } => {
                self.is_as_seen(account, &table, as_of)?;
                let entry = self.act(account, &table, case.as_deref(), acts, None, now)?;
                Ok(Answer { entry, ..Answer::done(id) })
            }
            Request::Go { case, .. } => self.step(account, id, &case, StepKind::Goes, None, now),
            Request::GoNot { case, .. } => self.step(account, id, &case, StepKind::GoesNot, None, now),
            Request::Seen { case, .. } => self.step(account, id, &case, StepKind::Seen, None, now),
            Request::Shelve { case, for_s, .. } => {
                let for_ms = i64::from(for_s) * 1_000;
                if !(1_000..=LONGEST_SHELF_MS).contains(&for_ms) {
                    return Err(bad("for_s", "1 to 3600"));
                }
                self.step(account, id, &case, StepKind::Shelved, Some(now.plus(for_ms)), now)
            }
            Request::Unshelve { case, .. } => self.step(account, id, &case, StepKind::Unshelved, None, now),
            Request::Offers { table, .. } => {
                let table = self.allowed(account, &table)?;
                Ok(Answer { offers: Some(offers_at(table)), ..Answer::done(id) })
            }
            Request::Preview { table, acts, .. } => {
                let table = self.allowed(account, &table)?;
                Ok(Answer { outcome: Some(outcome_of(table, &acts)), ..Answer::done(id) })
            }
            Request::Search { filter, .. } => {
                let mut found: Vec<Entry> = self.entries(account, &filter).cloned().collect();
                found.reverse();
                found.truncate(ENTRIES_FOUND);
                Ok(Answer { entries: Some(found), ..Answer::done(id) })
            }
            Request::TakeBack { entry, .. } => {
                let known = self.entries.get(&entry).filter(|known| self.may_see_entry(account, known));
                let known = known.ok_or(Refusal::NoSuchEntry)?;
                if known.taken_back.is_some() {
                    return Err(Refusal::AlreadyTakenBack);
                }
                if known.take_back.is_empty() || known.state != State::Done {
                    return Err(Refusal::NothingTakesItBack);
                }
                let (table, acts, meant) = (known.table.clone(), known.take_back.clone(), known.game.clone());
                if let Some(game) = self.allowed(account, &table)?.game()
                    && meant.is_some_and(|meant| meant != game.id)
                {
                    return Err(Refusal::OtherGame);
                }
                let new = self.act(account, &table, None, acts, Some(entry), now)?;
                Ok(Answer { entry: new, ..Answer::done(id) })
            }
        }
    }

    fn allowed(&self, account: &Account, name: &str) -> Result<&Table, Refusal> {
        let table = self.tables.get(name).ok_or(Refusal::NoSuchTable)?;
        if account.looks_after(&table.place) { Ok(table) } else { Err(Refusal::NotAllowed) }
    }

    /// Whether a game is still as somebody has seen it.
    fn is_as_seen(&self, account: &Account, name: &str, as_of: Option<AsOf>) -> Result<(), Refusal> {
        let game = self.allowed(account, name)?.game();
        let Some((seen, game)) = as_of.zip(game) else { return Ok(()) };
        let now = AsOf::of(game);
        if seen == now { Ok(()) } else { Err(Refusal::Changed { now }) }
    }

    /// Somebody says something of a case, or of all cases of a group.
    fn step(
        &mut self,
        account: &Account,
        id: &str,
        case: &str,
        what: StepKind,
        until: Option<Time>,
        now: Time,
    ) -> Result<Answer, Refusal> {
        let meant = self.queue.meant_by(case);
        if meant.is_empty() {
            return Err(Refusal::NoSuchCase);
        }
        let mut all = Vec::new();
        for queued in meant {
            let case = &queued.case;
            for name in &case.tables {
                self.allowed(account, name)?;
            }
            if what == StepKind::Shelved && case.severity == Severity::Ruling && !account.is_chief() {
                return Err(Refusal::OnlyChief);
            }
            // Who takes another's name off a case is no second arbiter who goes: both names are in its course.
            if what == StepKind::Goes
                && let Some(first) = queued.going.as_ref().filter(|first| first.by != account.name)
            {
                let first = First { by: Some(first.by.clone()), decided: "goes".to_owned(), at: first.at };
                return Err(Refusal::Second { first });
            }
            all.push(case.clone());
        }
        for case in all {
            let mark = Mark { by: account.name.clone(), at: now };
            let marks = self.marks.entry(case.id.clone()).or_default();
            marks.step(what, mark, case.severity, until);
            let row = Row::Marks { case: case.id.clone(), marks: Some(marks.clone()) };
            self.out.push_back(Output::Keep(row));
            let Some((name, table)) = case.tables.first().and_then(|name| Some((name, self.tables.get(name)?))) else {
                continue;
            };
            match what {
                StepKind::Seen if table.link().away_since().is_none() => {
                    // So that who looks at the table alone sees it, too.
                    let raised = case.open().filter(|alert| alert.state == super::records::AlertState::Raised);
                    for alert in raised.map(|alert| alert.id.clone()).collect::<Vec<_>>() {
                        let command = self.jobs.idle_id(&self.run);
                        let json = Act::Acknowledge { alert }.command(&command, Some(&account.name), None);
                        self.out.push_back(Output::Command { table: name.clone(), json });
                    }
                }
                StepKind::Shelved => {
                    let what = What::Shelved { until: until.unwrap_or(now) };
                    let entry = Entry::of(self.next_number(), now, name, table, what).about(&case);
                    self.enter(Entry { by: Some(account.name.clone()), ..entry });
                }
                StepKind::Goes | StepKind::GoesNot | StepKind::Seen | StepKind::Unshelved => {}
            }
        }
        self.marked = true;
        Ok(Answer::done(id))
    }

    /// Sends what somebody decides. Gives the number of its entry; none where nothing is decided by it.
    fn act(
        &mut self,
        account: &Account,
        name: &str,
        case: Option<&str>,
        acts: Vec<Act>,
        takes_back: Option<u64>,
        now: Time,
    ) -> Result<Option<u64>, Refusal> {
        let table = self.allowed(account, name)?;
        if acts.is_empty() || acts.len() > MAX_ACTS && takes_back.is_none() {
            return Err(bad("acts", "1 to 8 acts"));
        }
        if let Some(case) = case {
            let known = self.cases.get(name).and_then(|cases| cases.iter().find(|known| known.id == case));
            match known {
                Some(known) if known.before.is_some() => {
                    let known = known.clone();
                    return self.end_left(account, name, &known, acts, now).map(Some);
                }
                // What names no alert would be done to whatever game is on by now.
                None if acts.iter().all(|act| act.alert().is_none()) => return Err(self.who_ended(name, case)),
                Some(_) | None => {}
            }
        }
        if table.link().away_since().is_some() {
            return Err(Refusal::TableAway);
        }
        let asked = acts;
        let acts = self.still_to_do(name, table, &asked)?;
        if acts.iter().all(Act::is_idle) {
            for act in acts {
                let id = self.jobs.idle_id(&self.run);
                let json = act.command(&id, Some(&account.name), None);
                self.out.push_back(Output::Command { table: name.to_owned(), json });
            }
            return Ok(None);
        }
        let view = case.and_then(|case| self.shown.case_view(case));
        let view = view.filter(|view| view.queued.case.tables.iter().any(|of| of == name));
        let offer = view.and_then(|view| view.offers.iter().find(|offer| offer.acts == asked || offer.acts == acts));
        let proposal = view.and_then(|view| view.offers.iter().find(|offer| offer.proposed));
        let is_other = |proposal: &Offer| proposal.acts != asked && proposal.acts != acts && !proposal.acts.is_empty();
        let what = What::Decided {
            name: offer.map_or_else(|| acts[0].name().to_owned(), |offer| offer.name.clone()),
            otherwise: proposal.is_some_and(is_other),
        };
        let outcome = outcome_of(table, &acts);
        let number = self.next_number();
        let mut entry = Entry::of(number, now, name, table, what);
        if let Some(view) = view {
            entry = entry.about(&view.queued.case);
        }
        entry = Entry {
            by: Some(account.name.clone()),
            proposed: proposal.map(|offer| offer.outcome.effects.clone()).unwrap_or_default(),
            done: offer.map_or(outcome.effects, |offer| offer.outcome.effects.clone()),
            take_back: outcome.take_back,
            acts,
            state: State::Sent,
            takes_back,
            ..entry
        };
        self.enter(entry);
        self.send(number, 0, false, now);
        Ok(Some(number))
    }

    /// Who has decided a case that waits no more.
    fn who_ended(&self, name: &str, case: &str) -> Refusal {
        let is_it = |entry: &&Entry| entry.table == name && entry.case.as_deref() == Some(case);
        let Some(entry) = self.entries.values().rev().take(500).find(is_it) else { return Refusal::NoSuchCase };
        let decided = match &entry.what {
            What::Decided { name, .. } => name.clone(),
            What::DecidedElsewhere { command } => command.clone(),
            What::EndedByItself { how } => how.clone(),
            What::Shelved { .. } => "shelve".to_owned(),
        };
        Refusal::Second { first: First { by: entry.by.clone(), decided, at: entry.at } }
    }

    /// Somebody says how a game ended that another has followed: the table knows only the game that is on.
    fn end_left(
        &mut self,
        account: &Account,
        name: &str,
        case: &Case,
        acts: Vec<Act>,
        now: Time,
    ) -> Result<u64, Refusal> {
        let result = match &*acts {
            [Act::SetResult { result, termination }] if RESULTS.contains(&result.as_str()) => {
                Some((result.as_str(), termination.as_deref()))
            }
            [Act::Dismiss { alert }] if case.alerts.iter().any(|standing| standing.alert.id == *alert) => None,
            _ => return Err(bad("acts", "one set-result, or dismiss of its alert")),
        };
        let Some(game) = case.game.clone() else { return Err(Refusal::NoSuchCase) };
        let view = self.shown.case_view(&case.id);
        let proposal = view.and_then(|view| view.offers.iter().find(|offer| offer.proposed));
        let offer = view.and_then(|view| view.offers.iter().find(|offer| offer.acts == acts));
        let what = What::Decided {
            name: offer.map_or_else(|| acts[0].name().to_owned(), |offer| offer.name.clone()),
            otherwise: proposal.is_some_and(|proposal| proposal.acts != acts),
        };
        let proposed = proposal.map(|offer| offer.outcome.effects.clone()).unwrap_or_default();
        let done = offer.map_or_else(|| said_by(&acts[0]), |offer| offer.outcome.effects.clone());
        let number = self.next_number();
        let Some(table) = self.tables.get_mut(name) else { return Err(Refusal::NoSuchTable) };
        table.end_left(&game, result);
        let entry = Entry::of(number, now, name, table, what).about(case);
        let players = case.before.clone().unwrap_or_default();
        let by = Some(account.name.clone());
        // Kept together: neither without the other.
        self.keep_table(name);
        self.enter(Entry { by, players, proposed, done, acts, ..entry });
        self.dirty.insert(name.to_owned());
        self.rounds.marked = true;
        Ok(number)
    }

    /// What of a decision is still to be done. What ended by itself while it was taken is left out beside the rest: with
    /// the ruling on a move the notice of it is confirmed, which may just have lapsed. Acts that are about no alert
    /// rest on those that are.
    fn still_to_do(&self, name: &str, table: &Table, asked: &[Act]) -> Result<Vec<Act>, Refusal> {
        let mut acts = Vec::new();
        let mut ended = None;
        for act in asked {
            match self.who_was_first(name, table, act) {
                Some(first) if first.by.is_none() && are_of_alerts(asked) => ended = Some(first),
                Some(first) => return Err(Refusal::Second { first }),
                None => acts.push(act.clone()),
            }
        }
        match ended {
            Some(first) if acts.is_empty() => Err(Refusal::Second { first }),
            Some(_) | None => Ok(acts),
        }
    }

    /// Who has settled already what an act is about, or is about to.
    fn who_was_first(&self, name: &str, table: &Table, act: &Act) -> Option<First> {
        if act.is_idle() {
            return None;
        }
        let Some(alert) = act.alert() else {
            // What changes the game is not sent while another such change is on its way.
            let changes = |entry: &&Entry| {
                entry.table == name && entry.state == State::Sent && entry.acts.iter().any(|act| act.alert().is_none())
            };
            let entry = self.entries.values().rev().take(200).find(changes)?;
            let decided = entry.acts.first().map_or("", Act::name).to_owned();
            return Some(First { by: entry.by.clone(), decided, at: entry.at });
        };
        if !matches!(act, Act::Acknowledge { .. }) {
            let on_its_way =
                self.entries.values().rev().take(200).find(|entry| {
                    entry.state == State::Sent && entry.acts.iter().any(|act| act.alert() == Some(alert))
                });
            if let Some(entry) = on_its_way {
                let decided = entry.acts.first().map_or("", Act::name).to_owned();
                return Some(First { by: entry.by.clone(), decided, at: entry.at });
            }
        }
        settled(table, alert)
    }

    /// Sends one of the commands of a decision.
    pub(super) fn send(&mut self, number: u64, index: usize, has_done: bool, now: Time) {
        let Some(entry) = self.entries.get(&number) else { return };
        let Some(act) = entry.acts.get(index) else { return };
        let id = self.jobs.send(entry, index, has_done, now);
        // What comes behind a new game is meant of that one, which has no id yet.
        let is_behind_new = entry.acts[..index].iter().any(|act| matches!(act, Act::NewGame { .. }));
        let game = entry.game.as_deref().filter(|_| !is_behind_new);
        let json = act.command(&id, entry.by.as_deref(), game);
        self.out.push_back(Output::Command { table: entry.table.clone(), json });
    }

    /// Commands that nobody has answered are sent again, and given up at last.
    pub(super) fn resend(&mut self, now: Time) {
        for late in self.jobs.late(now) {
            match late {
                Late::Again { entry, index, has_done } => self.send(entry, index, has_done, now),
                Late::Given(number) => {
                    if let Some(mut entry) =
                        self.entries.get(&number).filter(|entry| entry.state == State::Sent).cloned()
                    {
                        entry.state = State::NoAnswer;
                        self.rounds.marked = true;
                        self.enter(entry);
                    }
                }
            }
        }
    }

    /// Whose command was answered: one on its way, or given up before the hall was started again.
    fn job_answered(&mut self, id: &str, now: Time) -> Option<Job> {
        let on_its_way = self.jobs.answered(id);
        on_its_way.or_else(|| {
            let (_, number, _) = named_by(id)?;
            let is_young = |entry: &&Entry| now.since(entry.at) < LATEST_ANSWER_MS;
            self.jobs.answered_late(id, self.entries.get(&number).filter(is_young)?)
        })
    }

    pub(super) fn answered(&mut self, name: &str, reply: &Reply, now: Time) {
        let Some(job) = reply.id.as_deref().and_then(|id| self.job_answered(id, now)) else {
            return self.decided_elsewhere(name, reply, now);
        };
        let Some(mut entry) = self.entries.get(&job.entry).filter(|entry| entry.table == name).cloned() else { return };
        self.rounds.marked = true;
        let act = entry.acts.get(job.index);
        let settled_by = act.and_then(Act::alert).and_then(|alert| settled(self.tables.get(name)?, alert));
        let first = if reply.ok { None } else { settled_by.or_else(|| told_first(reply, now)) };
        // What follows from a decision may settle the rest of it: that is no second arbiter. Nor is what ended by itself
        // while the decision was on its way.
        let follows = first.as_ref().is_some_and(|first| match &first.by {
            None => job.index > 0 || are_of_alerts(&entry.acts),
            by => job.index > 0 && *by == entry.by,
        });
        let goes_on = reply.ok || follows;
        let has_done = job.has_done || reply.ok;
        let done = job.index + usize::from(goes_on);
        if goes_on && done < entry.acts.len() {
            if reply.claim.is_some() {
                entry.claim.clone_from(&reply.claim);
            }
            self.enter(entry);
            return self.send(job.entry, done, has_done, now);
        }
        if follows && has_done {
            entry.state = State::Done;
        } else {
            entry.answered(reply, done, first);
        }
        if let Some(before) = entry.takes_back.filter(|_| entry.state == State::Done)
            && let Some(mut before) = self.entries.get(&before).cloned()
        {
            before.taken_back = Some(Mark { by: entry.by.clone().unwrap_or_default(), at: entry.at });
            self.enter(before);
        }
        if entry.state == State::Done {
            self.result_is_told(&entry);
        }
        self.enter(entry);
    }
}

impl Hall {
    /// Somebody has decided something by another way than this hall's. What names an alert is told by that alert.
    fn decided_elsewhere(&mut self, name: &str, reply: &Reply, now: Time) {
        let Some(did) = reply.did.as_ref().filter(|_| reply.ok) else { return };
        let Some(command) = did["command"].as_str().filter(|_| did.get("alert").is_none()) else { return };
        let Some(table) = self.tables.get(name) else { return };
        let mut latest = self.entries.values().rev().take(500).filter(|entry| entry.table == name);
        let is_ours = |id: &str| {
            named_by(id).is_some_and(|(at, number, _)| self.entries.get(&number).is_some_and(|entry| entry.at == at))
        };
        let at = match (table.time_of(reply.game.as_deref(), reply.decided_ms), reply.id.as_deref()) {
            (_, Some(id)) if is_ours(id) || latest.any(|entry| entry.command_id.as_deref() == Some(id)) => return,
            (at, _) => at.map_or(now, |at| at.min(now)),
        };
        let what = What::DecidedElsewhere { command: command.to_owned() };
        let acts: Vec<Act> = Act::deserialize(did).into_iter().collect();
        // One without an id is told again only with the same time.
        if reply.id.is_none() && latest.any(|entry| entry.what == what && entry.at == at && entry.acts == acts) {
            return;
        }
        let mut entry = Entry::of(self.next_number(), at, name, table, what);
        if let Some(game) = reply.game.as_ref().filter(|game| entry.game.as_ref() != Some(game)) {
            entry.game = Some(game.clone());
            entry.players = table.outcome(game).map(|outcome| outcome.players.clone()).unwrap_or_default();
        }
        let done = acts.iter().flat_map(said_by).collect();
        self.rounds.marked = true;
        self.enter(Entry {
            by: reply.by.clone(),
            done,
            acts,
            claim: reply.claim.clone(),
            command_id: reply.id.clone(),
            ..entry
        });
    }
}

/// Whether each of these acts is about an alert.
fn are_of_alerts(acts: &[Act]) -> bool {
    acts.iter().all(|act| act.alert().is_some())
}

fn bad(field: &str, expected: &str) -> Refusal {
    Refusal::BadValue { field: field.to_owned(), expected: expected.to_owned() }
}

/// How an alert was settled, as its own records say.
fn settled(table: &Table, alert: &str) -> Option<First> {
    let standing = table.alert(alert).filter(|standing| !standing.is_open() && !standing.gone)?;
    let state = format!("{:?}", standing.alert.state).to_lowercase();
    let command = standing.ended_by();
    Some(First {
        by: command.and(standing.alert.decided_by.clone()),
        decided: command.map_or(state, str::to_owned),
        at: standing.changed_at,
    })
}

/// How an alert was settled, as the refusal says.
fn told_first(reply: &Reply, now: Time) -> Option<First> {
    let Settled { decided, by, ago_ms } = reply.settled.clone()?;
    let at = now.plus(-i64::try_from(ago_ms).unwrap_or(i64::MAX));
    Some(First { by, decided, at })
}
