//! What the judging code finds, as data. JSON and words are made of it outside this stage.
//!
//! | here | what |
//! |---|---|
//! | [`Finding`] | one variant for each kind of alert, with the facts that its data and its sentence need |
//! | [`AlertKind`] | one row for each kind: name, usual severity, and what sets it apart |
//! | [`Alert`] | a finding with what becomes of it: number, state, severity, half-move |
//! | `alert_book` | the alerts of the game, numbered, each matter once |
//! | `claims` | what players claim, and what it comes to |
//! | `facts` | the types that findings are made of |
//! | `whom` | whom a finding is about |
//! | `owed` | what has to be done about them: play something else, or set up the position before |
//! | `matter` | when two findings are of the same matter, so that it is raised once |

mod alert;
mod alert_book;
mod claims;
mod facts;
mod finding;
mod kinds;
mod matter;
mod owed;
mod result;
#[cfg(test)]
pub(crate) mod samples;
mod whom;

pub(in crate::turn) use alert::uci_sorted;
pub use alert::{Alert, AlertState};
pub(in crate::turn) use alert_book::{AlertBook, Raised};
pub use claims::{ClaimKind, ClaimantLoses, Evidence, Verdict};
pub(crate) use facts::letter_of_mover;
pub use facts::{
    AmbiguousMove, CastlingObstacle, Claim, ClockAdjustment, Contradiction, DrawRuling, FlagRuling, Forfeit, Mismatch,
    NamedMove, NewGameSign, OffTurn, OpponentMates, Owed, PawnLeft, UnknownGame, Witness,
};
pub use finding::Finding;
pub(in crate::turn) use kinds::{Advisory, End, Nature, Of, Rarity};
pub use kinds::{AlertKind, Severity};
