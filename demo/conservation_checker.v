// conservation_checker: no thread is lost in dwf_subsystem, doubled, moved to another lane or PC.
// Rules:   A thread comes out only if it is inside, in its home lane, with the PC with which it
//          went in; so all threads of a warp have its PC. A thread goes in only if it is outside.
//          A warp has threads in its lanes and no others. No thread is inside after a launch has
//          drained for 2^DRAIN_BITS cycles.
// Faults:  the first one is kept until reset; it is shown two cycles after the warp that shows it.
`default_nettype none

module conservation_checker #(
    parameter LANE_BITS  = 2,   // 2^LANE_BITS lanes
    parameter TID_BITS   = 5,   // thread number: {row, home lane}; all ones for none
    parameter PC_BITS    = 16,
    parameter DRAIN_BITS = 9,   // cycles that a drain may take, as a power of two
    // derived
    parameter LANES      = 1 << LANE_BITS
) (
    input  wire                      clk_i,
    input  wire                      rst_i,

    // a warp goes into the scheduler
    input  wire                      commit_i,
    input  wire [LANES-1:0]          commit_lanes_i,
    input  wire [LANES*TID_BITS-1:0] commit_tid_i,
    input  wire [LANES*PC_BITS-1:0]  commit_pc_i,

    // a warp comes out
    input  wire                      issue_i,
    input  wire [LANES-1:0]          issue_lanes_i,
    input  wire [LANES*TID_BITS-1:0] issue_tid_i,
    input  wire [PC_BITS-1:0]        issue_pc_i,

    input  wire                      draining_i,  // threads that come out do not go in again
    output wire                      occupied_o,  // threads are inside
    output wire [2:0]                fault_o      // the first fault, 0 for none
);
    localparam ROW_BITS = TID_BITS - LANE_BITS;

    localparam [2:0] NONE      = 3'd0;
    localparam [2:0] MALFORMED = 3'd1;  // a warp without threads, or lanes and threads that differ
    localparam [2:0] STRAY     = 3'd2;  // a thread outside of its home lane
    localparam [2:0] ABSENT    = 3'd3;  // a thread came out that was not inside
    localparam [2:0] MOVED     = 3'd4;  // a thread came out with another PC
    localparam [2:0] LOST      = 3'd5;  // a thread did not come out
    localparam [2:0] REPEATED  = 3'd6;  // a thread went in that was inside

    // Each lane has a ledger of its threads.
    wire [LANES-1:0] malformed;
    wire [LANES-1:0] stray;
    wire [LANES-1:0] occupied;
    wire [LANES-1:0] repeated;
    wire [LANES-1:0] absent;
    wire [LANES-1:0] moved;

    genvar i;
    generate
        for (i = 0; i < LANES; i = i + 1) begin : g_lane
            localparam [LANE_BITS-1:0] LANE = i;

            wire [TID_BITS-1:0] commit_tid = commit_tid_i[i*TID_BITS +: TID_BITS];
            wire [TID_BITS-1:0] issue_tid  = issue_tid_i[i*TID_BITS +: TID_BITS];
            wire                commit     = commit_i & commit_lanes_i[i];
            wire                issue      = issue_i & issue_lanes_i[i];

            assign malformed[i] = issue_i & (issue_lanes_i[i] == &issue_tid);
            assign stray[i]     = (commit & (commit_tid[LANE_BITS-1:0] != LANE))
                                | (issue & (issue_tid[LANE_BITS-1:0] != LANE));

            lane_ledger #(
                .ROW_BITS(ROW_BITS),
                .PC_BITS(PC_BITS)
            ) u_lane_ledger (
                .clk_i(clk_i),
                .rst_i(rst_i),
                .commit_i(commit),
                .commit_row_i(commit_tid[TID_BITS-1:LANE_BITS]),
                .commit_pc_i(commit_pc_i[i*PC_BITS +: PC_BITS]),
                .issue_i(issue),
                .issue_row_i(issue_tid[TID_BITS-1:LANE_BITS]),
                .issue_pc_i(issue_pc_i),
                .occupied_o(occupied[i]),
                .repeated_o(repeated[i]),
                .absent_o(absent[i]),
                .moved_o(moved[i])
            );
        end
    endgenerate

    assign occupied_o = |occupied;

    // The first fault.
    reg                malformed_q;
    reg                stray_q;
    reg [DRAIN_BITS:0] drained_q;
    reg [2:0]          fault_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            malformed_q <= 1'b0;
            stray_q     <= 1'b0;
            drained_q   <= {DRAIN_BITS+1{1'b0}};
            fault_q     <= NONE;
        end else begin
            malformed_q <= (|malformed) | (issue_i & ~|issue_lanes_i);
            stray_q     <= |stray;
            if (~draining_i) begin
                drained_q <= {DRAIN_BITS+1{1'b0}};
            end else if (~drained_q[DRAIN_BITS]) begin
                drained_q <= drained_q + 1'b1;
            end
            if (fault_q == NONE) begin
                fault_q <= malformed_q ? MALFORMED
                         : stray_q     ? STRAY
                         : |absent     ? ABSENT
                         : |moved      ? MOVED
                         : |repeated   ? REPEATED
                         : drained_q[DRAIN_BITS] & occupied_o ? LOST : NONE;
            end
        end
    end

    assign fault_o = fault_q;
endmodule

`default_nettype wire
