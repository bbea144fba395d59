//! A table does not grow: whatever is told to it for long, its memory stays within a named bound.
//!
//! What a table keeps for a game grows with the moves that were made, about a kilobyte each; all else has a maximum of
//! its own: alerts, readings of the clock, replies to commands, events held back, half messages. So the memory of the
//! process, once warm, may grow by [`MOST_GROWTH`] at most while thousands of things happen that are no moves. The process
//! is one of its own, in which no other test runs.

use protocols::{At, Color, Dice, Piece, Placement, Square, registry::BOARDS};
use touchmove::game::command::GivenCommand;
use touchmove::{
    board::{self, BoardReading, ClockTimes, Event, OrientationSetting},
    rules::{Position, Variant},
    table::{Input, Source, Table},
    turn::{Settings, Start},
};

use crate::common::{alone::is_alone, dgt_bytes::setup};

/// Bytes by which the process may grow: what the allocator keeps for itself.
const MOST_GROWTH: u64 = 4 * 1_024 * 1_024;

/// Things told in each storm, a third of that before to warm up; without optimisation fewer.
const EACH: u64 = if cfg!(debug_assertions) { 900 } else { 30_000 };

/// What the process holds in memory, in bytes.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux tells");
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("the resident set");
    let kib: u64 = line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).expect("a number of KiB");
    kib * 1_024
}

fn square(dice: &mut Dice) -> Square {
    Square::wrapping(dice.between(0, 63) as u8)
}

fn piece(dice: &mut Dice) -> Option<Piece> {
    dice.pick(&['P', 'N', 'B', 'R', 'Q', 'K', 'p', 'n', 'b', 'r', 'q', 'k'])
        .and_then(|letter| Piece::from_letter(*letter))
}

/// A thing that is no move, most of the time.
fn anything(kind: u64, dice: &mut Dice) -> Event {
    let by = if dice.chance(0.5) { Color::White } else { Color::Black };
    match kind {
        0 => Event::Lift { square: square(dice), piece: None },
        1 => Event::Drop { square: square(dice), piece: piece(dice) },
        2 => Event::Press { by },
        3 => Event::Clock(ClockTimes { white_ms: Some(dice.throw() as u32), black_ms: None, running: Some(by) }),
        4 => Event::Link { up: dice.chance(0.5) },
        5 => {
            let mut placement = Placement::initial();
            placement.set(square(dice), None);
            placement.set(square(dice), piece(dice));
            Event::Placement(BoardReading::Pieces(placement))
        }
        _ => Event::Placement(BoardReading::Occupied(dice.throw())),
    }
}

fn drain(table: &mut Table) {
    while table.poll().is_some() {}
}

/// Tells things for a while to warm up and then for longer; gives by how much the process grew meanwhile.
fn growth(mut table: Table, mut tell: impl FnMut(&mut Table, At, u64)) -> u64 {
    let mut now = At(0);
    let mut run = |count: u64| {
        for number in 0..count {
            now = now + 130;
            tell(&mut table, now, number);
            drain(&mut table);
        }
        resident()
    };
    let warm = run(EACH / 3);
    run(EACH).saturating_sub(warm)
}

#[test]
fn storms_of_events_commands_and_bytes_leave_a_table_as_large_as_it_was() {
    let name = "memory::storms_of_events_commands_and_bytes_leave_a_table_as_large_as_it_was";
    if !is_alone(name) {
        return;
    }
    let mut dice = Dice::new(7);
    let log = || Table::new(setup(Start::Playing(Position::initial()), Settings::default()), Source::Log);
    let mut grown = Vec::new();

    for kind in 0..7 {
        let by = growth(log(), |table, now, _| table.handle(now, Input::Event(anything(kind, &mut dice))));
        grown.push((format!("events of kind {kind}"), by));
    }
    let by = growth(log(), |table, now, _| {
        let kind = dice.between(0, 6);
        table.handle(now, Input::Event(anything(kind, &mut dice)));
    });
    grown.push(("events of all kinds".to_owned(), by));

    // A move made and taken back without end, unpressed.
    let (e2, e4) = (Square::wrapping(12), Square::wrapping(28));
    let pawn = Piece::from_letter('P');
    let by = growth(log(), |table, now, number| {
        let event = match number % 4 {
            0 => Event::Lift { square: e2, piece: pawn },
            1 => Event::Drop { square: e4, piece: pawn },
            2 => Event::Lift { square: e4, piece: pawn },
            _ => Event::Drop { square: e2, piece: pawn },
        };
        table.handle(now + number * 600, Input::Event(event));
    });
    grown.push(("a move taken back".to_owned(), by));

    let long = "x".repeat(12_000);
    let by = growth(log(), |table, now, number| {
        table.handle(
            now,
            Input::Command(&GivenCommand::read(&format!("{{\"id\":\"{number}\",\"command\":\"{long}\"}}"))),
        );
    });
    grown.push(("long commands that are none".to_owned(), by));

    for board in BOARDS {
        let reading = board::Settings { orientation: OrientationSetting::Auto, sensing: board.sensing };
        let settings = Settings { sensing: board.sensing, ..Settings::default() };
        let source = Source::Board((board.codec)(), reading);
        let mut table = Table::new(setup(Start::Setup(Variant::Chess), settings), source);
        table.handle(At(0), Input::Opened);
        let by = growth(table, |table, now, _| {
            let bytes: Vec<u8> = (0..32).map(|_| dice.throw() as u8).collect();
            table.handle(now, Input::Bytes(&bytes));
        });
        grown.push((format!("bytes that are not from a {} board", board.kind), by));
    }

    for (what, bytes) in &grown {
        println!("{:6} KiB  {what}", bytes / 1_024);
    }
    assert!(grown.iter().all(|(_, bytes)| *bytes <= MOST_GROWTH), "{grown:?}");
}
