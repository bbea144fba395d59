//! The `data` of alerts' records: what is found, as JSON (docs/interfaces.md, section 3).

use protocols::Square;
use serde_json::{Map, Value, json};

use crate::{
    rules::{CastlingSide, GameResult, Uci},
    turn::{
        Alert, AlertKind, AmbiguousMove, Claim, ClaimantLoses, ClockAdjustment, Contradiction, Evidence, Finding,
        FlagRuling, Mismatch, NamedMove, OpponentMates, Verdict, Witness, letter_of_mover,
    },
};

/// The `data` of an alert.
#[must_use]
pub fn data(alert: &Alert) -> Map<String, Value> {
    let fields = match &alert.finding {
        Finding::CastlingAbandoned { must, .. } | Finding::PromotionPieceChanged { must, .. } => {
            json!({ "must": ucis(must) })
        }
        Finding::CastlingNotAllowed { side, .. } => json!({ "side": match side {
            CastlingSide::King => "k",
            CastlingSide::Queen => "q",
        } }),
        Finding::ClaimMade { by, claim, verdict, intended, evidence: found, ms } => {
            let mut fields = evidence(found);
            fields.insert("claim".to_owned(), json!(claim.name()));
            fields.insert("verdict".to_owned(), json!(verdict.name()));
            if let Some(intended) = intended {
                fields.insert("move".to_owned(), json!(intended));
            }
            if let Some(ms) = ms {
                fields.insert("to".to_owned(), json!(by.other().name()));
                fields.insert("ms".to_owned(), json!(ms));
            }
            match verdict {
                Verdict::Correct | Verdict::LeftToArbiter if claim.draws() => {
                    fields.insert("result".to_owned(), json!(GameResult::Draw.name()));
                }
                Verdict::Correct | Verdict::LeftToArbiter | Verdict::RightLost | Verdict::Wrong => {}
            }
            return fields;
        }
        Finding::ClaimRightLost { by }
        | Finding::DrawClaimRightLost { by, .. }
        | Finding::FiftyMovesAvailable { by }
        | Finding::OpponentRepliedBeforePress { by }
        | Finding::PressByOtherSide { by }
        | Finding::ThreefoldAvailable { by } => json!({ "by": by.name() }),
        Finding::ClockAdjusted { adjustment, at } => {
            let mut fields = json!({ "t_ms": at.0 });
            match adjustment {
                ClockAdjustment::Added { player, ms } => {
                    fields["player"] = json!(player.name());
                    fields["ms"] = json!(ms);
                }
                ClockAdjustment::Set { white_ms, black_ms } => {
                    for (key, ms) in [("white_ms", white_ms), ("black_ms", black_ms)] {
                        if let Some(ms) = ms {
                            fields[key] = json!(ms);
                        }
                    }
                }
            }
            fields
        }
        Finding::Disturbance { penalties, at, .. } => {
            json!({ "penalties": penalties, "registered": true, "t_ms": at.0 })
        }
        Finding::FlagFall { by, ruling } => match ruling {
            FlagRuling::BothDown | FlagRuling::OpponentCannotMate => {
                json!({ "by": by.name(), "result": GameResult::Draw.name() })
            }
            FlagRuling::OpponentWins => json!({ "by": by.name(), "result": GameResult::win_for(by.other()).name() }),
            FlagRuling::Undecided => {
                let candidates = [GameResult::win_for(by.other()).name(), GameResult::Draw.name()];
                json!({ "by": by.name(), "candidates": candidates })
            }
        },
        Finding::GameEndInDoubt { would_be, .. } => json!({ "would_be": would_be.name() }),
        Finding::GameEnded75Moves { .. }
        | Finding::GameEndedDeadPosition { .. }
        | Finding::GameEndedFivefold { .. }
        | Finding::GameEndedStalemate { .. } => json!({ "result": GameResult::Draw.name() }),
        Finding::GameEndedCheckmate { by } => json!({ "result": GameResult::win_for(*by).name() }),
        Finding::IllegalDisplacement { role, from, to, .. } => {
            let piece = role.letter().to_string();
            match from {
                Some(from) => json!({ "move": format!("{from}{to}"), "piece": piece }),
                None => json!({ "piece": piece }),
            }
        }
        Finding::IllegalMoveCompleted { witness, .. } | Finding::TwoHandsSuspected { witness, .. } => match witness {
            Witness::Arbiter => json!({ "registered": true }),
            Witness::Sensors => return Map::new(),
        },
        Finding::PressWithoutMove { penalties: Some(penalties), .. } => json!({ "penalties": penalties }),
        Finding::IllegalPositionWatch => json!({ "action": "wait-one-move-then-draw" }),
        Finding::MoveAmbiguous { candidates, unknown, .. } => match unknown {
            AmbiguousMove::Move | AmbiguousMove::Promotion => json!({ "candidates": ucis(candidates) }),
            AmbiguousMove::PromotionOrMissing => {
                json!({ "candidates": ucis(candidates), "or": AlertKind::PromotionMissing.name() })
            }
        },
        Finding::MoveAmbiguousLine { lines, .. } => {
            let line = |line: &Vec<Uci>| line.iter().map(Uci::as_str).collect::<Vec<_>>().join(" ");
            json!({ "candidates": lines.iter().map(line).collect::<Vec<_>>() })
        }
        Finding::OffTurnTouch { square, .. } | Finding::TouchedPieceReturned { square, .. } => {
            json!({ "sq": square.to_string() })
        }
        Finding::OpponentMayClaim { by, claim } => match claim {
            Claim::Draw => json!({ "by": by.name(), "claim": "draw" }),
            Claim::IllegalMove => json!({ "by": by.name(), "claim": "illegal-move" }),
            Claim::Time => json!({ "by": by.name(), "claim": "time" }),
            Claim::Win => json!({ "by": by.name(), "claim": "win" }),
            Claim::WinOrDraw => json!({ "by": by.name(), "claim": "win", "or": "draw" }),
        },
        Finding::PositionMismatch(mismatch) => match mismatch {
            Mismatch::GameUnknown(_) => json!({ "reason": "no-game" }),
            Mismatch::Differs { .. }
            | Mismatch::NoGameFits
            | Mismatch::NotPutRight { .. }
            | Mismatch::NotTheQueen { .. }
            | Mismatch::Unexplained { .. } => return Map::new(),
        },
        Finding::PromotionPieceInvalid { by, piece, .. } => {
            json!({ "piece": letter_of_mover(*piece, *by).to_string() })
        }
        Finding::ReleasedThenMoved { must, played, .. } => json!({ "must": ucis(must), "now": played.uci }),
        Finding::ResultSignalled { result, against, not_counted } => {
            let mut fields = json!({ "result": result.name() });
            if !against.is_empty() {
                let words: Vec<&str> = against.iter().map(|against| contradiction(*against)).collect();
                fields["contradicts"] = json!(words);
            }
            if let Some(step) = not_counted {
                fields["not_counted"] = json!(step);
            }
            fields
        }
        Finding::RulingAddTime { by, ms, increment_ms, .. } => {
            let mut fields = json!({ "ms": ms, "to": by.other().name() });
            if let Some(increment_ms) = increment_ms {
                fields["increment_ms"] = json!(increment_ms);
            }
            fields
        }
        Finding::RulingAddTimeBack { by, ms } => json!({ "from": by.other().name(), "ms": ms }),
        Finding::RulingAddTimeForClaim { by, claim, ms, claimant } => {
            let mut fields = json!({ "claim": claim.name(), "ms": ms, "to": by.other().name() });
            match claimant {
                ClaimantLoses::HalfOfUnknown => fields["claimant_minus"] = json!("half"),
                ClaimantLoses::Nothing => {}
                ClaimantLoses::Time { ms } => fields["claimant_minus_ms"] = json!(ms),
            }
            fields
        }
        Finding::RulingGameLost { by, opponent, .. } => match opponent {
            OpponentMates::Can => json!({ "loser": by.name() }),
            OpponentMates::Undecided => json!({ "loser": by.name(), "or": AlertKind::RulingGameDrawn.name() }),
        },
        Finding::SlideInferred { m, .. } => json!({ "move": m.uci }),
        Finding::CastlingForbiddenSetup
        | Finding::CastlingRookFirst { .. }
        | Finding::DisplacedPieces { .. }
        | Finding::IllegalMoveStands { .. }
        | Finding::InitialPositionWrong
        | Finding::NewGameSetUp(_)
        | Finding::PositionRestored { .. }
        | Finding::PressWithoutMove { penalties: None, .. }
        | Finding::PromotionMissing { .. }
        | Finding::RulingGameDrawn(_)
        | Finding::TouchMoveViolated { .. }
        | Finding::TouchOrderUnclear { .. }
        | Finding::PlayNotRecorded
        | Finding::WrongColourMovedFirst { .. } => return Map::new(),
    };
    let Value::Object(fields) = fields else { return Map::new() };
    fields
}

/// The number of the alert that tells of the breach that is claimed.
#[must_use]
pub fn breach_of(alert: &Alert) -> Option<u32> {
    match &alert.finding {
        Finding::ClaimMade { evidence: Evidence::Breach { alert, .. }, .. } => Some(*alert),
        _ => None,
    }
}

/// What speaks for a claim or against it.
#[must_use]
pub fn evidence(evidence: &Evidence) -> Map<String, Value> {
    let names = |squares: &[Square]| squares.iter().map(Square::to_string).collect::<Vec<_>>();
    let fields = match evidence {
        Evidence::Breach { alert, touched, owed } => {
            json!({ "breach": alert, "owed": ucis(owed), "touched": names(touched) })
        }
        Evidence::HalfMoves(half_moves) => json!({ "half_moves": half_moves }),
        Evidence::Repetition { plies } => json!({ "plies": plies, "times": plies.len() }),
        Evidence::TimeLeft(Some(left_ms)) => json!({ "left_ms": left_ms }),
        Evidence::TimeLeft(None) => return Map::new(),
        Evidence::Touched { touched, owed } => json!({ "owed": ucis(owed), "touched": names(touched) }),
        Evidence::TouchedAndReturned { touched } => json!({ "touched": names(touched) }),
    };
    let Value::Object(fields) = fields else { return Map::new() };
    fields
}

/// The word for what speaks against a result.
fn contradiction(contradiction: Contradiction) -> &'static str {
    match contradiction {
        Contradiction::CannotMate => "cannot-mate",
        Contradiction::Clock => "clock",
        Contradiction::Flag => "flag",
        Contradiction::IllegalMoves => "illegal-moves",
        Contradiction::NoMoveEach => "no-move-each",
        Contradiction::Position => "position",
    }
}

fn ucis(moves: &[NamedMove]) -> Vec<Uci> {
    moves.iter().map(|m| m.uci).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{game::schema::Schemas, turn::samples, words::Words};

    /// What each shape of alert says, in the order of the samples; kinds without data are left out.
    const EXPECTED: &[(&str, &str)] = &[
        ("castling-abandoned", r#"{"must":["e1g1"]}"#),
        ("castling-not-allowed", r#"{"side":"k"}"#),
        ("castling-not-allowed", r#"{"side":"k"}"#),
        ("castling-not-allowed", r#"{"side":"q"}"#),
        ("castling-not-allowed", r#"{"side":"q"}"#),
        ("castling-not-allowed", r#"{"side":"q"}"#),
        ("claim-made", r#"{"claim":"fifty-moves","half_moves":99,"move":"e1d1","verdict":"wrong"}"#),
        (
            "claim-made",
            r#"{"claim":"quickplay-finish","left_ms":90000,"ms":120000,"result":"1/2-1/2","to":"black","verdict":"arbiter"}"#,
        ),
        (
            "claim-made",
            r#"{"claim":"quickplay-finish","ms":120000,"result":"1/2-1/2","to":"black","verdict":"arbiter"}"#,
        ),
        ("claim-made", r#"{"claim":"threefold","plies":[1,5,9],"result":"1/2-1/2","times":3,"verdict":"correct"}"#),
        ("claim-made", r#"{"claim":"threefold","plies":[1,5,9],"times":3,"verdict":"right-lost"}"#),
        ("claim-made", r#"{"breach":2,"claim":"touch-move","owed":["e1d1"],"touched":["e1"],"verdict":"correct"}"#),
        ("claim-made", r#"{"claim":"touch-move","owed":["e1d1"],"touched":["e1"],"verdict":"correct"}"#),
        ("claim-made", r#"{"claim":"touch-move","touched":["e1"],"verdict":"wrong"}"#),
        ("claim-right-lost", r#"{"by":"black"}"#),
        ("clock-adjusted", r#"{"ms":-90000,"player":"white","t_ms":5000}"#),
        ("clock-adjusted", r#"{"ms":120500,"player":"white","t_ms":5000}"#),
        ("clock-adjusted", r#"{"t_ms":5000,"white_ms":300000}"#),
        ("disturbance", r#"{"penalties":"12.9","registered":true,"t_ms":5000}"#),
        ("draw-claim-right-lost", r#"{"by":"white"}"#),
        ("draw-claim-right-lost", r#"{"by":"white"}"#),
        ("fifty-moves-available", r#"{"by":"white"}"#),
        ("flag-fall", r#"{"by":"white","result":"1/2-1/2"}"#),
        ("flag-fall", r#"{"by":"white","result":"1/2-1/2"}"#),
        ("flag-fall", r#"{"by":"white","result":"0-1"}"#),
        ("flag-fall", r#"{"by":"white","candidates":["0-1","1/2-1/2"]}"#),
        ("game-end-in-doubt", r#"{"would_be":"game-ended-checkmate"}"#),
        ("game-end-in-doubt", r#"{"would_be":"game-ended-stalemate"}"#),
        ("game-ended-75-moves", r#"{"result":"1/2-1/2"}"#),
        ("game-ended-checkmate", r#"{"result":"0-1"}"#),
        ("game-ended-dead-position", r#"{"result":"1/2-1/2"}"#),
        ("game-ended-fivefold", r#"{"result":"1/2-1/2"}"#),
        ("game-ended-stalemate", r#"{"result":"1/2-1/2"}"#),
        ("illegal-displacement", r#"{"move":"g1g3","piece":"N"}"#),
        ("illegal-displacement", r#"{"piece":"N"}"#),
        ("illegal-displacement", r#"{"piece":"N"}"#),
        ("illegal-move-completed", r#"{"registered":true}"#),
        ("illegal-position-watch", r#"{"action":"wait-one-move-then-draw"}"#),
        ("move-ambiguous", r#"{"candidates":["e1d1","e1g1"]}"#),
        ("move-ambiguous", r#"{"candidates":["e1g1"]}"#),
        ("move-ambiguous", r#"{"candidates":["e7e8b","e7e8n","e7e8q","e7e8r"]}"#),
        ("move-ambiguous", r#"{"candidates":["e7e8b","e7e8n","e7e8q","e7e8r"],"or":"promotion-missing"}"#),
        ("move-ambiguous", r#"{"candidates":["e1d1","e1g1"]}"#),
        ("move-ambiguous", r#"{"candidates":["e1d1 h8g8","e1g1"]}"#),
        ("move-ambiguous", r#"{"candidates":["e1d1 h8g8"]}"#),
        ("off-turn-touch", r#"{"sq":"e1"}"#),
        ("off-turn-touch", r#"{"sq":"e1"}"#),
        ("off-turn-touch", r#"{"sq":"a8"}"#),
        ("opponent-may-claim", r#"{"by":"white","claim":"draw"}"#),
        ("opponent-may-claim", r#"{"by":"white","claim":"illegal-move"}"#),
        ("opponent-may-claim", r#"{"by":"white","claim":"time"}"#),
        ("opponent-may-claim", r#"{"by":"white","claim":"win"}"#),
        ("opponent-may-claim", r#"{"by":"white","claim":"win","or":"draw"}"#),
        ("opponent-replied-before-press", r#"{"by":"white"}"#),
        ("position-mismatch", r#"{"reason":"no-game"}"#),
        ("position-mismatch", r#"{"reason":"no-game"}"#),
        ("position-mismatch", r#"{"reason":"no-game"}"#),
        ("press-by-other-side", r#"{"by":"white"}"#),
        ("press-without-move", r#"{"penalties":"12.9"}"#),
        ("promotion-piece-changed", r#"{"must":["e7e8q"]}"#),
        ("promotion-piece-invalid", r#"{"piece":"K"}"#),
        ("promotion-piece-invalid", r#"{"piece":"r"}"#),
        ("released-then-moved", r#"{"must":["e1d1"],"now":"e1f1"}"#),
        ("released-then-moved", r#"{"must":["e7e8b","e7e8n","e7e8q","e7e8r"],"now":"e1f1"}"#),
        ("result-signalled", r#"{"result":"1/2-1/2"}"#),
        (
            "result-signalled",
            r#"{"contradicts":["cannot-mate","clock","flag","illegal-moves","no-move-each","position"],"not_counted":"e3e4","result":"1-0"}"#,
        ),
        ("ruling-add-time", r#"{"increment_ms":30000,"ms":120000,"to":"black"}"#),
        ("ruling-add-time", r#"{"increment_ms":30000,"ms":120000,"to":"black"}"#),
        ("ruling-add-time", r#"{"ms":60000,"to":"black"}"#),
        ("ruling-add-time", r#"{"from":"black","ms":120000}"#),
        ("ruling-add-time", r#"{"claim":"quickplay-finish","ms":120000,"to":"black"}"#),
        ("ruling-add-time", r#"{"claim":"threefold","claimant_minus":"half","ms":120000,"to":"black"}"#),
        ("ruling-add-time", r#"{"claim":"threefold","claimant_minus_ms":90000,"ms":120000,"to":"black"}"#),
        ("ruling-game-lost", r#"{"loser":"white"}"#),
        ("ruling-game-lost", r#"{"loser":"white","or":"ruling-game-drawn"}"#),
        ("slide-inferred", r#"{"move":"h1h8"}"#),
        ("threefold-available", r#"{"by":"white"}"#),
        ("touched-piece-returned", r#"{"sq":"e1"}"#),
        ("two-hands-suspected", r#"{"registered":true}"#),
    ];

    #[test]
    fn every_kind_has_its_data() {
        let said: Vec<(&str, String)> = samples::all()
            .iter()
            .map(|alert| (alert.kind.name(), Value::Object(data(alert)).to_string()))
            .filter(|(_, data)| data != "{}")
            .collect();
        let said: Vec<(&str, &str)> = said.iter().map(|(kind, data)| (*kind, data.as_str())).collect();
        assert_eq!(said, EXPECTED);
    }

    /// The row of the contract's table that names the kind, and its fields.
    fn row_of(kind: AlertKind) -> Option<&'static str> {
        let table = include_str!("../../docs/interfaces.md").split("| `data` of | fields |").nth(1)?;
        let is_its = |row: &&str| {
            let kinds = row.split('|').nth(1).unwrap_or_default();
            kinds.contains(&format!("`{kind}`"))
                || (kinds.contains("`game-ended-*`") && kind.name().starts_with("game-ended-"))
        };
        table.lines().skip(1).take_while(|line| line.starts_with('|')).find(is_its)
    }

    #[test]
    fn the_contract_names_every_field_and_no_kind_without_one() {
        let all = samples::all();
        for kind in AlertKind::ALL {
            let fields: Vec<String> = all
                .iter()
                .filter(|alert| alert.kind == *kind)
                .flat_map(|alert| data(alert).into_iter())
                .map(|(key, _)| key)
                .collect();
            let row = row_of(*kind);
            assert_eq!(row.is_some(), !fields.is_empty(), "{kind}");
            for field in fields {
                assert!(row.is_some_and(|row| row.contains(&format!("`{field}`"))), "{kind}: {field}");
            }
        }
    }

    /// What may be said, and is like something in a sample.
    const IN_NO_SAMPLE: &[&str] = &[
        "/$defs/data-clock-adjusted/properties/black_ms",
        "/$defs/data-disturbance/properties/penalties: \"13.4\"",
        "/$defs/data-game-end-in-doubt/properties/would_be: \"game-ended-75-moves\"",
        "/$defs/data-game-end-in-doubt/properties/would_be: \"game-ended-dead-position\"",
        "/$defs/data-game-end-in-doubt/properties/would_be: \"game-ended-fivefold\"",
        "/$defs/data-illegal-displacement/properties/piece: \"B\"",
        "/$defs/data-illegal-displacement/properties/piece: \"K\"",
        "/$defs/data-illegal-displacement/properties/piece: \"P\"",
        "/$defs/data-illegal-displacement/properties/piece: \"Q\"",
        "/$defs/data-illegal-displacement/properties/piece: \"R\"",
    ];

    #[test]
    fn the_data_of_every_kind_is_by_its_schema_and_all_of_the_schema_is_in_some_data() {
        let mut records = Schemas::read("records");
        for alert in samples::all() {
            let mut data = data(&alert);
            // As its record has it.
            if let Some(breach) = breach_of(&alert) {
                data.insert("breach".to_owned(), json!(format!("g#{breach}")));
            }
            let said = json!({ "kind": alert.kind.name(), "data": data });
            let checked = records.check("/$defs/alert-data-by-kind", &said);
            checked.unwrap_or_else(|error| panic!("{}: {error}", alert.kind));
            let words = Words::of(&alert);
            let said = serde_json::to_value(&words).expect("JSON");
            records.check("/$defs/words", &said).unwrap_or_else(|error| panic!("{}: {error}", alert.kind));
            let read = said.as_object().and_then(Words::read).expect("words");
            assert_eq!(serde_json::to_value(&read).expect("JSON"), said, "read as written");
        }
        let mut unseen = records.unseen(&["/$defs/alert-data-by-kind"]);
        // What alerts share with other records is seen where those are set against their schema.
        unseen.retain(|point| point.starts_with("/$defs/data-"));
        assert_eq!(Vec::from_iter(unseen), IN_NO_SAMPLE);
    }

    #[test]
    fn alerts_of_the_same_data_are_of_the_same_matter_and_no_others() {
        // Each illegal move has its own time added, though the same is said of it.
        let count = |alert: &Alert| match alert.finding {
            Finding::RulingAddTime { count, .. } => count,
            _ => 0,
        };
        let all = samples::all();
        for one in &all {
            for other in &all {
                let what = |alert: &Alert| (alert.kind, alert.by, count(alert), data(alert));
                let same = what(one) == what(other);
                assert_eq!(samples::is_repeated(one, other), same, "{:?}, {:?}", one.finding, other.finding);
            }
        }
    }
}
