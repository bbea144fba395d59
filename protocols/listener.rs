//! What the codecs of boards share that send their position unasked, again and again: what they tell, and when the
//! board has gone silent.

use std::collections::VecDeque;

use crate::{At, CodecOutput, Noise, NoiseKind, Presence, SensorEvent, Square, SquareContent};

/// How long nothing may be heard before the board counts as silent, in milliseconds.
pub(crate) const SILENT_MS: u64 = 5_000;

/// Most outputs kept for [`Codec::poll`](crate::Codec::poll). Beyond it events are dropped and the position is told
/// again whole.
const MAX_OUTPUTS: usize = 16_384;

/// What was heard of a board, told as events.
#[derive(Debug)]
pub(crate) struct Listener {
    outputs: VecDeque<CodecOutput>,
    presence: Option<Presence>,
    silent_at: Option<At>,
    /// The position as it was told last; `None` when it is to be told whole.
    told: Option<[SquareContent; 64]>,
    /// Somebody wants the whole position.
    asked: bool,
}

impl Listener {
    pub(crate) fn new() -> Listener {
        Listener { outputs: VecDeque::new(), presence: None, silent_at: None, told: None, asked: false }
    }

    /// The port has been opened: only what was not yet taken is kept.
    pub(crate) fn opened(&mut self, at: At) {
        let outputs = std::mem::take(&mut self.outputs);
        *self = Listener { outputs, silent_at: Some(at + SILENT_MS), ..Listener::new() };
    }

    /// A message of the board came whole.
    pub(crate) fn heard(&mut self, at: At) {
        if self.silent_at.is_some() {
            self.silent_at = Some(at + SILENT_MS);
        }
        self.turn(Presence::Answering);
    }

    /// Whether the board has been heard since the port was opened, and lately.
    pub(crate) fn is_answering(&self) -> bool {
        self.presence == Some(Presence::Answering)
    }

    /// Does what is due; says whether the board has gone silent just now.
    pub(crate) fn tick(&mut self, at: At) -> bool {
        let silent = self.silent_at.is_some_and(|silent_at| silent_at <= at);
        if silent {
            self.silent_at = Some(at + SILENT_MS);
            self.told = None;
            self.turn(Presence::Silent);
        }
        silent
    }

    pub(crate) fn next_deadline(&self) -> Option<At> {
        // Silence is said once.
        self.silent_at.filter(|_| self.presence != Some(Presence::Silent))
    }

    /// Somebody wants the whole position: it is told with the next reading.
    pub(crate) fn request_placement(&mut self) {
        self.asked = true;
    }

    /// Tells what stands on the board: whole the first time and where that is wanted, else what changed, what left
    /// before what came.
    pub(crate) fn tell(&mut self, squares: [SquareContent; 64]) {
        let asked = std::mem::take(&mut self.asked);
        if let Some(told) = self.told.replace(squares) {
            let changed = |square: &Square| told[square.index()] != squares[square.index()];
            let left = |square: &Square| squares[square.index()] == SquareContent::Empty;
            let mut fields: Vec<Square> = Square::all().filter(changed).collect();
            fields.sort_by_key(|square| !left(square));
            for square in fields {
                self.event(SensorEvent::Field { square, content: squares[square.index()] });
            }
            if !asked {
                return;
            }
        }
        self.event(SensorEvent::Placement(squares));
    }

    /// What stands on the board is known in other terms than before: the next position is told whole.
    pub(crate) fn tell_anew(&mut self) {
        self.told = None;
    }

    pub(crate) fn noise(&mut self, kind: NoiseKind, skipped_bytes: usize) {
        self.event(SensorEvent::Noise(Noise { kind, skipped_bytes }));
    }

    pub(crate) fn event(&mut self, event: SensorEvent) {
        if self.outputs.len() < MAX_OUTPUTS {
            self.outputs.push_back(CodecOutput::Event(event));
        } else {
            self.told = None;
        }
    }

    pub(crate) fn keep(&mut self, text: String) {
        self.outputs.push_back(CodecOutput::Keep(text));
    }

    pub(crate) fn send(&mut self, bytes: Vec<u8>) {
        self.outputs.push_back(CodecOutput::Send(bytes));
    }

    pub(crate) fn poll(&mut self) -> Option<CodecOutput> {
        self.outputs.pop_front()
    }

    fn turn(&mut self, presence: Presence) {
        if self.presence != Some(presence) {
            self.presence = Some(presence);
            self.event(SensorEvent::Presence(presence));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(names: &[&str]) -> [SquareContent; 64] {
        let mut squares = [SquareContent::Empty; 64];
        for name in names {
            squares[name.parse::<Square>().expect("a square").index()] = SquareContent::Occupied;
        }
        squares
    }

    fn told(listener: &mut Listener) -> Vec<String> {
        std::iter::from_fn(|| listener.poll())
            .map(|output| match output {
                CodecOutput::Event(SensorEvent::Field { square, content }) => format!("{square} {content:?}"),
                CodecOutput::Event(SensorEvent::Placement(_)) => "placement".to_owned(),
                CodecOutput::Event(SensorEvent::Presence(presence)) => format!("{presence:?}"),
                other => format!("{other:?}"),
            })
            .collect()
    }

    #[test]
    fn the_first_position_and_one_asked_for_are_told_whole_and_changes_in_between() {
        let mut listener = Listener::new();
        listener.opened(At(0));
        listener.heard(At(10));
        listener.tell(squares(&["a2"]));
        listener.tell(squares(&["a2"]));
        listener.tell(squares(&["a1"]));
        listener.request_placement();
        listener.tell(squares(&["a1"]));
        assert_eq!(told(&mut listener), ["Answering", "placement", "a2 Empty", "a1 Occupied", "placement"]);
    }

    #[test]
    fn silence_is_said_once_and_the_position_is_told_whole_after_it() {
        let mut listener = Listener::new();
        listener.opened(At(0));
        listener.heard(At(10));
        listener.tell(squares(&[]));
        assert_eq!(listener.next_deadline(), Some(At(10 + SILENT_MS)));
        assert!(!listener.tick(At(9 + SILENT_MS)));
        assert!(listener.tick(At(10 + SILENT_MS)));
        assert_eq!(listener.next_deadline(), None);
        listener.heard(At(20_000));
        listener.tell(squares(&[]));
        assert_eq!(told(&mut listener), ["Answering", "placement", "Silent", "Answering", "placement"]);
    }
}
