//! Moves and positions by Article 3: the only folder that names the chess crate.

pub mod winnable;
