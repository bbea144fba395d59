//! Which lines of legal moves lead from one position to a board seen later: moves that nobody saw made.

use std::collections::HashSet;

use protocols::{Color, Placement};
use shakmaty::{
    Bitboard, Board, Chess, EnPassantMode, Position as _, Role,
    attacks::{bishop_attacks, knight_attacks, rook_attacks},
    zobrist::Zobrist64,
};

use super::{LegalMove, Position, convert::to_board};

/// Longest line looked for, in plies.
pub const MAX_LINE_PLIES: usize = 12;

/// Most positions visited before the search gives up as undecided.
const MAX_NODES: usize = 400_000;

/// Most lines of one length looked for: the orders of three moves of each player are 36.
const MAX_FOUND: usize = 64;

/// What is known of the board at the end of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sight {
    /// Which squares are occupied: bit 0 = a1, bit 63 = h8.
    Occupied(u64),
    /// Which piece stands where.
    Pieces(Placement),
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lines {
    /// More than one line of the shortest length or one move longer, or one that may not be all.
    Several {
        /// The lines, shorter ones first.
        lines: Vec<Vec<LegalMove>>,
        /// Whether these are all of them.
        all: bool,
    },
    /// No line up to the length asked for.
    None,
    /// Exactly one line of the shortest length, none that is one move longer where that would be possible.
    One(Vec<LegalMove>),
    /// Too many positions to look at.
    Undecided,
}

impl Lines {
    /// Whether one line is the shortest: if others are one move longer, the next press or move decides.
    #[must_use]
    pub fn has_one_shortest(&self) -> bool {
        match self {
            Lines::One(_) => true,
            Lines::Several { lines, .. } => lines.get(1).is_none_or(|second| lines[0].len() < second.len()),
            Lines::None | Lines::Undecided => false,
        }
    }

    /// What has been found where these lines have, whether or not they are all.
    pub(crate) fn found(mut lines: Vec<Vec<LegalMove>>, all: bool) -> Lines {
        match lines.len() {
            0 => Lines::None,
            1 if all => Lines::One(lines.remove(0)),
            _ => Lines::Several { lines, all },
        }
    }

    /// The lines found, shorter ones first, and whether these are all of them.
    #[must_use]
    pub fn into_found(self) -> (Vec<Vec<LegalMove>>, bool) {
        match self {
            Lines::One(line) => (vec![line], true),
            Lines::Several { lines, all } => (lines, all),
            Lines::None | Lines::Undecided => (Vec::new(), false),
        }
    }
}

/// The shortest lines of at least one and at most `max_plies` legal moves from `position` to a board that looks like
/// `sight`.
///
/// `to_move` is who has the move there, where a press tells; else lines that are one move longer, with the other player to
/// move, count as well. Whose time runs tells nothing: who has moved may not have pressed yet.
#[must_use]
pub fn lines_to(position: &Position, sight: Sight, max_plies: usize, to_move: Option<Color>) -> Lines {
    // A position that no legal move led to is not searched from: what came of it, the arbiter must say.
    let Some(from) = position.chess() else { return Lines::Undecided };
    let mut search = Search { target: Target::of(sight), found: Vec::new(), barren: HashSet::new(), nodes: 0 };
    let mut lines: Vec<Vec<LegalMove>> = Vec::new();
    for plies in 1..=max_plies.min(MAX_LINE_PLIES) {
        let mover = position.turn();
        let next = if plies.is_multiple_of(2) { mover } else { mover.other() };
        if to_move.is_some_and(|color| color != next) {
            continue;
        }
        let longer = !lines.is_empty();
        search.visit(from, plies, &mut Vec::new());
        let all = search.nodes <= MAX_NODES && search.found.len() < MAX_FOUND;
        lines.extend(search.found.drain(..).map(|line| position.legal_line(&line)));
        if !all {
            return if lines.len() > 1 { Lines::Several { lines, all } } else { Lines::Undecided };
        }
        if longer || (to_move.is_some() && !lines.is_empty()) {
            break;
        }
    }
    match lines.len() {
        0 => Lines::None,
        1 => Lines::One(lines.remove(0)),
        _ => Lines::Several { lines, all: true },
    }
}

/// The board at the end of a line.
enum Target {
    Occupied(Bitboard),
    Pieces(Board),
}

struct Search {
    target: Target,
    found: Vec<Vec<shakmaty::Move>>,
    /// Positions from which no line of so many plies leads to the target.
    barren: HashSet<(u64, usize)>,
    nodes: usize,
}

impl Search {
    fn visit(&mut self, position: &Chess, plies: usize, line: &mut Vec<shakmaty::Move>) {
        self.nodes += 1;
        if self.nodes > MAX_NODES || self.found.len() >= MAX_FOUND {
            return;
        }
        if plies == 0 {
            if self.target.is_shown_by(position.board()) {
                self.found.push(line.clone());
            }
            return;
        }
        if !self.target.is_within_reach(position, line.last(), plies) {
            return;
        }
        // Orders of the same moves meet in the same positions.
        let key = (position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0, plies);
        if plies > 1 && self.barren.contains(&key) {
            return;
        }
        let found_before = self.found.len();
        for m in position.legal_moves() {
            if plies <= 2 && !self.target.may_be_last_of_player(position, &m, plies) {
                continue;
            }
            let mut after = position.clone();
            after.play_unchecked(m);
            line.push(m);
            self.visit(&after, plies - 1, line);
            line.pop();
        }
        if plies > 1 && self.found.len() == found_before && self.nodes <= MAX_NODES {
            self.barren.insert(key);
        }
    }
}

impl Target {
    fn of(sight: Sight) -> Target {
        match sight {
            Sight::Occupied(bits) => Target::Occupied(Bitboard(bits)),
            Sight::Pieces(placement) => Target::Pieces(to_board(&placement)),
        }
    }

    fn is_shown_by(&self, board: &Board) -> bool {
        match self {
            Target::Occupied(occupied) => board.occupied() == *occupied,
            Target::Pieces(target) => board == target,
        }
    }

    /// False where so many plies cannot lead there, whatever the moves. Before `last`, one more could.
    fn is_within_reach(&self, position: &Chess, last: Option<&shakmaty::Move>, plies: usize) -> bool {
        let board = position.board();
        let castling = position.castles().castling_rights();
        match self {
            Target::Occupied(target) => {
                let castlings = if castling.is_empty() { 0 } else { plies.min(2) };
                let (here, there) = (board.occupied(), *target);
                let (filled, emptied) = ((there & !here).count(), (here & !there).count());
                // A move fills one square and empties one, or in passing two; a capture fills none.
                filled <= plies + castlings && emptied <= plies + castlings.max(1) && filled <= emptied
            }
            Target::Pieces(target) => {
                let mover = position.turn();
                // Whose pieces the last move has left as they were has as many moves left as before it.
                let is_needed_known = |color| color == mover && last.is_some_and(|m| !m.is_capture());
                [(mover, plies.div_ceil(2)), (mover.other(), plies / 2)].into_iter().all(|(color, moves)| {
                    let opponents = plies - moves;
                    let (here, there) = (board.by_color(color).count(), target.by_color(color).count());
                    let castles = (castling & Bitboard::from_rank(color.backrank())).any();
                    let needed = || moves_needed(board, target, color, castles);
                    there <= here
                        && here - there <= opponents
                        && (is_needed_known(color) || needed().is_some_and(|needed| needed <= moves))
                })
            }
        }
    }

    /// False where this move, the player's last one, leaves another of his pieces where it does not belong: it takes one from
    /// where it does, or puts one where it does not and nobody captures it there. `plies` are left, this one with them.
    fn may_be_last_of_player(&self, position: &Chess, m: &shakmaty::Move, plies: usize) -> bool {
        let (board, by) = (position.board(), position.turn());
        let (Some(from), false) = (m.from(), m.is_castle()) else { return true };
        match self {
            // A pawn may be captured in passing, behind where it stands.
            Target::Occupied(target) => target.contains(m.to()) || (plies == 2 && is_double_step(m)),
            Target::Pieces(target) => {
                let belongs = target.piece_at(from) == board.piece_at(from);
                let arrives = m.promotion().unwrap_or(m.role()).of(by);
                let may_be_captured = || plies == 2 && board.by_color(by).count() > target.by_color(by).count();
                !belongs && (target.piece_at(m.to()) == Some(arrives) || may_be_captured())
            }
        }
    }
}

fn is_double_step(m: &shakmaty::Move) -> bool {
    let ranks = |from: shakmaty::Square| from.rank().distance(m.to().rank());
    m.role() == Role::Pawn && m.from().is_some_and(|from| ranks(from) == 2)
}

/// So many moves of this colour at least lead from one board to the other; `None` where none do.
fn moves_needed(board: &Board, target: &Board, color: shakmaty::Color, castles: bool) -> Option<usize> {
    let mut needed = 0;
    let mut castled = false;
    for role in Role::ALL {
        let piece = role.of(color);
        let (here, there) = (board.by_piece(piece), target.by_piece(piece));
        let (missing, misplaced) = (there & !here, here & !there);
        if missing.is_empty() {
            continue;
        }
        let castling = castles && matches!(role, Role::King | Role::Rook);
        castled |= castling;
        let pawns = board.by_piece(Role::Pawn.of(color));
        let promoting = match role {
            Role::King | Role::Pawn => None,
            Role::Bishop | Role::Knight | Role::Queen | Role::Rook => {
                pawns.into_iter().map(|pawn| steps_to_last_rank(pawn, color)).min()
            }
        };
        for square in missing {
            let moved = misplaced.into_iter().filter_map(|from| moves_between(role, color, from, square)).min();
            let least = moved.into_iter().chain(promoting).min()?;
            needed += if castling { 1 } else { least };
        }
    }
    // Castling puts two pieces in place.
    Some(needed - usize::from(castled && needed > 0))
}

/// So many moves at least take a piece from one square to another on an empty board; `None` where none do.
fn moves_between(role: Role, color: shakmaty::Color, from: shakmaty::Square, to: shakmaty::Square) -> Option<usize> {
    let (files, ranks) = (from.file().distance(to.file()) as usize, from.rank().distance(to.rank()) as usize);
    match role {
        Role::Bishop if from.is_light() != to.is_light() => None,
        Role::Bishop => Some(if bishop_attacks(from, Bitboard::EMPTY).contains(to) { 1 } else { 2 }),
        Role::King => Some(files.max(ranks)),
        Role::Knight if knight_attacks(from).contains(to) => Some(1),
        Role::Knight if from.is_light() == to.is_light() => Some(2),
        Role::Knight => Some(3),
        Role::Pawn => {
            let forward = if color.is_white() { to.rank() > from.rank() } else { to.rank() < from.rank() };
            let doubled = from.rank() == color.relative_rank(shakmaty::Rank::Second) && files + 2 <= ranks;
            (forward && files <= ranks).then(|| ranks - usize::from(doubled))
        }
        Role::Queen => {
            let aligned = (rook_attacks(from, Bitboard::EMPTY) | bishop_attacks(from, Bitboard::EMPTY)).contains(to);
            Some(if aligned { 1 } else { 2 })
        }
        Role::Rook => Some(if files == 0 || ranks == 0 { 1 } else { 2 }),
    }
}

fn steps_to_last_rank(pawn: shakmaty::Square, color: shakmaty::Color) -> usize {
    let ranks = pawn.rank().distance(color.relative_rank(shakmaty::Rank::Eighth)) as usize;
    ranks - usize::from(ranks == 6)
}
