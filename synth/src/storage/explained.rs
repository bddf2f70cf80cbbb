//! Why netlists store more or fewer bits than the Verilog declares.

/// Why a structure differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explained {
    /// Module.
    pub module: &'static str,
    /// Prefix of the structure's name in the module.
    pub name: &'static str,
    /// Why.
    pub reason: &'static str,
}

/// Every difference whose reason is known.
pub const EXPLAINED: &[Explained] = &[
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
        "majority_scheduler",
        "queue_threads",
        "in dwf_scheduler an update counts the threads of one commit, one warp at most: upper bits of the count are 0",
    ),
    of(
        "max_heap",
        "parent_q",
        "a parent stands in the upper half of the tree: the highest bit of its index is 0",
    ),
    of(
        "max_heap",
        "root_threads_q",
        "majority_scheduler does not ask for the threads of the group that leaves the heap",
    ),
    of(
        "mheap_lut",
        "select_q",
        "in majority_scheduler another register holds the same, and synthesis keeps one of the two",
    ),
    of(
        "dwf_scheduler",
        "warp1_q",
        "the stages of its look-up table hold the same, and synthesis keeps one of the two",
    ),
    of(
        "dwf_scheduler",
        "warp2_q",
        "the stages of its look-up table hold the same, and synthesis keeps one of the two",
    ),
    of(
        "dwf_scheduler",
        "warp3_q",
        "the stages of its look-up table hold the same, and synthesis keeps one of the two",
    ),
    of(
        "warp_pool",
        "pc_live_q",
        "in stages one warp is made in a cycle, so one bank of its PCs is never written",
    ),
    of(
        "warp_pool",
        "pc_w1_q",
        "in stages one warp is made in a cycle, so one bank of its PCs is never written",
    ),
    of(
        "pc_warp_lut",
        "lanes",
        "in dwf_scheduler its stages hold the same, and synthesis keeps one of the two",
    ),
    of(
        "pc_warp_lut",
        "lookup",
        "in dwf_scheduler its stages hold the same, and synthesis keeps one of the two",
    ),
    of(
        "pc_warp_lut",
        "retire",
        "in dwf_scheduler its stages hold the same, and synthesis keeps one of the two",
    ),
    of(
        "pc_warp_lut",
        "pc1_q",
        "in dwf_scheduler its stages hold the same, and synthesis keeps one of the two",
    ),
    of(
        "pc_warp_lut",
        "pc2_q",
        "in dwf_scheduler its stages hold the same, and synthesis keeps one of the two",
    ),
    of(
        "pc_warp_lut",
        "pc3_q",
        "in dwf_scheduler its stages hold the same, and synthesis keeps one of the two",
    ),
    of(
        "cycle_compressor",
        "shown",
        "positions of lanes are constants without swizzling, and so are quads where a warp has only one",
    ),
    of(
        "cycle_compressor",
        "alu",
        "positions of lanes are constants without swizzling, and so are quads where a warp has only one",
    ),
    of(
        "bcc_sequencer",
        "shown_quad_q",
        "a warp of one quad has quad 0 only",
    ),
    of(
        "scc_control",
        "shown_quad_q",
        "a warp of one quad has quad 0 only",
    ),
    of(
        "scc_control",
        "surplus_q",
        "the surplus of a queue is less than there are quads: upper bits of it are 0",
    ),
    of(
        "swizzle_crossbar",
        "held_q",
        "in cycle_compressor the crossbars of all operands load at once, and one says for all whether it holds something",
    ),
    of(
        "unified_arbiter",
        "memory",
        "stackless_front_end keeps beside each request of what kind it is, and synthesis keeps one of the two",
    ),
    of(
        "stackless_front_end",
        "older_q",
        "half of the age matrix is kept: the upper bits of a warp's row are 0",
    ),
    of(
        "stackless_subsystem",
        "older_q",
        "half of the age matrix is kept: the upper bits of a warp's row are 0",
    ),
    of(
        "stackless_subsystem",
        "park_warp_q",
        "the tags of granted requests hold the same, and synthesis keeps one of the two",
    ),
    of(
        "thread_pc_table",
        "read_done",
        "stackless_subsystem knows by these tags which cycles have operands",
    ),
];

const fn of(module: &'static str, name: &'static str, reason: &'static str) -> Explained {
    Explained {
        module,
        name,
        reason,
    }
}
