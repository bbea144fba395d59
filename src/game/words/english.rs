//! Alerts, and how games end, in English.

use protocols::{Color, Piece, Square};

use crate::{
    rules::{CastlingRefusal, GameResult},
    turn::{
        Alert, AmbiguousMove, CastlingObstacle, Claim, ClaimKind, ClaimantLoses, ClockAdjustment, Contradiction,
        DrawRuling, Evidence, Finding, FlagRuling, Forfeit, Mismatch, NamedMove, NewGameSign, OffTurn, OpponentMates,
        Owed, PawnLeft, Termination, UnknownGame, Verdict, Witness,
    },
};

/// Most moves listed in a sentence.
const MOVES_LISTED: usize = 6;

/// The sentence of an alert.
pub(super) fn sentence(alert: &Alert) -> String {
    match &alert.finding {
        Finding::CastlingAbandoned { by, played, .. } => format!(
            "{} put the king down for castling and then played {}; if he had let go of it, he must castle.",
            name(*by),
            played.san
        ),
        Finding::CastlingForbiddenSetup => {
            "The pieces were set up wrongly and nobody claimed it in time: play goes on, but no king or rook that began \
             on a wrong square may castle."
                .to_owned()
        }
        Finding::CastlingNotAllowed { by, king_to, owed, obstacle, .. } => format!(
            "{} put the king on {king_to} to castle, which is not allowed: {}. He {}.",
            name(*by),
            why_not_castle(*obstacle),
            must_do(owed)
        ),
        Finding::CastlingRookFirst { by, owed } => format!(
            "{} touched the rook before the king and castled; he had to {}.",
            name(*by),
            act(owed)
        ),
        Finding::ClaimMade { by, claim: ClaimKind::QuickplayFinish, verdict: Verdict::Wrong, .. } => {
            format!("{} claims a draw in a quickplay finish, but he has two minutes or more left: he may not yet.", name(*by))
        }
        Finding::ClaimMade { by, claim, verdict, evidence, .. } => claim_made(*by, *claim, *verdict, evidence),
        Finding::ClaimRightLost { by } => format!(
            "{} has touched a piece and can no longer claim the breach; only the arbiter can act.",
            name(*by)
        ),
        Finding::ClockAdjusted { adjustment, .. } => clock_adjusted(*adjustment),
        Finding::DisplacedPieces { .. } => {
            let what = if alert.squares.len() == 1 { "A piece is" } else { "Pieces are" };
            format!("{what} out of place on {}, which no move explains.", squares(&alert.squares))
        }
        Finding::Disturbance { by, penalties, .. } => format!(
            "{} has disturbed {}: which penalty of {penalties} is for you to say.",
            name(*by),
            name(by.other())
        ),
        Finding::DrawClaimRightLost { by, forfeit } => {
            let instead = match forfeit {
                Forfeit::Moved => "moved",
                Forfeit::Touched => "touched a piece",
            };
            format!("{} could have claimed a draw and has {instead} instead.", name(*by))
        }
        Finding::FiftyMovesAvailable { by } => claim_available(*by, "fifty moves without a capture or pawn move"),
        Finding::FlagFall { by, ruling } => flag_fall(*by, *ruling),
        Finding::GameEndInDoubt { .. } => {
            "The final position was reached by a move against Articles 3 or 4: the arbiter decides whether the game is over."
                .to_owned()
        }
        Finding::GameEnded75Moves { .. } => game_over(&Termination::SeventyFiveMoves, GameResult::Draw),
        Finding::GameEndedCheckmate { by } => game_over(&Termination::Checkmate, GameResult::win_for(*by)),
        Finding::GameEndedDeadPosition { .. } => game_over(&Termination::DeadPosition, GameResult::Draw),
        Finding::GameEndedFivefold { .. } => game_over(&Termination::FivefoldRepetition, GameResult::Draw),
        Finding::GameEndedStalemate { .. } => game_over(&Termination::Stalemate, GameResult::Draw),
        Finding::IllegalDisplacement { by, role, from, to } => {
            let (player, role) = (name(*by), role.name());
            match from {
                Some(from) => format!(
                    "{player} has put his {role} from {from} on {to}, where no legal move takes it; he may still correct \
                     that."
                ),
                None => format!(
                    "{player} has put a {role} on {to}, where no legal move brings one; he may still correct that."
                ),
            }
        }
        Finding::IllegalMoveCompleted { by, witness: Witness::Arbiter, .. } => {
            format!("The arbiter has seen {} complete an illegal move.", name(*by))
        }
        Finding::IllegalMoveCompleted { by, owed, witness: Witness::Sensors } => {
            let then = owed.as_ref().map_or_else(String::new, |owed| {
                format!(": the position before it is set up again, and he {}", must_do(owed))
            });
            format!("{} has completed an illegal move{then}.", name(*by))
        }
        Finding::IllegalMoveStands { by } => {
            format!("{} has moved: {}'s illegal move stands.", name(by.other()), name(*by))
        }
        Finding::IllegalPositionWatch => {
            "The illegal position still stands: wait until the next move is completed; if it stands then, the game is \
             drawn."
                .to_owned()
        }
        Finding::InitialPositionWrong => {
            "The game began from a wrong position: it is cancelled and a new one played.".to_owned()
        }
        Finding::MoveAmbiguous { candidates, unknown, .. } => match unknown {
            AmbiguousMove::Move => format!("The sensors fit several moves: {}.", moves(candidates)),
            AmbiguousMove::Promotion => "The board cannot tell what the pawn became: a queen is assumed.".to_owned(),
            AmbiguousMove::PromotionOrMissing => {
                "The board cannot tell what the pawn became, nor whether it was exchanged at all: a queen is assumed."
                    .to_owned()
            }
        },
        Finding::MoveAmbiguousLine { .. } => {
            "Several moves were made that nobody saw, and more than one order of moves explains the board.".to_owned()
        }
        Finding::NewGameSetUp(sign) => match sign {
            NewGameSign::FirstMoves => {
                "A new game has begun, whose first position was not seen: its first moves are inferred."
            }
            NewGameSign::FirstMovesInSomeOrder => {
                "A new game has begun, whose first moves were not seen: several orders of them fit."
            }
            NewGameSign::PiecesHome => "All pieces are back on their first squares: a new game.",
        }
        .to_owned(),
        Finding::OffTurnTouch { by, piece, square, how } => {
            let (player, other, what) = (name(*by), name(by.other()), his_piece(*by, *piece, *square));
            match how {
                OffTurn::Returned => format!("{player} lifted {what} and put it back in {other}'s time."),
                OffTurn::Taken => format!("{player} took {what} before {other} had made his move."),
            }
        }
        Finding::OpponentMayClaim { by, claim } => opponent_may_claim(*by, *claim),
        Finding::OpponentRepliedBeforePress { by } => format!(
            "{} has replied before {} pressed the clock, who may still press it.",
            name(*by),
            name(by.other())
        ),
        Finding::PositionMismatch(mismatch) => position_mismatch(*mismatch, &alert.squares),
        Finding::PositionRestored { .. } => "The position before the illegal move is on the board again.".to_owned(),
        Finding::PlayNotRecorded => "Moves are being played that are not recorded: compare the board with the moves, and set the moves or the position."
            .to_owned(),
        Finding::PressByOtherSide { by } => {
            format!("{} pressed the clock although the other clock was running.", name(*by))
        }
        Finding::PressWithoutMove { by, penalties: None } => {
            format!("{} pressed the clock without having made a move.", name(*by))
        }
        Finding::PressWithoutMove { by, penalties: Some(penalties) } => format!(
            "{} pressed the clock without having made a move: he has to make one, and which penalty of {penalties} is for \
             you to say.",
            name(*by)
        ),
        Finding::PromotionMissing { by, square, then } => {
            let then = match then {
                PawnLeft::BecomesQueen => ": it becomes a queen, and an illegal move is counted",
                PawnLeft::IllegalMove => ", which is an illegal move",
                PawnLeft::SetUpAgain => {
                    ", which is an illegal move: the position before it is set up again, and he must promote"
                }
            };
            format!("{} pressed the clock with his pawn still on {square}{then}.", name(*by))
        }
        Finding::PromotionPieceChanged { must, square, .. } => {
            format!("A second piece was put on {square}; the first that touched it decides: {}.", moves(must))
        }
        Finding::PromotionPieceInvalid { by, piece, square } => {
            format!("{}'s pawn cannot become {}, which was put on {square}.", name(*by), a_piece(*piece))
        }
        Finding::ReleasedThenMoved { by, must, played } => format!(
            "{} put {} and then played {}; if he had let go of it, the first move stands.",
            name(*by),
            put_down(must),
            played.san
        ),
        Finding::ResultSignalled { result, against, not_counted } => {
            let step = not_counted.as_ref().map_or_else(String::new, |step| {
                format!(" (the king's step {step} is not counted as a move)")
            });
            let shown = format!("The kings in the centre show the result {}{step}", result.name());
            if against.is_empty() {
                return format!("{shown}.");
            }
            let why: Vec<&str> = against.iter().map(|against| speaks_against(*against)).collect();
            format!("{shown}, but {}: ask the players.", why.join(", and "))
        }
        Finding::RulingAddTime { by, count, ms, .. } => {
            let minutes = minutes(*ms);
            format!(
                "{} gets {minutes} more for {}'s {} illegal move.",
                name(by.other()),
                name(*by),
                ordinal(*count)
            )
        }
        Finding::RulingAddTimeBack { by, ms } => format!(
            "{} got {} for an illegal move of {}'s that was none: take them off his clock again.",
            name(by.other()),
            minutes(*ms),
            name(*by)
        ),
        Finding::RulingAddTimeForClaim { by, claim, ms, claimant } => {
            time_for_claim(*by, *claim, *ms, *claimant)
        }
        Finding::RulingGameDrawn(ruling) => match ruling {
            DrawRuling::IllegalMoves { by, count } => {
                let (which, opponent) = (illegal_move(*by, *count), name(by.other()));
                format!("{which}: the game is drawn, for {opponent} cannot checkmate.")
            }
            DrawRuling::IllegalPosition => {
                "The illegal position still stands after one more move: the game is drawn.".to_owned()
            }
        },
        Finding::RulingGameLost { by, count, opponent } => {
            let (which, winner) = (illegal_move(*by, *count), name(by.other()));
            match opponent {
                OpponentMates::Can => format!("{which}: {winner} wins."),
                OpponentMates::Undecided => format!(
                    "{which}: {winner} wins, or draws if he cannot checkmate any more, which cannot be decided: look."
                ),
            }
        }
        Finding::SlideInferred { m, .. } => {
            format!("Only one piece is missing from the board: {} is inferred.", m.san)
        }
        Finding::ThreefoldAvailable { by } => {
            claim_available(*by, "the same position has appeared at least three times")
        }
        Finding::TouchMoveViolated { by, touched, played, owed } => {
            let touched: Vec<String> =
                touched.iter().map(|(square, piece)| his_piece(*by, *piece, *square)).collect();
            format!(
                "{} touched {} and then played {}; he had to {}.",
                name(*by),
                touched.join(" and "),
                played.san,
                act(owed)
            )
        }
        Finding::TouchOrderUnclear { .. } => {
            "Own and opponent's piece left the board together: the own piece counts as touched first.".to_owned()
        }
        Finding::TouchedPieceReturned { by, piece, square } => format!(
            "{} lifted {} and put it back: adjusted if he said so first, otherwise touched.",
            name(*by),
            his_piece(*by, *piece, *square)
        ),
        Finding::TwoHandsSuspected { by, witness: Witness::Arbiter } => {
            format!("The arbiter has seen {} use two hands for one move.", name(*by))
        }
        Finding::TwoHandsSuspected { by, witness: Witness::Sensors } => {
            format!("{} had king and rook in the air together: perhaps he used two hands.", name(*by))
        }
        Finding::WrongColourMovedFirst { by, role, from, to } => {
            format!("{} has moved first: his {} went from {from} to {to}.", name(*by), role.name())
        }
    }
}

fn claim_made(by: Color, claim: ClaimKind, verdict: Verdict, evidence: &Evidence) -> String {
    let (player, opponent) = (name(by), name(by.other()));
    let what = match claim {
        ClaimKind::FiftyMoves => "a draw by fifty moves".to_owned(),
        ClaimKind::QuickplayFinish => "a draw in a quickplay finish".to_owned(),
        ClaimKind::Threefold => "a draw by the third appearance of a position".to_owned(),
        ClaimKind::TouchMove => format!("that {opponent} has broken Article 4"),
    };
    let then = match verdict {
        Verdict::Correct if claim.draws() => ": the claim is right, the game is drawn".to_owned(),
        Verdict::Correct => match evidence {
            Evidence::Breach { owed, .. } => format!(": the claim is right, {opponent} had to {}", act(owed)),
            Evidence::Touched { owed, .. } => format!(": the claim is right, {opponent} must {}", act(owed)),
            _ => ": the claim is right".to_owned(),
        },
        Verdict::LeftToArbiter => {
            format!(": you decide; if you reject it or wait, {opponent} may get two minutes more")
        }
        Verdict::RightLost => ", but he has touched a piece since: he may not claim it any more".to_owned(),
        Verdict::Wrong => ": the claim is wrong".to_owned(),
    };
    format!("{player} claims {what}{then}.")
}

fn time_for_claim(by: Color, claim: ClaimKind, ms: u32, loses: ClaimantLoses) -> String {
    let (claimant, opponent, minutes) = (name(by), name(by.other()), minutes(ms));
    if claim == ClaimKind::QuickplayFinish {
        return format!("{opponent} gets {minutes} more, for {claimant}'s claim is rejected.");
    }
    let loses = match loses {
        ClaimantLoses::HalfOfUnknown => {
            ", who loses half of what he has left, at most three minutes, but keeps one minute".to_owned()
        }
        ClaimantLoses::Nothing => String::new(),
        ClaimantLoses::Time { ms } => format!(", who loses {} s", ms / 1_000),
    };
    format!("{opponent} gets {minutes} more for {claimant}'s wrong claim{loses}.")
}

fn clock_adjusted(adjustment: ClockAdjustment) -> String {
    match adjustment {
        ClockAdjustment::Added { player, ms } => {
            let (time, whose) = (time(ms.unsigned_abs()), name(player));
            if ms < 0 {
                format!("The arbiter has taken {time} off {whose}'s time.")
            } else {
                format!("The arbiter has put {time} on {whose}'s time.")
            }
        }
        ClockAdjustment::Set { white_ms, black_ms } => {
            let times = [(Color::White, white_ms), (Color::Black, black_ms)];
            let told: Vec<String> = times
                .into_iter()
                .filter_map(|(player, ms)| ms.map(|ms| format!("{}'s to {}", name(player), time(ms))))
                .collect();
            format!("The arbiter has set the clock: {}.", told.join(", "))
        }
    }
}

/// How a game has ended.
pub(super) fn termination(termination: &Termination) -> &str {
    match termination {
        Termination::ArbitersDecision => "arbiter's decision",
        Termination::ArbitersWords(words) => words,
        Termination::Checkmate => "checkmate",
        Termination::DeadPosition => "dead position",
        Termination::DrawnByPosition => "drawn by position",
        Termination::FiftyMovesClaimed => "fifty moves, claimed",
        Termination::FivefoldRepetition => "fivefold repetition",
        Termination::IllegalMoves => "illegal moves",
        Termination::IllegalMovesOpponentCannotMate => "illegal moves, opponent cannot checkmate",
        Termination::IllegalPosition => "illegal position",
        Termination::QuickplayFinish => "quickplay finish",
        Termination::RulesInfraction => "rules infraction",
        Termination::SeventyFiveMoves => "75 moves",
        Termination::SignalledByKings => "signalled by the kings",
        Termination::Stalemate => "stalemate",
        Termination::ThreefoldClaimed => "threefold repetition, claimed",
        Termination::TimeForfeit => "time forfeit",
    }
}

/// A time as clocks show it: minutes, seconds, and milliseconds where there are any.
fn time(ms: u32) -> String {
    let (minutes, seconds, rest) = (ms / 60_000, ms / 1_000 % 60, ms % 1_000);
    if rest == 0 { format!("{minutes}:{seconds:02}") } else { format!("{minutes}:{seconds:02}.{rest:03}") }
}

fn claim_available(by: Color, why: &str) -> String {
    format!("{} could claim a draw: {why}. Nobody may be told.", name(by))
}

fn game_over(how: &Termination, result: GameResult) -> String {
    format!("The game is over: {}, {}.", termination(how), result.name())
}

fn flag_fall(by: Color, ruling: FlagRuling) -> String {
    let opponent = name(by.other());
    let why = match ruling {
        FlagRuling::BothDown => "both flags are down, and the game is drawn".to_owned(),
        FlagRuling::OpponentCannotMate => format!("the game is drawn, for {opponent} cannot checkmate"),
        FlagRuling::OpponentWins => format!("{opponent} wins"),
        FlagRuling::Undecided => {
            format!("{opponent} wins, or draws if he cannot checkmate any more, which cannot be decided: look")
        }
    };
    format!("{}'s time has run out: {why}.", name(by))
}

fn opponent_may_claim(by: Color, claim: Claim) -> String {
    let (player, other) = (name(by), name(by.other()));
    let then = match claim {
        Claim::Time => return format!("{other}'s flag is down: only {player} may claim it."),
        Claim::IllegalMove | Claim::Win => "",
        Claim::Draw => " He cannot checkmate: he may claim a draw.",
        Claim::WinOrDraw => " Whether he can checkmate, or may only claim a draw, cannot be decided: look.",
    };
    format!("Only {player} can have {other}'s illegal move ruled on, by a claim before he makes his next move.{then}")
}

fn position_mismatch(mismatch: Mismatch, differ: &[Square]) -> String {
    match mismatch {
        Mismatch::Differs { .. } | Mismatch::NotPutRight { .. } => {
            return format!("The board differs from the position of the game on {}.", squares(differ));
        }
        Mismatch::GameUnknown(UnknownGame::ClockRuns) => {
            "The clock runs but the first position was never seen here: set the position, and play will be followed."
        }
        Mismatch::GameUnknown(UnknownGame::MovesAfterEnd) => {
            "Moves are made and the clock is pressed although the last game is over and the first position of another \
             was not seen: set the position, and play will be followed."
        }
        Mismatch::GameUnknown(UnknownGame::PiecesNotLearnt) => {
            "Pieces are moved that the board has not learnt, so that no move can be followed: leave the first position \
             standing until it has."
        }
        Mismatch::NoGameFits => {
            "No game explains any more which squares are occupied: compare the board with the moves, and set the \
             position."
        }
        Mismatch::NotTheQueen { put, square } => {
            return format!(
                "{}'s pawn was left on {square} and must become a queen; {} was put there instead.",
                name(put.color),
                a_piece(put)
            );
        }
        Mismatch::Unexplained { .. } => {
            "The board shows a position that no short line of legal moves from the last one that is known explains: set \
             the moves or the position."
        }
    }
    .to_owned()
}

/// Which illegal move a player has completed, where they are counted.
fn illegal_move(by: Color, count: Option<u32>) -> String {
    match count {
        Some(count) => format!("{} has completed his {} illegal move", name(by), ordinal(count)),
        None => format!("{} has completed an illegal move", name(by)),
    }
}

fn why_not_castle(obstacle: CastlingObstacle) -> &'static str {
    match obstacle {
        CastlingObstacle::Position(refusal) => match refusal {
            CastlingRefusal::Attacked => "a square that the king crosses or reaches is attacked",
            CastlingRefusal::InCheck => "the king is in check",
            CastlingRefusal::PieceBetween => "a piece stands between",
            CastlingRefusal::RightLost => "king or rook has moved before",
        },
        CastlingObstacle::SetUp => "the wrong set-up was not claimed in time",
    }
}

fn speaks_against(contradiction: Contradiction) -> &'static str {
    match contradiction {
        Contradiction::CannotMate => "the winner has only a king",
        Contradiction::Clock => "the winner's clock shows no time left",
        Contradiction::Flag => "the flag that is down says otherwise",
        Contradiction::IllegalMoves => "the ruling on illegal moves says otherwise",
        Contradiction::NoMoveEach => "no draw can be agreed before both have moved",
        Contradiction::Position => "the last position says otherwise",
    }
}

/// A player, as an arbiter would name him.
fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// A piece as an arbiter would name it whose sentence has named `player`: `his knight on g1`, `Black's pawn on d5`.
fn his_piece(player: Color, piece: Piece, square: Square) -> String {
    let whose = if piece.color == player { "his".to_owned() } else { format!("{}'s", name(piece.color)) };
    format!("{whose} {} on {square}", piece.role.name())
}

/// A piece with its article: `a white queen`.
fn a_piece(piece: Piece) -> String {
    format!("a {} {}", piece.color.name(), piece.role.name())
}

/// What a player must do: `must play Nf3 or Nh3`, `must put his pawn on e8`, `may play any legal move`.
fn must_do(owed: &Owed) -> String {
    match owed {
        Owed::AnyLegalMove => "may play any legal move".to_owned(),
        Owed::OneOf(owed) => format!("must {}", act(owed)),
    }
}

/// One of these moves, as something to do. A pawn that can become every piece is put on its square, whatever it becomes.
fn act(owed: &[NamedMove]) -> String {
    let (promotions, others): (Vec<&NamedMove>, Vec<&NamedMove>) = owed.iter().partition(|m| promotes_freely(m, owed));
    let mut acts = Vec::new();
    if promotions.is_empty() || !others.is_empty() {
        acts.push(format!("play {}", listed(others.iter().map(|m| &*m.san).collect())));
    }
    if let Some(first) = promotions.first() {
        let mut targets: Vec<&str> = promotions.iter().map(|m| squares_of(m).1).collect();
        targets.sort_unstable();
        targets.dedup();
        let is_one_pawn = promotions.iter().all(|m| squares_of(m).0 == squares_of(first).0);
        let pawn = if is_one_pawn { "his pawn" } else { "a pawn" };
        acts.push(format!("put {pawn} on {}", targets.join(" or ")));
    }
    acts.join(" or ")
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

/// What was put down, by the moves that it may have been: `his pawn on e8`, `a piece down for Nf3`.
fn put_down(must: &[NamedMove]) -> String {
    match act(must).strip_prefix("put ") {
        Some(pawn) => pawn.to_owned(),
        None => format!("a piece down for {}", moves(must)),
    }
}

/// Moves as an arbiter would list them.
fn moves(moves: &[NamedMove]) -> String {
    listed(moves.iter().map(|m| &*m.san).collect())
}

fn listed(mut sans: Vec<&str>) -> String {
    sans.sort_unstable();
    sans.dedup();
    match sans.len() {
        0 => "no move".to_owned(),
        1..=MOVES_LISTED => sans.join(" or "),
        more => format!("{} and {} more", sans[..MOVES_LISTED].join(", "), more - MOVES_LISTED),
    }
}

/// Squares as an arbiter would list them.
fn squares(squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(Square::to_string).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => "no square".to_owned(),
    }
}

/// What is given for an illegal move (7.5.5) or a wrong claim (9.5), in words.
fn minutes(ms: u32) -> &'static str {
    match ms {
        60_000 => "one minute",
        180_000 => "three minutes",
        _ => "two minutes",
    }
}

/// Which one: `first`, `second`, or the number.
fn ordinal(number: u32) -> String {
    let words = ["first", "second", "third", "fourth", "fifth"];
    let word = (number as usize).checked_sub(1).and_then(|index| words.get(index));
    word.map_or_else(|| format!("{number}th"), |word| (*word).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Position, Variant};

    fn acts(fen: &str, ucis: &[&str]) -> String {
        let position = Position::from_fen(fen, Variant::Chess).expect("a position");
        let moves: Vec<_> = ucis.iter().map(|uci| position.legal_move(uci).expect("legal")).collect();
        act(&NamedMove::list(&position, &moves))
    }

    #[test]
    fn a_promotion_owed_is_told_as_the_pawns_move() {
        let fen = "3r4/4P3/6k1/8/8/8/8/R3K2R w KQ - 0 1";
        let promotions = ["e7e8q", "e7e8r", "e7e8b", "e7e8n"];
        assert_eq!(acts(fen, &promotions), "put his pawn on e8");
        assert_eq!(acts(fen, &[&promotions[..], &["a1d1"]].concat()), "play Rd1 or put his pawn on e8");
        let captures = ["e7d8q", "e7d8r", "e7d8b", "e7d8n"];
        assert_eq!(acts(fen, &[promotions, captures].concat()), "put his pawn on d8 or e8");
        assert_eq!(acts(fen, &["e7e8q"]), "play e8=Q+", "what it becomes is owed, too");
        assert_eq!(acts(fen, &["e1f1", "e1e2"]), "play Ke2 or Kf1");
    }

    #[test]
    fn where_nothing_may_be_played_it_is_said() {
        assert_eq!(act(&[]), "play no move");
    }
}
