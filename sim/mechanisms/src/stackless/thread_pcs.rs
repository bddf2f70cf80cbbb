//! Where the PCs of the threads are stored: in their registers, or in a `thread_pc_table`.

use crate::external::Substitute;
use heddle_contract::units::thread_pc_table::{In, Out};
use heddle_contract::{Behaviour, Border, Values, units};
use heddle_gpu_core::Chip;
use heddle_types::{LaneMask, Pc, WarpId};

/// Lanes of a warp that follow the common PC of the control unit, and this PC.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Held {
    pub lanes: LaneMask,
    pub pc: Pc,
}

/// A table of thread PCs beside the threads. It receives the same inputs as the hardware. Where the table answers,
/// the core uses its answer.
pub(crate) trait ThreadPcs {
    /// Whether the table must be clocked in every cycle.
    const EVERY_CYCLE: bool;

    /// Whether the table compares PCs.
    const COMPARES: bool;

    /// Reads the PCs of a warp, in the cycle of its grant; the PCs of held lanes are first written to the table. `row` holds the
    /// PCs as the threads know them. What is known at once goes to `operands`.
    fn read(&mut self, chip: &Chip, warp: WarpId, held: Held, row: &[Pc], operands: &mut [u64]);

    /// The operands of the warp that was read as many cycles ago as the table takes; they are those of
    /// [`read`](Self::read), if it gave any.
    fn operands(&mut self, operands: &mut [u64]);

    /// Lanes of a warp have branched; `row` holds the next PCs of the threads.
    fn branch(&mut self, chip: &Chip, warp: WarpId, lanes: LaneMask, row: &[Pc]);

    /// Compares the stored PCs of a warp with `pc`.
    fn compare(&mut self, chip: &Chip, warp: WarpId, pc: Pc);

    /// The lanes that match in the comparison made as many cycles ago as the table takes, if the table compares.
    fn matching(&mut self) -> Option<LaneMask>;

    /// Simulates the clock edge.
    fn tick(&mut self);
}

/// The PCs are kept in the threads' registers, without a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InThreads;

impl ThreadPcs for InThreads {
    const EVERY_CYCLE: bool = false;
    const COMPARES: bool = false;

    #[inline(always)]
    fn read(&mut self, chip: &Chip, _: WarpId, _: Held, row: &[Pc], operands: &mut [u64]) {
        for (operand, pc) in operands.iter_mut().zip(row) {
            *operand = chip.code.word(*pc).into();
        }
    }

    #[inline(always)]
    fn operands(&mut self, _: &mut [u64]) {}

    #[inline(always)]
    fn branch(&mut self, _: &Chip, _: WarpId, _: LaneMask, _: &[Pc]) {}

    #[inline(always)]
    fn compare(&mut self, _: &Chip, _: WarpId, _: Pc) {}

    #[inline(always)]
    fn matching(&mut self) -> Option<LaneMask> {
        None
    }

    #[inline(always)]
    fn tick(&mut self) {}
}

/// An external table: golden, RTL, or both in lockstep.
pub(crate) struct InTable<'a> {
    table: Substitute<'a, units::ThreadPcTable>,
    input: In<Values>,
    output: Out<Values>,
    pc_mask: u64,
    /// Whether the table is asked in the cycle after a grant or a fetch.
    asks_later: bool,
    /// The warp that is read in the next cycle, with its held lanes and their PC.
    reads_next: Option<(WarpId, LaneMask, u64)>,
    /// The warp that is compared in the next cycle, and with which PC.
    compares_next: Option<(WarpId, u64)>,
}

impl<'a> InTable<'a> {
    pub fn new(table: Substitute<'a, units::ThreadPcTable>, asks_later: bool) -> Self {
        let params = &table.params;
        InTable {
            input: In::zero(params),
            output: Out::zero(params),
            pc_mask: u64::MAX >> (64 - params.pc_bits()),
            asks_later,
            reads_next: None,
            compares_next: None,
            table,
        }
    }

    fn word(&self, chip: &Chip, pc: Pc) -> u64 {
        u64::from(chip.code.word(pc)) & self.pc_mask
    }

    fn park_and_read(&mut self, (warp, lanes, pc): (WarpId, LaneMask, u64)) {
        self.input.park = !lanes.is_empty();
        self.input.park_warp = warp.into();
        self.input.park_lanes = lanes.bits();
        self.input.park_pc = pc;
        self.input.read = true;
        self.input.read_warp = warp.into();
    }

    fn compare_with(&mut self, (warp, pc): (WarpId, u64)) {
        self.input.compare = true;
        self.input.compare_warp = warp.into();
        self.input.compare_pc = pc;
    }
}

impl ThreadPcs for InTable<'_> {
    const EVERY_CYCLE: bool = true;
    const COMPARES: bool = true;

    fn read(&mut self, chip: &Chip, warp: WarpId, held: Held, _: &[Pc], _: &mut [u64]) {
        let parks = (warp, held.lanes, self.word(chip, held.pc));
        match self.asks_later {
            true => self.reads_next = Some(parks),
            false => self.park_and_read(parks),
        }
    }

    fn operands(&mut self, operands: &mut [u64]) {
        self.table.eval(&self.input, &mut self.output);
        operands.copy_from_slice(&self.output.read_pc);
    }

    fn branch(&mut self, chip: &Chip, warp: WarpId, lanes: LaneMask, row: &[Pc]) {
        self.input.branch = true;
        self.input.branch_warp = warp.into();
        self.input.branch_lanes = lanes.bits();
        for (lane, pc) in row.iter().enumerate() {
            self.input.branch_pc[lane] = self.word(chip, *pc);
        }
    }

    fn compare(&mut self, chip: &Chip, warp: WarpId, pc: Pc) {
        let compared = (warp, self.word(chip, pc));
        match self.asks_later {
            true => self.compares_next = Some(compared),
            false => self.compare_with(compared),
        }
    }

    fn matching(&mut self) -> Option<LaneMask> {
        self.table.eval(&self.input, &mut self.output);
        Some(LaneMask::new(self.output.compare_lanes))
    }

    fn tick(&mut self) {
        self.table.tick(&self.input);
        self.input.branch = false;
        self.input.park = false;
        self.input.read = false;
        self.input.compare = false;
        if let Some(parks) = self.reads_next.take() {
            self.park_and_read(parks);
        }
        if let Some(compared) = self.compares_next.take() {
            self.compare_with(compared);
        }
    }
}
