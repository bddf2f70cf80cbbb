// warp_update_registers: a committed warp, split by next PC.
// Source:  fung2009, section 4.2, figure 10 (a), footnote 9.
// Papers:  fung2009: W. Fung, I. Sham, G. Yuan and T. Aamodt, "Dynamic Warp Formation: Efficient
//          MIMD Control Flow on SIMD Graphics Hardware", 2009 (docs/sources.md of Heddle).
// Config:  lanes 32, tid_bits 10, pc_bits 24.
// Timing:  a commit is offered from the cycle after its acceptance on, until it is taken; two PCs
//          of a commit a cycle.
`default_nettype none

module warp_update_registers (
    input  wire         clk_i,
    input  wire         rst_i,

    // commit: a warp leaves the pipeline
    input  wire         commit_i,         // a warp is offered
    input  wire [31:0]  commit_lanes_i,   // lanes of the warp that have a thread
    input  wire [319:0] commit_tid_i,     // 32 x 10: thread of each lane; all ones in lanes without
                                          // one
    input  wire [767:0] commit_pc_i,      // 32 x 24: next PC of each lane, in words

    // take: what the registers hold is used
    input  wire         take_first_i,     // the first group of threads is taken in this cycle
    input  wire         take_second_i,    // the second group of threads is taken in this cycle

    // commit: a warp leaves the pipeline
    output wire         commit_ready_o,   // the last lanes of the warp are handed over in this
                                          // cycle

    // first: the lanes of one PC
    output wire         first_o,          // a first group of threads is offered
    output wire [23:0]  first_pc_o,       // next PC of the first group, in words
    output wire [31:0]  first_lanes_o,    // lanes of the first group
    output wire [319:0] first_tid_o,      // 32 x 10: thread of each lane of the whole warp; all
                                          // ones for none

    // second: the lanes of another PC
    output wire         second_o,         // a second group of threads is offered
    output wire [23:0]  second_pc_o,      // next PC of the second group, in words
    output wire [31:0]  second_lanes_o,   // lanes of the second group
    output wire [319:0] second_tid_o      // 32 x 10: thread of each lane of the whole warp; all
                                          // ones for none
);
    localparam LANES    = 32;   // threads of a warp
    localparam TID_BITS = 10;   // width of a thread number, all ones mark no thread
    localparam PC_BITS  = 24;   // width of a PC in words

    // The two update registers. A register without lanes is empty.
    reg  [LANES-1:0]   first_lanes_q;
    reg  [PC_BITS-1:0] first_pc_q;
    wire               first_any  = |first_lanes_q;
    reg  [LANES-1:0]   second_lanes_q;
    reg  [PC_BITS-1:0] second_pc_q;
    wire               second_any = |second_lanes_q;
    wire               load_en =
        commit_i & (~first_any | take_first_i) & (~second_any | take_second_i);

    // Lanes of the commit that are not handed over yet. The lowest lane leads the first half, the
    // lowest lane with another PC the second half.
    reg  [LANES-1:0]   done_q;
    wire [LANES-1:0]   remaining        = commit_lanes_i & ~done_q;
    wire [LANES-1:0]   new_first_leader = remaining & (~remaining + 32'd1);
    reg  [PC_BITS-1:0] new_first_pc;

    always @* begin : fold_new_first_pc
        integer n;
        new_first_pc = 24'd0;
        for (n = 0; n < 32; n = n + 1) begin
            new_first_pc =
                new_first_pc | (commit_pc_i[n*PC_BITS +: PC_BITS] & {PC_BITS{new_first_leader[n]}});
        end
    end

    wire [LANES-1:0] new_first_lanes;

    genvar i;
    generate
        for (i = 0; i < 32; i = i + 1) begin : g_new_first
            assign new_first_lanes[i] =
                remaining[i] & (commit_pc_i[i*PC_BITS +: PC_BITS] == new_first_pc);
        end
    endgenerate

    wire [LANES-1:0]   others            = remaining & ~new_first_lanes;
    wire [LANES-1:0]   new_second_leader = others & (~others + 32'd1);
    reg  [PC_BITS-1:0] new_second_pc;

    always @* begin : fold_new_second_pc
        integer n;
        new_second_pc = 24'd0;
        for (n = 0; n < 32; n = n + 1) begin
            new_second_pc =
                new_second_pc
                | (commit_pc_i[n*PC_BITS +: PC_BITS] & {PC_BITS{new_second_leader[n]}});
        end
    end

    wire [LANES-1:0] new_second_lanes;

    generate
        for (i = 0; i < 32; i = i + 1) begin : g_new_second
            assign new_second_lanes[i] =
                others[i] & (commit_pc_i[i*PC_BITS +: PC_BITS] == new_second_pc);
        end
    endgenerate

    wire             more   = |(others & ~new_second_lanes);
    wire [LANES-1:0] done_d = (done_q | new_first_lanes | new_second_lanes) & {LANES{more}};

    always @(posedge clk_i) begin
        if (rst_i) begin
            done_q <= 32'd0;
        end else if (load_en) begin
            done_q <= done_d;
        end
    end

    assign commit_ready_o = load_en & ~more;

    // Both registers load together; each can be taken separately.
    wire [LANES-1:0]       first_lanes_d =
        load_en ? new_first_lanes : first_lanes_q & {LANES{~take_first_i}};
    wire [LANES-1:0]       second_lanes_d =
        load_en ? new_second_lanes : second_lanes_q & {LANES{~take_second_i}};
    reg  [32*TID_BITS-1:0] tid_q;

    generate
        for (i = 0; i < 32; i = i + 1) begin : g_lane
            always @(posedge clk_i) begin
                if (load_en) begin
                    tid_q[i*TID_BITS +: TID_BITS] <= commit_tid_i[i*TID_BITS +: TID_BITS];
                end
            end
        end
    endgenerate

    always @(posedge clk_i) begin
        if (rst_i) begin
            first_lanes_q  <= 32'd0;
            second_lanes_q <= 32'd0;
        end else begin
            first_lanes_q  <= first_lanes_d;
            second_lanes_q <= second_lanes_d;
        end
        if (load_en) begin
            first_pc_q  <= new_first_pc;
            second_pc_q <= new_second_pc;
        end
    end

    assign first_o        = first_any;
    assign first_pc_o     = first_pc_q;
    assign first_lanes_o  = first_lanes_q;
    assign first_tid_o    = tid_q;
    assign second_o       = second_any;
    assign second_pc_o    = second_pc_q;
    assign second_lanes_o = second_lanes_q;
    assign second_tid_o   = tid_q;
endmodule

`default_nettype wire
