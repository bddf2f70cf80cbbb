//! Where a unit is used in the golden GPU.

use crate::Checked;
use heddle_contract::{Behaviour, Unit, units};
use heddle_sim::mechanisms::ReplaceableUnit;
use heddle_units::Part;

/// Parameters of the replaceable unit in the cores.
pub type ReplaceableParams<U> = <<U as InGpu>::Replaceable as Unit>::Params;

/// A unit of the golden GPU, which anything with the unit's behaviour can replace.
pub trait InGpu: Checked {
    /// The replaceable unit in the cores: this unit, or a unit that contains it.
    type Replaceable: ReplaceableUnit;

    /// The replaceable unit with `B` in place of this unit.
    type Around<B: Behaviour<Self>>: Behaviour<Self::Replaceable>;

    /// Installs `unit`. Both units are in their reset state.
    fn install<B: Behaviour<Self>>(params: &ReplaceableParams<Self>, unit: B) -> Self::Around<B>;

    /// Returns the installed unit.
    fn uninstall<B: Behaviour<Self>>(around: Self::Around<B>) -> B;
}

/// Units that are replaceable units of the cores themselves.
macro_rules! in_core {
    ($($unit:ident,)*) => {$(
        impl InGpu for units::$unit {
            type Replaceable = Self;
            type Around<B: Behaviour<Self>> = B;

            fn install<B: Behaviour<Self>>(_: &Self::Params, unit: B) -> B {
                unit
            }

            fn uninstall<B: Behaviour<Self>>(around: B) -> B {
                around
            }
        }
    )*};
}

in_core! {
    CycleCompressor,
    DwfScheduler,
    DwfSubsystem,
    DwrSubsystem,
    DwrSynchronizer,
    ReconvergenceStack,
    StacklessFrontEnd,
    StacklessSubsystem,
    ThreadPcTable,
}

/// Units inside of a replaceable unit.
macro_rules! in_unit {
    ($($unit:ident,)*) => {$(
        impl InGpu for units::$unit {
            type Replaceable = <Self as Part>::Whole;
            type Around<B: Behaviour<Self>> = <Self as Part>::Around<B>;

            fn install<B: Behaviour<Self>>(
                params: &ReplaceableParams<Self>,
                unit: B,
            ) -> Self::Around<B> {
                <Self as Part>::install(params, unit)
            }

            fn uninstall<B: Behaviour<Self>>(around: Self::Around<B>) -> B {
                <Self as Part>::uninstall(around)
            }
        }
    )*};
}

in_unit! {
    UnifiedArbiter,
}
