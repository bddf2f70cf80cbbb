//! Launch files.

use crate::bad_input::desk::{Desk, LAUNCH};
use std::fs::File;

/// Checks that the valid launch file with one text replaced is refused.
fn refuse(desk: &mut Desk, name: &str, from: &str, to: &str) {
    assert!(LAUNCH.contains(from), "{from}");
    desk.write(name, LAUNCH.replacen(from, to, 1));
    desk.refused(&format!("sim --kernel k.elf --launch {name}"));
}

#[test]
fn files_and_syntax() {
    let mut desk = Desk::new();
    desk.refused("sim --kernel k.elf --launch missing.toml");
    desk.refused("sim --kernel k.elf --launch .");
    desk.refused("sim --kernel k.elf --launch k.elf");
    refuse(&mut desk, "bracket.toml", "[2, 1, 1]", "[2, 1");
    refuse(&mut desk, "twice.toml", "block =", "grid =");
    insta::assert_snapshot!(desk.transcript());
}

#[test]
fn keys_and_types() {
    let mut desk = Desk::new();
    for (name, from, to) in [
        ("unknown-key.toml", "grid =", "gird ="),
        ("unknown-buffer-key.toml", "bytes = 64", "size = 64"),
        (
            "unknown-init.toml",
            "bytes = 64",
            "bytes = 64\ninit = \"ones\"",
        ),
        ("unknown-arg.toml", "{buffer = \"out\"}", "{float = 1.0}"),
        ("empty-arg.toml", "{buffer = \"out\"}", "{}"),
        (
            "two-in-one.toml",
            "{buffer = \"out\"}",
            "{u32 = 1, f32 = 2.0}",
        ),
        ("bare-arg.toml", "{buffer = \"out\"}", "3"),
        ("text-grid.toml", "[2, 1, 1]", "\"2x1x1\""),
        ("short-grid.toml", "[2, 1, 1]", "[2, 1]"),
        ("long-grid.toml", "[2, 1, 1]", "[2, 1, 1, 1]"),
        ("negative-block.toml", "[8, 1, 1]", "[8, -1, 1]"),
        ("float-bytes.toml", "bytes = 64", "bytes = 64.0"),
        ("out-is-number.toml", "out = true", "out = 1"),
        ("kernel-is-number.toml", "kernel = \"k\"", "kernel = 7"),
        ("no-grid.toml", "grid = [2, 1, 1]\n", ""),
        ("no-name.toml", "name = \"out\"\n", ""),
        ("no-bytes.toml", "bytes = 64\n", ""),
    ] {
        refuse(&mut desk, name, from, to);
    }
    insta::assert_snapshot!(desk.transcript());
}

#[test]
fn values_and_names() {
    let mut desk = Desk::new();
    for (name, from, to) in [
        ("no-threads.toml", "[8, 1, 1]", "[8, 0, 1]"),
        ("no-blocks.toml", "[2, 1, 1]", "[0, 1, 1]"),
        (
            "grid-overflow.toml",
            "[2, 1, 1]",
            "[4294967295, 4294967295, 1]",
        ),
        ("grid-too-large.toml", "[2, 1, 1]", "[4294967296, 1, 1]"),
        ("block-too-large.toml", "[8, 1, 1]", "[1024, 1, 1]"),
        ("negative-u32.toml", "{buffer = \"out\"}", "{u32 = -1}"),
        (
            "u32-overflow.toml",
            "{buffer = \"out\"}",
            "{u32 = 4294967296}",
        ),
        (
            "i32-overflow.toml",
            "{buffer = \"out\"}",
            "{i32 = -2147483649}",
        ),
        ("f32-overflow.toml", "{buffer = \"out\"}", "{f32 = 1e39}"),
        ("u32-is-nan.toml", "{buffer = \"out\"}", "{u32 = nan}"),
        (
            "no-such-buffer.toml",
            "{buffer = \"out\"}",
            "{buffer = \"in\"}",
        ),
        ("no-such-kernel.toml", "kernel = \"k\"", "kernel = \"q\""),
        ("climbing.toml", "name = \"out\"", "name = \"../out\""),
        ("nameless.toml", "name = \"out\"", "name = \"\""),
        ("no-room.toml", "bytes = 64", "bytes = 0"),
        (
            "twice.toml",
            "[[buffer]]",
            "[[buffer]]\nname = \"out\"\nbytes = 4\n\n[[buffer]]",
        ),
        (
            "missing-file.toml",
            "bytes = 64",
            "init = {file = \"x.bin\"}",
        ),
        (
            "too-many-bytes.toml",
            "bytes = 64",
            "bytes = 64\ninit = {file = \"k.elf\"}",
        ),
    ] {
        refuse(&mut desk, name, from, to);
    }
    insta::assert_snapshot!(desk.transcript());
}

#[test]
fn more_than_fits_into_memory() {
    let mut desk = Desk::new();
    let huge = File::create(desk.path("huge.bin")).unwrap();
    huge.set_len(5 << 30).unwrap();
    refuse(
        &mut desk,
        "all-addresses.toml",
        "bytes = 64",
        "bytes = 4294967295",
    );
    refuse(
        &mut desk,
        "image.toml",
        "bytes = 64",
        "init = {file = \"huge.bin\"}",
    );
    let two = "name = \"out\"\nbytes = 3000000000\n\n[[buffer]]\nname = \"b\"\nbytes = 3000000000";
    refuse(
        &mut desk,
        "two-buffers.toml",
        "name = \"out\"\nbytes = 64",
        two,
    );
    refuse(
        &mut desk,
        "shared.toml",
        "args = [",
        "shared_bytes = 4294967295\nargs = [{local = 4294967295}, ",
    );
    let stacks = "--set cores=64 --set core.stack_bytes=16777216";
    desk.refused(&format!("sim --kernel k.elf --launch k.toml {stacks}"));
    insta::assert_snapshot!(desk.transcript());
}

/// Numbers that stand for memory, one beyond each limit (`docs/limits.md`).
#[test]
fn numbers_beyond_their_limits() {
    let mut desk = Desk::new();
    let value = |align: &str| format!("{{struct = {{bytes = [1, 2], align = {align}}}}}");
    for align in ["0", "3", "8192", "1073741824", "4294967295"] {
        let name = format!("align-{align}.toml");
        refuse(&mut desk, &name, "{buffer = \"out\"}", &value(align));
    }
    let long = format!("name = \"{}\"", "n".repeat(201));
    refuse(&mut desk, "long-name.toml", "name = \"out\"", &long);
    let many = vec![value("4096"); 17].join(", ");
    refuse(&mut desk, "many-bytes.toml", "{buffer = \"out\"}", &many);
    let rounds = "out = true\n[[loop]]\nuntil_zero = {buffer = \"out\"}\nmost_rounds = 1000001\n[[loop.launch]]\n";
    refuse(&mut desk, "rounds.toml", "out = true\n", rounds);
    let launches = format!("out = true\n{}", "[[launch]]\n".repeat(65_537));
    refuse(&mut desk, "launches.toml", "out = true\n", &launches);
    let buffers: String = (0..16_384)
        .map(|n| format!("[[buffer]]\nname = \"b{n}\"\nbytes = 4\n"))
        .collect();
    refuse(
        &mut desk,
        "buffers.toml",
        "out = true\n",
        &format!("out = true\n{buffers}"),
    );
    // Each of a thousand launches has a copy of the arguments at the top.
    let args = format!("args = [{}, ", vec!["{u32 = 1}"; 5000].join(", "));
    let launches = LAUNCH.replacen("args = [", &args, 1) + &"[[launch]]\n".repeat(1000);
    desk.write("copies.toml", launches);
    desk.refused("sim --kernel k.elf --launch copies.toml");
    insta::assert_snapshot!(desk.transcript());
}

/// The largest numbers are no mistakes.
#[test]
fn numbers_at_their_limits() {
    let desk = Desk::new();
    let args = "{buffer = \"out\"}, {struct = {bytes = [1, 2], align = 4096}}, {struct = {bytes = [3], align = 1}}";
    let name = "n".repeat(200);
    let launch = LAUNCH.replace("{buffer = \"out\"}", args);
    let launch = launch.replace("\"out\"", &format!("\"{name}\""));
    let launch = launch
        + &format!(
            "[[loop]]\nuntil_zero = {{buffer = \"{name}\", offset = 0}}\n\
        before = [{{buffer = \"{name}\", offset = 0, u32 = 0}}]\nmost_rounds = 1000000\n[[loop.launch]]\n"
        );
    desk.write("k.toml", launch);
    let output = desk
        .heddle("sim --kernel k.elf --launch k.toml --preset tiny --out results")
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert!(desk.path("results").join(format!("{name}.bin")).is_file());
}

#[test]
fn special_numbers_are_numbers() {
    let desk = Desk::new();
    for value in ["nan", "inf", "-inf", "3.4028234e38", "-0.0"] {
        let args = format!("{{buffer = \"out\"}}, {{f32 = {value}}}");
        desk.write("k.toml", LAUNCH.replace("{buffer = \"out\"}", &args));
        let status = desk
            .heddle("sim --kernel k.elf --launch k.toml --preset tiny")
            .output();
        assert!(status.unwrap().status.success(), "{value}");
    }
}
