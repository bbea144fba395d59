//! Records to the world: `mqtt` to a broker, `broker` within this program, `web` as a page;
//! `livechess` what is public, as LiveChess' clients expect it.
//!
//! Topics and payloads are the same for all of them.

pub mod broker;
pub mod console;
mod content;
pub(crate) mod delay_line;
pub(crate) mod lichess;
pub(crate) mod livechess;
pub mod mqtt;
pub mod payload;
#[cfg(test)]
pub(crate) mod samples;
pub mod secret;
pub mod time;
pub mod topics;
pub mod web;
mod websocket;
