// bcc_sequencer: the quads of an instruction that are issued, one a cycle.
// Source:  vaidya2013, sections 3.1 and 4.1.
// Config:  lanes 4, quad_lanes 4, mode 0, skip_empty 0.
// Timing:  an instruction's first quad in the cycle after it is taken, then a quad a cycle; no
//          bubble between instructions.
module bcc_sequencer (
    input  wire       clk_i,
    input  wire       rst_i,

    // request: an instruction
    input  wire       request_i,   // an instruction is there
    input  wire [3:0] mask_i,      // its active lanes

    // issue: a quad
    input  wire       take_i,      // the quad shown is executed

    // request: an instruction
    output wire       ready_o,     // it is taken

    // issue: a quad
    output wire       issue_o,     // there is one
    output wire       first_o,     // none of its instruction came before it
    output wire       last_o,      // none of its instruction comes after it
    output wire       quad_o,      // its number, in its instruction
    output wire [3:0] enable_o     // its active lanes
);
    // The instruction that is held, and which of its quads are left.
    reg        held_q;
    reg        first_q;
    reg  [3:0] mask_q;
    reg        left_q;
    wire       lowest = left_q & (~left_q + 1'b1);
    wire       rest   = left_q & ~lowest;
    wire       last   = ~rest;
    wire       ready  = ~held_q | (take_i & last);
    wire       taken  = request_i & ready;

    // An instruction is taken, or a quad goes to the ALU.
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
        left_q <= taken ? 1'b1 : take_i ? rest : left_q;
    end

    // The lowest quad that is left, and its lanes.
    wire [3:0] quad_mask;

    genvar i;
    generate
        for (i = 0; i < 1; i = i + 1) begin : g_quad
            assign quad_mask = mask_q;
        end
    endgenerate

    assign ready_o = ready;
    assign issue_o = held_q;
    assign first_o = first_q;
    assign last_o  = last;

    reg quad;

    always @* begin : fold_quad
        integer n;
        quad = 1'b0;
        for (n = 0; n < 1; n = n + 1) begin
            quad = quad | (n[0] & lowest);
        end
    end

    assign quad_o = quad;

    reg [3:0] enable;

    always @* begin : fold_enable
        integer n;
        enable = 4'd0;
        for (n = 0; n < 1; n = n + 1) begin
            enable = enable | (quad_mask & {4{lowest}});
        end
    end

    assign enable_o = enable;
endmodule
