use shakmaty::fen::Fen;
use shakmaty::{Bitboard, CastlingMode, Chess, Color, Position, PositionError};

use super::board::Board;
use super::moves::{Limits, Steps};
use super::step::{Kind, Step};
use super::{Answer, Line, Reason, Verdict, analyse};

fn pos(fen: &str) -> Chess {
    let setup = fen.parse::<Fen>().expect("a FEN").into_setup();
    let mode = CastlingMode::detect(&setup);
    setup.position(mode).or_else(PositionError::ignore_too_much_material).expect("a position")
}

fn ask(fen: &str, side: Color) -> Verdict {
    analyse(&pos(fen), side, 100_000).verdict
}

/// Plays the line by the rules core; whether it ends in mate by `side`.
fn mates(fen: &str, side: Color, line: &Line) -> bool {
    let mut pos = pos(fen);
    for step in line.moves() {
        let step = step.to_move(&pos).expect("a legal move");
        pos.play_unchecked(step);
    }
    pos.is_checkmate() && pos.turn() != side
}

fn winnable(fen: &str, side: Color) {
    match ask(fen, side) {
        Verdict::Winnable(line) => assert!(mates(fen, side, &line), "{fen}: {line:?}"),
        other => panic!("{fen}: {other:?}"),
    }
}

fn count(board: &Board, depth: u32) -> u64 {
    assert_eq!(Board::from_key(&board.key()), *board);
    let mut steps = Steps::new();
    board.steps(&mut steps);
    assert_eq!(board.can_move(), !steps.as_slice().is_empty());
    let gives_check = |step: &Step| {
        let next = board.after(*step);
        let by = next.attackers(next.king(next.turn), board.turn, next.occupied() | Bitboard::from_square(step.from()));
        step.kind() != Kind::Castle && by.contains(step.to())
    };
    let mut checks = Steps::new();
    board.checks(&Limits::of(board), &mut checks);
    assert!(steps.as_slice().iter().copied().filter(gives_check).eq(checks.as_slice().iter().copied()), "{board:?}");
    if depth == 1 {
        return steps.as_slice().len() as u64;
    }
    steps.as_slice().iter().map(|step| count(&board.after(*step), depth - 1)).sum()
}

#[test]
fn the_small_board_has_the_moves_of_the_rules_core() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "8/8/8/8/k1Pp3R/8/8/4K3 b - c3 0 1",
        "rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gkq - 4 11",
        "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
    ] {
        let pos = pos(fen);
        for side in [Color::White, Color::Black] {
            for depth in 1..=3 {
                assert_eq!(count(&Board::of(&pos, side).0, depth), shakmaty::perft(&pos, depth), "{fen} {depth}");
            }
        }
    }
}

#[test]
fn a_lone_king_or_too_weak_a_force_is_told_by_material() {
    for (fen, side) in [
        ("8/8/8/8/8/5K1k/8/6Q1 w - - 0 1", Color::Black),
        ("8/8/8/4k3/8/2N5/8/K3q1q1 w - - 0 1", Color::White),
        ("K7/8/8/5k2/8/2B5/1b6/3qr3 b - - 0 1", Color::White),
    ] {
        assert_eq!(ask(fen, side), Verdict::Unwinnable(Reason::Material), "{fen}");
    }
}

#[test]
fn a_minor_piece_wins_with_the_other_side_s_help() {
    winnable("8/8/8/4k3/8/2N5/8/K3r3 w - - 0 1", Color::White);
    winnable("8/8/8/5k2/8/2B5/8/K3n3 w - - 0 1", Color::White);
    winnable("8/8/8/5k2/6b1/2B5/8/K7 w - - 0 1", Color::White);
    winnable("8/8/8/5k2/8/2NN4/8/K7 w - - 0 1", Color::White);
    winnable("5K2/8/8/4B3/8/1k6/p1n5/8 b - - 11 69", Color::White);
}

#[test]
fn the_first_position_is_winnable_for_both() {
    let first = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    winnable(first, Color::White);
    winnable(first, Color::Black);
}

#[test]
fn a_mate_on_the_board_is_won_by_one_side_and_lost_by_the_other() {
    let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    assert_eq!(analyse(&pos(mate), Color::Black, 9).verdict, Verdict::Winnable(Line(Vec::new())));
    assert_eq!(ask(mate, Color::White), Verdict::Unwinnable(Reason::Exhausted));
}

#[test]
fn stalemate_is_unwinnable() {
    assert_eq!(ask("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Color::White), Verdict::Unwinnable(Reason::Exhausted));
}

#[test]
fn a_wall_of_pawns_is_told_without_search() {
    for fen in [
        "4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - - 0 1",
        "8/4kb2/8/1p1p1p1p/1P1P1P1P/1b6/3B1K2/8 b - - 0 1",
        "k1b5/BpPp4/1P1P4/8/8/4p1p1/4PpPb/5B1K w - - 0 1",
    ] {
        for side in [Color::White, Color::Black] {
            assert_eq!(ask(fen, side), Verdict::Unwinnable(Reason::Blocked), "{fen}");
        }
    }
}

#[test]
fn a_forced_line_that_ends_in_nothing_is_followed_to_its_end() {
    assert_eq!(ask("6k1/7P/4N1K1/8/8/8/8/8 b - - 0 1", Color::White), Verdict::Unwinnable(Reason::Exhausted));
}

#[test]
fn one_pawn_s_step_decides_a_locked_position() {
    // A known pair: with the pawn on a5 White can mate, one square lower nobody can.
    let open = "Bb2kb2/bKp1p1p1/1pP1P1P1/pP6/6P1/P7/8/8 b - - 0 1";
    winnable(open, Color::White);
    let shut = "Bb2kb2/bKp1p1p1/1pP1P1P1/1P6/p5P1/P7/8/8 b - - 0 1";
    assert!(matches!(ask(shut, Color::White), Verdict::Unwinnable(_)));
    assert!(matches!(ask(shut, Color::Black), Verdict::Unwinnable(_)));
}

#[test]
fn castling_can_be_what_a_side_can_still_do() {
    let fen = "8/8/8/8/8/1k6/8/RK6 w A - 0 1";
    assert_eq!(pos(fen).castles().mode(), CastlingMode::Chess960);
    winnable(fen, Color::White);
}

#[test]
fn a_budget_of_nothing_decides_nothing_that_needs_a_look() {
    let first = pos("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    for budget in 0..3 {
        let Answer { verdict, nodes } = analyse(&first, Color::White, budget);
        assert_eq!(verdict, Verdict::Undetermined);
        assert!(nodes <= budget, "{nodes} of {budget}");
    }
}
