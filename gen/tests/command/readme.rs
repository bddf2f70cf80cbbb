//! The README's tables of units and of workloads are what the command prints.
//!
//! `HEDDLE_BLESS=1 cargo test -p heddle --test command readme` rewrites them.

use std::path::Path;

const README: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md");

fn generated(command: &str) -> String {
    let mut heddle = crate::program::heddle();
    let output = heddle.args([command, "--markdown"]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn its_tables_are_generated() {
    let mut readme = std::fs::read_to_string(README).unwrap();
    for command in ["units", "workloads"] {
        let begin = format!(
            "<!-- {command}: HEDDLE_BLESS=1 cargo test -p heddle --test command readme -->\n"
        );
        let end = format!("<!-- end of {command} -->\n");
        let (before, rest) = readme
            .split_once(&begin)
            .expect("the first marker is there");
        let (table, after) = rest.split_once(&end).expect("the last marker is there");
        let generated = generated(command);
        if std::env::var_os("HEDDLE_BLESS").is_some() {
            readme = [before, &begin, &generated, &end, after].concat();
        } else {
            assert_eq!(table, generated, "HEDDLE_BLESS=1 rewrites the tables");
        }
    }
    if std::env::var_os("HEDDLE_BLESS").is_some() {
        std::fs::write(README, readme).unwrap();
    }
}

#[test]
fn its_verilog_is_what_the_unit_has() {
    let readme = std::fs::read_to_string(README).unwrap();
    let (_, rest) = readme.split_once("<!-- verilog: ").expect("a marker");
    let (file, rest) = rest.split_once(" -->\n```verilog\n").expect("a block");
    let (shown, _) = rest.split_once("```\n").expect("the end of the block");
    let expected = std::fs::read_to_string(Path::new(README).with_file_name(file)).unwrap();
    assert!(
        expected.contains(shown) && shown.lines().count() >= 20,
        "{file}"
    );
}
