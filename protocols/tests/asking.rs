//! What an unknown port hears when it is asked for every kind of board in turn: nothing that harms the board on it.

use protocols::{
    At, Codec, CodecOutput,
    registry::{BOARDS, Board, Greeting, Line, Parity},
};

/// All that a codec sends to a port on which nobody answers, each piece with its time.
fn greeting(board: &Board) -> Vec<(u64, Vec<u8>)> {
    let mut codec: Box<dyn Codec> = (board.codec)();
    let mut sent = Vec::new();
    codec.opened(At(0));
    let mut now = At(0);
    loop {
        while let Some(output) = codec.poll() {
            if let CodecOutput::Send(bytes) = output {
                sent.push((now.0, bytes));
            }
        }
        match codec.next_deadline().filter(|due| due.0 <= board.answer_ms) {
            Some(due) => now = due.max(now),
            None => return sent,
        }
        codec.tick(now);
    }
}

/// Levels of a line, one a tenth of a microsecond, while these bytes are sent without a pause.
fn levels(bytes: &[u8], line: Line) -> Vec<bool> {
    let mut bits = vec![true; 30];
    for &byte in bytes {
        let data = (0..line.data_bits).map(|bit| byte >> bit & 1 == 1);
        let ones = data.clone().filter(|&bit| bit).count();
        bits.push(false);
        bits.extend(data);
        match line.parity {
            Parity::Even => bits.push(ones % 2 == 1),
            Parity::None => {}
            Parity::Odd => bits.push(ones % 2 == 0),
        }
        bits.extend(vec![true; line.stop_bits.into()]);
    }
    bits.extend(vec![true; 300]);
    let tenths = |bit: usize| bit * 10_000_000 / line.baud as usize;
    (0..tenths(bits.len())).map(|at| bits[at * line.baud as usize / 10_000_000]).collect()
}

/// What a board makes of those levels whose own line is set so, its clock early or late by so many tenths of a
/// microsecond. A character whose end is not where it should be counts as heard, too: boards differ.
fn heard(levels: &[bool], line: Line, shift: usize) -> Vec<u8> {
    let tenths = |half_bits: usize| half_bits * 5_000_000 / line.baud as usize;
    let mut bytes = Vec::new();
    let mut at = 0;
    while let Some(start) = (at..levels.len()).find(|&at| !levels[at]) {
        let start = start + shift;
        let level = |half_bits: usize| levels.get(start + tenths(half_bits)).copied().unwrap_or(true);
        if level(1) {
            at = start + 1;
            continue;
        }
        let byte = (0..usize::from(line.data_bits)).map(|bit| u8::from(level(3 + 2 * bit)) << bit).sum();
        bytes.push(byte);
        let parity = usize::from(line.parity != Parity::None);
        at = start + tenths(2 * (usize::from(line.data_bits) + parity) + 3);
    }
    bytes
}

#[test]
fn a_byte_sent_is_heard_alike_on_a_line_set_alike() {
    for board in BOARDS {
        let mask = if board.line.data_bits == 7 { 0x7f } else { 0xff };
        let bytes: Vec<u8> = (0..=255).map(|byte| byte & mask).collect();
        assert_eq!(heard(&levels(&bytes, board.line), board.line, 0), bytes, "{}", board.kind);
    }
}

/// What must never come to a DGT board: the boot loader, and scans for draughts that it keeps without power.
const NEVER: [u8; 4] = [0x4e, 0x51, 0x53, 0x54];

#[test]
fn no_greeting_does_a_dgt_board_lasting_harm_at_whatever_rate_it_listens() {
    let Some(dgt) = BOARDS.iter().find(|board| board.kind == "dgt") else { panic!("no DGT board is registered") };
    for board in BOARDS.iter().filter(|board| board.greeting == Greeting::Asks) {
        for (_, bytes) in greeting(board) {
            // A USB board hears the bytes as they are.
            assert!(!bytes.iter().any(|byte| NEVER.contains(byte)), "{} sends {bytes:02x?}", board.kind);
            let levels = levels(&bytes, board.line);
            for shift in (0..200).step_by(10) {
                let heard = heard(&levels, dgt.line, shift);
                assert!(!heard.iter().any(|byte| NEVER.contains(byte)), "{}: {bytes:02x?} as {heard:02x?}", board.kind);
            }
        }
    }
}

#[test]
fn boards_that_speak_unasked_are_sent_nothing_before_they_have() {
    for board in BOARDS.iter().filter(|board| board.greeting == Greeting::Listens) {
        assert_eq!(greeting(board), [], "{}", board.kind);
    }
}
