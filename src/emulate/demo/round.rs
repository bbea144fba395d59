//! What is played at each table of the demo's round, and what happens there.

use protocols::Square;

use crate::{
    emulate::{Incident, Planned, Scene, Setting},
    rules::pgn::{PgnError, PgnGame, read_games},
};

/// Games of old masters, one a table; what follows the last move of those that end without mate is resigning, or a draw
/// agreed.
const GAMES: &str = include_str!("round.pgn");

/// The time control of the demo's round: fifteen minutes and ten seconds a move.
pub const DEMO_TIME_CONTROL: &str = "900+10";

/// How long players think about a move, least and most, in milliseconds.
const THINKS_MS: (u64, u64) = (1_200, 3_000);
const HASTY_MS: (u64, u64) = (600, 1_400);
const SLOW_MS: (u64, u64) = (3_000, 6_000);

/// For what the hands of the first table do by chance; the next has the next.
const SEED: u64 = 1;

/// How many games further the next one at a table is: at each table all come, and no two begin with the same.
const NEXT: usize = 7;

/// What players bring to each of so many tables of the demo's round, at most 24: at the first twelve every kind of
/// incident that an arbiter is called for.
///
/// # Errors
/// [`PgnError`]: a game cannot be read, which is a bug.
pub fn demo_round(tables: usize) -> Result<Vec<Setting>, PgnError> {
    let games: Vec<Planned> = read_games(GAMES.as_bytes())
        .zip(1..)
        .map(|(game, number)| Ok(planned(game?, number)))
        .collect::<Result<_, PgnError>>()?;
    Ok((1..).zip(&games).take(tables).map(|(table, first)| setting(table, first, &games)).collect())
}

fn setting(table: usize, first: &Planned, games: &[Planned]) -> Setting {
    let numbers = (1..games.len()).map(|later| (table - 1 + later * NEXT) % games.len());
    let thinks_ms = match table {
        6 => SLOW_MS,
        10..=12 => HASTY_MS,
        _ => THINKS_MS,
    };
    let next = numbers.filter_map(|number| games.get(number).cloned()).collect();
    Setting { first: first.clone(), next, thinks_ms, seed: SEED + table as u64 }
}

fn planned(mut game: PgnGame, number: usize) -> Planned {
    game.tags.retain(|(name, _)| name != "TimeControl");
    game.tags.push(("TimeControl".to_owned(), DEMO_TIME_CONTROL.to_owned()));
    let mut scenes = scenes(number);
    if let (Some(result), None) = (game.result, game.ending)
        && !scenes.iter().any(|scene| scene.incident == Incident::Claim)
    {
        scenes.push(Scene { ply: game.moves.len(), incident: Incident::Result(result) });
    }
    // In the eighth White has come late, and has little time left.
    let clocks_ms = (if number == 8 { Some(45_000) } else { None }, None);
    Planned { game, scenes, clocks_ms }
}

/// What happens in a game besides its moves, by its number, from 1.
fn scenes(number: usize) -> Vec<Scene> {
    let scene = |ply, incident| Scene { ply, incident };
    let square = |file, rank| Square::from_coords(file, rank);
    match number {
        // 4.Bg5 lands on g4.
        1 => square(6, 3).map(|to| scene(6, Incident::IllegalMove { to })).into_iter().collect(),
        2 => vec![scene(11, Incident::PressWithoutMove)],
        // Before 6...Re8 the knight on b8.
        3 => square(1, 7).map(|touched| scene(11, Incident::TouchMove { touched })).into_iter().collect(),
        4 => vec![scene(11, Incident::RookFirst)],
        5 => vec![scene(14, Incident::PawnLeft)],
        8 => vec![scene(10, Incident::FlagFall)],
        // Long enough to be missed in the hall; and nobody moves before the board is found again.
        9 => vec![
            scene(8, Incident::CableOut),
            scene(8, Incident::CableIn { after_ms: 25_000 }),
            scene(8, Incident::Pause { ms: 10_000 }),
        ],
        10 => vec![scene(8, Incident::BatteryLow)],
        11 => vec![
            scene(6, Incident::CableOut),
            scene(18, Incident::CableIn { after_ms: 1_000 }),
            scene(21, Incident::Unrecorded),
        ],
        12 => vec![scene(40, Incident::Claim)],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_legal_to_its_end_and_what_happens_in_it_can_happen_there() {
        let settings = demo_round(24).expect("games");
        assert_eq!(settings.len(), 24);
        for (Setting { first: Planned { game, scenes, .. }, next, .. }, table) in settings.iter().zip(1..) {
            assert_eq!(next.len(), 23, "table {table}");
            assert_eq!(game.broke_off, None, "table {table}");
            assert!(game.moves.len() >= 8, "table {table}");
            let ends = game.ending.is_some() || game.result.is_some() || table == 5;
            assert!(ends, "table {table} has no end");
            assert!(scenes.is_sorted_by_key(|scene| scene.ply), "table {table}");
            for Scene { ply, incident } in scenes {
                let (next, placement) = (game.moves.get(*ply), game.placement_after(*ply));
                let legal = game.legal_after(*ply);
                match *incident {
                    Incident::IllegalMove { to } => {
                        let from = next.expect("a move").from;
                        assert!(placement.at(to).is_none());
                        assert!(!legal.iter().any(|played| played.from == from && played.to == to));
                    }
                    Incident::TouchMove { touched } => {
                        assert!(next.expect("a move").from != touched);
                        assert!(legal.iter().any(|played| played.from == touched));
                    }
                    Incident::RookFirst => assert!(next.expect("a move").castling_rook.is_some()),
                    Incident::PawnLeft => assert!(next.expect("a move").promotion.is_some()),
                    Incident::Claim => {
                        let fens = (0..=*ply).filter(|&before| game.placement_after(before) == placement);
                        assert_eq!(fens.filter(|before| before % 2 == ply % 2).count(), 3);
                    }
                    Incident::Result(result) => {
                        assert_eq!((next, game.result), (None, Some(result)));
                        assert_eq!(game.ending, None);
                    }
                    Incident::BatteryLow
                    | Incident::CableIn { .. }
                    | Incident::CableOut
                    | Incident::FlagFall
                    | Incident::Pause { .. }
                    | Incident::PressWithoutMove
                    | Incident::Unrecorded => assert!(next.is_some()),
                }
            }
        }
    }
}
