//! What a board sent, as a capture kept it, played to a table.

use std::{io::BufRead, path::Path};

use protocols::{
    At, CodecOutput, SensorEvent,
    registry::{Board, Models, Sensing},
};

use super::at_once::Emit;
use crate::{
    board::{self, OrientationSetting},
    daemon::Error,
    game::pgn::Tags,
    rules::Variant,
    serial::capture::{CaptureError, Chunk, Direction, Reader, Spacing},
    table::{Input, Output, Setup, Source, Table},
    turn::{Given, Settings, Start},
    words::Language,
};

/// Most chunks of a capture kept while it is not known what the board's sensors tell.
const MAX_AHEAD: usize = 4_096;

/// How long a board is listened to after the end of its capture, in milliseconds.
///
/// Longer than any event is held back for want of another, shorter than the silence after which a board is gone.
const AFTERWARDS_MS: u64 = 4_000;

/// Plays a capture of this name to a table.
///
/// # Errors
/// [`Error::Capture`] where it cannot be used, once what came before has been told; what `emit` gives.
pub(super) fn replay(board: &Board, name: &str, input: impl BufRead, emit: &mut Emit<'_>) -> Result<(), Error> {
    let session = Path::new(name).file_stem().map_or_else(|| "capture".into(), |stem| stem.to_string_lossy());
    let mut chunks = Reader::new(input, name, Spacing::of_messages(board.line.baud));
    let (first, sensing) = look_ahead(board, &mut chunks);
    let setup = Setup {
        name: session.to_string(),
        session: session.to_string(),
        settings: Settings { sensing, ..Settings::default() },
        start: Start::Setup(Variant::Chess),
        given: Given::default(),
        seq: 0,
        tags: Tags::default(),
        language: Language::default(),
    };
    let settings = board::Settings { orientation: OrientationSetting::Auto, sensing };
    let mut player = Player { table: Table::new(setup, Source::Board((board.codec)(), settings)), now: At(0) };
    player.table.handle(At(0), Input::Opened);
    player.drain(emit)?;
    for chunk in first.into_iter().chain(chunks) {
        let chunk = match chunk {
            Ok(chunk) => chunk,
            Err(error) => {
                player.end(emit)?;
                return Err(error.into());
            }
        };
        player.pass(At(chunk.t_ms), emit)?;
        if chunk.direction == Direction::Rx {
            player.table.handle(player.now, Input::Bytes(&chunk.bytes));
            player.drain(emit)?;
        }
    }
    player.end(emit)
}

/// The chunks up to where the board says what its sensors tell, and that: models differ in it, and a table must know
/// from the start. A capture in which the board never says so is read as one of the board that tells least.
fn look_ahead(
    board: &Board,
    chunks: &mut impl Iterator<Item = Result<Chunk, CaptureError>>,
) -> (Vec<Result<Chunk, CaptureError>>, Sensing) {
    let mut first = Vec::new();
    if board.models == Models::Alike {
        return (first, board.sensing);
    }
    let mut codec = (board.codec)();
    codec.opened(At(0));
    for chunk in chunks.take(MAX_AHEAD) {
        if let Ok(Chunk { t_ms, direction: Direction::Rx, bytes }) = &chunk {
            codec.receive(At(*t_ms), bytes);
        }
        first.push(chunk);
        while let Some(output) = codec.poll() {
            if let CodecOutput::Event(SensorEvent::Identity { sensing: Some(sensing), .. }) = output {
                return (first, sensing);
            }
        }
    }
    (first, board.sensing)
}

/// A table that is played a capture.
struct Player {
    table: Table,
    now: At,
}

impl Player {
    /// Lets time pass until `at`.
    fn pass(&mut self, at: At, emit: &mut Emit<'_>) -> Result<(), Error> {
        while let Some(due) = self.table.next_deadline().map(|due| due.max(self.now)).filter(|&due| due <= at) {
            self.table.handle(due, Input::Tick);
            self.drain(emit)?;
            // A deadline that stays where it is is met again a millisecond later.
            let stays = self.table.next_deadline().is_some_and(|next| next <= due);
            self.now = if stays { due + 1 } else { due };
        }
        self.now = self.now.max(at);
        Ok(())
    }

    fn end(&mut self, emit: &mut Emit<'_>) -> Result<(), Error> {
        self.pass(self.now + AFTERWARDS_MS, emit)?;
        self.table.finish();
        self.drain(emit)
    }

    fn drain(&mut self, emit: &mut Emit<'_>) -> Result<(), Error> {
        while let Some(output) = self.table.poll() {
            match output {
                Output::Record(record) => emit(&record).map_err(Error::Output)?,
                // Nobody waits here: the table works it out itself.
                Output::Ask(_)
                | Output::Begun(_)
                | Output::Health(_)
                | Output::Keep(_)
                | Output::Pgn(_)
                | Output::Reply { .. }
                | Output::Resync(_)
                | Output::Seen(..)
                | Output::Send(_) => {}
            }
        }
        Ok(())
    }
}
