//! The README's table of units is what `heddle units --markdown` prints.
//!
//! `HEDDLE_BLESS=1 cargo test -p heddle --test command readme` rewrites it.

const README: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md");
const BEGIN: &str = "<!-- units: HEDDLE_BLESS=1 cargo test -p heddle --test command readme -->\n";
const END: &str = "<!-- end of units -->\n";

fn generated() -> String {
    let mut command = crate::program::heddle();
    let output = command.args(["units", "--markdown"]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_table_of_units_is_the_generated_one() {
    let readme = std::fs::read_to_string(README).unwrap();
    let (before, rest) = readme
        .split_once(BEGIN)
        .expect("README.md has the first marker");
    let (table, after) = rest.split_once(END).expect("README.md has the last marker");
    let generated = generated();
    if std::env::var_os("HEDDLE_BLESS").is_some() {
        std::fs::write(README, [before, BEGIN, &generated, END, after].concat()).unwrap();
    } else {
        assert_eq!(table, generated, "HEDDLE_BLESS=1 rewrites the table");
    }
}
