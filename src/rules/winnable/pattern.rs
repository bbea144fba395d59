//! Whether any mate at all can be put together from what the pieces can ever reach.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::mobility::{Man, Mobility};

/// Placements tried before the question is given up as "perhaps".
const MOST_TRIALS: u32 = 20_000;
/// Ways one white man can stand; a queen on an empty board has fewer attack patterns round one king than this.
const MOST_WAYS: usize = 64;

/// Whether some placement within `mobility` could be a mate of the black king.
///
/// A mate needs a white man other than the king that attacks the black king's square, and each square beside that
/// king must be attacked by White or hold a black man. One white man attacks from one square at a time and one black
/// man fills one square. `true` also when the trials run out.
pub(super) fn exists(mobility: &Mobility) -> bool {
    let Some(king) = mobility.men().iter().find(|man| !man.white && man.role == Role::King) else { return true };
    king.reach.into_iter().any(|square| Puzzle::of(mobility, square).is_solvable())
}

/// The squares round one place of the black king, and who can deny them.
struct Puzzle<'a> {
    mobility: &'a Mobility,
    king: Square,
    ring: Bitboard,
    trials: u32,
}

/// What one white man denies from one square.
#[derive(Clone, Copy)]
struct Way {
    from: Bitboard,
    denied: Bitboard,
    checks: bool,
}

impl<'a> Puzzle<'a> {
    fn of(mobility: &'a Mobility, king: Square) -> Puzzle<'a> {
        Puzzle { mobility, king, ring: attacks::king_attacks(king), trials: 0 }
    }

    fn is_solvable(&mut self) -> bool {
        let men = self.mobility.men();
        let mut guarded = Bitboard::EMPTY;
        let mut checked = false;
        for man in men.iter().filter(|man| man.white) {
            self.ways(man, |way| {
                guarded |= way.denied;
                checked |= way.checks;
                false
            });
        }
        let filled = men
            .iter()
            .filter(|man| !man.white && man.role != Role::King)
            .fold(Bitboard::EMPTY, |all, man| all | man.anywhere());
        if !checked || !(self.ring & !guarded & !filled).is_empty() {
            return false;
        }
        for (index, man) in men.iter().enumerate().filter(|(_, man)| man.white && man.role != Role::King) {
            let mut used = [false; 64];
            if let Some(place) = used.get_mut(index) {
                *place = true;
            }
            let mut tries: [Way; MOST_WAYS] = [Way { from: Bitboard::EMPTY, denied: Bitboard::EMPTY, checks: false }; MOST_WAYS];
            let mut len = 0;
            self.ways(man, |way| {
                if way.checks {
                    if let Some(place) = tries.get_mut(len) {
                        *place = way;
                        len += 1;
                    }
                }
                false
            });
            if len == MOST_WAYS {
                return true;
            }
            for way in tries.get(..len).unwrap_or_default() {
                if self.complete(&mut used, self.ring & !way.denied, way.from) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the men not yet `used` can deny all of `open`; `taken` are squares with white men on them.
    fn complete(&mut self, used: &mut [bool; 64], open: Bitboard, taken: Bitboard) -> bool {
        self.trials += 1;
        if self.trials > MOST_TRIALS {
            return true;
        }
        let Some(square) = self.hardest(used, open, taken) else { return true };
        let spot = Bitboard::from_square(square);
        let men = self.mobility.men();
        for (index, man) in men.iter().enumerate() {
            if used.get(index) != Some(&false) {
                continue;
            }
            if man.white {
                let mut seen = [Bitboard::EMPTY; MOST_WAYS];
                let mut len = 0;
                let found = self.any_way(man, |puzzle, way| {
                    if !way.denied.contains(square) || way.from.intersects_const(taken) {
                        return false;
                    }
                    // Two ways that deny the same of what is open differ only in the square they take.
                    let gain = way.denied & open;
                    if way.from.is_disjoint_const(puzzle.ring) {
                        if seen.get(..len).unwrap_or_default().contains(&gain) {
                            return false;
                        }
                        if let Some(place) = seen.get_mut(len) {
                            *place = gain;
                            len += 1;
                        }
                    }
                    let mut used = *used;
                    if let Some(place) = used.get_mut(index) {
                        *place = true;
                    }
                    puzzle.complete(&mut used, open & !way.denied, taken)
                });
                if found {
                    return true;
                }
            } else if man.role != Role::King && man.anywhere().contains(square) && !taken.contains(square) {
                let mut used = *used;
                if let Some(place) = used.get_mut(index) {
                    *place = true;
                }
                if self.complete(&mut used, open & !spot, taken) {
                    return true;
                }
            }
        }
        false
    }

    /// The open square that fewest men can deny.
    fn hardest(&self, _used: &[bool; 64], open: Bitboard, _taken: Bitboard) -> Option<Square> {
        open.into_iter().min_by_key(|sq| {
            self.mobility
                .men()
                .iter()
                .filter(|man| !man.white && man.role != Role::King && man.anywhere().contains(*sq))
                .count()
        })
    }

    fn ways(&self, man: &Man, mut each: impl FnMut(Way) -> bool) -> bool {
        for sq in man.anywhere() {
            if sq == self.king || (man.role == Role::King && sq.distance(self.king) < 2) {
                continue;
            }
            let mut hits = Bitboard::EMPTY;
            if man.reach.contains(sq) {
                hits |= self.hits(man, man.role, sq);
            }
            if man.promoted.contains(sq) {
                hits |= self.hits(man, Role::Queen, sq) | attacks::knight_attacks(sq);
            }
            let way = Way {
                from: Bitboard::from_square(sq),
                denied: hits & self.ring,
                checks: hits.contains(self.king),
            };
            if (way.denied.any() || way.checks) && each(way) {
                return true;
            }
        }
        false
    }

    fn any_way(&mut self, man: &Man, mut each: impl FnMut(&mut Puzzle<'a>, Way) -> bool) -> bool {
        let mut list: [Way; MOST_WAYS] = [Way { from: Bitboard::EMPTY, denied: Bitboard::EMPTY, checks: false }; MOST_WAYS];
        let mut len = 0;
        self.ways(man, |way| {
            if let Some(place) = list.get_mut(len) {
                *place = way;
                len += 1;
            }
            false
        });
        list.get(..len).unwrap_or_default().iter().any(|way| each(self, *way))
    }

    /// What a man attacks from `sq` at best: squares that can never be empty stop it, and it sees through the king.
    fn hits(&self, man: &Man, role: Role, sq: Square) -> Bitboard {
        let walls = !self.mobility.passable & !Bitboard::from_square(self.king);
        match role {
            Role::Bishop => attacks::bishop_attacks(sq, walls),
            Role::King => attacks::king_attacks(sq),
            Role::Knight => attacks::knight_attacks(sq),
            Role::Pawn => attacks::pawn_attacks(Color::from_white(man.white), sq),
            Role::Queen => attacks::queen_attacks(sq, walls),
            Role::Rook => attacks::rook_attacks(sq, walls),
        }
    }
}
