//! Pieces taken back and forth on one square faster than any of them settles there (1.3, 4.7).
//!
//! A piece that leaves its new square at once has either slid on or been taken by the opponent: that shows only when
//! another piece has come down there. What is seen meanwhile is kept. Once a line of captures explains it, the turn is
//! put back to where the first of them was made, and what came since is taken again, each capture as made.

use protocols::{Color, Square};

use crate::{
    rules::{LegalMove, Position},
    turn::{
        GameTime, TurnMachine,
        clock::press::Sure,
        sense::sensed_board::Landing,
        state::{Before, Trace, TransientStop, What},
    },
};

/// Most squares remembered on which one piece stood briefly: a long line has seven.
const MAX_BRIEFS: usize = 8;

/// Most things remembered that happened since; a turn with more is no exchange.
const MAX_TRACES: usize = 48;

/// Captures on one square, each of them with the place of its landing among what has happened since.
type Line = Vec<(LegalMove, usize)>;

/// A piece taken back where it stood only briefly, and the captures that explain what the board shows now.
#[derive(Debug)]
pub(in crate::turn) struct Exchange {
    transient: TransientStop,
    line: Line,
}

impl TurnMachine {
    /// A piece is about to leave the square on which it made `m`, before it has settled there.
    pub(in crate::turn) fn note_transient(&mut self, m: LegalMove, since: GameTime) {
        let turn = &mut self.turn;
        // On its way to the box a captured piece is seen on other squares too: the earlier ones are kept.
        if turn.transients.len() == MAX_BRIEFS {
            turn.transients.remove(0);
        }
        let (transients, trail) = (std::mem::take(&mut turn.transients), std::mem::take(&mut turn.trail));
        let taken_up = turn.taken_up.take();
        let before = Before {
            sensed: self.sensed.clone(),
            turn: turn.clone(),
            press: self.presses.open(),
            alerts: self.alerts.last_number(),
        };
        (turn.transients, turn.trail, turn.taken_up) = (transients, trail, taken_up);
        let traces = turn.trail.len();
        turn.transients.push(TransientStop {
            m,
            since,
            at: self.now,
            pressed: false,
            traces,
            before: Box::new(before),
        });
    }

    /// Keeps what happens while it is open who took a piece off.
    pub(in crate::turn) fn trace(&mut self, what: What) {
        if !self.turn.transients.is_empty() && self.turn.trail.len() < MAX_TRACES {
            self.turn.trail.push(Trace { at: self.now, what });
        }
        self.trace_taken_up(what);
    }

    /// The piece that came down decides whose act it was to take the mover's piece off the square where it had only just
    /// been put: the opponent's, if one now stands there by legal captures.
    pub(super) fn exchange_shown(&self, landing: Landing) -> Option<Exchange> {
        // Where it could have been taken on two squares, it was put down where it stood longer; the other it crossed.
        let taken = self
            .turn
            .transients
            .iter()
            .filter_map(|transient| Some((self.exchange_since(transient, landing)?, transient)));
        let (line, transient) = taken.max_by_key(|(_, transient)| transient.at.since(transient.since))?;
        Some(Exchange { transient: transient.clone(), line })
    }

    /// The piece of a move that was pressed for as soon as it had come down, and on whose square the opponent's now stands,
    /// whatever brings it there: it had been put down, and the opponent has taken it off.
    pub(super) fn taken_off_shown(&self, landing: Landing) -> Option<Exchange> {
        let by_opponent = landing.piece.color != self.turn.by && self.turn.made.is_none();
        let is_it = |transient: &&TransientStop| {
            let pressed = transient.pressed || transient.before.press.is_some_and(|press| press.by == self.turn.by);
            pressed && transient.m.to == landing.square && self.is_off_board(transient)
        };
        let taken = self.turn.transients.iter().rev().find(is_it).filter(|_| by_opponent)?;
        Some(Exchange { transient: taken.clone(), line: Vec::new() })
    }

    /// Whether it is still to be judged what was pressed for a piece that stood only briefly.
    pub(super) fn awaits_judgement_of_transient(&self) -> bool {
        !self.turn.transients.is_empty() || !self.turn.trail.is_empty()
    }

    /// The captures on one square that lead from the move of a piece that stood there briefly to what the board shows,
    /// the last of them by the piece that has just come down.
    fn exchange_since(&self, transient: &TransientStop, landing: Landing) -> Option<Line> {
        let trail = &self.turn.trail[transient.traces..];
        let mut line = Vec::new();
        let first = self.turn.position.play(&transient.m);
        self.follow_exchange(&first, &transient.m, trail, 0, landing, &mut line).then_some(line)
    }

    fn follow_exchange(
        &self,
        position: &Position,
        last: &LegalMove,
        trail: &[Trace],
        from: usize,
        landing: Landing,
        line: &mut Line,
    ) -> bool {
        let replies = position.legal_moves();
        for (index, trace) in trail.iter().enumerate().skip(from) {
            let What::Drop { square, piece } = trace.what else { continue };
            let takes = |m: &&LegalMove| m.to == square && m.arriving() == piece && m.capture == Some(last.to);
            for m in replies.iter().filter(takes) {
                let after = position.play(m);
                line.push((m.clone(), index));
                let lands_last = square == landing.square && piece == landing.piece;
                if (lands_last && self.shows_exchange(&after, m, &trail[index + 1..]))
                    || self.follow_exchange(&after, m, trail, index + 1, landing, line)
                {
                    return true;
                }
                line.pop();
            }
        }
        false
    }

    /// Whether the board shows this position, to which `last` has led, but for pieces that have been lifted since. Of a
    /// promotion the new piece may stand before the pawn has left (4.6.1).
    fn shows_exchange(&self, position: &Position, last: &LegalMove, since: &[Trace]) -> bool {
        let view = self.view();
        let lifted = |square: Square| since.iter().any(|trace| trace.what == What::Lift { square });
        let landed = since.iter().any(|trace| matches!(trace.what, What::Drop { .. }));
        let still_to_leave =
            |square: Square| last.promotion.is_some() && square == last.from && view.at(square) == Some(last.piece);
        let mut differs = position.placement().differences(&view);
        !landed && differs.all(|square| (view.at(square).is_none() && lifted(square)) || still_to_leave(square))
    }

    /// Puts the turn back to where the piece stood that was taken, and takes what came since again, each capture of the
    /// line as made.
    pub(super) fn take_exchange(&mut self, exchange: Exchange, landing: Landing) {
        let Exchange { transient, line } = exchange;
        let pressed_at = self.presses.last_at();
        self.take_again_since(transient, &line);
        self.presses.last_was_at(pressed_at);
        if self.phase.is_playing() {
            self.land_again(landing);
        }
    }

    /// A piece is in the air still that was pressed for as soon as it had come down, and stood there then: it had been put
    /// down, and the opponent has taken it off. Gives whether that is so.
    pub(in crate::turn) fn decide_who_took_off(&mut self) -> bool {
        let by = self.turn.by;
        self.take_as_taken_off(|transient| {
            transient.before.press.is_some_and(|press| press.by == by && transient.since <= press.at)
        })
    }

    /// The same of any piece that was pressed for: play stands still with it in the air.
    pub(in crate::turn) fn decide_who_took_off_at_last(&mut self) {
        let _ = self.decide_who_took_off() || self.take_as_taken_off(|transient| transient.pressed);
        if self.turn.taken_up.as_ref().is_some_and(|taken| taken.pressed.is_some()) {
            self.judge_transient_press();
        }
    }

    fn take_as_taken_off(&mut self, is_it: impl Fn(&TransientStop) -> bool) -> bool {
        let taken = |transient: &&TransientStop| is_it(transient) && self.is_off_board(transient);
        let Some(transient) = self.turn.transients.iter().rev().find(taken).cloned() else { return false };
        let pressed_at = self.presses.last_at();
        self.take_again_since(transient, &Vec::new());
        self.presses.last_was_at(pressed_at);
        true
    }

    /// The piece that stood so briefly was put down: what came since is taken again, each capture of the line as made.
    fn take_again_since(&mut self, transient: TransientStop, line: &Line) {
        let trail = self.turn.trail.split_off(transient.traces);
        let now = self.now;
        let Before { sensed, turn, press, alerts } = *transient.before;
        let ply = turn.ply;
        self.withdraw(|alert| alert.number > alerts && alert.ply == ply);
        (self.sensed, self.turn) = (sensed, turn);
        self.presses.put_back(press);
        self.now = transient.at;
        self.put_down_in_exchange(transient.m);
        // What was pressed for it was pressed for before it was taken off.
        self.complete_if_agreed(Sure::OfAll);
        for (index, trace) in trail.iter().enumerate() {
            if !self.phase.is_playing() {
                break;
            }
            self.now = trace.at;
            match trace.what {
                What::Drop { square, piece } => {
                    self.drop_seen(square, piece);
                    match line.iter().position(|(_, landed)| *landed == index) {
                        Some(place) if place + 1 < line.len() => self.put_down_in_exchange(line[place].0.clone()),
                        Some(_) => self.pass_to(line[line.len() - 1].0.piece.color),
                        None => {}
                    }
                }
                What::Lift { square } => self.lift_seen(square),
                What::Press { by } => {
                    // He may press for a capture that is still in his hand.
                    self.pass_to_presser(by);
                    self.pressed(by);
                }
            }
        }
        self.now = now;
    }

    /// A capture of the line has been made, however soon its piece was taken.
    fn put_down_in_exchange(&mut self, m: LegalMove) {
        self.pass_to(m.piece.color);
        self.sensed.settle_on(m.to);
        let opponent = m.piece.color.other();
        let by_opponent =
            |touch: &&crate::turn::Touch| touch.piece.color == opponent && Some(touch.square) != m.capture;
        let early: Vec<crate::turn::Touch> = self.turn.touches.iter().filter(by_opponent).copied().collect();
        self.give_back(&early);
        self.make_as(m, None, false);
        if self.phase.is_playing() && !early.is_empty() {
            self.begin_reply(early);
        }
    }

    /// The turn is this player's, if the other has made his move.
    fn pass_to(&mut self, color: Color) {
        if self.phase.is_playing() && self.turn.by != color {
            self.apply_rules_before_reply();
        }
    }

    /// A player presses whose capture is next: the move before is made.
    fn pass_to_presser(&mut self, by: Color) {
        if self.turn.made.is_some() {
            self.pass_to(by);
        }
    }

    /// The last piece of the line has come down as it had before: settled, or taken as put down before its time.
    fn land_again(&mut self, landed: Landing) {
        self.sensed.settle_as(landed);
        self.apply_rules(Some(landed));
    }
}
