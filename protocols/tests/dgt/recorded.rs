//! Traffic that others recorded from physical boards. It is not ours to ship, so these tests pass with a note where
//! it is absent.

use std::fs;

use protocols::{At, Codec, Flag, Piece, SensorEvent, Side, SquareContent, dgt::DgtCodec};

use crate::common::{
    golden::{cuts, unhex, value},
    missing::shared,
    wooden::{Heard, drain},
};

/// A recording, if it is there.
fn recording(name: &str) -> Option<String> {
    let path = shared(&format!("boards/captures/{name}"))?;
    Some(fs::read_to_string(path).expect("a recording"))
}

/// What a codec that was just opened makes of these reads, which answer nothing it says.
fn events(reads: impl IntoIterator<Item = Vec<u8>>) -> Vec<SensorEvent> {
    let mut codec = DgtCodec::new();
    let mut heard = Heard::default();
    codec.opened(At(0));
    let mut now = 0;
    for bytes in reads {
        // A millisecond a byte, about what the line takes: time goes on alike in any cut.
        now += bytes.len() as u64;
        while let Some(at) = codec.next_deadline().filter(|at| at.0 <= now) {
            codec.tick(at);
        }
        codec.receive(At(now), &bytes);
        drain(&mut codec, now, &mut heard);
    }
    // Silence behind the last message shows that it is whole.
    codec.tick(At(now + 20));
    drain(&mut codec, now + 20, &mut heard);
    heard.events.into_iter().map(|(_, event)| event).collect()
}

fn base64(line: &str) -> Vec<u8> {
    const DIGITS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::new();
    let (mut bits, mut held) = (0u32, 0);
    for digit in line.bytes().take_while(|&byte| byte != b'=') {
        bits = bits << 6 | DIGITS.find(char::from(digit)).expect("a base64 digit") as u32;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
        }
    }
    bytes
}

/// `0:03:02` in milliseconds.
fn ms(time: &str) -> u32 {
    time.split(':').fold(0, |seconds, part| seconds * 60 + part.parse::<u32>().expect("a number")) * 1_000
}

/// One event as the decoding that lies beside the recording puts it.
fn matches(event: &SensorEvent, line: &str) -> bool {
    match event {
        SensorEvent::Placement(squares) => {
            let occupied = squares.iter().filter(|&&content| content != SquareContent::Empty).count();
            value(line, "msg") == "board_dump" && occupied == 32
        }
        SensorEvent::Field { square, content } => {
            let piece = match content {
                SquareContent::Piece(piece) => piece.letter().to_string(),
                SquareContent::Empty => "empty".to_owned(),
                SquareContent::Occupied => return false,
            };
            value(line, "msg") == "field_update"
                && value(line, "square_connector_left") == square.to_string()
                && value(line, "piece") == piece
        }
        SensorEvent::Clock(reading) => {
            let status = u8::from_str_radix(value(line, "status").trim_start_matches("0x"), 16).expect("a byte");
            let lever_high = if status & 0x02 == 0 { Side::Left } else { Side::Right };
            value(line, "msg") == "bwtime"
                && ms(value(line, "left")) == reading.left.ms
                && ms(value(line, "right")) == reading.right.ms
                && reading.running == (status & 0x01 != 0)
                && (reading.lever_high, reading.turn) == (lever_high, Some(lever_high))
                && reading.connected
                && reading.left.increment_shown
        }
        _ => false,
    }
}

#[test]
fn games_with_a_clock_decode_as_they_were_decoded_before_in_any_cut() {
    for (name, clocks, fields, flags) in [("1", 323, 131, 0), ("johan", 854, 101, 1)] {
        let Some(bytes) = recording(&format!("arnsholt-dgtdriver/{name}.inbytes")) else { return };
        let Some(decoded) = recording(&format!("derived/dgt-arnsholt-{name}.jsonl")) else { return };
        let reads: Vec<Vec<u8>> = bytes.lines().map(base64).collect();
        assert_eq!(reads, decoded.lines().map(|line| unhex(value(line, "hex"))).collect::<Vec<_>>());

        let whole = events(reads.clone());
        let count = |wanted: fn(&SensorEvent) -> bool| whole.iter().filter(|&event| wanted(event)).count();
        assert_eq!(count(|event| matches!(event, SensorEvent::Clock(_))), clocks);
        assert_eq!(count(|event| matches!(event, SensorEvent::Field { .. })), fields);
        assert_eq!(count(|event| matches!(event, SensorEvent::Noise(_))), 0);
        let fallen =
            |event: &SensorEvent| matches!(event, SensorEvent::Clock(reading) if reading.right.flag != Flag::Up);
        assert_eq!(count(fallen), flags);

        // The first event says that the board answers; from there on, an event a line.
        let said: Vec<&SensorEvent> = whole.iter().skip(1).collect();
        assert_eq!(said.len(), decoded.lines().count());
        for (event, line) in said.iter().zip(decoded.lines()) {
            assert!(matches(event, line), "{event:?} is not {line}");
        }

        let stream: Vec<u8> = reads.concat();
        for seed in 0..20 {
            let events = events(cuts(&stream, seed));
            assert_eq!(events, whole, "cut with seed {seed}");
        }
    }
}

#[test]
fn a_polled_game_decodes_from_reads_as_they_came() {
    let Some(chunks) = recording("derived/dgt-acarabott-poll1hz-chunks.jsonl") else { return };
    let reads: Vec<Vec<u8>> =
        chunks.lines().filter(|line| value(line, "dir") == "rx").map(|line| unhex(value(line, "hex"))).collect();
    assert_eq!(reads.len(), 1_856);
    let whole = events(reads.clone());
    assert_eq!(
        whole[1..3],
        [
            SensorEvent::Identity { serial: Some("25805".to_owned()), firmware: None, sensing: None },
            SensorEvent::Identity { serial: Some("25805".to_owned()), firmware: Some("3.1".to_owned()), sensing: None }
        ]
    );
    let dumps: Vec<&[SquareContent; 64]> = whole
        .iter()
        .filter_map(|event| match event {
            SensorEvent::Placement(squares) => Some(squares),
            _ => None,
        })
        .collect();
    assert_eq!(dumps.len(), 178);
    assert_eq!(whole.len(), 3 + 178, "nothing but presence, identity and dumps");
    // The game ends with mate by a queen on c2.
    let queen = SquareContent::Piece(Piece::from_letter('q').expect("a queen"));
    assert!(dumps.iter().any(|squares| squares[10] == queen));
    let stream: Vec<u8> = reads.concat();
    assert_eq!(events(cuts(&stream, 1)), whole);
}
