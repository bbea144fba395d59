//! The console in browsers, with tables that play; and what programs see of a table, with records made by hand.

#[path = "../common/mod.rs"]
mod common;
mod console;
mod driver;
mod event;
mod load;
mod marks;
mod outputs;
mod pictures;
mod records;
mod round;
mod routes;
mod screen;
mod words;
