//! Active threads: fung2009, figure 15 in total, figure 16 over time.
//!
//! STA-1: cycles are core cycles. An issued warp accounts for all `warp_size / simd_width` cycles
//! for which it holds the lanes, so the shares are those of the cycles in which the scheduler could issue. Of the remaining
//! cycles, `W0_Mem` counts those in which some thread of the core waits for data and no warp is ready, `Stall` those in which the
//! data cache stalls the pipeline, and `W0_Idle` all others: results in flight, warps that are being regrouped, barriers, no
//! threads.

use heddle_gpu_core::Stall;
use heddle_gpu_core::accounting::activity::{Bucket, History};
use heddle_gpu_core::accounting::thread_progress::Quartiles;
use serde::Serialize;

/// A share of all core cycles.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Share {
    /// `W0_Mem`, `W0_Idle`, `Stall`, or a range of active lanes: `W1-4`.
    pub class: String,
    /// The share; the shares of all classes add up to 1.
    pub fraction: f64,
}

/// Cycles of a class in every bucket of a [`Timeline`], all cores together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClassOverTime {
    /// As in [`Share`].
    pub class: String,
    /// One count per bucket.
    pub cycles: Vec<u64>,
}

/// The activity of cores over time, in at most 512 buckets.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Timeline {
    /// The core that is shown, if not all of them.
    pub core: Option<usize>,
    /// Cycles of a bucket, a power of two; the last bucket ends with the run.
    pub bucket_cycles: u64,
    /// Issued warp instructions.
    pub instructions: Vec<u64>,
    /// Instructions executed, summed over threads.
    pub thread_instructions: Vec<u64>,
    /// Threads that have started and not exited, averaged over the bucket and over the cores.
    pub live_threads: Vec<f64>,
    /// Cycles by class.
    pub classes: Vec<ClassOverTime>,
    /// Thread progress, if one core is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub executed: Option<Executed>,
}

/// How many instructions the threads of a core have executed by the end of each bucket, since the run began (fung2009, figure 16
/// (d) and (h)). When a block is done, the threads of the next block continue the counts of the threads whose slots they take.
/// Threads that have executed nothing yet are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Executed {
    /// The count of the thread that has executed fewest.
    pub least: Vec<u64>,
    /// A quarter of the threads has executed at most this many.
    pub lower_quartile: Vec<u64>,
    /// Half of the threads has executed at most this many.
    pub median: Vec<u64>,
    /// Three quarters of the threads have executed at most this many.
    pub upper_quartile: Vec<u64>,
    /// The count of the thread that has executed most.
    pub most: Vec<u64>,
}

impl Executed {
    /// Collects the quartiles of all buckets.
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

/// Class names for cores that issue up to `width` threads, with `class_lanes` lanes per class.
fn names(width: usize, class_lanes: usize) -> Vec<String> {
    let mut names = ["W0_Mem", "W0_Idle", "Stall"].map(String::from).to_vec();
    let firsts = (1..=width).step_by(class_lanes);
    names.extend(firsts.map(|first| match class_lanes {
        1 => format!("W{first}"),
        _ => format!("W{first}-{}", first + class_lanes - 1),
    }));
    names
}

/// The share of each class in the total activity of the cores.
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
    /// The activity of one core, or of all.
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
