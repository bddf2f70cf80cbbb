//! What Yosys is told.

use crate::harness::TOP;
use crate::target::Target;
use heddle_hdl::{Design, MemoryStyle, StorageKind};

/// The attribute of memories that are macros.
const ATTRIBUTE: &str = "heddle_macro";

/// How memories become macros, and what a macro is.
pub(crate) const MACROS: [(&str, &str); 2] = [
    ("macros.v", include_str!("verilog/macros.v")),
    ("heddle_memory.v", include_str!("verilog/heddle_memory.v")),
];

/// What ABC is told of the surroundings of a block of cells: what drives inputs, and what loads outputs in fF.
pub(crate) fn surroundings(inverter: &str) -> String {
    format!("set_driving_cell {inverter}\nset_load 50\n")
}

/// The memory in a wrapper.
const WRAPPED: &str = "memory_q";

/// The design's files. For cells, memories that the design counts as memories are marked as macros, unless their style
/// is registers; the others become flip-flops.
pub(crate) fn sources(design: &Design, target: &Target) -> Vec<(String, String)> {
    let has_macros = target.is_cells() && design.style.memory != MemoryStyle::Registers;
    let text = |module: &heddle_hdl::Module| {
        let storage = module
            .storage
            .iter()
            .filter(|storage| storage.kind == StorageKind::Memory);
        let names = storage.filter_map(|storage| storage.name.rsplit('.').next());
        let names: Vec<&str> = names.chain([WRAPPED]).collect();
        match has_macros {
            true => marked(&module.verilog, &names),
            false => module.verilog.clone(),
        }
    };
    design
        .modules
        .iter()
        .map(|module| (module.file_name(), text(module)))
        .collect()
}

fn marked(verilog: &str, names: &[&str]) -> String {
    let declares = |line: &str| {
        line.trim_start().starts_with("reg ")
            && names
                .iter()
                .any(|name| line.contains(&format!(" {name} [0:")))
    };
    let lines = verilog.lines().map(|line| match declares(line) {
        true => format!("(* {ATTRIBUTE} *) {line}\n"),
        false => format!("{line}\n"),
    });
    lines.collect()
}

/// The unit alone: its netlist in `unit.json`.
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
select -set macros t:$mem_v2 a:{ATTRIBUTE} %i
techmap -max_iter 1 -map macros.v @macros
synth -run fine:check -noabc
{}",
            to_cells(delay_ps)
        ),
    };
    // Alone: the modules of the device's primitives stay out.
    format!("{read}{map}select -module {top}\nwrite_json -selected unit.json\n")
}

/// The unit before the primitives of a device are chosen: `storage.json`. Registers of memory ports stay flip-flops.
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

/// The finished netlist of the unit as Verilog: `netlist.v`. The cells of a library are written with it, as their functions.
/// What block RAMs hold at power-up is left out: no unit relies on it.
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

/// A kind of block RAM with parameters for its contents.
struct BlockRam {
    kind: &'static str,
    /// Begins of the parameters' names, and how many of each.
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

/// The finished netlist of the unit in its harness: `harness.json`, and for cells `harness.v` too.
pub(crate) fn harness(unit: &str, target: &Target, delay_ps: u32) -> String {
    let around = match target {
        Target::Ecp5 => format!("synth_ecp5 -top {TOP}\n"),
        Target::Ice40 => format!("synth_ice40 -device hx -top {TOP}\n"),
        Target::Xilinx7 => format!("synth_xilinx -family xc7 -noiopad -noclkbuf -top {TOP}\n"),
        Target::Cells { .. } => format!("synth -top {TOP} -noabc\n{}", to_cells(delay_ps)),
    };
    let write = match target.is_cells() {
        // Cells get names that are the same in both files.
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
