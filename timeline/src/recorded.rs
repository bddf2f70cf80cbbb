//! The recording of a run, ready to be written.

use crate::log::place;
use crate::record::Record;
use crate::window::Window;
use heddle_isa::Program;
use heddle_types::Pc;

/// The instructions that a run issued, sorted by cycle and core, with the further data that the writers need.
#[derive(Debug)]
pub struct Recorded<'a> {
    pub(crate) program: &'a Program,
    /// Lanes of a warp.
    pub(crate) warp_size: usize,
    /// Lanes of a group: threads that the mechanism always schedules together, with a track of their own in the timeline.
    pub(crate) group: usize,
    pub(crate) cores: usize,
    pub(crate) window: Window,
    /// For each memory module, the busy cycles of each period.
    pub(crate) buses: &'a [Vec<u64>],
    pub(crate) records: Vec<Record>,
}

impl Recorded<'_> {
    /// The function of a PC and the offset in it.
    pub(crate) fn function(&self, pc: Pc) -> String {
        place(self.program, pc)
    }
}
