//! Watches a run.

use crate::counters;
use crate::record::Record;
use crate::recorded::Recorded;
use crate::window::Window;
use heddle_contract::Config;
use heddle_isa::Program;
use heddle_sim::memory::{BusUse, BusWatch};
use heddle_sim::{Issued, Mechanism, Observer};

/// Keeps the instructions that are issued in a window.
///
/// Cores are simulated one after the other, a quantum at a time, so their instructions arrive core by core. They are kept until
/// the run ends and are then sorted by cycle.
#[derive(Debug)]
pub struct Recorder {
    window: Window,
    pub(crate) records: Vec<Record>,
}

impl Observer for Recorder {
    fn issued(&mut self, event: &Issued) {
        if !(self.window.from..self.window.to).contains(&event.cycle.number()) {
            return;
        }
        self.records.push(Record {
            cycle: event.cycle.number(),
            core: event.core as u32,
            warp: event.warp.index() as u32,
            pc: event.pc,
            instruction: *event.instruction,
            lanes: event.lanes,
        });
    }
}

impl Recorder {
    /// A recorder of these cycles.
    pub fn new(window: Window) -> Recorder {
        Recorder {
            window,
            records: Vec::new(),
        }
    }

    /// The bus watch that a GPU needs for the timeline of these cycles.
    pub fn bus_watch(window: Window) -> BusWatch {
        counters::watch(window)
    }

    /// The recording of a run on a machine. `buses` holds the bus use that was watched for it, if any.
    pub fn recorded<'a>(
        mut self,
        config: &Config,
        mechanism: Mechanism,
        program: &'a Program,
        buses: Option<&'a BusUse>,
    ) -> Recorded<'a> {
        // A stable sort: the instructions that one core issues in a cycle stay in order.
        self.records
            .sort_by_key(|record| (record.cycle, record.core));
        let core = &config.core;
        Recorded {
            program,
            warp_size: core.warp_size,
            issue_cycles: match mechanism {
                Mechanism::Mimd => 1,
                _ => (core.warp_size / core.simd_width) as u64,
            },
            cores: config.cores,
            window: self.window,
            buses: buses.map_or(&[], |buses| &buses.modules),
            records: self.records,
        }
    }
}
