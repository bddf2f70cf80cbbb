//! Active threads: fung2009, figure 15 in total, figure 16 over time.
//!
//! Decision where the paper is silent: cycles are those of cores. A warp that issues accounts for all of the
//! `warp_size / simd_width` cycles for which it holds the lanes, which makes the shares those of
//! cycles in which the scheduler could issue. `W0_Mem` is what is left while some thread of the core
//! waits for data and no warp is ready, `Stall` what is left while the data cache holds up the
//! pipeline, `W0_Idle` everything else: results under way, warps that are being regrouped,
//! barriers, no threads.

use heddle_core::Stall;
use heddle_core::accounting::activity::{Bucket, History};
use heddle_core::accounting::thread_progress::Quartiles;
use serde::Serialize;

/// A share of all cycles of the cores.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Share {
    /// `W0_Mem`, `W0_Idle`, `Stall`, or a range of active lanes: `W1-4`.
    pub class: String,
    /// Shares of all classes add up to 1.
    pub fraction: f64,
}

/// Cycles of a class in every bucket of a [`Timeline`], all cores together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClassOverTime {
    /// As in [`Share`].
    pub class: String,
    /// Bucket by bucket.
    pub cycles: Vec<u64>,
}

/// What cores did over time, in at most 512 buckets.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Timeline {
    /// The core that is shown, if it is not all of them.
    pub core: Option<usize>,
    /// Cycles of a bucket, a power of two; the last bucket ends with the run.
    pub bucket_cycles: u64,
    /// Issued warp instructions.
    pub instructions: Vec<u64>,
    /// Instructions executed, summed over threads.
    pub thread_instructions: Vec<u64>,
    /// Threads that have started and not exited, on average over the bucket, of a core on average.
    pub live_threads: Vec<f64>,
    /// Cycles by class.
    pub classes: Vec<ClassOverTime>,
    /// How far threads got, if one core is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub executed: Option<Executed>,
}

/// Instructions that the threads of a core have executed by the end of each bucket, since the run
/// began (fung2009, figure 16 (d) and (h)). When a block is done, threads of the next go on with
/// the counts of those whose places they take; threads that have executed nothing yet are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Executed {
    /// By the thread that has executed fewest.
    pub least: Vec<u64>,
    /// A quarter of the threads has executed at most so many.
    pub lower_quartile: Vec<u64>,
    /// Half of them.
    pub median: Vec<u64>,
    /// Three quarters.
    pub upper_quartile: Vec<u64>,
    /// By the thread that has executed most.
    pub most: Vec<u64>,
}

impl Executed {
    /// Of all buckets.
    pub(crate) fn new(buckets: &[Quartiles]) -> Self {
        let [least, lower_quartile, median, upper_quartile, most] =
            std::array::from_fn(|part| buckets.iter().map(|quartiles| quartiles[part]).collect());
        Executed {
            least,
            lower_quartile,
            median,
            upper_quartile,
            most,
        }
    }
}

/// Cycles of a bucket by class, in the order of [`names`].
fn cycles(bucket: &Bucket, classes: usize) -> Vec<u64> {
    let stalled = |reasons: &[Stall]| reasons.iter().map(|&reason| bucket.stalled(reason)).sum();
    let idle = [
        Stall::Issue,
        Stall::Arbiter,
        Stall::Pipeline,
        Stall::Barrier,
        Stall::Idle,
    ];
    let mut cycles = vec![
        stalled(&[Stall::Memory]),
        stalled(&idle),
        stalled(&[Stall::Port]),
    ];
    cycles.extend(&bucket.held()[..classes]);
    cycles
}

/// Classes on cores that issue up to `width` threads, `class_lanes` a class.
fn names(width: usize, class_lanes: usize) -> Vec<String> {
    let mut names = ["W0_Mem", "W0_Idle", "Stall"].map(String::from).to_vec();
    let firsts = (1..=width).step_by(class_lanes);
    names.extend(firsts.map(|first| match class_lanes {
        1 => format!("W{first}"),
        _ => format!("W{first}-{}", first + class_lanes - 1),
    }));
    names
}

/// The shares of classes in all that cores did.
pub(crate) fn active_threads(history: &History, width: usize) -> Vec<Share> {
    let names = names(width, history.class_lanes);
    let total = history.total();
    let cycles = cycles(&total, width / history.class_lanes);
    let all = total.cycles().max(1) as f64;
    let share = |(class, cycles): (String, u64)| Share {
        class,
        fraction: cycles as f64 / all,
    };
    names.into_iter().zip(cycles).map(share).collect()
}

impl Timeline {
    /// What one core did, or all of them.
    pub(crate) fn new(history: &History, width: usize, core: Option<usize>) -> Self {
        let names = names(width, history.class_lanes);
        let classes = names.into_iter().map(|class| ClassOverTime {
            class,
            cycles: Vec::with_capacity(history.buckets.len()),
        });
        let mut timeline = Timeline {
            core,
            bucket_cycles: history.width,
            classes: classes.collect(),
            ..Timeline::default()
        };
        for bucket in &history.buckets {
            timeline.push(bucket, width / history.class_lanes);
        }
        timeline
    }

    fn push(&mut self, bucket: &Bucket, classes: usize) {
        self.instructions.push(bucket.instructions);
        self.thread_instructions.push(bucket.thread_instructions);
        let cycles_of_cores = bucket.cycles().max(1) as f64;
        self.live_threads.push(bucket.live as f64 / cycles_of_cores);
        for (class, cycles) in self.classes.iter_mut().zip(cycles(bucket, classes)) {
            class.cycles.push(cycles);
        }
    }
}
