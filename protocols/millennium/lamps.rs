//! The lamps: 81 of them, at the corners of the squares.

use crate::{Square, SquareSet};

/// How many there are, nine by nine.
pub(super) const LAMPS: usize = 81;

/// How long a slot of a lamp's pattern takes, in units of 4.096 ms; of no matter where a lamp is on in all of them.
pub(super) const SLOT: u8 = 0x20;

/// A lamp that is on in every slot.
const ON: u8 = 0xff;

/// The lamps at a square's corners, counted from 0: the first stands at a8's outer corner, the ninth at a1's, the 73rd
/// at h8's.
pub(super) fn corners(square: Square) -> [usize; 4] {
    let first = 9 * usize::from(square.file()) + 7 - usize::from(square.rank());
    [first, first + 1, first + 9, first + 10]
}

/// The patterns that light the four corners of these squares.
pub(super) fn patterns(squares: SquareSet) -> Box<[u8; LAMPS]> {
    let mut lamps = Box::new([0; LAMPS]);
    for square in squares.iter() {
        for lamp in corners(square) {
            lamps[lamp] = ON;
        }
    }
    lamps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn e2_and_e4_light_the_lamps_of_the_makers_example() {
        let squares = ["e2", "e4"].into_iter().filter_map(|name| name.parse::<Square>().ok()).collect();
        let lit: Vec<usize> = (1..).zip(*patterns(squares)).filter(|(_, on)| *on == ON).map(|(lamp, _)| lamp).collect();
        assert_eq!(lit, [41, 42, 43, 44, 50, 51, 52, 53]);
        let corner = |name: &str| {
            let square: Square = name.parse().expect("a square");
            patterns([square].into_iter().collect()).iter().map(|&on| usize::from(on == ON)).collect::<Vec<_>>()
        };
        assert_eq!((corner("a8")[0], corner("a1")[8], corner("h8")[72], corner("h1")[80]), (1, 1, 1, 1));
        assert!(patterns(SquareSet::ALL).iter().all(|&on| on == ON));
    }
}
