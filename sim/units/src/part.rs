//! Units that the golden GPU has inside of another unit.

use heddle_contract::{Behaviour, Unit};

/// A unit inside of a unit of the cores, which anything with the part's behaviour can replace there.
pub trait Part: Unit {
    /// The unit that contains it.
    type Whole: Unit;

    /// The golden whole with `B` in place of the part.
    type Around<B: Behaviour<Self>>: Behaviour<Self::Whole>;

    /// Installs `part`. The whole and the part are in their reset state.
    fn install<B: Behaviour<Self>>(
        params: &<Self::Whole as Unit>::Params,
        part: B,
    ) -> Self::Around<B>;

    /// Returns the installed part.
    fn uninstall<B: Behaviour<Self>>(around: Self::Around<B>) -> B;
}
