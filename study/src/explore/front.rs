//! Pareto fronts.

/// The places of those (bits, value) that none beats: no other has at most as many bits and a greater value, or fewer bits and
/// the same value. Ordered by bits; of equal ones, the first.
pub fn front(of: &[(u64, f64)]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..of.len()).collect();
    order.sort_by(|&one, &other| {
        let by_value = || of[other].1.total_cmp(&of[one].1);
        of[one].0.cmp(&of[other].0).then_with(by_value)
    });
    let mut best = f64::NEG_INFINITY;
    let better = |&place: &usize| {
        let is_better = of[place].1 > best;
        best = best.max(of[place].1);
        is_better
    };
    order.into_iter().filter(better).collect()
}

/// The greatest value with at most these bits; minus infinity without any.
pub(super) fn best(of: &[(u64, f64)], bits: u64) -> f64 {
    let within = of.iter().filter(|(cost, _)| *cost <= bits);
    within
        .map(|(_, value)| *value)
        .fold(f64::NEG_INFINITY, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_point_of_a_front_is_beaten() {
        let of = [
            (5, 1.0),
            (3, 0.5),
            (5, 2.0),
            (9, 2.0),
            (4, 0.5),
            (3, 0.5),
            (10, 3.0),
        ];
        assert_eq!(front(&of), [1, 2, 6]);
        assert_eq!(front(&[]), [0; 0]);
        assert_eq!(best(&of, 4), 0.5);
        assert_eq!(best(&of, 2), f64::NEG_INFINITY);
    }
}
