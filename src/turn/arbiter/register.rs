//! What the arbiter has seen himself, or done by hand: irregularities that no sensor found, findings that he confirms,
//! time that he has put on the clock.

use protocols::Color;

use crate::{
    rules::{By, GameResult, MateQuestion, Winnable},
    turn::{
        Alert, AlertKind, AlertState, GameTime, Outcome, PerPlayer, Refusal, Termination, TurnMachine,
        findings::{Advisory, Claim, ClockAdjustment, Finding, Witness},
        laws::Clause,
        phase::stopped::Beside,
        ruling::irregularities::Recount,
    },
};

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
}

impl TurnMachine {
    /// Raises what the arbiter has seen, with what the Laws require for it, as if the sensors had shown it. `at` tells
    /// one disturbance from another.
    pub(in crate::turn) fn register(&mut self, what: Irregular, player: Color, at: GameTime) -> Result<(), Refusal> {
        match what {
            Irregular::Disturbance => {
                self.register_disturbance(player, at);
                return Ok(());
            }
            Irregular::IllegalMove | Irregular::TwoHands => {}
        }
        if !self.phase.is_playing() || self.side_to_move().is_none() {
            return Err(Refusal::NotInPlay);
        }
        let ply = self.last_turn_of(player).ok_or(Refusal::NotInPlay)?;
        let same = |alert: &&Alert| alert.ply == ply && alert.by == Some(player) && tells_of(what, alert.kind);
        let stands = |alert: &&Alert| alert.state.is_open() || alert.state == AlertState::Cleared;
        if let Some(known) = self.alerts.iter().filter(same).find(stands) {
            return Err(Refusal::AlreadyTold(known.number));
        }
        let laws = self.settings.laws;
        let (witness, by) = (Witness::Arbiter, player);
        let (finding, article) = match what {
            Irregular::IllegalMove => (
                Finding::IllegalMoveCompleted { by, owed: None, witness },
                laws.illegal_move_article(AlertKind::IllegalMoveCompleted),
            ),
            Irregular::Disturbance | Irregular::TwoHands => {
                (Finding::TwoHandsSuspected { by, witness }, laws.article(Clause::Of(AlertKind::TwoHandsSuspected)))
            }
        };
        let number = self.raise_numbered(Alert::new(finding).article(article).ply(ply).advisory(Advisory::No));
        let counts = what == Irregular::IllegalMove || laws.two_hands_are_illegal_move();
        if counts && !laws.arbiter_rules_on_illegal_moves() {
            self.ask_for_claim(player, ply);
        } else if counts {
            self.penalise(number, player);
        }
        Ok(())
    }

    fn register_disturbance(&mut self, player: Color, at: GameTime) {
        let laws = self.settings.laws;
        let finding = Finding::Disturbance { by: player, penalties: laws.penalties_article(), at };
        self.raise(Alert::new(finding).article(laws.article(Clause::Of(AlertKind::Disturbance))));
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
        self.irregularities.rule_on(alert);
        self.recount_beside(alert, player, Recount::OneMore);
        // The arbiter is there: he need not wait for what is still being worked out.
        self.rule_now();
        // No reply lets this one stand. Whatever is played behind it is followed.
        let would_end_game = self.would_end_game(&proposals);
        match &mut self.stopped {
            Some(stopped) => stopped.would_end_game |= would_end_game,
            None if would_end_game || self.phase.is_over() => {
                self.phase.play();
                self.end_play();
            }
            None => {}
        }
    }

    /// What follows, besides, from a finding that the arbiter confirms.
    pub(in crate::turn) fn follow_confirmed(&mut self, number: u32) -> Result<(), Refusal> {
        let Some(alert) = self.alerts.get(number) else { return Ok(()) };
        let (kind, by) = (alert.kind, alert.by);
        match (kind, by) {
            (AlertKind::OpponentMayClaim, Some(claimant)) => self.confirm_claim(number, claimant),
            (AlertKind::TwoHandsSuspected, Some(player)) if self.settings.laws.two_hands_are_illegal_move() => {
                let known = self.irregularities.is_told_by(number);
                if !known && self.phase.is_playing() {
                    self.penalise(number, player);
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The opponent has made the claim that was his to make: of the game, of time, or of a ruling on an illegal move.
    fn confirm_claim(&mut self, number: u32, claimant: Color) -> Result<(), Refusal> {
        let Some(alert) = self.alerts.get(number) else { return Ok(()) };
        let Finding::OpponentMayClaim { claim, .. } = alert.finding else { return Ok(()) };
        match claim {
            Claim::Draw => self.decide(final_result(GameResult::Draw, Termination::RulesInfraction)),
            Claim::IllegalMove => self.rule_on_claim(number, claimant.other()),
            Claim::Time => {
                let position = self.position().clone();
                let nodes = self.settings.nodes.ruling;
                match (MateQuestion { position, by: By::Player(claimant), nodes }).search() {
                    Winnable::Can => self.decide(final_result(GameResult::win_for(claimant), Termination::TimeForfeit)),
                    Winnable::Cannot => self.decide(final_result(GameResult::Draw, Termination::TimeForfeit)),
                    Winnable::Undetermined => return Err(Refusal::Undecided(number)),
                }
            }
            Claim::Win => self.decide(final_result(GameResult::win_for(claimant), Termination::RulesInfraction)),
            Claim::WinOrDraw => return Err(Refusal::Undecided(number)),
        }
        Ok(())
    }

    /// An illegal move has been claimed: it is ruled on, and the position before it is to be set up again.
    fn rule_on_claim(&mut self, number: u32, player: Color) {
        let stopped = self.stopped.as_ref().filter(|stopped| stopped.turn.by == player);
        let Some((alert, turn)) = stopped.map(|stopped| (stopped.alert, stopped.turn.clone())) else {
            // The arbiter has seen it himself, or it has been put right since.
            if let Some(alert) = self.irregularity_claimed(number, player) {
                self.penalise(alert, player);
            }
            return;
        };
        // What is ruled on is the turn in which it happened, whatever has been touched since.
        let meanwhile = std::mem::replace(&mut self.turn, *turn);
        self.penalise(alert, player);
        self.turn = meanwhile;
        let proposals = self.irregularities.last_proposals().to_vec();
        if let Some(stopped) = self.stopped.as_mut() {
            stopped.proposals = proposals;
        }
        // He has intervened: no reply lets it stand any more.
        self.confirm_stopped(alert);
    }

    /// The irregularity of this player's that the claim of this alert is about.
    fn irregularity_claimed(&self, number: u32, player: Color) -> Option<u32> {
        let ply = self.alerts.get(number)?.ply;
        let tells = |kind| tells_of(Irregular::IllegalMove, kind) || tells_of(Irregular::TwoHands, kind);
        let mut told = self.alerts.iter().rev().filter(|alert| alert.ply == ply && alert.by == Some(player));
        told.find(|alert| tells(alert.kind) && alert.number < number).map(|alert| alert.number)
    }

    /// Takes down what the arbiter has done to the clock, which the program cannot set. `at` tells one from another.
    pub(in crate::turn) fn adjust_clock(&mut self, adjustment: ClockAdjustment, at: GameTime) {
        let article = self.settings.laws.article(Clause::Of(AlertKind::ClockAdjusted));
        self.raise_settled(Alert::new(Finding::ClockAdjusted { adjustment, at }).article(article));
    }

    /// The irregularity of this alert counts as an illegal move of the player's, or does so no more.
    pub(in crate::turn) fn recount(&mut self, alert: u32, player: Color, how: Recount) {
        self.irregularities.recount(player, how);
        self.recount_beside(alert, player, how);
    }

    /// The same in the games that are followed beside this one, as far as it has happened in them.
    fn recount_beside(&mut self, alert: u32, player: Color, how: Recount) {
        let over = self.phase.over_mut();
        let mut games: Vec<&mut Beside> = over.and_then(|over| over.if_reopened.as_mut()).into_iter().collect();
        if let Some(stopped) = &mut self.stopped {
            let other = !stopped.is_about(alert);
            if other {
                how.apply(stopped.count_before.of_mut(player));
            }
            // Where this very irregularity stands it does not count, unless the arbiter has intervened.
            games.extend(stopped.if_it_stands.as_mut().filter(|_| other || stopped.confirmed));
            games.extend(stopped.if_replaced.as_mut());
        }
        for game in games {
            game.game_mut().recount(alert, player, how);
        }
    }

    /// The arbiter says how many illegal moves have been completed: that holds whatever becomes of the last one.
    pub(in crate::turn) fn count_illegal_moves(&mut self, counts: PerPlayer<u32>) {
        self.set_illegal_moves(counts);
        self.irregularities.uncount_all();
        if let Some(stopped) = self.stopped.as_mut() {
            stopped.count_before = counts;
        }
        self.games_beside().for_each(|game| game.count_illegal_moves(counts));
    }
}

/// Whether an alert of this kind tells of such an irregularity already.
fn tells_of(what: Irregular, kind: AlertKind) -> bool {
    match what {
        Irregular::Disturbance => false,
        Irregular::IllegalMove => kind.is_irregularity(),
        Irregular::TwoHands => kind == AlertKind::TwoHandsSuspected,
    }
}

fn final_result(result: GameResult, termination: Termination) -> Outcome {
    Outcome { result, termination, proposed: false }
}
