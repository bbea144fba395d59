//! `touchmove history` and `export`: the games that are kept, while the service runs or from a copy.

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use crate::{
    daemon::{
        Error,
        config::{self, Config, Environment},
        plain,
        progress::Progress,
        table::resume::{self, feed},
    },
    game::journal::KeptGame,
    store::{Archive, GameLine},
    table::{Line, Output, Source, Table, read_line},
};

/// Where the games are.
#[derive(Debug, Clone)]
pub enum Place {
    /// Where this configuration keeps them; without a file, where none does.
    Configured(Option<PathBuf>),
    /// In this folder, or in this copy of the journal's file.
    Path(PathBuf),
}

/// What to write of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// What the sensors saw and the arbiter did: the event log, for `touchmove replay`.
    Log,
    /// The moves, as PGN.
    Pgn,
    /// Every move, turn and alert, as published.
    Records,
}

impl Format {
    /// Every format with its name on the command line.
    pub const NAMES: [(&str, Format); 3] = [("log", Format::Log), ("pgn", Format::Pgn), ("records", Format::Records)];

    fn extension(self) -> &'static str {
        match self {
            Format::Log => "log.jsonl",
            Format::Pgn => "pgn",
            Format::Records => "records.jsonl",
        }
    }
}

/// Lists the games, oldest first.
///
/// # Errors
/// [`Error`]: there is no journal, or it cannot be read.
pub fn history(place: &Place) -> Result<(), Error> {
    let games = open(place)?.games()?;
    let heads = ["game", "table", "begun", "white", "black", "plies", "result", "termination"].map(str::to_owned);
    let rows: Vec<[String; 8]> = std::iter::once(heads).chain(games.into_iter().map(row)).collect();
    let widths: Vec<usize> =
        (0..8).map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)).collect();
    let mut out = io::stdout().lock();
    for row in &rows {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
        let line = cells.collect::<Vec<_>>().join("  ");
        writeln!(out, "{}", line.trim_end()).map_err(Error::Output)?;
    }
    Ok(())
}

fn row(game: GameLine) -> [String; 8] {
    let GameLine { table, id, begun, white, black, plies, result, termination } = game;
    let name = |name: Option<String>| name.unwrap_or_else(|| "?".to_owned());
    let cells =
        [id, table, begun, name(white), name(black), plies.to_string(), result, termination.unwrap_or_default()];
    // One line a game, whatever its players are called.
    cells.map(|cell| plain(&cell.replace('\n', " ")).into_owned())
}

/// Writes a game: to standard output, or into a folder, there in every format unless one is named.
///
/// # Errors
/// [`Error`]: there is no such game, or it cannot be read or written.
pub fn export(place: &Place, id: &str, format: Option<Format>, out: Option<&Path>) -> Result<(), Error> {
    let game = open(place)?.game(id)?.ok_or_else(|| Error::NoGame { id: id.to_owned() })?;
    let Some(folder) = out else {
        let text = text(&game, format.unwrap_or(Format::Pgn))?;
        return io::stdout().lock().write_all(text.as_bytes()).map_err(Error::Output);
    };
    fs::create_dir_all(folder).map_err(|source| Error::Folder { folder: folder.to_owned(), source })?;
    let all = Format::NAMES.map(|(_, format)| format);
    for format in all.into_iter().filter(|one| format.is_none_or(|wanted| wanted == *one)) {
        let file = folder.join(format!("{}.{}", id.replace('/', "-"), format.extension()));
        let written = fs::write(&file, text(&game, format)?);
        written.map_err(|source| Error::Unwritable { file: file.display().to_string(), source })?;
        println!("{}", file.display());
    }
    Ok(())
}

fn open(place: &Place) -> Result<Archive, Error> {
    let path = match place {
        Place::Configured(file) => {
            let config = file.as_deref().map(config::load).transpose()?.unwrap_or_else(Config::default);
            config.state_dir(&Environment::of_process())
        }
        Place::Path(path) => path.clone(),
    };
    Archive::open(&path).map_err(Error::Kept)
}

fn text(game: &KeptGame, format: Format) -> Result<String, Error> {
    let lines = |lines: &[String]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    Ok(match format {
        Format::Log => {
            // Time went on after the last event for as long as anything was said.
            let end = format!("{{\"t_ms\":{},\"ev\":\"time\"}}\n", resume::reached(game).at.0);
            format!("{}\n{}{end}", game.header, lines(&game.events))
        }
        Format::Pgn => pgn(game)?,
        Format::Records => lines(&game.records),
    })
}

/// The game as PGN, from its log.
fn pgn(game: &KeptGame) -> Result<String, Error> {
    let unusable = |error: &dyn std::fmt::Display| Error::GameUnusable { id: game.id.clone(), why: error.to_string() };
    let line = read_line(&game.header, 1).map_err(|error| unusable(&error))?;
    let Line::Game(header, _) = line else { return Err(unusable(&"its log has no header")) };
    let mut table = Table::of(*header, Source::Log);
    let (mut text, mut begun) = (String::new(), 0);
    let (mut progress, mut told) = (Progress::new(), 0_u64);
    let fed = feed(&mut table, game, |output| {
        told += 1;
        progress.tell(|| format!("{}: replayed {told} records", game.id));
        match output {
            Output::Begun(_) => begun += 1,
            // What comes after the next game's beginning is that one's.
            Output::Pgn(pgn) if begun == 1 => text = pgn,
            Output::Ask(_)
            | Output::Health(_)
            | Output::Keep(_)
            | Output::Pgn(_)
            | Output::Record(_)
            | Output::Reply { .. }
            | Output::Resync(_)
            | Output::Seen(..)
            | Output::Send(_) => {}
        }
    });
    fed.map_err(|error| unusable(&error))?;
    Ok(text)
}
