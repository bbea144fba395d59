//! Asks a port which board is on it, with the boards' own codecs.

use std::{path::Path, time::Duration};

use protocols::{
    At, CodecOutput, Presence, SensorEvent,
    registry::{Board, Models},
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

/// A board that answered.
#[derive(Debug, Clone)]
pub struct Answer {
    /// Which kind, with the sensing that it told.
    pub board: Board,
    /// Its serial number, where it tells.
    pub serial: Option<String>,
    /// Its firmware version, where it tells.
    pub firmware: Option<String>,
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

/// Opens a port and asks it which of `boards` is there, in their order.
///
/// Gives the port back open, set for the board that answered.
///
/// # Errors
/// [`NoAnswer`] of the last board asked, or at once where the port cannot be opened.
pub async fn ask(path: &Path, boards: &[Board], claims: &Claims) -> Result<(OpenPort, Answer), NoAnswer> {
    let mut spoke = false;
    for board in boards {
        let mut port = open(path, board.line, claims).await?;
        match converse(&mut port, board).await {
            Ok(answer) => return Ok((port, answer)),
            Err(NoAnswer::Silent { spoke: again }) => spoke |= again,
            Err(other) => return Err(other),
        }
    }
    Err(NoAnswer::Silent { spoke })
}

/// Runs one codec on an open port until the board has answered or has had its chance.
async fn converse(port: &mut OpenPort, board: &Board) -> Result<Answer, NoAnswer> {
    let started = Instant::now();
    let at = || At(u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX));
    let mut codec = (board.codec)();
    let mut answered = false;
    let mut answer = Answer { board: *board, serial: None, firmware: None };
    let patience = Duration::from_millis(board.answer_ms);
    let mut deadline = started + patience;
    let mut identity_due = None;
    let mut spoke = false;
    let mut chunk = [0; CHUNK];

    codec.opened(at());
    loop {
        while let Some(output) = codec.poll() {
            match output {
                CodecOutput::Event(SensorEvent::Identity { serial, firmware, sensing }) => {
                    answer.board.sensing = sensing.unwrap_or(answer.board.sensing);
                    answered |= board.models == Models::Alike || sensing.is_some();
                    answer.serial = serial.or(answer.serial);
                    answer.firmware = firmware.or(answer.firmware);
                }
                CodecOutput::Event(SensorEvent::Presence(Presence::Answering)) => {
                    answered |= board.models == Models::Alike;
                }
                CodecOutput::Event(_) | CodecOutput::Keep(_) => {}
                CodecOutput::Send(bytes) => match timeout_at(deadline, port.stream.write_all(&bytes)).await {
                    Ok(Ok(())) => {}
                    Ok(Err(_)) => return Err(NoAnswer::Vanished),
                    // Nobody takes the bytes at the other end; the deadline below says so.
                    Err(_) => break,
                },
            }
        }
        if answered {
            if answer.serial.is_some() && answer.firmware.is_some() {
                return Ok(answer);
            }
            deadline = *identity_due.get_or_insert(Instant::now() + IDENTITY_DEADLINE);
        }
        let now = Instant::now();
        if now >= deadline {
            return if answered { Ok(answer) } else { Err(NoAnswer::Silent { spoke }) };
        }
        // A codec whose deadline is past all the same is called again a millisecond later, not in a tight loop.
        let due = codec.next_deadline().map_or(patience, |due| Duration::from_millis(due.0));
        let wake = (started + due).max(now + Duration::from_millis(1)).min(deadline);
        match timeout_at(wake, port.stream.read(&mut chunk)).await {
            Err(_) => codec.tick(at()),
            Ok(Err(_) | Ok(0)) => return Err(NoAnswer::Vanished),
            Ok(Ok(count)) => {
                spoke = true;
                codec.receive(at(), &chunk[..count]);
            }
        }
    }
}
