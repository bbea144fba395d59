//! Cutting the text of PGN into tokens, each with its line.
//!
//! What says nothing of the game is passed over here: blanks, dots, move numbers' dots, numeric and `!`, `?`
//! annotations, lines begun by `%`, comments begun by `;`. Everything else is handed over, above all what is not PGN:
//! whoever reads on over a word that nobody knows plays another game than the file's.

use std::io::{self, Read};

/// Longest tag read, in bytes.
const MAX_TAG: usize = 16_384;

/// How much of a comment is kept, in bytes.
const MAX_COMMENT: usize = 8_192;

/// How much of a word is kept, in bytes; no move is half as long.
const MAX_WORD: usize = 64;

/// How many bytes are read at a time.
const CHUNK: usize = 8_192;

/// How a tag begins that no comment holds: behind a comment that is not closed, the next game.
const NEXT_GAME: &[u8] = b"[Event \"";

/// A piece of a game's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// `)`
    Close,
    /// What stands between braces.
    Comment(String),
    /// `(`
    Open,
    /// A name and a value in brackets.
    Tag { name: String, value: String },
    /// A comment that is never closed.
    UnclosedComment,
    /// What begins like a tag and is none.
    UnclosedTag(String),
    /// A move, a result, a move number, or what is not PGN at all.
    Word(String),
}

/// Cuts a source into tokens. Its memory is bounded, whatever the source holds.
#[derive(Debug)]
pub(super) struct Tokens<R: Read> {
    source: R,
    /// Read; looked at up to `seen`.
    raw: Vec<u8>,
    seen: usize,
    /// The line in hand, from 1.
    line: usize,
    /// Whether nothing but blanks and tags stood on this line.
    tag_may_begin: bool,
    /// Whether the line begins here.
    line_begins: bool,
    ended: bool,
    failure: Option<io::Error>,
}

impl<R: Read> Tokens<R> {
    pub(super) fn new(source: R) -> Tokens<R> {
        Tokens {
            source,
            raw: Vec::new(),
            seen: 0,
            line: 1,
            tag_may_begin: true,
            line_begins: true,
            ended: false,
            failure: None,
        }
    }

    /// Why the source gave out before its end, if it did; the line in hand then.
    pub(super) fn take_failure(&mut self) -> Option<(usize, io::Error)> {
        self.failure.take().map(|error| (self.line, error))
    }

    /// The next token and the line it begins on.
    pub(super) fn next_token(&mut self) -> Option<(usize, Token)> {
        loop {
            let here = self.peek(0)?;
            let line = self.line;
            if self.line_begins && here == b'%' {
                self.skip_line();
                continue;
            }
            if self.line_begins && self.starts_with(b"\xef\xbb\xbf") {
                // Files put together from others have byte order marks in the middle.
                self.skip(3);
                continue;
            }
            match here {
                // Old files end with the mark of DOS.
                b'\n' | b'\r' | b' ' | b'\t' | b'\x0b' | b'\x0c' | b'\x1a' => self.skip(1),
                b'[' if self.tag_may_begin => return Some((line, self.tag())),
                b'.' | b'!' | b'?' => self.skip_text(),
                b';' => self.skip_line(),
                // Some programs put a backslash before the dollar.
                b'\\' if self.peek(1) == Some(b'$') => self.skip_text(),
                b'$' if self.peek(1).is_some_and(|next| next.is_ascii_digit()) => {
                    self.skip_text();
                    while self.peek(0).is_some_and(|next| next.is_ascii_digit()) {
                        self.skip_text();
                    }
                }
                b'(' => {
                    self.skip_text();
                    return Some((line, Token::Open));
                }
                b')' => {
                    self.skip_text();
                    return Some((line, Token::Close));
                }
                b'{' => return Some((line, self.comment())),
                _ => return Some((line, Token::Word(self.word()))),
            }
        }
    }

    fn tag(&mut self) -> Token {
        let mut text = Vec::new();
        let mut quoted = false;
        let mut escaped = false;
        while let Some(here) = self.peek(0)
            && here != b'\n'
            && text.len() < MAX_TAG
        {
            text.push(here);
            self.skip(1);
            if here == b'"' && !escaped {
                // Names with quotes in them are often written without backslashes: only one before a bracket closes.
                if quoted && self.closes() {
                    while text.last() != Some(&b']') {
                        text.extend(self.peek(0));
                        self.skip(1);
                    }
                    break;
                }
                quoted = true;
            }
            escaped = here == b'\\' && !escaped;
        }
        self.tag_may_begin = true;
        self.line_begins = false;
        let text = String::from_utf8_lossy(&text);
        tag_of(&text).unwrap_or_else(|| Token::UnclosedTag(start_of(text.trim_end())))
    }

    /// Whether nothing stands before the next closing bracket.
    fn closes(&mut self) -> bool {
        for ahead in 0..MAX_WORD {
            match self.peek(ahead) {
                Some(b' ' | b'\t') => {}
                Some(b']') => return true,
                _ => return false,
            }
        }
        false
    }

    fn comment(&mut self) -> Token {
        self.skip_text();
        let mut text = Vec::new();
        while let Some(here) = self.peek(0) {
            if self.line_begins && self.starts_with(NEXT_GAME) {
                break;
            }
            self.skip(1);
            if here == b'}' {
                self.tag_may_begin = false;
                return Token::Comment(String::from_utf8_lossy(&text).into_owned());
            }
            if text.len() < MAX_COMMENT {
                text.push(here);
            }
        }
        Token::UnclosedComment
    }

    fn word(&mut self) -> String {
        let mut text = Vec::new();
        while let Some(here) = self.peek(0) {
            let en_passant = here == b'.' && text.last() == Some(&b'e') && self.peek(1) == Some(b'p');
            let abbreviated = here == b'.' && text.ends_with(b"e.p");
            if !text.is_empty() && ends_word(here) && !en_passant && !abbreviated {
                break;
            }
            self.skip_text();
            if text.len() < MAX_WORD {
                text.push(here);
            }
            // A result by itself, whatever follows.
            if here == b'*' {
                break;
            }
        }
        String::from_utf8_lossy(&text).into_owned()
    }

    fn skip_line(&mut self) {
        while self.peek(0).is_some_and(|here| here != b'\n') {
            self.skip_text();
        }
    }

    fn skip_text(&mut self) {
        self.tag_may_begin = false;
        self.skip(1);
    }

    fn skip(&mut self, count: usize) {
        for _ in 0..count {
            let Some(here) = self.peek(0) else { return };
            self.seen += 1;
            self.line_begins = here == b'\n';
            if self.line_begins {
                self.line += 1;
                self.tag_may_begin = true;
            }
        }
    }

    fn starts_with(&mut self, text: &[u8]) -> bool {
        // From its last byte, so that all of it is read in.
        self.peek(text.len() - 1).is_some() && self.raw[self.seen..].starts_with(text)
    }

    /// The byte so far ahead, if the source has it.
    fn peek(&mut self, ahead: usize) -> Option<u8> {
        while self.raw.len() <= self.seen + ahead && !self.ended {
            self.fill();
        }
        self.raw.get(self.seen + ahead).copied()
    }

    fn fill(&mut self) {
        self.raw.drain(..self.seen);
        self.seen = 0;
        let kept = self.raw.len();
        self.raw.resize(kept + CHUNK, 0);
        let read = self.source.read(&mut self.raw[kept..]);
        self.raw.truncate(kept + *read.as_ref().unwrap_or(&0));
        match read {
            Ok(0) => self.ended = true,
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                self.ended = true;
                self.failure = Some(error);
            }
        }
    }
}

fn ends_word(byte: u8) -> bool {
    matches!(
        byte,
        b'\n' | b'\r' | b' ' | b'\t' | b'\x1a' | b'{' | b'}' | b'(' | b')' | b'!' | b'?' | b'$' | b';' | b'.' | b'*'
    )
}

/// What a line in brackets says; `None` where it is no name with a value in quotes.
fn tag_of(text: &str) -> Option<Token> {
    let inside = text.trim().strip_prefix('[')?.strip_suffix(']')?.trim_end().strip_suffix('"')?;
    let (name, value) = inside.split_once('"')?;
    let name = name.trim();
    if name.is_empty() || name.contains(']') {
        return None;
    }
    let mut plain = String::with_capacity(value.len());
    let mut letters = value.chars().peekable();
    while let Some(letter) = letters.next() {
        match letters.peek() {
            Some(&next @ ('"' | '\\')) if letter == '\\' => {
                plain.push(next);
                letters.next();
            }
            _ => plain.push(letter),
        }
    }
    Some(Token::Tag { name: name.to_owned(), value: plain })
}

/// Enough of a text to find it again.
fn start_of(text: &str) -> String {
    text.chars().take(MAX_WORD).collect()
}
