//! Every way in which hands and arbiters put an irregularity right, or do not, and what the Laws make of each.

use protocols::{Color, Placement};
use touchmove::turn::{Edition, Laws, Regime};

use super::{
    irregularities::{Irregularity, Kind},
    model::Game,
    play::{Act, Pace, Play, Word},
};
use crate::proof::laws::{self, Expected, Illegal, arbiter_must_act, is_limited};

/// Half-moves played lawfully at the end of each case: four by each player.
const AFTERWARDS: usize = 8;

/// What follows the irregular press.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// The arbiter confirms what is proposed, after so many half-moves; then the position is restored and replaced.
    Confirmed(usize),
    /// Confirmed at once, and the opponent replies all the same.
    ConfirmedReplied,
    /// Confirmed at once, then straight to a legal move.
    ConfirmedStraight,
    /// Dismissed after so many half-moves, and play goes on from what stands.
    Dismissed(usize),
    /// Dismissed at once, and the player puts his move right.
    DismissedStraight,
    /// What was left undone is done.
    HalfDone,
    /// The arbiter lets it stand after so many half-moves.
    LetStand(usize),
    /// The position is restored, then another piece moves than Article 4 allows.
    Other,
    /// The same, the other piece's move first.
    OtherStraight,
    /// Not corrected: so many half-moves are played on.
    PlayedOn(usize),
    /// The same, then the arbiter has the position restored and the move replaced.
    PlayedOnRestored(usize),
    /// Straight to a legal move, pressed, so many half-moves played, then the arbiter names the move.
    ReplacedSetMove(usize),
    /// The position first, then a legal move.
    Restored,
    /// The arbiter names the move after so many half-moves, and the piece is put there.
    SetMove(usize),
    /// From where the pieces stand straight to a legal move.
    Straight,
    /// Suspended, resumed, then straight to a legal move.
    SuspendedBetween,
    /// Restored while play is suspended.
    SuspendedRestored,
    /// Put right while play is suspended, pressed after.
    SuspendedStraight,
    /// Straight to a legal move, and the opponent replies to it without a press.
    Unpressed,
}

impl Way {
    pub(crate) const ALL: [(&'static str, Way); 29] = [
        ("restored", Way::Restored),
        ("straight", Way::Straight),
        ("unpressed", Way::Unpressed),
        ("half-done", Way::HalfDone),
        ("other", Way::Other),
        ("other-straight", Way::OtherStraight),
        ("on1", Way::PlayedOn(1)),
        ("on3", Way::PlayedOn(3)),
        ("on1-restored", Way::PlayedOnRestored(1)),
        ("on3-restored", Way::PlayedOnRestored(3)),
        ("confirmed0", Way::Confirmed(0)),
        ("confirmed1", Way::Confirmed(1)),
        ("confirmed3", Way::Confirmed(3)),
        ("confirmed-straight", Way::ConfirmedStraight),
        ("confirmed-replied", Way::ConfirmedReplied),
        ("dismissed0", Way::Dismissed(0)),
        ("dismissed1", Way::Dismissed(1)),
        ("dismissed3", Way::Dismissed(3)),
        ("dismissed-straight", Way::DismissedStraight),
        ("let-stand0", Way::LetStand(0)),
        ("let-stand1", Way::LetStand(1)),
        ("let-stand3", Way::LetStand(3)),
        ("set-move0", Way::SetMove(0)),
        ("set-move1", Way::SetMove(1)),
        ("set-move3", Way::SetMove(3)),
        ("replaced-set-move3", Way::ReplacedSetMove(3)),
        ("suspended-restored", Way::SuspendedRestored),
        ("suspended-straight", Way::SuspendedStraight),
        ("suspended-between", Way::SuspendedBetween),
    ];

    /// Half-moves played between the irregular press and the arbiter's word.
    fn played_before(self) -> usize {
        match self {
            Way::Confirmed(played)
            | Way::Dismissed(played)
            | Way::LetStand(played)
            | Way::PlayedOn(played)
            | Way::PlayedOnRestored(played)
            | Way::SetMove(played) => played,
            Way::ConfirmedReplied
            | Way::ConfirmedStraight
            | Way::DismissedStraight
            | Way::HalfDone
            | Way::Other
            | Way::OtherStraight
            | Way::ReplacedSetMove(_)
            | Way::Restored
            | Way::Straight
            | Way::SuspendedBetween
            | Way::SuspendedRestored
            | Way::SuspendedStraight
            | Way::Unpressed => 0,
        }
    }

    /// Whether the arbiter speaks to the alert.
    fn is_decided(self) -> bool {
        matches!(
            self,
            Way::Confirmed(_)
                | Way::ConfirmedReplied
                | Way::ConfirmedStraight
                | Way::Dismissed(_)
                | Way::DismissedStraight
                | Way::LetStand(_)
        )
    }
}

/// How sure it is that something is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Told {
    /// Begun to be put right within half a second of the press: told or not.
    Maybe,
    Must,
}

/// What must have become of a proposed penalty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Penalty {
    Any,
    /// Lapsed, dismissed or cleared.
    Gone,
    /// Confirmed: it never lapses.
    Kept,
}

/// What the Laws make of a case.
#[derive(Debug, Clone)]
pub(crate) struct Due {
    /// The records that are right: one, but where the text leaves it open.
    pub(crate) records: Vec<Game>,
    /// The result, where the arbiter has confirmed a loss.
    pub(crate) result: Option<&'static str>,
    /// Whether a proposed result waits for the arbiter, so that nobody has the move.
    pub(crate) stopped: bool,
    /// The irregularity itself, then what it leads to.
    pub(crate) alerts: Vec<Expected>,
    pub(crate) told: Told,
    pub(crate) penalty: Penalty,
    /// Whether a legal move is made outside what Article 4 allows.
    pub(crate) breach: bool,
    /// Illegal moves of the player at the end: those that are right.
    pub(crate) counts: Vec<u32>,
}

/// A case without its sensors.
#[derive(Debug, Clone)]
pub(crate) struct Story {
    pub(crate) acts: Vec<Act>,
    pub(crate) due: Due,
}

/// What the irregularity is under these laws.
struct Case<'a> {
    it: &'a Irregularity,
    laws: Laws,
    way: Way,
    pace: Pace,
    /// Illegal moves of the player before this one.
    given: u32,
    before: Game,
    by: Color,
    /// The pieces when it is pressed.
    standing: Placement,
    /// Whether it counts as an illegal move when it is completed.
    counted: bool,
    /// Whether a loss is proposed.
    lost: bool,
    /// Whether only the opponent can claim.
    claimed: bool,
    alerts: Vec<Expected>,
}

/// The case of an irregularity put right in this way; `None` where that cannot be, or the text leaves all of it open.
pub(crate) fn story(it: &Irregularity, way: Way, laws: Laws, pace: Pace, given: u32) -> Option<Story> {
    let before = Game::from_fen(&it.fen);
    let mut play = Play::new(&before, pace, it.quiet.clone());
    play.hands(&it.hands);
    let standing = play.pieces();
    play.press(before.turn);
    let must_act = arbiter_must_act(&standing);
    let illegal = Illegal { count: given + 1, opponent_can_mate: Some(true), arbiter_must_act: must_act };
    let alerts = match it.kind {
        Kind::IllegalMove => laws::illegal_move(illegal, laws),
        Kind::InHand | Kind::Nothing => laws::empty_press(illegal, laws),
        Kind::PawnLeft => laws::pawn_left(illegal, laws),
    }?;
    let kind = |word: &str| alerts.iter().any(|alert| alert.kind.name() == word);
    let lost = kind("ruling-game-lost");
    let counted = lost || kind("ruling-add-time");
    let claimed = kind("opponent-may-claim");
    let by = before.turn;
    Case { it, laws, way, pace, given, before, by, standing, counted, lost, claimed, alerts }.told(play)
}

impl Case<'_> {
    /// Whether the queen is put for the player (7.5.2 from 2014).
    fn queen_is_put(&self) -> bool {
        self.it.kind == Kind::PawnLeft && self.laws.edition >= Edition::E2014
    }

    fn told(&self, mut play: Play) -> Option<Story> {
        if self.lost && !self.way.is_decided() && !matches!(self.way, Way::PlayedOn(1)) {
            return None;
        }
        // The first illegal move of a player who has none, the last of one who has all but one.
        if self.given > 0 && !self.lost {
            return None;
        }
        match self.it.kind {
            Kind::InHand => self.in_hand(play),
            Kind::PawnLeft if self.queen_is_put() => self.queen(play),
            Kind::IllegalMove | Kind::Nothing | Kind::PawnLeft => {
                play.pause();
                self.of_a_board(play)
            }
        }
    }

    fn count_if(&self, counted: bool) -> Vec<u32> {
        vec![self.given + u32::from(counted && self.counted)]
    }

    fn due(&self, record: Game) -> Due {
        Due {
            records: vec![record],
            result: None,
            stopped: false,
            alerts: self.alerts.clone(),
            told: Told::Must,
            penalty: Penalty::Any,
            breach: false,
            counts: self.count_if(true),
        }
    }

    /// The position that stands, with the opponent to move.
    fn stands(&self) -> Game {
        let mut stands = self.before.clone();
        stands.stand(self.standing);
        stands
    }

    /// The hands bring the board to a legal move, and it is played.
    fn replace(&self, play: &mut Play, uci: &str) -> Game {
        play.bring(&self.before.board_after(uci));
        play.press(self.by);
        play.begin_again();
        let mut game = self.before.clone();
        game.play(uci);
        play.lawful += 1;
        game
    }

    /// The move first, then what stands wrong is put back.
    fn replace_first(&self, play: &mut Play, uci: &str) -> Game {
        let from = self.before.read(uci).from;
        if play.pieces().at(from) == self.before.board.at(from) {
            play.make(&self.before, uci);
        }
        self.replace(play, uci)
    }

    /// The position first, then the move.
    fn restore_and_replace(&self, play: &mut Play, uci: &str) -> Game {
        play.bring(&self.before.board);
        play.make(&self.before, uci);
        play.press(self.by);
        play.begin_again();
        let mut game = self.before.clone();
        game.play(uci);
        play.lawful += 1;
        game
    }

    /// Corrected by the players alone, before any reply.
    fn corrected(&self, mut play: Play, mut game: Game) -> Option<Story> {
        play.go_on(&mut game, AFTERWARDS);
        let mut due = self.due(game);
        if self.pace == Pace::Brisk && !self.is_late() {
            due.told = Told::Maybe;
            due.counts.push(self.given);
        }
        // A.4.2: nobody has intervened, and the opponent has made his next move; the corrected move is what stands.
        if is_limited(self.laws) {
            due.counts.push(self.given);
        }
        Some(Story { acts: play.acts, due })
    }

    /// Whether the arbiter had come before anything was put right.
    fn is_late(&self) -> bool {
        !matches!(
            self.way,
            Way::HalfDone
                | Way::Other
                | Way::OtherStraight
                | Way::ReplacedSetMove(_)
                | Way::Restored
                | Way::Straight
                | Way::Unpressed
        )
    }

    fn of_a_board(&self, mut play: Play) -> Option<Story> {
        let limited = is_limited(self.laws);
        // To 2009: that it is dismissed says that the pawn was exchanged, and the board does not know for what.
        if self.it.kind == Kind::PawnLeft && matches!(self.way, Way::Dismissed(_)) {
            return None;
        }
        // Put right within the grace nothing was completed: the release binds in the turn itself (4.6), and a pawn in the
        // hand is being exchanged.
        let other = matches!(self.way, Way::Other | Way::OtherStraight);
        let in_grace = self.pace == Pace::Brisk && !self.is_late();
        if in_grace && (self.it.kind == Kind::PawnLeft || other && self.laws.edition == Edition::E2005) {
            return None;
        }
        let (allowed, played) = (self.it.allowed.as_str(), self.way.played_before());
        let mut real = self.stands();
        match self.way {
            Way::Restored => {
                let game = self.restore_and_replace(&mut play, allowed);
                self.corrected(play, game)
            }
            Way::Straight => {
                if self.it.kind == Kind::Nothing {
                    return None;
                }
                let game = self.replace(&mut play, allowed);
                self.corrected(play, game)
            }
            Way::Unpressed => {
                let mut game = self.before.clone();
                play.bring(&self.before.board_after(allowed));
                game.play(allowed);
                self.corrected(play, game)
            }
            Way::HalfDone => {
                let game = self.replace(&mut play, self.it.half_done.as_deref()?);
                self.corrected(play, game)
            }
            Way::Other | Way::OtherStraight => {
                let barred = self.it.barred.as_deref()?;
                // A piece binds by its release only once it has settled; put back at once it was not even lifted.
                // Nothing has been completed to 2005, and the release binds in the turn itself (4.6).
                let open = self.pace != Pace::Calm
                    || self.way == Way::OtherStraight
                    || self.laws.edition == Edition::E2005 && !self.it.bound_in_2005;
                if self.it.kind == Kind::Nothing && open {
                    return None;
                }
                let game = if self.way == Way::Other {
                    self.restore_and_replace(&mut play, barred)
                } else {
                    self.replace_first(&mut play, barred)
                };
                let mut story = self.corrected(play, game)?;
                story.due.breach = self.laws.edition > Edition::E2005 || self.it.bound_in_2005;
                Some(story)
            }
            Way::PlayedOn(_) => {
                play.go_on(&mut real, played);
                if limited {
                    play.go_on(&mut real, AFTERWARDS);
                    return Some(self.stood(play, real));
                }
                let mut due = self.due(self.before.clone());
                due.stopped = self.lost;
                play.look();
                Some(Story { acts: play.acts, due })
            }
            Way::PlayedOnRestored(_) => {
                if limited {
                    return None;
                }
                play.go_on(&mut real, played);
                play.acts.push(Act::Wait(3_000));
                let mut game = self.restore_and_replace(&mut play, allowed);
                play.go_on(&mut game, AFTERWARDS);
                Some(Story { due: self.due(game), acts: play.acts })
            }
            Way::Confirmed(_) | Way::ConfirmedReplied | Way::ConfirmedStraight => self.confirmed(play, real),
            Way::Dismissed(_) | Way::LetStand(_) => {
                play.go_on(&mut real, played);
                play.say(if matches!(self.way, Way::LetStand(_)) { Word::LetStand } else { Word::Dismiss });
                play.go_on(&mut real, AFTERWARDS);
                Some(self.stood(play, real))
            }
            Way::DismissedStraight => {
                play.say(Word::Dismiss);
                let mut game = if self.it.kind == Kind::Nothing {
                    self.restore_and_replace(&mut play, allowed)
                } else {
                    self.replace(&mut play, allowed)
                };
                play.go_on(&mut game, AFTERWARDS);
                Some(self.stood(play, game))
            }
            Way::SetMove(_) => {
                play.go_on(&mut real, played);
                let mut game = self.before.clone();
                game.play(allowed);
                for uci in &real.moves {
                    // What was played since must be legal after the move that is named.
                    if !game.is_quiet(uci) {
                        return None;
                    }
                    game.play(uci);
                }
                play.say(Word::SetMove(allowed.to_owned()));
                play.bring(&game.board);
                play.acts.push(Act::Wait(1_500));
                play.go_on(&mut game, AFTERWARDS);
                let mut due = self.due(game);
                if limited {
                    due.counts = if played == 0 { vec![self.given, due.counts[0]] } else { vec![self.given] };
                }
                Some(Story { acts: play.acts, due })
            }
            Way::ReplacedSetMove(since) => {
                let mut game = self.restore_and_replace(&mut play, allowed);
                play.go_on(&mut game, since);
                play.say(Word::SetMove(allowed.to_owned()));
                self.corrected(play, game)
            }
            Way::SuspendedRestored | Way::SuspendedStraight | Way::SuspendedBetween => {
                play.say(Word::Suspend);
                let game = if self.way == Way::SuspendedRestored {
                    play.bring(&self.before.board);
                    play.say(Word::Resume);
                    self.restore_and_replace(&mut play, allowed)
                } else if self.way == Way::SuspendedStraight {
                    play.bring(&self.before.board_after(allowed));
                    play.say(Word::Resume);
                    self.replace(&mut play, allowed)
                } else {
                    play.say(Word::Resume);
                    self.replace(&mut play, allowed)
                };
                self.corrected(play, game)
            }
        }
    }

    fn confirmed(&self, mut play: Play, mut real: Game) -> Option<Story> {
        let limited = is_limited(self.laws);
        let played = self.way.played_before();
        play.go_on(&mut real, played);
        play.say(Word::Confirm);
        if limited && played > 0 {
            // Nothing is left to confirm (A.4.2): it stands.
            play.go_on(&mut real, AFTERWARDS);
            return Some(self.stood(play, real));
        }
        if self.lost || self.claimed && self.laws.regime == Regime::Blitz {
            let mut due = self.due(self.before.clone());
            due.result = Some(if self.by == Color::White { "0-1" } else { "1-0" });
            due.penalty = Penalty::Kept;
            due.counts = vec![self.given, self.given + 1];
            return Some(Story { acts: play.acts, due });
        }
        let mut due = if self.way == Way::ConfirmedReplied {
            play.go_on(&mut real, 1);
            play.look();
            let mut due = self.due(self.before.clone());
            if limited {
                // Nobody has put it right before the reply: the text does not say whether it stands.
                due.records.push(real);
            }
            due
        } else {
            let straight = self.way == Way::ConfirmedStraight && self.it.kind != Kind::Nothing;
            let allowed = &self.it.allowed;
            if played > 0 {
                play.acts.push(Act::Wait(2_000));
            }
            let mut game =
                if straight { self.replace(&mut play, allowed) } else { self.restore_and_replace(&mut play, allowed) };
            play.go_on(&mut game, AFTERWARDS);
            self.due(game)
        };
        due.penalty = Penalty::Kept;
        if self.claimed {
            // The claim has been made: the arbiter rules as in other games (A.4.c of 2009, 7.4.b).
            due.counts = vec![self.given + 1];
            due.alerts.push(Expected {
                kind: touchmove::turn::AlertKind::RulingAddTime,
                article: laws::Rule::PENALTIES.of(self.laws),
                severity: touchmove::turn::Severity::Ruling,
            });
        }
        Some(Story { acts: play.acts, due })
    }

    /// It stands, or it never was: everything played is recorded, nothing is counted.
    fn stood(&self, play: Play, record: Game) -> Story {
        let mut due = self.due(record);
        due.counts = self.count_if(false);
        due.penalty = Penalty::Gone;
        Story { acts: play.acts, due }
    }

    /// A piece is in the hand when the clock is pressed; it may come down and make the move (7.5.3, judgement).
    fn in_hand(&self, mut play: Play) -> Option<Story> {
        play.acts.push(Act::Wait(700));
        let allowed = self.it.allowed.as_str();
        match self.way {
            // Put back and taken up again faster than a piece settles, it has come down with the move.
            Way::Restored if self.pace != Pace::Calm => {
                let mut game = self.restore_and_replace(&mut play, allowed);
                play.go_on(&mut game, AFTERWARDS);
                Some(self.made_late(play, game))
            }
            Way::Other if self.pace == Pace::Quick => None,
            Way::Restored | Way::Other => {
                let uci = if self.way == Way::Restored { allowed } else { self.it.barred.as_deref()? };
                let mut game = self.restore_and_replace(&mut play, uci);
                play.go_on(&mut game, AFTERWARDS);
                let mut due = self.due(game);
                due.breach = self.way == Way::Other;
                if is_limited(self.laws) {
                    due.counts.push(self.given);
                }
                Some(Story { acts: play.acts, due })
            }
            Way::Unpressed => {
                play.bring(&self.before.board_after(allowed));
                let mut game = self.before.clone();
                game.play(allowed);
                play.go_on(&mut game, AFTERWARDS);
                Some(self.made_late(play, game))
            }
            _ => None,
        }
    }

    /// The piece that was in the hand at the press has come down and made the move: nothing is counted.
    fn made_late(&self, play: Play, record: Game) -> Story {
        let mut due = self.due(record);
        due.counts = self.count_if(false);
        due.alerts.truncate(1);
        due.alerts[0].severity = touchmove::turn::Severity::Notice;
        Story { acts: play.acts, due }
    }

    /// The pawn is left on the last rank from 2014 on: it is a queen (7.5.2), and the opponent has the move.
    fn queen(&self, mut play: Play) -> Option<Story> {
        play.pause();
        let limited = is_limited(self.laws);
        let uci = format!("{}q", &self.it.allowed[..4]);
        let mut game = self.before.clone();
        let lost_at_once = limited && self.laws.edition == Edition::E2014;
        if !lost_at_once {
            game.play(&uci);
        }
        let queen = self.before.board_after(&uci);
        let played = self.way.played_before();
        let mut real = self.stands();
        match self.way {
            Way::HalfDone | Way::Confirmed(0) | Way::DismissedStraight | Way::SetMove(0) => {
                if self.lost && self.way == Way::SetMove(0) || lost_at_once && self.way == Way::DismissedStraight {
                    return None;
                }
                match self.way {
                    Way::Confirmed(_) => play.say(Word::Confirm),
                    Way::DismissedStraight => play.say(Word::Dismiss),
                    Way::SetMove(_) => play.say(Word::SetMove(uci.clone())),
                    _ => play.acts.push(Act::Wait(1_500)),
                }
                if self.lost && self.way == Way::Confirmed(0) {
                    let mut due = self.due(game);
                    due.result = Some(if self.by == Color::White { "0-1" } else { "1-0" });
                    due.penalty = Penalty::Kept;
                    return Some(Story { acts: play.acts, due });
                }
                play.bring(&queen);
                play.go_on(&mut game, AFTERWARDS);
                let mut due = self.due(game);
                match self.way {
                    Way::Confirmed(_) => due.penalty = Penalty::Kept,
                    Way::DismissedStraight => {
                        due.counts = self.count_if(false);
                        due.penalty = Penalty::Gone;
                    }
                    _ if limited => due.counts.push(self.given),
                    _ => {}
                }
                Some(Story { acts: play.acts, due })
            }
            // Without full supervision a pawn that stands there draws the game (A.4.4): proven elsewhere.
            Way::PlayedOn(_) | Way::PlayedOnRestored(_) if !limited && !self.lost => {
                play.go_on(&mut game, played);
                play.acts.push(Act::Wait(2_000));
                if matches!(self.way, Way::PlayedOnRestored(_)) {
                    play.bring(&game.board);
                    play.acts.push(Act::Wait(1_500));
                    play.go_on(&mut game, AFTERWARDS);
                }
                Some(Story { acts: play.acts, due: self.due(game) })
            }
            Way::LetStand(_) if !limited => {
                play.go_on(&mut real, played);
                play.say(Word::LetStand);
                play.go_on(&mut real, AFTERWARDS);
                Some(self.stood(play, real))
            }
            _ => None,
        }
    }
}
