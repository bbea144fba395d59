//! Records to the world: MQTT topics, the embedded broker, the page.

pub mod broker;
pub mod mqtt;
pub mod payload;
mod queue;
pub mod settings;
pub mod topics;
mod trouble;
pub mod web;
mod window;
