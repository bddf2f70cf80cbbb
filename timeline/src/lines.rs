//! The lines of a log, written while the run goes on: in the order of cycles, and of cores within a cycle.

use std::fmt;
use std::io::{self, Write};

/// A line that is not written yet. It begins with cycle, core and warp.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<T> {
    pub cycle: u64,
    pub core: usize,
    pub warp: usize,
    /// What stands behind these.
    pub rest: T,
}

/// See the [module](self).
#[derive(Debug)]
pub(crate) struct Lines<W, T> {
    out: W,
    /// The lines of the present quantum.
    kept: Vec<Line<T>>,
    /// The order in which they are written, as their places in `kept`.
    order: Order,
    buffer: Vec<u8>,
    /// The first error of `out`, after which nothing is written.
    error: Option<io::Error>,
}

impl<W: Write, T> Lines<W, T> {
    /// Writes the heading.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn new(heading: &str, mut out: W) -> io::Result<Self> {
        out.write_all(heading.as_bytes())?;
        Ok(Lines {
            out,
            kept: Vec::new(),
            order: Order::default(),
            buffer: Vec::new(),
            error: None,
        })
    }

    pub fn push(&mut self, line: Line<T>) {
        self.kept.push(line);
    }

    /// Writes the lines of a quantum that has ended; `put` appends what stands behind the warp, with the end of the line.
    pub fn write(&mut self, put: impl Fn(&T, &mut Vec<u8>)) {
        self.buffer.clear();
        let (mut cycle, mut digits) = (None, Vec::new());
        for place in self.order.of(&self.kept) {
            let line = &self.kept[*place];
            if cycle.replace(line.cycle) != Some(line.cycle) {
                digits.clear();
                put_number(line.cycle, b' ', &mut digits);
            }
            self.buffer.extend(&digits);
            put_number(line.core as u64, b' ', &mut self.buffer);
            put_number(line.warp as u64, b' ', &mut self.buffer);
            put(&line.rest, &mut self.buffer);
        }
        self.kept.clear();
        if self.error.is_none() {
            self.error = self.out.write_all(&self.buffer).err();
        }
    }

    /// Returns the output of lines that are all written.
    ///
    /// # Errors
    /// The first error of the output since the beginning.
    pub fn finish(self) -> io::Result<W> {
        match self.error {
            None => Ok(self.out),
            Some(error) => Err(error),
        }
    }
}

/// Puts lines into the order of cycles, and of cores within a cycle. What happens to a core in a cycle stays in order.
#[derive(Debug, Default)]
struct Order {
    places: Vec<usize>,
    /// Where the next line of each cycle goes, from the first cycle on.
    next: Vec<usize>,
}

impl Order {
    /// The places of lines in their order.
    fn of<T>(&mut self, lines: &[Line<T>]) -> &[usize] {
        let cycles = lines.iter().map(|line| line.cycle);
        let (first, last) = (cycles.clone().min().unwrap_or(0), cycles.max().unwrap_or(0));
        let is_by_core = lines.is_sorted_by_key(|line| line.core);
        if is_by_core && last - first < 2 * lines.len() as u64 {
            self.count(lines, first, (last - first) as usize + 1);
        } else {
            self.places = (0..lines.len()).collect();
            let key = |place: &usize| (lines[*place].cycle, lines[*place].core);
            self.places.sort_by_key(key);
        }
        &self.places
    }

    /// Cores come one after the other with all their lines of a few cycles: sorting them by counting takes a sixth of the time.
    fn count<T>(&mut self, lines: &[Line<T>], first: u64, cycles: usize) {
        let cycle = |line: &Line<T>| (line.cycle - first) as usize;
        self.next.clear();
        self.next.resize(cycles + 1, 0);
        lines
            .iter()
            .for_each(|line| self.next[cycle(line) + 1] += 1);
        for at in 0..cycles {
            self.next[at + 1] += self.next[at];
        }
        self.places.resize(lines.len(), 0);
        for (place, line) in lines.iter().enumerate() {
            let next = &mut self.next[cycle(line)];
            self.places[*next] = place;
            *next += 1;
        }
    }
}

/// Appends a text.
pub(crate) fn put_text(text: fmt::Arguments<'_>, to: &mut Vec<u8>) {
    to.write_fmt(text).expect("memory takes every byte");
}

/// Appends a number in decimal digits, and what follows it.
pub(crate) fn put_number(number: u64, then: u8, to: &mut Vec<u8>) {
    to.extend(itoa::Buffer::new().format(number).as_bytes());
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
pub(crate) fn put_mask(lanes: u64, count: usize, to: &mut Vec<u8>) {
    for byte in (0..count.div_ceil(8)).rev() {
        let digits = &DIGITS[(lanes >> (8 * byte) & 0xff) as usize];
        let left_out = (8 * (byte + 1)).saturating_sub(count);
        to.extend(&digits[left_out..]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file on a disk without space left.
    struct Full(usize);

    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += 1;
            match self.0 {
                1 => Ok(bytes.len()),
                n => Err(io::Error::other(format!("{n}"))),
            }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn line(cycle: u64, core: usize, rest: u8) -> Line<u8> {
        let warp = 7;
        Line {
            cycle,
            core,
            warp,
            rest,
        }
    }

    fn put(rest: &u8, to: &mut Vec<u8>) {
        put_mask((*rest).into(), 3, to);
        to.push(b'\n');
    }

    #[test]
    fn lines_are_sorted_by_cycle_and_core() {
        let mut lines = Lines::new("heading\n", Vec::new()).expect("memory");
        for one in [
            line(12, 1, 1),
            line(12, 0, 2),
            line(12, 1, 3),
            line(9, 1, 4),
        ] {
            lines.push(one);
        }
        lines.write(put);
        lines.push(line(30, 0, 5));
        lines.write(put);
        // Core by core, as they come from a run.
        for one in [
            line(31, 0, 1),
            line(32, 0, 2),
            line(32, 0, 3),
            line(31, 1, 4),
            line(32, 1, 5),
        ] {
            lines.push(one);
        }
        lines.write(put);
        let text = String::from_utf8(lines.finish().expect("memory")).expect("text");
        let rows = [
            "9 1 7 100",
            "12 0 7 010",
            "12 1 7 001",
            "12 1 7 011",
            "30 0 7 101",
            "31 0 7 001",
            "31 1 7 100",
            "32 0 7 010",
            "32 0 7 011",
            "32 1 7 101",
        ];
        assert_eq!(text, format!("heading\n{}\n", rows.join("\n")));
    }

    #[test]
    fn the_first_error_is_kept() {
        let mut lines = Lines::new("heading\n", Full(0)).expect("space for it");
        for cycle in 0..3 {
            lines.push(line(cycle, 0, 0));
            lines.write(put);
        }
        assert_eq!(
            lines.finish().err().map(|e| e.to_string()),
            Some("2".into())
        );
    }
}
