//! How games begin, end and are resumed at a table.

use super::{
    AlertLog, Header, Output, Table,
    command::{CommandError, Replies, Unfinished},
    log,
};
use crate::{
    board::Orientation,
    game::{Scoresheet, persons::Persons, record::Players},
    turn::{Act, Given, Observer, Settings, Start},
    words::Language,
};

/// What is known of the game after the one that is on.
#[derive(Debug)]
pub(super) struct NextGame {
    /// What it is played by, and its time control, where that has changed.
    pub(super) settings: Option<(Settings, Option<String>)>,
    /// In which language it is told, where that has changed.
    pub(super) language: Option<Language>,
    /// Date of the games that begin from now on, as PGN writes it.
    date: String,
    /// Who play it, where an arbiter is just beginning it.
    pub(super) players: Players,
    /// What is known of them besides their names.
    pub(super) persons: Persons,
}

impl NextGame {
    /// A game of which nothing is known but the date.
    pub(super) fn on(date: String) -> NextGame {
        NextGame { settings: None, language: None, date, players: Players::default(), persons: Persons::default() }
    }
}

impl Table {
    /// Resumes a game that an earlier run has left: answers given to commands, oldest first; which way round the board
    /// lay; and `seq` of the last record, where that is later.
    pub fn resume(&mut self, replies: Vec<(String, String)>, orientation: Option<Orientation>, seq: u64) {
        self.replies = Replies::recall(replies);
        self.seq = self.seq.max(seq);
        if let (Some(reader), Some(orientation)) = (self.reader.as_mut(), orientation) {
            reader.lies(orientation);
        }
    }

    /// Gives up its memory of answers to commands, for the table that follows.
    pub fn take_replies(&mut self) -> Vec<(String, String)> {
        std::mem::take(&mut self.replies).into_replies()
    }

    /// In which language alerts are told.
    #[must_use]
    pub fn language(&self) -> Language {
        self.language
    }

    /// Sets the date of the games that begin from now on, as PGN writes it.
    pub fn set_date(&mut self, date: String) {
        self.next.date = date;
    }

    /// Sets what the games that begin from now on are played by; the one that is on keeps what it began with.
    pub fn set_next(&mut self, settings: Settings, time_control: Option<String>, language: Language) {
        self.next.settings = Some((settings, time_control));
        self.next.language = Some(language);
        self.shown.stale = true;
        self.drain_machine();
    }

    /// Settings for the game that begins, where there are new ones.
    pub(super) fn take_next(&mut self) {
        if let Some((settings, time_control)) = self.next.settings.take() {
            self.settings = settings;
            self.tags.time_control = time_control;
        }
        self.language = self.next.language.take().unwrap_or(self.language);
    }

    /// Whether the game has a result.
    pub(super) fn is_over(&self) -> bool {
        self.observer.machine().is_over() && self.sheet.outcome().is_some_and(|outcome| !outcome.proposed)
    }

    /// Whether another game may begin at this table: not while the game that is on has moves and no final result, unless
    /// it is to be abandoned.
    ///
    /// # Errors
    /// [`CommandError::Unfinished`].
    pub fn may_begin(&self, unfinished: Unfinished) -> Result<(), CommandError> {
        let plies = self.plies();
        if unfinished == Unfinished::Abandon || plies == 0 || self.is_over() {
            return Ok(());
        }
        Err(CommandError::Unfinished { game: self.id.to_string(), plies })
    }

    /// With the game its suspension ends: the next one may be set up on the board.
    pub(super) fn end_suspension(&mut self) {
        // A game that is over takes no move, so that resuming it makes none of what stands on the board.
        if self.suspended && self.is_over() && self.observer.act(Act::Resume).is_ok() {
            self.suspended = false;
        }
    }

    /// A new game begins, and with it a log of its own: the machine is made anew of the log's header.
    pub(super) fn begin_game(&mut self) {
        let Some(beginning) = self.observer.beginning().cloned() else { return };
        let left_over = self.observer.left_over();
        self.games += 1;
        self.id = log::game_id(&self.session, self.games).into();
        self.take_next();
        self.suspended = false;
        self.alerts = AlertLog::default();
        self.players = std::mem::take(&mut self.next.players);
        self.persons = std::mem::take(&mut self.next.persons);
        self.tags.date.clone_from(&self.next.date);
        let settings = Settings { clock: self.observer.machine().clock_use(), ..self.settings };
        // The event that began it may have been held back for a moment.
        self.game_now = beginning.at;
        self.sheet = Scoresheet::new(beginning.position.clone());
        let start = Start::Begun(Box::new(beginning));
        self.observer = Observer::new(settings, start.clone(), Given::default());
        self.out.push_back(Output::Begun(Box::new(Header {
            table: self.name.to_string(),
            session: self.session.clone(),
            number: self.games,
            seq: self.seq,
            settings,
            clock: self.clock,
            start,
            given: Given::default(),
            tags: self.tags.clone(),
            players: self.players.clone(),
            persons: self.persons.clone(),
            language: self.language,
        })));
        if let Some(reader) = self.reader.as_mut() {
            reader.new_game();
        }
        self.take_left_over(left_over);
    }
}
