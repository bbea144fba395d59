//! Chess960: every start position is recognised when it is set up, and every castling followed, however hands make it.
//!
//! A sample runs by default; `TOUCHMOVE_EVERY=1 cargo test --release --test laws chess960:: -- --nocapture` tries all 960.

use protocols::{At, Color, Piece, Role, Square};
use touchmove::{
    board::Event,
    emulate::Dice,
    game::record::{AlertState, Body, Phase},
    rules::{LegalMove, Position, Variant, pgn::read_games},
    table::{Input, Output, Source, Table},
    turn::{Settings, Severity, Start},
};

use crate::common::{
    corpus,
    dgt_bytes::{DgtBoard, setup},
};

/// The back ranks of the 960 start positions (Guidelines II.2), White's letters.
fn back_ranks() -> Vec<String> {
    fn extend(rank: &mut String, left: &mut Vec<char>, all: &mut Vec<String>) {
        if left.is_empty() {
            return all.push(rank.clone());
        }
        let mut letters = left.clone();
        letters.dedup();
        for letter in letters {
            let index = left.iter().position(|other| *other == letter).expect("one of them");
            left.remove(index);
            rank.push(letter);
            extend(rank, left, all);
            rank.pop();
            left.insert(index, letter);
        }
    }
    let mut all = Vec::new();
    extend(&mut String::new(), &mut "BBKNNQRR".chars().collect(), &mut all);
    let lawful = |rank: &String| {
        let at = |letter| rank.match_indices(letter).map(|(file, _)| file).collect::<Vec<_>>();
        let (bishops, rooks, kings) = (at('B'), at('R'), at('K'));
        (bishops[0] + bishops[1]) % 2 == 1 && rooks[0] < kings[0] && kings[0] < rooks[1]
    };
    all.retain(lawful);
    assert_eq!(all.len(), 960);
    all
}

/// The start position with this back rank.
fn start(rank: &str) -> Position {
    let rooks: Vec<u8> = rank.match_indices('R').map(|(file, _)| b'a' + file as u8).collect();
    let rights: String = rooks.iter().rev().map(|file| char::from(*file)).collect();
    let fen =
        format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w {}{rights} - 0 1", rank.to_lowercase(), rights.to_uppercase());
    Position::from_fen(&fen, Variant::Chess960).unwrap_or_else(|error| panic!("{error}"))
}

/// What a table has said, as far as it matters here.
#[derive(Debug, Default)]
struct Heard {
    begun: Vec<String>,
    moves: Vec<String>,
    alerts: Vec<String>,
    pgn: String,
}

impl Heard {
    /// What a board's table has said.
    fn of(board: &mut DgtBoard) -> Heard {
        let mut heard = Heard::default();
        heard.hear(board.said.drain(..));
        heard
    }

    fn drain(&mut self, table: &mut Table) {
        self.hear(std::iter::from_fn(|| table.poll()));
    }

    fn hear(&mut self, said: impl Iterator<Item = Output>) {
        for output in said {
            match output {
                Output::Record(record) => match record.body {
                    Body::Alert(alert) if alert.state == AlertState::Raised && alert.severity != Severity::Info => {
                        self.alerts.push(alert.text);
                    }
                    Body::Game(game) => {
                        if game.phase == Phase::Playing
                            && self.begun.last().is_none_or(|last| **last != *game.initial_fen)
                        {
                            self.begun.push(game.initial_fen.to_string());
                        }
                        self.moves = game.moves.iter().map(ToString::to_string).collect();
                    }
                    _ => {}
                },
                Output::Pgn(pgn) => self.pgn = pgn,
                _ => {}
            }
        }
    }
}

#[test]
fn every_start_position_is_recognised_whatever_the_order_in_which_the_pieces_come() {
    let mut dice = Dice::new(960);
    let (mut normal, mut turned) = (0, 0);
    for (number, rank) in (0_usize..).zip(back_ranks()).step_by(corpus::every(24)) {
        let position = start(&rank);
        // Every other board lies the other way round.
        let is_turned = number / corpus::every(24) % 2 == 1;
        let seen = if is_turned { position.placement().turned() } else { *position.placement() };
        let mut pieces: Vec<(Square, Piece)> = seen.pieces().collect();
        let mut board = DgtBoard::empty(Variant::Chess960, Settings::default());
        while !pieces.is_empty() {
            let (square, piece) = pieces.swap_remove(dice.between(0, pieces.len() as u64 - 1) as usize);
            board.put(square, Some(piece));
        }
        board.rest(3_000);
        let heard = Heard::of(&mut board);
        assert_eq!(heard.begun, [position.fen()], "{rank}");
        assert!(heard.alerts.is_empty() && heard.moves.is_empty(), "{rank}: {heard:?}");
        if is_turned { turned += 1 } else { normal += 1 }
    }
    println!("{normal} start positions with the board as its maker assumes, {turned} turned round: all recognised");
}

#[test]
fn pieces_exchanged_before_the_first_move_make_it_another_start_position() {
    let position = start("RNBQKBNR");
    let mut board = DgtBoard::empty(Variant::Chess960, Settings::default());
    for (square, piece) in position.placement().pieces() {
        board.put(square, Some(piece));
    }
    board.rest(1_000);
    let another = start("RBNQKNBR");
    // Both players exchange knights and bishops, a piece at a time.
    let changed: Vec<Square> = position.placement().differences(another.placement()).collect();
    for &square in &changed {
        board.put(square, None);
    }
    for &square in &changed {
        board.put(square, another.placement().at(square));
    }
    board.rest(3_000);
    let heard = Heard::of(&mut board);
    assert_eq!((heard.begun.last(), heard.moves), (Some(&another.fen()), Vec::new()));
}

/// The wing's castling alone: king and rook at home, the other player's pieces all there.
fn before_castling(rank: &str, by: Color, rook: usize) -> Position {
    let king = rank.find('K').expect("a king");
    let alone: String = (0..8)
        .map(|file| {
            if file == king {
                'K'
            } else if file == rook {
                'R'
            } else {
                '1'
            }
        })
        .collect();
    let right = char::from(b'a' + rook as u8);
    let fen = match by {
        Color::White => {
            let right = right.to_ascii_uppercase();
            format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{alone} w {right} - 0 1", rank.to_lowercase())
        }
        Color::Black => {
            format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{rank} b {right} - 0 1", alone.to_lowercase())
        }
    };
    Position::from_fen(&fen, Variant::Chess960).unwrap_or_else(|error| panic!("{error}"))
}

/// Every order of lifts and drops in which king and rook lawfully castle: the king touched first where it moves (4.4.1,
/// 4.4.2), nothing put on an occupied square.
fn lawful_orders(m: &LegalMove) -> Vec<(&'static str, Vec<Event>)> {
    let castling = m.castling.expect("a castling");
    let king = Some(m.piece);
    let rook = Some(Piece { color: m.piece.color, role: Role::Rook });
    let lift_king = Event::Lift { square: m.from, piece: king };
    let drop_king = Event::Drop { square: m.to, piece: king };
    let lift_rook = Event::Lift { square: castling.rook_from, piece: rook };
    let drop_rook = Event::Drop { square: castling.rook_to, piece: rook };
    let by_the_way = vec![lift_king, lift_rook, drop_rook, drop_king];
    match (m.from == m.to, castling.rook_from == castling.rook_to) {
        (true, true) => panic!("a castling that moves nothing"),
        (true, false) => vec![
            ("the rook alone", vec![lift_rook, drop_rook]),
            ("the king off and back, the rook meanwhile", by_the_way),
        ],
        (false, true) => vec![("the king alone", vec![lift_king, drop_king])],
        (false, false) => {
            let mut orders = vec![
                ("king off, rook over, king down", by_the_way),
                ("both off, king down first", vec![lift_king, lift_rook, drop_king, drop_rook]),
            ];
            if m.to != castling.rook_from {
                orders.push(("king, then rook", vec![lift_king, drop_king, lift_rook, drop_rook]));
            }
            orders
        }
    }
}

#[test]
fn every_castling_is_followed_in_every_order_that_article_4_allows() {
    let mut counts = std::collections::BTreeMap::<&str, usize>::new();
    let mut trials = 0;
    for rank in back_ranks().iter().step_by(corpus::every(24)) {
        for (rook, _) in rank.match_indices('R') {
            for by in [Color::White, Color::Black] {
                let position = before_castling(rank, by, rook);
                let moves = position.legal_moves();
                let m = moves.iter().find(|m| m.castling.is_some()).unwrap_or_else(|| panic!("{position:?}"));
                for (what, order) in lawful_orders(m) {
                    castle(&position, m, &order, what);
                    *counts.entry(what).or_default() += 1;
                    trials += 1;
                }
            }
        }
    }
    println!("{trials} castlings, all followed: {counts:?}");
}

fn castle(position: &Position, m: &LegalMove, order: &[Event], what: &str) {
    let context = format!("{position:?} {m:?}, {what}");
    let mut table = Table::new(setup(Start::Playing(position.clone()), Settings::default()), Source::Log);
    let mut heard = Heard::default();
    let mut now = At(1_000);
    for event in order.iter().copied().chain([Event::Press { by: position.turn() }]) {
        now = now + 700;
        table.handle(now, Input::Event(event));
        heard.drain(&mut table);
    }
    table.finish();
    heard.drain(&mut table);
    assert_eq!(heard.moves, [m.uci()], "{context}");
    assert!(heard.alerts.is_empty(), "{context}: {:?}", heard.alerts);
    // Another program reads the PGN by its tags alone.
    let mut games = read_games(heard.pgn.as_bytes());
    let game = games.next().expect("a game").unwrap_or_else(|error| panic!("{context}: {error}"));
    assert_eq!((game.tag("Variant"), game.variant), (Some("Chess960"), Variant::Chess960), "{context}");
    assert_eq!((game.tag("FEN"), game.tag("SetUp")), (Some(&*position.fen()), Some("1")), "{context}");
    let read: Vec<&str> = game.moves.iter().map(|played| played.uci.as_str()).collect();
    assert_eq!((read, game.broke_off), (vec![&*m.uci()], None), "{context}");
}
