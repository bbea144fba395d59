//! The log's records as what a board remembers.

use super::{
    record::{Record, Tag, records},
    wire::Code,
};
use crate::{Placement, Remembered, SquareContent};

/// What these bytes of a log tell, oldest first.
///
/// The list of pieces that a board writes when power comes or a game is started is no touching of them: power makes a
/// gap, and a start says nothing new.
pub(super) fn remembered(bytes: &[u8]) -> Vec<Remembered> {
    let records = records(bytes);
    let mut past = Vec::new();
    let mut listing: Option<Placement> = None;
    for record in records {
        if let (Some(listed), Record::Update { square, code, .. }) = (&mut listing, record) {
            let Code::Content(content) = code else { continue };
            // A piece on a square that has not been listed yet belongs to the list.
            if let (SquareContent::Piece(piece), None) = (content, listed.at(square)) {
                listed.set(square, Some(piece));
                if listed.pieces().count() == 32 {
                    past.extend(listing.take().map(Remembered::Board));
                }
                continue;
            }
        }
        if let Some(listed) = listing.take() {
            past.push(Remembered::Board(listed));
        }
        match record {
            Record::Stopped(side, ms) => past.push(Remembered::Press { side, ms }),
            Record::Tag(Tag::Begin) => past.push(Remembered::Board(Placement::initial())),
            Record::Tag(Tag::BeginTurned) => past.push(Remembered::Board(Placement::initial().turned())),
            Record::Tag(Tag::Downloaded) => past.push(Remembered::Sent),
            Record::Tag(Tag::FourRows) => {}
            Record::Tag(Tag::EmptyBoard) => past.push(Remembered::Board(Placement::EMPTY)),
            Record::Tag(Tag::PowerUp) => {
                past.push(Remembered::Gap);
                listing = Some(Placement::EMPTY);
            }
            Record::Tag(Tag::Start) => listing = Some(Placement::EMPTY),
            Record::Update { square, code, close } => {
                let content = match code {
                    Code::Content(content) => content,
                    // A token lies there, and no chess piece.
                    Code::Token => SquareContent::Empty,
                };
                past.push(Remembered::Field { square, content, close });
            }
        }
    }
    past.extend(listing.map(Remembered::Board));
    past
}
