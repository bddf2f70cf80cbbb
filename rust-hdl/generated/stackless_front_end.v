// stackless_front_end: common PCs of all warps, computed by one shared arbiter.
// Source:  collange2011, sections 4.1 to 4.3, figure 4a.
// Papers:  collange2011: C. Collange, "Stack-less SIMT reconvergence at low cost", 2011
//          (docs/sources.md of Heddle).
// Config:  warps 4, lanes 4, pc_bits 16, key_bits 8, address_bits 32, line_bytes 16, tree_latency
//          1.
// Timing:  a grant 1 cycle after the request at the earliest, the answer 1 cycle after the grant;
//          one grant a cycle.
`default_nettype none

module stackless_front_end (
    input  wire         clk_i,
    input  wire         rst_i,

    // fetch
    input  wire         fetch_i,           // a warp is fetched in this cycle
    input  wire [1:0]   fetch_warp_i,      // the warp to fetch; it must be fetchable

    // events, one bit per warp
    input  wire [3:0]   advance_i,         // the warp's instruction is done: same lanes, PC + 1
    input  wire [3:0]   arbitrate_i,       // the warp's threads split or joined: choose a new
                                           // common PC
    input  wire [3:0]   access_i,          // the warp's memory instruction requests its first line
    input  wire [3:0]   replay_i,          // the warp's memory instruction has lanes left over

    // operands of the warp that is granted in this cycle
    input  wire [3:0]   lanes_i,           // lanes that take part in the request
    input  wire [127:0] address_i,         // 4 x 32: address of each lane: a PC in words, or a byte
                                           // address
    input  wire [31:0]  key_i,             // 4 x 8: nesting key of each lane

    // state, one bit per warp
    output wire [3:0]   fetchable_o,       // the warp has a common PC and may be fetched
    output wire [3:0]   busy_o,            // the warp is fetched, and not yet advanced or
                                           // arbitrated
    output wire [3:0]   waiting_o,         // the warp's line request is not granted, or its PC
                                           // request is not answered

    // fetch
    output wire [15:0]  fetch_pc_o,        // common PC of the fetched warp, in words
    output wire [3:0]   fetch_lanes_o,     // active lanes of the fetched warp

    // grant: the operands below are wanted now
    output wire         grant_o,           // a request is granted
    output wire [1:0]   grant_warp_o,      // warp whose request is granted
    output wire         grant_memory_o,    // 0: a PC is requested, 1: a memory line

    // result, tree_latency cycles after the grant
    output wire         result_o,          // a request is answered
    output wire [1:0]   result_warp_o,     // warp whose request is answered
    output wire         result_memory_o,   // 0: the answer is a PC, 1: a memory line
    output wire         result_any_o,      // at least one lane took part
    output wire [27:0]  result_target_o,   // the common PC, or the chosen line number
    output wire [3:0]   result_lanes_o     // lanes whose PC or line is the chosen one
);
    localparam WARP_BITS   = 2;    // bits of fetch_warp_i
    localparam WARPS       = 4;    // warps of a core
    localparam LANES       = 4;    // threads of a warp
    localparam PC_BITS     = 16;   // width of a PC in words
    localparam TARGET_BITS = 28;   // bits of result_target_o

    // Requests: pending until they are granted.
    wire [WARPS-1:0] granted;
    wire [WARPS-1:0] ask = arbitrate_i | access_i | replay_i;
    reg  [WARPS-1:0] pending_q;
    reg  [WARPS-1:0] memory_q;
    reg  [WARPS-1:0] replay_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            pending_q <= 4'd0;
        end else begin
            pending_q <= (pending_q & ~granted) | ask;
        end
        memory_q <= (memory_q & ~ask) | access_i | replay_i;
        replay_q <= (replay_q & ~ask) | replay_i;
    end

    // Grant: replays first, then the oldest request. older_q: lower warps whose request is older;
    // in one cycle the lower warp counts as older. behind: warps whose request is younger than that
    // of a higher candidate.
    reg  [4*WARPS-1:0] older_q;
    wire [WARPS-1:0]   replay_warps = pending_q & replay_q;
    wire [WARPS-1:0]   candidates   = (|replay_warps) ? replay_warps : pending_q;
    reg  [WARPS-1:0]   behind;

    always @* begin : fold_behind
        integer n;
        behind = 4'd0;
        for (n = 0; n < 4; n = n + 1) begin
            if (candidates[n]) begin
                behind = behind | (~older_q[n*WARPS +: WARPS] & ~({WARPS{1'b1}} << n));
            end
        end
    end

    genvar i;
    generate
        for (i = 0; i < 4; i = i + 1) begin : g_warp
            wire [WARPS-1:0] row = older_q[i*WARPS +: WARPS];
            wire [WARPS-1:0] older_d =
                (ask[i] ? {WARPS{1'b1}} : row & ~ask) & ~({WARPS{1'b1}} << i);
            assign granted[i] = candidates[i] & ~((|(candidates & row)) | behind[i]);
            always @(posedge clk_i) begin
                older_q[i*WARPS +: WARPS] <= older_d;
            end
        end
    endgenerate

    reg [WARP_BITS-1:0] grant_warp;

    always @* begin : fold_grant_warp
        integer n;
        grant_warp = 2'd0;
        for (n = 0; n < 4; n = n + 1) begin
            grant_warp = grant_warp | (n[1:0] & {WARP_BITS{granted[n]}});
        end
    end

    wire grant        = |pending_q;
    wire grant_memory = |(granted & memory_q);

    assign grant_o        = grant;
    assign grant_warp_o   = grant_warp;
    assign grant_memory_o = grant_memory;

    // The arbiter. Lanes take part only if a request is granted.
    wire                   arbiter_any;
    wire [TARGET_BITS-1:0] arbiter_target;
    wire [LANES-1:0]       arbiter_match_lanes;

    unified_arbiter u_unified_arbiter (
        .clk_i         (clk_i),
        .rst_i         (rst_i),
        .memory_i      (grant_memory),
        .lanes_i       (lanes_i & {LANES{grant}}),
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

    always @(posedge clk_i) begin
        if (rst_i) begin
            tag1_busy_q <= 1'b0;
        end else begin
            tag1_busy_q <= grant;
        end
        tag1_warp_q   <= grant_warp;
        tag1_memory_q <= grant_memory;
    end

    // The answer.
    assign result_o        = tag1_busy_q;
    assign result_warp_o   = tag1_warp_q;
    assign result_memory_o = tag1_memory_q;
    assign result_any_o    = arbiter_any;
    assign result_target_o = arbiter_target;
    assign result_lanes_o  = arbiter_match_lanes;

    wire             start_en = arbiter_any & ~tag1_memory_q;
    wire [WARPS-1:0] answered = (4'd1 << tag1_warp_q) & {WARPS{tag1_busy_q & ~tag1_memory_q}};

    // States of the warps.
    reg  [WARPS-1:0] fetchable_q;
    reg  [WARPS-1:0] busy_q;
    wire [WARPS-1:0] fetched      = (4'd1 << fetch_warp_i) & {WARPS{fetch_i}};
    wire [WARPS-1:0] fetchable_d =
        (fetchable_q & ~(fetched | arbitrate_i)) | advance_i | (answered & {WARPS{start_en}});
    reg  [WARPS-1:0] waiting_q;
    wire [WARPS-1:0] line_granted = granted & memory_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            fetchable_q <= 4'd0;
            busy_q      <= 4'd0;
            waiting_q   <= 4'd0;
        end else begin
            fetchable_q <= fetchable_d;
            busy_q      <= (busy_q | fetched) & ~(advance_i | arbitrate_i);
            waiting_q   <= (waiting_q & ~(answered | line_granted)) | ask;
        end
    end

    assign fetchable_o = fetchable_q;
    assign busy_o      = busy_q;
    assign waiting_o   = waiting_q;

    // Common PCs and active lanes. A PC is incremented when it is fetched.
    reg  [PC_BITS-1:0] pc_q [0:3];
    reg  [LANES-1:0]   lanes_q [0:3];
    wire [PC_BITS-1:0] fetch_pc = pc_q[fetch_warp_i];

    always @(posedge clk_i) begin
        if (fetch_i) begin
            pc_q[fetch_warp_i] <= fetch_pc + 16'd1;
        end
        if (start_en) begin
            pc_q[tag1_warp_q]    <= arbiter_target[15:0];
            lanes_q[tag1_warp_q] <= arbiter_match_lanes;
        end
    end

    assign fetch_pc_o    = fetch_pc;
    assign fetch_lanes_o = lanes_q[fetch_warp_i];
endmodule

`default_nettype wire
