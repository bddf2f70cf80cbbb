//! Output that only a terminal gets: colours, unless `NO_COLOR` is set, and progress.

use std::process::Command;

const ESCAPE: char = '\u{1b}';

/// The output that a terminal receives for a command line, with or without `NO_COLOR`; `script` makes the
/// terminal.
fn terminal(arguments: &str, no_color: bool) -> String {
    let mut command = Command::new("script");
    let line = format!("{} {arguments}", env!("CARGO_BIN_EXE_heddle"));
    command.args(["--quiet", "--return", "--command", &line, "/dev/null"]);
    for name in [
        "NO_COLOR",
        "FORCE_COLOR",
        "CLICOLOR",
        "CLICOLOR_FORCE",
        "CI",
    ] {
        command.env_remove(name);
    }
    command.env("TERM", "xterm-256color").env("LANG", "C.UTF-8");
    if no_color {
        command.env("NO_COLOR", "1");
    }
    let output = command.output().expect("script is a part of every Debian");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.is_empty(), "no terminal (is /dev/pts there?): {said}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn errors_are_coloured_unless_no_color_is_set() {
    let line = "units --preset tiny --set core.warps=1";
    for (no_color, coloured) in [(false, true), (true, false)] {
        let text = terminal(line, no_color);
        assert!(text.contains("warps = 1 is not in 2 to 64"), "{text}");
        assert_eq!(text.contains(ESCAPE), coloured, "{text:?}");
    }
}

#[test]
fn only_long_work_shows_how_far_it_is() {
    let long = "run mandelbrot --size full --max-cycles 4000000";
    assert!(terminal(long, true).contains(" cycles, "));
    assert!(!terminal(&format!("{long} --json"), true).contains(" cycles, "));
    assert!(!terminal("run if_else --brief", true).contains(ESCAPE));
}
