//! Where a unit sits in the golden GPU.

use crate::Checked;
use heddle_contract::Behaviour;
use heddle_contract::units::stackless_front_end::Params;
use heddle_contract::units::{StacklessFrontEnd, UnifiedArbiter};
use heddle_sim::units::AroundArbiter;

/// A unit that the golden GPU has on every core: anything that behaves like it can be plugged in.
pub trait InGpu: Checked {
    /// The core's control unit with such a thing inside.
    type Around<B: Behaviour<Self>>: Behaviour<StacklessFrontEnd>;

    /// Plugs it in. Both are in their reset state.
    fn plug<B: Behaviour<Self>>(params: &Params, unit: B) -> Self::Around<B>;

    /// Takes it out again.
    fn unplug<B: Behaviour<Self>>(around: Self::Around<B>) -> B;
}

impl InGpu for StacklessFrontEnd {
    type Around<B: Behaviour<Self>> = B;

    fn plug<B: Behaviour<Self>>(_: &Params, unit: B) -> B {
        unit
    }

    fn unplug<B: Behaviour<Self>>(around: B) -> B {
        around
    }
}

impl InGpu for UnifiedArbiter {
    type Around<B: Behaviour<Self>> = AroundArbiter<B>;

    fn plug<B: Behaviour<Self>>(params: &Params, unit: B) -> AroundArbiter<B> {
        AroundArbiter::new(params, unit)
    }

    fn unplug<B: Behaviour<Self>>(around: AroundArbiter<B>) -> B {
        around.into_arbiter()
    }
}
