//! The memories that become macros in a flow for standard cells.

use crate::count::StorageKind;
use crate::design::{Design, Module};

/// The attribute that marks memories as macros.
pub const MACRO_ATTRIBUTE: &str = "heddle_macro";

/// Name of the memory in a memory wrapper.
const WRAPPED: &str = "memory_q";

impl Design {
    /// The design with an attribute, [`MACRO_ATTRIBUTE`], before each array that counts as a memory.
    #[must_use]
    pub fn with_macros(mut self) -> Self {
        for module in &mut self.modules {
            module.verilog = marked(module);
        }
        self
    }
}

fn marked(module: &Module) -> String {
    let storage = module.storage.iter();
    let memories = storage.filter(|storage| storage.kind == StorageKind::Memory);
    let names = memories.filter_map(|storage| storage.name.rsplit('.').next());
    let names: Vec<&str> = names.chain([WRAPPED]).collect();
    let declares = |line: &str| {
        line.trim_start().starts_with("reg ")
            && names
                .iter()
                .any(|name| line.contains(&format!(" {name} [0:")))
    };
    let lines = module.verilog.lines().map(|line| match declares(line) {
        true => format!("(* {MACRO_ATTRIBUTE} *) {line}\n"),
        false => format!("{line}\n"),
    });
    lines.collect()
}
