//! Finds the port that a table wants, again and again if need be.

use std::{
    collections::{HashMap, HashSet},
    fmt, fs,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    time::Duration,
};

use protocols::registry::{Board, Models};
use thiserror::Error;
use tokio::{
    task::JoinSet,
    time::{Instant, sleep},
};

use super::{
    Answer, Claims, NoAnswer, OpenError, OpenPort, Places, Port, PortInfo, Wanted, ask, claims::bare, open, ports,
};

/// Shortest and longest time before a port that did not answer is asked again.
///
/// What hangs on it may be no board at all and should be left in peace. A port
/// that was pulled out and plugged in again is a new one and asked at once.
const ASK_AGAIN: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(16));

/// Longest time before a port is asked again whose USB ids are those of a board: it may just have been switched off.
const ASK_LIKELY_AGAIN: Duration = Duration::from_secs(1);

/// How often to look for new ports while others are being asked.
const LOOK_AGAIN: Duration = Duration::from_millis(300);

/// How long after a loss only the board that was lost is taken, where its serial number is known.
///
/// A loose plug must not move a game to the spare board beside it; a replaced
/// board must be found without anybody's help.
const FAITHFUL: Duration = Duration::from_secs(15);

/// Why no port is found at the moment.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FindError {
    /// Ports are there, and none has the board that is wanted.
    #[error("{}", Tried(.tried))]
    NoBoard {
        /// Every port with what it said, sorted by port.
        tried: Vec<(PathBuf, NoAnswer)>,
    },
    /// There is no serial port to ask.
    #[error("there is no serial port; is the board plugged in?")]
    NoPort,
    /// The port of the configuration cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
}

/// A port found: open, with the board on it.
#[derive(Debug)]
pub(super) struct FoundPort {
    pub(super) open: OpenPort,
    /// The name under which it was found.
    pub(super) path: PathBuf,
    pub(super) board: Board,
    /// Serial number of the board, where it was asked and told.
    pub(super) serial: Option<String>,
    /// What the board has said while it was asked.
    pub(super) heard: Vec<u8>,
}

impl FoundPort {
    fn of(open: OpenPort, path: PathBuf, answer: Answer) -> FoundPort {
        let Answer { board, serial, heard, .. } = answer;
        FoundPort { open, path, board, serial, heard }
    }
}

/// Looks for one table's port, and remembers what it has learnt about it.
#[derive(Debug)]
pub(super) struct Finder {
    wanted: Wanted,
    places: Places,
    claims: Claims,
    /// Stable name of the port last found.
    by_id: Option<PathBuf>,
    /// Kind of the board last found.
    kind: Option<&'static str>,
    /// Serial number of the board last found.
    serial: Option<String>,
    lost_at: Option<Instant>,
    /// Ports that had no answer for us, by device node.
    mute: HashMap<PathBuf, Mute>,
}

/// A port that had no answer for us.
#[derive(Debug)]
struct Mute {
    port: PathBuf,
    why: NoAnswer,
    /// What distinguishes this device node from a later one of the same name.
    stamp: Stamp,
    /// Time to leave it in peace, doubled each time.
    pause: Duration,
    ask_again_at: Instant,
}

/// One round of asking all ports.
struct Round {
    /// The only board that will do.
    serial: Option<String>,
    asked: HashSet<(PathBuf, Stamp)>,
    asking: JoinSet<Asked>,
    /// Ports that are kept for other tables.
    reserved: Vec<(PathBuf, NoAnswer)>,
}

/// A port that was asked, and what came of it.
type Asked = (PortInfo, Result<(OpenPort, Answer), NoAnswer>);

/// A device node as it was made: inode, device number, and the time of its making, which for terminals is that of
/// the last status change (seconds, nanoseconds): reading and writing do not move it.
type Stamp = (u64, u64, i64, i64);

impl Finder {
    pub(super) fn new(wanted: Wanted, places: Places, claims: Claims) -> Finder {
        Finder { wanted, places, claims, by_id: None, kind: None, serial: None, lost_at: None, mute: HashMap::new() }
    }

    /// The board on the port said that this is its serial number.
    pub(super) fn identified(&mut self, serial: String) {
        self.claims.has(&serial, &self.wanted.table);
        self.serial = Some(serial);
    }

    /// The port found is gone.
    pub(super) fn lost(&mut self) {
        self.lost_at = Some(Instant::now());
    }

    /// Looks once at every place where the port may be.
    pub(super) async fn attempt(&mut self) -> Result<FoundPort, FindError> {
        let found = match self.wanted.port.clone() {
            Port::Auto => self.among_all(self.wanted.serial.clone().or(self.faithful_to())).await?,
            Port::Path(path) => self.at_path(&path).await?,
        };
        let node = found.open.claim.node();
        self.by_id = ports(&self.places).into_iter().find(|port| port.node == node).and_then(|port| port.by_id);
        self.mute.clear();
        self.kind = Some(found.board.kind);
        if let Some(serial) = found.serial.clone() {
            self.identified(serial);
        }
        Ok(found)
    }

    /// Tries the port that the configuration names, first under the stable name it was last seen to have. Where the board
    /// that is wanted, or was just lost, is not there, it is looked for everywhere: a hub that was reset may have numbered
    /// the ports anew, and plugs may have been exchanged.
    async fn at_path(&mut self, path: &Path) -> Result<FoundPort, FindError> {
        let faithful = self.wanted.serial.clone().or(self.faithful_to());
        if let Some(stable) = self.by_id.clone()
            && let Ok(found) = self.take(&stable, faithful.as_deref()).await
        {
            return Ok(found);
        }
        let error = match self.take(path, faithful.as_deref()).await {
            Ok(found) => return Ok(found),
            Err(error) => error,
        };
        match faithful.or(self.serial.clone()) {
            Some(serial) => self.among_all(Some(serial)).await.map_err(|_| error),
            None => Err(error),
        }
    }

    /// Opens one port, and asks it where there is something to ask: which kind of board it is, or whether it is the one
    /// with this serial number.
    async fn take(&self, path: &Path, serial: Option<&str>) -> Result<FoundPort, FindError> {
        if let ([board], None) = (&*self.wanted.boards, serial)
            && board.models == Models::Alike
        {
            let open = open(path, board.line, &self.claims).await?;
            return Ok(FoundPort { open, path: path.to_owned(), board: *board, serial: None, heard: Vec::new() });
        }
        match ask(path, &self.kinds(), &self.claims).await {
            Ok((open, answer)) => {
                suits(&answer, serial, &self.claims, &self.wanted.table)
                    .map_err(|why| FindError::NoBoard { tried: vec![(path.to_owned(), why)] })?;
                Ok(FoundPort::of(open, path.to_owned(), answer))
            }
            Err(NoAnswer::Open(error)) => Err(error.into()),
            Err(why) => Err(FindError::NoBoard { tried: vec![(path.to_owned(), why)] }),
        }
    }

    /// The kinds of board that may be there: while only the one just lost will do, its kind alone, which is asked soonest.
    fn kinds(&self) -> Vec<Board> {
        let mut kinds = self.wanted.boards.clone();
        if let (Some(kind), Some(_)) = (self.kind, self.faithful_to()) {
            kinds.retain(|board| board.kind == kind);
        }
        kinds
    }

    /// The serial number of the board just lost, while no other will do.
    fn faithful_to(&self) -> Option<String> {
        let recently = self.lost_at.is_some_and(|lost| lost.elapsed() < FAITHFUL);
        self.serial.clone().filter(|_| recently)
    }

    /// Asks all ports at once, those too that appear meanwhile; the first board that suits is taken.
    async fn among_all(&mut self, serial: Option<String>) -> Result<FoundPort, FindError> {
        let mut round = Round { serial, asked: HashSet::new(), asking: JoinSet::new(), reserved: Vec::new() };
        loop {
            self.ask_new(&mut round);
            let answered = tokio::select! {
                answered = round.asking.join_next() => answered,
                () = sleep(LOOK_AGAIN) => continue,
            };
            match answered {
                // The others are ended first: their ports are closed and free again.
                Some(Ok((port, Ok((open, answer))))) => {
                    round.asking.shutdown().await;
                    return Ok(FoundPort::of(open, port.path, answer));
                }
                Some(Ok((port, Err(why)))) => self.note(port, why),
                // Only a bug in a codec can make a task fail; the port is asked again next time.
                Some(Err(_)) => {}
                None => break,
            }
        }
        let mut tried: Vec<(PathBuf, NoAnswer)> =
            self.mute.values().map(|mute| (mute.port.clone(), mute.why.clone())).chain(round.reserved).collect();
        tried.sort_by(|(a, _), (b, _)| a.cmp(b));
        Err(if tried.is_empty() { FindError::NoPort } else { FindError::NoBoard { tried } })
    }

    /// Starts to ask the ports that are due and that this round has not asked yet.
    fn ask_new(&mut self, round: &mut Round) {
        let now = Instant::now();
        let all: Vec<(PortInfo, Stamp)> =
            ports(&self.places).into_iter().filter_map(|port| stamp(&port.node).map(|stamp| (port, stamp))).collect();
        self.mute.retain(|node, mute| all.iter().any(|(port, stamp)| port.node == *node && *stamp == mute.stamp));
        round.reserved.clear();
        for (port, stamp) in all {
            // One board alone is looked for wherever it may be: plugs may have been exchanged.
            if round.serial.is_none() && self.claims.is_reserved_from(&port.node, &self.wanted.table) {
                round.reserved.push((port.path.clone(), OpenError::Claimed { port: port.path }.into()));
                continue;
            }
            let in_peace = self.mute.get(&port.node).is_some_and(|mute| now < mute.ask_again_at);
            if in_peace || !round.asked.insert((port.node.clone(), stamp)) {
                continue;
            }
            let (wanted, claims, serial) = (self.wanted.clone(), self.claims.clone(), round.serial.clone());
            let kinds = self.kinds();
            round.asking.spawn(async move {
                let boards = likely_first(&port, &kinds);
                let answer = match ask(&port.path, &boards, &claims).await {
                    Ok((open, answer)) => {
                        suits(&answer, serial.as_deref(), &claims, &wanted.table).map(|()| (open, answer))
                    }
                    Err(why) => Err(why),
                };
                (port, answer)
            });
        }
    }

    /// Remembers that a port had no answer for us.
    fn note(&mut self, port: PortInfo, why: NoAnswer) {
        let Some(stamp) = stamp(&port.node) else { return };
        let likely = self.wanted.boards.iter().any(|board| is_likely(&port, board));
        let longest = if likely { ASK_LIKELY_AGAIN } else { ASK_AGAIN.1 };
        let pause = match why {
            // Nothing was sent to it, so trying again disturbs nobody.
            NoAnswer::Open(_) => Duration::ZERO,
            NoAnswer::Other { .. } | NoAnswer::Silent { .. } | NoAnswer::Vanished => {
                let before = self.mute.get(&port.node).map_or(Duration::ZERO, |mute| mute.pause);
                (before * 2).clamp(ASK_AGAIN.0, longest)
            }
        };
        let ask_again_at = Instant::now() + pause;
        self.mute.insert(port.node, Mute { port: port.path, why, stamp, pause, ask_again_at });
    }
}

/// Whether this board may be taken for `table`.
fn suits(answer: &Answer, serial: Option<&str>, claims: &Claims, table: &str) -> Result<(), NoAnswer> {
    let other = || NoAnswer::Other { found: answer.serial.clone().unwrap_or_else(|| answer.board.kind.to_owned()) };
    match (serial, &answer.serial) {
        (Some(wanted), found) if found.as_deref().map(bare) != Some(bare(wanted)) => Err(other()),
        (_, Some(found)) if claims.is_anothers(found, table) => Err(other()),
        (_, _) => Ok(()),
    }
}

/// The boards in the order in which this port is asked: those first whose USB ids it shows, else as they were.
pub(super) fn likely_first(port: &PortInfo, boards: &[Board]) -> Vec<Board> {
    let mut boards = boards.to_vec();
    boards.sort_by_key(|board| !is_likely(port, board));
    boards
}

fn is_likely(port: &PortInfo, board: &Board) -> bool {
    port.usb.as_ref().is_some_and(|usb| board.is_likely((usb.vendor, usb.product)))
}

fn stamp(node: &Path) -> Option<Stamp> {
    let node = fs::metadata(node).ok()?;
    Some((node.ino(), node.rdev(), node.ctime(), node.ctime_nsec()))
}

/// The ports asked, each with what it said.
struct Tried<'a>(&'a [(PathBuf, NoAnswer)]);

impl fmt::Display for Tried<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (port, why)) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            match why {
                // These name the port themselves.
                NoAnswer::Open(error) => write!(f, "{error}")?,
                NoAnswer::Other { .. } | NoAnswer::Silent { .. } | NoAnswer::Vanished => {
                    write!(f, "{}: {why}", port.display())?;
                }
            }
        }
        Ok(())
    }
}
