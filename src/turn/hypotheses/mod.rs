//! Boards that tell only which squares are occupied: every hypothesis that the sensors allow.
//!
//! A [`Hypothesis`](hypothesis::Hypothesis) is a turn machine that was told which piece each lift and each drop was, and what
//! it took to believe that. Where an event may mean several things, there is a hypothesis for each ([`branch`]). Those that
//! need more irregularities than another cost more ([`cost`]) and are dropped in the end; two that go on alike are one
//! ([`key`]). Something is told once all that are left to believe say it ([`tell`]). Until then it waits, and where a press
//! or a reply wants an answer that the sensors cannot give, the arbiter is told of the moves that fit. His word settles it
//! ([`word`]).

mod after_end;
mod after_gap;
mod at_end;
mod branch;
mod cost;
mod hypothesis;
mod key;
mod set_up;
mod shared_end;
mod squares;
mod tell;
mod told;
mod word;
mod words;

use std::{
    cell::Cell,
    collections::{HashMap, HashSet, VecDeque},
};

use protocols::{Role, Square};

use crate::{
    board::{BoardReading, Event},
    rules::Winnable,
    turn::{
        Beginning, ClockUse, GameTime, Given, Question, Settings, Start, TurnMachine, TurnOutput,
        hypotheses::{
            after_end::AfterEnd,
            after_gap::SinceGap,
            hypothesis::Hypothesis,
            key::Key,
            told::Told,
            words::{Happened, Words},
        },
        sense::scan::{Flicker, Scan, Seen},
    },
};

/// Most hypotheses kept at a time; the most doubtful fall first.
const MAX_EXPLANATIONS: usize = 64;

/// Of the hypotheses by the same moves, so many are kept whatever others there are: what separates them is who holds
/// which piece, and must not crowd out another game.
const MAX_OF_A_LINE: usize = 6;

/// So many hypotheses by different promotions are kept whatever others there are.
const MAX_PROMOTIONS: usize = 16;

/// Most questions remembered that have not been answered yet.
const MAX_ASKED: usize = 64;

/// All hypotheses of one game that the sensors of an occupancy board allow. See the [module](self).
#[derive(Debug, Clone)]
pub(in crate::turn) struct Hypotheses {
    settings: Settings,
    scan: Scan,
    now: GameTime,
    /// What the sensors show: bit 0 = a1, bit 63 = h8.
    occupied: u64,
    /// The least doubtful first. Never empty.
    all: Vec<Hypothesis>,
    /// The last state that was sure, while it is open how things went on.
    sure: Option<Box<TurnMachine>>,
    told: Told,
    words: Words,
    after_end: AfterEnd,
    output: VecDeque<TurnOutput>,
    asked: VecDeque<Question>,
    /// The number of the last alert raised by any hypothesis.
    alert_number: u32,
    /// The first deadline of any hypothesis, once it has been looked for: boards that scan ask at every reading.
    timer: Cell<Option<Option<GameTime>>>,
    /// When an end of the game that all agree on is told.
    ends_due: Option<GameTime>,
}

impl Hypotheses {
    pub(in crate::turn) fn new(settings: Settings, start: Start, given: Given) -> Hypotheses {
        let machine = TurnMachine::new(settings, start, given);
        let occupied = machine.sensed.board().occupied();
        let mut hypotheses = Hypotheses {
            settings,
            scan: Scan::of_squares(),
            now: GameTime(0),
            occupied,
            alert_number: machine.alerts.last_number(),
            all: vec![Hypothesis::new(machine)],
            sure: None,
            told: Told::default(),
            words: Words::default(),
            after_end: AfterEnd::default(),
            output: VecDeque::new(),
            asked: VecDeque::new(),
            timer: Cell::default(),
            ends_due: None,
        };
        hypotheses.tell();
        hypotheses
    }

    /// The machine of what is sure.
    pub(in crate::turn) fn machine(&self) -> &TurnMachine {
        self.sure.as_deref().unwrap_or(&self.all[0].machine)
    }

    /// The machine of the turn in progress: what is touched in it by the best hypothesis that has no other moves than
    /// are sure.
    pub(in crate::turn) fn in_progress(&self) -> &TurnMachine {
        let Some(sure) = self.sure.as_deref() else { return &self.all[0].machine };
        let goes_on = |hypothesis: &&Hypothesis| {
            let machine = &hypothesis.machine;
            let same_turn = machine.turn.ply == sure.turn.ply && machine.phase.is_over() == sure.phase.is_over();
            let same_hold = machine.awaits_restoring() == sure.awaits_restoring();
            !hypothesis.departs && same_turn && same_hold && *machine.played.moves() == *sure.played.moves()
        };
        self.all.iter().find(goes_on).map_or(sure, |hypothesis| &hypothesis.machine)
    }

    pub(in crate::turn) fn occupied(&self) -> u64 {
        self.occupied
    }

    pub(in crate::turn) fn handle(&mut self, at: GameTime, event: Event) {
        self.advance(at);
        self.scan.push(at, event, &self.settings.timing);
        self.advance(at);
    }

    pub(in crate::turn) fn tick(&mut self, at: GameTime) {
        self.advance(at);
    }

    pub(in crate::turn) fn next_deadline(&self) -> Option<GameTime> {
        if self.beginning().is_some() {
            return None;
        }
        let ready = self.scan.ready_at(&self.settings.timing);
        let first = self.scan.first_at();
        let timer = self.next_timer().filter(|due| first.is_none_or(|first| *due <= first));
        [ready, timer].into_iter().flatten().min()
    }

    pub(in crate::turn) fn poll(&mut self) -> Option<TurnOutput> {
        self.output.pop_front()
    }

    /// The log has ended.
    pub(in crate::turn) fn finish(&mut self) {
        self.run_out();
        // A piece still in the air may have come down on a victim unseen.
        let now = self.now;
        self.each(|hypothesis, numbers| hypothesis.with_unseen_captures(now, numbers));
        self.run_out();
        self.timer.take();
        for hypothesis in &mut self.all {
            hypothesis.end();
        }
        self.tell_finally();
    }

    pub(in crate::turn) fn set_clock_use(&mut self, clock: ClockUse) {
        for machine in self.machines() {
            machine.set_clock_use(clock);
        }
        // A table whose clock shows itself says so again at every reading.
        if std::mem::replace(&mut self.settings.clock, clock) != clock {
            self.words.forget();
        }
    }

    pub(in crate::turn) fn beginning(&self) -> Option<&Beginning> {
        self.all.iter().find_map(|hypothesis| hypothesis.machine.beginning())
    }

    /// What is left over begins with what the sensors show, where no hypothesis has it so.
    pub(in crate::turn) fn left_over(&mut self) -> Vec<(GameTime, Event)> {
        let shown = self.beginning().filter(|beginning| beginning.board.occupied() != self.occupied);
        let shown = shown.map(|beginning| (beginning.at, Event::Placement(BoardReading::Occupied(self.occupied))));
        shown.into_iter().chain(self.scan.take().into_iter().map(|seen| (seen.at, seen.event))).collect()
    }

    fn machines(&mut self) -> impl Iterator<Item = &mut TurnMachine> {
        self.timer.take();
        let explained = self.all.iter_mut().map(|hypothesis| &mut *hypothesis.machine);
        explained.chain(self.sure.as_deref_mut())
    }

    /// Takes the answer to a question asked earlier, for every hypothesis that asks the same.
    pub(in crate::turn) fn answer(&mut self, question: &Question, answer: Winnable) {
        self.words.note(self.now, || Happened::Answered(question.clone(), answer));
        self.asked.retain(|asked| asked.mate != question.mate);
        for machine in self.machines() {
            machine.answer_mate(&question.mate, answer);
        }
    }

    /// Hands on what the hypotheses ask, each question once.
    fn ask(&mut self) {
        for hypothesis in &mut self.all {
            for question in hypothesis.questions.drain(..) {
                if !self.asked.iter().any(|asked| asked.mate == question.mate) {
                    self.output.push_back(TurnOutput::Ask(question.clone()));
                    self.asked.push_back(question);
                }
            }
        }
        while self.asked.len() > MAX_ASKED {
            self.asked.pop_front();
        }
    }

    fn advance(&mut self, now: GameTime) {
        // What comes after the beginning of another game is that one's.
        while self.beginning().is_none() {
            let limit = self.scan.first_at().map_or(now, |first| first.min(now));
            self.run_due(limit);
            if let Some(flicker) = self.scan.pop_flicker() {
                self.words.note(flicker.back, || Happened::Flickered(flicker));
                self.flickered(flicker);
                continue;
            }
            let Some(seen) = self.scan.pop(now, &self.settings.timing) else { break };
            let lift_follows = self.scan.holds_lift_close_to(seen.at, &self.settings.timing);
            self.words.note(seen.at, || Happened::Seen { seen, lift_follows });
            self.now = self.now.max(seen.at);
            self.see(seen, lift_follows);
            self.tell();
        }
        if self.scan.first_at().is_none() {
            self.now = self.now.max(now);
        }
    }

    /// Lets time go on until nothing is due any more.
    fn run_out(&mut self) {
        let mut last = None;
        while let Some(due) = self.next_deadline().filter(|due| last != Some(*due)) {
            self.advance(due.max(self.now));
            last = Some(due);
        }
    }

    fn next_timer(&self) -> Option<GameTime> {
        let due = || self.all.iter().filter_map(Hypothesis::next_timer).chain(self.next_end()).min();
        let timer = self.timer.get().unwrap_or_else(due);
        self.timer.set(Some(timer));
        timer
    }

    /// Lets what is due up to a time happen, the first first.
    fn run_due(&mut self, limit: GameTime) {
        let mut last = None;
        // A deadline that stays due would be run for ever.
        while let Some(due) = self.next_timer().filter(|due| *due <= limit && last != Some(*due)) {
            self.run(due);
            last = Some(due);
        }
    }

    /// Lets what is due happen in every hypothesis.
    fn run(&mut self, due: GameTime) {
        self.now = self.now.max(due);
        self.keep_sure();
        self.each(|mut hypothesis, numbers| {
            hypothesis.run(due, numbers);
            vec![hypothesis]
        });
        self.tell();
    }

    /// Takes what has been seen; `lift_follows`: a lift that has no order with it is held back.
    fn see(&mut self, seen: Seen, lift_follows: bool) {
        self.timer.take();
        if self.all[0].machine.is_suspended() {
            return self.see_suspended(seen);
        }
        if self.all.len() == 1 && self.all[0].is_set_up_by_word() {
            return self.see_set_up(seen);
        }
        self.keep_sure();
        match seen.event {
            Event::Drop { square, .. } => self.dropped(seen, square, lift_follows),
            Event::Lift { square, .. } => self.lifted(seen, square),
            Event::Placement(BoardReading::Occupied(bits)) => self.read(seen, bits, lift_follows),
            Event::Placement(BoardReading::Pieces(placement)) => self.read(seen, placement.occupied(), lift_follows),
            Event::Press { by } if !self.all[0].machine.link.is_away() => {
                self.pressed_after_end(by);
                self.each(|hypothesis, numbers| hypothesis.pressed(seen, numbers));
            }
            // What was pressed for while the board is away, its next reading will show.
            Event::Press { .. } | Event::Clock(_) | Event::Flag { .. } | Event::Link { .. } | Event::Time => {
                self.each(|mut hypothesis, numbers| {
                    hypothesis.take(seen, numbers);
                    vec![hypothesis]
                });
            }
        }
    }

    /// Play is suspended: only what stands where is followed.
    fn see_suspended(&mut self, seen: Seen) {
        let known = match &seen.event {
            Event::Placement(BoardReading::Occupied(bits)) => *bits == self.occupied,
            Event::Placement(BoardReading::Pieces(placement)) => placement.occupied() == self.occupied,
            _ => true,
        };
        self.note_suspended(&seen.event, known);
        match seen.event {
            Event::Drop { square, .. } => self.occupied |= 1 << square.index(),
            Event::Lift { square, .. } => self.occupied &= !(1 << square.index()),
            Event::Placement(reading) => {
                self.occupied = match reading {
                    BoardReading::Occupied(bits) => bits,
                    BoardReading::Pieces(placement) => placement.occupied(),
                };
                self.machines().for_each(|machine| _ = machine.link.comes_back());
            }
            Event::Press { .. } => {}
            Event::Clock(_) | Event::Flag { .. } | Event::Link { .. } | Event::Time => {
                self.all[0].take(seen, &mut self.alert_number);
            }
        }
    }

    /// Remembered, in every game that is followed, to tell apart what may have been played while play was suspended.
    fn note_suspended(&mut self, event: &Event, known: bool) {
        let machine = &mut *self.all[0].machine;
        machine.note_while_suspended(event, known);
        machine.games_beside().for_each(|game| game.note_while_suspended(event, known));
    }

    /// A square was empty for a moment: quick hands may have captured there.
    fn flickered(&mut self, flicker: Flicker) {
        self.now = self.now.max(flicker.back);
        if self.all[0].machine.is_suspended() {
            let square = flicker.square;
            self.note_suspended(&Event::Lift { square, piece: None }, true);
            self.note_suspended(&Event::Drop { square, piece: None }, true);
        } else {
            self.keep_sure();
            self.each(|hypothesis, numbers| hypothesis.flickered(flicker, numbers));
            self.tell();
        }
    }

    fn lifted(&mut self, seen: Seen, square: Square) {
        let bit = 1 << square.index();
        if self.occupied & bit != 0 {
            self.occupied &= !bit;
            self.each(|hypothesis, numbers| hypothesis.lifted(seen, square, numbers));
            self.look_whether_put_right();
            self.look_for_first_position();
        }
    }

    fn dropped(&mut self, seen: Seen, square: Square, lift_follows: bool) {
        let bit = 1 << square.index();
        if self.occupied & bit == 0 {
            self.occupied |= bit;
            self.each(|hypothesis, numbers| hypothesis.dropped(seen, square, lift_follows, numbers));
            self.look_whether_put_right();
            self.look_for_first_position();
            self.watch_after_end();
        }
    }

    /// A reading of the whole board: what differs was lifted or put down since, in an order nobody saw.
    fn read(&mut self, seen: Seen, bits: u64, lift_follows: bool) {
        let (away, left_in_play) = (self.all[0].machine.link.is_away(), self.all[0].machine.link.has_left_in_play());
        let ended_unseen = left_in_play && self.all[0].machine.is_over();
        let pressed = self.take_pressed_in_gap(seen);
        if self.has_been_corrected(seen, bits, pressed) {
            return;
        }
        let gone_on = match self.since_gap(seen, bits, pressed) {
            SinceGap::Lost => return self.lose_track(seen, bits),
            SinceGap::Lines(gone_on) => return self.go_on_by(gone_on, bits),
            SinceGap::Either(gone_on) => gone_on,
            SinceGap::Short => Vec::new(),
        };
        self.each(|mut hypothesis, _| {
            hypothesis.machine.link.comes_back();
            vec![hypothesis]
        });
        let squares = |bits: u64| Square::all().filter(move |square| bits >> square.index() & 1 == 1);
        let (left, arrived) = (self.occupied & !bits, bits & !self.occupied);
        // Three or more gone at once and nowhere to be seen were swept off, not touched (4.2.2).
        let accidental = left.count_ones() >= arrived.count_ones() + 3;
        let mut left: Vec<Square> = squares(left).collect();
        let machine = self.machine();
        left.sort_by_key(|&square| {
            machine.sensed.at(square).map(|piece| (piece.color != machine.turn.by, piece.role == Role::Rook))
        });
        let arrived: Vec<Square> = squares(arrived).collect();
        let half_moves = if away && pressed.is_none() { self.half_moves_read_off(bits) } else { Vec::new() };
        let is_second = |square: &Square| half_moves.get(1).is_some_and(|second| second.contains(square));
        for second in [false, true] {
            for &square in left.iter().filter(|square| is_second(square) == second) {
                self.lifted(Seen { accidental, ..seen }, square);
            }
            for &square in arrived.iter().filter(|square| is_second(square) == second) {
                self.dropped(seen, square, lift_follows);
            }
        }
        if let Some(by) = pressed {
            self.each(|hypothesis, numbers| hypothesis.pressed_in_gap(by, seen, numbers));
        }
        if !gone_on.is_empty() {
            let read_off = std::mem::take(&mut self.all);
            self.go_on_by(read_off.into_iter().chain(gone_on).collect(), bits);
        }
        self.look_for_first_position();
        if ended_unseen && self.beginning().is_none() {
            self.ask_what_came_before_the_end();
        }
    }

    /// Replaces every hypothesis by what follows from it, the same ones put together.
    fn each(&mut self, mut follow: impl FnMut(Hypothesis, &mut u32) -> Vec<Hypothesis>) {
        self.timer.take();
        let mut all = Vec::with_capacity(self.all.len());
        for hypothesis in std::mem::take(&mut self.all) {
            for hypothesis in follow(hypothesis, &mut self.alert_number) {
                all.extend(hypothesis.with_promotions(&mut self.alert_number));
            }
        }
        self.all = all;
        self.prune();
        self.ask();
    }

    /// Puts together what comes to the same, drops what is too doubtful, the least doubtful first.
    fn prune(&mut self) {
        if self.all.len() > 1 {
            let mut order: Vec<(u32, usize)> = self.all.iter().map(Hypothesis::cost).zip(0..).collect();
            order.sort_unstable();
            let hopeless = order[0].0 + cost::HOPELESS + 1;
            let mut kept: Vec<(Key, usize)> = Vec::with_capacity(order.len());
            for (_, index) in order.into_iter().take_while(|(cost, _)| *cost < hopeless) {
                let key = Key::of(&self.all[index]);
                if kept.iter().all(|(other, _)| *other != key) {
                    kept.push((key, index));
                }
            }
            let kept: Vec<usize> = kept.into_iter().map(|(_, index)| index).collect();
            let mut all: Vec<Option<Hypothesis>> = self.all.drain(..).map(Some).collect();
            self.all = kept.into_iter().filter_map(|index| all[index].take()).collect();
        }
        self.cut();
        let least = self.all.iter().map(|hypothesis| hypothesis.cost).min().unwrap_or(0);
        for hypothesis in &mut self.all {
            hypothesis.cost -= least;
        }
    }

    /// Drops what is more than can be followed: first of the lines that have several hypotheses, then the most doubtful.
    /// What a pawn may have become shows only much later, so the best hypothesis of each promotion stays.
    fn cut(&mut self) {
        if self.all.len() <= MAX_EXPLANATIONS {
            return;
        }
        let mut promotions = HashSet::new();
        let (mut kept, others): (Vec<_>, Vec<_>) = self
            .all
            .drain(..)
            .partition(|hypothesis| promotions.len() < MAX_PROMOTIONS && promotions.insert(hypothesis.promotions()));
        let mut of_line: HashMap<u64, usize> = HashMap::new();
        let (lines, spare): (Vec<_>, Vec<_>) = others.into_iter().partition(|hypothesis| {
            let count = of_line.entry(hypothesis.line_hash()).or_default();
            *count += 1;
            *count <= MAX_OF_A_LINE
        });
        kept.extend(lines);
        kept.extend(spare);
        let dropped = kept.split_off(MAX_EXPLANATIONS);
        // The best comes first still.
        kept.sort_by_cached_key(Hypothesis::cost);
        self.all = kept;
        self.remember_undecided(&dropped);
    }

    /// Keeps what is sure before something happens that may leave it open.
    fn keep_sure(&mut self) {
        if self.sure.is_none() {
            self.sure = Some(self.all[0].machine.clone());
        }
    }
}
