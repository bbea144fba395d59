//! Hands at one board, and what the arbiter says meanwhile: acts in order, and the pieces as they really stand.

use protocols::{Color, Piece, Placement, Square};

use super::model::{Game, square};

/// Something that happens at the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Act {
    Drop(Square, Piece),
    Lift(Square, Piece),
    /// The arbiter looks at what he is told, so many half-moves having been made lawfully and pressed.
    Look(usize),
    /// The board is read whole.
    Placement(Placement),
    Press(Color),
    Say(Word),
    /// Nothing happens for so many milliseconds more than the pace.
    Wait(u64),
}

/// What the arbiter says; of an alert, the one raised last of the kinds that the word goes with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Word {
    Confirm,
    Dismiss,
    LetStand,
    NewGame,
    Resume,
    /// The irregular half-move was this.
    SetMove(String),
    Suspend,
}

/// How fast hands are: milliseconds between two events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pace {
    Calm,
    Brisk,
    Quick,
}

impl Pace {
    pub(crate) const ALL: [Pace; 3] = [Pace::Brisk, Pace::Quick, Pace::Calm];

    pub(crate) fn ms(self) -> u64 {
        match self {
            Pace::Calm => 1_000,
            Pace::Brisk => 300,
            Pace::Quick => 60,
        }
    }

    /// How long after the irregular press somebody acts, more than the pace. Brisk hands do not wait until anybody can
    /// have told them; nobody sees a wrong move and answers it within 60 ms.
    fn before_the_next(self) -> u64 {
        match self {
            Pace::Calm | Pace::Brisk => 0,
            Pace::Quick => 700,
        }
    }
}

/// What has been done at the table so far.
#[derive(Debug, Clone)]
pub(crate) struct Play {
    pub(crate) acts: Vec<Act>,
    /// The pieces as they stand.
    wood: Placement,
    hand: Vec<Piece>,
    pace: Pace,
    /// What has been played of these lists is played again where it was void.
    all_quiet: [Vec<String>; 2],
    quiet: [Vec<String>; 2],
    first: Color,
    /// Half-moves made lawfully and pressed since the irregularity.
    pub(crate) lawful: usize,
}

impl Play {
    pub(crate) fn new(game: &Game, pace: Pace, quiet: [Vec<String>; 2]) -> Play {
        let (wood, first) = (game.board, game.turn);
        Play { acts: Vec::new(), wood, hand: Vec::new(), pace, all_quiet: quiet.clone(), quiet, first, lawful: 0 }
    }

    /// The irregular move is replaced: nothing has been played after it.
    pub(crate) fn begin_again(&mut self) {
        self.quiet = self.all_quiet.clone();
    }

    pub(crate) fn pieces(&self) -> Placement {
        self.wood
    }

    /// What hands do, in words: `+e2 -e4`.
    pub(crate) fn hands(&mut self, words: &str) {
        for word in words.split_whitespace() {
            let at = square(&word[1..]);
            if word.starts_with('+') {
                self.lift(at);
            } else {
                let piece = *self.hand.last().expect("a piece in the hand");
                self.drop(at, piece);
            }
        }
    }

    fn lift(&mut self, at: Square) {
        let piece = self.wood.set(at, None).expect("a piece to lift");
        self.hand.push(piece);
        self.acts.push(Act::Lift(at, piece));
    }

    fn drop(&mut self, at: Square, piece: Piece) {
        // What is not in the hand comes from the box.
        if let Some(held) = self.hand.iter().rposition(|held| *held == piece) {
            self.hand.remove(held);
        }
        self.wood.set(at, Some(piece));
        self.acts.push(Act::Drop(at, piece));
    }

    pub(crate) fn press(&mut self, by: Color) {
        self.acts.push(Act::Press(by));
    }

    /// Until the next act after the irregular press.
    pub(crate) fn pause(&mut self) {
        self.acts.push(Act::Wait(self.pace.before_the_next()));
    }

    /// The arbiter comes, looks and speaks.
    pub(crate) fn say(&mut self, word: Word) {
        self.acts.extend([Act::Wait(2_500), Act::Look(self.lawful), Act::Say(word), Act::Wait(500)]);
    }

    /// The arbiter has had time to look.
    pub(crate) fn look(&mut self) {
        self.acts.extend([Act::Wait(2_000), Act::Look(self.lawful)]);
    }

    /// Hands bring the board from what it is to this, piece by piece.
    pub(crate) fn bring(&mut self, board: &Placement) {
        let wrong = |wood: &Placement, at: Square| wood.at(at) != board.at(at);
        // Each piece that is in the wrong place goes to a place where it is missing.
        let surplus: Vec<Square> =
            Square::all().filter(|at| self.wood.at(*at).is_some() && wrong(&self.wood, *at)).collect();
        for from in surplus {
            let Some(piece) = self.wood.at(from).filter(|_| wrong(&self.wood, from)) else { continue };
            let missing = |wood: &Placement, at: &Square| board.at(*at) == Some(piece) && wrong(wood, *at);
            let to = Square::all().find(|at| missing(&self.wood, at));
            if let Some(to) = to {
                if self.wood.at(to).is_some() {
                    self.lift(to);
                }
                self.lift(from);
                self.drop(to, piece);
            } else {
                self.lift(from);
            }
        }
        for at in Square::all() {
            if let Some(piece) = board.at(at).filter(|_| wrong(&self.wood, at)) {
                self.drop(at, piece);
            }
        }
    }

    /// A legal move of one who looks at `game`, as hands make it: what is captured first, the king before the rook.
    pub(crate) fn make(&mut self, game: &Game, uci: &str) {
        let played = game.read(uci);
        if let Some(victim) = played.victim {
            self.lift(victim);
        }
        self.lift(played.from);
        self.drop(played.to, played.arriving);
        if let Some((from, to)) = played.rook {
            let rook = self.wood.at(from).expect("a rook");
            self.lift(from);
            self.drop(to, rook);
        }
    }

    /// The side to move makes its next quiet move and presses; `game` goes on with it.
    pub(crate) fn go_on(&mut self, game: &mut Game, half_moves: usize) {
        for _ in 0..half_moves {
            let by = game.turn;
            let quiet = &mut self.quiet[usize::from(by != self.first)];
            let Some(index) = quiet.iter().position(|uci| game.is_quiet(uci)) else {
                panic!("no quiet move is left of {quiet:?} in {}", game.fen());
            };
            let uci = quiet.remove(index);
            self.make(game, &uci);
            self.press(by);
            game.play(&uci);
            self.lawful += 1;
        }
    }
}
