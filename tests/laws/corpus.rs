//! Real games played by hands on an emulated board: what comes out must be the game, and nothing else.
//!
//! A sample runs by default; `TOUCHMOVE_EVERY=1` plays every game of the collection (in release mode: minutes).
//! `TOUCHMOVE_NOTICES` prints the notices of every game.

use std::{collections::BTreeMap, time::Instant};

use protocols::{
    At, Device, SensorNoise, certabo, dgt,
    registry::{Board, Greeting, Sensing},
};
use touchmove::{
    board::{self, OrientationSetting},
    emulate::{ClockUse, Faults, FaultySensors, Habits, Noise, Play, events_and_expected},
    game::{
        pgn::Tags,
        record::{AlertState, Body, MoveStatus, Record},
    },
    rules::{Position, pgn::PgnGame},
    table::{Input, Output, Setup, Source, Table},
    turn::{AlertKind, Given, Settings, Severity, Start},
    words::Language,
};

use crate::common::{
    ends, games, logs,
    tally::first_position,
    vigil::{Lag, Vigil},
};

/// An alert.
#[derive(Debug)]
struct Told {
    kind: AlertKind,
    /// The half-move that it is about.
    ply: usize,
    text: String,
}

/// What a table said of a game.
#[derive(Default)]
struct Heard {
    /// Moves as they stand, by half-move.
    moves: BTreeMap<u32, String>,
    /// Alerts of severity `warning` and `ruling` that were ever raised.
    alerts: Vec<Told>,
    /// Moves completed that were other than the game's, whatever became of them.
    completed: Vec<(u32, String)>,
    /// Alerts of lesser severity, by kind.
    lesser: BTreeMap<&'static str, u32>,
    /// Those of severity `notice`, with their half-move and time.
    notices: Vec<String>,
    over: bool,
    logs: logs::Logs,
    vigil: Vigil,
    /// Where the record lagged in silence, or was said to lag and did not.
    unread: Vec<String>,
}

impl Heard {
    fn hear(&mut self, record: &Record) {
        self.vigil.hear(record);
        match &record.body {
            Body::Move(said) => {
                // The next game has begun.
                if self.over {
                    return;
                }
                match said.status {
                    MoveStatus::Retracted => {
                        self.moves.remove(&said.ply);
                    }
                    MoveStatus::Completed | MoveStatus::Corrected | MoveStatus::Made => {
                        self.moves.insert(said.ply, said.uci.to_string());
                    }
                }
                if said.status == MoveStatus::Completed {
                    self.completed.push((said.ply, said.uci.to_string()));
                }
            }
            Body::Alert(alert) if alert.state == AlertState::Raised && !self.over => {
                match alert.severity {
                    Severity::Ruling | Severity::Warning => {
                        let (kind, ply, text) = (alert.kind, alert.ply as usize, alert.text.clone());
                        self.alerts.push(Told { kind, ply, text });
                    }
                    Severity::Info | Severity::Notice | Severity::Private => {
                        *self.lesser.entry(alert.kind.name()).or_default() += 1;
                        if alert.severity == Severity::Notice {
                            let (ply, at) = (alert.ply, record.t_ms.0);
                            self.notices.push(format!("half-move {ply}, {at} ms: {}", alert.text));
                        }
                    }
                }
                self.over |= matches!(alert.kind, AlertKind::ResultSignalled);
            }
            _ => {}
        }
    }

    fn line(&self) -> Vec<String> {
        self.moves.values().cloned().collect()
    }
}

fn setup(game: &PgnGame, start: Start) -> Setup {
    Setup {
        name: "1".to_owned(),
        session: "s".to_owned(),
        settings: Settings::default(),
        start,
        given: Given::default(),
        seq: 0,
        tags: Tags { white: game.tag("White").unwrap_or("?").to_owned(), ..Tags::default() },
        language: Language::default(),
    }
}

fn drain(table: &mut Table, heard: &mut Heard, mut send: impl FnMut(Vec<u8>)) {
    while let Some(output) = table.poll() {
        heard.logs.hear(&output);
        match output {
            Output::Record(record) => {
                if std::env::var_os("TOUCHMOVE_GAME").is_some() {
                    println!("{}", serde_json::to_string(&record).expect("a record is JSON"));
                }
                heard.hear(&record);
            }
            Output::Send(bytes) => send(bytes),
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
}

/// Ideal sensors: events straight to the table.
fn by_events(game: &PgnGame, habits: &Habits, seed: u64) -> Heard {
    let mut heard = Heard::default();
    let mut table = Table::new(setup(game, Start::Playing(first_position(game))), Source::Log);
    let (events, played) = events_and_expected(Play::new(game.clone(), habits.clone(), seed));
    for (at, event) in events {
        if std::env::var_os("TOUCHMOVE_GAME").is_some() {
            println!("{} {event:?}", at.0);
        }
        table.handle(at, Input::Event(event));
        drain(&mut table, &mut heard, drop);
    }
    table.finish();
    drain(&mut table, &mut heard, drop);
    heard.unread = heard.vigil.faults(&played, Lag::OF_PIECES);
    heard
}

/// The whole way: scanned squares, bytes at the speed of the line, codec, board, table.
fn by_bytes(game: &PgnGame, habits: &Habits, seed: u64) -> Heard {
    on_board(game, habits, seed, &dgt::BOARD, Box::new(dgt::DgtDevice::default()))
}

fn noise() -> f64 {
    std::env::var("TOUCHMOVE_NOISE").map_or(0.001, |noise| noise.parse().expect("TOUCHMOVE_NOISE is a number"))
}

/// The same over a line that drops, doubles and flips one byte in a thousand each.
fn by_damaged_bytes(game: &PgnGame, habits: &Habits, seed: u64) -> Heard {
    let device = FaultySensors::new(Box::new(dgt::DgtDevice::default()), seed).on_line(Noise::even(noise()));
    on_board(game, habits, seed, &dgt::BOARD, Box::new(device))
}

/// The same on a board of this kind whose sensors work only so well.
fn on_faulty_sensors(game: &PgnGame, habits: &Habits, seed: u64, board: &Board, noise: SensorNoise) -> Heard {
    let mut device = (board.device)(board.usual());
    device.disturb(noise, seed);
    on_board(game, habits, seed, board, Box::new(FaultySensors::new(device, seed).with_faults(Faults::of(noise, seed))))
}

fn on_board(game: &PgnGame, habits: &Habits, seed: u64, board: &Board, mut device: Box<dyn Device>) -> Heard {
    let mut heard = Heard::default();
    let first = first_position(game);
    let standard = first == Position::initial();
    let start = if standard { Start::Setup(first.variant()) } else { Start::Playing(first) };
    let reading = board::Settings {
        orientation: if standard { OrientationSetting::Auto } else { OrientationSetting::Normal },
        sensing: board.sensing,
    };
    let mut table = Table::new(setup(game, start), Source::Board((board.codec)(), reading));
    // The hands begin once the board is read, as at a tournament.
    let mut play = Play::new(game.clone(), habits.clone(), seed).held();
    let begins = match board.greeting {
        Greeting::Asks => At(3_000),
        // It may have pieces to be learnt.
        Greeting::Listens => At(9_000),
    };
    let mut begun = false;
    let mut at = At(0);
    table.handle(at, Input::Opened);
    let mut idle_until = None;
    loop {
        drain(&mut table, &mut heard, |bytes| device.receive(at, &bytes));
        if !begun && at >= begins {
            begun = true;
            play.begin(at);
        }
        let mut next = device.next_deadline();
        for other in [table.next_deadline(), play.next_deadline(), (!begun).then_some(begins)].into_iter().flatten() {
            next = next.min(other);
        }
        at = next.max(at + 1);
        play.advance(at);
        device.advance(at, play.world());
        while let Some((sent, bytes)) = device.poll() {
            if std::env::var_os("TOUCHMOVE_BYTES").is_some() {
                println!("{} ms: {bytes:02x?}", sent.0);
            }
            table.handle(sent, Input::Bytes(&bytes));
            drain(&mut table, &mut heard, |bytes| device.receive(sent, &bytes));
        }
        table.handle(at, Input::Tick);
        if play.finished() {
            let end = *idle_until.get_or_insert(at + 5_000);
            if at >= end {
                break;
            }
        }
    }
    drain(&mut table, &mut heard, drop);
    heard.logs.check(game.tag("White").unwrap_or("?"));
    let lag = match board.sensing {
        Sensing::Identity => Lag::OF_PIECES,
        Sensing::Occupancy => Lag::OF_SQUARES,
    };
    heard.unread = heard.vigil.faults(play.expected(), lag);
    heard
}

#[derive(Default)]
struct Count {
    games: usize,
    plies: usize,
    wrong_games: usize,
    wrong_completed: usize,
    false_alerts: usize,
    ended_by_law: usize,
    /// Games over by the Laws, at whichever move, of which that was not told.
    missed_ends: usize,
    /// Games told to be over in a position that no longer can be won, whatever the material.
    dead_by_search: usize,
    lesser: BTreeMap<&'static str, u32>,
    /// Times that the record lagged in silence, or was said to lag and did not.
    unread: usize,
    examples: Vec<String>,
}

impl Count {
    fn add(&mut self, name: &str, game: &PgnGame, heard: &Heard) {
        self.games += 1;
        self.plies += game.moves.len();
        let expected: Vec<String> = game.moves.iter().map(|played| played.uci.clone()).collect();
        let line = heard.line();
        let end = ends::lawful_end(game);
        // Whether a position is dead for another reason than its material is proved by tests of its own.
        let is_dead = |told: &Told| {
            told.kind == AlertKind::GameEndedDeadPosition && end.as_ref().is_none_or(|end| told.ply < end.ply)
        };
        let is_end = |told: &Told| {
            told.ply == line.len()
                && (is_dead(told)
                    || end.as_ref().is_some_and(|end| told.ply == end.ply && end.kinds.contains(&told.kind)))
        };
        // Some games went on although the Laws of today had ended them.
        let told_over = heard.alerts.iter().any(is_end);
        self.missed_ends += usize::from(end.is_some() && !told_over);
        self.dead_by_search += usize::from(heard.alerts.iter().any(|told| is_end(told) && is_dead(told)));
        let by_law = told_over && expected.starts_with(&line);
        let went_on = by_law && line.len() < expected.len();
        self.ended_by_law += usize::from(went_on);
        let exact = line == expected || by_law;
        let wrong_completed =
            heard.completed.iter().filter(|(ply, uci)| expected.get(*ply as usize - 1) != Some(uci)).count();
        // A clock left running after the last move does run out.
        let runs_out = |kind: AlertKind| kind == AlertKind::FlagFall && line.len() == expected.len();
        let contradicts = went_on || games::is_result_contradicted(game);
        let contradicted = |kind: AlertKind| kind == AlertKind::ResultSignalled && contradicts;
        // What is played behind such an end is in no record, which the arbiter must hear.
        let played_on = went_on && line.len() + 2 <= expected.len();
        let unrecorded = |kind: AlertKind| kind == AlertKind::PlayNotRecorded && played_on;
        if played_on && !heard.alerts.iter().any(|told| unrecorded(told.kind)) {
            self.unread += 1;
            self.examples.push(format!("{name}: play behind the end at ply {} was not told", line.len()));
        }
        let true_alert =
            |told: &Told| is_end(told) || runs_out(told.kind) || contradicted(told.kind) || unrecorded(told.kind);
        let false_alerts: Vec<_> = heard.alerts.iter().filter(|told| !true_alert(told)).collect();
        self.wrong_games += usize::from(!exact);
        self.wrong_completed += wrong_completed;
        self.false_alerts += false_alerts.len();
        self.unread += heard.unread.len();
        if let Some(first) = heard.unread.first().filter(|_| self.examples.len() < 30) {
            self.examples.push(format!("{name}: {first}"));
        }
        if std::env::var_os("TOUCHMOVE_NOTICES").is_some() {
            heard.notices.iter().for_each(|notice| println!("    {name}, {notice}"));
        }
        for (kind, count) in &heard.lesser {
            *self.lesser.entry(kind).or_default() += count;
        }
        let missed = end.filter(|_| !told_over);
        if (!exact || wrong_completed > 0 || !false_alerts.is_empty() || missed.is_some()) && self.examples.len() < 30 {
            let differs = line.iter().zip(&expected).take_while(|(found, expected)| found == expected).count();
            self.examples.push(format!(
                "{name}: {} of {} plies, differs at ply {} (found {:?}, expected {:?}), alerts {:?}, end not told {missed:?}",
                line.len(),
                expected.len(),
                differs + 1,
                line.get(differs),
                expected.get(differs),
                false_alerts.first().map(|told| (told.kind, told.ply, &told.text)),
            ));
        }
    }

    fn assert_right(&self, what: &str) {
        let faults = (self.wrong_games, self.wrong_completed, self.false_alerts, self.missed_ends);
        assert_eq!(faults, (0, 0, 0, 0), "{what}: see above");
        assert_eq!(self.unread, 0, "{what}: the record lagged in silence, or was said to lag and did not: see above");
    }

    fn print(&self, what: &str, seconds: f64) {
        println!(
            "{what}: {} games, {} plies, {} games wrong, {} wrong moves completed, {} false alerts, {} ends by the Laws not told, {} games ended by the Laws before their last move, {} as dead by search, {seconds:.1} s",
            self.games,
            self.plies,
            self.wrong_games,
            self.wrong_completed,
            self.false_alerts,
            self.missed_ends,
            self.ended_by_law,
            self.dead_by_search
        );
        println!("    lesser alerts: {:?}", self.lesser);
        for example in &self.examples {
            println!("    {example}");
        }
    }
}

fn run(what: &str, default_every: usize, play: impl Fn(&PgnGame, &Habits, u64) -> Heard) {
    let count = run_where(what, default_every, |_| true, play);
    count.assert_right(what);
}

/// The same with those games only that can be played so.
fn run_where(
    what: &str,
    default_every: usize,
    playable: impl Fn(&PgnGame) -> bool,
    play: impl Fn(&PgnGame, &Habits, u64) -> Heard,
) -> Count {
    let begun = Instant::now();
    let mut count = Count::default();
    for (seed, (name, game)) in games::sample(default_every).filter(|(_, (_, game))| playable(game)) {
        count.add(&name, &game, &play(&game, &Habits::measured(), seed));
    }
    count.print(what, begun.elapsed().as_secs_f64());
    count
}

#[test]
fn every_game_read_by_ideal_sensors_comes_out_exactly() {
    run("ideal sensors", 60, by_events);
}

#[test]
fn every_game_played_by_hands_that_take_back_at_once_comes_out_exactly() {
    let begun = Instant::now();
    let mut count = Count::default();
    for (seed, (name, game)) in games::sample(60) {
        count.add(&name, &game, &by_events(&game, &Habits::hasty(), seed));
    }
    count.print("ideal sensors, hasty hands", begun.elapsed().as_secs_f64());
    count.assert_right("ideal sensors, hasty hands");
}

#[test]
fn every_game_played_on_an_emulated_dgt_board_comes_out_exactly() {
    run("DGT bytes", 150, by_bytes);
}

#[test]
fn a_damaged_line_never_completes_a_wrong_move() {
    let begun = Instant::now();
    let mut count = Count::default();
    for (seed, (name, game)) in games::sample(450) {
        count.add(&name, &game, &by_damaged_bytes(&game, &Habits::measured(), seed));
    }
    count.print("damaged bytes", begun.elapsed().as_secs_f64());
    assert_eq!(count.wrong_completed, 0, "see above");
}

/// A step beyond the collection's end: its first game, the demo's.
const ONLY_FIRST: usize = 1_000_000;

#[test]
fn squares_that_flicker_on_a_dgt_board_move_nothing() {
    let count = run_where(
        "DGT, heavy sensor noise",
        6_000,
        |_| true,
        |game, habits, seed| on_faulty_sensors(game, habits, seed, &dgt::BOARD, SensorNoise::Heavy),
    );
    // A square is known to flicker once it has: the first times count as touches.
    assert_eq!((count.wrong_games, count.wrong_completed), (0, 0), "see above");
}

#[test]
fn random_tags_on_a_certabo_board_move_nothing() {
    let standard = |game: &PgnGame| first_position(game) == Position::initial();
    let count = run_where("Certabo, measured sensor noise", ONLY_FIRST, standard, |game, habits, seed| {
        let habits = Habits { clock: ClockUse::None, ..habits.clone() };
        on_faulty_sensors(game, &habits, seed, &certabo::BOARD, SensorNoise::Measured)
    });
    count.assert_right("Certabo");
}
