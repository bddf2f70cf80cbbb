//! Execution of functions with symbolic words.

mod access;
mod calls;
mod copies;
mod memory;
mod operations;
mod places;
mod run;
mod steps;
mod value;

use crate::aig::{Aig, Lit};
use crate::error::Refused;
use crate::flow::Flow;
use crate::module::{Byte, Function, Module};
use crate::solver::Solver;
use crate::word::Word;
use memory::{Memory, Object, ObjectId};
use places::{Lowest, Sums};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use value::Value;

/// Instructions, and branches and calls within each other, after which an execution is given up.
const MOST_STEPS: u64 = 200_000_000;
const MOST_DEPTH: usize = 1000;

/// What a path may end with instead of a return.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// The function panics.
    Panics,
    /// A collection grows beyond the capacity that it was made with.
    Grows,
    /// What the compiler took for impossible.
    Impossible,
}

/// A path that does not return.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// What it ends with.
    pub fate: Fate,
    /// The function that is called there, or the one that it is in.
    pub place: String,
    /// Whether it is taken.
    pub taken: Lit,
}

/// A piece of memory that the caller of a function has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buffer(ObjectId);

/// An execution: the gates so far, and what functions are called with.
pub struct Execution<'m> {
    /// The gates.
    pub aig: Aig,
    /// Paths that do not return.
    pub endings: Vec<Ending>,
    /// Instructions after which it is given up.
    pub most_steps: u64,
    /// Branches within each other after which it is given up; a call is two. Each round of a loop is one, if inputs decide whether
    /// there is another. A branch takes about 1 KB of the stack of the thread, which has to have that room.
    pub most_depth: usize,
    module: &'m Module,
    flows: BTreeMap<&'m str, Rc<Flow>>,
    /// Objects of constant variables, and numbers of functions, which have an address too.
    globals: BTreeMap<String, ObjectId>,
    constants: Memory,
    functions: BTreeMap<ObjectId, &'m str>,
    /// Objects of variables of which nothing is known.
    unknown: BTreeMap<ObjectId, &'m str>,
    buffers: Memory,
    /// Variables of functions that have not returned.
    variables: BTreeSet<ObjectId>,
    next: ObjectId,
    sums: Sums,
    lowest: Lowest,
    solver: Solver,
    steps: u64,
    depth: usize,
    /// The functions that have been called and have not returned.
    under_way: Vec<&'m str>,
}

impl<'m> Execution<'m> {
    /// An execution of functions of a module.
    pub fn new(module: &'m Module) -> Self {
        Self {
            aig: Aig::default(),
            endings: Vec::new(),
            most_steps: MOST_STEPS,
            most_depth: MOST_DEPTH,
            module,
            flows: BTreeMap::new(),
            globals: BTreeMap::new(),
            constants: Memory::default(),
            functions: BTreeMap::new(),
            unknown: BTreeMap::new(),
            buffers: Memory::default(),
            variables: BTreeSet::new(),
            next: 1,
            sums: Sums::default(),
            lowest: Lowest::default(),
            solver: Solver::default(),
            steps: 0,
            depth: 0,
            under_way: Vec::new(),
        }
    }

    /// Memory with words of 64 bits.
    pub fn buffer(&mut self, words: &[Word]) -> Buffer {
        let mut object = Object::new(8 * words.len() as u64);
        for (place, word) in (0..).step_by(8).zip(words) {
            object.write(place, word);
        }
        let id = self.number();
        self.buffers.insert(id, object);
        Buffer(id)
    }

    /// The address of memory, for an argument.
    pub fn address(&self, buffer: Buffer) -> Word {
        Word::constant(memory::address(buffer.0).into(), 64)
    }

    /// The words in memory, after the functions that were called.
    ///
    /// # Panics
    /// If the memory was made by another execution.
    pub fn words(&self, buffer: Buffer) -> Vec<Word> {
        let object = self
            .buffers
            .get(buffer.0)
            .expect("memory of this execution");
        let places = (0..object.bytes).step_by(8);
        places.map(|place| object.read(place, 64)).collect()
    }

    /// Calls a function; returns its result, with no bits if there is none. `None` if it never returns.
    ///
    /// # Errors
    /// [`Refused`] at what cannot be turned into gates.
    pub fn call(&mut self, function: &str, arguments: &[Word]) -> Result<Option<Word>, Refused> {
        let unknown = || Refused::new(function, 0, "the module has no such function");
        let function = self.module.functions.get(function).ok_or_else(unknown)?;
        let arguments = arguments.iter().cloned().map(Value::Word).collect();
        let memory = self.buffers.clone();
        let Some(returned) = self.run_function(function, arguments, memory, Lit::TRUE)? else {
            return Ok(None);
        };
        self.buffers = returned.memory;
        Ok(Some(match returned.value {
            Some(Value::Word(word)) => word,
            _ => Word::constant(0, 0),
        }))
    }

    fn number(&mut self) -> ObjectId {
        self.next += 1;
        self.next
    }

    fn flow(&mut self, function: &'m Function) -> Rc<Flow> {
        let flow = self.flows.entry(&function.name);
        flow.or_insert_with(|| Rc::new(Flow::of(function))).clone()
    }

    /// The address of a global.
    fn global(&mut self, name: &str) -> u64 {
        if let Some(id) = self.globals.get(name) {
            return memory::address(*id);
        }
        let id = self.number();
        self.globals.insert(name.to_owned(), id);
        let module = self.module;
        if let Some((name, _)) = module.functions.get_key_value(name) {
            self.functions.insert(id, name);
        }
        if let Some((name, _)) = module.unknown.get_key_value(name) {
            self.unknown.insert(id, name);
        }
        if let Some(bytes) = module.variables.get(name) {
            let mut object = Object::new(bytes.len() as u64);
            for (place, byte) in (0..).zip(bytes) {
                let number = match byte {
                    Byte::Number(number) => *number,
                    Byte::Address(name, offset, at) => {
                        let address = self.global(name).wrapping_add(*offset);
                        address.to_le_bytes()[usize::from(*at)]
                    }
                };
                object.write(place, &Word::constant(number.into(), 8));
            }
            self.constants.insert(id, object);
        }
        memory::address(id)
    }

    /// Notes a path that ends.
    fn ends(&mut self, fate: Fate, place: &str, taken: Lit) {
        if taken != Lit::FALSE {
            let place = place.to_owned();
            self.endings.push(Ending { fate, place, taken });
        }
    }
}
