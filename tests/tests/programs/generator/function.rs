//! A function being written: its text, and the open constructs at the current position.

use super::targets::Targets;
use heddle_machines::Random;
use std::fmt::Display;
use std::mem::replace;

/// Local variables that statements change; the first two are the parameters of helper functions.
pub const VARIABLES: [&str; 4] = ["a", "b", "c", "d"];

/// How statements may leave the function early.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Exits {
    /// Not at all, because barriers follow.
    None,
    /// By returning a result.
    Result,
    /// By ending the thread.
    Thread,
}

/// A loop whose body is being written.
pub struct OpenLoop {
    /// The label after the loop.
    pub label: String,
    /// Whether a `goto` names the label.
    pub is_left: bool,
}

/// The construct that a `break` leaves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Breaks {
    Nothing,
    Loop,
    Switch,
}

/// A function being written.
pub struct Function<'a> {
    pub random: &'a mut Random,
    pub exits: Exits,
    /// How many more statements may be written.
    pub room: u32,
    /// Functions that this function may call.
    pub functions: &'a [String],
    /// The name of the function itself, if it may call itself.
    pub recursive: Option<String>,
    /// A table of functions that it may call.
    pub table: Option<String>,
    /// What its indirect jumps may lead to, if it has some.
    pub targets: Option<&'a Targets>,
    text: String,
    pub indent: usize,
    /// Loop counters that can be read.
    pub counters: Vec<String>,
    pub loops: Vec<OpenLoop>,
    pub breaks: Breaks,
    /// The next number for counters and labels.
    numbers: u32,
}

impl<'a> Function<'a> {
    /// A function without statements.
    pub fn new(random: &'a mut Random, functions: &'a [String], exits: Exits) -> Self {
        Function {
            random,
            exits,
            room: 0,
            functions,
            recursive: None,
            table: None,
            targets: None,
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

    /// The same function, with indirect jumps.
    pub fn jumping(mut self, targets: &'a Targets) -> Self {
        self.targets = Some(targets);
        self
    }

    /// Returns the written statements.
    pub fn finish(self) -> String {
        self.text
    }

    pub fn line(&mut self, line: impl Display) {
        self.text += &format!("{:1$}{line}\n", "", 4 * self.indent);
    }

    /// A block after `head`, whose statements `inside` writes.
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

    pub fn number(&mut self) -> u32 {
        self.numbers += 1;
        self.numbers
    }

    /// Writes a loop, followed by its label if a `goto` leads there.
    pub fn in_loop(&mut self, write: impl FnOnce(&mut Self)) {
        let label = format!("out{}", self.number());
        self.loops.push(OpenLoop {
            label,
            is_left: false,
        });
        let outside = replace(&mut self.breaks, Breaks::Loop);
        write(self);
        self.breaks = outside;
        let done = self.loops.pop().expect("the loop that was opened");
        if done.is_left {
            self.line(format_args!("{}:;", done.label));
        }
    }
}
