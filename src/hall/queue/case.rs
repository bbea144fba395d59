//! What hangs together at one table, made one case of.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::severity::{Part, Severity, Strand, part_of, rank, severity_of, strand_of};
use crate::hall::{
    actions::outcome::proposed_result,
    records::{Alert, AlertState, Color, Players, Urgency},
    table::{
        Outcome, Table,
        hands::Hand,
        health::Fault,
        link::{GRACE_MS, Link},
        told::StandingAlert,
        view::{NamedMove, named},
    },
    time::Time,
};

/// How long before a case the hands are shown, in milliseconds.
const HANDS_BEFORE_MS: u64 = 120_000;

/// Most deeds of hands in a case.
const HANDS_SHOWN: usize = 24;

/// A case: an alert and what hangs on it, or something about a table that no alert tells.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
pub struct Case {
    /// Names it: the id of its first alert; for what the hall finds itself, the kind and the table.
    pub id: String,
    /// The tables it is about; more than one where it is a group.
    pub tables: Vec<String>,
    /// The game, where it is of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// How urgent.
    pub severity: Severity,
    /// What it is about: kind of the alert that matters most, or one of the hall's own.
    pub kind: String,
    /// Its article.
    pub article: String,
    /// The articles of what hangs on it.
    pub articles: Vec<String>,
    /// Edition of the Laws.
    pub edition: String,
    /// Whether it rests on a judgement of what sensors cannot see.
    pub advisory: bool,
    /// The player it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Color>,
    /// Half-move, from 1; 0 where it is of none.
    pub ply: u32,
    /// The squares it is about.
    pub squares: Vec<String>,
    /// The moves that were or are allowed.
    pub legal: Vec<NamedMove>,
    /// The position in which these are moves.
    pub fen: String,
    /// More, by kind, as in the alert.
    pub data: Map<String, Value>,
    /// The alert's sentence, in the table's language; empty for the hall's own.
    pub text: String,
    /// What that is made of, for readers of another language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<Map<String, Value>>,
    /// Since when it waits.
    pub since: Time,
    /// Its alerts, oldest first, ended ones too.
    pub alerts: Vec<StandingAlert>,
    /// What the hands did before it, up to the last that it is about.
    pub hands: Vec<Hand>,
    /// Who played, where it is of a game that another has followed at this table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Players>,
    /// Of a group: the cases in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<String>,
}

impl Case {
    /// Its open alerts that an arbiter has something to do with.
    pub fn open(&self) -> impl Iterator<Item = &Alert> {
        let is_asked = |standing: &&StandingAlert| standing.is_open() && severity_of(&standing.alert).is_some();
        self.alerts.iter().filter(is_asked).map(|standing| &*standing.alert)
    }

    /// The open alert that matters most.
    #[must_use]
    pub fn head(&self) -> Option<&Alert> {
        self.open().min_by_key(|alert| rank(alert))
    }

    /// Who has seen it at the table itself, where all that is open was acknowledged there.
    #[must_use]
    pub fn acknowledged(&self) -> Option<&StandingAlert> {
        let mut open =
            self.alerts.iter().filter(|standing| standing.is_open() && severity_of(&standing.alert).is_some());
        let first = open.next()?;
        let is_seen = |standing: &StandingAlert| standing.alert.state == AlertState::Acknowledged;
        (is_seen(first) && open.all(is_seen)).then_some(first)
    }
}

/// The cases of a table: those that wait.
#[must_use]
pub fn cases_of(name: &str, table: &Table, now: Time) -> Vec<Case> {
    let alerts = table.alerts();
    let mut all: Vec<Case> = groups(&alerts).into_iter().filter_map(|group| case(name, table, group)).collect();
    all.extend(table.left().filter_map(|left| left_case(name, left)));
    all.extend(own_cases(name, table, now));
    all
}

/// A game that another has followed before anybody has said how it ended, though an alert proposes how.
fn left_case(name: &str, left: &Outcome) -> Option<Case> {
    let proposes = |standing: &&StandingAlert| {
        proposed_result(&standing.alert).is_some() && severity_of(&standing.alert).is_some()
    };
    let mut all: Vec<&StandingAlert> = left.open.iter().filter(proposes).collect();
    all.sort_by_key(|standing| rank(&standing.alert));
    let head = all.first()?;
    let alert = &head.alert;
    Some(Case {
        id: all.iter().min_by_key(|standing| standing.alert.number())?.alert.id.clone(),
        tables: vec![name.to_owned()],
        game: Some(left.game.clone()),
        severity: severity_of(alert)?,
        kind: alert.kind.clone(),
        article: alert.article.clone(),
        articles: Vec::new(),
        edition: alert.edition.clone(),
        advisory: alert.advisory,
        by: alert.by,
        ply: alert.ply,
        squares: alert.squares.clone(),
        legal: Vec::new(),
        fen: left.fen.clone(),
        data: alert.data.clone(),
        text: alert.text.clone(),
        words: alert.words.clone(),
        since: head.raised_at,
        alerts: all.into_iter().cloned().collect(),
        hands: Vec::new(),
        before: Some(left.players.clone()),
        members: Vec::new(),
    })
}

/// When, later than `after`, [`cases_of`] may find more, though the table says nothing.
#[must_use]
pub fn next_deadline(table: &Table, after: Time) -> Option<Time> {
    let link = table.link();
    let faults = table.health().faults().filter(|(fault, _)| *fault == Fault::ClockDisconnected);
    let since = [link.away_since(), link.lost_since()].into_iter().flatten().chain(faults.map(|(_, since)| since));
    since.map(|since| since.plus(GRACE_MS)).filter(|due| *due > after).min()
}

/// Alerts that hang together.
fn groups(alerts: &[StandingAlert]) -> Vec<Vec<&StandingAlert>> {
    let mut strands: BTreeMap<(Strand, u32), Vec<Vec<&StandingAlert>>> = BTreeMap::new();
    for standing in alerts {
        let alert = &standing.alert;
        let strand = strand_of(alert);
        let is_private = alert.severity == Urgency::Private;
        let key = match strand {
            _ if is_private => (Strand::Own, alert.number()),
            Strand::Ending | Strand::Irregularity | Strand::Touch => (strand, alert.ply),
            Strand::Claim | Strand::Record => (strand, 0),
            Strand::Own => (strand, alert.number()),
        };
        let of_strand = strands.entry(key).or_default();
        let joins = of_strand.last().is_some_and(|last| belongs(last, standing, strand));
        if joins && let Some(last) = of_strand.last_mut() {
            last.push(standing);
        } else {
            of_strand.push(vec![standing]);
        }
    }
    strands.into_values().flatten().collect()
}

/// Whether an alert belongs to the alerts before it in its strand.
fn belongs(group: &[&StandingAlert], next: &StandingAlert, strand: Strand) -> bool {
    match strand {
        Strand::Claim | Strand::Irregularity => {
            let has_anchor = group.iter().any(|standing| part_of(&standing.alert) == Part::Anchor);
            part_of(&next.alert) == Part::Follows || !has_anchor
        }
        // What was still unread when it came is the same matter.
        Strand::Record => group.iter().any(|standing| standing.is_open() || standing.changed_at >= next.raised_at),
        Strand::Ending | Strand::Own | Strand::Touch => true,
    }
}

fn case(name: &str, table: &Table, group: Vec<&StandingAlert>) -> Option<Case> {
    let asked = |standing: &&&StandingAlert| standing.is_open() && severity_of(&standing.alert).is_some();
    let head = &group.iter().filter(asked).min_by_key(|standing| rank(&standing.alert))?.alert;
    let since = group.iter().filter(asked).map(|standing| standing.raised_at).min()?;
    let game = table.game();
    let fen = fen_for(table, head);
    let variant = game.map(|game| game.variant.as_str()).unwrap_or_default();
    let mut articles: Vec<String> = Vec::new();
    for standing in &group {
        let article = &standing.alert.article;
        if standing.is_open() && *article != head.article && !articles.contains(article) {
            articles.push(article.clone());
        }
    }
    let raised = group.iter().filter(asked).map(|standing| standing.alert.raised_ms);
    let (first_ms, last_ms) =
        raised.fold((head.raised_ms, head.raised_ms), |(first, last), raised| (first.min(raised), last.max(raised)));
    let hands = table.hands().between(first_ms.saturating_sub(HANDS_BEFORE_MS), last_ms);
    let legal = group.iter().filter(asked).map(|standing| &standing.alert.legal).find(|legal| !legal.is_empty());
    Some(Case {
        id: group.first()?.alert.id.clone(),
        tables: vec![name.to_owned()],
        game: Some(head.game().to_owned()),
        severity: severity_of(head)?,
        kind: head.kind.clone(),
        article: head.article.clone(),
        articles,
        edition: head.edition.clone(),
        advisory: head.advisory,
        by: head.by,
        ply: head.ply,
        squares: head.squares.clone(),
        legal: named(&fen, variant, if head.legal.is_empty() { legal.unwrap_or(&head.legal) } else { &head.legal }),
        fen,
        data: head.data.clone(),
        text: head.text.clone(),
        words: head.words.clone(),
        since,
        alerts: group.iter().map(|standing| (*standing).clone()).collect(),
        hands: hands[hands.len().saturating_sub(HANDS_SHOWN)..].to_vec(),
        before: None,
        members: Vec::new(),
    })
}

/// The position in which the moves of an alert are moves: before its half-move where that was made.
pub(in crate::hall) fn fen_for(table: &Table, alert: &Alert) -> String {
    let Some(game) = table.game() else { return String::new() };
    if !table.moves().iter().any(|entry| entry.ply == alert.ply) {
        return game.fen.clone();
    }
    let before = table.moves().into_iter().rev().find(|entry| entry.ply < alert.ply && !entry.fen.is_empty());
    before.map_or_else(|| game.initial_fen.clone(), |entry| entry.fen)
}

/// What the hall finds itself: boards and tables that are not heard, batteries, computers.
fn own_cases(name: &str, table: &Table, now: Time) -> Vec<Case> {
    let link = table.link();
    let long_ago = |since: &Time| now.since(*since) >= GRACE_MS;
    let mut found: Vec<(&str, Severity, Time, Map<String, Value>)> = Vec::new();
    if let Some(since) = link.away_since().filter(long_ago) {
        found.push(("table-lost", Severity::Lost, since, line_of(link, None)));
    } else if let Some(since) = link.lost_since().filter(long_ago) {
        let mut data = line_of(link, link.port.as_deref());
        data.extend(link.trouble.iter().map(|trouble| ("trouble".to_owned(), trouble.as_str().into())));
        found.push(("board-lost", Severity::Lost, since, data));
    }
    for error in &link.errors {
        let kind = match error.as_str() {
            "disk-full" => ("disk-full", Severity::Warning),
            "journal-failing" => ("journal-failing", Severity::Warning),
            "outbox-full" => ("outbox-full", Severity::Notice),
            // An alert tells of that.
            _ => continue,
        };
        found.push((kind.0, kind.1, link.errors_since, Map::new()));
    }
    if let Some(since) = table.contested_since() {
        found.push(("two-tables", Severity::Warning, since, Map::new()));
    }
    let is_on = table.game().is_some_and(|game| game.phase == "playing");
    for (fault, since) in table.health().faults() {
        let data = match fault {
            Fault::ClockBatteryLow => Map::new(),
            // At its start a board says that it has no clock, and finds it a moment later.
            Fault::ClockDisconnected if is_on && long_ago(&since) => Map::new(),
            Fault::ClockDisconnected => continue,
            Fault::RecordsMissing => Map::from_iter([("records".to_owned(), table.missing().into())]),
            Fault::SquaresDead => {
                let squares = table.board().map(|(_, board)| board.dead.clone()).unwrap_or_default();
                Map::from_iter([("squares".to_owned(), squares.into())])
            }
        };
        found.push((fault.name(), Severity::Notice, since, data));
    }
    found.into_iter().map(|(kind, severity, since, data)| own_case(name, kind, severity, since, data)).collect()
}

/// What tells tables of one line from others: those of one service were started together.
fn line_of(link: &Link, port: Option<&str>) -> Map<String, Value> {
    Map::from_iter([("started".to_owned(), link.started.0.into()), ("port".to_owned(), port.into())])
}

fn own_case(name: &str, kind: &str, severity: Severity, since: Time, data: Map<String, Value>) -> Case {
    Case {
        id: format!("{kind}:{name}"),
        tables: vec![name.to_owned()],
        game: None,
        severity,
        kind: kind.to_owned(),
        article: String::new(),
        articles: Vec::new(),
        edition: String::new(),
        advisory: false,
        by: None,
        ply: 0,
        squares: Vec::new(),
        legal: Vec::new(),
        fen: String::new(),
        data,
        text: String::new(),
        words: None,
        since,
        alerts: Vec::new(),
        hands: Vec::new(),
        before: None,
        members: Vec::new(),
    }
}
