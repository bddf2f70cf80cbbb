//! Finding code: everything that can be reached from the entries, cut into basic blocks.

use crate::block::{Block, Edge, End};
use heddle_isa::Program;
use heddle_isa::program::KERNEL_PREFIX;
use std::collections::{BTreeMap, BTreeSet};

/// Targets of indirect jumps and calls by their PC; `None` where they cannot be determined.
pub(crate) type Targets = BTreeMap<u32, Option<Vec<u32>>>;

/// Basic blocks by their first address, and their predecessors.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blocks {
    pub by_start: BTreeMap<u32, Block>,
    /// For a block, the starts of its predecessors.
    pub predecessors: BTreeMap<u32, Vec<u32>>,
    /// Entries of functions.
    pub entries: BTreeSet<u32>,
}

/// Entries that the file names: functions, kernels, the program's entry point.
pub(crate) fn named_entries(program: &Program) -> BTreeSet<u32> {
    let symbols = program.symbols().filter(|(name, symbol)| {
        (symbol.function || name.starts_with(KERNEL_PREFIX)) && !symbol.thread_local
    });
    let addresses = symbols.map(|(_, symbol)| symbol.address);
    addresses
        .chain([program.entry])
        .filter(|&pc| program.instruction(pc).is_some())
        .collect()
}

/// Code that has been reached.
struct Explorer<'a> {
    program: &'a Program,
    known: &'a Targets,
    /// For each word of code: whether it was reached, and whether a block starts there.
    reached: Vec<bool>,
    first: Vec<bool>,
    entries: BTreeSet<u32>,
    open: Vec<u32>,
}

impl Explorer<'_> {
    fn slot(&self, pc: u32) -> usize {
        (pc - self.program.text_range().start) as usize / 4
    }

    fn end(&self, pc: u32) -> Option<End> {
        let instruction = self.program.instruction(pc)?;
        let targets = self.known.get(&pc).and_then(Option::as_deref);
        End::of(instruction, pc, targets)
    }

    /// Records that a block starts here, if the word is an instruction.
    fn start(&mut self, pc: u32) {
        if self.program.instruction(pc).is_none() {
            return;
        }
        let slot = self.slot(pc);
        if !std::mem::replace(&mut self.first[slot], true) {
            self.open.push(pc);
        }
    }

    /// Follows the code from the start of a block to a block end, or to code already reached.
    fn walk(&mut self, mut pc: u32) {
        while self.program.instruction(pc).is_some() {
            let slot = self.slot(pc);
            if std::mem::replace(&mut self.reached[slot], true) {
                return;
            }
            if let Some(end) = self.end(pc) {
                return self.leave(pc, &end);
            }
            pc = pc.wrapping_add(4);
        }
    }

    fn leave(&mut self, pc: u32, end: &End) {
        end.targets().iter().for_each(|&target| self.start(target));
        if end.falls_through() {
            self.start(pc.wrapping_add(4));
        }
        if let End::Call {
            target: Some(entry),
        } = *end
            && self.program.instruction(entry).is_some()
        {
            self.entries.insert(entry);
            self.start(entry);
        }
    }

    /// Cuts the reached code into blocks.
    fn cut(&self) -> BTreeMap<u32, Block> {
        let base = self.program.text_range().start;
        let mut blocks = BTreeMap::new();
        for slot in (0..self.first.len()).filter(|&slot| self.first[slot]) {
            let block = self.block(base + 4 * slot as u32);
            blocks.insert(block.start, block);
        }
        blocks
    }

    fn block(&self, start: u32) -> Block {
        let mut pc = start;
        let leaves = loop {
            if let Some(end) = self.end(pc) {
                break end;
            }
            let next = pc.wrapping_add(4);
            if self.program.instruction(next).is_none() {
                break End::Fault;
            }
            if self.first[self.slot(next)] {
                break End::Next;
            }
            pc = next;
        };
        Block {
            start,
            end: pc.wrapping_add(4),
            leaves,
        }
    }
}

impl Blocks {
    /// Everything that can be reached from the entries, given the known targets of indirect jumps.
    pub fn explore(program: &Program, entries: &BTreeSet<u32>, known: &Targets) -> Blocks {
        let words = program.text_range().len() / 4;
        let mut explorer = Explorer {
            program,
            known,
            reached: vec![false; words],
            first: vec![false; words],
            entries: entries.clone(),
            open: Vec::new(),
        };
        entries.iter().for_each(|&entry| explorer.start(entry));
        while let Some(pc) = explorer.open.pop() {
            explorer.walk(pc);
        }
        let mut blocks = Blocks {
            by_start: explorer.cut(),
            predecessors: BTreeMap::new(),
            entries: explorer.entries,
        };
        blocks.link();
        blocks
    }

    fn link(&mut self) {
        let mut predecessors: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for block in self.by_start.values() {
            for (next, _) in self.successors(block) {
                predecessors.entry(next).or_default().push(block.start);
            }
        }
        self.predecessors = predecessors;
    }

    /// The successors of a block within its function, the next block in memory first. A target without code has no edge.
    pub fn successors(&self, block: &Block) -> impl Iterator<Item = (u32, Edge)> {
        let next = match block.leaves {
            End::Call { .. } => Edge::AfterCall,
            _ => Edge::Next,
        };
        let next = block.leaves.falls_through().then_some((block.end, next));
        let edge = match block.leaves {
            End::Branch { .. } => Edge::Taken,
            End::Jump { .. } => Edge::Jump,
            _ => Edge::Table,
        };
        let targets = block.leaves.targets().iter();
        let all = next.into_iter().chain(targets.map(move |&to| (to, edge)));
        all.filter(|(to, _)| self.by_start.contains_key(to))
    }

    /// The only predecessor of a block; `None` if the block can also be entered from outside its function.
    pub fn only_predecessor(&self, start: u32) -> Option<&Block> {
        match self.predecessors.get(&start).map(Vec::as_slice) {
            Some(&[only]) if !self.entries.contains(&start) => self.by_start.get(&only),
            _ => None,
        }
    }
}
