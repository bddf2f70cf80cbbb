// dwf_scheduler: formation of warps from committed threads, and choice of the warp to issue.
// Source:  fung2009, sections 4.2 to 4.5, figures 10 to 12.
// Papers:  fung2009: W. Fung, I. Sham, G. Yuan and T. Aamodt, "Dynamic Warp Formation: Efficient
//          MIMD Control Flow on SIMD Graphics Hardware", 2009 (docs/sources.md of Heddle).
// Config:  warps 128, lanes 32, tid_bits 10, pc_bits 24, sets 16, ways 4, lru 1, warp_bits 7, slots
//          4, order 0, heap 64, lut_sets 16, lut_ways 8, heap_latency 1, queue 4, count_bits 10,
//          entries 1024, address_bits 32, entry_bytes 64, fetches 4.
// Timing:  threads of a commit can leave two cycles after it is accepted; the two halves of a
//          commit, or one warp, each cycle; commits wait for `init_done`.
`default_nettype none

module dwf_scheduler (
    input  wire         clk_i,
    input  wire         rst_i,

    // set-up
    input  wire         configure_i,       // the address of the spill queue is set; only while
                                           // nothing is spilled
    input  wire [31:0]  spill_offset_i,    // byte address of the spill queue in memory

    // commit: a warp has executed an instruction, or enters; held until commit_ready
    input  wire         commit_i,          // threads of a warp are offered
    input  wire [31:0]  commit_lanes_i,    // lanes that have a thread
    input  wire [319:0] commit_tid_i,      // 32 x 10: thread of each lane; all ones for none
    input  wire [767:0] commit_pc_i,       // 32 x 24: next PC of each lane, in words

    // issue
    input  wire         issue_ready_i,     // the pipeline accepts the warp

    // memory side of the spill queue
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

    // memory side of the spill queue
    output wire         write_o,           // a spilled warp is to be written
    output wire [31:0]  write_address_o,   // byte address to write to
    output wire [23:0]  write_pc_o,        // PC of the spilled warp, in words
    output wire [319:0] write_tid_o,       // 32 x 10: thread of each lane; all ones for none
    output wire         fetch_o,           // a spilled warp is to be fetched
    output wire [31:0]  fetch_address_o,   // byte address to fetch from
    output wire         back_ready_o,      // the fetched warp is accepted

    // status, for performance counters
    output wire [7:0]   pool_free_o,       // free entries of the pool
    output wire [7:0]   groups_o,          // groups of warps that the group scheduler holds
    output wire [9:0]   spilled_o,         // warps in the spill queue
    output wire [2:0]   fetching_o,        // spilled warps that are being fetched
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
    localparam GROUPS_BITS   = 8;    // bits of groups_o
    localparam PLACE_BITS    = 10;   // bits of spilled_o
    localparam FETCHING_BITS = 3;    // bits of fetching_o

    // The units.
    wire                     registers_commit_ready;
    wire                     registers_first;
    wire [PC_BITS-1:0]       registers_first_pc;
    wire [LANES-1:0]         registers_first_lanes;
    wire [32*TID_BITS-1:0]   registers_first_tid;
    wire                     registers_second;
    wire [PC_BITS-1:0]       registers_second_pc;
    wire [LANES-1:0]         registers_second_lanes;
    wire [32*TID_BITS-1:0]   registers_second_tid;
    wire                     lut_init_done;
    wire                     lut_first_hit;
    wire [WARP_BITS-1:0]     lut_first_old;
    wire [LANES-1:0]         lut_first_old_lanes;
    wire                     lut_first_create;
    wire [WARP_BITS-1:0]     lut_first_new;
    wire [LANES-1:0]         lut_first_new_lanes;
    wire                     lut_first_evict;
    wire                     lut_second_hit;
    wire [WARP_BITS-1:0]     lut_second_old;
    wire [LANES-1:0]         lut_second_old_lanes;
    wire                     lut_second_create;
    wire [WARP_BITS-1:0]     lut_second_new;
    wire [LANES-1:0]         lut_second_new_lanes;
    wire                     lut_second_evict;
    wire [32*WARP_BITS-1:0]  pool_write_warp_in;
    wire [32*TID_BITS-1:0]   pool_write_tid_in;
    wire                     pool_init_done;
    wire [PC_BITS-1:0]       pool_read_pc;
    wire [WARP_BITS-1:0]     pool_read_next;
    wire [32*TID_BITS-1:0]   pool_read_tid;
    wire [LANES-1:0]         pool_read_lanes;
    wire [32*TID_BITS-1:0]   crossbar_from_tid_in;
    wire [32*TID_BITS-1:0]   crossbar_to_tid;
    wire                     allocator_init_done;
    wire [7:0]               allocator_free;
    wire                     allocator_has_first;
    wire [WARP_BITS-1:0]     allocator_next_first;
    wire                     allocator_has_second;
    wire [WARP_BITS-1:0]     allocator_next_second;
    wire                     groups_ready;
    wire [7:0]               groups_room;
    wire                     groups_choice;
    wire [WARP_BITS-1:0]     groups_choice_warp;
    wire                     groups_link_first;
    wire [WARP_BITS-1:0]     groups_link_first_warp;
    wire [WARP_BITS-1:0]     groups_link_first_next;
    wire                     groups_link_second;
    wire [WARP_BITS-1:0]     groups_link_second_warp;
    wire [WARP_BITS-1:0]     groups_link_second_next;
    wire [GROUPS_BITS-1:0]   groups_groups;
    wire                     groups_waiting;
    wire [32*TID_BITS-1:0]   spill_push_tid_in;
    wire                     spill_empty;
    wire [PLACE_BITS-1:0]    spill_count;
    wire [FETCHING_BITS-1:0] spill_fetching;
    wire                     spill_fetch_request;
    wire                     spill_push_ready;
    wire                     spill_write;
    wire [ADDRESS_BITS-1:0]  spill_write_address;
    wire [PC_BITS-1:0]       spill_write_pc;
    wire [32*TID_BITS-1:0]   spill_write_tid;
    wire                     spill_fetch;
    wire [ADDRESS_BITS-1:0]  spill_fetch_address;
    wire                     spill_back_ready;
    wire                     spill_pop;
    wire [PC_BITS-1:0]       spill_pop_pc;
    wire [LANES-1:0]         spill_pop_lanes;
    wire [32*TID_BITS-1:0]   spill_pop_tid;

    // The chosen warp, and whether it leaves: commands to pool, LUT, allocator and group scheduler.
    wire       leave = groups_choice & issue_ready_i;
    reg  [5:0] leaving_threads;

    always @* begin : fold_leaving_threads
        integer n;
        leaving_threads = 6'd0;
        for (n = 0; n < 32; n = n + 1) begin
            leaving_threads = leaving_threads + {5'd0, pool_read_lanes[n]};
        end
    end

    assign issue_o       = groups_choice;
    assign issue_warp_o  = groups_choice_warp;
    assign issue_pc_o    = pool_read_pc;
    assign issue_lanes_o = pool_read_lanes;
    assign issue_tid_o   = pool_read_tid;

    // The first half of the commit that is neither inserted nor spilled yet.
    wire               front       = registers_first | registers_second;
    wire [PC_BITS-1:0] front_pc    = registers_first ? registers_first_pc : registers_second_pc;
    wire [LANES-1:0]   front_lanes =
        registers_first ? registers_first_lanes : registers_second_lanes;

    // The insertion: a spilled warp that is back, or else the halves of a commit.
    wire               first        = spill_pop | front;
    wire [PC_BITS-1:0] first_pc     = spill_pop ? spill_pop_pc : front_pc;
    wire [LANES-1:0]   first_lanes  = spill_pop ? spill_pop_lanes : front_lanes;
    wire               second       = ~spill_pop & registers_first & registers_second;
    wire [LANES-1:0]   second_lanes = registers_second_lanes & {LANES{second}};

    // Free pool entries and room for groups must suffice for warps being fetched, for the next one
    // to fetch, and for the halves of a commit, even if each makes a warp.
    wire [7:0] free_entries = (allocator_free < groups_room) ? allocator_free : groups_room;
    wire [8:0] required =
        {6'd0, spill_fetching} + {8'd0, spill_fetch_request} + {8'd0, registers_first}
        + {8'd0, registers_second};
    wire       has_room     = ({1'b0, free_entries} >= required);

    // If no warp leaves, a warp that is back is inserted, or else a commit that fits; if the commit
    // does not fit, its first half is spilled.
    wire pop_en = (spill_pop | (front & has_room)) & ~leave;
    wire insert = pop_en & groups_ready;
    wire split  = second & ~(lut_second_create | (|lut_second_old_lanes));

    assign hold_o   = (pop_en & ~groups_ready) | (insert & split);
    assign insert_o = insert;

    wire push = front & ~(spill_pop | has_room | leave);

    // Both halves are looked up in the LUT. If a lane conflicts, the group scheduler is notified of
    // the new warp only.
    pc_warp_lut u_pc_warp_lut (
        .clk_i              (clk_i),
        .rst_i              (rst_i),
        .first_i            (first),
        .first_pc_i         (first_pc),
        .first_lanes_i      (first_lanes),
        .second_i           (second),
        .second_pc_i        (registers_second_pc),
        .second_lanes_i     (second_lanes),
        .fresh_first_i      (allocator_next_first),
        .fresh_second_i     (allocator_next_second),
        .update_i           (insert),
        .retire_i           (leave),
        .retire_pc_i        (pool_read_pc),
        .retire_warp_i      (groups_choice_warp),
        .init_done_o        (lut_init_done),
        .first_hit_o        (lut_first_hit),
        .first_old_o        (lut_first_old),
        .first_old_lanes_o  (lut_first_old_lanes),
        .first_create_o     (lut_first_create),
        .first_new_o        (lut_first_new),
        .first_new_lanes_o  (lut_first_new_lanes),
        .first_evict_o      (lut_first_evict),
        .second_hit_o       (lut_second_hit),
        .second_old_o       (lut_second_old),
        .second_old_lanes_o (lut_second_old_lanes),
        .second_create_o    (lut_second_create),
        .second_new_o       (lut_second_new),
        .second_new_lanes_o (lut_second_new_lanes),
        .second_evict_o     (lut_second_evict)
    );

    wire             second_inserted = second & ~split;
    wire [LANES-1:0] second_from     = second_lanes & {LANES{~split}};
    wire             first_create_en = first & lut_first_create;
    wire             first_hit_en    = first & lut_first_hit;
    wire             first_evict_en  = first_create_en & lut_first_evict;
    reg  [5:0]       first_threads;

    always @* begin : fold_first_threads
        integer n;
        first_threads = 6'd0;
        for (n = 0; n < 32; n = n + 1) begin
            first_threads = first_threads + {5'd0, first_lanes[n]};
        end
    end

    wire       second_create_en = second_inserted & lut_second_create;
    wire       second_hit_en    = second_inserted & lut_second_hit;
    wire       second_evict_en  = second_create_en & lut_second_evict;
    reg  [5:0] second_threads;

    always @* begin : fold_second_threads
        integer n;
        second_threads = 6'd0;
        for (n = 0; n < 32; n = n + 1) begin
            second_threads = second_threads + {5'd0, second_from[n]};
        end
    end

    wire [LANES-1:0] first_taken =
        (lut_first_old_lanes & {LANES{first_hit_en}})
        | (lut_first_new_lanes & {LANES{first_create_en}});
    wire [LANES-1:0] second_taken =
        (lut_second_old_lanes & {LANES{second_hit_en}})
        | (lut_second_new_lanes & {LANES{second_create_en}});

    majority_scheduler u_majority_scheduler (
        .clk_i              (clk_i),
        .rst_i              (rst_i),
        .first_i            (first),
        .first_pc_i         (first_pc),
        .first_warp_i       (first_create_en ? lut_first_new : lut_first_old),
        .first_threads_i    ({4'd0, first_threads}),
        .first_create_i     (first_create_en),
        .second_i           (second_inserted),
        .second_pc_i        (registers_second_pc),
        .second_warp_i      (second_create_en ? lut_second_new : lut_second_old),
        .second_threads_i   ({4'd0, second_threads}),
        .second_create_i    (second_create_en),
        .update_i           (insert),
        .issued_i           (leave),
        .issued_threads_i   ({4'd0, leaving_threads}),
        .issued_next_i      (pool_read_next),
        .ready_o            (groups_ready),
        .room_o             (groups_room),
        .choice_o           (groups_choice),
        .choice_warp_o      (groups_choice_warp),
        .link_first_o       (groups_link_first),
        .link_first_warp_o  (groups_link_first_warp),
        .link_first_next_o  (groups_link_first_next),
        .link_second_o      (groups_link_second),
        .link_second_warp_o (groups_link_second_warp),
        .link_second_next_o (groups_link_second_next),
        .groups_o           (groups_groups),
        .waiting_o          (groups_waiting)
    );

    // A new warp takes its entry from the allocator and stores its PC in the pool.
    wire take_first  = insert & first_create_en;
    wire take_second = insert & second_create_en;

    warp_allocator u_warp_allocator (
        .clk_i          (clk_i),
        .rst_i          (rst_i),
        .take_i         ({take_first & take_second, take_first ^ take_second}),
        .release_i      (leave),
        .release_warp_i (groups_choice_warp),
        .init_done_o    (allocator_init_done),
        .free_o         (allocator_free),
        .has_first_o    (allocator_has_first),
        .next_first_o   (allocator_next_first),
        .has_second_o   (allocator_has_second),
        .next_second_o  (allocator_next_second)
    );

    // The crossbar moves threads to the lanes that they take.
    genvar i;
    generate
        for (i = 0; i < 32; i = i + 1) begin : g_from
            assign crossbar_from_tid_in[i*TID_BITS +: TID_BITS] =
                spill_pop ? spill_pop_tid[i*TID_BITS +: TID_BITS]
                : first_lanes[i] ? registers_first_tid[i*TID_BITS +: TID_BITS]
                : registers_second_tid[i*TID_BITS +: TID_BITS];
        end
    endgenerate

    slot_crossbar u_slot_crossbar (
        .clk_i         (clk_i),
        .rst_i         (rst_i),
        .first_from_i  (first_lanes),
        .first_to_i    (first_taken),
        .second_from_i (second_from),
        .second_to_i   (second_taken),
        .from_tid_i    (crossbar_from_tid_in),
        .to_tid_o      (crossbar_to_tid)
    );

    // Each thread is written to its lane of the old warp or of the new warp.
    generate
        for (i = 0; i < 32; i = i + 1) begin : g_lane
            wire [WARP_BITS-1:0] first_warp =
                (first_create_en & lut_first_new_lanes[i]) ? lut_first_new : lut_first_old;
            wire [WARP_BITS-1:0] second_warp =
                (second_create_en & lut_second_new_lanes[i]) ? lut_second_new : lut_second_old;
            assign pool_write_warp_in[i*WARP_BITS +: WARP_BITS] =
                first_taken[i] ? first_warp : second_warp;
            assign pool_write_tid_in[i*TID_BITS +: TID_BITS] =
                crossbar_to_tid[i*TID_BITS +: TID_BITS];
        end
    endgenerate

    warp_pool u_warp_pool (
        .clk_i                (clk_i),
        .rst_i                (rst_i),
        .write_lanes_i        ((first_taken | second_taken) & {LANES{insert}}),
        .write_warp_i         (pool_write_warp_in),
        .write_tid_i          (pool_write_tid_in),
        .create_first_i       (take_first),
        .create_first_warp_i  (lut_first_new),
        .create_first_pc_i    (first_pc),
        .create_second_i      (take_second),
        .create_second_warp_i (lut_second_new),
        .create_second_pc_i   (registers_second_pc),
        .link_first_i         (groups_link_first),
        .link_first_warp_i    (groups_link_first_warp),
        .link_first_next_i    (groups_link_first_next),
        .link_second_i        (groups_link_second),
        .link_second_warp_i   (groups_link_second_warp),
        .link_second_next_i   (groups_link_second_next),
        .read_i               (groups_choice),
        .read_warp_i          (groups_choice_warp),
        .clear_i              (leave),
        .init_done_o          (pool_init_done),
        .read_pc_o            (pool_read_pc),
        .read_next_o          (pool_read_next),
        .read_tid_o           (pool_read_tid),
        .read_lanes_o         (pool_read_lanes)
    );

    // Outputs for counters: merges, creations, conflicts, evictions and forwarding of the inserted
    // halves.
    wire first_conflict  = first_hit_en & first_create_en;
    wire second_conflict = second_hit_en & second_create_en;
    wire first_merge     = first_hit_en & (|lut_first_old_lanes);
    wire second_merge    = second_hit_en & (|lut_second_old_lanes);

    assign merges_o    = {first_merge & second_merge, first_merge ^ second_merge};
    assign creations_o = {first_create_en & second_create_en, first_create_en ^ second_create_en};
    assign conflicts_o = {first_conflict & second_conflict, first_conflict ^ second_conflict};
    assign evictions_o = {first_evict_en & second_evict_en, first_evict_en ^ second_evict_en};

    wire first_forward  = first_merge & (lut_first_old == groups_choice_warp);
    wire second_forward = second_merge & (lut_second_old == groups_choice_warp);

    assign forward_o = groups_choice & (first_forward | second_forward);

    // A half leaves the update registers when it is inserted or spilled.
    generate
        for (i = 0; i < 32; i = i + 1) begin : g_push
            wire [TID_BITS-1:0] tid =
                registers_first ? registers_first_tid[i*TID_BITS +: TID_BITS]
                : registers_second_tid[i*TID_BITS +: TID_BITS];
            assign spill_push_tid_in[i*TID_BITS +: TID_BITS] =
                front_lanes[i] ? tid : {TID_BITS{1'b1}};
        end
    endgenerate

    wire spilled  = push & spill_push_ready;
    wire inserted = insert & ~spill_pop;

    assign commit_ready_o = registers_commit_ready;

    warp_update_registers u_warp_update_registers (
        .clk_i          (clk_i),
        .rst_i          (rst_i),
        .commit_i       (commit_i),
        .commit_lanes_i (commit_lanes_i),
        .commit_tid_i   (commit_tid_i),
        .commit_pc_i    (commit_pc_i),
        .take_first_i   (registers_first & (inserted | spilled)),
        .take_second_i  (registers_second & ((inserted & ~split) | (spilled & ~registers_first))),
        .commit_ready_o (registers_commit_ready),
        .first_o        (registers_first),
        .first_pc_o     (registers_first_pc),
        .first_lanes_o  (registers_first_lanes),
        .first_tid_o    (registers_first_tid),
        .second_o       (registers_second),
        .second_pc_o    (registers_second_pc),
        .second_lanes_o (registers_second_lanes),
        .second_tid_o   (registers_second_tid)
    );

    spill_queue u_spill_queue (
        .clk_i           (clk_i),
        .rst_i           (rst_i),
        .configure_i     (configure_i),
        .offset_i        (spill_offset_i),
        .push_i          (push),
        .push_pc_i       (front_pc),
        .push_tid_i      (spill_push_tid_in),
        .write_ready_i   (write_ready_i),
        .pull_i          ({1'b0, free_entries} > {6'd0, spill_fetching}),
        .fetch_ready_i   (fetch_ready_i),
        .back_i          (back_i),
        .back_pc_i       (back_pc_i),
        .back_tid_i      (back_tid_i),
        .pop_ready_i     (insert & spill_pop),
        .empty_o         (spill_empty),
        .count_o         (spill_count),
        .fetching_o      (spill_fetching),
        .fetch_request_o (spill_fetch_request),
        .push_ready_o    (spill_push_ready),
        .write_o         (spill_write),
        .write_address_o (spill_write_address),
        .write_pc_o      (spill_write_pc),
        .write_tid_o     (spill_write_tid),
        .fetch_o         (spill_fetch),
        .fetch_address_o (spill_fetch_address),
        .back_ready_o    (spill_back_ready),
        .pop_o           (spill_pop),
        .pop_pc_o        (spill_pop_pc),
        .pop_lanes_o     (spill_pop_lanes),
        .pop_tid_o       (spill_pop_tid)
    );

    assign write_o         = spill_write;
    assign write_address_o = spill_write_address;
    assign write_pc_o      = spill_write_pc;
    assign write_tid_o     = spill_write_tid;
    assign fetch_o         = spill_fetch;
    assign fetch_address_o = spill_fetch_address;
    assign back_ready_o    = spill_back_ready;
    assign spilled_o       = spill_count;
    assign fetching_o      = spill_fetching;
    assign init_done_o     = lut_init_done & pool_init_done & allocator_init_done;
    assign pool_free_o     = allocator_free;
    assign groups_o        = groups_groups;
    assign waiting_o       = groups_waiting;

    wire unused = &{1'b0, spill_empty, allocator_has_first, allocator_has_second};
endmodule

`default_nettype wire
