//! The turn machine: what it holds, how it is fed and drained, and what it shows.

use std::collections::VecDeque;

use protocols::{Color, Piece, Placement, Square};

use crate::{
    board::{BoardReading, ClockTimes, Event},
    rules::Position,
    turn::{
        Account, Alert, Beginning, ClockUse, GameTime, Given, PerPlayer, Settings, Start,
        between::{first_position::FirstPosition, next_game::BetweenGames, unidentified::Unidentified},
        clock::{flags::Flags, press_clock::PressClock, presses::Presses},
        findings::AlertBook,
        laws::IllegalMoveConsequence,
        output::TurnOutput,
        phase::{
            Phase,
            stopped::{Course, Stopped},
        },
        play::surviving_effects::SurvivingEffects,
        played::Played,
        recovery::{MovedBeforeGap, Recovery, Suspended},
        ruling::{irregularities::Irregularities, mating::Questions},
        sense::{
            link::Link,
            scan::{Scan, Seen},
            sensed_board::SensedBoard,
        },
        signs::Kings,
        state::{Imposed, Turn, Waiting},
    },
};

/// The turn machine: events in, what they mean by the Laws out. Does no IO and reads no clock.
#[derive(Debug, Clone)]
pub struct TurnMachine {
    pub(super) settings: Settings,
    pub(super) output: VecDeque<TurnOutput>,
    pub(super) now: GameTime,
    pub(super) scan: Scan,
    pub(super) phase: Phase,
    pub(super) sensed: SensedBoard,
    pub(super) link: Link,
    pub(super) turn: Turn,
    pub(super) waiting: Vec<Waiting>,
    pub(super) stopped: Option<Stopped>,
    /// This game is followed beside another, which waits for an irregularity to be put right.
    pub(super) course: Option<Course>,
    pub(super) clock: PressClock,
    pub(super) presses: Presses,
    pub(super) flags: Flags,
    pub(super) imposed: Option<Imposed>,
    pub(super) played: Played,
    pub(super) alerts: AlertBook,
    pub(super) kings: Kings,
    pub(super) irregularities: Irregularities,
    /// Completed turns of which something would stay in force if their moves were taken back.
    pub(super) surviving: Vec<SurvivingEffects>,
    /// An illegal position stands; it is looked at again when the present move is completed (A.4.4).
    pub(super) watching: bool,
    /// What is known of moves that nobody saw.
    pub(super) recovery: Recovery,
    pub(super) between_games: BetweenGames,
    /// Unknown pieces, before a game begins.
    pub(super) unidentified: Unidentified,
    /// What the player to move had just put down when the board went away.
    pub(super) moved_before_gap: Option<MovedBeforeGap>,
    /// The side that has completed a move in this log.
    pub(super) completed_by: Option<Color>,
    pub(super) first_position: FirstPosition,
    pub(super) questions: Questions,
    /// What is known of the board since play was suspended, while it is.
    pub(super) suspended: Option<Box<Suspended>>,
    /// How the game begins that ends this one.
    pub(super) successor: Option<Box<Beginning>>,
}

impl TurnMachine {
    /// A machine at the beginning of a game or a log.
    #[must_use]
    pub fn new(settings: Settings, start: Start, given: Given) -> TurnMachine {
        let (phase, position, board) = match &start {
            Start::Begun(beginning) => (Phase::Playing, beginning.position.clone(), beginning.board),
            Start::Playing(position) => (Phase::Playing, position.clone(), *position.placement()),
            Start::Setup(variant) => (Phase::SettingUp, Position::first_of(*variant), Placement::EMPTY),
        };
        let played = Played::after(given.history, position.clone());
        let late_press = (phase.is_playing()).then(|| position.turn().other());
        let mut machine = TurnMachine {
            settings,
            output: VecDeque::new(),
            now: GameTime(0),
            scan: Scan::default(),
            phase,
            sensed: SensedBoard::new(board),
            link: Link::default(),
            recovery: Recovery::default(),
            between_games: BetweenGames::default(),
            unidentified: Unidentified::default(),
            moved_before_gap: None,
            turn: Turn::new(1, position, board),
            waiting: Vec::new(),
            stopped: None,
            course: None,
            clock: PressClock::last_read(None),
            presses: Presses::none_but_late(late_press),
            flags: Flags::default(),
            imposed: None,
            played,
            alerts: AlertBook::default(),
            kings: Kings::default(),
            irregularities: Irregularities::counted_before(given.illegal_moves),
            surviving: Vec::new(),
            watching: false,
            completed_by: None,
            first_position: FirstPosition::default(),
            questions: Questions::default(),
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
    pub fn handle(&mut self, at: GameTime, event: Event) {
        self.advance(at);
        self.scan.push(at, event, &self.settings.timing);
        self.advance(at);
    }

    /// Lets time pass: everything due at or before `at` happens.
    pub fn tick(&mut self, at: GameTime) {
        self.advance(at);
    }

    /// When [`tick`](TurnMachine::tick) wants to be called next.
    #[must_use]
    pub fn next_deadline(&self) -> Option<GameTime> {
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
        self.judge_transient_press();
        self.propose_waiting_penalty();
        // What was still to be judged may have asked who can win.
        self.run_out();
        self.account_for_open_turns();
    }

    /// Lets every timer fire, one after the other.
    fn run_out(&mut self) {
        while let Some(due) = self.next_deadline() {
            self.advance(due.max(self.now));
        }
    }

    /// The next thing said, in order.
    pub fn poll(&mut self) -> Option<TurnOutput> {
        self.output.pop_front()
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
        if !self.phase.is_playing() {
            return (self.phase.is_setting_up()).then_some(self.turn.by);
        }
        if self.stopped.as_ref().is_some_and(|stopped| stopped.would_end_game) {
            return None;
        }
        let claims = || self.settings.laws.illegal_moves() == IllegalMoveConsequence::OpponentClaims;
        if let Some(stopped) = self.stopped.as_ref().filter(|stopped| stopped.blocks()) {
            // Who only may claim has the move.
            let replies = claims() && stopped.proposals.is_empty();
            return Some(if replies { stopped.turn.by.other() } else { stopped.turn.by });
        }
        Some(if self.turn.made.is_some() { self.turn.by.other() } else { self.turn.by })
    }

    /// The pieces as sensed.
    #[must_use]
    pub fn board(&self) -> &Placement {
        self.sensed.board()
    }

    /// First squares of the pieces in the air.
    #[must_use]
    pub fn in_air(&self) -> Vec<Square> {
        self.sensed.homes_in_air()
    }

    /// Whether the board shows the position of the game.
    #[must_use]
    pub fn agrees(&self) -> bool {
        !self.phase.is_setting_up() && self.view() == *self.position().placement()
    }

    /// Whether the game is over or a result is proposed.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.phase.is_over()
    }

    /// Whether the pieces are still being set up.
    #[must_use]
    pub fn is_setting_up(&self) -> bool {
        self.phase.is_setting_up()
    }

    /// Who is presumed to touch this piece now: before a move is made the player at the move, whosever the piece is;
    /// afterwards, for the opponent may have begun his reply, whoever owns it. `None` where touches are nobody's.
    #[must_use]
    pub fn presumed_actor(&self, piece: Option<Piece>) -> Option<Color> {
        match (&self.phase, &self.turn.made) {
            (Phase::Over(_) | Phase::SettingUp, _) => None,
            // Who has pressed has done what he had to, though it may not have settled yet.
            (Phase::Playing | Phase::Unexplained, None) if !self.presses.is_open_by(self.turn.by) => Some(self.turn.by),
            (Phase::Playing | Phase::Unexplained, _) => piece.map(|piece| piece.color),
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

    /// The same without the moves that are free where nothing is touched: cheaper, after every event.
    #[must_use]
    pub fn account_of_touched(&self) -> Account {
        self.account_without_free(&self.turn)
    }

    /// A clock has been connected, or has gone: without one nothing depends on presses.
    pub fn set_clock_use(&mut self, clock: ClockUse) {
        if self.settings.clock == ClockUse::Present && clock == ClockUse::None {
            self.clock.goes();
        }
        self.settings.clock = clock;
        for game in self.games_beside() {
            game.set_clock_use(clock);
        }
    }

    /// The clock as last read.
    #[must_use]
    pub fn clock(&self) -> ClockTimes {
        self.clock.last()
    }

    /// Alerts of the game so far, as they stand.
    #[must_use]
    pub fn alerts(&self) -> &[Alert] {
        self.alerts.as_slice()
    }

    /// Completed illegal moves.
    #[must_use]
    pub fn illegal_moves(&self) -> PerPlayer<u32> {
        self.irregularities.counts()
    }

    pub(super) fn advance(&mut self, now: GameTime) {
        // What comes after the beginning of another game is that one's.
        while self.successor.is_none() {
            let limit = self.scan.first_at().map_or(now, |first| first.min(now));
            if let Some((due, timer)) = self.next_timer()
                && due <= limit
            {
                self.now = self.now.max(due);
                self.fire(timer);
                self.conclude();
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
            self.conclude();
        }
        if self.scan.first_at().is_none() && self.successor.is_none() {
            self.now = self.now.max(now);
        }
    }

    /// Takes what one sensor showed, cleared of flicker already, and lets everything due before it happen.
    pub(super) fn take(&mut self, seen: Seen) {
        self.advance(seen.at);
        self.apply(seen);
        self.conclude();
    }

    /// What follows from anything that has happened, once all of it is known.
    fn conclude(&mut self) {
        self.take_replacement_that_ends();
        self.judge_waiting_flags();
        self.end_overtaken();
    }

    pub(super) fn apply(&mut self, seen: Seen) {
        self.judge_press_before(&seen);
        self.judge_first_press(&seen);
        self.judge_taken_up_before(&seen);
        if self.follow_beside(seen) {
            return;
        }
        let replacements = self.replacements();
        self.apply_here(seen);
        if self.replacements() != replacements {
            self.catch_up_beside(seen);
        }
        self.follow_piece_put_for_pawn_left();
    }

    fn apply_here(&mut self, seen: Seen) {
        if self.suspended.is_some() {
            return self.take_suspended(seen.event);
        }
        self.keep_in_grace(seen);
        self.link.hear(&seen.event);
        match seen.event {
            Event::Clock(times) => self.clock_read(times),
            Event::Drop { square, piece } => self.dropped(square, piece),
            Event::Flag { by } => self.flag_fell(by),
            Event::Lift { square, .. } if self.begin_game_on_lift(square) => {}
            Event::Lift { square, piece } => self.lifted(square, piece, seen.accidental),
            Event::Link { up: false } => self.board_goes_away(),
            Event::Link { up: true } => {}
            Event::Placement(reading) => self.placement_read(reading),
            Event::Press { by } => {
                self.pressed(by);
            }
            Event::Time => {}
        }
        if self.successor.as_deref().is_some_and(|successor| self.is_still_to_be_told(&seen.event, successor)) {
            self.scan.put_back(seen);
        }
    }

    /// Whether this event has begun another game and is that one's: what it tells is not what the game begins with.
    fn is_still_to_be_told(&self, event: &Event, begun: &Beginning) -> bool {
        match *event {
            Event::Drop { square, piece } => piece.is_some() && begun.board.at(square) != piece,
            Event::Lift { square, .. } => begun.board.at(square).is_some(),
            Event::Placement(BoardReading::Pieces(placement)) => begun.board != placement,
            // Where no reading says whose time runs, the press itself tells the game that has begun with its move.
            Event::Press { .. } => !begun.unseen.is_empty() && !self.clock.was_read(),
            Event::Clock(_)
            | Event::Flag { .. }
            | Event::Link { .. }
            | Event::Placement(BoardReading::Occupied(_))
            | Event::Time => false,
        }
    }
}
