//! How much less is measured in one run than in another (REP-6).

use super::lab::{Added, Lab};

impl Lab<'_> {
    /// The reduction of a workload, in percent of the value of `over`; `None` if a run failed.
    pub fn reduction(&self, name: &str, added: Added<'_>, workload: &str) -> Option<f64> {
        let reduction = self.data().reduction(name);
        let [of, over] = reduction.measures;
        let of = self.number_with(of, &reduction.of, added, workload)?;
        let over = self.number_with(over, &reduction.over, added, workload)?;
        Some(100.0 * (1.0 - of / over))
    }

    /// The reductions of several workloads; `None` if a run failed.
    pub fn reductions<W: AsRef<str>>(
        &self,
        name: &str,
        added: Added<'_>,
        workloads: &[W],
    ) -> Option<Vec<f64>> {
        let workloads = workloads.iter();
        let all = workloads.map(|workload| self.reduction(name, added, workload.as_ref()));
        all.collect()
    }
}

/// The greatest value; `None` without values.
pub fn greatest(all: &[f64]) -> Option<f64> {
    all.iter().copied().reduce(f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_of_reductions() {
        assert_eq!(greatest(&[-2.0, 8.0, 4.0]), Some(8.0));
        assert_eq!(greatest(&[]), None);
    }
}
