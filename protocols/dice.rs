//! Seeded chance: the same seed gives the same throws on every machine.

/// A small generator of chances (SplitMix64). For play and noise, never for secrets.
#[derive(Debug, Clone)]
pub struct Dice {
    state: u64,
}

impl Dice {
    /// Dice that throw the same row for the same seed.
    #[must_use]
    pub fn new(seed: u64) -> Dice {
        Dice { state: seed }
    }

    /// The next throw, any 64-bit number.
    pub fn throw(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from `low` to `high`, both included; `low` where `high` is not above it.
    pub fn between(&mut self, low: u64, high: u64) -> u64 {
        match high.checked_sub(low) {
            None | Some(0) => low,
            Some(span) => low + self.throw() % span.saturating_add(1),
        }
    }

    /// True with this probability; never for 0 and below, always for 1 and above.
    pub fn chance(&mut self, probability: f64) -> bool {
        // 53 bits are what an f64 holds exactly.
        let unit = (self.throw() >> 11) as f64 / (1u64 << 53) as f64;
        unit < probability
    }

    /// An index, each as often as its weight says; the last one where all weights are 0, 0 where there are none.
    pub fn weighted(&mut self, weights: &[u32]) -> usize {
        let total: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
        let mut left = if total == 0 { return weights.len().saturating_sub(1) } else { self.throw() % total };
        for (index, &weight) in weights.iter().enumerate() {
            match left.checked_sub(u64::from(weight)) {
                None => return index,
                Some(rest) => left = rest,
            }
        }
        weights.len().saturating_sub(1)
    }

    /// One of these; `None` of none.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        let last = from.len().checked_sub(1)?;
        from.get(self.between(0, last as u64) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_throws_the_same_row() {
        let row = |seed| {
            let mut dice = Dice::new(seed);
            (0..100).map(|_| dice.throw()).collect::<Vec<_>>()
        };
        assert_eq!(row(7), row(7));
        assert_ne!(row(7), row(8));
    }

    #[test]
    fn throws_stay_in_their_range_and_weights_are_kept() {
        let mut dice = Dice::new(1);
        let mut counts = [0u32; 3];
        for _ in 0..10_000 {
            assert!((5..=9).contains(&dice.between(5, 9)));
            counts[dice.weighted(&[25, 7, 3])] += 1;
        }
        assert!(counts[0] > 6_500 && counts[1] > 1_500 && counts[2] > 500, "{counts:?}");
        assert_eq!(dice.between(9, 5), 9);
        assert!(!dice.chance(0.0) && dice.chance(1.0));
        assert_eq!((dice.pick::<u8>(&[]), dice.weighted(&[0, 0])), (None, 1));
    }
}
