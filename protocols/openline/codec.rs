//! The conversation with a board: greeting, asking, keeping alive, telling what it said.

use std::collections::VecDeque;

use super::{
    line::{Lines, unchecked},
    word::{Command, Report},
};
use crate::{At, Codec, CodecOutput, Noise, NoiseKind, Presence, SensorEvent, SquareContent, SquareSet, kind::Sensing};

/// Pause between opening the port and the first word.
const SETTLE_MS: u64 = 100;

/// Time between two greetings. An Arduino that has just been started by the opening of its port misses the first ones.
const HELLO_EVERY_MS: u64 = 600;

/// So many greetings without an answer make a board silent. They go on for ever.
const HELLO_TRIES: u32 = 6;

/// How long nothing may be heard before the board is asked whether it is there, and between two such questions.
const KEEP_ALIVE_MS: u64 = 1_000;

/// So many such questions without an answer make a board silent.
const KEEP_ALIVE_TRIES: u32 = 4;

/// Pause between a board's saying who it is and the first question after its position. One that has just begun may not
/// have read its squares yet: each must have stayed the same for some 20 ms.
const BEGIN_MS: u64 = 300;

/// A board that was asked for its position is not asked again for so long, unless the answer has come.
const ANSWER_MS: u64 = 200;

/// Most outputs kept for [`Codec::poll`]. Beyond it events are dropped and the board is read again.
const MAX_OUTPUTS: usize = 4_096;

/// A board that speaks the open line protocol, seen from the computer.
#[derive(Debug)]
pub struct OpenLineCodec {
    lines: Lines,
    phase: Phase,
    /// When the next greeting or question whether the board is there is due.
    due: At,
    /// Greetings or such questions since the board was last heard.
    unanswered: u32,
    presence: Option<Presence>,
    sensing: Sensing,
    /// When the board is to be asked for its position for the first time since it said who it is.
    begin: Option<At>,
    /// When the board was asked for its position, until it has answered.
    asked: Option<At>,
    /// Whether the board has been read whole since it last began.
    placed: bool,
    /// Whether events were dropped for want of room.
    lost: bool,
    /// What is to be lit.
    lit: SquareSet,
    outputs: VecDeque<CodecOutput>,
}

/// Where the conversation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// The port was never opened.
    Closed,
    /// The board has not said who it is.
    Greeting,
    /// It has.
    Running,
}

impl OpenLineCodec {
    /// A codec for a port that is yet to be opened.
    #[must_use]
    pub fn new() -> OpenLineCodec {
        OpenLineCodec {
            lines: Lines::default(),
            phase: Phase::Closed,
            due: At(0),
            unanswered: 0,
            presence: None,
            sensing: Sensing::Occupancy,
            begin: None,
            asked: None,
            placed: false,
            lost: false,
            lit: SquareSet::EMPTY,
            outputs: VecDeque::new(),
        }
    }

    fn line(&mut self, at: At, line: &str) {
        let report = match unchecked(line) {
            Ok(text) => Report::read(text),
            Err(noise) => return self.event(SensorEvent::Noise(noise)),
        };
        let Some(report) = report else {
            let noise = Noise { kind: NoiseKind::Value, skipped_bytes: line.len() };
            return self.event(SensorEvent::Noise(noise));
        };
        self.heard(at);
        match (self.phase, report) {
            (Phase::Greeting | Phase::Running, Report::Hello { sensing, firmware, serial }) => {
                self.sensing = sensing;
                self.event(SensorEvent::Identity { serial, firmware, sensing: Some(sensing) });
                self.tell_presence(Presence::Answering);
                self.phase = Phase::Running;
                self.heard(at);
                // It may have begun anew, and told nothing of what happened before.
                self.placed = false;
                self.asked = None;
                if self.begin.is_none() {
                    self.begin = Some(at + BEGIN_MS);
                    // Lit may be what another program has left on, and dark what it has forgotten.
                    self.send(Command::Light(self.lit));
                }
            }
            // Whether its squares tell pieces is not known yet.
            (Phase::Closed | Phase::Greeting, _) => {}
            (Phase::Running, report) => self.report(report, line.len()),
        }
    }

    fn report(&mut self, report: Report, length: usize) {
        match (report, self.sensing) {
            (Report::Drop(square, piece), sensing) if self.placed => {
                let content = match (sensing, piece) {
                    (Sensing::Identity, Some(piece)) => SquareContent::Piece(piece),
                    (Sensing::Identity, None) | (Sensing::Occupancy, _) => SquareContent::Occupied,
                };
                self.event(SensorEvent::Field { square, content });
            }
            (Report::Lift(square, _), _) if self.placed => {
                self.event(SensorEvent::Field { square, content: SquareContent::Empty });
            }
            // Asked for before the board began anew, or unasked: it may not have read its squares yet.
            (Report::Occupied(_) | Report::Placement(_), _) if self.begin.is_some() => {}
            (Report::Occupied(squares), Sensing::Occupancy) => {
                let mut contents = [SquareContent::Empty; 64];
                squares.iter().for_each(|square| contents[square.index()] = SquareContent::Occupied);
                self.placement(contents);
            }
            (Report::Placement(placement), Sensing::Identity) => {
                let mut contents = [SquareContent::Empty; 64];
                for (square, piece) in placement.pieces() {
                    contents[square.index()] = SquareContent::Piece(piece);
                }
                self.placement(contents);
            }
            (Report::Occupied(_), Sensing::Identity) | (Report::Placement(_), Sensing::Occupancy) => {
                self.event(SensorEvent::Noise(Noise { kind: NoiseKind::Value, skipped_bytes: length }));
            }
            (Report::Press(side), _) => self.event(SensorEvent::Press(side)),
            // They change a position that nobody knows.
            (Report::Drop(..) | Report::Lift(..), _) => {}
            (Report::Hello { .. } | Report::Pong, _) => {}
        }
    }

    fn placement(&mut self, contents: [SquareContent; 64]) {
        self.asked = None;
        self.placed = true;
        self.event(SensorEvent::Placement(contents));
    }

    /// A good line came: the board lives.
    fn heard(&mut self, at: At) {
        if self.phase == Phase::Running {
            self.unanswered = 0;
            self.due = at + KEEP_ALIVE_MS;
        }
    }

    fn ask(&mut self, at: At) {
        if self.begin.is_some_and(|begin| begin > at) {
            return;
        }
        self.begin = None;
        if self.asked.is_none_or(|asked| at.since(asked) >= ANSWER_MS) {
            self.asked = Some(at);
            self.send(Command::Board);
        }
    }

    fn send(&mut self, command: Command) {
        let text = match command {
            // The line feed before it ends what another program may have left behind.
            Command::Hello => format!("\n{command}\n"),
            Command::Board | Command::Light(_) | Command::Ping => format!("{command}\n"),
        };
        self.outputs.push_back(CodecOutput::Send(text.into_bytes()));
    }

    fn tell_presence(&mut self, presence: Presence) {
        if self.presence != Some(presence) {
            self.presence = Some(presence);
            self.event(SensorEvent::Presence(presence));
        }
    }

    fn event(&mut self, event: SensorEvent) {
        if self.outputs.len() < MAX_OUTPUTS {
            self.outputs.push_back(CodecOutput::Event(event));
        } else {
            self.lost = true;
        }
    }

    /// A greeting or a question whether the board is there is due.
    fn fire(&mut self, at: At) {
        self.unanswered += 1;
        match self.phase {
            Phase::Closed => {}
            Phase::Greeting => {
                if self.unanswered > HELLO_TRIES {
                    self.tell_presence(Presence::Silent);
                }
                self.due = at + HELLO_EVERY_MS;
                self.send(Command::Hello);
            }
            Phase::Running if self.unanswered > KEEP_ALIVE_TRIES => {
                self.tell_presence(Presence::Silent);
                self.phase = Phase::Greeting;
                self.begin = None;
                self.unanswered = 0;
                self.due = at;
            }
            Phase::Running => {
                self.due = at + KEEP_ALIVE_MS;
                self.send(Command::Ping);
            }
        }
    }
}

impl Default for OpenLineCodec {
    fn default() -> OpenLineCodec {
        OpenLineCodec::new()
    }
}

impl Codec for OpenLineCodec {
    fn opened(&mut self, at: At) {
        let outputs = std::mem::take(&mut self.outputs);
        *self = OpenLineCodec { outputs, phase: Phase::Greeting, due: at + SETTLE_MS, ..OpenLineCodec::new() };
    }

    fn receive(&mut self, at: At, bytes: &[u8]) {
        for &byte in bytes {
            match self.lines.push(byte) {
                None => {}
                Some(Ok(line)) => self.line(at, &line),
                Some(Err(noise)) => self.event(SensorEvent::Noise(noise)),
            }
        }
    }

    fn tick(&mut self, at: At) {
        if std::mem::take(&mut self.lost) && self.phase == Phase::Running {
            self.event(SensorEvent::Noise(Noise { kind: NoiseKind::Truncated, skipped_bytes: 0 }));
            self.ask(at);
        }
        if self.begin.is_some_and(|begin| begin <= at) {
            self.ask(at);
        }
        // Not once for every period missed: who comes late has slept himself.
        while self.phase != Phase::Closed && self.due <= at {
            self.fire(at);
        }
    }

    fn next_deadline(&self) -> Option<At> {
        match self.phase {
            Phase::Closed => None,
            Phase::Greeting | Phase::Running => Some(self.begin.map_or(self.due, |begin| begin.min(self.due))),
        }
    }

    fn request_placement(&mut self, at: At) {
        // The greeting ends with a reading anyway.
        if self.phase == Phase::Running {
            self.ask(at);
        }
    }

    fn light(&mut self, _at: At, squares: SquareSet) {
        if self.lit != squares {
            self.lit = squares;
            if self.phase == Phase::Running {
                self.send(Command::Light(squares));
            }
        }
    }

    fn poll(&mut self) -> Option<CodecOutput> {
        self.outputs.pop_front()
    }
}
