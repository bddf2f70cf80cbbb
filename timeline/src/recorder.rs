//! Watches a run.

use crate::counters;
use crate::record::Record;
use crate::recorded::Recorded;
use crate::window::Window;
use heddle_contract::Config;
use heddle_isa::Program;
use heddle_sim::memory::{BusUse, BusWatch};
use heddle_sim::{Issued, Mechanism, Observer};
use heddle_types::Cycle;

/// Keeps the instructions that are issued in a window.
///
/// Cores are simulated a quantum at a time, several at once, so instructions of a quantum arrive in any order of cores. They are
/// kept until the run ends and are then sorted by cycle.
#[derive(Debug)]
pub struct Recorder {
    window: Window,
    /// For each core that has issued.
    cores: Vec<Core>,
}

/// What a core has issued.
#[derive(Debug, Default)]
struct Core {
    records: Vec<Record>,
    /// The first record of the instruction whose pipe is not known yet: `dwf` reports a warp once for each original warp.
    open: usize,
}

impl Core {
    fn held(&mut self, until: Cycle) {
        for record in &mut self.records[self.open..] {
            record.until = until.number();
        }
        self.open = self.records.len();
    }
}

impl Observer for Recorder {
    fn issued(&mut self, event: &Issued) {
        if !self.window.contains(event.cycle) {
            return;
        }
        if self.cores.len() <= event.core {
            self.cores.resize_with(event.core + 1, Core::default);
        }
        self.cores[event.core].records.push(Record {
            cycle: event.cycle.number(),
            until: event.cycle.number() + 1,
            core: event.core as u32,
            warp: event.warp.index() as u32,
            pc: event.pc,
            instruction: *event.instruction,
            lanes: event.lanes,
        });
    }

    fn reads_threads(&self) -> bool {
        false
    }

    fn held(&mut self, core: usize, until: Cycle) {
        if let Some(core) = self.cores.get_mut(core) {
            core.held(until);
        }
    }
}

impl Recorder {
    /// A recorder of these cycles.
    pub fn new(window: Window) -> Recorder {
        Recorder {
            window,
            cores: Vec::new(),
        }
    }

    /// The bus watch that a GPU needs for the timeline of these cycles.
    pub fn bus_watch(window: Window) -> BusWatch {
        counters::watch(window)
    }

    /// The recording of a run on a machine. `buses` holds the bus use that was watched for it, if any.
    pub fn recorded<'a>(
        self,
        config: &Config,
        mechanism: Mechanism,
        program: &'a Program,
        buses: Option<&'a BusUse>,
    ) -> Recorded<'a> {
        let cores = self.cores.into_iter();
        let mut records: Vec<Record> = cores.flat_map(|core| core.records).collect();
        // A stable sort: the instructions that one core issues in a cycle stay in order.
        records.sort_by_key(|record| (record.cycle, record.core));
        Recorded {
            program,
            warp_size: config.core.warp_size,
            group: mechanism.lanes(config),
            cores: config.cores,
            window: self.window,
            buses: buses.map_or(&[], |buses| &buses.modules),
            records,
        }
    }
}
