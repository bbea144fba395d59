//! The publisher's time.

protocols::epoch! {
    /// When something is said, or is to be, in milliseconds since the publisher of its table began.
    pub struct PublisherTime
}
