// dwf_scheduler: formation of warps from committed threads, and choice of the warp to issue.
// Source:  fung2009, sections 4.2 to 4.5, figures 10 to 12.
// Papers:  fung2009: W. Fung, I. Sham, G. Yuan and T. Aamodt, "Dynamic Warp Formation: Efficient
//          MIMD Control Flow on SIMD Graphics Hardware", 2009 (docs/sources.md of Heddle).
// Config:  warps 128, lanes 32, tid_bits 10, pc_bits 24, sets 16, ways 4, lru 1, warp_bits 7,
//          pipelined 1, order 0, heap 64, lut_sets 16, lut_ways 8, heap_latency 1, queue 4,
//          count_bits 10, entries 1024, address_bits 32, entry_bytes 64, fetches 4.
// Timing:  threads are inserted three cycles after they enter, a warp is shown in the next cycle;
//          one operation a cycle: threads of one PC, or a warp; commits wait for `init_done`.
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
    localparam COUNT_BITS    = 8;    // bits of pool_free_o
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
    wire                     other_registers_commit_ready;
    wire                     other_registers_first;
    wire [PC_BITS-1:0]       other_registers_first_pc;
    wire [LANES-1:0]         other_registers_first_lanes;
    wire [32*TID_BITS-1:0]   other_registers_first_tid;
    wire                     other_registers_second;
    wire [PC_BITS-1:0]       other_registers_second_pc;
    wire [LANES-1:0]         other_registers_second_lanes;
    wire [32*TID_BITS-1:0]   other_registers_second_tid;
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
    wire                     allocator_init_done;
    wire [COUNT_BITS-1:0]    allocator_free;
    wire                     allocator_has_first;
    wire [WARP_BITS-1:0]     allocator_next_first;
    wire                     allocator_has_second;
    wire [WARP_BITS-1:0]     allocator_next_second;
    wire                     groups_ready;
    wire [GROUPS_BITS-1:0]   groups_room;
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

    // Operations in three stages: insertions, and warps that leave. All stages advance together
    // unless the group scheduler is not ready for an insertion in stage 3.
    reg  [32*TID_BITS-1:0] tid1_q;
    reg                    insert_en1_q;
    reg                    leave_en1_q;
    reg  [WARP_BITS-1:0]   warp1_q;
    reg  [PC_BITS-1:0]     pc1_q;
    reg  [LANES-1:0]       lanes1_q;
    reg  [32*TID_BITS-1:0] tid2_q;
    reg                    insert_en2_q;
    reg                    leave_en2_q;
    reg  [WARP_BITS-1:0]   warp2_q;
    reg  [PC_BITS-1:0]     pc2_q;
    reg  [LANES-1:0]       lanes2_q;
    reg  [32*TID_BITS-1:0] tid3_q;
    reg                    insert_en3_q;
    reg                    leave_en3_q;
    reg  [WARP_BITS-1:0]   warp3_q;
    reg  [PC_BITS-1:0]     pc3_q;
    reg  [LANES-1:0]       lanes3_q;
    wire                   hold = insert_en3_q & ~groups_ready;

    assign hold_o = hold;

    wire move_en = ~hold;
    reg  issue_full_q;

    // The chosen warp enters if the issue register is free, no warp leaves in stages 1 and 2, and
    // stage 3 has no insertion. The LUT keeps insertions in flight from joining this warp.
    wire issue_free = ~issue_full_q | issue_ready_i;
    wire wanted     = groups_choice & issue_free & ~(leave_en1_q | leave_en2_q);
    wire may_leave  = wanted & ~insert_en3_q;

    // Update registers hand over in turn: each chooses its next PC in every other cycle.
    reg                 others_turn_q;
    wire                of_others    = (others_turn_q | ~registers_first) & other_registers_first;
    wire                own_may =
        registers_first & ~(insert_en1_q & (pc1_q[3:0] == registers_first_pc[3:0]));
    wire                others_may =
        other_registers_first & ~(insert_en1_q & (pc1_q[3:0] == other_registers_first_pc[3:0]));
    wire                own_enter    = own_may & ~(others_may & of_others);
    wire                others_enter = others_may & (~own_may | of_others);
    wire [TID_BITS-1:0] handed_tid [0:31];

    genvar i;
    generate
        for (i = 0; i < 32; i = i + 1) begin : g_handed
            assign handed_tid[i] =
                others_enter ? other_registers_first_tid[i*TID_BITS +: TID_BITS]
                : registers_first_tid[i*TID_BITS +: TID_BITS];
            wire unused = &{
                1'b0, registers_second_tid[i*TID_BITS +: TID_BITS],
                other_registers_second_tid[i*TID_BITS +: TID_BITS]
            };
        end
    endgenerate

    wire [PC_BITS-1:0]  handed_pc = others_enter ? other_registers_first_pc : registers_first_pc;
    wire [LANES-1:0]    handed_lanes =
        others_enter ? other_registers_first_lanes : registers_first_lanes;
    wire [TID_BITS-1:0] spillable_tid [0:31];

    generate
        for (i = 0; i < 32; i = i + 1) begin : g_spillable
            assign spillable_tid[i] =
                of_others ? other_registers_first_tid[i*TID_BITS +: TID_BITS]
                : registers_first_tid[i*TID_BITS +: TID_BITS];
            wire unused = &{
                1'b0, registers_second_tid[i*TID_BITS +: TID_BITS],
                other_registers_second_tid[i*TID_BITS +: TID_BITS]
            };
        end
    endgenerate

    wire [PC_BITS-1:0] spillable_pc = of_others ? other_registers_first_pc : registers_first_pc;
    wire [LANES-1:0]   spillable_lanes =
        of_others ? other_registers_first_lanes : registers_first_lanes;

    // The insertion: a spilled warp that is back, or else threads of a commit.
    wire [PC_BITS-1:0] offered_pc    = spill_pop ? spill_pop_pc : handed_pc;
    wire [LANES-1:0]   offered_lanes = spill_pop ? spill_pop_lanes : handed_lanes;

    // Free pool entries and room for groups in the cycle before must suffice for warps being
    // fetched, for the next one to fetch, for insertions in flight, and for one more insertion.
    wire [2:0] insertions = {insert_en1_q, insert_en2_q, insert_en3_q};
    reg  [1:0] insertion_count;

    always @* begin : fold_insertion_count
        integer n;
        insertion_count = 2'd0;
        for (n = 0; n < 3; n = n + 1) begin
            insertion_count = insertion_count + {1'b0, insertions[n]};
        end
    end

    wire [2:0] no_insertions = ~insertions;
    reg  [1:0] without_insertion;

    always @* begin : fold_without_insertion
        integer n;
        without_insertion = 2'd0;
        for (n = 0; n < 3; n = n + 1) begin
            without_insertion = without_insertion + {1'b0, no_insertions[n]};
        end
    end

    wire [8:0] needed          = {6'd0, spill_fetching} + {7'd0, insertion_count};
    reg        entered_q;
    reg        written_q;
    reg        inserted_q;
    reg        fetched_q;
    reg        fetch_wanted_q;
    wire [2:0] more =
        {2'd0, written_q} + {2'd0, fetched_q} + ({2'd0, entered_q} + {2'd0, fetch_wanted_q});
    wire [8:0] reserved        = {6'd0, spill_fetching} + {8'd0, entered_q} + 9'd3;
    wire [8:0] rest_of_entries = {1'b0, allocator_free} - needed;
    reg  [2:0] margin_of_entries_q;
    wire [2:0] margin_of_entries_d =
        ((|rest_of_entries[8:3]) ? 3'd7 : rest_of_entries[2:0])
        & {3{{1'b0, allocator_free} >= needed}};
    reg  [8:0] spare_entries_q;
    wire [8:0] spare_entries_d = {1'b0, allocator_free} + {7'd0, without_insertion};
    wire [8:0] rest_of_groups  = {1'b0, groups_room} - needed;
    reg  [2:0] margin_of_groups_q;
    wire [2:0] margin_of_groups_d =
        ((|rest_of_groups[8:3]) ? 3'd7 : rest_of_groups[2:0]) & {3{{1'b0, groups_room} >= needed}};
    reg  [8:0] spare_groups_q;
    wire       has_room        = (margin_of_entries_q > more) & (margin_of_groups_q > more);
    reg        had_room_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            inserted_q          <= 1'b0;
            fetched_q           <= 1'b0;
            fetch_wanted_q      <= 1'b0;
            margin_of_entries_q <= 3'd0;
            spare_entries_q     <= 9'd0;
            margin_of_groups_q  <= 3'd0;
            spare_groups_q      <= 9'd0;
            had_room_q          <= 1'b0;
        end else begin
            inserted_q          <= insert_en3_q & move_en;
            fetched_q           <= spill_fetch & fetch_ready_i;
            fetch_wanted_q      <= spill_fetch_request;
            margin_of_entries_q <= margin_of_entries_d;
            spare_entries_q     <= spare_entries_d;
            margin_of_groups_q  <= margin_of_groups_d;
            spare_groups_q      <= {1'b0, groups_room} + {7'd0, without_insertion};
            had_room_q          <= has_room;
        end
    end

    // The insertion enters if it fits and no insertion in stage 1 is in its set of the LUT. Threads
    // that do not fit are spilled when no insertion is in flight.
    wire returns         = spill_pop & ~(insert_en1_q & (pc1_q[3:0] == spill_pop_pc[3:0]));
    wire insertion_moves = move_en & ~wanted;
    wire fits            = has_room & insertion_moves & ~spill_pop;
    wire own_inserted    = own_enter & fits;
    wire others_inserted = others_enter & fits;
    wire refill          = returns & insertion_moves;
    wire insert          = refill | own_inserted | others_inserted;
    reg  has_place_q;
    wire push =
        (registers_first | other_registers_first)
        & ~(spill_pop | has_room | (|insertions) | inserted_q) & has_place_q;

    generate
        for (i = 0; i < 32; i = i + 1) begin : g_push
            assign spill_push_tid_in[i*TID_BITS +: TID_BITS] =
                spillable_lanes[i] ? spillable_tid[i] : {TID_BITS{1'b1}};
        end
    endgenerate

    wire spilled      = push & write_ready_i;
    wire other_commit = commit_i & ~registers_commit_ready;

    always @(posedge clk_i) begin
        if (rst_i) begin
            entered_q   <= 1'b0;
            written_q   <= 1'b0;
            has_place_q <= 1'b1;
        end else begin
            entered_q   <= insert;
            written_q   <= spilled;
            has_place_q <= spilled ? ~&spill_count[9:1] : ~&spill_count;
        end
    end

    assign commit_ready_o = registers_commit_ready | other_registers_commit_ready;

    wire own_take    = own_inserted | (spilled & ~of_others);
    wire others_take = others_inserted | (spilled & of_others);

    warp_update_registers u_warp_update_registers_registers (
        .clk_i          (clk_i),
        .rst_i          (rst_i),
        .commit_i       (commit_i),
        .commit_lanes_i (commit_lanes_i),
        .commit_tid_i   (commit_tid_i),
        .commit_pc_i    (commit_pc_i),
        .take_first_i   (own_take),
        .take_second_i  (1'b0),
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

    warp_update_registers u_warp_update_registers_other_registers (
        .clk_i          (clk_i),
        .rst_i          (rst_i),
        .commit_i       (other_commit),
        .commit_lanes_i (commit_lanes_i),
        .commit_tid_i   (commit_tid_i),
        .commit_pc_i    (commit_pc_i),
        .take_first_i   (others_take),
        .take_second_i  (1'b0),
        .commit_ready_o (other_registers_commit_ready),
        .first_o        (other_registers_first),
        .first_pc_o     (other_registers_first_pc),
        .first_lanes_o  (other_registers_first_lanes),
        .first_tid_o    (other_registers_first_tid),
        .second_o       (other_registers_second),
        .second_pc_o    (other_registers_second_pc),
        .second_lanes_o (other_registers_second_lanes),
        .second_tid_o   (other_registers_second_tid)
    );

    spill_queue u_spill_queue (
        .clk_i           (clk_i),
        .rst_i           (rst_i),
        .configure_i     (configure_i),
        .offset_i        (spill_offset_i),
        .push_i          (push),
        .push_pc_i       (spillable_pc),
        .push_tid_i      (spill_push_tid_in),
        .write_ready_i   (write_ready_i),
        .pull_i          ((spare_entries_q > reserved) & (spare_groups_q > reserved)),
        .fetch_ready_i   (fetch_ready_i),
        .back_i          (back_i),
        .back_pc_i       (back_pc_i),
        .back_tid_i      (back_tid_i),
        .pop_ready_i     (refill),
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

    always @(posedge clk_i) begin
        if (rst_i) begin
            others_turn_q <= 1'b0;
        end else if (own_take | others_take) begin
            others_turn_q <= own_take;
        end
    end

    assign write_o         = spill_write;
    assign write_address_o = spill_write_address;
    assign write_pc_o      = spill_write_pc;
    assign write_tid_o     = spill_write_tid;
    assign fetch_o         = spill_fetch;
    assign fetch_address_o = spill_fetch_address;
    assign back_ready_o    = spill_back_ready;
    assign spilled_o       = spill_count;
    assign fetching_o      = spill_fetching;

    wire leave = may_leave;

    // The issue register: a warp is read from the pool when it enters stage 1.
    reg  [WARP_BITS-1:0]   issue_warp_q;
    reg  [PC_BITS-1:0]     issue_pc_q;
    reg  [32*TID_BITS-1:0] issue_tid_q;
    wire [LANES-1:0]       issue_lanes;

    generate
        for (i = 0; i < 32; i = i + 1) begin : g_issue
            assign issue_lanes[i] = ~&issue_tid_q[i*TID_BITS +: TID_BITS];
            always @(posedge clk_i) begin
                if (issue_free) begin
                    issue_tid_q[i*TID_BITS +: TID_BITS] <= pool_read_tid[i*TID_BITS +: TID_BITS];
                end
            end
        end
    endgenerate

    always @(posedge clk_i) begin
        if (rst_i) begin
            issue_full_q <= 1'b0;
        end else begin
            issue_full_q <= leave | ~issue_free;
        end
        if (issue_free) begin
            issue_warp_q <= groups_choice_warp;
            issue_pc_q   <= pool_read_pc;
        end
    end

    assign issue_o       = issue_full_q;
    assign issue_warp_o  = issue_warp_q;
    assign issue_pc_o    = issue_pc_q;
    assign issue_lanes_o = issue_lanes;
    assign issue_tid_o   = issue_tid_q;

    // Each stage loads the operation of the stage before it.
    generate
        for (i = 0; i < 32; i = i + 1) begin : g_stage
            wire [TID_BITS-1:0] tid1_d =
                spill_pop ? spill_pop_tid[i*TID_BITS +: TID_BITS] : handed_tid[i];
            always @(posedge clk_i) begin
                if (move_en) begin
                    tid1_q[i*TID_BITS +: TID_BITS] <= tid1_d;
                    tid2_q[i*TID_BITS +: TID_BITS] <= tid1_q[i*TID_BITS +: TID_BITS];
                    tid3_q[i*TID_BITS +: TID_BITS] <= tid2_q[i*TID_BITS +: TID_BITS];
                end
            end
        end
    endgenerate

    always @(posedge clk_i) begin
        if (rst_i) begin
            insert_en1_q <= 1'b0;
            leave_en1_q  <= 1'b0;
            insert_en2_q <= 1'b0;
            leave_en2_q  <= 1'b0;
            insert_en3_q <= 1'b0;
            leave_en3_q  <= 1'b0;
        end else if (move_en) begin
            insert_en1_q <= insert;
            leave_en1_q  <= leave;
            insert_en2_q <= insert_en1_q;
            leave_en2_q  <= leave_en1_q;
            insert_en3_q <= insert_en2_q;
            leave_en3_q  <= leave_en2_q;
        end
        if (move_en) begin
            warp1_q  <= groups_choice_warp;
            pc1_q    <= leave ? pool_read_pc : offered_pc;
            lanes1_q <= offered_lanes;
            warp2_q  <= warp1_q;
            pc2_q    <= pc1_q;
            lanes2_q <= lanes1_q;
            warp3_q  <= warp2_q;
            pc3_q    <= pc2_q;
            lanes3_q <= lanes2_q;
        end
    end

    // The LUT: its three stages advance together with these stages. A new warp takes its entry from
    // the allocator when stage 3 advances.
    reg  [WARP_BITS-1:0] fresh_warp_q;
    wire                 take         = lut_first_create & move_en;
    wire [WARP_BITS-1:0] fresh_warp_d = take ? allocator_next_second : allocator_next_first;

    pc_warp_lut u_pc_warp_lut (
        .clk_i              (clk_i),
        .rst_i              (rst_i),
        .first_i            (insert),
        .first_pc_i         (offered_pc),
        .first_lanes_i      (offered_lanes),
        .second_i           (1'b0),
        .second_pc_i        (24'd0),
        .second_lanes_i     (32'd0),
        .fresh_first_i      (fresh_warp_q),
        .fresh_second_i     (7'd0),
        .update_i           (move_en),
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

    always @(posedge clk_i) begin
        fresh_warp_q <= fresh_warp_d;
    end

    // Stage 3 has the LUT's answer.
    reg [5:0] threads;

    always @* begin : fold_threads
        integer n;
        threads = 6'd0;
        for (n = 0; n < 32; n = n + 1) begin
            threads = threads + {5'd0, lanes3_q[n]};
        end
    end

    wire evict_en = lut_first_create & lut_first_evict;

    // The group scheduler advances when a leaving warp enters stage 1.
    reg [5:0] leaving;

    always @* begin : fold_leaving
        integer n;
        leaving = 6'd0;
        for (n = 0; n < 32; n = n + 1) begin
            leaving = leaving + {5'd0, pool_read_lanes[n]};
        end
    end

    assign insert_o = insert_en3_q & move_en;

    // Stage 3: the threads are offered to the group scheduler, and a new warp stores its PC in the
    // pool.
    wire update_en = insert_en3_q & move_en;

    majority_scheduler u_majority_scheduler (
        .clk_i              (clk_i),
        .rst_i              (rst_i),
        .first_i            (insert_en3_q),
        .first_pc_i         (pc3_q),
        .first_warp_i       (lut_first_create ? lut_first_new : lut_first_old),
        .first_threads_i    ({4'd0, threads}),
        .first_create_i     (lut_first_create),
        .second_i           (1'b0),
        .second_pc_i        (24'd0),
        .second_warp_i      (7'd0),
        .second_threads_i   (10'd0),
        .second_create_i    (1'b0),
        .update_i           (update_en),
        .issued_i           (leave),
        .issued_threads_i   ({4'd0, leaving}),
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

    // Each thread is written to its lane of the old warp or of the new warp; the lanes of a leaving
    // warp are cleared.
    warp_allocator u_warp_allocator (
        .clk_i          (clk_i),
        .rst_i          (rst_i),
        .take_i         ({1'b0, take}),
        .release_i      (leave_en3_q & move_en),
        .release_warp_i (warp3_q),
        .init_done_o    (allocator_init_done),
        .free_o         (allocator_free),
        .has_first_o    (allocator_has_first),
        .next_first_o   (allocator_next_first),
        .has_second_o   (allocator_has_second),
        .next_second_o  (allocator_next_second)
    );

    generate
        for (i = 0; i < 32; i = i + 1) begin : g_lane
            assign pool_write_warp_in[i*WARP_BITS +: WARP_BITS] =
                leave_en3_q ? warp3_q
                : (lut_first_create & lut_first_new_lanes[i]) ? lut_first_new
                : lut_first_old;
            assign pool_write_tid_in[i*TID_BITS +: TID_BITS] =
                leave_en3_q ? {TID_BITS{1'b1}} : tid3_q[i*TID_BITS +: TID_BITS];
        end
    endgenerate

    warp_pool u_warp_pool (
        .clk_i                (clk_i),
        .rst_i                (rst_i),
        .write_lanes_i (
            (lanes3_q & {LANES{update_en}}) | ({LANES{1'b1}} & {LANES{leave_en3_q}})
        ),
        .write_warp_i         (pool_write_warp_in),
        .write_tid_i          (pool_write_tid_in),
        .create_first_i       (update_en & lut_first_create),
        .create_first_warp_i  (lut_first_new),
        .create_first_pc_i    (pc3_q),
        .create_second_i      (1'b0),
        .create_second_warp_i (7'd0),
        .create_second_pc_i   (24'd0),
        .link_first_i         (groups_link_first),
        .link_first_warp_i    (groups_link_first_warp),
        .link_first_next_i    (groups_link_first_next),
        .link_second_i        (groups_link_second),
        .link_second_warp_i   (groups_link_second_warp),
        .link_second_next_i   (groups_link_second_next),
        .read_i               (groups_choice),
        .read_warp_i          (groups_choice_warp & {WARP_BITS{groups_choice}}),
        .clear_i              (1'b0),
        .init_done_o          (pool_init_done),
        .read_pc_o            (pool_read_pc),
        .read_next_o          (pool_read_next),
        .read_tid_o           (pool_read_tid),
        .read_lanes_o         (pool_read_lanes)
    );

    // Outputs for counters: merges, creations, conflicts, evictions and forwarding of the inserted
    // threads.
    wire merge = lut_first_hit & (|lut_first_old_lanes);

    assign merges_o    = {1'b0, merge};
    assign creations_o = {1'b0, lut_first_create};
    assign conflicts_o = {1'b0, lut_first_hit & lut_first_create};
    assign evictions_o = {1'b0, evict_en};
    assign forward_o   = groups_choice & merge & (lut_first_old == groups_choice_warp);
    assign init_done_o = lut_init_done & pool_init_done & allocator_init_done;
    assign pool_free_o = allocator_free;
    assign groups_o    = groups_groups;
    assign waiting_o   = groups_waiting;

    wire unused = &{
        1'b0, registers_second, registers_second_pc, registers_second_lanes,
        other_registers_second, other_registers_second_pc, other_registers_second_lanes,
        had_room_q, spill_push_ready, spill_empty, allocator_has_first, allocator_has_second,
        lut_second_hit, lut_second_create, lut_second_evict, lut_second_old, lut_second_new,
        lut_second_old_lanes, lut_second_new_lanes
    };
endmodule

`default_nettype wire
