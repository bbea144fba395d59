//! DGT electronic boards in single-board mode.

pub mod bus;
mod clock;
mod codec;
mod device;
mod frame;
mod last;
mod lever;
mod log;
mod message;
mod past;
mod record;
mod timers;
mod wire;

pub use codec::DgtCodec;
pub use device::{DeviceSettings, DgtDevice};

use crate::{
    Codec, Device,
    kind::{Board, Greeting, Lights, Line, Model, Models, Parity, Sensing},
};

/// DGT boards with piece recognition, on RS-232, USB or Bluetooth serial.
pub const BOARD: Board = Board {
    kind: "dgt",
    sensing: Sensing::Identity,
    models: Models::Alike,
    line: Line { baud: 9_600, data_bits: 8, parity: Parity::None, stop_bits: 1 },
    greeting: Greeting::Asks,
    lights: Lights::None,
    usb_ids: &[(0x045b, 0x8111), (0x0403, 0x6001)],
    // Within a second, after the half second it is left in peace; three greetings fit.
    answer_ms: 2_500,
    codec,
    shared: None,
    device,
};

fn codec() -> Box<dyn Codec> {
    Box::new(DgtCodec::new())
}

fn device(model: Model) -> Box<dyn Device> {
    Box::new(DgtDevice::new(DeviceSettings { serial: model.serial, ..DeviceSettings::default() }))
}
