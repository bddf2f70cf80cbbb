//! A point as a search sees it.

use crate::explore::evaluator::Measured;
use std::collections::BTreeMap;

/// A mechanism with values of keys, and what it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Name of the mechanism.
    pub mechanism: String,
    /// Values by key.
    pub values: BTreeMap<String, String>,
    /// Bits.
    pub bits: u64,
}

/// The distance between two mechanisms: more than any number of keys.
const OTHER: usize = 1 << 16;

impl Candidate {
    /// In how many keys two points differ; points of different mechanisms are farther from each other than any others.
    pub fn distance(&self, other: &Candidate) -> usize {
        let of_mechanism = match self.mechanism == other.mechanism {
            true => 0,
            false => OTHER,
        };
        let differs = |key: &&String| self.values.get(*key) != other.values.get(*key);
        let own = self.values.keys().filter(differs).count();
        let missing = |key: &&String| !self.values.contains_key(*key);
        of_mechanism + own + other.values.keys().filter(missing).count()
    }

    /// The mechanism and the values of all other keys than these.
    pub fn without(&self, sizes: &[String]) -> (String, Vec<(String, String)>) {
        let values = self.values.iter();
        let others = values.filter(|(key, _)| !sizes.contains(key));
        let others = others.map(|(key, value)| (key.clone(), value.clone()));
        (self.mechanism.clone(), others.collect())
    }

    /// How large these sizes are together: their product.
    pub fn size(&self, sizes: &[String]) -> f64 {
        let sizes = sizes.iter().filter_map(|key| self.number(key));
        sizes.map(|size| size as f64).product()
    }

    /// Whether a run of this point is that which another one made: they differ in sizes only, and both have what it needed.
    pub fn is_same_run(&self, other: &Candidate, run: &Measured, sizes: &[String]) -> bool {
        let suffices = |key: &String| {
            let needed = run.needs.get(key);
            let has = |of: &Candidate| of.number(key) >= needed.copied();
            self.values.get(key) == other.values.get(key)
                || needed.is_some() && has(self) && has(other)
        };
        run.failure.is_none()
            && self.without(sizes) == other.without(sizes)
            && sizes.iter().all(suffices)
    }

    fn number(&self, key: &str) -> Option<u64> {
        self.values.get(key)?.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(mechanism: &str, values: &[(&str, u64)]) -> Candidate {
        let values = values.iter();
        Candidate {
            mechanism: mechanism.into(),
            values: values
                .map(|(key, value)| ((*key).to_owned(), value.to_string()))
                .collect(),
            bits: 1,
        }
    }

    #[test]
    fn distances_count_keys() {
        let one = point("pdom", &[("a", 1), ("b", 2)]);
        assert_eq!(one.distance(&one), 0);
        assert_eq!(one.distance(&point("pdom", &[("a", 2), ("b", 2)])), 1);
        assert_eq!(one.distance(&point("pdom", &[("a", 1), ("c", 2)])), 2);
        assert!(one.distance(&point("dwf", &[("a", 1), ("b", 2)])) > 1000);
    }

    #[test]
    fn runs_are_the_same_where_both_sizes_suffice() {
        let sizes = ["a".to_owned()];
        let run = Measured {
            needs: [("a".to_owned(), 4)].into(),
            ..Measured::default()
        };
        let same = |one: u64, other: u64, b| {
            let one = point("pdom", &[("a", one), ("b", 1)]);
            one.is_same_run(&point("pdom", &[("a", other), ("b", b)]), &run, &sizes)
        };
        assert!(same(4, 8, 1) && same(9, 8, 1));
        assert!(!same(3, 8, 1) && !same(4, 8, 2));
        let failed = Measured {
            failure: Some("fault".into()),
            ..run.clone()
        };
        let one = point("pdom", &[("a", 8)]);
        assert!(!one.is_same_run(&one, &failed, &sizes));
    }
}
