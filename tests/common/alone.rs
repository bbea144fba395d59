//! Tests that need a process to themselves: what it holds in memory is looked at.

use std::process::{Command, Stdio};

/// Set for the process in which a test is alone.
const ALONE: &str = "TOUCHMOVE_TEST_ALONE";

/// Whether the test of this name, with its modules, runs in a process of its own. Where it does not, it is run in one
/// here, and has passed there when this returns.
pub(crate) fn is_alone(name: &str) -> bool {
    if std::env::var_os(ALONE).is_some() {
        return true;
    }
    let mut again = Command::new(std::env::current_exe().expect("this program"));
    again.args(["--exact", name, "--nocapture", "--test-threads=1"]).env(ALONE, "1").stdin(Stdio::null());
    let output = again.output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stdout);
    print!("{said}");
    eprint!("{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{name} failed in a process of its own");
    assert!(said.contains("1 passed"), "no test is called {name}");
    false
}
