//! The kernel of a program: phases separated by barriers, and one phase after the last barrier.
//!
//! All threads of a block reach every barrier: barriers are in the kernel itself or in loops that are the same for all threads,
//! and no thread ends before the last barrier.

use super::function::{Exits, Function};
use super::{DEPTHS, FUEL, OUTPUT_WORDS};

/// The most statements of a phase.
const PHASE_ROOM: u32 = 6;

/// The kernel `name`, with `function` as its body.
pub fn kernel(mut function: Function<'_>, name: &str) -> String {
    begin(&mut function);
    for _ in 0..function.random.below(4) {
        phase(&mut function);
    }
    function.exits = Exits::Thread;
    refuel(&mut function);
    function.statements_up_to(PHASE_ROOM, DEPTHS[0]);
    for (at, variable) in super::function::VARIABLES.into_iter().enumerate() {
        function.line(format_args!("t->out[{at}] += {variable};"));
    }
    let body = function.finish();
    format!("KERNEL({name})(uint32_t index, const struct args *args) {{\n{body}}}\n\n")
}

fn begin(function: &mut Function<'_>) {
    function.line(format_args!(
        "struct thread thread = {{args->in, args->out + {OUTPUT_WORDS} * index, index, 0}}, *t = &thread;"
    ));
    function.line("const uint32_t place = thread_idx_x(), threads = block_dim_x();");
    function.line(
        "uint32_t a = t->in[index & 63], b = index * 0x9e3779b9u, c = block_idx_x(), d = place;",
    );
}

/// Lets loops iterate again, up to the limit.
fn refuel(function: &mut Function<'_>) {
    function.line(format_args!("t->fuel = {FUEL};"));
}

/// Writes statements and an exchange, once or in a loop that is the same for all threads.
fn phase(function: &mut Function<'_>) {
    refuel(function);
    if function.random.one_in(3) {
        let rounds = format!("(t->in[{}] & 1) + 2", function.random.below(64));
        let head = format!("for (uint32_t round = 0; round < {rounds}; round++)");
        function.block(head, |function| {
            function.statements_up_to(PHASE_ROOM / 2, DEPTHS[0] - 1);
            exchange(function);
        });
    } else {
        function.statements_up_to(PHASE_ROOM, DEPTHS[0]);
        exchange(function);
    }
}

/// Every thread gives a word to others of its block.
fn exchange(function: &mut Function<'_>) {
    let (variable, value) = (function.variable(), function.expression(1));
    let step = 1 + function.random.below(5);
    if function.random.one_in(2) {
        return function.line(format_args!("{variable} ^= exchange({value}, {step});"));
    }
    function.line(format_args!("cells[place] = {value};"));
    function.line("block_barrier();");
    let condition = function.condition();
    function.block(format_args!("if ({condition})"), |function| {
        function.line(format_args!(
            "{variable} += cells[(place + {step}) % threads];"
        ));
        function.statements_up_to(1, 1);
    });
    function.line("block_barrier();");
}
