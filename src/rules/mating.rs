//! Who can still checkmate, as the Laws ask it (5.2.2, 6.9, 7.5.5).

use protocols::Color;
use shakmaty::{Chess, EnPassantMode, Move, Position as _, Role};

use super::{LegalMove, Position, convert::to_color, winnable};

/// Replies tried for one that can be taken back.
const REPLIES_TRIED: usize = 4;

/// Whether somebody can checkmate by some series of legal moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Winnable {
    /// He can: a series is known.
    Can,
    /// He cannot: it is proved.
    Cannot,
    /// Not decided within the nodes allowed.
    Undetermined,
}

/// Whose checkmate is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// Either player's: where neither can checkmate the position is dead (5.2.2).
    Either,
    /// This player's (6.9, 7.5.5).
    Player(Color),
}

/// The question who can still checkmate.
///
/// Mostly plain [at a glance](MateQuestion::glance); where it is not, [the search](MateQuestion::search) may take long
/// and can be made anywhere: its answer depends on the question alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MateQuestion {
    /// The position.
    pub position: Position,
    /// Whose checkmate is asked for.
    pub by: By,
    /// Positions that may be looked at, for each player asked about.
    pub nodes: u64,
}

impl MateQuestion {
    /// What is plain without a search, in microseconds.
    #[must_use]
    pub fn glance(&self) -> Winnable {
        if self.by == By::Either && self.position.is_known_winnable() {
            return Winnable::Can;
        }
        let answer = self.ask(|chess, color| match winnable::at_a_glance(chess, color) {
            Some(true) => Winnable::Can,
            Some(false) => Winnable::Cannot,
            None => Winnable::Undetermined,
        });
        if answer == Winnable::Can {
            self.position.set_winnable();
        }
        answer
    }

    /// The answer, looking at no more than [`nodes`](MateQuestion::nodes) positions for each player asked about.
    #[must_use]
    pub fn search(&self) -> Winnable {
        self.ask(|chess, color| match winnable::analyse(chess, color, self.nodes).verdict {
            winnable::Verdict::Undetermined => Winnable::Undetermined,
            winnable::Verdict::Unwinnable(_) => Winnable::Cannot,
            winnable::Verdict::Winnable(_) => Winnable::Can,
        })
    }

    fn ask(&self, can_mate: impl Fn(&Chess, shakmaty::Color) -> Winnable) -> Winnable {
        let Some(chess) = self.position.chess() else { return Winnable::Undetermined };
        let players = match &self.by {
            // Who has just moved mostly mates in fewer half-moves.
            By::Either if chess.turn() == shakmaty::Color::White => &[Color::Black, Color::White][..],
            By::Either => &[Color::White, Color::Black][..],
            By::Player(color) => std::slice::from_ref(color),
        };
        let mut answer = Winnable::Cannot;
        for &color in players {
            match can_mate(chess, to_color(color)) {
                Winnable::Can => return Winnable::Can,
                Winnable::Cannot => {}
                Winnable::Undetermined => answer = Winnable::Undetermined,
            }
        }
        answer
    }
}

impl Position {
    /// Whether somebody can still checkmate for the plain reason that somebody could `before` the move `m` which led
    /// here, and both players can go back there. `false` says nothing. `replies` are the legal moves.
    ///
    /// Cheaper than a [glance](MateQuestion::glance), and true after most moves of pieces.
    #[must_use]
    pub fn remains_winnable(&self, before: &Position, m: &LegalMove, replies: &[LegalMove]) -> bool {
        let (Some(then), Some(now)) = (before.chess(), self.chess()) else { return false };
        let remains = before.is_known_winnable() && can_go_back(then, m.inner, now, replies);
        if remains {
            self.set_winnable();
        }
        remains
    }
}

/// Whether both players can undo their moves from `now` on, so that the position `then` stands again, with all rights.
fn can_go_back(then: &Chess, m: Move, now: &Chess, replies: &[LegalMove]) -> bool {
    let Some(back) = undone(m) else { return false };
    // A capture in passing must be made at once: what could be won by it before perhaps cannot any more.
    let rights = then.castles().castling_rights();
    if then.ep_square(EnPassantMode::Legal).is_some() || now.castles().castling_rights() != rights {
        return false;
    }
    let replies = replies.iter().filter_map(|reply| Some((reply.inner, undone(reply.inner)?)));
    replies.take(REPLIES_TRIED).any(|(reply, undo)| {
        let mut there = now.clone();
        there.play_unchecked(reply);
        let legal = there.castles().castling_rights() == rights && there.is_legal(back);
        legal && {
            there.play_unchecked(back);
            there.is_legal(undo)
        }
    })
}

/// The move back, after a move that can be taken back: of a piece, without capture.
fn undone(m: Move) -> Option<Move> {
    match m {
        Move::Normal { role, from, capture: None, to, promotion: None } if role != Role::Pawn => {
            Some(Move::Normal { role, from: to, capture: None, to: from, promotion: None })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    fn remains(fen: &str, uci: &str) -> bool {
        let before = Position::from_fen(fen, Variant::Chess).expect("a position");
        let either = |position: &Position| MateQuestion { position: position.clone(), by: By::Either, nodes: 20_000 };
        assert_eq!(either(&before).glance(), Winnable::Can, "{fen}");
        let m = before.legal_move(uci).expect("a legal move");
        let after = before.play(&m);
        let remains = after.remains_winnable(&before, &m, &after.legal_moves());
        assert!(!remains || either(&after).search() == Winnable::Can, "{fen} {uci}");
        remains
    }

    #[test]
    fn what_both_players_can_undo_changes_nothing() {
        assert!(remains("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3"));
        assert!(remains("4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1", "a1a8"));
    }

    #[test]
    fn pawn_moves_captures_and_lost_rights_cannot_be_undone() {
        assert!(!remains("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4"));
        assert!(!remains("4k3/8/8/8/8/8/4p3/R3K3 w - - 0 1", "e1e2"));
        assert!(!remains("4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1", "a1a2"));
        assert!(!remains("4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1", "e1c1"));
    }

    #[test]
    fn a_double_step_counts_only_where_it_can_be_taken_in_passing() {
        assert!(remains("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "g8f6"));
        assert!(!remains("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3", "g8f6"));
    }

    #[test]
    fn a_forced_reply_that_cannot_be_undone_leaves_the_question_open() {
        // Black must take the queen, and then nobody can mate.
        assert!(!remains("k7/8/8/8/8/8/1Q6/K7 w - - 0 1", "b2b7"));
    }
}
