//! `touchmove run`: the service until it is told to stop.

use std::path::Path;

use tracing::info;

use super::{
    Error,
    config::{self, Config, Environment},
    service::{Options, Service},
    stop::Stop,
};

/// Runs every table of a configuration until SIGTERM or Ctrl-C; without a file, one table as it is by default.
///
/// The tables' time runs `speed` times faster than real: 1.0, except for boards that are emulated at another speed.
///
/// # Errors
/// [`Error`]: the configuration cannot be used, or an address not be had.
pub async fn run(file: Option<&Path>, speed: f64) -> Result<(), Error> {
    let mut stop = Stop::listen()?;
    let config = file.map(config::load).transpose()?.unwrap_or_else(Config::default);
    let state_dir = config.state_dir(&Environment::of_process());
    info!(
        version = env!("CARGO_PKG_VERSION"),
        config = file.map(|file| file.display().to_string()).as_deref().unwrap_or("none"),
        state_dir = %state_dir.display(),
        tables = config.tables.len(),
        "Starting."
    );
    let options = Options { file: file.map(Path::to_owned), state_dir, speed, ..Options::default() };
    let service = tokio::select! {
        started = Service::start(&config, options) => started?,
        () = stop.asked() => return Ok(()),
    };
    stop.asked().await;
    service.stop().await;
    info!("Stopped.");
    Ok(())
}
