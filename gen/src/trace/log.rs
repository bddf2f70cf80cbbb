//! A line for every instruction of every warp.

use super::{Record, Scene};
use std::io::{self, Write};

/// Cycle, core, original warp, PC, lanes as a mask (the highest lane first), place and text.
pub fn write(out: &mut dyn Write, scene: &Scene, records: &[Record]) -> io::Result<()> {
    writeln!(out, "cycle core warp pc lanes place instruction")?;
    for record in records {
        let Record {
            cycle,
            core,
            warp,
            pc,
            lanes,
            instruction,
        } = record;
        let (place, lanes) = (scene.function(*pc), lanes.bits());
        let width = scene.warp_size;
        writeln!(
            out,
            "{cycle} {core} {warp} {pc} {lanes:0width$b} {place} {instruction}"
        )?;
    }
    Ok(())
}
