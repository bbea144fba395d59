//! Who plays in the round: nobody who lives.

use serde_json::{Value, json};

/// A player: name, title (empty: none), rating, federation.
type Player = (&'static str, &'static str, u16, &'static str);

/// White and Black of each table, the first one's first.
pub(super) const PAIRINGS: [(Player, Player); 24] = [
    (("Lindqvist, Astrid", "WGM", 2_418, "SWE"), ("Okafor, Chidi", "IM", 2_431, "NGR")),
    (("Tanaka, Haruto", "IM", 2_409, "JPN"), ("Kovalenko, Oksana", "WIM", 2_377, "UKR")),
    (("Moreau, Étienne", "FM", 2_366, "FRA"), ("Gupta, Ananya", "WGM", 2_371, "IND")),
    (("Castillo, Mateo", "IM", 2_355, "ARG"), ("Horváth, Bence", "FM", 2_349, "HUN")),
    (("Nguyen, Thi Lan", "WFM", 2_322, "VIE"), ("O'Brien, Ciarán", "FM", 2_330, "IRL")),
    (("Yılmaz, Deniz", "FM", 2_318, "TUR"), ("Silva, Beatriz", "WIM", 2_304, "POR")),
    (("Haddad, Karim", "CM", 2_287, "LBN"), ("Petrova, Elena", "WFM", 2_295, "BUL")),
    (("De Vries, Sanne", "WFM", 2_261, "NED"), ("Mbeki, Thabo", "CM", 2_270, "RSA")),
    (("Rossi, Giulia", "WFM", 2_243, "ITA"), ("Kim, Min-jun", "FM", 2_252, "KOR")),
    (("Nowak, Zofia", "", 2_236, "POL"), ("Ali, Yusuf", "CM", 2_228, "EGY")),
    (("Jensen, Freja", "", 2_205, "DEN"), ("Flores, Diego", "", 2_214, "MEX")),
    (("Popescu, Ioana", "WCM", 2_190, "ROU"), ("Wang, Jia", "", 2_197, "CHN")),
    (("Müller, Jonas", "", 2_181, "GER"), ("Tesfaye, Hanna", "WCM", 2_175, "ETH")),
    (("Ivanova, Darya", "", 2_160, "KAZ"), ("Fernández, Lucía", "", 2_168, "ESP")),
    (("Virtanen, Eero", "", 2_149, "FIN"), ("Rahman, Nadia", "", 2_140, "BAN")),
    (("Smith, Tui", "", 2_122, "NZL"), ("Georgiou, Nikos", "", 2_131, "GRE")),
    (("Dvořák, Matěj", "", 2_118, "CZE"), ("Diallo, Aminata", "", 2_107, "SEN")),
    (("Bianchi, Luca", "", 2_095, "SUI"), ("Perera, Kavindu", "", 2_101, "SRI")),
    (("Berzina, Elza", "", 2_088, "LAT"), ("Torres, Camila", "", 2_080, "CHI")),
    (("Cohen, Noa", "", 2_062, "ISR"), ("Johansen, Magnus", "", 2_071, "NOR")),
    (("Alvarez, Rosa", "", 2_049, "PER"), ("Gruber, Felix", "", 2_055, "AUT")),
    (("Santos, Paulo", "", 2_033, "BRA"), ("Tran, Minh", "", 2_041, "VIE")),
    (("Kapoor, Rohan", "", 2_020, "IND"), ("Leclerc, Chloé", "", 2_026, "CAN")),
    (("Murphy, Aoife", "", 2_004, "IRL"), ("Batbayar, Temuulen", "", 2_013, "MGL")),
];

/// A player as the command `set-players` has him.
pub(super) fn person((name, title, rating, federation): Player) -> Value {
    let mut person = json!({ "name": name, "rating": rating, "federation": federation });
    if !title.is_empty() {
        person["title"] = title.into();
    }
    person
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{game::command::GivenCommand, table::check_command};

    #[test]
    fn every_player_is_one_that_a_table_takes() {
        let mut names = BTreeSet::new();
        for (white, black) in PAIRINGS {
            let command =
                json!({ "id": "1", "command": "set-players", "white": person(white), "black": person(black) });
            assert!(check_command(&GivenCommand::read(&command.to_string())).is_ok(), "{command}");
            for (name, ..) in [white, black] {
                assert!(name.contains(", ") && names.insert(name), "{name}");
            }
        }
    }
}
