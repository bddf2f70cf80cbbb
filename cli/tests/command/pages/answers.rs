//! `scripts/commands` compares answers with what commands print, and writes them.

use crate::repository::ROOT;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// A page with one answer, below two commands.
const PAGE: &str =
    "# Page\n\n```sh\necho first\necho second    # as it is\n```\n\n```text answer\nANSWER\n```\n";

/// A repository with the script and this page. There is nothing to build in it.
fn repository(page: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["scripts", "docs", "bin"] {
        std::fs::create_dir(folder.path().join(name)).unwrap();
    }
    let script = Path::new(ROOT).join("scripts/commands");
    std::fs::copy(script, folder.path().join("scripts/commands")).unwrap();
    std::os::unix::fs::symlink("/bin/true", folder.path().join("bin/cargo")).unwrap();
    std::fs::write(folder.path().join("docs/page.md"), page).unwrap();
    folder
}

/// Runs the script on the page; returns its exit code and all that it prints.
fn commands(repository: &TempDir, options: &[&str]) -> (i32, String) {
    let root = repository.path();
    let path = std::env::var("PATH").unwrap();
    let mut script = Command::new(root.join("scripts/commands"));
    script.env("PATH", format!("{}:{path}", root.join("bin").display()));
    let output = script.args(options).arg("docs/page.md").output().unwrap();
    let texts = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (output.status.code().unwrap(), texts.concat())
}

#[test]
fn an_answer_is_what_the_last_command_prints() {
    let right = repository(&PAGE.replace("ANSWER", "second"));
    let (code, text) = commands(&right, &[]);
    assert_eq!(code, 0, "{text}");
    assert!(
        text.contains("ran 2 commands, 1 answers, 0 problems"),
        "{text}"
    );
}

#[test]
fn another_answer_is_shown_beside_it_and_written() {
    let other = repository(&PAGE.replace("ANSWER", "first"));
    let page = || std::fs::read_to_string(other.path().join("docs/page.md")).unwrap();
    let (code, text) = commands(&other, &[]);
    assert_eq!(code, 1, "{text}");
    let both = "the page has:\nfirst\nit prints:\nsecond\n";
    assert!(text.contains(both), "{text}");
    assert_eq!(page(), PAGE.replace("ANSWER", "first"));
    let (code, text) = commands(&other, &["--bless"]);
    assert_eq!(code, 0, "{text}");
    assert_eq!(page(), PAGE.replace("ANSWER", "second"));
}

#[test]
fn an_answer_to_no_command_is_a_problem() {
    for (from, to) in [
        ("```\n\n```text", "```\n\nA word.\n\n```text"),
        ("echo second", "scripts/run"),
    ] {
        let page = PAGE.replace("ANSWER", "second").replace(from, to);
        let (code, text) = commands(&repository(&page), &[]);
        assert_eq!(code, 1, "{text}");
        assert!(text.contains("an answer without a command"), "{text}");
    }
}

#[test]
fn a_command_that_fails_in_a_pipe_has_failed() {
    let failing = PAGE
        .replace("ANSWER", "second")
        .replace("echo second", "false | echo second");
    let (code, text) = commands(&repository(&failing), &["--bless"]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("exit code 1"), "{text}");
}
