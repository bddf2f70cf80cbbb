//! The machines for which tests generate every unit.

use heddle_contract::Config;
use heddle_machines::{Why, because, changed};

/// Name, preset, overrides, and the reason. The unchanged presets are emitted and linted every night.
const MACHINES: &[(&str, &str, &[&str], Why)] = &[
    (
        "collange2011_scc",
        "collange2011",
        &["core.simd_width=8", "compaction.mode=scc"],
        because("as wide as its lanes, an ALU has nothing to compress").twin("nightly: verilog"),
    ),
    (
        "tiny_combinational",
        "tiny",
        &[
            "stackless.tree_latency=0",
            "core.simd_width=2",
            "compaction.mode=bcc",
            "compaction.skip_empty=true",
        ],
        because("no register in the arbiter, and the other ways to compress")
            .twin("nightly: verilog"),
    ),
    (
        "wide_pipelined",
        "collange2011",
        &[
            "core.warp_size=64",
            "core.simd_width=8",
            "compaction.mode=ivb",
            "compaction.element_bits=64",
            "core.warps=64",
            "stackless.nesting=sp",
            "stackless.key_bits=32",
            "core.pc_bits=30",
            "stackless.tree_latency=2",
            "stackless.grant_latency=1",
            "stackless.park_latency=1",
            "stackless.table_latency=1",
            "stack.depth=65",
            "stack.pops=4",
            "stack.first=fall_through",
        ],
        because(
            "the widest ports, registers in the arbiter and around it, and what no preset chooses",
        )
        .twin("nightly: verilog"),
    ),
];

/// Machines by name.
pub fn machines() -> impl Iterator<Item = (&'static str, Config)> {
    let all = MACHINES.iter();
    all.map(|(name, preset, changes, why)| (*name, changed(preset, changes, *why)))
}
