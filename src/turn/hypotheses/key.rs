//! What must be the same in two hypotheses for one of them to be enough.
//!
//! Every field of what a hypothesis holds is named here, so that none can be added without an answer: it goes into
//! the key, or it is named with a `_` and the reason why it separates nothing.

use protocols::{Color, Piece, Placement, Role, Square};

use crate::{
    rules::LegalMove,
    turn::{
        AlertKind, GameTime, PerPlayer, Touch, TurnMachine,
        clock::{flags::FlagsKey, press_clock::PressClockKey, presses::PressesKey},
        duty::Duty,
        hypotheses::Hypothesis,
        phase::PhaseKey,
        phase::stopped::{Beside, StopReason, Stopped},
        played::Line,
        recovery::RecoveryKey,
        sense::sensed_board::SensedKey,
        signs::Kings,
        state::{Displaced, EmptyPress, Made, Release, Telling, Trace, TransientStop, Turn, Waiting, What},
    },
};

/// What separates hypotheses: two with equal keys have the same to come.
#[derive(Debug, PartialEq)]
pub(super) struct Key<'a> {
    unidentified: &'a [(Square, GameTime)],
    departs: bool,
    machine: MachineKey<'a>,
}

impl<'a> Key<'a> {
    pub(super) fn of(hypothesis: &'a Hypothesis) -> Key<'a> {
        let Hypothesis {
            machine,
            unidentified,
            // How much each is believed decides which of two is kept.
            cost: _,
            counted: _,
            idle_presses: _,
            idle_lifts: _,
            moves_at_lift: _,
            moves_at_press: _,
            // The same moves are said by both; other alerts are a matter of belief.
            untold: _,
            // Handed on after every event.
            questions: _,
            departs,
            // It only waits with what it tells.
            sweeps_up: _,
            // The same log.
            ended: _,
        } = hypothesis;
        Key { unidentified, departs: *departs, machine: MachineKey::of(machine) }
    }
}

/// Things of which only what `key` gives of each is compared; nothing is copied for it.
#[derive(Debug)]
pub(in crate::turn) struct Each<'a, T, K> {
    all: &'a [T],
    key: fn(&'a T) -> K,
}

impl<'a, T, K> Each<'a, T, K> {
    pub(in crate::turn) fn of(all: &'a [T], key: fn(&'a T) -> K) -> Each<'a, T, K> {
        Each { all, key }
    }
}

impl<T, K: PartialEq> PartialEq for Each<'_, T, K> {
    fn eq(&self, other: &Self) -> bool {
        self.all.len() == other.all.len() && self.all.iter().map(self.key).eq(other.all.iter().map(other.key))
    }
}

#[derive(Debug, PartialEq)]
struct MachineKey<'a> {
    sensed: SensedKey<'a>,
    recovery: RecoveryKey<'a>,
    turn: TurnKey<'a>,
    moves: Line<'a>,
    waiting: Each<'a, Waiting, WaitingKey<'a>>,
    stopped: Option<StoppedKey<'a>>,
    mode: Mode<'a>,
    clock: ClockKey<'a>,
}

/// Where the game is, and what is known of what was not seen.
#[derive(Debug, PartialEq)]
struct Mode<'a> {
    phase: PhaseKey<'a>,
    imposed: Option<(Square, Piece)>,
    kings: Kings,
    illegal_moves: PerPlayer<u32>,
    watching: bool,
    moved_before_gap: bool,
    away: (bool, bool),
    forbidden_castling: &'a [Color],
    suspended: bool,
    successor: bool,
}

/// What the clock, presses and flags have left open.
#[derive(Debug, PartialEq)]
struct ClockKey<'a> {
    clock: PressClockKey,
    presses: PressesKey,
    flags: FlagsKey<'a>,
    completed_by: Option<Color>,
}

impl<'a> MachineKey<'a> {
    fn of(machine: &'a TurnMachine) -> MachineKey<'a> {
        let TurnMachine {
            // One for all: the events and their times are the same.
            settings: _,
            now: _,
            scan: _,
            // Taken after every event.
            output: _,
            phase,
            sensed,
            link,
            turn,
            waiting,
            stopped,
            // What a game beside knows of the one that waits is the same while that is.
            course: _,
            clock,
            presses,
            imposed,
            // Its positions follow from the moves; one that the arbiter sets leaves one hypothesis.
            played,
            // What has been told and ruled is a matter of belief, and numbered by each for itself.
            alerts: _,
            irregularities,
            questions: _,
            kings,
            // It follows from the moves and what was touched, which mattered while the turns went on.
            surviving: _,
            flags,
            watching,
            recovery,
            // Of boards that know pieces: what is between games, or unknown, is no matter of hypotheses.
            between_games: _,
            unidentified: _,
            completed_by,
            moved_before_gap,
            first_position,
            suspended,
            successor,
        } = machine;
        MachineKey {
            sensed: sensed.key(),
            recovery: recovery.key(),
            turn: TurnKey::of(turn),
            moves: played.line(),
            waiting: Each::of(waiting, waiting_key),
            stopped: stopped.as_ref().map(StoppedKey::of),
            mode: Mode {
                phase: phase.key(),
                imposed: imposed.map(|imposed| (imposed.square, imposed.piece)),
                kings: *kings,
                illegal_moves: irregularities.counts(),
                watching: *watching,
                moved_before_gap: moved_before_gap.is_some(),
                away: link.key(),
                forbidden_castling: first_position.forbidden_castling(),
                suspended: suspended.is_some(),
                successor: successor.is_some(),
            },
            clock: ClockKey {
                clock: clock.key(),
                presses: presses.key(),
                flags: flags.key(),
                completed_by: *completed_by,
            },
        }
    }
}

/// An irregularity that nobody has decided on, and what is played beside it.
#[derive(Debug, PartialEq)]
struct StoppedKey<'a> {
    turn: TurnKey<'a>,
    reason: StopReason,
    count_before: PerPlayer<u32>,
    would_end_game: bool,
    confirmed: bool,
    touched: Each<'a, Touch, TouchKey>,
    if_it_stands: Option<Line<'a>>,
    if_replaced: Option<Line<'a>>,
    wrong: &'a Placement,
    clock_given_back: bool,
}

impl<'a> StoppedKey<'a> {
    fn of(stopped: &'a Stopped) -> StoppedKey<'a> {
        let Stopped {
            turn,
            reason,
            // Numbered by each for itself.
            alert: _,
            proposals: _,
            would_end_game,
            count_before,
            confirmed,
            touched,
            if_it_stands,
            if_replaced,
            // It follows from the events.
            replacements: _,
            wrong,
            clock_given_back,
        } = stopped;
        StoppedKey {
            turn: TurnKey::of(turn),
            reason: *reason,
            count_before: *count_before,
            would_end_game: *would_end_game,
            confirmed: *confirmed,
            touched: Each::of(touched.list(), touch_key),
            if_it_stands: if_it_stands.as_ref().map(Beside::line),
            if_replaced: if_replaced.as_ref().map(Beside::line),
            wrong,
            clock_given_back: *clock_given_back,
        }
    }
}

/// One turn's facts, the times apart.
#[derive(Debug, PartialEq)]
struct TurnKey<'a> {
    ply: u32,
    by: Color,
    stood: &'a Placement,
    set_by_arbiter: bool,
    held_when_set: &'a [(Square, Piece)],
    being_set_up: bool,
    touches: Each<'a, Touch, TouchKey>,
    from_before: Each<'a, Touch, TouchKey>,
    release: Option<&'a Release>,
    pending: Option<&'a LegalMove>,
    made: Option<(&'a LegalMove, bool, Option<Square>)>,
    broken: Option<&'a Duty>,
    breaches: &'a [AlertKind],
    completed: bool,
    displaced: Each<'a, Displaced, DisplacedKey>,
    two_hands: (bool, bool),
    gone_unseen: [bool; 2],
    transients: Each<'a, TransientStop, TransientKey<'a>>,
    trail: Each<'a, Trace, What>,
    taken_up: Option<(Square, Piece, bool)>,
    landed_unseen: Option<Square>,
    promotes_to: Option<Role>,
    empty_press: Option<(&'a [Square], bool)>,
    may_claim_draw: bool,
    may_claim: &'a [AlertKind],
}

impl<'a> TurnKey<'a> {
    fn of(turn: &'a Turn) -> TurnKey<'a> {
        let Turn {
            ply,
            by,
            // They follow from the moves.
            position: _,
            legal: _,
            free_uci: _,
            stood,
            set_by_arbiter,
            held_when_set,
            being_set_up,
            touches,
            from_before,
            release,
            pending,
            made,
            broken,
            breaches,
            // Numbered by each for itself.
            withdrawn: _,
            completed,
            displaced,
            two_hands_since,
            gone_unseen,
            begun_unseen,
            two_hands_told,
            transients,
            trail,
            taken_up,
            landed_unseen,
            promotes_to,
            empty_press,
            may_claim_draw,
            may_claim,
        } = turn;
        TurnKey {
            ply: *ply,
            by: *by,
            stood,
            set_by_arbiter: *set_by_arbiter,
            held_when_set,
            being_set_up: *being_set_up,
            touches: Each::of(touches.list(), touch_key),
            from_before: Each::of(from_before.list(), touch_key),
            release: release.as_ref(),
            pending: pending.as_ref(),
            made: made.as_ref().map(made_key),
            broken: broken.as_ref(),
            breaches,
            completed: *completed,
            displaced: Each::of(displaced, displaced_key),
            two_hands: (two_hands_since.is_some(), *two_hands_told),
            gone_unseen: [*gone_unseen, *begun_unseen],
            transients: Each::of(transients, transient_key),
            trail: Each::of(trail, trace_key),
            taken_up: taken_up.as_ref().map(|taken| (taken.square, taken.piece, taken.pressed.is_some())),
            landed_unseen: *landed_unseen,
            promotes_to: *promotes_to,
            empty_press: empty_press.as_ref().map(empty_press_key),
            may_claim_draw: *may_claim_draw,
            may_claim,
        }
    }
}

/// A piece touched: where it stood, which it is, and whether it has stood elsewhere.
type TouchKey = (Square, Piece, bool);

fn touch_key(touch: &Touch) -> TouchKey {
    let Touch {
        square,
        piece,
        // As with what is in the hand.
        at: _,
        stood_elsewhere,
    } = *touch;
    (square, piece, stood_elsewhere)
}

/// A turn whose move is made but not completed, and that move.
type WaitingKey<'a> = (TurnKey<'a>, &'a LegalMove);

fn waiting_key(waiting: &Waiting) -> WaitingKey<'_> {
    let Waiting { turn, m } = waiting;
    (TurnKey::of(turn), m)
}

/// What has happened; when is as with what is in the hand.
fn trace_key(trace: &Trace) -> What {
    trace.what
}

fn made_key(made: &Made) -> (&LegalMove, bool, Option<Square>) {
    let Made {
        m,
        // They follow from it.
        after: _,
        replies: _,
        inferred,
        early,
    } = made;
    (m, *inferred, *early)
}

/// A piece that stands wrong: where, which, its home, and what has been told of it.
type DisplacedKey = (Square, Piece, Option<Square>, Telling);

fn displaced_key(displaced: &Displaced) -> DisplacedKey {
    let Displaced {
        square,
        piece,
        home,
        // As with what is in the hand.
        told_at: _,
        telling,
    } = *displaced;
    (square, piece, home, telling)
}

/// A move that may have been made in passing, and whether it was pressed on.
type TransientKey<'a> = (&'a LegalMove, bool);

fn transient_key(transient: &TransientStop) -> TransientKey<'_> {
    let TransientStop {
        m,
        // As with what is in the hand.
        since: _,
        at: _,
        pressed,
        // They follow from what has happened since, which is compared.
        traces: _,
        before: _,
    } = transient;
    (m, *pressed)
}

fn empty_press_key(press: &EmptyPress) -> (&[Square], bool) {
    let EmptyPress {
        // Numbered by each for itself.
        alert: _,
        in_air,
        waits,
    } = press;
    (in_air, *waits)
}
