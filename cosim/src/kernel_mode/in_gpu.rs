//! Where a unit sits in the golden GPU.

use crate::Checked;
use heddle_contract::units::{
    CycleCompressor, DwfScheduler, DwrSynchronizer, ReconvergenceStack, StacklessFrontEnd,
    ThreadPcTable, UnifiedArbiter,
};
use heddle_contract::{Behaviour, Unit};
use heddle_sim::mechanisms::ReplaceableUnit;
use heddle_units::AroundArbiter;

/// Parameters of the unit that the cores have.
pub type ReplaceableParams<U> = <<U as InGpu>::Replaceable as Unit>::Params;

/// A unit of the golden GPU: anything that behaves like it can be plugged in.
pub trait InGpu: Checked {
    /// The unit that the cores have: this one, or one that this one is part of.
    type Replaceable: ReplaceableUnit;

    /// That unit with such a thing inside.
    type Around<B: Behaviour<Self>>: Behaviour<Self::Replaceable>;

    /// Plugs it in. Both are in their reset state.
    fn plug<B: Behaviour<Self>>(params: &ReplaceableParams<Self>, unit: B) -> Self::Around<B>;

    /// Takes it out again.
    fn unplug<B: Behaviour<Self>>(around: Self::Around<B>) -> B;
}

/// Units that the cores have themselves.
macro_rules! in_core {
    ($($unit:ty),*) => {$(
        impl InGpu for $unit {
            type Replaceable = Self;
            type Around<B: Behaviour<Self>> = B;

            fn plug<B: Behaviour<Self>>(_: &Self::Params, unit: B) -> B {
                unit
            }

            fn unplug<B: Behaviour<Self>>(around: B) -> B {
                around
            }
        }
    )*};
}

in_core!(
    CycleCompressor,
    DwfScheduler,
    DwrSynchronizer,
    ReconvergenceStack,
    StacklessFrontEnd,
    ThreadPcTable
);

impl InGpu for UnifiedArbiter {
    type Replaceable = StacklessFrontEnd;
    type Around<B: Behaviour<Self>> = AroundArbiter<B>;

    fn plug<B: Behaviour<Self>>(params: &ReplaceableParams<Self>, unit: B) -> AroundArbiter<B> {
        AroundArbiter::new(params, unit)
    }

    fn unplug<B: Behaviour<Self>>(around: AroundArbiter<B>) -> B {
        around.into_arbiter()
    }
}
