//! What is counted: each table's counts, every metric's name and meaning, and the text in which Prometheus reads them.
//!
//! A table's task counts; the page's `/metrics`, the watchdog and `status` records look. No order between the counts is
//! promised: each is right by itself.

use std::{
    fs,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering},
    },
    time::Duration,
};

use tokio::time::Instant;

use crate::{
    board::Counters,
    game::record::{AlertState, BoardState, Body, Faults, MoveStatus},
    publish::mqtt::{Link, Publisher},
    turn::Severity,
};

/// Ticks of `/proc/<pid>/stat` a second; the kernel shows them so whatever it counts in (proc(5), `USER_HZ`).
const TICKS: f64 = 100.0;

/// A table that is looked at.
#[derive(Debug, Clone)]
pub(crate) struct Watched {
    pub(crate) metrics: Arc<TableMetrics>,
    pub(crate) publisher: Publisher,
}

impl Watched {
    pub(crate) fn is_published(&self) -> bool {
        matches!(*self.publisher.link().borrow(), Link::Up { .. })
    }
}

/// One table's counts and signs of life.
#[derive(Debug)]
pub(crate) struct TableMetrics {
    /// The table's name.
    pub(crate) table: String,
    /// Alerts raised, by severity, in the order of [`SEVERITIES`].
    alerts: [Count; SEVERITIES.len()],
    /// Commands that came.
    pub(crate) commands: Count,
    /// Commands that were not looked at, because too many came.
    pub(crate) commands_dropped: Count,
    /// Touches and presses lost because too many events were held.
    pub(crate) clock_readings_rejected: Count,
    pub(crate) events_lost: Count,
    /// Moves made, as often as they were said.
    pub(crate) moves: Count,
    /// Times that the port was closed.
    pub(crate) port_losses: Count,
    /// Bytes from the board.
    pub(crate) received_bytes: Count,
    /// Journaled records: `seq` of the last one.
    pub(crate) records: Count,
    /// Times that the task failed and was started again.
    pub(crate) restarts: Count,
    /// Bytes to the board.
    pub(crate) sent_bytes: Count,
    /// Bytes from the board that made no sense.
    pub(crate) skipped_bytes: Count,
    /// Turns of the task's loop; also while nothing happens.
    pub(crate) turns: Count,
    began: Instant,
    /// When bytes last came, in milliseconds from the beginning, plus one; 0 before.
    heard: AtomicU64,
    board: AtomicU8,
    hangs: AtomicBool,
    unkept: AtomicBool,
}

/// A number that only grows.
#[derive(Debug, Default)]
pub(crate) struct Count(AtomicU64);

impl Count {
    pub(crate) fn add(&self, more: u64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    pub(crate) fn raise_to(&self, number: u64) {
        self.0.fetch_max(number, Ordering::Relaxed);
    }

    pub(crate) fn now(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl TableMetrics {
    pub(crate) fn new(table: String) -> TableMetrics {
        TableMetrics {
            table,
            alerts: Default::default(),
            commands: Count::default(),
            commands_dropped: Count::default(),
            clock_readings_rejected: Count::default(),
            events_lost: Count::default(),
            moves: Count::default(),
            port_losses: Count::default(),
            received_bytes: Count::default(),
            records: Count::default(),
            restarts: Count::default(),
            sent_bytes: Count::default(),
            skipped_bytes: Count::default(),
            turns: Count::default(),
            began: Instant::now(),
            heard: AtomicU64::new(0),
            board: AtomicU8::new(code(BoardState::Searching)),
            hangs: AtomicBool::new(false),
            unkept: AtomicBool::new(false),
        }
    }

    /// Bytes have come from the board.
    pub(crate) fn heard(&self, bytes: usize) {
        self.received_bytes.add(bytes as u64);
        self.heard.store(1 + millis(self.began.elapsed()), Ordering::Relaxed);
    }

    /// How long ago bytes last came from the board; `None` before they ever did.
    pub(crate) fn silence(&self) -> Option<Duration> {
        let heard = self.heard.load(Ordering::Relaxed).checked_sub(1)?;
        Some(self.began.elapsed().saturating_sub(Duration::from_millis(heard)))
    }

    pub(crate) fn uptime(&self) -> Duration {
        self.began.elapsed()
    }

    /// A record has been given out.
    pub(crate) fn said(&self, body: &Body) {
        match body {
            Body::Alert(alert) => {
                let index = SEVERITIES.iter().position(|known| *known == alert.severity);
                if let Some(count) = index.and_then(|index| self.alerts.get(index))
                    && alert.state == AlertState::Raised
                {
                    count.add(1);
                }
            }
            Body::Move(made) => self.moves.add(u64::from(made.status == MoveStatus::Made)),
            Body::Board(_)
            | Body::Clock(_)
            | Body::Duty(_)
            | Body::Game(_)
            | Body::Reply(_)
            | Body::Status(_)
            | Body::Touch(_)
            | Body::Turn(_) => {}
        }
    }

    /// Adds what the table itself has counted since `before`, which becomes `now`.
    pub(crate) fn counters(&self, before: &mut Counters, now: Counters) {
        let rejected = now.clock_readings_rejected;
        self.clock_readings_rejected.add(rejected.saturating_sub(before.clock_readings_rejected));
        self.events_lost.add(now.events_lost.saturating_sub(before.events_lost));
        self.skipped_bytes.add(now.skipped_bytes.saturating_sub(before.skipped_bytes));
        *before = now;
    }

    /// What went wrong so far, for `status` records.
    pub(crate) fn faults(&self, publisher: &Publisher) -> Faults {
        Faults {
            port_losses: self.port_losses.now(),
            records_lost: publisher.lost(),
            restarts: self.restarts.now(),
            skipped_bytes: self.skipped_bytes.now(),
        }
    }

    pub(crate) fn set_board(&self, state: BoardState) {
        self.board.store(code(state), Ordering::Relaxed);
    }

    pub(crate) fn is_board_connected(&self) -> bool {
        self.board.load(Ordering::Relaxed) == code(BoardState::Connected)
    }

    /// Whether what happens is not written to the journal.
    pub(crate) fn set_unkept(&self, unkept: bool) {
        self.unkept.store(unkept, Ordering::Relaxed);
    }

    /// Whether the task has stood still for too long.
    pub(crate) fn set_hangs(&self, hangs: bool) {
        self.hangs.store(hangs, Ordering::Relaxed);
    }

    pub(crate) fn hangs(&self) -> bool {
        self.hangs.load(Ordering::Relaxed)
    }
}

const SEVERITIES: [Severity; 5] =
    [Severity::Info, Severity::Notice, Severity::Private, Severity::Ruling, Severity::Warning];

/// Something measured of every table.
struct Metric {
    name: &'static str,
    help: &'static str,
    value: Value,
}

/// Where a metric's value is had.
enum Value {
    /// One of the task's counts.
    Count(fn(&TableMetrics) -> &Count),
    /// Something as it stands; `None` before it is known.
    Gauge(fn(&Watched) -> Option<f64>),
    /// A count of the publisher's.
    Total(fn(&Publisher) -> u64),
}

/// Every metric of a table, sorted by name; alerts, which have a label more, are in [`render`].
const METRICS: &[Metric] = &[
    Metric {
        name: "touchmove_board_port_losses_total",
        help: "Times that the board's port was closed",
        value: Value::Count(|table| &table.port_losses),
    },
    Metric {
        name: "touchmove_board_received_bytes_total",
        help: "Bytes from the board",
        value: Value::Count(|table| &table.received_bytes),
    },
    Metric {
        name: "touchmove_board_sent_bytes_total",
        help: "Bytes to the board",
        value: Value::Count(|table| &table.sent_bytes),
    },
    Metric {
        name: "touchmove_board_silence_seconds",
        help: "Time since bytes last came from the board",
        value: Value::Gauge(|watched| watched.metrics.silence().map(|silence| silence.as_secs_f64())),
    },
    Metric {
        name: "touchmove_board_skipped_bytes_total",
        help: "Bytes from the board that made no sense",
        value: Value::Count(|table| &table.skipped_bytes),
    },
    Metric {
        name: "touchmove_board_up",
        help: "Whether the board answers",
        value: Value::Gauge(|watched| Some(yes_no(watched.metrics.is_board_connected()))),
    },
    Metric {
        name: "touchmove_broker_up",
        help: "Whether the broker is connected",
        value: Value::Gauge(|watched| Some(yes_no(watched.is_published()))),
    },
    Metric {
        name: "touchmove_clock_readings_rejected_total",
        help: "Readings of the clock that were not believed: times exchanged or jumping, a lever that had not moved",
        value: Value::Count(|table| &table.clock_readings_rejected),
    },
    Metric {
        name: "touchmove_commands_dropped_total",
        help: "Commands not looked at, because too many came",
        value: Value::Count(|table| &table.commands_dropped),
    },
    Metric {
        name: "touchmove_commands_total",
        help: "Commands that came",
        value: Value::Count(|table| &table.commands),
    },
    Metric {
        name: "touchmove_events_lost_total",
        help: "Touches and presses lost because too many were held",
        value: Value::Count(|table| &table.events_lost),
    },
    Metric {
        name: "touchmove_journal_up",
        help: "Whether the journal is written to the disk",
        value: Value::Gauge(|watched| Some(yes_no(!watched.metrics.unkept.load(Ordering::Relaxed)))),
    },
    Metric {
        name: "touchmove_moves_total",
        help: "Moves made, as often as that was said",
        value: Value::Count(|table| &table.moves),
    },
    Metric {
        name: "touchmove_queue_records",
        help: "Records that wait for the broker",
        value: Value::Gauge(|watched| Some(watched.publisher.queued() as f64)),
    },
    Metric {
        name: "touchmove_records_lost_total",
        help: "Records that were never published, for want of room",
        value: Value::Total(Publisher::lost),
    },
    Metric {
        name: "touchmove_records_total",
        help: "Journaled records, seq of the last one",
        value: Value::Count(|table| &table.records),
    },
    Metric {
        name: "touchmove_table_restarts_total",
        help: "Times that the table's task failed and began anew",
        value: Value::Count(|table| &table.restarts),
    },
    Metric {
        name: "touchmove_table_stalled",
        help: "Whether the table's task has made no turn for too long",
        value: Value::Gauge(|watched| Some(yes_no(watched.metrics.hangs()))),
    },
];

/// All metrics in Prometheus' text format (version 0.0.4).
pub(crate) fn render(tables: &[Watched]) -> String {
    let mut text = String::new();
    for Metric { name, help, value } in METRICS {
        head(&mut text, name, help);
        for watched in tables {
            let value = match value {
                Value::Count(of) => Some(of(&watched.metrics).now() as f64),
                Value::Gauge(of) => of(watched),
                Value::Total(of) => Some(of(&watched.publisher) as f64),
            };
            if let Some(value) = value {
                line(&mut text, name, &[("table", &watched.metrics.table)], value);
            }
        }
    }
    let name = "touchmove_alerts_total";
    head(&mut text, name, "Alerts raised");
    for watched in tables {
        for (severity, count) in SEVERITIES.iter().zip(&watched.metrics.alerts) {
            let labels = [("table", watched.metrics.table.as_str()), ("severity", severity.name())];
            line(&mut text, name, &labels, count.now() as f64);
        }
    }
    let name = "touchmove_build_info";
    head(&mut text, name, "The version that runs");
    line(&mut text, name, &[("version", env!("CARGO_PKG_VERSION"))], 1.0);
    process(&mut text);
    text
}

/// What this process takes, under the names that Prometheus' own libraries use.
fn process(text: &mut String) {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name before the last bracket may have spaces; user and system time are the 14th and 15th field.
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |field: usize| fields.get(field - 3).and_then(|ticks| ticks.parse::<f64>().ok());
    if let (Some(user), Some(system)) = (ticks(14), ticks(15)) {
        let name = "process_cpu_seconds_total";
        head(text, name, "Processor time taken");
        line(text, name, &[], (user + system) / TICKS);
    }
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    if let Some(kib) = resident.and_then(|rest| rest.trim().strip_suffix("kB")?.trim().parse::<f64>().ok()) {
        let name = "process_resident_memory_bytes";
        head(text, name, "Memory in use");
        line(text, name, &[], kib * 1_024.0);
    }
}

fn head(text: &mut String, name: &str, help: &str) {
    let kind = if name.ends_with("_total") { "counter" } else { "gauge" };
    *text += &format!("# HELP {name} {help}.\n# TYPE {name} {kind}\n");
}

fn line(text: &mut String, name: &str, labels: &[(&str, &str)], value: f64) {
    *text += name;
    if !labels.is_empty() {
        let escaped = |value: &str| value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
        let labels: Vec<String> =
            labels.iter().map(|(label, value)| format!("{label}=\"{}\"", escaped(value))).collect();
        *text += &format!("{{{}}}", labels.join(","));
    }
    *text += &format!(" {value}\n");
}

fn yes_no(is: bool) -> f64 {
    f64::from(u8::from(is))
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

fn code(state: BoardState) -> u8 {
    match state {
        BoardState::Connected => 0,
        BoardState::Lost => 1,
        BoardState::Searching => 2,
        BoardState::Stale => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_tell_counters_by_their_ending() {
        assert!(METRICS.is_sorted_by_key(|metric| metric.name));
        for Metric { name, value, .. } in METRICS {
            let is_counter = matches!(value, Value::Count(_) | Value::Total(_));
            assert_eq!(is_counter, name.ends_with("_total"), "{name}");
            assert!(name.starts_with("touchmove_"), "{name}");
        }
    }

    #[test]
    fn odd_names_of_tables_cannot_break_out_of_their_label() {
        let mut text = String::new();
        line(&mut text, "m", &[("table", "a\"b\\c\nd"), ("x", "y")], 1.5);
        assert_eq!(text, "m{table=\"a\\\"b\\\\c\\nd\",x=\"y\"} 1.5\n");
    }

    #[test]
    fn silence_is_counted_from_the_last_bytes() {
        let metrics = TableMetrics::new("1".to_owned());
        assert_eq!(metrics.silence(), None);
        metrics.heard(3);
        assert!(metrics.silence().is_some_and(|silence| silence < Duration::from_secs(5)));
        assert_eq!(metrics.received_bytes.now(), 3);
    }

    #[test]
    fn what_a_table_counts_is_added_up_over_its_restarts() {
        let metrics = TableMetrics::new("1".to_owned());
        let mut before = Counters::default();
        let counters = |skipped_bytes| Counters { skipped_bytes, ..Counters::default() };
        for (found, sum) in [(5, 5), (7, 7), (7, 7)] {
            metrics.counters(&mut before, counters(found));
            assert_eq!(metrics.skipped_bytes.now(), sum);
        }
        let rejected = Counters { clock_readings_rejected: 3, ..before };
        metrics.counters(&mut before, rejected);
        metrics.counters(&mut before, rejected);
        assert_eq!(metrics.clock_readings_rejected.now(), 3);
        before = Counters::default();
        metrics.counters(&mut before, counters(2));
        assert_eq!(metrics.skipped_bytes.now(), 9);
    }
}
