//! Records to the world: MQTT topics, the embedded broker, the page.

pub mod broker;
pub mod payload;
pub mod topics;
