//! What can be done: for each case, and for each table without any; with the outcome said before.
//!
//! | file | question |
//! |---|---|
//! | `act` | which commands are there, and what is the JSON of each |
//! | `outcome` | what will it do, and what takes it back |
//! | `offers` | what is offered in this case, and what is proposed |

pub mod act;
pub mod offers;
pub mod outcome;
