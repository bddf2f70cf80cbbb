//! Host programs in C++ with the objects of `opencl.hpp`: each ends with a code of its own, and writes nothing.

use crate::desk::Desk;

/// What the programs share.
const HEADER: &str = "shared.hpp";

/// The programs and their codes.
const PROGRAMS: [(&str, i32); 20] = [
    ("global_objects", 10),
    ("build_errors", 11),
    ("user_events", 12),
    ("sub_buffers", 13),
    ("two_queues", 14),
    ("profiling", 15),
    ("callbacks", 16),
    ("mapped", 17),
    ("functors", 18),
    ("cloned_kernels", 19),
    ("out_of_order", 20),
    ("early_exit", 21),
    ("moved_objects", 22),
    ("contexts", 23),
    ("binaries", 24),
    ("linked", 25),
    ("threads", 26),
    ("defaults", 27),
    ("shared_memory", 28),
    ("versions", 29),
];

#[test]
fn programs_in_cpp_end_with_their_own_code() {
    let desk = Desk::new();
    desk.precompile(HEADER);
    for (name, code) in PROGRAMS {
        desk.compile_with_header(name, HEADER);
        let output = desk.command(name).output().expect("a program");
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(code), "{name}: {text}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{name}");
        assert_eq!(text, "", "{name}");
    }
}
