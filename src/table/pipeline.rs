//! What follows from an input, stage by stage: codec, board, turns, record.

use protocols::{At, Codec, CodecOutput, Color, Placement};

use super::{ClockWatch, Happening, Output, Table, views::turn_record};
use crate::{
    board::{BoardReader, BoardReading, Event, Expectation, ReaderOutput},
    game::record::{self, Body},
    rules::Variant,
    turn::{ClockUse, GameTime, MoveStatus, Regime, TurnOutput},
};

/// Whether an event that is a touch has been told already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Touches {
    New,
    Told,
}

impl Table {
    /// How far the machine may run, in the game's time: events held back by the reader carry earlier times.
    pub(super) fn reached(&self, at: At) -> GameTime {
        let held_from = self.reader.as_ref().and_then(BoardReader::held_from);
        self.clock_offset.game_time(held_from.map_or(at, |held| held.min(at)))
    }

    /// Lets what is due at or before `at` happen, as far as nothing is held back.
    pub(super) fn run_due(&mut self, at: At) {
        self.run_machine(self.reached(at));
    }

    /// Lets the machine's deadlines up to `at` in the game's time come, one by one.
    pub(super) fn run_machine(&mut self, at: GameTime) {
        while let Some(due) = self.observer.next_deadline().filter(|due| *due <= at) {
            let game = self.games;
            self.now = self.now.max(self.clock_offset.input_time(due));
            self.game_now = self.game_now.max(due);
            self.observer.tick(due);
            self.drain_machine();
            // Another game that has begun may have something due at the same time; the same one would have it for ever.
            if self.games == game && self.observer.next_deadline() == Some(due) {
                break;
            }
        }
    }

    pub(super) fn with_codec(&mut self, act: impl FnOnce(&mut dyn Codec)) {
        if let Some(codec) = self.codec.as_mut() {
            act(codec.as_mut());
        }
        self.run_codec();
    }

    pub(super) fn run_codec(&mut self) {
        while let Some(output) = self.codec.as_mut().and_then(|codec| codec.poll()) {
            match output {
                CodecOutput::Event(event) => {
                    if let Some(reader) = self.reader.as_mut() {
                        reader.handle(self.now, event);
                    }
                    self.run_reader();
                }
                CodecOutput::Keep(text) => self.out.push_back(Output::Keep(text)),
                CodecOutput::Send(bytes) => self.out.push_back(Output::Send(bytes)),
            }
        }
    }

    pub(super) fn run_reader(&mut self) {
        if let Some(reader) = self.reader.as_mut() {
            reader.tick(self.now);
        }
        while let Some(output) = self.reader.as_mut().and_then(BoardReader::poll) {
            match output {
                ReaderOutput::Ahead(at, event, pressed) => {
                    self.tell_touch(self.clock_offset.game_time(at), event, pressed);
                }
                ReaderOutput::Event(at, event) => self.event(self.clock_offset.game_time(at), event),
                ReaderOutput::Health(health) => {
                    if health.clock_connected == Some(false) && self.observer.machine().clock_use() == ClockUse::Present
                    {
                        self.clock_gone(self.reached(self.now));
                    }
                    self.shown.stale = true;
                    self.out.push_back(Output::Health(health));
                }
                ReaderOutput::Learn(placement) => {
                    if let Some(codec) = self.codec.as_mut() {
                        codec.learn(self.now, &placement);
                    }
                }
                ReaderOutput::Missed(events) => self.make_up_for(events),
                ReaderOutput::RequestPast => {
                    let (now, wanted) = (self.now, self.wants_past());
                    let asked = wanted && self.codec.as_mut().is_some_and(|codec| codec.request_past(now));
                    if let (false, Some(reader)) = (asked, self.reader.as_mut()) {
                        reader.no_past();
                    }
                }
                ReaderOutput::Told(at, event) => self.happened(self.clock_offset.game_time(at), event, Touches::Told),
                // What the codec wants sent for it comes behind what it has to tell already.
                ReaderOutput::RequestPlacement => {
                    if let Some(codec) = self.codec.as_mut() {
                        codec.request_placement(self.now);
                    }
                }
            }
        }
    }

    pub(super) fn clock_gone(&mut self, at: GameTime) {
        self.run_machine(at);
        self.game_now = self.game_now.max(at);
        self.out.push_back(Output::Seen(self.game_now, Happening::ClockGone));
        self.observer.set_clock_use(ClockUse::None);
    }

    /// Whether it is worth asking a board for its log, which may keep it from looking for seconds. In rapid and blitz these
    /// are moves, so that there what can be explained without it is taken as that.
    pub(super) fn wants_past(&self) -> bool {
        match (self.settings.laws.regime, self.reader.as_ref().and_then(BoardReader::shadow)) {
            (Regime::Blitz | Regime::Rapid, Some(BoardReading::Pieces(board))) => {
                !self.observer.machine().explains(&board)
            }
            (Regime::Blitz | Regime::Rapid | Regime::Standard, _) => true,
        }
    }

    /// Tells the game what was done while nobody listened. It takes the game's time that it took at least, so that no
    /// piece has rested for less, and none that nobody saw resting.
    pub(super) fn make_up_for(&mut self, missed: Vec<(u64, Event)>) {
        let mut at = self.game_now.max(self.reached(self.now));
        for (after_ms, event) in missed {
            at = at + after_ms;
            self.clock_offset.grow(after_ms);
            self.event(at, event);
        }
    }

    /// Something happened, at a time of the game.
    pub(super) fn event(&mut self, at: GameTime, event: Event) {
        self.happened(at, event, Touches::New);
    }

    /// Tells a lift or a drop, unjudged. One behind a press, of this player, that has still to be borne out is told as what
    /// it is if it is: who has pressed has done what he had to.
    fn tell_touch(&mut self, at: GameTime, event: Event, behind_press: Option<Color>) {
        let (ev, sq, piece) = match event {
            _ if self.suspended => return,
            Event::Drop { square, piece } => (record::TouchKind::Drop, square, piece),
            Event::Lift { square, piece } => (record::TouchKind::Lift, square, piece),
            _ => return,
        };
        let machine = self.observer.machine();
        let (mut ply, mut by) = (machine.ply(), machine.presumed_actor(piece));
        if let (Some(_), Some(pressed)) = (by, behind_press) {
            ply += u32::from(machine.account_of_touched().by == pressed);
            by = piece.map(|piece| piece.color);
        }
        self.emit_at(at, Body::Touch(record::Touch { ply, ev, sq, piece, by }));
    }

    fn happened(&mut self, at: GameTime, event: Event, touches: Touches) {
        // Several events may be let go at once: what was due between them happens between them.
        self.run_machine(at);
        if let Some(reader) = self.reader.as_mut() {
            reader.told(&event);
        }
        self.take_event(at, event, touches);
    }

    /// A game that has just begun takes what came since it began, each at its own time, as its log will tell it.
    pub(super) fn take_left_over(&mut self, left_over: Vec<(GameTime, Event)>) {
        self.drain_machine();
        for (at, event) in left_over {
            self.run_machine(at);
            self.take_event(at, event, Touches::Told);
        }
    }

    /// The game takes an event; what was due before has happened.
    fn take_event(&mut self, at: GameTime, event: Event, touches: Touches) {
        let at = self.game_now.max(at);
        self.game_now = at;
        self.out.push_back(Output::Seen(at, Happening::Event(event)));
        if let Event::Press { .. } = event {
            self.sheet.pressed();
        }
        // Nothing is ruled while play is suspended, but the machine follows what stands on the board, and who has pressed.
        match event {
            Event::Flag { .. } if self.suspended => return,
            Event::Press { .. } if self.suspended => return self.observer.handle(at, event),
            _ => {}
        }
        if touches == Touches::New {
            self.tell_touch(at, event, None);
        }
        // Who tells of presses has a clock, even where it does not tell the times.
        if let (Event::Press { .. }, ClockWatch::ShowsItself) = (event, self.clock) {
            self.observer.set_clock_use(ClockUse::Present);
        }
        self.observer.handle(at, event);
        match event {
            Event::Clock(times) => {
                let told = self.shown.board.as_ref().map_or(0, |board| board.sensors.clock_rejected);
                self.shown.stale |= self.clock_rejected() != told;
                if self.clock == ClockWatch::ShowsItself {
                    self.observer.set_clock_use(ClockUse::Present);
                }
                let changes = self.sheet.changes();
                self.sheet.clock_read(times);
                // Nothing else may come for long that would publish the time of the last move.
                if self.sheet.changes() != changes {
                    self.show_pgn();
                }
            }
            Event::Time => {}
            Event::Drop { .. }
            | Event::Flag { .. }
            | Event::Lift { .. }
            | Event::Link { .. }
            | Event::Placement(_)
            | Event::Press { .. } => self.shown.stale = true,
        }
        self.drain_machine();
    }

    /// Tells the board stage what the game says should stand there.
    pub(super) fn tell_expectation(&mut self) {
        let Some(reader) = self.reader.as_mut() else { return };
        let machine = self.observer.machine();
        reader.begins_with(match machine.position().variant() {
            Variant::Chess => Some(Placement::initial()),
            Variant::Chess960 => None,
        });
        reader.in_play(!machine.is_setting_up());
        if machine.is_setting_up() {
            return;
        }
        let position = machine.position();
        let agreed = *position.placement();
        let only_lacks_pieces = match self.observer.reading() {
            BoardReading::Occupied(bits) => bits & !agreed.occupied() == 0,
            BoardReading::Pieces(board) => agreed.differences(&board).all(|square| board.at(square).is_none()),
        };
        let explained = only_lacks_pieces || machine.is_over();
        reader.expect(Expectation { placement: agreed, explained });
    }

    pub(super) fn drain_machine(&mut self) {
        while let Some(said) = self.observer.poll() {
            self.shown.stale = true;
            self.say(said);
        }
        self.show_clock();
        // The machine believes in a lift only after a while, and says nothing of it then.
        let moved = self.shown.reading != Some(self.observer.reading());
        if std::mem::take(&mut self.shown.stale) || moved {
            self.tell_expectation();
            self.show_state();
        }
    }

    pub(super) fn say(&mut self, said: TurnOutput) {
        match said {
            TurnOutput::Alert(alert) => {
                self.alerts.told(self.game_now, &alert, self.deciding.as_ref());
                let alert = self.alert_record(&alert);
                self.emit(Body::Alert(alert));
            }
            TurnOutput::Ask(question) => self.out.push_back(Output::Ask(question)),
            TurnOutput::GameBegun(_) => self.begin_game(),
            TurnOutput::Move(said) => {
                let record = self.sheet.record_move(&said, self.observer.machine().clock());
                self.shown.made = Some(record.clone()).filter(|record| record.status == MoveStatus::Made);
                self.heed_move(&record);
                self.emit(Body::Move(record));
            }
            TurnOutput::Over(outcome) => {
                self.sheet.conclude(Some(outcome));
                self.end_suspension();
                if let Some(reader) = self.reader.as_mut() {
                    reader.new_game();
                }
            }
            TurnOutput::Reopened => self.sheet.conclude(None),
            TurnOutput::PositionSet(position) => self.sheet.set_position(position),
            TurnOutput::Turn(account) => self.emit(Body::Turn(turn_record(account))),
        }
    }
}
