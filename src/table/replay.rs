//! Replaying event logs: lines in, records out. Reads no clock: the same log gives the same bytes.

use std::{
    io::{self, BufRead},
    sync::Arc,
};

use super::{
    Happening, Header, Input, Line, LogError, MAX_LINE, Output, Problem, Source, StateUse, Table, read_line, text_of,
};
use crate::{
    game::record::{Body, Record, Reply},
    turn::GameTime,
};

/// Why a replay stopped.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The input could not be read.
    #[error("cannot read the log: {0}")]
    Io(#[from] io::Error),
    /// A line cannot be used; what came before it has been replayed.
    #[error(transparent)]
    Log(#[from] LogError),
}

/// A replay of event logs, one game after the other.
#[derive(Debug, Default)]
pub struct Replay {
    /// `None` before the first game, and once a game out of a journal is at its end.
    table: Option<Table>,
    extent: Extent,
    /// How many logs the table has begun.
    begun: u32,
    last: GameTime,
    lines: usize,
    state: StateUse,
}

/// How much a log holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Extent {
    /// One game out of a table's journal.
    Game,
    /// Everything until the next header.
    #[default]
    Log,
}

impl Replay {
    /// One that tells the state with each move, too, as a table does for those who have not heard its moves.
    #[must_use]
    pub fn with_whole_state() -> Replay {
        Replay { state: StateUse::Always, ..Replay::default() }
    }

    /// One of a log whose first line has this number in its file, from 1.
    #[must_use]
    pub fn from_line(first: usize) -> Replay {
        Replay { lines: first.saturating_sub(1), ..Replay::default() }
    }

    /// Reads a whole log, giving every record to `emit`.
    ///
    /// # Errors
    /// [`ReplayError`] at the first line that cannot be used. The game so far is finished first: nothing read is lost.
    pub fn run(
        &mut self,
        mut input: impl BufRead,
        emit: &mut (impl FnMut(&Record) -> io::Result<()> + ?Sized),
    ) -> Result<(), ReplayError> {
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let read = io::Read::take(&mut input, MAX_LINE as u64 + 1).read_until(b'\n', &mut bytes);
            let outcome = match read {
                Ok(0) => return Ok(self.finish(emit)?),
                Ok(_) => match text_of(&bytes, self.lines + 1) {
                    Ok(text) => self.line(text, emit),
                    Err(error) => Err(error.into()),
                },
                Err(error) => Err(error.into()),
            };
            if let Err(error) = outcome {
                self.finish(emit)?;
                return Err(error);
            }
        }
    }

    /// Takes one line of a log.
    ///
    /// # Errors
    /// [`ReplayError`]; the state is then as before the line.
    pub fn line(
        &mut self,
        text: &str,
        emit: &mut (impl FnMut(&Record) -> io::Result<()> + ?Sized),
    ) -> Result<(), ReplayError> {
        self.lines += 1;
        if text.trim().is_empty() {
            return Ok(());
        }
        match read_line(text, self.lines)? {
            Line::Event(at, happening) => {
                if self.table.is_none() && self.begun == 0 {
                    return Err(LogError { line: self.lines, problem: Problem::NoHeader }.into());
                }
                self.check_order(at)?;
                self.take(at, &happening, emit)?;
            }
            Line::Game(header, events) => {
                let mut last = GameTime(0);
                for (at, _) in &events {
                    self.check_after(last, *at)?;
                    last = *at;
                }
                self.finish(emit)?;
                self.begin(*header);
                self.drain(emit)?;
                for (at, happening) in &events {
                    self.take(*at, happening, emit)?;
                }
            }
        }
        Ok(())
    }

    /// The log has ended: finishes the game in progress.
    ///
    /// # Errors
    /// What `emit` gives.
    pub fn finish(&mut self, emit: &mut (impl FnMut(&Record) -> io::Result<()> + ?Sized)) -> io::Result<()> {
        if let Some(table) = self.table.as_mut() {
            match self.extent {
                Extent::Game => table.show_game(),
                Extent::Log => table.finish(),
            }
            self.drain(emit)?;
        }
        self.table = None;
        self.last = GameTime(0);
        Ok(())
    }

    fn begin(&mut self, header: Header) {
        self.last = GameTime(0);
        self.extent = if header.is_of_journal() { Extent::Game } else { Extent::Log };
        self.begun = 0;
        self.table = Some(Table::of(header, Source::Log).for_a_log(self.state));
    }

    fn check_order(&self, at: GameTime) -> Result<(), LogError> {
        self.check_after(self.last, at)
    }

    fn check_after(&self, last: GameTime, at: GameTime) -> Result<(), LogError> {
        if at >= last {
            return Ok(());
        }
        let problem = Problem::Value {
            field: "t_ms",
            found: at.0.to_string(),
            expected: format!("{} or more: times do not run backwards", last.0),
        };
        Err(LogError { line: self.lines, problem })
    }

    fn take(
        &mut self,
        at: GameTime,
        happening: &Happening,
        emit: &mut (impl FnMut(&Record) -> io::Result<()> + ?Sized),
    ) -> io::Result<()> {
        self.last = at;
        let Some(table) = self.table.as_mut() else { return Ok(()) };
        let input_at = table.clock_offset().input_time(at);
        match happening {
            Happening::ClockGone => table.handle(input_at, Input::ClockGone),
            Happening::Command(json) => table.handle(input_at, Input::Command(json)),
            Happening::Event(event) => table.handle(input_at, Input::Event(*event)),
        }
        self.drain(emit)
    }

    fn drain(&mut self, emit: &mut (impl FnMut(&Record) -> io::Result<()> + ?Sized)) -> io::Result<()> {
        while let Some(output) = self.table.as_mut().and_then(Table::poll) {
            match output {
                Output::Begun(_) => {
                    self.begun += 1;
                    if self.extent == Extent::Game && self.begun > 1 {
                        // What comes now belongs to the next game, whose log tells it.
                        self.table = None;
                    }
                }
                Output::Record(record) => emit(&record)?,
                Output::Reply { text, .. } => emit(&self.reply_record(&text)?)?,
                Output::Ask(_)
                | Output::Health(_)
                | Output::Keep(_)
                | Output::Pgn(_)
                | Output::Resync(_)
                | Output::Seen(..)
                | Output::Send(_) => {}
            }
        }
        Ok(())
    }

    /// The answer to a command of the log, among the records: nobody else would hear it.
    fn reply_record(&self, text: &str) -> io::Result<Record> {
        let (table, seq) = self.table.as_ref().map_or(("".into(), 0), |table| (Arc::clone(&table.name), table.seq));
        let reply: Reply = serde_json::from_str(text)?;
        Ok(Record { body: Body::Reply(reply), game: None, table, seq, t_ms: self.last, at: None })
    }
}
