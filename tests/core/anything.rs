//! Whatever is told to a table, in whatever order, it does not panic, keeps its numbers in order, says the same again
//! when told the same, and does not grow. `tests/fuzz/run` looks for more of the same for as long as one likes.

mod listeners;

use std::{
    fmt, fs,
    path::{Path, PathBuf},
};

use proptest::{collection::vec, prelude::*};
use protocols::registry::BOARDS;
use touchmove::table::{ClockOffset, Line, Replay, read_line};

use crate::common::{story, wire, witness::Witness};

/// A sample; as many as `PROPTEST_CASES` says, where it does. What fails is to be kept in [`ONCE_WRONG`], not in a file.
fn cases() -> ProptestConfig {
    let sample = if std::env::var_os("PROPTEST_CASES").is_some() { ProptestConfig::default().cases } else { 64 };
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(sample) }
}

/// A story, shown in hexadecimal where it fails.
#[derive(Clone)]
struct Bytes(Vec<u8>);

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Any bytes at all.
fn anything() -> impl Strategy<Value = Bytes> {
    vec(any::<u8>(), 0..600).prop_map(Bytes)
}

/// A game played by hands, every other half-move as it should be, with anything in between.
fn game() -> impl Strategy<Value = Bytes> {
    let half_move = (any::<[u8; 4]>(), vec(any::<u8>(), 0..12)).prop_map(|([choice, manner, pace, other], between)| {
        let mut bytes = vec![10, 11, choice, if other & 1 == 0 { 0 } else { manner }, pace];
        if other & 2 == 0 {
            bytes.extend(between);
        }
        bytes
    });
    (any::<u8>(), 0_u8..8, vec(half_move, 0..60))
        .prop_map(|(laws, mode, half_moves)| Bytes([vec![laws, mode], half_moves.concat()].concat()))
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn any_sequence_of_inputs_leaves_numbers_in_order(story in anything()) {
        Witness::tell(&story.0);
    }

    #[test]
    fn a_game_with_anything_between_leaves_numbers_in_order(story in game()) {
        Witness::tell(&story.0);
    }

    #[test]
    fn any_bytes_from_a_board_come_out_the_same_in_every_cut(bytes in anything()) {
        BOARDS.iter().for_each(|board| wire::hear(board, &bytes.0));
    }

    #[test]
    fn any_text_is_a_log_or_an_error_that_names_its_line(text in "(\\PC{0,40}\n|\\{\"t_ms\":[0-9]{1,20},\"ev\":\"[a-z]{4,9}\",\"sq\":\"[a-i][0-9]\"\\}\n){0,8}") {
        let outcome = Replay::default().run(text.as_bytes(), &mut |_| Ok(()));
        if let Err(error) = outcome {
            prop_assert!(error.to_string().starts_with("line "), "{}", error);
        }
    }
}

/// Stories that once went wrong, in hexadecimal.
const ONCE_WRONG: [(&str, &str); 1] = [(
    "a reply that lets an illegal move stand was written before the position it was played from",
    "1e000a0b000000002200000a0b00000026000000000a0b010000060000000a0b000001000f00000a0b0000000d00b500000a0b0000000a0b\
     0000000020000a0b0000000a0b00000000000000000000000a0b0000000a0b0000100a0b00000002000012000a0b00000000f207770d0a0b\
     0100000a0b0000070a0b000000",
)];

/// `TOUCHMOVE_STORY` may hold one more, told with everything printed (`--nocapture`).
#[test]
fn stories_that_once_went_wrong_are_told() {
    let bytes = |hex: &str| -> Vec<u8> {
        hex.as_bytes().chunks(2).map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | digit_of(*digit))).collect()
    };
    for (what, hex) in ONCE_WRONG {
        println!("{what}");
        Witness::tell(&bytes(hex));
    }
    if let Ok(hex) = std::env::var("TOUCHMOVE_STORY") {
        Witness::tell_aloud(&bytes(&hex));
    }
}

/// Whoever comes late must not be told of every second he has missed.
#[test]
fn a_century_that_passes_at_once_floods_no_board() {
    const FROM_SETUP_ON_BOARD: u8 = 0x18;
    const OPENED: [u8; 3] = [0, 15, 0];
    const TIME_JUMPS: [u8; 2] = [16, 8];
    for index in 0..BOARDS.len() {
        Witness::tell(&[&[0, FROM_SETUP_ON_BOARD, index as u8][..], &OPENED, &TIME_JUMPS].concat());
    }
}

fn digit_of(letter: u8) -> u8 {
    char::from(letter).to_digit(16).unwrap_or_else(|| panic!("{letter:?} is no hexadecimal digit")) as u8
}

/// What fuzzing begins with.
fn seeds() -> Vec<listeners::Seed> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut seeds = Vec::new();
    let scenarios = fs::read_to_string(tests.join("scenarios/laws.jsonl")).expect("the worked cases");
    for (number, line) in scenarios.lines().enumerate() {
        let Line::Game(header, happenings) = read_line(line, number + 1).expect("a worked case") else { continue };
        seeds.push(("table".to_owned(), format!("case-{number}"), story::write(&header, &happenings)));
        seeds.push(("log".to_owned(), format!("case-{number}"), line.as_bytes().to_vec()));
    }
    seeds.push(("pgn".to_owned(), "demo".to_owned(), touchmove::emulate::DEMO_PGN.as_bytes().to_vec()));
    for board in BOARDS {
        let folder = format!("board-{}", board.kind);
        let captures = tests.join("captures").join(board.kind);
        let files: Vec<PathBuf> = fs::read_dir(&captures)
            .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
            .unwrap_or_default();
        // A board without a capture begins with nothing.
        seeds.push((folder.clone(), "nothing".to_owned(), Vec::new()));
        for path in files.iter().filter(|path| !path.to_string_lossy().contains(".events.")) {
            let name = path.file_stem().expect("a file name").to_string_lossy().into_owned();
            seeds.push((folder.clone(), name, received(&fs::read_to_string(path).expect("a capture"))));
        }
    }
    seeds.extend(listeners::seeds());
    seeds
}

/// The bytes that a capture received.
fn received(capture: &str) -> Vec<u8> {
    let byte = |pair: &[u8]| std::str::from_utf8(pair).ok().and_then(|pair| u8::from_str_radix(pair, 16).ok());
    let lines = capture.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    lines
        .filter(|line| line["dir"] == "rx")
        .flat_map(|line| {
            let hex: Vec<u8> = line["hex"].as_str().unwrap_or_default().bytes().filter(|byte| *byte != b' ').collect();
            hex.chunks(2).filter_map(byte).collect::<Vec<u8>>()
        })
        .collect()
}

/// Writes them into the folder that `TOUCHMOVE_SEEDS` names, where it names one.
#[test]
fn seeds_of_fuzzing_are_borne() {
    let home = std::env::var_os("TOUCHMOVE_SEEDS").map(PathBuf::from);
    for (folder, name, bytes) in seeds() {
        if let Some(home) = &home {
            let folder = home.join(&folder);
            fs::create_dir_all(&folder).expect("a folder to write in");
            fs::write(folder.join(&name), &bytes).expect("a file to write");
        }
        match &*folder {
            "table" => drop(Witness::tell(&bytes)),
            "log" => {
                let mut witness = Witness::default();
                let outcome = Replay::default().run(&bytes[..], &mut |record| {
                    witness.hear_replayed(record);
                    Ok(())
                });
                outcome.unwrap_or_else(|error| panic!("{name}: {error}"));
            }
            other => listeners::take(other, &bytes),
        }
    }
}

#[test]
fn a_scenario_written_as_a_story_is_told_as_it_was() {
    let line = r#"{"log":"touchmove/1","edition":"2018","events":[
        {"t_ms":1000,"ev":"lift","sq":"e2","piece":"P"},{"t_ms":1620,"ev":"drop","sq":"e4","piece":"P"},
        {"t_ms":2100,"ev":"press","by":"white"},
        {"t_ms":2105,"ev":"clock","white_ms":5400000,"black_ms":5399000,"running":"black"},
        {"t_ms":9000,"ev":"placement","fen":"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR"},
        {"t_ms":9001,"ev":"placement","occupied":"ffff00000000ffff"},{"t_ms":9001,"ev":"link","up":false},
        {"t_ms":9002,"ev":"flag","by":"black"},{"t_ms":20000,"ev":"time"}]}"#;
    let Ok(Line::Game(header, happenings)) = read_line(line, 1) else { panic!("a game") };
    let bytes = story::write(&header, &happenings);
    let mut read = story::Story::new(&bytes);
    let present = story::Present { position: None, game: "s", deadline: None };
    let mut told = Vec::new();
    while let Some(things) = read.next(&present) {
        told.extend(things.into_iter().map(|(at, thing)| format!("{at:?} {thing:?}")));
    }
    let expected = happenings.iter().map(|(at, happening)| {
        let at = ClockOffset::NONE.input_time(*at);
        format!("{at:?} {happening:?}")
    });
    assert_eq!(told, expected.collect::<Vec<_>>());
}
