// swizzle_crossbar, written by hand from its contract: to be compared with what Heddle emits.
// Machine: vaidya2013; 16 lanes in quads of 4, elements of 32 bits.
`default_nettype none

module swizzle_crossbar (
    input  wire         clk_i,
    input  wire         rst_i,
    input  wire         load_i,
    input  wire [511:0] operand_i,    // 16 x 32
    input  wire [63:0]  from_i,       // 4 x 16: one-hot
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
            wire [15:0] from = from_i[n*16 +: 16];
            reg  [31:0] element;
            integer     lane;
            always @* begin
                element = 32'd0;
                for (lane = 0; lane < 16; lane = lane + 1) begin
                    element = element | {32{from[lane]}} & operand_q[lane*32 +: 32];
                end
            end
            assign data_o[n*32 +: 32] = element;
        end
    endgenerate

    assign held_o = held_q;
endmodule

`default_nettype wire
