//! Tests of the whole stage, from a codec's events to the log's.

mod anything;
mod past;
mod presses;
mod squares;

use proptest::prelude::*;
use protocols::{Calibration, ClockFace, ClockReading, Color, Flag, Noise, Piece, Remembered, Role, Side};

use super::{
    asking::{ANSWER_MS, QUIET_MS, UNEXPLAINED_MS},
    clock::judge::CONFIRM_MS,
    held::MAX_HELD,
    shadow::Squares,
    *,
};

/// A reader whose outputs are collected, and whose timers are run as time goes on.
struct Bench {
    reader: BoardReader,
    events: Vec<(u64, Event)>,
    /// When each was told ahead, when it happened, and behind whose press.
    ahead: Vec<(u64, u64, Event, Option<Color>)>,
    requests: Vec<u64>,
    health: Vec<Health>,
    learnt: Vec<String>,
    /// What the board remembers, to be told once; without it, it cannot be asked.
    remembers: Option<Vec<Remembered>>,
    /// It is asked, and does not answer.
    forgets: bool,
    /// What it shows, and whether it does at once when it is asked.
    shown: Option<Squares>,
    answers: bool,
    now: u64,
}

impl Bench {
    fn new(orientation: OrientationSetting, sensing: Sensing) -> Bench {
        let reader = BoardReader::new(Settings { orientation, sensing });
        Bench {
            reader,
            events: Vec::new(),
            ahead: Vec::new(),
            requests: Vec::new(),
            health: Vec::new(),
            learnt: Vec::new(),
            remembers: None,
            forgets: false,
            shown: None,
            answers: false,
            now: 0,
        }
    }

    fn auto() -> Bench {
        Bench::new(OrientationSetting::Auto, Sensing::Identity)
    }

    /// A board in the first position that has answered a request, at 100 ms.
    fn answering() -> Bench {
        let mut bench = Bench::auto();
        bench.reader.link(At(0), true);
        bench.at(0, SensorEvent::Placement(board(INITIAL)));
        assert_eq!(bench.requests, [0]);
        bench.at(100, SensorEvent::Placement(board(INITIAL)));
        bench.requests.clear();
        bench.events.clear();
        bench
    }

    fn drain(&mut self) {
        while let Some(output) = self.reader.poll() {
            match output {
                ReaderOutput::Ahead(at, event, pressed) => self.ahead.push((self.now, at.0, event, pressed)),
                ReaderOutput::Event(at, event) | ReaderOutput::Told(at, event) => self.events.push((at.0, event)),
                ReaderOutput::Health(health) => self.health.push(health),
                ReaderOutput::Learn(placement) => self.learnt.push(placement.to_string()),
                ReaderOutput::Missed(events) => {
                    self.events.extend(events.into_iter().map(|(_, event)| (self.now, event)))
                }
                ReaderOutput::RequestPast => match self.remembers.take() {
                    Some(past) => self.reader.handle(At(self.now), SensorEvent::Past(past)),
                    None if self.forgets => {}
                    None => self.reader.no_past(),
                },
                ReaderOutput::RequestPlacement => {
                    self.requests.push(self.now);
                    if let Some(shown) = self.shown.filter(|_| self.answers) {
                        self.reader.handle(At(self.now), SensorEvent::Placement(shown));
                    }
                }
            }
        }
    }

    /// Lets time pass.
    fn until(&mut self, at: u64) {
        while let Some(due) = self.reader.next_deadline().filter(|due| due.0 <= at) {
            self.now = self.now.max(due.0);
            self.reader.tick(due);
            self.drain();
        }
        self.now = at;
        self.reader.tick(At(at));
        self.drain();
    }

    fn at(&mut self, at: u64, event: SensorEvent) {
        self.until(at);
        match (&event, &mut self.shown) {
            (SensorEvent::Placement(squares), shown) => *shown = Some(*squares),
            (SensorEvent::Field { square, content }, Some(shown)) => shown[square.index()] = *content,
            _ => {}
        }
        self.reader.handle(At(at), event);
        self.drain();
    }

    fn field(&mut self, at: u64, name: &str, letter: char) {
        let content = Piece::from_letter(letter).map_or(SquareContent::Empty, SquareContent::Piece);
        self.at(at, SensorEvent::Field { square: square(name), content });
    }

    fn names(&self) -> Vec<String> {
        self.events.iter().map(|(at, event)| format!("{at} {}", name(event))).collect()
    }
}

fn name(event: &Event) -> String {
    let piece = |piece: &Option<Piece>| piece.map_or("?".to_owned(), |piece| piece.to_string());
    match event {
        Event::Clock(times) => format!(
            "clock {} {} {}",
            times.white_ms.unwrap_or_default() / 1_000,
            times.black_ms.unwrap_or_default() / 1_000,
            times.running.map_or("none", Color::name)
        ),
        Event::Drop { square, piece: on } => format!("drop {}{square}", piece(on)),
        Event::Flag { by } => format!("flag {}", by.name()),
        Event::Lift { square, piece: off } => format!("lift {}{square}", piece(off)),
        Event::Link { up } => format!("link {up}"),
        Event::Placement(BoardReading::Pieces(placement)) => format!("placement {placement}"),
        Event::Placement(BoardReading::Occupied(bits)) => format!("occupied {bits:016x}"),
        Event::Press { by } => format!("press {}", by.name()),
        Event::Time => "time".to_owned(),
    }
}

const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
const AFTER_E3: &str = "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR";
const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

fn board(fen: &str) -> Squares {
    let placement: Placement = fen.parse().expect("a placement");
    let mut squares = [SquareContent::Empty; 64];
    for (square, piece) in placement.pieces() {
        squares[square.index()] = SquareContent::Piece(piece);
    }
    squares
}

fn turned(fen: &str) -> Squares {
    Orientation::Turned.squares(&board(fen))
}

fn clock(left_s: u32, right_s: u32, lever_high: Side) -> SensorEvent {
    let face = |seconds: u32| ClockFace { ms: seconds * 1_000, flag: Flag::Up, increment_shown: true };
    SensorEvent::Clock(ClockReading {
        left: face(left_s),
        right: face(right_s),
        lever_high,
        running: true,
        connected: true,
        battery_low: false,
        turn: None,
    })
}
