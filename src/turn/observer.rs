//! The turn stage as a table sees it: one machine where squares tell their pieces, all hypotheses where they do not.

use protocols::registry::Sensing;

use crate::{
    board::{BoardReading, Event},
    rules::Winnable,
    turn::{
        Act, Alert, AlertState, Beginning, ClockUse, GameTime, Given, Question, Refusal, Settings, Start, TurnMachine,
        TurnOutput,
        hypotheses::Hypotheses,
        unrecorded::{Closed, RecordNow, RecordStanding, Telling, Unrecorded, Word},
    },
};

/// Follows one game by what the board's sensors tell. Does no IO and reads no clock.
#[derive(Debug, Clone)]
pub struct Observer {
    game: Game,
    /// The time of the latest event.
    now: GameTime,
    unrecorded: Unrecorded,
    /// What tells that play is not recorded.
    alert: Option<Caller>,
}

/// The alert that calls the arbiter because play is not recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Caller {
    /// One that tells just that.
    Own(u32),
    /// The ruling on the irregularity behind which nothing counts: it calls him already.
    Ruling(u32),
}

impl Caller {
    fn number(self) -> u32 {
        match self {
            Caller::Own(number) | Caller::Ruling(number) => number,
        }
    }
}

#[derive(Debug, Clone)]
enum Game {
    /// Every piece is known.
    Identity(Box<TurnMachine>),
    /// Only occupied squares are.
    Occupancy(Box<Hypotheses>),
}

impl Observer {
    /// An observer at the beginning of a game or a log.
    #[must_use]
    pub fn new(settings: Settings, start: Start, given: Given) -> Observer {
        let game = match settings.sensing {
            Sensing::Identity => Game::Identity(Box::new(TurnMachine::new(settings, start, given))),
            Sensing::Occupancy => Game::Occupancy(Box::new(Hypotheses::new(settings, start, given))),
        };
        let shown = game.reading();
        let unrecorded = Unrecorded::new(shown, game.record().half_moves);
        Observer { game, now: GameTime(0), unrecorded, alert: None }
    }

    /// The turn machine of what is sure.
    #[must_use]
    pub fn machine(&self) -> &TurnMachine {
        match &self.game {
            Game::Identity(machine) => machine,
            Game::Occupancy(hypotheses) => hypotheses.machine(),
        }
    }

    /// The same with the turn in progress, as far as it is followed: what is touched, and in the air.
    #[must_use]
    pub fn in_progress(&self) -> &TurnMachine {
        match &self.game {
            Game::Identity(machine) => machine,
            Game::Occupancy(hypotheses) => hypotheses.in_progress(),
        }
    }

    /// What the sensors show.
    #[must_use]
    pub fn reading(&self) -> BoardReading {
        self.game.reading()
    }

    /// Whether what is played does not reach the record, so that the arbiter was told.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.unrecorded.is_interrupted() || self.machine().is_unknown_game_told()
    }

    /// Takes one event. `at` must not run backwards; an earlier time counts as the latest given.
    pub fn handle(&mut self, at: GameTime, event: Event) {
        match &mut self.game {
            Game::Identity(machine) => machine.handle(at, event),
            Game::Occupancy(hypotheses) => hypotheses.handle(at, event),
        }
        self.now = self.now.max(at);
        let clock = self.machine().clock_use();
        // What is pressed while play is suspended is not to be recorded.
        if !(self.machine().is_suspended() && matches!(event, Event::Press { .. })) {
            self.unrecorded.see(self.now, &event, clock);
        }
        self.watch_record();
    }

    /// Lets time pass: everything due at or before `at` happens.
    pub fn tick(&mut self, at: GameTime) {
        match &mut self.game {
            Game::Identity(machine) => machine.tick(at),
            Game::Occupancy(hypotheses) => hypotheses.tick(at),
        }
        self.now = self.now.max(at);
        self.watch_record();
    }

    /// When [`tick`](Observer::tick) wants to be called next.
    #[must_use]
    pub fn next_deadline(&self) -> Option<GameTime> {
        let game = match &self.game {
            Game::Identity(machine) => machine.next_deadline(),
            Game::Occupancy(hypotheses) => hypotheses.next_deadline(),
        };
        let unrecorded = self.unrecorded.due_at().filter(|_| self.beginning().is_none());
        [game, unrecorded].into_iter().flatten().min()
    }

    /// The log has ended: time goes on with the board as it is until every timer has run out, then what waited is said.
    pub fn finish(&mut self) {
        match &mut self.game {
            Game::Identity(machine) => machine.finish(),
            Game::Occupancy(hypotheses) => hypotheses.finish(),
        }
        if self.beginning().is_none() {
            let telling = self.unrecorded.finish(self.game.record());
            self.tell_record(telling);
        }
    }

    /// The next thing said, in order.
    pub fn poll(&mut self) -> Option<TurnOutput> {
        match &mut self.game {
            Game::Identity(machine) => machine.poll(),
            Game::Occupancy(hypotheses) => hypotheses.poll(),
        }
    }

    /// Takes the answer to a question asked earlier.
    pub fn answer(&mut self, question: &Question, answer: Winnable) {
        match &mut self.game {
            Game::Identity(machine) => machine.answer(question, answer),
            Game::Occupancy(hypotheses) => hypotheses.answer(question, answer),
        }
    }

    /// Does what the arbiter says.
    ///
    /// # Errors
    /// [`Refusal`], with nothing changed.
    pub fn act(&mut self, act: Act) -> Result<(), Refusal> {
        let settles =
            matches!(&act, Act::Confirm(number) | Act::Dismiss(number) if self.alert == Some(Caller::Own(*number)));
        let word = match &act {
            Act::SetPosition(_) | Act::TakeBack(_) => Word::PositionGiven,
            Act::Acknowledge(_)
            | Act::AdjustClock(..)
            | Act::Claim(_)
            | Act::Confirm(_)
            | Act::Dismiss(_)
            | Act::LetStand(_)
            | Act::NewGame(_)
            | Act::Register { .. }
            | Act::Reopen
            | Act::Resume
            | Act::SetIllegalMoves(_)
            | Act::SetMove { .. }
            | Act::SetResult(_)
            | Act::Suspend => Word::Other,
        };
        match &mut self.game {
            Game::Identity(machine) => machine.act(act),
            Game::Occupancy(hypotheses) => hypotheses.act(act),
        }?;
        if settles {
            self.alert = None;
            self.unrecorded.closed(Closed::Settled);
        }
        self.unrecorded.hear(word, self.game.record().half_moves);
        self.watch_record();
        Ok(())
    }

    /// Looks whether what is played reaches the record.
    fn watch_record(&mut self) {
        // What comes after the beginning of another game is that one's.
        if self.beginning().is_none() {
            self.watch_alert();
            let telling = self.unrecorded.look(self.now, self.game.record());
            self.tell_record(telling);
        }
    }

    /// Looks whether what was told is open still: a half-move that is taken back takes its alerts with it.
    fn watch_alert(&mut self) {
        let is_open =
            |number: u32| self.machine().alerts().iter().any(|alert| alert.number == number && alert.state.is_open());
        if self.alert.is_some_and(|caller| !is_open(caller.number())) {
            self.alert = None;
            self.unrecorded.closed(Closed::Lapsed);
        }
    }

    fn tell_record(&mut self, telling: Option<Telling>) {
        match telling {
            Some(Telling::Cleared) => {
                if let Some(Caller::Own(number)) = self.alert.take() {
                    self.game.clear(number);
                }
            }
            Some(Telling::Interrupted) => {
                // A ruling that proposes the end does not tell that play goes on behind it.
                let is_behind_end = self.game.record().standing == RecordStanding::BehindEnd;
                let ruling = self.machine().open_ruling_on_stop().filter(|_| !is_behind_end).map(Caller::Ruling);
                let raise = || Caller::Own(self.game.raise(Alert::play_not_recorded()));
                self.alert = Some(ruling.unwrap_or_else(raise));
            }
            None => {}
        }
    }

    /// A clock has been connected, or has gone: without one nothing depends on presses.
    pub fn set_clock_use(&mut self, clock: ClockUse) {
        match &mut self.game {
            Game::Identity(machine) => machine.set_clock_use(clock),
            Game::Occupancy(hypotheses) => hypotheses.set_clock_use(clock),
        }
    }

    /// How the game begins that has just been said to have begun. From then on this observer takes no more: a new one is
    /// to be made of this, and to be given [what it left](Observer::left_over).
    #[must_use]
    pub fn beginning(&self) -> Option<&Beginning> {
        match &self.game {
            Game::Identity(machine) => machine.beginning(),
            Game::Occupancy(hypotheses) => hypotheses.beginning(),
        }
    }

    /// The events taken that are not yet a part of the game, in order.
    pub fn left_over(&mut self) -> Vec<(GameTime, Event)> {
        match &mut self.game {
            Game::Identity(machine) => machine.left_over(),
            Game::Occupancy(hypotheses) => hypotheses.left_over(),
        }
    }
}

impl Game {
    fn reading(&self) -> BoardReading {
        match self {
            Game::Identity(machine) => BoardReading::Pieces(*machine.board()),
            Game::Occupancy(hypotheses) => BoardReading::Occupied(hypotheses.occupied()),
        }
    }

    fn record(&self) -> RecordNow {
        match self {
            Game::Identity(machine) => machine.record_now(),
            Game::Occupancy(hypotheses) => hypotheses.record_now(),
        }
    }

    fn raise(&mut self, alert: Alert) -> u32 {
        match self {
            Game::Identity(machine) => machine.raise_numbered(alert),
            Game::Occupancy(hypotheses) => hypotheses.raise_in_all(alert),
        }
    }

    fn clear(&mut self, number: u32) {
        match self {
            Game::Identity(machine) => {
                machine.settle_open_alerts(AlertState::Cleared, |alert| alert.number == number);
            }
            Game::Occupancy(hypotheses) => hypotheses.clear_in_all(number),
        }
    }
}
