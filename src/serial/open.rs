//! Opens one port, or says clearly why not.

use std::{
    fmt, fs, io,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use protocols::registry::{Line, Parity};
use serialport::{ClearBuffer, SerialPort, SerialPortBuilder, TTYPort};
use thiserror::Error;
use tokio::sync::oneshot;
use tokio_serial::SerialStream;

use super::{Claim, Claims};

/// How long opening may take.
///
/// Opening returns at once on a healthy port, but a re-enumerated PL2303
/// adapter has been seen to hang (serial2-rs, issue 55), and opening an
/// rfcomm port connects over the air first.
pub const OPEN_DEADLINE: Duration = Duration::from_secs(6);

/// How long a port that is in use is tried again: a program that is being started holds what its parent had open until
/// it runs, so a port just closed can be held for an instant, and whatever looks at every new port holds it briefly.
const IN_USE: Duration = Duration::from_millis(400);

/// Pause between two such tries.
const IN_USE_PAUSE: Duration = Duration::from_millis(20);

/// What serialport says of ENOTTY.
const NOT_A_TYPEWRITER: &str = "Not a typewriter";

/// A port that is open, and ours.
#[derive(Debug)]
pub struct OpenPort {
    // In this order: the port is closed before it is given back.
    /// The port, to read from and write to.
    pub stream: SerialStream,
    /// The claim on it.
    pub claim: Claim,
}

/// Why a port cannot be opened.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OpenError {
    /// Another program has it.
    #[error("{} is in use by another program", .port.display())]
    Busy {
        /// The port.
        port: PathBuf,
    },
    /// Another table has it, or it is being asked by one.
    #[error("{} is in use by another table", .port.display())]
    Claimed {
        /// The port.
        port: PathBuf,
    },
    /// Opening did not come back in time. The port counts as claimed until it does.
    #[error("{} could not be opened within {} s", .port.display(), .after.as_secs())]
    Hung {
        /// The port.
        port: PathBuf,
        /// How long was waited.
        after: Duration,
    },
    /// Anything else the system says.
    #[error("{} cannot be opened: {reason}", .port.display())]
    Io {
        /// The port.
        port: PathBuf,
        /// The system's words.
        reason: String,
    },
    /// The board's entry in the registry asks for what serial ports cannot do.
    #[error("{} cannot be set to {} data bits and {} stop bits", .port.display(), .line.data_bits, .line.stop_bits)]
    Line {
        /// The port.
        port: PathBuf,
        /// The settings asked for.
        line: Line,
    },
    /// There is no such port.
    #[error("{} is not there", .port.display())]
    Missing {
        /// The port.
        port: PathBuf,
    },
    /// It is no serial port.
    #[error("{} is not a serial port", .port.display())]
    NotATty {
        /// The port.
        port: PathBuf,
    },
    /// This user may not use it.
    #[error("{} may not be used by this user{}", .port.display(), Membership(.group.as_deref()))]
    Permission {
        /// The port.
        port: PathBuf,
        /// The group whose members may, usually `dialout`.
        group: Option<String>,
    },
}

/// Opens a port for this process alone, with a board's settings, and forgets what had arrived before.
///
/// # Errors
/// See [`OpenError`].
pub async fn open(path: &Path, line: Line, claims: &Claims) -> Result<OpenPort, OpenError> {
    let port = path.to_owned();
    let node = fs::canonicalize(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => OpenError::Missing { port: port.clone() },
        _ => OpenError::Io { port: port.clone(), reason: error.to_string() },
    })?;
    let settings = settings(&node, line).ok_or_else(|| OpenError::Line { port: port.clone(), line })?;
    let claim = claims.claim(&node).ok_or_else(|| OpenError::Claimed { port: port.clone() })?;

    // A thread of its own, not one of the runtime's: a hung open must not hold up the end of the program.
    // It keeps the claim until it comes back, so a hung port costs one thread and no more.
    let (done, opened) = oneshot::channel();
    std::thread::Builder::new()
        .name("open-port".to_owned())
        .spawn(move || {
            let result = open_patiently(&settings);
            // Nobody may be waiting any more; port and claim are then dropped here.
            let _ = done.send((result, claim));
        })
        .map_err(|error| OpenError::Io { port: port.clone(), reason: error.to_string() })?;

    let (result, claim) = match tokio::time::timeout(OPEN_DEADLINE, opened).await {
        Ok(Ok(opened)) => opened,
        Ok(Err(_)) => return Err(OpenError::Io { port, reason: "the opening thread died".to_owned() }),
        Err(_) => return Err(OpenError::Hung { port, after: OPEN_DEADLINE }),
    };
    let stream = result.and_then(started).map_err(|error| explain(port, &node, &error))?;
    Ok(OpenPort { stream, claim })
}

/// The settings of a port for a board's line: raw, exclusive, no handshake.
///
/// `None` where data bits are not 5..=8 or stop bits not 1 or 2, or the path is not UTF-8.
#[must_use]
pub fn settings(path: &Path, line: Line) -> Option<SerialPortBuilder> {
    let data_bits = match line.data_bits {
        5 => serialport::DataBits::Five,
        6 => serialport::DataBits::Six,
        7 => serialport::DataBits::Seven,
        8 => serialport::DataBits::Eight,
        _ => return None,
    };
    let stop_bits = match line.stop_bits {
        1 => serialport::StopBits::One,
        2 => serialport::StopBits::Two,
        _ => return None,
    };
    let parity = match line.parity {
        Parity::Even => serialport::Parity::Even,
        Parity::None => serialport::Parity::None,
        Parity::Odd => serialport::Parity::Odd,
    };
    Some(
        serialport::new(path.to_str()?, line.baud)
            .data_bits(data_bits)
            .parity(parity)
            .stop_bits(stop_bits)
            .flow_control(serialport::FlowControl::None)
            .exclusive(true),
    )
}

/// Opens a port; one in use is tried again for [`IN_USE`]. Waits in the calling thread.
fn open_patiently(settings: &SerialPortBuilder) -> serialport::Result<TTYPort> {
    let began = Instant::now();
    loop {
        match settings.clone().open_native() {
            Err(error) if error.kind() == serialport::ErrorKind::NoDevice && began.elapsed() < IN_USE => {
                std::thread::sleep(IN_USE_PAUSE);
            }
            opened => return opened,
        }
    }
}

fn started(port: TTYPort) -> serialport::Result<SerialStream> {
    // What arrived before we came belongs to nobody. Not every device can forget it; codecs resynchronise.
    let _ = port.clear(ClearBuffer::All);
    SerialStream::try_from(port)
}

fn explain(port: PathBuf, node: &Path, error: &serialport::Error) -> OpenError {
    match error.kind() {
        // serialport reports both EBUSY (TIOCEXCL) and a lock held by another program so.
        serialport::ErrorKind::NoDevice => OpenError::Busy { port },
        serialport::ErrorKind::Io(io::ErrorKind::NotFound) => OpenError::Missing { port },
        serialport::ErrorKind::Io(io::ErrorKind::PermissionDenied) => {
            OpenError::Permission { port, group: group(node) }
        }
        serialport::ErrorKind::Unknown if error.description == NOT_A_TYPEWRITER => OpenError::NotATty { port },
        serialport::ErrorKind::InvalidInput | serialport::ErrorKind::Io(_) | serialport::ErrorKind::Unknown => {
            OpenError::Io { port, reason: error.description.clone() }
        }
    }
}

/// Name of the group that a device belongs to.
fn group(node: &Path) -> Option<String> {
    let gid = fs::metadata(node).ok()?.gid().to_string();
    let groups = fs::read_to_string("/etc/group").ok()?;
    groups.lines().find_map(|line| {
        let mut fields = line.split(':');
        let (name, _, id) = (fields.next()?, fields.next()?, fields.next()?);
        (id == gid).then(|| name.to_owned())
    })
}

/// What to do about missing permission.
struct Membership<'a>(Option<&'a str>);

impl fmt::Display for Membership<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(group) => write!(f, "; the port belongs to the group {group}: make the user a member of it"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: Line = Line { baud: 9_600, data_bits: 8, parity: Parity::None, stop_bits: 1 };

    #[test]
    fn every_part_of_a_line_reaches_the_settings() {
        let odd = Line { baud: 38_400, data_bits: 7, parity: Parity::Odd, stop_bits: 2 };
        assert_eq!(
            settings(Path::new("/dev/ttyUSB0"), odd),
            Some(
                serialport::new("/dev/ttyUSB0", 38_400)
                    .data_bits(serialport::DataBits::Seven)
                    .parity(serialport::Parity::Odd)
                    .stop_bits(serialport::StopBits::Two)
                    .flow_control(serialport::FlowControl::None)
                    .exclusive(true)
            )
        );
        let even = Line { parity: Parity::Even, ..LINE };
        assert_eq!(
            settings(Path::new("/dev/ttyUSB0"), even),
            settings(Path::new("/dev/ttyUSB0"), LINE).map(|line| line.parity(serialport::Parity::Even))
        );
    }

    #[test]
    fn settings_that_no_port_has_are_refused() {
        for line in [Line { data_bits: 9, ..LINE }, Line { stop_bits: 0, ..LINE }] {
            assert_eq!(settings(Path::new("/dev/ttyUSB0"), line), None);
        }
    }

    #[test]
    fn the_boards_of_the_registry_can_be_set() {
        for board in protocols::registry::BOARDS {
            assert!(settings(Path::new("/dev/ttyUSB0"), board.line).is_some(), "{}", board.kind);
        }
    }

    #[test]
    fn missing_permission_names_the_group_to_join() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let denied = serialport::Error::new(serialport::ErrorKind::Io(io::ErrorKind::PermissionDenied), "no");
        let error = explain(PathBuf::from("/dev/ttyUSB0"), file.path(), &denied);
        let OpenError::Permission { group: Some(group), .. } = &error else { panic!("{error:?}") };
        assert_eq!(
            error.to_string(),
            format!(
                "/dev/ttyUSB0 may not be used by this user; the port belongs to the group {group}: make the user a \
                 member of it"
            )
        );
    }
}
