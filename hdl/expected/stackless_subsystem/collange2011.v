// stackless_subsystem: stack-less reconvergence of a core: common PCs, thread PCs, arbiter.
// Source:  collange2011, section 4, figure 4a.
// Papers:  collange2011: C. Collange, "Stack-less SIMT reconvergence at low cost", 2011
//          (docs/sources.md of Heddle).
// Config:  warps 24, lanes 32, pc_bits 24, key_bits 8, address_bits 32, line_bytes 128,
//          tree_latency 1.
// Timing:  a grant 1 cycle after the request at the earliest, the answer 1 cycle after the grant;
//          one grant a cycle.
`default_nettype none

module stackless_subsystem (
    input  wire          clk_i,
    input  wire          rst_i,

    // start
    input  wire [23:0]   start_i,           // the warp's threads are new, one bit per warp: all of
                                            // them are at start_pc
    input  wire [23:0]   start_pc_i,        // PC at which threads start, in words

    // fetch
    input  wire          fetch_i,           // a warp is fetched in this cycle
    input  wire [4:0]    fetch_warp_i,      // the warp to fetch; it must be fetchable

    // branch: lanes of the last fetch go to PCs of their own
    input  wire          branch_i,          // a warp branches
    input  wire [4:0]    branch_warp_i,     // the warp that branches
    input  wire [31:0]   branch_lanes_i,    // lanes that branch
    input  wire [767:0]  branch_pc_i,       // 32 x 24: next PC of each lane that branches, in words

    // events, one bit per warp
    input  wire [23:0]   advance_i,         // the warp's instruction is done: same lanes, PC + 1
    input  wire [23:0]   arbitrate_i,       // the warp's threads split or joined: choose a new
                                            // common PC
    input  wire [23:0]   access_i,          // the warp's memory instruction requests its first line
    input  wire [23:0]   replay_i,          // the warp's memory instruction has lanes left over

    // operands, operand_latency cycles after the grant
    input  wire [31:0]   lanes_i,           // lanes that take part in the request
    input  wire [1023:0] address_i,         // 32 x 32: byte address of each lane, for a line
    input  wire [255:0]  key_i,             // 32 x 8: nesting key of each lane, for a PC

    // state, one bit per warp
    output wire [23:0]   fetchable_o,       // the warp has a common PC and may be fetched
    output wire [23:0]   busy_o,            // the warp is fetched, and not yet advanced or
                                            // arbitrated
    output wire [23:0]   waiting_o,         // the warp's line request is not granted, or its PC
                                            // request is not answered
    output wire [23:0]   known_o,           // the warp has started since reset

    // fetch
    output wire [23:0]   fetch_pc_o,        // common PC of the fetched warp, in words
    output wire [31:0]   fetch_lanes_o,     // active lanes of the fetched warp

    // join, operand_latency cycles after the fetch
    output wire          compared_o,        // the PC behind a fetched one is compared
    output wire [31:0]   next_lanes_o,      // lanes beside the fetched ones that stand at that PC

    // grant: operands follow
    output wire          grant_o,           // a request is granted
    output wire [4:0]    grant_warp_o,      // warp whose request is granted
    output wire          grant_memory_o,    // 0: a PC is requested, 1: a memory line

    // result, tree_latency cycles after the operands
    output wire          result_o,          // a request is answered
    output wire [4:0]    result_warp_o,     // warp whose request is answered
    output wire          result_memory_o,   // 0: the answer is a PC, 1: a memory line
    output wire          result_any_o,      // at least one lane took part
    output wire [24:0]   result_target_o,   // the common PC, or the chosen line number
    output wire [31:0]   result_lanes_o     // lanes whose PC or line is the chosen one
);
    localparam WARPS        = 24;   // warps of a core
    localparam PC_BITS      = 24;   // width of a PC in words
    localparam WARP_BITS    = 5;    // bits of fetch_warp_i
    localparam LANES        = 32;   // threads of a warp
    localparam ADDRESS_BITS = 32;   // width of a byte address
    localparam TARGET_BITS  = 25;   // bits of result_target_o

    wire [32*ADDRESS_BITS-1:0] operand;

    // Requests: pending until they are granted.
    wire [WARPS-1:0] granted;
    wire [WARPS-1:0] ask = arbitrate_i | access_i | replay_i;
    reg  [WARPS-1:0] pending_q;
    reg  [WARPS-1:0] memory_q;
    reg  [WARPS-1:0] replay_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            pending_q <= 24'd0;
        end else begin
            pending_q <= (pending_q & ~granted) | ask;
        end
        memory_q <= (memory_q & ~ask) | access_i | replay_i;
        replay_q <= (replay_q & ~ask) | replay_i;
    end

    // Grant: replays first, then the oldest request. older_q: lower warps whose request is older;
    // in one cycle the lower warp counts as older. behind: warps whose request is younger than that
    // of a higher candidate.
    reg  [24*WARPS-1:0] older_q;
    wire [WARPS-1:0]    replay_warps = pending_q & replay_q;
    wire [WARPS-1:0]    candidates   = (|replay_warps) ? replay_warps : pending_q;
    reg  [WARPS-1:0]    behind;

    always @* begin : fold_behind
        integer n;
        behind = 24'd0;
        for (n = 0; n < 24; n = n + 1) begin
            if (candidates[n]) begin
                behind = behind | (~older_q[n*WARPS +: WARPS] & ~({WARPS{1'b1}} << n));
            end
        end
    end

    genvar i;
    generate
        for (i = 0; i < 24; i = i + 1) begin : g_warp
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
        grant_warp = 5'd0;
        for (n = 0; n < 24; n = n + 1) begin
            grant_warp = grant_warp | (n[4:0] & {WARP_BITS{granted[n]}});
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
        .address_i     (operand),
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
    wire [WARPS-1:0] answered = (24'd1 << tag1_warp_q) & {WARPS{tag1_busy_q & ~tag1_memory_q}};

    // States of the warps.
    reg  [WARPS-1:0] fetchable_q;
    reg  [WARPS-1:0] busy_q;
    wire [WARPS-1:0] fetched      = (24'd1 << fetch_warp_i) & {WARPS{fetch_i}};
    wire [WARPS-1:0] fetchable_d =
        (fetchable_q & ~(fetched | arbitrate_i)) | advance_i | (answered & {WARPS{start_en}});
    reg  [WARPS-1:0] waiting_q;
    wire [WARPS-1:0] line_granted = granted & memory_q;

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

    // Common PCs and active lanes. A PC is incremented when it is fetched.
    reg  [PC_BITS-1:0] pc_q [0:23];
    reg  [LANES-1:0]   lanes_q [0:23];
    wire [PC_BITS-1:0] fetch_pc = pc_q[fetch_warp_i];

    always @(posedge clk_i) begin
        if (fetch_i) begin
            pc_q[fetch_warp_i] <= fetch_pc + 24'd1;
        end
        if (start_en) begin
            pc_q[tag1_warp_q]    <= arbiter_target[23:0];
            lanes_q[tag1_warp_q] <= arbiter_match_lanes;
        end
    end

    assign fetch_pc_o    = fetch_pc;
    assign fetch_lanes_o = lanes_q[fetch_warp_i];

    wire [WARPS-1:0]      table_known;
    wire                  table_read_done;
    wire [32*PC_BITS-1:0] table_read_pc;
    wire                  table_compare_done;
    wire [LANES-1:0]      table_compare_lanes;

    // Warps that have started and are not granted yet, and warps that hold lanes: the stored PCs of
    // these lanes are stale.
    wire             pc_granted = grant & ~grant_memory;
    wire [WARPS-1:0] parked     = granted & {WARPS{~grant_memory}};
    wire [WARPS-1:0] branched   = (24'd1 << branch_warp_i) & {WARPS{branch_i}};
    reg  [WARPS-1:0] fresh_q;
    wire [WARPS-1:0] starting   = fresh_q | start_i;
    reg  [WARPS-1:0] held_q;
    wire [WARPS-1:0] held_d     = (held_q | (answered & {WARPS{start_en}})) & ~(branched | parked);

    always @(posedge clk_i) begin
        if (rst_i) begin
            fresh_q <= 24'd0;
            held_q  <= 24'd0;
        end else begin
            fresh_q <= starting & ~parked;
            held_q  <= held_d;
        end
    end

    // A warp that is granted a PC parks the lanes that it holds, and reads its PCs.
    wire is_fresh = |(starting & granted);
    wire is_held  = |(held_q & granted);

    assign known_o = table_known | fresh_q;

    // Operands: a PC of the table, or an address of the core.
    generate
        for (i = 0; i < 32; i = i + 1) begin : g_operand
            assign operand[i*ADDRESS_BITS +: ADDRESS_BITS] =
                grant_memory ? address_i[i*ADDRESS_BITS +: ADDRESS_BITS]
                : {8'd0, table_read_pc[i*PC_BITS +: PC_BITS]};
        end
    endgenerate

    // Lanes beside the fetched ones that stand at the PC behind the fetched one.
    wire [PC_BITS-1:0] next_pc = fetch_pc + 24'd1;

    thread_pc_table u_thread_pc_table (
        .clk_i           (clk_i),
        .rst_i           (rst_i),
        .branch_i        (branch_i),
        .branch_warp_i   (branch_warp_i),
        .branch_lanes_i  (branch_lanes_i),
        .branch_pc_i     (branch_pc_i),
        .park_i          (pc_granted & (is_fresh | is_held)),
        .park_warp_i     (grant_warp),
        .park_lanes_i    (is_fresh ? {LANES{1'b1}} : lanes_q[grant_warp]),
        .park_pc_i       (is_fresh ? start_pc_i : pc_q[grant_warp]),
        .read_i          (pc_granted),
        .read_warp_i     (grant_warp),
        .compare_i       (fetch_i),
        .compare_warp_i  (fetch_warp_i),
        .compare_pc_i    (next_pc),
        .known_o         (table_known),
        .read_done_o     (table_read_done),
        .read_pc_o       (table_read_pc),
        .compare_done_o  (table_compare_done),
        .compare_lanes_o (table_compare_lanes)
    );

    assign compared_o   = table_compare_done;
    assign next_lanes_o = table_compare_lanes & ~lanes_q[fetch_warp_i];

    wire unused = &{1'b0, table_read_done};
endmodule

`default_nettype wire
