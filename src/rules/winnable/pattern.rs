//! Whether any mate at all can be put together from what the pieces can ever reach.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::board::Board;
use super::mobility::{Man, Mobility};

/// Placements tried before the question is given up as "perhaps".
pub(super) const MOST_TRIALS: u32 = 40_000;

/// Whether White can never mate because of how the position is blocked.
pub(super) fn is_hopeless(board: &Board) -> bool {
    // A capture in passing needs a pawn on a square it has already left: such positions wait for the next move.
    board.passing.is_empty() && !exists(&Mobility::of(board), &mut { MOST_TRIALS })
}

/// Whether some placement within `mobility` could be a mate of the black king.
///
/// A mate needs a white man other than the king that attacks the black king's square, and each square beside that
/// king must be attacked by White or hold a black man. One white man attacks from one square at a time and one black
/// man fills one square. `true` also when the `trials` run out; those made are taken from them.
pub(super) fn exists(mobility: &Mobility, trials: &mut u32) -> bool {
    let Some(king) = mobility.men().iter().find(|man| !man.white && man.role == Role::King) else { return true };
    king.reach.into_iter().any(|square| {
        let Some(mut puzzle) = Puzzle::of(mobility, square, *trials) else { return false };
        let solvable = puzzle.is_solvable();
        *trials = puzzle.trials;
        solvable
    })
}

/// Men by their place in the list: one bit each.
type Set = u64;

/// The squares round one place of the black king, and who can deny them.
struct Puzzle<'a> {
    mobility: &'a Mobility,
    king: Square,
    ring: Bitboard,
    /// For each square of the ring, in order, who can ever deny it.
    deniers: [(Square, Set); 8],
    /// How many may still be made.
    trials: u32,
}

/// What one white man denies from one square.
struct Way {
    from: Square,
    denied: Bitboard,
    checks: bool,
}

impl<'a> Puzzle<'a> {
    /// The puzzle with the black king on `king`; `None` when one look shows that it has no solution.
    fn of(mobility: &'a Mobility, king: Square, trials: u32) -> Option<Puzzle<'a>> {
        let ring = attacks::king_attacks(king);
        let mut puzzle = Puzzle { mobility, king, ring, deniers: [(king, 0); 8], trials };
        for (place, square) in puzzle.deniers.iter_mut().zip(ring) {
            place.0 = square;
        }
        let mut checked = false;
        for (index, man) in mobility.men().iter().enumerate() {
            let mut denied = Bitboard::EMPTY;
            if man.white {
                puzzle.any_way(man, |way| {
                    denied |= way.denied;
                    checked |= way.checks;
                    false
                });
            } else if man.role != Role::King {
                denied = man.anywhere();
            }
            for (square, set) in &mut puzzle.deniers {
                if denied.contains(*square) {
                    *set |= 1 << index;
                }
            }
        }
        let open = puzzle.deniers.iter().any(|(square, set)| ring.contains(*square) && *set == 0);
        (checked && !open).then_some(puzzle)
    }

    fn is_solvable(&mut self) -> bool {
        let mobility = self.mobility;
        mobility.men().iter().enumerate().any(|(index, man)| {
            man.white && man.role != Role::King && {
                let mut ways = Vec::new();
                self.any_way(man, |way| {
                    if way.checks {
                        ways.push(way);
                    }
                    false
                });
                ways.iter()
                    .any(|way| self.complete(1 << index, self.ring & !way.denied, Bitboard::from_square(way.from)))
            }
        })
    }

    /// Whether the men not yet `used` can deny all of `open`; `taken` are squares with white men on them.
    fn complete(&mut self, used: Set, open: Bitboard, taken: Bitboard) -> bool {
        let Some(left) = self.trials.checked_sub(1) else { return true };
        self.trials = left;
        let hardest = self
            .deniers
            .iter()
            .filter(|(square, _)| open.contains(*square))
            .min_by_key(|(_, set)| (set & !used).count_ones())
            .copied();
        let Some((square, set)) = hardest else { return true };
        let mobility = self.mobility;
        for (index, man) in mobility.men().iter().enumerate().filter(|(index, _)| (set & !used) >> index & 1 == 1) {
            let used = used | 1 << index;
            if !man.white {
                if !taken.contains(square) && self.complete(used, open.without(square), taken) {
                    return true;
                }
                continue;
            }
            let mut gains = Vec::new();
            self.any_way(man, |way| {
                if way.denied.contains(square) && !taken.contains(way.from) {
                    // Two ways that deny the same of what is open differ only in the square they take.
                    let at =
                        if self.ring.contains(way.from) { Bitboard::from_square(way.from) } else { Bitboard::EMPTY };
                    let gain = (way.denied & open, at);
                    if !gains.contains(&gain) {
                        gains.push(gain);
                    }
                }
                false
            });
            if gains.into_iter().any(|(denied, at)| self.complete(used, open & !denied, taken | at)) {
                return true;
            }
        }
        false
    }

    /// Calls `each` for the squares from which a white man denies something, until it says `true`.
    fn any_way(&self, man: &Man, mut each: impl FnMut(Way) -> bool) -> bool {
        man.anywhere().into_iter().any(|from| {
            if from == self.king || (man.role == Role::King && from.distance(self.king) < 2) {
                return false;
            }
            let mut hits = Bitboard::EMPTY;
            if man.reach.contains(from) {
                hits |= self.hits(man.role, from);
            }
            if man.promoted.contains(from) {
                hits |= self.hits(Role::Queen, from) | attacks::knight_attacks(from);
            }
            let way = Way { from, denied: hits & self.ring, checks: hits.contains(self.king) };
            (way.denied.any() || way.checks) && each(way)
        })
    }

    /// What a white man attacks from `from` at best: squares that can never be empty stop it, and it sees through
    /// the king.
    fn hits(&self, role: Role, from: Square) -> Bitboard {
        let walls = !self.mobility.passable & !Bitboard::from_square(self.king);
        match role {
            Role::Bishop => attacks::bishop_attacks(from, walls),
            Role::King => attacks::king_attacks(from),
            Role::Knight => attacks::knight_attacks(from),
            Role::Pawn => attacks::pawn_attacks(Color::White, from),
            Role::Queen => attacks::queen_attacks(from, walls),
            Role::Rook => attacks::rook_attacks(from, walls),
        }
    }
}
