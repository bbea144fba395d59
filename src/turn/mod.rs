//! One game's turns as the Laws see them: touched, bound, made, completed.
//!
//! [`TurnMachine`] takes the events of the log and says what happened and what
//! the Laws require. With Article 4 in hand:
//!
//! | article | here |
//! |---|---|
//! | 4.2 adjusting, accidental contact | `scan`, `look` |
//! | 4.3, 4.4, 4.5 touched pieces | `touch` |
//! | 4.6, 4.7 released pieces, promotion | `release`, `look` |
//! | 4.8 the right to claim | `ending` |
//! | 6.2 the press | `press` |
//! | 7.5.3 the press without a move | `empty_press` |
//! | 1.3, 6.2.2 the reply to a move not pressed | `reply` |
//! | 1.3 pieces taken back at once | `exchange` |
//! | 5, 6.9, 9 ends and claims | `ending` |
//! | 5, 6.8 a flag while the last move comes to rest | `flag` |
//! | 5.2.2, 6.9, 7.5.5 who can still checkmate | `ask` |
//! | 7.2 the first position | `first_position` |
//! | 7 irregularities | `irregular` |
//! | 7.5.1, A.4.2 an irregularity put right, or standing | `stopped` |
//! | kings in the centre, a new game | `convention` |
//! | a new game whose first position was not seen | `next_game` |
//! | play suspended by the arbiter | `suspend` |
//! | play that is not recorded | `unrecorded` |
//! | pieces that the board does not know | `strangers` |
//! | claims, verified (4.8, 9.2 to 9.5) | `arbiter_claims` |
//! | what the arbiter saw or did himself | `arbiter_register` |
//! | what the editions change | `laws`, `laws_claims` |
//! | what is found, as data | `findings` |

mod alert_ends;
mod arbiter;
mod arbiter_claims;
mod arbiter_register;
mod ask;
mod beginning;
mod convention;
mod empty_press;
mod ending;
mod exchange;
mod findings;
mod first_position;
mod flag;
mod grace;
mod irregular;
mod laws;
mod laws_claims;
mod look;
mod next_game;
mod observer;
mod occupancy;
mod over;
mod physical;
mod press;
mod release;
mod reply;
mod said;
mod say;
mod scan;
mod standing;
mod state;
mod stopped;
mod strangers;
mod suspend;
mod time_control;
mod timer;
mod touch;
mod unrecorded;
mod unseen;
mod wood;

use std::{collections::VecDeque, sync::Arc};

use protocols::{At, Color, Piece, Placement, Square, registry::Sensing};

pub use arbiter::{Act, Refusal};
pub use arbiter_claims::{PlayersClaim, Verified};
pub use arbiter_register::Irregular;
pub use ask::{ANSWER_MS, Nodes, Question};
pub use beginning::{Beginning, Contact};
pub(crate) use findings::letter_of_mover;
#[cfg(test)]
pub(crate) use findings::samples;
pub use findings::{
    Alert, AlertKind, AlertState, AmbiguousMove, CastlingObstacle, Claim, ClaimKind, ClockAdjustment, Contradiction,
    DrawRuling, Evidence, Finding, FlagRuling, Forfeit, GameResult, Mismatch, NamedMove, NewGameSign, OffTurn,
    OpponentMates, Owed, PawnLeft, Severity, UnknownGame, Verdict, Witness,
};
pub use laws::{Clause, Edition, Laws, Regime, Supervision};
pub use laws_claims::{ClaimantsTime, IntendedMove, WrongClaim};
pub use observer::Observer;
pub use said::{Account, MoveSaid, MoveStanding, Outcome, Said};
pub use time_control::{MAX_PERIODS, NoTimeControl, Period, TimeControl};
pub use touch::Touch;

use crate::{
    board::{ClockTimes, Event},
    rules::{History, Position},
};
use ask::Asked;
use convention::Kings;
use grace::Grace;
use press::{ClockSinceGap, OpenPress};
use scan::{Scan, Seen};
use standing::Standing;
use state::{EmptyPress, Imposed, Irregularity, MAX_IRREGULARITIES, Made, MoveMade, Stage, Turn, Waiting};
use stopped::{Beside, Course, Stood, StopReason, Stopped};
use time_control::Periods;
use wood::Wood;

/// The times by which sensors are read, in milliseconds. Choices, not Law (`article4.md`, section 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timing {
    /// A drop settles when the piece has stayed so long. 0..=2_000.
    pub settle_ms: u16,
    /// Lifts closer than this have no order. 0..=200.
    pub scan_tie_ms: u16,
    /// A piece off its square and back within this was not lifted. 0..=1_000.
    pub flicker_ms: u16,
    /// King and rook in the air together for less is one late scan. 0..=5_000.
    pub two_hands_ms: u16,
    /// Board events so long after a press count as before it. 0..=3_000.
    pub press_grace_ms: u16,
    /// An illegal displacement must stand so long, or be pressed on, before it is told. 0..=10_000.
    pub displaced_ms: u16,
}

impl Default for Timing {
    fn default() -> Timing {
        Timing {
            settle_ms: 400,
            scan_tie_ms: 30,
            flicker_ms: 100,
            two_hands_ms: 200,
            press_grace_ms: 500,
            displaced_ms: 800,
        }
    }
}

/// What a game is played by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// The Laws in force.
    pub laws: Laws,
    /// What the board's sensors tell.
    pub sensing: Sensing,
    /// Whether there is a clock; without one nothing depends on presses.
    pub clock: ClockUse,
    /// The times by which sensors are read.
    pub timing: Timing,
    /// How far it is searched who can still checkmate.
    pub nodes: Nodes,
    /// The time control, where it is known: what a flag means then depends on the moves completed (6.3, 6.9).
    pub time_control: Option<TimeControl>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            laws: Laws::default(),
            sensing: Sensing::Identity,
            clock: ClockUse::Present,
            timing: Timing::default(),
            nodes: Nodes::default(),
            time_control: None,
        }
    }
}

/// Whether a table has a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockUse {
    /// There is none.
    None,
    /// There is one, and its presses are seen.
    Present,
}

/// What was known before the first event.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Given {
    /// Positions before the present one, oldest first (repetition).
    pub history: Vec<Position>,
    /// How the pieces stood when the game began.
    pub initial: Option<Position>,
    /// Completed illegal moves so far.
    pub illegal_moves: PerPlayer<u32>,
}

/// One value for each player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PerPlayer<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T> PerPlayer<T> {
    /// One player's.
    pub fn of(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// One player's, to change.
    pub fn of_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}

/// The turn machine: events in, what they mean by the Laws out. Does no IO and reads no clock.
#[derive(Debug, Clone)]
pub struct TurnMachine {
    settings: Settings,
    said: VecDeque<Said>,
    now: At,
    scan: Scan,
    stage: Stage,
    wood: Wood,
    turn: Turn,
    waiting: Vec<Waiting>,
    stopped: Option<Stopped>,
    /// This game is followed beside another, which waits for an irregularity to be put right.
    course: Option<Course>,
    press: Option<OpenPress>,
    /// What has happened within the grace of that press.
    grace: Option<Box<Grace>>,
    imposed: Option<Imposed>,
    history: History,
    /// Positions given before the first one of this log.
    given_history: Vec<Position>,
    /// Moves said to be made, oldest first.
    moves: Arc<Vec<MoveMade>>,
    alerts: Vec<Alert>,
    alert_count: u32,
    kings: Kings,
    /// Irregularities that stand, oldest first.
    stood: Vec<Stood>,
    /// The game as it goes on although it is over, if the arbiter reopens it.
    if_reopened: Option<Beside>,
    /// The arbiter has said what the result is.
    decided: bool,
    /// Who has pressed last since the game was over.
    pressed_while_over: Option<Color>,
    illegal_moves: PerPlayer<u32>,
    irregularities: VecDeque<Irregularity>,
    /// Completed turns of which something would stay in force if their moves were taken back.
    standing: Vec<Standing>,
    flags: Vec<Color>,
    /// Flags on which nothing is ruled yet: the last move may have ended the game before.
    flags_waiting: Vec<flag::FallenFlag>,
    periods: Periods,
    clock: ClockTimes,
    readings: VecDeque<(At, ClockTimes)>,
    clock_before_press: Option<(At, ClockTimes)>,
    /// An illegal position stands; it is looked at again when the present move is completed (A.4.4).
    watching: bool,
    /// The board came back from away with a position that is not explained yet: nothing is judged.
    lost: bool,
    /// What is known of it.
    unseen: unseen::Unseen,
    between_games: next_game::BetweenGames,
    /// Unknown pieces, before a game begins.
    strangers: strangers::Strangers,
    /// A clock has gone during play; presses since were not seen.
    clock_lost: bool,
    /// Whether a press may have gone unseen while the board was away.
    clock_since_gap: ClockSinceGap,
    /// The clock as it was read before the board went away last.
    clock_before_gap: ClockTimes,
    /// Who has pressed since the board is back, which has not shown itself yet.
    press_in_gap: Option<Color>,
    /// What the player to move had just put down when the board went away.
    moved_before_gap: Option<unseen::MovedBeforeGap>,
    /// Whether what the board shows is known from whole readings alone.
    polled: bool,
    /// A ruling that would end the game is proposed and may still lapse.
    proposed_end: bool,
    /// The game is over by something else than its moves, which are still being taken down.
    result_stands: bool,
    /// Whether moves have been corrected under such a result without asking if they end the game.
    end_unjudged: bool,
    /// Touches count and presses mean something: the clock has run, or nothing says that it stands (6.6).
    begun: bool,
    /// The clock ran on when the pieces were set up, and has not been stopped since.
    clock_left_running: bool,
    /// Something on the board has changed since the last press, or since the log began.
    board_event_since_press: bool,
    /// Whose turn it is has his clock running again although he had pressed without a move.
    given_back: bool,
    /// The side whose earlier move, made before the log began, may still want its press.
    late_press: Option<Color>,
    /// The side that has completed a move in this log.
    completed_by: Option<Color>,
    /// The board was away: what it shows next may be several moves later.
    gap: bool,
    /// The first position, if it was wrong and can still be claimed (7.2.1).
    wrong_set_up: Option<Position>,
    /// Castling rights lost by a wrong set-up that can no longer be claimed (A.4.1.2).
    forbidden_castling: Vec<Color>,
    /// Open questions: at most one for a dead position, and one for each player's flag and illegal move.
    asked: Vec<Asked>,
    /// Questions asked so far.
    questions: u32,
    finished: bool,
    /// What stood where when play was suspended, while it is.
    suspended: Option<Box<Wood>>,
    /// How the game begins that ends this one.
    successor: Option<Box<Beginning>>,
}

/// Where a machine begins.
#[derive(Debug, Clone, PartialEq)]
pub enum Start {
    /// A game begins, after another or after the pieces were set up.
    Begun(Box<Beginning>),
    /// A game is on, or about to begin, from this position, and the board shows it.
    Playing(Position),
    /// Nothing is known; wait for the pieces to be set up.
    Setup(crate::rules::Variant),
}

impl Start {
    /// What stands on the board then.
    #[must_use]
    pub fn board(&self) -> Placement {
        match self {
            Start::Begun(beginning) => beginning.board,
            Start::Playing(position) => *position.placement(),
            Start::Setup(_) => Placement::EMPTY,
        }
    }
}

impl TurnMachine {
    /// A machine at the beginning of a game or a log.
    #[must_use]
    pub fn new(settings: Settings, start: Start, given: Given) -> TurnMachine {
        let (stage, position, board) = match &start {
            Start::Begun(beginning) => (Stage::Playing, beginning.position.clone(), beginning.board),
            Start::Playing(position) => (Stage::Playing, position.clone(), *position.placement()),
            Start::Setup(variant) => (Stage::Setup, Position::first_of(*variant), Placement::EMPTY),
        };
        let history = History::of_game(given.history.clone(), std::iter::empty(), position.clone());
        let late_press = (stage == Stage::Playing).then(|| position.turn().other());
        let mut machine = TurnMachine {
            settings,
            said: VecDeque::new(),
            now: At(0),
            scan: Scan::default(),
            stage,
            wood: Wood::new(board),
            proposed_end: false,
            result_stands: false,
            end_unjudged: false,
            lost: false,
            unseen: unseen::Unseen::default(),
            between_games: next_game::BetweenGames::default(),
            strangers: strangers::Strangers::default(),
            clock_lost: false,
            clock_since_gap: ClockSinceGap::default(),
            clock_before_gap: ClockTimes::default(),
            press_in_gap: None,
            moved_before_gap: None,
            polled: false,
            turn: Turn::new(1, position, board),
            waiting: Vec::new(),
            stopped: None,
            course: None,
            press: None,
            grace: None,
            imposed: None,
            history,
            given_history: given.history,
            moves: Arc::default(),
            alerts: Vec::new(),
            alert_count: 0,
            kings: Kings::default(),
            stood: Vec::new(),
            if_reopened: None,
            decided: false,
            pressed_while_over: None,
            illegal_moves: given.illegal_moves,
            irregularities: VecDeque::new(),
            standing: Vec::new(),
            flags: Vec::new(),
            flags_waiting: Vec::new(),
            periods: Periods::default(),
            clock: ClockTimes::default(),
            readings: VecDeque::new(),
            clock_before_press: None,
            watching: false,
            begun: true,
            clock_left_running: false,
            board_event_since_press: false,
            given_back: false,
            late_press,
            completed_by: None,
            gap: false,
            wrong_set_up: None,
            forbidden_castling: Vec::new(),
            asked: Vec::new(),
            questions: 0,
            finished: false,
            suspended: None,
            successor: None,
        };
        if let Some(initial) = &given.initial {
            machine.judge_first_position(initial);
        }
        if let Start::Begun(beginning) = start {
            machine.set_beginning(*beginning);
        }
        machine.refresh_turn();
        machine
    }

    /// Takes one event. `at` must not run backwards; an earlier time counts as the latest given.
    pub fn handle(&mut self, at: At, event: Event) {
        self.advance(at);
        self.scan.push(at, event, &self.settings.timing);
        self.advance(at);
    }

    /// Lets time pass: everything due at or before `at` happens.
    pub fn tick(&mut self, at: At) {
        self.advance(at);
    }

    /// When [`tick`](TurnMachine::tick) wants to be called next.
    #[must_use]
    pub fn next_deadline(&self) -> Option<At> {
        if self.successor.is_some() {
            return None;
        }
        let ready = self.scan.ready_at(&self.settings.timing);
        // Nothing after an event held back can be due before that is let through.
        let first = self.scan.first_at();
        let timer = self.next_timer().map(|(due, _)| due).filter(|due| first.is_none_or(|first| *due <= first));
        [ready, timer].into_iter().flatten().min()
    }

    /// The log has ended: time goes on with the board as it is until every timer has run out, then what waited is said.
    pub fn finish(&mut self) {
        self.run_out();
        self.promote_before_sign();
        self.judge_brief_press();
        self.propose_waiting_penalty();
        // What was still to be judged may have asked who can win.
        self.run_out();
        self.account_for_open_turns();
        self.finished = true;
    }

    /// Lets every timer fire, one after the other.
    fn run_out(&mut self) {
        while let Some(due) = self.next_deadline() {
            self.advance(due.max(self.now));
        }
    }

    /// The next thing said, in order.
    pub fn poll(&mut self) -> Option<Said> {
        self.said.pop_front()
    }

    /// The position of the game: after the moves made so far.
    #[must_use]
    pub fn position(&self) -> &Position {
        match &self.turn.made {
            Some(made) => &made.after,
            None => &self.turn.position,
        }
    }

    /// Who has the move, required acts of the arbiter counted as done; `None` when the game is over or a ruling
    /// would end it.
    #[must_use]
    pub fn side_to_move(&self) -> Option<Color> {
        if self.stage != Stage::Playing {
            return (self.stage == Stage::Setup).then_some(self.turn.by);
        }
        if self.proposed_end {
            return None;
        }
        let claims = || self.settings.laws.illegal_moves() == laws::IllegalMoveRegime::OpponentClaims;
        if let Some(stopped) = self.stopped.as_ref().filter(|stopped| stopped.reason == StopReason::IllegalMove) {
            // Who only may claim has the move.
            let replies = claims() && stopped.proposals.is_empty();
            return Some(if replies { stopped.turn.by.other() } else { stopped.turn.by });
        }
        Some(if self.turn.made.is_some() { self.turn.by.other() } else { self.turn.by })
    }

    /// The pieces as sensed.
    #[must_use]
    pub fn board(&self) -> &Placement {
        &self.wood.board
    }

    /// First squares of the pieces in the air.
    #[must_use]
    pub fn in_air(&self) -> Vec<Square> {
        let mut squares: Vec<Square> =
            self.wood.hand.iter().filter(|held| !held.overwritten).filter_map(|held| held.home).collect();
        squares.sort();
        squares.dedup();
        squares
    }

    /// Whether the board shows the position of the game.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.stage != Stage::Setup && self.view() == *self.position().placement()
    }

    /// Whether the game is over or a result is proposed.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.stage == Stage::Over
    }

    /// Whether the pieces are still being set up.
    #[must_use]
    pub fn is_setting_up(&self) -> bool {
        self.stage == Stage::Setup
    }

    /// Who is presumed to touch this piece now: before a move is made the player at the move, whosever the piece is;
    /// afterwards, for the opponent may have begun his reply, whoever owns it. `None` where touches are nobody's.
    #[must_use]
    pub fn presumed_actor(&self, piece: Option<Piece>) -> Option<Color> {
        match (self.stage, &self.turn.made) {
            (Stage::Over | Stage::Setup, _) => None,
            (Stage::Playing, None) => Some(self.turn.by),
            (Stage::Playing, Some(_)) => piece.map(|piece| piece.color),
        }
    }

    /// Half-move in progress, from 1.
    #[must_use]
    pub fn ply(&self) -> u32 {
        self.turn.ply
    }

    /// The account of the turn in progress.
    #[must_use]
    pub fn account(&self) -> Account {
        self.account_of(&self.turn)
    }

    /// A clock has been connected, or has gone: without one nothing depends on presses.
    pub fn set_clock_use(&mut self, clock: ClockUse) {
        self.clock_lost |= self.settings.clock == ClockUse::Present && clock == ClockUse::None;
        self.settings.clock = clock;
        for game in self.games_beside() {
            game.set_clock_use(clock);
        }
    }

    /// The clock as last read.
    #[must_use]
    pub fn clock(&self) -> ClockTimes {
        self.clock
    }

    /// Alerts of the game so far, as they stand.
    #[must_use]
    pub fn alerts(&self) -> &[Alert] {
        &self.alerts
    }

    /// Completed illegal moves.
    #[must_use]
    pub fn illegal_moves(&self) -> PerPlayer<u32> {
        self.illegal_moves
    }

    fn advance(&mut self, now: At) {
        // What comes after the beginning of another game is that one's.
        while self.successor.is_none() {
            let limit = self.scan.first_at().map_or(now, |first| first.min(now));
            if let Some((due, timer)) = self.next_timer()
                && due <= limit
            {
                self.now = self.now.max(due);
                self.fire(timer);
                self.judge_waiting_flags();
                self.end_overtaken();
                // A timer that stays due would be fired for ever.
                let passed = self.next_timer() != Some((due, timer));
                debug_assert!(passed, "{timer:?} has been fired and is due still");
                if passed {
                    continue;
                }
            }
            let Some(seen) = self.scan.pop(now, &self.settings.timing) else { break };
            self.now = self.now.max(seen.at);
            self.apply(seen);
            self.judge_waiting_flags();
            self.end_overtaken();
        }
        if self.scan.first_at().is_none() && self.successor.is_none() {
            self.now = self.now.max(now);
        }
    }

    /// Takes what one sensor showed, cleared of flicker already, and lets everything due before it happen.
    fn take(&mut self, seen: Seen) {
        self.advance(seen.at);
        self.apply(seen);
        self.judge_waiting_flags();
        self.end_overtaken();
    }

    fn apply(&mut self, seen: Seen) {
        if self.follow_beside(seen) {
            return;
        }
        let replacements = self.replacements();
        self.apply_here(seen);
        if self.replacements() != replacements {
            self.catch_up_beside(seen);
        }
    }

    fn apply_here(&mut self, seen: Seen) {
        if self.suspended.is_some() {
            return self.take_suspended(seen.event);
        }
        self.keep_in_grace(seen);
        self.polled &= !matches!(seen.event, Event::Drop { .. } | Event::Lift { .. });
        match seen.event {
            Event::Clock(times) => self.clock_read(times),
            Event::Drop { square, piece } => self.dropped(square, piece),
            Event::Flag { by } => self.flag_fell(by),
            // What is lifted is the next game's.
            Event::Lift { square, .. } if self.game_on_before_lift(square) => self.scan.put_back(seen),
            Event::Lift { square, piece } => self.lifted(square, piece, seen.accidental),
            Event::Link { up: false } => self.board_goes_away(),
            Event::Link { up: true } => {}
            Event::Placement(reading) => self.placement_read(reading),
            Event::Press { by } => self.pressed(by),
            Event::Time => {}
        }
    }
}
