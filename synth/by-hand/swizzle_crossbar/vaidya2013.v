// swizzle_crossbar, written by hand from its contract: to be compared with what Heddle emits.
// Machine: vaidya2013; 16 lanes in quads of 4, elements of 32 bits.
`default_nettype none

module swizzle_crossbar (
    input  wire         clk_i,
    input  wire         rst_i,
    input  wire         load_i,
    input  wire [511:0] operand_i,    // 16 x 32
    input  wire [3:0]   enable_i,
    input  wire [7:0]   quad_i,       // 4 x 2
    input  wire [7:0]   position_i,   // 4 x 2
    output wire         held_o,
    output wire [127:0] data_o        // 4 x 32
);
    reg         held_q;
    reg [511:0] operand_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            held_q <= 1'b0;
        end else if (load_i) begin
            held_q <= 1'b1;
        end
        if (load_i) begin
            operand_q <= operand_i;
        end
    end

    genvar n;
    generate
        for (n = 0; n < 4; n = n + 1) begin : g_lane
            wire [3:0]  lane    = {quad_i[n*2 +: 2], position_i[n*2 +: 2]};
            wire [31:0] element = operand_q[lane*32 +: 32];
            assign data_o[n*32 +: 32] = enable_i[n] ? element : 32'd0;
        end
    endgenerate

    assign held_o = held_q;
endmodule

`default_nettype wire
