//! Releases that bind (4.7, 4.7.2, 4.4.4), and the judgement of a move against touches and releases.

use protocols::{Color, Piece, Role, Square};

use crate::{
    rules::{CastlingRefusal, CastlingSide, LegalMove, Variant, is_last_rank},
    turn::{
        TurnMachine,
        duty::{Duty, Row, duty},
        findings::{Advisory, Alert, AlertKind, CastlingObstacle, Finding, Mismatch, NamedMove, Severity},
        laws::Clause,
        sense::sensed_board::Landing,
        state::{Release, ReleaseKind},
    },
};

/// What a rest binds to.
#[derive(Debug)]
pub(in crate::turn) enum ReleaseShown {
    /// These moves are left.
    Binds { kind: ReleaseKind, allowed: Vec<LegalMove> },
    /// The king has been set for a castling that is not allowed; these moves of his are due.
    CastlingNotAllowed { side: CastlingSide, home: Square, allowed: Vec<LegalMove> },
    /// A part of what is bound already, or of a castling that the king in the hand will complete.
    Part,
    /// A second promotion piece: the first one must be taken (4.4.4).
    PromotionChanged { must: Vec<LegalMove> },
    /// No piece a pawn may become (3.7.5).
    PromotionInvalid,
}

impl TurnMachine {
    /// Rules 3 to 5: what this rest binds to, if to anything.
    pub(super) fn release_shown(&self, landing: Landing, home: Option<Square>) -> Option<ReleaseShown> {
        match home {
            Some(home) if home != landing.square => {
                self.castling_announced(landing, home).or_else(|| self.square_reached(landing, home))
            }
            Some(_) => None,
            None => self.promotion_piece_put(landing),
        }
    }

    /// A piece has been released so.
    pub(super) fn release(&mut self, shown: ReleaseShown, landing: Landing) {
        match shown {
            ReleaseShown::Binds { kind, allowed } => self.bind(kind, allowed, landing),
            ReleaseShown::CastlingNotAllowed { side, home, allowed } => {
                self.alert_castling_not_allowed(side, home, landing.square, &allowed);
                self.bind(ReleaseKind::IllegalCastling, allowed, landing);
            }
            ReleaseShown::Part => {}
            ReleaseShown::PromotionChanged { must } => self.alert_promotion_changed(&must, landing.square),
            // What is put back comes to its square before what has stood there is gone.
            ReleaseShown::PromotionInvalid if self.is_being_put_in_order() => {}
            ReleaseShown::PromotionInvalid => self.alert_promotion_invalid(landing.piece, landing.square),
        }
    }

    /// 3. The king, from its first square, released two squares along the first rank (4.7.2).
    fn castling_announced(&self, landing: Landing, home: Square) -> Option<ReleaseShown> {
        let back = if self.turn.by == Color::White { 0 } else { 7 };
        if landing.piece.role != Role::King || home.rank() != back || landing.square.rank() != back {
            return None;
        }
        let goes_there = |m: &&LegalMove| m.from == home && m.to == landing.square;
        let castling: Vec<LegalMove> =
            self.turn.legal.iter().filter(goes_there).filter(|m| m.castling.is_some()).cloned().collect();
        let steps = self.turn.legal.iter().filter(goes_there).any(|m| m.castling.is_none());
        if !castling.is_empty() && !steps {
            return Some(ReleaseShown::Binds { kind: ReleaseKind::Castling, allowed: castling });
        }
        let side = self.side_castled_to(home, landing.square)?;
        let mut allowed: Vec<LegalMove> = self.turn.legal.iter().filter(|m| m.from == home).cloned().collect();
        if allowed.is_empty() {
            allowed = self.turn.legal.to_vec();
        }
        Some(ReleaseShown::CastlingNotAllowed { side, home, allowed })
    }

    /// To which side a king castles that goes so along the first rank, whether he may or not: two squares in chess, to
    /// the c- or g-file in Chess960, where that is no king's step and he still has the right.
    fn side_castled_to(&self, home: Square, to: Square) -> Option<CastlingSide> {
        match self.turn.position.variant() {
            Variant::Chess => {
                let side = if to.file() > home.file() { CastlingSide::King } else { CastlingSide::Queen };
                (home.file() == 4 && home.file().abs_diff(to.file()) == 2).then_some(side)
            }
            Variant::Chess960 => {
                let side = match to.file() {
                    2 => CastlingSide::Queen,
                    6 => CastlingSide::King,
                    _ => return None,
                };
                let right = self.turn.position.castling_refusal(side) != CastlingRefusal::RightLost;
                (right && home.file().abs_diff(to.file()) > 1).then_some(side)
            }
        }
    }

    /// Whether the player has touched the king and then the rook of `home`, with which he may not castle: what he does
    /// with that rook is half of the castling, and the king's move is due (4.4.3).
    fn is_rook_of_illegal_castling(&self, home: Square) -> bool {
        let by = self.turn.by;
        let mut own = self.turn.touches.iter().filter(|touch| touch.piece.color == by).skip(1);
        let owed = duty(&self.turn.position, &self.turn.legal, &self.turn.touches);
        own.next().is_some_and(|second| second.square == home) && owed.row == Row::IntendedCastling
    }

    /// Whether `m` only seems to be a rook's move: an illegal castling is being put back, the king first.
    pub(in crate::turn) fn is_castling_put_back(&self, m: &LegalMove, landing: Option<Landing>) -> bool {
        let king_home = landing.is_some_and(|landing| {
            landing.piece.role == Role::King && self.sensed.home(landing.square) == Some(landing.square)
        });
        king_home && !self.presses.is_open() && self.is_rook_of_castled_king(m)
    }

    /// Whether `m` moves the rook with which the king has been set for an illegal castling.
    pub(in crate::turn) fn is_rook_of_castled_king(&self, m: &LegalMove) -> bool {
        self.turn.release.as_ref().is_some_and(|release| release.kind == ReleaseKind::IllegalCastling)
            && self.is_rook_of_illegal_castling(m.from)
    }

    /// 4. A piece released on a square it can reach, the move not finished (4.7).
    fn square_reached(&self, landing: Landing, home: Square) -> Option<ReleaseShown> {
        let castles_with = |m: &LegalMove| m.castling.is_some_and(|castling| castling.rook_from == home);
        let king_in_hand = self.sensed.in_air(self.turn.by).any(|held| held.piece.role == Role::King);
        let is_rook = landing.piece.role == Role::Rook;
        if is_rook && king_in_hand && self.turn.legal.iter().any(castles_with) {
            return Some(ReleaseShown::Part);
        }
        if is_rook && self.is_rook_of_illegal_castling(home) {
            return Some(ReleaseShown::Part);
        }
        // The rook's half of a castling announced by the king.
        let is_its_rook =
            |m: &LegalMove| m.castling.is_some_and(|c| c.rook_from == home && c.rook_to == landing.square);
        if self.turn.release.as_ref().is_some_and(|release| release.allowed.iter().any(is_its_rook)) {
            return Some(ReleaseShown::Part);
        }
        // In Chess960 a king's step may be the first half of a castling as well.
        let allowed: Vec<LegalMove> = self
            .turn
            .legal
            .iter()
            .filter(|m| m.from == home && m.to == landing.square)
            .filter(|m| landing.piece.role == Role::Pawn || m.arriving() == landing.piece)
            .cloned()
            .collect();
        if allowed.is_empty() {
            return self.is_rook_beside_illegally_castled_king(landing, home).then_some(ReleaseShown::Part);
        }
        Some(ReleaseShown::Binds { kind: ReleaseKind::Square, allowed })
    }

    /// The rook that follows a king set for an illegal castling has been told with the king.
    fn is_rook_beside_illegally_castled_king(&self, landing: Landing, home: Square) -> bool {
        landing.piece.role == Role::Rook
            && matches!(home.file(), 0 | 7)
            && home.rank() == landing.square.rank()
            && self.turn.release.as_ref().is_some_and(|release| release.kind == ReleaseKind::IllegalCastling)
    }

    /// 5. A piece from the box on the last rank where a pawn can promote (4.4.4, 3.7.5.1).
    fn promotion_piece_put(&self, landing: Landing) -> Option<ReleaseShown> {
        let promotions: Vec<LegalMove> = self
            .turn
            .legal
            .iter()
            .filter(|m| m.promotion.is_some() && m.to == landing.square && self.may_be_promoting(m))
            .cloned()
            .collect();
        if promotions.is_empty() {
            return None;
        }
        let earlier = self.turn.release.as_ref().filter(|release| {
            release.kind == ReleaseKind::Promotion && release.allowed.iter().all(|m| m.to == landing.square)
        });
        if let Some(earlier) = earlier {
            if earlier.allowed.iter().any(|m| m.arriving() == landing.piece) {
                return Some(ReleaseShown::Part);
            }
            if landing.piece.color == self.turn.by && !matches!(landing.piece.role, Role::King | Role::Pawn) {
                return Some(ReleaseShown::PromotionChanged { must: earlier.allowed.clone() });
            }
        }
        let allowed: Vec<LegalMove> = promotions.into_iter().filter(|m| m.arriving() == landing.piece).collect();
        Some(if allowed.is_empty() {
            ReleaseShown::PromotionInvalid
        } else {
            ReleaseShown::Binds { kind: ReleaseKind::Promotion, allowed }
        })
    }

    /// Where a pawn has left the board it is the one that promotes; else any that could.
    fn may_be_promoting(&self, m: &LegalMove) -> bool {
        let pawn = Piece { color: self.turn.by, role: Role::Pawn };
        let lifted: Vec<Option<Square>> =
            self.sensed.in_air(self.turn.by).filter(|held| held.piece == pawn).map(|held| held.home).collect();
        lifted.is_empty() || lifted.contains(&Some(m.from))
    }

    fn bind(&mut self, kind: ReleaseKind, allowed: Vec<LegalMove>, landing: Landing) {
        // A promotion piece that touches its square narrows the choice a pawn left open; nothing else replaces a release.
        let narrows = kind == ReleaseKind::Promotion
            && self.turn.release.as_ref().is_some_and(|release| {
                release.kind == ReleaseKind::Square && allowed.iter().all(|m| release.allowed.contains(m))
            });
        if self.turn.release.is_some() && !narrows {
            return;
        }
        let owed = duty(&self.turn.position, &self.turn.legal, &self.turn.touches);
        let broke = match self.turn.release.take() {
            Some(earlier) => earlier.broke,
            None => (!allowed.iter().any(|m| owed.allowed.contains(m))).then_some(owed),
        };
        let early = landing.early.then_some(landing.square);
        self.turn.release = Some(Release { kind, allowed, early, broke });
    }

    /// What the player owes now: rows 1 to 9 of the table (`article4.md`, section 3).
    pub(in crate::turn) fn owed(&self) -> Duty {
        let turn = &self.turn;
        match &turn.release {
            Some(release) => duty_after_release(release),
            None => duty(&turn.position, &turn.legal, &turn.touches),
        }
    }

    /// Judges a move just made against what was owed (4.3, 4.4, 4.7).
    pub(in crate::turn) fn judge_obligation(&mut self, m: &LegalMove) {
        let broken = match self.turn.release.clone() {
            // A release that broke it does not bind in its place: what was owed before it is owed still.
            Some(Release { broke: Some(owed), .. }) => {
                let broken = !owed.allowed.contains(m);
                if broken {
                    self.alert_breach(&owed, m);
                }
                broken
            }
            Some(release) if !release.allowed.contains(m) => {
                self.alert_release_broken(&release, m);
                true
            }
            Some(_) => false,
            None => {
                let owed = duty(&self.turn.position, &self.turn.legal, &self.turn.touches);
                let broken = !owed.allowed.contains(m);
                if broken {
                    self.alert_breach(&owed, m);
                }
                broken
            }
        };
        if broken {
            self.settle_returned_pieces_without_moves();
        } else {
            self.settle_returned_pieces();
        }
    }

    /// A legal move has replaced another that a rest had made (4.7).
    pub(in crate::turn) fn judge_moved_on(&mut self, first: &LegalMove, now: &LegalMove) {
        let rook_first = now.castling.is_some_and(|castling| castling.rook_from == first.from);
        let owed = Duty { row: Row::OnlyOwn, own: Some(first.from), opponent: None, allowed: vec![first.clone()] };
        // Chess960: the king's step to its castling square was the first half of the castling, which is judged whole.
        if now.castling.is_some() && first.piece == now.piece && first.to == now.to {
            self.lapse_obligation_alerts();
            self.turn.broken = None;
            self.turn.breaches.clear();
            self.turn.release = None;
            self.take_moved_pieces_as_touched(now);
            return self.judge_obligation(now);
        }
        if rook_first {
            self.take_moved_pieces_as_touched(now);
            self.alert_rook_first(&owed);
        } else {
            self.take_moved_pieces_as_touched(now);
            let release = self.turn.release.clone().unwrap_or_else(|| Release::square(vec![first.clone()], None));
            self.alert_release_broken(&release, now);
        }
    }

    /// If another move is found to have been made, its pieces were touched too.
    pub(in crate::turn) fn take_moved_pieces_as_touched(&mut self, now: &LegalMove) {
        let mut squares = vec![now.from];
        squares.extend(now.castling.map(|castling| castling.rook_from));
        for square in squares {
            if let Some(piece) = self.turn.stood.at(square) {
                let touch = crate::turn::Touch { square, piece, at: self.now, stood_elsewhere: true };
                self.turn.touches.add(touch, self.turn.by, &self.settings.timing);
            }
        }
    }

    fn alert_breach(&mut self, owed: &Duty, m: &LegalMove) {
        let same_rook = |m: &LegalMove| {
            let rook =
                self.turn.touches.iter().find(|touch| touch.piece == Piece { color: self.turn.by, role: Role::Rook });
            m.castling.is_some_and(|castling| rook.is_some_and(|rook| rook.square == castling.rook_from))
        };
        if owed.row == Row::RookThenKing && same_rook(m) {
            return self.alert_rook_first(owed);
        }
        let binding = [owed.own, owed.opponent];
        // That the piece stands where this very move puts it says nothing about before.
        let by_this_move =
            |square: Square| square == m.from || m.castling.is_some_and(|castling| square == castling.rook_from);
        let moved =
            self.turn.touches.iter().any(|touch| {
                binding.contains(&Some(touch.square)) && touch.stood_elsewhere && !by_this_move(touch.square)
            });
        let (severity, advisory) =
            if moved { (Severity::Warning, Advisory::No) } else { (Severity::Notice, Advisory::Yes) };
        self.turn.broken = Some(owed.clone());
        self.turn.breaches.push(AlertKind::TouchMoveViolated);
        let squares: Vec<Square> = binding.into_iter().flatten().collect();
        // The rook does not bind by itself: it tells to which side the king must castle (4.4.1).
        let castles_with = || owed.allowed.iter().find_map(|m| m.castling.map(|castling| castling.rook_from));
        let rook = if owed.row == Row::KingThenRook { castles_with() } else { None };
        let touched = squares
            .iter()
            .copied()
            .chain(rook)
            .filter_map(|square| Some((square, self.turn.stood.at(square)?)))
            .collect();
        let finding = Finding::TouchMoveViolated {
            by: self.turn.by,
            touched,
            played: NamedMove::new(&self.turn.position, m),
            owed: self.named(&owed.allowed),
        };
        self.raise(
            Alert::new(finding)
                .article(self.settings.laws.article(owed.row.clause()))
                .squares(squares)
                .legal(&owed.allowed)
                .severity(severity)
                .advisory(advisory),
        );
    }

    fn alert_rook_first(&mut self, owed: &Duty) {
        self.turn.broken = Some(owed.clone());
        self.turn.breaches.push(AlertKind::CastlingRookFirst);
        self.raise(
            Alert::new(Finding::CastlingRookFirst { by: self.turn.by, owed: self.named(&owed.allowed) })
                .article(self.settings.laws.article(Clause::Of(AlertKind::CastlingRookFirst)))
                .squares([owed.own, owed.opponent].into_iter().flatten())
                .legal(&owed.allowed),
        );
    }

    fn alert_release_broken(&mut self, release: &Release, now: &LegalMove) {
        let by = self.turn.by;
        let named = || (self.named(&release.allowed), NamedMove::new(&self.turn.position, now));
        let finding = match release.kind {
            ReleaseKind::Castling => {
                let (must, played) = named();
                Finding::CastlingAbandoned { by, must, played }
            }
            ReleaseKind::IllegalCastling => {
                let owed = Duty { row: Row::IntendedCastling, ..duty_of_release(release) };
                return self.alert_breach(&owed, now);
            }
            ReleaseKind::PawnLeft => return self.alert_not_the_queen(release, now),
            ReleaseKind::Promotion | ReleaseKind::Square => {
                let (must, played) = named();
                Finding::ReleasedThenMoved { by, must, played }
            }
        };
        let kind = finding.kind();
        self.turn.broken = Some(duty_of_release(release));
        self.turn.breaches.push(kind);
        self.raise(
            Alert::new(finding)
                .article(self.settings.laws.article(Clause::Of(kind)))
                .squares(release.allowed.first().map(|m| m.from))
                .legal(&release.allowed),
        );
    }

    /// Another piece is put for the pawn than the queen of the Laws, or another move is made (7.5.2).
    fn alert_not_the_queen(&mut self, release: &Release, now: &LegalMove) {
        let owed = duty_of_release(release);
        if release.allowed.first().is_none_or(|queen| queen.from != now.from || queen.to != now.to) {
            return self.alert_breach(&owed, now);
        }
        self.turn.broken = Some(owed);
        let finding = Finding::PositionMismatch(Mismatch::NotTheQueen { put: now.arriving(), square: now.to });
        let article = self.settings.laws.illegal_move_article(AlertKind::PromotionMissing);
        self.raise(Alert::new(finding).article(article).squares([now.to]).legal(&release.allowed));
    }

    pub(in crate::turn) fn alert_promotion_changed(&mut self, must: &[LegalMove], square: Square) {
        self.turn.broken =
            Some(Duty { row: Row::OnlyOwn, own: must.first().map(|m| m.from), opponent: None, allowed: must.to_vec() });
        if self.turn.breaches.contains(&AlertKind::PromotionPieceChanged) {
            return;
        }
        self.turn.breaches.push(AlertKind::PromotionPieceChanged);
        self.raise(
            Alert::new(Finding::PromotionPieceChanged { by: self.turn.by, must: self.named(must), square })
                .article(self.settings.laws.article(Clause::Of(AlertKind::PromotionPieceChanged)))
                .squares([square])
                .legal(must),
        );
    }

    fn alert_promotion_invalid(&mut self, piece: Piece, square: Square) {
        self.raise(
            Alert::new(Finding::PromotionPieceInvalid { by: self.turn.by, piece, square })
                .article(self.settings.laws.article(Clause::Of(AlertKind::PromotionPieceInvalid)))
                .squares([square]),
        );
    }

    fn alert_castling_not_allowed(&mut self, side: CastlingSide, home: Square, square: Square, allowed: &[LegalMove]) {
        let laws = self.settings.laws;
        let (clause, obstacle) = if self.first_position.forbidden_castling().contains(&self.turn.by) {
            (Clause::Of(AlertKind::CastlingForbiddenSetup), CastlingObstacle::SetUp)
        } else {
            let refusal = self.turn.position.castling_refusal(side);
            let clause = match refusal {
                CastlingRefusal::Attacked | CastlingRefusal::InCheck | CastlingRefusal::PieceBetween => {
                    Clause::CastlingPrevented
                }
                CastlingRefusal::RightLost => Clause::CastlingRightLost,
            };
            (clause, CastlingObstacle::Position(refusal))
        };
        let (by, owed) = (self.turn.by, self.owed_named(allowed));
        self.raise(
            Alert::new(Finding::CastlingNotAllowed { by, king_to: square, owed, obstacle, side })
                .article(laws.article(clause))
                .squares([home, square])
                .legal(allowed),
        );
    }

    /// Whether a pawn of the player's stands on its last rank after a move it could make (3.7.5).
    pub(in crate::turn) fn pawn_on_last_rank(&self) -> Option<Square> {
        let pawn = Piece { color: self.turn.by, role: Role::Pawn };
        self.sensed
            .board()
            .pieces()
            .find(|(square, piece)| *piece == pawn && is_last_rank(*square, self.turn.by))
            .map(|found| found.0)
    }
}

/// What is owed once a piece has been released: what it leaves, or what it went against. The piece touched first binds
/// still (4.3); a release of another one heals nothing.
pub(in crate::turn) fn duty_after_release(release: &Release) -> Duty {
    release.broke.clone().unwrap_or_else(|| duty_of_release(release))
}

pub(in crate::turn) fn duty_of_release(release: &Release) -> Duty {
    let one_origin =
        release.allowed.first().map(|m| m.from).filter(|from| release.allowed.iter().all(|m| m.from == *from));
    Duty { row: Row::OnlyOwn, own: one_origin, opponent: None, allowed: release.allowed.clone() }
}
