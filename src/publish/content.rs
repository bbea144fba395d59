//! Content types: the same over MQTT and over HTTP.

/// Of records, answers and lists.
pub(super) const JSON: &str = "application/json";

/// Of a game, as IANA has it for PGN.
pub(super) const PGN: &str = "application/vnd.chess-pgn";
