//! The conversation with a board: greeting, asking, keeping alive, telling what it said.

use std::collections::VecDeque;

use super::{
    clock::ClockMessage,
    frame::Framer,
    last::{Last, question},
    lever::LeverCheck,
    message::{Dump, Message, Unusable, read},
    timers::{Timer, Timers},
    wire::{Code, Command, id},
};
use crate::{At, ClockReading, Codec, CodecOutput, Noise, NoiseKind, Presence, SensorEvent, SquareContent};

/// Pause between opening the port and the first command; boards miss what comes earlier (PicoChess).
const SETTLE_MS: u64 = 500;

/// Pause behind a command before the next one (PicoChess); the board buffers no more than ten bytes.
const COMMAND_PAUSE_MS: u64 = 100;

/// Longest wait for an answer to a question of the greeting.
const ANSWER_MS: u64 = 1_000;

/// How often a question of the greeting is asked before the codec goes on without its answer.
const GREETING_TRIES: u32 = 3;

/// Pause between two rounds of greeting a board that does not answer. They go on for ever, at this pace: a board that is
/// switched on again behind its adapter says nothing by itself.
const ROUND_PAUSE_MS: u64 = 1_000;

/// How long nothing may be heard before the board is asked for its serial number, and between two such questions.
const KEEP_ALIVE_MS: u64 = 1_000;

/// So many keep-alives without an answer make a board silent: 5 s after it was last heard.
const KEEP_ALIVE_TRIES: u32 = 4;

/// Longest wait for a dump before it is asked for again; doubles up to [`MAX_PLACEMENT_MS`] while none comes.
///
/// A dump takes 70 ms behind what the board is sending already; a press may be waiting for it.
const PLACEMENT_MS: u64 = 300;

/// Longest wait for a dump of a board that has not sent one for a while.
const MAX_PLACEMENT_MS: u64 = 2_400;

/// So many damaged dumps in a row are each asked for again at once. Beyond that the board itself sends them so.
const MAX_BROKEN_DUMPS: u32 = 10;

/// Shortest time between two questions that noise gives rise to.
const REREAD_MS: u64 = 1_000;

/// After so long without an update, updates are asked for anew and the board is read whole.
///
/// A board that lost power for a moment answers keep-alives but sends nothing unasked.
const AUDIT_MS: u64 = 10_000;

/// How often a board that told of a battery is asked again.
const BATTERY_MS: u64 = 300_000;

/// Most outputs kept for [`Codec::poll`]. Beyond it events are dropped and the board is asked again.
const MAX_OUTPUTS: usize = 16_384;

/// A DGT board in single-board mode, seen from the computer.
///
/// Everything is decoded at any time, whether it was asked for or not, so a
/// recording that answers to nothing decodes too. Only field updates before
/// the first dump are dropped: they change a position that nobody knows.
#[derive(Debug)]
pub struct DgtCodec {
    framer: Framer,
    timers: Timers,
    phase: Phase,
    /// Commands to be sent, each at most once.
    queue: VecDeque<Command>,
    /// When the next command may be sent.
    line_free: At,
    outputs: VecDeque<CodecOutput>,
    presence: Option<Presence>,
    /// Whether a message has come since this round of greeting began.
    heard: bool,
    /// Keep-alives sent since a message was last heard.
    unanswered: u32,
    /// Pause before the next round of greeting, in milliseconds.
    /// From when on noise may cause questions again.
    reread_free: At,
    identity: Identity,
    /// Whether the board has been read whole since the port was opened.
    placed: bool,
    /// Squares with tokens in the last dump.
    tokens: u64,
    lever: LeverCheck,
    /// The message that has only just ended.
    last: Option<Last>,
    /// How long the next dump that is asked for may take, in milliseconds.
    placement_ms: u64,
    /// Damaged dumps since the last whole one.
    broken_dumps: u32,
    /// Whether the log memory has been asked for and has not come.
    log_asked: bool,
}

/// Where the conversation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// The board was asked for its serial number, so many times before.
    AskingSerial(u32),
    /// The board was asked for its version, so many times before.
    AskingVersion(u32),
    /// The port was never opened.
    Closed,
    /// Between two rounds of greeting.
    Resting,
    /// Greeted; the board sends updates.
    Running,
    /// The port has just been opened, and the board may miss what is sent.
    Settling,
}

/// What the board told of itself.
#[derive(Debug, Default)]
struct Identity {
    serial: Option<String>,
    long_serial: Option<String>,
    firmware: Option<String>,
    /// A serial number other than `serial` that was heard once: damaged, or another board.
    rival: Option<String>,
}

impl DgtCodec {
    /// A codec for a port that is yet to be opened.
    #[must_use]
    pub fn new() -> DgtCodec {
        DgtCodec {
            framer: Framer::default(),
            timers: Timers::default(),
            phase: Phase::Closed,
            queue: VecDeque::new(),
            line_free: At(0),
            outputs: VecDeque::new(),
            presence: None,
            heard: false,
            unanswered: 0,
            reread_free: At(0),
            identity: Identity::default(),
            placed: false,
            tokens: 0,
            lever: LeverCheck::default(),
            last: None,
            placement_ms: PLACEMENT_MS,
            broken_dumps: 0,
            log_asked: false,
        }
    }

    /// A message has ended. What only the next byte can bear out is kept until then.
    fn ended(&mut self, at: At, id: u8, length: usize, message: Message) {
        self.alive(at);
        let last = Last::new(at, id, length, message);
        if !last.is_held() {
            self.tell(at, length, last.message.clone());
        }
        self.last = Some(last);
    }

    /// Nothing was left over behind a message: it is what it seems to be.
    fn whole(&mut self, at: At, last: Last) {
        if last.is_held() {
            self.tell(at, last.length, last.message);
        }
    }

    /// A byte was left over behind a message: one inside it came twice, and what it said is wrong.
    fn left_over(&mut self, at: At, last: &Last) {
        let noise = if last.is_held() {
            Noise { kind: NoiseKind::Length, skipped_bytes: last.length + 1 }
        } else {
            Noise { kind: NoiseKind::Unframed, skipped_bytes: 1 }
        };
        self.damaged(at, noise, Some(last.id));
    }

    fn tell(&mut self, at: At, length: usize, message: Message) {
        match message {
            Message::Battery { percent, charging } => {
                self.timers.set(Timer::Battery, at + BATTERY_MS);
                self.event(SensorEvent::Battery { percent, charging });
            }
            Message::Board(dump) => self.board(at, dump),
            Message::Clock(ClockMessage::Acknowledgement(_) | ClockMessage::Empty) | Message::Other => {}
            Message::Clock(ClockMessage::Reading(reading)) => self.clock(at, length, reading),
            Message::Field { square, code } => {
                self.updated(at);
                if !self.placed {
                    return;
                }
                match code {
                    Code::Content(content) => self.event(SensorEvent::Field { square, content }),
                    // Either a token lies there, and then no chess piece does, or a piece's code was damaged:
                    // the dump will tell.
                    Code::Token => {
                        self.event(SensorEvent::Field { square, content: SquareContent::Empty });
                        self.damaged(at, Noise { kind: NoiseKind::Value, skipped_bytes: 1 }, None);
                    }
                }
            }
            // It also comes unasked (PicoChess), and says nothing new then.
            Message::Log(past) => {
                if std::mem::take(&mut self.log_asked) {
                    self.event(SensorEvent::Past(past));
                    self.want_placement(at);
                }
            }
            Message::LongSerial(serial) => {
                if self.identity.long_serial.as_ref() != Some(&serial) {
                    self.identity.long_serial = Some(serial);
                    self.tell_identity();
                }
            }
            Message::Serial(serial) => self.serial(at, length, serial),
            Message::Version { main, sub } => {
                let firmware = format!("{main}.{sub}");
                if self.identity.firmware.as_ref() != Some(&firmware) {
                    self.identity.firmware = Some(firmware);
                    self.tell_identity();
                }
                if matches!(self.phase, Phase::AskingVersion(_)) {
                    self.start_updates(at);
                }
            }
        }
    }

    fn board(&mut self, at: At, dump: Dump) {
        self.timers.clear(Timer::Placement);
        self.placement_ms = PLACEMENT_MS;
        self.broken_dumps = 0;
        self.placed = true;
        self.event(SensorEvent::Placement(dump.squares));
        let tokens = std::mem::replace(&mut self.tokens, dump.tokens);
        if dump.tokens != 0 {
            let noise = Noise { kind: NoiseKind::Value, skipped_bytes: dump.tokens.count_ones() as usize };
            self.event(SensorEvent::Noise(noise));
        }
        // A damaged piece code can look like a token, so new ones are read twice; old ones lie there.
        if dump.tokens & !tokens != 0 {
            self.reread(at);
        }
    }

    fn clock(&mut self, at: At, length: usize, reading: ClockReading) {
        self.updated(at);
        if self.lever.doubts(&reading) {
            self.event(SensorEvent::Noise(Noise { kind: NoiseKind::Value, skipped_bytes: length }));
            self.want(at, Command::Clock);
            return;
        }
        self.event(SensorEvent::Clock(reading));
        if !reading.connected {
            self.lever = LeverCheck::default();
        }
    }

    fn serial(&mut self, at: At, length: usize, serial: String) {
        let known = &mut self.identity;
        match &known.serial {
            None => {
                known.serial = Some(serial);
                self.tell_identity();
            }
            Some(same) if *same == serial => known.rival = None,
            // Another board hangs on the same line: nothing known of the first holds for it.
            Some(_) if known.rival.as_ref() == Some(&serial) => {
                self.identity = Identity { serial: Some(serial), ..Identity::default() };
                self.lever = LeverCheck::default();
                self.placed = false;
                self.tell_identity();
                if self.phase == Phase::Running {
                    self.begin_round(at);
                    return;
                }
            }
            Some(_) => {
                known.rival = Some(serial);
                self.event(SensorEvent::Noise(Noise { kind: NoiseKind::Value, skipped_bytes: length }));
                self.want(at, Command::Serial);
            }
        }
        if let Phase::AskingSerial(_) = self.phase {
            self.phase = Phase::AskingVersion(0);
            self.timers.clear(Timer::Answer);
            self.want(at, Command::Version);
        }
    }

    /// A whole message came: the board lives.
    fn alive(&mut self, at: At) {
        self.heard = true;
        self.unanswered = 0;
        if self.presence != Some(Presence::Answering) {
            self.presence = Some(Presence::Answering);
            self.event(SensorEvent::Presence(Presence::Answering));
        }
        match self.phase {
            Phase::Running => self.timers.set(Timer::KeepAlive, at + KEEP_ALIVE_MS),
            // It speaks again: no need to wait for the pause's end.
            Phase::Resting => self.begin_round(at),
            Phase::AskingSerial(_) | Phase::AskingVersion(_) | Phase::Closed | Phase::Settling => {}
        }
    }

    /// The board sent what it sends unasked.
    fn updated(&mut self, at: At) {
        if self.phase == Phase::Running {
            self.timers.set(Timer::Audit, at + AUDIT_MS);
        }
    }

    /// Something was passed over, of a message with this id where that is known: what it said is asked for at once.
    fn damaged(&mut self, at: At, noise: Noise, id: Option<u8>) {
        self.event(SensorEvent::Noise(noise));
        self.ask_again(at, id);
    }

    fn ask_again(&mut self, at: At, id: Option<u8>) {
        if id == Some(id::LOG) && std::mem::take(&mut self.log_asked) {
            self.event(SensorEvent::Past(Vec::new()));
        }
        // This was the answer, if one was under way.
        if id == Some(id::BOARD) && self.broken_dumps < MAX_BROKEN_DUMPS {
            self.broken_dumps += 1;
            self.timers.clear(Timer::Placement);
        }
        if self.reread(at) || self.phase != Phase::Running {
            return;
        }
        match id.and_then(question) {
            Some(Command::Board) => self.want_placement(at),
            Some(question) => self.want(at, question),
            None => {}
        }
    }

    /// What was lost may have been an update: reads board and clock again, not too often. Tells whether it did now.
    fn reread(&mut self, at: At) -> bool {
        if self.phase != Phase::Running || self.timers.is_set(Timer::Reread) {
            return false;
        }
        if at < self.reread_free {
            self.timers.set(Timer::Reread, self.reread_free);
            return false;
        }
        self.reread_free = at + REREAD_MS;
        self.want_placement(at);
        self.want(at, Command::Clock);
        true
    }

    fn want_placement(&mut self, at: At) {
        if !self.timers.is_set(Timer::Placement) {
            self.want(at, Command::Board);
        }
    }

    fn want(&mut self, at: At, command: Command) {
        if self.phase == Phase::Closed {
            return;
        }
        if !self.queue.contains(&command) {
            self.queue.push_back(command);
        }
        self.pump(at);
    }

    /// Sends the next command if one may be sent now.
    fn pump(&mut self, at: At) {
        if self.queue.is_empty() || self.framer.in_log() {
            return;
        }
        if at < self.line_free {
            self.timers.set(Timer::Line, self.line_free);
            return;
        }
        let Some(command) = self.queue.pop_front() else { return };
        match command {
            Command::Board => self.timers.set(Timer::Placement, at + self.placement_ms),
            Command::Serial if matches!(self.phase, Phase::AskingSerial(_)) => {
                self.timers.set(Timer::Answer, at + ANSWER_MS);
            }
            Command::Version => self.timers.set(Timer::Answer, at + ANSWER_MS),
            Command::Battery
            | Command::Clock
            | Command::Log
            | Command::LongSerial
            | Command::Reset
            | Command::Serial
            | Command::UpdateNice => {}
        }
        self.outputs.push_back(CodecOutput::Send(vec![command.byte()]));
        self.line_free = at + COMMAND_PAUSE_MS;
        if !self.queue.is_empty() {
            self.timers.set(Timer::Line, self.line_free);
        }
    }

    fn begin_round(&mut self, at: At) {
        self.heard = false;
        for timer in [Timer::Audit, Timer::Battery, Timer::KeepAlive, Timer::Placement, Timer::Reread, Timer::Round] {
            self.timers.clear(timer);
        }
        self.ask_serial(at, 0);
    }

    fn ask_serial(&mut self, at: At, tries: u32) {
        self.log_asked = false;
        self.phase = Phase::AskingSerial(tries);
        self.queue.clear();
        self.want(at, Command::Reset);
        self.want(at, Command::Serial);
    }

    fn start_updates(&mut self, at: At) {
        self.phase = Phase::Running;
        self.unanswered = 0;
        self.timers.clear(Timer::Answer);
        self.timers.set(Timer::KeepAlive, at + KEEP_ALIVE_MS);
        self.timers.set(Timer::Audit, at + AUDIT_MS);
        for command in [Command::LongSerial, Command::UpdateNice, Command::Board, Command::Clock, Command::Battery] {
            self.want(at, command);
        }
    }

    fn fire(&mut self, at: At, timer: Timer) {
        match timer {
            Timer::Answer => self.unanswered_question(at),
            Timer::Audit => {
                self.timers.set(Timer::Audit, at + AUDIT_MS);
                self.want(at, Command::UpdateNice);
                self.want_placement(at);
            }
            Timer::Battery => self.want(at, Command::Battery),
            Timer::KeepAlive if self.framer.in_log() => self.timers.set(Timer::KeepAlive, at + KEEP_ALIVE_MS),
            Timer::KeepAlive if self.unanswered >= KEEP_ALIVE_TRIES => {
                self.silent();
                self.begin_round(at);
            }
            Timer::KeepAlive => {
                self.unanswered += 1;
                self.timers.set(Timer::KeepAlive, at + KEEP_ALIVE_MS);
                self.want(at, Command::Serial);
            }
            Timer::Line => {}
            Timer::Placement => {
                self.placement_ms = (self.placement_ms * 2).min(MAX_PLACEMENT_MS);
                self.want(at, Command::Board);
            }
            Timer::Reread => self.ask_again(at, None),
            Timer::Round => self.begin_round(at),
        }
        self.pump(at);
    }

    fn unanswered_question(&mut self, at: At) {
        match self.phase {
            Phase::AskingSerial(tries) if tries + 1 < GREETING_TRIES => self.ask_serial(at, tries + 1),
            // It talks, though not of its serial number.
            Phase::AskingSerial(_) if self.heard => self.start_updates(at),
            Phase::AskingSerial(_) => {
                self.silent();
                self.phase = Phase::Resting;
                self.timers.set(Timer::Round, at + ROUND_PAUSE_MS);
            }
            Phase::AskingVersion(tries) if tries + 1 < GREETING_TRIES => {
                self.phase = Phase::AskingVersion(tries + 1);
                self.want(at, Command::Version);
            }
            Phase::AskingVersion(_) => self.start_updates(at),
            Phase::Closed | Phase::Resting | Phase::Running | Phase::Settling => {}
        }
    }

    fn silent(&mut self) {
        if self.presence != Some(Presence::Silent) {
            self.presence = Some(Presence::Silent);
            self.event(SensorEvent::Presence(Presence::Silent));
        }
    }

    fn tell_identity(&mut self) {
        let Identity { serial, long_serial, firmware, .. } = &self.identity;
        let serial = long_serial.as_ref().or(serial.as_ref()).cloned();
        let firmware = firmware.clone();
        self.event(SensorEvent::Identity { serial, firmware, sensing: None });
    }

    fn event(&mut self, event: SensorEvent) {
        if self.outputs.len() < MAX_OUTPUTS {
            self.outputs.push_back(CodecOutput::Event(event));
        } else if self.phase == Phase::Running {
            self.timers.set(Timer::Reread, self.reread_free);
        }
    }

    fn byte(&mut self, at: At, byte: u8) {
        if let Some(last) = self.last.take() {
            if byte < 0x80 {
                self.framer.pass_over(at);
                self.left_over(at, &last);
                return;
            }
            self.whole(at, last);
        }
        let begun = self.framer.begun();
        match self.framer.push(at, byte) {
            None => {}
            Some(Ok(frame)) => {
                let (id, length) = (frame.id, frame.len());
                match read(frame) {
                    Ok(message) => self.ended(at, id, length, message),
                    Err(Unusable::Id | Unusable::Value) => {
                        let noise = Noise { kind: NoiseKind::Value, skipped_bytes: length };
                        self.damaged(at, noise, Some(id));
                    }
                }
            }
            Some(Err(noise)) => self.damaged(at, noise, begun),
        }
    }

    fn expire(&mut self, at: At) {
        if let Some(last) = self.last.take_if(|last| last.until <= at) {
            self.whole(at, last);
            self.pump(at);
        }
        if let Some(id) = self.framer.stalled(at) {
            self.ask_again(at, Some(id));
            self.pump(at);
        }
        let begun = self.framer.begun().filter(|&id| id == id::LOG);
        if let Some(noise) = self.framer.expire(at) {
            self.damaged(at, noise, begun);
            self.pump(at);
        }
    }
}

impl Default for DgtCodec {
    fn default() -> DgtCodec {
        DgtCodec::new()
    }
}

impl Codec for DgtCodec {
    fn opened(&mut self, at: At) {
        let outputs = std::mem::take(&mut self.outputs);
        *self = DgtCodec { outputs, phase: Phase::Settling, ..DgtCodec::new() };
        self.timers.set(Timer::Round, at + SETTLE_MS);
    }

    fn receive(&mut self, at: At, bytes: &[u8]) {
        self.expire(at);
        for &byte in bytes {
            self.byte(at, byte);
            self.pump(at);
        }
    }

    fn tick(&mut self, at: At) {
        self.expire(at);
        while let Some(timer) = self.timers.take_due(at) {
            self.fire(at, timer);
        }
    }

    fn next_deadline(&self) -> Option<At> {
        let last = self.last.as_ref().map(|last| last.until);
        [self.timers.next(), self.framer.deadline(), last].into_iter().flatten().min()
    }

    fn request_past(&mut self, at: At) -> bool {
        let running = self.phase == Phase::Running;
        if running && !std::mem::replace(&mut self.log_asked, true) {
            self.want(at, Command::Log);
        }
        running
    }

    fn is_deaf_while_it_tells(&self) -> bool {
        true
    }

    fn request_placement(&mut self, at: At) {
        // The greeting ends with a dump anyway.
        if self.phase == Phase::Running {
            self.want_placement(at);
        }
    }

    fn poll(&mut self) -> Option<CodecOutput> {
        self.outputs.pop_front()
    }
}
