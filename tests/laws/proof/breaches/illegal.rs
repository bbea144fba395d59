//! Illegal moves, presses and displaced pieces: 6.2, 7.4, 7.5.

use protocols::{Color, Piece, Placement, Role, Square};
use touchmove::{
    emulate::Dice,
    turn::{AlertKind, Edition, Severity},
};

use super::{Breach, Scene, illegal_square, is_plain, is_reachable, played, released::illegal_castling};
use crate::proof::{
    chess::Move,
    hands::{Pace, Script, Step, drop, lift, press},
    laws::{self, Article4, Expected, Illegal, Rule, article_4, owed},
    trial::{ExpectedPly, Trial},
};

pub(super) const BREACHES: &[Breach] = &[
    illegal_move,
    illegal_move,
    illegal_move_put_right,
    illegal_move_restored,
    illegal_castling_pressed,
    castling_half_done,
    en_passant_pawn_left,
    pawn_left_on_last_rank,
    pawn_left_and_answered,
    pressed_with_nothing_done,
    pressed_with_a_piece_in_the_air,
    pressed_after_taking_back,
    pressed_out_of_turn,
    adjusted_out_of_turn,
    knocked_over,
    another_piece_displaced,
];

/// A piece put where it cannot go, and the clock pressed (7.5.1).
fn illegal_move(scene: &Scene<'_>, dice: &mut Dice) -> Option<Trial> {
    let diagram = scene.diagram;
    let (from, to, piece) = wrong_square(scene, dice)?;
    let victim = diagram.placement.at(to);
    let mut script: Script = vec![lift(from, piece)];
    let lifted = victim.filter(|_| dice.chance(0.5)).map(|victim| (to, victim));
    script.extend(lifted.map(|(square, victim)| lift(square, victim)));
    script.extend([drop(to, piece), press(diagram.turn)]);
    let mut touched = vec![(from, piece)];
    touched.extend(lifted);
    let owed = owed(diagram, &touched)?;
    let mut standing = diagram.placement;
    standing.set(from, None);
    standing.set(to, Some(piece));
    let mut alerts = vec![displacement(scene)];
    let before = dice.between(0, 2) as u32;
    alerts.extend(laws::illegal_move(illegal(scene, &standing, before), scene.laws)?);
    let plies = vec![ExpectedPly::pressed_in_vain(&owed.moves)];
    let pace = *dice.pick(&Pace::ALL)?;
    let trial = scene.trial("7.5.1 illegal move", format!("{from}{to}"), (&script, pace), plies, alerts);
    Some(scene.after_illegal_moves(trial, before))
}

/// The same, noticed before the press: the piece goes on to a square where it may go (7.5.1).
fn illegal_move_put_right(scene: &Scene<'_>, dice: &mut Dice) -> Option<Trial> {
    let diagram = scene.diagram;
    let m = scene.pick(dice, |m| is_plain(m) && m.victim.is_none() && m.piece.role != Role::King)?;
    let square = illegal_square(diagram, m.from, dice)?;
    let stood_ms = *dice.pick(&[600, 1_200])?;
    let script = [
        lift(m.from, m.piece),
        drop(square, m.piece),
        lift(square, m.piece).after_ms(stood_ms),
        drop(m.to, m.piece),
        press(diagram.turn),
    ];
    let mut alerts: Vec<Expected> = Vec::new();
    if stood_ms >= 800 {
        alerts.push(displacement(scene));
    }
    alerts.extend(laws::ending(&diagram.after(&m), Article4::Kept, scene.laws));
    let plies = vec![ExpectedPly::made(&m, &[])];
    let way = format!("{}, first on {square}", m.uci);
    Some(scene.trial("7.5.1 put right before the press", way, (&script, Pace::Calm), plies, alerts))
}

/// An illegal move completed, the position restored, and a move with another piece (7.5.1 with 4.3).
fn illegal_move_restored(scene: &Scene<'_>, dice: &mut Dice) -> Option<Trial> {
    let (diagram, laws) = (scene.diagram, scene.laws);
    if laws::is_limited(laws) {
        return None;
    }
    let (from, to, piece) = wrong_square(scene, dice)?;
    let m = scene.pick(dice, is_plain)?;
    if diagram.placement.at(to).is_some() {
        return None;
    }
    let mut script = vec![
        lift(from, piece),
        drop(to, piece),
        press(diagram.turn),
        lift(to, piece).after_ms(2_000),
        drop(from, piece),
    ];
    script.extend(played(&m));
    script.push(press(diagram.turn));
    let mut touched = vec![(from, piece), (m.from, m.piece)];
    touched.extend(m.victim);
    let owed = owed(diagram, &touched)?;
    let breach = laws::breach(&owed, &m, Severity::Warning, laws);
    let mut standing = diagram.placement;
    standing.set(from, None);
    standing.set(to, Some(piece));
    let mut alerts = vec![displacement(scene)];
    alerts.extend(laws::illegal_move(illegal(scene, &standing, 0), laws)?);
    alerts.push(laws::alert(AlertKind::PositionRestored, Rule::ILLEGAL_MOVE, Severity::Info, laws));
    alerts.extend(breach);
    alerts.extend(laws::ending(&diagram.after(&m), Article4::of(breach), laws));
    let broken: &[Move] = if breach.is_some() { &owed.moves } else { &[] };
    let way = format!("{from}{to}, restored, {}", m.uci);
    let plies = vec![ExpectedPly::made(&m, broken)];
    Some(scene.trial("7.5.1 restored and replaced", way, (&script, Pace::Calm), plies, alerts))
}

/// The king set two squares away, castling illegal, and the clock pressed (7.5.1).
fn illegal_castling_pressed(scene: &Scene<'_>, dice: &mut Dice) -> Option<Trial> {
    let (diagram, laws) = (scene.diagram, scene.laws);
    let (king, square, rule) = illegal_castling(scene, dice)?;
    let piece = Piece { color: diagram.turn, role: Role::King };
    let script = [lift(king, piece), drop(square, piece), press(diagram.turn)];
    let mut standing = diagram.placement;
    standing.set(king, None);
    standing.set(square, Some(piece));
    let mut alerts = vec![laws::alert(AlertKind::CastlingNotAllowed, rule, Severity::Warning, laws)];
    alerts.extend(laws::illegal_move(illegal(scene, &standing, 0), laws)?);
    let due = diagram.moves_of(king);
    let due = if due.is_empty() { diagram.moves.clone() } else { due };
    let plies = vec![ExpectedPly::pressed_in_vain(&due)];
    Some(scene.trial("7.5.1 illegal castling", format!("{king}{square}"), (&script, Pace::Calm), plies, alerts))
}

/// The king set for castling and the clock pressed, the rook still at home.
fn castling_half_done(scene: &Scene<'_>, dice: &mut Dice) -> Option<Trial> {
    let (diagram, laws) = (scene.diagram, scene.laws);
    let steps = |castling: &Move| {
        diagram.moves.iter().any(|m| m.rook.is_none() && m.to == castling.to && m.from == castling.from)
    };
    let m = scene
        .pick(dice, |m| m.rook.is_some_and(|(from, to)| from != to && from != m.to && m.from != m.to) && !steps(m))?;
    let script = [lift(m.from, m.piece), drop(m.to, m.piece), press(diagram.turn)];
    let mut standing = diagram.placement;
    standing.set(m.from, None);
    standing.set(m.to, Some(m.piece));
    let alerts = laws::illegal_move(illegal(scene, &standing, 0), laws)?;
    // 2005 names only 4.3 for the replacement.
    let due = if laws.edition == Edition::E2005 {
        diagram.moves_of(m.from)
    } else {
        diagram.moves.iter().filter(|other| other.rook.is_some() && other.to == m.to).cloned().collect()
    };
    let plies = vec![ExpectedPly::pressed_in_vain(&due)];
    Some(scene.trial("7.5.1 castling half done", m.uci.clone(), (&script, Pace::Calm), plies, alerts))
}

/// The pawn taken en passant left standing, and the clock pressed.
fn en_passant_pawn_left(scene: &Scene<'_>, dice: &mut Dice) -> Option<Trial> {
    let (diagram, laws) = (scene.diagram, scene.laws);
    let m = scene.pick(dice, |m| m.victim.is_some_and(|(square, _)| square != m.to))?;
    let script = [lift(m.from, m.piece), drop(m.to, m.piece), press(diagram.turn)];
    let mut standing = diagram.placement;
    standing.set(m.from, None);
    standing.set(m.to, Some(m.piece));
    let alerts = laws::illegal_move(illegal(scene, &standing, 0), laws)?;
    let due = if laws.edition == Edition::E2005 { diagram.moves_of(m.from) } else { vec![m.clone()] };
    let plies = vec![ExpectedPly::pressed_in_vain(&due)];
    Some(scene.trial("7.5.1 pawn left en passant", m.uci.clone(), (&script, Pace::Calm), plies, alerts))
}

/// The pawn left on the last rank, and the clock pressed (7.5.2).
fn pawn_left_on_last_rank(scene: &Scene<'_>, dice: &mut Dice) -> Option<Trial> {
    let (diagram, laws) = (scene.diagram, scene.laws);
    let queen = scene.pick(dice, |m| m.promotes() && m.arriving.role == Role::Queen)?;
    let after = diagram.after(&queen);
    if after.end().is_some() {
        return None;
    }
    let mut script: Script = vec![lift(queen.from, queen.piece)];
    script.extend(queen.victim.filter(|_| dice.chance(0.5)).map(|(square, victim)| lift(square, victim)));
    script.extend([drop(queen.to, queen.piece), press(diagram.turn)]);
    let before = dice.between(0, 2) as u32;
    let illegal = Illegal {
        count: before + 1,
        opponent_can_mate: laws::can_mate(&after, diagram.turn.other()),
        arbiter_must_act: true,
    };
    let alerts = laws::pawn_left(illegal, laws)?;
    let queen_is_put = laws.edition >= Edition::E2014;
    let lost_at_once = laws.edition == Edition::E2014 && laws::is_limited(laws);
    let due: Vec<Move> = if queen_is_put {
        vec![queen.clone()]
    } else {
        // 2005 names only 4.3 for the replacement, 2009 the release too.
        let all = diagram.moves_of(queen.from).into_iter();
        match laws.edition {
            Edition::E2005 => return None,
            _ => all.filter(|m| m.to == queen.to).collect(),
        }
    };
    let plies = vec![ExpectedPly {
        made: (queen_is_put && !lost_at_once).then(|| queen.uci.clone()),
        completed: Some(true),
        owed: Some(super::uci_sorted(&due)),
    }];
    let pace = *dice.pick(&Pace::ALL)?;
    let trial = scene.trial("7.5.2 pawn left on the last rank", queen.uci.clone(), (&script, pace), plies, alerts);
    Some(scene.after_illegal_moves(trial, before))
}

/// The pawn left on the last rank, and the opponent replies from the board as it stands, without full supervision: the
/// queen that 7.5.2 would put gives no check, for the pawn stands there (A.4.2, A.4.4; A.5.2, A.5.4 in 2023).
fn pawn_left_and_answered(scene: &Scene<'_>, dice: &mut Dice) -> Option<Trial> {
    let (diagram, laws) = (scene.diagram, scene.laws);
    if !laws::is_limited(laws) || laws.edition < Edition::E2018 {
        return None;
    }
    let queen = scene.pick(dice, |m| m.promotes() && m.arriving.role == Role::Queen && m.victim.is_none())?;
    // Whatever is legal against a lesser piece there is legal against a pawn, which attacks nothing on its last rank.
    let lesser = |m: &&Move| {
        m.from == queen.from && m.to == queen.to && matches!(m.arriving.role, Role::Bishop | Role::Knight | Role::Rook)
    };
    let replies: Vec<Move> = diagram
        .moves
        .iter()
        .filter(lesser)
        .flat_map(|m| diagram.after(m).moves)
        .filter(|m| is_plain(m) && m.piece.role != Role::Pawn)
        .collect();
    let reply = dice.pick(&replies)?.clone();
    let taken = reply.to == queen.to;
    let mut script = vec![lift(queen.from, queen.piece), drop(queen.to, queen.piece), press(diagram.turn)];
    script.extend([lift(reply.from, reply.piece).after_ms(1_500)]);
    let victim = if taken { Some((queen.to, queen.piece)) } else { reply.victim };
    script.extend(victim.map(|(square, victim)| lift(square, victim)));
    script.extend([drop(reply.to, reply.piece), press(diagram.turn.other())]);
    let mut standing = diagram.placement;
    standing.set(queen.from, None);
    standing.set(queen.to, Some(queen.piece));
    standing.set(reply.from, None);
    standing.set(reply.to, Some(reply.piece));
    let illegal = Illegal { count: 1, opponent_can_mate: None, arbiter_must_act: true };
    let mut alerts = laws::pawn_left(illegal, laws)?;
    alerts.push(laws::alert(AlertKind::IllegalMoveStands, Rule::MOVE_STANDS, Severity::Info, laws));
    // As the queen that the Laws put there it may have ended the game before the reply.
    alerts.extend(laws::ending(&diagram.after(&queen), Article4::Broken, laws));
    if laws::arbiter_must_act(&standing) {
        alerts.push(laws::alert(AlertKind::IllegalPositionWatch, Rule::ILLEGAL_POSITION, Severity::Notice, laws));
        alerts.push(laws::alert(AlertKind::RulingGameDrawn, Rule::ILLEGAL_POSITION, Severity::Ruling, laws));
    }
    let plies = vec![
        ExpectedPly::pressed_in_vain(std::slice::from_ref(&queen)),
        ExpectedPly { made: Some(reply.uci.clone()), completed: Some(true), owed: Some(Vec::new()) },
    ];
    let way = format!("{} answered by {}", queen.uci, reply.uci);
    Some(scene.trial("7.5.2 pawn left and answered", way, (&script, Pace::Calm), plies, alerts))
}

/// Pressed, nothing moved; perhaps a piece was lifted and put back (7.5.3).
fn pressed_with_nothing_done(scene: &Scene<'_>, dice: &mut Dice) -> Option<Trial> {
    let (diagram, laws) = (scene.diagram, scene.laws);
    let touched = dice.chance(0.5).then(|| scene.pick(dice, |m| m.rook.is_none())).flatten();
    let mut script: Script = Vec::new();
    let mut alerts: Vec<Expected> = Vec::new();
    let mut due = diagram.moves.clone();
    if let Some(m) = &touched {
        script.extend([lift(m.from, m.piece), drop(m.from, m.piece)]);
        alerts.push(article_4(AlertKind::TouchedPieceReturned, Rule::ADJUSTED, Severity::Notice, laws));
        due = diagram.moves_of(m.from);
    }
    script.push(press(diagram.turn));
    empty_press(scene, "nothing done", &script, alerts, &due, dice)
}

/// Pressed with a piece in the air, which stays there.
fn pressed_with_a_piece_in_the_air(scene: &Scene<'_>, dice: &mut Dice) -> Option<Trial> {
    let m = scene.pick(dice, |m| m.rook.is_none())?;
    let script = [lift(m.from, m.piece), press(scene.diagram.turn)];
    let due = scene.diagram.moves_of(m.from);
    empty_press(scene, "piece in the air", &script, Vec::new(), &due, dice)
}

/// A move made and taken back, and the clock pressed: the release binds (4.7).
fn pressed_after_taking_back(scene: &Scene<'_>, dice: &mut Dice) -> Option<Trial> {
    let m = scene.pick(dice, |m| is_plain(m) && m.victim.is_none())?;
    if scene.diagram.after(&m).end().is_some() {
        return None;
    }
    let script = [
        lift(m.from, m.piece),
        drop(m.to, m.piece),
        lift(m.to, m.piece).after_ms(900),
        drop(m.from, m.piece),
        press(scene.diagram.turn),
    ];
    // 2005 names only 4.3 for a replacement, and nothing was completed here.
    if scene.laws.edition == Edition::E2005 {
        return None;
    }
    empty_press(scene, "taken back", &script, Vec::new(), &[m], dice)
}

fn empty_press(
    scene: &Scene<'_>,
    way: &str,
    script: &[Step],
    mut alerts: Vec<Expected>,
    due: &[Move],
    dice: &mut Dice,
) -> Option<Trial> {
    let laws = scene.laws;
    let before = dice.between(0, 2) as u32;
    alerts.extend(laws::empty_press(illegal(scene, &scene.diagram.placement, before), laws)?);
    let counted = laws.edition >= Edition::E2018;
    let plies = vec![if counted { ExpectedPly::pressed_in_vain(due) } else { ExpectedPly::unfinished(due) }];
    let pace = *dice.pick(&Pace::ALL)?;
    let trial = scene.trial("7.5.3 pressed without a move", way, (script, pace), plies, alerts);
    Some(scene.after_illegal_moves(trial, before))
}

/// A second press of the player whose clock does not run, a piece having been touched between (6.2.4).
fn pressed_out_of_turn(scene: &Scene<'_>, dice: &mut Dice) -> Option<Trial> {
    let (diagram, laws) = (scene.diagram, scene.laws);
    let m = scene.pick(dice, is_plain)?;
    let after = diagram.after(&m);
    if after.end().is_some() {
        return None;
    }
    let reply = dice.pick(&after.moves)?.clone();
    let mut script = played(&m);
    script.extend([press(diagram.turn), lift(reply.from, reply.piece), press(diagram.turn)]);
    let alerts = vec![laws::alert(AlertKind::PressByOtherSide, Rule::HANDLING_THE_CLOCK, Severity::Notice, laws)];
    let plies = vec![ExpectedPly::made(&m, &[])];
    Some(scene.trial("6.2.4 pressed out of turn", m.uci.clone(), (&script, Pace::Calm), plies, alerts))
}

/// A piece of the player who has just completed his move, lifted and put back in the opponent's time (6.2.5).
fn adjusted_out_of_turn(scene: &Scene<'_>, dice: &mut Dice) -> Option<Trial> {
    let (diagram, laws) = (scene.diagram, scene.laws);
    let m = scene.pick(dice, is_plain)?;
    let after = diagram.after(&m);
    if after.end().is_some() {
        return None;
    }
    let (square, piece) = *dice.pick(&after.pieces(diagram.turn))?;
    let mut script = played(&m);
    script.extend([press(diagram.turn), lift(square, piece), drop(square, piece)]);
    let mut due = Vec::new();
    let alert = if after.captures_of(square).is_empty() {
        laws::alert(AlertKind::OffTurnTouch, Rule::ADJUSTED_OFF_TURN, Severity::Notice, laws)
    } else {
        due = after.captures_of(square);
        article_4(AlertKind::TouchedPieceReturned, Rule::ADJUSTED, Severity::Notice, laws)
    };
    let mut plies = vec![ExpectedPly::made(&m, &[])];
    if !due.is_empty() {
        plies.push(ExpectedPly::unfinished(&due));
    }
    let way = format!("{} then {piece}{square}", m.uci);
    Some(scene.trial("6.2.5 adjusted out of turn", way, (&script, Pace::Calm), plies, vec![alert]))
}

/// Two pieces off their squares at once after the move is made: knocked over, and put right before the press (7.4.1).
fn knocked_over(scene: &Scene<'_>, dice: &mut Dice) -> Option<Trial> {
    let (diagram, laws) = (scene.diagram, scene.laws);
    let m = scene.pick(dice, is_plain)?;
    let after = diagram.after(&m);
    let mut others = after.pieces(diagram.turn);
    others.retain(|(square, _)| *square != m.to);
    if others.len() < 2 || after.end().is_some() {
        return None;
    }
    let first = others.remove(dice.between(0, others.len() as u64 - 1) as usize);
    let second = *dice.pick(&others)?;
    // King and rook together are another matter.
    if [first.1.role, second.1.role].contains(&Role::King) {
        return None;
    }
    let mut script = played(&m);
    script.extend([
        lift(first.0, first.1),
        lift(second.0, second.1),
        drop(second.0, second.1),
        drop(first.0, first.1),
        press(diagram.turn),
    ]);
    let alerts = vec![laws::alert(AlertKind::DisplacedPieces, Rule::DISPLACED, Severity::Notice, laws)];
    let plies = vec![ExpectedPly::made(&m, &[])];
    Some(scene.trial("7.4 knocked over", m.uci.clone(), (&script, Pace::Calm), plies, alerts))
}

/// After the move is made another piece is put where it does not belong, and the clock is pressed (7.4.1, 7.6).
fn another_piece_displaced(scene: &Scene<'_>, dice: &mut Dice) -> Option<Trial> {
    let (diagram, laws) = (scene.diagram, scene.laws);
    let m = scene.pick(dice, |m| is_plain(m) && m.piece.role != Role::King)?;
    let after = diagram.after(&m);
    let others: Vec<(Square, Piece)> = after
        .placement
        .pieces()
        .filter(|(square, piece)| *square != m.to && piece.color == diagram.turn && piece.role != Role::King)
        .collect();
    let (from, piece) = *dice.pick(&others)?;
    let to = illegal_square(diagram, from, dice)?;
    if after.end().is_some() || after.placement.at(to).is_some() || to == m.from {
        return None;
    }
    let mut script = played(&m);
    script.extend([lift(from, piece), drop(to, piece), press(diagram.turn)]);
    let alerts = vec![
        laws::alert(AlertKind::DisplacedPieces, Rule::DISPLACED, Severity::Notice, laws),
        laws::alert(AlertKind::PositionMismatch, Rule::FOUND_DISPLACED, Severity::Notice, laws),
    ];
    let plies = vec![ExpectedPly::made(&m, &[])];
    let way = format!("{} and {piece}{from} to {to}", m.uci);
    Some(scene.trial("7.6 another piece displaced", way, (&script, Pace::Calm), plies, alerts))
}

/// An own piece and a square that no legal move takes it to: empty, or with an opponent's piece other than the king.
fn wrong_square(scene: &Scene<'_>, dice: &mut Dice) -> Option<(Square, Square, Piece)> {
    let diagram = scene.diagram;
    let (from, piece) = *dice.pick(&diagram.pieces(diagram.turn))?;
    let king = piece.role == Role::King;
    let centre = |square: Square| matches!(square.file(), 3 | 4) && matches!(square.rank(), 3 | 4);
    let is_wrong = |&square: &Square| {
        let there = diagram.placement.at(square);
        there.is_none_or(|there| there.color != piece.color && there.role != Role::King)
            && !is_reachable(diagram, from, square)
            // Set two squares away it is a castling, in the centre the sign of a result.
            && !(king && (centre(square) || square.rank() == from.rank()))
    };
    let squares: Vec<Square> = Square::all().filter(is_wrong).collect();
    Some((from, *dice.pick(&squares)?, piece))
}

fn displacement(scene: &Scene<'_>) -> Expected {
    laws::alert(AlertKind::IllegalDisplacement, Rule::ILLEGAL_SQUARE, Severity::Notice, scene.laws)
}

fn illegal(scene: &Scene<'_>, standing: &Placement, before: u32) -> Illegal {
    let opponent: Color = scene.diagram.turn.other();
    Illegal {
        count: before + 1,
        opponent_can_mate: laws::can_mate(scene.diagram, opponent),
        arbiter_must_act: laws::arbiter_must_act(standing),
    }
}
