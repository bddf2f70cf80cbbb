// cycle_compressor: execution of an instruction on a narrower ALU, without its inactive lanes.
// Source:  vaidya2013, section 4, figure 5.
// Papers:  vaidya2013: A. Vaidya, A. Shayesteh, D. Woo, R. Saharoy and M. Azimi, "SIMD Divergence
//          Optimization through Intra-Warp Compaction", 2013 (docs/sources.md of Heddle).
// Config:  lanes 16, quad_lanes 4, element_bits 32, mode 1, skip_empty 0, alu_latency 4,
//          issue_latency 0, write_latency 0.
// Timing:  lanes go to the ALU from the cycle after an instruction is accepted, results return 4
//          cycle(s) later; lanes for the ALU each cycle, without a bubble between instructions.
`default_nettype none

module cycle_compressor (
    input  wire         clk_i,
    input  wire         rst_i,

    // request: an instruction
    input  wire         request_i,       // an instruction is offered
    input  wire [15:0]  mask_i,          // active lanes of the instruction
    input  wire [511:0] operand_a_i,     // 16 x 32: first operand of each lane
    input  wire [511:0] operand_b_i,     // 16 x 32: second operand of each lane
    input  wire [511:0] operand_c_i,     // 16 x 32: third operand of each lane

    // issue: to the ALU
    input  wire         take_i,          // the lanes shown are executed

    // result: from the ALU
    input  wire [127:0] result_i,        // 4 x 32: result of each ALU lane, for lanes taken
                                         // alu_latency cycles ago

    // request: an instruction
    output wire         ready_o,         // the instruction is accepted

    // issue: to the ALU
    output wire         issue_o,         // lanes are offered to the ALU
    output wire         first_o,         // the lanes are the first of their instruction
    output wire         last_o,          // the lanes are the last of their instruction
    output wire [3:0]   enable_o,        // lanes of the ALU that execute
    output wire [127:0] data_a_o,        // 4 x 32: first operand of each lane of the ALU; 0 where
                                         // it is off
    output wire [127:0] data_b_o,        // 4 x 32: second operand of each lane of the ALU; 0 where
                                         // it is off
    output wire [127:0] data_c_o,        // 4 x 32: third operand of each lane of the ALU; 0 where
                                         // it is off

    // write: to the register file
    output wire         write_o,         // the results of an instruction are offered
    output wire [15:0]  write_lanes_o,   // lanes that have a result
    output wire [511:0] write_data_o     // 16 x 32: result of each lane; 0 where there is none
);
    localparam LANES        = 16;   // lanes of an instruction
    localparam ELEMENT_BITS = 32;   // width of a lane's element
    localparam QUAD_LANES   = 4;    // lanes that the ALU executes in a cycle
    localparam QUAD_BITS    = 2;    // bits of sequencer_quad

    // The quads to execute. Lanes keep their positions in their quads.
    wire                   sequencer_ready;
    wire                   sequencer_issue;
    wire                   sequencer_first;
    wire                   sequencer_last;
    wire [QUAD_BITS-1:0]   sequencer_quad;
    wire [QUAD_LANES-1:0]  sequencer_enable;
    wire [4*QUAD_BITS-1:0] quad;
    wire [7:0]             position;
    wire [63:0]            from;

    genvar i;
    generate
        for (i = 0; i < 4; i = i + 1) begin : g_lane
            assign quad[i*QUAD_BITS +: QUAD_BITS] = sequencer_quad;
            localparam [1:0] own = i;
            assign position[i*2 +: 2] = own;
            wire [3:0] place = {sequencer_quad, position[i*2 +: 2]};
            assign from[i*16 +: 16] = (16'd1 << place) & {16{sequencer_enable[i]}};
        end
    endgenerate

    assign ready_o = sequencer_ready;

    wire load = request_i & sequencer_ready;

    bcc_sequencer u_bcc_sequencer (
        .clk_i     (clk_i),
        .rst_i     (rst_i),
        .request_i (request_i),
        .mask_i    (mask_i),
        .take_i    (take_i),
        .ready_o   (sequencer_ready),
        .issue_o   (sequencer_issue),
        .first_o   (sequencer_first),
        .last_o    (sequencer_last),
        .quad_o    (sequencer_quad),
        .enable_o  (sequencer_enable)
    );

    // The operands of the held instruction, each with a crossbar to the lanes of the ALU.
    wire                      operand_a_held;
    wire [4*ELEMENT_BITS-1:0] operand_a_data;

    swizzle_crossbar u_swizzle_crossbar_operand_a (
        .clk_i     (clk_i),
        .rst_i     (rst_i),
        .load_i    (load),
        .operand_i (operand_a_i),
        .from_i    (from),
        .held_o    (operand_a_held),
        .data_o    (operand_a_data)
    );

    assign data_a_o = operand_a_data;

    wire                      operand_b_held;
    wire [4*ELEMENT_BITS-1:0] operand_b_data;

    swizzle_crossbar u_swizzle_crossbar_operand_b (
        .clk_i     (clk_i),
        .rst_i     (rst_i),
        .load_i    (load),
        .operand_i (operand_b_i),
        .from_i    (from),
        .held_o    (operand_b_held),
        .data_o    (operand_b_data)
    );

    assign data_b_o = operand_b_data;

    wire                      operand_c_held;
    wire [4*ELEMENT_BITS-1:0] operand_c_data;

    swizzle_crossbar u_swizzle_crossbar_operand_c (
        .clk_i     (clk_i),
        .rst_i     (rst_i),
        .load_i    (load),
        .operand_i (operand_c_i),
        .from_i    (from),
        .held_o    (operand_c_held),
        .data_o    (operand_c_data)
    );

    assign data_c_o = operand_c_data;
    assign issue_o  = sequencer_issue;
    assign first_o  = sequencer_first;
    assign last_o   = sequencer_last;
    assign enable_o = sequencer_enable;

    wire issue_en = sequencer_issue & take_i;

    // The settings of the lanes in each stage of the ALU.
    reg                  alu1_busy_q;
    reg                  alu1_last_q;
    reg [QUAD_LANES-1:0] alu1_enable_q;
    reg [7:0]            alu1_quad_q;
    reg [7:0]            alu1_position_q;
    reg                  alu2_busy_q;
    reg                  alu2_last_q;
    reg [QUAD_LANES-1:0] alu2_enable_q;
    reg [7:0]            alu2_quad_q;
    reg [7:0]            alu2_position_q;
    reg                  alu3_busy_q;
    reg                  alu3_last_q;
    reg [QUAD_LANES-1:0] alu3_enable_q;
    reg [7:0]            alu3_quad_q;
    reg [7:0]            alu3_position_q;
    reg                  alu4_busy_q;
    reg                  alu4_last_q;
    reg [QUAD_LANES-1:0] alu4_enable_q;
    reg [7:0]            alu4_quad_q;
    reg [7:0]            alu4_position_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            alu1_busy_q <= 1'b0;
            alu2_busy_q <= 1'b0;
            alu3_busy_q <= 1'b0;
            alu4_busy_q <= 1'b0;
        end else begin
            alu1_busy_q <= issue_en;
            alu2_busy_q <= alu1_busy_q;
            alu3_busy_q <= alu2_busy_q;
            alu4_busy_q <= alu3_busy_q;
        end
        alu1_last_q     <= sequencer_last;
        alu1_enable_q   <= sequencer_enable;
        alu1_quad_q     <= quad;
        alu1_position_q <= position;
        alu2_last_q     <= alu1_last_q;
        alu2_enable_q   <= alu1_enable_q;
        alu2_quad_q     <= alu1_quad_q;
        alu2_position_q <= alu1_position_q;
        alu3_last_q     <= alu2_last_q;
        alu3_enable_q   <= alu2_enable_q;
        alu3_quad_q     <= alu2_quad_q;
        alu3_position_q <= alu2_position_q;
        alu4_last_q     <= alu3_last_q;
        alu4_enable_q   <= alu3_enable_q;
        alu4_quad_q     <= alu3_quad_q;
        alu4_position_q <= alu3_position_q;
    end

    // The results return to their lanes.
    wire                       results_write;
    wire [LANES-1:0]           results_write_lanes;
    wire [16*ELEMENT_BITS-1:0] results_write_data;

    unswizzle_crossbar u_unswizzle_crossbar (
        .clk_i         (clk_i),
        .rst_i         (rst_i),
        .result_i      (alu4_busy_q),
        .last_i        (alu4_last_q),
        .enable_i      (alu4_enable_q),
        .quad_i        (alu4_quad_q),
        .position_i    (alu4_position_q),
        .data_i        (result_i),
        .write_o       (results_write),
        .write_lanes_o (results_write_lanes),
        .write_data_o  (results_write_data)
    );

    assign write_o       = results_write;
    assign write_lanes_o = results_write_lanes;
    assign write_data_o  = results_write_data;

    wire unused = &{1'b0, operand_a_held, operand_b_held, operand_c_held};
endmodule

`default_nettype wire
