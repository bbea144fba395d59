//! What stands under another case: muted by a lost board, on one line with it, in a flood.

use std::{collections::BTreeMap, sync::Arc};

use super::{Queued, Tray, case::Case, marks::Mark, severity::Severity, severity::follows_from_lost_board};
use crate::hall::time::Time;

/// More than this many cases of one kind within [`FLOOD_MS`] are a flood.
pub const FLOOD: usize = 10;

/// The time in which a flood comes, in milliseconds.
pub const FLOOD_MS: i64 = 10 * 60 * 1_000;

/// Boards lost within this time of one another, on one port, are on one line, in milliseconds.
const ONE_LINE_MS: i64 = 15_000;

/// Tables whose services say they were started within this time are taken for those of one service, in milliseconds.
const SAME_START_MS: u64 = 2_500;

/// What follows from a lost board may be told a little before the loss is, in milliseconds.
const BEFORE_LOSS_MS: i64 = 3_000;

/// Finds what stands under what.
pub(super) fn arrange(all: &mut BTreeMap<String, Queued>) {
    join_lines(all);
    mute(all);
    group_floods(all);
}

fn waiting(all: &BTreeMap<String, Queued>) -> impl Iterator<Item = &Queued> {
    all.values().filter(|queued| queued.tray == Tray::Waiting)
}

/// Boards lost together are one line: the plug of a cabinet, or a computer.
fn join_lines(all: &mut BTreeMap<String, Queued>) {
    let mut lost: Vec<&Queued> = waiting(all).filter(|queued| queued.case.severity == Severity::Lost).collect();
    lost.sort_by(|one, other| (one.case.since, &one.case.id).cmp(&(other.case.since, &other.case.id)));
    let mut lines: Vec<Vec<&Queued>> = Vec::new();
    for queued in lost {
        let line =
            lines.iter_mut().find(|line| line.last().is_some_and(|last| are_of_one_line(&last.case, &queued.case)));
        match line {
            Some(line) => line.push(queued),
            None => lines.push(vec![queued]),
        }
    }
    let name = |queued: &&Queued| (queued.case.since, queued.case.id.clone());
    let lines: Vec<Vec<_>> =
        lines.iter().filter(|line| line.len() > 1).map(|line| line.iter().map(name).collect()).collect();
    for line in lines {
        add_group(all, "line", &line);
    }
}

fn are_of_one_line(one: &Case, other: &Case) -> bool {
    let started = |case: &Case| case.data.get("started").and_then(serde_json::Value::as_i64).unwrap_or(0);
    one.kind == other.kind
        && one.data.get("port") == other.data.get("port")
        && started(one).abs_diff(started(other)) <= SAME_START_MS
        && other.since.since(one.since) <= ONE_LINE_MS
}

/// A lost board mutes what follows from it.
fn mute(all: &mut BTreeMap<String, Queued>) {
    let lost = |queued: &&Queued| queued.case.severity == Severity::Lost && queued.case.members.is_empty();
    let since: BTreeMap<String, (Time, String)> = all
        .values()
        .filter(lost)
        .flat_map(|queued| {
            let head = queued.under.clone().unwrap_or_else(|| queued.case.id.clone());
            let since = queued.case.since;
            queued.case.tables.iter().map(move |table| (table.clone(), (since, head.clone())))
        })
        .collect();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for queued in all.values_mut().filter(|queued| matches!(queued.tray, Tray::Waiting)) {
        let table = queued.case.tables.first().and_then(|table| since.get(table));
        if let Some((since, head)) = table
            && queued.case.severity != Severity::Ruling
            && follows_from_lost_board(&queued.case.kind)
            && queued.case.since >= since.plus(-BEFORE_LOSS_MS)
        {
            queued.tray = Tray::Muted;
            queued.under = Some(head.clone());
            *counts.entry(head.clone()).or_default() += 1;
        }
    }
    for (head, count) in counts {
        if let Some(queued) = all.get_mut(&head) {
            queued.muted = count;
        }
    }
}

/// More than [`FLOOD`] of a kind at a time become one line. Each ruling is decided for itself, and stays.
fn group_floods(all: &mut BTreeMap<String, Queued>) {
    let mut kinds: BTreeMap<String, Vec<(Time, String)>> = BTreeMap::new();
    for queued in
        waiting(all).filter(|queued| queued.case.severity != Severity::Ruling && queued.case.members.is_empty())
    {
        kinds.entry(queued.case.kind.clone()).or_default().push((queued.case.since, queued.case.id.clone()));
    }
    for mut members in kinds.into_values().filter(|members| members.len() > FLOOD) {
        members.sort();
        let in_flood = |index: usize| {
            let near = |other: &(Time, String)| members[index].0.is_within(other.0, FLOOD_MS);
            members.iter().enumerate().any(|(first, from)| {
                let last = members.iter().rposition(|to| to.0.since(from.0) <= FLOOD_MS).unwrap_or(first);
                near(from) && (first..=last).contains(&index) && last - first >= FLOOD
            })
        };
        let flood: Vec<(Time, String)> =
            (0..members.len()).filter(|index| in_flood(*index)).map(|index| members[index].clone()).collect();
        if !flood.is_empty() {
            add_group(all, "flood", &flood);
        }
    }
}

/// One line for several cases: as urgent as the worst, as old as the oldest.
fn add_group(all: &mut BTreeMap<String, Queued>, what: &str, members: &[(Time, String)]) {
    let found: Vec<&Queued> = members.iter().filter_map(|(_, id)| all.get(id)).collect();
    let Some(first) = found.first() else { return };
    let kind = first.case.kind.clone();
    let id = format!("{what}:{}", first.case.id);
    let severity = found.iter().map(|queued| queued.case.severity).min().unwrap_or(Severity::Notice);
    let mut tables: Vec<String> = Vec::new();
    for table in found.iter().flat_map(|queued| &queued.case.tables) {
        if !tables.contains(table) {
            tables.push(table.clone());
        }
    }
    let all_said = |mark: fn(&Queued) -> &Option<Mark>| {
        let said = found.iter().map(|queued| mark(queued).clone());
        said.reduce(|one, other| one.zip(other).map(|(one, other)| if one.at >= other.at { one } else { other }))
            .flatten()
    };
    let case = Case {
        id: id.clone(),
        tables,
        severity,
        kind,
        since: first.case.since,
        before: None,
        members: members.iter().map(|(_, id)| id.clone()).collect(),
        alerts: Vec::new(),
        hands: Vec::new(),
        legal: Vec::new(),
        squares: Vec::new(),
        game: None,
        by: None,
        ply: 0,
        fen: String::new(),
        text: String::new(),
        data: serde_json::Map::from_iter([("group".to_owned(), what.into()), ("count".to_owned(), found.len().into())]),
        ..Case::clone(&first.case)
    };
    let group = Queued {
        case: Arc::new(case),
        tray: Tray::Waiting,
        under: None,
        muted: 0,
        seen: all_said(|queued| &queued.seen),
        going: all_said(|queued| &queued.going),
        shelf: None,
        course: Vec::new(),
    };
    for (_, member) in members {
        if let Some(queued) = all.get_mut(member) {
            queued.tray = Tray::Grouped;
            queued.under = Some(id.clone());
        }
    }
    all.insert(id, group);
}
