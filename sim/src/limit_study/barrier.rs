//! Barriers of the studied threads.

use super::trace::Traces;

/// Threads that wait for each other.
#[derive(Clone, Debug, Default)]
struct Gate {
    /// Threads that have not ended.
    live: usize,
    /// Threads that have arrived and wait.
    arrived: Vec<usize>,
}

impl Gate {
    /// The threads that continue if all have arrived.
    fn open(&mut self) -> Vec<usize> {
        match self.arrived.len() < self.live {
            true => Vec::new(),
            false => std::mem::take(&mut self.arrived),
        }
    }
}

/// Which threads a barrier makes wait for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// The studied threads of a block.
    Block,
    /// The threads of a warp on the machine on which the traces were recorded: the program may depend on its warp size.
    Warp,
}

/// The barriers of all threads.
#[derive(Clone, Debug)]
pub(super) struct Barriers {
    block_threads: usize,
    warp_size: usize,
    blocks: Vec<Gate>,
    warps: Vec<Gate>,
    waits: Vec<bool>,
}

impl Barriers {
    /// No thread waits yet; `warp_size` is that of the recording machine.
    pub fn new(traces: &Traces, warp_size: usize) -> Barriers {
        let threads = traces.words.len();
        let mut barriers = Barriers {
            block_threads: traces.block_threads,
            warp_size,
            blocks: Vec::new(),
            warps: Vec::new(),
            waits: vec![false; threads],
        };
        for thread in 0..threads {
            for scope in [Scope::Block, Scope::Warp] {
                barriers.gate(scope, thread).live += 1;
            }
        }
        barriers
    }

    fn gate(&mut self, scope: Scope, thread: usize) -> &mut Gate {
        let block = thread / self.block_threads;
        let warps = self.block_threads.div_ceil(self.warp_size);
        let warp = thread % self.block_threads / self.warp_size;
        let (gates, index) = match scope {
            Scope::Block => (&mut self.blocks, block),
            Scope::Warp => (&mut self.warps, block * warps + warp),
        };
        if gates.len() <= index {
            gates.resize(index + 1, Gate::default());
        }
        &mut gates[index]
    }

    /// Whether a thread waits.
    pub fn waits(&self, thread: usize) -> bool {
        self.waits[thread]
    }

    /// A thread arrives at a barrier; `true` if that opens the barrier.
    pub fn arrive(&mut self, scope: Scope, thread: usize) -> bool {
        self.waits[thread] = true;
        self.gate(scope, thread).arrived.push(thread);
        self.open(scope, thread)
    }

    /// A thread ends; `true` if that opens a barrier.
    pub fn end(&mut self, thread: usize) -> bool {
        let opened = [Scope::Block, Scope::Warp].map(|scope| {
            self.gate(scope, thread).live -= 1;
            self.open(scope, thread)
        });
        opened.contains(&true)
    }

    fn open(&mut self, scope: Scope, thread: usize) -> bool {
        let released = self.gate(scope, thread).open();
        for &thread in &released {
            self.waits[thread] = false;
        }
        !released.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blocks of six threads, the second only partly studied, on a machine with warps of four.
    fn barriers() -> Barriers {
        let traces = Traces {
            words: vec![vec![]; 8],
            truncated: 0,
            block_threads: 6,
        };
        Barriers::new(&traces, 4)
    }

    #[test]
    fn a_block_waits_for_all_that_have_not_ended() {
        let mut barriers = barriers();
        for thread in 0..5 {
            assert!(!barriers.arrive(Scope::Block, thread));
        }
        assert!(barriers.waits(3) && !barriers.waits(5));
        assert!(barriers.end(5));
        assert!((0..6).all(|thread| !barriers.waits(thread)));
    }

    #[test]
    fn threads_that_are_not_studied_do_not_count() {
        let mut barriers = barriers();
        assert!(!barriers.arrive(Scope::Block, 6));
        assert!(barriers.arrive(Scope::Block, 7));
    }

    #[test]
    fn warps_do_not_reach_into_the_next_block() {
        let mut barriers = barriers();
        assert!(!barriers.arrive(Scope::Warp, 4));
        assert!(barriers.arrive(Scope::Warp, 5));
        assert!(!barriers.arrive(Scope::Warp, 6));
    }
}
