//! The scripts for Yosys.

use crate::harness::TOP;
use crate::target::Target;
use heddle_hdl::MACRO_ATTRIBUTE;

/// Verilog files that map memories to macros and declare the macro.
pub(crate) const MACROS: [(&str, &str); 2] = [
    ("macros.v", include_str!("verilog/macros.v")),
    ("heddle_memory.v", include_str!("verilog/heddle_memory.v")),
];

/// Constraints for ABC on the surroundings of a block of cells: the cell that drives inputs, and the load of outputs in fF.
pub(crate) fn surroundings(inverter: &str) -> String {
    format!("set_driving_cell {inverter}\nset_load 50\n")
}

/// Script for the unit alone, which writes the netlist to `unit.json`.
pub(crate) fn unit(
    top: &str,
    files: &[(String, String)],
    target: &Target,
    delay_ps: u32,
) -> String {
    let read = read(files);
    let map = match target {
        Target::Ecp5 => format!("synth_ecp5 -top {top}\n"),
        Target::Ice40 => format!("synth_ice40 -abc9 -device hx -top {top}\n"),
        Target::Xilinx7 => {
            format!("synth_xilinx -family xc7 -flatten -noiopad -noclkbuf -top {top}\n")
        }
        Target::Cells { .. } => format!(
            "read_verilog -lib heddle_memory.v
synth -top {top} -flatten -run begin:fine
select -set macros t:$mem_v2 a:{MACRO_ATTRIBUTE} %i
techmap -max_iter 1 -map macros.v @macros
synth -run fine:check -noabc
{}",
            to_cells(delay_ps)
        ),
    };
    // Only the unit is written, without the modules of the device's primitives.
    format!("{read}{map}select -module {top}\nwrite_json -selected unit.json\n")
}

/// Script for the unit before the primitives of a device are chosen, which writes `storage.json`. Registers of memory ports
/// stay flip-flops.
pub(crate) fn storage(top: &str, files: &[(String, String)]) -> String {
    format!(
        "{}hierarchy -top {top}
proc
flatten
opt -full
memory -nomap -nordff
opt -full
select -module {top}
write_json -selected storage.json
",
        read(files)
    )
}

fn read(files: &[(String, String)]) -> String {
    let lines = files
        .iter()
        .map(|(name, _)| format!("read_verilog {name}\n"));
    lines.collect()
}

fn to_cells(delay_ps: u32) -> String {
    format!(
        "dfflibmap -liberty cells.lib
abc -liberty cells.lib -constr surroundings -D {delay_ps}
opt_clean
"
    )
}

/// Script that writes the finished netlist of the unit as Verilog, `netlist.v`. It includes library cells as their functions.
/// The initial contents of block RAMs are left out, because no unit relies on them.
pub(crate) fn netlist(top: &str, target: &Target) -> String {
    let cells = match target.is_cells() {
        true => format!(
            "read_verilog -lib heddle_memory.v
read_liberty -ignore_miss_func cells.lib
hierarchy -top {top}
"
        ),
        false => BLOCK_RAMS
            .iter()
            .map(|ram| ram.without_contents())
            .collect(),
    };
    format!("read_json unit.json\n{cells}write_verilog -noattr netlist.v\n")
}

/// A kind of block RAM, and the parameters that give its initial contents.
struct BlockRam {
    kind: &'static str,
    /// Prefixes of the parameters' names, and the number of parameters with each.
    contents: &'static [(&'static str, usize)],
}

const BLOCK_RAMS: [BlockRam; 3] = [
    BlockRam {
        kind: "DP16KD",
        contents: &[("INITVAL_", 0x40)],
    },
    BlockRam {
        kind: "RAMB18E1",
        contents: &[("INIT_", 0x40), ("INITP_", 0x8)],
    },
    BlockRam {
        kind: "RAMB36E1",
        contents: &[("INIT_", 0x80), ("INITP_", 0x10)],
    },
];

impl BlockRam {
    fn without_contents(&self) -> String {
        let contents = self.contents.iter();
        let names = contents
            .flat_map(|(name, count)| (0..*count).map(move |at| format!("-unset {name}{at:02X} ")));
        format!("setparam {}t:{}\n", names.collect::<String>(), self.kind)
    }
}

/// Script for the finished netlist of the unit in its harness, which writes `harness.json`, and for cells `harness.v` too.
pub(crate) fn harness(unit: &str, target: &Target, delay_ps: u32) -> String {
    let around = match target {
        Target::Ecp5 => format!("synth_ecp5 -top {TOP}\n"),
        Target::Ice40 => format!("synth_ice40 -device hx -top {TOP}\n"),
        Target::Xilinx7 => format!("synth_xilinx -family xc7 -noiopad -noclkbuf -top {TOP}\n"),
        Target::Cells { .. } => format!("synth -top {TOP} -noabc\n{}", to_cells(delay_ps)),
    };
    let write = match target.is_cells() {
        // The cells get the same names in both files.
        true => {
            "rename -enumerate
write_json harness.json
opt_clean -purge
write_verilog -noattr -simple-lhs harness.v
"
        }
        false => "write_json harness.json\n",
    };
    format!(
        "read_verilog stub.v
read_verilog around.v
{around}delete ={unit}
read_json unit.json
hierarchy -top {TOP}
flatten
opt_clean
{write}"
    )
}
