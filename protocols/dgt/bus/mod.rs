//! DGT boards on a tournament bus: several on one line, each asked in turn.

mod codec;
pub(super) mod frame;
mod party;

pub use codec::BusCodec;
pub use party::PartyLine;

use super::device::{DeviceSettings, DgtDevice};
use crate::{
    Bus, BusAddress, Codec, Device,
    kind::{Board, Greeting, Lights, Model, Models, Sensing, Shared},
};

/// DGT boards on a tournament bus; the address of an emulated one is its serial number.
pub const BOARD: Board = Board {
    kind: "dgt-bus",
    sensing: Sensing::Identity,
    models: Models::Alike,
    line: super::BOARD.line,
    greeting: Greeting::Asks,
    lights: Lights::None,
    usb_ids: &[],
    // Two rounds in which all boards on the line answer, each within 1.1 s.
    answer_ms: 3_500,
    codec: unaddressed,
    shared: Some(Shared { alone: super::BOARD.kind, codec, bus }),
    device,
};

fn unaddressed() -> Box<dyn Codec> {
    Box::new(BusCodec::new(None))
}

fn codec(address: BusAddress) -> Box<dyn Codec> {
    Box::new(BusCodec::new(Some(address)))
}

fn bus() -> Box<dyn Bus> {
    Box::new(PartyLine::new())
}

fn device(model: Model) -> Box<dyn Device> {
    Box::new(DgtDevice::new(DeviceSettings { serial: model.serial, ..DeviceSettings::default() }))
}
