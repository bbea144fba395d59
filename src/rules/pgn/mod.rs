//! Reading games in PGN: tags, first position, moves as plain data, clock comments, result.
//!
//! Files in the wild are untidy. Blank lines inside a game's moves do not end it, a result in a paragraph of its own
//! belongs to the game before it, variations and annotations are passed over, and where a move is not legal, or a word
//! is not PGN at all, the game breaks off there: the legal moves before it stay usable.

mod text;
mod token;

use std::io::Read;

use protocols::{Color, Piece, Placement, Role, Square};
use shakmaty::{
    CastlingMode, Chess, EnPassantMode, Position as _,
    fen::Fen,
    san::{San, SanError, SanPlus},
    uci::UciMove,
};
use thiserror::Error;

use super::{
    GameResult, Variant,
    convert::{from_board, from_color, from_role, from_square},
};

use text::GameReader;

/// Most half-moves read of one game; the longest that the 75-move rule (9.6.2) lets be played has about 17,700.
pub const MAX_PLIES: usize = 20_000;

/// Reads games one after the other.
///
/// A game with an illegal move is still a game, see [`PgnGame::broke_off`]. An error stands for one game that could
/// not be begun, or for the end of what can be read; reading goes on with the next game where there is one.
pub fn read_games<R: Read>(source: R) -> Games<R> {
    Games { reader: GameReader::new(source) }
}

/// The games of a source, see [`read_games`].
#[derive(Debug)]
pub struct Games<R: Read> {
    reader: GameReader<R>,
}

impl<R: Read> Iterator for Games<R> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.reader.next_game()
    }
}

/// One game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PgnGame {
    /// Its number in the source, from 1.
    pub number: usize,
    /// Tag pairs in the order of the file.
    pub tags: Vec<(String, String)>,
    /// By which rules castling goes.
    pub variant: Variant,
    /// The first position, as FEN.
    pub initial_fen: String,
    /// The pieces of the first position.
    pub initial: Placement,
    /// Who has the first move.
    pub first_to_move: Color,
    /// The half-moves, all legal.
    pub moves: Vec<PgnMove>,
    /// The result; none where it is `*`, or not given.
    pub result: Option<GameResult>,
    /// How the last position ends the game by itself, if it does.
    pub ending: Option<Ending>,
    /// Where the text stopped making sense, if it did.
    pub broke_off: Option<BrokenOff>,
    start: Chess,
}

impl PgnGame {
    /// The value of the first tag of this name.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Which pieces stand where after so many half-moves; after all of them where there are fewer.
    #[must_use]
    pub fn placement_after(&self, plies: usize) -> Placement {
        let mut placement = self.initial;
        for played in self.moves.iter().take(plies) {
            played.apply_to(&mut placement);
        }
        placement
    }

    /// Every legal move in the position after so many half-moves; after all of them where there are fewer.
    #[must_use]
    pub fn legal_after(&self, plies: usize) -> Vec<PgnMove> {
        let mut line = Line::new(self.start.clone(), self.variant);
        for played in self.moves.iter().take(plies) {
            // The moves were legal when the game was read; a move that were not would only end the line early.
            if line.play_uci(&played.uci).is_none() {
                break;
            }
        }
        line.legal()
    }
}

/// A legal half-move as plain data: who goes where and what else changes on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PgnMove {
    /// UCI; castling `e1g1`, in Chess960 king takes own rook.
    pub uci: String,
    /// SAN in standard form, whatever the file wrote.
    pub san: String,
    /// The piece that moves: the king in castling, the pawn in a promotion.
    pub piece: Piece,
    /// Where it stood.
    pub from: Square,
    /// Where it stands afterwards; in Chess960 castling that may be where it stood.
    pub to: Square,
    /// The piece taken, and where it stood: in an en passant capture beside `from`, else on `to`.
    pub captured: Option<(Square, Piece)>,
    /// What a pawn became.
    pub promotion: Option<Role>,
    /// The rook's way in castling, from and to; in Chess960 the two may be the same.
    pub castling_rook: Option<(Square, Square)>,
    /// `%clk`: the mover's clock after the move, in milliseconds.
    pub clock_ms: Option<u32>,
    /// `%emt`: time spent on the move, in milliseconds.
    pub elapsed_ms: Option<u32>,
}

impl PgnMove {
    /// Makes the move on a wooden board on which the position before it stands.
    pub fn apply_to(&self, placement: &mut Placement) {
        if let Some((square, _)) = self.captured {
            placement.set(square, None);
        }
        placement.set(self.from, None);
        if let Some((from, to)) = self.castling_rook {
            placement.set(from, None);
            placement.set(to, Some(Piece { color: self.piece.color, role: Role::Rook }));
        }
        let role = self.promotion.unwrap_or(self.piece.role);
        placement.set(self.to, Some(Piece { color: self.piece.color, role }));
    }

    /// Whether this is an en passant capture (3.7.3.1).
    #[must_use]
    pub fn is_en_passant(&self) -> bool {
        self.captured.is_some_and(|(square, _)| square != self.to)
    }
}

/// How a position ends the game by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// 5.1.1.
    Checkmate,
    /// 5.2.1.
    Stalemate,
}

/// Where the text of a game stopped making sense. The half-moves before it were legal.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}, game {game}, half-move {ply}: {token:?}: {reason}")]
pub struct BrokenOff {
    /// The line of the source, from 1.
    pub line: usize,
    /// Number of the game in the source, from 1.
    pub game: usize,
    /// The half-move that could not be read, from 1.
    pub ply: usize,
    /// What stood there; empty where the text itself broke off.
    pub token: String,
    /// What was wrong.
    pub reason: BreakReason,
}

/// Why a game broke off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum BreakReason {
    /// Several legal moves are written so.
    #[error("several legal moves are written so")]
    Ambiguous,
    /// No legal move is written so.
    #[error("no legal move is written so")]
    Illegal,
    /// A word is neither a move, a number, a result nor an annotation, or a bracket closes what was never open.
    #[error("this is neither a move nor anything else that PGN has")]
    NotPgn,
    /// More than [`MAX_PLIES`] half-moves.
    #[error("the game is longer than a game can be")]
    TooLong,
    /// A comment has no closing brace.
    #[error("this comment has no end")]
    UnclosedComment,
    /// What begins like a tag is no name with a value in quotes and a closing bracket.
    #[error("a tag is a name and a value in quotes, in brackets")]
    UnclosedTag,
    /// A variation has no closing bracket.
    #[error("this variation has no end")]
    UnclosedVariation,
    /// The source could not be read further.
    #[error("the text cannot be read further")]
    Unread,
}

/// Why a game could not be read at all.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PgnError {
    /// The `FEN` tag is no FEN, or no position that chess can be played from.
    #[error("line {line}, game {game}: FEN tag {fen:?}: {reason}")]
    Fen {
        /// The line of the source, from 1.
        line: usize,
        /// Number of the game in the source, from 1.
        game: usize,
        /// The tag.
        fen: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The source could not be read further.
    #[error("line {line}, game {game}: {source}")]
    Read {
        /// The line of the source, from 1.
        line: usize,
        /// Number of the game in the source, from 1.
        game: usize,
        /// What the source said.
        source: std::io::Error,
    },
    /// The `Variant` tag names other rules than chess or Chess960.
    #[error("line {line}, game {game}: variant {name:?} is neither chess nor Chess960")]
    Variant {
        /// The line of the source, from 1.
        line: usize,
        /// Number of the game in the source, from 1.
        game: usize,
        /// The tag.
        name: String,
    },
}

/// A position and the way on from it.
#[derive(Debug)]
struct Line {
    position: Chess,
    variant: Variant,
}

impl Line {
    fn new(position: Chess, variant: Variant) -> Line {
        Line { position, variant }
    }

    /// Plays a move written in SAN.
    fn play_san(&mut self, san: San) -> Result<PgnMove, BreakReason> {
        let found = match san.to_move(&self.position) {
            Ok(found) => found,
            Err(SanError::AmbiguousSan) => return Err(BreakReason::Ambiguous),
            Err(SanError::IllegalSan) => self.nearly(san).ok_or(BreakReason::Illegal)?,
        };
        Ok(self.play(found))
    }

    /// What some programs mean by a move that strictly read is not legal.
    fn nearly(&self, san: San) -> Option<shakmaty::Move> {
        let San::Normal { role, file, rank, capture, to, promotion } = san else { return None };
        // The x of a capture is left out, or put where nothing is taken. A pawn that takes must name its file at least.
        let named = role != shakmaty::Role::Pawn || file.is_some();
        let other = San::Normal { role, file, rank, capture: !capture, to, promotion };
        other.to_move(&self.position).ok().filter(|_| named).or_else(|| {
            // A piece's move with both squares but no letter, as in UCI.
            let from = shakmaty::Square::from_coords(file?, rank?);
            if role != shakmaty::Role::Pawn {
                return None;
            }
            UciMove::Normal { from, to, promotion }.to_move(&self.position).ok()
        })
    }

    /// How the position ends the game by itself.
    fn ending(&self) -> Option<Ending> {
        if self.position.is_checkmate() {
            Some(Ending::Checkmate)
        } else if self.position.is_stalemate() {
            Some(Ending::Stalemate)
        } else {
            None
        }
    }

    fn play_uci(&mut self, uci: &str) -> Option<PgnMove> {
        let parsed: UciMove = uci.parse().ok()?;
        let found = parsed.to_move(&self.position).ok()?;
        Some(self.play(found))
    }

    fn play(&mut self, found: shakmaty::Move) -> PgnMove {
        let played = self.plain(found);
        self.position.play_unchecked(found);
        played
    }

    fn legal(&self) -> Vec<PgnMove> {
        self.position.legal_moves().into_iter().map(|found| self.plain(found)).collect()
    }

    /// A legal move of this position as plain data.
    fn plain(&self, found: shakmaty::Move) -> PgnMove {
        let turn = self.position.turn();
        let color = from_color(turn);
        let mode = self.variant.mode();
        // Only crazyhouse has moves without an origin.
        let from = from_square(found.from().unwrap_or(found.to()));
        let (to, castling_rook) = match found.castling_side() {
            Some(side) => {
                (from_square(side.king_to(turn)), Some((from_square(found.to()), from_square(side.rook_to(turn)))))
            }
            None => (from_square(found.to()), None),
        };
        let captured = found.capture().map(|taken| {
            let at = if found.is_en_passant() { Square::from_coords(to.file(), from.rank()).unwrap_or(to) } else { to };
            (at, Piece { color: color.other(), role: from_role(taken) })
        });
        PgnMove {
            uci: UciMove::from_move(found, mode).to_string(),
            san: SanPlus::from_move(self.position.clone(), found).to_string(),
            piece: Piece { color, role: from_role(found.role()) },
            from,
            to,
            captured,
            promotion: found.promotion().map(from_role),
            castling_rook,
            clock_ms: None,
            elapsed_ms: None,
        }
    }
}

/// What the tags say of the beginning.
#[derive(Debug)]
struct Beginning {
    position: Chess,
    variant: Variant,
}

impl Beginning {
    /// Reads the `FEN` and `Variant` tags.
    fn from_tags(game: usize, tags: &[(String, String)], lines: &[usize]) -> Result<Beginning, PgnError> {
        let tag = |name: &str| tags.iter().find(|(key, _)| key == name).map(|(_, value)| value.trim());
        let line = |name: &str| tags.iter().zip(lines).find(|((key, _), _)| key == name).map_or(0, |(_, line)| *line);
        let named = match tag("Variant") {
            Some(name) => named_variant(name).ok_or_else(|| PgnError::Variant {
                line: line("Variant"),
                game,
                name: name.to_owned(),
            })?,
            None => None,
        };
        let Some(text) = tag("FEN").filter(|text| !text.is_empty()) else {
            let variant = named.unwrap_or(Variant::Chess);
            let position = Fen::default().into_position(variant.mode()).unwrap_or_default();
            return Ok(Beginning { position, variant });
        };
        let error = |reason: String| PgnError::Fen { line: line("FEN"), game, fen: text.to_owned(), reason };
        let fen: Fen = text.parse().map_err(|reason: shakmaty::fen::ParseFenError| error(reason.to_string()))?;
        let variant = named.unwrap_or_else(|| match CastlingMode::detect(fen.as_setup()) {
            CastlingMode::Standard => Variant::Chess,
            CastlingMode::Chess960 => Variant::Chess960,
        });
        // Composed and hand-written positions keep rights that they cannot have; play is possible all the same.
        let position = fen
            .into_position(variant.mode())
            .or_else(shakmaty::PositionError::<Chess>::ignore_invalid_castling_rights)
            .or_else(shakmaty::PositionError::<Chess>::ignore_invalid_ep_square)
            .or_else(shakmaty::PositionError::<Chess>::ignore_too_much_material)
            .or_else(shakmaty::PositionError::<Chess>::ignore_impossible_check)
            .map_err(|reason| error(reason.to_string()))?;
        Ok(Beginning { position, variant })
    }

    fn line(&self) -> Line {
        Line::new(self.position.clone(), self.variant)
    }

    /// The game that began so.
    fn game(self, played: Played) -> PgnGame {
        PgnGame {
            number: played.number,
            tags: played.tags,
            variant: self.variant,
            initial_fen: Fen::from_position(&self.position, EnPassantMode::Legal).to_string(),
            initial: from_board(self.position.board()),
            first_to_move: from_color(self.position.turn()),
            moves: played.moves,
            result: played.result,
            ending: played.ending,
            broke_off: played.broke_off,
            start: self.position,
        }
    }
}

/// What was read of a game besides its beginning.
#[derive(Debug)]
struct Played {
    number: usize,
    tags: Vec<(String, String)>,
    moves: Vec<PgnMove>,
    result: Option<GameResult>,
    ending: Option<Ending>,
    broke_off: Option<BrokenOff>,
}

/// `Some(None)` where the name leaves it to the position; `None` for other games than chess.
fn named_variant(name: &str) -> Option<Option<Variant>> {
    let name = name.to_ascii_lowercase();
    if ["960", "fischer", "freestyle"].iter().any(|word| name.contains(word)) {
        Some(Some(Variant::Chess960))
    } else if ["", "?", "chess", "classical", "from position", "normal", "standard"].contains(&name.as_str()) {
        Some(None)
    } else {
        None
    }
}
