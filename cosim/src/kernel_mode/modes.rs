//! Which units run kernels, and which assembly runs them for each other unit.

use super::{KernelCheck, KernelOutcome};
use crate::{Checked, Error, InGpu};
use heddle_contract::units;
use heddle_sim::mechanisms::ReplaceableUnit;
use heddle_sim::{Mechanism, Observer};

/// Runs a kernel.
type Run<T> = fn(&KernelCheck) -> Result<T, Error>;

/// The modes in which the golden GPU runs kernels with a unit's RTL.
#[derive(Clone, Debug)]
pub struct KernelModes {
    /// The divergence mechanisms under which cores contain the unit, the usual one first.
    pub mechanisms: Vec<Mechanism>,
    /// [`KernelCheck::shadow`] of the unit.
    pub shadow: Run<KernelOutcome>,
    /// [`KernelCheck::in_loop`] of the unit.
    pub in_loop: Run<KernelOutcome>,
    /// [`KernelCheck::in_loop_observed`] of the unit.
    pub in_loop_observed: fn(&KernelCheck, &mut dyn Observer) -> Result<KernelOutcome, Error>,
    /// [`KernelCheck::both`] of the unit.
    pub both: Run<[KernelOutcome; 2]>,
}

/// A unit that knows whether it runs kernels. Every unit of the registry implements this trait.
pub trait KernelUnit: Checked {
    /// How the unit runs kernels.
    ///
    /// # Errors
    /// [`Error::Part`] if the golden GPU contains the unit only inside an assembly, which runs kernels instead.
    fn kernel_modes() -> Result<KernelModes, Error>;
}

impl<U: InGpu> KernelUnit for U {
    fn kernel_modes() -> Result<KernelModes, Error> {
        Ok(KernelModes {
            mechanisms: U::Replaceable::mechanisms(),
            shadow: |check| check.shadow::<U>(),
            in_loop: |check| check.in_loop::<U>(),
            in_loop_observed: |check, observer| check.in_loop_observed::<U>(observer),
            both: |check| check.both::<U>(),
        })
    }
}

/// Units that cannot run kernels by themselves, listed under the assembly that contains them and can.
macro_rules! parts {
    ($($assembly:literal: $($unit:ty),+;)*) => {$($(
        impl KernelUnit for $unit {
            fn kernel_modes() -> Result<KernelModes, Error> {
                Err(Error::Part { unit: <$unit as heddle_contract::Unit>::NAME, assembly: $assembly })
            }
        }
    )+)*};
}

parts! {
    "dwf_scheduler":
        units::WarpUpdateRegisters, units::PcWarpLut, units::SlotCrossbar, units::WarpPool,
        units::WarpAllocator, units::MheapLut, units::MaxHeap, units::SpillQueue, units::MajorityScheduler,
        units::TournamentScheduler, units::WinnerTree, units::TimestampQueue;
    "cycle_compressor":
        units::BccSequencer, units::SccControl, units::SwizzleCrossbar, units::UnswizzleCrossbar;
    "dwr_synchronizer":
        units::PartnerSyncTable, units::IgnoreListTable, units::SubWarpCombiner;
}
