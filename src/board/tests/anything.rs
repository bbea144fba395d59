//! Any sequence of events, and any damage to one.

use super::*;

fn any_content() -> impl Strategy<Value = SquareContent> {
    prop_oneof![
        3 => Just(SquareContent::Empty),
        1 => Just(SquareContent::Occupied),
        3 => "[PNBRQKpnbrqk]".prop_map(|text| {
            text.chars().next().and_then(Piece::from_letter).map_or(SquareContent::Empty, SquareContent::Piece)
        }),
    ]
}

fn any_face() -> impl Strategy<Value = ClockFace> {
    let flag = prop_oneof![8 => Just(Flag::Up), 1 => Just(Flag::Shown), 1 => Just(Flag::FallenAndStopped)];
    let ms = prop_oneof![4 => (0u32..5).prop_map(|seconds| seconds * 1_000), 1 => any::<u32>()];
    (ms, flag, any::<bool>()).prop_map(|(ms, flag, increment_shown)| ClockFace { ms, flag, increment_shown })
}

fn any_event() -> impl Strategy<Value = SensorEvent> {
    let side = |right: bool| if right { Side::Right } else { Side::Left };
    let fens = prop_oneof![Just(INITIAL), Just(AFTER_E4), Just("8/8/8/8/8/8/8/8"), Just("8/8/8/4k3/8/8/4K2R/8")];
    prop_oneof![
        4 => (0u8..64, any_content()).prop_map(|(index, content)| SensorEvent::Field {
            square: Square::new(index).unwrap_or_else(|| square("a1")),
            content,
        }),
        4 => (any_face(), any_face(), any::<bool>(), any::<bool>(), prop::bool::weighted(0.9)).prop_map(
            move |(left, right, lever, running, connected)| SensorEvent::Clock(ClockReading {
                left,
                right,
                lever_high: side(lever),
                running,
                connected,
                battery_low: lever && running,
                turn: None,
            })
        ),
        2 => (fens, any::<bool>()).prop_map(|(fen, turn)| {
            SensorEvent::Placement(if turn { turned(fen) } else { board(fen) })
        }),
        1 => Just(SensorEvent::Noise(Noise { kind: NoiseKind::Unframed, skipped_bytes: 1 })),
        1 => any::<bool>().prop_map(|silent| {
            SensorEvent::Presence(if silent { Presence::Silent } else { Presence::Answering })
        }),
        1 => any::<bool>().prop_map(move |right| SensorEvent::Press(side(right))),
        1 => (any::<u8>(), any::<bool>()).prop_map(|(percent, charging)| SensorEvent::Battery { percent, charging }),
    ]
}

#[derive(Debug, Clone)]
enum Step {
    Drain,
    Event(SensorEvent),
    Expect { explained: bool },
    Link(bool),
    NewGame,
}

fn any_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        12 => any_event().prop_map(Step::Event),
        3 => Just(Step::Drain),
        1 => any::<bool>().prop_map(|explained| Step::Expect { explained }),
        1 => any::<bool>().prop_map(Step::Link),
        1 => Just(Step::NewGame),
    ]
}

proptest! {
    #[test]
    fn no_sequence_panics_runs_backwards_or_grows_without_bound(
        steps in prop::collection::vec((0u64..2_000, any_step()), 0..300),
        repeat in 1usize..8,
        drains in any::<bool>(),
    ) {
        let mut reader = BoardReader::new(Settings { orientation: OrientationSetting::Auto, sensing: Sensing::Identity });
        let mut now = 0;
        let mut last = At(0);
        for (wait, step) in std::iter::repeat_n(&steps, repeat).flatten() {
            now += wait;
            match step {
                Step::Drain if drains => {
                    while let Some(output) = reader.poll() {
                        if let ReaderOutput::Event(at, _) = output {
                            prop_assert!(at >= last && at <= At(now), "{at:?} after {last:?} at {now}");
                            last = at;
                        }
                    }
                }
                Step::Drain => {}
                Step::Event(event) => reader.handle(At(now), event.clone()),
                Step::Expect { explained } => {
                    reader.expect(Expectation { placement: Placement::initial(), explained: *explained });
                }
                Step::Link(up) => reader.link(At(now), *up),
                Step::NewGame => reader.new_game(),
            }
            prop_assert!(reader.held.len() <= MAX_HELD + 1);
        }
        // Whatever was begun comes to an end: no deadline stands in the past.
        reader.tick(At(now));
        while reader.poll().is_some() {}
        prop_assert!(reader.next_deadline().is_none_or(|due| due > At(now)), "{:?} at {now}", reader.next_deadline());
    }

    /// A game's reports over a line that damages single ones: what stands at each press is what really stood there.
    #[test]
    fn one_damaged_report_never_reaches_a_press(
        damaged_at in 0usize..4,
        damage in (0u8..64, any_content()),
        lost in any::<bool>(),
        press_after in 20u64..600,
    ) {
        let mut bench = Bench::answering();
        bench.at(500, clock(300, 300, Side::Left));
        let truth = [("e2", SquareContent::Empty), ("e4", SquareContent::Piece(Piece { color: Color::White, role: Role::Pawn }))];
        let mut at = 1_000;
        for (index, (on, content)) in truth.into_iter().enumerate() {
            at += 150;
            let damaged = (damaged_at == index).then_some(damage);
            match damaged {
                Some(_) if lost => {}
                Some((index, content)) => {
                    let square = Square::new(index).unwrap_or_else(|| square("a1"));
                    bench.at(at, SensorEvent::Field { square, content });
                }
                None => bench.at(at, SensorEvent::Field { square: square(on), content }),
            }
        }
        // The board answers each request after 90 ms.
        let pressed = at + press_after;
        let mut answered = bench.requests.len();
        for now in at + 1..pressed + 2_000 {
            if now == pressed {
                bench.at(now, clock(302, 300, Side::Right));
            } else {
                bench.until(now);
            }
            if bench.requests.get(answered).is_some_and(|asked| now >= asked + 90) {
                answered += 1;
                bench.at(now, SensorEvent::Placement(board(AFTER_E4)));
            }
        }
        let mut standing = Placement::initial();
        let mut pressed_on = None;
        for (_, event) in &bench.events {
            match event {
                Event::Drop { square, piece } => {
                    standing.set(*square, *piece);
                }
                Event::Lift { square, .. } => {
                    standing.set(*square, None);
                }
                Event::Placement(BoardReading::Pieces(placement)) => standing = *placement,
                Event::Press { .. } => pressed_on = Some(standing),
                Event::Clock(_) | Event::Flag { .. } | Event::Link { .. } | Event::Placement(_) | Event::Time => {}
            }
        }
        prop_assert_eq!(pressed_on.map(|placement| placement.to_string()), Some(AFTER_E4.to_owned()));
    }
}
