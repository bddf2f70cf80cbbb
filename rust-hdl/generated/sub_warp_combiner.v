// sub_warp_combiner: one large warp of the sub-warps that are ready to combine.
// Source:  lashgar2012, sections IV.A, IV.D and IV.E, figure 3.
// Config:  warps 4, partners 2, sub_lanes 2, pc_bits 16.
// Timing:  a large warp a cycle, combined within the cycle; marks count from the next cycle on.
module sub_warp_combiner (
    input  wire        clk_i,
    input  wire        rst_i,

    // marks, one bit per partner
    input  wire [7:0]  mark_i,          // 4 x 2: it becomes combine-ready

    // combining: a large warp with its sub-warps
    input  wire        show_i,          // the large warp below is shown
    input  wire [1:0]  warp_i,          // its number
    input  wire [31:0] pc_i,            // 2 x 16: PCs of its sub-warps, in words
    input  wire [3:0]  active_i,        // 2 x 2: their active lanes
    input  wire        take_i,          // the members are issued

    // state, one bit per partner
    output wire [7:0]  ready_o,         // 4 x 2: it is combine-ready

    // combining
    output wire        combined_o,      // the large warp has a sub-warp that is combine-ready
    output wire [1:0]  members_o,       // sub-warps that issue together
    output wire [1:0]  size_o,          // how many
    output wire [15:0] combined_pc_o,   // their PC, in words
    output wire [3:0]  lanes_o          // their active lanes
);
    wire [1:0] members;

    // Combine-ready, a bit for each sub-warp.
    reg  [7:0] ready_q;
    wire [3:0] takes = (4'd1 << warp_i) & {4{take_i}};

    genvar i;
    generate
        for (i = 0; i < 4; i = i + 1) begin : g_warp
            wire [1:0] ready_d =
                (ready_q[i*2 +: 2] & ~(members & {2{takes[i]}})) | mark_i[i*2 +: 2];
            always @(posedge clk_i) begin
                if (rst_i) begin
                    ready_q[i*2 +: 2] <= 2'd0;
                end else begin
                    ready_q[i*2 +: 2] <= ready_d;
                end
            end
            assign ready_o[i*2 +: 2] = ready_q[i*2 +: 2];
        end
    endgenerate

    wire [1:0] shown_ready = ready_q[warp_i*2 +: 2];

    // The first partner that is combine-ready leads; those at its PC go with it.
    wire [1:0]  first = shown_ready & (~shown_ready + 2'd1);
    reg  [15:0] first_pc;

    always @* begin : fold_first_pc
        integer n;
        first_pc = 16'd0;
        for (n = 0; n < 2; n = n + 1) begin
            first_pc = first_pc | (pc_i[n*16 +: 16] & {16{first[n]}});
        end
    end

    generate
        for (i = 0; i < 2; i = i + 1) begin : g_partner
            wire joins = shown_ready[i] & (pc_i[i*16 +: 16] == first_pc);
            assign members[i]        = joins;
            assign lanes_o[2*i +: 2] = active_i[i*2 +: 2] & {2{joins}};
        end
    endgenerate

    assign combined_o = |shown_ready;
    assign members_o  = members;

    reg [1:0] count;

    always @* begin : fold_count
        integer n;
        count = 2'd0;
        for (n = 0; n < 2; n = n + 1) begin
            count = count + {1'b0, members[n]};
        end
    end

    assign size_o        = count;
    assign combined_pc_o = first_pc;

    wire unused = &{1'b0, show_i};
endmodule
