//! A line for every instruction of every warp.

use crate::recorded::Recorded;
use crate::recorder::Record;
use std::io::{self, Write};

/// Cycle, core, original warp, PC, lanes as a mask (the highest lane first), place and text.
pub fn write(out: &mut dyn Write, run: &Recorded) -> io::Result<()> {
    writeln!(out, "cycle core warp pc lanes place instruction")?;
    for record in &run.records {
        let Record {
            cycle,
            core,
            warp,
            pc,
            lanes,
            instruction,
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
