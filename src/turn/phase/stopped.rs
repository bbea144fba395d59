//! Play stopped by an irregularity that nobody has decided on: what is known of it, and the games followed beside.

use std::sync::Arc;

use protocols::{Color, Piece, Placement, Square};

use crate::{
    rules::{LegalMove, Lines, Position, Sight, lines_to},
    turn::{
        GameTime, PerPlayer, TurnMachine,
        duty::Touches,
        findings::{Alert, AlertKind, Severity},
        played::Line,
        sense::scan::Scan,
        state::{Turn, Waiting},
    },
};

/// Longest line that is looked for behind an irregularity while the board was away, in plies.
pub(in crate::turn) const MAX_UNSEEN_PLIES: usize = 4;

/// What has stopped play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) enum StopReason {
    /// The arbiter says that there was no irregularity, and the board has still to show what was played.
    Dismissed,
    /// An illegal move was completed (7.5.1). Nothing counts until it is put right or stands.
    IllegalMove,
    /// A press without a move (7.5.3). Its player may simply go on.
    Pass,
    /// The same, and he has gone on behind his opponent's reply, which his turn does not know: nothing counts, as after an
    /// illegal move.
    PassPlayedOn,
    /// A pawn was left on the last rank (7.5.2). Play goes on with the queen that the Laws have put.
    Promotion,
}

/// Play stopped by an irregularity that is not settled: it may be put right, stand, or be found to be none.
#[derive(Debug, Clone)]
pub(in crate::turn) struct Stopped {
    /// The turn in which it happened.
    pub(in crate::turn) turn: Box<Turn>,
    pub(in crate::turn) reason: StopReason,
    /// Number of the alert that tells of it.
    pub(in crate::turn) alert: u32,
    /// Alerts that propose something, to lapse when the irregularity stands.
    pub(in crate::turn) proposals: Vec<u32>,
    /// One of them would end the game, unless the opponent's reply lets the irregularity stand: nobody has the move.
    pub(in crate::turn) would_end_game: bool,
    /// Completed illegal moves before this one.
    pub(in crate::turn) count_before: PerPlayer<u32>,
    /// The arbiter has intervened (A.4.2): only his word lets it stand now, and what was proposed has been done.
    pub(in crate::turn) confirmed: bool,
    /// What has been touched since; it counts if it is a part of the move that replaces the illegal one.
    pub(in crate::turn) touched: Touches,
    pub(in crate::turn) if_it_stands: Option<Beside>,
    /// A legal move stands on the board in place of the illegal one.
    pub(in crate::turn) if_replaced: Option<Beside>,
    /// How often such a move has been followed.
    pub(in crate::turn) replacements: u32,
    /// The board when play was stopped.
    pub(in crate::turn) wrong: Placement,
    /// The player's clock runs again, and he has not pressed since.
    pub(in crate::turn) clock_given_back: bool,
}

/// A game that is followed in silence beside the one that waits, and may turn out to be the one that counts.
#[derive(Debug, Clone)]
pub(in crate::turn) struct Beside {
    pub(in crate::turn) game: Arc<TurnMachine>,
    /// The half-move with which the opponent replies.
    pub(in crate::turn) reply_ply: u32,
    /// The half-move whose completion decides for it, of a move that replaces an illegal one.
    pub(in crate::turn) decided_by_ply: u32,
    /// Alerts up to this number were raised before the two games parted.
    pub(in crate::turn) alerts_before: u32,
}

/// What a game that is followed beside another knows of that.
#[derive(Debug, Clone, Copy)]
pub(in crate::turn) struct Course {
    /// In how many irregularities that nobody has decided on it lies.
    pub(in crate::turn) depth: usize,
    pub(in crate::turn) reason: StopReason,
    /// Whose irregularity it is.
    pub(in crate::turn) by: Color,
    /// The half-move with which the opponent replies.
    pub(in crate::turn) reply_ply: u32,
    /// The reply lets the irregularity stand, which is still to be told.
    pub(in crate::turn) tells_that_it_stands: bool,
}

impl Beside {
    pub(in crate::turn) fn of(mut game: TurnMachine, reply_ply: u32, alerts_before: u32) -> Beside {
        game.questions.drop_all();
        game.scan = Scan::default();
        Beside { game: Arc::new(game), reply_ply, decided_by_ply: reply_ply.saturating_sub(1), alerts_before }
    }

    /// What is compared of the moves made in it.
    pub(in crate::turn) fn line(&self) -> Line<'_> {
        self.game.played.line()
    }

    /// Whether the opponent has made a move in reply.
    pub(in crate::turn) fn is_replied_to(&self) -> bool {
        let game = &self.game;
        (game.turn.ply == self.reply_ply && game.turn.made.is_some()) || game.turn.ply > self.reply_ply
    }

    /// This position stands in place of the one with which it began.
    pub(in crate::turn) fn begin_from(&mut self, position: Position) {
        let parted = self.alerts_before;
        self.game_mut().stands_instead(position, parted);
    }

    /// Whether the reply has not begun.
    pub(in crate::turn) fn is_untouched(&self) -> bool {
        let turn = &self.game.turn;
        let board = self.game.sensed.board();
        let is_off = |home: Square| board.at(home).is_none();
        let in_hand = || self.game.sensed.in_air(turn.by).any(|held| held.home.is_some_and(is_off));
        turn.ply == self.reply_ply && turn.made.is_none() && self.game.phase.is_followed() && !in_hand()
    }

    /// Whether the opponent has replied with an illegal move.
    pub(in crate::turn) fn is_replied_to_illegally(&self) -> bool {
        self.game.stopped.as_ref().is_some_and(|stopped| stopped.reason == StopReason::IllegalMove)
    }

    /// Whether the move that replaces the illegal one has been completed; where play had gone on before it was put right,
    /// whether it has gone on from there.
    pub(in crate::turn) fn is_replacement_completed(&self) -> bool {
        let of_it = |waiting: &Waiting| waiting.turn.ply == self.decided_by_ply && !waiting.turn.completed;
        self.game.turn.ply > self.decided_by_ply && !self.game.waiting.iter().any(of_it)
    }

    /// Whether the move that replaces the illegal one, put down for good, has ended the game: it needs no press (6.2.1.1).
    pub(in crate::turn) fn is_ended_by_replacement(&self) -> bool {
        let game = &self.game;
        let ends =
            |alert: &Alert| alert.number > self.alerts_before && alert.kind.is_end_by_a_move() && alert.state.is_open();
        game.phase.is_over() && game.turn.ply == self.decided_by_ply && game.alerts.iter().any(ends)
    }

    /// What is irregular in it since the two games parted.
    pub(in crate::turn) fn irregularities(&self) -> impl Iterator<Item = AlertKind> {
        let since = |alert: &&Alert| alert.number > self.alerts_before && alert.state.is_open();
        self.game.alerts.iter().filter(since).map(|alert| alert.kind)
    }

    /// Whether it shows what was played beyond doubt: nothing had to be ruled on, and the board agrees.
    pub(in crate::turn) fn is_followed_surely(&self) -> bool {
        let game = &self.game;
        let calls = |alert: &Alert| {
            let since = alert.number > self.alerts_before;
            since && matches!(alert.severity, Severity::Ruling | Severity::Warning)
        };
        let plays = game.phase.is_followed() && game.successor.is_none() && !game.awaits_restoring();
        // A piece taken off as soon as it had come down: the next one to come down tells who took it.
        let is_explained = || game.is_within_a_move(game.sensed.board()) || game.is_taken_off();
        plays && !game.alerts.iter().any(calls) && is_explained()
    }

    /// Whether the board shows the position of this game.
    pub(in crate::turn) fn is_shown(&self) -> bool {
        self.game.phase.is_playing() && self.game.agrees()
    }

    /// Whether the irregularity of this alert waits there as well, and nothing else has come since.
    pub(in crate::turn) fn waits_for_ruling_on(&self, alert: Option<u32>) -> bool {
        let game = &self.game;
        let stopped = game.stopped.as_ref().filter(|stopped| Some(stopped.alert) == alert);
        stopped.is_some() && game.phase.is_playing() && game.successor.is_none()
    }

    pub(in crate::turn) fn game_mut(&mut self) -> &mut TurnMachine {
        Arc::make_mut(&mut self.game)
    }

    pub(in crate::turn) fn due(&self) -> Option<GameTime> {
        let due = || self.game.next_timer().map(|(due, _)| due);
        if self.game.successor.is_some() { None } else { due() }
    }
}

/// Who lets an irregularity stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) enum StandsBy {
    /// The arbiter's word.
    Arbiter,
    /// The opponent's illegal move in reply: this one has been completed and counts, too.
    IllegalReply,
    /// The opponent's next move (A.4.2).
    Reply,
}

impl Stopped {
    /// Play has just been stopped in this turn, with the board as it is, by what this alert tells of.
    pub(in crate::turn) fn new(
        turn: Turn,
        reason: StopReason,
        alert: u32,
        proposals: Vec<u32>,
        wrong: Placement,
    ) -> Stopped {
        Stopped {
            turn: Box::new(turn),
            reason,
            alert,
            proposals,
            would_end_game: false,
            count_before: PerPlayer::default(),
            confirmed: false,
            touched: Touches::default(),
            if_it_stands: None,
            if_replaced: None,
            replacements: 0,
            wrong,
            clock_given_back: false,
        }
    }

    /// Whether the opponent has played on, in the game as it is if the irregularity stands.
    pub(in crate::turn) fn is_replied_to(&self) -> bool {
        self.if_it_stands.as_ref().is_some_and(Beside::is_replied_to)
    }

    /// Whether moves that nobody saw may lead to such a board from where the irregularity stands.
    pub(in crate::turn) fn may_stand(&self, sight: Sight) -> bool {
        let leads = |beside: &Beside| lines_to(beside.game.position(), sight, MAX_UNSEEN_PLIES, None) != Lines::None;
        self.if_it_stands.as_ref().is_some_and(leads)
    }

    /// Whether nothing counts until the irregularity is put right or stands.
    pub(in crate::turn) fn blocks(&self) -> bool {
        matches!(self.reason, StopReason::IllegalMove | StopReason::PassPlayedOn)
    }

    /// Whether a proposal or the alert itself is this one.
    pub(in crate::turn) fn is_about(&self, number: u32) -> bool {
        self.alert == number || self.proposals.contains(&number)
    }

    /// The legal move that this board shows in place of the illegal one, wherever the opponent's pieces stand wrong.
    pub(in crate::turn) fn replacement_on(&self, board: &Placement) -> Option<&LegalMove> {
        self.turn.match_board(board).or_else(|| self.turn.match_board(&self.with_opponent_in_place(board)))
    }

    /// Whether this board shows that position, wherever the opponent's pieces stand wrong.
    pub(in crate::turn) fn shows(&self, position: &Placement, board: &Placement) -> bool {
        position == board || *position == self.with_opponent_in_place(board)
    }

    /// This board, with the opponent's pieces that stood elsewhere than in the game when the illegal move was completed where
    /// the game has them: they say nothing of what the player has put since.
    fn with_opponent_in_place(&self, board: &Placement) -> Placement {
        let game = self.turn.position.placement();
        let is_opponents = |piece: Option<Piece>| piece.is_some_and(|piece| piece.color != self.turn.by);
        let mut in_place = *board;
        for square in self.wrong.differences(game) {
            let (wrong, right) = (self.wrong.at(square), game.at(square));
            if (is_opponents(wrong) || is_opponents(right)) && board.at(square) == wrong {
                in_place.set(square, right);
            }
        }
        in_place
    }

    pub(in crate::turn) fn renumber_alert(&mut self, renumber: impl Fn(&mut u32)) {
        renumber(&mut self.alert);
        self.proposals.iter_mut().for_each(&renumber);
        self.turn.empty_press.iter_mut().for_each(|press| renumber(&mut press.alert));
    }
}
