//! Serial ports: find, open, reopen, capture. Knows bytes, never chess.
//!
//! [`ports`] lists what is plugged in. [`ask`] finds out which board answers
//! on a port, by running the boards' own codecs as a probe. [`Links`] gives
//! each table a [`Link`] to its board, and [`Claims`] keep two tables off the
//! same port. Behind a link, `port_task` finds the port, hands on what
//! arrives, says once that the port is gone, and looks for it for as long as
//! it takes; `shared` parts a port that several boards share. [`capture`]
//! writes down what came over the wire, and reads such files back.

mod ask;
mod boards;
pub mod capture;
mod claims;
mod find;
mod link;
mod links;
mod open;
mod port_task;
mod ports;
mod shared;
mod wanted;

pub use ask::{Answer, NoAnswer, ask};
pub use boards::{Found, boards};
pub use claims::{Claim, Claims};
pub use find::FindError;
pub use link::{Closing, EVENTS, Link, LinkEvent, LinkHandle, SendError, WRITES};
pub use links::Links;
pub use open::{OPEN_DEADLINE, OpenError, OpenPort, open, settings};
pub use ports::{Places, PortInfo, Usb, ports};
pub use wanted::{Port, Wanted};
