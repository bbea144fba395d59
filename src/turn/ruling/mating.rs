//! Questions that may take long: who can still checkmate (5.2.2, 6.9, 7.5.5).
//!
//! What is plain at a glance is answered at once; that is nearly everything. The rest is asked for, so that it can be
//! worked out beside the game, and play goes on meanwhile. An answer takes effect [`ANSWER_MS`] after its question,
//! however early it has come, and one that has not come by then is worked out on the spot: so the same events give the
//! same records wherever and however fast they are taken.

use protocols::{At, Color};

use crate::{
    rules::{By, MateQuestion, Position, Winnable},
    turn::{TurnMachine, TurnOutput},
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
pub(in crate::turn) struct Asked {
    question: Question,
    matter: Matter,
    pub(in crate::turn) due: At,
    answer: Option<Winnable>,
}

/// What hangs on a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) enum Matter {
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

impl Asked {
    /// What hangs on it.
    pub(in crate::turn) fn matter(&self) -> Matter {
        self.matter
    }
}

impl Matter {
    /// Whether a ruling waits for the answer, rather than only the end of the game.
    fn is_ruling(self) -> bool {
        match self {
            Matter::Claim { .. } | Matter::Flag { .. } | Matter::Penalty { .. } => true,
            Matter::DeadPosition(_) => false,
        }
    }
}

impl TurnMachine {
    /// Takes the answer to a question asked earlier. One that is not open any more is passed over; nothing happens
    /// before its time.
    pub fn answer(&mut self, question: &Question, answer: Winnable) {
        if let Some(asked) = self.asked.iter_mut().find(|asked| asked.question == *question) {
            asked.answer = Some(answer);
        }
    }

    /// The same for whoever else has asked this.
    pub(in crate::turn) fn answer_mate(&mut self, mate: &MateQuestion, answer: Winnable) {
        self.asked
            .iter_mut()
            .filter(|asked| asked.question.mate == *mate)
            .for_each(|asked| asked.answer = Some(answer));
    }

    /// Who can still checkmate: answered where it is plain at a glance, else asked, and `matter` waits for the answer.
    ///
    /// A newer question for a dead position takes the place of an older one: what was dead before the move is so still.
    pub(in crate::turn) fn ask(&mut self, position: Position, by: By, matter: Matter) -> Option<Winnable> {
        let nodes = if matter.is_ruling() { self.settings.nodes.ruling } else { self.settings.nodes.each_move };
        let mate = MateQuestion { position, by, nodes };
        self.asked.retain(|asked| asked.matter.is_ruling() || matter.is_ruling());
        match mate.glance() {
            Winnable::Undetermined => {}
            plain @ (Winnable::Can | Winnable::Cannot) => return Some(plain),
        }
        self.questions += 1;
        let question = Question { number: self.questions, mate };
        self.output.push_back(TurnOutput::Ask(question.clone()));
        self.asked.push(Asked { question, matter, due: self.now + ANSWER_MS, answer: None });
        None
    }

    /// The time of an answer has come.
    pub(in crate::turn) fn answers_due(&mut self) {
        while let Some(index) = self.asked.iter().position(|asked| asked.due <= self.now) {
            let asked = self.asked.remove(index);
            self.answered(asked);
        }
    }

    /// Rulings that wait for an answer are made now: the arbiter is about to speak, or a new game begins.
    pub(in crate::turn) fn rule_now(&mut self) {
        while let Some(index) = self.asked.iter().position(|asked| asked.matter.is_ruling()) {
            let asked = self.asked.remove(index);
            self.answered(asked);
        }
    }

    /// Whether a flag has fallen whose ruling waits for an answer.
    pub(in crate::turn) fn flag_waits(&self) -> bool {
        self.asked.iter().any(|asked| matches!(asked.matter, Matter::Flag { .. }))
    }

    /// No ruling is to be made any more.
    pub(in crate::turn) fn drop_rulings(&mut self) {
        self.asked.retain(|asked| !asked.matter.is_ruling());
    }

    fn answered(&mut self, asked: Asked) {
        let Asked { question: Question { mate, .. }, matter, answer, .. } = asked;
        let answer = answer.unwrap_or_else(|| mate.search());
        match matter {
            Matter::Claim { by, ply } => self.alert_blitz_claim(by, ply, answer),
            Matter::DeadPosition(ended) => self.found_dead(&mate.position, ended, answer),
            Matter::Flag { by } => self.rule_flag(by, answer),
            Matter::Penalty { by, ply, count } => self.rule_game_lost_late(by, ply, count, answer),
        }
    }
}
