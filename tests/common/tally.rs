//! What a table said of a game, set against the game: half-moves exact, corrected later, told as open, wrong.

use std::collections::BTreeMap;

use touchmove::{
    emulate::ExpectedPly,
    game::{
        pgn::Tags,
        record::{AlertState, Body, MoveStatus, Record},
    },
    rules::{Position, pgn::PgnGame},
    table::Setup,
    turn::{AlertKind, Given, Settings, Severity, Start},
};

use super::vigil::{CALLED, Lag, Vigil};

/// Whether one game is to be shown: `TOUCHMOVE_GAME` names it.
pub(crate) fn is_shown() -> bool {
    std::env::var_os("TOUCHMOVE_GAME").is_some()
}

pub(crate) fn first_position(game: &PgnGame) -> Position {
    match game.tag("FEN") {
        Some(fen) => Position::from_any_fen(fen, game.variant).expect("the game was read from this FEN"),
        None => Position::first_of(game.variant),
    }
}

pub(crate) fn setup(game: &PgnGame, settings: Settings) -> Setup {
    Setup {
        name: "1".to_owned(),
        session: "s".to_owned(),
        settings,
        start: Start::Playing(first_position(game)),
        given: Given::default(),
        seq: 0,
        tags: Tags::default(),
        language: touchmove::words::Language::English,
    }
}

/// What a table said of a game.
#[derive(Debug, Default)]
pub(crate) struct Heard {
    /// Everything a half-move was ever said to be, the last one as it stands; empty after the last retraction.
    moves: BTreeMap<u32, Vec<String>>,
    standing: BTreeMap<u32, String>,
    /// Alerts that the sensors leave something open: half-move, by number.
    open: BTreeMap<String, u32>,
    /// Alerts of severity `warning` and `ruling`, as they stand.
    serious: BTreeMap<String, (AlertKind, String)>,
    over: bool,
    vigil: Vigil,
    /// Where the record lagged behind and nothing said so, or something did although it was whole; once it was judged.
    faults: Option<Vec<String>>,
    /// The half-move that is still in the hand at the end, with what it may become, as the account of its turn says.
    in_hand: Option<(u32, Vec<String>)>,
    /// The king's step that the arbiter was told is not counted as a move, because it seems to be half of the sign.
    not_counted: Option<(u32, String)>,
}

impl Heard {
    pub(crate) fn hear(&mut self, record: &Record) {
        if is_shown() && !matches!(record.body, Body::Game(_) | Body::Clock(_)) {
            println!("{}", serde_json::to_string(record).expect("a record is JSON"));
        }
        self.vigil.hear(record);
        // The next game has begun.
        if self.over {
            return;
        }
        match &record.body {
            Body::Move(said) if said.status == MoveStatus::Retracted => {
                self.standing.remove(&said.ply);
            }
            Body::Move(said) => {
                self.moves.entry(said.ply).or_default().push(said.uci.to_string());
                self.standing.insert(said.ply, said.uci.to_string());
            }
            Body::Turn(turn) => {
                let legal = || turn.obligation.legal.iter().map(ToString::to_string).collect();
                let is_held = turn.made.is_none() && !turn.touched.is_empty();
                self.in_hand = is_held.then(|| (turn.ply, legal()));
            }
            Body::Alert(alert) => {
                let open = alert.state == AlertState::Raised;
                let unsure = matches!(alert.kind, AlertKind::MoveAmbiguous | AlertKind::PositionMismatch);
                let serious = matches!(alert.severity, Severity::Ruling | Severity::Warning);
                if open && unsure {
                    self.open.insert(alert.id.clone(), alert.ply);
                } else {
                    self.open.remove(&alert.id);
                }
                if serious && open {
                    self.serious.insert(alert.id.clone(), (alert.kind, alert.text.clone()));
                }
                if open && alert.kind == AlertKind::ResultSignalled {
                    self.over = true;
                    let step = alert.data.get("not_counted").and_then(serde_json::Value::as_str);
                    self.not_counted = step.map(|uci| (alert.ply, uci.to_owned()));
                }
            }
            _ => {}
        }
    }
}

impl Heard {
    /// Whether the record lagged behind without a word, by when each half-move was pressed.
    pub(crate) fn judge(&mut self, played: &[ExpectedPly], lag: Lag) {
        self.faults = Some(self.vigil.faults(played, lag));
    }
}

/// Many games' half-moves.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) games: usize,
    pub(crate) plies: usize,
    pub(crate) exact: usize,
    pub(crate) corrected: usize,
    pub(crate) told: usize,
    /// Of these, those where another move stands.
    pub(crate) other_stands: usize,
    pub(crate) wrong: usize,
    pub(crate) false_alerts: usize,
    /// Where a game went on unread and nothing said so.
    pub(crate) silent: Vec<String>,
    /// Games whose list of moves is not the game's.
    pub(crate) open_games: usize,
    examples: Vec<String>,
}

impl Tally {
    pub(crate) fn add(&mut self, name: &str, game: &PgnGame, heard: &Heard) {
        self.games += 1;
        self.plies += game.moves.len();
        let truth: Vec<&str> = game.moves.iter().map(|played| played.uci.as_str()).collect();
        let ended = heard.serious.values().any(|(kind, _)| ends_the_game(*kind));
        let said = heard.standing.len();
        let agrees = |ply: u32, uci: &String| truth.get(ply as usize - 1) == Some(&uci.as_str());
        // Some games went on although the Laws of today had ended them.
        let by_law = ended && heard.standing.iter().all(|(ply, uci)| agrees(*ply, uci));
        let (mut wrong, mut open) = (None, 0);
        for (ply, truth) in (1..).zip(&truth) {
            let stands = heard.standing.get(&ply).is_some_and(|uci| uci == truth);
            let ever_other = heard.moves.get(&ply).is_some_and(|said| said.iter().any(|uci| uci != truth));
            match (stands, ever_other) {
                (true, false) => self.exact += 1,
                (true, true) => self.corrected += 1,
                (false, _) if by_law && ply as usize > said => self.exact += 1,
                (false, _)
                    if heard
                        .in_hand
                        .as_ref()
                        .is_some_and(|(at, legal)| *at == ply && legal.iter().any(|uci| uci == truth)) =>
                {
                    self.told += 1;
                    open += 1;
                }
                (false, _)
                    if heard.open.values().any(|told| *told <= ply)
                        || heard.not_counted.as_ref().is_some_and(|(at, uci)| (*at, uci.as_str()) == (ply, *truth)) =>
                {
                    self.told += 1;
                    self.other_stands += usize::from(heard.standing.contains_key(&ply));
                    open += 1;
                }
                (false, _) => {
                    self.wrong += 1;
                    wrong.get_or_insert((ply, heard.standing.get(&ply).cloned(), truth.to_string()));
                }
            }
        }
        self.open_games += usize::from(open > 0);
        // A clock left running after the last move does run out.
        let runs_out = |kind: AlertKind| kind == AlertKind::FlagFall && said == truth.len();
        let contradicted =
            |kind: AlertKind| kind == AlertKind::ResultSignalled && super::games::is_result_contradicted(game);
        // Whether the record lagged behind when it said so, was judged.
        let lags = |kind: AlertKind| kind == AlertKind::PlayNotRecorded && heard.faults.is_some();
        let true_alert = |kind| ends_the_game(kind) || runs_out(kind) || contradicted(kind) || lags(kind);
        let false_alerts: Vec<_> = heard.serious.values().filter(|(kind, _)| !true_alert(*kind)).collect();
        let (called, silent): (Vec<_>, Vec<_>) =
            heard.faults.iter().flatten().partition(|fault| fault.starts_with(CALLED));
        self.false_alerts += false_alerts.len() + called.len();
        self.silent.extend(silent.into_iter().map(|fault| format!("{name}: {fault}")));
        let told = std::env::var_os("TOUCHMOVE_NOTICES").is_some() && open > 0;
        if (wrong.is_some() || !false_alerts.is_empty() || told) && self.examples.len() < 30 {
            self.examples.push(format!(
                "{name}: {said} of {} plies, {open} open {:?}, wrong (ply, found, truth) {wrong:?}, alerts {:?}",
                truth.len(),
                heard.open.values().min(),
                false_alerts.first(),
            ));
        }
    }

    pub(crate) fn print(&self, what: &str, seconds: f64) {
        eprintln!(
            "{what}: {} games, {} plies, {} exact, {} corrected later, {} told as open (in {} games; another move stands meanwhile at {}), {} wrong, {} false alerts, {seconds:.1} s",
            self.games,
            self.plies,
            self.exact,
            self.corrected,
            self.told,
            self.open_games,
            self.other_stands,
            self.wrong,
            self.false_alerts
        );
        for example in &self.examples {
            eprintln!("    {example}");
        }
    }
}

fn ends_the_game(kind: AlertKind) -> bool {
    matches!(
        kind,
        AlertKind::GameEnded75Moves
            | AlertKind::GameEndedCheckmate
            | AlertKind::GameEndedDeadPosition
            | AlertKind::GameEndedFivefold
            | AlertKind::GameEndedStalemate
    )
}
