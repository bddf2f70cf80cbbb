//! The lines of a trace: headers, thread blocks, warps, records.

use crate::lines::{Line, Lines};
use crate::record::{Fields, LANES, Record, text};
use crate::{Reason, TraceError};
use std::path::Path;

/// The contents of the headers of a trace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kernel {
    /// Name of the kernel; empty if no header gives it.
    pub name: String,
    /// Version of the tracer; 1 if no header gives it.
    pub version: u32,
    /// Number of thread blocks.
    pub blocks: u64,
    /// Number of warps.
    pub warps: u64,
    /// Number of records.
    pub instructions: u64,
}

/// The most lines from a record to the next: those of a block with the most warps, none of which has a record, are a hundred. What
/// has more may have no end.
const MOST_BETWEEN: u64 = 1 << 20;

/// What the headers state and the trace has to hold.
#[derive(Clone, Copy, Debug, Default)]
struct Stated {
    /// Thread blocks of the grid.
    blocks: Option<u64>,
    /// Threads of a block.
    threads: Option<u64>,
}

/// A warp that is being read.
#[derive(Clone, Copy, Debug, Default)]
struct Warp {
    said: Option<u64>,
    found: u64,
}

/// How far a trace has been read.
struct Progress {
    kernel: Kernel,
    line_numbers: bool,
    stated: Stated,
    in_block: bool,
    /// Warps of the block that is being read.
    warps: u64,
    /// Lines since the last record.
    since: u64,
    warp: Warp,
}

/// Reads a trace and passes every record to `show`, in the order of the file. Uses constant memory. A trace has the thread blocks,
/// warps and instructions that its headers and warps state; before version 3, warps have no lines of their own and are not
/// counted, nor are blocks that nothing marks.
///
/// # Errors
/// [`TraceError`] of the first invalid line, or of the last one if something is missing; the records before it have been shown.
pub fn read(path: &Path, mut show: impl FnMut(&Record)) -> Result<Kernel, TraceError> {
    let error = |line, reason| TraceError {
        file: path.into(),
        line,
        reason,
    };
    let mut lines = Lines::open(path).map_err(|reason| error(None, reason.into()))?;
    let mut progress = Progress {
        kernel: Kernel {
            version: 1,
            ..Kernel::default()
        },
        line_numbers: false,
        stated: Stated::default(),
        in_block: false,
        warps: 0,
        since: 0,
        warp: Warp::default(),
    };
    loop {
        let step = match lines.next() {
            Ok(None) => break,
            Ok(Some(line)) => progress.line(line, &mut show),
            Err(reason) => Err(reason),
        };
        step.map_err(|reason| error(Some(lines.number()), reason))?;
    }
    // The end of the file counts as a line.
    let last = Some(lines.number() - 1);
    progress.end().map_err(|reason| match reason {
        Reason::Empty => error(None, reason),
        _ => error(last, reason),
    })
}

impl Progress {
    fn line(&mut self, line: Line, show: &mut impl FnMut(&Record)) -> Result<(), Reason> {
        self.since += 1;
        if self.since > MOST_BETWEEN {
            return Err(Reason::Nothing(MOST_BETWEEN));
        }
        match line.text {
            [] => Ok(()),
            [b'#', ..] => self.marker(line.text),
            [b'-', ..] => self.header(line.text),
            [b't', ..] | [b'w', ..] | [b'i', ..] => self.assignment(line.text),
            _ => self.record(line, show),
        }
    }

    /// `#BEGIN_TB` and `#END_TB`; other lines of this kind are comments.
    fn marker(&mut self, line: &[u8]) -> Result<(), Reason> {
        match line {
            b"#BEGIN_TB" if self.in_block => Err(unexpected(line, "a thread block is open")),
            b"#BEGIN_TB" => {
                self.in_block = true;
                self.kernel.blocks += 1;
                match self.stated.blocks {
                    Some(stated) if self.kernel.blocks > stated => Err(self.blocks_differ(stated)),
                    _ => Ok(()),
                }
            }
            b"#END_TB" if !self.in_block => Err(unexpected(line, "no thread block is open")),
            b"#END_TB" => {
                self.in_block = false;
                self.end_warp()?;
                self.end_block()
            }
            _ => Ok(()),
        }
    }

    /// `-key = value`.
    fn header(&mut self, line: &[u8]) -> Result<(), Reason> {
        if self.in_block {
            return Err(unexpected(line, "headers stand before the thread blocks"));
        }
        let (key, value) =
            split(&line[1..]).ok_or_else(|| unexpected(line, "a header is `-key = value`"))?;
        match key {
            b"kernel name" => self.kernel.name = String::from_utf8_lossy(value).into(),
            b"accelsim tracer version" | b"tracer version" => {
                let version = std::str::from_utf8(value).ok();
                let version = version.and_then(|version| version.parse().ok());
                let version = version.filter(|version| (1..=5).contains(version));
                self.kernel.version = version.ok_or_else(|| Reason::Version(text(value)))?;
            }
            b"grid dim" => self.stated.blocks = Some(product("the dimensions of a grid", value)?),
            b"block dim" => {
                self.stated.threads = Some(product("the dimensions of a block", value)?)
            }
            b"enable lineinfo" => self.line_numbers = value != b"0",
            _ => {}
        }
        Ok(())
    }

    /// `thread block = x,y,z`, `warp = n`, `insts = n`.
    fn assignment(&mut self, line: &[u8]) -> Result<(), Reason> {
        let (key, value) = split(line)
            .ok_or_else(|| unexpected(line, "`thread block`, `warp` and `insts` have a value"))?;
        if !self.in_block {
            return Err(unexpected(line, "no thread block is open"));
        }
        match key {
            b"thread block" => Ok(()),
            b"warp" => {
                self.end_warp()?;
                self.kernel.warps += 1;
                self.warps += 1;
                number("the number of a warp", value).map(|_| ())
            }
            b"insts" => {
                self.warp.said = Some(number("a number of instructions", value)?);
                Ok(())
            }
            _ => Err(unexpected(
                line,
                "there are `thread block`, `warp` and `insts`",
            )),
        }
    }

    fn end_warp(&mut self) -> Result<(), Reason> {
        let Warp { said, found } = std::mem::take(&mut self.warp);
        match said {
            Some(said) if said != found => Err(Reason::Count { said, found }),
            _ => Ok(()),
        }
    }

    /// From version 3 on, a block has all of its warps, also those without instructions.
    fn end_block(&mut self) -> Result<(), Reason> {
        let found = std::mem::take(&mut self.warps);
        let threads = self.stated.threads.filter(|_| self.kernel.version >= 3);
        match threads.map(|threads| threads.div_ceil(LANES.into())) {
            Some(said) if said != found => Err(Reason::Warps { said, found }),
            _ => Ok(()),
        }
    }

    fn blocks_differ(&self, said: u64) -> Reason {
        let found = self.kernel.blocks;
        Reason::Blocks { said, found }
    }

    /// The kernel, if the trace is complete.
    fn end(self) -> Result<Kernel, Reason> {
        let nothing = Kernel {
            version: 1,
            ..Kernel::default()
        };
        let is_marked = self.kernel.version >= 3 || self.kernel.blocks > 0;
        match self.stated.blocks {
            _ if self.in_block => Err(Reason::Truncated),
            _ if self.kernel == nothing => Err(Reason::Empty),
            Some(said) if is_marked && said != self.kernel.blocks => Err(self.blocks_differ(said)),
            _ => Ok(self.kernel),
        }
    }

    fn record(&mut self, line: Line, show: &mut impl FnMut(&Record)) -> Result<(), Reason> {
        let fields = Fields {
            version: self.kernel.version,
            line_numbers: self.line_numbers,
        };
        // Before version 3 each record itself states its block and warp.
        if fields.version >= 3 && self.kernel.warps == 0 {
            return Err(unexpected(line.text, "records belong to warps"));
        }
        show(&Record::parse(line, fields)?);
        self.warp.found += 1;
        self.kernel.instructions += 1;
        self.since = 0;
        Ok(())
    }
}

/// Both sides of an equals sign, without spaces around them.
fn split(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = line.iter().position(|byte| *byte == b'=')?;
    Some((line[..at].trim_ascii(), line[at + 1..].trim_ascii()))
}

/// The number of elements of three dimensions, `(x,y,z)`.
fn product(what: &'static str, value: &[u8]) -> Result<u64, Reason> {
    let dimensions = || {
        let text = std::str::from_utf8(value).ok()?;
        let inside = text.strip_prefix('(')?.strip_suffix(')')?;
        let each: Option<Vec<u64>> = inside
            .split(',')
            .map(|one| one.trim().parse().ok())
            .collect();
        let [x, y, z] = each?.try_into().ok()?;
        x.checked_mul(y)?.checked_mul(z)
    };
    dimensions().ok_or_else(|| Reason::Field(what, format!("`{}`", text(value))))
}

fn number(what: &'static str, value: &[u8]) -> Result<u64, Reason> {
    let text_of = std::str::from_utf8(value).ok();
    let number = text_of.and_then(|value| value.parse().ok());
    number.ok_or_else(|| Reason::Field(what, format!("`{}`", text(value))))
}

fn unexpected(line: &[u8], why: &'static str) -> Reason {
    Reason::Unexpected(text(line), why)
}
