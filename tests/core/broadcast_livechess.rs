//! Rounds in DGT's forms: as LiveChess' cloud has them, and as its interface tells them to clients who can take no move back.

use std::{collections::BTreeMap, sync::Arc};

use proptest::prelude::*;
use serde_json::{Value, json};
use touchmove::{
    board::{ClockTimes, Event},
    broadcast::{
        Cloud, Settings,
        livechess::{Client, LiveChess, State},
    },
    event::{Board, Forfeit, PairingResult, Score},
    game::persons::Person,
    hall::{
        protocol::rounds::RoundState,
        rounds::{Listed, ListedEvent, ListedRound},
        time::Time,
    },
    rules::{Position, Variant},
};

use super::broadcast::{BEGIN, Played, Venue, player, round};
use crate::common::livechess::{
    self as forms, Eboard, Frame, Game, Index, LocalGame, LocalRound, LocalTournament, Meta, RoundCount, Tournament,
    TournamentRow, strict,
};

pub(super) const FIRST: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A venue, its cloud and its interface.
pub(super) struct Site {
    pub(super) venue: Venue,
    cloud: Cloud,
    livechess: LiveChess,
    state: Arc<State>,
}

impl Site {
    pub(super) fn new(completed_only: bool, round: ListedRound) -> Site {
        let settings = Settings {
            origin: "x".to_owned(),
            delay_ms: Some(0),
            completed_only,
            not_begun: true,
            ..Settings::default()
        };
        let mut site = Site {
            venue: Venue::new(settings, round),
            cloud: Cloud::new("x".to_owned(), None),
            livechess: LiveChess::new("x".to_owned(), []),
            state: Arc::default(),
        };
        site.take();
        site
    }

    fn take(&mut self) {
        if let Some(told) = self.venue.told.take() {
            self.cloud.tell(&told, self.venue.now);
            self.livechess.tell(told, self.venue.now);
        }
        if let Some(state) = self.livechess.state() {
            self.state = state;
        }
    }

    pub(super) fn hear(&mut self, board: usize, played: &mut Played) {
        self.venue.hear(board, played);
        self.take();
    }

    fn list(&mut self) {
        self.venue.list();
        self.take();
    }

    /// What a table says of its board.
    pub(super) fn board(&mut self, table: &str, state: &str, serial: Option<&str>) {
        let record = json!({ "type": "status", "online": true, "seq": 0, "t_ms": 0,
            "board": { "state": state, "kind": "dgt", "port": "/dev/ttyACM0", "serial": serial } });
        self.livechess.status(table, &record.to_string());
        self.take();
    }

    fn text(&self, address: &str) -> String {
        let text = self.cloud.texts().get(address).unwrap_or_else(|| panic!("no {address}"));
        text.body.to_string()
    }

    fn tag(&self, address: &str) -> String {
        self.cloud.texts().get(address).expect("a text").tag.clone()
    }

    pub(super) fn cloud_game(&self, place: usize) -> Game {
        strict(&self.text(&format!("round-6/game-{place}.json")))
    }

    fn get(&self, path: &str) -> String {
        self.state.get(path).unwrap_or_else(|| panic!("no {path}"))
    }

    fn tournament(&self) -> String {
        strict::<Vec<TournamentRow>>(&self.get("tournaments"))[0].uuid.clone()
    }

    fn round(&self) -> LocalRound {
        strict(&self.get(&format!("round/{}/5", self.tournament())))
    }

    fn game(&self, place: usize) -> LocalGame {
        strict(&self.get(&format!("game/{}", self.round().pairings[place - 1].uuid)))
    }

    /// All that a client may ask for by address.
    fn answers(&self) -> BTreeMap<String, String> {
        let mut all = BTreeMap::new();
        let mut put = |path: String| {
            let answer = self.get(&path);
            all.insert(format!("api/v1.0/{path}"), answer.clone());
            answer
        };
        put("eboards".to_owned());
        for row in strict::<Vec<TournamentRow>>(&put("tournaments".to_owned())) {
            let tournament: LocalTournament = strict(&put(format!("tournament/{}", row.uuid)));
            assert_eq!((tournament.rounds, &tournament.name), (row.rounds, &row.description));
            for place in 0..row.rounds {
                let round: LocalRound = strict(&put(format!("round/{}/{place}", row.uuid)));
                assert_eq!(round.nr, place + 1);
                for pairing in round.pairings {
                    strict::<LocalGame>(&put(format!("game/{}", pairing.uuid)));
                }
            }
        }
        all
    }

    /// What the operators' tool says; `None` where it is not there.
    fn events(&self) -> Option<String> {
        forms::livechess(&self.answers(), &["events", &self.tournament()])
    }
}

fn clock(played: &mut Played, white_s: u32, black_s: u32, running: Option<protocols::Color>) {
    let times = ClockTimes { white_ms: Some(white_s * 1_000), black_ms: Some(black_s * 1_000), running };
    played.after(5, Event::Clock(times));
}

/// Both have moved twice, with a clock that goes.
fn played(table: &str) -> Played {
    let mut played = Played::new(table, Position::initial());
    for (uci, shown) in
        [("e2e4", (5_398, 5_400)), ("c7c5", (5_398, 4_207)), ("g1f3", (5_300, 4_207)), ("d7d6", (5_300, 4_100))]
    {
        played.moves(uci, true, Some(shown));
    }
    played
}

#[test]
fn the_clouds_forms_have_every_key_and_no_number_in_quotes() {
    let mut site = Site::new(false, round(4));
    let person = Person {
        title: Some("FM".to_owned()),
        federation: Some("POL".to_owned()),
        fide_id: Some(1_100_001),
        ..Person::default()
    };
    site.venue.round.pairings[0].white.person = person;
    // Some readers have no room for it, and would refuse the whole round.
    site.venue.round.pairings[0].black.person.fide_id = Some(u32::MAX);
    site.venue.round.pairings[1].white.name = "Tanaka Haruto".to_owned();
    site.venue.round.pairings[1].black.name = "?".to_owned();
    site.venue.round.pairings[2].given = Some(PairingResult::Forfeit(Forfeit::WhiteWins));
    site.venue.round.pairings[3].given = Some(PairingResult::Played(Score::Draw));
    site.list();
    site.hear(1, &mut played("1"));

    let tournament: Tournament = strict(&site.text("tournament.json"));
    assert_eq!(tournament.name.as_deref(), Some("Lakeside \"Open\" 2026"));
    assert_eq!((tournament.location.as_deref(), tournament.rules.as_str()), (Some("Graz"), "STANDARD"));
    assert_eq!(tournament.timecontrol.as_deref(), Some("5400+30"));
    // Rounds are counted from the first one, whether it is told or not.
    let counts: Vec<RoundCount> = tournament.rounds;
    assert_eq!((counts.len(), &counts[4]), (6, &RoundCount { count: 0, live: 0 }));
    assert_eq!(counts[5], RoundCount { count: 4, live: 2 });
    assert!(strict::<Index>(&site.text("round-1/index.json")).pairings.is_empty());
    let meta: Meta = strict(&site.text(&format!("meta/{}", tournament.id)));
    assert_eq!((meta.format.as_str(), &meta.id), ("1", &tournament.id));
    assert_eq!(site.text(&format!("get/{}/round-6/index.json", tournament.id)), site.text("round-6/index.json"));

    let index: Index = strict(&site.text("round-6/index.json"));
    assert_eq!(index.date.as_deref(), Some("2026-11-24"));
    let names: Vec<(String, String)> =
        index.pairings.iter().map(|pairing| (pairing.white.name(), pairing.black.name())).collect();
    assert_eq!(names[0], ("Paweł Łukasik".to_owned(), "Élise Moreau".to_owned()));
    // Nobody can tell which of two names without a comma is the family's; a player without any is no reason to be dropped.
    assert_eq!(names[1], ("Tanaka Haruto".to_owned(), "Board 2 Black".to_owned()));
    let white = &index.pairings[0].white;
    assert_eq!(
        (white.title.as_deref(), white.federation.as_deref(), white.fideid),
        (Some("FM"), Some("POL"), Some(1_100_001))
    );
    assert_eq!(index.pairings[0].black.fideid, None);
    let results: Vec<(&str, bool)> =
        index.pairings.iter().map(|pairing| (pairing.result.as_str(), pairing.live)).collect();
    // A game without a result that has none in its pairing would be taken for finished.
    assert_eq!(results, [("*", true), ("*", true), ("1-0", false), ("1/2-1/2", false)]);

    let game = site.cloud_game(1);
    assert_eq!(game.moves, ["e4 5398", "c5 4207", "Nf3 5300", "d6 4100"]);
    assert_eq!((game.live, game.chess960, &game.result, &game.serial_nr), (true, 518, &None, &Some("1".to_owned())));
    let clock = game.clock.as_ref().expect("a clock");
    assert_eq!((clock.white, clock.black, clock.run, clock.time), (Some(5_300), Some(4_100), Some(true), BEGIN.0));
    let last: Vec<_> = game.for_lichess().into_iter().map(|(san, left, _)| (san, left)).collect();
    assert_eq!(last[2..], [("Nf3".to_owned(), Some(5_300)), ("d6".to_owned(), Some(4_100))]);
    let outcomes: Vec<_> = (1..=4).map(|place| site.cloud_game(place).outcome()).collect();
    assert_eq!(outcomes, [None, None, Some("1-0"), Some("1/2-1/2")]);
    assert_eq!(site.cloud_game(3).comment.as_deref(), Some("forfeit"));
    assert_eq!(site.cloud_game(2).moves, [""; 0]);
}

#[test]
fn a_running_clock_is_no_reason_to_write_a_game_anew_and_a_press_is() {
    let mut site = Site::new(false, round(2));
    let mut played = played("1");
    site.hear(1, &mut played);
    let (one, two) = (site.tag("round-6/game-1.json"), site.tag("round-6/game-2.json"));
    let white = Some(protocols::Color::White);
    for second in 1..30 {
        site.venue.pass(1_000);
        clock(&mut played, 5_300 - second, 4_100, white);
        site.hear(1, &mut played);
    }
    assert_eq!(site.tag("round-6/game-1.json"), one);
    // A clock that stands, and one that was set.
    clock(&mut played, 5_270, 4_100, None);
    site.hear(1, &mut played);
    let stands = site.cloud_game(1).clock.expect("a clock");
    assert_eq!((stands.white, stands.run, stands.time), (Some(5_270), None, site.venue.now.0));
    clock(&mut played, 5_270, 4_220, None);
    site.hear(1, &mut played);
    assert_eq!(site.cloud_game(1).clock.expect("a clock").black, Some(4_220));
    assert_eq!(site.tag("round-6/game-2.json"), two);
    // Of a game that is over the clock says nothing, and the last times are those behind its moves.
    played.command(json!({ "command": "set-result", "result": "0-1", "termination": "resigned" }));
    site.hear(1, &mut played);
    let over = site.cloud_game(1);
    assert_eq!((over.live, over.outcome(), over.comment.as_deref()), (false, Some("0-1"), Some("resigned")));
    assert_eq!((over.clock.is_none(), over.for_lichess()[3].1), (true, Some(4_100)));
}

#[test]
fn corrections_reach_every_form() {
    let mut site = Site::new(true, round(2));
    let mut played = played("1");
    site.hear(1, &mut played);
    let id = site.round().pairings[0].uuid.clone();
    for (command, moves, result) in [
        (json!({ "command": "set-move", "ply": 4, "uci": "b8c6" }), vec!["e4", "c5", "Nf3", "Nc6"], "*"),
        (json!({ "command": "set-result", "result": "1/2-1/2" }), vec!["e4", "c5", "Nf3", "Nc6"], "DRAW"),
        (json!({ "command": "reopen" }), vec!["e4", "c5", "Nf3", "Nc6"], "*"),
        (json!({ "command": "take-back", "plies": 2 }), vec!["e4", "c5"], "*"),
    ] {
        played.command(command);
        site.hear(1, &mut played);
        for all in [site.cloud_game(1).moves, site.game(1).moves] {
            assert_eq!(all.iter().filter_map(|text| text.split(' ').next()).collect::<Vec<_>>(), moves);
        }
        assert_eq!(site.round().pairings[0].result, result);
        assert_eq!(site.cloud_game(1).result.as_deref().unwrap_or("*"), result);
    }
    // Names are right at once, and boards that change places keep their games and the games' names.
    site.venue.round.pairings[0].white.name = "Lukasik, Pawel".to_owned();
    site.venue.round.pairings.swap(0, 1);
    for (number, pairing) in (1..).zip(&mut site.venue.round.pairings) {
        pairing.board = Board::new(number);
    }
    site.list();
    let round = site.round();
    assert_eq!((round.pairings[1].white.name().as_str(), round.pairings[1].nr), ("Pawel Lukasik", 2));
    assert_eq!((&round.pairings[1].uuid, site.game(2).moves.len()), (&id, 2));
    assert_eq!(site.cloud_game(2).moves.len(), 2);
    let eboards = strict::<LocalTournament>(&site.get(&format!("tournament/{}", site.tournament()))).eboards;
    assert_eq!(eboards, [None, Some("1".to_owned())]);
}

#[test]
fn what_readers_cannot_play_through_stands_in_the_comment() {
    // An illegal position: the moves up to it.
    let mut site = Site::new(false, round(3));
    let mut one = played("1");
    let fen = "rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB2 w Qkq - 0 3";
    one.command(json!({ "command": "set-position", "fen": fen }));
    site.hear(1, &mut one);
    let game = site.cloud_game(1);
    assert_eq!(game.moves.len(), 4);
    assert!(game.comment.as_deref().is_some_and(|said| said.contains(fen)), "{:?}", game.comment);
    // A game from another position: readers begin from the first one, so none of its moves are told as moves.
    let end = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 31";
    let mut two = Played::new("2", Position::from_fen(end, Variant::Chess).expect("a position"));
    two.moves("e2e4", true, None);
    site.hear(2, &mut two);
    let game = site.cloud_game(2);
    assert_eq!((game.moves.len(), game.chess960), (0, 518));
    assert_eq!(game.comment, Some(format!("The game began from {end}: e4.")));
    // Of Chess960 the number of the first position.
    let first = "nrbbqknr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKNR w HBhb - 0 1";
    let mut three = Played::new("3", Position::from_any_fen(first, Variant::Chess960).expect("a position"));
    three.moves("e2e4", true, None);
    site.hear(3, &mut three);
    let game = site.cloud_game(3);
    // As python-chess numbers it, too.
    assert_eq!((game.chess960, game.moves.len()), (229, 1));
}

#[test]
fn sections_are_tournaments_of_their_own_and_tables_without_a_round_one_too() {
    let mut site = Site::new(false, round(2));
    let open = site.venue.round.clone();
    let of =
        |section: &str, number, state| ListedRound { section: Some(section.to_owned()), number, state, ..open.clone() };
    let settings = Settings { origin: "x".to_owned(), not_begun: true, ..Settings::default() };
    site.venue = Venue::new(settings.clone(), of("A", 1, RoundState::Over));
    let rounds = vec![of("A", 2, RoundState::On), of("B/C", 1, RoundState::On), of("B/C", 2, RoundState::Planned)];
    site.venue.broadcast.listed(Listed { event: None, rounds }, BEGIN);
    site.venue.pass(0);
    site.take();
    let addresses: Vec<&str> = site.cloud.texts().iter().filter(|(_, text)| text.is_file).map(|(at, _)| at).collect();
    assert_eq!(
        addresses,
        [
            "section-A/round-1/game-1.json",
            "section-A/round-1/game-2.json",
            "section-A/round-1/index.json",
            "section-A/round-2/game-1.json",
            "section-A/round-2/game-2.json",
            "section-A/round-2/index.json",
            "section-A/tournament.json",
            "section-B-C/round-1/game-1.json",
            "section-B-C/round-1/game-2.json",
            "section-B-C/round-1/index.json",
            "section-B-C/tournament.json",
        ]
    );
    let all: Vec<TournamentRow> = strict(&site.get("tournaments"));
    let names: Vec<(&str, u16)> = all.iter().map(|row| (row.description.as_str(), row.rounds)).collect();
    assert_eq!(names, [("Lakeside \"Open\" 2026, A", 2), ("Lakeside \"Open\" 2026, B/C", 1)]);
    assert_ne!(all[0].uuid, all[1].uuid);
    site.answers();
    // Ids stay what they are.
    let before = site.tournament();
    let mut again = LiveChess::new("x".to_owned(), []);
    again.tell(site.venue.told.take().unwrap_or_default(), BEGIN);
    assert!(again.state().is_some());
    assert_eq!(before.len(), 36);

    // Where there are no rounds, the last game of every table.
    let mut tables = Site::new(true, round(1));
    tables.venue = Venue::new(settings, ListedRound { pairings: Vec::new(), ..round(1) });
    tables.venue.broadcast = touchmove::broadcast::Broadcast::new(
        Settings { origin: "x".to_owned(), delay_ms: Some(0), not_begun: true, ..Settings::default() },
        [],
        BEGIN,
    );
    let mut one = played("1");
    for said in std::mem::take(&mut one.said) {
        match said {
            super::broadcast::Said::Record(json) => {
                tables.venue.broadcast.record("1", &json, BEGIN).expect("a record");
            }
            super::broadcast::Said::Pgn(text) => tables.venue.broadcast.pgn("1", &text, BEGIN),
        }
    }
    tables.venue.pass(0);
    tables.take();
    assert_eq!(strict::<Game>(&tables.text("round-1/game-1.json")).moves.len(), 4);
    let round: LocalRound = strict(&tables.get(&format!("round/{}/0", tables.tournament())));
    assert_eq!((round.nr, round.pairings.len(), round.pairings[0].live), (1, 1, true));
}

#[test]
fn boards_have_the_keys_that_a_reader_knows_and_the_one_that_is_there_stands_first() {
    let mut site = Site::new(true, round(2));
    assert_eq!(site.get("eboards"), "[]");
    site.board("2", "lost", Some("25806"));
    site.board("1", "searching", None);
    site.board("7", "connected", Some("25805"));
    site.hear(1, &mut played("1"));
    let boards: Vec<Eboard> = strict(&site.get("eboards"));
    let brief: Vec<_> = boards.iter().map(|board| (board.serialnr.as_str(), board.state.as_deref())).collect();
    assert_eq!(brief, [("25805", Some("ACTIVE")), ("1", Some("INACTIVE")), ("25806", Some("INACTIVE"))]);
    assert_eq!((boards[0].source.as_deref(), boards[0].comment.as_deref()), (Some("/dev/ttyACM0"), Some("Table 7")));
    assert_eq!((&boards[0].board, &boards[0].clock), (&None, &None));
    assert_eq!(boards[1].board.as_deref(), Some("rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R"));
    let clock = boards[1].clock.as_ref().expect("a clock");
    assert_eq!((clock.white, clock.black, clock.run), (Some(5_300), Some(4_100), Some(true)));
    // Two boards that show one number have the names of their tables.
    site.board("1", "connected", Some("25805"));
    let boards: Vec<Eboard> = strict(&site.get("eboards"));
    assert_eq!(boards.iter().map(|board| board.serialnr.as_str()).collect::<Vec<_>>(), ["1", "7", "25806"]);
    site.livechess.remove("7");
    site.take();
    assert_eq!(strict::<Vec<Eboard>>(&site.get("eboards")).len(), 2);
    // What is no address is none.
    for path in ["", "eboards/", "round", "round/x/0", "game/", "tournament/x", "../eboards", "round/x/-1"] {
        assert_eq!(site.state.get(path), None, "{path}");
    }
    assert_eq!(site.state.get(&format!("round/{}/6", site.tournament())), None);
    assert!(site.state.get(&format!("round/{}/0", site.tournament())).is_some());
}

#[test]
fn the_operators_tool_names_each_cause_for_its_own_and_nothing_of_healthy_tables() {
    let healthy = || {
        let mut site = Site::new(true, round(3));
        site.board("1", "connected", Some("25805"));
        site.board("2", "connected", Some("25806"));
        site.hear(1, &mut played("1"));
        let mut two = Played::new("2", Position::initial());
        // Without a clock: how long its moves took is known all the same.
        for uci in ["d2d4", "d7d5", "c2c4"] {
            two.moves(uci, false, None);
        }
        site.hear(2, &mut two);
        site
    };
    let said = |site: &Site, expected: &[&str]| {
        let Some(text) = site.events() else { return };
        let causes = [
            "Board missing",
            "Clock paused",
            "Error reconstructing game",
            "Game finished",
            "Non-played king move",
            "Premature result",
            "Wrong move guessed",
        ];
        let found: Vec<&str> = causes.into_iter().filter(|cause| text.contains(cause)).collect();
        assert_eq!(found, expected, "{text}");
        assert_eq!(text.contains("No events"), expected.is_empty(), "{text}");
    };
    let site = healthy();
    assert_eq!(site.game(2).moves, ["d4 +0", "d5 +3"], "the third is not completed");
    said(&site, &[]);
    for arguments in [&["eboards"][..], &["tournaments"], &["tournament", &site.tournament()]] {
        let text = forms::livechess(&site.answers(), arguments);
        assert!(text.is_none_or(|text| text.contains("25805") || text.contains("Lakeside") || text.contains("1. d4")));
    }

    let mut site = healthy();
    site.board("1", "lost", Some("25805"));
    said(&site, &["Board missing"]);

    let mut site = healthy();
    let mut one = played("1");
    clock(&mut one, 5_300, 4_100, None);
    site.hear(1, &mut one);
    said(&site, &["Clock paused"]);

    // Three pieces stand where the moves do not put them.
    let mut site = healthy();
    let mut one = played("1");
    let fen = "rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP4/RNBQKB1R w KQkq - 0 3";
    one.command(json!({ "command": "set-position", "fen": fen }));
    site.hear(1, &mut one);
    said(&site, &["Error reconstructing game"]);

    // Kings in the centre are no moves: when the result is told, nothing is wrong.
    let mut site = healthy();
    let mut one =
        Played::new("1", Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1", Variant::Chess).expect("legal"));
    one.moves("h1h8", true, Some((100, 100)));
    site.hear(1, &mut one);
    said(&site, &[]);

    // A result that was given by hand ends the game for everybody.
    let mut site = healthy();
    site.venue.round.pairings[0].given = Some(PairingResult::Played(Score::Draw));
    site.list();
    assert!(!site.round().pairings[0].live);
    said(&site, &[]);
}

#[test]
fn a_king_that_was_really_played_to_the_centre_is_named_only_where_the_clock_stands() {
    let mut site = Site::new(true, round(1));
    site.board("1", "connected", Some("25805"));
    let mut one = Played::new("1", Position::initial());
    let line = ["e2e4", "e7e5", "e1e2", "e8e7", "e2e3", "e7e6", "d2d4", "d7d5", "e4d5", "e6d5"];
    for uci in line {
        one.moves(uci, true, Some((300, 300)));
    }
    site.hear(1, &mut one);
    assert_eq!(site.game(1).moves.last().map(String::as_str), Some("Kxd5 300"));
    assert!(site.events().is_none_or(|text| text.contains("No events")));
    for uci in ["g1f3", "d5e6", "f3g1", "e6d5"] {
        one.moves(uci, true, Some((300, 300)));
    }
    clock(&mut one, 300, 300, None);
    site.hear(1, &mut one);
    assert_eq!(site.game(1).moves.last().map(String::as_str), Some("Kd5 300"));
    assert!(site.events().is_none_or(|text| text.contains("Non-played king move") && text.contains("Clock paused")));
}

/// A client at the interface.
pub(super) struct Socket {
    client: Client,
    now: Time,
    pub(super) frames: Vec<Frame>,
}

impl Socket {
    pub(super) fn new() -> Socket {
        Socket { client: Client::default(), now: Time(7), frames: Vec::new() }
    }

    pub(super) fn ask(&mut self, site: &Site, frame: Value) -> Vec<Frame> {
        self.ask_text(site, &frame.to_string())
    }

    fn ask_text(&mut self, site: &Site, frame: &str) -> Vec<Frame> {
        let frames: Vec<Frame> = self.client.frame(&site.state, frame, self.now).map(|text| strict(&text)).collect();
        assert!(!frames.is_empty(), "silence after {frame}");
        self.frames.extend(frames.clone());
        frames
    }

    pub(super) fn news(&mut self, site: &Site) -> Vec<Frame> {
        let frames: Vec<Frame> = self.client.news(&site.state, self.now).map(|text| strict(&text)).collect();
        assert!(frames.iter().all(|frame| frame.response == "feed"));
        self.frames.extend(frames.clone());
        frames
    }
}

/// The lists of moves in these frames.
pub(super) fn lists(frames: &[Frame]) -> Vec<String> {
    let list = |frame: &Frame| {
        Some(frame.param.get("san")?.as_array()?.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" "))
    };
    frames.iter().filter_map(list).collect()
}

/// What Lichess' page makes of lists: as many of the last as the list has become longer.
pub(super) fn for_lichess(frames: &[Frame]) -> Vec<String> {
    let (mut known, mut played) = (Vec::new(), Vec::new());
    for list in frames.iter().filter_map(|frame| frame.param.get("san")?.as_array()) {
        if !list.is_empty() && *list != known {
            let new = list.len().saturating_sub(known.len());
            played.extend(list[list.len() - new..].iter().filter_map(Value::as_str).map(str::to_owned));
            known.clone_from(list);
        }
    }
    played
}

/// What lichess-dgt-boards makes of lists: the last move of each, where it can be played; else it says that it cannot.
fn for_dgt_boards(frames: &[Frame]) -> (Vec<String>, usize) {
    let (mut position, mut played, mut invalid) = (Position::initial(), Vec::<String>::new(), 0);
    for list in frames.iter().filter_map(|frame| frame.param.get("san")?.as_array()) {
        let Some(san) = list.last().and_then(Value::as_str) else { continue };
        match position.written_move(san) {
            Ok(m) => {
                position = position.play(&m);
                played.push(san.to_owned());
            }
            Err(_) if played.last().is_some_and(|last| last == san) => {}
            Err(_) => invalid += 1,
        }
    }
    (played, invalid)
}

pub(super) fn subscribe(serial: &str) -> Value {
    json!({ "id": 2, "call": "subscribe", "param": { "feed": "eboardevent", "id": 1, "param": { "serialnr": serial } } })
}

pub(super) fn setup(fen: &str) -> Value {
    json!({ "id": 3, "call": "call", "param": { "id": 1, "method": "setup", "param": { "fen": fen } } })
}

#[test]
fn lichess_page_and_lichess_dgt_boards_have_every_move_once() {
    let mut site = Site::new(true, round(2));
    let mut socket = Socket::new();
    // Nothing is known yet: an empty list would be the end of both.
    let none = socket.ask_text(&site, r#"{"id":1,"call":"eboards"}"#);
    assert_eq!((none[0].response.as_str(), &none[0].id), ("error", &json!(1)));
    let mut board = Played::new("1", Position::initial());
    site.board("1", "connected", Some("25805"));
    site.hear(1, &mut board);
    let boards = socket.ask_text(&site, r#"{"id":1,"call":"eboards"}"#);
    assert_eq!((boards[0].response.as_str(), &boards[0].id, boards[0].time), ("call", &json!(1), 7));
    assert_eq!(boards[0].param[0]["serialnr"], "25805");
    let begun = socket.ask(&site, subscribe("25805"));
    assert_eq!((begun.len(), &begun[0].param, begun[0].response.as_str()), (2, &Value::Null, "call"));
    let first = json!({ "serialnr": "25805", "flipped": false, "clock": null,
        "board": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR" });
    assert_eq!((&begun[1].id, &begun[1].param), (&json!(1), &first));
    let begun = socket.ask(&site, setup(FIRST));
    assert_eq!((begun.len(), &begun[0].param, &begun[0].id), (2, &Value::Null, &json!(3)));
    assert_eq!(
        (&begun[1].param["san"], &begun[1].param["start"], &begun[1].param["match"]),
        (&json!([]), &json!(FIRST), &json!(true))
    );

    // A move that is not completed is none.
    board.moves("e2e4", false, None);
    site.hear(1, &mut board);
    assert_eq!(lists(&socket.news(&site)), [""; 0]);
    // Two that are told at once come one after the other.
    board.moves("e7e5", true, Some((300, 298)));
    site.hear(1, &mut board);
    assert_eq!(lists(&socket.news(&site)), ["e4", "e4 e5"]);
    // What is told of the clock alone repeats no list.
    clock(&mut board, 299, 298, Some(protocols::Color::White));
    site.hear(1, &mut board);
    let news = socket.news(&site);
    assert_eq!((news.len(), news[0].param.get("san"), news[0].param["clock"]["white"].as_u64()), (1, None, Some(299)));
    assert_eq!(news[0].param["clock"]["run"], true);
    assert!(socket.news(&site).is_empty());
    for (uci, _) in [("g1f3", ()), ("b8c6", ()), ("f1c4", ()), ("f8c5", ()), ("e1g1", ())] {
        if uci == "e1g1" {
            // Two pieces: king, rook.
            let square = |name: &str| name.parse::<protocols::Square>().expect("a square");
            board.moves("e1g1", false, None);
            let rook = board.stands.at(square("h1"));
            board.stands.set(square("h1"), None);
            board.stands.set(square("f1"), rook);
            board.after(300, Event::Lift { square: square("h1"), piece: rook });
            board.after(300, Event::Drop { square: square("f1"), piece: rook });
            board.after(300, Event::Press { by: protocols::Color::White });
            board.after(2_000, Event::Link { up: true });
        } else {
            board.moves(uci, true, Some((290, 290)));
        }
        site.hear(1, &mut board);
        socket.news(&site);
    }
    let played = ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O"];
    assert_eq!(for_lichess(&socket.frames), played);
    assert_eq!(for_dgt_boards(&socket.frames), (played.map(str::to_owned).to_vec(), 0));

    // Whoever comes later has all of it, or what came since the position that he knows.
    let mut late = Socket::new();
    late.ask(&site, subscribe("1"));
    late.ask(&site, setup(FIRST));
    assert_eq!((for_lichess(&late.frames), for_dgt_boards(&late.frames).1), (played.map(str::to_owned).to_vec(), 0));
    let after_two = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w QKqk - 0 9";
    let since = late.ask(&site, setup(after_two));
    assert_eq!(lists(&since).last().map(String::as_str), Some("Nf3 Nc6 Bc4 Bc5 O-O"));
    let now = late.ask(&site, setup("r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 0 5"));
    assert_eq!(lists(&now), [""]);
    // A position to which the game has not come: no moves, and no word of the board that would fit.
    let other = late.ask(&site, setup("8/8/8/4k3/8/8/4K3/8 w - - 0 1"));
    assert_eq!((lists(&other), &other[1].param["match"]), (vec![String::new()], &json!(false)));
}

#[test]
fn a_correction_shortens_the_list_first_so_that_no_client_takes_the_old_move_for_good_in_silence() {
    let mut site = Site::new(true, round(1));
    site.board("1", "connected", None);
    let mut board = played("1");
    site.hear(1, &mut board);
    let mut socket = Socket::new();
    socket.ask(&site, subscribe("1"));
    socket.ask(&site, setup(FIRST));
    socket.frames.clear();
    board.command(json!({ "command": "set-move", "ply": 4, "uci": "b8c6" }));
    site.hear(1, &mut board);
    let corrected = socket.news(&site);
    assert_eq!(lists(&corrected), ["e4 c5 Nf3", "e4 c5 Nf3 Nc6"]);
    assert_eq!((&corrected[0].param["match"], &corrected[1].param["match"]), (&json!(false), &json!(true)));
    assert!(corrected[1].param["board"].as_str().is_some_and(|board| board.starts_with("r1bqkbnr/")));
    board.command(json!({ "command": "take-back", "plies": 2 }));
    site.hear(1, &mut board);
    let shorter = socket.news(&site);
    assert_eq!((lists(&shorter), &shorter[0].param["match"]), (vec!["e4 c5".to_owned()], &json!(true)));
    // A result changes no list.
    board.command(json!({ "command": "set-result", "result": "1-0" }));
    site.hear(1, &mut board);
    assert!(lists(&socket.news(&site)).is_empty());
    // The next game begins: the list too.
    board.command(json!({ "command": "new-game" }));
    site.hear(1, &mut board);
    assert_eq!(lists(&socket.news(&site)), [""]);
    // A position that no move led to: the list ends, and the board does not match it.
    let mut site = Site::new(true, round(1));
    site.board("1", "connected", None);
    let mut board = played("1");
    site.hear(1, &mut board);
    let mut socket = Socket::new();
    socket.ask(&site, subscribe("1"));
    socket.ask(&site, setup(FIRST));
    board.command(
        json!({ "command": "set-position", "fen": "rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP4/RNBQKB1R w KQkq - 0 3" }),
    );
    site.hear(1, &mut board);
    let news = socket.news(&site);
    assert_eq!((news.len(), &news[0].param["match"], news[0].param.get("san")), (1, &json!(false), None));
}

#[test]
fn a_position_that_comes_again_does_not_begin_the_list_again() {
    let mut site = Site::new(true, round(1));
    site.board("1", "connected", None);
    let mut board = Played::new("1", Position::initial());
    site.hear(1, &mut board);
    let mut socket = Socket::new();
    socket.ask(&site, subscribe("1"));
    socket.ask(&site, setup(FIRST));
    for uci in ["g1f3", "g8f6", "f3g1", "f6g8", "e2e4"] {
        board.moves(uci, true, Some((300, 300)));
        site.hear(1, &mut board);
        socket.news(&site);
    }
    assert_eq!(lists(&socket.frames).last().map(String::as_str), Some("Nf3 Nf6 Ng1 Ng8 e4"));
    assert_eq!(for_lichess(&socket.frames), ["Nf3", "Nf6", "Ng1", "Ng8", "e4"]);
}

#[test]
fn every_known_client_gets_an_answer_to_all_that_it_says() {
    let mut site = Site::new(true, round(1));
    site.board("1", "connected", Some("7425"));
    site.hear(1, &mut played("1"));
    let mut socket = Socket::new();
    let refused = |frames: &[Frame]| {
        (frames.len(), frames[0].response.clone(), frames[0].param["message"].as_str().unwrap_or_default().to_owned())
    };
    // useDGT: a feed that nobody else knows.
    let boards = socket.ask(&site, json!({ "call": "eboards", "id": 888, "param": null }));
    assert_eq!((&boards[0].id, boards[0].param.as_array().map(Vec::len)), (&json!(888), Some(1)));
    let viewer = socket.ask(&site, json!({ "call": "subscribe", "id": 1, "param": { "feed": "liveviewer", "id": 1, "param": { "serialnr": "7425" } } }));
    assert_eq!(refused(&viewer), (1, "error".to_owned(), "unknown feed \"liveviewer\"".to_owned()));
    assert_eq!(viewer[0].id, 1);
    // livechess-go: ids of its own; it calls flip by the name of setup.
    let begun = socket.ask(&site, json!({ "call": "subscribe", "id": 42, "param": { "feed": "eboardevent", "id": 7, "param": { "serialnr": "7425" } } }));
    assert_eq!((begun.len(), &begun[0].id, &begun[1].id), (2, &json!(42), &json!(7)));
    for key in ["white", "black", "time"] {
        assert!(begun[1].param["clock"][key].is_i64(), "{:?}", begun[1]);
    }
    let flipped = socket.ask(
        &site,
        json!({ "call": "call", "id": 4, "param": { "id": 7, "method": "setup", "param": { "flip": true } } }),
    );
    assert_eq!((flipped.len(), flipped[0].response.as_str(), &flipped[0].param), (1, "call", &Value::Null));
    // Both ways of leaving a feed; then it is no more.
    for leave in [
        json!({ "call": "unsubscribe", "id": 5, "param": { "id": 7 } }),
        json!({ "call": "call", "id": 5, "param": { "id": 7, "method": "unsubscribe" } }),
    ] {
        assert_eq!(socket.ask(&site, leave.clone())[0].response, "call");
        assert_eq!(refused(&socket.ask(&site, leave)).2, "there is no such feed");
        socket.ask(&site, json!({ "call": "subscribe", "id": 42, "param": { "feed": "eboardevent", "id": 7, "param": { "serialnr": "7425" } } }));
    }
    // The same answers as by address.
    let tournament = socket.ask(&site, json!({ "id": 1, "call": "tournaments" }))[0].param[0]["uuid"].clone();
    let round = socket.ask(&site, json!({ "id": 1, "call": "round", "param": { "uuid": tournament, "round": 5 } }));
    let game = socket
        .ask(&site, json!({ "id": 1, "call": "game", "param": { "uuid": round[0].param["pairings"][0]["uuid"] } }));
    assert_eq!(game[0].param["moves"][0], "e4 5398");
    let whole = socket.ask(&site, json!({ "id": 1, "call": "tournament", "param": { "uuid": tournament } }));
    assert_eq!(whole[0].param["eboards"], json!(["7425"]));
    // Whatever else.
    for (said, message) in [
        (r#"{"id":9,"call":"reboot"}"#, "unknown call \"reboot\""),
        (r#"{"id":9}"#, "expected \"call\", a text"),
        (r#"{"id":9,"call":["eboards"]}"#, "expected \"call\", a text"),
        ("[]", "expected a JSON object"),
        ("", "no JSON"),
        (r#"{"id":9,"call":"subscribe"}"#, "unknown feed \"\""),
        (
            r#"{"id":9,"call":"subscribe","param":{"feed":"eboardevent","id":1,"param":{"serialnr":"0"}}}"#,
            "unknown eboard \"0\"",
        ),
        (
            r#"{"id":9,"call":"subscribe","param":{"feed":"eboardevent","param":{"serialnr":"7425"}}}"#,
            "expected the feed's \"id\"",
        ),
        (r#"{"id":9,"call":"call","param":{"id":7,"method":"erase"}}"#, "unknown method \"erase\""),
        (
            r#"{"id":9,"call":"call","param":{"id":7,"method":"setup","param":{"fen":"x"}}}"#,
            "expected \"fen\", a position",
        ),
        (r#"{"id":9,"call":"call","param":{"id":8,"method":"setup","param":{"fen":"x"}}}"#, "there is no such feed"),
        (r#"{"id":9,"call":"game","param":{"uuid":"x"}}"#, "there is no such game"),
        (r#"{"id":9,"call":"round","param":{"uuid":"x","round":-1}}"#, "there is no such round"),
    ] {
        let (count, kind, told) = refused(&socket.ask_text(&site, said));
        assert!(count == 1 && kind == "error" && told.starts_with(message), "{said}: {told}");
    }
    // What a client gives to be kept has a bound; what was kept before stays.
    let fen = |length: usize| {
        let fen = format!("{FIRST}{}", " ".repeat(length - FIRST.len()));
        json!({ "id": 9, "call": "call", "param": { "id": 7, "method": "setup", "param": { "fen": fen } } })
    };
    assert_eq!(lists(&socket.ask(&site, fen(128))).len(), 5, "an empty list, and four moves");
    assert_eq!(refused(&socket.ask(&site, fen(129))).2, "a \"fen\" of more than 128 bytes");
    assert_eq!(refused(&socket.ask(&site, fen(60_000))).2, "a \"fen\" of more than 128 bytes");
    assert!(socket.news(&site).is_empty());
    // Feeds have a bound, and so have their ids.
    let long = json!({ "id": 9, "call": "subscribe", "param": { "feed": "eboardevent", "id": "x".repeat(63), "param": { "serialnr": "1" } } });
    let (_, kind, told) = refused(&socket.ask(&site, long));
    assert!(kind == "error" && told.starts_with("a feed's \"id\" of more than 64 bytes"), "{told}");
    let many = (0..2_000).map(|id| socket.ask(&site, json!({ "id": id, "call": "subscribe", "param": { "feed": "eboardevent", "id": id, "param": { "serialnr": "1" } } })));
    let taken = many.filter(|frames| frames[0].response == "call").count();
    assert_eq!(taken, 8, "of one board, with the one that it has");
    let one_more = json!({ "id": 9, "call": "subscribe", "param": { "feed": "eboardevent", "id": 99, "param": { "serialnr": "1" } } });
    assert_eq!(refused(&socket.ask(&site, one_more)).2, "more than 8 feeds of one eboard");
}

#[test]
fn a_client_may_listen_to_each_of_hundreds_of_boards_and_to_no_more_than_a_thousand() {
    let mut livechess = LiveChess::new("x".to_owned(), (1..=300).map(|table: u32| table.to_string()));
    let state = livechess.state().expect("it is new");
    let mut client = Client::default();
    let mut taken = 0;
    for id in 0..1_200 {
        let serial = (id % 300 + 1).to_string();
        let ask = json!({ "id": id, "call": "subscribe", "param": { "feed": "eboardevent", "id": id, "param": { "serialnr": serial } } });
        let frames: Vec<Frame> = client.frame(&state, &ask.to_string(), Time(7)).map(|text| strict(&text)).collect();
        if frames[0].response == "call" {
            taken += 1;
        } else {
            assert_eq!((id >= 1_024, &frames[0].param["message"]), (true, &json!("more than 1024 feeds")));
        }
    }
    assert_eq!(taken, 1_024);
}

#[test]
fn frames_that_nobody_takes_are_due_again_and_none_is_told_twice() {
    let mut site = Site::new(true, round(1));
    site.board("1", "connected", None);
    let mut board = Played::new("1", Position::initial());
    site.hear(1, &mut board);
    let (mut whole, mut cut) = (Socket::new(), Socket::new());
    for socket in [&mut whole, &mut cut] {
        socket.ask(&site, subscribe("1"));
        socket.ask(&site, setup(FIRST));
        socket.frames.clear();
    }
    for uci in ["e2e4", "c7c5", "g1f3", "d7d6"] {
        board.moves(uci, true, Some((300, 300)));
    }
    site.hear(1, &mut board);
    whole.news(&site);
    // One frame at a time; each time it begins anew.
    loop {
        let next = cut.client.news(&site.state, cut.now).next();
        let Some(frame) = next else { break };
        cut.frames.push(strict(&frame));
    }
    assert_eq!(lists(&whole.frames), ["e4", "e4 c5", "e4 c5 Nf3", "e4 c5 Nf3 d6"]);
    let all = |socket: &Socket| socket.frames.iter().map(|frame| frame.param.clone()).collect::<Vec<_>>();
    assert_eq!(all(&cut), all(&whole));
    // A correction comes while the list grows, and while it is shortened.
    let mut late = Socket::new();
    late.ask(&site, subscribe("1"));
    let begun: Vec<Frame> =
        late.client.frame(&site.state, &setup(FIRST).to_string(), late.now).take(4).map(|text| strict(&text)).collect();
    assert_eq!(lists(&begun), ["", "e4", "e4 c5"]);
    board.command(json!({ "command": "set-move", "ply": 4, "uci": "b8c6" }));
    site.hear(1, &mut board);
    assert_eq!(lists(&late.news(&site)), ["e4 c5 Nf3", "e4 c5 Nf3 Nc6"]);
    let shortened = whole.client.news(&site.state, whole.now).next().expect("a frame");
    assert_eq!(lists(&[strict(&shortened)]), ["e4 c5 Nf3"]);
    assert_eq!(lists(&whole.news(&site)), ["e4 c5 Nf3 Nc6"]);
    assert!(late.news(&site).is_empty() && whole.news(&site).is_empty());
}

#[test]
fn whoever_follows_a_game_from_where_it_was_is_told_all_that_came_since() {
    let mut site = Site::new(true, round(1));
    site.board("1", "connected", None);
    let mut board = Played::new("1", Position::initial());
    site.hear(1, &mut board);
    let mut position = Position::initial();
    let mut sockets = Vec::new();
    // Not so often that the game ends by it.
    let shuffle = ["g1f3", "b8c6", "f3g1", "c6b8"];
    for uci in ["e2e4", "e7e5"].into_iter().chain(shuffle.into_iter().cycle().take(12)) {
        let mut socket = Socket::new();
        socket.ask(&site, subscribe("1"));
        socket.ask(&site, setup(&position.fen()));
        sockets.push(socket);
        board.moves(uci, true, Some((300, 300)));
        site.hear(1, &mut board);
        sockets.iter_mut().for_each(|socket| drop(socket.news(&site)));
        let played = position.legal_move(uci).expect("legal");
        position = position.play(&played);
    }
    for (socket, place) in sockets.iter().zip(0..) {
        let list = lists(&socket.frames).pop().expect("a list");
        assert_eq!(list.split(' ').count(), 14 - place, "from half-move {place}: {list}");
    }
}

proptest! {
    #[test]
    fn no_frame_is_met_by_silence_or_a_panic(frames in proptest::collection::vec(hostile(), 1..20)) {
        let mut site = Site::new(true, round(1));
        site.board("1", "connected", Some("7425"));
        let mut socket = Socket::new();
        for frame in frames {
            socket.ask_text(&site, &frame);
            socket.news(&site);
        }
    }
}

fn hostile() -> impl Strategy<Value = String> {
    let id = prop_oneof![
        Just("1"),
        Just("-1"),
        Just("\"1\""),
        Just("null"),
        Just("1e99"),
        Just("[1]"),
        Just("{}"),
        Just("18446744073709551616")
    ];
    let call = prop_oneof![
        Just("eboards"),
        Just("subscribe"),
        Just("call"),
        Just("unsubscribe"),
        Just("round"),
        Just("game"),
        Just("tournament"),
        Just("\\u0000")
    ];
    let inner = prop_oneof![
        Just(r#"{"serialnr":"7425"}"#),
        Just(r#"{"serialnr":7425}"#),
        Just(r#"{"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"}"#),
        Just(r#"{"fen":"////////"}"#),
        Just(r#"{"fen":""}"#),
        Just("null"),
        Just("[]")
    ];
    let made = (id.clone(), call, id, prop_oneof![Just("eboardevent"), Just("x")], prop_oneof![Just("setup"), Just("flip"), Just("")], inner).prop_map(
        |(id, call, feed, name, method, inner)| {
            format!(r#"{{"id":{id},"call":"{call}","param":{{"id":{feed},"feed":"{name}","method":"{method}","uuid":{feed},"round":{feed},"param":{inner}}}}}"#)
        },
    );
    prop_oneof![3 => made, 1 => ".{0,60}", 1 => Just("[".repeat(5_000))]
}

#[test]
fn nothing_of_what_is_said_is_told_before_its_time() {
    let delay_ms = 60_000;
    let settings = Settings {
        origin: "x".to_owned(),
        delay_ms: Some(delay_ms),
        completed_only: true,
        not_begun: true,
        ..Settings::default()
    };
    let mut site = Site::new(true, round(1));
    site.venue = Venue::new(settings, round(1));
    site.venue.broadcast.listed(Listed { event: Some(ListedEvent::default()), rounds: Vec::new() }, BEGIN);
    let mut board = Played::new("1", Position::initial());
    site.hear(1, &mut board);
    site.venue.pass(delay_ms);
    site.board("1", "connected", None);
    site.take();
    let mut socket = Socket::new();
    socket.ask(&site, subscribe("1"));
    socket.ask(&site, setup(FIRST));
    board.moves("e2e4", true, Some((300, 300)));
    site.hear(1, &mut board);
    site.venue.pass(delay_ms - 1);
    site.take();
    assert!(socket.news(&site).is_empty() && site.game(1).moves.is_empty() && site.game(1).clock.is_none());
    site.venue.pass(1);
    site.take();
    assert_eq!(lists(&socket.news(&site)), ["e4"]);
    // A running time goes on from when it is told.
    assert_eq!(site.game(1).clock.map(|clock| clock.time), Some(site.venue.now.0));
    // After a restart the same again, to whom it is new.
    site.venue.restart(1_000);
    site.take();
    let mut late = Socket::new();
    late.ask(&site, subscribe("1"));
    late.ask(&site, setup(FIRST));
    assert_eq!(lists(&late.frames).last().map(String::as_str), Some("e4"));
    assert!(lists(&socket.news(&site)).is_empty(), "and nothing to whom it is not");
    let _ = player("x", Person::default());
}
