//! CSV: a line for each pairing and bye, which `read` understands as it was.

use csv::Writer;

use crate::event::{Bye, ByeKind, Forfeit, PairingResult, Player, Round};

const HEADERS: [&str; 20] = [
    "Section",
    "Round",
    "Board",
    "Match",
    "Table",
    "White No.",
    "White",
    "White Title",
    "White Rating",
    "White FIDE ID",
    "Result",
    "Black No.",
    "Black",
    "Black Title",
    "Black Rating",
    "Black FIDE ID",
    "White Team",
    "Black Team",
    "White Fed",
    "Black Fed",
];

/// The pairings and byes of a round with their results, as CSV: UTF-8, fields parted by commas.
///
/// Forfeits are `+/-`, `-/+`, `-/-`; games of less than a move have `(U)` behind them. A bye has `bye` for the opponent
/// and TRF's letter for the result: U, H, F, Z, + or -.
#[must_use]
pub fn csv(section: Option<&str>, round: &Round) -> String {
    let mut writer = Writer::from_writer(Vec::new());
    let mut write = |fields: [String; 20]| {
        // A Vec takes every byte, and every record has as many fields as the first.
        let _ = writer.write_record(&fields);
    };
    write(HEADERS.map(str::to_owned));
    let text = |number: Option<u32>| number.map_or(String::new(), |number| number.to_string());
    let small = |number: Option<u16>| text(number.map(u32::from));
    let player = |player: &Player| {
        let title = player.person.title.clone().unwrap_or_default();
        [small(player.number), cell(&player.name), title, small(player.person.rating), text(player.person.fide_id)]
    };
    let team = |player: &Player| player.person.team.as_deref().map(cell).unwrap_or_default();
    let federation = |player: &Player| player.person.federation.clone().unwrap_or_default();
    let section = section.map(cell).unwrap_or_default();
    for pairing in &round.pairings {
        let [number, name, title, rating, id] = player(&pairing.white);
        let [black_number, black_name, black_title, black_rating, black_id] = player(&pairing.black);
        write([
            section.clone(),
            round.number.to_string(),
            pairing.board.number.to_string(),
            small(pairing.board.of_match),
            small(pairing.table),
            number,
            name,
            title,
            rating,
            id,
            pairing.result.map(result).unwrap_or_default(),
            black_number,
            black_name,
            black_title,
            black_rating,
            black_id,
            team(&pairing.white),
            team(&pairing.black),
            federation(&pairing.white),
            federation(&pairing.black),
        ]);
    }
    for Bye { player: alone, kind } in &round.byes {
        let [number, name, title, rating, id] = player(alone);
        let mut fields = [const { String::new() }; 20];
        fields[0] = section.clone();
        fields[1] = round.number.to_string();
        [fields[5], fields[6], fields[7], fields[8], fields[9]] = [number, name, title, rating, id];
        fields[10] = bye(*kind).to_owned();
        fields[12] = "bye".to_owned();
        fields[16] = team(alone);
        fields[18] = federation(alone);
        write(fields);
    }
    writer.into_inner().ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
}

/// A text that no spreadsheet takes for a formula.
fn cell(text: &str) -> String {
    if is_formula(text) { format!("'{text}") } else { text.to_owned() }
}

/// Whether a spreadsheet takes a text for a formula, or would without the apostrophes before it.
pub(in crate::event) fn is_formula(text: &str) -> bool {
    text.trim_start_matches('\'').starts_with(['=', '+', '@', '\t'])
}

fn result(result: PairingResult) -> String {
    match result {
        PairingResult::Forfeit(Forfeit::BlackWins) => "-/+".to_owned(),
        PairingResult::Forfeit(Forfeit::Both) => "-/-".to_owned(),
        PairingResult::Forfeit(Forfeit::WhiteWins) => "+/-".to_owned(),
        PairingResult::Played(score) => score.name().to_owned(),
        PairingResult::Unplayed(score) => format!("{} (U)", score.name()),
    }
}

fn bye(kind: ByeKind) -> &'static str {
    match kind {
        ByeKind::ForfeitLoss => "-",
        ByeKind::ForfeitWin => "+",
        ByeKind::Full => "F",
        ByeKind::Half => "H",
        ByeKind::PairingAllocated => "U",
        ByeKind::Zero => "Z",
    }
}
