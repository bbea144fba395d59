//! The text side of PGN: putting games together out of untidy files.
//!
//! The crate pgn-reader (0.29) does not do instead: it tells no lines, passes over words that it does not know, ends a game
//! at a blank line among its moves, and gives up at a comment without an end. Of 31 files of the outside collection it
//! reads one with 373 half-moves fewer, and one with twice as many games.

use std::{collections::VecDeque, io::Read};

use shakmaty::san::San;

use super::{
    Beginning, BreakReason, BrokenOff, Line, MAX_PLIES, PgnError, PgnGame, PgnMove, Played,
    token::{Token, Tokens},
};
use crate::rules::GameResult;

/// Most tag pairs kept of a game; further ones are dropped.
const MAX_TAGS: usize = 256;

/// What annotators write behind a move: check, mate, and who stands better.
const SIGNS: [char; 11] = ['+', '-', '#', '=', '/', '±', '∓', '⩲', '⩱', '∞', '□'];

/// The same as words: novelty, diagram, an editor's remark.
const REMARKS: [&str; 4] = ["D", "N", "RR", "TN"];

/// How en passant is marked in old files.
const EN_PASSANT: [&str; 3] = ["e.p.", "e.p", "ep"];

/// Cuts a source into games.
#[derive(Debug)]
pub(super) struct GameReader<R: Read> {
    tokens: Tokens<R>,
    collector: Collector,
    ended: bool,
}

impl<R: Read> GameReader<R> {
    pub(super) fn new(source: R) -> GameReader<R> {
        GameReader { tokens: Tokens::new(source), collector: Collector::default(), ended: false }
    }

    pub(super) fn next_game(&mut self) -> Option<Result<PgnGame, PgnError>> {
        loop {
            if let Some(game) = self.collector.ready.pop_front() {
                return Some(game);
            }
            if self.ended {
                return None;
            }
            if let Some((line, token)) = self.tokens.next_token() {
                self.collector.take(line, token);
                continue;
            }
            self.ended = true;
            let failure = self.tokens.take_failure();
            if let Some((line, _)) = &failure {
                self.collector.break_off(*line, String::new(), BreakReason::Unread);
            }
            self.collector.finish();
            if let Some((line, source)) = failure {
                let game = self.collector.finished + 1;
                self.collector.ready.push_back(Err(PgnError::Read { line, game, source }));
            }
        }
    }
}

/// Puts games together out of tokens.
#[derive(Debug, Default)]
struct Collector {
    draft: Option<Draft>,
    ready: VecDeque<Result<PgnGame, PgnError>>,
    finished: usize,
    /// Whether the last token was a tag of the game in hand.
    tagged: bool,
}

/// A game being read.
#[derive(Debug, Default)]
struct Draft {
    tags: Vec<(String, String)>,
    /// Where each of them stands.
    tag_lines: Vec<usize>,
    /// `None` until the first move text, and after an error.
    play: Option<(Beginning, Line)>,
    error: Option<PgnError>,
    moves: Vec<PgnMove>,
    result: Option<EndMark>,
    broke_off: Option<BrokenOff>,
    /// How many variations are open, and on which line the outermost began.
    depth: usize,
    variation_line: usize,
}

/// What stands at the end of a game: its result, or an asterisk where there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct EndMark(Option<GameResult>);

/// What a word of the move text means.
#[derive(Debug, PartialEq, Eq)]
enum Meaning {
    Move(San),
    /// Says nothing of the game.
    Nothing,
    /// A move that is none, in the lines that annotators give.
    NullMove,
    Result(EndMark),
    Unknown,
}

impl Collector {
    fn take(&mut self, line: usize, token: Token) {
        if let Token::Tag { name, value } = token {
            return self.tag(line, name, value);
        }
        if let Token::UnclosedTag(text) = token {
            // It belongs to the tags around it.
            if !self.tagged {
                self.finish();
                self.tagged = true;
            }
            self.draft();
            return self.break_off(line, text, BreakReason::UnclosedTag);
        }
        self.tagged = false;
        self.begin();
        match token {
            Token::Close => self.close(line),
            Token::Comment(text) => self.comment(&text),
            Token::Open => self.open(line),
            Token::Tag { .. } | Token::UnclosedTag(_) => {}
            Token::UnclosedComment => self.break_off(line, "{".to_owned(), BreakReason::UnclosedComment),
            Token::Word(word) => self.word(line, word),
        }
    }

    fn draft(&mut self) -> &mut Draft {
        self.draft.get_or_insert_with(Draft::default)
    }

    fn begin(&mut self) {
        let number = self.finished + 1;
        self.draft().begin(number);
    }

    /// Gives out the game in hand, unless there is nothing in it.
    fn finish(&mut self) {
        if let Some(Draft { depth: 1.., variation_line, .. }) = self.draft {
            self.break_off(variation_line, "(".to_owned(), BreakReason::UnclosedVariation);
        }
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
                result: draft.result.or(tagged).and_then(|EndMark(result)| result),
                tags: draft.tags,
                moves: draft.moves,
                ending: line.ending(),
                broke_off: draft.broke_off,
            })));
        }
    }

    fn break_off(&mut self, line: usize, token: String, reason: BreakReason) {
        let game = self.finished + 1;
        if let Some(draft) = &mut self.draft
            && draft.broke_off.is_none()
        {
            draft.broke_off = Some(BrokenOff { line, game, ply: draft.moves.len() + 1, token, reason });
        }
    }

    fn tag(&mut self, line: usize, name: String, value: String) {
        // A game without any move text runs straight into the next one's tags.
        let next_game =
            !self.tagged || (name == "Event" && self.draft().tags.iter().any(|(key, _)| key.as_str() == "Event"));
        if next_game {
            self.finish();
            self.tagged = true;
        }
        let draft = self.draft();
        if draft.tags.len() < MAX_TAGS {
            draft.tags.push((name, value));
            draft.tag_lines.push(line);
        }
    }

    fn word(&mut self, line: usize, word: String) {
        let in_variation = self.draft().depth > 0;
        match meaning(&word) {
            Meaning::Move(_) | Meaning::Nothing | Meaning::NullMove | Meaning::Result(_) if in_variation => {}
            Meaning::Move(san) => self.san(line, word, san),
            Meaning::Nothing => {}
            Meaning::NullMove => self.break_off(line, word, BreakReason::Illegal),
            Meaning::Result(result) => {
                self.draft().result.get_or_insert(result);
            }
            Meaning::Unknown => self.break_off(line, word, BreakReason::NotPgn),
        }
    }

    fn san(&mut self, at: usize, word: String, san: San) {
        // A move after a result belongs to a game without tags.
        if self.draft().result.is_some() {
            self.finish();
            self.begin();
        }
        let draft = self.draft();
        if draft.broke_off.is_some() {
            return;
        }
        let Some((_, line)) = &mut draft.play else { return };
        let played = if draft.moves.len() < MAX_PLIES { line.play_san(san) } else { Err(BreakReason::TooLong) };
        match played {
            Ok(played) => draft.moves.push(played),
            Err(reason) => self.break_off(at, word, reason),
        }
    }

    fn comment(&mut self, text: &str) {
        let draft = self.draft();
        if draft.depth == 0
            && draft.broke_off.is_none()
            && let Some(last) = draft.moves.last_mut()
        {
            last.clock_ms = command(text, "clk").or(last.clock_ms);
            last.elapsed_ms = command(text, "emt").or(last.elapsed_ms);
        }
    }

    fn open(&mut self, line: usize) {
        let draft = self.draft();
        if draft.depth == 0 {
            draft.variation_line = line;
        }
        draft.depth = draft.depth.saturating_add(1);
    }

    fn close(&mut self, line: usize) {
        let draft = self.draft();
        if draft.depth == 0 {
            return self.break_off(line, ")".to_owned(), BreakReason::NotPgn);
        }
        draft.depth -= 1;
    }
}

impl Draft {
    /// Sets up the first position, once the tags are all there.
    fn begin(&mut self, number: usize) {
        if self.play.is_none() && self.error.is_none() {
            match Beginning::from_tags(number, &self.tags, &self.tag_lines) {
                Ok(beginning) => {
                    let line = beginning.line();
                    self.play = Some((beginning, line));
                }
                Err(error) => self.error = Some(error),
            }
        }
    }
}

fn meaning(word: &str) -> Meaning {
    let plain = word.replace(['\u{2010}', '\u{2011}', '\u{2013}', '\u{2014}', '\u{2212}'], "-");
    if let Some(result) = read_result(&plain) {
        return Meaning::Result(result);
    }
    // A number may stand right before its move.
    let unnumbered = plain.trim_start_matches(|letter: char| letter.is_ascii_digit());
    match read_san(&plain).or_else(|| read_san(unnumbered)) {
        Some(San::Null) => Meaning::NullMove,
        Some(san) => Meaning::Move(san),
        None if unnumbered.is_empty() || says_nothing(&plain) => Meaning::Nothing,
        None => Meaning::Unknown,
    }
}

fn says_nothing(word: &str) -> bool {
    word.chars().all(|letter| SIGNS.contains(&letter)) || REMARKS.contains(&word) || EN_PASSANT.contains(&word)
}

/// A move as PGN writes it, or as programs and old files do that leave signs out or put more in.
fn read_san(word: &str) -> Option<San> {
    let parse = |text: &str| San::from_ascii(text.as_bytes()).ok();
    if let Some(null @ San::Null) = parse(word) {
        return Some(null);
    }
    let bare = word.trim_end_matches(SIGNS);
    let bare = EN_PASSANT.iter().find_map(|mark| bare.strip_suffix(mark)).unwrap_or(bare).trim_end_matches(SIGNS);
    match bare {
        "0-0" => return parse("O-O"),
        "0-0-0" => return parse("O-O-O"),
        _ => {}
    }
    parse(bare).or_else(|| unsigned_promotion(bare).and_then(|text| parse(&text))).or_else(|| {
        // Both squares with a dash between them.
        let (from, to) = bare.split_once('-')?;
        parse(&format!("{from}{to}"))
    })
}

/// Puts in the `=` that some programs leave out of a promotion.
fn unsigned_promotion(word: &str) -> Option<String> {
    let piece = word.chars().last().filter(|piece| "QRBNqrbn".contains(*piece))?;
    let pawn = word.strip_suffix(piece)?;
    pawn.ends_with(['1', '8']).then(|| format!("{pawn}={piece}"))
}

fn read_result(text: &str) -> Option<EndMark> {
    match text.trim() {
        "1-0" => Some(EndMark(Some(GameResult::WhiteWins))),
        "0-1" => Some(EndMark(Some(GameResult::BlackWins))),
        "1/2-1/2" | "1/2" | "½-½" => Some(EndMark(Some(GameResult::Draw))),
        "*" => Some(EndMark(None)),
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

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;
    use crate::rules::{
        Variant,
        pgn::{Ending, read_games},
    };

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
            Some("line 3, game 1, half-move 3: \"Ke4\": no legal move is written so")
        );
        assert_eq!(games[0].result, Some(GameResult::WhiteWins));
        assert_eq!((ucis(&games[1]), &games[1].broke_off), (vec!["d2d4"], &None));
    }

    #[test]
    fn blank_lines_inside_moves_variations_and_before_the_result_do_not_end_a_game() {
        let game = only_game(
            "[Event \"a\"]\n\n{ before }\n\n1. e4 e5 (1... c5 2. Nf3\n\n2... d6) 2. Nf3\n\n2... Nc6\n\n1-0\n",
        );
        assert_eq!(ucis(&game), ["e2e4", "e7e5", "g1f3", "b8c6"]);
        assert_eq!(game.result, Some(GameResult::WhiteWins));
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
    fn what_is_not_pgn_breaks_the_game_off_where_it_stands() {
        for (text, wanted) in [
            ("[Event \"x\"]\n\n1. e4 e5 2. Zf3", "line 3, game 1, half-move 3: \"Zf3\": this is neither"),
            ("1. e4 e5\n2. Sf3 Qa1", "line 2, game 1, half-move 3: \"Sf3\": this is neither"),
            ("hello", "line 1, game 1, half-move 1: \"hello\": this is neither"),
            ("1. e4 Nf9 *", "line 1, game 1, half-move 2: \"Nf9\": this is neither"),
            ("1. 0-O *", "line 1, game 1, half-move 1: \"0-O\": this is neither"),
            ("1. e4 -- 2. d4 *", "line 1, game 1, half-move 2: \"--\": no legal move is written so"),
            ("1. e4 $x *", "line 1, game 1, half-move 2: \"$x\": this is neither"),
            ("1. e4 e5 } *", "line 1, game 1, half-move 3: \"}\": this is neither"),
            ("1. e4 e5 ) *", "line 1, game 1, half-move 3: \")\": this is neither"),
            ("1. e4 e5 (1... c5 2. Sf3) *", "line 1, game 1, half-move 3: \"Sf3\": this is neither"),
            ("1. e4\n\n(1. d4\n1-0", "line 3, game 1, half-move 2: \"(\": this variation has no end"),
            ("1. e4\n{ no end\n*", "line 2, game 1, half-move 2: \"{\": this comment has no end"),
            ("[Event \"x\n\n1. e4 *", "line 1, game 1, half-move 1: \"[Event \\\"x\": a tag is a name"),
            ("[Event \"x\"]\n[FEN 8/8]\n\n1. e4 *", "line 2, game 1, half-move 1: \"[FEN 8/8]\": a tag is a name"),
            ("1. e4 * and so on", "line 1, game 1, half-move 2: \"and\": this is neither"),
        ] {
            let broken = only_game(text).broke_off.map(|broken| broken.to_string()).unwrap_or_default();
            assert!(broken.starts_with(wanted), "{text:?}: {broken}");
        }
    }

    #[test]
    fn what_annotators_write_is_no_part_of_the_game() {
        let game = only_game(
            "; a file\n% of old\n[Event \"a \"great\" game\"] [White \"b\\\"\"]\n\n1.e4+- e5 $10 \\$14 2. Nf3!? N +/= \
             ( 2. -- d5 Z0 ) 2...Nc6?! ± 3.\u{2014} Bb5 = D a6 4. Bxc6++ dxc6 1\u{2013}0\n\u{1a}",
        );
        assert_eq!(game.broke_off, None);
        assert_eq!(
            game.moves.iter().map(|played| &*played.san).collect::<Vec<_>>().join(" "),
            "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6"
        );
        assert_eq!((game.tag("Event"), game.tag("White")), (Some("a \"great\" game"), Some("b\"")));
        assert_eq!(game.result, Some(GameResult::WhiteWins));
        assert_eq!(ucis(&only_game("1. Ng1-f3 1... e7-e5 *")), ["g1f3", "e7e5"]);
    }

    #[test]
    fn a_comment_without_an_end_does_not_swallow_the_next_game() {
        let text = "[Event \"a\"]\n\n1. e4 { no end\n\n[Event \"b\"]\n\n1. d4 { good } *\n";
        let games: Vec<PgnGame> = read_games(text.as_bytes()).map(|game| game.expect("readable")).collect();
        assert_eq!(games.iter().map(ucis).collect::<Vec<_>>(), [vec!["e2e4"], vec!["d2d4"]]);
        let lines: Vec<Option<usize>> =
            games.iter().map(|game| game.broke_off.as_ref().map(|broken| broken.line)).collect();
        assert_eq!(lines, [Some(3), None]);
    }

    #[test]
    fn every_cut_of_a_source_reads_the_same() {
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
            b"\xef\xbb\xbf[Site \"http://h3ep.example\" ]\r\n\r\n1. e4 {[%clk 0:01:00]\r\n} a6 2. e5 d5 3. exd6e.p. \
            $1 e.p. (3. d4 ep) exd6 4. Sf3 *";
        let whole: Vec<PgnGame> = read_games(&text[..]).map(|game| game.expect("readable")).collect();
        assert_eq!((whole[0].moves.len(), whole[0].broke_off.as_ref().map(|broken| broken.line)), (6, Some(4)));
        for cut in 1..text.len() {
            let read: Vec<PgnGame> = read_games(Dribble(text, cut)).map(|game| game.expect("readable")).collect();
            assert_eq!(read.len(), whole.len(), "cut {cut}");
            assert_eq!((&read[0].moves, &read[0].broke_off), (&whole[0].moves, &whole[0].broke_off), "cut {cut}");
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
        assert!(told[0].starts_with("line 1, game 1: FEN tag \"8/8"), "{}", told[0]);
        assert_eq!(told[1], "line 5, game 2: variant \"Atomic\" is neither chess nor Chess960");
        assert!(told[2].starts_with("line 9, game 3: FEN tag \"x\""), "{}", told[2]);
        assert_eq!(told[3], "e2e4");
    }

    #[test]
    fn a_comment_without_an_end_keeps_the_moves_before_it() {
        let game = only_game("1. e4 e5 {no end");
        assert_eq!(ucis(&game), ["e2e4", "e7e5"]);
        assert_eq!(game.broke_off.map(|broken| (broken.ply, broken.reason)), Some((3, BreakReason::UnclosedComment)));
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
            Some(if told.len() == 1 { "line 1, game 1: gone" } else { "line 1, game 2: gone" })
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
