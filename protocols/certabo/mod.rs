//! Certabo boards, and Tabutronic Cerno boards: RFID tags in the pieces.

mod codec;
mod device;
pub(crate) mod frame;
pub(crate) mod hearing;
mod lamps;
pub(crate) mod lit;
mod tags;

pub use codec::CertaboCodec;
pub use device::CertaboDevice;

pub(crate) use frame::LINE;

use crate::{
    Codec, Device,
    kind::{Board, Greeting, Lights, Model, Models, Sensing},
};

/// The USB bridge of the whole family, a plain CP210x.
pub(crate) const USB_IDS: &[(u16, u16)] = &[(0x10c4, 0xea60)];

/// How long a port is listened to, in milliseconds: the slowest boards send three scans a second, and the bridge may
/// have to start.
pub(crate) const ANSWER_MS: u64 = 2_000;

/// Boards that read the tags in the pieces.
pub const BOARD: Board = Board {
    kind: "certabo",
    sensing: Sensing::Identity,
    models: Models::Alike,
    line: LINE,
    greeting: Greeting::Listens,
    lights: Lights::Squares,
    usb_ids: USB_IDS,
    answer_ms: ANSWER_MS,
    codec,
    shared: None,
    device,
};

fn codec() -> Box<dyn Codec> {
    Box::new(CertaboCodec::new())
}

fn device(_model: Model) -> Box<dyn Device> {
    Box::new(CertaboDevice::new())
}
