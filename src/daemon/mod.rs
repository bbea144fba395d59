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
//! | `history`, `export` | [`history`](fn@history), [`export`] |
//! | `winnable` | [`winnable`](fn@winnable) |

mod allowance;
mod boards;
mod capture;
mod clock;
pub mod config;
mod convert;
mod deliveries;
mod demo;
mod emulate;
mod error;
mod history;
mod keeper;
mod ledger;
mod logs;
mod memory;
mod metrics;
mod replay;
mod resume;
mod run;
mod service;
mod status;
mod stop;
mod task;
mod tell;
mod watchdog;
mod winnable;

pub use boards::boards;
pub use demo::{Demo, demo};
pub use emulate::{Beginning, Emulate, Program, emulate};
pub use error::Error;
pub use history::{Format, Place, export, history};
pub use logs::{Log, LogFormat, start_log};
pub use replay::{replay_boards, replay_logs};
pub use run::run;
pub use winnable::winnable;
