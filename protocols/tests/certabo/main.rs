//! The Certabo board from outside: codec, emulated board, captures.

mod captures;
mod codec;
#[path = "../common/mod.rs"]
mod common;
mod recorded;
