//! What the sensors show: cleared of what no hand did, the pieces where they stand, what has come to rest.

pub(super) mod link;
pub(super) mod scan;
pub(super) mod sensed_board;
