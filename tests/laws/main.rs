//! Protects the rulings: what a table makes of lifts, drops, presses and commands is what the Laws of Chess say in the
//! edition in force, no move is wrong or lost, and no alert is false or missed. All by event logs and tables in memory.

mod absences;
mod beside;
mod chess960;
mod commands;
#[path = "../common/mod.rs"]
mod common;
mod corpus;
mod evening;
mod every_board;
mod gaps;
mod glitches;
mod new_game;
mod occupancy;
mod past;
mod pgn;
mod proof;
mod recordings_cut;
mod scenarios;
