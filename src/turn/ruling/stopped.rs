//! Play stopped by an irregularity, and what ends that.
//!
//! An illegal move completed, a press without a move and a pawn left on the last rank (7.5.1 to 7.5.3) leave it open which
//! game goes on. The machine itself waits for the position before to be restored. Beside it the same machine follows two
//! [other games](Beside) in silence: the one that goes on if the irregularity stands, and the one in which the legal move
//! that the board shows now replaces the illegal one. Nothing that was played meanwhile is lost.
//!
//! | what ends it | where | the game that counts then |
//! |---|---|---|
//! | the position before it is restored | `corrected::apply_rules_while_stopped` | the turn goes on, bound by what was touched |
//! | a legal move replaces it, and is pressed, answered or ends the game | `corrected::replace` | that in which it was made |
//! | the opponent's reply, where the Laws let it decide (A.4.2) | `stands::take_other_course` | that in which it stands |
//! | the arbiter lets it stand | `stands::let_it_stand` | the same, as the board shows it then |
//! | the arbiter dismisses it | `stands::dismiss_stopped` | the one that the board shows |
//! | the arbiter names the move, or sets a position | `arbiter::correct`, `arbiter` | as he says, with what was played since |
//! | it turns out that the game had ended before | `ending::void_since` | none |
//! | where it does not block: the player goes on, or the boards agree | [`no_more_stopped`](TurnMachine::no_more_stopped) | this one |

use protocols::{Color, Piece, Placement, Role, Square};

use crate::{
    board::Event,
    turn::{
        GameTime, MoveStatus, PerPlayer, Touch, TurnMachine, TurnOutput,
        findings::{Alert, AlertKind, Severity},
        phase::stopped::{Beside, Course, StopReason, Stopped},
        played::MoveMade,
        sense::{scan::Seen, sensed_board::Whole},
        state::{Imposed, Turn},
    },
};

/// Most things remembered that would be said in the game beside; older ones are forgotten.
const MAX_OUTPUT: usize = 4_096;

/// So deep may irregularities lie in each other that nobody has decided on.
const MAX_DEPTH: usize = 3;

impl TurnMachine {
    /// Play stops until the arbiter acts, the irregularity is put right, or the opponent lets it stand.
    pub(in crate::turn) fn stop(
        &mut self,
        reason: StopReason,
        alert: u32,
        proposals: Vec<u32>,
        count_before: PerPlayer<u32>,
    ) {
        self.presses.closes();
        let stopped = Stopped::new(self.turn.clone(), reason, alert, proposals, *self.sensed.board());
        let if_it_stands = self.if_it_stands(&stopped.turn, reason, count_before);
        self.wait_behind(Stopped { count_before, if_it_stands, ..stopped });
    }

    /// The same for a pawn left on the last rank, whose turn goes on with the queen that the Laws put: `left` is the machine
    /// before that.
    pub(in crate::turn) fn stop_beside_queen(&mut self, left: TurnMachine, alert: u32, proposals: Vec<u32>) {
        let (reason, count_before) = (StopReason::Promotion, left.illegal_moves());
        let if_it_stands = left.if_it_stands(&left.turn, reason, count_before);
        let turn = Turn { stood: *left.sensed.board(), completed: true, ..left.turn };
        let stopped = Stopped::new(turn, reason, alert, proposals, *self.sensed.board());
        self.wait_behind(Stopped { count_before, if_it_stands, ..stopped });
    }

    fn wait_behind(&mut self, stopped: Stopped) {
        let would_end_game = self.would_end_game(&stopped.proposals);
        self.stopped = Some(Stopped { would_end_game, ..stopped });
        self.follow_if_reopened();
    }

    /// Whether one of these proposals ends the game, and may still lapse by the opponent's reply.
    pub(in crate::turn) fn would_end_game(&self, proposals: &[u32]) -> bool {
        let ends = |alert: &Alert| {
            proposals.contains(&alert.number)
                && matches!(alert.kind, AlertKind::RulingGameLost | AlertKind::RulingGameDrawn)
        };
        self.settings.laws.reply_lets_illegal_move_stand() && self.alerts.iter().any(ends)
    }

    /// A proposal may have fallen that would have ended the game.
    pub(in crate::turn) fn look_again_whether_game_would_end(&mut self) {
        let open = |number: &&u32| self.alerts.get(**number).is_some_and(|alert| alert.state.is_open());
        let Some(stopped) = &self.stopped else { return };
        let proposals: Vec<u32> = stopped.proposals.iter().filter(open).copied().collect();
        let would_end_game = stopped.would_end_game && self.would_end_game(&proposals);
        self.stopped.iter_mut().for_each(|stopped| stopped.would_end_game = would_end_game);
    }

    /// A copy that goes on by itself, and has told nothing yet.
    pub(in crate::turn) fn part(&self) -> TurnMachine {
        let mut game = self.clone();
        game.output.clear();
        game
    }

    /// The game as it goes on if what has happened in this turn stands.
    fn if_it_stands(&self, turn: &Turn, reason: StopReason, count_before: PerPlayer<u32>) -> Option<Beside> {
        let depth = self.course.map_or(0, |course| course.depth) + 1;
        if depth > MAX_DEPTH {
            return None;
        }
        let position = match reason {
            StopReason::Pass | StopReason::PassPlayedOn => turn.position.pass(),
            StopReason::Dismissed | StopReason::IllegalMove | StopReason::Promotion => {
                turn.position.after_irregular_move(&self.board_if_it_stands(turn))
            }
        };
        let mut game = TurnMachine { stopped: None, ..self.part() };
        // A queen that the Laws have put for an earlier pawn is put still; not that of this turn.
        let is_put = |imposed: &Imposed| position.placement().at(imposed.square) == Some(imposed.piece);
        game.imposed = self.imposed.filter(is_put);
        game.irregularities.set_counts(count_before);
        game.play_on();
        game.played.reach(position.clone());
        game.output.push_back(TurnOutput::PositionSet(position.clone()));
        let (by, reply_ply) = (turn.by, turn.ply + 1);
        game.turn = Turn::new(reply_ply, position, game.view());
        game.sensed.begin_turn_after(None, Whole::No);
        game.refresh_turn();
        let tells_that_it_stands = self.settings.laws.reply_lets_illegal_move_stand();
        game.course = Some(Course { depth, reason, by, reply_ply, tells_that_it_stands });
        Some(Beside::of(game, reply_ply, self.alerts.last_number()))
    }

    /// The board as it is if what has happened in this turn stands: what the player has done with his own pieces, and what he has
    /// taken. The opponent's pieces that were knocked over beside it are no part of it and are put back (7.4), and so are pieces
    /// that lie or are in a hand, and those with which the reply has been made already; a queen that the Laws have put for his
    /// pawn stands. Only where the player's own pieces stand as they were, he has moved the opponent's.
    pub(in crate::turn) fn board_if_it_stands(&self, turn: &Turn) -> Placement {
        let (board, game) = (self.sensed.board(), turn.position.placement());
        let (by, opponent) = (turn.by, turn.by.other());
        let mut standing = *board;
        if let Some(Imposed { square, piece }) = self.imposed
            && game.at(square) == Some(piece)
            && board.at(square).is_some_and(|left| left.color == piece.color)
        {
            standing.set(square, Some(piece));
        }
        let held = |color: Color| self.sensed.in_air(color);
        let moved: Vec<(Square, Piece)> = standing
            .pieces()
            .filter(|&(square, piece)| piece.color == opponent && game.at(square) != Some(piece))
            .collect();
        for (square, _) in moved {
            // What the reply has taken stood there.
            let taken = held(by).find(|held| held.left == square).map(|held| held.piece);
            standing.set(square, taken);
        }
        let count = |of: &Placement, piece: Piece| of.pieces().filter(|(_, other)| *other == piece).count();
        for (home, piece) in game.pieces().filter(|(_, piece)| piece.color == opponent) {
            let there = count(board, piece) + held(opponent).filter(|held| held.piece == piece).count();
            let is_missing = standing.at(home).is_none() && count(&standing, piece) < there;
            if is_missing && !is_captured_in_passing(home, by, &standing, game) {
                standing.set(home, Some(piece));
            }
        }
        for held in held(by) {
            let is_free = |home: &Square| game.at(*home) == Some(held.piece) && standing.at(*home).is_none();
            held.home.filter(is_free).and_then(|home| standing.set(home, Some(held.piece)));
        }
        if standing == *game { *board } else { standing }
    }

    /// Whether nothing counts until the position before an illegal move is restored, the move is replaced, or the arbiter
    /// acts: what is lifted meanwhile is put back.
    pub(in crate::turn) fn awaits_restoring(&self) -> bool {
        self.stopped.as_ref().is_some_and(Stopped::blocks)
    }

    /// Who had pressed without a move presses again behind his opponent's reply: both have let it go, and his second move is
    /// no move of the turn that he still has. Gives whether play waits for the arbiter, or for the position before.
    pub(in crate::turn) fn stop_for_play_behind_pass(&mut self) -> bool {
        let passed = |stopped: &&mut Stopped| stopped.reason == StopReason::Pass && stopped.is_replied_to();
        let Some(stopped) = self.stopped.as_mut().filter(passed) else { return false };
        stopped.reason = StopReason::PassPlayedOn;
        // What he has touched and released since is no part of the turn that he still has.
        self.turn = (*stopped.turn).clone();
        self.turn.displaced.clear();
        true
    }

    /// The number of the open ruling on an irregularity behind which nothing counts.
    pub(in crate::turn) fn open_ruling_on_stop(&self) -> Option<u32> {
        let stopped = self.stopped.as_ref().filter(|stopped| stopped.blocks())?;
        let rules = |alert: &&Alert| alert.number == stopped.alert && alert.severity == Severity::Ruling;
        self.alerts.iter().find(rules).filter(|alert| alert.state.is_open()).map(|alert| alert.number)
    }

    /// A piece is touched while nothing counts: if it turns out to be a part of the move that replaces the illegal one, it
    /// is touched in that turn.
    pub(in crate::turn) fn touched_while_stopped(&mut self, touch: Touch) {
        let (by, timing) = (self.turn.by, self.settings.timing);
        if let Some(stopped) = &mut self.stopped {
            stopped.touched.add(touch, by, &timing);
        }
    }

    /// What one sensor has shown reaches the games beside as well. Gives whether one of them is the one that counts now, and
    /// has taken it.
    pub(in crate::turn) fn follow_beside(&mut self, seen: Seen) -> bool {
        // A flag is remembered by the game that is thought over, which tells it once it is not.
        let is_flag = matches!(seen.event, Event::Flag { .. });
        let stopped = self.stopped.iter_mut().flat_map(|stopped| [&mut stopped.if_it_stands, &mut stopped.if_replaced]);
        let over = self.phase.over_mut().filter(|_| !is_flag).map(|over| &mut over.if_reopened);
        for game in stopped.chain(over).flatten().map(Beside::game_mut) {
            game.take(seen);
            game.bound_output();
        }
        self.take_other_course()
    }

    /// How often a move in place of an illegal one has been followed.
    pub(in crate::turn) fn replacements(&self) -> u32 {
        self.stopped.as_ref().map_or(0, |stopped| stopped.replacements)
    }

    /// A game beside parted from this one while this was being taken, which may have settled the piece before: what it has
    /// not seen of it reaches it too.
    pub(in crate::turn) fn catch_up_beside(&mut self, seen: Seen) {
        let board = *self.sensed.board();
        let Some(beside) = self.stopped.as_mut().and_then(|stopped| stopped.if_replaced.as_mut()) else { return };
        if matches!(seen.event, Event::Press { .. }) || *beside.game.sensed.board() != board {
            beside.game_mut().take(seen);
            self.take_other_course();
        }
    }

    /// Lets the games beside do what is due.
    pub(in crate::turn) fn follow_beside_until(&mut self, now: GameTime) {
        for beside in self.beside() {
            beside.game_mut().advance(now);
        }
        self.take_other_course();
    }

    /// Play is suspended, or resumed, in the games beside as well.
    pub(in crate::turn) fn stop_or_go_on_beside(&mut self, act: fn(&mut TurnMachine)) {
        self.games_beside().for_each(act);
    }

    /// When something becomes due in a game beside.
    pub(in crate::turn) fn beside_due(&self) -> Option<GameTime> {
        let stands = self.stopped.as_ref().and_then(|stopped| stopped.if_it_stands.as_ref());
        let replaced = self.stopped.as_ref().and_then(|stopped| stopped.if_replaced.as_ref());
        let reopened = self.phase.over().and_then(|over| over.if_reopened.as_ref());
        [stands, replaced, reopened].into_iter().flatten().filter_map(Beside::due).min()
    }

    /// The games that are followed beside this one.
    pub(in crate::turn) fn games_beside(&mut self) -> impl Iterator<Item = &mut TurnMachine> {
        self.beside().map(Beside::game_mut)
    }

    fn beside(&mut self) -> impl Iterator<Item = &mut Beside> {
        let stopped = self.stopped.iter_mut().flat_map(|stopped| [&mut stopped.if_it_stands, &mut stopped.if_replaced]);
        stopped.chain(self.phase.over_mut().map(|over| &mut over.if_reopened)).flatten()
    }

    /// Keeps what the game beside would say within bounds.
    fn bound_output(&mut self) {
        let surplus = self.output.len().saturating_sub(MAX_OUTPUT);
        self.output.drain(..surplus);
    }

    /// Whether the opponent has still to reply to an irregularity: a press of his only gives the clock back.
    pub(in crate::turn) fn may_give_clock_back(&self) -> bool {
        self.course.is_some_and(|course| course.reply_ply == self.turn.ply && course.by != self.turn.by)
    }

    /// The player of the stopped turn has made his move. If his opponent has played on before, the arbiter may still say that
    /// this is what counts.
    pub(in crate::turn) fn no_more_stopped(&mut self) {
        self.stopped.take_if(|stopped| stopped.reason != StopReason::Promotion && !stopped.is_replied_to());
    }

    /// A move has been completed, and the board shows the game as it is: nobody plays the other one.
    pub(in crate::turn) fn no_more_stopped_if_agreed(&mut self) {
        if self.imposed.is_none() && self.agrees() {
            self.stopped.take_if(|stopped| !stopped.blocks());
        }
    }

    /// Where a move stands that is no part of the game that goes on.
    pub(in crate::turn) fn say_retracted(&mut self, made: &MoveMade) {
        self.played.forget_move(made.ply);
        if let Some(m) = made.before.legal_move(made.uci.as_str()) {
            let (ply, before) = (made.ply, made.before.clone());
            let status = MoveStatus::Retracted;
            self.output.push_back(TurnOutput::Move(crate::turn::MoveOutput {
                ply,
                before,
                m,
                status,
                inferred: false,
            }));
        }
    }
}

/// Whether a pawn of `by` has come to rest behind this square as though it had captured in passing what stood there.
fn is_captured_in_passing(square: Square, by: Color, board: &Placement, game: &Placement) -> bool {
    let pawn = Some(Piece { color: by, role: Role::Pawn });
    let is_new = |other: &Square| board.at(*other) == pawn && game.at(*other) != pawn;
    let behind = match by {
        Color::White => Some(square.rank() + 1),
        Color::Black => square.rank().checked_sub(1),
    };
    behind.and_then(|rank| Square::from_coords(square.file(), rank)).is_some_and(|other| is_new(&other))
}
