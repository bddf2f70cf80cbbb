//! Masks of up to 64 bits: lanes of a warp, warps of a core, entries of a table.

/// Positions of the bits that are set, the lowest first.
#[inline(always)]
pub fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (lowest < 64).then_some(lowest)
    })
}

#[cfg(test)]
mod tests {
    use super::bits;

    #[test]
    fn the_lowest_comes_first() {
        assert!(bits(0).next().is_none());
        assert!(bits(1 << 63 | 0b1010).eq([1, 3, 63]));
        assert!(bits(u64::MAX).eq(0..64));
    }
}
