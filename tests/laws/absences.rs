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
};

use protocols::registry::{BOARDS, Board, Sensing};
use touchmove::rules::pgn::PgnGame;

use crate::{common::games, evening::Evening};

/// How many games lie between two that are played.
const EVERY: usize = 450;

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

/// What happens to the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Faults {
    /// The cable is pulled, for a while or a moment.
    Cable,
    /// The same more often, or the service is killed and started again.
    Storm,
}

/// Plays games on a board that is away again and again.
fn play(board: &'static Board, games: Vec<PgnGame>, seed: u64, faults: Faults, outcome: &mut Outcome) {
    let mut evening = Evening::begin(board, games, seed, &mut outcome.log);
    while evening.goes_on() {
        let here = evening.dice.between(500, if faults == Faults::Cable { 30_000 } else { 18_000 });
        evening.pass(here);
        let gone = if evening.dice.chance(0.3) { 0 } else { evening.dice.between(100, 9_000) };
        if faults == Faults::Storm && evening.dice.chance(0.6) {
            evening.restart_service(gone);
        } else {
            evening.pull_cable(gone);
        }
        outcome.absences += 1;
        assert!(evening.heard.rulings.is_empty(), "nobody did anything against the Laws: {:?}", evening.heard.rulings);
    }
    evening.end();
    (outcome.answers, outcome.alerts) = (evening.arbiter.answers, evening.heard.alerts());
    evening.assert_right();
    outcome.told_otherwise = std::mem::take(&mut evening.arbiter.told_otherwise);
}

/// Whether a game begins from the first position and is long enough to be cut.
fn is_usual(game: &PgnGame) -> bool {
    game.tag("FEN").is_none() && game.variant == touchmove::rules::Variant::Chess && game.moves.len() >= 8
}

/// Keeps the log of what went wrong, where `TOUCHMOVE_KEEP` says.
fn keep(name: &str, log: &[String]) {
    if let Some(folder) = std::env::var_os("TOUCHMOVE_KEEP").map(PathBuf::from) {
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join(format!("{name}.jsonl")), log.join("\n")).expect("written");
    }
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
        if !is_usual(&game) {
            continue;
        }
        let board = boards[place % boards.len()];
        let mut outcome = Outcome::default();
        let went = catch_unwind(AssertUnwindSafe(|| play(board, vec![game], seed, Faults::Cable, &mut outcome)));
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
        keep(&format!("{}-{seed}", board.kind), &outcome.log);
        list.push(format!("{} {name}, seed {seed}: {why}", board.kind));
    }
    println!("{played} games, {absences} absences, {answers} commands of the arbiter");
    println!("{alerts:#?}");
    println!("{} told otherwise than played:\n{}", other.len(), other.join("\n"));
    assert!(wrong.is_empty(), "{} of {played} games went wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(other.len() * 100 <= absences, "too often told otherwise");
}

/// So many games are played in an evening, and in one that is but a sample.
const GAMES: usize = 4;
const SAMPLE_GAMES: usize = 1;

#[test]
fn no_evening_of_kills_and_pulled_cables_is_ruled_on_or_loses_a_move() {
    let asked_for = std::env::var("TOUCHMOVE_EVENINGS").ok().map(|evenings| evenings.parse().expect("a number"));
    let (evenings, many) = asked_for.map_or((1, SAMPLE_GAMES), |evenings| (evenings, GAMES));
    let first: u64 = std::env::var("TOUCHMOVE_SEED").map_or(1, |seed| seed.parse().expect("a number"));
    let board = BOARDS.iter().find(|board| board.kind == "dgt").expect("a DGT board");
    let games: Vec<PgnGame> = games::collection().into_iter().map(|(_, game)| game).filter(is_usual).collect();
    let (mut absences, mut wrong) = (0, Vec::new());
    for seed in first..first + evenings {
        let chosen = (0..many).map(|place| games[(seed as usize * 997 + place * 2_311) % games.len()].clone());
        let mut outcome = Outcome::default();
        let went = catch_unwind(AssertUnwindSafe(|| play(board, chosen.collect(), seed, Faults::Storm, &mut outcome)));
        absences += outcome.absences;
        println!("seed {seed}: {} absences, {} told otherwise", outcome.absences, outcome.told_otherwise.len());
        if let Err(panic) = went {
            keep(&format!("evening-{seed}"), &outcome.log);
            wrong.push(format!("seed {seed}: {}", panic.downcast_ref::<String>().cloned().unwrap_or_default()));
        }
    }
    println!("{evenings} evenings, {absences} absences");
    assert!(wrong.is_empty(), "{} of {evenings} evenings went wrong:\n{}", wrong.len(), wrong.join("\n"));
}
