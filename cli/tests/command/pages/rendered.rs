//! The pages are what `scripts/pages` makes of the results, and it finds what is not.

use super::text::without_results;
use crate::repository::ROOT;
use regex::Regex;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

fn pages(root: &Path, options: &[&str]) -> Output {
    let mut script = Command::new(root.join("scripts/pages"));
    // Its modules are not compiled into the repository.
    script.args(options).env("PYTHONDONTWRITEBYTECODE", "1");
    script.output().unwrap()
}

#[test]
fn pages_are_what_results_say() {
    let output = pages(Path::new(ROOT), &["--check"]);
    assert!(output.status.success(), "{output:?}");
}

/// Pages that say what follows from results.
const PROSE: [&str; 3] = ["README.md", "docs/measurements.md", "docs/synthesis.md"];

/// Numbers with a unit in a text, but for those in links, code and results.
fn typed(text: &str) -> Vec<String> {
    let hidden = Regex::new(r"(?s)```.*?```|`[^`]*`|\[[^\]]*\]\([^)]*\)").unwrap();
    let text = without_results(text).replace('\n', " ");
    let text = hidden.replace_all(&text, "");
    let number = Regex::new(r"\d[\d.,]* (%|percent|MHz|LUTs|bits|mm2|times|cycles|warps)").unwrap();
    number
        .find_iter(&text)
        .map(|number| number.as_str().into())
        .collect()
}

#[test]
fn no_number_is_typed() {
    for name in PROSE {
        let text = std::fs::read_to_string(Path::new(ROOT).join(name)).unwrap();
        assert_eq!(
            typed(&text),
            Vec::<String>::new(),
            "{name}: take them from a result"
        );
    }
    let planted = "In [1.5](a.md \"x\") times `2 bits`, 3.25 times, 1,200\nbits and 98 % of 4 MHz.";
    assert_eq!(
        typed(planted),
        ["3.25 times", "1,200 bits", "98 %", "4 MHz"]
    );
}

const RESULT: &str = r#"{
  "name": "one", "command": "scripts/one", "preset": "tiny", "overrides": "", "programs": "", "seed": "1",
  "commit": "0123456789ab", "machine": null, "start": "2026-01-01T00:00Z", "minutes": 0.1, "sources": ["code"], "key": "KEY",
  "tables": [{
    "columns": [{"name": "workload", "show": "`{}`"}, {"name": "cycles", "show": "{:,} ({:.2f})"}],
    "rows": [["lu", [1200, 2]], ["fft", [4800, 0.5]]]
  }]
}"#;
const PAGE: &str = "[x](p.md \"one / lu / cycles / 1\") [x](p.md \"one / mean / cycles / 2\") [x](p.md \"one / fft / cycles\")\n\n\
    <!-- result: one -->\n<!-- end of result -->\n";

/// A repository with one source, one result and one page.
struct Book(TempDir);

impl Book {
    fn new(key: &str) -> Self {
        let book = Self(TempDir::new().unwrap());
        for script in ["pages", "results.py"] {
            let source = Path::new(ROOT).join("scripts").join(script);
            let target = book.0.path().join("scripts").join(script);
            std::fs::create_dir_all(target.parent().unwrap()).unwrap();
            std::fs::copy(source, target).unwrap();
        }
        book.write("README.md", "# Book\n");
        book.write("code/a.rs", "fn main() {}\n");
        book.write("results/one.json", &RESULT.replace("KEY", key));
        book.write("docs/p.md", PAGE);
        book.git(&["init", "--quiet"]);
        book.git(&["add", "."]);
        book
    }

    fn git(&self, arguments: &[&str]) -> String {
        let mut git = Command::new("git");
        let output = git
            .arg("-C")
            .arg(self.0.path())
            .args(arguments)
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.0.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn page(&self) -> String {
        std::fs::read_to_string(self.0.path().join("docs/p.md")).unwrap()
    }

    /// Runs the script; says how it ended.
    fn pages(&self, options: &[&str], success: bool) -> String {
        let output = pages(self.0.path(), options);
        assert_eq!(output.status.success(), success, "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    }
}

/// The key of `code/a.rs` as it is at first.
const KEY: &str = "be01a1bbbace77de";

#[test]
fn numbers_come_from_results() {
    let book = Book::new(KEY);
    book.pages(&[], true);
    let page = book.page();
    let numbers = "[1,200](p.md \"one / lu / cycles / 1\") [1.00](p.md \"one / mean / cycles / 2\") [4,800 (0.50)](p.md";
    assert!(page.starts_with(numbers), "{page}");
    assert!(
        page.contains("| `lu` | 1,200 (2.00) |\n| `fft` | 4,800 (0.50) |\n"),
        "{page}"
    );
    book.pages(&["--check"], true);
    for typed in ["[1,200]", "| 1,200 (2.00) |"] {
        book.write(
            "docs/p.md",
            &page.replace(typed, &typed.replace("1,200", "1,300")),
        );
        let complaint = book.pages(&["--check"], false);
        assert!(
            complaint.contains("docs/p.md is not what the results say"),
            "{complaint}"
        );
    }
}

#[test]
fn a_result_is_stale_when_its_sources_have_changed() {
    let book = Book::new(KEY);
    book.pages(&[], true);
    assert!(!book.page().contains("Stale"), "{}", book.page());
    book.write("code/a.rs", "fn main() { }\n");
    book.pages(&["--check"], false);
    book.pages(&[], true);
    assert!(
        book.page()
            .contains("**Stale**: its sources have changed since. `scripts/one`")
    );
}

#[test]
fn what_results_depend_on_exists() {
    let mut python = Command::new("python3");
    python.args(["-B", "-c", "import results; results.Run('')"]);
    let scripts = Path::new(ROOT).join("scripts");
    let output = python.current_dir(scripts).output().unwrap();
    assert!(output.status.success(), "{output:?}");
}

/// Stages do not know the key of what they measured.
#[test]
fn a_result_without_a_key_gets_that_of_its_commit() {
    let book = Book::new(KEY);
    let of_stages = RESULT.replace(r#", "key": "KEY""#, "");
    assert_ne!(of_stages, RESULT);
    let commit = [
        "-c",
        "user.name=a",
        "-c",
        "user.email=a@b",
        "commit",
        "--quiet",
        "-m",
        "one",
    ];
    book.git(&commit);
    let head = book.git(&["rev-parse", "--short=12", "HEAD"]);
    book.write(
        "results/one.json",
        &of_stages.replace("0123456789ab", head.trim()),
    );
    assert!(book.pages(&["--check"], false).contains("has no key"));
    book.pages(&[], true);
    assert!(!book.page().contains("Stale"), "{}", book.page());
    book.write(
        "results/one.json",
        &of_stages.replace("0123456789ab", "0123456789ab, ba9876543210"),
    );
    book.pages(&[], true);
    assert!(
        book.page()
            .contains("**Stale**: it is not known of which sources it is.")
    );
}

#[test]
fn a_wrong_address_and_a_result_that_no_page_shows_are_refused() {
    let book = Book::new(KEY);
    for (address, complaint) in [
        ("two / lu / cycles", "no result has this name"),
        ("one / lbm / cycles", "no row and column"),
        ("one / lu / time", "no row and column"),
    ] {
        book.write("docs/p.md", &format!("{PAGE}[x](p.md \"{address}\")\n"));
        let said = book.pages(&[], false);
        assert!(said.contains(complaint), "{said}");
    }
    book.write("docs/p.md", "");
    assert!(
        book.pages(&[], false)
            .contains("no page shows results/one.json")
    );
}
