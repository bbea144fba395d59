//! From a board's own events to the event log's: orientation, shadow board, clock, presses.
//!
//! The [`Reader`] does no IO and reads no clock: feed it, then drain it. What
//! it gives out is in order of time. It may hold events for a while: all of
//! them until the board's orientation is known; a press (with whatever comes
//! after it) until the board and the clock bear it out, for a line without
//! checksums must not complete a move that was not made; and what comes after
//! a whole reading that disagreed, until another has decided.

mod asking;
mod clock;
mod event;
mod health;
mod held;
mod learning;
mod orientation;
mod past;
mod sensors;
mod shadow;

use protocols::{
    At, NoiseKind, Piece, Placement, Presence, Remembered, SensorEvent, Side, Square, SquareContent, SquareSet,
    registry::Sensing,
};

use self::{
    asking::{Asking, QUIET_MS},
    clock::{Clock, Says},
    held::{Held, Item, Press, Queue, Wait},
    learning::Learning,
    past::{Missed, Told},
    sensors::{Sensors, Sign},
    shadow::{Change, Judgement, Shadow, Squares},
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

/// How long the board's own log is waited for, in milliseconds. DGT's takes 8.3 s, behind what is being sent already.
pub const PAST_WAIT_MS: u64 = 16_000;

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
    /// Something for the event log, with the time at which it happened.
    Event(At, Event),
    /// The state of the device changed.
    Health(Health),
    /// This was done while nobody listened, oldest first: each with the milliseconds, at the least, that had passed
    /// before it.
    Missed(Vec<(u64, Event)>),
    /// It is certain that these pieces stand on the board, in its own numbering ([`protocols::Codec::learn`]).
    Learn(Box<Placement>),
    /// The board should be asked what it remembers ([`protocols::Codec::request_past`]); [`Reader::no_past`] where it
    /// cannot be.
    RequestPast,
    /// The board should be asked for its whole position ([`protocols::Codec::request_placement`]).
    RequestPlacement,
}

/// Makes the events of one table's log out of what its board says. See the [module](self).
#[derive(Debug)]
pub struct Reader {
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
    told: Told,
    /// Whether there is a game for which anything is worth finding out.
    in_play: bool,
    /// What the board remembers, told before it showed itself.
    past: Option<Vec<Remembered>>,
    /// Until when the board's log is waited for; everything waits with it.
    past_due: Option<At>,
    past_wanted: bool,
    /// The board as its log left it, which kept it from telling anything else; until it is read again.
    deaf: Option<Box<Squares>>,
    /// What was done while nobody listened, once that is known.
    missed: Option<Vec<(u64, Event)>>,
    queue: Queue,
    health: Health,
    health_changed: bool,
    emitted_at: At,
    emitted_clock: Option<ClockTimes>,
    counters: Counters,
}

impl Reader {
    /// A reader that has seen nothing yet.
    #[must_use]
    pub fn new(settings: Settings) -> Reader {
        Reader {
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
            told: Told::new(&Placement::EMPTY),
            in_play: false,
            past: None,
            past_due: None,
            past_wanted: false,
            deaf: None,
            missed: None,
            queue: Queue::default(),
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
                    self.queue.prolong(PRESS_WAIT_DISPUTED_MS);
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
            self.push(Item::Link { up: false });
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
        self.told = Told::new(board);
    }

    /// The game's log is told this event, by this stage or another.
    pub fn told(&mut self, event: &Event) {
        self.told.add(event);
    }

    /// Whether there is a game that goes on, or has just ended.
    pub fn in_play(&mut self, in_play: bool) {
        self.in_play = in_play;
    }

    /// The board cannot be asked what it remembers.
    pub fn no_past(&mut self) {
        self.past_due = None;
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
        self.past_due.take_if(|due| *due <= self.now);
        if self.up {
            let unknown = self.shadow.squares().is_none();
            let needed = unknown || self.asking.is_answered() && !self.shadow.is_confirmed();
            self.asking.tick(self.now, needed);
        }
    }

    /// When [`tick`](Reader::tick) wants to be called next, if at all.
    #[must_use]
    pub fn next_deadline(&self) -> Option<At> {
        let press = self.queue.waits().filter(|&until| until > self.now).min();
        let asking = if self.up { self.asking.next_deadline() } else { None };
        let learning = self.learning.next_deadline().filter(|&due| due > self.now);
        [press, asking, learning, self.past_due, self.sensors.next_deadline(), self.clock.next_deadline()]
            .into_iter()
            .flatten()
            .min()
    }

    /// The time of the first event held back: nothing after it is known to the log yet.
    #[must_use]
    pub fn held_from(&self) -> Option<At> {
        self.queue.front().map(|held| held.at)
    }

    /// The next output, in order; `None` when there is nothing to do for now.
    pub fn poll(&mut self) -> Option<ReaderOutput> {
        if std::mem::take(&mut self.asking.wanted) {
            return Some(ReaderOutput::RequestPlacement);
        }
        if std::mem::take(&mut self.past_wanted) {
            return Some(ReaderOutput::RequestPast);
        }
        if std::mem::take(&mut self.health_changed) {
            return Some(ReaderOutput::Health(self.health.clone()));
        }
        if let Some(placement) = self.learn() {
            return Some(ReaderOutput::Learn(Box::new(placement)));
        }
        while self.is_front_ready() {
            let comes_back = matches!(self.queue.front(), Some(Held { item: Item::Link { .. }, .. }));
            if !comes_back && let Some(missed) = self.missed.take() {
                return Some(ReaderOutput::Missed(missed));
            }
            let held = self.queue.pop()?;
            if let Some(event) = self.event(&held) {
                self.emitted_at = self.emitted_at.max(held.at);
                return Some(ReaderOutput::Event(self.emitted_at, event));
            }
        }
        None
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
        self.shadow.disconnected();
        self.sensors.disconnected();
        (self.past, self.past_due, self.past_wanted, self.deaf) = (None, None, false, None);
        let mut says = Vec::new();
        self.clock.disconnected(&mut says);
        self.clock_says(says);
        // No answer will come any more.
        self.queue.release_all();
        if self.orientation.is_none() {
            // Nobody will ever know whose these were.
            self.counters.events_lost += self.queue.clear();
        }
        self.asking = Asking::new();
        self.tell(|health| {
            health.placed = false;
            health.presence = None;
            health.clock_connected = None;
        });
    }

    /// One square has changed for all that is known.
    fn report(&mut self, square: Square, content: SquareContent) {
        let item = match self.shadow.report(square, content) {
            Change::Dropped(content) => Item::Drop { square, content },
            Change::Lifted(content) => Item::Lift { square, content },
            Change::Nothing => return,
            Change::Unfounded => {
                self.asking.changed(self.now);
                return;
            }
        };
        self.changed_since_press = true;
        self.push(item);
        self.compare_soon();
        self.orient();
    }

    /// The whole board was reported.
    fn board(&mut self, squares: &Squares) {
        let squares = &self.undoubted(squares);
        let known_since = self.asking.answered(self.now);
        let believed = self.shadow.squares().copied();
        match self.shadow.read(squares) {
            Judgement::First if self.deaf.is_some() => {
                // What was done while it told its log was not seen, nor does the log have its order.
                if self.deaf.take().is_some_and(|before| *before != *squares) {
                    self.push(Item::Link { up: false });
                    self.push(Item::Link { up: true });
                    self.push(Item::Board(Box::new(*squares)));
                    self.changed_since_press = true;
                }
                self.asking.ask(self.now);
            }
            Judgement::First => {
                if !std::mem::replace(&mut self.link_told, true) {
                    self.push(Item::Link { up: true });
                }
                self.push(Item::Board(Box::new(*squares)));
                self.changed_since_press = true;
                self.look_back(squares);
                // A second reading shows that this one was right, and that the board answers.
                self.asking.ask(self.now);
            }
            Judgement::Confirmed => {
                self.asking.satisfied();
                self.queue.release(known_since);
            }
            Judgement::Adopted => {
                self.shadow.adopt(squares);
                self.adopted(squares, believed);
                if self.shadow.is_confirmed() {
                    self.asking.satisfied();
                    self.queue.release(known_since);
                } else {
                    self.asking.ask(self.now);
                }
            }
            Judgement::Partly(squares) => {
                self.shadow.adopt_partly(&squares);
                self.adopted(&squares, believed);
                self.queue.prolong(PRESS_WAIT_DISPUTED_MS);
                self.asking.ask(self.now);
            }
            Judgement::Surprising => {
                self.counters.placements_surprising += 1;
                self.queue.prolong(PRESS_WAIT_DISPUTED_MS);
                self.doubt(&believed.unwrap_or(*squares));
                self.asking.ask(self.now);
            }
        }
        self.orient();
    }

    /// These squares are believed now, and not what was before.
    fn adopted(&mut self, squares: &Squares, believed: Option<Squares>) {
        self.counters.placements_adopted += 1;
        self.changed_since_press = true;
        self.counters.events_lost += self.queue.correct(self.now, squares, &believed.unwrap_or(*squares));
    }

    /// The board is back. Where it does not show what the game's log knows of it, its own log may tell what was done.
    fn look_back(&mut self, squares: &Squares) {
        let past = self.past.take();
        let Some(orientation) = self.orientation else { return };
        let knows = self.settings.sensing == Sensing::Identity && self.in_play;
        if !knows || self.told.agrees(&orientation.squares(squares)) {
            return;
        }
        match past {
            Some(past) => self.take_up(&past, squares, orientation),
            None => {
                self.past_wanted = true;
                self.past_due = Some(self.now + PAST_WAIT_MS);
            }
        }
    }

    /// The board has told what it remembers.
    fn remembers(&mut self, past: Vec<Remembered>) {
        if self.past_due.take().is_none() {
            // It has been greeted anew although its port was there all the time: it was away from its line.
            if self.shadow.squares().is_some() && std::mem::take(&mut self.link_told) {
                self.shadow.disconnected();
                self.sensors.disconnected();
                let mut says = Vec::new();
                self.clock.disconnected(&mut says);
                self.clock_says(says);
                self.queue.release_all();
                self.push(Item::Link { up: false });
            }
            self.past = Some(past);
        } else if let (Some(squares), Some(orientation)) = (self.shadow.squares().copied(), self.orientation) {
            self.take_up(&past, &squares, orientation);
            // A dump of the log takes seconds, and what changes meanwhile comes in the order of a scan.
            self.shadow.disconnected();
            self.deaf = Some(Box::new(squares));
            self.asking.ask(self.now);
        }
    }

    /// What was done while nobody listened goes out before what the board shows now, where its log tells it for sure.
    /// What came since the board is back is in the log, too.
    fn take_up(&mut self, past: &[Remembered], squares: &Squares, orientation: Orientation) {
        let Some(Missed { events, orientation }) = self.told.missed(past, squares, orientation) else { return };
        self.queue.superseded(self.now, squares);
        self.missed = Some(events);
        if self.settings.orientation.fixed().is_none() {
            self.orientation = Some(orientation);
        }
    }

    /// The board may not be as believed: holds what comes after until that is known, unless something waits already.
    fn doubt(&mut self, believed: &Squares) {
        if self.asking.is_answered() && self.queue.waits().next().is_none() {
            let until = self.now + PRESS_WAIT_DISPUTED_MS;
            self.push(Item::Doubt(Some(Wait { until, from: At::default(), board: Box::new(*believed) })));
        }
    }

    fn clock_says(&mut self, says: Vec<Says>) {
        for said in says {
            match said {
                Says::BatteryLow(low) => self.tell(|health| health.clock_battery_low = Some(low)),
                Says::Connected(connected) => self.tell(|health| health.clock_connected = Some(connected)),
                Says::Flag(side) => self.push(Item::Flag(side)),
                Says::Press { by, doubtful } => self.press(by, doubtful),
                Says::Settled { press, times } => self.queue.settle(press, times),
                Says::Times { reading, doubtful } => self.push(Item::Clock { reading, doubtful }),
            }
        }
    }

    fn press(&mut self, by: Side, doubtful: bool) {
        self.let_go(Sign::Pressed);
        // With nothing changed since the last press, what did change may have been lost.
        if !std::mem::take(&mut self.changed_since_press) {
            self.shadow.doubt();
        }
        // A piece still in the hand may be down already, its report due with the board's next scan.
        let settled = self.shows_expectation();
        let wait = match self.shadow.squares() {
            Some(squares) if self.asking.is_answered() && !(settled && self.shadow.is_confirmed()) => Some(Wait {
                until: self.now + if self.shadow.is_disputed() { PRESS_WAIT_DISPUTED_MS } else { PRESS_WAIT_MS },
                from: if settled { At::default() } else { self.now + QUIET_MS },
                board: Box::new(*squares),
            }),
            Some(_) | None => None,
        };
        if let Some(wait) = &wait {
            if settled {
                self.asking.ask(self.now);
            } else {
                self.asking.ask_at(wait.from);
            }
        }
        self.push(Item::Press(Press { by, doubtful, wait }));
    }

    /// Whether the board shows the position that the game expects, as far as both are known.
    fn shows_expectation(&self) -> bool {
        match (&self.expectation, self.orientation, self.shadow.squares()) {
            (Some(expectation), Some(orientation), Some(squares)) => {
                orientation::differences(&orientation.squares(squares), &expectation.placement) == 0
            }
            (None, _, _) | (_, None, _) | (_, _, None) => true,
        }
    }

    /// Has the whole board compared: at once where a press waits, else when the squares are quiet.
    fn compare_soon(&mut self) {
        self.asking.changed(self.now);
        if self.queue.waits().next().is_some() {
            self.asking.ask(self.now);
        }
    }

    /// Finds the orientation, where it may be found.
    fn orient(&mut self) {
        if self.settings.orientation.fixed().is_some() {
            return;
        }
        let Some(squares) = self.shadow.squares() else { return };
        match self.orientation {
            None => {
                let expected = self.expectation.as_ref().map(|expectation| &expectation.placement);
                self.orientation = match self.settings.sensing {
                    Sensing::Identity => orientation::find(squares, expected).or_else(|| self.of_strangers(squares)),
                    Sensing::Occupancy => orientation::find_by_occupancy(squares, expected),
                };
            }
            // No game leads to the first position seen from the other side: the pieces were set up turned round.
            Some(known) => {
                if let Some(found) = orientation::from_first_position(squares)
                    && found != known
                {
                    let squares = *squares;
                    self.orientation = Some(found);
                    self.push(Item::Board(Box::new(squares)));
                }
            }
        }
    }

    fn push(&mut self, item: Item) {
        self.counters.events_lost += self.queue.push(self.now, item, self.shadow.squares());
    }

    fn tell(&mut self, change: impl FnOnce(&mut Health)) {
        let before = self.health.clone();
        change(&mut self.health);
        self.health_changed |= self.health != before;
    }

    /// What the sensors can really tell.
    fn sensed(&self, content: SquareContent) -> SquareContent {
        match (self.settings.sensing, content) {
            (Sensing::Occupancy, SquareContent::Piece(_)) => SquareContent::Occupied,
            (Sensing::Identity | Sensing::Occupancy, content) => content,
        }
    }

    fn is_front_ready(&mut self) -> bool {
        if self.past_due.is_some() {
            return false;
        }
        let Some(front) = self.queue.front() else { return false };
        match &front.item {
            Item::Link { .. } => true,
            Item::Board(_) | Item::Clock { .. } | Item::Drop { .. } | Item::Flag(_) | Item::Lift { .. }
                if self.orientation.is_none() =>
            {
                false
            }
            Item::Clock { doubtful, .. } => !doubtful,
            Item::Doubt(wait) => wait.as_ref().is_none_or(|wait| wait.until <= self.now),
            Item::Board(_) | Item::Drop { .. } | Item::Flag(_) | Item::Lift { .. } => true,
            Item::Press(press) => {
                let waits = press.wait.as_ref().map(|wait| wait.until > self.now);
                let ready = self.orientation.is_some() && !press.doubtful && waits != Some(true);
                if ready && waits == Some(false) {
                    self.counters.presses_unconfirmed += 1;
                }
                ready
            }
        }
    }

    /// The event that this was, for the log; `None` where it says nothing new.
    fn event(&mut self, held: &Held) -> Option<Event> {
        let orientation = match held.item {
            Item::Link { up } => return Some(Event::Link { up }),
            Item::Doubt(_) => return None,
            Item::Board(_)
            | Item::Clock { .. }
            | Item::Drop { .. }
            | Item::Flag(_)
            | Item::Lift { .. }
            | Item::Press(_) => self.orientation?,
        };
        Some(match &held.item {
            Item::Board(squares) => Event::Placement(self.reading(squares, orientation)),
            Item::Clock { reading, .. } => {
                let mut times = ClockTimes {
                    running: reading.running.then(|| orientation.player(reading.lever_high)),
                    ..ClockTimes::default()
                };
                (times.white_ms, times.black_ms) = match orientation {
                    Orientation::Normal => (Some(reading.left.ms), Some(reading.right.ms)),
                    Orientation::Turned => (Some(reading.right.ms), Some(reading.left.ms)),
                };
                if self.emitted_clock.replace(times) == Some(times) {
                    return None;
                }
                Event::Clock(times)
            }
            Item::Doubt(_) => return None,
            Item::Drop { square, content } => {
                Event::Drop { square: orientation.square(*square), piece: piece(*content) }
            }
            Item::Flag(side) => Event::Flag { by: orientation.player(*side) },
            Item::Lift { square, content } => {
                Event::Lift { square: orientation.square(*square), piece: piece(*content) }
            }
            Item::Link { up } => Event::Link { up: *up },
            Item::Press(press) => Event::Press { by: orientation.player(press.by) },
        })
    }

    fn reading(&self, squares: &Squares, orientation: Orientation) -> BoardReading {
        let squares = orientation.squares(squares);
        match (self.settings.sensing, orientation::pieces(&squares)) {
            (Sensing::Identity, Some(placement)) => BoardReading::Pieces(placement),
            // Also where a board that tells pieces apart could not tell one.
            (Sensing::Identity | Sensing::Occupancy, _) => BoardReading::Occupied(
                Square::all()
                    .filter(|square| squares[square.index()] != SquareContent::Empty)
                    .fold(0, |bits, square| bits | 1 << square.index()),
            ),
        }
    }
}

fn piece(content: SquareContent) -> Option<Piece> {
    match content {
        SquareContent::Empty | SquareContent::Occupied => None,
        SquareContent::Piece(piece) => Some(piece),
    }
}

#[cfg(test)]
mod tests;
