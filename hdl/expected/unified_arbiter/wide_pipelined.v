// unified_arbiter: the next common PC, or the next memory line, of one warp.
// Source:  collange2011, section 4.3, figure 4b.
// Config:  lanes 64, pc_bits 30, key_bits 32, address_bits 32, line_bytes 128, tree_latency 2.
// Timing:  registered, latency 2 cycles; takes a request every cycle.
module unified_arbiter (
    input  wire          clk_i,
    input  wire          rst_i,

    // request
    input  wire          memory_i,       // 0: choose a PC, 1: choose a memory line
    input  wire [63:0]   valid_i,        // lanes that take part
    input  wire [2047:0] address_i,      // 64 x 32: code or data address per lane: PC in words, or
                                         // byte address
    input  wire [2047:0] key_i,          // 64 x 32: nesting key per lane, smallest first; ignored
                                         // for memory

    // result
    output wire          valid_o,        // some lane takes part
    output wire [29:0]   target_o,       // the chosen PC, or line number
    output wire [63:0]   match_lanes_o   // lanes that hold it
);
    // What a lane asks for: its PC, or the line of its address. Memory has no nesting.
    wire [29:0] lane_target [0:63];
    wire [61:0] key0 [0:63];

    genvar i;
    generate
        for (i = 0; i < 64; i = i + 1) begin : g_leaf
            assign lane_target[i] =
                memory_i ? {5'd0, address_i[i*32 + 7 +: 25]} : address_i[i*32 +: 30];
            assign key0[i] = {memory_i ? 32'd0 : key_i[i*32 +: 32], lane_target[i]};
        end
    endgenerate

    // Minimum of key:target over the lanes that take part, one array per level.
    wire [31:0] any1;
    wire [61:0] key1 [0:31];

    generate
        for (i = 0; i < 32; i = i + 1) begin : g_level1
            wire right = valid_i[2*i+1] & (~valid_i[2*i] | (key0[2*i+1] < key0[2*i]));
            assign key1[i] = right ? key0[2*i+1] : key0[2*i];
            assign any1[i] = valid_i[2*i] | valid_i[2*i+1];
        end
    endgenerate

    wire [15:0] any2;
    wire [61:0] key2 [0:15];

    generate
        for (i = 0; i < 16; i = i + 1) begin : g_level2
            wire right = any1[2*i+1] & (~any1[2*i] | (key1[2*i+1] < key1[2*i]));
            assign key2[i] = right ? key1[2*i+1] : key1[2*i];
            assign any2[i] = any1[2*i] | any1[2*i+1];
        end
    endgenerate

    wire [7:0]  any3;
    wire [61:0] key3 [0:7];

    generate
        for (i = 0; i < 8; i = i + 1) begin : g_level3
            wire right = any2[2*i+1] & (~any2[2*i] | (key2[2*i+1] < key2[2*i]));
            assign key3[i] = right ? key2[2*i+1] : key2[2*i];
            assign any3[i] = any2[2*i] | any2[2*i+1];
        end
    endgenerate

    // The tree is cut here. What the lanes ask for goes along.
    reg  [63:0] lane_valid_q;
    wire [29:0] held_target [0:63];

    generate
        for (i = 0; i < 64; i = i + 1) begin : g_held_target
            reg [29:0] value_q;
            assign held_target[i] = value_q;
            always @(posedge clk_i) begin
                value_q <= lane_target[i];
            end
        end
    endgenerate

    reg  [7:0]  any3_q;
    wire [61:0] held_key [0:7];

    generate
        for (i = 0; i < 8; i = i + 1) begin : g_held_key
            reg [61:0] value_q;
            assign held_key[i] = value_q;
            always @(posedge clk_i) begin
                value_q <= key3[i];
            end
        end
    endgenerate

    always @(posedge clk_i) begin
        if (rst_i) begin
            any3_q <= 8'd0;
        end else begin
            any3_q <= any3;
        end
        lane_valid_q <= valid_i;
    end

    // Minimum of key:target over the lanes that take part, one array per level.
    wire [3:0]  any4;
    wire [61:0] key4 [0:3];

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_level4
            wire right = any3_q[2*i+1] & (~any3_q[2*i] | (held_key[2*i+1] < held_key[2*i]));
            assign key4[i] = right ? held_key[2*i+1] : held_key[2*i];
            assign any4[i] = any3_q[2*i] | any3_q[2*i+1];
        end
    endgenerate

    wire [1:0]  any5;
    wire [61:0] key5 [0:1];

    generate
        for (i = 0; i < 2; i = i + 1) begin : g_level5
            wire right = any4[2*i+1] & (~any4[2*i] | (key4[2*i+1] < key4[2*i]));
            assign key5[i] = right ? key4[2*i+1] : key4[2*i];
            assign any5[i] = any4[2*i] | any4[2*i+1];
        end
    endgenerate

    // The chosen target, and the lanes that hold it: the key only chooses.
    wire        right_wins = any5[1] & (~any5[0] | (key5[1] < key5[0]));
    wire [29:0] chosen     = right_wins ? key5[1][29:0] : key5[0][29:0];
    wire [63:0] match_lanes;

    generate
        for (i = 0; i < 64; i = i + 1) begin : g_match
            assign match_lanes[i] = lane_valid_q[i] & (held_target[i] == chosen);
        end
    endgenerate

    // The answer.
    reg        valid_q;
    reg [29:0] target_q;
    reg [63:0] match_lanes_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            valid_q <= 1'b0;
        end else begin
            valid_q <= |any5;
        end
        target_q      <= chosen;
        match_lanes_q <= match_lanes;
    end

    assign valid_o       = valid_q;
    assign target_o      = target_q;
    assign match_lanes_o = match_lanes_q;
endmodule
