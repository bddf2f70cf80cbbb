// sub_warp_combiner: one large warp, combined from the combine-ready sub-warps.
// Source:  lashgar2012, sections IV.A, IV.D and IV.E, figure 3.
// Papers:  lashgar2012: A. Lashgar, A. Baniasadi and A. Khonsari, "Dynamic Warp Resizing in
//          High-Performance SIMT", 2012 (docs/sources.md of Heddle).
// Config:  warps 16, partners 8, sub_lanes 8, pc_bits 32, combine_latency 3.
// Timing:  combined 3 cycles later; marks take effect in the next cycle; one large warp a cycle.
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
    localparam WARP_BITS = 4;    // bits of warp_i
    localparam PC_BITS   = 32;   // width of a PC in words
    localparam SIZE_BITS = 4;    // bits of size_o
    localparam LANES     = 64;   // bits of lanes_o

    reg                 combined_q;
    reg [PARTNERS-1:0]  members_q;
    reg [WARP_BITS-1:0] warp_q;

    // The combine-ready status, a bit for each sub-warp.
    reg  [16*PARTNERS-1:0] combinable_q;
    wire [15:0]            take_warps = (16'd1 << warp_q) & {16{take_i}};

    genvar i;
    generate
        for (i = 0; i < 16; i = i + 1) begin : g_warp
            wire [PARTNERS-1:0] combinable_d =
                (combinable_q[i*PARTNERS +: PARTNERS] & ~(members_q & {PARTNERS{take_warps[i]}}))
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
    wire                moves            = ~combined_q | take_i;
    wire [PARTNERS-1:0] asked            = shown_combinable & {PARTNERS{show_i}};

    // The large warp that was shown.
    reg [PARTNERS-1:0]  shown_ready_q;
    reg [WARP_BITS-1:0] shown_warp_q;
    reg [8*PC_BITS-1:0] shown_pc_q;
    reg [63:0]          shown_active_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            shown_ready_q <= 8'd0;
        end else if (moves) begin
            shown_ready_q <= asked;
        end
        if (moves) begin
            shown_warp_q   <= warp_i;
            shown_pc_q     <= pc_i;
            shown_active_q <= active_i;
        end
    end

    // The lowest combine-ready partner leads: its PC.
    wire [PARTNERS-1:0] first = shown_ready_q & (~shown_ready_q + 8'd1);
    reg  [PC_BITS-1:0]  first_pc;

    always @* begin : fold_first_pc
        integer n;
        first_pc = 32'd0;
        for (n = 0; n < 8; n = n + 1) begin
            first_pc = first_pc | (shown_pc_q[n*PC_BITS +: PC_BITS] & {PC_BITS{first[n]}});
        end
    end

    reg [PC_BITS-1:0]   leading_pc_q;
    reg [PARTNERS-1:0]  led_ready_q;
    reg [WARP_BITS-1:0] led_warp_q;
    reg [8*PC_BITS-1:0] led_pc_q;
    reg [63:0]          led_active_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            led_ready_q <= 8'd0;
        end else if (moves) begin
            led_ready_q <= shown_ready_q;
        end
        if (moves) begin
            leading_pc_q <= first_pc;
            led_warp_q   <= shown_warp_q;
            led_pc_q     <= shown_pc_q;
            led_active_q <= shown_active_q;
        end
    end

    // Combine-ready partners at this PC join it: the answer.
    wire [PARTNERS-1:0] joining;
    reg  [LANES-1:0]    lanes_q;
    wire [LANES-1:0]    next_lanes;

    generate
        for (i = 0; i < 8; i = i + 1) begin : g_partner
            wire join_en = led_ready_q[i] & (led_pc_q[i*PC_BITS +: PC_BITS] == leading_pc_q);
            assign joining[i]           = join_en;
            assign next_lanes[8*i +: 8] = led_active_q[i*8 +: 8] & {8{join_en}};
        end
    endgenerate

    reg [SIZE_BITS-1:0] count;

    always @* begin : fold_count
        integer n;
        count = 4'd0;
        for (n = 0; n < 8; n = n + 1) begin
            count = count + {3'd0, joining[n]};
        end
    end

    reg [SIZE_BITS-1:0] size_q;

    always @(posedge clk_i) begin
        if (moves) begin
            size_q <= count;
        end
    end

    assign size_o = size_q;

    reg [PC_BITS-1:0] combined_pc_q;

    always @(posedge clk_i) begin
        if (moves) begin
            combined_pc_q <= leading_pc_q;
        end
    end

    assign combined_pc_o = combined_pc_q;

    always @(posedge clk_i) begin
        if (moves) begin
            lanes_q <= next_lanes;
        end
    end

    assign lanes_o = lanes_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            combined_q <= 1'b0;
        end else if (moves) begin
            combined_q <= |joining;
        end
    end

    assign combined_o = combined_q;

    always @(posedge clk_i) begin
        if (moves) begin
            members_q <= joining;
        end
    end

    assign members_o = members_q;

    always @(posedge clk_i) begin
        if (moves) begin
            warp_q <= led_warp_q;
        end
    end
endmodule

`default_nettype wire
