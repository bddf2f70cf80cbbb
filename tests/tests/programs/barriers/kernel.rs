//! The kernel itself.

use super::helper::Helper;
use super::together::{Together, UNIFORM};
use crate::generator::OUTPUT_WORDS;
use crate::generator::function::{Exits, Function, VARIABLES};
use heddle_machines::Random;

/// Statements of a kernel that all threads of a block execute together, and how deep they are nested.
const ROOM: u32 = 12;
const DEPTH: u32 = 3;

/// The most uniform branches of a kernel. `pocl` writes what is behind a conditional barrier once more for each way to it: the
/// time that it takes doubles with each branch.
const BRANCHES: u32 = 8;

/// The kernel `name`, which may call these functions with barriers.
pub fn kernel(random: &mut Random, helpers: &[Helper], name: &str) -> String {
    let function = Function::new(random, &[], Exits::None);
    let mut together = Together::new(function, helpers, BRANCHES, true);
    begin(&mut together);
    together.statements_up_to(ROOM, DEPTH);
    together.meet();
    end(&mut together);
    let body = together.function.finish();
    format!("BARRIER_KERNEL({name}) {{\n{body}}}\n\n")
}

fn begin(together: &mut Together<'_>) {
    let words = [0, 1].map(|_| together.random().below(8));
    let function = &mut together.function;
    function.line("PARAMETERS");
    function.line(format_args!(
        "struct thread thread = {{in, out + {OUTPUT_WORDS} * index, index, 0}}, *t = &thread;"
    ));
    function.line("const uint32_t place = thread_idx_x(), threads = block_dim_x();");
    function.line(
        "uint32_t a = in[index & 63], b = index * 0x9e3779b9u, c = block_idx_x(), d = place;",
    );
    function.line(format_args!(
        "uint32_t turn = 0, u = in[{}] & 3, v = in[{}] & 3, w = block_idx_x() + 1;",
        words[0], words[1]
    ));
    function.counters.extend(UNIFORM.map(String::from));
}

/// Writes every variable to the output.
fn end(together: &mut Together<'_>) {
    together.function.line("end:");
    for (at, variable) in VARIABLES.into_iter().chain(UNIFORM).enumerate() {
        together
            .function
            .line(format_args!("t->out[{at}] += {variable};"));
    }
}
