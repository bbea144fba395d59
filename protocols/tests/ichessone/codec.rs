//! Codec and emulated board together, goldens, and what damage does.

use proptest::prelude::*;
use protocols::{
    At, Codec, CodecOutput, Device, NoiseKind, Placement, Presence, SensorEvent, SensorNoise, SquareContent, SquareSet,
    ichessone::{BOARD, IChessOneCodec, IChessOneDevice},
    registry::BOARDS,
};

use crate::common::{
    golden::{Goldens, capture, cuts, rendered, unhex},
    truth::{BadLine, SHORT_GAME_MS, after_short_game, checked, contents, short_game, shuffled, told_last},
    wooden::{Heard, Script, converse, drain, square},
};

const GOLDENS: Goldens = Goldens { board: "ichessone", codec: || Box::new(IChessOneCodec::new()) };

/// The first position, as PicoChess's tests have it.
const START: &str = "3d70a89bc98a77777777000000000000000000000000000000001111111142356324";

fn played(world: &Script, until: u64) -> Heard {
    let mut codec = IChessOneCodec::new();
    codec.opened(At(0));
    converse(&mut codec, &mut IChessOneDevice::new(), world, 0, until)
}

fn fields(heard: &Heard) -> Vec<String> {
    let said = heard.events.iter().filter_map(|(_, event)| match event {
        SensorEvent::Field { square, content: SquareContent::Empty } => Some(format!("-{square}")),
        SensorEvent::Field { square, content: SquareContent::Piece(piece) } => Some(format!("{piece}{square}")),
        _ => None,
    });
    said.collect()
}

/// What a codec makes of these bytes, 100 ms apart, while its own questions are not answered.
fn told(messages: &[&[u8]]) -> Heard {
    let mut codec = IChessOneCodec::new();
    let mut heard = Heard::default();
    codec.opened(At(0));
    for (number, bytes) in (1..).zip(messages) {
        codec.tick(At(number * 100));
        codec.receive(At(number * 100), bytes);
        drain(&mut codec, number * 100, &mut heard);
    }
    let end = messages.len() as u64 * 100 + 300;
    codec.tick(At(end));
    drain(&mut codec, end, &mut heard);
    heard
}

#[test]
fn the_emulated_board_plays_the_golden_game() {
    let heard = played(&short_game(), SHORT_GAME_MS);
    GOLDENS.holds("short-game.jsonl", &capture(&heard));
    GOLDENS.judge("short-game");
    assert_eq!(told_last(&heard.events), contents(BOARD.sensing, &after_short_game()));
    assert_eq!(fields(&heard).join(" "), "-d2 Pd2 -e2 Pe4 -d7 pd5 -e4 Pd5");
}

/// What the board sends in the short game, and between its messages what it does not: rubbish, messages broken off,
/// values that mean nothing, positions that cannot be.
fn rubbish() -> Heard {
    let mut heard = played(&short_game(), SHORT_GAME_MS);
    let kings = [&b"=p"[..], &[0x66; 32]].concat();
    let rubbish: [&[u8]; 6] = [b"\x98\x76\x54\x32\x10", b"=p\xa8\x9b\xc9", b"=b\x01\x65", &kings, b"=h01.02", b"= = ="];
    for ((_, bytes), rubbish) in heard.received.iter_mut().step_by(2).zip(rubbish.iter().cycle()) {
        bytes.splice(0..0, rubbish.iter().copied());
    }
    heard
}

#[test]
fn rubbish_between_messages_changes_nothing_that_is_told() {
    let heard = rubbish();
    GOLDENS.holds("rubbish.jsonl", &capture(&heard));
    GOLDENS.judge("rubbish");
    let replayed = GOLDENS.replay(&heard.received, |bytes| vec![bytes.to_vec()]);
    assert_eq!(fields(&replayed).join(" "), "-d2 Pd2 -e2 Pe4 -d7 pd5 -e4 Pd5");
    let noises = replayed.events.iter().filter(|(_, event)| matches!(event, SensorEvent::Noise(_))).count();
    assert!(noises > 20, "{noises}");
}

#[test]
fn positions_of_other_programs_tests_are_read_once_they_come_again() {
    let start = unhex(START);
    let heard = told(&[&start, &start, &start, &start]);
    let first = contents(BOARD.sensing, &Placement::initial());
    let [(_, SensorEvent::Presence(Presence::Answering)), (400, SensorEvent::Placement(squares))] = heard.events[..]
    else {
        panic!("{}", rendered(&heard.events))
    };
    assert_eq!(squares, first);
    // A pawn of the h-file has gone a square on: once may be damage.
    let moved = unhex(&START.replace("0011111111", "0111111110"));
    let heard = told(&[&start, &start, &start, &start, &moved, &start, &moved, &moved, &moved]);
    // The square that failed before is believed to be empty a reading later than the others.
    assert_eq!(
        heard.events[2..],
        [
            (600, SensorEvent::Misread(square("h2"))),
            (600, SensorEvent::Misread(square("h3"))),
            (800, SensorEvent::Field { square: square("h3"), content: first[square("h2").index()] }),
            (900, SensorEvent::Field { square: square("h2"), content: SquareContent::Empty }),
        ]
    );
}

#[test]
fn positions_shifted_by_doubled_bytes_move_nothing_although_two_agree_in_much() {
    let start = unhex(START);
    let doubled = |at: usize| [&start[..=at], &start[at..]].concat();
    // One among the pawns, one behind them.
    let shifted = [doubled(7), doubled(12)];
    assert_eq!(shifted[0].iter().zip(&shifted[1]).filter(|(one, other)| one != other).count(), 1);
    let heard = told(&[&start, &start, &start, &start, &shifted[0], &shifted[1], &start, &start]);
    let moved = |(_, event): &&(u64, SensorEvent)| matches!(event, SensorEvent::Field { .. });
    assert_eq!(heard.events.iter().filter(moved).count(), 0, "{}", rendered(&heard.events));
    // Pieces swept together are believed, a position later.
    let mut swept = start.clone();
    swept[26..34].fill(0);
    let heard = told(&[&start, &start, &start, &start, &swept, &swept, &swept]);
    assert_eq!(heard.events.iter().filter(moved).count(), 16, "{}", rendered(&heard.events));
}

#[test]
fn only_a_whole_possible_position_is_taken_for_the_boards() {
    let start = unhex(START);
    let mut nonsense = start.clone();
    nonsense[20] = 0xd0;
    let answers = |messages: &[&[u8]]| {
        let told = told(messages);
        let answers = told.events.iter().any(|(_, event)| matches!(event, SensorEvent::Presence(_)));
        let asked = told.sent.iter().all(|(_, bytes)| bytes == b"RP");
        assert_eq!(answers, !asked, "who is not recognised is asked for the position and nothing else");
        answers
    };
    assert!(answers(&[&start]));
    assert!(answers(&[&start[..20], &start[20..]]));
    assert!(answers(&[b"\x00\xff=p\x11", &start]));
    assert!(!answers(&[&start[..33]]));
    assert!(!answers(&[&start[1..]]));
    assert!(!answers(&[&nonsense]));
    assert!(!answers(&[b"=b\x01\x64", b"=h01.02", b"=p0123456789abc=p0123456789abc=p0123456789abc"]));
    // What it asks, echoed.
    assert!(!answers(&[b"RP", b"RP", b"RP"]));
}

#[test]
fn no_other_board_is_taken_for_this_one() {
    for board in BOARDS.iter().filter(|board| board.kind != BOARD.kind && board.shared.is_none()) {
        // What it says to somebody who speaks its own language, on a line as fast as this one's.
        let mut codec = (board.codec)();
        let mut device = (board.device)(board.usual());
        codec.opened(At(0));
        let heard = converse(codec.as_mut(), device.as_mut(), &short_game(), 0, SHORT_GAME_MS);
        assert!(!heard.received.is_empty(), "{}", board.kind);
        let taken = GOLDENS.replay(&heard.received, |bytes| vec![bytes.to_vec()]);
        let answers = |(_, event): &(u64, SensorEvent)| matches!(event, SensorEvent::Presence(Presence::Answering));
        assert!(!taken.events.iter().any(answers), "{}", board.kind);
    }
}

#[test]
fn it_is_greeted_told_to_send_changes_and_asked_again_and_again() {
    let heard = played(&Script::new(Placement::initial()), 60_000);
    let sent: Vec<(u64, &[u8])> = heard.sent.iter().map(|(at, bytes)| (*at, bytes.as_slice())).collect();
    assert_eq!(sent[0], (100, &b"RP"[..]));
    let others: Vec<&[u8]> = sent.iter().map(|&(_, bytes)| bytes).filter(|bytes| bytes != b"RP").collect();
    assert_eq!(others, [&b"CPIRQ"[..], b"RB", b"EL\x8f\x00\0\0\0\0\0\0\0\0\0\0\x01\xff"]);
    assert!(sent.windows(2).all(|pair| pair[1].0 - pair[0].0 >= 50), "{sent:02x?}");
    let asked: Vec<u64> = sent.iter().filter(|(at, bytes)| *at > 2_000 && bytes == b"RP").map(|&(at, _)| at).collect();
    assert!(asked.windows(2).all(|pair| (250..=260).contains(&(pair[1] - pair[0]))), "{asked:?}");
    let battery = SensorEvent::Battery { percent: 100, charging: true };
    assert_eq!(heard.events.iter().filter(|(_, event)| *event == battery).count(), 1);
    let misread = |event: &SensorEvent| matches!(event, SensorEvent::Misread(_) | SensorEvent::Noise(_));
    assert!(!heard.events.iter().any(|(_, event)| misread(event)));
}

#[test]
fn a_silent_port_is_greeted_for_ever_and_a_silent_board_is_told() {
    let mut codec = IChessOneCodec::new();
    codec.opened(At(0));
    let mut heard = Heard::default();
    while let Some(due) = codec.next_deadline().filter(|due| due.0 <= 60_000) {
        codec.tick(due);
        drain(&mut codec, due.0, &mut heard);
    }
    assert!(matches!(heard.events[..], [(_, SensorEvent::Presence(Presence::Silent))]), "{:?}", heard.events);
    assert!(heard.sent.len() > 110 && heard.sent.iter().all(|(_, bytes)| bytes == b"RP"));
    let world = Script::new(Placement::initial());
    let again = converse(&mut codec, &mut IChessOneDevice::new(), &world, 60_001, 63_000);
    assert_eq!(told_last(&again.events), contents(BOARD.sensing, &Placement::initial()));
    // It loses power, and comes back with other pieces.
    let mut heard = Heard::default();
    while let Some(due) = codec.next_deadline().filter(|due| due.0 <= 70_000) {
        codec.tick(due);
        drain(&mut codec, due.0, &mut heard);
    }
    assert!(heard.events.iter().any(|(_, event)| *event == SensorEvent::Presence(Presence::Silent)));
    let king = "8/8/8/8/8/8/8/4K3".parse().expect("a placement");
    let back = converse(&mut codec, &mut IChessOneDevice::new(), &Script::new(king), 70_001, 73_000);
    let placements = back.events.iter().filter_map(|(_, event)| match event {
        SensorEvent::Placement(squares) => Some(*squares),
        _ => None,
    });
    assert_eq!(placements.collect::<Vec<_>>(), [contents(BOARD.sensing, &king)]);
    assert!(back.sent.iter().any(|(_, bytes)| bytes == b"CPIRQ"), "it is told anew to send changes");
}

#[test]
fn a_position_that_is_wanted_is_told_whole() {
    let mut codec = IChessOneCodec::new();
    let mut board = IChessOneDevice::new();
    let world = Script::new(Placement::initial());
    codec.request_placement(At(0));
    codec.opened(At(0));
    codec.request_placement(At(0));
    let placed = |heard: &Heard| heard.events.iter().filter(|(_, e)| matches!(e, SensorEvent::Placement(_))).count();
    assert_eq!(placed(&converse(&mut codec, &mut board, &world, 0, 3_000)), 1);
    codec.request_placement(At(3_001));
    assert_eq!(placed(&converse(&mut codec, &mut board, &world, 3_001, 3_100)), 1);
}

#[test]
fn squares_are_lit_and_go_out() {
    let mut codec = IChessOneCodec::new();
    let mut board = IChessOneDevice::new();
    let world = Script::new(Placement::initial());
    let set = |names: &[&str]| names.iter().map(|name| square(name)).collect::<SquareSet>();
    // Somebody else has left lights on.
    board.receive(At(0), b"EL\xff\xff\0\xff\xff\xff\xff\xff\xff\xff\xff\0\x01\xff");
    assert_eq!(board.lit(), SquareSet::ALL);
    codec.opened(At(0));
    codec.light(At(0), set(&["a1"]));
    converse(&mut codec, &mut board, &world, 0, 1_000);
    assert_eq!(board.lit(), set(&["a1"]));
    for (from, names) in [(1_001, &["e2", "e4", "a8", "h1"][..]), (2_001, &["h8"]), (3_001, &[])] {
        codec.light(At(from), set(names));
        converse(&mut codec, &mut board, &world, from, from + 999);
        assert_eq!(board.lit(), set(names));
    }
    // Wanted at once, only the last is sent.
    for name in ["a2", "b2", "c2", "d2"] {
        codec.light(At(4_001), set(&[name]));
    }
    let heard = converse(&mut codec, &mut board, &world, 4_001, 5_000);
    assert_eq!(board.lit(), set(&["d2"]));
    assert!(heard.sent.iter().filter(|(_, bytes)| bytes.starts_with(b"EL")).count() <= 2);
}

#[test]
fn the_emulated_board_sends_changes_only_while_it_is_wanted_and_passes_over_what_it_does_not_know() {
    let mut board = IChessOneDevice::new();
    let mut world = Script::new(Placement::initial());
    world.put(1_050, "e2", '.').put(2_050, "e2", 'P').put(3_050, "e2", '.');
    let said = |board: &mut IChessOneDevice, until: u64| {
        board.advance(At(until), &world);
        std::iter::from_fn(|| board.poll()).map(|(_, bytes)| bytes).collect::<Vec<_>>()
    };
    assert_eq!(said(&mut board, 10), [] as [Vec<u8>; 0]);
    board.receive(At(10), b"touchmove\nR");
    board.receive(At(20), b"P");
    assert_eq!(said(&mut board, 900), [unhex(START)]);
    board.receive(At(900), b"CPI");
    board.receive(At(910), b"RQRB");
    assert_eq!(said(&mut board, 1_000), [b"=b\x01\x64".to_vec()]);
    assert_eq!(said(&mut board, 2_000), [unhex(&START.replace("1111111142", "1111011142"))]);
    assert_eq!(said(&mut board, 3_000), [unhex(START)]);
    board.receive(At(3_000), b"CPOFF");
    // One broken off, and half a second later another.
    board.receive(At(3_010), b"EL\xff");
    assert_eq!(said(&mut board, 4_000), [] as [Vec<u8>; 0]);
    board.receive(At(4_000), b"RP");
    assert_eq!(said(&mut board, 4_100).len(), 1);
}

#[test]
fn a_change_is_told_within_a_quarter_of_a_second() {
    let mut world = Script::new(Placement::initial());
    for (at, number) in (5_000..9_000).step_by(437).zip(0..) {
        world.put(at, "e2", if number % 2 == 0 { '.' } else { 'P' });
    }
    let heard = played(&world, 9_500);
    let changes: Vec<u64> = (5_000..9_000).step_by(437).collect();
    let told: Vec<u64> =
        heard.events.iter().filter(|(_, e)| matches!(e, SensorEvent::Field { .. })).map(|e| e.0).collect();
    assert_eq!(told.len(), changes.len());
    for (told, changed) in told.into_iter().zip(changes) {
        assert!((changed..changed + 250).contains(&told), "{changed} was told at {told}");
    }
}

#[test]
fn wrong_squares_and_a_bad_line_never_tell_what_was_not_so() {
    for (noise, line) in [(SensorNoise::None, BadLine(None)), (SensorNoise::Measured, BadLine(Some(1_000)))] {
        for seed in 0..10 {
            let mut until = 0;
            let (world, end) = shuffled(seed, 12, &mut until);
            let (_, told) = checked(&BOARD, (BOARD.codec)(), &world, until, (noise, line, seed));
            assert_eq!(told, contents(BOARD.sensing, &end), "{noise:?} {line:?} seed {seed}");
        }
    }
}

#[test]
fn no_single_damaged_byte_becomes_another_move() {
    let heard = played(&short_game(), SHORT_GAME_MS);
    let replayed = |received: &[(u64, Vec<u8>)]| GOLDENS.replay(received, |bytes| vec![bytes.to_vec()]);
    let whole = fields(&replayed(&heard.received));
    for chunk in (0..heard.received.len()).step_by(7) {
        for byte in (0..heard.received[chunk].1.len()).step_by(5) {
            for flip in [0x01, 0x10, 0x34, 0x83] {
                let mut damaged = heard.received.clone();
                damaged[chunk].1[byte] ^= flip;
                let told = fields(&replayed(&damaged));
                assert!(told.iter().all(|field| whole.contains(field)), "{chunk} {byte} {flip:02x}: {told:?}");
            }
            for lost in [true, false] {
                let mut damaged = heard.received.clone();
                let sent = &mut damaged[chunk].1;
                if lost {
                    sent.remove(byte);
                } else {
                    sent.insert(byte, sent[byte]);
                }
                let told = fields(&replayed(&damaged));
                assert!(told.iter().all(|field| whole.contains(field)), "{chunk} {byte} lost {lost}: {told:?}");
            }
        }
    }
}

#[test]
fn a_damaged_message_is_asked_for_again_at_once() {
    let start = unhex(START);
    let mut damaged = start.clone();
    damaged[10] = 0x0f;
    let mut codec = IChessOneCodec::new();
    codec.opened(At(0));
    let mut heard = Heard::default();
    for at in [200, 300, 400, 500, 600] {
        codec.receive(At(at), &start);
        codec.tick(At(at + 60));
        drain(&mut codec, at + 60, &mut heard);
    }
    let sent = heard.sent.len();
    codec.receive(At(661), &damaged);
    codec.tick(At(849));
    drain(&mut codec, 849, &mut heard);
    assert_eq!(heard.sent.len(), sent, "what is behind it is noise until the line is silent");
    let start = unhex(START);
    codec.receive(At(849), &start);
    drain(&mut codec, 849, &mut heard);
    assert_eq!(heard.sent[sent..], [(849, b"RP".to_vec())]);
    let noise = heard.events.iter().find_map(|(_, event)| match event {
        SensorEvent::Noise(noise) => Some((noise.kind, noise.skipped_bytes)),
        _ => None,
    });
    assert_eq!(noise, Some((NoiseKind::Value, 34)));
}

/// Outputs of a codec given these bytes, each piece after a pause, in these cuts.
fn outputs(chunks: &[(Vec<u8>, u64)], seed: Option<u64>) -> Vec<CodecOutput> {
    let mut codec = IChessOneCodec::new();
    codec.opened(At(0));
    let (mut now, mut outputs) = (0, Vec::new());
    for (bytes, pause) in chunks {
        now += pause;
        codec.tick(At(now));
        let pieces = seed.map_or_else(|| vec![bytes.clone()], |seed| cuts(bytes, seed));
        for piece in pieces {
            codec.receive(At(now), &piece);
        }
        outputs.extend(std::iter::from_fn(|| codec.poll()));
    }
    outputs
}

/// Rubbish, and pieces of what the board says.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let start = unhex(START);
    let part = (0usize..34, 0usize..=34).prop_map(move |(from, to)| start[from.min(to)..to.max(from)].to_vec());
    let square = any::<u8>().prop_map(|byte| byte & 0xcc);
    let position = prop::collection::vec(square, 32).prop_map(|squares| [b"=p", squares.as_slice()].concat());
    prop_oneof![
        prop::collection::vec(any::<u8>(), 0..80),
        part,
        position,
        Just(unhex(START)),
        Just(b"=b\x00\x20".to_vec()),
    ]
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic_and_every_cut_gives_the_same(
        chunks in prop::collection::vec((bytes(), 0u64..1_000), 0..20),
        seed in any::<u64>(),
    ) {
        let whole = outputs(&chunks, None);
        prop_assert_eq!(&outputs(&chunks, Some(0)), &whole);
        prop_assert_eq!(&outputs(&chunks, Some(seed)), &whole);
        let mut board = IChessOneDevice::new();
        let world = Script::new(Placement::initial());
        board.disturb(SensorNoise::Heavy, seed);
        let mut now = 0;
        for (bytes, pause) in &chunks {
            now += pause;
            board.receive(At(now), bytes);
            board.receive(At(now), b"CPIRQRP");
            board.advance(At(now), &world);
            while board.poll().is_some() {}
        }
    }
}
