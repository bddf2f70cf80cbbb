// unified_arbiter: the next common PC, or the next memory line, of one warp.
// Source:  collange2011, section 4.3, figure 4b.
// Papers:  collange2011: C. Collange, "Stack-less SIMT reconvergence at low cost", 2011
//          (docs/sources.md of Heddle).
// Config:  lanes 32, pc_bits 24, key_bits 8, address_bits 32, line_bytes 128, tree_latency 7.
// Timing:  registered, 7 cycles; a request each cycle.
`default_nettype none

module unified_arbiter (
    input  wire          clk_i,
    input  wire          rst_i,

    // request
    input  wire          memory_i,       // 0: choose a PC, 1: choose a memory line
    input  wire [31:0]   lanes_i,        // lanes that take part in the request
    input  wire [1023:0] address_i,      // 32 x 32: address of each lane: a PC in words, or a byte
                                         // address
    input  wire [255:0]  key_i,          // 32 x 8: nesting key of each lane, smallest first;
                                         // ignored for memory

    // result
    output wire          any_o,          // at least one lane takes part
    output wire [24:0]   target_o,       // the chosen PC, or the chosen line number
    output wire [31:0]   match_lanes_o   // lanes whose PC or line is the chosen one
);
    localparam LANES        = 32;   // threads of a warp
    localparam OPERAND_BITS = 32;   // bits of an element of address_i
    localparam KEY_BITS     = 8;    // width of the nesting key
    localparam TARGET_BITS  = 25;   // bits of target_o

    // Words of the lanes: key:PC, or the line number at its place in the address; unused bits are
    // ones. A lane that takes no part has the largest word.
    wire [31:0]      word0 [0:31];
    reg              memory0_q;
    reg  [LANES-1:0] lanes0_q;

    genvar i;
    generate
        for (i = 0; i < 32; i = i + 1) begin : g_leaf
            wire [31:0] pc_word =
                {key_i[i*KEY_BITS +: KEY_BITS], address_i[i*OPERAND_BITS +: 24]};
            wire [31:0] line_word = {address_i[i*OPERAND_BITS + 7 +: 25], {7{1'b1}}};
            wire [31:0] request   = memory_i ? line_word : pc_word;
            reg  [31:0] word_q;
            assign word0[i] = word_q;
            always @(posedge clk_i) begin
                word_q <= lanes_i[i] ? request : {32{1'b1}};
            end
        end
    endgenerate

    always @(posedge clk_i) begin
        if (rst_i) begin
            lanes0_q <= 32'd0;
        end else begin
            lanes0_q <= lanes_i;
        end
        memory0_q <= memory_i;
    end

    // The request of each lane: the bits that PC and line share, then the bits that only one of
    // them has.
    wire [24:0] lane_wanted [0:31];

    generate
        for (i = 0; i < 32; i = i + 1) begin : g_wanted
            assign lane_wanted[i] =
                {word0[i][23:7], memory0_q ? word0[i][31:24] : {1'b0, word0[i][6:0]}};
        end
    endgenerate

    // Level 1 of the tree: the smaller word of each pair.
    wire [31:0] word1 [0:15];

    generate
        for (i = 0; i < 16; i = i + 1) begin : g_level1
            wire        right = (word0[2*i+1] < word0[2*i]);
            reg  [31:0] word_q;
            assign word1[i] = word_q;
            always @(posedge clk_i) begin
                word_q <= right ? word0[2*i+1] : word0[2*i];
            end
        end
    endgenerate

    // Mode, lanes and requests, registered with the words of level 1.
    reg              memory1_q;
    reg  [LANES-1:0] lanes1_q;
    wire [24:0]      wanted1 [0:31];

    generate
        for (i = 0; i < 32; i = i + 1) begin : g_along1
            reg [24:0] wanted_q;
            assign wanted1[i] = wanted_q;
            always @(posedge clk_i) begin
                wanted_q <= lane_wanted[i];
            end
        end
    endgenerate

    always @(posedge clk_i) begin
        if (rst_i) begin
            lanes1_q <= 32'd0;
        end else begin
            lanes1_q <= lanes0_q;
        end
        memory1_q <= memory0_q;
    end

    // Level 2 of the tree: the smaller word of each pair.
    wire [31:0] word2 [0:7];

    generate
        for (i = 0; i < 8; i = i + 1) begin : g_level2
            wire        right = (word1[2*i+1] < word1[2*i]);
            reg  [31:0] word_q;
            assign word2[i] = word_q;
            always @(posedge clk_i) begin
                word_q <= right ? word1[2*i+1] : word1[2*i];
            end
        end
    endgenerate

    // Mode, lanes and requests, registered with the words of level 2.
    reg              memory2_q;
    reg  [LANES-1:0] lanes2_q;
    wire [24:0]      wanted2 [0:31];

    generate
        for (i = 0; i < 32; i = i + 1) begin : g_along2
            reg [24:0] wanted_q;
            assign wanted2[i] = wanted_q;
            always @(posedge clk_i) begin
                wanted_q <= wanted1[i];
            end
        end
    endgenerate

    always @(posedge clk_i) begin
        if (rst_i) begin
            lanes2_q <= 32'd0;
        end else begin
            lanes2_q <= lanes1_q;
        end
        memory2_q <= memory1_q;
    end

    // Level 3 of the tree: the smaller word of each pair.
    wire [31:0] word3 [0:3];

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_level3
            wire        right = (word2[2*i+1] < word2[2*i]);
            reg  [31:0] word_q;
            assign word3[i] = word_q;
            always @(posedge clk_i) begin
                word_q <= right ? word2[2*i+1] : word2[2*i];
            end
        end
    endgenerate

    // Mode, lanes and requests, registered with the words of level 3.
    reg              memory3_q;
    reg  [LANES-1:0] lanes3_q;
    wire [24:0]      wanted3 [0:31];

    generate
        for (i = 0; i < 32; i = i + 1) begin : g_along3
            reg [24:0] wanted_q;
            assign wanted3[i] = wanted_q;
            always @(posedge clk_i) begin
                wanted_q <= wanted2[i];
            end
        end
    endgenerate

    always @(posedge clk_i) begin
        if (rst_i) begin
            lanes3_q <= 32'd0;
        end else begin
            lanes3_q <= lanes2_q;
        end
        memory3_q <= memory2_q;
    end

    // Level 4 of the tree: the smaller word of each pair.
    wire [31:0] word4 [0:1];

    generate
        for (i = 0; i < 2; i = i + 1) begin : g_level4
            wire        right = (word3[2*i+1] < word3[2*i]);
            reg  [31:0] word_q;
            assign word4[i] = word_q;
            always @(posedge clk_i) begin
                word_q <= right ? word3[2*i+1] : word3[2*i];
            end
        end
    endgenerate

    // Mode, lanes and requests, registered with the words of level 4.
    reg              memory4_q;
    reg  [LANES-1:0] lanes4_q;
    wire [24:0]      wanted4 [0:31];

    generate
        for (i = 0; i < 32; i = i + 1) begin : g_along4
            reg [24:0] wanted_q;
            assign wanted4[i] = wanted_q;
            always @(posedge clk_i) begin
                wanted_q <= wanted3[i];
            end
        end
    endgenerate

    always @(posedge clk_i) begin
        if (rst_i) begin
            lanes4_q <= 32'd0;
        end else begin
            lanes4_q <= lanes3_q;
        end
        memory4_q <= memory3_q;
    end

    // The chosen PC or address, and the lanes that match it. The key takes no part in the match.
    wire        right_wins = (word4[1] < word4[0]);
    wire [31:0] chosen     = right_wins ? word4[1] : word4[0];
    reg  [31:0] chosen_q;

    always @(posedge clk_i) begin
        chosen_q <= chosen;
    end

    // Mode, lanes and requests, registered with the words of level 5.
    reg              memory5_q;
    reg  [LANES-1:0] lanes5_q;
    wire [24:0]      wanted5 [0:31];

    generate
        for (i = 0; i < 32; i = i + 1) begin : g_along5
            reg [24:0] wanted_q;
            assign wanted5[i] = wanted_q;
            always @(posedge clk_i) begin
                wanted_q <= wanted4[i];
            end
        end
    endgenerate

    wire [24:0]      chosen_wanted =
        {chosen_q[23:7], memory5_q ? chosen_q[31:24] : {1'b0, chosen_q[6:0]}};
    wire [LANES-1:0] match_lanes;

    generate
        for (i = 0; i < 32; i = i + 1) begin : g_match
            assign match_lanes[i] = lanes5_q[i] & (wanted5[i] == chosen_wanted);
        end
    endgenerate

    always @(posedge clk_i) begin
        if (rst_i) begin
            lanes5_q <= 32'd0;
        end else begin
            lanes5_q <= lanes4_q;
        end
        memory5_q <= memory4_q;
    end

    // The answer.
    reg                    any_q;
    reg  [TARGET_BITS-1:0] target_q;
    reg  [LANES-1:0]       match_lanes_q;
    wire [TARGET_BITS-1:0] target_d = memory5_q ? chosen_q[31:7] : {1'b0, chosen_q[23:0]};

    always @(posedge clk_i) begin
        if (rst_i) begin
            any_q <= 1'b0;
        end else begin
            any_q <= |lanes5_q;
        end
        target_q      <= target_d;
        match_lanes_q <= match_lanes;
    end

    assign any_o         = any_q;
    assign target_o      = target_q;
    assign match_lanes_o = match_lanes_q;
endmodule

`default_nettype wire
