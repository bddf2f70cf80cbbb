//! Damaged kernel files, in every command that reads one.

use super::{answered, limited};
use edits::{ByteEdit, byte_edits, code_edits, edited, with_flips};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestRunner;
use std::fs;

#[path = "../../../../tests/tests/fuzz/edits.rs"]
#[allow(dead_code)]
mod edits;

const KERNELS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../kernels");

/// Addresses for a command that runs a program for a short time on a small machine.
const ADDRESSES: u64 = 4 << 30;

/// Built-in workloads that have a launch file.
fn names() -> Vec<&'static str> {
    let all = heddle_kernels::all().iter().map(|workload| workload.name());
    all.filter(|name| fs::exists(format!("{KERNELS}/{name}/{name}.toml")).unwrap())
        .collect()
}

/// Edits of the whole file, or bits of its code.
#[derive(Clone, Debug)]
enum Damage {
    File(Vec<ByteEdit>),
    Code(Vec<Index>),
}

impl Damage {
    fn of(&self, file: &[u8]) -> Vec<u8> {
        match self {
            Damage::File(edits) => edited(file, edits),
            Damage::Code(flips) => with_flips(file.to_vec(), flips),
        }
    }
}

fn damage() -> impl Strategy<Value = Damage> {
    prop_oneof![
        2 => byte_edits().prop_map(Damage::File),
        1 => code_edits().prop_map(Damage::Code),
    ]
}

fn is_answered(name: &str, damage: &Damage) {
    let folder = tempfile::tempdir().unwrap();
    let whole = fs::read(format!("{KERNELS}/{name}/{name}.elf")).unwrap();
    fs::write(folder.path().join("d.elf"), damage.of(&whole)).unwrap();
    let launch = format!("{KERNELS}/{name}/{name}.toml");
    for command in [
        format!(
            "sim --kernel d.elf --launch {launch} --preset tiny --max-cycles 20000 --check-flow"
        ),
        "sim --kernel d.elf --max-cycles 20000".into(),
        "cfg d.elf".into(),
        "annotate d.elf".into(),
    ] {
        let output = limited(folder.path(), ADDRESSES, &command);
        answered(
            &output,
            &[0, 1, 2],
            &format!("{command}: {name}, {damage:?}"),
        );
    }
}

/// `PROPTEST_CASES` and `PROPTEST_RNG_SEED` request more and different ones.
#[test]
fn damaged_binaries_are_answered() {
    let config = heddle_machines::asked_cases(12);
    let cases = config.cases;
    let cases_of = (prop::sample::select(names()), damage());
    let ran = TestRunner::new(config).run(&cases_of, |(name, damage)| {
        is_answered(name, &damage);
        Ok(())
    });
    ran.unwrap();
    println!("{cases} damaged binaries were answered by four commands");
}
