//! The pieces as the sensors show them: which stand where, which are in the air, which have only just come down.
//!
//! Nothing here knows the Laws. Who may touch what, and what a release means, is judged by who reads it.

mod key;

use protocols::{Color, Piece, Placement, Square};

use crate::{rules::LegalMove, turn::GameTime};

pub(in crate::turn) use key::SensedKey;

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
    /// When it left.
    pub(in crate::turn) at: GameTime,
    /// Taken off by the piece that came down on it; its lift was never seen.
    pub(in crate::turn) overwritten: bool,
}

impl InHand {
    /// Whether it was taken off by the piece that came down on it, or captured from its home on `captured`.
    fn is_captured(&self, captured: Option<Square>) -> bool {
        self.overwritten || (captured.is_some() && self.home == captured)
    }
}

/// A piece that has come down and not yet stayed for `settle_ms`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) struct Landing {
    pub(in crate::turn) square: Square,
    pub(in crate::turn) piece: Piece,
    /// When it came down.
    pub(in crate::turn) at: GameTime,
    /// When it will have stayed for `settle_ms`.
    pub(in crate::turn) settles: GameTime,
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
    board: Placement,
    /// Pieces off the board, in the order in which they left.
    hand: Vec<InHand>,
    /// Pieces that have come down and not yet settled, in the order in which they came.
    landings: Vec<Landing>,
    /// One that was among them and has now stayed for `settle_ms`, while it is judged.
    judged: Option<Landing>,
    /// First squares of pieces that stand elsewhere than when the turn began.
    homes: Vec<(Square, Option<Square>)>,
}

/// Most pieces remembered as off the board.
const MAX_HAND: usize = 64;

impl SensedBoard {
    pub(in crate::turn) fn new(board: Placement) -> SensedBoard {
        SensedBoard { board, hand: Vec::new(), landings: Vec::new(), judged: None, homes: Vec::new() }
    }

    /// What stands where.
    pub(in crate::turn) fn board(&self) -> &Placement {
        &self.board
    }

    /// What stands on `square`.
    pub(in crate::turn) fn at(&self, square: Square) -> Option<Piece> {
        self.board.at(square)
    }

    /// The pieces off the board, those in the box among them, in the order in which they left.
    pub(in crate::turn) fn hand(&self) -> &[InHand] {
        &self.hand
    }

    /// The pieces that have come down and not yet settled, in the order in which they came.
    pub(in crate::turn) fn landings(&self) -> &[Landing] {
        &self.landings
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

    /// Only what stands on the board counts from here: nothing is in the air, has just come down or came from elsewhere.
    pub(in crate::turn) fn forget_hands(&mut self) {
        *self = SensedBoard::new(self.board);
    }

    /// The board shows `reading`, whatever was seen of it before; what is in the air stays there. Gives what it showed.
    pub(in crate::turn) fn show(&mut self, reading: Placement) -> Placement {
        std::mem::replace(&mut self.board, reading)
    }

    /// The piece that stands on `square` turns out to be this one. An empty square stays empty.
    pub(in crate::turn) fn identify(&mut self, square: Square, piece: Piece) {
        if self.board.at(square).is_some() {
            self.board.set(square, Some(piece));
        }
    }

    /// Takes the piece off `square`. Gives the piece and its home, or `None` from an empty square.
    pub(in crate::turn) fn lift(&mut self, square: Square, at: GameTime) -> Option<InHand> {
        let piece = self.board.set(square, None)?;
        let home = self.home(square);
        let rested = self.carried_on(square).map_or(Some(square), |landing| landing.rested.or(home));
        self.homes.retain(|(now, _)| *now != square);
        self.landings.retain(|landing| landing.square != square);
        let lifted = InHand { piece, home, left: square, rested, at, overwritten: false };
        // A piece set down before its lift was reported: the lift belongs to it, nothing is in the air.
        if let Some(landing) = self.landings.iter_mut().find(|landing| landing.unexplained && landing.piece == piece) {
            // One that was only sliding across there still has its first square to be told.
            landing.unexplained = home.is_none();
            landing.rested = rested;
            let landed = landing.square;
            self.came_from(landed, home);
            return Some(lifted);
        }
        if self.hand.len() < MAX_HAND {
            self.hand.push(lifted);
        }
        Some(lifted)
    }

    /// A piece is in the air that stood on `square` and was not seen to leave it.
    pub(in crate::turn) fn left_unseen(&mut self, square: Square, piece: Piece, at: GameTime) {
        let rested = Some(square);
        self.hand.push(InHand { piece, home: rested, left: square, rested, at, overwritten: false });
    }

    /// Puts a piece down, which will have settled at `settles`. What stood there is taken off.
    pub(in crate::turn) fn put_down(&mut self, square: Square, piece: Piece, at: GameTime, settles: GameTime) {
        self.put_down_after(None, square, piece, at, settles);
    }

    /// The same once a move is made that has captured the piece with its home on `captured`: that one is on its way to
    /// the box, whatever comes down.
    pub(in crate::turn) fn put_down_after(
        &mut self,
        captured: Option<Square>,
        square: Square,
        piece: Piece,
        at: GameTime,
        settles: GameTime,
    ) {
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
        let explains = |held: &InHand| {
            held.piece == piece && held.home.is_some() && (!held.is_captured(captured) || held.left == square)
        };
        // Of several alike it is the one that stood there, if it has.
        let is_back = |held: &InHand| explains(held) && held.rested == Some(square);
        let held = self.hand.iter().rposition(is_back).or_else(|| self.hand.iter().rposition(explains));
        let unexplained = held.is_none();
        let held = held.map(|index| self.hand.remove(index));
        self.board.set(square, Some(piece));
        self.came_from(square, held.and_then(|held| held.home));
        let rested = held.and_then(|held| held.rested);
        self.landings.push(Landing { square, piece, at, settles, rested, unexplained, early: false });
    }

    /// The pieces of a move stand where it takes them, and came from where it found them.
    pub(in crate::turn) fn moved_by(&mut self, m: &LegalMove) {
        self.came_from(m.to, Some(m.from));
        if let Some(castling) = m.castling {
            self.came_from(castling.rook_to, Some(castling.rook_from));
        }
    }

    /// The pieces of a move that nobody saw stand where it takes them, and the last of them may go on until it has
    /// settled.
    pub(in crate::turn) fn arrived_unseen(&mut self, m: &LegalMove, at: GameTime, settles: GameTime) {
        self.moved_by(m);
        let piece = m.arriving();
        let rested = Some(m.from);
        self.landings.push(Landing { square: m.to, piece, at, settles, rested, unexplained: false, early: true });
    }

    /// The piece on `square` stands for the one that had its home on `home`.
    pub(in crate::turn) fn adopt(&mut self, square: Square, home: Square) {
        self.came_from(square, Some(home));
        self.hand.retain(|held| held.home != Some(home));
    }

    /// The piece on `square` came from `home`, where it stood when the turn began; with `None`, from beside the board.
    pub(in crate::turn) fn came_from(&mut self, square: Square, home: Option<Square>) {
        self.homes.retain(|(now, _)| *now != square);
        if home != Some(square) {
            self.homes.push((square, home));
        }
    }

    /// Whatever has only just come down goes back into the air: where it comes to rest will not be seen.
    pub(in crate::turn) fn undo_landings(&mut self) {
        let carried: Vec<Landing> = self.landings.iter().filter(|landing| !landing.early).copied().collect();
        for landing in carried {
            self.undo_landing(landing);
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
        self.put_down(landed.square, landed.piece, landed.at, landed.settles);
        let had_rested = self.judged == Some(landed);
        if let Some(again) = self.landings.pop().filter(|_| !had_rested) {
            self.landings.push(Landing { early: landed.early, ..again });
        }
    }

    /// The piece on `square` counts as put down before its time. Gives it, unless it does already or has settled.
    pub(in crate::turn) fn settle_early(&mut self, square: Square) -> Option<Landing> {
        let landing = self.landings.iter_mut().find(|landing| landing.square == square && !landing.early)?;
        landing.early = true;
        Some(*landing)
    }

    /// The next piece that has stayed for `settle_ms` by `now`, which has settled with that.
    pub(in crate::turn) fn settle_due(&mut self, now: GameTime) -> Option<Landing> {
        let due = self.landings.iter().position(|landing| landing.settles <= now)?;
        Some(self.landings.remove(due))
    }

    /// The piece that came down first, which has settled with that however long it has stayed.
    pub(in crate::turn) fn settle_first(&mut self) -> Option<Landing> {
        (!self.landings.is_empty()).then(|| self.landings.remove(0))
    }

    /// Whatever has come down on `square` has settled there.
    pub(in crate::turn) fn settle_on(&mut self, square: Square) {
        self.landings.retain(|landing| landing.square != square);
    }

    /// The piece that has come down again counts as it did before: as put down before its time, or as settled.
    pub(in crate::turn) fn settle_as(&mut self, landed: Landing) {
        let Some(index) = self.landings.iter().position(|landing| landing.square == landed.square) else { return };
        if landed.early {
            self.landings[index].early = true;
        } else {
            self.landings.remove(index);
        }
    }

    /// The pieces on these squares came from beside the board: no lift still to come is theirs.
    pub(in crate::turn) fn explain(&mut self, squares: &[Square]) {
        self.landings.iter_mut().for_each(|landing| landing.unexplained &= !squares.contains(&landing.square));
    }

    /// A piece that has settled counts as just come down until [`end_judging`](SensedBoard::end_judging).
    pub(in crate::turn) fn begin_judging(&mut self, settled: Landing) {
        self.judged = Some(settled);
    }

    /// What has settled has been judged.
    pub(in crate::turn) fn end_judging(&mut self) {
        self.judged = None;
    }

    /// When the first of the pieces that have come down will have settled.
    pub(in crate::turn) fn next_settles(&self) -> Option<GameTime> {
        self.landings.iter().map(|landing| landing.settles).min()
    }

    /// When everything will have settled that came down before `over`; `over` itself at the earliest.
    pub(in crate::turn) fn settled_from(&self, over: GameTime) -> GameTime {
        let before = self.landings.iter().filter(|landing| landing.at < over);
        before.map(|landing| landing.settles).fold(over, GameTime::max)
    }

    /// Whether a piece has come down that may still go on: it has not settled, and does not count as put down.
    pub(in crate::turn) fn is_something_landing(&self) -> bool {
        self.landings.iter().any(|landing| !landing.early)
    }

    /// Whether such a piece of `color` had come down by `at`.
    pub(in crate::turn) fn was_landing(&self, color: Color, at: GameTime) -> bool {
        self.landings.iter().any(|landing| !landing.early && landing.at <= at && landing.piece.color == color)
    }

    /// The piece that has come down on `square` and not yet settled.
    pub(in crate::turn) fn landing_on(&self, square: Square) -> Option<&Landing> {
        self.landings.iter().find(|landing| landing.square == square)
    }

    /// The same, unless it counts as put down already.
    pub(in crate::turn) fn carried_on(&self, square: Square) -> Option<&Landing> {
        self.landings.iter().find(|landing| landing.square == square && !landing.early)
    }

    /// The pieces that have just come down, and stand there still.
    fn just_down(&self) -> impl Iterator<Item = &Landing> {
        self.landings.iter().chain(&self.judged).filter(|landing| self.board.at(landing.square) == Some(landing.piece))
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

    /// Whether a piece like this was taken off by the one that came down on it.
    pub(in crate::turn) fn is_covered(&self, piece: Piece) -> bool {
        self.hand.iter().any(|held| held.overwritten && held.piece == piece)
    }

    /// Whether the last piece like this that left the board left `square`.
    pub(in crate::turn) fn left_last(&self, square: Square, piece: Piece) -> bool {
        self.hand.iter().rfind(|held| held.piece == piece).is_some_and(|held| held.left == square)
    }

    /// Whether the piece is off the board that had its home on `home`.
    pub(in crate::turn) fn is_off(&self, home: Square) -> bool {
        self.hand.iter().any(|held| held.home == Some(home))
    }

    /// Whether it is in the air, and was not taken off by another that came down on it.
    pub(in crate::turn) fn is_in_air(&self, home: Square) -> bool {
        self.hand.iter().any(|held| held.home == Some(home) && !held.overwritten)
    }

    /// The home of the piece off the board that left `square`.
    pub(in crate::turn) fn home_of_lifted(&self, square: Square) -> Option<Square> {
        self.hand.iter().find(|held| held.left == square).and_then(|held| held.home)
    }

    /// First squares of the pieces of both players in the air, each once, in order.
    pub(in crate::turn) fn homes_in_air(&self) -> Vec<Square> {
        let mut squares: Vec<Square> =
            self.hand.iter().filter(|held| !held.overwritten).filter_map(|held| held.home).collect();
        squares.sort();
        squares.dedup();
        squares
    }

    /// The pieces in the air, and where they rested last.
    pub(in crate::turn) fn held_from_rest(&self) -> Vec<(Square, Piece)> {
        self.all_in_air().filter_map(|held| Some((held.rested?, held.piece))).collect()
    }

    /// `stood` with the pieces in the air put back where they rested last, where that is empty; not the one captured,
    /// which had its home on `captured`.
    pub(in crate::turn) fn with_hand_at_rest(&self, mut stood: Placement, captured: Option<Square>) -> Placement {
        for held in self.all_in_air().filter(|held| held.home != captured) {
            if let Some(rested) = held.rested.filter(|&rested| stood.at(rested).is_none()) {
                stood.set(rested, Some(held.piece));
            }
        }
        stood
    }

    /// Whether a drop of `piece` would be the same piece as the landing one: nothing in the air explains it, so it is
    /// read on two squares at once. `captured` as in [`put_down_after`](SensedBoard::put_down_after).
    pub(in crate::turn) fn is_same_piece(&self, landing: &Landing, piece: Piece, captured: Option<Square>) -> bool {
        let in_air = |held: &InHand| held.piece == piece && held.home.is_some() && !held.is_captured(captured);
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
        self.all_in_air().filter(move |held| held.piece.color == color)
    }

    /// The same of both colours.
    fn all_in_air(&self) -> impl Iterator<Item = &InHand> {
        self.hand.iter().filter(|held| !held.overwritten && held.home.is_some())
    }

    /// Lays a piece where the evidence says it is although no sensor showed it.
    pub(in crate::turn) fn lay(&mut self, from: Square, to: Square, piece: Piece) {
        self.board.set(from, None);
        self.board.set(to, Some(piece));
        self.hand.retain(|held| held.home != Some(from));
        self.landings.retain(|landing| landing.square != to);
        self.came_from(to, Some(from));
    }
}

#[cfg(test)]
mod tests;
