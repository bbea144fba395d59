//! The page as programs and browsers see it, fed with records made by hand.

mod browser;
mod http;
mod records;
mod routes;
