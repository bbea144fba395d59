//! Tabutronic Sentio, Sentio Spectrum and Tactum boards: which squares are occupied.

mod codec;
mod device;

pub use codec::TabutronicCodec;
pub use device::TabutronicDevice;

use crate::{
    Codec, Device, certabo,
    kind::{Board, Greeting, Lights, Model, Models, Sensing},
};

/// Boards that tell what is occupied, on the line of the boards that read tags.
pub const BOARD: Board = Board {
    kind: "tabutronic",
    sensing: Sensing::Occupancy,
    models: Models::Alike,
    line: certabo::LINE,
    greeting: Greeting::Listens,
    lights: Lights::Squares,
    usb_ids: certabo::USB_IDS,
    answer_ms: certabo::ANSWER_MS,
    codec,
    shared: None,
    device,
};

fn codec() -> Box<dyn Codec> {
    Box::new(TabutronicCodec::new())
}

fn device(_model: Model) -> Box<dyn Device> {
    Box::new(TabutronicDevice::new())
}
