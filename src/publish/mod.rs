//! Records to the world: MQTT topics, the embedded broker, the page.

mod arrivals;
mod back_off;
pub mod broker;
mod connection;
pub mod mqtt;
pub mod payload;
mod queue;
pub mod secret;
pub mod settings;
pub mod topics;
mod trouble;
pub mod users;
pub mod web;
mod window;
