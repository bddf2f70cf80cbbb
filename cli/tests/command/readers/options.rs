//! Every option and argument that names a file to read.

/// Of `FILE` in a command.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    /// The name of the file, which has the ending that the command expects.
    pub file: &'static str,
    /// The command, with `FILE`.
    pub command: &'static str,
    /// The most bytes of such a file.
    pub limit: u64,
}

const WRITTEN: u64 = 16 << 20;
const PROGRAM: u64 = 256 << 20;
const CONTENTS: u64 = 1 << 30;

const fn reader(file: &'static str, limit: u64, command: &'static str) -> Reader {
    Reader {
        file,
        command,
        limit,
    }
}

/// All of them. A trace has no limit of its own: its lines have.
pub const READERS: [Reader; 27] = [
    reader("f.elf", PROGRAM, "sim --kernel FILE --launch k.toml"),
    reader("f.toml", WRITTEN, "sim --kernel k.elf --launch FILE"),
    reader("f.toml", WRITTEN, "run if_else --config FILE"),
    reader("f.toml", WRITTEN, "config --config FILE"),
    reader("f.bin", CONTENTS, "run k.cl --global 4 --args file:FILE"),
    reader(
        "f.bin",
        CONTENTS,
        "run k.cl --global 4 --args zero:4 --expect o=FILE",
    ),
    reader(
        "f.bin",
        CONTENTS,
        "sim --kernel k.elf --launch contents.toml",
    ),
    reader("f.cl", WRITTEN, "run FILE --global 4 --args zero:4"),
    reader("f.c", WRITTEN, "run FILE --global 4 --args zero:4"),
    reader("f.cl", WRITTEN, "compile FILE --out out.elf"),
    reader("f.c", WRITTEN, "compile FILE --out out.elf"),
    reader("f.S", WRITTEN, "compile FILE --out out.elf"),
    reader("f.o", PROGRAM, "compile k.c --library FILE --out out.elf"),
    reader("f.elf", PROGRAM, "cfg FILE"),
    reader("f.elf", PROGRAM, "annotate FILE"),
    reader("f.traceg", PROGRAM, "masks FILE"),
    reader("kernelslist.g", PROGRAM, "masks FILE"),
    reader(
        "unified_arbiter.v",
        WRITTEN,
        "cosim --unit unified_arbiter --mode unit --verilog FILE",
    ),
    reader(
        "unified_arbiter.v",
        WRITTEN,
        "synth unified_arbiter --target ice40 --verilog FILE",
    ),
    reader(
        "f.lib",
        PROGRAM,
        "synth unified_arbiter --target liberty=FILE",
    ),
    reader("f.cl", WRITTEN, "compare FILE --global 4 --args zero:4"),
    reader("f.elf", PROGRAM, "compare --kernel FILE --launch k.toml"),
    reader("captured/kernel.elf", PROGRAM, "compare captured"),
    reader(
        "f.elf",
        PROGRAM,
        "report --kernel FILE --launch k.toml --size small --out out.html",
    ),
    reader(
        "f.elf",
        PROGRAM,
        "cosim --unit unified_arbiter --mode shadow --kernel FILE --launch k.toml",
    ),
    reader(
        "templates/f.sdc",
        WRITTEN,
        "gen --unit unified_arbiter --constraints templates --out out",
    ),
    reader("f.out", PROGRAM, "exec -- ./FILE"),
];
