//! The players' hands: a game's half-moves as a timeline of motions and presses.

use protocols::{At, Color, Dice, Placement, Square};

use super::{
    control::Control,
    habits::{ClockUse, Habits},
    motion::Motion,
    world::ClockSetting,
};
use crate::rules::pgn::{PgnGame, PgnMove};

/// What a board that reads all squares in turn may take longer to tell of, in milliseconds: where another event must
/// not come between, it waits so long.
pub(super) const SCAN_MS: u64 = 300;

/// Least time on a clock that starts running, in milliseconds: a hesitating hand must not lose on time by it.
const LEAST_MS: u32 = 15_000;

/// A deliberate breach of the Laws, for showing what an observer says to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Breach {
    /// The piece that should move is released on a square where no legal move takes it and the clock is pressed
    /// (7.5.1); the arbiter has it put back, the opponent gets two minutes, and the legal move is made with it.
    IllegalMove,
    /// Another piece that could move is lifted and put back first (4.3.1).
    TouchMove,
}

/// What was really done of a [`Breach`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Committed {
    /// The piece was released on `to` and the clock pressed.
    IllegalMove {
        /// Where it stood.
        from: Square,
        /// Where it was released.
        to: Square,
        /// When the clock was pressed.
        pressed_at: At,
        /// When it stood on its square again.
        restored_at: At,
    },
    /// This piece was lifted and put back.
    TouchMove {
        /// Where it stands.
        touched: Square,
        /// When it was lifted.
        lifted_at: At,
    },
}

/// A half-move that an observer must report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedPly {
    /// Half-move of the game, from 1.
    pub ply: usize,
    /// Who made it.
    pub by: Color,
    /// UCI; castling `e1g1`, in Chess960 king takes own rook.
    pub uci: String,
    /// SAN.
    pub san: String,
    /// The pieces after it.
    pub placement: Placement,
    /// When the first piece was lifted for it, a breach not counted.
    pub touched_at: At,
    /// When the last piece was released or taken off: the move is made (4.7).
    pub made_at: At,
    /// When the clock was pressed for it, if it was.
    pub pressed_at: Option<At>,
    /// What else was done in this turn against the Laws.
    pub breach: Option<Committed>,
}

/// Something done at the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Deed {
    /// The clock is set, or pressed.
    Clock { at: At, setting: ClockSetting, pressed_by: Option<Color> },
    /// A player's time has run out.
    Flag { at: At, by: Color },
    /// A piece is moved.
    Motion(Motion),
}

/// Plans what hands do; a game's plan comes out piece by piece through `deeds`.
#[derive(Debug, Clone)]
pub(super) struct Hands {
    pub(super) habits: Habits,
    pub(super) dice: Dice,
    /// Nothing not yet planned happens before this.
    pub(super) at: At,
    /// No piece is touched and no clock pressed before this: a carried piece is still being seen.
    pub(super) quiet_until: At,
    /// A span in which the clock is not pressed, for the same reason.
    pub(super) carried: Option<(At, At)>,
    pub(super) board: Placement,
    pub(super) clock: Option<(At, ClockSetting)>,
    pub(super) deeds: Vec<Deed>,
    /// Since when the player to move thinks.
    pub(super) thinks_since: At,
    control: Control,
    owed: Option<Owed>,
    /// How fast the half-move is made that is being made.
    pace: Pace,
}

/// How fast a hand is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pace {
    /// As fast as a hand can: 60 to 150 milliseconds from one thing to the next.
    Hasty,
    /// With time to look.
    Usual,
}

/// A press that has not come yet when the opponent replies.
#[derive(Debug, Clone, Copy)]
struct Owed {
    by: Color,
    clock_ms: Option<u32>,
    made_at: At,
    when: When,
    /// How fast the reply comes.
    pace: Pace,
}

/// When an owed press comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum When {
    AfterReply,
    DuringReply,
    Never,
}

impl Hands {
    pub(super) fn new(game: &PgnGame, habits: Habits, seed: u64) -> Hands {
        Hands {
            habits,
            dice: Dice::new(seed),
            at: At(0),
            quiet_until: At(0),
            carried: None,
            board: game.initial,
            clock: None,
            deeds: Vec::new(),
            thinks_since: At(0),
            control: Control::of(game),
            owed: None,
            pace: Pace::Usual,
        }
    }

    /// Gets ready for another game on the board as it is.
    pub(super) fn turn_to(&mut self, game: &PgnGame) {
        self.control = Control::of(game);
        self.owed = None;
        self.carried = None;
    }

    pub(super) fn control(&self) -> Control {
        self.control
    }

    /// Plays one half-move. `earlier` is the half-move before it, whose press may come only now.
    pub(super) fn play(
        &mut self,
        game: &PgnGame,
        index: usize,
        played: &PgnMove,
        breach: Option<Breach>,
        earlier: Option<&mut ExpectedPly>,
    ) -> ExpectedPly {
        let by = played.piece.color;
        let owed = self.owed.take();
        self.pace = Pace::Usual;
        let touched_at = match owed {
            Some(Owed { pace: Pace::Hasty, made_at, .. }) => {
                self.pace = Pace::Hasty;
                (made_at + self.dice.between(60, 400)).max(self.quiet_until)
            }
            Some(owed) => (owed.made_at + self.dice.between(SCAN_MS + 50, 1_200)).max(self.quiet_until),
            None if index > 0 && played.captured.is_some() && self.is_done(self.habits.snatch) => {
                self.pace = Pace::Hasty;
                let touched_at = (self.thinks_since + self.dice.between(5, 150)).max(self.quiet_until).max(self.at);
                self.keep_time(touched_at + u64::from(LEAST_MS));
                touched_at
            }
            None => self.first_touch(game, index, by),
        };
        self.at = touched_at;
        let committed = breach.and_then(|breach| self.commit(breach, game, index, played));
        let touched_at = self.at;
        let made_at =
            self.make(played, if owed.is_some() || self.pace == Pace::Hasty { Manner::Plain } else { Manner::Free });
        self.at = made_at;
        played.apply_to(&mut self.board);
        if let Some(owed) = owed {
            let pressed_at = match owed.when {
                When::AfterReply => Some(made_at + self.dice.between(150, 1_500)),
                When::DuringReply if owed.pace == Pace::Hasty => Some(touched_at + self.dice.between(5, 150)),
                When::DuringReply => Some(touched_at + self.dice.between(60, 240)),
                When::Never => None,
            };
            if let Some(pressed_at) = pressed_at {
                self.press(owed.by, pressed_at, owed.clock_ms);
                self.at = self.at.max(pressed_at + 200);
            }
            if let Some(earlier) = earlier {
                earlier.pressed_at = pressed_at;
            }
        }
        let pressed_at = self.complete(game, index, played, made_at, owed);
        self.thinks_since = pressed_at.unwrap_or(made_at);
        ExpectedPly {
            ply: index + 1,
            by,
            uci: played.uci.clone(),
            san: played.san.clone(),
            placement: self.board,
            touched_at,
            made_at,
            pressed_at,
            breach: committed,
        }
    }

    /// Presses the clock for a move just made, or leaves it for later.
    fn complete(
        &mut self,
        game: &PgnGame,
        index: usize,
        played: &PgnMove,
        made_at: At,
        owed: Option<Owed>,
    ) -> Option<At> {
        let by = played.piece.color;
        let last = index + 1 == game.moves.len();
        // Where the player before has not pressed, this player's end of the lever is down already.
        if self.clock.is_none() || owed.is_some_and(|owed| owed.when == When::Never) {
            return None;
        }
        if last && game.ending.is_some() && !self.dice.chance(self.habits.press_after_end) {
            return None;
        }
        let taken_back = game.moves.get(index + 1).is_some_and(|next| {
            played.captured.is_some() && next.captured.is_some_and(|(square, _)| square == played.to)
        });
        if owed.is_none() && taken_back && self.is_done(self.habits.recapture_at_once) {
            let when = [When::DuringReply, When::AfterReply, When::Never][self.dice.weighted(&[10, 4, 1])];
            self.owed = Some(Owed { by, clock_ms: played.clock_ms, made_at, when, pace: Pace::Hasty });
            return None;
        }
        if !last && owed.is_none() {
            let when = if self.dice.chance(self.habits.reply_before_press) {
                Some(When::DuringReply)
            } else if self.dice.chance(self.habits.late_press) {
                Some(When::AfterReply)
            } else if self.dice.chance(self.habits.no_press) {
                Some(When::Never)
            } else {
                None
            };
            if let Some(when) = when {
                self.owed = Some(Owed { by, clock_ms: played.clock_ms, made_at, when, pace: Pace::Usual });
                return None;
            }
        }
        let (least, reach) = match self.pace {
            Pace::Hasty => (20, 150),
            // Mostly soon, sometimes after a look at the position.
            Pace::Usual => (100, [600, 1_200, 2_000][self.dice.weighted(&[6, 3, 1])]),
        };
        let mut pressed_at = self.at + self.dice.between(least, reach);
        if let Some((begins, ends)) = self.carried.take()
            && begins.0 < pressed_at.0 + 50
            && pressed_at < ends
        {
            pressed_at = ends;
        }
        self.press(by, pressed_at, played.clock_ms);
        self.at = pressed_at;
        Some(pressed_at)
    }

    fn first_touch(&mut self, game: &PgnGame, index: usize, by: Color) -> At {
        let left = self.clock.map_or(self.control.initial_ms, |(_, setting)| setting.of(by));
        let spent = self.control.spent(game, index, left, &mut self.dice);
        let scaled = (spent as f64 * self.habits.thinking.max(0.0)) as u64;
        // A second or so of it goes into the move itself.
        let thought = scaled.saturating_sub(1_200).max(self.dice.between(SCAN_MS, 900));
        let touched_at = (self.thinks_since + thought).max(self.quiet_until).max(self.at);
        self.keep_time(touched_at + u64::from(LEAST_MS));
        touched_at
    }

    /// Sees to it that the running clock does not fall before `until`: a game that went on did so because there was
    /// time, be it a next period or an arbiter's gift.
    fn keep_time(&mut self, until: At) {
        let Some((since, setting)) = self.clock else { return };
        let now = self.at.max(since);
        let left = setting.after(now.since(since));
        if let Some(running) = setting.running
            && u64::from(left.of(running)) <= until.since(now) + 1_000
        {
            let ms = u32::try_from(until.since(now) + 60_000).unwrap_or(u32::MAX);
            self.set_clock(now, left.with(running, ms), None);
        }
    }

    /// Presses the clock: the player's time stops, gets its increment, and the opponent's time runs.
    pub(super) fn press(&mut self, by: Color, at: At, clock_ms: Option<u32>) {
        let Some((since, mut setting)) = self.clock else { return };
        let passed = at.since(since);
        if let Some(running) = setting.running
            && u64::from(setting.of(running)) <= passed + 1_000
        {
            // A game that went on did so because there was time: a next period, or an arbiter's gift.
            let ms = u32::try_from(passed.saturating_add(60_000)).unwrap_or(u32::MAX);
            setting = setting.with(running, ms);
            self.deeds.push(Deed::Clock { at: since, setting, pressed_by: None });
        }
        let stopped = setting.after(passed);
        // Games are recorded that went on with next to no time left; hands are slower, and a real clock would stand.
        let stopped = if stopped.of(by.other()) < LEAST_MS { stopped.with(by.other(), 60_000) } else { stopped };
        let ms = clock_ms.unwrap_or_else(|| stopped.of(by).saturating_add(self.control.increment_ms));
        let setting = ClockSetting { running: Some(by.other()), lever_high: by.other(), ..stopped.with(by, ms) };
        self.set_clock(at, setting, Some(by));
    }

    pub(super) fn set_clock(&mut self, at: At, setting: ClockSetting, pressed_by: Option<Color>) {
        self.clock = Some((at, setting));
        self.deeds.push(Deed::Clock { at, setting, pressed_by });
    }

    pub(super) fn has_clock(&self) -> bool {
        self.habits.clock == ClockUse::OfGame
    }

    pub(super) fn moves(&mut self, motion: Motion) -> At {
        let ends = motion.ends();
        self.deeds.push(Deed::Motion(motion));
        ends
    }

    /// Whether something is done that only some habits have: those that do not, throw no dice for it.
    fn is_done(&mut self, chance: f64) -> bool {
        chance > 0.0 && self.dice.chance(chance)
    }

    /// A pause between two touches of one player.
    pub(super) fn pause(&mut self) -> u64 {
        if self.pace == Pace::Hasty {
            return self.dice.between(60, 150);
        }
        self.dice.between(SCAN_MS + 50, 1_100)
    }

    /// How long a piece is in the air.
    pub(super) fn air(&mut self) -> u64 {
        if self.pace == Pace::Hasty {
            return self.dice.between(60, 150);
        }
        if self.dice.chance(self.habits.hesitation) {
            self.dice.between(2_000, 9_000)
        } else {
            self.dice.between(SCAN_MS, 1_100)
        }
    }
}

/// How freely a move is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    /// With every habit.
    Free,
    /// Without sliding and carrying: a press falls into the move.
    Plain,
}
