//! How players move the pieces: what they do how often.

/// How often players do what, and how fast. Probabilities are 0.0 (never) to 1.0 (always).
///
/// All of it is lawful: whatever is thrown, no touch obliges to another move than the game's, the king castles first,
/// and no piece rests on a square that it only crosses.
#[derive(Debug, Clone, PartialEq)]
pub struct Habits {
    /// A piece that could be slid to its square is.
    pub slide: f64,
    /// A piece that goes one square straight on is pushed over the border, seen on both squares at once.
    pub straddle: f64,
    /// How captures go.
    pub captures: CaptureWeights,
    /// A captured piece is seen on a square over which it is carried away.
    pub carried_over: f64,
    /// In castling the rook is lifted a moment before the king is down.
    pub castling_overlap: f64,
    /// How en passant captures go.
    pub en_passant: EnPassantWeights,
    /// How promotions go.
    pub promotions: PromotionWeights,
    /// A piece is held in the air for seconds.
    pub hesitation: f64,
    /// The opponent lifts a piece before the clock is pressed; the press follows with the piece still in the air.
    pub reply_before_press: f64,
    /// The opponent's whole reply comes before the press, which follows late (6.2.2).
    pub late_press: f64,
    /// The same, and the press never comes; the reply is not pressed either, for that lever end is down already.
    pub no_press: f64,
    /// A piece that has just taken is taken 60 to 400 milliseconds later, before any press.
    pub recapture_at_once: f64,
    /// A capture begins within 150 milliseconds of the press before it, and goes as fast as hands can.
    pub snatch: f64,
    /// The clock is pressed although the move has ended the game.
    pub press_after_end: f64,
    /// Pieces are adjusted before the game begins.
    pub adjust_before: f64,
    /// The clock is started by its button instead of by the second player's press.
    pub start_by_button: f64,
    /// After the game the kings show the result.
    pub kings_in_centre: f64,
    /// The first king goes to the centre by a step that could be a legal move, where there is one.
    pub king_step_first: f64,
    /// Whether there is a clock.
    pub clock: ClockUse,
    /// Factor on the time spent thinking; 0.0 leaves only a short pause before every move.
    pub thinking: f64,
}

/// Whether there is a clock beside the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockUse {
    /// None; nothing is pressed.
    None,
    /// One with the game's times.
    OfGame,
}

/// How often captures go which way, as weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CaptureWeights {
    /// The capturing piece is lifted first, then the captured one, then the capturing one is put down.
    pub mover_first: u32,
    /// The captured piece is taken away as the capturing one comes down: its square is never empty.
    pub overwrite: u32,
    /// The captured piece is taken off first.
    pub victim_first: u32,
}

/// How often en passant captures go which way, as weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EnPassantWeights {
    /// Pawn lifted, captured pawn lifted, pawn put down.
    pub between: u32,
    /// The pawn moves, then the captured one is taken off.
    pub victim_last: u32,
    /// The captured pawn is taken off, then the pawn moves.
    pub victim_first: u32,
}

/// How often promotions go which way (4.6.1 to 4.6.3), as weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PromotionWeights {
    /// The pawn is taken off, then the new piece is put on the last rank.
    pub pawn_off_first: u32,
    /// The new piece is put on the last rank, then the pawn is taken off.
    pub piece_on_first: u32,
    /// The pawn goes to the last rank and is replaced there without the square being seen empty.
    pub push_overwrite: u32,
    /// The pawn goes to the last rank, is taken off, and the new piece is put there.
    pub push_swap: u32,
}

impl Habits {
    /// As measured on 199 half-moves that a real board recorded; where they hold too few cases, as players are known
    /// to do it.
    #[must_use]
    pub fn measured() -> Habits {
        Habits {
            // 8 of 157 quiet moves, of which about half could be slid.
            slide: 0.10,
            // 2 of 157, of which about a third go one square straight on.
            straddle: 0.04,
            captures: CaptureWeights { mover_first: 3, overwrite: 25, victim_first: 7 },
            carried_over: 5.0 / 35.0,
            castling_overlap: 0.05,
            en_passant: EnPassantWeights { between: 2, victim_last: 6, victim_first: 2 },
            promotions: PromotionWeights { pawn_off_first: 40, piece_on_first: 15, push_overwrite: 10, push_swap: 35 },
            hesitation: 0.03,
            reply_before_press: 0.02,
            late_press: 0.005,
            no_press: 0.002,
            recapture_at_once: 0.0,
            snatch: 0.0,
            press_after_end: 0.2,
            adjust_before: 0.3,
            start_by_button: 0.2,
            kings_in_centre: 0.9,
            king_step_first: 0.3,
            clock: ClockUse::OfGame,
            thinking: 1.0,
        }
    }

    /// Every move by lifting and putting down, every press in its turn, nothing before or after the game.
    #[must_use]
    pub fn clean() -> Habits {
        Habits {
            slide: 0.0,
            straddle: 0.0,
            captures: CaptureWeights { mover_first: 0, overwrite: 0, victim_first: 1 },
            carried_over: 0.0,
            castling_overlap: 0.0,
            en_passant: EnPassantWeights { between: 0, victim_last: 1, victim_first: 0 },
            promotions: PromotionWeights { pawn_off_first: 1, piece_on_first: 0, push_overwrite: 0, push_swap: 0 },
            hesitation: 0.0,
            reply_before_press: 0.0,
            late_press: 0.0,
            no_press: 0.0,
            recapture_at_once: 0.0,
            snatch: 0.0,
            press_after_end: 0.0,
            adjust_before: 0.0,
            start_by_button: 0.0,
            kings_in_centre: 0.0,
            king_step_first: 0.0,
            clock: ClockUse::OfGame,
            thinking: 1.0,
        }
    }

    /// Everything that lawful play can show as often as it goes: to try an observer hard.
    #[must_use]
    pub fn unruly() -> Habits {
        Habits {
            slide: 0.5,
            straddle: 0.3,
            captures: CaptureWeights { mover_first: 1, overwrite: 1, victim_first: 1 },
            carried_over: 0.5,
            castling_overlap: 0.5,
            en_passant: EnPassantWeights { between: 1, victim_last: 1, victim_first: 1 },
            promotions: PromotionWeights { pawn_off_first: 1, piece_on_first: 1, push_overwrite: 1, push_swap: 1 },
            hesitation: 0.1,
            reply_before_press: 0.15,
            late_press: 0.05,
            no_press: 0.02,
            press_after_end: 0.5,
            adjust_before: 0.8,
            start_by_button: 0.5,
            kings_in_centre: 0.95,
            king_step_first: 0.5,
            ..Habits::measured()
        }
    }

    /// As measured, but in haste where pieces are exchanged: taken back at once, before the press or upon it.
    #[must_use]
    pub fn hasty() -> Habits {
        Habits { recapture_at_once: 0.4, snatch: 0.4, ..Habits::measured() }
    }

    /// The same players where captured pieces are to be taken off first, as boards of squares want it: of a hundred
    /// captures so many are made by overwriting still.
    #[must_use]
    pub fn with_overwriting(mut self, percent: u32) -> Habits {
        let rest = 100_u32.saturating_sub(percent);
        let mover_first = rest / 3;
        self.captures = CaptureWeights { mover_first, overwrite: percent.min(100), victim_first: rest - mover_first };
        self
    }

    /// The same with another factor on thinking time, for play in less than the game's time.
    #[must_use]
    pub fn with_thinking(mut self, factor: f64) -> Habits {
        self.thinking = factor;
        self
    }
}
