//! What the demo prints: the broker's messages as people read them.

use std::{
    io::{self, Write},
    net::SocketAddr,
    path::Path,
};

use serde_json::Value;

use super::reader::{Message, TABLE};
use crate::rules::pgn::PgnGame;

/// Widest line, in characters.
const WIDTH: usize = 92;

/// Where the text of a line begins.
const INDENT: &str = "          ";

/// What a piece of text is, and so how a terminal shows it.
#[derive(Debug, Clone, Copy)]
enum Style {
    Alarm,
    Bold,
    Dim,
    Good,
    Plain,
    Warning,
}

/// Says which of the usual ports are in use by others, if any is.
pub(super) fn write_taken(out: &mut impl Write, ports: &[u16]) -> io::Result<()> {
    for port in ports {
        writeln!(out, "Port {port} is in use here, by another touchmove perhaps: the demo takes a free one instead.")?;
    }
    Ok(())
}

/// Prints messages.
pub(super) struct Lines<W> {
    out: W,
    /// Whether the reader is a terminal that knows colours.
    is_terminal: bool,
    board: Option<String>,
    fen: String,
    result: (String, String),
}

impl<W: Write> Lines<W> {
    pub(super) fn new(out: W, is_terminal: bool) -> Lines<W> {
        Lines { out, is_terminal, board: None, fen: String::new(), result: Default::default() }
    }

    /// Says which of the usual ports are in use by others.
    pub(super) fn taken(&mut self, ports: &[u16]) -> io::Result<()> {
        write_taken(&mut self.out, ports)
    }

    /// What is about to happen, and where to look: the page's address first.
    pub(super) fn welcome(
        &mut self,
        game: &PgnGame,
        speed: f64,
        page: SocketAddr,
        broker: &str,
        port: &Path,
    ) -> io::Result<()> {
        let (host, mqtt_port) = broker.rsplit_once(':').unwrap_or((broker, "1883"));
        let tag = |name| game.tag(name).unwrap_or("?").to_owned();
        let address = self.styled(Style::Bold, &format!("http://{page}/"));
        writeln!(self.out, "Page      {address}   watch it live in a browser")?;
        writeln!(self.out, "MQTT      mosquitto_sub -h {host} -p {mqtt_port} -v -t 'chess/{TABLE}/#'")?;
        writeln!(self.out, "Board     {}   an emulated DGT board", port.display())?;
        writeln!(self.out)?;
        let date = tag("Date");
        let year = date.split('.').next().unwrap_or_default();
        let about = format!(
            "{} - {}, {}, {year}, played by hands on a wooden board, {speed} times faster than people do. On the way \
             Black touches one piece and moves another, and White tries an illegal move. Everything below was read \
             from the broker, as any program can.",
            tag("White"),
            tag("Black"),
            tag("Site"),
        );
        for line in wrapped(&about, WIDTH) {
            writeln!(self.out, "{line}")?;
        }
        let head = format!("\n{:>8}  {:<14}{:>8} {:>8}", "time", "move", "White", "Black");
        let head = self.styled(Style::Dim, &head);
        writeln!(self.out, "{head}")?;
        self.out.flush()
    }

    /// Tells a message, where it tells something new to people.
    pub(super) fn tell(&mut self, message: &Message) -> io::Result<()> {
        let Message { leaf, body, .. } = message;
        match leaf.as_str() {
            "arbiter/alert" => self.alert(body)?,
            "arbiter/game" => {
                body["fen"].as_str().unwrap_or_default().clone_into(&mut self.fen);
                let text = |key: &str| body[key].as_str().unwrap_or_default().to_owned();
                self.result = (text("result"), text("termination"));
            }
            "arbiter/move" => self.made(body)?,
            "arbiter/reply" => {
                let answer = if body["ok"] == true { "Taken." } else { "Refused." };
                self.line(body, Style::Plain, &format!("The arbiter announces the players' names. {answer}"))?;
            }
            "status" => self.status(body)?,
            _ => {}
        }
        self.out.flush()
    }

    /// How it ended, and what can be done next.
    pub(super) fn farewell(&mut self, pgn: &str, page: SocketAddr) -> io::Result<()> {
        let (result, termination) = self.result.clone();
        let over = self.styled(Style::Good, &format!("{result}, {termination}"));
        writeln!(self.out, "\n{INDENT}{over}\n")?;
        for rank in diagram(&self.fen) {
            writeln!(self.out, "{INDENT}{rank}")?;
        }
        writeln!(
            self.out,
            "\nThe game as PGN, from chess/{TABLE}/public/pgn (also http://{page}/table/{TABLE}/pgn):\n"
        )?;
        for line in pgn.lines() {
            writeln!(self.out, "{}", format!("    {line}").trim_end())?;
        }
        writeln!(self.out, "\nNow with your own board: plug it in, and `touchmove run`.")?;
        self.out.flush()
    }

    /// That it is not over yet, and how to end it.
    pub(super) fn stays(&mut self, page: SocketAddr) -> io::Result<()> {
        writeln!(self.out, "\nPage (http://{page}/) and broker stay as they are until you press Enter.")?;
        self.out.flush()
    }

    fn made(&mut self, body: &Value) -> io::Result<()> {
        let ply = body["ply"].as_u64().unwrap_or_default();
        let number = format!("{}{}", ply.div_ceil(2), if ply % 2 == 1 { "." } else { "..." });
        let san = body["san"].as_str().unwrap_or_default();
        let (style, note) = match body["status"].as_str() {
            Some("made") => (Style::Bold, ""),
            Some("corrected") => (Style::Warning, "  corrected"),
            Some("retracted") => (Style::Warning, "  taken back"),
            // Made before, now the clock is pressed: no news here.
            _ => return Ok(()),
        };
        let clock = ["white_ms", "black_ms"].map(|key| body["clock"][key].as_u64().map_or(String::new(), time));
        let clocks = self.styled(Style::Dim, &format!("{:>8} {:>8}", clock[0], clock[1]));
        let san = self.styled(style, &format!("{san:<8}"));
        let at = self.at(body);
        writeln!(self.out, "{at}  {number:<6}{san}{clocks}{note}")
    }

    fn alert(&mut self, body: &Value) -> io::Result<()> {
        let text = |key: &str| body[key].as_str().unwrap_or_default();
        let (kind, state) = (text("kind"), text("state"));
        if state != "raised" {
            return self.line(body, Style::Dim, &format!("{kind}: {state}"));
        }
        let severity = text("severity");
        let style = match severity {
            "ruling" => Style::Alarm,
            "warning" => Style::Warning,
            "notice" => Style::Bold,
            _ => Style::Dim,
        };
        let article = match text("article") {
            "convention" => "convention".to_owned(),
            article => format!("Article {article} ({})", text("edition")),
        };
        let head = self.styled(style, &format!("{} {kind}, {article}", severity.to_uppercase()));
        let at = self.at(body);
        writeln!(self.out, "{at}  {head}")?;
        let bar = self.styled(style, "│");
        for line in wrapped(text("text"), WIDTH - INDENT.len() - 2) {
            writeln!(self.out, "{INDENT}{bar} {line}")?;
        }
        let legal: Vec<&str> = body["legal"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        if !legal.is_empty() {
            for line in wrapped(&format!("Allowed: {}", legal.join(" ")), WIDTH - INDENT.len() - 2) {
                writeln!(self.out, "{INDENT}{bar} {line}")?;
            }
        }
        Ok(())
    }

    fn status(&mut self, body: &Value) -> io::Result<()> {
        let board = &body["board"];
        let kind = board["kind"].as_str().unwrap_or("some");
        let said = match board["state"].as_str() {
            Some("connected") => format!("A {kind} board answers."),
            Some("stale") => format!("The {kind} board has gone silent."),
            Some("lost") => format!("The {kind} board is lost."),
            _ => return Ok(()),
        };
        if self.board.as_ref() == Some(&said) {
            return Ok(());
        }
        self.line(body, Style::Plain, &said)?;
        self.board = Some(said);
        Ok(())
    }

    fn line(&mut self, body: &Value, style: Style, text: &str) -> io::Result<()> {
        let text = self.styled(style, text);
        let at = self.at(body);
        writeln!(self.out, "{at}  {text}")
    }

    /// Time at the table.
    fn at(&self, body: &Value) -> String {
        let at = body["t_ms"].as_u64().map_or(String::new(), time);
        self.styled(Style::Dim, &format!("{at:>8}"))
    }

    fn styled(&self, style: Style, text: &str) -> String {
        let code = match style {
            Style::Alarm => "1;31",
            Style::Bold => "1",
            Style::Dim => "2",
            Style::Good => "1;32",
            Style::Plain => return text.to_owned(),
            Style::Warning => "1;33",
        };
        if self.is_terminal { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// Minutes and seconds, or hours too.
fn time(ms: u64) -> String {
    let seconds = ms / 1_000;
    match seconds / 3_600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

/// The ranks of a position, the eighth first.
fn diagram(fen: &str) -> Vec<String> {
    let placement = fen.split(' ').next().unwrap_or_default();
    let square = |letter: char| match letter.to_digit(10) {
        Some(empty) => " .".repeat(empty as usize),
        None => format!(" {letter}"),
    };
    placement.split('/').map(|rank| rank.chars().map(square).collect()).collect()
}

/// A text in lines of at most `width` characters, where its words allow it.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        let line = &mut lines[last];
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn told(leaf: &str, body: Value) -> String {
        let mut out = Vec::new();
        let message = Message { table: TABLE.to_owned(), leaf: leaf.to_owned(), text: body.to_string(), body };
        Lines::new(&mut out, false).tell(&message).expect("memory can be written");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn a_move_stands_on_a_line_with_its_number_and_the_clocks() {
        let body = json!({ "t_ms": 61_000, "ply": 14, "san": "Qe7", "status": "made",
            "clock": { "white_ms": 3_600_000, "black_ms": 899_000 } });
        assert_eq!(told("arbiter/move", body), "    1:01  7...  Qe7      1:00:00    14:59\n");
        let body = json!({ "t_ms": 61_000, "ply": 14, "san": "Qe7", "status": "completed" });
        assert_eq!(told("arbiter/move", body), "");
    }

    #[test]
    fn an_alert_names_kind_and_article_and_what_was_allowed() {
        let body = json!({ "t_ms": 1_000, "state": "raised", "kind": "touch-move-violated", "article": "4.3.1",
            "edition": "2023", "severity": "warning", "text": "A sentence.", "legal": ["b8c6", "b8d7"] });
        assert_eq!(
            told("arbiter/alert", body),
            "    0:01  WARNING touch-move-violated, Article 4.3.1 (2023)\n          │ A sentence.\n          \
             │ Allowed: b8c6 b8d7\n"
        );
    }

    #[test]
    fn whatever_comes_is_survived() {
        for leaf in ["arbiter/alert", "arbiter/game", "arbiter/move", "arbiter/reply", "status", "public/pgn", ""] {
            for body in [Value::Null, json!([]), json!({ "t_ms": -1, "ply": "x", "board": 3 })] {
                told(leaf, body);
            }
        }
    }

    #[test]
    fn text_is_wrapped_between_words() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("incomprehensible", 7), ["incomprehensible"]);
        assert_eq!(diagram("8/8/8/8/8/8/8/R3K2R w KQ - 0 1")[7], " R . . . K . . R");
    }
}
