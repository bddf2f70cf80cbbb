//! Rust sources, compiled twice: to IR, whose gates are made, and to a program that says what its functions give.

use heddle_symbolic::aig::value;
use heddle_symbolic::{Execution, Fate, Lit, Module, Refused, Word};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Words that a function takes, and gives.
pub const TAKES: usize = 8;
pub const GIVES: usize = 4;

/// What functions are compiled with, for IR. `scripts/golden` has the same.
const FOR_IR: &[&str] = &[
    "--crate-type=cdylib",
    "--emit=llvm-ir",
    "-Copt-level=2",
    "-Clto=fat",
    "-Ccodegen-units=1",
    "-Cpanic=abort",
    "-Coverflow-checks=on",
    "-Cno-vectorize-loops",
    "-Cno-vectorize-slp",
    "-Cllvm-args=-unroll-runtime=false -unroll-allow-partial=false",
];

/// A function takes `&[u64; 8]` and gives `[u64; 4]`; its body is Rust.
pub struct Source {
    pub name: String,
    pub text: String,
}

/// The text of a library with functions.
fn library(sources: &[Source]) -> String {
    let mut text = String::from("use std::collections::VecDeque;\n");
    for Source { name, text: body } in sources {
        text += &format!(
            "pub fn {name}_of(i: &[u64; {TAKES}]) -> [u64; {GIVES}] {{\n{body}\n}}\n\
             #[unsafe(no_mangle)]\npub extern \"C\" fn {name}(i: &[u64; {TAKES}], o: &mut [u64; {GIVES}]) {{ *o = {name}_of(i); }}\n"
        );
    }
    text
}

/// A program that reads inputs, one line of numbers for each call, and writes outputs or `panic`.
fn program(sources: &[Source]) -> String {
    let calls = sources
        .iter()
        .map(|Source { name, .. }| format!("{name:?} => {name}_of(&i),"));
    let calls: String = calls.collect();
    library(sources)
        + &format!(
            "fn main() {{
    std::panic::set_hook(Box::new(|_| {{}}));
    for line in std::io::stdin().lines() {{
        let line = line.unwrap();
        let mut words = line.split(' ');
        let name = words.next().unwrap();
        let words: Vec<u64> = words.map(|word| word.parse().unwrap()).collect();
        let i: [u64; {TAKES}] = words.try_into().unwrap();
        match std::panic::catch_unwind(|| match name {{ {calls} _ => unreachable!() }}) {{
            Ok(o) => println!(\"{{o:?}}\"),
            Err(_) => println!(\"panic\"),
        }}
    }}
}}\n"
        )
}

fn rustc(folder: &Path, name: &str, text: &str, options: &[&str]) {
    let source = folder.join(format!("{name}.rs"));
    fs::write(&source, text).expect("a file");
    let rustc = std::env::var("RUSTC").unwrap_or("rustc".into());
    let mut command = Command::new(rustc);
    command
        .current_dir(folder)
        .arg(&source)
        .arg("--edition=2024")
        .arg("--cap-lints=allow")
        .args(options);
    let output = command.output().expect("rustc");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}

/// The IR of functions.
pub fn ir(sources: &[Source]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    rustc(folder.path(), "functions", &library(sources), FOR_IR);
    fs::read_to_string(folder.path().join("functions.ll")).expect("IR")
}

/// What functions give for inputs; `None` for a panic.
pub fn native(sources: &[Source], calls: &[(String, [u64; TAKES])]) -> Vec<Option<[u64; GIVES]>> {
    let folder = tempfile::tempdir().expect("a folder");
    // Without optimization rustc takes a third of the time, and what is compared has been through less of it.
    let options = ["-Copt-level=0", "-Coverflow-checks=on"];
    rustc(folder.path(), "program", &program(sources), &options);
    let mut child = Command::new(folder.path().join("program"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut stdin = child.stdin.take().expect("a pipe");
    let lines: String = calls
        .iter()
        .map(|(name, words)| {
            let words: Vec<String> = words.iter().map(u64::to_string).collect();
            format!("{name} {}\n", words.join(" "))
        })
        .collect();
    let writer = std::thread::spawn(move || stdin.write_all(lines.as_bytes()));
    let output = child.wait_with_output().expect("output");
    writer.join().expect("a thread").expect("written");
    let text = String::from_utf8(output.stdout).expect("text");
    let line = |line: &str| {
        let inside = line.strip_prefix('[')?.strip_suffix(']')?;
        let words: Vec<u64> = inside
            .split(", ")
            .map(|word| word.parse().expect("a word"))
            .collect();
        Some(words.try_into().expect("all words"))
    };
    text.lines().map(line).collect()
}

/// A function as gates.
pub struct Gates<'m> {
    execution: Execution<'m>,
    outputs: Vec<Word>,
}

/// The function's gates. Each input has a width, and is zero above it.
pub fn gates<'m>(
    module: &'m Module,
    name: &str,
    widths: [usize; TAKES],
) -> Result<Gates<'m>, Refused> {
    let mut execution = Execution::new(module);
    let inputs: Vec<Word> = widths
        .iter()
        .map(|width| {
            (0..*width)
                .map(|_| execution.aig.input())
                .collect::<Word>()
                .resized(64)
        })
        .collect();
    let given = execution.buffer(&inputs);
    let taken = execution.buffer(&vec![Word::constant(0, 64); GIVES]);
    let arguments = [execution.address(given), execution.address(taken)];
    execution.call(name, &arguments)?;
    let outputs = execution.words(taken);
    Ok(Gates { execution, outputs })
}

impl Gates<'_> {
    /// Number of nodes.
    pub fn size(&self) -> usize {
        self.execution.aig.nodes().len()
    }

    /// What the gates give for up to 64 inputs, `None` for a panic. An error names a path that ends otherwise.
    pub fn give(
        &self,
        inputs: &[[u64; TAKES]],
        widths: [usize; TAKES],
    ) -> Result<Vec<Option<[u64; GIVES]>>, String> {
        let mut words = Vec::new();
        for (place, width) in widths.iter().enumerate() {
            for bit in 0..*width {
                let of_runs = inputs.iter().enumerate();
                words.push(of_runs.map(|(run, of)| (of[place] >> bit & 1) << run).sum());
            }
        }
        let values = self.execution.aig.eval(&words);
        let is_high = |lit: Lit, run: usize| value(&values, lit) >> run & 1 == 1;
        let of_run = |run: usize| {
            let number = |word: &Word| {
                let bits = word.iter().enumerate();
                bits.map(|(at, bit)| u64::from(is_high(*bit, run)) << at)
                    .sum()
            };
            let ends: Vec<_> = self
                .execution
                .endings
                .iter()
                .filter(|end| is_high(end.taken, run))
                .collect();
            if let Some(other) = ends.iter().find(|end| end.fate != Fate::Panics) {
                return Err(format!("{other:?} on {:?}", inputs[run]));
            }
            let outputs: Vec<u64> = self.outputs.iter().map(number).collect();
            Ok(ends
                .is_empty()
                .then(|| outputs.try_into().expect("all outputs")))
        };
        (0..inputs.len()).map(of_run).collect()
    }
}
