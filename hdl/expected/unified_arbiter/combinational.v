// unified_arbiter: the next common PC, or the next memory line, of one warp.
// Source:  collange2011, section 4.3, figure 4b.
// Config:  lanes 32, pc_bits 24, key_bits 8, address_bits 32, line_bytes 128, tree_latency 0.
// Timing:  combinational; takes a request every cycle.
module unified_arbiter (
    input  wire          clk_i,
    input  wire          rst_i,

    // request
    input  wire          memory_i,       // 0: choose a PC, 1: choose a memory line
    input  wire [31:0]   valid_i,        // lanes that take part
    input  wire [1023:0] address_i,      // 32 x 32: code or data address per lane: PC in words, or
                                         // byte address
    input  wire [255:0]  key_i,          // 32 x 8: nesting key per lane, smallest first; ignored
                                         // for memory

    // result
    output wire          valid_o,        // some lane takes part
    output wire [24:0]   target_o,       // the chosen PC, or line number
    output wire [31:0]   match_lanes_o   // lanes that hold it
);
    // What a lane asks for: its PC, or the line of its address. Memory has no nesting.
    wire [24:0] lane_target [0:31];
    wire [32:0] key0 [0:31];

    genvar i;
    generate
        for (i = 0; i < 32; i = i + 1) begin : g_leaf
            assign lane_target[i] =
                memory_i ? address_i[i*32 + 7 +: 25] : {1'b0, address_i[i*32 +: 24]};
            assign key0[i] = {memory_i ? 8'd0 : key_i[i*8 +: 8], lane_target[i]};
        end
    endgenerate

    // Minimum of key:target over the lanes that take part, one array per level.
    wire [15:0] any1;
    wire [32:0] key1 [0:15];

    generate
        for (i = 0; i < 16; i = i + 1) begin : g_level1
            wire right = valid_i[2*i+1] & (~valid_i[2*i] | (key0[2*i+1] < key0[2*i]));
            assign key1[i] = right ? key0[2*i+1] : key0[2*i];
            assign any1[i] = valid_i[2*i] | valid_i[2*i+1];
        end
    endgenerate

    wire [7:0]  any2;
    wire [32:0] key2 [0:7];

    generate
        for (i = 0; i < 8; i = i + 1) begin : g_level2
            wire right = any1[2*i+1] & (~any1[2*i] | (key1[2*i+1] < key1[2*i]));
            assign key2[i] = right ? key1[2*i+1] : key1[2*i];
            assign any2[i] = any1[2*i] | any1[2*i+1];
        end
    endgenerate

    wire [3:0]  any3;
    wire [32:0] key3 [0:3];

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_level3
            wire right = any2[2*i+1] & (~any2[2*i] | (key2[2*i+1] < key2[2*i]));
            assign key3[i] = right ? key2[2*i+1] : key2[2*i];
            assign any3[i] = any2[2*i] | any2[2*i+1];
        end
    endgenerate

    wire [1:0]  any4;
    wire [32:0] key4 [0:1];

    generate
        for (i = 0; i < 2; i = i + 1) begin : g_level4
            wire right = any3[2*i+1] & (~any3[2*i] | (key3[2*i+1] < key3[2*i]));
            assign key4[i] = right ? key3[2*i+1] : key3[2*i];
            assign any4[i] = any3[2*i] | any3[2*i+1];
        end
    endgenerate

    // The chosen target, and the lanes that hold it: the key only chooses.
    wire        right_wins = any4[1] & (~any4[0] | (key4[1] < key4[0]));
    wire [24:0] chosen     = right_wins ? key4[1][24:0] : key4[0][24:0];
    wire [31:0] match_lanes;

    generate
        for (i = 0; i < 32; i = i + 1) begin : g_match
            assign match_lanes[i] = valid_i[i] & (lane_target[i] == chosen);
        end
    endgenerate

    assign valid_o       = |any4;
    assign target_o      = chosen;
    assign match_lanes_o = match_lanes;

    wire unused = &{1'b0, clk_i, rst_i};
endmodule
