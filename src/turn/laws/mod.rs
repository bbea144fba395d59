//! The Laws in force: which edition, which regime, and everything in which they differ.
//!
//! Differences are data (the numbers of articles, `articles`) and a few named
//! decisions; nothing else in the turn stage asks for the edition.

mod articles;
pub(super) mod claims;
#[cfg(test)]
mod tests;

use crate::turn::AlertKind;

/// An edition of the FIDE Laws of Chess, by the year it came into force.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Edition {
    /// 1 July 2005.
    E2005,
    /// 1 July 2009.
    E2009,
    /// 1 July 2014.
    E2014,
    /// 1 January 2018.
    E2018,
    /// 1 January 2023.
    #[default]
    E2023,
}

impl Edition {
    /// Every edition, oldest first.
    pub const ALL: [Edition; 5] = [Edition::E2005, Edition::E2009, Edition::E2014, Edition::E2018, Edition::E2023];

    /// The year, as records and configuration write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Edition::E2005 => "2005",
            Edition::E2009 => "2009",
            Edition::E2014 => "2014",
            Edition::E2018 => "2018",
            Edition::E2023 => "2023",
        }
    }

    /// The edition of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Edition> {
        Edition::ALL.into_iter().find(|edition| edition.name() == name)
    }
}

/// The kind of game, by its time control.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Regime {
    /// Appendix B (Annex 3 in 2005).
    Blitz,
    /// Appendix A (Annex 2 in 2005).
    Rapid,
    /// Neither.
    #[default]
    Standard,
}

impl Regime {
    /// Every regime.
    pub const ALL: [Regime; 3] = [Regime::Blitz, Regime::Rapid, Regime::Standard];

    /// The word in records and configuration.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Regime::Blitz => "blitz",
            Regime::Rapid => "rapid",
            Regime::Standard => "standard",
        }
    }

    /// The regime of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Regime> {
        Regime::ALL.into_iter().find(|regime| regime.name() == name)
    }
}

/// Whether the Competition Rules apply to a rapid or blitz game (A.3, B.3; 2023: A.4, B.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Supervision {
    /// They do. Standard games always.
    Full,
    /// They do not.
    Limited,
}

impl Supervision {
    /// Its name: `full` or `limited`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Supervision::Full => "full",
            Supervision::Limited => "limited",
        }
    }

    /// The supervision of that name: `full` or `limited`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Supervision> {
        match name {
            "full" => Some(Supervision::Full),
            "limited" => Some(Supervision::Limited),
            _ => None,
        }
    }
}

/// The Laws as they apply to one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Laws {
    /// Edition in force.
    pub edition: Edition,
    /// Kind of game.
    pub regime: Regime,
    /// Whether the Competition Rules apply.
    pub supervision: Supervision,
}

impl Default for Laws {
    fn default() -> Laws {
        Laws::new(Edition::default(), Regime::default(), None)
    }
}

/// What a completed illegal move leads to (7.5.5 and the appendices).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IllegalMoveConsequence {
    /// The arbiter corrects and adds time; at the limit the game is lost.
    Corrected,
    /// The game is lost at once, if the arbiter sees it (A.4.b of 2014).
    LostAtOnce,
    /// Only the opponent can act, by a claim (2005 and 2009 without full supervision).
    OpponentClaims,
}

/// Where an alert's article differs within its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clause {
    /// The clause of the kind itself.
    Of(AlertKind),
    /// A capture nobody saw whole (4.7.1).
    CaptureMade,
    /// Castling right lost for good (3.8.2.1).
    CastlingRightLost,
    /// Castling prevented for now (3.8.2.2).
    CastlingPrevented,
    /// Both flags down, without full supervision (A.4.d.3 of 2009).
    BothFlags,
    /// Castling intended but illegal (4.4.3).
    IntendedCastlingIllegal,
    /// Making a move without having the move (1.3).
    MoveOffTurn,
    /// Own piece touched (4.3.1).
    OwnTouched,
    /// Opponent's piece touched (4.3.2).
    OpponentTouched,
    /// Pieces of both colours touched (4.3.3).
    BothTouched,
    /// King, then rook touched (4.4.1).
    KingAndRook,
    /// The promotion piece is not known (4.4.4).
    PromotionChoice,
}

impl Laws {
    /// The Laws of an edition and regime; without a word on supervision, limited in rapid and blitz.
    #[must_use]
    pub fn new(edition: Edition, regime: Regime, supervision: Option<Supervision>) -> Laws {
        let supervision = match regime {
            Regime::Standard => Supervision::Full,
            Regime::Blitz | Regime::Rapid => supervision.unwrap_or(Supervision::Limited),
        };
        Laws { edition, regime, supervision }
    }

    fn limited(self) -> bool {
        self.supervision == Supervision::Limited
    }

    /// How completed illegal moves are dealt with.
    #[must_use]
    pub fn illegal_moves(self) -> IllegalMoveConsequence {
        match (self.limited(), self.edition) {
            (true, Edition::E2005 | Edition::E2009) => IllegalMoveConsequence::OpponentClaims,
            (true, Edition::E2014) => IllegalMoveConsequence::LostAtOnce,
            (true, Edition::E2018 | Edition::E2023) | (false, _) => IllegalMoveConsequence::Corrected,
        }
    }

    /// Whether the opponent who claims an illegal move claims the game with it: in blitz (B.3.c of 2009 and its elder form).
    pub(in crate::turn) fn illegal_move_may_cost_the_game_by_claim(self) -> bool {
        self.regime == Regime::Blitz
    }

    /// The completed illegal move with which a player loses (7.5.5; 7.4.b: the third).
    #[must_use]
    pub fn losing_illegal_move(self) -> u32 {
        match self.edition {
            Edition::E2005 | Edition::E2009 => 3,
            Edition::E2014 | Edition::E2018 | Edition::E2023 => 2,
        }
    }

    /// Whether the losing illegal move draws where the opponent cannot checkmate.
    #[must_use]
    pub fn draws_if_opponent_cannot_mate(self) -> bool {
        self.edition > Edition::E2005
    }

    /// Minutes for the opponent, in milliseconds, and the article that gives them.
    ///
    /// Blitz: one minute in 2014 and 2018 (B.2). 2023: one minute where A.3 applies; the letter of B.2 does not
    /// draw it in for blitz with full supervision.
    #[must_use]
    pub fn added_time(self) -> (u32, &'static str) {
        let one_minute = match (self.edition, self.regime) {
            (Edition::E2014 | Edition::E2018, Regime::Blitz) => Some("B.2"),
            (Edition::E2023, Regime::Rapid) => Some("A.3"),
            (Edition::E2023, Regime::Blitz) if self.limited() => Some("A.3"),
            _ => None,
        };
        match one_minute {
            Some(article) => (60_000, article),
            None => (120_000, self.article(Clause::Of(AlertKind::RulingAddTime))),
        }
    }

    /// Whether the release rule binds the move that replaces an illegal one (from 2009; 2005 names only 4.3).
    #[must_use]
    pub fn release_binds_replacement(self) -> bool {
        self.edition > Edition::E2005
    }

    /// Whether a pawn left on the last rank is replaced by a queen (from 2014); before, the position goes back.
    #[must_use]
    pub fn queen_is_put(self) -> bool {
        self.edition >= Edition::E2014
    }

    /// Whether a press without a move counts as an illegal move (7.5.3, from 2018).
    #[must_use]
    pub fn empty_press_is_illegal_move(self) -> bool {
        self.edition >= Edition::E2018
    }

    /// Whether a press without a move is something the Laws speak of at all (2014: bad handling of the clock).
    #[must_use]
    pub fn empty_press_is_irregular(self) -> bool {
        self.edition >= Edition::E2014
    }

    /// The article that lists what may be given for a press without a move where it is bad handling of the clock (2014);
    /// later it counts as an illegal move, earlier nothing is written.
    #[must_use]
    pub fn penalties_for_empty_press(self) -> Option<&'static str> {
        let listed = self.empty_press_is_irregular() && !self.empty_press_is_illegal_move();
        listed.then(|| self.penalties_article())
    }

    /// Whether touching a piece forfeits the claim of a draw (from 2009); in 2005 only moving does.
    #[must_use]
    pub fn touch_forfeits_draw_claim(self) -> bool {
        self.edition > Edition::E2005
    }

    /// Whether a final position reached against 4.2 to 4.7 ends the game only when the arbiter says so (from 2014).
    #[must_use]
    pub fn breach_puts_ending_in_doubt(self) -> bool {
        self.edition >= Edition::E2014
    }

    /// Whether a resignation draws where the opponent cannot checkmate (5.1.2, from 2023).
    #[must_use]
    pub fn resignation_draws_if_opponent_cannot_mate(self) -> bool {
        self.edition >= Edition::E2023
    }

    /// Whether a draw can be agreed only after a move by each (5.2.3, from 2018).
    #[must_use]
    pub fn agreement_needs_a_move_each(self) -> bool {
        self.edition >= Edition::E2018
    }

    /// Whether making the next move completes the one before (6.2.1.2, from 2014).
    #[must_use]
    pub fn next_move_completes(self) -> bool {
        self.edition >= Edition::E2014
    }

    /// Whether the game ends by the fifth appearance of a position.
    #[must_use]
    pub fn ends_by_fivefold(self, repetition: crate::rules::Repetition) -> bool {
        match self.edition {
            Edition::E2005 | Edition::E2009 => false,
            Edition::E2014 => repetition.consecutive >= 5,
            Edition::E2018 | Edition::E2023 => repetition.times >= 5,
        }
    }

    /// Whether the game ends by 75 moves of each player.
    #[must_use]
    pub fn ends_by_75_moves(self, halfmoves: u32) -> bool {
        self.edition >= Edition::E2014 && halfmoves >= 150
    }

    /// Whether the fifty moves must be completed before they can be claimed (9.3.2, from 2014).
    #[must_use]
    pub fn fifty_moves_need_completion(self) -> bool {
        self.edition >= Edition::E2014
    }

    /// Whether only the players may call a flag (2.7 of Annex 2; A.4.d of 2009).
    #[must_use]
    pub fn only_players_call_flags(self) -> bool {
        self.limited() && self.edition <= Edition::E2009
    }

    /// Whether Article 4 is ruled on only when a player asks (2.5 of Annex 2; A.4.b of 2009).
    #[must_use]
    pub fn article_4_only_when_asked(self) -> bool {
        self.limited() && self.edition <= Edition::E2009
    }

    /// Whether an illegal move stands once the opponent has made his next move.
    #[must_use]
    pub fn reply_lets_illegal_move_stand(self) -> bool {
        self.limited()
    }

    /// Whether an illegal position that stands draws the game after one more move (A.4.d of 2014, A.4.4).
    #[must_use]
    pub fn watches_illegal_positions(self) -> bool {
        self.limited() && self.edition >= Edition::E2014
    }

    /// Moves by each player after which a wrong set-up can no longer be claimed; `None` where it always can (7.2.1).
    #[must_use]
    pub fn setup_claim_moves(self) -> Option<u32> {
        match (self.limited(), self.edition) {
            (false, _) => None,
            (true, Edition::E2005 | Edition::E2009) => Some(3),
            (true, Edition::E2014 | Edition::E2018 | Edition::E2023) => Some(10),
        }
    }

    /// Whether of the wrong set-ups that can no longer be claimed only swapped king and queen forbid castling (2.4 of Annex 2,
    /// A.4.a of 2009); from 2014 a misplaced king does, and a misplaced rook with that rook.
    #[must_use]
    pub fn only_swapped_king_and_queen_forbid_castling(self) -> bool {
        self.edition <= Edition::E2009
    }

    /// Which breaches of Article 4 the opponent may no longer claim once he has touched a piece: in 2005 only 4.3, 4.4.
    #[must_use]
    pub fn claim_lost_for(self, breach: AlertKind) -> bool {
        match breach {
            AlertKind::CastlingRookFirst | AlertKind::PromotionPieceChanged | AlertKind::TouchMoveViolated => true,
            AlertKind::CastlingAbandoned | AlertKind::ReleasedThenMoved => self.edition > Edition::E2005,
            _ => false,
        }
    }

    /// Whether the arbiter himself must act on an illegal move where otherwise only the opponent may claim.
    #[must_use]
    pub fn arbiter_must_act(self, both_kings_in_check: BothKingsInCheck, promotion: PromotionUnfinished) -> bool {
        self.regime == Regime::Rapid && (both_kings_in_check.0 || promotion.0)
    }

    /// The article of a completed illegal move (7.5.1, or the appendix in limited rapid and blitz to 2014).
    #[must_use]
    pub fn illegal_move_article(self, kind: AlertKind) -> &'static str {
        match (self.illegal_moves(), self.edition, self.regime) {
            (IllegalMoveConsequence::OpponentClaims, Edition::E2005, Regime::Blitz) => "Annex3.3",
            (IllegalMoveConsequence::OpponentClaims, Edition::E2005, _) => "Annex2.6",
            (IllegalMoveConsequence::OpponentClaims, _, Regime::Blitz) => "B.3.c",
            (IllegalMoveConsequence::OpponentClaims, _, _) => "A.4.c",
            (IllegalMoveConsequence::LostAtOnce, _, _) if kind == AlertKind::IllegalMoveCompleted => {
                self.lost_at_once_article()
            }
            _ => self.article(Clause::Of(kind)),
        }
    }

    /// The article under which a game is lost or drawn by illegal moves.
    #[must_use]
    pub fn game_lost_article(self) -> &'static str {
        match self.illegal_moves() {
            IllegalMoveConsequence::LostAtOnce => self.lost_at_once_article(),
            IllegalMoveConsequence::Corrected | IllegalMoveConsequence::OpponentClaims => {
                self.article(Clause::Of(AlertKind::RulingGameLost))
            }
        }
    }

    fn lost_at_once_article(self) -> &'static str {
        if self.regime == Regime::Blitz { "B.4/A.4.b" } else { "A.4.b" }
    }
}

/// Whether both kings stand in check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BothKingsInCheck(pub bool);

/// Whether a promotion is unfinished: a pawn on its last rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PromotionUnfinished(pub bool);
