//! Blocked positions: what no piece can ever reach, worked out without playing.
//!
//! A least fixpoint. At first nothing moves; then every fact that some move could need is granted, until nothing
//! new follows. What holds then of squares and captures holds in every game from here, since each move of a real
//! game only needs facts that were granted before it.

use shakmaty::{Bitboard, Color, File, Rank, Role, Square, attacks};

use super::board::{Board, castling_squares, pawn_attacks};

/// One piece of the first position and all that can ever become of it.
#[derive(Clone, Copy)]
pub(super) struct Man {
    pub(super) role: Role,
    pub(super) white: bool,
    pub(super) home: Bitboard,
    /// Squares it may stand on, as what it is.
    pub(super) reach: Bitboard,
    /// Squares it may stand on after promotion.
    pub(super) promoted: Bitboard,
    /// It may be taken.
    pub(super) taken: bool,
}

impl Man {
    /// All squares it may stand on.
    pub(super) fn anywhere(&self) -> Bitboard {
        self.reach | self.promoted
    }

    /// It can never move nor be taken.
    fn is_fixed(&self) -> bool {
        self.reach == self.home && !self.taken && self.promoted.is_empty()
    }
}

/// Men of both sides.
const MOST_MEN: usize = 2 * super::MOST_MEN;

/// A man of whom only the squares are known on which it may be.
#[derive(Clone, Copy)]
pub(super) struct Roamer {
    pub(super) role: Role,
    pub(super) white: bool,
    /// Empty when it is gone.
    pub(super) region: Bitboard,
}

/// What can ever happen.
pub(super) struct Mobility {
    men: [Man; MOST_MEN],
    len: usize,
    /// Squares that are empty, or may become so.
    pub(super) passable: Bitboard,
}

impl Mobility {
    /// Works out what can happen from `board` on.
    pub(super) fn of(board: &Board) -> Mobility {
        let mut all = Mobility::start(board);
        while all.widen() {}
        all
    }

    /// The same, but `None` as soon as a white pawn may promote: then there will hardly be anything to prove.
    pub(super) fn unless_promoted(board: &Board) -> Option<Mobility> {
        let mut all = Mobility::start(board);
        while all.widen() {
            if all.men().iter().any(|man| man.white && man.promoted.any()) {
                return None;
            }
        }
        Some(all)
    }

    /// What the men of a placement may do at this very moment: kings and pawns stand, the others are somewhere.
    pub(super) fn still(board: &Board, mist: &[Roamer]) -> Mobility {
        let mut all = Mobility::start(board);
        for man in mist.iter().filter(|man| man.region.any()) {
            if let Some(place) = all.men.get_mut(all.len) {
                let Roamer { role, white, region } = *man;
                *place = Man { role, white, home: region, reach: region, promoted: Bitboard::EMPTY, taken: true };
                all.len += 1;
            }
        }
        all
    }

    pub(super) fn men(&self) -> &[Man] {
        self.men.get(..self.len).unwrap_or_default()
    }

    fn start(board: &Board) -> Mobility {
        let nobody = Man {
            role: Role::Pawn,
            white: true,
            home: Bitboard::EMPTY,
            reach: Bitboard::EMPTY,
            promoted: Bitboard::EMPTY,
            taken: false,
        };
        let mut all = Mobility { men: [nobody; MOST_MEN], len: 0, passable: !board.occupied() };
        for sq in board.occupied() {
            let home = Bitboard::from_square(sq);
            let role = board.role_at(sq).unwrap_or(Role::Pawn);
            let white = board.white.contains(sq);
            let mut reach = home;
            for rook in board.castles & if white { board.white } else { board.black } {
                let (king_to, rook_to) = castling_squares(board.king(Color::from_white(white)), rook);
                if role == Role::King {
                    reach |= Bitboard::from_square(king_to);
                } else if rook == sq {
                    reach |= Bitboard::from_square(rook_to);
                }
            }
            if let Some(place) = all.men.get_mut(all.len) {
                *place = Man { role, white, home, reach, ..nobody };
                all.len += 1;
            }
        }
        all
    }

    /// One round; whether anything new was granted.
    fn widen(&mut self) -> bool {
        let before = self.men;
        let men = before.get(..self.len).unwrap_or_default();
        let mut prey = [Bitboard::EMPTY; 2];
        let mut anyone = Bitboard::EMPTY;
        for man in men {
            if man.reach != man.home || man.taken || man.promoted.any() {
                self.passable |= man.home;
            }
            anyone |= man.anywhere();
            if man.role != Role::King {
                prey[usize::from(man.white)] |= man.anywhere();
            }
        }
        let guarded = [fixed_attacks(men, false, anyone), fixed_attacks(men, true, anyone)];
        let mut struck = [Bitboard::EMPTY; 2];
        for (index, man) in men.iter().enumerate() {
            let foe = usize::from(!man.white);
            let Some(place) = self.men.get_mut(index) else { continue };
            let enterable = self.passable | prey[foe];
            match man.role {
                Role::Pawn => {
                    let hits = pawn_attacks(man.reach, Color::from_white(man.white));
                    struck[foe] |= hits;
                    let limit = pawn_limit(men, man);
                    let pushes = pushes(man, self.passable) & limit;
                    place.reach |= pushes | (hits & prey[foe]);
                    let last = Bitboard::from_rank(if man.white { Rank::Eighth } else { Rank::First });
                    place.promoted |= place.reach & last;
                    place.reach &= !last;
                    let far = flood(Role::Queen, man.promoted, enterable);
                    let hits = spread(Role::Queen, far) | spread(Role::Knight, far);
                    struck[foe] |= hits;
                    place.promoted |= far | (hits & enterable);
                }
                Role::King => {
                    place.reach = flood(Role::King, man.reach, enterable & !guarded[foe]);
                    struck[foe] |= spread(Role::King, place.reach) & !guarded[foe];
                }
                Role::Bishop | Role::Knight | Role::Queen | Role::Rook => {
                    place.reach = flood(man.role, man.reach, enterable);
                    struck[foe] |= spread(man.role, place.reach);
                }
            }
        }
        let mut changed = false;
        for (index, old) in men.iter().enumerate() {
            let Some(man) = self.men.get_mut(index) else { continue };
            man.taken |= man.role != Role::King && man.anywhere().intersects_const(struck[usize::from(man.white)]);
            changed |= man.taken != old.taken || man.reach != old.reach || man.promoted != old.promoted;
        }
        changed
    }
}

/// One step of a piece that is not a pawn, from anywhere in `from`; a slide is a series of such steps.
pub(super) fn spread(role: Role, from: Bitboard) -> Bitboard {
    let east = Bitboard::from_file(File::A);
    let west = Bitboard::from_file(File::H);
    let straight = || from.shift(8) | from.shift(-8) | (from.shift(1) & !east) | (from.shift(-1) & !west);
    let slanted = || ((from.shift(9) | from.shift(-7)) & !east) | ((from.shift(7) | from.shift(-9)) & !west);
    match role {
        Role::Bishop => slanted(),
        Role::Rook => straight(),
        Role::King | Role::Queen => straight() | slanted(),
        Role::Knight => from.into_iter().fold(Bitboard::EMPTY, |all, sq| all | attacks::knight_attacks(sq)),
        Role::Pawn => Bitboard::EMPTY,
    }
}

/// All squares a piece that is not a pawn can get to from anywhere in `from` by moves within `free`.
pub(super) fn flood(role: Role, from: Bitboard, free: Bitboard) -> Bitboard {
    let mut seen = from;
    loop {
        let next = seen | (spread(role, seen) & free);
        if next == seen {
            return seen;
        }
        seen = next;
    }
}

fn pushes(man: &Man, passable: Bitboard) -> Bitboard {
    let (ahead, third) = if man.white { (8, Rank::Third) } else { (-8, Rank::Sixth) };
    let single = man.reach.shift(ahead) & passable;
    single | ((single & Bitboard::from_rank(third)).shift(ahead) & passable)
}

/// Where a pawn may be pushed as far as the other pawns of its file go: two pawns never pass each other on a file
/// while both stay on it.
fn pawn_limit(men: &[Man], man: &Man) -> Bitboard {
    let Some(home) = man.home.first() else { return Bitboard::EMPTY };
    let file = Bitboard::from_file(home.file());
    let mut limit = Bitboard::FULL;
    if !man.reach.is_subset_const(file) || man.promoted.any() {
        return limit;
    }
    for other in men {
        let stays = other.role == Role::Pawn && !other.taken && other.promoted.is_empty();
        if !stays || !other.reach.is_subset_const(file) {
            continue;
        }
        let Some(place) = other.home.first() else { continue };
        if man.white && place > home {
            let bar = if other.white { other.reach.last() } else { Some(place) };
            if let Some(bar) = bar {
                limit &= below(bar);
            }
        } else if !man.white && place < home {
            let bar = if other.white { Some(place) } else { other.reach.first() };
            if let Some(bar) = bar {
                limit &= !below(bar) & !Bitboard::from_rank(bar.rank());
            }
        }
    }
    limit
}

/// All ranks below that of `sq`.
fn below(sq: Square) -> Bitboard {
    Bitboard((1u64 << (8 * sq.rank().to_u32())) - 1)
}

/// Squares that men of one colour attack for ever: they never move, are never taken, and nobody ever steps between.
fn fixed_attacks(men: &[Man], white: bool, anyone: Bitboard) -> Bitboard {
    let mut all = Bitboard::EMPTY;
    for man in men.iter().filter(|man| man.white == white && man.is_fixed()) {
        let Some(sq) = man.home.first() else { continue };
        all |= match man.role {
            Role::Pawn => attacks::pawn_attacks(Color::from_white(white), sq),
            Role::Knight => attacks::knight_attacks(sq),
            Role::King => attacks::king_attacks(sq),
            Role::Bishop => attacks::bishop_attacks(sq, anyone),
            Role::Rook => attacks::rook_attacks(sq, anyone),
            Role::Queen => attacks::queen_attacks(sq, anyone),
        };
    }
    all
}
