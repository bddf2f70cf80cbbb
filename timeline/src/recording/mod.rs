//! A recording: what a run issued, cycle by cycle, in a compact file that is written while the run goes on, in constant memory.
//!
//! A recording is the line `heddle recording 1`, then frames. A frame is its kind (one letter), the length of what follows in bytes
//! (four, the lowest first), and a zlib stream (RFC 1950). `docs/recordings.md` has a reader in Python.
//!
//! | kind | holds |
//! | --- | --- |
//! | `A` | the first frame: [`About`] as JSON |
//! | `I` | issued instructions of a core |
//! | `S` | cycles in which a core issued nothing |
//! | `P` | lines of the data cache that the memory port of a core served |
//! | `T` | tables of a core that have changed |
//! | `B` | periods in which the data bus of a memory module carried data |
//! | `R` | the last frame: the report of the run, as `--profile --json` prints it |
//!
//! Numbers in `I`, `S`, `P`, `T` and `B` are unsigned, in LEB128. A frame of these begins with the number of its rows and that of its
//! core, or of its module. Then come its columns, all values of a column together; rows are in the order of their cycles. A first column of cycles holds
//! distances: the first cycle, then what each is after the one before.
//!
//! | kind | columns |
//! | --- | --- |
//! | `I` | cycle; cycles that the instruction holds its pipe; launch; original warp; instruction, as its place in [`About`]; block, by its number in the grid; thread in lane 0 of the warp, by its number in the block; lanes that execute, lane 0 as bit 0 |
//! | `S` | first cycle; cycles; reason, as its place in [`About`] |
//! | `P` | cycle; lines; lines that were not in the cache |
//! | `B` | period: its first cycle, divided by the period's length in [`About`]; cycles in which the bus carried data |
//!
//! `T` has rows of different lengths, so it is written row by row: cycles after the row before; table, as its place in [`About`]; warp,
//! or 0 for a table of the core; how many rows the table has from the end of that cycle on; these rows, value by value.
//!
//! Under `dwf` a warp is a row for each original warp with threads in it, all with one cycle.

mod about;
mod frame;
mod numbers;
mod reader;
mod reason;
mod shapes;
mod writer;

#[cfg(test)]
mod tests;

pub use about::{About, Instruction, Launch, SourceFile};
pub use reader::{BadRecording, BusPeriod, Changed, Core, Issue, Recording, Served, Stalled};
pub use shapes::{Column, Table};
pub use writer::Writer;
