//! A line for every instruction of every warp, written while the run goes on.

use crate::lines::{Line, Lines, put_mask, put_number};
use crate::scope::Scope;
use heddle_isa::Program;
use heddle_sim::{Issued, Observer};
use heddle_types::{Cycle, Pc};
use std::io::{self, Write};

/// The heading of a log.
const HEADING: &str = "cycle core warp pc lanes place instruction # block thread\n";

/// An observer that writes cycle, core, original warp, PC, lanes as a mask (the highest lane first), function with offset, assembly
/// text, and, as a comment, the block by its number in the grid and the thread in lane 0 of the warp by its number in the block.
///
/// Lines are in the order of cycles, and of cores within a cycle.
pub struct Log<'a, W> {
    scope: Scope<'a>,
    /// What of a line depends on the PC alone, before and behind the lanes: by word of the program, and last for the end of a thread,
    /// which lies behind it.
    texts: Vec<Option<[String; 2]>>,
    lines: Lines<W, Logged>,
}

/// An instruction that is not written yet.
#[derive(Clone, Copy, Debug)]
struct Logged {
    /// Place of its texts.
    text: usize,
    lanes: u64,
    block: u32,
    thread: u32,
}

impl<'a, W: Write> Log<'a, W> {
    /// Begins a log.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn new(scope: Scope<'a>, out: W) -> io::Result<Self> {
        Ok(Log {
            texts: vec![None; scope.words()],
            scope,
            lines: Lines::new(HEADING, out)?,
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
        self.lines.write(|one, to| {
            let [pc, instruction] = texts[one.text].as_ref().expect("it was issued");
            to.extend(pc.as_bytes());
            put_mask(one.lanes, warp_size, to);
            to.extend(instruction.as_bytes());
            put_number(one.block.into(), b' ', to);
            put_number(one.thread.into(), b'\n', to);
        });
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
            },
        });
    }

    fn reads_threads(&self) -> bool {
        false
    }

    fn reached(&mut self, _: Cycle) {
        self.write();
    }
}

/// The function of a PC and the offset in it; `exit` for the end of a thread, which lies behind the program.
pub fn place(program: &Program, pc: Pc) -> String {
    let pc = pc.address();
    match program.function_at(pc) {
        Some((name, offset)) if program.instruction(pc).is_some() => format!("{name}+0x{offset:x}"),
        _ => "exit".into(),
    }
}
