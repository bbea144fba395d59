//! Asks a port which board is on it, with the boards' own codecs.

use std::{path::Path, time::Duration};

use protocols::{
    At, Codec, CodecOutput, Presence, SensorEvent,
    registry::{Board, Greeting, Models},
};
use thiserror::Error;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    time::{Instant, timeout_at},
};

use super::{Claims, OpenError, OpenPort, open};

/// How long to wait for the rest of the identity once a board has answered.
const IDENTITY_DEADLINE: Duration = Duration::from_millis(1_000);

/// Most bytes read at once.
const CHUNK: usize = 1_024;

/// Most bytes kept of what a board says while it is asked, far more than a line carries in that time; what comes after
/// them is for its codec alone.
const MAX_HEARD: usize = 65_536;

/// A board that answered.
#[derive(Debug, Clone)]
pub struct Answer {
    /// Which kind, with the sensing that it told.
    pub board: Board,
    /// Its serial number, where it tells.
    pub serial: Option<String>,
    /// Its firmware version, where it tells.
    pub firmware: Option<String>,
    /// What was heard of a board that speaks but does not answer, for whoever goes on with it: it may not say it again.
    /// Empty where the board has answered, and says everything again when asked.
    pub heard: Vec<u8>,
}

/// Why there is no answer from a port.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoAnswer {
    /// The port cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A board answers, but not the one wanted.
    #[error("board {found} answers, not the board wanted here")]
    Other {
        /// Serial number of the board that answers, or its kind where it tells none.
        found: String,
    },
    /// Nothing that we know answers.
    #[error("no board answers{}", if *.spoke { "; what comes instead is of no known kind" } else { "" })]
    Silent {
        /// Whether anything came at all.
        spoke: bool,
    },
    /// The port went away while it was asked.
    #[error("it went away while it was asked")]
    Vanished,
}

/// Opens a port and asks it which of `boards` is there, in their order; but all that are only to be listened to on
/// the same line are listened to together, in the place of the first.
///
/// Gives the port back open, set for the board that answered.
///
/// # Errors
/// [`NoAnswer`] of the last board asked, or at once where the port cannot be opened.
pub async fn ask(path: &Path, boards: &[Board], claims: &Claims) -> Result<(OpenPort, Answer), NoAnswer> {
    let mut spoke = false;
    for boards in asked_together(boards) {
        let Some(first) = boards.first() else { continue };
        let mut port = open(path, first.line, claims).await?;
        match converse(&mut port, &boards).await {
            Ok(answer) => return Ok((port, answer)),
            Err(NoAnswer::Silent { spoke: again }) => spoke |= again,
            Err(other) => return Err(other),
        }
    }
    Err(NoAnswer::Silent { spoke })
}

/// The boards in the order in which they are asked, those together that can be asked at the same time.
fn asked_together(boards: &[Board]) -> Vec<Vec<Board>> {
    let mut together: Vec<Vec<Board>> = Vec::new();
    for board in boards {
        let alike = |other: &Board| {
            (board.greeting, other.greeting) == (Greeting::Listens, Greeting::Listens) && board.line == other.line
        };
        match together.iter_mut().find(|group| group.first().is_some_and(alike)) {
            Some(group) => group.push(*board),
            None => together.push(vec![*board]),
        }
    }
    together
}

/// A board being asked.
struct Candidate {
    codec: Box<dyn Codec>,
    answer: Answer,
    answered: bool,
}

impl Candidate {
    fn new(board: &Board) -> Candidate {
        let answer = Answer { board: *board, serial: None, firmware: None, heard: Vec::new() };
        Candidate { codec: (board.codec)(), answer, answered: false }
    }

    /// Takes down what the codec has found out; gives the next bytes to be sent.
    fn hear(&mut self) -> Option<Vec<u8>> {
        let models = self.answer.board.models;
        while let Some(output) = self.codec.poll() {
            match output {
                CodecOutput::Event(SensorEvent::Identity { serial, firmware, sensing }) => {
                    let Answer { board, serial: known_serial, firmware: known_firmware, .. } = &mut self.answer;
                    board.sensing = sensing.unwrap_or(board.sensing);
                    self.answered |= models == Models::Alike || sensing.is_some();
                    *known_serial = serial.or(known_serial.take());
                    *known_firmware = firmware.or(known_firmware.take());
                }
                CodecOutput::Event(SensorEvent::Presence(Presence::Answering)) => {
                    self.answered |= models == Models::Alike;
                }
                CodecOutput::Event(_) | CodecOutput::Keep(_) => {}
                CodecOutput::Send(bytes) => return Some(bytes),
            }
        }
        None
    }

    /// Whether nothing more is to be learnt of it.
    fn is_known(&self) -> bool {
        let told_all = self.answer.serial.is_some() && self.answer.firmware.is_some();
        // A board that is listened to has nothing to be asked for.
        self.answered && (told_all || self.answer.board.greeting == Greeting::Listens)
    }
}

/// Runs the boards' codecs on an open port until one has had its answer or all have had their chance.
async fn converse(port: &mut OpenPort, boards: &[Board]) -> Result<Answer, NoAnswer> {
    let started = Instant::now();
    let at = || At(u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX));
    let mut candidates: Vec<Candidate> = boards.iter().map(Candidate::new).collect();
    let patience = Duration::from_millis(boards.iter().map(|board| board.answer_ms).max().unwrap_or_default());
    let mut deadline = started + patience;
    let mut identity_due = None;
    let mut heard = Vec::new();
    let mut chunk = [0; CHUNK];

    for candidate in &mut candidates {
        candidate.codec.opened(at());
    }
    loop {
        'hear: for candidate in &mut candidates {
            while let Some(bytes) = candidate.hear() {
                match timeout_at(deadline, port.stream.write_all(&bytes)).await {
                    Ok(Ok(())) => {}
                    Ok(Err(_)) => return Err(NoAnswer::Vanished),
                    // Nobody takes the bytes at the other end; the deadline below says so.
                    Err(_) => break 'hear,
                }
            }
        }
        if let Some(known) = candidates.iter().position(Candidate::is_known) {
            return Ok(candidates.swap_remove(known).answer);
        }
        let answered = candidates.iter().position(|candidate| candidate.answered);
        if answered.is_some() {
            deadline = *identity_due.get_or_insert(Instant::now() + IDENTITY_DEADLINE);
        }
        let now = Instant::now();
        if now >= deadline {
            let spoke = !heard.is_empty();
            return match answered {
                Some(answered) => Ok(Answer { heard, ..candidates.swap_remove(answered).answer }),
                None => Err(NoAnswer::Silent { spoke }),
            };
        }
        // A codec whose deadline is past all the same is called again a millisecond later, not in a tight loop.
        let due = candidates.iter().filter_map(|candidate| candidate.codec.next_deadline()).min();
        let due = due.map_or(patience, |due| Duration::from_millis(due.0));
        let wake = (started + due).max(now + Duration::from_millis(1)).min(deadline);
        let read = timeout_at(wake, port.stream.read(&mut chunk)).await;
        if let Ok(Ok(count)) = read {
            heard.extend_from_slice(&chunk[..count.min(MAX_HEARD - heard.len())]);
        }
        for candidate in &mut candidates {
            match &read {
                Err(_) => candidate.codec.tick(at()),
                Ok(Err(_) | Ok(0)) => return Err(NoAnswer::Vanished),
                Ok(Ok(count)) => candidate.codec.receive(at(), &chunk[..*count]),
            }
        }
    }
}
