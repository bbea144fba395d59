//! `touchmove` reads electronic chess boards, judges the moves by the FIDE Laws of Chess, and publishes the game.
//!
//! The way of the data, one stage a folder:
//!
//! ```text
//! bytes → protocols (codec) → board (events) → turn (Article 4) → game (records) → store → publish
//!                              └────────────── table: all of it for one table, without IO ──┘
//! hall: many tables as an arbiter sees them, from their records alone.
//! serial and emulate hold the wire's two ends; daemon runs it all.
//! words holds what people are told, in six languages.
//! event holds who plays whom, as pairing programs tell it; broadcast makes texts of rounds for everybody.
//! ```
//!
//! What other programs hold on to (commands, logs, records, topics) is in `docs/interfaces.md`.

pub mod board;
pub mod broadcast;
pub mod daemon;
pub mod emulate;
pub mod event;
pub mod game;
pub mod hall;
pub mod publish;
pub mod rules;
pub mod serial;
pub mod store;
pub mod table;
pub mod turn;
pub mod words;
