//! What is written, within a transaction.

use rusqlite::{Connection, params};

use super::database::Place;
use crate::game::{
    journal::{Begun, GameSummary, Wholeness},
    outbox::{Audience, Entry},
};

/// Answers to commands kept for a table.
const REPLIES: u64 = 1_000;

/// Writes rows. What it writes lasts once the transaction is committed.
pub(super) struct Rows<'t>(pub(super) &'t Connection);

impl Rows<'_> {
    /// Another game of a table.
    pub(super) fn begin(&self, seat: &str, begun: &Begun, whole: Wholeness) -> rusqlite::Result<Place> {
        let Begun { game, kind, header, seq, at, .. } = begun;
        self.0
            .prepare_cached(
                "INSERT INTO game (seat, id, kind, begun, header, seq, partial) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?
            .execute(params![seat, game, kind, at, header, seq, whole == Wholeness::Partial])?;
        Ok(Place { game: Some(self.0.last_insert_rowid()), next: 1 })
    }

    /// The next line of the game's log.
    pub(super) fn event(&self, place: &mut Place, line: &str) -> rusqlite::Result<()> {
        let Some(game) = place.game else { return Ok(()) };
        self.0
            .prepare_cached("INSERT INTO event (game, place, line) VALUES (?1, ?2, ?3)")?
            .execute(params![game, place.next, line])?;
        place.next += 1;
        Ok(())
    }

    /// Which way round the board lies.
    pub(super) fn orient(&self, place: &Place, orientation: &str) -> rusqlite::Result<()> {
        self.0
            .prepare_cached("UPDATE game SET orientation = ?2 WHERE number = ?1")?
            .execute(params![place.game, orientation])?;
        Ok(())
    }

    /// A journaled record.
    pub(super) fn record(&self, place: &Place, seq: u64, stream: &str, line: &str) -> rusqlite::Result<()> {
        let Some(game) = place.game else { return Ok(()) };
        self.0
            .prepare_cached("INSERT INTO record (game, seq, stream, line) VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![game, seq, stream, line])?;
        Ok(())
    }

    /// The answer to a command; the first one given counts, and so many are kept.
    pub(super) fn reply(&self, seat: &str, id: &str, reply: &str) -> rusqlite::Result<()> {
        self.0
            .prepare_cached(
                "INSERT OR IGNORE INTO reply (seat, id, number, reply) \
             SELECT ?1, ?2, IFNULL(MAX(number), 0) + 1, ?3 FROM reply WHERE seat = ?1",
            )?
            .execute(params![seat, id, reply])?;
        self.0
            .prepare_cached(
                "DELETE FROM reply WHERE seat = ?1 AND number <= \
             (SELECT number FROM reply WHERE seat = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)",
            )?
            .execute(params![seat, REPLIES])?;
        Ok(())
    }

    /// Sends the first so many journaled records after `seq` again, numbered from here. More may have come since they were
    /// counted: those are sent by themselves.
    pub(super) fn repeat(&self, seat: &str, after: u64, from_number: u64, count: u64) -> rusqlite::Result<()> {
        self.0
            .prepare_cached(
                "INSERT INTO outbox (seat, public, number, stream, payload) \
             SELECT ?1, 0, ?3 + ROW_NUMBER() OVER (ORDER BY record.seq) - 1, record.stream, record.line \
             FROM record JOIN game ON game.number = record.game WHERE game.seat = ?1 AND record.seq > ?2 \
             ORDER BY record.seq LIMIT ?4",
            )?
            .execute(params![seat, after, from_number, count])?;
        Ok(())
    }

    /// An entry of the outbox.
    pub(super) fn send(&self, seat: &str, entry: &Entry) -> rusqlite::Result<()> {
        let Entry { id, stream, payload } = entry;
        let public = stream.audience() == Audience::Public;
        self.0
            .prepare_cached("INSERT INTO outbox (seat, public, number, stream, payload) VALUES (?1, ?2, ?3, ?4, ?5)")?
            .execute(params![seat, public, id, stream.name(), payload])?;
        Ok(())
    }

    /// An entry has been taken over by the broker; gives how much text it had, if it was there.
    pub(super) fn sent(&self, seat: &str, number: u64) -> rusqlite::Result<Option<u64>> {
        let delete = "DELETE FROM outbox WHERE seat = ?1 AND public IN (0, 1) AND number = ?2 \
                      RETURNING OCTET_LENGTH(payload)";
        let mut delete = self.0.prepare_cached(delete)?;
        let mut gone = delete.query(params![seat, number])?;
        let bytes = gone.next()?.map(|row| row.get(0)).transpose()?;
        // To the end, or it might not be deleted.
        while gone.next()?.is_some() {}
        Ok(bytes)
    }

    /// How the game stands.
    pub(super) fn stand(&self, place: &Place, summary: &GameSummary) -> rusqlite::Result<()> {
        let GameSummary { phase, white, black, plies, result, termination } = summary;
        self.0
            .prepare_cached(
                "UPDATE game SET phase = ?2, white = ?3, black = ?4, plies = ?5, result = ?6, termination = ?7 \
             WHERE number = ?1",
            )?
            .execute(params![place.game, phase, white, black, plies, result, termination])?;
        Ok(())
    }

    /// Some of the game could not be kept.
    pub(super) fn break_off(&self, place: &Place) -> rusqlite::Result<()> {
        self.0.prepare_cached("UPDATE game SET partial = 1 WHERE number = ?1")?.execute([place.game])?;
        Ok(())
    }
}
