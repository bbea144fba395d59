//! Claims of the players, verified: repetition and fifty moves (9.2, 9.3), the quickplay finish of older editions, a
//! breach of Article 4 by the opponent.

use protocols::Color;
use serde_json::{Map, Value, json};

use super::{
    Alert, AlertKind, AlertState, Refusal, Severity, Stage, TurnMachine, alert::texts_sorted,
    laws_claims::IntendedMove, look::name,
};
use crate::rules::{History, LegalMove, Position};

/// What is claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimKind {
    /// Fifty moves without a capture or a pawn move (9.3).
    FiftyMoves,
    /// The opponent makes no effort to win by normal means, or cannot (10.2; Appendix G of 2014).
    QuickplayFinish,
    /// The same position for the third time (9.2).
    Threefold,
    /// The opponent has broken Article 4.
    TouchMove,
}

impl ClaimKind {
    /// Every kind.
    pub const ALL: [ClaimKind; 4] =
        [ClaimKind::FiftyMoves, ClaimKind::QuickplayFinish, ClaimKind::Threefold, ClaimKind::TouchMove];

    /// The word in commands and records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ClaimKind::FiftyMoves => "fifty-moves",
            ClaimKind::QuickplayFinish => "quickplay-finish",
            ClaimKind::Threefold => "threefold",
            ClaimKind::TouchMove => "touch-move",
        }
    }

    /// The claim of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<ClaimKind> {
        ClaimKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether the claim may rest on a move that is not made yet.
    #[must_use]
    pub fn takes_a_move(self) -> bool {
        match self {
            ClaimKind::FiftyMoves | ClaimKind::Threefold => true,
            ClaimKind::QuickplayFinish | ClaimKind::TouchMove => false,
        }
    }

    /// How the game has ended once such a claim of a draw holds.
    pub(super) fn termination(self) -> &'static str {
        match self {
            ClaimKind::FiftyMoves => "fifty moves, claimed",
            ClaimKind::QuickplayFinish => "quickplay finish",
            ClaimKind::Threefold => "threefold repetition, claimed",
            ClaimKind::TouchMove => "",
        }
    }
}

/// A claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// Who claims.
    pub player: Color,
    /// What he claims.
    pub kind: ClaimKind,
    /// The move that he has written down and not made, in UCI.
    pub intended: Option<String>,
}

/// What a claim comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It is right.
    Correct,
    /// No sensor can tell.
    LeftToArbiter,
    /// The player has touched a piece since, and may claim it no more (4.8, 9.4).
    RightLost,
    /// It is wrong.
    Wrong,
}

impl Verdict {
    /// The word in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Correct => "correct",
            Verdict::LeftToArbiter => "arbiter",
            Verdict::RightLost => "right-lost",
            Verdict::Wrong => "wrong",
        }
    }
}

/// A claim that has been looked into.
#[derive(Debug, Clone, PartialEq)]
pub struct Verified {
    /// What was claimed.
    pub claim: Claim,
    /// What it comes to.
    pub verdict: Verdict,
    /// The article it rests on.
    pub article: &'static str,
    /// What speaks for it or against it: `times`, `plies`, `half_moves`, `breach`, `touched`, `left_ms`.
    pub evidence: Map<String, Value>,
    /// What must be played, where Article 4 was broken.
    legal: Vec<LegalMove>,
    ply: u32,
}

impl TurnMachine {
    /// Looks into a claim. Changes nothing.
    ///
    /// # Errors
    /// [`Refusal`]: nobody plays, the claimant does not have the move, the intended move is not legal, or the edition
    /// has no such claim.
    pub fn verify(&self, claim: &Claim) -> Result<Verified, Refusal> {
        if self.stage != Stage::Playing || self.side_to_move().is_none() {
            return Err(Refusal::NotInPlay);
        }
        let intended = if claim.intended.is_some() { IntendedMove::Yes } else { IntendedMove::No };
        let laws = self.settings.laws;
        let article = laws.claim_article(claim.kind, intended).ok_or(Refusal::NoSuchClaim)?;
        let ply = self.turn.ply + u32::from(self.turn.made.is_some());
        let mut verified = Verified {
            claim: claim.clone(),
            verdict: Verdict::Wrong,
            article,
            evidence: Map::new(),
            legal: Vec::new(),
            ply,
        };
        if claim.kind == ClaimKind::TouchMove {
            self.verify_breach(&mut verified)?;
            return Ok(verified);
        }
        if self.side_to_move() != Some(claim.player) {
            return Err(Refusal::NotToMove(claim.player));
        }
        match claim.kind {
            ClaimKind::FiftyMoves | ClaimKind::Threefold => self.verify_draw(&mut verified)?,
            ClaimKind::QuickplayFinish | ClaimKind::TouchMove => {
                verified.verdict = Verdict::LeftToArbiter;
                if let Some(left_ms) = self.clock.of(claim.player) {
                    verified.evidence.insert("left_ms".to_owned(), json!(left_ms));
                }
            }
        }
        Ok(verified)
    }

    /// Repetition, or fifty moves: counted on the positions of the game, the intended move's included.
    fn verify_draw(&self, verified: &mut Verified) -> Result<(), Refusal> {
        let mut history = self.history.clone();
        if let Some(made) = &self.turn.made {
            history.push(made.after.clone());
        }
        let mut position = self.position().clone();
        let mut reached = verified.ply.saturating_sub(1);
        if let Some(uci) = &verified.claim.intended {
            let illegal = || Refusal::IllegalMove { ply: verified.ply, uci: uci.clone() };
            let m = position.legal_move(uci).ok_or_else(illegal)?;
            position = position.play(&m);
            history.push(position.clone());
            reached += 1;
        }
        let holds = match verified.claim.kind {
            ClaimKind::FiftyMoves => {
                verified.evidence.insert("half_moves".to_owned(), json!(position.halfmoves()));
                position.halfmoves() >= 100
            }
            ClaimKind::QuickplayFinish | ClaimKind::Threefold | ClaimKind::TouchMove => {
                let plies = plies_of(&history, &position, reached);
                let times = plies.len();
                verified.evidence.insert("times".to_owned(), json!(times));
                verified.evidence.insert("plies".to_owned(), json!(plies));
                times >= 3
            }
        };
        let touched =
            self.turn.made.is_none() && self.turn.by == verified.claim.player && !self.turn.touches.is_empty();
        verified.verdict = match holds {
            _ if touched && self.settings.laws.touch_forfeits_draw_claim() => Verdict::RightLost,
            true => Verdict::Correct,
            false => Verdict::Wrong,
        };
        Ok(())
    }

    /// The opponent's turn: has he broken Article 4 in it, or touched what he must still play?
    fn verify_breach(&self, verified: &mut Verified) -> Result<(), Refusal> {
        let claimant = verified.claim.player;
        let mover = claimant.other();
        verified.ply = if self.turn.by == mover { self.turn.ply } else { self.turn.ply.saturating_sub(1) };
        if verified.ply == 0 {
            return Err(Refusal::NotToMove(mover));
        }
        let of_turn = |alert: &&Alert| alert.ply == verified.ply && alert.by == Some(mover);
        let stands = |alert: &&Alert| alert.state.is_open();
        let breach = self.alerts.iter().filter(of_turn).filter(stands).find(|alert| alert.kind.is_breach());
        if let Some(breach) = breach {
            verified.article = breach.article;
            verified.evidence.insert("breach".to_owned(), json!(breach.number));
            verified.evidence.insert("touched".to_owned(), squares(breach));
            verified
                .evidence
                .insert("owed".to_owned(), json!(breach.legal.iter().map(ToString::to_string).collect::<Vec<_>>()));
            let lost = |alert: &Alert| {
                alert.kind == AlertKind::ClaimRightLost && alert.ply == verified.ply + 1 && alert.by == Some(claimant)
            };
            let lost = self.alerts.iter().any(|alert| lost(alert) && alert.state != AlertState::Cleared);
            verified.verdict = if lost { Verdict::RightLost } else { Verdict::Correct };
            return Ok(());
        }
        let in_progress = self.turn.by == mover && self.turn.made.is_none();
        if in_progress && !self.turn.touches.is_empty() {
            let touched: Vec<String> = self.turn.touches.iter().map(|touch| touch.square.to_string()).collect();
            verified.legal = self.owed().allowed;
            verified.evidence.insert("touched".to_owned(), json!(touched));
            verified.evidence.insert("owed".to_owned(), json!(texts_sorted(&verified.legal)));
            if !verified.legal.is_empty() {
                verified.verdict = Verdict::Correct;
            }
            return Ok(());
        }
        let returned = self.alerts.iter().filter(of_turn).filter(stands);
        let returned = returned.filter(|alert| alert.kind == AlertKind::TouchedPieceReturned);
        let touched: Vec<Value> =
            returned.flat_map(|alert| &alert.squares).map(|square| json!(square.to_string())).collect();
        verified.evidence.insert("touched".to_owned(), Value::Array(touched));
        Ok(())
    }

    /// Tells what a claim has come to, and proposes what the edition prescribes.
    pub(super) fn claim(&mut self, verified: Verified) {
        let Verified { claim: Claim { player, kind, intended }, verdict, article, evidence, legal, ply } = verified;
        let mut alert = Alert::new(AlertKind::ClaimMade)
            .article(article)
            .by(player)
            .ply(ply)
            .legal(&legal)
            .data("claim", kind.name())
            .data("verdict", verdict.name());
        for (key, value) in evidence {
            alert = alert.data(&key, value);
        }
        if let Some(intended) = intended {
            alert = alert.data("move", intended);
        }
        let draws = kind != ClaimKind::TouchMove;
        let (player_name, opponent) = (name(player), name(player.other()));
        let claimed = format!("{player_name} claims {}", what(kind, player));
        match verdict {
            Verdict::Correct if draws => {
                self.raise(
                    alert.data("result", "1/2-1/2").text(format!("{claimed}: the claim is right, the game is drawn.")),
                );
                self.propose_end("1/2-1/2", kind.termination());
            }
            Verdict::Correct => self.raise(alert.text(format!("{claimed}: the claim is right."))),
            Verdict::LeftToArbiter => {
                let then = format!("you decide; if you reject it or wait, {opponent} may get two minutes more");
                let alert = alert.data("to", player.other().name()).data("ms", QUICKPLAY_MS);
                self.raise(alert.data("result", "1/2-1/2").text(format!("{claimed}: {then}.")));
            }
            Verdict::RightLost => {
                let text = format!("{claimed}, but he has touched a piece since: he may not claim it any more.");
                self.raise_settled(alert.severity(Severity::Notice).text(text));
            }
            Verdict::Wrong => {
                self.raise_settled(alert.severity(Severity::Notice).text(format!("{claimed}: the claim is wrong.")));
                if draws {
                    self.propose_time_for_wrong_claim(player, kind);
                }
            }
        }
    }

    /// What a wrong claim of a draw costs (9.5).
    fn propose_time_for_wrong_claim(&mut self, claimant: Color, kind: ClaimKind) {
        let opponent = claimant.other();
        let wrong = self.settings.laws.wrong_claim();
        let taken = self.clock.of(claimant).map_or(0, |left_ms| wrong.claimant.taken_of(left_ms));
        let minutes = wrong.opponent_ms / 60_000;
        let mut text = format!("{} gets {minutes} min more for {}'s wrong claim", name(opponent), name(claimant));
        let mut alert = Alert::new(AlertKind::RulingAddTime)
            .article(wrong.article)
            .by(claimant)
            .data("to", opponent.name())
            .data("ms", wrong.opponent_ms)
            .data("claim", kind.name());
        if taken > 0 {
            text += &format!(", who loses {} s", taken / 1_000);
            alert = alert.data("claimant_minus_ms", taken);
        }
        self.raise(alert.text(format!("{text}.")));
    }

    /// The arbiter rejects a claim that was left to him, or says that one was none: what was proposed falls.
    pub(super) fn reject_claim(&mut self, number: u32) {
        let Some(alert) = self.alerts.iter().find(|alert| alert.number == number) else { return };
        let verdict = alert.data.get("verdict").and_then(Value::as_str);
        if verdict == Some(Verdict::Correct.name()) && alert.data.contains_key("result") {
            return self.reopen();
        }
        let (Some(claimant), true) = (alert.by, verdict == Some(Verdict::LeftToArbiter.name())) else { return };
        let (article, ply, opponent) = (alert.article, alert.ply, claimant.other());
        self.raise(
            Alert::new(AlertKind::RulingAddTime)
                .article(article)
                .by(claimant)
                .ply(ply)
                .data("to", opponent.name())
                .data("ms", QUICKPLAY_MS)
                .data("claim", ClaimKind::QuickplayFinish.name())
                .text(format!("{} gets two minutes more, for the claim is rejected.", name(opponent))),
        );
    }

    /// Raises an alert that tells something and asks for nothing.
    pub(super) fn raise_settled(&mut self, alert: Alert) -> u32 {
        let number = self.raise_numbered(alert);
        self.change_alert(number, |alert| alert.state = AlertState::Lapsed);
        number
    }
}

/// What the opponent may get where a claim in a quickplay finish is rejected or put off, in milliseconds (10.2, G.5).
const QUICKPLAY_MS: u32 = 120_000;

/// After which half-moves this position has stood, the last one `reached`; what was before the log counts from 0 down.
fn plies_of(history: &History, position: &Position, reached: u32) -> Vec<i64> {
    let mut plies: Vec<i64> = history.ago(position).into_iter().map(|ago| i64::from(reached) - ago as i64).collect();
    plies.sort_unstable();
    plies
}

fn squares(alert: &Alert) -> Value {
    alert.squares.iter().map(|square| json!(square.to_string())).collect()
}

fn what(kind: ClaimKind, player: Color) -> String {
    match kind {
        ClaimKind::FiftyMoves => "a draw by fifty moves".to_owned(),
        ClaimKind::QuickplayFinish => "a draw in a quickplay finish".to_owned(),
        ClaimKind::Threefold => "a draw by the third appearance of a position".to_owned(),
        ClaimKind::TouchMove => format!("that {} has broken Article 4", name(player.other())),
    }
}
