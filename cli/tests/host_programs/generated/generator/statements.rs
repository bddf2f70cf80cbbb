//! Statements of a function, nested and not.

use super::function::{Breaks, Exits, Function};
use super::integers::wrapped;
use super::types::Type;
use std::fmt::Display;

#[derive(Clone, Copy)]
enum Statement {
    Assign,
    Update,
    AssignElements,
    AssignArray,
    AssignStructure,
    Call,
    Effect,
    Leave,
    IfElse,
    CountedLoop,
    ConditionalLoop,
    Switch,
}

/// Statements that contain no others, as often as they are drawn.
const SIMPLE: [Statement; 12] = [
    Statement::Assign,
    Statement::Assign,
    Statement::Update,
    Statement::AssignElements,
    Statement::AssignArray,
    Statement::AssignStructure,
    Statement::Call,
    Statement::Call,
    Statement::Effect,
    Statement::Effect,
    Statement::Leave,
    Statement::Leave,
];

/// Statements that contain others.
const NESTED: [Statement; 5] = [
    Statement::IfElse,
    Statement::IfElse,
    Statement::CountedLoop,
    Statement::ConditionalLoop,
    Statement::Switch,
];

impl Function<'_> {
    /// Writes at most `room` statements.
    pub fn statements_up_to(&mut self, room: u32, depth: u32) {
        self.room = room;
        while self.room > 0 {
            self.statements(depth);
        }
    }

    /// Writes one to three statements, nested this deep, as far as there is room.
    fn statements(&mut self, depth: u32) {
        for _ in 0..1 + self.random.below(3) {
            if self.room == 0 {
                return;
            }
            self.room -= 1;
            let nests = depth > 0 && self.random.below(5) < 3;
            let kinds: &[Statement] = if nests { &NESTED } else { &SIMPLE };
            let kind = *self.random.pick(kinds);
            self.statement(kind, depth.saturating_sub(1));
        }
    }

    /// Writes a statement whose inner statements may be nested this deep.
    fn statement(&mut self, kind: Statement, depth: u32) {
        match kind {
            Statement::Assign => self.assign(),
            Statement::Update => self.update(),
            Statement::AssignElements => self.assign_elements(),
            Statement::AssignArray => self.assign_array(),
            Statement::AssignStructure => self.assign_structure(),
            Statement::Call => self.call_statement(),
            Statement::Effect => self.effect(),
            Statement::Leave => self.leave(),
            Statement::IfElse => self.if_else(depth),
            Statement::CountedLoop => self.counted_loop(depth),
            Statement::ConditionalLoop => self.conditional_loop(depth),
            Statement::Switch => self.switch(depth),
        }
    }

    fn assign(&mut self) {
        let target = self.target();
        let value = self.value(target.kind, 3);
        self.line(format_args!("{} = {value};", target.text));
    }

    fn update(&mut self) {
        let target = self.target();
        let value = self.value(target.kind, 2);
        let operator = *self.random.pick(&["+", "-", "*"]);
        let name = target.text;
        match target.kind.is_float() || !target.kind.element.is_signed() && target.kind.is_vector()
        {
            true => self.line(format_args!("{name} {operator}= {value};")),
            false => {
                let value = wrapped(target.kind, &name, operator, &value);
                self.line(format_args!("{name} = {value};"));
            }
        }
    }

    /// Assigns some elements of a vector, each at most once.
    fn assign_elements(&mut self) {
        let vector = self.place(|place| place.is_writable && place.kind.is_vector());
        let Some(vector) = vector else {
            return self.assign();
        };
        let kind = vector.kind;
        let (part, width) = match kind.width {
            2 | 4 | 8 | 16 if self.random.one_in(3) => {
                let part = *self.random.pick(&["lo", "hi", "even", "odd"]);
                (part.to_owned(), kind.width / 2)
            }
            of => {
                let first = self.random.below(of);
                let step = *self.random.pick(&[1, of - 1]);
                let width = *self.random.pick(&[1, 2.min(of)]);
                let chosen: Vec<u32> = (0..width).map(|at| (first + at * step) % of).collect();
                (self.elements(&chosen, of), width)
            }
        };
        let value = self.value(kind.wide(width), 2);
        self.line(format_args!("{}.{part} = {value};", vector.text));
    }

    fn assign_array(&mut self) {
        if self.arrays.is_empty() {
            return self.update();
        }
        let at = self.random.below(self.arrays.len() as u32) as usize;
        let array = self.arrays[at].clone();
        let (element, value) = (self.element(&array), self.value(array.kind, 2));
        self.line(format_args!("{element} = {value};"));
    }

    /// Copies a whole structure.
    fn assign_structure(&mut self) {
        let alike = |at: usize| {
            let structure = self.wholes[at].structure;
            let others = self.wholes.iter().enumerate();
            let mut others = others.filter(|(other, whole)| {
                let overlaps = |a: &str, b: &str| a.starts_with(b) || b.starts_with(a);
                *other != at
                    && whole.structure == structure
                    && !overlaps(&whole.text, &self.wholes[at].text)
            });
            others.next().map(|(_, other)| other.text.clone())
        };
        let pairs: Vec<(String, String)> = (0..self.wholes.len())
            .filter_map(|at| Some((self.wholes[at].text.clone(), alike(at)?)))
            .collect();
        if pairs.is_empty() {
            return self.assign();
        }
        let (to, from) = self.random.pick(&pairs).clone();
        self.line(format_args!("{to} = {from};"));
    }

    /// A call that may change a variable besides the one that takes its result.
    fn call_statement(&mut self) {
        let helpers = self.helpers;
        if helpers.is_empty() {
            return self.update();
        }
        let helper = self.random.pick(helpers);
        let Some(call) = self.call_of(helper) else {
            return self.update();
        };
        let target = self.place(|place| place.is_writable && place.kind == helper.result);
        match target {
            Some(target) => self.line(format_args!("{} = {call};", target.text)),
            None => {
                self.declare(helper.result, &call);
            }
        }
    }

    /// Leaves a loop, an iteration or the function, if one can be left.
    fn leave(&mut self) {
        let condition = self.condition();
        match (self.random.below(3), self.exits) {
            (0, _) if self.breaks == Breaks::Loop => {
                self.line(format_args!("if ({condition}) break;"));
            }
            (1, _) if self.loops > 0 => self.line(format_args!("if ({condition}) continue;")),
            (2, Exits::Result(kind)) => {
                let value = self.value(kind, 2);
                self.line(format_args!("if ({condition}) return {value};"));
            }
            (2, Exits::WorkItem) => self.block(format_args!("if ({condition})"), |function| {
                let kind = function.some_type();
                let value = function.value(kind, 1);
                function.line(format_args!("row[1] += fold({value});"));
                function.line("return;");
            }),
            _ => self.assign(),
        }
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
        let (counter, bound) = (self.name("i"), self.value(Type::UINT, 1));
        let head = format!(
            "for (uint {counter} = 0; {counter} < ({bound} & 7u) && goes_on(&fuel); {counter}++)"
        );
        self.with_breaks(Breaks::Loop, |function| {
            function.block(head, |function| {
                function.readable(counter, Type::UINT);
                function.update();
                function.statements(depth);
            });
        });
    }

    fn conditional_loop(&mut self, depth: u32) {
        let condition = self.condition();
        let head = format!("while (({condition}) && goes_on(&fuel))");
        let is_tested_first = self.random.one_in(2);
        self.with_breaks(Breaks::Loop, |function| {
            let body = |function: &mut Self| {
                function.update();
                function.statements(depth);
            };
            match is_tested_first {
                true => function.block(&head, body),
                false => function.block("do", body),
            }
        });
        if !is_tested_first {
            self.line(format_args!("{head};"));
        }
    }

    fn switch(&mut self, depth: u32) {
        let (value, cases) = (self.value(Type::UINT, 1), 3 + self.random.below(6));
        self.with_breaks(Breaks::Switch, |function| {
            function.block(format_args!("switch ({value} & 7u)"), |function| {
                (0..cases.min(7))
                    .for_each(|case| function.case(format_args!("case {case}"), depth));
                if cases > 4 {
                    function.case(format_args!("default"), depth);
                }
            });
        });
    }

    /// A case, which sometimes falls through to the next one.
    fn case(&mut self, head: impl Display, depth: u32) {
        self.block(format_args!("{head}:"), |function| {
            function.update();
            if function.random.one_in(3) {
                function.statements(depth);
            }
        });
        if !self.random.one_in(4) {
            self.line("    break;");
        }
    }
}
