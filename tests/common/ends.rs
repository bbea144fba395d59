//! Where the Laws end a game by themselves, worked out with the chess crate read directly, not through the product.

use std::collections::HashMap;

use shakmaty::{
    CastlingMode, Chess, EnPassantMode, Position as _,
    fen::{Epd, Fen},
    uci::UciMove,
};
use touchmove::{
    rules::{Variant, pgn::PgnGame},
    turn::AlertKind,
};

/// The half-move after which a game is over by the Laws, and what may be told of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LawfulEnd {
    /// From 1.
    pub(crate) ply: usize,
    /// One kind, or both where two Articles end the game at once.
    pub(crate) kinds: Vec<AlertKind>,
}

/// The first end of the game by mate, stalemate, too little material, the fifth repetition or 75 moves (5.1.1, 5.2.1,
/// 5.2.2, 9.6.1, 9.6.2). Positions that are dead for another reason are not looked for.
pub(crate) fn lawful_end(game: &PgnGame) -> Option<LawfulEnd> {
    let mode = match game.variant {
        Variant::Chess => CastlingMode::Standard,
        Variant::Chess960 => CastlingMode::Chess960,
    };
    let fen: Fen = game.initial_fen.parse().expect("the game was read from this FEN");
    let mut position: Chess = fen.into_position(mode).expect("a position that can be");
    let seen_as = |position: &Chess| Epd::from_position(position, EnPassantMode::Legal).to_string();
    let mut seen: HashMap<String, usize> = HashMap::from([(seen_as(&position), 1)]);
    for (ply, played) in (1..).zip(&game.moves) {
        let uci: UciMove = played.uci.parse().expect("a move in UCI");
        let m = uci.to_move(&position).expect("the games' moves are legal");
        position.play_unchecked(m);
        let times = seen.entry(seen_as(&position)).or_default();
        *times += 1;
        let mut kinds = Vec::new();
        if position.is_checkmate() {
            kinds.push(AlertKind::GameEndedCheckmate);
        } else {
            let others = [
                (position.is_stalemate(), AlertKind::GameEndedStalemate),
                (position.is_insufficient_material(), AlertKind::GameEndedDeadPosition),
                (*times >= 5, AlertKind::GameEndedFivefold),
                (position.halfmoves() >= 150, AlertKind::GameEnded75Moves),
            ];
            kinds.extend(others.into_iter().filter_map(|(ends, kind)| ends.then_some(kind)));
        }
        if !kinds.is_empty() {
            return Some(LawfulEnd { ply, kinds });
        }
    }
    None
}
