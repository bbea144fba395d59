//! What `rumqttc` names of `rustls-webpki` 0.102, taken from the present one.
//!
//! `rumqttc` verifies nothing with it: an error of its own can hold this one. All certificates are verified by `rustls`,
//! which has the present `rustls-webpki`. Without this crate the old one would be built in, with its known faults.

pub use present::Error;
