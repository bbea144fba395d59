//! All ports of a process: gives each table the link to its board, on a port of its own or on a line that boards share.

use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
};

use protocols::registry::Board;

use super::{Claims, Link, Places, Port, Wanted, find::Finder, port_task, shared::SharedLine};

/// The links of a process. May be cloned; all clones give from the same ports.
#[derive(Debug, Clone)]
pub struct Links {
    places: Places,
    claims: Claims,
    /// The lines that several boards share, by the path in the configuration.
    lines: Arc<Mutex<HashMap<PathBuf, SharedLine>>>,
}

impl Links {
    /// The links of these tables, whose ports are looked for at these places.
    #[must_use]
    pub fn of(wanted: &[Wanted], places: Places) -> Links {
        Links { places, claims: Claims::of(wanted), lines: Arc::default() }
    }

    /// Starts to look for a table's port, and to keep it open once found. Needs a tokio runtime.
    #[must_use]
    pub fn start(&self, wanted: Wanted) -> Link {
        match (wanted.address, &wanted.port, &*wanted.boards) {
            (Some(address), Port::Path(port), [Board { shared: Some(shared), .. }]) => {
                let (port, bus) = (port.clone(), shared.bus);
                let alone = Wanted { table: format!("{}", port.display()), address: None, ..wanted };
                self.line(port, || SharedLine::start(self.alone(alone), bus())).join(address)
            }
            _ => self.alone(wanted),
        }
    }

    /// A port that is nobody else's.
    fn alone(&self, wanted: Wanted) -> Link {
        port_task::start(Finder::new(wanted, self.places.clone(), self.claims.clone()))
    }

    /// The line that boards share on this port; made by `start` where nobody has it yet.
    fn line(&self, port: PathBuf, start: impl FnOnce() -> SharedLine) -> SharedLine {
        // Every change is a single insertion: a panic elsewhere cannot leave it half done.
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        match lines.get(&port).filter(|line| line.is_there()) {
            Some(line) => line.clone(),
            None => {
                let line = start();
                lines.insert(port, line.clone());
                line
            }
        }
    }
}
