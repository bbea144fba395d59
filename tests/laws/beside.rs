//! Who can still checkmate, where that is not plain at a glance: worked out beside the game, without a trace of when.

use protocols::At;
use serde_json::{Value, json};
use touchmove::{
    rules::Winnable,
    table::{Happening, Input, Line, Output, Source, Table, read_line},
    turn::{Nodes, Question},
};

/// When questions are answered, after they are asked.
#[derive(Debug, Clone, Copy)]
enum Answers {
    /// After so many milliseconds.
    After(u64),
    /// Not at all: the table works them out itself.
    Never,
}

/// A table that is played a log.
struct Played {
    table: Table,
    answers: Answers,
    now: u64,
    asked: Vec<(u64, Question)>,
    questions: usize,
    records: Vec<Value>,
}

impl Played {
    fn begin(header: &Value, nodes: Nodes, answers: Answers) -> Played {
        let Ok(Line::Game(mut header, _)) = read_line(&header.to_string(), 1) else { panic!("not a header: {header}") };
        header.settings.nodes = nodes;
        let table = Table::of(*header, Source::Log);
        Played { table, answers, now: 0, asked: Vec::new(), questions: 0, records: Vec::new() }
    }

    fn take(&mut self, event: &Value) {
        let Ok(Line::Event(at, happening)) = read_line(&event.to_string(), 1) else { panic!("not an event: {event}") };
        let at = self.table.clock_offset().input_time(at);
        self.pass(at.0);
        match &happening {
            Happening::ClockGone => self.table.handle(at, Input::ClockGone),
            Happening::Command(command) => self.table.handle(at, Input::Command(command)),
            Happening::Event(event) => self.table.handle(at, Input::Event(*event)),
        }
        self.drain();
    }

    /// Time passes: what is due happens, and what has been worked out is handed in.
    fn pass(&mut self, until: u64) {
        loop {
            let due = self.table.next_deadline().map(|due| due.0.max(self.now)).filter(|due| *due <= until);
            let answer = self.asked.iter().map(|(at, _)| *at).min().filter(|at| *at <= until);
            match (due, answer) {
                (due, Some(at)) if due.is_none_or(|due| at <= due) => {
                    let index = self.asked.iter().position(|(asked, _)| *asked == at).expect("just found");
                    let (_, question) = self.asked.remove(index);
                    self.table.handle(At(at), Input::Answer(&question, question.mate.search()));
                }
                (Some(due), _) => {
                    self.now = due;
                    self.table.handle(At(due), Input::Tick);
                    self.drain();
                }
                (None, _) => break,
            }
        }
        self.now = until;
    }

    fn drain(&mut self) {
        while let Some(output) = self.table.poll() {
            match output {
                Output::Ask(question) => {
                    self.questions += 1;
                    if let Answers::After(ms) = self.answers {
                        self.asked.push((self.now + ms, question));
                    }
                }
                Output::Record(record) => self.records.push(serde_json::to_value(&record).expect("JSON")),
                Output::Reply { text: reply, .. } => self.records.push(serde_json::from_str(&reply).expect("JSON")),
                _ => {}
            }
        }
    }

    fn end(mut self) -> Played {
        self.table.finish();
        self.drain();
        self
    }

    fn alerts(&self, kind: &str) -> Vec<&Value> {
        self.records.iter().filter(|record| record["type"] == "alert" && record["kind"] == kind).collect()
    }

    fn game(&self) -> &Value {
        self.records.iter().rev().find(|record| record["type"] == "game").expect("a game")
    }
}

/// Blocked, and found so only by search. White's king may walk to and fro, Black's goes to a5.
const DEAD: &str = "8/1p6/kPp5/2P5/1pP5/1P6/8/2K5 w - - 0 60";

/// White can mate, with much help; it takes a search to see how.
const WINNABLE: &str = "8/b7/5k2/5p1p/4p2P/1r6/6K1/8 b - - 1 65";

fn header(fen: &str) -> Value {
    json!({ "log": "touchmove/1", "id": "t", "fen": fen })
}

fn lift(t_ms: u64, sq: &str, piece: &str) -> Value {
    json!({ "t_ms": t_ms, "ev": "lift", "sq": sq, "piece": piece })
}

fn drop(t_ms: u64, sq: &str, piece: &str) -> Value {
    json!({ "t_ms": t_ms, "ev": "drop", "sq": sq, "piece": piece })
}

fn press(t_ms: u64, by: &str) -> Value {
    json!({ "t_ms": t_ms, "ev": "press", "by": by })
}

fn flag(t_ms: u64, by: &str) -> Value {
    json!({ "t_ms": t_ms, "ev": "flag", "by": by })
}

fn command(t_ms: u64, command: Value) -> Value {
    json!({ "t_ms": t_ms, "ev": "command", "command": command })
}

/// The move that leads to the dead position: found dead 500 ms after it has settled, at 2,400.
fn dead_move() -> Vec<Value> {
    vec![lift(1_000, "c1", "K"), drop(1_500, "d2", "K")]
}

/// An illegal rook move by Black, pressed at 2,000; the grace ends at 2,501.
fn illegal_move() -> Vec<Value> {
    vec![lift(1_000, "b3", "r"), drop(1_500, "a4", "r"), press(2_000, "black")]
}

fn played(header: &Value, events: &[Value], nodes: Nodes, answers: Answers) -> Played {
    let mut played = Played::begin(header, nodes, answers);
    for event in events {
        played.take(event);
    }
    played.end()
}

/// Plays a log with answers that come at once, in time, too late and never: the records must be the same, and are given.
fn same_whenever_answered(header: &Value, events: &[Value], nodes: Nodes) -> Played {
    let first = played(header, events, nodes, Answers::After(0));
    for answers in [Answers::After(120), Answers::After(499), Answers::After(700), Answers::Never] {
        let again = played(header, events, nodes, answers);
        assert_eq!(first.records, again.records, "{answers:?}");
    }
    first
}

fn times(alerts: &[&Value]) -> Vec<u64> {
    alerts.iter().map(|alert| alert["t_ms"].as_u64().expect("a time")).collect()
}

#[test]
fn a_flag_is_ruled_on_half_a_second_later_and_not_before() {
    for (fen, by, result) in [(WINNABLE, "black", "1-0"), (DEAD, "white", "1/2-1/2")] {
        let played = same_whenever_answered(&header(fen), &[flag(1_000, by)], Nodes::default());
        assert_eq!(played.questions, 1, "{fen}");
        let alerts = played.alerts("flag-fall");
        assert_eq!(times(&alerts), [1_500]);
        assert_eq!((&alerts[0]["data"]["result"], &alerts[0]["advisory"]), (&json!(result), &json!(false)));
        assert_eq!(played.game()["result"], "*", "the arbiter has not spoken");
    }
}

#[test]
fn a_flag_that_cannot_be_decided_says_so_and_proposes_nothing() {
    let few = Nodes { each_move: 0, ruling: 130 };
    let events = [
        flag(1_000, "black"),
        command(3_000, json!({ "id": "1", "command": "confirm", "alert": "t#1" })),
        command(4_000, json!({ "id": "2", "command": "set-result", "result": "1-0" })),
    ];
    let played = same_whenever_answered(&header(WINNABLE), &events, few);
    let alerts = played.alerts("flag-fall");
    let alert = alerts[0];
    assert_eq!(alert["data"], json!({ "by": "black", "candidates": ["1-0", "1/2-1/2"] }));
    assert_eq!((&alert["severity"], &alert["advisory"]), (&json!("ruling"), &json!(true)));
    assert!(alert["text"].as_str().is_some_and(|text| text.contains("cannot be decided: look")), "{alert}");
    let replies: Vec<&Value> = played.records.iter().filter(|record| record.get("ok").is_some()).collect();
    assert_eq!(replies[0]["ok"], false);
    assert!(replies[0]["error"].as_str().is_some_and(|error| error.contains("set-result")), "{}", replies[0]);
    assert_eq!(replies[1]["ok"], true);
    assert_eq!(played.game()["result"], "1-0");
}

#[test]
fn the_arbiter_s_word_comes_after_a_ruling_that_is_being_worked_out() {
    let events =
        [flag(1_000, "black"), command(1_100, json!({ "id": "1", "command": "set-result", "result": "1/2-1/2" }))];
    let played = same_whenever_answered(&header(WINNABLE), &events, Nodes::default());
    assert_eq!(times(&played.alerts("flag-fall")), [1_100]);
    assert_eq!(played.game()["result"], "1/2-1/2");
}

#[test]
fn a_losing_illegal_move_is_ruled_on_half_a_second_later() {
    let mut header = header(WINNABLE);
    header["given"] = json!({ "illegal_moves": { "black": 1 } });
    let played = same_whenever_answered(&header, &illegal_move(), Nodes::default());
    assert_eq!(times(&played.alerts("illegal-move-completed")), [2_501]);
    let alerts = played.alerts("ruling-game-lost");
    assert_eq!(times(&alerts), [3_001]);
    assert_eq!((&alerts[0]["ply"], &alerts[0]["data"]), (&json!(1), &json!({ "loser": "black" })));

    let few = Nodes { each_move: 0, ruling: 130 };
    let played = same_whenever_answered(&header, &illegal_move(), few);
    let alerts = played.alerts("ruling-game-lost");
    assert_eq!(alerts[0]["data"], json!({ "loser": "black", "or": "ruling-game-drawn" }));
    assert_eq!(alerts[0]["advisory"], true);
    assert!(alerts[0]["text"].as_str().is_some_and(|text| text.contains("cannot be decided: look")), "{}", alerts[0]);
}

#[test]
fn an_illegal_move_that_the_reply_lets_stand_is_not_ruled_on() {
    let mut header = header(WINNABLE);
    header["given"] = json!({ "illegal_moves": { "black": 1 } });
    header["regime"] = json!("rapid");
    let held = played(&header, &illegal_move(), Nodes::default(), Answers::Never);
    assert_eq!(times(&held.alerts("ruling-game-lost")), [3_001]);

    let mut events = illegal_move();
    events.extend([lift(2_600, "g2", "K"), drop(2_700, "h2", "K"), press(2_800, "white")]);
    let played = same_whenever_answered(&header, &events, Nodes::default());
    let stands = played.alerts("illegal-move-stands");
    assert_eq!(times(&stands), [2_800, 2_800]);
    let states: Vec<&Value> = stands.iter().map(|alert| &alert["state"]).collect();
    assert_eq!(states, ["raised", "lapsed"], "it is over when told");
    assert!(played.alerts("ruling-game-lost").is_empty());
}

#[test]
fn what_can_be_claimed_in_older_blitz_waits_for_its_answer() {
    let mut header = header(WINNABLE);
    header["edition"] = json!("2009");
    header["regime"] = json!("blitz");
    let played = same_whenever_answered(&header, &illegal_move(), Nodes::default());
    let alerts = played.alerts("opponent-may-claim");
    assert_eq!(times(&alerts), [3_001]);
    assert_eq!(alerts[0]["data"], json!({ "by": "white", "claim": "win" }));
    let played = same_whenever_answered(&header, &illegal_move(), Nodes { each_move: 0, ruling: 130 });
    assert_eq!(played.alerts("opponent-may-claim")[0]["data"], json!({ "by": "white", "claim": "win", "or": "draw" }));
}

#[test]
fn a_dead_position_found_by_search_ends_the_game_whatever_has_begun_meanwhile() {
    let begun = [
        vec![],
        vec![press(2_000, "white")],
        vec![press(2_000, "white"), lift(2_100, "a6", "k")],
        vec![press(2_000, "white"), lift(2_100, "a6", "k"), drop(2_300, "a5", "k")],
        vec![lift(2_000, "a6", "k")],
        vec![press(2_000, "white"), lift(2_050, "a6", "k"), drop(2_100, "b5", "k"), press(2_200, "black")],
        vec![flag(2_200, "white")],
        vec![press(2_000, "white"), flag(2_200, "black")],
    ];
    for meanwhile in begun {
        let mut events = dead_move();
        events.extend(meanwhile.clone());
        let played = same_whenever_answered(&header(DEAD), &events, Nodes::default());
        let alerts = played.alerts("game-ended-dead-position");
        assert_eq!(times(&alerts), [2_400], "{meanwhile:?}");
        assert_eq!((&alerts[0]["ply"], &alerts[0]["by"]), (&json!(1), &json!("white")), "{meanwhile:?}");
        let game = played.game();
        assert_eq!((&game["phase"], &game["result"]), (&json!("over"), &json!("1/2-1/2")), "{meanwhile:?}");
        assert_eq!(game["moves"], json!(["c1d2"]), "{meanwhile:?}");
        assert_eq!(game["alerts"].as_array().map(Vec::len), Some(1), "{meanwhile:?}");
        let standing = played.records.iter().rev().find(|record| record["type"] == "move").expect("a move");
        assert_eq!((&standing["uci"], &standing["status"]), (&json!("c1d2"), &json!("completed")), "{meanwhile:?}");
    }
}

#[test]
fn a_move_made_before_a_dead_position_is_found_is_the_last_one() {
    let mut events = dead_move();
    events.extend([press(2_000, "white"), lift(2_050, "a6", "k"), drop(2_100, "a5", "k"), press(2_200, "black")]);
    let played = same_whenever_answered(&header(DEAD), &events, Nodes::default());
    // Asked once the king has come to rest, at 2,500 ms.
    assert_eq!(times(&played.alerts("game-ended-dead-position")), [3_000]);
    assert_eq!(played.game()["moves"], json!(["c1d2", "a6a5"]));
}

#[test]
fn a_move_corrected_before_its_position_is_found_dead_is_not_judged() {
    // The king goes on to d1 before the press; that position is asked about in its turn, and the arbiter decides.
    let mut events = dead_move();
    events.extend([lift(2_100, "d2", "K"), drop(2_200, "d1", "K"), press(2_300, "white")]);
    let played = same_whenever_answered(&header(DEAD), &events, Nodes::default());
    let alerts = played.alerts("game-end-in-doubt");
    assert_eq!(times(&alerts), [3_100]);
    assert_eq!(alerts[0]["data"]["would_be"], "game-ended-dead-position");
    assert!(played.alerts("game-ended-dead-position").is_empty());
    assert_eq!(played.game()["moves"], json!(["c1d1"]));
}

#[test]
fn an_answer_to_a_question_that_is_not_open_is_passed_over() {
    let mut one = Played::begin(&header(DEAD), Nodes::default(), Answers::Never);
    one.take(&flag(1_000, "white"));
    let mate = touchmove::rules::MateQuestion {
        position: touchmove::rules::Position::initial(),
        by: touchmove::rules::By::Either,
        nodes: 1,
    };
    let stranger = Question { number: 1, mate };
    one.table.handle(At(1_100), Input::Answer(&stranger, Winnable::Can));
    let one = one.end();
    assert_eq!(one.alerts("flag-fall")[0]["data"]["result"], "1/2-1/2");
}
