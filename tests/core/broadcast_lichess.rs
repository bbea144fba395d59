//! What is pushed to Lichess: a stand-in that answers slowly, wrongly or not at all has the round as it stands in the
//! end, and what it cannot show is said.

use std::collections::BTreeMap;

use serde_json::json;
use touchmove::{
    broadcast::{
        BoardTrouble, Broadcast, RoundTrouble, Settings, Told,
        lichess::{Answer, Destination, Push, Pushes, RoundName, Standing},
    },
    event::{Board, PairingResult, Player, Score},
    game::persons::Person,
    hall::{
        protocol::rounds::RoundState,
        rounds::{Listed, ListedEvent, ListedPairing, ListedRound},
        time::Time,
    },
    rules::Position,
    words::Words,
};

use crate::common::lichess;

const BEGIN: Time = Time(1_795_000_000_000);
const ID: &str = "AbCd1234";
const AT: &str = "https://lichess.example";
const MIDDLE: u32 = u32::MAX / 2;

/// A hall with a round, what it pushes, and who takes it.
struct Venue {
    broadcast: Broadcast,
    rounds: Vec<ListedRound>,
    pushes: Pushes,
    lichess: lichess::Round,
    now: Time,
    kept: BTreeMap<String, String>,
    /// When each request was made.
    asked: Vec<Time>,
}

fn to(at: &str, rounds: BTreeMap<RoundName, String>) -> Destination {
    Destination { at: at.to_owned(), rounds, delay_ms: 0 }
}

fn ids(names: &[(Option<&str>, u16, &str)]) -> BTreeMap<RoundName, String> {
    names.iter().map(|(section, number, id)| ((section.map(str::to_owned), *number), (*id).to_owned())).collect()
}

fn round(section: Option<&str>, number: u16, boards: u16) -> ListedRound {
    let player = |name: String| Player { number: None, name, person: Person::default() };
    let pairing = |board: u16| ListedPairing {
        id: u32::from(board),
        board: Board::new(board),
        white: player(format!("White, Player{board}")),
        black: player(format!("Black, Player{board}")),
        given: None,
        told: None,
        game: Some((format!("{}{board}", section.unwrap_or_default()), "g".to_owned())),
    };
    ListedRound {
        section: section.map(str::to_owned),
        number,
        state: RoundState::On,
        date: None,
        start: None,
        pairings: (1..=boards).map(pairing).collect(),
    }
}

/// The state of a table's game after these moves.
fn state(line: &[&str], result: &str) -> String {
    let mut position = Position::initial();
    let mut sans = Vec::new();
    for uci in line {
        let m = position.legal_move(uci).expect("a legal move");
        sans.push(position.san(&m));
        position = position.play(&m);
    }
    json!({ "type": "game", "seq": 0, "t_ms": 0, "id": "g", "phase": "playing", "initial_fen": Position::initial().fen(),
        "fen": position.fen(), "moves": line, "sans": sans, "result": result })
    .to_string()
}

impl Venue {
    fn new(boards: u16) -> Venue {
        Venue::with(vec![round(None, 6, boards)], ids(&[(None, 6, ID)]))
    }

    fn with(rounds: Vec<ListedRound>, ids: BTreeMap<RoundName, String>) -> Venue {
        let settings = Settings { origin: "x".to_owned(), delay_ms: Some(0), not_begun: true, ..Settings::default() };
        let mut venue = Venue {
            broadcast: Broadcast::new(settings, [], BEGIN),
            rounds,
            pushes: Pushes::new(to(AT, ids), []),
            lichess: lichess::Round { by_id: true, ..lichess::Round::default() },
            now: BEGIN,
            kept: BTreeMap::new(),
            asked: Vec::new(),
        };
        let event =
            ListedEvent { name: Some("Lakeside".to_owned()), site: Some("Graz".to_owned()), ..ListedEvent::default() };
        venue.broadcast.listed(Listed { event: Some(event), rounds: Vec::new() }, BEGIN);
        venue.tell();
        venue
    }

    fn told(&mut self) -> Option<Told> {
        self.broadcast.listed(Listed { event: None, rounds: self.rounds.clone() }, self.now);
        self.broadcast.pass(self.now);
        self.broadcast.told()
    }

    fn tell(&mut self) {
        if let Some(told) = self.told() {
            self.pushes.told(&told, self.now);
        }
    }

    fn play(&mut self, board: u16, line: &[&str]) {
        self.record(board, &state(line, "*"));
    }

    fn record(&mut self, board: u16, json: &str) {
        self.broadcast.record(&board.to_string(), json, self.now).expect("a record");
        self.tell();
    }

    /// Time passes in steps of 100 ms; requests are made and answered as said.
    fn pass(&mut self, ms: i64, mut answer: impl FnMut(&mut lichess::Round, &Push) -> Answer) {
        let until = self.now.plus(ms);
        while self.now < until {
            while let Some(push) = self.pushes.poll(self.now) {
                self.asked.push(self.now);
                assert!(self.pushes.poll(self.now).is_none(), "one at a time");
                assert_eq!(self.pushes.next_deadline(), None);
                let answer = answer(&mut self.lichess, &push);
                self.pushes.answered(&answer, MIDDLE, self.now);
            }
            let due = self.pushes.next_deadline();
            assert!(due.is_none_or(|due| due > self.now), "nothing stays due");
            for kept in self.pushes.keep() {
                match kept.text {
                    Some(text) => drop(self.kept.insert(kept.name, text)),
                    None => drop(self.kept.remove(&kept.name)),
                }
            }
            self.now = self.now.plus(100);
        }
    }

    /// The same while all goes well.
    fn serve(&mut self, ms: i64) {
        self.pass(ms, taken);
    }

    /// Started again; nothing that Lichess has is lost by it.
    fn restart(&mut self, at: &str, ids: BTreeMap<RoundName, String>) {
        self.pushes = Pushes::new(to(at, ids), self.kept.values().cloned());
        self.broadcast = Broadcast::new(
            Settings { origin: "x".to_owned(), delay_ms: Some(0), not_begun: true, ..Settings::default() },
            self.broadcast.keep().into_iter().filter_map(|kept| kept.text),
            self.now,
        );
        let event =
            ListedEvent { name: Some("Lakeside".to_owned()), site: Some("Graz".to_owned()), ..ListedEvent::default() };
        self.broadcast.listed(Listed { event: Some(event), rounds: Vec::new() }, self.now);
        self.tell();
    }

    fn lines(&self) -> Vec<String> {
        self.lichess.boards.iter().map(|board| board.sans.join(" ")).collect()
    }

    fn trouble(&self) -> String {
        texts(&self.pushes.standing().troubles).unwrap_or_default()
    }

    /// What is said of a board.
    fn said(&self, board: u16) -> Vec<String> {
        let of_board = |trouble: BoardTrouble| (trouble.board == board).then_some(trouble.text);
        self.pushes.standing().boards.into_iter().filter_map(of_board).collect()
    }
}

/// All of it; `None` where it is nothing.
fn texts(all: &[RoundTrouble]) -> Option<String> {
    (!all.is_empty()).then(|| all.iter().map(RoundTrouble::text).collect::<Vec<_>>().join("; "))
}

fn said(status: u16, body: &str) -> Answer {
    Answer::Said { status, retry_after_s: None, body: body.as_bytes().to_vec() }
}

/// As Lichess answers.
fn taken(round: &mut lichess::Round, push: &Push) -> Answer {
    let (status, body) = round.push(&push.body);
    said(status, &body.to_string())
}

#[test]
fn a_round_is_sent_whole_and_in_order_and_only_when_something_differs() {
    let mut venue = Venue::new(3);
    venue.play(2, &["e2e4"]);
    venue.pass(100, |round, push| {
        assert_eq!(push.round, ID);
        let games = lichess::Game::read_all(&push.body);
        assert_eq!(games.iter().map(|game| game.tag("Round")).collect::<Vec<_>>(), ["6.1", "6.2", "6.3"]);
        taken(round, push)
    });
    assert_eq!(venue.lines(), ["", "e4", ""]);
    assert_eq!(venue.pushes.standing(), Standing::default());
    // What is told again and is the same is not sent.
    venue.serve(10_000);
    venue.rounds[0].pairings[0].white.name.push('!');
    venue.tell();
    venue.rounds[0].pairings[0].white.name.pop();
    venue.tell();
    venue.serve(10_000);
    assert_eq!(venue.asked.len(), 1);
    // Another name is.
    venue.rounds[0].pairings[0].white.name.push('!');
    venue.tell();
    venue.serve(100);
    assert_eq!((venue.asked.len(), venue.lichess.boards[0].tag("White")), (2, "White, Player1!"));
    // What Lichess delays it may lose: once more after a minute, and no more.
    venue.serve(59_900);
    assert_eq!(venue.asked.len(), 2);
    venue.serve(3_600_000);
    assert_eq!(venue.asked.len(), 3);
}

#[test]
fn however_fast_things_change_requests_keep_their_distance_and_the_last_state_is_there() {
    let mut venue = Venue::new(4);
    let line = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "e1g1", "f8e7"];
    for plies in 1..=line.len() {
        for board in 1..=4 {
            venue.play(board, &line[..plies]);
            venue.serve(300);
        }
    }
    venue.serve(3_000);
    assert!(venue.asked.windows(2).all(|pair| pair[1].since(pair[0]) >= 2_000));
    // 12 seconds of changes.
    assert!((6..=8).contains(&venue.asked.len()), "{}", venue.asked.len());
    assert_eq!(venue.lines(), ["e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7"; 4]);
    // Who has been quiet for long is heard at once.
    venue.serve(30_000);
    let before = venue.now;
    venue.play(1, &line[..9]);
    venue.serve(100);
    assert_eq!(venue.asked.last(), Some(&before));
}

#[test]
fn after_no_answers_slow_ones_and_wrong_ones_all_is_there() {
    let mut venue = Venue::new(2);
    venue.serve(5_000);
    venue.play(1, &["e2e4"]);
    let nothing = |_: &mut lichess::Round, _: &Push| Answer::Nothing { trouble: Words::new("push-no-answer") };
    venue.asked.clear();
    venue.pass(2_500, nothing);
    // One that fails may be the network's: nobody is told yet.
    assert!(!venue.asked.is_empty() && venue.trouble().is_empty());
    venue.pass(600_000, nothing);
    assert_eq!(venue.trouble(), "round 6: Lichess does not answer in time");
    let waits: Vec<i64> = venue.asked.windows(2).map(|pair| pair[1].since(pair[0])).collect();
    // Three quarters of a second, twice that, and so on to three quarters of a minute; never closer than the distance.
    assert_eq!(waits[..7], [2_000, 2_000, 3_000, 6_000, 12_000, 24_000, 45_000]);
    assert!(waits[7..].iter().all(|wait| *wait == 45_000));

    // Taken, and the answer lost; then rubbish; then what it should be.
    venue.play(2, &["d2d4"]);
    let mut answers = 0;
    venue.pass(200_000, |round, push| {
        answers += 1;
        let as_it_is = taken(round, push);
        match answers {
            1 => Answer::Nothing { trouble: Words::new("push-no-answer") },
            2 => said(200, "<html>"),
            3 => said(502, "Bad gateway"),
            _ => as_it_is,
        }
    });
    assert_eq!((venue.trouble().as_str(), venue.lines().join("|").as_str()), ("", "e4|d4"));
    assert!(answers >= 4);
}

#[test]
fn what_does_not_mend_by_itself_is_tried_slowly_and_at_once_when_something_has_changed() {
    for (status, body, words) in [
        (401, "{\"error\":\"No such token\"}", "does not know the token (401): No such token"),
        (403, "{}", "study:write"),
        (404, "", "no such round"),
        (
            200,
            r#"{"games":[{"tags":{},"error":"The relay has an upstream URL, and cannot be pushed to."}]}"#,
            "upstream URL",
        ),
        (302, "", "leads elsewhere"),
    ] {
        let mut venue = Venue::new(2);
        venue.pass(600_000, |_, _| said(status, body));
        assert!(venue.trouble().contains(words), "{}", venue.trouble());
        assert!((10..=11).contains(&venue.asked.len()), "{status}: {}", venue.asked.len());
        // Nothing that is played meanwhile makes it faster.
        venue.asked.clear();
        for plies in 1..=4 {
            venue.play(1, &["e2e4", "e7e5", "g1f3", "b8c6"][..plies]);
            venue.pass(5_000, |_, _| said(status, body));
        }
        assert!(venue.asked.len() <= 1);
        venue.pushes.try_again(venue.now);
        venue.serve(100);
        assert_eq!((venue.trouble().as_str(), venue.lines().join("|").as_str()), ("", "e4 e5 Nf3 Nc6|"));
    }
    let mut venue = Venue::new(1);
    let words = serde_json::json!({ "id": "push-not-asked", "said": "yes", "error": "token_file: there is none" });
    let words = Words::read(words.as_object().expect("an object")).expect("words");
    venue.pass(100, |_, _| Answer::Unasked { trouble: words.clone() });
    assert_eq!(venue.trouble(), "round 6: Lichess is not asked: token_file: there is none");
}

#[test]
fn where_there_were_too_many_requests_it_is_waited_as_long_as_it_says() {
    let mut venue = Venue::new(1);
    venue.pass(100, |_, _| Answer::Said { status: 429, retry_after_s: Some(20), body: Vec::new() });
    assert_eq!(venue.trouble(), "round 6: Lichess has had too many requests (429)");
    venue.play(1, &["e2e4"]);
    venue.serve(19_800);
    assert_eq!(venue.asked.len(), 1);
    venue.serve(300);
    assert_eq!((venue.asked.len(), venue.trouble().as_str()), (2, ""));
    assert_eq!(venue.asked[1].since(venue.asked[0]), 20_000);
}

#[test]
fn corrections_reach_the_board_and_what_stays_there_is_said() {
    let mut venue = Venue::new(3);
    venue.play(1, &["e2e4", "e7e5", "g1f3"]);
    venue.play(2, &["d2d4"]);
    venue.serve(2_000);
    venue.play(1, &["e2e4", "e7e5", "f1c4"]);
    venue.serve(2_100);
    assert_eq!(venue.lines(), ["e4 e5 Bc4", "d4", ""]);
    assert!(venue.said(1).is_empty());

    // Taken back: Lichess shows it until another comes, also after this program was started again.
    venue.play(1, &["e2e4"]);
    venue.serve(2_100);
    assert_eq!(venue.lines()[0], "e4 e5 Bc4");
    let says = ["shows 2 half-moves that were taken back, until another move comes"];
    assert_eq!(venue.said(1), says);
    venue.record(1, &state(&["e2e4"], "*"));
    venue.restart(AT, ids(&[(None, 6, ID)]));
    venue.play(1, &["e2e4"]);
    venue.serve(2_100);
    assert_eq!(venue.said(1), says);
    venue.play(1, &["e2e4", "c7c5"]);
    venue.serve(2_100);
    assert_eq!((venue.lines()[0].as_str(), venue.said(1).len()), ("e4 c5", 0));

    // A result, and no result again.
    for result in ["1-0", "*"] {
        venue.record(1, &state(&["e2e4", "c7c5"], result));
        venue.serve(2_100);
        assert_eq!(venue.lichess.boards[0].tag("Result"), result);
    }
    // Boards change places: the same games, in the new order.
    venue.rounds[0].pairings.swap(0, 2);
    for (number, pairing) in (1..).zip(&mut venue.rounds[0].pairings) {
        pairing.board = Board::new(number);
    }
    venue.tell();
    venue.serve(2_100);
    assert_eq!(venue.lichess.boards.len(), 3);
    assert_eq!(venue.lichess.boards[2].tag("Round"), "6.3");
    assert_eq!(venue.lichess.boards[2].sans.join(" "), "e4 c5");
}

#[test]
fn a_restart_sends_only_what_lichess_has_not_acknowledged() {
    let mut venue = Venue::new(2);
    venue.play(1, &["e2e4", "e7e5"]);
    venue.serve(5_000);
    assert_eq!(venue.asked.len(), 1);
    venue.restart(AT, ids(&[(None, 6, ID)]));
    venue.play(1, &["e2e4", "e7e5"]);
    venue.serve(600_000);
    assert_eq!(venue.asked.len(), 1);
    // Something has changed while it was away.
    venue.restart(AT, ids(&[(None, 6, ID)]));
    venue.play(1, &["e2e4", "e7e5", "g1f3"]);
    venue.serve(100);
    assert_eq!((venue.asked.len(), venue.lines()[0].as_str()), (2, "e4 e5 Nf3"));
    // Elsewhere, or in another round, nothing is known of it.
    for (at, id) in [("https://other.example", ID), (AT, "EfGh5678")] {
        venue.asked.clear();
        venue.restart(at, ids(&[(None, 6, id)]));
        venue.play(1, &["e2e4", "e7e5", "g1f3"]);
        venue.serve(100);
        assert_eq!(venue.asked.len(), 1, "{at} {id}");
    }
}

#[test]
fn a_game_that_lichess_refuses_keeps_its_result_and_is_said_at_its_board_alone() {
    let mut venue = Venue::new(3);
    venue.play(1, &["e2e4", "e7e5"]);
    venue.serve(2_100);
    venue.lichess.hates = Some("Nf3".to_owned());
    venue.play(1, &["e2e4", "e7e5", "g1f3", "b8c6"]);
    venue.play(2, &["d2d4"]);
    venue.record(1, &state(&["e2e4", "e7e5", "g1f3", "b8c6"], "1-0"));
    venue.serve(8_000);
    assert_eq!(venue.lines(), ["e4 e5", "d4", ""]);
    assert_eq!(venue.lichess.boards[0].tag("Result"), "1-0");
    assert_eq!(
        venue.said(1),
        ["Lichess does not take the game (No move found: Nf3); shown are names, result and 2 half-moves"]
    );
    assert!(venue.said(2).is_empty() && venue.trouble().is_empty());
    let asked = venue.asked.len();
    venue.serve(30_000);
    assert_eq!(venue.asked.len(), asked, "it is not tried again and again");
    // Corrected: whole again.
    venue.record(1, &state(&["e2e4", "e7e5", "f1c4", "b8c6"], "1-0"));
    venue.serve(3_000);
    assert_eq!((venue.lines()[0].as_str(), venue.said(1).len()), ("e4 e5 Bc4 Nc6", 0));

    // Not a move of it is taken: names and result are.
    let mut venue = Venue::new(1);
    venue.lichess.hates = Some("e4".to_owned());
    venue.record(1, &state(&["e2e4", "e7e5"], "0-1"));
    venue.serve(5_000);
    assert_eq!((venue.lines()[0].as_str(), venue.lichess.boards[0].tag("Result")), ("", "0-1"));
    assert_eq!(venue.said(1), ["Lichess does not take the game (No move found: e4); shown are names and result"]);
}

#[test]
fn boards_that_are_not_shown_as_they_stand_are_said() {
    let mut venue = Venue::new(3);
    // An illegal move that stands: no legal move leads to what is on the board.
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/7N/PPPP1PPP/RNBQK2R b KQkq - 0 2";
    let standing = json!({ "type": "game", "seq": 0, "t_ms": 0, "id": "g", "phase": "playing",
        "initial_fen": Position::initial().fen(), "fen": fen, "moves": ["e2e4", "e7e5", "g1h3"],
        "sans": ["e4", "e5", "Nh3"], "result": "*" });
    venue.record(1, &standing.to_string());
    venue.play(2, &["d2d4", "d7d5"]);
    // Of board 2 Lichess has read one half-move, of board 3 it says nothing.
    venue.pass(100, |round, push| {
        round.push(&push.body);
        let id = |board: usize| round.boards[board - 1].tag("GameId").to_owned();
        let games = json!({ "games": [
            { "tags": { "GameId": id(1) }, "moves": round.boards[0].sans.len() },
            { "tags": { "GameId": id(2) }, "moves": 1 }
        ] });
        said(200, &games.to_string())
    });
    let shown = venue.lines()[0].split(' ').count();
    let first = venue.said(1);
    assert!(first.len() == 1 && first[0].starts_with(&format!("shows the game up to half-move {shown}:")), "{first:?}");
    assert_eq!(venue.said(2), ["Lichess has read 1 of 2 half-moves"]);
    assert!(venue.said(3)[0].contains("it says nothing of it"), "{:?}", venue.said(3));
    // A correction of the one, and an answer about the others, end that.
    venue.play(1, &["e2e4", "e7e5", "g1h3"]);
    venue.serve(5_000);
    assert!(venue.pushes.standing().boards.is_empty(), "{:?}", venue.pushes.standing());
    assert_eq!(venue.lines(), ["e4 e5 Nh3", "d4 d5", ""]);
}

#[test]
fn a_comment_that_is_too_long_costs_no_move() {
    let mut venue = Venue::new(1);
    let more = vec!["a1a1"; 20_000];
    let moves: Vec<&str> = ["e2e4"].into_iter().chain(more.iter().copied()).collect();
    let sans: Vec<&str> = ["e4"].into_iter().chain(more.iter().map(|_| "Ra1xa1")).collect();
    let standing = json!({ "type": "game", "seq": 0, "t_ms": 0, "id": "g", "phase": "playing",
        "initial_fen": Position::initial().fen(), "fen": "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "moves": moves, "sans": sans,
        "result": "1-0" });
    venue.record(1, &standing.to_string());
    venue.serve(2_100);
    assert_eq!((venue.lines()[0].as_str(), venue.lichess.boards[0].tag("Result")), ("e4", "1-0"));
    let says = "shows the game up to half-move 1: no legal move leads to the position that stands since";
    assert_eq!(venue.said(1), [says]);
}

#[test]
fn what_is_too_much_for_one_request_goes_in_several() {
    let line: Vec<&str> = ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(1_000).collect();
    let mut venue = Venue::new(104);
    let long = state(&line, "*");
    for board in 1..=104_u16 {
        venue.broadcast.record(&board.to_string(), &long, venue.now).expect("a record");
    }
    venue.tell();
    let mut bytes = Vec::new();
    venue.pass(10_000, |round, push| {
        bytes.push(push.body.len());
        taken(round, push)
    });
    assert!(bytes.len() == 2 && bytes.iter().all(|bytes| *bytes <= 500_000), "{bytes:?}");
    assert_eq!(venue.lichess.boards.len(), 100);
    assert!(venue.lichess.boards.iter().all(|board| board.sans.len() == 1_000));
    let rounds: Vec<&str> = venue.lichess.boards.iter().map(|board| board.tag("Round")).collect();
    assert_eq!((rounds[0], rounds[99]), ("6.1", "6.100"));
    assert_eq!(venue.pushes.standing().boards.len(), 4);
    assert_eq!(venue.said(101), ["not sent, since Lichess shows 100 boards of a round at most"]);
    // Only that request is sent again whose games have changed.
    bytes.clear();
    venue.record(1, &state(&line, "1/2-1/2"));
    venue.pass(10_000, |round, push| {
        bytes.push(push.body.len());
        taken(round, push)
    });
    assert_eq!((bytes.len(), venue.lichess.boards[0].tag("Result")), (1, "1/2-1/2"));
    // A site that takes less is sent less at a time.
    venue.record(1, &state(&line, "1-0"));
    venue.pass(60_000, |round, push| match push.body.len() {
        0..100_000 => taken(round, push),
        _ => said(413, ""),
    });
    assert_eq!((venue.trouble().as_str(), venue.lichess.boards[0].tag("Result")), ("", "1-0"));
}

#[test]
fn each_round_goes_to_its_own_and_one_that_goes_nowhere_is_said() {
    let rounds = vec![round(Some("A"), 6, 1), round(Some("B"), 6, 1), round(Some("B"), 7, 1)];
    let mut venue = Venue::with(rounds, ids(&[(Some("A"), 6, "AAAAAAAA"), (Some("B"), 6, "BBBBBBBB")]));
    let mut to = Vec::new();
    venue.pass(5_000, |_, push| {
        to.push((push.round.clone(), lichess::Game::read_all(&push.body)[0].tag("Round").to_owned()));
        said(200, r#"{"games":[{"tags":{},"moves":0}]}"#)
    });
    to.sort();
    assert_eq!(to, [("AAAAAAAA".to_owned(), "6.1".to_owned()), ("BBBBBBBB".to_owned(), "6.1".to_owned())]);
    assert_eq!(venue.trouble(), "round 7 of B: it has no round of Lichess");
    // A section that is pushed nowhere is not missed; a number alone names the only round that has it.
    let mut venue =
        Venue::with(vec![round(Some("A"), 6, 1), round(Some("B"), 7, 1)], ids(&[(Some("A"), 6, "AAAAAAAA")]));
    venue.serve(3_000);
    assert_eq!((venue.trouble().as_str(), venue.asked.len()), ("", 1));
    let mut venue = Venue::with(vec![round(Some("A"), 6, 1)], ids(&[(None, 6, ID)]));
    venue.serve(3_000);
    assert_eq!((venue.trouble().as_str(), venue.asked.len()), ("", 1));
    let mut venue = Venue::with(vec![round(Some("A"), 6, 1), round(Some("B"), 6, 1)], ids(&[(None, 6, ID)]));
    venue.serve(3_000);
    assert_eq!(venue.asked.len(), 0, "it cannot be both");
    // One that fails stops no other.
    let rounds = vec![round(Some("A"), 6, 1), round(Some("B"), 6, 1)];
    let mut venue = Venue::with(rounds, ids(&[(Some("A"), 6, "AAAAAAAA"), (Some("B"), 6, "BBBBBBBB")]));
    let mut taken_of_b = 0;
    venue.pass(30_000, |_, push| {
        if push.round == "AAAAAAAA" {
            return said(404, "");
        }
        taken_of_b += 1;
        said(200, r#"{"games":[{"tags":{},"moves":0}]}"#)
    });
    assert_eq!((taken_of_b, venue.trouble().contains("round 6 of A: Lichess has no such round")), (1, true));
    venue.rounds[1].pairings[0].given = Some(PairingResult::Played(Score::Draw));
    venue.tell();
    venue.pass(1_000, |_, push| {
        assert_eq!(push.round, "BBBBBBBB");
        assert!(push.body.contains("[Result \"1/2-1/2\"]"));
        said(200, r#"{"games":[{"tags":{},"moves":0}]}"#)
    });
}

#[test]
fn a_round_that_is_shown_earlier_than_the_event_wants_is_said() {
    let mut venue = Venue::new(1);
    let event = ListedEvent { name: Some("Lakeside".to_owned()), delay_ms: 900_000, ..ListedEvent::default() };
    venue.broadcast.listed(Listed { event: Some(event), rounds: Vec::new() }, venue.now);
    venue.tell();
    assert_eq!(venue.pushes.look(venue.now), None, "nothing is there yet");
    let push = venue.pushes.poll(venue.now).expect("the round");
    let answer = taken(&mut venue.lichess, &push);
    venue.pushes.answered(&answer, MIDDLE, venue.now);
    let looked = |venue: &mut Venue, says: &str| {
        let id = venue.pushes.look(venue.now);
        assert!(venue.pushes.poll(venue.now).is_none() && venue.pushes.next_deadline().is_none() || id.is_none());
        venue.pushes.looked(Some(says.as_bytes()));
        id.is_some()
    };
    assert!(looked(&mut venue, r#"{"round":{"id":"AbCd1234"}}"#));
    let note = Some("round 6: held back 0 s there, and the event wants 900 s".to_owned());
    assert_eq!((texts(&venue.pushes.standing().notes), venue.trouble().as_str()), (note.clone(), ""));
    // Not again at once; and whatever cannot be read changes nothing.
    venue.now = venue.now.plus(60_000);
    assert!(!looked(&mut venue, "{}"));
    venue.now = venue.now.plus(300_000);
    assert!(looked(&mut venue, "<html>"));
    assert_eq!(texts(&venue.pushes.standing().notes), note);
    venue.now = venue.now.plus(300_000);
    assert!(looked(&mut venue, r#"{"round":{"id":"AbCd1234","delay":900}}"#));
    assert_eq!(texts(&venue.pushes.standing().notes), None);
}
