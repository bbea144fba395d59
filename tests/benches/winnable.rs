//! How long the question who can still win takes, at one fixed budget.
//!
//! Prints mean and worst time of a verdict over the positions where a flag fell and over the reference's vectors (the
//! best of three runs each, so that other work on the machine does not count), then measures whole sets with divan.
//! The positions lie beside the repository; without them there is nothing to measure.

mod figure;

use std::fs::File;
use std::hint::black_box;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use divan::Bencher;
use divan::counter::ItemsCount;
use serde_json::Value;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, Position, PositionError};

use touchmove::rules::winnable::{DEFAULT_NODES, Verdict, analyse};

use figure::{figure, ms, only_figures};

const FLAG_FALL: &str = "lichess_flagfall_positions.jsonl";
const VECTORS: &str = "cha_vectors.jsonl";

fn main() {
    for (file, name) in [(FLAG_FALL, "winnable.flag_fall"), (VECTORS, "winnable.vectors")] {
        survey(file, name);
    }
    if !only_figures() {
        divan::main();
    }
}

fn positions(file: &str) -> Vec<Chess> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus/dead").join(file);
    let Ok(opened) = File::open(&path) else {
        println!("{} is not here", path.display());
        return Vec::new();
    };
    let fens = BufReader::new(opened).lines().map_while(Result::ok).filter_map(|line| {
        let case: Value = serde_json::from_str(&line).ok()?;
        case["fen"].as_str().map(str::to_owned)
    });
    fens.filter_map(|fen| {
        let setup = fen.parse::<Fen>().ok()?.into_setup();
        let mode = CastlingMode::detect(&setup);
        setup.position(mode).or_else(PositionError::ignore_too_much_material).ok()
    })
    .collect()
}

/// Every position with both sides.
fn questions(file: &str) -> Vec<(Chess, Color)> {
    positions(file).into_iter().flat_map(|pos| [(pos.clone(), Color::White), (pos, Color::Black)]).collect()
}

fn survey(file: &str, name: &str) {
    let mut times = Vec::new();
    let mut open = 0;
    for (pos, side) in questions(file) {
        let mut best = Duration::MAX;
        let mut decided = true;
        for _ in 0..3 {
            let start = Instant::now();
            let answer = black_box(analyse(black_box(&pos), side, DEFAULT_NODES));
            best = best.min(start.elapsed());
            decided = answer.verdict != Verdict::Undetermined;
            // What takes long is not repeated: the clock is fine enough for it.
            if best > Duration::from_millis(20) {
                break;
            }
        }
        open += usize::from(!decided);
        times.push(best);
    }
    times.sort();
    let Some(worst) = times.last() else { return };
    let us = |time: Duration| ms(time) * 1_000.0;
    let mean = times.iter().sum::<Duration>() / times.len() as u32;
    let read = read(file);
    figure(&format!("{name}.mean"), us(mean), "us", Some(us(read)));
    figure(&format!("{name}.worst"), us(*worst), "us", Some(us(read)));
    figure(&format!("{name}.open"), open as f64, "questions", None);
    let at = |share: usize| times[(times.len() - 1) * share / 100];
    println!(
        "{file}: {} verdicts, mean {mean:?}, median {:?}, 90% {:?}, 99% {:?}, worst {worst:?}, {open} open",
        times.len(),
        at(50),
        at(90),
        at(99),
    );
}

/// What is plain: a position of the file is read and its legal moves are listed. The best of three, in the mean.
fn read(file: &str) -> Duration {
    let positions = positions(file);
    let fens: Vec<String> =
        positions.iter().map(|pos| Fen::from_position(pos, shakmaty::EnPassantMode::Legal).to_string()).collect();
    let all = (0..3).map(|_| {
        let start = Instant::now();
        for (fen, pos) in fens.iter().zip(&positions) {
            black_box(fen.parse::<Fen>().is_ok());
            black_box(pos.legal_moves());
        }
        start.elapsed()
    });
    all.min().unwrap_or_default() / u32::try_from(fens.len().max(1)).unwrap_or(u32::MAX)
}

/// All positions where a flag fell, both sides.
#[divan::bench(sample_count = 20)]
fn flag_fall(bencher: Bencher) {
    let asked = questions(FLAG_FALL);
    bencher.counter(ItemsCount::new(asked.len())).bench(|| {
        for (pos, side) in &asked {
            black_box(analyse(black_box(pos), *side, DEFAULT_NODES));
        }
    });
}

/// The reference's vectors, both sides, with a tenth of the budget.
#[divan::bench(sample_count = 3)]
fn vectors(bencher: Bencher) {
    let asked = questions(VECTORS);
    bencher.counter(ItemsCount::new(asked.len())).bench(|| {
        for (pos, side) in &asked {
            black_box(analyse(black_box(pos), *side, DEFAULT_NODES / 10));
        }
    });
}
