//! Functions with barriers, which the kernel calls.

use super::together::{Together, UNIFORM};
use crate::generator::function::{Exits, Function};
use heddle_machines::Random;

/// Statements of a function that all threads of a block execute together, and how deep they are nested.
const ROOM: u32 = 5;
const DEPTH: u32 = 2;

/// The most uniform branches of a function, with those of the functions that it calls.
const BRANCHES: u32 = 3;

/// A function with barriers.
pub struct Helper {
    pub name: String,
    /// Uniform branches, with those of the functions that it calls.
    pub branches: u32,
}

/// A function, which may call the functions in `above`, and its source. Two of its parameters are uniform.
pub fn helper(random: &mut Random, above: &[Helper], name: String) -> (Helper, String) {
    let inline = *random.pick(&["", "", "NOINLINE "]);
    let function = Function::new(random, &[], Exits::None);
    let mut together = Together::new(function, above, BRANCHES, false);
    let function = &mut together.function;
    function.line("const uint32_t place = thread_idx_x();");
    function.line("uint32_t c = a ^ 5, d = b + place, w = u ^ block_idx_x();");
    function.counters.extend(UNIFORM.map(String::from));
    together.statements_up_to(ROOM, DEPTH);
    together.function.line("return a + b + (c ^ d) + w;");
    let branches = together.branches;
    let body = together.function.finish();
    let source = format!(
        "{inline}static uint32_t {name}(struct thread *t, LOCAL uint32_t *slots, uint32_t a, uint32_t b, uint32_t u, uint32_t v) \
         {{\n{body}}}\n\n"
    );
    (Helper { name, branches }, source)
}
