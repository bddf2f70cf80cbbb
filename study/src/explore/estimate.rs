//! What short runs say about whole ones: an estimate, and how far it may be wrong.
//!
//! A window sees the first cycles of a program, in which some mechanisms do better than later. Points with whole runs show by how
//! much, so an estimate is corrected by them: for each program, by the mean of the nearest points with whole runs, those with
//! the same mechanism and the fewest different values. The margin of a window is the largest error of this estimate over the
//! points whose whole runs are known, each estimated from the others (EXP-3).

use super::aim::Mean;
use super::search::Candidate;

/// A point whose whole runs are known: logarithms of speed-ups, by program.
pub struct Known<'a> {
    /// The point.
    pub candidate: &'a Candidate,
    /// In whole runs.
    pub full: Vec<f64>,
    /// In windows.
    pub window: Vec<f64>,
}

/// Estimates from windows of one length.
pub struct Estimator<'a> {
    known: Vec<Known<'a>>,
    mean: Mean,
    margin: f64,
}

impl<'a> Estimator<'a> {
    /// An estimator with these points.
    pub fn new(mean: Mean, known: Vec<Known<'a>>) -> Self {
        let mut estimator = Estimator {
            known,
            mean,
            margin: 0.0,
        };
        let places = 0..estimator.known.len();
        let errors = places.map(|place| estimator.error(place));
        // One point says nothing about how far another may be off.
        estimator.margin = match estimator.known.len() {
            0 | 1 => f64::INFINITY,
            _ => errors.fold(0.0, f64::max),
        };
        estimator
    }

    /// The largest error that was seen, in logarithms of the mean speed-up.
    pub fn margin(&self) -> f64 {
        self.margin
    }

    /// The logarithm of the mean speed-up of a point whose windows have these.
    pub fn estimate(&self, of: &Candidate, window: &[f64]) -> f64 {
        self.by_others(of, window, usize::MAX)
    }

    /// How far the estimate of a known point would be off without its own whole runs.
    fn error(&self, place: usize) -> f64 {
        let known = &self.known[place];
        let estimated = self.by_others(known.candidate, &known.window, place);
        (self.mean.of_logs(&known.full) - estimated).abs()
    }

    fn by_others(&self, of: &Candidate, window: &[f64], left_out: usize) -> f64 {
        let nearest = self.nearest(of, left_out);
        let corrected = |(program, log): (usize, &f64)| {
            let late = |known: &&Known| known.full[program] - known.window[program];
            let sum: f64 = nearest.iter().map(late).sum();
            log + sum / nearest.len().max(1) as f64
        };
        let logs: Vec<f64> = window.iter().enumerate().map(corrected).collect();
        self.mean.of_logs(&logs)
    }

    /// The known points with the least distance, without one of them.
    fn nearest(&self, of: &Candidate, left_out: usize) -> Vec<&Known<'a>> {
        let known = self.known.iter().enumerate();
        let others = known.filter(|(place, _)| *place != left_out);
        let others: Vec<_> = others
            .map(|(_, known)| (of.distance(known.candidate), known))
            .collect();
        let least = others.iter().map(|(distance, _)| *distance).min();
        let others = others.into_iter();
        let nearest = others.filter(|(distance, _)| Some(*distance) == least);
        nearest.map(|(_, known)| known).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn candidate(mechanism: &str, depth: u64) -> Candidate {
        Candidate {
            mechanism: mechanism.into(),
            values: BTreeMap::from([("stack.depth".to_owned(), depth.to_string())]),
            bits: 1,
        }
    }

    #[test]
    fn an_estimate_is_corrected_by_the_nearest_points() {
        let [pdom, dwf] = [candidate("pdom", 8), candidate("dwf", 8)];
        let known = |candidate, full: [f64; 2], window: [f64; 2]| Known {
            candidate,
            full: full.into(),
            window: window.into(),
        };
        let all = vec![
            known(&pdom, [0.0, 0.0], [0.0, 0.0]),
            known(&dwf, [0.2, 0.4], [0.5, 0.5]),
        ];
        let estimator = Estimator::new(Mean::Geometric, all);
        let estimate = estimator.estimate(&candidate("dwf", 9), &[0.6, 0.6]);
        assert!((estimate - (0.3 + 0.5) / 2.0).abs() < 1e-12);
        // Each of both is as far off as they differ: (0.3 + 0.1) / 2.
        assert!((estimator.margin() - 0.2).abs() < 1e-12);
    }

    #[test]
    fn one_point_tells_no_margin() {
        let pdom = candidate("pdom", 8);
        let known = Known {
            candidate: &pdom,
            full: vec![0.0],
            window: vec![0.0],
        };
        let estimator = Estimator::new(Mean::Harmonic, vec![known]);
        assert_eq!(estimator.margin(), f64::INFINITY);
    }
}
