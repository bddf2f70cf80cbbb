//! The RTL of the units, one file per stem.

mod bcc_sequencer;
mod cycle_compressor;
mod dwf_scheduler;
mod dwf_subsystem;
mod dwr_subsystem;
mod dwr_synchronizer;
mod ignore_list_table;
mod majority_scheduler;
mod max_heap;
mod mheap_lut;
mod partner_sync_table;
mod pc_warp_lut;
mod reconvergence_stack;
mod scc_control;
mod slot_crossbar;
mod spill_queue;
mod stackless_front_end;
mod stackless_subsystem;
mod sub_warp_combiner;
mod swizzle_crossbar;
mod thread_pc_table;
mod timestamp_queue;
mod tournament_scheduler;
mod unified_arbiter;
mod unswizzle_crossbar;
mod warp_allocator;
mod warp_pool;
mod warp_update_registers;
mod winner_tree;

use crate::{Checker, Design, Errors, Hardware, Naming, Style};
use heddle_contract::units as contract;
use heddle_contract::units::{
    ReconvergenceStack, StacklessFrontEnd, ThreadPcTable, UnifiedArbiter,
};
use heddle_contract::{Config, ParamError, Unit};

macro_rules! registry {
    ($($stem:ident $unit:ident,)*) => {
        /// The names of all units.
        pub const NAMES: &[&str] = &[$(contract::$unit::NAME),*];

        /// The functions that build the unit with this name, and its checkers.
        fn builders(name: &str) -> Result<Builders, UnitError> {
            match name {
                $(contract::$unit::NAME => Ok(Builders {
                    design: of::<contract::$unit>,
                    checkers: checkers_of::<contract::$unit>,
                }),)*
                _ => Err(UnitError::Unknown { name: name.into() }),
            }
        }
    };
}
heddle_contract::for_each_unit!(registry);

type Build<T> = fn(&Config, Style, &Naming) -> Result<T, UnitError>;

struct Builders {
    design: Build<Design>,
    checkers: Build<Vec<Checker>>,
}

/// Why a unit cannot be generated for a machine.
#[derive(Debug, thiserror::Error)]
pub enum UnitError {
    /// No unit of that name.
    #[error("no unit is called `{name}`; there are: {}", NAMES.join(", "))]
    Unknown {
        /// The name that was requested.
        name: String,
    },
    /// The machine requires parameters that the unit does not support.
    #[error(transparent)]
    Params(#[from] ParamError),
    /// The unit's description is wrong: a bug in Heddle.
    #[error("the description of this unit is wrong:\n{0}")]
    Description(#[from] Errors),
}

/// The RTL of a unit with the parameters of a machine, in the default [`Style`].
///
/// # Errors
/// [`UnitError`] for a name that is not in [`NAMES`], and for a machine that the unit refuses.
pub fn design(name: &str, config: &Config) -> Result<Design, UnitError> {
    styled(name, config, Style::default())
}

/// The RTL of a unit with the parameters of a machine, with modules named after their units.
///
/// # Errors
/// As [`design`].
pub fn styled(name: &str, config: &Config, style: Style) -> Result<Design, UnitError> {
    named(name, config, style, &Naming::default())
}

/// The RTL of a unit with the parameters of a machine.
///
/// # Errors
/// As [`design`].
pub fn named(
    name: &str,
    config: &Config,
    style: Style,
    naming: &Naming,
) -> Result<Design, UnitError> {
    (builders(name)?.design)(config, style, naming)
}

/// Checkers of all modules of a unit with the parameters of a machine, in the order of [`named`].
///
/// # Errors
/// As [`design`].
pub fn checkers(
    name: &str,
    config: &Config,
    style: Style,
    naming: &Naming,
) -> Result<Vec<Checker>, UnitError> {
    (builders(name)?.checkers)(config, style, naming)
}

fn of<U: Hardware>(config: &Config, style: Style, naming: &Naming) -> Result<Design, UnitError> {
    Ok(Design::named::<U>(&U::params(config)?, style, naming)?)
}

fn checkers_of<U: Hardware>(
    config: &Config,
    style: Style,
    naming: &Naming,
) -> Result<Vec<Checker>, UnitError> {
    Ok(Design::checkers::<U>(&U::params(config)?, style, naming))
}

/// RTL of the unified PC and memory arbiter.
///
/// # Errors
/// Mistakes in its description.
pub fn unified_arbiter(p: &contract::unified_arbiter::Params) -> Result<Design, Errors> {
    Design::of::<UnifiedArbiter>(p)
}

/// RTL of the control unit of stack-less warps, with its arbiter.
///
/// # Errors
/// Mistakes in its description.
pub fn stackless_front_end(p: &contract::stackless_front_end::Params) -> Result<Design, Errors> {
    Design::of::<StacklessFrontEnd>(p)
}

/// RTL of the table of thread PCs.
///
/// # Errors
/// Mistakes in its description.
pub fn thread_pc_table(p: &contract::thread_pc_table::Params) -> Result<Design, Errors> {
    Design::of::<ThreadPcTable>(p)
}

/// RTL of the reconvergence stacks.
///
/// # Errors
/// Mistakes in its description.
pub fn reconvergence_stack(p: &contract::reconvergence_stack::Params) -> Result<Design, Errors> {
    Design::of::<ReconvergenceStack>(p)
}
