//! The search for a front.
//!
//! All points run in the shortest window. A few points, drawn by the seed and the best of each mechanism, are run in longer windows
//! and in full: they show how far windows mislead (`estimate.rs`). Then, as long as there are contenders, points that may be above the
//! front by their estimate and its margin: those with the shortest windows get the next longer one; if all have the longest, the
//! front of their estimates is run in full. The search ends when such a batch did not change the front (EXP-4).

mod candidate;
mod found;
mod random;

pub use candidate::Candidate;
pub use found::{Checked, Found, Tried, WindowQuality};

use super::aim::Mean;
use super::estimate::{Estimator, Known};
use super::evaluator::{Ask, Evaluator, Stage};
use super::front::{best, front};
use super::ledger::Ledger;
use random::Random;
use std::collections::{BTreeMap, BTreeSet};

/// What a search is about.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The points. The reference has the number after the last one.
    pub candidates: Vec<Candidate>,
    /// How many programs there are.
    pub programs: usize,
    /// Cycles of the windows, in increasing order.
    pub windows: Vec<u64>,
    /// How speed-ups become one number.
    pub mean: Mean,
    /// By how much, as a part, a point must be above a front to count: points that are closer are equal.
    pub resolution: f64,
    /// Keys that are sizes of structures, whose needs measurements tell.
    pub sizes: Vec<String>,
    /// Seed of what is drawn.
    pub seed: u64,
    /// Screens the wrong way round: the worst estimate counts as the best. A test of the screening.
    pub reversed: bool,
}

/// A search under way.
pub struct FrontSearch<'a, E> {
    plan: &'a Plan,
    evaluator: &'a mut E,
    ledger: Ledger,
    /// The windows that are worth their time.
    windows: Vec<u64>,
    /// By point, the number of rungs that it was run on.
    reached: Vec<usize>,
    failures: Vec<Option<String>>,
}

/// A point that may still be above the front.
struct Contender {
    point: usize,
    rung: usize,
    estimate: f64,
}

impl<'a, E: Evaluator> FrontSearch<'a, E> {
    /// A search that has measured nothing.
    pub fn new(plan: &'a Plan, evaluator: &'a mut E) -> Self {
        let points = plan.candidates.len();
        FrontSearch {
            plan,
            evaluator,
            ledger: Ledger::default(),
            windows: Vec::new(),
            reached: vec![0; points],
            failures: vec![None; points],
        }
    }

    /// Finds the front.
    ///
    /// # Errors
    /// Those of the evaluator.
    pub fn run(mut self, checks: usize) -> Result<Found, E::Error> {
        self.measure_reference()?;
        if self.reference_failure().is_none() {
            self.pilot()?;
            while self.step()? {}
        }
        let found = self.found();
        let checked = self.check(&found, checks)?;
        Ok(Found { checked, ..found })
    }

    fn reference(&self) -> usize {
        self.plan.candidates.len()
    }

    /// The rung of whole runs.
    fn full(&self) -> usize {
        self.windows.len()
    }

    fn stage(&self, rung: usize) -> Stage {
        match self.windows.get(rung) {
            Some(&cycles) => Stage::Window(cycles),
            None => Stage::Full,
        }
    }

    fn window(&self, rung: usize) -> Option<u64> {
        self.windows.get(rung).copied()
    }

    /// Measures the reference, first in full: its cycles say which windows are worth their time.
    fn measure_reference(&mut self) -> Result<(), E::Error> {
        let point = self.reference();
        let asks: Vec<Ask> = (0..self.plan.programs)
            .map(|program| Ask {
                point,
                program,
                window: None,
            })
            .collect();
        let whole = self.evaluator.measure(Stage::Reference, &asks)?;
        let cycles: Vec<u64> = whole.iter().map(|measured| measured.cycles).collect();
        self.windows = worthwhile(&self.plan.windows, &cycles);
        let full = self.full();
        for (program, measured) in whole.into_iter().enumerate() {
            for rung in (0..full).filter(|&rung| self.windows[rung] >= measured.cycles) {
                self.ledger.add(rung, point, program, measured.clone());
            }
            self.ledger.add(full, point, program, measured);
        }
        if self.reference_failure().is_some() {
            return Ok(());
        }
        for rung in 0..full {
            let programs = 0..self.plan.programs;
            let unknown =
                programs.filter(|&program| self.ledger.get(rung, point, program).is_none());
            let wanted = unknown.map(|program| (point, program)).collect();
            self.measure(rung, Stage::Reference, wanted)?;
        }
        Ok(())
    }

    fn reference_failure(&self) -> Option<String> {
        let programs = self.plan.programs;
        self.ledger.failure(self.full(), self.reference(), programs)
    }

    /// Measures points on all programs on a rung.
    fn advance(&mut self, rung: usize, points: &[usize]) -> Result<(), E::Error> {
        let programs = 0..self.plan.programs;
        let wanted = points
            .iter()
            .flat_map(|&point| programs.clone().map(move |program| (point, program)));
        self.measure(rung, self.stage(rung), wanted.collect())?;
        for &point in points {
            self.reached[point] = rung + 1;
            self.failures[point] = self.ledger.failure(rung, point, self.plan.programs);
        }
        Ok(())
    }

    /// Measures points on programs; what is known without a run is not asked for.
    fn measure(
        &mut self,
        rung: usize,
        stage: Stage,
        mut wanted: Vec<(usize, usize)>,
    ) -> Result<(), E::Error> {
        loop {
            let (all, sizes) = (&self.plan.candidates, &self.plan.sizes);
            wanted.retain(|&(point, program)| !self.ledger.infer(rung, point, program, all, sizes));
            if wanted.is_empty() {
                return Ok(());
            }
            let window = self.window(rung);
            let asks = self.largest(&wanted).into_iter();
            let asks: Vec<Ask> = asks
                .map(|(point, program)| Ask {
                    point,
                    program,
                    window,
                })
                .collect();
            let answers = self.evaluator.measure(stage, &asks)?;
            for (ask, measured) in asks.iter().zip(answers) {
                self.ledger.add(rung, ask.point, ask.program, measured);
            }
            wanted.retain(|&(point, program)| self.ledger.get(rung, point, program).is_none());
        }
    }

    /// Of wanted points that differ in sizes only, the one with the largest sizes, for each program: its run tells which
    /// sizes suffice.
    fn largest(&self, wanted: &[(usize, usize)]) -> Vec<(usize, usize)> {
        let mut largest: BTreeMap<_, (f64, usize, usize)> = BTreeMap::new();
        for &(point, program) in wanted {
            let (group, size) = match self.plan.candidates.get(point) {
                Some(candidate) => (
                    Some(candidate.without(&self.plan.sizes)),
                    candidate.size(&self.plan.sizes),
                ),
                None => (None, 0.0),
            };
            let entry = largest.entry((group, program));
            let entry = entry.or_insert((size, point, program));
            if size > entry.0 {
                *entry = (size, point, program);
            }
        }
        let chosen = largest.into_values();
        let mut chosen: Vec<_> = chosen.map(|(_, point, program)| (point, program)).collect();
        chosen.sort_unstable();
        chosen
    }

    /// Runs all points in the shortest window, and of each mechanism one by chance and the best in full.
    fn pilot(&mut self) -> Result<(), E::Error> {
        let all: Vec<usize> = (0..self.plan.candidates.len()).collect();
        self.advance(0, &all)?;
        let mut random = Random::new(self.plan.seed);
        let mut chosen = BTreeSet::new();
        for alive in self.alive_by_mechanism().into_values() {
            chosen.insert(alive[random.below(alive.len())]);
            chosen.extend(self.best_of(&alive));
        }
        for rung in 1..=self.full() {
            chosen.retain(|&point| self.failures[point].is_none());
            self.advance(rung, &chosen.iter().copied().collect::<Vec<_>>())?;
        }
        Ok(())
    }

    /// The best of points by their shortest windows; of equal ones, the first.
    fn best_of(&self, points: &[usize]) -> Option<usize> {
        let merit = |point: usize| {
            let mean = self.mean(0, point).unwrap_or(f64::NEG_INFINITY);
            if self.plan.reversed { -mean } else { mean }
        };
        let better = |one, other| match merit(other) > merit(one) {
            true => other,
            false => one,
        };
        points.iter().copied().reduce(better)
    }

    fn alive_by_mechanism(&self) -> BTreeMap<&str, Vec<usize>> {
        let mut by_mechanism: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (point, candidate) in self.plan.candidates.iter().enumerate() {
            if self.failures[point].is_none() {
                let alive = by_mechanism.entry(&candidate.mechanism).or_default();
                alive.push(point);
            }
        }
        by_mechanism
    }

    fn logs(&self, rung: usize, point: usize) -> Option<Vec<f64>> {
        let programs = self.plan.programs;
        self.ledger.logs(rung, point, self.reference(), programs)
    }

    fn mean(&self, rung: usize, point: usize) -> Option<f64> {
        Some(self.plan.mean.of_logs(&self.logs(rung, point)?))
    }

    /// The points that were run in full: bits, logarithm of the mean speed-up, and number.
    fn known(&self) -> Vec<(u64, f64, usize)> {
        let whole = (0..self.plan.candidates.len()).filter(|&point| self.is_whole(point));
        let known = whole.filter_map(|point| {
            let value = self.mean(self.full(), point)?;
            Some((self.plan.candidates[point].bits, value, point))
        });
        known.collect()
    }

    fn is_whole(&self, point: usize) -> bool {
        self.reached[point] > self.full() && self.failures[point].is_none()
    }

    /// One round of the search; false at its end.
    fn step(&mut self) -> Result<bool, E::Error> {
        let contenders = self.contenders();
        let Some(rung) = contenders.iter().map(|contender| contender.rung).min() else {
            return Ok(false);
        };
        if rung + 1 < self.full() {
            let behind = contenders.iter().filter(|contender| contender.rung == rung);
            let behind: Vec<usize> = behind.map(|contender| contender.point).collect();
            self.advance(rung + 1, &behind)?;
            return Ok(true);
        }
        let before = self.costs_and_values();
        let batch: Vec<usize> = self.batch(&contenders);
        self.advance(self.full(), &batch)?;
        Ok(batch.iter().any(|&point| self.is_above(&before, point)))
    }

    fn costs_and_values(&self) -> Vec<(u64, f64)> {
        let known = self.known().into_iter();
        known.map(|(bits, value, _)| (bits, value)).collect()
    }

    /// Whether a point that was run in full is above a front.
    fn is_above(&self, before: &[(u64, f64)], point: usize) -> bool {
        let bits = self.plan.candidates[point].bits;
        let value = self.is_whole(point).then(|| self.mean(self.full(), point));
        let level = best(before, bits) + self.plan.resolution.ln_1p();
        value.flatten().is_some_and(|value| value > level)
    }

    /// The front of the estimates.
    fn batch(&self, contenders: &[Contender]) -> Vec<usize> {
        let estimates = contenders.iter();
        let estimates: Vec<(u64, f64)> = estimates
            .map(|contender| {
                let bits = self.plan.candidates[contender.point].bits;
                (bits, contender.estimate)
            })
            .collect();
        let places = front(&estimates).into_iter();
        places.map(|place| contenders[place].point).collect()
    }

    /// The points without whole runs that may be above the front, ordered by their numbers.
    fn contenders(&self) -> Vec<Contender> {
        let estimators = self.estimators();
        let mut estimated: Vec<Contender> = (0..self.plan.candidates.len())
            .filter(|&point| self.failures[point].is_none() && self.reached[point] <= self.full())
            .map(|point| self.estimated(&estimators, point))
            .collect();
        if self.plan.reversed {
            mirror(&mut estimated);
        }
        let bits = |contender: &Contender| self.plan.candidates[contender.point].bits;
        let margin = |contender: &Contender| estimators[contender.rung].margin();
        let known = self.costs_and_values();
        let sure = estimated
            .iter()
            .map(|contender| (bits(contender), contender.estimate - margin(contender)));
        let sure: Vec<(u64, f64)> = sure.collect();
        let resolution = self.plan.resolution.ln_1p();
        let may_be_above = |contender: &Contender| {
            let most = contender.estimate + margin(contender);
            let bits = bits(contender);
            // Not above the resolution of another estimate: of two equal ones, both would be left out.
            most > best(&known, bits) + resolution && most >= best(&sure, bits)
        };
        estimated.into_iter().filter(may_be_above).collect()
    }

    fn estimated(&self, estimators: &[Estimator<'_>], point: usize) -> Contender {
        let rung = self.reached[point] - 1;
        let logs = self.logs(rung, point);
        let logs = logs.expect("a point ran all programs on the rungs that it reached");
        Contender {
            point,
            rung,
            estimate: estimators[rung].estimate(&self.plan.candidates[point], &logs),
        }
    }

    /// For each window, what it says of whole runs.
    fn estimators(&self) -> Vec<Estimator<'_>> {
        let of_rung = |rung| {
            let whole = (0..self.plan.candidates.len()).filter(|&point| self.is_whole(point));
            let known = whole.filter_map(|point| {
                Some(Known {
                    candidate: &self.plan.candidates[point],
                    full: self.logs(self.full(), point)?,
                    window: self.logs(rung, point)?,
                })
            });
            Estimator::new(self.plan.mean, known.collect())
        };
        (0..self.full()).map(of_rung).collect()
    }
}

/// The windows that together take at most half of the time of whole runs with these cycles. EXP-5: whoever passes a longer one is
/// run in full at once.
fn worthwhile(windows: &[u64], whole: &[u64]) -> Vec<u64> {
    let cycles = |window: u64| whole.iter().map(|all| window.min(*all)).sum::<u64>();
    let all: u64 = whole.iter().sum();
    let windows = windows.iter().copied();
    windows
        .filter(|&window| cycles(window) <= all / 2)
        .collect()
}

/// Exchanges good and bad estimates.
fn mirror(contenders: &mut [Contender]) {
    let estimates = contenders.iter().map(|contender| contender.estimate);
    let (least, greatest) = estimates.fold(
        (f64::INFINITY, f64::NEG_INFINITY),
        |(least, greatest), estimate| (least.min(estimate), greatest.max(estimate)),
    );
    for contender in contenders {
        contender.estimate = least + greatest - contender.estimate;
    }
}

#[cfg(test)]
mod tests {
    use super::worthwhile;

    #[test]
    fn a_window_of_more_than_half_of_the_time_is_left_out() {
        let windows = [30, 100, 400];
        assert_eq!(worthwhile(&windows, &[1000, 1000]), [30, 100, 400]);
        assert_eq!(worthwhile(&windows, &[300, 20]), [30, 100]);
        assert_eq!(worthwhile(&windows, &[40]), [0; 0]);
    }
}
