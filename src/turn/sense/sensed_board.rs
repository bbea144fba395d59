//! The pieces of wood: which stand where, which are in the air, which have only just come down.

use protocols::{At, Color, Piece, Placement, Square};

use crate::rules::LegalMove;

/// A piece off the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) struct InHand {
    pub(in crate::turn) piece: Piece,
    /// Where it stood when the turn began; `None` for a piece that was not on the board then.
    pub(in crate::turn) home: Option<Square>,
    /// The square it left last.
    pub(in crate::turn) left: Square,
    /// The square on which it rested last: not one across which it was carried. `None` for a piece that never did.
    pub(in crate::turn) rested: Option<Square>,
    pub(in crate::turn) at: At,
    /// Taken off by the piece that came down on it; its lift was never seen.
    pub(in crate::turn) overwritten: bool,
}

/// A piece that has come down and not yet stayed for `settle_ms`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) struct Landing {
    pub(in crate::turn) square: Square,
    pub(in crate::turn) piece: Piece,
    pub(in crate::turn) at: At,
    pub(in crate::turn) settles: At,
    /// The square on which it rested before, as [`InHand::rested`].
    pub(in crate::turn) rested: Option<Square>,
    /// No piece in the air explains it: from the box, or its lift is still to come.
    pub(in crate::turn) unexplained: bool,
    /// Taken as put down already, because something else happened since.
    pub(in crate::turn) early: bool,
}

/// Whether the board shows the whole position: nothing that belongs to it is in the air.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) enum Whole {
    No,
    Yes,
}

/// The physical position, kept apart from the rules position.
#[derive(Debug, Clone)]
pub(in crate::turn) struct SensedBoard {
    pub(in crate::turn) board: Placement,
    pub(in crate::turn) hand: Vec<InHand>,
    pub(in crate::turn) landings: Vec<Landing>,
    /// One that was among them and has now stayed for `settle_ms`, while it is judged.
    pub(in crate::turn) rested: Option<Landing>,
    /// First squares of pieces that stand elsewhere than when the turn began.
    pub(in crate::turn) homes: Vec<(Square, Option<Square>)>,
}

/// Most pieces remembered as off the board.
const MAX_HAND: usize = 64;

impl SensedBoard {
    pub(in crate::turn) fn new(board: Placement) -> SensedBoard {
        SensedBoard { board, hand: Vec::new(), landings: Vec::new(), rested: None, homes: Vec::new() }
    }

    /// A new turn begins: every piece is at home where it stands, pieces in the air where they left, and the captured
    /// one has gone to the box.
    pub(in crate::turn) fn begin_turn_after(&mut self, captured: Option<Square>, whole: Whole) {
        // A piece just set down may be one carried away: it comes from the box, not from where it is seen.
        let landing = &self.landings;
        self.homes.retain_mut(|(now, home)| {
            if *home == captured {
                *home = None;
            }
            home.is_none() && landing.iter().any(|landing| landing.square == *now)
        });
        for held in &mut self.hand {
            let gone = whole == Whole::Yes || held.overwritten || held.home.is_none() || captured == held.home;
            held.home = if gone { None } else { held.rested };
            held.overwritten = false;
        }
        let box_pieces = self.hand.iter().filter(|held| held.home.is_none()).count();
        let mut surplus = box_pieces.saturating_sub(MAX_HAND / 2);
        self.hand.retain(|held| {
            let drop = surplus > 0 && held.home.is_none();
            surplus -= usize::from(drop);
            !drop
        });
    }

    /// Where the piece on `square` stood when the turn began; `None` if it was not on the board.
    pub(in crate::turn) fn home(&self, square: Square) -> Option<Square> {
        self.homes.iter().find(|(now, _)| *now == square).map_or(Some(square), |(_, home)| *home)
    }

    /// Every piece that has come to rest is at home where it stands.
    pub(in crate::turn) fn settle_homes(&mut self) {
        let landing = &self.landings;
        self.homes.retain(|(now, _)| landing.iter().any(|landing| landing.square == *now));
    }

    /// Takes the piece off `square`. Gives the piece and its home, or `None` from an empty square.
    pub(in crate::turn) fn lift(&mut self, square: Square, at: At) -> Option<InHand> {
        let piece = self.board.set(square, None)?;
        let home = self.home(square);
        let carried = self.landings.iter().find(|landing| landing.square == square && !landing.early);
        let rested = carried.map_or(Some(square), |landing| landing.rested.or(home));
        self.homes.retain(|(now, _)| *now != square);
        self.landings.retain(|landing| landing.square != square);
        let lifted = InHand { piece, home, left: square, rested, at, overwritten: false };
        // A piece set down before its lift was reported: the lift belongs to it, nothing is in the air.
        if let Some(landing) = self.landings.iter_mut().find(|landing| landing.unexplained && landing.piece == piece) {
            // One that was only sliding across there still has its first square to be told.
            landing.unexplained = home.is_none();
            landing.rested = rested;
            let landed = landing.square;
            self.set_home(landed, home);
            return Some(lifted);
        }
        if self.hand.len() < MAX_HAND {
            self.hand.push(lifted);
        }
        Some(lifted)
    }

    /// Puts a piece down. What stood there is taken off.
    pub(in crate::turn) fn drop(&mut self, square: Square, piece: Piece, at: At, settles: At) {
        if let Some(victim) = self.board.at(square) {
            let home = self.home(square);
            self.homes.retain(|(now, _)| *now != square);
            self.landings.retain(|landing| landing.square != square);
            if self.hand.len() < MAX_HAND {
                let rested = Some(square);
                self.hand.push(InHand { piece: victim, home, left: square, rested, at, overwritten: true });
            }
        }
        // A captured piece carried about does not explain a drop: the same kind of piece may stand on two squares.
        // But two pieces on one square are read in turns: the one covered there is back.
        let explains =
            |held: &InHand| held.piece == piece && held.home.is_some() && (!held.overwritten || held.left == square);
        let held = self.hand.iter().rposition(explains);
        let unexplained = held.is_none();
        let held = held.map(|index| self.hand.remove(index));
        self.board.set(square, Some(piece));
        self.set_home(square, held.and_then(|held| held.home));
        let rested = held.and_then(|held| held.rested);
        self.landings.push(Landing { square, piece, at, settles, rested, unexplained, early: false });
    }

    /// The pieces of a move that nobody saw stand where it takes them, and the last of them may go on until it has
    /// settled.
    pub(in crate::turn) fn arrived_unseen(&mut self, m: &LegalMove, at: At, settles: At) {
        self.set_home(m.to, Some(m.from));
        if let Some(castling) = m.castling {
            self.set_home(castling.rook_to, Some(castling.rook_from));
        }
        let piece = m.arriving();
        let rested = Some(m.from);
        self.landings.push(Landing { square: m.to, piece, at, settles, rested, unexplained: false, early: true });
    }

    /// The piece on `square` stands for the one that had its home on `home`.
    pub(in crate::turn) fn adopt(&mut self, square: Square, home: Square) {
        self.set_home(square, Some(home));
        self.hand.retain(|held| held.home != Some(home));
    }

    pub(in crate::turn) fn set_home(&mut self, square: Square, home: Option<Square>) {
        self.homes.retain(|(now, _)| *now != square);
        if home != Some(square) {
            self.homes.push((square, home));
        }
    }

    /// Takes a piece that has just come down back into the air, as it was before.
    pub(in crate::turn) fn undo_landing(&mut self, landed: Landing) {
        let home = self.home(landed.square);
        self.board.set(landed.square, None);
        self.homes.retain(|(now, _)| *now != landed.square);
        self.landings.retain(|landing| landing.square != landed.square);
        let left = home.unwrap_or(landed.square);
        let rested = landed.rested.or(home);
        self.hand.push(InHand { piece: landed.piece, home, left, rested, at: landed.at, overwritten: false });
    }

    /// Puts it down again, on what stands there now.
    pub(in crate::turn) fn land_again(&mut self, landed: Landing) {
        self.drop(landed.square, landed.piece, landed.at, landed.settles);
        let had_rested = self.rested == Some(landed);
        if let Some(again) = self.landings.pop().filter(|_| !had_rested) {
            self.landings.push(Landing { early: landed.early, ..again });
        }
    }

    /// The pieces that have just come down, and stand there still.
    fn just_down(&self) -> impl Iterator<Item = &Landing> {
        self.landings.iter().chain(&self.rested).filter(|landing| self.board.at(landing.square) == Some(landing.piece))
    }

    /// Pieces of `color` that have just come down elsewhere than at home; the home, where their lift has been read.
    pub(in crate::turn) fn just_moved(&self, color: Color) -> Vec<(Square, Option<Square>)> {
        let elsewhere = |landing: &Landing| (landing.square, self.home(landing.square));
        let own = self.just_down().filter(|landing| landing.piece.color == color);
        own.map(elsewhere).filter(|(square, home)| *home != Some(*square)).collect()
    }

    /// The piece that was taken off `square` by the one that came down on it.
    pub(in crate::turn) fn covered(&self, square: Square) -> Option<Piece> {
        self.hand.iter().rfind(|held| held.overwritten && held.left == square).map(|held| held.piece)
    }

    /// Whether a drop of `piece` would be the same piece as the fresh one: nothing in the air explains it, so it is
    /// read on two squares at once.
    pub(in crate::turn) fn is_same_piece(&self, landing: &Landing, piece: Piece) -> bool {
        let in_air = |held: &InHand| held.piece == piece && held.home.is_some() && !held.overwritten;
        landing.piece == piece && !self.hand.iter().any(in_air)
    }

    /// The board with the pieces of `color` that left their homes in the air put back.
    pub(in crate::turn) fn with_returned(&self, color: Color) -> Option<Placement> {
        let mut board = self.board;
        let mut any = false;
        for held in self.in_air(color) {
            if let Some(home) = held.home
                && board.at(home).is_none()
            {
                board.set(home, Some(held.piece));
                any = true;
            }
        }
        any.then_some(board)
    }

    /// Pieces of `color` lifted and not put down; those overwritten are not in the air.
    pub(in crate::turn) fn in_air(&self, color: Color) -> impl Iterator<Item = &InHand> {
        self.hand.iter().filter(move |held| held.piece.color == color && !held.overwritten && held.home.is_some())
    }

    /// Lays a piece where the evidence says it is although no sensor showed it.
    pub(in crate::turn) fn lay(&mut self, from: Square, to: Square, piece: Piece) {
        self.board.set(from, None);
        self.board.set(to, Some(piece));
        self.hand.retain(|held| held.home != Some(from));
        self.landings.retain(|landing| landing.square != to);
        self.set_home(to, Some(from));
    }
}
