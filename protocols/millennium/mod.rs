//! Millennium boards on a ChessLink module.

mod codec;
mod device;
mod frame;
mod lamps;
mod message;

pub use codec::MillenniumCodec;
pub use device::MillenniumDevice;

use crate::{
    Codec, Device,
    kind::{Board, Greeting, Lights, Model, Models, Sensing},
};

/// Millennium boards on a ChessLink module; see this folder's README.
pub const BOARD: Board = Board {
    kind: "millennium",
    sensing: Sensing::Occupancy,
    models: Models::Differ,
    line: frame::LINE,
    greeting: Greeting::Asks,
    lights: Lights::Squares,
    // No source names those of the module's adapter.
    usb_ids: &[],
    // Three greetings, then a newer board's information, asked for three times.
    answer_ms: 2_600,
    codec,
    shared: None,
    device,
};

fn codec() -> Box<dyn Codec> {
    Box::new(MillenniumCodec::new())
}

fn device(model: Model) -> Box<dyn Device> {
    Box::new(MillenniumDevice::new(model))
}
