//! A table over pseudo-terminals, in wall time: each time that its cable is put in, another one.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use protocols::{
    Device,
    registry::{Board, Model},
};
use tokio::{
    sync::mpsc,
    time::{Instant, sleep_until},
};

use super::{Happening, Heard, Sitting};
use crate::emulate::{
    error::PtyError,
    pty::{Clock, Pty},
};

/// How long a board waits for a computer that does not read, before bytes are lost as on a real line.
const UNREAD: Duration = Duration::from_millis(250);

/// Longest sleep.
const LONGEST_SLEEP: Duration = Duration::from_secs(1);

/// What players are told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sat {
    /// The arbiter has the game begun.
    Begin,
    /// They hear this.
    Heard(Heard),
}

/// A board that has power.
struct Plugged {
    pty: Pty,
    device: Box<dyn Device>,
    patience: Duration,
}

impl Plugged {
    fn new(link: &Path, board: &Board, model: Model) -> Result<Plugged, PtyError> {
        Ok(Plugged { pty: Pty::open(link)?, device: (board.device)(model), patience: UNREAD })
    }
}

/// Has players sit at a board of this kind and model whose pseudo-terminal has this link, `speed` times faster than real, until
/// nobody tells them anything any more. What happens there is told to `happened`.
///
/// # Errors
///
/// Where a terminal fails or cannot be had.
pub async fn sit(
    link: PathBuf,
    (board, model): (Board, Model),
    mut sitting: Sitting,
    speed: f64,
    mut told: mpsc::Receiver<Sat>,
    happened: mpsc::Sender<Happening>,
) -> Result<(), PtyError> {
    let clock = Clock { start: Instant::now(), speed };
    let mut plugged = Some(Plugged::new(&link, &board, model)?);
    let mut input = [0; 256];
    loop {
        let at = clock.at(Instant::now());
        sitting.advance(at);
        while let Some(happening) = sitting.poll() {
            match happening {
                Happening::CableIn => plugged = Some(Plugged::new(&link, &board, model)?),
                Happening::CableOut => plugged = None,
                Happening::Done(_) => {}
            }
            // Who watches may be gone.
            let _ = happened.send(happening).await;
        }
        let mut wake = sitting.next_deadline();
        if let Some(Plugged { pty, device, patience }) = &mut plugged {
            device.advance(at, sitting.world());
            while let Some((_, bytes)) = device.poll() {
                let lost = pty.write(&bytes, *patience).await?;
                // Nobody reads: it is not waited for again until somebody does.
                *patience = if lost > 0 { Duration::ZERO } else { UNREAD };
            }
            let due = device.next_deadline();
            wake = Some(wake.map_or(due, |wake| wake.min(due)));
        }
        let now = Instant::now();
        let wake = wake.map_or(now + LONGEST_SLEEP, |wake| clock.instant(wake));
        let wake = wake.clamp(now + Duration::from_millis(1), now + LONGEST_SLEEP);
        let heard = async {
            match &mut plugged {
                Some(Plugged { pty, .. }) => pty.read(&mut input).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = sleep_until(wake) => {}
            told = told.recv() => {
                let at = clock.at(Instant::now());
                match told {
                    None => return Ok(()),
                    Some(Sat::Begin) => sitting.begin(at),
                    Some(Sat::Heard(heard)) => sitting.hear(at, heard),
                }
            }
            count = heard => {
                let count = count?;
                let at = clock.at(Instant::now());
                sitting.advance(at);
                if let Some(Plugged { device, patience, .. }) = &mut plugged {
                    *patience = UNREAD;
                    device.advance(at, sitting.world());
                    device.receive(at, input.get(..count).unwrap_or_default());
                }
            }
        }
    }
}
