//! Contract, golden model, RTL and stimuli of a unit, brought together.

use crate::stimuli::{self, Stimuli};
use crate::verilated::{Verilog, VerilogFile};
use heddle_contract::{Golden, units};
use heddle_hdl::{Design, Errors, Hardware};

/// A unit whose RTL can be checked against its golden model under its stimuli.
pub trait Checked: Hardware {
    /// The golden model.
    type Golden: Golden<Self>;
    /// The environment of unit mode.
    type Stimuli: Stimuli<Self>;
}

impl Checked for units::UnifiedArbiter {
    type Golden = heddle_units::UnifiedArbiter;
    type Stimuli = stimuli::UnifiedArbiterStimuli;
}

impl Checked for units::StacklessFrontEnd {
    type Golden = heddle_units::StacklessFrontEnd;
    type Stimuli = stimuli::StacklessFrontEndStimuli;
}

impl Checked for units::ThreadPcTable {
    type Golden = heddle_units::ThreadPcTable;
    type Stimuli = stimuli::ThreadPcTableStimuli;
}

impl Checked for units::ReconvergenceStack {
    type Golden = heddle_units::ReconvergenceStack;
    type Stimuli = stimuli::ReconvergenceStackStimuli;
}

impl Checked for units::WarpUpdateRegisters {
    type Golden = heddle_units::WarpUpdateRegisters;
    type Stimuli = stimuli::WarpUpdateRegistersStimuli;
}

impl Checked for units::PcWarpLut {
    type Golden = heddle_units::PcWarpLut;
    type Stimuli = stimuli::PcWarpLutStimuli;
}

impl Checked for units::SlotCrossbar {
    type Golden = heddle_units::SlotCrossbar;
    type Stimuli = stimuli::SlotCrossbarStimuli;
}

impl Checked for units::WarpPool {
    type Golden = heddle_units::WarpPool;
    type Stimuli = stimuli::WarpPoolStimuli;
}

impl Checked for units::WarpAllocator {
    type Golden = heddle_units::WarpAllocator;
    type Stimuli = stimuli::WarpAllocatorStimuli;
}

impl Checked for units::MheapLut {
    type Golden = heddle_units::MheapLut;
    type Stimuli = stimuli::MheapLutStimuli;
}

impl Checked for units::MaxHeap {
    type Golden = heddle_units::MaxHeap;
    type Stimuli = stimuli::MaxHeapStimuli;
}

impl Checked for units::SpillQueue {
    type Golden = heddle_units::SpillQueue;
    type Stimuli = stimuli::SpillQueueStimuli;
}

impl Checked for units::MajorityScheduler {
    type Golden = heddle_units::MajorityScheduler;
    type Stimuli = stimuli::MajoritySchedulerStimuli;
}

impl Checked for units::TournamentScheduler {
    type Golden = heddle_units::TournamentScheduler;
    type Stimuli = stimuli::TournamentSchedulerStimuli;
}

impl Checked for units::TimestampQueue {
    type Golden = heddle_units::TimestampQueue;
    type Stimuli = stimuli::TimestampQueueStimuli;
}

impl Checked for units::DwfScheduler {
    type Golden = heddle_units::DwfScheduler;
    type Stimuli = stimuli::DwfSchedulerStimuli;
}

impl Checked for units::BccSequencer {
    type Golden = heddle_units::BccSequencer;
    type Stimuli = stimuli::BccSequencerStimuli;
}

impl Checked for units::SccControl {
    type Golden = heddle_units::SccControl;
    type Stimuli = stimuli::SccControlStimuli;
}

impl Checked for units::SwizzleCrossbar {
    type Golden = heddle_units::SwizzleCrossbar;
    type Stimuli = stimuli::SwizzleCrossbarStimuli;
}

impl Checked for units::UnswizzleCrossbar {
    type Golden = heddle_units::UnswizzleCrossbar;
    type Stimuli = stimuli::UnswizzleCrossbarStimuli;
}

impl Checked for units::CycleCompressor {
    type Golden = heddle_units::CycleCompressor;
    type Stimuli = stimuli::CycleCompressorStimuli;
}

impl Checked for units::PartnerSyncTable {
    type Golden = heddle_units::PartnerSyncTable;
    type Stimuli = stimuli::PartnerSyncTableStimuli;
}

impl Checked for units::IgnoreListTable {
    type Golden = heddle_units::IgnoreListTable;
    type Stimuli = stimuli::IgnoreListTableStimuli;
}

impl Checked for units::SubWarpCombiner {
    type Golden = heddle_units::SubWarpCombiner;
    type Stimuli = stimuli::SubWarpCombinerStimuli;
}

impl Checked for units::DwrSynchronizer {
    type Golden = heddle_units::DwrSynchronizer;
    type Stimuli = stimuli::DwrSynchronizerStimuli;
}

/// The RTL of a unit as Verilog.
///
/// # Errors
/// Mistakes in the unit's description.
pub fn emit<U: Hardware>(params: &U::Params) -> Result<Verilog, Errors> {
    let design = Design::of::<U>(params)?;
    let files = design.modules.iter().map(|module| VerilogFile {
        name: module.file_name(),
        text: module.verilog.clone(),
    });
    Ok(Verilog {
        top: design.top().name.clone(),
        files: files.collect(),
    })
}
