//! The proofs that nobody can mate, held to searches that know nothing of them.
//!
//! Positions are made at random: walls of pawns from one side of the board to the other, some with a hole, and known
//! problems with some men put elsewhere. Where a proof says that a side can never mate, every position that can be
//! reached is played through by the rules core alone, as far as there is room, and the search looks for a mate without
//! any proof. `WINNABLE_CASES` tries more positions, `WINNABLE_SEED` others, `WINNABLE_ROOM` sets how many are played
//! through for each.

use std::collections::{HashSet, VecDeque};

use shakmaty::{CastlingMode, Chess, Color, File, FromSetup, Piece, Position, Rank, Role, Setup, Square};

use super::board::Board;
use super::known::Known;
use super::moves::Steps;
use super::roam::Proven;
use super::search::{Found, Search};
use super::{Verdict, analyse, pattern, sprint};

/// Placements that a proof by roaming may look at.
const LOOKS: usize = 8_000;
const SIDES: [Color; 2] = [Color::White, Color::Black];

/// Walls that hold, most of them only because of whose move it is.
const PROBLEMS: [&str; 9] = [
    "8/2b5/1b5p/b4p1P/5p1K/5Pp1/6P1/5kb1 b - -",
    "8/8/7p/2b2p1P/1bkb1p1K/2b2Pp1/6P1/8 b - -",
    "8/8/7p/5p1P/5p1K/4bPp1/5bPb/4bkb1 b - -",
    "8/b1b5/k6p/2b2p1P/1b3p2/5PpK/6P1/8 w - -",
    "8/1p2B1B1/1PpB1B2/k1P5/p1P5/P7/5K2/8 w - -",
    "Bb2kb2/bKp1p1p1/1pP1P1P1/1P6/p5P1/P7/8/8 b - -",
    "8/1k5B/7b/8/1p1p1p1p/1PpP1P1P/2P3K1/N3b3 b - -",
    "k1b5/BpPp4/1P1P4/8/8/4p1p1/4PpPb/5B1K w - -",
    "8/4kb2/8/1p1p1p1p/1P1P1P1P/1b6/3B1K2/8 b - -",
];

/// What the rules core finds by playing through everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Played {
    Mate,
    NoMate,
    TooMuch,
}

fn play_through(pos: &Chess, side: Color, room: usize) -> Played {
    let mut seen = HashSet::from([pos.clone()]);
    let mut waiting = VecDeque::from([pos.clone()]);
    while let Some(pos) = waiting.pop_front() {
        let legal = pos.legal_moves();
        if legal.is_empty() && pos.is_check() && pos.turn() != side {
            return Played::Mate;
        }
        for step in &legal {
            let mut next = pos.clone();
            next.play_unchecked(*step);
            if !seen.contains(&next) {
                if seen.len() >= room {
                    return Played::TooMuch;
                }
                seen.insert(next.clone());
                waiting.push_back(next);
            }
        }
    }
    Played::NoMate
}

/// Whether a mate is found, by playing through what there is room for, or by the search without proofs.
fn mate_is_found(pos: &Chess, side: Color, room: usize) -> bool {
    let (root, _) = Board::of(pos, side);
    let sprints = sprint::run(&root, u64::MAX);
    sprints.mate.is_some()
        || matches!(Search::new(u32::MAX).run(&root, &sprints.tracks, 4 * room as u64), Found::Mate(_))
        || play_through(pos, side, room) == Played::Mate
}

/// Numbers that look random, the same for the same seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 32) % u64::from(limit)) as u32
    }

    fn square(&mut self) -> Square {
        Square::new(self.below(64))
    }
}

fn put(setup: &mut Setup, sq: Square, color: Color, role: Role) {
    if !setup.board.occupied().contains(sq) {
        setup.board.set_piece_at(sq, Piece { color, role });
    }
}

/// A wall of pawns that guard each other, with kings and up to four pieces; `None` where chance made no position.
fn walled(dice: &mut Dice) -> Option<Chess> {
    let mut setup = Setup::empty();
    let mut rank = 2 + dice.below(3);
    let holes = dice.below(3);
    for file in File::ALL {
        // One rank up or down is what makes them guard each other; now and then it is otherwise.
        let slope = if dice.below(12) == 0 { dice.below(3) } else { 2 * dice.below(2) };
        rank = (rank + slope).saturating_sub(1).clamp(1, 5);
        if dice.below(10) < holes {
            continue;
        }
        let gap = if dice.below(14) == 0 { 2 } else { 1 };
        put(&mut setup, Square::from_coords(file, Rank::new(rank)), Color::White, Role::Pawn);
        put(&mut setup, Square::from_coords(file, Rank::new((rank + gap).min(6))), Color::Black, Role::Pawn);
    }
    // Bishops on one colour are what most walls of problems have.
    let light = dice.below(2) == 0;
    for _ in 0..dice.below(5) {
        let role = [Role::Bishop, Role::Bishop, Role::Bishop, Role::Knight, Role::Rook][dice.below(5) as usize];
        let sq = dice.square();
        if role != Role::Bishop || sq.is_light() == light || dice.below(6) == 0 {
            put(&mut setup, sq, Color::from_white(dice.below(2) == 0), role);
        }
    }
    for color in SIDES {
        let free: Vec<Square> = (!setup.board.occupied()).into_iter().collect();
        put(&mut setup, free[dice.below(free.len() as u32) as usize], color, Role::King);
    }
    setup.turn = Color::from_white(dice.below(2) == 0);
    Chess::from_setup(setup, CastlingMode::Standard).ok()
}

/// A known problem with some of its men put elsewhere, left out or added.
fn changed(dice: &mut Dice) -> Option<Chess> {
    let problem = PROBLEMS[dice.below(PROBLEMS.len() as u32) as usize];
    let mut setup = problem.parse::<shakmaty::fen::Fen>().ok()?.into_setup();
    for _ in 0..dice.below(4) {
        let men: Vec<Square> = setup.board.occupied().into_iter().collect();
        let sq = men[dice.below(men.len() as u32) as usize];
        let Some(man) = setup.board.piece_at(sq) else { continue };
        let way = dice.below(4);
        if way > 0 || man.role == Role::King {
            let to = dice.square();
            if way != 3 || man.role == Role::King {
                setup.board.discard_piece_at(sq);
            }
            put(&mut setup, to, man.color, man.role);
        } else {
            setup.board.discard_piece_at(sq);
        }
    }
    if dice.below(3) == 0 {
        setup.turn = !setup.turn;
    }
    Chess::from_setup(setup, CastlingMode::Standard).ok()
}

/// A number that was set when this was compiled: no part of the rules reads the environment.
fn number(set: Option<&str>) -> Option<u64> {
    set?.parse().ok()
}

/// Runs `check` on so many walled positions.
fn on_walls(quick: u64, mut check: impl FnMut(&Chess, usize)) {
    let cases =
        number(option_env!("WINNABLE_CASES")).unwrap_or(if cfg!(debug_assertions) { quick / 20 } else { quick });
    let room = number(option_env!("WINNABLE_ROOM")).unwrap_or(if cfg!(debug_assertions) { 500 } else { 4_000 });
    let mut dice = Dice(number(option_env!("WINNABLE_SEED")).unwrap_or(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut tried = 0;
    while tried < cases {
        let made = if dice.below(2) == 0 { walled(&mut dice) } else { changed(&mut dice) };
        if let Some(pos) = made {
            tried += 1;
            check(&pos, room as usize);
        }
    }
}

fn fen(pos: &Chess) -> String {
    shakmaty::fen::Fen::from_position(pos, shakmaty::EnPassantMode::Legal).to_string()
}

#[test]
fn no_proof_gives_up_a_position_in_which_a_mate_is_found_without_it() {
    let (mut by_reach, mut by_roaming, mut only_by_roaming) = (0, 0, 0);
    on_walls(1_500, |pos, room| {
        for side in SIDES {
            let (board, _) = Board::of(pos, side);
            let reach = pattern::is_hopeless(&board);
            let roaming = Proven::default().prove(&board, &mut { LOOKS });
            by_reach += u32::from(reach);
            by_roaming += u32::from(roaming);
            only_by_roaming += u32::from(roaming && !reach);
            if reach || roaming {
                assert!(!mate_is_found(pos, side, room), "{} {side}: {reach} {roaming}", fen(pos));
            }
        }
    });
    println!("{by_reach} proved by reach, {by_roaming} by roaming, {only_by_roaming} of them by that alone");
    assert!(by_reach > 0 && by_roaming > 0, "the positions try nothing");
}

#[test]
fn what_roaming_has_proved_holds_of_every_position_that_it_covers() {
    let mut covered = 0;
    on_walls(600, |pos, room| {
        for side in SIDES {
            let mut proven = Proven::default();
            let (root, _) = Board::of(pos, side);
            if !proven.prove(&root, &mut { LOOKS }) {
                continue;
            }
            let mut dice = Dice(room as u64 | 1);
            let mut steps = Steps::new();
            for _ in 0..20 {
                let mut board = root;
                for _ in 0..60 {
                    assert!(proven.covers(&board), "{} {side}: {board:?}", fen(pos));
                    assert!(!board.is_mate() || board.turn == Color::White, "{} {side}", fen(pos));
                    covered += 1;
                    board.steps(&mut steps);
                    let legal = steps.as_slice();
                    if legal.is_empty() {
                        break;
                    }
                    board = board.after(legal[dice.below(legal.len() as u32) as usize]);
                }
            }
        }
    });
    assert!(covered > 0);
}

#[test]
fn what_is_known_of_one_position_holds_of_those_it_is_used_for() {
    let mut given_up = 0;
    on_walls(500, |pos, room| {
        for side in SIDES {
            let mut known = Known::default();
            let mut dice = Dice(room as u64 | 1);
            let mut pos = pos.clone();
            for _ in 0..30 {
                let (board, _) = Board::of(&pos, side);
                if known.is_hopeless(&board) {
                    given_up += 1;
                    assert!(!mate_is_found(&pos, side, room / 8), "{} {side}", fen(&pos));
                }
                let legal = pos.legal_moves();
                if legal.is_empty() {
                    break;
                }
                let step = legal[dice.below(legal.len() as u32) as usize];
                pos.play_unchecked(step);
            }
        }
    });
    assert!(given_up > 0);
}

#[test]
fn a_verdict_and_what_is_found_by_playing_never_contradict_each_other() {
    let mut compared = 0;
    on_walls(1_000, |pos, room| {
        for side in SIDES {
            let played = play_through(pos, side, room);
            let verdict = analyse(pos, side, 20_000).verdict;
            compared += u32::from(played != Played::TooMuch);
            match verdict {
                Verdict::Undetermined => {}
                Verdict::Unwinnable(_) => assert_ne!(played, Played::Mate, "{} {side}", fen(pos)),
                Verdict::Winnable(_) => assert_ne!(played, Played::NoMate, "{} {side}", fen(pos)),
            }
        }
    });
    assert!(compared > 0);
}
