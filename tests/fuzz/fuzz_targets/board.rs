//! Any bytes from a board on the wire: the one that `TOUCHMOVE_FUZZ_BOARD` names, or the first of the registry.

#![no_main]

#[path = "../../common/wire.rs"]
mod wire;

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use protocols::registry::{BOARDS, Board, board};

static BOARD: LazyLock<&Board> = LazyLock::new(|| match std::env::var("TOUCHMOVE_FUZZ_BOARD") {
    Ok(kind) => board(&kind).unwrap_or_else(|| panic!("no board {kind:?} in the registry")),
    Err(_) => &BOARDS[0],
});

fuzz_target!(|bytes: &[u8]| wire::hear(&BOARD, bytes));
