//! `heddle config`: the machine with every key, as a start for a configuration file.

use crate::cli::{Global, NoOptions};
use crate::failure::Failure;
use crate::output;

/// Prints the machine that the options describe, as TOML or JSON.
pub fn execute(global: &Global, _: &NoOptions) -> Result<(), Failure> {
    let machine = global.machine()?;
    if global.json {
        return output::json(&machine);
    }
    output::text(&toml::to_string(&machine).expect("a machine has string keys"))
}
