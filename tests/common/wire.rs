//! Any bytes whatever from a board: what must hold of its codec, and of a table behind it.

use protocols::{At, CodecOutput, MAX_PARTIAL_MESSAGE, SensorEvent, registry::Board};
use touchmove::{
    board::{OrientationSetting, Settings},
    game::pgn::Tags,
    rules::Variant,
    table::{Input, Output, Setup, Source, Table},
    turn::{Given, Start},
};

/// Time for one byte on the line, in milliseconds.
const BYTE_MS: u64 = 1;

/// Hears the bytes in one piece, one by one, and at a table.
pub(crate) fn hear(board: &Board, bytes: &[u8]) {
    let whole = events(board, [bytes].into_iter());
    let single = events(board, bytes.chunks(1));
    assert_eq!(whole, single, "{}: the same bytes in another cut", board.kind);
    let skipped: usize =
        whole.iter().map(|event| if let SensorEvent::Noise(noise) = event { noise.skipped_bytes } else { 0 }).sum();
    assert!(skipped <= bytes.len(), "{}: more bytes passed over than came", board.kind);
    at_a_table(board, bytes);
    // Whatever was kept may have come to harm.
    if let Err(error) = (board.codec)().recall(&String::from_utf8_lossy(bytes)) {
        assert!(!error.to_string().is_empty());
    }
    let mut device = (board.device)(board.usual());
    device.receive(At(0), bytes);
    while device.poll().is_some() {}
}

/// What a codec makes of the bytes, all at one moment, and in the quiet after.
fn events<'a>(board: &Board, pieces: impl Iterator<Item = &'a [u8]>) -> Vec<SensorEvent> {
    let mut codec = (board.codec)();
    let mut events = Vec::new();
    codec.opened(At(0));
    let mut drain = |codec: &mut dyn protocols::Codec| {
        while let Some(output) = codec.poll() {
            match output {
                CodecOutput::Event(event) => events.push(event),
                CodecOutput::Keep(text) => {
                    let recalled = (board.codec)().recall(&text);
                    assert!(recalled.is_ok(), "{}: {recalled:?}", board.kind);
                }
                CodecOutput::Send(bytes) => assert!(bytes.len() <= MAX_PARTIAL_MESSAGE),
            }
        }
    };
    for piece in pieces {
        codec.receive(At(0), piece);
        drain(&mut *codec);
    }
    for _ in 0..100 {
        let Some(due) = codec.next_deadline() else { break };
        codec.tick(due);
        drain(&mut *codec);
    }
    events
}

fn at_a_table(board: &Board, bytes: &[u8]) {
    let setup = Setup {
        name: "1".to_owned(),
        session: "s".to_owned(),
        settings: touchmove::turn::Settings { sensing: board.sensing, ..Default::default() },
        start: Start::Setup(Variant::Chess),
        given: Given::default(),
        seq: 0,
        tags: Tags::default(),
        language: touchmove::words::Language::English,
    };
    let reading = Settings { orientation: OrientationSetting::Auto, sensing: board.sensing };
    let mut table = Table::new(setup, Source::Board((board.codec)(), reading));
    let mut seq = 0;
    let mut drain = |table: &mut Table| {
        while let Some(output) = table.poll() {
            if let Output::Record(record) = output {
                seq += u64::from(record.body.is_journaled());
                assert_eq!(record.seq, seq, "seq counts without a gap");
            }
        }
    };
    table.handle(At(0), Input::Opened);
    for (at, byte) in (1..).zip(bytes.chunks(1)) {
        table.handle(At(at * BYTE_MS), Input::Bytes(byte));
        drain(&mut table);
    }
    table.handle(At(bytes.len() as u64 * BYTE_MS + 1), Input::Closed);
    table.finish();
    drain(&mut table);
}
