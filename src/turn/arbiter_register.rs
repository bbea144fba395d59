//! What the arbiter has seen himself, or done by hand: irregularities that no sensor found, findings that he confirms,
//! time that he has put on the clock.

use protocols::{At, Color};

use super::{
    Alert, AlertKind, AlertState, Outcome, PerPlayer, Refusal, Stage, TurnMachine,
    alert::Advisory,
    laws::{Clause, win_for},
    look::name,
};
use crate::rules::{By, MateQuestion, Winnable};

/// An irregularity that the arbiter has seen himself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Irregular {
    /// A player has disturbed his opponent (11.5).
    Disturbance,
    /// A player has completed an illegal move (7.5.1).
    IllegalMove,
    /// A player has used two hands for one move (7.5.4; 4.1 before).
    TwoHands,
}

impl Irregular {
    /// Every one.
    pub const ALL: [Irregular; 3] = [Irregular::Disturbance, Irregular::IllegalMove, Irregular::TwoHands];

    /// The word in commands.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Irregular::Disturbance => "disturbance",
            Irregular::IllegalMove => "illegal-move",
            Irregular::TwoHands => "two-hands",
        }
    }

    /// The irregularity of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Irregular> {
        Irregular::ALL.into_iter().find(|irregular| irregular.name() == name)
    }

    fn kind(self) -> AlertKind {
        match self {
            Irregular::Disturbance => AlertKind::Disturbance,
            Irregular::IllegalMove => AlertKind::IllegalMoveCompleted,
            Irregular::TwoHands => AlertKind::TwoHandsSuspected,
        }
    }
}

/// What the arbiter has done to the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockAdjustment {
    /// So many milliseconds were put on a player's time, or taken off it.
    Added {
        /// Whose time.
        player: Color,
        /// Milliseconds; less than 0: taken off.
        ms: i32,
    },
    /// The clock was set to these times, in milliseconds.
    Set {
        /// White's; `None`: as it was.
        white_ms: Option<u32>,
        /// Black's; `None`: as it was.
        black_ms: Option<u32>,
    },
}

impl TurnMachine {
    /// Raises what the arbiter has seen, with what the Laws require for it, as if the sensors had shown it. `at` tells
    /// one disturbance from another.
    pub(super) fn register(&mut self, what: Irregular, player: Color, at: At) -> Result<(), Refusal> {
        match what {
            Irregular::Disturbance => {
                self.register_disturbance(player, at);
                return Ok(());
            }
            Irregular::IllegalMove | Irregular::TwoHands => {}
        }
        if self.stage != Stage::Playing || self.side_to_move().is_none() {
            return Err(Refusal::NotInPlay);
        }
        let ply = self.last_turn_of(player).ok_or(Refusal::NotInPlay)?;
        let same = |alert: &&Alert| alert.ply == ply && alert.by == Some(player) && tells_of(what, alert.kind);
        let stands = |alert: &&Alert| alert.state.is_open() || alert.state == AlertState::Cleared;
        if let Some(known) = self.alerts.iter().filter(same).find(stands) {
            return Err(Refusal::AlreadyTold(known.number));
        }
        let laws = self.settings.laws;
        let alert = Alert::new(what.kind()).by(player).ply(ply).advisory(Advisory::No).data("registered", true);
        let number = match what {
            Irregular::IllegalMove => self.raise_numbered(
                alert
                    .article(laws.illegal_move_article(AlertKind::IllegalMoveCompleted))
                    .text(format!("The arbiter has seen {} complete an illegal move.", name(player))),
            ),
            Irregular::Disturbance | Irregular::TwoHands => self.raise_numbered(
                alert
                    .article(laws.article(Clause::Of(AlertKind::TwoHandsSuspected)))
                    .text(format!("The arbiter has seen {} use two hands for one move.", name(player))),
            ),
        };
        let counts = what == Irregular::IllegalMove || laws.two_hands_are_illegal_move();
        if counts && !laws.arbiter_rules_on_illegal_moves() {
            self.ask_for_claim(player);
        } else if counts {
            self.penalise(number, player);
        }
        Ok(())
    }

    fn register_disturbance(&mut self, player: Color, at: At) {
        let laws = self.settings.laws;
        self.raise(
            Alert::new(AlertKind::Disturbance)
                .article(laws.article(Clause::Of(AlertKind::Disturbance)))
                .by(player)
                .data("registered", true)
                .data("penalties", laws.penalties_article())
                .data("t_ms", at.0)
                .text(format!(
                    "{} has disturbed {}: which penalty of {} is for you to say.",
                    name(player),
                    name(player.other()),
                    laws.penalties_article()
                )),
        );
    }

    /// The half-move of a player's last turn: the one in progress, or the one before.
    fn last_turn_of(&self, player: Color) -> Option<u32> {
        let ply = if self.turn.by == player { self.turn.ply } else { self.turn.ply.saturating_sub(1) };
        (ply > 0).then_some(ply)
    }

    /// Counts an irregularity as an illegal move of the player's, and proposes what the Laws require (7.5.5).
    fn penalise(&mut self, alert: u32, player: Color) {
        let proposals = self.propose_penalty(player);
        self.remember_irregularity(alert, player, &proposals);
        // The arbiter is there: he need not wait for what is still being worked out.
        self.rule_now();
        // No reply lets this one stand.
        if self.held.is_none() && std::mem::take(&mut self.proposed_end) {
            self.stage = Stage::Over;
            self.press = None;
        }
    }

    /// What follows, besides, from a finding that the arbiter confirms.
    pub(super) fn follow_confirmed(&mut self, number: u32) -> Result<(), Refusal> {
        let Some(alert) = self.alerts.iter().find(|alert| alert.number == number) else { return Ok(()) };
        let (kind, by) = (alert.kind, alert.by);
        match (kind, by) {
            (AlertKind::OpponentMayClaim, Some(claimant)) => self.confirm_claim(number, claimant),
            (AlertKind::TwoHandsSuspected, Some(player)) if self.settings.laws.two_hands_are_illegal_move() => {
                let known = self.irregularities.iter().any(|known| known.alert == number);
                if !known && self.stage == Stage::Playing {
                    self.penalise(number, player);
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The opponent has made the claim that was his to make: of the game, of time, or of a ruling on an illegal move.
    fn confirm_claim(&mut self, number: u32, claimant: Color) -> Result<(), Refusal> {
        let Some(alert) = self.alerts.iter().find(|alert| alert.number == number) else { return Ok(()) };
        let text = |key: &str| alert.data.get(key).and_then(|value| value.as_str());
        if text("or").is_some() {
            return Err(Refusal::Undecided(number));
        }
        let (claim, player) = (text("claim").map(str::to_owned), claimant.other());
        match claim.as_deref() {
            Some("win") => self.decide(final_result(win_for(claimant), "rules infraction")),
            Some("draw") => self.decide(final_result("1/2-1/2", "rules infraction")),
            Some("time") => {
                let position = self.position().clone();
                let nodes = self.settings.nodes.ruling;
                match (MateQuestion { position, by: By::Player(claimant), nodes }).search() {
                    Winnable::Can => self.decide(final_result(win_for(claimant), "time forfeit")),
                    Winnable::Cannot => self.decide(final_result("1/2-1/2", "time forfeit")),
                    Winnable::Undetermined => return Err(Refusal::Undecided(number)),
                }
            }
            _ => self.rule_on_claim(player),
        }
        Ok(())
    }

    /// An illegal move has been claimed: it is ruled on, and the position before it is to be set up again.
    fn rule_on_claim(&mut self, player: Color) {
        let held = self.held.as_ref().filter(|held| held.turn.by == player);
        let Some((alert, turn)) = held.map(|held| (held.alert, held.turn.clone())) else { return };
        // What is ruled on is the turn in which it happened, whatever has been touched since.
        let meanwhile = std::mem::replace(&mut self.turn, *turn);
        self.penalise(alert, player);
        self.turn = meanwhile;
        let proposals = self.irregularities.back().map(|known| known.proposals.clone()).unwrap_or_default();
        if let Some(held) = self.held.as_mut() {
            held.proposals = proposals;
        }
    }

    /// Takes down what the arbiter has done to the clock, which the program cannot set. `at` tells one from another.
    pub(super) fn adjust_clock(&mut self, adjustment: ClockAdjustment, at: At) {
        let laws = self.settings.laws;
        let alert = Alert::new(AlertKind::ClockAdjusted)
            .article(laws.article(Clause::Of(AlertKind::ClockAdjusted)))
            .data("t_ms", at.0);
        let alert = match adjustment {
            ClockAdjustment::Added { player, ms } => {
                let (time, whose) = (seconds(ms.unsigned_abs()), name(player));
                let text = if ms < 0 {
                    format!("The arbiter has taken {time} off {whose}'s time.")
                } else {
                    format!("The arbiter has put {time} on {whose}'s time.")
                };
                alert.by(player).data("player", player.name()).data("ms", ms).text(text)
            }
            ClockAdjustment::Set { white_ms, black_ms } => {
                let times = [("White", white_ms), ("Black", black_ms)];
                let told: Vec<String> = times
                    .iter()
                    .filter_map(|(player, ms)| ms.map(|ms| format!("{player}'s to {}", seconds(ms))))
                    .collect();
                let mut alert = alert.text(format!("The arbiter has set the clock: {}.", told.join(", ")));
                for (key, ms) in [("white_ms", white_ms), ("black_ms", black_ms)] {
                    if let Some(ms) = ms {
                        alert = alert.data(key, ms);
                    }
                }
                alert
            }
        };
        self.raise_settled(alert);
    }

    /// The arbiter says how many illegal moves have been completed: that holds whatever becomes of the last one.
    pub(super) fn count_illegal_moves(&mut self, counts: PerPlayer<u32>) {
        self.set_illegal_moves(counts);
        if let Some(held) = self.held.as_mut() {
            held.count_before = counts;
        }
    }
}

/// Whether an alert of this kind tells of such an irregularity already.
fn tells_of(what: Irregular, kind: AlertKind) -> bool {
    match what {
        Irregular::Disturbance => false,
        Irregular::IllegalMove => {
            matches!(kind, AlertKind::IllegalMoveCompleted | AlertKind::PressWithoutMove | AlertKind::PromotionMissing)
        }
        Irregular::TwoHands => kind == AlertKind::TwoHandsSuspected,
    }
}

fn final_result(result: &'static str, termination: &str) -> Outcome {
    Outcome { result, termination: termination.to_owned(), proposed: false }
}

fn seconds(ms: u32) -> String {
    let (minutes, seconds, rest) = (ms / 60_000, ms / 1_000 % 60, ms % 1_000);
    if rest == 0 { format!("{minutes}:{seconds:02}") } else { format!("{minutes}:{seconds:02}.{rest:03}") }
}
