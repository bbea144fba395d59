//! One turn as Article 4 sees it: touched, bound, made, completed.

mod alert;

pub use alert::{AlertKind, Severity};
