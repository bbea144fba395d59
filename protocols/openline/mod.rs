//! The open line protocol: text over a serial port, for boards that people build themselves.

mod codec;
mod device;
mod line;
mod word;

pub use codec::OpenLineCodec;
pub use device::OpenLineDevice;

use crate::{
    Codec, Device,
    kind::{Board, Greeting, Lights, Line, Model, Models, Parity, Sensing},
};

/// Home-built boards that speak the open line protocol; see this folder's README.
pub const BOARD: Board = Board {
    kind: "openline",
    sensing: Sensing::Occupancy,
    models: Models::Differ,
    line: Line { baud: 115_200, data_bits: 8, parity: Parity::None, stop_bits: 1 },
    greeting: Greeting::Asks,
    lights: Lights::Squares,
    // Those of Arduino boards and of the adapters on their copies; other things have the latter too.
    usb_ids: &[(0x2341, 0x0043), (0x2341, 0x0036), (0x2341, 0x8036), (0x1b4f, 0x9206), (0x1a86, 0x7523)],
    // An Arduino begins anew when its port is opened, and its boot loader listens for up to two seconds first.
    answer_ms: 4_000,
    codec,
    shared: None,
    device,
};

fn codec() -> Box<dyn Codec> {
    Box::new(OpenLineCodec::new())
}

fn device(model: Model) -> Box<dyn Device> {
    Box::new(OpenLineDevice::new(model))
}
