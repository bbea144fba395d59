//! The fields of a player and a pairing, each from its text.

use super::{Expected, FileError, Omitted, Place};
use crate::{
    event::{Date, PairingResult, Told, read_result},
    game::persons::{MAX_RATING, TITLES, check_name, is_federation},
};

/// Highest number of a board, a table or a player.
pub const MAX_NUMBER: u16 = 9_999;

/// Highest number of a round.
pub const MAX_ROUND: u16 = 99;

/// What stands where there is nothing to say.
fn is_nothing(text: &str) -> bool {
    matches!(text, "" | "-" | "?" | "0" | "0000")
}

/// A name, without what surrounds it.
pub(super) fn name(text: &str, place: &Place) -> Result<String, FileError> {
    let name = text.trim();
    let known = name != "?" && check_name("name", Some(name)).is_ok();
    if known { Ok(name.to_owned()) } else { Err(FileError::new(place.clone(), text, Expected::Name)) }
}

/// The name of a team or a section, if there is one.
pub(super) fn team(text: &str, place: &Place) -> Result<Option<String>, FileError> {
    if is_nothing(text.trim()) { Ok(None) } else { name(text, place).map(Some) }
}

/// What an event or its site is called, if it is; what is no name is left out.
pub(super) fn said(text: &str, place: &Place, omitted: &mut Vec<Omitted>) -> Option<String> {
    team(text, place).unwrap_or_else(|error| {
        omitted.push(error.into());
        None
    })
}

/// A title: as FIDE abbreviates it now, or as in older TRF files.
pub(super) fn title(text: &str, place: &Place, omitted: &mut Vec<Omitted>) -> Option<String> {
    let found = text.trim().to_uppercase();
    if is_nothing(&found) {
        return None;
    }
    let now = match &*found {
        "C" => "CM",
        "CF" | "WC" => "WCM",
        "F" => "FM",
        "FF" | "WF" => "WFM",
        "G" => "GM",
        "GF" | "WG" => "WGM",
        "M" => "IM",
        "MF" | "WM" => "WIM",
        other => other,
    };
    let known = TITLES.contains(&now);
    if !known {
        omitted.push(FileError::new(place.clone(), text.trim(), Expected::Title).into());
    }
    known.then(|| now.to_owned())
}

/// A rating; 0 stands for none.
pub(super) fn rating(text: &str, place: &Place) -> Result<Option<u16>, FileError> {
    let digits = text.trim();
    if is_nothing(digits) {
        return Ok(None);
    }
    match digits.parse() {
        Ok(0) => Ok(None),
        Ok(rating) if rating <= MAX_RATING => Ok(Some(rating)),
        _ => Err(FileError::new(place.clone(), digits, Expected::Rating)),
    }
}

/// A federation.
pub(super) fn federation(text: &str, place: &Place, omitted: &mut Vec<Omitted>) -> Option<String> {
    let code = text.trim().to_uppercase();
    if is_nothing(&code) {
        return None;
    }
    let known = is_federation(&code);
    if !known {
        omitted.push(FileError::new(place.clone(), text.trim(), Expected::Federation).into());
    }
    known.then_some(code)
}

/// A number of FIDE's list; 0 stands for none.
pub(super) fn fide_id(text: &str, place: &Place) -> Result<Option<u32>, FileError> {
    let digits = text.trim();
    if is_nothing(digits) {
        return Ok(None);
    }
    match digits.parse() {
        Ok(0) => Ok(None),
        Ok(number) => Ok(Some(number)),
        Err(_) => Err(FileError::new(place.clone(), digits, Expected::FideId)),
    }
}

/// The number of a board, a table or a player, if there is one.
pub(super) fn number(text: &str, place: &Place, expected: Expected) -> Result<Option<u16>, FileError> {
    let digits = text.trim();
    if is_nothing(digits) {
        return Ok(None);
    }
    match digits.trim_end_matches('.').parse() {
        Ok(number @ 1..=MAX_NUMBER) => Ok(Some(number)),
        _ => Err(FileError::new(place.clone(), digits, expected)),
    }
}

/// The number of a round, if there is one.
pub(super) fn round(text: &str, place: &Place) -> Result<Option<u16>, FileError> {
    let digits = text.trim();
    if is_nothing(digits) {
        return Ok(None);
    }
    match digits.parse() {
        Ok(number @ 1..=MAX_ROUND) => Ok(Some(number)),
        _ => Err(FileError::new(place.clone(), digits, Expected::Round)),
    }
}

/// A result, if there is one yet.
pub(super) fn result(text: &str, place: &Place) -> Result<Option<PairingResult>, FileError> {
    match read_result(text) {
        Some(Told::Nothing) => Ok(None),
        Some(Told::Result(result)) => Ok(Some(result)),
        None => Err(FileError::new(place.clone(), text.trim(), Expected::Result)),
    }
}

/// A date, if it is known in full.
pub(super) fn date(text: &str, place: &Place, omitted: &mut Vec<Omitted>) -> Option<Date> {
    let found = text.trim();
    if found.is_empty() || found.contains('?') || found.starts_with('-') {
        return None;
    }
    let date = found.parse().ok();
    if date.is_none() {
        omitted.push(FileError::new(place.clone(), found, Expected::Date).into());
    }
    date
}
