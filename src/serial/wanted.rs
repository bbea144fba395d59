//! What a table wants of its port.

use std::path::PathBuf;

use protocols::{BusAddress, registry::Board};

/// Which port a table wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Port {
    /// Whichever has a board on it that nobody else wants.
    Auto,
    /// This one; a link to it will do.
    Path(PathBuf),
}

/// What a table wants of its port.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// The table's name, which tells tables apart in [`Claims`](super::Claims).
    pub table: String,
    /// The port.
    pub port: Port,
    /// The kinds of board that may be on it, in the order in which they are asked. Not empty.
    pub boards: Vec<Board>,
    /// Serial number of the board that must be on it.
    pub serial: Option<String>,
    /// Address of the board on it, where several share the port. The port is then a path, and there is one kind of
    /// board.
    pub address: Option<BusAddress>,
}
