//! The arguments of the commands that have many.

use std::path::PathBuf;

use clap::{
    ArgGroup, Args,
    builder::{PossibleValuesParser, TypedValueParser},
};
use protocols::{
    SensorNoise,
    registry::{Board, Model, Sensing},
};
use touchmove::{
    daemon::{self, Beginning, Error, Format, LogFormat, Program},
    emulate::{End, Facing},
};

/// Arguments of `demo`.
#[derive(Debug, Args)]
pub(crate) struct Demo {
    /// How many times faster than people play, 0.1 to 50; without it 4, a round as people play
    #[arg(long, value_name = "N", value_parser = speed)]
    speed: Option<f64>,
    /// A round at so many tables, 1 to 24, with everything that arbiters are called for, and their console
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=24))]
    tables: Option<u8>,
    /// Take any free ports instead of 1883 for MQTT and 8080 for the page
    #[arg(long)]
    ports_free: bool,
}

impl From<Demo> for daemon::Demo {
    fn from(demo: Demo) -> daemon::Demo {
        let Demo { speed, tables, ports_free } = demo;
        let tables = tables.map(usize::from);
        let usual = if tables.is_some() { 1.0 } else { 4.0 };
        daemon::Demo { speed: speed.unwrap_or(usual), ports_free, tables }
    }
}

/// Arguments of `emulate`.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("program"))]
pub(crate) struct Emulate {
    /// Kind of board
    #[arg(long, value_name = "KIND", value_parser = crate::board_kind())]
    board: Board,
    /// What its sensors tell, identity or occupancy, where boards of the kind differ
    #[arg(long, conflicts_with = "capture", value_name = "WHAT", value_parser = sensing)]
    sensing: Option<Sensing>,
    /// How many boards share the line, numbered from 1, where boards of the kind can
    #[arg(long, conflicts_with = "capture", value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    boards: u32,
    /// Where to put the link to the pseudo-terminal
    #[arg(long, value_name = "PATH")]
    link: PathBuf,
    /// Play these games as players' hands would; without this and its likes, the demo's game
    #[arg(long, value_name = "FILE", group = "program")]
    pgn: Option<PathBuf>,
    /// Play an event log
    #[arg(long, value_name = "FILE", group = "program")]
    events: Option<PathBuf>,
    /// Play what a board once sent
    #[arg(long, value_name = "FILE", group = "program")]
    capture: Option<PathBuf>,
    /// How many times faster than real, 0.1 to 50; hands above about 2 are quicker than people's
    #[arg(long, value_name = "N", default_value_t = 1.0, value_parser = speed)]
    speed: f64,
    /// How many of a thousand bytes are lost, doubled or changed on the wire, 0 to 1000
    #[arg(long, conflicts_with = "capture", value_name = "N", default_value_t = 0.0, value_parser = noise)]
    noise: f64,
    /// How well its sensors work: none, measured or heavy noise
    #[arg(long, conflicts_with = "capture", value_name = "NOISE", default_value = "none", value_parser = sensors)]
    sensors: SensorNoise,
    /// Another number, other chances
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// White sits on the other side of the board
    #[arg(long, conflicts_with = "capture")]
    turned: bool,
    /// Begin at once, not only when a computer has asked for something
    #[arg(long)]
    at_once: bool,
    /// Stay when all is played, until stopped
    #[arg(long)]
    stay: bool,
}

impl From<Emulate> for daemon::Emulate {
    fn from(emulate: Emulate) -> daemon::Emulate {
        let Emulate {
            board,
            boards,
            sensing,
            link,
            pgn,
            events,
            capture,
            speed,
            noise,
            sensors,
            seed,
            turned,
            at_once,
            stay,
        } = emulate;
        let program = (pgn.map(Program::Pgn))
            .or(events.map(Program::Events))
            .or(capture.map(Program::Capture))
            .unwrap_or(Program::Demo);
        daemon::Emulate {
            board,
            model: Model { sensing: sensing.unwrap_or(board.sensing), ..board.usual() },
            boards,
            link,
            program,
            speed,
            noise,
            sensors,
            seed,
            facing: if turned { Facing::Turned } else { Facing::Normal },
            begin: if at_once { Beginning::AtOnce } else { Beginning::WhenAsked },
            end: if stay { End::Stay } else { End::WhenPlayed },
        }
    }
}

/// Arguments of `run`.
#[derive(Debug, Args)]
pub(crate) struct Run {
    /// The configuration; without one, a table whose board is found by asking the serial ports
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// How many times faster than real the tables' time runs, for boards that are emulated so, 0.1 to 50
    #[arg(long, value_name = "N", default_value_t = 1.0, value_parser = speed)]
    pub(crate) speed: f64,
}

/// Which journal is read.
#[derive(Debug, Args)]
pub(crate) struct Kept {
    /// The configuration whose games are meant; without one, those of a service without one
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// A state folder, or a copy of its journal.sqlite, instead
    #[arg(long, value_name = "PATH", conflicts_with = "config")]
    from: Option<PathBuf>,
}

impl From<Kept> for daemon::Place {
    fn from(Kept { config, from }: Kept) -> daemon::Place {
        from.map_or(daemon::Place::Configured(config), daemon::Place::Path)
    }
}

/// Arguments of `export`.
#[derive(Debug, Args)]
pub(crate) struct Export {
    /// The game's id, as `history` lists it
    #[arg(long, value_name = "ID")]
    game: String,
    /// What to write; without this, PGN, or into a folder all three
    #[arg(long, value_name = "FORMAT", value_parser = format())]
    format: Option<Format>,
    /// A folder to write files into, instead of standard output
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    kept: Kept,
}

impl Export {
    pub(crate) fn run(self) -> Result<(), Error> {
        let Export { game, format, out, kept } = self;
        daemon::export(&kept.into(), &game, format, out.as_deref())
    }
}

fn format() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::NAMES.map(|(name, _)| name)).try_map(|name| {
        let named = Format::NAMES.iter().find(|(known, _)| *known == name);
        named.map(|(_, format)| *format).ok_or("no such format")
    })
}

pub(crate) fn log_format() -> impl TypedValueParser<Value = LogFormat> {
    PossibleValuesParser::new(LogFormat::NAMES.iter().map(|(name, _)| *name)).try_map(|name| {
        let named = LogFormat::NAMES.iter().find(|(known, _)| *known == name);
        named.map(|(_, format)| *format).ok_or("no such form")
    })
}

pub(crate) fn speed(text: &str) -> Result<f64, String> {
    number(text, 0.1, 50.0)
}

fn sensing(text: &str) -> Result<Sensing, String> {
    match text {
        "identity" => Ok(Sensing::Identity),
        "occupancy" => Ok(Sensing::Occupancy),
        _ => Err("expected identity or occupancy".to_owned()),
    }
}

fn sensors(text: &str) -> Result<SensorNoise, String> {
    match text {
        "heavy" => Ok(SensorNoise::Heavy),
        "measured" => Ok(SensorNoise::Measured),
        "none" => Ok(SensorNoise::None),
        _ => Err("expected none, measured or heavy".to_owned()),
    }
}

fn noise(text: &str) -> Result<f64, String> {
    number(text, 0.0, 1_000.0)
}

fn number(text: &str, least: f64, most: f64) -> Result<f64, String> {
    let found = text.parse().ok().filter(|number| (least..=most).contains(number));
    found.ok_or_else(|| format!("expected a number from {least} to {most}"))
}
