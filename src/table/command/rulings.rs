//! `claim`, `register`, `adjust-clock` and `set-illegal-moves`: what players claim, and what the arbiter saw or did himself.

use protocols::Color;
use serde::Deserialize;
use serde_json::{Value, json};

use super::CommandError;
use crate::{
    game::alert_data,
    table::Table,
    turn::{Act, ClaimKind, ClockAdjustment, Evidence, Irregular, MAX_ILLEGAL_MOVES, PerPlayer, PlayersClaim},
};

/// Longest time on a clock, in milliseconds: a day.
const MAX_CLOCK_MS: u32 = 86_400_000;

/// A claim of a player's.
#[derive(Debug, Deserialize)]
pub(super) struct RawClaim {
    player: String,
    claim: String,
    #[serde(default, rename = "move")]
    intended: Option<String>,
}

/// An irregularity that the arbiter saw himself.
#[derive(Debug, Deserialize)]
pub(super) struct RawRegister {
    kind: String,
    player: String,
}

/// What he has done to the clock.
#[derive(Debug, Deserialize)]
pub(super) struct RawAdjustment {
    #[serde(default)]
    player: Option<String>,
    #[serde(default)]
    ms: Option<i64>,
    #[serde(default)]
    white_ms: Option<u32>,
    #[serde(default)]
    black_ms: Option<u32>,
}

/// How many illegal moves have been completed.
#[derive(Debug, Deserialize)]
pub(super) struct RawCounts {
    #[serde(default)]
    white: Option<u32>,
    #[serde(default)]
    black: Option<u32>,
}

impl Table {
    /// Looks into a claim, tells it, and gives the evidence for the answer.
    pub(super) fn claim(&mut self, raw: RawClaim) -> Result<Value, CommandError> {
        let player = color(&raw.player)?;
        let kind = ClaimKind::from_name(&raw.claim)
            .ok_or_else(|| value("claim", &raw.claim, "threefold, fifty-moves, quickplay-finish or touch-move"))?;
        if let Some(intended) = raw.intended.as_deref().filter(|_| !kind.takes_a_move()) {
            return Err(value("move", intended, "no such field with this claim"));
        }
        let claim = PlayersClaim { player, kind, intended: raw.intended };
        let verified = self.observer.machine().verify(&claim)?;
        let mut answer = json!({
            "claim": kind.name(),
            "player": player.name(),
            "verdict": verified.verdict.name(),
            "article": verified.article,
            "evidence": alert_data::evidence(&verified.evidence),
        });
        if let Evidence::Breach { alert, .. } = verified.evidence {
            answer["evidence"]["breach"] = json!(self.alert_id(alert));
        }
        self.act(Act::Claim(Box::new(verified)))?;
        Ok(answer)
    }

    pub(super) fn register(&self, raw: &RawRegister) -> Result<Act, CommandError> {
        let what = Irregular::from_name(&raw.kind)
            .ok_or_else(|| value("kind", &raw.kind, "illegal-move, two-hands or disturbance"))?;
        Ok(Act::Register { what, player: color(&raw.player)?, at: self.game_now })
    }

    pub(super) fn adjust_clock(&self, raw: RawAdjustment) -> Result<Act, CommandError> {
        let adjustment = match raw {
            RawAdjustment { player: Some(player), ms: Some(ms), white_ms: None, black_ms: None } => {
                let player = color(&player)?;
                let known = i32::try_from(ms).ok().filter(|ms| *ms != 0 && ms.unsigned_abs() <= MAX_CLOCK_MS);
                let ms = known.ok_or_else(|| value("ms", &ms.to_string(), "-86400000 to 86400000, and not 0"))?;
                ClockAdjustment::Added { player, ms }
            }
            RawAdjustment { player: None, ms: None, white_ms, black_ms }
                if white_ms.is_some() || black_ms.is_some() =>
            {
                for (field, ms) in [("white_ms", white_ms), ("black_ms", black_ms)] {
                    if let Some(ms) = ms.filter(|ms| *ms > MAX_CLOCK_MS) {
                        return Err(value(field, &ms.to_string(), "0 to 86400000"));
                    }
                }
                ClockAdjustment::Set { white_ms, black_ms }
            }
            RawAdjustment { .. } => {
                return Err(CommandError::Malformed(
                    "adjust-clock has player and ms, or white_ms, black_ms or both".to_owned(),
                ));
            }
        };
        Ok(Act::AdjustClock(adjustment, self.game_now))
    }

    pub(super) fn illegal_moves(&self, raw: &RawCounts) -> Result<Act, CommandError> {
        if raw.white.is_none() && raw.black.is_none() {
            return Err(CommandError::Malformed("set-illegal-moves has white, black or both".to_owned()));
        }
        for (field, count) in [("white", raw.white), ("black", raw.black)] {
            if let Some(count) = count.filter(|count| *count > MAX_ILLEGAL_MOVES) {
                return Err(value(field, &count.to_string(), "0 to 99"));
            }
        }
        let now = self.observer.machine().illegal_moves();
        let counts = PerPlayer { white: raw.white.unwrap_or(now.white), black: raw.black.unwrap_or(now.black) };
        Ok(Act::SetIllegalMoves(counts))
    }
}

fn color(name: &str) -> Result<Color, CommandError> {
    [Color::White, Color::Black]
        .into_iter()
        .find(|color| color.name() == name)
        .ok_or_else(|| value("player", name, "white or black"))
}

fn value(field: &'static str, found: &str, expected: &'static str) -> CommandError {
    CommandError::Value { field, found: found.chars().take(128).collect(), expected }
}
