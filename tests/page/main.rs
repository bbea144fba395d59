//! The pages as programs and browsers see them: the console with tables that play, one table's page with records made by
//! hand.

mod browser;
#[path = "../common/mod.rs"]
mod common;
mod console;
mod driver;
mod records;
mod routes;
