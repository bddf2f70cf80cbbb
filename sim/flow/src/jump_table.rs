//! The targets of indirect jumps, as far as they can be determined.
//!
//! Compilers turn a `switch` into a bounds check, a load from a table and a jump:
//!
//! ```text
//! bltu  bound, index, default      or bgeu, or the index is masked
//! slli  offset, index, 2
//! auipc, addi  base                or lui, addi
//! add   address, offset, base
//! lw    target, 0(address)
//! add   target, target, base       in position-independent code
//! jr    target
//! ```
//!
//! The order may differ, and the check may lie several blocks back, as long as only one path leads from it to the jump. A
//! compiler that knows all values of the index leaves the check out, and a bound may reach beyond the table. In these cases
//! relocations give the entries of the table, if the file has kept them (`-Wl,--emit-relocs`): the words that hold addresses of
//! code, up to the next word with a symbol. The targets may lie in other functions: tail calls through a table of functions
//! have the same shape. A table that the program may write to says nothing (CFL-2). If neither a bound nor a length is known,
//! the jump is not resolved here ([`taken`](crate::taken) has what remains). A loop that counts from a constant may be entered
//! only through the jump itself: as long as the code that increments the index has not been reached, only the one known entry
//! is taken. Calls and tail calls with `auipc` and `jalr` are resolved as well.
//!
//! Every target that a jump can have is found (CFL-1, ADR-5), and more than that does no harm but idle lanes.

use crate::block::{Block, End};
use crate::explore::Blocks;
use crate::value::{CodePoint, Search, Value};
use heddle_isa::{Op, Program};
use std::collections::BTreeSet;
use std::iter;
use std::ops::Range;

/// The most entries that a table may have.
const MAX_ENTRIES: u32 = 1 << 16;
/// The most branches that are examined for a bound.
const MAX_CHECKS: usize = 64;

/// How tables are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// Every entry that a jump can choose is a target.
    Sound,
    /// A deliberate error, see [`Flow::with_cut_tables`](crate::Flow::with_cut_tables).
    CutAtFunction,
}

/// Targets of the indirect jump or call that ends a block, ascending; `None` if they are unknown or the block ends differently.
pub(crate) fn targets(
    program: &Program,
    blocks: &Blocks,
    block: &Block,
    rule: Rule,
) -> Option<Vec<u32>> {
    let pc = block.last();
    let jump = program.instruction(pc)?;
    if jump.op != Op::Jalr || jump.is_return() {
        return None;
    }
    let search = Search::new(program, blocks);
    let target = search.value(jump.rs1, CodePoint { block, pc });
    let target = target.plus(jump.imm as u32);
    let jumper = Jumper {
        program,
        blocks,
        block,
        rule,
        kept: search.kept(),
    };
    let mut targets = match target {
        Value::Constant(target) => vec![target & !1],
        _ if jump.is_call() => return None,
        Value::Loaded(address) => jumper.entries(&address, 0)?,
        Value::Sum(value, base) => match *value {
            Value::Loaded(address) => jumper.entries(&address, base)?,
            _ => return None,
        },
        _ => return None,
    };
    targets.sort_unstable();
    targets.dedup();
    let mut all = targets.iter();
    let code = all.all(|&pc| program.instruction(pc).is_some());
    code.then_some(targets)
}

/// A block that jumps through a table.
struct Jumper<'a> {
    program: &'a Program,
    blocks: &'a Blocks,
    block: &'a Block,
    rule: Rule,
    /// Whether the target, or part of its address, was computed earlier and kept. Then a check on the path may test a different
    /// index than the one used.
    kept: bool,
}

impl Jumper<'_> {
    /// The words, each plus `base`, of the table that has `address` as an element.
    fn entries(&self, address: &Value, base: u32) -> Option<Vec<u32>> {
        let (offset, table) = match address {
            Value::Sum(offset, table) => (offset, table),
            // So far only the entry of a loop leads here.
            Value::Constant(entry) if base == 0 && self.is_entry(*entry) => {
                return self.words(*entry, iter::once(0), base);
            }
            _ => return None,
        };
        let bounded = self.count(offset).filter(|_| !self.kept);
        let entries = match (bounded, self.listed(offset, *table)) {
            (count, Some(listed)) => {
                let reached = |entry: &u32| count.is_none_or(|count| *entry < count);
                listed.into_iter().filter(reached).collect()
            }
            (Some(count), None) if count <= MAX_ENTRIES => (0..count).collect(),
            _ => Vec::new(),
        };
        let never = self.never(offset);
        let chosen = |entry: &u32| !never.contains(entry) && can_be(offset, 4 * entry);
        self.words(*table, entries.into_iter().filter(chosen), base)
    }

    /// These words of a table, each plus `base`, without those that are never chosen.
    fn words(&self, table: u32, entries: impl Iterator<Item = u32>, base: u32) -> Option<Vec<u32>> {
        let behind = self.function().map(|own| own.end);
        let mut words = Vec::new();
        for entry in entries {
            let address = table.wrapping_add(4 * entry);
            let target = read_only_word(self.program, address)?.wrapping_add(base);
            let never = Some(target) == behind && self.is_unreachable(address);
            if !never {
                words.push(target);
            }
        }
        (!words.is_empty()).then_some(words)
    }

    /// Whether the entry at an address, which holds the end of the function, is never chosen (CFL-3). A compiler gives such
    /// entries its own label at the end; a tail call to the function that starts there goes by that function's name.
    fn is_unreachable(&self, address: u32) -> bool {
        self.rule == Rule::CutAtFunction || self.program.holds_label(address)
    }

    /// The address range of the function that contains the jump, if its symbol has a size.
    fn function(&self) -> Option<Range<u32>> {
        let (name, _) = self.program.function_at(self.block.start)?;
        let symbol = self.program.symbol(name)?;
        (symbol.bytes > 0).then_some(symbol.address..symbol.address.wrapping_add(symbol.bytes))
    }

    /// Which words from `table` on hold addresses of code, up to the next symbol, by relocations; `None` if these do not show a
    /// table there. An offset may step over words that hold something else, as in an array of structures. An address without a symbol
    /// may lie in front of the table, behind the last word of another one (CFL-4).
    fn listed(&self, offset: &Value, table: u32) -> Option<Vec<u32>> {
        let counts_words = matches!(offset, Value::Shifted(_, 2) | Value::Masked(..));
        let address = |entry: u32| table.wrapping_add(4 * entry);
        if !counts_words || !self.program.has_label(table) || !self.is_entry(table) {
            return None;
        }
        let is_inside = |entry: &u32| {
            let apart = *entry != 0 && self.program.has_label(address(*entry));
            !apart && read_only_word(self.program, address(*entry)).is_some()
        };
        let is_entry = |entry: &u32| self.is_entry(address(*entry));
        let object = (0..MAX_ENTRIES).take_while(is_inside);
        Some(match self.rule {
            Rule::Sound => object.filter(is_entry).collect(),
            Rule::CutAtFunction => object.take_while(is_entry).collect(),
        })
    }

    /// Whether the word at an address holds an address of code, by its relocation. The end of the code counts as code: entries
    /// that are never chosen point there.
    fn is_entry(&self, address: u32) -> bool {
        let code = self.program.text_range();
        let holds_code = |pc: &u32| code.contains(pc) || *pc == code.end;
        let word = read_only_word(self.program, address).filter(holds_code);
        let inside = |pc: u32| {
            self.function()
                .is_some_and(|own| pc <= own.end && own.start <= pc)
        };
        let cut = self.rule == Rule::CutAtFunction;
        self.program.holds_address(address) && word.is_some_and(|pc| !cut || inside(pc))
    }

    /// How many entries an offset into a table can reach.
    fn count(&self, offset: &Value) -> Option<u32> {
        let largest = match offset {
            Value::Masked(_, mask) => mask / 4,
            Value::Shifted(index, 2) => self.largest(index)?,
            _ => return None,
        };
        largest.checked_add(1)
    }

    /// The largest value of an index. The index may have been masked after the check.
    fn largest(&self, index: &Value) -> Option<u32> {
        let bound = self.bound(index);
        match index {
            Value::Masked(whole, mask) => {
                let bounds = bound.into_iter().chain(self.bound(whole));
                bounds.chain([*mask]).min()
            }
            _ => bound,
        }
    }

    /// The largest value of `index` that the branches on the path to the jump let through.
    fn bound(&self, index: &Value) -> Option<u32> {
        let mut checks = self.checks();
        checks.find_map(|check| match check.condition {
            (Op::Bltu, true) | (Op::Bgeu, false) => below(&check.a, &check.b, index, 1),
            (Op::Bltu, false) | (Op::Bgeu, true) => below(&check.b, &check.a, index, 0),
            _ => None,
        })
    }

    /// Values of the index that branched elsewhere on the path to the jump. Their table entries are arbitrary: often the next
    /// block of other code.
    fn never(&self, offset: &Value) -> BTreeSet<u32> {
        let Value::Shifted(index, 2) = offset else {
            return BTreeSet::new();
        };
        let checks = self.checks().filter(|_| !self.kept);
        let values = checks.filter_map(|check| match check.condition {
            (Op::Beq, false) | (Op::Bne, true) => other(&check.a, &check.b, index),
            _ => None,
        });
        values.collect()
    }

    /// The branches on the only path to the jump, the last one first.
    fn checks(&self) -> impl Iterator<Item = Check> {
        let way = iter::successors(Some(self.block), |block| {
            self.blocks.only_predecessor(block.start)
        });
        let steps = way.clone().zip(way.skip(1)).take(MAX_CHECKS);
        steps.filter_map(|(block, before)| self.check(before, block))
    }

    /// The operands of the branch at the end of a block, and whether it was taken to reach `next`. The block is the only
    /// predecessor of `next`, by one edge.
    fn check(&self, block: &Block, next: &Block) -> Option<Check> {
        let End::Branch { taken } = block.leaves else {
            return None;
        };
        let pc = block.last();
        let branch = self.program.instruction(pc)?;
        let search = Search::new(self.program, self.blocks);
        let [a, b] = [branch.rs1, branch.rs2].map(|r| search.value(r, CodePoint { block, pc }));
        Some(Check {
            condition: (branch.op, next.start == taken),
            a,
            b,
        })
    }
}

/// Whether a value may be this constant, as far as the bits show that a mask leaves.
fn can_be(value: &Value, constant: u32) -> bool {
    !matches!(value, Value::Masked(_, mask) if constant & !mask != 0)
}

/// A branch on the way to a jump.
struct Check {
    /// The comparison, and whether the branch was taken.
    condition: (Op, bool),
    a: Value,
    b: Value,
}

/// The constant in `a != b`, if the other operand is the index.
fn other(a: &Value, b: &Value, index: &Value) -> Option<u32> {
    match (a, b) {
        (value, Value::Constant(constant)) | (Value::Constant(constant), value) => {
            (value == index).then_some(*constant)
        }
        _ => None,
    }
}

/// The bound from `small <= large - gap`, if `small` is the index and `large` a constant.
fn below(small: &Value, large: &Value, index: &Value, gap: u32) -> Option<u32> {
    match large {
        Value::Constant(large) if small == index => large.checked_sub(gap),
        _ => None,
    }
}

/// The word at an address that the program cannot write to.
fn read_only_word(program: &Program, address: u32) -> Option<u32> {
    let offset = |start: u32| address.wrapping_sub(start);
    let segment = program.segments.iter().find(|segment| {
        let end = offset(segment.address).checked_add(4);
        end.is_some_and(|end| end <= segment.memory_bytes)
    })?;
    let start = offset(segment.address) as usize;
    let byte = |at: usize| segment.data.get(start + at).copied().unwrap_or(0);
    (!segment.writable).then(|| u32::from_le_bytes(std::array::from_fn(byte)))
}
