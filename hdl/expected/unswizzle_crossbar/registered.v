// unswizzle_crossbar: crossbar that moves results of the ALU back to the positions of their lanes.
// Source:  vaidya2013, section 4.2.
// Papers:  vaidya2013: A. Vaidya, A. Shayesteh, D. Woo, R. Saharoy and M. Azimi, "SIMD Divergence
//          Optimization through Intra-Warp Compaction", 2013 (docs/sources.md of Heddle).
// Config:  lanes 16, quad_lanes 4, element_bits 32, latency 1.
// Timing:  an instruction is written one cycle after its last results; results of one instruction,
//          for every lane of the ALU, each cycle.
`default_nettype none

module unswizzle_crossbar (
    input  wire         clk_i,
    input  wire         rst_i,

    // from the ALU
    input  wire         result_i,        // results of the ALU are offered
    input  wire         last_i,          // the results are the last ones of their instruction
    input  wire [3:0]   enable_i,        // lanes of the ALU that have a result
    input  wire [7:0]   quad_i,          // 4 x 2: quad that each lane of the ALU executed
    input  wire [7:0]   position_i,      // 4 x 2: position in the quad that each lane of the ALU
                                         // executed
    input  wire [127:0] data_i,          // 4 x 32: result of each lane of the ALU

    // to the register file
    output wire         write_o,         // the results of an instruction are offered
    output wire [15:0]  write_lanes_o,   // lanes that have a result
    output wire [511:0] write_data_o     // 16 x 32: result of each lane; 0 where there is none
);
    localparam QUAD_BITS     = 2;    // bits of an element of quad_i
    localparam POSITION_BITS = 2;    // bits of an element of position_i
    localparam ELEMENT_BITS  = 32;   // width of a lane's element
    localparam LANES         = 16;   // lanes of an instruction

    // For each lane of the ALU, the lane to which its result belongs, one-hot.
    wire [15:0] target [0:3];

    genvar i;
    genvar j;
    generate
        for (i = 0; i < 4; i = i + 1) begin : g_result
            wire [3:0] place =
                {quad_i[i*QUAD_BITS +: QUAD_BITS], position_i[i*POSITION_BITS +: POSITION_BITS]};
            assign target[i] = (16'd1 << place) & {16{result_i & enable_i[i]}};
        end
    endgenerate

    // fresh_q: the next results are the first ones of an instruction.
    reg  fresh_q;
    wire clear_en = result_i & fresh_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            fresh_q <= 1'b1;
        end else if (result_i) begin
            fresh_q <= last_i;
        end
    end

    // Results are gathered until the last results of the instruction come.
    reg                        write_q;
    reg  [LANES-1:0]           write_lanes_q;
    reg  [16*ELEMENT_BITS-1:0] write_data_q;
    wire [LANES-1:0]           arrival_lanes;

    generate
        for (i = 0; i < 16; i = i + 1) begin : g_lane
            wire [3:0] from;
            for (j = 0; j < 4; j = j + 1) begin : g_lane_from
                assign from[j] = target[j][i];
            end
            wire                    arrival = |from;
            reg  [ELEMENT_BITS-1:0] result;
            always @* begin : fold_result
                integer n;
                result = 32'd0;
                for (n = 0; n < 4; n = n + 1) begin
                    result =
                        result | (data_i[n*ELEMENT_BITS +: ELEMENT_BITS] & {ELEMENT_BITS{from[n]}});
                end
            end
            assign arrival_lanes[i] = arrival;
            always @(posedge clk_i) begin
                if (arrival | clear_en) begin
                    write_data_q[i*ELEMENT_BITS +: ELEMENT_BITS] <= result;
                end
            end
        end
    endgenerate

    always @(posedge clk_i) begin
        if (rst_i) begin
            write_q <= 1'b0;
        end else begin
            write_q <= result_i & last_i;
        end
    end

    assign write_o = write_q;

    always @(posedge clk_i) begin
        if (result_i) begin
            write_lanes_q <= arrival_lanes | (write_lanes_q & {LANES{~fresh_q}});
        end
    end

    assign write_lanes_o = write_lanes_q;
    assign write_data_o  = write_data_q;
endmodule

`default_nettype wire
