//! The log: where it goes, in which form, and how much of it.

use std::{
    fmt,
    io::{self, IsTerminal},
};

use tracing::{Event, Level, Subscriber};
use tracing_subscriber::{
    EnvFilter,
    fmt::{FmtContext, FormatEvent, FormatFields, format::Writer},
    registry::LookupSpan,
};

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

/// Starts the log, on standard error so that standard output is the command's own. `RUST_LOG` says what of it is
/// wanted, `usual` where that says nothing.
pub fn start_log(format: LogFormat, usual: Level) {
    // A library's reports of what it does belong to those who ask for them.
    let usual = format!("{usual},mqtt5={},rumqttc=warn", usual.min(Level::WARN));
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(usual));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
    // A second start, in tests, changes nothing.
    let _ = match format {
        LogFormat::Journald => log.with_ansi(false).event_format(Journal).try_init(),
        LogFormat::Json => log.json().flatten_event(true).with_current_span(false).try_init(),
        LogFormat::Text => log.with_ansi(io::stderr().is_terminal()).with_target(false).try_init(),
    };
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
