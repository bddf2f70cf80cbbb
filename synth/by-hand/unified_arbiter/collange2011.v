// unified_arbiter, written by hand from its contract: to be compared with what Heddle emits.
// Machine: collange2011 with keys of 32 bits and the latencies of ecp5: 32 lanes, PCs of 24 bits, lines of 128 bytes,
//          latency 7: words, five levels, the match.
`default_nettype none

module unified_arbiter (
    input  wire          clk_i,
    input  wire          rst_i,
    input  wire          memory_i,
    input  wire [31:0]   lanes_i,
    input  wire [1023:0] address_i,      // 32 x 32
    input  wire [1023:0] key_i,          // 32 x 32
    output wire          any_o,
    output wire [24:0]   target_o,
    output wire [31:0]   match_lanes_o
);
    localparam LANES = 32, LEVELS = 5, WORD = 56, TARGET = 25;

    // Words of the lanes: key and PC, or the line number below ones. A lane that takes no part has the largest word.
    // Each level has an array of its own.
    reg [WORD-1:0] word0_q [0:31];
    reg [WORD-1:0] word1_q [0:15];
    reg [WORD-1:0] word2_q [0:7];
    reg [WORD-1:0] word3_q [0:3];
    reg [WORD-1:0] word4_q [0:1];
    reg [24:0]     word5_q;    // the rest of the key has chosen

    genvar i;
    generate
        for (i = 0; i < LANES; i = i + 1) begin : g_word
            wire [31:0] address = address_i[i*32 +: 32];
            always @(posedge clk_i) begin
                if (!lanes_i[i]) begin
                    word0_q[i] <= {WORD{1'b1}};
                end else begin
                    word0_q[i] <= memory_i ? {31'h7fff_ffff, address[31:7]} : {key_i[i*32 +: 32], address[23:0]};
                end
            end
        end
        for (i = 0; i < 16; i = i + 1) begin : g_level1
            always @(posedge clk_i)
                word1_q[i] <= word0_q[2*i+1] < word0_q[2*i] ? word0_q[2*i+1] : word0_q[2*i];
        end
        for (i = 0; i < 8; i = i + 1) begin : g_level2
            always @(posedge clk_i)
                word2_q[i] <= word1_q[2*i+1] < word1_q[2*i] ? word1_q[2*i+1] : word1_q[2*i];
        end
        for (i = 0; i < 4; i = i + 1) begin : g_level3
            always @(posedge clk_i)
                word3_q[i] <= word2_q[2*i+1] < word2_q[2*i] ? word2_q[2*i+1] : word2_q[2*i];
        end
        for (i = 0; i < 2; i = i + 1) begin : g_level4
            always @(posedge clk_i)
                word4_q[i] <= word3_q[2*i+1] < word3_q[2*i] ? word3_q[2*i+1] : word3_q[2*i];
        end
    endgenerate
    always @(posedge clk_i)
        word5_q <= word4_q[1] < word4_q[0] ? word4_q[1][24:0] : word4_q[0][24:0];

    // What lanes hold goes along with the tree: stage 0 beside the words, stage 5 beside the chosen one.
    reg [LANES*TARGET-1:0] targets_q [0:LEVELS];
    reg [LANES-1:0]        lanes_q   [0:LEVELS];
    reg [LEVELS:0]         memory_q;

    generate
        for (i = 0; i < LANES; i = i + 1) begin : g_target
            wire [31:0] address = address_i[i*32 +: 32];
            always @(posedge clk_i)
                targets_q[0][i*TARGET +: TARGET] <= memory_i ? address[31:7] : {1'b0, address[23:0]};
        end
        for (i = 1; i <= LEVELS; i = i + 1) begin : g_along
            always @(posedge clk_i) targets_q[i] <= targets_q[i-1];
            always @(posedge clk_i) lanes_q[i] <= lanes_q[i-1];
        end
    endgenerate
    always @(posedge clk_i) lanes_q[0] <= lanes_i;
    always @(posedge clk_i) memory_q <= {memory_q[LEVELS-1:0], memory_i};

    // The match. Bit 24 of a word is the line's, or the lowest of the key.
    wire [TARGET-1:0] target_d = {word5_q[24] & memory_q[LEVELS], word5_q[23:0]};
    wire [LANES-1:0]  match_d;
    generate
        for (i = 0; i < LANES; i = i + 1) begin : g_match
            assign match_d[i] = lanes_q[LEVELS][i] & (targets_q[LEVELS][i*TARGET +: TARGET] == target_d);
        end
    endgenerate

    reg [LEVELS+1:0] any_q;
    reg [TARGET-1:0] target_q;
    reg [LANES-1:0]  match_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            any_q <= 7'd0;
        end else begin
            any_q <= {any_q[LEVELS:0], |lanes_i};
        end
        target_q <= target_d;
        match_q  <= match_d;
    end

    assign any_o         = any_q[LEVELS+1];
    assign target_o      = target_q;
    assign match_lanes_o = match_q;
endmodule

`default_nettype wire
