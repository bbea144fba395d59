//! Hands play on while the board is away, again and again, and an arbiter who has seen it says what he is asked for: in the
//! end every game is what was played, nothing was ruled that nobody did, and nothing was lost without a word. Pieces that go
//! to and fro unseen leave a shorter way that explains the board as well: as many games as a hundredth of the absences may
//! be told so, until the arbiter puts them right.
//!
//! Some games on the boards that know their pieces. `TOUCHMOVE_EVERY=9 cargo test --release --test laws absences` plays
//! every ninth of the collection; `TOUCHMOVE_GAME` one, `TOUCHMOVE_SEED` has other hands and other absences,
//! `TOUCHMOVE_BOARD` one kind of board. `TOUCHMOVE_KEEP` names a folder for the logs of what went wrong.

use std::{
    collections::BTreeMap,
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    time::Duration,
};

use protocols::{
    At, Dice,
    registry::{BOARDS, Board, Sensing},
};
use touchmove::{
    emulate::{Habits, Play},
    rules::pgn::PgnGame,
    table::{LightUse, Output, event_line, header_object},
};

use crate::common::{
    games,
    heard::Heard,
    onlooker::{Does, Onlooker, Progress},
    virtual_table::VirtualTable,
};

/// How many games lie between two that are played.
const EVERY: usize = 450;

/// How long the first position stands before the hands begin, in milliseconds.
const STANDS_MS: u64 = 6_000;

/// How often the arbiter looks, in milliseconds of the hands' time.
const LOOKS_MS: u64 = 500;

/// How much faster the hands play than the arbiter's patience reckons.
const SPEED: u32 = 10;

/// After so long a move is written down, in milliseconds of the hands' time.
const WRITTEN_MS: u64 = 20_000;

/// How long a game may take after its last move, in milliseconds of the hands' time.
const ENDING_MS: u64 = 1_200_000;

/// What came of a game.
#[derive(Debug, Default)]
struct Outcome {
    absences: usize,
    answers: usize,
    alerts: BTreeMap<String, usize>,
    log: Vec<String>,
    /// What the arbiter has found told otherwise than played, and put right.
    told_otherwise: Vec<String>,
}

struct Evening<'a> {
    table: VirtualTable,
    play: Play,
    dice: Dice,
    heard: Heard,
    arbiter: Onlooker,
    moves: Vec<String>,
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

impl Evening<'_> {
    fn run(&mut self, until: At) {
        while self.table.now < until {
            let step = self.play.next_deadline().map_or(until, |due| due.min(until)).max(self.table.now + 1);
            self.play.advance(step);
            let (heard, log) = (&mut self.heard, &mut *self.log);
            self.table.run(step, self.play.world(), &mut |output| hear(heard, log, output));
        }
    }

    /// Lets time pass; the arbiter looks meanwhile.
    fn pass(&mut self, ms: u64) {
        let until = self.table.now + ms;
        while self.table.now < until {
            self.run(until.min(self.table.now + LOOKS_MS));
            let now = self.table.now;
            let made = self.play.expected().iter().filter(|ply| ply.made_at + WRITTEN_MS <= now).count();
            let over_for = self.over_for();
            let progress = Progress { games: vec![self.moves.clone()], made, over_for };
            for does in self.arbiter.attend(&self.heard, progress, Duration::from_millis(now.0) / SPEED) {
                if let Does::Says(command) = does {
                    let (heard, log) = (&mut self.heard, &mut *self.log);
                    let reply = self.table.command(&command.to_string(), &mut |output| hear(heard, log, output));
                    self.heard.reply(&serde_json::from_str(&reply).expect("JSON"));
                }
            }
        }
    }

    fn over_for(&self) -> Option<Duration> {
        let last = self.play.expected().last().map(|ply| ply.made_at)?;
        self.play.finished().then(|| Duration::from_millis(self.table.now.since(last)) / SPEED)
    }

    fn is_known(&self) -> bool {
        self.heard.has_last(std::slice::from_ref(&self.moves))
    }
}

/// Plays a game on a board that is away again and again.
fn evening(board: &Board, game: &PgnGame, seed: u64, outcome: &mut Outcome) {
    let moves: Vec<String> = game.moves.iter().map(|played| played.uci.clone()).collect();
    let mut evening = Evening {
        table: VirtualTable::new(board, LightUse::Absent),
        play: Play::new(game.clone(), Habits::measured().with_thinking(0.0), seed).held(),
        dice: Dice::new(seed),
        heard: Heard::default(),
        arbiter: Onlooker::new("1"),
        moves,
        log: &mut outcome.log,
    };
    evening.pass(STANDS_MS);
    evening.play.begin(evening.table.now);
    while !evening.play.finished() {
        let here = evening.dice.between(500, 30_000);
        evening.pass(here);
        let gone = if evening.dice.chance(0.3) { 0 } else { evening.dice.between(100, 9_000) };
        evening.table.plug(false);
        evening.pass(gone);
        evening.table.plug(true);
        outcome.absences += 1;
    }
    let over = evening.table.now;
    while !evening.is_known() && evening.table.now.since(over) < ENDING_MS {
        evening.pass(LOOKS_MS);
    }
    (outcome.answers, outcome.alerts) = (evening.arbiter.answers, evening.heard.alerts());
    let rulings = &evening.heard.rulings;
    assert!(rulings.is_empty(), "nobody did anything against the Laws: {rulings:?}");
    let told: Vec<String> = evening.heard.games().pop().unwrap_or_default();
    let same = told.iter().zip(&evening.moves).take_while(|(told, played)| told == played).count();
    if !evening.is_known() {
        let played = &evening.moves[same..evening.moves.len().min(same + 8)];
        let (count, told) = (evening.moves.len(), &told[same..]);
        panic!("of {count} half-moves {same} are right; then {told:?} is told of {played:?}");
    }
    outcome.told_otherwise = std::mem::take(&mut evening.arbiter.told_otherwise);
}

#[test]
fn what_is_played_while_the_board_is_away_is_found_asked_for_and_never_guessed() {
    let kind = std::env::var("TOUCHMOVE_BOARD").ok();
    let chosen = |board: &&Board| match &kind {
        Some(kind) => board.kind == kind,
        None => board.sensing == Sensing::Identity && board.shared.is_none(),
    };
    let boards: Vec<&Board> = BOARDS.iter().filter(chosen).collect();
    let (mut played, mut absences, mut answers) = (0, 0, 0);
    let mut alerts: BTreeMap<String, usize> = BTreeMap::new();
    let (mut wrong, mut other) = (Vec::new(), Vec::new());
    for (place, (seed, (name, game))) in games::sample(EVERY).enumerate() {
        if game.tag("FEN").is_some() || game.variant != touchmove::rules::Variant::Chess || game.moves.len() < 8 {
            continue;
        }
        let board = boards[place % boards.len()];
        let mut outcome = Outcome::default();
        let went = catch_unwind(AssertUnwindSafe(|| evening(board, &game, seed, &mut outcome)));
        played += 1;
        absences += outcome.absences;
        answers += outcome.answers;
        for (name, count) in outcome.alerts {
            *alerts.entry(name).or_default() += count;
        }
        let (list, why) = match went {
            Err(panic) => (&mut wrong, panic.downcast_ref::<String>().cloned().unwrap_or_default()),
            Ok(()) if outcome.told_otherwise.is_empty() => continue,
            Ok(()) => (&mut other, outcome.told_otherwise.join("; ")),
        };
        if let Some(folder) = std::env::var_os("TOUCHMOVE_KEEP").map(PathBuf::from) {
            fs::create_dir_all(&folder).expect("a folder");
            fs::write(folder.join(format!("{}-{seed}.jsonl", board.kind)), outcome.log.join("\n")).expect("written");
        }
        list.push(format!("{} {name}, seed {seed}: {why}", board.kind));
    }
    println!("{played} games, {absences} absences, {answers} commands of the arbiter");
    println!("{alerts:#?}");
    println!("{} told otherwise than played:\n{}", other.len(), other.join("\n"));
    assert!(wrong.is_empty(), "{} of {played} games went wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(other.len() * 100 <= absences, "too often told otherwise");
}
