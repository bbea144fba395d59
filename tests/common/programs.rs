//! Programs run by tests, and the lines that they write.

use std::{
    ffi::OsStr,
    io::{BufRead, BufReader, Read},
    net::{Ipv4Addr, TcpListener},
    path::PathBuf,
    process::{Child, Command, ExitStatus, Stdio},
    sync::{
        atomic::{AtomicU16, Ordering},
        mpsc::{Receiver, channel},
    },
    thread,
    time::{Duration, Instant},
};

use super::watched;

/// Longer than anything here takes; only a failing test waits so long.
pub(crate) const PATIENCE: Duration = Duration::from_secs(40);

/// A running program, ended when it is dropped.
pub(crate) struct Program {
    name: String,
    child: Child,
    lines: Receiver<String>,
    /// Every line taken so far.
    pub(crate) seen: Vec<String>,
}

/// Which of a program's outputs is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Output {
    Err,
    Out,
}

impl Program {
    pub(crate) fn start(mut command: Command, output: Output) -> Program {
        let name = format!("{command:?}");
        command.stdin(Stdio::null());
        match output {
            Output::Err => command.stdout(Stdio::null()).stderr(Stdio::piped()),
            Output::Out => command.stdout(Stdio::piped()).stderr(Stdio::inherit()),
        };
        let mut child = command.spawn().unwrap_or_else(|error| panic!("{name}: {error}"));
        let pipe: Box<dyn Read + Send> = match output {
            Output::Err => Box::new(child.stderr.take().expect("piped")),
            Output::Out => Box::new(child.stdout.take().expect("piped")),
        };
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(pipe).lines() {
                let Ok(line) = line else { return };
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Program { name, child, lines, seen: Vec::new() }
    }

    /// The next line that `wanted` likes; those before are only kept.
    pub(crate) fn until(&mut self, what: &str, mut wanted: impl FnMut(&str) -> bool) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let Ok(line) = self.lines.recv_timeout(left) else {
                panic!("{}: no {what} among\n{}", self.name, self.seen.join("\n"));
            };
            self.seen.push(line.clone());
            if wanted(&line) {
                return line;
            }
        }
    }

    /// All lines that have come.
    pub(crate) fn so_far(&mut self) -> &[String] {
        self.seen.extend(self.lines.try_iter());
        &self.seen
    }

    /// All lines to the end.
    pub(crate) fn rest(&mut self) -> &[String] {
        let deadline = Instant::now() + PATIENCE;
        while let Ok(line) = self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            self.seen.push(line);
        }
        &self.seen
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn signal(&self, signal: &str) {
        let status = Command::new("kill").args(["-s", signal, &self.id().to_string()]).status().expect("kill runs");
        assert!(status.success(), "{} cannot be signalled", self.name);
    }

    /// A number of kilobytes from its `/proc/<pid>/status`.
    pub(crate) fn kilobytes(&self, key: &str) -> u64 {
        watched::kilobytes(self.id(), key).expect("it runs, and has the key")
    }

    /// Processor time used so far, by the program and the system for it, in seconds.
    pub(crate) fn processor_seconds(&self) -> f64 {
        watched::processor_seconds(self.id()).expect("it runs")
    }

    /// Waits for the end.
    pub(crate) fn ended(&mut self) -> ExitStatus {
        self.rest();
        self.child.wait().expect("a child can be waited for")
    }

    /// Ends it at once, where it still runs.
    pub(crate) fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.kill();
    }
}

/// `touchmove` with these arguments, in surroundings that say nothing: the one just built, or that of
/// `TOUCHMOVE_PROGRAM`, so that a long test can go on with its own while another is built.
pub(crate) fn touchmove<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Command {
    let program = std::env::var_os("TOUCHMOVE_PROGRAM").unwrap_or_else(|| env!("CARGO_BIN_EXE_touchmove").into());
    let mut command = Command::new(program);
    command.args(arguments).env_remove("RUST_LOG").env_remove("STATE_DIRECTORY");
    command
}

/// A program of Debian's mosquitto packages.
pub(crate) fn mosquitto(name: &str) -> Command {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let path: Option<PathBuf> = std::env::split_paths(&folders)
        .chain(["/usr/sbin".into(), "/usr/local/sbin".into()])
        .map(|folder| folder.join(name))
        .find(|path| path.is_file());
    Command::new(path.unwrap_or_else(|| panic!("{name} is not installed: tests/run installs it")))
}

/// A port that nothing listens on, outside those from which connections go out. Never the same one twice, and each
/// process of tests begins elsewhere: who gets a port takes it only later.
pub(crate) fn free_port() -> u16 {
    static GIVEN: AtomicU16 = AtomicU16::new(0);
    let first = (std::process::id() % 400) as u16 * 20;
    let next = || 12_000 + (first + GIVEN.fetch_add(1, Ordering::Relaxed)) % 8_000;
    let is_free = |port: &u16| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok();
    (0..8_000).map(|_| next()).find(is_free).expect("a free port")
}
