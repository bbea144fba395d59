//! Keeps one port open for as long as the daemon runs: finds it, reads and writes it, and looks for it again.

use std::{
    hash::{BuildHasher, RandomState},
    io,
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    sync::mpsc,
    time::{Instant, sleep},
};

use super::{
    Closing, EVENTS, FindError, Link, LinkEvent, WRITES,
    find::{Finder, FoundPort},
    link::Command,
};

/// Most bytes read at once.
const CHUNK: usize = 4_096;

/// Most bytes that wait inside the link while the port takes no more; further writes then wait in their queue.
const PENDING: usize = 4_096;

/// Most reasons remembered as told while a search lasts; the oldest is told again if it comes back.
const REASONS: usize = 16;

/// Shortest and longest pause between two looks for the port.
///
/// Even the longest, with its jitter, finds a board well within two seconds of its being back.
const PAUSE: (Duration, Duration) = (Duration::from_millis(50), Duration::from_millis(800));

/// A port that stayed open this long was a good one: the next search starts with the shortest pause again.
const STABLE: Duration = Duration::from_secs(5);

/// Starts to look for a port, and to keep it open once found. Needs a tokio runtime.
pub(super) fn start(finder: Finder) -> Link {
    let (to_owner, events) = mpsc::channel(EVENTS);
    let (commands, from_owner) = mpsc::channel(WRITES);
    let task = PortTask { finder, to_owner, from_owner };
    Link::of(events, commands, tokio::spawn(task.run()))
}

/// The task behind a [`Link`] with a port of its own.
#[derive(Debug)]
struct PortTask {
    finder: Finder,
    to_owner: mpsc::Sender<LinkEvent>,
    from_owner: mpsc::Receiver<Command>,
}

/// The owner has dropped the link.
struct Ended;

impl PortTask {
    async fn run(mut self) {
        let mut pause = PAUSE.0;
        loop {
            let Ok(found) = self.search(&mut pause).await else { return };
            let opened_at = Instant::now();
            let Ok(why) = self.serve(found).await else { return };
            // The port is closed by now, so that the device can have its old name when it comes back.
            self.finder.lost();
            if self.tell(LinkEvent::Closed { why }).await.is_err() {
                return;
            }
            if opened_at.elapsed() >= STABLE {
                pause = PAUSE.0;
            } else if self.rest(&mut pause).await.is_err() {
                return;
            }
        }
    }

    /// Looks for the port until it is found.
    async fn search(&mut self, pause: &mut Duration) -> Result<FoundPort, Ended> {
        let mut told: Vec<FindError> = Vec::new();
        loop {
            self.forget_writes();
            let attempt = tokio::select! {
                attempt = self.finder.attempt() => attempt,
                () = self.to_owner.closed() => return Err(Ended),
            };
            match attempt {
                Ok(found) => return Ok(found),
                Err(why) if told.contains(&why) => {}
                Err(why) => {
                    if told.len() == REASONS {
                        told.remove(0);
                    }
                    told.push(why.clone());
                    self.tell(LinkEvent::Failing(why)).await?;
                }
            }
            self.rest(pause).await?;
        }
    }

    /// Drops what was sent so far: it was meant for the port as it was.
    fn forget_writes(&mut self) {
        while let Ok(command) = self.from_owner.try_recv() {
            match command {
                Command::Identified(serial) => self.finder.identified(serial),
                Command::Reopen | Command::Write(_) => {}
            }
        }
    }

    /// Waits before the next look; longer the next time.
    async fn rest(&self, pause: &mut Duration) -> Result<(), Ended> {
        tokio::select! {
            () = sleep(jittered(*pause)) => {}
            () = self.to_owner.closed() => return Err(Ended),
        }
        *pause = (*pause * 2).min(PAUSE.1);
        Ok(())
    }

    /// Reads and writes until the port is gone, and closes it.
    async fn serve(&mut self, found: FoundPort) -> Result<Closing, Ended> {
        let FoundPort { open, path, board, serial, heard } = found;
        self.forget_writes();
        self.tell(LinkEvent::Opened { port: path, board, serial }).await?;
        if !heard.is_empty() {
            self.tell(LinkEvent::Bytes { at: Instant::now(), bytes: heard }).await?;
        }

        let claim = open.claim;
        let (mut reader, mut writer) = tokio::io::split(open.stream);
        let mut chunk = vec![0; CHUNK];
        let mut pending: Vec<u8> = Vec::new();
        let why = loop {
            tokio::select! {
                read = reader.read(&mut chunk) => match read {
                    Ok(count @ 1..) => {
                        let bytes = chunk[..count].to_vec();
                        self.tell(LinkEvent::Bytes { at: Instant::now(), bytes }).await?;
                    }
                    // A hung-up port reads as empty at once and for ever: anything but closing would spin.
                    Ok(0) => break Closing::Gone,
                    Err(error) => break failed(&error),
                },
                written = writer.write(&pending), if !pending.is_empty() => match written {
                    Ok(count @ 1..) => drop(pending.drain(..count)),
                    Ok(0) => break Closing::Gone,
                    Err(error) => break failed(&error),
                },
                command = self.from_owner.recv(), if pending.len() < PENDING => match command {
                    Some(Command::Identified(serial)) => self.finder.identified(serial),
                    Some(Command::Reopen) => break Closing::Asked,
                    Some(Command::Write(bytes)) => pending.extend(bytes),
                    None => return Err(Ended),
                },
                () = self.to_owner.closed() => return Err(Ended),
            }
        };
        // The port first, then the claim: nobody may find it free while it is open.
        drop((reader, writer));
        drop(claim);
        Ok(why)
    }

    async fn tell(&self, event: LinkEvent) -> Result<(), Ended> {
        self.to_owner.send(event).await.map_err(|_| Ended)
    }
}

fn failed(error: &io::Error) -> Closing {
    Closing::Failed { reason: error.to_string() }
}

/// `pause` give or take a quarter, so that several links do not knock in step.
fn jittered(pause: Duration) -> Duration {
    // The standard library's hash keys are the only randomness at hand, and enough for this.
    let quarters = RandomState::new().hash_one(()) % 501;
    pause.mul_f64(0.75 + quarters as f64 / 1_000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jitter_stays_within_a_quarter_and_the_longest_pause_within_a_second() {
        for _ in 0..1_000 {
            let pause = jittered(PAUSE.1);
            assert!(pause >= PAUSE.1 * 3 / 4 && pause <= PAUSE.1 * 5 / 4, "{pause:?}");
            assert!(pause <= Duration::from_secs(1));
        }
    }
}
