//! What the service stands on in a storm: its process, its folder, a small disk.

use std::{
    fs::{self, File},
    io::{BufRead, BufReader, Write},
    path::PathBuf,
    process::{Child, Command, ExitStatus, Stdio},
    sync::{Arc, Mutex},
    time::Duration,
};

use crate::common::{missing::skipped, programs};
use tempfile::TempDir;

/// Size of the file system that the journal is on, in megabytes.
pub(super) const DISK_MB: u32 = 64;

/// How long the service may take for anything, on a machine that has much else to do.
pub(super) const PATIENCE: Duration = Duration::from_secs(240);

/// The environment in which the service is installed.
fn of_unit() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = include_str!("../../systemd/touchmove.service").lines();
    lines.filter_map(|line| line.strip_prefix("Environment=")?.split_once('='))
}

/// The service under test.
pub(super) struct Service {
    pub(super) child: Child,
    pub(super) said: Arc<Mutex<Vec<String>>>,
}

impl Service {
    pub(super) fn start(ground: &Ground, speed: f64) -> Service {
        let mut command = programs::touchmove(["run", "--log-format", "json", "--config"]);
        command.arg(ground.folder.path().join("touchmove.toml")).args(["--speed", &speed.to_string()]);
        command.env("LD_PRELOAD", &ground.library).env("FAULT_CLOCK", &ground.clock).envs(of_unit());
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts");
        let said = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&said);
        let log = BufReader::new(child.stderr.take().expect("piped"));
        let keep = std::env::var_os("TOUCHMOVE_STORM_LOG").map(PathBuf::from);
        std::thread::spawn(move || {
            let mut file = keep.map(|path| File::options().create(true).append(true).open(path).expect("writable"));
            for line in log.lines().map_while(Result::ok) {
                if let Some(file) = &mut file {
                    let _ = writeln!(file, "{line}");
                }
                heard.lock().expect("whole").push(line);
            }
        });
        Service { child, said }
    }

    /// Whether the log has said this since `from` lines.
    pub(super) fn has_said(&self, from: usize, words: &str) -> bool {
        self.said.lock().expect("whole")[from..].iter().any(|line| line.contains(words))
    }

    pub(super) fn lines(&self) -> usize {
        self.said.lock().expect("whole").len()
    }

    pub(super) fn kill(mut self) {
        self.child.kill().expect("killed");
        self.ended();
    }

    /// Ends it as systemd does.
    pub(super) fn stop(mut self) {
        let status = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        assert!(status.expect("it runs").success());
        assert!(self.ended().success(), "the service ends in good order");
    }

    pub(super) fn ended(&mut self) -> ExitStatus {
        let status = self.child.wait().expect("waited for");
        let said = self.said.lock().expect("whole");
        let bugs = said.iter().find(|line| line.contains("panicked") || line.contains("failed, which is a bug"));
        assert_eq!(bugs, None, "the service failed");
        status
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Where it all stands.
pub(super) struct Ground {
    pub(super) folder: TempDir,
    pub(super) library: PathBuf,
    /// The file with the seconds by which the clock is wrong.
    pub(super) clock: PathBuf,
    pub(super) disk: Option<Disk>,
}

/// A small file system of its own.
pub(super) struct Disk {
    pub(super) path: PathBuf,
}

impl Disk {
    /// `None` where nobody may mount one.
    pub(super) fn mount(path: PathBuf) -> Option<Disk> {
        fs::create_dir_all(&path).expect("made");
        let size = format!("size={DISK_MB}m");
        let mount = Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(&path).output();
        match mount {
            Ok(output) if output.status.success() => Some(Disk { path }),
            Ok(_) | Err(_) => {
                skipped("no file system can be mounted here (only root may): the disk is never full");
                None
            }
        }
    }

    pub(super) fn fill(&self) {
        let mut file = File::create(self.path.join("filler")).expect("made");
        while file.write_all(&[7; 4_096]).is_ok() {}
    }

    pub(super) fn free(&self) {
        let _ = fs::remove_file(self.path.join("filler"));
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.path).status();
    }
}
