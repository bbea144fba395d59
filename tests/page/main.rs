//! The page as programs and browsers see it, fed with records made by hand.

mod browser;
#[path = "../common/mod.rs"]
mod common;
mod records;
mod routes;
