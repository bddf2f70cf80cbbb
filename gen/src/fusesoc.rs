//! A FuseSoC core for each module (VER-10), beside it. Modules that it instantiates are cores that it depends on, so folders of
//! several configurations share common modules.

use crate::File;
use crate::checkers::Files;
use heddle_hdl::Module;
use heddle_template::environment;
use minijinja::context;
use serde_json::json;
use std::collections::BTreeSet;

/// Description of a memory wrapper.
const WRAPPER: &str = "a memory, for a macro of your foundry";
const CORE: &str = include_str!("module.core.jinja");

/// Names and texts of the cores. Cores of modules whose testbench is among the other files can be simulated.
pub fn files(modules: &[Module], others: &[File]) -> Vec<File> {
    let core = |module: &Module| (format!("{}.core", module.name), text(module, others));
    modules.iter().map(core).collect()
}

fn text(module: &Module, others: &[File]) -> String {
    let name = &module.name;
    let children: BTreeSet<String> = module.instances.iter().cloned().collect();
    let summary = module.contract.as_ref().map(|contract| contract.summary);
    let [properties, bind] = Files::of(name).concurrent();
    let is_there = |file: String| others.iter().any(|(other, _)| *other == file);
    let values = context! {
        vendor => "heddle:rtl",
        version => env!("CARGO_PKG_VERSION"),
        module => name,
        description => json!(summary.unwrap_or(WRAPPER)).to_string(),
        children => children,
        assertions => is_there(properties.clone()).then_some([properties, bind]),
        testbench => is_there(format!("testbench/{name}_tb.v"))
            && is_there(format!("testbench/{name}.vectors")),
    };
    environment()
        .render_str(CORE, values)
        .expect("our own template")
}

#[cfg(test)]
mod tests;
