// reconvergence_stack: the reconvergence stacks of all warps of a core.
// Source:  fung2009, section 3.2, figure 4; notes.
// Papers:  fung2009: W. Fung, I. Sham, G. Yuan and T. Aamodt, "Dynamic Warp Formation: Efficient
//          MIMD Control Flow on SIMD Graphics Hardware", 2009; notes: lecture notes, "GPU
//          Microarchitecture Note Set 6: Warps and Branch Divergence" (docs/sources.md of Heddle).
// Config:  warps 24, lanes 32, pc_bits 24, depth 128, pops 2, taken_first 1, latency 0.
// Timing:  an update is done at the end of its cycle; one update a cycle; up to 2 entries are
//          popped with the update, the rest in the following cycles.
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

    // The stored state of the current warp.
    wire                  old_fresh         = fresh[warp];
    wire [LANES-1:0]      old_start_lanes   = start_lanes_q[warp];
    wire [COUNT_BITS-1:0] old_entries_below = entries_q[warp];
    wire [LANES-1:0]      old_lanes         = old_fresh ? old_start_lanes : top_lanes_q[warp];
    wire [PC_BITS-1:0]    old_reconverge    = top_reconverge_q[warp];
    wire                  old_waiting       = top_waiting_q[warp] & ~old_fresh;
    wire [COUNT_BITS-1:0] old_entries       = old_fresh ? 8'd1 : old_entries_below;

    // The sides of a branch: the taken side runs first, the fall-through side second.
    wire [LANES-1:0] waiting_lanes             = old_lanes & ~exit;
    wire [LANES-1:0] remaining                 = waiting_lanes & ~leave_i;
    wire [LANES-1:0] new_threads =
        (old_fresh ? old_start_lanes : threads_q[warp]) & ~(old_lanes & exit);
    wire [LANES-1:0] first_lanes               = remaining & taken_i;
    wire             first_any                 = |first_lanes;
    wire             first_at_old_reconverge   = (target_i == old_reconverge);
    wire [LANES-1:0] second_lanes              = remaining & ~taken_i;
    wire             second_any                = |second_lanes;
    wire             second_at_old_reconverge  = (next_i == old_reconverge);
    wire             first_at_reconverge       = (target_i == reconverge_i);
    wire             second_at_reconverge      = (next_i == reconverge_i);
    wire             waiting_any               = |waiting_lanes;
    wire             waiting_at_old_reconverge = (reconverge_i == old_reconverge);
    wire             leaving                   = |(waiting_lanes & leave_i);
    wire             alive                     = |new_threads;
    wire [2:0]       bottom =
        {old_entries == 8'd3, old_entries == 8'd2, old_entries == 8'd1};
    wire             full                      = (old_entries == 8'd128);
    wire             nearly_full               = (old_entries == 8'd127);

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
            wire [LANES-1:0] living = row_lanes[i] & new_threads;
            assign row_living[i] = living;
            assign row_done[i]   = (row_waiting[i] & (row_pc[i] == row_reconverge[i])) | ~|living;
        end
    endgenerate

    // Whether an update takes effect, and how many entries it pushes.
    wire       both       = first_any & second_any;
    wire       one        = push_i ? first_any ^ second_any : both;
    wire       two        = push_i & both;
    wire       overflow   = update_i & ((one & full) | (two & (full | nearly_full)));
    wire       unbalanced = update_i & ~push_i & leaving & bottom[0];
    wire       refused    = overflow | unbalanced;
    wire       accepted   = update_i & ~refused;
    wire [1:0] pushed     = {two, one} & {2{accepted}};
    wire       push_en    = |pushed;

    // Candidates for the new top: the pushed entries, the old top, and the entries below it.
    wire [LANES-1:0]   rest_lanes = second_any ? second_lanes : first_lanes;
    wire [PC_BITS-1:0] rest_pc    = second_any ? next_i : target_i;
    wire [PC_BITS-1:0] new_pc [0:4];
    wire [LANES-1:0]   new_lanes [0:4];
    wire [PC_BITS-1:0] new_reconverge [0:4];
    wire               new_waiting [0:4];

    assign new_pc[0]         = target_i;
    assign new_lanes[0]      = first_lanes;
    assign new_reconverge[0] = reconverge_i;
    assign new_waiting[0]    = compare_i;
    assign new_pc[1]         = push_i ? rest_pc : target_i;
    assign new_lanes[1]      = push_i ? rest_lanes : first_lanes;
    assign new_reconverge[1] = push_i ? reconverge_i : old_reconverge;
    assign new_waiting[1]    = push_i ? compare_i : old_waiting;
    assign new_pc[2]         = push_i ? reconverge_i : rest_pc;
    assign new_lanes[2]      = push_i ? waiting_lanes : rest_lanes;
    assign new_reconverge[2] = old_reconverge;
    assign new_waiting[2]    = old_waiting;

    wire below_done [0:1];

    generate
        for (i = 0; i < 2; i = i + 1) begin : g_below
            localparam [COUNT_BITS-1:0] distance = i+2;
            wire       [COUNT_BITS-1:0] position = old_entries - distance;
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
        push_i ? compare_i & (second_any ? second_at_reconverge : first_at_reconverge)
        : old_waiting & first_at_old_reconverge;
    wire       top_arrived =
        old_waiting
        & (
              push_i ? waiting_at_old_reconverge
              : second_any ? second_at_old_reconverge
              : first_at_old_reconverge
          );
    wire [4:0] keep;

    assign keep[0] = pushed[1] & ~(compare_i & first_at_reconverge);
    assign keep[1] = push_en & ~lower_arrived;
    assign keep[2] =
        in_reach[0] & update_i
        & (((push_i ? waiting_any : first_any | second_any) & ~top_arrived) | bottom[0]);

    generate
        for (i = 0; i < 2; i = i + 1) begin : g_keep
            assign keep[i+3] = in_reach[i+1] & (~below_done[i] | bottom[i+1]);
        end
    endgenerate

    wire [2:0] last_in_reach = 3'd4 - {1'b0, pushed};
    wire       step_en       = busy & ~refused;

    // Banks of entries below the top, by position. A push writes the entries that it covers. The
    // highest entry below the top is read from each bank; it is meaningless if the stack has none.
    wire [COUNT_BITS-1:0] below_top = old_entries - 8'd1;
    wire [1:0]            of_lower  = (2'd1 << old_entries[0]) & {2{pushed[1]}};
    wire [1:0]            of_top    = (2'd1 << below_top[0]) & {2{push_en}};

    generate
        for (i = 0; i < 2; i = i + 1) begin : g_bank
            wire                        lower     = of_lower[i];
            wire                        we        = lower | of_top[i];
            wire       [COUNT_BITS-1:0] position  = lower ? old_entries : below_top;
            wire       [10:0]           write_row = {warp, position[6:1]};
            localparam [COUNT_BITS-1:0] distance  = i+2;
            wire       [COUNT_BITS-1:0] highest   = old_entries_below - distance;
            wire       [10:0]           read_row  = {warp, highest[6:1]};
            reg        [PC_BITS-1:0]    below_pc_q [0:1535];
            reg        [LANES-1:0]      below_lanes_q [0:1535];
            reg        [PC_BITS-1:0]    below_reconverge_q [0:1535];
            reg                         below_waiting_q [0:1535];
            assign row_pc[i]         = below_pc_q[read_row];
            assign row_lanes[i]      = below_lanes_q[read_row];
            assign row_reconverge[i] = below_reconverge_q[read_row];
            assign row_waiting[i]    = below_waiting_q[read_row];
            always @(posedge clk_i) begin
                if (we) begin
                    below_pc_q[write_row]         <= lower ? new_pc[1] : new_pc[2];
                    below_lanes_q[write_row]      <= lower ? new_lanes[1] : new_lanes[2];
                    below_reconverge_q[write_row] <= lower ? new_reconverge[1] : new_reconverge[2];
                    below_waiting_q[write_row]    <= lower ? new_waiting[1] : new_waiting[2];
                end
            end
            wire unused = &{1'b0, position[0], position[7], highest[0], highest[7]};
        end
    endgenerate

    reg [2:0] chosen;

    always @* begin : fold_chosen
        integer n;
        chosen = last_in_reach;
        for (n = 0; n < 5; n = n + 1) begin
            if (keep[4-n]) begin
                chosen = 3'd4 - n[2:0];
            end
        end
    end

    // The new top.
    always @(posedge clk_i) begin
        if (step_en) begin
            top_pc_q[warp]         <= new_pc[chosen];
            top_lanes_q[warp]      <= new_lanes[chosen];
            top_reconverge_q[warp] <= new_reconverge[chosen];
            top_waiting_q[warp]    <= new_waiting[chosen];
            threads_q[warp]        <= new_threads;
            entries_q[warp]        <= old_entries + 8'd2 - {5'd0, chosen};
        end
    end

    // The PC and the lanes with which a warp starts.
    wire [WARPS-1:0] started = (24'd1 << start_warp_i) & {WARPS{start_i}};
    wire [WARPS-1:0] changed = (24'd1 << warp) & {WARPS{step_en}};

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
        (live_q & ~((24'd1 << warp) & {WARPS{step_en & ~alive}}))
        | ((24'd1 << start_warp_i) & {WARPS{start_i}});

    always @(posedge clk_i) begin
        if (rst_i) begin
            live_q    <= 24'd0;
            popping_q <= 1'b0;
        end else begin
            live_q    <= live_d;
            popping_q <= step_en & alive & ~|keep;
        end
        popping_warp_q <= warp;
    end

    assign live_o         = live_q;
    assign popping_o      = popping_q;
    assign popping_warp_o = popping_warp_q;
    assign busy_o         = (24'd1 << popping_warp_q) & {WARPS{popping_q}};
    assign overflow_o     = overflow;
    assign unbalanced_o   = unbalanced;

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
