//! The commands of the program, a file each: what is printed, and what the exit status says.

pub(crate) mod boards;
pub(crate) mod demo;
pub(crate) mod emulate;
pub(crate) mod hall;
pub(crate) mod history;
pub(crate) mod replay;
pub(crate) mod run;
pub(crate) mod winnable;
