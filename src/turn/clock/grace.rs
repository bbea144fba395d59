//! A reply begun within the grace of a press that completes nothing: the press is judged by what its player has done, and
//! what the opponent has done since is his reply (1.3), to whatever the press comes to.

use protocols::{Color, Piece, Square};

use crate::{
    board::Event,
    turn::{
        GameTime, TurnMachine,
        sense::{scan::Seen, sensed_board::SensedBoard},
        state::{OpenPress, Turn},
    },
};

/// Most things remembered that happen within the grace; with more, hands have done something else than reply.
const MAX_IN_GRACE: usize = 32;

/// How things stood when the clock was pressed, and what has happened since.
#[derive(Debug, Clone)]
pub(in crate::turn) struct Grace {
    /// When the clock was pressed.
    press: GameTime,
    sensed: SensedBoard,
    turn: Turn,
    /// Alerts raised by then.
    alerts: u32,
    since: Vec<Seen>,
}

impl Grace {
    /// The clock has been pressed with things standing so, and nothing has happened since.
    pub(super) fn of(press: OpenPress, sensed: SensedBoard, turn: Turn, alerts: u32) -> Grace {
        Grace { press: press.at, sensed, turn, alerts, since: Vec::new() }
    }

    pub(super) fn is_of(&self, press: OpenPress) -> bool {
        self.press == press.at
    }

    /// Keeps what has happened, while there is room.
    pub(super) fn keep(&mut self, seen: Seen) {
        if self.since.len() < MAX_IN_GRACE {
            self.since.push(seen);
        }
    }
}

impl TurnMachine {
    /// Keeps what happens within the grace of a press.
    pub(in crate::turn) fn keep_in_grace(&mut self, seen: Seen) {
        let (sensed, turn, alerts) = (&self.sensed, &self.turn, self.alerts.last_number());
        self.presses.keep_in_grace(seen, || (sensed.clone(), turn.clone(), alerts));
    }

    /// The opponent presses within the grace, after a move of his own: the press before his is judged now. Gives whether it
    /// was.
    pub(in crate::turn) fn judge_press_before_that_of(&mut self, by: Color) -> bool {
        let open = self.presses.open().filter(|open| open.by == self.turn.by && by != self.turn.by);
        if open.is_none_or(|open| self.replies_in_grace(open).is_empty()) {
            return false;
        }
        self.judge_press();
        self.awaits_restoring() || self.turn.empty_press.is_some()
    }

    /// Undoes what the opponent has done since the press, which is judged without it; gives it, to be taken again as his
    /// reply.
    pub(in crate::turn) fn part_from_reply(&mut self, press: OpenPress) -> Vec<Seen> {
        // Who has taken off a piece that had only just come down, the next one to come down tells.
        let replies = if self.is_taken_off() { Vec::new() } else { self.replies_in_grace(press) };
        let Some(grace) = self.presses.take_grace_of(press).filter(|_| !replies.is_empty() && press.by == self.turn.by)
        else {
            return Vec::new();
        };
        let Grace { sensed, turn, alerts, since, .. } = *grace;
        // What was said of it as if it had been done in the turn of who has pressed.
        let is_his = |square: Square| replies.iter().any(|seen| square_of(seen) == Some(square));
        self.withdraw(|alert| {
            alert.number > alerts && !alert.squares.is_empty() && alert.squares.iter().all(|square| is_his(*square))
        });
        (self.sensed, self.turn) = (sensed, turn);
        for seen in since.into_iter().filter(|seen| !replies.contains(seen)) {
            match seen.event {
                Event::Drop { square, piece: Some(piece) } => self.drop_seen(square, piece),
                Event::Lift { square, .. } => self.lift_seen(square),
                Event::Clock(_) | Event::Drop { .. } | Event::Flag { .. } | Event::Link { .. } => {}
                Event::Placement(_) | Event::Press { .. } | Event::Time => {}
            }
        }
        self.settle_all();
        replies
    }

    /// Takes again what the opponent has done within the grace.
    pub(in crate::turn) fn take_reply_again(&mut self, replies: Vec<Seen>) {
        for seen in replies {
            if self.successor.is_none() {
                self.apply(seen);
            }
        }
    }

    /// What has happened to the opponent's pieces within the grace of a press: not to one whose place the player has taken.
    fn replies_in_grace(&self, press: OpenPress) -> Vec<Seen> {
        let Some(grace) = self.presses.grace_of(press) else { return Vec::new() };
        let opponent = self.turn.by.other();
        let taken_by_player = |square: Square| {
            grace.since.iter().any(|seen| match seen.event {
                Event::Drop { square: landed, piece: Some(piece) } => landed == square && piece.color != opponent,
                _ => false,
            })
        };
        let taken_by_opponent = |square: Square| {
            grace.since.iter().any(|seen| match seen.event {
                Event::Drop { square: landed, piece: Some(piece) } => landed == square && piece.color == opponent,
                _ => false,
            })
        };
        let by_opponent = |seen: &&Seen| match seen.event {
            Event::Drop { piece, .. } => piece.is_some_and(|piece| piece.color == opponent),
            Event::Lift { square, .. } => {
                let stood = grace.sensed.at(square).or(landed_in(grace, square));
                let is_his = stood.is_some_and(|piece| piece.color == opponent) && !taken_by_player(square);
                is_his || taken_by_opponent(square)
            }
            Event::Clock(_) | Event::Flag { .. } | Event::Link { .. } | Event::Placement(_) => false,
            Event::Press { .. } | Event::Time => false,
        };
        grace.since.iter().filter(by_opponent).copied().collect()
    }
}

/// Where a piece has come or left.
fn square_of(seen: &Seen) -> Option<Square> {
    match seen.event {
        Event::Drop { square, .. } | Event::Lift { square, .. } => Some(square),
        Event::Clock(_) | Event::Flag { .. } | Event::Link { .. } | Event::Placement(_) => None,
        Event::Press { .. } | Event::Time => None,
    }
}

/// The piece that has come down on a square within the grace.
fn landed_in(grace: &Grace, square: Square) -> Option<Piece> {
    grace.since.iter().rev().find_map(|seen| match seen.event {
        Event::Drop { square: landed, piece } if landed == square => piece,
        _ => None,
    })
}
