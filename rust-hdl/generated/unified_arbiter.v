// unified_arbiter: the next common PC, or the next memory line, of one warp.
// Source:  collange2011, section 4.3, figure 4b.
// Config:  lanes 4, pc_bits 16, key_bits 8, address_bits 32, line_bytes 16, tree_latency 1.
// Timing:  registered, latency 1 cycle; takes a request every cycle.
module unified_arbiter (
    input  wire         clk_i,
    input  wire         rst_i,

    // request
    input  wire         memory_i,       // 0: choose a PC, 1: choose a memory line
    input  wire [3:0]   valid_i,        // lanes that take part
    input  wire [127:0] address_i,      // 4 x 32: code or data address per lane: PC in words, or
                                        // byte address
    input  wire [31:0]  key_i,          // 4 x 8: nesting key per lane, smallest first; ignored for
                                        // memory

    // result
    output wire         valid_o,        // some lane takes part
    output wire [27:0]  target_o,       // the chosen PC, or line number
    output wire [3:0]   match_lanes_o   // lanes that hold it
);
    // What a lane asks for: its PC, or the line of its address. Memory has no nesting.
    wire [27:0] lane_target [0:3];
    wire [35:0] key0 [0:3];

    genvar i;
    generate
        for (i = 0; i < 4; i = i + 1) begin : g_leaf
            assign lane_target[i] =
                memory_i ? address_i[i*32 + 4 +: 28] : {12'd0, address_i[i*32 +: 16]};
            assign key0[i] = {memory_i ? 8'd0 : key_i[i*8 +: 8], lane_target[i]};
        end
    endgenerate

    // Minimum of key:target over the lanes that take part, one array per level.
    wire [1:0]  any1;
    wire [35:0] key1 [0:1];

    generate
        for (i = 0; i < 2; i = i + 1) begin : g_level1
            wire right = valid_i[2*i+1] & (~valid_i[2*i] | (key0[2*i+1] < key0[2*i]));
            assign key1[i] = right ? key0[2*i+1] : key0[2*i];
            assign any1[i] = valid_i[2*i] | valid_i[2*i+1];
        end
    endgenerate

    // The chosen target, and the lanes that hold it: the key only chooses.
    wire        right_wins = any1[1] & (~any1[0] | (key1[1] < key1[0]));
    wire [27:0] chosen     = right_wins ? key1[1][27:0] : key1[0][27:0];
    wire [3:0]  match_lanes;

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_match
            assign match_lanes[i] = valid_i[i] & (lane_target[i] == chosen);
        end
    endgenerate

    // The answer.
    reg        valid_q;
    reg [27:0] target_q;
    reg [3:0]  match_lanes_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            valid_q <= 1'b0;
        end else begin
            valid_q <= |any1;
        end
        target_q      <= chosen;
        match_lanes_q <= match_lanes;
    end

    assign valid_o       = valid_q;
    assign target_o      = target_q;
    assign match_lanes_o = match_lanes_q;
endmodule
