//! Why netlists store other bits than the Verilog declares.

/// Why a structure differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explained {
    /// Module.
    pub module: &'static str,
    /// Names in the module begin so.
    pub name: &'static str,
    /// Why.
    pub reason: &'static str,
}

/// Every difference that is understood.
pub const EXPLAINED: &[Explained] = &[
    of(
        "reconvergence_stack",
        "entries_w1_q",
        "a warp that starts is all that this bank holds: its word is a constant",
    ),
    of(
        "reconvergence_stack",
        "top_waits_w1_q",
        "a warp that starts is all that this bank holds: its word is a constant",
    ),
    of(
        "mheap_lut",
        "g_way.index_w1_q",
        "max_heap gives the index of the second of two moves with a 0 on top",
    ),
    of(
        "majority_scheduler",
        "queue_entry",
        "in dwf_scheduler an update counts the threads of one commit, one warp at most: upper bits of the count are 0",
    ),
    of(
        "cycle_compressor",
        "alu",
        "positions of lanes are constants without swizzling, and so are quads where a warp has only one",
    ),
    of(
        "swizzle_crossbar",
        "held_q",
        "in cycle_compressor the crossbars of all operands load at once, and one says for all whether it holds something",
    ),
    of(
        "stackless_front_end",
        "older_q",
        "half of the age matrix is kept: the upper bits of a warp's row are 0",
    ),
    of(
        "warp_update_registers",
        "second",
        "a register of the second group holds what the first group's does, and synthesis keeps one of the two",
    ),
];

const fn of(module: &'static str, name: &'static str, reason: &'static str) -> Explained {
    Explained {
        module,
        name,
        reason,
    }
}
