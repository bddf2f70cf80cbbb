// dwf_subsystem: dynamic warp formation as one module: the scheduler, with registers between it and
// the memory of its spill queue.
// Source:  fung2009, section 4.
// Papers:  fung2009: W. Fung, I. Sham, G. Yuan and T. Aamodt, "Dynamic Warp Formation: Efficient
//          MIMD Control Flow on SIMD Graphics Hardware", 2009 (docs/sources.md of Heddle).
// Config:  warps 128, lanes 32, tid_bits 10, pc_bits 24, sets 16, ways 4, lru 1, warp_bits 7, order
//          0, heap 64, lut_sets 16, lut_ways 8, heap_latency 1, queue 4, count_bits 10, entries
//          1024, address_bits 32, entry_bytes 64, fetches 4, spill_latency 0.
// Timing:  threads of a commit can leave two cycles after it is accepted; the two halves of a
//          commit, or one warp, each cycle; commits wait for `init_done`.
`default_nettype none

module dwf_subsystem (
    input  wire         clk_i,
    input  wire         rst_i,

    // set-up
    input  wire         configure_i,       // the address of the spill queue is set; only while
                                           // nothing is spilled, with registers only before the
                                           // first commit
    input  wire [31:0]  spill_offset_i,    // byte address of the spill queue in memory

    // commit: a warp has executed an instruction, or enters; held until commit_ready
    input  wire         commit_i,          // threads of a warp are offered
    input  wire [31:0]  commit_lanes_i,    // lanes that have a thread
    input  wire [319:0] commit_tid_i,      // 32 x 10: thread of each lane; all ones for none
    input  wire [767:0] commit_pc_i,       // 32 x 24: next PC of each lane, in words

    // issue
    input  wire         issue_ready_i,     // the pipeline accepts the warp

    // memory side: warps that are spilled, and come back
    input  wire         write_ready_i,     // memory accepts a write in this cycle
    input  wire         fetch_ready_i,     // memory accepts a fetch in this cycle
    input  wire         back_i,            // a fetched warp is back; held until back_ready
    input  wire [23:0]  back_pc_i,         // PC of the fetched warp, in words
    input  wire [319:0] back_tid_i,        // 32 x 10: thread of each lane; all ones for none

    // state
    output wire         init_done_o,       // the memories have been cleared after reset

    // commit
    output wire         commit_ready_o,    // the commit is accepted

    // issue
    output wire         issue_o,           // a warp is offered for issue
    output wire [6:0]   issue_warp_o,      // pool entry of the warp
    output wire [23:0]  issue_pc_o,        // PC of the warp, in words
    output wire [31:0]  issue_lanes_o,     // lanes of the warp that have a thread
    output wire [319:0] issue_tid_o,       // 32 x 10: thread of each lane; all ones for none

    // memory side: warps that are spilled, and come back
    output wire         write_o,           // a spilled warp is to be written; held until
                                           // write_ready
    output wire [31:0]  write_address_o,   // byte address to write to
    output wire [23:0]  write_pc_o,        // PC of the spilled warp, in words
    output wire [319:0] write_tid_o,       // 32 x 10: thread of each lane; all ones for none
    output wire         fetch_o,           // a spilled warp is to be fetched
    output wire [31:0]  fetch_address_o,   // byte address to fetch from
    output wire         back_ready_o,      // the fetched warp is accepted

    // status, for performance counters
    output wire [7:0]   pool_free_o,       // free entries of the pool
    output wire [7:0]   groups_o,          // groups of warps that the group scheduler holds
    output wire [9:0]   spilled_o,         // warps in the spill queue, with those in registers of
                                           // the memory side
    output wire [2:0]   fetching_o,        // spilled warps that are being fetched, with those in
                                           // registers of the memory side
    output wire         waiting_o,         // groups are held, but none is chosen
    output wire         hold_o,            // an insertion waits for the group scheduler
    output wire         insert_o,          // threads are inserted
    output wire [1:0]   merges_o,          // inserted halves of which a thread joined a warp
    output wire [1:0]   creations_o,       // inserted halves that made a new warp
    output wire [1:0]   conflicts_o,       // inserted halves that found a lane taken: a lane
                                           // conflict
    output wire [1:0]   evictions_o,       // inserted halves that evicted a warp in use from the
                                           // LUT
    output wire         forward_o          // threads join the chosen warp
);
    localparam ADDRESS_BITS  = 32;   // width of a byte address
    localparam LANES         = 32;   // threads of a warp
    localparam TID_BITS      = 10;   // width of a thread number, all ones mark no thread
    localparam PC_BITS       = 24;   // width of a PC in words
    localparam WARP_BITS     = 7;    // width of a warp's number in the pool
    localparam COUNT_BITS    = 8;    // bits of pool_free_o
    localparam GROUPS_BITS   = 8;    // bits of groups_o
    localparam PLACE_BITS    = 10;   // bits of spilled_o
    localparam FETCHING_BITS = 3;    // bits of fetching_o

    // The scheduler.
    wire                     scheduler_init_done;
    wire                     scheduler_commit_ready;
    wire                     scheduler_issue;
    wire [WARP_BITS-1:0]     scheduler_issue_warp;
    wire [PC_BITS-1:0]       scheduler_issue_pc;
    wire [LANES-1:0]         scheduler_issue_lanes;
    wire [32*TID_BITS-1:0]   scheduler_issue_tid;
    wire                     scheduler_write;
    wire [ADDRESS_BITS-1:0]  scheduler_write_address;
    wire [PC_BITS-1:0]       scheduler_write_pc;
    wire [32*TID_BITS-1:0]   scheduler_write_tid;
    wire                     scheduler_fetch;
    wire [ADDRESS_BITS-1:0]  scheduler_fetch_address;
    wire                     scheduler_back_ready;
    wire [COUNT_BITS-1:0]    scheduler_pool_free;
    wire [GROUPS_BITS-1:0]   scheduler_groups;
    wire [PLACE_BITS-1:0]    scheduler_spilled;
    wire [FETCHING_BITS-1:0] scheduler_fetching;
    wire                     scheduler_waiting;
    wire                     scheduler_hold;
    wire                     scheduler_insert;
    wire [1:0]               scheduler_merges;
    wire [1:0]               scheduler_creations;
    wire [1:0]               scheduler_conflicts;
    wire [1:0]               scheduler_evictions;
    wire                     scheduler_forward;

    assign init_done_o    = scheduler_init_done;
    assign commit_ready_o = scheduler_commit_ready;
    assign issue_o        = scheduler_issue;
    assign issue_warp_o   = scheduler_issue_warp;
    assign issue_pc_o     = scheduler_issue_pc;
    assign issue_lanes_o  = scheduler_issue_lanes;
    assign issue_tid_o    = scheduler_issue_tid;
    assign pool_free_o    = scheduler_pool_free;
    assign groups_o       = scheduler_groups;
    assign spilled_o      = scheduler_spilled;
    assign fetching_o     = scheduler_fetching;
    assign waiting_o      = scheduler_waiting;
    assign hold_o         = scheduler_hold;
    assign insert_o       = scheduler_insert;
    assign merges_o       = scheduler_merges;
    assign creations_o    = scheduler_creations;
    assign conflicts_o    = scheduler_conflicts;
    assign evictions_o    = scheduler_evictions;
    assign forward_o      = scheduler_forward;

    dwf_scheduler u_dwf_scheduler (
        .clk_i           (clk_i),
        .rst_i           (rst_i),
        .configure_i     (configure_i),
        .spill_offset_i  (spill_offset_i),
        .commit_i        (commit_i),
        .commit_lanes_i  (commit_lanes_i),
        .commit_tid_i    (commit_tid_i),
        .commit_pc_i     (commit_pc_i),
        .issue_ready_i   (issue_ready_i),
        .write_ready_i   (write_ready_i),
        .fetch_ready_i   (fetch_ready_i),
        .back_i          (back_i),
        .back_pc_i       (back_pc_i),
        .back_tid_i      (back_tid_i),
        .init_done_o     (scheduler_init_done),
        .commit_ready_o  (scheduler_commit_ready),
        .issue_o         (scheduler_issue),
        .issue_warp_o    (scheduler_issue_warp),
        .issue_pc_o      (scheduler_issue_pc),
        .issue_lanes_o   (scheduler_issue_lanes),
        .issue_tid_o     (scheduler_issue_tid),
        .write_o         (scheduler_write),
        .write_address_o (scheduler_write_address),
        .write_pc_o      (scheduler_write_pc),
        .write_tid_o     (scheduler_write_tid),
        .fetch_o         (scheduler_fetch),
        .fetch_address_o (scheduler_fetch_address),
        .back_ready_o    (scheduler_back_ready),
        .pool_free_o     (scheduler_pool_free),
        .groups_o        (scheduler_groups),
        .spilled_o       (scheduler_spilled),
        .fetching_o      (scheduler_fetching),
        .waiting_o       (scheduler_waiting),
        .hold_o          (scheduler_hold),
        .insert_o        (scheduler_insert),
        .merges_o        (scheduler_merges),
        .creations_o     (scheduler_creations),
        .conflicts_o     (scheduler_conflicts),
        .evictions_o     (scheduler_evictions),
        .forward_o       (scheduler_forward)
    );

    assign write_o         = scheduler_write;
    assign write_address_o = scheduler_write_address;
    assign write_pc_o      = scheduler_write_pc;
    assign write_tid_o     = scheduler_write_tid;
    assign fetch_o         = scheduler_fetch;
    assign fetch_address_o = scheduler_fetch_address;
    assign back_ready_o    = scheduler_back_ready;
endmodule

`default_nettype wire
