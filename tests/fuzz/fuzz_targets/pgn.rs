//! Any text as PGN.

#![no_main]

use libfuzzer_sys::fuzz_target;
use touchmove::rules::pgn::read_games;

fuzz_target!(|bytes: &[u8]| {
    for game in read_games(bytes) {
        match game {
            Ok(game) => {
                assert_eq!(game.placement_after(0), game.initial);
                assert!(!game.legal_after(0).is_empty() || game.moves.is_empty());
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});
