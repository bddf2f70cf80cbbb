//! A function being written, and the statements of its body.

use super::TABLE_ENTRIES;
use crate::random::Random;
use std::fmt::Display;

/// Local variables that statements change; the first two are parameters of helper functions.
pub const VARIABLES: [&str; 4] = ["a", "b", "c", "d"];

/// How statements may leave the function early.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Exits {
    /// Not at all: barriers follow.
    None,
    /// With a result.
    Result,
    /// The thread ends.
    Thread,
}

/// A loop whose body is being written.
struct OpenLoop {
    /// The label behind it.
    label: String,
    /// Whether a `goto` names the label.
    is_left: bool,
}

/// What a `break` ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Breaks {
    Nothing,
    Loop,
    Switch,
}

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

/// Statements without others in them, as often as they are drawn.
const SIMPLE: [Statement; 7] = [
    Statement::Assign,
    Statement::Assign,
    Statement::Update,
    Statement::Store,
    Statement::Call,
    Statement::Leave,
    Statement::Leave,
];

/// Statements with others in them.
const NESTED: [Statement; 6] = [
    Statement::IfElse,
    Statement::IfElse,
    Statement::CountedLoop,
    Statement::ConditionalLoop,
    Statement::EndlessLoop,
    Statement::Switch,
];

/// A function being written.
pub struct Function<'a> {
    pub random: &'a mut Random,
    pub exits: Exits,
    /// How many statements may still be written.
    room: u32,
    /// Functions that it may call.
    functions: &'a [String],
    /// The function itself, if it may call itself.
    recursive: Option<String>,
    /// A table of functions to call.
    table: Option<String>,
    text: String,
    indent: usize,
    /// Loop counters that can be read.
    counters: Vec<String>,
    loops: Vec<OpenLoop>,
    breaks: Breaks,
    /// Numbers for counters and labels.
    numbers: u32,
}

impl<'a> Function<'a> {
    /// A function whose body has no statement yet.
    pub fn new(random: &'a mut Random, functions: &'a [String], exits: Exits) -> Self {
        Function {
            random,
            exits,
            room: 0,
            functions,
            recursive: None,
            table: None,
            text: String::new(),
            indent: 1,
            counters: Vec::new(),
            loops: Vec::new(),
            breaks: Breaks::Nothing,
            numbers: 0,
        }
    }

    /// The same function, which may call itself by this name.
    pub fn recursive(mut self, name: &str) -> Self {
        self.recursive = Some(name.into());
        self
    }

    /// The same function, which may also call the functions of a table.
    pub fn with_table(mut self, table: Option<String>) -> Self {
        self.table = table;
        self
    }

    /// The statements written.
    pub fn finish(self) -> String {
        self.text
    }

    pub fn line(&mut self, line: impl Display) {
        self.text += &format!("{:1$}{line}\n", "", 4 * self.indent);
    }

    /// A block behind `head`, whose statements `inside` writes.
    pub fn block(&mut self, head: impl Display, inside: impl FnOnce(&mut Self)) {
        self.line(format_args!("{head} {{"));
        self.indent += 1;
        inside(self);
        self.indent -= 1;
        self.line("}");
    }

    /// A variable or a loop counter.
    pub fn value(&mut self) -> String {
        let names = VARIABLES.len() as u32 + self.counters.len() as u32;
        let at = self.random.below(names) as usize;
        let variable = VARIABLES.get(at).map(|name| (*name).into());
        variable.unwrap_or_else(|| self.counters[at - VARIABLES.len()].clone())
    }

    pub fn variable(&mut self) -> &'static str {
        VARIABLES[self.random.below(VARIABLES.len() as u32) as usize]
    }

    fn number(&mut self) -> u32 {
        self.numbers += 1;
        self.numbers
    }

    /// One to three statements, nested this deep, as far as there is room.
    pub fn statements(&mut self, depth: u32) {
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

    /// At most so many statements.
    pub fn statements_up_to(&mut self, room: u32, depth: u32) {
        self.room = room;
        while self.room > 0 {
            self.statements(depth);
        }
    }

    fn assign(&mut self) {
        let (variable, value) = (self.variable(), self.expression(2));
        self.line(format_args!("{variable} = {value};"));
    }

    fn update(&mut self) {
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

    /// A function that can be called, by its name or out of the table.
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

    /// Leaves a loop, an iteration or the function, where there is one that can be left.
    fn leave(&mut self) {
        let condition = self.condition();
        let is_in_loop = !self.loops.is_empty();
        match self.random.below(4) {
            0 if self.breaks == Breaks::Loop => self.line(format_args!("if ({condition}) break;")),
            1 if is_in_loop => self.line(format_args!("if ({condition}) continue;")),
            2 if is_in_loop => self.leave_by_goto(&condition),
            3 if self.exits != Exits::None => self.leave_function(&condition),
            _ => self.assign(),
        }
    }

    fn leave_by_goto(&mut self, condition: &str) {
        let at = self.random.below(self.loops.len() as u32) as usize;
        self.loops[at].is_left = true;
        let label = self.loops[at].label.clone();
        self.line(format_args!("if ({condition}) goto {label};"));
    }

    fn leave_function(&mut self, condition: &str) {
        let value = self.expression(1);
        let functions = self.functions;
        match self.exits {
            Exits::None => unreachable!("there is a way to leave"),
            Exits::Result if !functions.is_empty() && self.random.one_in(3) => {
                let callee = self.random.pick(functions);
                self.line(format_args!(
                    "if ({condition}) return {callee}(t, {value}, b, 0);"
                ));
            }
            Exits::Result => self.line(format_args!("if ({condition}) return {value};")),
            Exits::Thread => {
                let exit = *self.random.pick(&["return", "thread_exit()"]);
                self.block(format_args!("if ({condition})"), |function| {
                    function.line(format_args!("t->out[0] += {value};"));
                    function.line(format_args!("{exit};"));
                });
            }
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

    /// Writes a loop, and the label behind it if a `goto` leads there.
    fn in_loop(&mut self, write: impl FnOnce(&mut Self)) {
        let label = format!("out{}", self.number());
        self.loops.push(OpenLoop {
            label,
            is_left: false,
        });
        let outside = std::mem::replace(&mut self.breaks, Breaks::Loop);
        write(self);
        self.breaks = outside;
        let done = self.loops.pop().expect("the loop that was opened");
        if done.is_left {
            self.line(format_args!("{}:;", done.label));
        }
    }

    fn switch(&mut self, depth: u32) {
        let (value, cases) = (self.expression(1), 3 + self.random.below(6));
        let outside = std::mem::replace(&mut self.breaks, Breaks::Switch);
        self.block(format_args!("switch ({value} & 7)"), |function| {
            (0..cases.min(7)).for_each(|case| function.case(format_args!("case {case}"), depth));
            if cases > 4 {
                function.case(format_args!("default"), depth);
            }
        });
        self.breaks = outside;
    }

    /// A case, which now and then falls through to the next one.
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
