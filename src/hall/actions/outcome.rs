//! What an act will do, said before it is done: as data, for the words are many languages'.

use serde::{Deserialize, Serialize};

use super::act::{Act, Player};
use crate::hall::{
    records::{Alert, Color, Game},
    table::{
        Table,
        view::{NamedMove, named},
    },
};

/// One thing that an act brings about.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(tag = "effect", rename_all = "kebab-case")]
pub enum Effect {
    /// The board blinks.
    BoardBlinks,
    /// A claim is looked into; what it comes to is told.
    ClaimLookedInto {
        /// Who claims.
        player: Color,
        /// What.
        claim: String,
    },
    /// The claim, or the penalty to choose, is settled.
    ClaimSettled,
    /// It did not happen: nothing is counted, no time is due, and what hangs on it falls.
    DidNotHappen,
    /// The result is open again.
    GameReopened,
    /// So many half-moves stand without a result: the game is left.
    GameLeft {
        /// How many.
        plies: usize,
    },
    /// An illegal move counts.
    IllegalMoveCounted {
        /// Whose.
        player: Color,
        /// His how many.
        number: u32,
    },
    /// So many illegal moves count from now on.
    IllegalMovesSet {
        /// Whose.
        player: Color,
        /// How many.
        number: u32,
    },
    /// A move is owed.
    MoveOwed {
        /// By whom.
        player: Color,
        /// One of these.
        moves: Vec<NamedMove>,
    },
    /// A half-move becomes another, or a missing one is added.
    MoveSet {
        /// Which.
        ply: u32,
        /// What it was, SAN.
        before: Option<String>,
        /// What it becomes.
        after: NamedMove,
    },
    /// What stands on the board stands; play goes on from there.
    MoveStands,
    /// Half-moves are taken back.
    MovesTakenBack {
        /// These, SAN, in their order.
        sans: Vec<String>,
    },
    /// A new game begins.
    NewGame,
    /// The game goes on as if nothing had been said.
    PlayGoesOn,
    /// Nothing that is done to the board counts until play is resumed.
    PlayStandsStill,
    /// Who plays.
    PlayersSet {
        /// White's name.
        white: Option<String>,
        /// Black's name.
        black: Option<String>,
    },
    /// Play goes on from another position; nothing is owed.
    PositionSet {
        /// That one.
        fen: String,
    },
    /// The table tells all again.
    RecordsAskedFor,
    /// What the arbiter saw is told, and what the Laws require for it.
    Registered {
        /// Who.
        player: Color,
        /// What.
        kind: String,
    },
    /// The result is final.
    ResultFinal {
        /// It.
        result: String,
        /// Kind of the alert that proposed it; absent where the arbiter gives it.
        reason: Option<String>,
    },
    /// A result that stands is replaced.
    ResultReplaced {
        /// What it was.
        before: String,
    },
    /// It is noted, and stays open.
    Seen,
    /// Settled, and nothing else changes.
    Settled,
    /// Time is due.
    TimeGiven {
        /// To whom.
        player: Color,
        /// How much, in milliseconds; less than 0: it is taken off.
        ms: i64,
        /// How much he had left at that time, in milliseconds, where it was read.
        before_ms: Option<u32>,
        /// What to set his clock to, in milliseconds; the clock may have gone on since.
        set_ms: Option<u32>,
    },
    /// A clock was adjusted by the arbiter, which is taken down: as entries of before say it.
    ClockNoted,
    /// The arbiter has put time on a clock or taken it off.
    ClockAdjusted {
        /// Whose.
        player: Color,
        /// How much, in milliseconds; less than 0: it was taken off.
        ms: i64,
    },
    /// The arbiter has set a clock.
    ClockSet {
        /// Whose.
        player: Color,
        /// To what, in milliseconds.
        ms: u32,
    },
    /// So many half-moves are taken back, by a command given elsewhere.
    HalfMovesTakenBack {
        /// How many.
        plies: u32,
    },
}

/// What an act does.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize)]
pub struct Outcome {
    /// In this order.
    pub effects: Vec<Effect>,
    /// Whether something is lost that cannot be had back by one act: it is asked once.
    pub destructive: bool,
    /// What takes it back; empty where nothing does.
    pub take_back: Vec<Act>,
}

/// What these acts will do at this table, one after the other.
#[must_use]
pub fn outcome_of(table: &Table, acts: &[Act]) -> Outcome {
    let mut all = Outcome::default();
    for act in acts {
        let one = outcome(table, act);
        all.effects.extend(one.effects);
        all.destructive |= one.destructive;
        // What was done last is taken back first.
        all.take_back.splice(0..0, one.take_back);
    }
    all.effects.dedup();
    all
}

fn outcome(table: &Table, act: &Act) -> Outcome {
    let game = table.game();
    let does = |effects: Vec<Effect>| Outcome { effects, ..Outcome::default() };
    let undone = |effects: Vec<Effect>, take_back: Vec<Act>| Outcome { effects, take_back, destructive: false };
    match act {
        Act::Acknowledge { .. } => does(vec![Effect::Seen]),
        Act::AdjustClock { player, ms, .. } => {
            let back = player.zip(*ms).map(|(player, ms)| adjust(player, ms.saturating_neg()));
            undone(said_by(act), back.into_iter().collect())
        }
        Act::Claim { .. } | Act::Register { .. } => does(said_by(act)),
        Act::Confirm { alert } => match table.alert(alert) {
            Some(standing) => confirmed(table, game, &standing.alert),
            None => Outcome::default(),
        },
        Act::Dismiss { alert } => match table.alert(alert) {
            Some(standing) => dismissed(&standing.alert),
            None => Outcome::default(),
        },
        Act::Identify {} => does(vec![Effect::BoardBlinks]),
        Act::LetStand { .. } => {
            let back = game.map(|game| Act::SetPosition { fen: game.fen.clone() });
            undone(vec![Effect::MoveStands], back.into_iter().collect())
        }
        Act::NewGame { .. } => {
            let left = game.filter(|game| game.result == "*" && !game.moves.is_empty()).map(|game| game.moves.len());
            let effects = left.map(|plies| Effect::GameLeft { plies }).into_iter().chain(said_by(act)).collect();
            Outcome { effects, destructive: left.is_some(), take_back: Vec::new() }
        }
        Act::Reopen {} => {
            let back = game
                .filter(|game| game.result != "*")
                .map(|game| Act::SetResult { result: game.result.clone(), termination: game.termination.clone() });
            undone(said_by(act), back.into_iter().collect())
        }
        Act::Resume {} => undone(said_by(act), vec![Act::Suspend {}]),
        Act::Resync { .. } => does(vec![Effect::RecordsAskedFor]),
        Act::SetIllegalMoves { .. } => undone(said_by(act), game.map(counts_as_now).into_iter().collect()),
        Act::SetMove { ply, uci } => set_move(table, *ply, uci),
        Act::SetPlayers { .. } => undone(said_by(act), game.map(players_as_now).into_iter().collect()),
        Act::SetPosition { .. } => Outcome {
            effects: said_by(act),
            destructive: true,
            take_back: game.map(|game| Act::SetPosition { fen: game.fen.clone() }).into_iter().collect(),
        },
        Act::SetResult { .. } => {
            let before = game.map(|game| game.result.clone()).filter(|before| before != "*");
            let replaced = before.clone().map(|before| Effect::ResultReplaced { before });
            let back = match before {
                Some(result) => Act::SetResult { result, termination: game.and_then(|game| game.termination.clone()) },
                None => Act::Reopen {},
            };
            Outcome {
                destructive: replaced.is_some(),
                effects: replaced.into_iter().chain(said_by(act)).collect(),
                take_back: vec![back],
            }
        }
        Act::Suspend {} => undone(said_by(act), vec![Act::Resume {}]),
        Act::TakeBack { plies } => take_back(table, *plies),
    }
}

/// What a command does as it says itself, whatever stands at the table: all that is known of one given elsewhere.
#[must_use]
pub fn said_by(act: &Act) -> Vec<Effect> {
    match act {
        Act::AdjustClock { player, ms, white_ms, black_ms } => {
            let adjusted = player.zip(*ms).map(|(player, ms)| Effect::ClockAdjusted { player, ms });
            let set = [(Color::White, white_ms), (Color::Black, black_ms)];
            let set = set.into_iter().filter_map(|(player, ms)| Some(Effect::ClockSet { player, ms: (*ms)? }));
            adjusted.into_iter().chain(set).collect()
        }
        Act::Claim { player, claim, .. } => {
            vec![Effect::ClaimLookedInto { player: *player, claim: claim.clone() }]
        }
        Act::NewGame { players, .. } => {
            let named = players.as_ref().filter(|players| players.white.is_some() || players.black.is_some());
            let set =
                named.map(|players| Effect::PlayersSet { white: players.white.clone(), black: players.black.clone() });
            [Effect::NewGame].into_iter().chain(set).collect()
        }
        Act::Register { kind, player } => vec![Effect::Registered { player: *player, kind: kind.clone() }],
        Act::Reopen {} => vec![Effect::GameReopened],
        Act::Resume {} => vec![Effect::PlayGoesOn],
        Act::SetIllegalMoves { white, black } => {
            let set = [(Color::White, white), (Color::Black, black)];
            set.into_iter().filter_map(|(player, n)| Some(Effect::IllegalMovesSet { player, number: (*n)? })).collect()
        }
        Act::SetMove { ply, uci } => {
            let after = NamedMove { uci: uci.clone(), san: uci.clone() };
            vec![Effect::MoveSet { ply: *ply, before: None, after }]
        }
        Act::SetPlayers { white, black } => {
            let name = |player: &Option<Player>| player.as_ref().and_then(|player| player.name.clone());
            vec![Effect::PlayersSet { white: name(white), black: name(black) }]
        }
        Act::SetPosition { fen } => vec![Effect::PositionSet { fen: fen.clone() }],
        Act::SetResult { result, .. } => vec![Effect::ResultFinal { result: result.clone(), reason: None }],
        Act::Suspend {} => vec![Effect::PlayStandsStill],
        Act::TakeBack { plies } => vec![Effect::HalfMovesTakenBack { plies: *plies }],
        Act::Acknowledge { .. }
        | Act::Confirm { .. }
        | Act::Dismiss { .. }
        | Act::Identify {}
        | Act::LetStand { .. }
        | Act::Resync { .. } => Vec::new(),
    }
}

fn confirmed(table: &Table, game: Option<&Game>, alert: &Alert) -> Outcome {
    let player = alert.by;
    let mut effects = Vec::new();
    let mut back = Vec::new();
    match alert.kind.as_str() {
        "illegal-move-completed" | "press-without-move" | "promotion-missing" | "two-hands-suspected" => {
            if let (Some(player), Some(game)) = (player, game) {
                // The table counts it from the press on; what is only suspected counts when it is confirmed.
                let suspected = alert.kind == "two-hands-suspected" && !alert.data.contains_key("registered");
                let number = game.illegal_moves.of(player) + u32::from(suspected);
                if number > 0 {
                    effects.push(Effect::IllegalMoveCounted { player, number });
                    back.push(counts(player, number - 1));
                }
                if !alert.legal.is_empty() {
                    let moves = named(&game.fen, &game.variant, &alert.legal);
                    effects.push(Effect::MoveOwed { player, moves });
                }
            }
        }
        "ruling-add-time" => {
            for (player, ms) in time_due(alert) {
                let before_ms = table.left_at(player, alert.raised_ms);
                let set = before_ms.map(|before| i64::from(before).saturating_add(ms).max(0));
                let set_ms = set.and_then(|set| u32::try_from(set).ok());
                effects.push(Effect::TimeGiven { player, ms, before_ms, set_ms });
                back.push(adjust(player, ms.saturating_neg()));
            }
        }
        "ruling-game-lost" | "ruling-game-drawn" | "flag-fall" | "result-signalled" | "game-end-in-doubt"
        | "claim-made" => match proposed_result(alert) {
            Some(result) => {
                effects.push(Effect::ResultFinal { result, reason: Some(alert.kind.clone()) });
                back.push(Act::Reopen {});
            }
            None => effects.push(Effect::ClaimSettled),
        },
        kind if kind.starts_with("game-ended-") => {
            let result = alert.text_of("result").unwrap_or("*").to_owned();
            effects.push(Effect::ResultFinal { result, reason: Some(kind.to_owned()) });
            // The move has ended it: there is no other way back than without it.
            back.push(Act::TakeBack { plies: 1 });
        }
        _ => effects.push(Effect::Settled),
    }
    Outcome { effects, destructive: false, take_back: back }
}

fn dismissed(alert: &Alert) -> Outcome {
    let again = match alert.kind.as_str() {
        "illegal-move-completed" | "press-without-move" | "promotion-missing" => Some("illegal-move"),
        "two-hands-suspected" => Some("two-hands"),
        "disturbance" => Some("disturbance"),
        _ => None,
    };
    let register = again.zip(alert.by).map(|(kind, player)| Act::Register { kind: kind.to_owned(), player });
    let result = proposed_result(alert).map(|result| Act::SetResult { result, termination: None });
    Outcome {
        effects: vec![Effect::DidNotHappen],
        destructive: false,
        take_back: register.or(result).into_iter().collect(),
    }
}

/// The result that follows if an alert is confirmed; `None` where it leaves that open.
#[must_use]
pub fn proposed_result(alert: &Alert) -> Option<String> {
    match alert.kind.as_str() {
        "ruling-game-lost" if alert.data.contains_key("or") => None,
        "ruling-game-lost" => alert.color_of("loser").map(|loser| loser.other().wins().to_owned()),
        "ruling-game-drawn" => Some("1/2-1/2".to_owned()),
        "game-end-in-doubt" => match alert.text_of("would_be")? {
            "game-ended-checkmate" => alert.by.map(|by| by.wins().to_owned()),
            _ => Some("1/2-1/2".to_owned()),
        },
        "claim-made" if !matches!(alert.text_of("verdict"), Some("correct" | "arbiter")) => None,
        _ => alert.text_of("result").map(str::to_owned),
    }
}

/// Whose clocks are to be changed by how much.
fn time_due(alert: &Alert) -> Vec<(Color, i64)> {
    let Some(ms) = alert.number_of("ms") else { return Vec::new() };
    if let Some(from) = alert.color_of("from") {
        return vec![(from, ms.saturating_neg())];
    }
    let Some(to) = alert.color_of("to") else { return Vec::new() };
    let taken = ["increment_ms", "claimant_minus_ms"].map(|key| alert.number_of(key));
    let off = taken.into_iter().flatten().map(|off| (to.other(), off.saturating_neg()));
    [(to, ms)].into_iter().chain(off).collect()
}

fn set_move(table: &Table, ply: u32, uci: &str) -> Outcome {
    let moves = table.moves();
    let entry = moves.iter().find(|entry| entry.ply == ply);
    let (fen, variant) = table.game().map_or(("", ""), |game| (game.fen.as_str(), game.variant.as_str()));
    let before = moves.iter().rev().find(|entry| entry.ply < ply && !entry.fen.is_empty());
    let initial = table.game().map_or("", |game| game.initial_fen.as_str());
    let position = match entry {
        None => fen,
        Some(_) => before.map_or(initial, |entry| entry.fen.as_str()),
    };
    let after = named(position, variant, &[uci.to_owned()]).pop();
    let after = after.unwrap_or_else(|| NamedMove { uci: uci.to_owned(), san: uci.to_owned() });
    let back = match entry {
        Some(entry) => Act::SetMove { ply, uci: entry.uci.clone() },
        None => Act::TakeBack { plies: 1 },
    };
    Outcome {
        effects: vec![Effect::MoveSet { ply, before: entry.map(|entry| entry.san.clone()), after }],
        destructive: false,
        take_back: vec![back],
    }
}

fn take_back(table: &Table, plies: u32) -> Outcome {
    let moves = table.moves();
    let kept = moves.len().saturating_sub(usize::try_from(plies).unwrap_or(usize::MAX));
    let taken = &moves[kept..];
    Outcome {
        effects: vec![Effect::MovesTakenBack { sans: taken.iter().map(|entry| entry.san.clone()).collect() }],
        destructive: plies > 1,
        take_back: taken.iter().map(|entry| Act::SetMove { ply: entry.ply, uci: entry.uci.clone() }).collect(),
    }
}

fn adjust(player: Color, ms: i64) -> Act {
    Act::AdjustClock { player: Some(player), ms: Some(ms), white_ms: None, black_ms: None }
}

fn counts(player: Color, number: u32) -> Act {
    match player {
        Color::Black => Act::SetIllegalMoves { white: None, black: Some(number) },
        Color::White => Act::SetIllegalMoves { white: Some(number), black: None },
    }
}

fn counts_as_now(game: &Game) -> Act {
    Act::SetIllegalMoves { white: Some(game.illegal_moves.white), black: Some(game.illegal_moves.black) }
}

fn players_as_now(game: &Game) -> Act {
    let player = |color: &str, name: &Option<String>| {
        let known = game.persons.get(color).cloned().unwrap_or_default();
        let known: Player = serde_json::from_value(known).unwrap_or_default();
        Some(Player { name: name.clone(), ..known })
    };
    Act::SetPlayers { white: player("white", &game.players.white), black: player("black", &game.players.black) }
}
