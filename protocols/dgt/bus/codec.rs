//! The conversation with one board of a bus: ping, changes, clock, board, start of a game.

use std::collections::VecDeque;

use super::frame::{Answer, Command, Framer, id};
use crate::{
    At, BusAddress, ClockReading, Codec, CodecOutput, Noise, NoiseKind, Placement, Presence, Remembered, SensorEvent,
    SquareContent,
    dgt::{
        clock::{self, ClockMessage},
        message::dump,
        past::remembered,
    },
};

/// Pause between opening the port and the first command; boards miss what comes earlier.
const SETTLE_MS: u64 = 500;

/// Shortest time from one question after changes to the next.
const POLL_MS: u64 = 100;

/// Time from one question after the clock to the next.
const CLOCK_MS: u64 = 1_000;

/// How long an answer may take, other boards' turns and repetitions included.
const ANSWER_MS: u64 = 3_000;

/// So many questions without an answer make a board silent.
const TRIES: u32 = 3;

/// Time between two pings of a silent board: each costs the others a quarter of a second.
const PING_EVERY_MS: u64 = 3_000;

/// How long all boards on a line may take to answer one ping, and a little.
const ROUND_MS: u64 = 1_250;

/// Pause between commands while looking for boards.
const SCOUT_PAUSE_MS: u64 = 40;

/// So many readings of the whole board are set aside because something changed around them. Then the next is told.
const MAX_RACES: u32 = 5;

/// Most boards looked for on a line.
const MAX_BOARDS: usize = 64;

/// Most bytes of a board's log that are kept until its squares have been read; it has no more than half of that.
const MAX_PAST: usize = 16_384;

/// Most outputs kept for [`Codec::poll`]. Beyond it events are dropped and the board is read again.
const MAX_OUTPUTS: usize = 16_384;

/// One board of a bus, seen from the computer. Without an address it looks for all boards on the line and tells their
/// addresses in place of a serial number, where there are two or more; of a recording it takes the first board.
#[derive(Debug)]
pub struct BusCodec {
    address: Option<BusAddress>,
    framer: Framer,
    phase: Phase,
    /// The question that is out, and when it was asked.
    asked: Option<(Command, At)>,
    unanswered: u32,
    /// When the next question after changes, ping or round of looking is due.
    due: At,
    clock_due: At,
    presence: Option<Presence>,
    firmware: Option<String>,
    /// Whether the whole board is to be asked for.
    wanted: bool,
    /// The whole board, until it is known that nothing had changed before it was read.
    read: Option<Box<[SquareContent; 64]>>,
    races: u32,
    /// What the clock shows, until it is known that no press came before it that has not been told.
    shown: Option<ClockReading>,
    /// Whether the board has been told since the port was opened.
    placed: bool,
    /// Bytes of the log that tell of the time before the first reading of the board since then.
    past: Vec<u8>,
    first: First,
    outputs: VecDeque<CodecOutput>,
}

/// Where the conversation is.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Phase {
    /// The port was never opened, or all that was wanted has been found out.
    Closed,
    /// The log is asked for what happened since the game's start and was fetched before.
    FromStart,
    /// The log is asked for what happened and was not fetched yet.
    Past,
    /// The board is pinged.
    Pinging,
    /// The board is asked after changes.
    Running,
    /// All boards are asked to answer.
    Scouting(Scouting),
    /// It has answered and is asked for its version.
    Versioning,
}

/// Whether the board shows a first position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum First {
    /// It does not.
    No,
    /// It does, and the log is to be told that a game starts.
    Unwritten,
    /// It does, and the log has been told.
    Written,
}

/// Looking for boards.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Scouting {
    found: Vec<BusAddress>,
    /// Of these, how many have been asked not to answer the next ping.
    quieted: usize,
    rounds: u32,
}

impl BusCodec {
    /// A codec for a port that is yet to be opened.
    #[must_use]
    pub fn new(address: Option<BusAddress>) -> BusCodec {
        BusCodec {
            address,
            framer: Framer::default(),
            phase: Phase::Closed,
            asked: None,
            unanswered: 0,
            due: At(0),
            clock_due: At(0),
            presence: None,
            firmware: None,
            wanted: false,
            read: None,
            races: 0,
            shown: None,
            placed: false,
            past: Vec::new(),
            first: First::No,
            outputs: VecDeque::new(),
        }
    }

    fn answer(&mut self, at: At, answer: &Answer) {
        if let Phase::Scouting(scouting) = &mut self.phase {
            if answer.id == id::PING {
                if !scouting.found.contains(&answer.address) && scouting.found.len() < MAX_BOARDS {
                    scouting.found.push(answer.address);
                }
                return;
            }
            // A recording: nobody has asked for this.
            self.address = Some(answer.address);
            self.phase = Phase::Running;
        }
        if self.address != Some(answer.address) {
            return;
        }
        let asked = self.asked.take_if(|(command, _)| command.answer() == answer.id).map(|(command, _)| command);
        self.unanswered = 0;
        self.tell_presence(Presence::Answering);
        match (answer.id, &self.phase) {
            (id::PING, Phase::Pinging) => self.turn(at, Phase::Versioning),
            (id::VERSION, phase) => {
                let asking = *phase == Phase::Versioning;
                self.version(answer.data());
                if asking {
                    self.turn(at, Phase::FromStart);
                }
            }
            (id::FROM_START, Phase::FromStart) => {
                self.past = answer.data().to_vec();
                self.turn(at, Phase::Past);
            }
            (id::CHANGES, Phase::Past) => {
                self.past.extend_from_slice(answer.data());
                self.wanted = true;
                self.turn(at, Phase::Running);
            }
            (id::CHANGES, _) => self.changes(at, answer.data()),
            (id::CLOCK, _) => self.clock(at, answer),
            (id::BOARD, _) => self.board(answer),
            _ => {}
        }
        if asked.is_some() {
            self.go_on(at);
        }
    }

    fn version(&mut self, data: &[u8]) {
        if let [main, sub, ..] = data {
            self.firmware = Some(format!("{main}.{sub}"));
        }
        let serial = self.address.map(|address| address.to_string());
        let firmware = self.firmware.clone();
        self.event(SensorEvent::Identity { serial, firmware, sensing: None });
    }

    fn changes(&mut self, at: At, data: &[u8]) {
        let changes = remembered(data);
        if !self.placed && self.past.len() < MAX_PAST {
            self.past.extend_from_slice(data);
        }
        for change in &changes {
            match *change {
                Remembered::Field { square, content, .. } if self.placed => {
                    self.event(SensorEvent::Field { square, content });
                }
                Remembered::Press { side, .. } if self.placed => {
                    self.event(SensorEvent::Press(side));
                    // What it shows now is asked for at once.
                    self.clock_due = at;
                }
                // Power has come back: what happened before is not known.
                Remembered::Gap => self.wanted = true,
                // What belongs to the past still, or nothing new.
                Remembered::Board(_) | Remembered::Field { .. } | Remembered::Press { .. } | Remembered::Sent => {}
            }
        }
        // A reading that shows a press must not come before what was done on the board ahead of that.
        if let Some(shown) = self.shown.take() {
            if changes.iter().any(|change| matches!(change, Remembered::Press { .. })) {
                self.clock_due = at;
            } else {
                self.event(SensorEvent::Clock(shown));
            }
        }
        let Some(read) = self.read.take() else { return };
        // What was just told may have happened before the board was read or after: it is read again.
        if changes.is_empty() || self.races >= MAX_RACES {
            self.races = 0;
            self.tell_board(&read);
        } else {
            self.races += 1;
            self.wanted = true;
        }
    }

    fn clock(&mut self, at: At, answer: &Answer) {
        self.clock_due = at + CLOCK_MS;
        let data = answer.data().try_into().ok();
        match data.and_then(clock::decode) {
            Some(ClockMessage::Reading(reading)) => {
                // The turn marks say nothing that the lever does not, on a line with checks.
                let reading = ClockReading { turn: None, ..reading };
                self.shown = Some(reading);
            }
            Some(ClockMessage::Acknowledgement(_) | ClockMessage::Empty) => {}
            None => self.noise(NoiseKind::Value, answer.bytes.len()),
        }
    }

    fn board(&mut self, answer: &Answer) {
        match dump(answer.data()) {
            Some(dump) => {
                self.wanted = false;
                self.read = Some(Box::new(dump.squares));
            }
            None => self.noise(NoiseKind::Value, answer.bytes.len()),
        }
    }

    fn tell_board(&mut self, squares: &[SquareContent; 64]) {
        if !std::mem::replace(&mut self.placed, true) {
            let past = remembered(&std::mem::take(&mut self.past));
            if !past.is_empty() {
                self.event(SensorEvent::Past(past));
            }
        }
        self.event(SensorEvent::Placement(*squares));
        let initial = Placement::initial();
        let shows = |first: &Placement| {
            crate::Square::all().all(|square| {
                squares[square.index()] == first.at(square).map_or(SquareContent::Empty, SquareContent::Piece)
            })
        };
        self.first = match self.first {
            _ if !(shows(&initial) || shows(&initial.turned())) => First::No,
            First::No => First::Unwritten,
            written @ (First::Unwritten | First::Written) => written,
        };
    }

    /// Asks what is to be asked next.
    fn go_on(&mut self, at: At) {
        if self.asked.is_some() {
            return;
        }
        let command = match self.phase {
            Phase::Closed | Phase::Scouting(_) => return,
            Phase::FromStart => Command::FromStart,
            Phase::Past => Command::Changes,
            Phase::Pinging if at < self.due => return,
            Phase::Pinging => Command::Ping,
            // So that nothing may have changed unseen between the two.
            Phase::Running if self.read.is_some() || self.shown.is_some() => Command::Changes,
            Phase::Running if self.wanted => Command::Board,
            Phase::Running if self.first == First::Unwritten => {
                self.first = First::Written;
                Command::Start
            }
            Phase::Running if self.clock_due <= at => Command::Clock,
            Phase::Running if at < self.due => return,
            Phase::Running => {
                self.due = at + POLL_MS;
                Command::Changes
            }
            Phase::Versioning => Command::Version,
        };
        self.ask(at, command);
    }

    fn ask(&mut self, at: At, command: Command) {
        self.asked = Some((command, at));
        self.put(command, self.address.unwrap_or(BusAddress::ALL));
    }

    fn turn(&mut self, at: At, phase: Phase) {
        self.phase = phase;
        self.asked = None;
        self.due = at;
        self.go_on(at);
    }

    fn unanswered(&mut self, at: At) {
        self.asked = None;
        self.unanswered += 1;
        if self.phase == Phase::Pinging || self.unanswered >= TRIES {
            self.tell_presence(Presence::Silent);
            self.phase = Phase::Pinging;
            (self.placed, self.read, self.shown) = (false, None, None);
            self.due = at + PING_EVERY_MS;
        }
        self.go_on(at);
    }

    /// One step of looking for boards.
    fn scout(&mut self, at: At) {
        let Phase::Scouting(scouting) = &mut self.phase else { return };
        let known = scouting.found.get(scouting.quieted).copied();
        match known {
            Some(board) => {
                scouting.quieted += 1;
                self.due = at + SCOUT_PAUSE_MS;
                self.put(Command::Quiet, board);
            }
            None if scouting.rounds < 2 => {
                scouting.rounds += 1;
                scouting.quieted = 0;
                self.due = at + ROUND_MS;
                self.put(Command::Ping, BusAddress::ALL);
            }
            None => {
                let mut found = std::mem::take(&mut scouting.found);
                self.phase = Phase::Closed;
                // One alone may be a board on a cable of its own, which is better asked as such.
                if found.len() > 1 {
                    found.sort_unstable();
                    let names: Vec<String> = found.iter().map(ToString::to_string).collect();
                    let serial = Some(names.join(", "));
                    self.event(SensorEvent::Identity { serial, firmware: None, sensing: None });
                    self.tell_presence(Presence::Answering);
                }
            }
        }
    }

    fn put(&mut self, command: Command, address: BusAddress) {
        self.outputs.push_back(CodecOutput::Send(command.to(address)));
    }

    fn tell_presence(&mut self, presence: Presence) {
        if self.presence != Some(presence) {
            self.presence = Some(presence);
            self.event(SensorEvent::Presence(presence));
        }
    }

    fn noise(&mut self, kind: NoiseKind, skipped_bytes: usize) {
        self.event(SensorEvent::Noise(Noise { kind, skipped_bytes }));
    }

    fn event(&mut self, event: SensorEvent) {
        if self.outputs.len() < MAX_OUTPUTS {
            self.outputs.push_back(CodecOutput::Event(event));
        } else {
            self.wanted = true;
        }
    }
}

impl Codec for BusCodec {
    fn opened(&mut self, at: At) {
        let outputs = std::mem::take(&mut self.outputs);
        let phase = if self.address.is_some() { Phase::Pinging } else { Phase::Scouting(Scouting::default()) };
        *self = BusCodec { outputs, phase, due: at + SETTLE_MS, ..BusCodec::new(self.address) };
    }

    fn receive(&mut self, at: At, bytes: &[u8]) {
        for &byte in bytes {
            match self.framer.push(byte) {
                None => {}
                Some(Ok(answer)) => self.answer(at, &answer),
                Some(Err(noise)) => self.event(SensorEvent::Noise(noise)),
            }
        }
    }

    fn tick(&mut self, at: At) {
        if self.asked.is_some_and(|(_, since)| at.since(since) >= ANSWER_MS) {
            self.unanswered(at);
        }
        if matches!(self.phase, Phase::Scouting(_)) && self.due <= at {
            self.scout(at);
        }
        self.go_on(at);
    }

    fn next_deadline(&self) -> Option<At> {
        match (&self.phase, self.asked) {
            (Phase::Closed, _) => None,
            (_, Some((_, since))) => Some(since + ANSWER_MS),
            (Phase::Running, None) => Some(self.due.min(self.clock_due)),
            (Phase::FromStart | Phase::Past | Phase::Pinging | Phase::Scouting(_) | Phase::Versioning, None) => {
                Some(self.due)
            }
        }
    }

    fn request_placement(&mut self, at: At) {
        if self.phase == Phase::Running {
            self.wanted = true;
            self.go_on(at);
        }
    }

    fn poll(&mut self) -> Option<CodecOutput> {
        self.outputs.pop_front()
    }
}
