//! The irregularities: a position, what hands do wrongly in it, and what the Laws leave to be played instead.
//!
//! All are White's; the other half of the cases is their mirror. Hands are written as words: `+g1` lifts the piece on
//! g1, `-g3` puts the piece lifted last on g3.

use super::model::{mirrored, mirrored_fen};

/// What kind of irregularity the press completes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// No legal move is on the board (7.5.1).
    IllegalMove,
    /// A piece is in the hand (7.5.3).
    InHand,
    /// Every piece stands where it stood (7.5.3).
    Nothing,
    /// A pawn is on its last rank (7.5.2).
    PawnLeft,
}

/// An irregularity of the player who has the move.
#[derive(Debug, Clone)]
pub(crate) struct Irregularity {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) fen: String,
    /// What hands do before the press.
    pub(crate) hands: String,
    /// A legal move that Articles 4.3 and 4.7 leave as the replacement, in every edition.
    pub(crate) allowed: String,
    /// A legal move of another piece, which they do not leave from 2009 on; to 2005 only if `bound_in_2005`.
    pub(crate) barred: Option<String>,
    pub(crate) bound_in_2005: bool,
    /// The move of which hands have done only a part.
    pub(crate) half_done: Option<String>,
    /// Whether squares alone show what has happened.
    pub(crate) on_squares: bool,
    /// Quiet moves of the player, then of his opponent, in the order in which they are played.
    pub(crate) quiet: [Vec<String>; 2],
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const CASTLES: &str = "r3k2r/pppq1ppp/2np1n2/4p3/4P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 4 8";

/// Quiet moves in positions out of the opening.
const PAWNS: [&str; 2] = ["a2a3 h2h3 a3a4 h3h4 b2b3 h4h5 a4a5 b3b4", "h7h6 b7b6 g7g6 h6h5 b6b5 g6g5 h5h4 b5b4"];

/// Half-moves of pieces among them: what is counted goes on (9.3).
const KNIGHTS: [&str; 2] = ["a2a3 h2h3 c2c3 d2d3 a3a4 h3h4 c3c4 d3d4", "b8c6 g8f6 c6b8 f6g8 h7h6 b8c6 g8f6 h6h5"];

/// One row: name, kind, FEN, hands, allowed, barred, half done, quiet moves of both.
type Row =
    (&'static str, Kind, &'static str, &'static str, &'static str, &'static str, &'static str, [&'static str; 2]);

#[rustfmt::skip]
const ROWS: &[Row] = &[
    // A piece put where none of its kind goes (3.10.2), each kind of piece.
    ("knight", Kind::IllegalMove, START, "+g1 -g3", "g1f3", "b1c3", "", KNIGHTS),
    ("pawn", Kind::IllegalMove, START, "+e2 -e5", "e2e3", "b1c3", "", KNIGHTS),
    ("bishop", Kind::IllegalMove, CASTLES, "+c1 -b4", "c1d2", "c3b1", "", PAWNS),
    ("rook", Kind::IllegalMove, CASTLES, "+a1 -b4", "a1b1", "c3b1", "", PAWNS),
    ("queen", Kind::IllegalMove, CASTLES, "+d1 -g5", "d1e2", "c3b1", "", PAWNS),
    ("king", Kind::IllegalMove, CASTLES, "+e1 -e3", "e1e2", "c3b1", "", PAWNS),
    // The same with a capture, by a piece that may not take there.
    ("rook-takes", Kind::IllegalMove, CASTLES, "+a7 +a1 -a7", "a1b1", "f3d2", "", PAWNS),
    ("knight-takes", Kind::IllegalMove, CASTLES, "+f7 +f3 -f7", "f3d2", "c3b1", "", PAWNS),
    // The king left, or put, in check (3.9.2).
    ("left-in-check", Kind::IllegalMove, "r1bqk1nr/pppp1ppp/2n5/4p3/1b2P3/3P1N2/PPP2PPP/RNBQKB1R w KQkq - 1 4",
        "+f3 -g5", "f3d2", "c2c3", "",
        ["c2c3 h2h3 c3c4 h3h4 a2a3 a3a4 h4h5", "h7h6 b7b6 g7g6 h6h5 b6b5 g6g5 h5h4 a7a6 d7d6 a6a5"]),
    ("pin-left", Kind::IllegalMove, "r3k2r/pppq1ppp/2np1n2/4p3/1b2P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 4 8",
        "+c3 -d5", "c1d2", "", "",
        ["c2c3 h2h3 c3c4 h3h4 h4h5 a2a3 d3d4 g2g3", "h7h6 b7b6 g7g6 h6h5 b6b5 g6g5 h5h4 a7a6 d7d6 a6a5"]),
    ("into-check", Kind::IllegalMove, "r3k2r/ppp2ppp/2np1n2/4p3/4P1q1/2NP4/PPP2PPP/R1BQK2R w KQkq - 4 8",
        "+e1 -e2", "e1f1", "c3b1", "",
        ["f2f3 a2a3 h2h3 a3a4 h3h4 b2b3 a4a5 b3b4", "h7h6 b7b6 h6h5 b6b5 a7a6 h5h4 b5b4 a6a5"]),
    // Castling over an attacked square, and with the right to it lost (3.8.2): the king must move.
    ("castle-prevented", Kind::IllegalMove, "r3k2r/ppp2ppp/2np1n2/4p3/2b1P3/2N2N2/PPP2PPP/R1BQK2R w KQkq - 4 8",
        "+e1 -g1 +h1 -f1", "e1d2", "c3b1", "", PAWNS),
    ("castle-lost", Kind::IllegalMove, "r3k2r/pppq1ppp/2np1n2/4p3/4P3/2NP1N2/PPP2PPP/R1BQK2R w Qkq - 4 8",
        "+e1 -g1 +h1 -f1", "e1e2", "c3b1", "", PAWNS),
    // Half a move: the rook at home, the victim standing, the pawn on the last rank.
    ("castle-half", Kind::IllegalMove, CASTLES, "+e1 -g1", "e1g1", "e1e2", "e1g1", PAWNS),
    ("en-passant-half", Kind::IllegalMove, "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
        "+e5 -d6", "e5d6", "e5e6", "e5d6",
        ["a2a3 h2h3 c2c3 a3a4 h3h4 c3c4 a4a5", "a7a6 h7h6 g7g6 a6a5 h6h5 g6g5 h5h4"]),
    ("promotion-half", Kind::PawnLeft, "8/P3k2p/8/8/8/8/4K2P/8 w - - 0 1", "+a7 -a8", "a7a8n", "", "a7a8n",
        ["e2e3 h2h3 e3d2 h3h4 d2e3 h4h5 e3d2 d2e3", "h7h6 e7f7 f7g7 h6h5 g7h7 h7h6 h6g7 g7h7"]),
    // Two own pieces put wrong (7.5.1); a king first, then a knight (4.3.1).
    ("two-knights", Kind::IllegalMove, START, "+g1 -g3 +b1 -b3", "g1f3", "e2e3", "", KNIGHTS),
    ("king-and-knight", Kind::IllegalMove, CASTLES, "+e1 -e3 +f3 -d4", "e1e2", "c3b1", "", PAWNS),
    // Pressed without a move (7.5.3).
    ("press", Kind::Nothing, CASTLES, "", "f3d2", "", "", PAWNS),
    ("press-put-back", Kind::Nothing, CASTLES, "+f3 -f3", "f3d2", "c3b1", "", PAWNS),
    ("press-taken-back", Kind::Nothing, CASTLES, "+f3 -d2 +d2 -f3", "f3d2", "f3g1", "", PAWNS),
    ("press-in-hand", Kind::InHand, CASTLES, "+f3", "f3d2", "c3b1", "", PAWNS),
];

/// Every irregularity, White's and Black's in turn.
pub(crate) fn all() -> Vec<Irregularity> {
    ROWS.iter().flat_map(|row| [read(row), mirror(read(row))]).collect()
}

fn read(row: &Row) -> Irregularity {
    let (name, kind, fen, hands, allowed, barred, half_done, quiet) = *row;
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    Irregularity {
        name,
        kind,
        fen: fen.to_owned(),
        hands: hands.to_owned(),
        allowed: allowed.to_owned(),
        barred: some(barred),
        // 2005 has no release rule for what replaces an illegal move: another move of the same piece is as good.
        bound_in_2005: barred.get(..2) != allowed.get(..2),
        half_done: some(half_done),
        // Of a piece put on the square of a piece that was lifted, squares do not tell which of the two came down.
        on_squares: kind != Kind::PawnLeft && !name.ends_with("-takes"),
        quiet: quiet.map(|list| list.split(' ').map(str::to_owned).collect()),
    }
}

fn mirror(of: Irregularity) -> Irregularity {
    let all = |list: Vec<String>| -> Vec<String> { list.iter().map(|uci| mirrored(uci)).collect() };
    Irregularity {
        fen: mirrored_fen(&of.fen),
        hands: mirrored(&of.hands),
        allowed: mirrored(&of.allowed),
        barred: of.barred.as_deref().map(mirrored),
        half_done: of.half_done.as_deref().map(mirrored),
        quiet: of.quiet.map(all),
        ..of
    }
}
