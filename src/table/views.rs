//! What others see of a table: board, clock, game and alerts as they stand, each told where it has changed.

use std::sync::Arc;

use protocols::{Calibration, Square};

use super::{ClockWatch, Output, Table, alert_log::Course};
use crate::{
    board::{BoardReading, ClockTimes},
    game::{
        alert_data,
        pgn::{self, Tags},
        record::{self, Body, Phase, Record},
        times,
    },
    turn::{Account, Alert, ClockUse, Edition, GameTime, MoveStatus, Touch},
    words::{self, Language, Words},
};

/// Whether anybody wants the game as PGN: to write it all after every move takes as long as the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PgnUse {
    None,
    Published,
}

/// When the state is told: the game, and what is touched.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum StateUse {
    /// Whenever anything of it has changed, for those who have not heard the moves.
    Always,
    /// Where the records of moves do not tell what has changed.
    #[default]
    WhereMovesDoNotTell,
}

/// What has been published last, so that only changes are.
#[derive(Debug, Default)]
pub(super) struct Shown {
    pub(super) board: Option<record::Board>,
    pub(super) clock: Option<record::Clock>,
    /// The clock, and what is touched, apart.
    pub(super) game: Option<Box<record::Game>>,
    /// By the last `game` or `duty` record.
    pub(super) duty: Option<record::Duty>,
    /// The move that was told last, if it was one that had been made.
    pub(super) made: Option<record::Move>,
    pub(super) pgn: Option<String>,
    /// What that was written from.
    pub(super) pgn_of: Option<(u32, u64, Tags)>,
    pub(super) alerts: OpenAlerts,
    /// What the sensors showed then.
    pub(super) reading: Option<BoardReading>,
    /// Something may have changed since.
    pub(super) stale: bool,
}

/// The open alerts as records tell them, written anew where something of them has changed: their texts take long, and the
/// game is looked at with every touch.
#[derive(Debug, Default)]
pub(super) struct OpenAlerts {
    records: Arc<[record::Alert]>,
    /// What they were written from.
    of: Vec<(Alert, Option<Course>)>,
    /// In which game, by which Laws and in which language.
    told: Option<(Arc<str>, Edition, Language)>,
}

impl Table {
    /// Gives out the `game` record, whether it is news or not.
    pub(super) fn show_game(&mut self) {
        let game = self.game_record();
        self.emit(Body::Game(Box::new(game)));
    }

    /// Everything a consumer needs that has just joined: game, board and clock as they stand, and the PGN.
    pub fn announce(&mut self) {
        self.shown = Shown::default();
        self.show_state();
    }

    /// Takes for told what the record of a move tells besides the game: with a move made nothing is owed any more; with one
    /// completed the next turn has begun, and nothing is touched.
    pub(super) fn heed_move(&mut self, said: &record::Move) {
        let told = match said.status {
            MoveStatus::Made | MoveStatus::Completed => self.state_use == StateUse::WhereMovesDoNotTell,
            MoveStatus::Corrected | MoveStatus::Retracted => false,
        };
        if !told {
            return;
        }
        if let Some(duty) = &mut self.shown.duty {
            duty.obligation = record::Obligation::default();
            if said.status == MoveStatus::Completed {
                (duty.ply, duty.by) = (said.ply + 1, said.by.other());
                duty.touched.clear();
            }
        }
    }

    /// Publishes the clock where it has changed.
    pub(super) fn show_clock(&mut self) {
        if let Some(clock) = self.clock_record()
            && self.shown.clock != Some(clock)
        {
            self.shown.clock = Some(clock);
            self.emit(Body::Clock(clock));
        }
    }

    /// Publishes board, clock, game and PGN where they have changed.
    pub(super) fn show_state(&mut self) {
        let board = self.board_record();
        self.shown.reading = Some(self.observer.reading());
        if self.shown.board.as_ref() != Some(&board) {
            self.shown.board = Some(board.clone());
            self.emit(Body::Board(board));
        }
        self.show_clock();
        // The clock has a topic of its own, and so has what is touched: neither is news of the game.
        let game = self.game_alone();
        let duty = self.duty_record();
        if self.shown.game.as_deref() != Some(&game) {
            let is_told = self.state_use == StateUse::WhereMovesDoNotTell && self.is_told_by_move(&game);
            self.shown.game = Some(Box::new(game));
            if !is_told {
                // It tells what is touched and owed, and neither whose turn that is nor which.
                let record::Duty { ply, by, .. } = *self.shown.duty.as_ref().unwrap_or(&duty);
                self.shown.duty = Some(record::Duty { ply, by, ..duty.clone() });
                self.show_game();
            }
            self.show_pgn();
        }
        if self.shown.duty.as_ref() != Some(&duty) {
            self.shown.duty = Some(duty.clone());
            self.emit(Body::Duty(duty));
            // What was done since may have shown how the clock stood at a press.
            self.show_pgn();
        }
    }

    /// Whether the record of its last move says all by which this game differs from what has been told of it.
    fn is_told_by_move(&self, game: &record::Game) -> bool {
        let (Some(told), Some(made)) = (self.shown.game.as_deref(), &self.shown.made) else { return false };
        let is_next = *made.fen == *game.fen
            && game.moves.split_last() == Some((&made.uci, &told.moves[..]))
            && game.sans.split_last() == Some((&made.san, &told.sans[..]));
        let but_for_move = || {
            let (fen, turn) = (Arc::clone(&told.fen), told.turn);
            record::Game { fen, turn, moves: told.moves.clone(), sans: told.sans.clone(), ..game.clone() }
        };
        is_next && game.turn.is_some() && *told == but_for_move()
    }

    /// What the turn in progress has touched. Where that is nothing, all legal moves are free.
    fn duty_record(&self) -> record::Duty {
        let account = self.observer.in_progress().account_of_touched();
        let record::Turn { ply, by, touched, obligation, .. } = turn_record(account);
        let obligation = if touched.is_empty() { record::Obligation::default() } else { obligation };
        record::Duty { ply, by, touched, obligation }
    }

    pub(super) fn show_pgn(&mut self) {
        if self.pgn == PgnUse::None {
            return;
        }
        let tags = self.pgn_tags();
        let written_from = (self.games, self.sheet.changes(), tags);
        if self.shown.pgn_of.as_ref() == Some(&written_from) {
            return;
        }
        let pgn = pgn::write(&self.sheet, &written_from.2);
        self.shown.pgn_of = Some(written_from);
        if self.shown.pgn.as_ref() != Some(&pgn) {
            self.shown.pgn = Some(pgn.clone());
            self.out.push_back(Output::Pgn(pgn));
        }
    }

    pub(super) fn pgn_tags(&self) -> Tags {
        let mut tags = self.tags.clone();
        if let Some(white) = &self.players.white {
            tags.white.clone_from(white);
        }
        if let Some(black) = &self.players.black {
            tags.black.clone_from(black);
        }
        tags.persons.clone_from(&self.persons);
        tags
    }

    pub(super) fn board_record(&self) -> record::Board {
        let machine = self.observer.in_progress();
        let reading = self.observer.reading();
        let (placement, occupied) = match (&self.shown.board, reading) {
            (Some(board), _) if self.shown.reading == Some(reading) => {
                (board.placement.clone(), board.occupied.clone())
            }
            (_, BoardReading::Pieces(placement)) => (Some(placement.to_string().into()), None),
            (_, BoardReading::Occupied(bits)) => (None, Some(format!("{bits:016x}"))),
        };
        let (in_air, agrees) = (machine.in_air(), machine.agrees());
        record::Board { placement, occupied, in_air, agrees, sensors: self.sensors_record() }
    }

    /// How well the sensors work; counts as they were told last, unless one has doubled.
    pub(super) fn sensors_record(&self) -> record::Sensors {
        let Some(reader) = self.reader.as_ref() else { return record::Sensors::default() };
        let told = self.shown.board.as_ref().map(|board| &board.sensors.noise);
        let noise: Vec<(Square, u64)> = reader.noise().collect();
        let about =
            |counts: &[(Square, u64)]| counts.iter().map(|(square, n)| (*square, n.ilog2())).collect::<Vec<_>>();
        let noise = told.filter(|told| about(told) == about(&noise)).cloned().unwrap_or(noise);
        let calibrated = reader.health().calibration.map(|calibration| calibration == Calibration::Complete);
        record::Sensors {
            clock_battery_low: reader.health().clock_battery_low,
            clock_connected: reader.health().clock_connected,
            clock_rejected: self.clock_rejected(),
            calibrated,
            dead: reader.dead(),
            noise,
        }
    }

    /// Readings of the clock that were not believed, as told last unless they have doubled.
    pub(super) fn clock_rejected(&self) -> u64 {
        let told = self.shown.board.as_ref().map_or(0, |board| board.sensors.clock_rejected);
        let rejected = self.reader.as_ref().map_or(0, |reader| reader.counters().clock_readings_rejected);
        if told.checked_ilog2() == rejected.checked_ilog2() { told } else { rejected }
    }

    pub(super) fn game_record(&mut self) -> record::Game {
        let record::Turn { touched, obligation, .. } = turn_record(self.observer.in_progress().account());
        record::Game { clock: self.clock_record(), touched, obligation, ..self.game_alone() }
    }

    /// The alerts that are open.
    fn open_alerts(&mut self) -> Arc<[record::Alert]> {
        let is_open = |alert: &&Alert| alert.state.is_open();
        let open = || self.observer.machine().alerts().iter().filter(is_open);
        let of = || open().map(|alert| (alert, self.alerts.course(alert.number)));
        let known = &self.shown.alerts;
        let told = Some((&self.id, self.settings.laws.edition, self.language));
        let are_known = known.told.as_ref().map(|(id, edition, language)| (id, *edition, *language)) == told
            && of().eq(known.of.iter().map(|(alert, course)| (alert, course.as_ref())));
        if !are_known {
            self.shown.alerts = OpenAlerts {
                records: open().map(|alert| self.alert_record(alert)).collect(),
                of: of().map(|(alert, course)| (alert.clone(), course.cloned())).collect(),
                told: told.map(|(id, edition, language)| (Arc::clone(id), edition, language)),
            };
        }
        Arc::clone(&self.shown.alerts.records)
    }

    /// The game without the clock, and without what is touched.
    fn game_alone(&mut self) -> record::Game {
        let alerts = self.open_alerts();
        let setting_up = self.observer.machine().is_setting_up();
        let laws = match &self.next.settings {
            Some((settings, _)) if setting_up => settings.laws,
            Some(_) | None => self.settings.laws,
        };
        let outcome = self.sheet.outcome();
        let phase = match () {
            () if setting_up => Phase::Setup,
            () if self.is_over() => Phase::Over,
            () if self.suspended => Phase::Suspended,
            () => Phase::Playing,
        };
        let position = self.observer.machine().position();
        let line = self.sheet.line();
        let counts = self.observer.machine().illegal_moves();
        record::Game {
            id: Arc::clone(&self.id),
            phase,
            edition: laws.edition.name(),
            regime: laws.regime.name(),
            variant: position.variant().name(),
            initial_fen: Arc::clone(self.sheet.initial_fen()),
            fen: Arc::clone(position.shared_fen()),
            turn: self.observer.machine().side_to_move(),
            moves: line.ucis.clone(),
            sans: line.sans.clone(),
            result: self.sheet.result(),
            termination: outcome
                .filter(|outcome| !outcome.proposed)
                .map(|outcome| words::termination(&outcome.termination).to_owned()),
            players: self.players.clone(),
            persons: self.persons.clone(),
            clock: None,
            interrupted: self.observer.is_interrupted(),
            touched: Vec::new(),
            obligation: record::Obligation::default(),
            alerts,
            illegal_moves: record::IllegalMoves { white: counts.white, black: counts.black },
        }
    }

    /// The clock as last read. Nobody's time is known to run on one that is there no more.
    pub(super) fn clock_record(&self) -> Option<record::Clock> {
        let clock = self.observer.machine().clock();
        let gone = self.clock == ClockWatch::ShowsItself && self.observer.machine().clock_use() == ClockUse::None;
        clock_record(ClockTimes { running: clock.running.filter(|_| !gone), ..clock })
    }

    pub(super) fn alert_id(&self, number: u32) -> String {
        format!("{}#{number}", self.id)
    }

    pub(super) fn alert_record(&self, alert: &Alert) -> record::Alert {
        let course = self.alerts.course(alert.number);
        let decided = course.and_then(|course| course.decided.as_ref());
        let mut data = alert_data::data(alert);
        // A breach claimed is another alert, known outside by its id.
        if let Some(breach) = alert_data::breach_of(alert) {
            data.insert("breach".to_owned(), self.alert_id(breach).into());
        }
        let said = Words::of(alert);
        record::Alert {
            id: self.alert_id(alert.number),
            state: alert.state,
            raised_ms: course.map_or(self.game_now, |course| course.raised),
            decided: decided.map(|decision| decision.command),
            decided_by: decided.and_then(|decision| decision.by.clone()),
            decided_ms: decided.map(|decision| decision.at),
            kind: alert.kind,
            article: alert.article,
            edition: self.settings.laws.edition.name(),
            severity: alert.severity,
            advisory: alert.advisory,
            by: alert.by,
            ply: alert.ply,
            squares: alert.squares.clone(),
            legal: alert.legal.clone(),
            data,
            text: words::tell(self.language, &said),
            words: said,
        }
    }

    pub(super) fn emit(&mut self, body: Body) {
        self.emit_at(self.game_now, body);
    }

    pub(super) fn emit_at(&mut self, at: GameTime, body: Body) {
        if body.is_journaled() {
            self.seq += 1;
        }
        let game = body.names_game().then(|| Arc::clone(&self.id));
        let record = Record { body, game, table: Arc::clone(&self.name), seq: self.seq, t_ms: at, at: None };
        self.out.push_back(Output::Record(Box::new(record)));
    }
}

pub(super) fn turn_record(account: Account) -> record::Turn {
    let touched = |touch: Touch| record::Touched { sq: touch.square, piece: touch.piece, t_ms: touch.at };
    record::Turn {
        ply: account.ply,
        by: account.by,
        touched: account.touched.into_iter().map(touched).collect(),
        obligation: record::Obligation { own: account.own, opp: account.opponent, legal: account.legal },
        made: account.made,
        completed: account.completed,
    }
}

fn clock_record(clock: ClockTimes) -> Option<record::Clock> {
    let known = clock.running.is_some() || clock.white_ms.is_some() || clock.black_ms.is_some();
    known.then(|| record::Clock {
        times: times(clock).unwrap_or(record::Times { white_ms: None, black_ms: None }),
        running: clock.running,
    })
}
