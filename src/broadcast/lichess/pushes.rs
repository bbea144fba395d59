//! The pushes as one value.

use std::{collections::BTreeMap, sync::Arc};

use serde::{Deserialize, Serialize};

use super::{
    board::ShownBoard,
    body::{self, MAX_BODY, Part, SentGame},
    reply::{self, Answer, Taken, Verdict},
    trouble::{self, Refusal},
};
use crate::{
    broadcast::{
        core::Kept,
        told::{Told, ToldGame, ToldRound},
        trouble::{BoardTrouble, RoundTrouble},
    },
    hall::{protocol::rounds::RoundState, time::Time},
    words::Words,
};

/// Between two requests of a round.
const GAP_MS: i64 = 2_000;

/// What is acknowledged is sent once more when nothing has come for so long.
const CONFIRM_AFTER_MS: i64 = 60_000;

/// The first wait after a failure; each one is twice as long as that before.
const FIRST_AGAIN_MS: i64 = 1_000;

/// The longest wait after a failure, and that after what does not mend by itself.
const LONGEST_AGAIN_MS: i64 = 60_000;

/// For so long a failure may be told to nobody: the next try may do.
const UNTOLD_MS: i64 = 5_000;

/// How often it is looked by how much Lichess holds a round back.
const LOOK_AGAIN_MS: i64 = 300_000;

/// However little Lichess takes, requests are not made shorter than this, in bytes.
const MIN_BODY: usize = 20_000;

/// Names a round: its section, where the event has several, and its number.
pub type RoundName = (Option<String>, u16);

/// Where rounds are pushed to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Destination {
    /// The address of the site.
    pub at: String,
    /// The ids of the rounds there.
    pub rounds: BTreeMap<RoundName, String>,
    /// How old what is told is already, in milliseconds.
    pub delay_ms: i64,
}

/// A request to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Push {
    /// Lichess's id of the round.
    pub round: String,
    /// The text.
    pub body: String,
}

/// How the pushes stand.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Standing {
    /// Why not all is there.
    pub troubles: Vec<RoundTrouble>,
    /// What else is to be seen to.
    pub notes: Vec<RoundTrouble>,
    /// What is not shown as it stands, of the rounds that are on.
    pub boards: Vec<BoardTrouble>,
}

/// What is kept of a round.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
struct Row {
    /// Where it is pushed to.
    at: String,
    round: String,
    /// What is acknowledged: the tags of its requests.
    tags: Vec<String>,
    /// Moves that are shown there though they were taken back, by game.
    shown: BTreeMap<String, Vec<String>>,
}

/// What is pushed to Lichess.
///
/// Whoever runs it tells it what is [`told`](Pushes::told), makes the request that [`poll`](Pushes::poll) gives, tells it
/// what was [`answered`](Pushes::answered), and asks again then, when something else is told, and when
/// [`next_deadline`](Pushes::next_deadline) has come. One request is made at a time, as Lichess wants it.
#[derive(Debug)]
pub struct Pushes {
    to: Destination,
    /// The rounds, by their ids there.
    rounds: BTreeMap<String, Round>,
    /// What was kept of rounds that are not told yet, by id.
    kept: BTreeMap<String, Row>,
    unkept: BTreeMap<String, Option<String>>,
    /// Rounds that are on, and are to go nowhere.
    astray: Vec<RoundName>,
    /// The request that is made.
    asked: Option<Asked>,
    /// The round that is looked at.
    looked_at: Option<String>,
    /// By how much Lichess is to hold rounds back, in milliseconds.
    wanted_ms: i64,
    /// Nothing is sent before, whatever it is of.
    not_before: Time,
    /// Longest request, in bytes.
    max_body: usize,
}

#[derive(Debug)]
struct Asked {
    id: String,
    place: usize,
    tag: String,
    games: Vec<SentGame>,
}

/// A round that is pushed.
#[derive(Debug)]
struct Round {
    name: RoundName,
    is_current: bool,
    games: Vec<Arc<ToldGame>>,
    /// What is acknowledged: the tags of its requests, in order.
    tags: Vec<String>,
    /// Where the next request is looked for, so that none waits for the others for ever.
    next_place: usize,
    /// Since when something may not be acknowledged.
    stale_since: Option<Time>,
    /// When what is acknowledged is sent once more.
    confirm_at: Option<Time>,
    is_confirming: bool,
    not_before: Time,
    last_asked: Time,
    failures: u32,
    trouble: Option<Words>,
    /// By how much Lichess holds it back, in seconds.
    held_back_s: Option<u32>,
    look_at: Time,
    boards: BTreeMap<String, ShownBoard>,
}

impl Pushes {
    /// Nothing is told yet. `kept` is what was kept of pushes.
    #[must_use]
    pub fn new(to: Destination, kept: impl IntoIterator<Item = String>) -> Pushes {
        let rows = kept.into_iter().filter_map(|text| serde_json::from_str::<Row>(&text).ok());
        let kept = rows.filter(|row| row.at == to.at).map(|row| (row.round.clone(), row)).collect();
        Pushes {
            to,
            rounds: BTreeMap::new(),
            kept,
            unkept: BTreeMap::new(),
            astray: Vec::new(),
            asked: None,
            looked_at: None,
            wanted_ms: 0,
            not_before: Time(i64::MIN),
            max_body: MAX_BODY,
        }
    }

    /// What is told now.
    pub fn told(&mut self, told: &Told, now: Time) {
        self.astray.clear();
        self.wanted_ms = told.event.delay_ms.saturating_sub(self.to.delay_ms);
        self.rounds.values_mut().for_each(|round| round.is_current = false);
        for round in told.rounds.iter() {
            let Some(number) = round.number else { continue };
            let name = (round.section.clone(), number);
            match self.id_of(&name, told) {
                Some(id) => self.round_told(&id, name, round, now),
                None if round.state == RoundState::On && self.is_of_pushed_section(&name, told) => {
                    self.astray.push(name);
                }
                None => {}
            }
        }
    }

    /// The request that is to be made now.
    pub fn poll(&mut self, now: Time) -> Option<Push> {
        if self.is_busy() || now < self.not_before {
            return None;
        }
        let mut due: Vec<(Time, String)> = self
            .rounds
            .iter()
            .filter(|(_, round)| round.due().is_some_and(|due| due <= now))
            .map(|(id, round)| (round.last_asked, id.clone()))
            .collect();
        // Who has waited longest comes first.
        due.sort();
        due.into_iter().find_map(|(_, id)| self.push_of(&id, now))
    }

    /// The round of which it is to be asked now by how much Lichess holds it back; after [`poll`](Pushes::poll), which
    /// comes first.
    pub fn look(&mut self, now: Time) -> Option<String> {
        if self.is_busy() || now < self.not_before || self.wanted_ms <= 0 {
            return None;
        }
        let (id, round) =
            self.rounds.iter_mut().find(|(_, round)| round.is_to_be_looked_at() && round.look_at <= now)?;
        round.look_at = now.plus(LOOK_AGAIN_MS);
        self.looked_at = Some(id.clone());
        self.looked_at.clone()
    }

    /// What Lichess says of the round; `None`: nothing, which changes nothing.
    pub fn looked(&mut self, body: Option<&[u8]>) {
        let Some(id) = self.looked_at.take() else { return };
        let held_back_s = body.and_then(|body| reply::held_back_s(body, &id));
        if let (Some(round), Some(held_back_s)) = (self.rounds.get_mut(&id), held_back_s) {
            round.held_back_s = Some(held_back_s);
        }
    }

    /// What came of the request. `chance` spreads what is tried again: any number, another one each time.
    pub fn answered(&mut self, answer: &Answer, chance: u32, now: Time) {
        let Some(asked) = self.asked.take() else { return };
        let Some(round) = self.rounds.get_mut(&asked.id) else { return };
        round.not_before = round.last_asked.plus(GAP_MS);
        match reply::read(answer, asked.games.len()) {
            Verdict::Taken(taken) => {
                round.taken(&asked, &taken, now);
                self.keep_round(&asked.id);
            }
            Verdict::TooLarge if asked.games.len() > 1 && self.max_body > MIN_BODY => {
                self.max_body = (self.max_body / 2).max(MIN_BODY);
            }
            Verdict::TooLarge => round.refused(trouble::of_status(413, None), now),
            Verdict::Refused { trouble } => round.refused(trouble, now),
            Verdict::Limited { wait_ms } => {
                self.not_before = now.plus(wait_ms);
                round.fails(&trouble::of_status(429, None), self.not_before);
            }
            Verdict::Failed { trouble } => {
                let wait_ms = round.next_wait_ms();
                let half = wait_ms / 2;
                let again = now.plus(half + half * i64::from(chance) / i64::from(u32::MAX));
                round.not_before = round.not_before.max(again);
                round.fails(&trouble, round.not_before);
            }
        }
    }

    /// Something that was wrong here has changed: what was refused is tried at once.
    pub fn try_again(&mut self, now: Time) {
        for round in self.rounds.values_mut().filter(|round| round.trouble.is_some()) {
            round.not_before = now;
        }
    }

    /// When [`poll`](Pushes::poll) has something to give, though nothing comes.
    #[must_use]
    pub fn next_deadline(&self) -> Option<Time> {
        if self.is_busy() {
            return None;
        }
        let looks = self.rounds.values().filter(|round| self.wanted_ms > 0 && round.is_to_be_looked_at());
        let due = self.rounds.values().filter_map(Round::due).chain(looks.map(|round| round.look_at)).min();
        due.map(|due| due.max(self.not_before))
    }

    /// Whether something is wrong with a whole round.
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        !self.astray.is_empty() || self.rounds.values().any(|round| round.trouble.is_some())
    }

    /// How it stands.
    #[must_use]
    pub fn standing(&self) -> Standing {
        let mut troubles: Vec<RoundTrouble> = Vec::new();
        for round in self.rounds.values() {
            let Some(trouble) = &round.trouble else { continue };
            match troubles.iter_mut().find(|known| known.words == *trouble) {
                Some(known) => known.rounds.push((&round.name).into()),
                None => troubles.push(RoundTrouble::of([&round.name], trouble.clone())),
            }
        }
        if !self.astray.is_empty() {
            troubles.push(RoundTrouble::of(&self.astray, trouble::no_round()));
        }
        let current = || self.rounds.values().filter(|round| round.is_current);
        let wanted_s = self.wanted_ms / 1_000;
        let early = current().filter_map(|round| {
            let held_back_s = round.held_back_s.filter(|held_back_s| i64::from(*held_back_s) < wanted_s)?;
            Some(RoundTrouble::of([&round.name], trouble::too_early(held_back_s, wanted_s)))
        });
        Standing { troubles, notes: early.collect(), boards: current().flat_map(Round::troubles).collect() }
    }

    /// What is to be kept.
    pub fn keep(&mut self) -> Vec<Kept> {
        std::mem::take(&mut self.unkept).into_iter().map(|(name, text)| Kept { name, text }).collect()
    }

    fn is_busy(&self) -> bool {
        self.asked.is_some() || self.looked_at.is_some()
    }

    /// The id of a round there: where it is named without a section, it must be the only one of its number.
    fn id_of(&self, name: &RoundName, told: &Told) -> Option<String> {
        let is_only = told.rounds.iter().filter(|round| round.number == Some(name.1)).count() == 1;
        let plain = || self.to.rounds.get(&(None, name.1)).filter(|_| is_only);
        self.to.rounds.get(name).or_else(plain).cloned()
    }

    /// Whether rounds of this section are pushed.
    fn is_of_pushed_section(&self, (section, _): &RoundName, told: &Told) -> bool {
        let sections = told.rounds.iter().map(|round| &round.section);
        let is_only = sections.clone().all(|other| other == section);
        self.to.rounds.keys().any(|(named, _)| named == section || named.is_none() && is_only)
    }

    fn round_told(&mut self, id: &str, name: RoundName, told: &ToldRound, now: Time) {
        let kept = &mut self.kept;
        let round = self.rounds.entry(id.to_owned()).or_insert_with(|| Round::new(&name, kept.remove(id), now));
        (round.name, round.is_current) = (name, told.is_current);
        let is_same = round.games.len() == told.games.len()
            && round.games.iter().zip(&told.games).all(|(one, other)| Arc::ptr_eq(one, other));
        if !is_same {
            round.games.clone_from(&told.games);
            if round.boards.len() > 2 * round.games.len() + 8 {
                round.boards.retain(|id, _| round.games.iter().any(|game| game.id == *id));
            }
            round.stale_since.get_or_insert(now);
            round.is_confirming = false;
        }
    }

    fn push_of(&mut self, id: &str, now: Time) -> Option<Push> {
        let round = self.rounds.get_mut(id)?;
        if round.stale_since.is_none() {
            // Nothing has come since: once more.
            round.forget();
            (round.is_confirming, round.stale_since, round.confirm_at) = (true, Some(now), None);
        }
        let Some((place, part)) = round.next_part(self.max_body) else {
            round.all_stands(now);
            return None;
        };
        (round.last_asked, round.next_place, round.confirm_at) = (now, place + 1, None);
        let Part { body, tag, games } = part;
        self.asked = Some(Asked { id: id.to_owned(), place, tag, games });
        Some(Push { round: id.to_owned(), body })
    }

    fn keep_round(&mut self, id: &str) {
        let Some(round) = self.rounds.get(id) else { return };
        let shown = round.games.iter().filter_map(|game| {
            let excess = round.boards.get(&game.id)?.excess(game)?;
            Some((game.id.clone(), excess.to_vec()))
        });
        let row =
            Row { at: self.to.at.clone(), round: id.to_owned(), tags: round.tags.clone(), shown: shown.collect() };
        let name = serde_json::Value::from(vec!["pushed", id]).to_string();
        self.unkept.insert(name, serde_json::to_string(&row).ok());
    }
}

impl Round {
    fn new(name: &RoundName, kept: Option<Row>, now: Time) -> Round {
        let (tags, shown) = kept.map(|row| (row.tags, row.shown)).unwrap_or_default();
        Round {
            name: name.clone(),
            is_current: false,
            games: Vec::new(),
            tags,
            next_place: 0,
            stale_since: None,
            confirm_at: None,
            is_confirming: false,
            not_before: now,
            last_asked: Time(i64::MIN),
            failures: 0,
            trouble: None,
            held_back_s: None,
            look_at: now,
            boards: shown.into_iter().map(|(id, line)| (id, ShownBoard::with(line))).collect(),
        }
    }

    /// When there may be something to send.
    fn due(&self) -> Option<Time> {
        let due = self.stale_since.or(self.confirm_at)?;
        Some(due.max(self.not_before))
    }

    /// Whether it matters by how much it is held back: it is on, and goes there.
    fn is_to_be_looked_at(&self) -> bool {
        self.is_current && self.trouble.is_none() && !self.tags.is_empty()
    }

    /// The next request that is not acknowledged, and its place among the others.
    fn next_part(&mut self, max_body: usize) -> Option<(usize, Part)> {
        let parts = body::parts(&self.games, |id| self.boards.get(id), max_body);
        self.tags.resize(parts.len(), String::new());
        let differs = |(place, part): &(usize, Part)| self.tags.get(*place) != Some(&part.tag);
        let mut open: Vec<(usize, Part)> = parts.into_iter().enumerate().filter(differs).collect();
        let first = open.iter().position(|(place, _)| *place >= self.next_place).unwrap_or(0);
        (!open.is_empty()).then(|| open.swap_remove(first))
    }

    /// All that is told is acknowledged. What is sent once more besides keeps its distance.
    fn all_stands(&mut self, now: Time) {
        (self.stale_since, self.trouble, self.failures) = (None, None, 0);
        self.confirm_at = self.confirm_at.map(|at| at.max(now.plus(GAP_MS)));
        for game in &self.games {
            self.boards.entry(game.id.clone()).or_default().stands(game);
        }
    }

    /// What was acknowledged is sent again.
    fn forget(&mut self) {
        self.tags.clear();
        self.next_place = 0;
    }

    fn taken(&mut self, asked: &Asked, taken: &[Taken], now: Time) {
        (self.trouble, self.failures, self.stale_since) = (None, 0, Some(now));
        self.confirm_at = (!self.is_confirming).then(|| now.plus(CONFIRM_AFTER_MS));
        let is_in_order = taken.len() == asked.games.len();
        for (place, game) in asked.games.iter().enumerate() {
            let found = match taken.get(place).filter(|_| is_in_order) {
                Some(found) => Some(found),
                None => taken.iter().find(|taken| taken.id.as_ref() == Some(&game.id)),
            };
            let nothing = Err(Refusal::Nothing);
            let result = found.map_or(&nothing, |found| &found.moves);
            self.boards.entry(game.id.clone()).or_default().answered(&game.line, result);
        }
        if let Some(tag) = self.tags.get_mut(asked.place) {
            tag.clone_from(&asked.tag);
        }
    }

    /// It does not mend by itself.
    fn refused(&mut self, trouble: Words, now: Time) {
        self.trouble = Some(trouble);
        self.not_before = now.plus(LONGEST_AGAIN_MS);
    }

    fn next_wait_ms(&mut self) -> i64 {
        let wait_ms = FIRST_AGAIN_MS.saturating_mul(1 << self.failures.min(16));
        self.failures += 1;
        wait_ms.min(LONGEST_AGAIN_MS)
    }

    /// It has failed, and is tried again then; who waits for it is told where that is long.
    fn fails(&mut self, trouble: &Words, again: Time) {
        let is_long = self.stale_since.is_none_or(|since| again.since(since) >= UNTOLD_MS);
        if is_long || self.trouble.is_some() {
            self.trouble = Some(trouble.clone());
        }
    }

    fn troubles(&self) -> Vec<BoardTrouble> {
        let of = |(place, game): (usize, &Arc<ToldGame>)| {
            let all = match self.boards.get(&game.id) {
                Some(shown) => shown.troubles(game, body::unsent(place, game)),
                None => ShownBoard::default().troubles(game, body::unsent(place, game)),
            };
            all.into_iter().map(|words| BoardTrouble::of(&self.name, game.board, words)).collect::<Vec<_>>()
        };
        self.games.iter().enumerate().flat_map(of).collect()
    }
}
