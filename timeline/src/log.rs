//! A line for every instruction of every warp, written while the run goes on.

use crate::window::Window;
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
    out: W,
    program: &'a Program,
    window: Window,
    /// Lanes of a warp.
    warp_size: usize,
    /// What of a line depends on the PC alone, before and behind the lanes: by word of the program, and last for the end of a thread,
    /// which lies behind it.
    texts: Vec<Option<[String; 2]>>,
    /// The instructions of the present quantum.
    lines: Vec<Line>,
    buffer: Vec<u8>,
    /// The first error of `out`, after which nothing is written.
    error: Option<io::Error>,
}

/// An instruction that is not written yet.
#[derive(Clone, Copy, Debug)]
struct Line {
    cycle: u64,
    core: usize,
    warp: usize,
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
    pub fn new(
        program: &'a Program,
        warp_size: usize,
        window: Window,
        mut out: W,
    ) -> io::Result<Self> {
        out.write_all(HEADING.as_bytes())?;
        Ok(Log {
            out,
            program,
            window,
            warp_size,
            texts: vec![None; program.text_range().len() / 4 + 1],
            lines: Vec::new(),
            buffer: Vec::new(),
            error: None,
        })
    }

    /// Writes what is left, and returns the output.
    ///
    /// # Errors
    /// The first error of the output since the beginning.
    pub fn finish(mut self) -> io::Result<W> {
        self.write();
        match self.error {
            None => Ok(self.out),
            Some(error) => Err(error),
        }
    }

    fn write(&mut self) {
        // A stable sort: the instructions that one core issues in a cycle stay in order.
        self.lines.sort_by_key(|line| (line.cycle, line.core));
        self.buffer.clear();
        for line in &self.lines {
            let [pc, instruction] = self.texts[line.text].as_ref().expect("it was issued");
            put(line.cycle, b' ', &mut self.buffer);
            put(line.core as u64, b' ', &mut self.buffer);
            put(line.warp as u64, b' ', &mut self.buffer);
            self.buffer.extend(pc.as_bytes());
            put_mask(line.lanes, self.warp_size, &mut self.buffer);
            self.buffer.extend(instruction.as_bytes());
            put(line.block.into(), b' ', &mut self.buffer);
            put(line.thread.into(), b'\n', &mut self.buffer);
        }
        self.lines.clear();
        if self.error.is_none() {
            self.error = self.out.write_all(&self.buffer).err();
        }
    }
}

/// Appends a number in decimal digits, and what follows it.
fn put(number: u64, then: u8, to: &mut Vec<u8>) {
    let start = to.len();
    let mut left = number;
    loop {
        to.push(b'0' + (left % 10) as u8);
        left /= 10;
        if left == 0 {
            break;
        }
    }
    to[start..].reverse();
    to.push(then);
}

/// The digits of each byte, the highest first.
const DIGITS: [[u8; 8]; 256] = digits();

const fn digits() -> [[u8; 8]; 256] {
    let mut all = [[b'0'; 8]; 256];
    let mut at = 0;
    while at < 8 * all.len() {
        let (byte, bit) = (at / 8, at % 8);
        all[byte][7 - bit] += (byte >> bit & 1) as u8;
        at += 1;
    }
    all
}

/// Appends a mask of this many lanes, the highest first.
fn put_mask(lanes: u64, count: usize, to: &mut Vec<u8>) {
    for byte in (0..count.div_ceil(8)).rev() {
        let digits = &DIGITS[(lanes >> (8 * byte) & 0xff) as usize];
        let left_out = (8 * (byte + 1)).saturating_sub(count);
        to.extend(&digits[left_out..]);
    }
}

impl<W: Write + Send> Observer for Log<'_, W> {
    fn issued(&mut self, event: &Issued) {
        if !self.window.contains(event.cycle) {
            return;
        }
        let word = (event.pc.address() - self.program.text_range().start) / 4;
        let text = (word as usize).min(self.texts.len() - 1);
        self.texts[text].get_or_insert_with(|| {
            let place = place(self.program, event.pc);
            let pc = format!("{} ", event.pc);
            [pc, format!(" {place} {} # ", event.instruction)]
        });
        self.lines.push(Line {
            cycle: event.cycle.number(),
            core: event.core,
            warp: event.warp.index(),
            text,
            lanes: event.lanes.bits(),
            block: event.block,
            thread: event.first_thread,
        });
    }

    fn reads_threads(&self) -> bool {
        false
    }

    fn reached(&mut self, _: Cycle) {
        self.write();
    }
}

/// The function of a PC and the offset in it.
pub(crate) fn place(program: &Program, pc: Pc) -> String {
    let pc = pc.address();
    match program.function_at(pc) {
        Some((name, offset)) if program.instruction(pc).is_some() => format!("{name}+0x{offset:x}"),
        _ => "exit".into(),
    }
}
