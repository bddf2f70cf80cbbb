//! Writes the files of a unit into a folder: Verilog, constraints, checkers, and a testbench with a recorded run.
//!
//!     cargo run -p heddle-examples --bin generate_files [FOLDER]

use heddle_contract::Config;
use heddle_gen::{Choices, Units, generate};
use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.unwrap_or_else(|| std::env::temp_dir().join("heddle-files"));

    let choices = Choices {
        period_ns: 4.0,
        checkers: true,
        testbench_cycles: Some(200),
        origin: "an example".into(),
        ..Choices::default()
    };
    let units = ["partner_sync_table".to_owned()];
    let generated = generate(&Config::preset("tiny")?, Units::Named(&units), &choices)?;

    generated.write(&folder)?;
    for (name, _) in &generated.files {
        println!("{name}");
    }
    for module in &generated.modules {
        println!("{}: {} bits", module.name, module.register_bits());
    }
    Ok(())
}
