//! From scans of tags to what stands on the board; and which tag is in which piece, learnt.

use super::{
    hearing::Hearing,
    tags::{Tag, Tags},
};
use crate::{
    At, Calibration, Codec, CodecOutput, Placement, SensorEvent, Square, SquareContent, SquareSet, UnreadableMemory,
    listener::Listener,
    snapshot::{Marks, Patience, Seen, Snapshots},
};

/// Numbers of one scan: five for each square, a8 first, h1 last.
const SCAN: usize = 320;

/// A tag must be read twice on a square, and a square be found empty four times: a piece whose tag fails to answer
/// for a moment has not been touched. Peers take the majority of three or seven.
const PATIENCE: Patience = Patience { start: 8, empty: 4, something: 2 };

/// By how many readings a tag that is not known must have the better of all else that its square gave, to count: empty
/// squares often give random numbers, and known tags are misread.
const STRANGER_LEAD: u8 = 5;

/// The same while no tag is known: no known one can be misread, and random numbers do not come again.
const FIRST_LEAD: u8 = 3;

/// Most that an unknown tag can be ahead by, so that another one on its square is not kept out for long.
const MOST_LEAD: u8 = 6;

/// Boards that read tags lose commands for the lights that come sooner, in milliseconds (PicoChess).
const LIGHT_PAUSE_MS: u64 = 600;

/// A board that reads RFID tags, seen from the computer.
///
/// Before the tags are known every piece is told as [`SquareContent::Occupied`].
#[derive(Debug)]
pub struct CertaboCodec {
    hearing: Hearing,
    pieces: Pieces,
}

/// What is known of the pieces and where they stand.
#[derive(Debug)]
struct Pieces {
    snapshots: Snapshots<Tag>,
    tags: Tags,
    /// The unknown tag that was read most on each square, and by how many readings it is ahead of all else there.
    strangers: [(Tag, u8); 64],
    calibration: Option<Calibration>,
}

impl CertaboCodec {
    /// A codec that knows no tags, for a port that is yet to be opened.
    #[must_use]
    pub fn new() -> CertaboCodec {
        CertaboCodec { hearing: Hearing::new(SCAN, LIGHT_PAUSE_MS), pieces: Pieces::new() }
    }
}

impl Default for CertaboCodec {
    fn default() -> CertaboCodec {
        CertaboCodec::new()
    }
}

impl Codec for CertaboCodec {
    fn opened(&mut self, at: At) {
        self.hearing.opened(at);
        self.pieces.forget();
    }

    fn receive(&mut self, at: At, bytes: &[u8]) {
        let pieces = &mut self.pieces;
        self.hearing.receive(at, bytes, &mut |listener, numbers| pieces.scanned(listener, numbers));
    }

    fn tick(&mut self, at: At) {
        let pieces = &mut self.pieces;
        if self.hearing.tick(at, &mut |listener, numbers| pieces.scanned(listener, numbers)) {
            self.pieces.forget();
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

    fn learn(&mut self, _at: At, placement: &Placement) {
        self.pieces.learn(placement, self.hearing.listener());
    }

    fn recall(&mut self, kept: &str) -> Result<(), UnreadableMemory> {
        self.pieces.tags = Tags::default();
        self.pieces.tags = Tags::read(kept)?;
        Ok(())
    }

    fn poll(&mut self) -> Option<CodecOutput> {
        self.hearing.poll()
    }
}

impl Pieces {
    fn new() -> Pieces {
        Pieces {
            snapshots: Snapshots::new(PATIENCE, Marks::Unique),
            tags: Tags::default(),
            strangers: [(Tag([0; 5]), 0); 64],
            calibration: None,
        }
    }

    /// The board has not been seen for a while: where the pieces stand is not known any more, only what they are.
    fn forget(&mut self) {
        let tags = std::mem::take(&mut self.tags);
        *self = Pieces { tags, ..Pieces::new() };
    }

    fn scanned(&mut self, listener: &mut Listener, numbers: &[u8]) {
        let mut seen = [Seen::Nothing; 64];
        for (place, tag) in (0..).zip(numbers.as_chunks::<5>().0) {
            // a8 is sent first: its place is that of a1 in our order, seen from the other edge.
            let square = Square::wrapping(place ^ 0o70);
            seen[square.index()] = self.cell(square, Tag(*tag));
        }
        let calibrated = !self.tags.is_empty();
        self.snapshots.read(&seen, |square| {
            // Before that every tag is one that is not known.
            if calibrated {
                listener.event(SensorEvent::Misread(square));
            }
        });
        self.tell(listener);
    }

    /// What one square's tag is evidence of.
    fn cell(&mut self, square: Square, tag: Tag) -> Seen<Tag> {
        let needed = if self.tags.is_empty() { FIRST_LEAD } else { STRANGER_LEAD };
        let known = self.tags.piece(tag).is_some();
        let (stranger, lead) = &mut self.strangers[square.index()];
        if known || tag.is_hollow() {
            *lead = lead.saturating_sub(1);
            return if known { Seen::Something(tag) } else { Seen::Nothing };
        }
        match *lead {
            0 => (*stranger, *lead) = (tag, 1),
            ahead if *stranger == tag => *lead = (ahead + 1).min(MOST_LEAD),
            _ => *lead -= 1,
        }
        if *stranger == tag && *lead >= needed { Seen::Something(tag) } else { Seen::Nonsense }
    }

    fn tell(&mut self, listener: &mut Listener) {
        let Some(squares) = self.snapshots.squares() else { return };
        let known = squares.iter().flatten().all(|&tag| self.tags.piece(tag).is_some());
        let calibration = if known && !self.tags.is_empty() { Calibration::Complete } else { Calibration::Wanted };
        if self.calibration.replace(calibration) != Some(calibration) {
            listener.event(SensorEvent::Calibration(calibration));
        }
        listener.tell(squares.map(|tag| match tag {
            None => SquareContent::Empty,
            Some(tag) => self.tags.piece(tag).map_or(SquareContent::Occupied, SquareContent::Piece),
        }));
    }

    fn learn(&mut self, placement: &Placement, listener: &mut Listener) {
        let Some(squares) = self.snapshots.squares() else { return };
        let standing = || Square::all().filter_map(|square| Some((squares[square.index()]?, placement.at(square)?)));
        let known = standing().filter(|(tag, _)| self.tags.piece(*tag).is_some()).count();
        let contradicted = standing().any(|(tag, piece)| self.tags.piece(tag).is_some_and(|known| known != piece));
        let strangers = standing().count() - known;
        if contradicted || strangers == 0 {
            return;
        }
        if known == 0 {
            // Another set of pieces: what was known of the old one would only be a chance to err.
            self.tags = Tags::default();
        }
        self.tags.add(standing());
        listener.keep(self.tags.text());
        listener.tell_anew();
        self.tell(listener);
    }
}
