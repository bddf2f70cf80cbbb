//! Properties that all random programs share.

use super::Program;

#[test]
fn programs_depend_on_their_seed_alone() {
    let programs = || (0..40).map(Program::new).collect::<Vec<_>>();
    let (once, again) = (programs(), programs());
    assert_eq!(once, again);
    for pair in once.windows(2) {
        assert_ne!(pair[0].source, pair[1].source);
    }
}

/// Each kind is in at least one program of 25, so that a night has many of each.
#[test]
fn every_kind_of_control_flow_is_drawn() {
    let programs: Vec<Program> = (0..400).map(Program::new).collect();
    let kinds = [
        "else",
        "for (uint32_t i",
        "for (;;)",
        "while (",
        "do {",
        "break;",
        "continue;",
        "goto ",
        "switch (",
        "default:",
        " & 3](t, ",
        "(depth < 2)",
        "thread_exit();",
        "return;",
        "return program_",
        "exchange(",
        "round++",
        "(float)",
        "(int32_t)",
        "__attribute__((noinline))",
    ];
    for kind in kinds {
        let with = programs
            .iter()
            .filter(|program| program.source.contains(kind));
        let count = with.count();
        assert!(count >= 16, "`{kind}` is in {count} of 400 programs");
    }
}

/// A thread that ends or leaves its kernel does so after the last barrier.
#[test]
fn no_barrier_stands_behind_the_end_of_a_thread() {
    for program in (0..400).map(Program::new) {
        let (_, kernel) = program.source.split_once("KERNEL(").expect("a kernel");
        let ends = kernel
            .find("thread_exit();")
            .into_iter()
            .chain(kernel.find("return;"));
        let barriers = kernel
            .rfind("block_barrier();")
            .into_iter()
            .chain(kernel.rfind("exchange("));
        if let (Some(end), Some(barrier)) = (ends.min(), barriers.max()) {
            assert!(barrier < end, "{}", program.name);
        }
    }
}
