//! The iChessOne: a board that tells pieces apart, by cable.

mod codec;
mod device;
mod frame;

pub use codec::IChessOneCodec;
pub use device::IChessOneDevice;

use crate::{
    Codec, Device,
    kind::{Board, Greeting, Lights, Model, Models, Sensing},
};

/// The iChessOne; see this folder's README.
pub const BOARD: Board = Board {
    kind: "ichessone",
    sensing: Sensing::Identity,
    models: Models::Alike,
    line: frame::LINE,
    greeting: Greeting::Asks,
    lights: Lights::Squares,
    // No source names them.
    usb_ids: &[],
    // Four greetings.
    answer_ms: 2_000,
    codec,
    shared: None,
    device,
};

fn codec() -> Box<dyn Codec> {
    Box::new(IChessOneCodec::new())
}

fn device(_model: Model) -> Box<dyn Device> {
    Box::new(IChessOneDevice::new())
}
