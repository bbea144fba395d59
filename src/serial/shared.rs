//! A port that several tables' boards share: one task reads and writes it, and gives each table what its own board says.

use std::{collections::HashMap, path::PathBuf};

use protocols::{Bus, BusAddress, BusOutput, LineTime, registry::Board};
use tokio::{
    sync::mpsc,
    time::{Instant, sleep_until},
};
use tracing::debug;

use super::{EVENTS, Link, LinkEvent, WRITES, link::Command};

/// Most words of its tables that wait to be heard by the task.
const WORDS: usize = 256;

/// A line that several boards share. It ends when the last table has left it.
#[derive(Debug, Clone)]
pub(super) struct SharedLine {
    words: mpsc::Sender<Word>,
}

/// What a table tells the task.
#[derive(Debug)]
enum Word {
    Command(BusAddress, Command),
    Join(BusAddress, mpsc::Sender<LinkEvent>),
    /// The table whose events went here is gone.
    Leave(BusAddress, mpsc::Sender<LinkEvent>),
}

/// The task behind a line.
#[derive(Debug)]
struct LineTask {
    link: Link,
    bus: Box<dyn Bus>,
    members: HashMap<BusAddress, mpsc::Sender<LinkEvent>>,
    /// The port and the kind of board on it, while it is open.
    open: Option<(PathBuf, Board)>,
    started: Instant,
}

impl SharedLine {
    /// Starts the task for a port.
    pub(super) fn start(link: Link, bus: Box<dyn Bus>) -> SharedLine {
        let (words, from_tables) = mpsc::channel(WORDS);
        let task = LineTask { link, bus, members: HashMap::new(), open: None, started: Instant::now() };
        tokio::spawn(task.run(from_tables));
        SharedLine { words }
    }

    /// Whether the task is there.
    pub(super) fn is_there(&self) -> bool {
        !self.words.is_closed()
    }

    /// The part of the line that belongs to the board with this address.
    pub(super) fn join(&self, address: BusAddress) -> Link {
        let (to_owner, events) = mpsc::channel(EVENTS);
        let (commands, mut from_owner) = mpsc::channel(WRITES);
        let words = self.words.clone();
        let task = tokio::spawn(async move {
            // Where the line has just ended, the owner hears nothing more, and begins anew.
            let _ = words.send(Word::Join(address, to_owner.clone())).await;
            loop {
                tokio::select! {
                    command = from_owner.recv() => match command {
                        Some(command) => drop(words.send(Word::Command(address, command)).await),
                        None => break,
                    },
                    () = to_owner.closed() => break,
                }
            }
            let _ = words.send(Word::Leave(address, to_owner)).await;
        });
        Link::of(events, commands, task)
    }
}

impl LineTask {
    async fn run(mut self, mut from_tables: mpsc::Receiver<Word>) {
        loop {
            let deadline = self.bus.next_deadline();
            let due = deadline.map(|due| self.started + std::time::Duration::from_millis(due.0));
            tokio::select! {
                // What has arrived comes before what has become due: the board may have answered in time.
                biased;
                event = self.link.events.recv() => match event {
                    Some(event) => self.event(event).await,
                    None => break,
                },
                word = from_tables.recv() => {
                    let Some(word) = word else { break };
                    self.word(word).await;
                    if self.members.is_empty() {
                        break;
                    }
                }
                () = sleep_until(due.unwrap_or(self.started)), if due.is_some() => self.bus.tick(self.now()),
            }
            self.perform().await;
        }
        self.link.end().await;
    }

    fn now(&self) -> LineTime {
        self.at(Instant::now())
    }

    fn at(&self, instant: Instant) -> LineTime {
        let ms = instant.duration_since(self.started).as_millis();
        LineTime(u64::try_from(ms).unwrap_or(u64::MAX))
    }

    async fn event(&mut self, event: LinkEvent) {
        match event {
            LinkEvent::Bytes { at, bytes } => self.bus.receive(self.at(at), &bytes),
            LinkEvent::Closed { why } => {
                self.open = None;
                self.tell_all(|| LinkEvent::Closed { why: why.clone() }).await;
            }
            LinkEvent::Failing(why) => self.tell_all(|| LinkEvent::Failing(why.clone())).await,
            LinkEvent::Opened { port, board, .. } => {
                self.bus.opened(self.now());
                self.open = Some((port.clone(), board));
                self.tell_all(|| LinkEvent::Opened { port: port.clone(), board, serial: None }).await;
            }
        }
    }

    async fn word(&mut self, word: Word) {
        match word {
            Word::Command(board, Command::Write(bytes)) => self.bus.send(self.now(), board, &bytes),
            // One silent board is no reason to take the port from the others; by whose serial number should it be found?
            Word::Command(_, Command::Identified(_) | Command::Reopen) => {}
            Word::Join(board, member) => {
                if let Some((port, kind)) = &self.open {
                    let opened = LinkEvent::Opened { port: port.clone(), board: *kind, serial: None };
                    // Nobody hears it whose table is gone already.
                    let _ = member.send(opened).await;
                }
                self.members.insert(board, member);
            }
            Word::Leave(board, member) => {
                if self.members.get(&board).is_some_and(|known| known.same_channel(&member)) {
                    self.members.remove(&board);
                }
            }
        }
    }

    /// Does what the line wants done.
    async fn perform(&mut self) {
        while let Some(output) = self.bus.poll() {
            match output {
                BusOutput::Deliver(board, bytes) => {
                    let event = LinkEvent::Bytes { at: Instant::now(), bytes };
                    // A board that no table has, or whose table is gone.
                    let Some(member) = self.members.get(&board) else { continue };
                    let _ = member.send(event).await;
                }
                BusOutput::Send(bytes) => {
                    if let Err(error) = self.link.handle.send(bytes) {
                        debug!(%error, "Bytes for the boards are dropped.");
                    }
                }
            }
        }
    }

    async fn tell_all(&mut self, event: impl Fn() -> LinkEvent) {
        for member in self.members.values() {
            let _ = member.send(event()).await;
        }
    }
}
