//! Rounds on the air: every board of them played by hands, an arbiter who corrects now and then, Lichess in changing moods, and
//! readers at every output. In the end each output has of each board what the table's own record has.
//!
//! `TOUCHMOVE_BROADCAST=3600 cargo test --release --test edges broadcast_all:: -- --nocapture` goes on for an hour with a
//! hundred boards, round after round; `TOUCHMOVE_TABLES` (100) sets how many. Without the variable a short round of a few
//! boards. `TOUCHMOVE_SEED` has another arbiter correct.

mod arbiter;
mod outputs;
mod scale;
mod stage;

use std::time::{Duration, Instant};

use tokio::time::sleep;

use self::{
    arbiter::Arbiter,
    outputs::{Outputs, agree},
    stage::{Boards, Stage},
};
use crate::common::watched::number;

/// So long after the last correction every output must have all of it.
const SETTLES: Duration = Duration::from_secs(90);

/// How many times faster than real boards and services are.
const SPEED: f64 = 20.0;

/// How long a round is played: most games of the demo's round are over by then.
const OF_ROUND: Duration = Duration::from_secs(420);

/// How large it is.
struct Size {
    tables: usize,
    lasts: Duration,
    /// Which part of the thinking times of the games the hands take, by their own clocks.
    thinking: f64,
    /// Between two corrections.
    corrects: Duration,
    seed: u64,
}

impl Size {
    /// As the variables set it.
    fn asked() -> Size {
        let seed = number("TOUCHMOVE_SEED", 1);
        match number("TOUCHMOVE_BROADCAST", 0) {
            seconds @ 1.. => Size {
                tables: number("TOUCHMOVE_TABLES", 100),
                lasts: Duration::from_secs(seconds),
                thinking: 1.0,
                corrects: Duration::from_millis(700),
                seed,
            },
            0 => Size {
                tables: number("TOUCHMOVE_TABLES", 6),
                lasts: Duration::from_secs(20),
                thinking: 0.15,
                corrects: Duration::from_millis(400),
                seed,
            },
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_output_has_in_the_end_what_the_tables_record() {
    let size = Size::asked();
    let mut stage = Stage::build(size.tables, size.tables.div_ceil(2), SPEED).await;
    let mut outputs = Outputs::begin(&stage).await;
    let mut arbiter = Arbiter::begin(&stage, size.seed).await;
    let begun = Instant::now();
    let mut seconds = 0.0;
    let mut used_s = 0.0;
    let mut first_kb = None;
    let mut round: u16 = 0;
    while round == 0 || (begun.elapsed() < size.lasts && usize::from(round) < stage::ROUNDS) {
        round += 1;
        let boards = Boards::set_up(&stage, round, size.thinking, size.seed, Duration::from_secs(6));
        let seats = stage.start_round(round).await;
        arbiter.at_round(round, &seats);
        outputs.at_round(&stage, round).await;
        let (playing, used_before_s) = (Instant::now(), stage.hall.processor_seconds());
        let ends = playing + (size.lasts.saturating_sub(begun.elapsed())).min(OF_ROUND).max(Duration::from_secs(20));
        while Instant::now() < ends && !arbiter.are_all_over() {
            sleep(size.corrects).await;
            arbiter.look(&mut stage).await;
            arbiter.correct(&mut stage).await;
            outputs.moods(&stage, playing.elapsed());
            first_kb.get_or_insert_with(|| stage.hall.kilobytes("VmRSS:"));
        }
        seconds += playing.elapsed().as_secs_f64();
        used_s += stage.hall.processor_seconds() - used_before_s;
        drop(boards);
        arbiter.close(&mut stage).await;
        outputs.be_well(&stage);
        let settles = Instant::now();
        loop {
            arbiter.look(&mut stage).await;
            let differences = agree(&stage, &outputs, round, &arbiter).await;
            if differences.is_empty() {
                break;
            }
            let shown = differences.iter().take(12).cloned().collect::<Vec<_>>().join("\n");
            assert!(settles.elapsed() < SETTLES, "round {round}: {} differences\n{shown}", differences.len());
            sleep(Duration::from_secs(1)).await;
        }
        println!("round {round}: all outputs agree {:.0} s after the last correction", settles.elapsed().as_secs_f64());
        arbiter.end(&mut stage).await;
    }
    let faults = stage.site.look(|kept| kept.faults.clone());
    assert!(faults.is_empty(), "{faults:?}");
    let plies = arbiter.plies();
    assert!(plies > size.tables && arbiter.corrections > 5, "{plies} half-moves, {} corrections", arbiter.corrections);
    println!(
        "{} tables, {round} rounds, {seconds:.0} s: {plies} half-moves, {:.1} a second, {} corrections",
        size.tables,
        plies as f64 / seconds,
        arbiter.corrections
    );
    println!(
        "the hall: {:.1} % of a core, {:.1} MB at first, {:.1} MB in the end",
        used_s / seconds * 100.0,
        first_kb.unwrap_or_default() as f64 / 1_024.0,
        stage.hall.kilobytes("VmRSS:") as f64 / 1_024.0
    );
    for (name, bytes) in outputs.bytes(&stage) {
        println!("{name}: {bytes} bytes, {:.0} a half-move", bytes as f64 / plies as f64);
    }
}
