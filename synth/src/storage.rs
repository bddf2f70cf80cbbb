//! Stored bits: those that the Verilog declares, compared with those in the netlist before the device's primitives are chosen
//! (SYN-3), because there a bit is a bit.
//!
//! Where synthesis removes or merges bits of a structure, there is a difference, which has a reason in [`EXPLAINED`].

mod explained;

use crate::netlist::{Cell, Netlist};
use heddle_hdl::Design;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

pub use explained::{EXPLAINED, Explained};

/// A storage structure of a module, as the design declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// The module.
    pub module: String,
    /// Name of the structure in the module, without indices.
    pub name: String,
    /// Bits in one instance of the module, in all iterations of the surrounding loops.
    pub bits: usize,
}

/// Stored bits of a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Storage {
    /// Bits that the Verilog declares, both those that `heddle area` counts and those that it does not, such as control state.
    pub declared: usize,
    /// Bits in flip-flops.
    pub flip_flops: usize,
    /// Bits in memories.
    pub memory: usize,
    /// The structures that differ; all others are the same.
    pub differences: Vec<Difference>,
}

/// A structure whose stored bits in the netlist differ from the declared bits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// Module; empty for flip-flops that belong to no declared structure.
    pub module: String,
    /// Name in the module.
    pub name: String,
    /// Declared bits, in all instances.
    pub declared: usize,
    /// Stored bits, without those already counted for another structure.
    pub stored: usize,
    /// Reason of the difference, if it is known.
    pub reason: Option<&'static str>,
}

impl Storage {
    /// The structures whose difference has no known reason.
    pub fn unexplained(&self) -> impl Iterator<Item = &Difference> {
        self.differences
            .iter()
            .filter(|difference| difference.reason.is_none())
    }

    pub(crate) fn of(netlist: &Netlist, top: &str, declared: &[Declared]) -> Self {
        let mut places = places(netlist, top, declared);
        let total = places.values().map(|difference| difference.declared).sum();
        let memory = netlist
            .cells()
            .filter(|(_, cell)| cell.kind == "$mem_v2")
            .map(|(_, cell)| {
                let name = cell.parameters.get("MEMID").and_then(|name| name.as_str());
                let size = |parameter| cell.number(parameter).unwrap_or_default();
                (bare(name.unwrap_or_default()), size("SIZE") * size("WIDTH"))
            });
        let memory: Vec<(String, usize)> = memory.collect();
        for (name, bits) in &memory {
            if let Some(place) = place(&mut places, name) {
                place.stored += bits;
            }
        }
        let flip_flops: BTreeSet<u64> = netlist
            .cells()
            .filter(|(_, cell)| is_flip_flop(cell))
            .flat_map(|(_, cell)| cell.nets("Q"))
            .collect();
        let mut left = flip_flops.clone();
        for (name, nets) in netlist.nets() {
            if let Some(place) = place(&mut places, &bare(name)) {
                place.stored += nets.filter(|net| left.remove(net)).count();
            }
        }
        let mut differences: Vec<Difference> = places.into_values().collect();
        differences.push(Difference {
            module: String::new(),
            name: "flip-flops of no structure".into(),
            declared: 0,
            stored: left.len(),
            reason: None,
        });
        differences.retain(|difference| difference.declared != difference.stored);
        differences.iter_mut().for_each(Difference::explain);
        Self {
            declared: total,
            flip_flops: flip_flops.len(),
            memory: memory.iter().map(|(_, bits)| bits).sum(),
            differences,
        }
    }
}

impl Difference {
    fn explain(&mut self) {
        let is_it = |known: &&Explained| {
            self.module.starts_with(known.module) && self.name.starts_with(known.name)
        };
        self.reason = EXPLAINED.iter().find(is_it).map(|known| known.reason);
    }
}

/// The storage structures that a design declares.
pub(crate) fn declared(design: &Design) -> Vec<Declared> {
    let storage = design
        .modules
        .iter()
        .flat_map(|module| module.storage.iter().map(move |storage| (module, storage)));
    storage
        .map(|(module, storage)| Declared {
            module: module.name.clone(),
            name: bare(&storage.name),
            bits: storage.bits(),
        })
        .collect()
}

/// Every structure by its name in the flattened netlist; the instances of a loop are one structure.
fn places(netlist: &Netlist, top: &str, declared: &[Declared]) -> BTreeMap<String, Difference> {
    let mut modules = vec![(String::new(), top.to_owned())];
    modules.extend(
        netlist
            .scopes()
            .map(|(path, module)| (format!("{}.", bare(path)), module.to_owned())),
    );
    let mut places = BTreeMap::new();
    for (path, module) in modules {
        for own in declared.iter().filter(|own| own.module == module) {
            let place = places
                .entry(format!("{path}{}", own.name))
                .or_insert_with(|| Difference {
                    module: module.clone(),
                    name: own.name.clone(),
                    declared: 0,
                    stored: 0,
                    reason: None,
                });
            place.declared += own.bits;
        }
    }
    places
}

/// The structure with a name. The first bank of a memory with several banks counts as the memory.
fn place<'a>(
    places: &'a mut BTreeMap<String, Difference>,
    name: &str,
) -> Option<&'a mut Difference> {
    let memory = name.strip_suffix("_w0_q").map(|stem| format!("{stem}_q"));
    let known = memory.filter(|memory| places.contains_key(memory));
    places.get_mut(known.as_deref().unwrap_or(name))
}

fn is_flip_flop(cell: &Cell) -> bool {
    cell.kind.starts_with('$') && cell.kind.contains("dff")
}

/// A name without indices and without the mark that Yosys puts on names of the source.
fn bare(name: &str) -> String {
    let mut bare = String::new();
    let mut is_index = false;
    for c in name.trim_start_matches('\\').chars() {
        match c {
            '[' => is_index = true,
            ']' => is_index = false,
            _ if is_index => {}
            _ => bare.push(c),
        }
    }
    bare
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"{"modules": {"top": {"cells": {
        "a": {"type": "$dff", "connections": {"Q": [4, 5]}},
        "b": {"type": "$sdffe", "connections": {"Q": [6]}},
        "m": {"type": "$mem_v2", "parameters": {"MEMID": "\\u_in.g_x[1].m_q", "SIZE": "100", "WIDTH": "11"}},
        "u_in": {"type": "$scopeinfo", "parameters": {"TYPE": "module"}, "attributes": {"module": "inner"}}},
        "netnames": {"a_q": {"bits": [4, 5]}, "copy_q": {"bits": [5]}, "u_in.k_q": {"bits": ["0"]}}}}}"#;

    fn declared(module: &str, name: &str, bits: usize) -> Declared {
        Declared {
            module: module.into(),
            name: name.into(),
            bits,
        }
    }

    #[test]
    fn what_is_merged_constant_or_not_declared_is_told() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("n.json");
        std::fs::write(&path, TEXT).expect("writable");
        let netlist = Netlist::read(&path, "top", "top").expect("a netlist");
        let all = [
            declared("top", "a_q", 2),
            declared("top", "copy_q", 1),
            declared("inner", "k_q", 1),
            declared("inner", "g_x.m_q", 12),
        ];
        let storage = Storage::of(&netlist, "top", &all);
        assert_eq!(
            (storage.declared, storage.flip_flops, storage.memory),
            (16, 3, 12)
        );
        let names: Vec<&str> = storage
            .unexplained()
            .map(|difference| difference.name.as_str())
            .collect();
        assert_eq!(names, ["copy_q", "k_q", "flip-flops of no structure"]);
    }
}
