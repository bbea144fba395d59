//! Every way of breaking the Laws that sensors and clock can show, built from a position: what each must raise.

mod illegal;
mod released;
mod touched;

use protocols::{At, Placement, Square};
use touchmove::{
    emulate::Dice,
    turn::{Laws, PerPlayer},
};

use crate::proof::{
    chess::{Diagram, Move},
    hands::{Pace, Step, drop, lift, perform},
    laws::Expected,
    trial::{Expect, ExpectedPly, Trial},
};

/// Tries every breach that a position offers, `tries` times each where there are several; `laws` goes round.
pub(crate) fn trials(
    diagram: &Diagram,
    tries: usize,
    dice: &mut Dice,
    mut laws: impl FnMut() -> Laws,
    mut try_it: impl FnMut(&Trial),
) {
    for breach in touched::BREACHES.iter().chain(released::BREACHES).chain(illegal::BREACHES) {
        for _ in 0..tries {
            if let Some(trial) = breach(&Scene { diagram, laws: laws() }, dice) {
                try_it(&trial);
            }
        }
    }
}

/// Builds a case of one breach, if the position offers it.
type Breach = fn(&Scene<'_>, &mut Dice) -> Option<Trial>;

/// Where a breach happens, and under which Laws.
struct Scene<'a> {
    diagram: &'a Diagram,
    laws: Laws,
}

impl Scene<'_> {
    /// A case of this script.
    fn trial(
        &self,
        family: &str,
        way: impl Into<String>,
        (script, pace): (&[Step], Pace),
        plies: Vec<ExpectedPly>,
        alerts: Vec<Expected>,
    ) -> Trial {
        let mut trial = Trial::new(family, way, self.diagram, self.laws);
        trial.events = perform(script, pace, At(1_000));
        trial.expect = Expect { plies, alerts };
        trial
    }

    /// The same of a player who has completed so many illegal moves before.
    fn after_illegal_moves(&self, trial: Trial, before: u32) -> Trial {
        let mut illegal_moves = PerPlayer::default();
        *illegal_moves.of_mut(self.diagram.turn) = before;
        Trial { illegal_moves, ..trial }
    }

    /// A legal move that `wanted` likes, by chance.
    fn pick(&self, dice: &mut Dice, wanted: impl Fn(&Move) -> bool) -> Option<Move> {
        let moves: Vec<&Move> = self.diagram.moves.iter().filter(|m| wanted(m)).collect();
        dice.pick(&moves).map(|m| (*m).clone())
    }
}

impl ExpectedPly {
    fn made(m: &Move, owed: &[Move]) -> ExpectedPly {
        ExpectedPly { made: Some(m.uci.clone()), completed: Some(true), owed: Some(uci_sorted(owed)) }
    }

    /// Not made, but pressed: an illegal move counted as completed.
    fn pressed_in_vain(owed: &[Move]) -> ExpectedPly {
        ExpectedPly { made: None, completed: Some(true), owed: Some(uci_sorted(owed)) }
    }

    /// Neither made nor completed.
    fn unfinished(owed: &[Move]) -> ExpectedPly {
        ExpectedPly { made: None, completed: Some(false), owed: Some(uci_sorted(owed)) }
    }
}

fn uci_sorted(moves: &[Move]) -> Vec<String> {
    let mut uci: Vec<String> = moves.iter().map(|m| m.uci.clone()).collect();
    uci.sort();
    uci
}

/// A move of one piece to its square: no castling, no promotion, no capture en passant.
fn is_plain(m: &Move) -> bool {
    m.rook.is_none() && !m.promotes() && m.victim.is_none_or(|(square, _)| square == m.to)
}

/// A plain move, the victim lifted after the own piece.
fn played(m: &Move) -> Vec<Step> {
    let victim = m.victim.map(|(square, victim)| lift(square, victim));
    [Some(lift(m.from, m.piece)), victim, Some(drop(m.to, m.piece))].into_iter().flatten().collect()
}

/// An empty square to which no legal move takes the piece on `from`, and where it would not stand as if set up for a
/// new game.
fn illegal_square(diagram: &Diagram, from: Square, dice: &mut Dice) -> Option<Square> {
    let piece = diagram.placement.at(from)?;
    let reachable = |square: Square| is_reachable(diagram, from, square);
    let first_rank = |square: Square| matches!(square.rank(), 0 | 1 | 6 | 7);
    let set_up = |square: Square| {
        Placement::initial().at(square) == Some(piece) || (diagram.is_chess960() && first_rank(square))
    };
    let free: Vec<Square> = Square::all()
        .filter(|&square| diagram.placement.at(square).is_none() && !reachable(square) && !set_up(square))
        .collect();
    dice.pick(&free).copied()
}

/// Whether a legal move takes the piece on `from` to `to`: its own, or a castling in which it has its part.
fn is_reachable(diagram: &Diagram, from: Square, to: Square) -> bool {
    diagram.moves.iter().any(|m| (m.from == from && m.to == to) || m.rook == Some((from, to)))
}
