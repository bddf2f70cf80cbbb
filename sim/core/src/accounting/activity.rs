//! What every cycle of a core was used for, in total and over time (fung2009, figures 15 and 16).
//!
//! A warp that issues holds the lanes of the pipeline for `warp_size / simd_width` cycles, and all of these cycles
//! count for the warp; every other cycle counts for the reason why nothing was issued. So each cycle of a core has
//! exactly one use. As a scheduler can issue only when the lanes are free, the shares are those of the paper's
//! scheduler cycles. Where a core has several pipes, a cycle in which any of them is held counts for the warp that
//! issued last. A core counts its cycles in order and each of them once, so no call has to name the cycle.

use super::stall::Stall;

/// Classes of warps by active lanes: `W1-4`, `W5-8` and so on, in warps of 32.
pub const CLASSES: usize = 8;
/// Number of reasons why nothing is issued.
const REASONS: usize = 7;
const USES: usize = REASONS + CLASSES;
/// Number of buckets that a core keeps. When they are full, each pair of buckets becomes one.
pub(super) const BUCKETS: usize = 512;
/// Initial width of a bucket, in cycles.
pub(super) const FIRST_WIDTH: u64 = 64;

/// The counts of consecutive cycles, summed over cores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bucket {
    /// Warp instructions issued.
    pub instructions: u64,
    /// Instructions, summed over threads.
    pub thread_instructions: u64,
    /// Threads that had not exited, summed over cycles.
    pub live: u64,
    /// Cycles in which pipes were held, summed over pipes.
    pub pipe_cycles: u64,
    uses: [u64; USES],
}

/// The use of a cycle: an index into `uses`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Use(usize);

/// See the [module](self).
#[derive(Clone, Debug)]
pub struct Activity {
    /// A class has 2^`class_bits` lanes.
    class_bits: u32,
    width: u64,
    past: Vec<Bucket>,
    current: Bucket,
    /// Cycles that the current bucket can still take.
    left: u64,
    /// The use of the warp that issued last, and how many cycles more that warp holds the lanes.
    holder: Use,
    held: u64,
    /// Threads that had not exited at the end of the last simulated cycle.
    pub live: u32,
}

impl Activity {
    /// No counts, for a core that issues up to `width` (a power of two) threads at once.
    pub fn new(width: usize) -> Self {
        Activity {
            class_bits: width.ilog2().saturating_sub(CLASSES.ilog2()),
            width: FIRST_WIDTH,
            past: Vec::new(),
            current: Bucket::default(),
            left: FIRST_WIDTH,
            holder: Use(0),
            held: 0,
            live: 0,
        }
    }

    /// Counts a cycle in which `active` lanes are issued, which hold their pipe for `busy` cycles.
    #[inline(always)]
    pub fn issued(&mut self, active: u32, busy: u64) {
        self.holder = match active.checked_sub(1) {
            Some(below) => Use(REASONS + (below >> self.class_bits) as usize),
            None => Use(Stall::Idle as usize),
        };
        self.spend(self.holder, 1);
        self.held = self.held.saturating_sub(1).max(busy - 1);
        self.current.pipe_cycles += busy;
        self.current.instructions += 1;
        self.current.thread_instructions += u64::from(active);
    }

    /// Counts cycles in which nothing is issued.
    #[inline(always)]
    pub fn stalled(&mut self, reason: Stall, cycles: u64) {
        let held = self.held.min(cycles);
        if held > 0 {
            self.held -= held;
            self.spend(self.holder, held);
        }
        if cycles > held {
            self.spend(Use(reason as usize), cycles - held);
        }
    }

    #[inline(always)]
    fn spend(&mut self, on: Use, mut cycles: u64) {
        while cycles > self.left {
            let part = self.left;
            self.note(on, part);
            cycles -= part;
            self.turn();
        }
        self.note(on, cycles);
    }

    #[inline(always)]
    fn note(&mut self, on: Use, cycles: u64) {
        self.current.uses[on.0] += cycles;
        self.current.live += u64::from(self.live) * cycles;
        self.left -= cycles;
    }

    /// Begins a new bucket.
    #[cold]
    fn turn(&mut self) {
        self.past.push(std::mem::take(&mut self.current));
        if self.past.len() == BUCKETS {
            halve(&mut self.past);
            self.width *= 2;
        }
        self.left = self.width;
    }

    /// The counts so far.
    pub fn history(&self) -> History {
        let mut buckets = self.past.clone();
        if self.left != self.width {
            buckets.push(self.current);
        }
        History {
            class_lanes: 1 << self.class_bits,
            width: self.width,
            buckets,
        }
    }
}

fn halve(buckets: &mut Vec<Bucket>) {
    let pairs = buckets.chunks(2).map(|pair| {
        let mut sum = pair[0];
        pair[1..].iter().for_each(|bucket| sum.add(bucket));
        sum
    });
    *buckets = pairs.collect();
}

impl Bucket {
    fn add(&mut self, other: &Bucket) {
        let Bucket {
            instructions,
            thread_instructions,
            live,
            pipe_cycles,
            uses,
        } = other;
        self.instructions += instructions;
        self.thread_instructions += thread_instructions;
        self.live += live;
        self.pipe_cycles += pipe_cycles;
        for (mine, theirs) in self.uses.iter_mut().zip(uses) {
            *mine += theirs;
        }
    }

    /// Cycles, summed over cores.
    pub fn cycles(&self) -> u64 {
        self.uses.iter().sum()
    }

    /// Cycles, summed over cores, in which nothing was issued for this reason and no warp held the lanes.
    pub fn stalled(&self, reason: Stall) -> u64 {
        self.uses[reason as usize]
    }

    /// Cycles, summed over cores, in which a warp held the lanes, by class.
    pub fn held(&self) -> &[u64] {
        &self.uses[REASONS..]
    }
}

/// What cores did over time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// Lanes of a class.
    pub class_lanes: usize,
    /// Cycles of a bucket; the last bucket may be shorter.
    pub width: u64,
    /// The counts of the cores, bucket by bucket.
    pub buckets: Vec<Bucket>,
}

impl History {
    /// Adds the counts of another core over the same cycles.
    pub fn add(&mut self, mut other: History) {
        let width = self.width.max(other.width);
        self.coarsen(width);
        other.coarsen(width);
        let History {
            class_lanes,
            // Both have the coarser width now.
            width: _,
            buckets,
        } = other;
        let length = self.buckets.len().max(buckets.len());
        self.buckets.resize(length, Bucket::default());
        for (mine, theirs) in self.buckets.iter_mut().zip(&buckets) {
            mine.add(theirs);
        }
        self.class_lanes = class_lanes;
    }

    fn coarsen(&mut self, width: u64) {
        while self.width < width && !self.buckets.is_empty() {
            halve(&mut self.buckets);
            self.width *= 2;
        }
        self.width = width;
    }

    /// The sum of all buckets.
    pub fn total(&self) -> Bucket {
        let mut total = Bucket::default();
        self.buckets.iter().for_each(|bucket| total.add(bucket));
        total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(bucket: &Bucket) -> Vec<(usize, u64)> {
        let held = bucket.held().iter().copied().enumerate();
        held.filter(|(_, cycles)| *cycles != 0).collect()
    }

    #[test]
    fn a_warp_holds_the_lanes_for_all_of_its_cycles() {
        let mut activity = Activity::new(32);
        activity.issued(32, 4);
        activity.stalled(Stall::Memory, 2);
        activity.stalled(Stall::Memory, 6);
        activity.issued(1, 4);
        activity.stalled(Stall::Port, 4);
        activity.issued(4, 1);
        let total = activity.history().total();
        assert_eq!(held(&total), [(0, 5), (7, 4)]);
        let stalls = [Stall::Memory, Stall::Port].map(|reason| total.stalled(reason));
        assert_eq!((stalls, total.cycles()), ([5, 1], 15));
        assert_eq!((total.instructions, total.thread_instructions), (3, 37));
    }

    #[test]
    fn buckets_grow_so_that_they_stay_few() {
        let mut activity = Activity::new(4);
        activity.live = 7;
        for _ in 0..40 {
            activity.issued(3, 1);
            activity.stalled(Stall::Idle, 5000);
        }
        let history = activity.history();
        // 40 times 5001 cycles: 391 buckets of 512.
        assert_eq!((history.width, history.buckets.len()), (512, 391));
        let full = &history.buckets[..390];
        assert!(full.iter().all(|bucket| bucket.cycles() == 512));
        let total = history.total();
        assert_eq!((total.cycles(), total.live), (200_040, 7 * 200_040));
        assert_eq!(held(&total), [(2, 40)]);
    }

    #[test]
    fn cores_with_buckets_of_different_width_add_up() {
        let core = |cycles: u64| {
            let mut activity = Activity::new(8);
            activity.issued(8, 1);
            activity.stalled(Stall::Memory, cycles - 1);
            activity.history()
        };
        let mut sum = History::default();
        for cycles in [100, 100_000, 70_000] {
            sum.add(core(cycles));
        }
        assert_eq!(sum.width, 256);
        let cycles: Vec<u64> = sum.buckets.iter().map(Bucket::cycles).collect();
        assert_eq!(cycles[0], 100 + 256 + 256);
        assert_eq!(sum.total().cycles(), 170_100);
    }
}
