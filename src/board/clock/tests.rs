//! Tests of the clock.

use super::{
    Side::{Left, Right},
    judge::CONFIRM_MS,
    *,
};

/// A reading: seconds left and right, whose lever end is high.
fn reading(left_s: u32, right_s: u32, lever_high: Side) -> ClockReading {
    let face = |seconds: u32| ClockFace { ms: seconds * 1_000, flag: Flag::Up, increment_shown: false };
    ClockReading {
        left: face(left_s),
        right: face(right_s),
        lever_high,
        running: true,
        connected: true,
        battery_low: false,
        turn: None,
    }
}

fn marked(reading: ClockReading, turn: Side) -> ClockReading {
    ClockReading { turn: Some(turn), ..reading }
}

fn stopped(reading: ClockReading) -> ClockReading {
    ClockReading { running: false, ..reading }
}

/// What is left of everything said, with doubts settled: presses, flags and published times in seconds.
#[derive(Debug, Default, PartialEq, Eq)]
struct Heard {
    presses: Vec<Side>,
    flags: Vec<Side>,
    times: Vec<(u32, u32)>,
}

fn hear(says: &[Says]) -> Heard {
    let mut heard = Heard::default();
    let mut doubtful = (None, None);
    for said in says {
        match *said {
            Says::BatteryLow(_) | Says::Connected(_) => {}
            Says::Flag(side) => heard.flags.push(side),
            Says::Press { by, doubtful: true } => doubtful.0 = Some(by),
            Says::Press { by, doubtful: false } => heard.presses.push(by),
            Says::Settled { press, times } => {
                heard.presses.extend(doubtful.0.take().filter(|_| press));
                heard.times.extend(doubtful.1.take().filter(|_| times));
            }
            Says::Times { reading, doubtful: is_doubtful } => {
                let times = (reading.left.ms / 1_000, reading.right.ms / 1_000);
                if is_doubtful {
                    doubtful.1 = Some(times);
                } else {
                    heard.times.push(times);
                }
            }
        }
    }
    heard
}

fn play(readings: &[(u64, ClockReading)], until: u64) -> Heard {
    let mut clock = Clock::default();
    let mut says = Vec::new();
    for &(at, reading) in readings {
        clock.tick(At(at), &mut says);
        clock.read(At(at), reading, &mut says);
    }
    while let Some(at) = clock.next_deadline().filter(|at| at.0 <= until) {
        clock.tick(at, &mut says);
    }
    hear(&says)
}

#[test]
fn a_lever_change_with_an_increment_is_a_press_at_once() {
    let mut clock = Clock::default();
    let mut says = Vec::new();
    clock.read(At(0), reading(100, 100, Left), &mut says);
    clock.read(At(1_000), reading(99, 100, Left), &mut says);
    says.clear();
    clock.read(At(1_500), reading(101, 100, Right), &mut says);
    assert_eq!(says[0], Says::Press { by: Left, doubtful: false });
    assert!(matches!(says[1], Says::Times { doubtful: false, .. }));
}

#[test]
fn a_lever_change_between_two_seconds_is_a_press_at_once() {
    let mut clock = Clock::default();
    let mut says = Vec::new();
    clock.read(At(0), reading(100, 100, Left), &mut says);
    clock.read(At(1_000), reading(99, 100, Left), &mut says);
    says.clear();
    clock.read(At(1_500), reading(99, 100, Right), &mut says);
    assert_eq!(says[0], Says::Press { by: Left, doubtful: false });
}

#[test]
fn a_damaged_lever_is_no_press() {
    let heard = play(
        &[
            (0, reading(100, 100, Left)),
            (1_000, reading(99, 100, Left)),
            (2_000, reading(98, 100, Right)),
            (3_000, reading(97, 100, Left)),
            (4_000, reading(96, 100, Left)),
        ],
        10_000,
    );
    assert_eq!(heard.presses, []);
    assert_eq!(heard.times, [(100, 100), (99, 100), (97, 100), (96, 100)]);
}

#[test]
fn a_press_and_a_stop_in_one_reading_are_believed_only_when_borne_out() {
    let before = [(0, marked(reading(100, 100, Left), Left)), (1_000, marked(reading(99, 100, Left), Left))];
    // One byte twice: the seconds stand where the status should, and the byte behind passed for an id.
    let shifted = ClockReading { running: false, ..marked(reading(113, 100, Right), Right) };
    let after = marked(reading(97, 100, Left), Left);
    assert_eq!(play(&[&before[..], &[(2_000, shifted), (3_000, after)]].concat(), 9_000).presses, []);
    assert_eq!(play(&[&before[..], &[(2_000, shifted)]].concat(), 9_000).presses, [Left]);
}

#[test]
fn a_lever_that_moves_with_the_turn_mark_is_a_press_at_once_and_one_that_moves_alone_is_damaged() {
    // The mark may name either side.
    for (mark, next_mark) in [(Left, Right), (Right, Left)] {
        let before = [(0, marked(reading(100, 100, Left), mark)), (1_000, marked(reading(99, 100, Left), mark))];
        let pressed = marked(reading(98, 100, Right), next_mark);
        assert_eq!(play(&[&before[..], &[(2_000, pressed)]].concat(), 2_000).presses, [Left]);
        let damaged = marked(reading(98, 100, Right), mark);
        let after = marked(reading(97, 100, Left), mark);
        assert_eq!(play(&[&before[..], &[(2_000, damaged), (3_000, after)]].concat(), 9_000).presses, []);
        let first = [(0, damaged), (1_000, after), (2_000, marked(reading(96, 100, Left), mark))];
        assert_eq!(play(&first, 9_000).presses, []);
    }
}

#[test]
fn a_low_battery_is_told_when_seen_twice() {
    let low = |reading: ClockReading| ClockReading { battery_low: true, ..reading };
    let mut clock = Clock::default();
    let mut says = Vec::new();
    let readings = [low(reading(100, 100, Left)), reading(99, 100, Left), reading(98, 100, Left)];
    for (at, reading) in (0..).step_by(1_000).zip(readings) {
        clock.read(At(at), reading, &mut says);
    }
    clock.read(At(3_000), low(reading(97, 100, Left)), &mut says);
    assert!(!says.contains(&Says::BatteryLow(true)));
    clock.read(At(4_000), low(reading(96, 100, Left)), &mut says);
    assert!(says.contains(&Says::BatteryLow(true)));
}

#[test]
fn a_press_in_the_second_in_which_the_time_changes_counts_once_confirmed() {
    let heard = play(
        &[
            (0, reading(100, 100, Left)),
            (1_000, reading(99, 100, Left)),
            (2_000, reading(98, 100, Right)),
            (3_000, reading(98, 99, Right)),
        ],
        10_000,
    );
    assert_eq!(heard.presses, [Left]);
    assert_eq!(heard.times.last(), Some(&(98, 99)));
}

#[test]
fn a_doubtful_press_that_nothing_contradicts_counts_as_with_a_delay() {
    let heard = play(
        &[(0, reading(100, 100, Left)), (1_000, reading(99, 100, Left)), (2_000, reading(98, 100, Right))],
        10_000,
    );
    assert_eq!(heard.presses, [Left]);
}

#[test]
fn an_answer_within_the_second_makes_two_presses() {
    let heard = play(
        &[
            (0, reading(100, 100, Left)),
            (1_000, reading(99, 100, Left)),
            (2_000, reading(98, 100, Right)),
            (2_400, reading(98, 100, Left)),
            (3_400, reading(97, 100, Left)),
        ],
        10_000,
    );
    assert_eq!(heard.presses, [Left, Right]);
}

#[test]
fn the_first_reading_gives_no_press_even_if_its_lever_was_damaged() {
    assert_eq!(play(&[(0, reading(100, 100, Right))], 10_000).presses, []);
    let damaged = [(0, reading(100, 100, Right)), (1_000, reading(99, 100, Left)), (2_000, reading(98, 100, Left))];
    assert_eq!(play(&damaged, 10_000).presses, []);
}

#[test]
fn a_start_is_a_press_only_if_the_lever_changed() {
    let start = |lever| {
        let first = stopped(reading(300, 300, Left));
        play(&[(0, first), (500, reading(300, 300, lever))], 500).presses
    };
    assert_eq!(start(Left), []);
    assert_eq!(start(Right), [Left]);
}

#[test]
fn a_lever_moved_while_the_clock_stands_is_no_press() {
    let heard = play(
        &[
            (0, stopped(reading(300, 300, Left))),
            (5_000, stopped(reading(300, 300, Right))),
            (6_000, stopped(reading(300, 300, Left))),
            (9_000, reading(300, 300, Left)),
        ],
        20_000,
    );
    assert_eq!(heard.presses, []);
}

#[test]
fn times_that_jump_must_be_seen_twice() {
    let mut readings = vec![
        (0, reading(100, 100, Left)),
        (1_000, reading(99, 100, Left)),
        (2_000, reading(3_698, 100, Left)),
        (3_000, reading(97, 100, Left)),
    ];
    assert_eq!(play(&readings, 3_000).times, [(100, 100), (99, 100), (97, 100)]);
    readings.truncate(3);
    readings.push((3_000, reading(3_697, 100, Left)));
    assert_eq!(play(&readings, 3_000).times, [(100, 100), (99, 100), (3_698, 100), (3_697, 100)]);
}

#[test]
fn times_set_while_the_clock_stands_are_believed_after_a_while() {
    let readings = [(0, stopped(reading(100, 100, Left))), (5_000, stopped(reading(220, 100, Left)))];
    assert_eq!(play(&readings, 5_000 + CONFIRM_MS - 1).times, [(100, 100)]);
    assert_eq!(play(&readings, 5_000 + CONFIRM_MS).times, [(100, 100), (220, 100)]);
}

#[test]
fn exchanged_times_are_rejected() {
    let heard = play(
        &[
            (0, reading(100, 200, Left)),
            (1_000, reading(99, 200, Left)),
            (2_000, reading(200, 98, Left)),
            (3_000, reading(200, 97, Left)),
            (4_000, reading(96, 200, Left)),
        ],
        4_000,
    );
    assert_eq!(heard.times, [(100, 200), (99, 200), (96, 200)]);
    assert_eq!(heard.presses, []);
}

#[test]
fn a_stop_in_the_middle_of_a_running_clock_needs_confirmation() {
    let running = [(0, reading(100, 100, Left)), (1_000, reading(99, 100, Left))];
    let flicker = [(2_000, stopped(reading(98, 100, Left))), (3_000, reading(97, 100, Left))];
    let heard = play(&[running, flicker].concat(), 3_000);
    assert_eq!(heard.times, [(100, 100), (99, 100), (97, 100)]);
    let heard = play(&[&running[..], &flicker[..1]].concat(), 10_000);
    assert_eq!(heard.times, [(100, 100), (99, 100), (98, 100)]);
}

fn with_flag(mut reading: ClockReading, flag: Flag) -> ClockReading {
    reading.right.flag = flag;
    reading
}

#[test]
fn a_flag_fallen_with_the_clock_stopped_is_told_once() {
    let fallen = stopped(with_flag(reading(16, 0, Right), Flag::FallenAndStopped));
    let heard = play(&[(0, reading(16, 1, Right)), (1_000, fallen), (3_000, fallen), (9_000, fallen)], 20_000);
    assert_eq!(heard.flags, [Right]);
}

#[test]
fn the_end_of_a_period_is_no_flag() {
    let next = with_flag(reading(16, 1_800, Right), Flag::Shown);
    let heard = play(
        &[
            (0, reading(16, 1, Right)),
            (1_000, with_flag(reading(16, 0, Right), Flag::Shown)),
            (1_100, next),
            (2_100, with_flag(reading(16, 1_799, Right), Flag::Shown)),
        ],
        20_000,
    );
    assert_eq!(heard.flags, []);
    assert_eq!(heard.times.last(), Some(&(16, 1_799)));
}

#[test]
fn a_flag_shown_at_zero_for_long_is_told() {
    let shown = with_flag(reading(16, 0, Right), Flag::Shown);
    let readings = [(0, reading(16, 1, Right)), (1_000, shown)];
    assert_eq!(play(&readings, 1_000 + FLAG_SHOWN_MS - 1).flags, []);
    assert_eq!(play(&readings, 1_000 + FLAG_SHOWN_MS).flags, [Right]);
}

#[test]
fn a_new_game_lets_the_flag_fall_again() {
    let fallen = stopped(with_flag(reading(16, 0, Right), Flag::FallenAndStopped));
    let mut clock = Clock::default();
    let mut says = Vec::new();
    clock.read(At(0), fallen, &mut says);
    clock.new_game();
    clock.read(At(1_000), fallen, &mut says);
    assert_eq!(hear(&says).flags, [Right, Right]);
}

#[test]
fn one_damaged_reading_does_not_take_the_clock_away_and_a_real_loss_gives_no_press() {
    let away = ClockReading { connected: false, ..reading(0, 0, Left) };
    let mut clock = Clock::default();
    let mut says = Vec::new();
    clock.read(At(0), reading(100, 100, Left), &mut says);
    clock.read(At(1_000), away, &mut says);
    clock.read(At(2_000), reading(98, 100, Left), &mut says);
    assert!(!says.contains(&Says::Connected(false)));
    clock.read(At(3_000), away, &mut says);
    clock.tick(At(3_000 + UNPLUGGED_MS), &mut says);
    assert!(says.contains(&Says::Connected(false)));
    assert_eq!(clock.next_deadline(), None);
    clock.read(At(9_000), reading(50, 100, Right), &mut says);
    assert_eq!(hear(&says).presses, []);
    assert_eq!(hear(&says).times.last(), Some(&(50, 100)));
}

#[test]
fn a_clock_that_repeats_itself_has_its_lever_confirmed() {
    let heard = play(
        &[
            (0, reading(100, 100, Left)),
            (300, reading(100, 100, Left)),
            (600, reading(100, 100, Right)),
            (900, reading(100, 100, Left)),
            (1_200, reading(99, 100, Left)),
        ],
        10_000,
    );
    assert_eq!(heard.presses, []);
}

#[test]
fn the_times_after_a_press_told_in_words_are_believed_at_once() {
    let mut clock = Clock::default();
    let mut says = Vec::new();
    clock.read(At(0), reading(100, 100, Left), &mut says);
    assert!(clock.pressed(At(5_000), Left, &mut says));
    clock.read(At(5_200), reading(97, 100, Right), &mut says);
    assert_eq!(hear(&says).times, [(100, 100), (97, 100)]);
    assert_eq!(clock.next_deadline(), None);
}

#[test]
fn a_reading_in_doubt_does_not_take_a_press_told_in_words_back() {
    for doubtful in [reading(400, 100, Left), reading(20, 100, Left)] {
        let mut clock = Clock::default();
        let mut says = Vec::new();
        clock.read(At(0), reading(100, 100, Left), &mut says);
        clock.read(At(1_000), doubtful, &mut says);
        assert!(clock.pressed(At(1_500), Left, &mut says));
        clock.tick(At(1_000 + CONFIRM_MS), &mut says);
        for at in [3_000, 4_000, 5_000] {
            clock.read(At(at), reading(98, 100, Right), &mut says);
        }
        assert!(!says.iter().any(|said| matches!(said, Says::Press { .. })), "{says:?}");
    }
}
