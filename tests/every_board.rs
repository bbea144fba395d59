//! Every kind of board at every level of noise: the table of figures in the README.
//!
//! Our own game on undamaged lines by default; `TOUCHMOVE_EVERY=9` plays a thousand games on all, every ninth of the
//! collection (in release mode: hours).

#[path = "common/games.rs"]
mod games;
#[path = "common/tally.rs"]
mod tally;

use std::time::Instant;

use protocols::{
    At,
    registry::{BOARDS, Board, Model, Models, Sensing},
};
use tally::{Heard, Tally};
use touchmove::{
    board::{self, OrientationSetting},
    emulate::{Habits, Noise, Play, Worn},
    rules::{Position, pgn::PgnGame},
    table::{Input, Output, Setup, Source, Table},
    turn::{Settings, Start},
};

/// How long the first position stands before the hands begin, in milliseconds: so long some boards learn their pieces.
const STANDS_MS: u64 = 6_000;

/// How much of what a board sends is damaged: of a byte lost, doubled or with a bit changed, the probability.
const LEVELS: [(&str, f64); 3] = [("none", 0.0), ("1 byte in 10,000", 0.000_1), ("1 byte in 1,000", 0.001)];

/// The whole way: scanned squares, bytes at the speed of the line, codec, board stage, table.
fn play(game: &PgnGame, seed: u64, board: &Board, sensing: Sensing, noise: f64) -> Heard {
    let device = (board.device)(Model { sensing, ..board.usual() });
    let mut device = Box::new(Worn::new(device, seed).on_line(Noise::even(noise)));
    let standard = tally::first_position(game) == Position::initial();
    let setup = tally::setup(game, Settings { sensing, ..Settings::default() });
    let start = if standard { Start::Setup(tally::first_position(game).variant()) } else { setup.start.clone() };
    let orientation = if standard { OrientationSetting::Auto } else { OrientationSetting::Normal };
    let reading = board::Settings { orientation, sensing };
    let mut table = Table::new(Setup { start, ..setup }, Source::Board((board.codec)(), reading));
    let mut play = Play::new(game.clone(), Habits::measured(), seed).held();
    let mut heard = Heard::default();
    let mut at = At(0);
    let mut begins = Some(At(STANDS_MS));
    let mut ends = None;
    table.handle(at, Input::Opened);
    while ends.is_none_or(|ends| at < ends) {
        drain(&mut table, &mut heard, |bytes| protocols::Device::receive(&mut *device, at, &bytes));
        if begins.is_some_and(|begins| at >= begins) {
            begins = None;
            play.begin(at);
        }
        let next = [table.next_deadline(), play.next_deadline(), begins].into_iter().flatten();
        at = next.chain([protocols::Device::next_deadline(&*device)]).min().map_or(at + 1, |next| next.max(at + 1));
        play.advance(at);
        protocols::Device::advance(&mut *device, at, play.world());
        while let Some((sent, bytes)) = protocols::Device::poll(&mut *device) {
            table.handle(sent, Input::Bytes(&bytes));
            drain(&mut table, &mut heard, |bytes| protocols::Device::receive(&mut *device, sent, &bytes));
        }
        table.handle(at, Input::Tick);
        if play.finished() && ends.is_none() {
            ends = Some(at + 5_000);
        }
    }
    table.finish();
    drain(&mut table, &mut heard, drop);
    heard
}

fn drain(table: &mut Table, heard: &mut Heard, mut send: impl FnMut(Vec<u8>)) {
    while let Some(output) = table.poll() {
        match output {
            Output::Record(record) => heard.hear(&record),
            Output::Send(bytes) => send(bytes),
            Output::Ask(_)
            | Output::Begun(_)
            | Output::Health(_)
            | Output::Keep(_)
            | Output::Pgn(_)
            | Output::Reply(_)
            | Output::Resync(_)
            | Output::Seen(..) => {}
        }
    }
}

#[test]
fn every_board_at_every_level_of_noise() {
    println!(
        "| board | senses | damaged | games | half-moves | exact | corrected later | told as open | wrong | false alerts |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let games = tally::chosen(games::collection(), usize::MAX);
    let levels = if std::env::var_os("TOUCHMOVE_EVERY").is_some() { &LEVELS[..] } else { &LEVELS[..1] };
    let mut wrong = Vec::new();
    // Boards that share a line are played by `boards.rs`.
    for board in BOARDS.iter().filter(|board| board.shared.is_none()) {
        let sensings: &[Sensing] = match (board.models, &board.sensing) {
            (Models::Alike, sensing) => std::slice::from_ref(sensing),
            (Models::Differ, _) => &[Sensing::Identity, Sensing::Occupancy],
        };
        for &sensing in sensings {
            for &(level, noise) in levels {
                let begun = Instant::now();
                let mut tally = Tally::default();
                for (name, game, seed) in &games {
                    tally.add(name, game, &play(game, *seed, board, sensing, noise));
                }
                let senses = match sensing {
                    Sensing::Identity => "pieces",
                    Sensing::Occupancy => "squares",
                };
                println!(
                    "| `{}` | {senses} | {level} | {} | {} | {} | {} | {} | {} | {} |",
                    board.kind,
                    tally.games,
                    tally.plies,
                    tally.exact,
                    tally.corrected,
                    tally.told,
                    tally.wrong,
                    tally.false_alerts
                );
                let what = format!("{} {senses} {level}", board.kind);
                tally.print(&what, begun.elapsed().as_secs_f64());
                if noise == 0.0 && tally.wrong + tally.false_alerts > 0 {
                    wrong.push(what);
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}: see above");
}
