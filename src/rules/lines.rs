//! Which lines of legal moves lead from one position to a placement seen later: moves that nobody saw made.

use protocols::{Color, Placement};

use super::{LegalMove, Position};

/// Longest line looked for, in plies.
pub const MAX_LINE_PLIES: usize = 8;

/// Most positions visited before the search gives up as undecided.
const MAX_NODES: usize = 200_000;

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lines {
    /// More than one line; some of them.
    Several(Vec<Vec<LegalMove>>),
    /// No line up to the length asked for.
    None,
    /// Exactly one line of the shortest length, none that is one move longer where that would be possible.
    One(Vec<LegalMove>),
    /// Too many positions to look at.
    Undecided,
}

/// The shortest lines of at least one and at most `max_plies` legal moves from `position` to `target`.
///
/// `to_move` is who has the move there, where a clock tells; else a line that is one move longer, with the other
/// player to move, makes the answer [`Lines::Several`].
#[must_use]
pub fn lines_to(position: &Position, target: &Placement, max_plies: usize, to_move: Option<Color>) -> Lines {
    let mut search = Search { target, found: Vec::new(), nodes: 0 };
    let mut one: Option<Vec<LegalMove>> = None;
    for plies in 1..=max_plies.min(MAX_LINE_PLIES) {
        let after = if plies % 2 == 0 { position.turn() } else { position.turn().other() };
        if to_move.is_some_and(|color| color != after) {
            continue;
        }
        search.visit(position, plies, &mut Vec::new());
        if search.nodes > MAX_NODES {
            return Lines::Undecided;
        }
        match (search.found.len(), one.take()) {
            (0, None) => {}
            (0, Some(line)) => return Lines::One(line),
            (1, None) => {
                let line = search.found.remove(0);
                if to_move.is_some() {
                    return Lines::One(line);
                }
                one = Some(line);
            }
            (_, shorter) => {
                let mut lines: Vec<_> = shorter.into_iter().collect();
                lines.append(&mut search.found);
                return Lines::Several(lines);
            }
        }
    }
    one.map_or(Lines::None, Lines::One)
}

struct Search<'a> {
    target: &'a Placement,
    found: Vec<Vec<LegalMove>>,
    nodes: usize,
}

impl Search<'_> {
    /// Most lines told when several explain a position.
    const MAX_FOUND: usize = 8;

    fn visit(&mut self, position: &Position, plies: usize, line: &mut Vec<LegalMove>) {
        self.nodes += 1;
        if self.nodes > MAX_NODES || self.found.len() >= Self::MAX_FOUND || !self.within_reach(position, plies) {
            return;
        }
        for m in position.legal_moves() {
            line.push(m.clone());
            if plies > 1 {
                self.visit(&position.play(&m), plies - 1, line);
            } else if m.after(position.placement()) == *self.target {
                self.found.push(line.clone());
            }
            line.pop();
        }
    }

    /// Whether `plies` moves can make up the difference: a move changes two squares, three in passing (at most two
    /// such are thought of), four castling; pieces only become fewer, by one a move at most.
    fn within_reach(&self, position: &Position, plies: usize) -> bool {
        let differing = position.placement().differences(self.target).count();
        let castlings = [Color::White, Color::Black]
            .into_iter()
            .filter(|&color| !position.castling_rooks(color).is_empty())
            .count();
        let (here, there) = (position.placement().occupied().count_ones(), self.target.occupied().count_ones());
        differing <= 2 * plies + 2 * castlings.min(plies) + plies.min(2)
            && there <= here
            && (here - there) as usize <= plies
    }
}
