//! What stays in force of a turn whose move is taken back: pieces touched before it stay touched (4.3, 4.4), and a release
//! that it went against binds (4.4.4, 4.7). Of a move that kept Article 4 nothing stays: it is undone with all that made it.

use protocols::Square;

use crate::{
    rules::LegalMove,
    turn::{
        AlertKind, AlertState, TurnMachine,
        duty::Touches,
        state::{Release, ReleaseKind, Turn},
    },
};

/// The turn of a completed move, as far as more was touched in it than the move itself needs.
#[derive(Debug, Clone)]
pub(in crate::turn) struct SurvivingEffects {
    ply: u32,
    m: LegalMove,
    touches: Touches,
    release: Option<Release>,
    breaches: Vec<AlertKind>,
}

impl SurvivingEffects {
    fn of(turn: &Turn) -> Option<SurvivingEffects> {
        let m = turn.made.as_ref().map(|made| made.m.clone())?;
        Some(SurvivingEffects {
            ply: turn.ply,
            m,
            touches: turn.touches.clone(),
            release: turn.release.clone(),
            breaches: turn.breaches.clone(),
        })
    }

    /// What the move that broke something went against, if it was a release.
    fn release_broken(&self) -> Option<Release> {
        let broken = |release: &Release| {
            release.broke.is_none() && (release.kind == ReleaseKind::Promotion || !release.allowed.contains(&self.m))
        };
        let release = self.release.clone().filter(broken)?;
        Some(Release { early: None, ..release })
    }
}

impl TurnMachine {
    /// A turn is over: remembers what taking its move back would leave in force.
    pub(in crate::turn) fn remember_standing(&mut self, turn: &Turn) {
        let returned =
            |alert: &crate::turn::Alert| alert.kind == AlertKind::TouchedPieceReturned && alert.ply == turn.ply;
        if turn.breaches.is_empty() && !self.alerts.iter().any(returned) {
            return;
        }
        self.surviving.extend(SurvivingEffects::of(turn));
    }

    /// The same of a turn that is over, or still in progress with its move made.
    pub(in crate::turn) fn standing_at(&self, ply: u32) -> Option<SurvivingEffects> {
        let waiting = self.waiting.iter().map(|waiting| &waiting.turn);
        let open = waiting.chain([&self.turn]).find(|turn| turn.ply == ply);
        open.map_or_else(
            || self.surviving.iter().rev().find(|standing| standing.ply == ply).cloned(),
            SurvivingEffects::of,
        )
    }

    /// No move from this half-move on stands any more.
    pub(in crate::turn) fn forget_standing_from(&mut self, ply: u32) {
        self.surviving.retain(|standing| standing.ply < ply);
    }

    /// The move of the turn now in progress has been taken back: what was owed before it is owed.
    pub(in crate::turn) fn reinstate(&mut self, standing: &SurvivingEffects) {
        let dismissed = |kind: AlertKind, square: Option<Square>| {
            self.alerts.iter().any(|alert| {
                let about = square.is_none_or(|square| alert.squares.contains(&square));
                alert.state == AlertState::Dismissed && alert.kind == kind && alert.ply == standing.ply && about
            })
        };
        let broken = standing.breaches.iter().any(|breach| !dismissed(*breach, None));
        let adjusted = |square: Square| dismissed(AlertKind::TouchedPieceReturned, Some(square));
        let mut touches = standing.touches.clone();
        if broken {
            touches.retain(|touch| !adjusted(touch.square));
        } else {
            // Once the move's own pieces are taken up, whatever was touched later obliged to nothing.
            let returned = |square: Square| self.returned_alert(standing.ply, square).is_some();
            let moved = |square: Square| standing.m.takes_up(square) && !returned(square);
            let own = touches.iter().position(|touch| moved(touch.square)).unwrap_or(usize::MAX);
            touches.truncate(own);
            touches.retain(|touch| returned(touch.square));
            // Where they have stood is undone as well: what is left is that they were lifted and put back.
            touches.were_only_lifted();
        }
        let squares: Vec<Square> = touches.iter().map(|touch| touch.square).collect();
        // "I adjust" may still turn out to have been said.
        for number in squares.iter().filter_map(|square| self.returned_alert(standing.ply, *square)).collect::<Vec<_>>()
        {
            self.change_alert(number, |alert| {
                alert.severity = crate::turn::Severity::Notice;
                if !alert.state.is_open() {
                    alert.state = AlertState::Raised;
                }
            });
        }
        self.turn.touches = touches.clone();
        self.turn.from_before = touches;
        self.turn.release = if broken { standing.release_broken() } else { None };
    }

    /// The number of the alert that the piece of a square was lifted and put back, unless it was adjusted.
    fn returned_alert(&self, ply: u32, square: Square) -> Option<u32> {
        let of_square = |alert: &&crate::turn::Alert| {
            alert.kind == AlertKind::TouchedPieceReturned && alert.ply == ply && alert.squares.contains(&square)
        };
        self.alerts
            .iter()
            .find(of_square)
            .filter(|alert| alert.state != AlertState::Dismissed)
            .map(|alert| alert.number)
    }

    /// What was said of half-moves that are taken back may be said again of those that replace them. Alerts that are open
    /// still are not said twice.
    pub(in crate::turn) fn let_be_said_again_from(&mut self, ply: u32) {
        self.alerts.take_back(|alert| alert.ply >= ply && !alert.state.is_open());
    }
}
