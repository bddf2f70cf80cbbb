//! The lines that the six steps insert into existing files.

/// The new unit.
pub const STEM: &str = "pc_comparator";

/// Lines to insert before a line.
pub struct Edit {
    /// File in the workspace.
    pub file: &'static str,
    /// Start of the line before which they are inserted.
    pub before: &'static str,
    /// The lines.
    pub lines: &'static str,
}

impl Edit {
    /// The text of a file with the lines inserted before the one line that starts as the edit says.
    ///
    /// # Errors
    /// How many lines start this way, if not exactly one.
    pub fn apply(&self, text: &str) -> Result<String, String> {
        let starts = |line: &&str| line.starts_with(self.before);
        let found = text.lines().filter(starts).count();
        if found != 1 {
            return Err(format!(
                "{}: {found} lines begin `{}`",
                self.file, self.before
            ));
        }
        let lines = text.lines().flat_map(|line| {
            let new = starts(&line).then_some(self.lines);
            new.into_iter().chain([line])
        });
        Ok(lines.map(|line| format!("{line}\n")).collect())
    }
}

const fn edit(file: &'static str, before: &'static str, lines: &'static str) -> Edit {
    Edit {
        file,
        before,
        lines,
    }
}

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
    edit(
        GOLDEN,
        "pub use reconvergence_stack::",
        "pub use pc_comparator::{AroundComparator, PcComparator};",
    ),
    // Step 3: RTL.
    edit(RTL, "mod reconvergence_stack;", "mod pc_comparator;"),
    // Step 4: stimuli, and the configurations that tests run.
    edit(STIMULI, "mod random;", "mod pc_comparator;"),
    edit(
        STIMULI,
        "pub use reconvergence_stack::",
        "pub use pc_comparator::PcComparatorStimuli;",
    ),
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
        "cosim/src/checked.rs",
        "impl Checked for units::ReconvergenceStack {",
        "\
impl Checked for units::PcComparator {
    type Golden = heddle_units::PcComparator;
    type Stimuli = stimuli::PcComparatorStimuli;
}
",
    ),
    edit(
        "cosim/src/kernel_mode/in_gpu.rs",
        "impl InGpu for UnifiedArbiter {",
        "\
impl InGpu for heddle_contract::units::PcComparator {
    type Replaceable = ThreadPcTable;
    type Around<B: Behaviour<Self>> = heddle_units::AroundComparator<B>;

    fn install<B: Behaviour<Self>>(params: &ReplaceableParams<Self>, unit: B) -> Self::Around<B> {
        heddle_units::AroundComparator::new(params, unit)
    }

    fn uninstall<B: Behaviour<Self>>(around: Self::Around<B>) -> B {
        around.into_comparator()
    }
}
",
    ),
];
