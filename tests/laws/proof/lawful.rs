//! Every legal move in every lawful order of lifts and drops, and everything that may follow it.

use protocols::At;
use touchmove::{emulate::Dice, turn::ClockUse};

use super::{
    chess::{Diagram, Kind, Move},
    hands::{Beat, Pace, Script, both_in_air_ms, crossed, drop, lift, orders, perform, press},
    laws::{self, Article4},
    trial::{Expect, ExpectedPly, Trial},
};

/// What happens after the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sequel {
    /// The player adjusts a piece and presses (6.2.5).
    Adjusted,
    /// The log ends.
    Nothing,
    /// Pressed at the last moment of `settle_ms`, or later.
    Pressed,
    /// Pressed at once.
    PressedAtOnce,
    /// Pressed, and the opponent replies as fast as he can.
    PressedThenReplied,
    /// Board and clock cross on the wire: the press is told before the last event of the board.
    PressToldEarly,
    /// The opponent replies, nobody presses.
    Replied,
    /// The opponent replies, then both press (6.2.2).
    RepliedThenPressed,
    /// There is no clock, the opponent replies.
    RepliedWithoutClock,
}

const SEQUELS: [Sequel; 9] = [
    Sequel::Adjusted,
    Sequel::Nothing,
    Sequel::Pressed,
    Sequel::PressedAtOnce,
    Sequel::PressedThenReplied,
    Sequel::PressToldEarly,
    Sequel::Replied,
    Sequel::RepliedThenPressed,
    Sequel::RepliedWithoutClock,
];

/// How many of the ways to play a move are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// Every order, at one pace and with one sequel, by chance.
    Sample,
    /// Every order at every pace with every sequel.
    Whole,
}

/// Tries every legal move of a position; `laws` goes round.
pub(crate) fn trials(
    diagram: &Diagram,
    extent: Extent,
    dice: &mut Dice,
    mut laws: impl FnMut() -> touchmove::turn::Laws,
    mut try_it: impl FnMut(&Trial),
) {
    for m in &diagram.moves {
        let after = diagram.after(m);
        let square = crossed(&diagram.placement, m, dice);
        for (name, script) in orders(m, square) {
            let ways: Vec<(Pace, Sequel)> = match extent {
                Extent::Sample => {
                    let pace = *dice.pick(&Pace::ALL).expect("some");
                    vec![(pace, *dice.pick(&SEQUELS).expect("some"))]
                }
                Extent::Whole => Pace::ALL.into_iter().flat_map(|pace| SEQUELS.map(|sequel| (pace, sequel))).collect(),
            };
            for (pace, sequel) in ways {
                let hands = Hands { diagram, after: &after, m, pace, sequel };
                try_it(&hands.trial(name, &script, laws(), dice));
            }
        }
    }
}

/// A move being played.
struct Hands<'a> {
    diagram: &'a Diagram,
    after: &'a Diagram,
    m: &'a Move,
    pace: Pace,
    sequel: Sequel,
}

impl Hands<'_> {
    fn trial(&self, name: &str, script: &Script, laws: touchmove::turn::Laws, dice: &mut Dice) -> Trial {
        let Hands { diagram, after, m, pace, sequel } = self;
        let mover = diagram.turn;
        let over = after.end().is_some();
        let way = format!("{name}, {pace:?}, {sequel:?}");
        let mut trial = Trial::new(family(m.kind(), diagram), way, diagram, laws);
        let mut script = script.clone();
        let mut alerts: Vec<laws::Expected> = Vec::new();
        let mut completed = Some(over);
        let mut reply = None;
        match sequel {
            Sequel::Adjusted => {
                let (square, piece) = *dice.pick(&after.pieces(mover)).expect("a king");
                script.extend([lift(square, piece), drop(square, piece), press(mover)]);
                completed = Some(true);
            }
            Sequel::Nothing => {}
            Sequel::Pressed => {
                script.push(press(mover).after_ms(dice.between(390, 900)));
                completed = Some(true);
            }
            Sequel::PressedAtOnce => {
                script.push(press(mover).after_ms(dice.between(1, 60)));
                completed = Some(true);
            }
            Sequel::PressToldEarly => {
                let last = script.pop().expect("not empty");
                let last = match last.beat {
                    Beat::Exactly(ms) if ms <= 150 => last,
                    Beat::Exactly(_) | Beat::Usual => last.after_ms(150),
                };
                script.extend([press(mover).after_ms(30), last]);
                completed = Some(true);
            }
            Sequel::PressedThenReplied => {
                script.push(press(mover).after_ms(dice.between(20, 700)));
                completed = Some(true);
                reply = dice.pick(&after.moves);
            }
            Sequel::Replied | Sequel::RepliedThenPressed => {
                reply = dice.pick(&after.moves);
            }
            Sequel::RepliedWithoutClock => {
                trial.clock = ClockUse::None;
                reply = dice.pick(&after.moves);
                completed = Some(over || reply.is_some());
            }
        }
        let own = perform(&script, *pace, At(1_000));
        alerts.extend(laws::two_hands(m, both_in_air_ms(&own, mover), diagram, laws));
        alerts.extend(laws::ending(after, Article4::Kept, laws));
        trial.events = own;
        let mut plies = vec![ExpectedPly { made: Some(m.uci.clone()), completed, owed: Some(Vec::new()) }];
        if let (Some(reply), false) = (reply, over) {
            let ways = orders(reply, crossed(&after.placement, reply, dice));
            let (name, mut answer) = dice.pick(&ways).cloned().expect("some order");
            trial.way = format!("{}, {} {name}", trial.way, reply.uci);
            answer[0] = answer[0].after_ms(*dice.pick(&[120, 300, 450, 1_500]).expect("some"));
            let end = after.after(reply);
            if *sequel == Sequel::RepliedThenPressed {
                answer.extend([press(mover).after_ms(500), press(mover.other()).after_ms(300)]);
                plies[0].completed = end.end().is_none().then_some(true);
            }
            let start = trial.events.last().expect("not empty").0;
            let pace = *dice.pick(&Pace::ALL).expect("some");
            let events = perform(&answer, pace, start);
            alerts.extend(laws::two_hands(reply, both_in_air_ms(&events, after.turn), after, laws));
            alerts.extend(laws::ending(&end, Article4::Kept, laws));
            trial.events.extend(events);
            let completed = end.end().is_some() || *sequel == Sequel::RepliedThenPressed;
            plies.push(ExpectedPly {
                made: Some(reply.uci.clone()),
                completed: Some(completed),
                owed: Some(Vec::new()),
            });
        }
        trial.expect = Expect { plies, alerts };
        trial
    }
}

fn family(kind: Kind, diagram: &Diagram) -> &'static str {
    match (kind, diagram.is_chess960()) {
        (Kind::Capture, _) => "capture",
        (Kind::CastlingLong | Kind::CastlingShort, true) => "castling, Chess960, as in chess",
        (Kind::CastlingLong, false) => "castling long",
        (Kind::CastlingShort, false) => "castling short",
        (Kind::CastlingOfOne, _) => "castling, Chess960, king only or rook only",
        (Kind::CastlingShuffled, _) => "castling, Chess960, both",
        (Kind::EnPassant, _) => "en passant",
        (Kind::Promotion, _) => "promotion",
        (Kind::PromotionWithCapture, _) => "promotion with capture",
        (Kind::Quiet, _) => "quiet move",
    }
}
