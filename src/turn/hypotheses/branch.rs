//! What an event of unknown pieces may mean: a hypothesis for each.

use protocols::{Color, Piece, Placement, Role, Square};

use crate::{
    board::Event,
    rules::LegalMove,
    turn::{
        GameTime, TurnMachine,
        hypotheses::{
            cost,
            hypothesis::{Hypothesis, LATE_MS},
        },
        sense::scan::{Flicker, Seen},
        signs::is_centre,
    },
};

/// A captured piece is carried about for so long at most, in milliseconds; later nothing comes down from a hand.
const CARRIED_MS: u64 = 5_000;

/// So many pieces in the air at once, without those captured, are no more in play: they are swept up.
const MOST_IN_PLAY: usize = 4;

impl Hypothesis {
    /// The clock was pressed: a piece still in the air may have come down on a victim before.
    pub(super) fn pressed(self, seen: Seen, numbers: &mut u32) -> Vec<Hypothesis> {
        let all = self.with_unseen_captures(seen.at, numbers).into_iter();
        let mut all: Vec<Hypothesis> = all.flat_map(Hypothesis::with_promotions_pressed).collect();
        for hypothesis in &mut all {
            hypothesis.take(seen, numbers);
        }
        all
    }

    /// A square has become empty.
    pub(super) fn lifted(self, seen: Seen, square: Square, numbers: &mut u32) -> Vec<Hypothesis> {
        let all = self.with_unseen_captures(seen.at, numbers).into_iter();
        all.flat_map(|hypothesis| hypothesis.left(seen, square, numbers)).collect()
    }

    /// A square has become occupied. Where `lift_follows` so closely that there is no order, it may be that piece's.
    pub(super) fn dropped(self, seen: Seen, square: Square, lift_follows: bool, numbers: &mut u32) -> Vec<Hypothesis> {
        let all = self.with_unseen_captures(seen.at, numbers).into_iter();
        all.flat_map(|hypothesis| hypothesis.arrived(seen, square, lift_follows, numbers)).collect()
    }

    /// A square was empty for a moment, and nothing has left it; or else a piece in the air has taken what stood there.
    pub(super) fn flickered(mut self, flicker: Flicker, numbers: &mut u32) -> Vec<Hypothesis> {
        let Flicker { square, lifted, back } = flicker;
        let takers = self.takers_in_air(square);
        let Some(victim) = self.machine.sensed.at(square).filter(|_| !takers.is_empty()) else { return vec![self] };
        let mut all: Vec<Hypothesis> = Vec::with_capacity(takers.len() + 1);
        for taker in takers {
            let mut taken = self.clone();
            let event = Event::Lift { square, piece: Some(victim) };
            let at = taken.machine.now.max(lifted);
            taken.take(Seen { at, event, accidental: false }, numbers);
            taken.take(came_down(back, square, taker), numbers);
            all.push(taken);
        }
        self.cost += cost::VICTIM_SPARED;
        // The game is over: what is followed beside it is followed one way.
        if self.machine.phase.is_playing() {
            all.push(self);
        }
        all
    }

    /// The pieces in the air that can take what stands on the square, or stood there, in the game or one followed beside it.
    fn takers_in_air(&self, square: Square) -> Vec<Piece> {
        let mut takers: Vec<Piece> = Vec::new();
        for game in self.followed() {
            let (by, moves) = next_moves(game);
            for m in moves.iter().filter(|m| m.capture == Some(square) && m.to == square) {
                let in_air = || game.sensed.in_air(by).any(|held| held.home == Some(m.from) && held.piece == m.piece);
                if !takers.contains(&m.piece) && in_air() {
                    takers.push(m.piece);
                }
            }
        }
        for taker in self.takers_in_place(square) {
            if !takers.contains(&taker) {
                takers.push(taker);
            }
        }
        takers
    }

    /// The pieces in the air whose capture there would be the move in place of an illegal one (7.5.1).
    fn takers_in_place(&self, square: Square) -> Vec<Piece> {
        let machine = &*self.machine;
        let Some(stopped) = machine.stopped.as_ref().filter(|_| machine.awaits_restoring()) else { return Vec::new() };
        let in_air = |piece: Piece| machine.sensed.in_air(piece.color).any(|held| held.piece == piece);
        let takes = |m: &&LegalMove| m.capture == Some(square) && m.to == square && machine.sensed.at(m.from).is_none();
        stopped.turn.legal.iter().filter(takes).map(|m| m.piece).filter(|piece| in_air(*piece)).collect()
    }

    /// Whether this piece comes down where it stood although one that can take it there has left its square, or had left it
    /// for a capture that no sensor showed and nobody has pressed for.
    fn is_spared(&self, piece: Piece, square: Square) -> bool {
        let takes = |m: &LegalMove| m.capture == Some(square) && m.to == square;
        let spares = |game: &TurnMachine| {
            let (by, moves) = next_moves(game);
            let stood = game.position().placement().at(square) == Some(piece);
            piece.color != by && stood && moves.iter().any(|m| takes(m) && game.sensed.at(m.from).is_none())
        };
        let has_spared = |game: &TurnMachine| {
            let made = game.turn.made.as_ref().map(|made| (&game.turn, &made.m));
            let last = game.waiting.last().map(|waiting| (&waiting.turn, &waiting.m)).or(made);
            last.is_some_and(|(turn, made)| {
                let may_take = || turn.legal.iter().any(|m| takes(m) && m.from == made.from);
                turn.landed_unseen.is_some() && !turn.completed && piece.color != turn.by && may_take()
            })
        };
        self.followed().any(|game| spares(game) || has_spared(game))
    }

    /// The game that is played, and those that are followed beside one that waits or is over.
    fn followed(&self) -> impl Iterator<Item = &TurnMachine> {
        let machine = &*self.machine;
        let itself = (machine.phase.is_followed() && !machine.awaits_restoring()).then_some(machine);
        // Whether what has stopped play stands, or was none, the reply tells.
        let waits = itself.is_none() || machine.stopped.is_some();
        let beside =
            self.games_beside().filter(move |game| waits && game.phase.is_followed() && !game.awaits_restoring());
        itself.into_iter().chain(beside)
    }

    /// Itself, and what it would be had a piece in the air come down before `at` on a piece that it can take: a square
    /// that is occupied before and after shows nothing.
    pub(super) fn with_unseen_captures(self, at: GameTime, numbers: &mut u32) -> Vec<Hypothesis> {
        let machine = &self.machine;
        if !machine.phase.is_followed() || machine.awaits_restoring() || machine.turn.made.is_some() {
            return vec![self];
        }
        let by = machine.turn.by;
        let mut landings: Vec<(Piece, Square, u32)> = Vec::new();
        for m in machine.turn.legal.iter() {
            let in_air = || machine.sensed.in_air(by).any(|held| held.home == Some(m.from) && held.piece == m.piece);
            let stands = || machine.sensed.at(m.to).is_some_and(|piece| piece.color != by);
            let makes_room = is_centre(m.from) && machine.clock.is_stopped();
            let cost = if makes_room { cost::CAPTURE_FROM_CENTRE } else { cost::UNSEEN_CAPTURE };
            if m.capture == Some(m.to) && in_air() && stands() && !landings.contains(&(m.piece, m.to, cost)) {
                landings.push((m.piece, m.to, cost));
            }
        }
        // Long enough ago to have settled, if there was so much time.
        let settled = u64::from(machine.settings.timing.settle_ms) + 1;
        let at = machine.now.max(GameTime(at.0.saturating_sub(settled)));
        let mut all = Vec::with_capacity(1 + landings.len());
        for (piece, square, cost) in landings {
            let mut captured = self.clone();
            captured.machine.turn.landed_unseen = Some(square);
            captured.cost += cost;
            captured.take(came_down(at, square, piece), numbers);
            all.push(captured);
        }
        all.extend(self.with_unseen_captures_of_promotion(at, numbers));
        all.insert(0, self);
        all
    }

    /// The same where a pawn was left on the last rank, and the opponent's piece in the air came down in reply.
    fn with_unseen_captures_of_promotion(&self, at: GameTime, numbers: &mut u32) -> Vec<Hypothesis> {
        if self.machine.promotions_released(&[]).is_empty() && self.machine.turn.promotes_to.is_none() {
            return Vec::new();
        }
        let mut promoted = self.clone();
        promoted.machine.alerts.number_after(*numbers);
        if !promoted.machine.begin_reply_from_hand() {
            return Vec::new();
        }
        promoted.collect();
        *numbers = promoted.machine.alerts.last_number();
        promoted.with_unseen_captures(at, numbers).split_off(1)
    }

    /// Itself, or what it is with each piece that a pawn now on the last rank may have become: no sensor tells which.
    pub(super) fn with_promotions(self, numbers: &mut u32) -> Vec<Hypothesis> {
        if self.machine.promotions_released(&[]).is_empty() {
            return vec![self];
        }
        let mut all = self.with_each_promotion();
        all.iter_mut().for_each(|hypothesis| hypothesis.take_late_promotion(numbers));
        all
    }

    /// The pawn was in the air when the clock was pressed for it.
    fn take_late_promotion(&mut self, numbers: &mut u32) {
        self.machine.alerts.number_after(*numbers);
        self.machine.take_late_promotion();
        self.collect();
        *numbers = self.machine.alerts.last_number();
    }

    /// The same at a press: the pawn need not have stood there long.
    pub(super) fn with_promotions_pressed(self) -> Vec<Hypothesis> {
        let (legal, board) = (&self.machine.turn.legal, self.machine.sensed.board());
        let stands = legal.iter().any(|m| m.promotion.is_some() && board.at(m.to) == Some(m.piece));
        if stands { self.with_each_promotion() } else { vec![self] }
    }

    fn with_each_promotion(mut self) -> Vec<Hypothesis> {
        let turn = &self.machine.turn;
        if !self.machine.phase.is_playing() || turn.made.is_some() || turn.promotes_to.is_some() {
            return vec![self];
        }
        let other = |role| {
            let mut other = self.clone();
            other.machine.turn.promotes_to = Some(role);
            other.cost += cost::of_promotion_to(role);
            other
        };
        let others: Vec<Hypothesis> = [Role::Knight, Role::Rook, Role::Bishop].into_iter().map(other).collect();
        self.machine.turn.promotes_to = Some(Role::Queen);
        let mut all = vec![self];
        all.extend(others);
        all
    }

    fn left(mut self, seen: Seen, square: Square, numbers: &mut u32) -> Vec<Hypothesis> {
        if let Some(index) = self.unidentified.iter().position(|(stranger, _)| *stranger == square) {
            // That it has stood there is no less strange once it is gone.
            let stranger = self.unidentified.remove(index);
            self.cost += self.strangeness(stranger);
            return vec![self];
        }
        let Some(piece) = self.machine.sensed.at(square) else {
            self.cost += cost::IMPOSSIBLE;
            return vec![self];
        };
        self.cost += if self.replies_to_a_hand(piece, square) { cost::REPLY_TO_HAND } else { 0 };
        self.take(Seen { event: Event::Lift { square, piece: Some(piece) }, ..seen }, numbers);
        self.sweeps_up |= self.taken_up_behind_unseen_capture() >= MOST_IN_PLAY;
        let Some(index) = self.unidentified.iter().rposition(|stranger| self.may_have_been(stranger, piece, seen.at))
        else {
            return vec![self];
        };
        // The piece was pushed there before it was seen to leave.
        let mut pushed = self.clone();
        let (landed, since) = pushed.unidentified.remove(index);
        pushed.cost += if self.is_promptly(since, piece, landed, seen.at) { 0 } else { cost::VERY_LATE_LIFT };
        pushed.cost += if pushed.moves_nowhere(piece, square, landed) { cost::DISPLACED } else { 0 };
        pushed.take(came_down(seen.at, landed, piece), numbers);
        vec![pushed, self]
    }

    /// Whether a piece of the opponent's is lifted that nothing in the hand of the player at the move can take.
    fn replies_to_a_hand(&self, piece: Piece, square: Square) -> bool {
        let machine = &self.machine;
        let by = machine.turn.by;
        let playing = machine.phase.is_playing() && !machine.awaits_restoring() && machine.turn.made.is_none();
        let held = || machine.sensed.in_air(by).filter_map(|held| held.home);
        let is_victim =
            || machine.turn.legal.iter().any(|m| m.capture == Some(square) && held().any(|home| home == m.from));
        // A piece that came down and went off again may have been taken off by him whose piece is lifted now.
        let holds = || held().next().is_some() && !machine.is_taken_off();
        playing && piece.color != by && holds() && !is_victim()
    }

    /// Whether pieces are swept up behind a capture that no sensor showed and nobody pressed for: one piece less in the air is
    /// all that speaks for it.
    pub(super) fn is_doubted_for_sweeping(&self) -> bool {
        self.has_made_unseen_capture() && (self.sweeps_up || self.taken_up_behind_unseen_capture() + 1 >= MOST_IN_PLAY)
    }

    /// How many pieces have been taken up, without those captured, where the last move is such a capture.
    fn taken_up_behind_unseen_capture(&self) -> usize {
        if !self.has_made_unseen_capture() {
            return 0;
        }
        let machine = &self.machine;
        let made = machine.turn.made.iter().map(|made| &made.m).chain(machine.waiting.iter().map(|waiting| &waiting.m));
        let captured: Vec<Square> = made.filter_map(|m| m.capture).chain(machine.turn.landed_unseen).collect();
        let homes = machine.sensed.hand().iter().filter_map(|held| held.home);
        homes.filter(|home| !captured.contains(home)).count()
    }

    /// Whether the last move is a capture that no sensor showed, and nobody has pressed for it.
    pub(super) fn has_made_unseen_capture(&self) -> bool {
        let machine = &self.machine;
        let last = machine.waiting.last().map_or(&machine.turn, |waiting| &waiting.turn);
        last.landed_unseen.is_some() && !last.completed
    }

    /// Whether the piece that has just left may be the one that came down elsewhere shortly before.
    fn may_have_been(&self, (landed, since): &(Square, GameTime), piece: Piece, at: GameTime) -> bool {
        at.since(*since) <= LATE_MS || self.is_promptly(*since, piece, *landed, at)
    }

    /// Whether no move puts the piece there whose turn it is: a hand that slides on over squares has been seen to lift it.
    fn moves_nowhere(&self, piece: Piece, from: Square, to: Square) -> bool {
        let machine = &self.machine;
        if !machine.phase.is_followed() || machine.awaits_restoring() {
            return false;
        }
        let goes = |m: &LegalMove| {
            let rook = m.castling.is_some_and(|castling| castling.rook_from == from && castling.rook_to == to);
            m.from == from && m.to == to || rook
        };
        let returns = machine.position().placement().at(to) == Some(piece);
        let legal = match &machine.turn.made {
            Some(made) if piece.color != machine.turn.by => &made.replies,
            Some(_) => return false,
            None => &machine.turn.legal,
        };
        !returns && !legal.iter().any(goes)
    }

    /// Whether a piece leaves no later than it may after it has come down. A promotion piece may be put on the board long
    /// before the pawn is taken off.
    fn is_promptly(&self, since: GameTime, piece: Piece, landed: Square, at: GameTime) -> bool {
        let promotes = piece.role == Role::Pawn && last_rank(piece.color) == landed.rank();
        at.since(since) <= u64::from(self.machine.settings.timing.settle_ms) || promotes
    }

    fn arrived(mut self, seen: Seen, square: Square, lift_follows: bool, numbers: &mut u32) -> Vec<Hypothesis> {
        if self.machine.sensed.at(square).is_some() {
            self.cost += cost::IMPOSSIBLE;
            return vec![self];
        }
        let mut pieces = self.pieces_at_hand(seen.at);
        if !self.machine.phase.is_playing() {
            // Pieces are being tidied up: the last one lifted will do, unless play goes on and another takes it.
            let taker = self.takers_in_air(square).pop().filter(|taker| pieces.contains(taker));
            match taker.as_ref().or(pieces.last()) {
                Some(&piece) => self.take(came_down(seen.at, square, piece), numbers),
                None => self.unidentified.push((square, seen.at)),
            }
            return vec![self];
        }
        let restored = self.put_back_from_box(square).filter(|piece| !pieces.contains(piece));
        pieces.extend(restored);
        let machine = &self.machine;
        // Behind a move that is made, it has been taken off in reply.
        let own_in_air = machine.turn.made.is_none() && machine.sensed.in_air(machine.turn.by).next().is_some();
        let mut all = Vec::with_capacity(pieces.len() + 1);
        for piece in pieces {
            let mut hypothesis = self.clone();
            if self.is_from_the_box(piece) && last_rank(piece.color) == square.rank() {
                hypothesis.cost += cost::of_promotion_to(piece.role);
            }
            hypothesis.cost += if self.is_captured(piece, square) { cost::VICTIM_PUT_DOWN } else { 0 };
            hypothesis.cost += if self.is_spared(piece, square) { cost::VICTIM_SPARED } else { 0 };
            hypothesis.take(came_down(seen.at, square, piece), numbers);
            all.push(hypothesis);
        }
        if !own_in_air || lift_follows {
            self.unidentified.push((square, seen.at));
            all.push(self);
        }
        all
    }

    /// The piece that the position set by the arbiter has there, if one of its kind is in the box that it has on the board:
    /// what was captured is put back.
    fn put_back_from_box(&self, square: Square) -> Option<Piece> {
        let machine = &self.machine;
        let turn = &machine.turn;
        if !turn.set_by_arbiter || turn.made.is_some() || machine.awaits_restoring() {
            return None;
        }
        let piece = turn.position.placement().at(square)?;
        let count = |placement: &Placement| placement.pieces().filter(|(_, other)| *other == piece).count();
        let held = machine.sensed.in_air(piece.color).filter(|held| held.piece == piece).count();
        (count(machine.sensed.board()) + held < count(turn.position.placement())).then_some(piece)
    }

    /// Whether none of its kind is in the air that still stands in the game.
    fn is_from_the_box(&self, piece: Piece) -> bool {
        self.machine.sensed.hand().iter().filter(|held| held.piece == piece).all(|held| held.home.is_none())
    }

    /// Whether a piece that has been captured in this turn or before comes down where it did not stand: it belongs beside
    /// the board.
    fn is_captured(&self, piece: Piece, square: Square) -> bool {
        let machine = &self.machine;
        if machine.awaits_restoring() {
            return false;
        }
        let made = machine.turn.made.as_ref().and_then(|made| made.m.capture);
        let taken = made.or(machine.turn.landed_unseen);
        let is_victim = |home: Option<Square>| home.is_none_or(|home| Some(home) == taken);
        let promotes = last_rank(piece.color) == square.rank() && {
            let moves = machine.moves_of_color(piece.color);
            moves.iter().any(|m| m.promotion.is_some() && m.to == square && m.arriving() == piece)
        };
        let stood = machine.turn.stood.at(square) == Some(piece);
        // What has been captured since is put back for the position that the arbiter has given.
        let is_put_back = machine.turn.set_by_arbiter
            && machine.turn.made.is_none()
            && machine.turn.position.placement().at(square) == Some(piece);
        let mut alike = machine.sensed.hand().iter().filter(|held| held.piece == piece);
        !promotes && !stood && !is_put_back && alike.all(|held| is_victim(held.home))
    }

    /// The pieces that may come down: those in the air, and what has just been captured.
    fn pieces_at_hand(&self, at: GameTime) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = Vec::new();
        for held in self.machine.sensed.hand() {
            let here = held.home.is_some() || at.since(held.at) <= CARRIED_MS;
            if here && !pieces.contains(&held.piece) {
                pieces.push(held.piece);
            }
        }
        pieces
    }
}

/// Who moves next, what may be in reply to a move that is made, and his moves.
fn next_moves(game: &TurnMachine) -> (Color, &[LegalMove]) {
    match &game.turn.made {
        Some(made) => (game.turn.by.other(), &made.replies),
        None => (game.turn.by, &game.turn.legal),
    }
}

fn came_down(at: GameTime, square: Square, piece: Piece) -> Seen {
    Seen { at, event: Event::Drop { square, piece: Some(piece) }, accidental: false }
}

fn last_rank(by: Color) -> u8 {
    if by == Color::White { 7 } else { 0 }
}
