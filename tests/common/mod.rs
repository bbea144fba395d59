//! What the tests share: programs, brokers, boards, games, and those who watch them.
#![allow(dead_code, reason = "each binary of tests uses a part of it")]

pub(crate) mod alone;
pub(crate) mod any;
pub(crate) mod console;
pub(crate) mod corpus;
pub(crate) mod dgt_bytes;
pub(crate) mod ends;
pub(crate) mod event_log;
pub(crate) mod games;
pub(crate) mod heard;
pub(crate) mod http;
pub(crate) mod lichess;
pub(crate) mod lichess_site;
pub(crate) mod livechess;
pub(crate) mod logs;
pub(crate) mod missing;
pub(crate) mod mqtt;
pub(crate) mod nats;
pub(crate) mod onlooker;
pub(crate) mod pairings;
pub(crate) mod pgn_readers;
pub(crate) mod preload;
pub(crate) mod programs;
pub(crate) mod schema;
pub(crate) mod seats;
pub(crate) mod service;
pub(crate) mod story;
pub(crate) mod tally;
pub(crate) mod terminal;
pub(crate) mod vigil;
pub(crate) mod virtual_table;
pub(crate) mod watched;
pub(crate) mod wire;
pub(crate) mod witness;
