//! What was found of blocked positions, kept for others with the same pawns.
//!
//! A position is hopeless because of what its men can ever reach. The same then holds of each position with the same
//! pawns whose other men stand within that reach: every move out of it is one that was granted already.

use std::collections::HashMap;

use shakmaty::{Bitboard, Color, Role};

use super::board::{Board, pawn_attacks};
use super::mobility::{Mobility, flood};
use super::pattern;
use super::roam::Proven;

/// Findings kept for one set of pawns.
const MOST_FINDINGS: usize = 16;
/// Positions of the search that a look by roaming may cost.
const LOOK_PRICE: usize = 4;
/// With fewer looks no proof is begun.
const LEAST_LOOKS: usize = 200;
/// With so many a proof is given up.
const MOST_LOOKS: usize = 8_000;

/// The findings, by the pawns of White and of Black, and the placements proved by roaming.
#[derive(Default)]
pub(super) struct Known {
    by_pawns: HashMap<(u64, u64), Vec<Finding>>,
    proven: Proven,
    /// Looks taken by roaming so far.
    looks: usize,
}

/// What holds of all positions with these pawns whose other men stand within these places.
struct Finding {
    hopeless: bool,
    places: Vec<Place>,
}

/// Where one man may stand.
struct Place {
    role: Role,
    white: bool,
    region: Bitboard,
    /// It may also have been taken.
    missing: bool,
}

impl Known {
    /// The same as [`pattern::is_hopeless`], perhaps `false` where that is `true`.
    pub(super) fn is_hopeless(&mut self, board: &Board) -> bool {
        if board.passing.any() || board.castles.any() {
            return pattern::is_hopeless(board);
        }
        let pawns = ((board.pawns & board.white).0, (board.pawns & board.black).0);
        let findings = self.by_pawns.entry(pawns).or_default();
        if let Some(finding) = findings.iter().find(|finding| finding.covers(board)) {
            return finding.hopeless;
        }
        let proof =
            Mobility::unless_promoted(board).filter(|found| !pattern::exists(found, &mut { pattern::MOST_TRIALS }));
        if findings.len() < MOST_FINDINGS {
            let places = proof.as_ref().map_or_else(|| beside(board), reached);
            findings.push(Finding { hopeless: proof.is_some(), places });
        }
        proof.is_some()
    }

    /// Whether roaming has proved before that White can never mate; of a position that is no mate yet.
    pub(super) fn is_proven(&self, board: &Board) -> bool {
        self.proven.covers(board)
    }

    /// Tries to prove it by roaming, with an effort that keeps to a share of the positions `spent` otherwise.
    pub(super) fn roam(&mut self, board: &Board, spent: u32) -> bool {
        let credit = (spent as usize / LOOK_PRICE).saturating_sub(self.looks).min(MOST_LOOKS);
        if credit < LEAST_LOOKS {
            return false;
        }
        let mut left = credit;
        let proved = self.proven.prove(board, &mut left);
        self.looks += credit - left;
        proved
    }

    /// Tries to prove it by roaming, with so many looks.
    pub(super) fn roam_far(&mut self, board: &Board, mut looks: usize) -> bool {
        self.proven.prove(board, &mut looks)
    }
}

impl Finding {
    fn covers(&self, board: &Board) -> bool {
        let mut used = 0u64;
        for sq in board.occupied() & !board.pawns {
            let (role, white) = (board.role_at(sq), board.white.contains(sq));
            let fits = |(index, place): &(usize, &Place)| {
                used >> index & 1 == 0 && Some(place.role) == role && place.white == white && place.region.contains(sq)
            };
            let Some((index, _)) = self.places.iter().enumerate().find(fits) else { return false };
            used |= 1 << index;
        }
        self.places.iter().enumerate().all(|(index, place)| place.missing || used >> index & 1 == 1)
    }
}

/// Everything that the men can ever reach: the proof covers all of it.
fn reached(mobility: &Mobility) -> Vec<Place> {
    let men = mobility.men().iter().filter(|man| man.role != Role::Pawn);
    men.map(|man| Place { role: man.role, white: man.white, region: man.reach, missing: man.taken }).collect()
}

/// What the men can reach without a capture, and come back from: nothing is proved, but there it will hardly be
/// otherwise.
fn beside(board: &Board) -> Vec<Place> {
    let place = |sq| {
        let white = board.white.contains(sq);
        let role = board.role_at(sq).unwrap_or(Role::King);
        let mut free = !board.pawns;
        if role == Role::King {
            let foes = board.pawns & if white { board.black } else { board.white };
            free &= !pawn_attacks(foes, Color::from_white(!white));
        }
        Place { role, white, region: flood(role, Bitboard::from_square(sq), free), missing: false }
    };
    (board.occupied() & !board.pawns).into_iter().map(place).collect()
}
