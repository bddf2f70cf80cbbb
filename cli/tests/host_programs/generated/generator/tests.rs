//! Properties of random kernels.

use super::Kernel;

#[test]
fn kernels_depend_on_their_seed_alone() {
    let kernels = || (0..20).map(Kernel::new).collect::<Vec<_>>();
    let (once, again) = (kernels(), kernels());
    assert_eq!(once, again);
    for pair in once.windows(2) {
        assert_ne!(pair[0].source, pair[1].source);
    }
}

/// Each feature occurs in at least one kernel in 25, so that 200 kernels contain all.
#[test]
fn everything_is_drawn() {
    let kernels: Vec<Kernel> = (0..200).map(Kernel::new).collect();
    let kinds = [
        // Control flow.
        "else {",
        "for (uint i",
        "while (",
        "do {",
        "switch (",
        "default:",
        "break;",
        "continue;",
        "return;",
        // Groups.
        "barrier(CLK_LOCAL_MEM_FENCE);",
        "barrier(CLK_GLOBAL_MEM_FENCE);",
        "_exchange(cells",
        "round",
        "<<= 1)",
        "tally[",
        "async_work_group_copy(",
        "atomic_add(",
        "atomic_max(",
        "atomic_xor(",
        // Functions and structures.
        "__attribute__((noinline))",
        "(in, ",
        "&v",
        "struct ",
        ".a = ",
        "list",
        "vstore3(",
        "vload16(",
        // Vectors.
        ".lo",
        ".odd",
        ".xy",
        ".s1",
        "shuffle(",
        "shuffle2(",
        "select(",
        "any(",
        "all(",
        "char16",
        "ulong8",
        "short3",
        "float4",
        "double4",
        // Conversions.
        "_sat(",
        "_sat_rte(",
        "_rtp(",
        "as_uchar",
        "bits(",
        "convert_float",
        "convert_double",
        "double_of(",
        // Numbers.
        "clz(",
        "popcount(",
        "mul_hi(",
        "mad_hi(",
        "mad_sat(",
        "rotate(",
        "rhadd(",
        "sub_sat(",
        "abs_diff(",
        "mul24(",
        "mad24(",
        "upsample(",
        "bitselect(",
        "clamp(",
        " << ",
        " >> ",
        " / ",
        " % ",
        "fma(",
        "sqrt(",
        "halved",
        "fmin(",
        "rint(",
        "isnan(",
        "isless",
        // Ids.
        "get_global_id(",
        "get_global_offset(",
        "get_num_groups(",
        "get_work_dim(",
    ];
    let with = |kind: &str| {
        let with = kernels.iter().filter(|kernel| kernel.source.contains(kind));
        with.count()
    };
    let counts = kinds.map(|kind| (kind, with(kind)));
    let rare: Vec<_> = counts.iter().filter(|(_, count)| *count < 8).collect();
    assert!(rare.is_empty(), "of 200 kernels: {rare:?}");
}

/// No barrier follows a statement that may end a work-item, because ended work-items wait at no barrier.
#[test]
fn no_barrier_stands_behind_the_end_of_a_work_item() {
    for kernel in (0..200).map(Kernel::new) {
        let (_, body) = kernel.source.split_once("__kernel").expect("a kernel");
        let end = body.find("return;").unwrap_or(body.len());
        let behind = &body[end..];
        assert!(!behind.contains("barrier("), "{}", kernel.name);
        assert!(!behind.contains("_exchange("), "{}", kernel.name);
    }
}
