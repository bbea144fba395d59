//! What the tests of all boards share.
#![allow(dead_code, reason = "not every board's tests use everything")]

pub(crate) mod golden;
#[path = "../../../tests/common/missing.rs"]
pub(crate) mod missing;
pub(crate) mod truth;
pub(crate) mod wooden;
