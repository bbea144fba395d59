//! What the tests of all boards share.
#![allow(dead_code, reason = "not every board's tests use everything")]

pub(crate) mod golden;
pub(crate) mod truth;
pub(crate) mod wooden;
