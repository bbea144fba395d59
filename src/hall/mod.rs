//! The core of the hall: every table's state, what waits for an arbiter, what was decided, and what pages are told.
//!
//! A value that is fed and drained: records as tables send them (docs/interfaces.md, sections 3 to 5), requests of
//! people, and the time go in; commands, rows to keep and changes to show come out. It does no input or output, so the
//! records may come through a broker or from tables of the same program, and the pages' side may be any server.
//!
//! | folder, file | question |
//! |---|---|
//! | `core` | what goes in and out |
//! | `records` | what is read of a record |
//! | `table/` | how does one table stand |
//! | `queue/` | what waits for an arbiter, and in which order |
//! | `actions/` | what can be done, and what will it do |
//! | `decisions/` | who decided what |
//! | `acting`, `jobs` | what becomes of a request, and of the commands that follow from it |
//! | `settle` | what follows from what was heard |
//! | `shown`, `telling` | what is new to a page |
//! | `public`, `held_back` | what displays and broadcasters see, and how late |
//! | `aging` | what waits until it is old enough |
//! | `rounds/` | the event, who plays whom at which table, results |
//! | `people` | who may see and do what |
//! | `accounts/` | who has an account, who is signed in, wrong passwords |
//! | `protocol/` | what goes between hall and page |
//! | `keep` | what is kept |
//! | `time` | times of day |

pub mod accounts;
pub mod acting;
pub mod actions;
pub(crate) mod aging;
pub mod core;
pub mod decisions;
mod held_back;
mod jobs;
pub mod keep;
pub mod people;
pub mod protocol;
pub mod public;
pub mod queue;
pub mod records;
pub mod rounds;
pub mod settle;
mod shared;
mod shown;
pub mod table;
pub mod telling;
pub mod time;

#[cfg(test)]
mod tests;
