//! The Verilog that is committed in `hdl/expected` for readers.
//!
//! Each unit has a file for the unchanged preset of its paper: an RTL engineer reads it beside the paper. A unit has a
//! second file only if another architectural choice gives another structure: another latency, another
//! replacement policy, another form. Different widths are no reason for a file.

use heddle_contract::{Config, System, Unit};
use heddle_machines::{Why, because, changed, shipped};

/// The preset of a system's paper. Reconvergence stacks are the baseline of fung2009.
const fn preset(system: System) -> &'static str {
    match system {
        System::Stackless => "collange2011",
        System::Stack | System::Dwf => "fung2009",
        System::Compaction => "vaidya2013",
        System::Dwr => "lashgar2012",
    }
}

/// The second files: unit, file name, overrides of the unit's preset, and how the structure differs.
const SECOND: &[(&str, &str, &[&str], Why)] = &[
    (
        "unified_arbiter",
        "combinational",
        &["stackless.tree_latency=0"],
        because("no register: the answer comes in the cycle of the request")
            .twin("nightly: verilog"),
    ),
    (
        "unified_arbiter",
        "pipelined",
        &["stackless.tree_latency=7"],
        because("a level of the tree is a stage, as FPGAs are recommended to have it")
            .twin("nightly: verilog"),
    ),
    (
        "stackless_front_end",
        "combinational",
        &["stackless.tree_latency=0"],
        because("no register beside the arbiter says whose request is in it")
            .twin("nightly: verilog"),
    ),
    (
        "stackless_front_end",
        "registered",
        &["stackless.grant_latency=1", "stackless.table_latency=2", "stackless.tree_latency=6"],
        because("the grant is a register, and operands come two cycles after it, as FPGAs are recommended to have it")
            .twin("nightly: verilog"),
    ),
    (
        "thread_pc_table",
        "registered",
        &["stackless.table_latency=2"],
        because("registers behind the memories and behind the comparators")
            .twin("nightly: verilog"),
    ),
    (
        "stackless_subsystem",
        "registered",
        &["stackless.grant_latency=1", "stackless.park_latency=1", "stackless.table_latency=2", "stackless.tree_latency=6"],
        because("every structure of it has its registers, as FPGAs are recommended to have it")
            .twin("nightly: verilog"),
    ),
    (
        "reconvergence_stack",
        "pipelined",
        &["stack.latency=5"],
        because("registered reads, and a stage each for them, comparators and choice, as targets are recommended to have it")
            .twin("nightly: verilog"),
    ),
    (
        "pc_warp_lut",
        "fifo",
        &["dwf.lut_replacement=fifo"],
        because("a set has one turn, in the place of a rank for each way")
            .twin("nightly: verilog"),
    ),
    (
        "warp_update_registers",
        "serial",
        &["dwf.formation_latency=3"],
        because("a commit is held whole, and its PCs are handed over one by one")
            .twin("nightly: verilog"),
    ),
    (
        "pc_warp_lut",
        "pipelined",
        &["dwf.formation_latency=3"],
        because("operations go through three stages, and each way has one port of each kind")
            .twin("nightly: verilog"),
    ),
    (
        "max_heap",
        "minority",
        &["dwf.policy=minority"],
        because("one entry moves, up or down; there is no second one")
            .twin("nightly: verilog"),
    ),
    (
        "max_heap",
        "one_at_a_time",
        &["dwf.heap_latency=2"],
        because("a level is read, then compared; entries stand in two memories with one write port each")
            .twin("nightly: verilog"),
    ),
    (
        "mheap_lut",
        "one_at_a_time",
        &["dwf.heap_latency=2"],
        because("a look-up has two cycles, and one write port is enough")
            .twin("nightly: verilog"),
    ),
    (
        "majority_scheduler",
        "one_at_a_time",
        &["dwf.heap_latency=2"],
        because("an update is looked up, waits for the heap, then leaves the queue")
            .twin("nightly: verilog"),
    ),
    (
        "majority_scheduler",
        "minority",
        &["dwf.policy=minority"],
        because("the queue gives the heap one update a cycle, not two")
            .twin("nightly: verilog"),
    ),
    (
        "tournament_scheduler",
        "pipelined",
        &["dwf.tournament_latency=1"],
        because("the tree of comparators has a register").twin("nightly: verilog"),
    ),
    (
        "dwf_scheduler",
        "pipeline_lanes",
        &["dwf.home_lanes=pipeline"],
        because("lanes have several slots, and a crossbar in front of the pool")
            .twin("nightly: verilog"),
    ),
    (
        "dwf_scheduler",
        "pipelined",
        &["dwf.formation_latency=3"],
        because("insertions and warps that leave go through three stages")
            .twin("nightly: verilog"),
    ),
    (
        "dwf_subsystem",
        "registered",
        &["dwf.spill_latency=1"],
        because("a register in each channel between the scheduler and the memory")
            .twin("nightly: verilog"),
    ),
    (
        "bcc_sequencer",
        "bcc",
        &["compaction.mode=bcc"],
        because("it keeps each quad with an active lane, not a half of the warp")
            .twin("nightly: verilog"),
    ),
    (
        "scc_control",
        "pipelined",
        &["compaction.issue_latency=3"],
        because("positions are known a cycle ahead of the quads, and both are registers")
            .twin("nightly: verilog"),
    ),
    (
        "unswizzle_crossbar",
        "registered",
        &["compaction.write_latency=1"],
        because("results are kept in the registers that they are written from")
            .twin("nightly: verilog"),
    ),
    (
        "cycle_compressor",
        "pipelined",
        &[
            "compaction.mode=scc",
            "compaction.issue_latency=3",
            "compaction.write_latency=1",
        ],
        because("rows of registers in front of the ALU and behind it, as FPGAs are recommended to have them")
            .twin("nightly: verilog"),
    ),
    (
        "cycle_compressor",
        "scc",
        &["compaction.mode=scc"],
        because("scc_control chooses the lanes, in the place of bcc_sequencer")
            .twin("nightly: verilog"),
    ),
    (
        "sub_warp_combiner",
        "pipelined",
        &["dwr.combine_latency=3"],
        because("a stage each for the combine-ready bits, the one that leads, and the members; the answer waits in registers")
            .twin("nightly: verilog"),
    ),
    (
        "ignore_list_table",
        "registered",
        &["dwr.arrive_latency=1"],
        because("the ways that hold a PC are registers, and an insertion is forwarded to the look-up beside it")
            .twin("nightly: verilog"),
    ),
    (
        "dwr_synchronizer",
        "pipelined",
        &["dwr.arrive_latency=1", "dwr.combine_latency=3"],
        because("an arrival is kept for a cycle while its PC is looked up").twin("nightly: verilog"),
    ),
    (
        "ignore_list_table",
        "direct_mapped",
        &["dwr.ignore_ways=1"],
        because("a set has one way, and no turn to choose it by").twin("nightly: verilog"),
    ),
];

/// A file of `hdl/expected`.
#[derive(Clone, Debug)]
pub struct Printed {
    /// The unit, which names the folder.
    pub unit: &'static str,
    /// The name of the file.
    pub name: &'static str,
    /// The machine that contains the unit.
    pub machine: Config,
}

/// The preset of each unit's paper.
fn presets() -> Vec<(&'static str, &'static str)> {
    macro_rules! presets {
        ($($stem:ident $unit:ident,)*) => {
            vec![$((stringify!($stem), preset(heddle_contract::units::$unit::SYSTEM))),*]
        };
    }
    heddle_contract::for_each_unit!(presets)
}

/// The files that show units as in their papers, in the order of the units.
pub fn first() -> Vec<Printed> {
    let first = presets().into_iter().map(|(unit, name)| Printed {
        unit,
        name,
        machine: shipped(name),
    });
    first.collect()
}

/// The files that show another structure.
pub fn second() -> Vec<Printed> {
    let presets = presets();
    let second = SECOND.iter().map(|(unit, name, changes, why)| {
        let found = presets.iter().find(|(stem, _)| stem == unit);
        let (_, preset) = found.unwrap_or_else(|| panic!("no unit is called `{unit}`"));
        Printed {
            unit,
            name,
            machine: changed(preset, changes, *why),
        }
    });
    second.collect()
}

/// All files.
pub fn printed() -> Vec<Printed> {
    [first(), second()].concat()
}
