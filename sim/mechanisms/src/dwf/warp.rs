//! A warp of threads with arbitrary slots, as the scheduler issues it and as it is in flight.

use heddle_contract::Config;
use heddle_contract::config::Swizzle;
use heddle_gpu_core::{Access, ShaderCore};
use heddle_types::{Cycle, LaneMask, Pc, ThreadId, WarpId, WarpMask, WordPc};

/// In place of a thread in a lane without one.
pub(super) const EMPTY: ThreadId = ThreadId::new(u16::MAX as usize);

/// A warp that leaves the scheduler.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Formed<const W: usize> {
    pub pc: WordPc,
    /// Lanes with a thread.
    pub lanes: LaneMask,
    /// The thread of each lane; [`EMPTY`] in lanes without one.
    pub threads: [ThreadId; W],
}

impl<const W: usize> Formed<W> {
    /// A warp without threads.
    pub fn empty() -> Self {
        Formed {
            pc: WordPc::default(),
            lanes: LaneMask::NONE,
            threads: [EMPTY; W],
        }
    }

    /// Puts a thread into a lane.
    pub fn put(&mut self, lane: usize, thread: ThreadId) {
        self.lanes.insert(lane);
        self.threads[lane] = thread;
    }
}

/// What the next event of an in-flight warp means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// The warp is not in flight, or it is in a queue.
    None,
    /// The threads continue with the next instruction.
    Next,
    /// The PCs of the threads have been written.
    Control,
    /// The threads arrive at a barrier of their block.
    Barrier,
    /// The threads arrive at the barrier of their original warps.
    PartialBarrier,
    /// The threads end.
    Exit,
    /// The addresses are known.
    Address,
    /// Data is available for the threads that no longer wait.
    Data,
    /// The threads wait at a barrier.
    Waiting,
}

impl Phase {
    /// Whether the threads are at the PC of the in-flight warp. They also are while the warp waits at the port, where
    /// it has no event.
    pub fn has_pc(self) -> bool {
        !matches!(self, Phase::None | Phase::Control | Phase::Waiting)
    }
}

/// A warp outside the scheduler.
#[derive(Clone, Debug)]
pub(super) struct InFlightWarp<const W: usize> {
    pub phase: Phase,
    /// The PC of the instruction.
    pub pc: Pc,
    /// Lanes with a thread.
    pub lanes: LaneMask,
    pub threads: [ThreadId; W],
    /// Whether some data of the warp missed the cache.
    pub missed: bool,
    /// The cycle before the one in which the result is available.
    pub due: Cycle,
    /// The memory instruction.
    pub access: Access<W>,
}

impl<const W: usize> InFlightWarp<W> {
    /// A warp without threads.
    pub fn empty() -> Self {
        InFlightWarp {
            phase: Phase::None,
            pc: Pc::default(),
            lanes: LaneMask::NONE,
            threads: [EMPTY; W],
            missed: false,
            due: Cycle::ZERO,
            access: Access::idle(),
        }
    }

    /// The lanes whose thread fulfils the condition.
    pub fn lanes_where(&self, mut holds: impl FnMut(ThreadId) -> bool) -> LaneMask {
        self.lanes.filter(|lane| holds(self.threads[lane]))
    }

    /// The original warp of the threads, if these are all of its threads.
    #[inline(always)]
    pub fn whole_warp(&self) -> Option<WarpId> {
        whole_warp(self.lanes, &self.threads)
    }

    /// The threads, grouped by original warp.
    pub fn rows(&self) -> Rows {
        rows(self.lanes, &self.threads)
    }
}

/// The lanes of a mask with their threads, the lowest lane first.
#[inline(always)]
pub(super) fn members(
    lanes: LaneMask,
    threads: &[ThreadId],
) -> impl Iterator<Item = (usize, ThreadId)> {
    lanes.iter().map(|lane| (lane, threads[lane]))
}

/// The threads of a warp, grouped by original warp: iterates over the original warps, the lowest first, with the
/// lanes in each.
#[derive(Clone, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "a box would be an allocation in every cycle"
)]
pub(super) enum Rows {
    /// All threads of one original warp, until they have been returned.
    Whole(Option<(WarpId, LaneMask)>),
    /// Other threads.
    Mixed {
        /// Original warps that remain.
        rest: WarpMask,
        /// Lanes in each original warp.
        lanes: [LaneMask; 64],
    },
}

/// The original warp of the threads, if these are all of its threads, in the order of one of the swizzles. Threads without
/// divergence stay together, so this is the usual case.
#[inline(always)]
pub(super) fn whole_warp<const W: usize>(
    lanes: LaneMask,
    threads: &[ThreadId; W],
) -> Option<WarpId> {
    let whole = lanes == LaneMask::all(W) && is_swizzled(threads);
    whole.then(|| threads[0].warp(W))
}

/// Whether the threads are those of one original warp, in the order of one of the swizzles.
#[inline(always)]
fn is_swizzled<const W: usize>(threads: &[ThreadId; W]) -> bool {
    let first = threads[0].lane(W) as u16;
    let start = threads[0].index() as u16 - first;
    // Without an early end: the loop has no branches.
    let (mut exchanged, mut rotated) = (0, 0);
    for (lane, thread) in (0..).zip(threads) {
        let thread = thread.index() as u16;
        exchanged |= thread ^ (start + (lane ^ first));
        rotated |= thread ^ (start + ((lane + first) & (W as u16 - 1)));
    }
    exchanged == 0 || rotated == 0
}

/// The threads in some lanes, grouped by original warp.
#[inline(always)]
pub(super) fn rows<const W: usize>(lanes: LaneMask, threads: &[ThreadId; W]) -> Rows {
    match whole_warp(lanes, threads) {
        Some(warp) => Rows::Whole(Some((warp, lanes))),
        None => mixed_rows(lanes, threads),
    }
}

#[inline(never)]
fn mixed_rows<const W: usize>(in_lanes: LaneMask, threads: &[ThreadId; W]) -> Rows {
    let (mut rest, mut lanes) = (WarpMask::NONE, [LaneMask::NONE; 64]);
    for (_, thread) in members(in_lanes, threads) {
        let warp = thread.warp(W);
        rest.insert(warp);
        lanes[warp.index()].insert(thread.lane(W));
    }
    Rows::Mixed { rest, lanes }
}

impl Iterator for Rows {
    type Item = (WarpId, LaneMask);

    #[inline(always)]
    fn next(&mut self) -> Option<(WarpId, LaneMask)> {
        match self {
            Rows::Whole(row) => row.take(),
            Rows::Mixed { rest, lanes } => {
                let warp = rest.first()?;
                rest.remove(warp);
                Some((warp, lanes[warp.index()]))
            }
        }
    }
}

/// The assignment of threads to home lanes, in which their registers are (fung2009, 4.1; DWF-43).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Homes {
    warp_size: usize,
    /// Number of home lanes; a power of two.
    count: usize,
    swizzle: Swizzle,
}

impl Homes {
    pub fn new(config: &Config) -> Self {
        Homes {
            warp_size: config.core.warp_size,
            count: config.dwf.home_lanes.count(&config.core),
            swizzle: config.dwf.swizzle,
        }
    }

    /// The home lane of a thread.
    #[inline(always)]
    pub fn home(&self, thread: ThreadId) -> usize {
        let warp = thread.warp(self.warp_size).index();
        let lane = thread.lane(self.warp_size);
        // DWF-47: none, the swizzle of the text, that of Fung's code, or our own.
        let moved = match self.swizzle {
            Swizzle::Straight => lane,
            Swizzle::Alternate => lane ^ (warp & 1),
            Swizzle::Rotate => lane + warp,
            Swizzle::Xor => lane ^ warp,
        };
        moved & (self.count - 1)
    }

    /// The lane in which a thread starts: a lane of the thread's home lane, a different one for each thread of its
    /// original warp.
    #[inline(always)]
    pub fn start(&self, thread: ThreadId) -> usize {
        let slot = thread.lane(self.warp_size) / self.count;
        slot * self.count + self.home(thread)
    }

    /// Whether every thread of a warp is in a lane of its home lane.
    #[inline(always)]
    pub fn has_all<const W: usize>(&self, warp: &Formed<W>) -> bool {
        let lanes: [u16; W] = std::array::from_fn(|lane| lane as u16);
        let at_home = LaneMask::where_rows(&warp.threads, &lanes, |thread, lane| {
            self.home(thread) == self.of_lane(lane.into())
        });
        warp.lanes.is_within(at_home)
    }

    /// The home lane that a lane of a warp belongs to.
    #[inline(always)]
    pub fn of_lane(&self, lane: usize) -> usize {
        lane & (self.count - 1)
    }

    /// How many passes a warp needs because too many of its threads share a home lane. In each pass the pipeline goes
    /// over all lanes once, and so serves as many threads of each home lane as a warp has lanes of it.
    pub fn passes<const W: usize>(&self, warp: &Formed<W>) -> u64 {
        let mut at = [0u64; W];
        for (_, thread) in members(warp.lanes, &warp.threads) {
            at[self.home(thread)] += 1;
        }
        let most = at.into_iter().max().unwrap_or(0);
        most.div_ceil((self.warp_size / self.count) as u64).max(1)
    }
}

/// The threads of an in-flight warp start to wait for their data.
pub(super) fn miss<const W: usize>(core: &mut ShaderCore, in_flight_warp: &InFlightWarp<W>) {
    for (warp, lanes) in in_flight_warp.rows() {
        core.threads.miss(warp, lanes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_original_warp_is_recognised_in_the_order_of_any_swizzle() {
        let whole = |threads: [usize; 4], lanes: u64| {
            whole_warp(LaneMask::new(lanes), &threads.map(ThreadId::new))
        };
        // Without swizzle, exchanged, and rotated.
        for order in [[4, 5, 6, 7], [5, 4, 7, 6], [7, 4, 5, 6]] {
            assert_eq!(whole(order, 0b1111), Some(WarpId::new(1)));
            assert_eq!(whole(order, 0b0111), None);
        }
        assert_eq!(whole([5, 4, 7, 10], 0b1111), None);
        assert_eq!(whole([5, 4, 7, 7], 0b1111), None);
    }

    #[test]
    fn threads_of_a_warp_by_original_warp() {
        let threads = [8, 5, 0, 11].map(ThreadId::new);
        let rows = rows::<4>(LaneMask::new(0b1011), &threads);
        let found: Vec<_> = rows
            .map(|(warp, lanes)| (warp.index(), lanes.bits()))
            .collect();
        assert_eq!(found, [(1, 0b0010), (2, 0b1001)]);
    }

    /// Three warps of four threads.
    fn homes(count: usize, swizzle: Swizzle) -> Homes {
        Homes {
            warp_size: 4,
            count,
            swizzle,
        }
    }

    #[test]
    fn every_warp_has_its_own_way_to_the_home_lanes() {
        use Swizzle::{Alternate, Rotate, Straight, Xor};
        let lanes = |swizzle| {
            (0..12)
                .map(|thread| homes(4, swizzle).start(ThreadId::new(thread)))
                .collect::<Vec<_>>()
        };
        assert_eq!(lanes(Straight), [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]);
        assert_eq!(lanes(Alternate), [0, 1, 2, 3, 1, 0, 3, 2, 0, 1, 2, 3]);
        assert_eq!(lanes(Rotate), [0, 1, 2, 3, 1, 2, 3, 0, 2, 3, 0, 1]);
        assert_eq!(lanes(Xor), [0, 1, 2, 3, 1, 0, 3, 2, 2, 3, 0, 1]);
    }

    #[test]
    fn a_pipeline_of_two_lanes_has_two_home_lanes_with_two_slots() {
        use Swizzle::{Alternate, Rotate, Straight, Xor};
        for (swizzle, odd) in [
            (Straight, [0, 1, 2, 3]),
            (Alternate, [1, 0, 3, 2]),
            (Rotate, [1, 0, 3, 2]),
            (Xor, [1, 0, 3, 2]),
        ] {
            let homes = homes(2, swizzle);
            let lanes =
                |warp: usize| [0, 1, 2, 3].map(|lane| homes.start(ThreadId::new(4 * warp + lane)));
            assert_eq!(lanes(0), [0, 1, 2, 3], "{swizzle:?}");
            assert_eq!(lanes(1), odd, "{swizzle:?}");
            for thread in (0..12).map(ThreadId::new) {
                assert_eq!(homes.home(thread), homes.of_lane(homes.start(thread)));
            }
        }
        assert!((0..12).all(|thread| homes(1, Alternate).home(ThreadId::new(thread)) == 0));
    }

    #[test]
    fn a_shared_home_lane_costs_a_pass() {
        let passes = |count, threads: &[usize]| {
            let mut warp = Formed::<4>::empty();
            for (lane, &thread) in threads.iter().enumerate() {
                warp.put(lane, ThreadId::new(thread));
            }
            homes(count, Swizzle::Alternate).passes(&warp)
        };
        assert_eq!(passes(4, &[]), 1);
        assert_eq!(passes(4, &[0, 8, 5, 3]), 3);
        // Threads 0, 8, 5 and 10 have home lane 0; two of them are served at a time.
        assert_eq!(passes(2, &[0, 8, 5, 3]), 2);
        assert_eq!(passes(2, &[0, 8, 1, 3]), 1);
        assert_eq!(passes(2, &[0, 8, 5, 10]), 2);
    }
}
