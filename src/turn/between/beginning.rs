//! Where one game's machine ends and the next one's begins: each game begins from a value that says all there is to
//! know, so that its log alone gives the same game again.

use protocols::{Color, Placement};

use crate::{
    board::{ClockTimes, Event},
    rules::{LegalMove, Position},
    turn::{
        ClockUse, GameTime, TurnMachine, TurnOutput, clock::press_clock::PressClock, recovery::LastPiece,
        sense::sensed_board::SensedBoard,
    },
};

/// How a game begins: all that its machine must know of what was before.
#[derive(Debug, Clone, PartialEq)]
pub struct Beginning {
    /// When it begins.
    pub at: GameTime,
    /// The first position.
    pub position: Position,
    /// What stands on the board, which need not be the same.
    pub board: Placement,
    /// The clock as last read, and when; `None` where it never was.
    pub clock: Option<(GameTime, ClockTimes)>,
    /// Whether the board has been away.
    pub contact: Contact,
    /// Moves made already, which nobody saw: the clock ran before the board was known.
    pub unseen: Vec<LegalMove>,
    /// Who has the move on this board, where moves were made that nobody saw and several lines of them lead to it.
    pub to_move: Option<Color>,
}

/// Whether the board has been away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contact {
    /// It is away, or has not shown itself since.
    Away,
    /// It never was, or is back.
    Kept,
}

impl Contact {
    /// Every value with its name in event logs.
    pub const NAMES: [(&str, Contact); 2] = [("away", Contact::Away), ("kept", Contact::Kept)];

    /// Its name in event logs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Contact::Away => "away",
            Contact::Kept => "kept",
        }
    }

    /// The one with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Contact> {
        Contact::NAMES.into_iter().find(|(known, _)| *known == name).map(|(_, contact)| contact)
    }
}

impl TurnMachine {
    /// How the game begins that this machine has just said to have begun. From then on it takes no more: a new one is
    /// to be made of this, and to be given [what it left](TurnMachine::left_over).
    #[must_use]
    pub fn beginning(&self) -> Option<&Beginning> {
        self.successor.as_deref()
    }

    /// The events taken that are not yet a part of this machine's game, in order.
    pub fn left_over(&mut self) -> Vec<(GameTime, Event)> {
        self.scan.take().into_iter().map(|seen| (seen.at, seen.event)).collect()
    }

    /// Whether there is a clock.
    #[must_use]
    pub fn clock_use(&self) -> ClockUse {
        self.settings.clock
    }

    /// Makes a machine that waits for the pieces into that of a game that begins so.
    pub(in crate::turn) fn set_beginning(&mut self, beginning: Beginning) {
        let Beginning { at, position, board, clock, contact, unseen, to_move } = beginning;
        self.now = at;
        self.sensed = SensedBoard::new(board);
        self.clock = PressClock::last_read(clock);
        match contact {
            Contact::Away => self.link.goes_away(true),
            Contact::Kept => _ = self.link.comes_back(),
        }
        let in_order = board == *position.placement();
        let is_played_on = !unseen.is_empty() || to_move.is_some();
        self.set_going(position.clone());
        if is_played_on {
            // Its players have begun from what had been set up.
            self.judge_first_position(&position);
        }
        if !unseen.is_empty() {
            self.infer_line(&unseen, &board, LastPiece::Rests);
            // The opponent's time runs: the last of them was pressed for.
            if self.turn.made.is_some() && self.clock.running() == Some(self.turn.by.other()) {
                self.complete_turn();
            }
        } else if to_move.is_some() {
            self.reconstruct(to_move);
        } else if self.settings.clock != ClockUse::None && self.is_another_game(&board) {
            self.begin_lost();
        } else if !in_order {
            // The board is put in order by hand; until then nothing on it is a move.
            self.turn.stood = board;
            self.turn.being_set_up = true;
        }
    }

    /// A new game begins from this position. The machine says so and is done.
    pub(in crate::turn) fn begin_game(&mut self, position: Position) {
        self.begin_game_after(position, &[], None);
    }

    /// A new game has begun from this position, the board showing what it shows after moves that nobody saw: these, or
    /// some that are still to be found, after which `to_move` has the move.
    pub(in crate::turn) fn begin_game_after(
        &mut self,
        position: Position,
        unseen: &[LegalMove],
        to_move: Option<Color>,
    ) {
        // What an answer was still waited for is ruled before the game is left.
        self.rule_now();
        self.alert_unseen_before_next_game();
        self.know_again();
        self.no_more_between_games();
        self.output.push_back(TurnOutput::GameBegun(position.clone()));
        self.successor = Some(Box::new(Beginning {
            at: self.now,
            position,
            board: *self.sensed.board(),
            clock: self.clock.last_reading(),
            contact: if self.link.is_away() { Contact::Away } else { Contact::Kept },
            unseen: unseen.to_vec(),
            to_move,
        }));
    }

    /// The successor begins with this reading of the clock.
    pub(in crate::turn) fn tell_successor(&mut self) {
        if let Some(successor) = &mut self.successor {
            successor.clock = self.clock.last_reading();
        }
    }
}
