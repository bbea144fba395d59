//! An emulated board on a pseudo-terminal, and the hands that play on it.

mod control;
mod demo;
mod ending;
mod error;
mod faulty_sensors;
mod habits;
mod hands;
mod link;
mod motion;
mod moves;
mod noise;
mod play;
mod pty;
mod script;
mod sitting;
mod world;

pub use protocols::Dice;

pub use demo::{DEMO_BREACHES, DEMO_PGN, DEMO_TIME_CONTROL, demo_round};
pub use error::PtyError;
pub use faulty_sensors::{Faults, FaultySensors};
pub use habits::{CaptureWeights, ClockUse, EnPassantWeights, Habits, PromotionWeights};
pub use hands::{Breach, Committed, ExpectedPly};
pub use motion::{IDEAL_REACH, Motion};
pub use noise::Noise;
pub use play::{ExpectedSignal, Play, events, events_and_expected};
pub use pty::{Begin, End, Pty, Settings, Show, Traffic, emulate};
pub use script::Script;
pub use sitting::{GameHeard, Happening, Heard, Incident, Planned, Sat, Scene, Setting, Sitting, sit};
pub use world::{ClockSetting, Facing, MAX_CLOCK_MS, TableTop};
