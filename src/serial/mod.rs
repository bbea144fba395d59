//! Serial ports: find, open, reopen. Knows bytes, never chess.
