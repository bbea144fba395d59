//! What the codecs of the family share: hear scans, and send commands for the lights.

use super::{
    frame::{Framer, Line},
    lamps::Lamps,
};
use crate::{At, CodecOutput, Noise, NoiseKind, SensorEvent, SquareSet, listener::Listener};

/// One side of the conversation with a board of the family.
#[derive(Debug)]
pub(crate) struct Hearing {
    /// How many numbers a scan has; lines of other boards of the family have others.
    numbers: usize,
    framer: Framer,
    listener: Listener,
    lamps: Lamps,
}

/// What is done with the numbers of a scan.
pub(crate) type Scanned<'a> = &'a mut dyn FnMut(&mut Listener, &[u8]);

impl Hearing {
    pub(crate) fn new(numbers: usize, light_pause_ms: u64) -> Hearing {
        let (listener, lamps) = (Listener::new(), Lamps::new(light_pause_ms));
        Hearing { numbers, framer: Framer::default(), listener, lamps }
    }

    pub(crate) fn opened(&mut self, at: At) {
        self.framer = Framer::default();
        self.listener.opened(at);
        self.lamps.opened();
    }

    pub(crate) fn receive(&mut self, at: At, bytes: &[u8], scanned: Scanned<'_>) {
        if let Some(line) = self.framer.expire(at) {
            self.took(at, line, scanned);
        }
        for &byte in bytes {
            for line in self.framer.push(at, byte).into_iter().flatten() {
                self.took(at, line, scanned);
            }
        }
        self.send_lights(at);
    }

    /// Does what is due; says whether the board has gone silent just now.
    pub(crate) fn tick(&mut self, at: At, scanned: Scanned<'_>) -> bool {
        if let Some(line) = self.framer.expire(at) {
            self.took(at, line, scanned);
        }
        let silent = self.listener.tick(at);
        self.send_lights(at);
        silent
    }

    pub(crate) fn next_deadline(&self) -> Option<At> {
        let lamps = self.lamps.next_deadline().filter(|_| self.listener.is_answering());
        [self.framer.deadline(), self.listener.next_deadline(), lamps].into_iter().flatten().min()
    }

    pub(crate) fn light(&mut self, at: At, squares: SquareSet) {
        self.lamps.light(squares);
        self.send_lights(at);
    }

    pub(crate) fn listener(&mut self) -> &mut Listener {
        &mut self.listener
    }

    pub(crate) fn poll(&mut self) -> Option<CodecOutput> {
        self.listener.poll()
    }

    fn took(&mut self, at: At, line: Result<Line, Noise>, scanned: Scanned<'_>) {
        match line {
            Ok(Line::Lights(kind)) if self.listener.is_answering() => self.lamps.answered(kind),
            // Not to us: we have sent nothing yet.
            Ok(Line::Lights(_)) => {}
            Ok(Line::Numbers(numbers)) if numbers.len() == self.numbers => {
                self.listener.heard(at);
                scanned(&mut self.listener, &numbers);
            }
            Ok(Line::Numbers(numbers)) => self.listener.noise(NoiseKind::Length, numbers.len()),
            Err(noise) => self.listener.event(SensorEvent::Noise(noise)),
        }
    }

    /// Nothing is sent before the board has been heard: something else may hang on the port.
    fn send_lights(&mut self, at: At) {
        if self.listener.is_answering()
            && let Some(bytes) = self.lamps.poll(at)
        {
            self.listener.send(bytes);
        }
    }
}
