//! What the thread that writes is asked for.

use tokio::sync::oneshot;

use super::{
    notice::Ticket,
    window::{Gone, Load},
};
use crate::game::journal::{Batch, Durability, Kept};

/// What the thread is asked for.
#[derive(Debug)]
pub(super) enum Request {
    Acknowledged { slot: usize, id: u64, gone: Gone },
    Batch { slot: usize, ticket: Ticket, batch: Batch, durability: Durability },
    Close,
    Kept { slot: usize, reply: oneshot::Sender<Kept> },
    Load { slot: usize, load: Load },
}
