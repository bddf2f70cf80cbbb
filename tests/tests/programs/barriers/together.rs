//! Statements that all threads of a block execute together.

use super::helper::Helper;
use crate::generator::function::{Breaks, Function};
use heddle_machines::Random;

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
    pub breaks: Breaks,
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
    pub fn statements(&mut self, depth: u32) {
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
    pub fn has_branches(&self, count: u32) -> bool {
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
}
