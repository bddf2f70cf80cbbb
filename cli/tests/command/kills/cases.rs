//! The commands.

/// A command, and what it needs.
pub struct Case {
    pub name: &'static str,
    pub arguments: &'static [&'static str],
    /// Names and texts of files in its folder.
    pub files: &'static [(&'static str, &'static str)],
    /// Whether it uses the cache of the other tests, because it would take too long to fill one.
    pub warm: bool,
    /// Whether it refuses a folder in which an earlier run wrote.
    pub refuses: bool,
    /// Whether it takes about a second.
    pub quick: bool,
}

const PLAIN: Case = Case {
    name: "",
    arguments: &[],
    files: &[],
    warm: false,
    refuses: false,
    quick: false,
};

const OPENCL_C: &str = "kernel void k(global int *a) { a[get_global_id(0)] += 1; }\n";

const C: &str = "#include \"simt.h\"\nstruct args { int *a; };\n\
    void k(const struct simt_dims *d, const struct args *p) { p->a[0] = 1; }\n";

/// A host program of several processes that goes on for a second or two.
const HOST: &str = "for i in 1 2 3; do ./twice & wait $!; sleep 0.2; done";

pub const CASES: &[Case] = &[
    Case {
        name: "run",
        arguments: &[
            "run",
            "bfs",
            "--trace",
            "t.json",
            "--draw",
            "t.svg",
            "--log-instructions",
            "t.log",
        ],
        quick: true,
        ..PLAIN
    },
    Case {
        name: "gen",
        arguments: &["gen", "--all", "--out", "verilog"],
        ..PLAIN
    },
    Case {
        name: "compare",
        arguments: &["compare", "bfs", "mandelbrot", "loops", "--out", "compared"],
        ..PLAIN
    },
    Case {
        name: "compile C",
        arguments: &["compile", "k.c", "-o", "k.elf"],
        files: &[("k.c", C)],
        quick: true,
        ..PLAIN
    },
    Case {
        name: "compile OpenCL C",
        arguments: &["compile", "k.cl", "-o", "k.elf"],
        files: &[("k.cl", OPENCL_C)],
        ..PLAIN
    },
    Case {
        name: "exec",
        arguments: &[
            "exec", "--preset", "tiny", "--out", "reports", "--trace", "traces", "--", "sh", "-c",
            HOST,
        ],
        files: &[("twice.c", include_str!("../../data/opencl/twice.c"))],
        warm: true,
        refuses: true,
        quick: true,
    },
    Case {
        name: "cosim",
        arguments: &[
            "cosim",
            "--unit",
            "unified_arbiter",
            "--preset",
            "tiny",
            "--cycles",
            "20000",
        ],
        ..PLAIN
    },
    Case {
        name: "prove",
        arguments: &["prove", "unified_arbiter", "--preset", "tiny"],
        ..PLAIN
    },
    Case {
        name: "prove --equal",
        arguments: &["prove", "bcc_sequencer", "--equal", "--preset", "tiny"],
        ..PLAIN
    },
    Case {
        name: "mutate",
        arguments: &[
            "mutate",
            "unified_arbiter",
            "--preset",
            "tiny",
            "--mutants",
            "50",
        ],
        ..PLAIN
    },
    Case {
        name: "synth",
        arguments: &[
            "synth",
            "bcc_sequencer",
            "--preset",
            "tiny",
            "--target",
            "ice40",
        ],
        ..PLAIN
    },
];
