//! Hands play games of the outside collection, when it lies beside the source tree: what they do must be the game,
//! and lawful.

use std::{collections::BTreeMap, fs, path::PathBuf};

use protocols::{At, Color, Placement, Role, Square};
use touchmove::{
    board::Event,
    emulate::{ExpectedPly, Habits, Play, events_and_expected},
    rules::{
        Variant,
        pgn::{PgnGame, PgnMove, read_games},
    },
};

use crate::common::corpus;

/// Every so many-th game of a file is played.
const EVERY: usize = 9;

#[test]
fn whatever_the_habits_the_world_stands_as_the_game_does_after_every_half_move() {
    let (mut games, mut plies) = (0, 0);
    for (seed, game) in (0..).zip(sample()) {
        for habits in [Habits::clean(), Habits::measured(), Habits::unruly(), Habits::hasty()] {
            let mut play = Play::new(game.clone(), habits, seed);
            let mut seen = 0;
            while let Some(deadline) = play.next_deadline() {
                play.advance(deadline);
                for expected in &play.expected()[seen..] {
                    let context = format!("{:?} half-move {} {}", game.tag("White"), expected.ply, expected.san);
                    let stands = play.world().at_rest(expected.made_at);
                    assert_eq!(stands, expected.placement, "{context}");
                    assert_eq!(stands, game.placement_after(expected.ply), "{context}");
                }
                seen = play.expected().len();
            }
            assert!(play.finished());
            assert_eq!(seen, game.moves.len());
            games += 1;
            plies += seen;
        }
    }
    println!("{games} games, {plies} half-moves played on the table top");
}

#[test]
fn the_same_seed_plays_the_same_and_another_seed_does_not() {
    for game in sample().into_iter().filter(|game| game.moves.len() > 20).take(20) {
        let events = |seed| touchmove::emulate::events(&game, Habits::measured(), seed);
        assert_eq!(events(1), events(1));
        assert_ne!(events(1), events(2));
    }
}

#[test]
fn ideal_sensors_see_every_half_move_and_nothing_that_obliges_to_another() {
    let mut counts = Counts::default();
    for (seed, game) in (100..).zip(sample()) {
        for habits in [Habits::clean(), Habits::measured(), Habits::unruly(), Habits::hasty()] {
            let least_ms = if habits.recapture_at_once > 0.0 { 25 } else { 300 };
            let (events, expected) = events_and_expected(Play::new(game.clone(), habits, seed));
            assert_eq!(expected.len(), game.moves.len());
            check(&game, &events, &expected, least_ms, &mut counts);
        }
    }
    println!("{counts:#?}");
}

#[test]
fn the_clock_shows_what_the_game_says_after_every_press_and_nobody_runs_out_of_time_before_the_end() {
    let (mut presses, mut told, mut flags) = (0, 0, 0);
    for (seed, game) in (200..).zip(sample()) {
        let (events, expected) = events_and_expected(Play::new(game.clone(), Habits::measured(), seed));
        for ply in &expected {
            let Some(pressed_at) = ply.pressed_at else { continue };
            let shown = events.iter().find_map(|(at, event)| match event {
                Event::Clock(times) if *at == pressed_at => Some(*times),
                _ => None,
            });
            let shown = shown.unwrap_or_else(|| panic!("half-move {}: no reading at the press", ply.ply));
            assert_eq!(shown.running, Some(ply.by.other()));
            assert!(shown.of(ply.by.other()).is_some_and(|left| left > 0), "half-move {}: no time left", ply.ply);
            presses += 1;
            if let Some(clock_ms) = game.moves[ply.ply - 1].clock_ms {
                assert_eq!(shown.of(ply.by), Some(clock_ms), "half-move {}", ply.ply);
                told += 1;
            }
        }
        let last = expected.last().map_or(At(0), |last| last.made_at);
        for (at, event) in &events {
            if let Event::Flag { by } = event {
                assert!(*at > last && game.tag("Termination").is_some(), "{by:?} lost on time at {at:?}");
                flags += 1;
            }
        }
    }
    println!("{presses} presses, {told} with the game's own time, {flags} games lost on time");
}

#[derive(Debug, Default)]
struct Counts {
    games: usize,
    plies: usize,
    events: usize,
    presses: usize,
    unpressed: usize,
    replied_before_press: usize,
    /// Of these, those begun within 400 ms of the move before.
    replied_at_once: usize,
    /// Begun within 150 ms of the press before.
    upon_the_press: usize,
    transits: usize,
    place_before_lift: usize,
    carried: usize,
    overwritten: usize,
    victim_lifted: usize,
    castlings: usize,
    en_passant: usize,
    promotions: BTreeMap<String, usize>,
}

fn check(game: &PgnGame, events: &[(At, Event)], expected: &[ExpectedPly], least_ms: u64, counts: &mut Counts) {
    counts.games += 1;
    counts.events += events.len();
    assert!(events.is_sorted_by_key(|(at, _)| *at), "events run backwards");
    let mut shown = game.initial;
    let mut before = game.initial;
    let mut rest = events;
    let mut made_at: Option<At> = None;
    for (index, (played, expected)) in game.moves.iter().zip(expected).enumerate() {
        let context = format!("{:?} half-move {} {}", game.tags, expected.ply, expected.san);
        // What happens after the move before is made and until this one is, the start aside.
        let turn_ends = rest.partition_point(|(at, _)| *at <= expected.made_at);
        let (turn, later) = rest.split_at(turn_ends);
        rest = later;
        let turn: Vec<(At, Event)> = if index == 0 {
            turn.iter().filter(|(at, _)| *at >= expected.touched_at).copied().collect()
        } else {
            turn.to_vec()
        };
        for (_, event) in &turn {
            apply(&mut shown, event);
        }
        assert_eq!(shown, expected.placement, "{context}");
        let touched = touched(&turn, &before);
        assert_lawful(played, &touched, &context);
        assert_transits_are_short(played, &turn, &before, &context, counts);
        if let Some(made_at) = made_at {
            // A reply before the press too comes only after the release.
            assert!(expected.touched_at.since(made_at) >= least_ms, "{context}: touched too soon");
        }
        made_at = Some(expected.made_at);
        count(game, played, expected, &turn, &touched, counts);
        before = expected.placement;
    }
    let pressed: Vec<(At, Color)> = expected.iter().filter_map(|ply| Some((ply.pressed_at?, ply.by))).collect();
    let begun = expected.first().map(|ply| ply.touched_at);
    let seen: Vec<(At, Color)> = events
        .iter()
        .filter(|(at, _)| begun.is_some_and(|begun| *at >= begun))
        .filter_map(|(at, event)| match event {
            Event::Press { by } => Some((*at, *by)),
            _ => None,
        })
        .collect();
    assert_eq!(pressed, seen, "{:?}", game.tags);
    counts.presses += pressed.len();
    counts.unpressed += expected.len() - pressed.len();
    counts.replied_before_press += expected
        .windows(2)
        .filter(|pair| pair[0].pressed_at.is_none_or(|pressed| pressed > pair[1].touched_at))
        .count();
    counts.replied_at_once += expected
        .windows(2)
        .filter(|pair| pair[0].pressed_at.is_none_or(|pressed| pressed > pair[1].touched_at))
        .filter(|pair| pair[1].touched_at.since(pair[0].made_at) <= 400)
        .count();
    counts.upon_the_press += expected
        .windows(2)
        .filter(|pair| {
            pair[0].pressed_at.is_some_and(|at| at <= pair[1].touched_at && pair[1].touched_at.since(at) <= 150)
        })
        .count();
}

fn apply(shown: &mut Placement, event: &Event) {
    match *event {
        Event::Lift { square, .. } => {
            shown.set(square, None);
        }
        Event::Drop { square, piece } => {
            shown.set(square, piece);
        }
        _ => {}
    }
}

/// The squares of pieces lifted from where they stood when the turn began, in order.
fn touched(turn: &[(At, Event)], before: &Placement) -> Vec<Square> {
    let mut touched = Vec::new();
    for (_, event) in turn {
        if let Event::Lift { square, piece } = *event
            && before.at(square).is_some()
            && before.at(square) == piece
            && !touched.contains(&square)
        {
            touched.push(square);
        }
    }
    touched
}

/// 4.3 and 4.4: nothing is touched but what the move needs, and the king before the rook.
fn assert_lawful(played: &PgnMove, touched: &[Square], context: &str) {
    let victim = played.captured.map(|(square, _)| square);
    let rook = played.castling_rook.map(|(from, _)| from);
    for square in touched {
        let needed = *square == played.from || Some(*square) == victim || Some(*square) == rook;
        assert!(needed, "{context}: touched {square}");
    }
    if let Some(rook) = rook
        && let (Some(king), Some(rook)) = (
            touched.iter().position(|&square| square == played.from),
            touched.iter().position(|&square| square == rook),
        )
    {
        assert!(king < rook, "{context}: rook first");
    }
}

/// A piece is only for a moment on a square that it crosses, and nobody presses the clock in that moment.
fn assert_transits_are_short(
    played: &PgnMove,
    turn: &[(At, Event)],
    before: &Placement,
    context: &str,
    counts: &mut Counts,
) {
    let rook_to = played.castling_rook.map(|(_, to)| to);
    for (index, (dropped_at, event)) in turn.iter().enumerate() {
        let Event::Drop { square, .. } = *event else { continue };
        if square == played.to || Some(square) == rook_to {
            continue;
        }
        let later = &turn[index + 1..];
        let lifted =
            later.iter().position(|(_, event)| matches!(event, Event::Lift { square: left, .. } if *left == square));
        let lifted = lifted.unwrap_or_else(|| panic!("{context}: stays on {square}"));
        let (lifted_at, _) = later[lifted];
        assert!(lifted_at.since(*dropped_at) < 250, "{context}: rests on {square}");
        assert!(!later[..lifted].iter().any(|(_, event)| matches!(event, Event::Press { .. })), "{context}: pressed");
        assert!(before.at(square).is_none() || square == played.from, "{context}: {square} was not empty");
        counts.transits += 1;
    }
}

fn count(
    game: &PgnGame,
    played: &PgnMove,
    expected: &ExpectedPly,
    turn: &[(At, Event)],
    touched: &[Square],
    counts: &mut Counts,
) {
    counts.plies += 1;
    let position =
        |wanted: fn(&Event, Square) -> bool, square| turn.iter().position(|(_, event)| wanted(event, square));
    let lift = |event: &Event, square: Square| matches!(event, Event::Lift { square: at, .. } if *at == square);
    let drop = |event: &Event, square: Square| matches!(event, Event::Drop { square: at, .. } if *at == square);
    if let (Some(left), Some(came)) = (position(lift, played.from), position(drop, played.to))
        && came < left
        && played.promotion.is_none()
    {
        counts.place_before_lift += 1;
    }
    counts.carried += turn
        .iter()
        .filter(|(_, event)| matches!(event, Event::Drop { piece: Some(piece), .. } if piece.color != expected.by))
        .count();
    if let Some((square, _)) = played.captured {
        if touched.contains(&square) {
            counts.victim_lifted += 1;
        } else {
            counts.overwritten += 1;
        }
    }
    if played.castling_rook.is_some() {
        counts.castlings += 1;
        assert!(touched.first() == Some(&played.from) || game.variant == Variant::Chess960);
        assert_eq!(played.piece.role, Role::King);
    }
    if played.is_en_passant() {
        counts.en_passant += 1;
    }
    if played.promotion.is_some() {
        let order: String = turn
            .iter()
            .filter_map(|(_, event)| match event {
                Event::Lift { piece: Some(piece), .. } => Some(format!("-{}", piece.letter().to_ascii_uppercase())),
                Event::Drop { piece: Some(piece), .. } => Some(format!("+{}", piece.letter().to_ascii_uppercase())),
                _ => None,
            })
            .collect();
        if played.captured.is_none() && played.promotion == Some(Role::Queen) {
            *counts.promotions.entry(order).or_default() += 1;
        }
    }
}

fn sample() -> Vec<PgnGame> {
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in ["boards", "chess960", "online", "plain"] {
        let Some(folder) = corpus::path(&format!("pgn/{folder}")) else { continue };
        let entries = fs::read_dir(folder).expect("a folder that can be read");
        files.extend(entries.map(|entry| entry.expect("a directory entry").path()));
    }
    files.sort();
    let mut games: Vec<PgnGame> =
        read_games(touchmove::emulate::DEMO_PGN.as_bytes()).map(|game| game.expect("our own game")).collect();
    for path in files {
        let every = if path.to_string_lossy().contains("chess960") { 1 } else { EVERY };
        games.extend(read_games(corpus::open(&path)).map(|game| game.expect("a readable game")).step_by(every));
    }
    games
}
