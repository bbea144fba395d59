//! Tables: taken up where an earlier run has left a game, begun anew for a board, given another configuration.

use std::path::PathBuf;

use protocols::{BusAddress, Codec, registry::Board};
use tokio::{task::spawn_blocking, time::timeout};
use tracing::{error, info, warn};

use super::Task;
use crate::{
    board::{Counters, Event},
    daemon::{
        clock::{date, stamp},
        config::{self, Configured, convert},
        metrics::TableMetrics,
        table::{
            TURN_WITHIN,
            capture::Capture,
            memory::Memory,
            redelivery::Redelivery,
            resume::{self, Comparison, ResumeError, Resumed},
        },
    },
    game::{
        journal::{Begun, Kept},
        pgn::Tags,
    },
    table::{ClockOffset, Header, Input, Setup, Source, Table, header_object},
    turn::{Given, Settings, Start},
};

impl Task {
    /// Takes up the game that an earlier run has left, if it left one.
    pub(super) async fn resume(&mut self) {
        let kept = self.output.journal().kept().await;
        self.sessions = kept.games.iter().cloned().collect();
        self.redelivery = Redelivery::recall(kept.replies.iter().map(|(id, _)| id.as_str()));
        self.replies = kept.replies.clone();
        let Some(game) = &kept.game else { return };
        let reached = resume::reached(game);
        self.seq = self.seq.max(reached.seq);
        self.metrics.records.raise_to(self.seq);
        self.clock = self.clock.not_before(ClockOffset::NONE.input_time(reached.at));
        let (name, begun) = (game.id.clone(), game.header.clone());
        let summary = game.summary.clone();
        let resumed = rebuild(kept, self.state_dir.clone(), self.config.clone(), &self.metrics).await;
        let Resumed { table, board, session, settings, last } = match resumed {
            Ok(resumed) => resumed,
            Err(error) => {
                error!(game = name, %error, "The game that was on cannot be taken up; `touchmove export` has it.");
                return;
            }
        };
        info!(
            game = name,
            phase = summary.phase,
            plies = summary.plies,
            seq = self.seq,
            queued = self.publisher.queued(),
            "The game that was on goes on; the board is looked for."
        );
        self.clock = self.clock.not_before(last);
        self.output.summarised(summary, table.orientation());
        self.memory = Some(Memory::new(&self.state_dir, board.kind, &self.config.name));
        self.watch.remembered(&board);
        self.session = session;
        let language = table.language();
        self.table = Some(table.with_lights(convert::lights(&self.config, &board)));
        self.board = Some(board);
        self.begin_capture();
        if !Configured::of(&self.config).is_that_of(&begun) || language != self.config.laws.language {
            let next = Settings { clock: settings.clock, ..convert::game_settings(&self.config, board.sensing) };
            if let Some(table) = &mut self.table {
                table.set_next(next, self.config.laws.time_control.clone(), self.config.laws.language);
            }
        }
        // Whatever was done on the board meanwhile was not seen.
        self.feed(self.clock.now(), Input::Event(Event::Link { up: false }));
        if let Some(table) = &mut self.table {
            self.comparison = Comparison::Due { plies: table.plies() };
            table.announce();
        }
        self.perform();
    }

    /// Makes the table anew, for the kind of board that is there. Records are counted on.
    pub(super) fn begin(&mut self, board: Board) {
        if let Some(known) = self.board.filter(|known| known.kind != board.kind) {
            warn!(was = known.kind, is = board.kind, "Another kind of board is there: its table begins anew.");
        }
        let name = &self.config.name;
        self.session = format!("{}-{name}", stamp());
        // Two in one second, or the computer's clock was set back.
        while !self.sessions.insert(self.session.clone()) {
            self.session.push('x');
        }
        let date = date();
        let setup = Setup {
            name: name.clone(),
            session: self.session.clone(),
            settings: convert::game_settings(&self.config, board.sensing),
            start: Start::Setup(self.config.laws.variant),
            given: Given::default(),
            seq: self.seq,
            tags: Tags { date, time_control: self.config.laws.time_control.clone(), ..Tags::default() },
            language: self.config.laws.language,
        };
        let settings = convert::board_settings(&self.config, board.sensing);
        let memory = Memory::new(&self.state_dir, board.kind, name);
        let codec = recalling(&board, self.config.board.address, &memory);
        let lights = convert::lights(&self.config, &board);
        let replies = self.table.as_mut().map_or_else(|| std::mem::take(&mut self.replies), Table::take_replies);
        let mut table = Table::new(setup, Source::Board(codec, settings)).with_lights(lights);
        // What was done is not done again on another board.
        table.resume(replies, None, self.seq);
        self.table = Some(table);
        self.counted = Counters::default();
        self.memory = Some(memory);
        self.board = Some(board);
        self.begin_capture();
        self.perform();
    }

    pub(super) fn begin_capture(&mut self) {
        self.capture = None;
        let Some((dir, max_bytes)) = &self.captures else { return };
        let name = format!("{}-{}", stamp(), self.config.name);
        match Capture::begin(self.clock.now(), dir, &name, *max_bytes) {
            Ok(capture) => self.capture = Some(capture),
            Err(error) => error!(dir = %dir.display(), %error, "What comes over the wire cannot be kept."),
        }
    }

    /// Takes over what can be: for the games that begin from now on.
    pub(super) fn reconfigure(&mut self, config: config::Table) {
        self.config = config;
        if let (Some(table), Some(board)) = (&mut self.table, self.board) {
            let settings = convert::game_settings(&self.config, board.sensing);
            table.set_next(settings, self.config.laws.time_control.clone(), self.config.laws.language);
            self.perform();
        }
    }

    pub(super) fn begun(&self, header: &Header) -> Begun {
        let mut line = header_object(header);
        line["configured"] = serde_json::json!(Configured::of(&self.config));
        let expire = self.clock.days_ago(self.keep_days);
        let kind = self.board.map_or("", |board| board.kind).to_owned();
        let at = self.clock.time_of_day(self.clock.now());
        Begun { game: header.id(), kind, header: line.to_string(), seq: header.seq, at, expire }
    }
}

/// Makes the table that a kept game's log gives, beside the task: a long game may take a while, and what takes a while
/// must not look like a table that stands still.
async fn rebuild(
    kept: Kept,
    state_dir: PathBuf,
    config: config::Table,
    metrics: &TableMetrics,
) -> Result<Resumed, ResumeError> {
    let mut rebuilding = spawn_blocking(move || {
        let codec =
            |board: &Board| recalling(board, config.board.address, &Memory::new(&state_dir, board.kind, &config.name));
        resume::resume(&kept, codec, |board| convert::board_settings(&config, board.sensing))
    });
    loop {
        metrics.turns.add(1);
        if let Ok(rebuilt) = timeout(TURN_WITHIN, &mut rebuilding).await {
            return rebuilt.unwrap_or(Err(ResumeError::Panic));
        }
    }
}

/// A codec for a board that knows what earlier ones have learnt. A file that cannot be used is told and set aside.
fn recalling(board: &Board, address: Option<BusAddress>, memory: &Memory) -> Box<dyn Codec> {
    let mut codec = match (board.shared, address) {
        (Some(shared), Some(address)) => (shared.codec)(address),
        (Some(_), None) | (None, _) => (board.codec)(),
    };
    let file = memory.file().display();
    match memory.recall() {
        Ok(None) => {}
        Ok(Some(text)) => {
            if let Err(error) = codec.recall(&text) {
                let aside = memory.set_aside().map(|aside| aside.display().to_string()).unwrap_or_default();
                error!(%file, %error, aside, "What was learnt of the pieces cannot be read; it must be learnt anew.");
            }
        }
        Err(error) => error!(%file, %error, "What was learnt of the pieces cannot be read."),
    }
    codec
}
