//! The game's time.

protocols::epoch! {
    /// When something happened in a game, in milliseconds from the beginning of its table's log: what records and logs
    /// have as `t_ms`.
    ///
    /// It is ahead of the time of the inputs by what a board has told of the time when nobody listened.
    pub struct GameTime
}
