//! Statements of a function, nested and simple.

use super::TABLE_ENTRIES;
use super::function::{Breaks, Function};
use std::fmt::Display;
use std::mem::replace;

#[derive(Clone, Copy)]
enum Statement {
    Assign,
    Update,
    Store,
    Call,
    Leave,
    IfElse,
    CountedLoop,
    ConditionalLoop,
    EndlessLoop,
    Switch,
}

/// Statements without nested statements; repeated entries are drawn more often.
const SIMPLE: [Statement; 7] = [
    Statement::Assign,
    Statement::Assign,
    Statement::Update,
    Statement::Store,
    Statement::Call,
    Statement::Leave,
    Statement::Leave,
];

/// Statements with nested statements.
const NESTED: [Statement; 6] = [
    Statement::IfElse,
    Statement::IfElse,
    Statement::CountedLoop,
    Statement::ConditionalLoop,
    Statement::EndlessLoop,
    Statement::Switch,
];

impl Function<'_> {
    /// One to three statements, nested up to this depth, as far as there is room.
    pub fn statements(&mut self, depth: u32) {
        for _ in 0..1 + self.random.below(3) {
            if self.room == 0 {
                return;
            }
            self.room -= 1;
            if let Some(targets) = self.targets
                && self.random.one_in(2)
            {
                self.jump(targets, depth.saturating_sub(1));
                continue;
            }
            let nests = depth > 0 && self.random.below(5) < 3;
            let kinds: &[Statement] = if nests { &NESTED } else { &SIMPLE };
            let kind = *self.random.pick(kinds);
            self.statement(kind, depth.saturating_sub(1));
        }
    }

    /// A statement whose own statements may be nested this deep.
    fn statement(&mut self, kind: Statement, depth: u32) {
        match kind {
            Statement::Assign => self.assign(),
            Statement::Update => self.update(),
            Statement::Store => self.store(),
            Statement::Call => self.call(),
            Statement::Leave => self.leave(),
            Statement::IfElse => self.if_else(depth),
            Statement::CountedLoop => self.counted_loop(depth),
            Statement::ConditionalLoop => self.conditional_loop(depth),
            Statement::EndlessLoop => self.endless_loop(depth),
            Statement::Switch => self.switch(depth),
        }
    }

    /// Writes at most `room` statements.
    pub fn statements_up_to(&mut self, room: u32, depth: u32) {
        self.room = room;
        while self.room > 0 {
            self.statements(depth);
        }
    }

    pub fn assign(&mut self) {
        let (variable, value) = (self.variable(), self.expression(2));
        self.line(format_args!("{variable} = {value};"));
    }

    pub fn update(&mut self) {
        let (variable, value) = (self.variable(), self.expression(1));
        let operator = *self.random.pick(&["+=", "^=", "-="]);
        self.line(format_args!("{variable} {operator} {value};"));
    }

    fn store(&mut self) {
        let (place, value) = (self.expression(1), self.expression(1));
        self.line(format_args!("t->out[{place} & 7] += {value};"));
    }

    fn call(&mut self) {
        let arguments = format!("t, {}, {}", self.expression(1), self.expression(1));
        let variable = self.variable();
        if let Some(name) = self.recursive.clone()
            && self.random.one_in(2)
        {
            let call = format!("{variable} += {name}({arguments}, depth + 1);");
            return self.line(format_args!("if (depth < 2) {call}"));
        }
        match self.callee() {
            Some(callee) => self.line(format_args!("{variable} ^= {callee}({arguments}, 0);")),
            None => self.update(),
        }
    }

    /// A function that can be called, by name or through the table.
    fn callee(&mut self) -> Option<String> {
        if let Some(table) = self.table.clone()
            && self.random.one_in(2)
        {
            let at = self.expression(1);
            return Some(format!("{table}[{at} & {}]", TABLE_ENTRIES - 1));
        }
        let functions = self.functions;
        (!functions.is_empty()).then(|| self.random.pick(functions).clone())
    }

    fn if_else(&mut self, depth: u32) {
        let condition = self.condition();
        self.block(format_args!("if ({condition})"), |function| {
            function.assign();
            function.statements(depth);
        });
        if self.random.one_in(2) {
            self.block("else", |function| {
                function.update();
                function.statements(depth);
            });
        }
    }

    fn counted_loop(&mut self, depth: u32) {
        let (counter, bound) = (format!("i{}", self.number()), self.expression(1));
        let head = format!(
            "for (uint32_t {counter} = 0; {counter} < ({bound} & 7) && goes_on(t); {counter}++)"
        );
        self.counters.push(counter);
        self.in_loop(|function| function.block(head, |function| function.loop_body(depth)));
        self.counters.pop();
    }

    fn conditional_loop(&mut self, depth: u32) {
        let condition = self.condition();
        let head = format!("while (({condition}) && goes_on(t))");
        if self.random.one_in(2) {
            return self.in_loop(|f| f.block(head, |f| f.loop_body(depth)));
        }
        self.in_loop(|f| {
            f.block("do", |f| f.loop_body(depth));
            f.line(format_args!("{head};"));
        });
    }

    fn endless_loop(&mut self, depth: u32) {
        let condition = self.condition();
        self.in_loop(|function| {
            function.block("for (;;)", |function| {
                function.line("if (!goes_on(t)) break;");
                function.loop_body(depth);
                function.line(format_args!("if ({condition}) break;"));
            });
        });
    }

    fn loop_body(&mut self, depth: u32) {
        self.update();
        self.statements(depth);
    }

    fn switch(&mut self, depth: u32) {
        let (value, cases) = (self.expression(1), 3 + self.random.below(6));
        let outside = replace(&mut self.breaks, Breaks::Switch);
        self.block(format_args!("switch ({value} & 7)"), |function| {
            (0..cases.min(7)).for_each(|case| function.case(format_args!("case {case}"), depth));
            if cases > 4 {
                function.case(format_args!("default"), depth);
            }
        });
        self.breaks = outside;
    }

    /// A case, which sometimes falls through to the next one.
    fn case(&mut self, head: impl Display, depth: u32) {
        self.line(format_args!("{head}:"));
        self.indent += 1;
        self.update();
        if self.random.one_in(3) {
            self.statements(depth);
        }
        if !self.random.one_in(4) {
            self.line("break;");
        }
        self.indent -= 1;
    }
}
