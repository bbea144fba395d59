//! `touchmove hall`: the console for any number of tables, followed through a broker.

use std::{
    fs,
    io::{self, IsTerminal, Write},
    path::Path,
};

use tracing::{error, info, warn};

use crate::{
    daemon::{
        Error,
        config::{self, Config, Environment, convert},
        hall::{self, Source},
        logs::Log,
        service::watchdog,
        stop::{Reload, Stop},
    },
    publish::{
        console::hall::HallHandle,
        mqtt::{follow::Follower, settings::Settings},
        web::{self, Certificate},
    },
};

/// What the hall keeps in the state folder.
const FILE: &str = "hall.sqlite";

/// Follows all tables of a broker and serves their console until SIGTERM or Ctrl-C; without a file, those of the broker on
/// this computer.
///
/// # Errors
/// [`Error`]: the configuration cannot be used, or an address or the database not be had; or the hall
/// failed.
pub async fn hall(file: Option<&Path>, log: &Log) -> Result<(), Error> {
    let mut stop = Stop::listen()?;
    let mut reload = Reload::listen()?;
    let config = file.map(config::load).transpose()?.unwrap_or_else(Config::default);
    log.set_filter(&config.log.filter);
    let state_dir = config.state_dir(&Environment::of_process());
    let url = config.mqtt.url.as_ref().map_or_else(|| Settings::default().url, ToString::to_string);
    info!(
        version = env!("CARGO_PKG_VERSION"),
        config = file.map(|file| file.display().to_string()).as_deref().unwrap_or("none"),
        state_dir = %state_dir.display(),
        broker = url,
        "Starting the hall."
    );
    let certificate = config.web.cert_file.as_deref().zip(config.web.key_file.as_deref());
    let certificate = certificate.map(|(cert, key)| Certificate::load(cert, key)).transpose()?;
    let (handle, desk) = HallHandle::new(&config.hall.title);
    let (web, commands) = web::start(config.web.listen, Vec::new(), handle, certificate.as_ref()).await?;
    // There are no tables of its own that would take them.
    drop(commands);
    fs::create_dir_all(&state_dir).map_err(|source| Error::Folder { folder: state_dir.clone(), source })?;
    let path = config.hall.file.clone().unwrap_or_else(|| state_dir.join(FILE));
    let opened = hall::open(Some(&path)).map_err(|source| Error::Hall { file: path.clone(), source })?;
    if let Some(link) = opened.invite(web.address(), certificate.is_some())
        && io::stdout().is_terminal()
    {
        writeln!(io::stdout(), "The chief arbiter's account is made here, once: {link}").map_err(Error::Output)?;
    }
    let settings = convert::mqtt_settings(&config, url);
    let (follower, heard) = Follower::start(&settings, &opened.id).map_err(|source| Error::Follow(Box::new(source)))?;
    let running = opened.run(&config, Source::Broker(follower), heard, desk);
    let running = running.map_err(|source| Error::Hall { file: path, source })?;
    watchdog::ready();
    let ended = loop {
        tokio::select! {
            () = stop.asked() => break Ok(()),
            // Whoever has started it starts it again; a page that answers nobody helps nobody.
            () = running.failed() => break Err(Error::HallFailed),
            () = reload.asked() => {
                watchdog::reloading();
                take_over(file, log);
                watchdog::ready();
            }
        }
    };
    watchdog::stopping();
    web.shutdown().await;
    running.stop().await;
    info!("Stopped.");
    ended
}

/// Of a configuration read again the log's part is taken over; the rest needs a start.
fn take_over(file: Option<&Path>, log: &Log) {
    match file.map(config::load_again) {
        Some(Ok(config)) => {
            log.set_filter(&config.log.filter);
            info!(
                "The configuration was read again: of the hall, how much is logged is taken over; the rest at a start."
            );
        }
        Some(Err(error)) => error!(%error, "The configuration is not taken over; everything stays as it was."),
        None => warn!("There is no configuration file to read again."),
    }
}
