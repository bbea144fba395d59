//! Who can still win, held to the collected positions: every verdict compared, every helpmate played by the rules core.
//!
//! The positions lie beside the repository; without them the tests say so and pass. Without optimisation only a part
//! of them is tried. `WINNABLE_REPORT=1` prints the figures of each file.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use proptest::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Position, PositionError};

use touchmove::rules::winnable::{DEFAULT_NODES, Line, Verdict, analyse};

use crate::common::corpus;

/// In a build without optimisation, one of so many cases is tried.
const THINNING: usize = if cfg!(debug_assertions) { 12 } else { 1 };
const SIDES: [Color; 2] = [Color::White, Color::Black];

fn position(fen: &str) -> Chess {
    let setup = fen.parse::<Fen>().expect("a FEN").into_setup();
    let mode = CastlingMode::detect(&setup);
    setup.position(mode).or_else(PositionError::ignore_too_much_material).expect("a position")
}

fn mates(pos: &Chess, side: Color, line: &Line) -> bool {
    let mut pos = pos.clone();
    for step in line.moves() {
        let Ok(step) = step.to_move(&pos) else { return false };
        pos.play_unchecked(step);
    }
    pos.is_checkmate() && pos.turn() != side
}

fn key(side: Color) -> &'static str {
    side.fold_wb("white_can_mate", "black_can_mate")
}

#[derive(Default)]
struct Tally {
    counts: BTreeMap<&'static str, usize>,
    nodes: u64,
    /// What is wrong, a line each.
    wrong: Vec<String>,
    open: Vec<String>,
}

impl Tally {
    fn ask(&mut self, fen: &str, side: Color, expected: bool) {
        let pos = position(fen);
        let answer = analyse(&pos, side, DEFAULT_NODES);
        self.nodes += answer.nodes;
        let (word, right) = match &answer.verdict {
            Verdict::Undetermined => {
                self.open.push(format!("{fen} {side}"));
                ("undetermined", true)
            }
            Verdict::Unwinnable(reason) => (reason.name(), !expected),
            Verdict::Winnable(line) => ("winnable", expected && mates(&pos, side, line)),
        };
        *self.counts.entry(word).or_default() += 1;
        if !right {
            self.wrong.push(format!("{fen} {side}: {:?}", answer.verdict));
        }
    }

    fn report(&self, name: &str) {
        if std::env::var_os("WINNABLE_REPORT").is_some() {
            println!("{name}: {:?}, {} nodes", self.counts, self.nodes);
            for open in &self.open {
                println!("  open: {open}");
            }
        }
        assert!(self.wrong.is_empty(), "{name}:\n{}", self.wrong.join("\n"));
    }
}

#[test]
fn the_reference_s_vectors_are_all_right() {
    let mut tally = Tally::default();
    for case in corpus::records("dead/cha_vectors.jsonl").iter().step_by(THINNING) {
        let fen = case["fen"].as_str().expect("a FEN");
        for side in SIDES {
            let expected = case["expected"][key(side)].as_bool().expect("yes or no");
            tally.ask(fen, side, expected);
            let theirs = &case[side.fold_wb("cha_white", "cha_black")];
            let open = tally.open.last().is_some_and(|open| *open == format!("{fen} {side}"));
            assert!(!open || theirs == "undetermined" || !expected, "{fen} {side}: a helpmate is known");
        }
    }
    tally.report("cha_vectors");
    let verdicts: usize = tally.counts.values().sum();
    // None of the sample; of all of them one in a hundred at most.
    let most = if THINNING > 1 { 0 } else { verdicts / 100 };
    assert!(tally.open.len() <= most, "{} of {verdicts} are undetermined", tally.open.len());
}

#[test]
fn positions_where_a_flag_fell_are_all_decided_and_right() {
    let mut tally = Tally::default();
    for case in corpus::records("dead/lichess_flagfall_positions.jsonl").iter().step_by(THINNING) {
        for side in SIDES {
            let expected = case["verdict"][key(side)].as_bool().expect("yes or no");
            tally.ask(case["fen"].as_str().expect("a FEN"), side, expected);
        }
    }
    tally.report("lichess_flagfall_positions");
    assert!(tally.open.is_empty(), "{:?}", tally.open);
}

#[test]
fn dead_positions_of_real_games_are_all_decided_and_right() {
    let mut tally = Tally::default();
    for case in corpus::records("dead/real_game_dead_positions.jsonl").iter().step_by(THINNING) {
        if let Some(fen) = case["first_dead_fen"].as_str() {
            for side in SIDES {
                tally.ask(fen, side, false);
            }
        }
        for one in case["one_side"].as_array().into_iter().flatten() {
            for side in SIDES {
                let expected = one[key(side)].as_bool().expect("yes or no");
                tally.ask(one["fen"].as_str().expect("a FEN"), side, expected);
            }
        }
    }
    tally.report("real_game_dead_positions");
    assert!(tally.open.is_empty(), "{:?}", tally.open);
}

/// The positions of the games in a PGN file.
struct Games;

impl Visitor for Games {
    type Tags = Option<Chess>;
    type Movetext = Vec<Chess>;
    type Output = Vec<Chess>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        ControlFlow::Continue(None)
    }

    fn tag(&mut self, tags: &mut Self::Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        if name == b"FEN" {
            let Ok(fen) = Fen::from_ascii(value.as_bytes()) else { return ControlFlow::Break(Vec::new()) };
            let setup = fen.into_setup();
            let mode = CastlingMode::detect(&setup);
            let Ok(pos) = setup.position(mode) else { return ControlFlow::Break(Vec::new()) };
            *tags = Some(pos);
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Self::Tags) -> ControlFlow<Self::Output, Self::Movetext> {
        ControlFlow::Continue(vec![tags.unwrap_or_default()])
    }

    fn san(&mut self, played: &mut Self::Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        let mut pos = played.last().cloned().unwrap_or_default();
        let Ok(step) = san.san.to_move(&pos) else { return ControlFlow::Break(std::mem::take(played)) };
        pos.play_unchecked(step);
        played.push(pos);
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, played: Self::Movetext) -> Self::Output {
        played
    }
}

#[test]
fn no_game_is_given_up_for_a_side_that_can_still_mate_later_in_it() {
    // Taken from several files, so that board, online, Chess960 and old games are all among the five hundred.
    const FILES: [(&str, usize); 6] = [
        ("pgn/boards/fide_worldcup_2025_livechess.pgn.gz", 250),
        ("pgn/chess960/rwch_mainz.pgn.gz", 80),
        ("pgn/chess960/cutechess_engine.pgn.gz", 40),
        ("pgn/online/lichess_2024_sample_clk.pgn.gz", 100),
        ("pgn/online/lichess_amateur_clk.pgn.gz", 100),
        ("pgn/plain/twic_1599_part.pgn.gz", 150),
    ];
    let (mut games, mut positions, mut open) = (0, 0, 0);
    for (file, most) in FILES {
        let Some(path) = corpus::path(file) else { return };
        let mut text = Vec::new();
        corpus::open(&path).read_to_end(&mut text).expect("gzip");
        let mut reader = Reader::new(text.as_slice());
        for _ in 0..most.div_ceil(THINNING) {
            let Some(played) = reader.read_game(&mut Games).expect("memory can be read") else { break };
            games += 1;
            for side in SIDES {
                // Backwards: once a side can mate, it could at every moment before.
                let mut later = false;
                for pos in played.iter().rev() {
                    positions += 1;
                    let verdict = analyse(pos, side, DEFAULT_NODES).verdict;
                    let fen = Fen::from_position(pos, EnPassantMode::Legal);
                    match &verdict {
                        Verdict::Undetermined => open += 1,
                        Verdict::Unwinnable(_) => assert!(!later, "{file}: {fen} {side}: {verdict:?}"),
                        Verdict::Winnable(line) => {
                            assert!(mates(pos, side, line), "{file}: {fen} {side}: {line:?}");
                            later = true;
                        }
                    }
                }
            }
        }
    }
    println!("{games} games, {positions} verdicts, {open} undetermined");
    assert_eq!(open, 0);
}

/// A position reached by random moves from the first one; fewer men the longer it lasts.
fn wandered(choices: &[u16]) -> Vec<Chess> {
    let mut all = vec![Chess::new()];
    for choice in choices {
        let mut pos = all.last().cloned().unwrap_or_default();
        let legal = pos.legal_moves();
        if legal.is_empty() {
            break;
        }
        // Captures are preferred two times out of three, to get to the endings where the question is asked.
        let captures: Vec<_> = legal.iter().filter(|step| step.is_capture()).collect();
        let step = if captures.is_empty() || choice % 3 == 0 {
            legal[usize::from(*choice) % legal.len()]
        } else {
            *captures[usize::from(*choice) % captures.len()]
        };
        pos.play_unchecked(step);
        all.push(pos);
    }
    all
}

fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Undetermined => "undetermined",
        Verdict::Unwinnable(reason) => reason.name(),
        Verdict::Winnable(_) => "winnable",
    }
}

/// The same with colours and ranks exchanged.
fn turned(pos: &Chess) -> Chess {
    let setup = pos.clone().to_setup(EnPassantMode::Legal).into_mirrored();
    setup.position(CastlingMode::Standard).expect("a position turned over is one")
}

/// The same FEN with the files mirrored.
fn mirrored(fen: &str) -> String {
    let (placement, rest) = fen.split_once(' ').expect("fields");
    let rows: Vec<String> = placement.split('/').map(|row| row.chars().rev().collect()).collect();
    let mut fields: Vec<String> = rest.split(' ').map(str::to_owned).collect();
    if let Some(file) = fields[2].chars().next().filter(|file| ('a'..='h').contains(file)) {
        let other = char::from(b'a' + b'h' - file as u8);
        fields[2] = fields[2].replacen(file, &other.to_string(), 1);
    }
    format!("{} {}", rows.join("/"), fields.join(" "))
}

fn config() -> ProptestConfig {
    let cases = if cfg!(debug_assertions) { 12 } else { 200 };
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn colours_and_sides_of_the_board_make_no_difference(choices in prop::collection::vec(any::<u16>(), 20..160)) {
        let walk = wandered(&choices);
        let pos = walk.last().expect("the first position at least");
        let fen = Fen::from_position(pos, EnPassantMode::Legal).to_string();
        let over = turned(pos);
        for side in SIDES {
            let answer = analyse(pos, side, 20_000);
            let other = analyse(&over, !side, 20_000);
            prop_assert_eq!(word(&answer.verdict), word(&other.verdict), "{} {}", fen, side);
            prop_assert_eq!(answer.nodes, other.nodes);
            if pos.castles().is_empty() {
                let other = analyse(&position(&mirrored(&fen)), side, 20_000);
                prop_assert_eq!(word(&answer.verdict), word(&other.verdict), "{} {}", fen, side);
                prop_assert_eq!(answer.nodes, other.nodes);
            }
        }
    }

    #[test]
    fn what_can_be_won_later_could_be_won_before(choices in prop::collection::vec(any::<u16>(), 20..200)) {
        let walk = wandered(&choices);
        for side in SIDES {
            let mut later = false;
            for pos in walk.iter().rev() {
                let verdict = analyse(pos, side, 20_000).verdict;
                match &verdict {
                    Verdict::Undetermined => {}
                    Verdict::Unwinnable(_) => prop_assert!(!later, "{:?} {}", pos, side),
                    Verdict::Winnable(line) => {
                        prop_assert!(mates(pos, side, line));
                        later = true;
                    }
                }
            }
        }
    }

    #[test]
    fn a_larger_budget_never_turns_a_verdict(choices in prop::collection::vec(any::<u16>(), 20..160)) {
        let walk = wandered(&choices);
        let pos = walk.last().expect("the first position at least");
        for side in SIDES {
            let mut known = None;
            for budget in [0, 1, 5, 20, 100, 500, 3_000, 20_000] {
                let answer = analyse(pos, side, budget);
                prop_assert!(answer.nodes <= budget);
                match (&known, word(&answer.verdict)) {
                    (None, "undetermined") => {}
                    (None, decided) => known = Some(decided),
                    (Some(before), now) => prop_assert_eq!(*before, now),
                }
            }
        }
    }
}
