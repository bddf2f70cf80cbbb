//! What a point costs (EXP-9), known before it runs.

use heddle_area::Cost;
use heddle_contract::Config;
use heddle_contract::hardware::Hardware;
use heddle_sim::Mechanism;

/// Bits that the Verilog of a mechanism declares in a core, as `heddle area --mechanism` counts them.
///
/// # Errors
/// Why the mechanism cannot be built on this machine.
pub fn bits(mechanism: Mechanism, config: &Config) -> Result<u64, String> {
    let Hardware::Units(units) = mechanism.about().hardware else {
        return Err(format!("`{}` has no units", mechanism.name()));
    };
    mechanism.check(config).map_err(|error| error.to_string())?;
    let cost = Cost::of(config, &units).map_err(|error| error.to_string())?;
    Ok(cost.bits() as u64)
}
