//! A round of twelve games, as a pairing program writes it for electronic boards.

use std::fmt::Write as _;

/// White and Black of each board.
pub(crate) const PLAYERS: [&str; 24] = [
    "Lindqvist, Maja",
    "Suzuki, Ren",
    "Okonkwo, Chidi",
    "Ivanov, Pavel",
    "Tanaka, Haruto",
    "Horvat, Ana",
    "Moreau, Élise",
    "Mbeki, Thandi",
    "Papadopoulou, Eleni",
    "Vaidyanathan, Lakshmi",
    "Krüger-Zimmermann, Annegret",
    "Ferri, Luca",
    "Kowalczyk, Jan",
    "Novák, Tereza",
    "Haddad, Samir",
    "Bergström, Nils",
    "Petrenko, Oksana",
    "Silva, João",
    "Nguyen, Thi Mai",
    "Kaya, Deniz",
    "O'Brien, Niamh",
    "Rossi, Chiara",
    "Dubois, Marc",
    "Łukasik, Paweł",
];

/// Games without moves of a round.
pub(crate) fn pairings(event: &str, round: u16, players: &[&str]) -> String {
    let mut text = String::new();
    for (board, pair) in (1..).zip(players.chunks(2)) {
        let (white, black) = (pair[0], pair[1]);
        writeln!(
            text,
            "[Event \"{event}\"]\n[Site \"Graz\"]\n[Round \"{round}.{board}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"*\"]\n\n*\n"
        )
        .expect("a String takes it");
    }
    text
}
