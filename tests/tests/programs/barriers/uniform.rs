//! Branches, loops and calls that all threads of a block make together.

use super::helper::Helper;
use super::together::{Together, UNIFORM};
use crate::generator::function::Breaks;
use std::mem::replace;

impl Together<'_> {
    /// Changes a uniform variable.
    pub fn update(&mut self) {
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

    pub fn uniform_if(&mut self, depth: u32) {
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
    pub fn uniform_loop(&mut self, depth: u32) {
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

    pub fn uniform_switch(&mut self, depth: u32) {
        self.branches += 2;
        let value = self.counter();
        let outside = replace(&mut self.breaks, Breaks::Switch);
        self.function.open(format_args!("switch ({value} & 3)"));
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
    pub fn leave(&mut self) {
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
    pub fn call(&mut self) {
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
}
