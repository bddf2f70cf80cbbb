//! Files of hardware units: Verilog, lists for tools, constraints, FuseSoC cores, checkers, testbenches, blocks for rust-hdl.
//!
//! [`generate`] gives the names and texts of all files. Nothing is written before [`Generated::write`]; the caller may also put the
//! files somewhere else. A name may contain a folder.
//!
//! ```
//! use heddle_contract::Config;
//! use heddle_gen::{Choices, Units, generate};
//!
//! let choices = Choices { checkers: true, ..Choices::default() };
//! let units = ["unified_arbiter".to_owned()];
//! let generated = generate(&Config::preset("tiny")?, Units::Named(&units), &choices)?;
//! let (_, verilog) = generated.files.iter().find(|(name, _)| name == "unified_arbiter.v").expect("its Verilog");
//! assert!(verilog.contains("module unified_arbiter"));
//! assert!(generated.files.iter().any(|(name, _)| name == "unified_arbiter.sdc"));
//! assert!(generated.files.iter().any(|(name, _)| name == "checker/unified_arbiter_bind.sv"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod checkers;
mod choices;
mod constraints;
pub mod counterexample;
mod designs;
pub mod difference;
mod error;
mod forms;
mod fusesoc;
mod lists;
mod manifest;
mod page;
mod sources;
mod testbench;

pub use choices::{Choices, Package};
pub use designs::Units;
pub use error::Error;
pub use page::page;

use heddle_contract::Config;
use heddle_hdl::Module;
use heddle_system::files::{self, Unwritable};
use serde_json::Value;
use std::path::Path;

/// Name and text of a file. The name is relative to the folder of all files, and may contain a folder.
pub type File = (String, String);

/// The files of units.
#[derive(Clone, Debug)]
pub struct Generated {
    /// All files.
    pub files: Vec<File>,
    /// The modules in the Verilog, children first.
    pub modules: Vec<Module>,
    /// The modules as in the manifest: ports, parameters, instances, bits.
    pub manifest: Vec<Value>,
    /// A line for each unit whose form the machine chooses: the form, and how to get another one.
    pub forms: Vec<String>,
}

impl Generated {
    /// Writes all files into a folder, which is made if it does not exist: all of them or none.
    ///
    /// # Errors
    /// The folder or a file cannot be written; then everything is as before.
    pub fn write(&self, folder: &Path) -> Result<(), Unwritable> {
        let files = self.files.iter();
        files::write(
            folder,
            files.map(|(name, text)| (name.as_str(), text.as_bytes())),
        )
    }
}

/// The files of units of a machine.
///
/// # Errors
/// A unit that does not fit the machine, two different modules of one name, a wrong period or delay, and templates that are
/// wrong or cannot be read.
pub fn generate(config: &Config, units: Units, choices: &Choices) -> Result<Generated, Error> {
    let designs = designs::designs(config, units, choices)?;
    let modules = sources::modules(&designs)?;
    let names = units.names();
    let mut files = sources::files(&modules, &choices.package);
    files.extend(lists::files(&modules, choices.checkers));
    files.push(manifest::file(&modules, config, choices));
    if choices.rust_hdl {
        files.extend(heddle_rust_hdl_generator::files(config, &designs)?);
    }
    if let Some(cycles) = choices.testbench_cycles {
        let designs: Vec<_> = names.iter().copied().zip(&designs).collect();
        files.extend(testbench::files(config, choices, cycles, &designs)?);
    }
    if choices.checkers {
        files.extend(checkers::files(config, choices, &names)?);
    }
    files.extend(fusesoc::files(&modules, &files));
    files.extend(constraints::files(&modules, choices, &files)?);
    Ok(Generated {
        manifest: manifest::modules(&modules, choices.checkers),
        forms: forms::of(&names, config),
        files,
        modules,
    })
}
