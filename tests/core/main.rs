//! Protects what everything else stands on: the order of the source's rooms, documents that say what is so, the rules of
//! chess and the games that are read, boards as recorded, hands that play, and that no input panics or makes a table grow.

mod anything;
mod board_recordings;
mod broadcast;
mod broadcast_claims;
mod broadcast_guesses;
mod broadcast_lichess;
mod broadcast_livechess;
mod broadcast_screens;
#[path = "../common/mod.rs"]
mod common;
mod documents;
mod hands_corpus;
mod layering;
mod lights;
mod memory;
mod pairings;
mod pgn_corpus;
mod replayed_state;
mod rules_corpus;
mod schemas;
mod winnable;
mod words;
