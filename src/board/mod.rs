//! From a board's own events to the event log's: orientation, shadow board, clock, presses.
//!
//! The [`BoardReader`] does no IO and reads no clock: feed it, then drain it. What
//! it gives out is in order of time. It may hold events for a while: all of
//! them until the board's orientation is known; a press (with whatever comes
//! after it) until the board and the clock bear it out, for a line without
//! checksums must not complete a move that was not made; what comes after
//! a whole reading that disagreed, until another has decided; and what comes
//! from a board that may not have looked for a while, until it has looked at
//! every square, a second at most.

mod asking;
mod clock;
mod event;
mod health;
mod held;
mod learning;
mod orientation;
mod outlet;
mod past;
mod presses;
mod sensors;
mod shadow;
mod squares;

use protocols::{
    At, Color, NoiseKind, Placement, Presence, SensorEvent, Side, Square, SquareContent, SquareSet, registry::Sensing,
};

use self::{
    asking::Asking,
    clock::Clock,
    held::{Held, HeldEvents, Report},
    learning::Learning,
    past::Past,
    sensors::{Sensors, Sign},
    shadow::Shadow,
};

pub use event::{BoardReading, ClockTimes, Event};
pub use health::{Battery, Counters, Health};
pub(crate) use learning::{is_first_square, looks_like_first};
pub use orientation::{Orientation, OrientationSetting};

/// How long a press waits for the board to bear out what is on it, in milliseconds.
///
/// Only where the board answers; then the answer is usually there after 100.
pub const PRESS_WAIT_MS: u64 = 400;

/// How long a press waits where the board has disagreed or the line has damaged something, so that another answer
/// can decide, in milliseconds; so long at most waits everything once a whole reading has disagreed. Several answers
/// in a row may be damaged.
pub const PRESS_WAIT_DISPUTED_MS: u64 = 2_500;

/// How long a flag waits for a board that is just connected to show itself, in milliseconds: longer than for its log.
const FLAG_WAIT_MS: u64 = 20_000;

/// What the stage must know of a table's board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// How the orientation is to be known.
    pub orientation: OrientationSetting,
    /// What the board's sensors tell of a square.
    pub sensing: Sensing,
}

/// What the game says should stand on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Expectation {
    /// The position of the game, after the last move that was made.
    pub placement: Placement,
    /// Whether the board as it is now is explained by the game: it shows this position, or pieces that a player
    /// may have in his hand are missing from it.
    pub explained: bool,
}

/// What the stage gives out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReaderOutput {
    /// A piece was lifted or put down then. It is told ahead of its place in the log, where it will be [`Told`]: it waits
    /// until a press before it, of this player if there is one, is borne out.
    ///
    /// [`Told`]: ReaderOutput::Told
    Ahead(At, Event, Option<Color>),
    /// Something for the event log, with the time at which it happened.
    Event(At, Event),
    /// The state of the device changed.
    Health(Health),
    /// This was done while nobody listened, oldest first: each with the milliseconds, at the least, that had passed
    /// before it.
    Missed(Vec<(u64, Event)>),
    /// It is certain that these pieces stand on the board, in its own numbering ([`protocols::Codec::learn`]).
    Learn(Box<Placement>),
    /// The board should be asked what it remembers ([`protocols::Codec::request_past`]); [`BoardReader::no_past`] where it
    /// cannot be.
    RequestPast,
    /// The board should be asked for its whole position ([`protocols::Codec::request_placement`]).
    RequestPlacement,
    /// Something for the event log that has been told [`Ahead`](ReaderOutput::Ahead).
    Told(At, Event),
}

/// Makes the events of one table's log out of what its board says. See the [module](self).
#[derive(Debug)]
pub struct BoardReader {
    settings: Settings,
    now: At,
    up: bool,
    /// Whether the log has been told that the board is there.
    link_told: bool,
    orientation: Option<Orientation>,
    expectation: Option<Expectation>,
    sensors: Sensors,
    shadow: Shadow,
    /// Whether something has changed on the board since the last press.
    changed_since_press: bool,
    /// Whether the last event was a whole reading.
    after_board: bool,
    clock: Clock,
    asking: Asking,
    /// How every game begins, where that is always the same.
    first: Option<Placement>,
    learning: Learning,
    /// What the board may have done while nobody listened.
    past: Past,
    /// Whether it looks at no square while it sends what it remembers.
    may_be_deaf: bool,
    held: HeldEvents,
    /// Flags told by a board that has not shown itself since it is there: what it has seen done comes first. Each with when
    /// it is told at the latest.
    early_flags: Vec<(At, Side)>,
    health: Health,
    health_changed: bool,
    emitted_at: At,
    emitted_clock: Option<ClockTimes>,
    counters: Counters,
}
impl BoardReader {
    /// A reader that has seen nothing yet.
    #[must_use]
    pub fn new(settings: Settings) -> BoardReader {
        BoardReader {
            settings,
            now: At::default(),
            up: false,
            link_told: false,
            orientation: settings.orientation.fixed(),
            expectation: None,
            sensors: Sensors::new(),
            shadow: Shadow::new(),
            changed_since_press: false,
            after_board: false,
            clock: Clock::default(),
            asking: Asking::new(),
            first: None,
            learning: Learning::default(),
            past: Past::new(),
            may_be_deaf: false,
            held: HeldEvents::default(),
            early_flags: Vec::new(),
            health: Health::default(),
            health_changed: false,
            emitted_at: At::default(),
            emitted_clock: None,
            counters: Counters::default(),
        }
    }

    /// Takes what the codec made of the board's bytes. An `at` earlier than the latest given counts as that.
    pub fn handle(&mut self, at: At, event: SensorEvent) {
        self.tick(at);
        self.open();
        let is_board = matches!(event, SensorEvent::Placement(_));
        let after_board = std::mem::replace(&mut self.after_board, is_board);
        match event {
            SensorEvent::Battery { percent, charging } => {
                self.tell(|health| health.battery = Some(Battery { percent, charging }));
            }
            SensorEvent::Calibration(calibration) => {
                self.learning.calibration(calibration);
                self.tell(|health| health.calibration = Some(calibration));
            }
            SensorEvent::Clock(reading) => {
                let mut says = Vec::new();
                self.clock.read(self.now, reading, &mut says);
                self.clock_says(says);
            }
            SensorEvent::Field { square, content } => self.field(square, self.sensed(content)),
            SensorEvent::Identity { serial, firmware, sensing: _ } => self.tell(|health| {
                health.serial = serial;
                health.firmware = firmware;
            }),
            SensorEvent::Misread(square) => {
                self.counters.squares_misread += 1;
                self.sensors.misread(square);
            }
            SensorEvent::Noise(noise) => {
                self.counters.skipped_bytes += noise.skipped_bytes as u64;
                // A value that makes no sense within a whole reading (a token that is no chess piece) comes again
                // with every reading: asking would never end.
                if !(after_board && noise.kind == NoiseKind::Value) {
                    self.shadow.damaged();
                    self.asking.disturbed();
                    self.held.prolong(PRESS_WAIT_DISPUTED_MS);
                    // What the line has lost happened before whatever comes now.
                    if let Some(squares) = self.shadow.squares().copied() {
                        self.doubt(&squares);
                    }
                    self.compare_soon();
                }
            }
            SensorEvent::Past(past) => self.remembers(past),
            SensorEvent::Placement(squares) => {
                self.tell(|health| health.placed = true);
                self.board(&squares.map(|content| self.sensed(content)));
            }
            SensorEvent::Presence(presence) => {
                if self.health.presence == Some(Presence::Silent) && presence == Presence::Answering {
                    self.shadow.doubt();
                    self.asking.ask(self.now);
                }
                self.tell(|health| health.presence = Some(presence));
            }
            SensorEvent::Press(side) => {
                let mut says = Vec::new();
                let is_new = self.clock.pressed(self.now, side, &mut says);
                self.clock_says(says);
                if is_new {
                    self.press(side, false);
                }
            }
        }
    }

    /// The port was opened, for the first time or again, or was closed.
    pub fn link(&mut self, at: At, up: bool) {
        self.tick(at);
        if self.up {
            self.close();
        }
        if std::mem::take(&mut self.link_told) {
            self.push(Report::Link { up: false });
        }
        if up {
            self.open();
        }
    }

    /// What the game says of the board; to be told after every change of the one or the other.
    ///
    /// Tells how an unknown board lies; a board that stays unexplained is compared now and then; and a press on a
    /// board that does not show the game's position waits for one more scan.
    pub fn expect(&mut self, expectation: Expectation) {
        let before = self.expectation.replace(expectation);
        self.asking.explained(self.now, !self.up || expectation.explained);
        self.orient();
        self.compare_sensors(before.map(|before| before.placement));
    }

    /// The game's log begins with these pieces on the board.
    pub fn begins_from(&mut self, board: &Placement) {
        self.past.begins_from(board);
    }

    /// The game's log is told this event, by this stage or another.
    pub fn told(&mut self, event: &Event) {
        self.past.told(event);
    }

    /// Whether there is a game that goes on, or has just ended.
    pub fn in_play(&mut self, in_play: bool) {
        self.past.in_play(in_play);
    }

    /// The board cannot be asked what it remembers.
    pub fn no_past(&mut self) {
        self.past.stop_waiting();
    }

    /// The board looks at no square while it sends what it remembers ([`protocols::Codec::is_deaf_while_it_tells`]): what it
    /// finds when it has just been connected may have been done before, for somebody may have asked it.
    pub fn may_be_deaf(&mut self) {
        self.may_be_deaf = true;
    }

    /// A game is over or another begins: flags may fall again. Without this they do not.
    pub fn new_game(&mut self) {
        self.clock.new_game();
    }

    /// The board of a game that goes on lies as it did before, until a first position turns it.
    pub fn lies(&mut self, orientation: Orientation) {
        if self.settings.orientation.fixed().is_none() {
            self.orientation = Some(orientation);
        }
    }

    /// Does whatever was due at or before `at`.
    pub fn tick(&mut self, at: At) {
        self.now = self.now.max(at);
        let mut says = Vec::new();
        self.clock.tick(self.now, &mut says);
        self.clock_says(says);
        self.let_go(Sign::None);
        if self.past.tick(self.now) {
            self.does_not_remember();
        }
        self.end_look(false);
        if self.early_flags.iter().any(|(until, _)| *until <= self.now) {
            self.tell_early_flags();
        }
        if self.up {
            let unknown = self.shadow.squares().is_none();
            let needed = unknown || self.asking.is_answered() && !self.shadow.is_confirmed();
            self.asking.tick(self.now, needed);
        }
    }

    /// When [`tick`](BoardReader::tick) wants to be called next, if at all.
    #[must_use]
    pub fn next_deadline(&self) -> Option<At> {
        let press = self.held.waits().filter(|&until| until > self.now).min();
        let asking = if self.up { self.asking.next_deadline() } else { None };
        let learning = self.learning.next_deadline().filter(|&due| due > self.now);
        let flag = self.early_flags.first().map(|(until, _)| *until);
        [
            press,
            asking,
            learning,
            flag,
            self.past.next_deadline(),
            self.sensors.next_deadline(),
            self.clock.next_deadline(),
        ]
        .into_iter()
        .flatten()
        .min()
    }

    /// The time of the first event held back: nothing after it is known to the log yet.
    #[must_use]
    pub fn held_from(&self) -> Option<At> {
        self.held.front().map(|held| held.at)
    }

    /// The next output, in order; `None` when there is nothing to do for now.
    pub fn poll(&mut self) -> Option<ReaderOutput> {
        self.past.has_told_missed();
        if std::mem::take(&mut self.asking.wanted) {
            return Some(ReaderOutput::RequestPlacement);
        }
        if self.past.take_request() {
            return Some(ReaderOutput::RequestPast);
        }
        if std::mem::take(&mut self.health_changed) {
            return Some(ReaderOutput::Health(self.health.clone()));
        }
        if let Some(placement) = self.learn() {
            return Some(ReaderOutput::Learn(Box::new(placement)));
        }
        while self.is_front_ready() {
            let comes_back = matches!(self.held.front(), Some(Held { report: Report::Link { .. }, .. }));
            if !comes_back && let Some(missed) = self.past.take_missed() {
                return Some(ReaderOutput::Missed(missed));
            }
            let held = self.held.pop()?;
            if let Some(event) = self.event(&held) {
                self.emitted_at = self.emitted_at.max(held.at);
                let at = self.emitted_at;
                return Some(if held.told { ReaderOutput::Told(at, event) } else { ReaderOutput::Event(at, event) });
            }
        }
        self.tell_ahead()
    }

    /// The next touch that waits for nothing that it is itself about.
    fn tell_ahead(&mut self) -> Option<ReaderOutput> {
        let orientation = self.orientation?;
        if self.past.is_awaited() {
            return None;
        }
        let (held, pressed) = self.held.tell_ahead()?;
        let event = self.event(&held)?;
        Some(ReaderOutput::Ahead(held.at, event, pressed.map(|side| orientation.player(side))))
    }

    /// What stands on the board now, in the game's squares; `None` while the board or its orientation is unknown.
    #[must_use]
    pub fn shadow(&self) -> Option<BoardReading> {
        Some(self.reading(self.shadow.squares()?, self.orientation?))
    }

    /// Which squares are occupied, in the board's own numbering; `None` while the board is unknown.
    #[must_use]
    pub fn occupied(&self) -> Option<BoardReading> {
        let squares = self.shadow.squares()?;
        let occupied = Square::all().filter(|square| squares[square.index()] != SquareContent::Empty);
        Some(BoardReading::Occupied(occupied.collect::<SquareSet>().bits()))
    }

    /// Which way round the board lies, once it is known.
    #[must_use]
    pub fn orientation(&self) -> Option<Orientation> {
        self.orientation
    }

    /// The state of the device.
    #[must_use]
    pub fn health(&self) -> &Health {
        &self.health
    }

    /// Noise figures since the start.
    #[must_use]
    pub fn counters(&self) -> Counters {
        let clock = self.clock.counters();
        Counters {
            clock_readings_rejected: clock.readings_rejected,
            presses_rejected: clock.presses_rejected,
            ..self.counters
        }
    }

    fn open(&mut self) {
        if self.up {
            return;
        }
        self.up = true;
        self.asking = Asking::new();
        self.asking.explained(self.now, self.expectation.is_none_or(|expectation| expectation.explained));
    }

    fn close(&mut self) {
        self.up = false;
        if self.past.stop_waiting() {
            self.does_not_remember();
        }
        self.end_look(true);
        self.shadow.disconnected();
        self.sensors.disconnected();
        self.past.disconnected();
        let mut says = Vec::new();
        self.clock.disconnected(&mut says);
        self.clock_says(says);
        self.tell_early_flags();
        // No answer will come any more.
        self.held.release_all();
        if self.orientation.is_none() {
            // Nobody will ever know whose these were.
            self.counters.events_lost += self.held.clear();
        }
        self.asking = Asking::new();
        self.tell(|health| {
            health.placed = false;
            health.presence = None;
            health.clock_connected = None;
        });
    }

    /// A flag has fallen.
    fn flag(&mut self, side: Side) {
        if self.up && !self.link_told {
            self.early_flags.push((self.now + FLAG_WAIT_MS, side));
        } else {
            self.push(Report::Flag(side));
        }
    }

    fn tell_early_flags(&mut self) {
        for (_, side) in std::mem::take(&mut self.early_flags) {
            self.push(Report::Flag(side));
        }
    }

    fn push(&mut self, report: Report) {
        self.counters.events_lost += self.held.push(self.now, report, self.shadow.squares());
    }

    fn tell(&mut self, change: impl FnOnce(&mut Health)) {
        let before = self.health.clone();
        change(&mut self.health);
        self.health_changed |= self.health != before;
    }
}

#[cfg(test)]
mod tests;
