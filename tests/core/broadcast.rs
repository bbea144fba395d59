//! Rounds as texts: read by other programs as they were played, told late and never early, and after each correction
//! what Lichess takes for the same board.

use std::collections::BTreeMap;

use protocols::{At, Placement, Square};
use serde_json::{Value, json};
use touchmove::{
    board::{ClockTimes, Event},
    broadcast::{Broadcast, Screens, Settings, Texts, Told},
    event::{Board, Date, Forfeit, PairingResult, Player, Score},
    game::{command::GivenCommand, persons::Person, record::Body},
    hall::{
        protocol::rounds::RoundState,
        rounds::{Listed, ListedEvent, ListedPairing, ListedRound},
        time::Time,
    },
    publish::payload::PublicMessage,
    rules::{GameResult, Position, Variant, pgn::Ending},
    table::{Input, Output, Source, Table},
    turn::{self, Start},
};

use crate::common::{
    dgt_bytes,
    games::collection,
    lichess::{self, Became},
    pgn_readers::{pgn_extract, python_chess},
};

pub(crate) const BEGIN: Time = Time(1_795_000_000_000);
pub(crate) const DELAY_MS: i64 = 900_000;

/// What a table says in public.
pub(crate) enum Said {
    Record(String),
    Pgn(String),
}

/// A table that plays, and what its public records said.
pub(crate) struct Played {
    table: Table,
    name: String,
    now: At,
    pub(crate) stands: Placement,
    pub(crate) said: Vec<Said>,
    /// Every record as arbiters have it.
    pub(crate) arbiters: Vec<String>,
    id: String,
    asked: u32,
}

impl Played {
    pub(crate) fn new(name: &str, from: Position) -> Played {
        let stands = *from.placement();
        let setup = dgt_bytes::setup(Start::Playing(from), turn::Settings::default());
        let setup = touchmove::table::Setup { name: name.to_owned(), session: format!("s-{name}"), ..setup };
        let table = Table::new(setup, Source::Log);
        let mut played = Played {
            table,
            name: name.to_owned(),
            now: At(0),
            stands,
            said: Vec::new(),
            arbiters: Vec::new(),
            id: String::new(),
            asked: 0,
        };
        played.drain();
        played
    }

    fn drain(&mut self) {
        while let Some(output) = self.table.poll() {
            match output {
                Output::Record(record) => {
                    let message = PublicMessage::of(&record).expect("short");
                    self.arbiters.push(serde_json::to_string(&record).expect("JSON"));
                    if let Body::Game(game) = &record.body {
                        self.id = game.id.to_string();
                    }
                    self.said.extend(message.map(|message| Said::Record(message.into_payload())));
                }
                Output::Pgn(text) => self.said.push(Said::Pgn(text)),
                Output::Reply { text, .. } => assert!(text.contains("\"ok\":true"), "{text}"),
                _ => {}
            }
        }
    }

    pub(crate) fn after(&mut self, ms: u64, event: Event) {
        let then = self.now + ms;
        while let Some(due) = self.table.next_deadline().filter(|due| *due < then) {
            self.table.handle(due, Input::Tick);
            self.drain();
        }
        self.now = then;
        self.table.handle(then, Input::Event(event));
        self.drain();
    }

    pub(crate) fn command(&mut self, mut command: Value) {
        self.asked += 1;
        command["id"] = json!(format!("c{}", self.asked));
        self.table.handle(self.now, Input::Command(&GivenCommand::read(&command.to_string())));
        self.drain();
    }

    /// A move as the squares say it, pressed or not, with the clock read then, White's time first.
    pub(crate) fn moves(&mut self, uci: &str, is_pressed: bool, shown_s: Option<(u32, u32)>) {
        let square = |name: &str| name.parse::<Square>().expect("a square");
        let (from, to) = (square(&uci[..2]), square(&uci[2..4]));
        let piece = self.stands.at(from).expect("a piece");
        if let Some(taken) = self.stands.at(to) {
            self.after(300, Event::Lift { square: to, piece: Some(taken) });
        }
        self.stands.set(from, None);
        self.stands.set(to, Some(piece));
        self.after(1_000, Event::Lift { square: from, piece: Some(piece) });
        self.after(500, Event::Drop { square: to, piece: Some(piece) });
        if is_pressed {
            self.after(1_000, Event::Press { by: piece.color });
        }
        if let Some((white_s, black_s)) = shown_s {
            let running = Some(piece.color.other());
            let times = ClockTimes { white_ms: Some(white_s * 1_000), black_ms: Some(black_s * 1_000), running };
            self.after(5, Event::Clock(times));
        }
        self.after(1_500, Event::Link { up: true });
    }

    fn game(&self) -> (String, String) {
        (self.name.clone(), self.id.clone())
    }
}

pub(crate) fn player(name: &str, person: Person) -> Player {
    Player { number: None, name: name.to_owned(), person }
}

pub(crate) fn event() -> ListedEvent {
    ListedEvent {
        name: Some("Lakeside \"Open\" 2026".to_owned()),
        site: Some("Graz".to_owned()),
        time_control: Some("5400+30".to_owned()),
        delay_ms: DELAY_MS,
    }
}

const NAMES: [(&str, &str); 4] = [
    ("Łukasik, Paweł", "Moreau, Élise"),
    ("Okonkwo, Chidi", "Ivanov, Pavel"),
    ("Tanaka, Haruto", "Horvat, Ana"),
    ("Haddad, Samir", "Nilsen, Kari"),
];

pub(crate) fn round(boards: u16) -> ListedRound {
    let pairing = |(number, (white, black)): (u16, &(&str, &str))| ListedPairing {
        id: u32::from(number),
        board: Board::new(number),
        white: player(white, Person::default()),
        black: player(black, Person::default()),
        given: None,
        told: None,
        game: None,
    };
    ListedRound {
        section: None,
        number: 6,
        state: RoundState::On,
        date: Date::new(2026, 11, 24).ok(),
        start: Some(BEGIN),
        pairings: (1..=boards).zip(NAMES.iter().cycle()).map(pairing).collect(),
    }
}

/// A broadcast with the round, and its tables.
pub(crate) struct Venue {
    pub(crate) broadcast: Broadcast,
    settings: Settings,
    pub(crate) round: ListedRound,
    pub(crate) now: Time,
    texts: Texts,
    pub(crate) screens: Screens,
    /// What was told last, until somebody takes it.
    pub(crate) told: Option<Told>,
    kept: BTreeMap<String, String>,
}

impl Venue {
    pub(crate) fn new(settings: Settings, round: ListedRound) -> Venue {
        let broadcast = Broadcast::new(settings.clone(), [], BEGIN);
        let mut venue = Venue {
            broadcast,
            settings,
            round,
            now: BEGIN,
            texts: Texts::default(),
            screens: Screens::default(),
            told: None,
            kept: BTreeMap::new(),
        };
        venue.broadcast.listed(Listed { event: Some(event()), rounds: Vec::new() }, BEGIN);
        venue.list();
        venue
    }

    /// Without any delay.
    pub(crate) fn prompt(boards: u16) -> Venue {
        Venue::new(
            Settings { origin: "x".to_owned(), delay_ms: Some(0), not_begun: true, ..Settings::default() },
            round(boards),
        )
    }

    pub(crate) fn list(&mut self) {
        self.broadcast.listed(Listed { event: None, rounds: vec![self.round.clone()] }, self.now);
        self.pass(0);
    }

    pub(crate) fn pass(&mut self, ms: i64) {
        self.now = self.now.plus(ms);
        self.broadcast.pass(self.now);
        for kept in self.broadcast.keep() {
            match kept.text {
                Some(text) => drop(self.kept.insert(kept.name, text)),
                None => drop(self.kept.remove(&kept.name)),
            }
        }
        if let Some(told) = self.broadcast.told() {
            self.texts.tell(&told);
            self.screens.tell(&told, self.now);
            self.told = Some(told);
        }
    }

    /// Seats a table at a board, and takes what it has said since.
    pub(crate) fn hear(&mut self, board: usize, played: &mut Played) {
        let game = Some(played.game());
        if self.round.pairings[board - 1].game != game {
            self.round.pairings[board - 1].game = game;
            self.list();
        }
        for said in std::mem::take(&mut played.said) {
            match said {
                Said::Record(json) => self.broadcast.record(&played.name, &json, self.now).expect("a record"),
                Said::Pgn(text) => self.broadcast.pgn(&played.name, &text, self.now),
            }
        }
        self.pass(0);
    }

    pub(crate) fn text(&self) -> String {
        self.texts.get("round-6/games.pgn").expect("the round").body.to_string()
    }

    /// Killed, and started again a while later.
    pub(crate) fn restart(&mut self, ms: i64) {
        self.now = self.now.plus(ms);
        self.broadcast = Broadcast::new(self.settings.clone(), self.kept.values().cloned(), self.now);
        self.screens = Screens::default();
        self.broadcast.listed(Listed { event: Some(event()), rounds: vec![self.round.clone()] }, self.now);
        self.pass(0);
    }
}

#[test]
fn a_round_has_all_its_tags_and_one_game_a_pairing() {
    let mut venue = Venue::prompt(3);
    let mut played = Played::new("1", Position::initial());
    played.moves("e2e4", true, Some((5_398, 5_400)));
    played.moves("c7c5", true, Some((5_398, 4_207)));
    let white = Person {
        title: Some("FM".to_owned()),
        rating: Some(2_310),
        federation: Some("POL".to_owned()),
        fide_id: Some(1_100_001),
        team: Some("Motor".to_owned()),
    };
    venue.round.pairings[0].white.person = white;
    venue.round.pairings[2].given = Some(PairingResult::Forfeit(Forfeit::WhiteWins));
    venue.hear(1, &mut played);
    venue.list();
    let expected = r#"[Event "Lakeside \"Open\" 2026"]
[Site "Graz"]
[Date "2026.11.24"]
[Round "6.1"]
[White "Łukasik, Paweł"]
[Black "Moreau, Élise"]
[Result "*"]
[Board "1"]
[WhiteTitle "FM"]
[WhiteElo "2310"]
[WhiteFideId "1100001"]
[WhiteFed "POL"]
[WhiteTeam "Motor"]
[TimeControl "5400+30"]
[UTCDate "2026.11.18"]
[UTCTime "11:06:40"]
[GameId "x-6-1"]

1. e4 {[%clk 1:29:58]} 1... c5 {[%clk 1:10:07]} *

[Event "Lakeside \"Open\" 2026"]
[Site "Graz"]
[Date "2026.11.24"]
[Round "6.2"]
[White "Okonkwo, Chidi"]
[Black "Ivanov, Pavel"]
[Result "*"]
[Board "2"]
[TimeControl "5400+30"]
[UTCDate "2026.11.18"]
[UTCTime "11:06:40"]
[GameId "x-6-2"]

*

[Event "Lakeside \"Open\" 2026"]
[Site "Graz"]
[Date "2026.11.24"]
[Round "6.3"]
[White "Tanaka, Haruto"]
[Black "Horvat, Ana"]
[Result "1-0"]
[Board "3"]
[TimeControl "5400+30"]
[UTCDate "2026.11.18"]
[UTCTime "11:06:40"]
[GameId "x-6-3"]
[Termination "forfeit"]

1-0
"#;
    assert_eq!(venue.text(), expected);
    assert_eq!(&*venue.texts.get("games.pgn").expect("what is on").body, expected);
    if let Some(read) = python_chess(expected) {
        let round: Vec<&Value> = read.iter().map(|game| &game.headers["Round"]).collect();
        assert_eq!(round, ["6.1", "6.2", "6.3"]);
        // It gives the text as it is escaped.
        assert_eq!(read[0].headers["Event"], "Lakeside \\\"Open\\\" 2026");
        assert_eq!(read[0].clocks, [Some(5_398.0), Some(4_207.0)]);
        assert_eq!((read[2].headers["Result"].as_str(), read[2].moves.len()), (Some("1-0"), 0));
    }
    // What says nothing of its letters is taken for ISO-8859-1: so the trap is there, and the answer's type is its key.
    let trap: String = expected.bytes().map(char::from).collect();
    assert!(!trap.contains("Łukasik") && expected.contains("Łukasik"));
}

#[test]
fn nothing_is_told_before_its_time_also_after_a_restart() {
    let settings = Settings { origin: "x".to_owned(), not_begun: true, ..Settings::default() };
    let mut venue = Venue::new(settings, round(1));
    let mut played = Played::new("1", Position::initial());
    venue.hear(1, &mut played);
    let mut told: Vec<(Time, usize)> = Vec::new();
    let plies = |venue: &Venue| lichess::Game::read_all(&venue.text())[0].sans.len();
    let line = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"];
    for (ply, uci) in (1..).zip(line) {
        venue.pass(60_000);
        played.moves(uci, true, Some((5_000, 5_000)));
        venue.hear(1, &mut played);
        told.push((venue.now, ply));
    }
    venue.pass(9 * 60_000);
    assert_eq!(plies(&venue), 0);
    // Just before the third is due, and then.
    let due = told[2].0.plus(DELAY_MS);
    venue.pass(due.since(venue.now) - 1);
    assert_eq!(plies(&venue), 2);
    assert_eq!(venue.broadcast.next_deadline(), Some(due));
    venue.pass(1);
    assert_eq!(plies(&venue), 3);
    // Started again, what was told stays told; what waited waits all over, though the table tells its state at once.
    venue.restart(5_000);
    assert_eq!(plies(&venue), 3);
    let restarted = venue.now;
    played.command(json!({ "command": "resync" }));
    venue.hear(1, &mut played);
    for _ in 0..8_999 {
        venue.pass(100);
        assert!(plies(&venue) == 3, "{} ms after the restart", venue.now.since(restarted));
    }
    venue.pass(100);
    assert_eq!(plies(&venue), 6);
    assert_eq!(venue.text().matches("[%clk 1:23:20]").count(), 6, "{}", venue.text());
}

#[test]
fn a_result_by_hand_waits_as_long_as_the_moves() {
    let settings = Settings { origin: "x".to_owned(), not_begun: true, ..Settings::default() };
    let mut venue = Venue::new(settings, round(1));
    venue.round.pairings[0].given = Some(PairingResult::Played(Score::Draw));
    venue.list();
    venue.pass(DELAY_MS - 1);
    assert!(venue.text().contains("[Result \"*\"]"));
    venue.pass(1);
    assert!(venue.text().contains("[Result \"1/2-1/2\"]") && venue.text().ends_with("\n1/2-1/2\n"));
    venue.restart(1_000);
    assert!(venue.text().contains("[Result \"1/2-1/2\"]"));
    // Taken back while the hall was away: told as late as ever.
    venue.round.pairings[0].given = None;
    venue.restart(1_000);
    venue.pass(DELAY_MS - 1);
    assert!(venue.text().contains("[Result \"1/2-1/2\"]"));
    venue.pass(1);
    assert!(venue.text().contains("[Result \"*\"]"));
    // Names are the event's, and no secret: they are right at once.
    venue.round.pairings[0].white.name = "Lukasik, Pawel".to_owned();
    venue.list();
    assert!(venue.text().contains("[White \"Lukasik, Pawel\"]"));
}

#[test]
fn only_completed_moves_where_that_is_wished() {
    let settings = Settings {
        origin: "x".to_owned(),
        delay_ms: Some(0),
        completed_only: true,
        not_begun: false,
        ..Settings::default()
    };
    let mut venue = Venue::new(settings, round(2));
    let mut played = Played::new("1", Position::initial());
    played.moves("e2e4", true, None);
    played.moves("e7e5", false, None);
    venue.hear(1, &mut played);
    // The second board has not begun, and is left out.
    let games = lichess::Game::read_all(&venue.text());
    assert_eq!(games.iter().map(|game| game.sans.join(" ")).collect::<Vec<_>>(), ["e4"]);
    played.moves("g1f3", false, None);
    venue.hear(1, &mut played);
    assert_eq!(lichess::Game::read_all(&venue.text())[0].sans, ["e4", "e5"]);
    played.after(1_000, Event::Press { by: protocols::Color::White });
    played.after(2_000, Event::Link { up: true });
    venue.hear(1, &mut played);
    assert_eq!(lichess::Game::read_all(&venue.text())[0].sans, ["e4", "e5", "Nf3"]);
}

/// Both kinds of rounds take every text of the venue.
fn both() -> [lichess::Round; 2] {
    [true, false].map(|by_id| lichess::Round { by_id, ..lichess::Round::default() })
}

#[test]
fn lichess_takes_every_correction_for_the_board_that_it_has() {
    let mut venue = Venue::prompt(2);
    let [mut by_id, mut by_tags] = both();
    let mut boards = [Played::new("1", Position::initial()), Played::new("2", Position::initial())];
    for (uci, other) in [("e2e4", "d2d4"), ("e7e5", "d7d5"), ("g1f3", "c2c4")] {
        boards[0].moves(uci, true, Some((5_000, 5_000)));
        boards[1].moves(other, true, Some((5_000, 5_000)));
    }
    for (number, played) in (1..).zip(&mut boards) {
        venue.hear(number, played);
    }
    for round in [&mut by_id, &mut by_tags] {
        assert_eq!(round.take(&venue.text()), [Became::New, Became::New]);
    }
    let kept = [Became::Updated(0), Became::Updated(1)];

    // A corrected move: both know the board, and have the new line.
    boards[0].command(json!({ "command": "set-move", "ply": 3, "uci": "f1c4" }));
    venue.hear(1, &mut boards[0]);
    for round in [&mut by_id, &mut by_tags] {
        assert_eq!(round.take(&venue.text()), kept);
        assert_eq!(round.boards[0].sans, ["e4", "e5", "Bc4"]);
    }

    // A move taken back: our text has it no more; Lichess keeps it until another comes, which docs/broadcast.md says.
    boards[1].command(json!({ "command": "take-back", "plies": 1 }));
    venue.hear(2, &mut boards[1]);
    assert_eq!(lichess::Game::read_all(&venue.text())[1].sans, ["d4", "d5"]);
    assert_eq!(by_id.take(&venue.text()), kept);
    assert_eq!(by_id.boards[1].sans, ["d4", "d5", "c4"]);

    // A result, taken back.
    boards[1].command(json!({ "command": "set-result", "result": "1-0", "termination": "resigned" }));
    venue.hear(2, &mut boards[1]);
    for round in [&mut by_id, &mut by_tags] {
        assert_eq!(round.take(&venue.text()), kept);
        assert_eq!((round.boards[1].tag("Result"), round.boards[1].tag("Termination")), ("1-0", "resigned"));
    }
    boards[1].command(json!({ "command": "reopen" }));
    venue.hear(2, &mut boards[1]);
    for round in [&mut by_id, &mut by_tags] {
        assert_eq!(round.take(&venue.text()), kept);
        assert_eq!((round.boards[1].tag("Result"), round.boards[1].tag("Termination")), ("*", ""));
    }

    // A renamed player: the name alone would make a board of its own of it, the id does not.
    venue.round.pairings[0].black.name = "Moreau, Elise".to_owned();
    venue.list();
    assert_eq!(by_id.take(&venue.text()), kept);
    assert_eq!(by_id.boards[0].tag("Black"), "Moreau, Elise");
    assert_eq!(by_tags.take(&venue.text()), [Became::New, Became::Updated(1)], "the rule that the id is there for");
    // With FIDE's numbers on both sides the name is none of its concern either way.
    let mut with_numbers = lichess::Round::default();
    for (id, pairing) in (1..).zip(&mut venue.round.pairings) {
        pairing.white.person.fide_id = Some(id * 10);
        pairing.black.person.fide_id = Some(id * 10 + 1);
    }
    venue.list();
    with_numbers.take(&venue.text());
    venue.round.pairings[0].black.name = "Moreau, É.".to_owned();
    venue.list();
    assert_eq!(with_numbers.take(&venue.text()), kept);

    // The boards change places: each game keeps its own moves, in the new order.
    venue.round.pairings.swap(0, 1);
    for (number, pairing) in (1..).zip(&mut venue.round.pairings) {
        pairing.board = Board::new(number);
    }
    venue.list();
    assert_eq!(by_id.take(&venue.text()), [Became::Updated(1), Became::Updated(0)]);
    let order: Vec<String> =
        lichess::Game::read_all(&venue.text()).iter().map(|game| game.tag("Round").to_owned()).collect();
    assert_eq!(order, ["6.1", "6.2"]);
    assert_eq!((by_id.boards[0].tag("Round"), by_id.boards[0].sans.join(" ")), ("6.2", "e4 e5 Bc4".to_owned()));
    // Nothing of it is lost by a restart.
    let before = venue.text();
    venue.restart(1_000);
    assert_eq!(venue.text(), before);
}

#[test]
fn no_game_is_dropped_for_a_name() {
    let mut venue = Venue::prompt(4);
    for (pairing, name) in venue.round.pairings.iter_mut().zip(["?", "X", "Unknown", "N\u{1}N"]) {
        pairing.white.name = name.to_owned();
    }
    venue.list();
    let mut round = lichess::Round { by_id: true, ..lichess::Round::default() };
    assert_eq!(round.take(&venue.text()), [Became::New; 4]);
    let names: Vec<&str> = round.boards.iter().map(|board| board.tag("White")).collect();
    assert_eq!(names, ["Board 1 White", "Board 2 White (X)", "Board 3 White", "N N"]);
    assert!(python_chess(&venue.text()).is_none_or(|read| read.len() == 4));
}

#[test]
fn a_time_control_that_readers_do_not_take_as_it_is_meant_stands_in_a_comment() {
    for (control, is_tag) in [
        ("5400+30", true),
        ("5400", true),
        ("300+3", true),
        // Lichess would take three minutes for three hours.
        ("180+2", false),
        ("40/5400+30:1800+30", false),
        ("40/7200", false),
        ("*180", false),
        ("?", false),
    ] {
        let mut venue = Venue::prompt(1);
        let event = ListedEvent { time_control: Some(control.to_owned()), ..event() };
        venue.broadcast.listed(Listed { event: Some(event), rounds: Vec::new() }, venue.now);
        venue.pass(0);
        let text = venue.text();
        assert_eq!(text.contains(&format!("[TimeControl \"{control}\"]")), is_tag, "{text}");
        let comment = text.replace('\n', " ").contains(&format!("{{Time control: {control}.}}"));
        assert_eq!(comment, !is_tag, "{text}");
        assert!(pgn_extract(&text).is_none_or(|games| games.len() <= 1));
    }
}

#[test]
fn where_a_position_was_set_there_is_one_game_up_to_it_and_a_comment() {
    let mut venue = Venue::prompt(1);
    let mut played = Played::new("1", Position::initial());
    played.moves("e2e4", true, None);
    played.moves("e7e5", true, None);
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKB1R w KQkq - 0 3";
    played.command(json!({ "command": "set-position", "fen": fen }));
    played.stands.set("g1".parse().expect("a square"), None);
    venue.hear(1, &mut played);
    let told = |venue: &Venue| venue.text().replace('\n', " ");
    assert!(told(&venue).contains(&format!(
        "1. e4 e5 {{From here the game goes on from a position that no legal move leads to. Position now: {fen}.}} *"
    )), "{}", venue.text());
    played.moves("f1c4", true, None);
    played.moves("g8f6", true, None);
    venue.hear(1, &mut played);
    assert!(told(&venue).contains("1. e4 e5 {From here"), "{}", venue.text());
    assert!(told(&venue).contains("Played since: Bc4 Nf6. Position now: rnbqkb1r/"), "{}", venue.text());
    let read = python_chess(&venue.text());
    assert!(read.is_none_or(|read| read.len() == 1 && read[0].moves == ["e2e4", "e7e5"]));
    assert!(pgn_extract(&venue.text()).is_none_or(|games| games == [["e2e4", "e7e5"]]));
    assert_eq!(lichess::Game::read_all(&venue.text()).len(), 1);
}

#[test]
fn a_game_from_another_position_says_so() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 31";
    let mut venue = Venue::prompt(1);
    let mut played = Played::new("1", Position::from_fen(fen, Variant::Chess).expect("a position"));
    played.moves("e8d7", true, None);
    venue.hear(1, &mut played);
    let text = venue.text();
    assert!(text.contains(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]")) && text.ends_with("\n31... Kd7 *\n"), "{text}");
    assert!(python_chess(&text).is_none_or(|read| read[0].moves == ["e8d7"]));
}

#[test]
fn sections_and_rounds_have_addresses_of_their_own() {
    let mut venue = Venue::prompt(2);
    let open = venue.round.clone();
    let of =
        |section: &str, number, state| ListedRound { section: Some(section.to_owned()), number, state, ..open.clone() };
    let settings = Settings { origin: "x".to_owned(), not_begun: true, ..Settings::default() };
    venue.broadcast = Broadcast::new(settings, [], BEGIN);
    let rounds = vec![
        of("A", 1, RoundState::Over),
        of("A", 2, RoundState::On),
        of("B/C", 1, RoundState::Over),
        of("B/C", 2, RoundState::Planned),
    ];
    venue.broadcast.listed(Listed { event: Some(event()), rounds }, BEGIN);
    venue.pass(0);
    let addresses: Vec<&str> = venue.texts.iter().map(|(address, _)| address).collect();
    assert_eq!(
        addresses,
        [
            "games.pgn",
            "section-A/games.pgn",
            "section-A/round-1/game-1.pgn",
            "section-A/round-1/game-2.pgn",
            "section-A/round-1/games.pgn",
            "section-A/round-2/game-1.pgn",
            "section-A/round-2/game-2.pgn",
            "section-A/round-2/games.pgn",
            "section-B-C/games.pgn",
            "section-B-C/round-1/game-1.pgn",
            "section-B-C/round-1/game-2.pgn",
            "section-B-C/round-1/games.pgn"
        ]
    );
    let all = lichess::Game::read_all(&venue.texts.get("games.pgn").expect("all").body);
    let rounds: Vec<&str> = all.iter().map(|game| game.tag("Round")).collect();
    assert_eq!(rounds, ["2.1", "2.2", "1.1", "1.2"]);
    let ids: std::collections::BTreeSet<&str> = all.iter().map(|game| game.tag("GameId")).collect();
    assert_eq!(ids.len(), 4);
    assert_ne!(all[0].tag("Event"), all[2].tag("Event"), "two sections are not one event to readers");
}

/// A game's state as its table says it, so many seconds after the beginning.
fn state(id: &str, seq: u64, at_s: i64, sans: &[&str], result: &str) -> String {
    let mut position = Position::initial();
    let mut ucis = Vec::new();
    for san in sans {
        let m = position.legal_moves().into_iter().find(|m| position.san(m) == *san).expect("legal");
        ucis.push(m.uci());
        position = position.play(&m);
    }
    json!({ "type": "game", "seq": seq, "t_ms": at_s * 1_000, "at": BEGIN.plus(at_s * 1_000).to_string(), "id": id,
        "phase": "playing", "variant": "chess", "initial_fen": Position::initial().fen(), "fen": position.fen(),
        "moves": ucis, "sans": sans, "result": result })
    .to_string()
}

#[test]
fn a_broker_that_comes_back_with_older_states_takes_nothing_back() {
    let (first, second) = ("20261123T030455Z-1", "20261123T030455Z-1/2");
    let mut venue = Venue::prompt(1);
    let hear = |venue: &mut Venue, game: &str, json: String| {
        venue.round.pairings[0].game = Some(("1".to_owned(), game.to_owned()));
        venue.list();
        venue.broadcast.record("1", &json, venue.now).expect("a record");
        venue.pass(1_000);
        venue.text().trim_end().lines().last().unwrap_or_default().to_owned()
    };
    let early = state(first, 1, 10, &["e4"], "*");
    let over = state(first, 9, 60, &["e4", "e5", "Nf3"], "1-0");
    assert_eq!(hear(&mut venue, first, early.clone()), "1. e4 *");
    assert_eq!(hear(&mut venue, first, over.clone()), "1. e4 e5 2. Nf3 1-0");
    assert_eq!(hear(&mut venue, first, early.clone()), "1. e4 e5 2. Nf3 1-0");
    venue.restart(1_000);
    assert_eq!(hear(&mut venue, first, early), "1. e4 e5 2. Nf3 1-0");
    // An arbiter takes the result back, and two moves.
    assert_eq!(hear(&mut venue, first, state(first, 12, 90, &["e4"], "*")), "1. e4 *");
    assert_eq!(hear(&mut venue, first, over), "1. e4 *");
    assert_eq!(hear(&mut venue, first, state(first, 15, 120, &["e4", "c5"], "1/2-1/2")), "1. e4 c5 1/2-1/2");
    // The next game, before which the table's clock was set back.
    assert_eq!(hear(&mut venue, second, state(second, 15, 5, &["d4"], "*")), "1. d4 *");
}

#[test]
fn a_tables_last_game_is_not_one_before_it() {
    let settings = Settings { origin: "x".to_owned(), delay_ms: Some(10_000), not_begun: true, ..Settings::default() };
    let mut venue = Venue::new(settings, ListedRound { pairings: Vec::new(), ..round(1) });
    let hear = |venue: &mut Venue, json: &str| {
        venue.broadcast.record("1", json, venue.now).expect("a record");
        venue.pass(1_000);
    };
    let last = |venue: &mut Venue| {
        venue.pass(10_000);
        venue.told.as_ref().expect("told").tables["1"].id.clone()
    };
    let (first, second) = ("20261123T030455Z-1", "20261123T030455Z-1/2");
    // All of it waits at the same time.
    for json in [
        state(first, 9, 60, &["e4", "e5"], "1-0"),
        state(second, 9, 90, &[], "*"),
        state(first, 9, 60, &["e4", "e5"], "1-0"),
    ] {
        hear(&mut venue, &json);
    }
    assert_eq!(last(&mut venue), format!("x-1-{second}"));
    let anew = "20261124T080000Z-1";
    hear(&mut venue, &state(anew, 0, 90_000, &[], "*"));
    assert_eq!(last(&mut venue), format!("x-1-{anew}"), "its journal was lost");
    hear(&mut venue, &state(second, 0, 100, &["d4"], "*"));
    assert_eq!(last(&mut venue), format!("x-1-{anew}"));
    let next = format!("{anew}/2");
    hear(&mut venue, &state(&next, 0, 80_000, &[], "*"));
    assert_eq!(last(&mut venue), format!("x-1-{next}"), "its clock was set back");
}

#[test]
fn games_of_the_collection_are_read_by_others_exactly_as_they_were_played() {
    let games: Vec<_> = collection()
        .into_iter()
        .filter(|(_, game)| !game.moves.is_empty() && game.moves.len() < 200)
        .step_by(if std::env::var_os("TOUCHMOVE_EVERY").is_some() { 3 } else { 90 })
        .take(400)
        .collect();
    assert!(!games.is_empty());
    let mut venue = Venue::prompt(u16::try_from(games.len()).expect("few"));
    let mut expected = Vec::new();
    for (board, (_, game)) in (1..).zip(&games) {
        // The records as a table writes them, of the moves that were played.
        let table = board.to_string();
        let id = format!("g{board}");
        let mut position = Position::from_any_fen(&game.initial_fen, game.variant).expect("a position");
        let (initial, variant) = (position.fen(), position.variant().name());
        let (mut ucis, mut sans, mut clocks) = (Vec::new(), Vec::new(), Vec::new());
        let mut say = Vec::new();
        for (ply, played) in (1..).zip(&game.moves) {
            let m = position.legal_move(&played.uci).expect("legal");
            let (uci, san) = (played.uci.clone(), played.san.clone());
            let by = position.turn().name();
            position = position.play(&m);
            let left = played.clock_ms;
            let clock = json!({ format!("{by}_ms"): left });
            say.push(
                json!({ "type": "move", "seq": ply, "t_ms": ply, "ply": ply, "revision": 0, "uci": uci, "san": san,
                "fen": position.fen(), "by": by, "status": "completed", "clock": clock, "game": id }),
            );
            ucis.push(uci);
            sans.push(san);
            clocks.push(left.map(|ms| f64::from(ms / 1_000)));
        }
        // What the last position gives, whatever was taken down there.
        let result = match game.ending {
            Some(Ending::Checkmate) => GameResult::win_for(position.turn().other()).name(),
            Some(Ending::Stalemate) => GameResult::Draw.name(),
            None => game.result.map_or("*", GameResult::name),
        };
        let state = json!({ "type": "game", "seq": 0, "t_ms": 0, "id": id, "phase": "playing", "variant": variant,
            "initial_fen": initial, "fen": position.fen(), "moves": ucis, "sans": sans, "result": result });
        let empty = json!({ "type": "game", "seq": 0, "t_ms": 0, "id": id, "phase": "playing", "variant": variant,
            "initial_fen": initial, "fen": initial, "moves": [], "sans": [], "result": "*" });
        let mut pgn = format!("[Variant \"{variant}\"]\n[SetUp \"1\"]\n[FEN \"{initial}\"]\n\n");
        for played in &game.moves {
            pgn += &played.san;
            pgn += &played.clock_ms.map_or(" ".to_owned(), |ms| {
                let s = ms / 1_000;
                format!(" {{[%clk {}:{:02}:{:02}]}} ", s / 3_600, s / 60 % 60, s % 60)
            });
        }
        venue.round.pairings[board - 1].game = Some((table.clone(), id));
        for record in [empty].into_iter().chain(say).chain([state]) {
            venue.broadcast.record(&table, &record.to_string(), venue.now).expect("a record");
        }
        venue.broadcast.pgn(&table, &pgn, venue.now);
        expected.push((ucis, clocks));
    }
    venue.list();
    let text = venue.text();
    assert_eq!(lichess::Game::read_all(&text).len(), games.len());
    assert!(!text.contains("From here"), "a game was cut short");
    if let Some(read) = python_chess(&text) {
        assert_eq!(read.len(), games.len());
        for ((name, _), (read, (ucis, clocks))) in games.iter().zip(read.iter().zip(&expected)) {
            assert_eq!(read.moves.len(), ucis.len(), "{name}");
            assert_eq!(&read.clocks, clocks, "{name}");
            if read.headers["Variant"] != "Chess960" {
                assert_eq!(&read.moves, ucis, "{name}");
            }
        }
    }
    if let Some(read) = pgn_extract(&text) {
        assert_eq!(read.len(), games.len());
        for ((name, _), (read, (ucis, _))) in games.iter().zip(read.iter().zip(&expected)) {
            assert_eq!(read.len(), ucis.len(), "{name}");
        }
    }
    println!("{} games, {} half-moves", games.len(), expected.iter().map(|(ucis, _)| ucis.len()).sum::<usize>());
}
