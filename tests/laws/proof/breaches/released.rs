//! Released pieces: 4.4.4, 4.6, 4.7.

use protocols::{Piece, Role, Square};
use touchmove::{
    emulate::Dice,
    turn::{AlertKind, Severity},
};

use super::{Breach, Scene, is_plain, played};
use crate::proof::{
    chess::Move,
    hands::{Pace, Script, drop, lift, press},
    laws::{self, Article4, Expected, Rule, article_4},
    trial::{ExpectedPly, Trial},
};

pub(super) const BREACHES: &[Breach] = &[
    moved_on,
    moved_on,
    taken_back_for_another,
    capture_undone,
    en_passant_undone,
    king_step_before_castling,
    promotion_pawn_moved_on,
    promotion_piece_changed,
    promotion_piece_invalid,
    castling_abandoned,
    castling_not_allowed,
];

/// Rested on one square, then moved on to another (4.7).
fn moved_on(scene: &Scene<'_>, dice: &mut Dice) -> Option<Trial> {
    let diagram = scene.diagram;
    let quiet = |m: &Move| is_plain(m) && m.victim.is_none() && !is_castling_square(scene, m);
    let first = scene.pick(dice, quiet)?;
    let then = scene.pick(dice, |m| is_plain(m) && m.from == first.from && m.to != first.to)?;
    let mut script =
        vec![lift(first.from, first.piece), drop(first.to, first.piece), lift(first.to, first.piece).after_ms(700)];
    script.extend(then.victim.map(|(square, victim)| lift(square, victim)));
    script.extend([drop(then.to, then.piece), press(diagram.turn)]);
    released_then_moved(scene, "piece moved on", &[first], &then, &script)
}

/// A move made, taken back, and another piece moved (4.7).
fn taken_back_for_another(scene: &Scene<'_>, dice: &mut Dice) -> Option<Trial> {
    let diagram = scene.diagram;
    let first = scene.pick(dice, |m| is_plain(m) && m.victim.is_none() && !is_castling_square(scene, m))?;
    let then = scene.pick(dice, |m| is_plain(m) && m.from != first.from)?;
    let mut script = vec![
        lift(first.from, first.piece),
        drop(first.to, first.piece),
        lift(first.to, first.piece).after_ms(700),
        drop(first.from, first.piece),
    ];
    script.extend(played(&then));
    script.push(press(diagram.turn));
    released_then_moved(scene, "taken back for another piece", &[first], &then, &script)
}

/// A capture made and undone, and the piece moved elsewhere (4.7.1).
fn capture_undone(scene: &Scene<'_>, dice: &mut Dice) -> Option<Trial> {
    let first = scene.pick(dice, |m| is_plain(m) && m.victim.is_some())?;
    let (square, victim) = first.victim?;
    let then = scene.pick(dice, |m| is_plain(m) && m.from == first.from && m.to != first.to && m.victim.is_none())?;
    let script = [
        lift(square, victim),
        lift(first.from, first.piece),
        drop(first.to, first.piece),
        lift(first.to, first.piece).after_ms(700),
        drop(square, victim),
        drop(then.to, then.piece),
        press(scene.diagram.turn),
    ];
    released_then_moved(scene, "capture undone", &[first], &then, &script)
}

/// The pawn set on the square en passant, the other one still there, then moved elsewhere.
fn en_passant_undone(scene: &Scene<'_>, dice: &mut Dice) -> Option<Trial> {
    let first = scene.pick(dice, |m| m.victim.is_some_and(|(square, _)| square != m.to))?;
    let then = scene.pick(dice, |m| is_plain(m) && m.from == first.from && m.victim.is_none())?;
    let script = [
        lift(first.from, first.piece),
        drop(first.to, first.piece),
        lift(first.to, first.piece).after_ms(700),
        drop(then.to, then.piece),
        press(scene.diagram.turn),
    ];
    released_then_moved(scene, "en passant undone", &[first], &then, &script)
}

/// The king rests on the square that it crosses, then castles.
fn king_step_before_castling(scene: &Scene<'_>, dice: &mut Dice) -> Option<Trial> {
    let castling = scene.pick(dice, |m| m.rook.is_some_and(|(from, to)| from != to) && !scene.diagram.is_chess960())?;
    let (rook_from, rook_to) = castling.rook?;
    let first = scene.pick(dice, |m| is_plain(m) && m.from == castling.from && m.to == rook_to)?;
    let rook = Piece { color: castling.piece.color, role: Role::Rook };
    let script = [
        lift(first.from, first.piece),
        drop(first.to, first.piece),
        lift(first.to, first.piece).after_ms(700),
        drop(castling.to, castling.piece),
        lift(rook_from, rook),
        drop(rook_to, rook),
        press(scene.diagram.turn),
    ];
    released_then_moved(scene, "king rested on the way", &[first], &castling, &script)
}

/// The pawn set on the last rank, then taken to another square there.
fn promotion_pawn_moved_on(scene: &Scene<'_>, dice: &mut Dice) -> Option<Trial> {
    let first = scene.pick(dice, |m| m.promotes() && m.victim.is_none())?;
    let then = scene.pick(dice, |m| m.promotes() && m.from == first.from && m.to != first.to)?;
    let (square, victim) = then.victim?;
    let released: Vec<Move> = scene.diagram.moves_of(first.from).into_iter().filter(|m| m.to == first.to).collect();
    let script = [
        lift(first.from, first.piece),
        drop(first.to, first.piece),
        lift(first.to, first.piece).after_ms(700),
        lift(square, victim),
        drop(then.to, then.arriving),
        press(scene.diagram.turn),
    ];
    released_then_moved(scene, "promotion elsewhere", &released, &then, &script)
}

fn released_then_moved(
    scene: &Scene<'_>,
    way: &str,
    released: &[Move],
    then: &Move,
    script: &[crate::proof::hands::Step],
) -> Option<Trial> {
    let laws = scene.laws;
    // The first move may have ended the game.
    if released.iter().any(|m| scene.diagram.after(m).end().is_some()) {
        return None;
    }
    let mut alerts = vec![article_4(AlertKind::ReleasedThenMoved, Rule::RELEASED, Severity::Warning, laws)];
    alerts.extend(laws::ending(&scene.diagram.after(then), Article4::Broken, laws));
    let way = format!("{way}: {} then {}", released[0].uci, then.uci);
    let plies = vec![ExpectedPly::made(then, released)];
    Some(scene.trial("4.7 released, then moved", way, (script, Pace::Calm), plies, alerts))
}

/// A king's step that in Chess960 may be half of a castling, and a rook's that may.
fn is_castling_square(scene: &Scene<'_>, m: &Move) -> bool {
    scene.diagram.moves.iter().any(|castling| {
        castling.rook.is_some_and(|(rook_from, rook_to)| {
            (castling.from == m.from && castling.to == m.to) || (rook_from == m.from && rook_to == m.to)
        })
    })
}

/// A second piece on the promotion square (4.4.4).
fn promotion_piece_changed(scene: &Scene<'_>, dice: &mut Dice) -> Option<Trial> {
    let laws = scene.laws;
    let first = scene.pick(dice, Move::promotes)?;
    let then = scene.pick(dice, |m| m.promotes() && m.from == first.from && m.to == first.to && *m != first)?;
    if scene.diagram.after(&first).end().is_some() {
        return None;
    }
    let mut script: Script = first.victim.map(|(square, victim)| lift(square, victim)).into_iter().collect();
    let pawn_first = dice.chance(0.5);
    let pawn = lift(first.from, first.piece);
    script.extend(pawn_first.then_some(pawn));
    script.push(drop(first.to, first.arriving));
    script.extend(dice.chance(0.5).then(|| lift(first.to, first.arriving).after_ms(700)));
    script.push(drop(then.to, then.arriving).after_ms(700));
    script.extend((!pawn_first).then_some(pawn));
    script.push(press(scene.diagram.turn));
    let alerts = vec![
        article_4(AlertKind::PromotionPieceChanged, Rule::PROMOTION_CHOICE, Severity::Warning, laws),
        laws::alert(AlertKind::PositionMismatch, Rule::FOUND_DISPLACED, Severity::Notice, laws),
    ];
    let way = format!("{} then {}, pawn {}", first.uci, then.arriving, if pawn_first { "first" } else { "last" });
    let plies = vec![ExpectedPly::made(&first, std::slice::from_ref(&first))];
    Some(scene.trial("4.4.4 promotion piece changed", way, (&script, Pace::Calm), plies, alerts))
}

/// A king, or a piece of the other colour, on the promotion square (3.7.5.1); put right before the press.
fn promotion_piece_invalid(scene: &Scene<'_>, dice: &mut Dice) -> Option<Trial> {
    let (laws, turn) = (scene.laws, scene.diagram.turn);
    let m = scene.pick(dice, Move::promotes)?;
    let wrong = *dice.pick(&[
        Piece { color: turn, role: Role::King },
        Piece { color: turn.other(), role: Role::Queen },
        Piece { color: turn.other(), role: Role::Pawn },
    ])?;
    let mut script: Script = m.victim.map(|(square, victim)| lift(square, victim)).into_iter().collect();
    // The piece just captured, put back on its square, is no new one.
    if m.victim.is_some_and(|(_, victim)| victim == wrong) {
        return None;
    }
    script.extend([
        lift(m.from, m.piece),
        drop(m.to, wrong),
        lift(m.to, wrong).after_ms(1_000),
        drop(m.to, m.arriving),
        press(turn),
    ]);
    let mut alerts: Vec<Expected> =
        vec![laws::alert(AlertKind::PromotionPieceInvalid, Rule::PROMOTION, Severity::Warning, laws)];
    alerts.extend(laws::ending(&scene.diagram.after(&m), Article4::Kept, laws));
    let way = format!("{} with {wrong} first", m.uci);
    let plies = vec![ExpectedPly::made(&m, &[])];
    Some(scene.trial("3.7.5 promotion piece invalid", way, (&script, Pace::Calm), plies, alerts))
}

/// The king released two squares away, castling legal, and another move made (4.7.2).
fn castling_abandoned(scene: &Scene<'_>, dice: &mut Dice) -> Option<Trial> {
    let (laws, diagram) = (scene.laws, scene.diagram);
    let steps = |castling: &Move| {
        diagram.moves.iter().any(|m| m.rook.is_none() && m.from == castling.from && m.to == castling.to)
    };
    let castling = scene
        .pick(dice, |m| m.rook.is_some_and(|(from, to)| m.from != m.to && from != to && from != m.to) && !steps(m))?;
    let then = scene.pick(dice, is_plain)?;
    let mut script = vec![
        lift(castling.from, castling.piece),
        drop(castling.to, castling.piece),
        lift(castling.to, castling.piece).after_ms(700),
    ];
    if then.from == castling.from {
        script.extend(then.victim.map(|(square, victim)| lift(square, victim)));
        script.push(drop(then.to, then.piece));
    } else {
        script.push(drop(castling.from, castling.piece));
        script.extend(played(&then));
    }
    script.push(press(diagram.turn));
    let mut alerts = vec![article_4(AlertKind::CastlingAbandoned, Rule::KING_RELEASED, Severity::Warning, laws)];
    alerts.extend(laws::ending(&diagram.after(&then), Article4::Broken, laws));
    let announced: Vec<Move> =
        diagram.moves.iter().filter(|m| m.rook.is_some() && m.to == castling.to).cloned().collect();
    let way = format!("{} then {}", castling.uci, then.uci);
    let plies = vec![ExpectedPly::made(&then, &announced)];
    Some(scene.trial("4.7.2 castling abandoned", way, (&script, Pace::Calm), plies, alerts))
}

/// The king set two squares away, castling illegal: another king move is due (3.8.2, 4.4.3).
fn castling_not_allowed(scene: &Scene<'_>, dice: &mut Dice) -> Option<Trial> {
    let (laws, diagram) = (scene.laws, scene.diagram);
    let (king, square, rule) = illegal_castling(scene, dice)?;
    let piece = Piece { color: diagram.turn, role: Role::King };
    let then = scene.pick(dice, is_plain)?;
    let due = diagram.moves_of(king);
    let free = due.is_empty();
    let mut script = vec![lift(king, piece), drop(square, piece), lift(square, piece).after_ms(700)];
    if then.from == king {
        script.extend(then.victim.map(|(square, victim)| lift(square, victim)));
        script.push(drop(then.to, then.piece));
    } else {
        script.push(drop(king, piece));
        script.extend(played(&then));
    }
    script.push(press(diagram.turn));
    let mut alerts = vec![laws::alert(AlertKind::CastlingNotAllowed, rule, Severity::Warning, laws)];
    let broken = then.from != king && !free;
    if broken {
        let rule = Rule::CASTLING_INTENDED_ILLEGALLY;
        alerts.push(article_4(AlertKind::TouchMoveViolated, rule, Severity::Warning, laws));
    }
    alerts.extend(laws::ending(&diagram.after(&then), if broken { Article4::Broken } else { Article4::Kept }, laws));
    let way = format!("{king}{square} then {}", then.uci);
    let plies = vec![ExpectedPly::made(&then, if broken { &due } else { &[] })];
    Some(scene.trial("4.4.3 castling not allowed", way, (&script, Pace::Calm), plies, alerts))
}

/// A king at home, a square two files away, and why castling there is illegal (3.8.2.1, 3.8.2.2).
pub(super) fn illegal_castling(scene: &Scene<'_>, dice: &mut Dice) -> Option<(Square, Square, Rule)> {
    let diagram = scene.diagram;
    let king = diagram.king(diagram.turn);
    let home = if diagram.turn == protocols::Color::White { 0 } else { 7 };
    if diagram.is_chess960() || king.file() != 4 || king.rank() != home {
        return None;
    }
    let short = dice.chance(0.5);
    let square = Square::from_coords(if short { 6 } else { 2 }, home)?;
    let corner = Square::from_coords(if short { 7 } else { 0 }, home)?;
    let legal = diagram.moves.iter().any(|m| m.from == king && m.to == square);
    if legal || diagram.placement.at(square).is_some() {
        return None;
    }
    let has_right = diagram.castling_rooks().contains(&corner);
    Some((king, square, if has_right { Rule::CASTLING_PREVENTED } else { Rule::CASTLING_RIGHT_LOST }))
}
