//! A line for every instruction of every warp.

use crate::record::Record;
use crate::recorded::Recorded;
use std::io::{self, Write};

impl Recorded<'_> {
    /// Writes a line for every instruction of every warp.
    ///
    /// # Errors
    /// The errors of `out`.
    pub fn log(&self, out: &mut dyn Write) -> io::Result<()> {
        write(out, self)
    }
}

/// Writes cycle, core, original warp, PC, lanes as a mask (the highest lane first), function with offset, and assembly text.
fn write(out: &mut dyn Write, run: &Recorded) -> io::Result<()> {
    writeln!(out, "cycle core warp pc lanes place instruction")?;
    for record in &run.records {
        let Record {
            cycle,
            core,
            warp,
            pc,
            lanes,
            instruction,
            ..
        } = record;
        let (place, lanes) = (run.function(*pc), lanes.bits());
        let width = run.warp_size;
        writeln!(
            out,
            "{cycle} {core} {warp} {pc} {lanes:0width$b} {place} {instruction}"
        )?;
    }
    Ok(())
}
