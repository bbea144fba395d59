//! Real games on boards that tell only which squares are occupied: every half-move comes out exact, is corrected, or is
//! told to the arbiter; none is wrong.
//!
//! A sample runs by default; `TOUCHMOVE_EVERY=1` plays every game of the collection (in release mode).

use std::{collections::BTreeSet, env, time::Instant};

use protocols::{At, Placement, registry::Sensing};
use touchmove::{
    board::{BoardReading, Event},
    emulate::{Habits, Play, events_and_expected},
    rules::pgn::PgnGame,
    table::{Input, Output, Source, Table},
    turn::Settings,
};

use crate::common::{
    games,
    tally::{self, Heard, Tally},
    vigil::Lag,
};

/// What sensors of occupancy make of events with identities: a piece that comes down on another changes nothing.
fn blind(events: &[(At, Event)], initial: u64) -> Vec<(At, Event)> {
    let mut occupied = initial;
    let mut seen = Vec::new();
    for (at, event) in events {
        match event {
            Event::Drop { square, .. } if occupied >> square.index() & 1 == 0 => {
                occupied |= 1 << square.index();
                seen.push((*at, Event::Drop { square: *square, piece: None }));
            }
            Event::Drop { .. } => {}
            Event::Lift { square, .. } => {
                occupied &= !(1 << square.index());
                seen.push((*at, Event::Lift { square: *square, piece: None }));
            }
            other => seen.push((*at, *other)),
        }
    }
    seen
}

/// The same as whole readings, one every `scan_ms` in which something has changed.
fn scanned(events: &[(At, Event)], initial: u64, scan_ms: u64) -> Vec<(At, Event)> {
    let (mut occupied, mut read) = (initial, initial);
    let mut seen: Vec<(At, Event)> = Vec::new();
    let mut scan = At(0);
    for (at, event) in blind(events, initial) {
        while scan < at {
            if read != occupied {
                read = occupied;
                seen.push((scan, Event::Placement(BoardReading::Occupied(occupied))));
            }
            // Nothing happens until the next event: the next scan that can differ is the first after it.
            scan = scan.max(At(at.0 / scan_ms * scan_ms)) + scan_ms;
        }
        match event {
            Event::Drop { square, .. } => occupied |= 1 << square.index(),
            Event::Lift { square, .. } => occupied &= !(1 << square.index()),
            other => seen.push((at, other)),
        }
    }
    if read != occupied {
        seen.push((scan, Event::Placement(BoardReading::Occupied(occupied))));
    }
    seen.sort_by_key(|(at, _)| *at);
    seen
}

fn drain(table: &mut Table, heard: &mut Heard) {
    while let Some(output) = table.poll() {
        if let Output::Record(record) = output {
            heard.hear(&record);
        }
    }
}

fn play(game: &PgnGame, habits: &Habits, seed: u64, sense: impl Fn(&[(At, Event)], u64) -> Vec<(At, Event)>) -> Heard {
    let (events, played) = events_and_expected(Play::new(game.clone(), habits.clone(), seed));
    let settings = Settings { sensing: Sensing::Occupancy, ..Settings::default() };
    let mut table = Table::new(tally::setup(game, settings), Source::Log);
    let mut heard = Heard::default();
    for (at, event) in sense(&events, game.initial.occupied()) {
        if tally::is_shown() {
            println!("{} {event:?}", at.0);
        }
        table.handle(at, Input::Event(event));
        drain(&mut table, &mut heard);
    }
    table.finish();
    drain(&mut table, &mut heard);
    heard.judge(&played, Lag::OF_SQUARES);
    heard
}

/// Every so many-th game is in the sample.
const SAMPLE_EVERY: usize = 1_300;

/// Of so many half-moves of any games one at most is told as open; measured hands leave one in 580 so.
const MOST_OPEN_ONE_IN: usize = 200;

/// `open` is how many half-moves of the sample may be told as open: today's number. Of other games a share may be.
fn run(what: &str, open: usize, habits: &Habits, sense: impl Fn(&[(At, Event)], u64) -> Vec<(At, Event)>) {
    let begun = Instant::now();
    let mut tally = Tally::default();
    for (seed, (name, game)) in games::sample(SAMPLE_EVERY) {
        tally.add(&name, &game, &play(&game, habits, seed, &sense));
    }
    tally.print(what, begun.elapsed().as_secs_f64());
    assert!(tally.silent.is_empty(), "{what}: {:#?}", tally.silent);
    assert_eq!((tally.wrong, tally.false_alerts), (0, 0), "{what}: see above");
    let is_sample =
        ["TOUCHMOVE_EVERY", "TOUCHMOVE_GAME", "TOUCHMOVE_SEED"].iter().all(|name| env::var_os(name).is_none());
    let most = if is_sample { open } else { tally.plies / MOST_OPEN_ONE_IN + 3 };
    assert!(tally.told <= most, "{what}: {} half-moves are told as open, {most} at most", tally.told);
}

#[test]
fn clean_hands_on_a_board_of_lifts_and_drops() {
    run("lifts and drops, clean hands", 0, &Habits::clean(), blind);
}

#[test]
fn measured_hands_on_a_board_of_lifts_and_drops() {
    run("lifts and drops, measured hands", 1, &Habits::measured(), blind);
}

#[test]
fn measured_hands_on_a_scanned_board() {
    run("scanned every 50 ms, measured hands", 1, &Habits::measured(), |events, initial| scanned(events, initial, 50));
}

#[test]
fn hasty_hands_on_a_board_of_lifts_and_drops() {
    run("lifts and drops, hasty hands", 2, &Habits::hasty(), blind);
}

#[test]
fn hasty_hands_that_take_captured_pieces_off_first_on_a_board_of_lifts_and_drops() {
    run("lifts and drops, hasty hands, 15 % overwriting", 0, &Habits::hasty().with_overwriting(15), blind);
}

/// A question to the arbiter which of several moves was played.
struct Question {
    /// The half-move it is about, from 1.
    ply: usize,
    /// The moves it names, in UCI.
    between: Vec<String>,
    /// The squares that were occupied when it was asked.
    sensed: u64,
    /// How long it stood open, where it was settled.
    open_ms: Option<u64>,
}

/// The questions of a game that these hands play, in order.
fn questions_of(game: &PgnGame, habits: Habits, seed: u64) -> Vec<Question> {
    let (events, _) = events_and_expected(Play::new(game.clone(), habits, seed));
    let settings = Settings { sensing: Sensing::Occupancy, ..Settings::default() };
    let mut table = Table::new(tally::setup(game, settings), Source::Log);
    let mut asked: Vec<(String, At, Question)> = Vec::new();
    let mut sensed = game.initial.occupied();
    for (at, event) in blind(&events, game.initial.occupied()) {
        if tally::is_shown() {
            println!("{} {event:?}", at.0);
        }
        match event {
            Event::Lift { square, .. } => sensed &= !(1 << square.index()),
            Event::Drop { square, .. } => sensed |= 1 << square.index(),
            _ => {}
        }
        table.handle(at, Input::Event(event));
        while let Some(output) = table.poll() {
            let Output::Record(record) = output else { continue };
            let record = serde_json::to_value(&record).expect("a record is JSON");
            if record["type"] != "alert" || record["kind"] != "move-ambiguous" {
                continue;
            }
            let id = record["id"].as_str().expect("an id").to_owned();
            if let Some((_, since, question)) = asked.iter_mut().find(|(known, ..)| *known == id) {
                question.open_ms.get_or_insert(at.since(*since));
                continue;
            }
            let legal = record["legal"].as_array().expect("moves");
            let between = legal.iter().filter_map(|uci| uci.as_str().map(str::to_owned)).collect();
            let ply = record["ply"].as_u64().expect("a half-move") as usize;
            if tally::is_shown() {
                println!("{} asked of half-move {ply}: {record}", at.0);
            }
            asked.push((id, at, Question { ply, between, sensed, open_ms: None }));
        }
    }
    asked.into_iter().map(|(.., question)| question).collect()
}

/// Whether these squares are occupied after a move, or the reply to it; a piece may be in the hand.
fn fits(game: &PgnGame, ply: usize, uci: &str, sensed: u64) -> bool {
    let is_it = |after: &Placement| {
        let after = after.occupied();
        sensed & !after == 0 && (after & !sensed).count_ones() <= 1
    };
    let Some(played) = game.legal_after(ply - 1).into_iter().find(|legal| legal.uci == uci) else { return false };
    let mut other = game.clone();
    other.moves.truncate(ply - 1);
    other.moves.push(played);
    let after = other.placement_after(ply);
    let mut replies = other.legal_after(ply).into_iter().map(|reply| {
        let mut after = after;
        reply.apply_to(&mut after);
        after
    });
    is_it(&after) || replies.any(|after| is_it(&after))
}

/// Counts the questions against the truth: of `strained_in` one at most may name a move that nothing lawful leads to.
fn ask_of(what: &str, habits: &Habits, most_one_in: usize, strained_in: usize) {
    let (mut games, mut plies, mut asked, mut strained) = (0, 0, 0, 0);
    let mut open_ms: Vec<u64> = Vec::new();
    for (seed, (name, game)) in games::sample(90) {
        games += 1;
        plies += game.moves.len();
        let questions = questions_of(&game, habits.clone(), seed);
        let mut known = BTreeSet::new();
        for question in &questions {
            let Question { ply, between, sensed, open_ms: open } = question;
            assert!(between.len() > 1, "{name}: half-move {ply} is asked of {between:?} alone");
            assert!(between.contains(&game.moves[ply - 1].uci), "{name}: {ply} was none of {between:?}");
            // A move that does not fit is named where a reply that is not allowed, or a lift told late, would make it fit.
            strained += usize::from(!between.iter().all(|uci| fits(&game, *ply, uci, *sensed)));
            assert!(known.insert(ply), "{name}: half-move {ply} is asked twice");
            open_ms.extend(open);
        }
        asked += questions.len();
    }
    open_ms.sort_unstable();
    let median = open_ms.get(open_ms.len() / 2).copied().unwrap_or_default();
    println!(
        "{games} games of {what} on squares, {plies} half-moves: {asked} were asked of the arbiter, {strained} of them \
         with a move that nothing lawful leads to; {} settled themselves, after {median} ms (median)",
        open_ms.len()
    );
    assert!(asked * most_one_in <= plies, "{asked} of {plies}");
    assert!(strained * strained_in <= asked, "{strained} of {asked}");
}

#[test]
fn every_question_is_a_doubt_that_the_sensors_leave_and_is_asked_once() {
    ask_of("clean hands", &Habits::clean(), 200, 5);
    ask_of("hands with the habits of players", &Habits::measured(), 20, 5);
}

#[test]
fn a_pawn_on_the_last_rank_is_promoted_although_the_reply_has_begun_before_the_press() {
    let events = [
        r#"{"t_ms":1000,"ev":"lift","sq":"e7"}"#,
        r#"{"t_ms":2000,"ev":"drop","sq":"e8"}"#,
        r#"{"t_ms":3000,"ev":"lift","sq":"g7"}"#,
        r#"{"t_ms":3100,"ev":"press","by":"white"}"#,
        r#"{"t_ms":3500,"ev":"drop","sq":"h7"}"#,
        r#"{"t_ms":5000,"ev":"press","by":"black"}"#,
    ];
    let records = replayed("8/4P1k1/8/8/8/8/P5K1/8 w - - 0 50", &events);
    let game = records.last().expect("the game comes last");
    assert_eq!(game["moves"], serde_json::json!(["e7e8q", "g7h7"]));
    assert!(records.iter().all(|record| record["severity"] != "ruling"), "{records:?}");
}

/// Replays one event log; gives the records.
fn replayed(fen: &str, events: &[&str]) -> Vec<serde_json::Value> {
    replayed_as(fen, None, events)
}

/// The same at a table with this use of the clock.
fn replayed_as(fen: &str, clock: Option<&str>, events: &[&str]) -> Vec<serde_json::Value> {
    let events: Vec<serde_json::Value> =
        events.iter().map(|event| serde_json::from_str(event).expect("an event is JSON")).collect();
    let mut log = serde_json::json!({
        "log": "touchmove/1", "id": "occupancy", "sensing": "occupancy", "fen": fen, "events": events,
    });
    if let Some(clock) = clock {
        log["clock"] = clock.into();
    }
    let mut records = Vec::new();
    touchmove::table::Replay::default()
        .run(std::io::Cursor::new(log.to_string()), &mut |record| {
            records.push(serde_json::to_value(record).expect("a record is JSON"));
            Ok(())
        })
        .expect("the log is readable");
    records
}

/// `ply uci status` of every move said.
fn moves(records: &[serde_json::Value]) -> Vec<String> {
    let text = |value: &serde_json::Value| value.as_str().expect("text").to_owned();
    let of = |record: &serde_json::Value| {
        format!("{} {} {} {}", record["ply"], text(&record["uci"]), text(&record["status"]), text(&record["certainty"]))
    };
    records.iter().filter(|record| record["type"] == "move").map(of).collect()
}

/// Kind and last state of every alert, in order.
fn alerts(records: &[serde_json::Value]) -> Vec<(String, String)> {
    let mut alerts: Vec<(String, String, String)> = Vec::new();
    for record in records.iter().filter(|record| record["type"] == "alert") {
        let text = |key: &str| record[key].as_str().expect("text").to_owned();
        match alerts.iter_mut().find(|(id, _, _)| *id == text("id")) {
            Some(known) => known.2 = text("state"),
            None => alerts.push((text("id"), text("kind"), text("state"))),
        }
    }
    alerts.into_iter().map(|(_, kind, state)| (kind, state)).collect()
}

const TWO_VICTIMS: &str = "4k3/8/8/3n1n2/4P3/8/8/4K3 w - - 0 30";

/// A pawn disappears and one of two knights must have been taken.
const TAKEN: [&str; 2] = [r#"{"t_ms":1000,"ev":"lift","sq":"e4"}"#, r#"{"t_ms":2000,"ev":"press","by":"white"}"#];

#[test]
fn a_victim_that_moves_was_not_taken() {
    let mut events = TAKEN.to_vec();
    events.extend([
        r#"{"t_ms":9000,"ev":"lift","sq":"f5"}"#,
        r#"{"t_ms":9800,"ev":"drop","sq":"g3"}"#,
        r#"{"t_ms":11000,"ev":"press","by":"black"}"#,
    ]);
    let records = replayed(TWO_VICTIMS, &events);
    let said = ["1 e4d5 made inferred", "1 e4d5 completed inferred", "2 f5g3 made seen", "2 f5g3 completed seen"];
    assert_eq!(moves(&records), said);
    let expected = [("move-ambiguous", "cleared"), ("slide-inferred", "lapsed")];
    assert_eq!(alerts(&records), expected.map(|(kind, state)| (kind.to_owned(), state.to_owned())));
}

/// Then a knight from c3 and a pawn from g2 have taken something, too.
const TAKEN_NEXT: [&str; 4] = [
    r#"{"t_ms":5000,"ev":"lift","sq":"c3"}"#,
    r#"{"t_ms":6000,"ev":"press","by":"black"}"#,
    r#"{"t_ms":9000,"ev":"lift","sq":"g2"}"#,
    r#"{"t_ms":10000,"ev":"press","by":"white"}"#,
];

#[test]
fn what_only_the_arbiter_knows_is_settled_by_his_word() {
    let mut events = TAKEN.to_vec();
    events.extend([
        r#"{"t_ms":9000,"ev":"lift","sq":"e8"}"#,
        r#"{"t_ms":9800,"ev":"drop","sq":"e7"}"#,
        r#"{"t_ms":11000,"ev":"press","by":"black"}"#,
        r#"{"t_ms":20000,"ev":"command","command":{"id":"1","command":"set-move","ply":1,"uci":"e4f5"}}"#,
    ]);
    let records = replayed(TWO_VICTIMS, &events);
    let said = ["1 e4f5 made inferred", "1 e4f5 completed inferred", "2 e8e7 made seen", "2 e8e7 completed seen"];
    assert_eq!(moves(&records), said);
    assert_eq!(alerts(&records)[0], ("move-ambiguous".to_owned(), "cleared".to_owned()));
    // In SAN, too, he chooses among what the sensors leave open.
    let last = events.pop().expect("his word").replace("e4f5", "exf5");
    events.push(&last);
    // The answer repeats the command in its own words.
    let without_words = |mut records: Vec<serde_json::Value>| {
        for record in &mut records {
            record.as_object_mut().and_then(|record| record.remove("did"));
        }
        records
    };
    assert_eq!(without_words(replayed(TWO_VICTIMS, &events)), without_words(records));
}

#[test]
fn an_impossible_word_decides_nothing() {
    let mut events = TAKEN.to_vec();
    events.push(r#"{"t_ms":20000,"ev":"command","command":{"id":"1","command":"set-move","ply":1,"uci":"e4f6"}}"#);
    events.push(r#"{"t_ms":21000,"ev":"command","command":{"id":"2","command":"set-move","ply":1,"uci":"e4f5"}}"#);
    let records = replayed(TWO_VICTIMS, &events);
    assert_eq!(moves(&records), ["1 e4f5 made inferred", "1 e4f5 completed inferred"]);
}

#[test]
fn his_word_on_one_half_move_leaves_open_what_another_was() {
    let mut events = TAKEN.to_vec();
    events.extend([
        r#"{"t_ms":9000,"ev":"lift","sq":"e8"}"#,
        r#"{"t_ms":9800,"ev":"drop","sq":"e7"}"#,
        r#"{"t_ms":11000,"ev":"press","by":"black"}"#,
        r#"{"t_ms":13000,"ev":"lift","sq":"b2"}"#,
        r#"{"t_ms":14000,"ev":"press","by":"white"}"#,
        r#"{"t_ms":20000,"ev":"command","command":{"id":"1","command":"set-move","ply":1,"uci":"e4f5"}}"#,
    ]);
    let records = replayed("4k3/8/8/3n1n2/4P3/r1r5/1P6/4K3 w - - 0 30", &events);
    let states = |ply: u64| -> Vec<&str> {
        let told = records.iter().filter(|record| record["kind"] == "move-ambiguous" && record["ply"] == ply);
        told.map(|record| record["state"].as_str().expect("text")).collect()
    };
    assert_eq!(states(1), ["raised", "cleared"]);
    assert_eq!(states(3), ["raised"]);
}

/// Which knight the pawn took decides what the third knight could take: his word on the one half-move answers what was asked
/// of the next, and leaves open what the pawn took after it.
#[test]
fn his_word_on_one_half_move_answers_what_follows_from_it_for_another() {
    for (word, is_next_open) in [("e4f5", false), ("e4d5", true)] {
        let set = format!(
            r#"{{"t_ms":20000,"ev":"command","command":{{"id":"1","command":"set-move","ply":1,"uci":"{word}"}}}}"#
        );
        let mut events = TAKEN.to_vec();
        events.extend(TAKEN_NEXT);
        events.push(&set);
        let records = replayed("7k/8/8/3n1n2/4P3/2n2p1p/P2K2P1/2n5 w - - 0 30", &events);
        let last = |ply: u64| {
            let told = records.iter().filter(|record| record["kind"] == "move-ambiguous" && record["ply"] == ply);
            told.map(|record| record["state"].as_str().expect("text")).next_back()
        };
        let open = if is_next_open { "raised" } else { "cleared" };
        assert_eq!([last(1), last(2), last(3)], [Some("cleared"), Some(open), Some("raised")], "{word}");
    }
}

/// Moves that the board was away for: he says one that none of those is that were asked about. What is asked of later ones
/// names no move that is impossible behind his.
#[test]
fn a_word_of_his_own_leaves_no_question_with_a_move_that_is_not_legal_any_more() {
    let records = replayed(
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        &[
            r#"{"t_ms":0,"ev":"clock","white_ms":600000,"black_ms":600000,"running":"white"}"#,
            r#"{"t_ms":9600,"ev":"link","up":false}"#,
            r#"{"t_ms":14600,"ev":"link","up":true}"#,
            r#"{"t_ms":14700,"ev":"placement","fen":"r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R"}"#,
            r#"{"t_ms":24700,"ev":"time"}"#,
            r#"{"t_ms":25700,"ev":"command","command":{"id":"1","command":"set-move","ply":1,"uci":"f1c4"}}"#,
        ],
    );
    let asked = questions(&records);
    assert!(asked.len() > 1, "{asked:?}");
    let last = records.iter().rfind(|record| record["kind"] == "move-ambiguous" && record["ply"] == 3);
    assert_eq!(last.expect("it was asked about")["state"], "cleared");
}

/// A word that some explanations have: what is asked of later moves names only what those have, or is asked no more.
#[test]
fn a_word_that_some_explanations_have_narrows_what_is_asked_of_later_moves() {
    let mut events = TAKEN.to_vec();
    events.extend(TAKEN_NEXT);
    events.push(r#"{"t_ms":20000,"ev":"command","command":{"id":"1","command":"set-move","ply":1,"uci":"e4f5"}}"#);
    // The knight on c3 can take on d5, a2 or a4; behind the word its own knight stands on d5.
    let records = replayed("7k/8/8/3n1n2/P3P3/2n2p1p/P2K2P1/2n5 w - - 0 30", &events);
    let asked = records.iter().rfind(|record| record["kind"] == "move-ambiguous" && record["ply"] == 2);
    let asked = asked.expect("it is asked about");
    assert_eq!(asked["state"], "raised");
    assert_eq!(asked["data"]["candidates"], serde_json::json!(["c3a2", "c3a4"]));
}

/// He says three moves within a second, long after anything was seen: the question waits until he has done.
#[test]
fn on_squares_too_the_question_waits_for_his_last_word() {
    let set = |at: u32, ply: u32, uci: &str| {
        format!(
            r#"{{"t_ms":{at},"ev":"command","command":{{"id":"{ply}","command":"set-move","ply":{ply},"uci":"{uci}"}}}}"#
        )
    };
    let words = [set(54_700, 1, "d2d3"), set(55_000, 2, "d7d6"), set(55_300, 3, "c2c3")];
    let mut events = vec![
        r#"{"t_ms":0,"ev":"clock","white_ms":600000,"black_ms":600000,"running":"white"}"#,
        r#"{"t_ms":9600,"ev":"link","up":false}"#,
        r#"{"t_ms":14600,"ev":"link","up":true}"#,
        r#"{"t_ms":14700,"ev":"placement","fen":"rnbqkbnr/p4ppp/1ppp4/4p3/4P3/1PPP4/P4PPP/RNBQKBNR"}"#,
        r#"{"t_ms":24700,"ev":"time"}"#,
    ];
    events.extend(words.iter().map(String::as_str));
    events.push(r#"{"t_ms":65300,"ev":"time"}"#);
    let records = replayed("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", &events);
    let asks =
        |record: &&serde_json::Value| record["kind"] == "move-ambiguous" || record["kind"] == "position-mismatch";
    let told: Vec<u64> = records.iter().filter(asks).filter_map(|record| record["t_ms"].as_u64()).collect();
    assert!(told.iter().any(|at| *at > 55_300), "{told:?}");
    assert!(told.iter().all(|at| *at <= 24_700 || *at == 57_300), "{told:?}");
}

#[test]
fn a_queen_that_moves_like_a_knight_was_a_knight() {
    let events = [
        r#"{"t_ms":1000,"ev":"lift","sq":"e7"}"#,
        r#"{"t_ms":2000,"ev":"drop","sq":"e8"}"#,
        r#"{"t_ms":4000,"ev":"press","by":"white"}"#,
        r#"{"t_ms":9000,"ev":"lift","sq":"g7"}"#,
        r#"{"t_ms":9800,"ev":"drop","sq":"h7"}"#,
        r#"{"t_ms":11000,"ev":"press","by":"black"}"#,
        r#"{"t_ms":19000,"ev":"lift","sq":"e8"}"#,
        r#"{"t_ms":19800,"ev":"drop","sq":"f6"}"#,
        r#"{"t_ms":21000,"ev":"press","by":"white"}"#,
    ];
    let records = replayed("8/4P1k1/8/8/8/8/P5K1/8 w - - 0 50", &events);
    let said = [
        "1 e7e8q made inferred",
        "1 e7e8q completed inferred",
        "2 g7h7 made seen",
        "2 g7h7 completed seen",
        "1 e7e8n corrected inferred",
        "2 g7h7 corrected inferred",
        "3 e8f6 made inferred",
        "3 e8f6 completed inferred",
    ];
    assert_eq!(moves(&records), said);
    let game = records.last().expect("the game comes last");
    assert_eq!(game["moves"], serde_json::json!(["e7e8n", "g7h7", "e8f6"]));
    assert!(records.iter().all(|record| record["severity"] != "ruling"), "{records:?}");
}

/// Each pawn stands on the last rank for a while, and the second arrives before the reply has told that the first one's
/// move is made.
#[test]
fn two_promotions_in_a_row_without_a_press_are_both_read() {
    let events = [
        r#"{"t_ms":1000,"ev":"lift","sq":"d2"}"#,
        r#"{"t_ms":1600,"ev":"drop","sq":"d1"}"#,
        r#"{"t_ms":6000,"ev":"lift","sq":"c7"}"#,
        r#"{"t_ms":6900,"ev":"drop","sq":"c8"}"#,
        r#"{"t_ms":7400,"ev":"lift","sq":"c8"}"#,
        r#"{"t_ms":7900,"ev":"drop","sq":"c8"}"#,
        r#"{"t_ms":14000,"ev":"lift","sq":"e7"}"#,
        r#"{"t_ms":14800,"ev":"drop","sq":"f7"}"#,
        r#"{"t_ms":30000,"ev":"lift","sq":"c8"}"#,
        r#"{"t_ms":30400,"ev":"drop","sq":"c5"}"#,
        r#"{"t_ms":40000,"ev":"lift","sq":"f7"}"#,
        r#"{"t_ms":40800,"ev":"drop","sq":"f6"}"#,
        r#"{"t_ms":50000,"ev":"time"}"#,
    ];
    let records = replayed_as("8/1KP1k3/8/1p6/8/8/3p4/8 b - - 0 83", Some("none"), &events);
    let game = records.last().expect("the game comes last");
    assert_eq!(game["moves"], serde_json::json!(["d2d1q", "c7c8q", "e7f7", "c8c5", "f7f6"]));
    assert!(records.iter().all(|record| record["kind"] != "touched-piece-returned"), "{records:?}");
}

/// These moves, White's first, one every ten seconds and each pressed before its piece has stood for long.
fn pressed_soon(line: &[(&str, &str)]) -> Vec<String> {
    let turns = (1..).zip(["white", "black"].into_iter().cycle()).zip(line);
    let events = turns.flat_map(|((number, by), (from, to))| {
        let at = number * 10_000;
        [
            format!(r#"{{"t_ms":{at},"ev":"lift","sq":"{from}"}}"#),
            format!(r#"{{"t_ms":{},"ev":"drop","sq":"{to}"}}"#, at + 500),
            format!(r#"{{"t_ms":{},"ev":"press","by":"{by}"}}"#, at + 600),
        ]
    });
    events.collect()
}

/// A king goes where the queen that was assumed would give check, but a bishop does not.
#[test]
fn nobody_is_accused_because_of_a_queen_that_may_have_been_a_bishop() {
    let line = [("d7", "d8"), ("c6", "d7"), ("a4", "a5"), ("d7", "c8"), ("d8", "e7"), ("c8", "b8")];
    let mut events = pressed_soon(&line);
    events.push(r#"{"t_ms":70000,"ev":"time"}"#.to_owned());
    let events: Vec<&str> = events.iter().map(String::as_str).collect();
    let records = replayed("8/3P4/2k5/8/P7/8/8/4K3 w - - 0 50", &events);
    let game = records.last().expect("the game comes last");
    assert_eq!(game["moves"], serde_json::json!(["d7d8b", "c6d7", "a4a5", "d7c8", "d8e7", "c8b8"]));
    assert!(records.iter().all(|record| record["severity"] != "ruling" && record["severity"] != "warning"));
}

/// What was told is contradicted, and nothing decides yet what it was: a record that is wrong is not silent for long.
#[test]
fn a_game_that_goes_on_behind_a_wrong_move_is_told_until_it_is_known() {
    let line = [
        ("d7", "d8"),
        ("c6", "d7"),
        ("a4", "a5"),
        ("d7", "c8"),
        ("a5", "a6"),
        ("c8", "b8"),
        ("e1", "e2"),
        ("b8", "a8"),
        ("e2", "e3"),
        ("a8", "b8"),
        ("d8", "e7"),
        ("b8", "c7"),
    ];
    let mut events = pressed_soon(&line);
    events.push(r#"{"t_ms":140000,"ev":"time"}"#.to_owned());
    let events: Vec<&str> = events.iter().map(String::as_str).collect();
    let records = replayed("8/3P4/2k5/8/P7/8/8/4K3 w - - 0 50", &events);
    let told: Vec<_> = records.iter().filter(|record| record["kind"] == "play-not-recorded").collect();
    let [raised, cleared] = told[..] else { panic!("{told:?}") };
    assert_eq!((&raised["state"], &raised["severity"]), (&"raised".into(), &"warning".into()));
    assert!((60_000..90_000).contains(&raised["t_ms"].as_u64().expect("a time")), "{raised}");
    assert_eq!(cleared["state"], "cleared");
    let interrupted = |record: &&serde_json::Value| record["interrupted"] == true;
    assert!(records.iter().any(|record| interrupted(&record)));
    let game = records.last().expect("the game comes last");
    assert!(!interrupted(&game));
    let ucis: Vec<String> = line.iter().map(|(from, to)| format!("{from}{to}")).collect();
    assert_eq!(game["moves"].as_array().expect("moves")[1..], ucis[1..]);
    assert_eq!(game["moves"][0], "d7d8b");
}

/// The queen takes a pawn that no sensor misses: one of two, and mates by one of them.
const MATE: &str = "6k1/1b6/6q1/7P/8/8/5PPP/5RK1 b - - 0 40";

/// Then the kings are put in the centre.
const MATE_AND_KINGS: [&str; 5] = [
    r#"{"t_ms":1000,"ev":"lift","sq":"g6"}"#,
    r#"{"t_ms":10000,"ev":"lift","sq":"g8"}"#,
    r#"{"t_ms":10500,"ev":"drop","sq":"d4"}"#,
    r#"{"t_ms":11500,"ev":"lift","sq":"g1"}"#,
    r#"{"t_ms":12000,"ev":"drop","sq":"e5"}"#,
];

/// What was asked of moves, and in which state each question stands.
fn questions(records: &[serde_json::Value]) -> Vec<(String, serde_json::Value)> {
    let mut all: Vec<(String, serde_json::Value)> = Vec::new();
    for record in records.iter().filter(|record| record["kind"] == "move-ambiguous") {
        let id = record["id"].as_str().expect("an id").to_owned();
        match all.iter_mut().find(|(known, _)| *known == id) {
            Some((_, state)) => *state = record["state"].clone(),
            None => all.push((id, record["state"].clone())),
        }
    }
    all
}

#[test]
fn a_last_move_that_no_sensor_tells_is_asked_once_the_kings_are_in_the_centre_and_his_word_decides() {
    let replay = |command: Option<&str>| {
        let told: Vec<String> = command
            .map(|command| format!(r#"{{"t_ms":20000,"ev":"command","command":{{{command}}}}}"#))
            .into_iter()
            .collect();
        let events: Vec<&str> = MATE_AND_KINGS.into_iter().chain(told.iter().map(String::as_str)).collect();
        replayed(MATE, &events)
    };
    let open = replay(None);
    let [(id, state)] = &questions(&open)[..] else { panic!("{:?}", questions(&open)) };
    assert_eq!(state, "raised");
    let asked = open.iter().find(|record| record["kind"] == "move-ambiguous").expect("the question");
    assert_eq!(asked["legal"], serde_json::json!(["g6g2", "g6h5"]));
    assert_eq!(open.last().expect("the game")["moves"], serde_json::json!([]));

    // None of them was played: what both other readings have in common is told, the result.
    let none = replay(Some(&format!(r#""command":"dismiss","alert":"{id}""#)));
    assert_eq!(questions(&none), [(id.clone(), "dismissed".into())]);
    assert_eq!(none.last().expect("the game")["moves"], serde_json::json!([]));
    assert!(none.iter().any(|record| record["kind"] == "result-signalled"), "{none:?}");

    let mate = replay(Some(r#""command":"set-move","ply":1,"uci":"g6g2""#));
    assert!(questions(&mate).iter().all(|(_, state)| state != "raised"), "{:?}", questions(&mate));
    let game = mate.last().expect("the game");
    assert_eq!((&game["moves"], &game["result"]), (&serde_json::json!(["g6g2"]), &"0-1".into()));
}

#[test]
fn pieces_in_the_hand_when_the_flag_falls_and_a_mate_that_is_pressed_raise_no_question() {
    let flag = [
        r#"{"t_ms":1000,"ev":"lift","sq":"e4"}"#,
        r#"{"t_ms":1500,"ev":"lift","sq":"f5"}"#,
        r#"{"t_ms":2500,"ev":"flag","by":"white"}"#,
        r#"{"t_ms":9000,"ev":"time"}"#,
    ];
    let records = replayed("4k3/8/8/5p2/4P3/8/8/4K3 w - - 0 1", &flag);
    assert_eq!(questions(&records), []);
    let mate = [MATE_AND_KINGS[0], r#"{"t_ms":2500,"ev":"press","by":"black"}"#, r#"{"t_ms":9000,"ev":"time"}"#];
    let records = replayed(&MATE.replace("7P", "8"), &mate);
    assert_eq!(records.last().expect("the game")["moves"], serde_json::json!(["g6g2"]));
    assert_eq!(questions(&records), []);
}

#[test]
fn pieces_adjusted_two_at_a_time_are_no_move() {
    let events = [
        r#"{"t_ms":1000,"ev":"lift","sq":"a1"}"#,
        r#"{"t_ms":1500,"ev":"lift","sq":"b1"}"#,
        r#"{"t_ms":2500,"ev":"drop","sq":"b1"}"#,
        r#"{"t_ms":3500,"ev":"drop","sq":"a1"}"#,
        r#"{"t_ms":5000,"ev":"lift","sq":"e2"}"#,
        r#"{"t_ms":6000,"ev":"drop","sq":"e4"}"#,
        r#"{"t_ms":7000,"ev":"press","by":"white"}"#,
    ];
    let records = replayed("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &events);
    assert_eq!(moves(&records), ["1 e2e4 made seen", "1 e2e4 completed seen"]);
    assert!(records.iter().all(|record| record["severity"] != "ruling" && record["severity"] != "warning"));
}

#[test]
fn a_lift_that_the_sensors_believe_late_belongs_to_the_piece_that_has_come_down_before() {
    let quiet = [
        r#"{"t_ms":1000,"ev":"drop","sq":"e4"}"#,
        r#"{"t_ms":1800,"ev":"lift","sq":"e2"}"#,
        r#"{"t_ms":2200,"ev":"press","by":"white"}"#,
    ];
    let records = replayed("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &quiet);
    assert_eq!(moves(&records), ["1 e2e4 made seen", "1 e2e4 completed seen"]);
    assert_eq!(alerts(&records), []);
    let capture = [
        r#"{"t_ms":1000,"ev":"lift","sq":"d5"}"#,
        r#"{"t_ms":1600,"ev":"drop","sq":"d5"}"#,
        r#"{"t_ms":2500,"ev":"lift","sq":"e4"}"#,
        r#"{"t_ms":2900,"ev":"press","by":"white"}"#,
    ];
    let records = replayed("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 30", &capture);
    assert_eq!(moves(&records), ["1 e4d5 made inferred", "1 e4d5 completed inferred"]);
}

#[test]
fn a_piece_lifted_long_after_another_came_from_the_box_has_not_moved_there() {
    let events = [
        r#"{"t_ms":1000,"ev":"drop","sq":"e4"}"#,
        r#"{"t_ms":5000,"ev":"lift","sq":"e2"}"#,
        r#"{"t_ms":5600,"ev":"drop","sq":"e3"}"#,
        r#"{"t_ms":6200,"ev":"lift","sq":"e4"}"#,
        r#"{"t_ms":7000,"ev":"press","by":"white"}"#,
    ];
    let records = replayed("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &events);
    assert_eq!(moves(&records), ["1 e2e3 made seen", "1 e2e3 completed seen"]);
}
