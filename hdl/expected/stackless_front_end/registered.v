// stackless_front_end: common PCs of all warps, computed by one shared arbiter.
// Source:  collange2011, sections 4.1 to 4.3, figure 4a.
// Papers:  collange2011: C. Collange, "Stack-less SIMT reconvergence at low cost", 2011
//          (docs/sources.md of Heddle).
// Config:  warps 24, lanes 32, pc_bits 24, key_bits 8, address_bits 32, line_bytes 128,
//          tree_latency 6, grant_latency 1, operand_latency 2.
// Timing:  a grant 2 cycles after the request at the earliest, the operands 2 cycles and the answer
//          8 cycles after the grant; one grant a cycle.
`default_nettype none

module stackless_front_end (
    input  wire          clk_i,
    input  wire          rst_i,

    // fetch
    input  wire          fetch_i,           // a warp is fetched in this cycle
    input  wire [4:0]    fetch_warp_i,      // the warp to fetch; it must be fetchable

    // events, one bit per warp
    input  wire [23:0]   advance_i,         // the warp's instruction is done: same lanes, PC + 1
    input  wire [23:0]   arbitrate_i,       // the warp's threads split or joined: choose a new
                                            // common PC
    input  wire [23:0]   access_i,          // the warp's memory instruction requests its first line
    input  wire [23:0]   replay_i,          // the warp's memory instruction has lanes left over

    // operands of the warp that is granted in this cycle
    input  wire [31:0]   lanes_i,           // lanes that take part in the request
    input  wire [1023:0] address_i,         // 32 x 32: address of each lane: a PC in words, or a
                                            // byte address
    input  wire [255:0]  key_i,             // 32 x 8: nesting key of each lane

    // state, one bit per warp
    output wire [23:0]   fetchable_o,       // the warp has a common PC and may be fetched
    output wire [23:0]   busy_o,            // the warp is fetched, and not yet advanced or
                                            // arbitrated
    output wire [23:0]   waiting_o,         // the warp's line request is not granted, or its PC
                                            // request is not answered

    // fetch
    output wire [23:0]   fetch_pc_o,        // common PC of the fetched warp, in words
    output wire [31:0]   fetch_lanes_o,     // active lanes of the fetched warp

    // grant: the operands below are wanted now
    output wire          grant_o,           // a request is granted
    output wire [4:0]    grant_warp_o,      // warp whose request is granted
    output wire          grant_memory_o,    // 0: a PC is requested, 1: a memory line

    // result, tree_latency cycles after the grant
    output wire          result_o,          // a request is answered
    output wire [4:0]    result_warp_o,     // warp whose request is answered
    output wire          result_memory_o,   // 0: the answer is a PC, 1: a memory line
    output wire          result_any_o,      // at least one lane took part
    output wire [24:0]   result_target_o,   // the common PC, or the chosen line number
    output wire [31:0]   result_lanes_o     // lanes whose PC or line is the chosen one
);
    localparam WARP_BITS   = 5;    // bits of fetch_warp_i
    localparam WARPS       = 24;   // warps of a core
    localparam LANES       = 32;   // threads of a warp
    localparam PC_BITS     = 24;   // width of a PC in words
    localparam TARGET_BITS = 25;   // bits of result_target_o

    // Requests: pending until they are granted.
    wire [WARPS-1:0] chosen;
    wire [WARPS-1:0] ask = arbitrate_i | access_i | replay_i;
    reg  [WARPS-1:0] pending_q;
    reg  [WARPS-1:0] memory_q;
    reg  [WARPS-1:0] replay_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            pending_q <= 24'd0;
        end else begin
            pending_q <= (pending_q & ~chosen) | ask;
        end
        memory_q <= (memory_q & ~ask) | access_i | replay_i;
        replay_q <= (replay_q & ~ask) | replay_i;
    end

    // Choice: replays first, then the oldest request. older_q: lower warps whose request is older;
    // in one cycle the lower warp counts as older. behind: warps whose request is younger than that
    // of a higher warp.
    reg  [24*WARPS-1:0] older_q;
    wire [WARPS-1:0]    replays    = pending_q & replay_q;
    wire                has_replay = |replays;
    reg  [WARPS-1:0]    behind_replays;

    always @* begin : fold_behind_replays
        integer n;
        behind_replays = 24'd0;
        for (n = 0; n < 24; n = n + 1) begin
            if (replays[n]) begin
                behind_replays =
                    behind_replays | (~older_q[n*WARPS +: WARPS] & ~({WARPS{1'b1}} << n));
            end
        end
    end

    reg [WARPS-1:0] behind_any;

    always @* begin : fold_behind_any
        integer n;
        behind_any = 24'd0;
        for (n = 0; n < 24; n = n + 1) begin
            if (pending_q[n]) begin
                behind_any = behind_any | (~older_q[n*WARPS +: WARPS] & ~({WARPS{1'b1}} << n));
            end
        end
    end

    wire [WARPS-1:0] oldest;

    genvar i;
    generate
        for (i = 0; i < 24; i = i + 1) begin : g_warp
            wire [WARPS-1:0] row           = older_q[i*WARPS +: WARPS];
            wire [WARPS-1:0] older_d =
                (ask[i] ? {WARPS{1'b1}} : row & ~ask) & ~({WARPS{1'b1}} << i);
            wire             oldest_replay = replays[i] & ~((|(replays & row)) | behind_replays[i]);
            assign oldest[i] = pending_q[i] & ~((|(pending_q & row)) | behind_any[i]);
            assign chosen[i] = has_replay ? oldest_replay : oldest[i];
            always @(posedge clk_i) begin
                older_q[i*WARPS +: WARPS] <= older_d;
            end
        end
    endgenerate

    // The grant, a cycle after the choice.
    reg [WARP_BITS-1:0] chosen_warp;

    always @* begin : fold_chosen_warp
        integer n;
        chosen_warp = 5'd0;
        for (n = 0; n < 24; n = n + 1) begin
            chosen_warp = chosen_warp | (n[4:0] & {WARP_BITS{chosen[n]}});
        end
    end

    reg                 grant_q;
    reg [WARP_BITS-1:0] grant_warp_q;
    reg                 grant_memory_q;
    reg [WARPS-1:0]     granted_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            grant_q   <= 1'b0;
            granted_q <= 24'd0;
        end else begin
            grant_q   <= |pending_q;
            granted_q <= chosen;
        end
        grant_warp_q   <= chosen_warp;
        grant_memory_q <= has_replay | (|(oldest & memory_q));
    end

    assign grant_o        = grant_q;
    assign grant_warp_o   = grant_warp_q;
    assign grant_memory_o = grant_memory_q;

    // Tags of granted requests whose operands are to come.
    reg                 operand1_busy_q;
    reg [WARP_BITS-1:0] operand1_warp_q;
    reg                 operand1_memory_q;
    reg                 operand2_busy_q;
    reg [WARP_BITS-1:0] operand2_warp_q;
    reg                 operand2_memory_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            operand1_busy_q <= 1'b0;
            operand2_busy_q <= 1'b0;
        end else begin
            operand1_busy_q <= grant_q;
            operand2_busy_q <= operand1_busy_q;
        end
        operand1_warp_q   <= grant_warp_q;
        operand1_memory_q <= grant_memory_q;
        operand2_warp_q   <= operand1_warp_q;
        operand2_memory_q <= operand1_memory_q;
    end

    // The arbiter. Lanes take part only if a request is granted.
    wire                   arbiter_any;
    wire [TARGET_BITS-1:0] arbiter_target;
    wire [LANES-1:0]       arbiter_match_lanes;

    unified_arbiter u_unified_arbiter (
        .clk_i         (clk_i),
        .rst_i         (rst_i),
        .memory_i      (operand2_memory_q),
        .lanes_i       (lanes_i & {LANES{operand2_busy_q}}),
        .address_i     (address_i),
        .key_i         (key_i),
        .any_o         (arbiter_any),
        .target_o      (arbiter_target),
        .match_lanes_o (arbiter_match_lanes)
    );

    // Tags of the requests in flight in the arbiter.
    reg                 tag1_busy_q;
    reg [WARP_BITS-1:0] tag1_warp_q;
    reg                 tag1_memory_q;
    reg                 tag2_busy_q;
    reg [WARP_BITS-1:0] tag2_warp_q;
    reg                 tag2_memory_q;
    reg                 tag3_busy_q;
    reg [WARP_BITS-1:0] tag3_warp_q;
    reg                 tag3_memory_q;
    reg                 tag4_busy_q;
    reg [WARP_BITS-1:0] tag4_warp_q;
    reg                 tag4_memory_q;
    reg                 tag5_busy_q;
    reg [WARP_BITS-1:0] tag5_warp_q;
    reg                 tag5_memory_q;
    reg                 tag6_busy_q;
    reg [WARP_BITS-1:0] tag6_warp_q;
    reg                 tag6_memory_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            tag1_busy_q <= 1'b0;
            tag2_busy_q <= 1'b0;
            tag3_busy_q <= 1'b0;
            tag4_busy_q <= 1'b0;
            tag5_busy_q <= 1'b0;
            tag6_busy_q <= 1'b0;
        end else begin
            tag1_busy_q <= operand2_busy_q;
            tag2_busy_q <= tag1_busy_q;
            tag3_busy_q <= tag2_busy_q;
            tag4_busy_q <= tag3_busy_q;
            tag5_busy_q <= tag4_busy_q;
            tag6_busy_q <= tag5_busy_q;
        end
        tag1_warp_q   <= operand2_warp_q;
        tag1_memory_q <= operand2_memory_q;
        tag2_warp_q   <= tag1_warp_q;
        tag2_memory_q <= tag1_memory_q;
        tag3_warp_q   <= tag2_warp_q;
        tag3_memory_q <= tag2_memory_q;
        tag4_warp_q   <= tag3_warp_q;
        tag4_memory_q <= tag3_memory_q;
        tag5_warp_q   <= tag4_warp_q;
        tag5_memory_q <= tag4_memory_q;
        tag6_warp_q   <= tag5_warp_q;
        tag6_memory_q <= tag5_memory_q;
    end

    // The answer.
    assign result_o        = tag6_busy_q;
    assign result_warp_o   = tag6_warp_q;
    assign result_memory_o = tag6_memory_q;
    assign result_any_o    = arbiter_any;
    assign result_target_o = arbiter_target;
    assign result_lanes_o  = arbiter_match_lanes;

    wire             start_en = arbiter_any & ~tag6_memory_q;
    wire [WARPS-1:0] answered = (24'd1 << tag6_warp_q) & {WARPS{tag6_busy_q & ~tag6_memory_q}};

    // States of the warps.
    reg  [WARPS-1:0] fetchable_q;
    reg  [WARPS-1:0] busy_q;
    wire [WARPS-1:0] fetched      = (24'd1 << fetch_warp_i) & {WARPS{fetch_i}};
    wire [WARPS-1:0] fetchable_d =
        (fetchable_q & ~(fetched | arbitrate_i)) | advance_i | (answered & {WARPS{start_en}});
    reg  [WARPS-1:0] waiting_q;
    wire [WARPS-1:0] line_granted = granted_q & {WARPS{grant_memory_q}};

    always @(posedge clk_i) begin
        if (rst_i) begin
            fetchable_q <= 24'd0;
            busy_q      <= 24'd0;
            waiting_q   <= 24'd0;
        end else begin
            fetchable_q <= fetchable_d;
            busy_q      <= (busy_q | fetched) & ~(advance_i | arbitrate_i);
            waiting_q   <= (waiting_q & ~(answered | line_granted)) | ask;
        end
    end

    assign fetchable_o = fetchable_q;
    assign busy_o      = busy_q;
    assign waiting_o   = waiting_q;

    // Common PCs and active lanes. A PC is incremented in the cycle after its fetch.
    reg  [PC_BITS-1:0]   pc_q [0:23];
    reg  [LANES-1:0]     lanes_q [0:23];
    wire [PC_BITS-1:0]   fetch_pc = pc_q[fetch_warp_i];
    reg                  fetch_q;
    reg  [WARP_BITS-1:0] fetch_warp_q;
    reg  [PC_BITS-1:0]   fetch_pc_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            fetch_q <= 1'b0;
        end else begin
            fetch_q <= fetch_i;
        end
        fetch_warp_q <= fetch_warp_i;
        fetch_pc_q   <= fetch_pc;
        if (fetch_q) begin
            pc_q[fetch_warp_q] <= fetch_pc_q + 24'd1;
        end
        if (start_en) begin
            pc_q[tag6_warp_q]    <= arbiter_target[23:0];
            lanes_q[tag6_warp_q] <= arbiter_match_lanes;
        end
    end

    assign fetch_pc_o    = fetch_pc;
    assign fetch_lanes_o = lanes_q[fetch_warp_i];
endmodule

`default_nettype wire
