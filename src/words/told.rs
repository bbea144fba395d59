//! What an alert says, before it is said in a language: which message, with which values.

use std::borrow::Cow;

use protocols::{Color, Piece, Role, Square};
use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::{Map, Value as Json};

use crate::{
    rules::{CastlingRefusal, GameResult},
    turn::{
        Alert, AmbiguousMove, CastlingObstacle, Claim, ClaimKind, ClaimantLoses, ClockAdjustment, Contradiction,
        DrawRuling, Evidence, Finding, FlagRuling, Forfeit, Mismatch, NamedMove, NewGameSign, OffTurn, OpponentMates,
        Owed, PawnLeft, UnknownGame, Verdict, Witness,
    },
};

/// A message of the catalogues, with its values. As JSON an object: `id`, and the values by their names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words {
    /// Which message.
    pub id: Cow<'static, str>,
    values: Vec<(Cow<'static, str>, Value)>,
}

/// A value of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// What speaks against a result: the ends of messages' names.
    Against(Vec<Cow<'static, str>>),
    /// A move, SAN.
    Move(Box<str>),
    /// Moves of which one is meant, SAN.
    Moves(Vec<Box<str>>),
    /// What somebody is called, in whatever letters.
    Name(String),
    /// A number.
    Number(u32),
    /// A result.
    Result(GameResult),
    /// Squares that are all meant.
    Squares(Vec<Square>),
    /// Squares of which one is meant.
    Targets(Vec<Square>),
    /// What is written alike in every language: a square, an article.
    Text(String),
    /// A time of the clock, in milliseconds; none where it is not told.
    Time(Option<u32>),
    /// Pieces that were touched.
    Touched(Vec<Touched>),
    /// A word by which a message chooses.
    Word(Cow<'static, str>),
}

/// A piece that was touched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Touched {
    /// `king` .. `pawn`.
    pub role: Cow<'static, str>,
    /// Where it stood.
    #[serde(serialize_with = "square")]
    pub square: Square,
    /// `own` where it is the player's who touched it, else `other`.
    pub owner: Cow<'static, str>,
}

impl Value {
    /// The value of this name, as the record has it.
    fn read(name: &str, value: &Json) -> Option<Value> {
        let text = || value.as_str().map(str::to_owned);
        let texts = || value.as_array()?.iter().map(|one| one.as_str().map(str::to_owned)).collect::<Option<Vec<_>>>();
        let squares = || texts()?.iter().map(|name| name.parse().ok()).collect::<Option<Vec<Square>>>();
        let number = |value: &Json| value.as_u64().and_then(|number| u32::try_from(number).ok());
        Some(match name {
            "against" => Value::Against(texts()?.into_iter().map(Cow::from).collect()),
            "black" | "time" | "white" if value.is_null() => Value::Time(None),
            "black" | "time" | "white" => Value::Time(Some(number(value)?)),
            "count" | "minutes" | "n" | "ply" | "round" | "seconds" | "status" => Value::Number(number(value)?),
            "from" | "game" | "ms" | "penalties" | "square" | "written" => Value::Text(text()?),
            "move" | "played" | "step" => Value::Move(text()?.into()),
            "moves" => Value::Moves(texts()?.into_iter().map(Box::from).collect()),
            "error" | "name" | "section" => Value::Name(text()?),
            "result" => Value::Result(GameResult::from_name(&text()?)?),
            "squares" => Value::Squares(squares()?),
            "targets" => Value::Targets(squares()?),
            "touched" => Value::Touched(value.as_array()?.iter().map(Touched::read).collect::<Option<_>>()?),
            _ => Value::Word(text()?.into()),
        })
    }
}

impl Touched {
    fn read(value: &Json) -> Option<Touched> {
        let text = |name: &str| value.get(name)?.as_str().map(str::to_owned);
        Some(Touched {
            role: text("role")?.into(),
            square: text("square")?.parse().ok()?,
            owner: text("owner")?.into(),
        })
    }
}

fn square<S: Serializer>(square: &Square, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(square)
}

impl Words {
    /// A message without values.
    #[must_use]
    pub fn new(id: impl Into<Cow<'static, str>>) -> Words {
        Words { id: id.into(), values: Vec::new() }
    }

    /// The words of a record's JSON object. What a value is, its name says; `None` where one is of another kind, or there
    /// is no `id`.
    #[must_use]
    pub fn read(object: &Map<String, Json>) -> Option<Words> {
        let mut words = Words::new(object.get("id")?.as_str()?.to_owned());
        for (name, value) in object.iter().filter(|(name, _)| *name != "id") {
            words.values.push((name.clone().into(), Value::read(name, value)?));
        }
        Some(words)
    }

    pub(crate) fn with(mut self, name: &'static str, value: Value) -> Words {
        self.values.push((name.into(), value));
        self
    }

    pub(crate) fn word(self, name: &'static str, word: &'static str) -> Words {
        self.with(name, Value::Word(word.into()))
    }

    pub(crate) fn number(self, name: &'static str, number: u32) -> Words {
        self.with(name, Value::Number(number))
    }

    pub(super) fn by(self, by: Color) -> Words {
        self.word("by", by.name())
    }

    fn square(self, name: &'static str, square: Square) -> Words {
        self.with(name, Value::Text(square.to_string()))
    }

    /// All of these squares, and how many there are.
    fn squares(self, squares: &[Square]) -> Words {
        let count = u32::try_from(squares.len()).unwrap_or(u32::MAX);
        self.with("squares", Value::Squares(squares.to_vec())).number("n", count)
    }

    fn article(self, name: &'static str, article: &str) -> Words {
        self.with(name, Value::Text(article.to_owned()))
    }

    fn role(self, role: Role) -> Words {
        self.word("role", role.name())
    }

    fn touched(self, by: Color, piece: Piece, square: Square) -> Words {
        self.role(piece.role).word("owner", owner(by, piece)).square("square", square)
    }

    fn played(self, name: &'static str, played: &NamedMove) -> Words {
        self.with(name, Value::Move(played.san.as_str().into()))
    }

    fn moves(self, moves: &[NamedMove]) -> Words {
        self.with("moves", Value::Moves(sans(moves.iter())))
    }

    /// What a player must do. A pawn that can become every piece is put on its square, whatever it becomes.
    fn owed(self, owed: &[NamedMove]) -> Words {
        let (promotions, others): (Vec<&NamedMove>, Vec<&NamedMove>) =
            owed.iter().partition(|m| promotes_freely(m, owed));
        let duty = match (promotions.is_empty(), others.is_empty()) {
            (true, true) => "none",
            (true, false) => "play",
            (false, true) => "put",
            (false, false) => "both",
        };
        let mut targets: Vec<Square> = promotions.iter().filter_map(|m| squares_of(m).1.parse().ok()).collect();
        targets.sort_unstable_by_key(Square::to_string);
        targets.dedup();
        let is_one_pawn = promotions.windows(2).all(|two| squares_of(two[0]).0 == squares_of(two[1]).0);
        self.word("duty", duty)
            .with("moves", Value::Moves(sans(others.into_iter())))
            .with("targets", Value::Targets(targets))
            .word("pawn", if is_one_pawn { "one" } else { "some" })
    }

    fn duty(self, owed: &Owed) -> Words {
        match owed {
            Owed::AnyLegalMove => self.owed(&[]).replaced("duty", Value::Word("any".into())),
            Owed::OneOf(owed) => self.owed(owed),
        }
    }

    fn replaced(mut self, name: &'static str, value: Value) -> Words {
        self.values.retain(|(known, _)| known != name);
        self.with(name, value)
    }

    /// The values, by their names.
    pub fn values(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.values.iter().map(|(name, value)| (&**name, value))
    }

    /// The player that it is about, where it names one.
    pub(super) fn player(&self) -> Option<&str> {
        self.values().find_map(|(name, value)| match value {
            Value::Word(word) if name == "by" => Some(&**word),
            _ => None,
        })
    }

    /// What an alert says.
    #[must_use]
    pub fn of(alert: &Alert) -> Words {
        let words = Words::new;
        match &alert.finding {
            Finding::CastlingAbandoned { by, played, .. } => {
                words("castling-abandoned").by(*by).played("played", played)
            }
            Finding::CastlingForbiddenSetup => words("castling-forbidden-setup"),
            Finding::CastlingNotAllowed { by, king_to, owed, obstacle, .. } => words("castling-not-allowed")
                .by(*by)
                .square("square", *king_to)
                .word("obstacle", why_not_castle(*obstacle))
                .duty(owed),
            Finding::CastlingRookFirst { by, owed } => words("castling-rook-first").by(*by).owed(owed),
            Finding::ClaimMade { by, claim, verdict, evidence, .. } => claim_made(*by, *claim, *verdict, evidence),
            Finding::ClaimRightLost { by } => words("claim-right-lost").by(*by),
            Finding::ClockAdjusted { adjustment, .. } => clock_adjusted(*adjustment),
            Finding::DisplacedPieces { .. } => words("displaced-pieces").squares(&alert.squares),
            Finding::Disturbance { by, penalties, .. } => words("disturbance").by(*by).article("penalties", penalties),
            Finding::DrawClaimRightLost { by, forfeit } => words("draw-claim-right-lost").by(*by).word(
                "forfeit",
                match forfeit {
                    Forfeit::Moved => "moved",
                    Forfeit::Touched => "touched",
                },
            ),
            Finding::FiftyMovesAvailable { by } => words("fifty-moves-available").by(*by),
            Finding::FlagFall { by, ruling } => words("flag-fall").by(*by).word(
                "ruling",
                match ruling {
                    FlagRuling::BothDown => "both-down",
                    FlagRuling::OpponentCannotMate => "opponent-cannot-mate",
                    FlagRuling::OpponentWins => "opponent-wins",
                    FlagRuling::Undecided => "undecided",
                },
            ),
            Finding::GameEndInDoubt { .. } => words("game-end-in-doubt"),
            Finding::GameEnded75Moves { .. } => ended("seventy-five-moves", GameResult::Draw),
            Finding::GameEndedCheckmate { by } => ended("checkmate", GameResult::win_for(*by)),
            Finding::GameEndedDeadPosition { .. } => ended("dead-position", GameResult::Draw),
            Finding::GameEndedFivefold { .. } => ended("fivefold-repetition", GameResult::Draw),
            Finding::GameEndedStalemate { .. } => ended("stalemate", GameResult::Draw),
            Finding::IllegalDisplacement { by, role, from, to } => match from {
                Some(from) => {
                    words("illegal-displacement").by(*by).role(*role).square("from", *from).square("square", *to)
                }
                None => words("illegal-displacement-put").by(*by).role(*role).square("square", *to),
            },
            Finding::IllegalMoveCompleted { by, witness: Witness::Arbiter, .. } => words("illegal-move-seen").by(*by),
            Finding::IllegalMoveCompleted { by, owed: Some(owed), witness: Witness::Sensors } => {
                words("illegal-move-completed-owed").by(*by).duty(owed)
            }
            Finding::IllegalMoveCompleted { by, owed: None, witness: Witness::Sensors } => {
                words("illegal-move-completed").by(*by)
            }
            Finding::IllegalMoveStands { by } => words("illegal-move-stands").by(*by),
            Finding::IllegalPositionWatch => words("illegal-position-watch"),
            Finding::InitialPositionWrong => words("initial-position-wrong"),
            Finding::MoveAmbiguous { candidates, unknown, .. } => match unknown {
                AmbiguousMove::Move if candidates.len() == 1 => words("move-ambiguous-one").moves(candidates),
                AmbiguousMove::Move => words("move-ambiguous").moves(candidates),
                AmbiguousMove::Promotion => words("move-ambiguous-promotion"),
                AmbiguousMove::PromotionOrMissing => words("move-ambiguous-promotion-or-missing"),
            },
            Finding::MoveAmbiguousLine { lines, .. } if lines.len() == 1 => words("move-ambiguous-line-one"),
            Finding::MoveAmbiguousLine { .. } => words("move-ambiguous-line"),
            Finding::NewGameSetUp(sign) => words("new-game-set-up").word(
                "sign",
                match sign {
                    NewGameSign::FirstMoves => "first-moves",
                    NewGameSign::FirstMovesInSomeOrder => "some-order",
                    NewGameSign::PiecesHome => "pieces-home",
                },
            ),
            Finding::OffTurnTouch { by, piece, square, how } => {
                words("off-turn-touch").by(*by).touched(*by, *piece, *square).word(
                    "how",
                    match how {
                        OffTurn::Returned => "returned",
                        OffTurn::Taken => "taken",
                    },
                )
            }
            Finding::OpponentMayClaim { by, claim } => words("opponent-may-claim").by(*by).word(
                "claim",
                match claim {
                    Claim::Draw => "draw",
                    Claim::IllegalMove => "illegal-move",
                    Claim::Time => "time",
                    Claim::Win => "win",
                    Claim::WinOrDraw => "win-or-draw",
                },
            ),
            Finding::OpponentRepliedBeforePress { by } => words("opponent-replied-before-press").by(*by),
            Finding::PlayNotRecorded => words("play-not-recorded"),
            Finding::PositionMismatch(mismatch) => position_mismatch(*mismatch, &alert.squares),
            Finding::PositionRestored { .. } => words("position-restored"),
            Finding::PressByOtherSide { by } => words("press-by-other-side").by(*by),
            Finding::PressWithoutMove { by, penalties: None } => words("press-without-move").by(*by),
            Finding::PressWithoutMove { by, penalties: Some(penalties) } => {
                words("press-without-move-penalties").by(*by).article("penalties", penalties)
            }
            Finding::PromotionMissing { by, square, then } => {
                words("promotion-missing").by(*by).square("square", *square).word(
                    "then",
                    match then {
                        PawnLeft::BecomesQueen => "becomes-queen",
                        PawnLeft::IllegalMove => "illegal-move",
                        PawnLeft::SetUpAgain => "set-up-again",
                    },
                )
            }
            Finding::PromotionPieceChanged { must, square, .. } => {
                words("promotion-piece-changed").square("square", *square).moves(must)
            }
            Finding::PromotionPieceInvalid { by, piece, square } => words("promotion-piece-invalid")
                .by(*by)
                .word("colour", piece.color.name())
                .role(piece.role)
                .square("square", *square),
            Finding::ReleasedThenMoved { by, must, played } => {
                words("released-then-moved").by(*by).owed(must).played("played", played)
            }
            Finding::ResultSignalled { result, against, not_counted } => {
                let step = not_counted.as_ref().map_or("", |step| step.as_str());
                words("result-signalled")
                    .with("result", Value::Result(*result))
                    .word("noted", if step.is_empty() { "no" } else { "yes" })
                    .with("step", Value::Move(step.into()))
                    .word("doubt", if against.is_empty() { "no" } else { "yes" })
                    .with(
                        "against",
                        Value::Against(against.iter().map(|against| speaks_against(*against).into()).collect()),
                    )
            }
            Finding::RulingAddTime { by, count, ms, .. } => {
                words("ruling-add-time").by(*by).number("count", *count).number("minutes", minutes(*ms))
            }
            Finding::RulingAddTimeBack { by, ms } => {
                words("ruling-add-time-back").by(*by).number("minutes", minutes(*ms))
            }
            Finding::RulingAddTimeForClaim { by, claim: ClaimKind::QuickplayFinish, ms, .. } => {
                words("ruling-add-time-for-rejected-claim").by(*by).number("minutes", minutes(*ms))
            }
            Finding::RulingAddTimeForClaim { by, ms, claimant, .. } => {
                let (loses, lost_ms) = match claimant {
                    ClaimantLoses::HalfOfUnknown => ("half", 0),
                    ClaimantLoses::Nothing => ("nothing", 0),
                    ClaimantLoses::Time { ms } => ("time", *ms),
                };
                words("ruling-add-time-for-claim")
                    .by(*by)
                    .number("minutes", minutes(*ms))
                    .word("loses", loses)
                    .number("seconds", lost_ms / 1_000)
            }
            Finding::RulingGameDrawn(DrawRuling::IllegalMoves { by, count }) => {
                words("ruling-game-drawn").by(*by).number("count", count.unwrap_or(0))
            }
            Finding::RulingGameDrawn(DrawRuling::IllegalPosition) => words("ruling-game-drawn-position"),
            Finding::RulingGameLost { by, count, opponent } => {
                words("ruling-game-lost").by(*by).number("count", count.unwrap_or(0)).word(
                    "mates",
                    match opponent {
                        OpponentMates::Can => "can",
                        OpponentMates::Undecided => "undecided",
                    },
                )
            }
            Finding::SlideInferred { m, .. } => words("slide-inferred").played("move", m),
            Finding::ThreefoldAvailable { by } => words("threefold-available").by(*by),
            Finding::TouchMoveViolated { by, touched, played, owed } => {
                let touched = touched.iter().map(|(square, piece)| Touched {
                    role: piece.role.name().into(),
                    square: *square,
                    owner: owner(*by, *piece).into(),
                });
                words("touch-move-violated")
                    .by(*by)
                    .with("touched", Value::Touched(touched.collect()))
                    .played("played", played)
                    .owed(owed)
            }
            Finding::TouchOrderUnclear { .. } => words("touch-order-unclear"),
            Finding::TouchedPieceReturned { by, piece, square } => {
                words("touched-piece-returned").by(*by).touched(*by, *piece, *square)
            }
            Finding::TwoHandsSuspected { by, witness: Witness::Arbiter } => words("two-hands-seen").by(*by),
            Finding::TwoHandsSuspected { by, witness: Witness::Sensors } => words("two-hands-suspected").by(*by),
            Finding::WrongColourMovedFirst { by, role, from, to } => {
                words("wrong-colour-moved-first").by(*by).role(*role).square("from", *from).square("square", *to)
            }
        }
    }
}

impl Serialize for Words {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.values.len() + 1))?;
        map.serialize_entry("id", &self.id)?;
        for (name, value) in self.values() {
            match value {
                Value::Against(words) => map.serialize_entry(name, words)?,
                Value::Move(text) => map.serialize_entry(name, &**text)?,
                Value::Moves(moves) => map.serialize_entry(name, moves)?,
                Value::Number(number) => map.serialize_entry(name, number)?,
                Value::Result(result) => map.serialize_entry(name, result.name())?,
                Value::Squares(squares) | Value::Targets(squares) => {
                    map.serialize_entry(name, &squares.iter().map(Square::to_string).collect::<Vec<_>>())?;
                }
                Value::Name(text) | Value::Text(text) => map.serialize_entry(name, text)?,
                Value::Time(ms) => map.serialize_entry(name, ms)?,
                Value::Touched(touched) => map.serialize_entry(name, touched)?,
                Value::Word(word) => map.serialize_entry(name, word)?,
            }
        }
        map.end()
    }
}

fn ended(how: &'static str, result: GameResult) -> Words {
    Words::new("game-ended").word("how", how).with("result", Value::Result(result))
}

fn claim_made(by: Color, claim: ClaimKind, verdict: Verdict, evidence: &Evidence) -> Words {
    let words = Words::new("claim-made").by(by).word("claim", claim.name());
    let (then, owed): (_, &[NamedMove]) = match verdict {
        Verdict::Correct if claim.draws() => ("drawn", &[]),
        Verdict::Correct => match evidence {
            Evidence::Breach { owed, .. } => ("had", owed),
            Evidence::Touched { owed, .. } => ("must", owed),
            _ => ("right", &[]),
        },
        Verdict::LeftToArbiter => ("arbiter", &[]),
        Verdict::RightLost => ("lost", &[]),
        Verdict::Wrong if claim == ClaimKind::QuickplayFinish => ("early", &[]),
        Verdict::Wrong => ("wrong", &[]),
    };
    words.word("then", then).owed(owed)
}

fn clock_adjusted(adjustment: ClockAdjustment) -> Words {
    match adjustment {
        ClockAdjustment::Added { player, ms } => {
            let id = if ms < 0 { "clock-adjusted-taken" } else { "clock-adjusted-added" };
            Words::new(id).by(player).with("time", Value::Time(Some(ms.unsigned_abs())))
        }
        ClockAdjustment::Set { white_ms, black_ms } => {
            let which = match (white_ms, black_ms) {
                (Some(_), None) => "white",
                (None, Some(_)) => "black",
                (Some(_), Some(_)) | (None, None) => "both",
            };
            Words::new("clock-adjusted-set")
                .word("which", which)
                .with("white", Value::Time(white_ms))
                .with("black", Value::Time(black_ms))
        }
    }
}

fn position_mismatch(mismatch: Mismatch, differ: &[Square]) -> Words {
    match mismatch {
        Mismatch::Differs { .. } | Mismatch::NotPutRight { .. } => Words::new("position-mismatch").squares(differ),
        Mismatch::GameUnknown(UnknownGame::ClockRuns) => Words::new("position-mismatch-clock-runs"),
        Mismatch::GameUnknown(UnknownGame::MovesAfterEnd) => Words::new("position-mismatch-moves-after-end"),
        Mismatch::GameUnknown(UnknownGame::PiecesNotLearnt) => Words::new("position-mismatch-pieces-not-learnt"),
        Mismatch::NoGameFits => Words::new("position-mismatch-no-game-fits"),
        Mismatch::NotTheQueen { put, square } => {
            Words::new("position-mismatch-not-the-queen").by(put.color).role(put.role).square("square", square)
        }
        Mismatch::Unexplained { .. } => Words::new("position-mismatch-unexplained"),
    }
}

fn why_not_castle(obstacle: CastlingObstacle) -> &'static str {
    match obstacle {
        CastlingObstacle::Position(refusal) => match refusal {
            CastlingRefusal::Attacked => "attacked",
            CastlingRefusal::InCheck => "in-check",
            CastlingRefusal::PieceBetween => "piece-between",
            CastlingRefusal::RightLost => "right-lost",
        },
        CastlingObstacle::SetUp => "set-up",
    }
}

fn speaks_against(contradiction: Contradiction) -> &'static str {
    match contradiction {
        Contradiction::CannotMate => "cannot-mate",
        Contradiction::Clock => "clock",
        Contradiction::Flag => "flag",
        Contradiction::IllegalMoves => "illegal-moves",
        Contradiction::NoMoveEach => "no-move-each",
        Contradiction::Position => "position",
    }
}

fn owner(by: Color, piece: Piece) -> &'static str {
    if piece.color == by { "own" } else { "other" }
}

/// Moves by their names, in the order of these, each once.
fn sans<'a>(moves: impl Iterator<Item = &'a NamedMove>) -> Vec<Box<str>> {
    let mut sans: Vec<Box<str>> = moves.map(|m| m.san.as_str().into()).collect();
    sans.sort_unstable();
    sans.dedup();
    sans
}

/// Whether the move is a promotion, and the same pawn may become each of the four pieces there.
fn promotes_freely(m: &NamedMove, all: &[NamedMove]) -> bool {
    let same_way = |other: &&NamedMove| other.uci.is_promotion() && squares_of(other) == squares_of(m);
    m.uci.is_promotion() && all.iter().filter(same_way).count() == 4
}

/// Where a move leaves and arrives, as UCI has it.
fn squares_of(m: &NamedMove) -> (&str, &str) {
    let uci = m.uci.as_str();
    (uci.get(..2).unwrap_or_default(), uci.get(2..4).unwrap_or_default())
}

/// What is given for an illegal move (7.5.5) or a wrong claim (9.5): one, two or three minutes.
fn minutes(ms: u32) -> u32 {
    match ms {
        60_000 => 1,
        180_000 => 3,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        rules::{Position, Variant},
        words::{Language, tell},
    };

    fn must(fen: &str, ucis: &[&str]) -> String {
        let position = Position::from_fen(fen, Variant::Chess).expect("a position");
        let moves: Vec<_> = ucis.iter().map(|uci| position.legal_move(uci).expect("legal")).collect();
        let words = Words::new("castling-rook-first").by(Color::White).owed(&NamedMove::list(&position, &moves));
        let sentence = tell(Language::English, &words);
        let (_, must) = sentence.split_once("castled; he had ").expect("what he had to do");
        must.trim_end_matches('.').to_owned()
    }

    #[test]
    fn a_promotion_owed_is_told_as_the_pawns_move() {
        let fen = "3r4/4P3/6k1/8/8/8/8/R3K2R w KQ - 0 1";
        let promotions = ["e7e8q", "e7e8r", "e7e8b", "e7e8n"];
        assert_eq!(must(fen, &promotions), "to put his pawn on e8");
        assert_eq!(must(fen, &[&promotions[..], &["a1d1"]].concat()), "to play Rd1 or put his pawn on e8");
        let captures = ["e7d8q", "e7d8r", "e7d8b", "e7d8n"];
        assert_eq!(must(fen, &[promotions, captures].concat()), "to put his pawn on d8 or e8");
        assert_eq!(must(fen, &["e7e8q"]), "to play e8=Q+", "what it becomes is owed, too");
        assert_eq!(must(fen, &["e1f1", "e1e2"]), "to play Ke2 or Kf1");
        assert_eq!(must(fen, &[]), "no move to play");
    }
}
