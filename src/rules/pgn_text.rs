//! The text side of PGN: cutting games out of untidy files.

use std::{
    collections::VecDeque,
    io::{self, Read},
    ops::ControlFlow,
};

use pgn_reader::{KnownOutcome, Outcome, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};

use super::pgn::{Beginning, BreakReason, BrokenOff, GameResult, Line, MAX_PLIES, PgnError, PgnGame, PgnMove, Played};

/// Longest tag line read, in bytes.
const MAX_TAG_LINE: usize = 16_384;

/// Most tag pairs kept of a game; further ones are dropped.
const MAX_TAGS: usize = 256;

/// Longest comment seen in one piece, in bytes; a time in a longer one that is cut across is not seen.
const MAX_COMMENT: usize = 8_192;

/// Cuts a source into games.
#[derive(Debug)]
pub(super) struct GameReader<R: Read> {
    reader: Reader<Tidied<R>>,
    collector: Collector,
    ended: bool,
}

impl<R: Read> GameReader<R> {
    pub(super) fn new(source: R) -> GameReader<R> {
        let reader = Reader::build(Tidied::new(source))
            .set_supported_tag_line_length(MAX_TAG_LINE)
            .set_supported_comment_length(MAX_COMMENT)
            .finish();
        GameReader { reader, collector: Collector::default(), ended: false }
    }

    pub(super) fn next_game(&mut self) -> Option<Result<PgnGame, PgnError>> {
        loop {
            if let Some(game) = self.collector.ready.pop_front() {
                return Some(game);
            }
            if self.ended {
                return None;
            }
            match self.reader.read_game(&mut self.collector) {
                Ok(Some(())) => {}
                Ok(None) => {
                    self.ended = true;
                    self.collector.finish();
                }
                Err(error) => {
                    self.collector.break_off(String::new(), BreakReason::Malformed);
                    self.collector.finish();
                    // Bad text is passed over by at least a byte; a source that fails may fail for ever.
                    if error.kind() != io::ErrorKind::InvalidData {
                        self.ended = true;
                        let game = self.collector.finished + 1;
                        self.collector.ready.push_back(Err(PgnError::Read { game, source: error }));
                    }
                }
            }
        }
    }
}

/// Puts together what the reader hands over paragraph by paragraph.
#[derive(Debug, Default)]
struct Collector {
    draft: Option<Draft>,
    ready: VecDeque<Result<PgnGame, PgnError>>,
    finished: usize,
    /// Whether the paragraph in hand began with tags.
    tagged: bool,
}

/// A game being read.
#[derive(Debug, Default)]
struct Draft {
    tags: Vec<(String, String)>,
    /// `None` until the first move text, and after an error.
    play: Option<(Beginning, Line)>,
    error: Option<PgnError>,
    moves: Vec<PgnMove>,
    result: Option<GameResult>,
    broke_off: Option<BrokenOff>,
    /// How many variations are open.
    depth: usize,
}

impl Collector {
    fn draft(&mut self) -> &mut Draft {
        self.draft.get_or_insert_with(Draft::default)
    }

    /// Gives out the game in hand, unless there is nothing in it.
    fn finish(&mut self) {
        let Some(mut draft) = self.draft.take() else { return };
        if draft.tags.is_empty() && draft.moves.is_empty() && draft.result.is_none() && draft.broke_off.is_none() {
            return;
        }
        let number = self.finished + 1;
        draft.begin(number);
        self.finished = number;
        if let Some(error) = draft.error {
            self.ready.push_back(Err(error));
        } else if let Some((beginning, line)) = draft.play {
            let tagged = draft.tags.iter().find(|(key, _)| key == "Result").and_then(|(_, text)| read_result(text));
            self.ready.push_back(Ok(beginning.game(Played {
                number,
                result: draft.result.or(tagged).unwrap_or(GameResult::Unknown),
                tags: draft.tags,
                moves: draft.moves,
                ending: line.ending(),
                broke_off: draft.broke_off,
            })));
        }
    }

    fn break_off(&mut self, token: String, reason: BreakReason) {
        let game = self.finished + 1;
        if let Some(draft) = &mut self.draft
            && draft.broke_off.is_none()
        {
            draft.broke_off = Some(BrokenOff { game, ply: draft.moves.len() + 1, token, reason });
        }
    }
}

impl Draft {
    /// Sets up the first position, once the tags are all there.
    fn begin(&mut self, number: usize) {
        if self.play.is_none() && self.error.is_none() {
            match Beginning::from_tags(number, &self.tags) {
                Ok(beginning) => {
                    let line = beginning.line();
                    self.play = Some((beginning, line));
                }
                Err(error) => self.error = Some(error),
            }
        }
    }
}

impl Visitor for Collector {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        self.tagged = false;
        ControlFlow::Continue(())
    }

    fn tag(&mut self, (): &mut (), name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        let name = String::from_utf8_lossy(name).trim().to_owned();
        // A game without any move text runs straight into the next one's tags.
        let next_game =
            !self.tagged || (name == "Event" && self.draft().tags.iter().any(|(key, _)| key.as_str() == "Event"));
        if next_game {
            self.finish();
            self.tagged = true;
        }
        let draft = self.draft();
        if draft.tags.len() < MAX_TAGS {
            draft.tags.push((name, value.decode_utf8_lossy().into_owned()));
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<()> {
        let number = self.finished + 1;
        self.draft().begin(number);
        ControlFlow::Continue(())
    }

    fn san(&mut self, (): &mut (), san: SanPlus) -> ControlFlow<()> {
        // A move after a result belongs to a game without tags.
        if self.draft().depth == 0 && self.draft().result.is_some() {
            self.finish();
            let number = self.finished + 1;
            self.draft().begin(number);
        }
        let draft = self.draft();
        if draft.depth > 0 || draft.broke_off.is_some() {
            return ControlFlow::Continue(());
        }
        let Some((_, line)) = &mut draft.play else { return ControlFlow::Continue(()) };
        let played = if draft.moves.len() < MAX_PLIES { line.play_san(san.san) } else { Err(BreakReason::TooLong) };
        match played {
            Ok(played) => draft.moves.push(played),
            Err(reason) => self.break_off(san.to_string(), reason),
        }
        ControlFlow::Continue(())
    }

    fn comment(&mut self, (): &mut (), comment: RawComment<'_>) -> ControlFlow<()> {
        let draft = self.draft();
        if draft.depth == 0
            && draft.broke_off.is_none()
            && let Some(last) = draft.moves.last_mut()
        {
            let text = String::from_utf8_lossy(comment.as_bytes());
            last.clock_ms = command(&text, "clk").or(last.clock_ms);
            last.elapsed_ms = command(&text, "emt").or(last.elapsed_ms);
        }
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, (): &mut ()) -> ControlFlow<(), Skip> {
        // Not skipped by the reader: it would take a blank line in a variation for its end.
        let draft = self.draft();
        draft.depth = draft.depth.saturating_add(1);
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, (): &mut ()) -> ControlFlow<()> {
        let draft = self.draft();
        draft.depth = draft.depth.saturating_sub(1);
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, (): &mut (), outcome: Outcome) -> ControlFlow<()> {
        let draft = self.draft();
        if draft.depth == 0 && draft.result.is_none() {
            draft.result = Some(match outcome {
                Outcome::Known(KnownOutcome::Decisive { winner: shakmaty::Color::Black }) => GameResult::BlackWins,
                Outcome::Known(KnownOutcome::Decisive { winner: shakmaty::Color::White }) => GameResult::WhiteWins,
                Outcome::Known(KnownOutcome::Draw) => GameResult::Draw,
                Outcome::Unknown => GameResult::Unknown,
            });
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (): ()) {}
}

fn read_result(text: &str) -> Option<GameResult> {
    match text.trim() {
        "1-0" => Some(GameResult::WhiteWins),
        "0-1" => Some(GameResult::BlackWins),
        "1/2-1/2" | "1/2" => Some(GameResult::Draw),
        "*" => Some(GameResult::Unknown),
        _ => None,
    }
}

/// The time in a comment's `[%name h:mm:ss]`, in milliseconds. LiveChess breaks lines inside of it.
fn command(comment: &str, name: &str) -> Option<u32> {
    let (_, rest) = comment.split_once(&format!("[%{name}"))?;
    let (value, _) = rest.split_once(']')?;
    let mut ms: u64 = 0;
    let mut parts = 0;
    for part in value.trim().split(':') {
        let (whole, fraction) = part.trim().split_once('.').unwrap_or((part.trim(), ""));
        let whole: u32 = whole.parse().ok()?;
        let mut thousandths: u64 = 0;
        for place in 0..3 {
            let digit = match fraction.as_bytes().get(place) {
                Some(digit @ b'0'..=b'9') => u64::from(digit - b'0'),
                Some(_) => return None,
                None => 0,
            };
            thousandths = thousandths * 10 + digit;
        }
        ms = ms.checked_mul(60)?.checked_add(u64::from(whole) * 1_000)?.checked_add(thousandths)?;
        parts += 1;
    }
    if (1..=3).contains(&parts) { u32::try_from(ms).ok() } else { None }
}

/// Rewrites what the reader would drop a move for: takes out the `ep` or `e.p.` that old files hang onto en passant
/// captures, and puts in the `=` that some programs leave out of a promotion.
#[derive(Debug)]
struct Tidied<R> {
    source: R,
    /// Read and not looked at yet.
    raw: Vec<u8>,
    /// Looked at; given out up to `given`.
    tidy: Vec<u8>,
    given: usize,
    line_begins: bool,
    in_tag: bool,
    ended: bool,
}

impl<R: Read> Tidied<R> {
    /// How many bytes are read at a time.
    const CHUNK: usize = 8_192;

    /// How many bytes are looked at together: a square and the longest mark behind it.
    const WINDOW: usize = 6;

    fn new(source: R) -> Tidied<R> {
        Tidied { source, raw: Vec::new(), tidy: Vec::new(), given: 0, line_begins: true, in_tag: false, ended: false }
    }

    fn fill(&mut self) -> io::Result<()> {
        self.tidy.clear();
        self.given = 0;
        let kept = self.raw.len();
        self.raw.resize(kept + Self::CHUNK, 0);
        let outcome = self.source.read(&mut self.raw[kept..]);
        self.raw.truncate(kept + *outcome.as_ref().unwrap_or(&0));
        self.ended = outcome? == 0;
        let mut seen = 0;
        while seen < self.raw.len() && (self.ended || self.raw.len() - seen >= Self::WINDOW) {
            seen += self.look(seen);
        }
        self.raw.drain(..seen);
        Ok(())
    }

    /// Tidies what begins here and says how far it goes.
    fn look(&mut self, here: usize) -> usize {
        let window = &self.raw[here..];
        let line_begins = std::mem::replace(&mut self.line_begins, window[0] == b'\n');
        match window[0] {
            b'\n' => self.in_tag = false,
            b'[' if line_begins => self.in_tag = true,
            _ => {}
        }
        let (square, mark, instead): (usize, usize, &[u8]) = match window {
            _ if self.in_tag => (1, 0, b""),
            [b'a'..=b'h', b'3' | b'6', b'e', b'.', b'p', b'.', ..] => (2, 4, b" "),
            [b'a'..=b'h', b'3' | b'6', b'e', b'p', ..] => (2, 2, b" "),
            [b'a'..=b'h', b'1' | b'8', b'Q' | b'R' | b'B' | b'N', ..] => (2, 0, b"="),
            _ => (1, 0, b""),
        };
        self.tidy.extend_from_slice(&window[..square]);
        self.tidy.extend_from_slice(instead);
        square + mark
    }
}

impl<R: Read> Read for Tidied<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.given == self.tidy.len() && !self.ended {
            self.fill()?;
        }
        let count = out.len().min(self.tidy.len() - self.given);
        out[..count].copy_from_slice(&self.tidy[self.given..self.given + count]);
        self.given += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::pgn::{Ending, Variant, read_games};

    fn only_game(text: &str) -> PgnGame {
        let mut games = read_games(text.as_bytes());
        let game = games.next().expect("a game").expect("that can be read");
        assert!(games.next().is_none(), "a second game was read");
        game
    }

    fn ucis(game: &PgnGame) -> Vec<&str> {
        game.moves.iter().map(|played| played.uci.as_str()).collect()
    }

    #[test]
    fn a_time_is_read_from_a_comment_in_every_way_boards_write_it() {
        for (comment, ms) in [
            ("[%clk 01:30:54]", Some(5_454_000)),
            (" [%clk 1:00:00] ", Some(3_600_000)),
            ("[%clk\n0:03:00.5]", Some(180_500)),
            ("[%clk 5:07]", Some(307_000)),
            ("[%emt 00:00:08][%clk 0:00:01.25]", Some(1_250)),
            ("[%clk 999999999:00:00]", None),
            ("[%clk 0:00:x]", None),
            ("[%clk 0:00:00:00]", None),
            ("[%clk 1:00", None),
            ("clk 1:00", None),
        ] {
            assert_eq!(command(comment, "clk"), ms, "{comment:?}");
        }
    }

    #[test]
    fn clock_comments_belong_to_the_move_before_them_even_when_there_are_two() {
        let game =
            only_game("1. e4 {[%clk 01:30:55]} {[%emt 00:00:06]} c5 ( c6 {[%clk 0:00:01]} ) {[%emt\n00:00:08]} *");
        assert_eq!(ucis(&game), ["e2e4", "c7c5"]);
        assert_eq!((game.moves[0].clock_ms, game.moves[0].elapsed_ms), (Some(5_455_000), Some(6_000)));
        assert_eq!((game.moves[1].clock_ms, game.moves[1].elapsed_ms), (None, Some(8_000)));
    }

    #[test]
    fn an_illegal_move_breaks_the_game_off_and_leaves_the_moves_before_it() {
        let text = "[Event \"a\"]\n\n1. e4 e5 2. Ke4 Nc6 1-0\n\n[Event \"b\"]\n\n1. d4 *\n";
        let games: Vec<PgnGame> = read_games(text.as_bytes()).map(|game| game.expect("readable")).collect();
        assert_eq!(ucis(&games[0]), ["e2e4", "e7e5"]);
        assert_eq!(
            games[0].broke_off.as_ref().map(ToString::to_string).as_deref(),
            Some("game 1, half-move 3: \"Ke4\": no legal move is written so")
        );
        assert_eq!(games[0].result, GameResult::WhiteWins);
        assert_eq!((ucis(&games[1]), &games[1].broke_off), (vec!["d2d4"], &None));
    }

    #[test]
    fn blank_lines_inside_moves_variations_and_before_the_result_do_not_end_a_game() {
        let game = only_game(
            "[Event \"a\"]\n\n{ before }\n\n1. e4 e5 (1... c5 2. Nf3\n\n2... d6) 2. Nf3\n\n2... Nc6\n\n1-0\n",
        );
        assert_eq!(ucis(&game), ["e2e4", "e7e5", "g1f3", "b8c6"]);
        assert_eq!(game.result, GameResult::WhiteWins);
    }

    #[test]
    fn games_without_tags_are_parted_by_their_results() {
        let text = "1. e4 e5 1-0\n\n1. d4 d5 0-1 1. c4 *";
        let games: Vec<PgnGame> = read_games(text.as_bytes()).map(|game| game.expect("readable")).collect();
        assert_eq!(
            games.iter().map(ucis).collect::<Vec<_>>(),
            [vec!["e2e4", "e7e5"], vec!["d2d4", "d7d5"], vec!["c2c4"]]
        );
        assert_eq!(games.iter().map(|game| game.number).collect::<Vec<_>>(), [1, 2, 3]);
    }

    #[test]
    fn en_passant_is_read_with_its_mark_and_tells_where_the_pawn_stood() {
        for capture in ["exd6", "exd6ep", "exd6 e.p.", "exd6e.p.", "ed6"] {
            let game = only_game(&format!("1. e4 a6 2. e5 d5 3. {capture} Nf6 *"));
            let taken = &game.moves[4];
            assert!(taken.is_en_passant(), "{capture}");
            assert_eq!((taken.uci.as_str(), taken.san.as_str()), ("e5d6", "exd6"));
            assert_eq!(
                taken.captured.map(|(square, piece)| (square.to_string(), piece.letter())),
                Some(("d5".into(), 'p'))
            );
            assert_eq!(game.moves.len(), 6, "{capture}");
        }
    }

    #[test]
    fn a_square_alone_is_no_pawn_s_capture() {
        let game = only_game("1. e4 a6 2. e5 d5 3. d6 *");
        assert_eq!((game.moves.len(), game.broke_off.map(|broken| broken.reason)), (4, Some(BreakReason::Illegal)));
    }

    #[test]
    fn a_promotion_is_read_with_and_without_its_sign() {
        for promotion in ["a8=N", "a8N", "a8N+"] {
            let game = only_game(&format!("[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. {promotion} Kg7 *"));
            assert_eq!(ucis(&game), ["a7a8n", "h7g7"], "{promotion}");
        }
    }

    #[test]
    fn tidying_gives_the_same_text_in_every_cut() {
        struct Dribble<'a>(&'a [u8], usize);
        impl Read for Dribble<'_> {
            fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
                let count = self.1.min(out.len()).min(self.0.len());
                out[..count].copy_from_slice(&self.0[..count]);
                self.0 = &self.0[count..];
                Ok(count)
            }
        }
        let text =
            b"[Site \"http://h3ep.example\"]\n[%emt\n\n1. gxf6ep exd3e.p. a3 epoch h6 e.p. b3e c6e.p cxd8Q+ a8=R a1";
        let wanted =
            b"[Site \"http://h3ep.example\"]\n[%emt\n\n1. gxf6  exd3  a3 epoch h6 e.p. b3e c6e.p cxd8=Q+ a8=R a1";
        for cut in 1..text.len() {
            let mut out = Vec::new();
            Tidied::new(Dribble(text, cut)).read_to_end(&mut out).expect("memory does not fail");
            assert_eq!(String::from_utf8_lossy(&out), String::from_utf8_lossy(wanted), "cut {cut}");
        }
    }

    #[test]
    fn castling_tells_the_rooks_way_and_chess960_writes_king_takes_rook() {
        let game = only_game("1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O 0-0 *");
        assert_eq!((game.variant, game.moves[6].uci.as_str()), (Variant::Chess, "e1g1"));
        let rook = game.moves[7].castling_rook.map(|(from, to)| (from.to_string(), to.to_string()));
        assert_eq!(rook, Some(("h8".into(), "f8".into())));
        let game = only_game(
            "[Variant \"Fischerandom\"]\n[FEN \"1k6/8/8/8/8/8/8/RK6 w A - 0 1\"]\n[SetUp \"1\"]\n\n1. O-O-O *",
        );
        assert_eq!((game.variant, game.moves[0].uci.as_str()), (Variant::Chess960, "b1a1"));
        assert_eq!(game.moves[0].to.to_string(), "c1");
        assert_eq!(game.placement_after(1).to_string(), "1k6/8/8/8/8/8/8/2KR4");
    }

    #[test]
    fn what_cannot_be_played_is_an_error_that_names_game_and_tag() {
        let text = "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n\n[Variant \"Atomic\"]\n\n1. e4 *\n\n[FEN \"x\"]\n\n*\n\n1. e4 *";
        let told: Vec<String> = read_games(text.as_bytes())
            .map(|game| game.map_or_else(|error| error.to_string(), |game| ucis(&game).join(" ")))
            .collect();
        assert_eq!(told.len(), 4);
        assert!(told[0].starts_with("game 1: FEN tag \"8/8"), "{}", told[0]);
        assert_eq!(told[1], "game 2: variant \"Atomic\" is neither chess nor Chess960");
        assert!(told[2].starts_with("game 3: FEN tag \"x\""), "{}", told[2]);
        assert_eq!(told[3], "e2e4");
    }

    #[test]
    fn a_comment_without_an_end_keeps_the_moves_before_it() {
        let game = only_game("1. e4 e5 {no end");
        assert_eq!(ucis(&game), ["e2e4", "e7e5"]);
        assert_eq!(game.broke_off.map(|broken| (broken.ply, broken.reason)), Some((3, BreakReason::Malformed)));
    }

    #[test]
    fn a_failing_source_is_told_once() {
        struct Failing;
        impl Read for Failing {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("gone"))
            }
        }
        let told: Vec<String> = read_games(b"1. e4 ".chain(Failing))
            .map(|game| game.map_or_else(|error| error.to_string(), |game| ucis(&game).join(" ")))
            .collect();
        assert_eq!(
            told.last().map(String::as_str),
            Some(if told.len() == 1 { "game 1: gone" } else { "game 2: gone" })
        );
    }

    #[test]
    fn the_last_position_tells_mate_and_stalemate() {
        assert_eq!(only_game("1. f3 e5 2. g4 Qh4# 0-1").ending, Some(Ending::Checkmate));
        assert_eq!(only_game("1. f3 e5 2. g4 0-1").ending, None);
        let game = only_game("[FEN \"7k/8/5KQ1/8/8/8/8/8 w - - 0 1\"]\n\n1. Kf7 1/2-1/2");
        assert_eq!(game.ending, Some(Ending::Stalemate));
    }

    #[test]
    fn legal_moves_are_those_of_the_position_after_so_many_half_moves() {
        let game = only_game("1. e4 e5 *");
        assert_eq!(game.legal_after(0).len(), 20);
        assert_eq!(game.legal_after(2).len(), 29);
        assert!(game.legal_after(2).iter().any(|legal| legal.san == "Ba6"));
    }
}
