//! Touched pieces: 4.2 to 4.5.

use protocols::{Piece, Role, Square};
use touchmove::{
    emulate::Dice,
    turn::{AlertKind, Severity},
};

use super::{Breach, Scene, illegal_square, is_plain, played};
use crate::proof::{
    chess::Move,
    hands::{Pace, Script, drop, lift, press},
    laws::{self, Article4, Expected, Owed, Rule, article_4, owed},
    trial::{ExpectedPly, Trial},
};

pub(super) const BREACHES: &[Breach] = &[
    lifted_and_put_back,
    lifted_and_put_back,
    lifted_and_put_back,
    lifted_and_put_back,
    king_and_rook_lifted_and_put_back,
    held_meanwhile,
    stood_elsewhere,
    rook_before_king,
    rook_put_down_before_king,
    swept_off,
];

/// Pieces lifted and put back, then a move: what is owed by rows of 4.3 to 4.5, and what else is broken.
fn lifted_and_put_back(scene: &Scene<'_>, dice: &mut Dice) -> Option<Trial> {
    let diagram = scene.diagram;
    let all: Vec<(Square, Piece)> = diagram.placement.pieces().collect();
    let mut touched: Vec<(Square, Piece)> = Vec::new();
    for _ in 0..dice.between(1, 3) {
        let own = diagram.pieces(diagram.turn);
        let from = if dice.chance(0.6) { &own } else { &all };
        let piece = *dice.pick(from)?;
        if !touched.contains(&piece) {
            touched.push(piece);
        }
    }
    then_moved(scene, &touched, dice)
}

/// King and rook, in either order: 4.4.1 to 4.4.3.
fn king_and_rook_lifted_and_put_back(scene: &Scene<'_>, dice: &mut Dice) -> Option<Trial> {
    let diagram = scene.diagram;
    let king = (diagram.king(diagram.turn), Piece { color: diagram.turn, role: Role::King });
    let rook = Piece { color: diagram.turn, role: Role::Rook };
    let rooks: Vec<(Square, Piece)> = diagram.placement.pieces().filter(|(_, piece)| *piece == rook).collect();
    let rook = *dice.pick(&rooks)?;
    let touched = if dice.chance(0.5) { [king, rook] } else { [rook, king] };
    then_moved(scene, &touched, dice)
}

fn then_moved(scene: &Scene<'_>, touched: &[(Square, Piece)], dice: &mut Dice) -> Option<Trial> {
    let (diagram, laws) = (scene.diagram, scene.laws);
    // Castling with one piece alone shows no order of king and rook.
    let one_alone = |m: &Move| m.rook.is_some_and(|(from, to)| from == to || m.from == m.to);
    let m = scene.pick(dice, |m| !one_alone(m))?;
    let mut script: Script =
        touched.iter().flat_map(|&(square, piece)| [lift(square, piece), drop(square, piece)]).collect();
    let (playing, by_release) = deliberately(&m);
    script.extend(playing);
    script.push(press(diagram.turn));
    let mut counted = touched.to_vec();
    counted.extend(by_release.iter().filter(|piece| !touched.contains(piece)));
    let owed = owed(diagram, &counted)?;
    let breach = laws::breach(&owed, &m, Severity::Notice, laws);
    let mut alerts: Vec<Expected> = breach.into_iter().collect();
    let pace = *dice.pick(&[Pace::Calm, Pace::Brisk])?;
    // Lifted again before it had settled, the piece has not been put back.
    let put_back =
        touched.iter().filter(|&&piece| pace == Pace::Calm || touched.last() != Some(&piece) || by_release[0] != piece);
    alerts.extend(put_back.map(|&(square, _)| {
        let can_be_owed = !diagram.moves_of(square).is_empty()
            || !diagram.captures_of(square).is_empty()
            || diagram.moves.iter().any(|m| m.rook.is_some_and(|(rook, _)| rook == square));
        let severity = if breach.is_some() && can_be_owed { Severity::Notice } else { Severity::Info };
        article_4(AlertKind::TouchedPieceReturned, Rule::ADJUSTED, severity, laws)
    }));
    alerts.extend(laws::ending(&diagram.after(&m), Article4::of(breach), laws));
    let broken: &[Move] = if breach.is_some() { &owed.moves } else { &[] };
    let way = format!("{} after {}", m.uci, list(touched));
    let plies = vec![ExpectedPly::made(&m, broken)];
    Some(scene.trial(&family(breach, &owed), way, (&script, pace), plies, alerts))
}

/// A move played in plain order, and the pieces touched before it is released: no later touch binds.
fn deliberately(m: &Move) -> (Script, Vec<(Square, Piece)>) {
    let own = (m.from, m.piece);
    let rook = |from| (from, Piece { color: m.piece.color, role: Role::Rook });
    match (m.rook, m.victim) {
        (Some((from, to)), _) if m.to == from => {
            let (rook_from, rook) = rook(from);
            let quickly = |step: crate::proof::hands::Step| step.after_ms(60);
            let script = vec![
                lift(m.from, m.piece),
                quickly(lift(rook_from, rook)),
                quickly(drop(m.to, m.piece)),
                quickly(drop(to, rook)),
            ];
            (script, vec![own, (rook_from, rook)])
        }
        (Some((from, to)), _) => {
            let (from, rook) = rook(from);
            (vec![lift(m.from, m.piece), drop(m.to, m.piece), lift(from, rook), drop(to, rook)], vec![own])
        }
        (None, Some((square, victim))) => {
            (vec![lift(m.from, m.piece), lift(square, victim), drop(m.to, m.arriving)], vec![own, (square, victim)])
        }
        (None, None) => (vec![lift(m.from, m.piece), drop(m.to, m.arriving)], vec![own]),
    }
}

/// A piece held in the hand while another moves, and put back after it.
fn held_meanwhile(scene: &Scene<'_>, dice: &mut Dice) -> Option<Trial> {
    let (diagram, laws) = (scene.diagram, scene.laws);
    let all: Vec<(Square, Piece)> = diagram.placement.pieces().collect();
    let (square, piece) = *dice.pick(&all)?;
    let king_and_rook = |m: &Move| {
        let roles = [m.piece.role, piece.role];
        piece.color == diagram.turn && roles.contains(&Role::King) && roles.contains(&Role::Rook)
    };
    let m = scene.pick(dice, |m| is_plain(m) && m.from != square && m.to != square && !king_and_rook(m))?;
    let mut script = vec![lift(square, piece)];
    script.extend(played(&m));
    script.extend([drop(square, piece), press(diagram.turn)]);
    let mut touched = vec![(square, piece), (m.from, m.piece)];
    touched.extend(m.victim);
    let owed = owed(diagram, &touched)?;
    let breach = laws::breach(&owed, &m, Severity::Notice, laws);
    let mut alerts: Vec<Expected> = breach.into_iter().collect();
    alerts.extend(laws::ending(&diagram.after(&m), Article4::of(breach), laws));
    let broken: &[Move] = if breach.is_some() { &owed.moves } else { &[] };
    let pace = *dice.pick(&Pace::ALL)?;
    let way = format!("{} with {} in the hand", m.uci, list(&[(square, piece)]));
    let plies = vec![ExpectedPly::made(&m, broken)];
    Some(scene.trial(&family(breach, &owed), way, (&script, pace), plies, alerts))
}

/// A piece put on a square where it cannot go and back again: moved, not adjusted; then another one moves.
fn stood_elsewhere(scene: &Scene<'_>, dice: &mut Dice) -> Option<Trial> {
    let (diagram, laws) = (scene.diagram, scene.laws);
    let own: Vec<(Square, Piece)> =
        diagram.pieces(diagram.turn).into_iter().filter(|(_, piece)| piece.role != Role::King).collect();
    let (square, piece) = *dice.pick(&own)?;
    let elsewhere = illegal_square(diagram, square, dice)?;
    let m = scene.pick(dice, |m| is_plain(m) && m.from != square && m.to != elsewhere)?;
    let stood_ms = *dice.pick(&[500, 1_300])?;
    let mut script = vec![
        lift(square, piece),
        drop(elsewhere, piece),
        lift(elsewhere, piece).after_ms(stood_ms),
        drop(square, piece),
    ];
    script.extend(played(&m));
    script.push(press(diagram.turn));
    let mut touched = vec![(square, piece), (m.from, m.piece)];
    touched.extend(m.victim);
    let owed = owed(diagram, &touched)?;
    let breach = laws::breach(&owed, &m, Severity::Warning, laws);
    let mut alerts: Vec<Expected> = breach.into_iter().collect();
    if stood_ms >= 800 {
        alerts.push(laws::alert(AlertKind::IllegalDisplacement, Rule::ILLEGAL_SQUARE, Severity::Notice, laws));
    }
    alerts.extend(laws::ending(&diagram.after(&m), Article4::of(breach), laws));
    let broken: &[Move] = if breach.is_some() { &owed.moves } else { &[] };
    let way = format!("{} after {} was set on {elsewhere}", m.uci, list(&[(square, piece)]));
    let plies = vec![ExpectedPly::made(&m, broken)];
    Some(scene.trial(&family(breach, &owed), way, (&script, Pace::Calm), plies, alerts))
}

/// The rook lifted first and held, then the king lifted and put down, then the rook (4.4.2).
fn rook_before_king(scene: &Scene<'_>, dice: &mut Dice) -> Option<Trial> {
    let (m, (rook_from, rook_to), rook) = castling_of_both(scene, dice)?;
    let laws = scene.laws;
    let script = [
        lift(rook_from, rook),
        lift(m.from, m.piece),
        drop(m.to, m.piece).after_ms(90),
        drop(rook_to, rook).after_ms(60),
        press(scene.diagram.turn),
    ];
    rook_first(scene, &m, &script, (rook_from, rook), "rook lifted first", laws)
}

/// The rook put down beside the king, then the king comes over (4.4.2).
fn rook_put_down_before_king(scene: &Scene<'_>, dice: &mut Dice) -> Option<Trial> {
    let (m, (rook_from, rook_to), rook) = castling_of_both(scene, dice)?;
    let rook_could = scene.diagram.moves_of(rook_from).iter().any(|m| m.to == rook_to);
    if !rook_could || m.to == rook_from || rook_to == m.from {
        return None;
    }
    let script = [
        lift(rook_from, rook),
        drop(rook_to, rook),
        lift(m.from, m.piece),
        drop(m.to, m.piece),
        press(scene.diagram.turn),
    ];
    let mut trial = rook_first(scene, &m, &script, (rook_from, rook), "rook put down first", scene.laws)?;
    // Released on that square, it must stay there (4.7).
    trial.expect.plies[0].owed = Some(vec![format!("{rook_from}{rook_to}")]);
    Some(trial)
}

fn castling_of_both(scene: &Scene<'_>, dice: &mut Dice) -> Option<(Move, (Square, Square), Piece)> {
    let m = scene.pick(dice, |m| m.rook.is_some_and(|(from, to)| from != to && m.from != m.to))?;
    Some((m.clone(), m.rook?, Piece { color: m.piece.color, role: Role::Rook }))
}

fn rook_first(
    scene: &Scene<'_>,
    m: &Move,
    script: &[crate::proof::hands::Step],
    rook: (Square, Piece),
    way: &str,
    laws: touchmove::turn::Laws,
) -> Option<Trial> {
    let owed = owed(scene.diagram, &[rook, (m.from, m.piece)])?;
    let breach = laws::breach(&owed, m, Severity::Notice, laws);
    let mut alerts: Vec<Expected> = breach.into_iter().collect();
    alerts.extend(laws::ending(&scene.diagram.after(m), Article4::Broken, laws));
    let plies = vec![ExpectedPly::made(m, &owed.moves)];
    Some(scene.trial(&family(breach, &owed), way, (script, Pace::Calm), plies, alerts))
}

/// Three or more pieces gone within a scan or two: a sleeve, no touches (4.2.2); put back, any move may follow.
fn swept_off(scene: &Scene<'_>, dice: &mut Dice) -> Option<Trial> {
    let (diagram, laws) = (scene.diagram, scene.laws);
    let mut pieces: Vec<(Square, Piece)> = diagram.placement.pieces().collect();
    while pieces.len() > 3 {
        pieces.remove(dice.between(0, pieces.len() as u64 - 1) as usize);
    }
    let m = scene.pick(dice, is_plain)?;
    let mut script: Script = pieces.iter().map(|&(square, piece)| lift(square, piece).after_ms(12)).collect();
    script.extend(pieces.iter().map(|&(square, piece)| drop(square, piece)));
    script.extend(played(&m));
    script.push(press(diagram.turn));
    let displaced = laws::alert(AlertKind::DisplacedPieces, Rule::DISPLACED, Severity::Notice, laws);
    let mut alerts = vec![displaced];
    alerts.extend(laws::ending(&diagram.after(&m), Article4::Kept, laws));
    let way = format!("{} after {} were swept off", m.uci, list(&pieces));
    (pieces.len() == 3)
        .then(|| scene.trial("4.2.2 accident", way, (&script, Pace::Calm), vec![ExpectedPly::made(&m, &[])], alerts))
}

fn family(breach: Option<Expected>, owed: &Owed) -> String {
    match breach {
        None => "4.2 to 4.5 kept".to_owned(),
        Some(breach) if breach.kind == AlertKind::CastlingRookFirst => "4.4.2 rook first".to_owned(),
        Some(_) => format!("{} touch-move", owed.rule.newest()),
    }
}

fn list(pieces: &[(Square, Piece)]) -> String {
    let names: Vec<String> = pieces.iter().map(|(square, piece)| format!("{piece}{square}")).collect();
    names.join(" ")
}
