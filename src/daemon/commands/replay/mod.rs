//! `touchmove replay`: recordings in, records out. Reads no clock.

mod at_once;
mod capture;

use std::{io, path::PathBuf};

use protocols::registry::Board;

use self::at_once::{Cut, Emit, Part, replay};
use crate::{
    daemon::Error,
    table::{Replay, ReplayError},
};

/// Replays event logs, several at once: their records go to standard output in the order of the logs, a JSON object a
/// line.
///
/// # Errors
/// [`Error`]: a log cannot be read, or standard output takes no more. What came before has been written.
pub fn replay_logs(files: &[PathBuf]) -> Result<(), Error> {
    replay(files, Cut::Logs, &mut io::stdout().lock(), replay_log)
}

/// Replays one log of a file.
fn replay_log(part: Part, emit: &mut Emit<'_>) -> Result<(), Error> {
    let (name, first_line) = (part.name, part.first_line);
    Replay::from_line(first_line).run(part.input, emit).map_err(|error| match error {
        ReplayError::Io(source) => Error::File { file: name, source },
        ReplayError::Log(error) => Error::EventLog { file: name, line: error.line, problem: error.problem },
    })
}

/// Replays what a board of this kind sent, as a capture kept it. What the computer would say to the board is dropped:
/// a recording does not answer.
///
/// # Errors
/// As for [`replay_logs`].
pub fn replay_boards(board: &Board, files: &[PathBuf]) -> Result<(), Error> {
    let board = *board;
    let out = &mut io::stdout().lock();
    replay(files, Cut::Files, out, move |part, emit| capture::replay(&board, &part.name, part.input, emit))
}
