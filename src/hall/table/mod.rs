//! One table, from its records in any order, with repeats and gaps.
//!
//! | file | question |
//! |---|---|
//! | `sequence` | which numbered records are known, and when to ask for others |
//! | `sessions` | whose numbers these are, and which table is heard where two have one name |
//! | `told` | alerts and turns of one game |
//! | `scoresheet` | its moves, and how the clock stood |
//! | `hands` | lifts, drops and presses |
//! | `link` | is it on the network, and its board on the wire |
//! | `health` | what needs a hand, though no alert tells of it |
//! | `view` | what is shown of it |

pub mod hands;
pub mod health;
pub mod link;
pub mod scoresheet;
pub mod sequence;
pub mod sessions;
pub mod told;
pub mod view;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use self::{
    hands::Hands,
    health::{Fault, Health},
    link::Link,
    scoresheet::Readings,
    sequence::{Sequence, Taken},
    sessions::{Sessions, Word},
    told::{GameTold, Said, StandingAlert},
};
use super::{
    records::{self, Board, Clock, Duty, Game, Obligation, Record, RecordError, Touched},
    time::{Skew, Time},
};

/// Of how many games the records are held: the one that is on, and those before it that may still be told of.
const GAMES_KEPT: usize = 3;

/// Of how many games the outcome is held.
const OUTCOMES_KEPT: usize = 64;

/// How many readings of the clock are kept over a restart: those that a decision may still go back to.
const READINGS_KEPT: usize = 64;

/// Where a table stands in the event.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Its number in the hall, by which tables are put in order.
    #[serde(default)]
    pub number: Option<u32>,
    /// The section that plays there.
    #[serde(default)]
    pub section: Option<String>,
    /// The arbiter who looks after it.
    #[serde(default)]
    pub arbiter: Option<String>,
    /// The round that it was last told of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u16>,
    /// Its board there, such as `3`, or `2.3` in a match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
}

/// A game that another has followed.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
pub struct Outcome {
    /// Its id.
    pub game: String,
    /// Who played.
    pub players: records::Players,
    /// How it ended; `*` where it was left.
    pub result: String,
    /// In plain words.
    pub termination: Option<String>,
    /// Half-moves.
    pub plies: usize,
    /// When it was last told of.
    pub at: Time,
    /// The position in which it was left.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub fen: String,
    /// Its alerts that were open when the next game began, where it has no result: somebody has still to say what it is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<StandingAlert>,
}

/// State that a table tells whole.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
struct Held<T> {
    said: Said,
    what: T,
}

/// What a record has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heard {
    /// Nothing: it is known, or of a type that is not.
    Nothing,
    /// Something that is not told again: it is to be kept.
    Once,
    /// State that will be told again.
    State,
}

/// A table.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Table {
    /// Where it stands in the event.
    pub place: Place,
    sequence: Sequence,
    /// Whose numbers these are.
    sessions: Sessions,
    skew: Skew,
    /// By how much the last record was behind.
    lag_ms: Option<i64>,
    link: Link,
    health: Health,
    game: Option<Held<Game>>,
    duty: Option<Held<Duty>>,
    board: Option<Held<Board>>,
    clock: Option<Held<Clock>>,
    told: BTreeMap<String, GameTold>,
    readings: Readings,
    hands: Hands,
    outcomes: Vec<Outcome>,
}

/// What is kept of a table besides its numbered records.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
pub struct Kept {
    place: Place,
    sequence: Sequence,
    #[serde(flatten)]
    sessions: sessions::Kept,
    skew: Skew,
    link: Link,
    health: Health,
    game: Option<Held<Game>>,
    board: Option<Held<Board>>,
    clock: Option<Held<Clock>>,
    readings: Vec<(u64, Clock)>,
    outcomes: Vec<Outcome>,
}

impl Table {
    /// A table as it was kept, which is listened to again from `now` on; what it told once has still to be
    /// [`recall`](Table::recall)ed.
    #[must_use]
    pub fn from_kept(kept: Kept, now: Time) -> Table {
        let Kept { place, sequence, sessions, skew, link, health, game, board, clock, readings: last, outcomes } = kept;
        let link = Link { listening: now, ..link };
        let mut readings = Readings::default();
        for (t_ms, clock) in last {
            readings.take(t_ms, clock);
        }
        let hands = Hands::from_running(clock.as_ref().and_then(|held: &Held<Clock>| held.what.running));
        let told = BTreeMap::new();
        Table {
            place,
            sequence,
            sessions: Sessions::from_kept(sessions),
            skew,
            lag_ms: None,
            link,
            health,
            game,
            // The broker has it, or the next piece touched brings it.
            duty: None,
            board,
            clock,
            told,
            readings,
            hands,
            outcomes,
        }
    }

    /// What is to be kept of it.
    #[must_use]
    pub fn kept(&self) -> Kept {
        Kept {
            place: self.place.clone(),
            sequence: self.sequence.clone(),
            sessions: self.sessions.kept(),
            skew: self.skew,
            link: self.link.clone(),
            health: self.health.clone(),
            game: self.game.clone(),
            board: self.board.clone(),
            clock: self.clock.clone(),
            readings: self.readings.last(READINGS_KEPT),
            outcomes: self.outcomes.clone(),
        }
    }

    /// Takes a record that was heard before, and kept.
    ///
    /// # Errors
    /// [`RecordError`]; nothing has changed.
    pub fn recall(&mut self, json: &str, heard: Time) -> Result<(), RecordError> {
        let record = records::read(json)?;
        let said = self.said(&record, heard);
        if let Some((game, which)) = numbered(&record.said) {
            // What was kept of the numbers may be some seconds older than the records: none is to be taken for new again.
            let session = session(game).to_owned();
            let on = self.sessions.on();
            let goes_on = on == session || on.is_empty() || record.seq > self.sequence.highest();
            if goes_on && !self.sessions.is_left(&session) && record.seq > self.sequence.complete_to() {
                self.sequence.take(record.seq, mark(&which, record.t_ms), heard);
                self.sessions.hear(session, Word { t_ms: record.t_ms, at: record.at });
            }
        }
        self.put(said, record.said);
        Ok(())
    }

    /// Takes a record that was heard now.
    ///
    /// # Errors
    /// [`RecordError`]; nothing has changed.
    pub fn take(&mut self, json: &str, now: Time) -> Result<Heard, RecordError> {
        let record = records::read(json)?;
        if let Some(at) = record.at {
            self.skew.learn(at, now);
            self.lag_ms = Some(now.since(at));
        }
        self.link.hear(now);
        let said = self.said(&record, now);
        let word = Word { t_ms: record.t_ms, at: record.at };
        let numbered = numbered(&record.said);
        if let Some((game, which)) = numbered {
            let session = session(game).to_owned();
            if self.sessions.is_left(&session) {
                if !self.sessions.speaks_up(&session, word, now) {
                    return Ok(Heard::Nothing);
                }
                self.begin_anew(session.clone());
            }
            let mark = mark(&which, record.t_ms);
            let is_last = record.seq >= self.sequence.highest();
            match self.sequence.take(record.seq, mark, now) {
                Taken::Repeat => return Ok(Heard::Nothing),
                Taken::New if is_last || session == self.sessions.on() => self.sessions.hear(session, word),
                Taken::New => {}
                Taken::Contradicts => {
                    if session != self.sessions.on() && !self.sessions.speaks_up(&session, word, now) {
                        return Ok(Heard::Nothing);
                    }
                    self.begin_anew(session.clone());
                    self.sequence.take(record.seq, mark, now);
                    self.sessions.hear(session, word);
                }
            }
            self.put(said, record.said);
            return Ok(Heard::Once);
        }
        match record.said {
            records::Said::Game(game) => Ok(self.take_game(said, *game, word, now)),
            records::Said::Duty(records::Duty { ref game, .. })
            | records::Said::Touch(records::Touch { ref game, .. })
                if self.sessions.is_left(session(game)) =>
            {
                Ok(Heard::Nothing)
            }
            what => {
                self.sequence.hear_of(record.seq, now);
                Ok(self.take_state(said, what, now))
            }
        }
    }

    fn take_state(&mut self, said: Said, what: records::Said, now: Time) -> Heard {
        match what {
            records::Said::Board(board) => {
                self.health.take(&board, said.at);
                put_state(&mut self.board, said, board)
            }
            records::Said::Clock(clock) => {
                self.readings.take(said.t_ms, clock);
                let pressed = self.hands.clock(clock, said.t_ms, said.at);
                let heard = put_state(&mut self.clock, said, clock);
                if pressed { Heard::Once } else { heard }
            }
            records::Said::Duty(duty) => put_state(&mut self.duty, said, duty),
            records::Said::Status(status) => {
                let at = if status.online { said.at } else { now };
                if self.link.take(&status, at) {
                    self.sequence.begin_asking(now);
                }
                Heard::State
            }
            records::Said::Touch(touch) => {
                self.hands.touch(touch, said.t_ms, said.at);
                Heard::Once
            }
            // A game is taken by itself.
            _ => Heard::Nothing,
        }
    }

    fn take_game(&mut self, said: Said, game: Game, word: Word, now: Time) -> Heard {
        let session = session(&game.id);
        let on = self.sessions.on();
        if session != on {
            // Numbers go on over a restart, unless the journal was lost.
            let goes_on = on.is_empty() || said.seq >= self.sequence.highest();
            if self.sessions.is_left(session) || !goes_on {
                if !self.sessions.speaks_up(session, word, now) {
                    return Heard::Nothing;
                }
                self.begin_anew(session.to_owned());
            }
            self.game = self.game.take().filter(|held| held.what.id == game.id);
        }
        self.sessions.hear(session.to_owned(), word);
        // Only now: the numbers of another table would be missed here.
        self.sequence.hear_of(said.seq, now);
        if let Some(clock) = game.clock {
            self.readings.take(said.t_ms, clock);
        }
        let mut open = self.alerts();
        open.retain(StandingAlert::is_open);
        let before = self.game.as_ref().filter(|held| held.what.id != game.id && held.said.seq <= said.seq);
        if let Some(Held { said, what: left }) = before
            && !left.moves.is_empty()
        {
            self.outcomes.retain(|known| known.game != left.id);
            self.outcomes.push(Outcome {
                game: left.id.clone(),
                players: left.players.clone(),
                result: left.result.clone(),
                termination: left.termination.clone(),
                plies: left.moves.len(),
                at: said.at,
                fen: left.fen.clone(),
                open: if left.result == "*" { open } else { Vec::new() },
            });
            let over = self.outcomes.len().saturating_sub(OUTCOMES_KEPT);
            self.outcomes.drain(..over);
        }
        put_state(&mut self.game, said, game)
    }

    /// The table counts from 1 again, because its journal was lost or because it is another one: all is asked for anew.
    fn begin_anew(&mut self, session: String) {
        self.sessions.follow(session);
        self.sequence = Sequence::default();
        self.told.clear();
        self.game = None;
        self.duty = None;
        self.board = None;
        self.clock = None;
        self.readings = Readings::default();
        self.hands = Hands::default();
    }

    fn put(&mut self, said: Said, what: records::Said) {
        match what {
            records::Said::Alert(alert) => {
                let game = alert.game().to_owned();
                if !alert.state.is_open() {
                    // How it ended may be heard when the next game has begun.
                    self.settle(&game, |open| open.alert.id == alert.id);
                }
                self.told_of(game, said.seq).take_alert(said, alert);
            }
            records::Said::Move(told) => {
                if let Some(times) = told.clock {
                    self.readings.take(said.t_ms, Clock { times, running: None });
                }
                self.told_of(told.game.clone(), said.seq).sheet.take(said.seq, told);
            }
            records::Said::Turn(turn) => self.told_of(turn.game.clone(), said.seq).take_turn(said.seq, turn),
            records::Said::Touch(touch) => self.hands.touch(touch, said.t_ms, said.at),
            // Of readings those that told of a press are kept.
            records::Said::Clock(clock) => {
                self.readings.take(said.t_ms, clock);
                if let Some(running) = clock.running {
                    self.hands.press(running.other(), said.t_ms, said.at);
                }
            }
            records::Said::Board(_)
            | records::Said::Duty(_)
            | records::Said::Game(_)
            | records::Said::Status(_)
            | records::Said::Unknown => {}
        }
        while self.told.len() > GAMES_KEPT {
            let on = self.game.as_ref().map(|held| held.what.id.clone());
            let oldest =
                self.told.iter().filter(|(id, _)| Some(*id) != on.as_ref()).min_by_key(|(_, told)| told.last_seq());
            let Some(id) = oldest.map(|(id, _)| id.clone()) else { break };
            self.told.remove(&id);
        }
    }

    fn told_of(&mut self, game: String, seq: u64) -> &mut GameTold {
        let told = self.told.entry(game).or_default();
        told.count(seq);
        told
    }

    fn said(&self, record: &Record, heard: Time) -> Said {
        let at = record.at.map_or(heard, |at| self.skew.right(at));
        Said { seq: record.seq, t_ms: record.t_ms, at }
    }

    /// Time passes. Gives the number after which the table is to be asked for its records again.
    pub fn pass(&mut self, now: Time) -> Option<u64> {
        self.link.pass(now);
        self.sessions.pass(now);
        let asked = if self.link.away_since().is_some() { None } else { self.sequence.poll(now) };
        self.health.set(Fault::RecordsMissing, self.sequence.missing() > 0, now);
        asked
    }

    /// When [`pass`](Table::pass) has something to do.
    #[must_use]
    pub fn next_deadline(&self) -> Option<Time> {
        let asking = if self.link.away_since().is_some() { None } else { self.sequence.next_deadline() };
        asking.into_iter().chain(self.link.next_deadline()).chain(self.sessions.next_deadline()).min()
    }

    /// What the turn in progress has touched, and what that obliges to: by the later of the two records that tell it.
    #[must_use]
    pub fn duty(&self) -> (Vec<Touched>, Obligation) {
        let Some(Held { said, what: game }) = &self.game else { return Default::default() };
        let later = self.duty.as_ref().filter(|duty| duty.what.game == game.id && !duty.said.is_before(*said));
        let (touched, obligation) = match later {
            Some(Held { what: duty, .. }) => (&duty.touched, &duty.obligation),
            None => (&game.touched, &game.obligation),
        };
        // The one lists all legal moves then, the other none.
        if touched.is_empty() { Default::default() } else { (touched.clone(), obligation.clone()) }
    }

    /// The game that is on, as last told.
    #[must_use]
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref().map(|held| &held.what)
    }

    /// The time of day of an event time of the game that is on; `None` where it is of another game, or not known.
    #[must_use]
    pub fn time_of(&self, game: Option<&str>, t_ms: Option<u64>) -> Option<Time> {
        let held = self.game.as_ref().filter(|held| Some(held.what.id.as_str()) == game)?;
        let (said, t_ms) = (held.said, i64::try_from(t_ms?).ok()?);
        Some(said.at.plus(t_ms - i64::try_from(said.t_ms).ok()?))
    }

    /// What the board shows, as last told.
    #[must_use]
    pub fn board(&self) -> Option<(Time, &Board)> {
        self.board.as_ref().map(|held| (held.said.at, &held.what))
    }

    /// Whether it is on the network, and its board on the wire.
    #[must_use]
    pub fn link(&self) -> &Link {
        &self.link
    }

    /// By how much the last record was behind, by its own time, in milliseconds; absent where none has come since the
    /// hall began.
    pub(super) fn lag_ms(&self) -> Option<i64> {
        self.lag_ms
    }

    /// Since when two tables of this name speak in turn.
    #[must_use]
    pub fn contested_since(&self) -> Option<Time> {
        self.sessions.contested_since()
    }

    /// Whether two tables of this name speak in turn, and the game is the other's.
    pub(super) fn is_others(&self, game: &str) -> bool {
        self.contested_since().is_some() && self.sessions.is_left(session(game))
    }

    /// What needs a hand, though no alert tells of it.
    #[must_use]
    pub fn health(&self) -> &Health {
        &self.health
    }

    /// A game that another has followed.
    #[must_use]
    pub fn outcome(&self, game: &str) -> Option<&Outcome> {
        self.outcomes.iter().rev().find(|outcome| outcome.game == game)
    }

    /// The games without a result that another has followed.
    pub fn left(&self) -> impl Iterator<Item = &Outcome> {
        self.outcomes.iter().filter(|outcome| outcome.result == "*" && !outcome.open.is_empty())
    }

    /// Somebody says how such a game has ended; `None`: it has no result.
    pub fn end_left(&mut self, game: &str, result: Option<(&str, Option<&str>)>) {
        self.settle(game, |_| true);
        let outcome = self.outcomes.iter_mut().find(|outcome| outcome.game == game);
        if let (Some(outcome), Some((result, termination))) = (outcome, result) {
            outcome.result = result.to_owned();
            outcome.termination = termination.map(str::to_owned);
        }
    }

    fn settle(&mut self, game: &str, is_settled: impl Fn(&StandingAlert) -> bool) {
        if let Some(outcome) = self.outcomes.iter_mut().find(|outcome| outcome.game == game) {
            outcome.open.retain(|open| !is_settled(open));
        }
    }

    /// How many of its records were lost for good.
    #[must_use]
    pub fn missing(&self) -> u64 {
        self.sequence.missing()
    }

    /// Whether records are missing that may still come.
    #[must_use]
    pub fn is_catching_up(&self) -> bool {
        self.sequence.is_open()
    }

    /// The alerts of the game that is on, ended ones too.
    #[must_use]
    pub fn alerts(&self) -> Vec<StandingAlert> {
        let Some(Held { said, what: game }) = &self.game else { return Vec::new() };
        match self.told.get(&game.id) {
            Some(told) => told.alerts(Some((*said, game))),
            None => GameTold::default().alerts(Some((*said, game))),
        }
    }

    /// An alert by its id, as last told, of the game that is on or one before it.
    #[must_use]
    pub fn alert(&self, id: &str) -> Option<StandingAlert> {
        let game = id.rsplit_once('#')?.0;
        let standing =
            if self.game().is_some_and(|on| on.id == game) { self.alerts() } else { self.told.get(game)?.alerts(None) };
        standing.into_iter().find(|standing| standing.alert.id == id)
    }

    /// How much a player had left when something happened, as last read before it, in milliseconds.
    #[must_use]
    pub fn left_at(&self, player: records::Color, t_ms: u64) -> Option<u32> {
        self.readings.left_at(player, t_ms)
    }

    /// What the hands did from one event time to another.
    #[must_use]
    pub fn hands(&self) -> &Hands {
        &self.hands
    }

    /// The computer's clock was set by so much: what was so long ago is still so long ago.
    pub fn clock_set(&mut self, by_ms: i64) {
        self.sequence.clock_set(by_ms);
        self.sessions.clock_set(by_ms);
        self.link.clock_set(by_ms);
        self.health.clock_set(by_ms);
        self.told.values_mut().for_each(|told| told.clock_set(by_ms));
        // Whether the table's clock was set with it, as on one computer, is not known: both are learnt anew.
        self.skew = Skew::default();
        self.lag_ms = None;
        let said = [
            self.game.as_mut().map(|held| &mut held.said),
            self.duty.as_mut().map(|held| &mut held.said),
            self.board.as_mut().map(|held| &mut held.said),
            self.clock.as_mut().map(|held| &mut held.said),
        ];
        for said in said.into_iter().flatten() {
            said.at = said.at.plus(by_ms);
        }
    }

    /// The games of which something is held, to forget what was kept of others.
    #[must_use]
    pub fn games(&self) -> BTreeSet<String> {
        let on = self.game().map(|game| game.id.clone());
        self.told.keys().cloned().chain(on).chain([self.hands.game().to_owned()]).collect()
    }
}

/// Of a numbered record the game and what it is.
fn numbered(said: &records::Said) -> Option<(&str, String)> {
    match said {
        records::Said::Alert(alert) => {
            Some((alert.game(), format!("alert {} {:?} {:?}", alert.id, alert.state, alert.decided)))
        }
        records::Said::Move(told) => {
            Some((told.game.as_str(), format!("move {} {} {}", told.game, told.ply, told.revision)))
        }
        records::Said::Turn(turn) => Some((turn.game.as_str(), format!("turn {} {}", turn.game, turn.ply))),
        _ => None,
    }
}

/// The start of the table, of which a game's id begins.
fn session(game: &str) -> &str {
    game.split('/').next().unwrap_or(game)
}

/// A number for what a record is, the same in every version of this program (FNV-1a).
fn mark(which: &str, t_ms: u64) -> u64 {
    let bytes = which.bytes().chain(t_ms.to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |mark, byte| (mark ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// Puts a state in the place of an older one. One that is older in everything that can be told comes late.
fn put_state<T>(held: &mut Option<Held<T>>, said: Said, what: T) -> Heard {
    if held.as_ref().is_some_and(|known| said.is_before(known.said)) {
        return Heard::Nothing;
    }
    *held = Some(Held { said, what });
    Heard::State
}
