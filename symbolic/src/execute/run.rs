//! Blocks and branches: both sides of a branch are executed up to the block where they join, and merged there.

use super::memory::Memory;
use super::value::Value;
use super::{Execution, Fate};
use crate::aig::Lit;
use crate::error::Refused;
use crate::flow::Flow;
use crate::module::{Block, End, Function, Operand};
use crate::word::Word;
use std::collections::HashMap;
use std::rc::Rc;

/// The branches whose room on the stack a call takes.
const CALL: usize = 2;
const TOO_DEEP: &str =
    "too many branches and calls within each other: no bound of a loop or recursion is found";

/// The execution of a function.
pub(super) struct Frame<'m> {
    pub function: &'m Function,
    flow: Rc<Flow>,
    /// For each block, how many of its branches have both sides under way.
    open: HashMap<usize, usize>,
    /// Whether the function was under way already when it was called.
    is_recursive: bool,
}

/// What a path has.
#[derive(Clone)]
pub(super) struct State {
    pub values: Vec<Option<Value>>,
    pub memory: Memory,
    /// Whether the path is taken.
    pub taken: Lit,
    /// The result, behind a return.
    result: Option<Value>,
}

/// What a function leaves behind.
pub(super) struct Returned {
    pub value: Option<Value>,
    pub memory: Memory,
    pub taken: Lit,
}

/// Where a path goes on: from a block to a block.
#[derive(Clone, Copy)]
struct Edge {
    from: usize,
    to: usize,
}

/// Sides of a branch: for each block that follows, whether it does.
type Sides = Vec<(usize, Lit)>;

impl<'m> Execution<'m> {
    /// Executes a function; `None` if it never returns.
    pub(super) fn run_function(
        &mut self,
        function: &'m Function,
        arguments: Vec<Value>,
        memory: Memory,
        taken: Lit,
    ) -> Result<Option<Returned>, Refused> {
        let mut frame = Frame {
            function,
            flow: self.flow(function),
            open: HashMap::new(),
            is_recursive: self.under_way.contains(&function.name.as_str()),
        };
        let mut values: Vec<Option<Value>> = arguments.into_iter().map(Some).collect();
        values.resize(function.values, None);
        let before = self.next;
        let state = State {
            values,
            memory,
            taken,
            result: None,
        };
        if frame.is_recursive && !self.is_taken(&state) {
            return Ok(None);
        }
        self.depth += CALL;
        self.under_way.push(&function.name);
        let state = self.run(&mut frame, 0, None, state)?;
        self.under_way.pop();
        self.depth -= CALL;
        let Some(mut state) = state else {
            return Ok(None);
        };
        for variable in self.variables.split_off(&(before + 1)) {
            state.memory.remove(variable);
        }
        Ok(Some(Returned {
            value: state.result,
            memory: state.memory,
            taken: state.taken,
        }))
    }

    /// Executes from a block on up to another one, or to the return. The phis of both have been taken.
    fn run(
        &mut self,
        frame: &mut Frame<'m>,
        mut at: usize,
        end: Option<usize>,
        mut state: State,
    ) -> Result<Option<State>, Refused> {
        loop {
            let function = frame.function;
            let block = &function.blocks[at];
            for step in &block.steps {
                self.count(function, step.line)?;
                if !self.step(function, step, &mut state)? {
                    return Ok(None);
                }
            }
            // A loop may have no instruction but the jump at its end.
            self.count(function, block.line)?;
            let sides = match self.sides(frame, block, &mut state)? {
                Some(sides) => sides,
                None => return Ok(state.result.is_some().then_some(state)),
            };
            let Some(sides) = self.possible(frame, at, sides, &state) else {
                return Ok(None);
            };
            let join = match sides[..] {
                [(to, _)] => {
                    self.take(frame, Edge { from: at, to }, &mut state);
                    Some(to)
                }
                _ => {
                    let join = frame.flow.join(at);
                    match self.branch(frame, at, sides, join, state)? {
                        Some(merged) => state = merged,
                        None => return Ok(None),
                    }
                    join
                }
            };
            match join {
                // A cycle has such an edge. Where its conditions are constant nothing else would end a path that cannot be taken.
                Some(next) if next <= at && !self.is_taken(&state) => return Ok(None),
                Some(next) if Some(next) != end => at = next,
                _ => return Ok(Some(state)),
            }
        }
    }

    /// Counts an instruction.
    fn count(&mut self, function: &Function, line: usize) -> Result<(), Refused> {
        self.steps += 1;
        match self.steps <= self.most_steps {
            true => Ok(()),
            false => {
                let what = "too many instructions: no bound of a loop is found";
                Err(Refused::new(&function.name, line, what))
            }
        }
    }

    /// Refuses a branch or a call that is within too many others.
    pub(super) fn check_depth(&self) -> Result<(), String> {
        match self.depth < self.most_depth {
            true => Ok(()),
            false => Err(TOO_DEEP.into()),
        }
    }

    /// The blocks that may follow; `None` at the end of a path.
    fn sides(
        &mut self,
        frame: &Frame<'m>,
        block: &Block,
        state: &mut State,
    ) -> Result<Option<Sides>, Refused> {
        let word = |this: &mut Self, operand: &Operand| {
            let value = this.operand(operand, &state.values);
            value.word().clone()
        };
        Ok(Some(match &block.end {
            End::Jump(to) => vec![(*to, Lit::TRUE)],
            End::Branch(condition, then, otherwise) => {
                let condition = word(self, condition)[0];
                sides(vec![(*then, condition), (*otherwise, !condition)])
            }
            End::Switch(value, otherwise, cases) => {
                let value = word(self, value);
                let mut left = Lit::TRUE;
                let mut all: Sides = Vec::new();
                for (number, to) in cases {
                    let number = Word::constant(*number, value.width());
                    let is = self.aig.equal(&value, &number);
                    left = self.aig.and(left, !is);
                    match all.iter_mut().find(|(known, _)| known == to) {
                        Some((_, any)) => *any = self.aig.or(*any, is),
                        None => all.push((*to, is)),
                    }
                }
                match all.iter_mut().find(|(known, _)| known == otherwise) {
                    Some((_, any)) => *any = self.aig.or(*any, left),
                    None => all.push((*otherwise, left)),
                }
                sides(all)
            }
            End::Return(value) => {
                let value = value.as_ref();
                let value = value.map(|value| self.operand(value, &state.values));
                state.result = Some(value.unwrap_or(Value::Fields(Rc::new([]))));
                return Ok(None);
            }
            End::Unreachable => {
                self.ends(Fate::Impossible, &frame.function.name, state.taken);
                return Ok(None);
            }
        }))
    }

    /// The sides that can be taken; `None` if none can, and so this path cannot. Only a branch of a loop or of a recursion is asked
    /// for: it ends when it cannot go on.
    fn possible(
        &mut self,
        frame: &Frame<'m>,
        at: usize,
        mut sides: Sides,
        state: &State,
    ) -> Option<Sides> {
        let is_open = frame.open.get(&at).is_some_and(|open| *open > 0);
        if sides.len() > 1 && (is_open || frame.is_recursive) {
            sides.retain(|(_, is)| self.solver.is_possible(&self.aig, &[state.taken, *is]));
        }
        (!sides.is_empty()).then_some(sides)
    }

    /// Whether some inputs take a path.
    fn is_taken(&mut self, state: &State) -> bool {
        self.solver.is_possible(&self.aig, &[state.taken])
    }

    /// Executes all sides of a branch up to their join, and merges them.
    fn branch(
        &mut self,
        frame: &mut Frame<'m>,
        at: usize,
        sides: Sides,
        join: Option<usize>,
        state: State,
    ) -> Result<Option<State>, Refused> {
        *frame.open.entry(at).or_default() += 1;
        let line = frame.function.blocks[at].line;
        self.check_depth()
            .map_err(|what| Refused::new(&frame.function.name, line, what))?;
        self.depth += 1;
        let mut merged: Option<State> = None;
        for (to, is) in sides {
            let mut side = state.clone();
            side.taken = self.aig.and(state.taken, is);
            self.take(frame, Edge { from: at, to }, &mut side);
            let arrived = match join == Some(to) {
                true => Some(side),
                false => self.run(frame, to, join, side)?,
            };
            merged = match (arrived, merged) {
                (Some(arrived), Some(others)) => Some(self.merge(frame, is, join, arrived, others)),
                (arrived, others) => arrived.or(others),
            };
        }
        *frame.open.entry(at).or_default() -= 1;
        self.depth -= 1;
        Ok(merged)
    }

    /// The state of a side where it is taken, else that of the others.
    fn merge(
        &mut self,
        frame: &Frame<'m>,
        is: Lit,
        join: Option<usize>,
        side: State,
        mut others: State,
    ) -> State {
        let live = join.map_or(&[][..], |join| frame.flow.live(join));
        for &value in live {
            let (a, b) = (&side.values[value], &others.values[value]);
            if let (Some(a), Some(b)) = (a, b)
                && a != b
            {
                others.values[value] = Some(Value::mux(&mut self.aig, is, a, b));
            } else if b.is_none() {
                others.values[value].clone_from(a);
            }
        }
        if let (Some(a), Some(b)) = (&side.result, &others.result) {
            others.result = Some(Value::mux(&mut self.aig, is, a, b));
        }
        others.memory = Memory::mux(&mut self.aig, is, side.memory, others.memory);
        others.taken = self.aig.or(side.taken, others.taken);
        others
    }

    /// Goes from a block to a block: its phis take their values, all at once.
    fn take(&mut self, frame: &Frame<'m>, edge: Edge, state: &mut State) {
        let phis = &frame.function.blocks[edge.to].phis;
        let taken: Vec<(usize, Value)> = phis
            .iter()
            .filter_map(|phi| {
                let (_, operand) = phi.incoming.iter().find(|(from, _)| *from == edge.from)?;
                Some((phi.result, self.operand(operand, &state.values)))
            })
            .collect();
        for (result, value) in taken {
            state.values[result] = Some(value);
        }
    }
}

/// The sides without those that constants leave out. One of them is left.
fn sides(mut all: Sides) -> Sides {
    if let Some(only) = all.iter().find(|(_, is)| *is == Lit::TRUE) {
        return vec![*only];
    }
    all.retain(|(_, is)| *is != Lit::FALSE);
    match all[..] {
        [(then, _), (otherwise, _)] if then == otherwise => vec![(then, Lit::TRUE)],
        _ => all,
    }
}
