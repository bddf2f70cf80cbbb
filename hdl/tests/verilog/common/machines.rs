//! The machines for which tests generate every unit.

use heddle_contract::Config;
use heddle_contract::config::Source;

/// Name, preset, and what is changed.
const MACHINES: &[(&str, &str, &[&str])] = &[
    (
        "collange2011",
        "collange2011",
        &["core.simd_width=8", "compaction.mode=scc"],
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
            "stack.depth=65",
            "stack.pops=4",
            "stack.first=fall_through",
        ],
    ),
];

/// Machines by name.
pub fn machines() -> impl Iterator<Item = (&'static str, Config)> {
    MACHINES.iter().map(|(name, preset, changes)| {
        let source = Source::Preset((*preset).into());
        let changes: Vec<String> = changes.iter().map(|change| (*change).into()).collect();
        let config = Config::load(&source, &changes);
        (
            *name,
            config.unwrap_or_else(|error| panic!("{name}: {error}")),
        )
    })
}
