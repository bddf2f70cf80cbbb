// sub_warp_combiner: one large warp of the sub-warps that are ready to combine.
// Source:  lashgar2012, sections IV.A, IV.D and IV.E, figure 3.
// Config:  warps 24, partners 4, sub_lanes 8, pc_bits 24.
// Timing:  a large warp a cycle, combined within the cycle; marks count from the next cycle on.
module sub_warp_combiner (
    input  wire        clk_i,
    input  wire        rst_i,

    // marks, one bit per partner
    input  wire [95:0] mark_i,          // 24 x 4: it becomes combine-ready

    // combining: a large warp with its sub-warps
    input  wire        show_i,          // the large warp below is shown
    input  wire [4:0]  warp_i,          // its number
    input  wire [95:0] pc_i,            // 4 x 24: PCs of its sub-warps, in words
    input  wire [31:0] active_i,        // 4 x 8: their active lanes
    input  wire        take_i,          // the members are issued

    // state, one bit per partner
    output wire [95:0] ready_o,         // 24 x 4: it is combine-ready

    // combining
    output wire        combined_o,      // the large warp has a sub-warp that is combine-ready
    output wire [3:0]  members_o,       // sub-warps that issue together
    output wire [2:0]  size_o,          // how many
    output wire [23:0] combined_pc_o,   // their PC, in words
    output wire [31:0] lanes_o          // their active lanes
);
    wire [3:0] members;

    // Combine-ready, a bit for each sub-warp.
    reg  [95:0] ready_q;
    wire [23:0] takes = (24'd1 << warp_i) & {24{take_i}};

    genvar i;
    generate
        for (i = 0; i < 24; i = i + 1) begin : g_warp
            wire [3:0] ready_d =
                (ready_q[i*4 +: 4] & ~(members & {4{takes[i]}})) | mark_i[i*4 +: 4];
            always @(posedge clk_i) begin
                if (rst_i) begin
                    ready_q[i*4 +: 4] <= 4'd0;
                end else begin
                    ready_q[i*4 +: 4] <= ready_d;
                end
            end
            assign ready_o[i*4 +: 4] = ready_q[i*4 +: 4];
        end
    endgenerate

    wire [3:0] shown_ready = ready_q[warp_i*4 +: 4];

    // The first partner that is combine-ready leads; those at its PC go with it.
    wire [3:0]  first = shown_ready & (~shown_ready + 4'd1);
    reg  [23:0] first_pc;

    always @* begin : fold_first_pc
        integer n;
        first_pc = 24'd0;
        for (n = 0; n < 4; n = n + 1) begin
            first_pc = first_pc | (pc_i[n*24 +: 24] & {24{first[n]}});
        end
    end

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_partner
            wire joins = shown_ready[i] & (pc_i[i*24 +: 24] == first_pc);
            assign members[i]        = joins;
            assign lanes_o[8*i +: 8] = active_i[i*8 +: 8] & {8{joins}};
        end
    endgenerate

    assign combined_o = |shown_ready;
    assign members_o  = members;

    reg [2:0] count;

    always @* begin : fold_count
        integer n;
        count = 3'd0;
        for (n = 0; n < 4; n = n + 1) begin
            count = count + {2'd0, members[n]};
        end
    end

    assign size_o        = count;
    assign combined_pc_o = first_pc;

    wire unused = &{1'b0, show_i};
endmodule
