//! What a table hears of its journal.

/// Names a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ticket(pub(super) u64);

/// What a table hears.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notice {
    /// This batch is kept, and so are all before it.
    Kept(Ticket),
    /// There is more in the outbox.
    More,
    /// What is wrong with the journal now; `None`: nothing any more.
    Trouble(Option<Trouble>),
}

/// What is wrong with the journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// The disk is full: the last room kept for this is used, or all is kept in memory.
    DiskFull,
    /// It cannot be written: all is kept in memory.
    Failing,
}

impl Trouble {
    /// In the words of `status` records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Trouble::DiskFull => "disk-full",
            Trouble::Failing => "journal-failing",
        }
    }
}
