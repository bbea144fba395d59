//! Tells a table a story and hears what it says: what must hold of it whatever is told.

use std::collections::BTreeMap;

use protocols::At;
use touchmove::{
    game::record::{Body, Move, MoveStatus, Record, Uci},
    rules::{
        Position, Variant,
        pgn::{PgnError, read_games},
    },
    table::{Output, Table},
};

use super::story::{Present, Story};

/// Most outputs of one input: far more than any event should need.
const MOST_OUTPUTS: usize = 4_000;

/// Most deadlines in a row that let no time pass.
const MOST_IDLE_DEADLINES: usize = 50;

/// Who hears a table, and checks it.
#[derive(Debug, Default)]
pub(crate) struct Witness {
    seq: u64,
    now: At,
    /// Moves as they stand: by ply, revision and UCI. `None` where taken back.
    moves: BTreeMap<u32, (u32, Option<Uci>)>,
    game: Option<(String, Variant)>,
    position: Option<Position>,
    /// Moves said since the last record of a game.
    since_game: Vec<Move>,
    pgn: Option<String>,
    /// Whether everything told and heard is printed.
    aloud: bool,
}

impl Witness {
    /// Tells a whole story.
    pub(crate) fn tell(bytes: &[u8]) -> Witness {
        Witness::default().told(bytes)
    }

    /// The same, printing everything told and heard.
    pub(crate) fn tell_aloud(bytes: &[u8]) -> Witness {
        Witness { aloud: true, ..Witness::default() }.told(bytes)
    }

    fn told(self, bytes: &[u8]) -> Witness {
        let mut witness = self;
        let mut story = Story::new(bytes);
        let mut table = story.table();
        witness.drain(&mut table);
        loop {
            let present = Present {
                position: witness.position.as_ref(),
                game: witness.game.as_ref().map_or("s", |(id, _)| id),
                deadline: table.next_deadline(),
            };
            let Some(told) = story.next(&present) else { break };
            for (at, told) in told {
                if witness.aloud {
                    println!("{} ms: {told:?}", at.0);
                }
                table.handle(at, told.input());
                witness.now = witness.now.max(at);
                witness.drain(&mut table);
                witness.await_progress(&mut table);
            }
        }
        table.finish();
        witness.drain(&mut table);
        witness.read_pgn();
        witness
    }

    /// Hears a record of a replay, in which every game counts from 1 again.
    pub(crate) fn hear_replayed(&mut self, record: &Record) {
        let first = record.body.is_journaled() && record.seq == 1;
        if record.seq < self.seq || (first && self.seq > 0) {
            *self = Witness::default();
        }
        self.hear(record);
    }

    /// What is due now must be done now, and then be over.
    fn await_progress(&mut self, table: &mut Table) {
        for _ in 0..MOST_IDLE_DEADLINES {
            match table.next_deadline() {
                Some(due) if due <= self.now => {
                    table.handle(self.now, touchmove::table::Input::Tick);
                    self.drain(table);
                }
                _ => return,
            }
        }
        panic!("a deadline at {:?} never passes, now {:?}", table.next_deadline(), self.now);
    }

    pub(crate) fn drain(&mut self, table: &mut Table) {
        let mut outputs = 0;
        while let Some(output) = table.poll() {
            outputs += 1;
            assert!(outputs <= MOST_OUTPUTS, "more than {MOST_OUTPUTS} outputs of one input");
            match output {
                Output::Record(record) => self.hear(&record),
                Output::Pgn(pgn) => self.pgn = Some(pgn),
                Output::Reply { text: reply, .. } => {
                    let reply: serde_json::Value = serde_json::from_str(&reply).expect("a reply is JSON");
                    assert!(reply["ok"].is_boolean(), "{reply}");
                }
                Output::Ask(_)
                | Output::Begun(_)
                | Output::Health(_)
                | Output::Keep(_)
                | Output::Resync(_)
                | Output::Seen(..)
                | Output::Send(_) => {}
            }
        }
        assert_eq!(table.seq(), self.seq);
    }

    /// Numbers of records, plies and revisions are as `docs/interfaces.md` says.
    pub(crate) fn hear(&mut self, record: &Record) {
        if record.body.is_journaled() {
            assert_eq!(record.seq, self.seq + 1, "seq counts without a gap");
        } else {
            assert_eq!(record.seq, self.seq, "seq as of");
        }
        self.seq = record.seq;
        let text = serde_json::to_string(record).expect("a record is JSON");
        if self.aloud {
            println!("        {text}");
        }
        match &record.body {
            Body::Alert(alert) => assert!(alert.ply > 0 && !alert.text.is_empty()),
            Body::Game(game) => {
                let variant = Variant::from_name(game.variant).expect("a variant");
                if self.game.as_ref().is_none_or(|(id, _)| **id != *game.id) {
                    self.begin(&game.moves);
                }
                self.since_game.clear();
                self.game = Some((game.id.to_string(), variant));
                let position = Position::from_any_fen(&game.fen, variant);
                self.position = Some(position.unwrap_or_else(|error| panic!("the position of a game: {error}")));
                assert_eq!(game.moves.len(), game.sans.len());
                self.compare(&game.moves);
            }
            Body::Move(said) => {
                assert!(said.ply > 0);
                let expected = self.moves.get(&said.ply).map_or(0, |(revision, _)| revision + 1);
                if said.revision != expected {
                    assert_eq!(said.revision, 0, "ply {}: revisions count up from {expected}", said.ply);
                    // The next game has begun; its record follows.
                    self.moves.clear();
                }
                self.take_down(said);
                self.since_game.push(said.clone());
            }
            Body::Board(_)
            | Body::Clock(_)
            | Body::Duty(_)
            | Body::Reply(_)
            | Body::Status(_)
            | Body::Touch(_)
            | Body::Turn(_) => {}
        }
    }

    /// Another game has begun, and some of its moves may have been said before its record.
    fn begin(&mut self, moves: &[Uci]) {
        self.moves.clear();
        let since = std::mem::take(&mut self.since_game);
        let first = since.iter().rposition(|said| said.ply == 1 && said.revision == 0);
        if let Some(first) = first.filter(|_| !moves.is_empty()) {
            since[first..].iter().for_each(|said| self.take_down(said));
        }
    }

    fn take_down(&mut self, said: &Move) {
        let stands = said.status != MoveStatus::Retracted;
        // What stands after a ply that has changed falls with it.
        let same = self.moves.get(&said.ply).is_some_and(|(_, uci)| uci.as_ref() == Some(&said.uci));
        if !stands || !same {
            for (_, later) in self.moves.range_mut(said.ply + 1..) {
                later.1 = None;
            }
        }
        self.moves.insert(said.ply, (said.revision, stands.then_some(said.uci)));
    }

    fn compare(&self, moves: &[Uci]) {
        let standing: Vec<&Uci> = self.moves.values().filter_map(|(_, uci)| uci.as_ref()).collect();
        assert_eq!(standing, moves.iter().collect::<Vec<_>>(), "the moves said one by one, and the game's");
    }

    /// The PGN published last can be played through, but for stretches from positions that only illegal moves lead to.
    fn read_pgn(&self) {
        let Some(pgn) = &self.pgn else { return };
        for game in read_games(pgn.as_bytes()) {
            match game {
                Ok(game) => assert_eq!(game.broke_off, None, "{pgn}"),
                Err(PgnError::Fen { .. }) => {}
                Err(error) => panic!("{error} in\n{pgn}"),
            }
        }
    }
}
