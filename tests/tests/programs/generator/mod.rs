//! Random programs in C: a kernel that calls helper functions, in phases separated by barriers.
//!
//! The same source is valid for the host and as a kernel. Nothing is undefined in C or in the kernel ABI: loops and recursion are
//! bounded, threads write only to words of their own, and all threads of a block reach every barrier.

mod expressions;
mod function;
mod jumps;
mod kernel;
mod leaving;
mod statements;
mod targets;
#[cfg(test)]
mod tests;

use function::{Exits, Function};
use heddle_machines::Random;

/// The text at the top of every file of programs.
pub const PRELUDE: &str = include_str!("prelude.c");

/// Words that every thread may read.
pub const INPUT_WORDS: u32 = 64;

/// Words that each thread writes.
pub const OUTPUT_WORDS: u32 = 8;

/// Functions in a table of functions; some occur several times.
const TABLE_ENTRIES: u32 = 4;

/// How many loop iterations a thread may make in each phase.
const FUEL: u32 = 20;

/// How deep statements are nested in a phase of the kernel, and in a helper function.
const DEPTHS: [u32; 2] = [3, 2];

/// Without -O1, at which clang leaves paths around barriers.
const LEVELS: [&str; 3] = ["-O2", "-O3", "-Os"];

/// A program that is determined by its seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    pub seed: u64,
    /// Name of the kernel, and prefix of the functions.
    pub name: String,
    /// The compiler's optimisation level.
    pub level: &'static str,
    /// The source without the prelude.
    pub source: String,
}

impl Program {
    pub fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let name = format!("program_{seed}");
        let functions = (0..1 + random.below(3)).map(|at| format!("{name}_f{at}"));
        let functions: Vec<String> = functions.collect();
        let mut source = String::new();
        for at in 0..functions.len() {
            source += &helper(&mut random, &functions[..at], &functions[at]);
        }
        let table_name = format!("{name}_table");
        let table = table(&mut random, &functions, &table_name);
        let has_table = table.is_some();
        source += &table.unwrap_or_default();
        let function = Function::new(&mut random, &functions, Exits::None);
        let function = function.with_table(has_table.then_some(table_name));
        source += &kernel::kernel(function, &name);
        Program::of(seed, name, source)
    }

    fn of(seed: u64, name: String, source: String) -> Self {
        Program {
            seed,
            name,
            level: LEVELS[(seed % 3) as usize],
            source,
        }
    }

    /// The whole file for this program alone.
    pub fn file(&self) -> String {
        format!("{PRELUDE}\n{}", self.source)
    }
}

/// A helper function, which may call the functions in `above`.
fn helper(random: &mut Random, above: &[String], name: &str) -> String {
    let inline = *random.pick(&[
        "",
        "__attribute__((noinline)) ",
        "__attribute__((noinline)) ",
    ]);
    let is_recursive = random.one_in(3);
    let mut function = Function::new(random, above, Exits::Result);
    if is_recursive {
        function = function.recursive(name);
    }
    function.line("uint32_t c = a ^ 5, d = b + t->index;");
    function.statements_up_to(7, DEPTHS[1]);
    function.line("return a ^ (b + c) ^ (d << 3);");
    let body = function.finish();
    format!(
        "{inline}static uint32_t {name}(struct thread *t, uint32_t a, uint32_t b, uint32_t depth) {{\n{body}}}\n\n"
    )
}

/// A table of these functions, if there are several.
fn table(random: &mut Random, functions: &[String], name: &str) -> Option<String> {
    let entries = (0..TABLE_ENTRIES).map(|_| random.pick(functions).as_str());
    let entries: Vec<&str> = entries.collect();
    let definition = format!(
        "static uint32_t (*const {name}[{TABLE_ENTRIES}])(struct thread *, uint32_t, uint32_t, uint32_t) = {{\n    \
         {},\n}};\n\n",
        entries.join(", ")
    );
    (functions.len() > 1).then_some(definition)
}
