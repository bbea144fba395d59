//! Questions that may take long: who can still checkmate (5.2.2, 6.9, 7.5.5).
//!
//! What is plain at a glance is answered at once; that is nearly everything. The rest is asked for, so that it can be
//! worked out beside the game, and play goes on meanwhile. An answer takes effect [`ANSWER_MS`] after its question,
//! however early it has come, and one that has not come by then is worked out on the spot: so the same events give the
//! same records wherever and however fast they are taken.

use protocols::Color;

use crate::{
    rules::{By, MateQuestion, Position, Winnable},
    turn::{GameTime, TurnMachine, TurnOutput},
};

/// How long after its question an answer takes effect, in milliseconds.
///
/// Many times what the search takes on a small computer; for an arbiter at once.
pub const ANSWER_MS: u64 = 500;

/// How far it is searched who can still checkmate, in positions looked at for each player asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Nodes {
    /// After each move, for a dead position (5.2.2).
    pub each_move: u64,
    /// For a ruling that hangs on it (6.9, 7.5.5).
    pub ruling: u64,
}

impl Default for Nodes {
    fn default() -> Nodes {
        Nodes { each_move: 20_000, ruling: 100_000 }
    }
}

/// A question for whoever can work it out beside the game: [`MateQuestion::search`] answers it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// Which question of the machine, from 1.
    pub number: u32,
    /// What is asked.
    pub mate: MateQuestion,
}

/// A question that waits for its time.
#[derive(Debug, Clone)]
struct Asked {
    question: Question,
    matter: AskedAbout,
    due: GameTime,
    answer: Option<Winnable>,
}

/// What hangs on a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) enum AskedAbout {
    /// What only the opponent can claim after an illegal move of `by` (older blitz).
    Claim { by: Color, ply: u32 },
    /// Whether the game is over (5.2.2).
    DeadPosition(Ended),
    /// The flag of `by` has fallen (6.9).
    Flag { by: Color },
    /// The illegal move with which `by` loses, his `count`th (7.5.5).
    Penalty { by: Color, ply: u32, count: u32 },
}

/// The move that may have ended the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) struct Ended {
    pub(in crate::turn) by: Color,
    pub(in crate::turn) ply: u32,
    /// It was made against Article 4, which leaves the end to the arbiter.
    pub(in crate::turn) in_doubt: bool,
}

/// The questions of one game that wait for their time: at most one for a dead position, and one for each player's flag and
/// illegal move.
#[derive(Debug, Clone, Default)]
pub(in crate::turn) struct Questions {
    open: Vec<Asked>,
    /// How many have been asked so far.
    count: u32,
}

impl Questions {
    /// Asks one more, whose answer takes effect at `due`.
    fn ask(&mut self, mate: MateQuestion, matter: AskedAbout, due: GameTime) -> Question {
        self.count += 1;
        let question = Question { number: self.count, mate };
        self.open.push(Asked { question: question.clone(), matter, due, answer: None });
        question
    }

    /// Keeps the answer to these questions for their time.
    fn answer(&mut self, answer: Winnable, is_asked: impl Fn(&Question) -> bool) {
        self.open.iter_mut().filter(|asked| is_asked(&asked.question)).for_each(|asked| asked.answer = Some(answer));
    }

    /// When the first of them takes effect.
    pub(in crate::turn) fn due(&self) -> Option<GameTime> {
        self.open.iter().map(|asked| asked.due).min()
    }

    /// Takes out one whose time has come.
    fn take_due(&mut self, now: GameTime) -> Option<Asked> {
        let index = self.open.iter().position(|asked| asked.due <= now)?;
        Some(self.open.remove(index))
    }

    /// Takes out one that a ruling waits for.
    fn take_ruling(&mut self) -> Option<Asked> {
        let index = self.open.iter().position(|asked| asked.matter.is_ruling())?;
        Some(self.open.remove(index))
    }

    /// Whether such a matter waits for an answer.
    pub(in crate::turn) fn is_open(&self, is_it: impl Fn(AskedAbout) -> bool) -> bool {
        self.open.iter().any(|asked| is_it(asked.matter))
    }

    fn drop_all_but(&mut self, stays: impl Fn(AskedAbout) -> bool) {
        self.open.retain(|asked| stays(asked.matter));
    }

    /// None of them is asked in this game.
    pub(in crate::turn) fn drop_all(&mut self) {
        self.open.clear();
    }

    /// No number is given twice to what was asked in either of two games.
    pub(in crate::turn) fn number_on_from(&mut self, other: &Questions) {
        self.count = self.count.max(other.count);
    }
}

impl AskedAbout {
    /// Whether a ruling waits for the answer, rather than only the end of the game.
    fn is_ruling(self) -> bool {
        match self {
            AskedAbout::Claim { .. } | AskedAbout::Flag { .. } | AskedAbout::Penalty { .. } => true,
            AskedAbout::DeadPosition(_) => false,
        }
    }
}

impl TurnMachine {
    /// Takes the answer to a question asked earlier. One that is not open any more is passed over; nothing happens
    /// before its time.
    pub fn answer(&mut self, question: &Question, answer: Winnable) {
        self.questions.answer(answer, |asked| asked == question);
    }

    /// The same for whoever else has asked this.
    pub(in crate::turn) fn answer_mate(&mut self, mate: &MateQuestion, answer: Winnable) {
        self.questions.answer(answer, |asked| asked.mate == *mate);
    }

    /// Who can still checkmate: answered where it is plain at a glance, else asked, and `matter` waits for the answer.
    pub(in crate::turn) fn ask(&mut self, position: Position, by: By, matter: AskedAbout) -> Option<Winnable> {
        let nodes = if matter.is_ruling() { self.settings.nodes.ruling } else { self.settings.nodes.each_move };
        let mate = MateQuestion { position, by, nodes };
        // A newer question for a dead position takes the place of an older one: what was dead before the move is so still.
        self.questions.drop_all_but(|open| open.is_ruling() || matter.is_ruling());
        match mate.glance() {
            Winnable::Undetermined => {}
            plain @ (Winnable::Can | Winnable::Cannot) => return Some(plain),
        }
        let question = self.questions.ask(mate, matter, self.now + ANSWER_MS);
        self.output.push_back(TurnOutput::Ask(question));
        None
    }

    /// The time of an answer has come.
    pub(in crate::turn) fn answers_due(&mut self) {
        while let Some(asked) = self.questions.take_due(self.now) {
            self.answered(asked);
        }
    }

    /// Rulings that wait for an answer are made now: the arbiter is about to speak, or a new game begins.
    pub(in crate::turn) fn rule_now(&mut self) {
        while let Some(asked) = self.questions.take_ruling() {
            self.answered(asked);
        }
    }

    /// Whether a flag has fallen whose ruling waits for an answer.
    pub(in crate::turn) fn flag_waits(&self) -> bool {
        self.questions.is_open(|matter| matches!(matter, AskedAbout::Flag { .. }))
    }

    /// No ruling is to be made any more.
    pub(in crate::turn) fn drop_rulings(&mut self) {
        self.questions.drop_all_but(|matter| !matter.is_ruling());
    }

    fn answered(&mut self, asked: Asked) {
        let Asked { question: Question { mate, .. }, matter, answer, .. } = asked;
        let answer = answer.unwrap_or_else(|| mate.search());
        match matter {
            AskedAbout::Claim { by, ply } => self.alert_blitz_claim(by, ply, answer),
            AskedAbout::DeadPosition(ended) => self.found_dead(&mate.position, ended, answer),
            AskedAbout::Flag { by } => self.rule_flag(by, answer),
            AskedAbout::Penalty { by, ply, count } => self.rule_game_lost_late(by, ply, count, answer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    fn mate(nodes: u64) -> MateQuestion {
        MateQuestion { position: Position::first_of(Variant::Chess), by: By::Player(Color::White), nodes }
    }

    const DEAD: AskedAbout = AskedAbout::DeadPosition(Ended { by: Color::White, ply: 1, in_doubt: false });
    const FLAG: AskedAbout = AskedAbout::Flag { by: Color::Black };

    #[test]
    fn an_answer_is_kept_until_its_time_and_given_to_its_question_only() {
        let mut questions = Questions::default();
        let first = questions.ask(mate(1), DEAD, GameTime(500));
        questions.ask(mate(2), FLAG, GameTime(700));
        questions.answer(Winnable::Cannot, |asked| *asked == first);
        assert_eq!(questions.due(), Some(GameTime(500)));
        assert!(questions.take_due(GameTime(499)).is_none());
        assert_eq!(
            questions.take_due(GameTime(500)).map(|asked| (asked.matter, asked.answer)),
            Some((DEAD, Some(Winnable::Cannot)))
        );
        assert_eq!(questions.take_due(GameTime(900)).map(|asked| (asked.matter, asked.answer)), Some((FLAG, None)));
        assert_eq!(questions.due(), None);
    }

    #[test]
    fn a_ruling_is_taken_out_before_its_time_and_a_dead_position_is_not() {
        let mut questions = Questions::default();
        questions.ask(mate(1), DEAD, GameTime(500));
        questions.ask(mate(2), FLAG, GameTime(700));
        assert_eq!(questions.take_ruling().map(|asked| asked.matter), Some(FLAG));
        assert!(questions.take_ruling().is_none() && questions.is_open(|matter| matter == DEAD));
    }

    #[test]
    fn two_games_that_go_on_as_one_give_no_number_twice() {
        let (mut one, mut other) = (Questions::default(), Questions::default());
        one.ask(mate(1), DEAD, GameTime(500));
        other.number_on_from(&one);
        assert_eq!(other.ask(mate(2), FLAG, GameTime(500)).number, 2);
    }
}
