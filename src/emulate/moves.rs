//! How hands make one move: quiet, captures, castling, en passant, promotion, and the two breaches.

use protocols::{At, Color, Piece, Role, Square};

use super::{
    hands::{Breach, Committed, Hands, Manner, SCAN_MS},
    motion::Motion,
};
use crate::rules::pgn::{PgnGame, PgnMove};

/// Longest that a sliding piece is on one square that it crosses, in milliseconds. With a scan of a quarter of a
/// second on top it is still shorter than any observer takes for a release.
const SLOWEST_SLIDE_MS: u64 = 140;

impl Hands {
    /// Makes a legal move, beginning now; gives back when it is made (4.7).
    pub(super) fn make(&mut self, played: &PgnMove, manner: Manner) -> At {
        if played.castling_rook.is_some() {
            return self.castle(played, manner);
        }
        if let Some(role) = played.promotion {
            return self.promote(played, role);
        }
        match played.captured {
            Some((square, victim)) if played.is_en_passant() => self.en_passant(played, square, victim),
            Some((_, victim)) => self.capture(played, victim, manner),
            None => {
                let motion = self.carry(played.piece, played.from, played.to, manner, Sliding::Often);
                self.moves(motion)
            }
        }
    }

    /// Brings a piece from square to square, beginning now: lifted, slid all or part of the way, or pushed over.
    fn carry(&mut self, piece: Piece, from: Square, to: Square, manner: Manner, sliding: Sliding) -> Motion {
        let lifted = Motion::lifted(piece, from, self.at);
        let way = way(from, to);
        let straight = from.file() == to.file() || from.rank() == to.rank();
        let free = manner == Manner::Free && way.iter().rev().skip(1).all(|&square| self.board.at(square).is_none());
        let slides = match sliding {
            Sliding::Never => false,
            Sliding::Often => self.dice.chance(self.habits.slide),
            // 2 of 35 captures, half as often as quiet moves.
            Sliding::Seldom => self.dice.chance(self.habits.slide / 2.0),
        };
        if free && way.len() == 1 && straight && sliding == Sliding::Often && self.dice.chance(self.habits.straddle) {
            let reach = self.dice.between(550, 680) as i32;
            let ms = self.dice.between(200, 450);
            return lifted.with_reach(reach).slid(from, to, ms).put(to);
        }
        if !free || way.len() < 2 || !slides {
            let air = self.air();
            return lifted.held(air).put(to);
        }
        // Diagonally a greater reach would excite the squares beside the way.
        let reach = if straight { self.dice.between(420, 600) } else { self.dice.between(420, 490) } as i32;
        let lifted = lifted.with_reach(reach);
        let pace = self.dice.between(60, SLOWEST_SLIDE_MS);
        let length = way.len();
        let part = self.dice.between(1, 2) as usize;
        let air = self.air();
        match if length <= 3 { 0 } else { self.dice.weighted(&[1, 2, 2]) } {
            0 => lifted.slid(from, to, pace * length as u64).put(to),
            1 => lifted.slid(from, way[part - 1], pace * part as u64).held(air).put(to),
            _ => lifted.held(air).slid(way[length - 1 - part], to, pace * part as u64).put(to),
        }
    }

    fn capture(&mut self, played: &PgnMove, victim: Piece, manner: Manner) -> At {
        let weights = self.habits.captures;
        let (piece, from, to) = (played.piece, played.from, played.to);
        let begins = self.at;
        match self.dice.weighted(&[weights.mover_first, weights.overwrite, weights.victim_first]) {
            0 => {
                let taken_at = begins + self.pause();
                let (held, air) = (self.dice.between(400, 900), self.air());
                self.moves(Motion::lifted(victim, to, taken_at).held(held));
                let together = taken_at.since(begins);
                self.moves(Motion::lifted(piece, from, begins).held(together + air).put(to))
            }
            1 => {
                let motion = self.carry(piece, from, to, manner, Sliding::Seldom);
                let made_at = self.moves(motion);
                self.at = made_at;
                self.take_off(victim, to, from, manner);
                made_at
            }
            _ => {
                let off_at = self.take_off(victim, to, from, manner);
                self.at = (begins + self.pause()).max(off_at);
                let motion = self.carry(piece, from, to, manner, Sliding::Seldom);
                self.moves(motion)
            }
        }
    }

    /// Takes a captured piece off, beginning now, perhaps low over another square. Gives back from when on the
    /// board may be touched again.
    fn take_off(&mut self, victim: Piece, square: Square, mover_from: Square, manner: Manner) -> At {
        let lifted = Motion::lifted(victim, square, self.at);
        let over = self.crossed_on_the_way_off(square, mover_from);
        let Some(over) = over.filter(|_| manner == Manner::Free && self.dice.chance(self.habits.carried_over)) else {
            let held = self.dice.between(300, 1_200);
            self.moves(lifted.held(held));
            return self.at;
        };
        let (held, low) = (self.dice.between(SCAN_MS, 800), self.dice.between(40, 150));
        let crosses = self.at + held;
        self.moves(lifted.held(held).slid(over, over, low).held(200));
        let seen_until = crosses + (low + SCAN_MS);
        self.quiet_until = seen_until;
        self.carried = Some((crosses, seen_until));
        seen_until
    }

    /// An empty square beside this one that a piece may be seen on while it is carried away.
    fn crossed_on_the_way_off(&mut self, square: Square, mover_from: Square) -> Option<Square> {
        let near: Vec<Square> = Square::all()
            .filter(|&other| {
                let distance = square.file().abs_diff(other.file()).max(square.rank().abs_diff(other.rank()));
                (1..=2).contains(&distance) && other != mover_from && self.board.at(other).is_none()
            })
            .collect();
        self.dice.pick(&near).copied()
    }

    fn en_passant(&mut self, played: &PgnMove, square: Square, victim: Piece) -> At {
        let weights = self.habits.en_passant;
        let (piece, from, to) = (played.piece, played.from, played.to);
        let (begins, pause, air, held) = (self.at, self.pause(), self.air(), self.dice.between(300, 900));
        let (first, second) = (begins + pause, begins + (pause + air));
        match self.dice.weighted(&[weights.between, weights.victim_last, weights.victim_first]) {
            0 => {
                self.moves(Motion::lifted(victim, square, first).held(held));
                self.moves(Motion::lifted(piece, from, begins).held(second.since(begins)).put(to))
            }
            1 => {
                let put_at = self.moves(Motion::lifted(piece, from, begins).held(air).put(to));
                let taken_at = put_at + pause;
                self.moves(Motion::lifted(victim, square, taken_at).held(held));
                taken_at
            }
            _ => {
                self.moves(Motion::lifted(victim, square, begins).held(held));
                self.moves(Motion::lifted(piece, from, first).held(air).put(to))
            }
        }
    }

    /// King first, then the rook, with one hand (4.4.1, 4.1).
    fn castle(&mut self, played: &PgnMove, manner: Manner) -> At {
        let Some((rook_from, rook_to)) = played.castling_rook else { return self.at };
        let (king, from, to) = (played.piece, played.from, played.to);
        let rook = Piece { color: king.color, role: Role::Rook };
        let (air, pause) = (self.dice.between(SCAN_MS, 1_000), self.dice.between(SCAN_MS, 900));
        let rook_air = self.air();
        if from == to {
            return self.moves(Motion::lifted(rook, rook_from, self.at).held(rook_air).put(rook_to));
        }
        if to == rook_from {
            // In Chess960 the rook may stand where the king goes: king off, rook over, king down.
            let lifted_at = self.at + pause;
            let rook_down = self.moves(Motion::lifted(rook, rook_from, lifted_at).held(rook_air).put(rook_to));
            let down = rook_down + pause;
            return self.moves(Motion::lifted(king, from, self.at).held(down.since(self.at)).put(to));
        }
        // Only in the Laws' own castling is the king's way sure to be empty.
        let slides = way(from, to).len() == 2 && manner == Manner::Free;
        let sliding = if slides { Sliding::Often } else { Sliding::Never };
        let motion = match sliding {
            Sliding::Never => Motion::lifted(king, from, self.at).held(air).put(to),
            Sliding::Often | Sliding::Seldom => self.carry(king, from, to, manner, sliding),
        };
        let king_down = self.moves(motion);
        if rook_from == rook_to {
            return king_down;
        }
        let overlaps = self.dice.chance(self.habits.castling_overlap) && king_down.since(self.at) >= SCAN_MS;
        let lifted_at = if overlaps { At(king_down.0 - self.dice.between(20, 80)) } else { king_down + pause };
        self.moves(Motion::lifted(rook, rook_from, lifted_at).held(rook_air).put(rook_to))
    }

    /// 4.6.1 to 4.6.3: the pawn's leaving, the new piece's coming and a capture in any order.
    fn promote(&mut self, played: &PgnMove, role: Role) -> At {
        let weights = self.habits.promotions;
        let order = self.dice.weighted(&[
            weights.pawn_off_first,
            weights.piece_on_first,
            weights.push_overwrite,
            weights.push_swap,
        ]);
        let (pawn, from, to) = (played.piece, played.from, played.to);
        let piece = Piece { color: pawn.color, role };
        let victim = played.captured.map(|(_, victim)| victim);
        if order >= 2 {
            let stands_at = match victim {
                Some(victim) => self.capture(played, victim, Manner::Plain),
                None => {
                    let motion = self.carry(pawn, from, to, Manner::Plain, Sliding::Never);
                    self.moves(motion)
                }
            };
            let off_at = stands_at + self.pause();
            let on_at = if order == 2 { off_at } else { off_at + self.pause() };
            self.moves(Motion::lifted(pawn, to, off_at).held(500));
            return self.moves(Motion::from_box(piece, off_at).held(on_at.since(off_at)).put(to));
        }
        // The captured piece goes first, goes second, or is replaced by the new one in one movement.
        let mut at = self.at;
        let victims_turn = victim.map(|victim| (victim, self.dice.between(0, 2)));
        if let Some((victim, 0)) = victims_turn {
            self.moves(Motion::lifted(victim, to, at).held(500));
            at = at + self.pause();
        }
        if order == 0 {
            self.moves(Motion::lifted(pawn, from, at).held(500));
            at = at + self.pause();
        }
        if let Some((victim, 1)) = victims_turn {
            self.moves(Motion::lifted(victim, to, at).held(500));
            at = at + self.pause();
        }
        if let Some((victim, 2)) = victims_turn {
            self.moves(Motion::lifted(victim, to, at).held(500));
        }
        let on_at = self.moves(Motion::from_box(piece, at).put(to));
        if order == 0 {
            return on_at;
        }
        let off_at = on_at + self.pause();
        self.moves(Motion::lifted(pawn, from, off_at).held(500));
        off_at
    }

    /// Commits a breach, if the position lets it be committed clearly.
    pub(super) fn commit(
        &mut self,
        breach: Breach,
        game: &PgnGame,
        index: usize,
        played: &PgnMove,
    ) -> Option<Committed> {
        let legal = game.legal_after(index);
        match breach {
            Breach::IllegalMove => self.move_illegally(&legal, played),
            Breach::TouchMove => self.touch_another(&legal, played),
        }
    }

    fn touch_another(&mut self, legal: &[PgnMove], played: &PgnMove) -> Option<Committed> {
        // Kings and rooks are left out: touching them may also mean castling.
        let others: Vec<(Square, Piece)> = legal
            .iter()
            .filter(|other| other.from != played.from && !matches!(other.piece.role, Role::King | Role::Rook))
            .map(|other| (other.from, other.piece))
            .collect();
        let &(touched, piece) = self.dice.pick(&others)?;
        let lifted_at = self.at;
        let air = self.dice.between(700, 1_500);
        let back_at = self.moves(Motion::lifted(piece, touched, lifted_at).held(air).put(touched));
        self.at = back_at + self.dice.between(900, 2_500);
        Some(Committed::TouchMove { touched, lifted_at })
    }

    fn move_illegally(&mut self, legal: &[PgnMove], played: &PgnMove) -> Option<Committed> {
        let (piece, from) = (played.piece, played.from);
        let reachable = |square: Square| legal.iter().any(|other| other.from == from && other.to == square);
        let wrong: Vec<Square> = Square::all()
            .filter(|&square| {
                let near = from.file().abs_diff(square.file()).max(from.rank().abs_diff(square.rank())) <= 2;
                // A king in the centre would show a result, two squares aside castling; a pawn's last rank is a
                // promotion.
                let means_more = match piece.role {
                    Role::King => from.rank() == square.rank() || (2..6).contains(&square.rank()),
                    Role::Pawn => matches!(square.rank(), 0 | 7),
                    Role::Bishop | Role::Knight | Role::Queen | Role::Rook => false,
                };
                near && !means_more && self.board.at(square).is_none() && !reachable(square)
            })
            .collect();
        let (&to, _) = (self.dice.pick(&wrong)?, self.clock?);
        let air = self.dice.between(500, 1_200);
        let put_at = self.moves(Motion::lifted(piece, from, self.at).held(air).put(to));
        let pressed_at = put_at + self.dice.between(1_200, 1_800);
        self.press(piece.color, pressed_at, None);
        // The opponent calls the arbiter, who stops the clock.
        let stopped_at = pressed_at + self.dice.between(2_000, 4_000);
        if let Some((since, setting)) = self.clock {
            let stopped = setting.after(stopped_at.since(since));
            self.set_clock(stopped_at, super::ClockSetting { running: None, ..stopped }, None);
        }
        let lifted_at = stopped_at + self.dice.between(1_500, 3_000);
        let restored_at = self.moves(Motion::lifted(piece, to, lifted_at).held(600).put(from));
        let resumed_at = restored_at + self.dice.between(2_000, 4_000);
        if let Some((_, setting)) = self.clock {
            self.set_clock(resumed_at, resumed(setting, piece.color), None);
        }
        self.at = resumed_at + self.dice.between(1_500, 4_000);
        Some(Committed::IllegalMove { from, to, pressed_at, restored_at })
    }
}

/// The clock as the arbiter sets it after an illegal move (7.5.5): two minutes to the opponent, the offender's time
/// runs again.
fn resumed(setting: super::ClockSetting, offender: Color) -> super::ClockSetting {
    let opponent = offender.other();
    let ms = setting.of(opponent).saturating_add(120_000);
    super::ClockSetting { running: Some(offender), lever_high: offender, ..setting.with(opponent, ms) }
}

/// How often a piece is slid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sliding {
    Never,
    Often,
    Seldom,
}

/// The squares of a straight or diagonal way, the last one included; none for a knight's move.
fn way(from: Square, to: Square) -> Vec<Square> {
    let files = i16::from(to.file()) - i16::from(from.file());
    let ranks = i16::from(to.rank()) - i16::from(from.rank());
    let length = files.abs().max(ranks.abs());
    if files != 0 && ranks != 0 && files.abs() != ranks.abs() {
        return Vec::new();
    }
    (1..=length)
        .filter_map(|step| {
            let coordinate = |from: u8, whole: i16| u8::try_from(i16::from(from) + whole.signum() * step).ok();
            Square::from_coords(coordinate(from.file(), files)?, coordinate(from.rank(), ranks)?)
        })
        .collect()
}
