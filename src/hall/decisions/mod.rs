//! The record: who decided what, when, and what ended without anybody.
//!
//! | file | question |
//! |---|---|
//! | `entry` | what is one decision |
//! | `search` | which ones are meant |
//! | `export` | as CSV and JSON |

pub mod entry;
pub mod export;
pub mod search;
