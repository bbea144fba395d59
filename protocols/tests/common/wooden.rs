//! A wooden board that follows a script, and a line between a codec and a device, in virtual time.

use protocols::{
    At, ClockFace, ClockReading, Codec, CodecOutput, Device, Flag, Piece, Placement, SensorEvent, Side, Square,
    SquareContent, World,
};

/// What stands where and what the clock shows, changing at given times.
#[derive(Debug, Clone)]
pub(crate) struct Script {
    start: Placement,
    changes: Vec<(u64, Square, Option<Piece>)>,
    clock: Vec<(u64, Option<ClockReading>)>,
}

impl Script {
    pub(crate) fn new(start: Placement) -> Script {
        Script { start, changes: Vec::new(), clock: vec![(0, None)] }
    }

    /// From `t_ms` on, this stands on the square: a FEN letter, or a point for nothing.
    pub(crate) fn put(&mut self, t_ms: u64, name: &str, letter: char) -> &mut Script {
        self.changes.push((t_ms, square(name), Piece::from_letter(letter)));
        self
    }

    /// From `t_ms` on, the clock shows this.
    pub(crate) fn clock(&mut self, t_ms: u64, reading: Option<ClockReading>) -> &mut Script {
        self.clock.push((t_ms, reading));
        self
    }
}

impl World for Script {
    fn content(&self, square: Square, at: At) -> SquareContent {
        let changed = self.changes.iter().rev().find(|&&(t_ms, changed, _)| t_ms <= at.0 && changed == square);
        match changed.map_or(self.start.at(square), |&(_, _, piece)| piece) {
            Some(piece) => SquareContent::Piece(piece),
            None => SquareContent::Empty,
        }
    }

    /// What is put on a square is the first of its kind that stood on none just before.
    fn number(&self, square: Square, at: At) -> u8 {
        let first = |standing: &[Option<(Piece, u8)>], piece: Piece| {
            (0..=u8::MAX).find(|&number| !standing.contains(&Some((piece, number)))).expect("no so many pieces")
        };
        let mut standing = vec![None; 64];
        for (square, piece) in self.start.pieces() {
            standing[square.index()] = Some((piece, first(&standing, piece)));
        }
        for &(_, changed, piece) in self.changes.iter().filter(|&&(t_ms, ..)| t_ms <= at.0) {
            standing[changed.index()] = piece.map(|piece| (piece, first(&standing, piece)));
        }
        standing[square.index()].map_or(0, |(_, number)| number)
    }

    fn clock(&self, at: At) -> Option<ClockReading> {
        self.clock.iter().rev().find(|&&(t_ms, _)| t_ms <= at.0).and_then(|&(_, reading)| reading)
    }
}

pub(crate) fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

/// A running clock with these seconds left on each side.
pub(crate) fn running(left_s: u32, right_s: u32, lever_high: Side) -> Option<ClockReading> {
    let face = |s: u32| ClockFace { ms: s * 1_000, flag: Flag::Up, increment_shown: false };
    Some(ClockReading {
        left: face(left_s),
        right: face(right_s),
        lever_high,
        running: true,
        connected: true,
        battery_low: false,
        turn: None,
    })
}

/// What went over the line: a time, and bytes to the board or an event from it.
#[derive(Debug, Default)]
pub(crate) struct Heard {
    /// Bytes to the board.
    pub(crate) sent: Vec<(u64, Vec<u8>)>,
    /// Bytes from the board.
    pub(crate) received: Vec<(u64, Vec<u8>)>,
    /// What the codec made of it.
    pub(crate) events: Vec<(u64, SensorEvent)>,
    /// What the codec wanted kept.
    pub(crate) kept: Vec<String>,
}

/// Takes all that a codec has to give.
pub(crate) fn drain(codec: &mut dyn Codec, t_ms: u64, heard: &mut Heard) -> Vec<Vec<u8>> {
    let mut sent = Vec::new();
    while let Some(output) = codec.poll() {
        match output {
            CodecOutput::Event(event) => heard.events.push((t_ms, event)),
            CodecOutput::Keep(text) => heard.kept.push(text),
            CodecOutput::Send(bytes) => {
                heard.sent.push((t_ms, bytes.clone()));
                sent.push(bytes);
            }
        }
    }
    sent
}

/// Lets a codec and a device talk from `from` until `until`, jumping from deadline to deadline.
pub(crate) fn converse(
    codec: &mut dyn Codec,
    device: &mut dyn Device,
    world: &dyn World,
    from: u64,
    until: u64,
) -> Heard {
    let mut heard = Heard::default();
    let mut now = from;
    while now <= until {
        device.advance(At(now), world);
        while let Some((_, bytes)) = device.poll() {
            heard.received.push((now, bytes.clone()));
            codec.receive(At(now), &bytes);
        }
        codec.tick(At(now));
        for bytes in drain(codec, now, &mut heard) {
            device.receive(At(now), &bytes);
        }
        let next = codec.next_deadline().map_or(device.next_deadline(), |at| at.min(device.next_deadline()));
        now = next.0.max(now + 1);
    }
    heard
}
