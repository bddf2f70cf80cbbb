//! What a point costs (EXP-9), known before it runs.

use heddle_area::Cost;
use heddle_contract::Config;
use heddle_contract::hardware::Hardware;
use heddle_sim::Mechanism;

/// The hardware of a mechanism in a core, as `heddle area --mechanism` counts it.
///
/// # Errors
/// Why the mechanism cannot be built on this machine.
pub fn of(mechanism: Mechanism, config: &Config) -> Result<Cost, String> {
    let Hardware::Units(units) = mechanism.about().hardware else {
        return Err(format!("`{}` has no units", mechanism.name()));
    };
    mechanism.check(config).map_err(|error| error.to_string())?;
    Cost::of(config, &units).map_err(|error| error.to_string())
}

/// Bits that its Verilog declares.
///
/// # Errors
/// As [`of`].
pub fn bits(mechanism: Mechanism, config: &Config) -> Result<u64, String> {
    Ok(of(mechanism, config)?.bits() as u64)
}
