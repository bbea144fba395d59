//! Any commands whatever to a table at play, as lines; what is none of them is passed over.
//!
//! | line | what |
//! |---|---|
//! | `{..}` | a command, or what is to be one |
//! | `e2e4` | a hand brings what stands there, and the clock is pressed |
//! | `+250` | so many milliseconds pass |

use std::{collections::BTreeSet, ops::Range};

use protocols::{At, Placement, Square};
use serde_json::Value;
use touchmove::{
    board::Event,
    game::{command::GivenCommand, pgn::Tags},
    rules::Position,
    table::{Input, Output, Setup, Source, Table, check_command},
    turn::{Given, Settings, Start},
};

use super::witness::Witness;

/// Most lines that are heard.
const MOST_LINES: usize = 200;

/// Longest that passes at once, in milliseconds.
const LONGEST_MS: u64 = 10_000_000_000_000;

/// Gives them.
pub(crate) fn give(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut playing = Playing::new();
    for line in text.lines().take(MOST_LINES) {
        match line.strip_prefix('+') {
            Some(ms) => playing.pass(ms.trim().parse().unwrap_or(0).min(LONGEST_MS)),
            None if line.starts_with('{') => playing.command(line),
            None => playing.carry(line),
        }
    }
    playing.table.finish();
    playing.drain();
}

struct Playing {
    table: Table,
    witness: Witness,
    stands: Placement,
    now: At,
    /// Of the commands that were carried out.
    ids: BTreeSet<String>,
}

/// What came of an input.
#[derive(Debug, Default)]
struct Came {
    replies: Vec<Value>,
    /// Records that count.
    records: usize,
}

impl Playing {
    fn new() -> Playing {
        let first = Position::initial();
        let stands = *first.placement();
        let setup = Setup {
            name: "1".to_owned(),
            session: "s".to_owned(),
            settings: Settings::default(),
            start: Start::Playing(first),
            given: Given::default(),
            seq: 0,
            tags: Tags::default(),
            language: touchmove::words::Language::English,
        };
        let mut playing = Playing {
            table: Table::new(setup, Source::Log),
            witness: Witness::default(),
            stands,
            now: At(0),
            ids: BTreeSet::new(),
        };
        playing.drain();
        playing
    }

    /// A command is answered once, and one that is refused changes nothing.
    fn command(&mut self, text: &str) {
        let given = GivenCommand::read(text);
        let again = GivenCommand::read(&given.json());
        assert!(given.object().is_err() || again.object() == given.object(), "{text}");
        self.pass(0);
        let (seq, plies, due) = (self.table.seq(), self.table.plies(), self.table.next_deadline());
        self.table.handle(self.now, Input::Command(&given));
        let came = self.drain();
        let [reply] = &came.replies[..] else { panic!("{text}: {came:?}") };
        assert_eq!(reply["id"].as_str(), given.id(), "{text}: {reply}");
        if reply["ok"] == false {
            assert!(came.records == 0 && self.table.seq() == seq && self.table.plies() == plies, "{text}: {came:?}");
            assert_eq!(self.table.next_deadline(), due, "{text}: {reply}");
        } else if given.id().is_none_or(|id| self.ids.insert(id.to_owned())) {
            // One that names itself as another did before gets that one's answer.
            assert!(check_command(&given).is_ok(), "{text}: {reply}");
        }
    }

    fn carry(&mut self, uci: &str) {
        let square = |range: Range<usize>| uci.get(range).and_then(|name| name.parse::<Square>().ok());
        let (Some(from), Some(to)) = (square(0..2), square(2..4)) else { return };
        let Some(piece) = self.stands.at(from).filter(|_| from != to) else { return };
        if let Some(taken) = self.stands.at(to) {
            self.event(300, Event::Lift { square: to, piece: Some(taken) });
        }
        self.stands.set(from, None);
        self.stands.set(to, Some(piece));
        self.event(1_000, Event::Lift { square: from, piece: Some(piece) });
        self.event(500, Event::Drop { square: to, piece: Some(piece) });
        self.event(1_000, Event::Press { by: piece.color });
        self.pass(1_500);
    }

    fn event(&mut self, after_ms: u64, event: Event) {
        self.pass(after_ms);
        self.table.handle(self.now, Input::Event(event));
        self.drain();
    }

    fn pass(&mut self, ms: u64) {
        let then = At(self.now.0.saturating_add(ms));
        // What is told once a second for a century is not waited for.
        for _ in 0..100 {
            let Some(due) = self.table.next_deadline().filter(|due| *due <= then) else { break };
            self.table.handle(due, Input::Tick);
            self.drain();
        }
        self.now = then;
        self.table.handle(then, Input::Tick);
        self.drain();
    }

    fn drain(&mut self) -> Came {
        let mut came = Came::default();
        while let Some(output) = self.table.poll() {
            match output {
                Output::Record(record) => {
                    came.records += usize::from(record.body.is_journaled());
                    self.witness.hear(&record);
                }
                Output::Reply { text, .. } => came.replies.push(serde_json::from_str(&text).expect("JSON")),
                Output::Ask(_)
                | Output::Begun(_)
                | Output::Health(_)
                | Output::Keep(_)
                | Output::Pgn(_)
                | Output::Resync(_)
                | Output::Seen(..)
                | Output::Send(_) => {}
            }
        }
        came
    }
}
