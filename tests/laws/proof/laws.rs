//! What the Laws say, read from their text and not from the product: article numbers, obligations, consequences.

use protocols::{Color, Piece, Role, Square};
use touchmove::turn::{AlertKind, Edition, Laws, Regime, Severity, Supervision};

use super::chess::{Diagram, End, Kind, Move};

/// Every edition under every regime and supervision.
pub(crate) fn all() -> Vec<Laws> {
    let mut all = Vec::new();
    for edition in Edition::ALL {
        all.push(Laws::new(edition, Regime::Standard, None));
        for regime in [Regime::Blitz, Regime::Rapid] {
            for supervision in [Supervision::Full, Supervision::Limited] {
                all.push(Laws::new(edition, regime, Some(supervision)));
            }
        }
    }
    all
}

/// An alert that must be raised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Expected {
    pub(crate) kind: AlertKind,
    pub(crate) article: &'static str,
    pub(crate) severity: Severity,
}

/// A rule of the Laws, with its number in each edition, 2005 to 2023.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rule([&'static str; 5]);

impl Rule {
    pub(crate) const ADJUSTED: Rule = Rule(["4.2", "4.2", "4.2", "4.2.1", "4.2.1"]);
    pub(crate) const ADJUSTED_OFF_TURN: Rule = Rule(["4.2", "4.2", "6.2.d", "6.2.5", "6.2.5"]);
    pub(crate) const BOTH_COLOURS: Rule = Rule(["4.3.c", "4.3.c", "4.3.c", "4.3.3", "4.3.3"]);
    pub(crate) const CASTLING_INTENDED_ILLEGALLY: Rule = Rule(["4.4.c", "4.4.c", "4.4.c", "4.4.3", "4.4.3"]);
    pub(crate) const CASTLING_PREVENTED: Rule = Rule(["3.8.b(2)", "3.8.b(2)", "3.8.b(2)", "3.8.2.2", "3.8.2.2"]);
    pub(crate) const CASTLING_RIGHT_LOST: Rule = Rule(["3.8.b(1)", "3.8.b(1)", "3.8.b(1)", "3.8.2.1", "3.8.2.1"]);
    pub(crate) const CHECKMATE: Rule = Rule(["5.1.a", "5.1.a", "5.1.a", "5.1.1", "5.1.1"]);
    pub(crate) const DEAD_POSITION: Rule = Rule(["5.2.b", "5.2.b", "5.2.b", "5.2.2", "5.2.2"]);
    pub(crate) const DISPLACED: Rule = Rule(["7.3", "7.3", "7.4", "7.4.1", "7.4.1"]);
    pub(crate) const FOUND_DISPLACED: Rule = Rule(["7.5", "7.5", "7.6", "7.6", "7.6"]);
    pub(crate) const HANDLING_THE_CLOCK: Rule = Rule(["6.8.c", "6.7.c", "6.2.c", "6.2.4", "6.2.4"]);
    pub(crate) const ILLEGAL_MOVE: Rule = Rule(["7.4.a", "7.4.a", "7.5.a", "7.5.1", "7.5.1"]);
    pub(crate) const ILLEGAL_POSITION: Rule = Rule(["", "", "A.4.d", "A.4.4", "A.5.4"]);
    pub(crate) const ILLEGAL_SQUARE: Rule = Rule(["3", "4.6", "3.10.b", "3.10.2", "3.10.2"]);
    pub(crate) const KING_AND_ROOK: Rule = Rule(["4.4.a", "4.4.a", "4.4.a", "4.4.1", "4.4.1"]);
    pub(crate) const KING_RELEASED: Rule = Rule(["4.6.b", "4.6.b", "4.7.b", "4.7.2", "4.7.2"]);
    /// Without full supervision, from 2018.
    pub(crate) const MOVE_STANDS: Rule = Rule(["", "", "", "A.4.2", "A.5.2"]);
    pub(crate) const OPPONENTS_PIECE: Rule = Rule(["4.3.b", "4.3.b", "4.3.b", "4.3.2", "4.3.2"]);
    pub(crate) const OWN_PIECE: Rule = Rule(["4.3.a", "4.3.a", "4.3.a", "4.3.1", "4.3.1"]);
    pub(crate) const PAWN_LEFT: Rule = Rule(["7.4.a", "7.4.a", "7.5.a", "7.5.2", "7.5.2"]);
    pub(crate) const PENALTIES: Rule = Rule(["7.4.b", "7.4.b", "7.5.b", "7.5.5", "7.5.5"]);
    pub(crate) const PRESSED_WITHOUT_MOVE: Rule = Rule(["6.8.a", "6.7.a", "6.2.c", "7.5.3", "7.5.3"]);
    pub(crate) const PROMOTION: Rule = Rule(["3.7.e", "3.7.e", "3.7.e", "3.7.5.1", "3.7.3.3"]);
    pub(crate) const PROMOTION_CHOICE: Rule = Rule(["4.4.d", "4.4.d", "4.4.d", "4.4.4", "4.4.4"]);
    pub(crate) const RELEASED: Rule = Rule(["4.6", "4.6", "4.7", "4.7", "4.7"]);
    pub(crate) const ROOK_FIRST: Rule = Rule(["4.4.b", "4.4.b", "4.4.b", "4.4.2", "4.4.2"]);
    pub(crate) const STALEMATE: Rule = Rule(["5.2.a", "5.2.a", "5.2.a", "5.2.1", "5.2.1"]);
    pub(crate) const TWO_HANDS: Rule = Rule(["4.1", "4.1", "4.1", "7.5.4", "7.5.4"]);

    /// Its number since 2023.
    pub(crate) fn newest(self) -> &'static str {
        self.0[4]
    }

    pub(crate) fn of(self, laws: Laws) -> &'static str {
        self.0[index(laws.edition)]
    }
}

fn index(edition: Edition) -> usize {
    Edition::ALL.iter().position(|other| *other == edition).expect("one of them")
}

/// An alert that has the same severity in every edition.
pub(crate) fn alert(kind: AlertKind, rule: Rule, severity: Severity, laws: Laws) -> Expected {
    Expected { kind, article: rule.of(laws), severity }
}

/// An alert of Article 4: ruled on only when asked in rapid and blitz of 2005 and 2009 (Annex 2.5, A.4.b).
pub(crate) fn article_4(kind: AlertKind, rule: Rule, severity: Severity, laws: Laws) -> Expected {
    let only_when_asked = is_limited(laws) && laws.edition <= Edition::E2009;
    alert(kind, rule, if only_when_asked { Severity::Info } else { severity }, laws)
}

pub(crate) fn is_limited(laws: Laws) -> bool {
    laws.supervision == Supervision::Limited
}

/// The e-file: in chess no king castles from another (3.8.2).
const CASTLING_FILE: u8 = 4;

/// What the touches of a turn leave (4.3, 4.4, 4.5), and by which rule.
#[derive(Debug, Clone)]
pub(crate) struct Owed {
    pub(crate) rule: Rule,
    /// Moves in UCI; all legal ones where nothing binds.
    pub(crate) moves: Vec<Move>,
    /// Rook touched before the king: castling with it is what 4.4.2 bars.
    pub(crate) barred_rook: Option<Square>,
}

/// What a player owes who has touched these pieces, in this order; `None` where the text leaves it open.
pub(crate) fn owed(diagram: &Diagram, touched: &[(Square, Piece)]) -> Option<Owed> {
    let us = diagram.turn;
    let own: Vec<(Square, Piece)> = touched.iter().filter(|(_, piece)| piece.color == us).copied().collect();
    let theirs: Vec<Square> =
        touched.iter().filter(|(_, piece)| piece.color != us).map(|(square, _)| *square).collect();
    let bound = |rule, moves| Some(Owed { rule, moves, barred_rook: None });
    let free = |rule| bound(rule, diagram.moves.clone());
    if let [(first, one), (second, other), ..] = own[..] {
        let roles = (one.role, other.role);
        let pair = match roles {
            (Role::King, Role::Rook) => Some((first, second)),
            (Role::Rook, Role::King) => Some((second, first)),
            _ => None,
        };
        let is_pair = |(king, rook): &(Square, Square)| {
            is_castling_corner(diagram, *rook) && (diagram.is_chess960() || king.file() == CASTLING_FILE)
        };
        // Who has touched an opponent's piece before, which can be captured, owes that (4.3.3).
        let is_first = |(square, piece): &&(Square, Piece)| piece.color == us && *square == first;
        let owes_capture = touched
            .iter()
            .take_while(|touch| !is_first(touch))
            .any(|(square, _)| !diagram.captures_of(*square).is_empty());
        if let Some((king, rook)) = pair.filter(is_pair).filter(|_| !owes_capture) {
            // Nobody means to castle a king that stands in the middle of the board; the text does not say so.
            if king.rank() != rook.rank() {
                return None;
            }
            return king_and_rook(diagram, king, rook, roles.0);
        }
    }
    match (own.first(), theirs.first()) {
        (None, None) => free(Rule::OWN_PIECE),
        (Some(_), None) => {
            let first = own.iter().map(|(square, _)| diagram.moves_of(*square)).find(|moves| !moves.is_empty());
            first.map_or_else(|| free(Rule::OWN_PIECE), |moves| bound(Rule::OWN_PIECE, moves))
        }
        (None, Some(_)) => {
            let first = theirs.iter().map(|square| diagram.captures_of(*square)).find(|moves| !moves.is_empty());
            first.map_or_else(|| free(Rule::OPPONENTS_PIECE), |moves| bound(Rule::OPPONENTS_PIECE, moves))
        }
        (Some((own, _)), Some(theirs)) => {
            let mut captures = diagram.captures_of(*theirs);
            captures.retain(|m| m.from == *own);
            if !captures.is_empty() {
                return bound(Rule::BOTH_COLOURS, captures);
            }
            let moves = |(square, piece): &(Square, Piece)| {
                if piece.color == us { diagram.moves_of(*square) } else { diagram.captures_of(*square) }
            };
            let first = touched.iter().map(moves).find(|moves| !moves.is_empty());
            first.map_or_else(|| free(Rule::BOTH_COLOURS), |moves| bound(Rule::BOTH_COLOURS, moves))
        }
    }
}

/// 4.4.1 to 4.4.3: the first two own pieces touched are the king and a rook that castles.
fn king_and_rook(diagram: &Diagram, king: Square, rook: Square, first: Role) -> Option<Owed> {
    let with_it = |m: &Move| m.rook.is_some_and(|(from, _)| from == rook);
    let filter =
        |keep: &dyn Fn(&Move) -> bool| -> Vec<Move> { diagram.moves.iter().filter(|m| keep(m)).cloned().collect() };
    let first_of = |lists: Vec<Vec<Move>>| lists.into_iter().find(|moves| !moves.is_empty()).unwrap_or_default();
    if first == Role::King {
        let castling = filter(&with_it);
        if !castling.is_empty() {
            return Some(Owed { rule: Rule::KING_AND_ROOK, moves: castling, barred_rook: None });
        }
        let moves = first_of(vec![filter(&|m| m.from == king), diagram.moves.clone()]);
        return Some(Owed { rule: Rule::CASTLING_INTENDED_ILLEGALLY, moves, barred_rook: None });
    }
    let moves =
        first_of(vec![diagram.moves_of(rook), filter(&|m| m.from == king && !with_it(m)), filter(&|m| !with_it(m))]);
    Some(Owed { rule: Rule::OWN_PIECE, moves, barred_rook: Some(rook) })
}

/// A rook where castling begins for it.
fn is_castling_corner(diagram: &Diagram, rook: Square) -> bool {
    let back = if diagram.turn == Color::White { 0 } else { 7 };
    let corner = matches!(rook.file(), 0 | 7) && !diagram.is_chess960();
    rook.rank() == back && (corner || diagram.castling_rooks().contains(&rook))
}

/// What a move outside the obligation raises.
pub(crate) fn breach(owed: &Owed, m: &Move, severity: Severity, laws: Laws) -> Option<Expected> {
    if owed.moves.contains(m) {
        return None;
    }
    let castles_barred = m.rook.is_some_and(|(rook, _)| owed.barred_rook == Some(rook));
    Some(if castles_barred {
        article_4(AlertKind::CastlingRookFirst, Rule::ROOK_FIRST, Severity::Warning, laws)
    } else {
        article_4(AlertKind::TouchMoveViolated, owed.rule, severity, laws)
    })
}

/// Whether a move kept Article 4.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Article4 {
    Broken,
    Kept,
}

impl Article4 {
    pub(crate) fn of(breach: Option<Expected>) -> Article4 {
        if breach.is_some() { Article4::Broken } else { Article4::Kept }
    }
}

/// What the final position says: the game is over, or from 2014 in doubt where Article 4 was broken to reach it.
pub(crate) fn ending(after: &Diagram, article_4: Article4, laws: Laws) -> Option<Expected> {
    let (kind, rule) = match after.end()? {
        End::Checkmate => (AlertKind::GameEndedCheckmate, Rule::CHECKMATE),
        End::Dead => (AlertKind::GameEndedDeadPosition, Rule::DEAD_POSITION),
        End::Stalemate => (AlertKind::GameEndedStalemate, Rule::STALEMATE),
    };
    Some(if article_4 == Article4::Broken && laws.edition >= Edition::E2014 {
        alert(AlertKind::GameEndInDoubt, rule, Severity::Warning, laws)
    } else {
        alert(kind, rule, Severity::Ruling, laws)
    })
}

/// Whether a castling by this move shows two hands where king and rook are both off the board (4.1, 7.5.4).
pub(crate) fn two_hands(m: &Move, in_air_ms: u64, before: &Diagram, laws: Laws) -> Option<Expected> {
    let castles = matches!(m.kind(), Kind::CastlingLong | Kind::CastlingShort) && !before.is_chess960();
    (castles && in_air_ms >= 200)
        .then(|| article_4(AlertKind::TwoHandsSuspected, Rule::TWO_HANDS, Severity::Notice, laws))
}

/// A completed illegal move, and whose.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Illegal {
    /// The player's completed illegal moves with this one.
    pub(crate) count: u32,
    /// Whether the opponent can checkmate; `None` where that takes a search.
    pub(crate) opponent_can_mate: Option<bool>,
    /// Both kings stand in check, or a pawn stands on its last rank.
    pub(crate) arbiter_must_act: bool,
}

/// What a completed illegal move leads to (7.5.1, 7.5.5, A.4.2 and the older appendices); `None` where that takes a
/// search.
pub(crate) fn illegal_move(illegal: Illegal, laws: Laws) -> Option<Vec<Expected>> {
    let Illegal { arbiter_must_act, .. } = illegal;
    let older = older_appendix(laws);
    let claim = older.filter(|_| !(arbiter_must_act && laws.regime == Regime::Rapid));
    let article = match (older, lost_at_once(laws)) {
        (Some(article), _) | (None, Some(article)) => article,
        (None, None) => Rule::ILLEGAL_MOVE.of(laws),
    };
    let severity = if claim.is_some() { Severity::Notice } else { Severity::Ruling };
    let mut due = vec![Expected { kind: AlertKind::IllegalMoveCompleted, article, severity }];
    match claim {
        Some(article) => {
            due.push(Expected { kind: AlertKind::OpponentMayClaim, article, severity: Severity::Info });
        }
        None => due.push(penalty(illegal, laws)?),
    }
    Some(due)
}

/// What a pawn left on the last rank leads to (7.5.2; 7.4.a to 2009).
pub(crate) fn pawn_left(illegal: Illegal, laws: Laws) -> Option<Vec<Expected>> {
    let older = older_appendix(laws);
    let claim = older.filter(|_| laws.regime == Regime::Blitz);
    let severity = if claim.is_some() { Severity::Notice } else { Severity::Ruling };
    let article = older.unwrap_or(Rule::PAWN_LEFT.of(laws));
    let mut due = vec![Expected { kind: AlertKind::PromotionMissing, article, severity }];
    match claim {
        Some(article) => {
            due.push(Expected { kind: AlertKind::OpponentMayClaim, article, severity: Severity::Info });
        }
        None => due.push(penalty(illegal, laws)?),
    }
    Some(due)
}

/// What a press without a move leads to: an illegal move from 2018 (7.5.3), bad handling of the clock in 2014 (6.2.c).
pub(crate) fn empty_press(illegal: Illegal, laws: Laws) -> Option<Vec<Expected>> {
    let severity = if laws.edition >= Edition::E2014 { Severity::Ruling } else { Severity::Notice };
    let mut due = vec![alert(AlertKind::PressWithoutMove, Rule::PRESSED_WITHOUT_MOVE, severity, laws)];
    if laws.edition >= Edition::E2018 {
        due.push(penalty(illegal, laws)?);
    }
    Some(due)
}

/// Time for the opponent, or the game (7.5.5, B.2, A.3; lost at once by A.4.b of 2014).
fn penalty(illegal: Illegal, laws: Laws) -> Option<Expected> {
    let limit = if laws.edition >= Edition::E2014 { 2 } else { 3 };
    let at_once = lost_at_once(laws);
    if at_once.is_some() || illegal.count >= limit {
        let article = at_once.unwrap_or(Rule::PENALTIES.of(laws));
        let lost = laws.edition == Edition::E2005 || illegal.opponent_can_mate?;
        let kind = if lost { AlertKind::RulingGameLost } else { AlertKind::RulingGameDrawn };
        return Some(Expected { kind, article, severity: Severity::Ruling });
    }
    let article = match (laws.edition, laws.regime) {
        (Edition::E2014 | Edition::E2018, Regime::Blitz) => "B.2",
        (Edition::E2023, Regime::Rapid) => "A.3",
        (Edition::E2023, Regime::Blitz) if is_limited(laws) => "A.3",
        _ => Rule::PENALTIES.of(laws),
    };
    Some(Expected { kind: AlertKind::RulingAddTime, article, severity: Severity::Ruling })
}

/// How many minutes the opponent gets for an illegal move that does not lose (7.5.5, B.2, A.3).
pub(crate) fn minutes(laws: Laws) -> u64 {
    match (laws.edition, laws.regime) {
        (Edition::E2014 | Edition::E2018, Regime::Blitz) | (Edition::E2023, Regime::Rapid) => 1,
        (Edition::E2023, Regime::Blitz) if is_limited(laws) => 1,
        _ => 2,
    }
}

/// Where only the opponent can act on an illegal move (Annex 2.6 and 3.3; A.4.c and B.3.c of 2009).
fn older_appendix(laws: Laws) -> Option<&'static str> {
    let article = match (laws.edition, laws.regime) {
        (Edition::E2005, Regime::Rapid) => "Annex2.6",
        (Edition::E2005, Regime::Blitz) => "Annex3.3",
        (Edition::E2009, Regime::Rapid) => "A.4.c",
        (Edition::E2009, Regime::Blitz) => "B.3.c",
        _ => return None,
    };
    is_limited(laws).then_some(article)
}

/// Where one illegal move loses (A.4.b of 2014, in blitz by B.4).
fn lost_at_once(laws: Laws) -> Option<&'static str> {
    let article = if laws.regime == Regime::Blitz { "B.4/A.4.b" } else { "A.4.b" };
    (is_limited(laws) && laws.edition == Edition::E2014).then_some(article)
}

/// Whether a colour can mate, as far as material tells: a bare king cannot; a queen, a rook or a pawn can, unless a
/// check may force it to be taken.
pub(crate) fn can_mate(diagram: &Diagram, color: Color) -> Option<bool> {
    let roles: Vec<Role> = diagram.pieces(color).iter().map(|(_, piece)| piece.role).collect();
    let heavy = roles.iter().any(|role| matches!(role, Role::Pawn | Role::Queen | Role::Rook));
    match roles[..] {
        [Role::King] => Some(false),
        _ => (heavy && !diagram.is_check()).then_some(true),
    }
}

/// Whether the arbiter must act of himself where else only the opponent may claim (Annex 2.6, A.4.c of 2009).
pub(crate) fn arbiter_must_act(placement: &protocols::Placement) -> bool {
    let on_last_rank = |(square, piece): (Square, Piece)| {
        piece.role == Role::Pawn && square.rank() == if piece.color == Color::White { 7 } else { 0 }
    };
    super::chess::both_kings_in_check(placement) || placement.pieces().any(on_last_rank)
}
