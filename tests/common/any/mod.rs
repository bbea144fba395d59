//! Anything at all to whoever listens to a network or reads files of others: what must hold whatever comes.

pub(crate) mod air;
pub(crate) mod broker;
pub(crate) mod capture;
pub(crate) mod client;
pub(crate) mod command;
pub(crate) mod config;
pub(crate) mod hall;
pub(crate) mod journal;
pub(crate) mod page;
pub(crate) mod pairings;
mod panics;
mod tcp;
pub(crate) mod winnable;
pub(crate) mod workbook;

use super::witness;
