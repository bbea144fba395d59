//! The conversation with the board: greeting, asking, lighting, and what is believed of what it says.

use super::frame::{Command, Cut, Framer, Message};
use crate::{
    At, Codec, CodecOutput, NoiseKind, Piece, Placement, SensorEvent, Square, SquareContent, SquareSet,
    commands::Commands,
    listener::Listener,
    snapshot::{Marks, Patience, Seen, Snapshots},
    sudden::Sudden,
};

/// Pause between opening the port and the first command.
const SETTLE_MS: u64 = 100;

/// Time between two greetings.
const GREET_EVERY_MS: u64 = 500;

/// Pause behind a command before the next one (BearChess).
const COMMAND_PAUSE_MS: u64 = 50;

/// How long a board whose position is known may say nothing before it is asked: what BearChess has it send unasked at
/// most.
const ASK_MS: u64 = 250;

/// After a position that is not believed yet the board is asked again so much later: a scan later, as far as is known.
const CONFIRM_MS: u64 = 120;

/// How often the board is asked for the state of its battery, and told again to send changes unasked.
const REFRESH_MS: u64 = 300_000;

/// Two positions must say the same: there is no check, so a damaged byte can be a piece.
const PATIENCE: Patience = Patience { start: 4, empty: 2, something: 2 };

/// An iChessOne, seen from the computer.
#[derive(Debug)]
pub struct IChessOneCodec {
    framer: Framer,
    listener: Listener,
    /// A byte doubled shifts everything behind it, and what is left over comes only then.
    sudden: Sudden,
    snapshots: Snapshots<Piece>,
    phase: Phase,
    commands: Commands<Command>,
    /// When the next greeting, or the next question after the position, is due.
    due: At,
    /// When the battery is asked for next.
    refresh: At,
    lit: SquareSet,
}

/// Where the conversation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// The port was never opened.
    Closed,
    /// The board has not sent a position.
    Greeting,
    /// It has.
    Running,
}

impl IChessOneCodec {
    /// A codec for a port that is yet to be opened.
    #[must_use]
    pub fn new() -> IChessOneCodec {
        IChessOneCodec {
            framer: Framer::default(),
            listener: Listener::new(),
            sudden: Sudden::default(),
            snapshots: Snapshots::new(PATIENCE, Marks::Shared),
            phase: Phase::Closed,
            commands: Commands::new(COMMAND_PAUSE_MS),
            due: At(0),
            refresh: At(0),
            lit: SquareSet::EMPTY,
        }
    }

    fn cut(&mut self, at: At, cut: Cut) {
        match (cut, self.phase) {
            (_, Phase::Closed) => {}
            (Cut::Noise(noise), phase) => {
                self.listener.noise(noise.kind, noise.skipped_bytes);
                if phase == Phase::Running {
                    self.want(at, Command::Position);
                }
            }
            (Cut::Message(Message::Battery { percent, charging }), Phase::Running) => {
                self.listener.heard(at);
                self.listener.event(SensorEvent::Battery { percent, charging });
            }
            // So short a message may be another board's.
            (Cut::Message(Message::Battery { .. }), Phase::Greeting) => {}
            (Cut::Message(Message::Position(placement)), phase) => {
                self.listener.heard(at);
                if phase == Phase::Greeting {
                    self.introduced(at);
                }
                self.position(at, &placement);
            }
        }
    }

    fn introduced(&mut self, at: At) {
        self.phase = Phase::Running;
        self.refresh(at);
        self.show(at);
    }

    fn refresh(&mut self, at: At) {
        self.refresh = at + REFRESH_MS;
        self.want(at, Command::Updates);
        self.want(at, Command::Battery);
    }

    fn position(&mut self, at: At, placement: &Placement) {
        let (mut contents, mut seen) = ([SquareContent::Empty; 64], [Seen::Nothing; 64]);
        for (square, piece) in placement.pieces() {
            contents[square.index()] = SquareContent::Piece(piece);
            seen[square.index()] = Seen::Something(piece);
        }
        let verdict = self.sudden.admit(contents);
        if !verdict.believed {
            self.due = at + CONFIRM_MS;
            return;
        }
        let listener = &mut self.listener;
        self.snapshots.read(&seen, |square| listener.event(SensorEvent::Misread(square)));
        let believed = self.snapshots.squares();
        if let Some(squares) = believed {
            self.listener.tell(squares.map(|piece| piece.map_or(SquareContent::Empty, SquareContent::Piece)));
        }
        if verdict.refutes {
            self.listener.noise(NoiseKind::Value, 0);
        }
        let is_seen =
            |squares: [Option<Piece>; 64]| Square::all().all(|square| squares[square.index()] == placement.at(square));
        self.due = at + if believed.is_some_and(is_seen) { ASK_MS } else { CONFIRM_MS };
    }

    fn show(&mut self, at: At) {
        self.commands.keep(|command| !matches!(command, Command::Light(_)));
        self.want(at, Command::Light(self.lit));
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

    /// Asks for the position and nothing else: `Q`, in the word for changes, is one that DGT boards must not hear.
    fn greet(&mut self, at: At) {
        self.phase = Phase::Greeting;
        self.commands.keep(|_| false);
        self.want(at, Command::Position);
        self.due = at + GREET_EVERY_MS;
    }
}

impl Default for IChessOneCodec {
    fn default() -> IChessOneCodec {
        IChessOneCodec::new()
    }
}

impl Codec for IChessOneCodec {
    fn opened(&mut self, at: At) {
        let mut listener = std::mem::replace(&mut self.listener, Listener::new());
        listener.opened(at);
        *self = IChessOneCodec { listener, phase: Phase::Greeting, due: at + SETTLE_MS, ..IChessOneCodec::new() };
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
        if self.listener.tick(at) {
            self.snapshots.forget();
            self.sudden = Sudden::default();
            if self.phase == Phase::Running {
                // It may have lost power, and its lights with it.
                self.greet(at);
            }
        }
        match self.phase {
            Phase::Closed => {}
            Phase::Greeting => {
                if self.due <= at {
                    self.greet(at);
                }
            }
            Phase::Running => {
                if self.due <= at {
                    self.due = at + ASK_MS;
                    self.want(at, Command::Position);
                }
                if self.refresh <= at {
                    self.refresh(at);
                }
            }
        }
        self.pump(at);
    }

    fn next_deadline(&self) -> Option<At> {
        let due = match self.phase {
            Phase::Closed => None,
            Phase::Greeting => Some(self.due),
            Phase::Running => Some(self.due.min(self.refresh)),
        };
        [due, self.commands.deadline(), self.framer.deadline(), self.listener.next_deadline()]
            .into_iter()
            .flatten()
            .min()
    }

    fn request_placement(&mut self, at: At) {
        if self.phase == Phase::Running && self.listener.is_answering() {
            self.listener.request_placement();
            self.want(at, Command::Position);
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
