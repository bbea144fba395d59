//! Gives results back: as PGN, as the TRF that was read, as CSV.

mod csv;
mod pgn;
mod trf;

pub use csv::csv;
pub(in crate::event) use csv::is_formula;
pub use pgn::pgn;
pub use trf::{TrfError, trf};
