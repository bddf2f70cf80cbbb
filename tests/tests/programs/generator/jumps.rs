//! Programs of functions that tail call each other through tables and pointers, with `switch` and computed `goto`.
//!
//! A function's last argument counts down with each tail call. Every call and every computed `goto` that goes back costs fuel.

use super::function::{Breaks, Exits, Function};
use super::targets::Targets;
use super::{DEPTHS, OUTPUT_WORDS, Program};
use heddle_machines::Random;
use std::fmt::Display;
use std::mem::replace;

/// How many calls, iterations and computed `goto`s a thread may make in each phase.
const FUEL: u32 = 20;

/// How often threads call on at most.
const MOST_CALLS: u32 = 8;

/// The most statements of a function.
const ROOM: u32 = 7;

impl Program {
    /// A program of indirect jumps that is determined by its seed.
    pub fn jumping(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let name = format!("jumps_{seed}");
        let targets = Targets::new(&mut random, &name);
        let mut source = targets.declarations();
        for function in targets.functions() {
            source += &called(&mut random, &targets, function);
        }
        source += &kernel(&mut random, &targets, &name);
        Program::of(seed, name, source)
    }
}

fn called(random: &mut Random, targets: &Targets, name: &str) -> String {
    let mut function = Function::new(random, &[], Exits::Result).jumping(targets);
    function.line("uint32_t c = a ^ 5, d = b + t->index;");
    function.line("if (depth == 0 || !goes_on(t)) return a;");
    function.statements_up_to(ROOM, DEPTHS[0]);
    let last = match function.random.below(4) {
        0 => "a ^ (b + c) ^ (d << 3)".into(),
        _ => function.tail_call(targets),
    };
    function.line(format_args!("return {last};"));
    let (head, body) = (Targets::head(name), function.finish());
    format!("{head} {{\n{body}}}\n\n")
}

/// In each phase every thread calls some function; a barrier follows.
fn kernel(random: &mut Random, targets: &Targets, name: &str) -> String {
    let mut function = Function::new(random, &[], Exits::None);
    function.line(format_args!(
        "struct thread thread = {{args->in, args->out + {OUTPUT_WORDS} * index, index, 0}}, *t = &thread;"
    ));
    function
        .line("uint32_t a = t->in[index & 63], b = index * 0x9e3779b9u, c = index, d = a >> 3;");
    for _ in 0..1 + function.random.below(3) {
        let (callee, value) = (function.callee_of(targets), function.expression(1));
        let calls = format!("({value} + index) % {MOST_CALLS}");
        function.line(format_args!("t->fuel = {FUEL};"));
        function.line(format_args!("a ^= {callee}(t, a, b, {calls});"));
        let step = 1 + function.random.below(5);
        function.line(format_args!("b += exchange(a, {step});"));
    }
    for (at, variable) in super::function::VARIABLES.into_iter().enumerate() {
        function.line(format_args!("t->out[{at}] += {variable};"));
    }
    let body = function.finish();
    format!("KERNEL({name})(uint32_t index, const struct args *args) {{\n{body}}}\n\n")
}

impl Function<'_> {
    /// A statement with indirect jumps.
    pub fn jump(&mut self, targets: &Targets, depth: u32) {
        match self.random.below(6) {
            0 | 1 => {
                let (condition, call) = (self.condition(), self.tail_call(targets));
                self.line(format_args!("if ({condition}) return {call};"));
            }
            2 => {
                let (callee, variable) = (self.callee_of(targets), self.variable());
                let (one, other) = (self.expression(1), self.expression(1));
                self.line(format_args!(
                    "{variable} ^= {callee}(t, {one}, {other}, depth >> 1);"
                ));
            }
            3 => self.computed_goto(depth),
            _ => self.wide_switch(targets, depth),
        }
    }

    /// A call that returns what the function returns.
    fn tail_call(&mut self, targets: &Targets) -> String {
        let callee = self.callee_of(targets);
        let (one, other) = (self.expression(1), self.expression(1));
        format!("{callee}(t, {one}, {other}, depth - 1)")
    }

    /// A function, by name, from a table, or one of two.
    fn callee_of(&mut self, targets: &Targets) -> String {
        match self.random.below(6) {
            0 => self.random.pick(targets.functions()).clone(),
            1 => {
                let functions = [(); 2].map(|()| self.random.pick(targets.functions()).clone());
                let [one, other] = functions;
                format!("({} ? {one} : {other})", self.condition())
            }
            _ => {
                let index = self.expression(1);
                targets.entry(self.random, &index)
            }
        }
    }

    /// A `switch` that is made a table; sometimes the compiler knows that its cases are all.
    fn wide_switch(&mut self, targets: &Targets, depth: u32) {
        let (value, cases) = (self.expression(1), 4 + self.random.below(9));
        let all = self.random.one_in(2);
        let outside = replace(&mut self.breaks, Breaks::Switch);
        self.block(format_args!("switch ({value} % {cases}u)"), |function| {
            let numbered = if all { cases } else { cases - 1 };
            if all {
                function.line("default: __builtin_unreachable();");
            }
            for case in 0..numbered {
                function.jumping_case(format_args!("case {case}"), targets, depth);
            }
            if !all {
                function.jumping_case(format_args!("default"), targets, depth);
            }
        });
        self.breaks = outside;
    }

    /// A case that goes on behind the `switch`, falls through, or leaves the function.
    fn jumping_case(&mut self, head: impl Display, targets: &Targets, depth: u32) {
        self.line(format_args!("{head}:"));
        self.indent += 1;
        self.update();
        if self.random.one_in(4) {
            self.statements(depth);
        }
        match self.random.below(8) {
            0 | 1 => {
                let call = self.tail_call(targets);
                self.line(format_args!("return {call};"));
            }
            2 => {}
            _ => self.line("break;"),
        }
        self.indent -= 1;
    }

    /// A `goto` through a table of labels, some of which lead to it again.
    fn computed_goto(&mut self, depth: u32) {
        let (number, labels) = (self.number(), 2 + self.random.below(5));
        let names: Vec<String> = (0..labels).map(|at| format!("&&at{number}_{at}")).collect();
        let outside = replace(&mut self.breaks, Breaks::Nothing);
        self.block("", |function| {
            let table = format!("labels{number}");
            function.line(format_args!(
                "static void *const {table}[] = {{{}}};",
                names.join(", ")
            ));
            function.go_to_one(&table, labels);
            for at in 0..labels {
                function.line(format_args!("at{number}_{at}:"));
                function.update();
                if function.random.one_in(3) {
                    function.statements(depth);
                }
                match function.random.below(4) {
                    0 => {
                        function.line("if (goes_on(t))");
                        function.go_to_one(&table, labels);
                    }
                    1 => {}
                    _ => function.line(format_args!("goto behind{number};")),
                }
            }
            function.line(format_args!("behind{number}:;"));
        });
        self.breaks = outside;
    }

    fn go_to_one(&mut self, table: &str, labels: u32) {
        let index = self.expression(1);
        self.line(format_args!("goto *{table}[{index} % {labels}u];"));
    }
}
