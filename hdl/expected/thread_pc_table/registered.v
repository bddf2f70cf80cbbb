// thread_pc_table: the PC of every thread of a core, and its comparators.
// Source:  collange2011, sections 3 and 4.1, figures 2 and 4a.
// Papers:  collange2011: C. Collange, "Stack-less SIMT reconvergence at low cost", 2011
//          (docs/sources.md of Heddle).
// Config:  warps 24, lanes 32, pc_bits 24, latency 2.
// Timing:  reads and comparisons are answered 2 cycles later, writes act at the end of their cycle;
//          one branch, park, read and comparison a cycle.
`default_nettype none

module thread_pc_table (
    input  wire         clk_i,
    input  wire         rst_i,

    // branch: lanes write PCs of their own
    input  wire         branch_i,         // lanes of a warp branch
    input  wire [4:0]   branch_warp_i,    // warp of the lanes that branch
    input  wire [31:0]  branch_lanes_i,   // lanes that branch
    input  wire [767:0] branch_pc_i,      // 32 x 24: next PC of each lane that branches, in words

    // park: lanes write the common PC
    input  wire         park_i,           // lanes of a warp park
    input  wire [4:0]   park_warp_i,      // warp of the lanes that park
    input  wire [31:0]  park_lanes_i,     // lanes that park
    input  wire [23:0]  park_pc_i,        // PC of the lanes that park, in words

    // read: operands of the arbiter
    input  wire         read_i,           // the PCs of a warp are read
    input  wire [4:0]   read_warp_i,      // the warp to read; it must be known

    // compare: who stands at a PC
    input  wire         compare_i,        // the PCs of a warp are compared with a PC
    input  wire [4:0]   compare_warp_i,   // the warp to compare; it must be known
    input  wire [23:0]  compare_pc_i,     // PC to compare with, in words

    // state
    output wire [23:0]  known_o,          // warps whose lanes all have a PC, one bit per warp

    // read: operands of the arbiter
    output wire         read_done_o,      // a read is answered
    output wire [767:0] read_pc_o,        // 32 x 24: PC of each lane of the warp, in words

    // compare: who stands at a PC
    output wire         compare_done_o,   // a comparison is answered
    output wire [31:0]  compare_lanes_o   // lanes whose stored PC equals the compared one
);
    localparam LANES   = 32;   // threads of a warp
    localparam PC_BITS = 24;   // width of a PC in words
    localparam WARPS   = 24;   // warps of a core

    // Warps all of whose lanes have parked at once.
    reg  [WARPS-1:0] known_q;
    wire [WARPS-1:0] known_d =
        known_q | ((24'd1 << park_warp_i) & {WARPS{park_i & (&park_lanes_i)}});

    always @(posedge clk_i) begin
        if (rst_i) begin
            known_q <= 24'd0;
        end else begin
            known_q <= known_d;
        end
    end

    assign known_o = known_q;

    // PCs, two memories per lane: PCs written by a park, and by a branch. branched_last_q: warps
    // whose PC is in the branch memory. A read sees a park of the same cycle.
    wire               forward        = park_i & (park_warp_i == read_warp_i);
    wire [WARPS-1:0]   park_select    = 24'd1 << park_warp_i;
    wire [WARPS-1:0]   branch_select  = 24'd1 << branch_warp_i;
    wire [WARPS-1:0]   read_select    = 24'd1 << read_warp_i;
    wire [WARPS-1:0]   compare_select = 24'd1 << compare_warp_i;
    wire [LANES-1:0]   forward_lanes  = park_lanes_i & {LANES{forward}};
    reg  [PC_BITS-1:0] compare_pc_q;
    reg  [PC_BITS-1:0] forward_pc_q;

    genvar i;
    generate
        for (i = 0; i < 32; i = i + 1) begin : g_lane
            wire               park_en   = park_i & park_lanes_i[i];
            wire               branch_en = branch_i & branch_lanes_i[i];
            reg  [PC_BITS-1:0] parked_pc_q [0:23];
            reg  [PC_BITS-1:0] branched_pc_q [0:23];
            reg  [WARPS-1:0]   branched_last_q;
            wire [WARPS-1:0]   branched_last_d =
                (branched_last_q & ~(park_select & {WARPS{park_en}}))
                | (branch_select & {WARPS{branch_en}});
            reg                read_is_branched_q;
            reg  [PC_BITS-1:0] read_branched_q;
            reg  [PC_BITS-1:0] read_parked_q;
            reg                read_forward_q;
            reg  [PC_BITS-1:0] read_pc_q;
            wire [PC_BITS-1:0] read_pc_d =
                read_forward_q ? forward_pc_q
                : read_is_branched_q ? read_branched_q
                : read_parked_q;
            always @(posedge clk_i) begin
                if (park_en) begin
                    parked_pc_q[park_warp_i] <= park_pc_i;
                end
                if (branch_en) begin
                    branched_pc_q[branch_warp_i] <= branch_pc_i[i*PC_BITS +: PC_BITS];
                end
                branched_last_q    <= branched_last_d;
                read_is_branched_q <= |(branched_last_q & read_select);
                read_branched_q    <= branched_pc_q[read_warp_i];
                read_parked_q      <= parked_pc_q[read_warp_i];
                read_forward_q     <= forward_lanes[i];
                read_pc_q          <= read_pc_d;
            end
            assign read_pc_o[i*PC_BITS +: PC_BITS] = read_pc_q;
            reg                compare_is_branched_q;
            reg  [PC_BITS-1:0] compare_branched_q;
            reg  [PC_BITS-1:0] compare_parked_q;
            reg                compare_matches_q;
            wire               compare_matches_d =
                (compare_is_branched_q ? compare_branched_q : compare_parked_q) == compare_pc_q;
            always @(posedge clk_i) begin
                compare_is_branched_q <= |(branched_last_q & compare_select);
                compare_branched_q    <= branched_pc_q[compare_warp_i];
                compare_parked_q      <= parked_pc_q[compare_warp_i];
                compare_matches_q     <= compare_matches_d;
            end
            assign compare_lanes_o[i] = compare_matches_q;
        end
    endgenerate

    always @(posedge clk_i) begin
        compare_pc_q <= compare_pc_i;
        forward_pc_q <= park_pc_i;
    end

    // Whether a read and a comparison are answered.
    reg read_done1_q;
    reg read_done2_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            read_done1_q <= 1'b0;
            read_done2_q <= 1'b0;
        end else begin
            read_done1_q <= read_i;
            read_done2_q <= read_done1_q;
        end
    end

    assign read_done_o = read_done2_q;

    reg compare_done1_q;
    reg compare_done2_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            compare_done1_q <= 1'b0;
            compare_done2_q <= 1'b0;
        end else begin
            compare_done1_q <= compare_i;
            compare_done2_q <= compare_done1_q;
        end
    end

    assign compare_done_o = compare_done2_q;
endmodule

`default_nettype wire
