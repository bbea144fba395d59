//! Pairing programs' own files are read as they mean them, results go back to them, and a wrong file is told.

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::Command,
};

use proptest::prelude::*;
use touchmove::{
    event::{
        Board, BoardNumbers, ByeKind, Forfeit, Pairing, PairingChange, PairingResult, Round, Score, compare,
        read::{Charset, Expected, FileKind, MAX_FILE, PairingFile, Place, TrfVersion, read},
        write,
    },
    turn::Regime,
};

use crate::common::missing::skipped;

fn bytes(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pairings").join(name)).expect("a file of ours")
}

fn file(name: &str) -> PairingFile {
    read(&bytes(name), 1).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn round(file: &PairingFile, number: u16) -> &Round {
    file.event.sections[0].round(number).expect("the round")
}

/// Board, White, Black, result.
fn lines(round: &Round) -> Vec<(String, &str, &str, Option<PairingResult>)> {
    let line = |pairing: &Pairing| pairing.board.to_string();
    round.pairings.iter().map(|one| (line(one), &*one.white.name, &*one.black.name, one.result)).collect()
}

fn byes(round: &Round) -> Vec<(&str, ByeKind)> {
    round.byes.iter().map(|bye| (&*bye.player.name, bye.kind)).collect()
}

const LINDQVIST: &str = "Lindqvist, Maja";
const SUZUKI: &str = "Suzuki, Ren";
const KRUEGER: &str = "Krüger-Zimmermann, Annegret";
const NOVAK: &str = "Novák, Tereza";
const MOREAU: &str = "Moreau, Élise";
const OBRIEN: &str = "O'Brien, Niamh";
const LUKASIK: &str = "Łukasik, Paweł";
const SILVA: &str = "Silva, João";
const DUBOIS: &str = "Dubois, Marc";

fn board(number: u16) -> String {
    number.to_string()
}

#[test]
fn a_trf16_of_python_trf_is_read() {
    let file = file("python-trf.trf");
    assert_eq!((file.kind, file.charset), (FileKind::Trf(TrfVersion::Trf16), Charset::Utf8));
    assert_eq!(file.event.name.as_deref(), Some("Harbour Open 2026"));
    assert_eq!((file.event.site.as_deref(), file.event.federation.as_deref()), (Some("Gdynia"), Some("POL")));
    assert_eq!(file.event.rounds, Some(5));
    let played = |score| Some(PairingResult::Played(score));
    let first = round(&file, 1);
    let expected = [
        (board(1), LINDQVIST, MOREAU, played(Score::WhiteWins)),
        (board(2), SUZUKI, OBRIEN, played(Score::Draw)),
        (board(3), KRUEGER, LUKASIK, Some(PairingResult::Forfeit(Forfeit::WhiteWins))),
        (board(4), SILVA, NOVAK, played(Score::Draw)),
    ];
    assert_eq!(lines(first), expected);
    assert_eq!(byes(first), [(DUBOIS, ByeKind::PairingAllocated)]);
    assert_eq!(byes(round(&file, 2)), [(NOVAK, ByeKind::Half), (LUKASIK, ByeKind::Zero), (DUBOIS, ByeKind::Full)]);
    let third = round(&file, 3);
    // C.04.2: most points first; both at the second board have 1 or more, and more together than those at the fourth.
    let expected = [
        (board(1), LINDQVIST, SUZUKI, None),
        (board(2), DUBOIS, OBRIEN, None),
        (board(3), KRUEGER, NOVAK, None),
        (board(4), MOREAU, LUKASIK, None),
    ];
    assert_eq!(lines(third), expected);
    assert_eq!(third.boards, BoardNumbers::Derived);
    assert_eq!(third.date.map(|date| date.to_string()).as_deref(), Some("2026-11-24"));
    assert_eq!(byes(third), [(SILVA, ByeKind::Half)]);
    assert_eq!(third.missing().count(), 4);
    let white = &third.pairings[0].white;
    assert_eq!((white.number, white.person.rating, white.person.fide_id), (Some(1), Some(2512), Some(1_700_001)));
    assert_eq!(white.person.title.as_deref(), Some("GM"));
    assert_eq!(file.event.sections[0].players.len(), 9);
}

#[test]
fn a_trf26_of_sharly_chess_is_read() {
    let file = file("sharly-chess.trf");
    assert_eq!(file.kind, FileKind::Trf(TrfVersion::Trf26));
    assert_eq!(file.event.time_control.as_deref(), Some("40/6000+30:900+30"));
    assert_eq!(file.event.regime(), Some(Regime::Standard));
    assert_eq!(file.event.rounds, Some(2));
    assert_eq!(file.omitted, []);
    let team = |board: &str| board.to_owned();
    let expected = [
        (team("1.1"), LINDQVIST, MOREAU, Some(PairingResult::Played(Score::WhiteWins))),
        (team("1.2"), OBRIEN, SUZUKI, Some(PairingResult::Played(Score::Draw))),
        (team("1.3"), KRUEGER, LUKASIK, Some(PairingResult::Forfeit(Forfeit::WhiteWins))),
        (team("1.4"), SILVA, NOVAK, Some(PairingResult::Unplayed(Score::WhiteWins))),
    ];
    let first = lines(round(&file, 1));
    assert_eq!(first[0], expected[0]);
    assert_eq!(first[2..], expected[2..]);
    assert_eq!(byes(round(&file, 2)), [(NOVAK, ByeKind::Half), (LUKASIK, ByeKind::Zero)]);
    let player = &round(&file, 2).pairings[0].black;
    assert_eq!((&*player.name, player.person.team.as_deref()), (LINDQVIST, Some("Harbour Masters")));
}

#[test]
fn pgn_of_pairings_is_read() {
    let file = file("sharly-chess.pgn");
    assert_eq!(file.kind, FileKind::Pgn);
    assert_eq!(file.event.site.as_deref(), Some("Gdynia \"Old Port\""));
    let third = round(&file, 3);
    assert_eq!(lines(third), [(board(1), LINDQVIST, SUZUKI, None), (board(2), KRUEGER, NOVAK, None)]);
    assert_eq!(third.boards, BoardNumbers::Given);
    assert_eq!(byes(third), [(DUBOIS, ByeKind::PairingAllocated)]);
    assert_eq!(third.pairings[1].black.person.rating, None);
    let file = self::file("python-chess.pgn");
    assert_eq!(round(&file, 3).pairings.len(), 4);
    assert_eq!(file.event.time_control.as_deref(), Some("5400+30"));
}

#[test]
fn what_cannot_be_the_name_of_an_event_is_left_out_and_told() {
    let game = "[Event \"Open\u{1b}\"]\n[Site \"Gdynia\"]\n[Section \"0\"]\n[Round \"1.1\"]\n[White \"X\"]\n[Black \"Y\"]\n[Result \"*\"]\n\n*\n";
    let file = read(game.as_bytes(), 1).expect("pairings");
    assert_eq!((file.event.name, file.event.site.as_deref()), (None, Some("Gdynia")));
    assert_eq!(file.event.sections[0].name, None, "a zero says nothing, as in our own files");
    let [omitted] = &file.omitted[..] else { panic!("{:?}", file.omitted) };
    assert!(matches!(omitted.place, Place::Text { line: 1, .. }) && omitted.found.starts_with("Open"), "{omitted:?}");
}

#[test]
fn a_name_with_the_headers_of_another_table_in_it_is_a_name() {
    let file = read("White,Black\nWhite;Black,Y\n".as_bytes(), 1).expect("pairings");
    assert_eq!(file.event.sections[0].rounds[0].pairings[0].white.name, "White;Black");
}

#[test]
fn the_heading_of_a_table_is_a_name_on_one_line_or_left_out_and_told() {
    let table = |heading: &str| format!("{heading}\nWhite,Black\nX,Y\n");
    let broken = read(table("\"Harbour Open\n  2026\"").as_bytes(), 1).expect("pairings");
    assert_eq!(broken.event.name.as_deref(), Some("Harbour Open 2026"));
    let file = read(table(",Open\u{1b}\nLast update 12.11.2026").as_bytes(), 1).expect("pairings");
    assert_eq!(file.event.name, None, "no other line is its name");
    let [omitted] = &file.omitted[..] else { panic!("{:?}", file.omitted) };
    assert_eq!(omitted.place, Place::Field { line: 1, field: 2 });
}

#[test]
fn pgn_with_moves_is_read_for_its_pairings() {
    let text = "% escaped\n[Event \"A\"]\n[Round \"2\"]\n[Board \"7\"]\n[White \"X\"]\n[Black \"Y\"]\n[Result \"1-0\"]\n\n\
                1. e4 {[%clk 1:30:00] [White \"no tag\"]} e5 ; [Black \"none\"]\n2. Nf3 1-0\n\n\
                [Event \"B\"]\n[Round \"2\"]\n[White \"Z\"]\n[Black \"Q\"]\n[Result \"*\"]\n*\n";
    let file = read(text.as_bytes(), 1).expect("read");
    let names: Vec<_> = file.event.sections.iter().map(|section| section.name.as_deref()).collect();
    assert_eq!(names, [Some("A"), Some("B")]);
    let pairing = &file.event.sections[0].rounds[0].pairings[0];
    assert_eq!((pairing.board, pairing.result), (Board::new(7), Some(PairingResult::Played(Score::WhiteWins))));
}

#[test]
fn a_workbook_of_chess_results_is_read() {
    let file = file("chess-results.xlsx");
    assert_eq!((file.kind, file.event.name.as_deref()), (FileKind::Xlsx, Some("Harbour Open 2026")));
    let second = round(&file, 2);
    let expected = [
        (board(1), OBRIEN, LINDQVIST, Some(PairingResult::Played(Score::BlackWins))),
        (board(2), MOREAU, SUZUKI, Some(PairingResult::Played(Score::BlackWins))),
        (board(3), KRUEGER, SILVA, Some(PairingResult::Forfeit(Forfeit::BlackWins))),
    ];
    assert_eq!(lines(second), expected);
    let byes_expected = [(DUBOIS, ByeKind::PairingAllocated), (NOVAK, ByeKind::Half), (LUKASIK, ByeKind::Zero)];
    assert_eq!(byes(second), byes_expected);
    assert_eq!(second.date.map(|date| date.to_string()).as_deref(), Some("2026-11-23"));
    let black = &second.pairings[0].black;
    assert_eq!((black.number, black.person.title.as_deref(), black.person.rating), (Some(1), Some("GM"), Some(2512)));
}

#[test]
fn csv_is_read_whatever_its_order_signs_and_letters() {
    let text = "Ergebnis;Schwarz;Schwarz Elo;Brett;Weiß;Weiß Titel\n;Müller, Jörg;1900;2;\"Groß; Eva\";FM\n\
                1-0;Weiss, Jan;;1;Çelik, Ada;\n;spielfrei;;;Öz, Can;\n";
    let with_mark = format!("\u{feff}{text}");
    let (windows, _, _) = encoding_rs::WINDOWS_1252.encode(text);
    let tabs = text.replace("\"Groß; Eva\"", "Groß, Eva").replace(';', "\t").replace('\n', "\r\n");
    for (bytes, charset) in [
        (text.as_bytes(), Charset::Utf8),
        (with_mark.as_bytes(), Charset::Utf8),
        (&*windows, Charset::Windows1252),
        (tabs.as_bytes(), Charset::Utf8),
    ] {
        let file = read(bytes, 4).expect("read");
        assert_eq!((file.kind, file.charset), (FileKind::Csv, charset));
        let fourth = round(&file, 4);
        assert_eq!(fourth.pairings.len(), 2);
        assert_eq!(
            (&*fourth.pairings[0].white.name, fourth.pairings[1].black.person.rating),
            ("Çelik, Ada", Some(1900))
        );
        assert_eq!(fourth.pairings[1].white.person.title.as_deref(), Some("FM"));
        assert_eq!(byes(fourth), [("Öz, Can", ByeKind::PairingAllocated)]);
    }
}

#[test]
fn a_wrong_file_is_told_with_the_place_and_what_was_expected() {
    let trf = String::from_utf8(bytes("python-trf.trf")).expect("UTF-8");
    let pgn = "[Event \"A\"]\n[Round \"1.1\"]\n[White \"X\"]\n[Black \"Y\"]\n[Result \"*\"]\n\n*\n";
    let csv = "Board,White,White Rating,Black,Result\n1,A,2000,B,1-0\n2,C,2100,D,\n";
    let two_boards = format!("{pgn}{}", pgn.replace("1.1", "1.2").replace("\"X\"", "\"V\"").replace("\"Y\"", "\"W\""));
    let text = |line, column| Place::Text { line, column };
    let field = |line, field| Place::Field { line, field };
    for (bytes, place, expected) in [
        (trf.replacen("     5 w 1", "     5 w x", 1), text(14, 99), Expected::Result),
        (trf.replacen("     5 w 1", "     6 w 1", 1), text(14, 92), Expected::Opponent),
        (trf.replacen("     5 w 1", "     5 b 1", 1), text(14, 97), Expected::Colour),
        (trf.replacen("     5 w 1", "     5 w +", 1), text(14, 99), Expected::ResultOfOpponent),
        (trf.replacen("001    1 m", "001    2 m", 1), text(15, 5), Expected::Number),
        (trf.replacen("Maja  ", "Maja ", 1), text(14, 48), Expected::Space),
        (trf.replacen("2512", "25x2", 1), text(14, 49), Expected::Rating),
        (pgn.replace("Round \"1.1\"", "Round \"one\""), text(2, 9), Expected::Round),
        (pgn.replace("[White \"X\"]", "[White X]"), text(3, 8), Expected::Tag),
        (pgn.replace("\"Y\"", "\"?\""), text(4, 9), Expected::Name),
        (pgn.replace("\"Y\"", "\"Y\n"), text(4, 10), Expected::Tag),
        ("[Event \"A\"]\n[Event\n".to_owned(), text(3, 1), Expected::Tag),
        (pgn.replace("\"*\"", "\"2-0\""), text(5, 10), Expected::Result),
        (pgn.replace("[White \"X\"]", "[Section \"A\u{4}\"]\n[White \"X\"]"), text(3, 11), Expected::Name),
        (pgn.repeat(2).replacen("\"Y\"", "\"Z\"", 1), text(10, 9), Expected::PlayerOnce),
        (csv.replace("2000", "high"), field(2, 3), Expected::Rating),
        (csv.replace("\n2,", "\n1,"), field(3, 1), Expected::BoardOnce),
        (csv.replace("\n2,", "\n,"), field(3, 1), Expected::Board),
        (csv.replace(",D,", ",B,"), field(3, 4), Expected::PlayerOnce),
        (csv.replace("Board,", "Table,").replace("\n2,", "\n1,"), field(3, 1), Expected::BoardOnce),
        (pgn.repeat(2).replacen("\"X\"", "\"Z\"", 1), text(11, 9), Expected::PlayerOnce),
        (two_boards.replace("1.2", "1.1"), text(9, 9), Expected::BoardOnce),
        (csv.replace(",D,", ",,"), field(3, 4), Expected::Name),
        (csv.replace("1-0", "3-0"), field(2, 5), Expected::Result),
        ("Name,Rating\nA,1\n".to_owned(), text(1, 1), Expected::Kind),
        ("Board,White,Black\n".to_owned(), Place::File, Expected::Pairings),
        (String::new(), text(1, 1), Expected::Kind),
    ] {
        let error = read(bytes.as_bytes(), 1).expect_err(&bytes);
        assert_eq!((&error.place, error.expected), (&place, expected), "{error}\n{bytes}");
    }
    let error = read(&vec![b' '; MAX_FILE + 1], 1).expect_err("too large");
    assert_eq!(error.expected, Expected::Size);
}

#[test]
fn a_wrong_cell_is_told_with_its_sheet() {
    let error = read(&with_sheet(|sheet| sheet.replace("<v>2155</v>", "<v>21550</v>")), 1).expect_err("no rating");
    let place = Place::Cell { sheet: "Chess-Results".to_owned(), column: 5, row: 6 };
    assert_eq!((error.place.clone(), error.expected), (place, Expected::Rating));
    assert!(error.to_string().contains("cell E6"), "{error}");
}

/// The workbook, its sheet changed.
fn with_sheet(change: impl Fn(String) -> String) -> Vec<u8> {
    let bytes = bytes("chess-results.xlsx");
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).expect("a workbook");
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for index in 0..archive.len() {
        let mut part = archive.by_index(index).expect("a part");
        let name = part.name().expect("UTF-8").into_owned();
        let mut content = Vec::new();
        std::io::Read::read_to_end(&mut part, &mut content).expect("read");
        if name.contains("sheet1.xml") {
            content = change(String::from_utf8(content).expect("XML")).into_bytes();
        }
        writer.start_file(name, zip::write::SimpleFileOptions::default()).expect("begun");
        writer.write_all(&content).expect("written");
    }
    writer.finish().expect("finished").into_inner()
}

#[test]
fn a_cell_beyond_every_number_is_refused() {
    let beyond = with_sheet(|sheet| sheet.replace("r=\"A1\"", "r=\"LLLLLLLLLLLLLLLL1\""));
    let error = read(&beyond, 1).expect_err("no sheet has that");
    assert_eq!(error.expected, Expected::Workbook);
}

#[test]
fn a_workbook_that_grows_when_unpacked_is_refused() {
    let error = read(&with_sheet(|sheet| sheet + &" ".repeat(65 << 20)), 1).expect_err("too large");
    assert_eq!(error.expected, Expected::Size);
    let far = with_sheet(|sheet| sheet.replace("r=\"L10\"", "r=\"XFD1048576\""));
    let _ = read(&far, 1);
}

/// The third round of the tournament, with a result of every kind, or none.
fn decided(results: [Option<PairingResult>; 4]) -> Round {
    let mut third = round(&file("python-trf.trf"), 3).clone();
    for (pairing, result) in third.pairings.iter_mut().zip(results) {
        pairing.result = result;
    }
    third
}

/// Every result that there is, four at a time.
fn all_results() -> Vec<[Option<PairingResult>; 4]> {
    let games = Score::ALL.into_iter().flat_map(|score| [PairingResult::Played(score), PairingResult::Unplayed(score)]);
    let forfeits = [Forfeit::BlackWins, Forfeit::Both, Forfeit::WhiteWins].map(PairingResult::Forfeit);
    let all: Vec<_> = games.chain(forfeits).map(Some).chain([None]).collect();
    all.chunks(4).map(|four| [four[0], four[1], four[2], four[3]]).collect()
}

#[test]
fn results_go_back_into_the_report_and_nothing_else_changes() {
    let report = bytes("python-trf.trf");
    for results in all_results() {
        let third = decided(results);
        let filled = write::trf(&report, &third).expect("filled");
        let again = read(&filled, 1).expect("read back");
        assert_eq!(round(&again, 3), &third);
        assert_eq!(filled.len(), report.len());
        let differ = report.iter().zip(&filled).filter(|(was, is)| was != is).count();
        assert_eq!(differ, 2 * results.iter().flatten().count());
    }
}

#[test]
fn results_go_back_into_a_report_of_teams() {
    let report = bytes("sharly-chess.trf");
    let mut second = round(&file("sharly-chess.trf"), 2).clone();
    let results = [Score::Draw, Score::BlackWins, Score::NoPoints].map(|score| Some(PairingResult::Played(score)));
    for (pairing, result) in second.pairings.iter_mut().zip(results) {
        pairing.result = result;
    }
    assert_eq!(second.missing().count(), 0);
    let filled = write::trf(&report, &second).expect("filled");
    assert_eq!(round(&read(&filled, 1).expect("read back"), 2), &second);
    assert_eq!(report.iter().zip(&filled).filter(|(was, is)| was != is).count(), 6);
}

#[test]
fn a_wide_table_is_read_in_its_first_columns() {
    let wide = format!(
        "White,Black{}
A,B
",
        ",Name".repeat(1 << 20)
    );
    assert_eq!(read(wide.as_bytes(), 1).expect("read").event.sections[0].rounds[0].pairings.len(), 1);
}

#[test]
fn the_report_keeps_its_ends_of_lines_its_letters_and_its_mark() {
    let text = String::from_utf8(bytes("python-trf.trf")).expect("UTF-8").replace(['Ł', 'ł'], "L");
    let third = Some(PairingResult::Played(Score::Draw));
    let trimmed: String = text.lines().map(|line| format!("{}\r", line.trim_end())).collect();
    let marked = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    let (windows, _, _) = encoding_rs::WINDOWS_1252.encode(&text);
    // Programs that count bytes have the columns after an accent further left.
    let in_bytes = text
        .replace("Annegret       ", "Annegret      ")
        .replace("Tereza                    ", "Tereza                   ");
    for report in [trimmed.as_bytes(), marked.as_bytes(), &windows, in_bytes.as_bytes()] {
        let file = read(report, 1).expect("read");
        let mut round = round(&file, 3).clone();
        round.pairings.iter_mut().for_each(|pairing| pairing.result = third);
        let filled = write::trf(report, &round).expect("filled");
        assert_eq!(self::round(&read(&filled, 1).expect("read back"), 3), &round);
        let without = |bytes: &[u8]| bytes.iter().filter(|byte| !b" =".contains(byte)).copied().collect::<Vec<_>>();
        assert_eq!(without(&filled), without(report));
    }
}

#[test]
fn a_report_with_other_pairings_takes_no_results() {
    let report = bytes("python-trf.trf");
    let mut third = decided([Some(PairingResult::Played(Score::Draw)); 4]);
    third.pairings[0].white = third.pairings[1].white.clone();
    let error = write::trf(&report, &third).expect_err("other pairings").to_string();
    assert!(error.contains("in round 3"), "{error}");
    third.pairings[0].white.number = None;
    assert!(write::trf(&report, &third).is_err());
}

/// Two of one name whom only their numbers in the starting list tell apart are two in our own files, too.
#[test]
fn two_players_of_one_name_stay_two_in_what_is_written() {
    let table = "Board,White No.,White,Black No.,Black\n1,2,\"Silva, J\",7,Silva J\n2,1,Ana,3,Bob\n";
    let event = read(table.as_bytes(), 1).expect("pairings").event;
    let round = &event.sections[0].rounds[0];
    let pgn = write::pgn(&event, None, round);
    let again = read(pgn.as_bytes(), 1).unwrap_or_else(|error| panic!("{error} in\n{pgn}"));
    assert!(compare(Some(round), &again.event.sections[0].rounds[0]).is_as_before(), "{pgn}");
    assert!(pgn.contains("[WhiteNo \"2\"]") && pgn.contains("[BlackNo \"7\"]"), "{pgn}");
    assert!(!pgn.contains("No \"1\"") && !pgn.contains("No \"3\""), "{pgn}");
    // What others mean by it is left out, and told.
    let others = read(pgn.replace("No \"2\"", "No \"second\"").as_bytes(), 1);
    assert!(others.is_err_and(|error| error.to_string().contains("Silva")), "now they are one");
    let other =
        "[Event \"?\"]\n[Round \"1.1\"]\n[White \"Ana\"]\n[Black \"Bob\"]\n[Result \"*\"]\n[WhiteNo \"x\"]\n\n*\n";
    let other = read(other.as_bytes(), 1).expect("pairings");
    assert_eq!(other.omitted.len(), 1, "{:?}", other.omitted);
}

#[test]
fn results_and_byes_are_the_same_when_our_own_files_are_read() {
    let event = file("python-trf.trf").event;
    for results in all_results() {
        let mut third = decided(results);
        let pgn = write::pgn(&event, Some("Open A"), &third);
        let csv = write::csv(Some("Open A"), &third);
        third.boards = BoardNumbers::Given;
        let from_csv = read(csv.as_bytes(), 1).expect("CSV");
        let section = &from_csv.event.sections[0];
        assert_eq!(section.name.as_deref(), Some("Open A"));
        let compared = compare(Some(&third), &section.rounds[0]);
        assert!(compared.is_as_before(), "{csv}\n{compared:?}");
        assert_eq!(lines(&section.rounds[0]), lines(&third));
        let from_pgn = read(pgn.as_bytes(), 1).expect("PGN");
        assert_eq!(from_pgn.event.name, event.name);
        assert_eq!(lines(&from_pgn.event.sections[0].rounds[0]), lines(&third), "{pgn}");
    }
    for number in [1, 2] {
        let round = round(&file("python-trf.trf"), number).clone();
        let again = read(write::csv(None, &round).as_bytes(), 1).expect("CSV");
        assert_eq!(byes(self::round(&again, number)), byes(&round));
    }
}

#[test]
fn names_that_spreadsheets_take_for_formulas_are_read_as_they_were() {
    let mut third = decided([None; 4]);
    for (pairing, name) in third.pairings.iter_mut().zip(["=Motor", "+/-", "@home", "'=Motor"]) {
        pairing.white.person.team = Some(name.to_owned());
        pairing.black.name = format!("{name} 2");
    }
    let csv = write::csv(Some("+A"), &third);
    assert!(csv.contains("'=Motor") && csv.contains("'+A"), "{csv}");
    let section = &read(csv.as_bytes(), 1).expect("CSV").event.sections[0];
    assert_eq!((section.name.as_deref(), &section.rounds[0].pairings), (Some("+A"), &third.pairings));
}

#[test]
fn a_second_file_is_compared_with_the_first() {
    let present = round(&file("sharly-chess.pgn"), 3).clone();
    let compared = compare(Some(&present), round(&file("python-trf.trf"), 3));
    let changes: Vec<_> = compared.pairings.iter().map(|row| row.change.clone()).collect();
    let expected = [PairingChange::AsBefore, PairingChange::AsBefore, PairingChange::New, PairingChange::New];
    assert_eq!(changes, expected);
    assert_eq!(compared.players.len(), 5, "{:?}", compared.players);
    assert_eq!(byes(&compared.round()), [(SILVA, ByeKind::Half)]);
}

/// A Python that has this module; named by `TOUCHMOVE_TEST_PYTHON`, or the one on the path. None: nothing to ask.
fn python(modules: &str) -> Option<PathBuf> {
    let named = std::env::var_os("TOUCHMOVE_TEST_PYTHON").map(PathBuf::from);
    let python = named.clone().unwrap_or_else(|| PathBuf::from("python3"));
    let has = Command::new(&python).args(["-c", &format!("import {modules}")]).output();
    let has = has.is_ok_and(|output| output.status.success());
    assert!(has || named.is_none(), "TOUCHMOVE_TEST_PYTHON has no {modules}");
    if !has {
        skipped(format_args!("no Python has {modules}"));
    }
    has.then_some(python)
}

/// What a script of Python says of a file with this content.
fn ask(python: &Path, script: &str, content: &[u8]) -> String {
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all(content).expect("written");
    let output = Command::new(python).args(["-c", script]).arg(file.path()).output().expect("runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn other_programs_read_the_results_that_we_write() {
    use PairingResult::{Forfeit as Lost, Played};
    let third = decided([
        Some(Played(Score::WhiteWins)),
        Some(Lost(Forfeit::BlackWins)),
        Some(Played(Score::Draw)),
        Some(Lost(Forfeit::Both)),
    ]);
    if let Some(python) = python("trf") {
        let script = "import sys, trf; sys.stdout.reconfigure(encoding='utf-8')\n\
                      for p in trf.load(open(sys.argv[1], encoding='utf-8')).players:\n \
                      g = p.games[2]; print(p.startrank, g.startrank, g.color, g.result)";
        let report = write::trf(&bytes("python-trf.trf"), &third).expect("filled");
        let expected = "1 2 w 1\n2 1 b 0\n3 4 w =\n4 3 b =\n5 7 w -\n6 9 b +\n7 5 b -\n8 0 - H\n9 6 w -\n";
        assert_eq!(ask(&python, script, &report), expected);
    }
    if let Some(python) = python("chess.pgn") {
        let script = "import sys, chess.pgn; sys.stdout.reconfigure(encoding='utf-8'); f = open(sys.argv[1], encoding='utf-8')\n\
                      while g := chess.pgn.read_game(f):\n h = g.headers; assert not g.errors, g.errors\n \
                      print(h['Round'], h['White'], h['Result'], h.get('Termination'), len(list(g.mainline())))";
        let pgn = write::pgn(&file("python-trf.trf").event, None, &third);
        let expected = format!(
            "3.1 {LINDQVIST} 1-0 None 0\n3.2 {DUBOIS} 0-1 forfeit 0\n3.3 {KRUEGER} 1/2-1/2 None 0\n3.4 {MOREAU} 0-0 forfeit 0\n"
        );
        assert_eq!(ask(&python, script, pgn.as_bytes()), expected);
    }
    if let Some(python) = python("csv") {
        let script = "import sys, csv; sys.stdout.reconfigure(encoding='utf-8')\n\
                      for r in csv.DictReader(open(sys.argv[1], encoding='utf-8', newline='')): print(r['Board'], r['White'], r['Result'])";
        let csv = write::csv(None, &third);
        let expected = format!("1 {LINDQVIST} 1-0\n2 {DUBOIS} -/+\n3 {KRUEGER} 1/2-1/2\n4 {MOREAU} -/-\n {SILVA} H\n");
        assert_eq!(ask(&python, script, csv.as_bytes()), expected);
    }
}

/// A file of ours with some of its bytes changed, cut or doubled.
fn mangled() -> impl Strategy<Value = Vec<u8>> {
    let names = ["python-trf.trf", "sharly-chess.trf", "sharly-chess.pgn", "chess-results.xlsx"];
    let edits = proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0_u8..3), 1..8);
    (0..names.len(), edits).prop_map(move |(name, edits)| {
        let mut bytes = bytes(names[name]);
        for (place, byte, kind) in edits {
            let place = place.index(bytes.len());
            match kind {
                0 => bytes[place] = byte,
                1 => drop(bytes.remove(place)),
                _ => bytes.insert(place, byte),
            }
        }
        bytes
    })
}

/// A sample; as many as `PROPTEST_CASES` says, where it does.
fn cases() -> ProptestConfig {
    let sample = if std::env::var_os("PROPTEST_CASES").is_some() { ProptestConfig::default().cases } else { 256 };
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(sample) }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400), head in 0_usize..6) {
        let heads: [&[u8]; 6] = [b"", b"PK\x03\x04", b"001    1 m", b"[Event \"", b"White;Black\n", b"\xff\xfe"];
        let _ = read(&[heads[head], &bytes].concat(), 1);
    }

    #[test]
    fn no_damaged_file_makes_it_panic(bytes in mangled()) {
        if let Ok(file) = read(&bytes, 1) {
            for round in file.event.sections.iter().flat_map(|section| &section.rounds) {
                let _ = (write::trf(&bytes, round), write::csv(None, round), write::pgn(&file.event, None, round));
                prop_assert!(compare(Some(round), round).is_as_before());
            }
        }
    }

    #[test]
    fn no_damaged_sheet_makes_it_panic(edits in proptest::collection::vec((any::<prop::sample::Index>(), any::<char>()), 1..8)) {
        let bytes = with_sheet(|sheet| {
            let mut letters: Vec<char> = sheet.chars().collect();
            for (place, letter) in &edits {
                let place = place.index(letters.len());
                letters[place] = *letter;
            }
            letters.into_iter().collect()
        });
        let _ = read(&bytes, 1);
    }
}
