//! A client of MQTT down to its bytes: what no library would send, and what it is answered.

use std::{
    io::{self, Read, Write},
    net::{Ipv4Addr, SocketAddr, TcpStream},
    time::Duration,
};

/// A version of MQTT.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Version {
    V3 = 4,
    V5 = 5,
}

/// Whether the broker is to keep a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Session {
    Kept,
    None,
}

/// A connection.
pub(crate) struct Wire {
    pub(crate) stream: TcpStream,
    version: Version,
    buffer: Vec<u8>,
}

/// A packet as it came: its first byte and what follows its length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Packet {
    pub(crate) first: u8,
    pub(crate) body: Vec<u8>,
}

/// What a PUBLISH says.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Message<'a> {
    pub(crate) topic: &'a str,
    /// The packet's id, where it is to be acknowledged.
    pub(crate) id: Option<[u8; 2]>,
    pub(crate) payload: &'a [u8],
}

impl Packet {
    pub(crate) fn kind(&self) -> u8 {
        self.first >> 4
    }

    /// What a PUBLISH of MQTT 5 says.
    pub(crate) fn message(&self) -> Option<Message<'_>> {
        let length = usize::from(u16::from_be_bytes([*self.body.first()?, *self.body.get(1)?]));
        let topic = str::from_utf8(self.body.get(2..2 + length)?).ok()?;
        let rest = self.body.get(2 + length..)?;
        let has_id = self.first & 0x06 != 0;
        let (id, rest) = if has_id { (Some([*rest.first()?, *rest.get(1)?]), rest.get(2..)?) } else { (None, rest) };
        let (properties, bytes) = number(rest)?;
        Some(Message { topic, id, payload: rest.get(bytes + properties..)? })
    }
}

impl Wire {
    /// Connects, and says nothing.
    pub(crate) fn open(port: u16) -> io::Result<Wire> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let stream = TcpStream::connect_timeout(&address, Duration::from_secs(2))?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(5)))?;
        stream.set_write_timeout(Some(Duration::from_secs(2)))?;
        Ok(Wire { stream, version: Version::V5, buffer: Vec::new() })
    }

    /// Connects and says who it is; an error where it is turned away.
    pub(crate) fn connect(port: u16, id: &str, version: Version, session: Session) -> io::Result<Wire> {
        let mut wire = Wire::open(port)?;
        wire.version = version;
        let clean = if session == Session::None { 2 } else { 0 };
        let mut body = vec![0, 4, b'M', b'Q', b'T', b'T', version as u8, clean, 0, 0];
        if version == Version::V5 {
            match session {
                Session::Kept => body.extend([5, 0x11, 0, 0, 0xff, 0xff]),
                Session::None => body.push(0),
            }
        }
        body.extend(text(id));
        wire.send(0x10, &body)?;
        let answer = wire.read()?;
        if answer.kind() != 2 || answer.body.get(1) != Some(&0) {
            return Err(io::Error::other(format!("turned away: {answer:?}")));
        }
        Ok(wire)
    }

    /// Subscribes, and waits for the answer.
    pub(crate) fn subscribe(&mut self, filter: &str, qos: u8) -> io::Result<()> {
        self.subscribe_to(&[filter], qos)
    }

    /// Subscribes to all of these in one packet, and waits for the answer.
    pub(crate) fn subscribe_to(&mut self, filters: &[&str], qos: u8) -> io::Result<()> {
        let mut body = vec![0, 1];
        if self.version == Version::V5 {
            body.push(0);
        }
        for filter in filters {
            body.extend(text(filter));
            body.push(qos);
        }
        self.send(0x82, &body)?;
        while self.read()?.kind() != 9 {}
        Ok(())
    }

    /// Publishes, and waits for nothing.
    pub(crate) fn publish(&mut self, topic: &str, qos: u8, retained: u8, payload: &[u8]) -> io::Result<()> {
        let mut body = text(topic);
        if qos > 0 {
            body.extend([1, qos]);
        }
        if self.version == Version::V5 {
            body.push(0);
        }
        body.extend(payload);
        self.send(0x30 | qos << 1 | retained, &body)
    }

    /// Publishes, without a payload and half only where `packet` is given (QoS 2), with these properties of MQTT 5.
    pub(crate) fn publish_with(&mut self, topic: &str, packet: Option<u8>, properties: &[u8]) -> io::Result<()> {
        let id = packet.map(|packet| vec![0, packet]).unwrap_or_default();
        let body = [text(topic), id, digits(properties.len()), properties.to_vec()].concat();
        self.send(if packet.is_some() { 0x34 } else { 0x30 }, &body)
    }

    /// Lets a message go that was half published.
    pub(crate) fn release(&mut self, packet: u8) -> io::Result<()> {
        self.send(0x62, &[0, packet])
    }

    pub(crate) fn acknowledge(&mut self, id: [u8; 2]) -> io::Result<()> {
        self.send(0x40, &id)
    }

    pub(crate) fn ping(&mut self) -> io::Result<()> {
        self.send(0xc0, &[])
    }

    pub(crate) fn disconnect(mut self) -> io::Result<()> {
        self.send(0xe0, &[])
    }

    fn send(&mut self, first: u8, body: &[u8]) -> io::Result<()> {
        self.stream.write_all(&[&[first][..], &digits(body.len()), body].concat())
    }

    /// The next packet.
    pub(crate) fn read(&mut self) -> io::Result<Packet> {
        loop {
            if let Some((length, bytes)) = self.buffer.get(1..).and_then(number)
                && self.buffer.len() > bytes + length
            {
                let rest = self.buffer.split_off(1 + bytes + length);
                let packet = std::mem::replace(&mut self.buffer, rest);
                return Ok(Packet { first: packet[0], body: packet[1 + bytes..].to_vec() });
            }
            let mut bytes = [0; 65_536];
            match self.stream.read(&mut bytes)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                count => self.buffer.extend(&bytes[..count]),
            }
        }
    }
}

/// A number of MQTT's variable length at the beginning, and how many bytes it has.
fn number(bytes: &[u8]) -> Option<(usize, usize)> {
    let end = bytes.iter().take(4).position(|byte| byte & 0x80 == 0)?;
    let number = bytes[..=end].iter().rev().fold(0, |sum, byte| sum << 7 | usize::from(byte & 0x7f));
    Some((number, end + 1))
}

/// A number of MQTT's variable length.
fn digits(mut number: usize) -> Vec<u8> {
    let mut digits = Vec::new();
    loop {
        let more = if number >= 0x80 { 0x80 } else { 0 };
        digits.push((number & 0x7f) as u8 | more);
        number >>= 7;
        if number == 0 {
            return digits;
        }
    }
}

/// A user property of MQTT 5.
pub(crate) fn user_property(name: &str, value: &str) -> Vec<u8> {
    [vec![0x26], text(name), text(value)].concat()
}

fn text(text: &str) -> Vec<u8> {
    [&(text.len() as u16).to_be_bytes()[..], text.as_bytes()].concat()
}
