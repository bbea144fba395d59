//! An arbiter's commands: read, checked, done once, answered (`docs/interfaces.md`, commands).

use std::{collections::VecDeque, sync::Arc};

use serde::Deserialize;
use serde_json::Value;

use super::{
    Happening, Output, Table,
    alert_log::{Decision, Settled},
    players::SetPlayers,
    rulings::{RawAdjustment, RawClaim, RawCounts, RawRegister},
};
use crate::{
    game::{
        doubled::no_key_twice,
        nesting::{MAX_COMMAND_BYTES, MAX_COMMAND_DEPTH, TooLong, nesting},
        persons::Persons,
        record::Players,
    },
    rules::{GameResult, Position, Variant},
    turn::{Act, Edition, Laws, Outcome, Refusal, Regime, Supervision, Termination},
};

/// Longest command id, in bytes.
const MAX_ID: usize = 128;

/// Longest name of who decides, in bytes.
const MAX_BY: usize = 64;

/// Longest reason given for not carrying a command out, in characters: it may repeat what was found.
const MAX_REASON: usize = 400;

/// Replies remembered, so that the same id does the thing once.
const REMEMBERED: usize = 1_000;

/// Why a command was not carried out. It has changed nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CommandError {
    /// It cannot be done.
    #[error("{0}")]
    Impossible(#[from] Refusal),
    /// The alert is settled already: by whom, how and when.
    #[error("{refusal}: {how}")]
    Settled {
        /// What cannot be done.
        refusal: Refusal,
        /// Who has decided what, when.
        how: String,
    },
    /// It is not a command.
    #[error("not a command: {0}")]
    Malformed(String),
    /// There is no play any more.
    #[error("the game is over: there is no play to suspend or to resume")]
    Over,
    /// It is too long.
    #[error(transparent)]
    Oversized(#[from] TooLong),
    /// A field has a value it cannot have.
    #[error("{field}: found {found:?}, expected {expected}")]
    Value {
        /// The field.
        field: &'static str,
        /// What is there.
        found: String,
        /// What may be there.
        expected: &'static str,
    },
    /// A new game would leave one behind that has moves and no result.
    #[error(
        "game {game} has {plies} half-moves and no result: set its result first, or leave it so by \"abandon\": true"
    )]
    Unfinished {
        /// The game's id.
        game: String,
        /// Half-moves on its scoresheet.
        plies: usize,
    },
}

/// What is to become of a game that has moves and no result when another is to begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(from = "bool")]
pub enum Unfinished {
    /// It is left so; what is on its scoresheet is kept without a result.
    Abandon,
    /// It goes on, and no other begins.
    #[default]
    Keep,
}

impl From<bool> for Unfinished {
    fn from(abandon: bool) -> Unfinished {
        if abandon { Unfinished::Abandon } else { Unfinished::Keep }
    }
}

/// Replies given, by command id.
#[derive(Debug, Default)]
pub(super) struct Commands {
    replies: VecDeque<(String, String)>,
}

#[derive(Debug, Deserialize)]
struct Envelope {
    #[serde(default)]
    id: Option<String>,
    #[serde(default)]
    by: Option<String>,
    #[serde(flatten)]
    command: Command,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "command", rename_all = "kebab-case")]
enum Command {
    Acknowledge {
        alert: String,
    },
    AdjustClock(RawAdjustment),
    Claim(RawClaim),
    Confirm {
        alert: String,
    },
    Dismiss {
        alert: String,
    },
    Identify,
    LetStand {
        alert: String,
    },
    NewGame(NewGame),
    Register(RawRegister),
    Reopen,
    Resume,
    Resync {
        #[serde(default)]
        seq: u64,
    },
    SetIllegalMoves(RawCounts),
    SetMove {
        ply: u32,
        uci: String,
    },
    SetPlayers(SetPlayers),
    SetPosition {
        fen: String,
    },
    SetResult {
        result: String,
        #[serde(default)]
        termination: Option<String>,
    },
    Suspend,
    TakeBack {
        plies: u32,
    },
}

impl Command {
    /// The word in `command`.
    fn name(&self) -> &'static str {
        match self {
            Command::Acknowledge { .. } => "acknowledge",
            Command::AdjustClock(_) => "adjust-clock",
            Command::Claim(_) => "claim",
            Command::Confirm { .. } => "confirm",
            Command::Dismiss { .. } => "dismiss",
            Command::Identify => "identify",
            Command::LetStand { .. } => "let-stand",
            Command::NewGame(_) => "new-game",
            Command::Register(_) => "register",
            Command::Reopen => "reopen",
            Command::Resume => "resume",
            Command::Resync { .. } => "resync",
            Command::SetIllegalMoves(_) => "set-illegal-moves",
            Command::SetMove { .. } => "set-move",
            Command::SetPlayers(_) => "set-players",
            Command::SetPosition { .. } => "set-position",
            Command::SetResult { .. } => "set-result",
            Command::Suspend => "suspend",
            Command::TakeBack { .. } => "take-back",
        }
    }
}

#[derive(Debug, Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct NewGame {
    #[serde(default)]
    players: Option<Players>,
    #[serde(default)]
    edition: Option<String>,
    #[serde(default)]
    regime: Option<String>,
    #[serde(default)]
    supervision: Option<String>,
    #[serde(default)]
    variant: Option<String>,
    #[serde(default)]
    fen: Option<String>,
    #[serde(default)]
    abandon: Unfinished,
}

impl Table {
    /// Whether another game may begin at this table: not while the game that is on has moves and no final result, unless
    /// it is to be abandoned.
    ///
    /// # Errors
    /// [`CommandError::Unfinished`].
    pub fn may_begin(&self, unfinished: Unfinished) -> Result<(), CommandError> {
        let plies = self.plies();
        if unfinished == Unfinished::Abandon || plies == 0 || self.is_over() {
            return Ok(());
        }
        Err(CommandError::Unfinished { game: self.id.to_string(), plies })
    }

    /// Carries out a command, given as JSON, and answers it.
    pub(super) fn command(&mut self, json: &str) {
        // What has come about before it is none of its doing.
        self.drain_machine();
        let id = id_of(json);
        if let Some(reply) = id.as_ref().and_then(|id| self.commands.remembered(id)) {
            self.out.push_back(Output::Reply(reply));
            return;
        }
        let form = well_formed(json);
        if form.is_ok() && json.trim_start().starts_with('{') {
            self.out.push_back(Output::Seen(self.told, Happening::Command(json.to_owned())));
        }
        let read = form.and_then(|()| read(json));
        let by: Option<Arc<str>> = read.as_ref().ok().and_then(|read| read.by.as_deref()).map(Arc::from);
        let outcome = read.and_then(|read| {
            self.deciding = Some(Decision { command: read.command.name(), by: by.clone(), at: self.told });
            self.carry_out(read.command)
        });
        let mut reply = match &outcome {
            Ok(None) => serde_json::json!({ "id": id, "ok": true }),
            Ok(Some(claim)) => serde_json::json!({ "id": id, "ok": true, "claim": claim }),
            Err(error) => {
                let reason: String = error.to_string().chars().take(MAX_REASON).collect();
                serde_json::json!({ "id": id, "ok": false, "error": reason })
            }
        };
        if let Some(by) = by {
            reply["by"] = (*by).into();
        }
        let reply = reply.to_string();
        if let Some(id) = id {
            self.commands.remember(id, reply.clone());
        }
        self.out.push_back(Output::Reply(reply));
        self.shown.stale = true;
        self.drain_machine();
        self.deciding = None;
    }

    /// Does what an arbiter says; who comes too late hears who has decided.
    pub(super) fn act(&mut self, act: Act) -> Result<(), CommandError> {
        self.observer.act(act).map_err(|refusal| match refusal {
            Refusal::NoSuchAlert(number) => self.settled(number, refusal),
            _ => CommandError::Impossible(refusal),
        })
    }

    fn settled(&self, number: u32, refusal: Refusal) -> CommandError {
        let course = self.alerts.course(number).filter(|course| !course.state.is_open());
        match course.map(|course| Settled { course, now: self.told }.to_string()) {
            Some(how) => CommandError::Settled { refusal, how },
            None => CommandError::Impossible(refusal),
        }
    }

    /// Does it; gives what the answer has to tell besides.
    fn carry_out(&mut self, command: Command) -> Result<Option<Value>, CommandError> {
        let act = match command {
            Command::Acknowledge { alert } => Act::Acknowledge(self.alert_number(&alert)?),
            Command::AdjustClock(raw) => self.adjust_clock(raw)?,
            Command::Claim(claim) => return self.claim(claim).map(Some),
            Command::Confirm { alert } => Act::Confirm(self.alert_number(&alert)?),
            Command::Dismiss { alert } => Act::Dismiss(self.alert_number(&alert)?),
            Command::Identify if self.lights.identify(self.now) => return Ok(None),
            Command::Identify => {
                return Err(CommandError::Value {
                    field: "command",
                    found: "identify".to_owned(),
                    expected: "a board that can blink; this one has no lights",
                });
            }
            Command::LetStand { alert } => Act::LetStand(self.alert_number(&alert)?),
            Command::NewGame(new) => return self.new_game(new).map(|()| None),
            Command::Register(raw) => self.register(&raw)?,
            Command::Reopen => Act::Reopen,
            Command::Resume => return self.set_suspended(Act::Resume).map(|()| None),
            Command::Resync { seq } => {
                self.out.push_back(Output::Resync(seq));
                self.announce();
                return Ok(None);
            }
            Command::SetIllegalMoves(raw) => self.illegal_moves(&raw)?,
            Command::SetMove { ply, uci } => Act::SetMove { ply, uci },
            Command::SetPlayers(new) => return self.set_players(new).map(|()| None),
            Command::SetPosition { fen } => {
                let variant = self.observer.machine().position().variant();
                Act::SetPosition(Box::new(position("fen", &fen, variant)?))
            }
            Command::SetResult { result, termination } => {
                let result = GameResult::from_name(&result).ok_or(CommandError::Value {
                    field: "result",
                    found: result,
                    expected: "1-0, 0-1 or 1/2-1/2",
                })?;
                let termination = termination.map_or(Termination::ArbitersDecision, Termination::ArbitersWords);
                Act::SetResult(Outcome { result, termination, proposed: false })
            }
            Command::Suspend => return self.set_suspended(Act::Suspend).map(|()| None),
            Command::TakeBack { plies } => Act::TakeBack(plies),
        };
        self.act(act).map(|()| None)
    }

    /// Suspends play, or has it resumed.
    fn set_suspended(&mut self, act: Act) -> Result<(), CommandError> {
        if self.is_over() {
            return Err(CommandError::Over);
        }
        let suspended = matches!(act, Act::Suspend);
        self.observer.act(act)?;
        self.suspended = suspended;
        Ok(())
    }

    fn new_game(&mut self, new: NewGame) -> Result<(), CommandError> {
        let mut settings = self.next.settings.as_ref().map_or(self.settings, |(settings, _)| *settings);
        let laws = settings.laws;
        let edition = named("edition", new.edition, Edition::from_name, "2005, 2009, 2014, 2018 or 2023")?;
        let regime = named("regime", new.regime, Regime::from_name, "standard, rapid or blitz")?;
        let supervision = named("supervision", new.supervision, Supervision::from_name, "full or limited")?;
        let kept = (regime.is_none() && supervision.is_none()).then_some(laws.supervision);
        let variant = named("variant", new.variant, Variant::from_name, "chess or chess960")?
            .unwrap_or(self.observer.machine().position().variant());
        let first = match &new.fen {
            Some(fen) => position("fen", fen, variant)?,
            None => Position::first_of(variant),
        };
        settings.laws = Laws::new(edition.unwrap_or(laws.edition), regime.unwrap_or(laws.regime), supervision.or(kept));
        self.may_begin(new.abandon)?;
        self.observer.act(Act::NewGame(Box::new(first)))?;
        self.take_next();
        self.settings = settings;
        self.next.players = new.players.unwrap_or_default();
        self.next.persons = Persons::default();
        self.drain_machine();
        Ok(())
    }

    /// Whether this is the id of a game that this log never had: the log was written under another id, and its commands
    /// mean the game that is on.
    fn is_of_renamed_log(&self, game: &str) -> bool {
        let of_session = game.strip_prefix(&*self.session).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        self.codec.is_none() && !of_session
    }

    /// The number of one of this game's alerts, by its id.
    fn alert_number(&self, id: &str) -> Result<u32, CommandError> {
        let number = id.rsplit_once('#').filter(|(game, _)| *game == &*self.id || self.is_of_renamed_log(game));
        number.and_then(|(_, number)| number.parse().ok()).ok_or_else(|| CommandError::Value {
            field: "alert",
            found: id.chars().take(MAX_ID).collect(),
            expected: "the id of an alert of this game",
        })
    }
}

impl Commands {
    /// What was answered before.
    pub(super) fn recall(replies: impl IntoIterator<Item = (String, String)>) -> Commands {
        let mut commands = Commands::default();
        for (id, reply) in replies {
            commands.remember(id, reply);
        }
        commands
    }

    /// The answers, by command id, oldest first.
    pub(super) fn into_replies(self) -> Vec<(String, String)> {
        self.replies.into()
    }

    fn remembered(&self, id: &str) -> Option<String> {
        self.replies.iter().find(|(known, _)| known == id).map(|(_, reply)| reply.clone())
    }

    fn remember(&mut self, id: String, reply: String) {
        if self.replies.len() >= REMEMBERED {
            self.replies.pop_front();
        }
        self.replies.push_back((id, reply));
    }
}

/// Whether a text is a command, which may still be impossible.
///
/// # Errors
/// [`CommandError`]: what is wrong with it, in its own lines and columns.
pub fn check_command(json: &str) -> Result<(), CommandError> {
    well_formed(json)?;
    read(json).map(|_| ())
}

/// Whether a text is JSON that everybody reads alike. Nothing else may be passed on, logged or added to.
fn well_formed(json: &str) -> Result<(), CommandError> {
    if json.len() > MAX_COMMAND_BYTES {
        return Err(TooLong.into());
    }
    if nesting(json) > MAX_COMMAND_DEPTH {
        return Err(CommandError::Malformed(format!("nested deeper than {MAX_COMMAND_DEPTH}")));
    }
    no_key_twice(json).map_err(|error| CommandError::Malformed(error.to_string()))
}

fn read(json: &str) -> Result<Envelope, CommandError> {
    let envelope: Envelope = serde_json::from_str(json).map_err(|error| CommandError::Malformed(error.to_string()))?;
    if envelope.id.as_ref().is_some_and(|id| id.len() > MAX_ID) {
        return Err(CommandError::Malformed(format!("the id is longer than {MAX_ID} bytes")));
    }
    if let Some(by) = &envelope.by
        && (by.is_empty() || by.len() > MAX_BY || by.chars().any(char::is_control))
    {
        return Err(CommandError::Value {
            field: "by",
            found: by.chars().take(MAX_BY).collect(),
            expected: "1 to 64 bytes of text without control characters",
        });
    }
    Ok(envelope)
}

/// The id of a command that may be no command.
fn id_of(json: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Id {
        id: String,
    }
    if json.len() > MAX_COMMAND_BYTES || nesting(json) > MAX_COMMAND_DEPTH {
        return None;
    }
    serde_json::from_str::<Id>(json).ok().map(|id| id.id).filter(|id| id.len() <= MAX_ID)
}

fn position(field: &'static str, fen: &str, variant: Variant) -> Result<Position, CommandError> {
    Position::from_fen(fen, variant).map_err(|_| CommandError::Value {
        field,
        found: fen.chars().take(MAX_ID).collect(),
        expected: "a FEN of a possible position",
    })
}

fn named<T>(
    field: &'static str,
    found: Option<String>,
    read: impl Fn(&str) -> Option<T>,
    expected: &'static str,
) -> Result<Option<T>, CommandError> {
    match found {
        None => Ok(None),
        Some(name) => read(&name).map(Some).ok_or(CommandError::Value { field, found: name, expected }),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use protocols::{At, Color, registry::Sensing};

    use super::*;
    use crate::{
        board::{BoardReading, Event},
        game::{
            pgn::Tags,
            record::{AlertState, Body, Game, Phase},
        },
        table::{Input, Replay, Setup, Source, event_line},
        turn::{AlertKind, Given, Settings, Start},
    };

    /// A command that one reader of JSON takes for `identify`, another for `set-result`.
    const DOUBLED: &str = r#"{"id":"u","command":"identify","command":"set-result","result":"0-1"}"#;

    /// Reads as a command once a reader that looks for this key has rewritten it.
    const HIDDEN: &str = r#"{"$serde_json::private::RawValue":"{\"command\":\"set-result\",\"result\":\"0-1\"}"}"#;

    const HEADER: &str = "{\"log\":\"touchmove/1\",\"id\":\"g\"}\n";

    /// A game of squares that tell their pieces, or do not, at this table.
    fn playing(sensing: Sensing) -> Table {
        let settings = Settings { sensing, ..Settings::default() };
        let start = Start::Playing(Position::initial());
        let (given, tags) = (Given::default(), Tags::default());
        let (name, session) = ("1".to_owned(), "s".to_owned());
        Table::new(Setup { name, session, settings, start, given, seq: 0, tags }, Source::Log)
    }

    /// What a table says to this: its answer, and the lines of its log.
    fn said_to(json: &str) -> (serde_json::Value, Vec<String>) {
        let mut table = playing(Sensing::Identity);
        table.handle(At(1_000), Input::Command(json));
        let (mut reply, mut log) = (serde_json::Value::Null, Vec::new());
        while let Some(output) = table.poll() {
            match output {
                Output::Reply(text) => reply = serde_json::from_str(&text).expect("JSON"),
                Output::Seen(at, happening) => log.push(event_line(at, &happening)),
                _ => {}
            }
        }
        (reply, log)
    }

    /// What a replay says to these lines behind a header: the answers, and the result of the game.
    fn replayed(lines: &str) -> (Vec<serde_json::Value>, &'static str) {
        let (mut replies, mut result) = (Vec::new(), "none");
        let outcome = Replay::default().run(Cursor::new(format!("{HEADER}{lines}")), &mut |record| {
            match &record.body {
                Body::Game(game) => result = game.result,
                Body::Reply(reply) => replies.push(serde_json::to_value(reply)?),
                _ => {}
            }
            Ok(())
        });
        outcome.expect("a log");
        (replies, result)
    }

    #[test]
    fn a_command_with_a_doubled_key_is_refused_and_leaves_nothing_that_could_be_done_later() {
        let refused = |reply: &serde_json::Value| {
            assert_eq!(reply["ok"], false, "{reply}");
            let error = reply["error"].as_str().expect("a reason");
            assert!(
                error.starts_with("not a command: the key \"command\" stands there twice at line 1 col"),
                "{error}"
            );
        };
        let (reply, log) = said_to(DOUBLED);
        refused(&reply);
        assert_eq!(reply["id"], "u");
        assert_eq!(log, [""; 0]);
        // As a log may hold it all the same.
        let (replies, result) = replayed(&format!("{{\"t_ms\":1000,\"ev\":\"command\",\"command\":{DOUBLED}}}\n"));
        refused(&replies[0]);
        assert_eq!((replies.len(), result), (1, "*"));
    }

    #[test]
    fn a_key_doubled_anywhere_in_a_command_is_named() {
        for json in [
            r#"{"command":"set-result","result":"1-0","result":"0-1"}"#,
            r#"{"command":"suspend","note":1,"note":1}"#,
            r#"{"command":"new-game","players":{"white":"A","white":"B"}}"#,
            r#"{"id":"1","id":"2","command":"suspend"}"#,
        ] {
            let (reply, log) = said_to(json);
            assert!(reply["error"].as_str().is_some_and(|error| error.contains("stands there twice")), "{reply}");
            assert_eq!(log, [""; 0]);
        }
    }

    #[test]
    fn the_log_has_a_command_in_its_own_words_so_that_what_was_refused_is_refused_again() {
        let (reply, log) = said_to(HIDDEN);
        assert_eq!(reply["ok"], false);
        let (replies, result) = replayed(&log.join("\n"));
        assert_eq!((replies.as_slice(), result), (&[reply][..], "*"));

        let (_, log) = said_to("{ \"command\":\r\n \"set-result\",\n\"result\": \"0-1\" }\n");
        let line = r#"{"command":{ "command":   "set-result", "result": "0-1" },"ev":"command","t_ms":1000}"#;
        assert_eq!(log, [line]);
        assert_eq!(replayed(line).1, "0-1");
    }

    #[test]
    fn what_is_wrong_is_named_by_its_place_in_what_was_sent() {
        let error = |json: &str| said_to(json).0["error"].as_str().expect("a reason").to_owned();
        assert_eq!(error("{}"), "not a command: missing field `command` at line 1 column 2");
        assert_eq!(error(r#"{"command":}"#), "not a command: expected value at line 1 column 12");
    }

    /// Answers, alerts raised, and the game as it was shown last, of all that was said since.
    fn heard(table: &mut Table) -> (Vec<bool>, Vec<AlertKind>, Option<Game>) {
        let (mut answers, mut alerts, mut shown) = (Vec::new(), Vec::new(), None);
        while let Some(output) = table.poll() {
            match output {
                Output::Reply(text) => answers.push(text.contains(r#""ok":true"#)),
                Output::Record(record) => match record.body {
                    Body::Alert(alert) if alert.state == AlertState::Raised => alerts.push(alert.kind),
                    Body::Game(game) => shown = Some(*game),
                    _ => {}
                },
                _ => {}
            }
        }
        (answers, alerts, shown)
    }

    fn give(table: &mut Table, at: u64, commands: &[&str]) {
        for command in commands {
            table.handle(At(at), Input::Command(command));
        }
    }

    const SUSPEND: &str = r#"{"command":"suspend"}"#;
    const RESUME: &str = r#"{"command":"resume"}"#;
    const WHITE_WINS: &str = r#"{"command":"set-result","result":"1-0"}"#;

    /// Pieces go from square to square, and all timers run out.
    fn go(table: &mut Table, mut at: u64, moves: &[(&str, &str)]) -> u64 {
        let reading = table.observer.reading();
        let BoardReading::Pieces(mut board) = reading else { panic!("{reading:?}") };
        for (from, to) in moves {
            let [from, to] = [from, to].map(|name| name.parse().expect("a square"));
            let piece = board.set(from, None);
            board.set(to, piece);
            table.handle(At(at), Input::Event(Event::Lift { square: from, piece }));
            table.handle(At(at + 500), Input::Event(Event::Drop { square: to, piece }));
            at += 10_000;
            while let Some(due) = table.next_deadline().filter(|due| due.0 <= at) {
                table.handle(due, Input::Tick);
            }
        }
        at
    }

    #[test]
    fn a_game_that_is_given_a_result_while_it_is_suspended_is_over() {
        for sensing in [Sensing::Identity, Sensing::Occupancy] {
            let mut table = playing(sensing);
            give(&mut table, 1_000, &[SUSPEND]);
            assert_eq!(heard(&mut table).2.map(|game| game.phase), Some(Phase::Suspended));
            give(&mut table, 2_000, &[WHITE_WINS]);
            let (answers, alerts, game) = heard(&mut table);
            let game = game.expect("a record of the game");
            assert_eq!((game.phase, game.result, game.turn), (Phase::Over, "1-0", None), "{sensing:?}");
            assert_eq!((answers, alerts), (vec![true], vec![]));
            // Nor is it suspended where play goes on after all.
            give(&mut table, 3_000, &[r#"{"command":"set-position","fen":"4k3/8/8/8/8/8/8/4K2R w K - 0 1"}"#]);
            assert_eq!(heard(&mut table).2.map(|game| game.phase), Some(Phase::Playing));
        }
    }

    #[test]
    fn what_ended_a_game_before_it_was_suspended_ends_it_once_it_is_confirmed() {
        let mut table = playing(Sensing::Identity);
        table.handle(At(1_000), Input::Event(Event::Flag { by: Color::White }));
        table.handle(At(1_000), Input::Event(Event::Time));
        give(&mut table, 60_000, &[SUSPEND]);
        let (_, alerts, game) = heard(&mut table);
        assert_eq!((alerts, game.map(|game| game.phase)), (vec![AlertKind::FlagFall], Some(Phase::Suspended)));
        give(&mut table, 61_000, &[r#"{"command":"confirm","alert":"s#1"}"#]);
        let game = heard(&mut table).2.expect("a record of the game");
        assert_eq!((game.phase, game.result), (Phase::Over, "0-1"));
    }

    #[test]
    fn a_game_that_is_over_is_neither_suspended_nor_resumed() {
        let mut table = playing(Sensing::Identity);
        give(&mut table, 1_000, &[WHITE_WINS]);
        heard(&mut table);
        for command in [SUSPEND, RESUME] {
            table.handle(At(2_000), Input::Command(command));
            let Some(Output::Reply(reply)) =
                std::iter::from_fn(|| table.poll()).find(|it| matches!(it, Output::Reply(_)))
            else {
                panic!("no answer")
            };
            assert!(reply.contains("the game is over: there is no play to suspend or to resume"), "{reply}");
        }
        table.announce();
        assert_eq!(heard(&mut table).2.map(|game| game.phase), Some(Phase::Over));
        give(&mut table, 3_000, &[r#"{"command":"new-game"}"#, SUSPEND, RESUME]);
        assert_eq!(heard(&mut table).0, [true, true, true]);
    }

    #[test]
    fn pieces_set_up_before_a_suspended_game_has_its_result_are_the_next_game() {
        let mut table = playing(Sensing::Identity);
        let at = go(&mut table, 1_000, &[("e2", "e4"), ("g8", "f6")]);
        give(&mut table, at, &[SUSPEND]);
        let at = go(&mut table, at + 1_000, &[("e4", "e2"), ("f6", "g8")]);
        let before = heard(&mut table).2.expect("a game");
        assert_eq!(before.moves.len(), 2);
        give(&mut table, at, &[WHITE_WINS]);
        let at = go(&mut table, at + 1_000, &[("d2", "d4")]);
        assert!(at > 0);
        let after = heard(&mut table).2.expect("a game");
        assert_ne!(after.id, before.id);
        assert_eq!((after.phase, after.moves.len()), (Phase::Playing, 1));
    }
}
