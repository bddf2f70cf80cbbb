//! A line for every instruction of every warp, written while the run goes on.

use crate::lines::{Line, Lines, put_mask, put_number, put_text};
use crate::scope::Scope;
use heddle_isa::Program;
use heddle_sim::{Issued, Observer};
use heddle_types::{Cycle, Pc};
use std::io::{self, Write};

/// The heading of a log.
const HEADING: &str = "cycle core warp pc lanes place instruction # block thread\n";

/// That of a log with addresses.
const WITH_ADDRESSES: &str =
    "cycle core warp pc lanes place instruction # block thread addresses\n";

/// An observer that writes cycle, core, original warp, PC, lanes as a mask (the highest lane first), function with offset, assembly
/// text, and, as a comment, the block by its number in the grid and the thread in lane 0 of the warp by its number in the block. If
/// they are asked for, the addresses of loads, stores and atomics follow, that of the lowest lane that takes part first; `-` stands for
/// none.
///
/// Lines are in the order of cycles, and of cores within a cycle.
pub struct Log<'a, W> {
    scope: Scope<'a>,
    /// What of a line depends on the PC alone, before and behind the lanes: by word of the program, and last for the end of a thread,
    /// which lies behind it.
    texts: Vec<Option<[String; 2]>>,
    lines: Lines<W, Logged>,
    has_addresses: bool,
    /// Those of all lines that are not written yet.
    addresses: Vec<u32>,
}

/// An instruction that is not written yet.
#[derive(Clone, Copy, Debug)]
struct Logged {
    /// Place of its texts.
    text: usize,
    lanes: u64,
    block: u32,
    thread: u32,
    /// Where its addresses begin, and how many they are.
    addresses: (usize, usize),
}

impl<'a, W: Write> Log<'a, W> {
    /// Begins a log, with addresses or without.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn new(scope: Scope<'a>, has_addresses: bool, out: W) -> io::Result<Self> {
        let heading = match has_addresses {
            true => WITH_ADDRESSES,
            false => HEADING,
        };
        Ok(Log {
            texts: vec![None; scope.words()],
            scope,
            lines: Lines::new(heading, out)?,
            has_addresses,
            addresses: Vec::new(),
        })
    }

    /// Writes what is left, and returns the output.
    ///
    /// # Errors
    /// The first error of the output since the beginning.
    pub fn finish(mut self) -> io::Result<W> {
        self.write();
        self.lines.finish()
    }

    fn write(&mut self) {
        let (texts, warp_size) = (&self.texts, self.scope.warp_size);
        let addresses = self.has_addresses.then_some(&self.addresses);
        self.lines.write(|one, to| {
            let [pc, instruction] = texts[one.text].as_ref().expect("it was issued");
            to.extend(pc.as_bytes());
            put_mask(one.lanes, warp_size, to);
            to.extend(instruction.as_bytes());
            put_number(one.block.into(), b' ', to);
            match addresses {
                None => put_number(one.thread.into(), b'\n', to),
                Some(all) => {
                    put_number(one.thread.into(), b' ', to);
                    let (from, count) = one.addresses;
                    put_addresses(&all[from..from + count], to);
                }
            }
        });
        self.addresses.clear();
    }
}

impl<W: Write + Send> Observer for Log<'_, W> {
    fn issued(&mut self, event: &Issued) {
        let pc = event.pc.address();
        if !self.scope.contains(event.cycle, pc) {
            return;
        }
        let text = self.scope.word(pc);
        self.texts[text].get_or_insert_with(|| {
            let place = place(self.scope.program, event.pc);
            let pc = format!("{} ", event.pc);
            [pc, format!(" {place} {} # ", event.instruction)]
        });
        self.lines.push(Line {
            cycle: event.cycle.number(),
            core: event.core,
            warp: event.warp.index(),
            rest: Logged {
                text,
                lanes: event.lanes.bits(),
                block: event.block,
                thread: event.first_thread,
                addresses: (self.addresses.len(), event.addresses.len()),
            },
        });
        self.addresses.extend(event.addresses);
    }

    fn reads_threads(&self) -> bool {
        false
    }

    fn reads_addresses(&self) -> bool {
        self.has_addresses
    }

    fn reached(&mut self, _: Cycle) {
        self.write();
    }
}

/// Appends the end of a line: addresses, separated by commas.
fn put_addresses(addresses: &[u32], to: &mut Vec<u8>) {
    for (place, address) in addresses.iter().enumerate() {
        let before = if place == 0 { "" } else { "," };
        put_text(format_args!("{before}0x{address:08x}"), to);
    }
    to.extend(if addresses.is_empty() { "-\n" } else { "\n" }.as_bytes());
}

/// The function of a PC and the offset in it; `exit` for the end of a thread, which lies behind the program.
pub fn place(program: &Program, pc: Pc) -> String {
    let pc = pc.address();
    match program.function_at(pc) {
        Some((name, offset)) if program.instruction(pc).is_some() => format!("{name}+0x{offset:x}"),
        _ => "exit".into(),
    }
}
