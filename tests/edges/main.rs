//! Protects the way in and the way out: serial ports, journal, brokers, network, hall, command line, systemd, installation,
//! tried with real terminals, files, programs and sockets.

mod access;
mod asking;
mod boards;
mod broadcast;
mod broadcast_all;
mod broadcast_delay;
mod broadcast_lichess;
mod broadcast_screens;
mod cli;
mod cluster;
#[path = "../common/mod.rs"]
mod common;
mod demo;
mod emulate_pty;
mod end_to_end;
mod hall;
mod hall_attacks;
mod hall_record;
mod installation;
mod journal;
mod livechess;
mod mqtt;
mod network;
mod restart;
mod rounds;
mod serial;
mod supervision;
mod upgrade;
