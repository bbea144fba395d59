//! What the columns of a table hold, by the words above them, in the languages of the pairing programs.

use crate::event::player::plain_words;

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    Board,
    Date,
    Match,
    Of(Side, Part),
    Result,
    Round,
    Section,
    Table,
}

/// Whose it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Black,
    White,
}

/// What is told of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Federation,
    FideId,
    FirstName,
    Name,
    Number,
    Rating,
    Team,
    Title,
    /// A column without a word above it, next to the name: titles, where it holds any.
    TitlePerhaps,
}

/// The words, without case, accents, blanks and signs.
const COLUMNS: [(Column, &[&str]); 7] = [
    (
        Column::Board,
        &[
            "bo",
            "board",
            "boardno",
            "boardnumber",
            "bord",
            "br",
            "brd",
            "brett",
            "ech",
            "echiquier",
            "m",
            "mesa",
            "sach",
            "sachovnice",
            "scacchiera",
            "szachownica",
            "tablero",
        ],
    ),
    (Column::Date, &["data", "date", "datum", "fecha"]),
    (Column::Match, &["begegnung", "match", "wettkampf"]),
    (
        Column::Result,
        &[
            "erg",
            "ergebnis",
            "res",
            "result",
            "resultaat",
            "resultado",
            "resultat",
            "risultato",
            "uitslag",
            "vysledek",
            "wynik",
        ],
    ),
    (Column::Round, &["kolo", "rd", "rnd", "rodada", "ronda", "ronde", "round", "runda", "runde", "turno"]),
    (
        Column::Section,
        &[
            "category",
            "group",
            "groupe",
            "grupo",
            "gruppe",
            "gruppo",
            "kategorie",
            "klasse",
            "section",
            "tournament",
            "turnier",
        ],
    ),
    (Column::Table, &["table", "tableno", "tablenumber", "tisch"]),
];

const PARTS: [(Part, &[&str]); 8] = [
    (Part::Federation, &["country", "fed", "federation", "land", "nation", "pais", "pays"]),
    (Part::FideId, &["codefide", "fidecode", "fideid", "fideno", "fidenr", "fidenumber", "id", "idfide"]),
    (Part::FirstName, &["firstname", "prenom", "vorname"]),
    (
        Part::Name,
        &[
            "jmeno", "joueur", "jugador", "lastname", "nachname", "name", "nazwisko", "nom", "nombre", "nome",
            "player", "spieler",
        ],
    ),
    (Part::Number, &["n", "no", "nr", "num", "number", "pairingno", "snr", "startingno", "startno", "startnumber"]),
    (Part::Rating, &["elo", "elofide", "fideelo", "fiderating", "rating", "rtg", "rtgi", "rtgint"]),
    (Part::Team, &["club", "clubcity", "equipe", "equipo", "mannschaft", "squadra", "team", "verein", "vereinort"]),
    (Part::Title, &["tit", "title", "titel", "titolo", "titre", "titulo"]),
];

const WHITE: [&str; 11] =
    ["white", "weiss", "blancs", "blancas", "blanco", "brancas", "bianco", "biale", "bily", "wit", "w"];
const BLACK: [&str; 11] =
    ["black", "schwarz", "noirs", "negras", "negro", "pretas", "nero", "czarne", "cerny", "zwart", "b"];

const ROUND_WORDS: [&str; 10] =
    ["kolo", "rodada", "ronda", "ronde", "round", "runda", "runde", "tour", "turno", "круг"];

/// Whether a name stands for the bye of an odd number of players.
pub(super) fn is_bye(name: &str) -> bool {
    let words = plain_words(name);
    matches!(
        words.iter().map(String::as_str).collect::<Vec<_>>()[..],
        ["bye" | "spielfrei" | "exempt" | "exempte" | "libre" | "descansa" | "descanso" | "riposo" | "volno" | "vrij"]
    )
}

/// Whether a name stands for nobody: the player was not paired.
pub(super) fn is_not_paired(name: &str) -> bool {
    let words = plain_words(name).join(" ");
    matches!(
        &*words,
        "not paired" | "nicht ausgelost" | "nicht gelost" | "no emparejado" | "no pareado" | "non apparie"
    )
}

/// The number of a round in a line above a table, such as `Round 5 on 2026/11/24` or `5. Runde`.
pub(super) fn round_in(text: &str) -> Option<u16> {
    let words = plain_words(text);
    let at = words.iter().position(|word| ROUND_WORDS.contains(&&**word))?;
    let number =
        |word: Option<&String>| word.and_then(|word| word.parse().ok()).filter(|number| (1..100).contains(number));
    number(words.get(at + 1)).or_else(|| number(words.get(at.checked_sub(1)?)))
}

/// Most columns that are looked at.
const MAX_COLUMNS: usize = 64;

/// What each column of a table holds, where this line stands above one: one with a name for White and one for Black.
pub(super) fn columns(cells: &[String]) -> Option<Vec<Option<Column>>> {
    let words: Vec<String> = cells.iter().take(MAX_COLUMNS).map(|cell| plain_words(cell).concat()).collect();
    let mut columns: Vec<Option<Column>> = words.iter().map(|word| own(word)).collect();
    let result = columns.iter().position(|column| *column == Some(Column::Result));
    let shared: Vec<Option<Part>> = words.iter().map(|word| part(word).filter(|_| !word.is_empty())).collect();
    let named = |side| columns.iter().position(|column| *column == Some(Column::Of(side, Part::Name)));
    let left = match (named(Side::White), named(Side::Black)) {
        (Some(white), Some(black)) if black < white => Side::Black,
        _ => Side::White,
    };
    let right = if left == Side::White { Side::Black } else { Side::White };
    for (index, part) in shared.iter().enumerate() {
        let Some(part) = *part else { continue };
        let before = shared.iter().take(index).filter(|other| **other == Some(part)).count();
        let side = match result {
            Some(result) if index < result => left,
            Some(_) => right,
            None if before == 0 => left,
            None => right,
        };
        let taken = columns.contains(&Some(Column::Of(side, part)));
        if let Some(column @ None) = columns.get_mut(index).filter(|_| !taken) {
            *column = Some(Column::Of(side, part));
        }
    }
    for (index, word) in words.iter().enumerate().filter(|(_, word)| word.is_empty()) {
        let next = (index + 1..=index + 2).find(|next| words.get(*next).is_some_and(|word| !word.is_empty()));
        let side = next.and_then(|next| match columns.get(next) {
            Some(Some(Column::Of(side, Part::Name))) => Some(*side),
            _ => None,
        });
        if let (true, Some(side), Some(column)) = (word.is_empty(), side, columns.get_mut(index)) {
            *column = Some(Column::Of(side, Part::TitlePerhaps));
        }
    }
    let has = |side| columns.contains(&Some(Column::Of(side, Part::Name)));
    (has(Side::White) && has(Side::Black)).then_some(columns)
}

/// What a word says by itself: not whose it is, where only the place tells.
fn own(word: &str) -> Option<Column> {
    let known = COLUMNS.iter().find(|(_, words)| words.contains(&word)).map(|(column, _)| *column);
    known.or_else(|| sided(word, Side::White, &WHITE)).or_else(|| sided(word, Side::Black, &BLACK))
}

fn sided(word: &str, side: Side, names: &[&str]) -> Option<Column> {
    names.iter().find_map(|name| {
        let rest = word.strip_prefix(name).or_else(|| word.strip_suffix(name))?;
        match rest {
            "" if name.len() > 1 => Some(Column::Of(side, Part::Name)),
            "" => None,
            rest => part(rest).map(|part| Column::Of(side, part)),
        }
    })
}

fn part(word: &str) -> Option<Part> {
    PARTS.iter().find(|(_, words)| words.contains(&word)).map(|(part, _)| *part)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Option<Vec<Option<Column>>> {
        columns(&text.split('|').map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn columns_are_told_by_their_words_in_any_order() {
        let found = of("Black FIDE ID|Schwarz|Weiß|Brett|WhiteElo").expect("a table");
        let black = |part| Some(Column::Of(Side::Black, part));
        let white = |part| Some(Column::Of(Side::White, part));
        assert_eq!(
            found,
            [black(Part::FideId), black(Part::Name), white(Part::Name), Some(Column::Board), white(Part::Rating)]
        );
    }

    #[test]
    fn what_stands_left_and_right_of_the_result_belongs_to_the_player_there() {
        let white = |part| Some(Column::Of(Side::White, part));
        let black = |part| Some(Column::Of(Side::Black, part));
        let found = of("Bo.|No.||Name|Rtg|Pts.|Result|Pts.||Name|Rtg|No.").expect("a table");
        let expected = [
            Some(Column::Board),
            white(Part::Number),
            white(Part::TitlePerhaps),
            white(Part::Name),
            white(Part::Rating),
            None,
            Some(Column::Result),
            None,
            black(Part::TitlePerhaps),
            black(Part::Name),
            black(Part::Rating),
            black(Part::Number),
        ];
        assert_eq!(found, expected);
        assert_eq!(of("Bo.|No.|||White|Rtg|Pts.|Result|Pts.||Black|Rtg||No.|PGN").expect("a table").len(), 15);
        assert_eq!(of("No.|Team|Team|Res.|:|Res."), None);
    }

    #[test]
    fn the_round_stands_above_the_table() {
        for text in ["Round 5 on 2026/11/24 at 15:00", "5. Runde am 24.11.2026", "Ronda 5", "RONDE 5"] {
            assert_eq!(round_in(text), Some(5), "{text}");
        }
        for text in ["Roundabout Open 5", "5th Open", "Round 0", "Final Ranking after 5 Rounds"] {
            assert_eq!(round_in(text), None, "{text}");
        }
    }
}
