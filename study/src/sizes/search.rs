//! What one program needs of each structure.

use super::{Candidates, Structure};
use crate::error::Error;
use crate::result::RunResult;
use heddle_contract::Config;
use std::sync::atomic::{AtomicU64, Ordering};

/// What a program needs of a structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Need {
    /// The most entries that it held.
    pub peak: usize,
    /// The smallest size in which it does not lack room, if there is one.
    pub size: Option<usize>,
}

/// What a program needs of all structures.
pub(super) struct Needs {
    structures: Vec<Structure>,
    /// In the order of the candidates; `None` where the machine has no such structure.
    pub of: Vec<Option<Need>>,
}

impl Needs {
    pub fn of_structure(&self, structure: &Structure) -> Option<Need> {
        let place = self
            .structures
            .iter()
            .position(|other| other == structure)?;
        self.of[place]
    }
}

/// Searches the needs of a program, which `run` runs on a machine. `done` counts the run on the roomy machine, and each structure.
pub(super) fn needs(
    machine: &Config,
    structures: &[Candidates],
    done: &AtomicU64,
    run: impl Fn(&Config) -> Result<RunResult, Error>,
) -> Result<Needs, Error> {
    let mut roomy = machine.clone();
    for candidates in structures {
        candidates
            .structure
            .resize(&mut roomy, candidates.largest());
    }
    let widest = run(&roomy)?;
    done.fetch_add(1, Ordering::Relaxed);
    let mut of = Vec::new();
    for candidates in structures {
        of.push(need(&roomy, &widest, candidates, &run)?);
        done.fetch_add(1, Ordering::Relaxed);
    }
    Ok(Needs {
        structures: structures
            .iter()
            .map(|candidates| candidates.structure)
            .collect(),
        of,
    })
}

fn need(
    roomy: &Config,
    widest: &RunResult,
    candidates: &Candidates,
    run: impl Fn(&Config) -> Result<RunResult, Error>,
) -> Result<Option<Need>, Error> {
    let structure = &candidates.structure;
    let Some(peak) = structure.peak(widest) else {
        return Ok(None);
    };
    // Even the largest size does not suffice, or the program fails anyway.
    if structure.lacks(widest) || widest.failure.is_some() {
        return Ok(Some(Need { peak, size: None }));
    }
    let lacks = |size: usize| -> Result<bool, Error> {
        let mut config = roomy.clone();
        structure.resize(&mut config, size);
        Ok(structure.lacks(&run(&config)?))
    };
    let size = smallest(&candidates.sizes, peak, lacks)?;
    Ok(Some(Need {
        peak,
        size: Some(size),
    }))
}

/// The smallest of some sizes, in ascending order, that does not lack room: not below the peak, and the largest one suffices. Steps
/// upwards from the peak are doubled, as the size is rarely far above it.
fn smallest<E>(
    sizes: &[usize],
    peak: usize,
    lacks: impl Fn(usize) -> Result<bool, E>,
) -> Result<usize, E> {
    let last = sizes.len() - 1;
    let mut low = sizes.partition_point(|size| *size < peak).min(last);
    let (mut high, mut step) = (low, 1);
    while high < last && lacks(sizes[high])? {
        low = high + 1;
        high = (high + step).min(last);
        step *= 2;
    }
    while low < high {
        let middle = (low + high) / 2;
        match lacks(sizes[middle])? {
            true => low = middle + 1,
            false => high = middle,
        }
    }
    Ok(sizes[high])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::convert::Infallible;

    #[test]
    fn the_smallest_size_is_found_in_few_runs() {
        let all: Vec<usize> = (2..=256).collect();
        for needed in [2, 3, 7, 40, 255, 256] {
            for peak in [1, needed.min(3), needed] {
                let runs = Cell::new(0);
                let lacks = |size: usize| {
                    runs.set(runs.get() + 1);
                    Ok::<_, Infallible>(size < needed)
                };
                assert_eq!(smallest(&all, peak, lacks), Ok(needed), "from {peak}");
                assert!(
                    runs.get() <= 18,
                    "{needed} from {peak}: {} runs",
                    runs.get()
                );
            }
        }
    }
}
