//! A round as an organiser runs it, at real tables: names sent, games left alone, results collected.

use std::collections::BTreeMap;

use super::*;
use crate::{
    event::read::read,
    hall::{
        decisions::{entry::State, search::Filter},
        keep::Row,
        protocol::{requests::Refusal, rounds::Comparison},
        rounds::{FileRefusal, ResultsFile, WriteError},
    },
};

const NAMES: [(&str, &str); 4] = [
    ("Lindqvist, Maja", "Suzuki, Ren"),
    ("Okonkwo, Chidi", "Ivanov, Pavel"),
    ("Tanaka, Haruto", "Horvat, Ana"),
    ("Haddad, Samir", "Nilsen, Kari"),
];

/// Pairings of a round as a pairing program writes them.
fn file(round: u16, pairings: &[(&str, &str)]) -> String {
    let game = |(board, (white, black)): (usize, &(&str, &str))| {
        format!(
            "[Event \"Lakeside Open\"]\n[Site \"Graz\"]\n[Round \"{round}.{}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"*\"]\n\n*\n\n",
            board + 1
        )
    };
    pairings.iter().enumerate().map(game).collect()
}

/// A hall, and tables that carry out its commands.
struct Venue {
    hall: Hall,
    tables: BTreeMap<String, Played>,
    /// Tables whose commands do not arrive.
    deaf: BTreeSet<String>,
    rows: Vec<Row>,
    sent: Vec<(String, Value)>,
    t_ms: i64,
    asked: u32,
}

impl Venue {
    fn new(tables: &[&str]) -> Venue {
        let mut venue = Venue {
            hall: Hall::new("a"),
            tables: BTreeMap::new(),
            deaf: BTreeSet::new(),
            rows: Vec::new(),
            sent: Vec::new(),
            t_ms: 1_000,
            asked: 0,
        };
        for table in tables {
            venue.add(table);
        }
        venue
    }

    fn now(&self) -> Time {
        Time(BEGIN + self.t_ms)
    }

    fn add(&mut self, table: &str) {
        let mut played = Played::new(table);
        let mut told = vec![online(table, 0, self.t_ms)];
        told.extend(played.lines(&format!(
            "{{\"log\":\"touchmove/1\",\"id\":\"s-{table}\",\"edition\":\"2018\",\"regime\":\"rapid\"}}\n{{\"t_ms\":{},\"ev\":\"time\"}}",
            self.t_ms
        )));
        feed(&mut self.hall, table, &told);
        self.tables.insert(table.to_owned(), played);
        self.settle();
    }

    /// Lets the hall work, and the tables do what it has sent, until nothing follows.
    fn settle(&mut self) {
        loop {
            let now = self.now();
            self.hall.settle(now);
            let mut quiet = true;
            for output in drain(&mut self.hall) {
                match output {
                    Output::Keep(row) => self.rows.push(Row::from_json(&row.to_json().expect("JSON")).expect("a row")),
                    Output::Command { table, json } => {
                        quiet = false;
                        let command: Value = serde_json::from_str(&json).expect("JSON");
                        self.sent.push((table.clone(), command.clone()));
                        if !self.deaf.contains(&table) {
                            self.event(&table, json!({ "ev": "command", "command": command }));
                        }
                    }
                }
            }
            if quiet {
                return;
            }
        }
    }

    fn event(&mut self, table: &str, mut event: Value) {
        self.t_ms += 100;
        event["t_ms"] = json!(self.t_ms);
        let told = self.tables.get_mut(table).expect("a table").lines(&event.to_string());
        feed(&mut self.hall, table, &told);
    }

    /// A move by hand, with the clock pressed.
    fn moved(&mut self, table: &str, (piece, from, to, by): (&str, &str, &str, &str)) {
        self.event(table, json!({ "ev": "lift", "sq": from, "piece": piece }));
        self.event(table, json!({ "ev": "drop", "sq": to, "piece": piece }));
        self.event(table, json!({ "ev": "press", "by": by }));
        self.t_ms += 2_000;
        self.event(table, json!({ "ev": "time" }));
        self.settle();
    }

    /// A table is off the network.
    fn goes(&mut self, table: &str) {
        let away = dated(table, json!({ "type": "status", "online": false, "seq": 0, "t_ms": self.t_ms }));
        feed(&mut self.hall, table, &[away]);
        self.settle();
    }

    /// It is back half a minute later.
    fn comes_back(&mut self, table: &str) {
        self.t_ms += 30_000;
        let back = online(table, 0, self.t_ms);
        feed(&mut self.hall, table, &[back]);
        self.settle();
    }

    fn command(&mut self, table: &str, command: Value) {
        self.event(table, json!({ "ev": "command", "command": command }));
        self.settle();
    }

    fn wait(&mut self, ms: i64) {
        self.t_ms += ms;
        self.settle();
    }

    fn ask_by(&mut self, account: &Account, mut request: Value) -> Answer {
        self.asked += 1;
        request["id"] = json!(format!("{}-{}", account.name, self.asked));
        let now = self.now();
        let answer = ask(&mut self.hall, account, request, now);
        self.settle();
        answer
    }

    fn ask(&mut self, request: Value) -> Answer {
        self.ask_by(&chief(), request)
    }

    fn refused(&mut self, request: Value) -> Refusal {
        self.ask(request).refusal.expect("refused")
    }

    fn done(&mut self, request: Value) {
        let answer = self.ask(request.clone());
        assert_eq!(answer.refusal, None, "{request}");
    }

    fn compare(&mut self, text: &str) -> Comparison {
        self.hall.compare(&chief(), "r.pgn", text.as_bytes().to_vec(), None, None).expect("a file")
    }

    fn import(&mut self, text: &str) -> Comparison {
        let shown = self.compare(text);
        self.done(json!({ "request": "import", "digest": shown.digest }));
        shown
    }

    /// A hall in which this round is on.
    fn with_round(tables: &[&str], pairings: usize) -> Venue {
        let mut venue = Venue::new(tables);
        venue.import(&file(6, &NAMES[..pairings]));
        venue.done(json!({ "request": "start-round", "round": 6 }));
        venue
    }

    fn round(&self) -> Value {
        page(&self.hall, &chief(), self.now())["rounds"][0].clone()
    }

    fn pairing(&self, board: u16) -> Value {
        let round = self.round();
        let all = round["pairings"].as_array().expect("pairings").clone();
        all.into_iter().find(|pairing| pairing["board"] == json!({ "number": board })).expect("a pairing")
    }

    /// The results of round 6 as a file has them.
    fn results(&self) -> Vec<String> {
        let csv = self.hall.results(&chief(), ResultsFile::Csv, None, Some(6)).expect("a file");
        let file = read(&csv, 1).expect("our own file");
        file.event.sections[0].rounds[0].pairings.iter().map(|pairing| crate::event::written(pairing.result)).collect()
    }

    fn result(&self, board: u16) -> String {
        self.pairing(board)["result"].as_str().expect("a result").to_owned()
    }

    /// What the hall knows of a table's game.
    fn game(&self, table: &str) -> Value {
        serde_json::to_value(self.hall.table(table).expect("a table").game).expect("JSON")
    }

    /// The commands that a table has got.
    fn commands_of(&self, table: &str) -> Vec<String> {
        let of = self.sent.iter().filter(|(of, _)| of == table);
        of.map(|(_, command)| command["command"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// The hall is killed, and another one takes up what was kept.
    fn restart(&mut self) {
        self.settle();
        self.hall.keep_all();
        let rows: Vec<Row> = drain(&mut self.hall)
            .into_iter()
            .filter_map(|output| match output {
                Output::Keep(row) => Some(row),
                Output::Command { .. } => None,
            })
            .collect();
        self.rows.extend(rows);
        self.hall = Hall::from_rows("b", self.rows.clone(), self.now());
    }

    fn names_in_record(&self) -> Vec<(String, Option<String>)> {
        let (chief, all) = (chief(), Filter::default());
        let entries = self.hall.entries(&chief, &all);
        entries
            .filter_map(|entry| {
                let done = serde_json::to_value(entry.round.as_ref()?).expect("JSON");
                Some((done["did"].as_str()?.to_owned(), entry.by.clone()))
            })
            .collect()
    }
}

#[test]
fn a_round_that_is_started_gives_each_table_its_players_and_laws() {
    let mut venue = Venue::new(&["1", "2"]);
    venue.done(json!({ "request": "event", "set": { "time_control": "5400+30" } }));
    let shown = venue.import(&file(6, &NAMES[..2]));
    assert!(!shown.as_before);
    assert_eq!((shown.event.name.as_deref(), shown.event.site.as_deref()), (Some("Lakeside Open"), Some("Graz")));
    assert_eq!(venue.round()["state"], "planned");
    assert!(venue.sent.is_empty(), "nothing is sent before the round is started");
    venue.done(json!({ "request": "start-round", "round": 6 }));
    for (board, (white, black)) in (1..).zip(NAMES).take(2) {
        let game = venue.game(&board.to_string());
        assert_eq!(game["players"], json!({ "white": white, "black": black }));
        assert_eq!((&game["edition"], &game["regime"]), (&json!("2023"), &json!("standard")));
        let pairing = venue.pairing(board);
        assert_eq!((&pairing["state"], &pairing["game"]), (&json!("playing"), &game["id"]));
    }
    let round = venue.round();
    assert_eq!(round["start"], round["default_at"], "by the Laws of 2023 nobody is waited for");
    let place = &page(&venue.hall, &chief(), venue.now())["tables"][1]["place"];
    assert_eq!((&place["round"], &place["board"], &place["number"]), (&json!(6), &json!("2"), &json!(2)));
    let anna = Some("Anna Weber".to_owned());
    let did = |did: &str| (did.to_owned(), anna.clone());
    assert_eq!(venue.names_in_record(), [did("event"), did("imported"), did("started"), did("told"), did("told")]);
    assert_eq!(page(&venue.hall, &chief(), venue.now())["event"]["delay_s"], 900);
}

#[test]
fn a_round_begins_within_a_day_and_at_no_other_number() {
    let mut venue = Venue::new(&["1"]);
    venue.import(&file(6, &NAMES[..1]));
    let day = 86_400_000;
    let now = venue.now().0;
    for start in [i64::MIN, -1, 0, now - day - 1, now + day + 1, i64::MAX] {
        let refused = venue.refused(json!({ "request": "start-round", "round": 6, "start": start }));
        assert!(matches!(refused, Refusal::BadValue { field, .. } if field == "start"), "{start}");
    }
    venue.done(json!({ "request": "start-round", "round": 6, "start": now - day }));
    assert_eq!(venue.round()["start"], now - day);
}

#[test]
fn a_game_that_is_on_is_left_alone_until_it_is_over() {
    let mut venue = Venue::new(&["1", "2"]);
    venue.command("2", json!({ "command": "set-players", "white": { "name": "Eve" }, "black": { "name": "Bob" } }));
    venue.moved("2", ("P", "e2", "e4", "white"));
    let before = venue.game("2");
    venue.import(&file(6, &NAMES[..2]));
    venue.done(json!({ "request": "start-round", "round": 6 }));
    assert_eq!(venue.game("2"), before);
    let waits = &venue.pairing(2)["waits"];
    assert_eq!((&waits["for"], &waits["plies"]), (&json!("game"), &json!(1)));
    assert_eq!(waits["players"], json!({ "white": "Eve", "black": "Bob" }));
    assert_eq!(venue.pairing(1)["state"], "playing");
    venue.command("2", json!({ "command": "set-result", "result": "1/2-1/2" }));
    assert_eq!(venue.game("2")["players"], json!({ "white": "Okonkwo, Chidi", "black": "Ivanov, Pavel" }));
    assert_eq!(venue.pairing(2)["state"], "playing");
    let abandons = venue.sent.iter().filter(|(_, command)| command.get("abandon").is_some()).count();
    assert_eq!(abandons, 0);
}

#[test]
fn a_game_is_left_only_as_it_was_seen() {
    let mut venue = Venue::new(&["1"]);
    venue.moved("1", ("P", "e2", "e4", "white"));
    venue.import(&file(6, &NAMES[..1]));
    venue.done(json!({ "request": "start-round", "round": 6 }));
    let seen = |venue: &Venue| {
        let waits = venue.pairing(1)["waits"].clone();
        json!({ "game": waits["game"], "plies": waits["plies"], "result": waits["result"] })
    };
    let old = seen(&venue);
    venue.moved("1", ("p", "e7", "e5", "black"));
    let again = json!({ "request": "start-round", "round": 6, "abandon": [{ "table": "1", "as_of": old }] });
    assert!(matches!(venue.refused(again), Refusal::Changed { now } if now.plies == 2));
    assert_eq!(venue.game("1")["plies"], 2);
    let now = seen(&venue);
    venue.done(json!({ "request": "start-round", "round": 6, "abandon": [{ "table": "1", "as_of": now }] }));
    assert_eq!((&venue.game("1")["plies"], venue.pairing(1)["state"].as_str()), (&json!(0), Some("playing")));
    assert_eq!(venue.game("1")["players"]["white"], "Lindqvist, Maja");
}

#[test]
fn players_who_have_begun_before_the_arbiter_get_their_names() {
    let mut venue = Venue::new(&["1"]);
    venue.moved("1", ("P", "d2", "d4", "white"));
    venue.import(&file(6, &NAMES[..1]));
    venue.done(json!({ "request": "start-round", "round": 6 }));
    let waits = venue.pairing(1)["waits"].clone();
    let as_of = json!({ "game": waits["game"], "plies": 1, "result": "*" });
    venue.done(json!({ "request": "start-round", "round": 6, "adopt": [{ "table": "1", "as_of": as_of }] }));
    let game = venue.game("1");
    assert_eq!((&game["plies"], &game["players"]["black"]), (&json!(1), &json!("Suzuki, Ren")));
    assert_eq!(venue.commands_of("1"), ["set-players"], "its laws and moves stay");
    assert_eq!((venue.pairing(1)["state"].as_str(), &venue.pairing(1)["game"]), (Some("playing"), &game["id"]));
}

#[test]
fn a_name_is_put_right_in_the_middle_of_a_game() {
    let mut venue = Venue::with_round(&["1"], 1);
    venue.moved("1", ("P", "e2", "e4", "white"));
    let before = venue.game("1");
    venue.done(json!({ "request": "pair", "round": 6, "board": { "number": 1 }, "white": { "name": "Lindqvist, Maja", "title": "GM", "rating": 2512 } }));
    let game = venue.game("1");
    assert_eq!((&game["id"], &game["plies"], &game["fen"]), (&before["id"], &before["plies"], &before["fen"]));
    assert_eq!(game["persons"]["white"]["title"], "GM");
    // The same by a later file of the pairing program: accents, and no other person.
    let shown = venue.import(&file(6, &[("Lindqvist, Maja", "SUZUKI Ren")]));
    let shown = serde_json::to_value(&shown).expect("JSON");
    assert_eq!(shown["rounds"][0]["players"][0]["now"]["name"], "SUZUKI Ren");
    assert_eq!(shown["rounds"][0]["pairings"][0]["change"], "as-before");
    let game = venue.game("1");
    assert_eq!((&game["id"], &game["players"]["black"]), (&before["id"], &json!("SUZUKI Ren")));
    assert_eq!(venue.pairing(1)["state"], "playing");
    // Colours are put right, too, where somebody says so of this very game.
    venue.done(json!({ "request": "pair", "round": 6, "board": { "number": 1 }, "swap_colours": true }));
    assert_eq!(venue.game("1")["players"]["white"], "SUZUKI Ren");
    assert_eq!(venue.game("1")["plies"], 1);
}

#[test]
fn boards_change_places_and_games_in_progress_keep_their_tables() {
    let mut venue = Venue::with_round(&["1", "2", "3", "4"], 4);
    let swap = |from: u16, to: u16| json!({ "request": "pair", "round": 6, "board": { "number": from }, "to": { "number": to } });
    venue.done(swap(1, 2));
    assert_eq!(venue.game("1")["players"]["white"], "Okonkwo, Chidi");
    assert_eq!(venue.game("2")["players"]["white"], "Lindqvist, Maja");
    assert_eq!(
        (venue.pairing(1)["state"].as_str(), venue.pairing(2)["state"].as_str()),
        (Some("playing"), Some("playing"))
    );
    // Tables 3 and 4 have begun: only the numbers change.
    venue.moved("3", ("P", "e2", "e4", "white"));
    venue.moved("4", ("P", "e2", "e4", "white"));
    venue.done(swap(3, 4));
    assert_eq!(venue.game("3")["players"]["white"], "Tanaka, Haruto");
    assert_eq!((&venue.pairing(4)["table"], &venue.pairing(3)["table"]), (&json!("3"), &json!("4")));
    assert_eq!((&venue.game("3")["plies"], &venue.game("4")["plies"]), (&json!(1), &json!(1)));
    assert_eq!(venue.hall.table("3").expect("a table").place.board.as_deref(), Some("4"));
}

#[test]
fn a_table_that_its_pairing_has_left_before_a_move_has_neither_names_nor_a_place() {
    let mut venue = Venue::with_round(&["1", "2", "3", "4", "5"], 4);
    venue.moved("2", ("P", "e2", "e4", "white"));
    let place = |venue: &Venue, table: &str| {
        let place = venue.hall.table(table).expect("a table").place;
        (place.round, place.board)
    };
    let nobody = json!({ "white": null, "black": null });
    // The pair of board 4 sits at board 5; those of boards 2, who have moved, and 3 are not there any more.
    let game = |number: u16, (white, black): (&str, &str)| {
        let numbered = |(_, rest): (&str, &str)| format!("[Event \"Lakeside Open\"]\n[Round \"6.{number}\"]{rest}");
        numbered(file(6, &[(white, black)]).split_once("[Round \"6.1\"]").expect("a round"))
    };
    venue.import(&(game(1, NAMES[0]) + &game(5, NAMES[3])));
    assert_eq!(venue.game("5")["players"]["white"], "Haddad, Samir");
    assert_eq!(place(&venue, "5"), (Some(6), Some("5".to_owned())));
    for table in ["3", "4"] {
        assert_eq!((&venue.game(table)["players"], place(&venue, table)), (&nobody, (None, None)), "{table}");
    }
    assert_eq!(
        (&venue.game("2")["players"]["white"], &venue.game("2")["plies"]),
        (&json!("Okonkwo, Chidi"), &json!(1))
    );
    assert_eq!(place(&venue, "2"), (Some(6), Some("2".to_owned())), "nothing is taken away of a game that has begun");
    assert_eq!(venue.game("1")["players"]["white"], "Lindqvist, Maja");
    // What an arbiter enters there afterwards stays.
    let sent = venue.sent.len();
    venue.command("4", json!({ "command": "set-players", "white": { "name": "Eve" }, "black": { "name": "Bob" } }));
    venue.wait(60_000);
    assert_eq!((venue.sent.len(), &venue.game("4")["players"]["white"]), (sent, &json!("Eve")));
}

#[test]
fn a_table_that_was_left_while_it_was_away_loses_its_names_once_it_is_back() {
    let mut venue = Venue::with_round(&["1", "2"], 2);
    let away = dated("2", json!({ "type": "status", "online": false, "seq": 0, "t_ms": 60_000 }));
    feed(&mut venue.hall, "2", &[away]);
    venue.import(&file(6, &NAMES[..1]));
    assert_eq!(venue.game("2")["players"]["white"], "Okonkwo, Chidi");
    venue.t_ms += 120_000;
    let back = online("2", 0, venue.t_ms);
    feed(&mut venue.hall, "2", &[back]);
    venue.settle();
    assert_eq!(venue.game("2")["players"]["white"], Value::Null);
    assert_eq!(venue.hall.table("2").expect("a table").place.board, None);
}

#[test]
fn a_pairing_takes_no_board_player_or_table_that_a_file_could_not_have() {
    let mut venue = Venue::with_round(&["1", "2"], 2);
    let pair = |change: Value| {
        let mut request = json!({ "request": "pair", "round": 6, "board": { "number": 1 } });
        request.as_object_mut().expect("an object").extend(change.as_object().expect("an object").clone());
        request
    };
    let before = venue.round();
    let refused_for = |venue: &mut Venue, change: &Value, wrong: &str| {
        let refused = venue.refused(pair(change.clone()));
        assert!(matches!(&refused, Refusal::BadValue { field, .. } if field == wrong), "{change} {refused:?}");
    };
    for number in [0, 10_000, 65_535] {
        refused_for(&mut venue, &json!({ "to": { "number": number } }), "to");
    }
    refused_for(&mut venue, &json!({ "to": { "of_match": 1, "number": 1 } }), "to");
    for table in ["a/b", "a+", "#", "$SYS", "a\u{7}b"] {
        refused_for(&mut venue, &json!({ "table": table }), "table");
    }
    for name in ["Okonkwo, Chidi", "ivanov pavel"] {
        refused_for(&mut venue, &json!({ "white": { "name": name } }), "player");
    }
    assert_eq!(venue.round(), before);
    // The last board, and two of one name whom FIDE's numbers tell apart.
    venue.done(pair(json!({ "to": { "number": 9_999 }, "white": { "name": "Moreau, Élise", "fide_id": 7 } })));
    let other = json!({ "request": "pair", "round": 6, "board": { "number": 2 }, "black": { "name": "Moreau, Élise", "fide_id": 8 } });
    venue.done(other);
    let csv = venue.hall.results(&chief(), ResultsFile::Csv, None, None).expect("a file");
    read(&csv, 6).expect("what is written can be read");
}

#[test]
fn who_had_a_bye_and_plays_has_none_any_more() {
    let mut venue = Venue::new(&["1"]);
    let csv = "Round;Board;White;Black\n6;1;Lindqvist, Maja;Suzuki, Ren\n6;2;Horvat, Ana;bye\n";
    venue.import(csv);
    assert_eq!(venue.round()["byes"].as_array().map(Vec::len), Some(1));
    venue.done(json!({ "request": "pair", "round": 6, "board": { "number": 1 }, "black": { "name": "Horvat, Ana" } }));
    assert_eq!(venue.round()["byes"].as_array().map_or(0, Vec::len), 0);
}

#[test]
fn a_new_player_at_a_board_in_play_does_not_get_that_game_by_a_file() {
    let mut venue = Venue::with_round(&["1"], 1);
    venue.moved("1", ("P", "e2", "e4", "white"));
    let before = venue.game("1");
    let shown = venue.import(&file(6, &[("Moreau, Élise", "Suzuki, Ren")]));
    let shown = serde_json::to_value(&shown).expect("JSON");
    let row = &shown["rounds"][0]["pairings"][0];
    assert_eq!((&row["change"], &row["in_play"]), (&json!("changed"), &json!(true)));
    assert_eq!(row["white_was"]["name"], "Lindqvist, Maja");
    assert_eq!(venue.game("1"), before, "games in progress keep their players");
    assert_eq!(venue.pairing(1)["waits"]["for"], "game");
}

#[test]
fn who_does_not_come_has_lost_once_the_default_time_has_passed() {
    let mut venue = Venue::new(&["1", "2"]);
    venue.done(json!({ "request": "event", "set": { "default_time_min": 30 } }));
    venue.import(&file(6, &NAMES[..2]));
    venue.done(json!({ "request": "start-round", "round": 6 }));
    let start = venue.round()["start"].as_i64().expect("a time");
    let absent =
        |board: u16, who: &str| json!({ "request": "absent", "round": 6, "board": { "number": board }, "who": who });
    assert_eq!(venue.refused(absent(1, "black")), Refusal::TooEarly { until: Time(start + 1_800_000) });
    venue.moved("1", ("P", "e2", "e4", "white"));
    venue.wait(1_800_000);
    assert_eq!(venue.refused(absent(1, "white")), Refusal::HasPlayed);
    venue.done(absent(1, "black"));
    let pairing = venue.pairing(1);
    assert_eq!((pairing["state"].as_str(), pairing["result"].as_str()), (Some("absent"), Some("+:-")));
    assert_eq!(pairing.get("table_result"), None);
    assert_eq!(venue.game("1")["result"], "1-0", "the board shows it, too");
    // A second arbiter is told who was first; who comes after all plays.
    let second = venue.ask_by(&arbiter("Bruno Costa"), absent(1, "black"));
    assert!(matches!(second.refusal, Some(Refusal::Second { first }) if first.by.as_deref() == Some("Anna Weber")));
    venue.done(
        json!({ "request": "round-result", "round": 6, "board": { "number": 1 }, "result": "*", "replaces": "+:-" }),
    );
    assert_eq!((venue.pairing(1)["state"].as_str(), venue.game("1")["result"].as_str()), (Some("playing"), Some("*")));
    // Nobody has moved at table 2: its board shows the forfeit, and plays on once that is taken back.
    venue.done(absent(2, "white"));
    assert_eq!((venue.pairing(2)["result"].as_str(), venue.game("2")["result"].as_str()), (Some("-:+"), Some("0-1")));
    venue.done(
        json!({ "request": "round-result", "round": 6, "board": { "number": 2 }, "result": "*", "replaces": "-:+" }),
    );
    assert_eq!((venue.pairing(2)["state"].as_str(), venue.game("2")["result"].as_str()), (Some("playing"), Some("*")));
    venue.done(absent(2, "both"));
    assert_eq!((venue.pairing(2)["result"].as_str(), venue.game("2")["result"].as_str()), (Some("-:-"), Some("*")));
    let (chief, all) = (chief(), Filter::default());
    let articles: Vec<_> = venue
        .hall
        .entries(&chief, &all)
        .map(|entry| entry.article.clone())
        .filter(|article| !article.is_empty())
        .collect();
    assert_eq!(articles, ["6.7.1"; 3]);
}

#[test]
fn by_the_laws_of_2005_an_hour_is_waited_where_nothing_is_said() {
    let mut venue = Venue::new(&[]);
    venue.done(json!({ "request": "event", "set": { "edition": "2005" } }));
    assert_eq!(page(&venue.hall, &chief(), venue.now())["event"]["default_time_min"], 60);
    venue.done(json!({ "request": "event", "set": { "edition": "2014" } }));
    assert_eq!(page(&venue.hall, &chief(), venue.now())["event"]["default_time_min"], 0);
    let wrong = json!({ "request": "event", "set": { "name": "New", "edition": "1999" } });
    assert!(matches!(venue.refused(wrong), Refusal::BadValue { field, .. } if field == "edition"));
    assert_eq!(page(&venue.hall, &chief(), venue.now())["event"].get("name"), None);
}

#[test]
fn a_table_that_comes_late_or_was_away_gets_its_players_by_itself() {
    let mut venue = Venue::new(&["1", "2"]);
    let away = dated("2", json!({ "type": "status", "online": false, "seq": 0, "t_ms": 2_000 }));
    feed(&mut venue.hall, "2", &[away]);
    venue.import(&file(6, &NAMES[..3]));
    venue.done(json!({ "request": "start-round", "round": 6 }));
    assert_eq!(venue.pairing(2)["waits"]["for"], "table-away");
    assert_eq!(venue.pairing(3)["waits"]["for"], "table");
    assert!(venue.commands_of("2").is_empty());
    venue.add("3");
    assert_eq!(venue.game("3")["players"]["white"], "Tanaka, Haruto");
    venue.t_ms += 60_000;
    let back = online("2", 0, venue.t_ms);
    feed(&mut venue.hall, "2", &[back]);
    venue.settle();
    assert_eq!(venue.game("2")["players"]["white"], "Okonkwo, Chidi");
    assert_eq!(venue.pairing(2)["state"], "playing");
}

#[test]
fn nothing_is_started_twice_by_a_restart_between_the_commands() {
    let mut venue = Venue::new(&["1"]);
    venue.import(&file(6, &NAMES[..1]));
    // The table does the first command; its answer is lost, and the hall with it.
    venue.deaf.insert("1".to_owned());
    venue.done(json!({ "request": "start-round", "round": 6 }));
    let (_, begin) = venue.sent[0].clone();
    assert_eq!(begin["command"], "new-game");
    let line = json!({ "t_ms": venue.t_ms + 100, "ev": "command", "command": begin }).to_string();
    let lost: Vec<Told> = venue.tables.get_mut("1").expect("a table").lines(&line);
    let told: Vec<Told> = lost.into_iter().filter(|(kind, _)| kind != "reply").collect();
    venue.t_ms += 200;
    venue.restart();
    feed(&mut venue.hall, "1", &told);
    venue.deaf.clear();
    venue.wait(100);
    let ids: BTreeSet<String> = venue
        .sent
        .iter()
        .filter(|(_, command)| command["command"] == "new-game")
        .map(|(_, command)| command["id"].to_string())
        .collect();
    assert_eq!(ids.len(), 1, "{:?}", venue.sent);
    assert_eq!(venue.commands_of("1").last().map(String::as_str), Some("set-players"));
    let game = venue.game("1");
    assert_eq!(game["players"], json!({ "white": "Lindqvist, Maja", "black": "Suzuki, Ren" }));
    assert_eq!((venue.pairing(1)["state"].as_str(), &venue.pairing(1)["game"]), (Some("playing"), &game["id"]));
    // Once more, in the middle of the game: nothing is sent.
    venue.moved("1", ("P", "e2", "e4", "white"));
    let sent = venue.sent.len();
    venue.restart();
    venue.wait(60_000);
    assert_eq!(venue.sent.len(), sent, "{:?}", &venue.sent[sent..]);
    assert_eq!((&venue.game("1")["id"], &venue.game("1")["plies"]), (&game["id"], &json!(1)));
}

#[test]
fn a_table_that_has_not_answered_is_told_again_once_it_is_back() {
    let mut venue = Venue::new(&["1"]);
    venue.import(&file(6, &NAMES[..1]));
    venue.deaf.insert("1".to_owned());
    venue.done(json!({ "request": "start-round", "round": 6 }));
    for _ in 0..4 {
        venue.wait(10_000);
    }
    let away = dated("1", json!({ "type": "status", "online": false, "seq": 0, "t_ms": venue.t_ms }));
    feed(&mut venue.hall, "1", &[away]);
    venue.wait(30_000);
    assert_eq!(venue.pairing(1)["waits"]["for"], "table-away");
    venue.deaf.clear();
    let back = online("1", 0, venue.t_ms);
    feed(&mut venue.hall, "1", &[back]);
    venue.wait(100);
    assert_eq!(venue.pairing(1)["state"], "playing");
    assert_eq!(venue.game("1")["players"]["white"], "Lindqvist, Maja");
}

#[test]
fn two_who_start_a_round_start_it_once_and_only_a_chief_may() {
    let mut venue = Venue::with_round(&["1"], 1);
    let other = Account { name: "Bruno Costa".to_owned(), role: Role::Chief {} };
    let sent = venue.sent.len();
    let second = venue.ask_by(&other, json!({ "request": "start-round", "round": 6 }));
    assert!(matches!(second.refusal, Some(Refusal::Second { first }) if first.by.as_deref() == Some("Anna Weber")));
    assert_eq!(venue.sent.len(), sent);
    let plain = venue.ask_by(&arbiter("Li Chen"), json!({ "request": "end-round", "round": 6 }));
    assert_eq!(plain.refusal, Some(Refusal::OnlyChief));
    // What was meant for two players is not done to others.
    let seen = json!({ "white": "Rossi, Chiara", "black": "Suzuki, Ren" });
    let result =
        json!({ "request": "round-result", "round": 6, "board": { "number": 1 }, "result": "1-0", "players": seen });
    assert!(matches!(venue.refused(result), Refusal::PairingChanged { .. }));
}

#[test]
fn results_come_from_tables_and_hands_and_go_back_as_files() {
    let mut venue = Venue::with_round(&["1", "2"], 3);
    for table in ["1", "2"] {
        venue.moved(table, ("P", "e2", "e4", "white"));
        venue.moved(table, ("p", "e7", "e5", "black"));
    }
    venue.command("1", json!({ "command": "set-result", "result": "0-1", "termination": "resigned" }));
    assert_eq!((venue.pairing(1)["state"].as_str(), venue.pairing(1)["result"].as_str()), (Some("over"), Some("0-1")));
    // The next players set their pieces up: the result stays.
    venue.command("1", json!({ "command": "new-game" }));
    assert_eq!(venue.pairing(1)["result"], "0-1");
    // By hand at a table that plays: the table is told. Where there is no table: taken down.
    let result = |board: u16, result: &str| json!({ "request": "round-result", "round": 6, "board": { "number": board }, "result": result });
    venue.done(result(2, "1/2-1/2"));
    assert_eq!(
        (venue.game("2")["result"].as_str(), venue.pairing(2)["result"].as_str()),
        (Some("1/2-1/2"), Some("1/2-1/2"))
    );
    assert_eq!(venue.pairing(2).get("by"), None, "the table tells it");
    let missing = venue.refused(json!({ "request": "end-round", "round": 6 }));
    assert_eq!(missing, Refusal::ResultsMissing { boards: vec![crate::event::Board::new(3)] });
    venue.done(result(3, "1-0"));
    assert_eq!(venue.pairing(3)["by"], "Anna Weber");
    assert!(matches!(venue.refused(result(3, "0-1")), Refusal::ResultStands { result } if result == "1-0"));
    venue.done(json!({ "request": "end-round", "round": 6 }));
    assert_eq!(venue.round()["state"], "over");
    let pair = json!({ "request": "pair", "round": 6, "board": { "number": 3 }, "swap_colours": true });
    assert_eq!(venue.refused(pair), Refusal::RoundOver);
    let absent =
        json!({ "request": "absent", "round": 6, "board": { "number": 3 }, "who": "black", "announced": true });
    assert_eq!(venue.refused(absent), Refusal::RoundOver);
    let written = venue.hall.results(&chief(), ResultsFile::Pgn, None, None).expect("a file");
    let back = read(&written, 1).expect("our own file");
    let results = |bytes: &[u8]| -> Vec<String> {
        let file = read(bytes, 1).expect("our own file");
        file.event.sections[0].rounds[0].pairings.iter().map(|pairing| crate::event::written(pairing.result)).collect()
    };
    assert_eq!(back.event.sections[0].rounds[0].number, 6);
    assert_eq!(results(&written), ["0-1", "1/2-1/2", "1-0"]);
    let csv = venue.hall.results(&chief(), ResultsFile::Csv, None, Some(6)).expect("a file");
    assert_eq!(results(&csv), ["0-1", "1/2-1/2", "1-0"]);
    assert_eq!(venue.hall.results(&chief(), ResultsFile::Trf, None, None), Err(WriteError::NoReport));
    assert_eq!(venue.hall.results(&chief(), ResultsFile::Pgn, None, Some(7)), Err(WriteError::NoSuchRound));
}

/// A round of one game, two half-moves old, whose result was given by hand while its table was away.
fn given_by_hand() -> Venue {
    let mut venue = Venue::with_round(&["1"], 1);
    venue.moved("1", ("P", "e2", "e4", "white"));
    venue.moved("1", ("p", "e7", "e5", "black"));
    venue.goes("1");
    venue.done(json!({ "request": "round-result", "round": 6, "board": { "number": 1 }, "result": "1-0" }));
    venue.comes_back("1");
    assert_eq!((venue.result(1), venue.pairing(1)["by"].as_str()), ("1-0".to_owned(), Some("Anna Weber")));
    venue
}

#[test]
fn a_result_by_hand_stands_until_its_table_has_done_what_replaces_it() {
    let mut venue = given_by_hand();
    let correct =
        json!({ "request": "round-result", "round": 6, "board": { "number": 1 }, "result": "0-1", "replaces": "1-0" });
    venue.deaf.insert("1".to_owned());
    venue.done(correct.clone());
    let stands = |venue: &Venue| {
        let csv = venue.hall.results(&chief(), ResultsFile::Csv, None, None).expect("a file");
        let csv = String::from_utf8(csv).expect("UTF-8");
        venue.result(1) == "1-0" && venue.pairing(1)["by"] == "Anna Weber" && csv.contains("1-0")
    };
    assert!(stands(&venue), "on its way");
    for _ in 0..4 {
        venue.wait(10_000);
    }
    assert_eq!(venue.hall.entries.values().next_back().map(|entry| &entry.state), Some(&State::NoAnswer));
    assert!(stands(&venue), "no answer");
    venue.done(correct.clone());
    let (_, sent) = venue.sent.last().cloned().expect("a command");
    let refused = json!({ "type": "reply", "id": sent["id"], "ok": false, "error": "no", "t_ms": venue.t_ms });
    feed(&mut venue.hall, "1", &[dated("1", refused)]);
    venue.settle();
    assert!(matches!(
        venue.hall.entries.values().next_back().map(|entry| &entry.state),
        Some(State::Refused { carried_out: 0, .. })
    ));
    assert!(stands(&venue), "refused");
    venue.deaf.clear();
    venue.done(correct);
    assert_eq!((venue.result(1).as_str(), venue.game("1")["result"].as_str()), ("0-1", Some("0-1")));
    assert_eq!((venue.pairing(1).get("by"), venue.pairing(1).get("table_result")), (None, None), "the table tells it");
}

#[test]
fn what_was_given_since_stays_when_a_table_answers_late() {
    let mut venue = given_by_hand();
    let result = |result: &str, replaces: &str| json!({ "request": "round-result", "round": 6, "board": { "number": 1 }, "result": result, "replaces": replaces });
    venue.deaf.insert("1".to_owned());
    venue.done(result("0-1", "1-0"));
    let (_, sent) = venue.sent.last().cloned().expect("a command");
    for _ in 0..4 {
        venue.wait(10_000);
    }
    venue.goes("1");
    venue.done(result("1/2-1/2", "1-0"));
    venue.done(result("1-0", "1/2-1/2"));
    venue.comes_back("1");
    venue.command("1", sent);
    assert_eq!(venue.game("1")["result"], "0-1");
    let pairing = venue.pairing(1);
    assert_eq!((pairing["result"].as_str(), pairing["table_result"].as_str()), (Some("1-0"), Some("0-1")));
}

/// A round that was ended while one board had no result: 0-1 at table 1, 1-0 by hand at board 3, nothing at table 2.
fn ended() -> Venue {
    let mut venue = Venue::with_round(&["1", "2"], 3);
    venue.moved("1", ("P", "e2", "e4", "white"));
    venue.moved("1", ("p", "e7", "e5", "black"));
    venue.command("1", json!({ "command": "set-result", "result": "0-1" }));
    venue.done(json!({ "request": "round-result", "round": 6, "board": { "number": 3 }, "result": "1-0" }));
    venue.done(json!({ "request": "end-round", "round": 6, "missing": [{ "number": 2 }] }));
    assert_eq!(
        (venue.round()["state"].as_str(), venue.results()),
        (Some("over"), ["0-1", "*", "1-0"].map(str::to_owned).to_vec())
    );
    venue
}

#[test]
fn a_result_is_put_right_after_the_end_of_the_round() {
    let mut venue = ended();
    let result = |board: u16, result: &str, replaces: Value| json!({ "request": "round-result", "round": 6, "board": { "number": board }, "result": result, "replaces": replaces });
    // Not by mistake, as in a round that is on.
    assert!(
        matches!(venue.refused(result(1, "1-0", Value::Null)), Refusal::ResultStands { result } if result == "0-1")
    );
    venue.done(result(1, "1-0", json!("0-1")));
    assert_eq!(
        (venue.game("1")["result"].as_str(), venue.pairing(1).get("by")),
        (Some("1-0"), None),
        "the table tells it"
    );
    venue.done(result(3, "1/2-1/2", json!("1-0")));
    venue.done(result(2, "0-0", Value::Null));
    assert_eq!(venue.results(), ["1-0", "0-0", "1/2-1/2"]);
    assert_eq!(venue.round()["state"], "over");
}

#[test]
fn what_an_arbiter_puts_right_at_the_table_after_the_end_of_the_round_is_the_rounds_result() {
    let mut venue = ended();
    venue.command("1", json!({ "command": "set-result", "result": "1/2-1/2" }));
    venue.wait(2_000);
    assert_eq!(venue.results(), ["1/2-1/2", "*", "1-0"]);
    venue.restart();
    venue.command("1", json!({ "command": "set-result", "result": "1-0" }));
    venue.wait(2_000);
    assert_eq!(venue.results(), ["1-0", "*", "1-0"]);
    // What the same two play in the next round at the same table is no result of this one.
    venue.import(&file(7, &NAMES[..2]));
    venue.done(json!({ "request": "start-round", "round": 7 }));
    for (table, result) in [("1", "0-1"), ("2", "0-1")] {
        venue.moved(table, ("P", "d2", "d4", "white"));
        venue.moved(table, ("p", "d7", "d5", "black"));
        venue.command(table, json!({ "command": "set-result", "result": result }));
    }
    let last = page(&venue.hall, &chief(), venue.now())["rounds"][1].clone();
    assert_eq!((&last["number"], &last["pairings"][1]["result"]), (&json!(7), &json!("0-1")));
    assert_eq!(venue.results(), ["1-0", "*", "1-0"]);
}

#[test]
fn a_game_that_is_taken_for_the_next_rounds_is_no_result_of_the_one_that_is_over() {
    let mut venue = ended();
    venue.moved("2", ("P", "d2", "d4", "white"));
    let id = venue.pairing(2)["game"].clone();
    assert_eq!(venue.game("2")["id"], id);
    venue.import(&file(7, &[NAMES[0], NAMES[3]]));
    let as_of = json!({ "game": id, "plies": 1, "result": "*" });
    venue.done(json!({ "request": "start-round", "round": 7, "adopt": [{ "table": "2", "as_of": as_of }] }));
    venue.moved("2", ("p", "d7", "d5", "black"));
    venue.command("2", json!({ "command": "set-result", "result": "1-0" }));
    let next = page(&venue.hall, &chief(), venue.now())["rounds"][1].clone();
    assert_eq!(next["pairings"][1]["result"], "1-0");
    assert_eq!(venue.results(), ["0-1", "*", "1-0"]);
}

#[test]
fn a_report_gets_its_results_back_and_byes_miss_nothing() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pairings/python-trf.trf");
    let report = std::fs::read(path).expect("a file");
    let mut venue = Venue::new(&["1", "2"]);
    let shown = venue.hall.compare(&chief(), "r3.trf", report.clone(), None, None).expect("a file");
    assert_eq!(shown.rounds[0].number, 3);
    let kinds: Vec<_> = shown.rounds[0].byes.iter().map(|bye| bye.bye.kind).collect();
    assert_eq!(kinds, [crate::event::ByeKind::Half]);
    venue.done(json!({ "request": "import", "digest": shown.digest }));
    venue.restart();
    venue.done(json!({ "request": "start-round", "round": 3 }));
    let round = venue.round();
    assert_eq!((round["missing"].as_array().map(Vec::len), round["trf"].as_bool()), (Some(4), Some(true)));
    for board in 1..=4 {
        venue.done(json!({ "request": "round-result", "round": 3, "board": { "number": board }, "result": if board == 1 { "0-1" } else { "1-0" } }));
    }
    venue.done(json!({ "request": "end-round", "round": 3 }));
    let written = venue.hall.results(&chief(), ResultsFile::Trf, None, None).expect("a report");
    let changed: usize = report.iter().zip(&written).filter(|(was, is)| was != is).count();
    assert_eq!((written.len() - report.len(), changed <= 8), (0, true));
    let back = read(&written, 1).expect("a report");
    let third = back.event.sections[0].round(3).expect("round 3");
    assert!(third.missing().next().is_none());
}

#[test]
fn a_wrong_file_is_told_with_line_and_column_and_changes_nothing() {
    let mut venue = Venue::with_round(&["1"], 1);
    let before = page(&venue.hall, &chief(), venue.now());
    let text = file(6, &NAMES[..2]).replacen("[Result \"*\"]", "[Result \"x\"]", 1);
    let refusal = venue.hall.compare(&chief(), "r6.pgn", text.into_bytes(), None, None).expect_err("wrong");
    let FileRefusal::File { fault } = refusal else { panic!("{refusal:?}") };
    assert_eq!((fault.line, fault.code.as_str(), fault.found.as_str()), (Some(6), "result", "x"));
    assert_eq!(fault.text.as_deref(), Some("[Result \"x\"]"));
    assert!(fault.column.is_some());
    venue.settle();
    assert_eq!(page(&venue.hall, &chief(), venue.now()), before);
    let plain = venue.hall.compare(&arbiter("Li Chen"), "r6.pgn", file(6, &NAMES).into_bytes(), None, None);
    assert_eq!(plain, Err(FileRefusal::OnlyChief));
}

#[test]
fn a_table_of_pairings_of_which_some_have_no_round_and_what_no_file_is_about_are_told() {
    let mut venue = Venue::new(&["1", "2"]);
    let mut compare = |text: &str, section: Option<&str>, round: Option<u16>| {
        venue.hall.compare(&chief(), "r.csv", text.as_bytes().to_vec(), section, round)
    };
    let half = "Round,Board,White,Black\n,1,\"Weber, Anna\",\"Costa, Bruno\"\n5,2,\"Kaya, Deniz\",\"Chen, Li\"\n";
    let refusal = compare(half, None, None).expect_err("one has no round");
    let FileRefusal::File { fault } = refusal else { panic!("{refusal:?}") };
    assert_eq!((fault.line, fault.column, fault.code.as_str()), (Some(2), Some(1), "round"));
    let none = half.replace("\n5,", "\n,");
    let shown = compare(&none, None, Some(3)).expect("what it is about is said");
    assert_eq!((shown.rounds[0].number, shown.rounds[0].pairings.len()), (3, 2));
    let bad =
        |field: &str, expected: &str| FileRefusal::BadValue { field: field.to_owned(), expected: expected.to_owned() };
    for round in [0, 100] {
        assert_eq!(compare(&none, None, Some(round)), Err(bad("round", "1 to 99")));
    }
    for section in ["", " A", "A\u{7}", &"a".repeat(257)] {
        let expected = bad("section", "1 to 256 bytes without control characters");
        assert_eq!(compare(&none, Some(section), None), Err(expected), "{section:?}");
    }
}

#[test]
fn only_what_was_shown_is_taken_over() {
    let mut venue = Venue::with_round(&["1", "2"], 2);
    let changed = file(6, &[NAMES[0], ("Okonkwo, Chidi", "Moreau, Élise")]);
    let shown = venue.compare(&changed);
    assert_eq!(venue.pairing(2)["black"]["name"], "Ivanov, Pavel", "shown, and nothing else");
    venue.done(json!({ "request": "pair", "round": 6, "board": { "number": 2 }, "black": { "name": "Kaya, Deniz" } }));
    let import = json!({ "request": "import", "digest": shown.digest });
    assert_eq!(venue.refused(import.clone()), Refusal::ComparisonOld);
    assert_eq!(venue.pairing(2)["black"]["name"], "Kaya, Deniz");
    let shown = venue.compare(&changed);
    venue.done(json!({ "request": "import", "digest": shown.digest }));
    assert_eq!(venue.game("2")["players"]["black"], "Moreau, Élise", "no move was made there yet");
    assert!(venue.compare(&changed).as_before);
}

#[test]
fn sections_that_are_given_the_same_table_do_not_take_it_from_each_other() {
    let mut venue = Venue::new(&["1"]);
    let of = |section: &str, pairings: &[(&str, &str)]| {
        file(1, pairings).replace("[Site", &format!("[Section \"{section}\"]\n[Site"))
    };
    venue.import(&of("A", &NAMES[..1]));
    venue.import(&of("B", &NAMES[1..2]));
    venue.done(json!({ "request": "event", "set": { "sections": [{ "name": "B", "first_table": 1 }] } }));
    venue.moved("1", ("P", "e2", "e4", "white"));
    venue.done(json!({ "request": "start-round", "round": 1 }));
    for moved in [("p", "e7", "e5", "black"), ("N", "g1", "f3", "white"), ("n", "b8", "c6", "black")] {
        venue.moved("1", moved);
        assert_eq!(venue.hall.tables["1"].place.section.as_deref(), Some("A"), "whoever is first, and stays it");
        assert_eq!(venue.hall.tables["1"].place.round, None, "what is played there is no pairing's");
    }
}

#[test]
fn sections_have_their_tables_and_their_arbiters() {
    let mut venue = Venue::new(&["1", "2", "3", "4"]);
    let of = |section: &str, pairings: &[(&str, &str)]| {
        file(1, pairings).replace("[Site", &format!("[Section \"{section}\"]\n[Site"))
    };
    venue.import(&of("A", &NAMES[..2]));
    venue.import(&of("B", &NAMES[2..]));
    venue.done(json!({ "request": "start-round", "round": 1 }));
    assert_eq!(venue.game("3")["players"]["white"], "Tanaka, Haruto");
    assert_eq!(venue.game("4")["players"]["white"], "Haddad, Samir");
    let only_b = Account {
        name: "Li Chen".to_owned(),
        role: Role::Arbiter { sections: Some(BTreeSet::from(["B".to_owned()])) },
    };
    let seen = page(&venue.hall, &only_b, venue.now());
    let sections: Vec<_> =
        seen["rounds"].as_array().expect("rounds").iter().map(|round| round["section"].clone()).collect();
    assert_eq!(sections, ["B"]);
    assert_eq!(seen["tables"].as_array().map(Vec::len), Some(2));
    let result = |section: &str| json!({ "request": "round-result", "section": section, "round": 1, "board": { "number": 1 }, "result": "0-0" });
    assert_eq!(venue.ask_by(&only_b, result("A")).refusal, Some(Refusal::NotAllowed));
    assert_eq!(venue.ask_by(&only_b, result("B")).refusal, None);
    let screen = Account { name: "Hall".to_owned(), role: Role::Display {} };
    assert_eq!(page(&venue.hall, &screen, venue.now()).get("rounds"), None);
    assert_eq!(venue.ask_by(&screen, result("B")).refusal, Some(Refusal::NotAllowed));
    let nobody = venue.hall.compare(&chief(), "r2.pgn", file(2, &NAMES).into_bytes(), None, None);
    assert_eq!(nobody, Err(FileRefusal::Section { sections: vec!["A".to_owned(), "B".to_owned()] }));
}
