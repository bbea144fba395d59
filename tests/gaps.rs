//! Moves made while the board was away are found again where exactly one line explains them, and never guessed.

#[path = "common/games.rs"]
mod games;

use protocols::{At, Placement};
use touchmove::{
    board::{BoardReading, Event},
    game::{
        pgn::Tags,
        record::{AlertState, Body, Certainty, MoveStatus},
    },
    rules::{Lines, Position, Sight, lines_to, pgn::PgnGame},
    table::{Input, Output, Setup, Source, Table},
    turn::{AlertKind, Given, Settings, Severity, Start},
};

#[derive(Default)]
struct Heard {
    moves: std::collections::BTreeMap<u32, (String, Certainty)>,
    alerts: Vec<(AlertKind, Severity)>,
}

fn drain(table: &mut Table, heard: &mut Heard) {
    while let Some(output) = table.poll() {
        let Output::Record(record) = output else { continue };
        match record.body {
            Body::Move(said) if said.status == MoveStatus::Retracted => {
                heard.moves.remove(&said.ply);
            }
            Body::Move(said) => {
                heard.moves.insert(said.ply, (said.uci, said.certainty));
            }
            Body::Alert(alert) if alert.state == AlertState::Raised => heard.alerts.push((alert.kind, alert.severity)),
            _ => {}
        }
    }
}

/// Plays up to ply `from`, hides the next `hidden`, and shows the board again.
fn hide(game: &PgnGame, from: usize, hidden: usize) -> Heard {
    let mut heard = Heard::default();
    let setup = Setup {
        name: "1".to_owned(),
        session: "s".to_owned(),
        settings: Settings::default(),
        start: Start::Playing(Position::initial()),
        given: Given::default(),
        seq: 0,
        tags: Tags::default(),
    };
    let mut table = Table::new(setup, Source::Log);
    let mut t = 0;
    let mut say = |table: &mut Table, after: u64, event| {
        t += after;
        table.handle(At(t), Input::Event(event));
    };
    for played in &game.moves[..from] {
        say(&mut table, 2_000, Event::Lift { square: played.from, piece: Some(played.piece) });
        let mut landed = played.piece;
        landed.role = played.promotion.unwrap_or(landed.role);
        say(&mut table, 700, Event::Drop { square: played.to, piece: Some(landed) });
        if played.is_en_passant()
            && let Some((square, piece)) = played.captured
        {
            say(&mut table, 500, Event::Lift { square, piece: Some(piece) });
        }
        if let Some((corner, beside)) = played.castling_rook {
            let rook = protocols::Piece { color: played.piece.color, role: protocols::Role::Rook };
            say(&mut table, 500, Event::Lift { square: corner, piece: Some(rook) });
            say(&mut table, 500, Event::Drop { square: beside, piece: Some(rook) });
        }
        say(&mut table, 900, Event::Press { by: played.piece.color });
    }
    say(&mut table, 1_000, Event::Link { up: false });
    say(&mut table, 60_000, Event::Link { up: true });
    let shown: Placement = game.placement_after(from + hidden);
    say(&mut table, 100, Event::Placement(BoardReading::Pieces(shown)));
    say(&mut table, 5_000, Event::Time);
    table.finish();
    drain(&mut table, &mut heard);
    heard
}

#[test]
fn a_hidden_stretch_is_found_where_one_line_explains_it_and_never_guessed() {
    let (mut found, mut told, mut unseen, mut shorter) = (0, 0, 0, 0);
    for (name, game) in games::collection().into_iter().step_by(600) {
        if game.moves.len() < 34 || game.tag("FEN").is_some() {
            continue;
        }
        for hidden in 1..=6 {
            let from = 8 + hidden * 3;
            let heard = hide(&game, from, hidden);
            let truth: Vec<&str> = game.moves[from..from + hidden].iter().map(|played| played.uci.as_str()).collect();
            let said: Vec<&str> = heard.moves.range(from as u32 + 1..).map(|(_, (uci, _))| uci.as_str()).collect();
            let context = format!("{name}: plies {} to {}", from + 1, from + hidden);
            assert!(
                heard.alerts.iter().all(|(_, severity)| *severity != Severity::Ruling || is_end(&heard)),
                "{context}: {:?}",
                heard.alerts
            );
            if said.is_empty() {
                if game.placement_after(from) == game.placement_after(from + hidden) {
                    unseen += 1;
                    continue;
                }
                let asked = heard
                    .alerts
                    .iter()
                    .any(|(kind, _)| matches!(kind, AlertKind::MoveAmbiguous | AlertKind::PositionMismatch));
                assert!(asked, "{context}: neither found nor told");
                told += 1;
                continue;
            }
            // Pieces that went and came back leave no trace: a shorter line explains the board as well.
            if said.len() < truth.len() {
                shorter += 1;
                continue;
            }
            assert_eq!(said, truth, "{context}: guessed wrong");
            if hidden > 1 {
                let inferred = |ply: u32| heard.moves[&ply].1 == Certainty::Inferred;
                assert!((from as u32 + 1..=(from + hidden) as u32).all(inferred), "{context}: not marked as inferred");
            }
            found += 1;
        }
    }
    println!(
        "{found} stretches found, {told} told to the arbiter, {unseen} that left the board as it was, {shorter} in which pieces went to and fro"
    );
    assert!(found > 20 && shorter * 10 < found, "found {found}, told {told}, shorter {shorter}");
}

fn is_end(heard: &Heard) -> bool {
    heard.alerts.iter().any(|(kind, _)| kind.name().starts_with("game-ended"))
}

#[test]
fn two_orders_of_the_same_moves_are_no_single_line() {
    let first = Position::initial();
    let after = |moves: &[&str]| {
        moves.iter().fold(first.clone(), |position, uci| position.play(&position.legal_move(uci).expect("legal")))
    };
    let target = *after(&["e2e4", "e7e5", "g1f3"]).placement();
    assert!(matches!(lines_to(&first, Sight::Pieces(target), 6, None), Lines::Several(_)));
    let target = *after(&["e2e4", "e7e5"]).placement();
    assert!(
        matches!(lines_to(&first, Sight::Pieces(target), 2, Some(protocols::Color::White)), Lines::One(line) if line.len() == 2)
    );
}
