//! The running service: configuration, tasks, shutdown.
