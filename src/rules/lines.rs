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
    /// More than one line of the shortest length; some of them.
    Several(Vec<Vec<LegalMove>>),
    /// No line up to the length asked for.
    None,
    /// Exactly one line of the shortest length.
    One(Vec<LegalMove>),
    /// Too many positions to look at.
    Undecided,
}

/// The shortest lines of at least one and at most `max_plies` legal moves from `position` to `target`.
#[must_use]
pub fn lines_to(position: &Position, target: &Placement, max_plies: usize) -> Lines {
    let mut search = Search { target, found: Vec::new(), nodes: 0 };
    for plies in 1..=max_plies.min(MAX_LINE_PLIES) {
        search.visit(position, plies, &mut Vec::new());
        if search.nodes > MAX_NODES {
            return Lines::Undecided;
        }
        match search.found.len() {
            0 => {}
            1 => return search.found.pop().map_or(Lines::None, Lines::One),
            _ => return Lines::Several(search.found),
        }
    }
    Lines::None
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
