//! Long runs: how large they are asked to be, what their programs take meanwhile, and how late something was.

use std::{
    fs,
    str::FromStr,
    time::{Instant, SystemTime, UNIX_EPOCH},
};

/// The number that a variable sets, or the usual one.
///
/// # Panics
///
/// Where the variable is set and is no such number.
pub(crate) fn number<T: FromStr>(name: &str, usual: T) -> T {
    let read =
        |text: String| text.parse().unwrap_or_else(|_| panic!("{name}: {text:?} is no number that is possible here"));
    std::env::var(name).map_or(usual, read)
}

/// The time of day, in milliseconds since 1970.
pub(crate) fn epoch_ms() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_secs_f64() * 1_000.0
}

/// Of sorted times the one that so many of a hundred are not above; not a number where there is none.
pub(crate) fn percentile(sorted: &[f64], of_hundred: usize) -> f64 {
    sorted.get(sorted.len().saturating_sub(1) * of_hundred / 100).copied().unwrap_or(f64::NAN)
}

/// Processor time that a process has used so far, itself and the system for it, in seconds; `None` where it is gone.
pub(crate) fn processor_seconds(process: u32) -> Option<f64> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name, in parentheses, may hold anything; 12 and 13 fields after it are utime and stime.
    let (_, fields) = stat.rsplit_once(')')?;
    let field = |index| fields.split_whitespace().nth(index)?.parse::<u64>().ok();
    // Shown to users in hundredths of a second, whatever the kernel counts in (proc(5)).
    Some((field(11)? + field(12)?) as f64 / 100.0)
}

/// A number of kilobytes from a process' `/proc/<pid>/status`; `None` where it is gone.
pub(crate) fn kilobytes(process: u32, key: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with(key))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// Processes that are one part of something, looked at again and again.
pub(crate) struct Watched {
    pub(crate) name: &'static str,
    processes: Vec<u32>,
    begun: Instant,
    used_before_s: f64,
    used_s: f64,
    /// Seconds since the beginning, and resident kilobytes.
    memory: Vec<(f64, f64)>,
}

impl Watched {
    /// Begins now.
    pub(crate) fn new(name: &'static str, processes: Vec<u32>) -> Watched {
        let used_before_s = used_s(&processes);
        Watched { name, processes, begun: Instant::now(), used_before_s, used_s: 0.0, memory: Vec::new() }
    }

    /// Looks what they take. Those that are gone count no more.
    pub(crate) fn look(&mut self) {
        let resident: Vec<u64> = self.processes.iter().filter_map(|process| kilobytes(*process, "VmRSS:")).collect();
        if resident.is_empty() {
            return;
        }
        self.memory.push((self.begun.elapsed().as_secs_f64(), resident.iter().sum::<u64>() as f64));
        self.used_s = used_s(&self.processes) - self.used_before_s;
    }

    /// Prints what they took; gives by how many kilobytes an hour they grew in the second half.
    pub(crate) fn told(&self) -> f64 {
        let half = &self.memory[self.memory.len() / 2..];
        let n = half.len() as f64;
        let (mean_t, mean_m) = (half.iter().map(|m| m.0).sum::<f64>() / n, half.iter().map(|m| m.1).sum::<f64>() / n);
        let over: f64 = half.iter().map(|m| (m.0 - mean_t) * (m.1 - mean_m)).sum();
        let under: f64 = half.iter().map(|m| (m.0 - mean_t).powi(2)).sum();
        let slope = if under > 0.0 { over / under * 3_600.0 } else { 0.0 };
        let most = self.memory.iter().map(|m| m.1).fold(0.0, f64::max);
        let (seconds, last) = self.memory.last().copied().unwrap_or((1.0, 0.0));
        println!(
            "{} ({}): {:.1} MB at first, {:.1} MB at most, {:.1} MB in the end, {:+.2} MB an hour in the second half; {:.1} % of a core",
            self.name,
            self.processes.len(),
            self.memory.first().map_or(0.0, |first| first.1) / 1_024.0,
            most / 1_024.0,
            last / 1_024.0,
            slope / 1_024.0,
            self.used_s / seconds.max(1.0) * 100.0,
        );
        slope
    }
}

fn used_s(processes: &[u32]) -> f64 {
    processes.iter().filter_map(|process| processor_seconds(*process)).sum()
}
