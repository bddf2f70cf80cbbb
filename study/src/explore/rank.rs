//! How far two orders of the same things agree.

/// Spearman's rank correlation, with mean ranks for equal values; `None` for fewer than three pairs, or if all values of one side
/// are equal.
pub fn spearman(pairs: &[(f64, f64)]) -> Option<f64> {
    if pairs.len() < 3 {
        return None;
    }
    let one = ranks(pairs.iter().map(|pair| pair.0));
    let other = ranks(pairs.iter().map(|pair| pair.1));
    let mean = (pairs.len() as f64 + 1.0) / 2.0;
    let sum = |of: &dyn Fn(usize) -> f64| (0..pairs.len()).map(of).sum::<f64>();
    let together = sum(&|at| (one[at] - mean) * (other[at] - mean));
    let alone = |ranks: &[f64]| sum(&|at| (ranks[at] - mean).powi(2));
    let spread = (alone(&one) * alone(&other)).sqrt();
    (spread > 0.0).then(|| together / spread)
}

/// The rank of each value, from 1; equal values share the mean of their ranks.
fn ranks(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let values: Vec<f64> = values.collect();
    let rank = |value: &f64| {
        let below = values.iter().filter(|other| *other < value).count();
        let equal = values.iter().filter(|other| *other == value).count();
        below as f64 + (equal as f64 + 1.0) / 2.0
    };
    values.iter().map(rank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_agree_are_reversed_or_have_ties() {
        let with = |of: fn(f64) -> f64| {
            let values = [3.0, 1.0, 4.0, 1.5, 9.0];
            spearman(&values.map(|value| (value, of(value))))
        };
        assert_eq!(with(|value| value * value), Some(1.0));
        assert_eq!(with(|value| -value), Some(-1.0));
        assert_eq!(with(|_| 7.0), None);
        assert_eq!(ranks([2.0, 1.0, 2.0].into_iter()), [2.5, 1.0, 2.5]);
        assert_eq!(spearman(&[(1.0, 1.0), (2.0, 2.0)]), None);
    }
}
