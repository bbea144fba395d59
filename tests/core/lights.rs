//! The lights of the boards that have them: to find a board, to help set up, and dark in play.

use protocols::{
    At, Placement, Square, SquareSet,
    registry::{BOARDS, Board, Lights, Sensing},
};
use touchmove::{
    board::{BoardReading, Event},
    emulate::{Facing, Script},
    table::LightUse,
};

use crate::common::virtual_table::VirtualTable;

/// Every kind of board that has lights.
fn lit_boards() -> impl Iterator<Item = &'static Board> {
    BOARDS.iter().filter(|board| board.lights == Lights::Squares)
}

fn squares(names: &[&str]) -> SquareSet {
    names.iter().map(|name| name.parse::<Square>().expect("a square")).collect()
}

/// A table with one piece missing and one on a wrong square; at 20 s all is right, at 40 s 1.e4 is played, at 60 s
/// a rook is put where no move puts it.
fn script() -> Script {
    let begin: Placement = "rnbqkbnr/pppp1ppp/8/1p6/8/8/PPPPPPPP/RNBQKBN1".parse().expect("a placement");
    let square = |name: &str| name.parse().expect("a square");
    let lift = |ms, name| (At(ms), Event::Lift { square: square(name), piece: None });
    let drop =
        |ms, name, letter| (At(ms), Event::Drop { square: square(name), piece: protocols::Piece::from_letter(letter) });
    let mut script = Script::new(
        begin,
        Facing::Normal,
        vec![
            (At(20_000), Event::Placement(BoardReading::Pieces(Placement::initial()))),
            lift(40_000, "e2"),
            drop(40_800, "e4", 'P'),
            lift(60_000, "a1"),
            drop(60_800, "a5", 'R'),
        ],
    );
    script.begin(At(20_000));
    script
}

struct Bench {
    table: VirtualTable,
    script: Script,
}

impl Bench {
    fn new(board: &Board, usage: LightUse) -> Bench {
        Bench { table: VirtualTable::new(board, usage), script: script() }
    }

    /// What is lit at `at`.
    fn lit(&mut self, at: u64) -> SquareSet {
        while self.table.now < At(at) {
            // The script tells the world a step ahead.
            let step = At((self.table.now.0 + 50).min(at));
            self.script.advance(step);
            self.table.run(step, self.script.world(), &mut |_| {});
        }
        self.table.device.lit()
    }
}

#[test]
fn wrong_squares_are_lit_before_the_game_and_nothing_in_it() {
    for board in lit_boards() {
        let mut bench = Bench::new(board, LightUse::Setup);
        assert_eq!(bench.lit(12_000), squares(&["b5", "e7", "h1"]), "{}", board.kind);
        assert_eq!(bench.lit(30_000), SquareSet::EMPTY, "{}", board.kind);
        let until = if board.sensing == Sensing::Identity { 90_000 } else { 39_000 };
        for at in (31_000..until).step_by(500) {
            assert_eq!(bench.lit(at), SquareSet::EMPTY, "{} at {at} ms", board.kind);
        }
    }
}

#[test]
fn what_was_lit_when_the_service_stopped_is_dark_once_it_runs_again() {
    for board in lit_boards() {
        let mut bench = Bench::new(board, LightUse::Setup);
        assert_eq!(bench.lit(12_000), squares(&["b5", "e7", "h1"]), "{}", board.kind);
        bench.table.restart(board, LightUse::Off);
        assert_eq!(bench.lit(18_000), SquareSet::EMPTY, "{}", board.kind);
    }
}

#[test]
fn where_it_is_wished_a_misplaced_piece_is_lit_in_the_game_too_and_elsewhere_nothing_ever() {
    for board in lit_boards().filter(|board| board.sensing == Sensing::Identity) {
        let mut bench = Bench::new(board, LightUse::Always);
        assert_eq!(bench.lit(39_000), SquareSet::EMPTY, "{}", board.kind);
        assert_eq!(bench.lit(55_000), SquareSet::EMPTY, "{}: the move that was made is right", board.kind);
        assert_eq!(bench.lit(90_000), squares(&["a5"]), "{}", board.kind);
        let mut bench = Bench::new(board, LightUse::Off);
        assert_eq!((bench.lit(12_000), bench.lit(90_000)), (SquareSet::EMPTY, SquareSet::EMPTY), "{}", board.kind);
    }
}

#[test]
fn a_board_is_found_by_its_blinking_and_one_without_lights_says_so() {
    let identify = r#"{"id":"1","command":"identify"}"#;
    for board in lit_boards() {
        for usage in [LightUse::Off, LightUse::Setup, LightUse::Always] {
            let mut bench = Bench::new(board, usage);
            bench.lit(34_000);
            assert_eq!(bench.table.command(identify, &mut |_| {}), r#"{"id":"1","ok":true}"#);
            let seen: Vec<usize> = (1..=12).map(|part| bench.lit(34_000 + 350 * part).iter().count()).collect();
            let bright = seen.iter().filter(|&&lit| lit == 64).count();
            let dark = seen.iter().filter(|&&lit| lit == 0).count();
            assert_eq!((bright + dark, bright >= 4 && dark >= 4), (12, true), "{}: {seen:?}", board.kind);
            assert_eq!(bench.lit(39_800), SquareSet::EMPTY, "{}", board.kind);
        }
    }
    for board in BOARDS.iter().filter(|board| board.lights == Lights::None) {
        let mut table = VirtualTable::new(board, LightUse::Absent);
        assert!(table.command(identify, &mut |_| {}).contains("this one has no lights"), "{}", board.kind);
    }
}
