//! The console in browsers, with tables that play; and what programs see of a table, with records made by hand.

#[path = "../common/mod.rs"]
mod common;
mod console;
mod driver;
mod records;
mod routes;
