//! Play that does not reach the record: counted beside the machine, by what the sensors show and who presses, so that no
//! state of the machine can keep it silent.
//!
//! A half-move counts once its player has pressed after a piece of his has gone from one square to another. Where there is
//! no clock, a board that rests takes the place of the press. What the record has grown by since it last was whole is taken
//! off that: two half-moves too many, for longer than what is read late takes, are told.

use protocols::{Color, Piece, Placement, Role};

use crate::{
    board::{BoardReading, Event},
    turn::{
        AlertKind, ClockUse, GameTime, PerPlayer, TurnMachine,
        findings::{Alert, Finding},
        phase::Phase,
    },
};

/// So many half-moves that are missing in the record are told.
const TOLD_FROM: usize = 2;

/// How long the record may lag behind, in milliseconds: boards that are read from time to time, and moves that only the
/// next one explains, take about so long.
const LATE_MS: u64 = 2_000;

/// A board on which nothing has changed for so long shows a move, where nobody presses, in milliseconds.
const REST_MS: u64 = 2_000;

/// A half-move and the reply to it change no more squares.
const MOST_CHANGED: u32 = 8;

/// What the record of the game is like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RecordNow {
    /// Half-moves in it.
    pub(super) half_moves: usize,
    /// Whether the board shows its last position, and nothing is open.
    pub(super) standing: RecordStanding,
    /// So many half-moves at least are known to have been made while the board was away, and are not in it; or are in it
    /// behind another position than the board shows.
    pub(super) unseen: usize,
}

/// How the board stands to the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RecordStanding {
    /// They differ, or it is open what was played.
    Behind,
    /// They differ behind a result that something proposes and nobody has decided on.
    BehindEnd,
    /// No game is on, or its result is final: there is nothing to record.
    NoPlay,
    /// What is played is not to be recorded: the arbiter has suspended play, or the game may be over.
    Suspended,
    /// The board shows the last position of the record.
    Whole,
}

/// What proposes an end of the game that does not show on the board, so that players may not know of it.
const ENDS_THAT_MAY_BE_PLAYED_ON: [AlertKind; 7] = [
    AlertKind::ClaimMade,
    AlertKind::FlagFall,
    AlertKind::GameEnded75Moves,
    AlertKind::GameEndedDeadPosition,
    AlertKind::GameEndedFivefold,
    AlertKind::RulingGameDrawn,
    AlertKind::RulingGameLost,
];

/// What is to be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Telling {
    /// The record is whole again.
    Cleared,
    /// What is played is not being recorded.
    Interrupted,
}

/// What the arbiter's word means for the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    /// He has said what the position is: what was played before is his to know.
    PositionGiven,
    /// Half-moves that leave the record by it are not missing.
    Other,
}

/// Why what was told is open no more although the record is not whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Closed {
    /// Its half-move was taken back or corrected.
    Lapsed,
    /// The arbiter has settled it: it is told again when more is missing.
    Settled,
}

/// Counts the half-moves that are played and are not in the record.
#[derive(Debug, Clone)]
pub(super) struct Unrecorded {
    /// What the board shows.
    shown: BoardReading,
    /// What it showed when each player pressed last, or when the record was whole last.
    before: PerPlayer<BoardReading>,
    /// Whose half-move was counted last.
    last: Option<Color>,
    /// Half-moves counted since the record was whole.
    played: usize,
    /// Half-moves in the record then.
    recorded_then: usize,
    /// Half-moves that are missing now.
    missing: usize,
    /// When that is to be told.
    due: Option<GameTime>,
    /// When the board will have rested, where nobody presses.
    rests: Option<GameTime>,
    /// The squares occupied before the half-move that was counted last for a rest.
    squares_then: Option<u64>,
    /// From so many on it is told again, where the arbiter has settled what was told.
    told_from: usize,
    interrupted: bool,
    /// What is counted is behind a result that is proposed.
    behind_end: bool,
}

impl Unrecorded {
    /// A record that is whole, and a board that shows this.
    pub(super) fn new(shown: BoardReading, half_moves: usize) -> Unrecorded {
        Unrecorded {
            shown,
            before: PerPlayer { white: shown, black: shown },
            last: None,
            played: 0,
            recorded_then: half_moves,
            missing: 0,
            due: None,
            rests: None,
            squares_then: None,
            told_from: TOLD_FROM,
            interrupted: false,
            behind_end: false,
        }
    }

    /// Whether play goes on that is not recorded, as it has been told.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupted
    }

    /// When [`look`](Unrecorded::look) is to be called next, whatever happens.
    pub(super) fn due_at(&self) -> Option<GameTime> {
        [self.due, self.rests].into_iter().flatten().min()
    }

    /// Takes what a sensor has shown. Presses count only where there is a clock.
    pub(super) fn see(&mut self, at: GameTime, event: &Event, clock: ClockUse) {
        let before = self.shown;
        match event {
            Event::Drop { square, piece } => match &mut self.shown {
                BoardReading::Occupied(bits) => *bits |= 1 << square.index(),
                // What it is the machine may know; that it is none of those known is enough here.
                BoardReading::Pieces(placement) => {
                    placement.set(*square, *piece);
                }
            },
            Event::Lift { square, .. } => match &mut self.shown {
                BoardReading::Occupied(bits) => *bits &= !(1 << square.index()),
                BoardReading::Pieces(placement) => {
                    placement.set(*square, None);
                }
            },
            Event::Placement(reading) => match (&mut self.shown, reading) {
                (BoardReading::Occupied(bits), BoardReading::Pieces(placement)) => *bits = placement.occupied(),
                (BoardReading::Pieces(_), BoardReading::Occupied(_)) => {}
                (shown, reading) => *shown = *reading,
            },
            Event::Press { by } if clock == ClockUse::Present => self.pressed(*by),
            Event::Clock(_) | Event::Flag { .. } | Event::Link { .. } | Event::Press { .. } | Event::Time => {}
        }
        if self.shown != before {
            self.rests = (clock == ClockUse::None).then_some(at + REST_MS);
        }
    }

    /// Looks at the record; gives what is to be told.
    pub(super) fn look(&mut self, now: GameTime, record: RecordNow) -> Option<Telling> {
        if self.rests.is_some_and(|rests| rests <= now) {
            self.rests = None;
            self.rested();
        }
        let was_behind_end = std::mem::replace(&mut self.behind_end, record.standing == RecordStanding::BehindEnd);
        match record.standing {
            RecordStanding::NoPlay | RecordStanding::Whole => return self.begin_anew(record.half_moves),
            RecordStanding::Behind => self.count(record),
            RecordStanding::BehindEnd => {
                // What has brought the end about is told by that.
                if !was_behind_end && !self.interrupted {
                    self.forget_seen();
                    (self.played, self.recorded_then) = (0, record.half_moves);
                }
                self.count(record);
            }
            // Nothing is added to what is missing; the arbiter may say what that was.
            RecordStanding::Suspended => {
                self.forget_seen();
                self.recorded_then = self.recorded_then.min(record.half_moves);
                self.count(record);
                self.due = None;
                return if self.missing == 0 { self.clear() } else { None };
            }
        }
        if self.missing == 0 {
            self.due = None;
            return self.clear();
        }
        if self.missing < self.told_from {
            self.due = None;
            return None;
        }
        let due = *self.due.get_or_insert(now + LATE_MS);
        (due <= now).then(|| self.interrupt())
    }

    /// The log has ended: nothing is awaited any more.
    pub(super) fn finish(&mut self, record: RecordNow) -> Option<Telling> {
        if self.rests.take().is_some() {
            self.rested();
        }
        let telling = self.look(GameTime(0), record);
        let is_to_tell = self.told_from != usize::MAX && self.missing >= self.told_from.min(TOLD_FROM);
        let is_behind = matches!(record.standing, RecordStanding::Behind | RecordStanding::BehindEnd);
        if is_to_tell && is_behind { Some(self.interrupt()) } else { telling }
    }

    /// The arbiter has done something, after which the record has so many half-moves.
    pub(super) fn hear(&mut self, word: Word, half_moves: usize) {
        match word {
            Word::PositionGiven => {
                self.forget_seen();
                (self.played, self.recorded_then) = (0, half_moves);
            }
            Word::Other => self.recorded_then = self.recorded_then.min(half_moves),
        }
    }

    /// What was told is open no more, and the record is not whole.
    pub(super) fn closed(&mut self, why: Closed) {
        self.told_from = match why {
            Closed::Lapsed => TOLD_FROM,
            Closed::Settled => self.missing + TOLD_FROM,
        };
    }

    fn interrupt(&mut self) -> Telling {
        self.due = None;
        self.told_from = usize::MAX;
        self.interrupted = true;
        Telling::Interrupted
    }

    fn clear(&mut self) -> Option<Telling> {
        self.told_from = TOLD_FROM;
        std::mem::take(&mut self.interrupted).then_some(Telling::Cleared)
    }

    fn begin_anew(&mut self, half_moves: usize) -> Option<Telling> {
        self.forget_seen();
        (self.played, self.recorded_then, self.missing, self.due) = (0, half_moves, 0, None);
        self.clear()
    }

    /// What stands now is what stood.
    fn forget_seen(&mut self) {
        self.before = PerPlayer { white: self.shown, black: self.shown };
        (self.last, self.squares_then) = (None, None);
    }

    fn count(&mut self, record: RecordNow) {
        // What was in the record and has gone from it by nobody's word has been played all the same.
        self.played += self.recorded_then.saturating_sub(record.half_moves);
        self.recorded_then = self.recorded_then.min(record.half_moves);
        let grown = record.half_moves - self.recorded_then;
        self.missing = self.played.saturating_sub(grown).max(record.unseen);
    }

    fn pressed(&mut self, by: Color) {
        let before = std::mem::replace(self.before.of_mut(by), self.shown);
        // Behind an end pieces are set up, too.
        let is_play = !self.behind_end || changed_squares(&before, &self.shown) <= MOST_CHANGED;
        if self.last != Some(by) && is_play && has_moved(by, &before, &self.shown) {
            self.last = Some(by);
            self.played += 1;
        }
        // Squares tell nobody's pieces apart: what has changed since is the other's.
        if let BoardReading::Occupied(_) = self.shown {
            *self.before.of_mut(by.other()) = self.shown;
        }
    }

    /// The board has rested where nobody presses: each player may have moved once.
    fn rested(&mut self) {
        let next = self.last.map_or(Color::White, Color::other);
        match self.shown {
            BoardReading::Pieces(_) => [next, next.other()].into_iter().for_each(|by| self.pressed(by)),
            // A player may put his move down with many a rest.
            BoardReading::Occupied(now) if self.squares_then.is_some_and(|then| is_within_one_move(then, now)) => {
                self.before = PerPlayer { white: self.shown, black: self.shown };
            }
            BoardReading::Occupied(_) => {
                let (before, counted) = (*self.before.of(next), self.played);
                self.pressed(next);
                if let (BoardReading::Occupied(then), true) = (before, self.played > counted) {
                    self.squares_then = Some(then);
                }
            }
        }
    }
}

/// The squares that kings and rooks leave and come to in castling.
const CASTLINGS: [(u64, u64); 4] = [(0x90, 0x60), (0x11, 0x0c), (0x90 << 56, 0x60 << 56), (0x11 << 56, 0x0c << 56)];

/// Whether one half-move, begun or ended, leads from these occupied squares to those; two captures in a row look alike.
fn is_within_one_move(then: u64, now: u64) -> bool {
    let (left, come) = (then & !now, now & !then);
    match (left.count_ones(), come.count_ones()) {
        (0..=2, 0) | (0..=1, 1) => true,
        // En passant the captured pawn has stood beside the one that has taken it, and behind where that is now.
        (2, 1) if is_en_passant(left, come) => true,
        _ => CASTLINGS.iter().any(|(from, to)| left & !from == 0 && come & !to == 0),
    }
}

fn is_en_passant(left: u64, come: u64) -> bool {
    let (first, last, to) = (left.trailing_zeros(), 63 - left.leading_zeros(), come.trailing_zeros());
    let beside = last == first + 1 && first / 8 == last / 8 && matches!(first / 8, 3 | 4);
    let behind = if first / 8 == 4 { to.checked_sub(8) } else { Some(to + 8) };
    beside && behind.is_some_and(|square| square == first || square == last)
}

fn changed_squares(before: &BoardReading, after: &BoardReading) -> u32 {
    match (before, after) {
        (BoardReading::Pieces(before), BoardReading::Pieces(after)) => before.differences(after).count() as u32,
        (BoardReading::Occupied(before), BoardReading::Occupied(after)) => (before ^ after).count_ones(),
        (BoardReading::Occupied(_), BoardReading::Pieces(_)) | (BoardReading::Pieces(_), BoardReading::Occupied(_)) => {
            64
        }
    }
}

/// Whether a move of this player's may have led from one board to the other, whatever his opponent has done meanwhile.
fn has_moved(by: Color, before: &BoardReading, after: &BoardReading) -> bool {
    match (before, after) {
        (BoardReading::Pieces(before), BoardReading::Pieces(after)) => has_moved_a_piece(by, before, after),
        // A piece has left a square; one that has only come may have been lifted before, or by overwriting.
        (BoardReading::Occupied(before), BoardReading::Occupied(after)) => before & !after != 0 || after & !before != 0,
        (BoardReading::Occupied(_), BoardReading::Pieces(_)) | (BoardReading::Pieces(_), BoardReading::Occupied(_)) => {
            false
        }
    }
}

/// Whether a piece of this player's has gone from one square to another, or a pawn has been exchanged.
pub(super) fn has_moved_a_piece(by: Color, before: &Placement, after: &Placement) -> bool {
    let changed = || before.differences(after);
    let pawn = Piece { color: by, role: Role::Pawn };
    let has_left =
        |piece: Piece| changed().any(|square| before.at(square) == Some(piece) && after.at(square) != Some(piece));
    let has_come =
        |piece: Piece| piece.color == by && (has_left(piece) || (piece.role != Role::Pawn && has_left(pawn)));
    changed().any(|square| after.at(square).is_some_and(has_come))
}

impl Alert {
    /// That what is played does not reach the record.
    pub(super) fn play_not_recorded() -> Alert {
        Alert::new(Finding::PlayNotRecorded).article("convention")
    }
}

impl TurnMachine {
    /// What the record of the game is like, as far as this machine knows.
    pub(super) fn record_now(&self) -> RecordNow {
        RecordNow {
            half_moves: self.played.moves().len(),
            standing: self.record_standing(),
            unseen: self.least_unseen().max(self.made_beside_board()),
        }
    }

    /// Whether the pieces may still be being set up, and no press tells when that is over.
    fn is_set_up_without_clock(&self) -> bool {
        self.turn.is_being_set_up() && self.settings.clock == ClockUse::None
    }

    /// How the board stands to the record.
    pub(super) fn record_standing(&self) -> RecordStanding {
        // The kings stand in the centre for the result, whatever was played before.
        let is_shown = || self.agrees() || (self.phase.is_over() && self.shows_but_for_a_sign(self.position()));
        let is_whole = !self.phase.is_unexplained() && is_shown();
        match &self.phase {
            Phase::SettingUp => RecordStanding::NoPlay,
            Phase::Over(over) if over.is_decided => RecordStanding::NoPlay,
            _ if is_whole => RecordStanding::Whole,
            Phase::Over(_) => self.standing_behind_end(),
            _ if self.is_suspended() || self.may_still_be_set_up() || self.is_set_up_without_clock() => {
                RecordStanding::Suspended
            }
            Phase::Playing | Phase::Unexplained => RecordStanding::Behind,
        }
    }

    /// How the board stands to a record that it differs from, where an end is proposed.
    pub(super) fn standing_behind_end(&self) -> RecordStanding {
        if self.may_be_played_behind_end() { RecordStanding::BehindEnd } else { RecordStanding::Suspended }
    }

    /// Whether what is pressed after the end that is proposed may be play: nothing shows that the players have ended it.
    fn may_be_played_behind_end(&self) -> bool {
        let open =
            |kinds: &[AlertKind]| self.alerts.iter().any(|alert| alert.state.is_open() && kinds.contains(&alert.kind));
        self.settings.clock == ClockUse::Present
            && open(&ENDS_THAT_MAY_BE_PLAYED_ON)
            && !open(&[AlertKind::ResultSignalled])
            && !self.is_suspended()
            && !self.are_kings_in_the_centre()
            && self.first_position_shown().is_none()
    }
}

#[cfg(test)]
mod tests;
