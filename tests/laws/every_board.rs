//! Every kind of board at every level of noise: the table of figures in `docs/figures.md`.
//!
//! Our own game with perfect sensors on an undamaged line by default. `TOUCHMOVE_EVERY=9` plays a thousand games, every
//! ninth of the collection, on each board at each level, on two threads (in release mode: hours); what it prints to
//! standard output is the rows of that table. `TOUCHMOVE_BOARD=dgt` takes one kind of board alone,
//! `TOUCHMOVE_SENSES=squares` (or `pieces`) one kind of sensors, `TOUCHMOVE_GAME` one game, `TOUCHMOVE_SEED` has other
//! hands play.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Instant,
};

use protocols::{
    At, Bus, BusAddress, BusOutput, Device, LineTime, SensorNoise,
    registry::{BOARDS, Board, Model, Models, Sensing},
};
use touchmove::{
    board::{self, OrientationSetting},
    emulate::{Faults, FaultySensors, Habits, Noise, Play},
    rules::{Position, pgn::PgnGame},
    table::{Input, Output, Setup, Source, Table, event_line},
    turn::{Settings, Start},
};

use crate::common::{
    games,
    tally::{self, Heard, Tally},
    vigil::Lag,
};

/// How long the first position stands before the hands begin, in milliseconds: so long some boards learn their pieces.
const STANDS_MS: u64 = 6_000;

/// How well sensors and line work.
#[derive(Debug, Clone, Copy)]
struct Level {
    name: &'static str,
    /// As `emulate --sensors`.
    sensors: SensorNoise,
    /// Of a byte lost, doubled or with a bit changed on the line, the probability.
    damage: f64,
}

const LEVELS: [Level; 3] = [
    Level { name: "none", sensors: SensorNoise::None, damage: 0.0 },
    Level { name: "measured", sensors: SensorNoise::Measured, damage: 0.000_1 },
    Level { name: "heavy", sensors: SensorNoise::Heavy, damage: 0.001 },
];

/// Games that are played at the same time.
const THREADS: usize = 2;

/// Address of a board that shares its line.
const ADDRESS: u16 = 7;

/// A table and its board, with what stands between them where boards share a line.
struct Side<'a> {
    table: Table,
    device: Box<FaultySensors>,
    bus: Option<Box<dyn Bus>>,
    heard: &'a mut Heard,
}

impl Side<'_> {
    /// Hands on what each has to say, until nobody says anything more.
    fn settle(&mut self, at: At) {
        let board = BusAddress::new(ADDRESS).expect("an address");
        let mut quiet = false;
        while !std::mem::replace(&mut quiet, true) {
            while let Some(output) = self.table.poll() {
                match output {
                    Output::Record(record) => self.heard.hear(&record),
                    Output::Seen(at, happening) if tally::is_shown() => println!("{}", event_line(at, &happening)),
                    Output::Send(bytes) => {
                        quiet = false;
                        match &mut self.bus {
                            Some(bus) => bus.send(LineTime(at.0), board, &bytes),
                            None => self.device.receive(at, &bytes),
                        }
                    }
                    Output::Ask(_)
                    | Output::Begun(_)
                    | Output::Health(_)
                    | Output::Keep(_)
                    | Output::Pgn(_)
                    | Output::Reply { .. }
                    | Output::Resync(_)
                    | Output::Seen(..) => {}
                }
            }
            while let Some(output) = self.bus.as_mut().and_then(|bus| bus.poll()) {
                quiet = false;
                match output {
                    BusOutput::Deliver(_, bytes) => self.table.handle(at, Input::Bytes(&bytes)),
                    BusOutput::Send(bytes) => self.device.receive(at, &bytes),
                }
            }
        }
    }

    fn next_deadline(&self) -> At {
        let bus = self.bus.as_ref().and_then(|bus| bus.next_deadline()).map(|due| At(due.0));
        let others = [self.table.next_deadline(), bus].into_iter().flatten();
        others.fold(self.device.next_deadline(), At::min)
    }
}

/// The whole way: scanned squares, bytes at the speed of the line, codec, board stage, table.
fn play(game: &PgnGame, seed: u64, board: &Board, sensing: Sensing, level: Level) -> Heard {
    let mut device = (board.device)(Model { sensing, serial: ADDRESS.into() });
    device.disturb(level.sensors, seed);
    let faults = Faults::of(level.sensors, seed);
    let device = Box::new(FaultySensors::new(device, seed).with_faults(faults).on_line(Noise::even(level.damage)));
    let standard = tally::first_position(game) == Position::initial();
    let setup = tally::setup(game, Settings { sensing, ..Settings::default() });
    let start = if standard { Start::Setup(tally::first_position(game).variant()) } else { setup.start.clone() };
    let orientation = if standard { OrientationSetting::Auto } else { OrientationSetting::Normal };
    let reading = board::Settings { orientation, sensing };
    let codec = match (board.shared, BusAddress::new(ADDRESS)) {
        (Some(shared), Some(address)) => (shared.codec)(address),
        (Some(_), None) | (None, _) => (board.codec)(),
    };
    let mut heard = Heard::default();
    let table = Table::new(Setup { start, ..setup }, Source::Board(codec, reading));
    let bus = board.shared.map(|shared| (shared.bus)());
    let mut side = Side { table, device, bus, heard: &mut heard };
    let mut play = Play::new(game.clone(), Habits::measured(), seed).held();
    let mut at = At(0);
    let mut begins = Some(At(STANDS_MS));
    let mut ends = None;
    side.table.handle(at, Input::Opened);
    if let Some(bus) = &mut side.bus {
        bus.opened(LineTime(at.0));
    }
    while ends.is_none_or(|ends| at < ends) {
        side.settle(at);
        if begins.is_some_and(|begins| at >= begins) {
            begins = None;
            play.begin(at);
        }
        let next = [play.next_deadline(), begins].into_iter().flatten().fold(side.next_deadline(), At::min);
        at = next.max(at + 1);
        play.advance(at);
        side.device.advance(at, play.world());
        while let Some((sent, bytes)) = side.device.poll() {
            match &mut side.bus {
                Some(bus) => bus.receive(LineTime(sent.0), &bytes),
                None => side.table.handle(sent, Input::Bytes(&bytes)),
            }
            side.settle(sent);
        }
        if let Some(bus) = &mut side.bus {
            bus.tick(LineTime(at.0));
        }
        side.table.handle(at, Input::Tick);
        if play.finished() && ends.is_none() {
            ends = Some(at + 5_000);
        }
    }
    side.table.finish();
    side.settle(at);
    let lag = if sensing == Sensing::Occupancy { Lag::OF_SQUARES } else { Lag::OF_PIECES };
    heard.judge(play.expected(), lag);
    heard
}

/// Plays all games on [`THREADS`] threads; the sums do not depend on their number.
fn tally(games: &[(u64, (String, PgnGame))], board: &Board, sensing: Sensing, level: Level) -> Tally {
    let next = AtomicUsize::new(0);
    let heard: Vec<Mutex<Option<Heard>>> = games.iter().map(|_| Mutex::default()).collect();
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                while let Some((place, (seed, (_, game)))) = {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    games.get(place).map(|game| (place, game))
                } {
                    *heard[place].lock().expect("no panic") = Some(play(game, *seed, board, sensing, level));
                }
            });
        }
    });
    let mut tally = Tally::default();
    for ((_, (name, game)), heard) in games.iter().zip(heard) {
        tally.add(name, game, &heard.into_inner().expect("no panic").expect("played"));
    }
    tally
}

#[test]
fn every_board_at_every_level_of_noise() {
    println!(
        "| board | senses | noise | games | half-moves | exact | corrected later | told as open (games) | wrong | false alerts |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let games: Vec<_> = games::sample(usize::MAX).collect();
    let levels = if std::env::var_os("TOUCHMOVE_EVERY").is_some() { &LEVELS[..] } else { &LEVELS[..1] };
    let only = std::env::var("TOUCHMOVE_BOARD").ok();
    let only_sensing = std::env::var("TOUCHMOVE_SENSES").ok();
    let mut wrong = Vec::new();
    for board in BOARDS.iter().filter(|board| only.as_ref().is_none_or(|only| only == board.kind)) {
        let sensings: &[Sensing] = match (board.models, &board.sensing) {
            (Models::Alike, sensing) => std::slice::from_ref(sensing),
            (Models::Differ, _) => &[Sensing::Identity, Sensing::Occupancy],
        };
        for &sensing in sensings {
            for &level in levels {
                let senses = match sensing {
                    Sensing::Identity => "pieces",
                    Sensing::Occupancy => "squares",
                };
                if only_sensing.as_ref().is_some_and(|only| only != senses) {
                    continue;
                }
                let begun = Instant::now();
                let tally = tally(&games, board, sensing, level);
                println!(
                    "| `{}` | {senses} | {} | {} | {} | {} | {} | {} ({}) | {} | {} |",
                    board.kind,
                    level.name,
                    tally.games,
                    tally.plies,
                    tally.exact,
                    tally.corrected,
                    tally.told,
                    tally.open_games,
                    tally.wrong,
                    tally.false_alerts
                );
                let what = format!("{} {senses} {}", board.kind, level.name);
                tally.print(&what, begun.elapsed().as_secs_f64());
                // What no later reading bears out may be lost where sensors and line are much worse than measured.
                let owed = level.sensors != SensorNoise::Heavy;
                let alerts = if sensing == Sensing::Identity { tally.false_alerts } else { 0 };
                if owed && tally.wrong + alerts + tally.silent.len() > 0 {
                    wrong.push(what);
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}: see above");
}
