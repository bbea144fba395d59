//! The iChessOne from outside: codec, emulated board, captures.

mod codec;
#[path = "../common/mod.rs"]
mod common;
