//! The game as PGN: whole texts, as other programs read them.

use protocols::{At, Placement, Square};
use touchmove::{
    board::{ClockTimes, Event},
    rules::{Position, Variant},
    table::{Input, Output, Source, Table},
    turn::{Settings, Start},
};

use crate::common::dgt_bytes::setup;

/// A game by events, and the PGN that was given last.
struct Game {
    table: Table,
    now: At,
    stands: Placement,
    pgn: String,
}

impl Game {
    fn from(position: Position) -> Game {
        let stands = *position.placement();
        let table = Table::new(setup(Start::Playing(position), Settings::default()), Source::Log);
        let mut game = Game { table, now: At(0), stands, pgn: String::new() };
        game.drain();
        game
    }

    fn drain(&mut self) {
        while let Some(output) = self.table.poll() {
            if let Output::Pgn(text) = output {
                self.pgn = text;
            }
        }
    }

    /// Lets so much time pass before something happens.
    fn after(&mut self, ms: u64, event: Event) {
        let then = self.now + ms;
        while let Some(due) = self.table.next_deadline().filter(|due| *due < then) {
            self.table.handle(due, Input::Tick);
            self.drain();
        }
        self.now = then;
        self.table.handle(then, Input::Event(event));
        self.drain();
    }

    /// A move and the press after it; where the clock is read, it shows these seconds then, White's first.
    fn plays(&mut self, from: &str, to: &str, shown_s: Option<(u32, u32)>) {
        let square = |name: &str| name.parse::<Square>().expect("a square");
        let piece = self.stands.at(square(from)).expect("a piece");
        self.stands.set(square(from), None);
        self.stands.set(square(to), Some(piece));
        self.after(1_000, Event::Lift { square: square(from), piece: Some(piece) });
        self.after(500, Event::Drop { square: square(to), piece: Some(piece) });
        self.after(1_000, Event::Press { by: piece.color });
        if let Some((white_s, black_s)) = shown_s {
            let running = Some(piece.color.other());
            let times = ClockTimes { white_ms: Some(white_s * 1_000), black_ms: Some(black_s * 1_000), running };
            self.after(5, Event::Clock(times));
        }
        self.after(1_000, Event::Link { up: true });
    }

    /// The text behind the tags, which are those of a game of which nothing is known but `more`.
    fn moves(&self, more: &str) -> &str {
        let tags = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n\
                    [Result \"*\"]\n";
        let rest = self.pgn.strip_prefix(tags).unwrap_or_else(|| panic!("{}", self.pgn));
        let rest = rest.strip_prefix(more).unwrap_or_else(|| panic!("{}", self.pgn));
        rest.strip_prefix('\n').unwrap_or_else(|| panic!("{}", self.pgn))
    }
}

fn hours(hours: u32, minutes: u32, seconds: u32) -> u32 {
    hours * 3_600 + minutes * 60 + seconds
}

#[test]
fn clock_times_of_hours_and_the_number_of_every_half_move_behind_a_comment() {
    let mut game = Game::from(Position::initial());
    game.plays("e2", "e4", Some((hours(1, 59, 58), hours(2, 0, 0))));
    game.plays("e7", "e5", Some((hours(1, 59, 58), hours(1, 1, 7))));
    game.plays("g1", "f3", Some((hours(1, 0, 0), hours(1, 1, 7))));
    game.plays("b8", "c6", Some((hours(1, 0, 0), hours(0, 59, 59))));
    game.plays("f1", "b5", Some((hours(0, 0, 9), hours(0, 59, 59))));
    game.plays("a7", "a6", Some((hours(0, 0, 9), 0)));
    let expected = "\
1. e4 {[%clk 1:59:58]} 1... e5 {[%clk 1:01:07]} 2. Nf3 {[%clk 1:00:00]} 2...
Nc6 {[%clk 0:59:59]} 3. Bb5 {[%clk 0:00:09]} 3... a6 {[%clk 0:00:00]} *
";
    assert_eq!(game.moves(""), expected);
}

#[test]
fn without_a_clock_only_whites_half_moves_have_numbers_but_for_the_first() {
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 41";
    let mut game = Game::from(Position::from_fen(fen, Variant::Chess).expect("a position"));
    for (from, to) in [("e7", "e5"), ("g1", "f3"), ("b8", "c6"), ("f1", "b5"), ("a7", "a6")] {
        game.plays(from, to, None);
    }
    let tags = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n");
    assert_eq!(game.moves(&tags), "41... e5 42. Nf3 Nc6 43. Bb5 a6 *\n");
}

#[test]
fn a_time_that_was_not_read_leaves_no_comment_and_needs_no_number() {
    let mut game = Game::from(Position::initial());
    game.plays("e2", "e4", None);
    game.plays("e7", "e5", None);
    game.plays("g1", "f3", Some((hours(10, 2, 3), hours(1, 30, 0))));
    game.plays("b8", "c6", Some((hours(10, 2, 3), hours(1, 29, 30))));
    assert_eq!(game.moves(""), "1. e4 e5 2. Nf3 {[%clk 10:02:03]} 2... Nc6 {[%clk 1:29:30]} *\n");
}
