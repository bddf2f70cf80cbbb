// reconvergence_stack: the reconvergence stacks of all warps of a core.
// Source:  fung2009, section 3.2, figure 4; notes.
// Papers:  fung2009: W. Fung, I. Sham, G. Yuan and T. Aamodt, "Dynamic Warp Formation: Efficient
//          MIMD Control Flow on SIMD Graphics Hardware", 2009; notes: lecture notes, "GPU
//          Microarchitecture Note Set 6: Warps and Branch Divergence" (docs/sources.md of Heddle).
// Config:  warps 24, lanes 32, pc_bits 24, depth 128, pops 2, taken_first 1, latency 5.
// Timing:  an update is done 5 cycles later; one update a cycle; up to 2 entries are popped with
//          the update, the rest in the following cycles.
`default_nettype none

module reconvergence_stack (
    input  wire        clk_i,
    input  wire        rst_i,

    // start: a warp gets its threads
    input  wire        start_i,            // a warp starts
    input  wire [4:0]  start_warp_i,       // the warp that starts; it must not be live
    input  wire [23:0] start_pc_i,         // PC at which the warp starts, in words
    input  wire [31:0] start_lanes_i,      // lanes that have a thread

    // update: a warp has executed an instruction
    input  wire        update_i,           // a warp has executed an instruction
    input  wire [4:0]  update_warp_i,      // the warp that has executed; it must be live
    input  wire [31:0] exit_i,             // lanes whose thread ends
    input  wire [31:0] leave_i,            // lanes that leave the top and wait in the entry below
                                           // that holds them
    input  wire [31:0] taken_i,            // lanes that take the branch to target; the others go to
                                           // next
    input  wire [23:0] target_i,           // PC of the taken lanes, in words
    input  wire [23:0] next_i,             // PC of the other lanes, in words
    input  wire        push_i,             // new entries are pushed; their lanes meet again at
                                           // reconverge
    input  wire [23:0] reconverge_i,       // the reconvergence point, in words
    input  wire        compare_i,          // pushed entries are popped when they reach the
                                           // reconvergence point

    // read: the top of a stack
    input  wire        read_i,             // the top of a stack is read
    input  wire [4:0]  read_warp_i,        // the warp to read; it must be live

    // state
    output wire [23:0] live_o,             // warps that have threads, one bit per warp
    output wire        popping_o,          // a stack is still popping entries: no update is
                                           // accepted
    output wire [4:0]  popping_warp_o,     // warp of the popping stack
    output wire [23:0] busy_o,             // warps with an update in flight, which accept no other;
                                           // one bit per warp

    // update
    output wire        overflow_o,         // the update needs more than depth entries and is not
                                           // done
    output wire        unbalanced_o,       // lanes leave the only entry, and the update is not done

    // read: the top of a stack
    output wire [23:0] read_pc_o,          // PC of the top entry
    output wire [31:0] read_lanes_o,       // lanes of the top entry whose threads have not ended
    output wire [7:0]  read_entries_o,     // number of entries in the stack
    output wire        read_waiting_o,     // the top entry has a reconvergence point
    output wire [23:0] read_reconverge_o   // reconvergence point of the top entry, in words
);
    localparam WARP_BITS  = 5;    // bits of start_warp_i
    localparam PC_BITS    = 24;   // width of a PC in words
    localparam LANES      = 32;   // threads of a warp
    localparam WARPS      = 24;   // warps of a core
    localparam COUNT_BITS = 8;    // bits of read_entries_o

    // Stacks by warp: the top entry with its living lanes, the living threads, and the number of
    // entries. A fresh warp has its start PC and start lanes instead.
    reg  [PC_BITS-1:0]    top_pc_q [0:23];
    reg  [LANES-1:0]      top_lanes_q [0:23];
    reg  [PC_BITS-1:0]    top_reconverge_q [0:23];
    reg                   top_waiting_q [0:23];
    reg  [LANES-1:0]      threads_q [0:23];
    reg  [COUNT_BITS-1:0] entries_q [0:23];
    reg  [PC_BITS-1:0]    start_pc_q [0:23];
    reg  [LANES-1:0]      start_lanes_q [0:23];
    wire                  fresh [0:23];
    reg  [WARPS-1:0]      live_q;
    reg                   popping_q;
    reg  [WARP_BITS-1:0]  popping_warp_q;

    // The current warp: its stack is popping, or it is updated.
    wire                 busy = popping_q | update_i;
    wire [WARP_BITS-1:0] warp = popping_q ? popping_warp_q : update_warp_i;
    wire [LANES-1:0]     exit = exit_i & {LANES{update_i}};

    // Stage 1: the request.
    reg                 busy1_q;
    reg [WARP_BITS-1:0] warp1_q;
    reg                 update1_q;
    reg [LANES-1:0]     exit1_q;
    reg [LANES-1:0]     leave1_q;
    reg [LANES-1:0]     taken1_q;
    reg [PC_BITS-1:0]   target1_q;
    reg [PC_BITS-1:0]   next1_q;
    reg                 push1_q;
    reg [PC_BITS-1:0]   reconverge1_q;
    reg                 compare1_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            busy1_q   <= 1'b0;
            update1_q <= 1'b0;
        end else begin
            busy1_q   <= busy;
            update1_q <= update_i;
        end
        warp1_q       <= warp;
        exit1_q       <= exit;
        leave1_q      <= leave_i;
        taken1_q      <= taken_i;
        target1_q     <= target_i;
        next1_q       <= next_i;
        push1_q       <= push_i;
        reconverge1_q <= reconverge_i;
        compare1_q    <= compare_i;
    end

    // The stored state of the current warp.
    wire                  old_fresh         = fresh[warp1_q];
    wire [LANES-1:0]      old_start_lanes   = start_lanes_q[warp1_q];
    wire [COUNT_BITS-1:0] old_entries_below = entries_q[warp1_q];
    wire [LANES-1:0]      old_lanes         = old_fresh ? old_start_lanes : top_lanes_q[warp1_q];
    wire [PC_BITS-1:0]    old_reconverge    = top_reconverge_q[warp1_q];
    wire                  old_waiting       = top_waiting_q[warp1_q] & ~old_fresh;
    wire [COUNT_BITS-1:0] old_entries       = old_fresh ? 8'd1 : old_entries_below;

    // Stage 2: the request.
    reg                 busy2_q;
    reg [WARP_BITS-1:0] warp2_q;
    reg                 update2_q;
    reg [LANES-1:0]     exit2_q;
    reg [LANES-1:0]     leave2_q;
    reg [LANES-1:0]     taken2_q;
    reg [PC_BITS-1:0]   target2_q;
    reg [PC_BITS-1:0]   next2_q;
    reg                 push2_q;
    reg [PC_BITS-1:0]   reconverge2_q;
    reg                 compare2_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            busy2_q   <= 1'b0;
            update2_q <= 1'b0;
        end else begin
            busy2_q   <= busy1_q;
            update2_q <= update1_q;
        end
        warp2_q       <= warp1_q;
        exit2_q       <= exit1_q;
        leave2_q      <= leave1_q;
        taken2_q      <= taken1_q;
        target2_q     <= target1_q;
        next2_q       <= next1_q;
        push2_q       <= push1_q;
        reconverge2_q <= reconverge1_q;
        compare2_q    <= compare1_q;
    end

    // Stage 2: the stored state of the warp.
    reg [LANES-1:0]      old_lanes2_q;
    reg [PC_BITS-1:0]    old_reconverge2_q;
    reg                  old_waiting2_q;
    reg [LANES-1:0]      old_threads2_q;
    reg [COUNT_BITS-1:0] entries2_q;

    always @(posedge clk_i) begin
        old_lanes2_q      <= old_lanes;
        old_reconverge2_q <= old_reconverge;
        old_waiting2_q    <= old_waiting;
        old_threads2_q    <= old_fresh ? old_start_lanes : threads_q[warp1_q];
        entries2_q        <= old_entries;
    end

    // The sides of a branch: the taken side runs first, the fall-through side second.
    wire [LANES-1:0] waiting_lanes             = old_lanes2_q & ~exit2_q;
    wire [LANES-1:0] remaining                 = waiting_lanes & ~leave2_q;
    wire [LANES-1:0] new_threads               = old_threads2_q & ~(old_lanes2_q & exit2_q);
    wire [LANES-1:0] first_lanes               = remaining & taken2_q;
    wire             first_any                 = |first_lanes;
    wire             first_at_old_reconverge   = (target2_q == old_reconverge2_q);
    wire [LANES-1:0] second_lanes              = remaining & ~taken2_q;
    wire             second_any                = |second_lanes;
    wire             second_at_old_reconverge  = (next2_q == old_reconverge2_q);
    wire             first_at_reconverge       = (target2_q == reconverge2_q);
    wire             second_at_reconverge      = (next2_q == reconverge2_q);
    wire             waiting_any               = |waiting_lanes;
    wire             waiting_at_old_reconverge = (reconverge2_q == old_reconverge2_q);
    wire             leaving                   = |(waiting_lanes & leave2_q);
    wire             alive                     = |new_threads;
    wire [2:0]       bottom =
        {entries2_q == 8'd3, entries2_q == 8'd2, entries2_q == 8'd1};
    wire             full                      = (entries2_q == 8'd128);
    wire             nearly_full               = (entries2_q == 8'd127);

    // Stage 3: where the lanes go, and the comparisons.
    reg                  busy3_q;
    reg [WARP_BITS-1:0]  warp3_q;
    reg                  update3_q;
    reg                  push3_q;
    reg                  compare3_q;
    reg [COUNT_BITS-1:0] entries3_q;
    reg [2:0]            bottom3_q;
    reg                  full3_q;
    reg                  nearly_full3_q;
    reg [LANES-1:0]      threads3_q;
    reg                  alive3_q;
    reg [LANES-1:0]      first_lanes3_q;
    reg [PC_BITS-1:0]    first_pc3_q;
    reg                  first_any3_q;
    reg                  first_at_old_reconverge3_q;
    reg [LANES-1:0]      second_lanes3_q;
    reg [PC_BITS-1:0]    second_pc3_q;
    reg                  second_any3_q;
    reg                  second_at_old_reconverge3_q;
    reg                  first_at_reconverge3_q;
    reg                  second_at_reconverge3_q;
    reg                  leaving3_q;
    reg [LANES-1:0]      waiting_lanes3_q;
    reg [PC_BITS-1:0]    waiting_pc3_q;
    reg                  waiting_any3_q;
    reg                  waiting_at_old_reconverge3_q;
    reg [PC_BITS-1:0]    old_reconverge3_q;
    reg                  old_waiting3_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            busy3_q   <= 1'b0;
            update3_q <= 1'b0;
        end else begin
            busy3_q   <= busy2_q;
            update3_q <= update2_q;
        end
        warp3_q                      <= warp2_q;
        push3_q                      <= push2_q;
        compare3_q                   <= compare2_q;
        entries3_q                   <= entries2_q;
        bottom3_q                    <= bottom;
        full3_q                      <= full;
        nearly_full3_q               <= nearly_full;
        threads3_q                   <= new_threads;
        alive3_q                     <= alive;
        first_lanes3_q               <= first_lanes;
        first_pc3_q                  <= target2_q;
        first_any3_q                 <= first_any;
        first_at_old_reconverge3_q   <= first_at_old_reconverge;
        second_lanes3_q              <= second_lanes;
        second_pc3_q                 <= next2_q;
        second_any3_q                <= second_any;
        second_at_old_reconverge3_q  <= second_at_old_reconverge;
        first_at_reconverge3_q       <= first_at_reconverge;
        second_at_reconverge3_q      <= second_at_reconverge;
        leaving3_q                   <= leaving;
        waiting_lanes3_q             <= waiting_lanes;
        waiting_pc3_q                <= reconverge2_q;
        waiting_any3_q               <= waiting_any;
        waiting_at_old_reconverge3_q <= waiting_at_old_reconverge;
        old_reconverge3_q            <= old_reconverge2_q;
        old_waiting3_q               <= old_waiting2_q;
    end

    // Stage 4: where the lanes go, and the comparisons.
    reg                  busy4_q;
    reg [WARP_BITS-1:0]  warp4_q;
    reg                  update4_q;
    reg                  push4_q;
    reg                  compare4_q;
    reg [COUNT_BITS-1:0] entries4_q;
    reg [2:0]            bottom4_q;
    reg                  full4_q;
    reg                  nearly_full4_q;
    reg [LANES-1:0]      threads4_q;
    reg                  alive4_q;
    reg [LANES-1:0]      first_lanes4_q;
    reg [PC_BITS-1:0]    first_pc4_q;
    reg                  first_any4_q;
    reg                  first_at_old_reconverge4_q;
    reg [LANES-1:0]      second_lanes4_q;
    reg [PC_BITS-1:0]    second_pc4_q;
    reg                  second_any4_q;
    reg                  second_at_old_reconverge4_q;
    reg                  first_at_reconverge4_q;
    reg                  second_at_reconverge4_q;
    reg                  leaving4_q;
    reg [LANES-1:0]      waiting_lanes4_q;
    reg [PC_BITS-1:0]    waiting_pc4_q;
    reg                  waiting_any4_q;
    reg                  waiting_at_old_reconverge4_q;
    reg [PC_BITS-1:0]    old_reconverge4_q;
    reg                  old_waiting4_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            busy4_q   <= 1'b0;
            update4_q <= 1'b0;
        end else begin
            busy4_q   <= busy3_q;
            update4_q <= update3_q;
        end
        warp4_q                      <= warp3_q;
        push4_q                      <= push3_q;
        compare4_q                   <= compare3_q;
        entries4_q                   <= entries3_q;
        bottom4_q                    <= bottom3_q;
        full4_q                      <= full3_q;
        nearly_full4_q               <= nearly_full3_q;
        threads4_q                   <= threads3_q;
        alive4_q                     <= alive3_q;
        first_lanes4_q               <= first_lanes3_q;
        first_pc4_q                  <= first_pc3_q;
        first_any4_q                 <= first_any3_q;
        first_at_old_reconverge4_q   <= first_at_old_reconverge3_q;
        second_lanes4_q              <= second_lanes3_q;
        second_pc4_q                 <= second_pc3_q;
        second_any4_q                <= second_any3_q;
        second_at_old_reconverge4_q  <= second_at_old_reconverge3_q;
        first_at_reconverge4_q       <= first_at_reconverge3_q;
        second_at_reconverge4_q      <= second_at_reconverge3_q;
        leaving4_q                   <= leaving3_q;
        waiting_lanes4_q             <= waiting_lanes3_q;
        waiting_pc4_q                <= waiting_pc3_q;
        waiting_any4_q               <= waiting_any3_q;
        waiting_at_old_reconverge4_q <= waiting_at_old_reconverge3_q;
        old_reconverge4_q            <= old_reconverge3_q;
        old_waiting4_q               <= old_waiting3_q;
    end

    // The entry that is read from each bank of entries below the top.
    wire [PC_BITS-1:0] row_pc [0:1];
    wire [LANES-1:0]   row_lanes [0:1];
    wire [PC_BITS-1:0] row_reconverge [0:1];
    wire               row_waiting [0:1];
    wire [LANES-1:0]   row_living [0:1];
    wire               row_done [0:1];

    genvar i;
    generate
        for (i = 0; i < 2; i = i + 1) begin : g_row
            wire [LANES-1:0] living = row_lanes[i] & threads4_q;
            assign row_living[i] = living;
            assign row_done[i]   = (row_waiting[i] & (row_pc[i] == row_reconverge[i])) | ~|living;
        end
    endgenerate

    // Whether an update takes effect, and how many entries it pushes.
    wire       both       = first_any4_q & second_any4_q;
    wire       one        = push4_q ? first_any4_q ^ second_any4_q : both;
    wire       two        = push4_q & both;
    wire       overflow   = update4_q & ((one & full4_q) | (two & (full4_q | nearly_full4_q)));
    wire       unbalanced = update4_q & ~push4_q & leaving4_q & bottom4_q[0];
    wire       refused    = overflow | unbalanced;
    wire       accepted   = update4_q & ~refused;
    wire [1:0] pushed     = {two, one} & {2{accepted}};
    wire       push_en    = |pushed;

    // Candidates for the new top: the pushed entries, the old top, and the entries below it.
    wire [LANES-1:0]   rest_lanes = second_any4_q ? second_lanes4_q : first_lanes4_q;
    wire [PC_BITS-1:0] rest_pc    = second_any4_q ? second_pc4_q : first_pc4_q;
    wire [PC_BITS-1:0] new_pc [0:4];
    wire [LANES-1:0]   new_lanes [0:4];
    wire [PC_BITS-1:0] new_reconverge [0:4];
    wire               new_waiting [0:4];

    assign new_pc[0]         = first_pc4_q;
    assign new_lanes[0]      = first_lanes4_q;
    assign new_reconverge[0] = waiting_pc4_q;
    assign new_waiting[0]    = compare4_q;
    assign new_pc[1]         = push4_q ? rest_pc : first_pc4_q;
    assign new_lanes[1]      = push4_q ? rest_lanes : first_lanes4_q;
    assign new_reconverge[1] = push4_q ? waiting_pc4_q : old_reconverge4_q;
    assign new_waiting[1]    = push4_q ? compare4_q : old_waiting4_q;
    assign new_pc[2]         = push4_q ? waiting_pc4_q : rest_pc;
    assign new_lanes[2]      = push4_q ? waiting_lanes4_q : rest_lanes;
    assign new_reconverge[2] = old_reconverge4_q;
    assign new_waiting[2]    = old_waiting4_q;

    wire below_done [0:1];

    generate
        for (i = 0; i < 2; i = i + 1) begin : g_below
            localparam [COUNT_BITS-1:0] distance = i+2;
            wire       [COUNT_BITS-1:0] position = entries4_q - distance;
            wire                        bank     = position[0];
            assign new_pc[i+3]         = row_pc[bank];
            assign new_lanes[i+3]      = row_living[bank];
            assign new_reconverge[i+3] = row_reconverge[bank];
            assign new_waiting[i+3]    = row_waiting[bank];
            assign below_done[i]       = row_done[bank];
            wire unused = &{1'b0, position[7:1]};
        end
    endgenerate

    // The first candidate that is not done becomes the top, otherwise the last one in reach: the
    // candidate after as many entries as one cycle can pop.
    wire [2:0] in_reach = {~push_en, ~pushed[1], 1'b1};
    wire       lower_arrived =
        push4_q ? compare4_q & (second_any4_q ? second_at_reconverge4_q : first_at_reconverge4_q)
        : old_waiting4_q & first_at_old_reconverge4_q;
    wire       top_arrived =
        old_waiting4_q
        & (
              push4_q ? waiting_at_old_reconverge4_q
              : second_any4_q ? second_at_old_reconverge4_q
              : first_at_old_reconverge4_q
          );
    wire [4:0] keep;

    assign keep[0] = pushed[1] & ~(compare4_q & first_at_reconverge4_q);
    assign keep[1] = push_en & ~lower_arrived;
    assign keep[2] =
        in_reach[0] & update4_q
        & (
              ((push4_q ? waiting_any4_q : first_any4_q | second_any4_q) & ~top_arrived)
              | bottom4_q[0]
          );

    generate
        for (i = 0; i < 2; i = i + 1) begin : g_keep
            assign keep[i+3] = in_reach[i+1] & (~below_done[i] | bottom4_q[i+1]);
        end
    endgenerate

    wire [2:0] last_in_reach = 3'd4 - {1'b0, pushed};
    wire       step_en       = busy4_q & ~refused;

    // Stage 5: the candidates, and which of them stay.
    wire [PC_BITS-1:0] held_pc [0:4];
    wire [LANES-1:0]   held_lanes [0:4];
    wire [PC_BITS-1:0] held_reconverge [0:4];
    wire               held_waiting [0:4];

    generate
        for (i = 0; i < 5; i = i + 1) begin : g_held
            reg [PC_BITS-1:0] pc5_q;
            assign held_pc[i] = pc5_q;
            reg [LANES-1:0] lanes5_q;
            assign held_lanes[i] = lanes5_q;
            reg [PC_BITS-1:0] reconverge5_q;
            assign held_reconverge[i] = reconverge5_q;
            reg waiting5_q;
            assign held_waiting[i] = waiting5_q;
            always @(posedge clk_i) begin
                pc5_q         <= new_pc[i];
                lanes5_q      <= new_lanes[i];
                reconverge5_q <= new_reconverge[i];
                waiting5_q    <= new_waiting[i];
            end
        end
    endgenerate

    reg                  busy5_q;
    reg [WARP_BITS-1:0]  warp5_q;
    reg                  step_en5_q;
    reg                  overflow5_q;
    reg                  unbalanced5_q;
    reg                  push_en5_q;
    reg                  push_two5_q;
    reg [4:0]            keep5_q;
    reg [2:0]            last5_q;
    reg [COUNT_BITS-1:0] entries5_q;
    reg [LANES-1:0]      threads5_q;
    reg                  alive5_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            busy5_q       <= 1'b0;
            step_en5_q    <= 1'b0;
            overflow5_q   <= 1'b0;
            unbalanced5_q <= 1'b0;
            push_en5_q    <= 1'b0;
            push_two5_q   <= 1'b0;
        end else begin
            busy5_q       <= busy4_q;
            step_en5_q    <= step_en;
            overflow5_q   <= overflow;
            unbalanced5_q <= unbalanced;
            push_en5_q    <= push_en;
            push_two5_q   <= pushed[1];
        end
        warp5_q    <= warp4_q;
        keep5_q    <= keep;
        last5_q    <= last_in_reach;
        entries5_q <= entries4_q;
        threads5_q <= threads4_q;
        alive5_q   <= alive4_q;
    end

    // Banks of entries below the top, by position. A push writes the entries that it covers. The
    // highest entry below the top is read from each bank; it is meaningless if the stack has none.
    wire [COUNT_BITS-1:0] below_top = entries5_q - 8'd1;
    wire [1:0]            of_lower  = (2'd1 << entries5_q[0]) & {2{push_two5_q}};
    wire [1:0]            of_top    = (2'd1 << below_top[0]) & {2{push_en5_q}};

    generate
        for (i = 0; i < 2; i = i + 1) begin : g_bank
            wire                        lower     = of_lower[i];
            wire                        we        = lower | of_top[i];
            wire       [COUNT_BITS-1:0] position  = lower ? entries5_q : below_top;
            wire       [10:0]           write_row = {warp5_q, position[6:1]};
            localparam [COUNT_BITS-1:0] distance  = i+2;
            wire       [COUNT_BITS-1:0] highest   = entries2_q - distance;
            wire       [10:0]           read_row  = {warp2_q, highest[6:1]};
            (* no_rw_check *)
            reg [PC_BITS-1:0] below_pc_q [0:1535];
            (* no_rw_check *)
            reg [LANES-1:0] below_lanes_q [0:1535];
            (* no_rw_check *)
            reg [PC_BITS-1:0] below_reconverge_q [0:1535];
            (* no_rw_check *)
            reg               below_waiting_q [0:1535];
            reg [PC_BITS-1:0] pc_q;   // reads below_pc_q; any value if it is written too
            reg [PC_BITS-1:0] pc4_q;
            assign row_pc[i] = pc4_q;
            reg [LANES-1:0] lanes_q;   // reads below_lanes_q; any value if it is written too
            reg [LANES-1:0] lanes4_q;
            assign row_lanes[i] = lanes4_q;
            reg [PC_BITS-1:0] reconverge_q;   // reads below_reconverge_q; any value if it is
                                              // written too
            reg [PC_BITS-1:0] reconverge4_q;
            assign row_reconverge[i] = reconverge4_q;
            reg waiting_q;   // reads below_waiting_q; any value if it is written too
            reg waiting4_q;
            assign row_waiting[i] = waiting4_q;
            always @(posedge clk_i) begin
                if (we) begin
                    below_pc_q[write_row]      <= lower ? held_pc[1] : held_pc[2];
                    below_lanes_q[write_row]   <= lower ? held_lanes[1] : held_lanes[2];
                    below_reconverge_q[write_row] <=
                        lower ? held_reconverge[1] : held_reconverge[2];
                    below_waiting_q[write_row] <= lower ? held_waiting[1] : held_waiting[2];
                end
                pc_q          <= below_pc_q[read_row];
                pc4_q         <= pc_q;
                lanes_q       <= below_lanes_q[read_row];
                lanes4_q      <= lanes_q;
                reconverge_q  <= below_reconverge_q[read_row];
                reconverge4_q <= reconverge_q;
                waiting_q     <= below_waiting_q[read_row];
                waiting4_q    <= waiting_q;
            end
            wire unused = &{1'b0, position[0], position[7], highest[0], highest[7]};
        end
    endgenerate

    reg [2:0] chosen;

    always @* begin : fold_chosen
        integer n;
        chosen = last5_q;
        for (n = 0; n < 5; n = n + 1) begin
            if (keep5_q[4-n]) begin
                chosen = 3'd4 - n[2:0];
            end
        end
    end

    // The new top.
    always @(posedge clk_i) begin
        if (step_en5_q) begin
            top_pc_q[warp5_q]         <= held_pc[chosen];
            top_lanes_q[warp5_q]      <= held_lanes[chosen];
            top_reconverge_q[warp5_q] <= held_reconverge[chosen];
            top_waiting_q[warp5_q]    <= held_waiting[chosen];
            threads_q[warp5_q]        <= threads5_q;
            entries_q[warp5_q]        <= entries5_q + 8'd2 - {5'd0, chosen};
        end
    end

    // The PC and the lanes with which a warp starts.
    wire [WARPS-1:0] started = (24'd1 << start_warp_i) & {WARPS{start_i}};
    wire [WARPS-1:0] changed = (24'd1 << warp5_q) & {WARPS{step_en5_q}};

    generate
        for (i = 0; i < 24; i = i + 1) begin : g_warp
            reg fresh_q;
            assign fresh[i] = fresh_q;
            always @(posedge clk_i) begin
                fresh_q <= started[i] | (fresh_q & ~changed[i]);
            end
        end
    endgenerate

    always @(posedge clk_i) begin
        if (start_i) begin
            start_pc_q[start_warp_i]    <= start_pc_i;
            start_lanes_q[start_warp_i] <= start_lanes_i;
        end
    end

    // Live warps (those with threads), and the warp whose stack is popping.
    wire [WARPS-1:0] live_d =
        (live_q & ~((24'd1 << warp5_q) & {WARPS{step_en5_q & ~alive5_q}}))
        | ((24'd1 << start_warp_i) & {WARPS{start_i}});

    always @(posedge clk_i) begin
        if (rst_i) begin
            live_q    <= 24'd0;
            popping_q <= 1'b0;
        end else begin
            live_q    <= live_d;
            popping_q <= step_en5_q & alive5_q & ~|keep5_q;
        end
        popping_warp_q <= warp5_q;
    end

    assign live_o         = live_q;
    assign popping_o      = popping_q;
    assign popping_warp_o = popping_warp_q;
    assign busy_o =
        ((24'd1 << popping_warp_q) & {WARPS{popping_q}}) | ((24'd1 << warp1_q) & {WARPS{busy1_q}})
        | ((24'd1 << warp2_q) & {WARPS{busy2_q}}) | ((24'd1 << warp3_q) & {WARPS{busy3_q}})
        | ((24'd1 << warp4_q) & {WARPS{busy4_q}}) | ((24'd1 << warp5_q) & {WARPS{busy5_q}});
    assign overflow_o     = overflow5_q;
    assign unbalanced_o   = unbalanced5_q;

    // The stored state of the warp that is read.
    wire                  read_fresh         = fresh[read_warp_i];
    wire [LANES-1:0]      read_start_lanes   = start_lanes_q[read_warp_i];
    wire [COUNT_BITS-1:0] read_entries_below = entries_q[read_warp_i];
    wire [LANES-1:0]      read_lanes =
        read_fresh ? read_start_lanes : top_lanes_q[read_warp_i];
    wire [PC_BITS-1:0]    read_reconverge    = top_reconverge_q[read_warp_i];
    wire                  read_waiting       = top_waiting_q[read_warp_i] & ~read_fresh;
    wire [COUNT_BITS-1:0] read_entries       = read_fresh ? 8'd1 : read_entries_below;

    assign read_pc_o         = read_fresh ? start_pc_q[read_warp_i] : top_pc_q[read_warp_i];
    assign read_lanes_o      = read_lanes;
    assign read_entries_o    = read_entries;
    assign read_waiting_o    = read_waiting;
    assign read_reconverge_o = read_reconverge;

    wire unused = &{1'b0, read_i};
endmodule

`default_nettype wire
