//! Half-moves made while play was suspended: nobody judged them, and each was seen. Where several lines of moves explain the
//! board, the order in which pieces came down tells which was played.

use protocols::{Color, Piece, Placement, Role, Square, registry::Sensing};

use crate::{
    board::Event,
    rules::{LegalMove, Lines, Position, Sight, lines_to},
    turn::{
        recovery::{LastPiece, TELL_AFTER_MS, TurnMachine, lines::MAX_FOLLOWED},
        sense::sensed_board::SensedBoard,
        state::OpenPress,
        unrecorded::has_moved_a_piece,
    },
};

/// Most pieces coming down while play is suspended whose order is remembered.
const MAX_LANDINGS: usize = 64;

/// Most positions tried for the lines that were seen to be played.
const MAX_TRIED: usize = 2_000;

/// So many pieces at most are gone from a board that was away for being in the hand: both of a capture.
const MOST_TAKEN_UP: u32 = 2;

/// Most pieces that are in the hand when play goes on; where more have gone, they are tidied up.
const MAX_IN_HAND: usize = 4;

/// What is known of the board since play was suspended.
#[derive(Debug, Clone)]
pub(in crate::turn) struct Suspended {
    /// What the squares tell.
    sensing: Sensing,
    /// What stood where then.
    pub(in crate::turn) before: SensedBoard,
    /// What has been seen since; `None` where the board has changed unseen, or too much.
    seen: Option<Followed>,
    /// What has been taken up since anything last came down; of a board of squares it is not known what that was.
    in_hand: Vec<(Square, Option<Piece>)>,
    /// The press that was open, and is judged when play goes on from the same board.
    pub(in crate::turn) open: Option<OpenPress>,
    /// Who has pressed last, and where pieces have come down since; within the grace of the one that was open, none has.
    pressed: Option<(Color, Vec<Square>)>,
    /// How often has been pressed.
    presses: usize,
    /// The occupied squares do not tell which pieces stand on them.
    is_in_doubt: bool,
}

/// Where pieces have left and where they have come down, each in that order.
#[derive(Debug, Clone, Default)]
struct Followed {
    lifted: Vec<Square>,
    landed: Vec<Landed>,
}

/// Where a piece has come down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Landed {
    square: Square,
    /// What it was, where the squares tell.
    piece: Option<Piece>,
    /// One has been taken up there since, and nobody had pressed: it has only rested on its way, or it was captured.
    may_have_gone_on: bool,
}

impl Followed {
    /// How often a piece has come down for good.
    fn count_at_rest(&self) -> usize {
        self.landed.iter().filter(|landed| !landed.may_have_gone_on).count()
    }
}

impl Suspended {
    pub(in crate::turn) fn since(sensing: Sensing, before: SensedBoard, open: Option<OpenPress>) -> Suspended {
        Suspended {
            sensing,
            before,
            seen: Some(Followed::default()),
            in_hand: Vec::new(),
            open,
            pressed: open.map(|press| (press.by, Vec::new())),
            presses: 0,
            is_in_doubt: false,
        }
    }

    /// Whether this player has pressed, and his move has not come to its square since.
    pub(in crate::turn) fn is_pressed_for(&self, by: Color, m: &LegalMove) -> bool {
        let later = |since: &[Square]| m.steps().any(|(_, to)| since.contains(&to));
        self.pressed.as_ref().is_some_and(|(pressed, since)| *pressed == by && !later(since))
    }

    /// Whether the clock was pressed at least twice, and as often as pieces came down.
    fn is_pressed_each_time(&self) -> bool {
        self.presses > 1 && self.seen.as_ref().is_some_and(|seen| self.presses >= seen.count_at_rest())
    }

    /// Who has pressed last.
    fn pressed(&self) -> Option<Color> {
        self.pressed.as_ref().map(|(by, _)| *by)
    }

    /// This has been seen. A reading of the whole board tells nothing where it is as `known`.
    pub(in crate::turn) fn see(&mut self, event: &Event, known: bool) {
        match *event {
            Event::Lift { square, piece } => {
                let pressed = self.pressed.as_ref().is_some_and(|(_, since)| since.is_empty());
                self.note(|seen| {
                    seen.lifted.push(square);
                    if let Some(last) = seen.landed.last_mut().filter(|last| last.square == square && !pressed) {
                        last.may_have_gone_on = true;
                    }
                });
                self.in_hand.push((square, piece));
            }
            Event::Drop { square, piece } => {
                // A single piece that comes down where it stood has been adjusted.
                let is_same = |held: Option<Piece>| held.zip(piece).is_none_or(|(held, put)| held == put);
                let is_adjusted = matches!(self.in_hand[..], [(home, held)] if home == square && is_same(held));
                self.note(|seen| {
                    if !is_adjusted {
                        seen.landed.push(Landed { square, piece, may_have_gone_on: false });
                    }
                });
                self.in_hand.clear();
                // Nobody has pressed since the one that was open: this comes within its grace.
                let is_in_grace = self.open.is_some();
                if let Some((_, since)) = self.pressed.as_mut().filter(|_| !is_adjusted && !is_in_grace) {
                    since.push(square);
                }
            }
            Event::Placement(_) if !known => {
                (self.seen, self.pressed, self.open) = (None, None, None);
                self.in_hand.clear();
            }
            Event::Press { by } => {
                (self.pressed, self.open) = (Some((by, Vec::new())), None);
                self.presses += 1;
            }
            Event::Clock(_) | Event::Flag { .. } | Event::Link { .. } | Event::Placement(_) | Event::Time => {}
        }
        if self.in_hand.len() > MAX_IN_HAND {
            self.in_hand.clear();
        }
    }

    fn note(&mut self, what: impl FnOnce(&mut Followed)) {
        self.seen = self.seen.take().filter(|seen| seen.lifted.len().max(seen.landed.len()) < MAX_LANDINGS);
        self.seen.as_mut().map(what);
    }

    /// The squares of what is in the hand.
    pub(in crate::turn) fn squares_in_hand(&self) -> impl Iterator<Item = Square> {
        self.in_hand.iter().map(|(square, _)| *square)
    }

    /// Whether what stood there may be in somebody's hand: it was taken up last, or the board was not seen all the time.
    pub(in crate::turn) fn may_be_in_hand(&self, square: Square) -> bool {
        // Of what went between squares nobody knows what it was.
        let is_followed = self.seen.is_some() && self.sensing == Sensing::Identity;
        !is_followed || self.squares_in_hand().any(|held| held == square)
    }

    /// The lines from this position that explain what is seen: those whose pieces have come down in their order, or, where
    /// not everything was seen, the shortest.
    /// `put_back` is where the piece of a move that counts no more stands again.
    fn lines(&self, from: &Position, sight: Sight, plies: usize, put_back: Option<Square>) -> Lines {
        let Some(seen) = &self.seen else {
            let to_move = self.pressed().map(Color::other);
            return match lines_to(from, sight, plies, to_move) {
                // The press may have been no player's.
                Lines::None if to_move.is_some() => lines_to(from, sight, plies, None),
                lines => lines,
            };
        };
        let mut search = Search {
            sensing: self.sensing,
            sight,
            lifted: &seen.lifted,
            line: Vec::new(),
            found: Vec::new(),
            left: MAX_TRIED,
        };
        let is_put_back = put_back.is_some() && seen.landed.first().map(|landed| landed.square) == put_back;
        search.follow(from, &seen.landed[usize::from(is_put_back)..]);
        match (search.found.len(), search.left) {
            (_, 0) => Lines::Undecided,
            (0, _) => Lines::None,
            (1, _) => Lines::One(search.found.remove(0)),
            _ => Lines::Several { lines: search.found, all: true },
        }
    }

    /// The line that was played and pressed for, move by move, and has led back to where it began.
    pub(in crate::turn) fn line_back(&self, from: &Position) -> Option<Vec<LegalMove>> {
        let landed = self.seen.as_ref().map_or(0, Followed::count_at_rest);
        if landed == 0 || self.presses < landed {
            return None;
        }
        match self.lines(from, Sight::Pieces(*self.before.board()), 0, None) {
            Lines::One(line) => Some(line),
            Lines::None | Lines::Several { .. } | Lines::Undecided => None,
        }
    }
}

/// The search for the lines of moves whose pieces come down where some were seen to, one after the other.
struct Search<'a> {
    sensing: Sensing,
    sight: Sight,
    lifted: &'a [Square],
    line: Vec<LegalMove>,
    found: Vec<Vec<LegalMove>>,
    /// So many positions may still be tried.
    left: usize,
}

impl Search<'_> {
    fn follow(&mut self, position: &Position, landed: &[Landed]) {
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        if landed.is_empty() {
            let is_shown = match &self.sight {
                Sight::Pieces(board) => position.placement() == board,
                Sight::Occupied(bits) => position.placement().occupied() == *bits,
            };
            if is_shown && !self.found.contains(&self.line) {
                self.found.push(self.line.clone());
            }
            return;
        }
        if landed[0].may_have_gone_on {
            self.follow(position, &landed[1..]);
        }
        for m in position.legal_moves().iter() {
            let count = m.steps().count();
            let (come_down, rest) = come_down_first(landed, count);
            let on = |square: Square| come_down.iter().find(|landed| landed.square == square);
            let is_seen =
                count == come_down.len() && m.steps().all(|(from, to)| on(to).is_some() && self.lifted.contains(&from));
            let is_known = m.promotion.is_none_or(|role| match on(m.to).and_then(|landed| landed.piece) {
                Some(piece) => piece == m.arriving(),
                // Squares do not tell which piece it became: a queen, as everywhere.
                None => role == Role::Queen || self.sensing == Sensing::Identity,
            });
            if is_seen && is_known {
                self.line.push(m.clone());
                self.follow(&position.play(m), rest);
                self.line.pop();
            }
        }
    }
}

/// Where the next so many pieces have come down, and what has come down behind them. King and rook of a castling may rest on
/// their way.
fn come_down_first(landed: &[Landed], count: usize) -> (Vec<Landed>, &[Landed]) {
    let (mut first, mut rest) = (Vec::with_capacity(count), landed);
    while let [next, behind @ ..] = rest {
        if first.len() == count {
            break;
        }
        if first.is_empty() || !next.may_have_gone_on {
            first.push(*next);
        }
        rest = behind;
    }
    (first, rest)
}

impl TurnMachine {
    /// Something is seen while play is suspended: see [`Suspended::see`].
    pub(in crate::turn) fn note_while_suspended(&mut self, event: &Event, known: bool) {
        if let Event::Press { by } = *event {
            self.presses.hear(self.now, by);
        }
        self.suspended.iter_mut().for_each(|suspended| suspended.see(event, known));
    }

    /// Play goes on with the pieces in the hand that were taken up last: what they leave is in order. Gives whether it is.
    pub(in crate::turn) fn go_on_with_pieces_in_hand(&mut self, suspended: &Suspended) -> bool {
        let held: Vec<(Square, Piece)> = match self.settings.sensing {
            Sensing::Identity => {
                suspended.in_hand.iter().filter_map(|&(square, piece)| Some((square, piece?))).collect()
            }
            // What they are has been found before.
            Sensing::Occupancy => Vec::new(),
        };
        if held.is_empty() || held.iter().any(|(square, _)| self.sensed.at(*square).is_some()) {
            return false;
        }
        let mut board = *self.sensed.board();
        for (square, piece) in &held {
            board.set(*square, Some(*piece));
        }
        let mut tried = self.clone();
        tried.sensed = SensedBoard::new(board);
        tried.go_on_from_board(suspended);
        tried.complete_if_pressed_while_suspended(suspended);
        let in_order = tried.phase.is_followed() && tried.view() == *tried.position().placement();
        if in_order {
            *self = tried;
            for (square, _) in held {
                self.sensed.lift(square, self.now);
            }
        }
        in_order
    }

    /// The pieces that moves made while play was suspended have brought to these squares, where the sensors decide it. If
    /// they do not, and moves may have, nothing is to be made of what stands there.
    pub(in crate::turn) fn pieces_while_suspended(&mut self, bits: u64) -> Option<Placement> {
        let suspended = self.suspended.as_deref()?;
        // Pieces that have only been taken up are in the hand.
        let has_landed = suspended.seen.as_ref().map(|seen| seen.count_at_rest() > 0);
        let before = suspended.before.board().occupied();
        let shows_more = bits & !before != 0 || (before & !bits).count_ones() > MOST_TAKEN_UP;
        if !has_landed.unwrap_or(shows_more) {
            return None;
        }
        let (plies, sight) = (self.longest_unseen(), Sight::Occupied(bits));
        let (mut from, mut lines) = (self.position(), suspended.lines(self.position(), sight, plies, None));
        if let (Lines::None, Some(made)) = (&lines, &self.turn.made) {
            // The move that was made, and not pressed, may have been taken back.
            from = &self.turn.position;
            lines = suspended.lines(from, sight, plies, Some(made.m.from));
        }
        let agreed = *from.placement();
        let after = |line: &[LegalMove]| line.iter().fold(agreed, |board, m| m.after(&board));
        let shown = match &lines {
            Lines::One(line) => Some(after(line.as_slice())),
            Lines::Several { lines, all: true } => {
                let first = lines.first().map(|line| after(line))?;
                lines.iter().all(|line| after(line) == first).then_some(first)
            }
            Lines::Several { all: false, .. } => None,
            Lines::None | Lines::Undecided => return None,
        };
        self.suspended.iter_mut().for_each(|suspended| suspended.is_in_doubt = shown.is_none());
        shown
    }

    /// Play goes on after several half-moves were made while it was suspended, or may have been: with the line of moves that
    /// explains the board, or with nothing judged before it is known which one was played. Gives whether it is so.
    pub(in crate::turn) fn take_moves_while_suspended(&mut self, suspended: &Suspended) -> bool {
        let board = *self.sensed.board();
        if suspended.is_in_doubt {
            self.know_no_more();
            return true;
        }
        // Pieces that were pressed for as often as they came down were not only put elsewhere.
        if self.are_only_displaced(&board) && !suspended.is_pressed_each_time() {
            return false;
        }
        let plies = self.longest_unseen();
        let mut lines = suspended.lines(self.position(), Sight::Pieces(board), plies, None);
        let made = self.turn.made.as_ref().map(|made| made.m.from);
        if matches!(lines, Lines::None | Lines::Undecided) && made.is_some() {
            // The move that was made, and not pressed, may be another one now.
            let instead = suspended.lines(&self.turn.position, Sight::Pieces(board), plies, made);
            if matches!(instead, Lines::One(_) | Lines::Several { .. }) {
                self.take_back_unpressed();
                lines = instead;
            }
        }
        match lines {
            Lines::One(line) => {
                self.infer_line(&line, &board, LastPiece::Rests);
            }
            Lines::Several { mut lines, all } => {
                lines.truncate(MAX_FOLLOWED);
                self.begin_to_look();
                self.recovery.lines = lines;
                self.recovery.all = all;
                self.remember_seen(suspended.pressed().map(Color::other), false);
                self.lose_track_and_tell();
            }
            // Both players have moved pieces and pressed, be it to where no move takes them: it was play.
            Lines::None | Lines::Undecided if suspended.seen.is_none() => self.reconstruct(None),
            Lines::None | Lines::Undecided if suspended.presses > 1 => self.know_no_more(),
            Lines::None | Lines::Undecided => return false,
        }
        true
    }

    /// Which pieces stand where is not known any more, until the arbiter says so or they stand as they were known.
    fn know_no_more(&mut self) {
        self.begin_to_look();
        self.recovery.give_up();
        self.lose_track_and_tell();
    }

    fn lose_track_and_tell(&mut self) {
        self.phase.lose_track();
        self.presses.closes();
        self.recovery.tell_at = Some(self.now + TELL_AFTER_MS);
        self.sensed.settle_homes();
    }

    /// Whether all pieces are there still, and none but one player's stand elsewhere: no two players have moved them.
    fn are_only_displaced(&self, board: &Placement) -> bool {
        let agreed = self.position().placement();
        let changed = || agreed.differences(board);
        let is_as_many = changed().filter(|&square| agreed.at(square).is_some()).count()
            == changed().filter(|&square| board.at(square).is_some()).count();
        let have_moved = [Color::White, Color::Black].map(|by| has_moved_a_piece(by, agreed, board));
        is_as_many && have_moved != [true, true]
    }
}
