//! What goes out, as text. The two channels are parted in the types: a [`PublicMessage`] can be made only of what
//! players and public may know.

use std::{collections::VecDeque, sync::Arc};

use serde::Serialize;

use crate::{
    game::{
        outbox::{Stream, Waiting},
        persons::Persons,
        record::{self, Body, Game, Phase, Players, Record, Status, Uci},
    },
    publish::time::PublisherTime,
    publish::topics::Leaf,
};

/// Longest payload, in bytes: with its topic and properties it stays under 1 MiB.
pub const MAX_PAYLOAD_BYTES: usize = 1_024 * 1_024 - 4_096;

/// Most messages a [`DelayLine`] holds: more than an hour of a clock read each second.
pub const MAX_DELAYED: usize = 4_096;

/// Most bytes of payload a [`DelayLine`] holds.
pub const MAX_DELAYED_BYTES: usize = 32 * 1_024 * 1_024;

/// Why a record is no message.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PayloadError {
    /// It is too long.
    #[error("the message for {leaf} is {bytes} bytes long, at most {MAX_PAYLOAD_BYTES} are sent")]
    TooLong {
        /// Where it was to go.
        leaf: Leaf,
        /// How long it is.
        bytes: usize,
    },
    /// It cannot be written as JSON.
    #[error("the message for {leaf} cannot be written as JSON")]
    Unwritable {
        /// Where it was to go.
        leaf: Leaf,
        /// What the writer said.
        source: serde_json::Error,
    },
}

/// A message for the arbiters, or of presence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArbiterMessage {
    leaf: Leaf,
    payload: String,
}

impl ArbiterMessage {
    /// Any record is for the arbiters' eyes.
    ///
    /// # Errors
    /// [`PayloadError`] when it is too long.
    pub fn of(record: &Record) -> Result<ArbiterMessage, PayloadError> {
        let leaf = match record.body {
            Body::Alert(_) => Leaf::ArbiterAlert,
            Body::Board(_) => Leaf::ArbiterBoard,
            Body::Clock(_) => Leaf::ArbiterClock,
            Body::Game(_) => Leaf::ArbiterGame,
            Body::Move(_) => Leaf::ArbiterMove,
            Body::Reply(_) => Leaf::ArbiterReply,
            Body::Status(_) => Leaf::Status,
            Body::Touch(_) => Leaf::ArbiterTouch,
            Body::Turn(_) => Leaf::ArbiterTurn,
        };
        Ok(ArbiterMessage { leaf, payload: json(leaf, record)? })
    }

    /// The answer to a command, a JSON object.
    ///
    /// # Errors
    /// [`PayloadError::TooLong`].
    pub fn reply(text: String) -> Result<ArbiterMessage, PayloadError> {
        let leaf = Leaf::ArbiterReply;
        Ok(ArbiterMessage { leaf, payload: bounded(leaf, text)? })
    }

    /// The presence that the broker publishes when the daemon has gone without a word.
    ///
    /// # Errors
    /// [`PayloadError`] when it is too long.
    pub fn will(record: &Record, status: &Status) -> Result<ArbiterMessage, PayloadError> {
        let status = Status { online: false, ..status.clone() };
        // Nobody knows when it will be published, so it names no time of day.
        ArbiterMessage::of(&Record { body: Body::Status(status), at: None, ..record.clone() })
    }

    /// Where it goes.
    #[must_use]
    pub fn leaf(&self) -> Leaf {
        self.leaf
    }

    /// What goes out.
    #[cfg(test)]
    pub(crate) fn payload(&self) -> &str {
        &self.payload
    }

    /// The message as an entry of the outbox, if it belongs to a stream that goes through it.
    ///
    /// # Errors
    /// The message itself: it is state or a touch.
    pub fn into_waiting(self) -> Result<Waiting, ArbiterMessage> {
        let stream = match self.leaf {
            Leaf::ArbiterAlert => Stream::Alert,
            Leaf::ArbiterMove => Stream::Move,
            Leaf::ArbiterReply => Stream::Reply,
            Leaf::ArbiterTurn => Stream::Turn,
            Leaf::ArbiterBoard
            | Leaf::ArbiterClock
            | Leaf::ArbiterCommand
            | Leaf::ArbiterGame
            | Leaf::ArbiterTouch
            | Leaf::PublicClock
            | Leaf::PublicGame
            | Leaf::PublicMove
            | Leaf::PublicPgn
            | Leaf::Status => return Err(self),
        };
        Ok(Waiting::new(stream, self.payload))
    }

    /// Gives up the text.
    #[must_use]
    pub fn into_payload(self) -> String {
        self.payload
    }
}

/// A message that players and public may see, once the delay is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicMessage {
    leaf: Leaf,
    payload: String,
}

impl PublicMessage {
    /// What the public learns from a record: moves, the clock, and the game without touches, obligations, alerts and
    /// illegal moves. `None` for everything else.
    ///
    /// # Errors
    /// [`PayloadError`] when it is too long.
    pub fn of(record: &Record) -> Result<Option<PublicMessage>, PayloadError> {
        let (leaf, payload) = match &record.body {
            Body::Clock(_) => (Leaf::PublicClock, json(Leaf::PublicClock, record)?),
            Body::Game(game) => (Leaf::PublicGame, json(Leaf::PublicGame, &PublicGame::new(game, record))?),
            Body::Move(_) => (Leaf::PublicMove, json(Leaf::PublicMove, record)?),
            Body::Alert(_) | Body::Board(_) | Body::Reply(_) | Body::Status(_) | Body::Touch(_) | Body::Turn(_) => {
                return Ok(None);
            }
        };
        Ok(Some(PublicMessage { leaf, payload }))
    }

    /// The game's PGN text.
    ///
    /// # Errors
    /// [`PayloadError::TooLong`].
    pub fn pgn(text: String) -> Result<PublicMessage, PayloadError> {
        let leaf = Leaf::PublicPgn;
        Ok(PublicMessage { leaf, payload: bounded(leaf, text)? })
    }

    /// Where it goes.
    #[must_use]
    pub fn leaf(&self) -> Leaf {
        self.leaf
    }

    /// What goes out.
    #[must_use]
    pub fn payload(&self) -> &str {
        &self.payload
    }

    /// The message as an entry of the outbox, if it is a move.
    ///
    /// # Errors
    /// The message itself: it is state.
    pub fn into_waiting(self) -> Result<Waiting, PublicMessage> {
        if self.leaf == Leaf::PublicMove { Ok(Waiting::new(Stream::PublicMove, self.payload)) } else { Err(self) }
    }

    /// Gives up the text.
    #[must_use]
    pub fn into_payload(self) -> String {
        self.payload
    }
}

/// What a record leaves in the outbox, in order: for a store that writes journal and outbox in one transaction.
///
/// # Errors
/// [`PayloadError`] when the record is too long.
pub fn waiting(record: &Record) -> Result<Vec<Waiting>, PayloadError> {
    let mut all = Vec::new();
    if record.body.is_journaled() {
        all.extend(ArbiterMessage::of(record)?.into_waiting().ok());
        all.extend(PublicMessage::of(record)?.and_then(|message| message.into_waiting().ok()));
    }
    Ok(all)
}

/// Whether a record tells the public nothing of its game that `told` has not, the clock aside, which has a topic of its own.
#[must_use]
pub fn repeats_to_public(told: &Game, record: &Record) -> bool {
    let Body::Game(game) = &record.body else { return false };
    let public = |game| PublicGame { clock: None, ..PublicGame::new(game, record) };
    public(told) == public(game)
}

/// A game as the public may see it.
#[derive(PartialEq, Serialize)]
struct PublicGame<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    id: &'a str,
    phase: Phase,
    edition: &'a str,
    regime: &'a str,
    variant: &'a str,
    initial_fen: &'a str,
    fen: &'a str,
    turn: Option<&'static str>,
    moves: &'a [Uci],
    #[serde(serialize_with = "record::texts")]
    sans: &'a [Arc<str>],
    result: &'a str,
    termination: Option<&'a str>,
    players: &'a Players,
    #[serde(skip_serializing_if = "Persons::are_unknown")]
    persons: &'a Persons,
    clock: Option<record::Clock>,
    #[serde(skip_serializing_if = "record::is_false")]
    interrupted: bool,
    table: &'a str,
    seq: u64,
    t_ms: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<&'a str>,
}

impl<'a> PublicGame<'a> {
    fn new(game: &'a Game, record: &'a Record) -> PublicGame<'a> {
        // Taken apart without `..`: whoever adds a field to `Game` must decide here whether the public may see it.
        let Game {
            id,
            phase,
            edition,
            regime,
            variant,
            initial_fen,
            fen,
            turn,
            moves,
            sans,
            result,
            termination,
            players,
            persons,
            clock,
            // That it is so, and not why.
            interrupted,
            touched: _,
            obligation: _,
            alerts: _,
            illegal_moves: _,
        } = game;
        PublicGame {
            kind: "game",
            id,
            phase: *phase,
            edition,
            regime,
            variant,
            initial_fen,
            fen,
            turn: turn.map(protocols::Color::name),
            moves,
            sans,
            result,
            termination: termination.as_deref(),
            players,
            persons,
            clock: *clock,
            interrupted: *interrupted,
            table: &record.table,
            seq: record.seq,
            t_ms: record.t_ms.0,
            at: record.at.as_deref(),
        }
    }
}

/// Something public that waits for its time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Delayed {
    /// The entries of the outbox's public lane up to this number may go.
    Entries {
        /// The number.
        up_to: u64,
    },
    /// New state.
    State(PublicMessage),
}

impl Delayed {
    /// Of two with the same slot the later one says all that the earlier one did.
    fn slot(&self) -> Leaf {
        match self {
            Delayed::Entries { .. } => Leaf::PublicMove,
            Delayed::State(message) => message.leaf(),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Delayed::Entries { .. } => 0,
            Delayed::State(message) => message.payload().len(),
        }
    }
}

/// Holds what is public back for the delay, in order, moves and state alike.
///
/// The answer to "full": the oldest item that a later one of its kind outdoes is dropped. So under pressure the public
/// sees fewer steps, each as late as ever, and never anything early.
#[derive(Debug)]
pub struct DelayLine {
    delay_ms: u64,
    items: VecDeque<(PublisherTime, Delayed)>,
    bytes: usize,
}

impl DelayLine {
    /// A line that holds each item back for `delay_ms`, in milliseconds.
    #[must_use]
    pub fn new(delay_ms: u64) -> DelayLine {
        DelayLine { delay_ms, items: VecDeque::new(), bytes: 0 }
    }

    /// Holds the items pushed from now on back for `delay_ms`, in milliseconds.
    pub fn set_delay(&mut self, delay_ms: u64) {
        self.delay_ms = delay_ms;
    }

    /// Takes an item in at `at`; it comes out one delay later, and never before one that was pushed earlier.
    pub fn push(&mut self, at: PublisherTime, item: Delayed) {
        let due = self.items.back().map_or(at + self.delay_ms, |(last, _)| (*last).max(at + self.delay_ms));
        self.bytes += item.bytes();
        self.items.push_back((due, item));
        while self.items.len() > MAX_DELAYED || self.bytes > MAX_DELAYED_BYTES {
            if !self.drop_outdone() {
                break;
            }
        }
    }

    /// The next item whose time has come at `at`.
    pub fn poll(&mut self, at: PublisherTime) -> Option<Delayed> {
        if self.next_deadline()? > at {
            return None;
        }
        let (_, item) = self.items.pop_front()?;
        self.bytes -= item.bytes();
        Some(item)
    }

    /// When [`poll`](DelayLine::poll) has something to give.
    #[must_use]
    pub fn next_deadline(&self) -> Option<PublisherTime> {
        self.items.front().map(|(due, _)| *due)
    }

    /// Drops the oldest item that a later one outdoes; false when there is none, that is, at most one of each slot.
    fn drop_outdone(&mut self) -> bool {
        let outdone = (0..self.items.len()).find(|&index| {
            let slot = self.items[index].1.slot();
            self.items.range(index + 1..).any(|(_, later)| later.slot() == slot)
        });
        let Some((_, item)) = outdone.and_then(|index| self.items.remove(index)) else { return false };
        self.bytes -= item.bytes();
        true
    }
}

fn json(leaf: Leaf, value: &impl Serialize) -> Result<String, PayloadError> {
    let text = serde_json::to_string(value).map_err(|source| PayloadError::Unwritable { leaf, source })?;
    bounded(leaf, text)
}

fn bounded(leaf: Leaf, text: String) -> Result<String, PayloadError> {
    if text.len() > MAX_PAYLOAD_BYTES { Err(PayloadError::TooLong { leaf, bytes: text.len() }) } else { Ok(text) }
}

#[cfg(test)]
pub(crate) mod samples {
    //! Records to test with, one of each type.

    use protocols::{Color, Square};

    use super::*;
    use crate::{
        game::record::{
            Alert, AlertState, Board, BoardState, BoardStatus, Certainty, Clock, GameTime, IllegalMoves, Move,
            MoveStatus, Obligation, Times, Touch, TouchKind, Touched, Turn, Uci,
        },
        turn::{AlertKind, Severity},
    };

    pub(crate) fn record(seq: u64, body: Body) -> Record {
        Record { body, game: None, table: "t1".into(), seq, t_ms: GameTime(seq * 1_000), at: None }
    }

    pub(crate) fn alert() -> Alert {
        Alert {
            id: "a1".to_owned(),
            state: AlertState::Raised,
            raised_ms: GameTime(9),
            decided: None,
            decided_by: None,
            decided_ms: None,
            kind: AlertKind::TouchMoveViolated,
            article: "4.3.1",
            edition: "2018",
            severity: Severity::Warning,
            advisory: true,
            by: Some(Color::White),
            ply: 1,
            squares: vec![square("e2")],
            legal: Vec::from_iter(Uci::new("e2e4")),
            data: serde_json::Map::new(),
            text: "White touched the pawn on e2 and moved another piece.".to_owned(),
        }
    }

    pub(crate) fn clock() -> Clock {
        Clock { times: Times { white_ms: Some(5_400_000), black_ms: Some(5_399_000) }, running: Some(Color::Black) }
    }

    pub(crate) fn moved(ply: u32, revision: u32, status: MoveStatus) -> Move {
        Move {
            ply,
            revision,
            uci: Uci::new("e2e4").expect("a move"),
            san: "e4".into(),
            fen: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".into(),
            by: Color::White,
            status,
            certainty: Certainty::Seen,
            clock: None,
        }
    }

    pub(crate) fn game() -> Game {
        Game {
            id: "g1".into(),
            phase: Phase::Playing,
            edition: "2018",
            regime: "standard",
            variant: "chess",
            initial_fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".into(),
            fen: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".into(),
            turn: Some(Color::Black),
            moves: Vec::from_iter(Uci::new("e2e4")).into(),
            sans: vec!["e4".into()].into(),
            result: "*",
            termination: None,
            players: Players { white: Some("Anna".to_owned()), black: None },
            persons: Persons::default(),
            clock: Some(clock()),
            touched: vec![Touched {
                sq: square("g8"),
                piece: protocols::Piece::from_letter('n').expect("a knight"),
                t_ms: GameTime(9),
            }],
            obligation: Obligation { own: Some(square("g8")), opp: None, legal: Vec::from_iter(Uci::new("g8f6")) },
            alerts: vec![alert()],
            interrupted: true,
            illegal_moves: IllegalMoves { white: 1, black: 0 },
        }
    }

    /// One record of each type.
    pub(crate) fn one_of_each() -> Vec<Record> {
        vec![
            record(1, Body::Alert(alert())),
            record(
                1,
                Body::Board(Board {
                    placement: Some("8/8/8/8/8/8/8/8".into()),
                    occupied: None,
                    in_air: Vec::new(),
                    agrees: true,
                    sensors: Default::default(),
                }),
            ),
            record(1, Body::Clock(clock())),
            record(1, Body::Game(Box::new(game()))),
            record(2, Body::Move(moved(1, 0, MoveStatus::Made))),
            record(2, Body::Status(status())),
            record(
                2,
                Body::Touch(Touch {
                    ply: 2,
                    ev: TouchKind::Lift,
                    sq: square("g8"),
                    piece: None,
                    by: Some(Color::Black),
                }),
            ),
            record(
                3,
                Body::Turn(Turn {
                    ply: 1,
                    by: Color::White,
                    touched: Vec::new(),
                    obligation: Obligation::default(),
                    made: Uci::new("e2e4"),
                    completed: true,
                }),
            ),
        ]
    }

    pub(crate) fn status() -> Status {
        Status {
            online: true,
            version: "0.1.0".to_owned(),
            board: BoardStatus { state: BoardState::Connected, kind: Some("dgt".to_owned()), ..BoardStatus::default() },
            queued: 0,
            broker_trouble: None,
            uptime_s: 0,
            faults: record::Faults::default(),
            errors: Vec::new(),
        }
    }

    fn square(text: &str) -> Square {
        text.parse().expect("a square")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::{samples::*, *};
    use crate::{game::record::MoveStatus, publish::topics::Channel};

    #[test]
    fn the_public_learns_moves_clock_and_game_and_nothing_else() {
        let mut leaves = Vec::new();
        for record in one_of_each() {
            let arbiter = ArbiterMessage::of(&record).expect("short");
            assert_ne!(arbiter.leaf().channel(), Channel::Public);
            if let Some(message) = PublicMessage::of(&record).expect("short") {
                assert_eq!(message.leaf().channel(), Channel::Public);
                leaves.push(message.leaf());
            }
        }
        assert_eq!(leaves, [Leaf::PublicClock, Leaf::PublicGame, Leaf::PublicMove]);
    }

    #[test]
    fn a_public_game_is_the_arbiters_game_without_what_only_arbiters_may_know() {
        let record = record(7, Body::Game(Box::new(game())));
        let mut arbiter: Value =
            serde_json::from_str(ArbiterMessage::of(&record).expect("short").payload()).expect("JSON");
        let public = PublicMessage::of(&record).expect("short").expect("public");
        let public: Value = serde_json::from_str(public.payload()).expect("JSON");
        let fields = arbiter.as_object_mut().expect("an object");
        for secret in ["touched", "obligation", "alerts", "illegal_moves"] {
            assert!(fields.remove(secret).is_some(), "{secret}");
        }
        assert_eq!(public, arbiter);
        assert_eq!(public["type"], "game");
        assert_eq!(public["seq"], 7);
    }

    #[test]
    fn streams_go_through_the_outbox_and_state_does_not() {
        let streams: Vec<Vec<Stream>> = one_of_each()
            .iter()
            .map(|record| waiting(record).expect("short").iter().map(Waiting::stream).collect())
            .collect();
        let none = Vec::new;
        assert_eq!(
            streams,
            [
                vec![Stream::Alert],
                none(),
                none(),
                none(),
                vec![Stream::Move, Stream::PublicMove],
                none(),
                none(),
                vec![Stream::Turn]
            ]
        );
    }

    #[test]
    fn a_payload_too_long_is_refused_with_its_length() {
        assert!(PublicMessage::pgn("x".repeat(MAX_PAYLOAD_BYTES)).is_ok());
        let error = PublicMessage::pgn("x".repeat(MAX_PAYLOAD_BYTES + 1)).expect_err("too long");
        assert_eq!(error.to_string(), "the message for public/pgn is 1044481 bytes long, at most 1044480 are sent");
    }

    #[test]
    fn the_will_is_the_status_with_online_false() {
        let record = record(4, Body::Status(status()));
        let will = ArbiterMessage::will(&record, &status()).expect("short");
        let will: Value = serde_json::from_str(will.payload()).expect("JSON");
        assert_eq!(will["online"], false);
        assert_eq!(will["board"]["kind"], "dgt");
        assert_eq!(will["seq"], 4);
    }

    fn pgn(text: &str) -> Delayed {
        Delayed::State(PublicMessage::pgn(text.to_owned()).expect("short"))
    }

    #[test]
    fn everything_public_comes_out_in_order_one_delay_later_a_correction_too() {
        let mut line = DelayLine::new(1_000);
        let clock = PublicMessage::of(&record(2, Body::Clock(clock()))).expect("short").expect("public");
        let corrected = PublicMessage::of(&record(3, Body::Move(moved(1, 1, MoveStatus::Corrected)))).expect("short");
        assert!(corrected.is_some_and(|message| message.into_waiting().is_ok()));
        line.push(PublisherTime(10), Delayed::Entries { up_to: 1 });
        line.push(PublisherTime(20), Delayed::State(clock.clone()));
        line.push(PublisherTime(500), Delayed::Entries { up_to: 2 });
        assert_eq!(line.next_deadline(), Some(PublisherTime(1_010)));
        assert_eq!(line.poll(PublisherTime(1_009)), None);
        assert_eq!(line.poll(PublisherTime(1_010)), Some(Delayed::Entries { up_to: 1 }));
        assert_eq!(line.poll(PublisherTime(1_019)), None);
        assert_eq!(line.poll(PublisherTime(2_000)), Some(Delayed::State(clock)));
        assert_eq!(line.poll(PublisherTime(2_000)), Some(Delayed::Entries { up_to: 2 }));
        assert_eq!(line.poll(PublisherTime(2_000)), None);
        assert_eq!(line.next_deadline(), None);
    }

    #[test]
    fn a_time_that_runs_backwards_shortens_no_delay() {
        let mut line = DelayLine::new(100);
        line.push(PublisherTime(1_000), pgn("a"));
        line.push(PublisherTime(500), pgn("b"));
        assert_eq!(line.poll(PublisherTime(1_099)), None);
        assert_eq!(line.poll(PublisherTime(1_100)), Some(pgn("a")));
        assert_eq!(line.poll(PublisherTime(1_100)), Some(pgn("b")));
    }

    #[test]
    fn a_full_line_drops_the_oldest_that_is_outdone_and_shows_nothing_early() {
        let mut line = DelayLine::new(1_000);
        line.push(PublisherTime(0), Delayed::Entries { up_to: 1 });
        for at in 0..MAX_DELAYED as u64 {
            line.push(PublisherTime(at), pgn(&at.to_string()));
        }
        assert_eq!(line.items.len(), MAX_DELAYED);
        assert_eq!(line.poll(PublisherTime(999)), None);
        assert_eq!(line.poll(PublisherTime(1_000)), Some(Delayed::Entries { up_to: 1 }));
        assert_eq!(line.poll(PublisherTime(1_000)), None, "the first PGN was dropped, the second is not due");
        assert_eq!(line.poll(PublisherTime(1_001)), Some(pgn("1")));

        let mut line = DelayLine::new(0);
        let big = "x".repeat(MAX_PAYLOAD_BYTES);
        for _ in 0..40 {
            line.push(PublisherTime(0), pgn(&big));
        }
        assert!(line.items.len() < 33 && line.bytes <= MAX_DELAYED_BYTES);
        while line.poll(PublisherTime(0)).is_some() {}
        assert_eq!(line.bytes, 0);
    }
}
