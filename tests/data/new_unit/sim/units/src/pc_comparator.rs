//! Golden `pc_comparator`: collange2011, section 3, figure 2; and the table of thread PCs around it.

use super::part::Part;
use super::thread_pc_table::ThreadPcTable;
use heddle_contract::units::pc_comparator::{In, Out, Params};
use heddle_contract::units::thread_pc_table;
use heddle_contract::{Behaviour, Border, Golden, Values, Words, units};

/// The comparators have no state.
#[derive(Clone, Debug, PartialEq, Words)]
pub struct PcComparator;

impl Golden<units::PcComparator> for PcComparator {
    fn new(_: &Params) -> Self {
        Self
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        let lanes = input.lane_pc.iter().enumerate();
        let equal = |(lane, pc): (usize, &u64)| u64::from(*pc == input.common_pc) << lane;
        output.equal_lanes = lanes.map(equal).fold(0, |mask, lane| mask | lane);
    }

    fn clock(&mut self, _: &In<Values>) {}
}

/// A table of thread PCs whose comparators are replaced by the caller's.
pub struct AroundComparator<C> {
    table: ThreadPcTable,
    comparator: C,
    /// Inputs that read the PCs to compare from the table.
    probe: thread_pc_table::In<Values>,
    row: thread_pc_table::Out<Values>,
    operands: In<Values>,
    answer: Out<Values>,
}

impl Part for units::PcComparator {
    type Whole = units::ThreadPcTable;
    type Around<B: Behaviour<Self>> = AroundComparator<B>;

    fn install<B: Behaviour<Self>>(
        params: &thread_pc_table::Params,
        comparator: B,
    ) -> AroundComparator<B> {
        let own = Params::new(params.lanes(), params.pc_bits());
        let own = own.expect("a table's limits are those of its comparators");
        AroundComparator {
            table: ThreadPcTable::new(params),
            comparator,
            probe: Border::zero(params),
            row: Border::zero(params),
            operands: Border::zero(&own),
            answer: Border::zero(&own),
        }
    }

    fn uninstall<B: Behaviour<Self>>(around: AroundComparator<B>) -> B {
        around.comparator
    }
}

impl<C: Behaviour<units::PcComparator>> AroundComparator<C> {
    fn take(&mut self, input: &thread_pc_table::In<Values>) {
        self.probe.read_warp = input.compare_warp;
        self.table.out(&self.probe, &mut self.row);
        self.operands.lane_pc.copy_from_slice(&self.row.read_pc);
        self.operands.common_pc = input.compare_pc;
    }
}

impl<C: Behaviour<units::PcComparator>> Behaviour<units::ThreadPcTable> for AroundComparator<C> {
    fn eval(
        &mut self,
        input: &thread_pc_table::In<Values>,
        output: &mut thread_pc_table::Out<Values>,
    ) {
        self.table.out(input, output);
        self.take(input);
        self.comparator.eval(&self.operands, &mut self.answer);
        output.compare_lanes = self.answer.equal_lanes;
    }

    fn tick(&mut self, input: &thread_pc_table::In<Values>) {
        self.take(input);
        self.comparator.tick(&self.operands);
        self.table.clock(input);
    }
}
