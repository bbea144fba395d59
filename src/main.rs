//! The command line: arguments in, exit status out.

use std::{
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
};

use clap::{
    Parser, Subcommand,
    builder::{PossibleValuesParser, TypedValueParser},
};
use protocols::registry::{BOARDS, Board, board};
use touchmove::{
    daemon::{self, Error, Log, LogFormat, config},
    rules::winnable::DEFAULT_NODES,
};
use tracing::Level;

mod args;

/// Reads electronic chess boards, judges the moves by the FIDE Laws of Chess, and publishes the game over MQTT.
#[derive(Debug, Parser)]
#[command(version, arg_required_else_help = true)]
struct Arguments {
    /// Form of the log, on standard error; RUST_LOG says how much of it
    #[arg(long, global = true, default_value = "text", value_parser = args::log_format())]
    log_format: LogFormat,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the serial ports, and which board answers on each
    Boards,
    /// Check a configuration, or print every key
    #[command(subcommand)]
    Config(ConfigCommand),
    /// See it work without a board: an emulated one plays a game
    Demo(args::Demo),
    /// Be a board on a pseudo-terminal
    Emulate(args::Emulate),
    /// Write a game that was played: its moves, its records, its event log
    Export(args::Export),
    /// Serve the console for all tables of an MQTT broker
    Hall {
        /// The configuration; without one, the tables of the broker on this computer
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
    },
    /// List the games that were played
    History(args::Kept),
    /// Turn event logs, or what boards sent, into records
    Replay {
        /// Event logs, or captures with --board; standard input for - and where none is named
        files: Vec<PathBuf>,
        /// Read captures of this kind of board instead of event logs
        #[arg(long, value_name = "KIND", value_parser = board_kind())]
        board: Option<Board>,
    },
    /// Run the service: every table of the configuration
    Run(args::Run),
    /// Tell who can still win: positions in, a FEN a line, a JSON object out for each side asked
    Winnable {
        /// The positions; standard input for - and where none is named
        file: Option<PathBuf>,
        /// How many positions to look at, at most, for each answer
        #[arg(long, value_name = "N", default_value_t = DEFAULT_NODES)]
        nodes: u64,
    },
}

#[derive(Debug, Subcommand)]
enum ConfigCommand {
    /// Check a file: which key in which line is wrong, what was found and what expected
    Check {
        /// The configuration
        file: PathBuf,
    },
    /// Print every key with its default and meaning
    Show,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let usual = match arguments.command {
        Command::Hall { .. } | Command::Run(_) => Level::INFO,
        Command::Boards
        | Command::Config(_)
        | Command::Emulate(_)
        | Command::Export(_)
        | Command::History(_)
        | Command::Replay { .. }
        | Command::Winnable { .. } => Level::WARN,
        // It tells itself what the log would.
        Command::Demo(_) => Level::ERROR,
    };
    let log = daemon::start_log(arguments.log_format, usual);
    match perform(arguments.command, &log) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.is_broken_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            // Nobody may read it any more; the exit status tells all the same.
            let _ = writeln!(io::stderr(), "touchmove: {}", daemon::plain(&error.to_string()));
            ExitCode::from(error.status())
        }
    }
}

fn perform(command: Command, log: &Log) -> Result<(), Error> {
    match command {
        Command::Boards => in_runtime(daemon::boards()),
        Command::Config(ConfigCommand::Check { file }) => {
            let tables = config::check(&file)?.tables.len();
            print(&format!("{}: good; tables: {tables}\n", file.display()))
        }
        Command::Config(ConfigCommand::Show) => print(&config::show()),
        Command::Demo(demo) => in_runtime(daemon::demo(demo.into())),
        Command::Emulate(emulate) => in_runtime(daemon::emulate(emulate.into())),
        Command::Export(export) => export.run(),
        Command::Hall { config } => in_runtime(daemon::hall(config.as_deref(), log)),
        Command::History(kept) => daemon::history(&kept.into()),
        Command::Replay { files, board: None } => daemon::replay_logs(&files),
        Command::Replay { files, board: Some(board) } => daemon::replay_boards(&board, &files),
        Command::Run(args::Run { config, speed }) => in_runtime(daemon::run(config.as_deref(), speed, log)),
        Command::Winnable { file, nodes } => daemon::winnable(file.as_deref(), nodes),
    }
}

/// Two threads are plenty for any number of boards.
fn in_runtime(work: impl Future<Output = Result<(), Error>>) -> Result<(), Error> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.map_err(Error::Runtime)?;
    let outcome = runtime.block_on(work);
    // A disk that hangs, or a pipe that nobody writes to, must not keep the program from ending.
    runtime.shutdown_background();
    outcome
}

fn print(text: &str) -> Result<(), Error> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(Error::Output)
}

fn board_kind() -> impl TypedValueParser<Value = Board> {
    PossibleValuesParser::new(BOARDS.iter().map(|board| board.kind))
        .try_map(|kind| board(&kind).copied().ok_or("no such board"))
}
