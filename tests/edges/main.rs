//! Protects the way in and the way out: serial ports, journal, brokers, network, hall, command line, systemd, installation,
//! tried with real terminals, files, programs and sockets.

mod access;
mod asking;
mod boards;
mod cli;
#[path = "../common/mod.rs"]
mod common;
mod emulate_pty;
mod end_to_end;
mod hall;
mod installation;
mod journal;
mod mqtt;
mod network;
mod restart;
mod serial;
mod supervision;
mod upgrade;
