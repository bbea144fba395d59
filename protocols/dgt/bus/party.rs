//! Whose turn it is on the line: one question at a time, each asked again until it is answered.

use std::collections::{HashMap, HashSet, VecDeque};

use super::frame::{Command, Framer, id};
use crate::{Bus, BusAddress, BusOutput, LineTime};

/// How long a board may take to begin its answer, in milliseconds, once the question is out; it takes a few, twenty
/// while it writes its log. The maker says 80.
const ANSWER_MS: u64 = 80;

/// How long an answer may pause, in milliseconds: adapters hand bytes on every sixteen, or when 62 have come.
const PAUSE_MS: u64 = 100;

/// How long a board may take to write the start of a game to its log, in milliseconds, besides.
const WRITE_MS: u64 = 120;

/// How often a question is asked before it is given up. Its codec will ask again.
const TRIES: u32 = 5;

/// Most questions that wait; each codec has one or two. Beyond it they are dropped, and their codecs ask again.
const MAX_WAITING: usize = 256;

/// A line with several DGT boards.
///
/// Gives each board's codec its own answers, whole and with good checks. A question after changes is not asked again
/// where its answer was damaged, for the board would begin anew behind what was lost: the answer is asked for once more.
///
/// Answers carry no number, so a late one would pass for that to a later question, and what it tells would be told
/// twice. A board answers in the order in which it is asked: where an answer about changes does not come, the board is
/// pinged, and what has not come before the ping's answer will not come.
#[derive(Debug, Default)]
pub struct PartyLine {
    framer: Framer,
    waiting: VecDeque<(BusAddress, Command)>,
    asked: Option<Asked>,
    /// The last changes of each board that were handed on.
    told: HashMap<BusAddress, Vec<u8>>,
    /// Boards whose answer to the last question after changes never came: it is asked for again first.
    owed: HashSet<BusAddress>,
    outputs: VecDeque<BusOutput>,
}

/// The question that is out.
#[derive(Debug, Clone, Copy)]
struct Asked {
    board: BusAddress,
    /// What the codec asked.
    command: Command,
    /// What was sent for it last.
    sent: Sent,
    /// Whether the changes looked for are those that were asked for before.
    repeat: bool,
    /// Whether they have come, and only the ping's answer is waited for: with what is to be asked then.
    come: Option<Come>,
    tries: u32,
    /// Whether something damaged came back to the question itself: then the board has heard it.
    heard: bool,
    until: LineTime,
}

/// What was sent for a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sent {
    /// A ping, to know that no answer is still on its way.
    Ping,
    /// The question, or that for its answer once more.
    Question,
}

/// What came while a ping's answer was waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Come {
    /// The changes.
    New,
    /// Those that were told before: the board had not heard the question.
    Old,
}

impl PartyLine {
    /// A line on which nothing has been said.
    #[must_use]
    pub fn new() -> PartyLine {
        PartyLine::default()
    }

    /// Asks what waits, where nothing is out.
    fn next(&mut self, at: LineTime) {
        if self.asked.is_none()
            && let Some((board, command)) = self.waiting.pop_front()
        {
            let repeat = command == Command::Changes && self.owed.contains(&board);
            let asked =
                Asked { board, command, sent: Sent::Question, repeat, come: None, tries: 0, heard: false, until: at };
            if repeat { self.ping(at, asked) } else { self.ask(at, asked) }
        }
    }

    fn ask(&mut self, at: LineTime, asked: Asked) {
        let command = if asked.repeat { Command::Repeat } else { asked.command };
        let more = if asked.command == Command::Start { WRITE_MS } else { 0 };
        self.outputs.push_back(BusOutput::Send(command.to(asked.board)));
        let until = at + (ANSWER_MS + more);
        self.asked = Some(Asked { sent: Sent::Question, come: None, tries: asked.tries + 1, until, ..asked });
    }

    fn ping(&mut self, at: LineTime, asked: Asked) {
        self.outputs.push_back(BusOutput::Send(Command::Ping.to(asked.board)));
        self.asked = Some(Asked { sent: Sent::Ping, tries: asked.tries + 1, until: at + ANSWER_MS, ..asked });
    }

    fn answered(&mut self, at: LineTime, board: BusAddress, kind: u8, bytes: Vec<u8>) {
        match self.asked.filter(|asked| asked.board == board) {
            Some(asked) if asked.sent == Sent::Ping && kind == id::PING => self.pinged(at, asked),
            Some(asked) if asked.come.is_none() && kind == asked.command.answer() => {
                self.told_to(at, asked, bytes);
            }
            // Late, or nobody's: its codec knows what to do with it, unless it tells changes twice.
            Some(_) | None => {
                if kind != id::CHANGES {
                    self.outputs.push_back(BusOutput::Deliver(board, bytes));
                } else if self.told.get(&board) != Some(&bytes) {
                    self.hand_on(board, bytes);
                }
            }
        }
    }

    /// The answer to the question that is out.
    fn told_to(&mut self, at: LineTime, asked: Asked, bytes: Vec<u8>) {
        if asked.command != Command::Changes {
            self.asked = None;
            self.outputs.push_back(BusOutput::Deliver(asked.board, bytes));
            return self.next(at);
        }
        // Nothing came to the question and now the same as last time: the question was lost, not its answer.
        let old = asked.repeat && !asked.heard && self.told.get(&asked.board) == Some(&bytes);
        if !old {
            self.hand_on(asked.board, bytes);
        }
        match asked.sent {
            Sent::Ping => {
                let come = Some(if old { Come::Old } else { Come::New });
                self.asked = Some(Asked { come, ..asked });
            }
            Sent::Question if old => self.anew(at, asked),
            Sent::Question => {
                self.asked = None;
                self.next(at);
            }
        }
    }

    fn hand_on(&mut self, board: BusAddress, changes: Vec<u8>) {
        self.owed.remove(&board);
        self.told.insert(board, changes.clone());
        self.outputs.push_back(BusOutput::Deliver(board, changes));
    }

    /// No answer to what was asked before is on its way any more.
    fn pinged(&mut self, at: LineTime, asked: Asked) {
        match asked.come {
            Some(Come::New) => {
                self.asked = None;
                self.next(at);
            }
            Some(Come::Old) => self.anew(at, asked),
            None if asked.tries >= TRIES => self.give_up(at, asked),
            None => self.ask(at, Asked { repeat: true, ..asked }),
        }
    }

    /// Asks a question again that was not heard.
    fn anew(&mut self, at: LineTime, asked: Asked) {
        if asked.tries >= 2 * TRIES {
            return self.give_up(at, asked);
        }
        self.owed.remove(&asked.board);
        self.ask(at, Asked { repeat: false, heard: false, ..asked });
    }

    /// Something came that cannot be read.
    fn damaged(&mut self) {
        if let Some(asked) = &mut self.asked {
            asked.heard |= asked.sent == Sent::Question && !asked.repeat;
        }
    }

    fn unanswered(&mut self, at: LineTime, asked: Asked) {
        self.framer.give_up();
        if asked.tries >= TRIES {
            self.give_up(at, asked);
        } else if asked.command == Command::Changes {
            self.ping(at, asked);
        } else {
            self.ask(at, asked);
        }
    }

    fn give_up(&mut self, at: LineTime, asked: Asked) {
        self.asked = None;
        if asked.command == Command::Changes && asked.come != Some(Come::New) {
            self.owed.insert(asked.board);
        }
        self.next(at);
    }
}

impl Bus for PartyLine {
    fn opened(&mut self, _at: LineTime) {
        let outputs = std::mem::take(&mut self.outputs);
        let told = std::mem::take(&mut self.told);
        *self = PartyLine { outputs, told, ..PartyLine::new() };
    }

    fn send(&mut self, at: LineTime, board: BusAddress, bytes: &[u8]) {
        let Some((command, _)) = Command::read(bytes) else { return };
        let question = (board, command);
        if self.waiting.len() < MAX_WAITING && !self.waiting.contains(&question) {
            self.waiting.push_back(question);
        }
        self.next(at);
    }

    fn receive(&mut self, at: LineTime, bytes: &[u8]) {
        for &byte in bytes {
            if let Some(asked) = &mut self.asked {
                asked.until = asked.until.max(at + PAUSE_MS);
            }
            match self.framer.push(byte) {
                None => {}
                Some(Ok(answer)) => self.answered(at, answer.address, answer.id, answer.bytes),
                Some(Err(_)) => {
                    self.damaged();
                }
            }
        }
    }

    fn tick(&mut self, at: LineTime) {
        if self.asked.is_some_and(|asked| asked.until <= at) {
            if self.framer.has_begun() {
                self.damaged();
            }
            if let Some(asked) = self.asked {
                self.unanswered(at, asked);
            }
        }
    }

    fn next_deadline(&self) -> Option<LineTime> {
        self.asked.map(|asked| asked.until)
    }

    fn poll(&mut self) -> Option<BusOutput> {
        self.outputs.pop_front()
    }
}
