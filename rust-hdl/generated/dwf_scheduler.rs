//! `dwf_scheduler` for rust-hdl: forms warps from committed threads and chooses the one to issue.
//!
//! Source: fung2009, sections 4.2 to 4.5, figures 10 to 12.
//! Configuration: warps 16, lanes 4, tid_bits 5, pc_bits 16, sets 4, ways 2, lru 1, warp_bits 4, order 0, heap 8, lut_sets 4, lut_ways 4, queue 4, count_bits 5, entries 32, address_bits 32, entry_bytes 8, fetches 4.
//! Timing: a cycle inserts the two halves of a commit, or a warp leaves; a commit can leave two cycles after it was taken.
//!
//! Written by `heddle gen --rust-hdl`; `machine.toml` decides the widths. In rust-hdl's simulation
//! it is Heddle's golden unit, in its Verilog it is `dwf_scheduler.v`.

use heddle_rust_hdl::rust_hdl_core::prelude::*;
use heddle_rust_hdl::{Input, Model, Output, Port, contract, cores, golden};

/// Forms warps from committed threads and chooses the one to issue.
#[derive(Clone, Debug, LogicBlock)]
pub struct DwfScheduler {
    /// State commits at its rising edge.
    pub clock: Signal<In, Clock>,
    /// 1: back to the state after power-up, at the clock edge.
    pub reset: Signal<In, Bit>,

    // set-up
    /// spill_offset is taken; only while nothing is spilled
    pub configure_i: Signal<In, Bit>,
    /// byte address of the spill queue in memory
    pub spill_offset_i: Signal<In, Bits<32>>,

    // commit: a warp has executed an instruction, or enters; held until commit_ready
    /// its threads arrive
    pub commit_i: Signal<In, Bit>,
    /// lanes that have a thread
    pub commit_lanes_i: Signal<In, Bits<4>>,
    /// thread per lane, all ones in other lanes
    pub commit_tid_i: [Signal<In, Bits<5>>; 4],
    /// next PC per lane, in words
    pub commit_pc_i: [Signal<In, Bits<16>>; 4],

    // issue
    /// the pipeline takes the warp
    pub issue_ready_i: Signal<In, Bit>,

    // memory side of the spill queue
    /// takes the warp that is written
    pub write_ready_i: Signal<In, Bit>,
    /// takes the address that is fetched
    pub fetch_ready_i: Signal<In, Bit>,
    /// the warp that was fetched is back; held until back_ready
    pub back_i: Signal<In, Bit>,
    /// its PC, in words
    pub back_pc_i: Signal<In, Bits<16>>,
    /// its thread per lane, all ones in empty lanes
    pub back_tid_i: [Signal<In, Bits<5>>; 4],

    // state
    /// memories are cleared after reset
    pub ready_o: Signal<Out, Bit>,

    // commit
    /// the commit is taken
    pub commit_ready_o: Signal<Out, Bit>,

    // issue
    /// a warp is chosen
    pub issue_o: Signal<Out, Bit>,
    /// its entry in the pool
    pub issue_warp_o: Signal<Out, Bits<4>>,
    /// its PC, in words
    pub issue_pc_o: Signal<Out, Bits<16>>,
    /// its lanes that have a thread
    pub issue_lanes_o: Signal<Out, Bits<4>>,
    /// thread per lane, all ones in empty lanes
    pub issue_tid_o: [Signal<Out, Bits<5>>; 4],

    // memory side of the spill queue
    /// a warp is written
    pub write_o: Signal<Out, Bit>,
    /// to this byte address
    pub write_address_o: Signal<Out, Bits<32>>,
    /// its PC, in words
    pub write_pc_o: Signal<Out, Bits<16>>,
    /// its thread per lane, all ones in empty lanes
    pub write_tid_o: [Signal<Out, Bits<5>>; 4],
    /// a warp is wanted back
    pub fetch_o: Signal<Out, Bit>,
    /// from this byte address
    pub fetch_address_o: Signal<Out, Bits<32>>,
    /// the warp that is back is taken
    pub back_ready_o: Signal<Out, Bit>,

    // what goes on, for counters
    /// free entries of the pool
    pub pool_free_o: Signal<Out, Bits<5>>,
    /// groups of warps that the group scheduler holds
    pub groups_o: Signal<Out, Bits<5>>,
    /// warps in the spill queue
    pub spilled_o: Signal<Out, Bits<5>>,
    /// those of them that are on their way back
    pub fetching_o: Signal<Out, Bits<3>>,
    /// there are groups, but none is chosen
    pub waiting_o: Signal<Out, Bit>,
    /// an insertion waits for the group scheduler
    pub hold_o: Signal<Out, Bit>,
    /// halves are inserted
    pub insert_o: Signal<Out, Bit>,
    /// how many of them found a warp
    pub merges_o: Signal<Out, Bits<2>>,
    /// how many made a warp
    pub creates_o: Signal<Out, Bits<2>>,
    /// how many did both: a lane conflict
    pub conflicts_o: Signal<Out, Bits<2>>,
    /// how many pushed a living warp out of the LUT
    pub evictions_o: Signal<Out, Bits<2>>,
    /// threads join the warp that is chosen
    pub forward_o: Signal<Out, Bit>,
    _model: Model<contract::DwfScheduler, golden::DwfScheduler>,
}

impl Default for DwfScheduler {
    fn default() -> Self {
        Self {
            clock: Signal::default(),
            reset: Signal::default(),
            configure_i: Signal::default(),
            spill_offset_i: Signal::default(),
            commit_i: Signal::default(),
            commit_lanes_i: Signal::default(),
            commit_tid_i: std::array::from_fn(|_| Signal::default()),
            commit_pc_i: std::array::from_fn(|_| Signal::default()),
            issue_ready_i: Signal::default(),
            write_ready_i: Signal::default(),
            fetch_ready_i: Signal::default(),
            back_i: Signal::default(),
            back_pc_i: Signal::default(),
            back_tid_i: std::array::from_fn(|_| Signal::default()),
            ready_o: Signal::default(),
            commit_ready_o: Signal::default(),
            issue_o: Signal::default(),
            issue_warp_o: Signal::default(),
            issue_pc_o: Signal::default(),
            issue_lanes_o: Signal::default(),
            issue_tid_o: std::array::from_fn(|_| Signal::default()),
            write_o: Signal::default(),
            write_address_o: Signal::default(),
            write_pc_o: Signal::default(),
            write_tid_o: std::array::from_fn(|_| Signal::default()),
            fetch_o: Signal::default(),
            fetch_address_o: Signal::default(),
            back_ready_o: Signal::default(),
            pool_free_o: Signal::default(),
            groups_o: Signal::default(),
            spilled_o: Signal::default(),
            fetching_o: Signal::default(),
            waiting_o: Signal::default(),
            hold_o: Signal::default(),
            insert_o: Signal::default(),
            merges_o: Signal::default(),
            creates_o: Signal::default(),
            conflicts_o: Signal::default(),
            evictions_o: Signal::default(),
            forward_o: Signal::default(),
            _model: Model::new(include_str!("machine.toml")),
        }
    }
}

impl Logic for DwfScheduler {
    fn update(&mut self) {
        let input = &mut self._model.input;
        self.configure_i.read(&mut input.configure);
        self.spill_offset_i.read(&mut input.spill_offset);
        self.commit_i.read(&mut input.commit);
        self.commit_lanes_i.read(&mut input.commit_lanes);
        self.commit_tid_i.read(&mut input.commit_tid);
        self.commit_pc_i.read(&mut input.commit_pc);
        self.issue_ready_i.read(&mut input.issue_ready);
        self.write_ready_i.read(&mut input.write_ready);
        self.fetch_ready_i.read(&mut input.fetch_ready);
        self.back_i.read(&mut input.back);
        self.back_pc_i.read(&mut input.back_pc);
        self.back_tid_i.read(&mut input.back_tid);
        self._model.step(self.clock.pos_edge(), self.reset.val());
        let output = &self._model.output;
        self.ready_o.write(&output.ready);
        self.commit_ready_o.write(&output.commit_ready);
        self.issue_o.write(&output.issue);
        self.issue_warp_o.write(&output.issue_warp);
        self.issue_pc_o.write(&output.issue_pc);
        self.issue_lanes_o.write(&output.issue_lanes);
        self.issue_tid_o.write(&output.issue_tid);
        self.write_o.write(&output.write);
        self.write_address_o.write(&output.write_address);
        self.write_pc_o.write(&output.write_pc);
        self.write_tid_o.write(&output.write_tid);
        self.fetch_o.write(&output.fetch);
        self.fetch_address_o.write(&output.fetch_address);
        self.back_ready_o.write(&output.back_ready);
        self.pool_free_o.write(&output.pool_free);
        self.groups_o.write(&output.groups);
        self.spilled_o.write(&output.spilled);
        self.fetching_o.write(&output.fetching);
        self.waiting_o.write(&output.waiting);
        self.hold_o.write(&output.hold);
        self.insert_o.write(&output.insert);
        self.merges_o.write(&output.merges);
        self.creates_o.write(&output.creates);
        self.conflicts_o.write(&output.conflicts);
        self.evictions_o.write(&output.evictions);
        self.forward_o.write(&output.forward);
    }

    fn connect(&mut self) {
        self.ready_o.claim();
        self.commit_ready_o.claim();
        self.issue_o.claim();
        self.issue_warp_o.claim();
        self.issue_pc_o.claim();
        self.issue_lanes_o.claim();
        self.issue_tid_o.claim();
        self.write_o.claim();
        self.write_address_o.claim();
        self.write_pc_o.claim();
        self.write_tid_o.claim();
        self.fetch_o.claim();
        self.fetch_address_o.claim();
        self.back_ready_o.claim();
        self.pool_free_o.claim();
        self.groups_o.claim();
        self.spilled_o.claim();
        self.fetching_o.claim();
        self.waiting_o.claim();
        self.hold_o.claim();
        self.insert_o.claim();
        self.merges_o.claim();
        self.creates_o.claim();
        self.conflicts_o.claim();
        self.evictions_o.claim();
        self.forward_o.claim();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Wrapper(Wrapper {
            code: INSTANCE.into(),
            cores: cores(&[
                include_str!("warp_update_registers.v"),
                include_str!("pc_warp_lut.v"),
                include_str!("warp_pool.v"),
                include_str!("warp_allocator.v"),
                include_str!("mheap_lut.v"),
                include_str!("max_heap.v"),
                include_str!("majority_scheduler.v"),
                include_str!("spill_queue.v"),
                include_str!("dwf_scheduler.v"),
            ]),
        })
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "dwf_scheduler".into(),
            clock: "clock".into(),
            inputs: [
                self.reset.names("reset"),
                self.configure_i.names("configure_i"),
                self.spill_offset_i.names("spill_offset_i"),
                self.commit_i.names("commit_i"),
                self.commit_lanes_i.names("commit_lanes_i"),
                self.commit_tid_i.names("commit_tid_i"),
                self.commit_pc_i.names("commit_pc_i"),
                self.issue_ready_i.names("issue_ready_i"),
                self.write_ready_i.names("write_ready_i"),
                self.fetch_ready_i.names("fetch_ready_i"),
                self.back_i.names("back_i"),
                self.back_pc_i.names("back_pc_i"),
                self.back_tid_i.names("back_tid_i"),
            ]
            .concat(),
            outputs: [
                self.ready_o.names("ready_o"),
                self.issue_o.names("issue_o"),
                self.issue_warp_o.names("issue_warp_o"),
                self.issue_pc_o.names("issue_pc_o"),
                self.issue_lanes_o.names("issue_lanes_o"),
                self.issue_tid_o.names("issue_tid_o"),
                self.write_address_o.names("write_address_o"),
                self.write_pc_o.names("write_pc_o"),
                self.write_tid_o.names("write_tid_o"),
                self.fetch_o.names("fetch_o"),
                self.fetch_address_o.names("fetch_address_o"),
                self.pool_free_o.names("pool_free_o"),
                self.groups_o.names("groups_o"),
                self.spilled_o.names("spilled_o"),
                self.fetching_o.names("fetching_o"),
                self.waiting_o.names("waiting_o"),
            ]
            .concat(),
        }]
    }
}

/// The module of the Verilog inside the module that rust-hdl writes.
const INSTANCE: &str = "\
dwf_scheduler u_dwf_scheduler (
    .clk_i(clock),
    .rst_i(reset),
    .configure_i(configure_i),
    .spill_offset_i(spill_offset_i),
    .commit_i(commit_i),
    .commit_lanes_i(commit_lanes_i),
    .commit_tid_i({
        commit_tid_i$3, commit_tid_i$2, commit_tid_i$1, commit_tid_i$0
    }),
    .commit_pc_i({
        commit_pc_i$3, commit_pc_i$2, commit_pc_i$1, commit_pc_i$0
    }),
    .issue_ready_i(issue_ready_i),
    .write_ready_i(write_ready_i),
    .fetch_ready_i(fetch_ready_i),
    .back_i(back_i),
    .back_pc_i(back_pc_i),
    .back_tid_i({
        back_tid_i$3, back_tid_i$2, back_tid_i$1, back_tid_i$0
    }),
    .ready_o(ready_o),
    .commit_ready_o(commit_ready_o),
    .issue_o(issue_o),
    .issue_warp_o(issue_warp_o),
    .issue_pc_o(issue_pc_o),
    .issue_lanes_o(issue_lanes_o),
    .issue_tid_o({
        issue_tid_o$3, issue_tid_o$2, issue_tid_o$1, issue_tid_o$0
    }),
    .write_o(write_o),
    .write_address_o(write_address_o),
    .write_pc_o(write_pc_o),
    .write_tid_o({
        write_tid_o$3, write_tid_o$2, write_tid_o$1, write_tid_o$0
    }),
    .fetch_o(fetch_o),
    .fetch_address_o(fetch_address_o),
    .back_ready_o(back_ready_o),
    .pool_free_o(pool_free_o),
    .groups_o(groups_o),
    .spilled_o(spilled_o),
    .fetching_o(fetching_o),
    .waiting_o(waiting_o),
    .hold_o(hold_o),
    .insert_o(insert_o),
    .merges_o(merges_o),
    .creates_o(creates_o),
    .conflicts_o(conflicts_o),
    .evictions_o(evictions_o),
    .forward_o(forward_o)
);
";
