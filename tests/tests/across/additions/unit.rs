//! A unit: CONTRIBUTING's six steps. Its files are in `tests/data/new_unit`.

use super::edit::{Edit, edit};

/// The new unit.
pub const STEM: &str = "pc_comparator";

/// The unit's own files, laid out like the workspace's.
pub const FILES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/new_unit");

/// Folders in which the unit has a file of its name.
pub const FOLDERS: [&str; 4] = [
    "contract/src/units",
    "sim/units/src",
    "hdl/src/units",
    "cosim/src/stimuli",
];

const CONTRACT: &str = "contract/src/units/mod.rs";
const GOLDEN: &str = "sim/units/src/lib.rs";
const RTL: &str = "hdl/src/units/mod.rs";
const STIMULI: &str = "cosim/src/stimuli/mod.rs";

/// All edits besides the unit's own files.
pub const EDITS: &[Edit] = &[
    // Step 1: contract.
    edit(
        CONTRACT,
        "pub mod reconvergence_stack;",
        "pub mod pc_comparator;",
    ),
    // Step 2: golden unit.
    edit(GOLDEN, "mod reconvergence_stack;", "mod pc_comparator;"),
    // Step 3: RTL.
    edit(RTL, "mod reconvergence_stack;", "mod pc_comparator;"),
    // Step 4: stimuli, and the configurations that tests run.
    edit(STIMULI, "mod random;", "mod pc_comparator;"),
    edit(
        "cosim/tests/cosim/configurations/formation.rs",
        "impl Configured for ReconvergenceStack {",
        "\
impl Configured for heddle_contract::units::PcComparator {
    fn configurations() -> Vec<Self::Params> {
        // Lanes, PC bits.
        let shapes = [(4, 16), (32, 24), (64, 32), (2, 4)];
        let params = |(lanes, pc_bits)| {
            heddle_contract::units::pc_comparator::Params::new(lanes, pc_bits).expect(\"limits\")
        };
        shapes.map(params).into()
    }
}
",
    ),
    // Step 5: registry, related units, and the place in the GPU.
    edit(
        CONTRACT,
        "            thread_pc_table ThreadPcTable,",
        "            pc_comparator PcComparator,",
    ),
    edit(
        "cosim/src/kernel_mode/in_gpu.rs",
        "    UnifiedArbiter,",
        "    PcComparator,",
    ),
];
