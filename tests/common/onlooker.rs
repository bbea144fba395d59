//! The arbiter of a storm's table, who has seen what was played.

use std::time::{Duration, Instant};

use crate::board::{Board, Deed, Progress};
use crate::common::mqtt::Reader;
use protocols::Role;
use rumqttc::v5::mqttbytes::v5::PublishProperties;
use serde_json::{Value, json};
use touchmove::rules::Position;

use crate::{SILENT_FOR, heard::Heard};

/// So many moves at most the arbiter says at once.
pub(super) const SAYS: usize = 32;

/// How long the arbiter takes to say what he has seen.
pub(super) const ANSWERS_AFTER: Duration = Duration::from_millis(300);

/// How long after a game the arbiter compares what is known of it with what was played.
pub(super) const COMPARES_AFTER: Duration = Duration::from_secs(15);

/// How long the arbiter waits for a result to confirm: kings may have been put back before they were seen.
const CONFIRMS_WITHIN: Duration = Duration::from_secs(8);

/// The arbiter of one table, who has seen the game: what nobody else can know he is asked for, and says what has been
/// played since; where nothing of a game is known, that it has begun and all its moves. The next game is begun once he has
/// the whole of the last one: he compares it with the players' score sheets, for kings that have shown the result may have
/// made moves before, and nobody can tell.
pub(super) struct Arbiter {
    pub(super) table: String,
    /// Commands that he has given, and when last.
    pub(super) answers: usize,
    pub(super) answered: Instant,
    /// The alert after which he has begun a game anew, and whether he still says what was played in it.
    pub(super) begun: Option<String>,
    pub(super) begins: bool,
    /// Whether another game is begun.
    pub(super) goes_on: bool,
    /// Moves that he has said without having been asked.
    pub(super) unasked: usize,
    /// Since when the table has lacked half-moves without a word.
    pub(super) silent: Option<Instant>,
    /// Whether he confirms the results that the kings show, before another game is begun.
    pub(super) confirms: bool,
}

impl Arbiter {
    pub(super) fn new(table: &str) -> Arbiter {
        Arbiter {
            table: table.to_owned(),
            answers: 0,
            answered: Instant::now(),
            begun: None,
            begins: false,
            goes_on: true,
            unasked: 0,
            silent: None,
            confirms: false,
        }
    }

    /// A game that goes on unread must not look well.
    pub(super) fn assert_not_silent(&mut self, heard: &Heard, played: &[Vec<String>], made: usize) {
        let known = heard.game.as_ref().filter(|game| game["interrupted"] != true);
        let is_of_last = |moves: &[Value]| {
            played.last().is_some_and(|played| moves.iter().zip(played).all(|(known, played)| known == played))
        };
        let moves = known.and_then(|game| game["moves"].as_array()).filter(|moves| is_of_last(moves));
        let lags = moves.is_some_and(|moves| moves.len() + 2 <= made);
        self.silent = self.silent.or(Some(Instant::now())).filter(|_| lags && heard.asks.is_empty());
        let silent = self.silent.is_some_and(|since| since.elapsed() > SILENT_FOR);
        assert!(!silent, "{made} half-moves were made, and nothing says that not all are recorded: {moves:?}");
    }

    pub(super) async fn attend(&mut self, heard: &Heard, board: &Board, reader: &Reader) {
        let Progress { mut games, made, finished } = board.progress();
        if finished.is_none() {
            self.assert_not_silent(heard, &games, made);
        }
        if let Some(since) = finished.filter(|_| heard.has_last(&games)) {
            if self.confirms && since.elapsed() < CONFIRMS_WITHIN && !heard.has_result() {
                if let Some(alert) = heard.proposed().filter(|_| self.answered.elapsed() >= ANSWERS_AFTER) {
                    self.command(json!({ "command": "confirm", "alert": alert, "by": "Anna" }), reader).await;
                }
                return;
            }
            if self.goes_on {
                board.does(Deed::NextGame);
            }
            return;
        }
        let compares = finished.is_some_and(|since| since.elapsed() > COMPARES_AFTER);
        if (heard.asks.is_empty() && !self.begins && !compares) || self.answered.elapsed() < ANSWERS_AFTER {
            return;
        }
        if heard.no_game.is_some() && heard.no_game != self.begun {
            (self.begun, self.begins) = (heard.no_game.clone(), true);
            return self.command(json!({ "command": "new-game", "abandon": true }), reader).await;
        }
        let Some(mut played) = games.pop() else { return };
        // He says what he has seen played, not what is still to come.
        played.truncate(made);
        // Of a game that begins with what is asked no move is known yet; those heard last are of the one before.
        let known = heard.games().pop().filter(|known| played.starts_with(known));
        let asked_first = self.begins || heard.asks.values().any(|ply| *ply == 1);
        let Some(known) = known.or_else(|| asked_first.then(Vec::new)) else { return };
        self.begins &= played.len() > known.len();
        if heard.asks.is_empty() && !self.begins {
            assert_kings_moves(&played, known.len());
            self.unasked += played.len() - known.len();
        }
        for (ply, uci) in (1..).zip(&played).skip(known.len()).take(SAYS) {
            self.command(json!({ "command": "set-move", "ply": ply, "uci": uci }), reader).await;
        }
    }

    pub(super) async fn command(&mut self, mut command: Value, reader: &Reader) {
        self.answered = Instant::now();
        self.answers += 1;
        command["id"] = json!(format!("{}-a{}", self.table, self.answers));
        let topic = format!("chess/{}/arbiter/command", self.table);
        reader.publish(&topic, command.to_string(), PublishProperties::default()).await;
    }
}

/// Nothing but kings has moved after the first `known` half-moves of a game.
pub(super) fn assert_kings_moves(played: &[String], known: usize) {
    let mut position = Position::initial();
    for (index, uci) in played.iter().enumerate() {
        let m = position.legal_move(uci).expect("a legal move");
        let is_kings = m.piece.role == Role::King;
        assert!(index < known || is_kings, "half-move {} is lost, and nobody was told: {played:?}", index + 1);
        position = position.play(&m);
    }
}
