//! An emulated board on a pseudo-terminal, and the hands that play on it.
