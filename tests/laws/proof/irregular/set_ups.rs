//! Games begun from a wrong position (7.2.1, A.4.1 and their elder forms): told, claimed in time or not, played on.

use protocols::registry::Sensing;
use touchmove::turn::{AlertKind, Edition, Laws, Severity};

use super::{
    SET_UP_BY,
    corrections::{Due, Penalty, Told},
    laws_name,
    model::Game,
    pace_name,
    play::{Act, Pace, Play, Word},
    run::Trial,
};
use crate::proof::laws::{Expected, is_limited};

/// A first position that is not that of 2.3.
struct SetUp {
    name: &'static str,
    fen: &'static str,
    /// From which edition on it costs the castling, once it can no longer be claimed.
    no_castling_from: Option<Edition>,
}

const SET_UPS: [SetUp; 4] = [
    SetUp {
        name: "white-king-and-queen",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w kq - 0 1",
        no_castling_from: Some(Edition::E2005),
    },
    SetUp {
        name: "black-king-and-queen",
        fen: "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1",
        no_castling_from: Some(Edition::E2005),
    },
    SetUp {
        name: "rook-and-knight",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBNR w Kkq - 0 1",
        no_castling_from: Some(Edition::E2014),
    },
    SetUp {
        name: "bishop-and-knight",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKBNR w KQkq - 0 1",
        no_castling_from: None,
    },
];

/// What becomes of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Confirmed,
    Dismissed(usize),
    /// The pieces are read on the board, and a new game is begun with them.
    NewGame,
    PlayedOn(usize),
    /// Until one half-move after it can no longer be claimed where supervision is limited.
    PlayedTooLong,
}

const WAYS: [(&str, Way); 6] = [
    ("on4", Way::PlayedOn(4)),
    ("too-late", Way::PlayedTooLong),
    ("confirmed0", Way::Confirmed),
    ("dismissed0", Way::Dismissed(0)),
    ("dismissed3", Way::Dismissed(3)),
    ("new-game", Way::NewGame),
];

const QUIET: [&str; 2] =
    ["a2a3 b2b3 c2c3 d2d3 e2e3 f2f3 g2g3 h2h3 a3a4 b3b4 c3c4", "a7a6 b7b6 c7c6 d7d6 e7e6 f7f6 g7g6 h7h6 a6a5 b6b5"];

pub(super) fn cases(take: &mut super::Take<'_>) {
    for set_up in &SET_UPS {
        for (way_name, way) in WAYS {
            for laws in crate::proof::laws::all() {
                for pace in Pace::ALL {
                    let id = format!(
                        "set-up-{}.{}.{way_name}.{}.{}.pieces.0",
                        set_up.name,
                        SET_UP_BY.name(),
                        laws_name(laws),
                        pace_name(pace)
                    );
                    take(&id, &|| Some(trial(&id, set_up, way, laws, pace)));
                }
            }
        }
    }
}

fn trial(id: &str, set_up: &SetUp, way: Way, laws: Laws, pace: Pace) -> Trial {
    let mut game = Game::from_fen(set_up.fen);
    let mut play = Play::new(&game, pace, QUIET.map(|list| list.split(' ').map(str::to_owned).collect()));
    let claimable = if laws.edition >= Edition::E2014 { 10 } else { 3 };
    let mut penalty = Penalty::Any;
    let mut alerts = vec![Expected {
        kind: AlertKind::InitialPositionWrong,
        article: of(laws, ["7.1.a", "7.1.a", "7.2.a", "7.2.1", "7.2.1"]),
        severity: Severity::Ruling,
    }];
    let mut started = set_up.fen;
    match way {
        Way::Confirmed => {
            play.say(Word::Confirm);
            penalty = Penalty::Kept;
            play.go_on(&mut game, 4);
        }
        Way::Dismissed(after) => {
            play.go_on(&mut game, after);
            play.say(Word::Dismiss);
            penalty = Penalty::Gone;
            play.go_on(&mut game, 4);
        }
        Way::NewGame => {
            started = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
            play.acts.extend([Act::Placement(game.board), Act::Say(Word::NewGame), Act::Wait(1_000)]);
            play.go_on(&mut game, 4);
        }
        Way::PlayedOn(half_moves) => play.go_on(&mut game, half_moves),
        Way::PlayedTooLong => {
            play.go_on(&mut game, 2 * claimable + 1);
            if is_limited(laws) {
                penalty = Penalty::Gone;
                let costs = set_up.no_castling_from.is_some_and(|edition| laws.edition >= edition);
                alerts.extend(costs.then(|| Expected {
                    kind: AlertKind::CastlingForbiddenSetup,
                    article: of(laws, ["Annex2.4", "A.4.a", "A.4.a(2)", "A.4.1.2", "A.5.1.2"]),
                    severity: Severity::Info,
                }));
            }
        }
    }
    let mut records = vec![game.clone()];
    if way == Way::NewGame {
        // The same moves from the first position: which of the two the record begins with, no text says.
        let mut right = Game::from_fen(started);
        game.moves.iter().for_each(|uci| right.play(uci));
        records.push(right);
    }
    Trial {
        id: id.to_owned(),
        fen: started.to_owned(),
        initial_fen: (way != Way::NewGame).then(|| set_up.fen.to_owned()),
        by: SET_UP_BY,
        laws,
        sensing: Sensing::Identity,
        pace,
        illegal_moves: 0,
        acts: play.acts,
        due: Due {
            records,
            result: None,
            stopped: false,
            alerts,
            told: Told::Must,
            penalty,
            breach: false,
            counts: vec![0],
        },
        shown: false,
    }
}

fn of(laws: Laws, by_edition: [&'static str; 5]) -> &'static str {
    let index = Edition::ALL.iter().position(|edition| *edition == laws.edition).expect("one of them");
    by_edition[index]
}
