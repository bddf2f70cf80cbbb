// lane_ledger: which threads of a lane are inside the scheduler, and with which PCs they went in.
// Timing:  what is wrong in a cycle is shown in the next one.
`default_nettype none

module lane_ledger #(
    parameter ROW_BITS = 3,   // 2^ROW_BITS threads
    parameter PC_BITS  = 16
) (
    input  wire                clk_i,
    input  wire                rst_i,

    // a thread of the lane goes into the scheduler
    input  wire                commit_i,
    input  wire [ROW_BITS-1:0] commit_row_i,
    input  wire [PC_BITS-1:0]  commit_pc_i,

    // a thread of the lane comes out
    input  wire                issue_i,
    input  wire [ROW_BITS-1:0] issue_row_i,
    input  wire [PC_BITS-1:0]  issue_pc_i,

    output wire                occupied_o,  // threads are inside
    output wire                repeated_o,  // the thread that went in was inside
    output wire                absent_o,    // the thread that came out was not inside
    output wire                moved_o      // it came out with another PC
);
    localparam THREADS = 1 << ROW_BITS;

    reg  [THREADS-1:0] inside_q;
    reg  [PC_BITS-1:0] pc_q [0:THREADS-1];
    reg                repeated_q;
    reg                absent_q;
    reg                moved_q;
    wire [THREADS-1:0] one    = {{THREADS-1{1'b0}}, 1'b1};
    wire [THREADS-1:0] set    = commit_i ? one << commit_row_i : {THREADS{1'b0}};
    wire [THREADS-1:0] clear  = issue_i ? one << issue_row_i : {THREADS{1'b0}};
    wire               issued = issue_i & inside_q[issue_row_i];

    always @(posedge clk_i) begin
        if (rst_i) begin
            inside_q   <= {THREADS{1'b0}};
            repeated_q <= 1'b0;
            absent_q   <= 1'b0;
            moved_q    <= 1'b0;
        end else begin
            inside_q   <= (inside_q | set) & ~clear;
            repeated_q <= commit_i & inside_q[commit_row_i];
            absent_q   <= issue_i & ~inside_q[issue_row_i];
            moved_q    <= issued & (pc_q[issue_row_i] != issue_pc_i);
        end
        if (commit_i) begin
            pc_q[commit_row_i] <= commit_pc_i;
        end
    end

    assign occupied_o = |inside_q;
    assign repeated_o = repeated_q;
    assign absent_o   = absent_q;
    assign moved_o    = moved_q;
endmodule

`default_nettype wire
