//! A netlist that Yosys wrote as JSON.

use crate::error::{Error, unwritable};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

/// The module that stands for a memory in a netlist of standard cells; `macros.v` maps memories to it.
pub(crate) const MACRO: &str = "heddle_memory";

/// A cell of a netlist.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Cell {
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(default)]
    pub parameters: BTreeMap<String, Value>,
    #[serde(default)]
    pub connections: BTreeMap<String, Vec<Value>>,
    #[serde(default)]
    attributes: BTreeMap<String, Value>,
}

impl Cell {
    /// The value of a numeric parameter, which Yosys writes in binary.
    pub fn number(&self, parameter: &str) -> Option<usize> {
        match self.parameters.get(parameter)? {
            Value::String(bits) => usize::from_str_radix(bits, 2).ok(),
            number => number.as_u64().map(|number| number as usize),
        }
    }

    /// Numbers of the nets at a pin.
    pub fn nets(&self, pin: &str) -> impl Iterator<Item = u64> + '_ {
        let nets = self.connections.get(pin).into_iter().flatten();
        nets.filter_map(Value::as_u64)
    }

    /// The number of the net at a pin of one bit.
    pub fn net(&self, pin: &str) -> Option<u64> {
        self.connections.get(pin)?.first()?.as_u64()
    }
}

#[derive(Clone, Debug, Deserialize)]
struct NetName {
    #[serde(default)]
    hide_name: u8,
    bits: Vec<Value>,
    #[serde(default)]
    offset: i64,
}

#[derive(Clone, Debug, Deserialize)]
struct Port {
    direction: String,
    bits: Vec<Value>,
}

#[derive(Clone, Debug, Deserialize)]
struct Module {
    #[serde(default)]
    ports: BTreeMap<String, Port>,
    cells: BTreeMap<String, Cell>,
    netnames: BTreeMap<String, NetName>,
}

#[derive(Deserialize)]
struct File {
    modules: BTreeMap<String, Module>,
}

/// The top module of a netlist.
#[derive(Clone, Debug)]
pub struct Netlist {
    module: Module,
}

impl Netlist {
    /// Reads a file that Yosys wrote for a unit.
    pub(crate) fn read(path: &Path, top: &str, unit: &str) -> Result<Self, Error> {
        let unreadable = |what: String| Error::Unreadable {
            tool: "yosys",
            unit: unit.into(),
            what,
        };
        let text = std::fs::read_to_string(path).map_err(|error| unreadable(error.to_string()))?;
        let file: File =
            serde_json::from_str(&text).map_err(|error| unreadable(error.to_string()))?;
        let mut modules = file.modules;
        let module = modules.remove(top);
        let module = module.ok_or_else(|| unreadable(format!("there is no module {top}")))?;
        Ok(Self { module })
    }

    pub(crate) fn cells(&self) -> impl Iterator<Item = (&str, &Cell)> {
        self.module
            .cells
            .iter()
            .map(|(name, cell)| (name.as_str(), cell))
    }

    pub(crate) fn cell(&self, name: &str) -> Option<&Cell> {
        self.module.cells.get(name)
    }

    /// The number of cells of each kind. Cells that only record the position of nets in the source are left out.
    pub fn counts(&self) -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        for (_, cell) in self.cells().filter(|(_, cell)| cell.kind != "$scopeinfo") {
            *counts.entry(cell.kind.clone()).or_default() += 1;
        }
        counts
    }

    /// Names, directions (`input` or `output`) and widths of the ports.
    pub(crate) fn ports(&self) -> impl Iterator<Item = (&str, &str, usize)> {
        let ports = self.module.ports.iter();
        ports.map(|(name, port)| (name.as_str(), port.direction.as_str(), port.bits.len()))
    }

    /// Names of the nets, in alphabetical order, with the numbers of their nets.
    pub(crate) fn nets(&self) -> impl Iterator<Item = (&str, impl Iterator<Item = u64> + '_)> {
        let names = self.module.netnames.iter();
        names.map(|(name, net)| (name.as_str(), net.bits.iter().filter_map(Value::as_u64)))
    }

    /// The bits of a net by its name, with the numbers of their nets.
    pub(crate) fn bits(&self, name: &str) -> impl Iterator<Item = (usize, u64)> + '_ {
        let bits = self.module.netnames.get(name).into_iter();
        let bits = bits.flat_map(|net| net.bits.iter().enumerate());
        bits.filter_map(|(bit, number)| Some((bit, number.as_u64()?)))
    }

    /// Flattened instances: their paths and their modules.
    pub(crate) fn scopes(&self) -> impl Iterator<Item = (&str, &str)> {
        let scopes = self.cells().filter(|(_, cell)| cell.kind == "$scopeinfo");
        scopes.filter_map(|(path, cell)| Some((path, cell.attributes.get("module")?.as_str()?)))
    }

    /// The best name of each net, by its number: a register of the source, else the shortest name that Yosys did not make up.
    pub(crate) fn names(&self) -> HashMap<u64, String> {
        let mut names: HashMap<u64, (usize, String)> = HashMap::new();
        for (name, net) in &self.module.netnames {
            for (bit, number) in net.bits.iter().enumerate() {
                let Some(number) = number.as_u64() else {
                    continue;
                };
                let full = match net.bits.len() {
                    1 => name.clone(),
                    _ => format!("{name}[{}]", bit as i64 + net.offset),
                };
                let worth = (rank(name, net.hide_name), full);
                let known = names.entry(number);
                known
                    .and_modify(|best| {
                        if worth < *best {
                            *best = worth.clone()
                        }
                    })
                    .or_insert(worth);
            }
        }
        names
            .into_iter()
            .map(|(number, (_, name))| (number, name))
            .collect()
    }
}

/// Parts of the names that Yosys makes up: they contain the cells of the devices.
const MADE_UP: [&str; 9] = [
    "_LUT", "_TRELLIS", "_PFUMX", "_L6MUX", "_SB_", "_CCU2C", "_FD", "_MUXF", "_DFF",
];

/// The part of a name that is from the source, without what Yosys added; the whole name if nothing was added.
pub(crate) fn stem(name: &str) -> &str {
    let ends = MADE_UP.iter().filter_map(|part| name.find(part));
    &name[..ends.min().unwrap_or(name.len())]
}

/// Rank of a name; lower is better. Heddle's registers end with `_q`, perhaps with an index.
fn rank(name: &str, hidden: u8) -> usize {
    let register = name.split('[').next().unwrap_or(name);
    let digits = name.trim_matches('_').bytes();
    let is_number = digits.into_iter().all(|byte| byte.is_ascii_digit());
    let is_made_up = hidden != 0 || is_number || name.starts_with('$') || stem(name) != name;
    let is_register = name.ends_with("_q") || register.ends_with("_q");
    usize::from(is_made_up) * 10_000 + usize::from(!is_register) * 1_000 + name.len()
}

/// Pins of the memories that are macros, as ports of the unit: name, whether the port is an input of the unit, and width.
/// Clock pins are left out.
pub(crate) fn macro_pins(netlist: &Netlist) -> Vec<(String, bool, usize)> {
    let macros = netlist.cells().filter(|(_, cell)| cell.kind == MACRO);
    let pins = macros.flat_map(|(name, cell)| {
        let pins = cell.connections.iter().filter(|(pin, _)| !is_clock(pin));
        pins.map(move |(pin, nets)| (format!("{name}.{pin}"), is_read(pin), nets.len()))
    });
    pins.collect()
}

fn is_clock(pin: &str) -> bool {
    pin.ends_with("_CLK")
}

/// Whether a pin of a memory carries read data, which is an input of the unit.
fn is_read(pin: &str) -> bool {
    pin == "RD_DATA"
}

/// Removes the macros from a netlist; their pins become ports.
pub(crate) fn evert(from: &Path, to: &Path, unit: &str) -> Result<(), Error> {
    let text = std::fs::read_to_string(from).map_err(unwritable(from))?;
    let read = || {
        let mut file: Value = serde_json::from_str(&text).ok()?;
        let module = file.get_mut("modules")?.get_mut(unit)?;
        let mut macros = Vec::new();
        module
            .get_mut("cells")?
            .as_object_mut()?
            .retain(|name, cell| {
                let stays = cell["type"] != MACRO;
                if !stays {
                    macros.push((name.clone(), cell.take()));
                }
                stays
            });
        for (name, cell) in macros {
            for (pin, bits) in cell["connections"]
                .as_object()?
                .iter()
                .filter(|(pin, _)| !is_clock(pin))
            {
                let direction = if is_read(pin) { "input" } else { "output" };
                let port = format!("{name}.{pin}");
                module["ports"][&port] = json!({ "direction": direction, "bits": bits });
                module["netnames"][&port] =
                    json!({ "hide_name": 0, "bits": bits, "attributes": {} });
            }
        }
        Some(file)
    };
    let file = read().ok_or_else(|| Error::Unreadable {
        tool: "yosys",
        unit: unit.into(),
        what: "the netlist has no such module".into(),
    })?;
    std::fs::write(to, file.to_string()).map_err(unwritable(to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_keep_their_names() {
        let text = r#"{"modules": {"top": {"ports": {}, "cells": {
            "a": {"type": "LUT4", "parameters": {"W": "0101"}, "connections": {"Z": [7]}},
            "b": {"type": "$scopeinfo"}},
            "netnames": {
              "x": {"bits": [7, "0"]},
              "u.count_q": {"bits": [6, 7]},
              "u.count_q_TRELLIS_FF_Q": {"bits": [7]}}}}}"#;
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("n.json");
        std::fs::write(&path, text).expect("writable");
        let netlist = Netlist::read(&path, "top", "top").expect("a netlist");
        assert_eq!(netlist.names()[&7], "u.count_q[1]");
        assert_eq!(netlist.counts(), BTreeMap::from([("LUT4".to_string(), 1)]));
        assert_eq!(netlist.cell("a").and_then(|cell| cell.number("W")), Some(5));
        assert!(Netlist::read(&path, "none", "top").is_err());
    }
}
