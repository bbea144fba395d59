//! What the round prints: where to look, and what happens where.

use std::{
    io::{self, Write},
    net::SocketAddr,
    time::Instant,
};

use crate::{
    daemon::{
        commands::demo::{lines::write_taken, reader::Message},
        plain,
    },
    emulate::{Happening, Incident},
};

/// Prints.
pub(super) struct Lines<W> {
    out: W,
    /// Whether the reader is a terminal that knows colours.
    is_terminal: bool,
    begun: Instant,
}

impl<W: Write> Lines<W> {
    pub(super) fn new(out: W, is_terminal: bool) -> Lines<W> {
        Lines { out, is_terminal, begun: Instant::now() }
    }

    /// Says which of the usual ports are in use by others.
    pub(super) fn taken(&mut self, ports: &[u16]) -> io::Result<()> {
        write_taken(&mut self.out, ports)
    }

    /// Where to look, the console first.
    pub(super) fn welcome(
        &mut self,
        link: Option<&str>,
        page: SocketAddr,
        broker: &str,
        tables: usize,
    ) -> io::Result<()> {
        let (host, port) = broker.rsplit_once(':').unwrap_or((broker, "1883"));
        let page = format!("http://{page}/");
        let link = self.bold(link.unwrap_or(&page));
        let end = if self.is_terminal { "Enter, or Ctrl-C" } else { "Ctrl-C" };
        writeln!(self.out, "Console   {link}")?;
        writeln!(
            self.out,
            "          the link signs the chief arbiter in, once, within fifteen minutes; the next one is"
        )?;
        writeln!(self.out, "          made on the console, under People")?;
        writeln!(self.out, "MQTT      mosquitto_sub -h {host} -p {port} -v -t 'chess/+/arbiter/alert'")?;
        writeln!(self.out, "End       {end}")?;
        writeln!(self.out)?;
        let boards = if tables == 1 { "one board".to_owned() } else { format!("{tables} boards") };
        writeln!(self.out, "Hands play a round on {boards}, all emulated. You are the arbiter: the players wait")?;
        writeln!(
            self.out,
            "for what you decide, go on with it, and begin another game a minute after the last one is"
        )?;
        writeln!(self.out, "settled. What they do:")?;
        writeln!(self.out)?;
        self.out.flush()
    }

    /// Something was done at a table.
    pub(super) fn happened(&mut self, table: usize, happening: Happening) -> io::Result<()> {
        match happening {
            // What it is told with is told as done, too.
            Happening::CableIn | Happening::CableOut => Ok(()),
            Happening::Done(incident) => self.line(&table.to_string(), incident.name(), is_for_arbiter(&incident)),
        }
    }

    /// The next game is on at a table.
    pub(super) fn begins(&mut self, table: usize) -> io::Result<()> {
        self.line(&table.to_string(), "the next game, with colours reversed", false)
    }

    /// A decision, where that is what a message tells.
    pub(super) fn tell(&mut self, message: &Message) -> io::Result<()> {
        let body = &message.body;
        let text = |key: &str| body[key].as_str().unwrap_or_default();
        if message.leaf != "arbiter/alert" || text("decided").is_empty() || text("state") == "raised" {
            return Ok(());
        }
        let by = body["decided_by"].as_str().map_or(String::new(), |by| format!(" by {by}"));
        let told = format!("{}: {}{by}", text("kind"), text("decided"));
        self.line(&message.table, &plain(&told), false)
    }

    fn line(&mut self, table: &str, text: &str, is_bold: bool) -> io::Result<()> {
        let seconds = self.begun.elapsed().as_secs();
        let text = if is_bold { self.bold(text) } else { text.to_owned() };
        writeln!(self.out, "{:>5}:{:02}  table {table:<3} {text}", seconds / 60, seconds % 60)?;
        self.out.flush()
    }

    fn bold(&self, text: &str) -> String {
        if self.is_terminal { format!("\x1b[1m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// Whether the players wait for the arbiter then.
fn is_for_arbiter(incident: &Incident) -> bool {
    !matches!(incident, Incident::BatteryLow | Incident::CableIn { .. } | Incident::CableOut | Incident::Pause { .. })
}
