// unified_arbiter: the next common PC, or the next memory line, of one warp.
// Source:  collange2011, section 4.3, figure 4b.
// Papers:  collange2011: C. Collange, "Stack-less SIMT reconvergence at low cost", 2011
//          (docs/sources.md of Heddle).
// Config:  lanes 4, pc_bits 16, key_bits 8, address_bits 32, line_bytes 16, tree_latency 1.
// Timing:  registered, 1 cycle; a request each cycle.
`default_nettype none

module unified_arbiter (
    input  wire         clk_i,
    input  wire         rst_i,

    // request
    input  wire         memory_i,       // 0: choose a PC, 1: choose a memory line
    input  wire [3:0]   lanes_i,        // lanes that take part in the request
    input  wire [127:0] address_i,      // 4 x 32: address of each lane: a PC in words, or a byte
                                        // address
    input  wire [31:0]  key_i,          // 4 x 8: nesting key of each lane, smallest first; ignored
                                        // for memory

    // result
    output wire         any_o,          // at least one lane takes part
    output wire [27:0]  target_o,       // the chosen PC, or the chosen line number
    output wire [3:0]   match_lanes_o   // lanes whose PC or line is the chosen one
);
    localparam LANES        = 4;    // threads of a warp
    localparam OPERAND_BITS = 32;   // bits of an element of address_i
    localparam KEY_BITS     = 8;    // width of the nesting key
    localparam TARGET_BITS  = 28;   // bits of target_o

    // Words of the lanes: key:PC, or the line number at its place in the address; unused bits are
    // ones. A lane that takes no part has the largest word.
    wire [32:0] word0 [0:3];

    genvar i;
    generate
        for (i = 0; i < 4; i = i + 1) begin : g_leaf
            wire [31:0] pc_word =
                {{8{1'b1}}, {key_i[i*KEY_BITS +: KEY_BITS], address_i[i*OPERAND_BITS +: 16]}};
            wire [31:0] line_word = {address_i[i*OPERAND_BITS + 4 +: 28], {4{1'b1}}};
            wire [31:0] request   = memory_i ? line_word : pc_word;
            assign word0[i] = {~lanes_i[i], request};
        end
    endgenerate

    // The request of each lane: the bits that PC and line share, then the bits that only one of
    // them has.
    wire [27:0] lane_wanted [0:3];

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_wanted
            assign lane_wanted[i] =
                {word0[i][15:4], memory_i ? word0[i][31:16] : {12'd0, word0[i][3:0]}};
        end
    endgenerate

    // Level 1 of the tree: the smaller word of each pair.
    wire [32:0] word1 [0:1];

    generate
        for (i = 0; i < 2; i = i + 1) begin : g_level1
            wire right = (word0[2*i+1] < word0[2*i]);
            assign word1[i] = right ? word0[2*i+1] : word0[2*i];
        end
    endgenerate

    // The chosen PC or address, and the lanes that match it. The key takes no part in the match.
    wire             right_wins    = (word1[1] < word1[0]);
    wire [31:0]      chosen        = right_wins ? word1[1][31:0] : word1[0][31:0];
    wire [27:0]      chosen_wanted =
        {chosen[15:4], memory_i ? chosen[31:16] : {12'd0, chosen[3:0]}};
    wire [LANES-1:0] match_lanes;

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_match
            assign match_lanes[i] = lanes_i[i] & (lane_wanted[i] == chosen_wanted);
        end
    endgenerate

    // The answer.
    reg                   any_q;
    reg [TARGET_BITS-1:0] target_q;
    reg [LANES-1:0]       match_lanes_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            any_q <= 1'b0;
        end else begin
            any_q <= |lanes_i;
        end
        target_q      <= memory_i ? chosen[31:4] : {12'd0, chosen[15:0]};
        match_lanes_q <= match_lanes;
    end

    assign any_o         = any_q;
    assign target_o      = target_q;
    assign match_lanes_o = match_lanes_q;
endmodule

`default_nettype wire
