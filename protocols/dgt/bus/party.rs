//! Whose turn it is on the line: one question at a time, each asked again until it is answered.

use std::collections::{HashMap, HashSet, VecDeque};

use super::frame::{Command, Framer};
use crate::{At, Bus, BusAddress, BusOutput};

/// How long a board may take to begin its answer, in milliseconds, once the question is out; it takes a few, twenty
/// while it writes its log. The maker says 80.
const ANSWER_MS: u64 = 80;

/// How long an answer may pause, in milliseconds: adapters hand bytes on every sixteen.
const PAUSE_MS: u64 = 40;

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
    /// Whether it is the repetition that was asked for last.
    repeat: bool,
    tries: u32,
    /// Whether something came back that was damaged: then the board has heard the question.
    damaged: bool,
    until: At,
}

impl PartyLine {
    /// A line on which nothing has been said.
    #[must_use]
    pub fn new() -> PartyLine {
        PartyLine::default()
    }

    /// Asks what waits, where nothing is out.
    fn next(&mut self, at: At) {
        if self.asked.is_none()
            && let Some((board, command)) = self.waiting.pop_front()
        {
            let repeat = command == Command::Changes && self.owed.contains(&board);
            self.ask(at, Asked { board, command, repeat, tries: 0, damaged: false, until: at });
        }
    }

    fn ask(&mut self, at: At, asked: Asked) {
        let command = if asked.repeat { Command::Repeat } else { asked.command };
        let more = if asked.command == Command::Start { WRITE_MS } else { 0 };
        self.outputs.push_back(BusOutput::Send(command.to(asked.board)));
        self.asked = Some(Asked { tries: asked.tries + 1, damaged: false, until: at + (ANSWER_MS + more), ..asked });
    }

    fn answered(&mut self, at: At, board: BusAddress, id: u8, bytes: Vec<u8>) {
        let expected = self.asked.filter(|asked| asked.board == board && asked.command.answer() == id);
        let Some(asked) = expected else {
            // Late, or nobody's: its codec knows what to do with it, unless it tells changes twice.
            if self.told.get(&board) != Some(&bytes) {
                self.outputs.push_back(BusOutput::Deliver(board, bytes));
            }
            return;
        };
        self.asked = None;
        if asked.command == Command::Changes {
            // Nothing came to the question and now the same as last time: the question was lost, not its answer.
            let old = asked.repeat && !asked.damaged && self.told.get(&board) == Some(&bytes);
            if old && asked.tries < 2 * TRIES {
                self.ask(at, Asked { repeat: false, ..asked });
                return;
            }
            self.owed.remove(&board);
            self.told.insert(board, bytes.clone());
        }
        self.outputs.push_back(BusOutput::Deliver(board, bytes));
        self.next(at);
    }

    fn unanswered(&mut self, at: At, asked: Asked) {
        self.asked = None;
        self.framer.give_up();
        if asked.tries >= TRIES {
            if asked.command == Command::Changes {
                self.owed.insert(asked.board);
            }
            self.next(at);
            return;
        }
        let repeat = asked.command == Command::Changes;
        self.ask(at, Asked { repeat, ..asked });
        if let Some(again) = &mut self.asked {
            again.damaged = asked.damaged;
        }
    }
}

impl Bus for PartyLine {
    fn opened(&mut self, _at: At) {
        let outputs = std::mem::take(&mut self.outputs);
        let told = std::mem::take(&mut self.told);
        *self = PartyLine { outputs, told, ..PartyLine::new() };
    }

    fn send(&mut self, at: At, board: BusAddress, bytes: &[u8]) {
        let Some((command, _)) = Command::read(bytes) else { return };
        let question = (board, command);
        if self.waiting.len() < MAX_WAITING && !self.waiting.contains(&question) {
            self.waiting.push_back(question);
        }
        self.next(at);
    }

    fn receive(&mut self, at: At, bytes: &[u8]) {
        for &byte in bytes {
            if let Some(asked) = &mut self.asked {
                asked.until = asked.until.max(at + PAUSE_MS);
            }
            match self.framer.push(byte) {
                None => {}
                Some(Ok(answer)) => self.answered(at, answer.address, answer.id, answer.bytes),
                Some(Err(_)) => {
                    if let Some(asked) = &mut self.asked {
                        asked.damaged = true;
                    }
                }
            }
        }
    }

    fn tick(&mut self, at: At) {
        if let Some(asked) = self.asked.filter(|asked| asked.until <= at) {
            let damaged = asked.damaged || self.framer.has_begun();
            self.unanswered(at, Asked { damaged, ..asked });
        }
    }

    fn next_deadline(&self) -> Option<At> {
        self.asked.map(|asked| asked.until)
    }

    fn poll(&mut self) -> Option<BusOutput> {
        self.outputs.pop_front()
    }
}
