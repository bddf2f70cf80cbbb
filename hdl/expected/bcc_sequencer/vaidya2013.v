// bcc_sequencer: the quads of an instruction that are issued, one a cycle.
// Source:  vaidya2013, sections 3.1 and 4.1.
// Config:  lanes 16, quad_lanes 4, mode 1, skip_empty 0, latency 0.
// Timing:  an instruction's first quad in the cycle after it is taken, then a quad a cycle; no
//          bubble between instructions.
`default_nettype none

module bcc_sequencer (
    input  wire        clk_i,
    input  wire        rst_i,

    // request: an instruction
    input  wire        request_i,   // an instruction is there
    input  wire [15:0] mask_i,      // its active lanes

    // issue: a quad
    input  wire        take_i,      // the quad shown is executed; with a row, the row moves on

    // request: an instruction
    output wire        ready_o,     // it is taken

    // issue: a quad
    output wire        issue_o,     // there is one
    output wire        first_o,     // none of its instruction came before it
    output wire        last_o,      // none of its instruction comes after it
    output wire [1:0]  quad_o,      // its number, in its instruction
    output wire [3:0]  enable_o     // its active lanes
);
    localparam LANES      = 16;   // lanes of an instruction
    localparam QUAD_BITS  = 2;    // bits of quad_o
    localparam QUAD_LANES = 4;    // lanes that the ALU executes in a cycle

    // The instruction that is held, and which of its quads are left.
    reg              held_q;
    reg              first_q;
    reg  [LANES-1:0] mask_q;
    reg  [3:0]       left_q;
    wire [3:0]       lowest = left_q & (~left_q + 4'd1);
    wire [3:0]       rest   = left_q & ~lowest;
    wire             last   = ~|rest;
    wire             ready  = ~held_q | (take_i & last);
    wire             taken  = request_i & ready;

    // An instruction is taken, or a quad goes to the ALU.
    wire       upper_active = |mask_i[15:8];
    wire       lower_active = |mask_i[7:0];
    wire [3:0] wanted       = {{2{upper_active}}, {2{lower_active | ~upper_active}}};

    always @(posedge clk_i) begin
        if (rst_i) begin
            held_q <= 1'b0;
        end else begin
            held_q <= taken | (held_q & ~(take_i & last));
        end
        first_q <= taken | (first_q & ~take_i);
        if (taken) begin
            mask_q <= mask_i;
        end
        left_q <= taken ? wanted : take_i ? rest : left_q;
    end

    // The lowest quad that is left, and its lanes.
    wire [4*QUAD_LANES-1:0] quad_mask;

    genvar i;
    generate
        for (i = 0; i < 4; i = i + 1) begin : g_quad
            assign quad_mask[i*QUAD_LANES +: QUAD_LANES] = mask_q[4*i +: 4];
        end
    endgenerate

    assign ready_o = ready;

    reg [QUAD_BITS-1:0] quad;

    always @* begin : fold_quad
        integer n;
        quad = 2'd0;
        for (n = 0; n < 4; n = n + 1) begin
            quad = quad | (n[1:0] & {QUAD_BITS{lowest[n]}});
        end
    end

    reg [QUAD_LANES-1:0] enable;

    always @* begin : fold_enable
        integer n;
        enable = 4'd0;
        for (n = 0; n < 4; n = n + 1) begin
            enable = enable | (quad_mask[n*QUAD_LANES +: QUAD_LANES] & {QUAD_LANES{lowest[n]}});
        end
    end

    assign issue_o  = held_q;
    assign first_o  = first_q;
    assign last_o   = last;
    assign quad_o   = quad;
    assign enable_o = enable;
endmodule

`default_nettype wire
