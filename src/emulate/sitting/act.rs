//! How players do what is not a plain legal move, and what they do when the arbiter has decided.

use protocols::{Color, Piece, Role, Square};

use super::{Happening, Incident, LOOK_AGAIN_MS, Sitting, Stage, Wait, Way};
use crate::{
    emulate::{hands::Manner, motion::Motion, world::ClockSetting},
    rules::{GameResult, pgn::PgnMove},
};

/// How long a player takes to see what his opponent has done, and to stop the clock, in milliseconds.
const SEEN_MS: (u64, u64) = (2_000, 3_500);

/// How long after the flag has fallen somebody does something, in milliseconds.
const FALLEN_MS: u64 = 1_000;

/// What a player has on his clock, in milliseconds, whose flag is said not to have fallen.
const GIFT_MS: u32 = 60_000;

impl Sitting {
    /// Does it.
    pub(super) fn act(&mut self, incident: Incident) -> Stage {
        let planned = match self.way {
            Way::Main(ply) => self.game.moves.get(ply).cloned(),
            Way::Free(_) => None,
        };
        self.known.forget_told();
        let stage = match incident {
            Incident::BatteryLow => {
                self.world.set_battery_low(self.hands.at);
                Some(Stage::Think)
            }
            Incident::CableIn { after_ms } => {
                if after_ms > 0 {
                    self.scenes.push_front(super::Scene { ply: 0, incident: Incident::CableIn { after_ms: 0 } });
                    self.hands.at = self.hands.at + after_ms;
                    return Stage::Touch;
                }
                self.plug(Happening::CableIn);
                Some(Stage::Think)
            }
            Incident::CableOut => {
                self.plug(Happening::CableOut);
                self.hands.at = self.hands.at + 500;
                Some(Stage::Think)
            }
            Incident::Claim => {
                self.stop_clock((300, 1_000));
                Some(Stage::Wait(Wait::decision(&["claim-made"])))
            }
            Incident::FlagFall => {
                let left = self.hands.clock.and_then(|(since, setting)| {
                    let running = setting.running?;
                    Some(u64::from(setting.of(running)).saturating_sub(self.hands.at.since(since)))
                });
                self.hands.at = self.hands.at + left.unwrap_or(0) + FALLEN_MS;
                Some(Stage::Wait(Wait::decision(&["flag-fall"])))
            }
            Incident::IllegalMove { to } => planned.map(|planned| self.move_illegally(&planned, to)),
            Incident::PawnLeft => planned.map(|planned| self.leave_pawn(&planned)),
            Incident::Pause { ms } => {
                self.hands.at = self.hands.at + ms;
                return Stage::Think;
            }
            Incident::PressWithoutMove => planned.map(|planned| {
                self.press(planned.piece.color);
                self.stop_clock(SEEN_MS);
                Stage::Wait(Wait::decision(&["press-without-move"]))
            }),
            Incident::Result(result) => Some(self.show(result)),
            Incident::RookFirst => planned.and_then(|planned| self.rook_first(&planned)),
            Incident::TouchMove { touched } => planned.map(|planned| self.touch_another(&planned, touched)),
            Incident::Unrecorded => {
                self.stop_clock((500, 2_000));
                Some(Stage::Wait(Wait::decision(&["play-not-recorded", "position-mismatch"])))
            }
        };
        match stage {
            Some(stage) => {
                self.happened.push_back(Happening::Done(incident));
                stage
            }
            // The position does not allow it any more.
            None => Stage::Touch,
        }
    }

    fn move_illegally(&mut self, planned: &PgnMove, to: Square) -> Stage {
        let air = self.hands.dice.between(500, 1_200);
        let motion = Motion::lifted(planned.piece, planned.from, self.hands.at).held(air).put(to);
        self.hands.at = self.hands.moves(motion);
        self.hands.board.set(planned.from, None);
        self.hands.board.set(to, Some(planned.piece));
        self.hands.at = self.hands.at + 600;
        self.press(planned.piece.color);
        self.stop_clock(SEEN_MS);
        Stage::Wait(Wait::decision(&["illegal-move-completed"]))
    }

    fn touch_another(&mut self, planned: &PgnMove, touched: Square) -> Stage {
        if let Some(piece) = self.hands.board.at(touched) {
            let air = self.hands.dice.between(700, 1_500);
            let motion = Motion::lifted(piece, touched, self.hands.at).held(air).put(touched);
            self.hands.at = self.hands.moves(motion);
            self.hands.at = self.hands.at + self.hands.dice.between(900, 2_000);
        }
        self.make(planned);
        self.stop_clock(SEEN_MS);
        Stage::Wait(Wait::decision(&["touch-move-violated"]))
    }

    fn rook_first(&mut self, planned: &PgnMove) -> Option<Stage> {
        let (rook_from, rook_to) = planned.castling_rook?;
        let (king, rook) = (planned.piece, Piece { color: planned.piece.color, role: Role::Rook });
        let air = self.hands.dice.between(500, 1_000);
        self.hands.at = self.hands.moves(Motion::lifted(rook, rook_from, self.hands.at).held(air).put(rook_to));
        self.hands.at = self.hands.at + self.hands.pause();
        self.hands.at = self.hands.moves(Motion::lifted(king, planned.from, self.hands.at).held(air).put(planned.to));
        planned.apply_to(&mut self.hands.board);
        self.goes_on(planned);
        self.press(king.color);
        self.stop_clock(SEEN_MS);
        Some(Stage::Wait(Wait::decision(&["castling-rook-first"])))
    }

    fn leave_pawn(&mut self, planned: &PgnMove) -> Stage {
        let pushed = PgnMove { promotion: None, ..planned.clone() };
        self.hands.at = self.hands.make(&pushed, Manner::Plain);
        pushed.apply_to(&mut self.hands.board);
        self.press(planned.piece.color);
        self.stop_clock(SEEN_MS);
        Stage::Wait(Wait::decision(&["promotion-missing"]))
    }

    fn show(&mut self, result: GameResult) -> Stage {
        self.stop_clock((500, 2_000));
        self.hands.at = self.hands.at + 1_500;
        let to_move = self.to_move();
        self.hands.show_result(result, to_move);
        Stage::Wait(Wait::decision(&["result-signalled"]))
    }

    fn to_move(&self) -> Color {
        let first = self.game.first_to_move;
        match self.way {
            Way::Main(ply) if !ply.is_multiple_of(2) => first.other(),
            Way::Free(_) | Way::Main(_) => first,
        }
    }

    /// The arbiter has decided: the pieces are put as he has said, the clock is set and runs.
    pub(super) fn arrange(&mut self) -> Stage {
        if self.known.is_another_game() {
            return self.begin_another();
        }
        if self.known.is_over() {
            return self.hands_off();
        }
        if !self.known.may_play() {
            self.hands.at = self.hands.at + LOOK_AGAIN_MS;
            return Stage::Arrange;
        }
        let Some(game) = self.known.game() else { return Stage::Rest };
        let (Some(placement), Some(turn)) = (game.placement(), game.turn) else { return Stage::Rest };
        self.known.take_changed();
        self.is_set_up = false;
        self.plug_in();
        self.hands.put_right(&placement);
        self.find_way(&placement, turn);
        self.set_clock(turn);
        Stage::Think
    }

    /// The arbiter has begun another game: it is set up, the clock is set, and it is played.
    fn begin_another(&mut self) -> Stage {
        let Some(game) = self.known.game() else { return Stage::Rest };
        let (Some(placement), turn) = (game.placement(), game.turn) else { return Stage::Rest };
        self.known.take_another_game();
        self.known.take_changed();
        self.is_set_up = false;
        self.stop_clock((300, 1_000));
        self.plug_in();
        self.turn_to_next();
        self.hands.take_off_wrong(&placement);
        self.hands.put_right(&placement);
        self.find_way(&placement, turn.unwrap_or(self.game.first_to_move));
        self.hands.at = self.hands.at + self.hands.dice.between(4_000, 9_000);
        self.start_clock();
        Stage::Think
    }

    /// Sets the clock as the arbiter has said, and lets it run.
    fn set_clock(&mut self, turn: Color) {
        self.hands.at = self.hands.at + self.hands.dice.between(1_500, 3_000);
        let due = self.known.take_due();
        let Some((since, setting)) = self.hands.clock else { return };
        let mut setting = setting.after(self.hands.at.since(since));
        for (to, ms, increment_ms) in due {
            let offender = to.other();
            setting = setting.with(to, setting.of(to).saturating_add(ms));
            setting = setting.with(offender, setting.of(offender).saturating_sub(increment_ms));
        }
        // Whose flag has fallen and who plays on has got time.
        let setting = if setting.of(turn) == 0 { setting.with(turn, GIFT_MS) } else { setting };
        let running = ClockSetting { running: Some(turn), lever_high: turn, ..setting };
        self.hands.set_clock(self.hands.at, running, None);
    }
}
