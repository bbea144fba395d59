//! The conversation with a board: greeting, setting up, asking, lighting, telling what it said.

use super::{
    frame::{Cut, Framer},
    lamps::{SLOT, patterns},
    message::{Command, Message},
};
use crate::{
    At, Codec, CodecOutput, NoiseKind, Placement, SensorEvent, Square, SquareContent, SquareSet, commands::Commands,
    kind::Sensing, listener::Listener, sudden::Sudden,
};

/// Pause between opening the port and the first command.
const SETTLE_MS: u64 = 100;

/// Time between two greetings.
const GREET_EVERY_MS: u64 = 600;

/// Pause behind a command before the next one.
const COMMAND_PAUSE_MS: u64 = 50;

/// How long a newer board may take to say who it is, until it is asked again.
const INFORMATION_MS: u64 = 400;

/// So often it is asked.
const INFORMATION_TRIES: usize = 3;

/// Most texts kept of what it says.
const MAX_INFORMATION: usize = 4;

/// What stands in the text of the newer board that cannot tell pieces apart (BearChess).
const E_ONE: &str = "e-one";

/// How long a board that tells changes unasked may say nothing before it is asked.
const ASK_MS: u64 = 1_000;

/// The same of boards that must be asked: copies of the module.
const POLL_MS: u64 = 150;

/// Highest version of boards that only speak like a ChessLink module, and cannot tell pieces apart (BearChess).
const LAST_COPY: u16 = 0x0100;

/// Highest version of boards that tell pieces apart for certain; those above say which they are (BearChess).
const LAST_EXCLUSIVE: u16 = 0x01ff;

/// Registers, and what we want in them.
const WANTED: [(u8, u8); 3] = [
    // Bit 0 would switch the check off.
    (0x00, 0x00),
    // A scan every 20 units of 2.048 ms, as the maker sets it.
    (0x01, 20),
    // Told unasked: every change.
    (0x02, 0x03),
];

/// A Millennium board on a ChessLink module, seen from the computer.
#[derive(Debug)]
pub struct MillenniumCodec {
    framer: Framer,
    listener: Listener,
    phase: Phase,
    version: Option<u16>,
    sensing: Option<Sensing>,
    /// The check does not see a character lost and the same one doubled, which shifts everything between them.
    sudden: Sudden,
    /// What the board has said it is, until it has said one thing twice.
    information: Vec<String>,
    /// How often it was asked that and has let the time for it pass.
    unanswered: usize,
    commands: Commands<Command>,
    /// When the next greeting, or the next question after the position, is due.
    due: At,
    lit: SquareSet,
}

/// Where the conversation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// The port was never opened.
    Closed,
    /// It has not answered.
    Greeting,
    /// It was asked who it is; a board that does not say so by then is taken for one that cannot tell pieces apart.
    Introducing(At),
    /// All is known.
    Running,
}

impl MillenniumCodec {
    /// A codec for a port that is yet to be opened.
    #[must_use]
    pub fn new() -> MillenniumCodec {
        MillenniumCodec {
            framer: Framer::default(),
            listener: Listener::new(),
            phase: Phase::Closed,
            version: None,
            sensing: None,
            sudden: Sudden::default(),
            information: Vec::new(),
            unanswered: 0,
            commands: Commands::new(COMMAND_PAUSE_MS),
            due: At(0),
            lit: SquareSet::EMPTY,
        }
    }

    fn cut(&mut self, at: At, cut: Cut) {
        match cut {
            Cut::Message(message) => self.message(at, message),
            Cut::Noise(noise) => {
                self.listener.noise(noise.kind, noise.skipped_bytes);
                match self.phase {
                    Phase::Running => self.ask(at),
                    Phase::Introducing(_) => self.want(at, Command::Information),
                    Phase::Closed | Phase::Greeting => {}
                }
            }
            Cut::Text(text) => {
                if let Phase::Introducing(_) = self.phase {
                    self.information(at, text);
                }
            }
        }
    }

    fn message(&mut self, at: At, message: Message) {
        match (message, self.phase) {
            (Message::Version(version), Phase::Greeting) => {
                self.version = Some(version);
                if version <= LAST_COPY {
                    self.introduced(at, Sensing::Occupancy);
                } else if version <= LAST_EXCLUSIVE {
                    self.introduced(at, Sensing::Identity);
                } else {
                    (self.information, self.unanswered) = (Vec::new(), 0);
                    self.ask_information(at);
                }
            }
            (Message::Register { address, value }, Phase::Running) => {
                self.listener.heard(at);
                if let Some(&(_, wanted)) = WANTED.iter().find(|&&(known, wanted)| known == address && wanted != value)
                {
                    self.want(at, Command::Write(address, wanted));
                }
            }
            (Message::Status(placement), Phase::Running) => {
                self.listener.heard(at);
                self.due = at + self.ask_every();
                self.status(at, self.seen(&placement));
            }
            (Message::Done | Message::Version(_), Phase::Running) => self.listener.heard(at),
            // Boards tell changes as soon as they have power; whether they can tell pieces apart is not known yet.
            (_, Phase::Closed | Phase::Greeting | Phase::Introducing(_)) => {}
        }
    }

    fn ask_information(&mut self, at: At) {
        self.phase = Phase::Introducing(at + INFORMATION_MS);
        self.want(at, Command::Information);
    }

    /// A newer board says what it is. Nothing checks the text, and what is left of a message may stand before it: that the
    /// board tells pieces apart is believed when it says the same again.
    fn information(&mut self, at: At, text: String) {
        if text.to_ascii_lowercase().contains(E_ONE) {
            self.introduced(at, Sensing::Occupancy);
        } else if self.information.contains(&text) {
            self.introduced(at, Sensing::Identity);
        } else if self.information.len() < MAX_INFORMATION {
            self.information.push(text);
            self.want(at, Command::Information);
        }
    }

    fn introduced(&mut self, at: At, sensing: Sensing) {
        self.phase = Phase::Running;
        self.sensing = Some(sensing);
        let firmware = self.version.map(|version| format!("{}.{}", version >> 8, version & 0xff));
        self.listener.heard(at);
        self.listener.event(SensorEvent::Identity { serial: None, firmware, sensing: Some(sensing) });
        for (address, _) in WANTED {
            self.want(at, Command::Read(address));
        }
        self.show(at);
        self.due = at + self.ask_every();
        self.ask(at);
    }

    fn status(&mut self, at: At, seen: [SquareContent; 64]) {
        let verdict = self.sudden.admit(seen);
        if verdict.believed {
            self.listener.tell(seen);
        } else {
            self.ask(at);
        }
        if verdict.refutes {
            self.listener.noise(NoiseKind::Value, 0);
        }
    }

    /// What the sensors can tell of a status.
    fn seen(&self, placement: &Placement) -> [SquareContent; 64] {
        let mut squares = [SquareContent::Empty; 64];
        for square in Square::all() {
            squares[square.index()] = match (placement.at(square), self.sensing) {
                (None, _) => SquareContent::Empty,
                (Some(piece), Some(Sensing::Identity)) => SquareContent::Piece(piece),
                (Some(_), Some(Sensing::Occupancy) | None) => SquareContent::Occupied,
            };
        }
        squares
    }

    fn ask_every(&self) -> u64 {
        if self.version.is_some_and(|version| version <= LAST_COPY) { POLL_MS } else { ASK_MS }
    }

    fn ask(&mut self, at: At) {
        self.want(at, Command::Status);
    }

    fn show(&mut self, at: At) {
        self.commands.keep(|command| !matches!(command, Command::Lamps(..) | Command::LampsOff));
        let command = if self.lit.is_empty() { Command::LampsOff } else { Command::Lamps(SLOT, patterns(self.lit)) };
        self.want(at, command);
    }

    fn want(&mut self, at: At, command: Command) {
        self.commands.want(command);
        self.pump(at);
    }

    /// Sends the next command if one may be sent now.
    fn pump(&mut self, at: At) {
        if let Some(command) = self.commands.next(at) {
            self.listener.send(command.bytes());
        }
    }

    fn greet(&mut self, at: At) {
        self.phase = Phase::Greeting;
        self.commands.keep(|_| false);
        self.want(at, Command::Version);
        self.due = at + GREET_EVERY_MS;
    }
}

impl Default for MillenniumCodec {
    fn default() -> MillenniumCodec {
        MillenniumCodec::new()
    }
}

impl Codec for MillenniumCodec {
    fn opened(&mut self, at: At) {
        let mut listener = std::mem::replace(&mut self.listener, Listener::new());
        listener.opened(at);
        *self = MillenniumCodec { listener, phase: Phase::Greeting, due: at + SETTLE_MS, ..MillenniumCodec::new() };
    }

    fn receive(&mut self, at: At, bytes: &[u8]) {
        for &byte in bytes {
            for cut in self.framer.push(at, byte) {
                self.cut(at, cut);
            }
        }
        self.pump(at);
    }

    fn tick(&mut self, at: At) {
        for cut in self.framer.expire(at) {
            self.cut(at, cut);
        }
        if self.listener.tick(at) && self.phase == Phase::Running {
            self.sudden = Sudden::default();
            // It may have lost power, and its lamps with it.
            self.greet(at);
        }
        match self.phase {
            Phase::Closed => {}
            Phase::Greeting if self.due <= at => self.greet(at),
            Phase::Introducing(until) if until <= at => {
                self.unanswered += 1;
                if self.unanswered < INFORMATION_TRIES {
                    self.ask_information(at);
                } else {
                    self.introduced(at, Sensing::Occupancy);
                }
            }
            Phase::Running if self.due <= at => {
                self.due = at + self.ask_every();
                self.ask(at);
            }
            Phase::Greeting | Phase::Introducing(_) | Phase::Running => {}
        }
        self.pump(at);
    }

    fn next_deadline(&self) -> Option<At> {
        let due = match self.phase {
            Phase::Closed => None,
            Phase::Greeting | Phase::Running => Some(self.due),
            Phase::Introducing(until) => Some(until),
        };
        [due, self.commands.deadline(), self.framer.deadline(), self.listener.next_deadline()]
            .into_iter()
            .flatten()
            .min()
    }

    fn request_placement(&mut self, at: At) {
        if self.phase == Phase::Running && self.listener.is_answering() {
            self.listener.request_placement();
            self.ask(at);
        }
    }

    fn light(&mut self, at: At, squares: SquareSet) {
        if self.lit != squares {
            self.lit = squares;
            if self.phase == Phase::Running {
                self.show(at);
            }
        }
    }

    fn poll(&mut self) -> Option<CodecOutput> {
        self.listener.poll()
    }
}
