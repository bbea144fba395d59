//! The DGT board from outside: codec, emulated board, captures.

mod captures;
mod codec;
mod device;
mod recorded;
mod wooden;
