//! Averages over workloads.

/// Harmonic mean (REP-1), as fung2009 averages instructions per cycle over its benchmarks (`HM` in
/// figure 13). `None` without values, or if a value is not positive.
pub fn harmonic(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (mut count, mut sum) = (0, 0.0);
    for value in values {
        if value.is_nan() || value <= 0.0 {
            return None;
        }
        count += 1;
        sum += 1.0 / value;
    }
    (count > 0).then(|| f64::from(count) / sum)
}

/// Arithmetic mean, for parts of a whole; `None` without values.
pub fn arithmetic(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The least and the greatest value; `None` without values.
pub fn ends(values: &[f64]) -> Option<[f64; 2]> {
    let least = values.iter().copied().reduce(f64::min)?;
    let greatest = values.iter().copied().reduce(f64::max)?;
    Some([least, greatest])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_speeds_over_the_same_way() {
        assert_eq!(harmonic([60.0, 20.0]), Some(30.0));
        assert_eq!(harmonic([]), None);
        assert_eq!(harmonic([1.0, 0.0]), None);
    }

    #[test]
    fn of_parts() {
        assert_eq!(arithmetic(&[-2.0, 8.0]), Some(3.0));
        assert_eq!(arithmetic(&[]), None);
    }

    #[test]
    fn of_a_range() {
        assert_eq!(ends(&[2.0, 5.0, 1.0]), Some([1.0, 5.0]));
        assert_eq!(ends(&[]), None);
    }
}
