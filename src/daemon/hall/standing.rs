//! How an output of a broadcast stands: told to the console's pages, and to the log once.

use tokio::sync::watch;

use super::now;
use crate::{
    broadcast::{BoardTrouble, RoundTrouble},
    publish::console::hall::OutputState,
};

/// Where an output says how it stands.
#[derive(Debug)]
pub(super) struct Standing {
    name: &'static str,
    tell: watch::Sender<Vec<OutputState>>,
}

/// What has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    /// It fails now.
    Down,
    /// It works, for the first time that is told.
    First,
    /// As before.
    None,
    /// It works again.
    Up,
}

/// What is to be said of an output besides.
#[derive(Debug, Default)]
pub(super) struct More {
    /// Its trouble, round by round.
    pub(super) troubles: Vec<RoundTrouble>,
    /// What else is to be seen to, in English.
    pub(super) note: Option<String>,
    /// The same, round by round.
    pub(super) notes: Vec<RoundTrouble>,
    /// Boards that are not shown there as they stand.
    pub(super) boards: Vec<BoardTrouble>,
}

impl Standing {
    pub(super) fn new(name: &'static str, tell: watch::Sender<Vec<OutputState>>) -> Standing {
        Standing { name, tell }
    }

    /// So it stands now: in trouble or not, with nothing else to be said.
    pub(super) fn is(&self, trouble: Option<&str>) -> Turn {
        self.is_with(trouble, More::default())
    }

    /// So it stands now: in trouble or not, and what is to be said besides.
    pub(super) fn is_with(&self, trouble: Option<&str>, more: More) -> Turn {
        let up = trouble.is_none();
        let mut turn = Turn::None;
        self.tell.send_if_modified(|all| {
            let known = all.iter_mut().find(|output| output.name == self.name);
            let was_up = known.as_ref().map(|output| output.up);
            turn = match (was_up, up) {
                (Some(true) | None, false) => Turn::Down,
                (Some(false), true) => Turn::Up,
                (None, true) => Turn::First,
                (Some(true), true) | (Some(false), false) => Turn::None,
            };
            let since = known.as_ref().filter(|output| output.up == up).map_or_else(now, |output| output.since);
            let new = OutputState {
                name: self.name,
                up,
                since,
                trouble: trouble.map(str::to_owned),
                troubles: more.troubles,
                note: more.note,
                notes: more.notes,
                boards: more.boards,
            };
            match known {
                Some(known) => std::mem::replace(known, new) != *known,
                None => {
                    all.push(new);
                    all.sort_by_key(|output| output.name);
                    true
                }
            }
        });
        turn
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_output_changes_nothing_of_another_and_is_told_once() {
        let (tell, told) = watch::channel(Vec::new());
        let [one, two] = ["b", "a"].map(|name| Standing::new(name, tell.clone()));
        assert_eq!((one.is(None), two.is(Some("away"))), (Turn::First, Turn::Down));
        assert_eq!((one.is(None), two.is(Some("full"))), (Turn::None, Turn::None));
        let all = told.borrow().clone();
        let brief: Vec<_> = all.iter().map(|output| (output.name, output.up, output.trouble.as_deref())).collect();
        assert_eq!(brief, [("a", false, Some("full")), ("b", true, None)]);
        assert_eq!(two.is(None), Turn::Up);
        assert!(told.borrow().iter().all(|output| output.up));
    }
}
