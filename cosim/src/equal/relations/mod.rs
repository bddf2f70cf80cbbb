//! Relations between golden units and their RTL.

use super::golden::Gates as Golden;
use heddle_contract::terms::Terms;
use heddle_contract::{Property, Unit};

/// How the state of a golden unit and the registers of its RTL belong together.
pub trait Relation: Unit {
    /// Properties of words of the golden state ([`Golden::word`]) and of registers of the RTL.
    fn relation(
        params: &Self::Params,
        golden: &Golden,
        input: &Self::In<Terms>,
        output: &Self::Out<Terms>,
    ) -> Vec<Property>;
}

macro_rules! relations {
    ($($stem:ident $unit:ident,)*) => {
        $(mod $stem;)*
        $(
            impl Relation for heddle_contract::units::$unit {
                fn relation(
                    params: &Self::Params,
                    golden: &Golden,
                    input: &Self::In<Terms>,
                    output: &Self::Out<Terms>,
                ) -> Vec<Property> {
                    $stem::relation(params, golden, input, output)
                }
            }
        )*
    };
}
heddle_contract::for_each_unit!(relations);
