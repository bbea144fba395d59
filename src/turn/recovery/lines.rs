//! The lines that may have been played: each board seen later, and each word of the arbiter's, rules some of them out.

use protocols::{Color, Piece, Placement, Role, Square, registry::Sensing};

use crate::{
    rules::{LegalMove, Lines, MAX_LINE_PLIES, Position, Sight, lines_to},
    turn::{
        ClockUse,
        recovery::{
            BoardSeen, LastPiece, MOST_ADDED, Recovery, TELL_LATE_MS, Tries, TurnMachine, in_air::InAir, line_from,
        },
        signs::{is_centre, is_kings_step},
    },
};

/// Longest stretch between two positions in which all pieces rest, while the lines played before are not known, in plies.
const FOLLOWED_PLIES: usize = 4;

/// Most lines that are followed at the same time.
pub(super) const MAX_FOLLOWED: usize = 128;

/// How many of the boards seen since are tried, after the arbiter's word, as the first that his line leads to: a piece may
/// have rested on its way.
const MAX_RETRACED: usize = 4;

/// Most pieces that are in the hand for one move.
const MOST_IN_HAND: usize = 2;

/// How far the moves that the arbiter has said have come in the boards that were seen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum ToldUpTo {
    /// Not to the first of them.
    #[default]
    Before,
    /// To the first of those that are left.
    First,
    /// Past some, to none of those that are left.
    Between,
}

/// Through how many of the boards seen the lines could be followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Retraced {
    /// Through all of them.
    All,
    /// Through so many of them only.
    UpTo(usize),
}

impl TurnMachine {
    /// The lines that would explain the board as it is.
    pub(super) fn lines_shown(&mut self) -> Vec<Vec<LegalMove>> {
        self.follow_or_search(None, |unseen| &mut unseen.glances).into_found().0
    }

    /// What may have been played, up to the board as it is now.
    pub(super) fn lines_unseen(&mut self, to_move: Option<Color>) -> Lines {
        let lines = self.follow_or_search(to_move, |unseen| &mut unseen.tries);
        if !self.has_been(self.sensed.board()) {
            return lines;
        }
        // The arbiter may be ahead of the board: nobody has moved back to what was on it before, unless he was seen to.
        let (mut lines, all) = lines.into_found();
        lines.retain(|line| self.plies_unpressed(line, to_move) == 0);
        Lines::found(lines, all)
    }

    /// The lines that are known, up to the board as it is now, or else those that a search finds, while there are tries left.
    fn follow_or_search(&mut self, to_move: Option<Color>, tries: fn(&mut Recovery) -> &mut Tries) -> Lines {
        match self.follow_on(to_move) {
            Some(followed) => followed,
            None if tries(&mut self.recovery).once_more() => self.search_lines(to_move),
            None => Lines::None,
        }
    }

    /// The lines that are known, up to the board as it is now; `None` where it must be searched for others.
    fn follow_on(&mut self, to_move: Option<Color>) -> Option<Lines> {
        let followed = self.follow_lines(self.sensed.board(), to_move);
        if followed.is_none() && self.recovery.all && !self.recovery.lines.is_empty() {
            // None of them was played: what had been put down before the gap was no move.
            self.moved_before_gap = None;
        }
        followed
    }

    /// Longest line that is looked for, in plies. What stands on a board of squares is a matter of belief, and looked at in
    /// every explanation.
    pub(super) fn longest_unseen(&self) -> usize {
        match self.settings.sensing {
            Sensing::Identity => MAX_LINE_PLIES,
            Sensing::Occupancy => FOLLOWED_PLIES,
        }
    }

    fn search_lines(&self, to_move: Option<Color>) -> Lines {
        let board = Sight::Pieces(*self.sensed.board());
        let lines = lines_to(self.position(), board, self.longest_unseen(), to_move);
        match self.as_moved_before_gap(self.with_all_presses(lines)) {
            // Fewer moves explain it with the reply to what was pressed.
            Lines::One(line) if to_move.is_some() && line.len() > 1 => {
                let shorter = lines_to(self.position(), board, line.len() - 1, None);
                match self.with_all_presses(shorter).into_found() {
                    (shorter, _) if shorter.is_empty() => Lines::One(line),
                    _ => Lines::Several { lines: vec![line], all: false },
                }
            }
            lines => lines,
        }
    }

    /// The lines in which each player has moved as often as has been seen from the presses, and of those the ones that lead
    /// through the boards that were pressed on. Where none does, the arbiter is told of them, and none is taken.
    fn with_all_presses(&self, lines: Lines) -> Lines {
        let plies = self.plies_pressed();
        match lines {
            Lines::One(line) if line.len() < plies => Lines::None,
            Lines::One(line) if !self.comes_by_boards_seen(&line) => Lines::Several { lines: vec![line], all: false },
            Lines::Several { mut lines, all } => {
                lines.retain(|line| line.len() >= plies);
                let (by, past): (Vec<_>, Vec<_>) = lines.into_iter().partition(|line| self.comes_by_boards_seen(line));
                if by.is_empty() { Lines::found(past, false) } else { Lines::found(by, all) }
            }
            lines => lines,
        }
    }

    /// Whether a line leads through the boards that were seen since. Where presses are seen: through those to which moves were
    /// known to lead, and the last on which a player has pressed, the other player to move there; through all others but one,
    /// for a piece may have been misread or off its square.
    fn comes_by_boards_seen(&self, line: &[LegalMove]) -> bool {
        let Recovery { seen, .. } = &self.recovery;
        if seen.is_empty() || self.settings.clock == ClockUse::None {
            return true;
        }
        let last_pressed = seen.iter().rposition(|shown| shown.to_move.is_some());
        let missed = self.seen_along(line).enumerate().filter(|(_, (_, place))| place.is_none());
        let missed: Vec<usize> = missed.map(|(index, _)| index).collect();
        missed.len() <= 1 && missed.iter().all(|&index| !seen[index].is_led_to && Some(index) != last_pressed)
    }

    /// How many moves of a line were not seen to be pressed, or without a clock to come to rest. The last one counts as pressed
    /// where it is known who has the move behind it.
    pub(super) fn plies_unpressed(&self, line: &[LegalMove], to_move: Option<Color>) -> usize {
        let last = to_move.is_some().then_some(line.len());
        let counts = |to_move: Option<Color>| to_move.is_some() || self.settings.clock == ClockUse::None;
        let seen = self.seen_along(line).filter(|(to_move, _)| counts(*to_move));
        let mut places: Vec<usize> = seen.filter_map(|(_, place)| place).chain(last).collect();
        places.retain(|place| *place > 0);
        places.dedup();
        line.len() - places.len()
    }

    /// Who had the move on each board that was seen, and after how many moves of a line it was so, in their order; `None`
    /// of one to which the line does not lead.
    fn seen_along(&self, line: &[LegalMove]) -> impl Iterator<Item = (Option<Color>, Option<usize>)> {
        let mut reached = vec![self.position().clone()];
        for m in line {
            reached.extend(reached.last().map(|position| position.play(m)));
        }
        let mut from = 0;
        self.recovery.seen.iter().map(move |BoardSeen { board, to_move, .. }| {
            let shows = |&place: &usize| {
                let position = &reached[place];
                to_move.is_none_or(|to_move| position.turn() == to_move)
                    && is_shown_late(position, &reached[place.saturating_sub(1)], board)
            };
            let place = (from..reached.len()).find(shows);
            from = place.unwrap_or(from);
            (*to_move, place)
        })
    }

    /// Whether the board shows the last known position once more: a move was pressed, and moves are known that may have been
    /// made, or another board was pressed on.
    pub(super) fn has_gone_and_come_back(&self) -> bool {
        let known = self.position();
        // A board to which no moves lead was misread, or a piece was off its square; and on one that the arbiter's words
        // have come by, play only comes up with them.
        let is_other = |BoardSeen { board, to_move, .. }: &BoardSeen| {
            to_move.is_some()
                && !is_shown_late(known, known, board)
                && !self.has_been(board)
                && !matches!(line_from(known, board, FOLLOWED_PLIES, *to_move), Lines::None)
        };
        let may_have_moved = !self.recovery.lines.is_empty();
        let is_pressed = self.plies_pressed() > 0;
        let is_other_seen = || self.recovery.seen.iter().rev().take(MAX_RETRACED).any(is_other);
        (is_pressed && (may_have_moved || is_other_seen())) || (may_have_moved && self.is_played_without_clock())
    }

    /// Whether pieces have come to rest more than once, without a clock, on boards to which moves lead: none was misread.
    fn is_played_without_clock(&self) -> bool {
        let known = self.position().placement();
        let led_to = self.recovery.seen.iter().filter(|shown| shown.is_led_to && shown.board != *known);
        self.settings.clock == ClockUse::None && led_to.count() > 1
    }

    /// Whether the board is on its way along the moves that the arbiter has said, as the boards tell that were seen since, and
    /// shows a position before the last of them. The last may have the same pieces, and is still to come.
    pub(super) fn comes_up_with_words(&self, to_move: Option<Color>) -> bool {
        if self.recovery.most_added.is_none() {
            return false;
        }
        let board = *self.sensed.board();
        let pressed = self.recovery.pressed.filter(|(_, shown)| *shown == board);
        let to_move = to_move.or(pressed.map(|(by, _)| by.other()));
        let moves = self.played.moves();
        let before = moves.iter().skip(self.recovery.said_from + 1).map(|made| &made.before);
        let said: Vec<&Position> = before.chain([self.position()]).collect();
        // The first that it may be, of those that have not been passed.
        let place = |from: usize, board: &Placement, to_move: Option<Color>| {
            let is_it = |p: &&Position| p.placement() == board && to_move.is_none_or(|to_move| p.turn() == to_move);
            said.iter().skip(from).position(is_it).map(|further| from + further)
        };
        let passed = self.recovery.seen.iter().fold(None, |passed: Option<usize>, shown| {
            // Who has pressed meanwhile may have pressed for later moves than a board tells that is late.
            place(passed.unwrap_or_default(), &shown.board, None).or(passed)
        });
        // Without a press the pieces may have been put there to follow his words.
        let from = passed.or(to_move.map(|_| 0));
        let shown = from.and_then(|from| place(from, &board, to_move));
        shown.is_some_and(|shown| shown + 1 < said.len())
    }

    /// The arbiter's words have led to what the board shows, or showed last: whether the presses tell that more was played
    /// since.
    pub(in crate::turn) fn is_played_on_unseen(&mut self) -> bool {
        if !self.phase.is_unexplained() {
            return false;
        }
        self.pass_what_was_said();
        if self.link.is_away() {
            self.presses.is_pressed_in_gap() || self.plies_pressed() > 0
        } else {
            self.has_gone_and_come_back()
        }
    }

    /// How many moves the presses tell that were made since the position was known.
    pub(super) fn plies_pressed(&self) -> usize {
        // Each move that the arbiter has said since is one of them.
        let (told, at_least) = (self.recovery.told_beyond, self.recovery.at_least);
        let after = |plies: usize, turn: Color| if plies.is_multiple_of(2) { turn } else { turn.other() };
        let first = after(told, self.position().turn());
        let shown = self.recovery.seen.iter().filter(|shown| shown.to_move.is_some());
        let changes = |mut turn: Color| {
            let to_move = shown.clone().filter_map(|shown| shown.to_move);
            to_move.filter(|&to_move| std::mem::replace(&mut turn, to_move) != to_move).count()
        };
        if at_least > 0 {
            // Those that were made before: what is pressed on first may be the last of them.
            return at_least + changes(after(at_least + told, first));
        }
        // Who does not have the move has pressed first, on a board to which moves lead: both have moved.
        let is_second = |shown: &BoardSeen| {
            let is_other = shown.board != *self.position().placement();
            told == 0 && shown.is_led_to && is_other && shown.to_move == Some(first)
        };
        let before = if shown.clone().next().is_some_and(is_second) { 2 } else { 0 };
        (before + changes(first)).saturating_sub(told)
    }

    /// How the lines go on that may have been played before: each later board rules some of them out. `None` where they
    /// are not known, or a press shows that none of them was played. Without a clock no press tells how many moves were
    /// made: lines with too many ways to go on stay as they are then, for one of them was played.
    fn follow_lines(&self, board: &Placement, to_move: Option<Color>) -> Option<Lines> {
        let Recovery { lines, all: true, .. } = &self.recovery else { return None };
        if lines.is_empty() {
            return None;
        }
        let stay = || {
            let without_clock = self.settings.clock == ClockUse::None;
            without_clock.then(|| Lines::Several { lines: lines.clone(), all: true })
        };
        let mut ends: Vec<(Position, Lines)> = Vec::new();
        let mut followed: Vec<Vec<LegalMove>> = Vec::new();
        for line in lines {
            let end = self.position().play_all(line);
            let known = ends.iter().position(|(other, _)| *other == end);
            let index = known.unwrap_or_else(|| {
                let on = line_from(&end, board, FOLLOWED_PLIES, to_move);
                ends.push((end, on));
                ends.len() - 1
            });
            match &ends[index].1 {
                Lines::None => {}
                Lines::One(on) => followed.push([&line[..], on].concat()),
                Lines::Several { lines: on, all: true } => {
                    followed.extend(on.iter().map(|on| [&line[..], on].concat()))
                }
                Lines::Several { all: false, .. } | Lines::Undecided => return stay(),
            }
            if followed.len() > MAX_FOLLOWED {
                return stay();
            }
        }
        let Some(shortest) = followed.iter().map(Vec::len).min() else {
            // A piece may rest on its way; once the clock is pressed, none does.
            return to_move.is_none().then(|| Lines::Several { lines: lines.clone(), all: true });
        };
        followed.retain(|line| line.len() <= shortest + 1);
        followed.sort_by_key(Vec::len);
        Some(if followed.len() == 1 {
            Lines::One(followed.remove(0))
        } else {
            Lines::Several { lines: followed, all: true }
        })
    }

    /// The arbiter has said what the next of the moves was that nobody saw.
    pub(in crate::turn) fn unseen_move_set(&mut self, m: &LegalMove) {
        self.recovery.tries = Tries::default();
        self.recovery.at_least = self.recovery.at_least.saturating_sub(1);
        self.recovery.told_beyond += 1;
        if self.recovery.most_added.is_none() {
            (self.recovery.most_added, self.recovery.said_from) = (Some(MOST_ADDED), self.played.moves().len());
        }
        self.recovery.lines.retain(|line| line.first() == Some(m));
        for line in &mut self.recovery.lines {
            line.remove(0);
        }
    }

    /// The arbiter has said one of the moves that nobody saw: where there were too many lines to follow, there may be few
    /// enough now. They are followed through the boards that have been seen since; tells through how many of them.
    fn retrace(&mut self) -> Retraced {
        self.pass_what_was_said();
        if self.recovery.all && !self.recovery.lines.is_empty() {
            return Retraced::All;
        }
        self.recovery.lines.clear();
        let position = self.position().clone();
        let seen = std::mem::take(&mut self.recovery.seen);
        let (mut stopped, mut skipped) = (None, None);
        let mut searches = 0;
        for (index, BoardSeen { board, to_move, .. }) in seen.iter().enumerate() {
            let begun = !self.recovery.lines.is_empty();
            // What is in the hand there would be taken for captured.
            if !begun && searches < MAX_RETRACED && self.shows_in_air(*board) != InAir::No {
                searches += 1;
                skipped = skipped.or(Some(index));
                continue;
            }
            let lines = if begun {
                self.follow_lines(board, *to_move)
            } else {
                searches += 1;
                Some(line_from(&position, board, MAX_LINE_PLIES, *to_move))
            };
            match lines {
                Some(Lines::One(line)) => {
                    (self.recovery.lines, self.recovery.all) = (vec![line], true);
                    skipped = None;
                }
                Some(Lines::Several { lines, all: true }) => {
                    (self.recovery.lines, self.recovery.all) = (lines, true);
                    skipped = None;
                }
                // A piece may have rested on its way.
                Some(Lines::None) if begun || (to_move.is_none() && searches < MAX_RETRACED) => {}
                // One may show a piece in the air, of a reply begun before the press; the next must be explained.
                _ if begun && skipped.is_none() => skipped = Some(index),
                _ => {
                    stopped = skipped.or(Some(index));
                    break;
                }
            }
        }
        let followed = stopped.or(skipped).or(self.recovery.seen_too_much.then_some(seen.len()));
        self.recovery.seen = seen;
        match followed {
            None if !self.recovery.lines.is_empty() => Retraced::All,
            None => Retraced::UpTo(0),
            Some(boards) => Retraced::UpTo(boards),
        }
    }

    /// Looks again what was played, after the arbiter's word.
    pub(in crate::turn) fn reconstruct_from_what_was_told(&mut self) {
        // Up to now, or not at all: a line to where the pieces stood before may be one back.
        if self.retrace() != Retraced::All {
            self.recovery.lines.clear();
            // A piece that is being moved while he says it will tell more where it lands.
            let board = *self.sensed.board();
            if self.shows_in_air(board) != InAir::No {
                self.recovery.read = Some((board, self.now + TELL_LATE_MS));
                return;
            }
        }
        // What a board has shown that is away may be earlier than what he says.
        if !self.link.is_away() {
            self.reconstruct(None);
        }
    }

    /// Boards that the moves said by the arbiter have come to are done with. They come one by one from the first of them:
    /// the same position may have been on the board again much later.
    fn pass_what_was_said(&mut self) {
        let position = self.position().clone();
        let (placement, turn) = (*position.placement(), position.turn());
        let is_turn = |to_move: Option<Color>| to_move.is_none_or(|color| color == turn);
        let is_shown = |shown: &BoardSeen| is_turn(shown.to_move) && shown.board == placement;
        let before = self.played.moves().last().map_or_else(|| position.clone(), |made| made.before.clone());
        let is_late = |BoardSeen { board, to_move, .. }: &BoardSeen| {
            to_move.is_some() && is_turn(*to_move) && is_shown_late(&position, &before, board)
        };
        let Recovery { seen, told_up_to, told_beyond, .. } = &mut self.recovery;
        let mut first = seen.iter().take(MAX_RETRACED);
        let passed = first.clone().position(is_shown).or_else(|| first.position(is_late));
        match (passed, *told_up_to) {
            (Some(passed), _) => {
                seen.drain(..passed);
                (*told_up_to, *told_beyond) = (ToldUpTo::First, 0);
            }
            (None, ToldUpTo::First) => {
                seen.drain(..1.min(seen.len()));
                (*told_up_to, *told_beyond) = (ToldUpTo::Between, 0);
            }
            (None, ToldUpTo::Before | ToldUpTo::Between) => {}
        }
    }

    /// Whether the board shows this position, but for kings that show a result, in place of what stood there: as it did when
    /// a player last pressed.
    pub(in crate::turn) fn shows_but_for_a_sign(&self, position: &Position) -> bool {
        let board = *self.sensed.board();
        let mut differs = position.placement().differences(&board);
        let is_sign = self.are_kings_in_the_centre();
        let seen: &[BoardSeen] = if self.phase.is_unexplained() { &self.recovery.seen } else { &[] };
        let pressed = seen.iter().rfind(|shown| shown.to_move.is_some());
        let before = self.played.moves().last().map_or(position, |made| &made.before);
        let stood = |square: Square| {
            pressed.is_none_or(|pressed| {
                pressed.board.at(square) == position.placement().at(square)
                    || is_for_kings(position, &pressed.board, square)
                    || is_shown_late(position, before, &pressed.board)
            })
        };
        differs.all(|square| is_sign && is_for_kings(position, &board, square) && stood(square))
    }

    /// The game is over, whatever was played: what is known of that, up to the last board that moves explain, is taken
    /// down. The rest stays for the arbiter to say.
    pub(in crate::turn) fn infer_until_the_end(&mut self) {
        let retraced = self.retrace();
        let ([line], true) = (&self.recovery.lines[..], self.recovery.all) else {
            if retraced != Retraced::All {
                self.recovery.lines.clear();
            }
            return;
        };
        if self.is_his_to_say(line, None) {
            return self.recovery.lines.clear();
        }
        let (mut line, board) = (line.clone(), *self.sensed.board());
        // A king's step that nobody pressed is half of the sign that has ended the game.
        let is_pressed = |m: &LegalMove| {
            let shows = |shown: &BoardSeen| shown.to_move.is_some() && shown.board.at(m.to) == Some(m.arriving());
            self.recovery.seen.iter().any(shows)
        };
        line.pop_if(|last| is_kings_step(last) && !is_pressed(last));
        let end = self.position().play_all(&line);
        let explained = retraced == Retraced::All
            && (end.placement().differences(&board).all(|square| is_for_kings(&end, &board, square))
                || self.was_shown_before_put_away(&end));
        let is_last_pressed = |shown: &BoardSeen| shown.board == *end.placement() && shown.to_move == Some(end.turn());
        let pressed = retraced == Retraced::All && self.recovery.seen.last().is_some_and(is_last_pressed);
        self.infer_line(&line, &board, LastPiece::Rests);
        if pressed && self.turn.made.is_some() {
            self.complete_turn();
        }
        // The pieces may have to be put right by hand.
        self.turn.set_by_arbiter = true;
        self.recovery.lines.clear();
        match retraced {
            Retraced::UpTo(boards) => {
                self.recovery.seen.drain(..boards);
            }
            Retraced::All => self.recovery.seen.clear(),
        }
        self.recovery.told_beyond = 0;
        self.recovery.told_up_to = ToldUpTo::Between;
        if explained {
            self.know_again();
        }
    }
}

/// Whether what differs on this square from a position may be done by kings that show a result, in place of what stood there:
/// in the centre alone. A king that stands elsewhere has moved there.
pub(super) fn is_for_kings(position: &Position, board: &Placement, square: Square) -> bool {
    let is_king = |piece: Option<Piece>| piece.is_some_and(|piece| piece.role == Role::King);
    match board.at(square) {
        None => is_king(position.placement().at(square)),
        piece => is_king(piece) && is_centre(square),
    }
}

/// Whether a board that was pressed on shows this position, but for what was not heard yet of the last move, which was made
/// in the position `before`, and what is in a hand: of the move in reply, or a single piece.
fn is_shown_late(position: &Position, before: &Position, board: &Placement) -> bool {
    let (pieces, before) = (position.placement(), before.placement());
    let is_last_moves = |square: Square| pieces.at(square) != before.at(square);
    let mut in_hand = Vec::new();
    for square in pieces.differences(board) {
        let is_gone = board.at(square).is_none();
        if is_last_moves(square) {
            if !is_gone && board.at(square) != before.at(square) {
                return false;
            }
        } else if is_gone && in_hand.len() < MOST_IN_HAND {
            in_hand.push(square);
        } else {
            return false;
        }
    }
    let takes_them_up = |m: &LegalMove| in_hand.iter().all(|square| m.takes_up(*square));
    in_hand.len() < MOST_IN_HAND || position.legal_moves().iter().any(takes_them_up)
}
