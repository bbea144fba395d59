//! Who can still win (Articles 5.2.2, 6.9 and 7.5.5): decided by search, not by material.
//!
//! The question: is there any series of legal moves, both sides playing along, that ends with `side` giving
//! checkmate? Four answers are tried in turn, the cheap ones first:
//!
//! 1. `material`: too little is left, whatever happens.
//! 2. `sprint`: a straight line to a common mate. Decides nearly all positions of real games.
//! 3. `mobility` and `pattern`: the position is blocked, and what can ever be reached makes no mate.
//! 4. `search`: all reachable positions, the promising first, each once. Where it takes long, it asks of the first
//!    position and of those it meets whether they are blocked: by `pattern` again, and by `roam`, which sees walls that
//!    hold only because of whose move it is. `known` keeps what was found.
//!
//! The fifty- and seventy-five-move rules and repetition (Articles 9.2 to 9.6) play no part: they are questions of
//! claims and counts, not of legal moves.

mod board;
pub mod command;
mod known;
mod material;
mod mobility;
mod moves;
mod pattern;
mod plan;
mod roam;
mod score;
mod search;
mod sprint;
mod step;

use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Color, Position};

use self::board::{Board, Frame, castling_squares};
use self::search::{Found, Search};
use self::sprint::Sprints;
use self::step::{Kind, Step};

/// Positions to look at unless told otherwise. Decides every position of real games known to us; takes at most about
/// 40 megabytes.
pub const DEFAULT_NODES: u64 = 500_000;
/// The most positions a caller may ask for; more is cut to this. Takes at most about half a gigabyte.
pub const MOST_NODES: u64 = 6_000_000;
/// Men a side can have at most; with more there is no verdict.
const MOST_MEN: usize = 16;

/// Whether a side can still mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The budget ran out first.
    Undetermined,
    /// No series of legal moves ends in checkmate by that side.
    Unwinnable(Reason),
    /// This series of legal moves does.
    Winnable(Line),
}

/// Why a side cannot mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The position is so blocked that the pieces can never make a mate.
    Blocked,
    /// Every position that can be reached was looked at.
    Exhausted,
    /// Too little material.
    Material,
}

impl Reason {
    /// The word for it: `blocked`, `exhausted`, `material`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Reason::Blocked => "blocked",
            Reason::Exhausted => "exhausted",
            Reason::Material => "material",
        }
    }
}

/// A series of legal moves that ends in checkmate: the proof. Empty when it is checkmate already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line(Vec<UciMove>);

impl Line {
    /// The moves in the order of play.
    #[must_use]
    pub fn moves(&self) -> &[UciMove] {
        &self.0
    }

    /// The moves in UCI notation; castling `e1g1`, in Chess960 king takes own rook.
    pub fn uci(&self) -> impl Iterator<Item = String> + '_ {
        self.0.iter().map(UciMove::to_string)
    }
}

/// A verdict and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether the side can still mate.
    pub verdict: Verdict,
    /// Positions looked at.
    pub nodes: u64,
}

/// Tells whether `side` can checkmate from `pos` by any series of legal moves, looking at no more than `budget`
/// positions.
///
/// The answer depends on the arguments alone, and a larger budget never changes a verdict, only
/// [`Verdict::Undetermined`] into one. The budget is cut to [`MOST_NODES`]; memory grows with it, at most about 80
/// bytes a position.
#[must_use]
pub fn analyse(pos: &Chess, side: Color, budget: u64) -> Answer {
    analyse_telling(pos, side, budget, || {})
}

/// The same; `searches` is called before what may take long.
fn analyse_telling(pos: &Chess, side: Color, budget: u64, searches: impl FnOnce()) -> Answer {
    let budget = budget.min(MOST_NODES);
    let Some((root, frame)) = board(pos, side) else {
        return Answer { verdict: Verdict::Undetermined, nodes: 0 };
    };
    let (verdict, nodes) = match glance(&root, budget) {
        Glance::Mate(line, nodes) => (Verdict::Winnable(frame.line(pos, &line)), nodes),
        Glance::NoMate(reason, nodes) => (Verdict::Unwinnable(reason), nodes),
        Glance::Open(sprints) => {
            searches();
            let mut search = Search::new(search::PROOFS_AFTER);
            let verdict = match search.run(&root, &sprints.tracks, budget - sprints.nodes) {
                Found::Exhausted => Verdict::Unwinnable(Reason::Exhausted),
                Found::Mate(line) => Verdict::Winnable(frame.line(pos, &line)),
                Found::Spent => Verdict::Undetermined,
            };
            (verdict, sprints.nodes + search.size())
        }
    };
    Answer { verdict, nodes }
}

/// The same as far as it is plain without a search, in microseconds; `None` where it is not.
#[must_use]
pub fn at_a_glance(pos: &Chess, side: Color) -> Option<bool> {
    let (root, _) = board(pos, side)?;
    match glance(&root, MOST_NODES) {
        Glance::Mate(..) => Some(true),
        Glance::NoMate(..) => Some(false),
        Glance::Open(_) => None,
    }
}

/// What a look at the position comes to, and how many positions it met.
enum Glance {
    Mate(Vec<Step>, u64),
    NoMate(Reason, u64),
    Open(Sprints),
}

/// The board with `side` as White; `None` with more men than a side can have.
fn board(pos: &Chess, side: Color) -> Option<(Board, Frame)> {
    let men = pos.board();
    (men.white().count() <= MOST_MEN && men.black().count() <= MOST_MEN).then(|| Board::of(pos, side))
}

fn glance(root: &Board, budget: u64) -> Glance {
    if root.is_mate() && root.turn == Color::Black {
        return Glance::Mate(Vec::new(), 0);
    }
    if material::is_hopeless(root) {
        return Glance::NoMate(Reason::Material, 0);
    }
    let mut sprints = sprint::run(root, budget);
    match sprints.mate.take() {
        Some(line) => Glance::Mate(line, sprints.nodes),
        None if pattern::is_hopeless(root) => Glance::NoMate(Reason::Blocked, sprints.nodes),
        None => Glance::Open(sprints),
    }
}

impl Frame {
    /// The steps of a board as moves of the position it was made from.
    fn line(self, pos: &Chess, steps: &[Step]) -> Line {
        let mode = pos.castles().mode();
        let moves = steps.iter().map(|step| {
            let promotion = match step.kind() {
                Kind::Promote(role) => Some(role),
                Kind::Castle | Kind::DoubleStep | Kind::EnPassant | Kind::Plain => None,
            };
            let to = if step.kind() == Kind::Castle && mode == CastlingMode::Standard {
                castling_squares(step.from(), step.to()).0
            } else {
                step.to()
            };
            UciMove::Normal { from: self.square(step.from()), to: self.square(to), promotion }
        });
        Line(moves.collect())
    }
}

#[cfg(test)]
mod soundness;
#[cfg(test)]
mod tests;
