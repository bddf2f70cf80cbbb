//! What a search found.

use super::{FrontSearch, random::Random};
use crate::explore::evaluator::{Evaluator, Usage};
use crate::explore::front::{best, front};
use crate::explore::rank::spearman;

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The points in their order.
    pub tried: Vec<Tried>,
    /// Numbers of the points of the front, ordered by bits.
    pub front: Vec<usize>,
    /// The windows that were worth their time, in their order.
    pub windows: Vec<WindowQuality>,
    /// Why the reference failed, if it did. Then there is no front.
    pub reference_failure: Option<String>,
    /// Points that were drawn by chance, and run in full after the search.
    pub checked: Vec<Checked>,
}

/// What became of a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// For each window in which it was run, the logarithm of the mean speed-up there, uncorrected.
    pub windows: Vec<f64>,
    /// If it was run in full, the logarithms of its speed-ups over the reference, by program.
    pub speeds: Option<Vec<f64>>,
    /// The logarithm of their mean.
    pub speed: Option<f64>,
    /// How its lanes spent whole runs, by program, if that is known.
    pub usage: Vec<Usage>,
    /// Why it failed, if it did.
    pub failure: Option<String>,
}

/// How well a window foretells whole runs, over the points that were run in full.
#[derive(Clone, Debug, PartialEq)]
pub struct WindowQuality {
    /// Its cycles.
    pub cycles: u64,
    /// How many points ran in it.
    pub points: usize,
    /// How many of them were also run in full.
    pub whole: usize,
    /// Spearman's rank correlation of both mean speed-ups.
    pub correlation: Option<f64>,
    /// The same by program.
    pub by_program: Vec<Option<f64>>,
    /// The margin of its estimates at the end, as a factor of speed; `None` if fewer than two points tell it.
    pub margin: Option<f64>,
}

/// A point that was drawn by chance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Checked {
    /// Its number.
    pub point: usize,
    /// By how much it is faster than the best point of the front that costs as much or less, as a part; negative if it is slower,
    /// `None` if it failed.
    pub gain: Option<f64>,
}

impl<E: Evaluator> FrontSearch<'_, E> {
    /// What is known so far.
    pub(super) fn found(&self) -> Found {
        let known = self.known();
        let costs: Vec<(u64, f64)> = known
            .iter()
            .map(|&(bits, value, _)| (bits, value))
            .collect();
        let front = front(&costs).into_iter().map(|place| known[place].2);
        Found {
            tried: (0..self.plan.candidates.len())
                .map(|point| self.tried(point))
                .collect(),
            front: front.collect(),
            windows: (0..self.full()).map(|rung| self.quality(rung)).collect(),
            reference_failure: self.reference_failure(),
            checked: Vec::new(),
        }
    }

    fn tried(&self, point: usize) -> Tried {
        let speeds = self.logs(self.full(), point);
        let speeds = speeds.filter(|_| self.is_whole(point));
        Tried {
            windows: (0..self.full())
                .map_while(|rung| self.mean(rung, point))
                .collect(),
            speed: speeds.as_ref().map(|logs| self.plan.mean.of_logs(logs)),
            usage: self.usage(point),
            speeds,
            failure: self.failures[point].clone(),
        }
    }

    fn usage(&self, point: usize) -> Vec<Usage> {
        let programs = 0..self.plan.programs;
        let whole = programs.filter_map(|program| self.ledger.get(self.full(), point, program));
        whole
            .filter_map(|measured| measured.usage.clone())
            .collect()
    }

    fn quality(&self, rung: usize) -> WindowQuality {
        let points = 0..self.plan.candidates.len();
        let ran = points.clone().filter(|&point| self.reached[point] > rung);
        let whole: Vec<usize> = points.filter(|&point| self.is_whole(point)).collect();
        let logs = |rung| {
            let logs = whole
                .iter()
                .filter_map(move |&point| self.logs(rung, point));
            logs.collect::<Vec<_>>()
        };
        let (short, long) = (logs(rung), logs(self.full()));
        let correlation = |of: &dyn Fn(&[f64]) -> f64| {
            let pairs = short.iter().zip(&long);
            let pairs: Vec<(f64, f64)> = pairs.map(|(short, long)| (of(short), of(long))).collect();
            spearman(&pairs)
        };
        let margin = self.estimators()[rung].margin();
        WindowQuality {
            cycles: self.windows[rung],
            points: ran.count(),
            whole: whole.len(),
            correlation: correlation(&|logs| self.plan.mean.of_logs(logs)),
            by_program: (0..self.plan.programs)
                .map(|program| correlation(&|logs| logs[program]))
                .collect(),
            margin: margin.is_finite().then(|| margin.exp()),
        }
    }

    /// Runs points off the front in full, drawn by the seed.
    ///
    /// # Errors
    /// Those of the evaluator.
    pub(super) fn check(&mut self, found: &Found, count: usize) -> Result<Vec<Checked>, E::Error> {
        let points = 0..self.plan.candidates.len();
        let off = points.filter(|point| !found.front.contains(point));
        let mut off: Vec<usize> = off
            .filter(|&point| self.failures[point].is_none() && self.reached[point] > 0)
            .collect();
        // Other draws than those of the pilot.
        let mut random = Random::new(!self.plan.seed);
        let drawn = (0..count.min(off.len())).map(|_| off.swap_remove(random.below(off.len())));
        let drawn: Vec<usize> = drawn.collect();
        self.advance(self.full(), &drawn)?;
        let front = found.front.iter();
        let front: Vec<(u64, f64)> = front
            .filter_map(|&point| {
                Some((self.plan.candidates[point].bits, found.tried[point].speed?))
            })
            .collect();
        let gain = |&point: &usize| {
            let value = self.mean(self.full(), point);
            let level = best(&front, self.plan.candidates[point].bits);
            let value = value.filter(|_| self.is_whole(point))?;
            Some((value - level).exp_m1())
        };
        let checked = drawn.iter().map(|point| Checked {
            point: *point,
            gain: gain(point),
        });
        Ok(checked.collect())
    }
}
