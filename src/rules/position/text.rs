//! Positions and moves as people and programs write them: FEN, UCI, SAN.

use std::sync::Arc;

use shakmaty::{
    CastlingMode, Chess, EnPassantMode, Move, Position as _, Setup,
    fen::Fen,
    san::{San as Named, SanPlus, Suffix},
};

use super::{Core, Position};
use crate::rules::{LegalMove, San, Uci, Variant};

/// A FEN that is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FenError {
    /// The text is not a FEN.
    #[error("{fen:?} is not a FEN: {reason}")]
    Syntax {
        /// What was given.
        fen: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The text is a FEN, of a position that cannot be.
    #[error("the position {fen:?} cannot be: {reason}")]
    Position {
        /// What was given.
        fen: String,
        /// What is wrong with it.
        reason: String,
    },
}

/// Why a text is no move of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unwritten {
    /// Several legal moves are written so.
    Ambiguous,
    /// No legal move is written so.
    Illegal,
}

impl Position {
    /// A position from a FEN that Article 3 can make sense of.
    ///
    /// # Errors
    /// [`FenError`], with what is wrong. Castling rights and en passant squares that cannot be are dropped.
    pub fn from_fen(fen: &str, variant: Variant) -> Result<Position, FenError> {
        let position = Position::from_any_fen(fen, variant)?;
        match &position.0.core {
            Core::Lawful(_) => Ok(position),
            Core::Irregular(setup) => Err(FenError::Position { fen: fen.to_owned(), reason: refusal(setup, variant) }),
        }
    }

    /// A position from a FEN, be it one that only illegal moves lead to. Where the fields end before the castling rights,
    /// every king and rook that stand at home may castle: nothing says that they have moved.
    ///
    /// # Errors
    /// [`FenError::Syntax`].
    pub fn from_any_fen(fen: &str, variant: Variant) -> Result<Position, FenError> {
        let rights = match fen.split_ascii_whitespace().count() {
            1 => " w KQkq",
            2 => " KQkq",
            _ => "",
        };
        let parsed: Fen =
            format!("{}{rights}", fen.trim_ascii_end()).parse().map_err(|error: shakmaty::fen::ParseFenError| {
                FenError::Syntax { fen: fen.to_owned(), reason: error.to_string() }
            })?;
        Ok(Position::from_setup(parsed.into(), variant))
    }

    /// The legal move with this UCI text, if there is one. Castling may be written either way.
    #[must_use]
    pub fn legal_move(&self, uci: &str) -> Option<LegalMove> {
        let (named, mode) = (Uci::new(uci)?, self.0.variant.mode());
        let moves = self.moves();
        let is_named = |m: &&Move, mode: CastlingMode| Uci::of(&m.to_uci(mode)) == named;
        let other_way = |m: &&Move| {
            let castles = m.is_castle();
            castles && (is_named(m, CastlingMode::Chess960) || is_named(m, CastlingMode::Standard))
        };
        let found = moves.iter().find(|m| is_named(m, mode)).or_else(|| moves.iter().find(other_way))?;
        Some(LegalMove::new(*found, self.turn(), self.0.variant == Variant::Chess960))
    }

    /// The legal move that people have written so: in UCI, or in SAN with or without its signs.
    ///
    /// # Errors
    /// [`Unwritten`].
    pub fn written_move(&self, text: &str) -> Result<LegalMove, Unwritten> {
        if let Some(m) = self.legal_move(text) {
            return Ok(m);
        }
        let bare = text.trim_end_matches(['+', '#', '!', '?']);
        let bare = match bare {
            "0-0" => "O-O",
            "0-0-0" => "O-O-O",
            _ => bare,
        };
        let san = Named::from_ascii(bare.as_bytes()).map_err(|_| Unwritten::Illegal)?;
        let mut fitting = self.moves().into_iter().filter(|m| san.matches(*m));
        match (fitting.next(), fitting.next()) {
            (Some(m), None) => Ok(LegalMove::new(m, self.turn(), self.0.variant == Variant::Chess960)),
            (Some(_), Some(_)) => Err(Unwritten::Ambiguous),
            (None, _) => Err(Unwritten::Illegal),
        }
    }

    /// The move in SAN, as PGN writes it, with `+` or `#`.
    #[must_use]
    pub fn san(&self, m: &LegalMove) -> San {
        match &self.0.core {
            Core::Lawful(chess) => San::of(&SanPlus::from_move(chess.clone(), m.inner)),
            Core::Irregular(_) => {
                let after = self.play(m);
                let suffix = match (after.is_check(), after.moves().is_empty()) {
                    (true, true) => Some(Suffix::Checkmate),
                    (true, false) => Some(Suffix::Check),
                    (false, _) => None,
                };
                San::of(&SanPlus { san: Named::disambiguate(m.inner, &self.moves()), suffix })
            }
        }
    }

    /// FEN with six fields; the en passant square only where such a capture is legal. Chess960: Shredder's
    /// castling letters only where `KQkq` would be ambiguous (X-FEN).
    #[must_use]
    pub fn fen(&self) -> String {
        self.shared_fen().to_string()
    }

    /// The same, written once for a position and all its copies.
    #[must_use]
    pub fn shared_fen(&self) -> &Arc<str> {
        let write = || match &self.0.core {
            Core::Lawful(chess) if self.0.variant == Variant::Chess => self.plain_fen(chess),
            Core::Lawful(chess) => Fen::from_position(chess, EnPassantMode::Legal).to_string(),
            Core::Irregular(setup) => {
                Fen::try_from_setup(setup.clone()).unwrap_or_else(shakmaty::fen::LossyFenError::ignore).to_string()
            }
        };
        self.0.fen.get_or_init(|| write().into())
    }

    /// FEN where no castling needs other letters than `KQkq`. One is written for every position of every game, and the
    /// rules library takes a long way round.
    fn plain_fen(&self, chess: &Chess) -> String {
        let rights =
            shakmaty::Color::ALL.into_iter().flat_map(|color| shakmaty::CastlingSide::ALL.map(|side| (color, side)));
        let may_castle = |(color, side): (_, _)| chess.castles().has(color, side);
        let castling: String =
            rights.zip("KQkq".chars()).filter(|(right, _)| may_castle(*right)).map(|(_, letter)| letter).collect();
        let castling = if castling.is_empty() { "-" } else { &castling };
        let passing = chess.ep_square(EnPassantMode::Legal).map_or_else(|| "-".to_owned(), |square| square.to_string());
        let turn = chess.turn().char();
        format!("{} {turn} {castling} {passing} {} {}", self.0.placement, self.halfmoves(), self.fullmoves())
    }
}

fn refusal(setup: &Setup, variant: Variant) -> String {
    match setup.clone().position::<Chess>(variant.mode()) {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_stands_at_home_may_castle_where_a_fen_does_not_say_otherwise() {
        let may = |fen: &str, uci: &str| {
            Position::from_fen(fen, Variant::Chess).expect("a position").legal_move(uci).is_some()
        };
        let at_home = "r3k2r/8/8/8/8/8/8/R3K1R1";
        for fields in ["", " w", " w KQkq", " w Qkq - 0 1"] {
            let fen = format!("{at_home}{fields}");
            assert!(may(&fen, "e1c1") && !may(&fen, "e1g1"), "{fen}");
        }
        assert!(may(&format!("{at_home} b"), "e8c8"));
        assert!(!may(&format!("{at_home} w kq"), "e1c1") && !may(&format!("{at_home} w -"), "e1c1"));
    }

    #[test]
    fn a_move_is_known_by_its_uci_and_by_its_san_however_it_is_signed() {
        let read = |fen: &str, text: &str| {
            let position = Position::from_fen(fen, Variant::Chess).expect("a position");
            position.written_move(text).map(|m| m.to_uci().as_str().to_owned())
        };
        let first = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for text in ["g1f3", "Nf3", "Ngf3", "Ng1f3", "Nf3!?"] {
            assert_eq!(read(first, text), Ok("g1f3".to_owned()), "{text}");
        }
        assert_eq!(read(first, "e4"), Ok("e2e4".to_owned()));
        for text in ["", "Nf4", "Nxf3", "exd5", "nf3", "Sf3", "--", "O-O", "é"] {
            assert_eq!(read(first, text), Err(Unwritten::Illegal), "{text}");
        }
        let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        for (text, uci) in [("O-O", "e1g1"), ("0-0", "e1g1"), ("O-O-O", "e1c1"), ("Rxh8+", "h1h8"), ("e1g1", "e1g1")] {
            assert_eq!(read(castling, text), Ok(uci.to_owned()), "{text}");
        }
        let knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
        assert_eq!(read(knights, "Nd2"), Err(Unwritten::Ambiguous));
        assert_eq!(read(knights, "Nbd2"), Ok("b1d2".to_owned()));
        assert_eq!(read("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a8=N"), Ok("a7a8n".to_owned()));
        assert_eq!(read("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a8"), Err(Unwritten::Illegal));
    }

    #[test]
    fn a_fen_is_the_one_that_the_rules_library_writes() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 12 40",
            "r3k2r/8/8/8/8/8/8/R3K2R w Qk - 0 7",
            "4k3/8/8/8/8/8/8/4K2R w - - 99 120",
            "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
            // Nobody can take in passing here.
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        ] {
            let position = Position::from_fen(fen, Variant::Chess).expect("a position");
            let library = Fen::from_position(position.chess().expect("a lawful one"), EnPassantMode::Legal);
            assert_eq!(position.fen(), library.to_string());
        }
    }
}
