//! Points in time, each epoch a type of its own: none can be compared with, or taken for, one of another.

/// Defines a point in time: whole milliseconds since the beginning of one epoch, with `since` and `+ milliseconds`.
///
/// Time is always told, never read from a clock, so that the same inputs give the same outputs on any machine. Where the
/// times of one epoch are those of another with an offset, one named function makes the one of the other.
///
/// ```
/// use protocols::{At, LineTime};
/// assert!(At(1) < At(2) && LineTime(1) < LineTime(2));
/// ```
///
/// Times of two epochs cannot be compared:
///
/// ```compile_fail
/// use protocols::{At, LineTime};
/// assert!(At(1) < LineTime(2));
/// ```
#[macro_export]
macro_rules! epoch {
    ($(#[$about:meta])* $visibility:vis struct $Time:ident) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        $visibility struct $Time(pub u64);

        impl $Time {
            /// Milliseconds passed since `earlier`; 0 where `earlier` is not earlier.
            #[must_use]
            $visibility fn since(self, earlier: $Time) -> u64 {
                self.0.saturating_sub(earlier.0)
            }
        }

        impl std::ops::Add<u64> for $Time {
            type Output = $Time;

            fn add(self, ms: u64) -> $Time {
                $Time(self.0.saturating_add(ms))
            }
        }
    };
}

epoch! {
    /// When an input came, in milliseconds from a start of its taker's own choosing: a table's and its board's codec's,
    /// or an emulated board's.
    pub struct At
}

epoch! {
    /// When something happened on a line that several boards share, in milliseconds since the line was taken up.
    ///
    /// The codecs of its boards count in their tables' times.
    pub struct LineTime
}
