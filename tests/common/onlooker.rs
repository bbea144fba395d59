//! An arbiter who has seen what was played, and says it where the table asks him.

use std::time::Duration;

use protocols::Role;
use serde_json::{Value, json};
use touchmove::rules::Position;

use super::heard::Heard;

/// So many moves at most the arbiter says at once.
const SAYS: usize = 32;

/// How long the arbiter takes to come when he is asked. A board that is back may have to read its log before.
const COMES_AFTER: Duration = Duration::from_millis(1_500);

/// How long he takes to say what he has seen.
const ANSWERS_AFTER: Duration = Duration::from_millis(300);

/// How long he waits for the answer to a command before he gives it once more.
const REPEATS_AFTER: Duration = Duration::from_secs(5);

/// How long after a game the arbiter compares what is known of it with what was played.
const COMPARES_AFTER: Duration = Duration::from_secs(15);

/// How long after a game he does so although the board is never there for long.
const COMPARES_ANYHOW: Duration = Duration::from_secs(60);

/// How long a board that is back may take until it is asked for what it does not tell.
const BOARD_TELLS_WITHIN: Duration = Duration::from_secs(4);

/// How long a table may lack half-moves, and not say so, before that is silence: while the service or the broker is gone
/// nothing can be heard.
const SILENT_FOR: Duration = Duration::from_secs(60);

/// How long a table may ask about the game before while the next one is on, until the arbiter begins that himself.
const ASTRAY_FOR: Duration = Duration::from_secs(10);

/// A table of which nothing at all has been heard for so long has told nobody what it knows by now.
const HEARD_WITHIN: Duration = Duration::from_secs(2);

/// How long the arbiter waits for a result to confirm: kings may have been put back before they were seen.
const CONFIRMS_WITHIN: Duration = Duration::from_secs(8);

/// How far the hands have come.
#[derive(Debug, Clone, Default)]
pub(crate) struct Progress {
    /// The games begun, in UCI.
    pub(crate) games: Vec<Vec<String>>,
    /// Half-moves of the last of them that the arbiter has written down.
    pub(crate) made: usize,
    /// For how long it has been over, its result shown.
    pub(crate) over_for: Option<Duration>,
}

/// What the arbiter does.
#[derive(Debug)]
pub(crate) enum Does {
    /// He gives this command.
    Says(Value),
    /// He has another game begun.
    NextGame,
}

/// The arbiter of one table, who has seen the game: what nobody else can know he is asked for, and says what has been
/// played since; where nothing of a game is known, that it has begun and all its moves. What is told otherwise than it was
/// played he takes back, and says it. The next game is begun once he has the whole of the last one: he compares it with
/// the players' score sheets, for kings that have shown the result may have made moves before, and nobody can tell.
pub(crate) struct Onlooker {
    pub(crate) table: String,
    /// Commands that he has given, and when last, on the clock that [`attend`](Onlooker::attend) is told.
    pub(crate) answers: usize,
    answered: Option<Duration>,
    /// Those that he has given last and of which he does not know yet what they have done.
    given: Vec<Value>,
    /// Since when he is asked for something.
    asked: Option<Duration>,
    /// The alert after which he has begun a game anew.
    begun: Option<String>,
    /// Whether he still says what was played, of a game that he has begun, or in place of what he has taken back.
    says_on: bool,
    /// Whether another game is begun.
    pub(crate) goes_on: bool,
    /// Moves that he has said without having been asked.
    pub(crate) unasked: usize,
    /// What was told otherwise than it was played, each as it was found.
    pub(crate) told_otherwise: Vec<String>,
    /// Games that he has begun himself; what the table had taken for them is void.
    pub(crate) begun_anew: usize,
    /// Since when the table has asked about the game before.
    astray: Option<Duration>,
    /// How much has been heard of the table, and since when no more.
    heard: (usize, Duration),
    /// Since when the board has been there.
    board_there: Option<Duration>,
    /// Since when the table has lacked half-moves without a word.
    silent: Option<Duration>,
    /// Whether he confirms the results that the kings show, before another game is begun.
    confirms: bool,
}

impl Onlooker {
    /// One who has the next game begun, and confirms nothing.
    pub(crate) fn new(table: &str) -> Onlooker {
        Onlooker {
            table: table.to_owned(),
            answers: 0,
            answered: None,
            given: Vec::new(),
            asked: None,
            begun: None,
            says_on: false,
            goes_on: true,
            unasked: 0,
            told_otherwise: Vec::new(),
            begun_anew: 0,
            astray: None,
            heard: (0, Duration::ZERO),
            board_there: None,
            silent: None,
            confirms: false,
        }
    }

    /// The same who confirms results.
    pub(crate) fn confirming(self) -> Onlooker {
        Onlooker { confirms: true, ..self }
    }

    /// A game that goes on unread must not look well.
    fn assert_not_silent(&mut self, heard: &Heard, progress: &Progress, now: Duration) {
        let known = heard.game.as_ref().filter(|game| game["interrupted"] != true);
        let (played, made) = (&progress.games, progress.made);
        let is_of_last = |moves: &[Value]| {
            played.last().is_some_and(|played| moves.iter().zip(played).all(|(known, played)| known == played))
        };
        let moves = known.and_then(|game| game["moves"].as_array()).filter(|moves| is_of_last(moves));
        let lags = moves.is_some_and(|moves| moves.len() + 2 <= made);
        self.silent = self.silent.or(Some(now)).filter(|_| lags && heard.asks.is_empty());
        let silent = self.silent.is_some_and(|since| now.saturating_sub(since) > SILENT_FOR);
        assert!(!silent, "{made} half-moves were made, and nothing says that not all are recorded: {moves:?}");
    }

    /// Looks at what is heard of the table and at what was played; gives what he does. `now` is any clock that goes as fast
    /// as the table's.
    ///
    /// # Panics
    ///
    /// Where half-moves are missing and nobody was told.
    pub(crate) fn attend(&mut self, heard: &Heard, mut progress: Progress, now: Duration) -> Vec<Does> {
        if progress.over_for.is_none() {
            self.assert_not_silent(heard, &progress, now);
        }
        if self.heard.0 != heard.messages {
            self.heard = (heard.messages, now);
        }
        self.asked = self.asked.or(Some(now)).filter(|_| !heard.asks.is_empty());
        self.board_there = self.board_there.or(Some(now)).filter(|_| heard.is_board_there());
        if !self.given.is_empty() {
            self.given.retain(|command| !command["id"].as_str().is_some_and(|id| heard.has_done(id)));
            let is_done = self.given.is_empty();
            // The same with the same `id`, so that nothing is done twice.
            let repeats = !is_done && self.answered.is_some_and(|at| now.saturating_sub(at) > REPEATS_AFTER);
            self.answered = self.answered.filter(|_| !is_done && !repeats).or(Some(now));
            return self.given.iter().filter(|_| repeats).cloned().map(Does::Says).collect();
        }
        let waits = self.answered.is_some_and(|answered| now.saturating_sub(answered) < ANSWERS_AFTER)
            || self.asked.is_some_and(|asked| now.saturating_sub(asked) < COMES_AFTER);
        if let Some(over_for) = progress.over_for.filter(|_| heard.has_last(&progress.games)) {
            self.says_on = false;
            if self.confirms && over_for < CONFIRMS_WITHIN && !heard.has_result() {
                let alert = heard.proposed().filter(|_| !waits);
                return alert
                    .map(|alert| self.says(json!({ "command": "confirm", "alert": alert, "by": "Anna" }), now))
                    .into_iter()
                    .collect();
            }
            return if self.goes_on { vec![Does::NextGame] } else { Vec::new() };
        }
        // What a board that is away has seen, the table cannot ask for.
        let is_there = self.board_there.is_some_and(|since| now.saturating_sub(since) > BOARD_TELLS_WITHIN);
        let after = if is_there { COMPARES_AFTER } else { COMPARES_ANYHOW };
        let compares = progress.over_for.is_some_and(|over_for| over_for > after);
        if (heard.asks.is_empty() && !self.says_on && !compares) || waits {
            return Vec::new();
        }
        if heard.no_game.is_some() && heard.no_game != self.begun {
            self.begun.clone_from(&heard.no_game);
            return self.begins_game(now);
        }
        let Some(mut played) = progress.games.pop() else { return Vec::new() };
        // He says what he has seen played, not what is still to come.
        let is_whole = progress.made >= played.len();
        played.truncate(progress.made);
        let known = heard.games().pop().unwrap_or_default();
        // Of a game that begins with what is asked no move is known yet; those heard last are of the one before.
        let is_of_before = progress.games.last() == Some(&known);
        let asked_first = self.says_on || heard.asks_first();
        if is_of_before && !asked_first {
            let since = *self.astray.get_or_insert(now);
            let is_known = heard.is_whole() && heard.is_of_told() && now.saturating_sub(self.heard.1) < HEARD_WITHIN;
            let begins = is_known && !played.is_empty() && now.saturating_sub(since) > ASTRAY_FOR;
            return if begins { self.begins_game(now) } else { Vec::new() };
        }
        self.astray = None;
        let is_of_another = !is_of_before && !heard.is_of_told();
        if is_of_another && !heard.is_whole() {
            return Vec::new();
        }
        let known = if is_of_before || is_of_another { Vec::new() } else { known };
        let same = known.iter().zip(&played).take_while(|(known, played)| known == played).count();
        let mut says = Vec::new();
        if same < known.len() {
            // What lies behind what he has written down may still be right; and what has not been heard is not wrong.
            if (same == played.len() && !is_whole) || !heard.is_whole() {
                return Vec::new();
            }
            let [told, played] = [&known, &played].map(|moves| &moves[same..moves.len().min(same + 8)]);
            self.told_otherwise.push(format!("after {same} half-moves {told:?} is told of {played:?}"));
            says.push(self.says(json!({ "command": "take-back", "plies": known.len() - same }), now));
            self.says_on = true;
        }
        self.says_on &= played.len() > same;
        if is_there && heard.asks.is_empty() && !self.says_on && says.is_empty() {
            assert_untraceable(&played, same);
            self.unasked += played.len() - same;
        }
        let unsaid = (1..).zip(&played).skip(same).take(SAYS);
        says.extend(unsaid.map(|(ply, uci)| self.says(json!({ "command": "set-move", "ply": ply, "uci": uci }), now)));
        says
    }

    /// He says that a game has begun, and then all its moves.
    fn begins_game(&mut self, now: Duration) -> Vec<Does> {
        (self.says_on, self.astray) = (true, None);
        self.begun_anew += 1;
        vec![self.says(json!({ "command": "new-game", "abandon": true }), now)]
    }

    fn says(&mut self, mut command: Value, now: Duration) -> Does {
        self.answered = Some(now);
        self.answers += 1;
        command["id"] = json!(format!("{}-a{}", self.table, self.answers));
        self.given.push(command.clone());
        Does::Says(command)
    }
}

/// Nothing that could have been known has happened after the first `known` half-moves of a game: all pieces but kings stand
/// again where they stood then, and kings go to the centre in the end.
fn assert_untraceable(played: &[String], known: usize) {
    let mut position = Position::initial();
    let mut stood = position.clone();
    for (index, uci) in played.iter().enumerate() {
        position = position.play(&position.legal_move(uci).expect("a legal move"));
        if index + 1 == known {
            stood = position.clone();
        }
    }
    let is_king = |square| {
        let of = |position: &Position| position.placement().at(square);
        [of(&stood), of(&position)].into_iter().flatten().all(|piece| piece.role == Role::King)
    };
    assert!(
        stood.placement().differences(position.placement()).all(is_king),
        "{} half-moves of {} are lost, and nobody was told: {:?}",
        played.len() - known,
        played.len(),
        &played[known..]
    );
}
