//! Blocked positions in which it matters whose move it is: kings and pawns exactly, the other men in a mist.
//!
//! Of a queen, rook, bishop or knight only the squares are kept on which it may be, those it could get to if nothing
//! but kings and pawns were in its way; it may also be gone. Kings and pawns make every move that some such placement
//! allows, and where a man of the mist could move, the side may pass. So each position that can be reached is one of
//! a placement kept here, and where none of these can be a mate, there is none. A side without a move is without one
//! here, too, as long as it has no man in the mist that is free: walls that hold because of stalemate are seen.

use std::collections::HashMap;

use shakmaty::{Bitboard, Color, Rank, Role, Square, attacks};

use super::board::{Board, Key, pawn_attacks};
use super::mobility::{Mobility, Roamer, flood, spread};
use super::moves::Steps;
use super::pattern;
use super::step::{Kind, Step};

/// Men in the mist at most.
const MOST_MEN: usize = 12;
/// Mates tried for each look that may be taken, before a proof is given up.
const TRIALS_A_LOOK: usize = 5;

type Mist = [Roamer; MOST_MEN];

/// Kings and pawns in one placement, and all that the others may do meanwhile.
struct State {
    board: Board,
    mist: Mist,
    /// The last move may have given check.
    checked: bool,
    waiting: bool,
}

/// The placements met.
struct Roam {
    states: Vec<State>,
    places: HashMap<Key, usize>,
    waiting: Vec<usize>,
    /// Looks that may still be taken.
    looks: usize,
    /// Mates that may still be tried.
    trials: u32,
}

/// A mate may be possible, or too much to look at: nothing is proved.
struct Unproved;

/// Placements of kings and pawns in which White can never mate, with all that the others may do meanwhile.
#[derive(Default)]
pub(super) struct Proven {
    by_core: HashMap<Key, Vec<Mist>>,
}

impl Proven {
    /// Whether the position, which must not be a mate already, is one of those proved.
    ///
    /// Mates were looked for only where a move within the proof could have given check.
    pub(super) fn covers(&self, board: &Board) -> bool {
        if self.by_core.is_empty() || board.castles.any() {
            return false;
        }
        let mists = self.by_core.get(&board.only(board.kings | board.pawns).key());
        mists.is_some_and(|mists| mists.iter().any(|mist| is_within(board, mist)))
    }

    /// Tries to prove that White can never mate because of how kings and pawns stand.
    ///
    /// It may look at so many placements; those looked at are taken from `looks`.
    pub(super) fn prove(&mut self, root: &Board, looks: &mut usize) -> bool {
        let core = root.kings | root.pawns;
        let men = root.occupied() & !core;
        if men.is_empty() || men.count() > MOST_MEN || root.castles.any() {
            return false;
        }
        let mut mist = [Roamer { role: Role::Bishop, white: true, region: Bitboard::EMPTY }; MOST_MEN];
        for (place, sq) in mist.iter_mut().zip(men) {
            let role = root.role_at(sq).unwrap_or(Role::Queen);
            *place = Roamer { role, white: root.white.contains(sq), region: Bitboard::from_square(sq) };
        }
        let trials = (*looks * TRIALS_A_LOOK) as u32;
        let mut roam = Roam { states: Vec::new(), places: HashMap::new(), waiting: Vec::new(), looks: *looks, trials };
        let proved = roam.run(root.only(core), &mist).is_ok();
        *looks = roam.looks;
        if proved {
            for state in roam.states {
                self.by_core.entry(state.board.key()).or_default().push(state.mist);
            }
        }
        proved
    }
}

/// Whether each man but kings and pawns is one of the mist.
fn is_within(board: &Board, mist: &Mist) -> bool {
    let mut used = 0u32;
    (board.occupied() & !board.kings & !board.pawns).into_iter().all(|sq| {
        let (role, white) = (board.role_at(sq), board.white.contains(sq));
        let fits = |(index, man): &(usize, &Roamer)| {
            used >> index & 1 == 0 && Some(man.role) == role && man.white == white && man.region.contains(sq)
        };
        let found = mist.iter().enumerate().find(fits).map(|(index, _)| index);
        used |= found.map_or(0, |index| 1 << index);
        found.is_some()
    })
}

impl Roam {
    /// Looks at all placements that can be reached, at some again when their mist has grown.
    fn run(&mut self, root: Board, mist: &Mist) -> Result<(), Unproved> {
        self.meet(root, mist, true);
        let mut steps = Steps::new();
        while let Some(index) = self.waiting.pop() {
            self.looks = self.looks.checked_sub(1).ok_or(Unproved)?;
            self.look(index, &mut steps)?;
        }
        Ok(())
    }

    /// Stores a placement, or adds to what is known of it.
    fn meet(&mut self, board: Board, mist: &Mist, checked: bool) {
        let mut mist = *mist;
        let free = !board.occupied();
        for man in &mut mist {
            man.region = flood(man.role, man.region & free, free);
        }
        let place = self.places.entry(board.key()).or_insert(self.states.len());
        let index = *place;
        let Some(state) = self.states.get_mut(index) else {
            self.states.push(State { board, mist, checked, waiting: true });
            self.waiting.push(index);
            return;
        };
        let mut grown = checked && !state.checked;
        state.checked |= checked;
        for (old, new) in state.mist.iter_mut().zip(&mist) {
            grown |= !new.region.is_subset_const(old.region);
            old.region |= new.region;
        }
        if grown && !state.waiting {
            state.waiting = true;
            self.waiting.push(index);
        }
    }

    /// Meets all that can follow on one placement.
    fn look(&mut self, index: usize, steps: &mut Steps) -> Result<(), Unproved> {
        let Some(state) = self.states.get_mut(index) else { return Ok(()) };
        state.waiting = false;
        let (board, mist, checked) = (state.board, state.mist, state.checked);
        let white = board.turn == Color::White;
        if !white && checked && pattern::exists(&Mobility::still(&board, &mist), &mut self.trials) {
            return Err(Unproved);
        }
        board.steps(steps);
        for &step in steps.as_slice() {
            self.step(&board, &mist, step)?;
        }
        let checkers = board.attackers(board.king(board.turn), !board.turn, board.occupied());
        let own = |man: &&Roamer| man.white == white;
        if checkers.is_empty() {
            self.pawns_take(&board, &mist)?;
            if mist.iter().filter(own).any(|man| man.region.more_than_one()) {
                self.meet(board.passed(), &mist, white);
            }
        }
        let prey = board.of_color(!board.turn) & board.pawns & if checkers.any() { checkers } else { Bitboard::FULL };
        for (index, man) in mist.iter().enumerate().filter(|(_, man)| own(man)) {
            for taken in spread(man.role, man.region) & prey {
                if checkers.more_than_one() {
                    break;
                }
                let mut mist = mist;
                mist[index].region |= Bitboard::from_square(taken);
                let next = board.passed();
                self.meet(next.only(!Bitboard::from_square(taken)), &mist, white);
            }
        }
        Ok(())
    }

    /// Pawns take men of the mist.
    fn pawns_take(&mut self, board: &Board, mist: &Mist) -> Result<(), Unproved> {
        let white = board.turn == Color::White;
        let foes = mist.iter().filter(|man| man.white != white).fold(Bitboard::EMPTY, |all, man| all | man.region);
        for from in board.pawns & board.of_color(board.turn) {
            for to in pawn_attacks(Bitboard::from_square(from), board.turn) & foes {
                self.step(board, mist, Step::new(from, to, Kind::Plain))?;
            }
        }
        Ok(())
    }

    fn step(&mut self, board: &Board, mist: &Mist, step: Step) -> Result<(), Unproved> {
        if matches!(step.to().rank(), Rank::First | Rank::Eighth) && board.pawns.contains(step.from()) {
            return Err(Unproved);
        }
        let next = board.after(step);
        let checked = board.turn == Color::White && may_check(&next, mist, step);
        self.meet(next, mist, checked);
        Ok(())
    }
}

/// Whether a step of White's king or pawn may have given check, by itself or from behind.
fn may_check(next: &Board, mist: &Mist, step: Step) -> bool {
    let king = next.king(Color::Black);
    if step.kind() == Kind::EnPassant || next.attackers(king, Color::White, next.occupied()).any() {
        return true;
    }
    let from = step.from();
    let straight = king.file() == from.file() || king.rank() == from.rank();
    let seen = attacks::ray(king, from) & attacks::queen_attacks(king, next.occupied());
    let behind = |sq: Square| attacks::between(king, sq).contains(from);
    mist.iter().any(|man| {
        let sees = match man.role {
            Role::Bishop => !straight,
            Role::Rook => straight,
            Role::Queen => true,
            Role::King | Role::Knight | Role::Pawn => false,
        };
        man.white && sees && (man.region & seen).into_iter().any(behind)
    })
}
