//! Two players at a table of a hall: they play a game, break the Laws where it is told, call the arbiter, and go on
//! with what he decides.
//!
//! | file | question |
//! |---|---|
//! | `scene` | what happens besides legal moves, and where in the game |
//! | `heard` | what do players hear from the arbiter |
//! | `wait` | what do they wait for, and when is it settled |
//! | `act` | how are the scenes played |
//! | `way` | which move comes next, also where the game has left its way |
//! | `at_board` | how does it all go over a pseudo-terminal |

mod act;
mod at_board;
mod heard;
mod scene;
mod wait;
mod way;

use std::collections::VecDeque;

use protocols::{At, Color};

pub use self::{
    at_board::{Sat, sit},
    heard::{GameHeard, Heard},
    scene::{Incident, Scene},
};
use self::{heard::Knowledge, wait::Wait, way::Way};
use super::{
    habits::Habits,
    hands::{Deed, Hands, Manner},
    world::{ClockSetting, Facing, TableTop},
};
use crate::rules::pgn::{PgnGame, PgnMove};

/// How often players look again whether they may go on, in milliseconds.
const LOOK_AGAIN_MS: u64 = 400;

/// A game as it is to go.
#[derive(Debug, Clone)]
pub struct Planned {
    /// The game, with its time control as a tag.
    pub game: PgnGame,
    /// What happens besides, in the order of the game.
    pub scenes: Vec<Scene>,
    /// Each player's time at the beginning where it is not the control's, White's first, in milliseconds.
    pub clocks_ms: (Option<u32>, Option<u32>),
}

/// What the players of a table bring.
#[derive(Debug, Clone)]
pub struct Setting {
    /// Their first game.
    pub first: Planned,
    /// Those after it, one each time that the arbiter begins another one; after the last the first comes again.
    pub next: Vec<Planned>,
    /// Least and most time that they think about a move, in milliseconds.
    pub thinks_ms: (u64, u64),
    /// For what they do by chance: the same each time.
    pub seed: u64,
}

/// What others than the board's sensors notice of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Happening {
    /// The board's cable is put in again.
    CableIn,
    /// The board's cable is pulled.
    CableOut,
    /// This has just been done.
    Done(Incident),
}

/// Two players at a table.
///
/// What they do is planned piece by piece: up to [`next_deadline`](Sitting::next_deadline) the world already tells of
/// it, and [`advance`](Sitting::advance) must be called then. The same setting and the same decisions at the same times
/// give the same play.
#[derive(Debug, Clone)]
pub struct Sitting {
    /// The present one is the last.
    games: VecDeque<Planned>,
    game: PgnGame,
    /// Those that are still to come.
    scenes: VecDeque<Scene>,
    thinks_ms: (u64, u64),
    clocks_ms: (Option<u32>, Option<u32>),
    hands: Hands,
    world: TableTop,
    stage: Stage,
    way: Way,
    known: Knowledge,
    happened: VecDeque<Happening>,
    /// Whether the board's cable is pulled.
    is_unplugged: bool,
    /// Whether the pieces have been set up again after the game.
    is_set_up: bool,
    now: At,
}

/// What comes next.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Stage {
    /// Nobody sits down yet.
    Away,
    Begin,
    /// Who has the move thinks.
    Think,
    /// He has thought.
    Touch,
    /// The arbiter has been called.
    Wait(Wait),
    /// He has decided.
    Arrange,
    /// Nothing is moved any more, until an arbiter sees to it that it is.
    Rest,
    /// The game is over, and nothing of it left to decide: they set the pieces up again, and rest.
    SetUp,
}

impl Sitting {
    /// Players before their first game.
    #[must_use]
    pub fn new(setting: Setting) -> Sitting {
        let Setting { first, next, thinks_ms, seed } = setting;
        let Planned { game, scenes, clocks_ms } = first.clone();
        let mut games = VecDeque::from(next);
        games.push_back(first);
        let mut sitting = Sitting {
            games,
            hands: Hands::new(&game, Habits::clean(), seed),
            world: TableTop::new(game.initial, Facing::Normal),
            game,
            scenes: scenes.into(),
            thinks_ms,
            clocks_ms,
            stage: Stage::Away,
            way: Way::Main(0),
            known: Knowledge::default(),
            happened: VecDeque::new(),
            is_unplugged: false,
            is_set_up: false,
            now: At(0),
        };
        // The arbiter has set it before anybody comes.
        sitting.world.set_clock(At(0), sitting.clock_set());
        sitting
    }

    /// Lets them begin; nothing where they have.
    pub fn begin(&mut self, at: At) {
        if self.stage == Stage::Away {
            self.hands.at = at.max(self.now);
            self.stage = Stage::Begin;
        }
    }

    /// They hear this.
    pub fn hear(&mut self, at: At, heard: Heard) {
        self.known.hear(heard);
        match &mut self.stage {
            Stage::Wait(wait) => {
                if wait.is_settled_by(&self.known) {
                    let pause = self.hands.dice.between(2_000, 3_500);
                    self.hands.at = self.hands.at.max(at) + pause;
                    self.stage = Stage::Arrange;
                }
            }
            // An arbiter who takes a result back has them play on, one who begins another game set it up.
            Stage::Rest | Stage::SetUp
                if self.known.is_another_game() || (self.known.is_changed() && self.known.may_play()) =>
            {
                self.hands.at = self.hands.at.max(at) + self.hands.dice.between(2_000, 3_500);
                self.stage = Stage::Arrange;
            }
            Stage::Rest if !self.is_set_up && self.known.is_settled() => {
                self.hands.at = self.hands.at.max(at);
                self.stage = self.leave();
            }
            Stage::Arrange | Stage::Away | Stage::Begin | Stage::Rest | Stage::SetUp | Stage::Think | Stage::Touch => {}
        }
    }

    /// The world, good for every instant from the last but one call of [`advance`](Sitting::advance) to
    /// [`next_deadline`](Sitting::next_deadline).
    #[must_use]
    pub fn world(&self) -> &TableTop {
        &self.world
    }

    /// What has happened since it was asked last.
    pub fn poll(&mut self) -> Option<Happening> {
        self.happened.pop_front()
    }

    /// Until when the world is told already; `None` while they wait for somebody.
    #[must_use]
    pub fn next_deadline(&self) -> Option<At> {
        match self.stage {
            Stage::Away => None,
            Stage::Rest | Stage::Wait(_) => Some(self.hands.at).filter(|&over| over > self.now),
            Stage::Arrange | Stage::Begin | Stage::SetUp | Stage::Think | Stage::Touch => Some(self.hands.at),
        }
    }

    /// Lets time pass until `at`; an earlier time than before counts as that.
    pub fn advance(&mut self, at: At) {
        self.world.forget_before(self.now);
        self.now = self.now.max(at);
        while self.next_deadline().is_some_and(|deadline| deadline <= self.now) {
            if matches!(self.stage, Stage::Rest | Stage::Wait(_)) {
                break;
            }
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

    /// Plans what comes next.
    fn plan(&mut self) {
        let stage = std::mem::replace(&mut self.stage, Stage::Rest);
        self.stage = match stage {
            Stage::Begin => {
                // What was before is no news.
                self.known.take_changed();
                self.known.take_another_game();
                self.start_clock();
                Stage::Think
            }
            Stage::Think => {
                let (least, most) = self.thinks_ms;
                self.hands.at = self.hands.at + self.hands.dice.between(least, most);
                Stage::Touch
            }
            Stage::Touch => self.touch(),
            Stage::Arrange => self.arrange(),
            Stage::SetUp => self.set_up(),
            Stage::Away | Stage::Rest | Stage::Wait(_) => stage,
        };
    }

    /// Who has the move does something, or finds that he must not.
    fn touch(&mut self) -> Stage {
        if self.known.is_another_game() {
            self.stop_clock((300, 1_000));
            self.hands.at = self.hands.at + 2_000;
            return Stage::Arrange;
        }
        if self.known.is_over() {
            return self.hands_off();
        }
        if self.known.is_suspended() {
            self.stop_clock((0, 300));
            return Stage::Wait(Wait::for_play());
        }
        if self.known.is_changed() && !self.is_unread() {
            self.stop_clock((300, 1_000));
            self.hands.at = self.hands.at + 2_000;
            return Stage::Arrange;
        }
        if let (Way::Main(ply), Some(scene)) = (self.way, self.scenes.front())
            && scene.ply <= ply
            && let Some(Scene { incident, .. }) = self.scenes.pop_front()
        {
            return self.act(incident);
        }
        match self.next_move() {
            way::Next::Move(played) => {
                self.make(&played);
                Stage::Think
            }
            way::Next::NotYet => {
                self.hands.at = self.hands.at + LOOK_AGAIN_MS;
                Stage::Touch
            }
            way::Next::None => Stage::Rest,
        }
    }

    /// Whether the arbiter cannot know how the board stands.
    fn is_unread(&self) -> bool {
        let next = self.scenes.front().map(|scene| scene.incident);
        self.known.is_interrupted() || matches!(next, Some(Incident::CableIn { .. } | Incident::Unrecorded))
    }

    /// Makes a legal move and presses the clock.
    fn make(&mut self, played: &PgnMove) {
        self.hands.at = self.hands.make(played, Manner::Plain);
        played.apply_to(&mut self.hands.board);
        let ends = self.goes_on(played);
        if !ends {
            self.press(played.piece.color);
        }
    }

    fn press(&mut self, by: Color) {
        let pressed_at = self.hands.at + self.hands.dice.between(300, 1_000);
        self.hands.press(by, pressed_at, None);
        self.hands.at = pressed_at;
    }

    /// Has the next game be the one that is played.
    fn turn_to_next(&mut self) {
        let Some(next) = self.games.pop_front() else { return };
        let Planned { game, scenes, clocks_ms } = next.clone();
        self.games.push_back(next);
        (self.game, self.scenes, self.clocks_ms) = (game, scenes.into(), clocks_ms);
        self.hands.turn_to(&self.game);
    }

    /// The clock before the game.
    fn clock_set(&self) -> ClockSetting {
        let (first, control) = (self.game.first_to_move, self.hands.control());
        ClockSetting {
            white_ms: self.clocks_ms.0.unwrap_or(control.initial_ms),
            black_ms: self.clocks_ms.1.unwrap_or(control.initial_ms),
            running: None,
            lever_high: first.other(),
            increment_shown: control.increment_ms > 0,
        }
    }

    /// Sets the clock, and Black starts White's (6.6).
    fn start_clock(&mut self) {
        let (first, setting) = (self.game.first_to_move, self.clock_set());
        self.hands.set_clock(self.hands.at, setting, None);
        self.hands.at = self.hands.at + self.hands.dice.between(1_500, 4_000);
        let running = ClockSetting { running: Some(first), lever_high: first, ..setting };
        self.hands.set_clock(self.hands.at, running, Some(first.other()));
    }

    /// Somebody stops the clock, after a time of `ms`, least and most.
    fn stop_clock(&mut self, ms: (u64, u64)) {
        let Some((since, setting)) = self.hands.clock else { return };
        self.hands.at = self.hands.at + self.hands.dice.between(ms.0, ms.1);
        if setting.running.is_some() {
            let stopped = setting.after(self.hands.at.since(since));
            let stopped = ClockSetting { running: None, ..stopped };
            self.hands.set_clock(self.hands.at, stopped, None);
        }
    }

    /// The cable is pulled, or put in again.
    fn plug(&mut self, happening: Happening) {
        self.is_unplugged = happening == Happening::CableOut;
        self.happened.push_back(happening);
    }

    /// Sees to it that the board is heard, whatever was still to come.
    fn plug_in(&mut self) {
        if self.is_unplugged {
            self.plug(Happening::CableIn);
        }
    }

    /// The game is over.
    fn hands_off(&mut self) -> Stage {
        self.known.take_changed();
        self.plug_in();
        // A clock that shows a flag stands.
        if self.hands.clock.is_some_and(|(since, setting)| setting.after(self.hands.at.since(since)).flag().is_none()) {
            self.stop_clock((300, 1_500));
        }
        if self.known.is_settled() { self.leave() } else { Stage::Rest }
    }

    /// They write the result down before they set the pieces up again.
    fn leave(&mut self) -> Stage {
        self.hands.at = self.hands.at + self.hands.dice.between(10_000, 20_000);
        self.is_set_up = true;
        Stage::SetUp
    }

    /// The pieces are set up for whoever plays here next.
    fn set_up(&mut self) -> Stage {
        let first = self.game.initial;
        self.hands.take_off_wrong(&first);
        self.hands.put_right(&first);
        let initial_ms = self.hands.control().initial_ms;
        let setting = ClockSetting { white_ms: initial_ms, black_ms: initial_ms, ..self.clock_set() };
        self.hands.set_clock(self.hands.at, setting, None);
        Stage::Rest
    }
}
