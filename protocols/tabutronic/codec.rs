//! From scans of occupied squares to events.

use crate::{
    At, Codec, CodecOutput, SensorEvent, Square, SquareContent, SquareSet,
    certabo::hearing::Hearing,
    listener::Listener,
    snapshot::{Marks, Patience, Seen, Snapshots},
};

/// Numbers of one scan: a rank each, the eighth first.
const SCAN: usize = 8;

/// Two scans must say the same: a digit damaged on the line is not believed.
const PATIENCE: Patience = Patience { start: 4, empty: 2, something: 2 };

/// Shortest time between two commands for the lights, in milliseconds (PicoChess).
const LIGHT_PAUSE_MS: u64 = 200;

/// A board that tells which squares are occupied, seen from the computer.
#[derive(Debug)]
pub struct TabutronicCodec {
    hearing: Hearing,
    snapshots: Snapshots<()>,
}

impl TabutronicCodec {
    /// A codec for a port that is yet to be opened.
    #[must_use]
    pub fn new() -> TabutronicCodec {
        let hearing = Hearing::new(SCAN, LIGHT_PAUSE_MS);
        TabutronicCodec { hearing, snapshots: Snapshots::new(PATIENCE, Marks::Shared) }
    }
}

impl Default for TabutronicCodec {
    fn default() -> TabutronicCodec {
        TabutronicCodec::new()
    }
}

impl Codec for TabutronicCodec {
    fn opened(&mut self, at: At) {
        self.hearing.opened(at);
        self.snapshots.forget();
    }

    fn receive(&mut self, at: At, bytes: &[u8]) {
        let snapshots = &mut self.snapshots;
        self.hearing.receive(at, bytes, &mut |listener, numbers| scanned(snapshots, listener, numbers));
    }

    fn tick(&mut self, at: At) {
        let snapshots = &mut self.snapshots;
        if self.hearing.tick(at, &mut |listener, numbers| scanned(snapshots, listener, numbers)) {
            self.snapshots.forget();
        }
    }

    fn next_deadline(&self) -> Option<At> {
        self.hearing.next_deadline()
    }

    fn request_placement(&mut self, _at: At) {
        self.hearing.listener().request_placement();
    }

    fn light(&mut self, at: At, squares: SquareSet) {
        self.hearing.light(at, squares);
    }

    fn poll(&mut self) -> Option<CodecOutput> {
        self.hearing.poll()
    }
}

fn scanned(snapshots: &mut Snapshots<()>, listener: &mut Listener, numbers: &[u8]) {
    // The eighth rank comes first, and bit 7 is the a-file.
    let bits = numbers.iter().fold(0u64, |bits, rank| bits << 8 | u64::from(rank.reverse_bits()));
    let occupied = SquareSet::from_bits(bits);
    let mut seen = [Seen::Nothing; 64];
    for square in occupied.iter() {
        seen[square.index()] = Seen::Something(());
    }
    snapshots.read(&seen, |square: Square| listener.event(SensorEvent::Misread(square)));
    if let Some(squares) = snapshots.squares() {
        listener.tell(squares.map(|square| match square {
            None => SquareContent::Empty,
            Some(()) => SquareContent::Occupied,
        }));
    }
}
