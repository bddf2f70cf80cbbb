//! The area of a netlist: look-up tables, flip-flops, memories, cells.

use crate::liberty::Library;
use crate::netlist::{Cell, MACRO, Netlist};
use crate::target::Target;
use serde::Serialize;
use std::collections::BTreeMap;

/// A memory that is a macro in a netlist of standard cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Macro {
    /// Name in the Verilog.
    pub name: String,
    /// Entries.
    pub entries: usize,
    /// Bits of an entry.
    pub width: usize,
    /// Read ports.
    pub read_ports: usize,
    /// Write ports.
    pub write_ports: usize,
}

impl Macro {
    /// Bits that the memory holds.
    pub fn bits(&self) -> usize {
        self.entries * self.width
    }

    fn of(name: &str, cell: &Cell) -> Self {
        let number = |parameter| cell.number(parameter).unwrap_or_default();
        Self {
            name: name.into(),
            entries: number("SIZE"),
            width: number("WIDTH"),
            read_ports: number("RD_PORTS"),
            write_ports: number("WR_PORTS"),
        }
    }
}

/// Area of a unit without its harness.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Area {
    /// Look-up tables, including those of carry chains; `None` for standard cells.
    pub luts: Option<usize>,
    /// Flip-flops.
    pub flip_flops: usize,
    /// Primitives that store several bits, by kind: block RAM and distributed RAM.
    pub memories: BTreeMap<String, usize>,
    /// Every cell of the netlist, by kind.
    pub cells: BTreeMap<String, usize>,
    /// Area of the cells in square micrometres, without macros; `None` for FPGAs.
    pub um2: Option<f64>,
    /// Memories that are macros; only for standard cells.
    pub macros: Vec<Macro>,
    /// Bits of these memories.
    pub macro_bits: usize,
}

impl Area {
    pub(crate) fn of(netlist: &Netlist, target: &Target, library: Option<&Library>) -> Self {
        let mut cells = netlist.counts();
        cells.remove(MACRO);
        let macros = netlist.cells().filter(|(_, cell)| cell.kind == MACRO);
        let macros: Vec<Macro> = macros.map(|(name, cell)| Macro::of(name, cell)).collect();
        let sum = |kind: &dyn Fn(&str) -> usize| -> usize {
            cells.iter().map(|(name, count)| kind(name) * count).sum()
        };
        let memories = cells.iter().filter(|(name, _)| is_memory(target, name));
        let is_register = |name: &str| match library {
            Some(library) => library.cell(name).is_some_and(|cell| cell.is_register),
            None => is_flip_flop(target, name),
        };
        Self {
            luts: library.is_none().then(|| sum(&|name| luts(target, name))),
            flip_flops: sum(&|name| is_register(name).into()),
            memories: memories
                .map(|(name, count)| (name.clone(), *count))
                .collect(),
            um2: library.map(|library| um2(&cells, library)),
            macro_bits: macros.iter().map(Macro::bits).sum(),
            macros,
            cells,
        }
    }

    /// The area of units, each with the number of its instances.
    pub fn sum<'a>(units: impl IntoIterator<Item = (&'a Area, usize)>) -> Self {
        let mut sum = Self::default();
        for (area, instances) in units {
            sum.add(area, instances);
        }
        sum
    }

    fn add(&mut self, own: &Area, instances: usize) {
        if let Some(luts) = own.luts {
            *self.luts.get_or_insert(0) += luts * instances;
        }
        if let Some(um2) = own.um2 {
            *self.um2.get_or_insert(0.0) += um2 * instances as f64;
        }
        self.flip_flops += own.flip_flops * instances;
        for (sum, own) in [
            (&mut self.memories, &own.memories),
            (&mut self.cells, &own.cells),
        ] {
            for (kind, count) in own {
                *sum.entry(kind.clone()).or_default() += count * instances;
            }
        }
        let macros = own.macros.iter();
        self.macros
            .extend(macros.flat_map(|own| vec![own.clone(); instances]));
        self.macro_bits += own.macro_bits * instances;
    }

    /// LUTs or square micrometres as text.
    pub fn size_described(&self) -> String {
        match (self.luts, self.um2) {
            (Some(luts), _) => luts.to_string(),
            (None, um2) => format!("{:.0}", um2.unwrap_or_default()),
        }
    }

    /// The memories as text: primitives with their number, or macros with ports and bits.
    pub fn memories_described(&self) -> String {
        let primitives = self
            .memories
            .iter()
            .map(|(name, count)| format!("{count} {name}"));
        let mut shapes: Vec<(String, usize)> = Vec::new();
        for memory in &self.macros {
            let shape = format!(
                "{} x {} {}R{}W",
                memory.entries, memory.width, memory.read_ports, memory.write_ports
            );
            match shapes.iter_mut().find(|(known, _)| *known == shape) {
                Some((_, count)) => *count += 1,
                None => shapes.push((shape, 1)),
            }
        }
        let macros = shapes.into_iter().map(|(shape, count)| match count {
            1 => shape,
            _ => format!("{count} of {shape}"),
        });
        let mut all: Vec<String> = primitives.chain(macros).collect();
        if self.macro_bits > 0 {
            all.push(format!("{} bits in macros", self.macro_bits));
        }
        all.join(", ")
    }

    /// Capacity of the memory primitives in bits, used or not, and bits of the macros.
    pub fn memory_bits(&self) -> usize {
        let bits = self
            .memories
            .iter()
            .map(|(kind, count)| count * capacity(kind));
        bits.sum::<usize>() + self.macro_bits
    }
}

/// Bits of a primitive that stores several bits, including parity.
fn capacity(kind: &str) -> usize {
    match kind {
        "SRL16E" => 16,
        "SRLC32E" | "RAM32X1S" | "RAM32X1D" => 32,
        "TRELLIS_DPR16X4" | "RAM64X1S" | "RAM64X1D" => 64,
        "RAM128X1S" | "RAM128X1D" => 128,
        "RAM32M" | "RAM64M" | "RAM256X1S" => 256,
        kind if kind.starts_with("SB_RAM40_4K") => 4096,
        "DP16KD" | "RAMB18E1" => 18_432,
        "RAMB36E1" => 36_864,
        _ => 0,
    }
}

fn um2(cells: &BTreeMap<String, usize>, library: &Library) -> f64 {
    let area = |name: &str| library.cell(name).map_or(0.0, |cell| cell.area);
    cells
        .iter()
        .map(|(name, count)| area(name) * *count as f64)
        .sum()
}

/// Look-up tables in a cell of this kind.
fn luts(target: &Target, kind: &str) -> usize {
    match target {
        Target::Ecp5 if kind == "LUT4" => 1,
        // A carry cell is two look-up tables with their carry chain.
        Target::Ecp5 if kind == "CCU2C" => 2,
        Target::Ice40 if kind == "SB_LUT4" => 1,
        Target::Xilinx7
            if matches!(
                kind,
                "LUT1" | "LUT2" | "LUT3" | "LUT4" | "LUT5" | "LUT6" | "INV"
            ) =>
        {
            1
        }
        _ => 0,
    }
}

fn is_flip_flop(target: &Target, kind: &str) -> bool {
    match target {
        Target::Ecp5 => kind == "TRELLIS_FF",
        Target::Ice40 => kind.starts_with("SB_DFF"),
        Target::Xilinx7 => matches!(kind, "FDRE" | "FDSE" | "FDCE" | "FDPE"),
        Target::Cells { .. } => false,
    }
}

fn is_memory(target: &Target, kind: &str) -> bool {
    match target {
        Target::Ecp5 => matches!(kind, "TRELLIS_DPR16X4" | "DP16KD" | "PDPW16KD"),
        Target::Ice40 => kind.starts_with("SB_RAM40") || kind.starts_with("SB_SPRAM"),
        Target::Xilinx7 => kind.starts_with("RAM") || kind.starts_with("SRL"),
        Target::Cells { .. } => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(luts: Option<usize>, um2: Option<f64>) -> Area {
        Area {
            luts,
            um2,
            flip_flops: 3,
            memories: BTreeMap::from([("DP16KD".into(), 2)]),
            ..Area::default()
        }
    }

    #[test]
    fn a_sum_has_every_instance() {
        let (one, other) = (area(Some(10), None), area(Some(7), None));
        let sum = Area::sum([(&one, 1), (&other, 4)]);
        assert_eq!((sum.luts, sum.um2, sum.flip_flops), (Some(38), None, 15));
        assert_eq!(sum.memories_described(), "10 DP16KD");
        assert_eq!(sum.size_described(), "38");
    }

    #[test]
    fn macros_of_cells_add_up() {
        let memory = Macro {
            name: "m".into(),
            entries: 8,
            width: 5,
            read_ports: 1,
            write_ports: 1,
        };
        let unit = Area {
            um2: Some(0.5),
            macro_bits: memory.bits(),
            macros: vec![memory],
            ..Area::default()
        };
        let sum = Area::sum([(&unit, 3)]);
        assert_eq!((sum.luts, sum.um2), (None, Some(1.5)));
        let described = "3 of 8 x 5 1R1W, 120 bits in macros";
        assert_eq!(sum.memories_described(), described);
        assert_eq!(sum.memory_bits(), 120);
    }
}
