// thread_pc_table: the PC of every thread of a core, and its comparators.
// Source:  collange2011, sections 3 and 4.1, figures 2 and 4a.
// Config:  warps 4, lanes 4, pc_bits 16.
// Timing:  a branch, a park, a read and a comparison a cycle; read and compared within the cycle.
module thread_pc_table (
    input  wire        clk_i,
    input  wire        rst_i,

    // branch: lanes write PCs of their own
    input  wire        branch_i,         // lanes of the warp below branch
    input  wire [1:0]  branch_warp_i,    // their warp
    input  wire [3:0]  branch_lanes_i,   // which ones
    input  wire [63:0] branch_pc_i,      // 4 x 16: their next PCs, in words

    // park: lanes write the common PC
    input  wire        park_i,           // lanes of the warp below park
    input  wire [1:0]  park_warp_i,      // their warp
    input  wire [3:0]  park_lanes_i,     // which ones
    input  wire [15:0] park_pc_i,        // the PC that they stand at

    // read: operands of the arbiter
    input  wire        read_i,           // the warp below is read
    input  wire [1:0]  read_warp_i,      // a known warp

    // compare: who stands at a PC
    input  wire        compare_i,        // the warp below is compared
    input  wire [1:0]  compare_warp_i,   // a known warp
    input  wire [15:0] compare_pc_i,     // with this PC

    // state
    output wire [3:0]  known_o,          // warps all of whose lanes have a PC, one bit per warp

    // read: operands of the arbiter
    output wire [63:0] read_pc_o,        // 4 x 16: PCs of the lanes

    // compare: who stands at a PC
    output wire [3:0]  compare_lanes_o   // lanes whose stored PC it is
);
    // Warps that have parked whole.
    reg  [3:0] known_q;
    wire [3:0] known_d = known_q | ((4'd1 << park_warp_i) & {4{park_i & (&park_lanes_i)}});

    always @(posedge clk_i) begin
        if (rst_i) begin
            known_q <= 4'd0;
        end else begin
            known_q <= known_d;
        end
    end

    assign known_o = known_q;

    // PCs, a memory per lane. A branch is written last and wins. What parks in this cycle is read
    // already.
    wire forwards = park_i & (park_warp_i == read_warp_i);

    genvar i;
    generate
        for (i = 0; i < 4; i = i + 1) begin : g_lane
            wire        parks    = park_i & park_lanes_i[i];
            wire        branches = branch_i & branch_lanes_i[i];
            reg  [15:0] pc_q [0:3];
            always @(posedge clk_i) begin
                if (parks) begin
                    pc_q[park_warp_i] <= park_pc_i;
                end
                if (branches) begin
                    pc_q[branch_warp_i] <= branch_pc_i[i*16 +: 16];
                end
            end
            assign read_pc_o[i*16 +: 16] =
                (forwards & park_lanes_i[i]) ? park_pc_i : pc_q[read_warp_i];
            assign compare_lanes_o[i] = (pc_q[compare_warp_i] == compare_pc_i);
        end
    endgenerate

    wire unused = &{1'b0, read_i, compare_i};
endmodule
