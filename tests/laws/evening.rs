//! An evening at one board whose hands play on whatever happens, read by a table that is cut off again and again, beside an
//! arbiter who has seen all of it: in virtual time.

use std::{collections::VecDeque, time::Duration};

use protocols::{At, Dice, registry::Board};
use touchmove::{
    emulate::{Habits, Play},
    rules::pgn::PgnGame,
    table::{LightUse, Output, event_line, header_object},
};

use crate::common::{
    heard::Heard,
    onlooker::{Does, Onlooker, Progress},
    virtual_table::VirtualTable,
};

/// How long the first position stands before the hands begin, in milliseconds.
const STANDS_MS: u64 = 6_000;

/// How often the arbiter looks, in milliseconds of the hands' time.
const LOOKS_MS: u64 = 500;

/// How much faster the hands play than the arbiter's patience reckons.
const SPEED: u32 = 10;

/// After so long a move is written down, in milliseconds of the hands' time.
const WRITTEN_MS: u64 = 20_000;

/// How long it may take after the last move until all is known, in milliseconds of the hands' time.
const ENDING_MS: u64 = 1_200_000;

/// One board, its hands, its table and its arbiter.
pub(crate) struct Evening<'a> {
    board: &'static Board,
    table: VirtualTable,
    play: Play,
    pub(crate) dice: Dice,
    pub(crate) heard: Heard,
    pub(crate) arbiter: Onlooker,
    /// The games still to be played, and those begun.
    games: VecDeque<PgnGame>,
    pub(crate) begun: Vec<Vec<String>>,
    /// The event logs, one after the other, each behind its header.
    log: &'a mut Vec<String>,
}

fn hear(heard: &mut Heard, log: &mut Vec<String>, output: Output) {
    match output {
        Output::Record(record) => heard.record(&serde_json::to_string(&record).expect("JSON")),
        Output::Begun(header) => log.push(header_object(&header).to_string()),
        Output::Seen(at, happening) => log.push(event_line(at, &happening)),
        _ => {}
    }
}

fn moves(game: &PgnGame) -> Vec<String> {
    game.moves.iter().map(|played| played.uci.clone()).collect()
}

impl Evening<'_> {
    /// These games on this board, the first of them begun.
    ///
    /// # Panics
    ///
    /// Where there is no game.
    pub(crate) fn begin<'a>(
        board: &'static Board,
        games: impl IntoIterator<Item = PgnGame>,
        seed: u64,
        log: &'a mut Vec<String>,
    ) -> Evening<'a> {
        let mut games: VecDeque<PgnGame> = games.into_iter().collect();
        let first = games.pop_front().expect("a game");
        let mut evening = Evening {
            board,
            table: VirtualTable::new(board, LightUse::Absent),
            play: Play::new(first.clone(), Habits::measured().with_thinking(0.0), seed).held(),
            dice: Dice::new(seed),
            heard: Heard::default(),
            arbiter: Onlooker::new("1"),
            games,
            begun: vec![moves(&first)],
            log,
        };
        evening.pass(STANDS_MS);
        evening.play.begin(evening.table.now);
        evening
    }

    fn run(&mut self, until: At) {
        while self.table.now < until {
            let step = self.play.next_deadline().map_or(until, |due| due.min(until)).max(self.table.now + 1);
            self.play.advance(step);
            let (heard, log) = (&mut self.heard, &mut *self.log);
            self.table.run(step, self.play.world(), &mut |output| hear(heard, log, output));
        }
    }

    /// Lets time pass; the arbiter looks meanwhile.
    pub(crate) fn pass(&mut self, ms: u64) {
        let until = self.table.now + ms;
        while self.table.now < until {
            self.run(until.min(self.table.now + LOOKS_MS));
            let now = self.table.now;
            let made = self.play.expected().iter().filter(|ply| ply.made_at + WRITTEN_MS <= now).count();
            let progress = Progress { games: self.begun.clone(), made, over_for: self.over_for() };
            for does in self.arbiter.attend(&self.heard, progress, Duration::from_millis(now.0) / SPEED) {
                match does {
                    Does::Says(command) => {
                        let (heard, log) = (&mut self.heard, &mut *self.log);
                        let reply = self.table.command(&command.to_string(), &mut |output| hear(heard, log, output));
                        self.heard.reply(&serde_json::from_str(&reply).expect("JSON"));
                    }
                    Does::NextGame => self.begin_next(),
                }
            }
        }
    }

    fn begin_next(&mut self) {
        if let Some(game) = self.games.pop_front() {
            self.begun.push(moves(&game));
            self.play.play_next(game).expect("the one before is finished");
        }
    }

    /// Whether hands still play, or will.
    pub(crate) fn goes_on(&self) -> bool {
        !self.games.is_empty() || !self.play.finished()
    }

    /// The cable is pulled for so long.
    pub(crate) fn pull_cable(&mut self, gone_ms: u64) {
        self.table.plug(false);
        self.pass(gone_ms);
        self.table.plug(true);
    }

    /// The service is killed, and another takes the game up from its log after so long.
    pub(crate) fn restart_service(&mut self, gone_ms: u64) {
        let seq = self.heard.records.last_key_value().map_or(0, |(seq, _)| *seq);
        self.table.restart_from(self.board, self.log, seq);
        self.pass(gone_ms);
        self.table.plug(true);
    }

    /// Lets time pass until all of the last game is known, or it has taken too long.
    pub(crate) fn end(&mut self) {
        let over = self.table.now;
        while !self.is_known() && self.table.now.since(over) < ENDING_MS {
            self.pass(LOOKS_MS);
        }
    }

    fn over_for(&self) -> Option<Duration> {
        let last = self.play.expected().last().map(|ply| ply.made_at)?;
        self.play.finished().then(|| Duration::from_millis(self.table.now.since(last)) / SPEED)
    }

    fn is_known(&self) -> bool {
        self.heard.has_last(&self.begun)
    }

    /// Panics where what is known in the end is not what was played, or anybody was ruled on: nobody does anything against
    /// the Laws.
    pub(crate) fn assert_right(&self) {
        let rulings = &self.heard.rulings;
        assert!(rulings.is_empty(), "nobody did anything against the Laws: {rulings:?}");
        if self.is_known() {
            return;
        }
        let (told, played) = (self.heard.games().pop().unwrap_or_default(), self.begun.last().expect("a game"));
        let same = told.iter().zip(played).take_while(|(told, played)| told == played).count();
        let next = &played[same..played.len().min(same + 8)];
        panic!("of {} half-moves {same} are right; then {:?} is told of {next:?}", played.len(), &told[same..]);
    }
}
