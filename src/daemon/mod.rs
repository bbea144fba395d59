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
//! | `winnable` | [`winnable`](fn@winnable) |

mod allowance;
mod boards;
mod capture;
mod clock;
pub mod config;
mod convert;
mod demo;
mod emulate;
mod error;
mod keeper;
mod logs;
mod memory;
mod metrics;
mod replay;
mod run;
mod service;
mod status;
mod stop;
mod task;
mod watchdog;
mod winnable;

pub use boards::boards;
pub use demo::{Demo, demo};
pub use emulate::{Beginning, Emulate, Program, emulate};
pub use error::Error;
pub use logs::{Log, LogFormat, start_log};
pub use replay::{replay_boards, replay_logs};
pub use run::run;
pub use winnable::winnable;
