//! Moves and positions by Article 3: the only folder that names the chess crate. Who can still checkmate is a crate of its
//! own, `winnable`, which knows positions and nothing else.

mod convert;
mod history;
mod irregular;
mod legal;
mod lines;
mod mating;
mod names;
pub mod pgn;
mod position;
mod result;
mod san;
mod uci;
mod variant;
mod way;

pub(crate) use convert::is_attacked;
pub use history::{History, Repetition};
pub use legal::{Castling, CastlingSide, LegalMove};
pub use lines::{Lines, MAX_LINE_PLIES, Sight, lines_to};
pub use mating::{By, MateQuestion, Winnable};
pub(crate) use position::is_last_rank;
pub use position::{CastlingRefusal, Ending, FenError, Position, Unwritten};
pub use result::GameResult;
pub use san::San;
pub use uci::Uci;
pub use variant::Variant;
pub use way::is_on_way;
pub use winnable;
