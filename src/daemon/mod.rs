//! The running service, and the commands around it.
//!
//! | command | here |
//! |---|---|
//! | `run` | [`run`](fn@run): a service and its tables' tasks |
//! | `demo` | [`demo`](fn@demo): a service with an emulated board |
//! | `emulate` | [`emulate`](fn@emulate): the board alone |
//! | `replay` | [`replay_logs`], [`replay_boards`] |
//! | `boards` | [`boards`](fn@boards) |
//! | `config` | [`config`] |
//! | `hall` | [`hall`](fn@hall): the console of any number of tables |
//! | `history`, `export` | [`history`](fn@history), [`export`] |
//! | `winnable` | [`winnable`](fn@winnable) |
//!
//! Each of them is a file of `commands`. `service` starts what runs together, watches over it, and stops it; `table` is
//! the task of one table; `hall` is that of the hall; `config` reads what all are told. What stands beside these folders serves all of them. The
//! folders import each other in this order: `commands`, `service`, `table`, `hall`, `config`.

mod clock;
mod commands;
pub mod config;
mod error;
mod hall;
mod logs;
mod metrics;
mod plain;
mod progress;
mod service;
mod stop;
mod table;

pub use commands::{
    boards::boards,
    demo::{Demo, demo},
    emulate::{Beginning, Emulate, Program, emulate},
    hall::hall,
    history::{Format, Place, export, history},
    replay::{replay_boards, replay_logs},
    run::run,
    winnable::winnable,
};
pub use error::Error;
pub use logs::{Log, LogFormat, start_log};
pub use plain::plain;
