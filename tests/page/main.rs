//! The page as programs and browsers see it, fed with records made by hand.

mod http;
mod records;
mod routes;
