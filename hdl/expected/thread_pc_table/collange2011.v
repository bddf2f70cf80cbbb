// thread_pc_table: the PC of every thread of a core, and its comparators.
// Source:  collange2011, sections 3 and 4.1, figures 2 and 4a.
// Papers:  collange2011: C. Collange, "Stack-less SIMT reconvergence at low cost", 2011
//          (docs/sources.md of Heddle).
// Config:  warps 24, lanes 32, pc_bits 24.
// Timing:  read and compared within the cycle, written at its end; one branch, park, read and
//          comparison a cycle.
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
    wire             forward        = park_i & (park_warp_i == read_warp_i);
    wire [WARPS-1:0] park_select    = 24'd1 << park_warp_i;
    wire [WARPS-1:0] branch_select  = 24'd1 << branch_warp_i;
    wire [WARPS-1:0] read_select    = 24'd1 << read_warp_i;
    wire [WARPS-1:0] compare_select = 24'd1 << compare_warp_i;

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
            always @(posedge clk_i) begin
                if (park_en) begin
                    parked_pc_q[park_warp_i] <= park_pc_i;
                end
                if (branch_en) begin
                    branched_pc_q[branch_warp_i] <= branch_pc_i[i*PC_BITS +: PC_BITS];
                end
                branched_last_q <= branched_last_d;
            end
            assign read_pc_o[i*PC_BITS +: PC_BITS] =
                (forward & park_lanes_i[i]) ? park_pc_i
                : (|(branched_last_q & read_select)) ? branched_pc_q[read_warp_i]
                : parked_pc_q[read_warp_i];
            wire [PC_BITS-1:0] compare_stored =
                (|(branched_last_q & compare_select)) ? branched_pc_q[compare_warp_i]
                : parked_pc_q[compare_warp_i];
            assign compare_lanes_o[i] = (compare_stored == compare_pc_i);
        end
    endgenerate

    assign read_done_o    = read_i;
    assign compare_done_o = compare_i;
endmodule

`default_nettype wire
