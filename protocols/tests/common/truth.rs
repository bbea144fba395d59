//! Whether what a codec tells is true of the wood: for boards that send whole readings, however bad.

use std::collections::BTreeMap;

use protocols::{
    At, Codec, Device, Dice, Piece, Placement, SensorEvent, SensorNoise, Square, SquareContent, World,
    registry::{Board, Sensing},
};

use super::wooden::{Heard, Script, drain, square};

/// How long after a change a board may still tell what was before, in milliseconds.
const LATE_MS: u64 = 6_000;

/// A line that harms one byte in so many: it is lost, doubled or has a bit changed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BadLine(pub(crate) Option<u64>);

impl BadLine {
    fn pass(self, bytes: &[u8], dice: &mut Dice) -> Vec<u8> {
        let mut out = Vec::new();
        for &byte in bytes {
            match self.0 {
                Some(one_in) if dice.between(1, one_in) == 1 => match dice.between(0, 2) {
                    0 => {}
                    1 => out.extend([byte, byte]),
                    _ => out.push(byte ^ 1 << dice.between(0, 7)),
                },
                Some(_) | None => out.push(byte),
            }
        }
        out
    }
}

/// Pieces carried about the board at random, each in the hand for a while: `(world, placement in the end)`.
pub(crate) fn shuffled(seed: u64, moves: usize, until: &mut u64) -> (Script, Placement) {
    let mut dice = Dice::new(seed);
    let mut world = Script::new(Placement::initial());
    let mut placement = Placement::initial();
    let mut now = 15_000;
    for _ in 0..moves {
        let pieces: Vec<(Square, Piece)> = placement.pieces().collect();
        let &(from, piece) = dice.pick(&pieces).expect("a piece");
        let to = Square::wrapping(dice.between(0, 63) as u8);
        now += dice.between(2_000, 6_000);
        world.put(now, &from.to_string(), '.');
        placement.set(from, None);
        now += dice.between(400, 4_000);
        // What stands there is overwritten.
        world.put(now, &to.to_string(), piece.letter());
        placement.set(to, Some(piece));
    }
    *until = now + 2 * LATE_MS;
    (world, placement)
}

/// Plays the world to the board's own codec and checks every event; gives what was heard and the squares as told last.
pub(crate) fn checked(
    board: &Board,
    mut codec: Box<dyn Codec>,
    world: &Script,
    until: u64,
    (noise, line, seed): (SensorNoise, BadLine, u64),
) -> (Heard, [SquareContent; 64]) {
    let mut device: Box<dyn Device> = (board.device)(board.usual());
    device.disturb(noise, seed);
    let mut dice = Dice::new(seed ^ 0x5eed);
    let mut heard = Heard::default();
    codec.opened(At(0));
    let mut now = 0;
    while now <= until {
        device.advance(At(now), world);
        while let Some((_, bytes)) = device.poll() {
            codec.receive(At(now), &line.pass(&bytes, &mut dice));
        }
        codec.tick(At(now));
        for bytes in drain(codec.as_mut(), now, &mut heard) {
            device.receive(At(now), &bytes);
        }
        let next = codec.next_deadline().map_or(device.next_deadline(), |at| at.min(device.next_deadline()));
        now = next.0.max(now + 1);
    }
    let told = assert_true(board.sensing, world, &heard.events);
    (heard, told)
}

/// Every square told of was so at that time or not long before.
fn assert_true(sensing: Sensing, world: &Script, events: &[(u64, SensorEvent)]) -> [SquareContent; 64] {
    let mut told = [SquareContent::Empty; 64];
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    let sensed = |square: Square, at: u64| match (world.content(square, At(at)), sensing) {
        (SquareContent::Piece(_), Sensing::Occupancy) => SquareContent::Occupied,
        (content, _) => content,
    };
    for (t_ms, event) in events {
        let squares: Vec<(Square, SquareContent)> = match event {
            SensorEvent::Field { square, content } => vec![(*square, *content)],
            SensorEvent::Placement(squares) => Square::all().map(|square| (square, squares[square.index()])).collect(),
            SensorEvent::Misread(_) => {
                *counts.entry("misread").or_default() += 1;
                continue;
            }
            _ => continue,
        };
        for (square, content) in squares {
            let was = (t_ms.saturating_sub(LATE_MS)..=*t_ms).step_by(10).any(|at| sensed(square, at) == content);
            assert!(was, "at {t_ms} ms {content:?} was told of {square}, which was never so");
            told[square.index()] = content;
        }
    }
    told
}

/// What the sensors would tell of a placement.
pub(crate) fn contents(sensing: Sensing, placement: &Placement) -> [SquareContent; 64] {
    let mut squares = [SquareContent::Empty; 64];
    for (square, piece) in placement.pieces() {
        squares[square.index()] = match sensing {
            Sensing::Identity => SquareContent::Piece(piece),
            Sensing::Occupancy => SquareContent::Occupied,
        };
    }
    squares
}

/// The short game that these boards' goldens show: 1.e4 d5 2.exd5, a pawn put back first, the other overwritten.
pub(crate) fn short_game() -> Script {
    let mut world = Script::new(Placement::initial());
    world.put(2_500, "d2", '.').put(4_000, "d2", 'P');
    world.put(4_600, "e2", '.').put(5_200, "e4", 'P');
    world.put(6_600, "d7", '.').put(7_300, "d5", 'p');
    world.put(8_700, "e4", '.').put(9_300, "d5", 'P');
    world
}

/// When it is over, in milliseconds.
pub(crate) const SHORT_GAME_MS: u64 = 10_500;

/// The pieces after it.
pub(crate) fn after_short_game() -> Placement {
    let mut placement = Placement::initial();
    for (from, to) in [("e2", "e4"), ("d7", "d5"), ("e4", "d5")] {
        let piece = placement.set(square(from), None);
        placement.set(square(to), piece);
    }
    placement
}

/// The squares as the events tell them in the end.
pub(crate) fn told_last(events: &[(u64, SensorEvent)]) -> [SquareContent; 64] {
    let mut told = [SquareContent::Empty; 64];
    for (_, event) in events {
        match event {
            SensorEvent::Field { square, content } => told[square.index()] = *content,
            SensorEvent::Placement(squares) => told = *squares,
            _ => {}
        }
    }
    told
}
