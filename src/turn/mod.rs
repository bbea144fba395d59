//! One game's turns as the Laws see them: touched, bound, made, completed.
//!
//! [`TurnMachine`] takes the events of the log and says what happened and what the Laws require. With the Laws in hand,
//! Article 4 first, in the numbers of 2018 (`article4.md` has the whole of it in words):
//!
//! | article | here |
//! |---|---|
//! | 4.1, 7.5.4 one hand | `play::settle` (king and rook in the air), told by `play::rules`; `arbiter::register` |
//! | 4.2 adjusting; accidental contact | `play::rules` (a piece returned), `sense::scan` (sleeves) |
//! | 4.3 the touched piece | `duty` (what is owed), `play::settle` (touches taken down) |
//! | 4.4.1 to 4.4.3 king and rook touched | `duty` (what is owed); castled although the rook came first: told by `play::release` |
//! | 4.4.4 the promotion piece | `play::release` |
//! | 4.5 nothing touched can go | `duty` |
//! | 4.6 promotion | `play::release`, `play::rules`; a piece that no sensor tells: `play::promotion` |
//! | 4.7 what has come to rest, and what has only slid across a square | `play::settle`, `sense::sensed_board` |
//! | 4.7 the released piece, the move made by it (4.7.3: the promotion) | `play::release`, `play::rules`; what stays in force of a move taken back: `play::surviving_effects` |
//! | 4.8 the right to claim | `ruling::ending`, `arbiter::claims` |
//! | 1.3, 6.2.2 the reply to a move not pressed | `play::reply`; pieces taken back at once: `play::exchange` |
//! | 3.7 to 3.10 which move the board shows | `play::shown` decides, `play::rules` does it |
//! | 5, 9.6 how games end; 9.2, 9.3 claims of a draw | `ruling::ending`, `ruling::over`, `arbiter::claims` |
//! | 5.2.2, 6.9, 7.5.5 who can still checkmate | `ruling::mating` |
//! | 6.2 the press | `clock::press`; judged when its grace is over and every piece rests: `clock::judged`; a reply begun within it: `clock::grace` |
//! | 6.2 a press that nobody saw, the board being away | `clock::gap`; one seen while it was: `play::reading`, `hypotheses::after_gap` |
//! | 6.3 periods; 6.8, 6.9 flags | `clock::periods`, `clock::flag` |
//! | 6.6 the start; 7.1 what a press added | `clock::reading` |
//! | 7.2 the first position | `between::first_position` |
//! | 7.4, 7.6 pieces displaced | `play::rules`, `clock::press` |
//! | 7.5.1, 7.5.2, 7.5.5 illegal moves, the pawn left, penalties | found by `clock::judged`, ruled by `ruling::illegal_move` |
//! | 7.5.5 what is proposed as the count changes; another illegal move from the first one's square | `ruling::penalty`, `ruling::again` |
//! | 7.5.3 the press without a move | `clock::empty_press` |
//! | 7.5.1, A.4.2 what comes after | `ruling::stopped` (what waits, and all that ends it); put right: `ruling::corrected`, while the press is not judged yet: `clock::judged`; stands, or was none: `ruling::stands` |
//! | where editions and regimes differ | `laws`, `laws::articles`, `laws::claims`, and nowhere else |
//!
//! | besides | here |
//! |---|---|
//! | where a game is, and what leaves it: set up, played, unexplained, over | `phase` |
//! | what the arbiter says and does | `arbiter`, and play suspended by him: `arbiter::suspend`; what is played meanwhile: `recovery::while_suspended` |
//! | pieces not put as the arbiter has said, and rulings by a record in doubt | `arbiter::put_right` |
//! | what is found, as data; one row for each kind | `findings`, `findings::kinds`; JSON is made of it in `game::alert_data`, sentences in `crate::words` |
//! | the alerts of the game, and what ends each | `findings::alert_book`, `ruling::overtaken`; told by `say` |
//! | kings in the centre, a new game | `signs` (what they show), `between::signals`; one whose beginning was not seen: `between::next_game` |
//! | pieces that the board does not know | `between::unidentified` |
//! | moves that nobody saw, and those that count only later | `recovery`; on boards of squares `hypotheses::after_gap` |
//! | boards of squares: every hypothesis that the sensors allow | `hypotheses`; when two are the same: `hypotheses::key`; what is told, and when: `hypotheses::tell`, `hypotheses::at_end` |
//! | play that is not recorded | counted in `unrecorded`; a whole game of which nothing is known: `between::next_game`; told by `observer`, which is what the other stages see of this one |

mod arbiter;
mod between;
mod clock;
mod duty;
mod findings;
mod hypotheses;
mod laws;
mod machine;
mod observer;
mod output;
mod phase;
mod play;
mod played;
mod recovery;
mod ruling;
mod say;
mod sense;
mod settings;
mod signs;
mod state;
mod time;
mod timer;
mod unrecorded;

pub use arbiter::{
    Act, Refusal,
    claims::{PlayersClaim, Verified},
    register::Irregular,
};
pub use between::beginning::{Beginning, Contact};
pub use clock::periods::{MAX_PERIODS, NoTimeControl, Period, TimeControl};
pub use duty::Touch;
pub(crate) use findings::letter_of_mover;
#[cfg(test)]
pub(crate) use findings::samples;
pub use findings::{
    Alert, AlertKind, AlertState, AmbiguousMove, CastlingObstacle, Claim, ClaimKind, ClaimantLoses, ClockAdjustment,
    Contradiction, DrawRuling, Evidence, Finding, FlagRuling, Forfeit, Mismatch, NamedMove, NewGameSign, OffTurn,
    OpponentMates, Owed, PawnLeft, Severity, UnknownGame, Verdict, Witness,
};
pub use laws::{
    Clause, Edition, Laws, Regime, Supervision,
    claims::{ClaimantsTime, IntendedMove, WrongClaim},
};
pub use machine::TurnMachine;
pub use observer::Observer;
pub use output::{Account, MoveOutput, MoveStatus, Outcome, Termination, TurnOutput};
pub use ruling::mating::{ANSWER_MS, Nodes, Question};
pub use settings::{ClockUse, Given, MAX_ILLEGAL_MOVES, PerPlayer, Settings, Start, Timing};
pub use time::GameTime;
