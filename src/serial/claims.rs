//! Which table has which port, so that two never take the same.

use std::{
    collections::{HashMap, HashSet},
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use super::{Port, Wanted};

/// The ports in use and the boards spoken for, shared by all links of a process.
///
/// The links run at the same time and take ports from one pool, hence the
/// lock; it is held for a look-up only, never across waiting.
#[derive(Debug, Clone, Default)]
pub struct Claims(Arc<Mutex<Pool>>);

#[derive(Debug, Default)]
struct Pool {
    /// Device nodes open or being opened.
    taken: HashSet<PathBuf>,
    /// Paths that the configuration gives to a table.
    reserved: Vec<(PathBuf, String)>,
    /// Board serial numbers that the configuration gives to a table.
    bound: HashMap<String, String>,
    /// The serial number of the board that a table has, or had last, by table.
    last: HashMap<String, String>,
}

impl Claims {
    /// The claims of these tables: the paths and board serial numbers that they name are kept for them.
    #[must_use]
    pub fn of(wanted: &[Wanted]) -> Claims {
        let claims = Claims::default();
        let mut pool = claims.pool();
        for wanted in wanted {
            if let Port::Path(path) = &wanted.port {
                pool.reserved.push((path.clone(), wanted.table.clone()));
            }
            if let Some(serial) = &wanted.serial {
                pool.bound.insert(bare(serial).to_owned(), wanted.table.clone());
            }
        }
        drop(pool);
        claims
    }

    /// Takes a port until the claim is dropped; `None` where somebody has it.
    #[must_use]
    pub fn claim(&self, node: &Path) -> Option<Claim> {
        self.pool().taken.insert(node.to_owned()).then(|| Claim { claims: self.clone(), node: node.to_owned() })
    }

    /// Whether the configuration gives this port to another table than `table`.
    #[must_use]
    pub fn is_reserved_from(&self, node: &Path, table: &str) -> bool {
        let others: Vec<PathBuf> = {
            let pool = self.pool();
            pool.reserved.iter().filter(|(_, owner)| owner != table).map(|(path, _)| path.clone()).collect()
        };
        // The path may be a link that points elsewhere by now: follow it each time, and not under the lock.
        others.iter().any(|path| fs::canonicalize(path).is_ok_and(|target| target == node))
    }

    /// `table` has the board with this serial number now, instead of the one it had before.
    pub fn has(&self, serial: &str, table: &str) {
        self.pool().last.insert(table.to_owned(), bare(serial).to_owned());
    }

    /// Whether the board with this serial number is another table's: bound to it, or the last it had.
    ///
    /// So boards that went away together (a hub unplugged) come back each to its own table.
    #[must_use]
    pub fn is_anothers(&self, serial: &str, table: &str) -> bool {
        let (pool, serial) = (self.pool(), bare(serial));
        match pool.bound.get(serial) {
            Some(owner) => owner != table,
            None => pool.last.iter().any(|(owner, last)| owner != table && last == serial),
        }
    }

    fn pool(&self) -> MutexGuard<'_, Pool> {
        // Every change is a single insertion or removal: a panic elsewhere cannot leave it half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A serial number without the zeros in front: a board may tell it with fewer digits and with more.
pub(super) fn bare(serial: &str) -> &str {
    serial.trim_start_matches('0')
}

/// A port taken; dropping it gives the port back.
#[derive(Debug)]
pub struct Claim {
    claims: Claims,
    node: PathBuf,
}

impl Claim {
    /// The device node that was taken.
    #[must_use]
    pub fn node(&self) -> &Path {
        &self.node
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        self.claims.pool().taken.remove(&self.node);
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn wanted(table: &str, port: Port, serial: Option<&str>) -> Wanted {
        Wanted { table: table.to_owned(), port, boards: Vec::new(), serial: serial.map(str::to_owned), address: None }
    }

    #[test]
    fn a_port_is_taken_once_and_free_again_when_the_claim_is_dropped() {
        let claims = Claims::default();
        let node = Path::new("/dev/ttyUSB0");
        let claim = claims.claim(node).expect("nobody has it");
        assert!(claims.clone().claim(node).is_none());
        drop(claim);
        assert!(claims.claim(node).is_some());
    }

    #[test]
    fn a_configured_path_is_kept_for_its_table_through_links() {
        let root = tempfile::tempdir().expect("a folder");
        let node = fs::canonicalize(root.path()).expect("the folder is there").join("node");
        fs::write(&node, "").expect("a file");
        let link = root.path().join("link");
        symlink(&node, &link).expect("a link");
        let claims = Claims::of(&[wanted("1", Port::Path(link), None), wanted("2", Port::Auto, None)]);
        assert!(claims.is_reserved_from(&node, "2"));
        assert!(!claims.is_reserved_from(&node, "1"));
        assert!(!claims.is_reserved_from(&root.path().join("other"), "2"));
    }

    #[test]
    fn a_board_stays_with_the_table_it_is_bound_to_or_that_had_it_last() {
        let claims = Claims::of(&[wanted("1", Port::Auto, Some("25805")), wanted("2", Port::Auto, None)]);
        assert!(claims.is_anothers("25805", "2"));
        assert!(!claims.is_anothers("25805", "1"));
        assert!(!claims.is_anothers("11111", "1"));
        claims.has("11111", "2");
        assert!(claims.is_anothers("11111", "1"));
        assert!(!claims.is_anothers("11111", "2"));
        claims.has("22222", "2");
        assert!(!claims.is_anothers("11111", "1"), "table 2 has another board by now");
    }
}
