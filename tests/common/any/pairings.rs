//! Any bytes whatever as a file of pairings: read with everything in it, or refused with the place.

use touchmove::event::{
    Round, Section, compare,
    read::{FileKind, PairingFile, Place, line_of, read},
    write,
};

use super::panics;

/// The round of files that say none.
const ROUND: u16 = 7;

/// Reads the bytes, and what is written of them.
pub(crate) fn import(bytes: &[u8]) {
    let file = match panics::none(|| read(bytes, ROUND)) {
        Ok(file) => file,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            let in_text = matches!(error.place, Place::Field { .. } | Place::Text { .. });
            assert!(!in_text || line_of(bytes, &error.place).is_some(), "{error}: there is no such line");
            return;
        }
    };
    for omitted in &file.omitted {
        assert!(matches!(omitted.place, Place::Cell { .. } | Place::File) || line_of(bytes, &omitted.place).is_some());
    }
    for section in &file.event.sections {
        for round in &section.rounds {
            assert!(compare(Some(round), round).is_as_before());
            written_again(bytes, &file, section, round);
        }
    }
}

/// What is written of a round is read as it was.
fn written_again(bytes: &[u8], file: &PairingFile, section: &Section, round: &Round) {
    let csv = write::csv(section.name.as_deref(), round);
    let again = is_read("csv", &csv);
    let same = &again.event.sections[0];
    assert_eq!(same.name, section.name);
    is_same(round, same, &csv);
    if !round.pairings.is_empty() {
        let pgn = write::pgn(&file.event, section.name.as_deref(), round);
        let again = is_read("pgn", &pgn);
        let pairings = Round { byes: Vec::new(), ..round.clone() };
        is_same(&pairings, &again.event.sections[0], &pgn);
    }
    if let (FileKind::Trf(_), Ok(filled)) = (file.kind, write::trf(bytes, round)) {
        let again = read(&filled, ROUND).unwrap_or_else(|error| panic!("trf: {error}"));
        assert_eq!(again.event, file.event);
    }
}

fn is_read(kind: &str, text: &str) -> PairingFile {
    read(text.as_bytes(), ROUND).unwrap_or_else(|error| panic!("{kind}: {error} in\n{text}"))
}

/// The same players at the same boards, with the same results.
fn is_same(round: &Round, again: &Section, text: &str) {
    let again = again.round(round.number).unwrap_or_else(|| panic!("no round {} in\n{text}", round.number));
    let compared = compare(Some(round), again);
    assert!(compared.is_as_before(), "{compared:#?}\n{text}");
    let results = |round: &Round| round.pairings.iter().map(|pairing| pairing.result).collect::<Vec<_>>();
    assert_eq!(results(again), results(round), "{text}");
}
