// bcc_sequencer: the quads that an instruction issues, one a cycle.
// Source:  vaidya2013, sections 3.1 and 4.1.
// Papers:  vaidya2013: A. Vaidya, A. Shayesteh, D. Woo, R. Saharoy and M. Azimi, "SIMD Divergence
//          Optimization through Intra-Warp Compaction", 2013 (docs/sources.md of Heddle).
// Config:  lanes 16, quad_lanes 4, mode 1, skip_empty 0, latency 0.
// Timing:  the first quad of an instruction in the cycle after it is accepted; one quad a cycle,
//          without a bubble between instructions.
`default_nettype none

module bcc_sequencer (
    input  wire        clk_i,
    input  wire        rst_i,

    // request: an instruction
    input  wire        request_i,   // an instruction is offered
    input  wire [15:0] mask_i,      // active lanes of the instruction

    // issue: a quad
    input  wire        take_i,      // the quad is executed; a pipeline register advances

    // request: an instruction
    output wire        ready_o,     // the instruction is accepted

    // issue: a quad
    output wire        issue_o,     // a quad is offered to the ALU
    output wire        first_o,     // the quad is the first of its instruction
    output wire        last_o,      // the quad is the last of its instruction
    output wire [1:0]  quad_o,      // number of the quad in its instruction
    output wire [3:0]  enable_o     // active lanes of the quad
);
    localparam LANES      = 16;   // lanes of an instruction
    localparam QUAD_BITS  = 2;    // bits of quad_o
    localparam QUAD_LANES = 4;    // lanes that the ALU executes in a cycle

    // The held instruction and its remaining quads.
    reg              held_q;
    reg              first_q;
    reg  [LANES-1:0] mask_q;
    reg  [3:0]       remaining_q;
    wire [3:0]       lowest = remaining_q & (~remaining_q + 4'd1);
    wire [3:0]       rest   = remaining_q & ~lowest;
    wire             last   = ~|rest;
    wire             ready  = ~held_q | (take_i & last);
    wire             taken  = request_i & ready;

    // Next state: an instruction is accepted, or a quad goes to the ALU.
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
        remaining_q <= taken ? wanted : take_i ? rest : remaining_q;
    end

    // The lowest remaining quad and its lanes.
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
