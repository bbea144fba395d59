//! A game played by hands on a table top, in time; and the same as events of ideal sensors.

use protocols::{At, Piece, Square};

use super::{
    habits::Habits,
    hands::{Breach, Deed, ExpectedPly, Hands},
    motion::Motion,
    world::{Facing, TableTop},
};
use crate::{
    board::Event,
    rules::{GameResult, pgn::PgnGame},
};

/// A game being played by hands on a [`TableTop`].
///
/// What happens is planned half-move by half-move: up to [`next_deadline`](Play::next_deadline) the world already
/// tells of it, and [`advance`](Play::advance) must be called then. The same game, habits and seed give the same play.
#[derive(Debug, Clone)]
pub struct Play {
    hands: Hands,
    game: PgnGame,
    world: TableTop,
    breaches: Vec<(usize, Breach)>,
    stage: Stage,
    expected: Vec<ExpectedPly>,
    signal: Option<ExpectedSignal>,
    now: At,
}

/// The result as the kings show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExpectedSignal {
    /// Which.
    pub result: GameResult,
    /// When both kings stood in the centre.
    pub at: At,
}

/// What is planned next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Begin,
    End,
    Held,
    Over,
    Ply(usize),
    SetUp,
}

impl Play {
    /// A game that begins at time 0.
    #[must_use]
    pub fn new(game: PgnGame, habits: Habits, seed: u64) -> Play {
        Play::facing(game, habits, seed, Facing::Normal)
    }

    /// The same on a board that may lie the other way round.
    #[must_use]
    pub fn facing(game: PgnGame, habits: Habits, seed: u64, facing: Facing) -> Play {
        Play {
            world: TableTop::new(game.initial, facing),
            hands: Hands::new(&game, habits, seed),
            game,
            breaches: Vec::new(),
            stage: Stage::Begin,
            expected: Vec::new(),
            signal: None,
            now: At(0),
        }
    }

    /// The same, but nothing happens before [`begin`](Play::begin).
    #[must_use]
    pub fn held(mut self) -> Play {
        self.stage = Stage::Held;
        self
    }

    /// The same with a breach of the Laws in one half-move, counted from 1, of the first game.
    #[must_use]
    pub fn with_breach(mut self, ply: usize, breach: Breach) -> Play {
        self.breaches.push((ply, breach));
        self
    }

    /// Begins a game that was [`held`](Play::held); nothing otherwise.
    pub fn begin(&mut self, at: At) {
        if self.stage == Stage::Held {
            self.hands.at = at.max(self.now);
            self.stage = Stage::Begin;
        }
    }

    /// Sets up and plays another game once this one is [`finished`](Play::finished); before that it is refused.
    ///
    /// # Errors
    ///
    /// Gives the game back while this one is not finished.
    pub fn play_next(&mut self, game: PgnGame) -> Result<(), Box<PgnGame>> {
        if !self.finished() {
            return Err(Box::new(game));
        }
        self.hands.at = self.hands.at.max(self.now);
        self.hands.turn_to(&game);
        self.game = game;
        self.breaches.clear();
        self.expected.clear();
        self.signal = None;
        self.stage = Stage::SetUp;
        Ok(())
    }

    /// The world, good for every instant from the last but one call of [`advance`](Play::advance) to
    /// [`next_deadline`](Play::next_deadline).
    #[must_use]
    pub fn world(&self) -> &TableTop {
        &self.world
    }

    /// The game being played.
    #[must_use]
    pub fn game(&self) -> &PgnGame {
        &self.game
    }

    /// Lets time pass until `at`; an earlier time than before counts as that.
    pub fn advance(&mut self, at: At) {
        self.world.forget_before(self.now);
        self.now = self.now.max(at);
        while self.next_deadline().is_some_and(|deadline| deadline <= self.now) {
            self.plan();
            for deed in self.hands.deeds.drain(..) {
                match deed {
                    Deed::Clock { at, setting, .. } => self.world.set_clock(at, setting),
                    Deed::Flag { .. } => {}
                    Deed::Motion(motion) => self.world.set_in_motion(motion),
                }
            }
        }
    }

    /// Until when the world is told already; `None` when nothing more will happen by itself.
    #[must_use]
    pub fn next_deadline(&self) -> Option<At> {
        match self.stage {
            Stage::Held => None,
            Stage::Over => Some(self.hands.at).filter(|&over| over > self.now),
            Stage::Begin | Stage::End | Stage::Ply(_) | Stage::SetUp => Some(self.hands.at),
        }
    }

    /// Whether all is played and the hands are off the table.
    #[must_use]
    pub fn finished(&self) -> bool {
        self.stage == Stage::Over && self.hands.at <= self.now
    }

    /// The half-moves planned so far of the game being played, that is, what an observer must report of it: all of
    /// them once it is [`finished`](Play::finished).
    #[must_use]
    pub fn expected(&self) -> &[ExpectedPly] {
        &self.expected
    }

    /// The result that the kings show after the game, once that is planned and if they do.
    #[must_use]
    pub fn expected_signal(&self) -> Option<ExpectedSignal> {
        self.signal
    }

    /// Plans one stage.
    fn plan(&mut self) {
        self.stage = match self.stage {
            Stage::SetUp => {
                self.hands.set_up(&self.game.initial);
                Stage::Begin
            }
            Stage::Begin => {
                self.hands.begin(&self.game);
                Stage::Ply(0)
            }
            Stage::Ply(index) => match self.game.moves.get(index) {
                Some(played) => {
                    let breach = self.breaches.iter().find(|(ply, _)| *ply == index + 1).map(|&(_, breach)| breach);
                    let earlier = self.expected.last_mut();
                    let expected = self.hands.play(&self.game, index, played, breach, earlier);
                    self.expected.push(expected);
                    Stage::Ply(index + 1)
                }
                None => Stage::End,
            },
            Stage::End => {
                let shown_at = self.hands.end(&self.game);
                self.signal = self.game.result.zip(shown_at).map(|(result, at)| ExpectedSignal { result, at });
                Stage::Over
            }
            Stage::Held | Stage::Over => self.stage,
        };
    }
}

/// A game as events of ideal sensors, without any board: each lift and drop at the millisecond it happens.
#[must_use]
pub fn events(game: &PgnGame, habits: Habits, seed: u64) -> Vec<(At, Event)> {
    events_and_expected(Play::new(game.clone(), habits, seed)).0
}

/// All that is still to come of a play as events of ideal sensors, and what an observer must report of it.
#[must_use]
pub fn events_and_expected(mut play: Play) -> (Vec<(At, Event)>, Vec<ExpectedPly>) {
    play.begin(play.now);
    let mut happened: Vec<(At, Rank, Event)> = Vec::new();
    let mut motions: Vec<Motion> = Vec::new();
    while !matches!(play.stage, Stage::Held | Stage::Over) {
        play.plan();
        for deed in play.hands.deeds.drain(..) {
            match deed {
                Deed::Clock { at, setting, pressed_by } => {
                    if let Some(by) = pressed_by {
                        happened.push((at, Rank::Press, Event::Press { by }));
                    }
                    happened.push((at, Rank::Clock, Event::Clock(setting.times())));
                }
                Deed::Flag { at, by } => happened.push((at, Rank::Clock, Event::Flag { by })),
                Deed::Motion(motion) => motions.push(motion),
            }
        }
    }
    sense(&mut play.world, motions, &mut happened);
    // The sort keeps the order of what was told in the same instant.
    happened.sort_by_key(|&(at, rank, _)| (at, rank));
    // A clock set twice in an instant shows the last.
    happened.dedup_by(|later, earlier| {
        let same = later.0 == earlier.0 && matches!((later.2, earlier.2), (Event::Clock(_), Event::Clock(_)));
        if same {
            *earlier = *later;
        }
        same
    });
    let events = happened.into_iter().map(|(at, _, event)| (at, event)).collect();
    (events, play.expected)
}

/// In which order things of the same millisecond are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Lift,
    Drop,
    Press,
    Clock,
}

/// Looks at every square that may have changed in every instant in which it may have.
fn sense(world: &mut TableTop, mut motions: Vec<Motion>, happened: &mut Vec<(At, Rank, Event)>) {
    motions.sort_by_key(Motion::begins);
    let squares: Vec<Vec<Square>> = motions.iter().map(Motion::squares).collect();
    let mut instants: Vec<(At, usize)> = Vec::new();
    for (index, motion) in motions.iter().enumerate() {
        instants.extend(motion.instants().into_iter().map(|at| (at, index)));
    }
    instants.sort_unstable();
    let mut seen: Vec<Option<Piece>> = Square::all().map(|square| world.sensed(square, At(0))).collect();
    let mut waiting = motions.into_iter().peekable();
    for (at, index) in instants {
        while let Some(motion) = waiting.next_if(|motion| motion.begins() <= at) {
            world.set_in_motion(motion);
        }
        world.forget_before(At(at.0.saturating_sub(1)));
        for &square in &squares[index] {
            let now = world.sensed(square, at);
            let before = std::mem::replace(&mut seen[square.index()], now);
            match (before, now) {
                (Some(piece), None) => {
                    happened.push((at, Rank::Lift, Event::Lift { square, piece: Some(piece) }));
                }
                (before, Some(piece)) if before != now => {
                    happened.push((at, Rank::Drop, Event::Drop { square, piece: Some(piece) }));
                }
                (None | Some(_), None | Some(_)) => {}
            }
        }
    }
}
