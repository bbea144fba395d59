//! The small board the search works on: bitboards, an exact key, and one move after another.
//!
//! Every question is asked for White: [`Board::of`] turns the position over when Black is the side asked about, so the
//! rest of the folder knows one direction only. `White` is the side that wants to mate, `Black` the one to be mated.

use shakmaty::{Bitboard, Chess, Color, Position, Role, Square, attacks};

use super::step::{Kind, Step};

/// How a [`Board`] stands to the position it was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    /// Ranks and colours are exchanged.
    turned: bool,
    /// Files are mirrored.
    mirrored: bool,
}

impl Frame {
    /// A square of the board, as a square of the position.
    pub(super) fn square(self, sq: Square) -> Square {
        let sq = if self.turned { sq.flip_vertical() } else { sq };
        if self.mirrored { sq.flip_horizontal() } else { sq }
    }
}

/// A position without counters, seen from the side that wants to mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    pub(super) pawns: Bitboard,
    pub(super) knights: Bitboard,
    pub(super) bishops: Bitboard,
    pub(super) rooks: Bitboard,
    pub(super) queens: Bitboard,
    pub(super) kings: Bitboard,
    pub(super) white: Bitboard,
    pub(super) black: Bitboard,
    /// Rooks that may still castle.
    pub(super) castles: Bitboard,
    /// The pawn that may be taken in passing: set only while an enemy pawn stands beside it.
    pub(super) passing: Bitboard,
    pub(super) turn: Color,
}

/// Every position in 256 bits, without loss: two positions have the same key only if they are the same.
///
/// Four bits a square, kept as four planes. A rook that may castle, a pawn that may be taken in passing and the side
/// to move have codes of their own (the latter is a second code for the black king).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Key([u64; 4]);

impl Key {
    /// A well spread number; only where to look, never what is compared.
    pub(super) fn spread(&self) -> u64 {
        const ODD: [u64; 4] =
            [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f, 0x1656_67b1_9e37_79f9, 0xd6e8_feb8_6659_fd93];
        let mut sum = 0u64;
        for (plane, odd) in self.0.iter().zip(ODD) {
            let wide = u128::from(plane ^ sum.rotate_left(23) ^ odd) * u128::from(odd);
            sum = (wide as u64) ^ ((wide >> 64) as u64);
        }
        sum
    }
}

/// Rank 5 for Black's pawns and rank 4 for White's: where a pawn stands after a double step.
const DOUBLE_STEP_RANKS: Bitboard = Bitboard(0x0000_00ff_ff00_0000);
const LOWER_HALF: Bitboard = Bitboard(0x0000_0000_ffff_ffff);

impl Board {
    /// The position with `side` as White, and mirrored to one of its two mirror images unless somebody may castle.
    pub(super) fn of(pos: &Chess, side: Color) -> (Board, Frame) {
        let from = pos.board();
        let passing =
            pos.legal_ep_square().map_or(Bitboard::EMPTY, |target| Bitboard::from_square(target.xor(Square::A2)));
        let board = Board {
            pawns: from.pawns(),
            knights: from.knights(),
            bishops: from.bishops(),
            rooks: from.rooks(),
            queens: from.queens(),
            kings: from.kings(),
            white: from.white(),
            black: from.black(),
            castles: pos.castles().castling_rights(),
            passing,
            turn: pos.turn(),
        };
        let turned = side == Color::Black;
        let board = if turned { board.turned() } else { board };
        let mirrored = board.castles.is_empty() && board.mirrored().key().0 < board.key().0;
        let board = if mirrored { board.mirrored() } else { board };
        (board, Frame { turned, mirrored })
    }

    fn turned(&self) -> Board {
        let flipped = self.map(Bitboard::flip_vertical);
        Board { white: flipped.black, black: flipped.white, turn: !self.turn, ..flipped }
    }

    fn mirrored(&self) -> Board {
        self.map(Bitboard::flip_horizontal)
    }

    fn map(&self, change: impl Fn(Bitboard) -> Bitboard) -> Board {
        Board {
            pawns: change(self.pawns),
            knights: change(self.knights),
            bishops: change(self.bishops),
            rooks: change(self.rooks),
            queens: change(self.queens),
            kings: change(self.kings),
            white: change(self.white),
            black: change(self.black),
            castles: change(self.castles),
            passing: change(self.passing),
            turn: self.turn,
        }
    }

    /// Codes: white pawn 1, knight 2, bishop 3, rook 4, queen 5, king 6; black the same plus 8; 7 a rook that may
    /// castle, 15 a pawn that may be taken in passing, 8 the black king with Black to move.
    pub(super) fn key(&self) -> Key {
        let b = self.black;
        let castles = self.castles;
        let passing = self.passing;
        let plane0 = self.pawns | self.bishops | self.queens | castles | passing;
        let plane1 = self.knights | self.bishops | self.kings | castles | passing;
        let plane2 = self.rooks | self.queens | self.kings | castles | passing;
        let plane3 = (b & !castles) | passing;
        let quiet = match self.turn {
            Color::Black => !(self.kings & b),
            Color::White => Bitboard::FULL,
        };
        Key([plane0.0, (plane1 & quiet).0, (plane2 & quiet).0, plane3.0])
    }

    /// The position a key stands for.
    pub(super) fn from_key(key: &Key) -> Board {
        let [p0, p1, p2, p3] = key.0.map(Bitboard);
        let low = p0 & p1 & p2;
        let castles = low & !p3;
        let passing = low & p3;
        let plain = !low;
        let black_on_move = p3 & !p0 & !p1 & !p2;
        let black = (p3 & !(passing & LOWER_HALF)) | (castles & !LOWER_HALF);
        let occupied = p0 | p1 | p2 | p3;
        Board {
            pawns: (p0 & !p1 & !p2) | passing,
            knights: p1 & !p0 & !p2,
            bishops: p0 & p1 & plain,
            rooks: (p2 & !p0 & !p1) | castles,
            queens: p0 & p2 & plain,
            kings: (p1 & p2 & plain) | black_on_move,
            white: occupied & !black,
            black,
            castles,
            passing,
            turn: Color::from_white(black_on_move.is_empty()),
        }
    }

    /// Every piece on the board.
    pub(super) fn occupied(&self) -> Bitboard {
        self.white | self.black
    }

    /// The pieces of one side.
    pub(super) fn of_color(&self, color: Color) -> Bitboard {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }

    /// Where the king of one side stands.
    ///
    /// A position of the rules core has exactly one king a side, and no move removes it; a1 stands in for the
    /// impossible case, so that nothing can panic.
    pub(super) fn king(&self, color: Color) -> Square {
        (self.kings & self.of_color(color)).first().unwrap_or(Square::A1)
    }

    /// What stands on a square.
    pub(super) fn role_at(&self, sq: Square) -> Option<Role> {
        if self.pawns.contains(sq) {
            Some(Role::Pawn)
        } else if self.knights.contains(sq) {
            Some(Role::Knight)
        } else if self.bishops.contains(sq) {
            Some(Role::Bishop)
        } else if self.rooks.contains(sq) {
            Some(Role::Rook)
        } else if self.queens.contains(sq) {
            Some(Role::Queen)
        } else if self.kings.contains(sq) {
            Some(Role::King)
        } else {
            None
        }
    }

    /// The pieces of `color` that attack `sq` when `occupied` is in the way.
    pub(super) fn attackers(&self, sq: Square, color: Color, occupied: Bitboard) -> Bitboard {
        let straight = self.rooks | self.queens;
        let slanted = self.bishops | self.queens;
        let mut found = (attacks::knight_attacks(sq) & self.knights)
            | (attacks::king_attacks(sq) & self.kings)
            | (attacks::pawn_attacks(!color, sq) & self.pawns);
        found |= attacks::rook_attacks(sq, occupied) & straight;
        found |= attacks::bishop_attacks(sq, occupied) & slanted;
        found & self.of_color(color)
    }

    /// Every square `color` attacks when `occupied` is in the way.
    pub(super) fn attacked(&self, color: Color, occupied: Bitboard) -> Bitboard {
        let us = self.of_color(color);
        let mut found = pawn_attacks(self.pawns & us, color);
        for sq in self.knights & us {
            found |= attacks::knight_attacks(sq);
        }
        for sq in (self.bishops | self.queens) & us {
            found |= attacks::bishop_attacks(sq, occupied);
        }
        for sq in (self.rooks | self.queens) & us {
            found |= attacks::rook_attacks(sq, occupied);
        }
        found | attacks::king_attacks(self.king(color))
    }

    /// Whether the side to move is in check.
    pub(super) fn in_check(&self) -> bool {
        self.attackers(self.king(self.turn), !self.turn, self.occupied()).any()
    }

    /// The position after a legal step.
    pub(super) fn after(&self, step: Step) -> Board {
        let (from, to) = (Bitboard::from_square(step.from()), Bitboard::from_square(step.to()));
        let mut next = *self;
        next.passing = Bitboard::EMPTY;
        next.turn = !self.turn;
        if step.kind() == Kind::Castle {
            next.castle(step);
            return next;
        }
        let gone = if step.kind() == Kind::EnPassant { self.passing } else { to };
        next.remove(gone);
        for plane in
            [&mut next.pawns, &mut next.knights, &mut next.bishops, &mut next.rooks, &mut next.queens, &mut next.kings]
        {
            if plane.intersects_const(from) {
                *plane ^= from | to;
                break;
            }
        }
        match self.turn {
            Color::Black => next.black ^= from | to,
            Color::White => next.white ^= from | to,
        }
        next.castles &= !(from | to);
        if next.castles.any() && self.kings.intersects_const(from) {
            next.castles &= !home(self.turn);
        }
        match step.kind() {
            Kind::Castle | Kind::EnPassant | Kind::Plain => {}
            Kind::DoubleStep => {
                let beside = attacks::king_attacks(step.to()) & rank_of(step.to());
                if (beside & self.pawns & self.of_color(!self.turn)).any() {
                    next.passing = to;
                }
            }
            Kind::Promote(role) => {
                next.pawns ^= to;
                match role {
                    Role::Bishop => next.bishops |= to,
                    Role::Knight => next.knights |= to,
                    Role::Rook => next.rooks |= to,
                    Role::King | Role::Pawn | Role::Queen => next.queens |= to,
                }
            }
        }
        next
    }

    /// The same position with the other side to move.
    pub(super) fn passed(&self) -> Board {
        Board { passing: Bitboard::EMPTY, turn: !self.turn, ..*self }
    }

    /// Only the men on `squares`.
    pub(super) fn only(&self, squares: Bitboard) -> Board {
        self.map(|plane| plane & squares)
    }

    fn castle(&mut self, step: Step) {
        let (king, rook) = (step.from(), step.to());
        let (king_to, rook_to) = castling_squares(king, rook);
        let moved = Bitboard::from_square(king) | Bitboard::from_square(rook);
        let landed = Bitboard::from_square(king_to) | Bitboard::from_square(rook_to);
        self.kings = (self.kings & !moved) | Bitboard::from_square(king_to);
        self.rooks = (self.rooks & !moved) | Bitboard::from_square(rook_to);
        let color = !self.turn;
        match color {
            Color::Black => self.black = (self.black & !moved) | landed,
            Color::White => self.white = (self.white & !moved) | landed,
        }
        self.castles &= !home(color);
    }

    fn remove(&mut self, gone: Bitboard) {
        let stays = !gone;
        self.pawns &= stays;
        self.knights &= stays;
        self.bishops &= stays;
        self.rooks &= stays;
        self.queens &= stays;
        self.white &= stays;
        self.black &= stays;
    }
}

/// Where king and rook land when the king on `king` castles with the rook on `rook`.
pub(super) fn castling_squares(king: Square, rook: Square) -> (Square, Square) {
    let (king_file, rook_file) = if rook.file() > king.file() {
        (shakmaty::File::G, shakmaty::File::F)
    } else {
        (shakmaty::File::C, shakmaty::File::D)
    };
    (Square::from_coords(king_file, king.rank()), Square::from_coords(rook_file, king.rank()))
}

/// All squares that pawns of one colour attack.
pub(super) fn pawn_attacks(pawns: Bitboard, color: Color) -> Bitboard {
    match color {
        Color::Black => {
            pawns.shift(-9) & !Bitboard::from_file(shakmaty::File::H)
                | pawns.shift(-7) & !Bitboard::from_file(shakmaty::File::A)
        }
        Color::White => {
            pawns.shift(7) & !Bitboard::from_file(shakmaty::File::H)
                | pawns.shift(9) & !Bitboard::from_file(shakmaty::File::A)
        }
    }
}

fn rank_of(sq: Square) -> Bitboard {
    Bitboard::from_rank(sq.rank()) & DOUBLE_STEP_RANKS
}

fn home(color: Color) -> Bitboard {
    Bitboard::from_rank(match color {
        Color::Black => shakmaty::Rank::Eighth,
        Color::White => shakmaty::Rank::First,
    })
}
