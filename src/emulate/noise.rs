//! A bad line: bytes lost, doubled or damaged on their way from the board.

use protocols::Dice;

/// How often what happens to a byte. Probabilities are 0.0 (never) to 1.0 (always).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Noise {
    /// It is lost.
    pub lose: f64,
    /// It comes twice.
    pub double: f64,
    /// One of its bits is changed.
    pub flip: f64,
}

impl Noise {
    /// No noise.
    pub const NONE: Noise = Noise { lose: 0.0, double: 0.0, flip: 0.0 };

    /// Something happens to every so many-th byte, everything as often as everything else.
    #[must_use]
    pub fn even(probability: f64) -> Noise {
        let each = probability / 3.0;
        Noise { lose: each, double: each, flip: each }
    }

    /// What comes out of the line for these bytes.
    pub fn pass(&self, bytes: &[u8], dice: &mut Dice) -> Vec<u8> {
        let mut out = Vec::with_capacity(bytes.len());
        for &byte in bytes {
            if dice.chance(self.lose) {
                continue;
            }
            let byte = if dice.chance(self.flip) { byte ^ (1 << dice.between(0, 7)) } else { byte };
            out.push(byte);
            if dice.chance(self.double) {
                out.push(byte);
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_noise_every_byte_passes_as_it_is() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert_eq!(Noise::NONE.pass(&bytes, &mut Dice::new(1)), bytes);
    }

    #[test]
    fn each_kind_of_noise_does_its_own_harm_as_often_as_asked() {
        let bytes = vec![0x55; 30_000];
        let count = |noise: Noise| noise.pass(&bytes, &mut Dice::new(1));
        let lost = count(Noise { lose: 0.1, ..Noise::NONE });
        assert!((26_500..27_500).contains(&lost.len()) && lost.iter().all(|&byte| byte == 0x55), "{}", lost.len());
        let doubled = count(Noise { double: 0.1, ..Noise::NONE });
        assert!((32_500..33_500).contains(&doubled.len()), "{}", doubled.len());
        let flipped = count(Noise { flip: 0.1, ..Noise::NONE });
        let wrong = flipped.iter().filter(|&&byte| byte != 0x55).count();
        assert!((2_500..3_500).contains(&wrong), "{wrong}");
        assert!(flipped.iter().all(|byte| (byte ^ 0x55u8).count_ones() <= 1));
        assert_eq!(count(Noise::even(0.03)), count(Noise::even(0.03)));
    }
}
