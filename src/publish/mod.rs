//! Records to the world: `mqtt` to a broker, `broker` within this program, `web` as a page.
//!
//! Topics and payloads are the same for all of them.

pub mod broker;
pub mod console;
mod content;
pub mod mqtt;
pub mod payload;
pub mod secret;
pub mod time;
pub mod topics;
pub mod web;
