//! `touchmove run`: the service until it is told to stop.

use std::{
    io::{self, IsTerminal, Write},
    path::Path,
    time::{Duration, Instant},
};

use tracing::{error, info, warn};

use crate::daemon::{
    Error,
    config::{self, Change, Config, Environment, HostName},
    logs::Log,
    service::{
        Options, Service,
        watchdog::{self, Watchdog},
    },
    stop::{Reload, Stop},
};
use crate::store::{Archive, StoreError};

/// The exit status where something kept the service from starting that may get better by itself.
const MAY_GET_BETTER: u8 = 1;

/// How long the end is put off then, where somebody starts the service again as soon as it has ended: the log would be full
/// of it.
const HELD_BACK: Duration = Duration::from_secs(10);

/// A hall that fails sooner than this fails again: the service is not started again for it, since its tables would stand
/// still each time.
const HALL_LASTS: Duration = Duration::from_secs(600);

/// Runs every table of a configuration until SIGTERM or Ctrl-C; without a file, one table as it is by default. At
/// SIGHUP the file is read again, and what can be is taken over.
///
/// The tables' time runs `speed` times faster than real: 1.0, except for boards that are emulated at another speed.
///
/// # Errors
/// [`Error`]: the configuration cannot be used, or an address not be had; or the hall failed where somebody starts the
/// service again.
pub async fn run(file: Option<&Path>, speed: f64, log: &Log) -> Result<(), Error> {
    let mut stop = Stop::listen()?;
    let mut reload = Reload::listen()?;
    let mut config = file.map(config::load).transpose()?.unwrap_or_else(Config::default);
    log.set_filter(&config.log.filter);
    let state_dir = config.state_dir(&Environment::of_process());
    let host = config.lacks_name().then(|| host_name(&state_dir));
    if let Some(host) = &host {
        config.name_by(host);
    }
    info!(
        version = env!("CARGO_PKG_VERSION"),
        config = file.map(|file| file.display().to_string()).as_deref().unwrap_or("none"),
        state_dir = %state_dir.display(),
        tables = config.tables.len(),
        "Starting."
    );
    let options = Options { file: file.map(Path::to_owned), state_dir, speed, ..Options::default() };
    let service = tokio::select! {
        started = Service::start(&config, options) => started,
        () = stop.asked() => return Ok(()),
    };
    let service = match service {
        Ok(service) => service,
        Err(error) => {
            if error.status() == MAY_GET_BETTER && watchdog::is_supervised() {
                error!(%error, again_in_s = HELD_BACK.as_secs(), "The service cannot start.");
                watchdog::held_back(&error.to_string());
                tokio::select! {
                    () = tokio::time::sleep(HELD_BACK) => {}
                    () = stop.asked() => {}
                }
            }
            return Err(error);
        }
    };
    if let Some(link) = service.invitation()
        && io::stdout().is_terminal()
    {
        writeln!(io::stdout(), "The chief arbiter's account is made here, once: {link}").map_err(Error::Output)?;
    }
    watchdog::ready();
    let watchdog = Watchdog::start(service.watched()).map_err(Error::Runtime)?;
    let (started, since) = (config.clone(), Instant::now());
    let may_start_again = || watchdog::is_supervised() && since.elapsed() >= HALL_LASTS;
    let mut is_whole = true;
    let ended = loop {
        tokio::select! {
            () = stop.asked() => break Ok(()),
            () = service.hall_failed(), if is_whole => {
                if may_start_again() {
                    break Err(Error::HallFailed);
                }
                is_whole = false;
                warn!("The tables go on without a console.");
            }
            () = reload.asked() => {
                watchdog::reloading();
                take_over(file, (&started, host.as_ref()), &mut config, &service, log);
                watchdog::ready();
            }
        }
    };
    watchdog::stopping();
    drop(watchdog);
    service.stop().await;
    info!("Stopped.");
    ended
}

/// What the only table is called that has no name: like this computer, unless the journal knows it by its number.
fn host_name(state_dir: &Path) -> HostName {
    let journaled = match Archive::open(state_dir).and_then(|archive| archive.tables()) {
        Ok(tables) => tables,
        Err(StoreError::None { .. }) => Vec::new(),
        // Whatever is in it, it goes on under the name that it has had until now.
        Err(_) => vec!["1".to_owned()],
    };
    let host = HostName::of_process(&journaled);
    match &host {
        HostName::Named(name) => {
            info!(name, "The table is named after this computer; table.name gives it another name.")
        }
        HostName::Kept => {
            info!(name = "1", "The table keeps the name under which it has games; table.name gives it another.")
        }
        HostName::Unfit(found) => {
            warn!(name = "1", found, "This computer's name is none for a table; table.name gives it one.");
        }
    }
    host
}

/// Reads the configuration again and takes over what can be; a bad one changes nothing.
fn take_over(
    file: Option<&Path>,
    (started, host): (&Config, Option<&HostName>),
    config: &mut Config,
    service: &Service,
    log: &Log,
) {
    let Some(file) = file else {
        warn!("There is no configuration file to read again.");
        return;
    };
    let mut new = match config::load_again(file) {
        Ok(new) => new,
        Err(error) => {
            error!(%error, "The configuration is not taken over; everything stays as it was.");
            return;
        }
    };
    if let Some(host) = host {
        new.name_by(host);
    }
    log.set_filter(&new.log.filter);
    for config::Changed { key, change } in config::changes(config, &new) {
        match change {
            Change::AtOnce => info!(key, "Changed."),
            Change::NextGame => info!(key, "Changed for the games that begin from now on."),
            Change::Restart => {}
        }
    }
    // What waits for a start is said each time.
    for config::Changed { key, change } in config::changes(started, &new) {
        if change == Change::Restart {
            warn!(key, "Changed in the file only: start the service again to have it.");
        }
    }
    info!(file = %file.display(), "The configuration was read again.");
    service.take_over(&new);
    *config = new;
}
