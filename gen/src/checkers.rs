//! Checkers: the properties in contracts as Verilog for formal tools, and as assertions that are bound to modules.

use crate::File;
use crate::choices::Choices;
use crate::error::Error;
use crate::sources;
use heddle_contract::Config;
use heddle_hdl::{Checker, units};
use serde::Serialize;

/// Folder of the checkers, beside the Verilog.
const FOLDER: &str = "checker";

/// Files of a module's checker, with paths relative to the folder of the Verilog.
#[derive(Debug, Serialize)]
pub struct Files {
    /// The checker in Verilog-2005.
    verilog: String,
    /// The module of concurrent assertions.
    pub properties: String,
    /// The file that binds the assertions to each instance.
    pub bind: String,
}

impl Files {
    /// The files of a module that has a contract.
    pub fn of(module: &str) -> Self {
        let file = |end: &str| format!("{FOLDER}/{module}_{end}");
        Self {
            verilog: file("checker.v"),
            properties: file("properties.sv"),
            bind: file("bind.sv"),
        }
    }

    /// The files for simulators.
    pub fn concurrent(self) -> [String; 2] {
        [self.properties, self.bind]
    }
}

/// Names and texts of the checkers of all modules of these units, and the list of files for simulators.
///
/// # Errors
/// A unit that does not support the machine's parameters.
pub fn files(config: &Config, choices: &Choices, names: &[&str]) -> Result<Vec<File>, Error> {
    let mut files = Vec::new();
    let mut list = String::new();
    for checker in all(config, choices, names)? {
        let own = Files::of(checker.module());
        let within = |path: &str| path.replacen(&format!("{FOLDER}/"), "", 1) + "\n";
        list += &(within(&own.properties) + &within(&own.bind));
        let text = |name: String, text: &str| sources::text(&name, text, &choices.package);
        let bind = format!("{}_bind", checker.module());
        files.push((own.verilog, text(checker.name(), &checker.verilog())));
        let properties = text(checker.properties_name(), &checker.properties());
        files.push((own.properties, properties));
        files.push((own.bind, text(bind, &checker.bind())));
    }
    files.push((format!("{FOLDER}/files.f"), list));
    Ok(files)
}

/// One checker for each module, children first.
fn all(config: &Config, choices: &Choices, names: &[&str]) -> Result<Vec<Checker>, Error> {
    let (style, naming) = (choices.style, choices.package.naming());
    let mut all: Vec<Checker> = Vec::new();
    for name in names {
        for checker in units::checkers(name, config, style, &naming)? {
            if all.iter().all(|known| known.module() != checker.module()) {
                all.push(checker);
            }
        }
    }
    Ok(all)
}
