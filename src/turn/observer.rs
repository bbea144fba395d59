//! The turn stage as a table sees it: one machine where squares tell their pieces, all explanations where they do not.

use protocols::{At, registry::Sensing};

use super::{
    Act, Beginning, ClockUse, Given, PerPlayer, Question, Refusal, Said, Settings, Start, TurnMachine,
    occupancy::Explanations,
};
use crate::{
    board::{BoardReading, Event},
    rules::Winnable,
};

/// Follows one game by what the board's sensors tell. Does no IO and reads no clock.
#[derive(Debug, Clone)]
pub struct Observer {
    game: Game,
}

#[derive(Debug, Clone)]
enum Game {
    /// Every piece is known.
    Identity(Box<TurnMachine>),
    /// Only occupied squares are.
    Occupancy(Box<Explanations>),
}

impl Observer {
    /// An observer at the beginning of a game or a log.
    #[must_use]
    pub fn new(settings: Settings, start: Start, given: Given) -> Observer {
        let game = match settings.sensing {
            Sensing::Identity => Game::Identity(Box::new(TurnMachine::new(settings, start, given))),
            Sensing::Occupancy => Game::Occupancy(Box::new(Explanations::new(settings, start, given))),
        };
        Observer { game }
    }

    /// The turn machine of what is sure.
    #[must_use]
    pub fn machine(&self) -> &TurnMachine {
        match &self.game {
            Game::Identity(machine) => machine,
            Game::Occupancy(explanations) => explanations.machine(),
        }
    }

    /// The same with the turn in progress, as far as it is followed: what is touched, and in the air.
    #[must_use]
    pub fn in_progress(&self) -> &TurnMachine {
        match &self.game {
            Game::Identity(machine) => machine,
            Game::Occupancy(explanations) => explanations.in_progress(),
        }
    }

    /// What the sensors show.
    #[must_use]
    pub fn reading(&self) -> BoardReading {
        match &self.game {
            Game::Identity(machine) => BoardReading::Pieces(*machine.board()),
            Game::Occupancy(explanations) => BoardReading::Occupied(explanations.occupied()),
        }
    }

    /// Takes one event. `at` must not run backwards; an earlier time counts as the latest given.
    pub fn handle(&mut self, at: At, event: Event) {
        match &mut self.game {
            Game::Identity(machine) => machine.handle(at, event),
            Game::Occupancy(explanations) => explanations.handle(at, event),
        }
    }

    /// Lets time pass: everything due at or before `at` happens.
    pub fn tick(&mut self, at: At) {
        match &mut self.game {
            Game::Identity(machine) => machine.tick(at),
            Game::Occupancy(explanations) => explanations.tick(at),
        }
    }

    /// When [`tick`](Observer::tick) wants to be called next.
    #[must_use]
    pub fn next_deadline(&self) -> Option<At> {
        match &self.game {
            Game::Identity(machine) => machine.next_deadline(),
            Game::Occupancy(explanations) => explanations.next_deadline(),
        }
    }

    /// The log has ended: time goes on with the board as it is until every timer has run out, then what waited is said.
    pub fn finish(&mut self) {
        match &mut self.game {
            Game::Identity(machine) => machine.finish(),
            Game::Occupancy(explanations) => explanations.finish(),
        }
    }

    /// The next thing said, in order.
    pub fn poll(&mut self) -> Option<Said> {
        match &mut self.game {
            Game::Identity(machine) => machine.poll(),
            Game::Occupancy(explanations) => explanations.poll(),
        }
    }

    /// Takes the answer to a question asked earlier.
    pub fn answer(&mut self, question: &Question, answer: Winnable) {
        match &mut self.game {
            Game::Identity(machine) => machine.answer(question, answer),
            Game::Occupancy(explanations) => explanations.answer(question, answer),
        }
    }

    /// Does what the arbiter says.
    ///
    /// # Errors
    /// [`Refusal`], with nothing changed.
    pub fn act(&mut self, act: Act) -> Result<(), Refusal> {
        match &mut self.game {
            Game::Identity(machine) => machine.act(act),
            Game::Occupancy(explanations) => explanations.act(act),
        }
    }

    /// A clock has been connected, or has gone: without one nothing depends on presses.
    pub fn set_clock_use(&mut self, clock: ClockUse) {
        match &mut self.game {
            Game::Identity(machine) => machine.set_clock_use(clock),
            Game::Occupancy(explanations) => explanations.set_clock_use(clock),
        }
    }

    /// How the game begins that has just been said to have begun. From then on this observer takes no more: a new one is
    /// to be made of this, and to be given [what it left](Observer::left_over).
    #[must_use]
    pub fn beginning(&self) -> Option<&Beginning> {
        match &self.game {
            Game::Identity(machine) => machine.beginning(),
            Game::Occupancy(explanations) => explanations.beginning(),
        }
    }

    /// The events taken that are not yet a part of the game, in order.
    pub fn left_over(&mut self) -> Vec<(At, Event)> {
        match &mut self.game {
            Game::Identity(machine) => machine.left_over(),
            Game::Occupancy(explanations) => explanations.left_over(),
        }
    }

    /// The illegal-move counts, as the arbiter sets them.
    pub fn set_illegal_moves(&mut self, counts: PerPlayer<u32>) {
        match &mut self.game {
            Game::Identity(machine) => machine.set_illegal_moves(counts),
            Game::Occupancy(explanations) => explanations.set_illegal_moves(counts),
        }
    }
}
