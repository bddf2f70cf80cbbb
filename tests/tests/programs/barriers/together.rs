//! Statements that all threads of a block execute together.

use super::helper::Helper;
use crate::generator::function::{Breaks, Function};
use heddle_machines::Random;
use std::mem::replace;

/// Variables with the same value in all threads of a block.
pub const UNIFORM: [&str; 3] = ["u", "v", "w"];

#[derive(Clone, Copy)]
enum Statement {
    Meet,
    Diverge,
    Update,
    Leave,
    Call,
    If,
    Loop,
    Switch,
}

/// Statements without nested statements; repeated entries are drawn more often.
const SIMPLE: [Statement; 8] = [
    Statement::Meet,
    Statement::Meet,
    Statement::Diverge,
    Statement::Diverge,
    Statement::Diverge,
    Statement::Update,
    Statement::Leave,
    Statement::Call,
];

/// Statements with nested statements.
const NESTED: [Statement; 6] = [
    Statement::If,
    Statement::If,
    Statement::If,
    Statement::Loop,
    Statement::Loop,
    Statement::Switch,
];

/// A kernel or a function with barriers that is being written, at a place that all threads of a block reach together.
pub struct Together<'a> {
    pub function: Function<'a>,
    /// Functions with barriers that can be called.
    pub helpers: &'a [Helper],
    /// Uniform branches, with those of the functions at each call.
    pub branches: u32,
    most_branches: u32,
    /// Counters of the uniform loops around this place.
    pub counters: Vec<String>,
    /// Whether this is the kernel, not a function that it calls.
    pub is_kernel: bool,
    /// What a `break` of all threads leaves.
    breaks: Breaks,
    room: u32,
}

impl<'a> Together<'a> {
    /// A function without statements, which will have at most so many uniform branches.
    pub fn new(
        function: Function<'a>,
        helpers: &'a [Helper],
        most_branches: u32,
        is_kernel: bool,
    ) -> Self {
        Together {
            function,
            helpers,
            branches: 0,
            most_branches,
            counters: Vec::new(),
            is_kernel,
            breaks: Breaks::Nothing,
            room: 0,
        }
    }

    pub fn random(&mut self) -> &mut Random {
        self.function.random
    }

    /// Writes this many statements, nested up to this depth.
    pub fn statements_up_to(&mut self, room: u32, depth: u32) {
        self.room = room;
        while self.room > 0 {
            self.statements(depth);
        }
    }

    /// One to three statements, as far as there is room.
    fn statements(&mut self, depth: u32) {
        for _ in 0..1 + self.random().below(3) {
            if self.room == 0 {
                return;
            }
            self.room -= 1;
            let nests = depth > 0 && self.has_branches(2) && self.random().one_in(2);
            let kinds: &[Statement] = if nests { &NESTED } else { &SIMPLE };
            let kind = *self.random().pick(kinds);
            self.statement(kind, depth.saturating_sub(1));
        }
    }

    /// Whether there may be so many more uniform branches.
    fn has_branches(&self, count: u32) -> bool {
        self.branches + count <= self.most_branches
    }

    /// A statement whose own statements may be nested this deep.
    fn statement(&mut self, kind: Statement, depth: u32) {
        match kind {
            Statement::Meet => self.meet(),
            Statement::Diverge => self.diverge(),
            Statement::Update => self.update(),
            Statement::Leave if self.has_branches(1) => self.leave(),
            Statement::Leave => self.diverge(),
            Statement::Call => self.call(),
            Statement::If => self.uniform_if(depth),
            Statement::Loop => self.uniform_loop(depth),
            Statement::Switch => self.uniform_switch(depth),
        }
    }

    /// Changes a uniform variable.
    fn update(&mut self) {
        let variable = *self.random().pick(&UNIFORM);
        let operator = *self.random().pick(&["+=", "^=", "="]);
        let value = self.uniform_value();
        self.function
            .line(format_args!("{variable} {operator} {value};"));
    }

    /// A block, with statements that are nested this deep.
    fn block(&mut self, head: &str, depth: u32) {
        self.function.open(head);
        self.meet_or_diverge();
        self.statements(depth);
        self.function.close();
    }

    fn uniform_if(&mut self, depth: u32) {
        if self.random().one_in(2) {
            self.diverge();
        }
        self.branches += 1;
        let condition = self.uniform_condition();
        self.block(&format!("if ({condition})"), depth);
        if self.random().one_in(3) {
            self.block("else", depth);
        }
    }

    /// A loop of at most four iterations, whatever its body does to the bound.
    fn uniform_loop(&mut self, depth: u32) {
        self.branches += 1;
        let counter = format!("n{}", self.function.number());
        let bound = self.bound();
        self.function.line(format_args!("uint32_t {counter} = 0;"));
        let outside = replace(&mut self.breaks, Breaks::Loop);
        self.counters.push(counter.clone());
        self.function.counters.push(counter.clone());
        match self.random().below(3) {
            0 => self.block(&format!("for (; {counter} < {bound}; {counter}++)"), depth),
            1 => self.block(&format!("while ({counter}++ < {bound})"), depth),
            _ => {
                self.block("do", depth);
                self.function
                    .line(format_args!("while (++{counter} < {bound});"));
            }
        }
        self.function.counters.pop();
        self.counters.pop();
        self.breaks = outside;
    }

    fn bound(&mut self) -> String {
        match self.random().below(3) {
            0 => format!("{}u", 2 + self.random().below(3)),
            1 => format!("({} & 3)", self.uniform_value()),
            _ => format!("({} & 1) + 2", self.uniform_value()),
        }
    }

    fn uniform_switch(&mut self, depth: u32) {
        self.branches += 2;
        let value = self.counter();
        let outside = replace(&mut self.breaks, Breaks::Switch);
        self.function.open(&format!("switch ({value} & 3)"));
        for head in ["case 0:", "case 1:", "default:"] {
            self.block(head, depth);
            if !self.random().one_in(4) {
                self.function.line("break;");
            }
        }
        self.function.close();
        self.breaks = outside;
    }

    /// All threads leave a loop, an iteration, or what is being written.
    fn leave(&mut self) {
        self.branches += 1;
        let condition = self.uniform_condition();
        let is_in_loop = !self.counters.is_empty();
        let way = match self.random().below(4) {
            0 | 1 if self.breaks == Breaks::Loop => "break",
            0..=2 if is_in_loop => "continue",
            _ if self.is_kernel => "goto end",
            _ => "return a ^ c",
        };
        self.function.line(format_args!("if ({condition}) {way};"));
    }

    /// A call of a function with barriers, if there is room for its branches.
    fn call(&mut self) {
        let helpers = self.helpers;
        let fits = |helper: &&Helper| self.has_branches(helper.branches);
        let Some(helper) = helpers.iter().rev().find(fits) else {
            return self.meet();
        };
        self.branches += helper.branches;
        let slots = self.slots();
        let (value, variable) = (self.function.expression(1), self.function.variable());
        let uniform = [self.uniform_value(), self.uniform_value()].join(", ");
        self.function.line(format_args!(
            "{variable} += {}(t, {slots}, {value}, {variable}, {uniform});",
            helper.name
        ));
    }

    /// The slots through which threads exchange values now.
    pub fn slots(&self) -> &'static str {
        if self.is_kernel { "SLOTS" } else { "slots" }
    }
}
