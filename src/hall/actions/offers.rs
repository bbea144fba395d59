//! What is offered in a case, and at a table.

use serde::{Deserialize, Serialize};

use super::{
    act::Act,
    outcome::{Effect, Outcome, outcome_of, proposed_result},
};
use crate::hall::{
    queue::{
        case::Case,
        severity::{is_note, severity_of},
    },
    records::{Alert, Color},
    table::{Table, view::NamedMove},
};

/// What is still to be chosen before it can be done.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(tag = "form", rename_all = "kebab-case")]
pub enum Form {
    /// How the clocks stand now.
    Clock,
    /// Who claims what.
    Claim {
        /// The claims that there are.
        claims: Vec<String>,
    },
    /// How many illegal moves count.
    IllegalMoves {
        /// White's now.
        white: u32,
        /// Black's now.
        black: u32,
    },
    /// Which move a half-move was; none of these: on the board.
    Move {
        /// The half-move that is asked about; from 1.
        ply: u32,
        /// What it may have been: moves, or lines of moves with spaces between, UCI.
        candidates: Vec<String>,
    },
    /// Names, and laws where they change.
    NewGame,
    /// Who plays.
    Players,
    /// A position.
    Position {
        /// To begin from.
        fen: String,
    },
    /// One of these results.
    Result {
        /// In this order.
        results: Vec<String>,
    },
    /// How many half-moves.
    TakeBack {
        /// At most.
        plies: usize,
    },
}

/// The steps that go with an act: what the arbiter does at the table.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(tag = "step", rename_all = "kebab-case")]
pub enum Step {
    /// Ask the players whether "I adjust" was said, or what was touched.
    AskPlayers,
    /// See whether the last move was legal.
    CheckLastMove,
    /// Compare with the scoresheets.
    CompareScoresheets,
    /// A move is due.
    MoveDue {
        /// By whom.
        player: Color,
        /// One of these.
        moves: Vec<NamedMove>,
    },
    /// The position before the irregular move is set up again.
    PutBack {
        /// The squares that it changed.
        squares: Vec<String>,
    },
    /// This player's clock runs.
    RunClock {
        /// Whose.
        player: Color,
    },
    /// Set a clock.
    SetClock {
        /// Whose.
        player: Color,
        /// What it showed at that time, in milliseconds.
        before_ms: Option<u32>,
        /// What comes to it, in milliseconds.
        ms: i64,
        /// What to set it to, in milliseconds.
        set_ms: Option<u32>,
    },
    /// Stop the clocks.
    StopClocks,
    /// Take the signed scoresheets.
    TakeScoresheets,
}

/// Something that can be done.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
pub struct Offer {
    /// Its name: that of the command it is about.
    pub name: String,
    /// What is done, in this order; empty where a form comes first.
    pub acts: Vec<Act>,
    /// What is to be chosen first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<Form>,
    /// What it will do.
    pub outcome: Outcome,
    /// What goes with it at the table.
    pub steps: Vec<Step>,
    /// Whether it is what the program proposes.
    pub proposed: bool,
}

/// All claims that there are; which of them the Laws in force know, the table says.
const CLAIMS: [&str; 4] = ["threefold", "fifty-moves", "quickplay-finish", "touch-move"];

/// All results that a game has.
pub(in crate::hall) const RESULTS: [&str; 3] = ["1-0", "1/2-1/2", "0-1"];

/// What is offered in a case, the proposal first. Nothing may be done about a private finding.
#[must_use]
pub fn offers_of(case: &Case, table: &Table) -> Vec<Offer> {
    if case.before.is_some() {
        return left_offers(case, table);
    }
    let Some(head) = case.head() else { return identify(case, table) };
    let open: Vec<&Alert> = case.open().collect();
    let confirm = |alert: &&Alert| Act::Confirm { alert: alert.id.clone() };
    let dismiss = ready(table, "dismiss", vec![Act::Dismiss { alert: head.id.clone() }], Vec::new());
    let plies = table.game().map_or(0, |game| game.moves.len());
    match head.kind.as_str() {
        _ if severity_of(head) == Some(super::super::queue::severity::Severity::Private) => Vec::new(),
        "illegal-move-completed"
        | "press-without-move"
        | "promotion-missing"
        | "ruling-add-time"
        | "ruling-game-lost"
        | "ruling-game-drawn"
        | "two-hands-suspected" => {
            let undecided = open.iter().any(|alert| alert.kind == "ruling-game-lost" && alert.data.contains_key("or"));
            // Together with what follows from it: one decision. What is left open is given as a result.
            let acts: Vec<Act> =
                open.iter().filter(|alert| !(undecided && alert.kind == "ruling-game-lost")).map(confirm).collect();
            let steps = penalty_steps(case, &outcome_of(table, &acts));
            let mut all = Vec::new();
            if undecided {
                all.push(result_form(table, &loss_or_draw(&open), true));
            }
            if !acts.is_empty() {
                all.push(Offer { proposed: !undecided, ..ready(table, "confirm", acts, steps) });
            }
            all.push(dismiss);
            let stands = open.iter().rev().find(|alert| may_stand(table, alert));
            all.extend(
                stands.map(|alert| {
                    ready(table, "let-stand", vec![Act::LetStand { alert: alert.id.clone() }], Vec::new())
                }),
            );
            all
        }
        "castling-abandoned"
        | "castling-rook-first"
        | "promotion-piece-changed"
        | "released-then-moved"
        | "touch-move-violated" => breach(table, &open, head),
        "position-mismatch" | "play-not-recorded" | "move-ambiguous" => {
            let candidates = head.data.get("candidates").and_then(|list| list.as_array()).into_iter().flatten();
            let candidates: Vec<String> = candidates.filter_map(|uci| Some(uci.as_str()?.to_owned())).collect();
            let ply =
                if head.kind == "move-ambiguous" { head.ply } else { u32::try_from(plies + 1).unwrap_or(u32::MAX) };
            let mut set_move = with_form("set-move", Form::Move { ply, candidates }, true);
            set_move.steps = vec![Step::CompareScoresheets];
            vec![set_move, position_form(table), dismiss]
        }
        "flag-fall" | "result-signalled" | "game-end-in-doubt" | "claim-made" => {
            let mut all = Vec::new();
            let first = head.data.get("candidates").and_then(|list| list.as_array()).into_iter().flatten();
            let first: Vec<String> = first.filter_map(|result| Some(result.as_str()?.to_owned())).collect();
            let is_wrong = head.kind == "claim-made" && proposed_result(head).is_none();
            if first.is_empty() {
                let steps = if is_wrong { Vec::new() } else { vec![Step::StopClocks, Step::TakeScoresheets] };
                let confirm = ready(
                    table,
                    "confirm",
                    open.iter().filter(|alert| alert.id == head.id).map(confirm).collect(),
                    steps,
                );
                all.push(Offer { proposed: !is_wrong, ..confirm });
            }
            all.push(Offer { proposed: is_wrong, ..dismiss });
            all.push(result_form(table, &first, !first.is_empty()));
            all.sort_by_key(|offer| !offer.proposed);
            all
        }
        kind if kind.starts_with("game-ended-") => {
            let steps = vec![Step::CheckLastMove, Step::TakeScoresheets];
            let confirm = ready(table, "confirm", vec![Act::Confirm { alert: head.id.clone() }], steps);
            let take_back = ready(table, "take-back", vec![Act::TakeBack { plies: 1 }], Vec::new());
            vec![Offer { proposed: true, ..confirm }, result_form(table, &[], false), take_back]
        }
        "initial-position-wrong" | "wrong-colour-moved-first" => {
            let confirm =
                ready(table, "confirm", vec![Act::Confirm { alert: head.id.clone() }], vec![Step::StopClocks]);
            let new_game = with_form("new-game", Form::NewGame, false);
            vec![Offer { proposed: true, ..confirm }, new_game, dismiss]
        }
        "disturbance" | "displaced-pieces" | "castling-not-allowed" | "promotion-piece-invalid" => {
            let confirm = ready(table, "confirm", vec![Act::Confirm { alert: head.id.clone() }], Vec::new());
            vec![Offer { proposed: true, ..confirm }, dismiss]
        }
        _ => {
            let seen = ready(
                table,
                "acknowledge",
                open.iter().map(|alert| Act::Acknowledge { alert: alert.id.clone() }).collect(),
                Vec::new(),
            );
            let steps = if head.kind == "touched-piece-returned" { vec![Step::AskPlayers] } else { Vec::new() };
            vec![Offer { proposed: true, ..seen }, Offer { steps, ..dismiss }]
        }
    }
}

/// A game is over, and another has begun at its table: the hall itself keeps what somebody says of it.
fn left_offers(case: &Case, table: &Table) -> Vec<Offer> {
    let Some(head) = case.head() else { return Vec::new() };
    let with = |name: &str, act: Act, effects: Vec<Effect>| Offer {
        name: name.to_owned(),
        acts: vec![act],
        form: None,
        outcome: Outcome { effects, ..Outcome::default() },
        steps: if name == "confirm" { vec![Step::TakeScoresheets] } else { Vec::new() },
        proposed: name == "confirm",
    };
    let confirm = proposed_result(head).map(|result| {
        let is_final = Effect::ResultFinal { result: result.clone(), reason: Some(head.kind.clone()) };
        with("confirm", Act::SetResult { result, termination: None }, vec![is_final])
    });
    let mut form = result_form(table, &[], false);
    form.outcome.destructive = false;
    let dismiss = with("dismiss", Act::Dismiss { alert: head.id.clone() }, vec![Effect::DidNotHappen]);
    confirm.into_iter().chain([form, dismiss]).collect()
}

/// Whether an irregularity may still be let stand: it is the last one, nobody has put it right, no move stands in its
/// place, and its turn is not over.
fn may_stand(table: &Table, alert: &Alert) -> bool {
    let is_completed = |alert: &Alert| {
        matches!(alert.kind.as_str(), "illegal-move-completed" | "press-without-move" | "promotion-missing")
            && !alert.data.contains_key("registered")
    };
    let is_after = |later: &Alert| {
        later.number() > alert.number()
            && (is_completed(later) || matches!(later.kind.as_str(), "illegal-move-stands" | "position-restored"))
    };
    let is_over = table.game().is_none_or(|game| game.result != "*");
    is_completed(alert)
        && !is_over
        && !table.moves().iter().any(|entry| entry.ply >= alert.ply)
        && !table.alerts().iter().any(|standing| is_after(&standing.alert))
}

/// A breach of Article 4: the move goes back and an owed one is played, or it is noted and stays, or it was none.
/// What was noted before it is decided with it: it must not be asked again.
fn breach(table: &Table, open: &[&Alert], head: &Alert) -> Vec<Offer> {
    let made: Vec<_> = table.moves().into_iter().filter(|entry| entry.ply >= head.ply).collect();
    let all_of = |act: fn(String) -> Act| -> Vec<Act> {
        let noted = open.iter().filter(|alert| alert.id != head.id && is_note(alert)).copied();
        [head].into_iter().chain(noted).map(|alert| act(alert.id.clone())).collect()
    };
    let confirm = all_of(|alert| Act::Confirm { alert });
    let mut all = Vec::new();
    if let Ok(plies @ 1..) = u32::try_from(made.len()) {
        let mut squares: Vec<String> = Vec::new();
        for square in made.iter().flat_map(|entry| [entry.uci.get(..2), entry.uci.get(2..4)]).flatten() {
            if !squares.iter().any(|known| known == square) {
                squares.push(square.to_owned());
            }
        }
        // With the move its turn is open again, and so is what was noted in it: that comes last.
        let (first, noted) = confirm.split_at(1);
        let acts = [first, &[Act::TakeBack { plies }], noted].concat();
        let mut offer = ready(table, "take-back", acts, vec![Step::AskPlayers, Step::PutBack { squares }]);
        // Settled says nothing besides what follows.
        offer.outcome.effects.retain(|effect| *effect != Effect::Settled);
        if let Some(player) = head.by.filter(|_| !head.legal.is_empty()) {
            let fen = super::super::queue::case::fen_for(table, head);
            let variant = table.game().map(|game| game.variant.clone()).unwrap_or_default();
            let moves = crate::hall::table::view::named(&fen, &variant, &head.legal);
            offer.outcome.effects.push(Effect::MoveOwed { player, moves: moves.clone() });
            offer.steps.push(Step::MoveDue { player, moves });
        }
        all.push(Offer { proposed: true, ..offer });
    }
    all.push(ready(table, "confirm", confirm, vec![Step::AskPlayers]));
    all.push(ready(table, "dismiss", all_of(|alert| Act::Dismiss { alert }), Vec::new()));
    all
}

/// What goes with an illegal move at the table.
fn penalty_steps(case: &Case, outcome: &Outcome) -> Vec<Step> {
    let mut steps = vec![Step::StopClocks];
    if !case.squares.is_empty() {
        steps.push(Step::PutBack { squares: case.squares.clone() });
    }
    let mut due = None;
    for effect in &outcome.effects {
        match effect {
            Effect::TimeGiven { player, ms, before_ms, set_ms } => {
                steps.push(Step::SetClock { player: *player, before_ms: *before_ms, ms: *ms, set_ms: *set_ms });
            }
            Effect::MoveOwed { player, moves } => due = Some((*player, moves.clone())),
            Effect::ResultFinal { .. } => return vec![Step::StopClocks, Step::TakeScoresheets],
            _ => {}
        }
    }
    if let Some(player) = case.by {
        steps.push(Step::RunClock { player });
    }
    steps.extend(due.map(|(player, moves)| Step::MoveDue { player, moves }));
    steps
}

fn loss_or_draw(open: &[&Alert]) -> Vec<String> {
    let loser = open.iter().find_map(|alert| alert.color_of("loser"));
    let wins = loser.map(|loser| loser.other().wins().to_owned());
    wins.into_iter().chain(["1/2-1/2".to_owned()]).collect()
}

/// Boards that are lost can still be made to blink, where they have lights: those beside them. That helps against no low
/// battery, which is only to be seen.
fn identify(case: &Case, table: &Table) -> Vec<Offer> {
    if matches!(case.kind.as_str(), "clock-battery-low" | "table-lost") {
        Vec::new()
    } else {
        vec![ready(table, "identify", vec![Act::Identify {}], Vec::new())]
    }
}

/// What can be done at a table, whatever waits there.
#[must_use]
pub fn offers_at(table: &Table) -> Vec<Offer> {
    let game = table.game();
    let plies = game.map_or(0, |game| game.moves.len());
    let is_over = game.is_some_and(|game| game.phase == "over");
    let is_suspended = game.is_some_and(|game| game.phase == "suspended");
    let is_on = game.is_some_and(|game| game.phase == "playing");
    let counts = game.map(|game| game.illegal_moves).unwrap_or_default();
    let next = u32::try_from(plies + 1).unwrap_or(u32::MAX);
    let mut all = vec![
        result_form(table, &[], false),
        with_form("set-players", Form::Players, false),
        with_form("new-game", Form::NewGame, plies > 0 && !is_over),
    ];
    if is_over {
        all.push(ready(table, "reopen", vec![Act::Reopen {}], Vec::new()));
    }
    all.push(with_form("set-move", Form::Move { ply: next, candidates: Vec::new() }, false));
    if plies > 0 {
        all.push(with_form("take-back", Form::TakeBack { plies }, false));
    }
    all.push(position_form(table));
    if is_suspended {
        all.push(ready(table, "resume", vec![Act::Resume {}], Vec::new()));
    } else if is_on {
        all.push(ready(table, "suspend", vec![Act::Suspend {}], Vec::new()));
        all.push(with_form("claim", Form::Claim { claims: CLAIMS.map(str::to_owned).to_vec() }, false));
        for kind in ["illegal-move", "two-hands", "disturbance"] {
            for player in [Color::White, Color::Black] {
                all.push(ready(table, "register", vec![Act::Register { kind: kind.to_owned(), player }], Vec::new()));
            }
        }
    }
    all.push(with_form("adjust-clock", Form::Clock, false));
    all.push(with_form("set-illegal-moves", Form::IllegalMoves { white: counts.white, black: counts.black }, false));
    all.push(ready(table, "identify", vec![Act::Identify {}], Vec::new()));
    all.push(ready(table, "resync", vec![Act::Resync { seq: 0 }], Vec::new()));
    for offer in &mut all {
        offer.proposed = false;
    }
    all
}

fn ready(table: &Table, name: &str, acts: Vec<Act>, steps: Vec<Step>) -> Offer {
    let outcome = outcome_of(table, &acts);
    Offer { name: name.to_owned(), acts, form: None, outcome, steps, proposed: false }
}

fn with_form(name: &str, form: Form, proposed: bool) -> Offer {
    let outcome = Outcome::default();
    Offer { name: name.to_owned(), acts: Vec::new(), form: Some(form), outcome, steps: Vec::new(), proposed }
}

fn position_form(table: &Table) -> Offer {
    let fen = table.game().map(|game| game.fen.clone()).unwrap_or_default();
    let mut offer = with_form("set-position", Form::Position { fen }, false);
    offer.outcome.destructive = true;
    offer
}

/// The results, those that an alert leaves open first.
fn result_form(table: &Table, first: &[String], proposed: bool) -> Offer {
    let rest = RESULTS.map(str::to_owned).into_iter().filter(|result| !first.contains(result));
    let results = first.iter().cloned().chain(rest).collect();
    let mut offer = with_form("set-result", Form::Result { results }, proposed);
    offer.outcome.destructive = table.game().is_some_and(|game| game.result != "*");
    offer
}
