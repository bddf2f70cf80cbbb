// sub_warp_combiner: one large warp, combined from the combine-ready sub-warps.
// Source:  lashgar2012, sections IV.A, IV.D and IV.E, figure 3.
// Papers:  lashgar2012: A. Lashgar, A. Baniasadi and A. Khonsari, "Dynamic Warp Resizing in
//          High-Performance SIMT", 2012 (docs/sources.md of Heddle).
// Config:  warps 16, partners 8, sub_lanes 8, pc_bits 32, combine_latency 0.
// Timing:  combined within the cycle; marks take effect in the next cycle; one large warp a cycle.
`default_nettype none

module sub_warp_combiner (
    input  wire         clk_i,
    input  wire         rst_i,

    // marks, one bit per partner
    input  wire [127:0] mark_i,          // 16 x 8: the partner becomes combine-ready

    // combining: a large warp with its sub-warps
    input  wire         show_i,          // a large warp is shown
    input  wire [3:0]   warp_i,          // number of the large warp
    input  wire [255:0] pc_i,            // 8 x 32: PC of each of its sub-warps, in words
    input  wire [63:0]  active_i,        // 8 x 8: active lanes of each of its sub-warps
    input  wire         take_i,          // the combined sub-warps are issued

    // state, one bit per partner
    output wire [127:0] combinable_o,    // 16 x 8: the partner is combine-ready

    // combining
    output wire         combined_o,      // the large warp has a combine-ready sub-warp
    output wire [7:0]   members_o,       // sub-warps that are issued together
    output wire [3:0]   size_o,          // number of sub-warps that are issued together
    output wire [31:0]  combined_pc_o,   // PC of the members, in words
    output wire [63:0]  lanes_o          // active lanes of the members
);
    localparam PARTNERS  = 8;    // sub-warps of a large warp
    localparam PC_BITS   = 32;   // width of a PC in words
    localparam SUB_LANES = 8;    // lanes of a sub-warp
    localparam SIZE_BITS = 4;    // bits of size_o

    wire [PARTNERS-1:0] members;

    // The combine-ready status, a bit for each sub-warp.
    reg  [16*PARTNERS-1:0] combinable_q;
    wire [15:0]            take_warps = (16'd1 << warp_i) & {16{take_i}};

    genvar i;
    generate
        for (i = 0; i < 16; i = i + 1) begin : g_warp
            wire [PARTNERS-1:0] combinable_d =
                (combinable_q[i*PARTNERS +: PARTNERS] & ~(members & {PARTNERS{take_warps[i]}}))
                | mark_i[i*PARTNERS +: PARTNERS];
            always @(posedge clk_i) begin
                if (rst_i) begin
                    combinable_q[i*PARTNERS +: PARTNERS] <= 8'd0;
                end else begin
                    combinable_q[i*PARTNERS +: PARTNERS] <= combinable_d;
                end
            end
            assign combinable_o[i*PARTNERS +: PARTNERS] = combinable_q[i*PARTNERS +: PARTNERS];
        end
    endgenerate

    wire [PARTNERS-1:0] shown_combinable = combinable_q[warp_i*8 +: PARTNERS];

    // The lowest combine-ready partner leads; combine-ready partners at its PC join it.
    wire [PARTNERS-1:0] first = shown_combinable & (~shown_combinable + 8'd1);
    reg  [PC_BITS-1:0]  first_pc;

    always @* begin : fold_first_pc
        integer n;
        first_pc = 32'd0;
        for (n = 0; n < 8; n = n + 1) begin
            first_pc = first_pc | (pc_i[n*PC_BITS +: PC_BITS] & {PC_BITS{first[n]}});
        end
    end

    generate
        for (i = 0; i < 8; i = i + 1) begin : g_partner
            wire join_en = shown_combinable[i] & (pc_i[i*PC_BITS +: PC_BITS] == first_pc);
            assign members[i]        = join_en;
            assign lanes_o[8*i +: 8] = active_i[i*SUB_LANES +: SUB_LANES] & {SUB_LANES{join_en}};
        end
    endgenerate

    assign combined_o = show_i & (|shown_combinable);
    assign members_o  = members;

    reg [SIZE_BITS-1:0] count;

    always @* begin : fold_count
        integer n;
        count = 4'd0;
        for (n = 0; n < 8; n = n + 1) begin
            count = count + {3'd0, members[n]};
        end
    end

    assign size_o        = count;
    assign combined_pc_o = first_pc;
endmodule

`default_nettype wire
