//! What hands do on the board, and the sensor events that come of it.

use std::collections::BTreeMap;

use protocols::{At, Color, Piece, Role, Square};
use touchmove::{board::Event, emulate::Dice};

use super::chess::Move;

/// Something hands do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    Lift(Square, Piece),
    Drop(Square, Piece),
    Press(Color),
}

/// How long after the act before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Beat {
    /// As these hands do, in milliseconds.
    Exactly(u64),
    /// At the player's own pace.
    Usual,
}

/// An act, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) beat: Beat,
    pub(crate) act: Act,
}

/// Acts in order.
pub(crate) type Script = Vec<Step>;

/// The pace of a player: milliseconds between two acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pace {
    /// Every piece rests where it is put for longer than `settle_ms`.
    Calm,
    /// Less than `settle_ms`.
    Brisk,
    /// As fast as hands are.
    Quick,
}

impl Pace {
    pub(crate) const ALL: [Pace; 3] = [Pace::Calm, Pace::Brisk, Pace::Quick];

    fn ms(self) -> u64 {
        match self {
            Pace::Calm => 850,
            Pace::Brisk => 260,
            Pace::Quick => 110,
        }
    }
}

/// A drop reported so long before the lift of the same piece: one hand, two squares read in turns.
const READ_LATE_MS: u64 = 80;

/// A captured piece is seen so long on a square that it crosses.
const CROSSING_MS: u64 = 150;

/// Two squares read in one scan.
const ONE_SCAN_MS: u64 = 10;

pub(crate) fn lift(square: Square, piece: Piece) -> Step {
    Step { beat: Beat::Usual, act: Act::Lift(square, piece) }
}

pub(crate) fn drop(square: Square, piece: Piece) -> Step {
    Step { beat: Beat::Usual, act: Act::Drop(square, piece) }
}

pub(crate) fn press(by: Color) -> Step {
    Step { beat: Beat::Usual, act: Act::Press(by) }
}

impl Step {
    pub(crate) fn after_ms(self, ms: u64) -> Step {
        Step { beat: Beat::Exactly(ms), ..self }
    }
}

/// The events of a script, begun at `start`.
pub(crate) fn perform(script: &[Step], pace: Pace, start: At) -> Vec<(At, Event)> {
    let mut now = start;
    let event = |act: Act| match act {
        Act::Drop(square, piece) => Event::Drop { square, piece: Some(piece) },
        Act::Lift(square, piece) => Event::Lift { square, piece: Some(piece) },
        Act::Press(by) => Event::Press { by },
    };
    script
        .iter()
        .map(|step| {
            now = now
                + match step.beat {
                    Beat::Exactly(ms) => ms,
                    Beat::Usual => pace.ms(),
                };
            (now, event(step.act))
        })
        .collect()
}

/// Every order of lifts and drops in which a legal move may be played (3.8, 4.4, 4.6, 4.7), by what is special in it.
///
/// `crossed` is a square that is empty before and after the move, over which a captured piece may be carried away.
pub(crate) fn orders(m: &Move, crossed: Square) -> Vec<(&'static str, Script)> {
    if let Some((rook_from, rook_to)) = m.rook {
        return castling(m, rook_from, rook_to);
    }
    let mut orders = if m.promotes() { promotion(m) } else { plain(m) };
    if let Some((square, victim)) = m.victim {
        let carried = |script: &Script| -> Script {
            script.iter().copied().chain([drop(crossed, victim), lift(crossed, victim).after_ms(CROSSING_MS)]).collect()
        };
        let whole: Vec<Script> =
            orders.iter().filter(|(name, _)| is_done_whole(name)).map(|(_, s)| s.clone()).collect();
        orders.extend(whole.iter().map(|script| ("victim carried away afterwards", carried(script))));
        let first = whole.iter().filter(|script| script[0].act == Act::Lift(square, victim));
        orders.extend(first.map(|script| {
            let (lifted, rest) = script.split_first().expect("not empty");
            ("victim carried away at once", [carried(&vec![*lifted]), rest.to_vec()].concat())
        }));
    }
    orders
}

/// Whether an order shows every lift and drop at its time.
fn is_done_whole(name: &str) -> bool {
    !name.contains("read")
}

/// A move of one piece, captures and captures en passant among them (4.7, 4.7.1).
fn plain(m: &Move) -> Vec<(&'static str, Script)> {
    let own = lift(m.from, m.piece);
    let put = drop(m.to, m.piece);
    let late = own.after_ms(READ_LATE_MS);
    let Some((square, victim)) = m.victim else {
        return vec![("lift, drop", vec![own, put]), ("drop read before lift", vec![put, late])];
    };
    let taken = lift(square, victim);
    let mut orders = vec![
        ("victim first", vec![taken, own, put]),
        ("own piece first", vec![own, taken, put]),
        ("victim first, drop read before lift", vec![taken, put, late]),
        ("one scan, own piece read first", vec![own, taken.after_ms(ONE_SCAN_MS), put]),
        ("one scan, victim read first", vec![taken, own.after_ms(ONE_SCAN_MS), put]),
    ];
    if square == m.to {
        orders.push(("overwritten", vec![own, put]));
        orders.push(("overwritten, drop read before lift", vec![put, late]));
    } else {
        orders.push(("victim last", vec![own, put, taken]));
        orders.push(("victim last, drop read before lift", vec![put, late, taken]));
        orders.push(("victim between drop and lift read late", vec![put, taken.after_ms(READ_LATE_MS), late]));
    }
    orders
}

/// The pawn may be pushed and exchanged, or never arrive; the new piece may come before the pawn goes (4.6.1 to 4.6.3).
fn promotion(m: &Move) -> Vec<(&'static str, Script)> {
    let pawn = lift(m.from, m.piece);
    let pushed = drop(m.to, m.piece);
    let taken_off = lift(m.to, m.piece);
    let new = drop(m.to, m.arriving);
    let ways: [(&'static str, Script); 6] = [
        ("pawn off, piece on", vec![pawn, new]),
        ("piece on, pawn off", vec![new, pawn]),
        ("pawn pushed and exchanged", vec![pawn, pushed, taken_off, new]),
        ("pawn pushed, piece looked for", vec![pawn, pushed, taken_off, new.after_ms(6_000)]),
        ("pawn pushed, exchange read as one", vec![pawn, pushed, new]),
        ("pawn read late, exchanged", vec![pushed, pawn.after_ms(READ_LATE_MS), taken_off, new]),
    ];
    let Some((square, victim)) = m.victim else { return ways.into() };
    let taken = lift(square, victim);
    let mut orders = Vec::new();
    for (name, way) in ways {
        // The victim leaves before anything stands on its square, or is overwritten.
        let stands = way.iter().position(|step| matches!(step.act, Act::Drop(..))).expect("something is put there");
        for before in 0..=stands {
            let mut script = way.clone();
            script.insert(before, taken);
            orders.push((name, script));
        }
        orders.push(("victim's lift not read", way));
    }
    orders
}

/// King first, then the rook (3.8.2, 4.4.2); either may be put down first.
fn castling(m: &Move, rook_from: Square, rook_to: Square) -> Vec<(&'static str, Script)> {
    let rook = Piece { color: m.piece.color, role: Role::Rook };
    let (king_up, king_down) = (lift(m.from, m.piece), drop(m.to, m.piece));
    let (rook_up, rook_down) = (lift(rook_from, rook), drop(rook_to, rook));
    let king_late = king_up.after_ms(READ_LATE_MS);
    let rook_late = rook_up.after_ms(READ_LATE_MS);
    if m.from == m.to {
        return vec![
            ("rook only", vec![rook_up, rook_down]),
            ("rook only, drop read before lift", vec![rook_down, rook_late]),
        ];
    }
    if rook_from == rook_to {
        return vec![
            ("king only", vec![king_up, king_down]),
            ("king only, drop read before lift", vec![king_down, king_late]),
        ];
    }
    let mut orders = vec![
        ("both lifted, king down first", vec![king_up, rook_up, king_down, rook_down]),
        ("both lifted, rook down first", vec![king_up, rook_up, rook_down, king_down]),
        ("both in one scan, rook read first", vec![rook_up, king_up.after_ms(ONE_SCAN_MS), king_down, rook_down]),
    ];
    if m.to == rook_from {
        orders.push(("rook overwritten by the king", vec![king_up, king_down, rook_down]));
        return orders;
    }
    orders.push(("king, then rook", vec![king_up, king_down, rook_up, rook_down]));
    orders.push(("rook's drop read before its lift", vec![king_up, king_down, rook_down, rook_late]));
    if rook_to != m.from {
        orders.push(("king's drop read before its lift", vec![king_down, king_late, rook_up, rook_down]));
    }
    orders
}

/// The longest time for which a king and a rook of `color` are in the air together, in milliseconds.
pub(crate) fn both_in_air_ms(events: &[(At, Event)], color: Color) -> u64 {
    let mut up: BTreeMap<Role, At> = BTreeMap::new();
    // Put down already, the lift still to be read.
    let mut down: Vec<Role> = Vec::new();
    let mut longest = 0;
    for (at, event) in events {
        match event {
            Event::Lift { piece: Some(piece), .. } if piece.color == color => {
                match down.iter().position(|role| *role == piece.role) {
                    Some(index) => {
                        down.remove(index);
                    }
                    None => {
                        up.insert(piece.role, *at);
                    }
                }
            }
            Event::Drop { piece: Some(piece), .. } if piece.color == color => {
                if let (Some(king), Some(rook)) = (up.get(&Role::King), up.get(&Role::Rook)) {
                    longest = longest.max(at.since(*king.max(rook)));
                }
                if up.remove(&piece.role).is_none() {
                    down.push(piece.role);
                }
            }
            _ => {}
        }
    }
    longest
}

/// An empty square that none of these moves concerns.
pub(crate) fn crossed(before: &protocols::Placement, m: &Move, dice: &mut Dice) -> Square {
    let concerned = |square: Square| square == m.from || square == m.to;
    let free: Vec<Square> = Square::all().filter(|&square| before.at(square).is_none() && !concerned(square)).collect();
    *dice.pick(&free).expect("no position fills the board")
}
