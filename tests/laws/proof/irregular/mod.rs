//! The generated proof of irregularities: every kind of illegal move and empty press, under every edition, regime and
//! supervision, followed by every way in which hands and arbiters put it right or do not, then by eight lawful
//! half-moves, at three paces, on boards of pieces and of squares.
//!
//! What is due is worked out here: consequences by `laws.rs`, record and counters by `model.rs`, which corrections
//! give which record by `corrections.rs`.
//!
//! One case in so many is tried: `TOUCHMOVE_STRIDE` says which (1: all). `TOUCHMOVE_CASE=<part of an id>` tries all
//! cases whose id has it, and prints the event log of each where they are few, as `touchmove replay` reads it.

mod corrections;
mod irregularities;
mod lanes;
mod model;
mod play;
mod run;
mod set_ups;

use std::collections::BTreeMap;

use protocols::{Color, registry::Sensing};
use touchmove::turn::{Edition, Laws, Regime, Supervision};

use corrections::{Way, story};
use play::Pace;
use run::{Fault, Trial};

/// Takes a case: its id, and what makes it, which gives none where the Laws or the hands leave it open.
type Take<'a> = dyn FnMut(&str, &dyn Fn() -> Option<Trial>) + 'a;

/// One case in so many, where nothing else is said.
const STRIDE: u64 = 83;

/// So many cases that are asked for are printed with their logs.
const SHOWN_WHOLE: usize = 20;

/// Ids shown of each class of failure.
const SHOWN: usize = 3;

fn laws_name(laws: Laws) -> String {
    let regime = match (laws.regime, laws.supervision) {
        (Regime::Standard, _) => "standard",
        (Regime::Rapid, Supervision::Full) => "rapid-full",
        (Regime::Rapid, Supervision::Limited) => "rapid",
        (Regime::Blitz, Supervision::Full) => "blitz-full",
        (Regime::Blitz, Supervision::Limited) => "blitz",
    };
    format!("{}-{regime}", laws.edition.name())
}

fn pace_name(pace: Pace) -> &'static str {
    match pace {
        Pace::Calm => "1000ms",
        Pace::Brisk => "300ms",
        Pace::Quick => "60ms",
    }
}

/// Gives every case to `take`, in an order that never changes.
fn cases(take: &mut Take<'_>) {
    for it in irregularities::all() {
        let by = model::Game::from_fen(&it.fen).turn;
        for (way_name, way) in Way::ALL {
            for laws in crate::proof::laws::all() {
                for pace in Pace::ALL {
                    for sensing in [Sensing::Identity, Sensing::Occupancy] {
                        if sensing == Sensing::Occupancy && !it.on_squares {
                            continue;
                        }
                        let limit = if laws.edition >= Edition::E2014 { 2 } else { 3 };
                        for illegal_moves in [0, limit - 1] {
                            let sensed = if sensing == Sensing::Identity { "pieces" } else { "squares" };
                            let id = format!(
                                "{}.{}.{way_name}.{}.{}.{sensed}.{illegal_moves}",
                                it.name,
                                by.name(),
                                laws_name(laws),
                                pace_name(pace),
                            );
                            take(&id, &|| {
                                let story = story(&it, way, laws, pace, illegal_moves)?;
                                Some(Trial {
                                    id: id.clone(),
                                    fen: it.fen.clone(),
                                    initial_fen: None,
                                    by,
                                    laws,
                                    sensing,
                                    pace,
                                    illegal_moves,
                                    acts: story.acts,
                                    due: story.due,
                                    shown: false,
                                })
                            });
                        }
                    }
                }
            }
        }
    }
    set_ups::cases(take);
}

/// A number for each id, always the same and without a pattern (FNV-1a): one case in so many is one by chance.
fn drawn(id: &str) -> u64 {
    let hash = id
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    hash >> 17
}

/// Counts of one irregularity or one correction.
#[derive(Debug, Default, Clone)]
struct Count {
    cases: usize,
    failed: usize,
    by_fault: BTreeMap<Fault, usize>,
}

impl Count {
    fn add(&mut self, faults: &[(Fault, String)]) {
        self.cases += 1;
        self.failed += usize::from(!faults.is_empty());
        for fault in Fault::ALL {
            *self.by_fault.entry(fault).or_default() += usize::from(faults.iter().any(|(other, _)| *other == fault));
        }
    }

    fn line(&self, name: &str) -> String {
        let faults: String = self.by_fault.values().map(|count| format!("{count:>9}")).collect();
        format!("{name:<28}{:>8}{:>8}{faults}", self.cases, self.failed)
    }
}

/// What all cases came to, by each part of their ids, and the failures by what is wrong in them.
#[derive(Debug, Default)]
struct Report {
    total: Count,
    parts: [BTreeMap<String, Count>; 6],
    classes: BTreeMap<String, (usize, Vec<String>)>,
}

impl Report {
    fn take(&mut self, id: &str, faults: &[(Fault, String)]) {
        self.total.add(faults);
        for (counts, part) in self.parts.iter_mut().zip(id.split('.')) {
            counts.entry(part.to_owned()).or_default().add(faults);
        }
        let part = |index| id.split('.').nth(index).unwrap_or_default();
        for (fault, what) in faults {
            let what = what.split(',').next().unwrap_or_default();
            // Which moves and positions is in the log of the case.
            let what = if *fault == Fault::Wrong { what.split(' ').next().unwrap_or_default() } else { what };
            let class = self.classes.entry(format!("{} {}: {what}", fault.name(), part(2))).or_default();
            class.0 += 1;
            if class.1.len() < SHOWN {
                class.1.push(id.to_owned());
            }
        }
    }

    fn print(&self) {
        let faults: String = Fault::ALL.iter().map(|fault| format!("{:>9}", fault.name())).collect();
        for (counts, what) in self.parts.iter().zip(["irregularity", "by", "correction", "laws", "pace", "sensing"]) {
            println!("{what:<28}{:>8}{:>8}{faults}", "cases", "failed");
            for (name, count) in counts {
                println!("{}", count.line(name));
            }
        }
        println!("{}", self.total.line("all"));
        let mut classes: Vec<_> = self.classes.iter().collect();
        classes.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
        for (class, (count, ids)) in classes {
            println!("{count:>6}  {class}\n        {}", ids.join("\n        "));
        }
        let count = |fault| self.total.by_fault.get(&fault).copied().unwrap_or_default();
        let wrong = count(Fault::Wrong) + count(Fault::Refused);
        println!(
            "{} cases, {wrong} wrong, {} missed, {} false, {} silent",
            self.total.cases,
            count(Fault::Missed),
            count(Fault::False),
            count(Fault::Silent)
        );
    }
}

#[test]
fn every_irregularity_corrected_in_every_way_is_recorded_and_ruled_as_the_laws_say() {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let part = std::env::var("TOUCHMOVE_CASE").ok();
    let stride = number("TOUCHMOVE_STRIDE").unwrap_or(if part.is_some() { 1 } else { STRIDE });
    let mut chosen: Vec<Trial> = Vec::new();
    cases(&mut |id, make| {
        if part.as_ref().is_none_or(|part| id.contains(part.as_str())) && drawn(id).is_multiple_of(stride) {
            chosen.extend(make());
        }
    });
    let shown = part.is_some() && chosen.len() <= SHOWN_WHOLE;
    for trial in &mut chosen {
        trial.shown = shown;
    }
    let mut report = Report::default();
    for (trial, faults) in chosen.iter().zip(lanes::try_all(&chosen, !shown)) {
        report.take(&trial.id, &faults);
        if shown {
            println!("{}", trial.id);
            for record in &trial.due.records {
                println!("  due {:?} {} illegal moves {:?}", record.moves, record.fen(), trial.due.counts);
            }
            for (fault, what) in &faults {
                println!("  {}: {what}", fault.name());
            }
        }
    }
    report.print();
    let Count { cases, failed, .. } = report.total;
    assert!(failed == 0, "{failed} of {cases} cases differ from the Laws");
}

/// Who is said to be at fault of a position: nobody knows, White counts.
const SET_UP_BY: Color = Color::White;
