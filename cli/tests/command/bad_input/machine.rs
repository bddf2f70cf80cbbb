//! Machines: presets, files, overrides, and options with limits.

use crate::bad_input::desk::Desk;

#[test]
fn overrides() {
    let mut desk = Desk::new();
    for set in [
        "core.warps=1",
        "core.warps=-1",
        "core.warps=many",
        "core.warps=1e3",
        "core.warps=99999999999999999999",
        "core.warp_size=12",
        "core.simd_width=64",
        "pipeline.alu=8",
        "core.warps",
        "=3",
        "core=3",
        "cores=0",
        "cores.many=3",
        "memory.cache_bytes=1000",
        "memory.miss_cycles=1",
        "stackless.nesting=sp",
        "stackless.nesting=deep",
        "stackless.tree_latency=nan",
    ] {
        desk.refused(&format!("units --preset tiny --set {set}"));
    }
    insta::assert_snapshot!(desk.transcript());
}

#[test]
fn files() {
    let mut desk = Desk::new();
    desk.refused("units --config missing.toml");
    desk.refused("units --config .");
    desk.refused("units --config k.elf");
    for (name, text) in [
        ("empty.toml", ""),
        ("syntax.toml", "preset = \"tiny\"\n[core\nwarps = 4\n"),
        ("preset.toml", "preset = \"fermi\"\n"),
        ("limit.toml", "preset = \"tiny\"\n\n[core]\nwarps = 99\n"),
        (
            "inherited.toml",
            "preset = \"tiny\"\n\n[core]\nwarp_size = 2\n",
        ),
        ("type.toml", "preset = \"tiny\"\ncores = \"two\"\n"),
        (
            "key.toml",
            "preset = \"tiny\"\n\n[memory]\nline_byte = 16\n",
        ),
        ("section.toml", "preset = \"tiny\"\ncore = 7\n"),
        (
            "inf.toml",
            "preset = \"tiny\"\n[pipeline]\nalu_cycles = inf\n",
        ),
        (
            "zero.toml",
            "preset = \"tiny\"\n[pipeline]\nalu_cycles = 0\n",
        ),
    ] {
        desk.write(name, text);
        desk.refused(&format!("units --config {name}"));
    }
    insta::assert_snapshot!(desk.transcript());
}

#[test]
fn command_lines() {
    let mut desk = Desk::new();
    for arguments in [
        "units --preset fermi",
        "units --preset tiny --config k.toml",
        "run mandelbort",
        "run bfs --mechanism magic",
        "run bfs --size huge",
        "run bfs --max-cycles -1",
        "run bfs --seed x",
        "gen --all",
        "gen --unit register_file --out x",
        "gen --all --out x --period -1",
        "gen --all --out x --period=nan",
        "gen --all --out x --period=inf",
        "gen --all --out x --period=0",
        "cosim --unit heap",
        "cosim --unit unified_arbiter --mode shadow",
        "cosim --unit unified_arbiter --mode shadow --kernel k.elf",
        "cosim --unit unified_arbiter --cycles many",
        "completions tcsh",
        "nonsense",
    ] {
        desk.refused(arguments);
    }
    insta::assert_snapshot!(desk.transcript());
}
