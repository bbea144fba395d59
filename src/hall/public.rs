//! A table as the public sees it, from the public's records alone.

use super::{
    protocol::changes::PublicView,
    records::{self, RecordError, Said},
    table::{
        Place,
        told::{self, is_overtaken},
        view::ClockView,
    },
    time::{Skew, Time},
};

/// What the public knows of a table.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PublicTable {
    view: PublicView,
    game_seq: u64,
    /// When its game was said; `None` where that did not tell.
    game_said: Option<told::Said>,
    skew: Skew,
}

impl PublicTable {
    /// Takes a record of a `public/` topic. Records of other types, which are never sent there, are passed over, and so is
    /// a game's state that comes late.
    ///
    /// # Errors
    /// [`RecordError`]; nothing has changed.
    pub fn take(&mut self, json: &str, now: Time) -> Result<(), RecordError> {
        let record = records::read(json)?;
        if let Some(at) = record.at {
            self.skew.learn(at, now);
        }
        let at = record.at.map_or(now, |at| self.skew.right(at));
        let said = told::Said::by_table(&record);
        match record.said {
            Said::Game(game) => {
                let both = said.zip(self.game_said);
                if both.is_some_and(|(said, held)| is_overtaken((&game.id, said), (&self.view.game, held))) {
                    return Ok(());
                }
                // A field that the public must not have is not taken, whatever the record holds.
                let last = game.moves.last().cloned().zip(game.sans.last().cloned());
                let game = *game;
                self.game_seq = record.seq;
                self.game_said = said;
                self.view = PublicView {
                    table: std::mem::take(&mut self.view.table),
                    place: std::mem::take(&mut self.view.place),
                    phase: game.phase,
                    game: game.id,
                    players: game.players,
                    persons: game.persons,
                    fen: game.fen,
                    variant: game.variant,
                    turn: game.turn,
                    plies: game.moves.len(),
                    last,
                    result: game.result,
                    termination: game.termination,
                    clock: self.view.clock.or_else(|| game.clock.map(|clock| clock_view(clock, at))),
                };
            }
            Said::Clock(clock) => self.view.clock = Some(clock_view(clock, at)),
            Said::Move(told) if told.game == self.view.game && record.seq > self.game_seq => {
                // The state that follows tells it whole; the move alone is shown at once.
                if told.status == "made" && usize::try_from(told.ply) == Ok(self.view.plies + 1) {
                    self.view.plies += 1;
                    self.view.fen = told.fen;
                    self.view.last = Some((told.uci, told.san));
                    self.view.turn = Some(told.by.other());
                }
            }
            Said::Alert(_)
            | Said::Board(_)
            | Said::Duty(_)
            | Said::Move(_)
            | Said::Status(_)
            | Said::Touch(_)
            | Said::Turn(_)
            | Said::Unknown => {}
        }
        Ok(())
    }

    /// The hall's clock was set.
    pub fn clock_set(&mut self, by_ms: i64) {
        self.skew = Skew::default();
        if let Some(clock) = &mut self.view.clock {
            clock.at = clock.at.plus(by_ms);
        }
    }

    /// What is shown of it.
    #[must_use]
    pub fn view(&self, name: &str, place: &Place) -> PublicView {
        PublicView { table: name.to_owned(), place: place.clone(), ..self.view.clone() }
    }

    /// Whether anything is known.
    #[must_use]
    pub fn is_known(&self) -> bool {
        !self.view.game.is_empty()
    }
}

fn clock_view(clock: records::Clock, at: Time) -> ClockView {
    let (white_ms, black_ms) = (clock.times.white_ms, clock.times.black_ms);
    ClockView { white_ms, black_ms, running: clock.running, at }
}
