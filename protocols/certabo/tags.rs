//! Which tag is in which piece: learnt once, kept as text.

use std::{collections::BTreeMap, fmt};

use crate::{Piece, UnreadableMemory};

/// Most tags remembered. A set has 34 with its spare queens.
pub(super) const MAX_TAGS: usize = 256;

/// The number in a piece, five bytes as the board sends them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Tag(pub(super) [u8; 5]);

impl Tag {
    /// Whether so much of it is zero that it looks more like an empty square (Certabo's own program).
    pub(super) fn is_hollow(self) -> bool {
        self.0.iter().filter(|&&byte| byte == 0).count() >= 3
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d, e] = self.0;
        write!(f, "{a} {b} {c} {d} {e}")
    }
}

/// The pieces known by their tags.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Tags {
    pieces: BTreeMap<Tag, Piece>,
}

impl Tags {
    pub(super) fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    pub(super) fn piece(&self, tag: Tag) -> Option<Piece> {
        self.pieces.get(&tag).copied()
    }

    /// Adds tags; nothing where there would be too many.
    pub(super) fn add(&mut self, learnt: impl Iterator<Item = (Tag, Piece)>) {
        for (tag, piece) in learnt {
            if self.pieces.len() < MAX_TAGS {
                self.pieces.insert(tag, piece);
            }
        }
    }

    /// As kept: TOML, a line a tag.
    pub(super) fn text(&self) -> String {
        let mut text = "# The tags of the pieces: five numbers as the board sends them, and a FEN letter.\n".to_owned();
        for (tag, piece) in &self.pieces {
            text += &format!("\"{tag}\" = \"{piece}\"\n");
        }
        text
    }

    /// Reads what [`text`](Tags::text) wrote; comments and blank lines are passed over.
    pub(super) fn read(text: &str) -> Result<Tags, UnreadableMemory> {
        let mut tags = Tags::default();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let entry = entry(line).filter(|_| tags.pieces.len() < MAX_TAGS).ok_or_else(|| UnreadableMemory {
                line: number,
                found: line.chars().take(80).collect(),
                expected: "a tag and a FEN letter such as \"3 0 84 252 153\" = \"r\", 256 lines at most",
            })?;
            tags.pieces.insert(entry.0, entry.1);
        }
        Ok(tags)
    }
}

fn entry(line: &str) -> Option<(Tag, Piece)> {
    let (tag, piece) = line.split_once('=')?;
    let unquoted = |text: &str| Some(text.trim().strip_prefix('"')?.strip_suffix('"')?.to_owned());
    let numbers: Option<Vec<u8>> = unquoted(tag)?.split(' ').map(|number| number.parse().ok()).collect();
    let piece = unquoted(piece)?;
    let mut letters = piece.chars();
    match (letters.next().and_then(Piece::from_letter), letters.next()) {
        (Some(piece), None) => Some((Tag(numbers?.try_into().ok()?), piece)),
        (_, _) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_back_and_anything_else_refused_with_its_line() {
        let mut tags = Tags::default();
        let rook = Piece::from_letter('r').expect("a piece");
        tags.add([(Tag([3, 0, 84, 252, 153]), rook), (Tag([48, 0, 248, 71, 99]), rook)].into_iter());
        assert!(tags.text().ends_with("\n\"3 0 84 252 153\" = \"r\"\n\"48 0 248 71 99\" = \"r\"\n"));
        assert_eq!(Tags::read(&tags.text()), Ok(tags));
        for line in ["\"3 0 84 252\" = \"r\"", "\"3 0 84 252 256\" = \"r\"", "\"3 0 84 252 1\" = \"x\"", "r"] {
            let error = Tags::read(&format!("# a comment\n{line}\n")).expect_err(line);
            assert_eq!((error.line, error.found.as_str()), (2, line));
        }
    }
}
