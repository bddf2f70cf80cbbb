//! Ten shapes of control flow, each with the instructions of the stack as the notes place them, and with the steps of the stacks
//! under `pdom` and `stack`. What is expected is written from the notes and from fung2009 (section 3.2), by hand.

mod divergent;
mod loops;
mod together;

use crate::bad_input::support::assembler::{Asm, reg::*};
use heddle_isa::Op;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use tempfile::TempDir;

/// Four threads, the lanes of one warp of `tiny`; thread `i` has `i` in a0, and the other registers are 0.
const LAUNCH: &str = "kernel = \"k\"\ngrid = [1, 1, 1]\nblock = [4, 1, 1]\nargs = []\n";

const DRAWN: &str = "stack.placement=notes";
const COMPILED: &str = "stack.placement=compiled";

/// A program of one kernel, with labels.
struct Shape {
    folder: TempDir,
    labels: BTreeMap<u32, String>,
}

/// A block: an instruction under a label.
fn block(a: &mut Asm, label: &str) {
    a.label(label);
    a.imm(Op::Addi, A2, A2, 1);
}

/// The last block.
fn last(a: &mut Asm) {
    block(a, "X");
    a.ret();
    a.label("end");
}

impl Shape {
    fn new(write: impl Fn(&mut Asm)) -> Shape {
        let mut a = Asm::kernel();
        a.hide_labels();
        write(&mut a);
        let names = ('A'..='Z')
            .map(|name| name.to_string())
            .chain(["end".into()]);
        let found = names.filter_map(|name| Some((a.find(&name)?, name)));
        let mut labels = BTreeMap::from([(a.address("__kernel_k"), "k".to_owned())]);
        labels.extend(found);
        let folder = TempDir::new().unwrap();
        std::fs::write(folder.path().join("k.elf"), a.image().bytes()).unwrap();
        std::fs::write(folder.path().join("k.toml"), LAUNCH).unwrap();
        Shape { folder, labels }
    }

    /// What `heddle` prints in the folder of the program.
    fn heddle(&self, words: &[&str]) -> Vec<u8> {
        let mut command = crate::program::heddle();
        command.current_dir(self.folder.path()).args(words);
        let output = command.args(["--preset", "tiny"]).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{words:?}: {errors}");
        output.stdout
    }

    /// A PC as the label before it and the bytes from there; `end` for all PCs behind the program.
    fn place(&self, pc: u32) -> String {
        let (at, label) = self.labels.range(..=pc).next_back().expect("a label");
        match pc - at {
            0 => label.clone(),
            _ if label == "end" => label.clone(),
            bytes => format!("{label}+{bytes}"),
        }
    }

    /// The operations of the stack at each instruction that has some, as in `A SSY X, BRA E`.
    fn operations(&self, placement: &str) -> Vec<String> {
        let json = self.heddle(&["annotate", "k.elf", "--json", "--set", placement]);
        let table: Value = serde_json::from_slice(&json).unwrap();
        let number = |value: &Value| value.as_u64().map(|pc| self.place(pc as u32));
        let operation = |operation: &Value| {
            let name = operation["name"].as_str().unwrap().to_owned();
            [Some(name), number(&operation["target"])]
                .map(Option::unwrap_or_default)
                .join(" ")
                .trim()
                .to_owned()
        };
        let rows = table["functions"][0]["instructions"].as_array().unwrap();
        let row = |row: &Value| {
            let all = row["operations"].as_array().unwrap().iter().map(operation);
            let all: Vec<String> = all.collect();
            format!("{} {}", number(&row["pc"]).unwrap(), all.join(", "))
        };
        rows.iter().map(row).collect()
    }

    /// The steps of the stack: event, PC, lanes with the highest first, and the reconvergence point.
    fn steps(&self, mechanism: &str, placement: &str) -> Vec<String> {
        let steps = self.log(mechanism, placement, "--log-stack");
        let step = |words: Vec<&str>| {
            let [.., event, pc, lanes, point, _source] = words[..] else {
                panic!("{words:?}");
            };
            let point = match point {
                "-" => point.to_owned(),
                point => self.place(address(point)),
            };
            format!("{event} {} {lanes} {point}", self.place(address(pc)))
        };
        let steps = steps.lines().skip(1);
        steps.map(|line| step(line.split(' ').collect())).collect()
    }

    /// What is issued: place and lanes, with the highest first.
    fn issued(&self, mechanism: &str, placement: &str) -> Vec<String> {
        let log = self.log(mechanism, placement, "--log-instructions");
        let issue = |line: &str| {
            let words: Vec<&str> = line.split(' ').collect();
            format!("{} {}", self.place(address(words[3])), words[4])
        };
        log.lines().skip(1).map(issue).collect()
    }

    fn log(&self, mechanism: &str, placement: &str, option: &str) -> String {
        let files = ["sim", "--kernel", "k.elf", "--launch", "k.toml"];
        let rest = ["--mechanism", mechanism, "--set", placement, option, "log"];
        self.heddle(&[&files[..], &rest].concat());
        let log: &Path = &self.folder.path().join("log");
        std::fs::read_to_string(log).unwrap()
    }

    fn assert_operations(&self, placement: &str, expected: &[&str]) {
        assert_eq!(self.operations(placement), expected, "{placement}");
    }

    fn assert_steps(&self, mechanism: &str, expected: &[&str]) {
        assert_eq!(self.steps(mechanism, DRAWN), expected, "{mechanism}");
    }
}

fn address(text: &str) -> u32 {
    u32::from_str_radix(text.trim_start_matches("0x"), 16).expect("an address")
}
