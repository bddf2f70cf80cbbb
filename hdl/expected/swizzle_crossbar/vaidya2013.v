// swizzle_crossbar: crossbar that moves the lanes of an operand to the lanes of the ALU.
// Source:  vaidya2013, section 4.2, figure 5c.
// Papers:  vaidya2013: A. Vaidya, A. Shayesteh, D. Woo, R. Saharoy and M. Azimi, "SIMD Divergence
//          Optimization through Intra-Warp Compaction", 2013 (docs/sources.md of Heddle).
// Config:  lanes 16, quad_lanes 4, element_bits 32.
// Timing:  held from the cycle after the load; elements come in the cycle of their settings; one
//          operand, and the elements of one set of settings, each cycle.
`default_nettype none

module swizzle_crossbar (
    input  wire         clk_i,
    input  wire         rst_i,

    // operand: of an instruction
    input  wire         load_i,      // an operand is offered
    input  wire [511:0] operand_i,   // 16 x 32: element of each lane of the instruction

    // settings of this cycle
    input  wire [63:0]  from_i,      // 4 x 16: lane of the instruction for each ALU lane, one-hot;
                                     // 0 if off

    // to the ALU
    output wire         held_o,      // an operand is held
    output wire [127:0] data_o       // 4 x 32: element of each lane of the ALU; 0 where it is off
);
    localparam ELEMENT_BITS = 32;   // width of a lane's element
    localparam LANES        = 16;   // lanes of an instruction

    // The held operand.
    reg held_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            held_q <= 1'b0;
        end else begin
            held_q <= held_q | load_i;
        end
    end

    assign held_o = held_q;

    reg [16*ELEMENT_BITS-1:0] operand_q;

    always @(posedge clk_i) begin
        if (load_i) begin
            operand_q <= operand_i;
        end
    end

    // An element for each lane of the ALU.
    genvar i;
    generate
        for (i = 0; i < 4; i = i + 1) begin : g_lane
            reg [ELEMENT_BITS-1:0] element;
            always @* begin : fold_element
                integer n;
                element = 32'd0;
                for (n = 0; n < 16; n = n + 1) begin
                    element =
                        element
                        | (
                              operand_q[n*ELEMENT_BITS +: ELEMENT_BITS]
                              & {ELEMENT_BITS{from_i[i*LANES + n]}}
                          );
                end
            end
            assign data_o[i*ELEMENT_BITS +: ELEMENT_BITS] = element;
        end
    endgenerate
endmodule

`default_nettype wire
