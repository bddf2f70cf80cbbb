// dwr_subsystem: dynamic warp resizing as one module: the synchroniser and the stacks of all
// sub-warps.
// Source:  lashgar2012, section IV.
// Papers:  lashgar2012: A. Lashgar, A. Baniasadi and A. Khonsari, "Dynamic Warp Resizing in
//          High-Performance SIMT", 2012 (docs/sources.md of Heddle).
// Config:  warps 16, partners 8, sub_lanes 8, pc_bits 32, combine_latency 0, wait_cycles 200, sets
//          4, ways 8, arrive_latency 0, lanes 8, depth 128, pops 2, taken_first 1, latency 0.
// Timing:  a large warp is offered in the cycle in which it is shown; updates are done at the end
//          of their cycle; one large warp, one arrival, and one update for each position a cycle.
`default_nettype none

module dwr_subsystem (
    input  wire         clk_i,
    input  wire         rst_i,

    // start: sub-warps of a large warp get their threads
    input  wire         start_i,            // sub-warps of a large warp start
    input  wire [3:0]   start_warp_i,       // the large warp; those of its sub-warps that start are
                                            // not live
    input  wire [31:0]  start_pc_i,         // PC at which they start, in words
    input  wire [63:0]  start_lanes_i,      // 8 x 8: lanes of each sub-warp that have a thread; a
                                            // sub-warp without any does not start

    // update: sub-warps have executed an instruction, one for each position
    input  wire [7:0]   update_i,           // the sub-warp has executed an instruction
    input  wire [31:0]  update_warp_i,      // 8 x 4: its large warp
    input  wire [63:0]  exit_i,             // 8 x 8: lanes whose thread ends
    input  wire [63:0]  leave_i,            // 8 x 8: lanes that leave the top and wait in the entry
                                            // below that holds them
    input  wire [63:0]  taken_i,            // 8 x 8: lanes that take the branch to target; the
                                            // others go to next
    input  wire [255:0] target_i,           // 8 x 32: PC of the taken lanes, in words
    input  wire [255:0] next_i,             // 8 x 32: PC of the other lanes, in words
    input  wire [7:0]   push_i,             // new entries are pushed; their lanes meet again at
                                            // reconverge
    input  wire [255:0] reconverge_i,       // 8 x 32: the reconvergence point, in words
    input  wire [7:0]   compare_i,          // pushed entries are popped when they reach the
                                            // reconvergence point

    // read: the top of a sub-warp's stack
    input  wire         read_i,             // the top of a sub-warp's stack is read
    input  wire [3:0]   read_warp_i,        // large warp of the sub-warp, which is live; or the
                                            // large warp that is shown
    input  wire [2:0]   read_partner_i,     // number of the sub-warp in its large warp

    // arrival: a sub-warp executes a LAT barrier
    input  wire         arrive_i,           // a sub-warp arrives at a LAT barrier
    input  wire [3:0]   arrive_warp_i,      // large warp of the sub-warp
    input  wire [2:0]   arrive_partner_i,   // number of the sub-warp in its large warp
    input  wire [31:0]  arrive_pc_i,        // PC of the LAT, in words

    // partners that need not come, one bit per partner
    input  wire [127:0] excused_i,          // 16 x 8: the partner waits at a block barrier, has
                                            // ended, or has no threads

    // show: a large warp whose sub-warps are to issue together; held until show_ready
    input  wire         show_i,             // the large warp read_warp is shown

    // issue
    input  wire         issue_ready_i,      // the pipeline accepts the combined sub-warps

    // state of the stacks, by position, one bit per large warp
    output wire [127:0] live_o,             // 8 x 16: the sub-warp has threads
    output wire [127:0] busy_o,             // 8 x 16: an update of the sub-warp is in flight; it
                                            // accepts no other

    // update, one bit per position
    output wire [7:0]   update_ready_o,     // the position accepts an update
    output wire [7:0]   overflow_o,         // the update needs more entries than a stack has, and
                                            // is not done
    output wire [7:0]   unbalanced_o,       // lanes leave the only entry, and the update is not
                                            // done

    // read: the top of a sub-warp's stack
    output wire         read_done_o,        // the read is answered: no large warp is shown beside
                                            // it
    output wire [31:0]  read_pc_o,          // PC of the top entry
    output wire [7:0]   read_lanes_o,       // lanes of the top entry whose threads have not ended

    // arrival
    output wire         ignored_o,          // the PC is on the ignore list: the sub-warp continues
                                            // alone

    // state of the synchroniser, one bit per partner
    output wire [127:0] locked_o,           // 16 x 8: the partner waits for the others
    output wire [127:0] combinable_o,       // 16 x 8: the partner is combine-ready

    // show
    output wire         show_ready_o,       // the large warp that is shown is accepted

    // issue: combined sub-warps; held until issue_ready
    output wire         issue_o,            // combined sub-warps are offered for issue
    output wire [3:0]   issue_warp_o,       // their large warp
    output wire [7:0]   issue_members_o,    // sub-warps that are issued together
    output wire [3:0]   issue_size_o,       // number of sub-warps that are issued together
    output wire [31:0]  issue_pc_o,         // PC of the members, in words
    output wire [63:0]  issue_lanes_o       // active lanes of the members
);
    localparam WARP_BITS  = 4;    // bits of start_warp_i
    localparam PC_BITS    = 32;   // width of a PC in words
    localparam SUB_LANES  = 8;    // lanes of a sub-warp
    localparam PARTNERS   = 8;    // sub-warps of a large warp
    localparam WARPS      = 16;   // large warps of a core
    localparam SIZE_BITS  = 4;    // bits of issue_size_o
    localparam LANES      = 64;   // bits of issue_lanes_o
    localparam COUNT_BITS = 8;    // bits of stack0_read_entries

    // The tops of the stacks of a large warp, by position.
    wire [PC_BITS-1:0]     top_pc [0:7];
    wire [8*SUB_LANES-1:0] top_lanes;
    wire [WARPS-1:0]       read_select = 16'd1 << read_warp_i;

    // The stacks of sub-warps at position 0.
    wire [WARPS-1:0]      stack0_live;
    wire                  stack0_popping;
    wire [WARP_BITS-1:0]  stack0_popping_warp;
    wire [WARPS-1:0]      stack0_busy;
    wire                  stack0_overflow;
    wire                  stack0_unbalanced;
    wire [PC_BITS-1:0]    stack0_read_pc;
    wire [SUB_LANES-1:0]  stack0_read_lanes;
    wire [COUNT_BITS-1:0] stack0_read_entries;
    wire                  stack0_read_waiting;
    wire [PC_BITS-1:0]    stack0_read_reconverge;

    reconvergence_stack_of_sub_warps u_reconvergence_stack_stack0 (
        .clk_i             (clk_i),
        .rst_i             (rst_i),
        .start_i           (start_i & (|start_lanes_i[7:0])),
        .start_warp_i      (start_warp_i),
        .start_pc_i        (start_pc_i),
        .start_lanes_i     (start_lanes_i[7:0]),
        .update_i          (update_i[0]),
        .update_warp_i     (update_warp_i[3:0]),
        .exit_i            (exit_i[7:0]),
        .leave_i           (leave_i[7:0]),
        .taken_i           (taken_i[7:0]),
        .target_i          (target_i[31:0]),
        .next_i            (next_i[31:0]),
        .push_i            (push_i[0]),
        .reconverge_i      (reconverge_i[31:0]),
        .compare_i         (compare_i[0]),
        .read_i            ((show_i | read_i) & (|(stack0_live & read_select))),
        .read_warp_i       (read_warp_i),
        .live_o            (stack0_live),
        .popping_o         (stack0_popping),
        .popping_warp_o    (stack0_popping_warp),
        .busy_o            (stack0_busy),
        .overflow_o        (stack0_overflow),
        .unbalanced_o      (stack0_unbalanced),
        .read_pc_o         (stack0_read_pc),
        .read_lanes_o      (stack0_read_lanes),
        .read_entries_o    (stack0_read_entries),
        .read_waiting_o    (stack0_read_waiting),
        .read_reconverge_o (stack0_read_reconverge)
    );

    assign top_pc[0]         = stack0_read_pc;
    assign top_lanes[7:0]    = stack0_read_lanes;
    assign live_o[15:0]      = stack0_live;
    assign busy_o[15:0]      = stack0_busy;
    assign update_ready_o[0] = ~stack0_popping;
    assign overflow_o[0]     = stack0_overflow;
    assign unbalanced_o[0]   = stack0_unbalanced;

    // The stacks of sub-warps at position 1.
    wire [WARPS-1:0]      stack1_live;
    wire                  stack1_popping;
    wire [WARP_BITS-1:0]  stack1_popping_warp;
    wire [WARPS-1:0]      stack1_busy;
    wire                  stack1_overflow;
    wire                  stack1_unbalanced;
    wire [PC_BITS-1:0]    stack1_read_pc;
    wire [SUB_LANES-1:0]  stack1_read_lanes;
    wire [COUNT_BITS-1:0] stack1_read_entries;
    wire                  stack1_read_waiting;
    wire [PC_BITS-1:0]    stack1_read_reconverge;

    reconvergence_stack_of_sub_warps u_reconvergence_stack_stack1 (
        .clk_i             (clk_i),
        .rst_i             (rst_i),
        .start_i           (start_i & (|start_lanes_i[15:8])),
        .start_warp_i      (start_warp_i),
        .start_pc_i        (start_pc_i),
        .start_lanes_i     (start_lanes_i[15:8]),
        .update_i          (update_i[1]),
        .update_warp_i     (update_warp_i[7:4]),
        .exit_i            (exit_i[15:8]),
        .leave_i           (leave_i[15:8]),
        .taken_i           (taken_i[15:8]),
        .target_i          (target_i[63:32]),
        .next_i            (next_i[63:32]),
        .push_i            (push_i[1]),
        .reconverge_i      (reconverge_i[63:32]),
        .compare_i         (compare_i[1]),
        .read_i            ((show_i | read_i) & (|(stack1_live & read_select))),
        .read_warp_i       (read_warp_i),
        .live_o            (stack1_live),
        .popping_o         (stack1_popping),
        .popping_warp_o    (stack1_popping_warp),
        .busy_o            (stack1_busy),
        .overflow_o        (stack1_overflow),
        .unbalanced_o      (stack1_unbalanced),
        .read_pc_o         (stack1_read_pc),
        .read_lanes_o      (stack1_read_lanes),
        .read_entries_o    (stack1_read_entries),
        .read_waiting_o    (stack1_read_waiting),
        .read_reconverge_o (stack1_read_reconverge)
    );

    assign top_pc[1]         = stack1_read_pc;
    assign top_lanes[15:8]   = stack1_read_lanes;
    assign live_o[31:16]     = stack1_live;
    assign busy_o[31:16]     = stack1_busy;
    assign update_ready_o[1] = ~stack1_popping;
    assign overflow_o[1]     = stack1_overflow;
    assign unbalanced_o[1]   = stack1_unbalanced;

    // The stacks of sub-warps at position 2.
    wire [WARPS-1:0]      stack2_live;
    wire                  stack2_popping;
    wire [WARP_BITS-1:0]  stack2_popping_warp;
    wire [WARPS-1:0]      stack2_busy;
    wire                  stack2_overflow;
    wire                  stack2_unbalanced;
    wire [PC_BITS-1:0]    stack2_read_pc;
    wire [SUB_LANES-1:0]  stack2_read_lanes;
    wire [COUNT_BITS-1:0] stack2_read_entries;
    wire                  stack2_read_waiting;
    wire [PC_BITS-1:0]    stack2_read_reconverge;

    reconvergence_stack_of_sub_warps u_reconvergence_stack_stack2 (
        .clk_i             (clk_i),
        .rst_i             (rst_i),
        .start_i           (start_i & (|start_lanes_i[23:16])),
        .start_warp_i      (start_warp_i),
        .start_pc_i        (start_pc_i),
        .start_lanes_i     (start_lanes_i[23:16]),
        .update_i          (update_i[2]),
        .update_warp_i     (update_warp_i[11:8]),
        .exit_i            (exit_i[23:16]),
        .leave_i           (leave_i[23:16]),
        .taken_i           (taken_i[23:16]),
        .target_i          (target_i[95:64]),
        .next_i            (next_i[95:64]),
        .push_i            (push_i[2]),
        .reconverge_i      (reconverge_i[95:64]),
        .compare_i         (compare_i[2]),
        .read_i            ((show_i | read_i) & (|(stack2_live & read_select))),
        .read_warp_i       (read_warp_i),
        .live_o            (stack2_live),
        .popping_o         (stack2_popping),
        .popping_warp_o    (stack2_popping_warp),
        .busy_o            (stack2_busy),
        .overflow_o        (stack2_overflow),
        .unbalanced_o      (stack2_unbalanced),
        .read_pc_o         (stack2_read_pc),
        .read_lanes_o      (stack2_read_lanes),
        .read_entries_o    (stack2_read_entries),
        .read_waiting_o    (stack2_read_waiting),
        .read_reconverge_o (stack2_read_reconverge)
    );

    assign top_pc[2]         = stack2_read_pc;
    assign top_lanes[23:16]  = stack2_read_lanes;
    assign live_o[47:32]     = stack2_live;
    assign busy_o[47:32]     = stack2_busy;
    assign update_ready_o[2] = ~stack2_popping;
    assign overflow_o[2]     = stack2_overflow;
    assign unbalanced_o[2]   = stack2_unbalanced;

    // The stacks of sub-warps at position 3.
    wire [WARPS-1:0]      stack3_live;
    wire                  stack3_popping;
    wire [WARP_BITS-1:0]  stack3_popping_warp;
    wire [WARPS-1:0]      stack3_busy;
    wire                  stack3_overflow;
    wire                  stack3_unbalanced;
    wire [PC_BITS-1:0]    stack3_read_pc;
    wire [SUB_LANES-1:0]  stack3_read_lanes;
    wire [COUNT_BITS-1:0] stack3_read_entries;
    wire                  stack3_read_waiting;
    wire [PC_BITS-1:0]    stack3_read_reconverge;

    reconvergence_stack_of_sub_warps u_reconvergence_stack_stack3 (
        .clk_i             (clk_i),
        .rst_i             (rst_i),
        .start_i           (start_i & (|start_lanes_i[31:24])),
        .start_warp_i      (start_warp_i),
        .start_pc_i        (start_pc_i),
        .start_lanes_i     (start_lanes_i[31:24]),
        .update_i          (update_i[3]),
        .update_warp_i     (update_warp_i[15:12]),
        .exit_i            (exit_i[31:24]),
        .leave_i           (leave_i[31:24]),
        .taken_i           (taken_i[31:24]),
        .target_i          (target_i[127:96]),
        .next_i            (next_i[127:96]),
        .push_i            (push_i[3]),
        .reconverge_i      (reconverge_i[127:96]),
        .compare_i         (compare_i[3]),
        .read_i            ((show_i | read_i) & (|(stack3_live & read_select))),
        .read_warp_i       (read_warp_i),
        .live_o            (stack3_live),
        .popping_o         (stack3_popping),
        .popping_warp_o    (stack3_popping_warp),
        .busy_o            (stack3_busy),
        .overflow_o        (stack3_overflow),
        .unbalanced_o      (stack3_unbalanced),
        .read_pc_o         (stack3_read_pc),
        .read_lanes_o      (stack3_read_lanes),
        .read_entries_o    (stack3_read_entries),
        .read_waiting_o    (stack3_read_waiting),
        .read_reconverge_o (stack3_read_reconverge)
    );

    assign top_pc[3]         = stack3_read_pc;
    assign top_lanes[31:24]  = stack3_read_lanes;
    assign live_o[63:48]     = stack3_live;
    assign busy_o[63:48]     = stack3_busy;
    assign update_ready_o[3] = ~stack3_popping;
    assign overflow_o[3]     = stack3_overflow;
    assign unbalanced_o[3]   = stack3_unbalanced;

    // The stacks of sub-warps at position 4.
    wire [WARPS-1:0]      stack4_live;
    wire                  stack4_popping;
    wire [WARP_BITS-1:0]  stack4_popping_warp;
    wire [WARPS-1:0]      stack4_busy;
    wire                  stack4_overflow;
    wire                  stack4_unbalanced;
    wire [PC_BITS-1:0]    stack4_read_pc;
    wire [SUB_LANES-1:0]  stack4_read_lanes;
    wire [COUNT_BITS-1:0] stack4_read_entries;
    wire                  stack4_read_waiting;
    wire [PC_BITS-1:0]    stack4_read_reconverge;

    reconvergence_stack_of_sub_warps u_reconvergence_stack_stack4 (
        .clk_i             (clk_i),
        .rst_i             (rst_i),
        .start_i           (start_i & (|start_lanes_i[39:32])),
        .start_warp_i      (start_warp_i),
        .start_pc_i        (start_pc_i),
        .start_lanes_i     (start_lanes_i[39:32]),
        .update_i          (update_i[4]),
        .update_warp_i     (update_warp_i[19:16]),
        .exit_i            (exit_i[39:32]),
        .leave_i           (leave_i[39:32]),
        .taken_i           (taken_i[39:32]),
        .target_i          (target_i[159:128]),
        .next_i            (next_i[159:128]),
        .push_i            (push_i[4]),
        .reconverge_i      (reconverge_i[159:128]),
        .compare_i         (compare_i[4]),
        .read_i            ((show_i | read_i) & (|(stack4_live & read_select))),
        .read_warp_i       (read_warp_i),
        .live_o            (stack4_live),
        .popping_o         (stack4_popping),
        .popping_warp_o    (stack4_popping_warp),
        .busy_o            (stack4_busy),
        .overflow_o        (stack4_overflow),
        .unbalanced_o      (stack4_unbalanced),
        .read_pc_o         (stack4_read_pc),
        .read_lanes_o      (stack4_read_lanes),
        .read_entries_o    (stack4_read_entries),
        .read_waiting_o    (stack4_read_waiting),
        .read_reconverge_o (stack4_read_reconverge)
    );

    assign top_pc[4]         = stack4_read_pc;
    assign top_lanes[39:32]  = stack4_read_lanes;
    assign live_o[79:64]     = stack4_live;
    assign busy_o[79:64]     = stack4_busy;
    assign update_ready_o[4] = ~stack4_popping;
    assign overflow_o[4]     = stack4_overflow;
    assign unbalanced_o[4]   = stack4_unbalanced;

    // The stacks of sub-warps at position 5.
    wire [WARPS-1:0]      stack5_live;
    wire                  stack5_popping;
    wire [WARP_BITS-1:0]  stack5_popping_warp;
    wire [WARPS-1:0]      stack5_busy;
    wire                  stack5_overflow;
    wire                  stack5_unbalanced;
    wire [PC_BITS-1:0]    stack5_read_pc;
    wire [SUB_LANES-1:0]  stack5_read_lanes;
    wire [COUNT_BITS-1:0] stack5_read_entries;
    wire                  stack5_read_waiting;
    wire [PC_BITS-1:0]    stack5_read_reconverge;

    reconvergence_stack_of_sub_warps u_reconvergence_stack_stack5 (
        .clk_i             (clk_i),
        .rst_i             (rst_i),
        .start_i           (start_i & (|start_lanes_i[47:40])),
        .start_warp_i      (start_warp_i),
        .start_pc_i        (start_pc_i),
        .start_lanes_i     (start_lanes_i[47:40]),
        .update_i          (update_i[5]),
        .update_warp_i     (update_warp_i[23:20]),
        .exit_i            (exit_i[47:40]),
        .leave_i           (leave_i[47:40]),
        .taken_i           (taken_i[47:40]),
        .target_i          (target_i[191:160]),
        .next_i            (next_i[191:160]),
        .push_i            (push_i[5]),
        .reconverge_i      (reconverge_i[191:160]),
        .compare_i         (compare_i[5]),
        .read_i            ((show_i | read_i) & (|(stack5_live & read_select))),
        .read_warp_i       (read_warp_i),
        .live_o            (stack5_live),
        .popping_o         (stack5_popping),
        .popping_warp_o    (stack5_popping_warp),
        .busy_o            (stack5_busy),
        .overflow_o        (stack5_overflow),
        .unbalanced_o      (stack5_unbalanced),
        .read_pc_o         (stack5_read_pc),
        .read_lanes_o      (stack5_read_lanes),
        .read_entries_o    (stack5_read_entries),
        .read_waiting_o    (stack5_read_waiting),
        .read_reconverge_o (stack5_read_reconverge)
    );

    assign top_pc[5]         = stack5_read_pc;
    assign top_lanes[47:40]  = stack5_read_lanes;
    assign live_o[95:80]     = stack5_live;
    assign busy_o[95:80]     = stack5_busy;
    assign update_ready_o[5] = ~stack5_popping;
    assign overflow_o[5]     = stack5_overflow;
    assign unbalanced_o[5]   = stack5_unbalanced;

    // The stacks of sub-warps at position 6.
    wire [WARPS-1:0]      stack6_live;
    wire                  stack6_popping;
    wire [WARP_BITS-1:0]  stack6_popping_warp;
    wire [WARPS-1:0]      stack6_busy;
    wire                  stack6_overflow;
    wire                  stack6_unbalanced;
    wire [PC_BITS-1:0]    stack6_read_pc;
    wire [SUB_LANES-1:0]  stack6_read_lanes;
    wire [COUNT_BITS-1:0] stack6_read_entries;
    wire                  stack6_read_waiting;
    wire [PC_BITS-1:0]    stack6_read_reconverge;

    reconvergence_stack_of_sub_warps u_reconvergence_stack_stack6 (
        .clk_i             (clk_i),
        .rst_i             (rst_i),
        .start_i           (start_i & (|start_lanes_i[55:48])),
        .start_warp_i      (start_warp_i),
        .start_pc_i        (start_pc_i),
        .start_lanes_i     (start_lanes_i[55:48]),
        .update_i          (update_i[6]),
        .update_warp_i     (update_warp_i[27:24]),
        .exit_i            (exit_i[55:48]),
        .leave_i           (leave_i[55:48]),
        .taken_i           (taken_i[55:48]),
        .target_i          (target_i[223:192]),
        .next_i            (next_i[223:192]),
        .push_i            (push_i[6]),
        .reconverge_i      (reconverge_i[223:192]),
        .compare_i         (compare_i[6]),
        .read_i            ((show_i | read_i) & (|(stack6_live & read_select))),
        .read_warp_i       (read_warp_i),
        .live_o            (stack6_live),
        .popping_o         (stack6_popping),
        .popping_warp_o    (stack6_popping_warp),
        .busy_o            (stack6_busy),
        .overflow_o        (stack6_overflow),
        .unbalanced_o      (stack6_unbalanced),
        .read_pc_o         (stack6_read_pc),
        .read_lanes_o      (stack6_read_lanes),
        .read_entries_o    (stack6_read_entries),
        .read_waiting_o    (stack6_read_waiting),
        .read_reconverge_o (stack6_read_reconverge)
    );

    assign top_pc[6]         = stack6_read_pc;
    assign top_lanes[55:48]  = stack6_read_lanes;
    assign live_o[111:96]    = stack6_live;
    assign busy_o[111:96]    = stack6_busy;
    assign update_ready_o[6] = ~stack6_popping;
    assign overflow_o[6]     = stack6_overflow;
    assign unbalanced_o[6]   = stack6_unbalanced;

    // The stacks of sub-warps at position 7.
    wire [WARPS-1:0]      stack7_live;
    wire                  stack7_popping;
    wire [WARP_BITS-1:0]  stack7_popping_warp;
    wire [WARPS-1:0]      stack7_busy;
    wire                  stack7_overflow;
    wire                  stack7_unbalanced;
    wire [PC_BITS-1:0]    stack7_read_pc;
    wire [SUB_LANES-1:0]  stack7_read_lanes;
    wire [COUNT_BITS-1:0] stack7_read_entries;
    wire                  stack7_read_waiting;
    wire [PC_BITS-1:0]    stack7_read_reconverge;

    reconvergence_stack_of_sub_warps u_reconvergence_stack_stack7 (
        .clk_i             (clk_i),
        .rst_i             (rst_i),
        .start_i           (start_i & (|start_lanes_i[63:56])),
        .start_warp_i      (start_warp_i),
        .start_pc_i        (start_pc_i),
        .start_lanes_i     (start_lanes_i[63:56]),
        .update_i          (update_i[7]),
        .update_warp_i     (update_warp_i[31:28]),
        .exit_i            (exit_i[63:56]),
        .leave_i           (leave_i[63:56]),
        .taken_i           (taken_i[63:56]),
        .target_i          (target_i[255:224]),
        .next_i            (next_i[255:224]),
        .push_i            (push_i[7]),
        .reconverge_i      (reconverge_i[255:224]),
        .compare_i         (compare_i[7]),
        .read_i            ((show_i | read_i) & (|(stack7_live & read_select))),
        .read_warp_i       (read_warp_i),
        .live_o            (stack7_live),
        .popping_o         (stack7_popping),
        .popping_warp_o    (stack7_popping_warp),
        .busy_o            (stack7_busy),
        .overflow_o        (stack7_overflow),
        .unbalanced_o      (stack7_unbalanced),
        .read_pc_o         (stack7_read_pc),
        .read_lanes_o      (stack7_read_lanes),
        .read_entries_o    (stack7_read_entries),
        .read_waiting_o    (stack7_read_waiting),
        .read_reconverge_o (stack7_read_reconverge)
    );

    assign top_pc[7]         = stack7_read_pc;
    assign top_lanes[63:56]  = stack7_read_lanes;
    assign live_o[127:112]   = stack7_live;
    assign busy_o[127:112]   = stack7_busy;
    assign update_ready_o[7] = ~stack7_popping;
    assign overflow_o[7]     = stack7_overflow;
    assign unbalanced_o[7]   = stack7_unbalanced;
    assign read_done_o       = read_i & ~show_i;
    assign read_pc_o         = top_pc[read_partner_i];
    assign read_lanes_o      = top_lanes[read_partner_i*8 +: SUB_LANES];

    // The synchroniser. The highest bit of a PC in the stacks tells calls apart and is not
    // compared.
    wire                   synchronizer_ignored;
    wire [16*PARTNERS-1:0] synchronizer_locked;
    wire [16*PARTNERS-1:0] synchronizer_combinable;
    wire                   synchronizer_combined;
    wire [PARTNERS-1:0]    synchronizer_members;
    wire [SIZE_BITS-1:0]   synchronizer_size;
    wire [PC_BITS-1:0]     synchronizer_combined_pc;
    wire [LANES-1:0]       synchronizer_lanes;
    wire [255:0]           address;

    assign address[31:0]    = {1'b0, top_pc[0][30:0]};
    assign address[63:32]   = {1'b0, top_pc[1][30:0]};
    assign address[95:64]   = {1'b0, top_pc[2][30:0]};
    assign address[127:96]  = {1'b0, top_pc[3][30:0]};
    assign address[159:128] = {1'b0, top_pc[4][30:0]};
    assign address[191:160] = {1'b0, top_pc[5][30:0]};
    assign address[223:192] = {1'b0, top_pc[6][30:0]};
    assign address[255:224] = {1'b0, top_pc[7][30:0]};

    wire show_ready = ~synchronizer_combined | issue_ready_i;

    dwr_synchronizer u_dwr_synchronizer (
        .clk_i            (clk_i),
        .rst_i            (rst_i),
        .arrive_i         (arrive_i),
        .arrive_warp_i    (arrive_warp_i),
        .arrive_partner_i (arrive_partner_i),
        .arrive_pc_i      (arrive_pc_i),
        .excused_i        (excused_i),
        .show_i           (show_i),
        .show_warp_i      (read_warp_i),
        .show_pc_i        (address),
        .show_active_i    (top_lanes),
        .take_i           (synchronizer_combined & issue_ready_i),
        .ignored_o        (synchronizer_ignored),
        .locked_o         (synchronizer_locked),
        .combinable_o     (synchronizer_combinable),
        .combined_o       (synchronizer_combined),
        .members_o        (synchronizer_members),
        .size_o           (synchronizer_size),
        .combined_pc_o    (synchronizer_combined_pc),
        .lanes_o          (synchronizer_lanes)
    );

    assign ignored_o       = synchronizer_ignored;
    assign locked_o        = synchronizer_locked;
    assign combinable_o    = synchronizer_combinable;
    assign show_ready_o    = show_ready;
    assign issue_o         = synchronizer_combined;
    assign issue_warp_o    = read_warp_i;
    assign issue_members_o = synchronizer_members;
    assign issue_size_o    = synchronizer_size;
    assign issue_pc_o      = synchronizer_combined_pc;
    assign issue_lanes_o   = synchronizer_lanes;

    wire unused = &{
        1'b0, stack0_popping_warp, stack0_read_entries, stack0_read_waiting,
        stack0_read_reconverge, stack1_popping_warp, stack1_read_entries, stack1_read_waiting,
        stack1_read_reconverge, stack2_popping_warp, stack2_read_entries, stack2_read_waiting,
        stack2_read_reconverge, stack3_popping_warp, stack3_read_entries, stack3_read_waiting,
        stack3_read_reconverge, stack4_popping_warp, stack4_read_entries, stack4_read_waiting,
        stack4_read_reconverge, stack5_popping_warp, stack5_read_entries, stack5_read_waiting,
        stack5_read_reconverge, stack6_popping_warp, stack6_read_entries, stack6_read_waiting,
        stack6_read_reconverge, stack7_popping_warp, stack7_read_entries, stack7_read_waiting,
        stack7_read_reconverge
    };
endmodule

`default_nettype wire
