//! A data cache per core before a memory of constant latency.
//!
//! Loads allocate. Stores write through and nobody waits for them: a store is done in the cycle after
//! its line was served. It allocates on the private stacks only, and fetches nothing: nobody but its
//! owner reads a word there, and not before having written it. Atomics are performed in memory: they take a miss
//! and drop the core's copy. Any number of misses can be on their way. Shared memory is not a
//! cache: it always answers after `hit_cycles`. collange2011 leaves all of this open.

use super::{CacheCounts, DramCounts, LineAccess, LineRequest, Look, MemorySystem, Service, Tags};
use heddle_contract::Config;
use std::ops::Range;

/// One data cache per core, then memory of constant latency; the file's head says more.
#[derive(Clone, Debug)]
pub struct SimpleMemory {
    caches: Vec<Tags>,
    hit_cycles: u64,
    miss_cycles: u64,
    /// Lines of private stacks.
    stacks: Range<u32>,
    /// Lines of shared memory.
    shared: Range<u32>,
    cache: CacheCounts,
    dram: DramCounts,
}

impl SimpleMemory {
    /// The memory of a machine, with the physical byte addresses of private stacks and of shared
    /// memory.
    pub fn new(config: &Config, stacks: Range<u32>, shared: Range<u32>) -> Self {
        let memory = &config.memory;
        let lines_of = |bytes: Range<u32>| {
            bytes.start / memory.line_bytes..bytes.end.div_ceil(memory.line_bytes)
        };
        let lines = (memory.cache_bytes / memory.line_bytes) as usize;
        let sets = lines / memory.cache_ways;
        SimpleMemory {
            caches: vec![Tags::new(sets, memory.cache_ways); config.cores],
            hit_cycles: memory.hit_cycles.into(),
            miss_cycles: memory.miss_cycles.into(),
            stacks: lines_of(stacks),
            shared: lines_of(shared),
            cache: CacheCounts::default(),
            dram: DramCounts::default(),
        }
    }

    fn load(&mut self, request: LineRequest) -> Service {
        self.cache.loads += 1;
        let hit = request.cycle + self.hit_cycles;
        let tags = &mut self.caches[request.core];
        match tags.look(request.line) {
            Look::There { filled } if filled <= hit => {
                self.cache.hits += 1;
                Service::Hit { ready: hit }
            }
            Look::There { filled } => {
                self.cache.misses += 1;
                self.cache.pending_hits += 1;
                Service::Miss { ready: filled }
            }
            Look::Absent => {
                let ready = request.cycle + self.miss_cycles;
                tags.fill(request.line, ready);
                self.cache.misses += 1;
                self.dram.reads += 1;
                Service::Miss { ready }
            }
        }
    }

    fn store(&mut self, request: LineRequest) -> Service {
        self.cache.stores += 1;
        self.dram.writes += 1;
        let ready = request.cycle + 1;
        let tags = &mut self.caches[request.core];
        match tags.look(request.line) {
            Look::There { .. } => self.cache.hits += 1,
            Look::Absent => {
                self.cache.misses += 1;
                if self.stacks.contains(&request.line) {
                    tags.fill(request.line, ready);
                }
            }
        }
        Service::Hit { ready }
    }

    fn atomic(&mut self, request: LineRequest) -> Service {
        self.cache.atomics += 1;
        self.cache.misses += 1;
        self.dram.reads += 1;
        self.dram.writes += 1;
        self.caches[request.core].evict(request.line);
        let ready = request.cycle + self.miss_cycles;
        Service::Miss { ready }
    }
}

impl MemorySystem for SimpleMemory {
    fn access(&mut self, request: LineRequest) -> Service {
        if self.shared.contains(&request.line) {
            let ready = request.cycle + self.hit_cycles;
            return Service::Hit { ready };
        }
        self.cache.accesses += 1;
        match request.access {
            LineAccess::Load => self.load(request),
            LineAccess::Store => self.store(request),
            LineAccess::Atomic => self.atomic(request),
        }
    }

    fn begin_launch(&mut self) {
        self.caches.iter_mut().for_each(Tags::clear);
    }

    fn counts(&self) -> (CacheCounts, DramCounts) {
        (self.cache, self.dram)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory() -> SimpleMemory {
        // tiny: lines of 16 bytes, hit 2, miss 20.
        SimpleMemory::new(
            &Config::preset("tiny").unwrap(),
            0x800..0x1000,
            0x1000..0x1100,
        )
    }

    fn access(memory: &mut SimpleMemory, line: u32, access: LineAccess, cycle: u64) -> Service {
        memory.access(LineRequest {
            core: 0,
            line,
            access,
            cycle,
        })
    }

    #[test]
    fn a_line_on_its_way_is_waited_for_once() {
        let mut memory = memory();
        let load = |memory: &mut SimpleMemory, cycle| access(memory, 5, LineAccess::Load, cycle);
        assert_eq!(load(&mut memory, 0), Service::Miss { ready: 20 });
        assert_eq!(load(&mut memory, 7), Service::Miss { ready: 20 });
        assert_eq!(load(&mut memory, 18), Service::Hit { ready: 20 });
        assert_eq!(load(&mut memory, 30), Service::Hit { ready: 32 });
        let (cache, dram) = memory.counts();
        let counts = (cache.accesses, cache.hits, cache.misses, cache.pending_hits);
        assert_eq!(counts, (4, 2, 2, 1));
        assert_eq!(dram.reads, 1);
    }

    #[test]
    fn atomics_go_to_memory_and_shared_memory_never_does() {
        let mut memory = memory();
        access(&mut memory, 5, LineAccess::Load, 0);
        let atomic = access(&mut memory, 5, LineAccess::Atomic, 40);
        assert_eq!(atomic, Service::Miss { ready: 60 });
        let after = access(&mut memory, 5, LineAccess::Load, 70);
        assert_eq!(after, Service::Miss { ready: 90 });
        let shared = access(&mut memory, 0x100, LineAccess::Atomic, 70);
        assert_eq!(shared, Service::Hit { ready: 72 });
        assert_eq!(memory.counts().0.accesses, 3);
    }
    #[test]
    fn what_was_pushed_is_there_to_be_popped() {
        let mut memory = memory();
        for (line, popped) in [
            (0x80, Service::Hit { ready: 12 }),
            (5, Service::Miss { ready: 30 }),
        ] {
            let pushed = access(&mut memory, line, LineAccess::Store, 0);
            assert_eq!(pushed, Service::Hit { ready: 1 });
            assert_eq!(access(&mut memory, line, LineAccess::Load, 10), popped);
        }
    }
}
