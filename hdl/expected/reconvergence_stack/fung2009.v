// reconvergence_stack: the reconvergence stacks of all warps of a core.
// Source:  fung2009, section 3.2, figure 4; notes.
// Config:  warps 24, lanes 32, pc_bits 24, depth 128, pops 2, taken_first 1.
// Timing:  an update a cycle, up to 2 entries leave with it, the rest in the cycles after.
module reconvergence_stack (
    input  wire        clk_i,
    input  wire        rst_i,

    // start: a warp gets its threads
    input  wire        start_i,            // the warp below starts
    input  wire [4:0]  start_warp_i,       // a warp that is not live
    input  wire [23:0] start_pc_i,         // where it starts, in words
    input  wire [31:0] start_lanes_i,      // lanes that have a thread

    // update: a warp has executed an instruction
    input  wire        update_i,           // the warp below has
    input  wire [4:0]  update_warp_i,      // a live warp
    input  wire [31:0] exit_i,             // lanes whose thread ends
    input  wire [31:0] leave_i,            // lanes that leave the top and wait where they are held
                                           // already
    input  wire [31:0] taken_i,            // lanes that go to the target; the others go to next
    input  wire [23:0] target_i,           // PC of the lanes that are taken
    input  wire [23:0] next_i,             // PC of the others
    input  wire        push_i,             // the lanes meet again at reconverge
    input  wire [23:0] reconverge_i,       // the reconvergence point
    input  wire        compare_i,          // entries that are pushed are popped where they come to
                                           // it

    // read: the top of a stack
    input  wire        read_i,             // the warp below is read
    input  wire [4:0]  read_warp_i,        // a live warp

    // state
    output wire [23:0] live_o,             // warps that have threads, one bit per warp
    output wire        popping_o,          // entries are still leaving a stack: no update is taken
    output wire [4:0]  popping_warp_o,     // that stack's warp

    // update
    output wire        overflow_o,         // it needs more than depth entries and is not done
    output wire        unbalanced_o,       // lanes leave the only entry and the update is not done

    // read: the top of a stack
    output wire [23:0] read_pc_o,          // PC of the top entry
    output wire [31:0] read_lanes_o,       // its lanes whose threads have not ended
    output wire [7:0]  read_entries_o,     // entries of the stack
    output wire        read_waits_o,       // the top entry has a reconvergence point
    output wire [23:0] read_reconverge_o   // which one
);
    // Stacks by warp: the top entry, what lies below it, threads that have not ended.
    reg [23:0] top_pc_q [0:23];
    reg [31:0] top_lanes_q [0:23];
    reg [23:0] top_reconverge_q [0:23];
    reg        top_waits_q [0:23];
    reg [23:0] below_pc_q [0:3071];
    reg [31:0] below_lanes_q [0:3071];
    reg [23:0] below_reconverge_q [0:3071];
    reg        below_waits_q [0:3071];
    reg [31:0] threads_q [0:23];
    reg [7:0]  entries_q [0:23];
    reg [23:0] live_q;
    reg        popping_q;
    reg [4:0]  popping_warp_q;

    // The warp at work: its stack is popping, or it is updated.
    wire [4:0]  warp           = popping_q ? popping_warp_q : update_warp_i;
    wire [23:0] old_pc         = top_pc_q[warp];
    wire [31:0] old_lanes      = top_lanes_q[warp];
    wire [23:0] old_reconverge = top_reconverge_q[warp];
    wire        old_waits      = top_waits_q[warp];
    wire [31:0] old_threads    = threads_q[warp];
    wire [31:0] active         = old_lanes & old_threads & ~exit_i;
    wire [7:0]  old_entries    = entries_q[warp];
    wire [31:0] new_threads    = old_threads & ~(old_lanes & exit_i & {32{update_i}});
    wire [31:0] leaving        = active & leave_i;
    wire [31:0] left           = active & ~leave_i;

    // The sides of a branch. The taken side runs first.
    wire [31:0] first_lanes  = left & taken_i;
    wire        first_any    = |first_lanes;
    wire [31:0] second_lanes = left & ~taken_i;
    wire        second_any   = |second_lanes;
    wire        both         = first_any & second_any;
    wire [1:0]  wanted       = {push_i & both, push_i ? first_any ^ second_any : both};
    wire        overflow     = (({1'b0, old_entries} + {7'd0, wanted}) > 9'd128);

    assign overflow_o = overflow;

    wire unbalanced = ~push_i & (|leaving) & (old_entries == 8'd1);

    assign unbalanced_o = unbalanced;

    wire       accepted = update_i & ~overflow & ~unbalanced;
    wire [1:0] pushed   = wanted & {2{accepted}};
    wire       pushes   = |pushed;

    // Candidates for the new top: what is pushed, the old top, and what lies below it. Entries that
    // are not there have no lanes.
    wire [31:0] rest_lanes = second_any ? second_lanes : first_lanes;
    wire [23:0] rest_pc    = second_any ? next_i : target_i;
    wire [23:0] new_pc [0:4];
    wire [31:0] new_lanes [0:4];
    wire [23:0] new_reconverge [0:4];
    wire        new_waits [0:4];

    assign new_pc[0]         = target_i;
    assign new_lanes[0]      = first_lanes & {32{pushed[1]}};
    assign new_reconverge[0] = reconverge_i;
    assign new_waits[0]      = compare_i;
    assign new_pc[1]         = push_i ? rest_pc : target_i;
    assign new_lanes[1]      = (push_i ? rest_lanes : first_lanes) & {32{pushes}};
    assign new_reconverge[1] = push_i ? reconverge_i : old_reconverge;
    assign new_waits[1]      = push_i ? compare_i : old_waits;
    assign new_pc[2]         = update_i ? (push_i ? reconverge_i : rest_pc) : old_pc;
    assign new_lanes[2]      = (update_i & ~push_i) ? rest_lanes : old_lanes;
    assign new_reconverge[2] = old_reconverge;
    assign new_waits[2]      = old_waits;

    genvar i;
    generate
        for (i = 0; i < 2; i = i + 1) begin : g_below
            localparam [7:0] distance = i+2;
            wire       [7:0] position = old_entries - distance;
            assign new_pc[i+3]         = below_pc_q[{warp, position[6:0]}];
            assign new_lanes[i+3]      = below_lanes_q[{warp, position[6:0]}];
            assign new_reconverge[i+3] = below_reconverge_q[{warp, position[6:0]}];
            assign new_waits[i+3]      = below_waits_q[{warp, position[6:0]}];
            wire unused = &{1'b0, position[7]};
        end
    endgenerate

    // The first candidate that is not done becomes the top, or the last one in reach: the one
    // behind as many as may leave.
    wire [2:0] last_in_reach = 3'd4 - {1'b0, pushed};
    wire [4:0] in_reach      = {~pushes, ~pushed[1], {3{1'b1}}};
    wire [4:0] stays;
    wire [8:0] bottom        = {1'b0, old_entries} + 9'd1;

    generate
        for (i = 0; i < 5; i = i + 1) begin : g_candidate
            wire             arrived = new_waits[i] & (new_pc[i] == new_reconverge[i]);
            localparam [8:0] slot    = i;
            assign stays[i] =
                in_reach[i] & ~((arrived | ~|(new_lanes[i] & new_threads)) & ~(bottom == slot));
        end
    endgenerate

    reg [2:0] chosen;

    always @* begin : fold_chosen
        integer n;
        chosen = last_in_reach;
        for (n = 0; n < 5; n = n + 1) begin
            if (stays[4-n]) begin
                chosen = 3'd4 - n[2:0];
            end
        end
    end

    // What lies below the entries that are pushed is written below the top.
    wire [7:0] below_top = old_entries - 8'd1;

    always @(posedge clk_i) begin
        if (pushes) begin
            below_pc_q[{warp, below_top[6:0]}]         <= new_pc[2];
            below_lanes_q[{warp, below_top[6:0]}]      <= new_lanes[2];
            below_reconverge_q[{warp, below_top[6:0]}] <= new_reconverge[2];
            below_waits_q[{warp, below_top[6:0]}]      <= new_waits[2];
        end
        if (pushed[1]) begin
            below_pc_q[{warp, old_entries[6:0]}]         <= new_pc[1];
            below_lanes_q[{warp, old_entries[6:0]}]      <= new_lanes[1];
            below_reconverge_q[{warp, old_entries[6:0]}] <= new_reconverge[1];
            below_waits_q[{warp, old_entries[6:0]}]      <= new_waits[1];
        end
    end

    // The new top. A warp starts with one entry that waits for nothing.
    wire steps = popping_q | accepted;

    always @(posedge clk_i) begin
        if (steps) begin
            top_pc_q[warp]         <= new_pc[chosen];
            top_lanes_q[warp]      <= new_lanes[chosen];
            top_reconverge_q[warp] <= new_reconverge[chosen];
            top_waits_q[warp]      <= new_waits[chosen];
            threads_q[warp]        <= new_threads;
            entries_q[warp]        <= old_entries + 8'd2 - {5'd0, chosen};
        end
        if (start_i) begin
            top_pc_q[start_warp_i]    <= start_pc_i;
            top_lanes_q[start_warp_i] <= start_lanes_i;
            top_waits_q[start_warp_i] <= 1'b0;
            threads_q[start_warp_i]   <= start_lanes_i;
            entries_q[start_warp_i]   <= 8'd1;
        end
    end

    // Warps that have threads, and the one whose stack is popping.
    wire        alive = |new_threads;
    wire [23:0] live_d =
        (live_q & ~((24'd1 << warp) & {24{accepted & ~alive}}))
        | ((24'd1 << start_warp_i) & {24{start_i}});

    always @(posedge clk_i) begin
        if (rst_i) begin
            live_q    <= 24'd0;
            popping_q <= 1'b0;
        end else begin
            live_q    <= live_d;
            popping_q <= (popping_q | accepted) & alive & ~|stays;
        end
        popping_warp_q <= warp;
    end

    assign live_o            = live_q;
    assign popping_o         = popping_q;
    assign popping_warp_o    = popping_warp_q;
    assign read_pc_o         = top_pc_q[read_warp_i];
    assign read_lanes_o      = top_lanes_q[read_warp_i] & threads_q[read_warp_i];
    assign read_entries_o    = entries_q[read_warp_i];
    assign read_waits_o      = top_waits_q[read_warp_i];
    assign read_reconverge_o = top_reconverge_q[read_warp_i];

    wire unused = &{1'b0, below_top[7], old_entries[7], read_i};
endmodule
