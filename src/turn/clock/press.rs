//! The press: it completes the move (6.2.1), or the illegal move (7.5.1), or nothing (7.5.3).

use protocols::{At, Color, Piece, Placement, Role, Square, registry::Sensing};

use crate::{
    rules::{LegalMove, Position},
    turn::{
        ClockUse, MoveStanding, TurnMachine,
        findings::{Alert, AlertKind, AmbiguousMove, Finding, Mismatch, NamedMove},
        laws::{Clause, IllegalMoveRegime},
        play::{exchange::What, release::ReleaseKind},
        sense::settle::POLLED_SETTLE_MS,
        state::{Made, Stage},
    },
};

/// A press that has completed nothing yet: board events of the next `press_grace_ms` count as before it.
#[derive(Debug, Clone, Copy)]
pub(in crate::turn) struct OpenPress {
    pub(in crate::turn) at: At,
    pub(in crate::turn) by: Color,
}

/// By how much the time shown falls at least when a clock has run, in milliseconds.
const A_SECOND_MS: u32 = 1_000;

/// Whether a press may have gone unseen while the board, and the clock with it, was away.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::turn) enum ClockSinceGap {
    /// No, or it is known.
    #[default]
    Known,
    /// The clock ran for who had the move; `other_runs` is whether it has been read since to run for the other: a single
    /// reading may be damaged.
    Ran {
        /// The half-move then.
        ply: u32,
        other_runs: bool,
    },
}

impl TurnMachine {
    /// The clock was pressed.
    pub(in crate::turn) fn pressed(&mut self, by: Color) {
        if self.settings.clock == ClockUse::None {
            return;
        }
        // The readings of an occupancy board come by another way.
        let before_board = self.gap && self.settings.sensing == Sensing::Identity;
        if self.stage != Stage::Playing {
            self.pressed_while_over = Some(by);
            if !before_board {
                self.pressed_between_games(by);
            }
            return;
        }
        if before_board {
            // The clock was read before the board: it shows what was pressed for.
            self.press_in_gap = Some(by);
            return;
        }
        let board_event = std::mem::take(&mut self.board_event_since_press);
        self.clock_since_gap = ClockSinceGap::Known;
        if !self.begun {
            self.begun = true;
            self.late_press = None;
            return;
        }
        self.settle_all();
        if self.stage == Stage::Playing && self.lost {
            self.look_at_press_while_lost(by);
        }
        if self.stage != Stage::Playing || self.lost {
            return;
        }
        self.trace(What::Press { by });
        self.clock_before_press = Some((self.now, self.clock));
        if self.awaits_restoring() {
            return;
        }
        if by == self.turn.by {
            if let Some(index) = self.unpressed_move_of(by).filter(|_| self.has_put_nothing_down()) {
                return self.complete_waiting(index);
            }
            // A second press adds nothing while the first is still being judged, nor where nothing has happened since.
            let again = std::mem::take(&mut self.given_back);
            if self.press.is_none() && (!self.turn.completed || board_event || again) {
                self.press = Some(OpenPress { at: self.now, by });
                self.promote_unseen();
                self.complete_if_agreed(Sure::OfSettled);
                self.begin_grace();
            }
        } else {
            self.pressed_by_other_side(by, board_event);
        }
    }

    /// The board goes away, and the clock with it. What a press in between was for is plain only where nothing is owed.
    pub(in crate::turn) fn clock_goes_away(&mut self) {
        let nothing_owed = self.turn.made.is_none() && self.waiting.is_empty() && self.press.is_none();
        let plays = self.stage == Stage::Playing && !self.lost && !self.awaits_restoring() && self.suspended.is_none();
        self.clock_since_gap = if nothing_owed && plays && self.clock.running == Some(self.turn.by) {
            ClockSinceGap::Ran { ply: self.turn.ply, other_runs: false }
        } else {
            ClockSinceGap::Known
        };
    }

    /// Whether both players have pressed while the board was away: the clock runs for who had the move then, and the
    /// other's time has run meanwhile.
    pub(in crate::turn) fn both_have_pressed_in_gap(&self) -> bool {
        let (by, before) = (self.turn.by, self.clock_before_gap);
        let runs = before.running == Some(by) && self.clock.running == Some(by);
        let spent = before.of(by.other()).zip(self.clock.of(by.other()));
        runs && spent.is_some_and(|(then, now)| now + A_SECOND_MS <= then)
    }

    /// The clock has been read. Where it ran for who had the move when it went away, and now, read twice, runs for the
    /// other, his only move since has been pressed (6.2.1).
    pub(in crate::turn) fn see_press_of_gap(&mut self) {
        let ClockSinceGap::Ran { ply, other_runs } = self.clock_since_gap else { return };
        let runs_for_other = self.clock.running == Some(self.turn.by.other());
        if !runs_for_other || self.turn.ply != ply || self.suspended.is_some() {
            self.clock_since_gap = ClockSinceGap::Known;
            return;
        }
        if !other_runs {
            self.clock_since_gap = ClockSinceGap::Ran { ply, other_runs: true };
            return;
        }
        let open = self.lost || self.gap || !self.wood.fresh.is_empty();
        if open || self.stage != Stage::Playing {
            return;
        }
        self.clock_since_gap = ClockSinceGap::Known;
        let rests = |made: &Made| made.early.is_none() && self.shows(&made.m);
        let nothing_else = self.waiting.is_empty() && self.press.is_none() && !self.awaits_restoring();
        if nothing_else && self.turn.made.as_ref().is_some_and(rests) {
            self.complete_turn();
        }
    }

    /// Which of the moves that wait for their press is this player's.
    fn unpressed_move_of(&self, by: Color) -> Option<usize> {
        self.waiting.iter().position(|waiting| waiting.turn.by == by && !waiting.turn.completed)
    }

    /// Whether the player has not come to a move in his turn, though he may have a piece in his hand: a press is the late
    /// one of his last move, which he may always make, even after his opponent's next move (6.2.2).
    fn has_put_nothing_down(&self) -> bool {
        self.turn.made.is_none() && self.nothing_changed()
    }

    /// The side not at move pressed: it catches up (6.2.2), starts the clock (6.6), or has nothing to press for.
    fn pressed_by_other_side(&mut self, by: Color, board_event: bool) {
        if let Some(index) = self.unpressed_move_of(by) {
            let agreed = self.reply_explains_board();
            self.complete_waiting(index);
            if !agreed {
                self.tell_mismatch(by);
            }
            return;
        }
        if self.find_what_went_unseen(by) {
            return;
        }
        if board_event && self.is_played_on_out_of_order() {
            return self.find_again(Some(by.other()));
        }
        // He may have pressed for what he is about to put down: his move tells what the one before was.
        let waits = self.press.is_some_and(|press| press.by == self.turn.by) && self.is_taken_off();
        if waits || (self.press.is_none() && self.turn.briefs.iter().any(|brief| brief.pressed)) {
            self.turn.briefs.iter_mut().for_each(|brief| brief.pressed = true);
            self.press = Some(OpenPress { at: self.now, by });
            return;
        }
        self.judge_brief_press();
        if self.judge_press_before_that_of(by) {
            return self.games_beside().for_each(|game| game.pressed(by));
        }
        if self.turn.empty_press.is_some() {
            self.clock_given_back();
            self.propose_waiting_penalty();
            return;
        }
        if self.late_press.take() == Some(by) && self.turn.touches.is_empty() && self.turn.displaced.is_empty()
            || !board_event
        {
            return;
        }
        // A clock that stood has been started again, by whomever (6.6, 6.11).
        if self.clock.running.is_none() && !self.readings.is_empty() {
            return;
        }
        self.tell_all_displaced();
        self.raise(
            Alert::new(Finding::PressByOtherSide { by })
                .article(self.settings.laws.article(Clause::Of(AlertKind::PressByOtherSide))),
        );
    }

    /// Whether the board was never put in order after the arbiter's word, and is another than it was then.
    fn is_played_on_out_of_order(&self) -> bool {
        let turn = &self.turn;
        let out_of_order = turn.set_by_arbiter && turn.stood != *turn.position.placement();
        out_of_order && turn.made.is_none() && self.view() != turn.stood && self.view() != *turn.position.placement()
    }

    /// Whether the board is the position after the last move, but for what the opponent is doing.
    fn reply_explains_board(&self) -> bool {
        let agreed = *self.turn.position.placement();
        if self.turn.made.is_some() {
            return true;
        }
        let view = self.view();
        let changed_by_reply = |square: Square| {
            let gone = view.at(square).is_none();
            let home_of_reply = self.turn.stood.at(square).is_some();
            let moved = match self.wood.home(square) {
                Some(home) => home != square,
                // A new piece, the pawn that it stands for still to leave (4.6.2).
                None => {
                    let promotes = |m: &LegalMove| m.promotion.is_some() && m.to == square;
                    self.turn.legal.iter().any(|m| promotes(m) && view.at(square) == Some(m.arriving()))
                }
            };
            (gone && home_of_reply) || moved
        };
        agreed.differences(&view).all(changed_by_reply)
    }

    /// Completes the move made if the board shows it: the press stays open no longer. A piece that has only just come
    /// down may be sliding on still, its next square not yet read.
    pub(in crate::turn) fn complete_if_agreed(&mut self, sure: Sure) {
        let Some(press) = self.press else { return };
        if self.stage != Stage::Playing || press.by != self.turn.by {
            return;
        }
        if self.turn.made.is_none()
            && let Some(pending) = self.turn.pending.clone()
        {
            // The opponent's piece in the air may be the one that this piece slides on to take.
            if sure == Sure::OfSettled && self.early_part_of(&pending, None).is_some() {
                return;
            }
            self.make_as(pending, None, false);
        }
        let Some(made) = self.turn.made.clone() else { return };
        if made.early.is_some() && sure == Sure::OfSettled {
            return;
        }
        if self.shows(&made.m) {
            self.press = None;
            self.complete_turn();
        }
    }

    /// Whether the board shows the position after `m`, opponent's pieces in the air put back.
    pub(in crate::turn) fn shows(&self, m: &LegalMove) -> bool {
        let matches = |board: &Placement| {
            *board == m.after(self.turn.position.placement()) || *board == m.after(&self.turn.stood)
        };
        matches(&self.view()) || self.wood.with_returned(self.turn.by.other()).is_some_and(|board| matches(&board))
    }

    /// When a press is judged: once its grace is over, and whatever came down in it has settled or gone on.
    pub(in crate::turn) fn press_judged_at(&self, press: OpenPress) -> At {
        // A board that is asked from time to time shows what came before the press only with its next answers.
        let polled_ms = if self.polled { POLLED_SETTLE_MS } else { 0 };
        let over = press.at + u64::from(self.settings.timing.press_grace_ms).max(polled_ms) + 1;
        let in_grace = self.wood.fresh.iter().filter(|fresh| fresh.at < over);
        in_grace.map(|fresh| fresh.settles).fold(over, At::max)
    }

    /// The grace is over: the press is judged by what the board shows.
    pub(in crate::turn) fn judge_press(&mut self) {
        let Some(press) = self.press else { return };
        self.settle_all();
        if self.press.is_none() || self.stage != Stage::Playing {
            self.press = None;
            return;
        }
        self.look(None);
        self.complete_if_agreed(Sure::OfAll);
        if self.press.take().is_none() || self.stage != Stage::Playing {
            return;
        }
        if press.by != self.turn.by {
            return self.judge_brief_press();
        }
        let replies = self.part_from_reply(press);
        match self.turn.made.clone() {
            Some(made) => self.judge_press_after_move(&made.m),
            None => self.judge_press_without_move(),
        }
        self.take_reply_again(replies);
    }

    fn judge_press_after_move(&mut self, m: &LegalMove) {
        let first_again = self.wood.board == self.turn.stood;
        let piece_stands = self.wood.board.at(m.to) == Some(m.arriving());
        let piece_in_air = self.wood.in_air(self.turn.by).any(|held| held.left == m.to);
        // A second promotion piece never replaces the first (4.4.4): the move stands, the board is wrong.
        let exchanged = is_exchanged(&self.wood.board, m);
        if first_again {
            self.bind_replacement_by(m);
            self.retract();
            return self.press_without_move();
        }
        // Own pieces in the air are being centred, or the reply has begun with its victim.
        let mut put_back = self.view();
        for touch in self.touches_in_air() {
            let square = if touch.square == m.to { m.to } else { self.home_in_air(touch.square) };
            let victim = touch.piece.color != self.turn.by && Some(square) == m.capture;
            if put_back.at(square).is_none() && !victim {
                put_back.set(square, Some(touch.piece));
            }
        }
        if put_back == m.after(self.turn.position.placement()) {
            return self.complete_turn();
        }
        if piece_stands || piece_in_air || exchanged {
            self.complete_turn_with_mismatch();
            return;
        }
        self.bind_replacement_by(m);
        self.retract();
        self.displace_moved_on(m);
        self.illegal_move_completed();
    }

    /// The release that made the first move binds the one that replaces it (7.5.1 with 4.7).
    fn bind_replacement_by(&mut self, m: &LegalMove) {
        if self.turn.release.is_none() {
            self.turn.release = Some(crate::turn::play::release::Release::square(vec![m.clone()], None));
        }
    }

    /// The piece that had made a move went on to a square no move takes it to.
    fn displace_moved_on(&mut self, m: &LegalMove) {
        let moved: Vec<_> = self
            .wood
            .board
            .pieces()
            .filter(|&(square, piece)| {
                piece == m.arriving() && square != m.from && self.wood.home(square) == Some(m.from)
            })
            .collect();
        for (square, piece) in moved {
            if !self.turn.displaced.iter().any(|displaced| displaced.square == square) {
                self.turn.displaced.push(crate::turn::play::rules::Displaced {
                    square,
                    piece,
                    home: Some(m.from),
                    told_at: self.now,
                    telling: crate::turn::play::rules::Telling::Due,
                });
            }
        }
    }

    /// The home of the piece in the air that left `square` last.
    fn home_in_air(&self, square: Square) -> Square {
        self.wood.hand.iter().find(|held| held.left == square).and_then(|held| held.home).unwrap_or(square)
    }

    fn judge_press_without_move(&mut self) {
        if !self.nothing_changed() && self.find_what_went_unseen(self.turn.by) {
            return;
        }
        // A piece put down and taken off at once may be the victim of the reply: the piece that comes down will tell.
        if self.is_taken_off() {
            self.turn.briefs.iter_mut().for_each(|brief| brief.pressed = true);
            return;
        }
        self.judge_empty_or_illegal_press();
    }

    /// Whether a piece that had only just come down has been taken off, perhaps by the opponent who takes it.
    pub(in crate::turn) fn is_taken_off(&self) -> bool {
        self.turn.briefs.iter().any(|brief| self.taken_off(brief).is_some())
    }

    /// A press that waited to see who took the piece off is judged by the board as it is.
    pub(in crate::turn) fn judge_brief_press(&mut self) {
        self.turn.trail.clear();
        if std::mem::take(&mut self.turn.briefs).iter().any(|brief| brief.pressed) {
            self.judge_empty_or_illegal_press();
        }
    }

    fn judge_empty_or_illegal_press(&mut self) {
        // The board was never put in order after the arbiter's word: what was played on from there is not his doing.
        if self.is_played_on_out_of_order() {
            return self.find_again(Some(self.turn.by.other()));
        }
        let promotions = self.promotions_released(&[]);
        // A pawn released on the last rank has moved, although it is in the hand now: the new piece cannot be read.
        let choice_open = promotions.len() > 1 && self.wood.board.at(promotions[0].to).is_none();
        if self.nothing_changed() && !choice_open {
            return self.press_without_move();
        }
        if let (Some(square), false) = (self.pawn_on_last_rank(), promotions.is_empty()) {
            return match self.settings.sensing {
                Sensing::Identity => self.promotion_missing(square, &promotions),
                Sensing::Occupancy => self.assume_promotion(&promotions, OrMissing::Yes),
            };
        }
        if !promotions.is_empty() && self.wood.board.at(promotions[0].to).is_none() {
            return self.assume_promotion(&promotions, OrMissing::No);
        }
        // The player's own pieces have made a legal move; only the opponent's are out of place (7.4, 7.6).
        if let Some(m) = self.move_beside_displaced() {
            self.make_as(m, None, false);
            if self.stage == Stage::Playing {
                self.complete_turn_with_mismatch();
            }
            return;
        }
        self.illegal_move_completed();
    }

    /// The legal move that the board shows once the opponent's pieces are put back that stand elsewhere than when the
    /// turn began.
    pub(in crate::turn) fn move_beside_displaced(&self) -> Option<LegalMove> {
        let opponent = self.turn.by.other();
        let view = self.view();
        let mut put_back = view;
        let astray = view.pieces().filter(|(_, piece)| piece.color == opponent);
        let astray = astray.filter_map(|(square, piece)| Some((square, piece, self.wood.home(square)?)));
        for (square, piece, home) in astray.filter(|(square, _, home)| home != square && view.at(*home).is_none()) {
            put_back.set(square, None);
            put_back.set(home, Some(piece));
        }
        // Another piece than the one taken for a promoted pawn's.
        for (square, _) in view.pieces().filter(|(square, _)| self.wood.home(*square).is_none()) {
            if let Some(stood) = self.turn.stood.at(square).filter(|stood| stood.color == opponent) {
                put_back.set(square, Some(stood));
            }
        }
        if put_back == view { None } else { self.turn.match_board(&put_back).cloned() }
    }

    /// The promotions left by the pawn's release on the last rank.
    pub(in crate::turn) fn promotions_released(&self, ignoring: &[Square]) -> Vec<LegalMove> {
        self.turn
            .release
            .as_ref()
            .filter(|release| release.allowed.iter().all(|m| m.promotion.is_some()))
            .filter(|release| {
                let others = |square: Square| {
                    release.allowed.iter().all(|m| m.from != square && m.to != square && m.capture != Some(square))
                };
                self.turn
                    .stood
                    .differences(&self.wood.board)
                    .all(|square| ignoring.contains(&square) || !others(square))
            })
            .map(|release| release.allowed.clone())
            .unwrap_or_default()
    }

    /// Whether nothing on the board moved: only pieces in the hand are missing, or the castling rook is (7.5.3).
    fn nothing_changed(&self) -> bool {
        let castling = self.turn.release.as_ref().filter(|release| release.kind == ReleaseKind::Castling);
        let announced = castling.and_then(|release| release.allowed.first());
        self.turn.stood.differences(&self.wood.board).all(|square| {
            let in_hand = self.wood.board.at(square).is_none()
                && self.wood.hand.iter().any(|held| held.home == Some(square) && !held.overwritten);
            let king_released = announced.is_some_and(|m| {
                let rook = m.castling.map(|castling| castling.rook_from);
                let rook_in_hand = self.wood.in_air(self.turn.by).any(|held| held.home == rook);
                rook_in_hand && (square == m.from || square == m.to)
            });
            in_hand || king_released
        })
    }

    /// The move made is completed (6.2.1): the turn passes.
    pub(in crate::turn) fn complete_turn(&mut self) {
        self.put_down_for_good();
        if self.stage != Stage::Playing {
            return;
        }
        let Some(made) = self.turn.made.clone() else { return };
        self.turn.completed = true;
        self.completed_by = Some(self.turn.by);
        self.say_move(MoveStanding::Completed);
        let replaced = self.replaced();
        let next = self.next_turn(&made);
        let turn = std::mem::replace(&mut self.turn, next);
        self.history.push(made.after);
        let breaches = turn.breaches.clone();
        // Whatever is in the air now, but for the victim and what another promotion piece has replaced, is the reply begun.
        let mut reply = self.touches_in_air();
        reply.retain(|touch| !replaced.contains(&(touch.square, touch.piece.color)));
        let account = self.account_of(&turn);
        self.say_account(account);
        self.remember_standing(&turn);
        self.close_waiting_before(turn.ply);
        self.tell_completed_draw_rights(turn.ply);
        self.pass_turn(breaches);
        for touch in reply {
            self.take_touch(touch);
        }
        self.no_more_stopped_if_agreed();
    }

    /// Where the pawn, and the piece first put there, of a promotion have left for which another piece stands on the
    /// board: they are in the box.
    pub(in crate::turn) fn replaced(&self) -> Vec<(Square, Color)> {
        let made = self.turn.made.as_ref().map(|made| &made.m).filter(|m| is_exchanged(&self.wood.board, m));
        made.map(|m| vec![(m.from, m.piece.color), (m.to, m.piece.color)]).unwrap_or_default()
    }

    /// Completed, but other pieces stand wrong (7.6).
    fn complete_turn_with_mismatch(&mut self) {
        let by = self.turn.by;
        self.tell_all_displaced();
        let ply = self.turn.ply;
        self.complete_turn();
        self.tell_mismatch_at(by, ply);
    }

    pub(in crate::turn) fn tell_mismatch(&mut self, by: Color) {
        self.tell_mismatch_at(by, self.turn.ply);
    }

    fn tell_mismatch_at(&mut self, by: Color, ply: u32) {
        let agreed = *self.turn.position.placement();
        self.tell_differences(by, ply, &agreed);
    }

    /// That the board is not the agreed position (7.6).
    pub(in crate::turn) fn tell_differences(&mut self, by: Color, ply: u32, agreed: &Placement) {
        let view = self.wood.board;
        let squares: Vec<Square> = agreed.differences(&view).collect();
        let mut alert = Alert::new(Finding::PositionMismatch(Mismatch::Differs { by }))
            .article(self.settings.laws.article(Clause::Of(AlertKind::PositionMismatch)))
            .squares(squares);
        alert.ply = ply;
        self.raise(alert);
    }

    /// Occupancy: one piece is missing and nothing new stands: the capture is inferred (4.7.1).
    pub(in crate::turn) fn tell_slide(&mut self, m: &LegalMove) {
        let named = NamedMove::new(&self.turn.position, m);
        self.raise(
            Alert::new(Finding::SlideInferred { by: self.turn.by, m: named })
                .article(self.settings.laws.article(Clause::Of(AlertKind::SlideInferred)))
                .squares([m.from, m.to]),
        );
    }

    /// Occupancy: what stands on the last rank when the clock is pressed is taken for the new piece at once; the reply
    /// may take it off soon.
    fn promote_unseen(&mut self) {
        if self.settings.sensing == Sensing::Occupancy && self.turn.made.is_none() && self.pawn_on_last_rank().is_some()
        {
            // The opponent may hold the piece already with which he replies.
            let reply: Vec<Square> = self.wood.in_air(self.turn.by.other()).filter_map(|held| held.home).collect();
            let promotions = self.promotions_released(&reply);
            if !promotions.is_empty() {
                self.press = None;
                self.assume_promotion(&promotions, OrMissing::Yes);
            }
        }
    }

    /// Occupancy: the players show a result, or the log ends, with the pawn left on the last rank. What the kings leave
    /// and stand on does not count.
    pub(in crate::turn) fn promote_before_sign(&mut self) {
        if self.settings.sensing != Sensing::Occupancy || self.turn.made.is_some() || self.stage != Stage::Playing {
            return;
        }
        let kings = |placement: &Placement| {
            let kings = placement.pieces().filter(|(_, piece)| piece.role == Role::King).map(|(square, _)| square);
            kings.collect::<Vec<_>>()
        };
        let passed = [kings(&self.wood.board), kings(self.turn.position.placement())].concat();
        let promotions = self.promotions_released(&passed);
        if !promotions.is_empty() {
            self.assume_promotion(&promotions, OrMissing::Unpressed);
        }
    }

    /// The promotion piece is not known: a queen is assumed (3.7.5), unless another kind is being tried.
    pub(in crate::turn) fn assume_promotion(&mut self, promotions: &[LegalMove], or: OrMissing) {
        self.tell_ambiguous(Clause::PromotionChoice, promotions, or);
        let Some(m) = self.assumed_of(promotions).cloned() else { return };
        self.wood.lay(m.from, m.to, m.arriving());
        self.make_as(m, None, true);
        if self.stage == Stage::Playing && or != OrMissing::Unpressed {
            self.complete_turn();
        }
    }

    /// The promotion that is assumed.
    pub(in crate::turn) fn assumed_of<'a>(&self, promotions: &'a [LegalMove]) -> Option<&'a LegalMove> {
        let role = self.turn.promotes_to.unwrap_or(Role::Queen);
        promotions.iter().find(|m| m.promotion == Some(role))
    }

    fn tell_ambiguous(&mut self, clause: Clause, candidates: &[LegalMove], or: OrMissing) {
        let alert = self.ambiguous(self.turn.ply, &self.turn.position, candidates, clause, or);
        self.raise(alert);
    }

    /// That the sensors fit several moves of a half-move, to be told.
    pub(in crate::turn) fn ambiguous(
        &self,
        ply: u32,
        before: &Position,
        candidates: &[LegalMove],
        clause: Clause,
        or: OrMissing,
    ) -> Alert {
        let unknown = match (clause, or) {
            (Clause::PromotionChoice, OrMissing::Yes) => AmbiguousMove::PromotionOrMissing,
            (Clause::PromotionChoice, OrMissing::No | OrMissing::Unpressed) => AmbiguousMove::Promotion,
            _ => AmbiguousMove::Move,
        };
        let named = NamedMove::list(before, candidates);
        let mut alert = Alert::new(Finding::MoveAmbiguous { by: before.turn(), candidates: named, unknown })
            .article(self.settings.laws.article(clause))
            .squares(candidates.first().map(|m| m.from))
            .legal(candidates);
        alert.ply = ply;
        alert
    }

    /// Where nobody saw the moves, and several lines explain the board.
    pub(in crate::turn) fn tell_ambiguous_line(&mut self, lines: &[Vec<LegalMove>]) -> u32 {
        let lines = lines.iter().map(|line| line.iter().map(LegalMove::to_uci).collect()).collect();
        let mut alert = Alert::new(Finding::MoveAmbiguousLine { by: self.position().turn(), lines })
            .article(self.settings.laws.article(Clause::CaptureMade));
        // The first of them, which `set-move` can name.
        alert.ply = self.turn.ply + u32::from(self.turn.made.is_some());
        self.raise_numbered(alert)
    }

    /// The board shows a position that no few legal moves explain.
    pub(in crate::turn) fn tell_lost(&mut self) -> u32 {
        let agreed = *self.position().placement();
        let squares: Vec<Square> = agreed.differences(&self.wood.board).collect();
        self.raise_numbered(
            Alert::new(Finding::PositionMismatch(Mismatch::Unexplained { by: self.turn.by }))
                .article(self.settings.laws.article(Clause::Of(AlertKind::PositionMismatch)))
                .squares(squares),
        )
    }

    /// Whether only the opponent can act on this player's illegal move.
    pub(in crate::turn) fn only_opponent_acts(&self) -> bool {
        self.settings.laws.illegal_moves() == IllegalMoveRegime::OpponentClaims
    }
}

/// Whether another piece of the player's than the move puts there stands on the promotion square.
fn is_exchanged(board: &Placement, m: &LegalMove) -> bool {
    let other = |piece: Piece| piece.color == m.piece.color && piece != m.arriving();
    m.promotion.is_some() && board.at(m.to).is_some_and(other)
}

/// Which pieces count as put down when a press is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) enum Sure {
    /// All: the grace is over.
    OfAll,
    /// Those that have stayed for `settle_ms`.
    OfSettled,
}

/// Whether a pawn simply left on the last rank would look the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) enum OrMissing {
    No,
    /// No clock: nothing was pressed, the opponent's reply showed it.
    Unpressed,
    Yes,
}
