//! `touchmove winnable`: a FEN a line in, a verdict a line out.

use std::io::{self, BufRead, BufReader, Read, Write};

use protocols::Color;
use serde::{Serialize, Serializer};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, PositionError};

use super::{Answer, Line, Verdict, analyse, analyse_telling};

/// Bytes read at a time: some ten positions, each of which may take long.
const BUFFER: usize = 1_024;
/// Longest line read, in bytes; the longest FEN has under a hundred.
const LONGEST_LINE: u64 = 1_024;
/// Exit status when every line was answered.
const DONE: u8 = 0;
/// Exit status when some line was not a position (`docs/interfaces.md`, section 1).
const UNUSABLE: u8 = 2;

/// Why a line is not a position that can be judged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FenError {
    /// A FEN has four fields, or six with the counters.
    #[error("{fields} fields where a FEN has four or six")]
    Fields {
        /// How many fields there are.
        fields: usize,
    },
    /// No position of a game: kings missing, the side to move can take the king, and the like.
    #[error("not a position of a game: {reason}")]
    Position {
        /// What is wrong with it.
        reason: String,
    },
    /// More than sixteen men on a side.
    #[error("more than sixteen men on a side")]
    TooManyMen,
    /// Not text, or longer than a line may be.
    #[error("not a line of text of at most {LONGEST_LINE} bytes")]
    Unreadable,
    /// A field does not follow the notation.
    #[error("not a FEN: {reason}")]
    Syntax {
        /// What is wrong with it.
        reason: String,
    },
}

/// Why not every line was answered.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The lines cannot be read.
    #[error("the input cannot be read: {0}")]
    Input(io::Error),
    /// What is told cannot be written.
    #[error("the output cannot be written: {0}")]
    Output(#[from] io::Error),
}

/// Tells whether `side` can still checkmate in the position of a FEN of four or six fields, Chess960 included.
///
/// # Errors
///
/// [`FenError`] when the text is not a position.
pub fn of_fen(fen: &str, side: Color, nodes: u64) -> Result<Answer, FenError> {
    Ok(analyse(&position(fen)?, color(side), nodes))
}

/// Answers every line of `input`: a FEN, then perhaps `white` or `black`; without it both sides are asked.
///
/// The answers go to `out`, one JSON object a line: `fen` as it came, `side`, `verdict` (`winnable`, `unwinnable`,
/// `undetermined`), `line` (the helpmate, only when winnable), `reason` (`helpmate`, `material`, `blocked`,
/// `exhausted`, or `budget` when undetermined) and `nodes`. What is wrong with a line goes to `err` with its number,
/// and the rest goes on. Empty lines are passed over. At most `nodes` positions are looked at for each answer.
///
/// Answers are flushed before more is read and before an answer that may take long, so that a program can ask over pipes,
/// one question after another. `input` needs no buffer, `out` should have one.
///
/// Returns the exit status: 0, or 2 if some line was no position.
///
/// # Errors
///
/// [`RunError`]; what was answered before stands.
pub fn run(input: impl Read, mut out: impl Write, mut err: impl Write, nodes: u64) -> Result<u8, RunError> {
    let mut input = BufReader::with_capacity(BUFFER, input);
    let mut status = DONE;
    let mut number = 0u64;
    let mut bytes = Vec::new();
    loop {
        if !input.buffer().contains(&b'\n') {
            out.flush()?;
        }
        if !read_line(&mut input, &mut bytes).map_err(RunError::Input)? {
            return Ok(status);
        }
        number += 1;
        match Request::parse(&bytes) {
            Ok(Some(request)) => {
                request.answer(&mut out, nodes)?;
            }
            Ok(None) => {}
            Err(error) => {
                status = UNUSABLE;
                // What is said of a line comes behind the answers to those before it.
                out.flush()?;
                writeln!(err, "line {number}: {error}")?;
            }
        }
    }
}

/// Reads one line, at most a byte more than a line may have; the rest of a longer one is thrown away.
fn read_line(input: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<bool> {
    bytes.clear();
    input.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', bytes)?;
    if bytes.len() as u64 > LONGEST_LINE && bytes.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    Ok(!bytes.is_empty())
}

/// What a line asks.
struct Request {
    fen: String,
    pos: Chess,
    sides: &'static [Color],
}

impl Request {
    /// `None` for an empty line.
    fn parse(bytes: &[u8]) -> Result<Option<Request>, FenError> {
        if bytes.len() as u64 > LONGEST_LINE {
            return Err(FenError::Unreadable);
        }
        let text = std::str::from_utf8(bytes).map_err(|_| FenError::Unreadable)?;
        let mut fields: Vec<&str> = text.split_whitespace().collect();
        let sides: &[Color] = match fields.last() {
            None => return Ok(None),
            Some(&"black") => &[Color::Black],
            Some(&"white") => &[Color::White],
            Some(_) => &[Color::White, Color::Black],
        };
        if sides.len() == 1 {
            fields.pop();
        }
        let fen = fields.join(" ");
        let pos = position(&fen)?;
        Ok(Some(Request { fen, pos, sides }))
    }

    fn answer(&self, mut out: impl Write, nodes: u64) -> io::Result<()> {
        for side in self.sides {
            let mut flushed = Ok(());
            let answer = analyse_telling(&self.pos, color(*side), nodes, || flushed = out.flush());
            flushed?;
            let (verdict, reason, line) = match &answer.verdict {
                Verdict::Undetermined => ("undetermined", "budget", None),
                Verdict::Unwinnable(reason) => ("unwinnable", reason.name(), None),
                Verdict::Winnable(line) => ("winnable", "helpmate", Some(line)),
            };
            let said = Said { fen: &self.fen, side: side.name(), verdict, line, reason, nodes: answer.nodes };
            serde_json::to_writer(&mut out, &said)?;
            out.write_all(b"\n")?;
        }
        Ok(())
    }
}

/// One answer as it is written.
#[derive(Serialize)]
struct Said<'a> {
    fen: &'a str,
    side: &'a str,
    verdict: &'a str,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "moves")]
    line: Option<&'a Line>,
    reason: &'a str,
    nodes: u64,
}

/// The moves of a line, each written as it comes.
fn moves<S: Serializer>(line: &Option<&Line>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(line.iter().flat_map(|line| line.uci()))
}

/// The position of a FEN. More queens than pawns could make are let through: the question makes sense for them.
fn position(fen: &str) -> Result<Chess, FenError> {
    let fields = fen.split_whitespace().count();
    if fields != 4 && fields != 6 {
        return Err(FenError::Fields { fields });
    }
    let setup = fen.parse::<Fen>().map_err(|error| FenError::Syntax { reason: error.to_string() })?.into_setup();
    if setup.board.white().count() > super::MOST_MEN || setup.board.black().count() > super::MOST_MEN {
        return Err(FenError::TooManyMen);
    }
    let mode = CastlingMode::detect(&setup);
    setup
        .position::<Chess>(mode)
        .or_else(PositionError::ignore_too_much_material)
        .map_err(|error| FenError::Position { reason: error.to_string() })
}

fn color(side: Color) -> shakmaty::Color {
    match side {
        Color::Black => shakmaty::Color::Black,
        Color::White => shakmaty::Color::White,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(input: &str) -> (u8, String, String) {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let status = run(input.as_bytes(), &mut out, &mut err, 10_000).expect("memory takes every byte");
        (status, String::from_utf8(out).expect("JSON is text"), String::from_utf8(err).expect("messages are text"))
    }

    #[test]
    fn a_line_without_a_side_is_answered_for_both() {
        let (status, out, err) = said("8/8/8/8/8/5K1k/8/6Q1 w - - 0 1\n");
        assert_eq!(
            out,
            concat!(
                r#"{"fen":"8/8/8/8/8/5K1k/8/6Q1 w - - 0 1","side":"white","verdict":"winnable","#,
                r#""line":["g1h1"],"reason":"helpmate","nodes":1}"#,
                "\n",
                r#"{"fen":"8/8/8/8/8/5K1k/8/6Q1 w - - 0 1","side":"black","verdict":"unwinnable","#,
                r#""reason":"material","nodes":0}"#,
                "\n"
            )
        );
        assert_eq!((status, err.as_str()), (0, ""));
    }

    #[test]
    fn four_fields_and_a_side_are_enough() {
        let (status, out, _) = said("8/8/8/8/8/5K1k/8/6Q1 w - - black");
        assert_eq!(status, 0);
        assert!(out.starts_with(r#"{"fen":"8/8/8/8/8/5K1k/8/6Q1 w - -","side":"black""#), "{out}");
        assert_eq!(out.lines().count(), 1);
    }

    #[test]
    fn wrong_lines_are_told_with_their_number_and_the_rest_goes_on() {
        let long = "k".repeat(5_000);
        let input = format!(
            "x\n\n8/8/8/8/8/8/8/8 w - - 0 1\n{long}\nkk6/8/8/8/8/8/8/K7 w - -\n8/8/8/8/8/5K1k/8/6Q1 w - - white\n"
        );
        let (status, out, err) = said(&input);
        assert_eq!(status, 2);
        let numbers: Vec<&str> = err.lines().map(|line| line.split(':').next().unwrap_or_default()).collect();
        assert_eq!(numbers, ["line 1", "line 3", "line 4", "line 5"], "{err}");
        assert_eq!(out.lines().count(), 1);
    }

    #[test]
    fn each_line_is_answered_before_the_next_is_read() {
        let (asked, questions) = std::sync::mpsc::channel::<&[u8]>();
        let (told, answers) = std::sync::mpsc::channel();
        let asks =
            std::thread::spawn(move || run(Ear { questions }, io::BufWriter::new(Mouth { told }), io::sink(), 10_000));
        for (question, verdict) in [
            (&b"8/8/8/8/8/5K1k/8/6Q1 w - - white\n"[..], "winnable"),
            (&b"8/8/8/8/8/5K1k/8/6Q1 w - - black\n"[..], "unwinnable"),
        ] {
            asked.send(question).expect("it listens");
            let answer = answers.recv_timeout(std::time::Duration::from_secs(20)).expect("it answers");
            assert!(String::from_utf8_lossy(&answer).contains(&format!(r#""verdict":"{verdict}""#)));
        }
        drop(asked);
        assert_eq!(asks.join().expect("no panic").expect("the channels stand"), 0);
    }

    /// Reads what is sent, and waits where nothing is; the end of all senders is the end of the input.
    struct Ear {
        questions: std::sync::mpsc::Receiver<&'static [u8]>,
    }

    impl Read for Ear {
        fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
            let question = self.questions.recv().unwrap_or_default();
            room[..question.len()].copy_from_slice(question);
            Ok(question.len())
        }
    }

    struct Mouth {
        told: std::sync::mpsc::Sender<Vec<u8>>,
    }

    impl Write for Mouth {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.told.send(bytes.to_vec()).map_err(io::Error::other)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn input_that_cannot_be_read_is_told_from_output_that_cannot_be_written() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::ErrorKind::IsADirectory.into())
            }
        }
        impl Write for Broken {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::StorageFull.into())
            }

            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let mut out = Vec::new();
        let question = &b"8/8/8/8/8/5K1k/8/6Q1 w - - white\n"[..];
        let unread = run(question.chain(Broken), &mut out, io::sink(), 10_000);
        assert!(matches!(unread, Err(RunError::Input(error)) if error.kind() == io::ErrorKind::IsADirectory));
        assert_eq!(String::from_utf8_lossy(&out).lines().count(), 1, "what was asked before");
        let unwritten = run(question, Broken, io::sink(), 10_000);
        assert!(matches!(unwritten, Err(RunError::Output(error)) if error.kind() == io::ErrorKind::StorageFull));
    }

    #[test]
    fn a_small_budget_leaves_the_question_open() {
        let blocked_race = "k7/p1p1p3/8/8/8/6p1/P1P1P1Pp/7K w - - white";
        let mut out = Vec::new();
        run(blocked_race.as_bytes(), &mut out, io::sink(), 3).expect("memory takes every byte");
        assert!(String::from_utf8_lossy(&out).contains(r#""verdict":"undetermined","reason":"budget""#));
    }

    #[test]
    fn seventeen_men_are_refused() {
        let crowd = "k7/8/8/8/8/QQ6/QQQQQQQQ/QQQQQQK1 w - -";
        assert_eq!(of_fen(crowd, Color::White, 10), Err(FenError::TooManyMen));
    }
}
