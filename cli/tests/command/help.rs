//! Help texts and completions, for review.
//!
//! `INSTA_UPDATE=always cargo test -p heddle-command --test command help` rewrites them.

use std::process::Command;

/// All commands.
pub const COMMANDS: [&str; 25] = [
    "units",
    "mechanisms",
    "workloads",
    "gen",
    "sim",
    "run",
    "exec",
    "compile",
    "compare",
    "explore",
    "size",
    "report",
    "view",
    "cosim",
    "mutate",
    "prove",
    "cfg",
    "annotate",
    "area",
    "synth",
    "masks",
    "config",
    "setup",
    "completions",
    "man",
];

fn heddle(arguments: &[&str]) -> String {
    let mut command = crate::program::heddle();
    let output = command
        .args(arguments)
        .env("COLUMNS", "100")
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Help without the lists that grow with Heddle.
fn without_lists(help: &str) -> String {
    let mut text = String::new();
    let mut rest = help;
    while let Some((before, list)) = rest.split_once("[possible") {
        text += before.trim_end();
        text += " [possible values]";
        rest = list.split_once(']').expect("the list ends").1;
    }
    text + rest
}

#[test]
fn of_every_command() {
    let main = heddle(&["--help"]);
    insta::assert_snapshot!("heddle", without_lists(&main));
    for command in COMMANDS {
        assert!(main.contains(&format!("\n  {command} ")), "{command}");
        let help = heddle(&[command, "--help"]);
        insta::assert_snapshot!(command, without_lists(&help));
    }
}

#[test]
fn shells_accept_their_completions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = heddle(&["completions", shell]);
        for word in ["cosim", "max-cycles", "completions", "preset"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("heddle.bash");
    std::fs::write(&script, heddle(&["completions", "bash"])).unwrap();
    // The completions for a user who has typed `heddle run mande` and presses Tab.
    let complete = "source \"$0\"; COMP_WORDS=(heddle run mande); COMP_CWORD=2; \
        _heddle heddle mande run; echo \"${COMPREPLY[@]}\"";
    let mut bash = Command::new("bash");
    let output = bash.args(["-c", complete]).arg(&script).output().unwrap();
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "mandelbrot\n",
        "{output:?}"
    );
}
