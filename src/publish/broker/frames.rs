//! MQTT packets in a stream of bytes, as far as bounds must know them: kind, length, identifier, first bytes, and how long
//! the properties of a PUBLISH are.

/// How many of a packet's first bytes after its header are told: as far as the version in a CONNECT.
const HEAD: usize = 7;

/// The kind of a PUBLISH.
const PUBLISH: u8 = 3;

/// Most bytes of a number of variable length (MQTT 5.0, section 1.5.5).
const NUMBER: usize = 4;

/// A packet's kind and flags, its length, and how it begins (MQTT 5.0, section 2.1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Frame {
    first: u8,
    /// The length of all of it, in bytes.
    pub(super) bytes: usize,
    head: [u8; HEAD],
    told: usize,
    /// The packet identifier, of a PUBLISH that is to be acknowledged.
    id: [u8; 2],
    /// How long the properties of a PUBLISH are, as far as that has come.
    properties: usize,
    /// How many bytes of that number have come, and whether the last of them has.
    digits: usize,
    is_counted: bool,
    /// How much of the body has come, as far as it is looked at.
    come: usize,
}

/// Cuts a stream into packets. It keeps some twenty bytes, whatever comes.
#[derive(Debug, Default)]
pub(super) struct Frames {
    header: [u8; 5],
    /// How much of the header is there.
    known: usize,
    /// The packet whose head is not told yet.
    open: Option<Frame>,
    /// How much of the packet's body is still to come.
    rest: usize,
    /// Whether the stream is no MQTT any more; the broker ends it.
    broken: bool,
}

impl Frame {
    /// The packet's kind: 1 for CONNECT up to 15 for AUTH.
    pub(super) fn kind(&self) -> u8 {
        self.first >> 4
    }

    /// The quality of service, of a PUBLISH.
    pub(super) fn qos(&self) -> u8 {
        self.first >> 1 & 0x03
    }

    /// The packet identifier, of a packet that has one: behind the topic of a PUBLISH that is to be acknowledged, else at the
    /// beginning (MQTT 5.0, section 2.2.1).
    pub(super) fn id(&self) -> u16 {
        u16::from_be_bytes(if self.kind() == PUBLISH { self.id } else { [self.head[0], self.head[1]] })
    }

    /// A byte after the header, where the packet has one there; of the first seven.
    pub(super) fn byte(&self, at: usize) -> Option<u8> {
        self.head[..self.told].get(at).copied()
    }

    /// Whether it is a PUBLISH of what is retained, or is to be.
    pub(super) fn is_retained(&self) -> bool {
        self.kind() == PUBLISH && self.first & 0x01 != 0
    }

    /// How long the topic of a PUBLISH is, in bytes.
    pub(super) fn topic(&self) -> usize {
        usize::from(u16::from_be_bytes([self.head[0], self.head[1]]))
    }

    /// How long the properties of a PUBLISH are, in bytes; in MQTT 5 only: before it, the payload is there instead.
    pub(super) fn properties(&self) -> usize {
        self.properties
    }

    /// Where in the body a PUBLISH says how long its properties are, once its topic's length is known.
    fn length_at(&self) -> Option<usize> {
        let id = if self.qos() > 0 { self.id.len() } else { 0 };
        (self.kind() == PUBLISH && self.told >= 2).then_some(2 + self.topic() + id)
    }

    /// How far the body is looked at, as far as is known by now.
    fn end(&self) -> usize {
        let digits = if self.is_counted { self.digits } else { NUMBER };
        self.length_at().map_or(HEAD, |at| HEAD.max(at + digits))
    }

    fn takes(&mut self, bytes: &[u8]) {
        let head = (HEAD - self.told).min(bytes.len());
        self.head[self.told..self.told + head].copy_from_slice(&bytes[..head]);
        self.told += head;
        let come = self.come;
        let here = |at: usize| at.checked_sub(come).and_then(|at| bytes.get(at)).copied();
        if let Some(length_at) = self.length_at() {
            if self.qos() > 0 {
                let id_at = length_at - self.id.len();
                for (place, byte) in self.id.iter_mut().enumerate() {
                    *byte = here(id_at + place).unwrap_or(*byte);
                }
            }
            while !self.is_counted
                && let Some(byte) = here(length_at + self.digits)
            {
                self.properties |= usize::from(byte & 0x7f) << (7 * self.digits);
                self.digits += 1;
                self.is_counted = byte & 0x80 == 0 || self.digits == NUMBER;
            }
        }
        self.come = (self.come + bytes.len()).min(self.end());
    }

    /// Whether all of it has come that is told.
    fn is_told(&self) -> bool {
        self.told == HEAD && (self.kind() != PUBLISH || self.is_counted)
    }
}

impl Frames {
    /// How long the packet is that has begun to come, in bytes, where it has not been told yet.
    pub(super) fn begun(&self) -> Option<usize> {
        self.open.as_ref().map(|frame| frame.bytes)
    }

    /// Whether the next byte begins a packet.
    pub(super) fn is_between(&self) -> bool {
        self.known == 0 && self.rest == 0
    }

    /// Takes what comes next, and tells of each packet once enough of it has come.
    pub(super) fn feed(&mut self, mut bytes: &[u8], mut seen: impl FnMut(&Frame)) {
        while !bytes.is_empty() && !self.broken {
            if self.rest == 0 {
                let (first, others) = (bytes[0], &bytes[1..]);
                bytes = others;
                self.header(first);
            } else {
                let here = self.rest.min(bytes.len());
                if let Some(frame) = &mut self.open {
                    frame.takes(&bytes[..here]);
                }
                self.rest -= here;
                bytes = &bytes[here..];
            }
            if let Some(frame) = self.open.take_if(|frame| frame.is_told() || self.rest == 0) {
                seen(&frame);
            }
        }
    }

    fn header(&mut self, byte: u8) {
        self.header[self.known] = byte;
        self.known += 1;
        if self.known == 1 || byte & 0x80 != 0 {
            // A length has four bytes at most (MQTT 5.0, section 1.5.5).
            self.broken = self.known == self.header.len();
            return;
        }
        let length = self.header[1..self.known].iter().rev();
        self.rest = length.fold(0, |sum, byte| sum << 7 | usize::from(byte & 0x7f));
        let (first, bytes) = (self.header[0], self.known + self.rest);
        self.open = Some(Frame {
            first,
            bytes,
            head: [0; HEAD],
            told: 0,
            id: [0; 2],
            properties: 0,
            digits: 0,
            is_counted: false,
            come: 0,
        });
        self.known = 0;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cut(pieces: &[&[u8]]) -> Vec<Frame> {
        let (mut frames, mut all) = (Frames::default(), Vec::new());
        for piece in pieces {
            frames.feed(piece, |frame| all.push(frame.clone()));
        }
        all
    }

    fn publish(body: usize) -> Vec<u8> {
        let mut bytes = vec![0x32];
        let mut length = body;
        while length >= 0x80 {
            bytes.push((length & 0x7f) as u8 | 0x80);
            length >>= 7;
        }
        bytes.push(length as u8);
        bytes.extend((0..body).map(|at| at as u8));
        bytes
    }

    #[test]
    fn kind_length_and_head_of_each_packet_are_told() {
        let mut stream = vec![0xc0, 0x00];
        stream.extend(publish(300));
        stream.extend([0x40, 0x02, 0x01, 0x02]);
        let all = cut(&[&stream]);
        assert_eq!(all.iter().map(Frame::kind).collect::<Vec<_>>(), [12, 3, 4]);
        assert_eq!(all.iter().map(|frame| frame.bytes).collect::<Vec<_>>(), [2, 303, 4]);
        assert_eq!((all[1].qos(), all[1].byte(6), all[1].byte(7)), (1, Some(6), None));
        assert_eq!((all[2].byte(1), all[2].byte(2)), (Some(2), None));
    }

    #[test]
    fn a_long_packet_is_known_to_be_long_before_it_is_there() {
        let mut frames = Frames::default();
        frames.feed(&publish(200_000)[..9], |_| {});
        assert_eq!(frames.begun(), Some(200_004));
        let mut all = Vec::new();
        frames.feed(&publish(200_000)[9..20], |frame| all.push(frame.bytes));
        assert_eq!((all, frames.begun()), (vec![200_004], None));
    }

    #[test]
    fn the_identifier_of_a_packet_is_told_wherever_it_is() {
        for topic in [0usize, 1, 4, 5, 6, 300] {
            let length = [(topic >> 8) as u8, topic as u8];
            let body = [&length[..], &vec![b'x'; topic], &[0x12, 0x34], b"payload"].concat();
            let (low, high) = ((body.len() & 0x7f) as u8 | 0x80, (body.len() >> 7) as u8);
            let stream = [&[0x32, low, high][..], &body, &[0x40, 2, 0x56, 0x78]].concat();
            for at in 0..stream.len() {
                let all = cut(&[&stream[..at], &stream[at..]]);
                assert_eq!(all.iter().map(Frame::id).collect::<Vec<_>>(), [0x1234, 0x5678], "{topic} {at}");
            }
        }
    }

    #[test]
    fn how_long_the_properties_are_is_told_wherever_it_is() {
        for (qos, topic, properties) in [(0u8, 1usize, 0usize), (0, 300, 5), (1, 1, 127), (2, 4, 128), (1, 300, 16_384)]
        {
            let digits = match properties {
                0..0x80 => vec![properties as u8],
                0x80..0x4000 => vec![properties as u8 | 0x80, (properties >> 7) as u8],
                _ => vec![properties as u8 | 0x80, (properties >> 7) as u8 | 0x80, (properties >> 14) as u8],
            };
            let length = [(topic >> 8) as u8, topic as u8];
            let id: &[u8] = if qos > 0 { &[0, 1] } else { &[] };
            let body = [&length[..], &vec![b'x'; topic], id, &digits, &vec![0xff; properties], b"payload"].concat();
            let mut stream = vec![0x30 | qos << 1];
            stream.extend([body.len() as u8 | 0x80, (body.len() >> 7) as u8 | 0x80, (body.len() >> 14) as u8]);
            stream.extend(&body);
            for at in 0..stream.len().min(330) {
                let all = cut(&[&stream[..at], &stream[at..]]);
                assert_eq!(all.iter().map(Frame::properties).collect::<Vec<_>>(), [properties], "{qos} {topic} {at}");
            }
        }
    }

    #[test]
    fn what_is_no_mqtt_ends_the_cutting() {
        assert_eq!(cut(&[&[0x30, 0xff, 0xff, 0xff, 0xff, 0x01, 0xc0, 0x00]]), []);
    }

    proptest! {
        #[test]
        fn cuts_make_no_difference(bodies in prop::collection::vec(0usize..400, 1..8), at in prop::collection::vec(1usize..50, 1..40)) {
            let stream: Vec<u8> = bodies.iter().flat_map(|body| publish(*body)).collect();
            let (mut pieces, mut rest) = (Vec::new(), stream.as_slice());
            for length in at {
                let (piece, others) = rest.split_at(length.min(rest.len()));
                pieces.push(piece);
                rest = others;
            }
            pieces.push(rest);
            prop_assert_eq!(cut(&pieces), cut(&[&stream]));
            prop_assert_eq!(cut(&pieces).len(), bodies.len());
        }

        #[test]
        fn cuts_make_no_difference_to_what_is_no_mqtt_either(stream in prop::collection::vec(any::<u8>(), 0..200), at in any::<prop::sample::Index>()) {
            let (first, second) = stream.split_at(at.index(stream.len() + 1));
            prop_assert_eq!(cut(&[first, second]), cut(&[&stream]));
        }
    }
}
