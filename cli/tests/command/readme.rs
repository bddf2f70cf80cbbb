//! The tables of units, mechanisms and workloads are what the command prints; the README shows the Verilog and the pictures of today.
//!
//! `HEDDLE_BLESS=1 cargo test -p heddle-command --test command readme` rewrites the tables.

use crate::many::charts::check_charts;
use regex::Regex;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

const README: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md");

fn generated(command: &str) -> String {
    let mut heddle = crate::program::heddle();
    let output = heddle.args([command, "--markdown"]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// For each unit, the machines at whose sizes its golden unit and its Verilog are proven equal: rows that `scripts/equal` writes.
fn proven_equal() -> BTreeMap<String, Vec<String>> {
    let mut proven = BTreeMap::<_, Vec<_>>::new();
    for name in ["equal", "equal-sizes"] {
        let result = Path::new(README).with_file_name(format!("results/{name}.json"));
        let result = std::fs::read_to_string(result).unwrap();
        let result: Value = serde_json::from_str(&result).unwrap();
        for row in result["tables"][0]["rows"].as_array().unwrap() {
            let [unit, machine, outcome] = [0, 1, 2].map(|at| row[at].as_str().unwrap().to_owned());
            if outcome.starts_with("equal") && !outcome.starts_with("equal for") {
                proven.entry(unit).or_default().push(machine);
            }
        }
    }
    proven
}

/// The table of units with a column more.
fn with_proofs(table: &str) -> String {
    let proven = proven_equal();
    let lines = table.lines().enumerate();
    let lines = lines.map(|(at, line)| match at {
        0 => format!("{line} [proven equal](results/equal.md) at |\n"),
        1 => format!("{line} --- |\n"),
        _ => {
            let unit = line.split('`').nth(1).expect("the name of a unit");
            let machines = proven.get(unit).map(|machines| machines.join("; "));
            format!("{line} {} |\n", machines.unwrap_or_default())
        }
    });
    lines.collect()
}

#[test]
fn tables_are_generated() {
    let pages = [
        ("units", "docs/units.md"),
        ("mechanisms", "README.md"),
        ("workloads", "docs/workloads.md"),
    ];
    for (command, page) in pages {
        let page = Path::new(README).with_file_name(page);
        let text = std::fs::read_to_string(&page).unwrap();
        let begin = format!(
            "<!-- {command}: HEDDLE_BLESS=1 cargo test -p heddle-command --test command readme -->\n"
        );
        let end = format!("<!-- end of {command} -->\n");
        let (before, rest) = text.split_once(&begin).expect("the first marker is there");
        let (table, after) = rest.split_once(&end).expect("the last marker is there");
        // Links lead from the folder of the page.
        let mut generated = generated(command).replace("](kernels/", "](../kernels/");
        if command == "units" {
            generated = with_proofs(&generated);
        }
        if std::env::var_os("HEDDLE_BLESS").is_some() {
            let text = [before, &begin, &generated, &end, after].concat();
            std::fs::write(&page, text).unwrap();
        } else {
            assert_eq!(table, generated, "HEDDLE_BLESS=1 rewrites the tables");
        }
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

/// A browser shows them in the reader's light or dark scheme, and GitHub in the page.
#[test]
fn its_pictures_are_drawn_from_runs() {
    let root = Path::new(README).parent().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut script = Command::new(root.join("scripts/pictures"));
    script
        .arg(folder.path())
        .env("HEDDLE", env!("CARGO_BIN_EXE_heddle"));
    let output = script.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let readme = std::fs::read_to_string(README).unwrap();
    for mechanism in ["pdom", "stackless"] {
        let file = format!("threads-{mechanism}.svg");
        assert!(readme.contains(&format!("(docs/pictures/{file})")));
        let drawn = std::fs::read_to_string(folder.path().join(&file)).unwrap();
        let kept = std::fs::read_to_string(root.join("docs/pictures").join(&file)).unwrap();
        assert!(drawn == kept, "{file}: scripts/pictures draws another one");
        assert_eq!(check_charts(&kept), 1, "{file}");
        assert!(kept.len() < 200_000);
    }
}

/// `scripts/pictures --pages` takes them in a browser, so their bytes depend on its fonts.
#[test]
fn pictures_of_pages_are_in_both_schemes() {
    let root = Path::new(README).parent().unwrap();
    let picture = Regex::new(
        "<picture>\n<source media=\"\\(prefers-color-scheme: dark\\)\" srcset=\"([^\"]+)-dark.webp\">\n\
         <img src=\"([^\"]+)-light.webp\" alt=\"([^\"]+)\">\n</picture>\n",
    );
    let picture = picture.unwrap();
    for page in ["README.md", "docs/view.md"] {
        let text = std::fs::read_to_string(root.join(page)).unwrap();
        let folder = root.join(page).with_file_name("");
        let pictures: Vec<_> = picture.captures_iter(&text).collect();
        assert_eq!(pictures.len(), 3, "{page}");
        assert_eq!(text.matches(".webp").count(), 6, "{page}");
        for found in pictures {
            assert_eq!(found[1], found[2], "{page}");
            for scheme in ["light", "dark"] {
                let file = folder.join(format!("{}-{scheme}.webp", &found[1]));
                let bytes = std::fs::read(&file).unwrap();
                assert!(
                    bytes.starts_with(b"RIFF") && bytes.len() < 150_000,
                    "{file:?}"
                );
            }
        }
    }
}
