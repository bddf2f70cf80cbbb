// warp_update_registers: a committed warp, split by next PC.
// Source:  fung2009, section 4.2, figure 10 (a), footnote 9.
// Papers:  fung2009: W. Fung, I. Sham, G. Yuan and T. Aamodt, "Dynamic Warp Formation: Efficient
//          MIMD Control Flow on SIMD Graphics Hardware", 2009 (docs/sources.md of Heddle).
// Config:  lanes 32, tid_bits 10, pc_bits 24, serial 1.
// Timing:  a commit is offered from the cycle after its acceptance on, until it is taken; one PC of
//          a commit every second cycle.
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

    // The held commit: lanes that are not taken yet, PCs, threads. If lane 0 has a thread, it leads
    // first, so its PC need not be held.
    reg  [LANES-1:0]      remaining_q;
    reg                   free_q;
    wire                  load_en = commit_i & free_q;
    reg  [31*PC_BITS-1:0] pc_q;

    genvar i;
    generate
        for (i = 0; i < 31; i = i + 1) begin : g_held
            always @(posedge clk_i) begin
                if (load_en) begin
                    pc_q[i*PC_BITS +: PC_BITS] <= commit_pc_i[(i+1)*PC_BITS +: PC_BITS];
                end
            end
        end
    endgenerate

    reg [32*TID_BITS-1:0] tid_q;

    generate
        for (i = 0; i < 32; i = i + 1) begin : g_lane
            always @(posedge clk_i) begin
                if (load_en) begin
                    tid_q[i*TID_BITS +: TID_BITS] <= commit_tid_i[i*TID_BITS +: TID_BITS];
                end
            end
        end
    endgenerate

    // The PC of the lowest remaining lane is chosen in one cycle, for a new commit when it arrives;
    // the lanes with this PC are shown in the next cycle.
    reg                chosen_q;
    reg  [PC_BITS-1:0] first_pc_q;
    wire [PC_BITS-1:0] new1 [0:15];

    generate
        for (i = 0; i < 16; i = i + 1) begin : g_new_level1
            assign new1[i] =
                commit_lanes_i[2*i] ? commit_pc_i[2*i*PC_BITS +: PC_BITS]
                : commit_pc_i[(2*i+1)*PC_BITS +: PC_BITS];
        end
    endgenerate

    wire [14:0] new_any1;

    generate
        for (i = 0; i < 15; i = i + 1) begin : g_new_any_of1
            assign new_any1[i] = commit_lanes_i[2*i] | commit_lanes_i[2*i+1];
        end
    endgenerate

    wire [PC_BITS-1:0] new2 [0:7];

    generate
        for (i = 0; i < 8; i = i + 1) begin : g_new_level2
            assign new2[i] = new_any1[2*i] ? new1[2*i] : new1[2*i+1];
        end
    endgenerate

    wire [6:0] new_any2;

    generate
        for (i = 0; i < 7; i = i + 1) begin : g_new_any_of2
            assign new_any2[i] = new_any1[2*i] | new_any1[2*i+1];
        end
    endgenerate

    wire [PC_BITS-1:0] new3 [0:3];

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_new_level3
            assign new3[i] = new_any2[2*i] ? new2[2*i] : new2[2*i+1];
        end
    endgenerate

    wire [2:0] new_any3;

    generate
        for (i = 0; i < 3; i = i + 1) begin : g_new_any_of3
            assign new_any3[i] = new_any2[2*i] | new_any2[2*i+1];
        end
    endgenerate

    wire [PC_BITS-1:0] new4 [0:1];

    generate
        for (i = 0; i < 2; i = i + 1) begin : g_new_level4
            assign new4[i] = new_any3[2*i] ? new3[2*i] : new3[2*i+1];
        end
    endgenerate

    wire new_any4;

    generate
        for (i = 0; i < 1; i = i + 1) begin : g_new_any_of4
            assign new_any4 = new_any3[2*i] | new_any3[2*i+1];
        end
    endgenerate

    wire [PC_BITS-1:0] new5 [0:0];

    generate
        for (i = 0; i < 1; i = i + 1) begin : g_new_level5
            assign new5[i] = new_any4 ? new4[2*i] : new4[2*i+1];
        end
    endgenerate

    wire [PC_BITS-1:0] next1 [0:15];

    generate
        for (i = 0; i < 15; i = i + 1) begin : g_next_level1
            assign next1[i] =
                remaining_q[2*i+1] ? pc_q[2*i*PC_BITS +: PC_BITS]
                : pc_q[(2*i+1)*PC_BITS +: PC_BITS];
        end
    endgenerate

    assign next1[15] = pc_q[743:720];

    wire [14:0] next_any1;

    generate
        for (i = 0; i < 15; i = i + 1) begin : g_next_any_of1
            assign next_any1[i] = remaining_q[2*i+1] | remaining_q[2*i+2];
        end
    endgenerate

    wire [PC_BITS-1:0] next2 [0:7];

    generate
        for (i = 0; i < 8; i = i + 1) begin : g_next_level2
            assign next2[i] = next_any1[2*i] ? next1[2*i] : next1[2*i+1];
        end
    endgenerate

    wire [6:0] next_any2;

    generate
        for (i = 0; i < 7; i = i + 1) begin : g_next_any_of2
            assign next_any2[i] = next_any1[2*i] | next_any1[2*i+1];
        end
    endgenerate

    wire [PC_BITS-1:0] next3 [0:3];

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_next_level3
            assign next3[i] = next_any2[2*i] ? next2[2*i] : next2[2*i+1];
        end
    endgenerate

    wire [2:0] next_any3;

    generate
        for (i = 0; i < 3; i = i + 1) begin : g_next_any_of3
            assign next_any3[i] = next_any2[2*i] | next_any2[2*i+1];
        end
    endgenerate

    wire [PC_BITS-1:0] next4 [0:1];

    generate
        for (i = 0; i < 2; i = i + 1) begin : g_next_level4
            assign next4[i] = next_any3[2*i] ? next3[2*i] : next3[2*i+1];
        end
    endgenerate

    wire next_any4;

    generate
        for (i = 0; i < 1; i = i + 1) begin : g_next_any_of4
            assign next_any4 = next_any3[2*i] | next_any3[2*i+1];
        end
    endgenerate

    wire [PC_BITS-1:0] next5 [0:0];

    generate
        for (i = 0; i < 1; i = i + 1) begin : g_next_level5
            assign next5[i] = next_any4 ? next4[2*i] : next4[2*i+1];
        end
    endgenerate

    wire [LANES-1:0] first_lanes;

    assign first_lanes[0] = remaining_q[0];

    generate
        for (i = 0; i < 31; i = i + 1) begin : g_first
            assign first_lanes[i+1] = remaining_q[i+1] & (pc_q[i*PC_BITS +: PC_BITS] == first_pc_q);
        end
    endgenerate

    wire [LANES-1:0] others = remaining_q & ~first_lanes;
    wire [LANES-1:0] remaining_d =
        free_q ? commit_lanes_i & {LANES{commit_i}}
        : take_first_i ? others
        : remaining_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            chosen_q    <= 1'b0;
            remaining_q <= 32'd0;
            free_q      <= 1'b1;
        end else begin
            chosen_q    <= chosen_q ? ~take_first_i : ~free_q | commit_i;
            remaining_q <= remaining_d;
            free_q      <= free_q ? ~commit_i : take_first_i & ~|others;
        end
        if (~chosen_q) begin
            first_pc_q <= free_q ? new5[0] : next5[0];
        end
    end

    assign commit_ready_o = load_en;
    assign first_o        = chosen_q;
    assign first_pc_o     = first_pc_q;
    assign first_lanes_o  = first_lanes;
    assign first_tid_o    = tid_q;

    // One PC at a time: the second half is always empty.
    assign second_o       = 1'b0;
    assign second_pc_o    = 24'd0;
    assign second_lanes_o = 32'd0;
    assign second_tid_o   = tid_q;

    wire unused = &{1'b0, take_second_i};
endmodule

`default_nettype wire
