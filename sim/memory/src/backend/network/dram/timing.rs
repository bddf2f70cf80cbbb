//! Times of a memory module, in cycles.
//!
//! fung2009 gives tCL, tRP, tRC, tRAS, tRCD and tRRD (Table I), and one clock for cores and memory.
//! The rest is chosen (MEM-14):
//!
//! * A line takes one column command, which represents all bursts of the line; its data is on the bus for
//!   `line_bytes / bus_bytes` cycles (rounded up) without a gap.
//! * A row that is read stays open, counted from the command, for as many cycles as the data of the line takes on
//!   the bus (tRTP, half a burst length for each of the bursts).
//! * Between the last data of a read and the first data of a write the bus is idle for [`TURNAROUND`] cycles (tRTW
//!   = tCL + BL/2 + 2 - tWL).
//! * Refresh is not modelled.

use heddle_contract::config::Dram;

/// Idle cycles between the data of a read and the data of a later write.
pub(super) const TURNAROUND: u64 = 2;

/// Times in cycles; `heddle_contract::config::Dram` defines them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timing {
    pub cl: u64,
    pub wl: u64,
    pub rp: u64,
    pub rc: u64,
    pub ras: u64,
    pub rcd: u64,
    pub rrd: u64,
    pub ccd: u64,
    pub wr: u64,
    pub wtr: u64,
    /// Cycles that a line takes on the data bus.
    pub burst: u64,
    /// Cycles from the last data until the reply is ready for the network.
    pub controller: u64,
}

impl Timing {
    pub fn new(dram: &Dram, line_bytes: u32) -> Self {
        Timing {
            cl: dram.t_cl.into(),
            wl: dram.t_wl.into(),
            rp: dram.t_rp.into(),
            rc: dram.t_rc.into(),
            ras: dram.t_ras.into(),
            rcd: dram.t_rcd.into(),
            rrd: dram.t_rrd.into(),
            ccd: dram.t_ccd.into(),
            wr: dram.t_wr.into(),
            wtr: dram.t_wtr.into(),
            burst: line_bytes.div_ceil(dram.bus_bytes).into(),
            controller: dram.controller_cycles.into(),
        }
    }
}
