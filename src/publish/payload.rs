//! What goes out, as text. The two channels are parted in the types: a [`PublicMessage`] can be made only of what
//! players and public may know.

use serde::Serialize;

use crate::{
    game::{
        Listing,
        outbox::{Stream, Waiting},
        persons::Persons,
        record::{self, Body, Game, Phase, Players, Record, San, Status, Uci},
    },
    publish::topics::Leaf,
};

/// Longest payload, in bytes: with its topic and properties it stays under 1 MiB.
pub const MAX_PAYLOAD_BYTES: usize = 1_024 * 1_024 - 4_096;

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
            Body::Duty(_) => Leaf::ArbiterDuty,
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
            | Leaf::ArbiterDuty
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
            Body::Alert(_)
            | Body::Board(_)
            | Body::Duty(_)
            | Body::Reply(_)
            | Body::Status(_)
            | Body::Touch(_)
            | Body::Turn(_) => return Ok(None),
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
    moves: &'a Listing<Uci>,
    sans: &'a Listing<San>,
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

fn json(leaf: Leaf, value: &impl Serialize) -> Result<String, PayloadError> {
    let text = serde_json::to_string(value).map_err(|source| PayloadError::Unwritable { leaf, source })?;
    bounded(leaf, text)
}

fn bounded(leaf: Leaf, text: String) -> Result<String, PayloadError> {
    if text.len() > MAX_PAYLOAD_BYTES { Err(PayloadError::TooLong { leaf, bytes: text.len() }) } else { Ok(text) }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::publish::{samples::*, topics::Channel};

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
}
