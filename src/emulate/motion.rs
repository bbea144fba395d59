//! How one piece goes from a square to another: lifted, held, slid along the wood.

use protocols::{At, Piece, Square};

/// A square is this wide, in the unit of [`Point`].
pub(super) const SQUARE: i32 = 1_000;

/// How far from the middle of its square a piece that slides is sensed, in thousandths of a square.
///
/// Half a square is an ideal coil; above, a piece near a border excites both neighbours; below, neither.
pub const IDEAL_REACH: i32 = SQUARE / 2;

/// A place on the wood, in thousandths of a square from the outer corner of a1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Point {
    x: i32,
    y: i32,
}

impl Point {
    /// The middle of a square.
    #[must_use]
    pub(super) fn middle(square: Square) -> Point {
        Point { x: i32::from(square.file()) * SQUARE + SQUARE / 2, y: i32::from(square.rank()) * SQUARE + SQUARE / 2 }
    }

    /// So far on the way to `end`, `done` parts of `whole`.
    fn towards(self, end: Point, done: u64, whole: u64) -> Point {
        let part = |from: i32, to: i32| {
            if whole == 0 {
                return to;
            }
            // A way is at most 8,000 units long and takes at most days: far inside of i64.
            let moved = i64::from(to - from) * done.min(whole) as i64 / whole as i64;
            from + moved as i32
        };
        Point { x: part(self.x, end.x), y: part(self.y, end.y) }
    }
}

/// One piece's way, from where it stood to where it comes to rest or off the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Motion {
    piece: Piece,
    from: Option<Square>,
    to: Option<Square>,
    begins: At,
    ends: At,
    reach: i32,
    slides: Vec<Slide>,
}

/// A part of a way during which the piece touches the wood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Slide {
    begins: At,
    ends: At,
    start: Point,
    end: Point,
}

impl Motion {
    /// The piece leaves its square at `at`; add what happens to it next.
    #[must_use]
    pub fn lifted(piece: Piece, from: Square, at: At) -> Motion {
        Motion { piece, from: Some(from), to: None, begins: at, ends: at, reach: IDEAL_REACH, slides: Vec::new() }
    }

    /// The piece comes from the box, in the hand from `at` on.
    #[must_use]
    pub fn from_box(piece: Piece, at: At) -> Motion {
        Motion { piece, from: None, to: None, begins: at, ends: at, reach: IDEAL_REACH, slides: Vec::new() }
    }

    /// While it slides the piece is sensed so far from the middle of a square, see [`IDEAL_REACH`].
    #[must_use]
    pub fn with_reach(mut self, thousandths: i32) -> Motion {
        self.reach = thousandths;
        self
    }

    /// Held in the air for so long.
    #[must_use]
    pub fn held(mut self, ms: u64) -> Motion {
        self.ends = self.ends + ms;
        self
    }

    /// Slid along the wood from the middle of one square to the middle of another within so long.
    #[must_use]
    pub fn slid(mut self, start: Square, end: Square, ms: u64) -> Motion {
        let ends = self.ends + ms;
        let (start, end) = (Point::middle(start), Point::middle(end));
        self.slides.push(Slide { begins: self.ends, ends, start, end });
        self.ends = ends;
        self
    }

    /// Comes to rest on a square; without this it goes off the board.
    #[must_use]
    pub fn put(mut self, to: Square) -> Motion {
        self.to = Some(to);
        self
    }

    /// The piece.
    #[must_use]
    pub fn piece(&self) -> Piece {
        self.piece
    }

    /// Where it stood at rest before; `None` from the box.
    #[must_use]
    pub fn from(&self) -> Option<Square> {
        self.from
    }

    /// Where it stands at rest afterwards; `None` off the board.
    #[must_use]
    pub fn to(&self) -> Option<Square> {
        self.to
    }

    /// When it leaves.
    #[must_use]
    pub fn begins(&self) -> At {
        self.begins
    }

    /// When it has come to rest or is off the board for good.
    #[must_use]
    pub fn ends(&self) -> At {
        self.ends
    }

    /// Whether it excites the sensor of a square while it slides.
    #[must_use]
    pub fn excites(&self, square: Square, at: At) -> bool {
        let Some(slide) = self.slides.iter().find(|slide| slide.begins <= at && at < slide.ends) else { return false };
        let place = slide.start.towards(slide.end, at.since(slide.begins), slide.ends.since(slide.begins));
        let middle = Point::middle(square);
        // On a border between two squares the one that the piece is coming to senses it.
        let within = |place: i32, middle: i32| (place - middle).abs() < self.reach;
        within(place.x, middle.x) && within(place.y, middle.y)
    }

    /// Every instant at which a sensor may read something else than a millisecond before, in order.
    #[must_use]
    pub fn instants(&self) -> Vec<At> {
        let mut instants = vec![self.begins];
        for slide in &self.slides {
            instants.extend((slide.begins.0..=slide.ends.0).map(At));
        }
        instants.push(self.ends);
        instants.dedup();
        instants
    }

    /// Every square that the way may touch.
    #[must_use]
    pub fn squares(&self) -> Vec<Square> {
        let mut squares: Vec<Square> = self.from.into_iter().chain(self.to).collect();
        for slide in &self.slides {
            let (low_x, high_x) = (slide.start.x.min(slide.end.x), slide.start.x.max(slide.end.x));
            let (low_y, high_y) = (slide.start.y.min(slide.end.y), slide.start.y.max(slide.end.y));
            squares.extend(Square::all().filter(|&square| {
                let middle = Point::middle(square);
                (low_x - self.reach..=high_x + self.reach).contains(&middle.x)
                    && (low_y - self.reach..=high_y + self.reach).contains(&middle.y)
            }));
        }
        squares.sort_unstable();
        squares.dedup();
        squares
    }
}
