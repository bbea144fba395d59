//! The log: where it goes, in which form, and how much of it.

use std::{
    fmt,
    io::{self, IsTerminal},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use tracing::{Event, Level, Metadata, Subscriber, level_filters::LevelFilter, warn};
use tracing_subscriber::{
    EnvFilter, Registry,
    filter::Directive,
    fmt::{FmtContext, FormatEvent, FormatFields, format::Writer},
    layer::{Context, Filter, Layer, SubscriberExt},
    registry::LookupSpan,
    reload,
    util::SubscriberInitExt,
};

/// Whose reports are told that many times in a while: strangers can make it say as much as they like.
const TALKATIVE: &str = "mqtt5";

/// Most such reports in [`WHILE`].
const MAX_REPORTS: u32 = 20;

/// See [`MAX_REPORTS`].
const WHILE: Duration = Duration::from_secs(600);

/// Form of the log's lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// For systemd's journal, which has its own times: priority, fields, sentence.
    Journald,
    /// A JSON object a line.
    Json,
    /// For people.
    Text,
}

impl LogFormat {
    /// Every form with its name on the command line.
    pub const NAMES: &[(&str, LogFormat)] =
        &[("text", LogFormat::Text), ("json", LogFormat::Json), ("journald", LogFormat::Journald)];
}

/// The running log, whose filter can be changed.
#[derive(Debug)]
pub struct Log {
    /// `None` where `RUST_LOG` has the last word, or another log runs already.
    filter: Option<reload::Handle<EnvFilter, Registry>>,
}

/// Starts the log, on standard error so that standard output is the command's own. `RUST_LOG` says what of it is
/// wanted, `usual` where that says nothing.
pub fn start_log(format: LogFormat, usual: Level) -> Log {
    let from_environment = EnvFilter::try_from_default_env().ok();
    let is_fixed = from_environment.is_some();
    let (filter, handle) = reload::Layer::new(from_environment.unwrap_or_else(|| filter_of(usual.as_str())));
    let log = tracing_subscriber::registry().with(filter);
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr);
    // A second start, in tests, changes nothing.
    let started = match format {
        LogFormat::Journald => {
            log.with(lines.with_ansi(false).event_format(Journal).with_filter(Calm::default())).try_init()
        }
        LogFormat::Json => {
            log.with(lines.json().flatten_event(true).with_current_span(false).with_filter(Calm::default())).try_init()
        }
        LogFormat::Text => {
            let lines = lines.with_ansi(io::stderr().is_terminal()).with_target(false);
            log.with(lines.with_filter(Calm::default())).try_init()
        }
    };
    Log { filter: (started.is_ok() && !is_fixed).then_some(handle) }
}

impl Log {
    /// Writes from now on what `filter` says, a good one ([`is_filter`]), unless `RUST_LOG` says something.
    pub(super) fn set_filter(&self, filter: &str) {
        if let Some(handle) = &self.filter
            && let Err(error) = handle.reload(filter_of(filter))
        {
            warn!(%error, "The log's filter cannot be changed.");
        }
    }
}

/// Whether the log understands this as a filter.
pub(super) fn is_filter(text: &str) -> bool {
    // Any single word would pass as the name of a module, of which everything is then logged and nothing else.
    let is_level = |text: &str| text.parse::<LevelFilter>().is_ok();
    let rules: Vec<&str> = text.split(',').collect();
    rules.iter().all(|rule| is_level(rule.rsplit('=').next().unwrap_or_default()) && rule.parse::<Directive>().is_ok())
}

/// A library's reports of what it does belong to those who ask for them.
fn filter_of(filter: &str) -> EnvFilter {
    // What the broker's library warns of, strangers do; what matters of it, the gate before it says.
    EnvFilter::new(format!("mqtt5=error,rumqttc=warn,{filter}"))
}

/// Lets a library that strangers make talk say no more than [`MAX_REPORTS`] in a [`WHILE`].
#[derive(Debug, Default)]
struct Calm(Mutex<Allowance>);

#[derive(Debug, Default)]
struct Allowance {
    since: Option<Instant>,
    count: u32,
}

impl Allowance {
    /// Whether one more may be said.
    fn allows(&mut self, now: Instant) -> bool {
        if self.since.is_none_or(|since| now.saturating_duration_since(since) >= WHILE) {
            *self = Allowance { since: Some(now), count: 0 };
        }
        self.count = self.count.saturating_add(1);
        self.count <= MAX_REPORTS
    }
}

impl<S> Filter<S> for Calm {
    fn enabled(&self, _: &Metadata<'_>, _: &Context<'_, S>) -> bool {
        true
    }

    fn event_enabled(&self, event: &Event<'_>, _: &Context<'_, S>) -> bool {
        let is_talk = event.metadata().target().starts_with(TALKATIVE) && *event.metadata().level() <= Level::INFO;
        // Who asks for more than that, gets it.
        !is_talk || self.0.lock().unwrap_or_else(PoisonError::into_inner).allows(Instant::now())
    }
}

/// Lines as the journal likes them: the priority in front (sd-daemon(3)), no time.
struct Journal;

impl<S, N> FormatEvent<S, N> for Journal
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(&self, context: &FmtContext<'_, S, N>, mut writer: Writer<'_>, event: &Event<'_>) -> fmt::Result {
        let priority = match *event.metadata().level() {
            Level::ERROR => 3,
            Level::WARN => 4,
            Level::INFO => 6,
            Level::DEBUG | Level::TRACE => 7,
        };
        write!(writer, "<{priority}>")?;
        for span in context.event_scope().into_iter().flat_map(|scope| scope.from_root()) {
            let extensions = span.extensions();
            if let Some(fields) = extensions.get::<tracing_subscriber::fmt::FormattedFields<N>>()
                && !fields.is_empty()
            {
                write!(writer, "{}{{{fields}}}: ", span.name())?;
            }
        }
        context.format_fields(writer.by_ref(), event)?;
        writeln!(writer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_that_talks_too_much_is_heard_again_after_a_while() {
        let (mut allowance, start) = (Allowance::default(), Instant::now());
        let said = (0..1_000).filter(|_| allowance.allows(start + Duration::from_secs(1))).count();
        assert_eq!(said, MAX_REPORTS as usize);
        assert!(!allowance.allows(start + WHILE));
        assert!(allowance.allows(start + Duration::from_secs(1) + WHILE));
    }

    #[test]
    fn levels_and_rules_are_filters_and_other_words_are_not() {
        for good in ["info", "WARN", "off", "info,touchmove::serial=debug", "touchmove=trace", "warn,rumqttc=debug"] {
            assert!(is_filter(good), "{good}");
        }
        for bad in ["", "loud", "info,", "touchmove=loud", "info;debug", "serial"] {
            assert!(!is_filter(bad), "{bad}");
        }
    }
}
