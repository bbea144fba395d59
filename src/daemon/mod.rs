//! The running service: configuration, tasks, shutdown.

pub mod config;
