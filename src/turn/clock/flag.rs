//! Flags: what one that has fallen costs (6.8, 6.9), and one that falls just after the last piece has come down: the end on
//! the board was first (5.1.1, 5.2), if it stays.

use protocols::Color;

use super::{flags::FallenFlag, periods::FlagMeaning};
use crate::{
    rules::{By, Winnable},
    turn::{
        GameTime, Termination, TurnMachine,
        findings::{Advisory, Alert, AlertKind, Claim, Finding, FlagRuling},
        laws::Clause,
        phase::stopped::Beside,
        ruling::mating::AskedAbout,
        state::Made,
    },
};

impl TurnMachine {
    /// A flag has fallen (6.8, 6.9).
    pub(in crate::turn) fn flag_fell(&mut self, by: Color) {
        if self.flags.is_down(by) || self.is_flag_of_last_game() {
            return;
        }
        if !self.phase.is_playing() {
            return self.flag_fell_after_end(by);
        }
        self.settle_all();
        self.decide_who_took_off_at_last();
        if !self.phase.is_playing() || self.put_flag_off(by) || self.pass_period(by) {
            return;
        }
        self.judge_flag(by);
    }

    /// A flag has fallen while the game was thought over.
    fn flag_fell_after_end(&mut self, by: Color) {
        let (now, ends_period_here) = (self.now, self.pass_period(by));
        let Some(over) = self.phase.over_mut() else { return };
        // Which period it is, the game tells that goes on. Those that may go on behind its irregularities do not hear of it.
        let beside = over.if_reopened.as_mut().map(Beside::game_mut);
        let ends_period = beside.map_or(ends_period_here, |game| game.flag_ends_period(now, by));
        if !ends_period && !over.flags.contains(&by) {
            over.flags.push(by);
        }
    }

    /// Whether a flag that falls now ends a period in the game that goes on if what is thought to have ended it has not: then
    /// the next begins.
    fn flag_ends_period(&mut self, at: GameTime, by: Color) -> bool {
        self.advance(at);
        self.settle_all();
        self.pass_period(by)
    }

    /// What was thought to have ended the game has not: the flags that have fallen since are judged.
    pub(in crate::turn) fn judge_flags_fallen_since(&mut self, fallen: Vec<Color>) {
        for by in fallen {
            if self.phase.is_playing() && !self.flags.is_down(by) {
                self.judge_flag(by);
            }
        }
    }

    /// A flag has fallen while the game was on.
    fn judge_flag(&mut self, by: Color) {
        self.flags.falls(by);
        let laws = self.settings.laws;
        let opponent = by.other();
        if laws.only_players_call_flags() && !self.flags.is_down(opponent) {
            return self.raise(
                Alert::new(Finding::OpponentMayClaim { by: opponent, claim: Claim::Time })
                    .article(laws.article(Clause::Of(AlertKind::OpponentMayClaim))),
            );
        }
        let answer = if laws.only_players_call_flags() {
            // Both flags are down: who could checkmate is no question.
            Some(Winnable::Undetermined)
        } else {
            self.ask(self.position().clone(), By::Player(opponent), AskedAbout::Flag { by })
        };
        match answer {
            Some(answer) => self.rule_flag(by, answer),
            // Over it is, only the result is still to be found.
            None => {
                self.end_play();
            }
        }
    }

    /// Whether a flag is down for the last game's sake: the pieces are set up for the next one, its clock has not been
    /// started, or still runs on from before.
    fn is_flag_of_last_game(&self) -> bool {
        !self.clock.has_begun() || self.is_clock_of_last_game()
    }

    /// Whether the clock still runs for the last game, though the pieces are set up for the next one.
    pub(in crate::turn) fn is_clock_of_last_game(&self) -> bool {
        self.clock.is_left_running() && self.nothing_has_happened()
    }

    /// What a fallen flag costs (6.9), by whether the opponent can checkmate.
    pub(in crate::turn) fn rule_flag(&mut self, by: Color, opponent_mates: Winnable) {
        let laws = self.settings.laws;
        let both = laws.only_players_call_flags();
        let ruling = match opponent_mates {
            Winnable::Can | Winnable::Cannot | Winnable::Undetermined if both => FlagRuling::BothDown,
            Winnable::Can => FlagRuling::OpponentWins,
            Winnable::Cannot => FlagRuling::OpponentCannotMate,
            Winnable::Undetermined => FlagRuling::Undecided,
        };
        let clause = if both { Clause::BothFlags } else { Clause::Of(AlertKind::FlagFall) };
        let finding = Finding::FlagFall { by, ruling };
        let result = finding.result();
        let advisory = if result.is_some() { Advisory::No } else { Advisory::Yes };
        self.raise(Alert::new(finding).article(laws.article(clause)).advisory(advisory));
        match result {
            Some(result) => self.propose_end(result, Termination::TimeForfeit),
            None => {
                self.end_play();
            }
        }
    }

    /// Begins the next period, where the time control says that this flag ends one in which the moves owed are completed
    /// (6.3.1). Gives whether it does: then the flag costs nothing.
    fn pass_period(&mut self, by: Color) -> bool {
        let Some(control) = self.settings.time_control else { return false };
        // The move of the turn in progress is not completed, nor one that still waits for its press (6.2.1).
        let position = &self.turn.position;
        let begun = position.fullmoves().saturating_sub(1);
        let made = if by == Color::White && position.turn() == Color::Black { begun + 1 } else { begun };
        let unpressed = self.waiting.iter().filter(|waiting| waiting.turn.by == by && !waiting.turn.completed).count();
        let completed = made.saturating_sub(unpressed as u32);
        self.flags.pass_period(&control, by, completed) == FlagMeaning::PeriodOver
    }

    /// Puts off the ruling on the flag of `by`, which has just fallen, where the move that has been put down ends the game if
    /// its piece stays there, or that is still being worked out. Gives whether nothing is to be ruled now.
    fn put_flag_off(&mut self, by: Color) -> bool {
        self.make_pending_end();
        if !self.phase.is_playing() {
            return true;
        }
        let fallen = FallenFlag { by, at: self.now };
        let waits = self.is_end_open(fallen);
        if waits {
            self.flags.let_wait(fallen);
        }
        waits
    }

    /// Rules on the flags that have waited, once the last move has gone on to another square or has not ended the game.
    pub(in crate::turn) fn judge_waiting_flags(&mut self) {
        if self.flags.waiting().is_empty() {
            return;
        }
        self.make_pending_end();
        if !self.phase.is_playing() {
            // What ended the game may turn out not to have.
            for fallen in self.flags.take_waiting() {
                self.flag_fell_after_end(fallen.by);
            }
            return;
        }
        while let Some(&FallenFlag { by, .. }) = self.flags.waiting().iter().find(|fallen| !self.is_end_open(**fallen))
        {
            self.flags.waits_no_more(by);
            if !self.phase.is_playing() {
                self.flag_fell_after_end(by);
            } else if !self.pass_period(by) {
                self.judge_flag(by);
            }
        }
    }

    /// Whether what had only just been put down when the flag fell may have ended the game before, or what had been pressed
    /// for is still to be judged: an illegal move may have cost the game (7.5.5).
    fn is_end_open(&self, FallenFlag { by, at }: FallenFlag) -> bool {
        let early = |made: &Made| made.early.is_some() && self.may_end_game(made);
        // Its lift is still to be read, or has only just been.
        let unread = || self.sensed.was_landing(by, at);
        let pending = || {
            let pending = self.turn.pending.as_ref().filter(|_| self.turn.made.is_none());
            pending.is_some_and(|m| {
                self.early_part_of(m, None).is_some()
                    && self.may_end_game(&Made::new(&self.turn.position, m.clone(), None, false))
            })
        };
        let is_asked = || self.questions.is_open(|matter| matches!(matter, AskedAbout::DeadPosition(_)));
        let is_pressed = || self.presses.open().is_some_and(|press| press.at <= at);
        self.turn.made.as_ref().is_some_and(early) || unread() || pending() || is_asked() || is_pressed()
    }

    /// A move stands on the board but for a piece that the opponent holds, and it ends the game: it is made (4.7).
    fn make_pending_end(&mut self) {
        let pending = self.turn.pending.clone().filter(|_| self.phase.is_playing() && self.turn.made.is_none());
        if let Some(m) = pending.filter(|m| self.early_part_of(m, None).is_none())
            && self.may_end_game(&Made::new(&self.turn.position, m.clone(), None, false))
        {
            self.make_as(m, None, false);
        }
    }

    /// Whether the move may end the game: by mate, stalemate or a dead position, or by repetition or the count of moves.
    fn may_end_game(&self, made: &Made) -> bool {
        let laws = self.settings.laws;
        made.replies.is_empty()
            || !made.after.remains_winnable(&self.turn.position, &made.m, &made.replies)
            || laws.ends_by_fivefold(self.played.history().repetition_with(&made.after))
            || laws.ends_by_75_moves(made.after.halfmoves())
    }
}
