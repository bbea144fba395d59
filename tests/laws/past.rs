//! What was done on a board while nobody listened comes back out of its own log: in order, with touches and presses.
//!
//! Games of the outside collection, where it lies beside the source tree: two, and with `TOUCHMOVE_EVERY=1` twenty-three.

use protocols::{
    At, BusAddress, Device,
    dgt::{DeviceSettings, DgtDevice},
    registry::{BOARDS, Board, Model},
};
use serde_json::Value;
use touchmove::{
    board::{self, OrientationSetting},
    emulate::{Facing, Habits, Play},
    game::{
        pgn::Tags,
        record::{AlertState, Body, Certainty, MoveStatus},
    },
    rules::{Variant, pgn::PgnGame},
    table::{Input, Output, Replay, Setup, Source, Table, event_line, header_object},
    turn::{Edition, Given, Laws, Regime, Settings, Severity, Start},
    words::Language,
};

use crate::common::{games, virtual_table::taken_up};

/// A board on a cable that tells its log tells nothing else for so long, in milliseconds.
const TELLS_MS: u64 = 9_000;

/// How long the first position stands before the hands begin, in milliseconds.
const STANDS_MS: u64 = 6_000;

/// What a table said.
#[derive(Default)]
struct Heard {
    /// Touches as the log was told them.
    touches: Vec<String>,
    /// When they were, in the game's time.
    touched_at: Vec<u64>,
    /// When the board was back.
    back_at: Option<u64>,
    /// Presses.
    presses: Vec<String>,
    moves: std::collections::BTreeMap<u32, (String, Certainty, Option<u32>)>,
    completed: usize,
    alerts: Vec<(String, Severity)>,
    /// The log itself, and the records.
    log: Vec<String>,
    records: Vec<Value>,
    /// How many of them there were when the run was ended.
    ended_after: usize,
}

impl Heard {
    fn hear(&mut self, output: Output) -> Option<Vec<u8>> {
        match output {
            Output::Send(bytes) => return Some(bytes),
            Output::Begun(header) => self.log.push(header_object(&header).to_string()),
            Output::Seen(at, happening) => {
                let line = event_line(at, &happening);
                let event: Value = serde_json::from_str(&line).expect("a line of the log");
                match event["ev"].as_str() {
                    Some("lift" | "drop") => {
                        self.touches.push(format!("{} {}", event["ev"], event["sq"]));
                        self.touched_at.push(event["t_ms"].as_u64().expect("a time"));
                    }
                    Some("press") => self.presses.push(event["by"].to_string()),
                    _ => {}
                }
                self.log.push(line);
            }
            Output::Record(record) => {
                let mut value = serde_json::to_value(&*record).expect("a record");
                value.as_object_mut().expect("an object").remove("at");
                if record.body.is_journaled() {
                    self.records.push(value);
                }
                match record.body {
                    Body::Move(said) if said.status == MoveStatus::Retracted => {
                        self.moves.remove(&said.ply);
                    }
                    Body::Move(said) => {
                        self.completed += usize::from(said.status == MoveStatus::Completed);
                        let clock = said
                            .clock
                            .and_then(|times| if said.ply % 2 == 1 { times.white_ms } else { times.black_ms });
                        self.moves.insert(said.ply, (said.uci.to_string(), said.certainty, clock));
                    }
                    Body::Alert(alert) if alert.state == AlertState::Raised => {
                        self.alerts.push((alert.kind.name().to_owned(), alert.severity));
                    }
                    _ => {}
                }
            }
            _ => {}
        }
        None
    }

    fn ucis(&self) -> Vec<&str> {
        self.moves.values().map(|(uci, ..)| uci.as_str()).collect()
    }
}

/// What happens to the line, and what to the board, while so many half-moves are played.
#[derive(Debug, Clone, Copy)]
enum Loss {
    /// The cable is pulled.
    Cable { from: usize, plies: usize },
    /// Nothing.
    None,
    /// The board loses power, and with it the service: it comes back after so many half-moves of those, and listens again
    /// after all.
    Power { from: usize, dark: usize, plies: usize },
    /// The service ends; another begins from its log.
    Restart { from: usize, plies: usize },
}

impl Loss {
    fn stretch(self) -> Option<(usize, usize)> {
        match self {
            Loss::Cable { from, plies } | Loss::Power { from, plies, .. } | Loss::Restart { from, plies } => {
                Some((from, from + plies))
            }
            Loss::None => None,
        }
    }

    /// Up to which half-move the board has no power.
    fn is_dark_to(self) -> Option<usize> {
        match self {
            Loss::Power { from, dark, .. } => Some(from + dark),
            Loss::Cable { .. } | Loss::None | Loss::Restart { .. } => None,
        }
    }
}

/// The board that is played on.
enum Wired {
    Any(Box<dyn Device>),
    Dgt(Box<DgtDevice>),
}

impl Wired {
    fn device(&mut self) -> &mut dyn Device {
        match self {
            Wired::Any(device) => &mut **device,
            Wired::Dgt(device) => &mut **device,
        }
    }

    fn lose_power(&mut self) {
        let Wired::Dgt(device) = self else { panic!("this board cannot lose power") };
        device.lose_power();
    }
}

fn source(board: &Board) -> Source {
    let codec = match board.shared {
        Some(shared) => (shared.codec)(BusAddress::new(7).expect("an address")),
        None => (board.codec)(),
    };
    let reading = board::Settings { orientation: OrientationSetting::Auto, sensing: board.sensing };
    Source::Board(codec, reading)
}

fn setup(board: &Board, game: &PgnGame) -> Setup {
    let pace = if pace(game) == Some(Pace::Blitz) { Regime::Blitz } else { Regime::Standard };
    let laws = Laws::new(Edition::E2023, pace, None);
    Setup {
        name: "1".to_owned(),
        session: "s".to_owned(),
        settings: Settings { laws, sensing: board.sensing, ..Settings::default() },
        start: Start::Setup(Variant::Chess),
        given: Given::default(),
        seq: 0,
        tags: Tags::default(),
        language: Language::default(),
    }
}

fn play(board: &Board, mut wired: Wired, game: &PgnGame, seed: u64, facing: Facing, loss: Loss) -> Heard {
    let mut table = Table::new(setup(board, game), source(board));
    let mut play = Play::facing(game.clone(), Habits::measured(), seed, facing).held();
    let mut heard = Heard::default();
    let mut at = At(0);
    let (mut begun, mut away, mut back, mut dark, mut ends) = (false, false, false, false, None);
    table.handle(at, Input::Opened);
    while ends.is_none_or(|ends| at < ends) {
        while let Some(output) = table.poll() {
            if let Some(bytes) = heard.hear(output) {
                wired.device().receive(at, &bytes);
            }
        }
        if !begun && at.0 >= STANDS_MS {
            begun = true;
            play.begin(at);
        }
        let planned = play.expected().len();
        match loss.stretch() {
            Some((from, _)) if !away && planned > from => {
                away = true;
                table.handle(at, Input::Closed);
                if loss.is_dark_to().is_some() {
                    wired.lose_power();
                    dark = true;
                }
                if let Loss::Restart { .. } = loss {
                    while let Some(output) = table.poll() {
                        heard.hear(output);
                    }
                    let seq = heard.records.last().and_then(|record| record["seq"].as_u64()).unwrap_or(0);
                    table = taken_up(source(board), &heard.log, table.orientation(), seq).expect("a game is on");
                    table.handle(at, Input::Event(board::Event::Link { up: false }));
                }
            }
            Some((_, to)) if away && !back && (planned > to || play.finished()) => {
                back = true;
                heard.back_at = Some(table.clock_offset().game_time(at).0);
                table.handle(at, Input::Opened);
            }
            Some(_) | None => {}
        }
        dark &= loss.is_dark_to().is_some_and(|dark_to| planned <= dark_to) && !back;
        let works = (!dark).then(|| wired.device().next_deadline());
        let next = [table.next_deadline(), play.next_deadline(), works];
        at = next.into_iter().flatten().min().map_or(at + 1, |next| next.max(at + 1));
        play.advance(at);
        if !dark {
            wired.device().advance(at, play.world());
        }
        while let Some((sent, bytes)) = wired.device().poll() {
            if away && !back {
                continue;
            }
            table.handle(sent, Input::Bytes(&bytes));
            while let Some(output) = table.poll() {
                if let Some(bytes) = heard.hear(output) {
                    wired.device().receive(sent, &bytes);
                }
            }
        }
        table.handle(at, Input::Tick);
        if play.finished() && ends.is_none() {
            ends = Some(at + 30_000);
        }
    }
    heard.ended_after = heard.records.len();
    heard
        .log
        .push(event_line(table.clock_offset().game_time(at), &touchmove::table::Happening::Event(board::Event::Time)));
    table.finish();
    while let Some(output) = table.poll() {
        heard.hear(output);
    }
    heard
}

fn device(board: &Board) -> Wired {
    Wired::Any((board.device)(Model { serial: 7, ..board.usual() }))
}

/// Boards that keep a log of their own.
fn boards() -> impl Iterator<Item = &'static Board> {
    BOARDS.iter().filter(|board| board.kind.starts_with("dgt"))
}

/// How fast a game was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pace {
    Blitz,
    Slow,
}

fn pace(game: &PgnGame) -> Option<Pace> {
    let clock_ms = game.moves.get(20)?.clock_ms?;
    match clock_ms {
        ..300_000 => Some(Pace::Blitz),
        3_000_000.. => Some(Pace::Slow),
        _ => None,
    }
}

fn long_games(many: usize, pace: Pace) -> Vec<(String, PgnGame)> {
    let wanted = |(_, game): &(String, PgnGame)| {
        game.moves.len() >= 70 && game.tag("FEN").is_none() && self::pace(game) == Some(pace)
    };
    let games: Vec<(String, PgnGame)> = games::collection().into_iter().filter(wanted).collect();
    let every = (games.len() / many).max(1);
    games.into_iter().step_by(every).take(many).collect()
}

/// The same as where nothing was lost; counts the clock stops told out of the board's log that are as in the game.
fn assert_whole(context: &str, heard: &Heard, listened: &Heard, game: &PgnGame, loss: Loss, stopped: &mut usize) {
    let truth: Vec<&str> = game.moves.iter().map(|played| played.uci.as_str()).collect();
    assert_eq!(listened.ucis(), truth, "{context}, but nothing lost");
    assert_eq!(heard.ucis(), truth, "{context}: {:?}", heard.alerts);
    assert_eq!(heard.touches, listened.touches, "{context}");
    assert_eq!(heard.presses, listened.presses, "{context}");
    assert_eq!(heard.completed, listened.completed, "{context}");
    let alerts = |heard: &Heard| -> Vec<(String, Severity)> {
        heard.alerts.iter().filter(|(_, severity)| *severity != Severity::Info).cloned().collect()
    };
    assert_eq!(alerts(heard), alerts(listened), "{context}");
    for (ply, (uci, certainty, clock)) in &heard.moves {
        assert_eq!(*certainty, Certainty::Seen, "{context}: {ply} {uci}");
        let inside = loss.stretch().is_some_and(|(from, to)| (from + 2..to).contains(&(*ply as usize)));
        if let (true, Some(truth), Some(clock)) = (inside, game.moves[*ply as usize - 1].clock_ms, clock) {
            // Not after every move is the clock pressed.
            *stopped += usize::from(clock.abs_diff(truth) <= 1_000);
        }
    }
}

/// The log of a run, read anew without a board, gives the same records, up to where the run was ended.
fn assert_replays(context: &str, heard: &Heard) {
    let again = replayed(&heard.log);
    for (said, again) in heard.records.iter().zip(&again) {
        assert_eq!(said, again, "{context}: replayed");
    }
    assert_eq!(heard.ended_after, again.len(), "{context}: replayed");
}

fn replayed(log: &[String]) -> Vec<Value> {
    let mut records = Vec::new();
    let mut replay = Replay::default();
    let mut keep = |record: &touchmove::game::record::Record| {
        if record.body.is_journaled() {
            records.push(serde_json::to_value(record).expect("a record"));
        }
        Ok(())
    };
    replay.run(log.join("\n").as_bytes(), &mut keep).expect("the log can be read");
    records
}

#[test]
fn forty_half_moves_that_nobody_heard_come_back_whole() {
    for (number, (name, game)) in
        long_games(if std::env::var_os("TOUCHMOVE_EVERY").is_some() { 20 } else { 1 }, Pace::Slow).iter().enumerate()
    {
        let facing = if number % 2 == 0 { Facing::Turned } else { Facing::Normal };
        for board in boards() {
            let seed = number as u64;
            let listened = play(board, device(board), game, seed, facing, Loss::None);
            for loss in [Loss::Cable { from: 12, plies: 40 }, Loss::Restart { from: 15, plies: 40 }] {
                let heard = play(board, device(board), game, seed, facing, loss);
                let context = format!("{name} on {}: {loss:?}", board.kind);
                let mut stopped = 0;
                assert_replays(&context, &heard);
                let tells = heard.back_at.map_or(0..0, |back| back..back + TELLS_MS);
                if board.shared.is_none() && listened.touched_at.iter().any(|at| tells.contains(at)) {
                    println!("{context}: played on while the board told its log");
                    assert_eq!(heard.ucis(), listened.ucis(), "{context}");
                    continue;
                }
                assert_whole(&context, &heard, &listened, game, loss, &mut stopped);
                println!(
                    "{context}: whole, with {} touches and {} presses; {stopped} clock stops as in the game",
                    heard.touches.len(),
                    heard.presses.len()
                );
                assert!(stopped > 30 || game.moves[20].clock_ms.is_none(), "{context}: {stopped} clock stops");
            }
        }
    }
}

/// While a board on a cable tells its log it tells nothing else. What is done in those eight seconds is found where one
/// line explains it, else the arbiter is told.
#[test]
fn in_blitz_nothing_is_guessed_of_what_was_done_while_the_log_came() {
    let (mut whole, mut told) = (0, 0);
    for (number, (name, game)) in
        long_games(if std::env::var_os("TOUCHMOVE_EVERY").is_some() { 3 } else { 1 }, Pace::Blitz).iter().enumerate()
    {
        for board in boards() {
            let listened = play(board, device(board), game, 7, Facing::Normal, Loss::None);
            for (from, plies) in [(12, 40), (20, 1), (30, 6)] {
                let loss = Loss::Cable { from: from + number, plies };
                let context = format!("{name} on {}: {loss:?}", board.kind);
                let heard = play(board, device(board), game, 7, Facing::Normal, loss);
                let truth: Vec<&str> = game.moves.iter().map(|played| played.uci.as_str()).collect();
                let said = heard.ucis();
                assert!(truth.starts_with(&said), "{context}: {said:?}, not {truth:?}");
                let asks = |(kind, _): &(String, Severity)| kind == "move-ambiguous" || kind == "position-mismatch";
                let severe = |heard: &Heard| -> Vec<(String, Severity)> {
                    let severe = [Severity::Ruling, Severity::Warning];
                    heard.alerts.iter().filter(|(_, severity)| severe.contains(severity)).cloned().collect()
                };
                if said.len() == truth.len() {
                    whole += 1;
                    assert_eq!(severe(&heard), severe(&listened), "{context}");
                } else {
                    told += 1;
                    assert!(heard.alerts.iter().any(asks), "{context}: neither found nor told: {:?}", heard.alerts);
                    let judged = |(kind, _): &(String, Severity)| kind != "play-not-recorded";
                    assert!(!severe(&heard).iter().any(judged), "{context}: {:?}", heard.alerts);
                }
            }
        }
    }
    println!("{whole} blitz games whole, {told} told to the arbiter");
}

/// What is done without power no memory has: it is found where one line explains it, else the arbiter is told. All that is
/// done behind it is in the log.
#[test]
fn what_was_done_behind_a_power_cut_comes_back_and_nothing_in_it_is_guessed() {
    let dgt = BOARDS.iter().find(|board| board.kind == "dgt").expect("a board");
    let settings = || DeviceSettings { serial: 7, ..DeviceSettings::default() };
    let (mut whole, mut told) = (0, 0);
    for (name, game) in &long_games(if std::env::var_os("TOUCHMOVE_EVERY").is_some() { 20 } else { 1 }, Pace::Slow) {
        let wired = || Wired::Dgt(Box::new(DgtDevice::new(settings())));
        let listened = play(dgt, wired(), game, 3, Facing::Normal, Loss::None);
        for (from, dark) in [(10, 1), (17, 2), (24, 4)] {
            let loss = Loss::Power { from, dark, plies: dark + 20 };
            let heard = play(dgt, wired(), game, 3, Facing::Normal, loss);
            let context = format!("{name}: {loss:?}");
            assert_replays(&context, &heard);
            let truth: Vec<&str> = game.moves.iter().map(|played| played.uci.as_str()).collect();
            let said = heard.ucis();
            assert!(truth.starts_with(&said), "{context}: {said:?}, not {truth:?}");
            let severe = |heard: &Heard| -> Vec<(String, Severity)> {
                let severe = [Severity::Ruling, Severity::Warning];
                heard.alerts.iter().filter(|(_, severity)| severe.contains(severity)).cloned().collect()
            };
            if said.len() < truth.len() {
                told += 1;
                let known = severe(&listened);
                let (called, judged): (Vec<_>, Vec<_>) =
                    severe(&heard).into_iter().partition(|(kind, _)| kind == "play-not-recorded");
                assert!(judged.iter().all(|alert| known.contains(alert)), "{context}: {:?}", heard.alerts);
                assert!(!called.is_empty(), "{context}: {} of {} half-moves in silence", said.len(), truth.len());
                let asks = |(kind, _): &(String, Severity)| kind == "move-ambiguous" || kind == "position-mismatch";
                assert!(heard.alerts.iter().any(asks), "{context}: neither found nor told: {:?}", heard.alerts);
                continue;
            }
            whole += 1;
            assert_eq!(severe(&heard), severe(&listened), "{context}");
            // The half-moves in which power goes and comes may be known by the board only.
            let behind = (from + dark + 2..=from + dark + 20).filter_map(|ply| heard.moves.get(&(ply as u32)));
            assert!(behind.into_iter().all(|(_, certainty, _)| *certainty == Certainty::Seen), "{context}");
            assert!(heard.moves.values().any(|(_, certainty, _)| *certainty == Certainty::Inferred), "{context}");
        }
    }
    println!("{whole} games with a power cut whole, {told} told to the arbiter");
    assert!(whole > told || whole + told == 0);
}
