//! Pseudo-terminals that no program which a test starts keeps open: a board's end that is closed must hang up, whatever
//! other tests run at that moment.

use std::{
    ffi::OsStr,
    fs::File,
    io,
    os::unix::{ffi::OsStrExt, fs::OpenOptionsExt},
    path::PathBuf,
};

use rustix::{
    io::ioctl_fionbio,
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::{OptionalActions, tcgetattr, tcsetattr},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::unix::pipe,
};

/// A terminal: what a person or a board has, what a program has, and the name of that.
pub(crate) fn terminal() -> io::Result<(File, File, PathBuf)> {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)?;
    grantpt(&master)?;
    unlockpt(&master)?;
    let name = ptsname(&master, Vec::new())?;
    let name = PathBuf::from(OsStr::from_bytes(name.as_bytes()));
    // Whose end it is must not be hung up on with the other one.
    let no_control = rustix::fs::OFlags::NOCTTY.bits().cast_signed();
    let slave = File::options().read(true).write(true).custom_flags(no_control).open(&name)?;
    Ok((master.into(), slave, name))
}

/// A terminal that passes bytes on as they are, as a serial line does; the board's end never blocks.
pub(crate) fn line() -> io::Result<(File, File, PathBuf)> {
    let (board, computer, name) = terminal()?;
    let mut settings = tcgetattr(&computer)?;
    settings.make_raw();
    tcsetattr(&computer, OptionalActions::Now, &settings)?;
    ioctl_fionbio(&board, true)?;
    Ok((board, computer, name))
}

/// A board's end of a [`line`], to be awaited.
///
/// Tokio's pipes are the safe way to await any file that never blocks; these two are the same terminal.
pub(crate) struct BoardEnd {
    reader: pipe::Receiver,
    writer: pipe::Sender,
}

impl BoardEnd {
    pub(crate) fn new(board: File) -> io::Result<BoardEnd> {
        let writer = pipe::Sender::from_file_unchecked(board.try_clone()?)?;
        Ok(BoardEnd { reader: pipe::Receiver::from_file_unchecked(board)?, writer })
    }

    /// Reads what there is, at least one byte; 0 where there will be none.
    pub(crate) async fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.reader.read(bytes).await
    }

    pub(crate) async fn read_exact(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.reader.read_exact(bytes).await.map(drop)
    }

    pub(crate) async fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.writer.write_all(bytes).await
    }
}
