//! A board of squares that is back after more half-moves than one reading can be taken apart into.
//!
//! What one instant shows of two half-moves is read as lifts and drops, those of each move together. Of more, it is not known
//! who lifted what: the lines of legal moves that lead there are hypotheses of their own, and where there are none, nothing
//! is judged.

use std::collections::BTreeSet;

use protocols::{Color, Square, SquareSet};

use crate::{
    board::Event,
    rules::{LegalMove, Lines, Position, Sight, lines_to},
    turn::{
        hypotheses::{
            Hypotheses, cost,
            hypothesis::Hypothesis,
            squares::{MAX_PLIES, end_of_lines, see_on, show_where_lines_lead},
        },
        recovery::LastPiece,
        sense::scan::Seen,
    },
};

/// So many half-moves are read off one reading as lifts and drops.
const READ_PLIES: usize = 2;

/// Most hypotheses that are taken as having gone on unseen.
const MAX_FROM: usize = 4;

/// Most lines of one hypothesis that are followed.
const MAX_LINES: usize = 24;

/// What a board that was away shows now.
pub(super) enum SinceGap {
    /// More has been played than is looked for.
    Lost,
    /// These hypotheses have gone on by lines that lead there. Pieces may also be in the air.
    Either(Vec<Hypothesis>),
    /// The same, and nothing else explains it.
    Lines(Vec<Hypothesis>),
    /// No more than lifts and drops tell.
    Short,
}

impl Hypotheses {
    /// Who has pressed last while the board was away, which has shown itself now. Who pressed first has completed the move
    /// that he had made before, if he had.
    pub(super) fn take_pressed_in_gap(&mut self, seen: Seen) -> Option<Color> {
        let pressed = self.machines().fold(None, |other, machine| machine.presses.take_pressed_in_gap().or(other))?;
        self.each(|mut hypothesis, numbers| {
            if hypothesis.machine.has_made(pressed.first) {
                hypothesis.machine.link.comes_back();
                hypothesis.take(Seen { event: Event::Press { by: pressed.first }, ..seen }, numbers);
                let in_play = hypothesis.machine.phase.is_playing();
                hypothesis.machine.link.goes_away(in_play);
            }
            vec![hypothesis]
        });
        Some(pressed.last)
    }

    /// What may have been played while the board was away that shows these squares occupied now, where `pressed` has pressed
    /// last meanwhile: his move was let go, and so was all before it.
    pub(super) fn since_gap(&mut self, seen: Seen, bits: u64, pressed: Option<Color>) -> SinceGap {
        let changed = self.occupied ^ bits;
        let followed = |hypothesis: &Hypothesis| {
            let machine = &hypothesis.machine;
            machine.link.is_away() && machine.phase.is_followed() && !machine.awaits_restoring()
        };
        // What is not believed, or contradicts the moves that are told, tells nothing of what went unseen, where anything else
        // does.
        let count = self.believed().len();
        let departs = self.all[..count].iter().all(|hypothesis| hypothesis.departs);
        let believed = self.all[..count].iter().filter(|hypothesis| hypothesis.departs == departs).take(MAX_FROM);
        if changed == 0 || !believed.clone().all(followed) {
            return SinceGap::Short;
        }
        let (mut gone_on, mut in_air): (Vec<Hypothesis>, bool) = (Vec::new(), false);
        for hypothesis in believed {
            let position = hypothesis.machine.position();
            let is_read_off = is_read_off(position, bits);
            in_air = in_air || is_read_off || shows_in_air(position, bits);
            let found = lines_to(position, Sight::Occupied(bits), MAX_PLIES, None).into_found().0;
            // Pieces put elsewhere by accident would show as few squares changed.
            let is_believed =
                |line: &&Vec<LegalMove>| line.len() <= changed.count_ones() as usize && !goes_and_comes_back(line);
            for line in found.iter().filter(is_believed).take(MAX_LINES) {
                let is_short = line.len() <= READ_PLIES;
                if is_short && is_read_off && pressed.is_none() && !takes_what_has_come(line) {
                    continue;
                }
                let mut other =
                    hypothesis.having_played(line, LastPiece::MayMoveOn, pressed, seen, &mut self.alert_number);
                // More than the squares need is believed once what follows says so.
                other.cost += if is_read_off && !is_short { cost::BELIEVED + 1 } else { 0 };
                gone_on.push(other);
            }
            let held = if is_read_off { Vec::new() } else { with_piece_in_hand(position, bits) };
            for (line, square) in held.into_iter().take(MAX_LINES) {
                // Whoever has taken up the next piece answers a move that has come to rest, unless he has pressed last.
                if Some(position.play_all(&line).turn()) != pressed {
                    gone_on.push(hypothesis.having_taken_up(&line, square, pressed, seen, &mut self.alert_number));
                }
                let mut other =
                    hypothesis.having_played(&line, LastPiece::MayMoveOn, pressed, seen, &mut self.alert_number);
                other.machine.sensed.lift(square, seen.at);
                gone_on.push(other);
            }
            let taken = if is_read_off { Vec::new() } else { with_victim_in_hand(position, bits) };
            for (line, square) in taken.into_iter().take(MAX_LINES) {
                gone_on.push(hypothesis.having_taken_up(&line, square, pressed, seen, &mut self.alert_number));
            }
        }
        if !gone_on.is_empty() && !in_air {
            // What was played may be another thing altogether: what comes next tells.
            let least = gone_on.iter().map(|hypothesis| hypothesis.cost).min().unwrap_or(0);
            let mut lost = self.all[0].clone();
            lost.cost = least + cost::BELIEVED + 1;
            lost.lose_track(seen, bits, &mut self.alert_number);
            gone_on.push(lost);
        }
        match (gone_on.is_empty(), in_air) {
            (true, true) => SinceGap::Short,
            (true, false) => SinceGap::Lost,
            (false, true) => SinceGap::Either(gone_on),
            (false, false) => SinceGap::Lines(gone_on),
        }
    }

    /// The squares of each of two half-moves that may have led to these squares while the board was away: nobody knows who
    /// lifted what when, and it is not held against him who moved second.
    pub(super) fn half_moves_read_off(&self, bits: u64) -> Vec<Vec<Square>> {
        let found = lines_to(self.all[0].machine.position(), Sight::Occupied(bits), READ_PLIES, None).into_found().0;
        let line = found.into_iter().find(|line| line.len() == READ_PLIES).unwrap_or_default();
        line.iter().map(|m| m.steps().flat_map(|(from, to)| [from, to]).collect()).collect()
    }

    /// These are the hypotheses that explain what the board shows.
    pub(super) fn go_on_by(&mut self, all: Vec<Hypothesis>, bits: u64) {
        self.occupied = bits;
        self.all = all;
        self.each(|hypothesis, _| vec![hypothesis]);
    }

    /// Whether the board was away while an illegal move was to be put right, and shows that it has been replaced and answered:
    /// that is followed, where all lines of moves lead to the same pieces.
    pub(super) fn has_been_corrected(&mut self, seen: Seen, bits: u64, pressed: Option<Color>) -> bool {
        let machine = &self.all[0].machine;
        let waits = machine.link.is_away() && machine.awaits_restoring();
        let stopped = machine.stopped.as_ref().filter(|stopped| waits && !stopped.may_stand(Sight::Occupied(bits)));
        let Some(end) = stopped.and_then(|stopped| end_of_lines(&stopped.turn.position, bits)) else { return false };
        let mut corrected = self.all[0].clone();
        corrected.take(Seen { event: Event::Time, ..seen }, &mut self.alert_number);
        corrected.machine.link.comes_back();
        if !corrected.machine.follow_replacement_unseen(&end, pressed.is_some()) {
            return false;
        }
        corrected.unidentified.clear();
        corrected.collect();
        self.alert_number = corrected.machine.alerts.last_number();
        self.go_on_by(vec![corrected], bits);
        true
    }

    /// The game has ended while the board was away: which moves came before that only the arbiter can tell.
    pub(super) fn ask_what_came_before_the_end(&mut self) {
        self.settle_on_best();
        show_where_lines_lead(&mut self.all[0].machine, self.occupied);
        self.all[0].machine.ask_what_came_before_the_end();
        self.all[0].collect();
        self.timer.take();
    }

    /// It is not known what was played while the board was away: nothing is judged before it is.
    pub(super) fn lose_track(&mut self, seen: Seen, bits: u64) {
        self.settle_on_best();
        self.occupied = bits;
        self.all[0].lose_track(seen, bits, &mut self.alert_number);
        self.timer.take();
    }
}

impl Hypothesis {
    /// The same after a line of moves that nobody saw, whose last piece is `last` unless its player has pressed for it.
    fn having_played(
        &self,
        line: &[LegalMove],
        last: LastPiece,
        pressed: Option<Color>,
        seen: Seen,
        numbers: &mut u32,
    ) -> Hypothesis {
        let mut other = self.clone();
        other.cost += line.len() as u32 * cost::UNSEEN_MOVE;
        other.take(Seen { event: Event::Time, ..seen }, numbers);
        other.machine.link.comes_back();
        other.unidentified.clear();
        let after = self.machine.position().play_all(line);
        let let_go = pressed.filter(|&by| line.last().is_some_and(|m| m.piece.color == by));
        let last = if let_go.is_some() { LastPiece::Rests } else { last };
        other.machine.infer_line(line, after.placement(), last);
        if let Some(by) = let_go {
            other.machine.pressed(by);
        }
        other.collect();
        *numbers = other.machine.alerts.last_number();
        other
    }

    /// The same, at rest, and whoever moves next has taken up what stands on `square`.
    fn having_taken_up(
        &self,
        line: &[LegalMove],
        square: Square,
        pressed: Option<Color>,
        seen: Seen,
        numbers: &mut u32,
    ) -> Hypothesis {
        let mut other = self.having_played(line, LastPiece::Rests, pressed, seen, numbers);
        let piece = other.machine.sensed.at(square);
        other.take(Seen { event: Event::Lift { square, piece }, ..seen }, numbers);
        other
    }

    /// It is not known what was played.
    fn lose_track(&mut self, seen: Seen, bits: u64, numbers: &mut u32) {
        self.unidentified.clear();
        self.take(Seen { event: Event::Time, ..seen }, numbers);
        self.machine.link.comes_back();
        see_on(&mut self.machine, bits);
        self.machine.reconstruct(None);
        self.collect();
        *numbers = self.machine.alerts.last_number();
    }

    /// The board is back, and `by` has pressed last while it was away: for the move that it shows, if it shows one of his.
    /// Where it shows none nothing is ruled, for what was done before the press was not seen.
    pub(super) fn pressed_in_gap(self, by: Color, seen: Seen, numbers: &mut u32) -> Vec<Hypothesis> {
        let press = Seen { event: Event::Press { by }, ..seen };
        let all = self.with_unseen_captures(seen.at, numbers).into_iter();
        let mut all: Vec<Hypothesis> = all.flat_map(Hypothesis::with_promotions_pressed).collect();
        for hypothesis in &mut all {
            hypothesis.machine.settle_all();
            if hypothesis.machine.is_to_be_pressed_by(by) {
                hypothesis.take(press, numbers);
            }
        }
        all
    }
}

/// Whether a piece ends where it began. That two players should have done nothing else, but for what a piece put elsewhere
/// by accident would show as well, is not believed.
fn goes_and_comes_back(line: &[LegalMove]) -> bool {
    let begins = |square: Square, before: &[LegalMove]| {
        before.iter().rev().fold(square, |at, m| m.steps().find(|(_, to)| *to == at).map_or(at, |(from, _)| from))
    };
    line.iter().enumerate().any(|(index, m)| index > 0 && begins(m.from, &line[..index]) == m.to)
}

/// Whether a piece is taken that has moved in this line: of that no square tells, so it is not read off as lifts and drops.
fn takes_what_has_come(line: &[LegalMove]) -> bool {
    line.iter().enumerate().any(|(index, m)| {
        let came = |square: Square| line[..index].iter().any(|before| before.steps().any(|(_, to)| to == square));
        m.capture.is_some_and(came)
    })
}

/// Whether so few half-moves lead to these squares as are read off them as lifts and drops.
fn is_read_off(position: &Position, bits: u64) -> bool {
    position.placement().occupied() == bits
        || lines_to(position, Sight::Occupied(bits), READ_PLIES, None) != Lines::None
}

/// The lines of so few half-moves that lead there but for one piece, which whoever moves next has in his hand and can move.
fn with_piece_in_hand(position: &Position, bits: u64) -> Vec<(Vec<LegalMove>, Square)> {
    let left = SquareSet::from_bits(position.placement().occupied() & !bits);
    let held = left.iter().flat_map(|square| {
        let lines = lines_to(position, Sight::Occupied(bits | 1 << square.index()), READ_PLIES, None).into_found().0;
        lines.into_iter().map(move |line| (line, square))
    });
    held.filter(|(line, square)| position.play_all(line).legal_moves().iter().any(|m| m.from == *square)).collect()
}

/// The lines of one half-move more that lead there but for the piece that has come down last, which whoever moves next has in
/// his hand to capture it.
fn with_victim_in_hand(position: &Position, bits: u64) -> Vec<(Vec<LegalMove>, Square)> {
    let occupied = position.placement().occupied();
    let is_empty = |square: Square| (occupied | bits) >> square.index() & 1 == 0;
    let moves = position.legal_moves().into_iter().chain(position.pass().legal_moves());
    let has_left = moves.filter(|m| bits >> m.from.index() & 1 == 0 && is_empty(m.to));
    let landed: BTreeSet<Square> = has_left.map(|m| m.to).collect();
    let lines = landed.into_iter().flat_map(|square| {
        let sight = Sight::Occupied(bits | 1 << square.index());
        let found = lines_to(position, sight, READ_PLIES + 1, None).into_found().0;
        found.into_iter().map(move |line| (line, square))
    });
    let is_captured_next = |(line, square): &(Vec<LegalMove>, Square)| {
        let end = position.play_all(line);
        let has_come = line.last().is_some_and(|m| m.to == *square);
        has_come && end.legal_moves().iter().any(|m| m.capture == Some(*square) && m.to == *square)
    };
    lines.filter(is_captured_next).collect()
}

/// Whether so few half-moves lead there with a piece in the air that moves next or is taken, or both pieces of a capture.
fn shows_in_air(position: &Position, bits: u64) -> bool {
    let left: Vec<Square> = SquareSet::from_bits(position.placement().occupied() & !bits).iter().collect();
    let explains = |in_air: &[Square], end: &Position| match *in_air {
        [one] => end.legal_moves().iter().any(|m| m.from == one || m.capture == Some(one)),
        [one, other] => end
            .legal_moves()
            .iter()
            .any(|m| (m.from == one && m.capture == Some(other)) || (m.from == other && m.capture == Some(one))),
        _ => false,
    };
    let shows = |in_air: &[Square]| {
        let before = in_air.iter().fold(bits, |bits, square| bits | 1 << square.index());
        let lines = match before == position.placement().occupied() {
            true => vec![Vec::new()],
            false => lines_to(position, Sight::Occupied(before), READ_PLIES, None).into_found().0,
        };
        lines.iter().any(|line| explains(in_air, &position.play_all(line)))
    };
    left.iter()
        .enumerate()
        .any(|(index, &one)| shows(&[one]) || left[..index].iter().any(|&other| shows(&[one, other])))
}
