//! Compares the RTL of a unit with its golden model, first as it is, then with a mistake put into the Verilog.
//!
//!     cargo run --release -p heddle-examples --bin cosimulate_unit
//!
//! Verilator has to be installed (`scripts/setup`). The first run compiles the model, which takes some seconds.

use heddle_contract::units::PartnerSyncTable;
use heddle_contract::{Config, Unit};
use heddle_cosim::verilated::Cache;
use heddle_cosim::{UnitMode, emit, rtl};
use std::error::Error;

/// Cycles that are compared.
const CYCLES: u64 = 100_000;

fn main() -> Result<(), Box<dyn Error>> {
    let params = PartnerSyncTable::params(&Config::preset("tiny")?)?;
    let cache = Cache::user()?;

    let verilog = emit::<PartnerSyncTable>(&params)?;
    let mut mistaken = verilog.clone();
    for file in &mut mistaken.files {
        file.text = file
            .text
            .replace("pc_q[warp_i] != pc_i", "pc_q[warp_i] == pc_i");
    }

    for (what, verilog) in [("as it is", verilog), ("with a mistake", mistaken)] {
        let library = rtl::library::<PartnerSyncTable>(&params, verilog, &cache)?;
        let mut run = UnitMode::<PartnerSyncTable>::new(&params, &library, 1);
        match run.run(CYCLES) {
            None => println!("{what}: {CYCLES} cycles, no mismatch"),
            Some(mismatch) => println!("{what}: {mismatch}"),
        }
        let corners = run.corners();
        let reached = corners.iter().filter(|corner| corner.hits > 0).count();
        println!(
            "  {reached} of {} corners of the contract reached",
            corners.len()
        );
    }
    Ok(())
}
