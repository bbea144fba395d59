//! Legal moves on the small board, Chess960 castling included.

use shakmaty::{Bitboard, Color, Rank, Role, Square, attacks};

use super::board::{Board, castling_squares, pawn_attacks};
use super::step::{Kind, Step};

/// Room for every move of sixteen men: none has more than 27, and two castlings.
const MOST_STEPS: usize = 448;

/// The legal moves of one position.
pub(super) struct Steps {
    list: [Step; MOST_STEPS],
    len: usize,
}

impl Steps {
    pub(super) fn new() -> Steps {
        Steps { list: [Step::default(); MOST_STEPS], len: 0 }
    }

    pub(super) fn as_slice(&self) -> &[Step] {
        self.list.get(..self.len).unwrap_or_default()
    }

    fn push(&mut self, step: Step) {
        if let Some(place) = self.list.get_mut(self.len) {
            *place = step;
            self.len += 1;
        }
    }

    fn push_all(&mut self, from: Square, targets: Bitboard) {
        for to in targets {
            self.push(Step::new(from, to, Kind::Plain));
        }
    }

    fn push_pawn(&mut self, from: Square, to: Square, reach: &Reach) {
        for kind in pawn_kinds(from, to) {
            let asked = match kind {
                Kind::Promote(role) => reach.has(*role, to),
                Kind::Castle | Kind::DoubleStep | Kind::EnPassant | Kind::Plain => reach.pushes.contains(to),
            };
            if asked {
                self.push(Step::new(from, to, *kind));
            }
        }
    }
}

/// What a pawn's step can be, other than a capture in passing.
pub(super) fn pawn_kinds(from: Square, to: Square) -> &'static [Kind] {
    const PROMOTIONS: [Kind; 4] = [
        Kind::Promote(Role::Queen),
        Kind::Promote(Role::Knight),
        Kind::Promote(Role::Rook),
        Kind::Promote(Role::Bishop),
    ];
    match to.rank() {
        Rank::First | Rank::Eighth => &PROMOTIONS,
        _ if from.distance(to) == 2 => &[Kind::DoubleStep],
        _ => &[Kind::Plain],
    }
}

/// What limits the side to move: its king, who checks it, which pieces are pinned.
pub(super) struct Limits {
    us: Bitboard,
    occupied: Bitboard,
    king: Square,
    checkers: Bitboard,
    pinned: Bitboard,
    /// Where a piece other than the king may go.
    allowed: Bitboard,
}

/// The squares to which moves are asked for: along lines, by knights, and by pawns that stay pawns.
struct Reach {
    straight: Bitboard,
    slanted: Bitboard,
    leaps: Bitboard,
    pushes: Bitboard,
}

impl Reach {
    const ALL: Reach =
        Reach { straight: Bitboard::FULL, slanted: Bitboard::FULL, leaps: Bitboard::FULL, pushes: Bitboard::FULL };

    /// Whether a pawn that becomes such a piece there is asked for.
    fn has(&self, role: Role, to: Square) -> bool {
        match role {
            Role::Bishop => self.slanted.contains(to),
            Role::Knight => self.leaps.contains(to),
            Role::Rook => self.straight.contains(to),
            Role::King | Role::Pawn | Role::Queen => (self.straight | self.slanted).contains(to),
        }
    }
}

impl Limits {
    pub(super) fn of(board: &Board) -> Limits {
        let us = board.of_color(board.turn);
        let them = board.of_color(!board.turn);
        let occupied = us | them;
        let king = board.king(board.turn);
        let checkers = board.attackers(king, !board.turn, occupied);
        let mut pinned = Bitboard::EMPTY;
        let snipers = (attacks::rook_attacks(king, them) & (board.rooks | board.queens)
            | attacks::bishop_attacks(king, them) & (board.bishops | board.queens))
            & them;
        for sniper in snipers {
            let shield = attacks::between(king, sniper) & us;
            if !shield.more_than_one() {
                pinned |= shield;
            }
        }
        let allowed = match checkers.single_square() {
            Some(checker) => attacks::between(king, checker) | checkers,
            None if checkers.is_empty() => !us,
            None => Bitboard::EMPTY,
        };
        Limits { us, occupied, king, checkers, pinned, allowed }
    }

    fn targets(&self, from: Square) -> Bitboard {
        if self.pinned.contains(from) { self.allowed & attacks::ray(self.king, from) } else { self.allowed }
    }
}

impl Board {
    /// All legal moves: of the king, the other men, captures in passing, castling.
    pub(super) fn steps(&self, out: &mut Steps) {
        out.len = 0;
        let limits = Limits::of(self);
        for step in self.king_walks(Bitboard::FULL) {
            out.push(step);
        }
        self.push_men(&limits, &Reach::ALL, out);
        self.push_rare(&limits, out);
    }

    /// The legal moves whose piece gives check from where it goes, in the order of [`steps`](Board::steps); without castling,
    /// and without promotions that give check over the square that the pawn leaves.
    pub(super) fn checks(&self, limits: &Limits, out: &mut Steps) {
        out.len = 0;
        let king = self.king(!self.turn);
        let reach = Reach {
            straight: attacks::rook_attacks(king, limits.occupied),
            slanted: attacks::bishop_attacks(king, limits.occupied),
            leaps: attacks::knight_attacks(king),
            pushes: attacks::pawn_attacks(!self.turn, king),
        };
        self.push_men(limits, &reach, out);
        self.en_passant_steps(limits, &reach, out);
    }

    /// Captures in passing, and castling: the last of [`steps`](Board::steps).
    pub(super) fn rare_steps(&self, limits: &Limits, out: &mut Steps) {
        out.len = 0;
        self.push_rare(limits, out);
    }

    fn push_rare(&self, limits: &Limits, out: &mut Steps) {
        self.en_passant_steps(limits, &Reach::ALL, out);
        if self.castles.any() && limits.checkers.is_empty() {
            self.castling_steps(limits, out);
        }
    }

    /// The legal moves of all men but the king to squares within reach, without captures in passing.
    fn push_men(&self, limits: &Limits, reach: &Reach, out: &mut Steps) {
        self.each_man_within(limits, reach, |from, targets| {
            if self.pawns.contains(from) {
                for to in targets {
                    out.push_pawn(from, to, reach);
                }
            } else {
                out.push_all(from, targets);
            }
        });
    }

    /// Every man but the king, with the squares it may go to, in the order of [`steps`](Board::steps); without captures in
    /// passing.
    pub(super) fn each_man(&self, limits: &Limits, visit: impl FnMut(Square, Bitboard)) {
        self.each_man_within(limits, &Reach::ALL, visit);
    }

    /// The same, of pieces only squares within reach.
    fn each_man_within(&self, limits: &Limits, reach: &Reach, mut visit: impl FnMut(Square, Bitboard)) {
        if limits.checkers.more_than_one() {
            return;
        }
        let us = limits.us;
        for from in self.knights & us & !limits.pinned {
            visit(from, attacks::knight_attacks(from) & limits.allowed & reach.leaps & !us);
        }
        for from in (self.bishops | self.rooks | self.queens) & us {
            let reached = if self.bishops.contains(from) {
                reach.slanted
            } else if self.rooks.contains(from) {
                reach.straight
            } else {
                reach.straight | reach.slanted
            };
            visit(from, self.slides(from, limits.occupied) & limits.targets(from) & reached & !us);
        }
        for from in self.pawns & us {
            visit(from, self.pawn_targets(from, limits.occupied) & limits.targets(from));
        }
    }

    /// The legal steps of the king of the side to move to one of `targets`, in the order of [`steps`](Board::steps).
    pub(super) fn king_walks(&self, targets: Bitboard) -> impl Iterator<Item = Step> + '_ {
        let king = self.king(self.turn);
        let beyond = self.occupied() & !Bitboard::from_square(king);
        (attacks::king_attacks(king) & targets & !self.of_color(self.turn))
            .into_iter()
            .filter(move |to| self.attackers(*to, !self.turn, beyond).is_empty())
            .map(move |to| Step::new(king, to, Kind::Plain))
    }

    /// Whether the side to move has any legal move.
    pub(super) fn can_move(&self) -> bool {
        let limits = Limits::of(self);
        let us = limits.us;
        let beyond = limits.occupied & !Bitboard::from_square(limits.king);
        for to in attacks::king_attacks(limits.king) & !us {
            if self.attackers(to, !self.turn, beyond).is_empty() {
                return true;
            }
        }
        if limits.checkers.more_than_one() {
            return false;
        }
        for from in self.knights & us & !limits.pinned {
            if (attacks::knight_attacks(from) & limits.allowed & !us).any() {
                return true;
            }
        }
        for from in (self.bishops | self.rooks | self.queens) & us {
            if (self.slides(from, limits.occupied) & limits.targets(from) & !us).any() {
                return true;
            }
        }
        for from in self.pawns & us {
            if (self.pawn_targets(from, limits.occupied) & limits.targets(from)).any() {
                return true;
            }
        }
        // Rare enough for the full list: only a capture in passing or, in Chess960, only castling may be left.
        if self.passing.any() || (self.castles & us).any() {
            let mut rest = Steps::new();
            self.steps(&mut rest);
            return !rest.as_slice().is_empty();
        }
        false
    }

    /// Whether the side to move is checkmated.
    pub(super) fn is_mate(&self) -> bool {
        self.in_check() && !self.can_move()
    }

    fn slides(&self, from: Square, occupied: Bitboard) -> Bitboard {
        let mut found = Bitboard::EMPTY;
        if !self.bishops.contains(from) {
            found |= attacks::rook_attacks(from, occupied);
        }
        if !self.rooks.contains(from) {
            found |= attacks::bishop_attacks(from, occupied);
        }
        found
    }

    fn pawn_targets(&self, from: Square, occupied: Bitboard) -> Bitboard {
        let pawn = Bitboard::from_square(from);
        let (ahead, third) = match self.turn {
            Color::Black => (-8, Rank::Sixth),
            Color::White => (8, Rank::Third),
        };
        let single = pawn.shift(ahead) & !occupied;
        let double = (single & Bitboard::from_rank(third)).shift(ahead) & !occupied;
        single | double | (pawn_attacks(pawn, self.turn) & self.of_color(!self.turn))
    }

    fn en_passant_steps(&self, limits: &Limits, reach: &Reach, out: &mut Steps) {
        let Some(victim) = self.passing.first().filter(|_| !limits.checkers.more_than_one()) else { return };
        let target = victim.xor(Square::A2);
        if !reach.pushes.contains(target) {
            return;
        }
        for from in attacks::pawn_attacks(!self.turn, target) & self.pawns & limits.us {
            let step = Step::new(from, target, Kind::EnPassant);
            let next = self.after(step);
            if next.attackers(limits.king, next.turn, next.occupied()).is_empty() {
                out.push(step);
            }
        }
    }

    fn castling_steps(&self, limits: &Limits, out: &mut Steps) {
        let king = limits.king;
        for rook in self.castles & limits.us {
            let (king_to, rook_to) = castling_squares(king, rook);
            let movers = Bitboard::from_square(king) | Bitboard::from_square(rook);
            let rest = limits.occupied & !movers;
            let king_path = attacks::between(king, king_to) | Bitboard::from_square(king_to);
            let rook_path = attacks::between(rook, rook_to) | Bitboard::from_square(rook_to);
            if ((king_path | rook_path) & rest).any() {
                continue;
            }
            let seen = limits.occupied & !Bitboard::from_square(king);
            let crossed = king_path & !Bitboard::from_square(king);
            let attacked = crossed.into_iter().any(|sq| self.attackers(sq, !self.turn, seen).any());
            let landed = rest | Bitboard::from_square(king_to) | Bitboard::from_square(rook_to);
            if !attacked && self.attackers(king_to, !self.turn, landed).is_empty() {
                out.push(Step::new(king, rook, Kind::Castle));
            }
        }
    }
}
