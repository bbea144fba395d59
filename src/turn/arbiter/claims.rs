//! Claims of the players, verified: repetition and fifty moves (9.2, 9.3), the quickplay finish of older editions, a
//! breach of Article 4 by the opponent.

use protocols::Color;

use crate::{
    rules::{GameResult, History, LegalMove, Position, Uci},
    turn::{
        Refusal, TurnMachine,
        findings::{Alert, AlertKind, AlertState, ClaimKind, ClaimantLoses, Evidence, Finding, Severity, Verdict},
        laws::claims::IntendedMove,
    },
};

/// A claim of a player's, as the arbiter enters it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayersClaim {
    /// Who claims.
    pub player: Color,
    /// What he claims.
    pub kind: ClaimKind,
    /// The move that he has written down and not made, in UCI.
    pub intended: Option<String>,
}

/// A claim that has been looked into.
#[derive(Debug, Clone, PartialEq)]
pub struct Verified {
    /// Who claims.
    pub player: Color,
    /// What was claimed.
    pub kind: ClaimKind,
    /// What it comes to.
    pub verdict: Verdict,
    /// The article it rests on.
    pub article: &'static str,
    /// What speaks for it or against it.
    pub evidence: Evidence,
    /// The move that he has written down and not made.
    intended: Option<Uci>,
    /// What must be played, where Article 4 was broken.
    legal: Vec<LegalMove>,
    ply: u32,
}

/// What looking into a claim has found.
struct Looked {
    verdict: Verdict,
    evidence: Evidence,
    intended: Option<Uci>,
}

impl TurnMachine {
    /// Looks into a claim. Changes nothing.
    ///
    /// # Errors
    /// [`Refusal`]: nobody plays, the claimant does not have the move, the intended move is not legal, or the edition
    /// has no such claim.
    pub fn verify(&self, claim: &PlayersClaim) -> Result<Verified, Refusal> {
        if !self.phase.is_playing() || self.side_to_move().is_none() {
            return Err(Refusal::NotInPlay);
        }
        let PlayersClaim { player, kind, intended } = claim;
        let (player, kind) = (*player, *kind);
        let on_a_move = if intended.is_some() { IntendedMove::Yes } else { IntendedMove::No };
        let article = self.settings.laws.claim_article(kind, on_a_move).ok_or(Refusal::NoSuchClaim)?;
        let ply = self.turn.ply + u32::from(self.turn.made.is_some());
        if kind == ClaimKind::TouchMove {
            return self.verify_breach(player, article);
        }
        if self.side_to_move() != Some(player) {
            return Err(Refusal::NotToMove(player));
        }
        let Looked { verdict, evidence, intended } = match kind {
            ClaimKind::FiftyMoves | ClaimKind::Threefold => self.verify_draw(claim, ply)?,
            ClaimKind::QuickplayFinish | ClaimKind::TouchMove => {
                let left_ms = self.clock.time_left(player);
                // With two minutes or more left there is nothing to claim yet, and nothing for the arbiter to weigh.
                let too_early = left_ms.is_some_and(|left_ms| left_ms >= QUICKPLAY_BELOW_MS);
                let verdict = if too_early { Verdict::Wrong } else { Verdict::LeftToArbiter };
                Looked { verdict, evidence: Evidence::TimeLeft(left_ms), intended: None }
            }
        };
        Ok(Verified { player, kind, verdict, article, evidence, intended, legal: Vec::new(), ply })
    }

    /// Repetition, or fifty moves: counted on the positions of the game, the intended move's included.
    fn verify_draw(&self, claim: &PlayersClaim, ply: u32) -> Result<Looked, Refusal> {
        let mut history = self.played.history().clone();
        if let Some(made) = &self.turn.made {
            history.push(made.after.clone());
        }
        let mut position = self.position().clone();
        let mut reached = ply.saturating_sub(1);
        let mut intended = None;
        if let Some(uci) = &claim.intended {
            let illegal = || Refusal::IllegalMove { ply, uci: uci.clone() };
            let m = position.legal_move(uci).ok_or_else(illegal)?;
            position = position.play(&m);
            history.push(position.clone());
            reached += 1;
            intended = Some(m.to_uci());
        }
        let (holds, evidence) = match claim.kind {
            ClaimKind::FiftyMoves => (position.halfmoves() >= 100, Evidence::HalfMoves(position.halfmoves())),
            ClaimKind::QuickplayFinish | ClaimKind::Threefold | ClaimKind::TouchMove => {
                let plies = plies_of(&history, &position, reached);
                (plies.len() >= 3, Evidence::Repetition { plies })
            }
        };
        let touched = self.turn.made.is_none() && self.turn.by == claim.player && !self.turn.touches.is_empty();
        let verdict = match holds {
            _ if touched && self.settings.laws.touch_forfeits_draw_claim() => Verdict::RightLost,
            true => Verdict::Correct,
            false => Verdict::Wrong,
        };
        Ok(Looked { verdict, evidence, intended })
    }

    /// The opponent's turn: has he broken Article 4 in it, or touched what he must still play?
    fn verify_breach(&self, claimant: Color, article: &'static str) -> Result<Verified, Refusal> {
        let mover = claimant.other();
        let ply = if self.turn.by == mover { self.turn.ply } else { self.turn.ply.saturating_sub(1) };
        if ply == 0 {
            return Err(Refusal::NotToMove(mover));
        }
        let verified = |verdict, article, evidence, legal| {
            let (player, kind, intended) = (claimant, ClaimKind::TouchMove, None);
            Verified { player, kind, verdict, article, evidence, intended, legal, ply }
        };
        let mut open = self
            .alerts
            .iter()
            .filter(|alert| alert.ply == ply && alert.by == Some(mover))
            .filter(|alert| alert.state.is_open());
        if let Some(breach) = open.clone().find(|alert| alert.kind.is_breach()) {
            let owed = breach.finding.owed().unwrap_or_default();
            let evidence = Evidence::Breach { alert: breach.number, touched: breach.squares.clone(), owed };
            let lost = |alert: &Alert| {
                alert.kind == AlertKind::ClaimRightLost && alert.ply == ply + 1 && alert.by == Some(claimant)
            };
            let lost = self.alerts.iter().any(|alert| lost(alert) && alert.state != AlertState::Cleared);
            let verdict = if lost { Verdict::RightLost } else { Verdict::Correct };
            return Ok(verified(verdict, breach.article, evidence, Vec::new()));
        }
        let in_progress = self.turn.by == mover && self.turn.made.is_none();
        if in_progress && !self.turn.touches.is_empty() {
            let touched = self.turn.touches.iter().map(|touch| touch.square).collect();
            let legal = self.owed().allowed;
            let verdict = if legal.is_empty() { Verdict::Wrong } else { Verdict::Correct };
            let evidence = Evidence::Touched { touched, owed: self.named(&legal) };
            return Ok(verified(verdict, article, evidence, legal));
        }
        let returned = open.by_ref().filter(|alert| alert.kind == AlertKind::TouchedPieceReturned);
        let touched = returned.flat_map(|alert| alert.squares.iter().copied()).collect();
        Ok(verified(Verdict::Wrong, article, Evidence::TouchedAndReturned { touched }, Vec::new()))
    }

    /// Tells what a claim has come to, and proposes what the edition prescribes.
    pub(in crate::turn) fn claim(&mut self, verified: Verified) {
        let Verified { player, kind, verdict, article, evidence, intended, legal, ply } = verified;
        let ms = (verdict == Verdict::LeftToArbiter).then_some(QUICKPLAY_MS);
        let alert = Alert::new(Finding::ClaimMade { by: player, claim: kind, verdict, intended, evidence, ms })
            .article(article)
            .ply(ply)
            .legal(&legal);
        match verdict {
            Verdict::Correct | Verdict::LeftToArbiter => self.raise(alert),
            Verdict::RightLost | Verdict::Wrong => {
                self.raise_settled(alert.severity(Severity::Notice));
            }
        }
        match (verdict, kind.termination()) {
            (Verdict::Correct, Some(how)) => self.propose_end(GameResult::Draw, how),
            // One that comes too early costs nothing: 9.5 is about repetition and fifty moves, 10.2 about the last minutes.
            (Verdict::Wrong, Some(_)) if kind != ClaimKind::QuickplayFinish => {
                self.propose_time_for_wrong_claim(player, kind);
            }
            (Verdict::Correct | Verdict::LeftToArbiter | Verdict::RightLost | Verdict::Wrong, _) => {}
        }
    }

    /// What a wrong claim of a draw costs (9.5).
    fn propose_time_for_wrong_claim(&mut self, by: Color, claim: ClaimKind) {
        let wrong = self.settings.laws.wrong_claim();
        let claimant = wrong.claimant.loses(self.clock.time_left(by));
        let ms = wrong.opponent_ms;
        self.raise(Alert::new(Finding::RulingAddTimeForClaim { by, claim, ms, claimant }).article(wrong.article));
    }

    /// The arbiter rejects a claim that was left to him, or says that one was none: what was proposed falls.
    pub(in crate::turn) fn reject_claim(&mut self, number: u32) {
        let Some(alert) = self.alerts.get(number) else { return };
        let Finding::ClaimMade { by, claim, verdict, ms, .. } = alert.finding.clone() else { return };
        match (verdict, ms) {
            (Verdict::Correct, _) if claim.draws() => self.reopen(),
            (Verdict::LeftToArbiter, Some(ms)) => {
                let (article, ply) = (alert.article, alert.ply);
                let finding = Finding::RulingAddTimeForClaim { by, claim, ms, claimant: ClaimantLoses::Nothing };
                self.raise(Alert::new(finding).article(article).ply(ply));
            }
            (Verdict::Correct | Verdict::LeftToArbiter | Verdict::RightLost | Verdict::Wrong, _) => {}
        }
    }

    /// Raises an alert that tells something and asks for nothing.
    pub(in crate::turn) fn raise_settled(&mut self, alert: Alert) -> u32 {
        let number = self.raise_numbered(alert);
        self.change_alert(number, |alert| alert.state = AlertState::Lapsed);
        number
    }
}

/// Only with less than this left may a player claim a draw in a quickplay finish, in milliseconds (10.2, G.5).
const QUICKPLAY_BELOW_MS: u32 = 120_000;

/// What the opponent may get where a claim in a quickplay finish is rejected or put off, in milliseconds (10.2, G.5).
const QUICKPLAY_MS: u32 = 120_000;

/// After which half-moves this position has stood, the last one `reached`; what was before the log counts from 0 down.
fn plies_of(history: &History, position: &Position, reached: u32) -> Vec<i64> {
    let mut plies: Vec<i64> = history.ago(position).into_iter().map(|ago| i64::from(reached) - ago as i64).collect();
    plies.sort_unstable();
    plies
}
