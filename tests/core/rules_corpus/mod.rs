//! The rules of chess through our own face of them (`touchmove::rules`), held to what others found in the positions
//! and games of the outside collection.
//!
//! A sample runs by default; `TOUCHMOVE_EVERY=1 cargo test --release --test core rules_corpus:: -- --nocapture` tries
//! everything. Where our answer differs from a source's it stands here by name, with the reason.

mod ends;
mod games;
mod notation;
mod perft;
